"""A puzzle as a short text that anybody can paste, and back.

A code looks like ``TP1-0A1B2C-3D4E5F-…``: letters and digits without I, L, O and U, which nobody can tell
apart.  Capitals, spaces and hyphens do not matter.  It holds the question alone: kind, rules, position,
hands, choices and marks.  The answer is worked out on arrival, so there is none to be trusted.

Everything is packed into one whole number in mixed radix: of each thing only as much is written as is not
known yet.  A tile of a legal position is its place among all legal placements of the tiles that are left, so
a position that is not legal cannot even be written.  Last comes a CRC of 32 bits, which finds every change
of up to six letters in a row, and all but one in four thousand million others.

>>> from trinb.puzzles import Puzzle
>>> easy = Puzzle(
...     "docking",
...     "triangelspelet",
...     "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525",
...     "0-1-1 1-2-5",
...     "^0,0=251",
... )
>>> len(write(easy)) < 50
True
>>> read(write(easy).lower()).answer
'^0,0=251'
>>> read("TP1-" + write(easy)[4:].replace("2", "3").replace("7", "8"))
Traceback (most recent call last):
    ...
trinb.puzzles.house.PuzzleError: this code is damaged: a letter is wrong, or one is missing
"""

from __future__ import annotations

import re
import zlib

from ..board import Board, Placement
from ..errors import TrinbError
from ..lattice import Cell
from ..notation import MAX_DIGIT
from ..ruleset import rule_sets, rules
from ..tiles import Tile, TileSet, tile_sets
from ..words import tr
from .house import LARGEST_HOUSE, PuzzleError, rules_of
from .kinds import PuzzleKind
from .model import (
    FARTHEST,
    MOST_CANDIDATES,
    MOST_CELLS,
    MOST_IN_HAND,
    MOST_TILES,
    SEATS,
    Puzzle,
)
from .proving import solved
from .watch import Tick

PREFIX = "TP1"
"""What every code of this version begins with."""

LONGEST = 2_000
"""So many letters of a code are read at most."""

LIMIT = 10_000
"""So many positions are looked at to work out the answer of a code."""

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1"})
_CHECK = 32
_GROUP = 6

_KINDS = (
    PuzzleKind.BEST,
    PuzzleKind.BRIDGE,
    PuzzleKind.DOCKING,
    PuzzleKind.DRONE,
    PuzzleKind.HEXAGON,
    PuzzleKind.TURN,
    PuzzleKind.FITS,
    PuzzleKind.HOPELESS,
    PuzzleKind.WRONG,
    PuzzleKind.COUNT,
    PuzzleKind.ENDING,
    PuzzleKind.BLOCK,
)
"""The kinds by their number in a code; new ones are added at the end, up to 32."""

_NAME = 16  # bits of the check that stands for a name in a code


def _digest(name: str) -> int:
    return zlib.crc32(name.encode()) & ((1 << _NAME) - 1)


# --- numbers in mixed radix --------------------------------------------------------------------------------


class _Writer:
    """Packs values, each below its radix, into one number."""

    def __init__(self) -> None:
        self._pairs: list[tuple[int, int]] = []

    def put(self, value: int, radix: int) -> None:
        """Add a value."""
        if not 0 <= value < radix:
            raise PuzzleError(tr("this puzzle cannot be written as a code"))
        self._pairs.append((value, radix))

    def number(self) -> int:
        """All values in one."""
        total = 1
        for value, radix in reversed(self._pairs):
            total = total * radix + value
        return total


class _Reader:
    """Takes the values out again, in the order in which they were put."""

    def __init__(self, number: int) -> None:
        self._left = number

    def take(self, radix: int) -> int:
        """The next value."""
        if self._left < radix or radix < 1:
            raise PuzzleError(tr("this code says something that cannot be"))
        self._left, value = divmod(self._left, radix)
        return value

    @property
    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self._left == 1


# --- text --------------------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """The code of a puzzle.

    Raises:
        PuzzleError: it cannot be written as a code.
    """
    writer = _Writer()
    _put_puzzle(writer, puzzle)
    number = writer.number()
    payload = number.to_bytes((number.bit_length() + 7) // 8, "big")
    whole = (number << _CHECK) | _check_of(payload)
    letters = ""
    while whole:
        whole, low = divmod(whole, 32)
        letters = _LETTERS[low] + letters
    groups = [letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP)]
    return "-".join([PREFIX, *groups])


def read(text: str, limit: int | None = LIMIT, tick: Tick | None = None) -> Puzzle:
    """The puzzle of a code, with its answer worked out.

    Args:
        text: the code.
        limit: after how many positions to give up; None for never.
        tick: see `watch.Tick`.

    Raises:
        TrinbError: it is no code, a damaged one, or one of something that is no puzzle.
    """
    reader = _Reader(_number_of(text))
    puzzle = _take_puzzle(reader)
    if not reader.at_end:
        raise PuzzleError(tr("this code says something that cannot be"))
    try:
        return solved(puzzle, limit, tick)
    except TrinbError as error:
        raise PuzzleError(tr("this code is whole, but it holds no puzzle: {why}", why=error)) from error


def _check_of(payload: bytes) -> int:
    return zlib.crc32(PREFIX.encode() + payload)


def _number_of(text: str) -> int:
    """The number in a code, if its check fits."""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise PuzzleError(tr("this is no code of a puzzle: it is too long"))
    letters = re.sub(r"[\s\-\u2010-\u2015\u2212]+", "", text).upper()
    if not letters.startswith("TP"):
        raise PuzzleError(tr("this is no code of a puzzle: one begins with {prefix}", prefix=PREFIX))
    if letters[2:3] not in ("1", "I", "L"):
        raise PuzzleError(tr("this code is of a version that is not known here"))
    letters = letters[3:].translate(_ALIKE)
    strange = sorted(set(letters) - set(_LETTERS))
    if strange:
        raise PuzzleError(tr("this code is damaged: {letter} is in no code", letter=repr(strange[0])))
    whole = 0
    for letter in letters:
        whole = whole * 32 + _LETTERS.index(letter)
    number, check = whole >> _CHECK, whole & ((1 << _CHECK) - 1)
    payload = number.to_bytes((number.bit_length() + 7) // 8, "big")
    if number < 1 or letters.startswith("0") or check != _check_of(payload):
        raise PuzzleError(tr("this code is damaged: a letter is wrong, or one is missing"))
    return number


# --- the parts of a puzzle ----------------------------------------------------------------------


def _put_puzzle(writer: _Writer, puzzle: Puzzle) -> None:
    writer.put(_KINDS.index(puzzle.kind), 32)
    _put_rules(writer, puzzle)
    box = puzzle.tile_set
    if puzzle.kind is PuzzleKind.WRONG:
        _put_raw(writer, puzzle.board, box)
    else:
        _put_board(writer, puzzle.board, box)
    for hand in puzzle.hands:
        writer.put(len(hand) - 1, MOST_IN_HAND)
        for tile in hand:
            writer.put(box.number(tile), len(box))
    if puzzle.kind is PuzzleKind.FITS:
        writer.put(len(puzzle.tiles) - 1, MOST_CANDIDATES)
        for tile in puzzle.tiles:
            _put_digits(writer, tile.digits)
    if puzzle.kind in _MARKED:
        cells = sorted(puzzle.board.open_cells)
        writer.put(len(puzzle.cells) - 1, MOST_CELLS)
        for cell in puzzle.cells:
            writer.put(cells.index(cell), len(cells))


_MARKED = (PuzzleKind.FITS, PuzzleKind.HOPELESS)
_HANDS = {PuzzleKind.FITS: 0, PuzzleKind.HOPELESS: 0, PuzzleKind.WRONG: 0, PuzzleKind.ENDING: SEATS}


def _take_puzzle(reader: _Reader) -> Puzzle:
    number = reader.take(32)
    if number >= len(_KINDS):
        raise PuzzleError(tr("this code asks something that is not known here"))
    kind = _KINDS[number]
    rules_id, readings, box_id, house = _take_rules(reader)
    box = rules_of(rules_id, readings, box_id, house).tile_set
    board = _take_raw(reader, box) if kind is PuzzleKind.WRONG else _take_board(reader, box)
    hands = []
    for _ in range(_HANDS.get(kind, 1)):
        size = reader.take(MOST_IN_HAND) + 1
        hands.append([box.tiles[reader.take(len(box))] for _ in range(size)])
    tiles: list[Tile] = []
    if kind is PuzzleKind.FITS:
        tiles = [Tile(*_take_digits(reader)) for _ in range(reader.take(MOST_CANDIDATES) + 1)]
    cells: list[Cell] = []
    if kind in _MARKED:
        known = sorted(board.open_cells)
        cells = [known[reader.take(len(known))] for _ in range(reader.take(MOST_CELLS) + 1)]
    return Puzzle(
        kind, rules_id, str(board), hands, "", tiles, cells, readings=readings, box=box_id, house=house
    )


def _put_rules(writer: _Writer, puzzle: Puzzle) -> None:
    """The rules by checks of their names; names may be added to the kit without changing a code."""
    writer.put(_digest(puzzle.rules_id), 1 << _NAME)
    writer.put(len(puzzle.readings), 16)
    for name in puzzle.readings:
        writer.put(_digest(name), 1 << _NAME)
    writer.put(int(bool(puzzle.box)) + 2 * bool(puzzle.house), 4)
    if puzzle.box:
        writer.put(_digest(puzzle.box), 1 << _NAME)
    if puzzle.house:
        text = puzzle.house.encode("ascii")
        writer.put(len(text), LARGEST_HOUSE + 1)
        for letter in text:
            writer.put(letter, 128)


def _take_rules(reader: _Reader) -> tuple[str, tuple[str, ...], str, str]:
    id = _named(reader.take(1 << _NAME), rule_sets())
    known = tuple(rules(id).readings)
    readings = tuple(_named(reader.take(1 << _NAME), known) for _ in range(reader.take(16)))
    flags, box, house = reader.take(4), "", ""
    if flags & 1:
        box = _named(reader.take(1 << _NAME), (*tile_sets(), *_GENERATED))
    if flags & 2:
        house = bytes(reader.take(128) for _ in range(reader.take(LARGEST_HOUSE + 1))).decode("ascii")
    return id, readings, box, house


_GENERATED = tuple(f"{kind}-{n}" for kind in ("ascending", "mirrored") for n in range(1, MAX_DIGIT + 2))


def _named(digest: int, names: tuple[str, ...]) -> str:
    for name in names:
        if _digest(name) == digest:
            return name
    raise PuzzleError(tr("this code is of rules that are not known here"))


def _put_digits(writer: _Writer, digits: tuple[int, int, int]) -> None:
    for digit in digits:
        writer.put(digit, MAX_DIGIT + 1)


def _take_digits(reader: _Reader) -> tuple[int, int, int]:
    a, b, c = (reader.take(MAX_DIGIT + 1) for _ in range(3))
    return a, b, c


def _put_cell(writer: _Writer, cell: Cell) -> None:
    """A first cell: mostly the one in which a round begins."""
    writer.put(int(cell != Cell(0, 0, True)), 2)
    if cell != Cell(0, 0, True):
        for value in (cell.q, cell.r):
            writer.put(value + FARTHEST, 2 * FARTHEST + 1)
        writer.put(int(cell.up), 2)


def _take_cell(reader: _Reader) -> Cell:
    if not reader.take(2):
        return Cell(0, 0, True)
    q, r = (reader.take(2 * FARTHEST + 1) - FARTHEST for _ in range(2))
    return Cell(q, r, bool(reader.take(2)))


def _put_board(writer: _Writer, board: Board, box: TileSet) -> None:
    """A legal position: each tile as its place among all legal placements of the tiles that are left."""
    writer.put(len(board) - 1, MOST_TILES)
    now, left = Board(), box.all
    for placement in board:
        number = box.numbers_by_turn[placement.digits]
        if now:
            legal = sorted(now.placements(box, left))
            writer.put(legal.index(placement), len(legal))
        else:
            _put_cell(writer, placement.cell)
            writer.put(number, len(box))
            writer.put(placement.tile.turns.index(placement.digits), 3)
        now, left = now.place(placement), left & ~(1 << number)


def _take_board(reader: _Reader, box: TileSet) -> Board:
    count, left = reader.take(MOST_TILES) + 1, box.all
    cell = _take_cell(reader)
    number, turn = reader.take(len(box)), reader.take(3)
    board = Board().place(Placement(cell, box.tiles[number].turns[turn]))
    for _ in range(count - 1):
        left &= ~(1 << number)
        legal = sorted(board.placements(box, left))
        placement = legal[reader.take(len(legal))]
        number = box.numbers_by_turn[placement.digits]
        board = board.place(placement)
    return board


def _put_raw(writer: _Writer, board: Board, box: TileSet) -> None:
    """Tiles side by side whose digits need not agree; those that do are written as in a legal position."""
    writer.put(len(board) - 1, MOST_TILES)
    now, left = Board(), box.all
    for placement in board:
        legal = sorted(now.placements(box, left)) if now else []
        writer.put(int(placement in legal), 2)
        if placement in legal:
            writer.put(legal.index(placement), len(legal))
            left &= ~(1 << box.numbers_by_turn[placement.digits])
        else:
            _put_first(writer, now, placement.cell)
            _put_digits(writer, placement.digits)
        now = now.lay(placement, now.contact_at(placement.cell))


def _put_first(writer: _Writer, board: Board, cell: Cell) -> None:
    """A cell: the first one, or one beside a tile."""
    if board:
        cells = sorted(board.open_cells)
        writer.put(cells.index(cell), len(cells))
    else:
        _put_cell(writer, cell)


def _take_raw(reader: _Reader, box: TileSet) -> Board:
    now, left = Board(), box.all
    for _ in range(reader.take(MOST_TILES) + 1):
        if reader.take(2):
            legal = sorted(now.placements(box, left)) if now else []
            placement = legal[reader.take(len(legal))]
            left &= ~(1 << box.numbers_by_turn[placement.digits])
        else:
            cells = sorted(now.open_cells)
            cell = cells[reader.take(len(cells))] if cells else _take_cell(reader)
            placement = Placement(cell, _take_digits(reader))
        now = now.lay(placement, now.contact_at(placement.cell))
    return now
