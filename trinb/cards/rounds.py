"""A round of the card game, as a value: nothing changes, every move gives the next state.

A round goes through four **phases**: the cards are dealt; after the countdown they are shown, each to the two
others; somebody takes the right to speak and looks at the middle card; the round is over.  It is void when it
is unclear who was first, or when nobody wants to speak.

>>> round = CardRound.deal(card_rules(), (4, 2, 6, 3))
>>> for move in ("show", "take 0", "say equal"):
...     round = round.play(read_card_move(move))
>>> round.end, round.scores
(CardEnd.SPOKEN, (0, 3, 3))
>>> print(*round.lines, sep="; ")
+0 I am equal to one of my peers: wrong (Wrong); +3 wrong statement of another (Wrong); +3 wrong ...
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from attrs import frozen

from ..errors import Illegal, IllegalMove, NotationError
from ..notation import quote, show
from ..words import N_, tr
from .rules import SEATS, CardRules, Statement, card_rules, rank_name, read_statement

__all__ = [
    "NOBODY",
    "SHOW",
    "UNCLEAR",
    "CardEnd",
    "CardLine",
    "CardMove",
    "CardRound",
    "Nobody",
    "Phase",
    "Say",
    "Show",
    "Take",
    "Unclear",
    "after",
    "card_rules",
    "read_card_move",
]  # fmt: skip


# --- moves --------------------------------------------------------------------------------------------


@frozen
class Show:
    """The countdown is over: everybody shows his card to the others."""

    def __str__(self) -> str:
        return "show"


@frozen
class Take:
    """A seat takes the right to speak."""

    seat: int

    def __str__(self) -> str:
        return f"take {self.seat}"


@frozen
class Unclear:
    """Several reached for it, and nobody can say who was first."""

    def __str__(self) -> str:
        return "unclear"


@frozen
class Nobody:
    """Nobody wants to speak."""

    def __str__(self) -> str:
        return "nobody"


@frozen
class Say:
    """The speaker makes a statement."""

    statement: Statement

    def __str__(self) -> str:
        return f"say {self.statement.value}"


CardMove: TypeAlias = Show | Take | Unclear | Nobody | Say

SHOW, UNCLEAR, NOBODY = Show(), Unclear(), Nobody()


def read_card_move(text: str) -> CardMove:
    """The move that `str` writes so.

    Raises:
        NotationError: it is no move.

    >>> read_card_move("say peers even")
    Say(statement=Statement.PEERS_EVEN)
    """
    word, _, rest = text.partition(" ")
    for move in (SHOW, UNCLEAR, NOBODY):
        if text == str(move):
            return move
    if word == "take" and rest.isascii() and rest.isdigit() and len(rest) < 4:
        return Take(int(rest))
    if word == "say":
        return Say(read_statement(rest))
    raise NotationError(
        tr("{it} is no move: write show, take 0, say even, unclear or nobody", it=quote(text))
    )


# --- a round --------------------------------------------------------------------------------------------


class Phase(Enum):
    """How far a round has come."""

    DEALT = "dealt"
    SHOWN = "shown"
    TAKEN = "taken"
    OVER = "over"

    def __repr__(self) -> str:
        return str(self)


class CardEnd(Enum):
    """How a round ended."""

    SPOKEN = "spoken"
    UNCLEAR = "unclear"
    NOBODY = "nobody"

    def __repr__(self) -> str:
        return str(self)

    @property
    def words(self) -> str:
        """The same for people."""
        return tr(_END_WORDS[self])


_END_WORDS = {
    CardEnd.SPOKEN: N_("A statement was made."),
    CardEnd.UNCLEAR: N_("Void: it is unclear who was first."),
    CardEnd.NOBODY: N_("Void: nobody spoke."),
}


class CardLine(NamedTuple):
    """Points of a seat, what they are for, and the clause that says so.

    Attributes:
        seat: who gets them.
        points: never negative in this game.
        statement: the statement that was made.
        right: whether it was true.
        mine: whether this seat made it.
    """

    seat: int
    points: int
    statement: Statement
    right: bool
    mine: bool

    @property
    def clause(self) -> str:
        """The id of the clause."""
        return "Statements" if self.right else "Wrong"

    @property
    def words(self) -> str:
        """What the points are for."""
        if not self.mine:
            return tr("wrong statement of another")
        said = self.statement.words
        return (
            tr("{statement}: right", statement=said)
            if self.right
            else tr("{statement}: wrong", statement=said)
        )

    def __str__(self) -> str:
        return f"{self.points:+d} {self.words} ({self.clause})"


class CardRound(NamedTuple):
    """One state of a round.

    Attributes:
        rules: the rules.
        dealer: the seat that dealt and counts down.
        cards: what each seat holds; a seat does not see its own.
        middle: the card that only the speaker ever sees.
        phase: how far it has come.
        speaker: who has taken the right to speak.
        statement: what he said.
        end: how it ended; None while it goes on.
        lines: the points, itemised.
    """

    rules: CardRules
    dealer: int
    cards: tuple[int, ...]
    middle: int
    phase: Phase = Phase.DEALT
    speaker: int | None = None
    statement: Statement | None = None
    end: CardEnd | None = None
    lines: tuple[CardLine, ...] = ()

    @classmethod
    def deal(cls, rules: CardRules, cards: Sequence[int], dealer: int = 0) -> CardRound:
        """A round with these cards: one for each seat, then the one for the middle.

        Raises:
            NotationError: there are too few or too many, or more of a rank than the pack has.
        """
        if len(cards) != SEATS + 1:
            raise NotationError(
                tr("a round takes {wanted} cards, not {found}", wanted=SEATS + 1, found=len(cards))
            )
        for card in cards:
            if card not in rules.pack:
                raise NotationError(tr("there is no card {it}; there are A, 2, 3, 4, 5 and 6", it=show(card)))
            if list(cards).count(card) > rules.copies:
                raise NotationError(tr("the pack has not so many cards of rank {rank}", rank=rank_name(card)))
        return cls(rules, dealer % SEATS, tuple(cards[:SEATS]), cards[SEATS])

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.end is not None

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat: the sums of its lines."""
        points = [0] * SEATS
        for line in self.lines:
            points[line.seat] += line.points
        return tuple(points)

    def peers(self, seat: int) -> tuple[int, int]:
        """The cards of the two others: of the next seat, and of the one after it."""
        one, two = after(seat)
        return self.cards[one], self.cards[two]

    @property
    def moves(self) -> tuple[CardMove, ...]:
        """What may happen now."""
        match self.phase:
            case Phase.DEALT:
                return (SHOW,)
            case Phase.SHOWN:
                return (*map(Take, range(SEATS)), UNCLEAR, NOBODY)
            case Phase.TAKEN:
                return tuple(map(Say, self.rules.statements))
        return ()

    def play(self, move: CardMove) -> CardRound:
        """The round after this move.

        Raises:
            IllegalMove: it is not among `moves`.
        """
        refused = self._refusal(move)
        if refused:
            raise IllegalMove(refused, f"{move}: {tr(refused.value)}")
        if isinstance(move, Show):
            return self._replace(phase=Phase.SHOWN)
        if isinstance(move, Take):
            return self._replace(phase=Phase.TAKEN, speaker=move.seat)
        if isinstance(move, Say):
            return self._spoken(move.statement)
        void = CardEnd.UNCLEAR if isinstance(move, Unclear) else CardEnd.NOBODY
        return self._replace(phase=Phase.OVER, end=void)

    def _refusal(self, move: CardMove) -> Illegal | None:
        """Why this may not happen now."""
        phase = self.phase
        if phase is Phase.OVER:
            return Illegal.ROUND_OVER
        if isinstance(move, Show):
            return None if phase is Phase.DEALT else Illegal.ALREADY_SHOWN
        if phase is Phase.DEALT:
            return Illegal.NOT_SHOWN
        if isinstance(move, Say):
            if phase is Phase.SHOWN:
                return Illegal.NO_SPEAKER
            return None if move.statement in self.rules.statements else Illegal.NO_STATEMENT
        if phase is Phase.TAKEN:
            return Illegal.SPEAKER_KNOWN
        return Illegal.NO_SEAT if isinstance(move, Take) and move.seat not in range(SEATS) else None

    def _spoken(self, statement: Statement) -> CardRound:
        speaker = self.speaker
        assert speaker is not None
        if statement.holds(self.cards[speaker], self.peers(speaker)):
            lines = [CardLine(speaker, self.rules.points_of(statement), statement, True, True)]
        else:
            points = [self.rules.wrong * (seat != speaker) for seat in range(SEATS)]
            lines = [CardLine(seat, points[seat], statement, False, seat == speaker) for seat in range(SEATS)]
        return self._replace(phase=Phase.OVER, statement=statement, end=CardEnd.SPOKEN, lines=tuple(lines))


def after(seat: int) -> tuple[int, int]:
    """The two others, clockwise: the next seat, and the one after it.

    >>> after(1)
    (2, 0)
    """
    return (seat + 1) % SEATS, (seat + 2) % SEATS
