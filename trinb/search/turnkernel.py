"""The search for the best turn, compiled: the same as `turntwin`, state for state.

`run` goes on for a number of nodes and returns, so that Python can say how far it is, stop it, or make the
table larger; all that it needs to go on is in the arrays of the desk (see `turncells`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..simulate.bits import lowest
from ..simulate.jit import compiled, part, stamp_of
from .turncells import (
    DONE,
    FULL,
    GOLD,
    HIGH,
    L_ALPHA,
    L_AT,
    L_CELL,
    L_COUNT,
    L_EXACT,
    L_GAINS,
    L_HIGH,
    L_HITS,
    L_LOW,
    L_MOVE,
    L_MOVES,
    L_POINTS,
    L_VERTEX,
    MOST,
    N_ALPHA,
    N_BASE,
    N_DEPTH,
    N_ENTRIES,
    N_FORBIDDEN,
    N_HEIGHT,
    N_KEEP,
    N_KNOWN,
    N_LIMIT,
    N_MAY_STOP,
    N_MOVES,
    N_NODES,
    N_OUT,
    N_PLACED,
    N_ROOM,
    N_SIZE,
    N_STARTED,
    N_UNTIL,
    NO_MOVE,
    ONE,
    PAUSED,
    PLACE,
    SILVER,
    SIX,
    SLICE,
    TILE,
    W_LEFT,
    W_LIVE,
    W_MARKS,
    W_MARKS2,
    W_SET,
    W_SET2,
    WORST,
    ZERO,
    across,
    around,
    contact,
    corner,
    desk,
    entry,
    mark_of,
    mixed,
    move_entries,
    pattern,
)

# --- a node -----------------------------------------------------------------------------------------------


@part
def stop_value(d: Any, key: Any, key2: Any, count: Any) -> Any:
    """What it is worth to stop with so many tiles left and this set of placements."""
    for i in range(d.numbers[N_FORBIDDEN]):
        if d.forbidden[2 * i] == key and d.forbidden[2 * i + 1] == key2:
            return WORST
    return -d.numbers[N_KEEP] * count if count else d.numbers[N_OUT]


@part
def offer(d: Any, level: Any, cell: Any) -> Any:
    """Add an open cell to those where something fits, if so."""
    mask = d.fit[pattern(d, cell)] & d.words[W_LEFT + level]
    if mask != ZERO:
        hits = d.levels[L_HITS + level]
        d.cells[level * d.numbers[N_ROOM] + hits], d.masks[level * d.numbers[N_ROOM] + hits] = cell, mask
        d.levels[L_HITS + level] = hits + 1


@part
def bound_of(d: Any, goes_out: Any, gains: Any, count: Any) -> Any:
    """What can come at most: see `Problem.bound`."""
    return gains - d.numbers[N_KEEP] * count + (max(0, d.numbers[N_OUT]) if goes_out else 0)


@part
def find_live(d: Any, level: Any) -> Any:
    """The tiles that may still be placed: those that fit, and what can lie beside such a tile."""
    live, gains, left = ZERO, np.int64(0), d.words[W_LEFT + level]
    for hit in range(d.levels[L_HITS + level]):
        live |= d.masks[level * d.numbers[N_ROOM] + hit]
    new = live
    while new != ZERO:
        tile = lowest(new)
        gains += d.gains[tile]
        more = d.mates[tile] & left & ~live
        live |= more
        new = (new & (new - ONE)) | more
    d.words[W_LIVE + level], d.levels[L_GAINS + level] = live, gains
    return live


@part
def enter(d: Any, level: Any, alpha: Any) -> Any:
    """Begin with a state: put its moves in order."""
    levels, row, first = d.levels, level * d.numbers[N_MOVES], level * d.numbers[N_ROOM]
    d.numbers[N_NODES] += 1
    many, live = 0, find_live(d, level)
    levels[L_EXACT + level], levels[L_MOVE + level] = 1, NO_MOVE
    levels[L_AT + level], levels[L_ALPHA + level] = 0, alpha
    low = WORST
    if live == ZERO or (d.numbers[N_MAY_STOP] and (level > 0 or d.numbers[N_PLACED])):
        low = stop_value(d, d.words[W_SET + level], d.words[W_SET2 + level], levels[L_COUNT + level])
    levels[L_MOVES + level], levels[L_LOW + level], levels[L_HIGH + level] = 0, low, low
    bound = bound_of(d, live == d.words[W_LEFT + level], levels[L_GAINS + level], levels[L_COUNT + level])
    if live == ZERO:
        return
    if bound <= alpha:
        levels[L_EXACT + level], levels[L_HIGH + level] = 0, max(low, bound)
        return
    for hit in range(levels[L_HITS + level]):
        cell, mask = np.int64(d.cells[first + hit]), d.masks[first + hit]
        code = contact(d, cell)
        points, sums = d.points[code], d.sums[code]
        while mask != ZERO:
            tile = lowest(mask)
            mask &= mask - ONE
            value = points + sums * d.tile_sums[tile]
            move = ((MOST - value) << HIGH) | (cell << SIX) | tile
            at = many
            while at > 0 and d.moves[row + at - 1] > move:
                d.moves[row + at] = d.moves[row + at - 1]
                at -= 1
            d.moves[row + at] = move
            many += 1
    levels[L_MOVES + level] = many


@part
def lay(d: Any, level: Any, cell: Any, tile: Any, code: Any, turn: Any) -> Any:
    """Lay a tile; the next level gets the cells where something fits then."""
    height, blank, after = d.numbers[N_HEIGHT], d.numbers[N_BASE] - 1, level + 1
    node, new = d.numbers[N_NODES], np.int64(-1)
    d.filled[cell] = 1
    d.seen[cell] = node
    for i in range(3):
        vertex = corner(cell, i, height)
        if d.digit[vertex] == blank:
            new = vertex
            d.digit[vertex] = d.digits[3 * tile + (turn + i) % 3]
        d.sides[across(cell, i, height)] += 1
    d.levels[L_CELL + level], d.levels[L_VERTEX + level] = cell, new
    d.mark[cell] = mark_of(d, code)
    d.levels[L_HITS + after] = 0
    if new >= 0:
        for i in range(6):
            other = around(new, i, height)
            d.seen[other] = node
            if d.sides[other] and not d.filled[other]:
                offer(d, after, other)
    else:
        for i in range(3):
            other = across(cell, i, height)
            if d.sides[other] == 1 and not d.filled[other]:
                offer(d, after, other)
    # Elsewhere nothing has changed, but that this tile is gone.
    hits, gone, first = d.levels[L_HITS + after], ~(ONE << np.uint64(tile)), level * d.numbers[N_ROOM]
    for hit in range(d.levels[L_HITS + level]):
        other, mask = d.cells[first + hit], d.masks[first + hit] & gone
        if mask != ZERO and d.seen[other] != node:
            place = after * d.numbers[N_ROOM] + hits
            d.cells[place], d.masks[place] = other, mask
            hits += 1
    d.levels[L_HITS + after] = hits


@part
def take_back(d: Any, level: Any) -> Any:
    """Take the tile of a level from the board again."""
    height, cell, new = d.numbers[N_HEIGHT], d.levels[L_CELL + level], d.levels[L_VERTEX + level]
    d.filled[cell] = 0
    d.mark[cell] = 0
    for i in range(3):
        d.sides[across(cell, i, height)] -= 1
    if new >= 0:
        d.digit[new] = d.numbers[N_BASE] - 1


@part
def turn_of(d: Any, cell: Any, tile: Any) -> Any:
    """Which digit of a tile comes to the apex of a cell where it fits."""
    height, blank = d.numbers[N_HEIGHT], d.numbers[N_BASE] - 1
    for turn in range(2):
        fits = True
        for i in range(3):
            shown = d.digit[corner(cell, i, height)]
            fits = fits and (shown == blank or shown == d.digits[3 * tile + (turn + i) % 3])
        if fits:
            return turn
    return 2


@part
def combine(d: Any, level: Any, move: Any, points: Any, low: Any, high: Any, exact: Any) -> Any:
    """Take in what was found behind a move."""
    levels = d.levels
    if low > WORST and points + low > levels[L_LOW + level]:
        levels[L_LOW + level], levels[L_MOVE + level] = points + low, move & PLACE
    levels[L_EXACT + level] &= exact
    levels[L_HIGH + level] = max(levels[L_HIGH + level], points + high)


@part
def step(d: Any, level: Any) -> Any:
    """Look at the next move of a level; gives whether its state is to be searched."""
    levels, words, numbers, table = d.levels, d.words, d.numbers, d.table
    move = d.moves[level * numbers[N_MOVES] + levels[L_AT + level]]
    levels[L_AT + level] += 1
    points, cell, tile = MOST - (move >> HIGH), (move & PLACE) >> SIX, move & TILE
    wanted = max(levels[L_ALPHA + level], levels[L_LOW + level])
    count, gains = levels[L_COUNT + level] - 1, levels[L_GAINS + level] - d.gains[tile]
    bound = bound_of(d, words[W_LIVE + level] == words[W_LEFT + level], gains, count)
    if points + bound <= wanted:
        combine(d, level, move, points, WORST, bound, 0)
        return False
    turn, code = turn_of(d, cell, tile), contact(d, cell)
    after, mark = level + 1, mark_of(d, code)
    number = np.uint64((cell << SIX | tile) * 3 + turn)
    words[W_LEFT + after] = words[W_LEFT + level] & ~(ONE << np.uint64(tile))
    words[W_SET + after] = words[W_SET + level] ^ mixed(number * GOLD + GOLD)
    words[W_SET2 + after] = words[W_SET2 + level] ^ mixed(number * SILVER + SILVER)
    words[W_MARKS + after], words[W_MARKS2 + after] = words[W_MARKS + level], words[W_MARKS2 + level]
    if mark:
        number = np.uint64((cell * 3 + mark) | 1 << 40)
        words[W_MARKS + after] ^= mixed(number * GOLD)
        words[W_MARKS2 + after] ^= mixed(number * SILVER)
    at = entry(
        d, words[W_SET + after] ^ words[W_MARKS + after], words[W_SET2 + after] ^ words[W_MARKS2 + after]
    )
    known, low, high = table[at] != 0, np.int64(0), np.int64(0)
    if known:
        low, high = table[at + 2] >> 32, np.int64(np.int32(table[at + 2] & 0xFFFFFFFF))
        if table[at + 3] & 1 or high <= wanted - points:
            combine(d, level, move, points, low, high, table[at + 3] & 1)
            return False
    if numbers[N_NODES] >= numbers[N_LIMIT]:
        if not known:
            low, high = WORST, bound
            if numbers[N_MAY_STOP]:
                low = stop_value(d, words[W_SET + after], words[W_SET2 + after], count)
        combine(d, level, move, points, low, high, 0)
        return False
    levels[L_COUNT + after] = count
    levels[L_POINTS + level] = points
    lay(d, level, cell, tile, code, turn)
    enter(d, after, wanted - points)
    return True


@part
def leave(d: Any, level: Any) -> Any:
    """Write a state into the table, and tell the level before it."""
    levels, words, table = d.levels, d.words, d.table
    low, high, alpha = levels[L_LOW + level], levels[L_HIGH + level], levels[L_ALPHA + level]
    exact = levels[L_EXACT + level] | (low > alpha and high <= low)
    key, key2 = words[W_SET + level] ^ words[W_MARKS + level], words[W_SET2 + level] ^ words[W_MARKS2 + level]
    at = entry(d, key, key2)
    d.numbers[N_ENTRIES] += table[at] == 0
    table[at], table[at + 1] = np.int64(key), np.int64(key2)
    table[at + 2] = low << 32 | (high & 0xFFFFFFFF)
    table[at + 3] = levels[L_MOVE + level] << 1 | exact
    levels[L_EXACT + level] = exact
    if level > 0:
        take_back(d, level - 1)
        move = d.moves[(level - 1) * d.numbers[N_MOVES] + levels[L_AT + level - 1] - 1]
        combine(d, level - 1, move, levels[L_POINTS + level - 1], low, high, exact)


@cache
def kernel() -> Any:
    """The compiled search: it is compiled when it is first called, and kept on the disk."""
    code = stamp()

    def run(address: Any) -> Any:
        d = desk(address)
        numbers, levels = d.numbers, d.levels
        if numbers[N_KNOWN] != numbers[N_SIZE]:
            move_entries(d)
        if not numbers[N_STARTED]:
            numbers[N_STARTED] = code
            enter(d, 0, numbers[N_ALPHA])
        level = numbers[N_DEPTH]
        while True:
            if levels[L_AT + level] < levels[L_MOVES + level]:
                level += step(d, level)
            else:
                if 2 * numbers[N_ENTRIES] >= numbers[N_SIZE] and numbers[N_NODES] < numbers[N_LIMIT]:
                    numbers[N_DEPTH] = level
                    return FULL
                leave(d, level)
                if level == 0:
                    return DONE
                level -= 1
            if numbers[N_NODES] >= numbers[N_UNTIL]:
                numbers[N_DEPTH] = level
                numbers[N_UNTIL] = numbers[N_NODES] + SLICE
                return PAUSED

    return compiled(run)


@cache
def stamp() -> int:
    """A number that changes with the code that is compiled: numba looks only at this file."""
    here = Path(__file__).parent
    below = here.parent / "simulate"
    return stamp_of(here / "turnkernel.py", here / "turncells.py", below / "bits.py", below / "jit.py")
