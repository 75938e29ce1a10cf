"""The kernel from the middle of a round: a position as one seat sees it, deals of what is hidden, the end.

A position is laid out once, from what everybody saw.  Then, as often as one likes, the hidden tiles are
dealt, the position is restored, and the round is played on.

What others could not place is remembered as sets of tiles, each with a number: a seat holds at most so many
tiles of the set.  At the moment when nothing fits, that is none of the tiles that fit; whatever is drawn
later may be one of them.  A later set of a seat is always part of an earlier one, and has a smaller number.
`search.voids` says the same in plain Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import four_at, ones, put_four
from .closing import settle
from .desk import (
    BLOCKED,
    C_BRIDGE,
    C_EDGE,
    C_EXTENSIONS,
    C_PLAIN,
    C_POOL,
    GAME,
    GOES_ON,
    NOBODY,
    NOTHING,
    S_AT_ONCE,
    S_END,
    S_IDLE,
    S_LEADER,
    S_LOG,
    S_MOVED,
    WIDTH,
    ZERO,
    bit,
    desk,
    n_most,
    n_patterns,
    n_players,
    n_two,
    random_below,
)
from .jit import apart, part
from .kernel import nobody_can_place
from .placing import be_stuck, clear_table, draw, find, go_on, lay, lay_first

MOST_SETS = 128
"""So many sets of unlikely tiles are kept for a seat."""

T_LAY_FIRST, T_LAY, T_DRAW, T_STUCK, T_WITHOUT = map(np.int64, range(5))
"""What the story tells, with two numbers: the first tile (tile, nothing), a tile (tile, cell), a draw, a seat
for which nothing fits, a seat that has none of some tiles (the two words of their mask)."""

(
    Q_ME, Q_SEAT, Q_DRAWN, Q_PLACED, Q_POOL, Q_STORY, Q_LOW, Q_HIGH, Q_LEADS_LOW, Q_LEADS_HIGH, Q_MEMORY,
    Q_OPTIONS, Q_NODES, Q_MOST_NODES, Q_DEPTH, Q_PATIENCE, Q_EDGE, Q_HIDDEN, Q_HELD, Q_EXTENSIONS, Q_KINDS,
    Q_NOW_SEAT, Q_NOW_DRAWN, Q_NOW_PLACED,
) = map(np.int64, [*range(21), 24, 25, 26])  # fmt: skip
"""In `root`.  As given: who looks, whose turn it is, tiles drawn and placed in this turn, size of the pool,
length of the story, the own tiles in two words, those that may be led, whether it is remembered what others
could not place.  Of the tree: how many options and nodes there are, room for nodes, how deep it grows, after
how many visits a node grows children.  Of the position: open cells, hidden tiles, those of them in hands,
extensions, and the four kinds of placements.  Of the present moment: the seat, its tiles drawn and placed.
"""
N_ROOT = 32

_TILES = np.uint64((1 << 60) - 1)  # of the last word of what fits: without its ranks
_SHUFFLES = 12  # exchanges of each hidden tile in a hand before the first deal
_PATIENCE = 100  # and so often again, as long as it does not agree with what is known


# --- laying out the position ------------------------------------------------------------------------------


@apart
def lay_out(at: Any) -> Any:
    """Lay out the position of the story, and remember what others could not place."""
    d = desk(at)
    clear(d)
    for i in range(d.root[Q_STORY]):
        what, seat = d.story[4 * i], d.story[4 * i + 1]
        one, two = d.story[4 * i + 2], d.story[4 * i + 3]
        if what == T_LAY_FIRST:
            d.row[C_EDGE] = 0
            lay_first(d, one)
            forget(d, seat, one)
        elif what == T_LAY:
            lay(d, seat, one, in_front(d, two))
            forget(d, seat, one)
        elif what == T_DRAW:
            for k in range(d.n_unlikely[seat]):
                d.most[seat * MOST_SETS + k] += 1
        elif what == T_STUCK:
            see_stuck(d, seat)
        else:
            remember(d, seat, np.uint64(one), np.uint64(two))
    keep(d)
    hide(d)


@part
def clear(d: Any) -> Any:
    """Nothing on the table, and nothing known of others."""
    unused = (d.n[n_patterns] - 1) * (1 | 1 << 16 | 1 << 32 | 1 << 48)
    for i in range(np.int64(d.row[C_PLAIN]) + 3):
        vertex = np.int64(d.vertex[i])
        put_four(d.base, 2 * vertex - 2, unused)
        put_four(d.base, 2 * (vertex - WIDTH) - 1, unused)
    clear_table(d)
    for i in range(C_POOL + 1):
        d.row[i] = 0
    for seat in range(d.n[n_players]):
        d.n_unlikely[seat] = 0
        d.hands[2 * seat], d.hands[2 * seat + 1], d.totals[seat] = ZERO, ZERO, 0
    d.state[S_LOG], d.state[S_AT_ONCE], d.state[S_LEADER] = -1, 0, NOBODY


@part
def in_front(d: Any, cell: Any) -> Any:
    """Where a cell is in the front."""
    at = NOTHING
    while np.int64(d.front[at]) != cell:
        at += 1
    return at


@part
def see_stuck(d: Any, seat: Any) -> Any:
    """Nothing that a seat holds fits now."""
    low, high = ZERO, ZERO
    two, second = d.n[n_two] != 0, 4 * d.n[n_patterns]
    for i in range(np.int64(d.row[C_EDGE])):
        spot = np.int64(d.spot[d.front[i]])
        low |= d.fit[spot]
        if two:
            high |= d.fit[second + spot]
    remember(d, seat, low if two else low & _TILES, high & _TILES)


@part
def remember(d: Any, seat: Any, low: Any, high: Any) -> Any:
    """A seat holds none of these tiles now."""
    count = d.n_unlikely[seat]
    for k in range(seat * MOST_SETS, seat * MOST_SETS + count):
        d.unlikely[2 * k] |= low
        d.unlikely[2 * k + 1] |= high
    k = seat * MOST_SETS + count
    # If an earlier set already allows none, it has just taken these tiles in.
    if count < MOST_SETS and (count == 0 or d.most[k - 1] > 0):
        d.unlikely[2 * k], d.unlikely[2 * k + 1], d.most[k] = low, high, 0
        d.n_unlikely[seat] = count + 1


@part
def forget(d: Any, seat: Any, tile: Any) -> Any:
    """A seat has laid a tile: where it is in a set, it was drawn later, and one draw is accounted for."""
    kept = seat * MOST_SETS
    for k in range(seat * MOST_SETS, seat * MOST_SETS + d.n_unlikely[seat]):
        most = d.most[k]
        if d.unlikely[2 * k + (tile >> 6)] & bit(tile) != ZERO:
            most = max(0, most - 1)
        # An earlier set that allows no more contains this one.
        if kept == seat * MOST_SETS or most < d.most[kept - 1]:
            d.unlikely[2 * kept], d.unlikely[2 * kept + 1] = d.unlikely[2 * k], d.unlikely[2 * k + 1]
            d.most[kept] = most
            kept += 1
    d.n_unlikely[seat] = kept - seat * MOST_SETS


@part
def keep(d: Any) -> Any:
    """Keep the board, to restore it later."""
    edge = np.int64(d.row[C_EDGE])
    for i in range(np.int64(d.row[C_PLAIN]) + 3):
        vertex = np.int64(d.vertex[i])
        put_four(d.base, 2 * vertex - 2, four_at(d.spot, 2 * vertex - 2))
        put_four(d.base, 2 * (vertex - WIDTH) - 1, four_at(d.spot, 2 * (vertex - WIDTH) - 1))
    for i in range(edge):
        d.base_front[i] = d.front[i]
    d.root[Q_EDGE], d.root[Q_EXTENSIONS] = edge, d.row[C_EXTENSIONS]
    for kind in range(4):
        d.root[Q_KINDS + kind] = d.row[C_PLAIN + kind]


@part
def restore(d: Any) -> Any:
    """Put everything back to how it was in the position, with the hidden tiles as they are dealt."""
    for i in range(np.int64(d.row[C_PLAIN]) + 3):
        vertex = np.int64(d.vertex[i])
        put_four(d.spot, 2 * vertex - 2, four_at(d.base, 2 * vertex - 2))
        put_four(d.spot, 2 * (vertex - WIDTH) - 1, four_at(d.base, 2 * (vertex - WIDTH) - 1))
    marks = d.root[Q_KINDS + 1] + d.root[Q_EXTENSIONS]
    for i in range(marks, np.int64(d.row[C_BRIDGE]) + np.int64(d.row[C_EXTENSIONS])):
        d.flag[d.marked[i]] = 0
    edge = d.root[Q_EDGE]
    for i in range(edge):
        d.front[i] = d.base_front[i]
    d.row[C_EDGE], d.row[C_EXTENSIONS], d.row[C_POOL] = edge, d.root[Q_EXTENSIONS], d.root[Q_POOL]
    for kind in range(4):
        d.row[C_PLAIN + kind] = d.root[Q_KINDS + kind]
    for i in range(2 * d.n[n_players]):
        d.hands[i] = d.dealt[i]
    for seat in range(d.n[n_players]):
        d.score[seat] = d.base_score[seat]
    held = d.root[Q_HELD]
    for i in range(d.root[Q_POOL]):
        d.pool[i] = d.hidden[held + i]
    d.state[S_END], d.state[S_MOVED], d.state[S_IDLE] = GOES_ON, 1, 0
    d.root[Q_NOW_SEAT], d.root[Q_NOW_DRAWN] = d.root[Q_SEAT], d.root[Q_DRAWN]
    d.root[Q_NOW_PLACED] = d.root[Q_PLACED]


# --- what is hidden ---------------------------------------------------------------------------------------


@part
def hide(d: Any) -> Any:
    """Take together the tiles that are hidden, and deal them as they come; then exchange them many times."""
    me, left = d.root[Q_ME], d.root[Q_HIDDEN]
    at = NOTHING
    for i in range(2 * d.n[n_players]):
        d.dealt[i] = ZERO
    d.dealt[2 * me], d.dealt[2 * me + 1] = np.uint64(d.root[Q_LOW]), np.uint64(d.root[Q_HIGH])
    for i in range(d.n[n_players]):
        for _ in range(0 if i == me else d.sizes[i]):
            d.holder[at] = i
            d.dealt[2 * i + (np.int64(d.hidden[at]) >> 6)] |= bit(np.int64(d.hidden[at]))
            at += 1
    d.root[Q_HELD] = at
    for i in range(at, left):
        d.holder[i] = NOBODY
    for _ in range(_PATIENCE):
        exchange(d, _SHUFFLES * at)
        wrong = NOTHING
        for i in range(d.n[n_players]):
            wrong += misfits(d, i) if i != me else 0
        if wrong == 0:
            break


@part
def exchange(d: Any, times: Any) -> Any:
    """Exchange hidden tiles between hands and pool so often, wherever that makes nothing less likely.

    So every deal that agrees with what is known comes up with the same chance, in the long run.
    """
    left, held = d.root[Q_HIDDEN], d.root[Q_HELD]
    for _ in range(times):
        i, k = random_below(d, GAME, held), random_below(d, GAME, left)
        a, b = d.holder[i], d.holder[k]
        if a != b:
            before = misfits(d, a) + misfits(d, b)
            swap(d, i, k)
            if misfits(d, a) + misfits(d, b) > before:
                swap(d, i, k)


@part
def swap(d: Any, i: Any, k: Any) -> Any:
    """Exchange two hidden tiles."""
    one, other = np.int64(d.hidden[i]), np.int64(d.hidden[k])
    d.hidden[i], d.hidden[k] = other, one
    a, b = d.holder[i], d.holder[k]
    d.dealt[2 * a + (one >> 6)] ^= bit(one)
    d.dealt[2 * a + (other >> 6)] ^= bit(other)
    if b >= 0:
        d.dealt[2 * b + (one >> 6)] ^= bit(one)
        d.dealt[2 * b + (other >> 6)] ^= bit(other)


@part
def misfits(d: Any, seat: Any) -> Any:
    """How many tiles too many of unlikely sets a seat holds in the present deal."""
    if seat < 0 or not d.root[Q_MEMORY]:
        return NOTHING
    many = NOTHING
    for k in range(seat * MOST_SETS, seat * MOST_SETS + d.n_unlikely[seat]):
        held = ones(d.dealt[2 * seat] & d.unlikely[2 * k]) + ones(
            d.dealt[2 * seat + 1] & d.unlikely[2 * k + 1]
        )
        many += max(NOTHING, held - d.most[k])
    return many


# --- playing on -------------------------------------------------------------------------------------------


@part
def next_seat(d: Any) -> Any:
    """The turn of the next seat, unless nobody can ever place again."""
    if nobody_can_place(d):
        d.state[S_END] = BLOCKED
    else:
        seat = d.root[Q_NOW_SEAT] + 1
        d.root[Q_NOW_SEAT] = seat if seat < d.n[n_players] else 0
        d.root[Q_NOW_DRAWN], d.root[Q_NOW_PLACED] = 0, 0


@apart
def to_choice(at: Any) -> Any:
    """Do what must be done until somebody can place; gives in how many cells, 0 if the round is over."""
    d = desk(at)
    while d.state[S_END] == GOES_ON:
        seat, drawn, placed = d.root[Q_NOW_SEAT], d.root[Q_NOW_DRAWN], d.root[Q_NOW_PLACED]
        hits, _ = find(d, d.hands[2 * seat], d.hands[2 * seat + 1])
        if hits > 0:
            return np.int64(hits)
        if placed == 0 and can_draw(d, drawn):
            draw_one(d)
        else:
            if placed == 0 and (drawn == 0 or drawn != d.n[n_most]):
                be_stuck(d, seat)
            next_seat(d)
    return NOTHING


@part
def can_draw(d: Any, drawn: Any) -> Any:
    """Whether one more tile may be drawn in a turn."""
    return d.row[C_POOL] > 0 and (d.n[n_most] < 0 or drawn < d.n[n_most])


@part
def draw_one(d: Any) -> Any:
    """Whose turn it is draws a tile."""
    d.root[Q_NOW_DRAWN] += 1
    goes_on, _, _ = draw(d, d.root[Q_NOW_SEAT], d.root[Q_NOW_DRAWN])
    if not goes_on:
        next_seat(d)


@apart
def play_on(at: Any) -> Any:
    """Play to the end of the round by the policies, and settle it."""
    d = desk(at)
    while d.state[S_END] == GOES_ON:
        go_on(d, d.root[Q_NOW_SEAT], d.root[Q_NOW_DRAWN], d.root[Q_NOW_PLACED])
        if d.state[S_END] == GOES_ON:
            next_seat(d)
    settle(d, d.root[Q_NOW_SEAT])


@part
def margin(d: Any, seat: Any) -> Any:
    """The points that a seat is ahead of the mean of the others."""
    total, players = NOTHING, d.n[n_players]
    for other in range(players):
        total += d.score[other]
    return d.score[seat] - (total - d.score[seat]) / max(1, players - 1)
