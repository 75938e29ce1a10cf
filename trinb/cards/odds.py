"""Exact odds of the card game: what a seat can work out from what it has seen, as fractions.

All cards that a seat has not seen are alike to it, wherever they lie: in the pack, in the middle, set aside face
down, or in its own hand.  So the own card is each of them with the same chance, and all odds follow from counting:

>>> hand = Knowledge(peers=(2, 6), middle=3)
>>> own_chances(hand)[1], own_chances(hand)[3]
(Fraction(4, 21), Fraction(1, 7))
>>> odds(hand)[0]
Odds(statement=Statement.PEERS_EVEN, probability=Fraction(1, 1), points=1)

What the others do is not taken for a sign here: that somebody did not want to speak may tell something about his
peers' cards, and so about one's own, but only whoever knows how he decides can count that.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from attrs import field, frozen

from ..errors import NotationError
from ..words import tr
from .game import CardView
from .rules import CardRules, Statement, card_rules, rank_name


def _in_order(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(cards))


@frozen
class Knowledge:
    """Which cards of the pack a seat has seen.

    Attributes:
        peers: the cards of the two others.
        middle: the middle card, if this seat has taken it.
        seen: cards of earlier rounds of this pack, in any order.

    Raises:
        NotationError: there are not two peers, or more cards of a rank than the pack has.
    """

    peers: tuple[int, ...] = field(converter=tuple)
    middle: int | None = None
    seen: tuple[int, ...] = field(default=(), converter=lambda cards: _in_order(tuple(cards)))
    rules: CardRules = field(factory=card_rules, repr=False)

    def __attrs_post_init__(self) -> None:
        if len(self.peers) != self.rules.players - 1:
            raise NotationError(
                tr("there are {wanted} peers, not {found}", wanted=self.rules.players - 1, found=len(self.peers))
            )
        for card in self.known:
            if card not in self.rules.pack:
                raise NotationError(tr("there is no card {it}; there are A, 2, 3, 4, 5 and 6", it=card))
            if self.known.count(card) > self.rules.copies:
                raise NotationError(
                    tr(
                        "{card} is there {found} times, but the pack has only {copies}",
                        card=rank_name(card),
                        found=self.known.count(card),
                        copies=self.rules.copies,
                    )
                )
        if not self.unknown_total:
            raise NotationError(tr("no card is left that could be one's own"))

    @classmethod
    def of(cls, view: CardView, memory: bool = True) -> Knowledge:
        """What a seat knows while the cards are shown; without memory only what lies before its eyes."""
        return cls(view.peers, view.middle, view.seen if memory else (), view.rules)

    @property
    def known(self) -> tuple[int, ...]:
        """All cards that have been seen."""
        return (*self.peers, *(() if self.middle is None else (self.middle,)), *self.seen)

    @property
    def unknown(self) -> Mapping[int, int]:
        """How many cards of each rank have not been seen."""
        return {
            rank: self.rules.copies - self.known.count(rank) for rank in range(1, self.rules.ranks + 1)
        }

    @property
    def unknown_total(self) -> int:
        """How many cards have not been seen, the own one among them."""
        return len(self.rules.pack) - len(self.known)


def own_chances(knowledge: Knowledge) -> dict[int, Fraction]:
    """For each rank the probability that the own card is of it; they add up to 1."""
    total = knowledge.unknown_total
    return {rank: Fraction(count, total) for rank, count in knowledge.unknown.items()}


class Odds(NamedTuple):
    """What a statement is worth to somebody who knows so much.

    Attributes:
        statement: what is said.
        probability: that it is right.
        points: what the speaker gets if it is.
    """

    statement: Statement
    probability: Fraction
    points: int

    @property
    def expected(self) -> Fraction:
        """The points that the speaker gets on the average."""
        return self.points * self.probability

    def swing(self, wrong: int = 3) -> Fraction:
        """What the speaker gains on the average on any one opponent, such as the leader.

        A right statement gains its points; a wrong one gives him `wrong` points.

        >>> Odds(Statement.EVEN, Fraction(2, 3), 2).swing()
        Fraction(1, 3)
        """
        return self.expected - wrong * (1 - self.probability)


def odds(knowledge: Knowledge) -> tuple[Odds, ...]:
    """Every statement that the rules know, with its exact odds."""
    chances, rules = own_chances(knowledge), knowledge.rules
    return tuple(
        Odds(
            statement,
            sum((p for own, p in chances.items() if statement.holds(own, knowledge.peers)), Fraction(0)),
            rules.points_of(statement),
        )
        for statement in rules.statements
    )


def best(knowledge: Knowledge) -> Odds:
    """The statement with the greatest swing; among equal ones the surest.

    >>> best(Knowledge(peers=(1, 2), middle=1)).statement
    Statement.GREATER
    """
    return max(odds(knowledge), key=lambda one: (one.swing(knowledge.rules.wrong), one.probability))


@lru_cache(maxsize=100_000)
def value_of_speaking(knowledge: Knowledge) -> Fraction:
    """What taking the right to speak gains on the average, before the middle card is looked at.

    The middle card is each of the unseen ones with the same chance; whoever has seen it says what gains most.
    It can be less than nothing, since one statement has to be made.

    Raises:
        NotationError: the middle card has been seen already.

    >>> value_of_speaking(Knowledge(peers=(1, 1)))
    Fraction(27, 11)
    """
    if knowledge.middle is not None:
        raise NotationError(tr("the middle card has been seen already"))
    total = knowledge.unknown_total
    value = Fraction(0)
    for card, count in knowledge.unknown.items():
        if count:
            after = Knowledge(knowledge.peers, card, knowledge.seen, knowledge.rules)
            value += Fraction(count, total) * best(after).swing(knowledge.rules.wrong)
    return value
