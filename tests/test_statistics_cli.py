"""The commands `trinb statistics`: what they print, make and refuse."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from commands import Command

from trinb import rules
from trinb.simulate import reference
from trinb.simulate.reference import as_text, measured, references, setups
from trinb.words import LANGUAGES, speaking

COMMAND = Command("statistics")
run, ok, data = COMMAND.run, COMMAND.ok, COMMAND.data


def test_it_shows_a_line_for_each_row() -> None:
    text = ok()
    assert text == ok("show")
    lines = text.splitlines()
    assert sum(" ± " in line for line in lines) == len(references())
    assert all(len(line) < 140 for line in lines) and "nan" not in text
    line = next(line for line in lines if "triominos-children " in line and "Random" in line)
    assert "Random × 2" in line and " % " in line
    assert "  opener_won: rounds that the opener wins, of those that anybody wins" in lines
    assert len(ok("show", "--rules", "granna").splitlines()) < 15


def test_it_shows_all_of_one_row() -> None:
    text, row = ok("show", "--rules", "granna", "--players", "4"), reference.reference("granna", 4)
    assert text.splitlines()[:2] == ["granna: Greedy × 4", f"  {row.command}"]
    assert len(text.splitlines()) == 2 + len(row.values)
    assert "blocked rounds " in text and " % (" in text
    (shown,) = data("show", "--rules", "granna", "--players", "greedy,greedy,greedy,greedy")
    assert shown["command"] == row.command and shown["seed"] == row.seed
    assert list(shown["measures"]) == list(row.values)
    assert shown["measures"]["bridge"]["mean"] == row["bridge"].mean
    assert "p5" in shown["measures"]["bridge"] and "p5" not in shown["measures"]["blocked"]
    assert len(data("show", "--players", "3")) == 14 and len(data("show")) == len(references())


def test_the_command_of_a_row_plays_it() -> None:
    row = evolve(references()[9], rounds=300, matches=20)
    played = data(*shlex.split(row.command)[2:])
    again = measured(row.rules, row.players, 300, 20, row.seed)
    assert played["command"] == row.command == again.command
    assert played["measures"]["turns"]["mean"] == again["turns"].mean
    assert list(played["measures"]) == list(again.values)


def test_rules_of_your_own(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    rules("granna").evolve(id="ours", score={"bridge": 99}).save(path)
    text = ok("play", "--rules", str(path), "--players", "greedy,random", "--rounds", "200", "--matches", "0")
    assert text.startswith("ours: Greedy, Random\n") and "rounds per match" not in text
    words = ["play", "--reading", "plain-scores-sum", "--rounds", "200", "--matches", "2"]
    assert "--reading plain-scores-sum" in data(*words)["command"]


def test_two_rounds_are_told_without_nan() -> None:
    for seed in range(20):
        done = run("play", "--rounds", "2", "--matches", "2", "--seed", str(seed), "--json")
        assert done.exit_code == 0 and "NaN" not in done.stdout
        assert "nan" not in ok("play", "--rounds", "2", "--matches", "2", "--seed", str(seed))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[reference.Reference]:
    rows = [measured("granna", 2, 300, 20, seed=1), measured("triominos-de", 3, 300, 20, seed=2)]
    monkeypatch.setattr(reference, "references", lambda: tuple(rows))
    return rows


def test_rows_are_checked(small: list[reference.Reference]) -> None:
    assert ok("check").count("as in the table") == 2
    assert data("check", "--rules", "granna") == [{"command": small[0].command, "changed": []}]
    turns = small[1]["turns"]._replace(high=99.0)
    small[1] = evolve(small[1], values={**small[1].values, "turns": turns})
    done = run("check")
    assert done.exit_code == 1 and done.stdout.splitlines()[1].endswith("changed: turns")
    done = run("check", "--json")
    assert done.exit_code == 1 and [len(row["changed"]) for row in json.loads(done.stdout)] == [0, 1]


def test_the_table_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = list(setups())[:2]
    monkeypatch.setattr(reference, "setups", lambda: iter(wanted))
    path = tmp_path / "table.csv"
    assert data("make", str(path), "--rounds", "50", "--matches", "5") == {"saved": str(path)}
    rows = [measured(id, players, 50, 5, number) for number, (id, players) in enumerate(wanted, 1)]
    assert path.read_text() == as_text(rows)


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play, path = measured, tmp_path / "table.csv"

    def stop(*what: Any) -> Any:
        if what[-1] == 2:
            raise KeyboardInterrupt
        return play(*what)

    monkeypatch.setattr(reference, "measured", stop)
    done = run("make", str(path), "--rounds", "50", "--matches", "5")
    assert done.exit_code == 130 and [found.name for found in tmp_path.iterdir()] == ["table.csv.part"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["show", "--rules", "nowhere"], "nowhere"),
        (["show", "--rules", "granna", "--players", "5"], "no such row"),
        (["show", "--players", "nobody"], "no such row"),
        (["show", "--players", ""], "no such row"),
        (["check", "--players", "99"], "players are how many"),
        (["play", "--players", "nobody,nobody"], "there is no player"),
        (["play", "--rounds", "1"], "1 is not in the range"),
        (["play", "--rounds", "10", "--matches", "1"], "at least two"),
        (["make", "/nowhere/x"], "/nowhere/x: No such file or directory"),
        (["make", "x\0"], "zero byte"),
    ],
)
def test_what_is_refused(words: list[str], fault: str) -> None:
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert fault in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_it_speaks_every_language() -> None:
    for code in LANGUAGES:
        with speaking(code):
            assert "{" not in ok("show") + ok("show", "--rules", "granna", "--players", "2")
