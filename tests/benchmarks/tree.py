"""How fast players that search are: rollouts compiled and in plain Python, and the time for a decision.

    python tests/benchmarks/tree.py [--rollouts N] [--plain N]

For each rule set positions are taken from rounds of greedy players.  In each of them the same moves are
tried by the kernel and by the readable engine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from trinb import PlayerView, Round, player, rule_sets, rules, view_of  # noqa: E402
from trinb.players import choice  # noqa: E402
from trinb.search.tree import Settings, analyse  # noqa: E402

FLAT = Settings(depth=0)


def positions(id: str, count: int) -> Iterator[PlayerView]:
    """Positions with at least four moves."""
    greedy, found, seed = [player("greedy")] * 2, 0, 0
    while found < count:
        rng = Random(seed)
        seed += 1
        round = Round.deal(rules(id), 2, rng)
        wanted = rng.randrange(6, 24)
        while not round.is_over:
            if len(round.board) >= wanted and len(round.moves) >= 4:
                yield view_of(round, round.seat)
                found += 1
                break
            round = round.play(choice(round, greedy, rng))


def cpu(work: Callable[[], Any]) -> tuple[float, Any]:
    """The CPU time that some work takes in this thread, in seconds, and what comes out."""
    start = time.thread_time()
    found = work()
    return time.thread_time() - start, found


def measure(id: str, rollouts: int, plain: int) -> float:
    """A line of the table; gives how many times as fast the kernel is."""
    fast: list[float] = []
    tree: list[float] = []
    slow: list[float] = []
    once: list[float] = []
    for view in positions(id, 6):
        analyse(view, Random(1), iterations=10)
        for into, settings in ((fast, FLAT), (tree, Settings())):
            seconds, options = cpu(lambda: analyse(view, Random(1), iterations=rollouts, settings=settings))  # noqa: B023
            into.append(sum(option.tries for option in options) / seconds)
        seconds, options = cpu(lambda: analyse(view, Random(1), iterations=plain, compiled=False))  # noqa: B023
        slow.append(sum(option.tries for option in options) / seconds)
        once.append(1000 * cpu(lambda: player("master").choose(view, Random(1)))[0])  # noqa: B023
    ratio = statistics.median(a / b for a, b in zip(fast, slow, strict=True))
    print(
        f"{id:26} {statistics.median(fast):11,.0f} {statistics.median(tree):11,.0f} "
        f"{statistics.median(slow):8,.0f} {ratio:8,.0f} {statistics.median(once):9.2f}",
        flush=True,
    )
    return ratio


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the players that search.")
    parser.add_argument("--rollouts", type=int, default=20_000, metavar="N", help="compiled, for a position")
    parser.add_argument("--plain", type=int, default=60, metavar="N", help="in plain Python, for a position")
    wanted = parser.parse_args()
    print("rollouts per second of CPU time, medians over six positions; a decision of the master in ms")
    print(f"{'':26} {'compiled':>11} {'with tree':>11} {'plain':>8} {'ratio':>8} {'decision':>9}")
    slowest = min(measure(id, wanted.rollouts, wanted.plain) for id in rule_sets())
    print(f"the kernel is at least {slowest:,.0f} times as fast as plain Python")


if __name__ == "__main__":
    main()
