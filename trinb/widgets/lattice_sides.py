"""The two sides of the lattice viewer, and what lights up on them when one looks at something.

One looks at a cell, a vertex or a tile.  Things that are **lit** get a ring; things that are **near** get
dashes: in a graph these are the neighbours of what is lit, or what an empty cell would be joined to.

>>> from trinb.graphs import tile_graph
>>> board = Board.parse("^0,0=555 v0,0=554")
>>> growth, graphs = Growth.of(board), graphs_of(board, tile_graph([Tile(4, 5, 5), Tile(5, 5, 5)]))
>>> in_graph("cells", graphs, growth, Cell(0, 0, True))
Lights(lit={Cell(q=0, r=0, up=True)}, near={Cell(q=0, r=0, up=False)})
>>> in_graph("tiles", graphs, growth, Vertex(1, 1))
Lights(lit={Tile(4, 5, 5)}, near=set())
"""

from __future__ import annotations

from typing import Any, NamedTuple

import networkx as nx

from ..board import ORIGIN, Board
from ..draw import graphs as drawn
from ..draw import svg
from ..graphs import CellGraph, Node, TileGraph, VertexGraph, cell_graph, rings, vertex_graph
from ..growth import Growth
from ..lattice import Cell, Vertex
from ..notation import short_digits
from ..tiles import Tile
from ..words import N_, tr, trn

GRAPHS = {
    "vertices": N_("Vertex lattice"),
    "cells": N_("Dual graph"),
    "tiles": N_("Tile-meeting graph"),
}
"""The three graphs of a board, and what they are called."""

_UNIT = {"vertices": 84.0, "cells": 104.0}  # px: a side of a cell
_RADIUS = {"vertices": 18.0, "cells": 20.0, "tiles": 19.0}  # px: of a node


class Graphs(NamedTuple):
    """The three graphs of one board."""

    vertices: VertexGraph
    cells: CellGraph
    tiles: TileGraph

    def called(self, name: str) -> nx.Graph[Any]:
        """One of them, by its key in `GRAPHS`."""
        found: nx.Graph[Any] = getattr(self, name)
        return found


def graphs_of(board: Board, meeting: TileGraph) -> Graphs:
    """The graphs of a board; which tiles can meet does not depend on it."""
    return Graphs(vertex_graph(board), cell_graph(board), meeting)


class Lights(NamedTuple):
    """What has a ring around it, and what has dashes."""

    lit: set[Node]
    near: set[Node]


NOTHING = Lights(set(), set())


def in_graph(name: str, graphs: Graphs, growth: Growth, at: Node | None) -> Lights:
    """What lights up in a graph.

    Args:
        name: which graph.
        graphs: all of the board.
        growth: the board, and the tiles that may be laid on it.
        at: what one looks at.
    """
    board, graph = growth.board, graphs.called(name)
    if isinstance(at, Tile):
        return _with_neighbours(graph, at) if name == "tiles" else NOTHING
    if isinstance(at, Vertex):
        if name == "vertices":
            return _with_neighbours(graph, at)
        return Lights({_node(name, board, cell) for cell in at.cells if cell in board}, set())
    if at is None:
        return NOTHING
    if name == "vertices":
        return Lights({corner for corner in at.corners if corner in graph}, set())
    if at in board:
        return _with_neighbours(graph, _node(name, board, at))
    if name == "cells":
        return Lights(set(), {cell for cell in at.neighbours if cell in board})
    return Lights(set(), {placement.tile for placement in growth.fitting(at)} if board else set())


def on_board(name: str, graphs: Graphs, board: Board, at: Node | None) -> Lights:
    """What lights up on the board; an empty cell that one looks at has the ring of the keyboard instead."""
    if isinstance(at, Vertex):
        around: set[Node] = {cell for cell in at.cells if cell in board}
        return Lights({at}, set(graphs.vertices[at]) if name == "vertices" else around)
    if isinstance(at, Cell):
        beside: set[Node] = {cell for cell in at.neighbours if cell in board}
        return Lights({at} if at in board else set(), beside if name == "cells" else set())
    return NOTHING


def _with_neighbours(graph: nx.Graph[Any], node: Node) -> Lights:
    return Lights({node}, set(graph[node]))


def _node(name: str, board: Board, cell: Cell) -> Node:
    """The node of a filled cell: the cell itself, or its tile."""
    return board[cell].placement.tile if name == "tiles" else cell


# --- the pictures ----------------------------------------------------------------------------------------


def board_picture(name: str, graphs: Graphs, growth: Growth, at: Node | None) -> str:
    """The board, with what lights up when one looks at something."""
    board = growth.board
    lit, near = on_board(name, graphs, board, at)
    places = [placement.cell for placement in growth.places(at)] if isinstance(at, Tile) else []
    return svg.board(
        board,
        cells=places if board else [ORIGIN],
        focus=at if isinstance(at, Cell) and at not in board else None,
        holes=True,
        points=True,
        lit=[thing for thing in lit if not isinstance(thing, Tile)],
        near=[thing for thing in near if not isinstance(thing, Tile)],
        title=trn("Board with {n} tile", "Board with {n} tiles", len(board)),
        style=False,
    )


def graph_picture(name: str, graphs: Graphs, growth: Growth, at: Node | None) -> str:
    """One of the graphs, with what lights up when one looks at something."""
    graph, board = graphs.called(name), growth.board
    lit, near = in_graph(name, graphs, growth, at)
    laid = {placement.cell: placement.tile for placement in board}
    more: dict[str, Any]
    if name == "tiles":
        more = {
            "places": rings(graph),
            "unit": max(64, 130 - 1.6 * len(graph)),  # px: few tiles have room to lie apart
            "labels": {tile: short_digits(tile.digits) for tile in graph},
            "pale": set(graph).difference(laid.values()),
            "thick": [(laid[a], laid[b]) for a, b in graphs.cells.edges],
        }
    else:
        holes = sorted(cell for hole in board.holes() for cell in hole)
        more = {"unit": _UNIT[name], "cells": laid, "holes": holes}
    return drawn.draw(
        graph,
        lit=lit,
        near=near,
        radius=_RADIUS[name],
        title=_title(name, graph),
        style=False,
        **more,
    )


def _title(name: str, graph: nx.Graph[Any]) -> str:
    nodes = trn("{n} node", "{n} nodes", graph.number_of_nodes())
    edges = trn("{n} edge", "{n} edges", graph.number_of_edges())
    return tr("{graph}: {nodes}, {edges}", graph=tr(GRAPHS[name]), nodes=nodes, edges=edges)
