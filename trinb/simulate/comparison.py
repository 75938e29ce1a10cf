"""What comes out of a comparison: means and differences with their intervals, as tables and as a figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import frozen

from .measures import Measure, Pace
from .statistics import LEVEL, Gap, Interval
from .variants import Variant

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Mean(NamedTuple):
    """A measure of a variant.

    Attributes:
        measure, variant: which.
        mean: the mean and its interval.
        deviation: the standard deviation: how much single rounds vary.
        spread: of single rounds: 5 % are below the first number, half below the second, 5 % above the third.
    """

    measure: Measure
    variant: Variant
    mean: Interval
    deviation: float
    spread: tuple[float, float, float]


class Difference(NamedTuple):
    """By how much a measure is more for `second` than for `first`.

    Attributes:
        measure, first, second: which.
        gap: the difference, its interval, and its p-value.
        at_once: the wider interval; those of all differences hold at once.
        p_holm: the p-value, corrected by Holm's rule.
        correlation: of results that share a shuffle; NaN if one of them never varies, or nothing is shared.
        gain: so many times as many rounds it would take without shared shuffles; below 1 they do harm.
    """

    measure: Measure
    first: Variant
    second: Variant
    gap: Gap
    at_once: Interval
    p_holm: float
    correlation: float
    gain: float

    @property
    def differs(self) -> bool:
        """Whether the two differ, by Holm's rule."""
        return self.p_holm < 1 - LEVEL


class Plan(NamedTuple):
    """How many rounds a pilot asked for.

    Attributes:
        pilot: how many rounds it had.
        wanted: the widths that were wanted, by measure.
        rounds: how many it said are needed.
        widest: how wide the widest interval became for each of these measures.
    """

    pilot: int
    wanted: Mapping[str, float]
    rounds: int
    widest: Mapping[str, float]

    @property
    def is_kept(self) -> bool:
        """Whether the intervals are as narrow as was wanted."""
        return all(self.widest[name] <= width for name, width in self.wanted.items())


_MEANS = ["measure", "variant", "mean", "low", "high", "deviation", "p5", "median", "p95"]
_DIFFERENCES = [
    "measure", "first", "second", "difference", "low", "high", "low_all", "high_all", "p", "p_holm",
    "differs", "correlation", "gain",
]  # fmt: skip


@frozen(eq=False)
class Comparison:
    """What came out: means, differences, a table and a figure.

    Attributes:
        variants: what was compared.
        measures: what was measured.
        rounds: how many rounds (or matches) of each were played.
        seed: what all chance follows from.
        shared: whether all variants had the same shuffles.
        pace: how long things take at a table.
        means: for each measure and variant the mean.
        gaps: for each measure and two variants the difference.
        plan: how the number of rounds was found, if a width was wanted.
    """

    variants: tuple[Variant, ...]
    measures: tuple[Measure, ...]
    rounds: int
    seed: int
    shared: bool
    pace: Pace
    means: tuple[Mean, ...]
    gaps: tuple[Difference, ...]
    plan: Plan | None = None

    @property
    def matches(self) -> bool:
        """Whether whole matches were played."""
        return self.measures[0].matches

    @property
    def frame(self) -> Any:
        """A pandas table of the means, a row for each measure and variant.

        Its columns are ``measure`` and ``variant``; the ``mean``, and its 95 % interval from ``low`` to
        ``high``; the standard ``deviation`` of single rounds, and their ``p5``, ``median`` and ``p95``.
        """
        import pandas as pd

        rows = [
            (one.measure.name, one.variant.name, *one.mean, one.deviation, *one.spread) for one in self.means
        ]
        return pd.DataFrame(rows, columns=_MEANS)

    @property
    def differences(self) -> Any:
        """A pandas table of the differences, a row for each measure and two variants.

        Its columns are the ``measure``; ``first`` and ``second``; the ``difference``, second minus first, and
        its 95 % interval from ``low`` to ``high``; ``low_all`` to ``high_all``, which hold for all rows at
        once; ``p`` and ``p_holm``; whether it ``differs`` by Holm's rule; the ``correlation`` over shared
        shuffles, and the ``gain`` from them: so many times as many rounds it would take without.
        """
        import pandas as pd

        rows = [
            (
                one.measure.name, one.first.name, one.second.name, *one.gap[:3], *one.at_once[1:],
                one.gap.p, one.p_holm, one.differs, one.correlation, one.gain,
            )
            for one in self.gaps
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=_DIFFERENCES)

    def figure(self, spread: bool | None = None) -> Figure:
        """Draw it, to be shown or printed: the means at the left, the differences at the right.

        Args:
            spread: whether it is also drawn how much single rounds vary; by default only for matches.
        """
        from ..draw.labfigures import draw_comparison

        return draw_comparison(self, self.matches if spread is None else spread)

    def __repr__(self) -> str:
        of = ", ".join(variant.rules.id for variant in self.variants)
        what = ", ".join(measure.name for measure in self.measures)
        unit = "matches" if self.matches else "rounds"
        return f"<Comparison of {of}: {what}; {self.rounds} {unit}, seed {self.seed}>"

    def __str__(self) -> str:
        from .telling import text

        return text(self)

    def _repr_html_(self) -> str:
        from .telling import html

        return html(self)
