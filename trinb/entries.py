"""What a referee writes down: one entry for each thing that happens at a real table.

An **action** is what happened: a tile is led, turned up or placed, tiles are drawn, a turn ends, somebody
is out.  Four of them are the moves of `moves`; the others are here, since nobody decides them in a game
that knows all tiles.  An **entry** is an action, and a **claim** if the player has said what it is worth
before the pad did:

>>> entry = Entry(Place(Placement.parse("v0,0=554")), Claim(75, Kind.DOCKING))
>>> contents(entry)
{'do': 'place', 'tile': 'v0,0=554', 'claim': {'points': 75, 'kind': 'docking'}}
>>> read_entry(contents(entry)) == entry
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from attrs import field, frozen

from .board import Kind, Placement
from .errors import RecordError
from .moves import Draw, EndTurn, Pass, Place
from .notation import show
from .tiles import Tile
from .words import tr

Told: TypeAlias = tuple[Tile, ...] | int | None
"""What is said of tiles that are left: which they are, only the sum of their digits, or nothing."""


@frozen
class Lead:
    """A player leads the first tile of a round.

    Attributes:
        seat: who.
        placement: the tile in the first cell, in any of its turns.
        second_triple: whether another triple is shown too, where that gives points.
    """

    seat: int
    placement: Placement
    second_triple: bool = False


@frozen
class TurnUp:
    """The winner of the last round turns up the first tile from the pool."""

    placement: Placement


@frozen
class Lap:
    """Before the first tile: each of these seats draws one, since nobody can lead yet."""

    seats: tuple[int, ...]


@frozen
class InVain:
    """Of all the tiles that may be drawn in a turn none fits, so it ends."""


@frozen
class Out:
    """Somebody has placed the last tile of a hand; what is left with the others, and in the pool."""

    hands: tuple[Told, ...] = ()
    pool: Told = None


@frozen
class Blocked:
    """Nobody can place any more; what everybody holds."""

    hands: tuple[Told, ...] = ()


@frozen
class Finish:
    """The players agree that the match is over."""


Action: TypeAlias = Lead | TurnUp | Lap | Place | Draw | InVain | Pass | EndTurn | Out | Blocked | Finish


@frozen
class Claim:
    """What a player says that something is worth: points, the kind of a placement, or both.

    Raises:
        RecordError: it says nothing, or no sensible number.
    """

    points: int | None = field(default=None)
    kind: Kind | None = None

    @points.validator
    def _sensible(self, _attribute: object, points: int | None) -> None:
        if points is None and self.kind is None:
            raise RecordError(tr("a claim must name points, a kind, or both"))
        if points is not None and (type(points) is not int or abs(points) > MOST_POINTS):
            raise RecordError(tr("{it} is no number of points", it=show(points)))


MOST_POINTS = 9999
"""No claim and no sum of digits is larger."""


class Entry(NamedTuple):
    """One thing that was written down."""

    action: Action
    claim: Claim | None = None


# --- as plain values, for files ---------------------------------------------------------------------------


def contents(entry: Entry) -> dict[str, Any]:
    """An entry as plain values."""
    action, claim = entry
    found: dict[str, Any] = {"do": _NAMES[type(action)]}
    if isinstance(action, Lead | TurnUp | Place):
        found["tile"] = str(action.placement)
    if isinstance(action, Lead):
        found["seat"] = action.seat
        if action.second_triple:
            found["second_triple"] = True
    if isinstance(action, Lap):
        found["seats"] = list(action.seats)
    if isinstance(action, Out | Blocked) and action.hands:
        found["hands"] = [_plain(told) for told in action.hands]
    if isinstance(action, Out) and action.pool is not None:
        found["pool"] = _plain(action.pool)
    if claim:
        said = {"points": claim.points, "kind": claim.kind and claim.kind.value}
        found["claim"] = {key: value for key, value in said.items() if value is not None}
    return found


def _plain(told: Told) -> str | int | None:
    return " ".join(map(str, told)) if isinstance(told, tuple) else told


def read_entry(found: Mapping[str, Any]) -> Entry:
    """The entry that `contents` gives so; keys that it does not know are left to the caller.

    Raises:
        TrinbError: it is none; the message says which part is wrong.
    """
    name = found.get("do")
    if not isinstance(name, str) or name not in _READERS:
        raise RecordError(tr("do: {it} is no entry", it=show(name)))
    return Entry(_READERS[name](found), _claim(found.get("claim")))


def _lead(found: Mapping[str, Any]) -> Lead:
    second = found.get("second_triple", False)
    if type(second) is not bool:
        raise RecordError(tr("{key} must be true or false, not {it}", key="second_triple", it=show(second)))
    return Lead(_whole(found.get("seat"), "seat"), _placement(found), second)


def _placement(found: Mapping[str, Any]) -> Placement:
    return Placement.parse(_text(found.get("tile"), "tile"))


def _lap(found: Mapping[str, Any]) -> Lap:
    return Lap(tuple(_whole(seat, "seats") for seat in _list(found.get("seats"), "seats")))


def _out(found: Mapping[str, Any]) -> Out:
    return Out(_hands(found), _told(found.get("pool")))


def _hands(found: Mapping[str, Any]) -> tuple[Told, ...]:
    return tuple(map(_told, _list(found.get("hands", []), "hands")))


def _told(value: object) -> Told:
    if value is None:
        return None
    if isinstance(value, str):
        return tuple(map(Tile.parse, value.split()))
    return _whole(value, "hands")


def _claim(value: object) -> Claim | None:
    if value is None:
        return None
    if not isinstance(value, dict) or not value.keys() <= {"points", "kind"}:
        raise RecordError(tr("claim: must hold points, kind, or both, not {it}", it=show(value)))
    points, kind = value.get("points"), value.get("kind")
    known = {kind.value: kind for kind in Kind}
    if kind is not None and (not isinstance(kind, str) or kind not in known):
        raise RecordError(tr("claim: {it} is no kind of placement", it=show(kind)))
    return Claim(None if points is None else _whole(points, "claim"), known[kind] if kind else None)


def _whole(value: object, key: str) -> int:
    if type(value) is not int or abs(value) > MOST_POINTS:
        raise RecordError(tr("{key} must be a whole number, not {it}", key=key, it=show(value)))
    return value


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise RecordError(tr("{key} must be a text, not {it}", key=key, it=show(value)))
    return value


def _list(value: object, key: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > 100:
        raise RecordError(tr("{key} must be a list, not {it}", key=key, it=show(value)))
    return value


_NAMES: dict[type[Action], str] = {
    Lead: "lead",
    TurnUp: "turn-up",
    Lap: "lap",
    Place: "place",
    Draw: "draw",
    InVain: "in-vain",
    Pass: "pass",
    EndTurn: "end",
    Out: "out",
    Blocked: "blocked",
    Finish: "finish",
}

_READERS: dict[str, Callable[[Mapping[str, Any]], Action]] = {
    "lead": _lead,
    "turn-up": lambda found: TurnUp(_placement(found)),
    "lap": _lap,
    "place": lambda found: Place(_placement(found)),
    "draw": lambda _: Draw(),
    "in-vain": lambda _: InVain(),
    "pass": lambda _: Pass(),
    "end": lambda _: EndTurn(),
    "out": _out,
    "blocked": lambda found: Blocked(_hands(found)),
    "finish": lambda _: Finish(),
}
