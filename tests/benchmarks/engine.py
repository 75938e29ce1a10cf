"""How fast the engine is, beside plain readable Python that plays the same game.

    python tests/benchmarks/engine.py [--yardstick DIR] [--batches N] [--rounds N]

Both play triangelspelet with four greedy or four random players on the 56 rising tiles: trinb's
`play_round`, and `plain.py` of the yardstick. They take turns in short batches of equally many rounds, in one
process, by the CPU time of the thread, since machines are noisy; the ratio is taken batch by batch.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from trinb import Board, Player, Round, play_round, player, rules, score, tile_set, view_of  # noqa: E402

RULES = rules("triangelspelet").evolve(tiles="triominos-56")


def timed(work: Callable[[], object]) -> float:
    """The CPU time of this thread that the work takes, in seconds."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def trinb_rounds(table: list[Player], rounds: int, seed: int) -> None:
    """Rounds by trinb."""
    rng = Random(seed)
    for _ in range(rounds):
        play_round(RULES, table, rng)


def yardstick(folder: Path) -> ModuleType | None:
    """The yardstick's `plain.py`, or None with a word about what is missing."""
    if not (folder / "plain.py").is_file():
        print(f"no yardstick: {folder / 'plain.py'} is not there; give its folder with --yardstick DIR")
        print("(trinb is measured alone)\n")
        return None
    sys.path.insert(0, str(folder))
    return importlib.import_module("plain")


def compare(policy: str, plain: ModuleType | None, rounds: int, batches: int) -> str:
    """A line of the table."""
    table = [player(policy)] * 4
    chooser = plain and {"greedy": plain.greedy, "random": plain.uniform}[policy]
    trinb_rounds(table, rounds, 0)
    if plain:
        plain.sim(max(1, rounds // 4), chooser, 0)
    ours: list[float] = []
    theirs: list[float] = []
    for batch in range(1, batches + 1):
        ours.append(rounds / timed(lambda: trinb_rounds(table, rounds, batch)))  # noqa: B023 (called at once)
        if plain:
            theirs.append(rounds / timed(lambda: plain.sim(rounds, chooser, batch)))  # noqa: B023
    words = f"{policy:8} {statistics.median(ours):10,.0f}"
    if not theirs:
        return words
    ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    return words + (
        f" {statistics.median(theirs):10,.0f} {min(ratios):8.2f} {statistics.median(ratios):8.2f}"
        f" {max(ratios):8.2f}"
    )


def middle(placed: int) -> Round:
    """A round with so many tiles laid and several moves to choose from."""
    rng = Random(1)
    while True:
        round = Round.deal(RULES, 4, rng)
        while not round.is_over:
            if len(round.board) == placed and len(round.legal_moves()) > 3:
                return round
            round = round.play(rng.choice(round.legal_moves()))


def full_board() -> Board:
    """All 56 tiles in one board, or as many as fit."""
    box, rng, best = tile_set("triominos-56"), Random(1), Board()
    for _ in range(200):
        board, hand = Board(), (1 << len(box)) - 1
        while places := board.placements(box, hand):
            placement = places[rng.randrange(len(places))]
            board, hand = board.place(placement), hand & ~box.mask([placement.tile])
        best = max(best, board, key=len)
    return best


def each(work: Callable[[], object], batches: int) -> str:
    """The best and the median time of one call, in microseconds."""
    calls = max(1, int(0.02 / max(timed(work), 1e-7)))

    def many() -> None:
        for _ in range(calls):
            work()

    times = [timed(many) / calls * 1e6 for _ in range(batches)]
    return f"{min(times):10.1f} {statistics.median(times):10.1f}"


def details(batches: int) -> Iterable[str]:
    """Lines about single steps."""
    round = middle(20)
    board, box, hand = round.board, round.tile_set, round.hands_[round.seat]
    placement = board.placements(box)[0]
    contact, move = board.contact(placement), round.legal_moves()[0]
    view = view_of(round, round.seat)
    works: dict[str, Callable[[], object]] = {
        "placements of a hand": lambda: list(board.placements(box, hand)),
        "placements of all 56 tiles": lambda: list(board.placements(box)),
        "contact": lambda: board.contact(placement),
        "lay a tile": lambda: board.lay(placement, contact),
        "place a tile (checked)": lambda: board.place(placement),
        "score": lambda: score(RULES, board, placement),
        "play a move": lambda: round.play(move),
        "greedy choice": lambda: player("greedy").choose(view, Random(1)),
        "deal": lambda: Round.deal(RULES, 4, 1),
        "holes": board.holes,
    }
    yield from (f"{name:34} {each(work, batches)}" for name, work in works.items())
    try:
        from trinb.draw import svg
    except ImportError:
        return
    full = full_board()
    yield f"{f'svg.board of {len(full)} tiles':34} {each(lambda: svg.board(full), batches)}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the engine beside the yardstick's plain Python.")
    parser.add_argument("--yardstick", type=Path, default=ROOT.parent / "shared" / "yardstick", metavar="DIR")
    parser.add_argument("--batches", type=int, default=9, metavar="N")
    parser.add_argument("--rounds", type=int, default=60, metavar="N", help="rounds in a batch")
    wanted = parser.parse_args()
    plain = yardstick(wanted.yardstick)
    print("rounds per second of thread CPU time, medians; ratio trinb / plain by batch")
    print(f"{'policy':8} {'trinb':>10} {'plain':>10} {'least':>8} {'median':>8} {'most':>8}")
    for policy in ("greedy", "random"):
        print(compare(policy, plain, wanted.rounds, wanted.batches), flush=True)
    print(f"\n{'microseconds (20 tiles laid)':34} {'best':>10} {'median':>10}")
    for words in details(wanted.batches):
        print(words, flush=True)


if __name__ == "__main__":
    main()
