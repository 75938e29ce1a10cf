"""The geometry of a picture: where a cell lies on the paper, and its parts as SVG elements.

The unit is the pixel; a cell has a side of 64 and, unlike on the lattice, y points **down**.  A **seat** is
where one triangle lies: its apex, and whether it points up.  Digits, like the corners of a
cell, are listed clockwise from the apex:

>>> seat(Cell(0, 0, True))
Seat(x=32.0, y=-55.42562584220407, up=True)
>>> [(round(x), round(y)) for x, y in digit_points(seat(Cell(0, 0, True)))]   # top, right, left
[(32, -35), (50, -10), (14, -10)]
>>> [(round(x), round(y)) for x, y in digit_points(seat(Cell(0, 0, False)))]  # bottom, left, right
[(64, -20), (46, -45), (82, -45)]
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import escape
from typing import NamedTuple

from ..board import Kind
from ..lattice import HEIGHT, Cell, Vertex, corners
from ..notation import Digits

SIDE = 64
"""The side of a cell in px."""

TALL = SIDE * HEIGHT
"""The height of a cell in px."""

_DEEP = 20.5  # how far a digit's middle lies from its corner
_BASELINE = 6.5  # from the middle of a digit down to the line it stands on
_BASELINE_WIDE = 5.0
_SOFT = 7  # where the rounding of a corner begins, along the edge

FACE, FOCUS, HIT = 1.4, -3.5, -5.0
"""How far inside of a cell its face is drawn; the focus ring and what may be hit lie outside."""

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Seat(NamedTuple):
    """Where one triangle lies on the paper: its apex in px, and whether it points up."""

    x: float
    y: float
    up: bool


def number(value: float) -> str:
    """A coordinate with at most two decimals.

    >>> number(32.0), number(-55.4256), number(-0.001)
    ('32', '-55.43', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def inert(text: str, most: int = 300) -> str:
    """A text from anywhere, made safe to stand between tags or in an attribute.

    Markup is escaped, what XML forbids is replaced, and what is longer than `most` characters is cut.

    >>> inert('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return escape(_FORBIDDEN.sub("\ufffd", cut))


def point(vertex: Vertex) -> tuple[float, float]:
    """Where a vertex lies on the paper."""
    x, y = vertex.xy
    return SIDE * x, -SIDE * y


@cache
def seat(cell: Cell) -> Seat:
    """Where a cell lies on the paper."""
    return Seat(*point(corners(cell)[0]), cell.up)


def centre(seat: Seat) -> tuple[float, float]:
    """The centre of gravity of a triangle."""
    return seat.x, seat.y + (TALL if seat.up else -TALL) * 2 / 3


def digit_points(seat: Seat) -> tuple[tuple[float, float], ...]:
    """The middles of its three digits, clockwise from the apex."""
    x, y, up = seat
    sign = 1 if up else -1  # a down cell is an up cell turned by 180°
    across, down = sign * (SIDE / 2 - _DEEP * HEIGHT), y + sign * (TALL - _DEEP / 2)
    return (x, y + sign * _DEEP), (x + across, down), (x - across, down)


@cache
def _loop(up: bool, inset: float, soft: float) -> str:
    """A triangle as path commands relative to its apex; they are the same wherever it lies."""
    sign, far = (1 if up else -1), SIDE - 2 * inset * 3**0.5
    half, tall = sign * far / 2, sign * far * HEIGHT
    if not soft:
        steps = f"m0 {sign * 2 * inset:.2f}l{half:.2f} {tall:.2f}h{-2 * half:.2f}z"
        return _compact(steps)
    # Along each edge straight ahead, then round the corner: a curve drawn towards it and away.
    edge = (far - 2 * soft) / far
    s, t = sign * soft / 2, sign * soft * HEIGHT
    steps = f"m{s:.2f} {sign * 2 * inset + t:.2f}l{half * edge:.2f} {tall * edge:.2f}"
    steps += f"q{s:.2f} {t:.2f} {-s:.2f} {t:.2f}h{-2 * half * edge:.2f}"
    steps += f"q{-2 * s:.2f} 0 {-s:.2f} {-t:.2f}l{half * edge:.2f} {-tall * edge:.2f}q{s:.2f} {-t:.2f} {2 * s:.2f} 0z"
    return _compact(steps)


def _compact(steps: str) -> str:
    return re.sub(r" (?=-)", "", re.sub(r"-?\d+\.\d+", lambda match: number(float(match[0])), steps))


@lru_cache(maxsize=8192)
def outline(seat: Seat, inset: float = FACE, soft: float = _SOFT) -> str:
    """A triangle as path data, `inset` px inside of its cell, its corners rounded off from `soft` px on."""
    return f"M{number(seat.x)} {number(seat.y)}{_loop(seat.up, inset, soft)}"


def path(kind: str, data: str) -> str:
    """A path of this class."""
    return f'<path class="{kind}" d="{data}"/>'


def text(kind: str, x: float, y: float, words: str) -> str:
    """A text of this class centred on x, standing on the line y.  The words must be `inert`."""
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}">{words}</text>'


@lru_cache(maxsize=8192)
def tile(seat: Seat, digits: Digits) -> str:
    """The face of a tile and its three digits."""
    parts = [path("face", outline(seat))]
    for (x, y), digit in zip(digit_points(seat), digits, strict=True):
        kind, below = ("digit", _BASELINE) if digit < 10 else ("digit wide", _BASELINE_WIDE)
        parts.append(text(kind, x, y + below, str(digit)))
    return "".join(parts)


@lru_cache(maxsize=8192)
def kind_mark(seat: Seat, kind: Kind) -> str:
    """The mark of a kind in the middle of a tile: a bar, a notch, a dot; a small outline for the start."""
    x, y = centre(seat)
    y += -1.5 if seat.up else 1.5
    if kind is Kind.BRIDGE:
        return path("mark", f"M{number(x - 5.5)} {number(y)}h11")
    if kind is Kind.DOCKING:
        return path("mark", f"M{number(x - 6)} {number(y - 4)}l6 5 6-5v8.5h-12z")
    if kind is Kind.DRONE:
        return f'<circle class="mark" cx="{number(x)}" cy="{number(y)}" r="5"/>'
    return start_mark(seat) if kind is Kind.START else ""


def start_mark(seat: Seat, size: float = 10) -> str:
    """A small triangle in the middle: the first tile of a round, or the pattern of a tile's back."""
    x, y = centre(seat)
    sign = 1 if seat.up else -1
    tall = sign * size * HEIGHT
    apex, foot = y - tall * 2 / 3, y + tall / 3
    half = number(size / 2)
    return path("mark", f"M{number(x)} {number(apex)}L{number(x + size / 2)} {number(foot)}h-{number(size)}z")


def hatching(seat: Seat) -> str:
    """Three level lines in an empty cell: it belongs to a hole."""
    sign = 1 if seat.up else -1
    lines = []
    for share in (0.42, 0.62, 0.82):
        half = share * SIDE / 2 - 6
        y = seat.y + sign * TALL * share
        lines.append(f"M{number(seat.x - half)} {number(y)}h{number(2 * half)}")
    return path("hole", "".join(lines))


def ring(x: float, y: float) -> str:
    """A ring around the six digits of a hexagon."""
    return f'<circle class="hexagon" cx="{number(x)}" cy="{number(y)}" r="29"/>'


def cross(x: float, y: float) -> str:
    """A circle with a cross in it: here two digits clash."""
    spot = f'<circle cx="{number(x)}" cy="{number(y)}" r="9"/>'
    return f'<g class="clash">{spot}<path d="M{number(x - 4)} {number(y - 4)}l8 8m0-8l-8 8"/></g>'
