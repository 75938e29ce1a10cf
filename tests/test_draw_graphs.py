"""Graphs as pictures: every node and edge once, where the lattice puts it, inert, and told in words."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET

import networkx as nx
import pytest
from strategies import seeded_board

from trinb import Board, Cell, Tile, TileSet, Vertex, tile_set
from trinb.draw import graphs, palette
from trinb.graphs import cell_graph, name_of, region, rings, tile_graph, vertex_graph
from trinb.words import speaking

NS = "{http://www.w3.org/2000/svg}"
BOARD = seeded_board(4, tile_set("triangelspelet-56"), 24)


def parse(picture: str) -> ET.Element:
    root = ET.fromstring(picture)
    assert root.tag == f"{NS}svg"
    assert [child.tag for child in root][:2] == [f"{NS}title", f"{NS}desc"]
    return root


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def nodes(root: ET.Element) -> dict[str, ET.Element]:
    found = of_class(root, "node")
    assert len({node.get("data-node") for node in found}) == len(found)
    return {node.get("data-node", ""): node for node in found}


def middle(node: ET.Element) -> tuple[float, float]:
    disc = of_class(node, "disc")[0]
    return float(disc.get("cx", "nan")), float(disc.get("cy", "nan"))


def lines(root: ET.Element, kind: str) -> set[frozenset[tuple[float, float]]]:
    """The edges of one kind, by their ends."""
    data = "".join(element.get("d", "") for element in of_class(root, kind))
    ends = re.findall(r"M(-?[\d.]+) (-?[\d.]+)L(-?[\d.]+) (-?[\d.]+)", data)
    assert len(ends) == data.count("M")
    return {frozenset([(float(a), float(b)), (float(c), float(d))]) for a, b, c, d in ends}


GRAPHS = {
    "vertices": vertex_graph(BOARD),
    "cells": cell_graph(BOARD),
    "region": vertex_graph(region(2)),
    "dual": cell_graph(region(2)),
}


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("unit", [64, 104.0])
def test_every_node_and_edge_lies_where_the_lattice_puts_it(name: str, unit: float) -> None:
    graph = GRAPHS[name]
    root = parse(graphs.draw(graph, unit=unit, style=False))
    drawn = nodes(root)
    assert set(drawn) == {name_of(node) for node in graph}
    at = {node: middle(drawn[name_of(node)]) for node in graph}
    first = next(iter(graph))
    for node, (x, y) in at.items():
        (px, py), (ox, oy) = graph.nodes[node]["pos"], graph.nodes[first]["pos"]
        assert x == pytest.approx((px - ox) * unit, abs=0.01)
        assert y == pytest.approx((oy - py) * unit, abs=0.01), "y points downwards on paper"
        assert [text.text for text in drawn[name_of(node)].iter(f"{NS}text")] == [graph.nodes[node]["label"]]
    assert lines(root, "link") == {frozenset([at[a], at[b]]) for a, b in graph.edges}
    x, y, width, height = map(float, root.get("viewBox", "").split())
    for cx, cy in at.values():
        assert x < cx - 17 and cx + 17 < x + width and y < cy - 17 and cy + 17 < y + height


def test_places_and_labels_may_be_given() -> None:
    graph = tile_graph(TileSet.ascending(3))
    places = rings(graph)
    root = parse(graphs.draw(graph, places=places, labels={Tile(0, 1, 2): "<&>"}, style=False))
    drawn = nodes(root)
    assert len(drawn) == 10
    first = next(iter(places.values()))
    for tile, place in places.items():
        away = math.dist(middle(drawn[str(tile)]), middle(drawn[str(next(iter(places)))]))
        assert away == pytest.approx(64 * math.dist(place, first), abs=0.02)
    assert [text.text for text in drawn["0-1-2"].iter(f"{NS}text")] == ["<&>"]
    with pytest.raises(KeyError):
        graphs.draw(graph)  # tiles have no place by themselves


def test_what_lights_up() -> None:
    graph = vertex_graph(region(1))
    centre, rim = Vertex(0, 0), Vertex(1, 0)
    picture = graphs.draw(graph, lit=[centre], near=[rim, Vertex(0, 1)], pale=[Vertex(-1, 0)], style=False)
    root = parse(picture)
    drawn = nodes(root)
    classes = {name: node.get("class", "").split()[1:] for name, node in drawn.items()}
    assert classes["0,0"] == ["lit"] and classes["1,0"] == ["near"] and classes["-1,0"] == ["pale"]
    assert sum(map(bool, classes.values())) == 4
    ringed = {name for name, node in drawn.items() if of_class(node, "ring")}
    assert ringed == {"0,0", "1,0", "0,1"}, "never colour only: a line around it"
    assert list(drawn)[-1] == "0,0", "on top"
    at = {name: middle(node) for name, node in drawn.items()}
    # Between the two that are near there is an edge too, but it does not touch what is lit.
    assert lines(root, "along") == {frozenset([at["0,0"], at["1,0"]]), frozenset([at["0,0"], at["0,1"]])}


def test_thick_edges() -> None:
    graph = cell_graph(BOARD)
    some = list(graph.edges)[:3]
    root = parse(graphs.draw(graph, thick=some, style=False))
    at = {name: middle(node) for name, node in nodes(root).items()}
    assert lines(root, "thick") == {frozenset([at[str(a)], at[str(b)]]) for a, b in some}
    assert not of_class(parse(graphs.draw(graph, style=False)), "thick")


def test_edges_that_must_cross_are_thin() -> None:
    box = tile_graph(tile_set("triangelspelet-56"))
    assert of_class(parse(graphs.draw(box, places=rings(box), style=False)), "many")
    for graph in GRAPHS.values():
        assert not of_class(parse(graphs.draw(graph, style=False)), "many")


def test_cells_and_holes_behind_the_graph() -> None:
    ring = Board.parse("v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221")
    (hole,) = ring.holes()
    cells = [placement.cell for placement in ring]
    graph = vertex_graph(ring)
    root = parse(graphs.draw(graph, cells=cells, holes=hole, style=False))
    at = {name: middle(node) for name, node in nodes(root).items()}
    fields = [re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.get("d", "")) for path in of_class(root, "field")]
    corners = [{(float(x), float(y)) for x, y in field} for field in fields]
    assert corners == [{at[name_of(corner)] for corner in cell.corners} for cell in cells]
    (hatching,) = of_class(root, "hole")
    xs = [x for x, _ in (at[name_of(corner)] for corner in Cell(0, 0, False).corners)]
    for x, _, width in re.findall(r"M(-?[\d.]+) (-?[\d.]+)h([\d.]+)", hatching.get("d", "")):
        assert min(xs) < float(x) < float(x) + float(width) < max(xs)
    for up in (True, False):
        one = parse(graphs.draw(graph, holes=[Cell(0, 0, up)], style=False))
        widths = [float(w) for w in re.findall(r"h([\d.]+)", of_class(one, "hole")[0].get("d", ""))]
        assert widths == sorted(widths) and len(widths) == 3, "wider away from the tip"


def test_in_words() -> None:
    root = parse(graphs.draw(vertex_graph(Board.parse("^0,0=012 v0,0=103")), style=False))
    assert root.get("aria-label") == root[0].text == "Graph: 4 nodes, 5 edges"
    assert root[1].text == "The degree of each node: 0,1: 3, 1,0: 3, 0,0: 2, 1,1: 2"
    assert parse(graphs.draw(vertex_graph([]), title="<b>", style=False)).get("aria-label") == "<b>"
    large = parse(graphs.draw(vertex_graph(region(8)), style=False))
    assert len(large[1].text or "") < 2000
    with speaking("sv"):
        assert parse(graphs.draw(nx.Graph(), style=False)).get("aria-label")


def test_an_empty_graph_says_so() -> None:
    root = parse(graphs.draw(vertex_graph(Board()), style=False))
    assert [text.text for text in root.iter(f"{NS}text")] == ["no nodes yet"]
    assert root[1].text == "The degree of each node: –"
    assert not nodes(root)


def test_far_away_it_looks_the_same() -> None:
    near, far = region(1), [Cell(c.q + 999_000, c.r - 999_000, c.up) for c in region(1)]
    one, other = (
        graphs.draw(vertex_graph(cells), cells=cells, holes=cells[:1], style=False) for cells in (near, far)
    )
    shapes = re.compile(r'(?: d| cx| cy| viewBox)="([^"]*)"')
    numbers = [
        [float(n) for n in re.findall(r"-?\d+\.?\d*", " ".join(shapes.findall(p)))] for p in (one, other)
    ]
    assert numbers[0] == pytest.approx(numbers[1], abs=0.02)


@pytest.mark.parametrize("theme", palette.THEMES)
def test_themes(theme: str) -> None:
    root = parse(graphs.draw(vertex_graph(BOARD), cells=region(1), holes=region(1), theme=theme))
    css = root.find(f"{NS}style")
    assert css is not None and css.text and "$" not in css.text and "@ " not in css.text
    assert f".trinb-{theme} g.node circle.disc" in css.text
    assert ("var(" in css.text) == (theme in ("auto", "jupyter"))


def test_every_class_has_a_look() -> None:
    css = palette.stylesheet() + palette.more_rules(graphs.RULES)
    graph = vertex_graph(BOARD)
    some = list(graph)
    picture = graphs.draw(
        graph, cells=region(1), holes=region(1), lit=some[:2], near=some[2:4], pale=some[4:5],
        thick=list(graph.edges)[:2], style=False,
    )  # fmt: skip
    for element in parse(picture).iter():
        for name in element.get("class", "").split():
            assert name == "trinb-picture" or f".{name}" in css, name


def test_no_ids_and_no_scripts() -> None:
    picture = graphs.draw(
        vertex_graph(BOARD),
        title="</title><script>alert(1)</script>",
        labels=dict.fromkeys(vertex_graph(BOARD), "<script>"),
    )
    root = parse(picture)
    assert not any(element.get("id") for element in root.iter())
    assert not list(root.iter(f"{NS}script"))
