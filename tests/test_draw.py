"""The pictures: well-formed, inert, with every digit where it belongs, and readable in light and dark."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from attrs import asdict

from trinb import Board, Cell, Kind, Placement, Tile, TileSet, TrinbError, Vertex, tile_set
from trinb.draw import palette, shapes, svg

NS = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "]]></title></svg><b>",
    "&lt;&#60;&amp",
    "x" * 10_000,
    "\u202egnp\u202c \u200f שלום",
    "bell \x07 null \x00 half \ud800 \uffff",
    "",
]
BRIDGED = "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221"


def random_board(seed: int, count: int = 30, start: Cell | None = None) -> Board:
    rng, board, left = random.Random(seed), Board(), list(tile_set("triangelspelet-77"))
    if start:
        tile = left.pop(rng.randrange(len(left)))
        board = board.place(Placement(start, tile.digits))
    while len(board) < count:
        found = board.placements(left)
        if not found:
            break
        placement = rng.choice(found)
        board = board.place(placement)
        left.remove(placement.tile)
    return board


def parse(picture: str) -> ET.Element:
    root = ET.fromstring(picture)
    assert root.tag == f"{NS}svg"
    assert [child.tag for child in root][:2] == [f"{NS}title", f"{NS}desc"]
    return root


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def texts(element: ET.Element) -> list[tuple[str, float, float]]:
    found = element.iter(f"{NS}text")
    return [(t.text or "", float(t.get("x", "nan")), float(t.get("y", "nan"))) for t in found]


def box(root: ET.Element) -> tuple[float, float, float, float]:
    x, y, width, height = map(float, root.get("viewBox", "").split())
    return x, y, width, height


def everything(board: Board, theme: str = "auto", style: bool = True) -> str:
    """A board with all that can be drawn on it."""
    hand = list(tile_set("triangelspelet-77"))
    found = board.placements(hand)
    wrong = Placement(found[-1].cell, (11, 10, 11))
    fault = board.check(wrong)
    return svg.board(
        board,
        placements=found,
        cells=board.open_cells[:3],
        labels={found[0].cell: "+10", found[1].cell: HOSTILE[0]},
        ghost=found[0],
        illegal=wrong,
        clashes=fault.vertices if fault else (),
        focus=found[-1].cell,
        holes=True,
        theme=theme,
        style=style,
    )


# --- boards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_every_tile_of_a_board_is_drawn_once_in_the_order_laid(seed: int) -> None:
    board = random_board(seed)
    drawn = of_class(parse(svg.board(board)), "tile")
    assert [g.get("data-cell") for g in drawn] == [str(cell) for cell, _ in board]
    assert [g.get("data-tile") for g in drawn] == [str(placement.tile) for placement in board]
    assert [g.get("class", "").split()[1] for g in drawn] == [
        f"kind-{laid.contact.kind.value}" for laid in board.laid
    ]
    assert [g for g in drawn if "last" in g.get("class", "")] == [drawn[-1]]


@pytest.mark.parametrize("seed", range(6))
def test_digits_run_clockwise_from_the_apex(seed: int) -> None:
    board = random_board(seed)
    for placement, group in zip(board, of_class(parse(svg.board(board)), "tile"), strict=True):
        drawn = texts(group)
        assert tuple(int(words) for words, _, _ in drawn) == placement.digits
        (_, x0, y0), (_, x1, y1), (_, x2, y2) = drawn
        assert (y0 < min(y1, y2)) if placement.cell.up else (y0 > max(y1, y2))
        # y points down on the paper, so a positive area means clockwise for the eye.
        assert (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0) > 0


@pytest.mark.parametrize("seed", range(6))
def test_each_digit_stands_next_to_its_vertex(seed: int) -> None:
    board = random_board(seed)
    first = next(iter(board)).cell
    assert (first.q, first.r) == (0, 0)  # so the paper's origin is vertex (0, 0)
    at = {shapes.point(vertex): digit for vertex, digit in board.digits.items()}
    for group in of_class(parse(svg.board(board)), "tile"):
        for words, x, y in texts(group):
            nearest = min(at, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y + 6.5) ** 2)
            assert at[nearest] == int(words)


def test_up_and_down_cells_turn_the_same_way_by_hand() -> None:
    # 1 on top, 2 right below, 3 left below; and 1 at the bottom, 2 left above, 3 right above.
    up = texts(of_class(parse(svg.board(Board.parse("^0,0=123"))), "tile")[0])
    down = texts(of_class(parse(svg.board(Board.parse("v0,0=123"))), "tile")[0])
    assert up[0][2] < up[1][2] == up[2][2] and up[2][1] < up[0][1] < up[1][1]
    assert down[0][2] > down[1][2] == down[2][2] and down[1][1] < down[0][1] < down[2][1]


@pytest.mark.parametrize("seed", range(12))
def test_everything_at_once_is_well_formed(seed: int) -> None:
    board = random_board(seed)
    root = parse(everything(board))
    assert not any("id" in element.attrib for element in root.iter())
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
    assert root[-1].get("class") == "focus"
    assert {element.tag.removeprefix(NS) for element in root.iter()} == {
        *("svg", "title", "desc", "style", "rect", "g", "path", "text", "circle")
    }
    x, y, width, height = box(root)
    for _, tx, ty in texts(root):
        assert x < tx < x + width and y < ty < y + height


@pytest.mark.parametrize("seed", range(6))
def test_every_cell_around_the_board_can_be_pointed_at(seed: int) -> None:
    board = random_board(seed, 12)
    root = parse(everything(board))
    places = {g.get("data-cell") for g in of_class(root, "place")}
    empty = {path.get("data-cell") for path in of_class(root, "empty")}
    legal = {str(cell) for cell, _ in board.placements(tile_set("triangelspelet-77"))}
    ring = {str(c) for cell, _ in board for corner in cell.corners for c in corner.cells if c not in board}
    assert legal <= places and places | empty == ring and not places & empty
    assert all(of_class(g, "hit") for g in of_class(root, "place"))
    assert not any("tabindex" in element.attrib for element in root.iter())


def test_a_place_under_a_held_tile_can_be_hit_but_is_not_drawn_dashed() -> None:
    board = Board.parse("^0,0=555")
    ghost = Placement.parse("v0,0=554")
    root = parse(svg.board(board, cells=board.open_cells, ghost=ghost, labels={ghost.cell: "+9"}))
    (chosen,) = of_class(root, "chosen")
    assert chosen.get("data-cell") == "v0,0" and not of_class(chosen, "spot") and not texts(chosen)
    (drawn,) = of_class(root, "ghost")
    assert [words for words, _, _ in texts(drawn)] == ["5", "5", "4"]
    assert "kind-plain" in drawn.get("class", "")


def test_a_heat_map_marks_places_and_nothing_else() -> None:
    board = Board.parse(BRIDGED)
    warm = {cell: number % 5 for number, cell in enumerate(board.open_cells[:-1])}
    root = parse(svg.board(board, cells=board.open_cells, heat=warm))
    marked = {g.get("data-cell"): g.get("class") for g in of_class(root, "place")}
    last = board.open_cells[-1]
    assert marked == {str(cell): f"place heat-{heat}" for cell, heat in warm.items()} | {str(last): "place"}
    assert svg.board(board, cells=board.open_cells, heat={}) == svg.board(board, cells=board.open_cells)


def test_kinds_are_told_by_shape_and_not_by_colour_alone() -> None:
    board = Board.parse(BRIDGED)
    for laid, group in zip(board.laid, of_class(parse(svg.board(board)), "tile"), strict=True):
        assert len(of_class(group, "mark")) == (laid.contact.kind is not Kind.PLAIN)
    assert not of_class(parse(svg.board(board, mark_kinds=False)), "mark")
    drawn = [shapes.kind_mark(shapes.seat(Cell(0, 0, True)), kind) for kind in Kind]
    assert len(set(drawn)) == len(drawn)


def test_holes_are_hatched_only_on_request() -> None:
    board = Board.parse(BRIDGED)
    count = sum(map(len, board.holes()))
    assert count > 0
    assert len(of_class(parse(svg.board(board, holes=True)), "hole")) == count
    assert not of_class(parse(svg.board(board)), "hole")


def test_a_hexagon_gets_a_ring_around_its_vertex() -> None:
    board = Board.parse("^0,0=111 v-1,0=111 ^-1,0=111 v-1,-1=111 ^0,-1=111 v0,-1=111")
    assert board.hexagons() == (Vertex(0, 0),)
    (ring,) = of_class(parse(svg.board(board)), "hexagon")
    assert (ring.get("cx"), ring.get("cy")) == ("0", "0")


def test_clashes_are_crossed_and_the_focus_leaves_them_visible() -> None:
    board = Board.parse("^0,0=555")
    wrong = Placement.parse("v0,0=123")
    fault = board.check(wrong)
    assert fault
    root = parse(svg.board(board, illegal=wrong, clashes=iter(fault.vertices), focus=wrong.cell))
    assert len(of_class(root, "clash")) == len(fault.vertices) == 2
    broken = of_class(root, "ring")[0].get("d", "")
    whole = of_class(parse(svg.board(board, focus=wrong.cell)), "ring")[0].get("d", "")
    assert whole.endswith("z") and not broken.endswith("z")


def test_an_empty_board_says_so_unless_there_is_something_to_do() -> None:
    root = parse(svg.board(Board()))
    assert [words for words, _, _ in texts(root)] == ["empty board"]
    assert of_class(root, "empty")
    ready = parse(svg.board(Board(), placements=Board().placements([Tile(5, 5, 5)])))
    assert len(of_class(ready, "place")) == 1 and not texts(ready)


@pytest.mark.parametrize("start", [Cell(999_000, -999_000, False), Cell(-40, 17, True)])
def test_a_board_far_from_the_origin_looks_as_near_it(start: Cell) -> None:
    far = random_board(3, 20, start)
    text = re.sub(
        r"([v^])(-?\d+),(-?\d+)", lambda m: f"{m[1]}{int(m[2]) - start.q},{int(m[3]) - start.r}", str(far)
    )
    near = parse(svg.board(Board.parse(text)))
    root = parse(svg.board(far))
    assert texts(root) == texts(near) and box(root) == box(near)
    assert len(of_class(root, "tile")) == 20
    assert max(map(abs, box(root))) < 5_000
    assert of_class(root, "tile")[0].get("data-cell") == str(start)


def test_the_description_tells_the_board() -> None:
    board = Board.parse(BRIDGED)
    root = parse(svg.board(board, cells=board.open_cells[:1]))
    assert root[0].text == root.get("aria-label") == "Board with 9 tiles"
    described = root[1].text or ""
    for part in ("9 tiles.", "1-2-2 in cell ^0,0, of kind bridge", "Holes: 1.", f"Position: {board}"):
        assert part in described
    assert f"Open cells: {len(board.open_cells)}." in described
    assert f"Legal places: {board.open_cells[0]}." in described
    assert parse(svg.board(Board()))[1].text == "An empty board."
    assert parse(svg.board(Board.parse("^0,0=555")))[0].text == "Board with 1 tile"


def test_a_crowded_board_stays_small() -> None:
    board = random_board(1, 56)
    assert len(board) == 56
    assert len(svg.board(board, cells=board.open_cells[:20])) < 60_000


# --- tiles and hands ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "box_of", [[Tile(0, 2, 1)], tile_set("triangelspelet-56"), TileSet.mirrored(8), TileSet.mirrored(12), []]
)
def test_a_wall_shows_every_tile_and_its_name(box_of: list[Tile]) -> None:
    root = parse(svg.tiles(box_of))
    drawn = of_class(root, "tile")
    assert [g.get("data-tile") for g in drawn] == [str(tile) for tile in box_of]
    for tile, group in zip(box_of, drawn, strict=True):
        *digits, name = texts(group)
        assert tuple(int(words) for words, _, _ in digits) == tile.digits
        assert name[0] == str(tile) and name[2] > max(y for _, _, y in digits)
    x, y, width, height = box(root)
    assert all(x < tx < x + width and y < ty < y + height for _, tx, ty in texts(root))
    assert len({(tx, ty) for _, tx, ty in texts(root)}) == len(texts(root))


def test_columns_of_a_wall() -> None:
    tiles = tile_set("triangelspelet-56").tiles[:6]
    wide, tall = box(parse(svg.tiles(tiles))), box(parse(svg.tiles(tiles, columns=2)))
    assert wide[2] > tall[2] and wide[3] < tall[3]
    assert parse(svg.tiles(tiles, columns=-3)) is not None


def test_a_hand_tells_chosen_playable_and_hidden_apart() -> None:
    tiles = [Tile(0, 0, 1), Tile(0, 2, 1), Tile(5, 5, 5)]
    root = parse(svg.hand(tiles, chosen=tiles[1], playable={tiles[1]}, hidden=2))
    classes = [g.get("class") for g in of_class(root, "tile")]
    assert classes == ["tile idle", "tile chosen fits", "tile idle", "tile back", "tile back"]
    assert len(of_class(root, "tick")) == 1  # not by colour alone
    described = root[1].text or ""
    assert described == "Tiles: 0-0-1, 0-2-1, 5-5-5. Face down: 2. Chosen: 0-2-1. They fit: 0-2-1."


@pytest.mark.parametrize("count", range(20))
def test_hands_of_any_size(count: int) -> None:
    tiles = tile_set("triangelspelet-56").tiles[:count]
    root = parse(svg.hand(tiles))
    assert len(of_class(root, "tile")) == count
    assert box(root)[2] <= 7 * 82 + 16


def test_values_draw_themselves() -> None:
    for value in (Tile(0, 2, 1), tile_set("triangelspelet-56"), Board.parse("^0,0=555")):
        parse(value._repr_svg_())


# --- text from outside ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE)
def test_text_from_outside_is_inert(text: str) -> None:
    board = Board.parse("^0,0=555")
    cell = board.open_cells[0]
    for picture in (
        svg.board(board, title=text, cells=[cell], labels={cell: text}),
        svg.tiles([Tile(0, 0, 1)], title=text),
        svg.hand([Tile(0, 0, 1)], title=text),
    ):
        root = parse(picture)
        tags = {element.tag.removeprefix(NS) for element in root.iter()}
        assert tags <= {"svg", "title", "desc", "style", "rect", "g", "path", "text"}
        assert len(picture) < 12_000
        assert root[0].text == root.get("aria-label") or not text


def test_a_short_title_survives_as_it_is() -> None:
    assert parse(svg.board(Board(), title="a < b & 'c' \"d\""))[0].text == "a < b & 'c' \"d\""


# --- the look -------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """Relative luminance as in WCAG 2.2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(over: str, under: str, share: float) -> str:
    pairs = [(int(over[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


# The grounds: our own, and JupyterLab's layout colour 1.
LOOKS = [
    pytest.param(look, ground, id=f"{name}-{ground}")
    for name, look, lab in (("light", palette.LIGHT, "#ffffff"), ("dark", palette.DARK, "#111111"))
    for ground in (look.ground, lab)
]


def test_contrast_is_computed_as_in_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("look", "ground"), LOOKS)
def test_digits_and_words_can_be_read(look: palette.Palette, ground: str) -> None:
    ghost = mixed(look.chosen, ground, 0.72)
    for behind in (look.face, look.chosen, ghost, mixed(look.face, ground, 0.5)):
        assert contrast(look.digit, behind) >= 7
    assert contrast(look.text, ground) >= 7
    assert contrast(look.text, mixed(look.face, ground, 0.5)) >= 7
    assert min(contrast(look.muted, ground), contrast(look.faint, ground)) >= 4.5


@pytest.mark.parametrize(("look", "ground"), LOOKS)
def test_every_stroke_that_means_something_can_be_seen(look: palette.Palette, ground: str) -> None:
    on_face = ("edge", "digit", "muted", "bridge", "docking", "drone", "hexagon", "clash")
    on_ground = (*on_face, "place", "focus", "text")
    colours = asdict(look)
    faint = {name: contrast(colours[name], look.face) for name in on_face}
    faint |= {f"{name} on ground": contrast(colours[name], ground) for name in on_ground}
    faint["place on its wash"] = contrast(look.place, mixed(look.face, ground, 0.5))
    faint["focus beside a face"] = contrast(look.focus, look.face)
    assert {name: ratio for name, ratio in faint.items() if ratio < 3} == {}


@pytest.mark.parametrize(("look", "ground"), LOOKS)
def test_the_lattice_is_barely_visible(look: palette.Palette, ground: str) -> None:
    assert 1.02 < contrast(look.lattice, ground) < 1.6


@pytest.mark.parametrize(("look", "ground"), LOOKS)
def test_numbers_on_a_heat_map_can_be_read_and_its_steps_be_told_apart(
    look: palette.Palette, ground: str
) -> None:
    opacity = r"g\.heat-\d path\.spot{[^}]*fill-opacity:([.\d]+)"
    shares = [float(share) for share in re.findall(opacity, palette.stylesheet())]
    steps = [ground, *(mixed(look.heat, ground, share) for share in shares)]
    assert len(steps) == 5 and all(contrast(look.text, step) >= 4.5 for step in steps)
    distances = [contrast(step, ground) for step in steps]
    assert all(after / before > 1.1 for before, after in pairwise(distances))


def test_every_colour_is_a_colour_and_is_used() -> None:
    css = palette.stylesheet()
    for look in (palette.LIGHT, palette.DARK):
        for name, colour in asdict(look).items():
            assert re.fullmatch("#[0-9a-f]{6}", colour)
            assert f"--trinb-{name}:{colour}" in css and f"var(--trinb-{name})" in css


def test_themes() -> None:
    auto, jupyter = palette.stylesheet(".x"), palette.stylesheet(".x", "jupyter")
    light, dark = palette.stylesheet(".x", "light"), palette.stylesheet(".x", "dark")
    assert "prefers-color-scheme:dark" in auto and "--jp-" not in auto
    assert '[data-jp-theme-light="false"] .x' in jupyter and "prefers-color-scheme:dark" in jupyter
    assert f"var(--jp-layout-color1,{palette.LIGHT.ground})" in jupyter
    for css, look in ((light, palette.LIGHT), (dark, palette.DARK)):
        assert "@media" not in css and "var(" not in css and f"path.face{{fill:{look.face}" in css
    with pytest.raises(TrinbError, match="pink"):
        palette.stylesheet(theme="pink")


@pytest.mark.parametrize("theme", palette.THEMES)
def test_every_rule_stays_inside_of_its_scope(theme: str) -> None:
    css = re.sub(r"@media [^{]*\{(.*)\}", r"\1", palette.stylesheet(".here", theme))
    for selectors in re.findall(r"([^{}]+)\{", css):
        assert all(".here" in selector for selector in selectors.split(","))
    assert css.count("{") == css.count("}") and "<" not in css and "$" not in css


@pytest.mark.parametrize("theme", palette.THEMES)
def test_pictures_of_different_themes_share_a_page(theme: str) -> None:
    root = parse(everything(random_board(1, 8), theme))
    assert root.get("class") == f"trinb-picture trinb-{theme}"
    style = root.find(f"{NS}style")
    assert style is not None and f".trinb-{theme} path.face" in (style.text or "")


def test_a_widget_may_supply_the_style() -> None:
    root = parse(everything(random_board(1, 8), style=False))
    assert root.find(f"{NS}style") is None and root.get("class") == "trinb-picture"
    # Nothing is styled but in the stylesheet, so every class that is drawn must be known there.
    css = palette.stylesheet()
    styled = [element for element in root.iter() if element.tag in (f"{NS}path", f"{NS}text", f"{NS}circle")]
    for element in styled:
        classes = element.get("class", "").split()
        assert all(f".{name}" in css for name in classes)


def test_drawing_imports_nothing_heavy() -> None:
    code = "import sys, trinb.draw.svg; print({'numpy', 'matplotlib', 'numba', 'pandas'} & set(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "set()"
