"""The rules of the card game Треугольник, as data, and the statements that a speaker can make.

>>> rules = card_rules()
>>> rules.target, rules.pack.count(1), len(rules.pack)
(25, 4, 24)
>>> Statement.EQUAL.holds(mine=5, peers=(5, 1)), rules.points_of(Statement.EQUAL)
(True, 5)
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from enum import Enum
from functools import cache, cached_property
from typing import Any

import attrs
from attrs import Factory, frozen

from .. import resources, rulefiles
from ..errors import NotationError, RulesError
from ..notation import quote
from ..ruleparts import Clause, MatchTie, Reading
from ..words import N_, tr

RANKS = "A23456"
"""The ranks from low to high; in Python a card is its value, 1 to 6."""


def rank_name(card: int) -> str:
    """A card as it is written.

    >>> rank_name(1), rank_name(6)
    ('A', '6')
    """
    return RANKS[card - 1]


def read_card(text: str) -> int:
    """The card that is written so; an ace may also be 1 or a.

    Raises:
        NotationError: it is none.

    >>> read_card("A"), read_card(" 3 ")
    (1, 3)
    """
    known = {**{rank: value for value, rank in enumerate(RANKS, 1)}, "1": 1, "a": 1, "T": 1, "Т": 1}
    if text.strip() not in known:
        raise NotationError(tr("there is no card {it}; there are A, 2, 3, 4, 5 and 6", it=quote(text)))
    return known[text.strip()]


class Statement(Enum):
    """What a speaker can say; peers are the two others."""

    PEERS_EVEN = "peers even"
    PEERS_ODD = "peers odd"
    EVEN = "even"
    ODD = "odd"
    GREATER = "greater"
    EQUAL = "equal"
    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"

    def __repr__(self) -> str:
        return str(self)

    @property
    def card(self) -> int | None:
        """The card that it names, if it names one."""
        return RANKS.index(self.value) + 1 if len(self.value) == 1 else None

    def holds(self, mine: int, peers: Sequence[int]) -> bool:
        """Whether it is true of these cards.

        >>> Statement.GREATER.holds(mine=4, peers=(2, 6)), Statement.PEERS_EVEN.holds(4, (2, 6))
        (False, True)
        """
        match self:
            case Statement.PEERS_EVEN:
                return all(card % 2 == 0 for card in peers)
            case Statement.PEERS_ODD:
                return all(card % 2 == 1 for card in peers)
            case Statement.EVEN:
                return mine % 2 == 0
            case Statement.ODD:
                return mine % 2 == 1
            case Statement.GREATER:
                return mine > max(peers)
            case Statement.EQUAL:
                return mine in peers
        return mine == self.card


STATEMENT_WORDS = {
    Statement.PEERS_EVEN: N_("My peers are even"),
    Statement.PEERS_ODD: N_("My peers are odd"),
    Statement.EVEN: N_("I am even"),
    Statement.ODD: N_("I am odd"),
    Statement.GREATER: N_("I am greater than my peers"),
    Statement.EQUAL: N_("I am equal to one of my peers"),
    Statement.ACE: N_("I am an ace"),
    Statement.TWO: N_("I am a 2"),
    Statement.THREE: N_("I am a 3"),
    Statement.FOUR: N_("I am a 4"),
    Statement.FIVE: N_("I am a 5"),
    Statement.SIX: N_("I am a 6"),
}
"""The statements as they are said."""


def read_statement(text: str) -> Statement:
    """The statement of this name, such as ``peers even`` or ``A``.

    Raises:
        NotationError: there is none.
    """
    for statement in Statement:
        if text.strip().lower() == statement.value.lower():
            return statement
    known = ", ".join(statement.value for statement in Statement)
    raise NotationError(tr("there is no statement {it}; there are {known}", it=quote(text), known=known))


@frozen
class Points:
    """What a right statement of each sort is worth."""

    peers: int
    parity: int
    greater: int
    equal: int
    exactly: int


@frozen(slots=False)
class CardRules:
    """Every number and choice of the game.

    Attributes:
        players, ranks, copies: who plays with what; one card for each player and one for the middle.
        points: for right statements.
        wrong: what each opponent gets for a wrong one.
        target: what ends the match, tested after every round.
        peers_odd: whether "my peers are odd" is among the statements.
        tie: what equal highest totals do.
        switched_on: the readings that have been chosen.
    """

    id: str
    name: str
    source: str
    players: int
    ranks: int
    copies: int
    points: Points
    wrong: int
    target: int
    peers_odd: bool = True
    tie: MatchTie = MatchTie.JOINT
    clauses: tuple[Clause, ...] = ()
    readings: dict[str, Reading] = attrs.field(factory=dict, hash=False)
    switched_on: tuple[str, ...] = Factory(tuple)

    def __repr__(self) -> str:
        return "card_rules()" + "".join(f".with_reading({name!r})" for name in self.switched_on)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Worked out once, since odds are looked up by what is known under which rules."""
        return hash((self.id, self.switched_on, self.target, self.wrong, self.points, self.peers_odd, self.tie))

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """All cards, lowest first."""
        return tuple(rank for rank in range(1, self.ranks + 1) for _ in range(self.copies))

    @property
    def rounds(self) -> int:
        """How many rounds use up the pack."""
        return len(self.pack) // (self.players + 1)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """What may be said."""
        return tuple(one for one in Statement if self.peers_odd or one is not Statement.PEERS_ODD)

    def points_of(self, statement: Statement) -> int:
        """What a right statement is worth."""
        points = self.points
        match statement:
            case Statement.PEERS_EVEN | Statement.PEERS_ODD:
                return points.peers
            case Statement.EVEN | Statement.ODD:
                return points.parity
            case Statement.GREATER:
                return points.greater
            case Statement.EQUAL:
                return points.equal
        return points.exactly

    def with_reading(self, name: str) -> CardRules:
        """These rules with one of their readings switched on.

        Raises:
            RulesError: there is no such reading.

        >>> len(card_rules().with_reading("no-peers-odd").statements)
        11
        """
        if name not in self.readings:
            known = ", ".join(self.readings)
            raise RulesError(
                tr(
                    "{rules} has no reading {name}; its readings are: {known}",
                    rules=self.id,
                    name=quote(name),
                    known=known,
                )
            )
        if name in self.switched_on:
            return self
        tables = rulefiles.unstructure(self)
        changed: dict[str, Any] = {**self.readings[name].set, "switched_on": [*self.switched_on, name]}
        return rulefiles.structure({**tables, **changed}, CardRules, self.id)


@cache
def card_rules() -> CardRules:
    """The rules as they come with trinb."""
    path = resources.data_files("cards")["triangle"]
    found = rulefiles.structure(tomllib.loads(path.read_text(encoding="utf-8")), CardRules, path.name)
    if (found.players, found.ranks) != (3, len(RANKS)):
        raise RulesError(
            tr("{file}: the game is for three players and six ranks of cards", file=path.name)
        )
    return found
