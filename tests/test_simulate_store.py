"""Simulations that are kept in a folder: killed, resumed, damaged, mixed up, and without room on the disk."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd
import pytest

from trinb import RuleSet, TrinbError, rules
from trinb.simulate import Simulation, run, simulate, store, task
from trinb.simulate.store import ABOUT

ROOT = Path(__file__).resolve().parent.parent
SWEDISH = rules("triangelspelet")
PLAYERS = ["greedy", "random"]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task, "CHUNK", 500)
    monkeypatch.setattr(task, "MATCHES", 20)


def kept(
    folder: Path, rounds: int = 2_250, seed: int = 1, rule_set: RuleSet = SWEDISH, **options: Any
) -> Simulation:
    """A simulation that is kept."""
    return simulate(rule_set, PLAYERS, rounds, seed, out=folder, **options)


@cache
def alone(rounds: int = 2_250, seed: int = 1) -> Simulation:
    """The same, not kept."""
    return simulate(SWEDISH, PLAYERS, rounds, seed, keep_rows=True)


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.parquet"))


def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """What is played from now on, but for what it is compared with."""
    alone(), alone(1_250)
    found: list[tuple[int, int]] = []
    real = run._play

    def play(task: Any, code: int, first: int, count: int, keep: bool) -> Any:
        found.append((first, count))
        return real(task, code, first, count, keep)

    monkeypatch.setattr(run, "_play", play)
    return found


# --- what is there ------------------------------------------------------------------------------------------


def test_the_folder_holds_every_round(tmp_path: Path) -> None:
    found = kept(tmp_path / "new" / "folder")
    assert found.sums == alone().sums
    table = pd.read_parquet(tmp_path / "new" / "folder")
    assert table["round"].tolist() == list(range(2_250))
    assert table.drop(columns="round").equals(alone().rows)
    names = [path.name[:-25] for path in files(tmp_path / "new" / "folder")]
    assert names == [f"rounds-{first:012d}-{min(500, 2_250 - first)}" for first in range(0, 2_250, 500)]
    about = json.loads((tmp_path / "new" / "folder" / ABOUT).read_text())
    assert (about["rules"], about["players"], about["seed"]) == ("triangelspelet", PLAYERS, 1)


def test_matches_are_kept_too(tmp_path: Path) -> None:
    found = simulate(SWEDISH, PLAYERS, matches=50, seed=2, out=tmp_path, workers=2)
    again = simulate(SWEDISH, PLAYERS, matches=50, seed=2, out=tmp_path, keep_rows=True)
    assert found.sums == again.sums == simulate(SWEDISH, PLAYERS, matches=50, seed=2).sums
    assert pd.read_parquet(tmp_path).drop(columns="match").equals(again.rows)
    assert [path.name[:22] for path in files(tmp_path)] == [
        "matches-000000000000-2", "matches-000000000020-2", "matches-000000000040-1"
    ]  # fmt: skip


def test_what_is_there_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path, 1_000)
    chunks = played(monkeypatch)
    told: list[int] = []
    found = kept(tmp_path, progress=lambda done, asked: told.append(done), keep_rows=True)
    assert chunks == [(1_000, 500), (1_500, 500), (2_000, 250)] and told == [1_500, 2_000, 2_250]
    assert found.sums == alone().sums and found.rows.equals(alone().rows)
    chunks.clear()
    assert kept(tmp_path).sums == alone().sums and chunks == []


def test_a_longer_and_a_shorter_run_share_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path, 1_250)
    assert kept(tmp_path, 2_250).sums == alone(2_250).sums
    assert len(pd.read_parquet(tmp_path)) == 2_250  # the short chunk has gone
    chunks = played(monkeypatch)
    assert kept(tmp_path, 1_250).sums == alone(1_250).sums
    assert chunks == [(1_000, 250)]  # and the long one stays
    assert pd.read_parquet(tmp_path)["round"].is_unique and len(pd.read_parquet(tmp_path)) == 2_250


# --- accidents ----------------------------------------------------------------------------------------------

SCRIPT = """
import sys
from trinb import rules
from trinb.simulate import simulate, task
task.CHUNK = 2_000
simulate(rules("triangelspelet"), ["greedy", "random"], 100_000, 1, out=sys.argv[1], workers=int(sys.argv[2]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_random_moments_and_resumed(tmp_path: Path, workers: int, record_property: Any) -> None:
    unbroken = alone(100_000).sums
    rng, kills = Random(workers), 10
    counts = []
    for _ in range(kills):
        for path in files(tmp_path)[25:]:
            path.unlink()  # so that there is work for each
        before = len(files(tmp_path))
        process = subprocess.Popen([sys.executable, "-c", SCRIPT, tmp_path, str(workers)], cwd=ROOT)
        while len(files(tmp_path)) == before and process.poll() is None:
            time.sleep(0.01)  # starting takes its time, and nothing can be lost before it writes
        time.sleep(rng.random() * 0.2)
        process.kill()
        process.wait()
        counts.append(len(files(tmp_path)) - before)
    record_property("measured", f"chunks that were kept before {kills} kills, {workers} workers: {counts}")
    assert len(set(counts)) > 3
    found = simulate(SWEDISH, PLAYERS, 100_000, 1, out=tmp_path, workers=workers)
    assert found.sums == unbroken


def damage_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def write_nonsense(path: Path) -> None:
    path.write_text("this is no Parquet\n" * 100)


def damage_the_end(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"digest"', b'"Digest"'))


@pytest.mark.parametrize("damage", [damage_a_bit, cut, empty, write_nonsense, damage_the_end])
def test_a_damaged_chunk_is_played_again(
    damage: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path)
    sound = {path.name: path.read_bytes() for path in files(tmp_path)}
    damage(files(tmp_path)[2])
    chunks = played(monkeypatch)
    assert kept(tmp_path).sums == alone().sums
    assert chunks == [(1_000, 500)]
    assert "rounds-000000001000-500-" in (said := capsys.readouterr().err) and "is damaged" in said
    assert {path.name: path.read_bytes() for path in files(tmp_path)} == sound


def test_another_simulation_is_refused(tmp_path: Path) -> None:
    kept(tmp_path)
    before = sorted(tmp_path.iterdir())
    others = {"seed": 2, "rule_set": SWEDISH.with_reading("plain-scores-sum")}
    for name, value in others.items():
        with pytest.raises(TrinbError, match=f"{ABOUT} in .* belongs to another simulation"):
            kept(tmp_path, **{name: value})
    with pytest.raises(TrinbError, match="another simulation"):
        simulate(SWEDISH, ["random", "random"], 2_250, 1, out=tmp_path)
    with pytest.raises(TrinbError, match="another simulation"):
        simulate(SWEDISH, PLAYERS, matches=20, seed=1, out=tmp_path)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("where", [0, 7])
def test_a_chunk_of_another_simulation_is_refused(tmp_path: Path, where: int) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    kept(here)
    kept(there, 5_000, seed=2)
    stranger = files(there)[where]
    (here / stranger.name).write_bytes(stranger.read_bytes())
    with pytest.raises(TrinbError, match=r"in .*here belongs to another simulation"):
        kept(here)
    # The same without the note for people.
    (here / ABOUT).unlink()
    with pytest.raises(TrinbError, match=r"rounds-.* belongs to another simulation"):
        kept(here)


def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path)
    monkeypatch.setattr("trinb.simulate.kernel.stamp", lambda: 7)
    with pytest.raises(TrinbError, match="or version"):
        kept(tmp_path)


def test_names_and_texts_of_rules_may_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path)
    chunks = played(monkeypatch)
    renamed = SWEDISH.evolve(id="ours", name="Ours", clauses=[], readings={})
    assert kept(tmp_path, rule_set=renamed).sums == alone().sums
    assert chunks == []


def test_a_note_that_is_damaged_does_not_matter(tmp_path: Path) -> None:
    kept(tmp_path)
    for content in ("", "[]", "{", '{"digest": 3}'[:-3]):
        (tmp_path / ABOUT).write_text(content)
        assert kept(tmp_path).sums == alone().sums
    assert json.loads((tmp_path / ABOUT).read_text())["seed"] == 1


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    for name in ("notes.txt", "rounds.parquet", ".rounds-000000000000-500-0123456789abcdef.parquet.77.part"):
        (tmp_path / name).write_text("mine")
    old = tmp_path / ".rounds-000000000500-500-0123456789abcdef.parquet.78.part"
    old.write_text("half")
    os.utime(old, (1, 1))
    assert kept(tmp_path).sums == alone().sums
    assert sum(path.read_bytes() == b"mine" for path in tmp_path.iterdir()) == 3
    assert not old.exists()


# --- no room ------------------------------------------------------------------------------------------------


class FullDisk:
    """A disk on which so many files fit; the first is the note for people."""

    def __init__(self, fits: int, real: Any) -> None:
        self.fits, self.real = fits, real

    def write(self, path: Path, content: bytes) -> None:
        if not self.fits:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        self.fits -= 1
        self.real(path, content)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_full_disk_loses_nothing(tmp_path: Path, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(store, "write_whole", FullDisk(3, store.write_whole).write)
        with pytest.raises(run.Stopped, match=r"no room left for .*make room and start again") as caught:
            kept(tmp_path, workers=workers)
    assert len(files(tmp_path)) == 2 and not list(tmp_path.glob(".*"))
    assert caught.value.simulation and caught.value.simulation.rounds == 1_000
    chunks = played(monkeypatch)
    assert kept(tmp_path).sums == alone().sums
    assert len(chunks) == 3


def test_a_disk_that_is_full_from_the_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for fits in (0, 1):
        monkeypatch.setattr(store, "write_whole", FullDisk(fits, store.write_whole).write)
        with pytest.raises(TrinbError, match="no room left"):
            kept(tmp_path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"'.*file.*'"):
        kept(tmp_path / "file")
    with pytest.raises(OSError, match=r"'.*file.*'"):
        kept(tmp_path / "file" / "folder")
