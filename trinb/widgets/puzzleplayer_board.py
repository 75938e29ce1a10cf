"""The board of the puzzle player: what a tap, a drag or a key does to a puzzle, or to one in the making."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..board import Board, Fault, Placement
from ..draw import puzzlesheets, svg
from ..errors import NotationError
from ..lattice import Cell
from ..puzzles import Certificate, Form
from ..puzzles.solving import clashing
from ..ruleset import rules
from ..tiles import Tile
from ..words import tr
from .nearest import next_cell
from .puzzleplayer_maker import Draft, Maker, Mode, rivals
from .puzzleplayer_table import Attempt
from .table import FreeTable
from .touch import TableFront


class PuzzleBoard(TableFront):
    """A board on which a puzzle is answered, or one is made.

    Nothing is told of what fits, and nothing of points, before somebody tries it.

    Attributes:
        attempt: the puzzle on the board and what was tried; None if none is chosen.
    """

    attempt: Attempt | None
    _screen: str
    _maker: Maker
    _checked: tuple[Draft, Certificate, Attempt | None] | None

    @property
    def _now(self) -> Attempt:
        if self.attempt is None:
            raise NotationError(tr("there is no puzzle on the board"))
        return self.attempt

    def _given(self) -> str:
        """The answer as it stands, as text."""
        return self._now.given(self._held, self._focus)

    @property
    def _made(self) -> tuple[Certificate, Attempt | None] | None:
        """What became of checking the puzzle as it stands; None if it has changed since."""
        if self._checked and self._checked[0] is self._maker.draft:
            return self._checked[1:]
        return None

    # --- tiles and places ------------------------------------------------------------------------

    def _set_table(self) -> None:
        """Put on the table what belongs to the part of the widget that is shown."""
        if self._screen == "make":
            self.table = self._maker
        elif self.attempt:
            self.table = self.attempt.table
        else:
            self.table = FreeTable(Board(), rules("triangelspelet"), [])

    @property
    def tells_fits(self) -> bool:  # type: ignore[override]
        """Whether it is shown what fits: only where puzzles are made."""
        return self._making and self._maker.mode is Mode.BOARD and self._held is not None

    @property
    def _making(self) -> bool:
        return self._screen == "make"

    def _release(self) -> None:
        note = self._note
        super()._release()
        self._note = note

    def _choose(self, tile: Tile) -> None:
        if self._making and self._maker.mode is not Mode.BOARD:
            self._maker.toggle(tile)
            return
        if not self._making:
            attempt = self._now
            attempt.only_open()
            attempt.none = False
            if tile in self.hand:
                attempt.table.make_room()
            if attempt.puzzle.form is Form.TILE and tile != self._held:
                self._focus = None
        super()._choose(tile)

    def _target(self, cell: Cell) -> None:
        if not self._making:
            attempt = self._now
            attempt.only_open()
            if attempt.puzzle.form is Form.TILE:
                return  # there is only one place
            if attempt.puzzle.form is Form.CELL and cell not in attempt.choices():
                raise NotationError(tr("choose one of the marked places"))
        super()._target(cell)

    def _lay(self) -> None:
        if self._making or self._now.lays:
            super()._lay()

    def _tap(self, cell: Cell) -> None:
        """A cell was pointed at."""
        if self._making:
            self._tap_made(cell)
        elif not self._now.end and self._now.puzzle.form is not Form.SEAT:
            table = self._now.table
            if self._held:
                self._lay_at(cell)
            elif self._now.lays and table.laid and table.laid[-1].cell == cell:
                digits = table.laid[-1].digits
                self._held, self._digits, self._focus = table.take_up(), digits, cell
            elif self._now.puzzle.form is not Form.CELL or cell in self._now.choices():
                self._target(cell)

    def _tap_made(self, cell: Cell) -> None:
        mode = self._maker.mode
        if mode is Mode.MARKS:
            self._focus = cell
            self._maker.mark(cell)
        elif mode is Mode.BOARD and self._held:
            self._lay_at(cell)
        elif mode is Mode.BOARD and cell in self.board:
            self._maker.take_off(cell)

    def _move(self, x: int, y: int) -> None:
        cells: Sequence[Cell] = [] if self._making or not self.attempt else self.attempt.choices()
        if not cells:
            super()._move(x, y)
            return
        ahead = next_cell(self._focus, cells, x, y) if self._focus else None
        first = min(cells, key=lambda cell: (-cell.centre[1], cell.centre[0]))
        self._target(ahead or self._focus or first)

    def undo(self) -> None:
        """Take back what was laid, or done, last."""
        if not self._making:
            self._now.only_open()
        super().undo()

    def redo(self) -> None:
        """Do again what was taken back."""
        if not self._making:
            self._now.only_open()
        super().redo()

    # --- what is shown ---------------------------------------------------------------------------------

    def _held_at(self) -> Placement | None:
        if not self._making and self.attempt and self.attempt.puzzle.form is Form.TILE:
            (cell,) = self.attempt.puzzle.cells
            return Placement(cell, self._digits) if self._digits else None
        return super()._held_at()

    def _fault(self, held: Placement | None, places: Sequence[Placement]) -> Fault | None:
        judged = self._making or not self.attempt or self.attempt.puzzle.form is not Form.TILE
        return super()._fault(held, places) if judged else None

    def _picture(self, places: Sequence[Placement], held: Placement | None, fault: Fault | None) -> str:
        told: dict[str, Any] = {
            "ghost": held if held and not fault else None,
            "ghost_kind": False,
            "illegal": held if fault else None,
            "clashes": fault.vertices if fault else (),
            "focus": self._focus,
            "style": False,
        }
        if self._making:
            return self._made_picture(places, told)
        if self.attempt is None:
            return svg.board(Board(), title=tr("no puzzle"), style=False)
        puzzle, table = self.attempt.puzzle, self.attempt.table
        if self.attempt.end:
            return puzzlesheets.board(puzzle, True, answer=self.attempt.final, style=False)
        return puzzlesheets.board(
            puzzle, shown=table.board, chosen=[placement.cell for placement in table.laid], **told
        )

    def _made_picture(self, places: Sequence[Placement], told: dict[str, Any]) -> str:
        draft = self._maker.draft
        marks = puzzlesheets.lettered(draft.cells) if Mode.MARKS in self._maker.modes else {}
        legal = {place.cell for place in places} if self.tells_fits else set()
        clashes = told.pop("clashes") or (clashing(draft.board) if self._maker.is_free else ())
        found = self._made[0] if self._made else None
        return svg.board(
            draft.board,
            cells={*marks, *legal},
            labels=marks,
            clashes=clashes,
            mark_kinds=False,
            last=False,
            lit=rivals(found) if found else (),
            title=tr("Your own puzzle"),
            **told,
        )

    def _hand_pictures(self, places: Sequence[Placement]) -> list[dict[str, Any]]:
        if self._screen == "sheet" or (not self._making and self.attempt and self.attempt.end):
            return []
        if not self._making or self._maker.mode is Mode.BOARD:
            return super()._hand_pictures(places)
        chosen, pictures = self._maker.chosen(self._maker.mode), []
        for tile in self.hand:
            said = tr("{tile}, chosen", tile=tile) if tile in chosen else str(tile)
            drawn = svg.hand([tile], chosen=tile if tile in chosen else None, title=said, style=False)
            pictures.append({"tile": str(tile), "svg": drawn, "words": said, "pressed": tile in chosen})
        return pictures

    def _bubble(self, held: Placement | None, fault: Fault | None, lines: Any) -> dict[str, Any] | None:
        if held is None or (not self._making and self._now.puzzle.form is Form.TILE):
            return None
        if fault:
            return super()._bubble(held, fault, lines)
        return {"cell": str(held.cell), "text": tr("it fits here"), "bad": False}

    @property
    def _has_labels(self) -> bool:
        return False

    def _score(self) -> dict[str, Any] | None:
        return None

    def _log(self) -> list[dict[str, Any]]:
        return []

    def _buttons(self) -> list[dict[str, Any]]:
        turning, undoing = super()._buttons()[:2], super()._buttons()[2:4]
        if self._making:
            return [*turning, *undoing] if self._maker.mode is Mode.BOARD else undoing
        if self.attempt is None or self.attempt.end or not self.hand + self.attempt.table.laid:
            return []
        return [*turning, *undoing] if self.attempt.lays else turning
