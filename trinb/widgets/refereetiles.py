"""Tiles to choose from on a referee's pad: found by their digits, in groups, small or as they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from ..board import Placement
from ..draw import shapes, svg
from ..draw.shapes import TALL, Seat
from ..notation import short_digits
from ..tiles import Tile
from ..words import trn
from .front import button

_FEW = 16  # so many tiles are found at a glance


def grouped(tiles: Iterable[Tile], shown: Callable[[Tile], dict[str, Any]]) -> list[dict[str, Any]]:
    """Tiles as buttons: many of them in groups, one for each first digit."""
    ordered = sorted(tiles, key=lambda tile: tile.digits)
    if len(ordered) <= _FEW:
        return [{"title": "", "tiles": list(map(shown, ordered))}] if ordered else []
    groups = groupby(ordered, key=lambda tile: tile.digits[0])
    return [{"title": str(digit), "tiles": list(map(shown, group))} for digit, group in groups]


def matching(tiles: Iterable[Tile], typed: str) -> list[Tile]:
    """The tiles that can be read so, from any corner: what is typed is the beginning of it.

    >>> matching([Tile(0, 2, 1), Tile(0, 1, 3), Tile(2, 2, 2)], "10")
    [Tile(0, 2, 1)]
    """
    found = [tile for tile in tiles if any(short_digits(turn).startswith(typed) for turn in tile.turns)]
    return sorted(found, key=lambda tile: tile.digits)


def box(
    tiles: Sequence[Tile], fitting: Iterable[Tile], chosen: Tile | None, typed: str = ""
) -> dict[str, Any]:
    """All tiles that may still come, as far as they begin with what is typed, as small buttons."""
    fits, count = set(fitting), len(tiles)

    def shown(tile: Tile) -> dict[str, Any]:
        return {**small(tile, {"do": "choose", "tile": str(tile)}, tile == chosen), "fits": tile in fits}

    title = trn("{n} tile is not on the table", "{n} tiles are not on the table", count)
    if typed:
        title = trn("{n} tile has these digits", "{n} tiles have these digits", count)
    return {"title": title, "groups": grouped(tiles, shown)}


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
