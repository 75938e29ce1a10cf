"""What comparisons say: in words, as tables in text and in HTML, and as data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import isfinite, isnan
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from ..words import language, tr, trn
from .statistics import LEVEL
from .variants import Variant, player_name, who
from .written import decimals_for, interval_words, said

if TYPE_CHECKING:
    from .comparison import Comparison, Difference, Mean, Plan
    from .duel import Duel
    from .luck import LuckAndSkill
    from .measures import Measure

LETTERS = ascii_uppercase
"""What the variants are called in tables and figures, in order."""

# --- a comparison ------------------------------------------------------------------------------------------


def letter_of(comparison: Comparison, variant: Variant) -> str:
    """The letter of a variant."""
    return LETTERS[next(at for at, one in enumerate(comparison.variants) if one is variant)]


def pair_of(comparison: Comparison, one: Difference) -> str:
    """What a difference is called, such as ``B − A``."""
    return f"{letter_of(comparison, one.second)} − {letter_of(comparison, one.first)}"


def heads(comparison: Comparison) -> Iterator[str]:
    """What was played, sentence by sentence: what all variants share, and how many rounds."""
    rules = {one.rules: one for one in comparison.variants}
    players = {one.players for one in comparison.variants}
    if len(rules) == 1:
        yield tr("Rules: {rules}.", rules=next(iter(rules.values())).rules_name)
    if len(players) == 1:
        yield tr("Players: {players}.", players=who(next(iter(players))))
    elif len(kinds := {name for names in players for name in names}) == 1:
        yield tr("Players: {players}.", players=player_name(kinds.pop()))
    yield _headline(comparison)


def _headline(comparison: Comparison) -> str:
    count, seed = said(comparison.rounds, 0), comparison.seed
    if comparison.matches:
        if len(comparison.variants) == 1:
            return tr("{count} matches, seed {seed}.", count=count, seed=seed)
        if comparison.shared:
            return tr("{count} matches of each, with the same shuffles, seed {seed}.", count=count, seed=seed)
        return tr("{count} matches of each, all with other shuffles, seed {seed}.", count=count, seed=seed)
    if len(comparison.variants) == 1:
        return tr("{count} rounds, seed {seed}.", count=count, seed=seed)
    if comparison.shared:
        return tr("{count} rounds of each, with the same shuffles, seed {seed}.", count=count, seed=seed)
    return tr("{count} rounds of each, all with other shuffles, seed {seed}.", count=count, seed=seed)


def notes(comparison: Comparison) -> Iterator[str]:
    """What is to be said about a comparison, sentence by sentence."""
    yield tr("In brackets: the 95 % interval.")
    if comparison.gaps:
        yield from _differing(comparison)
        if any(one.share for one in comparison.measures):
            yield tr("pp: percentage points.")
    yield from _gain(comparison)
    if comparison.plan:
        yield from _planned(comparison, comparison.plan)
    yield from pace_words(comparison)


def pace_words(comparison: Comparison) -> Iterator[str]:
    """How minutes are reckoned, if any are."""
    names, pace = {one.name for one in comparison.measures}, comparison.pace
    if names & {"minutes", "match_minutes", "match_in_time"}:
        yield tr(
            "Minutes are reckoned with {turn} seconds for a turn and {between} seconds to count and deal.",
            turn=_plain(pace.turn),
            between=_plain(pace.between),
        )
    if "match_in_time" in names:
        yield tr("The lesson has {minutes} minutes.", minutes=_plain(pace.lesson))


def _plain(value: float) -> str:
    return said(value, 0 if value == int(value) else 1)


def _differing(comparison: Comparison) -> Iterator[str]:
    count = len(comparison.gaps)
    if count == 1:
        yield tr("A star says that the two differ: the interval does not hold 0.")
    else:
        yield trn(
            "A star says that two differ. For {n} difference, the chance of even one false star is at most"
            " 5 % (Holm's rule).",
            "A star says that two differ. For {n} differences, the chance of even one false star is at most"
            " 5 % (Holm's rule).",
            count,
        )
    for one in comparison.gaps:
        if one.gap.low == one.gap.high == 0:
            pair = pair_of(comparison, one)
            yield tr("{pair}, {measure}: not one round differed.", pair=pair, measure=one.measure.told)


def _gain(comparison: Comparison) -> Iterator[str]:
    gains = [one.gain for one in comparison.gaps if isfinite(one.gain) and not isnan(one.correlation)]
    if not gains:
        return
    low, high = min(gains), max(gains)
    if low < 0.95:
        less = said(low, 2)
        yield tr(
            "The same shuffles do harm here: without them {low} times as many rounds would do.", low=less
        )
    elif high < 1.05:
        yield tr("The same shuffles hardly help here: the results are not related.")
    elif said(low, 1) == said(high, 1):
        more = said(high, 1)
        yield tr("Without the same shuffles it would take {high} times as many rounds.", high=more)
    else:
        yield tr(
            "Without the same shuffles it would take {low} to {high} times as many rounds.",
            low=said(low, 1),
            high=said(high, 1),
        )


def _planned(comparison: Comparison, plan: Plan) -> Iterator[str]:
    yield tr(
        "A pilot of {pilot} other rounds, which do not count, asked for {count} rounds.",
        pilot=said(plan.pilot, 0),
        count=said(plan.rounds, 0),
    )
    for measure in comparison.measures:
        if measure.name in plan.wanted:
            scale = 100 if measure.share else 1
            width, widest = scale * plan.wanted[measure.name], scale * plan.widest[measure.name]
            yield tr(
                "{measure}: intervals {width} wide were wanted, the widest is {widest}.",
                measure=measure.told,
                width=said(width, decimals_for(width)),
                widest=said(widest, decimals_for(widest) + 1),
            )


def mean_words(comparison: Comparison, one: Mean) -> str:
    """A mean with its interval."""
    sign, width = one.measure.reference == 0, widest(comparison, one.measure)
    return interval_words(one.mean, one.measure.share, sign, width)


def gap_words(one: Difference) -> str:
    """A difference with its interval, and a star if the two differ."""
    return interval_words(one.gap, one.measure.share, sign=True) + (" *" if one.differs else "")


def widest(comparison: Comparison, measure: Measure) -> float:
    """The widest interval of a mean of this measure."""
    return max(one.mean.width for one in comparison.means if one.measure is measure)


def _table(comparison: Comparison) -> Iterator[list[str]]:
    """The rows of the table: variants and differences, a column for each measure."""
    yield ["", *(one.told for one in comparison.measures)]
    for variant in comparison.variants:
        cells = [mean_words(comparison, one) for one in comparison.means if one.variant is variant]
        yield [f"{letter_of(comparison, variant)}  {variant.name}", *cells]
    for pair in dict.fromkeys(pair_of(comparison, one) for one in comparison.gaps):
        yield [pair, *(gap_words(one) for one in comparison.gaps if pair_of(comparison, one) == pair)]


def text(comparison: Comparison) -> str:
    """A comparison as text in aligned columns."""
    return _text(_table(comparison), [" ".join(heads(comparison)), *notes(comparison)])


def _text(rows: Iterable[Sequence[str]], below: Iterable[str]) -> str:
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    # A terminal has no use for spaces that must not break.
    return "\n".join([*lines, *below]).replace("\u00a0", " ")


def html(comparison: Comparison) -> str:
    """A comparison as an HTML table."""
    below = [" ".join(heads(comparison)), *notes(comparison)]
    return _html(_table(comparison), below, len(comparison.variants) + 1)


_CELL = "text-align:left;padding:.3em 1.4em .3em 0;vertical-align:top"


def _html(rows: Iterable[Sequence[str]], below: Iterable[str], line: int) -> str:
    """A table; a line is drawn above the row of this number."""
    head, *body = rows
    parts = [f'<div style="overflow-x:auto" lang="{language()}">']
    parts.append('<table style="border-collapse:collapse"><thead><tr>')
    parts += [f'<th scope="col" style="{_CELL}">{escape(word)}</th>' for word in head]
    parts.append("</tr></thead><tbody>")
    for number, (name, *cells) in enumerate(body, 1):
        edge = ' style="border-top:1px solid currentColor"' if number == line else ""
        parts.append(f'<tr{edge}><th scope="row" style="{_CELL};font-weight:600">{escape(name)}</th>')
        look = f"{_CELL};white-space:nowrap;font-variant-numeric:tabular-nums"
        parts += [f'<td style="{look}">{escape(word)}</td>' for word in cells]
        parts.append("</tr>")
    parts.append("</tbody></table>")
    parts += [f'<p style="margin:.3em 0;max-width:60em">{escape(words)}</p>' for words in below]
    return "".join([*parts, "</div>"])


# --- luck and skill ----------------------------------------------------------------------------------------


def luck_rows(found: LuckAndSkill) -> Iterator[list[str]]:
    """The rows of its table."""
    yield ["", tr("share of the variance of a seat's points")]
    for part in found.parts:
        yield [part.title, interval_words(part.share, share=True)]


def luck_notes(found: LuckAndSkill) -> Iterator[str]:
    """What is to be said about it."""
    yield tr(
        "{rules}, {seats} seats. {deals} deals, each played four times: by two tables of players drawn by"
        " lot, each with two lots of choices. Seed {seed}.",
        rules=Variant(found.rules, ()).rules_name,
        seats=found.seats,
        deals=said(found.deals, 0),
        seed=found.seed,
    )
    yield tr(
        "The points of a seat vary from round to round by {deviation} (standard deviation).",
        deviation=said(found.deviation, 1),
    )
    if found.duel:
        yield from duel_words(found.duel)


def duel_words(duel: Duel) -> Iterator[str]:
    """What a duel says."""
    one, other = player_name(duel.one), player_name(duel.other)
    yield tr(
        "{one} wins {wins} of the rounds with a winner against {other}; a fair share is {fair} %.",
        one=one,
        other=other,
        wins=interval_words(duel.wins, share=True),
        fair=said(100 * duel.fair, 1),
    )
    points = interval_words(duel.ahead, sign=True)
    yield tr("{one} is ahead of the mean of the others by {points} points per round.", one=one, points=points)
    if isfinite(duel.to_tell.high):
        value, low, high = (said(number, 0) for number in duel.to_tell)
        yield tr(
            "So it takes {rounds} rounds until {one} has more points in 95 of 100 cases.",
            one=one,
            rounds=tr("{value} ({low} to {high})", value=value, low=low, high=high),
        )
    elif duel.ahead.high < 0:
        yield tr("So {one} is the worse player.", one=one)
    else:
        yield tr("So it is not certain that {one} is better.", one=one)


def luck_text(found: LuckAndSkill) -> str:
    """Luck and skill as text."""
    return _text(luck_rows(found), luck_notes(found))


def luck_html(found: LuckAndSkill) -> str:
    """Luck and skill as an HTML table."""
    return _html(luck_rows(found), luck_notes(found), 0)


# --- data --------------------------------------------------------------------------------------------------


def data(comparison: Comparison) -> dict[str, Any]:
    """A comparison for JSON; what is no number is null."""
    plan = comparison.plan
    return {
        "rounds": comparison.rounds,
        "of": "matches" if comparison.matches else "rounds",
        "seed": comparison.seed,
        "level": LEVEL,
        "shared": comparison.shared,
        "pace": comparison.pace._asdict(),
        "variants": [_variant_data(one) for one in comparison.variants],
        "measures": [
            {"name": one.name, "title": one.told, "share": one.share} for one in comparison.measures
        ],
        "means": [_mean_data(comparison, one) for one in comparison.means],
        "differences": [_gap_data(comparison, one) for one in comparison.gaps],
        "plan": {**plan._asdict(), "kept": plan.is_kept} if plan else None,
    }


def _variant_data(one: Variant) -> dict[str, Any]:
    return {
        "name": one.name,
        "rules": one.rules.id,
        "readings": list(one.rules.switched_on),
        "players": list(one.players),
    }


def _mean_data(comparison: Comparison, one: Mean) -> dict[str, Any]:
    return {
        "measure": one.measure.name,
        "variant": comparison.variants.index(one.variant),
        **_interval_data("mean", one.mean),
        "deviation": _number(one.deviation),
    }


def _gap_data(comparison: Comparison, one: Difference) -> dict[str, Any]:
    first, second = (comparison.variants.index(side) for side in (one.first, one.second))
    return {
        "measure": one.measure.name,
        "first": first,
        "second": second,
        **_interval_data("difference", one.gap),
        "low_all": _number(one.at_once.low),
        "high_all": _number(one.at_once.high),
        "p": one.gap.p,
        "p_holm": one.p_holm,
        "differs": one.differs,
        "correlation": _number(one.correlation),
        "gain": _number(one.gain),
    }


def _interval_data(name: str, interval: Sequence[float]) -> dict[str, float | None]:
    return dict(zip((name, "low", "high"), map(_number, interval[:3]), strict=True))


def _number(value: float) -> float | None:
    return float(value) if isfinite(value) else None
