"""Running simulations: the same result whoever plays them, progress, Ctrl-C, workers that die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from trinb import RulesError, TrinbError, rules
from trinb.simulate import progress, run, simulate, task
from trinb.simulate.columns import columns_of, meaning
from trinb.simulate.task import Sums, Task
from trinb.words import LANGUAGES, speaking

SWEDISH = rules("triangelspelet")
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of 500 rounds or 20 matches, so that few rounds are many chunks."""
    monkeypatch.setattr(task, "CHUNK", 500)
    monkeypatch.setattr(task, "MATCHES", 20)


class Backwards(Executor):
    """Does what was handed in last first, and only when somebody waits for it."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: call(*args, **kwargs)))
        if len(self.waiting) == 5:
            for one, work in reversed(self.waiting):
                one.set_result(work())
            self.waiting = []
        return future


# --- the same result -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("how_many", [{"rounds": 5_250}, {"matches": 105}], ids=["rounds", "matches"])
class TestTheSame:
    def test_in_any_order_and_by_anybody(self, how_many: dict[str, int]) -> None:
        def played(**options: Any) -> list[Any]:
            return simulate(
                SWEDISH, ["greedy", "random", "greedy"], seed=3, **how_many, **options
            ).sums.numbers

        alone = played()
        with ThreadPoolExecutor(3) as threads:
            assert played(executor=threads) == alone
        with ProcessPoolExecutor(2) as processes:
            assert played(executor=processes) == alone
        assert played(workers=2) == alone
        assert played(workers=1) == alone
        assert played(keep_rows=True) == alone

    def test_whatever_the_chunks(self, how_many: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
        found = []
        for size in (7, 60, 100_000):
            monkeypatch.setattr(task, "CHUNK", size * 10)
            monkeypatch.setattr(task, "MATCHES", size)
            found.append(simulate(SWEDISH, ["random"] * 2, seed=4, **how_many).sums.numbers)
        assert found[0] == found[1] == found[2]

    def test_rows_stand_in_their_order(self, how_many: dict[str, int]) -> None:
        alone = simulate(SWEDISH, ["random"] * 2, seed=5, keep_rows=True, **how_many)
        shared = simulate(SWEDISH, ["random"] * 2, seed=5, keep_rows=True, workers=2, **how_many)
        assert alone.rows.equals(shared.rows)
        assert len(alone.rows) == alone.sums.games
        names = set(alone.match_mean if alone.task.matches else alone.mean)
        assert names >= set(alone.rows.columns)

    def test_only_the_seed_decides(self, how_many: dict[str, int]) -> None:
        def points(seed: int) -> float:
            return simulate(SWEDISH, ["greedy"] * 2, seed=seed, **how_many).mean["points"]

        assert points(1) == points(1)
        assert len({points(seed) for seed in (-1, 0, 1, 2, 2**63, 2**64 - 2)}) == 6


@pytest.mark.usefixtures("small_chunks")
def test_it_waits_for_any_executor() -> None:
    # Of an executor only what `concurrent.futures` promises is asked; the last few chunks never come here.
    executor = Backwards()
    told: list[tuple[int, int]] = []

    def tell(done: int, asked: int) -> None:
        told.append((done, asked))
        if done == 2_500:
            raise KeyboardInterrupt

    found = simulate(SWEDISH, ["greedy"] * 2, 4_000, seed=6, executor=executor, progress=tell)
    assert (found.rounds, found.is_whole) == (2_500, False)
    assert found.sums == simulate(SWEDISH, ["greedy"] * 2, 2_500, seed=6).sums


def test_a_part_of_a_run_is_the_run_of_a_part() -> None:
    whole = Task(SWEDISH, ("greedy", "random"), 7)
    kept = whole.play(0, 100, keep=True)
    assert kept.rows is not None
    for first in (0, 13, 99):
        part = whole.play(first, 1, keep=True).rows
        assert part is not None and (part == kept.rows[first : first + 1]).all()


def test_sums_add_up_without_rounding() -> None:
    some = Task(SWEDISH, ("greedy", "random"), 8).play(0, 50)
    much = Sums.of([10**30, (some.of_rounds * 10**25).tolist(), 0, some.of_matches.tolist()])
    both = much + some
    assert both.rounds == 10**30 + 50
    assert both.total[0] == 10**25 * some.total[0] + some.total[0]
    assert Sums.of(json.loads(json.dumps(both.numbers))) == both
    assert (some == 3) is False


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "say how many rounds or how many matches"),
        ({"rounds": 5, "matches": 5}, "one of them"),
        ({"rounds": 0}, "at least one must be played, not 0"),
        ({"rounds": -3}, "not -3"),
        ({"rounds": 1e6}, "1000000.0 is no whole number"),
        ({"rounds": "many"}, "'many' is no whole number"),
        ({"rounds": 5, "seed": 0.5}, "0.5 is no whole number"),
        (
            {"rounds": 5, "players": ["greedy", "clever"]},
            "there is no player 'clever'; there are greedy, random",
        ),
        ({"rounds": 5, "players": ["greedy", None]}, "there is no player None"),
        ({"rounds": 5, "players": []}, "is for 2 to 8 players, not 0"),
        ({"rounds": 5, "players": ["greedy"] * 9}, "is for 2 to 8 players, not 9"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TrinbError, match=message):
        simulate(SWEDISH, **{"players": ["greedy"] * 2, **options})


def test_a_match_without_an_end_is_refused() -> None:
    endless = SWEDISH.evolve(id="endless", match={"target": None})
    with pytest.raises(TrinbError, match="endless has neither a target nor a number of rounds"):
        simulate(endless, ["greedy"] * 2, matches=1)
    assert simulate(endless, ["greedy"] * 2, rounds=1).rounds == 1


def test_a_box_that_is_too_large_is_refused() -> None:
    with pytest.raises(RulesError, match="simulation takes up to 124 tiles, not 165"):
        simulate(SWEDISH.evolve(tiles="ascending-9"), ["greedy"] * 2, 1)


def test_whole_numbers_of_others_are_taken() -> None:
    assert simulate(SWEDISH, ["greedy"] * 2, np.int64(3), np.uint8(1)).rounds == 3  # type: ignore[arg-type]


# --- columns ----------------------------------------------------------------------------------------------


def test_every_column_is_explained_in_every_language() -> None:
    rounds = simulate(SWEDISH, ["greedy"] * 3, rounds=100)
    matches = simulate(rules("triominos-de"), ["greedy"] * 3, matches=20)
    for found in (rounds, matches):
        for code in LANGUAGES:
            with speaking(code):
                frame = found.frame
            assert list(frame.columns) == ["mean", "low", "high", "deviation", "meaning"]
            assert list(frame.index) == list(found.task.columns)
            assert frame["meaning"].str.len().gt(2).all()
            assert not frame["meaning"].str.contains("[{}]").any()
            assert frame["meaning"].is_unique
    assert matches.round_frame.index[0] == "turns" and len(matches.round_frame) > len(matches.frame)
    assert rounds.round_frame.equals(rounds.frame)


def test_there_is_a_column_for_every_point() -> None:
    found = simulate(SWEDISH, ["greedy"] * 2, rounds=200)
    by_reason = [name for name in found.mean if "_points_" in name]
    assert sum(found.mean[name] for name in by_reason) == pytest.approx(found.mean["points"])
    # What these rules never give is 0, not missing, so that rule sets can be compared.
    assert found.mean["extension_points_1"] == found.ci95["extension_points_1"] == 0
    assert "extension_points_1" not in found.frame.index
    assert set(columns_of(2, ())) < set(found.mean)


@pytest.mark.parametrize("name", ["", "score", "score_", "score_x", "rounds", "bridge_0", "won_0_1"])
def test_there_are_no_other_columns(name: str) -> None:
    with pytest.raises(TrinbError, match="there is no column"):
        meaning(name)


def test_rows_that_were_not_kept_are_not_there() -> None:
    with pytest.raises(TrinbError, match="keep_rows=True"):
        _ = simulate(SWEDISH, ["greedy"] * 2, rounds=10).rows


# --- progress -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_chunks")
class TestProgress:
    @pytest.mark.parametrize("workers", [1, 2])
    def test_somebody_is_told(self, workers: int) -> None:
        told: list[tuple[int, int]] = []
        simulate(SWEDISH, ["greedy"] * 2, 2_200, workers=workers, progress=lambda *much: told.append(much))
        done = [one for one, _ in told]
        assert done == sorted(done) and done[-1] == 2_200 and len(done) == 5
        assert {asked for _, asked in told} == {2_200}

    def test_there_is_a_bar_with_rate_and_time(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(progress, "_AFTER", 0)
        simulate(SWEDISH, ["greedy"] * 2, 2_000, progress=True)
        shown = capsys.readouterr()
        assert shown.out == ""
        assert "100%" in shown.err and "2.00k/2.00k" in shown.err and "rounds/s]" in shown.err
        with speaking("sv"):
            simulate(SWEDISH, ["greedy"] * 2, matches=20, progress=True)
        assert "partier/s]" in capsys.readouterr().err

    def test_what_is_short_or_seen_by_nobody_has_none(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        simulate(SWEDISH, ["greedy"] * 2, 2_000, progress=True)
        assert capsys.readouterr() == ("", "")
        monkeypatch.setattr(progress, "_AFTER", 0)
        simulate(SWEDISH, ["greedy"] * 2, 2_000)
        simulate(SWEDISH, ["greedy"] * 2, 2_000, progress=False)
        assert capsys.readouterr() == ("", "")

    def test_a_notebook_has_a_bar_of_its_own(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from tqdm.notebook import tqdm_notebook

        assert not progress.in_notebook()
        monkeypatch.setattr(progress, "in_notebook", lambda: True)
        with progress._bar(10, 0, " rounds") as bar:
            assert isinstance(bar, tqdm_notebook)
        capsys.readouterr()
        progress.say("hello")
        assert capsys.readouterr() == ("hello\n", "")

    def test_compiling_is_told_once(self, capsys: pytest.CaptureFixture[str]) -> None:
        with progress.compiling():
            one, other = njit(lambda x: x + 1), njit(lambda x: x + 2)
            assert (one(1), other(1)) == (2, 3)
        said = capsys.readouterr().err
        assert said.count("Compiling the simulator") == 1
        with progress.compiling():
            one(2)
        assert capsys.readouterr().err == ""


# --- Ctrl-C and accidents -----------------------------------------------------------------------------------


def interrupt_at(many: int) -> Callable[[int, int], None]:
    """Somebody who presses Ctrl-C when so many rounds are done."""

    def tell(done: int, _: int) -> None:
        if done >= many:
            raise KeyboardInterrupt

    return tell


@pytest.mark.usefixtures("small_chunks")
class TestStopping:
    @pytest.mark.parametrize("workers", [1, 2])
    def test_what_is_done_is_kept(self, workers: int, capsys: pytest.CaptureFixture[str]) -> None:
        found = simulate(SWEDISH, ["greedy"] * 2, 20_000, 1, workers=workers, progress=interrupt_at(1_500))
        assert (found.rounds, found.asked, found.is_whole) == (1_500, 20_000, False)
        assert "Stopped. 1500 of 20000 rounds were played and are kept." in capsys.readouterr().err
        assert found.ci95["points"] > 0

    def test_nothing_is_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def stop(*_: object, **__: object) -> Iterator[Any]:
            raise KeyboardInterrupt
            yield

        monkeypatch.setattr(run, "parts", stop)
        with pytest.raises(KeyboardInterrupt):
            simulate(SWEDISH, ["greedy"] * 2, 2_000)

    def test_the_rest_is_played_when_a_worker_dies(self, capsys: pytest.CaptureFixture[str]) -> None:
        killed: list[int] = []

        def kill_one(done: int, _: int) -> None:
            if done >= 2_000 and not killed:
                (worker, *_rest) = active_children()
                killed.append(worker.pid or 0)
                worker.kill()

        found = simulate(SWEDISH, ["greedy"] * 2, 20_000, 9, workers=2, progress=kill_one)
        assert killed and found.is_whole
        assert "played without them" in capsys.readouterr().err
        assert found.sums == simulate(SWEDISH, ["greedy"] * 2, 20_000, 9).sums

    def test_an_error_of_a_worker_comes_through(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("trinb.simulate.kernel.stamp", lambda: 7)
        with pytest.raises(TrinbError, match="another version of trinb"):
            simulate(SWEDISH, ["greedy"] * 2, 20_000, workers=2)


def test_workers_do_not_run_the_script_again(tmp_path: Path) -> None:
    # No `if __name__ == "__main__"`: pupils do not know it.
    script = tmp_path / "script.py"
    script.write_text(
        "from trinb import rules\n"
        "from trinb.simulate import simulate\n"
        "print('started')\n"
        "print(simulate(rules('triangelspelet'), ['greedy'] * 2, 200_000, workers=2))\n"
    )
    done = subprocess.run([sys.executable, script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["started", "<Simulation of triangelspelet: 200000 rounds, seed 0>"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a process")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_in_a_terminal(workers: str) -> None:
    simulate(SWEDISH, ["greedy"] * 2, 1)  # so that it is compiled
    words = ["simulate", "--rounds", "1000000000", "--json", "--workers", workers]
    with subprocess.Popen(
        [sys.executable, "-m", "trinb", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(4)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert 0 < json.loads(out)["rounds"] < 10**9
    assert err.startswith("Stopped. ") and len(err.splitlines()) == 1


@pytest.mark.slow
def test_workers_end_when_whoever_started_them_is_killed() -> None:
    code = (
        "import os, time\n"
        "from trinb.simulate.sharing import processes\n"
        "if __name__ == '__main__':\n"
        "    with processes(2) as pool:\n"
        "        for _ in range(2):\n"
        "            pool.submit(time.sleep, 0.5)\n"
        "        print(*pool._processes, flush=True)\n"
        "        pool.submit(time.sleep, 1_000)\n"
        "        time.sleep(1_000)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        workers = [int(word) for word in process.stdout.readline().split()]
        assert len(workers) == 2 and all(map(is_running, workers))
        time.sleep(2)  # until they have begun
        process.kill()
    until = time.monotonic() + 30
    while any(map(is_running, workers)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(is_running, workers))


def is_running(process: int) -> bool:
    """Whether a process is there; one that has ended and is only not yet buried does not count."""
    status = Path(f"/proc/{process}/stat")
    if status.parent.parent.is_dir() and sys.platform == "linux":
        return status.exists() and status.read_text().rpartition(")")[2].split()[0] not in "ZX"
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True
