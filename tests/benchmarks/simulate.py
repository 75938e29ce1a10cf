"""How fast simulations are, beside plain C that plays the same game, and what they take.

    python tests/benchmarks/simulate.py [--yardstick DIR] [--batches N] [--rounds N] [--quick]

The yardstick's `limit.c` plays one game, triangelspelet with four greedy or four random players on the 56
rising tiles.  It and the kernel take turns in short batches of equally many rounds, in one process, by the
CPU time of the thread, since machines are noisy; the ratio is taken batch by batch.  The other rule sets are
measured beside the same C program, which always plays its own game.
"""

from __future__ import annotations

import argparse
import importlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from trinb import RuleSet, rule_sets, rules  # noqa: E402
from trinb.simulate import simulate  # noqa: E402
from trinb.simulate.task import Task  # noqa: E402

SWEDISH = rules("triangelspelet")
RISING = SWEDISH.evolve(tiles="triominos-56")


def yardstick(folder: Path) -> ModuleType | None:
    """The yardstick, ready to play in C, or None with a word about what is missing."""
    if not (folder / "yardstick.py").is_file():
        print(f"no yardstick: {folder / 'yardstick.py'} is not there; give its folder with --yardstick DIR")
        return None
    sys.path.insert(0, str(folder))
    found = importlib.import_module("yardstick")
    try:
        found.limit(1, 10, "greedy")
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no yardstick: its C program cannot be compiled ({error})")
        return None
    return found


def cpu(work: Callable[[], object]) -> float:
    """The CPU time of this thread that some work takes, in seconds."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def speed(
    name: str, rule_set: RuleSet, policy: str, c: ModuleType | None, rounds: int, batches: int
) -> tuple[str, float]:
    """A line of the table, and the median of the ratios."""
    task = Task(rule_set, (policy,) * min(4, rule_set.players[1]), 1)
    ours: list[float] = []
    theirs: list[float] = []
    task.play(0, rounds)
    for batch in range(batches):
        ours.append(rounds / cpu(lambda: task.play(batch * rounds, rounds)))  # noqa: B023 (called at once)
        if c:
            theirs.append(rounds / cpu(lambda: c.limit(batch, rounds, policy)))  # noqa: B023
    words = f"{name:34} {policy:7} {statistics.median(ours):10,.0f}"
    if not theirs:
        return words, float("nan")
    ratios = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))
    least, middle, most = ratios[0], statistics.median(ratios), ratios[-1]
    return f"{words} {statistics.median(theirs):10,.0f} {least:7.2f} {middle:7.2f} {most:7.2f}", middle


def speeds(c: ModuleType | None, rounds: int, batches: int) -> None:
    """The table of speeds."""
    print("rounds per second of thread CPU time, medians; ratio trinb / C by batch")
    print(f"{'':34} {'players':7} {'trinb':>10} {'C':>10} {'least':>7} {'median':>7} {'most':>7}")
    own = []
    for policy in ("greedy", "random"):
        words, ratio = speed("its game", RISING, policy, c, rounds, batches)
        own.append(ratio)
        print(words, flush=True)
    others = {}
    for id in rule_sets():
        for policy in ("greedy", "random"):
            words, others[id, policy] = speed(id, rules(id), policy, c, rounds // 2, max(3, batches // 3))
            print(words, flush=True)
    if c:
        slowest = min(others, key=others.__getitem__)
        print(f"on its game at least {min(own):.2f} of C (wanted: 0.7, better 0.9)")
        print(f"the slowest rule set has {others[slowest]:.2f}: {', '.join(slowest)} (wanted: 0.25)")


def fresh(code: str, **environment: str) -> tuple[float, list[str]]:
    """How long some code takes in a fresh Python, and the words it prints."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return time.perf_counter() - start, (done.stdout + done.stderr).split()


# The peak by the kernel of the system: getrusage would begin with the memory of whoever started this process.
CODE = """
from pathlib import Path
import resource
from trinb import rules
from trinb.simulate import simulate
simulate(rules("triangelspelet"), ["greedy"] * 4, {rounds}, workers={workers}{more})
used, status = resource.getrusage(resource.RUSAGE_SELF), Path("/proc/self/status")
peak = status.read_text().split("VmHWM:")[1].split()[0] if status.exists() else used.ru_maxrss
print(peak, used.ru_utime)
"""


def starts() -> None:
    """From nothing to the first answer, with and without what was compiled before."""
    code = CODE.format(rounds=10_000, workers=1, more="")
    fresh(code)
    warm = min(fresh(code)[0] for _ in range(3))
    with tempfile.TemporaryDirectory() as folder:
        cold, words = fresh(code, NUMBA_CACHE_DIR=folder)
    print(f"first answer in a fresh process: {warm:.2f} s (wanted: below 3 s)")
    print(f"the same when it must be compiled: {cold:.1f} s, of which {float(words[1]):.1f} s of CPU time")


def memory(many: int) -> None:
    """Peak memory of this process with few and with many rounds."""
    few = 100_000 if many > 1_000_000 else 10_000
    for workers, more in ((1, ""), (2, ""), (1, ", out=FOLDER")):
        peaks = []
        for rounds in (few, many // 10 if more else many):
            with tempfile.TemporaryDirectory() as folder:
                code = CODE.format(rounds=rounds, workers=workers, more=more.replace("FOLDER", repr(folder)))
                words = fresh(code)[1]
            peaks.append(int(words[0]) / 1024)
        what = f"{workers} worker{'s' * (workers > 1)}{', kept on disk' * bool(more)}"
        print(
            f"peak memory, {what:24} {peaks[0]:5.0f} MB for {few:,} rounds, {peaks[1]:5.0f} MB for "
            f"{rounds:,}: {peaks[1] / peaks[0]:.2f} (wanted: at most 1.1)",
            flush=True,
        )


def workers(rounds: int) -> None:
    """How much faster two processes are than one."""
    if (os.cpu_count() or 1) < 2:
        print("two workers: this machine has one core")
        return
    busy = os.getloadavg()[0]
    ratios = []
    for _ in range(3):
        alone = simulate(SWEDISH, ["greedy"] * 4, rounds, workers=1, progress=False).seconds
        shared = simulate(SWEDISH, ["greedy"] * 4, rounds, workers=2, progress=False).seconds
        ratios.append(alone / shared)
    print(
        f"two workers are {min(ratios):.2f} … {max(ratios):.2f} times as fast as one, {rounds:,} rounds "
        f"(wanted: 1.8 when two cores are free; {busy:.1f} of {os.cpu_count()} were busy)"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure simulations beside the yardstick's C.")
    parser.add_argument("--yardstick", type=Path, default=ROOT.parent / "shared" / "yardstick", metavar="DIR")
    parser.add_argument("--batches", type=int, default=31, metavar="N")
    parser.add_argument("--rounds", type=int, default=4_000, metavar="N", help="rounds in a batch")
    parser.add_argument("--quick", action="store_true", help="fewer rounds where many take their time")
    wanted: Any = parser.parse_args()
    speeds(yardstick(wanted.yardstick), wanted.rounds, wanted.batches)
    print()
    starts()
    memory(1_000_000 if wanted.quick else 10_000_000)
    workers(4_000_000 if wanted.quick else 20_000_000)


if __name__ == "__main__":
    main()
