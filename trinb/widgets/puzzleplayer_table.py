"""One puzzle on the table: what is laid, chosen or typed as an answer, what has been tried, what is told.

>>> from ..puzzles import puzzles
>>> attempt = Attempt(puzzles("docking", level=1)[0])
>>> attempt.check(attempt.puzzle.answer).right, attempt.end
(True, End.RIGHT)
"""

from __future__ import annotations

from enum import Enum

from ..board import Placement
from ..errors import NotationError
from ..lattice import Cell
from ..puzzles import Answer, Form, Puzzle, PuzzleKind, Verdict
from ..puzzles.answers import NO_TILE, NOBODY, read
from ..scoring import Line
from ..tiles import Tile
from ..words import language, tr
from .table import Free, FreeTable, Table

LARGEST = 9_999
"""The largest number that is an answer."""


class PuzzleTable(FreeTable):
    """The board and the tiles of a puzzle; tiles laid on it are an answer that is not given yet."""

    def __init__(self, puzzle: Puzzle) -> None:
        Table.__init__(self, Free(puzzle.board, tiles_of(puzzle)), puzzle.rules)
        self.is_single = puzzle.form is Form.PLACEMENT

    @property
    def laid(self) -> tuple[Placement, ...]:
        """The placements that were made, in their order."""
        return tuple(event.placement for event in self.state.events if event.placement)

    def preview(self, placement: Placement) -> tuple[Line, ...]:
        """Nothing is told of the points before the answer is checked."""
        return ()

    def make_room(self) -> None:
        """Where one placement is asked for: take the tile back that is laid, to lay another one."""
        if self.is_single and self.laid:
            self._go_on(self._states[0])

    def take_up(self) -> Tile:
        """Take back the tile that was laid last, as if it had not been."""
        event = self.state.events[-1]
        assert event.placement
        self.undo()
        return event.placement.tile


def tiles_of(puzzle: Puzzle) -> tuple[Tile, ...]:
    """The tiles that can be taken in the hand: to lay, to try, or to choose from."""
    return {Form.TILE: puzzle.tiles, Form.SEAT: ()}.get(puzzle.form, puzzle.hand)


class End(Enum):
    """How a puzzle came to its end."""

    RIGHT = "right"
    SHOWN = "shown"

    def __repr__(self) -> str:
        return str(self)


class Attempt:
    """Somebody at one puzzle.

    Attributes:
        puzzle: the puzzle.
        table: its board and tiles.
        tries: how many answers were checked.
        told: how many hints are told.
        end: how it ended; None while it goes on.
        verdict: on the last answer that was checked.
        answer: the last answer that was checked, as text.
        number, seat, none: what is chosen where a number or a seat is asked for, or no tile.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.table = PuzzleTable(puzzle)
        self.tries = self.told = 0
        self.end: End | None = None
        self.verdict: Verdict | None = None
        self.answer = ""
        self.number: int | None = None
        self.seat: str | None = None
        self.none = False
        self._hints: dict[str, tuple[str, ...]] = {}
        self._explained: dict[str, str] = {}

    @property
    def lays(self) -> bool:
        """Whether the answer is laid on the board."""
        return self.puzzle.form in (Form.PLACEMENT, Form.PLACEMENTS)

    def given(self, held: Tile | None, focus: Cell | None) -> str:
        """The answer as it stands, as text; empty if there is none yet."""
        form = self.puzzle.form
        if self.lays:
            return " ".join(map(str, self.table.laid))
        if form is Form.TILE:
            return NO_TILE if self.none else str(held) if held else ""
        if form is Form.CELL:
            return str(focus) if focus else ""
        if form is Form.NUMBER:
            return "" if self.number is None else str(self.number)
        return self.seat or ""

    def check(self, answer: str) -> Verdict:
        """Whether an answer is right; if it is, the puzzle is at its end.

        Raises:
            TrinbError: it is no answer to such a question, or the puzzle is at its end.
        """
        self.only_open()
        verdict = self.puzzle.check(answer)
        self.tries += 1
        self.verdict, self.answer = verdict, answer
        if verdict.right:
            self.end = End.RIGHT
        return verdict

    def only_open(self) -> None:
        """Refuse to go on with a puzzle that is at its end.

        Raises:
            NotationError: it is.
        """
        if self.end:
            raise NotationError(tr("this puzzle is at its end: go on to the next one"))

    @property
    def hints(self) -> tuple[str, ...]:
        """All hints, in the language that is spoken."""
        if language() not in self._hints:
            self._hints[language()] = self.puzzle.hints
        return self._hints[language()]

    @property
    def explanation(self) -> str:
        """The answer, and why it is the answer."""
        if language() not in self._explained:
            self._explained[language()] = self.puzzle.explanation
        return self._explained[language()]

    def prepared(self) -> Attempt:
        """Work out the hints and the explanation now, which may take a while."""
        _ = self.hints, self.explanation
        return self

    def tell(self) -> None:
        """Tell one more hint.

        Raises:
            NotationError: all are told.
        """
        self.only_open()
        if self.told >= len(self.hints):
            raise NotationError(tr("there are no more hints"))
        self.told += 1

    def show(self) -> None:
        """Show the answer."""
        self.only_open()
        self.end, self.verdict = End.SHOWN, None

    @property
    def final(self) -> Answer:
        """The answer that is drawn at the end: the right one that was given, else that of the puzzle."""
        return read(self.puzzle, self.answer) if self.end is End.RIGHT else self.puzzle.solution

    # --- numbers and seats -------------------------------------------------------------------------

    def enter(self, typed: str) -> None:
        """A number as it was typed; nothing, if it is none.

        Raises:
            NotationError: it is not empty and no whole number.
        """
        typed = typed.strip()
        self.number = None
        if typed:
            if not (typed.isascii() and typed.isdigit()) or len(typed) > 4:
                raise NotationError(tr("write a number from 0 to {most}", most=LARGEST))
            self.number = int(typed)

    def step(self, by: int) -> None:
        """One more or one less."""
        start = -1 if self.number is None and by > 0 else self.number or 0
        self.number = min(max(start + (1 if by > 0 else -1), 0), LARGEST)

    def choose_seat(self, seat: str) -> None:
        """Who gets more points: seat 0, seat 1 or nobody.

        Raises:
            NotationError: it is none of these.
        """
        if seat not in ("0", "1", NOBODY):
            raise NotationError(tr("write seat 0 or 1, or nobody"))
        self.seat = seat

    def choices(self) -> list[Cell]:
        """The cells to choose from; none where a cell is not asked for."""
        if self.puzzle.form is not Form.CELL:
            return []
        if self.puzzle.kind is PuzzleKind.HOPELESS:
            return list(self.puzzle.cells)
        return [placement.cell for placement in self.puzzle.board]
