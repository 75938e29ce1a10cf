"""The form of house rules without a widget: what can be done with it, and what of it is shown.

`HouseRuleEditor` is this form alone; other widgets can hold one within, and pass on what its browser side
sends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from ..cases import case
from ..drafts import Sheet, own_name
from ..errors import NotationError, RulesError, TrinbError
from ..fields import isolated
from ..housefiles import LARGEST, Doubt, content, doubt, from_file, from_text, to_text, write
from ..notation import show
from ..rulefields import FORM, field_of, form_fields
from ..ruleset import RuleSet, rules
from ..words import tr
from .editorstate import (
    base_choice,
    borrows_name,
    case_states,
    difference_state,
    field_state,
    group_states,
    named,
    own_offer,
    reading_states,
    summary,
)
from .front import button, number, text


class EditorDesk:
    """A form that is being filled in, and the files that it is saved to.

    Args:
        sheet: the form.
        file: the file to save to; empty for one named by the id.

    Attributes:
        sheet: the form, with all its states.
    """

    def __init__(self, sheet: Sheet, file: str = "") -> None:
        self.sheet = sheet
        self._file = file
        self._known: dict[Path, bytes] = {}
        self._looked_at: set[str] = set()
        self._case = ""
        self.quiet()

    @classmethod
    def of_file(cls, path: Path, file: str = "") -> EditorDesk:
        """A form with the rules in a file.

        Raises:
            RulesError: the file holds none.
        """
        made = cls(Sheet(*from_file(path)), file or str(path))
        made._know(path)
        return made

    @property
    def rules(self) -> RuleSet:
        """The rules as they stand; they can always be played."""
        return self.sheet.rules

    @property
    def base(self) -> RuleSet:
        """The rules that they are compared with."""
        return self.sheet.base

    @property
    def path(self) -> Path:
        """The file that they are saved to."""
        return Path(self._file or f"{self.rules.id}.toml")

    def save(self, path: Path, overwrite: bool) -> None:
        """Save the rules in a file.

        Raises:
            RulesError: the rules cannot be saved there.
        """
        asked = doubt(self.rules, path, self._known.get(path.absolute()))
        if asked and not overwrite:
            raise RulesError(tr(asked.value, file=show(path.name)))
        self._write(path, asked)

    # --- intentions --------------------------------------------------------------------------------

    def quiet(self) -> None:
        """Forget what was last said and asked."""
        self._done: Callable[[], str] | None = None
        self._asked: Doubt | None = None
        self._asked_name = False
        self._refused = self._at = ""

    def do(self, what: str, message: Mapping[str, Any]) -> None:
        """Do what the browser asks for.

        Raises:
            TrinbError: it cannot be done, and why.
        """
        asked = self._asked
        self.quiet()
        if what == "answer":
            self._answer(text(message, "value"), asked)
        elif what in self._intentions:
            self._intentions[what](message)
        else:
            raise NotationError(tr("there is nothing to do called {it}", it=show(what)))

    @cached_property
    def _intentions(self) -> Mapping[str, Any]:
        return {
            "enter": self._enter,
            "back": self._back,
            "reading": self._read_as,
            "look": self._look,
            "case": self._choose_case,
            "select": self._select,
            "own": lambda _: self._own(),
            "undo": lambda _: self.sheet.undo(),
            "redo": lambda _: self.sheet.redo(),
            "file": self._choose_file,
            "save": lambda _: self._save(),
            "load": lambda _: self.load(self.path),
            "upload": self._upload,
        }

    def _back(self, message: Mapping[str, Any]) -> None:
        self._at = text(message, "key")
        self.sheet.back(self._at)

    def _enter(self, message: Mapping[str, Any]) -> None:
        self._at = key = text(message, "key")
        try:
            self.sheet.enter(key, message.get("value"))
        except RulesError as error:
            if key in self.sheet.typed:
                raise RulesError(tr("{what}: {why}", what=field_of(key).name, why=error)) from None
            raise

    def _read_as(self, message: Mapping[str, Any]) -> None:
        name = text(message, "name")
        try:
            self.sheet.read_as(name, message.get("value") is True)
        except RulesError:
            self._refused = name
            raise

    def _look(self, message: Mapping[str, Any]) -> None:
        """Unfold what the sources say of a field, or fold it."""
        key = text(message, "key")
        if key not in {field.key for group in FORM for field in form_fields(group)}:
            raise NotationError(tr("there is nothing to look at called {it}", it=show(key)))
        self._looked_at ^= {key}

    def _choose_case(self, message: Mapping[str, Any]) -> None:
        self._case = case(text(message, "name")).id

    def _select(self, message: Mapping[str, Any]) -> None:
        name, id = text(message, "name"), text(message, "value")
        if name != "base":
            raise NotationError(tr("there is nothing to choose called {it}", it=show(name)))
        if id:
            self.sheet.begin(rules(id))
            self._file = ""
            self._done = lambda: tr(
                "You begin anew with {rules}. Undo brings back what you had.", rules=named(self.base)
            )

    def _own(self) -> None:
        """Give the rules an id and a name of their own."""
        id, name = own_name(self.base)
        self.sheet.enter("id", id)
        self.sheet.enter("name", name)

    def _choose_file(self, message: Mapping[str, Any]) -> None:
        typed = text(message, "text").strip()
        if len(typed) > 200 or not typed.isprintable():
            raise RulesError(tr("this is no name for a file"))
        self._file = typed

    def _save(self) -> None:
        """Save, or ask first whether that is meant."""
        if borrows_name(self.rules):
            self._asked_name = True
            return
        self._asked = doubt(self.rules, self.path, self._known.get(self.path.absolute()))
        if not self._asked:
            self._write(self.path, None)

    def _answer(self, value: str, asked: Doubt | None) -> None:
        if value == "own":
            self._own()
            self._save()
        elif value == "yes" and asked:
            self._write(self.path, asked)

    def _write(self, path: Path, asked: Doubt | None) -> None:
        self._known[path.absolute()] = write(self.rules, self.base, path, anew=asked is Doubt.OTHERS)
        self._done = lambda: self._saved(isolated(str(path)))

    def _saved(self, file: str) -> str:
        if self.sheet.typed:
            return tr("Saved in {file}, but for what is still to correct.", file=file)
        return tr("Saved in {file}.", file=file)

    def _know(self, path: Path) -> None:
        said = content(path)
        if said is not None:
            self._known[path.absolute()] = said

    def load(self, path: Path) -> None:
        """Go on with the rules in a file.

        Raises:
            RulesError: there is no such file, or it holds no rules.
        """
        self.sheet.begin(*from_file(path))
        self._know(path)
        self._file = str(path)
        self._loaded()

    def _upload(self, message: Mapping[str, Any]) -> None:
        """Take the rules in a file of the person at the browser."""
        name = text(message, "name")
        if number(message, "size") > LARGEST:
            raise RulesError(tr("{file}: too large for a rule file", file=show(name)))
        self.sheet.begin(*from_text(text(message, "text"), name))
        self._file = ""
        self._loaded()

    def _loaded(self) -> None:
        self._done = lambda: tr("You go on with {rules}.", rules=named(self.rules))

    # --- what is shown -------------------------------------------------------------------------------

    def shown(self, note: str) -> dict[str, Any]:
        """All that the browser shows.

        Args:
            note: what is wrong with the last thing that was asked for; empty if nothing is.
        """
        sheet = self.sheet
        return {
            "names": [field_state(sheet, field_of(key)) for key in ("name", "id")],
            "own": own_offer(sheet),
            "selects": [base_choice(self.base)],
            "groups": group_states(sheet, self._looked_at),
            "readings": reading_states(self.rules, self._refused, note),
            "differences": difference_state(sheet.draft),
            "cases": case_states(sheet.draft, self._case),
            "file": {
                "text": str(self.path),
                "name": f"{self.rules.id}.toml",
                "content": self._content(),
                "limit": LARGEST,
                "question": self._question(),
            },
            "undo": button(tr("Undo"), {"do": "undo"}, sheet.can_undo),
            "redo": button(tr("Redo"), {"do": "redo"}, sheet.can_redo),
            "status": note or (self._done() if self._done else summary(sheet.draft)),
            "warn": bool(note),
            "at": self._at,
        }

    def _content(self) -> str:
        """What the file will say."""
        ours = self.path if self.path.absolute() in self._known else None
        try:
            return to_text(self.rules, self.base, ours)
        except (TrinbError, OSError):
            return to_text(self.rules, self.base)

    def _question(self) -> dict[str, Any] | None:
        """What is asked before the rules are saved."""
        no = button(tr("No"), {"do": "answer", "value": "no"})
        if self._asked_name:
            id, name = own_name(self.base)
            said = tr(
                "Your rules still have the name of other rules. Save them as “{name}” in {file}?",
                name=isolated(name),
                file=isolated(self._file or f"{id}.toml"),
            )
            return {"words": said, "buttons": [button(tr("Yes"), {"do": "answer", "value": "own"}), no]}
        if self._asked:
            said = tr(self._asked.value, file=isolated(self.path.name))
            return {"words": said, "buttons": [button(tr("Yes"), {"do": "answer", "value": "yes"}), no]}
        return None
