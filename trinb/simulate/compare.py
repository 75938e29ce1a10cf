"""Rule sets, readings, player counts or players side by side, on the same shuffles, with 95 % intervals.

>>> from trinb.ruleset import rules
>>> both = [rules("triangelspelet"), rules("triominos-de")]
>>> found = compare(both, measure=["turns", "blocked"], rounds=2_000)
>>> found
<Comparison of triangelspelet, triominos-de: turns, blocked; 2000 rounds, seed 0>
>>> found.gaps[0].differs, found.gaps[0].gap.value < 0
(True, True)

**Same shuffles.** Round 17 of a seed has the same shuffle under all rules that share a box, whoever plays.
Where two variants feel the luck of the shuffle alike, it cancels out of their difference, and the interval
gets narrower; the **gain** says how many times as many rounds it would take without.  Pairs are compared as
pairs whether that helps or not, since it is right in any case.

**How many rounds.** If a `width` is wanted, a pilot of other rounds says how much the results vary, and from
that how many rounds are needed.  They are then played, all of them, and the pilot counts for nothing: so
whatever the results are, they had no say in when to stop, and the intervals mean what they say.

**Many comparisons.** Of twenty intervals, one misses the truth.  So each difference also has a wider
interval, such that all of them together are right in 95 of 100 cases (Bonferroni), and whether two variants
*differ* is decided by Holm's rule, for which the chance of even one false alarm is at most 5 %.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
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
from .progress import Progress, compiling, shown
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


def compare(
    what: Variants,
    players: int | Sequence[str] = 2,
    measure: str | Measure | Sequence[str | Measure] = ("points_each", "turns", "blocked"),
    *,
    rounds: int | None = None,
    width: Width | None = None,
    seed: int = 0,
    pairs: Literal["all", "first"] = "all",
    shared: bool = True,
    pace: Pace | float = PACE,
    progress: bool | Progress | None = None,
) -> Comparison:
    """Play variants on the same shuffles and say what differs.

    Args:
        what: the variants: rule sets, or pairs of rules and players, or a mapping of labels to them.
        players: who plays, where a variant does not say so: how many greedy players, or a name for each seat.
        measure: what to measure, see `MEASURES`; all of rounds, or all of matches.
        rounds: how many rounds (or matches) of each.
        width: how wide the 95 % intervals of the differences may be, instead of `rounds`: a number for the
            first measure, or a mapping with one for each.  Of a single variant it is that of its mean.
        seed: what all chance follows from.
        pairs: whether ``all`` are compared with each other, or all others with the ``first``.
        shared: whether they get the same shuffles; without them differences are less certain.
        pace: how long things take at a table, or only the seconds for a turn.
        progress: whether to show a bar, or what to call again and again with the rounds done and asked for;
            by default there is a bar in notebooks and terminals when it takes more than a moment.

    Raises:
        TrinbError: it cannot be played, there is no such measure, or the numbers make no sense.
    """
    sides, kinds = variants(what, players), measures(measure)
    if pairs not in ("all", "first"):
        raise TrinbError(tr('pairs is "all" or "first", not {it}', it=show(pairs)))
    table = _Table(sides, kinds, seed, (pace if isinstance(pace, Pace) else Pace(pace)).check(), shared)
    which = [(a, b) for a, b in combinations(range(len(sides)), 2) if pairs == "all" or a == 0]
    wanted = _wanted(width, kinds)
    if rounds is not None and wanted:
        raise TrinbError(tr("say how many rounds, or how wide the intervals may be, not both"))
    plan = table.plan(wanted, which) if wanted else None
    count = plan.rounds if plan else _count(rounds, table.matches)
    moments, sample = table.play(count, progress)
    means = tuple(table.means(moments, sample))
    gaps = _corrected(list(table.gaps(moments, which)))
    if plan:
        plan = plan._replace(widest=_widest(plan.wanted, means, gaps))
    return Comparison(sides, kinds, count, seed, shared, table.pace, means, gaps, plan)


def _count(rounds: object, matches: bool) -> int:
    if rounds is None:
        return MATCHES if matches else ROUNDS
    if not isinstance(rounds, int) or not 2 <= rounds <= MOST:
        raise TrinbError(
            tr("the number of rounds must be from 2 to {most}, not {it}", most=MOST, it=show(rounds))
        )
    return int(rounds)


def _wanted(width: Width | None, kinds: Sequence[Measure]) -> dict[str, float]:
    """The wanted widths by measure."""
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

    def play(self, count: int, progress: bool | Progress | None) -> tuple[Moments, Floats]:
        """All rounds: what they add up to, and the numbers of the first of them."""
        size = min(self.task(side).chunk for side in range(len(self.variants)))
        size = min(size, _MATCHES_A_CHUNK if self.matches else _CHUNK)
        chunks = [(first, min(size, count - first)) for first in range(0, count, size)]
        with compiling():
            sample = self.values(*chunks[0])
        moments = Moments.of(sample)
        with shown(progress, count, 0, self.matches) as tell:
            tell(moments.count, count)
            for part in self._parts(chunks[1:]):
                moments += part
                tell(moments.count, count)
        return moments, sample

    def _parts(self, chunks: list[tuple[int, int]]) -> Iterator[Moments]:
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
        with compiling():
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


# --- questions that are asked often ------------------------------------------------------------------------


def opening_advantage(what: Variants, players: int | Sequence[str] = 2, **options: Any) -> Comparison:
    """What it is worth to open: in points and in rounds won.

    The points for the opening itself, such as those for a leading triple, are told apart, so that one sees
    what the first turn is worth without them.  Who opens holds a triple, so this is no experiment: it says
    what openers get.

    Args:
        what: one variant, or several, see `compare`.
        players: who plays.
        **options: as for `compare`.

    Raises:
        TrinbError: as for `compare`.

    >>> from trinb.ruleset import rules
    >>> ahead = opening_advantage(rules("triangelspelet"), rounds=5_000).means[0].mean
    >>> 15 < ahead.low < ahead.high < 40
    True
    """
    options.setdefault("measure", ("opener_ahead", "opening_points", "opener_wins"))
    return compare(what, players, **options)


def time_to_target(
    what: Variants,
    players: int | Sequence[str] = 2,
    seconds_per_turn: float = PACE.turn,
    seconds_between: float = PACE.between,
    lesson: float = PACE.lesson,
    **options: Any,
) -> Comparison:
    """How long a match takes: in rounds and in minutes, and how often it ends within a lesson.

    Args:
        what: one variant, or several, see `compare`.
        players: who plays.
        seconds_per_turn: how long a turn takes in your group.
        seconds_between: how long it takes to count, shuffle and deal before each round.
        lesson: how many minutes there are.
        **options: as for `compare`.

    Raises:
        TrinbError: as for `compare`, or a match under these rules has no end.

    >>> from trinb.ruleset import rules
    >>> fast, slow = (time_to_target(rules("granna"), seconds_per_turn=s, rounds=200) for s in (10, 30))
    >>> fast.means[1].mean.value < slow.means[1].mean.value
    True
    """
    options.setdefault("measure", ("match_rounds", "match_minutes", "match_in_time"))
    pace = Pace(seconds_per_turn, seconds_between, lesson)
    return compare(what, players, pace=pace, **options)
