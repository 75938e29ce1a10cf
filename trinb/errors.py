"""What trinb raises: one family, so that a caller can catch it whole.

Every message is one line that says what is wrong, where, and what would be right, in the language that is
spoken when it is raised.

>>> issubclass(NotationError, TrinbError) and issubclass(TrinbError, ValueError)
True
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from .words import N_

if TYPE_CHECKING:
    from .lattice import Vertex


_LONGEST = 380
"""How long a message may be: what comes in a file may be long, but a message is to be read."""


_APART = "\u2068\u2069"
"""They stand around a name, so that one written from right to left cannot turn the sentence round."""


class TrinbError(ValueError):
    r"""The root of all errors that trinb raises on purpose.

    >>> print(TrinbError("two" + chr(10) + "lines"))
    two\nlines
    """

    def __init__(self, message: str) -> None:
        line = "".join(
            letter if letter.isprintable() or letter in _APART else repr(letter)[1:-1] for letter in message
        )
        super().__init__(line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…")


class NotationError(TrinbError):
    """A text (tile, placement, position) that cannot be read."""


class RulesError(TrinbError):
    """A rule set that cannot be loaded, or asks for something impossible."""


class RecordError(TrinbError):
    """A record of a game that cannot be read or replayed.

    Attributes:
        record: what could be read before the fault, or None if that is nothing.
    """

    def __init__(self, message: str, record: Any = None) -> None:
        super().__init__(message)
        self.record = record


class Illegal(Enum):
    """Why a placement or a move is not allowed; the value says so in English."""

    CELL_FILLED = N_("there is already a tile in this cell")
    NO_SHARED_SIDE = N_("it shares no side with a tile on the board")
    DIGITS_CLASH = N_("a digit differs from the one already at that corner")
    NOT_IN_SET = N_("this tile is not in the tile set")
    NOT_IN_HAND = N_("this tile is not in the player's hand")
    WRONG_START = N_("the round must start with another tile or in another cell")
    MUST_PLACE = N_("who can place a tile must place one")
    MUST_DRAW = N_("nothing fits, so a tile must be drawn")
    NOTHING_TO_DRAW = N_("no further tile may be drawn in this turn")
    CANNOT_END = N_("the turn cannot be ended now")
    ROUND_OVER = N_("the round is over")
    ALREADY_LAID = N_("this tile lies on the table already")
    TILES_LEFT = N_("there are still tiles in this hand")
    WRONG_COUNT = N_("what is left cannot be counted so")
    NOT_SHOWN = N_("the cards have not been shown yet")
    ALREADY_SHOWN = N_("the cards have been shown already")
    NO_SPEAKER = N_("nobody has taken the right to speak yet")
    SPEAKER_KNOWN = N_("somebody has taken the right to speak already")
    NO_SEAT = N_("there is no such seat")
    NO_STATEMENT = N_("these rules have no such statement")


class IllegalMove(TrinbError):
    """A placement or a move that the rules do not allow.

    Attributes:
        reason: the kind of fault, to be tested for.
        vertices: the vertices (q, r) where digits clash; empty for other reasons.
    """

    def __init__(self, reason: Illegal, message: str, vertices: tuple[Vertex, ...] = ()) -> None:
        super().__init__(message)
        self.reason = reason
        self.vertices = vertices

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Pickle with all parts, so that the error survives a process boundary."""
        return type(self), (self.reason, str(self), self.vertices)
