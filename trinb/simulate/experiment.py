"""A comparison in the making: what is played, how far, and what comes out of it so far.

>>> from trinb.ruleset import rules
>>> made = Experiment([rules("triangelspelet"), rules("granna")], measure="turns")
>>> made.play(500)
>>> made.play(2_000)
>>> made.comparison()
<Comparison of triangelspelet, granna: turns; 2000 rounds, seed 0>

What is meant by shared shuffles, and how many rounds are enough, is told in `compare`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any, Literal, TypeAlias

import numpy as np
from attrs import frozen

from ..errors import TrinbError
from ..notation import show
from ..ruleset import RuleSet
from ..words import tr
from .comparison import Comparison, Difference, Mean, Plan
from .measures import PACE, Measure, Pace, Rows, measures
from .progress import Progress, compiling, say, shown
from .statistics import (
    LEVEL,
    Floats,
    Interval,
    Moments,
    gap,
    holm,
    mean_interval,
    rounds_for,
    share_interval,
    variance_bound,
)
from .task import Task
from .variants import Variant, variants

Variants: TypeAlias = Sequence[Any] | Mapping[str, Any] | RuleSet
Width: TypeAlias = float | Mapping[str, float]

ROUNDS, MATCHES = 20_000, 2_000
"""So many are played if nobody says how many, or how wide the intervals may be."""

MOST = 1_000_000_000
"""More rounds than these are not played."""

PILOT, PILOT_MATCHES = 2_000, 400
"""How many rounds (or matches) say how many are needed."""

_PILOT_FROM = 1 << 40  # the number of its first round: no other rounds come so far
_APART = 1 << 34  # between the rounds of two variants that share no shuffles
_CHUNK, _MATCHES_A_CHUNK = 10_000, 1_000
_FEW = 60_000  # up to so many rounds one thread is done before others would be of use


class Experiment:
    """A comparison in the making: played on as far as one likes, and looked at in between.

    However it is played, after as many rounds it is what `compare` finds.

    Args:
        what, players, measure, seed, pairs, shared, pace: as for `compare`.

    Raises:
        TrinbError: as for `compare`.
    """

    def __init__(
        self,
        what: Variants,
        players: int | Sequence[str] = 2,
        measure: str | Measure | Sequence[str | Measure] = ("points_each", "turns", "blocked"),
        *,
        seed: int = 0,
        pairs: Literal["all", "first"] = "all",
        shared: bool = True,
        pace: Pace | float = PACE,
    ) -> None:
        sides, kinds = variants(what, players), measures(measure)
        if pairs not in ("all", "first"):
            raise TrinbError(tr('pairs is "all" or "first", not {it}', it=show(pairs)))
        pace = (pace if isinstance(pace, Pace) else Pace(pace)).check()
        self._table = _Table(sides, kinds, seed, pace, shared)
        self._which = [(a, b) for a, b in combinations(range(len(sides)), 2) if pairs == "all" or a == 0]
        self._whole: Moments | None = None  # of whole chunks only: so sums are the same in however many steps
        self._rest: Moments | None = None  # of a chunk that was not played to its end
        self._sample: Floats | None = None

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What is measured."""
        return self._table.measures

    @property
    def variants(self) -> tuple[Variant, ...]:
        """What is compared."""
        return self._table.variants

    @property
    def matches(self) -> bool:
        """Whether whole matches are played."""
        return self._table.matches

    @property
    def chunk(self) -> int:
        """How many rounds (or matches) are played at a stretch; a part of them is played anew later."""
        return self._table.chunk

    @property
    def rounds(self) -> int:
        """How many rounds (or matches) of each were played."""
        return sum(part.count for part in (self._whole, self._rest) if part)

    def plan(self, width: Width, tell: Callable[[str], None] = say) -> Plan:
        """How many rounds make intervals of these widths; the rounds of the pilot do not count.

        Args:
            width: as for `compare`.
            tell: who is told if something has to be compiled first.

        Raises:
            TrinbError: it makes no sense, or takes too many rounds.
        """
        with compiling(tell):
            return self._table.plan(wanted_widths(width, self.measures), self._which)

    def play(
        self,
        rounds: int,
        progress: bool | Progress | None = False,
        tell: Callable[[str], None] = say,
    ) -> None:
        """Play on until there are so many rounds (or matches) of each.

        Args:
            rounds: how many in all; if there are as many already, nothing is played.
            progress: as for `compare`.
            tell: who is told if something has to be compiled first.

        Raises:
            TrinbError: that is no such number.
        """
        if count_of(rounds, self.matches) <= self.rounds:
            return
        self._rest = None
        size, done = self.chunk, self._whole.count if self._whole else 0
        chunks = [(first, min(size, rounds - first)) for first in range(done, rounds, size)]
        if not done:
            with compiling(tell):
                self._sample = self._table.values(*chunks.pop(0))
            self._add(Moments.of(self._sample))
        with shown(progress, rounds, self.rounds, self.matches) as show_done:
            show_done(self.rounds, rounds)
            for part in self._table.parts(chunks):
                self._add(part)
                show_done(self.rounds, rounds)

    def _add(self, part: Moments) -> None:
        if part.count < self.chunk:
            self._rest = part
        else:
            self._whole = self._whole + part if self._whole else part

    def comparison(self, plan: Plan | None = None) -> Comparison:
        """What was found so far.

        Args:
            plan: how the number of rounds was found.

        Raises:
            TrinbError: nothing was played.
        """
        if self._sample is None or not (parts := [part for part in (self._whole, self._rest) if part]):
            raise TrinbError(tr("nothing has been played yet"))
        table, moments = self._table, parts[0] if len(parts) == 1 else parts[0] + parts[1]
        means = tuple(table.means(moments, self._sample))
        gaps = _corrected(list(table.gaps(moments, self._which)))
        if plan:
            plan = plan._replace(widest=_widest(plan.wanted, means, gaps))
        return Comparison(
            self.variants,
            self.measures,
            moments.count,
            table.seed,
            table.shared,
            table.pace,
            means,
            gaps,
            plan,
        )


def count_of(rounds: object, matches: bool) -> int:
    """How many rounds (or matches) are played if somebody asks for so many, or for none.

    Raises:
        TrinbError: so many cannot be played.
    """
    if rounds is None:
        return MATCHES if matches else ROUNDS
    if not isinstance(rounds, int) or not 2 <= rounds <= MOST:
        raise TrinbError(
            tr("the number of rounds must be from 2 to {most}, not {it}", most=MOST, it=show(rounds))
        )
    return int(rounds)


def wanted_widths(width: Width | None, kinds: Sequence[Measure]) -> dict[str, float]:
    """The widths that are wanted, by measure.

    Raises:
        TrinbError: they make no sense.
    """
    if width is None:
        return {}
    found = dict(width) if isinstance(width, Mapping) else {kinds[0].name: width}
    for name, value in found.items():
        if name not in {kind.name for kind in kinds}:
            raise TrinbError(tr("there is a width for {name}, which is not measured", name=show(name)))
        if not isinstance(value, int | float) or not 0 < value < float("inf"):
            raise TrinbError(tr("a width must be a number above 0, not {it}", it=show(value)))
    return found


def _widest(
    wanted: Mapping[str, float], means: Sequence[Mean], gaps: Sequence[Difference]
) -> dict[str, float]:
    widths: list[tuple[str, float]] = [(one.measure.name, one.gap.high - one.gap.low) for one in gaps]
    widths = widths or [(one.measure.name, one.mean.width) for one in means]
    return {name: max(width for other, width in widths if other == name) for name in wanted}


def _corrected(gaps: list[Difference]) -> tuple[Difference, ...]:
    corrected = holm([one.gap.p for one in gaps])
    return tuple(one._replace(p_holm=p) for one, p in zip(gaps, corrected, strict=True))


@frozen(eq=False)
class _Table:
    """What is played: from each round come the numbers of all measures of all variants, side by side."""

    variants: tuple[Variant, ...]
    measures: tuple[Measure, ...]
    seed: int
    pace: Pace
    shared: bool

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be played."""
        for side in range(len(self.variants)):
            self.task(side).check()

    @property
    def matches(self) -> bool:
        return self.measures[0].matches

    def task(self, side: int) -> Task:
        variant = self.variants[side]
        return Task(variant.rules, variant.players, self.seed, self.matches)

    def column(self, kind: int, side: int) -> int:
        return side * len(self.measures) + kind

    def values(self, first: int, count: int) -> Floats:
        """The numbers of some rounds."""
        found = []
        for side in range(len(self.variants)):
            start = first if self.shared else first + side * _APART
            rows = Rows.of(self.task(side), start, count, self.pace)
            found += [kind.values(rows) for kind in self.measures]
        return np.stack(found, axis=1)

    @property
    def chunk(self) -> int:
        size = min(self.task(side).chunk for side in range(len(self.variants)))
        return min(size, _MATCHES_A_CHUNK if self.matches else _CHUNK)

    def parts(self, chunks: list[tuple[int, int]]) -> Iterator[Moments]:
        """The moments of chunks, in their order, so that the same seed always gives the same sums."""

        def part(chunk: tuple[int, int]) -> Moments:
            return Moments.of(self.values(*chunk))

        many = sum(count for _, count in chunks) * len(self.variants) * (10 if self.matches else 1)
        workers = os.cpu_count() or 1
        if many <= _FEW or workers == 1:
            yield from map(part, chunks)
            return
        with ThreadPoolExecutor(workers) as pool:  # the kernel lets go of Python while it plays
            try:
                yield from pool.map(part, chunks)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def plan(self, wanted: Mapping[str, float], which: Sequence[tuple[int, int]]) -> Plan:
        """How many rounds are needed, by a pilot of rounds that do not count afterwards."""
        pilot = PILOT_MATCHES if self.matches else PILOT
        values = self.values(_PILOT_FROM, pilot)
        rounds = 0
        for kind, measure in enumerate(self.measures):
            if measure.name not in wanted:
                continue
            columns = [values[:, self.column(kind, side)] for side in range(len(self.variants))]
            varying = [columns[b] - columns[a] for a, b in which] or columns
            variance = max(variance_bound(some, measure.share) for some in varying)
            rounds = max(rounds, rounds_for(wanted[measure.name], variance))
        if rounds > MOST:
            raise TrinbError(
                tr(
                    "intervals so narrow take {count} rounds, more than {most}: ask for wider ones",
                    count=f"{rounds:,}",
                    most=f"{MOST:,}",
                )
            )
        return Plan(pilot, wanted, rounds, {})

    # --- what comes out ----------------------------------------------------------------------------------

    def means(self, moments: Moments, sample: Floats) -> Iterator[Mean]:
        means, variances, count = moments.mean, np.diag(moments.covariance), moments.count
        spreads = np.quantile(sample, (0.05, 0.5, 0.95), axis=0)
        for kind, measure in enumerate(self.measures):
            for side, variant in enumerate(self.variants):
                at = self.column(kind, side)
                mean, variance = float(means[at]), float(variances[at])
                if measure.share:
                    interval = share_interval(count, mean)
                else:
                    interval = mean_interval(count, mean, variance)
                low, middle, high = map(float, spreads[:, at])
                yield Mean(measure, variant, interval, variance**0.5, (low, middle, high))

    def gaps(self, moments: Moments, which: Sequence[tuple[int, int]]) -> Iterator[Difference]:
        """The differences, not yet corrected by Holm's rule."""
        at_once = 1 - (1 - LEVEL) / max(1, len(which) * len(self.measures))
        count, means, covariance = moments.count, moments.mean, moments.covariance
        for kind, measure in enumerate(self.measures):
            for a, b in which:
                one, two = self.column(kind, a), self.column(kind, b)
                of = float(means[one]), float(means[two])
                vary = float(covariance[one, one]), float(covariance[two, two])
                both = float(covariance[one, two]) if self.shared else None
                found = gap(count, of, vary, both, measure.share)
                wide = Interval(*gap(count, of, vary, both, measure.share, at_once)[:3])
                sides = self.variants[a], self.variants[b]
                yield Difference(measure, *sides, found, wide, found.p, *_sharing(vary, both))


def _sharing(variances: tuple[float, float], covariance: float | None) -> tuple[float, float]:
    """The correlation, and what it is worth."""
    apart = sum(variances)
    if covariance is None or not all(variances):
        return float("nan"), 1.0
    together = apart - 2 * covariance
    correlation = covariance / (variances[0] * variances[1]) ** 0.5
    return correlation, apart / together if together > 1e-12 * apart else float("inf")
