"""What the reference table measures: whole numbers for each round or match, so that sums are exact.

A **kind** of number is worked out from `Rows`; some are about some rounds only, such as who won among those
that anybody won.  A **tally** counts how often each number came, which is all that is known of it in the end:

>>> from trinb.ruleset import rules
>>> task = Task(rules("granna"), ("greedy", "greedy"), seed=1)
>>> tally = Tally(next(kind for kind in kinds_of(task) if kind.name == "any_bridge"))
>>> tally.add(Rows.of(task, 0, 1_000))
>>> 0 < tally.found[0] < 1
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from ..ruleparts import Reason
from ..scoring import REASON_WORDS
from ..words import N_, tr
from .columns import MATCH_NAMES, PLAIN_NAMES, Sort, reason_name, sort_of
from .measures import MEASURES, Ints, Rows, measure, of_opener
from .results import deviation_of, estimate_of
from .task import Task

Numbers: TypeAlias = NDArray[Any]

TITLES = {
    "any_bridge": N_("rounds with a bridge"),
    "any_docking": N_("rounds with a docking"),
    "any_drone": N_("rounds with a drone"),
    "any_hexagon": N_("rounds with a hexagon"),
    "opener_won": N_("rounds that the opener wins, of those that anybody wins"),
    "match_opener_won": N_("matches that the first opener wins; a joint win counts in parts"),
    "match_in_time": N_("matches that end within 40 minutes"),
}
"""What is measured beside `MEASURES`."""

_ANY = {"any_bridge": "bridge", "any_docking": "docking", "any_drone": "drone", "any_hexagon": "hexagons"}
_BY_REASON = {reason_name(reason): reason for reason in Reason}
_SHARES = {*_ANY, "opener_won", "match_opener_won", "match_in_time"}
_APART = ("opener", "winner", "unfinished")  # columns whose mean says nothing


@frozen
class Kind:
    """A whole number for each round or match.

    Attributes:
        name: what it is called in code.
        of: works it out for many rounds at once.
        sort: what sort of number it is.
        per: it is divided by this.
        among: which rounds it is about; all of them if there is no such function.
    """

    name: str
    of: Callable[[Rows], Numbers] = field(repr=False)
    sort: Sort = Sort.COUNT
    per: int = 1
    among: Callable[[Rows], Numbers] | None = field(default=None, repr=False)


@define
class Tally:
    """How often each number came, from `least` on.

    Attributes:
        kind: what is counted.
    """

    kind: Kind
    least: int = 0
    often: Ints = field(factory=lambda: np.zeros(1, np.int64), repr=False)

    def add(self, rows: Rows) -> None:
        """Count the numbers of some rounds."""
        found = self.kind.of(rows).astype(np.int64)
        if self.kind.among:
            found = found[self.kind.among(rows)]
        if not len(found):
            return
        least = min(self.least, int(found.min()))
        many = max(self.least + len(self.often), int(found.max()) + 1) - least
        often = np.bincount(found - least, minlength=many)
        often[self.least - least : self.least - least + len(self.often)] += self.often
        self.least, self.often = least, often

    @property
    def count(self) -> int:
        """How many numbers were counted."""
        return int(self.often.sum())

    @property
    def found(self) -> tuple[float | None, ...]:
        """The mean, its interval, the deviation, three quantiles (not of shares), and the count."""
        values, count, per = self._values, self.count, self.kind.per
        if not count:
            return 0.0, 0.0, 1.0 if self.kind.sort is Sort.SHARE else 0.0, 0.0, None, None, None, 0
        total = sum(value * often for value, often in values)
        deviation = deviation_of(count, total, sum(value**2 * often for value, often in values)) / per
        mean = total / (count * per)
        estimate = estimate_of(self.kind.sort, count, count, mean, deviation**2 / count, deviation)
        if self.kind.sort is Sort.SHARE:
            return *estimate, None, None, None, count
        return *estimate, *(self._quantile(share) / per for share in (0.05, 0.5, 0.95)), count

    @property
    def _values(self) -> list[tuple[int, int]]:
        """Each number that came, and how often."""
        return [(self.least + at, int(often)) for at, often in enumerate(self.often) if often]

    def _quantile(self, share: float) -> int:
        """The least number such that at least this share of all is not above it."""
        return self.least + int(np.searchsorted(self.often.cumsum(), share * self.count))


# --- the kinds -----------------------------------------------------------------------------------------


def kinds_of(task: Task) -> tuple[Kind, ...]:
    """What is measured of the rounds, or the matches, of a task."""
    return tuple(_of_matches(len(task.players)) if task.matches else _of_rounds(task))


def _of_rounds(task: Task) -> Iterator[Kind]:
    for name in PLAIN_NAMES:
        if name not in _APART:
            yield Kind(name, partial(_column, name), sort_of(name))
    for name, column in _ANY.items():
        yield Kind(name, partial(_any, column), Sort.SHARE)
    yield Kind("minutes", _seconds, per=60)
    yield Kind("undecided", MEASURES["undecided"].of, Sort.SHARE)
    yield Kind(
        "opener_won",
        lambda rows: rows["winner"] == rows["opener"],
        Sort.SHARE,
        among=lambda rows: rows["winner"] >= 0,
    )
    yield Kind("opener_ahead", _opener_ahead, Sort.OTHER, per=max(1, len(task.players) - 1))
    yield Kind("opening_points", MEASURES["opening_points"].of, Sort.OTHER)
    for name, reason in _BY_REASON.items():
        if f"{name}_0" in task.columns:
            yield Kind(name, partial(_points, reason), Sort.OTHER)


def _of_matches(players: int) -> Iterator[Kind]:
    for name in MATCH_NAMES:
        if name not in _APART:
            yield Kind(f"match_{name}", partial(_column, name), sort_of(name, matches=True))
    parts = lcm(*range(1, players + 1))
    yield Kind("match_opener_won", partial(_match_opener_won, parts), Sort.OTHER, per=parts)
    yield Kind("match_minutes", _seconds, per=60)
    yield Kind("match_in_time", lambda rows: _seconds(rows) <= 60 * rows.pace.lesson, Sort.SHARE)


def _column(name: str, rows: Rows) -> Numbers:
    return rows[name]


def _any(column: str, rows: Rows) -> Numbers:
    return np.asarray(rows[column] > 0)


def _seconds(rows: Rows) -> Numbers:
    """How long each takes at the table, in whole seconds."""
    rounds = rows["rounds"] if rows.matches else 1
    return rows["turns"] * int(rows.pace.turn) + rounds * int(rows.pace.between)


def _points(reason: Reason, rows: Rows) -> Numbers:
    return np.asarray(rows.seats(reason_name(reason)).sum(1))


def _opener_ahead(rows: Rows) -> Numbers:
    """By how much the opener is ahead of the mean of the others, times their number."""
    own, others = of_opener(rows, "score"), max(1, len(rows.players) - 1)
    return np.asarray(own * others - (rows["points"] - own))


def _match_opener_won(parts: int, rows: Rows) -> Numbers:
    """What the first opener has of the win, in parts."""
    return np.asarray(parts * of_opener(rows, "won") // rows.seats("won").sum(1))


# --- words ---------------------------------------------------------------------------------------------


def title_of(name: str) -> str:
    """What a measure of the table is called, in the language that is spoken.

    >>> title_of("in_match_bridge"), title_of("out_points")
    ('bridges, in all rounds of whole matches', 'points of all players for: going out')
    """
    if name.startswith("in_match_"):
        of_one = title_of(name.removeprefix("in_match_"))
        return tr("{measure}, in all rounds of whole matches", measure=of_one)
    if name in _BY_REASON:
        return tr("points of all players for: {reason}", reason=tr(REASON_WORDS[_BY_REASON[name]]))
    return tr(TITLES[name]) if name in TITLES else measure(name).told


def is_share(name: str) -> bool:
    """Whether a measure is a share, to be shown in percent.

    >>> is_share("blocked"), is_share("in_match_blocked"), is_share("match_opener_won"), is_share("turns")
    (True, True, True, False)
    """
    name = name.removeprefix("in_match_")
    return name in _SHARES if name in TITLES else name not in _BY_REASON and measure(name).share
