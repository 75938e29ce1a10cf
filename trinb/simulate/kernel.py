"""The compiled engine: rounds and matches of any rule set, by the million.

It plays exactly what `rounds` and `matches` play, and a test holds that move for move.  One big function, since
handing arrays to helpers costs more than the helpers do; nothing is allocated while it plays.

How a board is kept: vertex (x, y) has the number ``y * width + x``, its cells have twice that and one more for the
one that points down.  ``spot[cell]`` is what `Program.fit` is asked with; a cell that is filled has `_FILLED` on top,
so that it never counts as open.  A new digit at a vertex adds a constant to the six cells around it.

Chance comes from two streams of one seed a round: the tiles, in the order in which they are taken, and the
choices of the players.  So two rule sets with the same box and the same seed see the same shuffles.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit

from ..moves import What
from ..ruleparts import Reason
from .bits import highest, lowest, ones
from .program import AT, MOST_SEATS, REASONS, WHATS

_FILLED = 0x8000
_REASONS = len(REASONS)
_GOLD = np.uint64(0x9E3779B97F4A7C15)
_ONE, _ZERO, _ALL = np.uint64(1), np.uint64(0), np.uint64(0xFFFFFFFFFFFFFFFF)
_SHIFT = np.uint64(32)

# --- what is written down of each round: the columns of its row --------------------------------------------

PLAIN_COLUMNS = (
    "turns", "tiles", "points", "draws", "passes", "blocked", "plain", "bridge", "docking", "drone",
    "hexagons", "extensions", "laps", "holes", "width", "height", "lead_changes", "margin", "opener", "winner",
    "pool",
)  # fmt: skip
SEAT_COLUMNS = ("score", "won", "left", "digits", "opened")
COLUMNS = (
    *PLAIN_COLUMNS,
    *(f"{name}_{seat}" for name in SEAT_COLUMNS for seat in range(MOST_SEATS)),
    *(f"{reason.value}_{seat}" for seat in range(MOST_SEATS) for reason in REASONS),
)
"""What a row holds, in order; `winner` is -1 when nobody is awarded."""

MATCH_COLUMNS = (
    "rounds", "turns", "margin", "lead_changes", "opener", "joint",
    *(f"total_{seat}" for seat in range(MOST_SEATS)),
    *(f"won_{seat}" for seat in range(MOST_SEATS)),
)  # fmt: skip
"""What is written down of a match; `won` is 1 for each of its winners."""

MOST_ROUNDS = 10_000
"""A match that nobody has won by then is given up."""

_COL = {name: index for index, name in enumerate(COLUMNS)}
_MATCH = {name: index for index, name in enumerate(MATCH_COLUMNS)}
_M_TOTAL, _M_WON = _MATCH["total_0"], _MATCH["won_0"]
_SCORE, _WON, _LEFT, _DIGITS, _OPENED = (_COL[f"{name}_0"] for name in SEAT_COLUMNS)
_BY_REASON = _COL[f"{REASONS[0].value}_0"]
(
    _TURNS, _TILES, _POINTS, _DRAWS, _PASSES, _BLOCKED, _PLAIN, _BRIDGE, _DOCKING, _DRONE,
    _HEXAGONS, _EXTENSIONS, _LAPS, _HOLES, _WIDTH, _HEIGHT, _CHANGES, _MARGIN, _OPENER, _WINNER, _POOL,
) = range(len(PLAIN_COLUMNS))  # fmt: skip


def _reason(reason: Reason) -> int:
    return REASONS.index(reason)


def _what(what: What) -> int:
    return WHATS.index(what)


R_START, R_TRIPLE, R_ZERO, R_SECOND = map(
    _reason, (Reason.START, Reason.TRIPLE, Reason.ZERO, Reason.SECOND_TRIPLE)
)
R_TILE, R_KIND, R_HEXAGON, R_EXTENSION = map(
    _reason, (Reason.TILE, Reason.PLAIN, Reason.HEXAGON, Reason.EXTENSION)
)
R_DRAW, R_FAILED, R_STUCK, R_OUT = map(_reason, (Reason.DRAW, Reason.FAILED_DRAWS, Reason.STUCK, Reason.OUT))
R_OTHERS, R_TILES_LEFT, R_POOL_LEFT, R_BLOCKED = map(
    _reason, (Reason.OTHERS_DIGITS, Reason.TILES_LEFT, Reason.POOL_LEFT, Reason.BLOCKED)
)
assert REASONS[R_KIND : R_KIND + 4] == (Reason.PLAIN, Reason.BRIDGE, Reason.DOCKING, Reason.DRONE)
E_LEAD_DRAW, E_LAP_DRAW, E_TURN_UP, E_START, E_PLACE, E_DRAW, E_PASS, E_END, E_OUT, E_BLOCKED, E_COUNT = map(
    _what,
    (
        What.LEAD_DRAW, What.LAP_DRAW, What.TURN_UP, What.START, What.PLACE, What.DRAW, What.PASS, What.END_TURN,
        What.OUT, What.BLOCKED, What.COUNT,
    ),
)  # fmt: skip

GREEDY, RANDOM = 0, 1
"""The players that it knows."""

LOG_DEAL, LOG_EVENT = 3, 4
"""The log: a round begins with -2, the seat that begins a lap, the last winner (-1: none), and the tiles of all hands.

An event is what, seat, tile and cell (-1: none); then its lines, each a reason and its points, and a -1.
"""

# --- where the numbers of a program stand ---------------------------------------------------------------

N = AT  # short, since the kernel reads them one by one
(
    n_tiles, n_players, n_hand, n_lead, n_without, n_lot, n_choose_zero, n_start_p, n_start_s, n_triple_p, n_triple_s,
    n_zero_p, n_zero_s, n_second_p, n_second_s, n_most, n_at_once_draw, n_although, n_draw_cost, n_cost_if_failed,
    n_failed, n_several, n_stuck, n_tile_p,
) = (
    N[name]
    for name in (
        "tiles", "players", "hand", "lead", "without_triple", "first_by_lot", "choose_zero", "start_points",
        "start_sums", "triple_points", "triple_sums", "zero_points", "zero_sums", "second_points", "second_sums",
        "draws_most", "place_at_once", "although_able", "draw_cost", "cost_if_failed", "failed", "several", "stuck",
        "tile_points",
    )
)  # fmt: skip
(
    n_ext_p, n_ext_s, n_ext_of, n_ext_hex, n_hex, n_out_p, n_out_others, n_out_cost, n_out_one, n_out_pool,
    n_block_winner, n_block_award, n_block_cost, n_target, n_rounds, n_at_once, n_round_winner, n_another, n_blank,
    n_patterns, n_zero_tile,
) = (
    N[name]
    for name in (
        "extension_points", "extension_sums", "extension_of", "extension_with_hexagon", "hexagons_1", "out_points",
        "out_others", "out_cost", "out_one_left", "out_pool", "blocked_winner", "blocked_award", "blocked_cost",
        "target", "match_rounds", "at_once", "round_winner_wins", "another_round", "blank", "patterns", "zero_tile",
    )
)  # fmt: skip
n_kind_p = n_tile_p + 2  # points and sums of the four kinds follow one another


@njit(inline="always")  # type: ignore[untyped-decorator]
def mixed(state: Any) -> Any:
    """Splitmix64: a state as a number in which every bit looks random."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


@njit(inline="always")  # type: ignore[untyped-decorator]
def below(state: Any, count: Any) -> Any:
    """A number below `count` from a state."""
    return np.int64(((mixed(state) >> _SHIFT) * np.uint64(count)) >> _SHIFT)


@cache
def kernel(words: int, rich: bool, log_it: bool) -> Any:
    """The kernel for masks of one or two words; `rich` as in `Program`; with or without a log of every event.

    It is compiled when it is first called with numbers, which takes some seconds, and kept on the disk.
    """
    width = 72 if words == 1 else 136  # a chain of tiles gets half its length away from the middle
    centre = width // 2 * width + width // 2
    two, logs, plain = words == 2, log_it, not rich

    @njit(cache=True, nogil=True, error_model="numpy")  # type: ignore[untyped-decorator]
    def play(
        seed: Any,
        first: Any,
        count: Any,
        numbers: Any,
        policies: Any,
        digits: Any,
        sums: Any,
        fit: Any,
        kinds: Any,
        blanks: Any,
        known: Any,
        level: Any,
        triples: Any,
        whole: Any,
        total: Any,
        squares: Any,
        rows: Any,
        match_rows: Any,
        log: Any,
    ) -> Any:
        """Play rounds (or matches, if `whole`) number `first` to `first + count` of a seed.

        `total` and `squares` get the sums of the columns of all rounds added; `rows` and `match_rows` get a row for
        each if they have any.  Gives the number of rounds played and the length of the log.
        """
        # --- what never changes ---
        tiles, players, hand_size = numbers[n_tiles], numbers[n_players], numbers[n_hand]
        most, at_once_draw, although = numbers[n_most], numbers[n_at_once_draw] != 0, numbers[n_although] != 0
        several, blank, patterns = numbers[n_several], numbers[n_blank], numbers[n_patterns]
        base = blank + 1
        weight = (1, base, base * base)
        tile_p, tile_s = numbers[n_tile_p], numbers[n_tile_p + 1]
        ext_p, ext_s, ext_of = numbers[n_ext_p], numbers[n_ext_s], numbers[n_ext_of]
        ext_hex = numbers[n_ext_hex] != 0
        award_p, award_s = np.empty(4, np.int64), np.empty(4, np.int64)
        for k in range(4):
            award_p[k] = tile_p + numbers[n_kind_p + 2 * k]
            award_s[k] = tile_s + numbers[n_kind_p + 2 * k + 1]
        around = np.array(
            [-2 * width + 1, 1, -1, -1, 1, 2 * width - 1], np.int64
        )  # of an up cell, of a down cell
        corner = np.array([width, 1, 0, 1, width, width + 1], np.int64)
        touch = np.array(
            [0, -2, -2 * width, -1, -2 * width + 1, -2 * width - 1], np.int64
        )  # cells around a vertex
        touch_w = np.array([weight[2], weight[1], weight[0], weight[0], weight[1], weight[2]], np.int64)
        size = 2 * width * width
        empty = np.uint16(patterns - 1)
        spot = np.full(size, empty, np.uint16)
        filled = np.zeros(size // 2, np.uint8)  # filled cells around each vertex
        flag = np.zeros(size, np.uint8)  # 1: laid as a bridge, 2: laid as the extension of one
        front = np.empty(3 * tiles + 8, np.uint32)
        vertex = np.empty(2 * tiles + 8, np.int64)
        laid = np.empty(tiles + 1, np.int64)
        pool, lead_pool = np.empty(tiles, np.int32), np.empty(tiles, np.int32)
        lo, hi = np.zeros(MOST_SEATS, np.uint64), np.zeros(MOST_SEATS, np.uint64)
        score, totals = np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS, np.int64)
        by_reason = np.zeros(MOST_SEATS * _REASONS, np.int64)
        row = np.zeros(len(COLUMNS), np.int64)
        hit_lo, hit_hi = np.empty(3 * tiles + 8, np.uint64), np.empty(3 * tiles + 8, np.uint64)
        hit_at, hit_value = np.empty(3 * tiles + 8, np.int64), np.empty(3 * tiles + 8, np.int64)
        used = _BY_REASON + players * _REASONS
        n_vertices, n_laid, n_front = 0, 0, 0
        played, logged = 0, 0
        target = numbers[n_target]

        for game in range(first, first + count):
            state_of_game = mixed(seed + _GOLD * np.uint64(2 * game + 1))
            totals[:] = 0
            round_number = 0
            last_out = -1
            was_blocked = False
            reached_before = False
            match_turns, match_changes, match_leader, match_opener = 0, 0, -1, 0
            while True:
                chance = mixed(state_of_game ^ np.uint64(2 * round_number + 1))
                will = mixed(state_of_game ^ np.uint64(2 * round_number + 2))
                # --- clear the table ---
                for i in range(n_vertices):
                    v = vertex[i]
                    filled[v] = 0
                    for j in range(6):
                        spot[2 * v + touch[j]] = empty
                for i in range(n_laid):
                    flag[laid[i]] = 0
                n_vertices, n_laid, n_front = 0, 0, 0
                left = tiles
                # Every round starts from the same order, so that it does not depend on the rounds before it.
                for i in range(tiles):
                    pool[i] = i
                for p in range(players):
                    lo[p] = _ZERO
                    hi[p] = _ZERO
                    score[p] = 0
                by_reason[: players * _REASONS] = 0
                turns, draws, passes, laps, hexagons, extensions, changes, leader = 0, 0, 0, 0, 0, 0, 0, -1
                k0, k1, k2, k3 = 0, 0, 0, 0
                blocked, over, winner, broken_off = False, False, -1, False
                # --- deal ---
                for p in range(players):
                    for _ in range(hand_size):
                        chance += _GOLD
                        j = below(chance, left)
                        left -= 1
                        t = np.int64(pool[j])
                        pool[j] = pool[left]
                        pool[left] = np.int32(t)
                        if two and t >= 64:
                            hi[p] |= _ONE << np.uint64(t - 64)
                        else:
                            lo[p] |= _ONE << np.uint64(t)
                last_winner = -1 if was_blocked else last_out
                first_seat = last_out
                if first_seat < 0:
                    first_seat = 0
                    if numbers[n_lot]:
                        chance += _GOLD
                        first_seat = below(chance, players)
                if logs:
                    log[logged] = -2
                    log[logged + 1] = first_seat
                    log[logged + 2] = last_winner
                    logged += LOG_DEAL
                    for p in range(players):
                        for j in range(hand_size):
                            log[logged] = pool[tiles - 1 - p * hand_size - j]
                            logged += 1
                # --- who leads which tile ---
                seat, led, choices_lo, choices_hi = 0, -1, _ZERO, _ZERO
                turned_up = numbers[n_lead] == 1 and last_winner >= 0 and left > 0
                if turned_up:
                    seat = last_winner
                elif numbers[n_lead] == 2:
                    # Each draws from an order of its own; the highest sum leads, equal ones draw again.
                    contenders, lead_left = (1 << players) - 1, tiles
                    for i in range(tiles):
                        lead_pool[i] = i
                    while True:
                        many = ones(np.uint64(contenders))
                        if many <= 1 or lead_left < many:
                            break
                        best, again = -1, 0
                        for p in range(players):
                            if contenders >> p & 1:
                                will += _GOLD
                                j = below(will, lead_left)
                                lead_left -= 1
                                t = np.int64(lead_pool[j])
                                lead_pool[j] = lead_pool[lead_left]
                                lead_pool[lead_left] = np.int32(t)
                                if logs:
                                    log[logged] = E_LEAD_DRAW
                                    log[logged + 1] = p
                                    log[logged + 2] = t
                                    log[logged + 3] = -1
                                    log[logged + 4] = -1
                                    logged += 5
                                if sums[t] > best:
                                    best, again = sums[t], 0
                                if sums[t] == best:
                                    again |= 1 << p
                        contenders = again
                    seat = lowest(np.uint64(contenders))
                    choices_lo, choices_hi = lo[seat], hi[seat]
                else:
                    by_sum = False
                    everybody = (1 << players) - 1
                    drawers = everybody
                    while True:
                        # The highest triple that anybody holds.
                        for i in range(len(triples)):
                            t = triples[i]
                            for p in range(players):
                                word = hi[p] if two and t >= 64 else lo[p]
                                if led < 0 and word >> np.uint64(t & 63) & _ONE:
                                    led, seat = t, p
                            if led >= 0:
                                break
                        if led >= 0:
                            break
                        if numbers[n_without] == 0:
                            if left == 0:
                                by_sum = True
                            drawers = everybody
                        else:
                            by_sum = True
                        if by_sum:
                            # The highest sum in any hand, and who has it.
                            best, drawers = -1, 0
                            for p in range(players):
                                top = highest(hi[p]) + 64 if two and hi[p] else highest(lo[p])
                                if sums[top] > best:
                                    best, drawers = sums[top], 0
                                if sums[top] == best:
                                    drawers |= 1 << p
                            if ones(np.uint64(drawers)) == 1 or numbers[n_without] != 2 or left == 0:
                                break
                        start = 0 if by_sum else first_seat
                        for step in range(players):
                            p = (start + step) % players
                            if drawers >> p & 1 and left > 0:
                                chance += _GOLD
                                j = below(chance, left)
                                left -= 1
                                t = np.int64(pool[j])
                                pool[j] = pool[left]
                                pool[left] = np.int32(t)
                                laps += 1
                                if two and t >= 64:
                                    hi[p] |= _ONE << np.uint64(t - 64)
                                else:
                                    lo[p] |= _ONE << np.uint64(t)
                                if logs:
                                    log[logged] = E_LAP_DRAW
                                    log[logged + 1] = p
                                    log[logged + 2] = t
                                    log[logged + 3] = -1
                                    log[logged + 4] = -1
                                    logged += 5
                    if led >= 0:
                        if two and led >= 64:
                            choices_hi = _ONE << np.uint64(led - 64)
                        else:
                            choices_lo = _ONE << np.uint64(led)
                        if numbers[n_choose_zero] and numbers[n_zero_tile] >= 0:
                            # 0-0-0 is the kernel's tile 0.
                            choices_lo |= lo[seat] & _ONE
                    else:
                        # Of equal highest sums the one with the next highest tiles, then the lower seat.
                        seat = -1
                        for p in range(players):
                            if not drawers >> p & 1:
                                continue
                            if seat < 0:
                                seat = p
                                continue
                            a_lo, a_hi, b_lo, b_hi = lo[p], hi[p], lo[seat], hi[seat]
                            while True:
                                a = highest(a_hi) + 64 if two and a_hi else highest(a_lo)
                                b = highest(b_hi) + 64 if two and b_hi else highest(b_lo)
                                if a < 0 or b < 0:
                                    if a >= 0:
                                        seat = p
                                    break
                                if sums[a] != sums[b]:
                                    if sums[a] > sums[b]:
                                        seat = p
                                    break
                                if two and a >= 64:
                                    a_hi ^= _ONE << np.uint64(a - 64)
                                else:
                                    a_lo ^= _ONE << np.uint64(a)
                                if two and b >= 64:
                                    b_hi ^= _ONE << np.uint64(b - 64)
                                else:
                                    b_lo ^= _ONE << np.uint64(b)
                        top = highest(hi[seat]) + 64 if two and hi[seat] else highest(lo[seat])
                        choices_lo = lo[seat] & level[0, sums[top]]
                        if two:
                            choices_hi = hi[seat] & level[1, sums[top]]
                # --- the first tile ---
                opener = seat
                turns = 1
                if turned_up:
                    chance += _GOLD
                    j = below(chance, left)
                    left -= 1
                    t = np.int64(pool[j])
                    pool[j] = pool[left]
                    pool[left] = np.int32(t)
                else:
                    # Greedy leads what scores most, any of the best with the same chance.
                    best, many = -(1 << 40), 0
                    pick_lo, pick_hi = choices_lo, choices_hi
                    if policies[seat] == GREEDY:
                        pick_lo, pick_hi = _ZERO, _ZERO
                        for t in range(tiles):
                            word = choices_hi if two and t >= 64 else choices_lo
                            if word >> np.uint64(t & 63) & _ONE:
                                value = numbers[n_start_p] + numbers[n_start_s] * sums[t]
                                for i in range(len(triples)):
                                    if triples[i] == t:
                                        value += numbers[n_triple_p] + numbers[n_triple_s] * sums[t]
                                        if sums[t] == 0:
                                            value += numbers[n_zero_p]
                                if value > best:
                                    best, pick_lo, pick_hi = value, _ZERO, _ZERO
                                if value == best:
                                    if two and t >= 64:
                                        pick_hi |= _ONE << np.uint64(t - 64)
                                    else:
                                        pick_lo |= _ONE << np.uint64(t)
                    many = ones(pick_lo) + (ones(pick_hi) if two else 0)
                    r = 0
                    if many > 1:
                        will += _GOLD
                        r = below(will, many)
                    in_low = ones(pick_lo)
                    if two and r >= in_low:
                        word, r, t = pick_hi, r - in_low, 64
                    else:
                        word, t = pick_lo, 0
                    while r > 0:
                        word &= word - _ONE
                        r -= 1
                    t += lowest(word)
                    if two and t >= 64:
                        hi[seat] ^= _ONE << np.uint64(t - 64)
                    else:
                        lo[seat] ^= _ONE << np.uint64(t)
                if logs:
                    log[logged] = E_TURN_UP if turned_up else E_START
                    log[logged + 1] = seat
                    log[logged + 2] = t
                    log[logged + 3] = 2 * centre
                    logged += LOG_EVENT
                if turned_up:
                    if logs:
                        log[logged] = R_START
                        log[logged + 1] = 0
                        logged += 2
                else:
                    is_triple, other_triple = False, False
                    for i in range(len(triples)):
                        if triples[i] == t:
                            is_triple = True
                        else:
                            word = hi[seat] if two and triples[i] >= 64 else lo[seat]
                            other_triple |= (word >> np.uint64(triples[i] & 63) & _ONE) != _ZERO
                    at = seat * _REASONS
                    some = False
                    if numbers[n_start_p] != 0 or numbers[n_start_s] != 0:
                        value = numbers[n_start_p] + numbers[n_start_s] * sums[t]
                        by_reason[at + R_START] += value
                        score[seat] += value
                        some = True
                        if logs:
                            log[logged] = R_START
                            log[logged + 1] = value
                            logged += 2
                    if is_triple and (numbers[n_triple_p] != 0 or numbers[n_triple_s] != 0):
                        value = numbers[n_triple_p] + numbers[n_triple_s] * sums[t]
                        by_reason[at + R_TRIPLE] += value
                        score[seat] += value
                        some = True
                        if logs:
                            log[logged] = R_TRIPLE
                            log[logged + 1] = value
                            logged += 2
                    if is_triple and sums[t] == 0 and (numbers[n_zero_p] != 0 or numbers[n_zero_s] != 0):
                        value = numbers[n_zero_p]
                        by_reason[at + R_ZERO] += value
                        score[seat] += value
                        some = True
                        if logs:
                            log[logged] = R_ZERO
                            log[logged + 1] = value
                            logged += 2
                    if logs and not some:
                        log[logged] = R_START
                        log[logged + 1] = 0
                        logged += 2
                    if is_triple and other_triple and (numbers[n_second_p] != 0 or numbers[n_second_s] != 0):
                        value = numbers[n_second_p] + numbers[n_second_s] * sums[t]
                        by_reason[at + R_SECOND] += value
                        score[seat] += value
                        if logs:
                            log[logged] = R_SECOND
                            log[logged + 1] = value
                            logged += 2
                if logs:
                    log[logged] = -1
                    logged += 1
                # Lay it in the middle, as it is named.
                cell = 2 * centre
                for j in range(3):
                    v = centre + corner[j]
                    vertex[n_vertices] = v
                    n_vertices += 1
                    filled[v] = 1
                laid[0] = cell
                n_laid = 1
                for j in range(3):
                    v = centre + corner[j]
                    d = digits[t, j]
                    for i in range(6):
                        c = 2 * v + touch[i]
                        spot[c] = np.uint16(np.int64(spot[c]) + (d - blank) * touch_w[i])
                spot[cell] = np.uint16(np.int64(spot[cell]) | _FILLED)
                for j in range(3):
                    c = cell + around[j]
                    spot[c] = np.uint16(np.int64(spot[c]) + patterns)
                    front[n_front] = np.uint32(c)
                    n_front += 1
                changed = True  # since it was last known whether anybody can place
                if (
                    whole
                    and numbers[n_at_once]
                    and not reached_before
                    and totals[seat] + score[seat] >= target >= 0
                ):
                    over, broken_off = True, True
                if not turned_up and not over and lo[seat] == _ZERO and hi[seat] == _ZERO:
                    over, winner = True, seat
                # --- turn after turn ---
                while not over:
                    # Nobody can ever place again?
                    if (left == 0 or most == 0) and changed:
                        all_lo, all_hi = _ZERO, _ZERO
                        for p in range(players):
                            all_lo |= lo[p]
                            all_hi |= hi[p]
                        changed = False
                        blocked = True
                        for i in range(n_front):
                            st = spot[front[i]]
                            some_fit = fit[0, st] & all_lo
                            if two:
                                some_fit |= fit[1, st] & all_hi
                            if some_fit != _ZERO:
                                blocked = False
                                break
                        if blocked:
                            over = True
                            break
                    seat = seat + 1 if seat + 1 < players else 0
                    turns += 1
                    drawn, placed = 0, 0
                    probe_lo, probe_hi = lo[seat], hi[seat]
                    greedy = policies[seat] == GREEDY
                    while True:  # within the turn
                        n_hits = 0
                        if two:
                            for i in range(n_front):
                                st = spot[front[i]]
                                a_lo = fit[0, st] & probe_lo
                                a_hi = fit[1, st] & probe_hi
                                hit_lo[n_hits] = a_lo
                                hit_hi[n_hits] = a_hi
                                hit_at[n_hits] = i
                                n_hits += (a_lo | a_hi) != _ZERO
                        else:
                            for i in range(n_front):
                                a_lo = fit[0, spot[front[i]]] & probe_lo
                                hit_lo[n_hits] = a_lo
                                hit_at[n_hits] = i
                                n_hits += a_lo != _ZERO
                        can_draw = left > 0 and (most < 0 or drawn < most)
                        draw_it = False
                        if n_hits == 0:
                            if placed > 0:
                                break
                            if not can_draw:
                                passes += 1
                                if logs:
                                    log[logged] = E_PASS
                                    log[logged + 1] = seat
                                    log[logged + 2] = -1
                                    log[logged + 3] = -1
                                    logged += LOG_EVENT
                                if numbers[n_stuck]:
                                    by_reason[seat * _REASONS + R_STUCK] -= numbers[n_stuck]
                                    score[seat] -= numbers[n_stuck]
                                    if logs:
                                        log[logged] = R_STUCK
                                        log[logged + 1] = -numbers[n_stuck]
                                        logged += 2
                                if logs:
                                    log[logged] = -1
                                    logged += 1
                                break
                            draw_it = True
                        else:
                            # --- choose ---
                            many = 0
                            best = -(1 << 40)
                            if greedy:
                                if plain:
                                    for h in range(n_hits):
                                        value = award_p[kinds[spot[front[hit_at[h]]]]]
                                        hit_value[h] = value
                                        best = max(best, value)
                                else:
                                    for h in range(n_hits):
                                        c = np.int64(front[hit_at[h]])
                                        st = np.int64(spot[c])
                                        k = kinds[st]
                                        value, s = award_p[k], award_s[k]
                                        if st >= 2 * patterns:
                                            o = 3 * (c & 1)
                                            v = c >> 1
                                            hexes = 0
                                            for j in range(3):
                                                hexes += filled[v + corner[o + j]] == 5
                                            if hexes:
                                                value += numbers[n_hex + hexes - 1]
                                            if not hexes or ext_hex:
                                                marks = 0
                                                for j in range(3):
                                                    marks |= flag[c + around[o + j]]
                                                if ext_of == 2 or marks & 1 or (ext_of == 0 and marks):
                                                    value += ext_p
                                                    s += ext_s
                                        if s != 0:
                                            a_lo = hit_lo[h]
                                            if two:
                                                a_hi = hit_hi[h]
                                                if s > 0:
                                                    t = highest(a_hi) + 64 if a_hi else highest(a_lo)
                                                else:
                                                    t = lowest(a_lo) if a_lo else lowest(a_hi) + 64
                                                hit_hi[h] = a_hi & level[1, sums[t]]
                                            else:
                                                t = highest(a_lo) if s > 0 else lowest(a_lo)
                                            hit_lo[h] = a_lo & level[0, sums[t]]
                                            value += s * sums[t]
                                        hit_value[h] = value
                                        best = max(best, value)
                                for h in range(n_hits):
                                    q = ones(hit_lo[h]) + (ones(hit_hi[h]) if two else 0)
                                    many += q if hit_value[h] == best else 0
                                if best < 0 and placed > 0 and several == 1:
                                    if logs:
                                        log[logged] = E_END
                                        log[logged + 1] = seat
                                        log[logged + 2] = -1
                                        log[logged + 3] = -1
                                        log[logged + 4] = -1
                                        logged += 5
                                    break
                            else:
                                for h in range(n_hits):
                                    many += ones(hit_lo[h]) + (ones(hit_hi[h]) if two else 0)
                                    hit_value[h] = best
                            more = 0
                            if not greedy:
                                if placed > 0:
                                    more = several == 1
                                elif although and can_draw:
                                    more = 1
                            r = np.int64(0)
                            if many + more > 1:
                                will += _GOLD
                                r = below(will, many + more)
                            if r == many:
                                if placed > 0:
                                    if logs:
                                        log[logged] = E_END
                                        log[logged + 1] = seat
                                        log[logged + 2] = -1
                                        log[logged + 3] = -1
                                        log[logged + 4] = -1
                                        logged += 5
                                    break
                                draw_it = True
                        if draw_it:
                            chance += _GOLD
                            j = below(chance, left)
                            left -= 1
                            t = np.int64(pool[j])
                            pool[j] = pool[left]
                            pool[left] = np.int32(t)
                            drawn += 1
                            draws += 1
                            changed = True
                            new_lo, new_hi = _ZERO, _ZERO
                            if two and t >= 64:
                                new_hi = _ONE << np.uint64(t - 64)
                                hi[seat] |= new_hi
                            else:
                                new_lo = _ONE << np.uint64(t)
                                lo[seat] |= new_lo
                            cost = 0
                            if logs:
                                log[logged] = E_DRAW
                                log[logged + 1] = seat
                                log[logged + 2] = t
                                log[logged + 3] = -1
                                logged += LOG_EVENT
                            if numbers[n_draw_cost] and not numbers[n_cost_if_failed]:
                                cost = numbers[n_draw_cost]
                                by_reason[seat * _REASONS + R_DRAW] -= cost
                                if logs:
                                    log[logged] = R_DRAW
                                    log[logged + 1] = -cost
                                    logged += 2
                            in_vain = False
                            if drawn == most and (
                                at_once_draw or numbers[n_failed] or numbers[n_cost_if_failed]
                            ):
                                in_vain = True
                                a_lo, a_hi = (lo[seat], hi[seat]) if although else (new_lo, new_hi)
                                for i in range(n_front):
                                    st = spot[front[i]]
                                    some_fit = fit[0, st] & a_lo
                                    if two:
                                        some_fit |= fit[1, st] & a_hi
                                    if some_fit != _ZERO:
                                        in_vain = False
                                        break
                                if in_vain:
                                    if numbers[n_draw_cost] and numbers[n_cost_if_failed]:
                                        value = numbers[n_draw_cost] * drawn
                                        by_reason[seat * _REASONS + R_DRAW] -= value
                                        cost += value
                                        if logs:
                                            log[logged] = R_DRAW
                                            log[logged + 1] = -value
                                            logged += 2
                                    if numbers[n_failed]:
                                        by_reason[seat * _REASONS + R_FAILED] -= numbers[n_failed]
                                        cost += numbers[n_failed]
                                        if logs:
                                            log[logged] = R_FAILED
                                            log[logged + 1] = -numbers[n_failed]
                                            logged += 2
                            score[seat] -= cost
                            if logs:
                                log[logged] = -1
                                logged += 1
                            if in_vain or not at_once_draw:
                                break
                            if although:
                                probe_lo, probe_hi = lo[seat], hi[seat]
                            else:
                                probe_lo, probe_hi = new_lo, new_hi
                            continue
                        # --- find the chosen one ---
                        h = 0
                        while True:
                            if hit_value[h] == best:
                                q = ones(hit_lo[h]) + (ones(hit_hi[h]) if two else 0)
                                if r < q:
                                    break
                                r -= q
                            h += 1
                        word, t = hit_lo[h], np.int64(0)
                        if two:
                            q = ones(word)
                            if r >= q:
                                word, t, r = hit_hi[h], np.int64(64), r - q
                        while r > 0:
                            word &= word - _ONE
                            r -= 1
                        t += lowest(word)
                        # --- lay it ---
                        i = hit_at[h]
                        c = np.int64(front[i])
                        n_front -= 1
                        front[i] = front[n_front]
                        st = np.int64(spot[c])
                        k = np.int64(kinds[st])
                        o, v = 3 * (c & 1), c >> 1
                        if two and t >= 64:
                            hi[seat] ^= _ONE << np.uint64(t - 64)
                        else:
                            lo[seat] ^= _ONE << np.uint64(t)
                        k0 += k == 0
                        k1 += k == 1
                        k2 += k == 2
                        k3 += k == 3
                        hexes, marks, extends = 0, 0, False
                        if st >= 2 * patterns:
                            for j in range(3):
                                hexes += filled[v + corner[o + j]] == 5
                                marks |= np.int64(flag[c + around[o + j]])
                            hexagons += hexes
                            if not hexes and marks:
                                flag[c] = 2
                                extensions += 1
                            if not hexes or ext_hex:
                                extends = ext_of == 2 or marks & 1 != 0 or (ext_of == 0 and marks != 0)
                        elif k == 1:
                            flag[c] = 1
                        laid[n_laid] = c
                        n_laid += 1
                        if logs:
                            log[logged] = E_PLACE
                            log[logged + 1] = seat
                            log[logged + 2] = t
                            log[logged + 3] = c
                            logged += LOG_EVENT
                        at = seat * _REASONS
                        gained = np.int64(0)
                        some = False
                        if tile_p != 0 or tile_s != 0:
                            value = tile_p + tile_s * sums[t]
                            by_reason[at + R_TILE] += value
                            gained += value
                            if logs:
                                some = True
                                log[logged] = R_TILE
                                log[logged + 1] = value
                                logged += 2
                        kind_p, kind_s = numbers[n_kind_p + 2 * k], numbers[n_kind_p + 2 * k + 1]
                        if kind_p != 0 or kind_s != 0:
                            value = kind_p + kind_s * sums[t]
                            by_reason[at + R_KIND + k] += value
                            gained += value
                            if logs:
                                some = True
                                log[logged] = R_KIND + k
                                log[logged + 1] = value
                                logged += 2
                        if not plain:
                            if hexes and numbers[n_hex + hexes - 1] != 0:
                                value = numbers[n_hex + hexes - 1]
                                by_reason[at + R_HEXAGON] += value
                                gained += value
                                if logs:
                                    some = True
                                    log[logged] = R_HEXAGON
                                    log[logged + 1] = value
                                    logged += 2
                            if extends and (ext_p != 0 or ext_s != 0):
                                value = ext_p + ext_s * sums[t]
                                by_reason[at + R_EXTENSION] += value
                                gained += value
                                if logs:
                                    some = True
                                    log[logged] = R_EXTENSION
                                    log[logged + 1] = value
                                    logged += 2
                        if logs:
                            if not some:
                                log[logged] = R_KIND + k
                                log[logged + 1] = 0
                                logged += 2
                            log[logged] = -1
                            logged += 1
                        score[seat] += gained
                        pattern = (
                            st - patterns if k < 2 else (st - 2 * patterns if k == 2 else st - 3 * patterns)
                        )
                        if k == 0:
                            u = v + corner[o + np.int64(blanks[pattern])]
                            d = sums[t] - np.int64(known[pattern]) - blank
                            for j in range(6):
                                x = 2 * u + touch[j]
                                spot[x] = np.uint16(np.int64(spot[x]) + d * touch_w[j])
                            vertex[n_vertices] = u
                            n_vertices += 1
                        for j in range(3):
                            filled[v + corner[o + j]] += np.uint8(1)
                        spot[c] = np.uint16(np.int64(spot[c]) | _FILLED)
                        for j in range(3):
                            x = c + around[o + j]
                            st = np.int64(spot[x])
                            front[n_front] = np.uint32(x)
                            n_front += st < patterns
                            spot[x] = np.uint16(st + (patterns if st < _FILLED else 0))
                        changed = True
                        placed += 1
                        if gained > 0:
                            top, who = -(1 << 40), -1
                            for p in range(players):
                                if totals[p] + score[p] > top:
                                    top, who = totals[p] + score[p], p
                                elif totals[p] + score[p] == top:
                                    who = -1
                            if who >= 0 and who != leader:
                                changes += leader >= 0
                                leader = who
                        if lo[seat] == _ZERO and (not two or hi[seat] == _ZERO):
                            over, winner = True, seat
                            break
                        if several == 0:
                            break
                        if whole and numbers[n_at_once] and not reached_before:
                            if target >= 0 and totals[seat] + score[seat] >= target:
                                break
                        probe_lo, probe_hi = lo[seat], hi[seat]
                    if whole and numbers[n_at_once] and not reached_before and not over:
                        if target >= 0 and totals[seat] + score[seat] >= target:
                            over, broken_off = True, True
                # --- the end of the round ---
                if winner >= 0:
                    at = winner * _REASONS
                    if logs:
                        log[logged] = E_OUT
                        log[logged + 1] = winner
                        log[logged + 2] = -1
                        log[logged + 3] = -1
                        logged += LOG_EVENT
                    if numbers[n_out_p] and (left == 1 or not numbers[n_out_one]):
                        by_reason[at + R_OUT] += numbers[n_out_p]
                        score[winner] += numbers[n_out_p]
                        if logs:
                            log[logged] = R_OUT
                            log[logged + 1] = numbers[n_out_p]
                            logged += 2
                all_digits = 0
                for p in range(players):
                    n_left, d = ones(lo[p]), 0
                    word = lo[p]
                    while word != _ZERO:
                        d += sums[lowest(word)]
                        word &= word - _ONE
                    if two:
                        n_left += ones(hi[p])
                        word = hi[p]
                        while word != _ZERO:
                            d += sums[lowest(word) + 64]
                            word &= word - _ONE
                    row[_LEFT + p] = n_left
                    row[_DIGITS + p] = d
                    all_digits += d
                if winner >= 0:
                    if numbers[n_out_others]:
                        by_reason[at + R_OTHERS] += all_digits
                        score[winner] += all_digits
                        if logs:
                            log[logged] = R_OTHERS
                            log[logged + 1] = all_digits
                            logged += 2
                    if numbers[n_out_pool] and left > 0:
                        d = 0
                        for i in range(left):
                            d += sums[pool[i]]
                        by_reason[at + R_POOL_LEFT] -= d
                        score[winner] -= d
                        if logs:
                            log[logged] = R_POOL_LEFT
                            log[logged + 1] = -d
                            logged += 2
                    if logs:
                        log[logged] = -1
                        logged += 1
                if blocked and logs:
                    log[logged] = E_BLOCKED
                    log[logged + 1] = seat
                    log[logged + 2] = -1
                    log[logged + 3] = -1
                    log[logged + 4] = -1
                    logged += 5
                cost = numbers[n_block_cost] if blocked else numbers[n_out_cost]
                if cost and not broken_off:
                    r_cost = R_BLOCKED if blocked else R_TILES_LEFT
                    for p in range(players):
                        if row[_LEFT + p] > 0:
                            value = cost * row[_LEFT + p]
                            by_reason[p * _REASONS + r_cost] -= value
                            score[p] -= value
                            if logs:
                                log[logged] = E_COUNT
                                log[logged + 1] = p
                                log[logged + 2] = -1
                                log[logged + 3] = -1
                                log[logged + 4] = r_cost
                                log[logged + 5] = -value
                                log[logged + 6] = -1
                                logged += 7
                if blocked and numbers[n_block_winner] != 0:
                    best, many = np.int64(1 << 40), 0
                    for p in range(players):
                        value = row[_DIGITS + p]
                        if numbers[n_block_winner] == 1:
                            value += row[_LEFT + p] << 20
                        if value < best:
                            best, many = value, 0
                        if value == best:
                            many += 1
                            winner = p
                    if many > 1:
                        winner = -1
                    else:
                        own = row[_DIGITS + winner]
                        value = all_digits - 2 * own
                        if numbers[n_block_award] == 1:
                            value = all_digits - own - own * (players - 1)
                        by_reason[winner * _REASONS + R_BLOCKED] += value
                        score[winner] += value
                        if logs:
                            log[logged] = E_COUNT
                            log[logged + 1] = winner
                            log[logged + 2] = -1
                            log[logged + 3] = -1
                            log[logged + 4] = R_BLOCKED
                            log[logged + 5] = value
                            log[logged + 6] = -1
                            logged += 7
                # --- write it down ---
                sum_of_scores, top, second = np.int64(0), np.int64(-(1 << 40)), np.int64(-(1 << 40))
                for p in range(players):
                    value = score[p]
                    sum_of_scores += value
                    if value > top:
                        top, second = value, top
                    elif value > second:
                        second = value
                    row[_SCORE + p] = value
                    row[_WON + p] = winner == p
                    row[_OPENED + p] = opener == p
                low_x, high_x, low_y, high_y = width, 0, width, 0
                for i in range(n_vertices):
                    x, y = vertex[i] % width, vertex[i] // width
                    low_x, high_x = min(low_x, x), max(high_x, x)
                    low_y, high_y = min(low_y, y), max(high_y, y)
                row[_TURNS], row[_TILES], row[_POINTS] = turns, n_laid, sum_of_scores
                row[_DRAWS], row[_PASSES], row[_BLOCKED] = draws, passes, blocked
                row[_PLAIN], row[_BRIDGE], row[_DOCKING], row[_DRONE] = k0, k1, k2, k3
                row[_HEXAGONS], row[_EXTENSIONS], row[_LAPS], row[_HOLES] = (
                    hexagons,
                    extensions,
                    laps,
                    k1 - k3,
                )
                row[_WIDTH], row[_HEIGHT] = high_x - low_x, high_y - low_y
                row[_CHANGES], row[_MARGIN], row[_OPENER] = (
                    changes,
                    top - second if players > 1 else top,
                    opener,
                )
                row[_WINNER], row[_POOL] = winner, left
                for i in range(players * _REASONS):
                    row[_BY_REASON + i] = by_reason[i]
                for i in range(used):
                    value = row[i]
                    total[i] += value
                    squares[i] += value * value
                if len(rows) > played:
                    for i in range(used):
                        rows[played, i] = row[i]
                played += 1
                if not whole:
                    break
                # --- does the match go on? ---
                round_number += 1
                match_turns += turns
                if round_number == 1:
                    match_opener = opener
                top, many, ahead = np.int64(-(1 << 40)), 0, -1
                for p in range(players):
                    totals[p] += score[p]
                    if totals[p] > top:
                        top, many, ahead = totals[p], 0, p
                    many += totals[p] == top
                if many == 1 and ahead != match_leader:
                    match_changes += match_leader >= 0
                    match_leader = ahead
                was_blocked = blocked or broken_off
                if not was_blocked:
                    last_out = winner
                reached = target >= 0 and top >= target
                ended = reached or (numbers[n_rounds] >= 0 and round_number >= numbers[n_rounds])
                sole = -1
                if numbers[n_round_winner] and winner >= 0 and totals[winner] >= target:
                    sole = winner
                reached_before = reached
                if (
                    ended and (sole >= 0 or many == 1 or not numbers[n_another])
                ) or round_number >= MOST_ROUNDS:
                    if len(match_rows) > game - first:
                        at = game - first
                        second = np.int64(-(1 << 40))
                        for p in range(players):
                            won = p == sole if sole >= 0 else totals[p] == top
                            match_rows[at, _M_TOTAL + p] = totals[p]
                            match_rows[at, _M_WON + p] = won
                            if p != (sole if sole >= 0 else ahead):
                                second = max(second, totals[p])
                        lead = totals[sole] if sole >= 0 else top
                        match_rows[at, 0], match_rows[at, 1] = round_number, match_turns
                        match_rows[at, 2] = lead - second if players > 1 else lead
                        match_rows[at, 3], match_rows[at, 4] = match_changes, match_opener
                        match_rows[at, 5] = sole < 0 and many > 1
                    break
        return played, logged

    return play
