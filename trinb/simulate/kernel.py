"""The compiled engine: rounds and matches of any rule set, by the million.

It plays exactly what `rounds` and `matches` play, and a test holds that move for move.  Nothing is allocated while
it plays.  The helpers are merged into `play` when it is compiled, so handing arrays to them costs nothing.

How a board is kept: vertex (x, y) has the number ``y * width + x``; its cells have twice that, and one more for the
one that points down.  ``spot[cell]`` is what `Tables.fit` is asked with; a cell that is filled has `_FILLED` on top,
so that it never counts as open.  A new digit at a vertex adds a constant to the six cells around it.

Chance comes from two streams of one seed a round: the tiles, in the order in which they are taken, and the
choices of the players.  So two rule sets with the same box and the same seed see the same shuffles.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ..moves import What
from ..ruleparts import Reason
from .bits import add_four, highest, lowest, numbers_at, ones, put_four
from .columns import MATCH_NAMES, PLAIN_NAMES
from .program import AT, MOST_ROUNDS, REASONS, WHATS, WIDTHS, Program

Ints = NDArray[np.int64]

_FILLED = 0x8000
_REASONS = len(REASONS)
_GOLD = np.uint64(0x9E3779B97F4A7C15)
_I32, _I64, _U8, _U16, _U32, _U64 = (
    kind(0) for kind in (np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)
)
_ONE, _ZERO = np.uint64(1), np.uint64(0)
_SHIFT, _LOW = np.uint64(32), np.uint64(63)
_RANKS = np.uint64(0xF << 60)
_NONE = np.int64(-1)
_LITTLE = np.int64(-(1 << 40))
"""Less than any points."""

GREEDY, RANDOM = 0, 1
"""The players that it knows."""

# --- where things stand ------------------------------------------------------------------------------------

(
    C_TURNS, C_TILES, C_POINTS, C_DRAWS, C_PASSES, C_BLOCKED, C_PLAIN, C_BRIDGE, C_DOCKING, C_DRONE, C_HEXAGONS,
    C_EXTENSIONS, C_LAPS, C_HOLES, C_EDGE, C_WIDTH, C_HEIGHT, C_LEAD_CHANGES, C_MARGIN, C_OPENER, C_WINNER, C_POOL,
) = map(
    PLAIN_NAMES.index,
    (
        "turns", "tiles", "points", "draws", "passes", "blocked", "plain", "bridge", "docking", "drone", "hexagons",
        "extensions", "laps", "holes", "edge", "width", "height", "lead_changes", "margin", "opener", "winner",
        "pool",
    ),
)  # fmt: skip
_SEATS, _M_SEATS = len(PLAIN_NAMES), len(MATCH_NAMES)
M_ROUNDS, M_TURNS, M_MARGIN, M_CHANGES, M_OPENER, M_JOINT, M_UNFINISHED = map(
    MATCH_NAMES.index, ("rounds", "turns", "margin", "lead_changes", "opener", "joint", "unfinished")
)

(
    R_START, R_TRIPLE, R_ZERO, R_SECOND, R_TILE, R_PLAIN, R_HEXAGON, R_EXTENSION, R_DRAW, R_FAILED, R_STUCK, R_OUT,
    R_OTHERS, R_TILES_LEFT, R_POOL_LEFT, R_BLOCKED,
) = map(
    REASONS.index,
    (
        Reason.START, Reason.TRIPLE, Reason.ZERO, Reason.SECOND_TRIPLE, Reason.TILE, Reason.PLAIN, Reason.HEXAGON,
        Reason.EXTENSION, Reason.DRAW, Reason.FAILED_DRAWS, Reason.STUCK, Reason.OUT, Reason.OTHERS_DIGITS,
        Reason.TILES_LEFT, Reason.POOL_LEFT, Reason.BLOCKED,
    ),
)  # fmt: skip
assert REASONS[R_PLAIN : R_PLAIN + 4] == (Reason.PLAIN, Reason.BRIDGE, Reason.DOCKING, Reason.DRONE)
def _event(what: What) -> Any:
    """Its number; not a Python number, for each of which numba would compile `note` anew."""
    return np.int64(WHATS.index(what))


(
    E_LEAD_DRAW, E_LAP_DRAW, E_TURN_UP, E_START, E_PLACE, E_DRAW, E_PASS, E_END, E_OUT, E_BLOCKED, E_COUNT,
) = map(
    _event,
    (
        What.LEAD_DRAW, What.LAP_DRAW, What.TURN_UP, What.START, What.PLACE, What.DRAW, What.PASS, What.END_TURN,
        What.OUT, What.BLOCKED, What.COUNT,
    ),
)  # fmt: skip
(
    n_tiles, n_players, n_hand, n_lead, n_without, n_lot, n_choose_zero, n_start_p, n_start_s, n_triple_p, n_triple_s,
    n_zero_p, n_second_p, n_second_s, n_most, n_at_once_draw, n_although, n_draw_cost, n_cost_if_failed, n_failed,
    n_several, n_stuck, n_tile_p, n_tile_s, n_kind_p, n_kind_s, n_ext_p, n_ext_s, n_ext_of, n_ext_hex, n_hex, n_out_p,
    n_out_others, n_out_cost, n_out_one, n_out_pool, n_block_winner, n_block_award, n_block_cost, n_target, n_rounds,
    n_at_once, n_round_winner, n_another, n_blank, n_patterns, n_zero_tile, n_rich,
) = (
    AT[name]
    for name in (
        "tiles", "players", "hand", "lead", "without_triple", "first_by_lot", "choose_zero", "start_points",
        "start_sums", "triple_points", "triple_sums", "zero_points", "second_points", "second_sums", "draws_most",
        "place_at_once", "although_able", "draw_cost", "cost_if_failed", "failed", "several", "stuck", "tile_points",
        "tile_sums", "plain_points", "plain_sums", "extension_points", "extension_sums", "extension_of",
        "extension_with_hexagon", "hexagons_1", "out_points", "out_others", "out_cost", "out_one_left", "out_pool",
        "blocked_winner", "blocked_award", "blocked_cost", "target", "match_rounds", "at_once", "round_winner_wins",
        "another_round", "blank", "patterns", "zero_tile", "rich",
    )
)  # fmt: skip

LOG_ROOM = 20_000
"""What the log of a round takes at most; the kernel stops when there is less."""

LOG_ROUND = -2
"""A round in the log begins with this, the seat that begins a lap, the last winner (-1: none), and all hands."""

_step = njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy")
"""A part of `play` that is merged into it."""

# --- small steps ---------------------------------------------------------------------------------------------


@_step
def mixed(state: Any) -> Any:
    """Splitmix64: a state as a number in which every bit looks random."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


@_step
def below(state: Any, count: Any) -> Any:
    """A number below `count` from a state."""
    return np.int64(((mixed(state) >> _SHIFT) * np.uint64(count)) >> _SHIFT)


@_step
def top(low: Any, high: Any) -> Any:
    """The last tile of a mask of two words, which has a highest sum; -1 if there is none."""
    return highest(high) + 64 if high != _ZERO else highest(low)


@_step
def take(pool: Any, left: Any, chance: Any) -> Any:
    """A tile from the pool; the last one goes to its place."""
    at = below(chance, left)
    tile = pool[at]
    pool[at] = pool[left - 1]
    pool[left - 1] = tile
    return np.int64(tile)


@_step
def nth_of(word: Any, index: Any) -> Any:
    """The bit of a mask that has `index` bits before it."""
    while index > 0:
        word &= word - _ONE
        index -= 1
    return lowest(word)


@_step
def nth(low: Any, high: Any, index: Any) -> Any:
    """The tile of a mask of two words that has `index` tiles before it."""
    here = ones(low)
    return nth_of(low, index) if index < here else 64 + nth_of(high, index - here)


@_step
def completed(spot: Any, v: Any, corner: Any, o: Any, around: Any) -> Any:
    """How many hexagons a tile would complete whose corners are at ``v + corner[o]`` and so on."""
    hexagons = 0
    for j in range(3):
        full = 0
        for i in range(6):
            full += spot[2 * (v + corner[o + j]) + around[i]] >> 15
        hexagons += full == 5
    return hexagons


@_step
def beside(flag: Any, c: Any, across: Any, o: Any) -> Any:
    """Whether a cell lies beside bridges (1), extensions of bridges (2), or both (3)."""
    return flag[c + across[o]] | flag[c + across[o + 1]] | flag[c + across[o + 2]]


@_step
def clear(numbers: Any, count: Any) -> Any:
    """Set numbers to 0."""
    for i in range(count):
        numbers[i] = 0


@njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
def note(
    log: Any, at: Any, what: Any, seat: Any, tile: Any, cell: Any, points: Any, seen: Any
) -> Any:
    """Write an event into the log: what, seat, tile and cell; then each reason for points and the points; then -1.

    The points are what `points` holds for this seat since the last event of the seat.  Gives the new length.
    """
    log[at], log[at + 1], log[at + 2], log[at + 3] = what, seat, tile, cell
    at += 4
    for reason in range(_REASONS):
        index = seat * _REASONS + reason
        if points[index] != seen[index]:
            log[at], log[at + 1] = reason, points[index] - seen[index]
            seen[index] = points[index]
            at += 2
    log[at] = -1
    return at + 1


# --- the start of a round --------------------------------------------------------------------------------------


@_step
def highest_triple(hands: Any, players: Any, triples: Any) -> Any:
    """The highest triple in any hand, and who holds it; -1 if nobody does."""
    best, seat = -1, -1
    for p in range(players):
        tile = top(hands[2 * p] & triples[0], hands[2 * p + 1] & triples[1])
        if tile > best:
            best, seat = tile, p
    return best, seat


@_step
def highest_sum(hands: Any, players: Any, sums: Any) -> Any:
    """The highest digit sum in any hand, and the seats that hold it as a mask."""
    best, seats = -1, 0
    for p in range(players):
        value = sums[top(hands[2 * p], hands[2 * p + 1])]
        if value > best:
            best, seats = value, 0
        if value == best:
            seats |= 1 << p
    return best, seats


@_step
def has_more(hands: Any, p: Any, q: Any, sums: Any) -> Any:
    """Whether one seat's sums, the highest first, come after the other's."""
    a_low, a_high, b_low, b_high = hands[2 * p], hands[2 * p + 1], hands[2 * q], hands[2 * q + 1]
    while True:
        a, b = top(a_low, a_high), top(b_low, b_high)
        if a < 0 or b < 0:
            return a >= 0
        if sums[a] != sums[b]:
            return sums[a] > sums[b]
        if a >= 64:
            a_high ^= _ONE << np.uint64(a - 64)
        else:
            a_low ^= _ONE << np.uint64(a)
        if b >= 64:
            b_high ^= _ONE << np.uint64(b - 64)
        else:
            b_low ^= _ONE << np.uint64(b)


@_step
def lead_by_draw(n: Any, sums: Any, pool: Any, will: Any, log: Any, at: Any, points: Any, seen: Any) -> Any:
    """Each draws from an order of its own; the highest sum leads, equal ones draw again.

    Gives the seat, the state of chance, and the length of the log.
    """
    left, players = n[n_tiles], n[n_players]
    seats = (1 << players) - 1
    for tile in range(left):
        pool[tile] = tile
    while ones(np.uint64(seats)) > 1 and left >= ones(np.uint64(seats)):
        best, again = -1, 0
        for p in range(players):
            if seats >> p & 1:
                will += _GOLD
                tile = take(pool, left, will)
                left -= 1
                if at >= 0:
                    at = note(log, at, E_LEAD_DRAW, p, tile, _NONE, points, seen)
                if sums[tile] > best:
                    best, again = sums[tile], 0
                if sums[tile] == best:
                    again |= 1 << p
        seats = again
    return lowest(np.uint64(seats)), will, at


@_step
def best_leads(n: Any, sums: Any, triples: Any, low: Any, high: Any) -> Any:
    """Of some tiles those that score most as the first one."""
    best, best_low, best_high = _LITTLE, _ZERO, _ZERO
    while low | high != _ZERO:
        tile = top(low, high)
        bit = _ONE << np.uint64(tile & 63)
        value = n[n_start_p] + n[n_start_s] * sums[tile]
        if triples[tile >> 6] & bit != _ZERO:
            value += n[n_triple_p] + n[n_triple_s] * sums[tile]
            if sums[tile] == 0:
                value += n[n_zero_p]
        if value > best:
            best, best_low, best_high = value, _ZERO, _ZERO
        if tile >= 64:
            high ^= bit
            best_high |= bit if value == best else _ZERO
        else:
            low ^= bit
            best_low |= bit if value == best else _ZERO
    return best_low, best_high


@_step
def begin(
    n: Any, sums: Any, triples: Any, level: Any, policy: Any, first: Any, last_winner: Any, chance: Any, will: Any, pool: Any, lead_pool: Any,
    hands: Any, points: Any, seen: Any, log: Any, at: Any,
) -> Any:
    """Deal, find who leads, and choose the first tile.

    Gives the seat, the tile, whether it was turned up, how many tiles are left, how many were drawn in laps, both
    states of chance, and the length of the log.
    """
    players, size, left, laps = n[n_players], n[n_hand], n[n_tiles], 0
    # Every round starts from the same order, so that it does not depend on the rounds before it.
    for tile in range(left):
        pool[tile] = tile
    for p in range(players):
        low, high = _ZERO, _ZERO
        for _ in range(size):
            chance += _GOLD
            tile = take(pool, left, chance)
            left -= 1
            bit = _ONE << np.uint64(tile & 63)
            low |= bit if tile < 64 else _ZERO
            high |= bit if tile >= 64 else _ZERO
        hands[2 * p], hands[2 * p + 1] = low, high
    if first < 0:
        first = 0
        if n[n_lot]:
            chance += _GOLD
            first = below(chance, players)
    if at >= 0:
        log[at], log[at + 1], log[at + 2] = LOG_ROUND, first, last_winner
        at += 3
        for i in range(players * size):
            log[at] = pool[n[n_tiles] - 1 - i]
            at += 1
    if n[n_lead] == 1 and last_winner >= 0 and left > 0:
        chance += _GOLD
        tile = take(pool, left, chance)
        return last_winner, tile, True, left - 1, laps, chance, will, at
    led, drawers = -1, 0
    if n[n_lead] == 2:
        seat, will, at = lead_by_draw(n, sums, lead_pool, will, log, at, points, seen)
        low, high = hands[2 * seat], hands[2 * seat + 1]
    else:
        by_sum = False
        while True:
            led, seat = highest_triple(hands, players, triples)
            if led >= 0:
                break
            drawers = (1 << players) - 1
            by_sum = by_sum or left == 0 or n[n_without] != 0
            if by_sum:
                best, drawers = highest_sum(hands, players, sums)
                if ones(np.uint64(drawers)) == 1 or n[n_without] != 2 or left == 0:
                    break
            for step in range(players):
                p = step if by_sum else (first + step) % players
                if drawers >> p & 1 and left > 0:
                    chance += _GOLD
                    tile = take(pool, left, chance)
                    left -= 1
                    laps += 1
                    hands[2 * p + (tile >> 6)] |= _ONE << np.uint64(tile & 63)
                    if at >= 0:
                        at = note(log, at, E_LAP_DRAW, p, tile, _NONE, points, seen)
        low, high = _ZERO, _ZERO
        if led >= 0:
            bit = _ONE << np.uint64(led & 63)
            low, high = bit if led < 64 else low, bit if led >= 64 else high
            if n[n_choose_zero] and n[n_zero_tile] >= 0:
                low |= hands[2 * seat] & _ONE  # 0-0-0 is the kernel's tile 0
        else:
            # Of equal highest sums the one with the next highest tiles, then the lower seat.
            seat = lowest(np.uint64(drawers))
            for p in range(seat + 1, players):
                if drawers >> p & 1 and has_more(hands, p, seat, sums):
                    seat = p
            best = sums[top(hands[2 * seat], hands[2 * seat + 1])]
            low, high = hands[2 * seat] & level[2 * best], hands[2 * seat + 1] & level[2 * best + 1]
    if policy[seat] == GREEDY:
        low, high = best_leads(n, sums, triples, low, high)
    will += _GOLD
    tile = nth(low, high, below(will, ones(low) + ones(high)))
    hands[2 * seat + (tile >> 6)] ^= _ONE << np.uint64(tile & 63)
    return seat, tile, False, left, laps, chance, will, at


@_step
def score_lead(n: Any, sums: Any, triples: Any, hands: Any, seat: Any, tile: Any, points: Any) -> Any:
    """Write down what the first tile scores; gives the points."""
    at, total, digits = seat * _REASONS, n[n_start_p] + n[n_start_s] * sums[tile], sums[tile]
    points[at + R_START] = total
    if triples[tile >> 6] >> np.uint64(tile & 63) & _ONE:
        value = n[n_triple_p] + n[n_triple_s] * digits
        points[at + R_TRIPLE] = value
        total += value
        if digits == 0:
            points[at + R_ZERO] = n[n_zero_p]
            total += n[n_zero_p]
        if hands[2 * seat] & triples[0] or hands[2 * seat + 1] & triples[1]:
            value = n[n_second_p] + n[n_second_s] * digits
            points[at + R_SECOND] = value
            total += value
    return total


# --- the end of a round ------------------------------------------------------------------------------------------


@_step
def alone(totals: Any, score: Any, players: Any) -> Any:
    """Who is alone in the lead; -1 if nobody is."""
    best, who = _LITTLE, -1
    for p in range(players):
        value = totals[p] + score[p]
        if value > best:
            best, who = value, p
        elif value == best:
            who = -1
    return who


@_step
def weigh(hands: Any, players: Any, sums: Any, left: Any, digits: Any) -> Any:
    """Count what is left in each hand; gives the digit sum of all."""
    total = 0
    for p in range(players):
        value = 0
        for w in range(2):
            word = hands[2 * p + w]
            while word != _ZERO:
                value += sums[lowest(word) + 64 * w]
                word &= word - _ONE
        left[p] = ones(hands[2 * p]) + ones(hands[2 * p + 1])
        digits[p] = value
        total += value
    return total


@_step
def fewest(n: Any, left: Any, digits: Any, players: Any) -> Any:
    """Who is awarded for a blocked round; -1 if nobody is."""
    best, winner = 1 << 40, -1
    for p in range(players):
        value = digits[p] + (left[p] << 20 if n[n_block_winner] == 1 else 0)
        if value < best:
            best, winner = value, p
        elif value == best:
            winner = -1
    return winner


@_step
def settle(
    n: Any, sums: Any, hands: Any, pool: Any, in_pool: Any, seat: Any, winner: Any, blocked: Any, broken_off: Any,
    score: Any, points: Any, left: Any, digits: Any, seen: Any, log: Any, at: Any,
) -> Any:
    """Count what the end of the round is worth; gives who is awarded, and the length of the log."""
    players = n[n_players]
    all_digits = weigh(hands, players, sums, left, digits)
    if winner >= 0:
        slot, total = winner * _REASONS, 0
        if in_pool == 1 or not n[n_out_one]:
            points[slot + R_OUT] = n[n_out_p]
            total += n[n_out_p]
        if n[n_out_others]:
            points[slot + R_OTHERS] = all_digits
            total += all_digits
        if n[n_out_pool]:
            value = 0
            for i in range(in_pool):
                value += sums[pool[i]]
            points[slot + R_POOL_LEFT] = -value
            total -= value
        score[winner] += total
        if at >= 0:
            at = note(log, at, E_OUT, winner, _NONE, _NONE, points, seen)
    if blocked and at >= 0:
        at = note(log, at, E_BLOCKED, seat, _NONE, _NONE, points, seen)
    cost = n[n_block_cost] if blocked else n[n_out_cost]
    if cost and not broken_off:
        reason = R_BLOCKED if blocked else R_TILES_LEFT
        for p in range(players):
            if left[p] > 0:
                points[p * _REASONS + reason] = -cost * left[p]
                score[p] -= cost * left[p]
                if at >= 0:
                    at = note(log, at, E_COUNT, p, _NONE, _NONE, points, seen)
    if blocked and n[n_block_winner]:
        winner = fewest(n, left, digits, players)
        if winner >= 0:
            own = digits[winner]
            value = all_digits - 2 * own
            if n[n_block_award] == 1:
                value = all_digits - own - own * (players - 1)
            points[winner * _REASONS + R_BLOCKED] += value
            score[winner] += value
            if at >= 0:
                at = note(log, at, E_COUNT, winner, _NONE, _NONE, points, seen)
    return winner, at

# --- rounds and matches ------------------------------------------------------------------------------------------


@cache
def stamp() -> int:
    """A number that changes with the code on which the compiled one depends."""
    folder = Path(__file__).parent
    files = [folder / f"{name}.py" for name in ("bits", "columns", "kernel", "program")]
    files += [folder.parent / "ruleparts.py", folder.parent / "moves.py"]
    return crc32(b"".join(path.read_bytes() for path in files))


@cache
def kernel(words: int) -> Any:
    """The kernel for boxes whose masks take one word or two.

    It is compiled when it is first called with numbers, which takes some seconds, and kept on the disk.
    """
    two = words == 2
    width = WIDTHS[words]
    centre = width // 2 * width + width // 2
    corner = np.array([width, 1, 0, 1, width, width + 1])  # of an up cell, of a down cell, clockwise
    across = np.array([-2 * width + 1, 1, -1, -1, 1, 2 * width - 1])  # the cells across their sides
    around = np.array([-2 * width - 1, -2 * width, -2 * width + 1, -2, -1, 0])  # the cells around a vertex
    code = stamp()

    @njit(cache=True, nogil=True, error_model="numpy")
    def run(
        seed: Any, first: Any, count: Any, whole: Any, where: Any, n_columns: Any, n_live: Any, n_rows: Any,
        n_match: Any, n_log: Any,
    ) -> Any:
        """What `play` does, with the addresses of all arrays, and how long some of them are."""
        # --- what never changes ---
        n, digits, digit_sums = numbers_at(where[0], _I64), numbers_at(where[1], _I64), numbers_at(where[2], _I64)
        fit, kinds = numbers_at(where[3], _U64), numbers_at(where[4], _U8)
        rank_points, blanks, known = numbers_at(where[5], _I64), numbers_at(where[6], _U8), numbers_at(where[7], _I64)
        level, triples, live = numbers_at(where[8], _U64), numbers_at(where[9], _U64), numbers_at(where[10], _I64)
        spot, flag, front = numbers_at(where[11], _U16), numbers_at(where[12], _U8), numbers_at(where[13], _U32)
        vertex, marked = numbers_at(where[14], _U32), numbers_at(where[15], _U32)
        pool, lead_pool, hands = numbers_at(where[16], _I32), numbers_at(where[17], _I32), numbers_at(where[18], _U64)
        score, totals = numbers_at(where[19], _I64), numbers_at(where[20], _I64)
        points, seen = numbers_at(where[21], _I64), numbers_at(where[22], _I64)
        hit_low, hit_word = numbers_at(where[23], _U64), numbers_at(where[24], _U64)
        hit_at, hit_value = numbers_at(where[25], _I64), numbers_at(where[26], _I64)
        tiles_left, digits_left = numbers_at(where[27], _I64), numbers_at(where[28], _I64)
        row, game_sums, policy = numbers_at(where[29], _I32), numbers_at(where[30], _I64), numbers_at(where[31], _I64)
        sums, all_rows = numbers_at(where[32], _I64), numbers_at(where[33], _I32)
        all_matches, events = numbers_at(where[34], _I64), numbers_at(where[35], _I64)
        players, tiles, most = n[n_players], n[n_tiles], n[n_most]
        at_once_draw, although, several = n[n_at_once_draw] != 0, n[n_although] != 0, n[n_several]
        blank, patterns, rich, target = n[n_blank], n[n_patterns], n[n_rich] != 0, n[n_target]
        base = blank + 1
        above = base | 1 << 16 | base * base << 32  # what a digit weighs in the three cells above a vertex,
        under = base * base | 1 << 16 | base << 32  # and in those below
        unused = (patterns - 1) * (1 | 1 << 16 | 1 << 32 | 1 << 48)
        played, logged = 0, 0 if n_log else -1
        if code < 0:
            return 0, 0

        for game in range(first, first + count):
            state_of_game = mixed(seed + _GOLD * np.uint64(2 * game + 1))
            clear(totals, players)
            number, last_out, was_blocked, reached_before = 0, _NONE, False, False
            match_turns, match_changes, match_leader, match_opener, leader = 0, 0, -1, 0, -1
            while True:
                if logged >= 0 and logged > n_log - LOG_ROOM:
                    return played, logged
                clear(score, players)
                clear(points, players * _REASONS)
                if logged >= 0:
                    clear(seen, players * _REASONS)
                # --- the first tile ---
                chance = mixed(state_of_game ^ np.uint64(2 * number + 1))
                will = mixed(state_of_game ^ np.uint64(2 * number + 2))
                opener, tile, turned_up, left, laps, chance, will, logged = begin(
                    n, digit_sums, triples, level, policy, last_out, _NONE if was_blocked else last_out, chance, will,
                    pool, lead_pool, hands, points, seen, events, logged,
                )  # fmt: skip
                seat = opener
                if not turned_up:
                    score[seat] = score_lead(n, digit_sums, triples, hands, seat, tile, points)
                if logged >= 0:
                    what = E_TURN_UP if turned_up else E_START
                    logged = note(events, logged, what, seat, tile, 2 * centre, points, seen)
                for j in range(3):
                    v = centre + corner[j]
                    d = digits[3 * tile + j] - blank
                    add_four(spot, 2 * v - 2, d * above)
                    add_four(spot, 2 * (v - width) - 1, d * under)
                    vertex[j] = v
                spot[2 * centre] |= np.uint16(_FILLED)
                for j in range(3):
                    c = 2 * centre + across[j]
                    spot[c] += np.uint16(patterns)
                    front[j] = c
                n_vertices, n_front, n_marked = 3, 3, 0
                turns, draws, passes, hexagons, extensions, changes, idle = 1, 0, 0, 0, 0, 0, 0
                k0, k1, k2, k3 = 0, 0, 0, 0
                blocked, winner = False, _NONE
                moved = True  # since it was last known that somebody can place
                scored = True  # since it was last seen who leads
                broken_off = (
                    whole and n[n_at_once] and not reached_before and totals[seat] + score[seat] >= target >= 0
                )
                if not turned_up and not broken_off and hands[2 * seat] | hands[2 * seat + 1] == _ZERO:
                    winner = seat
                # --- turn after turn ---
                while not broken_off and winner < 0:
                    # Nobody can ever place again?
                    if (left == 0 or most == 0) and moved:
                        low, high = _ZERO, _ZERO
                        for p in range(players):
                            low |= hands[2 * p]
                            high |= hands[2 * p + 1]
                        moved, blocked = False, True
                        for i in range(n_front):
                            st = spot[front[i]]
                            if fit[st] & low != _ZERO or (two and fit[4 * patterns + st] & high != _ZERO):
                                blocked = False
                                break
                        if blocked:
                            break
                    if scored:
                        who = alone(totals, score, players)
                        if who >= 0 and who != leader:
                            changes += leader >= 0
                            leader = who
                        scored = False
                    seat = seat + 1 if seat + 1 < players else 0
                    turns += 1
                    idle += 1
                    drawn, placed = 0, 0
                    low, high = hands[2 * seat], hands[2 * seat + 1] if two else _ZERO
                    greedy = policy[seat] == GREEDY
                    while True:  # within the turn
                        # --- where do the tiles fit, and what is the most they score there? ---
                        hits, any_rank = 0, _ZERO
                        for i in range(n_front):
                            st = np.int64(spot[front[i]])
                            word = fit[st]
                            fits = word & low
                            hit_at[hits] = i
                            if two:
                                hit_low[hits] = fits
                                word = fit[4 * patterns + st]
                                fits |= word & high
                            hit_word[hits] = word
                            any_rank |= word if fits != _ZERO else _ZERO
                            hits += fits != _ZERO
                        can_draw = left > 0 and (most < 0 or drawn < most)
                        draw_it = hits == 0
                        if draw_it:
                            if placed > 0:
                                break
                            if not can_draw:
                                passes += 1
                                cost = n[n_stuck]
                                points[seat * _REASONS + R_STUCK] -= cost
                                score[seat] -= cost
                                scored |= cost != 0
                                if logged >= 0:
                                    logged = note(events, logged, E_PASS, seat, _NONE, _NONE, points, seen)
                                break
                        else:
                            # --- choose ---
                            wanted = _RANKS
                            if greedy:
                                wanted = _ONE << np.uint64(highest(any_rank))
                                best = rank_points[highest(any_rank) - 60]
                                if rich:
                                    best = _LITTLE
                                    for h in range(hits):
                                        c = np.int64(front[hit_at[h]])
                                        st = np.int64(spot[c])
                                        k = kinds[st]
                                        value, s = n[n_tile_p] + n[n_kind_p + 2 * k], n[n_tile_s] + n[n_kind_s + 2 * k]
                                        if k >= 2:
                                            o = 3 * (c & 1)
                                            full = completed(spot, c >> 1, corner, o, around)
                                            if full:
                                                value += n[n_hex + full - 1]
                                            if not full or n[n_ext_hex]:
                                                marks = beside(flag, c, across, o)
                                                if n[n_ext_of] == 2 or marks & 1 or (n[n_ext_of] == 0 and marks):
                                                    value += n[n_ext_p]
                                                    s += n[n_ext_s]
                                        a_low, a_high = hit_word[h] & low, _ZERO
                                        if two:
                                            a_low, a_high = hit_low[h], hit_word[h] & high
                                        if s != 0:
                                            if s > 0:
                                                tile = top(a_low, a_high) if two else highest(a_low)
                                            else:
                                                tile = lowest(a_low) if a_low != _ZERO else lowest(a_high) + 64
                                            d = digit_sums[tile]
                                            a_low &= level[2 * d]
                                            a_high &= level[2 * d + 1]
                                            value += s * d
                                        hit_value[h] = value
                                        hit_word[h] = a_low
                                        if two:
                                            hit_low[h], hit_word[h] = a_low, a_high
                                        best = max(best, value)
                                    wanted = _ONE << _LOW
                                    for h in range(hits):
                                        hit_word[h] |= wanted if hit_value[h] == best else _ZERO
                                if best < 0 and placed > 0 and several == 1:
                                    if logged >= 0:
                                        logged = note(events, logged, E_END, seat, _NONE, _NONE, points, seen)
                                    break
                            many = 0
                            for h in range(hits):
                                word = hit_word[h]
                                here = ones(word & high) + ones(hit_low[h]) if two else ones(word & low)
                                many += here if word & wanted != _ZERO else 0
                            # A random player may also stop, or draw although something fits.
                            other = 0
                            if not greedy:
                                other = several == 1 if placed > 0 else although and can_draw
                            will += _GOLD
                            r = below(will, many + other)
                            if r == many:
                                if placed > 0:
                                    if logged >= 0:
                                        logged = note(events, logged, E_END, seat, _NONE, _NONE, points, seen)
                                    break
                                draw_it = True
                        if draw_it:
                            chance += _GOLD
                            tile = take(pool, left, chance)
                            left -= 1
                            drawn += 1
                            draws += 1
                            moved = True
                            bit = _ONE << np.uint64(tile & 63)
                            new_low, new_high = bit, _ZERO
                            if two and tile >= 64:
                                new_low, new_high = _ZERO, bit
                            hands[2 * seat] |= new_low
                            if two:
                                hands[2 * seat + 1] |= new_high
                            low, high = new_low, new_high
                            if although:
                                low, high = hands[2 * seat], hands[2 * seat + 1]
                            cost = 0 if n[n_cost_if_failed] else n[n_draw_cost]
                            points[seat * _REASONS + R_DRAW] -= cost
                            in_vain = False
                            if drawn == most and (at_once_draw or n[n_failed] or n[n_cost_if_failed]):
                                in_vain = True
                                for i in range(n_front):
                                    st = spot[front[i]]
                                    if fit[st] & low != _ZERO or (two and fit[4 * patterns + st] & high != _ZERO):
                                        in_vain = False
                                        break
                                if in_vain:
                                    value = n[n_draw_cost] * drawn if n[n_cost_if_failed] else 0
                                    points[seat * _REASONS + R_DRAW] -= value
                                    points[seat * _REASONS + R_FAILED] -= n[n_failed]
                                    cost += value + n[n_failed]
                            score[seat] -= cost
                            scored |= cost != 0
                            if logged >= 0:
                                logged = note(events, logged, E_DRAW, seat, tile, _NONE, points, seen)
                            if in_vain or not at_once_draw:
                                break
                            continue
                        # --- find the chosen one ---
                        h = 0
                        while True:
                            word = hit_word[h]
                            here = ones(word & high) + ones(hit_low[h]) if two else ones(word & low)
                            here = here if word & wanted != _ZERO else 0
                            if r < here:
                                break
                            r -= here
                            h += 1
                        tile = nth(hit_low[h], word & high, r) if two else nth_of(word & low, r)
                        # --- lay it ---
                        i = hit_at[h]
                        c = np.int64(front[i])
                        n_front -= 1
                        front[i] = front[n_front]
                        st = np.int64(spot[c])
                        k = np.int64(kinds[st])
                        o, v = 3 * (c & 1), c >> 1
                        bit, d = _ONE << np.uint64(tile & 63), digit_sums[tile]
                        if two and tile >= 64:
                            hands[2 * seat + 1] ^= bit
                        else:
                            hands[2 * seat] ^= bit
                        slot = seat * _REASONS
                        value = n[n_tile_p] + n[n_tile_s] * d
                        gained = value
                        points[slot + R_TILE] += value
                        value = n[n_kind_p + 2 * k] + n[n_kind_s + 2 * k] * d
                        points[slot + R_PLAIN + k] += value
                        gained += value
                        k0 += k == 0
                        if k == 0:
                            u = v + corner[o + np.int64(blanks[st - patterns])]
                            d -= np.int64(known[st - patterns]) + blank
                            add_four(spot, 2 * u - 2, d * above)
                            add_four(spot, 2 * (u - width) - 1, d * under)
                            vertex[n_vertices] = u
                            n_vertices += 1
                        elif k == 1:
                            k1 += 1
                            flag[c] = 1
                            marked[n_marked] = c
                            n_marked += 1
                        else:
                            k2 += k == 2
                            k3 += k == 3
                            full, marks = completed(spot, v, corner, o, around), beside(flag, c, across, o)
                            hexagons += full
                            if full:
                                points[slot + R_HEXAGON] += n[n_hex + full - 1]
                                gained += n[n_hex + full - 1]
                            elif marks:
                                flag[c] = 2
                                marked[n_marked] = c
                                n_marked += 1
                                extensions += 1
                            if (not full or n[n_ext_hex]) and (
                                n[n_ext_of] == 2 or marks & 1 or (n[n_ext_of] == 0 and marks)
                            ):
                                value = n[n_ext_p] + n[n_ext_s] * d
                                points[slot + R_EXTENSION] += value
                                gained += value
                        spot[c] |= np.uint16(_FILLED)
                        for j in range(3):
                            x = c + across[o + j]
                            st = np.int64(spot[x])
                            front[n_front] = x
                            n_front += st < patterns
                            spot[x] = np.uint16(st + (patterns if st < _FILLED else 0))
                        score[seat] += gained
                        if logged >= 0:
                            logged = note(events, logged, E_PLACE, seat, tile, c, points, seen)
                        scored |= gained != 0
                        moved = True
                        placed += 1
                        idle = 0
                        low, high = hands[2 * seat], hands[2 * seat + 1] if two else _ZERO
                        if low | high == _ZERO:
                            winner = seat
                            break
                        if whole and n[n_at_once] and not reached_before and target >= 0:
                            broken_off = totals[seat] + score[seat] >= target
                            if broken_off:
                                break
                        if several == 0:
                            break
                # --- the end of the round ---
                if blocked:
                    turns += max(0, players - idle)
                winner, logged = settle(
                    n, digit_sums, hands, pool, left, seat, winner, blocked, broken_off, score, points,
                    tiles_left, digits_left, seen, events, logged,
                )  # fmt: skip
                who = alone(totals, score, players)
                if who >= 0 and who != leader:
                    changes += leader >= 0
                    leader = who
                # --- write it down ---
                all_points, highest_score, second = np.int64(0), _LITTLE, _LITTLE
                for p in range(players):
                    value = score[p]
                    all_points += value
                    second = max(second, min(value, highest_score))
                    highest_score = max(highest_score, value)
                    at = _SEATS + p
                    row[at], row[at + players] = value, winner == p
                    row[at + 2 * players], row[at + 3 * players] = tiles_left[p], digits_left[p]
                    row[at + 4 * players] = opener == p
                least_x, most_x = vertex[0] % width, vertex[0] % width
                least, last = vertex[0], vertex[0]
                for i in range(1, n_vertices):
                    v = vertex[i]
                    x = v % width
                    least_x, most_x = min(least_x, x), max(most_x, x)
                    least, last = min(least, v), max(last, v)
                row[C_TURNS], row[C_TILES], row[C_POINTS] = turns, 1 + k0 + k1 + k2 + k3, all_points
                row[C_DRAWS], row[C_PASSES], row[C_BLOCKED] = draws, passes, blocked
                row[C_PLAIN], row[C_BRIDGE] = k0, k1
                row[C_DOCKING], row[C_DRONE] = k2, k3
                row[C_HEXAGONS], row[C_EXTENSIONS], row[C_LAPS] = hexagons, extensions, laps
                row[C_HOLES], row[C_EDGE] = k1 - k3, n_front
                row[C_WIDTH], row[C_HEIGHT] = most_x - least_x, last // width - least // width
                row[C_LEAD_CHANGES] = changes
                row[C_MARGIN] = highest_score - second if players > 1 else highest_score
                row[C_OPENER], row[C_WINNER], row[C_POOL] = opener, winner, left
                at = _SEATS + 5 * players
                for i in range(n_live):
                    row[at + i] = points[live[i]]
                for i in range(n_columns):
                    value = np.int64(row[i])
                    sums[i] += value
                    sums[n_columns + i] += value * value
                if played < n_rows:
                    for i in range(n_columns):
                        all_rows[played * n_columns + i] = row[i]
                played += 1
                # --- clear the table ---
                for i in range(n_vertices):
                    v = vertex[i]
                    put_four(spot, 2 * v - 2, unused)
                    put_four(spot, 2 * (v - width) - 1, unused)
                for i in range(n_marked):
                    flag[marked[i]] = 0
                if not whole:
                    break
                # --- does the match go on? ---
                for i in range(n_columns):
                    game_sums[i] = row[i] + (game_sums[i] if number else 0)
                if number == 0:
                    match_opener = opener
                number += 1
                match_turns += turns
                best, many, ahead = _LITTLE, 0, -1
                for p in range(players):
                    totals[p] += score[p]
                    if totals[p] > best:
                        best, many, ahead = totals[p], 0, p
                    many += totals[p] == best
                if many == 1 and ahead != match_leader:
                    match_changes += match_leader >= 0
                    match_leader = ahead
                was_blocked = blocked or broken_off
                if not was_blocked:
                    last_out = winner
                reached_before = target >= 0 and best >= target
                ended = reached_before or (n[n_rounds] >= 0 and number >= n[n_rounds])
                sole = winner if n[n_round_winner] and winner >= 0 and totals[winner] >= target else -1
                if (ended and (sole >= 0 or many == 1 or not n[n_another])) or number >= MOST_ROUNDS:
                    for i in range(n_columns):
                        sums[2 * n_columns + i] += game_sums[i] * game_sums[i]
                        sums[3 * n_columns + i] += game_sums[i] * number
                    at = (game - first) * n_match
                    second = _LITTLE
                    who = sole if sole >= 0 else ahead
                    for p in range(players):
                        all_matches[at + _M_SEATS + p] = totals[p]
                        all_matches[at + _M_SEATS + players + p] = p == sole if sole >= 0 else totals[p] == best
                        if p != who:
                            second = max(second, totals[p])
                    all_matches[at + M_ROUNDS], all_matches[at + M_TURNS] = number, match_turns
                    all_matches[at + M_MARGIN] = totals[who] - second if players > 1 else totals[who]
                    all_matches[at + M_CHANGES], all_matches[at + M_OPENER] = match_changes, match_opener
                    all_matches[at + M_JOINT], all_matches[at + M_UNFINISHED] = sole < 0 and many > 1, not ended
                    break
        return played, max(logged, 0)

    return run


def play(
    what: Program, seed: int, first: int, count: int, whole: bool, policies: Ints, sums: Ints, rows: NDArray[np.int32],
    match_rows: Ints, log: Ints,
) -> tuple[int, int]:
    """Play rounds (or matches, if `whole`) number `first` to `first + count` of a seed.

    Args:
        what: the rules.
        seed, first, count, whole: what to play.
        policies: for each seat `GREEDY` or `RANDOM`.
        sums: gets added, in four rows: the sums of all columns of rounds; of their squares; and of matches the squares
            of the sums, and their products with the number of rounds.
        rows: gets a row for each round, if it has any.
        match_rows: gets a row for each match, if matches are played.
        log: gets all events, if it has room.

    Returns:
        How many rounds were played, and how long the log is.
    """
    arrays = (*what.tables, *what.room(), policies, sums, rows, match_rows, log)
    assert all(array.flags.c_contiguous for array in arrays)
    where = np.array([array.ctypes.data for array in arrays], np.int64)
    return kernel(what.words)(
        np.uint64(seed % 2**64), first, count, whole, where, len(what.columns), len(what.tables.live), len(rows),
        len(what.match_columns), len(log),
    )  # fmt: skip
