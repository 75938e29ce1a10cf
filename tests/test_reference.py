"""The reference table: it is whole, every row comes out again, and nobody can change a number unnoticed.

Two tests play it again.  Some rows are played **whole**, and every digit has to be the same.  Of all rows the
**first rounds** are played, and have to agree with what the row says of all of them.  If either fails after a
change in the kernel, the game is played in another way, or chance falls in another way.  If that is meant,
make the table anew, which takes some minutes, and write the lesson that reads it anew, and read it:

    trinb statistics make data/statistics/reference.csv
    python tests/test_notebooks.py --write 08_first_statistics

**The sample.**  The first rounds are part of the whole that they are held against.  As rounds are independent
and alike, they are a sample of the whole without replacement: the mean of n out of N numbers is off that of
all by a standard deviation of ``s * sqrt((1 - n / N) / n)``, a bit less than that of other rounds would be,
and how many of all blocked rounds are among them is hypergeometric.  Rows have seeds of their own, so they
are independent of each other.

**All at once.**  There are thousands of such comparisons, and of so many some are far off by chance.  So each
has a p-value, and for each measure there is one more, which says whether its rows *together* are as far off
as they should be, neither more nor less (chi-squared).  The smallest p-value, times how many there are
(Bonferroni, which holds whatever they have to do with each other), has to be above one in a thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from attrs import evolve
from scipy import stats

from trinb import TrinbError, rule_sets, rules
from trinb.ruleparts import Reason
from trinb.simulate import kernel, reference, simulate
from trinb.simulate.columns import reason_name
from trinb.simulate.kinds import TITLES, Kind, Tally, is_share, kinds_of, title_of
from trinb.simulate.measures import Rows
from trinb.simulate.reference import (
    COLUMNS,
    IN_MATCH,
    Measured,
    Reference,
    as_text,
    changes,
    make_references,
    measured,
    read_references,
    references,
    repeated,
    setups,
)
from trinb.simulate.task import Task
from trinb.words import LANGUAGES, speaking

ANEW = "if this is meant: trinb statistics make data/statistics/reference.csv (see the top of this file)"
SAMPLE, SAMPLE_MATCHES = 20_000, 2_000
LEAST = 0.001
"""The least p-value, corrected, at which the table stands."""

WHOLE = [("granna-split", ("greedy",) * 4), ("triominos-children", ("random",) * 2)]
"""Rows that are always played whole; some others are in slow tests."""


def row_of(id: str, players: int | tuple[str, ...]) -> Reference:
    return reference.reference(id, players)


# --- what it holds ------------------------------------------------------------------------------------------


def test_every_rule_set_is_there() -> None:
    rows = references()
    assert [(row.rules, row.players) for row in rows] == list(setups())
    assert {row.rules for row in rows} == set(rule_sets()) and len(rule_sets()) == 14
    assert [row.seed for row in rows] == list(range(1, len(rows) + 1))
    for id in rule_sets():
        players = [row.players for row in rows if row.rules == id]
        assert players == [("greedy",) * 2, ("greedy",) * 3, ("greedy",) * 4, ("random",) * 2]


def test_rows_say_how_they_came_about() -> None:
    for row in references():
        assert row.rounds >= 1_000_000 and row.matches >= 100_000 and row.version
        assert row.command.startswith(f"trinb statistics play --rules {row.rules} --players ")
        assert row.command.endswith(f"--rounds {row.rounds} --matches {row.matches} --seed {row.seed}")


def test_every_number_makes_sense() -> None:
    for row in references():
        for name, one in row.values.items():
            assert one.low <= one.mean <= one.high, (row, name)
            if is_share(name):
                assert one.low >= 0 and one.high <= 1, (row, name)
            if one.p5 is not None and one.median is not None and one.p95 is not None:
                assert one.p5 <= one.median <= one.p95, (row, name)
            assert one.n == row.rounds or name.startswith(("match_", IN_MATCH)) or name == "opener_won"


def test_the_numbers_of_a_row_agree_with_each_other() -> None:
    names = list(map(reason_name, Reason))
    for row in references():
        mean = {name: one.mean for name, one in row.values.items()}
        for_all = sum(mean[name] for name in names if name in mean)
        assert mean["points"] == pytest.approx(for_all, abs=1e-4)
        laid = mean["plain"] + mean["bridge"] + mean["docking"] + mean["drone"]
        assert mean["tiles"] == pytest.approx(1 + laid, abs=1e-4)
        assert mean["undecided"] <= mean["blocked"]
        assert row["opener_won"].n == pytest.approx(row.rounds * (1 - mean["undecided"]), abs=1)
        assert mean["minutes"] == pytest.approx(mean["turns"] / 3 + 1, abs=1e-4)
        assert mean["match_minutes"] == pytest.approx(
            mean["match_turns"] / 3 + mean["match_rounds"], abs=1e-4
        )
        assert row["in_match_turns"].n == pytest.approx(mean["match_rounds"] * row.matches, abs=1)


def test_a_few_numbers_that_anybody_can_work_out() -> None:
    for row in references():
        if row.rules == "triominos-children":
            assert row["match_rounds"].mean == 3 and row["draws"].mean > 0
            assert not [name for name in row.values if row[name].mean < 0 and "points" in name]
        if row.rules.startswith("triangelspelet"):
            # Somebody always leads a triple, for 25.
            assert row["triple_points"].mean == row["opening_points"].mean == 25
    # Whoever plays the same game is as fast: these rules differ in points only.
    turns = [row_of(id, 4)["turns"] for id in ("granna", "granna-split", "granna-standard-points")]
    assert max(one.low for one in turns) < min(one.high for one in turns)


# --- played again -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "players"), WHOLE)
def test_a_whole_row_comes_out_again(id: str, players: tuple[str, ...]) -> None:
    row = row_of(id, players)
    again = repeated(row)
    assert changes(evolve(row, version=again.version), again) == [], ANEW
    assert again.command == row.command


@pytest.mark.slow
@pytest.mark.parametrize("id", ["triangelspelet-pro", "triominos-de", "triominos-nl-literal"])
def test_more_rows_come_out_again(id: str) -> None:
    # One with two words of tiles, one with endless draws, one with every odd award; `trinb statistics check`
    # plays all of them.
    row = row_of(id, 2)
    assert changes(row, repeated(row)) == [], ANEW


@cache
def sample_of(row: str, players: tuple[str, ...], seed: int) -> dict[str, Measured]:
    return dict(measured(row, players, SAMPLE, SAMPLE_MATCHES, seed).values)


def off_by(name: str, whole: Measured, part: Measured, parts: tuple[int, int]) -> tuple[float, float] | None:
    """By how many standard deviations a sample is off the whole, and the p-value; None if that says nothing.

    `parts` says how much is in the sample and in the whole of what is independent: rounds, or matches.
    """
    n, of = (part.n, whole.n) if not name.startswith(IN_MATCH) else parts
    error = whole.deviation / sqrt(whole.n)
    if name.startswith(IN_MATCH):
        error = (whole.high - whole.low) / 2 / stats.norm.ppf(0.975)
    if not error:
        return None if part.mean == whole.mean else (np.inf, 0.0)
    apart = (part.mean - whole.mean) / (error * sqrt(of) * sqrt((1 - n / of) / n))
    if is_share(name) and whole.median is None and not name.startswith(IN_MATCH):
        good, found = round(whole.mean * of), round(part.mean * n)
        chance = stats.hypergeom(of, good, n)
        return apart, min(1.0, 2 * min(chance.cdf(found), chance.sf(found - 1)))
    events = (whole.mean / (error * sqrt(of))) ** 2 * n
    signed = name in ("points", "opener_ahead", IN_MATCH + "points")
    if events < 40 and not signed:
        return None  # too seldom in a sample for a normal distribution
    return apart, float(2 * stats.norm.sf(abs(apart)))


def chances(rows: Iterable[Reference]) -> Iterator[tuple[str, float]]:
    """The p-value of each number of each row, and of each measure over all rows."""
    apart: dict[str, list[float]] = {}
    for row in rows:
        part = sample_of(row.rules, row.players, row.seed)
        for name, whole in row.values.items():
            found = off_by(name, whole, part[name], (SAMPLE_MATCHES, row.matches))
            if found:
                yield f"{row.rules}, {len(row.players)} {row.bots}, {name}", found[1]
                apart.setdefault(name, []).append(found[0])
    for name, some in apart.items():
        together = stats.chi2(len(some))
        total = float(np.square(some).sum())
        yield f"{name} of all rows", min(1.0, 2 * min(together.cdf(total), together.sf(total)))


def verdict(rows: Iterable[Reference]) -> tuple[float, str]:
    """The least p-value times how many there are, and what it is of."""
    found = list(chances(rows))
    name, least = min(found, key=lambda one: one[1])
    return least * len(found), name


def test_every_row_agrees_with_its_first_rounds(record_property: Any) -> None:
    found = list(chances(references()))
    least, name = verdict(references())
    record_property("measured", f"{len(found)} comparisons; least p, corrected: {least:.2g} ({name})")
    assert len(found) > 2_000
    assert least > LEAST, f"{name}; {ANEW}"


def changed(row: Reference, name: str, **numbers: Any) -> Reference:
    return evolve(row, values={**row.values, name: row[name]._replace(**numbers)})


@pytest.mark.parametrize(
    "name", ["turns", "bridge", "blocked", "out_points", "match_rounds", "in_match_turns"]
)
def test_a_number_that_is_off_is_found(name: str) -> None:
    rows, at = list(references()), 4
    one = rows[at][name]
    n = SAMPLE_MATCHES if name.startswith(("match_", IN_MATCH)) else SAMPLE
    spread = one.deviation / sqrt(n) if IN_MATCH not in name else (one.high - one.low) / 4 * sqrt(50)
    rows[at] = changed(rows[at], name, mean=one.mean + 10 * spread)
    least, found = verdict(rows)
    assert least < LEAST and name in found


def test_a_row_of_other_rules_or_players_is_found() -> None:
    for id, other in (("triangelspelet", "triangelspelet-late-draw"), ("triominos-nl", "triominos-english")):
        rows = [row for row in references() if row.rules == id]
        taken = [evolve(row, values=row_of(other, row.players).values) for row in rows]
        shared = [evolve(row, values={n: row[n] for n in row.values if n in rows[0].values}) for row in taken]
        assert verdict(rows)[0] > LEAST > verdict(shared)[0]
    greedy, random = row_of("granna", 2), row_of("granna", ("random", "random"))
    assert verdict([evolve(greedy, values=random.values)])[0] < LEAST


def test_wrong_deviations_are_found() -> None:
    # So wrong that no single number is far off: only all rows together tell.
    rows = [changed(row, "tiles", deviation=2 * row["tiles"].deviation) for row in references()]
    assert verdict(rows)[0] < LEAST and verdict(rows)[1] == "tiles of all rows"


def test_a_digit_that_is_off_is_found_by_playing_the_whole_row() -> None:
    row = row_of(*WHOLE[0])
    mutant = changed(row, "bridge", mean=row["bridge"].mean + 1e-6)
    assert verdict([mutant])[0] > LEAST
    assert changes(mutant, row) == ["bridge"]
    more = evolve(row, values={**row.values, "x": row["bridge"]})
    assert changes(row, more) == changes(more, row) == ["x"]


# --- how it is made -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["triominos-de", "granna", "triominos-nl-literal"])
def test_means_and_intervals_are_those_of_a_simulation(id: str) -> None:
    row = measured(id, ["greedy", "random", "greedy"], 3_000, 300, seed=5)
    rounds = simulate(rules(id), row.players, 3_000, 5)
    matches = simulate(rules(id), row.players, matches=300, seed=5)
    for prefix, there in (
        ("", rounds.estimates),
        ("match_", matches.match_estimates),
        (IN_MATCH, matches.estimates),
    ):
        names = [name for name in there if prefix + name in row.values]
        assert len(names) >= 5
        for name in names:
            assert row[prefix + name][:4] == tuple(round(number, 6) for number in there[name]), prefix + name
    assert row["turns"].n == 3_000 and row["in_match_turns"].n == matches.rounds


def test_what_is_worked_out_is_so() -> None:
    row = measured("triominos-nl", 3, 4_000, 400, seed=2)
    table = simulate(rules("triominos-nl"), ["greedy"] * 3, 4_000, 2, keep_rows=True).rows
    scores = table[["score_0", "score_1", "score_2"]].to_numpy()
    own = scores[np.arange(len(table)), table["opener"]]
    ahead = own - (scores.sum(1) - own) / 2
    assert row["opener_ahead"].mean == pytest.approx(ahead.mean(), abs=1e-6)
    assert row["opener_ahead"].deviation == pytest.approx(ahead.std(ddof=1), abs=1e-6)
    decided = table[table["winner"] >= 0]
    assert 0 < len(decided) < len(table) and row["opener_won"].n == len(decided)
    assert row["opener_won"].mean == pytest.approx((decided["winner"] == decided["opener"]).mean(), abs=1e-6)
    assert row["any_bridge"].mean == (table["bridge"] > 0).mean()
    points = table[[name for name in table if name.startswith("out_points_")]].to_numpy().sum(1)
    assert row["out_points"].mean == points.mean()
    for name, share in (("p5", 0.05), ("median", 0.5), ("p95", 0.95)):
        assert getattr(row["turns"], name) == np.quantile(table["turns"], share, method="inverted_cdf")
    matches = simulate(rules("triominos-nl"), ["greedy"] * 3, matches=400, seed=2, keep_rows=True).rows
    won = matches[["won_0", "won_1", "won_2"]].to_numpy()
    share = won[np.arange(len(won)), matches["opener"]] / won.sum(1)
    assert row["match_opener_won"].mean == pytest.approx(share.mean(), abs=1e-6)
    minutes = matches["turns"] / 3 + matches["rounds"]
    assert row["match_minutes"].mean == pytest.approx(minutes.mean(), abs=1e-6)
    assert row["match_in_time"].mean == (minutes <= 40).mean()


def test_a_joint_win_counts_in_parts() -> None:
    columns = ("opener", "won_0", "won_1", "won_2")
    values = np.array([[0, 1, 0, 0], [0, 1, 1, 0], [2, 1, 1, 1], [1, 1, 0, 1]])
    task = Task(rules("granna"), ("greedy",) * 3, 0, matches=True)
    kind = next(kind for kind in kinds_of(task) if kind.name == "match_opener_won")
    found = kind.of(Rows(values, columns, task.players, matches=True)) / kind.per
    assert found.tolist() == pytest.approx([1, 1 / 2, 1 / 3, 0])


def test_a_tally_counts_in_any_order() -> None:
    rng = np.random.default_rng(3)
    many = rng.integers(-9, 30, size=(7, 50))

    def tallied(order: Iterable[int]) -> tuple[float | None, ...]:
        tally = Tally(Kind("x", lambda rows: rows.values[:, 0], per=4))
        for at in order:
            tally.add(Rows(many[at][:, None], ("x",), ("greedy",)))
        return tally.found

    found = tallied(range(7))
    assert found == tallied([3, 6, 0, 1, 5, 4, 2])
    assert found[0] == pytest.approx(many.mean() / 4) and found[3] == pytest.approx(many.std(ddof=1) / 4)
    assert found[-1] == many.size and found[5] == np.quantile(many, 0.5, method="inverted_cdf") / 4
    nothing = Tally(Kind("x", lambda rows: rows.values[:, 0]))
    assert nothing.found[-1] == 0


def test_the_text_of_a_row_is_the_row(tmp_path: Path) -> None:
    rows = [
        measured("granna", 2, 200, 20, seed=3),
        measured("triominos-de", ["greedy", "random"], 200, 0, seed=-4),
    ]
    assert list(read_references(as_text(rows))) == rows
    path = tmp_path / "reference.csv"
    path.write_text(as_text(rows))
    table = pd.read_csv(path)
    assert tuple(table.columns) == COLUMNS and len(table) == sum(len(row.values) for row in rows)
    assert set(table["bots"]) == {"greedy", "greedy,random"}
    assert as_text(references()) == (Path(__file__).parents[1] / "data/statistics/reference.csv").read_text()


@pytest.mark.parametrize(
    "text", ["rules,x\n1,2\n", "command\ntrinb\n", "\x00", "command,seed\n" + "a b c d e,1"]
)
def test_nonsense_is_no_table(text: str) -> None:
    with pytest.raises(TrinbError, match="no reference table"):
        list(read_references(text))


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[str, ...]]]:
    wanted = list(setups())[:3]
    monkeypatch.setattr(reference, "setups", lambda: iter(wanted))
    return wanted


def test_making_it_can_be_stopped_and_goes_on(
    short: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, stopped = tmp_path / "whole.csv", tmp_path / "stopped.csv"
    make_references(whole, 200, 20)

    def stop(done: int, asked: int) -> None:
        assert asked == 3
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_references(stopped, 200, 20, stop)
    assert not stopped.exists() and [path.name for path in tmp_path.glob("*.part")] == ["stopped.csv.part"]
    played, play = [], measured
    monkeypatch.setattr(reference, "measured", lambda *what: played.append(what) or play(*what))
    make_references(stopped, 200, 20)
    assert [what[-1] for what in played] == [3]
    assert stopped.read_bytes() == whole.read_bytes() and sorted(tmp_path.iterdir()) == [stopped, whole]


@pytest.mark.parametrize("damage", ["code", "numbers", "cut", "rounds"])
def test_what_is_not_sure_is_played_again(
    short: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    path = tmp_path / "table.csv"

    def stop(done: int, asked: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_references(path, 200, 20, stop)
    part = tmp_path / "table.csv.part"
    if damage == "code":
        stamp = kernel.stamp() + 1
        monkeypatch.setattr(kernel, "stamp", lambda: stamp)
    if damage == "numbers":
        part.write_text(part.read_text().replace("granna", "nowhere"))
    if damage == "cut":
        part.write_bytes(part.read_bytes()[:100] + b"\xff")
    play, seeds = measured, []
    monkeypatch.setattr(reference, "measured", lambda *what: seeds.append(what[-1]) or play(*what))
    make_references(path, 200, 21 if damage == "rounds" else 20)
    assert seeds == [1, 2, 3]


# --- asking for it ------------------------------------------------------------------------------------------


def test_a_row_by_its_rules_and_players() -> None:
    row = row_of("granna", 4)
    assert row is reference.reference(rules("granna"), ["greedy"] * 4)
    assert row.bots == "greedy" and row.players == ("greedy",) * 4
    assert row["bridge"] == row.values["bridge"]
    frame = row.frame
    assert frame.loc["bridge", "mean"] == row["bridge"].mean and frame.loc["bridge", "meaning"] == "bridges"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("granna", 5), "no row for granna with greedy, greedy"),
        (("granna", ["greedy", "random"]), "no row for granna with greedy, random"),
        (("nowhere", 2), "nowhere"),
        ((rules("granna").with_reading("must-go-on"), 2), "no row for granna"),
        ((rules("granna").evolve(score={"bridge": 40}), 2), "no row for granna"),
        (("granna", 99), "players are how many"),
    ],
)
def test_a_row_that_is_not_there(asked: tuple[Any, Any], words: str) -> None:
    with pytest.raises(TrinbError, match=words):
        reference.reference(*asked)


def test_a_measure_that_is_not_there() -> None:
    with pytest.raises(TrinbError, match=r"no measure 'bridges'; there are turns"):
        row_of("granna", 2)["bridges"]


def test_too_few_rounds() -> None:
    for rounds, matches in ((1, 10), (0, 0), (10, 1), (10, -5)):
        with pytest.raises(TrinbError, match="at least two"):
            measured("granna", 2, rounds, matches)


def test_readings_and_rules_of_your_own() -> None:
    game = rules("triangelspelet").with_reading("plain-scores-sum")
    row = measured(game, 2, 100, 10, seed=1)
    assert "--reading plain-scores-sum --rounds 100" in row.command and row["plain_points"].mean > 0
    endless = rules("triangelspelet").evolve(id="ours", match={"target": None})
    row = measured(endless, 2, 100, 10, seed=1)
    assert row.matches == 0 and not [name for name in row.values if "match_" in name]
    told: list[tuple[int, int]] = []
    measured("granna", 2, 100, 10, progress=lambda done, asked: told.append((done, asked)))
    assert told[-1] == (110, 110)


def test_every_measure_has_a_title_in_every_language() -> None:
    names = {name for row in references() for name in row.values}
    assert set(TITLES) <= names
    for code in LANGUAGES:
        with speaking(code):
            titles = [title_of(name) for name in names]
        assert len(set(titles)) == len(names) and "{" not in "".join(titles)


def test_the_pandas_table() -> None:
    table = reference.reference_table()
    assert tuple(table.columns) == COLUMNS
    found = table.query("rules == 'triominos-de' and players == 3 and measure == 'turns'").iloc[0]
    known = row_of("triominos-de", 3)["turns"]
    assert found[["mean", "low", "high", "n"]].tolist() == [*known[:3], 1_000_000]
