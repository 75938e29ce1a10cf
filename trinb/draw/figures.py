"""Figures: matplotlib in the house's colours, with boards, cells, graphs and lines that name themselves.

Only this module, `labfigures` and `tablefigures` import matplotlib.  A **style** is the palette as settings:

>>> _ = style()  # from here on; `with style("dark"):` for a while
>>> import matplotlib
>>> matplotlib.rcParams["figure.facecolor"], matplotlib.rcParams["axes.spines.top"]
('#fcfbf9', False)

Every figure has a **description** for those who do not see it.  What is drawn here describes itself; a
notebook passes the description on as the picture's plain text and its ``alt``:

>>> ax = draw_board(Board.parse("^0,0=555 v0,0=554"))
>>> alt_of(ax)
'Board with 2 tiles, 0 holes and 0 hexagons. Position: ^0,0=555 v0,0=554'
>>> figure_alt(ax, "Two tiles with a whole side in common")
>>> alt_of(ax)
'Two tiles with a whole side in common'
>>> plt.close(ax.figure)

A **group** is a number that says which nodes or cells belong together; each group has a colour, and each
group of nodes a shape of its own too.
"""

from __future__ import annotations

import importlib
import re
import sys
from base64 import b64decode
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import lru_cache
from math import inf
from typing import Any, TypeAlias, TypeVar

import matplotlib as mpl
import matplotlib.pyplot as plt
import networkx as nx
from attrs import asdict
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from ..board import Board, Kind
from ..errors import TrinbError
from ..lattice import Cell, Vertex
from ..notation import show
from ..words import tr
from . import shapes
from .palette import DARK, LIGHT, Palette
from .shapes import SIDE

N = TypeVar("N", bound=Hashable)
Point: TypeAlias = tuple[float, float]
Groups: TypeAlias = Mapping[N, int] | Callable[[N], int]

ACCENTS = ("bridge", "docking", "drone", "hexagon", "clash")
"""The colours of groups 0, 1, 2 … and of lines, as names of the palette; after the last the first again."""

SHAPES = ("o", "s", "D", "h", "p")
"""The shapes of nodes of groups 0, 1, 2 …, as matplotlib's markers."""

_INCH = 0.66  # how long one side of a cell is, unless the figure would get too wide
_ROOMY = 0.95  # the same where words stand in cells
_WIDEST = 7.4
FONT = "DejaVu Sans"  # it comes with matplotlib, so a figure looks the same everywhere
_BOLD = FontProperties(family=FONT, weight="bold")
_RC: Any = mpl.rcParams  # its names are types in some versions of matplotlib and not in others

# --- the style ---------------------------------------------------------------------------------------


def settings(theme: str = "light") -> dict[str, Any]:
    """The style as matplotlib's settings.

    Args:
        theme: ``light`` or ``dark``.

    Raises:
        TrinbError: there is no such theme.
    """
    colours = _palette(theme)
    ground = dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), colours.ground)
    quiet = dict.fromkeys(("axes.labelcolor", "xtick.labelcolor", "ytick.labelcolor"), colours.muted)
    return {
        **ground,
        **quiet,
        "font.family": [FONT],
        "font.size": 11.5,
        "text.color": colours.text,
        "figure.figsize": (7.0, 4.2),
        "figure.dpi": 100,
        "savefig.pad_inches": 0.28,
        "axes.titlelocation": "left",
        "axes.titlesize": 14,
        "axes.titleweight": "bold",
        "axes.titlecolor": colours.text,
        "axes.titlepad": 16,
        "axes.labelpad": 8,
        "axes.edgecolor": colours.edge,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.spines.left": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "axes.grid.axis": "y",
        "axes.prop_cycle": cycler(color=[_accent(colours, number) for number in range(len(ACCENTS))]),
        "grid.color": colours.lattice,
        "grid.linewidth": 1.0,
        "xtick.major.size": 0,
        "ytick.major.size": 0,
        "xtick.major.pad": 7,
        "lines.linewidth": 2.4,
        "lines.markersize": 7,
        "lines.solid_capstyle": "round",
        "patch.edgecolor": colours.ground,
        "legend.frameon": False,
    }


def style(theme: str = "light") -> ExitStack:
    """Apply the style: for good, or for a while when it is used in a ``with``.

    A notebook then also draws its figures sharper, and tells their descriptions.

    Args:
        theme: ``light`` or ``dark``.

    Raises:
        TrinbError: there is no such theme.

    >>> before = settings("light")["text.color"]
    >>> with style("dark"):
    ...     mpl.rcParams["text.color"] == before
    False
    """
    chosen = settings(theme)
    _in_notebook()
    before = {name: _RC[name] for name in chosen}
    undo = ExitStack()
    undo.callback(_RC.update, before)
    _RC.update(chosen)
    return undo


def _palette(theme: str) -> Palette:
    if theme not in ("light", "dark"):
        raise TrinbError(tr("there is no theme {name} for figures; there are light, dark", name=show(theme)))
    return DARK if theme == "dark" else LIGHT


def _now() -> Palette:
    """The palette of the style that is applied; light if there is none."""
    return DARK if _RC["figure.facecolor"] == DARK.ground else LIGHT


def _accent(colours: Palette, group: int) -> str:
    return str(asdict(colours)[ACCENTS[group % len(ACCENTS)]])


def _tint(colours: Palette, group: int, share: float = 0.26) -> str:
    """A tile's face with some of a group's colour in it, pale enough to write on."""
    pairs = zip(to_rgb(_accent(colours, group)), to_rgb(colours.face), strict=True)
    red, green, blue = (share * accent + (1 - share) * face for accent, face in pairs)
    return to_hex((red, green, blue))


# --- descriptions ------------------------------------------------------------------------------------


def figure_alt(figure: Axes | Figure, text: str) -> None:
    """Describe a figure for those who do not see it."""
    _figure_of(figure)._trinb_alt = text  # type: ignore[attr-defined]


def alt_of(figure: Axes | Figure) -> str:
    """The description of a figure: the one given, else its titles."""
    whole = _figure_of(figure)
    titles = [ax.get_title(where) for ax in whole.axes for where in ("left", "center")]
    return getattr(whole, "_trinb_alt", "") or f"Figure: {'; '.join(filter(None, titles)) or 'no title'}"


def _figure_of(figure: Axes | Figure) -> Figure:
    found: Figure | SubFigure | None = figure.figure if isinstance(figure, Axes) else figure
    while isinstance(found, SubFigure):
        found = found.figure
    assert found is not None, "axes that were removed from their figure"
    return found


def _describe(ax: Axes, made_here: bool, text: str) -> None:
    """Describe a figure that was made for this one drawing; what others made they describe themselves."""
    if made_here:
        figure_alt(ax, text)


def _in_notebook() -> None:
    """In a notebook: show figures with two dots a pixel, and with their descriptions."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        return
    with suppress(ImportError):  # when imported, it takes over all figures and settings
        importlib.import_module("matplotlib_inline.backend_inline")
    print_figure: Any = importlib.import_module("IPython.core.pylabtools").print_figure

    def png(figure: Figure) -> tuple[str, dict[str, Any]] | None:
        encoded = print_figure(figure, fmt="retina", base64=True)
        if encoded is None:
            return None
        return encoded, {**_half_size(b64decode(encoded)), "alt": alt_of(figure)}

    formatters = shell.display_formatter.formatters
    formatters["image/png"].for_type(Figure, png)
    formatters["text/plain"].for_type(Figure, lambda figure, printer, _cycle: printer.text(alt_of(figure)))


def _half_size(png: bytes) -> dict[str, int]:
    """The size at which a picture with two dots a pixel is to be shown.

    >>> _half_size(bytes(16) + bytes([0, 0, 3, 0, 0, 0, 2, 0]))
    {'width': 384, 'height': 256}
    """
    return {
        "width": int.from_bytes(png[16:20], "big") // 2,
        "height": int.from_bytes(png[20:24], "big") // 2,
    }


# --- boards and cells ----------------------------------------------------------------------------------


def draw_board(
    board: Board, ax: Axes | None = None, *, marks: bool = True, last: bool = False, holes: bool = False
) -> Axes:
    """Draw a board on its lattice.

    Args:
        board: the board.
        ax: where to draw; by default in a figure of its own.
        marks: whether bridges, dockings, drones, hexagons and the start are marked.
        last: whether the last tile is outlined.
        holes: whether the cells of holes are hatched.
    """
    made_here, colours = ax is None, _now()
    cells = {cell for vertex in board.digits for cell in vertex.cells} or set(Vertex(0, 0).cells)
    ax = _sheet(ax, [corner.xy for cell in cells for corner in cell.corners])
    for cell in sorted(cells - {placement.cell for placement in board}):
        _trace(ax, shapes.outline(shapes.seat(cell), 0, 0), edgecolor=colours.lattice, linewidth=1.0)
    if holes:
        for cell in sorted(cell for hole in board.holes() for cell in hole):
            _trace(ax, _data(shapes.hatching(shapes.seat(cell))), edgecolor=colours.muted, linewidth=1.5)
    for placement, contact in board.laid:
        outlined = last and placement == board.laid[-1].placement
        _tile(ax, placement.cell, placement.digits, colours, outlined)
        if marks:
            _kind_mark(ax, placement.cell, contact.kind, colours)
    for vertex in board.hexagons() if marks else ():
        ring = Circle(vertex.xy, 29 / SIDE, fill=False, edgecolor=colours.hexagon, linewidth=2.4, zorder=3)
        ax.add_patch(ring)
    counts = f"{_count(len(board.holes()), 'hole')} and {_count(len(board.hexagons()), 'hexagon')}"
    position = f". Position: {board}" if board else ""
    _describe(ax, made_here, f"Board with {_count(len(board), 'tile')}, {counts}{position}")
    return ax


def draw_cells(
    cells: Iterable[Cell],
    ax: Axes | None = None,
    *,
    groups: Groups[Cell] | None = None,
    labels: Mapping[Cell, str] | bool = False,
) -> Axes:
    """Draw cells of the lattice as triangles.

    Args:
        cells: the cells.
        ax: where to draw; by default in a figure of its own.
        groups: the group of each cell, which gives it a colour; by default none.
        labels: what to write in a cell; True for its name.
    """
    made_here, colours, places = ax is None, _now(), sorted(cells)
    ax = _sheet(
        ax, [corner.xy for cell in places for corner in cell.corners], inch=_ROOMY if labels else _INCH
    )
    numbers = _numbers(groups, places)
    for cell in places:
        fill = _tint(colours, numbers[cell], 0.34) if numbers else colours.face
        data = shapes.outline(shapes.seat(cell), 0, 0)
        _trace(ax, data, facecolor=fill, edgecolor=colours.edge, linewidth=1.0)
        words = (str(cell) if labels else "") if isinstance(labels, bool) else labels.get(cell, "")
        ax.text(*cell.centre, words, ha="center", va="center", color=colours.digit, fontsize=9.5)
    in_groups = f" in {_count(len(set(numbers.values())), 'group')}" if numbers else ""
    _describe(ax, made_here, f"{_count(len(places), 'cell')} of the lattice{in_groups}")
    return ax


def _sheet(ax: Axes | None, points: Collection[Point], margin: float = 0.12, inch: float = _INCH) -> Axes:
    """Axes on which a drawing around these points has its true shape and nothing around it.

    Axes that already hold a drawing keep it in view.
    """
    xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    left, right, low, high = min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin
    if ax is None:
        scale = min(inch, _WIDEST / (right - left))
        _, ax = plt.subplots(figsize=((right - left) * scale, (high - low) * scale))
        ax.set_position((0, 0, 1, 1))
    elif ax.has_data():
        (left_now, right_now), (low_now, high_now) = ax.get_xlim(), ax.get_ylim()
        left, right = min(left, left_now), max(right, right_now)
        low, high = min(low, low_now), max(high, high_now)
    ax.set_xlim(left, right)
    ax.set_ylim(low, high)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def _tile(ax: Axes, cell: Cell, digits: Sequence[int], colours: Palette, outlined: bool) -> None:
    seat = shapes.seat(cell)
    edge, width = (colours.digit, 2.4) if outlined else (colours.edge, 1.0)
    on_top = 3 if outlined else 2
    _trace(ax, shapes.outline(seat), facecolor=colours.face, edgecolor=edge, linewidth=width, zorder=on_top)
    for (x, y), digit in zip(shapes.digit_points(seat), digits, strict=True):
        moved = _glyph(str(digit)).transformed(Affine2D().translate(x / SIDE, -y / SIDE))
        ax.add_patch(PathPatch(moved, facecolor=colours.digit, edgecolor="none", zorder=on_top))


@lru_cache(maxsize=64)
def _glyph(words: str) -> Path:
    """A number as a shape around (0, 0), so that it grows with its tile; the size is that of `palette`."""
    size, below = (18, 6.5) if len(words) == 1 else (14, 5.0)
    shape = TextPath((0, 0), words, size=size / SIDE, prop=_BOLD)
    box = shape.get_extents()
    return shape.transformed(Affine2D().translate(-(box.x0 + box.x1) / 2, -below / SIDE))


def _kind_mark(ax: Axes, cell: Cell, kind: Kind, colours: Palette) -> None:
    seat = shapes.seat(cell)
    if kind is Kind.DRONE:
        x, y = cell.centre
        ax.add_patch(Circle((x, y), 4.8 / SIDE, facecolor=colours.drone, edgecolor="none", zorder=3))
    looks: dict[Kind, dict[str, Any]] = {
        Kind.START: {"edgecolor": colours.muted, "linewidth": 1.4},
        Kind.BRIDGE: {"edgecolor": colours.bridge, "linewidth": 4.2},
        Kind.DOCKING: {"edgecolor": colours.docking, "facecolor": colours.docking, "linewidth": 1.4},
    }
    if kind in looks:
        _trace(ax, _data(shapes.kind_mark(seat, kind)), **looks[kind], zorder=3)


def _trace(ax: Axes, data: str, *, facecolor: str = "none", **look: Any) -> None:
    """Draw SVG path data; so there is one truth about where everything of a tile lies."""
    look = {"joinstyle": "round", "capstyle": "round", **look}
    ax.add_patch(PathPatch(read_path(data), facecolor=facecolor, **look))


def _data(element: str) -> str:
    """The path data of an SVG element."""
    found = re.search(r' d="([^"]*)"', element)
    return found[1] if found else ""


def read_path(data: str) -> Path:
    """SVG path data in px, y downwards, as a path with sides of length 1, y upwards.

    It knows the commands that `shapes` writes.

    Raises:
        ValueError: there is another command.

    >>> read_path("M0 0h64l0-32z").vertices.tolist()
    [[0.0, 0.0], [1.0, 0.0], [1.0, 0.5], [0.0, 0.0]]
    """
    points: list[Point] = []
    codes: list[Any] = []
    start = (0.0, 0.0)
    for letter, values in _commands(data):
        ends = [start] if letter == "z" else _ends(letter, values, points[-1] if points else start)
        start = ends[0] if letter in "Mm" else start
        points += ends
        codes += [_CODES.get(letter, Path.LINETO)] * len(ends)
    return Path([(x / SIDE, 0.0 - y / SIDE) for x, y in points], codes)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of path data one by one, each with as many numbers as it takes."""
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
        if letter not in _ARGUMENTS:
            raise ValueError(f"path data {data!r}: {letter} is not a command of shapes")
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        count = _ARGUMENTS[letter]
        for first in range(0, len(numbers), count) if count else [0]:
            yield letter, numbers[first : first + count]


def _ends(letter: str, values: list[float], here: Point) -> list[Point]:
    """The points to which one command leads from here."""
    x, y = (0.0, 0.0) if letter in "ML" else here
    if letter in "hv":
        values = [values[0], 0.0] if letter == "h" else [0.0, values[0]]
    return [(x + dx, y + dy) for dx, dy in zip(values[::2], values[1::2], strict=True)]


_ARGUMENTS = {"M": 2, "L": 2, "m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "z": 0}
_CODES: dict[str, Any] = {"M": Path.MOVETO, "m": Path.MOVETO, "q": Path.CURVE3, "z": Path.CLOSEPOLY}


# --- graphs --------------------------------------------------------------------------------------------


def draw_graph(
    graph: nx.Graph[N],
    ax: Axes | None = None,
    *,
    groups: Groups[N] | None = None,
    labels: str | Mapping[N, str] | None = "label",
    positions: Mapping[N, Point] | None = None,
    size: float = 30,
    colour: str = "edge",
) -> Axes:
    """Draw a graph: of vertices, of cells, of tiles, or any other.

    Args:
        graph: the graph.
        ax: where to draw; by default in a figure of its own.
        groups: the group of each node, which gives it a colour and a shape; by default none.
        labels: what to write on the nodes: the name of an attribute, or a text for each; None for nothing.
        positions: where the nodes lie; by default their attribute ``pos``, else a layout that puts
            neighbours near one another.
        size: how wide a node is, in points (1/72 inch).
        colour: of the edges, and of the nodes' outlines if there are no groups: a name of the palette.
    """
    made_here, colours = ax is None, _now()
    pen = str(getattr(colours, colour))
    at = dict(positions) if positions else _layout(graph)
    ax = _sheet(ax, list(at.values()), margin=max(0.3, size / 72))
    lines = [(at[a], at[b]) for a, b in graph.edges]
    ax.add_collection(LineCollection(lines, colors=pen, linewidths=1.6, zorder=4))
    numbers = _numbers(groups, graph)
    for number in sorted(set(numbers.values())) if numbers else [None]:
        members = [at[node] for node in graph if number is None or numbers[node] == number]
        _nodes(ax, members, number, size, colours, pen)
    words = {node: _label(graph, node, labels) for node in graph}
    look: dict[str, Any] = {"color": colours.digit, "fontsize": _letters(words.values(), size), "zorder": 6}
    for node, (x, y) in at.items():
        ax.text(x, y, words[node], ha="center", va="center_baseline", fontweight="bold", **look)
    nodes, edges = _count(graph.number_of_nodes(), "node"), _count(graph.number_of_edges(), "edge")
    in_groups = f", nodes in {_count(len(set(numbers.values())), 'group')}" if numbers else ""
    _describe(ax, made_here, f"Graph with {nodes} and {edges}{in_groups}")
    return ax


def _label(graph: nx.Graph[N], node: N, labels: str | Mapping[N, str] | None) -> str:
    if isinstance(labels, str):
        return str(graph.nodes[node].get(labels, ""))
    return labels.get(node, "") if labels else ""


def _nodes(
    ax: Axes, points: Sequence[Point], group: int | None, size: float, colours: Palette, pen: str
) -> None:
    fill = colours.face if group is None else _tint(colours, group)
    edge = pen if group is None else _accent(colours, group)
    shape = "o" if group is None else SHAPES[group % len(SHAPES)]
    # A square is as wide as a circle and larger; a diamond has to be wide where the words are.
    area = size**2 * {"s": 0.8, "D": 0.72}.get(shape, 1.0)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    look: dict[str, Any] = {"facecolor": fill, "edgecolor": edge, "linewidth": 1.8}
    ax.scatter(xs, ys, s=area, marker=shape, zorder=5, clip_on=False, **look)


def _letters(labels: Iterable[str], size: float) -> float:
    """The size of letters with which all labels fit into their nodes."""
    return min(0.5 * size, 1.25 * size / max(1, *map(len, labels), 1))


def _layout(graph: nx.Graph[N]) -> dict[N, Point]:
    """The nodes' own places, or else places near their neighbours, a side or so apart."""
    found: Mapping[N, Any] = {node: data["pos"] for node, data in graph.nodes(data=True) if "pos" in data}
    if len(found) < len(graph):
        # Not by springs from a random start: the same graph should look the same each time.
        found = nx.kamada_kawai_layout(graph, scale=0.6 * len(graph) ** 0.5 + 0.6)
    return {node: (float(x), float(y)) for node, (x, y) in found.items()}


def _numbers(groups: Groups[N] | None, members: Iterable[N]) -> dict[N, int]:
    if groups is None:
        return {}
    number = groups if callable(groups) else groups.__getitem__
    return {member: number(member) for member in members}


# --- charts --------------------------------------------------------------------------------------------


def chart(title: str, x: str = "", y: str = "", *, size: Point | None = None) -> Axes:
    """Axes for a chart in a figure of its own.

    Args:
        title: what one sees in it, in words.
        x: what is told apart from left to right.
        y: what is measured; written upright over the axis, where it can be read.
        size: width and height in inches.
    """
    _, ax = plt.subplots(figsize=size)
    ax.set_title(title, pad=34 if y else 16)
    ax.set_xlabel(x)
    colour, small = _RC["axes.labelcolor"], _RC["font.size"]
    ax.annotate(
        y, (0, 1), (0, 12), xycoords="axes fraction", textcoords="offset points", color=colour, fontsize=small
    )
    return ax


def label_lines(ax: Axes) -> None:
    """Write each line's label at its right end, in its colour, instead of a legend.

    Only lines that were given a label get one; labels whose ends are close are moved apart.
    """
    ends: list[tuple[Line2D, Any]] = [
        (line, line.get_xydata()[-1])  # type: ignore[index]
        for line in ax.lines
        if not str(line.get_label()).startswith("_")
    ]
    whole, _ = _figure_of(ax), ax.get_ylim()  # asking for the limits makes matplotlib settle them
    taken, room = -inf, 1.35 * _RC["font.size"] * whole.dpi / 72
    for line, (x, y) in sorted(ends, key=lambda end: float(end[1][1])):
        height = float(ax.transData.transform((x, y))[1])
        taken = max(height, taken + room)
        ax.annotate(
            str(line.get_label()),
            xy=(x, y),
            xytext=(10, (taken - height) * 72 / whole.dpi),
            textcoords="offset points",
            va="center",
            color=line.get_color(),
            fontweight="bold",
            annotation_clip=False,
        )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
