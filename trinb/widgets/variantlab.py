"""The lab: rule sets beside each other, played in the background, with intervals that shrink as one watches.

What is behind it knows no browser: `variantlab_rows` holds the variants, `variantlab_plan` what is measured
and how far, `trinb.simulate.live` plays and judges, `variantlab_results` makes charts, tables and files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

import traitlets

from .. import words
from ..drafts import Sheet
from ..errors import NotationError, RulesError, TrinbError
from ..housefiles import LARGEST, from_text
from ..notation import show
from ..resources import write_whole
from ..ruleset import RuleSet
from ..words import tr, trn
from . import variantlab_results as results
from .editordesk import EditorDesk
from .front import Front, button, module, number, shown_path, style, text
from .gamefile import unused
from .variantlab_plan import Plan
from .variantlab_playing import Phase, Playing, Settings
from .variantlab_rows import MOST, Setup, side_of
from .variantlab_rowviews import row_states
from .variantlab_shown import exports, progress, result, unplayed

if TYPE_CHECKING:
    from ..simulate.comparison import Comparison
    from ..simulate.live import Look
    from ..simulate.measures import Measure

_FOLDER = "variant-lab"


class VariantLab(Front):
    """Compare rules by playing them: pick or edit rule sets, run, and watch the intervals shrink.

    Args:
        *rule_sets: what to compare: an id, a rule set, the path of a rule file, or a pair of one of these and
            its players; by default two rule sets to begin with.
        players: who plays where a variant does not say so: how many greedy players, or a name for each seat.
        measure: what to measure, see `trinb.simulate.measures.MEASURES`; all of rounds, or all of matches.
        rounds: how many rounds (or matches) of each.
        width: how wide the 95 % intervals of the first measure may be, instead of `rounds`.
        seed: what all chance follows from.
        pairs: whether all are compared with the ``first``, or ``all`` with each other.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        TrinbError: there are no such rules, players or measures, or too many.

    >>> lab = VariantLab("triangelspelet", "granna", rounds=2_000, measure="turns")
    >>> lab.run()
    >>> lab.wait(60)
    True
    >>> lab.comparison
    <Comparison of triangelspelet, granna: turns; 2000 rounds, seed 0>
    >>> print(lab.command)
    trinb compare --rules triangelspelet --rules granna --players 2 --measure turns --rounds 2000 --seed 0
    """

    _esm = module("editorform", "variantlab")
    _css = style("editor", "variantlab") + results.RULES

    live = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        *rule_sets: Any,
        players: int | Sequence[str] = 2,
        measure: str | Measure | Sequence[str | Measure] | None = None,
        rounds: int | None = None,
        width: float | None = None,
        seed: int = 0,
        pairs: str = "first",
        language: str | None = None,
    ) -> None:
        self._lock = RLock()
        self._playing = Playing(self._lock, self._show_live)
        super().__init__(language)
        self._edited: int | None = None
        self._form_note = ""
        self._file: dict[str, str] | None = None
        self._heard = 0
        self._done: Callable[[], str] | None = None
        self._missing = _missing_library()
        with words.speaking(self.language):
            if len(rule_sets) > MOST:
                raise RulesError(trn("{n} variant is enough", "{n} variants are enough", MOST))
            self._setup = Setup(side_of(one, players) for one in rule_sets or ("triangelspelet", "granna"))
            self._plan = Plan(
                None if self._missing else measure, rounds, None if self._missing else width, seed, pairs
            )
        self._show()

    def __repr__(self) -> str:
        of = ", ".join(row.rules.id for row in self._setup.rows)
        look = self._playing.look
        return f"<VariantLab {of}: {look.rounds if look else 0} played>"

    # --- for the notebook ------------------------------------------------------------------------

    @property
    def comparison(self) -> Comparison | None:
        """What was found so far; None if nothing was played."""
        look = self._playing.look
        return look.comparison if look else None

    @property
    def rules(self) -> tuple[RuleSet, ...]:
        """The rules of each variant, as they stand."""
        return tuple(row.rules for row in self._setup.rows)

    @property
    def command(self) -> str:
        """The command that plays the same rounds again; empty if there is none."""
        found = self.comparison
        return (found and results.command(found, results.rule_files(found))) or ""

    def run(self) -> None:
        """Play in the background, or go on; see `wait` and `stop`."""
        with self._lock, words.speaking(self.language):
            self._note = ""
            self._start()
            self._show()

    def stop(self) -> None:
        """Play no more; what was played is kept."""
        with self._lock:
            self._playing.halt()
            self._show()
        self.wait()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it has stopped playing; returns whether it has."""
        return self._playing.wait(seconds)

    def change(self, variant: int, key: str, value: Any) -> RuleSet:
        """Change one rule of a variant, as if it had been typed; rules that are not edited yet in a copy.

        Args:
            variant: its number, from 0.
            key: the name of the rule in a rule file, such as ``score.bridge``.
            value: what a rule file would say.

        Returns:
            The changed rules.

        Raises:
            RulesError: there is no such variant or rule, or it cannot be.
        """
        with self._lock, words.speaking(self.language):
            self._edited = self._setup.edit(variant)
            desk = self._setup.rows[self._edited].desk
            assert desk
            desk.sheet.enter(key, value)
            self._playing.changed(self._settings)
            self._show()
            return desk.rules

    def save(self, folder: str | Path | None = None) -> Path:
        """Write what was found into a folder: a CSV, an SVG, the command, and rule files that it needs.

        Args:
            folder: a new one; by default ``variant-lab``, or ``variant-lab-2`` and so on.

        Raises:
            TrinbError: nothing was played, or the folder is there, or cannot be written.
        """
        with words.speaking(self.language):
            return self._save(unused(Path(_FOLDER)) if folder is None else Path(folder))

    def close(self) -> None:
        """Stop playing, and take the widget away."""
        self._playing.end()
        super().close()

    @property
    def _settings(self) -> Settings:
        """The settings as they are now."""
        bases = {row.rules: row.base for row in self._setup.rows if row.desk}
        plan = self._plan
        measures = [] if self._missing else plan.measures
        return Settings(self._setup.sides, plan.measured, plan.seed, plan.pairs, measures, bases)

    def _start(self) -> None:
        self._need()
        self._playing.start(self._settings, self._plan.goal, self.language)

    # --- intentions ----------------------------------------------------------------------------------

    def _on_message(self, _widget: object, message: object, _buffers: object) -> None:
        with self._lock:
            self._heard += 1
            super()._on_message(_widget, message, _buffers)

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        self._done = None
        intention = self._intentions.get(what)
        if intention is None:
            super()._do(what, message)
            return
        try:
            intention(message)
        finally:
            self._playing.changed(self._settings)

    @cached_property
    def _intentions(self) -> Mapping[str, Callable[[Mapping[str, Any]], None]]:
        setup, plan = self._setup, self._plan
        return {
            "run": lambda _: self._start(),
            "stop": lambda _: self._playing.halt(),
            "add": lambda _: setup.add(),
            "copy": lambda message: self._copy(number(message, "number")),
            "remove": lambda message: self._remove(number(message, "number")),
            "edit": lambda message: self._edit(number(message, "number")),
            "close": lambda _: self._close_form(),
            "form": self._form,
            "upload": self._upload,
            "reading": lambda message: setup.read_as(
                number(message, "number"), text(message, "name"), message.get("value") is True
            ),
            "measure": lambda message: self._tick(text(message, "name"), message.get("value") is True),
            "amount": lambda message: plan.set_amount(text(message, "text")),
            "seed": lambda message: plan.set_seed(text(message, "text")),
            "select": self._select,
            "export": self._export,
            "save": lambda _: self._save_here(),
        }

    def _tick(self, name: str, on: bool) -> None:
        self._need()
        self._plan.tick(name, on)

    def _need(self) -> None:
        if self._missing:
            raise TrinbError(self._missing_words())

    def _select(self, message: Mapping[str, Any]) -> None:
        name, value = text(message, "name"), text(message, "value")
        kind, _, at = name.partition("-")
        if at.isdecimal() and len(at) < 3 and kind in ("rules", "count", "who"):
            way = {"rules": self._setup.choose, "count": self._setup.count, "who": self._setup.mix}[kind]
            way(int(at), value)
            if kind == "rules" and self._edited == int(at):
                self._close_form()
        elif name in ("of", "by", "pairs"):
            {"of": self._plan.play, "by": self._plan.play_to, "pairs": self._plan.pair}[name](value)
        else:
            raise NotationError(tr("there is nothing to choose called {it}", it=show(name)))

    def _copy(self, at: int) -> None:
        self._setup.copy(at)
        if self._edited is not None and self._edited > at:
            self._edited += 1

    def _remove(self, at: int) -> None:
        self._setup.remove(at)
        if self._edited == at:
            self._close_form()
        elif self._edited is not None and self._edited > at:
            self._edited -= 1

    def _edit(self, at: int) -> None:
        if self._edited == at:
            self._close_form()
            return
        self._form_note = ""
        self._edited = self._setup.edit(at)

    def _close_form(self) -> None:
        self._edited, self._form_note = None, ""

    def _form(self, message: Mapping[str, Any]) -> None:
        """Pass on what the form of rules asks for."""
        inner = message.get("message")
        if self._edited is None or not isinstance(inner, Mapping):
            raise NotationError(tr("no rules are being edited"))
        desk = self._setup.rows[self._edited].desk
        assert desk
        self._form_note = ""
        try:
            desk.do(str(inner.get("do")), inner)
        except TrinbError as error:
            self._form_note = str(error)

    def _upload(self, message: Mapping[str, Any]) -> None:
        """Add the rules in a file of the person at the browser."""
        name = text(message, "name")
        if number(message, "size") > LARGEST:
            raise RulesError(tr("{file}: too large for a rule file", file=show(name)))
        base, rule_set = from_text(text(message, "text"), name)
        self._setup.add(EditorDesk(Sheet(base, rule_set)))

    # --- files -----------------------------------------------------------------------------------------

    def _need_look(self) -> Look:
        look = self._playing.look
        if look is None:
            raise TrinbError(tr("nothing has been played yet"))
        return look

    def _files(self) -> dict[str, str]:
        """All that can be taken along, by the names of the files."""
        look, run = self._need_look(), self._playing.run
        assert run
        rule_files = results.rule_files(look.comparison)
        command = results.command(look.comparison, rule_files)
        return {
            "comparison.csv": "\ufeff" + results.csv_text(look),
            "comparison.svg": results.svg(look),
            **({"command.txt": f"{command}\n"} if command else {}),
            **{name: results.file_text(one, run.settings.bases) for name, one in rule_files.items()},
        }

    def _export(self, message: Mapping[str, Any]) -> None:
        """Hand a file to the browser, which asked for it with a key of its own."""
        name, files = text(message, "name"), self._files()
        if name not in files:
            raise NotationError(tr("there is no file {it}", it=show(name)))
        self._file = {"key": text(message, "key")[:40], "name": name, "text": files[name]}

    def _save(self, folder: Path) -> Path:
        files = self._files()
        try:
            folder.mkdir(parents=True)
            for name, content in files.items():
                write_whole(folder / name, content.encode("utf-8", "replace"))
        except OSError as error:
            why = error.strerror or str(error)
            raise TrinbError(
                tr("{file} cannot be written: {why}", file=shown_path(folder), why=why)
            ) from error
        return folder

    def _save_here(self) -> None:
        folder = self._save(unused(Path(_FOLDER)))
        self._done = lambda: tr("Saved in the folder {folder}.", folder=shown_path(folder))

    # --- what is shown -----------------------------------------------------------------------------------

    def _show(self) -> None:
        with self._lock:
            super()._show()
            self._file = None
            self._show_live()

    def _show_live(self) -> None:
        with words.speaking(self.language):
            self.live = self._live_shown()

    def _shown(self) -> dict[str, Any]:
        plan, edited = self._plan, self._edited
        measures = (
            {"title": "", "groups": []}
            if self._missing
            else {"title": plan.words(), "groups": plan.group_states()}
        )
        return {
            "rows": row_states(self._setup, edited),
            "add": button(tr("Add a variant"), {"do": "add"}, len(self._setup.rows) < MOST),
            "limit": LARGEST,
            "form": self._form_shown(),
            "measures": measures,
            "choices": [] if self._missing else plan.choices(),
            "amount": None if self._missing else plan.amount(),
            "seed": str(plan.seed),
            "file": self._file,
            "heard": self._heard,  # so that a box which was ticked in vain is shown as it is
        }

    def _form_shown(self) -> dict[str, Any] | None:
        if self._edited is None:
            return None
        row = self._setup.rows[self._edited]
        assert row.desk
        title = tr("The rules of {letter}", letter="ABCDEF"[self._edited])
        return {"number": self._edited, "title": title, "state": row.desk.shown(self._form_note)}

    def _live_shown(self) -> dict[str, Any]:
        running, look, old = self._playing.phase.is_running, self._playing.look, self._is_old
        status, warn = self._status()
        plan = None if self._missing else self._plan
        return {
            "running": running,
            "primary": self._primary(),
            "status": status,
            "warn": warn,
            "progress": None if old else progress(self._playing),
            "result": result(self._playing, old) or unplayed(self._setup, plan),
            "exports": exports(look) if look and not running else None,
        }

    @property
    def _is_old(self) -> bool:
        return self._playing.is_old(self._settings)

    def _primary(self) -> dict[str, Any]:
        if self._playing.phase.is_running:
            return button(tr("Stop"), {"do": "stop"}, self._playing.phase is not Phase.STOPPING)
        goes_on = self._playing.look is not None and not self._is_old
        return button(tr("Go on") if goes_on else tr("Run"), {"do": "run"}, not self._missing)

    def _missing_words(self) -> str:
        return tr(
            'This needs {library}: pip install "trinb[lab]". It does not run in a browser alone.',
            library=self._missing,
        )

    def _status(self) -> tuple[str, bool]:
        if self._note:
            return self._note, True
        if self._playing.fault:
            return tr("It cannot be played: {why}", why=self._playing.fault), True
        if self._missing:
            return self._missing_words(), True
        if self._done:
            return self._done(), False
        if self._playing.phase.is_running and self._playing.told:
            return self._playing.told, False
        if self._is_old and not self._playing.phase.is_running:
            return tr("The settings have changed: press Run to play the new ones."), False
        return tr(self._playing.phase.value), False


def _missing_library() -> str:
    """The name of a library that the simulator lacks here; empty if all are there."""
    try:
        from ..simulate import live  # noqa: F401
    except ImportError as error:
        return error.name or "numba"
    return ""
