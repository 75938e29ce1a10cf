"""Pictures as text: tiles, a hand, a board, each one complete ``<svg>``.

A picture stands on its own: it has a title and a description for those who hear it, no ids (so that any number
of them share a page), and brings its stylesheet along unless `style` is False, when a widget supplies it.
All text from outside is made inert.  What is drawn can be told by its classes and attributes:

=================================== ==================================================================
``g.tile.kind-bridge.last``         a placed tile, with ``data-cell`` and ``data-tile``
``g.place``                         a legal place with a generous ``.hit`` to point at, ``data-cell``
``path.empty``                      any other empty cell, with ``data-cell``
``g.ghost`` ``g.illegal``           a tile held over a chosen place, or over one where it may not lie
``g.clash`` ``circle.hexagon``      a vertex where digits clash; a vertex whose six cells are filled
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

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..board import Board, Placement
from ..lattice import Cell, Vertex, around, region
from ..tiles import Tile
from . import shapes
from .palette import stylesheet
from .shapes import SIDE, TALL, Seat, inert, number, point

_MARGIN = 16
_SLOT = (SIDE + 18, TALL + 42)  # the room of one tile with its name, in px
_ROW = 8  # tiles of a hand in one row
_NO_BOARD = region(2)  # what is drawn of the lattice when there is no tile


def tiles(
    tiles: Iterable[Tile], *, title: str = "", columns: int | None = None, theme: str = "auto", style: bool = True
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
    body, box = _rows([_wall_tile(tile) for tile in shown], columns)
    if not shown:
        body, box = shapes.text("hint", 0, 6, "no tiles"), _Box(-90, -30, 180, 60)
    listed = f"Tiles: {', '.join(map(str, shown))}." if shown else "There are none."
    scale = 1.5 if len(shown) == 1 else 1.0
    return _picture(body, box, title or _count(len(shown), "tile"), listed, theme, style, scale)


def hand(
    tiles: Iterable[Tile],
    *,
    chosen: Tile | None = None,
    playable: Collection[Tile] | None = None,
    hidden: int = 0,
    title: str | None = None,
    theme: str = "auto",
    style: bool = True,
) -> str:
    """A player's tiles in a row (in several when there are many), and backs for those face down.

    Args:
        tiles: the tiles that may be seen.
        chosen: the one that is held: filled, outlined and raised.
        playable: the ones that fit somewhere, underlined; the others are pale. None: nothing is said about it.
        hidden: how many lie face down.
        title: by default how many tiles there are.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along.

    >>> hand([Tile(0, 2, 1)], hidden=2, style=False).count('class="tile back"')
    2
    """
    shown = list(tiles)
    slots = [_hand_tile(tile, tile == chosen, None if playable is None else tile in playable) for tile in shown]
    slots += ['<g class="tile back">{face}{mark}</g>'] * hidden
    body, box = _rows(slots, min(len(slots), _ROW) or 1)
    if not slots:
        body, box = shapes.text("hint", 0, 6, "no tiles in hand"), _Box(-110, -30, 220, 60)
    words = [f"Tiles: {', '.join(map(str, shown))}."] if shown else []
    words += [f"Face down: {hidden}."] if hidden else []
    words += [f"Chosen: {chosen}."] if chosen in shown else []
    if playable is not None:
        words.append(f"They fit: {', '.join(str(tile) for tile in shown if tile in playable) or 'none'}.")
    name = f"Hand of {_count(len(slots), 'tile')}" if title is None else title
    return _picture(body, box, name, " ".join(words) or "There are none.", theme, style)


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
    """
    places = {cell for cell in (*cells, *(cell for cell, _ in placements)) if cell not in board}
    held = [placement for placement in (ghost, illegal) if placement]
    map_ = _Map(board, [*places, *(placement.cell for placement in held), *([focus] if focus else [])])
    covered = {placement.cell for placement in held}
    parts = [map_.empty(cell) for cell in map_.cells if cell not in board and cell not in places]
    if holes:
        parts += [shapes.hatching(map_.seat(cell)) for hole in board.holes() for cell in sorted(hole - covered - places)]
    parts += [map_.place(cell, (labels or {}).get(cell, ""), cell in covered) for cell in sorted(places)]
    parts += map_.laid(mark_kinds, last)
    if mark_kinds:
        parts += [shapes.ring(*map_.point(vertex)) for vertex in board.hexagons()]
    if ghost:
        parts.append(map_.held(ghost, "ghost", mark_kinds))
    if illegal:
        parts.append(map_.held(illegal, "illegal"))
    parts += [shapes.cross(*map_.point(vertex)) for vertex in clashes]
    if not board and not map_.extra:
        parts.append(shapes.text("hint", 0, 6, "empty board"))
    if focus:
        parts.append(map_.focus(focus))
    name = f"Board with {_count(len(board), 'tile')}" if title is None else title
    return _picture("".join(parts), map_.box, name, _describe(board, sorted(places), ghost, illegal), theme, style)


class _Box(NamedTuple):
    """The part of the paper that is shown: its left upper corner and its size, in px."""

    x: float
    y: float
    width: float
    height: float


def _picture(
    body: str, box: _Box, title: str, description: str, theme: str, style: bool, scale: float = 1.0
) -> str:
    """The whole SVG around what is in it; `scale` only sets the size it has by itself."""
    x, y, width, height = map(number, box)
    name, css = inert(title), ""
    if style:
        css = f"<style>{stylesheet(f'.trinb-{theme}', theme)}</style>"
    classes = f"trinb-picture trinb-{theme}" if style else "trinb-picture"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" role="img" aria-label="{name}"'
        f' viewBox="{x} {y} {width} {height}"'
        f' width="{number(box.width * scale)}" height="{number(box.height * scale)}"'
        f' style="max-width:100%;height:auto"><title>{name}</title>'
        f"<desc>{inert(description, 100_000)}</desc>{css}"
        f'<rect class="ground" x="{x}" y="{y}" width="{width}" height="{height}" rx="12"/>{body}</svg>'
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


# --- tiles beside one another -----------------------------------------------------------------------


def _rows(slots: Sequence[tuple[Tile | None, str, float]], columns: int) -> tuple[str, _Box]: ...
