"""networkx graphs of the lattice, of a board and of a tile set, with attributes that plot well.

- `vertex_graph`: vertices joined by the sides of cells (the lattice itself, or what a board touches);
- `cell_graph`: the dual graph: cells joined across the sides they share;
- `tile_graph`: tiles of a set joined when they can lie side by side.

Nodes of the first two have ``pos``, their place in the plane, to be passed to `networkx.draw`:

>>> lattice = vertex_graph(region(1))
>>> lattice.number_of_nodes(), lattice.number_of_edges(), lattice.degree[Vertex(0, 0)]
(7, 12, 6)
>>> lattice.nodes[Vertex(1, 0)]["pos"]
(1.0, 0.0)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TypeAlias

import networkx as nx

from .board import Board
from .lattice import Cell, Vertex, region
from .tiles import Tile

VertexGraph: TypeAlias = "nx.Graph[Vertex]"
CellGraph: TypeAlias = "nx.Graph[Cell]"
TileGraph: TypeAlias = "nx.Graph[Tile]"

__all__ = ["cell_graph", "positions", "region", "tile_graph", "vertex_graph"]


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
