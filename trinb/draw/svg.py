"""Pictures as text: tiles, a hand, a board, each one complete ``<svg>``.

A picture stands on its own: it has a title and a description for those who hear it, no ids (so that any number
of them share a page), and brings its stylesheet along unless `style` is False, when a widget supplies it.
All text from outside is made inert, and all words are in the language that is spoken.  What is drawn can be told by its classes and attributes:

=================================== ==================================================================
``g.tile.kind-bridge.last``         a placed tile, with ``data-cell`` and ``data-tile``
``g.place``                         a legal place with a generous ``.hit`` to point at, ``data-cell``
``g.place.heat-3``                  the same on a heat map, from 0 for the least points to 4 for the most
``path.empty``                      any other empty cell, with ``data-cell``
``g.ghost`` ``g.illegal``           a tile held over a chosen place, or over one where it may not lie
``g.clash`` ``circle.hexagon``      a vertex where digits clash; a vertex whose six cells are filled
``circle.point``                    a vertex that can be pointed at, ``data-node``
``g.lit`` ``g.near``                a ring around a vertex or a cell; dashes around one
``g.focus``                         the ring of the keyboard, always the last element
=================================== ==================================================================

>>> from trinb.board import Board
>>> picture = board(Board.parse("^0,0=555 v0,0=554"), title="Two tiles", style=False)
>>> picture[picture.index("<title>") : picture.index("<rect")]
'<title>Two tiles</title><desc>2 tiles. The last is 4-5-5 in cell v0,0, of kind plain. Open cells: 4. Holes: 0. Hexagons: 0. Position: ^0,0=555 v0,0=554</desc>'
>>> picture.count('class="tile'), picture.count('class="digit"')
(2, 6)
"""  # noqa: E501 - the description of a picture is one line

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ..board import Board, Placement
from ..lattice import Cell, Vertex, region
from ..moves import KIND_WORDS
from ..notation import Digits
from ..tiles import Tile
from ..words import language, tr, trn
from . import shapes
from .palette import more_rules, stylesheet
from .shapes import SIDE, TALL, Seat, inert, number, point

_MARGIN = 16
_SLOT = (SIDE + 18, TALL + 38)  # the room of one tile with its name, in px
_NO_BOARD = region(2)  # what is drawn of the lattice when there is no tile


def tiles(
    tiles: Iterable[Tile],
    *,
    title: str = "",
    columns: int | None = None,
    theme: str = "auto",
    style: bool = True,
) -> str:
    """A wall of tiles, each with its name beneath.

    Args:
        tiles: in the order to be shown, row by row.
        title: what it is, for those who hear it; by default how many tiles there are.
        columns: how many in a row, at least 1; by default 8, or 11 for large sets.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along.

    >>> tiles([Tile(0, 2, 1)], style=False).count("<text")
    4
    """
    shown = list(tiles)
    columns = max(1, columns or min(len(shown), 8 if len(shown) <= 64 else 11))
    slots = [partial(_wall_tile, tile) for tile in shown]
    body, box = _rows(slots, columns) if slots else _hint(tr("no tiles"))
    scale = 1.5 if len(shown) == 1 else 1.0
    title = title or trn("{n} tile", "{n} tiles", len(shown))
    return picture(body, box, title, _tiles_words(shown), theme, style, scale)


def hand(
    tiles: Iterable[Tile],
    *,
    chosen: Tile | None = None,
    turned: Digits | None = None,
    playable: Collection[Tile] | None = None,
    hidden: int = 0,
    columns: int = 7,
    title: str | None = None,
    theme: str = "auto",
    style: bool = True,
) -> str:
    """A player's tiles in a row (in several when there are many), and backs for those face down.

    Args:
        tiles: the tiles that may be seen.
        chosen: the one that is held: filled, outlined and raised.
        turned: how the chosen one is turned: its digits clockwise from the top.
        playable: the ones that fit somewhere, underlined; the others are pale.  None: not told.
        hidden: how many lie face down.
        columns: how many in a row at most; longer hands get rows of about the same length.
        title: by default how many tiles there are.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along.

    >>> hand([Tile(0, 2, 1)], hidden=2, style=False).count('class="tile back"')
    2
    """
    shown = list(tiles)
    fits = [None if playable is None else tile in playable for tile in shown]
    slots: list[_Slot] = [
        partial(_hand_tile, tile, (turned or tile.digits) if tile == chosen else None, fit)
        for tile, fit in zip(shown, fits, strict=True)
    ]
    slots += [_back] * hidden
    evenly = _rows_of(len(slots), _rows_of(len(slots), max(1, columns)) or 1)
    body, box = _rows(slots, evenly) if slots else _hint(tr("no tiles in hand"))
    words = [_tiles_words(shown)]
    words += [tr("Face down: {count}.", count=hidden)] if hidden > 0 else []
    words += [tr("Chosen: {tile}.", tile=chosen)] if chosen in shown else []
    if playable is not None:
        fitting = ", ".join(str(tile) for tile in shown if tile in playable)
        words.append(tr("They fit: {tiles}.", tiles=fitting) if fitting else tr("They fit: none."))
    name = trn("Hand of {n} tile", "Hand of {n} tiles", len(slots)) if title is None else title
    return picture(body, box, name, " ".join(words), theme, style)


def board(
    board: Board,
    *,
    placements: Iterable[Placement] = (),
    cells: Iterable[Cell] = (),
    ghost: Placement | None = None,
    illegal: Placement | None = None,
    clashes: Iterable[Vertex] = (),
    focus: Cell | None = None,
    mark_kinds: bool = True,
    last: bool = True,
    holes: bool = False,
    title: str | None = None,
    theme: str = "auto",
    style: bool = True,
    labels: Mapping[Cell, str] | None = None,
    heat: Mapping[Cell, int] | None = None,
    points: bool = False,
    lit: Iterable[Vertex | Cell] = (),
    near: Iterable[Vertex | Cell] = (),
    ghost_kind: bool = True,
    chosen: Collection[Cell] = (),
) -> str:
    """A board on its lattice, with whatever is to be shown on it.

    Args:
        board: the board.
        placements: legal placements, whose cells are legal places.
        cells: further legal places, drawn dashed.
        ghost: the tile held over the chosen place.
        illegal: a tile held where it may not lie.
        clashes: the vertices where its digits clash.
        focus: the cell with the ring of the keyboard.
        mark_kinds: whether bridges, dockings, drones, hexagons and the start are marked.
        last: whether the last tile is outlined.
        holes: whether the cells of holes are hatched.
        title: by default ``Board with N tiles``.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along.
        labels: a short text for a legal place, such as ``+50``.
        heat: how much a legal place gives, from 0 for the least to 4 for the most, as a heat map.
        points: whether the vertices can be pointed at.
        lit: vertices and cells with a ring around them.
        near: vertices and cells with dashes around them.
        ghost_kind: whether the kind of the tile that is held is marked, too.
        chosen: the cells whose tiles are filled and outlined as chosen.
    """
    places = sorted({cell for cell in (*cells, *(cell for cell, _ in placements)) if cell not in board})
    held = {placement.cell for placement in (ghost, illegal) if placement}
    plan = _Plan(board, {*places, *held, *([focus] if focus else [])})
    parts = [plan.empty(cell) for cell in plan.cells if cell not in board and cell not in places]
    if holes:
        within = sorted(cell for hole in board.holes() for cell in hole.difference(places, held))
        parts += [shapes.hatching(plan.seat(cell)) for cell in within]
    heat = heat or {}
    parts += [plan.place(cell, (labels or {}).get(cell, ""), cell in held, heat.get(cell)) for cell in places]
    parts += plan.laid(mark_kinds, last, chosen)
    if ghost:
        parts.append(plan.held(ghost, "ghost", mark_kinds and ghost_kind))
    if illegal:
        parts.append(plan.held(illegal, "illegal"))
    clashes = list(clashes)
    parts += [shapes.cross(*plan.point(vertex)) for vertex in clashes]
    if not board and not plan.extra:
        parts.append(shapes.text("hint", 0, 6, inert(tr("empty board"))))
    if points:
        parts += [plan.target(vertex) for vertex in sorted(board.digits)]
    parts += [plan.ringed(what, "near") for what in near] + [plan.ringed(what, "lit") for what in lit]
    if focus:
        parts.append(plan.focus(focus, clashes))
    name = trn("Board with {n} tile", "Board with {n} tiles", len(board)) if title is None else title
    return picture("".join(parts), plan.box, name, _describe(board, places, ghost, illegal), theme, style)


class Box(NamedTuple):
    """The part of the paper that is shown: its left upper corner and its size, in px."""

    x: float
    y: float
    width: float
    height: float


def picture(
    body: str,
    box: Box,
    title: str,
    description: str,
    theme: str,
    style: bool,
    scale: float = 1.0,
    rules: str = "",
) -> str:
    """The whole SVG around what is in it, which has to be inert.

    Args:
        body: what is in it.
        box: the part of the paper that is shown.
        title: what it is, for those who hear it.
        description: the same at length.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along.
        scale: how much larger it is by itself than it is drawn.
        rules: rules for classes of its own, see `palette.more_rules`.
    """
    x, y, width, height = map(number, box)
    name, css = inert(title), ""
    tongue = "" if language() == "en" else f' lang="{language()}"'
    if style:
        scope = f".trinb-{theme}"
        css = f"<style>{stylesheet(scope, theme)}{more_rules(rules, scope, theme)}</style>"
    classes = f"trinb-picture trinb-{theme}" if style else "trinb-picture"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" role="img"{tongue} aria-label="{name}"'
        f' viewBox="{x} {y} {width} {height}"'
        f' width="{number(box.width * scale)}" height="{number(box.height * scale)}"'
        f' style="max-width:100%;height:auto"><title>{name}</title>'
        f"<desc>{inert(description, 100_000)}</desc>{css}"
        f'<rect class="ground" x="{x}" y="{y}" width="{width}" height="{height}" rx="12"/>{body}</svg>'
    )


def _hint(words: str) -> tuple[str, Box]:
    """A picture of nothing: what would be here."""
    half = max(110, 16 + 5 * len(words))  # a letter is less than 10 px wide
    return shapes.text("hint", 0, 6, inert(words)), Box(-half, -36, 2 * half, 72)


def _tiles_words(tiles: Sequence[Tile]) -> str:
    return tr("Tiles: {tiles}.", tiles=", ".join(map(str, tiles))) if tiles else tr("Tiles: none.")


# --- tiles beside one another -----------------------------------------------------------------------

_Slot = Callable[[Seat], str]


def _rows(slots: Sequence[_Slot], columns: int) -> tuple[str, Box]:
    """Things drawn beside one another, row by row, each told the seat it has."""
    across, down = _SLOT
    parts = [slot(Seat(i % columns * across, i // columns * down, True)) for i, slot in enumerate(slots)]
    width, height = min(columns, len(slots)) * across, _rows_of(len(slots), columns) * down
    return "".join(parts), Box(-across / 2 - _MARGIN / 2, -_MARGIN - 4, width + _MARGIN, height + _MARGIN + 4)


def _rows_of(count: int, most: int) -> int:
    return -(-count // most)


def _named(tile: Tile, seat: Seat, turned: Digits | None = None) -> str:
    return shapes.tile(seat, turned or tile.digits) + shapes.text(
        "name", seat.x, seat.y + TALL + 18, str(tile)
    )


def _wall_tile(tile: Tile, seat: Seat) -> str:
    return f'<g class="tile" data-tile="{tile}">{_named(tile, seat)}</g>'


def _hand_tile(tile: Tile, held: Digits | None, fits: bool | None, seat: Seat) -> str:
    """A tile of a hand over a box that is easy to hit; the one that is held is raised, and turned so."""
    classes = "tile" + (" chosen" if held else "") + ("" if fits is None else " fits" if fits else " idle")
    x, y, _ = seat
    across, down = _SLOT
    hit = f"M{number(x - across / 2)} {number(y - 12)}h{number(across)}v{number(down - 4)}h-{number(across)}z"
    tick = shapes.path("tick", f"M{number(x - 14)} {number(y + TALL + 24)}h28") if fits else ""
    raised = Seat(x, y - 6, True) if held else seat
    body = shapes.path("hit", hit) + _named(tile, raised, held) + tick
    return f'<g class="{classes}" data-tile="{tile}">{body}</g>'


def _back(seat: Seat) -> str:
    pattern = shapes.start_mark(seat, 24)
    return f'<g class="tile back">{shapes.path("face", shapes.outline(seat))}{pattern}</g>'


# --- the board --------------------------------------------------------------------------------------


class _Plan:
    """Where everything of one board lies, and its parts as elements.

    Cells are drawn relative to the first one, since a far-away board would run into the limits of what
    browsers can tell apart (32-bit floating point numbers).
    """

    def __init__(self, board: Board, extra: Collection[Cell]) -> None:
        self.board, self.extra = board, extra
        start = next((cell for cell, _ in board), min(extra, default=Cell(0, 0, True)))
        self._q, self._r = start.q, start.r
        touched: Iterable[Vertex] = board.digits or {corner for cell in extra for corner in cell.corners}
        ring = {cell for vertex in touched for cell in vertex.cells}
        self.cells = sorted(ring.union(extra)) or list(_NO_BOARD)

    def seat(self, cell: Cell) -> Seat:
        return shapes.seat(Cell(cell.q - self._q, cell.r - self._r, cell.up))

    def point(self, vertex: Vertex) -> tuple[float, float]:
        q, r = vertex
        return point(Vertex(q - self._q, r - self._r))

    @property
    def box(self) -> Box:
        """Around all cells, with a margin."""
        seats = [self.seat(cell) for cell in self.cells]
        xs = [seat.x for seat in seats]
        ys = [y for seat in seats for y in (seat.y, seat.y + TALL if seat.up else seat.y - TALL)]
        left, top = min(xs) - SIDE / 2 - _MARGIN, min(ys) - _MARGIN
        return Box(left, top, max(xs) + SIDE / 2 + _MARGIN - left, max(ys) + _MARGIN - top)

    def empty(self, cell: Cell) -> str:
        return f'<path class="empty" data-cell="{cell}" d="{shapes.outline(self.seat(cell), 0, 0)}"/>'

    def place(self, cell: Cell, label: str, covered: bool, heat: int | None = None) -> str:
        """A legal place; under a tile that is held over it only what can be hit."""
        seat = self.seat(cell)
        hit = shapes.path("hit", shapes.outline(seat, shapes.HIT, 0))
        if covered:
            return f'<g class="place chosen" data-cell="{cell}">{hit}</g>'
        spot, words = shapes.path("spot", shapes.outline(seat, shapes.SPOT)), ""
        if label:
            x, y = shapes.centre(seat)
            kind = "label" if len(label) <= 4 else "label long"
            words = shapes.text(kind, x, y + (5 if len(label) <= 4 else 3.5), inert(label, 8))
        classes = "place" if heat is None else f"place heat-{heat}"
        return f'<g class="{classes}" data-cell="{cell}">{hit}{spot}{words}</g>'

    def laid(self, mark_kinds: bool, last: bool, chosen: Collection[Cell] = ()) -> Iterator[str]:
        """The placed tiles in the order laid, so that the outline of the last one lies on top."""
        final = self.board.laid[-1] if last and self.board else None
        for laid in self.board.laid:
            placement, contact = laid
            seat, kind = self.seat(placement.cell), contact.kind
            classes = f"tile kind-{kind.value}" + " last" * (laid is final)
            classes += " chosen" * (placement.cell in chosen)
            mark = shapes.kind_mark(seat, kind) if mark_kinds else ""
            yield self._tile(classes, placement, mark)
        if mark_kinds:
            for vertex in self.board.hexagons():
                yield shapes.ring(*self.point(vertex))

    def held(self, placement: Placement, name: str, mark_kind: bool = False) -> str:
        """A tile that is not laid yet, with the mark of the kind it would have."""
        if not mark_kind or self.board.check(placement):
            return self._tile(name, placement, "")
        kind = self.board.contact(placement).kind
        mark = shapes.kind_mark(self.seat(placement.cell), kind)
        return self._tile(f"{name} kind-{kind.value}", placement, mark)

    def _tile(self, classes: str, placement: Placement, mark: str) -> str:
        cell, digits = placement
        shape = shapes.tile(self.seat(cell), digits)
        return f'<g class="{classes}" data-cell="{cell}" data-tile="{placement.tile}">{shape}{mark}</g>'

    def target(self, vertex: Vertex) -> str:
        """What can be hit around a vertex; beyond it lie the digits of the tiles."""
        x, y = map(number, self.point(vertex))
        return f'<circle class="point" data-node="{vertex.q},{vertex.r}" cx="{x}" cy="{y}" r="13"/>'

    def ringed(self, what: Vertex | Cell, name: str) -> str:
        """A line around a vertex or a cell; it has to leave the digits alone."""
        if isinstance(what, Cell):
            return f'<g class="{name}">{shapes.path("ring", shapes.outline(self.seat(what)))}</g>'
        x, y = map(number, self.point(what))
        return f'<g class="{name}"><circle class="ring" cx="{x}" cy="{y}" r="11"/></g>'

    def focus(self, cell: Cell, clashes: Collection[Vertex]) -> str:
        """A ring on a halo, to show on whatever lies beneath; open at the corners where digits clash."""
        seat = self.seat(cell)
        line = shapes.outline(seat, shapes.FOCUS, 9)
        if not set(clashes).isdisjoint(cell.corners):
            line = shapes.edges(seat, shapes.FOCUS, 20)
        return f'<g class="focus">{shapes.path("halo", line)}{shapes.path("ring", line)}</g>'


def _describe(
    board: Board, places: Sequence[Cell], ghost: Placement | None, illegal: Placement | None
) -> str:
    """The picture in words, for those who hear it."""
    words = [] if board else [tr("An empty board.")]
    if board:
        placement, contact = board.laid[-1]
        words += [
            trn("{n} tile.", "{n} tiles.", len(board)),
            tr(
                "The last is {tile} in cell {cell}, of kind {kind}.",
                tile=placement.tile,
                cell=placement.cell,
                kind=tr(KIND_WORDS[contact.kind]),
            ),
            tr("Open cells: {count}.", count=len(board.open_cells)),
            tr("Holes: {count}.", count=len(board.holes())),
            tr("Hexagons: {count}.", count=len(board.hexagons())),
        ]
    if places:
        words.append(tr("Legal places: {cells}.", cells=" ".join(map(str, places))))
    if ghost:
        words.append(tr("Held over {cell}: {tile}.", cell=ghost.cell, tile=ghost.tile))
    if illegal:
        words.append(tr("May not lie in {cell}: {tile}.", cell=illegal.cell, tile=illegal.tile))
    if board:
        words.append(tr("Position: {position}", position=board))
    return " ".join(words)
