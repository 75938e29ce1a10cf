"""Graphs: degrees, Euler's formula, dual graphs, colourings, and tile graphs by brute force."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx as nx
import pytest
from strategies import seeded_board

from trinb import Board, Cell, Kind, Placement, Tile, TileSet, Vertex, tile_set, tile_sets
from trinb.graphs import cell_graph, positions, region, tile_graph, vertex_graph

BOARDS = [seeded_board(seed, TileSet.mirrored(2 + seed % 2), 24) for seed in range(40)]


@pytest.mark.parametrize("radius", range(1, 5))
def test_degrees_in_a_region(radius: int) -> None:
    vertices, cells = vertex_graph(region(radius)), cell_graph(region(radius))
    assert vertices.number_of_nodes() == 3 * radius**2 + 3 * radius + 1
    assert vertices.number_of_edges() == 9 * radius**2 + 3 * radius
    assert cells.number_of_nodes() == 6 * radius**2
    assert cells.number_of_edges() == 9 * radius**2 - 3 * radius
    inside = [v for v in vertices if max(abs(v.q), abs(v.r), abs(v.q + v.r)) < radius]
    rim = [v for v in vertices if v not in inside]
    assert {vertices.degree[v] for v in inside} == {6}
    assert sorted(vertices.degree[v] for v in rim) == [3] * 6 + [4] * (6 * radius - 6)
    assert [cells.degree[cell] for cell in cells].count(2) == 6 * radius  # one to a side of the rim


@pytest.mark.parametrize("radius", range(1, 4))
def test_region_is_coloured_by_three_colours(radius: int) -> None:
    graph = vertex_graph(region(radius))
    colour = {vertex: (vertex.q - vertex.r) % 3 for vertex in graph}
    assert all(colour[a] != colour[b] for a, b in graph.edges)
    assert all({colour[v] for v in cell.corners} == {0, 1, 2} for cell in region(radius))
    # Two colours cannot do, since every cell is a triangle.
    assert not nx.is_bipartite(graph)


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_euler_on_boards(board: Board) -> None:
    graph = vertex_graph(board)
    kinds = [laid.contact.kind for laid in board.laid]
    holes = kinds.count(Kind.BRIDGE) - kinds.count(Kind.DRONE)
    assert holes == len(board.holes())
    faces = len(board) + holes + 1
    assert graph.number_of_nodes() - graph.number_of_edges() + faces == 2
    assert set(graph) == set(board.digits)
    assert nx.is_connected(graph)


def test_the_boards_have_holes() -> None:
    assert sum(len(board.holes()) > 0 for board in BOARDS) > 5


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_dual_graph(board: Board) -> None:
    graph = cell_graph(board)
    assert nx.is_connected(graph)
    assert all(graph.nodes[a]["up"] != graph.nodes[b]["up"] for a, b in graph.edges)
    filled = {placement.cell for placement in board}
    assert set(graph) == filled
    pairs = combinations(filled, 2)
    brute = {frozenset((a, b)) for a, b in pairs if len(set(a.corners) & set(b.corners)) == 2}
    assert {frozenset(edge) for edge in graph.edges} == brute
    for a, b, side in graph.edges(data="side"):
        assert set(side) == set(a.corners) & set(b.corners)
    # The sides of the first contact: every tile but the first adds as many edges as it has neighbours.
    assert graph.number_of_edges() == sum(laid.contact.sides for laid in board.laid)


def test_attributes_of_boards() -> None:
    board = BOARDS[3]
    cells, vertices = cell_graph(board), vertex_graph(board)
    for order, (placement, contact) in enumerate(board.laid):
        data = cells.nodes[placement.cell]
        assert (data["tile"], data["kind"], data["order"]) == (placement.tile, contact.kind.value, order)
        assert data["label"] == str(placement.tile)
        assert data["up"] is placement.cell.up
    assert all(data["digit"] == board.digits[v] for v, data in vertices.nodes(data=True))
    assert all(data["label"] == str(board.digits[v]) for v, data in vertices.nodes(data=True))
    assert nx.utils.graphs_equal(board.graph(), cells)


def test_positions_are_plane_coordinates() -> None:
    cells = cell_graph(region(2))
    vertices = vertex_graph(region(2))
    at = positions(vertices)
    for a, b in vertices.edges:
        (ax, ay), (bx, by) = at[a], at[b]
        assert (ax - bx) ** 2 + (ay - by) ** 2 == pytest.approx(1)
    for cell, (x, y) in positions(cells).items():
        corners = [at[corner] for corner in cell.corners]
        assert x == pytest.approx(sum(cx for cx, _ in corners) / 3)
        assert y == pytest.approx(sum(cy for _, cy in corners) / 3)
    assert vertex_graph([Cell(0, 0, True)]).nodes[Vertex(1, 0)]["label"] == "1,0"
    assert cell_graph([Cell(0, 0, False)]).nodes[Cell(0, 0, False)]["label"] == "v0,0"


def test_empty_graphs() -> None:
    assert len(vertex_graph(Board())) == len(cell_graph(Board())) == len(tile_graph([])) == 0


def lies_beside(a: Tile, b: Tile) -> bool:
    """Whether one can be laid against the other, by trying it on a board."""
    board = Board().place(Placement(Cell(0, 0, True), a.digits))
    cells = (Cell(0, -1, False), Cell(-1, 0, False), Cell(0, 0, False))
    return any(board.check(Placement(cell, turn)) is None for cell in cells for turn in b.turns)


@pytest.mark.parametrize("id", tile_sets())
def test_tile_graph_by_brute_force(id: str) -> None:
    tiles = tile_set(id).tiles
    graph = tile_graph(tiles)
    assert set(graph) == set(tiles)
    rng = Random(1)
    pairs = rng.sample(list(combinations(tiles, 2)), 500)
    assert all(graph.has_edge(a, b) == lies_beside(a, b) for a, b in pairs)
    assert not list(nx.selfloop_edges(graph))


def test_attributes_of_tile_graphs() -> None:
    graph = tile_graph(TileSet.mirrored(4))
    for tile, data in graph.nodes(data=True):
        assert data == {"label": str(tile), "sum": tile.sum, "different": len(set(tile.digits))}
    for a, b, sides in graph.edges(data="sides"):
        low, high = min(a, b), max(a, b)

        def read(tile: Tile) -> set[tuple[int, int]]:
            return {(turn[0], turn[1]) for turn in tile.turns}

        assert sides == {(x, y) for x, y in read(low) if (y, x) in read(high)}
