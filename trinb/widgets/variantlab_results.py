"""What the lab shows and hands out of a comparison: charts, tables, a CSV, an SVG, the command for it.

It needs the simulator, and so is called only where something was played.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from ..draw import intervals
from ..draw.intervals import Bar, Panel
from ..draw.palette import more_rules
from ..errors import TrinbError
from ..housefiles import to_text
from ..ruleset import RuleSet
from ..words import N_, tr
from .variantlab_rows import kit_name

if TYPE_CHECKING:
    from ..simulate.comparison import Comparison, Difference, Mean
    from ..simulate.live import Look, Verdict
    from ..simulate.measures import Measure

RULES = more_rules(intervals.RULES)

Axes = dict[tuple[str, bool], tuple[float, float]]
"""The axes of a chart while it grows: by the measure, and whether they are of differences."""

_VERDICTS = {
    "more": N_("more under {letter}"),
    "less": N_("less under {letter}"),
    "open": N_("not settled yet"),
    "none": N_("no difference found"),
    "same": N_("not one round differed"),
}
"""What may be said of a difference; the letter is that of the second variant."""


# --- charts ------------------------------------------------------------------------------------------------


def charts(look: Look, axes: Axes) -> list[list[Panel]]:
    """The panels for each measure: the means, and beneath them the differences.

    Args:
        look: what is known.
        axes: the axes so far; they are kept where that is possible, and changed where not.
    """
    return [_chart(look, measure, axes) for measure in look.comparison.measures]


def _chart(look: Look, measure: Measure, axes: Axes) -> list[Panel]:
    found = look.comparison
    means = [_mean_bar(found, one) for one in found.means if one.measure is measure]
    panels = [_panel(axes, (measure.name, False), capital(measure.told), means, measure.reference)]
    if found.gaps:
        gaps = [_gap_bar(look, one) for one in found.gaps if one.measure is measure]
        title = tr("Difference, in percentage points") if measure.share else tr("Difference")
        panels.append(_panel(axes, (measure.name, True), title, gaps, 0.0))
    return panels


def _panel(
    axes: Axes, key: tuple[str, bool], title: str, bars: Sequence[Bar], reference: float | None
) -> Panel:
    axes[key] = intervals.axis(bars, reference, axes.get(key))
    return Panel(title, tuple(bars), axes[key], reference, is_under=key[1])


def _mean_bar(found: Comparison, one: Mean) -> Bar:
    from ..simulate.telling import LETTERS, widest

    measure, at = one.measure, found.variants.index(one.variant)
    value, low, high = ((100 if measure.share else 1) * end for end in one.mean)
    sign, percent = measure.reference == 0, "\u00a0%" * measure.share
    words = _plus_minus((value, low, high), sign, (100 if measure.share else 1) * widest(found, measure))
    return Bar(f"{LETTERS[at]}  {one.variant.name}", value, low, high, words + percent, look=at)


def _gap_bar(look: Look, one: Difference) -> Bar:
    from ..simulate.live import verdict
    from ..simulate.telling import pair_of

    found, scale = look.comparison, 100 if one.measure.share else 1
    value, low, high = (scale * end for end in one.gap[:3])
    words = _plus_minus((value, low, high), sign=True)
    first = all(gap.first is found.variants[0] for gap in found.gaps)
    of = found.variants.index(one.second) if first else None
    is_open = not verdict(one, look).is_settled
    return Bar(pair_of(found, one), value, low, high, words, of, is_open)


def _plus_minus(interval: Sequence[float], sign: bool = False, width: float = 0.0) -> str:
    """A number and half of its interval, which one can watch getting smaller."""
    from ..simulate.written import decimals_for, said

    value, low, high = interval
    places = decimals_for(max(high - low, width))
    if low == high:
        return said(value, places, sign) if value else "0"
    return f"{said(value, places, sign)}\u00a0±\u00a0{said((high - low) / 2, places)}"


def pictures(look: Look, axes: Axes) -> list[str]:
    """The charts as pictures for a widget."""
    panels = charts(look, axes)
    told = [_heard(look.comparison, measure) for measure in look.comparison.measures]
    return [
        intervals.chart(one, one[0].title, words, style=False)
        for one, words in zip(panels, told, strict=True)
    ]


def _heard(found: Comparison, measure: Measure) -> str:
    """A chart for those who do not see it."""
    from ..simulate.telling import gap_words, mean_words, pair_of

    parts = [f"{one.variant.name} {mean_words(found, one)}" for one in found.means if one.measure is measure]
    parts += [
        f"{pair_of(found, one)} {gap_words(one).removesuffix(' *')}"
        for one in found.gaps
        if one.measure is measure
    ]
    return f"{'; '.join(parts)}."


def svg(look: Look) -> str:
    """All charts on a sheet that stands alone and can be printed."""
    from ..simulate.telling import LETTERS, heads

    told = [_heard(look.comparison, measure) for measure in look.comparison.measures]
    titles = [capital(measure.told) for measure in look.comparison.measures]
    heard = " ".join(f"{title}: {words}" for title, words in zip(titles, told, strict=True))
    names = [f"{LETTERS[at]}: {variant.name}" for at, variant in enumerate(look.comparison.variants)]
    head = [tr("What differs"), *names, " ".join(heads(look.comparison))]
    return intervals.sheet(charts(look, {}), head, list(notes(look)), heard)


# --- words -------------------------------------------------------------------------------------------------


def capital(words: str) -> str:
    """Words as a title."""
    return words[:1].upper() + words[1:]


def notes(look: Look) -> Iterator[str]:
    """How it is to be read, sentence by sentence."""
    from ..simulate.live import cautions
    from ..simulate.telling import pace_words

    yield from (words.replace(" %", "\u00a0%") for words in cautions(look))
    if look.comparison.gaps:
        yield tr("Lines: 95 % intervals. Hollow: not settled.")
    else:
        yield tr("Lines: 95 % intervals.")
    yield from pace_words(look.comparison)


def verdict_words(found: Comparison, one: Difference, said: Verdict) -> str:
    """What may be said of a difference, in plain words."""
    from ..simulate.telling import letter_of

    words = _VERDICTS[said.value]
    return tr(words, letter=letter_of(found, one.second)) if said.is_settled else tr(words)


def differences(look: Look) -> dict[str, Any]:
    """The table of differences, a group of rows for each measure."""
    found = look.comparison
    head = [
        tr("Difference"),
        tr("How much"),
        tr("95 % interval"),
        tr("What may be said"),
    ]
    groups = [
        {
            "title": capital(measure.told),
            "rows": [_gap_row(look, one) for one in found.gaps if one.measure is measure],
        }
        for measure in found.measures
    ]
    return {"title": tr("Differences"), "head": head, "groups": groups if found.gaps else []}


def _gap_row(look: Look, one: Difference) -> dict[str, Any]:
    from ..simulate.live import verdict
    from ..simulate.telling import pair_of
    from ..simulate.written import decimals_for, number_of, said

    found, share, says = look.comparison, one.measure.share, verdict(one, look)
    places = decimals_for((100 if share else 1) * (one.gap.high - one.gap.low))
    low, high = (said((100 if share else 1) * end, places, sign=True) for end in one.gap[1:3])
    return {
        "pair": pair_of(found, one),
        "names": f"{one.second.name} − {one.first.name}",
        "value": number_of(one.gap, share, sign=True),
        "interval": tr("{low} to {high}", low=low, high=high),
        "verdict": verdict_words(found, one, says),
        "settled": says.is_settled,
    }


def means(look: Look) -> dict[str, Any]:
    """The table of means, a row for each variant and a column for each measure."""
    from ..simulate.telling import LETTERS, mean_words

    found = look.comparison
    rows = [
        {
            "name": f"{LETTERS[at]}  {variant.name}",
            "cells": [mean_words(found, one) for one in found.means if one.variant is variant],
        }
        for at, variant in enumerate(found.variants)
    ]
    head = ["", *(capital(measure.told) for measure in found.measures)]
    return {"title": tr("All means with their 95 % intervals"), "head": head, "rows": rows}


# --- what is handed out ------------------------------------------------------------------------------------

_COLUMNS = (
    "kind", "measure", "title", "share", "first", "second", "value", "low", "high", "low_all", "high_all",
    "p_holm", "settled", "rounds", "seed",
)  # fmt: skip


def csv_text(look: Look) -> str:
    """Means and differences as one table, a row for each; shares are from 0 to 1.

    Its columns are those of `Comparison.frame` and `Comparison.differences`; the names of variants cannot be
    taken for formulas by a spreadsheet.
    """
    from ..simulate.live import verdict

    found = look.comparison
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    end = (found.rounds, found.seed)
    for one in found.means:
        mean = ("mean", one.measure.name, one.measure.told, one.measure.share, one.variant.name, "")
        writer.writerow(map(harmless, (*mean, *one.mean, "", "", "", "", *end)))
    for gap in found.gaps:
        what = ("difference", gap.measure.name, gap.measure.told, gap.measure.share)
        sides = (gap.first.name, gap.second.name)
        numbers = (*gap.gap[:3], *gap.at_once[1:], gap.p_holm, verdict(gap, look).is_settled)
        writer.writerow(map(harmless, (*what, *sides, *numbers, *end)))
    return out.getvalue()


def harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("Ours"), harmless(-0.5)
    ("'=1+1", 'Ours', -0.5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(tuple("=+-@\t\r\n")) else cell


def rule_files(found: Comparison) -> dict[str, RuleSet]:
    """The rules that are not in the kit, by the names of files for them."""
    files: dict[str, RuleSet] = {}
    for variant in found.variants:
        if kit_name(variant.rules) is None and variant.rules not in files.values():
            files[_unused(variant.rules.id, files)] = variant.rules
    return files


def _unused(id: str, files: Mapping[str, RuleSet]) -> str:
    stem = re.sub(r"[^A-Za-z0-9-]+", "-", id)[:40].strip("-") or "rules"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}.toml" for number in range(1, 99))
    return next(name for name in names if name not in files)


def file_text(rule_set: RuleSet, bases: Mapping[RuleSet, RuleSet]) -> str:
    """What the file for some rules says."""
    return to_text(rule_set, bases.get(rule_set, rule_set))


def command(found: Comparison, files: Mapping[str, RuleSet]) -> str | None:
    """The command that plays the same rounds again; None if something has no name on the command line.

    Args:
        found: what was compared.
        files: the rules that are not in the kit, by the names of their files.
    """
    words = ["trinb", "compare"]
    for variant in found.variants:
        file = next((name for name, one in files.items() if one == variant.rules), None)
        words += ["--rules", file or kit_name(variant.rules) or variant.rules.id]
    players = [_players_word(variant.players) for variant in found.variants]
    for one in players[:1] if len(set(players)) == 1 else players:
        words += ["--players", one]
    for kind in found.measures:
        if not _is_named(kind):
            return None
        words += ["--measure", kind.name]
    words += ["--rounds", str(found.rounds), "--seed", str(found.seed)]
    pairs = len(found.variants) * (len(found.variants) - 1) // 2 * len(found.measures)
    words += ["--first"] if len(found.gaps) < pairs else []
    return " ".join(words)


def _is_named(kind: Measure) -> bool:
    """Whether a measure can be got by its name: it is one of the kit, or a column."""
    from ..simulate.measures import MEASURES, measure

    if kind.name in MEASURES:
        return MEASURES[kind.name] is kind
    with suppress(TrinbError):
        return isinstance(kind.of, partial) and kind.of.args == measure(kind.name).of.args  # type: ignore[attr-defined]
    return False


def _players_word(players: Sequence[str]) -> str:
    return str(len(players)) if set(players) == {"greedy"} else ",".join(players)
