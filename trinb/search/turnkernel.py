"""The search for the best turn, compiled: the same as `turntwin`, state for state.

The board is a part of the lattice that no turn can leave.  Vertex (q, r) of it has the number
``(q - q0) * height + (r - r0)``; its cells have twice that, and one more for the one that points up, so that
their order is that of the cells.  The tiles of the hand have the bits of one word.  A **move** is a cell and
a tile in one number, with its points before them, so that moves are in order as numbers.  What is remembered
for each number of tiles laid in the turn is its **level**.

A state is known by a hash of 128 bits.  Two states of one search share one by chance in less than one of 10²⁴
searches of ten million states, so what is proven is proven up to that.

`run` goes on for a number of nodes and returns, so that Python can say how far it is, stop it, or make the
table larger; all that it needs to go on is in arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numba import njit

from ..board import Kind
from ..simulate.bits import lowest
from ..simulate.kernel import compiled
from .turnpointers import desk_of
from .turnproblem import LITTLE

MOST_TILES = 60
MOST_POINTS = 1 << 20
"""In a hand, and of a placement: what the kernel takes."""

SLICE = 1 << 16  # nodes between two looks at the clock
FEW = 1 << 12  # entries of a new table
ENTRY = 4  # numbers: two of the hash; low and high; the move and whether it is exact

_OPTIONS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
_part: Any = njit(forceinline=True, **_OPTIONS)

DONE, PAUSED, FULL = 0, 1, 2
"""Why `run` returns."""

# Where numbers stand in `Desk.numbers`.
(
    N_HEIGHT, N_BASE, N_RICH, N_MARK_BRIDGE, N_MARK_EXTENSION, N_MAY_STOP, N_PLACED, N_KEEP, N_OUT, N_ALPHA,
    N_FORBIDDEN, N_DEPTH, N_NODES, N_LIMIT, N_UNTIL, N_ENTRIES, N_STARTED, N_SIZE, N_OLD,
    N_KNOWN, N_ROOM, N_MOVES,
) = map(np.int64, range(22))  # fmt: skip
N_ALL = 22

ROOM = 64  # for a number for each number of tiles that may be laid in a turn

# Where the numbers of levels begin in `Desk.levels`.
(
    L_HITS, L_MOVES, L_AT, L_LOW, L_HIGH, L_ALPHA, L_EXACT, L_MOVE, L_GAINS, L_COUNT, L_CELL, L_VERTEX,
    L_POINTS,
) = map(np.int64, range(0, 13 * ROOM, ROOM))  # fmt: skip
L_ALL = 13 * ROOM

# And in `Desk.words`: the masks of the tiles left and of the live ones, the hashes of placements and marks.
W_LEFT, W_LIVE, W_SET, W_SET2, W_MARKS, W_MARKS2 = map(np.int64, range(0, 6 * ROOM, ROOM))
W_ALL = 6 * ROOM

_CELL_BITS, TILE_BITS = 26, 6
TILE = np.int64((1 << TILE_BITS) - 1)
_PLACE = np.int64((1 << _CELL_BITS + TILE_BITS) - 1)
_HIGH = np.int64(_CELL_BITS + TILE_BITS)
_SIX, _LITTLE, _NO_MOVE = np.int64(TILE_BITS), np.int64(LITTLE), np.int64(-1)
_MOST = np.int64(2 * MOST_POINTS)
_ONE, _ZERO = np.uint64(1), np.uint64(0)
GOLD, SILVER = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)
START = np.uint64(0x5851F42D4C957F2D)
_CODE_OF_KIND, _CODE_OF_HEXAGON = np.int64(16), np.int64(4)
_PLAIN, _BRIDGE = np.int64(1), np.int64(2)  # the places of kinds in `Kind`
assert list(Kind)[_PLAIN] is Kind.PLAIN and list(Kind)[_BRIDGE] is Kind.BRIDGE


FIELDS: Mapping[str, type[np.generic]] = {
    "numbers": np.int64,  # of the problem and of the search, at the places `N_…`
    "fit": np.uint64,  # for each pattern of three corners, to the base of a digit, the tiles that fit it
    "points": np.int64,  # for each contact, by its code, what it gives,
    "sums": np.int64,  # and how often it gives the sum of the tile
    "digits": np.int64,  # of each tile, three
    "tile_sums": np.int64,  # of each tile
    "gains": np.int64,  # of each tile, see `Problem.bound`
    "mates": np.uint64,  # for each tile those that can lie beside it
    "forbidden": np.uint64,  # the hashes of the sets of placements with which the turn may not end
    "digit": np.int8,  # for each vertex, or `N_BASE` less one where nothing touches
    "filled": np.uint8,  # for each cell whether it is filled
    "sides": np.uint8,  # for each cell how many of its neighbours are
    "mark": np.uint8,  # for each cell its mark
    "seen": np.int64,  # for each cell the last node at which it was looked at anew
    "levels": np.int64,  # for each number of tiles laid in the turn what is to be remembered, from `L_…` on
    "words": np.uint64,  # and in words, from `W_…` on
    "cells": np.int32,  # and the open cells where something fits
    "masks": np.uint64,  # and what fits there
    "moves": np.int64,  # and the moves, in order
    "table": np.int64,  # what is known of states
    "old": np.int64,  # the smaller table before it
}
"""What the kernel works with."""

desk: Any = desk_of("TurnDesk", FIELDS)


# --- the lattice ------------------------------------------------------------------------------------------


@_part
def corner(cell: Any, i: Any, height: Any) -> Any:
    """The i-th corner of a cell, clockwise from its apex."""
    vertex = cell >> 1
    if cell & 1:
        return vertex + 1 if i == 0 else (vertex + height if i == 1 else vertex)
    return vertex + height if i == 0 else (vertex + 1 if i == 1 else vertex + height + 1)


@_part
def across(cell: Any, i: Any, height: Any) -> Any:
    """The cell across the side opposite the i-th corner."""
    step = 3 if i == 0 else (2 * height + 1 if i == 1 else 1)
    return cell - step if cell & 1 else cell + step


@_part
def around(vertex: Any, i: Any, height: Any) -> Any:
    """The i-th of the six cells around a vertex."""
    if i < 3:
        return 2 * vertex + 1 if i == 0 else 2 * (vertex - height) + i - 1
    return 2 * (vertex - height - 1) if i == 3 else 2 * (vertex - 1) + 5 - i


@_part
def pattern(d: Any, cell: Any) -> Any:
    """What the corners of a cell show, in one number."""
    base, height = d.numbers[N_BASE], d.numbers[N_HEIGHT]
    a, b, c = (
        d.digit[corner(cell, 0, height)],
        d.digit[corner(cell, 1, height)],
        d.digit[corner(cell, 2, height)],
    )
    return a + base * (b + base * np.int64(c))


@_part
def contact(d: Any, cell: Any) -> Any:
    """How a tile in an open cell meets the board: the code of `Contact`."""
    base, height, sides = d.numbers[N_BASE], d.numbers[N_HEIGHT], np.int64(d.sides[cell])
    if sides == 1:
        blank = base - 1
        for i in range(3):
            if d.digit[corner(cell, i, height)] == blank:
                return _PLAIN * _CODE_OF_KIND
        return _BRIDGE * _CODE_OF_KIND
    code = (sides + 1) * _CODE_OF_KIND
    if d.numbers[N_RICH]:
        marks = 0
        for i in range(3):
            vertex, full = corner(cell, i, height), 0
            for j in range(6):
                full += d.filled[around(vertex, j, height)]
            code += _CODE_OF_HEXAGON * (full == 5)
            marks |= d.mark[across(cell, i, height)]
        code += 2 * (marks & 1) + (marks >> 1)
    return code


@_part
def mark_of(d: Any, code: Any) -> Any:
    """The mark of a cell that is laid with a contact: of bridges, and of what extends them."""
    kind = code // _CODE_OF_KIND
    if kind <= _BRIDGE:
        return d.numbers[N_MARK_BRIDGE] if kind == _BRIDGE else 0
    return d.numbers[N_MARK_EXTENSION] if code % _CODE_OF_KIND in (1, 2, 3) else 0


# --- hashes and the table ---------------------------------------------------------------------------------


@_part
def mixed(number: Any) -> Any:
    """A number in which every bit looks random."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@_part
def entry(d: Any, key: Any, key2: Any) -> Any:
    """Where a state stands in the table, or where it would."""
    table, size = d.table, d.numbers[N_SIZE]
    at = np.int64(key & np.uint64(size - 1))
    while table[ENTRY * at] != 0 and not (
        table[ENTRY * at] == np.int64(key) and table[ENTRY * at + 1] == np.int64(key2)
    ):
        at = (at + 1) & (size - 1)
    return ENTRY * at


@_part
def move_entries(d: Any) -> Any:
    """Move all entries from the old table to the new one."""
    for old in range(0, ENTRY * d.numbers[N_OLD], ENTRY):
        if d.old[old] != 0:
            at = entry(d, np.uint64(d.old[old]), np.uint64(d.old[old + 1]))
            for i in range(ENTRY):
                d.table[at + i] = d.old[old + i]
    d.numbers[N_KNOWN] = d.numbers[N_SIZE]


# --- a node -----------------------------------------------------------------------------------------------


@_part
def stop_value(d: Any, key: Any, key2: Any, count: Any) -> Any:
    """What it is worth to stop with so many tiles left and this set of placements."""
    for i in range(d.numbers[N_FORBIDDEN]):
        if d.forbidden[2 * i] == key and d.forbidden[2 * i + 1] == key2:
            return _LITTLE
    return -d.numbers[N_KEEP] * count if count else d.numbers[N_OUT]


@_part
def offer(d: Any, level: Any, cell: Any) -> Any:
    """Add an open cell to those where something fits, if so."""
    mask = d.fit[pattern(d, cell)] & d.words[W_LEFT + level]
    if mask != _ZERO:
        hits = d.levels[L_HITS + level]
        d.cells[level * d.numbers[N_ROOM] + hits], d.masks[level * d.numbers[N_ROOM] + hits] = cell, mask
        d.levels[L_HITS + level] = hits + 1


@_part
def bound_of(d: Any, goes_out: Any, gains: Any, count: Any) -> Any:
    """What can come at most: see `Problem.bound`."""
    return gains - d.numbers[N_KEEP] * count + (max(0, d.numbers[N_OUT]) if goes_out else 0)


@_part
def find_live(d: Any, level: Any) -> Any:
    """The tiles that may still be placed: those that fit, and what can lie beside such a tile."""
    live, gains, left = _ZERO, np.int64(0), d.words[W_LEFT + level]
    for hit in range(d.levels[L_HITS + level]):
        live |= d.masks[level * d.numbers[N_ROOM] + hit]
    new = live
    while new != _ZERO:
        tile = lowest(new)
        gains += d.gains[tile]
        more = d.mates[tile] & left & ~live
        live |= more
        new = (new & (new - _ONE)) | more
    d.words[W_LIVE + level], d.levels[L_GAINS + level] = live, gains
    return live


@_part
def enter(d: Any, level: Any, alpha: Any) -> Any:
    """Begin with a state: put its moves in order."""
    levels, row, first = d.levels, level * d.numbers[N_MOVES], level * d.numbers[N_ROOM]
    d.numbers[N_NODES] += 1
    many, live = 0, find_live(d, level)
    levels[L_EXACT + level], levels[L_MOVE + level] = 1, _NO_MOVE
    levels[L_AT + level], levels[L_ALPHA + level] = 0, alpha
    low = _LITTLE
    if live == _ZERO or (d.numbers[N_MAY_STOP] and (level > 0 or d.numbers[N_PLACED])):
        low = stop_value(d, d.words[W_SET + level], d.words[W_SET2 + level], levels[L_COUNT + level])
    levels[L_MOVES + level], levels[L_LOW + level], levels[L_HIGH + level] = 0, low, low
    bound = bound_of(d, live == d.words[W_LEFT + level], levels[L_GAINS + level], levels[L_COUNT + level])
    if live == _ZERO:
        return
    if bound <= alpha:
        levels[L_EXACT + level], levels[L_HIGH + level] = 0, max(low, bound)
        return
    for hit in range(levels[L_HITS + level]):
        cell, mask = np.int64(d.cells[first + hit]), d.masks[first + hit]
        code = contact(d, cell)
        points, sums = d.points[code], d.sums[code]
        while mask != _ZERO:
            tile = lowest(mask)
            mask &= mask - _ONE
            value = points + sums * d.tile_sums[tile]
            move = ((_MOST - value) << _HIGH) | (cell << _SIX) | tile
            at = many
            while at > 0 and d.moves[row + at - 1] > move:
                d.moves[row + at] = d.moves[row + at - 1]
                at -= 1
            d.moves[row + at] = move
            many += 1
    levels[L_MOVES + level] = many


@_part
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
    hits, gone, first = d.levels[L_HITS + after], ~(_ONE << np.uint64(tile)), level * d.numbers[N_ROOM]
    for hit in range(d.levels[L_HITS + level]):
        other, mask = d.cells[first + hit], d.masks[first + hit] & gone
        if mask != _ZERO and d.seen[other] != node:
            place = after * d.numbers[N_ROOM] + hits
            d.cells[place], d.masks[place] = other, mask
            hits += 1
    d.levels[L_HITS + after] = hits


@_part
def take_back(d: Any, level: Any) -> Any:
    """Take the tile of a level from the board again."""
    height, cell, new = d.numbers[N_HEIGHT], d.levels[L_CELL + level], d.levels[L_VERTEX + level]
    d.filled[cell] = 0
    d.mark[cell] = 0
    for i in range(3):
        d.sides[across(cell, i, height)] -= 1
    if new >= 0:
        d.digit[new] = d.numbers[N_BASE] - 1


@_part
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


@_part
def combine(d: Any, level: Any, move: Any, points: Any, low: Any, high: Any, exact: Any) -> Any:
    """Take in what was found behind a move."""
    levels = d.levels
    if low > _LITTLE and points + low > levels[L_LOW + level]:
        levels[L_LOW + level], levels[L_MOVE + level] = points + low, move & _PLACE
    levels[L_EXACT + level] &= exact
    levels[L_HIGH + level] = max(levels[L_HIGH + level], points + high)


@_part
def step(d: Any, level: Any) -> Any:
    """Look at the next move of a level; gives whether its state is to be searched."""
    levels, words, numbers, table = d.levels, d.words, d.numbers, d.table
    move = d.moves[level * numbers[N_MOVES] + levels[L_AT + level]]
    levels[L_AT + level] += 1
    points, cell, tile = _MOST - (move >> _HIGH), (move & _PLACE) >> _SIX, move & TILE
    wanted = max(levels[L_ALPHA + level], levels[L_LOW + level])
    count, gains = levels[L_COUNT + level] - 1, levels[L_GAINS + level] - d.gains[tile]
    bound = bound_of(d, words[W_LIVE + level] == words[W_LEFT + level], gains, count)
    if points + bound <= wanted:
        combine(d, level, move, points, _LITTLE, bound, 0)
        return False
    turn, code = turn_of(d, cell, tile), contact(d, cell)
    after, mark = level + 1, mark_of(d, code)
    number = np.uint64((cell << _SIX | tile) * 3 + turn)
    words[W_LEFT + after] = words[W_LEFT + level] & ~(_ONE << np.uint64(tile))
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
            low, high = _LITTLE, bound
            if numbers[N_MAY_STOP]:
                low = stop_value(d, words[W_SET + after], words[W_SET2 + after], count)
        combine(d, level, move, points, low, high, 0)
        return False
    levels[L_COUNT + after] = count
    levels[L_POINTS + level] = points
    lay(d, level, cell, tile, code, turn)
    enter(d, after, wanted - points)
    return True


@_part
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
    here = Path(__file__)
    files = (here, here.with_name("turnpointers.py"), here.parent.parent / "simulate" / "bits.py")
    return crc32(b"".join(path.read_bytes() for path in files)) or 1
