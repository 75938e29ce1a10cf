"""The workshop of the puzzle player: puzzles are made and checked there, codes read, and sheets drawn.

What may take longer than a moment is an errand, see `puzzleplayer_work`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .. import puzzles as shipped
from ..draw import puzzlesheets
from ..errors import NotationError
from ..notation import show
from ..puzzles import Certificate, Puzzle, PuzzleError, codes
from ..resources import write_whole
from ..words import tr
from . import puzzleplayer_sources as sources
from . import puzzleplayer_views as views
from .front import button, shown_path
from .gamefile import unused
from .puzzleplayer_board import PuzzleBoard
from .puzzleplayer_maker import Maker, Mode
from .puzzleplayer_sheet import SheetForm
from .puzzleplayer_shelf import Shelf
from .puzzleplayer_table import Attempt
from .puzzleplayer_work import Errand, Stopped, Tick
from .variantlab_worker import Worker


class PuzzleWorkshop(PuzzleBoard):
    """A board with all that is done beside playing.

    Attributes:
        shelf: all puzzles, with the filters.
    """

    shelf: Shelf
    _form: SheetForm
    _sheet: str
    _worker: Worker
    _errand: Errand | None
    _good = ""

    def _play(self, puzzle: Puzzle, ready: Attempt | None = None) -> None:
        raise NotImplementedError

    # --- making ----------------------------------------------------------------------------------

    def _certify(self) -> None:
        puzzle, draft = self._maker.puzzle(), self._maker.draft

        def job(tick: Tick) -> tuple[Certificate, Attempt | None]:
            found = shipped.certify(puzzle, codes.LIMIT, tick)
            if not found.is_unique:
                return found, None
            return found, Attempt(shipped.solved(puzzle, codes.LIMIT, tick)).prepared()

        def then(result: tuple[Certificate, Attempt | None]) -> None:
            self._checked = (draft, *result)

        self._checked = None
        self._release()
        self._send_out(Errand(tr("Looking for all answers."), job, then))

    def _play_made(self) -> None:
        if not self._made or not self._made[1]:
            raise NotationError(tr("check the puzzle first"))
        self._play(self._made[1].puzzle)

    def _use_template(self) -> None:
        self._maker = Maker.of(self._now.puzzle)
        self._release()
        self._set_table()

    def _read_code(self, code: str) -> None:
        def job(_: Tick) -> Attempt:
            return Attempt(Puzzle.from_code(code)).prepared()

        self._send_out(
            Errand(tr("Looking for the answer."), job, lambda ready: self._play(ready.puzzle, ready))
        )

    # --- work that may take longer ------------------------------------------------------------------

    def _send_out(self, errand: Errand) -> None:
        self._errand = errand
        errand.start(self._worker)
        self._collect()

    def _collect(self) -> None:
        """Take what an errand has brought, if it is done."""
        errand = self._errand
        if errand and errand.is_done:
            self._errand = None
            errand.then(errand.result())

    def _stop(self) -> None:
        if self._errand:
            self._worker.stop()
            self._errand = None
            raise Stopped(tr("Stopped."))

    # --- the sheet -----------------------------------------------------------------------------------

    def _make_sheet(self) -> None:
        form = self._form
        chosen = form.chosen(self.shelf)
        if not chosen:
            raise PuzzleError(tr("No puzzle is like that: choose another level, kind or rules."))

        def job(tick: Tick) -> str:
            sound = map(sources.sound, chosen)
            return puzzlesheets.puzzle_sheet(sound, form.name, form.key, tick=tick)

        def then(page: str) -> None:
            self._sheet = page if self._form == form else ""

        self._send_out(Errand(tr("Drawing the puzzles."), job, then, len(chosen)))

    def _fill_in(self, name: str, value: str) -> None:
        self._form, self._sheet = self._form.changed(name, value), ""

    def _save_sheet(self) -> None:
        if not self._sheet:
            raise NotationError(tr("make the sheet first"))
        path = unused(Path(self._form.file))
        try:
            write_whole(path, self._sheet.encode())
        except OSError as error:
            why = error.strerror or str(error)
            raise PuzzleError(tr("{file} cannot be written: {why}", file=path.name, why=why)) from error
        self._good = tr("Saved as {file}.", file=shown_path(path))

    def _switch_mode(self, value: str) -> None:
        if value not in [mode.value for mode in Mode]:
            raise NotationError(tr("there is nothing to choose called {it}", it=show(value)))
        self._release()
        self._maker.switch(Mode(value))

    def _make_view(self) -> dict[str, Any]:
        found, solved = self._made or (None, None)
        return views.making(self._maker, found, solved, self.attempt is not None)

    def _work_view(self) -> dict[str, Any] | None:
        if self._errand is None:
            return None
        return {"words": self._errand.how_far, "stop": button(tr("Stop"), {"do": "stop"})}
