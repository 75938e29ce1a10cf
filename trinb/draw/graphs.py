"""Graphs as text: one ``<svg>`` for any networkx graph whose nodes have a place in the plane.

A node of the lattice lies where the lattice puts it (its attribute ``pos``); for others places are given.
Like the pictures of `svg`, a graph has a title, a description and no ids, and is told by its classes:

=================================== ==================================================================
``g.node``                          a node with its label, with ``data-node``: see `graphs.name_of`
``g.node.pale``                     one that does not take part yet
``g.node.lit`` ``g.node.near``      a ring around it; dashes around it
``path.link``                       all edges; those that matter once more as ``path.thick``, those that
                                    join what is lit to what is lit or near once more as ``path.along``
``path.field`` ``path.hole``        the cells behind a graph; the hatching of holes
=================================== ==================================================================

>>> from trinb.board import Board
>>> from trinb.graphs import vertex_graph
>>> picture = draw(vertex_graph(Board.parse("^0,0=012")), title="One tile", style=False)
>>> picture.count('class="node"'), 'data-node="1,0"' in picture
(3, True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias

import networkx as nx

from ..graphs import Node, name_of
from ..lattice import Cell
from ..words import tr, trn
from . import shapes, svg
from .shapes import SIDE, inert, number

Point: TypeAlias = tuple[float, float]

RULES = """
@ path.field{fill:$face;fill-opacity:.6;stroke:$lattice;stroke-width:1}
@ circle.halo{fill:none;stroke:$ground;stroke-width:7}
@ g.near circle.halo{stroke-width:4.4}
@ path.link,@ path.thick,@ path.along{fill:none;stroke-linecap:round}
@ path.link{stroke:$edge;stroke-width:1.5}
@ path.many{stroke-width:.8;stroke-opacity:.55}
@ path.thick{stroke:$digit;stroke-width:2.4}
@ path.along{stroke:$focus;stroke-width:4.2}
@ g.node{cursor:pointer}
@ g.node circle.hit{fill:transparent;pointer-events:all}
@ g.node circle.disc{fill:$face;stroke:$digit;stroke-width:1.8}
@ g.node text{fill:$digit;font-weight:600;pointer-events:none}
@ g.pale circle.disc{fill:$ground;stroke:$edge;stroke-width:1.1}
@ g.pale text{fill:$muted;font-weight:400}
@ g.node:hover circle.disc{fill:$chosen}
"""
"""What a graph's own classes look like, for `palette.more_rules`."""

_MARGIN = 14
_LISTED = 80  # nodes: no more are described one by one


def draw(
    graph: nx.Graph[Any],
    *,
    places: Mapping[Any, Point] | None = None,
    labels: Mapping[Any, str] | None = None,
    cells: Iterable[Cell] = (),
    holes: Iterable[Cell] = (),
    lit: Collection[Node] = (),
    near: Collection[Node] = (),
    pale: Collection[Node] = (),
    thick: Iterable[tuple[Node, Node]] = (),
    unit: float = SIDE,
    radius: float = 17,
    title: str | None = None,
    theme: str = "auto",
    style: bool = True,
) -> str:
    """Draw a graph of vertices, of cells or of tiles.

    Args:
        graph: the graph.
        places: where the nodes lie, in sides of a cell, y upwards; by default their attribute ``pos``.
        labels: what is written on the nodes; by default their attribute ``label``.
        cells: cells to be seen faintly behind the graph.
        holes: cells to be hatched.
        lit: nodes with a ring around them.
        near: nodes with dashes around them.
        pale: nodes that do not take part yet.
        thick: edges to be drawn thick.
        unit: the side of a cell in px.
        radius: of a node in px.
        title: what it is, for those who hear it; by default how many nodes and edges it has.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along.
    """
    paper = _Paper(places or {node: data["pos"] for node, data in graph.nodes(data=True)}, unit)
    parts = [paper.field(cell) for cell in cells] + [paper.hatching(cell) for cell in holes]
    seen = {*lit, *near}
    along = [(a, b) for a, b in graph.edges if {a, b} <= seen and not {a, b}.isdisjoint(lit)]
    # With so many edges they cannot all lie apart in the plane.
    link = "link many" if graph.number_of_edges() > 3 * len(graph) else "link"
    for kind, edges in ((link, graph.edges), ("along", along), ("thick", thick)):
        parts += [shapes.path(kind, paper.lines(edges))] if edges else []
    words = labels or {node: str(data.get("label", "")) for node, data in graph.nodes(data=True)}
    # What is lit comes last, so that no other node lies over its ring.
    for node in sorted(graph, key=lambda node: (node in lit, node in near)):
        names = [name for name, some in (("pale", pale), ("near", near), ("lit", lit)) if node in some]
        parts.append(_node(node, words.get(node, ""), paper.at(node), radius, names))
    if not graph:
        parts.append(shapes.text("hint", 0, 6, inert(tr("no nodes yet"))))
    box = paper.box(radius + _MARGIN)
    name = _title(graph) if title is None else title
    return svg.picture("".join(parts), box, name, _described(graph), theme, style, rules=RULES)


def _title(graph: nx.Graph[Any]) -> str:
    nodes = trn("{n} node", "{n} nodes", graph.number_of_nodes())
    edges = trn("{n} edge", "{n} edges", graph.number_of_edges())
    return tr("Graph: {nodes}, {edges}", nodes=nodes, edges=edges)


def _described(graph: nx.Graph[Any]) -> str:
    """The graph in words: the degree of each node."""
    listed = ", ".join(f"{name_of(node)}: {graph.degree[node]}" for node in list(graph)[:_LISTED])
    return tr("The degree of each node: {degrees}", degrees=listed or "–")


def _node(node: Node, label: str, place: Point, radius: float, names: Collection[str]) -> str:
    """A circle with a label, something larger to hit, and the line around it if there is one."""
    x, y = map(number, place)

    def circle(kind: str, r: float) -> str:
        return f'<circle class="{kind}" cx="{x}" cy="{y}" r="{number(r)}"/>'

    around = circle("halo", radius + 5) + circle("ring", radius + 5) if {"lit", "near"} & set(names) else ""
    size = min(18.0, 3.1 * radius / max(1, len(label)))  # so that it fits into the circle
    below = number(place[1] + 0.36 * size)
    words = f'<text x="{x}" y="{below}" font-size="{number(size)}">{inert(label, 12)}</text>'
    classes = " ".join(["node", *names])
    parts = circle("hit", radius + 6) + circle("disc", radius) + words + around
    return f'<g class="{classes}" data-node="{inert(name_of(node))}">{parts}</g>'


class _Paper:
    """Where things lie on the paper: relative to the first node, so that a far-away board stays sharp."""

    def __init__(self, places: Mapping[Any, Point], unit: float) -> None:
        self._places, self._unit = places, unit
        self._origin = next(iter(places.values()), (0.0, 0.0))

    def _point(self, place: Point) -> Point:
        return (place[0] - self._origin[0]) * self._unit, (self._origin[1] - place[1]) * self._unit

    def at(self, node: Node) -> Point:
        return self._point(self._places[node])

    def lines(self, edges: Iterable[tuple[Node, Node]]) -> str:
        """Straight lines as path data."""
        return "".join("M{} {}L{} {}".format(*map(number, (*self.at(a), *self.at(b)))) for a, b, *_ in edges)

    def field(self, cell: Cell) -> str:
        corners = (" ".join(map(number, self._point(corner.xy))) for corner in cell.corners)
        return shapes.path("field", f"M{'L'.join(corners)}z")

    def hatching(self, cell: Cell) -> str:
        """Level lines, as in the picture of a board."""
        (x, y), right, left = (self._point(corner.xy) for corner in cell.corners)
        tall = right[1] - y
        lines = []
        for share in (0.42, 0.62, 0.82):
            half = share * abs(right[0] - left[0]) / 2 - 6
            lines.append(f"M{number(x - half)} {number(y + share * tall)}h{number(2 * half)}")
        return shapes.path("hole", "".join(lines))

    def box(self, margin: float) -> svg.Box:
        """Around all nodes, with a margin."""
        points = [self._point(place) for place in self._places.values()]
        xs, ys = [x for x, _ in points] or [-90.0, 90.0], [y for _, y in points] or [-20.0, 20.0]
        left, top = min(xs) - margin, min(ys) - margin
        return svg.Box(left, top, max(xs) + margin - left, max(ys) + margin - top)
