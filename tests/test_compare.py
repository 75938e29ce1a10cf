"""Comparisons: known differences, many seeds, with and without shared shuffles, and what is refused."""

from __future__ import annotations

import json
from math import inf, isnan, sqrt
from typing import Any

import numpy as np
import pandas as pd
import pytest

from trinb import RuleSet, TrinbError, rules
from trinb.simulate import simulate
from trinb.simulate.compare import MATCHES, PILOT, ROUNDS, compare, opening_advantage, time_to_target
from trinb.simulate.comparison import Comparison, Difference, Mean
from trinb.simulate.measures import MEASURES, Measure, Pace, Rows, measure
from trinb.simulate.statistics import FEWEST
from trinb.simulate.telling import data
from trinb.simulate.variants import Variant, variants
from trinb.words import speaking

SWEDISH, GERMAN, GRANNA = rules("triangelspelet"), rules("triominos-de"), rules("granna")
LITTLE: dict[str, Any] = {"rounds": 600, "progress": False}


def with_triple(points: int) -> RuleSet:
    """Triangelspelet with other points for the leading triple: nothing else changes."""
    return SWEDISH.evolve(opening={"triple": {"points": points}})


def with_bridge(points: int) -> RuleSet:
    return SWEDISH.evolve(score={"bridge": {"points": points}})


def only(comparison: Comparison) -> Difference:
    (found,) = comparison.gaps
    return found


# --- what is known beforehand -----------------------------------------------------------------------------


def test_the_means_are_those_of_a_simulation() -> None:
    found = compare([SWEDISH, GERMAN], 3, ["points", "turns", "blocked"], rounds=2_000, seed=4)
    for one in found.means:
        simulated = simulate(one.variant.rules, ["greedy"] * 3, rounds=2_000, seed=4)
        assert one.mean.value == pytest.approx(simulated.mean[one.measure.name])
        if not one.measure.share:
            half = simulated.ci95[one.measure.name]
            assert one.mean.high - one.mean.value == pytest.approx(half, rel=0.03)


def test_a_known_difference_in_every_round() -> None:
    # A leading triple scores ten points more, and nobody chooses anything else for it.
    found = only(compare([with_triple(25), with_triple(35)], 4, "points", **LITTLE))
    assert found.gap.value == pytest.approx(10)
    assert found.gap.low == pytest.approx(10) == found.gap.high
    assert found.p_holm == 0
    assert found.differs
    assert found.correlation == pytest.approx(1)
    assert found.gain == inf


def test_a_known_difference_that_varies() -> None:
    # Random players do not look at points, so each bridge gives thirty points more.
    sides = [(with_bridge(50), ["random"] * 2), (with_bridge(80), ["random"] * 2)]
    found = compare(sides, measure=["points", "bridge"], rounds=2_000)
    points, bridges = (
        next(one for one in found.gaps if one.measure.name == name) for name in ("points", "bridge")
    )
    assert bridges.gap == (0.0, 0.0, 0.0, 1.0)
    assert points.gap.value == pytest.approx(30 * found.means[2].mean.value)
    assert points.gap.high - points.gap.low == pytest.approx(30 * found.means[2].mean.width, rel=1e-6)


def test_the_same_on_the_same_shuffles_does_not_differ_at_all() -> None:
    found = compare([SWEDISH, SWEDISH], measure=["turns", "blocked"], **LITTLE)
    assert [one.gap.value for one in found.gaps] == [0, 0]
    assert not any(one.differs for one in found.gaps)
    assert [one.name for one in found.variants] == ["Triangelspelet", "Triangelspelet [2]"]
    assert "not one round differed" in str(found)


def test_paired_by_hand() -> None:
    found = only(compare([SWEDISH, rules("triangelspelet-late-draw")], measure="turns", rounds=800, seed=3))
    one, two = (
        simulate(side.rules, side.players, rounds=800, seed=3, keep_rows=True).rows["turns"].to_numpy(float)
        for side in (found.first, found.second)
    )
    apart = two - one
    assert found.gap.value == pytest.approx(apart.mean())
    half = 1.963 * apart.std(ddof=1) / sqrt(800)
    assert found.gap.high - found.gap.value == pytest.approx(half, rel=1e-3)
    assert found.correlation == pytest.approx(np.corrcoef(one, two)[0, 1])
    assert found.gain == pytest.approx((one.var() + two.var()) / apart.var())


# --- over many seeds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("shared", [True, False])
def test_how_often_the_interval_holds_the_truth(shared: bool) -> None:
    sides = [SWEDISH, rules("triangelspelet-late-draw")]
    truth = only(compare(sides, measure="turns", rounds=200_000, seed=10**6)).gap
    tries, held = 300, 0
    for seed in range(tries):
        found = only(compare(sides, measure="turns", rounds=200, seed=seed, shared=shared)).gap
        held += found.low <= truth.value <= found.high
    assert abs(held / tries - 0.95) < 4 * sqrt(0.95 * 0.05 / tries)


def test_equals_seldom_differ() -> None:
    # Seats are alike from shuffle to shuffle, so other shuffles of the same rules are equals.
    tries, alarms = 300, 0
    for seed in range(tries):
        found = compare([SWEDISH] * 3, measure=["points", "turns"], rounds=150, seed=seed, shared=False)
        alarms += any(one.differs for one in found.gaps)
    assert alarms / tries < 0.05 + 4 * sqrt(0.05 * 0.95 / tries)


# --- shared shuffles --------------------------------------------------------------------------------------


def test_shared_shuffles_make_the_interval_narrower_as_the_gain_says() -> None:
    sides = [SWEDISH, rules("triangelspelet-late-draw")]
    with_them, without = (
        only(compare(sides, measure="turns", rounds=4_000, shared=way)) for way in (True, False)
    )
    assert with_them.gain > 1.5
    assert with_them.correlation > 0.3
    widths = [one.gap.high - one.gap.low for one in (with_them, without)]
    assert (widths[1] / widths[0]) ** 2 == pytest.approx(with_them.gain, rel=0.1)
    assert isnan(without.correlation)
    assert without.gain == 1


def test_another_box_shares_no_shuffles_and_it_says_so() -> None:
    found = compare([SWEDISH, rules("triangelspelet-pro")], measure="points", rounds=4_000)
    assert abs(only(found).correlation) < 0.1
    assert "hardly help" in str(found)
    assert "times as many" in str(
        compare([SWEDISH, rules("triangelspelet-late-draw")], measure="turns", **LITTLE)
    )


def test_where_shared_shuffles_do_harm_it_says_so() -> None:
    # One seat's points against the other's: what one wins the other loses.
    def other(rows: Rows) -> Any:
        seat = 0 if rows.players[0] == "greedy" else 1
        return rows.seats("won")[:, seat]

    one = Measure("own", "rounds won", other, share=True)
    found = compare(
        [(SWEDISH, ["greedy", "random"]), (SWEDISH, ["random", "greedy"])], measure=one, rounds=3_000
    )
    assert only(found).gain < 0.95
    assert "do harm" in str(found)


# --- how many rounds --------------------------------------------------------------------------------------


def test_a_wanted_width_is_reached() -> None:
    found = compare([SWEDISH, GERMAN], measure=["turns", "blocked"], width={"turns": 1.0, "blocked": 0.03})
    assert found.plan is not None
    assert found.plan.is_kept
    assert found.rounds == found.plan.rounds > FEWEST
    assert found.plan.pilot == PILOT
    for one in found.gaps:
        assert (
            one.gap.high - one.gap.low
            <= found.plan.widest[one.measure.name]
            <= found.plan.wanted[one.measure.name]
        )
    assert "A pilot of 2 000 other rounds" in str(found)


def test_the_pilot_does_not_count() -> None:
    found = compare([SWEDISH, GERMAN], measure="turns", width=1.0)
    again = compare([SWEDISH, GERMAN], measure="turns", rounds=found.rounds)
    assert again.means == found.means
    assert again.gaps == found.gaps


def test_a_number_is_the_width_of_the_first_measure() -> None:
    found = compare([SWEDISH, GERMAN], measure=["turns", "points"], width=1.5)
    assert found.plan is not None
    assert dict(found.plan.wanted) == {"turns": 1.5}


def test_the_width_of_a_single_variant_is_that_of_its_mean() -> None:
    found = compare(SWEDISH, measure="turns", width=1.0)
    assert found.gaps == ()
    assert found.means[0].mean.width <= 1.0
    assert found.plan is not None
    assert found.plan.is_kept


def test_how_many_there_are_if_nobody_says() -> None:
    assert compare(SWEDISH, measure="turns").rounds == ROUNDS
    assert compare(GRANNA, measure="match_rounds").rounds == MATCHES


def test_a_plan_that_is_not_kept_says_so() -> None:
    found = compare(SWEDISH, measure="turns", width=1.0)
    assert found.plan is not None
    late = found.plan._replace(widest={"turns": 1.1})
    assert not late.is_kept


# --- the seed ---------------------------------------------------------------------------------------------


def test_the_seed_reproduces_everything() -> None:
    one, two, other = (compare([SWEDISH, GERMAN], 3, seed=seed, rounds=12_345) for seed in (5, 5, 6))
    assert one.means == two.means
    assert one.gaps == two.gaps
    assert one.means != other.means


def test_more_threads_do_not_change_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(processors: int) -> Comparison:
        monkeypatch.setattr("os.cpu_count", lambda: processors)
        return compare([SWEDISH, GERMAN], measure="turns", rounds=45_000)

    assert found(1).means == found(3).means


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    compare(SWEDISH, measure="turns", rounds=25_000, progress=lambda done, asked: told.append((done, asked)))
    assert told[-1] == (25_000, 25_000)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


# --- many comparisons -------------------------------------------------------------------------------------


def test_all_pairs_or_only_with_the_first() -> None:
    sides = [SWEDISH, GERMAN, GRANNA, rules("triominos-nl")]
    assert len(compare(sides, measure="turns", **LITTLE).gaps) == 6
    first = compare(sides, measure="turns", pairs="first", **LITTLE)
    assert [one.first.rules.id for one in first.gaps] == ["triangelspelet"] * 3


def test_intervals_that_hold_at_once_are_wider_and_agree_with_holm() -> None:
    found = compare([SWEDISH, GERMAN, rules("triominos-nl"), rules("trekantspelet-1page")], 3, **LITTLE)
    for one in found.gaps:
        assert one.at_once.low <= one.gap.low <= one.gap.high <= one.at_once.high
        assert one.p_holm >= one.gap.p
        # What even the wider interval sets apart, Holm's rule sets apart, too.
        assert one.differs or one.at_once.holds(0)
    assert 0 < sum(one.differs for one in found.gaps) < len(found.gaps)


# --- what is measured -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure(name: str) -> None:
    of_matches = MEASURES[name].matches
    found = compare([SWEDISH, GERMAN], 3, name, rounds=100 if of_matches else 300)
    for one in found.means:
        assert one.mean.low <= one.mean.value <= one.mean.high
        assert one.spread[0] <= one.spread[1] <= one.spread[2]
    assert found.matches == of_matches
    assert MEASURES[name].told[0].isalpha()


def test_measures_by_hand() -> None:
    found = compare(
        GERMAN, 3, ["points", "points_each", "turns", "minutes", "undecided"], rounds=500, pace=Pace(30, 90)
    )
    points, each, turns, minutes, undecided = (one.mean.value for one in found.means)
    assert each == pytest.approx(points / 3)
    assert minutes == pytest.approx((30 * turns + 90) / 60)
    rows = simulate(GERMAN, ["greedy"] * 3, rounds=500, keep_rows=True).rows
    assert undecided == pytest.approx((rows["winner"] == -1).mean())


def test_what_the_opener_gets_by_hand() -> None:
    found = opening_advantage(GERMAN, 3, rounds=500, seed=2)
    rows = simulate(GERMAN, ["greedy"] * 3, rounds=500, seed=2, keep_rows=True).rows
    ahead, opening, wins = [], [], []
    for _, row in rows.iterrows():
        who = int(row["opener"])
        scores = [row[f"score_{seat}"] for seat in range(3)]
        ahead.append(scores[who] - (sum(scores) - scores[who]) / 2)
        names = ("start_points", "triple_points", "zero_points", "second_triple_points")
        opening.append(sum(row.get(f"{name}_{seat}", 0) for name in names for seat in range(3)))
        wins.append(100 * ((row["winner"] == who) - (row["winner"] >= 0) / 3))
    assert [one.mean.value for one in found.means] == pytest.approx(
        [np.mean(some) for some in (ahead, opening, wins)]
    )
    assert found.means[0].measure.reference == 0


def test_a_column_is_a_measure() -> None:
    found = compare(SWEDISH, 2, ["score_0", "won_1", "bridge_points_0", "hexagon_points_1"], rounds=500)
    mean = simulate(SWEDISH, ["greedy"] * 2, rounds=500).mean
    assert found.means[0].mean.value == pytest.approx(mean["score_0"])
    assert found.means[1].mean.value == pytest.approx(mean["won_1"])
    assert found.means[1].measure.share
    assert found.means[2].mean.value == pytest.approx(mean["bridge_points_0"])
    assert found.means[3].mean.value == 0  # there are no points for hexagons here
    assert [one.measure.told for one in found.means] == [
        "points of seat 0",
        "rounds won by seat 1",
        "points of seat 0 for: bridge",
        "points of seat 1 for: hexagon",
    ]


def test_a_measure_of_your_own() -> None:
    high = Measure("high", "rounds with more than 200 points", lambda rows: rows["points"] > 200, share=True)
    found = compare([SWEDISH, GERMAN], measure=high, **LITTLE)
    assert 0 < found.means[0].mean.value < 1
    assert "rounds with more than 200 points" in str(found)


@pytest.mark.parametrize(
    ("of", "share", "message"),
    [
        (lambda rows: rows["turns"][:5], False, "one number for each round"),
        (lambda rows: 1.0, False, "one number for each round"),
        (lambda rows: rows["turns"] * np.nan, False, "one number for each round"),
        (lambda rows: rows["turns"], True, "must be 0 or 1"),
        (lambda rows: rows["bogus"], False, "there is no 'bogus'"),
    ],
)
def test_a_measure_of_your_own_that_gives_nonsense(of: Any, share: bool, message: str) -> None:
    with pytest.raises(TrinbError, match=message):
        compare(SWEDISH, measure=Measure("own", "own", of, share), **LITTLE)


# --- matches ----------------------------------------------------------------------------------------------


def test_time_to_the_target_by_hand() -> None:
    found = time_to_target(
        SWEDISH, 3, seconds_per_turn=15, seconds_between=120, lesson=60, rounds=300, seed=1
    )
    rows = simulate(SWEDISH, ["greedy"] * 3, matches=300, seed=1, keep_rows=True).rows
    minutes = (15 * rows["turns"] + 120 * rows["rounds"]) / 60
    wanted = [rows["rounds"].mean(), minutes.mean(), (minutes <= 60).mean()]
    assert [one.mean.value for one in found.means] == pytest.approx(wanted)
    assert found.matches
    assert found.means[1].spread == pytest.approx(tuple(np.quantile(minutes, (0.05, 0.5, 0.95))))
    assert "15 seconds for a turn and 120 seconds to count and deal" in str(found)
    assert "The lesson has 60 minutes" in str(found)


def test_matches_share_shuffles_too() -> None:
    found = compare([with_triple(25), with_triple(30)], 3, "match_turns", rounds=500)
    assert only(found).gain > 1.2


def test_a_match_that_never_ends_is_no_match() -> None:
    endless = SWEDISH.evolve(match={"target": 10**9})
    with pytest.raises(TrinbError, match="had no end"):
        time_to_target(endless, rounds=2)


# --- variants ---------------------------------------------------------------------------------------------


def test_what_tells_variants_apart_is_their_name() -> None:
    def names(what: Any, players: Any = 2) -> list[str]:
        return [one.name for one in variants(what, players)]

    assert names(SWEDISH) == ["Triangelspelet"]
    assert names([SWEDISH, GERMAN]) == ["Triangelspelet", "Triominos, German rules"]
    assert names([(SWEDISH, 2), (GERMAN, 3)]) == [
        "Triangelspelet, 2 players",
        "Triominos, German rules, 3 players",
    ]
    assert names([(SWEDISH, ["greedy", "random"]), (SWEDISH, ["random", "random"])]) == [
        "Greedy, Random",
        "Random × 2",
    ]
    assert names([(SWEDISH, 2), (SWEDISH, ["greedy"] * 3), (SWEDISH, ["random"] * 3)])[1:] == [
        "Greedy × 3",
        "Random × 3",
    ]
    assert names({"one": SWEDISH, "two": (SWEDISH, 4)}) == ["one", "two"]
    with speaking("sv"):
        assert names([SWEDISH, GERMAN])[1] == "Triominos, tyska regler"


def test_a_hostile_label_is_one_line_of_sensible_length() -> None:
    (name,) = (one.name for one in variants({"a\nb\x1b[2J" + "x" * 10_000: SWEDISH}))
    assert name.isprintable()
    assert len(name) <= 60
    html = compare({"<script>alert(1)</script>": SWEDISH}, measure="turns", **LITTLE)._repr_html_()
    assert "<script>" not in html


# --- tables -----------------------------------------------------------------------------------------------


def test_the_tables() -> None:
    found = compare([SWEDISH, GERMAN], measure=["turns", "blocked"], **LITTLE)
    frame, differences = found.frame, found.differences
    assert isinstance(frame, pd.DataFrame)
    assert list(frame["measure"]) == ["turns", "turns", "blocked", "blocked"]
    assert list(frame.columns) == [
        "measure",
        "variant",
        "mean",
        "low",
        "high",
        "deviation",
        "p5",
        "median",
        "p95",
    ]
    assert frame.loc[0, ["mean", "low", "high"]].tolist() == list(found.means[0].mean)
    assert len(differences) == 2
    assert differences.loc[0, "difference"] == found.gaps[0].gap.value
    assert differences.loc[0, ["low_all", "high_all"]].tolist() == list(found.gaps[0].at_once[1:])
    assert differences["differs"].dtype == bool


def test_in_words_and_in_html() -> None:
    found = compare([SWEDISH, GERMAN], measure=["turns", "blocked"], **LITTLE)
    text, html = str(found), found._repr_html_()
    first, *rest = text.splitlines()
    assert first.split() == ["turns", "blocked", "rounds"]
    assert [line.split()[0] for line in rest[:3]] == ["A", "B", "B"]
    assert "Players: Greedy × 2. 600 rounds of each, with the same shuffles, seed 0." in text
    assert text.isascii() is False
    assert "\xa0" not in text
    assert html.count("<tr>") + html.count("<tr ") == 4
    for one in found.gaps:
        assert (" *" in text) == any(each.differs for each in found.gaps)
        assert (
            f"{100 * one.gap.value if one.measure.share else one.gap.value:+.1f}"[:3].replace("-", "−")
            in html
        )
    with speaking("sv"):
        assert "Triominos, tyska regler" in str(found)
        assert "." not in str(found).splitlines()[1].replace("Triangelspelet", "")


def test_the_repr_is_short() -> None:
    found = compare([SWEDISH, GERMAN], measure="turns", **LITTLE)
    assert repr(found) == "<Comparison of triangelspelet, triominos-de: turns; 600 rounds, seed 0>"


def test_as_data() -> None:
    found = compare([SWEDISH, SWEDISH], measure="blocked", width=0.5)
    read = json.loads(json.dumps(data(found), allow_nan=False))
    assert read["rounds"] == found.rounds
    assert read["variants"][0] == {
        "name": "Triangelspelet",
        "rules": "triangelspelet",
        "readings": [],
        "players": ["greedy", "greedy"],
    }
    assert read["means"][1]["variant"] == 1
    assert read["differences"][0]["difference"] == 0
    assert read["differences"][0]["gain"] is None  # without end
    assert read["plan"]["kept"] is True


# --- what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "options", "message"),
    [
        ([], {}, "from 1 to 12"),
        ([SWEDISH] * 13, {}, "from 1 to 12"),
        ("triangelspelet", {}, "a list of rule sets"),
        (7, {}, "a list of rule sets"),
        ([7], {}, "neither a rule set nor"),
        ([(SWEDISH, 2, 3)], {}, "neither a rule set nor"),
        ([(SWEDISH, 9)], {}, "players are how many"),
        ([(SWEDISH, "greedy")], {}, "players are how many"),
        ([(SWEDISH, ["clever", "greedy"])], {}, "there is no player 'clever'"),
        ([(SWEDISH, 1)], {}, "for 2 to 8 players, not 1"),
        ([(GERMAN, 5)], {}, "for 2 to 4 players, not 5"),
        (SWEDISH, {"measure": "bogus"}, "no measure 'bogus'; there are points"),
        (SWEDISH, {"measure": 7}, "no measure 7"),
        (SWEDISH, {"measure": []}, "each thing once"),
        (SWEDISH, {"measure": ["turns", "turns"]}, "each thing once"),
        (SWEDISH, {"measure": ["turns", "match_turns"]}, "one after the other"),
        (SWEDISH, {"measure": "score_7"}, "there is no 'score_7' among 2 players"),
        (SWEDISH, {"rounds": 1}, "from 2 to"),
        (SWEDISH, {"rounds": 10**12}, "from 2 to"),
        (SWEDISH, {"rounds": 2.5}, "from 2 to"),
        (SWEDISH, {"rounds": 100, "width": 1.0}, "not both"),
        (SWEDISH, {"width": 0}, "above 0"),
        (SWEDISH, {"width": inf}, "above 0"),
        (SWEDISH, {"width": "wide"}, "above 0"),
        (SWEDISH, {"width": {"points": 1.0}, "measure": "turns"}, "not measured"),
        (SWEDISH, {"width": 1e-9}, "ask for wider ones"),
        (SWEDISH, {"pairs": "some"}, 'pairs is "all" or "first"'),
        (SWEDISH, {"pace": -1}, "a time must be"),
        (SWEDISH, {"pace": Pace(1, 1, float("nan"))}, "a time must be"),
    ],
)
def test_what_cannot_be_compared(what: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(TrinbError, match=message):
        compare(what, **options)


def test_a_variant_may_be_given_again() -> None:
    found = compare([SWEDISH, GERMAN], measure="turns", **LITTLE)
    again = compare(found.variants, measure="turns", **LITTLE)
    assert again.means == found.means
    assert isinstance(found.variants[0], Variant)
    assert isinstance(found.means[0], Mean)
    assert measure(MEASURES["turns"]) is MEASURES["turns"]
