"""The picture of a wall: tiles in groups under headings, each marked by where it is; a tile and its mirror.

A picture stands on its own, like those in `svg`: a title and a description, no ids, all text inert.  Tiles
are told apart by their outline **and** by letters and signs at their corners, never by colour alone:

====================== ==============================================================================
``g.tile``             a tile with its name; ``data-tile`` and ``data-mark`` say which, and where it is
``g.here``             only in the first set, A: a thick outline and the letter A
``g.there``            only in the second set, B: dashes and the letter B
``g.absent``           not in the set at all: dots
``path.sign``          two arrows where the other set has the mirror, a cross where it has neither
====================== ==============================================================================

>>> from trinb import TileSet, walls
>>> picture = wall(walls.wall(TileSet.ascending(2), "kind"), title="Four tiles", style=False)
>>> picture.count('class="tile'), picture.count('class="heading"')
(4, 2)
>>> picture[picture.index("<desc>") : picture.index("</desc>")]
'<desc>triples: three equal digits: 0-0-0, 1-1-1. doubles: two equal digits: 0-0-1, 0-1-1.'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import wrap

from ..notation import Digits
from ..tiles import Tile
from ..walls import MARK_WORDS, Group, Mark
from ..words import tr
from . import shapes, svg
from .shapes import SIDE, TALL, Seat, inert, number

RULES = """
@ g.here path.face{stroke:$bridge;stroke-width:3}
@ g.there path.face{fill:$ground;stroke:$docking;stroke-width:2.6;stroke-dasharray:7 4}
@ g.absent path.face{fill:transparent;stroke:$place;stroke-width:1.6;stroke-dasharray:.1 4.2}
@ g.absent path.face{stroke-linecap:round}
@ g.absent text.digit{fill:$faint}
@ circle.badge{fill:$ground;stroke:$text;stroke-width:1.3}
@ text.badge{font-size:12px;font-weight:700}
@ path.sign{fill:none;stroke:$text;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
@ path.axis{fill:none;stroke:$muted;stroke-width:1.6;stroke-dasharray:6 5;stroke-linecap:round}
@ text.title{text-anchor:start;font-size:18px;font-weight:700}
@ text.heading{text-anchor:start;font-size:16px;font-weight:600}
@ text.caption{text-anchor:start;fill:$muted;font-size:13px}
@ path.bracket{fill:none;stroke:$edge;stroke-width:1;stroke-linecap:round}
@ text.block{font-size:14px;font-weight:600}
"""
"""The rules of its classes, for `palette.more_rules`."""

_ACROSS, _DOWN = SIDE + 18, TALL + 38  # px: the room of one tile with its name
_MARGIN, _GAP, _LINE = 16, 12, 22  # px: around everything, above a group, a line of words
_LETTER, _WIDE = 7.6, 10.6  # px: a letter of 13 px and a bold one of 18 px, on an average
_ASIDE = 25  # px: how far a letter or a sign lies beside the apex

_CLASSES = {
    Mark.IN_SET: "tile",
    Mark.BOTH: "tile",
    Mark.ABSENT: "tile absent",
    Mark.HERE: "tile here",
    Mark.HERE_MIRROR: "tile here",
    Mark.THERE: "tile there",
    Mark.THERE_MIRROR: "tile there",
}
_LETTERS = {Mark.HERE: "A", Mark.HERE_MIRROR: "A", Mark.THERE: "B", Mark.THERE_MIRROR: "B"}


def wall(
    groups: Sequence[Group],
    *,
    title: str,
    notes: Sequence[str] = (),
    columns: int | None = None,
    theme: str = "auto",
    style: bool = True,
) -> str:
    """A wall of tiles under headings, with a key to its marks.

    Args:
        groups: what `walls.wall` has laid out.
        title: what it is; stands on top.
        notes: further lines beneath it.
        columns: how many tiles in a row, at least 4; by default so that it is about a sheet of paper.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along (with `RULES`).
    """
    count = sum(len(group.bricks) for group in groups)
    page = _Page(max(4, columns or round((0.95 * count) ** 0.5)))
    page.write("title", [title])
    page.write("caption", notes)
    if isinstance(groups[0].key if groups else None, tuple):
        page.blocks(groups)
    else:
        for group in groups:
            page.group(group)
    page.key(sorted({brick.mark for group in groups for brick in group.bricks}, key=list(Mark).index))
    if not count:
        page.write("caption", [tr("no tiles")])
    return page.framed(title, _described(groups), theme, style)


def sample(mark: Mark, digits: Digits = (0, 0, 0)) -> str:
    """One tile of a wall without its name, for those who make a wall of many: only its digits differ.

    >>> sample(Mark.HERE).count("<text"), sample(Mark.BOTH).count("<text")
    (4, 3)
    """
    body = f'<g class="{_CLASSES[mark]}">{_face(mark, digits, Seat(0, 0, True))}</g>'
    return f'<svg class="trinb-picture" aria-hidden="true" viewBox="-36 -5 72 66">{body}</svg>'


def pair(tile: Tile, marks: tuple[Mark, Mark], *, theme: str = "auto", style: bool = True) -> str:
    """A tile and, across a line, the tile that a mirror on this line shows.

    Args:
        tile: the tile.
        marks: where it is, and where its mirror is.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along.
    """
    a, b, c = tile.digits
    title = tr("{tile} and its mirror {mirror}", tile=tile, mirror=tile.mirror())
    left = _brick(tile, marks[0], Seat(50, 14, True), tile.digits)
    right = _brick(tile.mirror(), marks[1], Seat(150, 14, True), (a, c, b))
    parts = [left, shapes.path("axis", f"M100 10v{number(TALL + 12)}"), right]
    box = svg.Box(0, 0, 200, TALL + 48)
    return svg.picture("".join(parts), box, title, title, theme, style, rules=RULES)


class _Page:
    """A page that is filled from the top down."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.width = columns * _ACROSS + 2 * _MARGIN
        self.y = float(_MARGIN)
        self.parts: list[str] = []

    def write(self, kind: str, lines: Iterable[str], indent: float = 0) -> None:
        """Lines of words, each broken where the page ends."""
        room = int((self.width - 2 * _MARGIN - indent) / (_WIDE if kind in ("title", "heading") else _LETTER))
        for line in lines:
            for part in wrap(line[:1000], room, max_lines=8, placeholder=" …"):
                self.parts.append(shapes.text(kind, _MARGIN + indent, self.y + 16, inert(part)))
                self.y += _LINE

    def group(self, group: Group) -> None:
        """A heading, and the tiles in rows beneath it."""
        self.y += _GAP
        if group.key is not None:
            self.write("heading", [group.heading()])
        for index, brick in enumerate(group.bricks):
            row, column = divmod(index, self.columns)
            self.parts.append(_brick(brick.tile, brick.mark, self._seat(column, self.y + row * _DOWN)))
        self.y += -(-len(group.bricks) // self.columns) * _DOWN

    def blocks(self, groups: Sequence[Group]) -> None:
        """Small groups, as many in a row as there is room for."""
        self.y += _GAP
        column = 0
        for group in groups:
            wide = len(group.bricks)
            if column and column + wide > self.columns:
                column = 0
                self.y += _DOWN + _LINE + 6
            middle = _MARGIN + (column + wide / 2) * _ACROSS
            self.parts.append(shapes.text("block", middle, self.y + 14, inert(group.heading())))
            if wide > 1:  # what belongs together
                reach = (wide - 1) / 2 * _ACROSS + SIDE / 2
                bracket = f"M{number(middle - reach)} {number(self.y + 24)}v-4h{number(2 * reach)}v4"
                self.parts.append(shapes.path("bracket", bracket))
            for step, brick in enumerate(group.bricks):
                seat = self._seat(column + step, self.y + _LINE + 3)
                self.parts.append(_brick(brick.tile, brick.mark, seat))
            column += wide
        self.y += _DOWN + _LINE

    def key(self, marks: Sequence[Mark]) -> None:
        """What the marks mean, if there is more than one."""
        if set(marks) <= {Mark.IN_SET}:
            return
        self.y += _GAP
        for mark in marks:
            seat = Seat(_MARGIN + SIDE / 2, self.y, True)
            self.parts.append(f'<g class="{_CLASSES[mark]}">{_face(mark, None, seat)}</g>')
            self.y += TALL / 2 - 8
            self.write("caption", [tr(MARK_WORDS[mark])], SIDE + 18)
            self.y += TALL / 2 - 6

    def _seat(self, column: int, y: float) -> Seat:
        return Seat(_MARGIN + (column + 0.5) * _ACROSS, y + 4, True)

    def framed(self, title: str, description: str, theme: str, style: bool) -> str:
        """The whole picture, as far as it is filled."""
        box = svg.Box(0, 0, self.width, self.y + _MARGIN)
        return svg.picture("".join(self.parts), box, title, description, theme, style, rules=RULES)


def _brick(tile: Tile, mark: Mark, seat: Seat, turned: Digits | None = None) -> str:
    """A tile with its name beneath."""
    name = shapes.text("name", seat.x, seat.y + TALL + 18, str(tile))
    face = _face(mark, turned or tile.digits, seat)
    return f'<g class="{_CLASSES[mark]}" data-tile="{tile}" data-mark="{mark.value}">{face}{name}</g>'


def _face(mark: Mark, digits: Digits | None, seat: Seat) -> str:
    """A tile, or only its outline, and the signs beside its apex."""
    face = shapes.tile(seat, digits) if digits else shapes.path("face", shapes.outline(seat))
    return face + _letter(mark, seat) + _sign(mark, seat)


def _letter(mark: Mark, seat: Seat) -> str:
    """The letter of the only set that has the tile."""
    if mark not in _LETTERS:
        return ""
    x, y = seat.x + _ASIDE, seat.y + 9
    ring = f'<circle class="badge" cx="{number(x)}" cy="{number(y)}" r="9"/>'
    return ring + shapes.text("badge", x, y + 4.4, _LETTERS[mark])


def _sign(mark: Mark, seat: Seat) -> str:
    """What the other set has of the tile's digits: two arrows for the mirror, a cross for nothing."""
    x, y = number(seat.x - _ASIDE), number(seat.y + 9)
    if mark in (Mark.HERE_MIRROR, Mark.THERE_MIRROR):
        return shapes.path("sign", f"M{x} {y}m-8-3.5h15m-4-3.5l4 3.5-4 3.5m5 3.5h-15m4-3.5l-4 3.5 4 3.5")
    if mark in (Mark.HERE, Mark.THERE):
        return shapes.path("sign", f"M{x} {y}m-5-5l10 10m0-10l-10 10")
    return ""


def _described(groups: Sequence[Group]) -> str:
    """The wall in words, for those who hear it."""
    sentences = []
    for group in groups:
        for mark, bricks in groupby(group.bricks, lambda brick: brick.mark):
            names = ", ".join(str(brick.tile) for brick in bricks)
            plain = mark in (Mark.IN_SET, Mark.BOTH)
            words = [group.heading(), "" if plain else tr(MARK_WORDS[mark]), names]
            sentences.append(": ".join(filter(None, words)) + ".")
    return " ".join(sentences)
