"""How fast puzzles are solved, beside plain versions that keep nothing in mind.

    python tests/benchmarks/puzzles.py [--quick]

The plain versions try every order of every choice of tiles, or every move of every round, and come to the
same answers; the searches look at each board once.  Times are CPU time of this thread, the best of some runs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from test_puzzles_solving import blocks_by_orders, every_turn, margin_of, round_of  # noqa: E402

from trinb.puzzles import Puzzle, PuzzleKind, puzzles  # noqa: E402
from trinb.puzzles.blocking import shortest_blocks  # noqa: E402
from trinb.puzzles.ending import solve_ending  # noqa: E402
from trinb.puzzles.turning import best_turns  # noqa: E402


def cpu(work: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """The least CPU time that some work takes, in seconds, and what it brings."""
    best, found = float("inf"), None
    for _ in range(times):
        start = time.thread_time()
        found = work()
        best = min(best, time.thread_time() - start)
    return best, found


def row(name: str, ours: float, plain: float, count: int) -> None:
    """A line of the table: milliseconds for each, and how many times as fast."""
    print(
        f"{name:28} {1000 * ours / count:9.2f} ms {1000 * plain / count:11.2f} ms {plain / ours:8.1f} times",
        flush=True,
    )


def beside(
    name: str,
    chosen: Iterable[Puzzle],
    ours: Callable[[Puzzle], Any],
    plain: Callable[[Puzzle], Any],
    answer: Callable[[Any], Any],
    plain_answer: Callable[[Any], Any],
) -> None:
    """Solve some puzzles in both ways, compare what comes out, and print the times."""
    fast = slow = 0.0
    chosen = list(chosen)
    for one in chosen:
        seconds, found = cpu(lambda one=one: ours(one))
        plain_seconds, plain_found = cpu(lambda one=one: plain(one), 1)
        assert answer(found) == plain_answer(plain_found), one.id
        fast, slow = fast + seconds, slow + plain_seconds
    row(f"{name} ({len(chosen)})", fast, slow, len(chosen))


def searches(quick: bool) -> None:
    """Blocks, turns and endings, each beside its plain version."""
    print(f"{'each of so many puzzles':28} {'trinb':>12} {'plain':>14}")
    most = 5 if quick else 6
    beside(
        "shortest block",
        [one for one in puzzles("block") if one.level >= 3 and len(one.hand) <= most],
        lambda one: shortest_blocks(one.rules, one.board, one.hand),
        lambda one: blocks_by_orders(one.board, one.hand),
        lambda found: (found.fewest, {frozenset(order) for order in found.ways}),
        lambda found: found,
    )
    beside(
        "best turn",
        [one for one in puzzles("turn") if one.level >= 3 and len(one.hand) <= most],
        lambda one: best_turns(one.rules, one.board, one.hand),
        lambda one: list(every_turn(one.rules, one.board, one.hand)),
        lambda found: found.points,
        lambda found: max(points for _, points in found),
    )
    beside(
        "ending",
        [one for one in puzzles("ending") if one.level >= 4 and one.proof["examined"] < 30 * most],
        lambda one: solve_ending(one.rules, one.board, one.hands),
        lambda one: margin_of(round_of(one)),
        lambda found: found.margin,
        lambda found: found,
    )


def certificates() -> None:
    """How long all certificates take, by kind, and codes there and back."""
    print()
    print(f"{'kind':12} {'puzzles':>7} {'certified in':>14} {'the slowest':>13}")
    total = 0.0
    for kind in PuzzleKind:
        times = [cpu(one.certify, 1)[0] for one in puzzles(kind)]
        total += sum(times)
        print(f"{kind.value:12} {len(times):7} {1000 * sum(times):11.1f} ms {1000 * max(times):10.1f} ms")
    print(f"all {len(puzzles())} puzzles are certified in {total:.2f} s")
    known = puzzles()[::5]
    written, codes = cpu(lambda: [one.code for one in known], 1)
    read, _ = cpu(lambda: [Puzzle.from_code(code) for code in codes], 1)
    each = 1000 / len(known)
    print(
        f"a code is written in {each * written:.2f} ms, and read, solved and checked in {each * read:.2f} ms"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the solvers of puzzles beside plain versions.")
    parser.add_argument("--quick", action="store_true", help="leave out what takes the plain versions long")
    searches(parser.parse_args().quick)
    certificates()


if __name__ == "__main__":
    main()
