"""What all widgets share: how their front is put together, and how messages from it are read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..draw import palette
from ..errors import NotationError, TrinbError
from ..notation import show
from ..ruleset import RuleSet
from ..scoring import REASON_WORDS, Line

_STATIC = Path(__file__).parent / "static"

STYLE = palette.stylesheet(".trinb", "jupyter") + (_STATIC / "widget.css").read_text(encoding="utf-8")
"""The stylesheet of all widgets."""


def module(name: str) -> str:
    """The JavaScript module of a widget: the shared part and its own, in one."""
    return "".join((_STATIC / f"{part}.js").read_text(encoding="utf-8") for part in ("common", name))


class Front(anywidget.AnyWidget):
    """A widget whose browser side shows `state` and sends back intentions.

    A subclass says what to do with an intention in `_do`, and what is shown in `_shown`.
    """

    _css = STYLE

    state = traitlets.Dict().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._note = ""
        self.on_msg(self._on_message)

    def _on_message(self, _widget: object, message: object, _buffers: object) -> None:
        """Do what the browser asks for; what it should never ask for is refused in words."""
        self._note = ""
        try:
            if not isinstance(message, Mapping):
                raise NotationError(f"a message must be an object, not {show(message)}")
            self._do(str(message.get("do")), message)
        except TrinbError as error:
            self._note = str(error)
        self._show()

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        raise NotationError(f"there is nothing to do called {show(what)}")

    def _shown(self) -> dict[str, Any]:
        raise NotImplementedError

    def _show(self) -> None:
        """Bring the browser up to date, in one message."""
        self.state = self._shown()


def text(message: Mapping[str, object], key: str) -> str:
    """A text in a message.

    Raises:
        NotationError: there is none.
    """
    value = message.get(key)
    if not isinstance(value, str):
        raise NotationError(f"{key} must be a text, not {show(value)}")
    return value


def number(message: Mapping[str, object], key: str) -> int:
    """A whole number in a message, not a huge one.

    Raises:
        NotationError: there is none.
    """
    value = message.get(key)
    if type(value) is not int or abs(value) > 100_000:
        raise NotationError(f"{key} must be a whole number, not {show(value)}")
    return value


def line_row(line: Line, rules: RuleSet) -> dict[str, Any]:
    """A score line as the browser shows it."""
    clauses = {clause.id: clause.text for clause in rules.clauses}
    words = REASON_WORDS[line.reason]
    return {
        "points": line.points,
        "words": words,
        "clause": line.clause,
        "text": clauses.get(line.clause, ""),
    }
