"""What all widgets share: how their front is put together, and how messages from it are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from .. import words
from ..draw import palette
from ..draw.shapes import tidy
from ..errors import NotationError, TrinbError
from ..notation import show
from ..ruleset import RuleSet, rule_sets, rules
from ..scoring import REASON_WORDS, Line
from ..words import tr

_STATIC = Path(__file__).parent / "static"

_LABEL = re.compile(r'\bt\("((?:[^"\\]|\\.)*)"')
"""Where a module has words of its own: ``t("Zoom in")``, always with a text between double quotes."""


def style(*names: str) -> str:
    """The stylesheet of a widget: colours, what all share, and its own parts."""
    parts = ("widget", *names)
    sheets = "".join((_STATIC / f"{part}.css").read_text(encoding="utf-8") for part in parts)
    return palette.stylesheet(".trinb", "jupyter") + sheets


def module(*names: str) -> str:
    """The JavaScript module of a widget: what all share and its own parts, in one, the last one on top."""
    return "".join((_STATIC / f"{part}.js").read_text(encoding="utf-8") for part in ("common", *names))


def labels_in(script: str) -> tuple[str, ...]:
    """The words that a module shows, in English: every text in ``t("…")``.

    >>> labels_in('button(t("Zoom in"), this.t("Fit"))')
    ('Zoom in', 'Fit')
    """
    return tuple(dict.fromkeys(_LABEL.findall(script)))


class Front(anywidget.AnyWidget):
    """A widget whose browser side shows `state` and sends back intentions.

    A subclass says what to do with an intention in `_do`, and what is shown in `_shown`; both speak the
    widget's language.  What its JavaScript shows by itself is in `speech`, by the English.

    Args:
        language: one of `words.LANGUAGES`; by default the one that is spoken now.

    Raises:
        TrinbError: there is no such language.
    """

    _css = style()

    state = traitlets.Dict().tag(sync=True)
    speech = traitlets.Dict().tag(sync=True)

    def __init__(self, language: str | None = None) -> None:
        super().__init__()
        self._note = ""
        self._speak(language or words.language())
        self.on_msg(self._on_message)

    @property
    def language(self) -> str:
        """The code of the language that it speaks; set it to another one of `words.LANGUAGES`."""
        return str(self.speech["language"])

    @language.setter
    def language(self, code: str) -> None:
        with self.hold_sync():
            self._speak(code)
            self._note = ""
            self._show()

    mother_tongue = "en"
    """The language that stands first in the selector."""

    def _speak(self, code: str) -> None:
        with words.speaking(code):
            labels = {label: words.tr(label) for label in labels_in(str(self._esm))}
        languages = {self.mother_tongue: words.LANGUAGES[self.mother_tongue], **words.LANGUAGES}
        self.speech = {"language": code, "languages": languages, "labels": labels}

    def _on_message(self, _widget: object, message: object, _buffers: object) -> None:
        """Do what the browser asks for; what it should never ask for is refused in words."""
        self._note = ""
        with self.hold_sync(), words.speaking(self.language):
            try:
                if not isinstance(message, Mapping):
                    raise NotationError(tr("a message must be an object, not {it}", it=show(message)))
                if message.get("do") == "language":
                    self._speak(text(message, "value"))
                else:
                    self._do(str(message.get("do")), message)
            except TrinbError as error:
                self._note = str(error)
            self._show()

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        raise NotationError(tr("there is nothing to do called {it}", it=show(what)))

    def _shown(self) -> dict[str, Any]:
        raise NotImplementedError

    def _show(self) -> None:
        """Bring the browser up to date, in one message."""
        with words.speaking(self.language):
            self.state = self._shown()


def text(message: Mapping[str, object], key: str) -> str:
    """A text in a message.

    Raises:
        NotationError: there is none.
    """
    value = message.get(key)
    if not isinstance(value, str):
        raise NotationError(tr("{key} must be a text, not {it}", key=key, it=show(value)))
    return value


def number(message: Mapping[str, object], key: str) -> int:
    """A whole number in a message, not a huge one.

    Raises:
        NotationError: there is none.
    """
    value = message.get(key)
    if type(value) is not int or abs(value) > 100_000:
        raise NotationError(tr("{key} must be a whole number, not {it}", key=key, it=show(value)))
    return value


def shown_name(name: str, most: int = 40) -> str:
    r"""A name from anywhere, as it can stand in a sentence: cut, on one line, and kept apart.

    However it is written, and from whichever side, it cannot turn the sentence round.

    >>> shown_name("Bo")
    '\u2068Bo\u2069'
    """
    return f"\u2068{tidy(name, most) or '?'}\u2069"


def shown_path(path: Path, most: int = 80) -> str:
    r"""A path as it can stand in a sentence: of a long one the end is kept, which names the file.

    >>> shown_path(Path("a" * 90, "game.jsonl"))[-13:]
    'a/game.jsonl\u2069'
    """
    written = str(path)
    return shown_name(written if len(written) <= most else "…" + written[1 - most :], most)


def choice(name: str, label: str, value: str, options: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """A list to choose from, as the browser shows it.

    Args:
        name: what is chosen; comes back as ``{"do": "select", "name": name, "value": value}``.
        label: its words.
        value: what is chosen now.
        options: each a value and its words.
    """
    shown = [{"value": one, "words": said} for one, said in options]
    return {"name": name, "label": label, "value": value, "options": shown}


def button(said: str, do: Mapping[str, Any], enabled: bool = True, **more: Any) -> dict[str, Any]:
    """A button, as the browser shows it: its words and the intention that it sends."""
    return {"words": said, "do": dict(do), "enabled": enabled, **more}


def line_row(line: Line, rules: RuleSet) -> dict[str, Any]:
    """A score line as the browser shows it."""
    clauses = {clause.id: clause.text for clause in rules.clauses}
    return {
        "points": line.points,
        "words": tr(REASON_WORDS[line.reason]),
        "clause": line.clause,
        "text": tr(clauses.get(line.clause, "")),
    }


def rule_set_choices() -> list[tuple[str, str]]:
    """Every rule set that comes with trinb: its id and its name."""
    return [(id, tr(rules(id).name)) for id in rule_sets()]
