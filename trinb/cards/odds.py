"""Exact odds of the card game: what a seat can work out from what it has seen, as fractions.

All cards that a seat has not seen are alike to it, wherever they lie: in the pack, in the middle, set aside
face down, or in its own hand.  So the own card is each of them with the same chance, and all odds follow from
counting:

>>> hand = Knowledge(peers=(2, 6), middle=3)
>>> own_chances(hand)[1], own_chances(hand)[3]
(Fraction(4, 21), Fraction(1, 7))
>>> odds_of(hand)[0]
Odds(statement=Statement.PEERS_EVEN, probability=Fraction(1, 1), points=1, wrong=3)

What the others do is not taken for a sign here: that somebody did not want to speak may tell something about
his peers' cards, and so about one's own, but only whoever knows how he decides can count that (see
`equilibrium`).

What a decision is worth depends on what one wants.  A `Worth` says how good a right statement, a wrong one
and silence are; `choose` and `gain` weigh by it, in whole numbers; `best` and `value_of_speaking` do so by
the points that are won on any one opponent.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from attrs import field, frozen

from ..errors import NotationError
from ..notation import show
from ..words import tr
from .rules import RANKS, SEATS, CardRules, Statement, card_rules, rank_name
from .views import CardView


def _cards(cards: Iterable[int]) -> tuple[int, ...]:
    return tuple(cards)


def _in_order(cards: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(cards))


@frozen(slots=False)
class Knowledge:
    """Which cards of the pack a seat has seen.

    Attributes:
        peers: the cards of the two others.
        middle: the middle card, if this seat has taken it.
        seen: cards of earlier rounds of this pack, in any order.
        rules: the rules.

    Raises:
        NotationError: there are not two peers, or more cards of a rank than the pack has.
    """

    peers: tuple[int, ...] = field(converter=_cards)
    middle: int | None = None
    seen: tuple[int, ...] = field(default=(), converter=_in_order)
    rules: CardRules = field(factory=card_rules, repr=False)

    def __attrs_post_init__(self) -> None:
        if len(self.peers) != SEATS - 1:
            raise NotationError(
                tr("there are {wanted} peers, not {found}", wanted=SEATS - 1, found=len(self.peers))
            )
        for card in self.known:
            if card not in range(1, len(RANKS) + 1):
                raise NotationError(tr("there is no card {it}; there are A, 2, 3, 4, 5 and 6", it=show(card)))
        if min(self.unseen) < 0:
            card = self.unseen.index(min(self.unseen)) + 1
            raise NotationError(
                tr(
                    "{card} is there {found} times, but the pack has only {copies}",
                    card=rank_name(card),
                    found=self.known.count(card),
                    copies=self.rules.copies,
                )
            )
        if not self.total:
            raise NotationError(tr("no card is left that could be one's own"))

    @classmethod
    def of(cls, view: CardView, memory: bool = True) -> Knowledge:
        """What a seat knows while the cards are shown; without memory only what lies before its eyes."""
        return cls(view.peers, view.middle, view.seen if memory else (), view.rules)

    @property
    def known(self) -> tuple[int, ...]:
        """All cards that have been seen."""
        return (*self.peers, *self.seen) if self.middle is None else (*self.peers, self.middle, *self.seen)

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """How many cards of each rank have not been seen, aces first."""
        counts = [self.rules.copies] * len(RANKS)
        for card in self.known:
            counts[card - 1] -= 1
        return tuple(counts)

    @property
    def total(self) -> int:
        """How many cards have not been seen, the own one among them."""
        return sum(self.unseen)

    @cached_property
    def right(self) -> tuple[int, ...]:
        """For each statement of the rules: of how many of the unseen cards it would be true."""
        unseen = self.unseen
        return tuple([sum([unseen[rank] for rank in ranks]) for ranks in true_of(self.rules, self.peers)])


@cache
def true_of(rules: CardRules, peers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each statement: the ranks (from 0) of the own cards that make it true beside these peers."""
    cards = range(1, len(RANKS) + 1)
    return tuple(tuple(card - 1 for card in cards if one.holds(card, peers)) for one in rules.statements)


def own_chances(knowledge: Knowledge) -> dict[int, Fraction]:
    """For each rank the probability that the own card is of it; they add up to 1."""
    return {card: Fraction(count, knowledge.total) for card, count in enumerate(knowledge.unseen, 1)}


# --- statements ---------------------------------------------------------------------------------------------


class Odds(NamedTuple):
    """What a statement is worth to somebody who knows so much.

    Attributes:
        statement: what is said.
        probability: that it is right.
        points: what the speaker gets if it is.
        wrong: what each opponent gets if it is not.
    """

    statement: Statement
    probability: Fraction
    points: int
    wrong: int = 3

    @property
    def expected(self) -> Fraction:
        """The points that the speaker gets on the average."""
        return self.points * self.probability

    @property
    def swing(self) -> Fraction:
        """What the speaker gains on the average on any one opponent, such as the leader.

        A right statement gains its points; a wrong one gives him `wrong` points.

        >>> Odds(Statement.EVEN, Fraction(2, 3), 2).swing
        Fraction(1, 3)
        """
        return self.expected - self.wrong * (1 - self.probability)


def odds_of(knowledge: Knowledge) -> tuple[Odds, ...]:
    """Every statement that the rules know, with its exact odds."""
    rules, total = knowledge.rules, knowledge.total
    return tuple(
        Odds(statement, Fraction(right, total), rules.points_of(statement), rules.wrong)
        for statement, right in zip(rules.statements, knowledge.right, strict=True)
    )


def best(knowledge: Knowledge) -> Odds:
    """The statement with the greatest swing; among equal ones the surest.

    >>> best(Knowledge(peers=(1, 2), middle=1)).statement
    Statement.GREATER
    """
    return odds_of(knowledge)[choose(knowledge, points_worth(knowledge.rules))]


@lru_cache(maxsize=100_000)
def value_of_speaking(knowledge: Knowledge) -> Fraction:
    """What taking the right to speak gains on the average, before the middle card is looked at.

    The middle card is each of the unseen ones with the same chance; whoever has seen it says what gains most.
    It can be less than nothing, since one statement has to be made.

    Raises:
        NotationError: the middle card has been seen already, or no two cards are left for it and one's own.

    >>> value_of_speaking(Knowledge(peers=(1, 1)))
    Fraction(27, 11)
    """
    if knowledge.middle is not None:
        raise NotationError(tr("the middle card has been seen already"))
    total = knowledge.total
    if total < 2:
        raise NotationError(tr("no card is left that could lie in the middle"))
    return Fraction(gain(knowledge, points_worth(knowledge.rules)), total * (total - 1))


# --- weighing -----------------------------------------------------------------------------------------------


class Worth(NamedTuple):
    """What the outcomes of a round are worth to a player, in whole numbers of any unit.

    Attributes:
        right: the worth of each statement of the rules, if it is right.
        wrong: that of a wrong one.
        silence: that of a void round.
    """

    right: tuple[int, ...]
    wrong: int
    silence: int


@cache
def points_worth(rules: CardRules) -> Worth:
    """Points count, and those of one opponent as much against them."""
    return Worth(tuple(map(rules.points_of, rules.statements)), -rules.wrong, 0)


def choose(knowledge: Knowledge, worth: Worth) -> int:
    """The number of the statement that is worth most on the average; else the surest, else the first."""
    wrong = worth.wrong
    weighed = [
        ((good - wrong) * right, right) for good, right in zip(worth.right, knowledge.right, strict=True)
    ]
    return weighed.index(max(weighed))


def gain(knowledge: Knowledge, worth: Worth) -> int:
    """What speaking gains over silence before the middle card is seen, in sum over all pairs of unseen cards.

    A pair is a middle card and an own one: divided by their number, `total` times `total` - 1, this is the
    average.
    """
    unseen, wrong = knowledge.unseen, worth.wrong
    extra = [good - wrong for good in worth.right]
    truths = true_of(knowledge.rules, knowledge.peers)
    weighed = [more * right for more, right in zip(extra, knowledge.right, strict=True)]
    summed = 0
    for middle, count in enumerate(unseen):
        if count:
            # A middle card of this rank can no longer be one's own.
            after = [
                value - more if middle in ranks else value
                for value, more, ranks in zip(weighed, extra, truths, strict=True)
            ]
            summed += count * max(after)
    pairs = knowledge.total * (knowledge.total - 1)
    return summed + (wrong - worth.silence) * pairs
