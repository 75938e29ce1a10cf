"""What a simulation says is true: its means, its intervals, and the players in it.

`YARDSTICK` holds means of one round and standard deviations between rounds of an independent simulator that
shares no code with trinb (see `test_statistics`), here with the turns as well.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import numpy as np
import pytest

from trinb import RuleSet, play_round, player, rules
from trinb.moves import What
from trinb.simulate import kernel, simulate
from trinb.simulate.columns import sort_of
from trinb.simulate.program import MOST_ROUNDS, program
from trinb.simulate.results import MAIN, Simulation, estimate_of
from trinb.simulate.task import POLICIES, Task

SWEDISH = rules("triangelspelet")
RISING = SWEDISH.evolve(tiles="triominos-56")
YARDSTICK_ROUNDS = 2_000_000
YARDSTICK = {
    "greedy": {
        "turns": (30.524412, 13.1032),
        "tiles": (24.437629, 8.9198),
        "points": (168.302065, 65.7109),
        "blocked": (0.021331, 0.1420),
        "draws": (11.111546, 8.4421),
        "plain": (22.745464, 8.2253),
        "bridge": (0.271825, 0.5725),
        "docking": (0.416602, 0.7230),
        "drone": (0.003739, 0.0624),
    },
    "random": {
        "turns": (30.379943, 12.9124),
        "tiles": (24.356280, 8.6478),
        "points": (155.257866, 53.5442),
        "blocked": (0.017535, 0.1333),
        "draws": (10.998090, 8.3045),
        "plain": (22.863406, 8.1543),
        "bridge": (0.203776, 0.4767),
        "docking": (0.287280, 0.5775),
        "drone": (0.001818, 0.0420),
    },
}


@pytest.mark.parametrize("policy", YARDSTICK)
def test_means_agree_with_the_yardstick(policy: str, record_property: Any) -> None:
    rounds = 1_000_000
    found = simulate(RISING, [policy] * 4, rounds, seed=11)
    zs = {}
    for name, (mean, deviation) in YARDSTICK[policy].items():
        assert found.estimates[name].deviation == pytest.approx(deviation, rel=0.06)
        zs[name] = (found.mean[name] - mean) / (deviation * sqrt(1 / rounds + 1 / YARDSTICK_ROUNDS))
    said = ", ".join(f"{name} {z:+.2f}" for name, z in zs.items())
    record_property("measured", f"z of the kernel against the yardstick, {policy}, {rounds} rounds: {said}")
    assert tuple(zs) == MAIN
    assert {name: z for name, z in zs.items() if abs(z) > 3.5} == {}


# --- the same players as in the readable engine -------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["greedy", "random"])
@pytest.mark.parametrize(
    "rule_set", ["triominos-goliath", "granna", "triominos-nl-literal", "triangelspelet-pro"], ids=str
)
def test_players_choose_as_the_readable_ones_do(rule_set: str, policy: str) -> None:
    # These rules leave more to choose: to draw although something fits, to stop, which sum to lay.
    count, rule = 500, rules(rule_set)
    measured = ("tiles", "points", "draws", "bridge", "docking")
    table, values = [player(policy)] * 3, []
    for seed in range(count):
        over = play_round(rule, table, seed)
        kinds = Counter(laid.contact.kind.value for laid in over.board.laid)
        draws = sum(event.what is What.DRAW for event in over.events)
        values.append([len(over.board), sum(over.scores), draws, kinds["bridge"], kinds["docking"]])
    means, errors = np.mean(values, 0), np.std(values, 0) / sqrt(count)
    found = simulate(rule, [policy] * 3, 50_000, seed=1)
    for name, mean, error in zip(measured, means, errors, strict=True):
        assert abs(found.mean[name] - mean) < 4 * error, name


# --- means and intervals ------------------------------------------------------------------------------------


def test_means_and_intervals_are_those_of_the_rows() -> None:
    found = simulate(SWEDISH, ["greedy", "random", "greedy"], 20_000, seed=2, keep_rows=True)
    rows = found.rows
    for name in found.task.columns:
        estimate = found.estimates[name]
        error = rows[name].std() / sqrt(len(rows))
        assert estimate.mean == pytest.approx(rows[name].mean())
        assert estimate.deviation == pytest.approx(rows[name].std())
        assert estimate.low <= estimate.mean <= estimate.high
        assert estimate.half >= max(estimate.high - estimate.mean, estimate.mean - estimate.low) - 1e-12
        # Wilson's intervals of what is rare are a little wider.
        assert 1.959 * error - 1e-9 <= estimate.half <= 2.35 * error + 1e-9, name
        if abs(estimate.mean) > 1:
            assert estimate.half == pytest.approx(1.96 * error, rel=0.01)


def test_rounds_of_a_match_are_taken_together() -> None:
    # Worked out anew: for each match the sums of its rounds, as textbooks do for clusters.
    players, count = ("greedy", "random"), 60
    what = program(SWEDISH, 2)
    room = kernel.Results.room(what, rows=MOST_ROUNDS, matches=count)
    policies = [POLICIES[name] for name in players]
    played, _ = kernel.play(what, policies, 5, 0, count, True, room)
    found = simulate(SWEDISH, players, matches=count, seed=5)
    assert found.rounds == played
    match_of = np.repeat(np.arange(count), room.matches[:, 0])
    rows = room.rows[:played].astype(float)
    for index, name in enumerate(what.columns):
        column = rows[:, index]
        apart = np.bincount(match_of, column - column.mean())
        error = sqrt((apart**2).sum() * count / (count - 1)) / played
        assert found.mean[name] == pytest.approx(column.mean())
        if sort_of(name).value == "other":
            assert found.ci95[name] == pytest.approx(2.001 * error, rel=1e-3)  # Student's t for 59
        else:
            assert found.ci95[name] >= 2 * error
    for index, name in enumerate(what.match_columns):
        column = room.matches[:, index]
        assert found.match_mean[name] == pytest.approx(column.mean())
        assert found.match_ci95[name] >= 2 * column.std(ddof=1) / sqrt(count) - 1e-9


def test_one_round_says_nothing_of_others() -> None:
    found = simulate(SWEDISH, ["greedy"] * 2, 1)
    assert found.mean["turns"] > 0 and np.isnan(found.ci95["turns"]) and np.isnan(found.frame["low"]["turns"])
    assert found.ci95["extension_points_0"] == 0


def test_what_was_never_seen_may_still_happen() -> None:
    sort = sort_of("drone")
    for count in (2, 100, 10_000):
        never = estimate_of(sort, count, count, 0.0, 0.0, 0.0)
        assert never.low == 0 < never.half < 40 / count
    share = sort_of("blocked")
    never, always = (estimate_of(share, 100, 100, mean, 0.0, 0.0) for mean in (0.0, 1.0))
    assert (never.low, always.high) == (0, 1)
    assert never.high == pytest.approx(1 - always.low) == pytest.approx(0.038, abs=0.002)
    # But what is always the same is the same: six rounds in every match of six.
    assert estimate_of(sort, 100, 100, 6.0, 0.0, 0.0).half == 0


RUNS = 200


def held(runs: list[Simulation], truth: Simulation, name: str, matches: bool = False) -> int:
    """How many intervals of a column hold the true mean."""
    of = "match_estimates" if matches else "estimates"
    value = getattr(truth, of)[name].mean
    estimates = [getattr(one, of)[name] for one in runs]
    assert all(one.half >= max(one.high - one.mean, one.mean - one.low) - 1e-12 for one in estimates)
    return sum(one.low <= value <= one.high for one in estimates)


def played(
    rule_set: RuleSet, players: tuple[str, ...], count: int, seed: int, matches: bool = False
) -> Simulation:
    task = Task(rule_set, players, seed, matches)
    return Simulation(task, task.play(0, count), 1.0, count)


LEAST = RUNS * 0.95 - 3 * sqrt(RUNS * 0.95 * 0.05)
"""An honest interval holds less often once in a thousand tests."""


@pytest.mark.slow
class TestCoverage:
    """Intervals that are called 95 % hold the true mean 95 times in a hundred, and not much less often."""

    @pytest.mark.parametrize("rounds", [25, 400])
    def test_of_rounds(self, rounds: int) -> None:
        players = ("greedy", "random", "greedy")
        truth = simulate(SWEDISH, players, 2_000_000, seed=10**6)
        runs = [played(SWEDISH, players, rounds, seed) for seed in range(RUNS)]
        columns = [
            *MAIN,
            "margin",
            "holes",
            "edge",
            "width",
            "lead_changes",
            "laps",
            "passes",
            "score_1",
            "won_2",
        ]
        columns += ["left_0", "opener", "opened_1"]
        found = {name: held(runs, truth, name) for name in columns}
        assert {name: many for name, many in found.items() if many < LEAST} == {}
        # Nor are they wider than they need be.
        common = [found[name] for name in ("turns", "tiles", "points", "draws", "plain", "margin", "score_1")]
        assert sum(common) / len(common) < 0.975 * RUNS

    def test_of_matches_and_their_rounds(self) -> None:
        players = ("greedy", "random")
        truth = simulate(SWEDISH, players, matches=200_000, seed=10**6)
        runs = [played(SWEDISH, players, 30, seed, matches=True) for seed in range(RUNS)]
        columns = [*MAIN, "score_0", "won_1", "opened_0", "lead_changes", "laps"]
        found = {name: held(runs, truth, name) for name in columns}
        found |= {f"match_{name}": held(runs, truth, name, True) for name in truth.match_mean}
        found.pop("match_unfinished")
        assert {name: many for name, many in found.items() if many < LEAST} == {}
