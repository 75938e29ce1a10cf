"""What the compiled search works with: the desk, the lattice, and the table of states.

The board is a part of the lattice that no turn can leave.  Vertex (q, r) of it has the number
``(q - q0) * height + (r - r0)``; its cells have twice that, and one more for the one that points up, so that
their order is that of the cells.  The tiles of the hand have the bits of one word.  A **move** is a cell and
a tile in one number, with its points before them, so that moves are in order as numbers.  What is remembered
for each number of tiles laid in the turn is its **level**.

A state is known by a hash of 128 bits.  Two states of one search share one by chance in less than one of 10²⁴
searches of ten million states, so what is proven is proven up to that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..board import Kind
from ..simulate.jit import desk_of, part
from .turnproblem import LITTLE

MOST_TILES = 60
MOST_POINTS = 1 << 20
"""In a hand, and of a placement: what the kernel takes."""

SLICE = 1 << 16  # nodes between two looks at the clock
FEW = 1 << 12  # entries of a new table
ENTRY = 4  # numbers: two of the hash; low and high; the move and whether it is exact

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

CELL_BITS, TILE_BITS = 26, 6
TILE = np.int64((1 << TILE_BITS) - 1)
PLACE = np.int64((1 << CELL_BITS + TILE_BITS) - 1)
HIGH = np.int64(CELL_BITS + TILE_BITS)
SIX, WORST, NO_MOVE = np.int64(TILE_BITS), np.int64(LITTLE), np.int64(-1)
MOST = np.int64(2 * MOST_POINTS)
ONE, ZERO = np.uint64(1), np.uint64(0)
GOLD, SILVER = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)
START = np.uint64(0x5851F42D4C957F2D)
CODE_OF_KIND, CODE_OF_HEXAGON = np.int64(16), np.int64(4)
PLAIN, BRIDGE = np.int64(1), np.int64(2)  # the places of kinds in `Kind`
assert list(Kind)[PLAIN] is Kind.PLAIN and list(Kind)[BRIDGE] is Kind.BRIDGE


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


@part
def corner(cell: Any, i: Any, height: Any) -> Any:
    """The i-th corner of a cell, clockwise from its apex."""
    vertex = cell >> 1
    if cell & 1:
        return vertex + 1 if i == 0 else (vertex + height if i == 1 else vertex)
    return vertex + height if i == 0 else (vertex + 1 if i == 1 else vertex + height + 1)


@part
def across(cell: Any, i: Any, height: Any) -> Any:
    """The cell across the side opposite the i-th corner."""
    step = 3 if i == 0 else (2 * height + 1 if i == 1 else 1)
    return cell - step if cell & 1 else cell + step


@part
def around(vertex: Any, i: Any, height: Any) -> Any:
    """The i-th of the six cells around a vertex."""
    if i < 3:
        return 2 * vertex + 1 if i == 0 else 2 * (vertex - height) + i - 1
    return 2 * (vertex - height - 1) if i == 3 else 2 * (vertex - 1) + 5 - i


@part
def pattern(d: Any, cell: Any) -> Any:
    """What the corners of a cell show, in one number."""
    base, height = d.numbers[N_BASE], d.numbers[N_HEIGHT]
    a, b, c = (
        d.digit[corner(cell, 0, height)],
        d.digit[corner(cell, 1, height)],
        d.digit[corner(cell, 2, height)],
    )
    return a + base * (b + base * np.int64(c))


@part
def contact(d: Any, cell: Any) -> Any:
    """How a tile in an open cell meets the board: the code of `Contact`."""
    base, height, sides = d.numbers[N_BASE], d.numbers[N_HEIGHT], np.int64(d.sides[cell])
    if sides == 1:
        blank = base - 1
        for i in range(3):
            if d.digit[corner(cell, i, height)] == blank:
                return PLAIN * CODE_OF_KIND
        return BRIDGE * CODE_OF_KIND
    code = (sides + 1) * CODE_OF_KIND
    if d.numbers[N_RICH]:
        marks = 0
        for i in range(3):
            vertex, full = corner(cell, i, height), 0
            for j in range(6):
                full += d.filled[around(vertex, j, height)]
            code += CODE_OF_HEXAGON * (full == 5)
            marks |= d.mark[across(cell, i, height)]
        code += 2 * (marks & 1) + (marks >> 1)
    return code


@part
def mark_of(d: Any, code: Any) -> Any:
    """The mark of a cell that is laid with a contact: of bridges, and of what extends them."""
    kind = code // CODE_OF_KIND
    if kind <= BRIDGE:
        return d.numbers[N_MARK_BRIDGE] if kind == BRIDGE else 0
    return d.numbers[N_MARK_EXTENSION] if code % CODE_OF_KIND in (1, 2, 3) else 0


# --- hashes and the table ---------------------------------------------------------------------------------


@part
def mixed(number: Any) -> Any:
    """A number in which every bit looks random."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@part
def entry(d: Any, key: Any, key2: Any) -> Any:
    """Where a state stands in the table, or where it would."""
    table, size = d.table, d.numbers[N_SIZE]
    at = np.int64(key & np.uint64(size - 1))
    while table[ENTRY * at] != 0 and not (
        table[ENTRY * at] == np.int64(key) and table[ENTRY * at + 1] == np.int64(key2)
    ):
        at = (at + 1) & (size - 1)
    return ENTRY * at


@part
def move_entries(d: Any) -> Any:
    """Move all entries from the old table to the new one."""
    for old in range(0, ENTRY * d.numbers[N_OLD], ENTRY):
        if d.old[old] != 0:
            at = entry(d, np.uint64(d.old[old]), np.uint64(d.old[old + 1]))
            for i in range(ENTRY):
                d.table[at + i] = d.old[old + i]
    d.numbers[N_KNOWN] = d.numbers[N_SIZE]
