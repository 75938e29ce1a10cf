"""Watching a comparison grow: step by step towards a planned number of rounds, and what may be said when.

>>> from trinb.ruleset import rules
>>> live = Live(Experiment([rules("triangelspelet"), rules("granna")], measure="turns"))
>>> looks = list(live.steps(Goal(rounds=20_000)))
>>> looks[0].rounds, looks[-1].rounds, looks[-1].is_planned
(200, 20000, True)
>>> [verdict(one, looks[-1]).name for one in looks[-1].comparison.gaps]
['LESS']

A **look** is a comparison of all rounds so far, with how far it is and how long the rest takes.

**Watching misleads.** Who looks at an interval again and again and stops when it pleases him finds
differences where there are none: of many looks some are bound to miss.  So there are two rules for calling a
difference *settled*:

- At the planned number of rounds, which was fixed before the first look, Holm's rule decides, as in
  `compare`: the chance of even one false verdict is at most 5 %.
- At any other look, sooner or later, only what is far beyond chance counts: what would come up in one of a
  thousand experiments, in however many looks.  The bound is the mixture of Robbins for a random walk; see
  `is_far_beyond_chance`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from math import inf, log
from threading import Event

from attrs import frozen

from ..words import tr
from .comparison import Comparison, Difference
from .experiment import MATCHES, ROUNDS, Experiment
from .progress import say
from .statistics import LEVEL, t_quantile

FIRST_LOOKS, FIRST_MATCHES = (200, 500, 1_000, 2_000, 5_000), (50, 100, 200, 500)
"""After so many rounds (or matches) one looks first, while every interval is still wide."""

STEP = 0.25
"""How many seconds lie between two looks, more or less: so often one can look, and so soon it stops."""

ONE_IN = 1_000
"""Of so many experiments one has a false verdict that comes before or after the planned number."""

_FEWEST = 200  # before so many rounds nothing is known of how they vary
_TUNED = 17.0  # makes the bound as tight as can be at the planned number


@frozen
class Goal:
    """How far to play.

    Attributes:
        rounds: so many rounds (or matches) of each.
        width: or until intervals are so narrow, as in `compare`.
    """

    rounds: int | None = None
    width: float | None = None


@frozen(eq=False)
class Look:
    """What is known so far.

    Attributes:
        comparison: of all rounds so far.
        planned: how many rounds were fixed before the first look.
        target: how many are to be played now.
        rate: how many rounds (or matches) of all variants a second had; 0 if nothing was played now.
    """

    comparison: Comparison
    planned: int
    target: int
    rate: float

    @property
    def rounds(self) -> int:
        """How many rounds (or matches) of each were played."""
        return self.comparison.rounds

    @property
    def is_planned(self) -> bool:
        """Whether these are all that were planned, and no more."""
        return self.rounds == self.planned

    @property
    def left(self) -> float:
        """How many seconds it takes to the target."""
        todo = (self.target - self.rounds) * len(self.comparison.variants)
        return todo / self.rate if self.rate else (inf if todo else 0.0)


class Live:
    """An experiment that is watched.

    Args:
        experiment: what is played.

    Attributes:
        planned: how many rounds were fixed before the first look; 0 before that.
    """

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.planned = 0

    def target(self, goal: Goal, tell: Callable[[str], None] = say) -> int:
        """How many rounds of each there are when the goal is reached; if it is already, as many again.

        Args:
            goal: how far to play.
            tell: who is told if something has to be compiled first.

        Raises:
            TrinbError: the goal makes no sense.
        """
        if goal.width is not None:
            wanted = self.experiment.plan(goal.width, tell).rounds
        else:
            wanted = goal.rounds or (MATCHES if self.experiment.matches else ROUNDS)
        return wanted if wanted > self.experiment.rounds else self.experiment.rounds + wanted

    def steps(
        self,
        goal: Goal,
        stop: Event | None = None,
        tell: Callable[[str], None] = say,
        pause: float = 0.0,
    ) -> Iterator[Look]:
        """Play on towards a goal, and look after every step.

        Args:
            goal: how far to play.
            stop: when it is set, no more is played.
            tell: who is told if something has to be compiled first.
            pause: so many seconds lie between two looks at the least, so that people can follow.

        Raises:
            TrinbError: the goal makes no sense, or a match has no end.
        """
        stop = stop or Event()
        target = self.target(goal, tell)
        self.planned = self.planned or target
        sides, seconds, played = len(self.experiment.variants), 0.0, 0
        while self.experiment.rounds < target and not stop.is_set():
            before, began = self.experiment.rounds, time.perf_counter()
            self.experiment.play(self._next(target, played / seconds / sides if seconds else 0.0), tell=tell)
            took = time.perf_counter() - began
            if before >= self._first_looks[-1] or self.experiment.rounds == target:  # the first ones are slow
                played, seconds = played + sides * (self.experiment.rounds - before), seconds + took
            yield Look(
                self.experiment.comparison(), self.planned, target, played / seconds if seconds else 0.0
            )
            if took < pause and self.experiment.rounds < target:
                stop.wait(pause - took)

    @property
    def _first_looks(self) -> Sequence[int]:
        return FIRST_MATCHES if self.experiment.matches else FIRST_LOOKS

    def _next(self, target: int, rate: float) -> int:
        """After how many rounds to look again: whole chunks, or the target."""
        done, chunk = self.experiment.rounds, self.experiment.chunk
        early = next((look for look in self._first_looks if look > done), None)
        if early:
            return min(early, target)
        chunks = max(1, int(rate * STEP) // chunk)
        return min((done // chunk + chunks) * chunk, target)


# --- verdicts ----------------------------------------------------------------------------------------------


class Verdict(Enum):
    """What may be said of a difference."""

    MORE = "more"
    LESS = "less"
    OPEN = "open"
    NONE = "none"
    SAME = "same"

    @property
    def is_settled(self) -> bool:
        """Whether the two differ."""
        return self in (Verdict.MORE, Verdict.LESS)


def verdict(one: Difference, look: Look) -> Verdict:
    """What may be said of a difference at a look.

    ``MORE`` or ``LESS``: the second has more, or less.  ``OPEN``: nothing is settled yet.  ``NONE``: all that
    was planned is played, and no difference was found.  ``SAME``: not one round differed.
    """
    if one.gap.low == one.gap.high == 0:
        return Verdict.SAME
    pairs = len(look.comparison.gaps)
    settled = one.differs if look.is_planned else is_far_beyond_chance(one, look.rounds, look.planned, pairs)
    if settled:
        return Verdict.MORE if one.gap.value > 0 else Verdict.LESS
    return Verdict.NONE if look.is_planned else Verdict.OPEN


def is_far_beyond_chance(
    one: Difference, rounds: int, planned: int, many: int = 1, one_in: float = ONE_IN
) -> bool:
    """Whether a difference is larger than chance makes one at any look, but in one of many experiments.

    Args:
        one: the difference.
        rounds: how many rounds there are.
        planned: where the bound is as tight as can be.
        many: how many differences are looked at.
        one_in: of so many experiments one has a false verdict.
    """
    error = (one.gap.high - one.gap.low) / 2 / t_quantile(LEVEL, inf)
    middle = (one.gap.high + one.gap.low) / 2
    if rounds < _FEWEST:
        return False
    return middle**2 > error**2 * bound(rounds / planned, one_in * many)


def bound(share: float, one_in: float) -> float:
    """So large is the square of the distance from 0, in standard errors, in one of many random walks, ever.

    Args:
        share: which share of the planned number is played.
        one_in: how many random walks.

    >>> [round(bound(share, 1_000) ** 0.5, 1) for share in (0.01, 0.1, 1, 10)]
    [9.8, 4.8, 4.2, 4.4]
    """
    grown = _TUNED * share
    return (1 + grown) / grown * (2 * log(one_in) + log(1 + grown))


# --- in words ----------------------------------------------------------------------------------------------


def cautions(look: Look) -> Iterator[str]:
    """What is to be said of verdicts at a look, sentence by sentence."""
    from .written import said

    gaps, planned = len(look.comparison.gaps), said(look.planned, 0)
    if not gaps:
        return
    if look.is_planned:
        yield tr(
            "All {planned} that were planned are played:"
            " the chance of even one false verdict is at most 5 %.",
            planned=planned,
        )
        return
    if look.rounds < look.planned:
        yield tr(
            "{planned} were planned. Who watches an interval and stops when it pleases is easily misled.",
            planned=planned,
        )
    else:
        yield tr(
            "More are played than the {planned} that were planned. Who goes on until an interval pleases is"
            " easily misled.",
            planned=planned,
        )
    yield tr(
        "So for now only what is far beyond chance counts as settled, however often one looks:"
        " one false verdict in {many} experiments.",
        many=said(ONE_IN, 0),
    )
