"""Comparisons in words: tables as text and as HTML, what there is to say about them, and their data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import floor, isfinite, isnan, log10
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from ..words import language, tr, trn
from .measures import Measure, title_of
from .statistics import LEVEL, Interval

if TYPE_CHECKING:
    from .compare import Comparison, Difference, Mean
    from .luck import Duel, LuckAndSkill

LETTERS = ascii_uppercase
"""What the variants are called in tables and figures, in order."""

# --- numbers -------------------------------------------------------------------------------------------------


def said(value: float, decimals: int, sign: bool = False) -> str:
    """A number as it is written in the language that is spoken.

    >>> said(-12345.678, 1), said(0.2, 0, sign=True)
    ('−12\\xa0345.7', '0')
    """
    if not isfinite(value):
        return "–" if isnan(value) else "∞"
    text = f"{abs(value):,.{decimals}f}".replace(",", "\u00a0")
    if language() != "en":
        text = text.replace(".", ",")
    zero = not text.strip("0.,\u00a0")
    return text if zero else f"{'−' if value < 0 else '+' if sign else ''}{text}"


def decimals_for(width: float) -> int:
    """So many decimals of a number make sense that is known up to an interval of this width.

    >>> decimals_for(0.5), decimals_for(0.021), decimals_for(30)
    (2, 3, 0)
    """
    if not isfinite(width) or width <= 0:
        return 1
    return min(6, max(0, 1 - floor(log10(width / 2))))


def number_of(interval: Sequence[float], share: bool = False, sign: bool = False, width: float = 0.0) -> str:
    """A number with as many decimals as its interval allows, a share in percent.

    Args:
        interval: the number, and the ends of its interval.
        share: whether it is a share.
        sign: whether a plus is written, too; a share is then in percentage points.
        width: of the widest interval that stands beside it, so that all have as many decimals.

    >>> number_of((0.1234, 0.1201, 0.1267), share=True)
    '12.34\xa0%'
    """
    value, low, high = (100 * number if share else number for number in interval[:3])
    unit = "\u00a0" + (tr("pp") if sign else "%") if share else ""
    return said(value, decimals_for(max(high - low, 100 * width if share else width)), sign) + unit


def interval_words(
    interval: Sequence[float], share: bool = False, sign: bool = False, width: float = 0.0
) -> str:
    """The same with the interval.

    >>> interval_words((0.1234, 0.1201, 0.1267), share=True)
    '12.34\xa0% (12.01 to 12.67)'
    """
    _, low, high = (100 * number if share else number for number in interval[:3])
    places = decimals_for(max(high - low, 100 * width if share else width))
    return tr(
        "{value} ({low} to {high})",
        value=number_of(interval, share, sign, width),
        low=said(low, places, sign),
        high=said(high, places, sign),
    )


# --- a comparison --------------------------------------------------------------------------------------------


def letter_of(comparison: Comparison, variant: Any) -> str:
    """The letter of a variant."""
    return LETTERS[next(at for at, one in enumerate(comparison.variants) if one is variant)]


def pair_of(comparison: Comparison, one: Difference) -> str:
    """What a difference is called, such as ``B − A``."""
    return f"{letter_of(comparison, one.second)} − {letter_of(comparison, one.first)}"


def headline(comparison: Comparison) -> str:
    """What was played."""
    count, seed = said(comparison.rounds, 0), comparison.seed
    if comparison.matches:
        if len(comparison.variants) == 1:
            return tr("{count} matches, seed {seed}.", count=count, seed=seed)
        if comparison.shared:
            return tr("{count} matches of each, with the same shuffles, seed {seed}.", count=count, seed=seed)
        return tr("{count} matches of each, with other shuffles for each, seed {seed}.", count=count, seed=seed)
    if len(comparison.variants) == 1:
        return tr("{count} rounds, seed {seed}.", count=count, seed=seed)
    if comparison.shared:
        return tr("{count} rounds of each, with the same shuffles, seed {seed}.", count=count, seed=seed)
    return tr("{count} rounds of each, with other shuffles for each, seed {seed}.", count=count, seed=seed)


def notes(comparison: Comparison) -> Iterator[str]:
    """What is to be said about a comparison, sentence by sentence."""
    yield tr("In brackets: the 95 % interval.")
    if comparison.gaps:
        yield from _differing(comparison)
        if any(one.share for one in comparison.measures):
            yield tr("pp: percentage points.")
    yield from _gain(comparison)
    yield from _planned(comparison)
    yield from pace_words(comparison)


def pace_words(comparison: Comparison) -> Iterator[str]:
    """How minutes are reckoned, if any are."""
    pace = comparison.pace
    if any("minutes" in one.name or "in_time" in one.name for one in comparison.measures):
        yield tr(
            "Minutes are reckoned with {turn} seconds for a turn and {between} seconds to count and deal.",
            turn=said(pace.turn, 0 if pace.turn == int(pace.turn) else 1),
            between=said(pace.between, 0 if pace.between == int(pace.between) else 1),
        )
    if any("in_time" in one.name for one in comparison.measures):
        yield tr("The lesson has {minutes} minutes.", minutes=said(pace.lesson, 0))


def _differing(comparison: Comparison) -> Iterator[str]:
    if len(comparison.gaps) > 1:
        yield trn(
            "A star says that two differ. The chance of even one false star is at most 5 %, though {n} difference is looked at (Holm's rule).",
            "A star says that two differ. The chance of even one false star is at most 5 %, though {n} differences are looked at (Holm's rule).",
            len(comparison.gaps),
        )
    else:
        yield tr("A star says that the two differ: the interval does not hold 0.")
    for one in comparison.gaps:
        if one.gap.low == one.gap.high == 0:
            yield tr(
                "{pair}, {measure}: not one round differed.",
                pair=pair_of(comparison, one),
                measure=title_of(one.measure),
            )


def _gain(comparison: Comparison) -> Iterator[str]:
    gains = [one.gain for one in comparison.gaps if isfinite(one.gain) and not isnan(one.correlation)]
    if not comparison.shared or not gains:
        return
    low, high = min(gains), max(gains)
    if low < 0.95:
        yield tr(
            "The same shuffles do harm here: without them {low} times as many rounds would do.", low=said(low, 2)
        )
    elif high < 1.05:
        yield tr("The same shuffles hardly help here: the results are not related.")
    elif said(low, 1) == said(high, 1):
        yield tr("Without the same shuffles it would take {high} times as many rounds.", high=said(high, 1))
    else:
        yield tr(
            "Without the same shuffles it would take {low} to {high} times as many rounds.",
            low=said(low, 1),
            high=said(high, 1),
        )


def _planned(comparison: Comparison) -> Iterator[str]:
    plan = comparison.plan
    if not plan:
        return
    for name, width in plan.wanted.items():
        scale = 100 if next(one for one in comparison.measures if one.name == name).share else 1
        widest = plan.widest[name] * scale
        yield tr(
            "{measure}: intervals of {width} were wanted; a pilot of {pilot} other rounds, which do not count, asked"
            " for {count} rounds; the widest interval has {widest}.",
            measure=title_of(next(one for one in comparison.measures if one.name == name)),
            width=said(width * scale, decimals_for(width * scale)),
            pilot=said(plan.pilot, 0),
            count=said(plan.rounds, 0),
            widest=said(widest, decimals_for(widest) + 1),
        )


def _table(comparison: Comparison) -> Iterator[list[str]]:
    """The rows of the table: variants and differences, a column for each measure."""
    yield ["", *map(title_of, comparison.measures)]
    for variant in comparison.variants:
        cells = [mean_words(comparison, one) for one in comparison.means if one.variant is variant]
        yield [f"{letter_of(comparison, variant)}  {variant.name}", *cells]
    for pair in dict.fromkeys(pair_of(comparison, one) for one in comparison.gaps):
        cells = [gap_words(one) for one in comparison.gaps if pair_of(comparison, one) == pair]
        yield [pair, *cells]


def mean_words(comparison: Comparison, one: Mean) -> str:
    """A mean with its interval."""
    sign, width = one.measure.reference == 0, widest(comparison, one.measure)
    return interval_words(one.mean, one.measure.share, sign, width)


def widest(comparison: Comparison, measure: Measure) -> float:
    """The widest interval of a mean of this measure."""
    return max(one.mean.width for one in comparison.means if one.measure is measure)


def gap_words(one: Difference) -> str:
    """A difference with its interval, and a star if the two differ."""
    return interval_words(one.gap, one.measure.share, sign=True) + (" *" if one.differs else "")


def text(comparison: Comparison) -> str:
    """A comparison as text in aligned columns."""
    return "\n".join([*_aligned(_table(comparison)), headline(comparison), *notes(comparison)])


def _aligned(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def html(comparison: Comparison) -> str:
    """A comparison as an HTML table."""
    said_below = [headline(comparison), *notes(comparison)]
    return _html(_table(comparison), said_below, len(comparison.variants) + 1)


def _html(rows: Iterable[Sequence[str]], below: Iterable[str], line: int) -> str:
    """A table; a line is drawn above the row of this number."""
    cell = "text-align:left;padding:.3em 1.4em .3em 0;vertical-align:top;white-space:nowrap"
    head, *body = rows
    parts = [f'<table style="border-collapse:collapse" lang="{language()}"><thead><tr>']
    parts += [f'<th scope="col" style="{cell.replace("nowrap", "normal")}">{escape(word)}</th>' for word in head]
    parts.append("</tr></thead><tbody>")
    for number, (name, *cells) in enumerate(body, 1):
        edge = ' style="border-top:1px solid currentColor"' if number == line else ""
        parts.append(f'<tr{edge}><th scope="row" style="{cell};font-weight:600">{escape(name)}</th>')
        parts += [f'<td style="{cell};font-variant-numeric:tabular-nums">{escape(word)}</td>' for word in cells]
        parts.append("</tr>")
    parts.append("</tbody></table>")
    parts += [f'<p style="margin:.3em 0;max-width:60em" lang="{language()}">{escape(words)}</p>' for words in below]
    return "".join(parts)


# --- luck and skill --------------------------------------------------------------------------------------------


def luck_rows(found: LuckAndSkill) -> Iterator[list[str]]:
    """The rows of its table."""
    yield ["", tr("share of the variance of a seat's points")]
    for part in found.parts:
        yield [part.title, interval_words(part.share, share=True)]


def luck_notes(found: LuckAndSkill) -> Iterator[str]:
    """What is to be said about it."""
    yield tr(
        "{rules}, {seats} seats. {deals} deals, each played four times: by two tables of players drawn by lot,"
        " each with two lots of choices. Seed {seed}.",
        rules=tr(found.rules.name),
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
    names = player_name(duel.one), player_name(duel.other)
    yield tr(
        "{one} wins {wins} of the rounds with a winner against {other}; a fair share is {fair} %.",
        one=names[0],
        other=names[1],
        wins=interval_words(duel.wins, share=True),
        fair=said(100 * duel.fair, 1),
    )
    yield tr(
        "{one} is ahead of the mean of the others by {points} points per round.",
        one=names[0],
        points=interval_words(duel.ahead, sign=True),
    )
    if isfinite(duel.to_tell.high):
        yield tr(
            "So it takes {rounds} rounds until the points of {one} are ahead in 95 of 100 cases.",
            one=names[0],
            rounds=tr(
                "{value} ({low} to {high})",
                value=said(duel.to_tell.value, 0),
                low=said(duel.to_tell.low, 0),
                high=said(duel.to_tell.high, 0),
            ),
        )
    elif duel.ahead.high < 0:
        yield tr("So {one} is the worse player.", one=names[0])
    else:
        yield tr("So it is not certain that {one} is better.", one=names[0])


def player_name(name: str) -> str:
    """What a player is called."""
    from .variants import PLAYER_WORDS

    return tr(PLAYER_WORDS.get(name, name))


def luck_text(found: LuckAndSkill) -> str:
    """Luck and skill as text."""
    return "\n".join([*_aligned(luck_rows(found)), *luck_notes(found)])


def luck_html(found: LuckAndSkill) -> str:
    """Luck and skill as an HTML table."""
    return _html(luck_rows(found), luck_notes(found), 0)


# --- data ------------------------------------------------------------------------------------------------------


def data(comparison: Comparison) -> dict[str, Any]:
    """A comparison for JSON; what is no number is null."""
    return {
        "rounds": comparison.rounds,
        "of": "matches" if comparison.matches else "rounds",
        "seed": comparison.seed,
        "level": LEVEL,
        "shared": comparison.shared,
        "pace": comparison.pace._asdict(),
        "variants": [
            {
                "name": one.name,
                "rules": one.rules.id,
                "readings": list(one.rules.switched_on),
                "players": list(one.players),
            }
            for one in comparison.variants
        ],
        "measures": [_measure_data(one) for one in comparison.measures],
        "means": [
            {
                "measure": one.measure.name,
                "variant": comparison.variants.index(one.variant),
                **_interval_data("mean", one.mean),
                "deviation": _number(one.deviation),
            }
            for one in comparison.means
        ],
        "differences": [_gap_data(comparison, one) for one in comparison.gaps],
        "plan": {**comparison.plan._asdict(), "kept": comparison.plan.is_kept} if comparison.plan else None,
    }


def _measure_data(one: Measure) -> dict[str, Any]:
    return {"name": one.name, "title": title_of(one), "share": one.share}


def _gap_data(comparison: Comparison, one: Difference) -> dict[str, Any]:
    sides = [comparison.variants.index(side) for side in (one.first, one.second)]
    return {
        "measure": one.measure.name,
        "first": sides[0],
        "second": sides[1],
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
