"""Millions of rounds of the card game, and what comes of them, with 95 % intervals.

>>> found = simulate_cards(["expected", "expected-forgetful", "expected-forgetful"], rounds=20_000, seed=1)
>>> found.seats[0].won.low > found.seats[1].won.high  # memory is worth something
True

A match is played to its end, so a few more rounds are played than were asked for.  Match k follows from the
seed and k alone: more rounds with the same seed begin with the same matches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ..errors import TrinbError
from ..ruleparts import MatchTie
from ..words import tr
from . import kernel
from .chances import UNIT, weighed_chance, win_chances
from .equilibrium import RaceSolution, solve_race
from .kernel import EACH, OF_SEATS, Game, Ints, Table
from .odds import true_of
from .players import CarefulBot, card_player, card_player_names
from .races import CLOSE, MOST_ROUNDS, QUICKEST, Reaction
from .rules import RANKS, SEATS, CardRules, card_rules
from .tables import CODES

RACE = "race"
"""The name of the bot that plays a solved race, see `equilibrium`."""

_KINDS = {
    "careful": kernel.CAREFUL,
    "expected": kernel.EXPECTED,
    "match": kernel.MATCH,
    "random": kernel.RANDOM,
    RACE: kernel.RACE,
}
_BLOCK = 4096  # matches between two looks at how many rounds have been played; fewer for few rounds


class Estimate(NamedTuple):
    """A mean and half the width of its 95 % interval.

    >>> print(Estimate(0.25, 0.011))
    0.250 ± 0.011
    """

    value: float
    margin: float

    @property
    def low(self) -> float:
        """Where the interval begins."""
        return self.value - self.margin

    @property
    def high(self) -> float:
        """Where it ends."""
        return self.value + self.margin

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.margin:.3f}"


class SeatResult(NamedTuple):
    """What came of it for a seat.

    Attributes:
        player: the name of the bot.
        reaction: how fast it was.
        points: points per round.
        spoke: the share of rounds in which it spoke.
        right: the share of its statements that were right; None if it said nothing.
        won: the share of matches that it won; a joint win counts in parts.
    """

    player: str
    reaction: Reaction
    points: Estimate
    spoke: Estimate
    right: Estimate | None
    won: Estimate


class CardResult(NamedTuple):
    """What came of many rounds.

    Attributes:
        rules, seed, close: what was asked.
        rounds, matches: how many were played.
        length: rounds per match.
        unclear, nobody: the shares of the two sorts of void rounds.
        seats: what came of it for each seat.
        counts: a row of `kernel.COLUMNS` counts for each match.
    """

    rules: CardRules
    seed: int
    close: float
    rounds: int
    matches: int
    length: Estimate
    unclear: Estimate
    nobody: Estimate
    seats: tuple[SeatResult, ...]
    counts: Ints

    def __repr__(self) -> str:
        won = ", ".join(f"{seat.player} {seat.won.value:.3f}" for seat in self.seats)
        return f"<CardResult of {self.rounds:,} rounds, matches won: {won}>"


def simulate_cards(
    players: Sequence[str],
    rounds: int = 1_000_000,
    seed: int = 1,
    reactions: Sequence[Reaction] | None = None,
    rules: CardRules | None = None,
    close: float = CLOSE,
    race: RaceSolution | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> CardResult:
    """Let three bots play many rounds.

    Args:
        players: the name of a bot for each seat; those of `card_player_names`, and ``race``.
        rounds: how many to play at least.
        seed: all chance follows from it.
        reactions: one for each seat, by default all the same.
        rules: the rules, by default those that come with trinb.
        close: two who reach within so many seconds cannot be told apart.
        race: what ``race`` plays; by default the race of three equal players is solved first.
        progress: called with the rounds played and their number.

    Raises:
        TrinbError: there is no such bot, there are not three, or the rules are beyond what is compiled.
    """
    rules, reactions = rules or card_rules(), tuple(reactions or (Reaction(),) * SEATS)
    for found in (players, reactions):
        if len(found) != SEATS:
            raise TrinbError(
                tr("the game is for {wanted} players, not {found}", wanted=SEATS, found=len(found))
            )
    if RACE in players and race is None:
        race = solve_race(rules)
    table = _table(players, reactions, rules, close, race)
    game = _game(rules, weighs=kernel.MATCH in table.kind)
    number = np.uint64(seed & (2**64 - 1))
    blocks: list[Ints] = []
    first = played = 0
    block = min(_BLOCK, 1 + rounds // 40)
    while played < rounds:
        blocks.append(kernel.play_matches(game, table, number, first, block, MOST_ROUNDS))
        first, played = first + block, played + int(blocks[-1][:, kernel.ROUNDS].sum())
        if progress:
            progress(min(played, rounds), rounds)
    counts = np.concatenate(blocks)
    enough = int(np.searchsorted(counts[:, kernel.ROUNDS].cumsum(), rounds)) + 1
    return _result(rules, seed, close, players, reactions, counts[:enough])


def _table(
    players: Sequence[str],
    reactions: Sequence[Reaction],
    rules: CardRules,
    close: float,
    race: RaceSolution | None,
) -> Table:
    """The bots as arrays."""
    for name in players:
        if name != RACE:
            card_player(name)  # says so if there is none
    place, reach = np.zeros((rules.rounds, CODES), np.int64), np.zeros((1, SEATS, len(RANKS), len(RANKS)))
    if race:
        reach = np.concatenate([layer.reach for layer in race.layers])
        first = 0
        for gone, layer in enumerate(race.layers):
            place[gone, layer.codes] = np.arange(first, first + len(layer.codes))
            first += len(layer.codes)
    kinds = [name.partition("-")[0] for name in players]
    return Table(
        np.array([_KINDS[kind] for kind in kinds]),
        np.array([kind == name for kind, name in zip(kinds, players, strict=True)]),
        np.array([float(reaction.mean) for reaction in reactions]),
        np.array([float(reaction.deviation) for reaction in reactions]),
        QUICKEST,
        float(close),
        CarefulBot().sure.as_integer_ratio(),
        place,
        reach,
    )


@lru_cache(maxsize=8)
def _game(rules: CardRules, weighs: bool) -> Game:
    """The rules as arrays; with the chances to win only where a bot weighs by them."""
    ranks, target = range(len(RANKS)), rules.target
    truth = np.zeros((len(RANKS), len(RANKS), len(RANKS), len(rules.statements)), np.int64)
    for b, c in ((b, c) for b in ranks for c in ranks):
        for number, own in enumerate(true_of(rules, (b + 1, c + 1))):
            truth[b, c, list(own), number] = 1
    chance = np.zeros((1, 1, 1), np.int64)
    if weighs:
        win_chances(rules)  # says so if the target is too high
        scores = [(own, one, two) for own in range(target) for one in range(target) for two in range(target)]
        chance = np.array([weighed_chance(rules, score, 0) for score in scores]).reshape((target,) * SEATS)
    points = np.array([rules.points_of(one) for one in rules.statements])
    joint = rules.tie is MatchTie.JOINT
    return Game(truth, points, chance, UNIT, rules.wrong, target, rules.copies, rules.rounds, joint)


# --- statistics -------------------------------------------------------------------------------------------


def _result(
    rules: CardRules,
    seed: int,
    close: float,
    players: Sequence[str],
    reactions: Sequence[Reaction],
    counts: Ints,
) -> CardResult:
    rounds, matches = counts[:, kernel.ROUNDS], np.ones(len(counts))
    seats = []
    for seat, (player, reaction) in enumerate(zip(players, reactions, strict=True)):
        points, spoke, right, won = counts[:, OF_SEATS + seat * EACH : OF_SEATS + (seat + 1) * EACH].T
        seats.append(
            SeatResult(
                player,
                reaction,
                ratio(points, rounds),
                ratio(spoke, rounds),
                ratio(right, spoke) if spoke.any() else None,
                ratio(won / kernel.SIXTHS, matches),
            )
        )
    return CardResult(
        rules,
        seed,
        close,
        int(rounds.sum()),
        len(counts),
        ratio(rounds, matches),
        ratio(counts[:, kernel.UNCLEAR_ROUNDS], rounds),
        ratio(counts[:, kernel.NOBODY_ROUNDS], rounds),
        tuple(seats),
        counts,
    )


def ratio(many: Any, of: Any) -> Estimate:
    """The sum of one count over the sum of another, where both are counted in independent matches.

    >>> ratio(np.array([1, 0, 1, 0]), np.ones(4))
    Estimate(value=0.5, margin=0.56...)
    """
    value = many.sum() / of.sum()
    spread = ((many - value * of) ** 2).sum() * len(many) / max(1, len(many) - 1)
    return Estimate(float(value), 1.96 * sqrt(spread) / float(of.sum()))


def simulated_names() -> tuple[str, ...]:
    """The names of all bots that can be simulated.

    >>> simulated_names()[-1]
    'race'
    """
    return (*card_player_names(), RACE)
