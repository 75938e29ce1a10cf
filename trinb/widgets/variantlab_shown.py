"""What `VariantLab` shows of what is played, part by part, as its browser side wants it."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from ..draw import intervals
from ..words import tr
from . import variantlab_results as results
from .front import button
from .variantlab_plan import Plan, told
from .variantlab_playing import Playing
from .variantlab_rows import Setup
from .variantlab_rowviews import rules_words

if TYPE_CHECKING:
    from ..simulate.live import Look

Shown = dict[str, Any]
"""A part of the state of a widget."""


def progress(playing: Playing) -> Shown | None:
    """How far it is, how fast, and how long it takes; None if nothing was played."""
    look = playing.look
    if look is None:
        return None
    from ..simulate.written import said

    count, target = said(look.rounds, 0), said(look.target, 0)
    if not playing.phase.is_running:
        words = tr("{count} of {target} played of each.", count=count, target=target)
    elif not look.rate:
        words = tr("{count} of {target} of each", count=count, target=target)
    else:
        words = tr(
            "{count} of {target} of each; {rate} a second; {time} left",
            count=count,
            target=target,
            rate=said(float(f"{look.rate:.2g}"), 0),
            time=_time(look.left),
        )
    return {"value": look.rounds, "most": look.target, "words": words}


def _time(seconds: float) -> str:
    """How long something takes, in a unit that fits.

    >>> _time(2.34), _time(45), _time(240), _time(10_000)
    ('2.3 s', '45 s', '4 min', '2.8 h')
    """
    from ..simulate.written import said

    if seconds < 99.5:
        return tr("{n} s", n=said(seconds, 0 if seconds >= 9.5 else 1))
    if seconds < 5970:
        return tr("{n} min", n=said(seconds / 60, 0))
    return tr("{n} h", n=said(seconds / 3600, 1))


def result(playing: Playing, is_old: bool) -> Shown | None:
    """The charts and tables; None if nothing was played."""
    look, run = playing.look, playing.run
    if look is None or run is None:
        return None
    from ..simulate.telling import heads

    return {
        "charts": results.pictures(look, run.axes),
        "old": tr("This is what came out with other settings.") if is_old else "",
        "heads": " ".join(heads(look.comparison)),
        "differences": results.differences(look),
        "means": results.means(look),
        "notes": list(results.notes(look)),
    }


def unplayed(setup: Setup, plan: Plan | None) -> Shown:
    """The same before anything is played: charts of what it will be about.

    Args:
        setup: the variants.
        plan: what will be measured; None if nothing can be.
    """
    titles = [results.capital(told(one)) for one in plan.measures] if plan else [""]
    bars = tuple(
        intervals.unknown(f"{ascii_uppercase[at]}  {rules_words(row.rules)}", at)
        for at, row in enumerate(setup.rows)
    )
    nothing = tr("Nothing is played yet.")
    charts = [
        intervals.chart([intervals.Panel(title, bars)], title or nothing, nothing, style=False)
        for title in titles
    ]
    return {"charts": charts, "old": "", "heads": "", "differences": None, "means": None, "notes": []}


def exports(look: Look) -> Shown:
    """What can be taken along."""
    files = results.rule_files(look.comparison)
    command = results.command(look.comparison, files)
    said = {"comparison.csv": tr("Table (CSV)"), "comparison.svg": tr("Picture (SVG)")}
    more = tr("Run it where the rule files are.") if files else ""
    return {
        "title": tr("Take it along"),
        "files": [{"name": name, "words": said.get(name, name)} for name in (*said, *files)],
        "save": button(tr("Save all in a folder"), {"do": "save"}),
        "command": command or "",
        "words": tr("This command plays the same rounds again: same seed, same numbers."),
        "more": more if command else tr("There is no command for a measure of your own."),
    }
