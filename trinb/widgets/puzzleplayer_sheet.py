"""The form in which a teacher chooses puzzles for a sheet of paper, and the sheet itself.

>>> form = SheetForm(title="Bridges").changed("count", "4").changed("key", "no")
>>> form.count, form.key
(4, False)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from ..draw.puzzlesheets import MOST
from ..draw.shapes import tidy
from ..errors import NotationError
from ..notation import show
from ..puzzles import KIND_NAMES, LEVEL_NAMES, LEVELS, Puzzle, PuzzleError, PuzzleKind
from ..ruleset import rules
from ..words import tr, trn
from .front import button, choice
from .puzzleplayer_shelf import OWN, Shelf

LONGEST = 80
"""So many letters a title has."""

_ANY = "any"
_YES, _NO = "yes", "no"


@frozen
class SheetForm:
    """Which puzzles go on a sheet.

    Attributes:
        title: what stands on top; empty for a plain word.
        level: a level, as text, or ``any``.
        kind: a kind, or ``any``.
        rules: the id of a rule set, or ``any``.
        count: how many.
        first: the number of the first one of those that are so.
        key: whether there are answers, on a page of their own.
    """

    title: str = ""
    level: str = _ANY
    kind: str = _ANY
    rules: str = _ANY
    count: int = 6
    first: int = 1
    key: bool = True

    def following(self, shelf: Shelf) -> SheetForm:
        """With the puzzles that are in the list."""
        kind, rules_id = (shelf.kind and shelf.kind.value) or _ANY, shelf.rules or _ANY
        if shelf.level == OWN:
            kind = rules_id = _ANY
        return evolve(self, level=str(shelf.level), kind=kind, rules=rules_id, first=1)

    def found(self, shelf: Shelf) -> list[Puzzle]:
        """All puzzles of this level, kind and rules."""
        own = self.level == str(OWN)
        return [
            one
            for one in (shelf.own if own else shelf.puzzles)
            if (own or self.level in (_ANY, str(one.level)))
            and self.kind in (_ANY, one.kind.value)
            and self.rules in (_ANY, one.rules_id)
        ]

    def chosen(self, shelf: Shelf) -> list[Puzzle]:
        """The puzzles that go on the sheet."""
        return self.found(shelf)[self.first - 1 : self.first - 1 + self.count]

    def changed(self, name: str, value: str) -> SheetForm:
        """With one thing changed as it was chosen or typed.

        Raises:
            TrinbError: there is no such thing.
        """
        if name == "title":
            return evolve(self, title=tidy(value, LONGEST))
        if name in ("count", "first"):
            changes: dict[str, Any] = {name: _number(value, MOST if name == "count" else 9_999)}
            return evolve(self, **changes)
        if name == "key" and value in (_YES, _NO):
            return evolve(self, key=value == _YES)
        known = {
            "level": {_ANY, str(OWN), *map(str, LEVELS)},
            "kind": {_ANY, *(kind.value for kind in PuzzleKind)},
        }
        if name == "rules" and (value == _ANY or rules(value)):
            return evolve(self, rules=value, first=1)
        if value not in known.get(name, ()):
            raise NotationError(tr("there is nothing to choose called {it}", it=show(name)))
        changes = {name: value, "first": 1}
        return evolve(self, **changes)

    @property
    def name(self) -> str:
        """The title that is printed."""
        return self.title or tr("Puzzles")

    @property
    def file(self) -> str:
        """A name for the file; safe whatever the title is."""
        name = re.sub(r"[^\w-]+", "-", self.title.lower(), flags=re.UNICODE).strip("-_")[:40]
        return f"{name or 'puzzles'}.html"


def _number(value: str, most: int) -> int:
    value = value.strip()
    if not (value.isascii() and value.isdigit()) or len(value) > 5 or not 1 <= int(value) <= most:
        raise PuzzleError(tr("{it} is no whole number from 1 to {most}", it=show(value), most=most))
    return int(value)


def sheet_view(form: SheetForm, shelf: Shelf, page: str) -> dict[str, Any]:
    """The form as the browser shows it, with the sheet if there is one."""
    found, chosen = form.found(shelf), form.chosen(shelf)
    return {
        "title": tr("A sheet to print"),
        "choices": [_levels(form, shelf), _kinds(form, shelf), _rules(form, shelf), _key(form)],
        "fields": [
            {"name": "title", "label": tr("Title"), "value": form.title, "hint": tr("Puzzles")},
            {"name": "count", "label": tr("How many"), "value": str(form.count), "number": True},
            {"name": "first", "label": tr("Beginning with number"), "value": str(form.first), "number": True},
        ],
        "words": _told(form, len(found), len(chosen)),
        "chosen": [_row(number, puzzle) for number, puzzle in enumerate(chosen, form.first)],
        "primary": button(tr("Make the sheet"), {"do": "sheet"}, bool(chosen)),
        "page": _page(form, page) if page else None,
    }


def _page(form: SheetForm, page: str) -> dict[str, Any]:
    return {
        "page": page,
        "file": form.file,
        "open": tr("Open the sheet"),
        "download": tr("Download it"),
        "save": button(tr("Save it beside the notebook"), {"do": "save"}),
    }


def _told(form: SheetForm, found: int, chosen: int) -> str:
    if not found:
        return tr("No puzzle is like that: choose another level, kind or rules.")
    if not chosen:
        return trn(
            "There is only {n} puzzle like that: begin with a smaller number.",
            "There are only {n} puzzles like that: begin with a smaller number.",
            found,
        )
    return trn("{n} puzzle of {found} like that:", "{n} puzzles of {found} like that:", chosen, found=found)


def _row(number: int, puzzle: Puzzle) -> str:
    level = tr("level {n}", n=puzzle.level) if puzzle.level else tr("your own")
    return f"{number}. {puzzle.name} · {level} · {tr(puzzle.rules.name)}"


def _levels(form: SheetForm, shelf: Shelf) -> dict[str, Any]:
    options = [(_ANY, tr("all"))]
    options += [(str(level), f"{level} · {tr(LEVEL_NAMES[level])}") for level in LEVELS]
    if shelf.own:
        options.append((str(OWN), tr("your own")))
    return choice("level", tr("Level"), form.level, options)


def _kinds(form: SheetForm, shelf: Shelf) -> dict[str, Any]:
    there: Sequence[PuzzleKind] = [kind for kind, _ in shelf.kinds] or list(PuzzleKind)
    options = [(_ANY, tr("all")), *((kind.value, tr(KIND_NAMES[kind])) for kind in there)]
    return choice("kind", tr("Kind"), form.kind, options)


def _rules(form: SheetForm, shelf: Shelf) -> dict[str, Any]:
    options = [(_ANY, tr("all")), *((id, tr(rules(id).name)) for id, _ in shelf.rule_sets)]
    return choice("rules", tr("Rules"), form.rules, options)


def _key(form: SheetForm) -> dict[str, Any]:
    options = [(_YES, tr("on pages of their own")), (_NO, tr("left out"))]
    return choice("key", tr("Answers"), _YES if form.key else _NO, options)
