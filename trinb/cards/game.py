"""A round and a match of the card game, as values: nothing changes, every move gives the next state.

A round goes through four **phases**: the cards are dealt; after the countdown they are shown, each to the two
others; somebody takes the right to speak and looks at the middle card; the round is over.  It is void when it
is unclear who was first, or when nobody wants to speak.

>>> round = CardRound.deal(card_rules(), (4, 2, 6, 3), dealer=0)
>>> for move in ("show", "take 0", "say equal"):
...     round = round.play(read_card_move(move))
>>> round.end, round.scores
(CardEnd.SPOKEN, (0, 3, 3))
>>> [str(line) for line in round.lines]
['+0 I am equal to one of my peers: wrong (Wrong)', '+3 wrong statement of another (Wrong)', '+3 wrong statement of another (Wrong)']

A match deals one round after the other from a pack of its own seed; six rounds use up a pack.
"""  # noqa: E501 - the lines of a round are one line

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import NamedTuple, TypeAlias

from attrs import frozen

from ..errors import IllegalMove, Illegal, NotationError
from ..notation import quote
from ..ruleparts import MatchTie
from ..words import N_, tr
from .rules import STATEMENT_WORDS, CardRules, Statement, card_rules, rank_name, read_statement

__all__ = [
    "CardEnd", "CardLine", "CardMatch", "CardMove", "CardRound", "CardView", "Nobody", "Phase", "Say", "Show",
    "Take", "Unclear", "card_rules", "card_view", "read_card_move",
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


def read_card_move(text: str) -> CardMove:
    """The move that `str` writes so.

    Raises:
        NotationError: it is no move.

    >>> read_card_move("say peers even")
    Say(statement=Statement.PEERS_EVEN)
    """
    word, _, rest = text.partition(" ")
    for move in (Show(), Unclear(), Nobody()):
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


END_WORDS = {
    CardEnd.SPOKEN: N_("A statement was made."),
    CardEnd.UNCLEAR: N_("Void: it is unclear who was first."),
    CardEnd.NOBODY: N_("Void: nobody spoke."),
}
"""How a round ended, for people."""


class CardLine(NamedTuple):
    """Points of a seat, what they are for, and the clause that says so.

    Attributes:
        seat: who gets them.
        points: never negative in this game.
        statement: the statement that was made.
        right: whether it was true.
        mine: whether this seat made it.
        clause: the id of the clause.
    """

    seat: int
    points: int
    statement: Statement
    right: bool
    mine: bool
    clause: str

    @property
    def words(self) -> str:
        """What the points are for."""
        if not self.mine:
            return tr("wrong statement of another")
        said = tr(STATEMENT_WORDS[self.statement])
        return tr("{statement}: right", statement=said) if self.right else tr("{statement}: wrong", statement=said)

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
        if len(cards) != rules.players + 1:
            raise NotationError(
                tr("a round takes {wanted} cards, not {found}", wanted=rules.players + 1, found=len(cards))
            )
        for card in set(cards):
            if card not in rules.pack or list(cards).count(card) > rules.copies:
                raise NotationError(tr("the pack has not so many cards of rank {rank}", rank=card))
        return cls(rules, dealer % rules.players, tuple(cards[:-1]), cards[-1])

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.end is not None

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat: the sums of its lines."""
        return tuple(
            sum(line.points for line in self.lines if line.seat == seat) for seat in range(len(self.cards))
        )

    def peers(self, seat: int) -> tuple[int, ...]:
        """The cards of the two others, in the order of their seats after this one."""
        return tuple(self.cards[(seat + step) % len(self.cards)] for step in range(1, len(self.cards)))

    @property
    def moves(self) -> tuple[CardMove, ...]:
        """What may happen now."""
        match self.phase:
            case Phase.DEALT:
                return (Show(),)
            case Phase.SHOWN:
                return (*map(Take, range(len(self.cards))), Unclear(), Nobody())
            case Phase.TAKEN:
                return tuple(map(Say, self.rules.statements))
        return ()

    def play(self, move: CardMove) -> CardRound:
        """The round after this move.

        Raises:
            IllegalMove: it is not among `moves`.
        """
        if move not in self.moves:
            raise self._refusal(move)
        match move:
            case Show():
                return self._replace(phase=Phase.SHOWN)
            case Take(seat):
                return self._replace(phase=Phase.TAKEN, speaker=seat)
            case Say(statement):
                return self._spoken(statement)
            case Unclear():
                return self._replace(phase=Phase.OVER, end=CardEnd.UNCLEAR)
            case Nobody():
                return self._replace(phase=Phase.OVER, end=CardEnd.NOBODY)

    def _spoken(self, statement: Statement) -> CardRound:
        assert self.speaker is not None
        right = statement.holds(self.cards[self.speaker], self.peers(self.speaker))
        lines = []
        for seat in range(len(self.cards)):
            mine = seat == self.speaker
            if mine or not right:
                points = self.rules.points_of(statement) * right if mine else self.rules.wrong
                lines.append(CardLine(seat, points, statement, right, mine, "Statements" if right else "Wrong"))
        return self._replace(
            phase=Phase.OVER, statement=statement, end=CardEnd.SPOKEN, lines=tuple(lines)
        )

    def _refusal(self, move: CardMove) -> IllegalMove:
        reason = Illegal.ROUND_OVER
        if self.phase is Phase.OVER:
            why = tr("the round is over")
        elif self.phase is Phase.DEALT:
            why = tr("the cards have not been shown yet")
        elif self.phase is Phase.TAKEN:
            why = tr("seat {seat} has the right to speak and makes one statement", seat=self.speaker)
            if isinstance(move, Say):
                why = tr("these rules have no such statement")
        else:
            why = tr("nobody has taken the right to speak yet")
            if isinstance(move, Take):
                why = tr("there is no seat {seat}", seat=move.seat)
        return IllegalMove(reason, f"{move}: {why}")


# --- a match --------------------------------------------------------------------------------------------


class CardMatch(NamedTuple):
    """One state of a match.

    Attributes:
        rules: the rules.
        seed: what every pack follows from.
        packs: the packs used so far, each in the order in which it is dealt.
        finished: the rounds that are over, oldest first.
        round: the round that is played; the last one when the match is over.
        winners: the seats that have won; empty while it goes on.
    """

    rules: CardRules
    seed: int
    packs: tuple[tuple[int, ...], ...]
    finished: tuple[CardRound, ...]
    round: CardRound
    winners: tuple[int, ...] = ()

    @classmethod
    def start(cls, rules: CardRules | None = None, seed: int = 0) -> CardMatch:
        """Shuffle the first pack and deal from it.

        >>> CardMatch.start(seed=1).number
        1
        """
        rules = rules or card_rules()
        return cls(rules, seed, (), (), _NO_ROUND)._deal(())

    def __repr__(self) -> str:
        state = f"won by {self.winners}" if self.winners else f"round {self.number}"
        return f"<CardMatch: totals {self.totals}, {state}>"

    @property
    def number(self) -> int:
        """Which round is played, from 1."""
        return len(self.finished) + (not self.winners)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat in all finished rounds."""
        return tuple(
            sum(round.scores[seat] for round in self.finished) for seat in range(self.rules.players)
        )

    @property
    def of_pack(self) -> tuple[CardRound, ...]:
        """The finished rounds of the pack that is in use."""
        before = (len(self.packs) - 1) * self.rules.rounds
        return self.finished[before:]

    def play(self, move: CardMove) -> CardMatch:
        """The match after this move; when a round ends, the next one is dealt.

        Raises:
            IllegalMove: the rules do not allow it.
        """
        if self.is_over:
            raise IllegalMove(Illegal.ROUND_OVER, tr("{move}: the match is over", move=move))
        round = self.round.play(move)
        if not round.is_over:
            return self._replace(round=round)
        return self._settle((*self.finished, round))

    def _settle(self, finished: tuple[CardRound, ...]) -> CardMatch:
        after = self._replace(finished=finished, round=finished[-1])
        best = max(after.totals)
        if best >= self.rules.target:
            winners = tuple(seat for seat, total in enumerate(after.totals) if total == best)
            if len(winners) == 1 or self.rules.tie is MatchTie.JOINT:
                return after._replace(winners=winners)
        return after._deal(finished)

    def _deal(self, finished: tuple[CardRound, ...]) -> CardMatch:
        """The next round, from the pack in use or from a new one."""
        within = len(finished) % self.rules.rounds
        packs = self.packs
        if within == 0:
            packs = (*packs, shuffled(self.rules, self.seed, len(packs)))
        size = self.rules.players + 1
        cards = packs[-1][within * size : (within + 1) * size]
        round = CardRound.deal(self.rules, cards, len(finished))
        return self._replace(packs=packs, finished=finished, round=round)


_NO_ROUND = CardRound(card_rules(), 0, (), 0)


def shuffled(rules: CardRules, seed: int, number: int) -> tuple[int, ...]:
    """The pack of this number (from 0) of a match with this seed, in the order in which it is dealt."""
    cards = list(rules.pack)
    Random(f"{seed}/pack/{number}").shuffle(cards)
    return tuple(cards)


# --- what a seat may know -------------------------------------------------------------------------------


class CardView(NamedTuple):
    """A match as one seat sees it; it holds nothing that the seat may not know.

    Attributes:
        seat: who looks.
        rules: the rules.
        dealer: who counts down.
        phase: how far the round has come.
        speaker: who has the right to speak, if anybody.
        peers: the cards of the two others, in the order of their seats after this one; empty before they are shown.
        middle: the middle card, if this seat has taken it.
        own: the own card, once it has been shown at the end of a round with a statement.
        seen: the cards of this pack that the seat has seen in earlier rounds, lowest first.
        unseen_aside: how many cards of earlier rounds of this pack it has not seen.
        totals: everybody's points.
        moves: what this seat may do now.
    """

    seat: int
    rules: CardRules
    dealer: int
    phase: Phase
    speaker: int | None
    peers: tuple[int, ...]
    middle: int | None
    own: int | None
    seen: tuple[int, ...]
    unseen_aside: int
    totals: tuple[int, ...]
    moves: tuple[CardMove, ...]

    def __str__(self) -> str:
        shown = " ".join(map(rank_name, self.peers)) or "-"
        return f"seat {self.seat}: peers {shown}, seen {' '.join(map(rank_name, self.seen)) or '-'}"


def card_view(match: CardMatch, seat: int) -> CardView:
    """What a seat may know of a match.

    Who has seen a card remembers it: the three cards of a round with a statement, the two peers' cards of a void
    one, and the middle card of a round in which this seat spoke.  Own and middle cards of other rounds stay unknown.

    Raises:
        IndexError: there is no such seat.

    >>> card_view(CardMatch.start(seed=1), 0).peers
    ()
    """
    round, rules = match.round, match.rules
    if not 0 <= seat < rules.players:
        raise IndexError(seat)
    earlier = [one for one in match.of_pack if one is not round]
    seen = sorted(card for one in earlier for card in _seen_in(one, seat))
    speaks = round.speaker == seat
    shown = round.phase is not Phase.DEALT
    return CardView(
        seat,
        rules,
        round.dealer,
        round.phase,
        round.speaker,
        round.peers(seat) if shown else (),
        round.middle if speaks else None,
        round.cards[seat] if round.end is CardEnd.SPOKEN else None,
        tuple(seen),
        len(earlier) * (rules.players + 1) - len(seen),
        match.totals,
        tuple(move for move in round.moves if _is_of(move, seat, round)),
    )


def _seen_in(round: CardRound, seat: int) -> tuple[int, ...]:
    """The cards of a finished round that a seat got to see."""
    shown = round.cards if round.end is CardEnd.SPOKEN else round.peers(seat)
    return (*shown, round.middle) if round.speaker == seat else shown


def _is_of(move: CardMove, seat: int, round: CardRound) -> bool:
    """Whether a move is for this seat to make."""
    match move:
        case Show():
            return seat == round.dealer
        case Take(taker):
            return taker == seat
        case Say():
            return seat == round.speaker
    return False
