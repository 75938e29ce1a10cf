"""The panel of a referee's pad in which the players tell what is left of their tiles.

What is typed for a seat stays a text until the round is counted, so that half a tile is no fault yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..counting import called, read_told
from ..errors import TrinbError
from ..rounds import End
from ..tally import Needs, Tally
from ..tiles import Tile
from ..words import tr, trn
from .refereetiles import grouped, small

POOL = -1
"""Where a seat is meant: the pool."""


def counted_seats(tally: Tally, ending: End) -> list[int]:
    """Whose tiles have to be told, with `POOL` for the pool; nobody's where they do not matter."""
    if tally.needs is Needs.NOTHING:
        return []
    if tally.needs is Needs.POOL:
        return [POOL]
    out = tally.seat if ending is End.OUT else None
    return [seat for seat, count in enumerate(tally.counts) if count and seat != out]


def counting(tally: Tally, ending: End, told: Mapping[int, str], active: int | None) -> dict[str, Any]:
    """The panel in which what is left is told."""
    seats = counted_seats(tally, ending)
    taken = {tile for text in told.values() for tile in tiles_in(text)}
    tiles = grouped(tally.tiles, lambda tile: small(tile, {"do": "tap", "tile": str(tile)}, tile in taken))
    return {
        "title": _counting_title(tally, ending, seats),
        "help": tr(
            "Type tiles, such as 021 113, or only the sum of their digits, such as 17 (from 100 on with =). "
            "Or tap the tiles."
        )
        if seats
        else "",
        "rows": [_told_row(tally, seat, told.get(seat, ""), seat == active) for seat in seats],
        "groups": tiles if seats else [],
    }


def _counting_title(tally: Tally, ending: End, seats: Sequence[int]) -> str:
    if not seats:
        return tr("Nothing has to be told: it is all known.")
    if seats == [POOL]:
        return tr("What lies in the pool?")
    return tr("What do the others hold?") if ending is End.OUT else tr("What does everybody hold?")


def _told_row(tally: Tally, seat: int, typed: str, active: bool) -> dict[str, Any]:
    count = tally.pool if seat == POOL else tally.counts[seat]
    name = tr("Pool") if seat == POOL else tally.names[seat]
    try:
        told, wrong = read_told(typed), False
    except TrinbError:
        told, wrong = None, True
    said = trn("{n} tile", "{n} tiles", count)
    if wrong:
        said = tr("{tiles}: this is no tile and no sum", tiles=said)
    elif told is not None:
        digits = told if isinstance(told, int) else sum(tile.sum for tile in told)
        said = tr("{tiles}: digits {sum}", tiles=said, sum=digits)
    return {
        "number": seat,
        "name": name,
        "said": said,
        "value": typed,
        "wrong": wrong,
        "active": active,
        "tap": tr("Tap tiles of {who}", who=called(name)),
    }


def tiles_in(typed: str) -> tuple[Tile, ...]:
    """The tiles that are typed; none if it is a sum, or nonsense."""
    try:
        told = read_told(typed)
    except TrinbError:
        return ()
    return told if isinstance(told, tuple) else ()


def toggled(typed: str, tile: Tile) -> str:
    """What is typed with one more tile, or without it if it is there already.

    >>> toggled("021", Tile(1, 1, 3)), toggled("021 113", Tile(0, 2, 1)), toggled("17", Tile(0, 2, 1))
    ('0-2-1 1-1-3', '1-1-3', '0-2-1')
    """
    tiles = list(tiles_in(typed))
    if tile in tiles:
        tiles.remove(tile)
    else:
        tiles.append(tile)
    return " ".join(map(str, tiles))
