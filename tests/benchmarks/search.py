"""How fast the best turn of a Gränna turn is found and proven, beside plain searches in Python.

    python tests/benchmarks/search.py [--positions N] [--sizes 6,8,10,12,16] [--limit N] [--plain SECONDS]

Positions come from rounds that greedy players play, stopped at a random moment; the hand is random among the
tiles that are not on the board.  All engines see the same positions, one after the other, by the CPU time of
the thread.  The two others are the readable twin, and the plain version: depth-first through all orders, no
table and no bounds.  These may take a given time a position; their ratios are of those positions that they
finish, and so are low: what they do not finish would take longer.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from trinb import Board, Round, Tile, rules  # noqa: E402
from trinb.players import choice, player  # noqa: E402
from trinb.scoring import scorer  # noqa: E402
from trinb.search import best_turn  # noqa: E402

GRANNA = rules("granna")
Position = tuple[Board, list[Tile]]


def positions(size: int, count: int) -> list[Position]:
    """Boards from the middle of rounds, with random hands of so many tiles."""
    rng, found = Random(f"positions with {size}"), list[Position]()
    while len(found) < count:
        table = [player("greedy")] * rng.choice([2, 3, 4])
        round, stop = Round.deal(GRANNA, len(table), rng), rng.randint(8, 36)
        while not round.is_over and len(round.board) < stop:
            round = round.play(choice(round, table, rng))
        laid = {placement.tile for placement in round.board}
        left = [tile for tile in GRANNA.tile_set if tile not in laid]
        if len(round.board) >= 8 and len(left) >= size:
            found.append((round.board, rng.sample(left, size)))
    return found


class Slow(Exception):
    """It took too long."""


def plain(board: Board, hand: Sequence[Tile], until: float) -> int:
    """The most points of a turn, by trying every order of placements."""
    if time.thread_time() > until:
        raise Slow
    if not hand:
        return GRANNA.out.points
    most, score = 0, scorer(GRANNA).score
    for placement in board.placements(hand):
        contact = board.contact(placement)
        points = score(contact, placement.tile).total
        rest = [tile for tile in hand if tile != placement.tile]
        most = max(most, points + plain(board.lay(placement, contact), rest, until))
    return most


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """The CPU time of this thread that some work takes, in seconds, and its result."""
    start = time.thread_time()
    result = work()
    return time.thread_time() - start, result


def twin(board: Board, hand: Sequence[Tile], until: float) -> int:
    """The most points, by the twin."""
    found = best_turn(
        GRANNA, board, hand, compiled=False, progress=False, stop=lambda: time.thread_time() > until
    )
    if not found.proven:
        raise Slow
    return found.points


def beside(
    engine: Callable[[Board, Sequence[Tile], float], int],
    places: Sequence[Position],
    fast: Sequence[tuple[float, Any]],
    seconds: float,
) -> str:
    """How many times as long another engine takes, in the median, and how many positions it finishes."""
    ratios = []
    for (board, hand), (own, found) in zip(places, fast, strict=True):
        if not found.proven:
            continue
        try:
            took, points = timed(lambda: engine(board, hand, time.thread_time() + seconds))  # noqa: B023
        except Slow:
            continue
        if points != found.points:
            raise AssertionError(f"{engine.__name__}: {points}, not {found.points}: {board} {hand}")
        ratios.append(took / own)
    middle = statistics.median(ratios) if ratios else float("nan")
    return f"{middle:9,.1f} {100 * len(ratios) / len(places):4.0f} %"


def share(values: Sequence[float], part: float) -> float:
    """A quantile."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def line(size: int, wanted: Any) -> tuple[str, float]:
    """A line of the table, and the 90th percentile of the time in seconds."""
    places = positions(size, wanted.positions)
    fast = [timed(partial(best_turn, GRANNA, *place, limit=wanted.limit, progress=False)) for place in places]
    times, nodes = [1000 * took for took, _ in fast], [found.nodes for _, found in fast]
    proven = sum(found.proven for _, found in fast)
    few = slice(0, min(len(places), wanted.others))
    words = f"{size:4} {share(times, 0.5):9.2f} {share(times, 0.9):9.2f} {max(times):9.1f} "
    words += f"{share(nodes, 0.5):9,.0f} {share(nodes, 0.9):9,.0f} {max(nodes):10,} "
    words += f"{100 * proven / len(places):5.1f} % "
    words += beside(twin, places[few], fast[few], wanted.plain) + " "
    return words + beside(plain, places[few], fast[few], wanted.plain), share(times, 0.9) / 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the search for the best turn.")
    parser.add_argument("--positions", type=int, default=200, metavar="N")
    parser.add_argument("--sizes", default="6,8,10,12,16", metavar="N,N,…")
    parser.add_argument("--limit", type=int, default=2_000_000, metavar="N", help="states of a search")
    parser.add_argument("--plain", type=float, default=1.0, metavar="SECONDS", help="for the others")
    parser.add_argument("--others", type=int, default=40, metavar="N", help="positions for the others")
    wanted: Any = parser.parse_known_args()[0]  # `make bench` gives all benchmarks the same words
    best_turn(GRANNA, Board.parse("^0,0=555"), "5-5-4 4-4-4")  # compiled, or loaded
    print(f"{wanted.positions} positions a size, CPU time; limit {wanted.limit:,} states")
    print(f"the others: {wanted.others} positions, at most {wanted.plain:g} s each; times slower, finished")
    heads = ("median ms", "90 % ms", "max ms", "median", "90 %", "max states")
    print(
        f"hand {heads[0]:>9} {heads[1]:>9} {heads[2]:>9} {heads[3]:>9} {heads[4]:>9} {heads[5]:>10}", end=""
    )
    print(f" {'proven':>7} {'twin':>16} {'plain':>16}")
    slow = {}
    for size in map(int, wanted.sizes.split(",")):
        words, slow[size] = line(size, wanted)
        print(words, flush=True)
    small = [seconds for size, seconds in slow.items() if size <= 12]
    if small:
        print(f"hands up to 12: at most {max(small):.3f} s at the 90th percentile (wanted: 1 s)")


if __name__ == "__main__":
    main()
