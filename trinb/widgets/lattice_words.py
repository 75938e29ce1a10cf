"""What the lattice viewer says: about a cell, a vertex or a tile, about a step, and about its numbers.

Everything is said in the language that is spoken, and from the board itself: nothing is known by heart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import networkx as nx

from ..board import Board, Kind, Laid
from ..graphs import Node, degree_counts, name_of
from ..growth import Growth
from ..lattice import Cell, Vertex
from ..moves import KIND_WORDS
from ..tiles import Tile
from ..words import N_, signed, tr, trn
from .lattice_sides import Graphs

ABOUT = {
    "vertices": N_("Nodes: the corners of the tiles. Edges: their sides."),
    "cells": N_("Nodes: the cells with a tile. Edges: the sides that two tiles share."),
    "tiles": N_(
        "Nodes: the tiles of the box, pale until laid. Edges: they can lie side by side. Thick: they do."
    ),
}
"""What is a node and what is an edge in each."""


class Fact(NamedTuple):
    """What something is in one of the graphs: words, and the names of the things that they are about."""

    graph: str
    text: str
    names: tuple[str, ...] = ()


def names_of(things: Iterable[Node]) -> tuple[str, ...]:
    """The names of things, in order.

    >>> names_of([Vertex(1, 0), Vertex(0, 1)])
    ('(0,1)', '(1,0)')
    """
    return tuple(named(thing) for thing in sorted(things))


def named(thing: Node) -> str:
    """A thing in a sentence: a vertex between parentheses, else its name."""
    return f"({name_of(thing)})" if isinstance(thing, Vertex) else name_of(thing)


# --- a thing ---------------------------------------------------------------------------------------


def about(growth: Growth, thing: Node) -> str:
    """What a thing is, in a sentence or two."""
    if isinstance(thing, Tile):
        return _about_tile(growth, thing)
    if isinstance(thing, Vertex):
        return _about_vertex(growth.board, thing)
    return _about_laid(growth.board, thing) if thing in growth.board else _about_empty(growth, thing)


def _about_laid(board: Board, cell: Cell) -> str:
    placement, contact = board[cell]
    number = next(i for i, one in enumerate(board, 1) if one.cell == cell)
    digits = ", ".join(map(str, placement.digits))
    said = [
        tr("Cell {cell} holds the tile {tile}.", cell=cell, tile=placement.tile),
        tr("Its digits clockwise from the tip: {digits}.", digits=digits),
        tr("It was laid as number {number} ({kind}).", number=number, kind=tr(KIND_WORDS[contact.kind])),
    ]
    return " ".join(said)


def _about_empty(growth: Growth, cell: Cell) -> str:
    said = [tr("Cell {cell} is empty.", cell=cell)]
    hole = next((hole for hole in growth.board.holes() if cell in hole), None)
    if hole:
        said.append(trn("It is a hole by itself.", "It belongs to a hole of {n} cells.", len(hole)))
    fits = growth.fitting(cell)
    if fits:
        kind = growth.board.contact(fits[0]).kind
        said += [
            tr(_WOULD_BE[kind]),
            trn("{n} tile of the box fits.", "{n} tiles of the box fit.", len(fits)),
        ]
    elif not growth.board:
        said.append(tr("The first tile lies in the middle of the picture."))
    elif cell in growth.board.open_cells:
        said.append(tr("No tile of the box fits here."))
    else:
        said.append(tr("No tile has a side in common with it, so none can be laid here yet."))
    return " ".join(said)


_WOULD_BE = {
    Kind.START: N_("A tile here would be the first one."),
    Kind.PLAIN: N_("A tile here would be plain."),
    Kind.BRIDGE: N_("A tile here would be a bridge."),
    Kind.DOCKING: N_("A tile here would be a docking."),
    Kind.DRONE: N_("A tile here would be a drone."),
}


def _about_vertex(board: Board, vertex: Vertex) -> str:
    said = [tr("Vertex {vertex} has the digit {digit}.", vertex=named(vertex), digit=board.digits[vertex])]
    if vertex in board.hexagons():
        said.append(tr("All six cells around it are filled: a hexagon."))
    return " ".join(said)


def _about_tile(growth: Growth, tile: Tile) -> str:
    said = [tr("The tile {tile} is still in the box.", tile=tile)]
    places = growth.places(tile)
    if places:
        said.append(
            trn(
                "It fits in one place, which is dashed: {cells}. Touch it to lay the tile there.",
                "It fits in {n} places, which are dashed: {cells}. Touch one to lay the tile there.",
                len(places),
                cells=", ".join(names_of(place.cell for place in places)),
            )
        )
    else:
        said.append(tr("It fits nowhere now."))
    return " ".join(said)


def title(thing: Node | None) -> str:
    """What one looks at, as a heading."""
    if isinstance(thing, Cell):
        return tr("Cell {cell}", cell=thing)
    if isinstance(thing, Vertex):
        return tr("Vertex {vertex}", vertex=named(thing))
    return tr("Tile {tile}", tile=thing) if thing else tr("Nothing is chosen yet")


def facts(growth: Growth, graphs: Graphs, thing: Node) -> list[Fact]:
    """What a thing is in each graph: its degree and its neighbours, or those of its parts."""
    if isinstance(thing, Tile):
        return [_tile_fact(graphs, thing)]
    if isinstance(thing, Vertex):
        return _vertex_facts(growth.board, graphs, thing)
    return _laid_facts(growth.board, graphs, thing) if thing in growth.board else _empty_facts(growth, thing)


def _laid_facts(board: Board, graphs: Graphs, cell: Cell) -> list[Fact]:
    degrees = ", ".join(str(graphs.vertices.degree[corner]) for corner in cell.corners)
    degree = graphs.cells.degree[cell]
    beside = tr("Degree {n}. It has a side in common with:", n=degree)
    return [
        Fact(
            "vertices",
            tr("Degrees {degrees} at its corners:", degrees=degrees),
            tuple(map(named, cell.corners)),
        ),
        Fact(
            "cells",
            beside if degree else tr("Degree 0. No tile lies beside it."),
            names_of(graphs.cells[cell]),
        ),
        _tile_fact(graphs, board[cell].placement.tile),
    ]


def _tile_fact(graphs: Graphs, tile: Tile) -> Fact:
    said = tr("Degree {n}. {tile} can lie beside:", n=graphs.tiles.degree[tile], tile=tile)
    return Fact("tiles", said, names_of(graphs.tiles[tile]))


def _empty_facts(growth: Growth, cell: Cell) -> list[Fact]:
    board = growth.board
    if not board:
        return []
    digits = ", ".join("–" if digit is None else str(digit) for digit in board.corner_digits(cell))
    corners = tr("Digits at its corners, clockwise from the tip: {digits}.", digits=digits)
    beside = names_of(other for other in cell.neighbours if other in board)
    no_node = tr("No tile, so no node. Tiles lie beside it in:") if beside else tr("No tile, so no node.")
    fits = tr("No tile of the box fits here.")
    if many := len(growth.fitting(cell)):
        fits = trn(
            "{n} tile of the box fits: its node is dashed.",
            "{n} tiles of the box fit: their nodes are dashed.",
            many,
        )
    return [
        Fact("vertices", corners),
        Fact("cells", no_node, beside),
        Fact("tiles", fits),
    ]


def _vertex_facts(board: Board, graphs: Graphs, vertex: Vertex) -> list[Fact]:
    degree, around = graphs.vertices.degree[vertex], [cell for cell in vertex.cells if cell in board]
    filled = trn(
        "{n} of the six cells around it has a tile:",
        "{n} of the six cells around it have tiles:",
        len(around),
    )
    tiles = {board[cell].placement.tile for cell in around}
    return [
        Fact("vertices", tr("Degree {n}. It is joined to:", n=degree), names_of(graphs.vertices[vertex])),
        Fact("cells", filled, names_of(around)),
        Fact("tiles", tr("Tiles with a corner here:"), names_of(tiles)),
    ]


# --- a step ------------------------------------------------------------------------------------------


def news(growth: Growth) -> str:
    """What the latest tile was, and what it has changed."""
    latest = growth.latest
    if latest is None:
        return tr("The board is empty.")
    said = tr(
        _NEWS[latest.contact.kind],
        number=growth.at,
        tile=latest.placement.tile,
        cell=latest.placement.cell,
    )
    change = {name: signed(by) for name, by in growth.change.items()}
    return f"{said} {tr('V {V}, E {E}, F {F}, holes {holes}, C {C}.', **change)}"


_NEWS = {
    Kind.START: N_("Tile {number}, {tile} in {cell}, is the first one."),
    Kind.PLAIN: N_("Tile {number}, {tile} in {cell}, is plain."),
    Kind.BRIDGE: N_("Tile {number}, {tile} in {cell}, is a bridge."),
    Kind.DOCKING: N_("Tile {number}, {tile} in {cell}, is a docking."),
    Kind.DRONE: N_("Tile {number}, {tile} in {cell}, is a drone."),
}


def why(latest: Laid | None) -> str:
    """Why the latest tile has changed what it has changed."""
    return tr(_WHY[latest.contact.kind] if latest else N_("Nothing is there but the outside: one face."))


_WHY = {
    Kind.START: N_("First tile: all its corners and sides are new, and so is its face."),
    Kind.PLAIN: N_(
        "Plain: one side was there already. The third corner is new, the two sides that lead to it, "
        "and the face of the tile."
    ),
    Kind.BRIDGE: N_(
        "Bridge: one side was there already, and so was the opposite corner. "
        "No vertex is new, only two sides. They close a ring, "
        "so besides the tile there is one more face: a hole."
    ),
    Kind.DOCKING: N_(
        "Docking: two sides were there already, and with them all three corners. "
        "Only the third side is new, and the face of the tile."
    ),
    Kind.DRONE: N_(
        "Drone: all three sides were there already. No vertex and no side is new. "
        "The tile takes the place of a hole, so there are as many faces as before."
    ),
}


# --- numbers -------------------------------------------------------------------------------------------


def count_rows(growth: Growth) -> list[dict[str, str]]:
    """The table of Euler's formula: what is counted, how many there are, what the latest tile has changed."""
    now, change = growth.count, growth.change
    rows = [
        ("V", tr("vertices"), now.vertices, change["V"], "main"),
        ("E", tr("edges"), now.edges, change["E"], "main"),
        ("F", tr("faces"), now.faces, change["F"], "main"),
        ("", tr("tiles"), now.tiles, change["tiles"], "part"),
        ("", tr("holes"), now.holes, change["holes"], "part"),
        ("", tr("the outside"), now.faces - now.tiles - now.holes, 0, "part"),
        ("C", tr("components"), now.components, change["C"], "main"),
    ]
    return [
        {"sign": sign, "words": words, "now": str(many), "change": signed(by), "kind": kind}
        for sign, words, many, by, kind in rows
    ]


def formula(growth: Growth) -> list[str]:
    """Both sides of Euler's formula with their numbers.

    >>> formula(Growth.of(Board.parse("^0,0=555 v0,0=554")))
    ['V − E + F = 4 − 5 + 3 = 2', '1 + C = 1 + 1 = 2']
    """
    now = growth.count
    left = f"{now.vertices} − {now.edges} + {now.faces} = {now.vertices - now.edges + now.faces}"
    return [f"V − E + F = {left}", f"1 + C = 1 + {now.components} = {1 + now.components}"]


def degree_table(graph: nx.Graph[Any]) -> dict[str, Any]:
    """How many nodes have which degree, and what that adds up to."""
    counts = degree_counts(graph)
    total = sum(degree * many for degree, many in counts.items())
    edges = graph.number_of_edges()
    said = tr(
        "All degrees added up: {total} = 2 · {edges}, twice the number of edges.", total=total, edges=edges
    )
    return {"degrees": list(map(str, counts)), "nodes": list(map(str, counts.values())), "sum": said}
