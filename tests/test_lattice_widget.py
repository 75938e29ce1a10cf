"""The lattice viewer: linked sides and the words about them, steps, laying, keys, touch, nonsense."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from harness import Widgets
from playwright.sync_api import Locator
from strategies import seeded_board

from trinb import Board, Cell, IllegalMove, Kind, RecordError, Tile, TrinbError, Vertex, rules, tile_set
from trinb.graphs import Node, cell_graph, euler, name_of, tile_graph, vertex_graph
from trinb.growth import Growth
from trinb.matches import Match
from trinb.moments import example
from trinb.rounds import Round
from trinb.widgets.lattice import MOST, LatticeViewer
from trinb.widgets.lattice_sides import GRAPHS, graphs_of, in_graph, on_board
from trinb.widgets.nearest import nearest_ahead

pytestmark = pytest.mark.browser

RING = "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221"
DRONE = "v-1,-1=024 ^-1,0=442 ^0,-1=440 v-1,0=441 ^-1,1=514 v0,-1=443 v-1,1=155 ^0,1=511 v0,0=311 ^0,0=134"
BOARDS = [seeded_board(seed, tile_set("triangelspelet-56"), 26) for seed in range(8)]
WAYS = {"ArrowUp": (0, 1), "ArrowDown": (0, -1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
Make = Callable[..., Widgets]


def send(widget: LatticeViewer, **message: Any) -> None:
    """What the browser would send."""
    widget._handle_custom_msg(message, [])


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def side(root: Locator, name: str) -> Locator:
    return root.locator(f'[data-side="{name}"]')


def touch(page: Widgets, place: Locator) -> None:
    page.page.mouse.click(*middle(place.first))
    page.settle()


def marked(root: Locator, name: str, kind: str) -> set[str]:
    """The nodes that are lit or near on the graph."""
    found = side(root, name).locator(f"g.node.{kind}").all()
    return {str(one.get_attribute("data-node")) for one in found}


def counts(root: Locator) -> dict[str, tuple[int, str]]:
    """The table of Euler's formula: by its words, how many now, and the change."""
    rows = {}
    for row in root.locator(".euler tbody tr").all():
        cells = row.locator("td").all_inner_texts()
        rows[row.locator("th").inner_text()] = (int(cells[1]), cells[2])
    return rows


# --- what lights up ------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_what_is_lit_is_what_belongs_to_it(board: Board) -> None:
    growth = Growth.of(board)
    graphs = graphs_of(board, tile_graph(growth.box))
    laid = {placement.cell: placement.tile for placement in board}
    for cell in laid:
        assert in_graph("vertices", graphs, growth, cell).lit == set(cell.corners)
        assert in_graph("cells", graphs, growth, cell) == ({cell}, {n for n in cell.neighbours if n in laid})
        assert in_graph("tiles", graphs, growth, cell) == ({laid[cell]}, set(graphs.tiles[laid[cell]]))
        assert on_board("cells", graphs, board, cell) == in_graph("cells", graphs, growth, cell)
        assert on_board("tiles", graphs, board, cell) == ({cell}, set())
    for vertex in board.digits:
        around = {cell for cell in vertex.cells if cell in laid}
        joined = {v for v in vertex.neighbours if any({v, vertex} <= set(cell.corners) for cell in laid)}
        assert in_graph("vertices", graphs, growth, vertex) == ({vertex}, joined)
        assert in_graph("cells", graphs, growth, vertex) == (around, set())
        assert in_graph("tiles", graphs, growth, vertex) == ({laid[cell] for cell in around}, set())
        assert on_board("vertices", graphs, board, vertex) == ({vertex}, joined)
        assert on_board("cells", graphs, board, vertex) == ({vertex}, around)
    for cell in board.open_cells:
        assert in_graph("vertices", graphs, growth, cell).lit == set(cell.corners) & set(board.digits)
        assert in_graph("cells", graphs, growth, cell) == (set(), {n for n in cell.neighbours if n in laid})
        fits = {placement.tile for placement in growth.fitting(cell)}
        assert in_graph("tiles", graphs, growth, cell) == (set(), fits)
    for name in GRAPHS:
        assert in_graph(name, graphs, growth, None) == on_board(name, graphs, board, None) == (set(), set())


def test_a_cell_lights_its_corners(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer(RING)
    root = page.show(widget)
    touch(page, side(root, "board").locator('g.tile[data-cell="^1,0"]'))
    assert marked(root, "graph", "lit") == {"1,1", "2,0", "1,0"}
    assert side(root, "graph").locator("g.node.lit circle.ring").count() == 3, "a ring, not a colour"
    assert side(root, "graph").locator("path.along").get_attribute("d").count("M") == 3  # type: ignore[union-attr]
    assert side(root, "board").locator("g.lit path.ring").count() == 1
    assert root.locator(".status").inner_text() == (
        "Cell ^1,0 holds the tile 2-2-4. Its digits clockwise from the tip: 4, 2, 2. "
        "It was laid as number 4 (plain)."
    )
    assert root.locator(".facts dd").all_inner_texts() == [
        "Degrees 6, 4, 6 at its corners: (1,1), (2,0), (1,0)",
        "Degree 2. It has a side in common with: v1,-1, v1,0",
        "Degree 10. 2-2-4 can lie beside: "
        "0-2-2, 0-2-4, 1-2-2, 1-2-4, 2-2-2, 2-2-3, 2-2-5, 2-4-3, 2-4-4, 2-5-4",
    ]
    assert root.locator(".card .title").first.inner_text() == "Cell ^1,0"


def test_a_node_lights_its_vertex_and_a_vertex_its_node(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer(RING)
    root = page.show(widget)
    touch(page, side(root, "graph").locator('g.node[data-node="1,1"]'))
    assert marked(root, "graph", "lit") == {"1,1"}
    assert marked(root, "graph", "near") == {"0,1", "0,2", "1,0", "1,2", "2,0", "2,1"}
    ring = side(root, "board").locator("g.lit circle")
    point = side(root, "board").locator('circle.point[data-node="1,1"]')
    assert middle(ring) == pytest.approx(middle(point)), "the ring is around the same vertex of the board"
    assert side(root, "board").locator("g.near").count() == 6
    assert "Vertex (1,1) has the digit 4." in root.locator(".status").inner_text()
    touch(page, side(root, "board").locator('circle.point[data-node="0,0"]'))
    assert marked(root, "graph", "lit") == {"0,0"}
    assert root.locator(".facts dd").all_inner_texts() == [
        "Degree 3. It is joined to: (0,1), (1,-1), (1,0)",
        "2 of the six cells around it have tiles: v0,-1, ^0,0",
        "Tiles with a corner here: 1-1-2, 1-2-2",
    ]


def test_the_dual_graph(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer(RING)
    root = page.show(widget)
    root.get_by_role("button", name="Dual graph").click()
    page.settle()
    assert side(root, "graph").locator("g.node").count() == 9
    touch(page, side(root, "graph").locator('g.node[data-node="v1,0"]'))
    assert marked(root, "graph", "near") == {"^1,0", "^1,1"}
    focus, tile = (
        side(root, "board").locator("g.lit"),
        side(root, "board").locator('g.tile[data-cell="v1,0"]'),
    )
    assert middle(focus) == pytest.approx(middle(tile), abs=4)
    assert side(root, "board").locator("g.near").count() == 2
    # The hole: no node, but what it would be joined to.
    touch(page, side(root, "board").locator('path[data-cell="v0,0"]'))
    assert marked(root, "graph", "lit") == set()
    assert marked(root, "graph", "near") == {"^0,0", "^0,1", "^1,0"}
    assert "It is a hole by itself. No tile of the box fits here." in root.locator(".status").inner_text()


def test_the_tile_meeting_graph_and_a_tile_of_the_box(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer(RING, graph="tiles")
    root = page.show(widget)
    graph = side(root, "graph")
    assert graph.locator("g.node").count() == 56 and graph.locator("g.node.pale").count() == 47
    assert graph.locator("path.thick").get_attribute("d").count("M") == 8  # type: ignore[union-attr]
    touch(page, graph.locator('g.node[data-node="1-2-4"]'))
    assert root.locator(".card .title").first.inner_text() == "Cell v1,0", (
        "a tile that is laid is where it lies"
    )
    touch(page, graph.locator('g.node[data-node="1-3-4"]'))
    assert "The tile 1-3-4 is still in the box. It fits in one place" in root.locator(".status").inner_text()
    assert side(root, "board").locator("g.place").get_attribute("data-cell") == "v1,-2"
    touch(page, side(root, "board").locator("g.place"))
    assert str(widget.board).endswith("v1,-2=413") and len(widget.board) == 10
    assert graph.locator("g.node.pale").count() == 46
    assert marked(root, "graph", "lit") == {"1-3-4"}


def test_beside_everything_lets_go(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer(RING)
    root = page.show(widget)
    touch(page, side(root, "board").locator('g.tile[data-cell="^1,0"]'))
    box = side(root, "board").bounding_box()
    assert box
    page.page.mouse.click(box["x"] + 8, box["y"] + 8)
    page.settle()
    assert (
        marked(root, "graph", "lit") == set() and side(root, "board").locator("g.lit, g.focus").count() == 0
    )
    assert not root.locator(".facts").is_visible()
    assert root.locator(".status").inner_text().startswith("Touch a tile")


# --- steps and Euler's formula ---------------------------------------------------------------------------


@pytest.mark.parametrize("board", [*BOARDS, Board.parse(RING), Board.parse(DRONE)], ids=range(10))
def test_the_formula_holds_at_every_step(board: Board) -> None:
    widget = LatticeViewer(board)
    for at in range(len(board), -1, -1):
        send(widget, do="go", to=at)
        count = euler(widget.board)
        assert len(widget.board) == at and widget.count == count
        left, right = widget.state["formula"]
        v, e, f = count.vertices, count.edges, count.faces
        assert left == f"V − E + F = {v} − {e} + {f} = {v - e + f}"
        assert right == f"1 + C = 1 + {count.components} = {1 + count.components}"
        assert v - e + f == 1 + count.components
        rows = {row["words"]: row for row in widget.state["counts"]}
        assert int(rows["holes"]["now"]) == len(widget.board.holes())
        assert [rows[name]["now"] for name in ("vertices", "edges", "tiles", "faces")] == [
            str(number) for number in (v, e, at, f)
        ]


def test_words_for_every_kind() -> None:
    seen = {}
    for board in [*BOARDS, Board.parse(RING), Board.parse(DRONE)]:
        widget = LatticeViewer(board)
        for at in range(1, len(board) + 1):
            send(widget, do="go", to=at)
            kind = widget.growth.latest.contact.kind  # type: ignore[union-attr]
            changes = tuple(row["change"] for row in widget.state["counts"])
            seen.setdefault(kind, set()).add((changes, widget.state["why"].split(":")[0]))
    # vertices, edges, faces, of these tiles, holes, the outside; components
    assert seen == {
        Kind.START: {(("+3", "+3", "+1", "+1", "0", "0", "+1"), "First tile")},
        Kind.PLAIN: {(("+1", "+2", "+1", "+1", "0", "0", "0"), "Plain")},
        Kind.BRIDGE: {(("0", "+2", "+2", "+1", "+1", "0", "0"), "Bridge")},
        Kind.DOCKING: {(("0", "+1", "+1", "+1", "0", "0", "0"), "Docking")},
        Kind.DRONE: {(("0", "0", "0", "+1", "−1", "0", "0"), "Drone")},
    }


def test_the_slider_and_the_buttons(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer(RING)
    root = page.show(widget)
    slider = root.locator("input[type=range]")
    assert slider.input_value() == slider.get_attribute("max") == "9"
    assert counts(root)["holes"] == (1, "+1") and counts(root)["edges"] == (19, "+2")
    assert (
        side(root, "board").locator("path.hole").count()
        == side(root, "graph").locator("path.hole").count()
        == 1
    )
    root.get_by_role("button", name="Back").click()
    page.settle()
    assert len(widget.board) == 8 and counts(root)["holes"] == (0, "0")
    assert root.locator(".status").inner_text() == (
        "Tile 8, 2-4-4 in ^0,1, is plain. V +1, E +2, F +1, holes 0, C 0."
    )
    assert side(root, "board").locator("path.hole").count() == 0
    slider.fill("0")
    page.settle()
    assert len(widget.board) == 0 and slider.get_attribute("aria-valuetext") == "Tile 0 of 9"
    assert root.get_by_role("button", name="Back").is_disabled()
    assert side(root, "graph").locator("text").all_text_contents() == ["no nodes yet"]
    assert counts(root)["faces"] == (1, "0") and counts(root)["components"] == (0, "0")
    for at in range(1, 10):
        root.get_by_role("button", name="Next tile").click()
        page.settle()
        assert len(widget.board) == at and str(widget.board) == " ".join(RING.split()[:at])
    assert "is a bridge. V 0, E +2, F +2, holes +1, C 0." in root.locator(".status").inner_text()
    assert root.locator("button.primary").inner_text() == "Lay any tile"


def test_what_one_looks_at_stays_while_it_is_there(widgets: Make) -> None:
    widget = LatticeViewer(RING)
    widget.look("1,1")
    degrees = []
    for at in range(9, 2, -1):
        widget.go(at)
        if widget.state["facts"]:
            degrees.append(widget.graphs.vertices.degree[Vertex(1, 1)])
            assert widget.state["facts"][0]["text"].startswith(f"Degree {degrees[-1]}.")
    assert degrees == [6, 6, 5, 4, 3, 2] and widget.state["facts"] == []
    widget.look("2-2-4")
    assert widget.state["thing"] == "Tile 2-2-4", "not laid any more"
    widget.go(9)
    assert widget.state["thing"] == "Cell ^1,0"


# --- laying ----------------------------------------------------------------------------------------------


def test_an_open_cell_lists_what_fits(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer(RING)
    root = page.show(widget)
    touch(page, side(root, "board").locator('path[data-cell="v-1,0"]'))
    fits = [str(place.tile) for place in widget.growth.fitting(Cell(-1, 0, False))]
    assert root.locator(".tiles button").all_inner_texts() == fits == ["0-2-1"]
    assert "A tile here would be plain. 1 tile of the box fits." in root.locator(".status").inner_text()
    before = widget.count
    root.locator(".tiles button").first.click()
    page.settle()
    assert len(widget.board) == 10 and str(next(reversed(list(widget.board))).tile) == "0-2-1"
    assert widget.count.vertices == before.vertices + 1
    assert counts(root)["vertices"] == (11, "+1")
    assert root.locator(".tiles button").count() == 0
    assert page.page.evaluate("document.activeElement.dataset.side") == "board", "focus is not lost"
    empty = side(root, "board").locator("path.empty").all()
    open_cells = set(map(str, widget.board.open_cells))
    touch(page, next(one for one in empty if one.get_attribute("data-cell") not in open_cells))
    assert "so none can be laid here yet" in root.locator(".status").inner_text()


def test_laying_in_the_middle_puts_the_rest_back(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer(RING)
    root = page.show(widget)
    slider = root.locator("input[type=range]")
    slider.fill("6")
    page.settle()
    assert root.get_by_role("button", name="The given board").count() == 0
    touch(page, side(root, "board").locator('path[data-cell="v0,1"]'))
    root.locator(".tiles button").first.click()
    page.settle()
    assert slider.get_attribute("max") == slider.input_value() == "7"
    assert "The 3 tiles after it are back in the box." in root.locator(".status").inner_text()
    root.get_by_role("button", name="The given board").click()
    page.settle()
    assert str(widget.board) == RING


def test_from_the_empty_board_to_the_last_tile(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer()
    root = page.show(widget)
    touch(page, side(root, "board").locator("g.place"))
    assert root.locator(".tiles button").count() == 56
    root.locator(".tiles button", has_text="3-3-3").click()
    page.settle()
    assert str(widget.board) == "^0,0=333"
    primary = root.locator("button.primary")
    for _ in range(60):
        if primary.is_disabled():
            break
        primary.click()
        page.settle()
        assert widget.count.vertices - widget.count.edges + widget.count.faces == 2
    assert not widget.board.placements(widget.growth.left)
    assert len(widget.board) > 40


def test_programs_can_do_the_same() -> None:
    widget = LatticeViewer("^0,0=555")
    widget.lay("v0,0=554")
    assert (
        str(widget.board) == "^0,0=555 v0,0=554" and repr(widget) == "<LatticeViewer: 2 of 2 tiles, vertices>"
    )
    assert set(widget.graphs.cells) == {Cell(0, 0, True), Cell(0, 0, False)}
    with pytest.raises(IllegalMove):
        widget.lay("v0,-1=123")
    for wrong in ("9,9", "^9,9", "9-9-9", "nonsense", ""):
        with pytest.raises(TrinbError):
            widget.look(wrong)
    widget.look(Tile(0, 1, 4) if Tile(0, 1, 4) in widget.growth.box else Tile(0, 4, 1))
    assert widget.state["thing"] == "Tile 0-4-1"


# --- what may be given -------------------------------------------------------------------------------------


def test_what_may_be_given(tmp_path: Any, widgets: Make) -> None:
    round_ = Round.deal(rules("triangelspelet-pro"), players=2, seed=3)
    assert LatticeViewer(round_).growth.box.id == "triangelspelet-77"
    record = example("granna")
    for source in (record, record.match):
        widget = LatticeViewer(source)
        assert widget.board == record.match.rounds[0].board
        send(widget, do="select", name="round", value="2")
        assert widget.board == record.match.rounds[1].board
        send(widget, do="select", name="round", value="99")
        assert widget.state["warn"] and widget.board == record.match.rounds[1].board
    assert LatticeViewer(Board.parse(RING)).state["choices"] == []
    assert isinstance(record.match, Match)
    assert len(LatticeViewer(tiles="ascending-3").growth.box) == 10
    assert LatticeViewer(tiles=tile_set("mirrored-7")).graphs.tiles.number_of_nodes() == 119
    odd = LatticeViewer("^0,0=789")
    assert odd.state["primary"]["enabled"] is False and list(odd.graphs.tiles) == [Tile(7, 8, 9)]
    mixed = LatticeViewer("^0,0=555", tiles="ascending-3")
    assert len(mixed.graphs.tiles) == 11, "a tile of the board that is not in the box has a node all the same"


def test_what_may_not_be_given(tmp_path: Any) -> None:
    with pytest.raises(TrinbError, match="token 1"):
        LatticeViewer("nonsense")
    with pytest.raises(TrinbError, match="there is no graph 'edges'; there are vertices, cells, tiles"):
        LatticeViewer(graph="edges")
    with pytest.raises(TrinbError, match="no board"):
        LatticeViewer(17)  # type: ignore[arg-type]
    with pytest.raises(TrinbError, match="no tile set"):
        LatticeViewer(tiles="nonsense")
    with pytest.raises(TrinbError, match="no tile set"):
        LatticeViewer(tiles=["0-0-0"])  # type: ignore[arg-type]
    with pytest.raises(TrinbError, match=f"at most {MOST}"):
        LatticeViewer(tiles="mirrored-8")
    long = " ".join(f"^{i},0=000 v{i},0=000" for i in range(100))
    with pytest.raises(TrinbError, match=f"at most {MOST}"):
        LatticeViewer(long)
    with pytest.raises(RecordError):
        LatticeViewer(tmp_path / "missing.jsonl")
    with pytest.raises(TrinbError, match="language"):
        LatticeViewer(language="xx")


# --- keys ----------------------------------------------------------------------------------------------


def reached(places: dict[Any, tuple[float, float]]) -> set[Any]:
    """What the arrows reach from the node where they begin."""
    edge = [min(places, key=lambda node: (-places[node][1], places[node][0]))]
    found = set(edge)
    while edge:
        here = edge.pop()
        others = {node: place for node, place in places.items() if node != here}
        for way in WAYS.values():
            there = nearest_ahead(places[here], others, *way)
            if there is not None and there not in found:
                found.add(there)
                edge.append(there)
    return found


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_arrows_reach_everything(graph: str, number: int) -> None:
    widget = LatticeViewer(BOARDS[number], graph=graph)
    for name in ("board", "graph"):
        places = widget._places(name)
        assert reached(places) == set(places)


def test_keys_alone(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer(RING)
    root = page.show(widget)
    keys = page.page.keyboard

    def press(*names: str) -> None:
        for name in names:
            keys.press(name)
            page.settle()

    side(root, "board").focus()
    press("ArrowRight")
    assert root.locator(".card .title").first.inner_text().startswith("Cell "), "the first arrow finds a cell"
    press("[", "[")
    assert len(widget.board) == 7
    press("]")
    assert len(widget.board) == 8
    press("PageUp")
    assert len(widget.board) == 7
    press("PageDown", "PageDown")
    assert len(widget.board) == 9
    press("Home")
    assert len(widget.board) == 0
    press("Enter")
    assert str(widget.board) == "v0,-1=112", "Enter is the coloured button: the next tile"
    press("End")
    assert len(widget.board) == 9
    press("g")
    assert root.get_by_role("button", name="Dual graph").get_attribute("aria-pressed") == "true"
    press("Escape")
    assert side(root, "board").locator("g.lit, g.focus").count() == 0
    side(root, "graph").focus()
    press("ArrowDown")
    (first,) = marked(root, "graph", "lit")
    press("ArrowDown")
    (second,) = marked(root, "graph", "lit")
    assert first != second and {first, second} <= {name_of(cell) for cell in widget.graphs.cells}
    press("g", "g", "g")
    assert root.get_by_role("button", name="Dual graph").get_attribute("aria-pressed") == "true"
    widget.look("v-1,0")
    page.refresh(widget)
    press("1")
    assert len(widget.board) == 10, "a number lays a tile that fits"
    press("9")
    assert root.locator(".status.warn").inner_text() == "there is no tile number 9 to lay here"


def test_the_pure_parts_of_the_front(widgets: Make) -> None:
    page = widgets()
    page.show(LatticeViewer(RING))

    def of(key: str, where: str = "board") -> Any:
        return page.page.evaluate("([key, side]) => shown[0].module.intentionOfKey(key, side)", [key, where])

    assert of("ArrowLeft", "graph") == {"do": "move", "side": "graph", "x": -1, "y": 0}
    assert of("ArrowUp") == {"do": "move", "side": "board", "x": 0, "y": 1}
    assert of("[") == of("PageUp") == {"do": "back"}
    assert of("]") == of("PageDown") == {"do": "forward"}
    assert of("7") == {"do": "pick", "number": 7}
    assert of("G") == of("g") == {"do": "turn"}
    assert of("0") == {"view": 0} and of("x") is None and of("Tab") is None


def test_zoom_is_for_both_sides(widgets: Make) -> None:
    page, widget = widgets(), LatticeViewer(RING)
    root = page.show(widget)

    def boxes() -> list[str]:
        return [str(side(root, name).locator("svg").get_attribute("viewBox")) for name in ("board", "graph")]

    whole = boxes()
    root.get_by_role("button", name="Zoom in").click()
    near = boxes()
    assert all(a != b for a, b in zip(whole, near, strict=True))
    touch(page, side(root, "board").locator('g.tile[data-cell="^1,0"]'))
    assert boxes() == near, "looking at something does not move the pictures"
    root.get_by_role("button", name="Show all").click()
    assert boxes() == whole


# --- sizes, touch, languages -----------------------------------------------------------------------------


def test_beside_one_another_or_below(widgets: Make) -> None:
    for width, beside in ((1100, True), (768, True), (390, False)):
        page = widgets(width=width, height=900)
        root = page.show(LatticeViewer(RING))
        board, graph = side(root, "board").bounding_box(), side(root, "graph").bounding_box()
        assert board and graph
        assert (board["x"] + board["width"] <= graph["x"]) == beside
        assert (board["y"] + board["height"] <= graph["y"]) == (not beside)
        assert page.page.evaluate("document.scrollingElement.scrollWidth") <= width


def test_touch_on_a_phone(widgets: Make) -> None:
    page, widget = widgets(width=390, height=800, touch=True), LatticeViewer(RING, graph="cells")
    root = page.show(widget)
    page.page.touchscreen.tap(*middle(side(root, "board").locator('g.tile[data-cell="v1,0"]')))
    page.settle()
    assert marked(root, "graph", "lit") == {"v1,0"}
    side(root, "graph").scroll_into_view_if_needed()
    page.page.touchscreen.tap(*middle(side(root, "graph").locator('g.node[data-node="^1,1"]')))
    page.settle()
    assert root.locator(".card .title").first.inner_text() == "Cell ^1,1"


def test_what_was_said_is_said_anew_in_another_language() -> None:
    widget = LatticeViewer(RING)
    widget.look("^1,0")
    english = {key: json.dumps(widget.state[key]) for key in ("status", "facts", "counts", "why", "about")}
    send(widget, do="back")
    widget.language = "de"
    assert widget.state["facts"], "it still looks at the same thing"
    widget.language = "en"
    widget.go(9)
    widget.look("^1,0")
    assert {key: json.dumps(widget.state[key]) for key in english} == english


def test_a_tall_table_of_degrees_can_be_scrolled_by_keys(widgets: Make) -> None:
    page = widgets(width=390)
    root = page.show(LatticeViewer(tiles="mirrored-7", graph="tiles"))
    wide = root.locator(".wide")
    overflows = wide.evaluate("(one) => one.scrollWidth > one.clientWidth")
    assert (wide.get_attribute("tabindex") == "0") == overflows


# --- nonsense ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        {"do": "look"},
        {"do": "look", "node": 3},
        {"do": "look", "node": "9,9"},
        {"do": "look", "node": "^99,99"},
        {"do": "look", "node": "9999999,0"},
        {"do": "look", "node": "11-11-11"},
        {"do": "look", "node": "<b>"},
        {"do": "look", "node": "x" * 10_000},
        {"do": "move", "side": "inside", "x": 1, "y": 0},
        {"do": "move", "side": "board", "x": 0.5, "y": 0},
        {"do": "move", "side": "board"},
        {"do": "go", "to": "3"},
        {"do": "go", "to": float("nan")},
        {"do": "go", "to": 10**30},
        {"do": "lay", "cell": "v0,0", "tile": "0-0-0"},
        {"do": "lay", "cell": "^1,0", "tile": "2-2-4"},
        {"do": "lay", "cell": "nowhere", "tile": "0-2-1"},
        {"do": "lay", "cell": "v-1,0"},
        {"do": "pick", "number": 1},
        {"do": "pick", "number": True},
        {"do": "select", "name": "graph", "value": "edges"},
        {"do": "select", "name": "round", "value": "1.0"},
        {"do": "select", "name": "__class__", "value": "x"},
        {"do": "nothing of the kind"},
        ["do"],
        None,
    ],
    ids=str,
)
def test_messages_that_no_front_end_should_send(message: Any) -> None:
    widget = LatticeViewer(RING)
    before = widget.state
    widget._handle_custom_msg(message, [])
    assert widget.state["warn"] and len(widget.state["status"]) < 400
    assert str(widget.board) == RING
    unchanged = {key: value for key, value in before.items() if key not in ("status", "warn")}
    assert {key: widget.state[key] for key in unchanged} == unchanged


def test_random_touches_break_nothing() -> None:
    rng = Random(7)
    widget = LatticeViewer(DRONE)
    things: list[Node] = [*vertex_graph(widget.board), *cell_graph(widget.board), *widget.growth.box]
    things += [*widget.board.open_cells]
    for _ in range(400):
        kind = rng.randrange(6)
        if kind == 0:
            send(widget, do="go", to=rng.randrange(-2, 14))
        elif kind == 1:
            x, y = rng.choice(list(WAYS.values()))
            send(widget, do="move", side=rng.choice(["board", "graph"]), x=x, y=y)
        elif kind == 2:
            send(widget, do=rng.choice(["turn", "pick", "any", "release", "back"]), number=1)
        else:
            send(widget, do="look", node=name_of(rng.choice(things)))
        count = widget.count
        assert count.vertices - count.edges + count.faces == 1 + count.components
        assert re.match(r"<svg .*</svg>$", widget.state["board"]) and re.match(
            r"<svg .*</svg>$", widget.state["graph"]
        )
        assert json.loads(json.dumps(widget.state)) == widget.state
