"""A quick look for a good turn, where the search for the best one was not finished.

Of all sets of one tile, the `WIDTH` with the most points are kept; of what follows from those with one tile
more, again; and so on.  That proves nothing, but a search that goes depth-first has by its limit seen only
turns that begin alike.
"""

from __future__ import annotations

from typing import NamedTuple

from ..board import Placement
from .turnproblem import LITTLE, Problem
from .turntwin import Answer, Search, State

WIDTH = 100


class _Way(NamedTuple):
    """A state, and how it was reached: its points so far, and its placements in order."""

    points: int
    state: State
    line: tuple[Placement, ...]


def beam(problem: Problem, found: Answer) -> Answer:
    """The best turn that such a look finds, with the bound, the nodes and the seconds of what was found."""
    search = Search(problem, 0, lambda nodes: False)
    ways = [_Way(0, State(problem.board, search.box.mask(problem.tiles)), ())]
    best = found
    while ways:
        options: dict[object, tuple[int, _Way, tuple[int, object, Placement]]] = {}
        for way in ways:
            moves = search.moves(way.state)
            if not moves or search.may_stop(way.state):
                value = way.points + search.end(way.state)
                if value > best.points and value > LITTLE // 2:
                    best = found._replace(points=value, placements=way.line)
            for points, _, number, contact, placement in moves:
                total, key = way.points + points, way.state.laid | {placement}
                known = options.get(key)
                if known is None or known[0] < total:
                    options[key] = total, way, (number, contact, placement)
        kept = sorted(options.values(), key=lambda option: -option[0])[:WIDTH]
        ways = [
            _Way(total, search.after(way.state, *move), (*way.line, move[2]))  # type: ignore[arg-type]
            for total, way, move in kept
        ]
    return best
