"""What a simulation found: means with honest intervals, from sums alone.

Intervals are for 95 %, from the spread between **games**: what is independent of the others.  That is a
match, or a round that is played by itself; the rounds of one match share their players' luck in who opens,
and a close match has more rounds, so its rounds are taken together (errors that are robust to
clusters).  Student's t is used for few games. What is counted and happens seldom, and shares near 0 or 1, get
Wilson's sort of interval, which does not end below 0 and says something even about what was never seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf, isnan, nan, sqrt
from typing import Any, NamedTuple

from attrs import frozen

from ..errors import TrinbError
from ..words import tr
from .columns import Sort, everything, meaning, sort_of
from .task import Sums, Task

MAIN = ("turns", "tiles", "points", "blocked", "draws", "plain", "bridge", "docking", "drone")
"""The columns that are told first."""

_NORMAL = 1.959963984540054  # so many standard errors to each side hold 95 %


class Estimate(NamedTuple):
    """A mean, and the ends of the interval that holds the true one in 95 of 100 cases.

    Attributes:
        mean, low, high: the mean and the ends.
        deviation: the standard deviation between rounds (or matches).
    """

    mean: float
    low: float
    high: float
    deviation: float

    @property
    def half(self) -> float:
        """How far the further end is from the mean."""
        return max(self.mean - self.low, self.high - self.mean)


@frozen(eq=False)
class Simulation:
    """What came out.

    Attributes:
        task: what was played.
        sums: what it adds up to.
        seconds: how long it took.
        asked: how many rounds (or matches) were asked for; fewer were played if somebody stopped it.

    `mean` and `ci95` are of all rounds, by the names of `trinb.simulate.columns`; `match_mean` and
    `match_ci95` of all matches.  `frame` has it all in a table.
    """

    task: Task
    sums: Sums
    seconds: float
    asked: int

    def __repr__(self) -> str:
        what = f"{self.matches} matches, " if self.task.matches else ""
        return f"<Simulation of {self.task.rules.id}: {what}{self.rounds} rounds, seed {self.task.seed}>"

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.sums.rounds

    @property
    def matches(self) -> int:
        """How many matches were played; 0 if single rounds were."""
        return self.sums.matches

    @property
    def is_whole(self) -> bool:
        """Whether all was played that was asked for."""
        return self.sums.games >= self.asked

    @property
    def mean(self) -> Mapping[str, float]:
        """The mean of each column over all rounds."""
        return {name: found.mean for name, found in self.estimates.items()}

    @property
    def ci95(self) -> Mapping[str, float]:
        """For each column how far the 95 % interval of its mean reaches, to the further side."""
        return {name: found.half for name, found in self.estimates.items()}

    @property
    def match_mean(self) -> Mapping[str, float]:
        """The mean of each column over all matches."""
        return {name: found.mean for name, found in self.match_estimates.items()}

    @property
    def match_ci95(self) -> Mapping[str, float]:
        """For each column how far the 95 % interval of its mean over matches reaches, to the further side."""
        return {name: found.half for name, found in self.match_estimates.items()}

    @cached_property
    def estimates(self) -> Mapping[str, Estimate]:
        """For each column of a round its mean over all rounds; 0 for points that nobody can get."""
        sums, rounds, games = self.sums, self.rounds, self.sums.games
        of_rounds = dict(
            zip(self.task.program.columns, zip(*sums.of_rounds.tolist(), strict=True), strict=True)
        )
        squared = sums.of_matches[1][0] if self.task.matches else rounds  # the rounds of each game
        found = {}
        for name in everything(len(self.task.players)):
            total, squares, game_squares, products = of_rounds.get(name, (0, 0, 0, 0))
            # Squared is how far each game is from what its number of rounds would give; nothing is rounded.
            apart = rounds**2 * game_squares - 2 * total * rounds * products + total**2 * squared
            variance = apart / rounds**4 * games / (games - 1) if games > 1 else nan
            found[name] = estimate_of(
                sort_of(name), rounds, games, total / rounds, variance, deviation_of(rounds, total, squares)
            )
            if name not in of_rounds:
                found[name] = Estimate(0.0, 0.0, 0.0, 0.0)
        return found

    @cached_property
    def match_estimates(self) -> Mapping[str, Estimate]:
        """For each column of a match its mean over all matches; none if single rounds were played."""
        count, found = self.matches, {}
        for index, name in enumerate(self.task.program.match_columns if count else ()):
            total, squares = (int(row[index]) for row in self.sums.of_matches)
            deviation = deviation_of(count, total, squares)
            found[name] = estimate_of(
                sort_of(name, matches=True), count, count, total / count, deviation**2 / count, deviation
            )
        return found

    @property
    def frame(self) -> Any:
        """A pandas table with a row for each column of a round, or of a match if matches were played.

        Its columns: ``mean``; ``low`` and ``high``, the ends of the 95 % interval of the mean; ``deviation``,
        the standard deviation between rounds (or matches); and ``meaning``, what it is, in the language that
        is spoken.  Points that these rules never give are left out.
        """
        return self._frame(self.task.columns, self.task.matches)

    @property
    def round_frame(self) -> Any:
        """The same with a row for each column of a round, also if matches were played."""
        return self._frame(self.task.program.columns, False)

    def _frame(self, names: Sequence[str], matches: bool) -> Any:
        import pandas as pd

        found = self.match_estimates if matches else self.estimates
        table = pd.DataFrame([found[name] for name in names], index=pd.Index(names, name="column"))
        table["meaning"] = [meaning(name, matches) for name in names]
        return table

    @property
    def rows(self) -> Any:
        """A pandas table with a row for each round (or match), in order, if they were kept.

        Raises:
            TrinbError: they were not.
        """
        import pandas as pd

        if self.sums.rows is None:
            raise TrinbError(tr("the rounds were not kept: simulate with keep_rows=True, or with out=FOLDER"))
        return pd.DataFrame(self.sums.rows, columns=list(self.task.columns))


def deviation_of(count: int, total: int, squares: int) -> float:
    """The standard deviation of numbers with this sum and this sum of squares."""
    return sqrt(max(0, count * squares - total**2) / (count * (count - 1))) if count > 1 else nan


def estimate_of(
    sort: Sort, count: int, games: int, mean: float, variance: float, deviation: float
) -> Estimate:
    """A mean with its interval; `variance` is that of the mean."""
    if isnan(variance):
        return Estimate(mean, nan, nan, deviation)
    t = _quantile(games - 1)
    if sort is Sort.OTHER or (sort is Sort.COUNT and mean > 0 == variance):
        half = t * sqrt(variance)
        return Estimate(mean, mean - half, mean + half, deviation)
    # The mean could be any for which what was found is at most t standard errors away; those depend on it.
    room = mean * (1 - mean) if sort is Sort.SHARE else mean
    unit = t**2 * variance / room if variance > 0 else _NORMAL**2 / count
    scale = 1 + unit if sort is Sort.SHARE else 1.0
    half = sqrt(unit * room + unit**2 / 4) / scale
    middle = (mean + unit / 2) / scale
    low, high = min(mean, max(0.0, middle - half)), max(mean, middle + half)
    return Estimate(mean, 0.0 if mean == 0 else low, min(high, 1.0 if sort is Sort.SHARE else inf), deviation)


def _quantile(freedom: int) -> float:
    """So many standard errors to each side hold 95 %, by Student's t."""
    if freedom > 10_000:
        return _NORMAL
    from .statistics import t_quantile

    return t_quantile(0.95, freedom)
