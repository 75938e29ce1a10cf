"""The kernel at the start of a round: the deal, who leads, and the first tile."""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import lowest, ones
from .desk import (
    C_LAPS,
    C_OPENER,
    C_POOL,
    C_SEATS,
    C_TURNS,
    CHOICES,
    E_LAP_DRAW,
    E_LEAD_DRAW,
    E_START,
    E_TURN_UP,
    GAME,
    GOES_ON,
    GOLD,
    LITTLE,
    N_REASONS,
    NOBODY,
    R_SECOND,
    R_START,
    R_TRIPLE,
    R_ZERO,
    S_AHEAD,
    S_AT_ONCE,
    S_END,
    S_IDLE,
    S_LAST_OUT,
    S_LEADER,
    S_LOG,
    S_MOVED,
    S_REACHED,
    S_ROUNDS,
    S_WAS_BLOCKED,
    TILES,
    ZERO,
    bit,
    desk,
    draw_tile,
    gain,
    mixed,
    n_at_once,
    n_choose_zero,
    n_hand,
    n_lead,
    n_lot,
    n_players,
    n_second_p,
    n_second_s,
    n_start_p,
    n_start_s,
    n_target,
    n_tiles,
    n_triple_p,
    n_triple_s,
    n_without,
    n_zero_p,
    n_zero_tile,
    nth,
    random_below,
    take,
    takes_best,
    tell,
    toggle,
    top,
)
from .jit import apart, part
from .placing import end_if_over, lay_first

LOG_ROUND = -2
"""A round in the log begins with this, the seat that begins a lap, the last winner (-1: none), and all hands.
"""

_TRIPLE, _POOL, _DRAW = range(3)  # how it is decided who leads, as in `Lead`
_LAPS, _HIGHEST, _HIGHEST_OR_DRAW = range(3)  # what happens without a triple, as in `WithoutTriple`


@apart
def open_game(at: Any, seed: Any, number: Any) -> Any:
    """Before a match, or before a round that is played by itself."""
    d = desk(at)
    for seat in range(d.n[n_players]):
        d.totals[seat] = 0
    for slot in range(S_LEADER, S_WAS_BLOCKED + 1):
        d.state[slot] = 0
    d.state[S_LEADER], d.state[S_AHEAD], d.state[S_LAST_OUT] = NOBODY, NOBODY, NOBODY
    d.chance[GAME] = mixed(seed + GOLD * np.uint64(2 * number + 1))


@apart
def open_round(at: Any, whole: Any) -> Any:
    """Deal, find who leads, and lay the first tile."""
    d = desk(at)
    start_afresh(d)
    d.state[S_AT_ONCE] = whole and d.n[n_at_once] and not d.state[S_REACHED] and d.n[n_target] >= 0
    deal(d)
    first, last_winner = d.state[S_LAST_OUT], NOBODY if d.state[S_WAS_BLOCKED] else d.state[S_LAST_OUT]
    if first < 0:
        first = random_below(d, TILES, d.n[n_players]) if d.n[n_lot] else 0
    if d.state[S_LOG] >= 0:
        log_deal(d, first, last_winner)
    turned_up = d.n[n_lead] == _POOL and last_winner >= 0 and d.row[C_POOL] > 0
    if turned_up:
        seat = last_winner
        tile = draw_tile(d, seat)
        toggle(d, seat, tile)
    else:
        seat, tile = choose_lead(d, first)
        score_lead(d, seat, tile)
        end_if_over(d, seat)
    d.row[C_OPENER] = seat
    tell(d, E_TURN_UP if turned_up else E_START, seat, tile, lay_first(d, tile))


@part
def start_afresh(d: Any) -> Any:
    """Nobody has points in this round, nothing is counted, and chance is its own."""
    for seat in range(d.n[n_players]):
        d.score[seat] = 0
    for i in range(d.n[n_players] * N_REASONS):
        d.points[i] = 0
    if d.state[S_LOG] >= 0:
        for i in range(d.n[n_players] * N_REASONS):
            d.seen[i] = 0
    for i in range(C_SEATS):
        d.row[i] = 0
    d.row[C_TURNS] = 1
    d.state[S_MOVED], d.state[S_IDLE], d.state[S_END] = 1, 0, GOES_ON
    number = np.uint64(d.state[S_ROUNDS])
    d.chance[TILES] = mixed(d.chance[GAME] ^ (np.uint64(2) * number + np.uint64(1)))
    d.chance[CHOICES] = mixed(d.chance[GAME] ^ (np.uint64(2) * number + np.uint64(2)))


@part
def deal(d: Any) -> Any:
    """All hands, from an order that is always the same: no round depends on those before it."""
    left = d.n[n_tiles]
    for tile in range(left):
        d.pool[tile] = tile
    for seat in range(d.n[n_players]):
        low, high = ZERO, ZERO
        for _ in range(d.n[n_hand]):
            tile = take(d, d.pool, left, TILES)
            left -= 1
            if tile >= 64:
                high |= bit(tile)
            else:
                low |= bit(tile)
        d.hands[2 * seat], d.hands[2 * seat + 1] = low, high
    d.row[C_POOL] = left


@part
def log_deal(d: Any, first: Any, last_winner: Any) -> Any:
    """Begin a round in the log."""
    at, tiles = d.state[S_LOG], d.n[n_tiles]
    d.log[at], d.log[at + 1], d.log[at + 2] = LOG_ROUND, first, last_winner
    dealt = tiles - d.row[C_POOL]
    for i in range(dealt):
        d.log[at + 3 + i] = d.pool[tiles - 1 - i]
    d.state[S_LOG] = at + 3 + dealt


@part
def choose_lead(d: Any, first: Any) -> Any:
    """Who leads, and which tile, which is no longer in the hand."""
    if d.n[n_lead] == _DRAW:
        seat = lead_by_draw(d)
        low, high = d.hands[2 * seat], d.hands[2 * seat + 1]
    else:
        seat, low, high = lead_by_tile(d, first)
    if takes_best(d, seat):
        low, high = best_leads(d, low, high)
    tile = nth(low, high, random_below(d, CHOICES, ones(low) + ones(high)))
    toggle(d, seat, tile)
    return seat, tile


@part
def lead_by_draw(d: Any) -> Any:
    """Each draws from an order of its own; the highest sum leads, equal ones draw again."""
    left, players = d.n[n_tiles], d.n[n_players]
    seats = (1 << players) - 1
    for tile in range(left):
        d.lead_pool[tile] = tile
    while ones(np.uint64(seats)) > 1 and left >= ones(np.uint64(seats)):
        best, again = -1, 0
        for seat in range(players):
            if seats >> seat & 1:
                tile = take(d, d.lead_pool, left, CHOICES)
                left -= 1
                tell(d, E_LEAD_DRAW, seat, tile, NOBODY)
                if d.sums[tile] > best:
                    best, again = d.sums[tile], 0
                if d.sums[tile] == best:
                    again |= 1 << seat
        seats = again
    return lowest(np.uint64(seats))


@part
def lead_by_tile(d: Any, first: Any) -> Any:
    """The highest triple leads, else the highest sum, perhaps after laps; gives who, and which tiles."""
    without, by_sum = d.n[n_without], False
    while True:
        tile, seat = highest_triple(d)
        if tile >= 0:
            low, high = ZERO, ZERO
            if tile >= 64:
                high = bit(tile)
            else:
                low = bit(tile)
            if d.n[n_choose_zero] and d.n[n_zero_tile] >= 0:
                low |= d.hands[2 * seat] & bit(d.n[n_zero_tile])
            return seat, low, high
        seats = (1 << d.n[n_players]) - 1
        by_sum = by_sum or d.row[C_POOL] == 0 or without != _LAPS
        if by_sum:
            best, seats = highest_sum(d)
            if ones(np.uint64(seats)) == 1 or without != _HIGHEST_OR_DRAW or d.row[C_POOL] == 0:
                seat = most_tiles(d, seats)
                return (
                    seat,
                    d.hands[2 * seat] & d.level[2 * best],
                    d.hands[2 * seat + 1] & d.level[2 * best + 1],
                )
        lap(d, seats, 0 if by_sum else first)


@part
def lap(d: Any, seats: Any, first: Any) -> Any:
    """Each of some seats draws a tile, as long as there are any."""
    players = d.n[n_players]
    for step in range(players):
        seat = (first + step) % players
        if seats >> seat & 1 and d.row[C_POOL] > 0:
            tile = draw_tile(d, seat)
            d.row[C_LAPS] += 1
            tell(d, E_LAP_DRAW, seat, tile, NOBODY)


@part
def highest_triple(d: Any) -> Any:
    """The highest triple in any hand, and who holds it; -1 if nobody does."""
    best, who = NOBODY, NOBODY
    for seat in range(d.n[n_players]):
        tile = top(d.hands[2 * seat] & d.triples[0], d.hands[2 * seat + 1] & d.triples[1])
        if tile > best:
            best, who = tile, seat
    return best, who


@part
def highest_sum(d: Any) -> Any:
    """The highest digit sum in any hand, and the seats that hold it, as a mask."""
    best, seats = NOBODY, 0
    for seat in range(d.n[n_players]):
        value = d.sums[top(d.hands[2 * seat], d.hands[2 * seat + 1])]
        if value > best:
            best, seats = value, 0
        if value == best:
            seats |= 1 << seat
    return best, seats


@part
def most_tiles(d: Any, seats: Any) -> Any:
    """Of seats with equal highest sums the one with the next highest tiles, then the lower one."""
    who = lowest(np.uint64(seats))
    for seat in range(who + 1, d.n[n_players]):
        if seats >> seat & 1 and has_more(d, seat, who):
            who = seat
    return who


@part
def has_more(d: Any, one: Any, other: Any) -> Any:
    """Whether one seat's sums, the highest first, come after the other's."""
    one_low, one_high = d.hands[2 * one], d.hands[2 * one + 1]
    low, high = d.hands[2 * other], d.hands[2 * other + 1]
    while True:
        a, b = top(one_low, one_high), top(low, high)
        if a < 0 or b < 0:
            return a >= 0
        if d.sums[a] != d.sums[b]:
            return d.sums[a] > d.sums[b]
        one_low, one_high = without_top(one_low, one_high, a)
        low, high = without_top(low, high, b)


@part
def without_top(low: Any, high: Any, tile: Any) -> Any:
    """A mask of two words without a tile that is in it."""
    return (low, high ^ bit(tile)) if tile >= 64 else (low ^ bit(tile), high)


@part
def best_leads(d: Any, low: Any, high: Any) -> Any:
    """Of some tiles those that score most as the first one."""
    best, best_low, best_high = LITTLE, ZERO, ZERO
    while low | high != ZERO:
        tile = top(low, high)
        value = d.n[n_start_p] + d.n[n_start_s] * d.sums[tile]
        if is_triple(d, tile):
            value += d.n[n_triple_p] + d.n[n_triple_s] * d.sums[tile]
            value += d.n[n_zero_p] if d.sums[tile] == 0 else 0
        low, high = without_top(low, high, tile)
        if value > best:
            best, best_low, best_high = value, ZERO, ZERO
        if value == best:
            best_low |= bit(tile) if tile < 64 else ZERO
            best_high |= bit(tile) if tile >= 64 else ZERO
    return best_low, best_high


@part
def is_triple(d: Any, tile: Any) -> Any:
    """Whether a tile is a triple."""
    return d.triples[tile >> 6] & bit(tile) != ZERO


@part
def score_lead(d: Any, seat: Any, tile: Any) -> Any:
    """What the first tile scores."""
    digits = d.sums[tile]
    gain(d, seat, R_START, d.n[n_start_p] + d.n[n_start_s] * digits)
    if not is_triple(d, tile):
        return
    gain(d, seat, R_TRIPLE, d.n[n_triple_p] + d.n[n_triple_s] * digits)
    if digits == 0:
        gain(d, seat, R_ZERO, d.n[n_zero_p])
    if d.hands[2 * seat] & d.triples[0] != ZERO or d.hands[2 * seat + 1] & d.triples[1] != ZERO:
        gain(d, seat, R_SECOND, d.n[n_second_p] + d.n[n_second_s] * digits)
