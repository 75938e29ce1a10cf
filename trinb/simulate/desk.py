"""Where the kernel finds everything: the `Desk` at which it plays, and the places of numbers in it.

How a board is kept: vertex (x, y) has the number ``y * width + x``; its cells have twice that, and one more for the
one that points down.  ``spot[cell]`` is what `Tables.fit` is asked with; a cell that is filled has `FILLED` on top,
so that it never counts as open.  A new digit at a vertex adds a constant to the six cells around it.

What is counted is counted in the row that is written down in the end: its column ``pool`` says how many tiles are
left to draw, and ``edge`` how many cells are open.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ..moves import What
from ..ruleparts import Reason
from .bits import highest, lowest, ones
from .columns import MATCH_NAMES, PLAIN_NAMES
from .program import AT, REASONS, WHATS

part = njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy")
"""A part of the kernel: it is merged into what calls it, so calling it costs nothing."""

FILLED = 0x8000
N_REASONS = len(REASONS)
GOLD = np.uint64(0x9E3779B97F4A7C15)
ONE, ZERO = np.uint64(1), np.uint64(0)
LITTLE = np.int64(-(1 << 40))
"""Less than any points."""

NOBODY = np.int64(-1)
"""No seat, no tile, no cell."""

GREEDY, RANDOM = 0, 1
"""The players that the kernel knows."""


class Desk(NamedTuple):
    """All that the kernel plays with.  Every field is where numbers begin, but for the first two.

    Attributes:
        two: 1 if a mask of tiles takes two words, else 0.
        width: how wide the board is.
        n: the numbers and choices of the rules, at the places `n_…`.
        digits, sums, fit, kinds, ranks, blank, known, level, triples, live: the other `Tables`.
        spot, flag: for each cell what it looks like; and 1 if it was laid as a bridge, 2 as the extension of one.
        front: the open cells.
        vertex: the vertices that carry a digit.
        marked: the cells with a flag.
        pool, lead_pool: the tiles to draw, and those to draw for the lead.
        hands: for each seat the mask of its tiles in two words.
        score, totals: the points of each seat in this round, and in the rounds of the match before it.
        points, seen: the points of each seat by reason, at ``seat * N_REASONS + R_…``; and those that are in the log.
        hit_at, hit_low, hit_word, hit_value: the open cells where something fits: where in `front`; the low word of what
            fits there (if there are two); the last word, with its rank; and what it scores.
        left, left_digits: for each seat the tiles left in hand, and the sum of their digits.
        row: what is written down of the round, at the places `C_…`.
        game: the sums of the rows of a match.
        state: what else there is to remember, at the places `S_…`.
        chance: two states of chance: for tiles, and for choices.
        policy: for each seat `GREEDY` or `RANDOM`.
        sums, rows, matches, log: where the results go; see `kernel.play`.
        corner, across, around: from a cell (three for up, three for down) to its corners and to the cells across its
            sides; from a vertex to the six cells around it.
    """

    two: Any
    width: Any
    n: Any
    digits: Any
    sums: Any
    fit: Any
    kinds: Any
    ranks: Any
    blank: Any
    known: Any
    level: Any
    triples: Any
    live: Any
    spot: Any
    flag: Any
    front: Any
    vertex: Any
    marked: Any
    pool: Any
    lead_pool: Any
    hands: Any
    score: Any
    totals: Any
    points: Any
    seen: Any
    hit_at: Any
    hit_low: Any
    hit_word: Any
    hit_value: Any
    left: Any
    left_digits: Any
    row: Any
    game: Any
    state: Any
    chance: Any
    corner: Any
    across: Any
    around: Any
    policy: Any
    of_rounds: Any
    rows: Any
    matches: Any
    log: Any


# --- where things stand ------------------------------------------------------------------------------------


def _places(known: tuple[Any, ...], *wanted: Any) -> list[Any]:
    """Where some things stand; not as Python numbers, for each of which numba would compile a function anew."""
    return [np.int64(known.index(one)) for one in wanted]


(
    C_TURNS, C_TILES, C_POINTS, C_DRAWS, C_PASSES, C_BLOCKED, C_PLAIN, C_BRIDGE, C_HEXAGONS, C_EXTENSIONS, C_LAPS,
    C_HOLES, C_EDGE, C_WIDTH, C_HEIGHT, C_LEAD_CHANGES, C_MARGIN, C_OPENER, C_WINNER, C_POOL,
) = _places(
    PLAIN_NAMES, "turns", "tiles", "points", "draws", "passes", "blocked", "plain", "bridge", "hexagons", "extensions",
    "laps", "holes", "edge", "width", "height", "lead_changes", "margin", "opener", "winner", "pool",
)  # fmt: skip
assert PLAIN_NAMES[C_PLAIN : C_PLAIN + 4] == ("plain", "bridge", "docking", "drone")
C_SEATS = len(PLAIN_NAMES)

M_ROUNDS, M_TURNS, M_MARGIN, M_CHANGES, M_OPENER, M_JOINT, M_UNFINISHED = _places(
    MATCH_NAMES, "rounds", "turns", "margin", "lead_changes", "opener", "joint", "unfinished"
)
M_SEATS = len(MATCH_NAMES)

(
    R_START, R_TRIPLE, R_ZERO, R_SECOND, R_TILE, R_PLAIN, R_HEXAGON, R_EXTENSION, R_DRAW, R_FAILED, R_STUCK, R_OUT,
    R_OTHERS, R_TILES_LEFT, R_POOL_LEFT, R_BLOCKED,
) = _places(
    REASONS, Reason.START, Reason.TRIPLE, Reason.ZERO, Reason.SECOND_TRIPLE, Reason.TILE, Reason.PLAIN, Reason.HEXAGON,
    Reason.EXTENSION, Reason.DRAW, Reason.FAILED_DRAWS, Reason.STUCK, Reason.OUT, Reason.OTHERS_DIGITS,
    Reason.TILES_LEFT, Reason.POOL_LEFT, Reason.BLOCKED,
)  # fmt: skip
assert REASONS[R_PLAIN : R_PLAIN + 4] == (Reason.PLAIN, Reason.BRIDGE, Reason.DOCKING, Reason.DRONE)

(
    E_LEAD_DRAW, E_LAP_DRAW, E_TURN_UP, E_START, E_PLACE, E_DRAW, E_PASS, E_END, E_OUT, E_BLOCKED, E_COUNT,
) = _places(
    WHATS, What.LEAD_DRAW, What.LAP_DRAW, What.TURN_UP, What.START, What.PLACE, What.DRAW, What.PASS, What.END_TURN,
    What.OUT, What.BLOCKED, What.COUNT,
)  # fmt: skip

(
    n_tiles, n_players, n_hand, n_lead, n_without, n_lot, n_choose_zero, n_start_p, n_start_s, n_triple_p, n_triple_s,
    n_zero_p, n_second_p, n_second_s, n_most, n_at_once_draw, n_although, n_draw_cost, n_cost_if_failed, n_failed,
    n_several, n_stuck, n_tile_p, n_tile_s, n_kind_p, n_kind_s, n_ext_p, n_ext_s, n_ext_of, n_ext_hex, n_hex, n_out_p,
    n_out_others, n_out_cost, n_out_one, n_out_pool, n_block_winner, n_block_award, n_block_cost, n_target, n_rounds,
    n_at_once, n_round_winner, n_another, n_blank, n_patterns, n_zero_tile, n_rich, n_columns, n_live,
) = _places(
    tuple(AT), "tiles", "players", "hand", "lead", "without_triple", "first_by_lot", "choose_zero", "start_points",
    "start_sums", "triple_points", "triple_sums", "zero_points", "second_points", "second_sums", "draws_most",
    "place_at_once", "although_able", "draw_cost", "cost_if_failed", "failed", "several", "stuck", "tile_points",
    "tile_sums", "plain_points", "plain_sums", "extension_points", "extension_sums", "extension_of",
    "extension_with_hexagon", "hexagons_1", "out_points", "out_others", "out_cost", "out_one_left", "out_pool",
    "blocked_winner", "blocked_award", "blocked_cost", "target", "match_rounds", "at_once", "round_winner_wins",
    "another_round", "blank", "patterns", "zero_tile", "rich", "columns", "live",
)  # fmt: skip

S_LOG, S_SCORED, S_MOVED, S_IDLE, S_LEADER, S_REACHED = map(np.int64, range(6))
"""The length of the log, -1 without one; whether points have changed since it was last seen who leads; whether
anything has since it was last known that somebody can place; turns since the last placement; who was last alone in the
lead; whether the target had been reached before this round.
"""

# --- chance, masks, points -----------------------------------------------------------------------------------


@part
def mixed(state: Any) -> Any:
    """Splitmix64: a state as a number in which every bit looks random."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


@part
def random_below(d: Any, stream: Any, count: Any) -> Any:
    """A number below `count` from one of the two states of chance."""
    d.chance[stream] += GOLD
    return np.int64(((mixed(d.chance[stream]) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


TILES, CHOICES = np.int64(0), np.int64(1)
"""The two states of chance."""


@part
def bit(tile: Any) -> Any:
    """The bit of a tile in the word that it is in."""
    return ONE << np.uint64(tile & 63)


@part
def top(low: Any, high: Any) -> Any:
    """The last tile of a mask of two words, which has a highest sum; -1 if there is none."""
    return highest(high) + 64 if high != ZERO else highest(low)


@part
def nth_bit(word: Any, index: Any) -> Any:
    """The bit of a word that has `index` bits before it."""
    while index > 0:
        word &= word - ONE
        index -= 1
    return lowest(word)


@part
def nth(low: Any, high: Any, index: Any) -> Any:
    """The tile of a mask of two words that has `index` tiles before it."""
    here = ones(low)
    return nth_bit(low, index) if index < here else 64 + nth_bit(high, index - here)


@part
def toggle(d: Any, seat: Any, tile: Any) -> Any:
    """Put a tile into a hand, or take it out."""
    d.hands[2 * seat + (tile >> 6 if d.two else 0)] ^= bit(tile)


@part
def take(d: Any, pool: Any, left: Any, stream: Any) -> Any:
    """A tile from the pool; the last one goes to its place."""
    at = random_below(d, stream, left)
    tile = pool[at]
    pool[at] = pool[left - 1]
    pool[left - 1] = tile
    return np.int64(tile)


@part
def draw_tile(d: Any, seat: Any) -> Any:
    """A seat draws a tile; gives it."""
    tile = take(d, d.pool, np.int64(d.row[C_POOL]), TILES)
    d.row[C_POOL] -= 1
    toggle(d, seat, tile)
    return tile


@part
def gain(d: Any, seat: Any, reason: Any, points: Any) -> Any:
    """Give a seat points."""
    d.points[seat * N_REASONS + reason] += points
    d.score[seat] += points
    d.state[S_SCORED] |= points


@part
def fits_somewhere(d: Any, low: Any, high: Any) -> Any:
    """Whether any of these tiles fits any open cell."""
    for i in range(d.row[C_EDGE]):
        spot = np.int64(d.spot[d.front[i]])
        if d.fit[spot] & low != ZERO or (d.two and d.fit[4 * d.n[n_patterns] + spot] & high != ZERO):
            return True
    return False


# --- the log ---------------------------------------------------------------------------------------------------


@part
def tell(d: Any, what: Any, seat: Any, tile: Any, cell: Any) -> Any:
    """Write an event into the log, if there is one."""
    if d.state[S_LOG] >= 0:
        d.state[S_LOG] = note(d.log, d.state[S_LOG], what, seat, tile, cell, d.points, d.seen)


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
def note(log: Any, at: Any, what: Any, seat: Any, tile: Any, cell: Any, points: Any, seen: Any) -> Any:
    """Write an event: what, seat, tile and cell; then each reason for points and the points; then -1.

    The points are what `points` holds for this seat since the last event of the seat.  Gives the new length.
    """
    log[at], log[at + 1], log[at + 2], log[at + 3] = what, seat, tile, cell
    at += 4
    for reason in range(N_REASONS):
        index = seat * N_REASONS + reason
        if points[index] != seen[index]:
            log[at], log[at + 1] = reason, points[index] - seen[index]
            seen[index] = points[index]
            at += 2
    log[at] = -1
    return at + 1
