"""The geometry of a picture: where a cell lies on the paper, and its parts as SVG elements.

The unit is the pixel; a cell has a side of 64 and, unlike on the lattice, y points **down**.  A **seat** is
where one triangle lies: its apex, and whether it points up.  Digits, like the corners of a
cell, are listed clockwise from the apex:

>>> seat(Cell(0, 0, True))
Seat(x=32.0, y=-55.42562584220407, up=True)
>>> [(round(x), round(y)) for x, y in digit_points(seat(Cell(0, 0, True)))]  # top, right, left
[(32, -34), (46, -10), (18, -10)]
>>> [(round(x), round(y)) for x, y in digit_points(seat(Cell(0, 0, False)))]  # bottom, left, right
[(64, -21), (50, -45), (78, -45)]
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import escape
from typing import NamedTuple

from ..board import Kind
from ..lattice import HEIGHT, Cell, Vertex
from ..notation import Digits
from ..notation import tidy as tidy  # most who draw ask for it here

SIDE = 64
"""The side of a cell in px."""

TALL = SIDE * HEIGHT
"""The height of a cell in px."""

_DEEP = 21.0  # how far a digit's middle lies from its corner
_BASELINE = 6.5  # from the middle of a digit down to the line it stands on
_BASELINE_WIDE = 5.0
_SOFT = 7  # where the rounding of a corner begins, along the edge

FACE, SPOT, FOCUS, HIT = 1.4, 3.0, -3.0, -5.0
"""How far inside of its cell something is drawn; the focus ring and what may be hit lie outside of it."""

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
    return Seat(*point(cell.corners[0]), cell.up)


def centre(seat: Seat) -> tuple[float, float]:
    """The centre of gravity of a triangle."""
    return seat.x, seat.y + (TALL if seat.up else -TALL) * 2 / 3


def digit_points(seat: Seat) -> tuple[tuple[float, float], ...]:
    """The middles of its three digits, clockwise from the apex."""
    x, y, up = seat
    sign = 1 if up else -1  # a down cell is an up cell turned by 180°
    across, down = sign * (SIDE / 2 - _DEEP * HEIGHT), y + sign * (TALL - _DEEP / 2)
    return (x, y + sign * _DEEP), (x + across, down), (x - across, down)


def _command(letter: str, *values: float) -> str:
    """One command of path data, as short as it can be written."""
    return letter + " ".join(map(number, values)).replace(" -", "-")


@cache
def _loop(up: bool, inset: float, soft: float, gaps: bool = False) -> str:
    """A triangle as path commands relative to its apex; they are the same wherever it lies."""
    sign, side = (1 if up else -1), SIDE - 2 * inset * 3**0.5
    s, t = sign * soft / 2, sign * soft * HEIGHT  # from the apex to where its right edge begins
    half, tall = sign * (side / 2 - soft), sign * (side - 2 * soft) * HEIGHT
    legs = ((half, tall), (-2 * half, 0), (half, -tall))
    bends = ((s, t, -s, t), (-2 * s, 0, -s, -t), (s, -t, 2 * s, 0))
    steps = [_command("m", s, sign * 2 * inset + t)]
    for leg, bend in zip(legs, bends, strict=True):
        steps.append(_command("l", *leg))
        if gaps:
            steps.append(_command("m", *bend[2:]))
        elif soft:
            steps.append(_command("q", *bend))
    return "".join(steps) + "z" * (not gaps)


@lru_cache(maxsize=8192)
def outline(seat: Seat, inset: float = FACE, soft: float = _SOFT) -> str:
    """A triangle as path data, `inset` px inside of its cell, its corners rounded off from `soft` px on."""
    return f"M{number(seat.x)} {number(seat.y)}{_loop(seat.up, inset, soft)}"


def edges(seat: Seat, inset: float, off: float) -> str:
    """The three edges of a triangle as path data, without the `off` px next to each corner."""
    return f"M{number(seat.x)} {number(seat.y)}{_loop(seat.up, inset, off, True)}"


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
    if kind is Kind.BRIDGE:
        y += -2.5 if seat.up else 2.5  # out of the line of two digits, where it would be read as a minus
        return path("mark", f"M{number(x - 5)} {number(y)}h10")
    if kind is Kind.DOCKING:
        return path("mark", f"M{number(x - 5)} {number(y - 4)}l5 4.5 5-4.5v7.5h-10z")
    if kind is Kind.DRONE:
        return f'<circle class="mark" cx="{number(x)}" cy="{number(y)}" r="4.8"/>'
    return start_mark(seat) if kind is Kind.START else ""


def start_mark(seat: Seat, size: float = 10) -> str:
    """A small triangle in the middle: the first tile of a round, or the pattern of a tile's back."""
    x, y = centre(seat)
    sign = 1 if seat.up else -1
    tall = sign * size * HEIGHT
    apex, foot = y - tall * 2 / 3, y + tall / 3
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
