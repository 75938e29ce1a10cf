"""What a player may do, and what then happened.

A **move** is a decision: place a tile, draw, pass, or end a turn of several tiles.  Its text is the
token of the placement, or ``draw``, ``pass``, ``end``:

>>> read_move("v0,0=554")
Place(placement=Placement(cell=Cell(q=0, r=0, up=False), digits=(5, 5, 4)))
>>> str(Draw())
'draw'

An **event** is what everybody at the table can see happen, so a drawn tile is not in it; chance is
all in the `Deal` of the round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias, overload

from attrs import frozen

from .board import Contact, Kind, Placement, Placements
from .errors import NotationError
from .notation import quote
from .scoring import Line
from .tiles import Tile
from .words import N_, tr


@frozen
class Place:
    """Lay a tile on the board."""

    placement: Placement

    def __str__(self) -> str:
        return str(self.placement)


@frozen
class Draw:
    """Take the next tile of the pool."""

    def __str__(self) -> str:
        return "draw"


@frozen
class Pass:
    """Do nothing, because nothing fits and nothing can be drawn."""

    def __str__(self) -> str:
        return "pass"


@frozen
class EndTurn:
    """Stop, although more tiles could be placed in this turn."""

    def __str__(self) -> str:
        return "end"


Move: TypeAlias = Place | Draw | Pass | EndTurn

DRAW, PASS, END_TURN = Draw(), Pass(), EndTurn()


def read_move(text: str) -> Move:
    """The move that `str` writes so.

    Raises:
        NotationError: it is no move.
    """
    for move in (DRAW, PASS, END_TURN):
        if text == str(move):
            return move
    try:
        return Place(Placement.parse(text))
    except NotationError:
        raise NotationError(
            tr("move {text}: write a placement like v0,0=554, or draw, pass or end", text=quote(text))
        ) from None


def refused(move: Move, why: str) -> str:
    """A sentence on why a move is not allowed.

    >>> refused(PASS, "the round is over"), refused(read_move("v0,0=554"), "the round is over")
    ('pass: the round is over', 'v0,0=554: the round is over')
    """
    if isinstance(move, Place):
        return f"{move}: {why}"
    return tr(_REFUSED[type(move)], why=why)


_REFUSED = {Draw: N_("draw: {why}"), Pass: N_("pass: {why}"), EndTurn: N_("end: {why}")}


class LegalMoves(Sequence[Move]):
    """The moves that are allowed: `in`, `len`, indexing and iteration.

    Attributes:
        placements: the placements among them; may be empty.
        others: those that are no placement.
    """

    __slots__ = ("others", "placements")

    def __init__(self, placements: Placements, others: tuple[Move, ...] = ()) -> None:
        self.placements, self.others = placements, others

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {' '.join(map(str, self[:8]))}{' …' * (len(self) > 8)}>"

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, LegalMoves) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __len__(self) -> int:
        return len(self.placements) + len(self.others)

    def __iter__(self) -> Iterator[Move]:
        yield from map(Place, self.placements)
        yield from self.others

    def __contains__(self, move: object) -> bool:
        return move.placement in self.placements if isinstance(move, Place) else move in self.others

    @property
    def only(self) -> Move | None:
        """The one legal move if there is no choice, else None."""
        if self.placements:
            only = None if self.others else self.placements.only
            return Place(only) if only else None
        return self.others[0] if len(self.others) == 1 else None

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if not self.placements:
            return self.others[index]
        if not self.others and not isinstance(index, slice):
            return Place(self.placements[index])
        return list(self)[index]


class What(Enum):
    """What kind of thing happened; the value is its name in files."""

    LEAD_DRAW = "lead-draw"
    LAP_DRAW = "lap-draw"
    TURN_UP = "turn-up"
    START = "start"
    PLACE = "place"
    DRAW = "draw"
    PASS = "pass"
    END_TURN = "end-turn"
    OUT = "out"
    BLOCKED = "blocked"
    COUNT = "count"

    def __repr__(self) -> str:
        return str(self)


DECISIONS = frozenset({What.START, What.PLACE, What.DRAW, What.PASS, What.END_TURN})
"""What somebody decided; everything else follows by itself."""


class Event(NamedTuple):
    """Something that everybody at the table saw.

    Attributes:
        what: the kind of thing.
        seat: whom it happened to, from 0.
        placement, contact: the placement and how it met the board, if it was one.
        tile: a tile that was shown without being placed.
        lines: the points that the seat got for it.
    """

    what: What
    seat: int
    placement: Placement | None = None
    contact: Contact | None = None
    tile: Tile | None = None
    lines: tuple[Line, ...] = ()

    @property
    def points(self) -> int:
        """The sum of its lines."""
        return sum(line.points for line in self.lines)

    def words(self, who: str | None = None) -> str:
        """What happened, in a sentence without a full stop and without the points.

        Args:
            who: the name of who it was; by default it is whoever reads.

        >>> Event(What.PASS, 1).words(), Event(What.PASS, 1).words("Bo")
        ('You pass', 'Bo passes')
        """
        shown = self.placement.tile if self.placement else self.tile
        values = {"who": who, "tile": shown, "cell": self.placement and self.placement.cell}
        if self.contact and self.contact.kind not in (Kind.START, Kind.PLAIN):
            they, you = _PLACED_AS
            values["kind"] = tr(KIND_WORDS[self.contact.kind])
        else:
            they, you = _SAID[self.what]
        return tr(you if who is None else they, **values)

    def __str__(self) -> str:
        words = self.words(tr("seat {n}", n=self.seat))
        return words + (f": {', '.join(map(str, self.lines))}" if self.lines else "")


KIND_WORDS = {
    Kind.START: N_("start"),
    Kind.PLAIN: N_("plain"),
    Kind.BRIDGE: N_("bridge"),
    Kind.DOCKING: N_("docking"),
    Kind.DRONE: N_("drone"),
}
"""The kinds of placements, for people."""

_PLACED_AS = (
    N_("{who} places {tile} at {cell} as a {kind}"),
    N_("You place {tile} at {cell} as a {kind}"),
)

# Of somebody else, and of whoever reads.
_SAID = {
    What.LEAD_DRAW: (
        N_("{who} shows a tile drawn for the lead: {tile}"),
        N_("You show a tile drawn for the lead: {tile}"),
    ),
    What.LAP_DRAW: (
        N_("{who} draws, since nobody can lead yet"),
        N_("You draw, since nobody can lead yet"),
    ),
    What.TURN_UP: (
        N_("{who} turns up the first tile: {tile} at {cell}"),
        N_("You turn up the first tile: {tile} at {cell}"),
    ),
    What.START: (N_("{who} leads {tile} at {cell}"), N_("You lead {tile} at {cell}")),
    What.PLACE: (N_("{who} places {tile} at {cell}"), N_("You place {tile} at {cell}")),
    What.DRAW: (N_("{who} draws a tile"), N_("You draw a tile")),
    What.PASS: (N_("{who} passes"), N_("You pass")),
    What.END_TURN: (N_("{who} ends the turn"), N_("You end the turn")),
    What.OUT: (N_("{who} goes out"), N_("You go out")),
    What.BLOCKED: (
        N_("{who} cannot place: the round is blocked"),
        N_("You cannot place: the round is blocked"),
    ),
    What.COUNT: (N_("{who} counts the tiles left"), N_("You count the tiles left")),
}
