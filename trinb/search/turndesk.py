"""What stands between Python and the compiled search: the desk it works at, and reading what it found."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..board import Board, Placement
from ..lattice import Cell
from ..ruleset import rules
from ..tiles import Tile
from . import turncells as k
from .turnkernel import kernel
from .turnproblem import CONTACTS, LITTLE, Problem, awards, marks_of
from .turntwin import Answer, Tell

_WORD = (1 << 64) - 1


def takes(problem: Problem) -> bool:
    """Whether the kernel takes a problem: few enough tiles, and points that are not huge."""
    most = max(tile.sum for tile in problem.tiles) if problem.tiles else 0
    values = [abs(award.points) + abs(award.sums) * most for award in awards(problem.rules).values()]
    huge = max([*values, abs(problem.keep), abs(problem.out)]) > k.MOST_POINTS
    return len(problem.tiles) <= k.MOST_TILES and not huge


@cache
def load() -> None:
    """Compile the kernel, or load it from the disk."""
    Search(Problem(rules("granna"), Board.parse("^0,0=555"), (), 0, 0, False), 1, lambda nodes: False).run()


class Search:
    """One search, compiled; see `turntwin.Search`."""

    def __init__(self, problem: Problem, limit: int, tell: Tell) -> None:
        self.problem, self.limit, self.tell = problem, limit, tell
        self.marks = marks_of(problem.rules)
        cells = [placement.cell for placement in problem.board]
        room = len(problem.tiles) + 3
        self.low_q, self.low_r = min(cell.q for cell in cells) - room, min(cell.r for cell in cells) - room
        self.width = max(cell.q for cell in cells) + room - self.low_q + 1
        self.height = max(cell.r for cell in cells) + room - self.low_r + 1
        self.desk = self._desk()
        self.numbers = self.desk["numbers"]

    def run(self, alpha: int = LITTLE) -> Answer:
        """The best turn, if it is worth more than alpha."""
        numbers, run = self.numbers, kernel()
        numbers[k.N_ALPHA] = alpha
        while True:
            try:
                state = run(self._addresses())
                if state == k.DONE:
                    break
                if state == k.FULL:
                    self._enlarge()
                elif self.tell(int(numbers[k.N_NODES])):
                    numbers[k.N_LIMIT] = 0
            except KeyboardInterrupt:  # keep what is known so far
                numbers[k.N_LIMIT] = 0
        low, high = (int(self.desk["levels"][place]) for place in (k.L_LOW, k.L_HIGH))
        return Answer(low, high, tuple(self._line()), int(numbers[k.N_NODES]))

    def _addresses(self) -> int:
        """The address where the kernel finds those of its arrays."""
        desk = self.desk
        assert all(
            desk[name].dtype == kind and desk[name].flags.c_contiguous for name, kind in k.FIELDS.items()
        )
        self.numbers[k.N_SIZE], self.numbers[k.N_OLD] = (
            len(desk["table"]) // k.ENTRY,
            len(desk["old"]) // k.ENTRY,
        )
        self.where = np.array([desk[name].ctypes.data for name in k.FIELDS], np.int64)
        return self.where.ctypes.data

    def _enlarge(self) -> None:
        """A larger table; the kernel moves what is in the old one.  No Ctrl-C can come between."""
        old = self.desk["table"]
        try:
            self.desk = {**self.desk, "old": old, "table": np.zeros(4 * len(old), np.int64)}
        except MemoryError:  # no room for more states
            self.numbers[k.N_LIMIT] = 0

    # --- the lattice and the hashes, as the kernel has them -----------------------------------------------

    def vertex(self, q: int, r: int) -> int:
        """The number of a vertex."""
        return (q - self.low_q) * self.height + r - self.low_r

    def cell(self, cell: Cell) -> int:
        """The number of a cell."""
        return 2 * self.vertex(cell.q, cell.r) + cell.up

    def placement(self, board: Board, move: int) -> Placement:
        """The placement of a move."""
        vertex, up = divmod(move >> k.TILE_BITS, 2)
        q, r = divmod(vertex, self.height)
        cell, tile = Cell(q + self.low_q, r + self.low_r, bool(up)), self.problem.tiles[move & k.TILE]
        found = board.placements([tile])
        return next(placement for placement in found if placement.cell is cell)

    def hash(self, placements: Any) -> tuple[int, int]:
        """The hash of a set of placements."""
        one = other = 0
        for placement in placements:
            tile = placement.tile
            turn = tile.turns.index(placement.digits)
            number = (self.cell(placement.cell) << k.TILE_BITS | self.problem.tiles.index(tile)) * 3 + turn
            one ^= _mixed(number * int(k.GOLD) + int(k.GOLD))
            other ^= _mixed(number * int(k.SILVER) + int(k.SILVER))
        return int(k.START) ^ one, int(k.START) ^ other

    def hash_of_marks(self, marked: Any) -> tuple[int, int]:
        """The hash of marks, pairs of a cell and its mark."""
        one = other = 0
        for cell, mark in marked:
            number = (self.cell(cell) * 3 + mark) | 1 << 40
            one ^= _mixed(number * int(k.GOLD))
            other ^= _mixed(number * int(k.SILVER))
        return one, other

    def _line(self) -> list[Placement]:
        """The placements that the table holds, from the first on."""
        board, line = self.problem.board, list[Placement]()
        marked: set[tuple[Cell, int]] = set()
        while True:
            pairs = zip(self.hash(line), self.hash_of_marks(marked), strict=True)
            move = self._move_at(*(of_set ^ of_marks for of_set, of_marks in pairs))
            if move < 0:
                return line
            placement = self.placement(board, move)
            contact = board.contact(placement)
            mark = self.marks.of(contact)
            marked |= {(placement.cell, mark)} if mark else set()
            board = board.lay(placement, contact)
            line.append(placement)

    def _move_at(self, key: int, key2: int) -> int:
        """The move that is kept with a state; -1 if there is none."""
        table, size = self.desk["table"], len(self.desk["table"]) // k.ENTRY
        wanted, at = (_signed(key), _signed(key2)), key % size
        while table[k.ENTRY * at]:
            row = table[k.ENTRY * at : k.ENTRY * (at + 1)]
            if (row[0], row[1]) == wanted:
                return int(row[3]) >> 1
            at = (at + 1) % size
        return -1

    # --- the desk -----------------------------------------------------------------------------------------

    def _desk(self) -> dict[str, NDArray[Any]]:
        problem, many = self.problem, len(self.problem.tiles)
        board, tiles = problem.board, problem.tiles
        base = max([*board.digits.values(), *(max(tile.digits) for tile in tiles)]) + 2
        room = len(board.open_cells) + 2 * many + 8
        numbers = self._numbers(base, room)
        desk: dict[str, Any] = {
            "numbers": numbers,
            "fit": _fit(tiles, base),
            "digits": [digit for tile in tiles for digit in tile.digits],
            "tile_sums": [tile.sum for tile in tiles],
            "gains": problem.gains,
            "mates": problem.mates,
            "forbidden": [part for laid in problem.forbidden for part in self.hash(laid)],
            "digit": np.full(self.width * self.height, base - 1, np.int8),
            "table": np.zeros(k.FEW * k.ENTRY, np.int64),
        }
        vertices = self.width * self.height
        sizes = dict.fromkeys(("filled", "sides", "mark", "seen"), 2 * vertices)
        sizes |= {"points": 80, "sums": 80, "levels": k.L_ALL, "words": k.W_ALL, "old": 0}
        sizes |= {"cells": (many + 2) * room, "masks": (many + 2) * room}
        sizes |= {"moves": (many + 2) * int(numbers[k.N_MOVES])}
        desk |= {name: np.zeros(size, k.FIELDS[name]) for name, size in sizes.items()}
        desk = {name: np.array(desk[name], kind, copy=None) for name, kind in k.FIELDS.items()}
        for code, award in awards(problem.rules).items():
            desk["points"][code], desk["sums"][code] = award.points, award.sums
        self._set_up(desk, base)
        for place, word in ((k.W_LEFT, (1 << many) - 1), (k.W_SET, k.START), (k.W_SET2, k.START)):
            desk["words"][place] = word
        desk["levels"][k.L_COUNT] = many
        return desk

    def _numbers(self, base: int, room: int) -> NDArray[np.int64]:
        problem, numbers = self.problem, np.zeros(k.N_ALL, np.int64)
        by_hexagons = {
            (contact.kind, award)
            for contact in CONTACTS
            if not (contact.beside_bridge or contact.beside_extension)
            for award in [awards(problem.rules)[contact.code]]
        }
        values = {
            k.N_HEIGHT: self.height,
            k.N_BASE: base,
            k.N_RICH: self.marks.bridge or len(by_hexagons) > 4,
            k.N_MARK_BRIDGE: self.marks.bridge,
            k.N_MARK_EXTENSION: self.marks.extension,
            k.N_MAY_STOP: problem.may_stop,
            k.N_PLACED: problem.placed,
            k.N_KEEP: problem.keep,
            k.N_OUT: problem.out,
            k.N_FORBIDDEN: len(problem.forbidden),
            k.N_LIMIT: self.limit,
            k.N_UNTIL: k.SLICE,
            k.N_KNOWN: k.FEW,
            k.N_ROOM: room,
            k.N_MOVES: room * min(len(problem.tiles), base),
        }
        for place, value in values.items():
            numbers[place] = value
        return numbers

    def _set_up(self, desk: dict[str, NDArray[Any]], base: int) -> None:
        """Lay the board, and find where the tiles fit."""
        board = self.problem.board
        for vertex, digit in board.digits.items():
            desk["digit"][self.vertex(vertex.q, vertex.r)] = digit
        for laid in board.laid:
            number = self.cell(laid.placement.cell)
            desk["filled"][number], desk["mark"][number] = 1, self.marks.of(laid.contact)
            for other in laid.placement.cell.neighbours:
                desk["sides"][self.cell(other)] += 1
        hits = 0
        for cell in board.open_cells:
            a, b, c = (base - 1 if digit is None else digit for digit in board.corner_digits(cell))
            mask = desk["fit"][a + base * (b + base * c)]
            if mask:
                desk["cells"][hits], desk["masks"][hits] = self.cell(cell), mask
                hits += 1
        desk["levels"][k.L_HITS] = hits


def _fit(tiles: tuple[Tile, ...], base: int) -> NDArray[np.uint64]:
    """For each pattern the mask of the tiles that fit it."""
    masks: dict[int, int] = {}
    for number, tile in enumerate(tiles):
        for turn in tile.turns:
            for a, b, c in product(*((digit, base - 1) for digit in turn)):
                key = a + base * (b + base * c)
                masks[key] = masks.get(key, 0) | 1 << number
    fit = np.zeros(base**3, np.uint64)
    fit[list(masks)] = np.array(list(masks.values()), np.uint64)
    return fit


def _mixed(number: int) -> int:
    """As in the kernel."""
    number &= _WORD
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _WORD
    return number ^ number >> 31


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word
