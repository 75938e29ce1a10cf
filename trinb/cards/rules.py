"""The rules of the card game Треугольник, as data, and the statements that a speaker can make.

>>> rules = card_rules()
>>> rules.target, rules.pack.count(1), len(rules.pack)
(25, 4, 24)
>>> Statement.EQUAL.holds(mine=5, peers=(5, 1)), rules.points_of(Statement.EQUAL)
(True, 5)
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache, cached_property
from typing import Any

import attrs
from attrs import Factory, frozen

from .. import resources, rulefiles
from ..errors import NotationError, RulesError
from ..notation import quote, show
from ..ruleparts import Clause, MatchTie, Reading
from ..words import N_, tr

SEATS = 3
"""How many play."""

RANKS = "A23456"
"""The ranks from low to high; in Python a card is its value, 1 to 6."""


def rank_name(card: int) -> str:
    """A card as it is written.

    >>> rank_name(1), rank_name(6)
    ('A', '6')
    """
    return RANKS[card - 1]


def card_names(cards: Iterable[int]) -> str:
    """Cards as they are written.

    >>> card_names((1, 4, 4))
    'A 4 4'
    """
    return " ".join(map(rank_name, cards))


_WRITTEN = {**{rank: card for card, rank in enumerate(RANKS, 1)}, "1": 1, "a": 1, "T": 1, "Т": 1}


def read_card(text: str) -> int:
    """The card that is written so; an ace may also be 1, a, or Т as on Russian cards.

    Raises:
        NotationError: there is no such card.

    >>> read_card("A"), read_card(" 3 ")
    (1, 3)
    """
    if text.strip() not in _WRITTEN:
        raise NotationError(tr("there is no card {it}; there are A, 2, 3, 4, 5 and 6", it=quote(text)))
    return _WRITTEN[text.strip()]


def read_cards(text: str) -> tuple[int, ...]:
    """Cards with spaces or commas between them.

    Raises:
        NotationError: one of them is no card.

    >>> read_cards("A, 2 4"), read_cards("")
    ((1, 2, 4), ())
    """
    return tuple(map(read_card, text.replace(",", " ").split()))


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
    def words(self) -> str:
        """The statement as it is said."""
        return tr(STATEMENT_WORDS[self])

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
        named: str = self.value
        return rank_name(mine) == named


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

_NAMED = {statement.value.lower(): statement for statement in Statement}


def read_statement(text: str) -> Statement:
    """The statement of this name, such as ``peers even`` or ``A``.

    Raises:
        NotationError: there is none.
    """
    found = _NAMED.get(" ".join(text.lower().split()))
    if found is None:
        known = ", ".join(statement.value for statement in Statement)
        raise NotationError(tr("there is no statement {it}; there are {known}", it=quote(text), known=known))
    return found


@frozen
class Points:
    """What a right statement of each sort is worth."""

    peers: int
    parity: int
    greater: int
    equal: int
    exactly: int


_SORTS = {
    Statement.PEERS_EVEN: "peers",
    Statement.PEERS_ODD: "peers",
    Statement.EVEN: "parity",
    Statement.ODD: "parity",
    Statement.GREATER: "greater",
    Statement.EQUAL: "equal",
}


@frozen(slots=False, repr=False)
class CardRules:
    """Every number and choice of the game.

    Attributes:
        copies: how many cards there are of each rank, up to four; as many rounds are played with a pack as
            it has cards for.
        points: for right statements.
        wrong: what each opponent gets for a wrong one.
        target: what ends the match, tested after every round.
        peers_odd: whether "my peers are odd" is among the statements.
        tie: what equal highest totals do.
        clauses: the rules in words.
        readings: other ways to read a clause.
        switched_on: the readings that have been chosen.

    Raises:
        RulesError: the game cannot be played so.
    """

    id: str
    name: str
    source: str
    copies: int
    points: Points
    wrong: int
    target: int
    peers_odd: bool = True
    tie: MatchTie = MatchTie.JOINT
    clauses: tuple[Clause, ...] = attrs.field(default=(), hash=False)
    readings: dict[str, Reading] = attrs.field(factory=dict, hash=False)
    switched_on: tuple[str, ...] = Factory(tuple)

    def __attrs_post_init__(self) -> None:
        if not 1 <= self.copies <= 4:
            raise _fault("copies", tr("must be a number from 1 to 4, not {value}", value=show(self.copies)))
        if self.target < 1:
            raise _fault("target", tr("{count} is not at least 1", count=show(self.target)))
        for key, value in (*attrs.asdict(self.points).items(), ("wrong", self.wrong)):
            if not 0 <= value < 1000:
                raise _fault(key, tr("must be a number from 0 to 999, not {value}", value=show(value)))
        for name in self.switched_on:
            if name not in self.readings:
                raise _fault("switched_on", tr("there is no reading {name}", name=quote(name)))

    def __repr__(self) -> str:
        readings = "".join(f".with_reading({name!r})" for name in self.switched_on)
        shipped = card_rules()
        for name in self.switched_on:
            shipped = shipped.with_reading(name) if name in shipped.readings else shipped
        return (
            f"card_rules(){readings}"
            if shipped == self
            else f"<CardRules {self.id!r} of one's own{readings}>"
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Worked out once, since odds are looked up by what is known under which rules."""
        return hash((self.id, self.copies, self.target, self.wrong, self.points, self.peers_odd, self.tie))

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """All cards, lowest first."""
        return tuple(card for card in range(1, len(RANKS) + 1) for _ in range(self.copies))

    @property
    def rounds(self) -> int:
        """How many rounds use up the pack."""
        return len(self.pack) // (SEATS + 1)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """What may be said."""
        return tuple(one for one in Statement if self.peers_odd or one is not Statement.PEERS_ODD)

    def points_of(self, statement: Statement) -> int:
        """What a right statement is worth."""
        return self._points[statement]

    @cached_property
    def _points(self) -> dict[Statement, int]:
        return {one: getattr(self.points, _SORTS.get(one, "exactly")) for one in Statement}

    def with_reading(self, name: str) -> CardRules:
        """These rules with one of their readings switched on.

        Raises:
            RulesError: there is no such reading.

        >>> len(card_rules().with_reading("no-peers-odd").statements)
        11
        """
        if name not in self.readings:
            raise RulesError(
                tr(
                    "{rules} has no reading {name}; its readings are: {known}",
                    rules=self.id,
                    name=quote(name),
                    known=", ".join(self.readings),
                )
            )
        if name in self.switched_on:
            return self
        return self.evolve(**self.readings[name].set, switched_on=(*self.switched_on, name))

    def evolve(self, **changes: Any) -> CardRules:
        """These rules with other values.

        Raises:
            RulesError: a key is unknown, a value has the wrong type, or the game cannot be played so.

        >>> card_rules().evolve(target=50, points={"equal": 4}).points.equal
        4
        """
        return read_rules(
            rulefiles.merge(rulefiles.unstructure(self), rulefiles.unstructure(changes)), self.id
        )


def _fault(key: str, reason: str) -> RulesError:
    return RulesError(f"{key}: {reason}")


def read_rules(tables: dict[str, Any], where: str) -> CardRules:
    """The rules in some tables, as a file or a record holds them.

    Raises:
        RulesError: with `where`, the key and the reason.
    """
    return rulefiles.structure(tables, CardRules, where)


@cache
def card_rules() -> CardRules:
    """The rules as they come with trinb."""
    path = resources.data_files("cards")["triangle"]
    return read_rules(tomllib.loads(path.read_text(encoding="utf-8")), path.name)
