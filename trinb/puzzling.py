"""What ``trinb puzzles`` tells of puzzles: as JSON, in words, and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import TrinbError
from .notation import quote
from .terminal import board_text, columns, width, wrapped
from .words import tr, trn

if TYPE_CHECKING:
    from .lattice import Cell
    from .puzzles import Certificate, Puzzle

LETTERS = "ABCDEFGHIJKL"
"""What marked cells are called in a board of letters."""

CODE_BEGINS = "TP"


def found(name: str) -> Puzzle:
    """The puzzle of an id, of a code, or the only one of a file.

    Raises:
        TrinbError: there is none.
    """
    from .puzzles import Puzzle, load, puzzle

    if name.upper().startswith(CODE_BEGINS):
        return Puzzle.from_code(name)
    if name.endswith(".json"):
        path, _, id = name, "", ""
        return _only(load(path), path)
    file, _, id = name.rpartition(".json:")
    if file:
        return _named(load(f"{file}.json"), id)
    return puzzle(name)


def _only(known: Sequence[Puzzle], path: str) -> Puzzle:
    if len(known) != 1:
        raise TrinbError(
            tr("{file} holds {count} puzzles: write {file}:ID for one", file=quote(path), count=len(known))
        )
    return known[0]


def _named(known: Sequence[Puzzle], id: str) -> Puzzle:
    for one in known:
        if one.id == id:
            return one
    raise TrinbError(tr("there is no puzzle {name} in the file", name=quote(id)))


# --- list and show ---------------------------------------------------------------------------------------


def listed(known: Iterable[Puzzle]) -> list[dict[str, Any]]:
    """Puzzles in a list of them."""
    return [
        {
            "id": one.id,
            "kind": one.kind.value,
            "level": one.level,
            "rules": one.rules_id,
            "readings": list(one.readings),
            "tiles": len(one.board),
            "effort": one.measures.get("effort", 0),
        }
        for one in known
    ]


def list_words(known: Sequence[Puzzle]) -> str:
    """The same in words."""
    rows = [(one.id, one.level, one.rules_id, one.name) for one in known]
    return "\n".join([columns(rows, right="1"), trn("{n} puzzle", "{n} puzzles", len(known))])


def data(puzzle: Puzzle, told: bool) -> dict[str, Any]:
    """All of a puzzle; what gives the answer away only if it is to be told."""
    from .puzzles.files import to_data

    content = to_data(puzzle)
    if not told:
        content = {key: value for key, value in content.items() if key not in ("answer", "proof")}
    content["asks"] = puzzle.question
    content["code"] = puzzle.code
    if told:
        content["hints"] = list(puzzle.hints)
        content["explanation"] = puzzle.explanation
    return content


def words(puzzle: Puzzle, told: bool) -> str:
    """A puzzle in words: the board in letters, the tiles, the question, and if wanted the answer."""
    from .puzzles import LEVEL_NAMES, PuzzleKind

    marks = dict(zip(puzzle.cells, LETTERS, strict=False))
    level = tr(LEVEL_NAMES[puzzle.level]) if puzzle.level else ""
    head = ", ".join(part for part in (puzzle.id, puzzle.name, tr(puzzle.rules.name), level) if part)
    parts = [head, "", board_text(puzzle.board, marks, width()), ""]
    for cell, letter in marks.items():
        parts.append(tr("{letter} is the cell {cell}.", letter=letter, cell=cell))
    if puzzle.kind is PuzzleKind.WRONG:  # a drawing of letters has room for one digit at each point
        head = tr("The tiles")
        parts.append(wrapped(f"{head}: ", puzzle.position, len(head) + 2))
    owners = [tr("Your tiles"), tr("Your opponent's tiles")]
    for owner, hand in zip(owners, puzzle.hands, strict=False):
        parts.append(wrapped(f"{owner}: ", " ".join(map(str, hand)), len(owner) + 2))
    if puzzle.tiles:
        head = tr("Tiles to choose from")
        parts.append(wrapped(f"{head}: ", " ".join(map(str, puzzle.tiles)), len(head) + 2))
    parts.append(wrapped("", puzzle.question, 0))
    if told:
        parts += ["", *(wrapped(f"{number}. ", hint, 3) for number, hint in enumerate(puzzle.hints, 1))]
        parts += ["", wrapped("", puzzle.explanation, 0)]
    return "\n".join(parts)


def draw(puzzle: Puzzle, path: Path, told: bool) -> None:
    """Write the board as a picture, with the answer on it if it is to be told.

    Raises:
        OSError: it cannot be written.
    """
    from . import resources
    from .board import Placement
    from .draw import svg
    from .lattice import Cell

    board, lit = puzzle.board, list[Cell]()
    if told:
        solution = puzzle.solution
        placed = [solution] if isinstance(solution, Placement) else solution
        if isinstance(placed, list | tuple):
            for placement in placed:
                board = board.place(placement)
                lit.append(placement.cell)
        elif isinstance(solution, Cell):
            lit.append(solution)
    labels: dict[Cell, str] = dict(zip(puzzle.cells, LETTERS, strict=False))
    picture = svg.board(
        board, cells=puzzle.cells, labels=labels, lit=lit, last=False, title=puzzle.question, theme="light"
    )
    resources.write_whole(path, picture.encode())


# --- check -------------------------------------------------------------------------------------------------


def certified(known: Sequence[Puzzle], tell: Callable[[int, int], object] | None = None) -> list[Certificate]:
    """Solve puzzles from scratch; `tell` gets the number of each, and how many there are."""
    from .puzzles import certify

    certificates = []
    for number, puzzle in enumerate(known, 1):
        certificates.append(certify(puzzle))
        if tell:
            tell(number, len(known))
    return certificates


def check_data(certificates: Sequence[Certificate]) -> dict[str, Any]:
    """How many puzzles there are, how many are as they say, and which are not."""
    return {
        "puzzles": len(certificates),
        "certified": sum(one.ok for one in certificates),
        "failed": [one.puzzle.id or one.puzzle.code for one in certificates if not one.ok],
    }


def check_words(certificates: Sequence[Certificate]) -> str:
    """The same in words, with what is wrong."""
    good = sum(one.ok for one in certificates)
    lines = [f"{one.puzzle.id or one.puzzle.code}: {one.words}" for one in certificates if not one.ok]
    count = trn("{n} puzzle", "{n} puzzles", len(certificates))
    lines.append(tr("{count}, of which certified: {good}", count=count, good=good))
    return "\n".join(lines)
