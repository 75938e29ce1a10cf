"""Where an arrow key leads to: the nearest place in a direction."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TypeVar

from ..lattice import Cell

T = TypeVar("T")


def next_cell(start: Cell, cells: Iterable[Cell], x: int, y: int) -> Cell | None:
    """The nearest of some cells in a direction, or None: where an arrow key leads to.

    >>> print(next_cell(Cell(0, 0, True), [Cell(2, 0, True), Cell(0, 2, True)], 1, 0))
    ^2,0
    """
    return nearest_ahead(start.centre, {cell: cell.centre for cell in cells if cell != start}, x, y)


def nearest_ahead(
    start: tuple[float, float], places: Mapping[T, tuple[float, float]], x: int, y: int
) -> T | None:
    """The nearest of some places in a direction, or None.

    Places within 60° of the direction count, and those straight ahead count as nearer.

    Args:
        start: where one is.
        places: where one may go, y upwards.
        x: the direction, to the right.
        y: the direction, upwards.

    >>> nearest_ahead((0, 0), {"east": (2, 0), "north-east": (1, 2)}, 0, 1)
    'north-east'
    """
    length = math.hypot(x, y)
    if not length:
        return None
    best, nearest = None, math.inf
    for place, at in places.items():
        across, up = at[0] - start[0], at[1] - start[1]
        ahead = (across * x + up * y) / length
        aside = abs(across * y - up * x) / length
        if ahead > 0.1 and aside <= 1.75 * ahead and ahead + 2 * aside < nearest:
            best, nearest = place, ahead + 2 * aside
    return best
