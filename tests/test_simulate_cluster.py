"""Simulations on a Dask cluster: a real scheduler and two workers, each a process, one of which is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from trinb import TrinbError, rules
from trinb.simulate import simulate, task
from trinb.simulate.cluster import cluster

pytest.importorskip("distributed")

ROOT = Path(__file__).resolve().parent.parent
SWEDISH = rules("triangelspelet")
PLAYERS = ["greedy", "random"]


class Dask(NamedTuple):
    """The processes of a cluster on this machine."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    simulate(SWEDISH, PLAYERS, 1)  # so that it is compiled before the workers need it
    folder = tmp_path_factory.mktemp("dask")
    file, log = folder / "scheduler.json", (folder / "log").open("wb")
    here = ["--host", "127.0.0.1", "--no-dashboard"]

    def start(what: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *words]
        return subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)

    processes = [start("scheduler", *here, "--port", "0", "--scheduler-file", str(file))]
    try:
        workers = [
            "--scheduler-file",
            str(file),
            "--nthreads",
            "1",
            "--no-nanny",
            "--local-directory",
            str(folder),
        ]
        processes += [start("worker", *here, *workers) for _ in range(2)]
        for _ in range(600):
            if file.exists() and file.read_text():
                break
            time.sleep(0.1)
        yield Dask(json.loads(file.read_text())["address"], processes[1:])
    finally:
        for process in processes:
            process.kill()
            process.wait()
        log.close()


@pytest.mark.slow
def test_a_worker_is_killed_in_the_middle(
    dask: Dask, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(task, "CHUNK", 1_000)
    alone = simulate(SWEDISH, PLAYERS, 100_000, 1)
    told = []

    def kill_one(done: int, _: int) -> None:
        told.append(done)
        if len(told) == 20:
            dask.workers[0].kill()

    with cluster(dask.address) as workers:
        client = workers._client  # type: ignore[attr-defined]
        client.wait_for_workers(2, timeout=60)
        found = simulate(SWEDISH, PLAYERS, 100_000, 1, executor=workers, progress=kill_one, out=tmp_path)
        assert len(client.scheduler_info()["workers"]) == 1
    assert dask.workers[0].wait() != 0 and dask.workers[1].poll() is None
    assert found.sums == alone.sums and found.is_whole
    assert simulate(SWEDISH, PLAYERS, 100_000, 1, out=tmp_path).sums == alone.sums

    # The other one goes on, also for the command.
    words = ["simulate", "--players", ",".join(PLAYERS), "--rounds", "60000", "--seed", "1", "--json"]
    command = [sys.executable, "-m", "trinb", *words, "--dask", dask.address]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(done.stdout)["mean"] == {
        name: simulate(SWEDISH, PLAYERS, 60_000, 1).mean[name] for name in json.loads(done.stdout)["mean"]
    }


def test_a_worker_of_another_version_is_refused(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trinb.simulate.kernel.stamp", lambda: 7)
    with cluster(dask.address) as workers, pytest.raises(TrinbError, match="another version of trinb"):
        simulate(SWEDISH, PLAYERS, 100, executor=workers)


def test_there_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trinb.simulate.cluster._PATIENCE", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", ""):
        with pytest.raises(TrinbError, match="there is no Dask scheduler at"), cluster(address):
            pass


def test_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(TrinbError, match=r'pip install "trinb\[cluster\]"'), cluster("tcp://127.0.0.1:9"):
        pass
