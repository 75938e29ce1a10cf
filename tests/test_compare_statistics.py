"""The statistics of the lab: against scipy, by hand, and by how often the intervals hold the truth."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import stats

from trinb.simulate.statistics import (
    FEWEST,
    Floats,
    Gap,
    Interval,
    Moments,
    bootstrap,
    gap,
    holm,
    mean_interval,
    ratio_interval,
    rounds_for,
    share_interval,
    t_quantile,
    variance_bound,
)

some_numbers = arrays.arrays(
    np.float64, st.tuples(st.integers(2, 30), st.just(3)), elements=st.integers(-500, 500).map(float)
)


def gap_of(one: Floats, two: Floats, paired: bool, share: bool = False) -> Gap:
    """The difference of two columns."""
    moments = Moments.of(np.stack([one, two], axis=1).astype(np.float64))
    covariance = moments.covariance
    means = float(moments.mean[0]), float(moments.mean[1])
    variances = float(covariance[0, 0]), float(covariance[1, 1])
    return gap(moments.count, means, variances, float(covariance[0, 1]) if paired else None, share)


# --- moments ----------------------------------------------------------------------------------------------


@given(some_numbers)
def test_moments_are_the_means_and_covariances_of_numpy(values: Floats) -> None:
    moments = Moments.of(values)
    assert moments.count == len(values)
    assert np.allclose(moments.mean, values.mean(0))
    assert np.allclose(moments.covariance, np.cov(values.T), atol=1e-6)


@given(some_numbers, st.data())
def test_moments_of_whole_numbers_add_up_wherever_they_are_cut(values: Floats, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(values)))
    added, whole = Moments.of(values[:at]) + Moments.of(values[at:]), Moments.of(values)
    assert (added.count, *added.total, *added.products.ravel()) == (
        whole.count,
        *whole.total,
        *whole.products.ravel(),
    )


def test_what_never_varies_has_no_variance_whatever_was_rounded() -> None:
    moments = Moments.of(np.full((1_000, 1), 0.1))
    assert moments.covariance[0, 0] == 0


def test_one_result_has_no_variance_that_is_known() -> None:
    assert np.isnan(Moments.of(np.ones((1, 2))).covariance).all()


# --- against scipy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("freedom", [1, 4, 30, 1_000, inf])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_quantiles(level: float, freedom: float) -> None:
    wanted = stats.norm.ppf(0.5 + level / 2) if freedom == inf else stats.t.ppf(0.5 + level / 2, freedom)
    assert t_quantile(level, freedom) == pytest.approx(wanted)


@pytest.mark.parametrize("seed", range(5))
def test_a_mean(seed: int) -> None:
    values = np.random.default_rng(seed).exponential(size=40)
    wanted = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    found = mean_interval(40, float(values.mean()), float(values.var(ddof=1)))
    assert found[1:] == pytest.approx([wanted.low, wanted.high])


@pytest.mark.parametrize(("hits", "count"), [(0, 10), (1, 10), (5, 10), (10, 10), (3, 1_000), (999, 1_000)])
def test_a_share(hits: int, count: int) -> None:
    wanted = stats.binomtest(hits, count).proportion_ci(method="wilson")
    assert share_interval(count, hits / count)[1:] == pytest.approx([wanted.low, wanted.high])


@pytest.mark.parametrize("seed", range(5))
def test_a_difference_of_pairs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one = rng.normal(size=30)
    two = one + rng.normal(0.3, 0.5, 30)
    wanted = stats.ttest_rel(two, one)
    interval = wanted.confidence_interval(0.95)
    assert gap_of(one, two, paired=True) == pytest.approx(
        (float(np.mean(two - one)), interval.low, interval.high, wanted.pvalue)
    )


@pytest.mark.parametrize("seed", range(5))
def test_a_difference_without_pairs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one, two = rng.normal(size=30), rng.normal(0.3, 3, 30)
    wanted = stats.ttest_ind(two, one, equal_var=False)
    interval = wanted.confidence_interval(0.95)
    assert gap_of(one, two, paired=False) == pytest.approx(
        (float(np.mean(two) - np.mean(one)), interval.low, interval.high, wanted.pvalue)
    )


def test_a_bootstrap_is_like_that_of_scipy() -> None:
    values = np.random.default_rng(1).gamma(2.0, size=(60, 1))
    found = bootstrap(values, lambda means: means**2, seed=1, resamples=20_000)[0]
    wanted = stats.bootstrap(
        (values[:, 0],),
        lambda some, axis: some.mean(axis) ** 2,
        n_resamples=20_000,
        method="BCa",
        random_state=np.random.default_rng(2),
    ).confidence_interval
    assert found[1:] == pytest.approx([wanted.low, wanted.high], rel=0.02)


def test_the_bootstrap_of_what_never_varies() -> None:
    assert bootstrap(np.full((20, 1), 3.0), lambda means: means, seed=1) == [Interval(3.0, 3.0, 3.0)]


def test_the_same_seed_draws_the_same() -> None:
    values = np.random.default_rng(1).normal(size=(50, 1))
    one, two, other = (bootstrap(values, lambda means: means, seed, 200) for seed in (1, 1, 2))
    assert one == two != other


# --- by hand ----------------------------------------------------------------------------------------------


def test_holm_by_hand() -> None:
    # Sorted: 0.005 · 4 = 0.02, 0.011 · 3 = 0.033, 0.02 · 2 = 0.04, 0.04 · 1 = 0.04.
    assert holm([0.02, 0.04, 0.005, 0.011]) == pytest.approx([0.04, 0.04, 0.02, 0.033])
    # The third is not below 5 % any more, so neither is the fourth, although it would be alone.
    assert holm([0.01, 0.02, 0.03, 0.04]) == pytest.approx([0.04, 0.06, 0.06, 0.06])
    assert holm([]) == []
    assert holm([0.6, 0.9]) == [1.0, 1.0]


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_is_between_nothing_and_bonferroni(chances: list[float]) -> None:
    found = holm(chances)
    for p, corrected in zip(chances, found, strict=True):
        assert p <= corrected <= min(1.0, p * len(chances)) or corrected == pytest.approx(max(found))
        assert p <= corrected <= 1
    order = sorted(range(len(chances)), key=chances.__getitem__)
    assert [found[index] for index in order] == sorted(found)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_what_an_interval_for_all_at_once_finds_holm_finds_too(chances: list[float]) -> None:
    for p, corrected in zip(chances, holm(chances), strict=True):
        assert corrected < 0.05 or p >= 0.05 / len(chances)


def test_a_difference_of_shares_by_hand() -> None:
    # Of 98 pairs 60 are alike, 30 only the second, 8 only the first; half a pair is added to each sort.
    one = np.array([1.0] * 20 + [0.0] * 40 + [0.0] * 30 + [1.0] * 8)
    two = np.array([1.0] * 20 + [0.0] * 40 + [1.0] * 30 + [0.0] * 8)
    middle, error = 22 / 100, sqrt(39 - 22**2 / 100) / 100
    half = 1.959964 * error
    found = gap_of(one, two, paired=True, share=True)
    assert found[:3] == pytest.approx((22 / 98, middle - half, middle + half), abs=1e-6)
    # Without pairs Agresti and Caffo add one hit and one miss to each.
    p, q = 29 / 100, 51 / 100
    half = 1.959964 * sqrt((p * (1 - p) + q * (1 - q)) / 100)
    found = gap_of(one, two, paired=False, share=True)
    assert found[:3] == pytest.approx((22 / 98, q - p - half, q - p + half), abs=1e-6)


def test_what_never_differs() -> None:
    same = np.arange(50.0)
    assert gap_of(same, same, paired=True) == Gap(0.0, 0.0, 0.0, 1.0)
    assert gap_of(same, same + 0.1, paired=True) == pytest.approx((0.1, 0.1, 0.1, 0.0))
    shares = (same > 40).astype(float)
    found = gap_of(shares, shares, paired=True, share=True)
    # That they never differed in 50 rounds does not say that they never do.
    assert (found.value, found.p) == (0.0, 1.0)
    assert found.high == -found.low == pytest.approx(1.959964 / 52)


def test_a_ratio() -> None:
    many, of = np.array([1.0, 0, 2, 1]), np.array([2.0, 1, 3, 2])
    found = ratio_interval(many, of)
    assert found.value == 4 / 8
    assert found.high - found.value == pytest.approx(
        stats.t.ppf(0.975, 3) * sqrt(np.sum((many - of / 2) ** 2) * 4 / 3) / 8
    )
    assert np.isnan(ratio_interval(np.zeros(4), np.zeros(4)).value)


def test_how_many_rounds_a_width_takes() -> None:
    # 4 · 1.96² · 25 / 0.5² = 1536.6, rounded up to two digits.
    assert rounds_for(0.5, 25.0) == 1_600
    assert rounds_for(100.0, 25.0) == FEWEST
    assert rounds_for(0.001, 25.0) % 10**7 == 0


@given(st.floats(0.001, 1e3), st.floats(0, 1e6))
def test_so_many_rounds_give_the_width_wanted(width: float, variance: float) -> None:
    count = rounds_for(width, variance)
    assert 2 * t_quantile(0.95, inf) * sqrt(variance / count) <= width * (1 + 1e-9)


def test_what_never_differed_in_a_pilot_may_still_differ() -> None:
    assert variance_bound(np.zeros(300), share=True) == 3 / 300
    assert variance_bound(np.zeros(300)) == 0


# --- how often they hold the truth ------------------------------------------------------------------------

TRIES = 2_000


def held(one: Callable[[np.random.Generator], bool]) -> float:
    """How often it is so."""
    return sum(one(np.random.default_rng([7, seed])) for seed in range(TRIES)) / TRIES


def at_95(share: float) -> bool:
    """Whether a share of the tries may be 95 %, or a little more; four standard errors are allowed for."""
    return abs(share - 0.95) < 4 * sqrt(0.95 * 0.05 / TRIES) + 0.005


@pytest.mark.parametrize("paired", [True, False])
def test_differences_of_skewed_numbers(paired: bool) -> None:
    def one(rng: np.random.Generator) -> bool:
        shuffle = rng.gamma(2.0, 5.0, (2, 200))
        luck = shuffle[0] if paired else shuffle[1]
        first, second = shuffle[0] + rng.normal(size=200), luck + rng.exponential(3.0, 200) - 1
        return gap_of(first, second, paired)[1] <= 2.0 <= gap_of(first, second, paired)[2]

    assert at_95(held(one))


@pytest.mark.parametrize(("low", "high"), [(0.02, 0.03), (0.2, 0.35), (0.5, 0.5)])
@pytest.mark.parametrize("paired", [True, False])
def test_differences_of_shares(paired: bool, low: float, high: float) -> None:
    truth = true_share(high) - low

    def one(rng: np.random.Generator) -> bool:
        luck = rng.random((2, 300))
        first, second = luck[0] < low, luck[0 if paired else 1] + 0.02 * rng.normal(size=300) < high
        found = gap_of(first, second, paired, share=True)
        return found.low <= truth <= found.high

    # Where few differ, the interval is rather too wide than too narrow.
    share = held(one)
    assert at_95(share) or 0.95 <= share < 0.995


def true_share(edge: float) -> float:
    """How often a number below 1, with a little noise, is below an edge."""
    inside = np.linspace(0, 1, 20_001)
    return float(stats.norm.cdf((edge - inside) / 0.02).mean())


@pytest.mark.parametrize("share", [0.005, 0.02, 0.3])
def test_shares(share: float) -> None:
    def one(rng: np.random.Generator) -> bool:
        return share_interval(400, rng.binomial(400, share) / 400).holds(share)

    found = held(one)
    assert at_95(found) or (share < 0.01 and found > 0.9)


def test_ratios() -> None:
    def one(rng: np.random.Generator) -> bool:
        of = rng.integers(1, 4, 200)
        return ratio_interval(rng.binomial(of, 0.3).astype(float), of.astype(float)).holds(0.3)

    assert at_95(held(one))


@pytest.mark.parametrize(("skew", "often"), [(0.4, 0.88), (1.0, 0.75)])
def test_a_pilot_that_chooses_the_number_of_rounds_does_no_harm(
    skew: float, often: float, record_property: Callable[[str, object], None]
) -> None:
    # The second is a hard case: a pilot that has seen no large number asks for too few rounds.
    truth, widths = float(np.exp(skew**2 / 2)), []
    wanted = 0.2 if skew == 1 else 0.05

    def one(rng: np.random.Generator) -> bool:
        pilot = rng.lognormal(sigma=skew, size=2_000)
        count = rounds_for(wanted, variance_bound(pilot))
        values = rng.lognormal(sigma=skew, size=count)
        found = mean_interval(count, float(values.mean()), float(values.var(ddof=1)))
        widths.append(found.width)
        return found.holds(truth)

    share = held(one)
    narrow = float(np.mean(np.array(widths) <= wanted))
    record_property("measured", f"pilot: coverage {share:.3f}, as narrow as wanted {narrow:.3f}")
    assert at_95(share)
    assert narrow > often


def test_many_comparisons_of_equals_seldom_give_a_false_alarm() -> None:
    def one(rng: np.random.Generator) -> bool:
        values = rng.normal(size=(8, 100)) + rng.normal(size=100)
        chances = [gap_of(values[0], other, True).p for other in values[1:]]
        return min(holm(chances)) >= 0.05

    assert held(one) > 0.95 - 0.02


def test_without_correction_there_would_be_many() -> None:
    # Were this not so, the test above would pass for a correction that does nothing.
    def one(rng: np.random.Generator) -> bool:
        values = rng.normal(size=(8, 100)) + rng.normal(size=100)
        return min(gap_of(values[0], other, True).p for other in values[1:]) >= 0.05

    assert held(one) < 0.85
