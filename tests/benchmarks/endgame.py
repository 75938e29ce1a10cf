"""How fast endings are solved, beside plain recursion over the readable engine.

    python tests/benchmarks/endgame.py [--count N] [--limit N] [--plain N]

Two kinds of endings: *played* ones, as random moves leave them when the pool is empty and nobody holds more
than so many tiles; and *open* ones, where each seat holds so many tiles and little lies on the table, so that
there are many places.  Plain recursion tries every move by `Round.play` and remembers nothing; it is
given up after so many moves.  The ratio is over those endings that it finishes: all its time to all of ours.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

from attrs import evolve

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from trinb import Deal, Round, RuleSet, rules  # noqa: E402
from trinb.ruleparts import Hand  # noqa: E402
from trinb.search import endings, solve_endgame  # noqa: E402

RULE_SETS = ("triangelspelet", "granna", "triominos-goliath")
HANDS = ((2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 2), (3, 3), (4, 2))
ON_TABLE = 4  # in open endings, more or less


def opened(rule_set: RuleSet, players: int, tiles: int, seed: int) -> Iterator[Round]:
    """Endings in which each seat holds so many tiles, and hardly anything lies on the table."""
    rng, rule_set = Random(seed), evolve(rule_set, hand=Hand(tiles))
    while True:
        order = tuple(rng.sample(range(len(rule_set.tile_set)), players * tiles + ON_TABLE))
        round = Round.start(Deal(rule_set, players, order, lead_order=order))
        while not round.is_over and (round.pool_ or round.leads):
            round = round.play(rng.choice(round.legal_moves()))
        if len(round.legal_moves()) > 1 and min(map(len, round.hands)) >= tiles - 1:
            yield round


class TooMany(Exception):
    """More moves than plain recursion is given."""


class Plain:
    """Every move tried, and nothing remembered."""

    def __init__(self, most: int) -> None:
        self.left = most

    def scores(self, round: Round) -> tuple[int, ...]:
        """What the round ends with if everybody plays for the own points minus those of the others."""
        if round.is_over:
            return round.scores
        self.left -= 1
        if self.left < 0:
            raise TooMany
        found = [self.scores(round.play(move)) for move in round.legal_moves()]
        return max(found, key=lambda scores: len(scores) * scores[round.seat] - sum(scores))


def timed(work: Callable[[], object]) -> float:
    """The CPU time of this thread that the work takes, in seconds."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def row(name: str, found: list[Round], limit: int, plain: int) -> str:
    """A line of the table."""
    times, nodes, proven, ours, theirs, finished = [], [], 0, 0.0, 0.0, 0
    for round in found:
        start = time.thread_time()
        ending = solve_endgame(round, limit=limit, progress=False)
        times.append(time.thread_time() - start)
        nodes.append(ending.nodes)
        proven += ending.proven
        try:
            theirs += timed(lambda: Plain(plain).scores(round))  # noqa: B023 (called at once)
        except TooMany:
            continue
        ours += times[-1]
        finished += 1
    times.sort()
    high = times[math.ceil(0.9 * len(times)) - 1]
    ratio = f"{theirs / ours:8.1f}" if finished else f"{'–':>8}"
    return (
        f"{name:34} {statistics.median(times) * 1000:9.2f} {high * 1000:9.2f} {times[-1] * 1000:9.1f}"
        f" {statistics.median(nodes):9,.0f} {max(nodes):9,} {proven / len(found):7.0%}"
        f" {ratio} {finished / len(found):8.0%}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the endgame solver beside plain recursion.")
    parser.add_argument("--count", type=int, default=25, metavar="N", help="endings of each kind")
    parser.add_argument("--limit", type=int, default=300_000, metavar="N", help="positions for the solver")
    parser.add_argument("--plain", type=int, default=100_000, metavar="N", help="moves for plain recursion")
    wanted = parser.parse_args()
    print("milliseconds of thread CPU time, and positions; the ratio is the time of plain recursion to ours")
    print(
        f"{'':34} {'median':>9} {'90 %':>9} {'most':>9} {'positions':>9} {'most':>9} {'proven':>7}"
        f" {'ratio':>8} {'finished':>8}"
    )
    for kind, make in (("played", endings), ("open", opened)):
        for id in RULE_SETS:
            for players, tiles in HANDS:
                if kind == "played" and (players > 2 and id != "triominos-goliath"):
                    continue  # the pool is hardly ever emptied
                found = list(islice(make(rules(id), players, tiles, 1), wanted.count))
                name = f"{kind} {id} {players}×{tiles}"
                print(row(name, found, wanted.limit, wanted.plain), flush=True)


if __name__ == "__main__":
    main()
