"""What one seat may know of a match: the cards that it has seen, who spoke, and the points; nothing else.

A seat sees the two others' cards as soon as they are shown, the middle card if it has taken it, and its own
card when a statement has been made.  What it has seen of the pack it may remember; its own card of a void
round and other speakers' middle cards it never sees.

>>> match = CardMatch.start().with_pack(read_cards("4 2 6 3  5 5 A A  2 2 2 3  3 3 4 4  4 5 5 6  6 6 A A"))
>>> match = match.play(SHOW)
>>> card_view(match, 0).round.cards, card_view(match, 0).peers
((None, 2, 6), (2, 6))
>>> match = match.play(Take(0))
>>> card_view(match, 0).middle, card_view(match, 1).middle
(3, None)
>>> match = match.play(read_card_move("say even")).play(SHOW).play(UNCLEAR)
>>> card_view(match, 0).seen, card_view(match, 1).seen, card_view(match, 1).unseen_aside
((1, 2, 3, 4, 5, 6), (1, 2, 4, 5, 6), 3)
"""

from __future__ import annotations

from typing import NamedTuple

from .matches import CardMatch, read_cards
from .rounds import (
    SHOW,
    UNCLEAR,
    CardEnd,
    CardLine,
    CardMove,
    CardRound,
    Phase,
    Say,
    Take,
    after,
    read_card_move,
)
from .rules import SEATS, CardRules, Statement, card_names

__all__ = [
    "SHOW",
    "UNCLEAR",
    "CardView",
    "RoundView",
    "Take",
    "card_view",
    "read_card_move",
    "read_cards",
    "seen_by",
]  # fmt: skip


class RoundView(NamedTuple):
    """A round as one seat has seen it.

    Attributes:
        dealer: who dealt and counted down.
        cards: the card of each seat, where it has been seen.
        middle: the middle card, if this seat has taken it.
        phase: how far the round has come.
        speaker: who has taken the right to speak.
        statement: what he said.
        end: how it ended; None while it goes on.
        lines: the points, itemised.
    """

    dealer: int
    cards: tuple[int | None, ...]
    middle: int | None
    phase: Phase
    speaker: int | None
    statement: Statement | None
    end: CardEnd | None
    lines: tuple[CardLine, ...]

    @property
    def seen(self) -> tuple[int, ...]:
        """The cards that this seat has seen."""
        return tuple([card for card in (*self.cards, self.middle) if card is not None])


class CardView(NamedTuple):
    """A match as one seat sees it.

    Attributes:
        seat: who looks.
        rules: the rules.
        round: the round that is played, as far as this seat has seen it.
        earlier: the rounds of this pack that are over.
        totals: everybody's points.
        moves: what this seat may do now.
    """

    seat: int
    rules: CardRules
    round: RoundView
    earlier: tuple[RoundView, ...]
    totals: tuple[int, ...]
    moves: tuple[CardMove, ...]

    def __str__(self) -> str:
        return f"seat {self.seat}: peers {card_names(self.peers) or '-'}, seen {card_names(self.seen) or '-'}"

    @property
    def peers(self) -> tuple[int, ...]:
        """The cards of the next seat and of the one after it; empty before they are shown."""
        one, two = after(self.seat)
        first, second = self.round.cards[one], self.round.cards[two]
        return () if first is None or second is None else (first, second)

    @property
    def middle(self) -> int | None:
        """The middle card, if this seat has taken it."""
        return self.round.middle

    @property
    def seen(self) -> tuple[int, ...]:
        """The cards of earlier rounds of this pack that the seat has seen, lowest first."""
        return tuple(sorted([card for round in self.earlier for card in round.seen]))

    @property
    def unseen_aside(self) -> int:
        """How many cards of earlier rounds of this pack it has not seen."""
        return len(self.earlier) * (SEATS + 1) - len(self.seen)


def seen_by(round: CardRound, seat: int) -> RoundView:
    """What a seat has seen of a round."""
    if round.phase is Phase.DEALT:
        cards: tuple[int | None, ...] = (None,) * SEATS
    elif round.end is CardEnd.SPOKEN:
        cards = round.cards
    else:
        cards = (*round.cards[:seat], None, *round.cards[seat + 1 :])
    middle = round.middle if round.speaker == seat else None
    return RoundView(
        round.dealer, cards, middle, round.phase, round.speaker, round.statement, round.end, round.lines
    )


def card_view(match: CardMatch, seat: int) -> CardView:
    """What a seat may know of a match.

    Raises:
        IndexError: there is no such seat.
    """
    if seat not in range(SEATS):
        raise IndexError(seat)
    earlier = match.of_pack[:-1] if match.is_over else match.of_pack
    return CardView(
        seat,
        match.rules,
        seen_by(match.round, seat),
        tuple([seen_by(round, seat) for round in earlier]),
        match.totals,
        _moves(match.round, seat),
    )


def _moves(round: CardRound, seat: int) -> tuple[CardMove, ...]:
    """Those of the moves that are this seat's; that nobody speaks or nobody was first is for all to say."""
    match round.phase:
        case Phase.DEALT if seat == round.dealer:
            return (SHOW,)
        case Phase.SHOWN:
            return (Take(seat),)
        case Phase.TAKEN if seat == round.speaker:
            return tuple(map(Say, round.rules.statements))
    return ()
