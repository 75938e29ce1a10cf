"""Bradley–Terry ratings: one number for the strength of each player, from who won how often against whom.

By this model a player who is rated r points above another wins the share 1 / (1 + 10^(−r/400)) of the rounds,
as in chess; a round with equal points is half a win for each.  The greedy player has the rating 0.

>>> matches = [row for row in ladder() if (row.one, row.other) in PAIRS]
>>> found = ratings([row for row in matches if row.rules == "triangelspelet"])
>>> [one.player for one in found]
['master', 'club', 'greedy', 'pupil', 'random']
>>> round(found[2].value), found[0].low > found[2].high
(0, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

import choix
import numpy as np
from numpy.typing import NDArray

from ..errors import TrinbError
from ..words import tr
from .ladder import PAIRS as PAIRS
from .ladder import Row
from .ladder import ladder as ladder

POINTS = 400 / log(10)
"""Rating points for a factor of e in the chance to win against the chance to lose."""

ANCHOR = "greedy"
RESAMPLES = 200


class Rating(NamedTuple):
    """A rating.

    Attributes:
        player: whose it is.
        value: the rating, in points as in chess.
        low, high: its 95 % interval.
    """

    player: str
    value: float
    low: float
    high: float


def expected_share(difference: float) -> float:
    """The share of rounds that a player wins who is rated so many points above the other.

    >>> expected_share(0), round(expected_share(200), 2)
    (0.5, 0.76)
    """
    return float(1 / (1 + 10 ** (-difference / 400)))


def ratings(rows: Sequence[Row], seed: int = 0) -> list[Rating]:
    """The ratings of all players in some matches, the strongest first.

    The intervals come from drawing the results of every match anew, again and again (bootstrap).

    Raises:
        TrinbError: nobody plays the greedy player, or some are connected with it by no match.
    """
    names = sorted({name for row in rows for name in (row.one, row.other)})
    if ANCHOR not in names or not _connected(names, rows):
        raise TrinbError(tr("the matches do not connect all players with {name}", name=ANCHOR))
    rng, at = np.random.default_rng(seed), names.index(ANCHOR)
    results = [np.array([row.won, row.drawn, row.lost]) for row in rows]
    values = _fitted(names, rows, results)
    again = [
        _fitted(names, rows, [rng.multinomial(found.sum(), found / found.sum()) for found in results])
        for _ in range(RESAMPLES)
    ]
    values, drawn = values - values[at], np.array(again) - np.array(again)[:, [at]]
    lows, highs = np.percentile(drawn, [2.5, 97.5], axis=0)
    found = [Rating(name, float(values[k]), float(lows[k]), float(highs[k])) for k, name in enumerate(names)]
    return sorted(found, key=lambda one: -one.value)


def _fitted(names: Sequence[str], rows: Sequence[Row], results: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """The ratings that make these results most likely."""
    wins = np.zeros((len(names), len(names)))
    for row, (won, drawn, lost) in zip(rows, results, strict=True):
        one, other = names.index(row.one), names.index(row.other)
        wins[one, other] += won + drawn / 2
        wins[other, one] += lost + drawn / 2
    return POINTS * np.asarray(choix.ilsr_pairwise_dense(wins))


def _connected(names: Sequence[str], rows: Sequence[Row]) -> bool:
    reached = {ANCHOR}
    for _ in names:
        for row in rows:
            if reached & {row.one, row.other}:
                reached |= {row.one, row.other}
    return reached == set(names)
