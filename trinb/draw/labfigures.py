"""Figures of the lab: comparisons with their intervals, and luck against skill, to be shown or printed.

They are drawn in the light style, with what they say beneath them, and describe themselves to those who do
not see them; see `figures.alt_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING, Any

from attrs import frozen
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from matplotlib.ticker import MaxNLocator

from ..simulate import telling
from ..simulate.variants import player_name
from ..simulate.written import decimals_for, interval_words, number_of, said
from ..words import tr
from .figures import ACCENTS, FONT, SHAPES, figure_alt, style
from .palette import LIGHT

if TYPE_CHECKING:
    from ..simulate.comparison import Comparison, Difference, Mean
    from ..simulate.luck import LuckAndSkill
    from ..simulate.statistics import Interval

_WIDE = 7.4  # inches, so that it fits a page
_MARGIN, _GAP = 0.3, 0.4
_HEAD, _AXIS = 0.5, 0.36  # heights: of a title, of the numbers beneath
_TALL, _FLAT = 0.46, 0.31  # heights of an interval: with its label over it, and beside it
_LEFT, _RIGHT = 0.55, 0.82  # widths: of labels beside intervals, of numbers
_TITLE, _SMALL = 11.0, 9.5  # sizes of letters, in points
_ROW = 0.19  # height of a line of words


@frozen
class Item:
    """One interval that is drawn.

    Attributes:
        label: written over it, or beside it.
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
        beside: whether labels stand beside the intervals, and not over them.
    """

    title: str
    items: tuple[Item, ...]
    reference: float | None = None
    beside: bool = False

    @property
    def height(self) -> float:
        """Of all intervals, in inches."""
        return len(self.items) * (_FLAT if self.beside else _TALL)


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
    below = [" ".join(telling.heads(comparison)), *_legend(comparison, spread)]
    return figure_of(rows, below, _heard(comparison))


def _means(comparison: Comparison, at: int, spread: bool) -> Panel:
    measure = comparison.measures[at]
    means = [one for one in comparison.means if one.measure is measure]
    items = tuple(_mean(comparison, number, one, spread) for number, one in enumerate(means))
    return Panel(_capital(measure.told), items, measure.reference)


def _mean(comparison: Comparison, number: int, one: Mean, spread: bool) -> Item:
    measure, name = one.measure, one.variant.name
    value, low, high = ((100 if measure.share else 1) * end for end in one.mean)
    sign, width = measure.reference == 0, telling.widest(comparison, measure)
    return Item(
        f"{telling.LETTERS[number]}  {name}" if comparison.gaps else name,
        value,
        low,
        high,
        number_of(one.mean, measure.share, sign, width),
        getattr(LIGHT, ACCENTS[number % len(ACCENTS)]),
        SHAPES[number % len(SHAPES)],
        band=(one.spread[0], one.spread[2]) if spread and not measure.share else None,
    )


def _differences(comparison: Comparison, at: int) -> Panel:
    measure = comparison.measures[at]
    items = tuple(_difference(comparison, one) for one in comparison.gaps if one.measure is measure)
    title = tr("Difference, in percentage points") if measure.share else tr("Difference")
    return Panel(title, items, 0.0, beside=True)


def _difference(comparison: Comparison, one: Difference) -> Item:
    scale = 100 if one.measure.share else 1
    value, low, high = (scale * end for end in one.gap[:3])
    words = said(value, decimals_for(high - low), sign=True) + (" *" if one.differs else "")
    wide = (scale * one.at_once.low, scale * one.at_once.high) if len(comparison.gaps) > 1 else None
    pair = telling.pair_of(comparison, one)
    return Item(pair, value, low, high, words, LIGHT.digit, filled=one.differs, wide=wide)


def _legend(comparison: Comparison, spread: bool) -> Iterator[str]:
    """How the figure is to be read."""
    if len(comparison.gaps) > 1:
        yield tr(
            "Thick: 95 % intervals. Thin: wider ones that all hold at once."
            " Filled, with a star: the two differ."
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
    parts = [*telling.heads(comparison)]
    for measure in comparison.measures:
        means = [
            f"{one.variant.name} {telling.mean_words(comparison, one)}"
            for one in comparison.means
            if one.measure is measure
        ]
        gaps = [
            f"{telling.pair_of(comparison, one)} {telling.gap_words(one)}"
            for one in comparison.gaps
            if one.measure is measure
        ]
        parts.append(f"{_capital(measure.told)}: {'; '.join(means + gaps)}.")
    return " ".join(parts)


# --- luck and skill ----------------------------------------------------------------------------------------


def draw_luck(found: LuckAndSkill) -> Figure:
    """Luck against skill: what the points of a seat are due to, and what one player wins of the other."""
    colours = (LIGHT.bridge, LIGHT.drone, LIGHT.docking, LIGHT.muted, LIGHT.hexagon)
    items = [
        _share(_capital(part.title), part.share, colour, shape)
        for part, colour, shape in zip(found.parts, colours, SHAPES, strict=True)
    ]
    rows = [[Panel(tr("What the points of a seat are due to"), tuple(items), 0.0)]]
    if found.duel:
        one, other = player_name(found.duel.one), player_name(found.duel.other)
        label = tr("{one} against {other}; the line: a fair share", one=one, other=other)
        item = _share(label, found.duel.wins, LIGHT.bridge, SHAPES[0])
        rows.append([Panel(tr("Rounds won"), (item,), 100 * found.duel.fair)])
    notes = list(telling.luck_notes(found))
    heard = [f"{part.title}: {interval_words(part.share, share=True)}." for part in found.parts]
    return figure_of(rows, [*notes, tr("Lines: 95 % intervals.")], " ".join([*heard, *notes]))


def _share(label: str, share: Interval, colour: str, shape: str) -> Item:
    value, low, high = (100 * end for end in share)
    return Item(label, value, low, high, number_of(share, share=True), colour, shape)


# --- drawing -----------------------------------------------------------------------------------------------


def figure_of(rows: Sequence[Sequence[Panel]], below: Sequence[str], heard: str) -> Figure:
    """Rows of panels, and what is said beneath them.

    It is no figure of pyplot, so a notebook that shows it shows it once.
    """
    lines = [line for words in below for line in wrapped(words, _WIDE - 2 * _MARGIN, _SMALL - 0.5)]
    foot = 0.2 + _ROW * len(lines)
    heights = [_head(row) + max(panel.height for panel in row) + _AXIS for row in rows]
    tall = sum(heights) + foot + 0.1
    with style("light"):
        figure = Figure(figsize=(_WIDE, tall), facecolor=LIGHT.ground)
        top = tall - 0.05
        for row, height in zip(rows, heights, strict=True):
            for number, panel in enumerate(row):
                left = _MARGIN + number * (_width(row) + _GAP) + (_LEFT if panel.beside else 0)
                inside = _width(row) - _RIGHT - (_LEFT if panel.beside else 0)
                bottom = top - _head(row) - panel.height
                box = (left / _WIDE, bottom / tall, inside / _WIDE, panel.height / tall)
                _panel(figure.add_axes(box), panel, inside)
            top -= height
        for number, line in enumerate(lines):
            height = (foot - 0.15 - _ROW * number) / tall
            look: dict[str, Any] = {"fontsize": _SMALL - 0.5, "color": LIGHT.muted, "parse_math": False}
            figure.text(_MARGIN / _WIDE, height, line, va="center", **look)
    figure_alt(figure, heard)
    return figure


def _width(row: Sequence[Panel]) -> float:
    """Of each panel in a row, in inches."""
    return (_WIDE - 2 * _MARGIN - _GAP * (len(row) - 1)) / len(row)


def _head(row: Sequence[Panel]) -> float:
    """How high the titles of a row are."""
    return _HEAD + _ROW * (max(len(_title(panel, _width(row))) for panel in row) - 1)


def _title(panel: Panel, wide: float) -> list[str]:
    return wrapped(panel.title, wide, _TITLE, bold=True)


def wrapped(words: str, wide: float, size: float, bold: bool = False) -> list[str]:
    """The words in lines so many inches wide."""
    lines: list[str] = []
    for word in words.replace(" %", "\u00a0%").split(" "):
        if lines and _length(f"{lines[-1]} {word}", size, bold) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(_cut(word, wide, size, bold))
    return lines


def _cut(words: str, wide: float, size: float, bold: bool = False) -> str:
    """The words, with an ellipsis where there is no room for all."""
    if _length(words, size, bold) <= wide:
        return words
    while words and _length(words + "…", size, bold) > wide:
        words = words[:-1]
    return words.rstrip() + "…"


@lru_cache(maxsize=4096)
def _length(words: str, size: float, bold: bool) -> float:
    """How wide words are, in inches."""
    font = FontProperties(family=FONT, size=size, weight="bold" if bold else "normal")
    wide, _, _ = text_to_path.get_text_width_height_descent(words, font, ismath=False)
    return 1.03 * float(wide) / 72  # letters are moved to whole dots when they are drawn


def _panel(ax: Axes, panel: Panel, wide: float) -> None:
    """Draw one panel, whose axis is so many inches wide."""
    _axis(ax, panel, wide)
    start = -_LEFT / wide if panel.beside else 0.0
    title = "\n".join(_title(panel, wide + _RIGHT + (_LEFT if panel.beside else 0)))
    look: dict[str, Any] = {"transform": ax.transAxes, "fontsize": _TITLE, "fontweight": "bold"}
    ax.text(start, 1 + 0.08 / panel.height, title, va="bottom", linespacing=1.15, parse_math=False, **look)
    words: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "fontsize": _SMALL, "parse_math": False}
    # A halo of the ground keeps the lines of the grid off the letters.
    halo = {"facecolor": LIGHT.ground, "edgecolor": "none", "pad": 1}
    for row, item in enumerate(panel.items):
        line = row + (0.5 if panel.beside else 0.72)
        _interval(ax, line, item)
        ax.text(1 + _RIGHT / wide, line, item.words, ha="right", va="center", fontweight="bold", **words)
        if panel.beside:
            ax.text(start, line, item.label, va="center", **words)
        else:
            label = _cut(item.label, wide + _RIGHT, _SMALL)
            ax.text(0, row + 0.3, label, va="center", zorder=5, bbox=halo, **words)


def _axis(ax: Axes, panel: Panel, wide: float) -> None:
    """The numbers beneath, the grid, and the line of the reference."""
    low, high = _limits(panel)
    ax.set_xlim(low, high)
    ax.set_ylim(len(panel.items), 0)
    steps = MaxNLocator(max(4, int(wide / 0.5)), min_n_ticks=3, steps=[1, 2, 2.5, 5, 10])
    ticks = [float(tick) for tick in steps.tick_values(low, high) if low <= tick <= high]
    # Written now, and not when it is drawn: another language may be spoken then.
    ax.set_xticks(ticks, [tick_words(tick) for tick in ticks])
    ax.set_yticks([])
    ax.grid(axis="y", visible=False)
    ax.grid(axis="x", visible=True)
    ax.spines["bottom"].set_visible(False)
    ax.tick_params(axis="x", labelsize=_SMALL - 0.5, pad=4)
    if panel.reference is not None:
        ax.axvline(panel.reference, color=LIGHT.text, linewidth=1.1, zorder=2)


def tick_words(value: float) -> str:
    """The number beneath a line of the grid."""
    text = f"{value:.6g}"
    return said(value, len(text.partition(".")[2]) if "e" not in text else 0)


def _limits(panel: Panel) -> tuple[float, float]:
    """Wide enough for all that is drawn, with the reference in view."""
    ends = [
        end for item in panel.items for end in (item.low, item.high, *(item.wide or ()), *(item.band or ()))
    ]
    ends += [] if panel.reference is None else [panel.reference]
    ends = [end for end in ends if isfinite(end)] or [0.0, 1.0]
    low, high = min(ends), max(ends)
    room = 0.06 * (high - low) or max(1.0, abs(low)) * 0.05
    return low - room, high + room


def _interval(ax: Axes, line: float, item: Item) -> None:
    look: dict[str, Any] = {"solid_capstyle": "butt", "color": item.colour}
    if item.band:
        ax.plot(item.band, [line] * 2, linewidth=9, alpha=0.2, zorder=1, **look)
    if item.wide:
        ax.plot(item.wide, [line] * 2, linewidth=1.1, zorder=3, **look)
    ax.plot([item.low, item.high], [line] * 2, linewidth=3.2, zorder=3, **look)
    look = {"markersize": 6, "markeredgewidth": 1.6, "markeredgecolor": item.colour, "clip_on": False}
    inside = item.colour if item.filled else LIGHT.ground
    ax.plot([item.value], [line], item.shape, markerfacecolor=inside, zorder=4, **look)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
