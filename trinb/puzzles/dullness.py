"""What makes a puzzle dull, though it has one answer."""

from __future__ import annotations

from ..board import Placement
from ..scoring import Score, score
from .kinds import FOUND_KINDS, PuzzleKind
from .levels import effort_level
from .model import Puzzle
from .posing import gives_more
from .turning import out_lines


def dull(puzzle: Puzzle) -> bool:
    """Whether a puzzle that has one answer is still not worth asking.

    There must be something to choose from, and from level 2 on something that tempts; a puzzle must not be
    hard by the size of its board alone; the best turn must not simply be greed, and no number may be tedious
    to count.
    """
    if puzzle.measures["places"] < 2 or effort_level(puzzle.kind, puzzle.measures) < puzzle.level - 1:
        return True
    return _DULL.get(puzzle.kind, _without_temptation)(puzzle)


def _without_temptation(puzzle: Puzzle) -> bool:
    return puzzle.level > 1 and puzzle.measures["tempting"] < 1


def _dull_best(puzzle: Puzzle) -> bool:
    """A plain placement is only looked up, and one temptation is not enough for those who know the game."""
    few = puzzle.measures["places"] < 3 or "second" not in puzzle.proof
    solution = puzzle.solution
    assert isinstance(solution, Placement)
    plain = not gives_more(puzzle.rules, puzzle.board, solution)
    return few or plain or puzzle.measures["tempting"] < (0, 1, 1, 2, 3)[puzzle.level - 1]


def _dull_find(puzzle: Puzzle) -> bool:
    return puzzle.measures["places"] < 3 or (puzzle.level > 2 and puzzle.proof["shaped"] < 2)


def _dull_turn(puzzle: Puzzle) -> bool:
    if puzzle.measures["depth"] < 2 or "second" not in puzzle.proof:
        return True
    return puzzle.level > 2 and greedy_turn(puzzle) == puzzle.proof["best"]


def greedy_turn(puzzle: Puzzle) -> int:
    """What a turn gives that always takes the placement with the most points, going out included."""
    board, held, total = puzzle.board, list(puzzle.hand), 0
    while found := list(board.placements(held)):
        points, placement = max((score(puzzle.rules, board, one).total, one) for one in found)
        total, board = total + points, board.place(placement)
        held.remove(placement.tile)
    return total if held else total + Score(out_lines(puzzle.rules)).total


def _dull_count(puzzle: Puzzle) -> bool:
    return not 2 <= puzzle.proof["best"] <= (8, 12, 16, 24, 40)[puzzle.level - 1]


def _dull_wrong(puzzle: Puzzle) -> bool:
    return puzzle.proof["clashes"] > 2 or puzzle.measures["tiles"] < 4


def _dull_ending(puzzle: Puzzle) -> bool:
    """From level 3 on, whoever is to move must not win whatever he does."""
    sure = puzzle.answer == "0" and not puzzle.measures["tempting"]
    return puzzle.measures["depth"] < 2 or (puzzle.level > 2 and sure)


def _dull_block(puzzle: Puzzle) -> bool:
    return _without_temptation(puzzle) or (puzzle.level > 2 and puzzle.measures["depth"] < 2)


def _dull_fits(puzzle: Puzzle) -> bool:
    return puzzle.measures["places"] < 3 or _without_temptation(puzzle)


_DULL = {
    PuzzleKind.BEST: _dull_best,
    **dict.fromkeys(FOUND_KINDS, _dull_find),
    PuzzleKind.HEXAGON: _dull_find,
    PuzzleKind.TURN: _dull_turn,
    PuzzleKind.COUNT: _dull_count,
    PuzzleKind.WRONG: _dull_wrong,
    PuzzleKind.ENDING: _dull_ending,
    PuzzleKind.BLOCK: _dull_block,
    PuzzleKind.FITS: _dull_fits,
}
