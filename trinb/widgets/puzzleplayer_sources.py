"""Where puzzles come from: trinb itself, files, codes, anybody; and that their answers are right."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from .. import puzzles as shipped
from ..errors import TrinbError
from ..notation import show
from ..puzzles import Puzzle, PuzzleError, codes
from ..puzzles.answers import read, write_for
from ..words import tr
from .puzzleplayer_maker import why_not


def given(puzzles: str | Path | Puzzle | Iterable[Puzzle] | None) -> tuple[list[Puzzle], Puzzle | None]:
    """The puzzles that are given in whatever way, and the one to begin with if there is one."""
    if puzzles is None:
        return list(shipped.puzzles()), None
    if isinstance(puzzles, Puzzle):
        return list(shipped.puzzles()), puzzles
    if isinstance(puzzles, Path) or (isinstance(puzzles, str) and puzzles.strip().lower().endswith(".json")):
        return list(shipped.load(puzzles)), None
    if isinstance(puzzles, str):
        return list(shipped.puzzles()), Puzzle.from_code(puzzles)
    given = list(puzzles)
    for one in given:
        if not isinstance(one, Puzzle):
            raise TrinbError(tr("{it} is no puzzle", it=show(one)))
    return given, None


def sound(puzzle: Puzzle) -> Puzzle:
    """A puzzle from anywhere with its answer, which is worked out again unless it came with trinb.

    Raises:
        PuzzleError: it has no single answer, or another one than it says.
    """
    if puzzle in _shipped():
        return puzzle
    found = shipped.certify(puzzle, codes.LIMIT)
    if puzzle.answer and found.is_right:
        return puzzle
    if not puzzle.answer and found.is_unique:
        return shipped.solved(puzzle, codes.LIMIT)
    raise PuzzleError(why_not(found) or " ".join(found.problems))


@cache
def _shipped() -> frozenset[Puzzle]:
    return frozenset(shipped.puzzles())


def as_text(answer: object, puzzle: Puzzle) -> str:
    """An answer as text."""
    return write_for(puzzle.form, read(puzzle, answer))
