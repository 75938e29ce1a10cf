"""Players of the card game: when they reach for the right to speak, and what they say.

A player decides from a `CardView` alone.  `reaches` tells whether he wants to speak, `says` what he states once he
has seen the middle card.  How fast he is, is no matter of will: a seat has a **reaction time**, and of all who reach
the first one speaks, unless the second is so close behind that nobody can say who was first.

============ ==========================================================================================
careful      speaks only when some statement is right with at least three chances in four
expected     speaks when that gains something on the average, and says what gains most
match        plays to the score: weighs every outcome by the chance to win the match after it
random       reaches every second time and says anything; a measure for the others
============ ==========================================================================================

Each also comes as ``NAME-forgetful``, who remembers no earlier round.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import NamedTuple, Protocol

from attrs import frozen

from ..errors import TrinbError
from ..notation import quote
from ..words import tr
from .game import CardMatch, CardMove, CardView, Nobody, Phase, Say, Show, Take, Unclear, card_view
from .odds import Knowledge, best, odds, value_of_speaking
from .rules import CardRules, Statement

__all__ = [
    "CardPlayer", "Reaction", "card_player", "card_player_names", "play_card_match", "race", "win_chances",
]  # fmt: skip


class CardPlayer(Protocol):
    """Whoever decides when to speak and what to say."""

    name: str

    def reaches(self, view: CardView, rng: Random) -> bool:
        """Whether he wants the right to speak, now that the cards are shown."""
        ...

    def says(self, view: CardView, rng: Random) -> Statement:
        """What he states, now that he has seen the middle card."""
        ...


@frozen
class Careful:
    """Speaks only when he is sure enough, and says the most valuable of what he is sure of."""

    memory: bool = True
    sure: Fraction = Fraction(3, 4)

    @property
    def name(self) -> str:
        """His name."""
        return _named("careful", self.memory)

    def reaches(self, view: CardView, rng: Random) -> bool:
        """Whether a statement is likely enough already."""
        return any(one.probability >= self.sure for one in odds(Knowledge.of(view, self.memory)))

    def says(self, view: CardView, rng: Random) -> Statement:
        """The one with most points among the likely ones; if there is none left, the likeliest."""
        found = odds(Knowledge.of(view, self.memory))
        likely = [one for one in found if one.probability >= self.sure]
        if likely:
            return max(likely, key=lambda one: (one.points, one.probability)).statement
        return max(found, key=lambda one: (one.probability, one.points)).statement


@frozen
class Expected:
    """Speaks when that gains something on the average."""

    memory: bool = True

    @property
    def name(self) -> str:
        """His name."""
        return _named("expected", self.memory)

    def reaches(self, view: CardView, rng: Random) -> bool:
        """Whether the right to speak is worth more than nothing."""
        return value_of_speaking(Knowledge.of(view, self.memory)) > 0

    def says(self, view: CardView, rng: Random) -> Statement:
        """What gains most on the average."""
        return best(Knowledge.of(view, self.memory)).statement


@frozen
class Match:
    """Plays to the score: what counts is the chance to win the match, see `win_chances`."""

    memory: bool = True

    @property
    def name(self) -> str:
        """His name."""
        return _named("match", self.memory)

    def reaches(self, view: CardView, rng: Random) -> bool:
        """Whether his chance to win is better if he speaks than if the round is void."""
        knowledge = Knowledge.of(view, self.memory)
        total = knowledge.unknown_total
        value = 0.0
        for card, count in knowledge.unknown.items():
            if count:
                after = Knowledge(knowledge.peers, card, knowledge.seen, knowledge.rules)
                value += count / total * max(self._worth(view, one) for one in _chances(after))
        return value > _chance(view.rules, view.totals, view.seat)

    def says(self, view: CardView, rng: Random) -> Statement:
        """What leaves the best chance to win."""
        found = _chances(Knowledge.of(view, self.memory))
        return max(found, key=lambda one: self._worth(view, one))[0]

    def _worth(self, view: CardView, one: tuple[Statement, float, int]) -> float:
        _, probability, points = one
        right, wrong = list(view.totals), [total + view.rules.wrong for total in view.totals]
        right[view.seat] += points
        wrong[view.seat] -= view.rules.wrong
        return probability * _chance(view.rules, right, view.seat) + (1 - probability) * _chance(
            view.rules, wrong, view.seat
        )


@frozen
class Anything:
    """Reaches every second time and says anything."""

    memory: bool = True

    @property
    def name(self) -> str:
        """His name."""
        return _named("random", self.memory)

    def reaches(self, view: CardView, rng: Random) -> bool:
        """By the toss of a coin."""
        return rng.random() < 0.5

    def says(self, view: CardView, rng: Random) -> Statement:
        """Any statement, each with the same chance."""
        return rng.choice(view.rules.statements)


def _named(name: str, memory: bool) -> str:
    return name if memory else f"{name}-forgetful"


@lru_cache(maxsize=100_000)
def _chances(knowledge: Knowledge) -> tuple[tuple[Statement, float, int], ...]:
    """Every statement with its probability, as a fast number, and its points."""
    return tuple((one.statement, float(one.probability), one.points) for one in odds(knowledge))


_PLAYERS = {"careful": Careful, "expected": Expected, "match": Match, "random": Anything}


def card_player_names() -> tuple[str, ...]:
    """The names that `card_player` knows.

    >>> card_player_names()[:3]
    ('careful', 'careful-forgetful', 'expected')
    """
    return tuple(_named(name, memory) for name in _PLAYERS for memory in (True, False))


def card_player(name: str) -> CardPlayer:
    """The player of this name.

    Raises:
        TrinbError: there is none.

    >>> card_player("match-forgetful").memory
    False
    """
    if name not in card_player_names():
        raise TrinbError(
            tr("there is no player {it}; there are {known}", it=quote(name), known=", ".join(card_player_names()))
        )
    short, _, forgetful = name.partition("-")
    return _PLAYERS[short](memory=not forgetful)  # type: ignore[abstract]


# --- the chance to win from a score ------------------------------------------------------------------------


@lru_cache(maxsize=8)
def win_chances(rules: CardRules) -> dict[tuple[int, int, int], tuple[float, float, float]]:
    """For every score below the target: the chance of each seat to win from there (shares of joint wins added up).

    A model to weigh scores by, not a truth: each round one seat speaks, all with the same chance, and gains as
    players that look at the average do in a new pack: the share of each number of points is worked out from all
    cards that there may be.  Scores only rise, so the table is filled from the highest scores down.
    """
    outcomes = _outcomes(rules)
    target, table = rules.target, {}

    def chance(score: tuple[int, ...]) -> tuple[float, ...]:
        top = max(score)
        if top < target:
            return table[score]  # type: ignore[index]
        share = 1 / score.count(top)
        return tuple(share if total == top else 0.0 for total in score)

    scores = sorted(
        ((a, b, c) for a in range(target) for b in range(target) for c in range(target)), key=sum, reverse=True
    )
    for score in scores:
        won = [0.0, 0.0, 0.0]
        for speaker in range(3):
            for points, probability in outcomes:
                after = list(score)
                if points:
                    after[speaker] += points
                else:
                    after = [total + rules.wrong * (seat != speaker) for seat, total in enumerate(score)]
                for seat, share in enumerate(chance(tuple(after))):
                    won[seat] += share * probability / 3
        table[score] = (won[0], won[1], won[2])
    return table


def _outcomes(rules: CardRules) -> list[tuple[int, float]]:
    """The points of a speaker who goes by the average, in a new pack, with their probabilities; 0 is wrong."""
    found: dict[int, float] = {}
    weight = 0.0
    for first in range(1, rules.ranks + 1):
        for second in range(1, rules.ranks + 1):
            knowledge = Knowledge((first, second), rules=rules)
            if value_of_speaking(knowledge) <= 0:
                continue
            likely = rules.copies * (rules.copies - (first == second))
            for middle, count in knowledge.unknown.items():
                one = best(Knowledge((first, second), middle, (), rules))
                share = likely * count
                weight += share
                for points, probability in ((one.points, one.probability), (0, 1 - one.probability)):
                    found[points] = found.get(points, 0.0) + share * float(probability)
    return [(points, share / weight) for points, share in sorted(found.items()) if share]


def _chance(rules: CardRules, totals: Sequence[int], seat: int) -> float:
    """The chance to win from a score, also from one at which the match is over."""
    top = max(totals)
    if top >= rules.target:
        return (1 / list(totals).count(top)) if totals[seat] == top else 0.0
    return win_chances(rules)[tuple(totals)][seat]  # type: ignore[index]


# --- the race for the right to speak --------------------------------------------------------------------------


class Reaction(NamedTuple):
    """How fast a seat is: after the cards are shown it reaches after a normally distributed time, in seconds.

    >>> Reaction().mean
    0.6
    """

    mean: float = 0.6
    deviation: float = 0.15

    def time(self, rng: Random) -> float:
        """One reaction; nobody reaches in less than a tenth of a second."""
        return max(0.1, rng.gauss(self.mean, self.deviation))


CLOSE = 0.05
"""Two who reach within so many seconds cannot be told apart."""


def race(times: Sequence[float | None], close: float = CLOSE) -> CardMove:
    """What comes of the moments at which the seats reached (None: they did not).

    >>> race([0.5, None, 0.8]), race([0.5, 0.52, None]), race([None, None, None])
    (Take(seat=0), Unclear(), Nobody())
    """
    reached = sorted((time, seat) for seat, time in enumerate(times) if time is not None)
    if not reached:
        return Nobody()
    if len(reached) > 1 and reached[1][0] - reached[0][0] < close:
        return Unclear()
    return Take(reached[0][1])


def next_card_move(
    match: CardMatch, players: Sequence[CardPlayer], rng: Random, reactions: Sequence[Reaction] | None = None
) -> CardMove:
    """What happens next when these players, one a seat, are at the table."""
    round = match.round
    if round.phase is Phase.DEALT:
        return Show()
    if round.phase is Phase.TAKEN:
        assert round.speaker is not None
        return Say(players[round.speaker].says(card_view(match, round.speaker), rng))
    times = [
        reaction.time(rng) if player.reaches(card_view(match, seat), rng) else None
        for seat, (player, reaction) in enumerate(
            zip(players, reactions or [Reaction()] * len(players), strict=True)
        )
    ]
    return race(times)


def play_card_match(
    players: Sequence[CardPlayer],
    seed: int = 0,
    rules: CardRules | None = None,
    reactions: Sequence[Reaction] | None = None,
) -> CardMatch:
    """Let three players play a whole match.

    Raises:
        TrinbError: there are not three.

    >>> over = play_card_match([card_player("expected")] * 3, seed=1)
    >>> over.is_over, max(over.totals) >= 25
    (True, True)
    """
    match = CardMatch.start(rules, seed)
    if len(players) != match.rules.players:
        raise TrinbError(
            tr("the game is for {wanted} players, not {found}", wanted=match.rules.players, found=len(players))
        )
    rng = Random(f"{seed}/players")
    while not match.is_over:
        match = match.play(next_card_move(match, players, rng, reactions))
    return match
