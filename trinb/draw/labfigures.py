"""Figures of the lab: comparisons with their intervals, and luck against skill, to be shown or printed.

They are drawn in the light style, with what they say beneath them, and describe themselves to those who do not see
them; see `figures.alt_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from attrs import frozen
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from ..simulate import telling
from ..simulate.measures import title_of
from ..words import tr
from .figures import ACCENTS, SHAPES, figure_alt, style
from .palette import LIGHT

if TYPE_CHECKING:
    from ..simulate.compare import Comparison, Difference
    from ..simulate.luck import LuckAndSkill

_WIDE = 7.4  # inches, so that it fits a page
_MARGIN, _GAP = 0.3, 0.45
_ITEM, _HEAD, _AXIS = 0.46, 0.62, 0.42  # heights: of one interval, of a title, of the numbers beneath
_SMALL = 9.5
_LETTERS = 34  # that a label may have
_LINE = 98  # letters in a line beneath


@frozen
class Item:
    """One interval that is drawn.

    Attributes:
        label: written over it.
        value, low, high: the number and its interval.
        words: the number, written at the right.
        colour, shape: how its mark looks.
        filled: whether the mark is filled.
        wide: a wider interval, drawn thin.
        band: how much single results vary, drawn pale.
    """

    label: str
    value: float
    low: float
    high: float
    words: str
    colour: str
    shape: str = "o"
    filled: bool = True
    wide: tuple[float, float] | None = None
    band: tuple[float, float] | None = None


@frozen
class Panel:
    """Intervals on one axis.

    Attributes:
        title: over it.
        items: from the top down.
        reference: where a line is drawn.
        percent: whether the numbers are in percent.
    """

    title: str
    items: tuple[Item, ...]
    reference: float | None = None
    percent: bool = False


def draw_comparison(comparison: Comparison, spread: bool = False) -> Figure:
    """A comparison: for each measure the means at the left, the differences at the right.

    Args:
        comparison: what is drawn.
        spread: whether it is also drawn how much single rounds vary.
    """
    rows = [
        [_means(comparison, at, spread), *([_differences(comparison, at)] if comparison.gaps else [])]
        for at in range(len(comparison.measures))
    ]
    below = [telling.headline(comparison), *_legend(comparison, spread)]
    return _figure(rows, below, _heard(comparison))


def _means(comparison: Comparison, at: int, spread: bool) -> Panel:
    measure = comparison.measures[at]
    scale = 100 if measure.share else 1
    items = []
    for number, one in enumerate(one for one in comparison.means if one.measure is measure):
        value, low, high = (scale * end for end in one.mean)
        places = telling.decimals_for(high - low)
        band = (one.spread[0], one.spread[2]) if spread and not measure.share else None
        items.append(
            Item(
                f"{telling.LETTERS[number]}  {one.variant.name}" if comparison.gaps else one.variant.name,
                value, low, high,
                telling.said(value, places, sign=measure.reference == 0),
                str(getattr(LIGHT, ACCENTS[number % len(ACCENTS)])),
                SHAPES[number % len(SHAPES)],
                band=band,
            )
        )  # fmt: skip
    return Panel(_capital(title_of(measure)), tuple(items), measure.reference, measure.share)


def _differences(comparison: Comparison, at: int) -> Panel:
    measure = comparison.measures[at]
    items = tuple(_difference(comparison, one) for one in comparison.gaps if one.measure is measure)
    return Panel(tr("Difference"), items, 0.0, measure.share)


def _difference(comparison: Comparison, one: Difference) -> Item:
    scale = 100 if one.measure.share else 1
    value, low, high = (scale * end for end in one.gap[:3])
    words = telling.said(value, telling.decimals_for(high - low), sign=True)
    wide = (scale * one.at_once.low, scale * one.at_once.high)
    return Item(
        telling.pair_of(comparison, one), value, low, high,
        f"{words} *" if one.differs else words,
        LIGHT.digit, filled=one.differs, wide=wide if len(comparison.gaps) > 1 else None,
    )  # fmt: skip


def _legend(comparison: Comparison, spread: bool) -> Iterator[str]:
    """How the figure is to be read."""
    if len(comparison.gaps) > 1:
        yield tr(
            "Thick: 95 % intervals. Thin: wider ones that all hold at once. Filled, with a star: the two differ."
        )
    elif comparison.gaps:
        yield tr("Lines: 95 % intervals. Filled, with a star: the two differ.")
    else:
        yield tr("Lines: 95 % intervals.")
    if spread:
        yield tr("Pale: where nine of ten single results lie.")
    yield from telling.pace_words(comparison)


def _heard(comparison: Comparison) -> str:
    """The figure for those who do not see it: all that it says."""
    parts = [telling.headline(comparison)]
    for measure in comparison.measures:
        means = [
            f"{one.variant.name} {telling.mean_words(one)}" for one in comparison.means if one.measure is measure
        ]
        gaps = [
            f"{telling.pair_of(comparison, one)} {telling.gap_words(one)}"
            for one in comparison.gaps
            if one.measure is measure
        ]
        parts.append(f"{_capital(title_of(measure))}: {'; '.join(means + gaps)}.")
    return " ".join(parts)


# --- luck and skill --------------------------------------------------------------------------------------------


def draw_luck(found: LuckAndSkill) -> Figure:
    """Luck against skill: what the points of a seat are due to, and what one player wins against the other."""
    colours = (LIGHT.bridge, LIGHT.drone, LIGHT.docking, LIGHT.muted, LIGHT.hexagon)
    items = tuple(
        Item(
            _capital(part.title), *(100 * end for end in part.share),
            telling.said(100 * part.share.value, telling.decimals_for(100 * part.share.width)) + "\u00a0%",
            colour, shape,
        )
        for part, colour, shape in zip(found.parts, colours, SHAPES, strict=True)
    )  # fmt: skip
    rows = [[Panel(tr("What the points of a seat are due to, in percent"), items, 0.0, percent=True)]]
    if found.duel:
        wins = [100 * end for end in found.duel.wins]
        names = telling.player_name(found.duel.one), telling.player_name(found.duel.other)
        item = Item(
            tr("{one} against {other}", one=names[0], other=names[1]), *wins,
            telling.said(wins[0], telling.decimals_for(wins[2] - wins[1])) + "\u00a0%", LIGHT.bridge,
        )  # fmt: skip
        rows.append([Panel(tr("Rounds won, in percent; the line: a fair share"), (item,), 100 * found.duel.fair, True)])
    notes = list(telling.luck_notes(found))
    heard = [f"{part.title}: {telling.interval_words(part.share, share=True)}." for part in found.parts]
    return _figure(rows, [*notes, tr("Lines: 95 % intervals.")], " ".join([*heard, *notes]), whole=True)


# --- drawing ---------------------------------------------------------------------------------------------------


def _figure(rows: Sequence[Sequence[Panel]], below: Sequence[str], heard: str, whole: bool = False) -> Figure:
    """Rows of panels, and what is said beneath them.

    It is no figure of pyplot, so a notebook that shows it shows it once.
    """
    heights = [_HEAD + _ITEM * max(len(panel.items) for panel in row) + _AXIS for row in rows]
    lines = [line for words in below for line in wrap(words, _LINE)]
    foot = 0.2 + 0.185 * len(lines)
    tall = sum(heights) + foot + 0.15
    with style("light"):
        figure = Figure(figsize=(_WIDE, tall), facecolor=LIGHT.ground)
        top = tall - 0.05
        for row, height in zip(rows, heights, strict=True):
            wide = (_WIDE - 2 * _MARGIN - _GAP * (len(row) - 1)) / len(row)
            for number, panel in enumerate(row):
                inside = _ITEM * len(panel.items)
                left = _MARGIN + number * (wide + _GAP)
                bottom = top - _HEAD - inside
                box = (left / _WIDE, bottom / tall, wide / _WIDE, inside / tall)
                _panel(figure.add_axes(box), panel, wide)
            top -= height
        for number, line in enumerate(lines):
            at = (_MARGIN / _WIDE, (foot - 0.2 - 0.185 * number) / tall)
            figure.text(*at, line, fontsize=_SMALL - 0.5, color=LIGHT.muted, va="center", parse_math=False)
    figure_alt(figure, heard)
    return figure


def _panel(ax: Axes, panel: Panel, wide: float) -> None:
    """Draw one panel."""
    low, high = _limits(panel)
    ax.set_xlim(low, high)
    ax.set_ylim(len(panel.items), 0)
    ax.set_title(panel.title, fontsize=11, pad=9, parse_math=False)
    ax.set_yticks([])
    ax.grid(axis="y", visible=False)
    ax.grid(axis="x", visible=True)
    ax.spines["bottom"].set_visible(False)
    ax.tick_params(axis="x", labelsize=_SMALL - 0.5, pad=4)
    ax.xaxis.set_major_locator(MaxNLocator(max(3, int(wide / 0.75)), min_n_ticks=2))
    ax.xaxis.set_major_formatter(FuncFormatter(_tick))
    if panel.reference is not None:
        ax.axvline(panel.reference, color=LIGHT.text, linewidth=1.1, zorder=2)
    for row, item in enumerate(panel.items):
        _item(ax, row, item, int(_LETTERS * wide / 3.2))


def _tick(value: float, _place: int) -> str:
    text = f"{value:.6g}"
    return telling.said(value, len(text.partition(".")[2]) if "e" not in text else 0)


def _limits(panel: Panel) -> tuple[float, float]:
    """Wide enough for all that is drawn, with the reference in view."""
    ends = [end for item in panel.items for end in (item.low, item.high, *(item.wide or ()), *(item.band or ()))]
    ends += [] if panel.reference is None else [panel.reference]
    ends = [end for end in ends if isfinite(end)] or [0.0, 1.0]
    low, high = min(ends), max(ends)
    room = 0.06 * (high - low) or max(1.0, abs(low)) * 0.05
    return low - room, high + room


def _item(ax: Axes, row: int, item: Item, letters: int) -> None:
    """Draw one interval: over it its label and its number."""
    look: dict[str, Any] = {"solid_capstyle": "butt", "color": item.colour}
    line = row + 0.7
    if item.band:
        ax.plot(item.band, [line] * 2, linewidth=9, alpha=0.2, zorder=1, **look)
    if item.wide:
        ax.plot(item.wide, [line] * 2, linewidth=1.1, zorder=3, **look)
    ax.plot([item.low, item.high], [line] * 2, linewidth=3.2, zorder=3, **look)
    ax.plot(
        [item.value], [line], item.shape, markersize=6.5, zorder=4, clip_on=False,
        markerfacecolor=item.colour if item.filled else LIGHT.ground,
        markeredgecolor=item.colour, markeredgewidth=1.6,
    )  # fmt: skip
    label = item.label if len(item.label) <= letters else item.label[: letters - 1] + "…"
    words: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "va": "center", "fontsize": _SMALL}
    # A halo of the ground keeps the lines of the grid off the letters.
    words["bbox"] = {"facecolor": LIGHT.ground, "edgecolor": "none", "pad": 1.2}
    ax.text(0, row + 0.28, label, ha="left", parse_math=False, zorder=5, **words)
    ax.text(1, row + 0.28, item.words, ha="right", fontweight="bold", parse_math=False, zorder=5, **words)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
