r"""Charts as text: how the scores of a round have grown, a line for each seat.

A chart is a picture like those in `svg`: one complete ``<svg>`` without ids, which brings its stylesheet
along or leaves it to a widget (then `RULES` belong to it).  Lines are told apart by colour, by dashes and by
the shape of their marks, and each has its name beside its end.  What is drawn can be told by its classes:

=================================== ==================================================================
``g.chart-look-0``                  the line of the first seat, its marks, its name and its points
``g.chart-now``                     the present step: an upright line, with a dot on every line of a seat
``rect.chart-hit``                  where to tap; ``data-steps`` says how many steps lie from its left edge
                                    to its right edge
=================================== ==================================================================

>>> chart = score_chart([[0, 25, 25], [0, 0, 50]], ["Ada", "Bo"], at=1, style=False)
>>> chart[chart.index("<title>") : chart.index("</title>")]
'<title>Running score at step 1 of 2: \u2068Ada\u2069 25, \u2068Bo\u2069 0'
>>> chart.count('class="chart-line"')
2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import floor, log10
from unicodedata import east_asian_width

from attrs import frozen

from ..errors import TrinbError
from ..words import plain, tr, trn
from .shapes import inert, number, tidy
from .svg import Box, picture

_COLOURS = ("bridge", "docking", "hexagon", "drone", "clash", "text", "focus", "muted")
_DASHES = ("", "9 4", "2.5 3.5", "12 4 2.5 4", "5 3", "15 5", "9 3 2.5 3 2.5 3", "1.5 5")
LOOKS = len(_COLOURS)
"""How many lines have a look of their own; further ones begin anew."""

RULES = """
@ .chart-grid{fill:none;stroke:$lattice;stroke-width:1}
@ .chart-axis{fill:none;stroke:$muted;stroke-width:1}
@ text.chart-tick{fill:$muted;font-size:12px}
@ text.chart-up{text-anchor:end}
@ text.chart-who{text-anchor:start;font-size:13px;font-weight:600}
@ text.chart-points{text-anchor:end;font-size:13px;font-weight:600}
@ text.chart-step{font-size:12px;font-weight:600;stroke:$ground;stroke-width:5;paint-order:stroke}
@ .chart-line{fill:none;stroke-width:2.8;stroke-linejoin:round}
@ .chart-ahead{stroke-width:1.5}
@ .chart-leader{fill:none;stroke:$muted;stroke-width:1}
@ .chart-mark{stroke:$ground;stroke-width:1.2;stroke-linejoin:round}
@ .chart-now .chart-axis{stroke:$text;stroke-width:1.6}
@ .chart-hit{fill:transparent;pointer-events:all;cursor:pointer}
""" + "\n".join(
    f"@ g.chart-look-{number} .chart-line{{stroke:${colour};stroke-dasharray:{dashes or 'none'}}}\n"
    f"@ g.chart-look-{number} .chart-mark{{fill:${colour}}}"
    for number, (colour, dashes) in enumerate(zip(_COLOURS, _DASHES, strict=True))
)
"""The rules of its classes, for `palette.more_rules`."""

_LETTER = 8.2  # px: a bold letter of 13 px, on an average, in the widest of the fonts
_TOP, _BOTTOM, _ROW = 28, 34, 18  # px: above and below the plot, and a name
_BESIDE = 28  # px: from the end of the lines to a name
_APART = 46  # px: how far marks on a line lie apart at the least


def score_chart(
    scores: Sequence[Sequence[int]],
    names: Sequence[str],
    *,
    at: int | None = None,
    ahead: bool = True,
    width: int = 640,
    theme: str = "auto",
    style: bool = True,
) -> str:
    """How scores have grown, step by step.

    Args:
        scores: for each seat its points at step 0, 1, 2 and so on.
        names: for each seat its name.
        at: the present step, which is marked.
        ahead: whether what comes after the present step is drawn too.
        width: of the whole picture in px; what is written has always the same size.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along.

    Raises:
        TrinbError: there are no scores, or not as many as steps or names, or there is no such step.
    """
    steps = len(scores[0]) if scores else 0
    if not steps or any(len(own) != steps for own in scores) or len(names) != len(scores):
        raise TrinbError(tr("a chart needs a name for every seat, and its points at every step"))
    if at is not None and not 0 <= at < steps:
        raise TrinbError(tr("there is no step {at}: the last one is {last}", at=at, last=steps - 1))
    chart = _Chart(tuple(map(tuple, scores)), tuple(map(tidy, names)), at, ahead, max(240, width))
    box = Box(0, 0, chart.width, chart.height)
    return picture("".join(chart.parts()), box, *chart.words, theme, style, rules=RULES)


@frozen(slots=False)
class _Chart:
    """One chart: where everything lies, and its parts as elements."""

    scores: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    at: int | None
    ahead: bool
    width: int

    # --- where things lie --------------------------------------------------------------------------

    @property
    def height(self) -> int:
        """High enough for all names, one beneath the other."""
        return _TOP + _BOTTOM + max(168, _ROW * len(self.names))

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.scores[0]) - 1

    @property
    def end(self) -> int:
        """The last step that is drawn."""
        return self.last if self.at is None or self.ahead else self.at

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """The points that are written at the left, lowest first."""
        low, high = min(map(min, self.scores)), max(map(max, self.scores))
        return ticks(min(low, 0), max(high, 10), 4)

    @cached_property
    def left(self) -> float:
        return 16 + _LETTER * max(len(plain(points)) for points in self.heights)

    @cached_property
    def points_room(self) -> float:
        return 18 + _LETTER * max(len(plain(own[self.end])) for own in self.scores)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The names as they are written: cut so that two thirds of the picture are left for the lines."""
        room = self.width * 0.36 - _BESIDE - self.points_room
        return tuple(fitted(name, room) for name in self.names)

    @cached_property
    def right(self) -> float:
        return self.width - _BESIDE - self.points_room - max(map(length, self.labels))

    @property
    def bottom(self) -> float:
        return self.height - _BOTTOM

    def x(self, step: int) -> float:
        return self.left + (self.right - self.left) * step / max(1, self.last)

    def y(self, points: int, seat: int | None = None) -> float:
        """The height of some points; equal lines lie side by side rather than one upon the other."""
        low, high = self.heights[0], self.heights[-1]
        count = len(self.names)
        aside = 0.0 if seat is None else (seat - (count - 1) / 2) * min(1.6, 6 / count)
        return self.bottom - (self.bottom - _TOP) * (points - low) / (high - low) + aside

    # --- what is drawn -----------------------------------------------------------------------------

    def parts(self) -> Iterator[str]:
        """From the back to the front."""
        yield from self._frame()
        yield self._now_line()
        # The names stand in the order of the points, and equal ones in that of the seats.
        ends = [self.y(own[self.end]) + seat / 100 for seat, own in enumerate(self.scores)]
        for seat, height in enumerate(apart(ends, _ROW, _TOP, self.bottom)):
            yield self._seat(seat, height)
        yield self._now_dots()
        yield (
            f'<rect class="chart-hit" data-steps="{self.last}" x="{number(self.left)}" y="{_TOP - 16}"'
            f' width="{number(self.right - self.left)}" height="{number(self.bottom - _TOP + 32)}"/>'
        )

    def _frame(self) -> Iterator[str]:
        """The heights and the steps."""
        for points in self.heights:
            kind, y = "chart-axis" if points == 0 else "chart-grid", self.y(points)
            yield f'<path class="{kind}" d="M{number(self.left)} {number(y)}H{number(self.right)}"/>'
            yield _text("chart-tick chart-up", self.left - 8, y + 4, plain(points))
        for step in ticks(0, max(1, self.last), 6 if self.width > 480 else 4):
            if step <= self.last:
                yield _text("chart-tick", self.x(step), self.bottom + 20, str(step))

    def _seat(self, seat: int, label: float) -> str:
        """The line of a seat with its marks, and its name at a height beside the end."""
        own, end = self.scores[seat], self.end
        now = end if self.at is None else self.at
        body = self._line(seat, 0, now, "chart-line")
        if now < end:
            body += self._line(seat, now, end, "chart-line chart-ahead")
        x, y, beside = self.x(end), self.y(own[end], seat), self.right + _BESIDE - 14
        if end == self.last:  # else a line to the name would look as if it told what comes
            way = f"M{number(x + 5)} {number(y)}L{number(beside)} {number(label)}"
            body += f'<path class="chart-leader" d="{way}"/>'
        body += "".join(self._mark(seat, step) for step in self._marked(seat))
        body += _mark(seat, beside + 4, label)
        body += _text("chart-who", beside + 14, label + 4.5, inert(self.labels[seat]), ' data-name=""')
        body += _text("chart-points", self.width - 8, label + 4.5, plain(own[end]))
        return f'<g class="chart-look-{seat % LOOKS}">{body}</g>'

    def _line(self, seat: int, start: int, end: int, kind: str) -> str:
        """Stairs: what a seat has stays until it changes."""
        own = self.scores[seat]
        data = f"M{number(self.x(start))} {number(self.y(own[start], seat))}"
        for step in range(start + 1, end + 1):
            if own[step] != own[step - 1]:
                data += f"H{number(self.x(step))}V{number(self.y(own[step], seat))}"
        return f'<path class="{kind}" d="{data}H{number(self.x(end))}"/>'

    def _marked(self, seat: int) -> Iterator[int]:
        """The steps at which a line has a mark: where it changes, but not too close to one another."""
        own, before = self.scores[seat], self.left - _APART
        for step in range(1, self.end + 1):
            if own[step] != own[step - 1] and self.x(step) - before >= _APART:
                before = self.x(step)
                yield step

    def _mark(self, seat: int, step: int) -> str:
        return _mark(seat, self.x(step), self.y(self.scores[seat][step], seat))

    def _now_line(self) -> str:
        if self.at is None:
            return ""
        x = self.x(self.at)
        line = f'<path class="chart-axis" d="M{number(x)} {_TOP - 6}V{number(self.bottom + 6)}"/>'
        words = tr("step {at}", at=self.at)
        room = length(words) / 2
        middle = min(max(x, room), self.width - room)
        return f'<g class="chart-now">{line}{_text("chart-step", middle, _TOP - 11, inert(words))}</g>'

    def _now_dots(self) -> str:
        if self.at is None:
            return ""
        dots = (
            f'<g class="chart-look-{seat % LOOKS}">{self._mark(seat, self.at)}</g>'
            for seat in range(len(self.scores))
        )
        return f'<g class="chart-now">{"".join(dots)}</g>'

    @property
    def words(self) -> tuple[str, str]:
        """The chart for those who hear it: its title and its description."""
        final = tr("At the end: {points}.", points=self._told(self.last))
        if self.at is None:
            return trn("Running score over {n} step", "Running score over {n} steps", self.last), final
        now = self._told(self.at)
        title = tr("Running score at step {at} of {last}: {points}", at=self.at, last=self.last, points=now)
        return title, final if self.ahead else ""

    def _told(self, step: int) -> str:
        told = zip(self.names, self.scores, strict=True)
        return ", ".join(f"\u2068{name}\u2069 {plain(own[step])}" for name, own in told)


def ticks(low: int, high: int, most: int) -> tuple[int, ...]:
    """Round numbers from at most `low` to at least `high`, about `most` of them.

    >>> ticks(0, 125, 4), ticks(-30, 90, 4), ticks(0, 1, 4)
    ((0, 50, 100, 150), (-50, 0, 50, 100), (0, 1))
    """
    rough = max(1.0, (high - low) / most)
    power = int(10 ** floor(log10(rough)))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return tuple(range(low // step * step, -(-high // step) * step + 1, step))


def apart(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places moved as little as need be, so that any two lie `gap` apart and all between `low` and `high`.

    Their order stays.  What has no room sticks out at the high end.

    >>> apart([10, 50, 12], 18, 0, 90), apart([10, 50, 12], 18, 5, 45)
    ([2.0, 50.0, 20.0], [5, 45, 23])
    """

    def first(group: Sequence[int]) -> float:
        """Where a group begins that lies about its middle."""
        span = gap * (len(group) - 1)
        return max(low, min(sum(places[index] for index in group) / len(group) - span / 2, high - span))

    groups: list[list[int]] = []
    for index in sorted(range(len(places)), key=places.__getitem__):
        groups.append([index])
        while len(groups) > 1 and first(groups[-1]) < first(groups[-2]) + gap * len(groups[-2]):
            groups[-2:] = [groups[-2] + groups[-1]]
    moved = {index: first(group) + row * gap for group in groups for row, index in enumerate(group)}
    return [moved[index] for index in range(len(places))]


def length(text: str) -> float:
    """About how long a text of 13 px is, in px."""
    return sum(_LETTER * _width(letter) for letter in text)


def _width(letter: str) -> float:
    """How wide a letter is, beside a Latin one: Cyrillic and Greek ones are a little wider."""
    if east_asian_width(letter) in "WF":
        return 1.8
    return 1.2 if "\u0370" <= letter <= "\u052f" else 1.0


def fitted(text: str, room: float) -> str:
    """A text cut to so many px.

    >>> fitted("Ada", 60), fitted("Hieronymus", 60)
    ('Ada', 'Hieron…')
    """
    if length(text) <= room:
        return text
    while text and length(text) > room - _LETTER:
        text = text[:-1]
    return text.rstrip() + "…"


def _text(kind: str, x: float, y: float, words: str, more: str = "") -> str:
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}"{more}>{words}</text>'


def _mark(seat: int, x: float, y: float) -> str:
    """The shape of a seat around a point."""
    return f'<path class="chart-mark" d="M{number(x)} {number(y)}{_SHAPES[seat % LOOKS]}"/>'


_SHAPES = (
    "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",  # a disc
    "m-4.5-4.5h9v9h-9z",  # a square
    "m0-6l6 6l-6 6l-6-6z",  # a square on its tip
    "m0-5.5l6 10.5h-12z",  # a triangle that points up
    "m0 5.5l6-10.5h-12z",  # a triangle that points down
    "m-1.9-5.6h3.8v3.7h3.7v3.8h-3.7v3.7h-3.8v-3.7h-3.7v-3.8h3.7z",  # a cross
    "m-6.5-2.6h13v5.2h-13z",  # a bar
    "m0-8l2.3 5.7 5.7 2.3-5.7 2.3-2.3 5.7-2.3-5.7-5.7-2.3 5.7-2.3z",  # a star with four points
)
