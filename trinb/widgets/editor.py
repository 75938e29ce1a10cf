"""A form of house rules: every number and choice, what the sources say of it, and what a change does.

What is behind it knows no browser: `drafts.Sheet` is the form, `housefiles` reads and writes the files.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import words
from ..drafts import Effect, Sheet
from ..houserules import Difference
from ..ruleset import RuleSet, rules
from .editordesk import EditorDesk
from .front import Front, module, style


class HouseRuleEditor(Front):
    """A form to make rules of one's own in, over rules that there are.

    Args:
        base: the rules to begin with: an id, a rule set, or the path of a rule file, which is then edited.
        path: the file to save to; by default the one that is edited, else one named by the id.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        TrinbError: there are no such rules, or the file holds none.

    """

    _esm = module("editorform", "editor")
    _css = style("editor")

    def __init__(
        self,
        base: str | Path | RuleSet = "triangelspelet",
        path: str | Path | None = None,
        language: str | None = None,
    ) -> None:
        super().__init__(language)
        with words.speaking(self.language):
            self._desk = _desk(base, "" if path is None else str(path))
        self._show()

    def __repr__(self) -> str:
        count = len(self.differences)
        return f"<HouseRuleEditor {self.rules.id} over {self.base.id}, differences: {count}>"

    # --- for the notebook ------------------------------------------------------------------------

    @property
    def sheet(self) -> Sheet:
        """The form, with all its states."""
        return self._desk.sheet

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
        return self._desk.path

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
        self._desk.save(where, overwrite)
        self._renew()
        return where

    def load(self, path: str | Path) -> None:
        """Go on with the rules in a file.

        Raises:
            RulesError: there is no such file, or it holds no rules.
        """
        self._desk.load(Path(path))
        self._renew()

    def _renew(self) -> None:
        self._note = ""
        self._desk.quiet()
        self._show()

    # --- the browser ---------------------------------------------------------------------------------

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        self._desk.do(what, message)

    def _shown(self) -> dict[str, Any]:
        return self._desk.shown(self._note)


def _desk(base: str | Path | RuleSet, file: str) -> EditorDesk:
    """The form with the rules to begin with."""
    if isinstance(base, RuleSet):
        return EditorDesk(Sheet(base), file)
    if isinstance(base, Path) or base.endswith(".toml"):
        return EditorDesk.of_file(Path(base), file)
    return EditorDesk(Sheet(rules(base)), file)
