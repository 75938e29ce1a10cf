"""The command `trinb simulate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Command

from trinb import rules
from trinb.simulate import run as running
from trinb.simulate import simulate, store, task
from trinb.words import LANGUAGES, speaking

SWEDISH = rules("triangelspelet")
KEYS = ["turns", "tiles", "points", "blocked", "draws", "plain", "bridge", "docking", "drone"]


COMMAND = Command("simulate")
run, found, refused = COMMAND.run, COMMAND.data, COMMAND.fault


def test_it_prints_what_the_library_finds() -> None:
    words = ["--rules", "granna", "--players", "greedy,greedy,random", "--rounds", "3000", "--seed", "7"]
    here, there = found(*words), simulate(rules("granna"), ["greedy", "greedy", "random"], 3_000, 7)
    assert list(here) == ["rules", "rounds", "seed", "seconds", "mean", "ci95"]
    assert (here["rules"], here["rounds"], here["seed"]) == ("granna", 3_000, 7)
    assert list(here["mean"]) == list(here["ci95"]) == KEYS
    assert here["mean"] == {name: there.mean[name] for name in KEYS}
    assert here["ci95"] == {name: there.ci95[name] for name in KEYS}
    assert here["mean"]["points"] == pytest.approx(sum(there.mean[f"score_{seat}"] for seat in range(3)))
    assert 0 < here["seconds"] < 60


def test_other_tiles_readings_and_files(tmp_path: Path) -> None:
    mean = simulate(SWEDISH.evolve(tiles="triominos-56"), ["greedy"] * 2, 500, 1).mean["points"]
    assert found("--tiles", "triominos-56", "--rounds", "500", "--seed", "1")["mean"]["points"] == mean
    rule_set = SWEDISH.with_reading("plain-scores-sum")
    mean = simulate(rule_set, ["greedy"] * 2, 500, 1).mean["points"]
    options = ["--rounds", "500", "--seed", "1"]
    assert found("--reading", "plain-scores-sum", *options)["mean"]["points"] == mean
    rule_set.evolve(id="ours", score={"bridge": 500}).save(tmp_path / "ours.toml")
    ours = found("--rules", str(tmp_path / "ours.toml"), *options)
    assert ours["rules"] == "ours" and ours["mean"]["points"] > mean


def test_matches() -> None:
    here = found("--matches", "50", "--seed", "3")
    there = simulate(SWEDISH, ["greedy"] * 2, matches=50, seed=3)
    assert here["rounds"] == there.rounds > here["matches"] == 50
    assert here["match_mean"] == there.match_mean and here["match_ci95"] == there.match_ci95
    assert here["match_mean"]["won_0"] + here["match_mean"]["won_1"] >= 1


def test_one_round_has_no_interval() -> None:
    assert set(found("--rounds", "1")["ci95"].values()) == {None}


def test_it_tells_a_table() -> None:
    done = run("--players", "greedy,random", "--rounds", "20000", "--seed", "1")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Triangelspelet: 20000 rounds by greedy, random; seed 1, ")
    assert lines[1] == "Means of a round, with 95 % intervals:"
    assert lines[2].split("  ")[1] == "turns" and " to " in lines[2]
    assert [line for line in lines if "blocked rounds" in line and " % (" in line]
    assert lines[-3].split() == ["points", "won", "tiles", "left", "in", "hand"]
    assert lines[-1].startswith("  seat 1  random  ")
    assert all(len(line) < 100 for line in lines) and "\\x" not in done.stdout


def test_it_tells_matches_in_every_language() -> None:
    for code in LANGUAGES:
        with speaking(code):
            done = run("--matches", "30")
        assert done.exit_code == 0 and len(done.stdout.splitlines()) == 23
        assert "{" not in done.stdout and "nan" not in done.stdout


def test_it_tells_one_round() -> None:
    done = run("--rounds", "1")
    assert done.exit_code == 0 and "nan" not in done.stdout


def test_it_keeps_the_rounds_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task, "CHUNK", 500)
    out = ["--out", str(tmp_path / "kept")]
    first = found("--rounds", "1000", "--seed", "4", *out)
    longer = found("--rounds", "2000", "--seed", "4", "--workers", "2", *out)
    assert first["mean"] == found("--rounds", "1000", "--seed", "4")["mean"]
    assert longer["mean"] == found("--rounds", "2000", "--seed", "4")["mean"]
    assert "another simulation" in refused("--rounds", "1000", "--seed", "5", *out)


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(store, "write_whole", full)
    assert "there is no room left for" in refused("--rounds", "100", "--out", str(tmp_path))


def test_stopping_tells_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = running.parts

    def stop(*words: Any, **more: Any) -> Any:
        yield next(iter(real(*words, **more)))
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "parts", stop)
    done = run("--rounds", "200000", "--json")
    assert done.exit_code == 130
    assert json.loads(done.stdout)["rounds"] == 50_000
    assert done.stderr == "Stopped. 50000 of 200000 rounds were played and are kept.\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rules", "no-such"], "there are no rules 'no-such'"),
        (["--rules", "no-such.toml"], "no-such.toml"),
        (["--tiles", "no-such"], "tiles: "),
        (["--reading", "no-such"], "has no reading 'no-such'"),
        (["--players", "greedy,clever"], "there is no player 'clever'; there are greedy, random"),
        (["--players", "greedy"], "is for 2 to 8 players, not 1"),
        (["--players", ""], "there is no player ''"),
        (["--rounds", "0"], "at least one must be played, not 0"),
        (["--rounds", "x"], "'x' is not a valid integer"),
        (["--rounds", "5", "--matches", "5"], "one of them"),
        (["--workers", "0"], "0 is not in the range"),
        (["--workers", "2", "--dask", "tcp://127.0.0.1:9"], "--workers does not go with --dask"),
        (["--dask", "nonsense://x"], "there is no Dask scheduler at 'nonsense://x'"),
        (["--out", "a\0b"], "zero byte"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], message: str) -> None:
    assert message in refused(*words)
