"""A form of house rules: every number and choice, what the sources say of it, and what a change does.

What is behind it knows no browser: `drafts.Sheet` is the form, `housefiles` reads and writes the files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from .. import words
from ..cases import case
from ..drafts import Effect, Sheet, own_name
from ..errors import NotationError, RulesError, TrinbError
from ..fields import isolated
from ..housefiles import LARGEST, Doubt, content, doubt, from_file, from_text, to_text, write
from ..houserules import Difference
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
from .front import Front, button, module, number, style, text


class HouseRuleEditor(Front):
    """A form to make rules of one's own in, over rules that there are.

    Args:
        base: the rules to begin with: an id, a rule set, or the path of a rule file, which is then edited.
        path: the file to save to; by default the one that is edited, else one named by the id.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        TrinbError: there are no such rules, or the file holds none.

    Attributes:
        sheet: the form, with all its states.
    """

    _esm = module("editor")
    _css = style("editor")

    def __init__(
        self,
        base: str | Path | RuleSet = "triangelspelet",
        path: str | Path | None = None,
        language: str | None = None,
    ) -> None:
        super().__init__(language)
        self._known: dict[Path, bytes] = {}
        self._file = "" if path is None else str(path)
        self._looked_at: set[str] = set()
        self._case = ""
        self._quiet()
        with words.speaking(self.language):
            self._open(base)
        self._show()

    def _open(self, base: str | Path | RuleSet) -> None:
        """Take the rules to begin with."""
        if isinstance(base, RuleSet):
            self.sheet = Sheet(base)
        elif isinstance(base, Path) or base.endswith(".toml"):
            self.sheet = Sheet(*from_file(Path(base)))
            self._know(Path(base))
            self._file = self._file or str(base)
        else:
            self.sheet = Sheet(rules(base))

    def __repr__(self) -> str:
        count = len(self.differences)
        return f"<HouseRuleEditor {self.rules.id} over {self.base.id}, differences: {count}>"

    # --- for the notebook ------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The rules as they stand; they can always be played."""
        return self.sheet.rules

    @property
    def base(self) -> RuleSet:
        """The rules that they are compared with."""
        return self.sheet.base

    @property
    def differences(self) -> tuple[Difference, ...]:
        """In what they differ from these."""
        return self.sheet.draft.differences

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What every scoring case gives under both."""
        return self.sheet.draft.effects

    @property
    def path(self) -> Path:
        """The file that they are saved to."""
        return Path(self._file or f"{self.rules.id}.toml")

    def change(self, key: str, value: Any) -> None:
        """Change one thing, as if it had been typed.

        Args:
            key: its name in a rule file, such as ``score.bridge`` or ``name``.
            value: what a rule file would say.

        Raises:
            RulesError: there is no such thing, or it cannot be.
        """
        self.sheet.enter(key, value)
        self._renew()

    def back(self, key: str) -> None:
        """Give one thing the value of the base.

        Raises:
            RulesError: there is no such thing, or the rest does not allow it.
        """
        self.sheet.back(key)
        self._renew()

    def read_as(self, name: str, on: bool = True) -> None:
        """Switch a reading on or off.

        Raises:
            RulesError: there is no such reading, or it contradicts another.
        """
        self.sheet.read_as(name, on)
        self._renew()

    def undo(self) -> None:
        """Take the last change back."""
        self.sheet.undo()
        self._renew()

    def redo(self) -> None:
        """Do again what was taken back."""
        self.sheet.redo()
        self._renew()

    def save(self, path: str | Path | None = None, *, overwrite: bool = False) -> Path:
        """Save the rules in a file, and tell in which.

        Args:
            path: the file; by default `path`.
            overwrite: whether a file that holds other rules may be written over.

        Raises:
            RulesError: the rules cannot be saved there.
        """
        where = self.path if path is None else Path(path)
        asked = doubt(self.rules, where, self._known.get(where.absolute()))
        if asked and not overwrite:
            raise RulesError(tr(asked.value, file=show(where.name)))
        self._write(where, asked)
        self._renew()
        return where

    def load(self, path: str | Path) -> None:
        """Go on with the rules in a file.

        Raises:
            RulesError: there is no such file, or it holds no rules.
        """
        self._load(Path(path))
        self._renew()

    def _renew(self) -> None:
        self._quiet()
        self._show()

    # --- intentions --------------------------------------------------------------------------------

    def _quiet(self) -> None:
        """Forget what was last said and asked."""
        self._note = ""
        self._done: Callable[[], str] | None = None
        self._asked: Doubt | None = None
        self._asked_name = False
        self._refused = self._at = ""

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        asked = self._asked
        self._quiet()
        if what == "answer":
            self._answer(text(message, "value"), asked)
        elif what in self._intentions:
            self._intentions[what](message)
        else:
            super()._do(what, message)

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
            "load": lambda _: self._load(self.path),
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

    def _load(self, path: Path) -> None:
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

    def _shown(self) -> dict[str, Any]:
        sheet = self.sheet
        return {
            "names": [field_state(sheet, field_of(key)) for key in ("name", "id")],
            "own": own_offer(sheet),
            "selects": [base_choice(self.base)],
            "groups": group_states(sheet, self._looked_at),
            "readings": reading_states(self.rules, self._refused, self._note),
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
            "status": self._note or (self._done() if self._done else summary(sheet.draft)),
            "warn": bool(self._note),
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
