"""Figures of many numbers: the reference table as small multiples, where points come from, many intervals.

Like those of `labfigures` they are drawn in the light style, and tell all they show to those who do not see
them; see `figures.alt_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from ..ruleparts import Reason
from ..simulate.columns import reason_name
from ..simulate.kinds import is_share, title_of
from ..simulate.variants import player_name
from ..simulate.written import interval_words, said
from ..words import N_, tr, trn
from .figures import ACCENTS, SHAPES, figure_alt, style
from .labfigures import tick_words, wrapped
from .palette import LIGHT

if TYPE_CHECKING:
    from ..simulate.reference import Reference

_WIDE = 7.4  # inches, so that it fits a page
_MARGIN, _GAP, _NAMES = 0.3, 0.28, 1.85
_ROW, _LINE, _KEY = 0.27, 0.19, 0.34  # heights: of a rule set, of a line of words, of what marks mean
_TITLE, _SMALL = 10.0, 9.0

SOURCES = {
    N_("opening"): (Reason.START, Reason.TRIPLE, Reason.ZERO, Reason.SECOND_TRIPLE),
    N_("tiles"): (Reason.TILE, Reason.PLAIN),
    N_("bridges"): (Reason.BRIDGE, Reason.EXTENSION),
    N_("dockings and drones"): (Reason.DOCKING, Reason.DRONE),
    N_("hexagons"): (Reason.HEXAGON,),
    N_("end of the round"): (Reason.OUT, Reason.OTHERS_DIGITS, Reason.BLOCKED),
}
"""What points are given for, together as they are drawn; what takes points away is left out."""

# --- small multiples ---------------------------------------------------------------------------------------


def draw_references(rows: Sequence[Reference], measures: Sequence[str]) -> Figure:
    """Measures of the reference table, one beside the other, with a line for each rule set.

    Args:
        rows: which rows; those of a rule set share a line.
        measures: what is drawn, from left to right; three fit well.
    """
    ids = list(dict.fromkeys(row.rules for row in rows))
    kinds = list(dict.fromkeys((len(row.players), row.bots) for row in rows))
    inside = (_WIDE - 2 * _MARGIN - _NAMES - _GAP * (len(measures) - 1)) / len(measures)
    titles = [wrapped(_heading(name), inside, _TITLE, bold=True) for name in measures]
    below = [tr("Lines: 95 % intervals; where none is seen it is narrower than its mark.")]
    body = len(ids) * (_ROW + 0.035 * (len(kinds) - 1))
    with style("light"):
        figure, top = _sheet(_KEY + max(map(len, titles)) * _LINE + 0.2, body, below)
        for number, name in enumerate(measures):
            ax = _axes(figure, _MARGIN + _NAMES + number * (inside + _GAP), top, inside, body)
            for row in rows:
                if name in row.values:
                    kind = kinds.index((len(row.players), row.bots))
                    beside = (kind - (len(kinds) - 1) / 2) * 0.19  # so that no mark hides another
                    _mark(ax, ids.index(row.rules) + beside, kind, row, name)
            _across(ax, len(ids))
            _head(ax, titles[number], body)
            if not number:
                _names(ax, ids, inside)
        _key(figure, [(_look(at, bots), _who(seats, bots)) for at, (seats, bots) in enumerate(kinds)])
    figure_alt(figure, " ".join(_told(rows, measures)))
    return figure


def _heading(name: str) -> str:
    title = _capital(title_of(name))
    return tr("{title}, in %", title=title) if is_share(name) else title


def _mark(ax: Axes, line: float, kind: int, row: Reference, name: str) -> None:
    """The mean and its interval."""
    scale, one, look = 100 if is_share(name) else 1, row[name], _look(kind, row.bots)
    ax.plot([scale * one.low, scale * one.high], [line, line], color=look["color"], linewidth=2, zorder=3)
    ax.plot([scale * one.mean], [line], zorder=4, **look)


def _look(kind: int, bots: str) -> dict[str, Any]:
    """How a mark looks: of greedy players it is filled."""
    colour = getattr(LIGHT, ACCENTS[kind % len(ACCENTS)])
    filled = colour if bots == "greedy" else LIGHT.ground
    look: dict[str, Any] = {"color": colour, "marker": SHAPES[kind % len(SHAPES)], "linestyle": "none"}
    return {**look, "markersize": 5.5, "markeredgewidth": 1.4, "markerfacecolor": filled}


def _who(seats: int, bots: str) -> str:
    return trn("{n} player, {name}", "{n} players, {name}", seats, name=player_name(bots))


def _key(figure: Figure, entries: Sequence[tuple[Mapping[str, Any], str]], patches: bool = False) -> None:
    """What marks or patches mean, in a line at the top."""
    handles = [Patch(**look) if patches else Line2D([], [], **look) for look, _ in entries]
    wide, tall = figure.get_size_inches()
    figure.legend(
        handles,
        [words for _, words in entries],
        loc="upper left",
        bbox_to_anchor=((_MARGIN - 0.05) / wide, 1 - 0.04 / tall),
        ncols=len(entries),
        fontsize=_SMALL,
        borderpad=0.3,
        columnspacing=1.4,
        handletextpad=0.35 if not patches else 0.5,
        handlelength=1.3,
    )


def _told(rows: Sequence[Reference], measures: Sequence[str]) -> Iterator[str]:
    """All numbers, in words."""
    for name in measures:
        said = [
            f"{row.rules}, {len(row.players)} {player_name(row.bots)},"
            f" {interval_words(row[name][:3], is_share(name))}"
            for row in rows
            if name in row.values
        ]
        yield f"{_capital(title_of(name))}: {'; '.join(said)}."


# --- where points come from --------------------------------------------------------------------------------


def draw_sources(rows: Sequence[Reference]) -> Figure:
    """What points are given for: for each row the share of each of `SOURCES`, as a bar.

    Points that are taken away, such as those for tiles drawn, are left out.
    """
    shares, inside = [_shares(row) for row in rows], _WIDE - 2 * _MARGIN - _NAMES
    fills = dict(zip(SOURCES, _FILLS, strict=True))
    who = _who(len(rows[0].players), rows[0].bots)
    below = [tr("Shares in %, of all points that are given. {who}.", who=who)]
    with style("light"):
        figure, top = _sheet(_KEY + 0.1, len(rows) * (_ROW + 0.05), below)
        ax = _axes(figure, _MARGIN + _NAMES, top, inside, len(rows) * (_ROW + 0.05))
        for line, share in enumerate(shares):
            _bar(ax, line, share, fills, inside)
        ax.set_xlim(0, 100)
        _across(ax, len(rows))
        _names(ax, [row.rules for row in rows], inside)
        _key(figure, [(fill, tr(name)) for name, fill in fills.items()], patches=True)
    figure_alt(figure, " ".join(_told_sources(rows, shares)))
    return figure


_FILLS: tuple[dict[str, Any], ...] = tuple(
    {"facecolor": colour, "hatch": hatch, "edgecolor": edge, "linewidth": 0.8}
    for colour, hatch, edge in (
        (LIGHT.muted, "", LIGHT.ground),
        (LIGHT.face, "", LIGHT.edge),
        (LIGHT.bridge, "///", LIGHT.ground),
        (LIGHT.docking, "...", LIGHT.ground),
        (LIGHT.hexagon, "xxx", LIGHT.ground),
        (LIGHT.drone, "", LIGHT.ground),
    )
)
"""How each source looks; colour is never alone."""


def _shares(row: Reference) -> dict[str, float]:
    """The share of each source of all points that are given, in percent."""
    points = {
        name: sum(max(0.0, row[reason_name(one)].mean) for one in some if reason_name(one) in row.values)
        for name, some in SOURCES.items()
    }
    return {name: 100 * some / sum(points.values()) for name, some in points.items()}


def _bar(
    ax: Axes, line: int, shares: Mapping[str, float], fills: Mapping[str, Mapping[str, Any]], inside: float
) -> None:
    """The parts of one row, with their shares where there is room."""
    start = 0.0
    for name, share in shares.items():
        ax.barh(line, share, 0.74, start, zorder=2, **fills[name])
        if share * inside / 100 > 0.3:
            box = {"facecolor": LIGHT.ground, "edgecolor": "none", "pad": 1.2}
            words: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": _SMALL - 1, "zorder": 4}
            ax.text(start + share / 2, line, said(share, 0), bbox=box, color=LIGHT.text, **words)
        start += share


def _told_sources(rows: Sequence[Reference], shares: Sequence[Mapping[str, float]]) -> Iterator[str]:
    for row, share in zip(rows, shares, strict=True):
        parts = "; ".join(f"{tr(name)} {said(value, 0)} %" for name, value in share.items())
        yield f"{row.rules}: {parts}."


# --- many intervals ----------------------------------------------------------------------------------------


def draw_intervals(intervals: Sequence[tuple[float, float]], truth: float, title: str) -> Figure:
    """Many intervals and the true value; those that miss it are drawn bold and in another colour.

    Args:
        intervals: the two ends of each.
        truth: what they should hold.
        title: what they are intervals of.
    """
    misses = [not low <= truth <= high for low, high in intervals]
    words = trn(
        "{misses} of {n} interval misses the line.",
        "{misses} of {n} intervals miss the line.",
        len(intervals),
        misses=sum(misses),
    )
    with style("light"):
        figure, top = _sheet(0.45, 2.6, [words])
        ax = _axes(figure, _MARGIN + 0.35, top, _WIDE - 2 * _MARGIN - 0.35, 2.6)
        for number, ((low, high), miss) in enumerate(zip(intervals, misses, strict=True)):
            look: dict[str, Any] = {"color": LIGHT.clash, "linewidth": 3.2} if miss else {"linewidth": 1.4}
            ax.plot([number, number], [low, high], **{"color": LIGHT.bridge, "zorder": 3, **look})
        ax.axhline(truth, color=LIGHT.text, linewidth=1.1, zorder=4)
        ax.set_xlim(-1, len(intervals))
        ticks = [float(tick) for tick in MaxNLocator(5).tick_values(*ax.get_ylim())]
        ticks = [tick for tick in ticks if ax.get_ylim()[0] <= tick <= ax.get_ylim()[1]]
        ax.set_yticks(ticks, [tick_words(tick) for tick in ticks])
        ax.set_xticks([])
        ax.tick_params(axis="y", labelsize=_SMALL)
        ax.spines["bottom"].set_visible(False)
        _head(ax, [title], 2.6)
    figure_alt(figure, f"{title}: {words}")
    return figure


# --- drawing -----------------------------------------------------------------------------------------------


def _sheet(head: float, body: float, below: Sequence[str]) -> tuple[Figure, float]:
    """A figure with words beneath, and how high its axes begin, in inches."""
    lines = [line for words in below for line in wrapped(words, _WIDE - 2 * _MARGIN, _SMALL)]
    foot = 0.45 + _LINE * len(lines)
    tall = head + body + foot
    figure = Figure(figsize=(_WIDE, tall), facecolor=LIGHT.ground)
    for number, line in enumerate(lines):
        height = (foot - 0.42 - _LINE * number) / tall
        look: dict[str, Any] = {"fontsize": _SMALL, "color": LIGHT.muted, "parse_math": False}
        figure.text(_MARGIN / _WIDE, height, line, va="center", **look)
    return figure, tall - head


def _axes(figure: Figure, left: float, top: float, wide: float, tall: float) -> Axes:
    whole = figure.get_size_inches()[1]
    return figure.add_axes((left / _WIDE, (top - tall) / whole, wide / _WIDE, tall / whole))


def _across(ax: Axes, lines: int) -> None:
    """The numbers beneath, and a line through each row."""
    ax.set_ylim(lines - 0.5, -0.5)
    low, high = ax.get_xlim()
    if 0 < low < 0.35 * high:
        low = 0.0  # where 0 is near, it is shown
    ax.set_xlim(low, high)
    steps = MaxNLocator(4, min_n_ticks=3, steps=[1, 2, 2.5, 5, 10])
    ticks = [float(tick) for tick in steps.tick_values(low, high) if low <= tick <= high]
    ax.set_xticks(ticks, [tick_words(tick) for tick in ticks])
    ax.set_yticks(range(lines), [""] * lines)
    ax.grid(axis="both", visible=True)
    ax.spines["bottom"].set_visible(False)
    ax.tick_params(axis="x", labelsize=_SMALL - 0.5, pad=4)


def _head(ax: Axes, lines: Sequence[str], tall: float) -> None:
    """The title over some axes."""
    look: dict[str, Any] = {"transform": ax.transAxes, "fontsize": _TITLE, "fontweight": "bold"}
    ax.text(0, 1 + 0.07 / tall, "\n".join(lines), va="bottom", linespacing=1.15, parse_math=False, **look)


def _names(ax: Axes, ids: Sequence[str], inside: float) -> None:
    """The rule sets, at the left."""
    look: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "fontsize": _SMALL, "parse_math": False}
    for line, id in enumerate(ids):
        ax.text(-_NAMES / inside, line, id, va="center", **look)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
