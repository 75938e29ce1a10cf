"""Answers as values and as text, each form in one way.

========== ======================= ====================================================
form       value                   text
========== ======================= ====================================================
placement  `Placement`             ``v0,0=554``
placements tuple of `Placement`    ``v0,0=554 ^1,0=…`` in the order laid
tile       `Tile`, None            ``0-2-1``, ``none``
cell       `Cell`                  ``v0,0``
number     `int`                   ``7``
seat       0, 1, None              ``0``, ``1``, ``nobody``
========== ======================= ====================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ..board import Placement
from ..lattice import Cell
from ..notation import quote, show
from ..tiles import Tile
from ..words import N_, tr
from .house import PuzzleError
from .kinds import Form
from .model import MOST_IN_HAND, SEATS, Answer, Puzzle, read_cell

NO_TILE, NOBODY = "none", "nobody"
"""How no tile, and no seat, are written."""

LONGEST = 400
"""So many letters an answer may have."""

_LARGEST = 9_999


def read(puzzle: Puzzle, answer: object) -> Answer:
    """An answer in the form that the puzzle asks for.

    Raises:
        TrinbError: it is no such thing.
    """
    if isinstance(answer, str) and len(answer) > LONGEST:
        raise PuzzleError(tr("answer {text}: it is too long", text=quote(answer)))
    return _READ[puzzle.form](answer)


def write(answer: Answer) -> str:
    """An answer as text; None is written by `write_for`, as its meaning depends on the question."""
    if isinstance(answer, tuple) and not isinstance(answer, Placement):
        return " ".join(map(str, answer))
    return str(answer)


def write_for(form: Form, answer: Answer) -> str:
    """An answer as text."""
    if answer is None:
        return NO_TILE if form is Form.TILE else NOBODY
    return write(answer)


def told(form: Form, answer: Answer) -> str:
    """An answer for people: as text, but for what has words."""
    if form is Form.TILE and answer is None:
        return tr("none of them")
    if form is Form.SEAT:
        return tr(_SEATS[answer])  # type: ignore[index]
    return write(answer)


_SEATS = {0: N_("you"), 1: N_("your opponent"), None: N_("neither, you are equal")}


def choices(puzzle: Puzzle) -> tuple[Answer, ...]:
    """The answers to choose from, where there are only so many; none for placements and numbers.

    >>> from trinb.puzzles import puzzles
    >>> [told(Form.SEAT, one) for one in choices(puzzles("ending")[0])]
    ['you', 'your opponent', 'neither, you are equal']
    """
    if puzzle.form is Form.TILE:
        return (*puzzle.tiles, None)
    if puzzle.form is Form.CELL:
        return puzzle.cells or tuple(cell for cell, _ in puzzle.board)
    return (0, 1, None) if puzzle.form is Form.SEAT else ()


def same(one: Answer, other: Answer) -> bool:
    """Whether two answers are equal; the order of placements does not matter."""
    if _is_several(one) and _is_several(other):
        return set(one) == set(other)  # type: ignore[arg-type]
    return one == other and type(one) is type(other)


def _is_several(answer: object) -> bool:
    return isinstance(answer, tuple) and not isinstance(answer, Placement)


def _refuse(answer: object, wanted: str) -> PuzzleError:
    return PuzzleError(tr("answer {text}: {wanted}", text=show(answer), wanted=wanted))


def _placement(answer: object) -> Placement:
    if isinstance(answer, Placement):
        return answer
    if isinstance(answer, str):
        return Placement.parse(answer)
    raise _refuse(answer, tr("write a placement, e.g. v0,0=554"))


def _placements(answer: object) -> tuple[Placement, ...]:
    if isinstance(answer, Placement):
        found: tuple[Placement, ...] = (answer,)
    elif isinstance(answer, str):
        found = tuple(map(Placement.parse, answer.split()))
    elif isinstance(answer, Iterable):
        found = tuple(map(_placement, answer))
    else:
        raise _refuse(answer, tr("write placements in the order laid, e.g. v0,0=554 v-1,0=545"))
    if not 1 <= len(found) <= MOST_IN_HAND:
        raise _refuse(answer, tr("write placements in the order laid, e.g. v0,0=554 v-1,0=545"))
    return found


def _tile(answer: object) -> Tile | None:
    if answer is None or (isinstance(answer, str) and answer.strip().lower() == NO_TILE):
        return None
    if isinstance(answer, Tile):
        return answer
    if isinstance(answer, str):
        return Tile.parse(answer)
    raise _refuse(answer, tr("write a tile, e.g. 0-2-1, or none"))


def _cell(answer: object) -> Cell:
    if isinstance(answer, Cell):
        return answer
    if isinstance(answer, Placement):
        return answer.cell
    if isinstance(answer, str):
        return Placement.parse(answer).cell if "=" in answer else read_cell(answer)
    raise _refuse(answer, tr("write a cell, e.g. v0,0"))


def _number(answer: object) -> int:
    if isinstance(answer, str) and re.fullmatch("[0-9]{1,4}", answer.strip(), re.ASCII):
        answer = int(answer)
    if type(answer) is not int or not 0 <= answer <= _LARGEST:
        raise _refuse(answer, tr("write a number from 0 to {most}", most=_LARGEST))
    return answer


def _seat(answer: object) -> int | None:
    if answer is None or (isinstance(answer, str) and answer.strip().lower() == NOBODY):
        return None
    if isinstance(answer, str) and re.fullmatch("[0-9]", answer.strip(), re.ASCII):
        answer = int(answer)
    if type(answer) is not int or not 0 <= answer < SEATS:
        raise _refuse(answer, tr("write seat 0 or 1, or nobody"))
    return answer


_READ: dict[Form, Callable[[object], Answer]] = {
    Form.PLACEMENT: _placement,
    Form.PLACEMENTS: _placements,
    Form.TILE: _tile,
    Form.CELL: _cell,
    Form.NUMBER: _number,
    Form.SEAT: _seat,
}
