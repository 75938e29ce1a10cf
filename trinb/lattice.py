"""The triangular lattice: vertices, cells, neighbours and the twelve symmetries.

A **vertex** is a pair (q, r) at q·(1, 0) + r·(½, √3/2), with y upwards.  A **cell** is one
triangle of the lattice.  Each vertex owns two cells, up △ (written ``^q,r``) and
down ▽ (``vq,r``)::

      (0,1)───────(1,1)───────(2,1)
         ╲         ╱ ╲         ╱
          ╲ v0,0  ╱   ╲ v1,0  ╱
           ╲     ╱     ╲     ╱          apex of an up cell: its top corner
    ^0,0  ╱ ╲   ╱ ^1,0  ╲   ╱           apex of a down cell: its bottom corner
         ╱   ╲ ╱         ╲ ╱
      (0,0)─(1,0)───────(2,0)           (drawn roughly; all sides have length 1)

The corners of every cell are listed **clockwise from the apex**, on up and down cells alike:

>>> Cell(0, 0, True).corners
(Vertex(q=0, r=1), Vertex(q=1, r=0), Vertex(q=0, r=0))
>>> Cell(0, 0, False).corners
(Vertex(q=1, r=0), Vertex(q=0, r=1), Vertex(q=1, r=1))

Side *i* of a cell lies opposite its corner *i*; the cell across it is ``neighbours[i]``:

>>> [str(cell) for cell in Cell(0, 0, True).neighbours]
['v0,-1', 'v-1,0', 'v0,0']

Six cells meet in each vertex, listed counter-clockwise from the one at 0–60°:

>>> [str(cell) for cell in Vertex(0, 0).cells]
['^0,0', 'v-1,0', '^-1,0', 'v-1,-1', '^0,-1', 'v0,-1']
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from operator import index
from typing import Any, ClassVar

from attrs import frozen


class _Point:
    """What `Vertex` and `Cell` share: each exists once, so that it is found in a dict by identity.

    That makes them as quick to look up as objects can be, which a round spends most of its time on.
    What is derived from one is worked out at the first question and kept: it fills a slot that
    was empty, and the empty slot is what calls `__getattr__`.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        derive = getattr(type(self), f"_find_{name}", None)
        if derive is None:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        value = derive(self)
        object.__setattr__(self, name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __iter__(self) -> Iterator[int]:
        return iter(self._key)

    def __lt__(self, other: object) -> bool:
        return self._key < other._key if isinstance(other, type(self)) else NotImplemented

    @property
    def _key(self) -> tuple[int, ...]:
        raise NotImplementedError

    def __reduce__(self) -> tuple[type, tuple[int, ...]]:
        return type(self), self._key


class Vertex(_Point):
    """A point of the lattice, (q, r).

    Attributes:
        q, r: its coordinates.
        cells: the six cells that meet here, counter-clockwise from the one at 0–60°.
        corners: the same cells, each with the number of its corner that lies here.
    """

    __slots__ = ("cells", "corners", "q", "r")

    q: int
    r: int
    cells: tuple[Cell, ...]
    corners: tuple[tuple[Cell, int], ...]

    _made: ClassVar[dict[tuple[int, int], Vertex]] = {}

    def __new__(cls, q: int, r: int) -> Vertex:
        """The vertex at (q, r)."""
        found = cls._made.get((q, r))
        if found is None:
            q, r = index(q), index(r)  # no 1.0 for 1: it would be found again as if it were the same
            found = object.__new__(cls)
            object.__setattr__(found, "q", q)
            object.__setattr__(found, "r", r)
            found = cls._made.setdefault((q, r), found)
        return found

    def __repr__(self) -> str:
        return f"Vertex(q={self.q}, r={self.r})"

    @property
    def _key(self) -> tuple[int, int]:
        return self.q, self.r

    @property
    def neighbours(self) -> tuple[Vertex, ...]:
        """The six vertices at distance 1, counter-clockwise from the one at 0°."""
        return tuple(Vertex(self.q + q, self.r + r) for q, r in _STEPS)

    @property
    def xy(self) -> tuple[float, float]:
        """Where it lies in the plane; y upwards, unit = one side.

        >>> Vertex(1, 0).xy
        (1.0, 0.0)
        """
        return self.q + self.r / 2, self.r * HEIGHT

    def _find_cells(self) -> tuple[Cell, ...]:
        q, r = self.q, self.r
        return (
            Cell(q, r, True),
            Cell(q - 1, r, False),
            Cell(q - 1, r, True),
            Cell(q - 1, r - 1, False),
            Cell(q, r - 1, True),
            Cell(q, r - 1, False),
        )

    def _find_corners(self) -> tuple[tuple[Cell, int], ...]:
        return tuple((cell, cell.corners.index(self)) for cell in self.cells)


HEIGHT = math.sqrt(3) / 2
"""The height of a cell whose sides have length 1."""

_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Cell(_Point):
    """One triangle of the lattice: up △ or down ▽ at (q, r).

    Attributes:
        q, r, up: its coordinates, and whether it points up.
        corners: its three corners, clockwise from the apex.
        neighbours: the cells across its three sides; the i-th lies opposite corner i.
    """

    __slots__ = ("corners", "neighbours", "q", "r", "up")

    q: int
    r: int
    up: bool
    corners: tuple[Vertex, Vertex, Vertex]
    neighbours: tuple[Cell, Cell, Cell]

    _made: ClassVar[dict[tuple[int, int, bool], Cell]] = {}

    def __new__(cls, q: int, r: int, up: bool) -> Cell:
        """The cell that points up (or down) at (q, r)."""
        found = cls._made.get((q, r, up))
        if found is None:
            q, r = index(q), index(r)
            found = object.__new__(cls)
            object.__setattr__(found, "q", q)
            object.__setattr__(found, "r", r)
            object.__setattr__(found, "up", bool(up))
            found = cls._made.setdefault((q, r, bool(up)), found)
        return found

    def __repr__(self) -> str:
        return f"Cell(q={self.q}, r={self.r}, up={self.up})"

    def __str__(self) -> str:
        return f"{'^' if self.up else 'v'}{self.q},{self.r}"

    @property
    def _key(self) -> tuple[int, int, bool]:
        return self.q, self.r, self.up

    @property
    def centre(self) -> tuple[float, float]:
        """Its centre of gravity in the plane.

        >>> x, y = Cell(0, 0, True).centre
        >>> round(x, 3), round(y, 3)
        (0.5, 0.289)
        """
        points = [corner.xy for corner in self.corners]
        return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3

    @classmethod
    def of_corners(cls, vertices: Iterable[Vertex]) -> Cell:
        """The cell with these three corners, in whatever order.

        Raises:
            ValueError: no cell has these corners.

        >>> str(Cell.of_corners([Vertex(1, 1), Vertex(1, 0), Vertex(0, 1)]))
        'v0,0'
        """
        wanted = frozenset(vertices)
        for vertex in wanted:
            for cell in vertex.cells:
                if frozenset(cell.corners) == wanted:
                    return cell
        raise ValueError(f"no cell has the corners {sorted(wanted)}")

    def _find_corners(self) -> tuple[Vertex, Vertex, Vertex]:
        q, r = self.q, self.r
        if self.up:
            return Vertex(q, r + 1), Vertex(q + 1, r), Vertex(q, r)
        return Vertex(q + 1, r), Vertex(q, r + 1), Vertex(q + 1, r + 1)

    def _find_neighbours(self) -> tuple[Cell, Cell, Cell]:
        q, r = self.q, self.r
        if self.up:
            return Cell(q, r - 1, False), Cell(q - 1, r, False), Cell(q, r, False)
        return Cell(q, r + 1, True), Cell(q + 1, r, True), Cell(q, r, True)


@frozen
class Symmetry:
    """One of the twelve symmetries of the lattice that fix the vertex (0, 0).

    A symmetry sends (q, r) to (a·q + b·r, c·q + d·r).  Six are rotations; the other six are
    reflections, which turn clockwise into counter-clockwise.
    """

    a: int
    b: int
    c: int
    d: int

    @property
    def is_reflection(self) -> bool:
        """Whether it turns clockwise into counter-clockwise (determinant −1)."""
        return self.a * self.d - self.b * self.c < 0

    def vertex(self, vertex: Vertex) -> Vertex:
        """Where a vertex goes."""
        q, r = vertex
        return Vertex(self.a * q + self.b * r, self.c * q + self.d * r)

    def cell(self, cell: Cell) -> Cell:
        """Where a cell goes.

        >>> str(ROTATIONS[1].cell(Cell(0, 0, True)))  # by 60° counter-clockwise
        'v-1,0'
        """
        return Cell.of_corners(self.vertex(corner) for corner in cell.corners)

    def then(self, other: Symmetry) -> Symmetry:
        """The symmetry that does this one first and `other` after it."""
        return Symmetry(
            other.a * self.a + other.b * self.c,
            other.a * self.b + other.b * self.d,
            other.c * self.a + other.d * self.c,
            other.c * self.b + other.d * self.d,
        )


def _powers(turn: Symmetry) -> tuple[Symmetry, ...]:
    powers = [Symmetry(1, 0, 0, 1)]
    for _ in range(5):
        powers.append(powers[-1].then(turn))
    return tuple(powers)


ROTATIONS: tuple[Symmetry, ...] = _powers(Symmetry(0, -1, 1, 1))
"""Counter-clockwise by 0°, 60°, …, 300°."""

REFLECTIONS: tuple[Symmetry, ...] = tuple(Symmetry(0, 1, 1, 0).then(turn) for turn in ROTATIONS)
"""The mirror that swaps the two axes, followed by each rotation."""

SYMMETRIES: tuple[Symmetry, ...] = ROTATIONS + REFLECTIONS
"""All twelve."""


def region(radius: int) -> tuple[Cell, ...]:
    """The cells of a hexagon with `radius` cells from its centre (0, 0) to each side: 6·radius².

    >>> [len(region(radius)) for radius in range(4)]
    [0, 6, 24, 54]
    """
    vertices = [
        Vertex(q, r)
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if abs(q + r) <= radius
    ]
    inside = set(vertices)
    cells = {cell for vertex in vertices for cell in vertex.cells}
    return tuple(sorted(cell for cell in cells if inside.issuperset(cell.corners)))
