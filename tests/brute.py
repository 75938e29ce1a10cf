"""Slow geometry, written apart from the engine so that it can bear witness against it.

Nothing here imports trinb: all is read from the text of a position. The vertex (q, r) is the *point*
(2q + r, r), twice its place across the page and the number of its row. A *triangle* is a frozenset of three
points; what is a neighbour, what is clockwise and what is enclosed follows from the points alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

Point = tuple[int, int]
Triangle = frozenset[Point]
Clockwise = tuple[Point, Point, Point]

SHORT = "0123456789ab"
COMPASS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The six steps to the next points, counter-clockwise from the east."""


def point(q: int, r: int) -> Point:
    """The point of the vertex (q, r)."""
    return 2 * q + r, r


def vertex(where: Point) -> tuple[int, int]:
    """The vertex (q, r) of a point."""
    x, y = where
    return (x - y) // 2, y


def clockwise(triangle: Iterable[Point]) -> Clockwise:
    """The points of a triangle as the text lists their digits: the apex first, then clockwise."""
    (_, first), (_, second), (_, third) = low_to_high = sorted((y, (x, y)) for x, y in triangle)
    if low_to_high[0][0] == low_to_high[1][0]:
        return third, second, first  # △: top, right, left
    return first, second, third  # ▽: bottom, left, right


def triangle_of(word: str) -> Triangle:
    """The triangle of ``^q,r`` or ``vq,r``."""
    q, r = map(int, word[1:].split(","))
    x, y = point(q, r)
    if word[0] == "^":
        return frozenset({(x, y), (x + 2, y), (x + 1, y + 1)})
    return frozenset({(x + 2, y), (x + 1, y + 1), (x + 3, y + 1)})


def word_of(triangle: Triangle) -> str:
    """The text of a triangle, ``^q,r`` or ``vq,r``."""
    apex, _, third = clockwise(triangle)
    if apex[1] > third[1]:
        q, r = vertex(third)
        return f"^{q},{r}"
    q, r = vertex(apex)
    return f"v{q - 1},{r}"


def across(triangle: Triangle, corner: Point) -> Triangle:
    """The triangle beyond the side opposite a corner: that corner, reflected in the middle of the side."""
    (ax, ay), (bx, by) = triangle - {corner}
    return (triangle - {corner}) | {(ax + bx - corner[0], ay + by - corner[1])}


def around(where: Point) -> list[Triangle]:
    """The six triangles that meet at a point."""
    x, y = where
    ring = [(x + dx, y + dy) for dx, dy in COMPASS]
    return [frozenset({where, ring[i], ring[(i + 1) % 6]}) for i in range(6)]


class Seen(NamedTuple):
    """How a tile met the picture when it was laid."""

    kind: str
    sides: int
    hexagons: int
    extends: bool


class Picture:
    """A board drawn by hand: the triangles in the order laid, and a digit at every point they touch."""

    def __init__(self, text: str = "") -> None:
        self.laid: dict[Triangle, str] = {}
        self.digit: dict[Point, int] = {}
        self.seen: dict[Triangle, Seen] = {}
        for token in text.split():
            self.lay(token)

    def lay(self, token: str) -> Seen:
        """Lay a tile; nothing is asked but that the token can be read."""
        word, digits = token.split("=")
        triangle = triangle_of(word)
        self.seen[triangle] = self.look(triangle)
        self.laid[triangle] = digits
        self.digit.update(zip(clockwise(triangle), map(SHORT.index, digits), strict=True))
        return self.seen[triangle]

    # --- one triangle ----------------------------------------------------------------------------

    def look(self, triangle: Triangle) -> Seen:
        """How a tile laid here now would meet the picture."""
        shared = [corner for corner in triangle if across(triangle, corner) in self.laid]
        full = sum(all(one in self.laid or one == triangle for one in around(corner)) for corner in triangle)
        if not self.laid:
            kind = "start"
        elif len(shared) == 1:
            kind = "bridge" if shared[0] in self.digit else "plain"
        else:
            kind = {2: "docking", 3: "drone"}.get(len(shared), "apart")
        built_on = [self.seen[across(triangle, corner)] for corner in shared]
        on_bridge = any(one.kind == "bridge" or one.extends for one in built_on)
        return Seen(kind, len(shared), full, kind in ("docking", "drone") and full == 0 and on_bridge)

    def fault(self, token: str) -> tuple[str, list[tuple[int, int]]] | None:
        """Why this tile may not be laid, and the vertices where it clashes, clockwise from the apex."""
        word, digits = token.split("=")
        triangle = triangle_of(word)
        if triangle in self.laid:
            return "CELL_FILLED", []
        if self.laid and not any(across(triangle, corner) in self.laid for corner in triangle):
            return "NO_SHARED_SIDE", []
        corners = zip(clockwise(triangle), map(SHORT.index, digits), strict=True)
        clashes = [vertex(where) for where, digit in corners if self.digit.get(where, digit) != digit]
        return ("DIGITS_CLASH", clashes) if clashes else None

    # --- the whole picture -----------------------------------------------------------------------

    def field(self, margin: int = 3) -> list[Triangle]:
        """All triangles, filled or not, in a rectangle around the picture."""
        xs, ys = [x for x, _ in self.digit], [y for _, y in self.digit]
        low_x, high_x = min(xs) - 2 * margin, max(xs) + 2 * margin
        low_y, high_y = min(ys) - margin, max(ys) + margin
        found = set()
        for y in range(low_y, high_y + 1):
            for x in range(low_x, high_x + 1):
                if (x - y) % 2 == 0:
                    found.update(around((x, y)))
        inside = [t for t in found if all(low_x <= x <= high_x and low_y <= y <= high_y for x, y in t)]
        return sorted(inside, key=sorted)

    def open_triangles(self) -> set[Triangle]:
        """The empty triangles that share a side with a filled one."""
        beside = {across(triangle, corner) for triangle in self.laid for corner in triangle}
        return beside - self.laid.keys()

    def holes(self) -> list[set[Triangle]]:
        """The holes, by a flood over the whole field that starts at its rim."""
        if not self.laid:
            return []
        dry = set(self.field()) - self.laid.keys()
        low = min(sorted(dry, key=sorted), key=lambda triangle: min(y for _, y in triangle))
        _flood(dry, low)
        holes = []
        while dry:
            holes.append(_flood(dry, next(iter(dry))))
        return holes

    def hole_count(self) -> int:
        """The number of holes by Euler: in one piece, points − sides + triangles = 1 − holes."""
        sides = {triangle - {corner} for triangle in self.laid for corner in triangle}
        return 1 - (len(self.digit) - len(sides) + len(self.laid)) if self.laid else 0

    def hexagons(self) -> set[tuple[int, int]]:
        """The vertices that lie in six filled triangles."""
        counts: dict[Point, int] = {}
        for triangle in self.laid:
            for corner in triangle:
                counts[corner] = counts.get(corner, 0) + 1
        return {vertex(where) for where, count in counts.items() if count == 6}

    def placements(self, tiles: Iterable[tuple[int, int, int]]) -> Iterator[str]:
        """Every legal tile in every turn in every triangle of the field; the picture must not be empty."""
        turns = {turn for a, b, c in tiles for turn in ((a, b, c), (b, c, a), (c, a, b))}
        digits = ["".join(SHORT[digit] for digit in turn) for turn in sorted(turns)]
        for triangle in self.field(margin=2):
            word = word_of(triangle)
            if digits and self.fault(f"{word}={digits[0]}") in (("CELL_FILLED", []), ("NO_SHARED_SIDE", [])):
                continue  # whatever the digits
            for three in digits:
                if self.fault(f"{word}={three}") is None:
                    yield f"{word}={three}"


def _flood(dry: set[Triangle], start: Triangle) -> set[Triangle]:
    """Take out of `dry` all that is joined to `start` across sides, and return it."""
    wet, edge = {start}, [start]
    dry.discard(start)
    while edge:
        here = edge.pop()
        for corner in here:
            other = across(here, corner)
            if other in dry:
                dry.discard(other)
                wet.add(other)
                edge.append(other)
    return wet
