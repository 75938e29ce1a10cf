"""Puzzles to play: the board, the question, hints, the answer, and a way to make one's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from .. import puzzles as shipped
from .. import words
from ..board import Fault, Placement
from ..errors import NotationError, TrinbError
from ..notation import show, tidy
from ..puzzles import Form, Puzzle, Verdict
from ..ruleset import RuleSet
from ..words import tr
from . import puzzleplayer_sources as sources
from . import puzzleplayer_views as views
from .front import button, module, number, shown_path, style, text
from .puzzleplayer_maker import Maker
from .puzzleplayer_progress import Done, Progress
from .puzzleplayer_sheet import SheetForm, sheet_view
from .puzzleplayer_shelf import CLEAN_TRIES, OWN, Result, Shelf, key
from .puzzleplayer_table import Attempt, End
from .puzzleplayer_workshop import PuzzleWorkshop
from .touch import cell_of
from .variantlab_worker import Worker


class PuzzlePlayer(PuzzleWorkshop):
    """Puzzles to play, to make and to print.

    Args:
        puzzles: the puzzles, by default all that come with trinb; or a single one, or the code of one, or the
            path of a file of them, such as ``ours.json``.
        level: the level to begin with, 1 to 5.
        kind: the kind of puzzle to begin with; all kinds by default.
        rules: the id of the rules to begin with; all by default.
        progress: the file in which it is kept what was solved; None to keep nothing.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        TrinbError: there are no such puzzles, or the code or the file of puzzles is damaged.

    Attributes:
        shelf: all puzzles, with the filters.
        attempt: the puzzle on the board and what was tried; None if none is chosen.
    """

    _esm = module("stage", "table", "puzzleplayer")
    _css = style("puzzleplayer")

    def __init__(
        self,
        puzzles: str | Path | Puzzle | Iterable[Puzzle] | None = None,
        *,
        level: int | None = None,
        kind: str | None = None,
        rules: str | RuleSet | None = None,
        progress: str | Path | None = "puzzle-progress.json",
        language: str | None = None,
    ) -> None:
        super().__init__(language)
        with words.speaking(self.language):
            given, first = sources.given(puzzles)
            self.shelf = Shelf(given, Progress(progress))
            if first:
                first = self.shelf.add(first)
                self.shelf.look_at(first.level if first in self.shelf.puzzles else OWN)
            if level is not None:
                self.shelf.look_at(level)
            if kind is not None:
                self.shelf.select("kind", str(getattr(kind, "value", kind)))
            if rules is not None:
                self.shelf.select("rules", rules.id if isinstance(rules, RuleSet) else rules)
            self._screen, self._page, self._asks = "play", 0, False
            self._maker, self._checked = Maker(), None
            self._form, self._sheet = SheetForm(), ""
            self._worker, self._errand = Worker(), None
            self.attempt: Attempt | None = None
            self.turn_by_hand = False
            self._open(first or self.shelf.first())
            moved = self.progress.moved
            if moved:
                self._note = tr(
                    "The file of your progress was damaged. It is now {file}, and a new one is begun.",
                    file=shown_path(moved),
                )
        self._show()

    def __repr__(self) -> str:
        solved, count = self.shelf.count_solved(self.shelf.puzzles), len(self.shelf.puzzles)
        now = tidy(self.puzzle.id or self.puzzle.kind.value) if self.puzzle else "none"
        return f"<PuzzlePlayer {now}: {solved} of {count} solved>"

    # --- for the notebook ------------------------------------------------------------------

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle on the board."""
        return self.attempt.puzzle if self.attempt else None

    @property
    def progress(self) -> Progress:
        """What was done with all puzzles so far."""
        return self.shelf.progress

    @property
    def screen(self) -> str:
        """The part that is shown: ``play``, ``make`` or ``sheet``; set it to another one."""
        return self._screen

    @screen.setter
    def screen(self, name: str) -> None:
        self._switch(name)
        self._show()

    def play(self, puzzle: Puzzle | str) -> None:
        """Put a puzzle on the board: itself, its code, or the id of one that comes with trinb.

        Raises:
            TrinbError: there is no such puzzle, its answer is wrong, or the code is damaged.
        """
        with words.speaking(self.language):
            if isinstance(puzzle, str):
                is_code = puzzle.strip().upper().startswith("TP")
                puzzle = Puzzle.from_code(puzzle) if is_code else shipped.puzzle(puzzle)
            self._play(sources.sound(puzzle))
        self._show()

    def check(self, answer: object = None) -> Verdict:
        """Check an answer, by default the one that is laid or chosen.

        Raises:
            TrinbError: it is no answer to such a question, or there is no puzzle.
        """
        with words.speaking(self.language):
            given = self._given() if answer is None else sources.as_text(answer, self._now.puzzle)
            verdict = self._check(given)
        self._show()
        return verdict

    def hint(self) -> str:
        """Take the next hint.

        Raises:
            NotationError: all are told, or there is no puzzle.
        """
        with words.speaking(self.language):
            self._hint()
            told = self._now.hints[self._now.told - 1]
        self._show()
        return told

    def reveal(self) -> str:
        """Show the answer, and tell why it is the answer.

        Raises:
            NotationError: it is shown already, or there is no puzzle.
        """
        with words.speaking(self.language):
            self._reveal()
            told = self._now.explanation
        self._show()
        return told

    def next(self) -> None:
        """Go on to the next puzzle; see `puzzleplayer_shelf` for which one that is."""
        self._next()
        self._show()

    def forget(self) -> None:
        """Forget all progress, in the file, too."""
        self.progress.forget()
        self._show()

    # --- playing -----------------------------------------------------------------------------

    def _open(self, puzzle: Puzzle | None, ready: Attempt | None = None) -> None:
        """Put a puzzle on the board; one whose answer is wrong is left out, and the next one taken."""
        if ready is None:
            puzzle = self._first_sound(puzzle)
        self.attempt = ready or (Attempt(puzzle) if puzzle else None)
        self._result = None
        self._release()
        self._set_table()
        listed = self.shelf.listed
        if puzzle in listed:
            self._page = listed.index(puzzle) // views.PAGE

    def _first_sound(self, puzzle: Puzzle | None) -> Puzzle | None:
        while puzzle is not None:
            try:
                found = sources.sound(puzzle)
            except TrinbError as error:
                self._note = tr("A puzzle is left out. {why}", why=error)
                after = self.shelf.after(puzzle)
                self.shelf.swap(puzzle, None)
                puzzle = None if after is puzzle else after
            else:
                self.shelf.swap(puzzle, found)
                return found
        return None

    def _play(self, puzzle: Puzzle, ready: Attempt | None = None) -> None:
        """Put a puzzle of one's own on the board."""
        given, puzzle = puzzle, self.shelf.add(puzzle)
        self.shelf.look_at(OWN if puzzle in self.shelf.own else puzzle.level)
        if puzzle not in self.shelf.listed:
            self.shelf.kind = self.shelf.rules = None
        self._screen = "play"
        self._open(puzzle, ready if puzzle is given else None)

    def _check(self, answer: str) -> Verdict:
        attempt = self._now
        attempt.only_open()
        if not answer:
            raise NotationError(tr("there is no answer yet"))
        verdict = attempt.check(answer)
        self.progress.add(key(attempt.puzzle), Done(verdict.right, tries=1))
        if verdict.right:
            clean = not attempt.told and attempt.tries <= CLEAN_TRIES
            self._ended(Result.CLEAN if clean else Result.HELPED)
        return verdict

    def _hint(self) -> None:
        self._now.tell()
        self.progress.add(key(self._now.puzzle), Done(hints=1))

    def _reveal(self) -> None:
        self._now.show()
        self.progress.add(key(self._now.puzzle), Done(shown=True))
        self._ended(Result.SHOWN)

    def _ended(self, result: Result) -> None:
        self._release()
        self._result = result

    _result: Result | None = None

    def _step(self) -> int:
        """How many levels harder the next puzzle will be, if it is of another level."""
        return self.shelf.level_after(self._result) - self.shelf.level if self._result else 0

    def _next(self) -> None:
        if self._result:
            self.shelf.ended(self._result)
        self._open(self.shelf.after(self.puzzle))

    def _look(self, change: Any) -> None:
        """Change what is listed, and open the first that is not solved."""
        change()
        self._page = 0
        if self.puzzle not in self.shelf.listed:
            self._open(self.shelf.first())

    def _open_number(self, at: int) -> None:
        listed = self.shelf.listed
        if not 0 <= at < len(listed):
            raise NotationError(tr("there is nothing to do called {it}", it=show(at)))
        self._open(listed[at])

    def _turn_page(self, page: int) -> None:
        self._page = min(max(page, 0), max(0, len(self.shelf.listed) - 1) // views.PAGE)

    def _forget(self, what: str) -> None:
        self._asks = what == "ask"
        if what == "yes":
            self.progress.forget()

    def _none(self) -> None:
        attempt = self._now
        attempt.only_open()
        if attempt.puzzle.form is not Form.TILE:
            raise NotationError(tr("that cannot be done now"))
        self._release()
        attempt.none = not attempt.none

    def _only(self, form: Form) -> Attempt:
        """The attempt, if its question is to be answered in this form and is still open."""
        attempt = self._now
        attempt.only_open()
        if attempt.puzzle.form is not form:
            raise NotationError(tr("that cannot be done now"))
        return attempt

    # --- intentions ------------------------------------------------------------------------------------

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        self._good = ""
        if what == "poll":
            self._collect()
        elif what == "stop":
            self._stop()
        elif self._errand and not self._errand.is_done:
            raise NotationError(tr("Something is being worked out: wait, or press “Stop”."))
        else:
            self._collect()
            super()._do(what, message)

    @cached_property
    def _intentions(self) -> Mapping[str, Any]:
        return {
            **super()._intentions,
            "act": lambda _: self._refuse("act"),
            "screen": lambda m: self._switch(text(m, "value")),
            "tap": lambda m: self._tap(cell_of(m)),
            "check": lambda _: self._check(self._given()),
            "hint": lambda _: self._hint(),
            "reveal": lambda _: self._reveal(),
            "skip": lambda _: self._next(),
            "next": lambda _: self._next(),
            "none": lambda _: self._none(),
            "seat": lambda m: self._only(Form.SEAT).choose_seat(text(m, "value")),
            "type": lambda m: self._only(Form.NUMBER).enter(text(m, "value")),
            "step": lambda m: self._only(Form.NUMBER).step(number(m, "by")),
            "open": lambda m: self._open_number(number(m, "number")),
            "level": lambda m: self._look(partial(self.shelf.look_at, number(m, "number"))),
            "page": lambda m: self._turn_page(number(m, "number")),
            "select": lambda m: self._select(text(m, "name"), text(m, "value")),
            "forget": lambda m: self._forget(text(m, "value")),
            "code": lambda m: self._read_code(text(m, "value")),
            "mode": lambda m: self._switch_mode(text(m, "value")),
            "certify": lambda _: self._certify(),
            "clear": lambda _: self._maker.clear(),
            "template": lambda _: self._use_template(),
            "own": lambda _: self._play_made(),
            "sheet": lambda _: self._make_sheet(),
            "save": lambda _: self._save_sheet(),
        }

    def _refuse(self, what: str) -> None:
        raise NotationError(tr("there is nothing to do called {it}", it=show(what)))

    def _switch(self, screen: str) -> None:
        if screen not in views.SCREENS:
            raise NotationError(tr("there is nothing to choose called {it}", it=show(screen)))
        if screen == "sheet" and self._screen != "sheet":
            self._form = self._form.following(self.shelf)
        self._screen, self._sheet, self._asks = screen, "", False
        self._release()
        self._set_table()

    def _select(self, name: str, value: str) -> None:
        if self._screen == "make":
            self._release()
            self._maker.change(name, value)
        elif self._screen == "sheet":
            self._fill_in(name, value)
        else:
            self._look(partial(self.shelf.select, name, value))

    # --- what is shown -------------------------------------------------------------------------------

    def _shown(self) -> dict[str, Any]:
        playing, attempt = self._screen == "play", self.attempt
        return {
            **super()._shown(),
            "standings": [],  # the points of what is laid would tell too much
            "good": bool(attempt and attempt.end is End.RIGHT and playing) or bool(self._good),
            "screen": self._screen,
            "tabs": views.pressed_tabs(self._screen),
            "lays": bool(self._making or (attempt and attempt.lays)),
            "question": views.question(attempt.puzzle) if attempt and playing else None,
            "field": views.answer_field(attempt) if attempt and playing and not attempt.end else None,
            "aids": views.aids(attempt) if attempt and playing else None,
            "ending": views.ending(attempt, self._step()) if attempt and playing else None,
            "library": views.library(self.shelf, self.puzzle, self._page) if playing else None,
            "kept": views.kept(self.progress, self._asks) if playing else None,
            "codes": views.codes(self.puzzle) if playing else None,
            "make": self._make_view() if self._making else None,
            "sheet": sheet_view(self._form, self.shelf, self._sheet) if self._screen == "sheet" else None,
            "work": self._work_view(),
        }

    def _status(self, places: Sequence[Placement]) -> str:
        if self._good or self._screen == "sheet":
            return self._good
        if self._making:
            return self.table.status
        if self.attempt is None:
            return ""
        held = self._held is not None and self.attempt.lays and not self.attempt.table.laid
        if held and not self.attempt.end:
            return tr("You hold {tile}. Choose a place for it.", tile=self._held)
        return views.status(self.attempt, self._given())

    def _primary(self, held: Placement | None, fault: Fault | None) -> dict[str, Any]:
        if self._making:
            return button(tr("Check it"), {"do": "certify"}, bool(self.board))
        if self.attempt is None:
            return button(tr("Check"), {"do": "check"}, False)
        if self.attempt.end:
            return button(tr("Next puzzle"), {"do": "next"})
        return button(tr("Check"), {"do": "check"}, bool(self._given()))
