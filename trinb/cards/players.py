"""Players of the card game: when they reach for the right to speak, and what they say.

A player decides from a `CardView` alone.  `reaches` tells whether he wants to speak, `says` what he states
once he has seen the middle card.

============ ==========================================================================================
careful      speaks only when some statement is right with at least three chances in four
expected     speaks when that gains something on the average, and says what gains most
match        the same, but what he wants to gain is a better chance to win the match, see `chances`
random       reaches every second time and says anything; a measure for the others
============ ==========================================================================================

Each also comes as ``NAME-forgetful``, who remembers no earlier round.  How fast somebody reaches is no matter
of will: see `races`.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import ClassVar, Protocol

from attrs import frozen

from ..errors import TrinbError
from ..notation import quote
from ..words import tr
from .chances import match_worth
from .odds import Knowledge, Worth, choose, gain, odds_of, points_worth
from .rules import Statement
from .views import CardView


class CardPlayer(Protocol):
    """Whoever decides when to speak and what to say."""

    @property
    def name(self) -> str:
        """His name."""
        ...

    def reaches(self, view: CardView, rng: Random) -> bool:
        """Whether he wants the right to speak, now that the cards are shown."""
        ...

    def says(self, view: CardView, rng: Random) -> Statement:
        """What he states, now that he has seen the middle card."""
        ...


@frozen
class Bot:
    """What all of them have: a name, and a memory or none.

    Attributes:
        memory: whether he remembers the earlier rounds of the pack.
    """

    memory: bool = True

    kind: ClassVar[str] = "bot"

    @property
    def name(self) -> str:
        """His name."""
        return self.kind if self.memory else f"{self.kind}{_FORGETFUL}"


@frozen
class CarefulBot(Bot):
    """Speaks only when he is sure enough, and says the most valuable of what he is sure of.

    Attributes:
        sure: how sure he wants to be.
    """

    kind = "careful"
    sure: Fraction = Fraction(3, 4)

    def reaches(self, view: CardView, rng: Random) -> bool:
        """Whether a statement is likely enough already."""
        knowledge = Knowledge.of(view, self.memory)
        return self._is_sure(max(knowledge.right), knowledge.total)

    def says(self, view: CardView, rng: Random) -> Statement:
        """The one with most points among the likely ones; if there is none left, the likeliest."""
        knowledge = Knowledge.of(view, self.memory)
        if not self._is_sure(max(knowledge.right), knowledge.total):
            return max(odds_of(knowledge), key=lambda one: (one.probability, one.points)).statement
        likely = [one for one in odds_of(knowledge) if one.probability >= self.sure]
        return max(likely, key=lambda one: (one.points, one.probability)).statement

    def _is_sure(self, right: int, total: int) -> bool:
        return right * self.sure.denominator >= total * self.sure.numerator


@frozen
class ExpectedBot(Bot):
    """Speaks when that is worth more on the average than silence, and says what is worth most."""

    kind = "expected"

    def worth(self, view: CardView) -> Worth:
        """What the outcomes are worth to him: points, and those of an opponent against them."""
        return points_worth(view.rules)

    def reaches(self, view: CardView, rng: Random) -> bool:
        """Whether the right to speak is worth more than silence."""
        return gain(Knowledge.of(view, self.memory), self.worth(view)) > 0

    def says(self, view: CardView, rng: Random) -> Statement:
        """What is worth most on the average."""
        return view.rules.statements[choose(Knowledge.of(view, self.memory), self.worth(view))]


@frozen
class MatchBot(ExpectedBot):
    """Plays to the score: what an outcome is worth to him is the chance to win the match after it."""

    kind = "match"

    def worth(self, view: CardView) -> Worth:
        """The chances to win."""
        return match_worth(view.rules, view.totals, view.seat)


@frozen
class RandomBot(Bot):
    """Reaches every second time and says anything."""

    kind = "random"

    def reaches(self, view: CardView, rng: Random) -> bool:
        """By the toss of a coin."""
        return rng.random() < 0.5

    def says(self, view: CardView, rng: Random) -> Statement:
        """Any statement, each with the same chance."""
        return view.rules.statements[int(rng.random() * len(view.rules.statements))]


_BOTS = {bot.kind: bot for bot in (CarefulBot, ExpectedBot, MatchBot, RandomBot)}
_FORGETFUL = "-forgetful"


def card_player_names() -> tuple[str, ...]:
    """The names that `card_player` knows.

    >>> card_player_names()[:3]
    ('careful', 'careful-forgetful', 'expected')
    """
    return tuple(name + suffix for name in _BOTS for suffix in ("", _FORGETFUL))


def card_player(name: str) -> CarefulBot | ExpectedBot | RandomBot:
    """The player of this name.

    Raises:
        TrinbError: there is none.

    >>> card_player("match-forgetful").memory
    False
    """
    if name not in card_player_names():
        known = ", ".join(card_player_names())
        raise TrinbError(tr("there is no player {name}; there are {known}", name=quote(name), known=known))
    return _BOTS[name.removesuffix(_FORGETFUL)](memory=not name.endswith(_FORGETFUL))
