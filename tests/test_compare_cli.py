"""The command `trinb compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Command

from trinb import rules
from trinb.simulate.compare import compare
from trinb.simulate.telling import data

COMMAND = Command("compare")
run, found = COMMAND.run, COMMAND.data


def plain(what: Any) -> Any:
    return json.loads(json.dumps(what))


def test_it_is_what_the_library_compares() -> None:
    sides = [(rules("triangelspelet"), 3), (rules("granna").with_reading("must-go-on"), 3)]
    words = ["--rules", "triangelspelet", "--rules", "granna+must-go-on", "--players", "3", "--rounds", "300"]
    assert found(*words, "--seed", "7") == plain(data(compare(sides, rounds=300, seed=7)))


def test_players_side_by_side() -> None:
    here = found(
        "--players", "greedy,greedy", "--players", "greedy,random", "--rounds", "300", "--measure", "turns"
    )
    assert [one["players"] for one in here["variants"]] == [["greedy", "greedy"], ["greedy", "random"]]
    assert [one["rules"] for one in here["variants"]] == ["triangelspelet"] * 2
    assert [one["name"] for one in here["measures"]] == ["turns"]


def test_each_rule_set_with_its_own_players() -> None:
    here = found(
        "--rules", "granna", "--rules", "triominos-de", "--players", "2", "--players", "4", "--rounds", "300"
    )
    assert [(one["rules"], len(one["players"])) for one in here["variants"]] == [
        ("granna", 2),
        ("triominos-de", 4),
    ]


def test_a_width_and_a_time_for_turns() -> None:
    here = found("--measure", "minutes", "--width", "1.0", "--seconds", "30")
    assert here["plan"]["kept"]
    assert here["pace"]["turn"] == 30
    assert here["plan"]["widest"]["minutes"] <= 1


def test_only_with_the_first() -> None:
    words = [word for id in ("granna", "triangelspelet", "triominos-de") for word in ("--rules", id)]
    assert len(found(*words, "--rounds", "300", "--measure", "turns", "--first")["differences"]) == 2


def test_in_words() -> None:
    done = run(
        "--rules", "triangelspelet", "--rules", "triominos-de", "--rounds", "300", "--measure", "turns"
    )
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1].startswith("A  Triangelspelet")
    assert "300 rounds of each, with the same shuffles, seed 0." in done.stdout
    assert "\\x" not in done.stdout


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_figure(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"figure.{kind}"
    assert run("--rounds", "300", "--figure", str(path)).exit_code == 0
    assert path.stat().st_size > 5_000


def test_house_rules_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a+b.toml"
    rules("granna").evolve(score={"bridge": {"points": 99}}).save(path)
    here = found("--rules", "granna", "--rules", str(path), "--rounds", "300", "--measure", "points")
    assert here["differences"][0]["difference"] > 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rules", "bogus"], "there are no rules 'bogus'"),
        (["--rules", "granna+bogus"], "has no reading 'bogus'"),
        (["--rules", "nowhere.toml"], "nowhere.toml: cannot be read"),
        (["--players", "greedy,clever"], "there is no player 'clever'"),
        (["--players", "9"], "players are how many"),
        (["--players", "1"], "for 2 to 8 players, not 1"),
        (["--measure", "bogus"], "there is no measure 'bogus'"),
        (["--width", "-1"], "a width must be a number above 0"),
        (["--width", "nan"], "a width must be a number above 0"),
        (["--width", "1e-12"], "ask for wider ones"),
        (["--width", "1", "--rounds", "100"], "not both"),
        (["--rounds", "0"], "from 2 to"),
        (["--rounds", "x"], "Invalid value for '--rounds'"),
        (["--seconds", "inf"], "a time must be a number"),
        (["--figure", "figure.gif"], "ends in .png, .svg or .pdf"),
        (["--figure", "/nowhere/figure.png"], "/nowhere/figure.png: No such file or directory"),
        (
            ["--rules", "granna", "--rules", "granna", "--players", "2", "--players", "3", "--players", "4"],
            "once",
        ),
        (["--measure", "turns", "--measure", "match_turns"], "one after the other"),
    ],
)
def test_what_is_refused(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr
