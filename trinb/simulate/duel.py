"""One player against others of another kind, at each seat in turn, on the same shuffles.

>>> from trinb.ruleset import rules
>>> duel(rules("triominos-de"), rounds=2_000).wins.low > 0.5
True
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from ..errors import TrinbError
from ..notation import show
from ..ruleset import RuleSet
from ..words import tr
from .measures import Rows
from .statistics import Floats, Interval, mean_interval, ratio_interval
from .task import Task

ROUNDS = 10_000
"""So many shuffles are played if nobody says how many."""

_SURE = 1.6448536269514722  # what is so many standard deviations above 0 is above it in 95 of 100 cases
_CHUNK = 5_000


class Duel(NamedTuple):
    """One player against others of another kind, at each seat in turn, on the same shuffles.

    Attributes:
        one, other: the names of the players.
        seats: how many there are.
        rounds: how many shuffles, each played once for every seat.
        wins: the share of the rounds with a winner that `one` wins.
        ahead: the points per round that it is ahead of the mean of the others.
        to_tell: after so many rounds it is ahead in 95 of 100 cases; the interval ends at infinity where it
            is not even certain that it is better.
    """

    one: str
    other: str
    seats: int
    rounds: int
    wins: Interval
    ahead: Interval
    to_tell: Interval

    @property
    def fair(self) -> float:
        """The share of wins if both were as good."""
        return 1 / self.seats


def duel(
    rules: RuleSet,
    one: str = "greedy",
    other: str = "random",
    seats: int = 2,
    rounds: int = ROUNDS,
    seed: int = 0,
) -> Duel:
    """Let one player play against others of another kind, at each seat in turn, on the same shuffles.

    Args:
        rules: the rule set.
        one: the name of a player.
        other: the name of another.
        seats: how many seats: one for `one`, the rest for `other`.
        rounds: how many shuffles, each played once for every seat.
        seed: what all chance follows from.

    Raises:
        TrinbError: it cannot be played, or there are too few or too many rounds.
    """
    if not isinstance(rounds, int) or not 2 <= rounds <= 10_000_000:
        raise TrinbError(
            tr("the number of rounds must be from 2 to {most}, not {it}", most=10_000_000, it=show(rounds))
        )
    tables = [
        Task(rules, tuple(one if at == seat else other for at in range(seats)), seed) for seat in range(seats)
    ]
    for table in tables:
        table.check()
    found = np.concatenate(
        [_duel_rounds(tables, first, min(_CHUNK, rounds - first)) for first in range(0, rounds, _CHUNK)]
    )
    # The seats of a shuffle are no separate results: first their mean.
    won, decided, ahead = found.mean(1).T
    gain = mean_interval(rounds, float(ahead.mean()), float(ahead.var(ddof=1)))
    return Duel(
        one,
        other,
        seats,
        rounds,
        ratio_interval(won, decided),
        gain,
        _to_tell(gain, float(found[:, :, 2].std())),
    )


def _duel_rounds(tables: Sequence[Task], first: int, count: int) -> Floats:
    """By shuffle and seat: whether the one won, whether anybody did, and by how much the one is ahead."""
    found = np.zeros((count, len(tables), 3))
    others = max(1, len(tables) - 1)
    for seat, table in enumerate(tables):
        rows = Rows.of(table, first, count)
        score, won = rows.seats("score"), rows.seats("won")
        own = score[:, seat]
        found[:, seat, 0], found[:, seat, 1] = won[:, seat], won.sum(1)
        found[:, seat, 2] = own - (score.sum(1) - own) / others
    return found


def _to_tell(ahead: Interval, deviation: float) -> Interval:
    """After how many rounds the sum of what one is ahead is above 0 in 95 of 100 cases.

    >>> _to_tell(Interval(1.0, 0.5, 2.0), 10.0)
    Interval(value=270.55..., low=67.63..., high=1082.21...)
    """

    def rounds(points: float) -> float:
        return (_SURE * deviation / points) ** 2 if points > 0 else inf

    return Interval(rounds(ahead.value), rounds(ahead.high), rounds(ahead.low))
