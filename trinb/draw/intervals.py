r"""Charts of intervals as text: for each variant a point with its interval, on an axis that can stay.

A **panel** has bars on one axis, one beneath the other; a chart is some panels, and a **sheet** is many
charts, to be printed.  Everything is a picture like those in `svg`.  Bars are told apart by colour, by the
shape of their mark, and by their label, which stands over them:

=================================== ==================================================================
``g.interval-look-0``               the bar of the first variant: its label, its interval, its number
``g.interval-plain``                a bar that belongs to no single variant
``.interval-open``                  the mark of something that is not settled is hollow
``.interval-zero``                  the line of the reference
=================================== ==================================================================

>>> bar = Bar("A  Ours", 5.0, 4.0, 6.0, "5.0", look=0)
>>> picture = chart([Panel("Turns", (bar,), axis([bar]))], "Turns", "Ours: 5.0 (4.0 to 6.0)", style=False)
>>> picture[picture.index("<title>") : picture.index("<rect")]
'<title>Turns</title><desc>Ours: 5.0 (4.0 to 6.0)</desc>'
>>> axis([bar])
(3.5, 6.5)

**Shrinking.** While numbers come in, an axis should stay, or nobody sees intervals shrink.  So `axis` takes
the one before, and changes it only if something does not fit, or if all has become small:

>>> smaller = Bar("A  Ours", 5.0, 4.6, 5.4, "5.0", look=0)
>>> tiny = Bar("A  Ours", 5.0, 4.99, 5.01, "5.00", look=0)
>>> axis([smaller], before=(3.5, 6.5)), axis([tiny], before=(3.5, 6.5))
((3.5, 6.5), (4.985, 5.015))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, isfinite, isnan, log10

from attrs import frozen

from ..words import decimal
from .charts import fitted, length
from .shapes import inert, number, path, tidy
from .svg import Box, picture

WIDTH = 340
"""The width of a chart in px."""

_COLOURS = ("bridge", "docking", "drone", "hexagon", "clash", "text")
LOOKS = len(_COLOURS)
"""How many variants have a look of their own; further ones begin anew."""

RULES = """
@ .interval-grid{fill:none;stroke:$lattice;stroke-width:1}
@ .interval-zero{fill:none;stroke:$text;stroke-width:1.2}
@ text.interval-title{text-anchor:start;font-size:15px;font-weight:700}
@ text.interval-tick{fill:$muted;font-size:12px}
@ text.interval-name{text-anchor:start;font-size:13px;stroke:$ground;stroke-width:6;paint-order:stroke}
@ text.interval-value{text-anchor:end;font-size:13px;font-weight:600}
@ text.interval-value{stroke:$ground;stroke-width:6;paint-order:stroke}
@ text.interval-words{text-anchor:start;font-size:13px}
@ text.interval-under{text-anchor:start;font-size:13px;font-weight:600;fill:$muted}
@ .interval{fill:none;stroke-width:4}
@ .interval-mark{stroke-width:2;stroke-linejoin:round}
@ g.interval-plain .interval{stroke:$text}
@ g.interval-plain .interval-mark{fill:$text;stroke:$text}
""" + "\n".join(
    f"@ g.interval-look-{look} .interval{{stroke:${colour}}}\n"
    f"@ g.interval-look-{look} .interval-mark{{fill:${colour};stroke:${colour}}}"
    for look, colour in enumerate(_COLOURS)
) + "\n@ g.interval-bar .interval-open{fill:$ground}"  # fmt: skip
"""The rules of its classes, for `palette.more_rules`."""

_SHAPES = (
    "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",  # a disc
    "m-4.4-4.4h8.8v8.8h-8.8z",  # a square
    "m0-6.2l6.2 6.2l-6.2 6.2l-6.2-6.2z",  # a square on its tip
    "m0-5.8l6 10.4h-12z",  # a triangle that points up
    "m0 5.8l6-10.4h-12z",  # a triangle that points down
    "m-1.9-5.6h3.8v3.7h3.7v3.8h-3.7v3.7h-3.8v-3.7h-3.7v-3.8h3.7z",  # a cross
)
_PLAIN = "m-3.2-5h6.4v10h-6.4z"

_LEFT, _RIGHT, _TOP = 14, 14, 12
_LINE = 19  # px: from one line of words to the next
_BAR, _BAR_UNDER = 38, 32  # px: a label and the interval beneath it
_AXIS = 26  # px: the numbers beneath
_APART = 14  # px: between two panels
_SMALL = 0.22  # where all takes less of an axis than this, it gets another one


@frozen
class Bar:
    """A number with its interval.

    Attributes:
        label: what it is of.
        value, low, high: the number and the ends of its interval; not a number if it is not known yet.
        words: the number as it is written.
        look: which variant it is; None for something that belongs to none.
        is_open: whether it is not settled yet.
    """

    label: str
    value: float
    low: float
    high: float
    words: str = ""
    look: int | None = None
    is_open: bool = False

    @property
    def is_known(self) -> bool:
        """Whether there is something to draw."""
        return not isnan(self.value)

    @property
    def ends(self) -> Iterator[float]:
        """All that has to be on the axis."""
        return (end for end in (self.value, self.low, self.high) if isfinite(end))


def unknown(label: str, look: int | None = None) -> Bar:
    """A bar of which nothing is known yet."""
    return Bar(label, float("nan"), float("nan"), float("nan"), look=look)


@frozen
class Panel:
    """Bars on one axis.

    Attributes:
        title: over it.
        bars: from the top down.
        ends: of the axis.
        reference: where a line is drawn.
        is_under: whether it belongs to the panel above it; its title is then smaller.
    """

    title: str
    bars: tuple[Bar, ...]
    ends: tuple[float, float] = (0.0, 1.0)
    reference: float | None = None
    is_under: bool = False

    @property
    def step(self) -> int:
        """How high a bar is."""
        return _BAR_UNDER if self.is_under else _BAR

    @property
    def is_known(self) -> bool:
        """Whether there is something to draw."""
        return any(bar.is_known for bar in self.bars)


# --- axes --------------------------------------------------------------------------------------------------


def axis(
    bars: Sequence[Bar], reference: float | None = None, before: tuple[float, float] | None = None
) -> tuple[float, float]:
    """The ends of an axis for some bars.

    Args:
        bars: what has to fit.
        reference: what has to be on it, too.
        before: an axis that stays if it may.
    """
    ends = [end for bar in bars for end in bar.ends] + ([] if reference is None else [reference])
    if not ends:
        return before or (0.0, 1.0)
    low, high = min(ends), max(ends)
    if before and before[0] <= low and high <= before[1] and high - low >= _SMALL * (before[1] - before[0]):
        return before
    room = 0.12 * (high - low) or 0.1 * max(abs(low), 1.0)
    step = _step(high - low + 2 * room, 12)
    places = max(0, -floor(log10(step))) + 1
    return round(floor((low - room) / step) * step, places), round(ceil((high + room) / step) * step, places)


def _step(span: float, most: int) -> float:
    """A round step, of which `most` or fewer make up a span."""
    rough = span / most
    power: float = 10.0 ** floor(log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))


def ticks(low: float, high: float, most: int = 4) -> list[tuple[float, str]]:
    """Round numbers on an axis, each with how it is written.

    >>> ticks(3.5, 6.5), [words for _, words in ticks(-0.02, 0.012)]
    ([(4.0, '4'), (5.0, '5'), (6.0, '6')], ['−0.02', '−0.01', '0.00', '0.01'])
    """
    step = _step(high - low, most)
    places = max(0, -floor(log10(step) + 1e-9))
    found = []
    for index in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1):
        value = round(index * step, places + 1)
        found.append((value, decimal(value + 0.0, places)))
    return found


# --- pictures ----------------------------------------------------------------------------------------------


def chart(
    panels: Sequence[Panel], title: str, description: str, *, theme: str = "auto", style: bool = True
) -> str:
    """Panels, one beneath the other.

    Args:
        panels: from the top down.
        title: what it is, for those who hear it.
        description: all that it says.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along.
    """
    body, height = _stack(panels)
    return picture(body, Box(0, 0, WIDTH, height), title, description, theme, style, rules=RULES)


def sheet(
    charts: Sequence[Sequence[Panel]],
    head: Sequence[str],
    notes: Sequence[str],
    description: str,
    *,
    columns: int = 2,
    theme: str = "light",
) -> str:
    """Many charts on a sheet that stands alone, to be printed.

    Args:
        charts: row by row.
        head: a title, and what stands beneath it.
        notes: what stands at the foot.
        description: all that it says, for those who hear it.
        columns: how many charts stand side by side.
        theme: see `palette.THEMES`.
    """
    columns = max(1, min(columns, len(charts)))
    wide = columns * WIDTH
    top, parts = float(_TOP), []
    for at, words in enumerate(head):
        kind = "interval-title" if at == 0 else "interval-words"
        for line in wrapped(words, wide - 2 * _LEFT):
            top += _LINE
            parts.append(_text(kind, _LEFT, top, line))
    top += _APART / 2
    for row in range(0, len(charts), columns):
        stacks = [_stack(panels) for panels in charts[row : row + columns]]
        for column, (body, _) in enumerate(stacks):
            parts.append(f'<g transform="translate({column * WIDTH} {number(top)})">{body}</g>')
        top += max(height for _, height in stacks) + _APART / 2
    for words in notes:
        for line in wrapped(words, wide - 2 * _LEFT):
            top += _LINE
            parts.append(_text("interval-words", _LEFT, top, line))
    box = Box(0, 0, wide, top + _LINE)
    return picture("".join(parts), box, head[0] if head else "", description, theme, True, rules=RULES)


def mark(look: int) -> str:
    """The mark of a variant as a small picture that says nothing, beside words that do."""
    shape = f'<g class="interval-look-{look % LOOKS}">{_mark(look, 8, 8)}</g>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="trinb-picture" viewBox="0 0 16 16" width="16"'
        f' height="16" aria-hidden="true">{shape}</svg>'
    )


def _stack(panels: Sequence[Panel]) -> tuple[str, float]:
    """Panels as elements, and how high they are."""
    parts, top = [], float(_TOP)
    for at, panel in enumerate(panels):
        top += _APART * (at > 0)
        size, kind = (_LINE - 1, "interval-under") if panel.is_under else (_LINE, "interval-title")
        room = WIDTH - _LEFT - _RIGHT
        for line in wrapped(panel.title, room if panel.is_under else room * 0.87):
            top += size
            parts.append(_text(kind, _LEFT, top - 5, line))
        parts.append(_panel(panel, top))
        top += panel.step * len(panel.bars) + _AXIS
    return "".join(parts), top


def _panel(panel: Panel, top: float) -> str:
    """The bars of a panel and its axis."""
    low, high = panel.ends
    foot = top + panel.step * len(panel.bars) + 2

    def across(value: float) -> float:
        return _LEFT + 6 + (WIDTH - _LEFT - _RIGHT - 12) * (value - low) / (high - low)

    parts = []
    if panel.is_known:
        for value, words in ticks(low, high):
            x = across(value)
            parts.append(path("interval-grid", f"M{number(x)} {number(top + 2)}V{number(foot)}"))
            room = length(words) / 2
            middle = min(max(x, room), WIDTH - room)
            parts.append(_text("interval-tick", middle, foot + 15, words))
        if panel.reference is not None and low <= panel.reference <= high:
            zero = f"M{number(across(panel.reference))} {number(top + 2)}V{number(foot)}"
            parts.append(path("interval-zero", zero))
    for at, bar in enumerate(panel.bars):
        line = top + panel.step * at
        look = "interval-plain" if bar.look is None else f"interval-look-{bar.look % LOOKS}"
        body = "".join(_bar(bar, line, line + panel.step - 10, across))
        parts.append(f'<g class="interval-bar {look}">{body}</g>')
    return "".join(parts)


def _bar(bar: Bar, top: float, y: float, across: Callable[[float], float]) -> Iterator[str]:
    """A label, a number, and the interval beneath both."""
    words = length(bar.words) + 12 if bar.words else 0
    label = fitted(tidy(bar.label, 80), WIDTH - _LEFT - _RIGHT - words)
    yield _text("interval-name", _LEFT, top + 15, label, ' data-name=""')
    if not bar.is_known:
        yield path("interval-grid", f"M{_LEFT + 6} {number(y)}H{WIDTH - _RIGHT - 6}")
        return
    yield _text("interval-value", WIDTH - _RIGHT, top + 15, bar.words)
    yield _line(across(bar.low), across(bar.high), y)
    yield _mark(bar.look, across(bar.value), y, bar.is_open)


def _line(left: float, right: float, y: float) -> str:
    """An interval, with small feet at its ends, which tell it from the grid."""
    feet = "".join(f"M{number(x)} {number(y - 3.5)}v7" for x in (left, right))
    return path("interval", f"M{number(left)} {number(y)}H{number(right)}{feet}")


def _mark(look: int | None, x: float, y: float, is_open: bool = False) -> str:
    shape = _PLAIN if look is None else _SHAPES[look % LOOKS]
    return path(
        "interval-mark interval-open" if is_open else "interval-mark", f"M{number(x)} {number(y)}{shape}"
    )


def _text(kind: str, x: float, y: float, words: str, more: str = "") -> str:
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}"{more}>{inert(words)}</text>'


def wrapped(text: str, room: float) -> list[str]:
    """A text in lines of at most so many px; a word that is longer is cut.

    >>> wrapped("points that the opener is ahead", 140)
    ['points that the', 'opener is ahead']
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and length(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(fitted(word, room))
    return lines or [""]
