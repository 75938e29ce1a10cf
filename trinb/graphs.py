"""networkx graphs of the lattice, of a board and of a tile set, with attributes that plot well.

- `vertex_graph`: vertices joined by the sides of cells (the lattice itself, or what a board touches);
- `cell_graph`: the dual graph: cells joined across the sides they share;
- `tile_graph`: tiles of a set joined when they can lie side by side.

Nodes of the first two have ``pos``, their place in the plane, to be passed to `networkx.draw`; for the third
`rings` makes places.

>>> lattice = vertex_graph(region(1))
>>> lattice.number_of_nodes(), lattice.number_of_edges(), lattice.degree[Vertex(0, 0)]
(7, 12, 6)
>>> lattice.nodes[Vertex(1, 0)]["pos"]
(1.0, 0.0)

`euler` counts what Euler's formula is about.  Vertices and edges, V and E, are those of the vertex graph.
They cut the plane into **faces**, F: the tiles, the holes, and the outside.  With C for the number of
components, that is, pieces that do not touch one another, V − E + F = 1 + C.  On a board C is 1.

>>> count = euler(Board.parse("^0,0=555 v0,0=554"))
>>> count
Euler(vertices=4, edges=5, tiles=2, holes=0, components=1)
>>> count.vertices - count.edges + count.faces
2
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

import networkx as nx
from attrs import frozen

from .board import Board, Placement
from .lattice import Cell, Vertex, region
from .tiles import Tile

VertexGraph: TypeAlias = "nx.Graph[Vertex]"
CellGraph: TypeAlias = "nx.Graph[Cell]"
TileGraph: TypeAlias = "nx.Graph[Tile]"

Node: TypeAlias = Vertex | Cell | Tile
"""What is a node in one of the three."""

__all__ = [
    "Euler",
    "cell_graph",
    "degree_counts",
    "euler",
    "name_of",
    "node_called",
    "positions",
    "region",
    "rings",
    "tile_graph",
    "vertex_graph",
]


def vertex_graph(cells: Board | Iterable[Cell]) -> VertexGraph:
    """The vertices of some cells, joined by their sides.

    Node attributes: ``pos`` (x, y), ``label`` (the digit on a board, else "q,r") and ``digit`` (None
    without a board).

    >>> sorted(vertex_graph(Board.parse("^0,0=012")).nodes(data="digit"))
    [(Vertex(q=0, r=0), 2), (Vertex(q=0, r=1), 0), (Vertex(q=1, r=0), 1)]
    """
    digits: Mapping[Vertex, int] = cells.digits if isinstance(cells, Board) else {}
    places = [placement.cell for placement in cells] if isinstance(cells, Board) else list(cells)
    graph: VertexGraph = nx.Graph()
    for cell in places:
        for vertex in cell.corners:
            digit = digits.get(vertex)
            label = f"{vertex.q},{vertex.r}" if digit is None else str(digit)
            graph.add_node(vertex, pos=vertex.xy, digit=digit, label=label)
        graph.add_edges_from(combinations(cell.corners, 2))
    return graph


def cell_graph(cells: Board | Iterable[Cell]) -> CellGraph:
    """The dual graph: cells joined when they share a side.

    Node attributes: ``pos`` (the centre), ``up``, ``label``; on a board also ``tile``, ``kind`` (how it met
    the board, as text) and ``order`` (0 for the first tile).  Edge attribute ``side``: the two vertices.

    >>> graph = cell_graph(Board.parse("^0,0=555 v0,0=554"))
    >>> [(str(cell), str(data["tile"]), data["kind"]) for cell, data in graph.nodes(data=True)]
    [('^0,0', '5-5-5', 'start'), ('v0,0', '4-5-5', 'plain')]
    """
    graph: CellGraph = nx.Graph()
    if isinstance(cells, Board):
        for order, (placement, contact) in enumerate(cells.laid):
            tile, cell = placement.tile, placement.cell
            data = {"tile": tile, "label": str(tile), "kind": contact.kind.value, "order": order}
            graph.add_node(cell, pos=cell.centre, up=cell.up, **data)
    else:
        for cell in cells:
            graph.add_node(cell, pos=cell.centre, up=cell.up, label=str(cell))
    for cell in list(graph):
        for corner, other in enumerate(cell.neighbours):
            if other in graph:
                side = tuple(vertex for i, vertex in enumerate(cell.corners) if i != corner)
                graph.add_edge(cell, other, side=side)
    return graph


def tile_graph(tiles: Iterable[Tile]) -> TileGraph:
    """Tiles joined when they can lie side by side: one reads a-b clockwise where the other reads b-a.

    Node attributes: ``label``, ``sum``, ``different`` (how many different digits it has).
    Edge attribute ``sides``: the pairs (a, b), as the lesser tile reads them.

    >>> graph = tile_graph([Tile(0, 1, 2), Tile(0, 2, 1), Tile(0, 0, 0)])
    >>> [(str(a), str(b), sorted(sides)) for a, b, sides in graph.edges(data="sides")]
    [('0-1-2', '0-2-1', [(0, 1), (1, 2), (2, 0)])]
    """
    graph: TileGraph = nx.Graph()
    reads: dict[tuple[int, int], list[Tile]] = defaultdict(list)
    for tile in sorted(tiles):
        graph.add_node(tile, label=str(tile), sum=tile.sum, different=len(set(tile.digits)))
        for pair in _pairs(tile):
            reads[pair].append(tile)
    for (a, b), here in reads.items():
        for tile in here:
            for other in reads.get((b, a), ()):
                if tile < other:
                    sides = graph.edges[tile, other]["sides"] if graph.has_edge(tile, other) else set()
                    graph.add_edge(tile, other, sides=sides | {(a, b)})
    return graph


def _pairs(tile: Tile) -> set[tuple[int, int]]:
    a, b, c = tile.digits
    return {(a, b), (b, c), (c, a)}


def positions(graph: VertexGraph | CellGraph) -> dict[Vertex | Cell, tuple[float, float]]:
    """The ``pos`` of every node, as `networkx.draw` wants it.

    >>> positions(vertex_graph([Cell(0, 0, True)]))[Vertex(1, 0)]
    (1.0, 0.0)
    """
    return {node: data["pos"] for node, data in graph.nodes(data=True)}


def name_of(node: Node) -> str:
    """A node in short: ``1,0`` for a vertex, ``^1,0`` for a cell, ``0-2-1`` for a tile.

    >>> name_of(Vertex(1, 0)), name_of(Cell(1, 0, False)), name_of(Tile(1, 0, 2))
    ('1,0', 'v1,0', '0-2-1')
    """
    return f"{node.q},{node.r}" if isinstance(node, Vertex) else str(node)


_VERTEX = re.compile(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})", re.ASCII)


def node_called(name: str) -> Node:
    """The node of this name.

    Raises:
        NotationError: it is the name of nothing.

    >>> node_called("0,-1"), node_called("v0,0"), node_called("2-1-0")
    (Vertex(q=0, r=-1), Cell(q=0, r=0, up=False), Tile(0, 2, 1))
    """
    vertex = _VERTEX.fullmatch(name)
    if vertex:
        return Vertex(int(vertex[1]), int(vertex[2]))
    return Placement.parse(f"{name}=000").cell if name[:1] in ("^", "v") else Tile.parse(name)


def degree_counts(graph: nx.Graph[Any]) -> dict[int, int]:
    """How many nodes have each degree, lowest degree first.

    >>> degree_counts(vertex_graph(region(2)))
    {3: 6, 4: 6, 6: 7}
    """
    return dict(sorted(Counter(degree for _, degree in graph.degree).items()))


# --- Euler's formula ----------------------------------------------------------------------------------


@frozen
class Euler:
    """What Euler's formula counts: V − E + F = 1 + C.

    Attributes:
        vertices: V, the vertices that the cells touch.
        edges: E, the sides of the cells, each once.
        tiles: the cells themselves.
        holes: bounded, side-connected sets of empty cells.
        components: C, the pieces that touch one another nowhere, not even with a corner.
    """

    vertices: int
    edges: int
    tiles: int
    holes: int
    components: int

    @property
    def faces(self) -> int:
        """F: into how many parts the edges cut the plane: tiles, holes, and the outside."""
        return self.tiles + self.holes + 1


def euler(cells: Board | Iterable[Cell]) -> Euler:
    """Count vertices, edges, faces and components, each by itself, so that the formula can be tested.

    >>> euler(Board())
    Euler(vertices=0, edges=0, tiles=0, holes=0, components=0)
    """
    places = {placement.cell for placement in cells} if isinstance(cells, Board) else set(cells)
    graph = vertex_graph(places)
    return Euler(
        vertices=graph.number_of_nodes(),
        edges=graph.number_of_edges(),
        tiles=len(places),
        holes=_holes(places),
        components=nx.number_connected_components(graph),
    )


def _holes(cells: set[Cell]) -> int:
    """How many pieces of the empty plane are shut in: all pieces but the one that reaches the frame."""
    if not cells:
        return 0
    qs, rs = [cell.q for cell in cells], [cell.r for cell in cells]
    frame = {
        Cell(q, r, up)
        for q in range(min(qs) - 1, max(qs) + 2)
        for r in range(min(rs) - 1, max(rs) + 2)
        for up in (True, False)
    }
    return nx.number_connected_components(cell_graph(frame - cells)) - 1


# --- places for tiles ---------------------------------------------------------------------------------

_APART = 0.72  # how far neighbours on a ring lie apart, in sides of a cell
_GAP = 0.75  # and one ring from the next, at least


def rings(tiles: Iterable[Tile]) -> dict[Tile, tuple[float, float]]:
    """A place in the plane for every tile: in three rings, one for each number of different digits.

    Triples lie outside, in the order of their digits, clockwise from the top; those with two equal digits
    next to their triple; those with three different ones in the middle.

    >>> rings([Tile(0, 0, 0), Tile(0, 1, 2)])
    {Tile(0, 1, 2): (0.0, 0.0), Tile(0, 0, 0): (0.0, 0.75)}
    """
    sorts: dict[int, list[Tile]] = {3: [], 2: [], 1: []}
    for tile in tiles:
        sorts[len(set(tile.digits))].append(tile)
    digits = sorted({digit for ring in sorts.values() for tile in ring for digit in tile.digits})
    places: dict[Tile, tuple[float, float]] = {}
    radius = 0.0
    for ring in filter(None, sorts.values()):
        least = radius + _GAP if places else 0.0
        radius = max(least, _APART / 2 / math.sin(math.pi / len(ring)) if len(ring) > 1 else 0.0)
        places |= _around(sorted(ring, key=lambda tile: _turn(tile, digits)), digits, radius)
    return places


def _turn(tile: Tile, digits: Sequence[int]) -> tuple[float, Tile]:
    """Where on its ring a tile would like to lie, from 0 at the top clockwise to 1, and itself for ties."""
    at = {digit: number / len(digits) for number, digit in enumerate(digits)}
    if len(set(tile.digits)) < 3:
        double = max(tile.digits, key=tile.digits.count)
        single = min(tile.digits, key=tile.digits.count)
        away = (at[single] - at[double]) % 1  # the single digit before the triple or after it
        return (at[double] + (0.5 - away if away else 0) / len(digits)) % 1, tile
    x = sum(math.sin(math.tau * at[digit]) for digit in tile.digits)
    y = sum(math.cos(math.tau * at[digit]) for digit in tile.digits)
    return math.atan2(round(x, 9), round(y, 9)) / math.tau % 1, tile


def _around(ring: Sequence[Tile], digits: Sequence[int], radius: float) -> dict[Tile, tuple[float, float]]:
    """Tiles evenly around the middle, turned so that each lies near where it would like to."""
    wishes = [_turn(tile, digits)[0] for tile in ring]
    off = [(wish - number / len(ring) + 0.5) % 1 - 0.5 for number, wish in enumerate(wishes)]
    start = sum(off) / len(off)
    turns = [math.tau * (start + number / len(ring)) for number in range(len(ring))]
    return {
        tile: (radius * math.sin(turn) + 0.0, radius * math.cos(turn) + 0.0)  # no -0.0
        for tile, turn in zip(ring, turns, strict=True)
    }
