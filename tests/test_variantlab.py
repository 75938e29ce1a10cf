"""What is behind the lab, without a browser: playing step by step, verdicts, charts, files, threads."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import attrs
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from trinb import RulesError, RuleSet, TrinbError, rule_sets, rules
from trinb.cli import cli
from trinb.draw import intervals
from trinb.draw.intervals import Bar, Panel, axis, chart, sheet, ticks
from trinb.simulate import live as live_module
from trinb.simulate.compare import compare
from trinb.simulate.experiment import Experiment
from trinb.simulate.live import Goal, Live, Look, Verdict, bound, cautions, is_far_beyond_chance, verdict
from trinb.simulate.measures import MEASURES, Measure
from trinb.simulate.telling import data
from trinb.widgets import VariantLab
from trinb.widgets import variantlab_results as results
from trinb.widgets.variantlab_plan import GROUPS, GROUPS_OF_MATCHES, Plan
from trinb.widgets.variantlab_rows import MOST, Setup, kit_name, mix_of, mixed
from trinb.widgets.variantlab_rowviews import who
from trinb.widgets.variantlab_worker import Worker

SWEDISH, GRANNA, GERMAN = rules("triangelspelet"), rules("granna"), rules("triominos-de")
PAIR = [SWEDISH, GRANNA]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def played(experiment: Experiment, rounds: int) -> Look:
    return list(Live(experiment).steps(Goal(rounds=rounds)))[-1]


def plain(what: Any) -> Any:
    return json.loads(json.dumps(what))


# --- an experiment in steps -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "steps", [[25_000], [200, 25_000], [300, 10_000, 10_007, 25_000], [9_999, 20_001, 25_000, 400]], ids=str
)
def test_in_however_many_steps_it_is_what_compare_finds(steps: list[int]) -> None:
    made = Experiment(PAIR, measure=["points_each", "minutes", "blocked"], seed=4)
    for step in steps:
        made.play(step)
    assert made.rounds == 25_000
    at_once = compare(PAIR, measure=["points_each", "minutes", "blocked"], rounds=25_000, seed=4)
    assert data(made.comparison()) == data(at_once)  # to the last bit, though minutes are no whole numbers


def test_matches_in_steps() -> None:
    made = Experiment([(SWEDISH, 2), (GERMAN, 2)], measure="match_minutes")
    for step in (50, 1_000, 1_200):
        made.play(step)
    assert data(made.comparison()) == data(
        compare([(SWEDISH, 2), (GERMAN, 2)], measure="match_minutes", rounds=1_200)
    )


def test_one_can_look_in_between() -> None:
    made = Experiment(PAIR, measure="turns")
    with pytest.raises(TrinbError, match="nothing has been played yet"):
        made.comparison()
    made.play(500)
    early = made.comparison()
    assert data(early) == data(compare(PAIR, measure="turns", rounds=500))
    made.play(20_000)
    assert early.rounds == 500 and made.comparison().rounds == 20_000


def test_an_experiment_says_what_it_is_about() -> None:
    made = Experiment([SWEDISH], measure="match_turns", pairs="first")
    assert made.matches and made.chunk <= 1_000
    assert [one.name for one in made.measures] == ["match_turns"]
    assert [one.rules for one in made.variants] == [SWEDISH]
    with pytest.raises(TrinbError, match="from 2 to"):
        made.play(1)
    with pytest.raises(TrinbError, match="pairs is"):
        Experiment(PAIR, pairs="none")  # type: ignore[arg-type]


# --- watching -------------------------------------------------------------------------------------------


def test_the_looks_grow_up_to_the_goal_and_the_intervals_shrink() -> None:
    looks = list(Live(Experiment(PAIR, measure="turns")).steps(Goal(rounds=60_000)))
    counts = [look.rounds for look in looks]
    assert counts == sorted(set(counts)) and counts[0] == 200 and counts[-1] == 60_000
    widths = [look.comparison.gaps[0].gap.high - look.comparison.gaps[0].gap.low for look in looks]
    assert widths[0] > 5 * widths[-1]
    assert all(not look.is_planned for look in looks[:-1]) and looks[-1].is_planned
    assert looks[-1].left == 0 and looks[-1].rate > 0 and looks[0].left > 0


def test_the_last_look_is_what_compare_finds() -> None:
    look = played(Experiment(PAIR, measure=["turns", "blocked"], seed=9), 23_456)
    assert data(look.comparison) == data(compare(PAIR, measure=["turns", "blocked"], rounds=23_456, seed=9))


def test_a_width_asks_for_as_many_rounds_as_compare() -> None:
    live = Live(Experiment(PAIR, measure="turns", seed=3))
    look = list(live.steps(Goal(width=0.5)))[-1]
    same = compare(PAIR, measure="turns", width=0.5, seed=3)
    assert look.rounds == same.rounds and look.is_planned
    assert plain(data(look.comparison)["differences"]) == plain(data(same)["differences"])


def test_stopping_keeps_what_is_there_and_going_on_goes_on() -> None:
    live, stop = Live(Experiment(PAIR, measure="turns")), Event()
    for look in live.steps(Goal(rounds=100_000), stop):
        if look.rounds >= 1_000:
            stop.set()
    assert look.rounds == 1_000 and live.experiment.rounds == 1_000
    again = list(live.steps(Goal(rounds=100_000)))
    assert again[0].rounds > 1_000 and again[-1].rounds == 100_000 and again[-1].is_planned
    more = list(live.steps(Goal(rounds=100_000)))[-1]
    assert (more.rounds, more.target, more.planned, more.is_planned) == (200_000, 200_000, 100_000, False)
    assert data(more.comparison) == data(compare(PAIR, measure="turns", rounds=200_000))


def test_a_stop_before_the_first_step_plays_nothing() -> None:
    stop = Event()
    stop.set()
    assert list(Live(Experiment(PAIR)).steps(Goal(rounds=1_000), stop)) == []


def test_it_pauses_between_the_first_looks_so_that_people_can_follow() -> None:
    start = time.perf_counter()
    list(Live(Experiment([SWEDISH], measure="turns")).steps(Goal(rounds=500), pause=0.3))
    assert time.perf_counter() - start >= 0.3


def test_compiling_is_told_to_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import contextmanager

    from trinb.simulate import experiment as module

    @contextmanager
    def compiling(tell: Callable[[str], None]) -> Any:
        tell("Compiling")
        yield

    monkeypatch.setattr(module, "compiling", compiling)
    told: list[str] = []
    list(Live(Experiment([SWEDISH], measure="turns")).steps(Goal(rounds=300), tell=told.append))
    assert set(told) == {"Compiling"}


# --- verdicts -------------------------------------------------------------------------------------------


def test_a_large_difference_is_settled_long_before_the_end() -> None:
    looks = list(Live(Experiment(PAIR, measure="points_each")).steps(Goal(rounds=50_000)))
    said = [verdict(look.comparison.gaps[0], look) for look in looks]
    assert said[-1] is Verdict.LESS
    first = next(look.rounds for look, one in zip(looks, said, strict=True) if one.is_settled)
    assert first <= 5_000


def test_at_the_planned_number_the_verdict_is_that_of_compare() -> None:
    sides = [GRANNA, GRANNA.evolve(id="ours", score={"bridge": {"points": 11}}), SWEDISH]
    look = played(Experiment(sides, measure=["points_each", "turns"]), 20_000)
    for one in look.comparison.gaps:
        says = verdict(one, look)
        assert says.is_settled == one.differs
        if one.gap.low == one.gap.high == 0:
            assert says is Verdict.SAME
        elif not one.differs:
            assert says is Verdict.NONE


def test_beside_the_planned_number_a_star_is_not_enough() -> None:
    found = compare(PAIR, measure="turns", rounds=1_000)
    one = found.gaps[0]
    error = (one.gap.high - one.gap.low) / 3.92
    weak = one._replace(
        gap=one.gap._replace(value=3 * error, low=1.04 * error, high=4.96 * error), p_holm=0.003
    )
    early, planned = Look(found, 100_000, 100_000, 0.0), Look(found, 1_000, 1_000, 0.0)
    late = Look(found, 500, 1_000, 0.0)
    assert verdict(weak, planned) is Verdict.MORE
    assert verdict(weak, early) is verdict(weak, late) is Verdict.OPEN
    strong = one._replace(gap=one.gap._replace(value=-20 * error, low=-22 * error, high=-18 * error))
    assert verdict(strong, early) is verdict(strong, late) is Verdict.LESS


def test_nothing_is_settled_by_a_handful_of_rounds() -> None:
    one = compare(PAIR, measure="points_each", rounds=150).gaps[0]
    assert one.differs and not is_far_beyond_chance(one, 150, 1_000)


def test_watching_all_the_time_one_is_seldom_misled() -> None:
    """Random walks, each looked at after every few steps: how many ever go beyond the bound."""
    rng = np.random.default_rng(1)
    walks, length, planned = 4_000, 4_000, 1_000
    steps = np.arange(1, length + 1)
    limits = np.array([bound(step / planned, 20) for step in steps])
    beyond, naive = 0, 0
    for _ in range(0, walks, 500):
        z2 = np.cumsum(rng.standard_normal((500, length)), axis=1) ** 2 / steps
        beyond += int((z2 > limits).any(axis=1).sum())
        naive += int((z2[:, 200:] > 1.96**2).any(axis=1).sum())
    assert beyond / walks <= 0.05, "of 20 experiments one, at most"
    assert naive / walks > 0.3, "what would happen with the usual bound"


@given(st.floats(0.001, 100), st.floats(20, 1e6))
def test_the_bound_is_tightest_near_the_planned_number_and_grows_with_care(share: float, many: float) -> None:
    assert bound(share, many) > 3.84
    assert bound(share, 10 * many) > bound(share, many)
    assert bound(1, live_module.ONE_IN) <= 1.001 * bound(share, live_module.ONE_IN)


def test_what_is_said_of_watching() -> None:
    live = Live(Experiment(PAIR, measure="turns"))
    looks = list(live.steps(Goal(rounds=2_000)))
    early, done = " ".join(cautions(looks[0])), " ".join(cautions(looks[-1]))
    late = " ".join(cautions(list(live.steps(Goal(rounds=2_000)))[-1]))
    assert "easily misled" in early and "one false verdict in 1" in early
    assert "at most 5 %" in done and "misled" not in done
    assert "More are played than" in late and "one false verdict in 1" in late
    assert list(cautions(played(Experiment([SWEDISH], measure="turns"), 300))) == []


def test_the_constants_of_the_docstring() -> None:
    assert live_module.ONE_IN == 1_000 and live_module.STEP <= 0.5


# --- charts ---------------------------------------------------------------------------------------------

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)
SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def bars(draw: Any) -> list[Bar]:
    found = []
    for look in range(draw(st.integers(1, 6))):
        low, value, high = sorted(draw(st.tuples(NUMBERS, NUMBERS, NUMBERS)))
        found.append(Bar(draw(st.text(max_size=60)), value, low, high, "1.0", look=look))
    return found


@given(bars(), st.one_of(st.none(), NUMBERS))
def test_everything_is_on_the_axis(some: list[Bar], reference: float | None) -> None:
    low, high = axis(some, reference)
    assert low < high
    for bar in some:
        assert low <= bar.low <= bar.high <= high
    if reference is not None:
        assert low <= reference <= high
    assert axis(some, reference, (low, high)) == (low, high) or high - low > 0


@given(st.floats(-1e5, 1e5), st.floats(1e-4, 1e5))
def test_the_ticks_are_few_and_on_the_axis(low: float, width: float) -> None:
    found = ticks(low, low + width)
    assert 1 <= len(found) <= 6
    assert all(low - 1e-6 * width <= value <= low + 1.000001 * width for value, _ in found)
    assert len({words for _, words in found}) == len(found)


@given(bars())
def test_a_chart_is_well_formed_whatever_it_says(some: list[Bar]) -> None:
    panel = Panel("<b>", tuple(some), axis(some), 0.0)
    root = ET.fromstring(chart([panel, Panel("x", tuple(some), axis(some), is_under=True)], "</svg>", "&"))
    assert root.findtext(f"{SVG}title") == "</svg>"
    assert sum(1 for one in root.iter(f"{SVG}g") if "interval-bar" in one.get("class", "")) == 2 * len(some)


def test_an_axis_stays_until_all_is_small() -> None:
    wide, less, tiny = (Bar("x", 5.0, 5 - half, 5 + half) for half in (1.0, 0.5, 0.05))
    first = axis([wide])
    assert axis([less], before=first) == first
    assert axis([tiny], before=first)[1] < 5.2
    moved = Bar("x", 9.0, 8.9, 9.1)
    assert axis([moved], before=first)[1] > 9
    assert axis([intervals.unknown("x")], before=first) == first


def test_what_is_not_settled_is_hollow_and_what_is_unknown_has_no_interval() -> None:
    some = (Bar("a", 1, 0, 2, look=0, is_open=True), Bar("b", 1, 0, 2, look=1), intervals.unknown("c", 2))
    picture = chart([Panel("t", some, axis(some))], "t", "d", style=False)
    assert picture.count("interval-open") == 1
    assert picture.count('class="interval-mark') == 2 and picture.count('class="interval"') == 2
    assert len({re.search(r'interval-mark[^"]*" d="M[\d. ]+([^"]+)"', picture)[1]}) == 1  # type: ignore[index]


def test_each_variant_has_a_mark_of_its_own() -> None:
    marks = {intervals.mark(look) for look in range(MOST)}
    assert len(marks) == MOST


def test_a_sheet_stands_alone_and_is_light() -> None:
    some = (Bar("a", 1, 0, 2, "1.0", look=0),)
    drawn = sheet([[Panel("t", some, axis(some))]] * 3, ["Title", "words"], ["a note"], "all")
    root = ET.fromstring(drawn)
    assert "var(" not in drawn and "<style>" in drawn and "http://" not in drawn.replace(SVG[1:-1], "")
    texts = [one.text for one in root.iter(f"{SVG}text")]
    assert texts[:2] == ["Title", "words"] and "a note" in texts and texts.count("t") == 3


# --- rows and plan --------------------------------------------------------------------------------------


def both() -> Setup:
    return Setup([(SWEDISH, ("greedy",) * 2), (GRANNA, ("greedy", "random"))])


def test_rows_can_be_added_copied_and_removed() -> None:
    setup = both()
    setup.add()
    assert len(setup.rows) == 3 and setup.rows[2].rules not in PAIR
    setup.copy(1)
    assert [row.rules.id for row in setup.rows[1:3]] == ["granna", "granna"]
    assert setup.rows[2].players == ("greedy", "random")
    setup.remove(0)
    assert setup.rows[0].rules == GRANNA
    while len(setup.rows) < MOST:
        setup.add()
    for refused in (setup.add, lambda: setup.copy(0)):
        with pytest.raises(RulesError, match="6 variants are enough"):
            refused()
    while len(setup.rows) > 1:
        setup.remove(0)
    with pytest.raises(RulesError, match="has to stay"):
        setup.remove(0)
    with pytest.raises(RulesError, match="no variant number 7"):
        setup.remove(7)


def test_a_rule_is_changed_in_a_copy_so_that_the_original_stays_beside_it() -> None:
    setup = both()
    at = setup.edit(0)
    assert at == 1 and [row.rules.id for row in setup.rows] == [
        "triangelspelet", "our-triangelspelet", "granna",
    ]  # fmt: skip
    assert setup.edit(1) == 1, "its own rules are edited where they are"
    desk = setup.rows[1].desk
    assert desk and desk.base == SWEDISH
    desk.sheet.enter("score.bridge", "1")
    setup.copy(1)
    setup.rows[2].desk.sheet.enter("score.bridge", "2")  # type: ignore[union-attr]
    assert [row.rules.score.bridge.points for row in setup.rows[:3]] == [50, 1, 2]


def test_without_room_the_rules_are_edited_where_they_are() -> None:
    setup = both()
    while len(setup.rows) < MOST:
        setup.add()
    assert setup.edit(1) == 1 and len(setup.rows) == MOST
    assert setup.rows[1].rules.id == "our-granna"


def test_edited_rules_can_be_chosen_again() -> None:
    setup = both()
    at = setup.edit(0)
    setup.rows[at].desk.sheet.enter("score.bridge", "7")  # type: ignore[union-attr]
    ours = setup.rows[at].rules
    setup.choose(at, "granna")
    assert setup.rows[at].rules == GRANNA and setup.kept == [ours]
    setup.choose(0, "kept-0")
    assert setup.rows[0].rules == ours
    for wrong in ("kept-1", "kept-", "kept--1", "nothing", "kept-99999999999"):
        with pytest.raises(RulesError, match="there are no rules"):
            setup.choose(0, wrong)


def test_players_fit_the_rules() -> None:
    setup = both()
    setup.count(0, "8")
    setup.choose(0, "triominos-de")
    assert setup.rows[0].players == ("greedy",) * 4
    setup.mix(0, "one-random")
    assert setup.rows[0].players == ("random", "greedy", "greedy", "greedy")
    setup.count(0, "2")
    assert setup.rows[0].players == ("random", "greedy")
    setup.count(1, "3")
    assert setup.rows[1].players == ("greedy", "random", "random")
    for wrong in ("5", "1", "", "x", "²"):
        with pytest.raises(RulesError, match="no number of players"):
            setup.count(0, wrong)
    with pytest.raises(RulesError, match="no players called"):
        setup.mix(0, "clever")


@given(st.sampled_from(["greedy", "random", "one-greedy", "one-random"]), st.integers(2, 8))
def test_a_mix_is_known_again(mix: str, count: int) -> None:
    players = mixed(mix, count)
    assert len(players) == count
    assert mixed(mix_of(players), count) == players
    assert who(players)


def test_readings_are_switched_on_and_off_again() -> None:
    setup = both()
    name = next(iter(SWEDISH.readings))
    setup.read_as(0, name, True)
    assert setup.rows[0].rules == SWEDISH.with_reading(name)
    setup.read_as(0, name, False)
    assert setup.rows[0].rules == SWEDISH
    with pytest.raises(RulesError):
        setup.read_as(0, "bogus", True)


@pytest.mark.parametrize("id", rule_sets())
def test_the_kit_is_known_by_name(id: str) -> None:
    assert kit_name(rules(id)) == id
    assert kit_name(rules(id).evolve(name="Ours")) is None


def test_every_measure_is_in_one_group() -> None:
    named = [name for groups in (GROUPS, GROUPS_OF_MATCHES) for names in groups.values() for name in names]
    assert sorted(named) == sorted(MEASURES), "a new measure would come under More"
    assert all(not MEASURES[name].matches for names in GROUPS.values() for name in names)
    assert all(MEASURES[name].matches for names in GROUPS_OF_MATCHES.values() for name in names)


def test_a_plan_measures_rounds_or_matches() -> None:
    plan = Plan()
    assert plan.measured == ("points_each", "turns", "blocked")
    plan.tick("bridge", True)
    plan.tick("turns", False)
    assert set(plan.measured) == {"points_each", "blocked", "bridge"}
    plan.play("matches")
    assert all(name.startswith("match_") for name in plan.measured)
    assert plan.goal == {"rounds": 20_000}
    plan.play("rounds")
    assert "bridge" in plan.measured and plan.goal == {"rounds": 200_000}
    for name in plan.measured[1:]:
        plan.tick(name, False)
    with pytest.raises(TrinbError, match="something has to be measured"):
        plan.tick(plan.measured[0], False)
    with pytest.raises(TrinbError, match="no measure"):
        plan.tick("bogus", True)
    with pytest.raises(TrinbError, match="12 measures are enough"):
        for name in MEASURES:
            if not name.startswith("match_"):
                plan.tick(name, True)


def test_a_share_is_narrowed_in_percentage_points() -> None:
    plan = Plan(["blocked"], width=0.01)
    assert plan.amount()["value"] == "1.0" or plan.amount()["value"] == "1"
    assert plan.goal == {"width": pytest.approx(0.01)}
    plan.set_amount("0,5")
    assert plan.goal == {"width": pytest.approx(0.005)}


@pytest.mark.parametrize("typed", ["", "x", "-5", "1e6", "99", "9" * 30, "٣٣٣٣", "12,34", "1 00"])
def test_what_is_no_number_of_rounds(typed: str) -> None:
    plan = Plan()
    with pytest.raises(TrinbError):
        plan.set_amount(typed)
    assert plan.goal == {"rounds": 200_000}


@pytest.mark.parametrize("seed", [-1, 1.5, "7", None, True, 10**16])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(TrinbError, match="a seed is"):
        Plan(seed=seed)


# --- what is handed out ---------------------------------------------------------------------------------


def finished(*sides: Any, **options: Any) -> VariantLab:
    lab = VariantLab(*sides, **{"rounds": 2_000, **options})
    lab.run()
    assert lab.wait(120)
    assert lab.comparison is not None, lab.live["status"]
    return lab


def by_command(command: str) -> Any:
    """What the command prints."""
    words = command.split(" ")
    assert words[:1] == ["trinb"]
    done = CliRunner().invoke(cli, [*words[1:], "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def same(printed: Any, lab: VariantLab) -> None:
    """The numbers are the same; the names may come from files."""
    here = plain(data(lab.comparison))  # type: ignore[arg-type]
    for part in ("rounds", "of", "seed", "measures", "means", "differences"):
        assert printed[part] == here[part]


def test_the_command_plays_the_same_rounds_again() -> None:
    lab = finished(
        ("triangelspelet", 3),
        (GRANNA.with_reading("must-go-on"), ["greedy", "random"]),
        "triominos-de",
        seed=77,
        measure=["turns", "score_0"],
    )
    assert lab.command == (
        "trinb compare --rules triangelspelet --rules granna+must-go-on --rules triominos-de"
        " --players 3 --players greedy,random --players 2"
        " --measure turns --measure score_0 --rounds 2000 --seed 77 --first"
    )
    same(by_command(lab.command), lab)


def test_the_command_of_a_lab_that_was_stopped() -> None:
    lab = VariantLab("triangelspelet", "granna", rounds=500_000_000, pairs="all", measure="blocked")
    lab.run()
    while lab.comparison is None:
        time.sleep(0.02)
    lab.stop()
    assert lab.comparison.rounds < 5_000_000
    same(by_command(lab.command), lab)


def test_the_command_of_matches() -> None:
    lab = finished("granna", "granna-split", measure=["match_minutes", "match_in_time"], rounds=300)
    same(by_command(lab.command), lab)


def test_all_is_saved_and_the_command_works_there(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    mine = GRANNA.evolve(id="=mine/../x", name="=1+1 <b>", score={"bridge": {"points": 40}})
    lab = VariantLab("triangelspelet", mine, rounds=2_000, measure="points_each")
    lab.change(0, "score.bridge", "10")
    lab.run()
    lab.wait(120)
    where = lab.save()
    assert where == Path("variant-lab")
    assert {path.name for path in where.iterdir()} == {
        "comparison.csv", "comparison.svg", "command.txt", "mine-x.toml", "our-triangelspelet.toml",
    }  # fmt: skip
    assert RuleSet.load(where / "our-triangelspelet.toml") == lab.rules[1]
    assert RuleSet.load(where / "mine-x.toml") == mine
    command = (where / "command.txt").read_text().strip()
    monkeypatch.chdir(where)
    same(by_command(command), lab)
    monkeypatch.chdir(folder)
    assert lab.save() == Path("variant-lab-2")
    with pytest.raises(TrinbError, match="cannot be written"):
        lab.save("variant-lab")
    ET.parse(where / "comparison.svg")


def test_rules_with_a_reading_of_their_own_come_back_from_their_file() -> None:
    name = next(iter(GRANNA.readings))
    ours = GRANNA.evolve(score={"bridge": {"points": 40}}).with_reading(name)
    lab = finished("granna", ours, measure="points_each")
    Path("granna.toml").write_text(lab._files()["granna.toml"])
    same(by_command(lab.command), lab)


def test_two_rules_of_one_id_have_two_files() -> None:
    ours = [GRANNA.evolve(score={"bridge": {"points": points}}) for points in (40, 50)]
    lab = finished("granna", *ours, ours[0], measure="points_each")
    assert re.findall(r"--rules (\S+)", lab.command) == [
        "granna",
        "granna.toml",
        "granna-2.toml",
        "granna.toml",
    ]


def test_a_table_for_a_spreadsheet() -> None:
    evil = GRANNA.evolve(id="evil", name='=HYPERLINK("http://x")')
    lab = finished("granna", evil, "triangelspelet", measure=["turns", "blocked"], pairs="all")
    rows = list(csv.DictReader(io.StringIO(lab._files()["comparison.csv"].removeprefix("\ufeff"))))
    found = lab.comparison
    assert found and [row["kind"] for row in rows] == ["mean"] * 6 + ["difference"] * 6
    for row, one in zip(rows, found.means, strict=False):
        assert (row["measure"], float(row["value"])) == (one.measure.name, one.mean.value)
        assert float(row["low"]) <= float(row["value"]) <= float(row["high"])
    for row, gap in zip(rows[6:], found.gaps, strict=True):
        assert (float(row["value"]), float(row["low_all"])) == (gap.gap.value, gap.at_once.low)
        assert row["settled"] == str(gap.differs)
    cells = [cell for row in rows for cell in row.values()]
    assert any("HYPERLINK" in cell for cell in cells)
    assert not any(re.match(r"[=+@\t\r]|-\D", cell) for cell in cells)


@given(st.text(max_size=20))
def test_no_name_is_a_formula(name: str) -> None:
    assert not str(results.harmless(name)).startswith(tuple("=+-@\t\r\n"))


def test_a_measure_of_ones_own_has_no_command() -> None:
    big = Measure("big", "rounds with more than 200 points", lambda rows: rows["points"] > 200, share=True)
    lab = finished("granna", "triangelspelet", measure=[big, "turns"])
    assert lab.command == ""
    assert "no command" in lab.live["exports"]["more"]
    assert "command.txt" not in lab._files()


def test_what_a_measure_gets_wrong_is_said() -> None:
    bad = Measure("bad", "a bad one", lambda rows: 1 / 0)
    lab = VariantLab("granna", measure=bad, rounds=500)
    lab.run()
    lab.wait(60)
    assert lab.live["status"] == ("It cannot be played: it went wrong: ZeroDivisionError: division by zero")
    assert lab.live["warn"] and not lab.live["running"]
    assert lab.live["primary"]["words"] == "Run"


def test_rules_without_an_end_cannot_be_played_as_matches() -> None:
    endless = attrs.evolve(GRANNA, id="endless", match=attrs.evolve(GRANNA.match, target=None, rounds=None))
    lab = VariantLab(endless, measure="match_turns", rounds=200)
    lab.run()
    lab.wait(60)
    assert lab.comparison is None and lab.live["warn"]
    assert "endless has neither a target nor a number of rounds" in lab.live["status"]
    lab.change(0, "match.target", "100")
    assert not lab.live["warn"], "what was changed may have helped"


# --- threads --------------------------------------------------------------------------------------------


def lab_threads() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name == "trinb-lab"]


def test_a_job_stops_when_it_is_told_to() -> None:
    worker, began = Worker(), Event()

    def job(stop: Event) -> None:
        began.set()
        stop.wait(60)

    worker.start(job)
    assert began.wait(5) and worker.is_alive and all(one.daemon for one in lab_threads())
    worker.stop()
    assert worker.wait(5) and not worker.is_alive


def test_the_next_job_waits_for_the_one_before() -> None:
    worker, done = Worker(), []

    def job(name: str) -> Callable[[Event], None]:
        def work(stop: Event) -> None:
            done.append(f"{name} begins")
            stop.wait(0.2 if name == "b" else 30)
            time.sleep(0.05)
            done.append(f"{name} ends")

        return work

    worker.start(job("a"))
    time.sleep(0.05)
    worker.start(job("b"))
    assert worker.wait(5)
    assert done == ["a begins", "a ends", "b begins", "b ends"]


def test_stopping_and_closing_end_the_thread() -> None:
    before = len(lab_threads())
    one, other = (VariantLab("granna", "triangelspelet", rounds=900_000_000) for _ in range(2))
    for lab in (one, other):
        lab.run()
    assert len(lab_threads()) == before + 2
    while other.comparison is None:
        time.sleep(0.02)
    one.stop()
    assert one.live["status"].startswith("Stopped")
    other.close()
    assert len(lab_threads()) == before


def test_python_ends_while_a_lab_plays() -> None:
    code = (
        "import time\nfrom trinb.widgets import VariantLab\n"
        "lab = VariantLab('granna', 'triangelspelet', rounds=900_000_000)\nlab.run()\n"
        "while lab.comparison is None: time.sleep(0.05)\nprint('ends')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ends\n", "")


def test_the_browser_hears_at_most_five_times_a_second() -> None:
    lab = VariantLab("granna", "triangelspelet", rounds=400_000, measure="turns")
    heard: list[float] = []
    lab.observe(lambda _: heard.append(time.perf_counter()), "live")
    lab.run()
    lab.wait(60)
    busy = heard[1:-1]  # not counting that it starts, and that it is done
    assert len(busy) >= 4
    assert len(busy) / (busy[-1] - busy[0] + 0.2) <= 5.5


def test_without_the_simulator_it_says_one_clear_line() -> None:
    code = (
        "import sys\nfor name in ('numba', 'numpy', 'scipy'): sys.modules[name] = None\n"
        "from trinb.widgets import VariantLab\n"
        "lab = VariantLab('granna', measure='turns', width=0.5)\n"
        "lab.change(0, 'score.bridge', '40')\n"
        "lab._handle_custom_msg({'do': 'run'}, [])\n"
        "print(lab.live['status'])\nprint(lab.live['primary']['enabled'], lab.live['warn'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith("This needs num") and 'pip install "trinb[lab]"' in first
    assert second == "False True"


# --- in a notebook --------------------------------------------------------------------------------------


def test_the_call_of_a_notebook() -> None:
    GRANNA.evolve(id="filed", name="From a file").save("filed.toml")
    lab = VariantLab(
        "triangelspelet", GRANNA, ("filed.toml", 3), Path("filed.toml"), players=["greedy", "random"]
    )
    assert repr(lab) == "<VariantLab triangelspelet, granna, filed, filed: 0 played>"
    assert [len(row.players) for row in lab._setup.rows] == [2, 2, 3, 2]
    assert lab.comparison is None and lab.command == ""
    with pytest.raises(TrinbError, match="nothing has been played yet"):
        lab.save()
    for wrong in (5, None, ("granna", 0), ("granna", "greedy"), "bogus", "nowhere.toml"):
        with pytest.raises(TrinbError):
            VariantLab(wrong)
    with pytest.raises(TrinbError, match="6 variants are enough"):
        VariantLab(*["granna"] * 7)
    with pytest.raises(TrinbError, match="there is no measure"):
        VariantLab(measure="bogus")


def test_going_on_adds_rounds_as_long_as_nothing_changes() -> None:
    lab = finished("granna", "triangelspelet", measure="turns")
    lab.run()
    lab.wait(60)
    assert lab.comparison and lab.comparison.rounds == 4_000
    lab.change(1, "score.bridge", "1")
    assert lab.live["result"]["old"] and lab.live["primary"]["words"] == "Run"
    assert "settings have changed" in lab.live["status"]
    lab.run()
    lab.wait(60)
    assert lab.comparison.rounds == 2_000 and len(lab.comparison.variants) == 3
    assert lab.live["result"]["old"] == ""
