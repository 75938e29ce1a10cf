"""Means, shares and differences with their 95 % intervals; nothing here knows about games.

Results come in as **moments**: how many, their sums, and the sums of their products.  They add up, so
millions of rounds take no memory, and they hold all that a paired comparison needs:

>>> import numpy as np
>>> both = Moments.of(np.array([[1.0, 2.0], [3.0, 5.0]])) + Moments.of(np.array([[2.0, 3.0]]))
>>> both.count, both.mean.tolist(), round(float(both.covariance[0, 1]), 9)
(3, [2.0, 3.3333333333333335], 1.5)

Which interval is used:

- the mean of numbers: Student's t;
- a share: Wilson's interval, which is right for shares near 0 and 1, too;
- the difference of two means: t on the differences of the pairs; Welch's t where there are no pairs;
- the difference of two shares: Agresti and Min's interval for pairs; Agresti and Caffo's where there are
none.

With many comparisons, `holm` keeps the chance of even one false alarm below 5 %.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, inf, isnan, log10, nan, sqrt
from typing import NamedTuple

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri, stdtr, stdtrit

Floats = NDArray[np.float64]

LEVEL = 0.95
"""How often an interval holds the true value."""

FEWEST = 500
"""So many rounds are played at least, however wide an interval may be."""

_SURE = 1.645  # a number that is below this many standard errors more in 95 of 100 cases


class Interval(NamedTuple):
    """A number that was measured, and the interval that holds the true one.

    >>> Interval(0.25, 0.24, 0.27).holds(0.26)
    True
    """

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """From one end to the other."""
        return self.high - self.low

    def holds(self, value: float) -> bool:
        """Whether the interval holds a value."""
        return self.low <= value <= self.high


class Gap(NamedTuple):
    """The difference of two means, its interval, and how likely one so large is if there is none (`p`)."""

    value: float
    low: float
    high: float
    p: float


@frozen(eq=False)
class Moments:
    """What results add up to: for each column its sum, and for each two columns the sum of their products."""

    count: int
    total: Floats
    products: Floats

    @classmethod
    def of(cls, values: Floats) -> Moments:
        """Those of results, one in a row."""
        return cls(len(values), values.sum(0), values.T @ values)

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.count + other.count, self.total + other.total, self.products + other.products)

    @property
    def mean(self) -> Floats:
        """The mean of each column."""
        return self.total / self.count

    @property
    def covariance(self) -> Floats:
        """The covariance of each two columns; on the diagonal the variances."""
        if self.count < 2:
            return np.full_like(self.products, nan)
        found: Floats = (self.products - np.outer(self.total, self.mean)) / (self.count - 1)
        # What never varies has no variance, whatever was rounded on the way.
        tiny = 1e-12 * np.diag(self.products) / self.count
        found[np.diag_indices_from(found)] = np.where(np.diag(found) <= tiny, 0.0, np.diag(found))
        return found


def t_quantile(level: float, freedom: float) -> float:
    """So many standard errors to each side make an interval of this level.

    >>> round(t_quantile(0.95, 10), 3), round(t_quantile(0.95, 1e9), 3)
    (2.228, 1.96)
    """
    return float(stdtrit(freedom, 0.5 + level / 2))


def mean_interval(count: int, mean: float, variance: float, level: float = LEVEL) -> Interval:
    """The mean of numbers, by Student's t.

    >>> mean_interval(25, 10.0, 4.0)
    Interval(value=10.0, low=9.17..., high=10.82...)
    """
    half = t_quantile(level, count - 1) * sqrt(variance / count) if count > 1 else nan
    return Interval(mean, mean - half, mean + half)


def share_interval(count: int, share: float, level: float = LEVEL) -> Interval:
    """A share, by Wilson.

    >>> share_interval(100, 0.0)
    Interval(value=0.0, low=0.0, high=0.036...)
    """
    z2 = t_quantile(level, inf) ** 2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = sqrt(z2 * (share * (1 - share) / count + z2 / (4 * count**2))) / (1 + z2 / count)
    return Interval(
        share, 0.0 if share == 0 else max(0.0, middle - half), 1.0 if share == 1 else min(1.0, middle + half)
    )


def gap(
    count: int,
    means: tuple[float, float],
    variances: tuple[float, float],
    covariance: float | None,
    share: bool = False,
    level: float = LEVEL,
) -> Gap:
    """By how much the second is more than the first.

    Args:
        count: how many results there are of each.
        means: of the first and of the second.
        variances: of both.
        covariance: of the two, if the results are pairs; None if they are not.
        share: whether each result is 0 or 1.
        level: of the interval.

    >>> gap(100, (10.0, 11.0), (4.0, 4.0), 3.0)
    Gap(value=1.0, low=0.71..., high=1.28..., p=...e-10)
    >>> gap(100, (10.0, 11.0), (4.0, 4.0), None)
    Gap(value=1.0, low=0.44..., high=1.55..., p=0.0005...)
    """
    value = means[1] - means[0]
    if share:
        middle, error = _share_gap(count, means, variances, covariance)
        freedom = inf
    elif covariance is None:
        middle, error = value, sqrt(sum(variances) / count)
        squares = sum(variance**2 for variance in variances)
        freedom = (count - 1) * sum(variances) ** 2 / squares if squares else inf
    else:
        spread = sum(variances) - 2 * covariance
        # Two columns that always differ by the same have a spread of 0, whatever was rounded on the way.
        middle, error = value, sqrt(spread / count) if spread > 1e-12 * sum(variances) else 0.0
        freedom = count - 1
    if error == 0 or isnan(error):
        return Gap(value, middle, middle, 1.0 if value == 0 else 0.0)
    half = t_quantile(level, freedom) * error
    return Gap(value, middle - half, middle + half, float(2 * stdtr(freedom, -abs(middle) / error)))


def _share_gap(
    count: int, means: tuple[float, float], variances: tuple[float, float], covariance: float | None
) -> tuple[float, float]:
    """The middle and the standard error of a difference of shares.

    A few made-up results, half of them of each sort, keep the interval right where shares are near 0 or 1.
    """
    one, two = (mean * count for mean in means)
    if covariance is None:
        p, q = (one + 1) / (count + 2), (two + 1) / (count + 2)
        return q - p, sqrt((p * (1 - p) + q * (1 - q)) / (count + 2))
    both = covariance * (count - 1) + one * two / count
    only_one, only_two = max(0.0, one - both), max(0.0, two - both)
    more = only_two - only_one
    spread = (only_one + only_two + 1) - more**2 / (count + 2)
    return more / (count + 2), sqrt(spread) / (count + 2)


def holm(chances: Sequence[float]) -> list[float]:
    """P-values corrected by Holm's rule.

    Call those below 5 % different, and the chance of any false alarm is at most 5 %.
    The smallest is multiplied by how many there are, the next one by one less, and so on; none gets smaller
    than one before it.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    found, most = [0.0] * len(chances), 0.0
    for place, index in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        most = max(most, min(1.0, (len(chances) - place) * chances[index]))
        found[index] = most
    return found


def variance_bound(values: Floats, share: bool = False) -> float:
    """What a variance hardly exceeds, from a pilot: the estimate and 1.645 of its standard errors.

    Args:
        values: the results of the pilot.
        share: whether they are differences of shares, or shares; then even what never differed may differ.
    """
    count = len(values)
    apart = (values - values.mean()) ** 2
    bound = float(apart.mean() + _SURE * apart.std() / sqrt(count))
    return max(bound, 3 / count) if share else bound


def rounds_for(width: float, variance: float) -> int:
    """How many results make an interval of this width, rounded up to two digits.

    >>> rounds_for(width=0.1, variance=1.0)
    1600
    """
    wanted = ceil(4 * t_quantile(LEVEL, inf) ** 2 * variance / width**2)
    if wanted <= FEWEST:
        return FEWEST
    unit = int(10 ** (floor(log10(wanted)) - 1))
    return -(-wanted // unit) * unit


def ratio_interval(many: Floats, of: Floats, level: float = LEVEL) -> Interval:
    """The sum of one count over the sum of another, both counted in independent rounds.

    >>> ratio_interval(np.array([1.0, 0.0, 1.0, 0.0]), np.ones(4))
    Interval(value=0.5, low=-0.41..., high=1.41...)
    """
    count, whole = len(many), float(of.sum())
    if not whole:
        return Interval(nan, nan, nan)
    value = float(many.sum()) / whole
    spread = float(((many - value * of) ** 2).sum()) * count / max(1, count - 1)
    half = t_quantile(level, max(1, count - 1)) * sqrt(spread) / whole
    return Interval(value, value - half, value + half)


def bootstrap(
    values: Floats, of_means: Callable[[Floats], Floats], seed: int, resamples: int = 2_000
) -> list[Interval]:
    """Intervals for numbers that are worked out from means, by the bootstrap (BCa, after Efron).

    Args:
        values: independent results, one in a row.
        of_means: from the means of all columns to the numbers; it must also take many rows of means at once.
        seed: what all chance follows from.
        resamples: how often the results are drawn anew.

    >>> some = np.arange(100.0)[:, None]
    >>> bootstrap(some, lambda means: means**2, seed=1)
    [Interval(value=2450.25, low=19..., high=3...)]
    """
    return bca(values, of_means, resampled(values, of_means, seed, resamples))


def resampled(
    values: Floats, of_means: Callable[[Floats], Floats], seed: int, resamples: int = 2_000
) -> Floats:
    """The numbers from results drawn anew from the results, as many as there are; see `bootstrap`."""
    rng, count = np.random.default_rng(seed), len(values)
    found = []
    for first in range(0, resamples, 100):  # some at a time: how often each is drawn takes much memory
        some = min(100, resamples - first)
        drawn = rng.integers(count, size=(some, count)) + count * np.arange(some)[:, None]
        often = np.bincount(drawn.ravel(), minlength=some * count).reshape(some, count)
        found.append(of_means(often @ values / count))
    return np.concatenate(found)


def bca(values: Floats, of_means: Callable[[Floats], Floats], again: Floats) -> list[Interval]:
    """The intervals of `bootstrap`, from what was `resampled`."""
    count, resamples = len(values), len(again)
    best = of_means(values.mean(0)[None])[0]
    without = of_means((values.sum(0) - values) / (count - 1))
    pull = without.mean(0) - without
    cubes, squares = (pull**3).sum(0), (pull**2).sum(0)
    bend = np.divide(cubes, 6 * squares**1.5, out=np.zeros_like(cubes), where=squares > 0)
    share = ((again < best).mean(0) + (again <= best).mean(0)) / 2
    shift = ndtri(np.clip(share, 1 / resamples, 1 - 1 / resamples))
    found = []
    for column, value in enumerate(best):
        moved = shift[column] + np.array([-1, 1]) * t_quantile(LEVEL, inf)
        places = ndtr(shift[column] + moved / (1 - bend[column] * moved))
        low, high = np.quantile(again[:, column], places)
        found.append(Interval(float(value), float(low), float(high)))
    return found
