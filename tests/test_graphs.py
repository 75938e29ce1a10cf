"""Graphs: degrees, Euler's formula, dual graphs, colourings, tile graphs by brute force, and their places."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise
from random import Random

import networkx as nx
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from strategies import seeded_board

from trinb import Board, Cell, Kind, NotationError, Placement, Tile, TileSet, Vertex, tile_set, tile_sets
from trinb.graphs import (
    Euler,
    cell_graph,
    degree_counts,
    euler,
    name_of,
    node_called,
    positions,
    region,
    rings,
    tile_graph,
    vertex_graph,
)

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


def holds(count: Euler) -> bool:
    return count.vertices - count.edges + count.faces == 1 + count.components


# Few cells near one another, so that they meet, shut something in, or lie in several pieces.
crowds = st.sets(st.builds(Cell, st.integers(-3, 3), st.integers(-3, 3), st.booleans()), max_size=60)


@strategies.many
@given(crowds)
def test_euler_on_any_cells(cells: set[Cell]) -> None:
    count = euler(cells)
    assert holds(count)
    corners = {corner for cell in cells for corner in cell.corners}
    sides = {frozenset(pair) for cell in cells for pair in combinations(cell.corners, 2)}
    assert (count.vertices, count.edges, count.tiles) == (len(corners), len(sides), len(cells))


@pytest.mark.parametrize("radius", range(1, 5))
def test_euler_on_a_region(radius: int) -> None:
    vertices, edges, cells = 3 * radius**2 + 3 * radius + 1, 9 * radius**2 + 3 * radius, 6 * radius**2
    assert euler(region(radius)) == Euler(vertices, edges, cells, holes=0, components=1)


def test_euler_where_cells_hang_together_in_unusual_ways() -> None:
    ring, inner = set(region(3)) - set(region(2)), set(region(1))
    assert (euler(ring).holes, euler(ring).components) == (1, 1)
    island = euler(ring | inner)
    assert (island.holes, island.components) == (1, 2), "an island in a lake: one lake still"
    assert holds(island)
    corner = [Cell(0, 0, True), Cell(1, 0, True)]
    assert euler(corner) == Euler(vertices=5, edges=6, tiles=2, holes=0, components=1)
    apart = [Cell(0, 0, True), Cell(5, 0, False)]
    assert euler(apart) == Euler(vertices=6, edges=6, tiles=2, holes=0, components=2)
    assert euler([*apart, *apart]) == euler(apart), "a cell counts once"
    assert euler([]) == Euler(0, 0, 0, 0, 0) and euler([]).faces == 1


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_the_count_of_a_board(board: Board) -> None:
    count = euler(board)
    assert holds(count) and count.components == 1
    assert (count.holes, count.tiles) == (len(board.holes()), len(board))
    assert count.faces == count.tiles + count.holes + 1
    assert count == euler(placement.cell for placement in board)


def test_what_each_kind_adds() -> None:
    """Counted before and after every placement of all boards: vertices, edges, tiles, holes."""
    seen = {}
    for board in BOARDS:
        growing = [Board()]
        for placement, contact in board.laid:
            growing.append(growing[-1].lay(placement, contact))
        for (before, after), laid in zip(pairwise(map(euler, growing)), board.laid, strict=True):
            names = ("vertices", "edges", "tiles", "holes")
            change = tuple(getattr(after, name) - getattr(before, name) for name in names)
            assert seen.setdefault(laid.contact.kind, change) == change
    assert seen == {
        Kind.START: (3, 3, 1, 0),
        Kind.PLAIN: (1, 2, 1, 0),
        Kind.BRIDGE: (0, 2, 1, 1),
        Kind.DOCKING: (0, 1, 1, 0),
        Kind.DRONE: (0, 0, 1, -1),
    }


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


@strategies.many
@given(st.one_of(strategies.vertices, strategies.cells, strategies.tiles))
def test_names_lead_back(node: Vertex | Cell | Tile) -> None:
    assert node_called(name_of(node)) == node


@pytest.mark.parametrize(
    "name", ["", "0", "0,", "x,0", "^", "^0", "w0,0", "0-1", "12-0-0", "1,1,1", "0,0 ", "９,9", "9999999,0"]
)
def test_names_of_nothing(name: str) -> None:
    with pytest.raises(NotationError):
        node_called(name)


def test_names_and_degrees() -> None:
    assert name_of(Vertex(-1, 2)) == "-1,2"
    assert name_of(Cell(-1, 2, True)) == "^-1,2"
    assert name_of(Tile(5, 0, 1)) == "0-1-5"
    for graph in (vertex_graph(BOARDS[3]), cell_graph(BOARDS[3]), tile_graph(TileSet.ascending(4))):
        counts = degree_counts(graph)
        assert list(counts) == sorted(counts) and sum(counts.values()) == len(graph)
        assert sum(degree * many for degree, many in counts.items()) == 2 * graph.number_of_edges()
    assert degree_counts(nx.Graph()) == {}


SETS = [*tile_sets(), "ascending-1", "ascending-2", "ascending-3", "ascending-4", "mirrored-7"]


@pytest.mark.parametrize("id", SETS)
def test_rings(id: str) -> None:
    tiles = tile_set(id).tiles
    places = rings(tiles)
    assert set(places) == set(tiles)
    assert min((math.dist(a, b) for a, b in combinations(places.values(), 2)), default=1) > 0.69
    radii: dict[int, set[float]] = {}
    for tile, place in places.items():
        radii.setdefault(len(set(tile.digits)), set()).add(round(math.hypot(*place), 6))
    assert all(len(radius) == 1 for radius in radii.values()), "each sort has a ring of its own"
    order = [radii[sort].pop() for sort in sorted(radii)]
    assert order == sorted(order, reverse=True), "triples outside"
    assert rings(reversed(tiles)) == places, "whatever the order"


def clock(place: tuple[float, float]) -> float:
    """Where something lies around the middle, from 0 at the top clockwise to 1."""
    return math.atan2(*place) / math.tau % 1


def test_triples_go_round_by_their_digits_and_have_their_tiles_beside_them() -> None:
    places = rings(tile_set("triangelspelet-56"))
    for digit in range(6):
        at = clock(places[Tile(digit, digit, digit)])
        assert at == pytest.approx(digit / 6, abs=1e-9)
        for other in set(range(6)) - {digit}:
            away = (clock(places[Tile(digit, digit, other)]) - at + 0.5) % 1 - 0.5
            assert abs(away) < 1 / 12
    assert Counter(
        round(clock(place) * 30) % 30 for tile, place in places.items() if len(set(tile.digits)) == 2
    ) == dict.fromkeys(range(30), 1)


def test_rings_of_some_tiles() -> None:
    assert rings([]) == {}
    assert rings([Tile(4, 4, 4)]) == {Tile(4, 4, 4): (0.0, 0.0)}
    two = rings([Tile(1, 1, 2), Tile(2, 2, 1)])
    assert math.dist(*two.values()) == pytest.approx(0.72)
