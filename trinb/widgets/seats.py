"""The seats at a table: who sits there, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..draw.shapes import tidy
from ..words import tr
from .front import shown_name
from .table import bot_name

YOU = "you"
"""The kind of a seat where a person sits; any other kind is the name of a bot."""

LONGEST_NAME = 24
"""Of a longer name only its beginning is shown."""


@frozen
class Seat:
    """Who sits there.

    Attributes:
        kind: `YOU`, or the name of a bot.
        name: what the seat is called; empty if it has no name of its own.
    """

    kind: str
    name: str = ""


def unnamed(seats: Sequence[Seat], seat: int) -> str:
    """What a seat is called that has no name of its own.

    >>> unnamed([Seat("you"), Seat("greedy")], 0), unnamed([Seat("you"), Seat("you")], 0)
    ('You', 'Player 1')
    """
    if seats[seat].kind != YOU:
        return bot_name(seats[seat].kind, seat)
    alone = sum(other.kind == YOU for other in seats) == 1
    return tr("You") if alone else tr("Player {n}", n=seat + 1)


def seat_name(seats: Sequence[Seat], seat: int) -> str:
    """What a seat is called; two of the same name are told apart by a number.

    >>> [seat_name([Seat("you", "Bo"), Seat("greedy", "Bo")], seat) for seat in (0, 1)]
    ['Bo', 'Bo (2)']
    """
    own = tidy(seats[seat].name, LONGEST_NAME)
    if not own:
        return unnamed(seats, seat)
    same = any(tidy(other.name, LONGEST_NAME) == own for other in seats[:seat])
    return f"{own} ({seat + 1})" if same else own


def said_name(seats: Sequence[Seat], seat: int) -> str:
    """The same as it stands in a sentence: a name that somebody has chosen is kept apart."""
    name = seat_name(seats, seat)
    return shown_name(name) if seats[seat].name else name
