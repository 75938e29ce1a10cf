"""Tiles to choose from on a referee's pad: found by their digits, in groups, small or as they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..board import Placement
from ..draw import shapes, svg
from ..draw.shapes import TALL, Seat
from ..notation import short_digits
from ..tiles import Tile
from ..words import trn
from .front import button


def by_first_digit(tiles: Iterable[Tile]) -> list[tuple[int, list[Tile]]]:
    """Tiles in groups, to be found quickly."""
    ordered = sorted(tiles, key=lambda tile: tile.digits)
    return [(digit, list(group)) for digit, group in groupby(ordered, key=lambda tile: tile.digits[0])]


def matching(tiles: Iterable[Tile], typed: str) -> list[Tile]:
    """The tiles that can be read so, from any corner: what is typed is the beginning of it.

    >>> matching([Tile(0, 2, 1), Tile(0, 1, 3), Tile(2, 2, 2)], "10")
    [Tile(0, 2, 1)]
    """
    found = [tile for tile in tiles if any(short_digits(turn).startswith(typed) for turn in tile.turns)]
    return sorted(found, key=lambda tile: tile.digits)


def box(tiles: Sequence[Tile], fitting: Iterable[Tile], chosen: Tile | None) -> dict[str, Any]:
    """All tiles that may still come, as small buttons in groups."""
    fits = set(fitting)
    groups = [
        {
            "title": str(digit),
            "tiles": [
                {**small(tile, {"do": "choose", "tile": str(tile)}, tile == chosen), "fits": tile in fits}
                for tile in group
            ],
        }
        for digit, group in by_first_digit(tiles)
    ]
    count = len(tiles)
    return {
        "title": trn("{n} tile is not on the table", "{n} tiles are not on the table", count),
        "groups": groups,
    }


def small(tile: Tile, do: Mapping[str, Any], pressed: bool) -> dict[str, Any]:
    """A tile as a small button with its digits."""
    return button(str(tile), do, pressed=pressed)


def large(place: Placement, chosen: bool) -> dict[str, Any]:
    """A tile as a large button, drawn as it lies on the table."""
    tile = place.tile
    seat = Seat(0, 0 if place.cell.up else TALL, place.cell.up)
    body = f'<g class="tile">{shapes.tile(seat, place.digits)}</g>'
    drawn = svg.picture(body, svg.Box(-38, -6, 76, TALL + 12), str(tile), str(tile), "auto", False)
    return {**small(tile, {"do": "choose", "tile": str(tile)}, chosen), "svg": drawn}
