"""What becomes of an answer: right, or wrong for a reason that is told.

The reasons are worked out from the board, so they are as true for an answer that nobody thought of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from attrs import field, frozen

from ..board import Board, Kind, Placement
from ..lattice import Cell
from ..ruleparts import Several
from ..scoring import Line, Score, score
from ..tiles import Tile
from ..words import N_, tr
from . import answers
from .kinds import FOUND_KINDS, PuzzleKind
from .model import Puzzle
from .solving import fitting
from .turning import out_lines


class Outcome(Enum):
    """What an answer is; the value says so in English."""

    RIGHT = N_("Right!")
    NOT_HELD = N_("{tile} is not in your hand.")
    DOES_NOT_FIT = N_("{placement}: {why}")
    FEWER_POINTS = N_("It fits, but it gives {points} points, and {best} are possible.")
    OTHER_KIND = N_("It fits, but as another kind of placement.")
    NO_HEXAGON = N_("It fits, but it completes no hexagon.")
    FEWER_IN_ALL = N_("That makes {points} points in all, and {best} are possible.")
    ONE_ONLY = N_("By these rules a turn has only one tile.")
    MUST_GO_ON = N_("By these rules you have to go on: {tile} still fits.")
    NOT_A_CHOICE = N_("{tile} is not among these tiles.")
    TILE_CLASHES = N_("{tile} does not fit there, whichever way it is turned.")
    ONE_FITS = N_("One of these tiles does fit there.")
    NOT_MARKED = N_("{cell} is not one of the marked cells.")
    NOT_HOPELESS = N_("{tile} is in this box, and it fits in {cell}.")
    NO_TILE_THERE = N_("There is no tile in {cell}.")
    NOT_WRONG = N_("Without the tile in {cell} the others still do not all agree.")
    THERE_ARE_MORE = N_("There are more than {number}.")
    THERE_ARE_FEWER = N_("There are fewer than {number}.")
    OTHER_WINNER = N_("No: when both play as well as can be, it ends otherwise.")
    STILL_FITS = N_("{tile} still fits, in {cell}.")
    NONE_LEFT = N_("No tile is left, so the round is won and not blocked.")
    TOO_MANY = N_("Nothing fits any more, but fewer than {count} tiles are enough.")

    def __repr__(self) -> str:
        return str(self)


@frozen
class Verdict:
    """What becomes of an answer.

    Attributes:
        outcome: what it is.
        values: what its sentence tells.
        score: what the placement scores, if it is one that may be laid.
    """

    outcome: Outcome
    values: Mapping[str, Any] = field(factory=dict, hash=False)
    score: Score | None = None

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.outcome is Outcome.RIGHT

    @property
    def words(self) -> str:
        """The outcome in a sentence, in the language that is spoken."""
        if self.outcome is Outcome.OTHER_KIND and self.values:
            return tr(_AS_A[self.values["kind"]])
        return tr(self.outcome.value, **self.values)


_AS_A = {
    Kind.PLAIN: N_("It fits, but as a plain placement: one side against a tile, and no more."),
    Kind.BRIDGE: N_(
        "It fits, but as a bridge: one side against a tile, and the opposite corner touches another."
    ),
    Kind.DOCKING: N_("It fits, but as a docking: two sides against tiles."),
    Kind.DRONE: N_("It fits, but as a drone: three sides against tiles."),
}
"""What is said instead of `Outcome.OTHER_KIND` where the kind is known."""

RIGHT = Verdict(Outcome.RIGHT)


def check(puzzle: Puzzle, answer: object) -> Verdict:
    """Whether an answer is right, and if not, why.

    Raises:
        TrinbError: it is no answer to such a question at all.
    """
    return _CHECKS[puzzle.kind](puzzle, answers.read(puzzle, answer))


def _refusal(board: Board, held: list[Tile], placement: Placement) -> Verdict | None:
    """Why a placement may not be laid; None if it may."""
    if placement.tile not in held:
        return Verdict(Outcome.NOT_HELD, {"tile": placement.tile})
    fault = board.check(placement)
    if fault:
        return Verdict(Outcome.DOES_NOT_FIT, {"placement": placement, "why": fault})
    return None


def _best(puzzle: Puzzle, answer: Any) -> Verdict:
    refused = _refusal(puzzle.board, list(puzzle.hand), answer)
    if refused:
        return refused
    mine = score(puzzle.rules, puzzle.board, answer)
    best = score(puzzle.rules, puzzle.board, puzzle.solution)  # type: ignore[arg-type]
    if mine.total >= best.total:
        return Verdict(Outcome.RIGHT, score=mine)
    return Verdict(Outcome.FEWER_POINTS, {"points": mine.total, "best": best.total}, mine)


def _find(puzzle: Puzzle, answer: Any) -> Verdict:
    refused = _refusal(puzzle.board, list(puzzle.hand), answer)
    if refused:
        return refused
    contact = puzzle.board.contact(answer)
    mine = score(puzzle.rules, puzzle.board, answer)
    if puzzle.kind is PuzzleKind.HEXAGON:
        found = contact.hexagons > 0
        return Verdict(Outcome.RIGHT if found else Outcome.NO_HEXAGON, score=mine)
    if contact.kind is FOUND_KINDS[puzzle.kind]:
        return Verdict(Outcome.RIGHT, score=mine)
    return Verdict(Outcome.OTHER_KIND, {"kind": contact.kind}, mine)


def laid(puzzle: Puzzle, order: tuple[Placement, ...]) -> tuple[Board, list[Tile], Score] | Verdict:
    """The board after these placements, the tiles left, and all lines; or why one cannot be laid."""
    board, held = puzzle.board, list(puzzle.hand)
    lines: list[Line] = []
    for placement in order:
        refused = _refusal(board, held, placement)
        if refused:
            return refused
        lines += score(puzzle.rules, board, placement).lines
        board = board.place(placement)
        held.remove(placement.tile)
    return board, held, Score((*lines, *(out_lines(puzzle.rules) if not held else ())))


def _turn(puzzle: Puzzle, answer: Any) -> Verdict:
    mine, best = laid(puzzle, answer), laid(puzzle, puzzle.solution)  # type: ignore[arg-type]
    if isinstance(mine, Verdict):
        return mine
    assert not isinstance(best, Verdict)
    board, held, total = mine
    rule = puzzle.rules.turn.several
    if rule is Several.ONE and len(answer) > 1:
        return Verdict(Outcome.ONE_ONLY)
    fits = board.placements(held)
    if rule is Several.MUST_GO_ON and fits:
        return Verdict(Outcome.MUST_GO_ON, {"tile": fits[0].tile}, total)
    if total.total >= best[2].total:
        return Verdict(Outcome.RIGHT, score=total)
    return Verdict(Outcome.FEWER_IN_ALL, {"points": total.total, "best": best[2].total}, total)


def _block(puzzle: Puzzle, answer: Any) -> Verdict:
    mine = laid(puzzle, answer)
    if isinstance(mine, Verdict):
        return mine
    board, held, _ = mine
    if not held:
        return Verdict(Outcome.NONE_LEFT)
    fits = board.placements(held)
    if fits:
        return Verdict(Outcome.STILL_FITS, {"tile": fits[0].tile, "cell": fits[0].cell})
    if len(answer) > len(puzzle.solution):  # type: ignore[arg-type]
        return Verdict(Outcome.TOO_MANY, {"count": len(answer)})
    return RIGHT


def _fits(puzzle: Puzzle, answer: Tile | None) -> Verdict:
    if answer == puzzle.solution:
        return RIGHT
    if answer is None:
        return Verdict(Outcome.ONE_FITS)
    if answer not in puzzle.tiles:
        return Verdict(Outcome.NOT_A_CHOICE, {"tile": answer})
    return Verdict(Outcome.TILE_CLASHES, {"tile": answer})


def _hopeless(puzzle: Puzzle, answer: Cell) -> Verdict:
    if answer not in puzzle.cells:
        return Verdict(Outcome.NOT_MARKED, {"cell": answer})
    found = fitting(puzzle.board, answer, puzzle.tile_set)
    return Verdict(Outcome.NOT_HOPELESS, {"tile": found[0], "cell": answer}) if found else RIGHT


def _wrong(puzzle: Puzzle, answer: Cell) -> Verdict:
    if answer == puzzle.solution:
        return RIGHT
    there = answer in puzzle.board
    return Verdict(Outcome.NOT_WRONG if there else Outcome.NO_TILE_THERE, {"cell": answer})


def _count(puzzle: Puzzle, answer: int) -> Verdict:
    right: Any = puzzle.solution
    if answer == right:
        return RIGHT
    return Verdict(Outcome.THERE_ARE_MORE if answer < right else Outcome.THERE_ARE_FEWER, {"number": answer})


def _ending(puzzle: Puzzle, answer: int | None) -> Verdict:
    return RIGHT if answer == puzzle.solution else Verdict(Outcome.OTHER_WINNER)


_CHECKS: dict[PuzzleKind, Callable[[Puzzle, Any], Verdict]] = {
    PuzzleKind.BEST: _best,
    PuzzleKind.BRIDGE: _find,
    PuzzleKind.DOCKING: _find,
    PuzzleKind.DRONE: _find,
    PuzzleKind.HEXAGON: _find,
    PuzzleKind.TURN: _turn,
    PuzzleKind.FITS: _fits,
    PuzzleKind.HOPELESS: _hopeless,
    PuzzleKind.WRONG: _wrong,
    PuzzleKind.COUNT: _count,
    PuzzleKind.ENDING: _ending,
    PuzzleKind.BLOCK: _block,
}
