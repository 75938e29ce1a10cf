"""Where the kernel finds everything: the desk at which it plays, and the places of numbers in it.

How a board is kept: vertex (x, y) has the number ``y * WIDTH + x``; its cells have twice that, and one more
    for the
one that points down.  ``spot[cell]`` is what `Tables.fit` is asked with; a cell that is filled has `FILLED`
on top, so that it never counts as open.  A new digit at a vertex adds a constant to the six cells around it.

What is counted is counted in the row that is written down in the end: its column ``pool`` says how many tiles
    are
left to draw, and ``edge`` how many cells are open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..moves import What
from ..ruleparts import Reason
from .bits import highest, lowest, ones
from .columns import MATCH_NAMES, PLAIN_NAMES
from .jit import apart, desk_of, part
from .program import AT, REASONS, WHATS

FILLED = 0x8000
WIDTH, HEIGHT = 128, 132
"""Of the board: from the middle a chain of all tiles gets as far as half their number."""

N_REASONS = len(REASONS)
GOLD = np.uint64(0x9E3779B97F4A7C15)
ONE, ZERO = np.uint64(1), np.uint64(0)
LITTLE: Any = np.int64(-(1 << 40))
"""Less than any points."""

NOTHING: Any = np.int64(0)
NOBODY: Any = np.int64(-1)
"""No seat, no tile, no cell."""

GREEDY, RANDOM, PUPIL = 0, 1, 2
"""The players that the kernel knows."""


FIELDS: Mapping[str, type[np.generic]] = {
    # the rules: see `Tables`
    "n": np.int64,
    "digits": np.int64,
    "sums": np.int64,
    "fit": np.uint64,
    "kinds": np.uint8,
    "ranks": np.int64,
    "blank": np.uint8,
    "known": np.int64,
    "level": np.uint64,
    "triples": np.uint64,
    "live": np.int64,
    "policy": np.int64,  # for each seat `GREEDY`, `RANDOM` or `PUPIL`
    # the board
    "spot": np.uint16,  # for each cell what it looks like
    "flag": np.uint8,  # for each cell whether it was laid as a bridge or as the extension of one
    "front": np.uint32,  # the open cells
    "vertex": np.uint32,  # the vertices that carry a digit
    "marked": np.uint32,  # the cells with a flag
    # the tiles
    "pool": np.int32,  # those to draw
    "lead_pool": np.int32,  # those to draw for the lead
    "hands": np.uint64,  # for each seat the mask of its tiles, in two words
    "left": np.int64,  # for each seat how many tiles are left in the end
    "left_digits": np.int64,  # and the sum of their digits
    # the points
    "score": np.int64,  # of each seat in this round
    "totals": np.int64,  # of each seat in the rounds of the match before it
    "points": np.int64,  # of each seat by reason, at ``seat * N_REASONS + R_…``
    "seen": np.int64,  # those of them that are in the log
    # where tiles fit
    "hit_at": np.int64,  # where in `front`
    "hit_low": np.uint64,  # the low word of what fits, if there are two
    "hit_word": np.uint64,  # the last word of what fits, with its rank
    "hit_value": np.int64,  # what it scores
    # what else there is to remember
    "state": np.int64,  # at the places `S_…`
    "chance": np.uint64,  # the states of chance: `TILES`, `CHOICES`, `GAME`
    "row": np.int32,  # what is written down of the round, at the places `C_…`
    "game": np.int64,  # the sums of the rows of a match
    # where the results go: see `kernel.play`
    "of_rounds": np.int64,
    "rows": np.int32,
    "matches": np.int64,
    "log": np.int64,
}
"""Where the kernel finds what, and of which type the numbers are there."""

SEARCH_FIELDS: Mapping[str, type[np.generic]] = {
    # the position from which rollouts start: see `rollout`
    "root": np.int64,  # numbers, at the places `Q_…`
    "story": np.int64,  # what was seen, four numbers for each event
    "base": np.uint16,  # `spot` in that position
    "base_front": np.uint32,  # and `front`
    "base_score": np.int64,  # and `score`
    "sizes": np.int64,  # how many tiles each seat holds
    "unlikely": np.uint64,  # for each seat sets of tiles of which it holds few, as masks of two words
    "most": np.int64,  # and how many it may hold
    "n_unlikely": np.int64,  # for each seat how many such sets there are
    "hidden": np.int32,  # the tiles that are hidden: those of the other hands, seat by seat, then the pool
    "holder": np.int64,  # for each of them the seat that holds it; -1: the pool
    "dealt": np.uint64,  # for each seat its tiles in the present deal of the hidden ones
    # the tree: see `search.tree_kernel`
    "dial": np.float64,  # settings, at the places `D_…`
    "option": np.int64,  # for each move that may be chosen its action
    "alive": np.uint8,  # whether it is still looked at
    "tried": np.int64,  # how often it was played out
    "gained": np.float64,  # the sum of the margins
    "squared": np.float64,  # the sum of their squares
    "visits": np.int64,  # for each node how often it was passed
    "available": np.int64,  # how often it could have been passed
    "value": np.float64,  # the sum of the margins of the seat that moved to it
    "key": np.uint64,  # a hash table: node and action
    "child": np.int32,  # and the node that the action leads to
    "path": np.int64,  # the nodes passed in this rollout, each with the seat that moved to it
    "action": np.int64,  # the actions at a node
    "prior": np.float64,  # and how likely they are good
}
"""What a desk has on top of that when moves are searched."""


desk: Any = desk_of("Desk", {**FIELDS, **SEARCH_FIELDS})
"""The desk with the addresses of its fields at this address: what the parts of the kernel get as `d`."""

# --- where things stand ------------------------------------------------------------------------------------


def _places(known: tuple[Any, ...], *wanted: Any) -> list[Any]:
    """Where some things stand; not as Python numbers, each of which numba would compile for anew."""
    return [np.int64(known.index(one)) for one in wanted]


(
    C_TURNS, C_TILES, C_POINTS, C_DRAWS, C_PASSES, C_BLOCKED, C_PLAIN, C_BRIDGE, C_HEXAGONS, C_EXTENSIONS,
    C_LAPS, C_HOLES, C_EDGE, C_WIDTH, C_HEIGHT, C_LEAD_CHANGES, C_MARGIN, C_OPENER, C_WINNER, C_POOL,
) = _places(
    PLAIN_NAMES, "turns", "tiles", "points", "draws", "passes", "blocked", "plain", "bridge", "hexagons",
    "extensions", "laps", "holes", "edge", "width", "height", "lead_changes", "margin", "opener", "winner",
    "pool",
)  # fmt: skip
assert PLAIN_NAMES[C_PLAIN : C_PLAIN + 4] == ("plain", "bridge", "docking", "drone")
C_SEATS = len(PLAIN_NAMES)

M_ROUNDS, M_TURNS, M_MARGIN, M_CHANGES, M_OPENER, M_JOINT, M_UNFINISHED = _places(
    MATCH_NAMES, "rounds", "turns", "margin", "lead_changes", "opener", "joint", "unfinished"
)
M_SEATS = len(MATCH_NAMES)

(
    R_START, R_TRIPLE, R_ZERO, R_SECOND, R_TILE, R_PLAIN, R_HEXAGON, R_EXTENSION, R_DRAW, R_FAILED, R_STUCK,
    R_OUT, R_OTHERS, R_TILES_LEFT, R_POOL_LEFT, R_BLOCKED,
) = _places(
    REASONS, Reason.START, Reason.TRIPLE, Reason.ZERO, Reason.SECOND_TRIPLE, Reason.TILE, Reason.PLAIN,
    Reason.HEXAGON, Reason.EXTENSION, Reason.DRAW, Reason.FAILED_DRAWS, Reason.STUCK, Reason.OUT,
    Reason.OTHERS_DIGITS, Reason.TILES_LEFT, Reason.POOL_LEFT, Reason.BLOCKED,
)  # fmt: skip
assert REASONS[R_PLAIN : R_PLAIN + 4] == (Reason.PLAIN, Reason.BRIDGE, Reason.DOCKING, Reason.DRONE)

(
    E_LEAD_DRAW, E_LAP_DRAW, E_TURN_UP, E_START, E_PLACE, E_DRAW, E_PASS, E_END, E_OUT, E_BLOCKED, E_COUNT,
) = _places(
    WHATS, What.LEAD_DRAW, What.LAP_DRAW, What.TURN_UP, What.START, What.PLACE, What.DRAW, What.PASS,
    What.END_TURN, What.OUT, What.BLOCKED, What.COUNT,
)  # fmt: skip

(
    n_tiles, n_players, n_hand, n_lead, n_without, n_lot, n_choose_zero, n_start_p, n_start_s, n_triple_p,
    n_triple_s, n_zero_p, n_second_p, n_second_s, n_most, n_at_once_draw, n_although, n_draw_cost,
    n_cost_if_failed, n_failed, n_several, n_stuck, n_tile_p, n_tile_s, n_kind_p, n_kind_s, n_ext_p, n_ext_s,
    n_ext_of, n_ext_hex, n_hex, n_out_p, n_out_others, n_out_cost, n_out_one, n_out_pool, n_block_winner,
    n_block_award, n_block_cost, n_target, n_rounds, n_at_once, n_round_winner, n_another, n_blank,
    n_patterns, n_zero_tile, n_rich, n_columns, n_live, n_two,
) = _places(
    tuple(AT), "tiles", "players", "hand", "lead", "without_triple", "first_by_lot", "choose_zero",
    "start_points", "start_sums", "triple_points", "triple_sums", "zero_points", "second_points",
    "second_sums", "draws_most", "place_at_once", "although_able", "draw_cost", "cost_if_failed", "failed",
    "several", "stuck", "tile_points", "tile_sums", "plain_points", "plain_sums", "extension_points",
    "extension_sums", "extension_of", "extension_with_hexagon", "hexagons_1", "out_points", "out_others",
    "out_cost", "out_one_left", "out_pool", "blocked_winner", "blocked_award", "blocked_cost", "target",
    "match_rounds", "at_once", "round_winner_wins", "another_round", "blank", "patterns", "zero_tile", "rich",
    "columns", "live", "two",
)  # fmt: skip

(
    S_LOG, S_MOVED, S_IDLE, S_END, S_AT_ONCE, S_LEADER, S_REACHED, S_ROUNDS, S_TURNS, S_CHANGES, S_OPENER,
    S_AHEAD, S_LAST_OUT, S_WAS_BLOCKED,
) = map(np.int64, range(14))  # fmt: skip
"""The length of the log, -1 without one.  Of the round: whether anything has changed since it was last known
that somebody can place; turns since the last placement; how it ended; whether reaching the target ends it at
once; who was last alone in the lead.  Of the match: whether the target was reached before this round; its
rounds, turns, changes of the lead after a round, first opener, and who was alone in the lead after a round;
who went out last; whether the last round was blocked.
"""

N_STATE = 14

GOES_ON, OUT, BLOCKED, BROKEN_OFF = map(np.int64, range(4))
"""How a round ended; broken off: somebody has reached the target of the match."""

TILES, CHOICES, GAME = map(np.int64, range(3))
"""The states of chance: for tiles, for choices, and that of the game from which they follow in each round."""

# --- chance, masks, points ----------------------------------------------------------------------------------


@part
def mixed(state: Any) -> Any:
    """Splitmix64: a state as a number in which every bit looks random."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


@part
def random_below(d: Any, stream: Any, count: Any) -> Any:
    """A number below `count` from a state of chance."""
    d.chance[stream] += GOLD
    return np.int64(((mixed(d.chance[stream]) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


@part
def takes_best(d: Any, seat: Any) -> Any:
    """Whether a seat takes what scores most; a pupil looks for it every other time."""
    return d.policy[seat] == GREEDY or (d.policy[seat] == PUPIL and random_below(d, CHOICES, 2) == 0)


@part
def bottom(low: Any, high: Any) -> Any:
    """The first tile of a mask of two words, which has a lowest sum."""
    return lowest(low) if low != ZERO else 64 + lowest(high)


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
    d.hands[2 * seat + (tile >> 6)] ^= bit(tile)


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
    if points != 0:
        d.points[seat * N_REASONS + reason] += points
        d.score[seat] += points


@part
def fits_somewhere(d: Any, low: Any, high: Any) -> Any:
    """Whether any of these tiles fits any open cell."""
    two, second = d.n[n_two] != 0, 4 * d.n[n_patterns]
    for i in range(np.int64(d.row[C_EDGE])):
        spot = np.int64(d.spot[d.front[i]])
        if d.fit[spot] & low != ZERO or (two and d.fit[second + spot] & high != ZERO):
            return True
    return False


# --- the log ------------------------------------------------------------------------------------------------


@part
def tell(d: Any, what: Any, seat: Any, tile: Any, cell: Any) -> Any:
    """Write an event into the log, if there is one."""
    if d.state[S_LOG] >= 0:
        d.state[S_LOG] = note(d.log, d.state[S_LOG], what, seat, tile, cell, d.points, d.seen)


@apart
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
