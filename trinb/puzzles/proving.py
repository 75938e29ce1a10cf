"""Certificates: the answer to a puzzle worked out again from scratch, with a proof that can be followed.

>>> from trinb.puzzles import Puzzle
>>> easy = Puzzle(
...     "docking", "triangelspelet", "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525", "0-1-1 1-2-5"
... )
>>> print(certify(easy.evolve(answer="^0,0=251")).words)
All 2 legal placements were examined. There is exactly one right answer: ^0,0=251.
>>> print(certify(easy.evolve(answer="v-1,-1=011")).words)
The answer v-1,-1=011 is not right; it is ^0,0=251.
"""

from __future__ import annotations

from attrs import frozen

from ..words import N_, tr, trn
from . import answers
from .house import PuzzleError
from .kinds import Form, PuzzleKind
from .levels import effort_of, level_of
from .model import Answer, Puzzle
from .solving import LIMIT, Solution, solve
from .watch import Tick

_MOST_SHOWN = 3

_EXAMINED = {
    Form.PLACEMENT: N_("All {count} legal placements were examined."),
    Form.PLACEMENTS: N_("All {count} boards that can be reached were examined."),
    Form.TILE: N_("All {count} tiles were tried."),
    Form.CELL: N_("{count} cases were tried, every one there is."),
    Form.NUMBER: N_("All {count} ways to hold a tile over a cell were tried."),
    Form.SEAT: N_("All {count} positions that can come about were examined."),
}


@frozen
class Certificate:
    """What became of solving a puzzle again.

    Attributes:
        puzzle: the puzzle.
        solution: what was found; None if it cannot be solved.
        fault: why it cannot; empty if it can.
    """

    puzzle: Puzzle
    solution: Solution | None
    fault: str = ""

    @property
    def found(self) -> tuple[Answer, ...]:
        """All right answers."""
        return self.solution.answers if self.solution else ()

    @property
    def is_unique(self) -> bool:
        """Whether there is exactly one right answer."""
        return len(self.found) == 1

    @property
    def is_right(self) -> bool:
        """Whether the answer of the puzzle is the only right one."""
        puzzle = self.puzzle
        return bool(puzzle.answer) and self.is_unique and answers.same(puzzle.solution, self.found[0])

    @property
    def level(self) -> int:
        """The level that its measures give."""
        return level_of(self.puzzle.kind, self.solution.measures) if self.solution else 0

    @property
    def problems(self) -> tuple[str, ...]:
        """All that is not as the puzzle says, in words; none if it is certified."""
        if self.solution is None:
            return (self.fault,)
        puzzle, found = self.puzzle, []
        right = answers_text(puzzle, self.found)
        if not self.found:
            found.append(tr("There is no right answer."))
        elif not self.is_unique:
            count = len(self.found)
            found.append(tr("There are {count} right answers: {answers}.", count=count, answers=right))
        elif not puzzle.answer:
            found.append(tr("The answer is {answer}.", answer=right))
        elif not self.is_right:
            mine = answers.told(puzzle.form, puzzle.solution)
            found.append(tr("The answer {text} is not right; it is {right}.", text=mine, right=right))
        if puzzle.level and puzzle.level != self.level:
            found.append(tr("The level is {right}, not {level}.", right=self.level, level=puzzle.level))
        for name, told, true in (
            ("difficulty", puzzle.measures, self.difficulty),
            ("proof", puzzle.proof, self.solution.proof),
        ):
            if told and dict(told) != true:
                found.append(tr("{name}: the numbers are {right}.", name=name, right=_listed(true)))
        if self.is_right and puzzle.kind in (PuzzleKind.TURN, PuzzleKind.BLOCK):
            verdict = puzzle.check(puzzle.answer)
            if not verdict.right:
                found.append(verdict.words)
        return tuple(found)

    @property
    def difficulty(self) -> dict[str, int]:
        """The measures and the effort that follows from them."""
        if self.solution is None:
            return {}
        return {**self.solution.measures, "effort": effort_of(self.solution.measures)}

    @property
    def ok(self) -> bool:
        """Whether everything is as the puzzle says."""
        return not self.problems

    @property
    def words(self) -> str:
        """The proof, or what is wrong, in sentences."""
        if self.problems:
            return " ".join(self.problems)
        assert self.solution is not None
        parts = [tr(_EXAMINED[self.puzzle.form], count=self.solution.proof["examined"])]
        parts += _ranking(self.solution.proof)
        right = answers_text(self.puzzle, self.found)
        if self.puzzle.form in (Form.NUMBER, Form.SEAT):
            parts.append(tr("The answer is {answer}.", answer=right))
        else:
            parts.append(tr("There is exactly one right answer: {answer}.", answer=right))
        return " ".join(parts)


def _ranking(proof: dict[str, int]) -> list[str]:
    if "best" in proof and "second" in proof:
        return [
            tr("The best gives {best} points, the next {second}.", best=proof["best"], second=proof["second"])
        ]
    if "shortest" in proof:
        count = proof["shortest"]
        return [trn("One tile is the fewest.", "{n} tiles are the fewest.", count)]
    if "margin" in proof:
        return [tr("The difference is {margin} points.", margin=abs(proof["margin"]))]
    return []


def _listed(numbers: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items())


def answers_text(puzzle: Puzzle, found: tuple[Answer, ...]) -> str:
    """Answers in words, the first few of them."""
    shown = [answers.told(puzzle.form, one) for one in found[:_MOST_SHOWN]]
    return "; ".join(shown) + ("; …" if len(found) > _MOST_SHOWN else "")


def certify(puzzle: Puzzle, limit: int | None = LIMIT, tick: Tick | None = None) -> Certificate:
    """Solve a puzzle from scratch and compare the answer, the difficulty, the level and the proof.

    Args:
        puzzle: the puzzle.
        limit: after how many positions to give up; None for never.
        tick: is told now and then how many positions have been looked at.
    """
    try:
        return Certificate(puzzle, solve(puzzle, limit, tick))
    except PuzzleError as error:
        return Certificate(puzzle, None, str(error))


def solved(puzzle: Puzzle, limit: int | None = LIMIT, tick: Tick | None = None) -> Puzzle:
    """The puzzle with its answer, measures, level and proof worked out.

    Raises:
        PuzzleError: it has no right answer, or more than one.
    """
    bare = puzzle.evolve(answer="", level=0, measures={}, proof={})
    found = Certificate(bare, solve(bare, limit, tick))
    if not found.is_unique:
        raise PuzzleError(" ".join(found.problems))
    assert found.solution is not None
    return bare.evolve(
        answer=answers.write_for(puzzle.form, found.found[0]),
        level=found.level,
        measures=found.difficulty,
        proof=found.solution.proof,
    )
