"""The referee: a score pad for real tiles on a real table, to be tapped by whoever keeps the score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from .. import resources, words
from ..draw.certificate import certificate
from ..entries import Action, Claim, Entry, Finish
from ..errors import NotationError, RecordError
from ..notation import show
from ..referee import Pad
from ..ruleset import RuleSet, rules
from ..scorebook import Book
from ..tiles import Tile
from ..words import tr, trn
from . import refereecount, refereepanel, refereesetup, refereeviews
from .front import Front, button, module, number, style, text
from .gamefile import unused
from .refereedesk import Desk
from .refereesetup import Setup, own_path
from .touch import cell_of

Intention: TypeAlias = Callable[[Mapping[str, Any]], None]


class Referee(Front):
    """A score pad for real tiles.

    Tap the place, choose the tile, enter it: the pad checks the match, writes the lines and keeps the totals.
    Every entry is saved at once, and a match that is in the file already is gone on with.

    Args:
        path: the file to keep the match in; by default one can be chosen in the widget.
        names: what the players are called, clockwise; they can be changed in the widget.
        rules: the rule set, its id, or the path of a file with house rules, such as ``ours.toml``.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        TrinbError: the rules cannot be read; or the file is damaged, or holds something else, or a match of
            other players than those that are named.

    Attributes:
        book: the pad with its file; None before the match has begun.
    """

    _esm = module("stage", "referee")
    _css = style("referee")

    def __init__(
        self,
        path: str | Path | None = None,
        names: Iterable[str] = (),
        rules: str | RuleSet = "triangelspelet",
        *,
        language: str | None = None,
    ) -> None:
        super().__init__(language)
        with words.speaking(self.language):
            given = [names] if isinstance(names, str) else list(names)
            self._path = None if path is None else Path(path)
            self.book: Book | None = None
            self._resumed = False
            self._setup = Setup.of(given, _rules_of(rules), self._file_name())
            if self._path and self._path.exists():
                self._resume(Book.open(self._path), given)
        self._show()

    def __repr__(self) -> str:
        if self.book is None:
            return f"<Referee {self._setup.rules.id}: not begun>"
        pad = self.book.pad
        return f"<Referee {pad.rules.id}: round {pad.number}, {len(pad.notes)} entries>"

    # --- for the notebook ------------------------------------------------------------------------

    @property
    def pad(self) -> Pad:
        """The pad as it stands.

        Raises:
            TrinbError: the match has not begun.
        """
        return self._begun.pad

    def start(self) -> None:
        """Begin the match as it is set up.

        Raises:
            TrinbError: something is missing, or the file cannot be made.
        """
        path = self._path
        if path is None or self._setup.file != path.name:
            path = own_path(self._setup.file, self._folder)
        with words.speaking(self.language):
            self.book, self._resumed = Book.begin(self._setup.pad(), path), False
        self._path = path
        self._clear()
        self._show()

    def enter(self, action: Action, claim: Claim | None = None) -> None:
        """Enter something, as if it had been tapped.

        Raises:
            TrinbError: it cannot have happened; the message says why.
        """
        self._begun.enter(action, claim)
        self._entered()

    def undo(self) -> None:
        """Take the last entry back."""
        self._begun.undo()
        self._entered()

    def redo(self) -> None:
        """Make the entry again that was taken back."""
        self._begun.redo()
        self._entered()

    def certificate(self) -> str:
        """The page with the result, to be printed."""
        with words.speaking(self.language):
            return certificate(self.pad)

    # --- the file ----------------------------------------------------------------------------------

    @property
    def _begun(self) -> Book:
        if self.book is None:
            raise NotationError(tr("the match has not begun yet"))
        return self.book

    @property
    def _folder(self) -> Path:
        return self._path.parent if self._path else Path()

    def _file_name(self) -> str:
        """The name of a file for a new match."""
        return refereesetup.fresh_name(self._folder) if self._path is None else unused(self._path).name

    def _resume(self, book: Book, names: list[str]) -> None:
        """Go on with a match that was kept."""
        if names and self._setup.called() != book.pad.names and book.path:
            kept = ", ".join(book.pad.names)
            raise RecordError(
                tr("{file} holds a match of {names}; choose another file", file=book.path.name, names=kept)
            )
        self.book, self._path, self._resumed = book, book.path, True
        self._clear()

    def _clear(self) -> None:
        """Nothing is chosen, looked at, claimed or told."""
        self._desk = Desk(self._begun.pad)
        self._note = ""

    def _entered(self) -> None:
        """After something has changed on the pad."""
        self._clear()
        self._resumed = False
        if self.pad.end:
            self._keep_certificate()
        self._show()

    def _keep_certificate(self) -> None:
        path = self._certificate_path
        if path:
            try:
                resources.write_whole(path, self.certificate().encode())
            except OSError as error:
                self._note = tr(
                    "The certificate could not be saved: {why}.", why=error.strerror or str(error)
                )

    @property
    def _certificate_path(self) -> Path | None:
        path = self._begun.path
        return path.with_name(f"{path.stem}-certificate.html") if path else None

    # --- intentions --------------------------------------------------------------------------------

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        known = self._at_setup if self.book is None else self._at_table
        if what not in known:
            super()._do(what, message)
        else:
            known[what](message)

    @cached_property
    def _at_setup(self) -> Mapping[str, Intention]:
        return {
            "name": lambda m: self._set(self._setup.renamed(number(m, "number"), text(m, "value"))),
            "add": lambda _: self._set(self._setup.with_player()),
            "remove": lambda m: self._set(self._setup.without_player(number(m, "number"))),
            "up": lambda m: self._set(self._setup.moved_up(number(m, "number"))),
            "select": lambda m: self._set(self._setup.changed(text(m, "name"), text(m, "value"))),
            "start": lambda _: self.start(),
            "resume": lambda m: self._go_on_with(text(m, "name")),
        }

    def _set(self, setup: Setup) -> None:
        self._setup = setup

    def _go_on_with(self, name: str) -> None:
        if name not in refereesetup.books():
            raise RecordError(tr("there is no saved match {it}", it=show(name)))
        self._resume(Book.open(name), [])

    @cached_property
    def _at_table(self) -> Mapping[str, Intention]:
        return {
            "target": lambda m: self._desk.target(cell_of(m)),
            "move": lambda m: self._desk.move(number(m, "x"), number(m, "y")),
            "choose": lambda m: self._desk.choose(Tile.parse(text(m, "tile"))),
            "search": lambda m: self._desk.look_for(text(m, "value")),
            "type": lambda m: self._desk.type(text(m, "value")),
            "turn": lambda m: self._desk.turn(number(m, "by")),
            "leader": lambda m: self._lead_by(number(m, "number")),
            "second": lambda _: self._toggle_second(),
            "points": lambda m: self._claim_points(text(m, "value")),
            "kind": lambda m: self._desk.claim_kind(text(m, "value")),
            "enter": lambda _: self._make(self._desk.tile_entry()),
            "act": lambda m: self._make(self._desk.act(text(m, "name"))),
            "told": lambda m: self._desk.tell(number(m, "number"), text(m, "value")),
            "row": lambda m: self._desk.activate(number(m, "number")),
            "tap": lambda m: self._desk.tap(Tile.parse(text(m, "tile"))),
            "count": lambda _: self._make(self._desk.count_entry()),
            "undo": lambda _: self.undo(),
            "redo": lambda _: self.redo(),
            "release": lambda _: self._clear(),
            "save": lambda _: self._save(),
            "copy": lambda _: self._save_copy(),
            "new": lambda _: self._new(),
        }

    def _make(self, entry: Entry | None) -> None:
        if entry:
            self.enter(*entry)

    def _lead_by(self, seat: int) -> None:
        self._desk.leader = self.pad.seat_of(seat)

    def _toggle_second(self) -> None:
        self._desk.second = not self._desk.second

    def _claim_points(self, typed: str) -> None:
        self._desk.points = typed.strip()[:6]

    def _save(self) -> None:
        self._begun.save()

    def _save_copy(self) -> None:
        """Go on in another file, since there is none, or it cannot be written."""
        book = self._begun
        book.move(unused(book.path or self._folder / "match.jsonl"))
        self._path = book.path

    def _new(self) -> None:
        """Set up another match of the same players."""
        pad = self.pad
        if not pad.end:
            raise NotationError(tr("this match is not over yet"))
        self.book = None
        self._setup = Setup.of(pad.names, pad.rules, self._file_name())

    # --- what is shown -----------------------------------------------------------------------------------

    def _shown(self) -> dict[str, Any]:
        begun = self.book is not None
        return {
            "screen": "table" if begun else "setup",
            "status": self._note or self._news(),
            "warn": bool(self._note),
            "setup": None if begun else refereesetup.form(self._setup),
            "table": self._table() if begun else None,
        }

    def _news(self) -> str:
        """That a match is gone on with."""
        if not self._resumed:
            return ""
        count = len(self.pad.notes)
        if self._begun.torn:
            return trn(
                "Resumed with {n} entry. The last line was cut off: enter again what is missing.",
                "Resumed with {n} entries. The last line was cut off: enter again what is missing.",
                count,
            )
        return trn("Resumed with {n} entry.", "Resumed with {n} entries.", count)

    def _table(self) -> dict[str, Any]:
        pad, desk = self.pad, self._desk
        ending = desk.ending
        return {
            "turn": refereeviews.turn(pad),
            "svg": refereepanel.picture(desk),
            "bubble": refereepanel.bubble(desk),
            "focus": str(desk.focus) if desk.focus else None,
            "entry": refereepanel.entry(desk),
            "counting": self._counting() if ending else None,
            "claim": refereepanel.claim(desk),
            "primary": refereepanel.primary(desk),
            "actions": [] if ending else refereeviews.actions(pad, desk.leader),
            "buttons": self._buttons(),
            "last": refereeviews.last(pad),
            "standings": refereeviews.standings(pad),
            "rounds": refereeviews.rounds(pad),
            "saved": self._saved(),
            "over": self._over() if pad.end else None,
        }

    def _counting(self) -> dict[str, Any]:
        desk = self._desk
        assert desk.ending
        back = button(tr("It is not blocked"), {"do": "release"}) if desk.blocking else None
        panel = refereecount.counting(self.pad.round, desk.ending, desk.told, desk.row)
        return {**panel, "back": back}

    def _buttons(self) -> list[dict[str, Any]]:
        book = self._begun
        buttons = [
            button(tr("Undo"), {"do": "undo"}, book.can_undo),
            button(tr("Redo"), {"do": "redo"}, book.can_redo),
        ]
        if Finish in book.pad.allowed:
            buttons.append(button(tr("End the match"), {"do": "act", "name": "finish"}))
        return buttons

    def _saved(self) -> dict[str, Any]:
        """Whether everything is on the disk, and what can be done if it is not."""
        book = self._begun
        count, copy = len(book.pad.notes), {"do": "copy"}
        if book.path is None:
            said = trn("{n} entry, kept in no file.", "{n} entries, kept in no file.", count)
            return {"words": said, "bad": True, "buttons": [button(tr("Save in a file"), copy)]}
        if book.trouble:
            said = trn(
                "Not saved: {why}. {n} entry is kept in memory; the next one tries again.",
                "Not saved: {why}. {n} entries are kept in memory; the next one tries again.",
                count,
                why=book.trouble,
            )
            ways = [button(tr("Try again"), {"do": "save"}), button(tr("Save in another file"), copy)]
            return {"words": said, "bad": True, "buttons": ways}
        said = trn("Saved: {n} entry in {file}.", "Saved: {n} entries in {file}.", count, file=book.path.name)
        return {"words": said, "bad": False, "buttons": []}

    def _over(self) -> dict[str, Any]:
        """The certificate, and where it is."""
        path = self._certificate_path
        return {
            "page": certificate(self.pad),
            "words": tr("Open the certificate"),
            "file": tr("It is saved in {file}, too.", file=path.name) if path else "",
        }


def _rules_of(which: str | RuleSet) -> RuleSet:
    """Rules given themselves, by their id, or by the path of their file."""
    if isinstance(which, RuleSet):
        return which
    return RuleSet.load(which) if str(which).endswith(".toml") else rules(which)
