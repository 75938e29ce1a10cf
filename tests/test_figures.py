"""Figures: what is drawn where, in which look, how it is described; and who may import matplotlib."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path as FilePath

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import pytest
from attrs import asdict
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import Circle, PathPatch
from matplotlib.path import Path

from trinb import Board, Cell, Placement, Tile, TileSet, TrinbError, Vertex, tile_set
from trinb.draw import figures, shapes
from trinb.draw.palette import DARK, LIGHT, Palette
from trinb.graphs import cell_graph, region, tile_graph, vertex_graph

PACKAGE = FilePath(figures.__file__).parent.parent
RING = "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221"
BLOCK = "v-1,-1=024 ^-1,0=442 ^0,-1=440 v-1,0=441 ^-1,1=514 v0,-1=443 v-1,1=155 ^0,1=511 v0,0=311 ^0,0=134"


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with mpl.rc_context():
        yield
    plt.close("all")


@pytest.fixture(params=["light", "dark"])
def palette(request: pytest.FixtureRequest) -> Iterator[Palette]:
    with figures.style(request.param):
        yield DARK if request.param == "dark" else LIGHT


def filled(ax: Axes, colour: str) -> list[PathPatch]:
    """The patches of a face colour that are drawn as paths."""
    patches = [patch for patch in ax.patches if isinstance(patch, PathPatch)]
    return [patch for patch in patches if patch.get_fill() and to_hex(patch.get_facecolor()) == colour]


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class TestStyle:
    def test_only_modules_that_draw_figures_import_matplotlib(self) -> None:
        importers = set()
        for path in PACKAGE.rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            guards = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
            for_types = [node for node in guards if ast.unparse(node.test) == "TYPE_CHECKING"]
            ignored = {inner for node in for_types for inner in ast.walk(node)}
            for node in ast.walk(tree):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                if node not in ignored and any(name.split(".")[0] == "matplotlib" for name in names):
                    importers.add(str(path.relative_to(PACKAGE)))
        assert importers == {
            "draw/figures.py",
            "draw/labfigures.py",
            "draw/playerfigures.py",
            "draw/tablefigures.py",
        }

    def test_every_setting_is_one_that_matplotlib_knows(self) -> None:
        for theme in ("light", "dark"):
            assert set(figures.settings(theme)) <= set(mpl.rcParams)

    def test_in_a_with_it_undoes_itself_also_after_an_error(self) -> None:
        before = dict(mpl.rcParams)
        with pytest.raises(ZeroDivisionError), figures.style("dark"):
            assert mpl.rcParams["figure.facecolor"] == DARK.ground
            1 / 0  # noqa: B018
        assert dict(mpl.rcParams) == before

    def test_without_a_with_it_stays(self) -> None:
        figures.style("dark")
        assert mpl.rcParams["text.color"] == DARK.text
        figures.style()
        assert mpl.rcParams["text.color"] == LIGHT.text

    def test_an_unknown_theme_is_named(self) -> None:
        with pytest.raises(TrinbError, match="no theme 'pink' for figures; there are light, dark"):
            figures.style("pink")

    def test_every_figure_has_its_own_ground(self, palette: Palette) -> None:
        ax = figures.draw_board(Board.parse(RING))
        assert to_hex(ax.figure.get_facecolor()) == palette.ground

    def test_labels_can_be_read_on_every_group(self, palette: Palette) -> None:
        for group in range(len(figures.ACCENTS)):
            for share in (0.26, 0.34):
                assert contrast(figures._tint(palette, group, share), palette.digit) >= 4.5
            accent = str(asdict(palette)[figures.ACCENTS[group]])
            assert contrast(accent, palette.ground) >= 3


class TestPaths:
    @pytest.mark.parametrize("cell", [Cell(0, 0, True), Cell(-2, 3, False)], ids=str)
    def test_an_outline_without_rounding_is_the_cell(self, cell: Cell) -> None:
        path = figures.read_path(shapes.outline(shapes.seat(cell), 0, 0))
        corners = sorted((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in (c.xy for c in cell.corners))
        drawn = sorted({(round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in path.vertices})
        assert np.allclose(corners, drawn, atol=0.002)

    def test_a_face_lies_inside_of_its_cell(self) -> None:
        cell = Cell(1, -1, False)
        outside = Path([corner.xy for corner in cell.corners], closed=False)
        inside = figures.read_path(shapes.outline(shapes.seat(cell)))
        assert outside.contains_points(inside.vertices[1:]).all()  # it begins at the apex, without a line
        assert Path.CURVE3 in inside.codes

    def test_numbers_may_stand_close_together(self) -> None:
        path = figures.read_path("M-5 -4l5 4.5 5-4.5v7.5h-10z")
        assert (path.vertices * 64).tolist() == [[-5, 4], [0, -0.5], [5, 4], [5, -3.5], [-5, -3.5], [-5, 4]]
        assert path.codes.tolist()[-1] == Path.CLOSEPOLY

    def test_an_unknown_command_is_named(self) -> None:
        with pytest.raises(ValueError, match="C is not a command of shapes"):
            figures.read_path("M0 0C1 1 2 2 3 3")


class TestBoard:
    def test_each_tile_has_a_face_and_three_digits(self, palette: Palette) -> None:
        board = Board.parse(BLOCK)
        ax = figures.draw_board(board, marks=False)
        assert len(filled(ax, palette.face)) == 10
        assert len(filled(ax, palette.digit)) == 30

    def test_digits_lie_near_their_vertices(self) -> None:
        ax = figures.draw_board(Board.parse("^0,0=012"), marks=False)
        middles = [patch.get_path().get_extents() for patch in filled(ax, LIGHT.digit)]
        for box, corner in zip(middles, Cell(0, 0, True).corners, strict=True):
            x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
            assert np.hypot(x - corner.xy[0], y - corner.xy[1]) < 0.4
            assert 0.18 < box.height < 0.25, "about a quarter of the side"

    def test_marks_tell_the_kinds(self, palette: Palette) -> None:
        ax = figures.draw_board(Board.parse(BLOCK))
        circles = [patch for patch in ax.patches if isinstance(patch, Circle)]
        edges = {to_hex(patch.get_edgecolor()) for patch in ax.patches}
        assert [to_hex(c.get_facecolor()) for c in circles if c.get_fill()] == [palette.drone]
        assert sum(to_hex(c.get_edgecolor()) == palette.hexagon for c in circles) == 2
        assert {palette.bridge, palette.muted} <= edges
        assert not [
            p for p in figures.draw_board(Board.parse(BLOCK), marks=False).patches if isinstance(p, Circle)
        ]

    def test_holes_are_hatched_when_asked(self) -> None:
        ring = Board.parse(RING)
        plain, hatched = figures.draw_board(ring), figures.draw_board(ring, holes=True)
        assert len(hatched.patches) == len(plain.patches) + 1

    def test_the_last_tile_is_outlined_when_asked(self) -> None:
        ax = figures.draw_board(Board.parse(RING), last=True)
        assert [patch.get_linewidth() for patch in filled(ax, LIGHT.face)] == [1.0] * 8 + [2.4]

    def test_an_empty_board_shows_the_lattice(self) -> None:
        ax = figures.draw_board(Board())
        assert len(ax.patches) == 6
        assert figures.alt_of(ax) == "Board with 0 tiles, 0 holes and 0 hexagons"

    def test_everything_is_in_view_in_its_true_shape(self) -> None:
        rng, board, left = random.Random(4), Board(), list(tile_set("triangelspelet-56"))
        while len(board) < 40 and (found := board.placements(left)):
            board = board.place(placement := rng.choice(found))
            left.remove(placement.tile)
        ax = figures.draw_board(board)
        (left_x, right_x), (low, high) = ax.get_xlim(), ax.get_ylim()
        assert all(left_x < v.xy[0] < right_x and low < v.xy[1] < high for v in board.digits)
        assert ax.get_aspect() == 1
        assert ax.figure.get_figwidth() <= 7.5

    def test_two_digits_fit(self) -> None:
        assert figures._glyph("11").get_extents().width < 0.32
        ax = figures.draw_board(Board().place(Placement(Cell(0, 0, True), (11, 10, 2))))
        assert len(filled(ax, LIGHT.digit)) == 3


class TestCells:
    def test_groups_give_colours_and_labels_names(self) -> None:
        ax = figures.draw_cells(region(1), groups=lambda cell: int(cell.up), labels=True)
        assert len({to_hex(patch.get_facecolor()) for patch in ax.patches}) == 2
        assert sorted(text.get_text() for text in ax.texts) == sorted(map(str, region(1)))
        assert figures.alt_of(ax) == "6 cells of the lattice in 2 groups"

    def test_labels_may_be_given(self) -> None:
        cell = Cell(0, 0, True)
        ax = figures.draw_cells([cell], labels={cell: "here"})
        assert [text.get_text() for text in ax.texts] == ["here"]


class TestGraph:
    def test_nodes_lie_where_the_lattice_has_them(self) -> None:
        graph = vertex_graph(Board.parse("^0,0=012"))
        ax = figures.draw_graph(graph)
        at = {text.get_text(): text.get_position() for text in ax.texts}
        assert at == {"0": Vertex(0, 1).xy, "1": Vertex(1, 0).xy, "2": Vertex(0, 0).xy}
        assert figures.alt_of(ax) == "Graph with 3 nodes and 3 edges"

    def test_every_edge_is_drawn(self) -> None:
        graph = cell_graph(region(2))
        ax = figures.draw_graph(graph, labels=None)
        lines = next(found for found in ax.collections if isinstance(found, LineCollection))
        assert len(lines.get_segments()) == graph.number_of_edges() == 30
        assert {text.get_text() for text in ax.texts} <= {""}

    def test_groups_differ_in_colour_and_in_shape(self) -> None:
        ax = figures.draw_graph(vertex_graph(region(2)), groups=lambda vertex: (vertex.q - vertex.r) % 3)
        nodes = [found for found in ax.collections if isinstance(found, PathCollection)]
        assert sum(len(found.get_offsets()) for found in nodes) == 19
        assert len({to_hex(found.get_edgecolor()[0]) for found in nodes}) == 3
        assert (
            len({found.get_paths()[0].vertices.shape for found in nodes} | {f.get_sizes()[0] for f in nodes})
            >= 3
        )
        assert figures.alt_of(ax).endswith("nodes in 3 groups")

    def test_a_layout_is_found_where_there_is_none_and_is_the_same_each_time(self) -> None:
        graph = tile_graph(TileSet.ascending(3))
        first, second = figures._layout(graph), figures._layout(graph)
        assert first == second
        assert set(first) == set(TileSet.ascending(3))
        closest = min(
            np.hypot(a[0] - b[0], a[1] - b[1]) for a in first.values() for b in first.values() if a != b
        )
        assert closest > 0.5

    def test_given_positions_and_labels_win(self) -> None:
        graph = nx.Graph([(1, 2)])
        ax = figures.draw_graph(graph, positions={1: (0, 0), 2: (3, 0)}, labels={1: "one"})
        assert {text.get_text(): text.get_position() for text in ax.texts} == {"one": (0, 0), "": (3, 0)}

    def test_it_may_lie_on_another_drawing_without_cutting_it(self) -> None:
        ax = figures.draw_cells(region(2))
        before = ax.get_xlim()
        figures.figure_alt(ax, "both")
        assert figures.draw_graph(cell_graph(region(2)), ax, labels=None) is ax
        assert ax.get_xlim()[0] <= before[0] and ax.get_xlim()[1] >= before[1]
        assert figures.alt_of(ax) == "both"

    def test_a_graph_without_edges_or_nodes_is_drawn_too(self) -> None:
        assert (
            figures.alt_of(figures.draw_graph(tile_graph([Tile(0, 1, 2)]))) == "Graph with 1 node and 0 edges"
        )
        figures.draw_graph(nx.Graph())


class TestChart:
    def test_lines_carry_their_labels_and_do_not_collide(self) -> None:
        ax = figures.chart("Growth", "n", "tiles")
        ax.plot([1, 2], [1, 5.0], label="one")
        ax.plot([1, 2], [1, 5.1], label="other")
        ax.plot([1, 2], [0, 0])
        figures.label_lines(ax)
        notes = {note.get_text(): note for note in ax.texts}
        assert set(notes) == {"tiles", "one", "other"}
        assert notes["one"].get_color() == ax.lines[0].get_color()
        ax.figure.canvas.draw()
        assert not notes["one"].get_window_extent().overlaps(notes["other"].get_window_extent())
        assert ax.get_legend() is None

    def test_it_describes_itself_by_its_title_until_told(self) -> None:
        ax = figures.chart("Growth", "n", "tiles")
        assert figures.alt_of(ax) == figures.alt_of(ax.figure) == "Figure: Growth"
        figures.figure_alt(ax.figure, "A curve")
        assert figures.alt_of(ax) == "A curve"
        assert figures.alt_of(plt.figure()) == "Figure: no title"

    def test_nothing_is_framed(self, palette: Palette) -> None:
        ax = figures.chart("Growth")
        assert [name for name, spine in ax.spines.items() if spine.get_visible()] == ["bottom"]


class TestNotebook:
    def test_figures_are_sharp_and_described(self) -> None:
        IPython = pytest.importorskip("IPython")
        shell = IPython.core.interactiveshell.InteractiveShell.instance()
        try:
            with figures.style():
                figure = figures.draw_board(Board.parse("^0,0=555")).figure
                data, metadata = shell.display_formatter.format(figure, include={"image/png", "text/plain"})
        finally:
            shell.configurables.clear()
            type(shell).clear_instance()
        assert data["text/plain"] == figures.alt_of(figure) == metadata["image/png"]["alt"]
        width = figure.get_figwidth() * 100
        assert width < metadata["image/png"]["width"] < width + 80
