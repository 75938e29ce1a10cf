"""How strong players are: rounds in which both seats are taken on the same deal, and a table of them.

    python -m trinb.search.ladder [--rounds N] [--rules ID …] [FILE]

plays all matches of `PAIRS` in every rule set and writes them to a file, a row as soon as it is played; a row
that is there already is not played again.  ``data/players/ladder.json`` is what it wrote for trinb:

>>> row = next(row for row in ladder() if (row.rules, row.one, row.other) == ("granna", "master", "greedy"))
>>> row.rounds >= 2000, row.low > 0
(True, True)
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..players import Player, choice, player
from ..resources import folder, write_whole
from ..rounds import Round
from ..ruleset import RuleSet, rule_sets, rules
from .levels import forgetful, without_tree

FILE = "ladder.json"
SEED = 2024
ROUNDS = 2_000
COMPILED_ROUNDS = 400_000
SAMPLE = 6
"""So many pairs of rounds are written down one by one, to be played again as a check."""

PAIRS = (
    ("pupil", "random"),
    ("greedy", "random"),
    ("greedy", "pupil"),
    ("master", "greedy"),
    ("club", "greedy"),
    ("master", "club"),
)
"""Who plays whom in every rule set."""

EXTRA = {
    ("master", "forgetful"): ("triangelspelet", "granna", "triominos-de"),
    ("master", "without tree"): ("triangelspelet", "granna", "triominos-de"),
}
"""And in some: what memory is worth, and what the tree is."""

_COMPILED = {"random", "pupil", "greedy"}
_SURE = 1.959963984540054


class Row(NamedTuple):
    """What a match said.

    Attributes:
        rules: the id of the rule set.
        one, other: the players.
        rounds: how many rounds, two on each deal.
        seed: what all chance follows from.
        mean, low, high: the points that `one` is ahead in a round: the mean, and its 95 % interval.
        won, drawn, lost: the rounds that `one` ended with more, as many and fewer points.
        sample: of the first deals the margins of `one` in seat 0 and in seat 1.
        command: what plays it again.
    """

    rules: str
    one: str
    other: str
    rounds: int
    seed: int
    mean: float
    low: float
    high: float
    won: int
    drawn: int
    lost: int
    sample: tuple[tuple[int, int], ...]
    command: str


def contestant(name: str) -> Player:
    """A player by its name, or one of those that only stand here: ``forgetful`` and ``without tree``."""
    made = {"forgetful": forgetful, "without tree": without_tree}
    return made[name]() if name in made else player(name)


def duel_on(rule_set: RuleSet, one: Player, other: Player, seed: int, deal: int) -> tuple[int, int]:
    """The margins of one player against another on a deal: in seat 0 and in seat 1."""
    found = []
    for seat in (0, 1):
        round = Round.deal(rule_set, 2, Random(f"{seed}/{deal}"))
        table = (one, other) if seat == 0 else (other, one)
        rng = Random(f"{seed}/{deal}/{seat}")
        while not round.is_over:
            round = round.play(choice(round, table, rng))
        found.append(round.scores[seat] - round.scores[1 - seat])
    return found[0], found[1]


def match(rule_set: RuleSet, one: str, other: str, rounds: int = ROUNDS, seed: int = SEED) -> Row:
    """Let two players play so many rounds, two on each deal.

    Where both are players of the kernel it plays, and many more rounds are a matter of seconds.
    """
    if {one, other} <= _COMPILED:
        return _compiled_match(rule_set, one, other, rounds, seed)
    table = contestant(one), contestant(other)
    margins = [duel_on(rule_set, *table, seed, deal) for deal in range(rounds // 2)]
    return row_of(rule_set.id, one, other, seed, margins)


def row_of(rule_set: str, one: str, other: str, seed: int, margins: Sequence[tuple[int, int]]) -> Row:
    """The row of these margins."""
    count = len(margins)
    means = [(first + second) / 2 for first, second in margins]
    mean = sum(means) / count
    half = _SURE * sqrt(sum((value - mean) ** 2 for value in means) / (count - 1) / count)
    every = [margin for pair in margins for margin in pair]
    return Row(
        rule_set, one, other, len(every), seed, round(mean, 3), round(mean - half, 3), round(mean + half, 3),
        sum(margin > 0 for margin in every), sum(margin == 0 for margin in every),
        sum(margin < 0 for margin in every), tuple(margins[:SAMPLE]), _command(rule_set, one, other, len(every)),
    )  # fmt: skip


def _command(rule_set: str, one: str, other: str, rounds: int) -> str:
    return f'python -m trinb.search.ladder --rules {rule_set} --pair "{one}:{other}" --rounds {rounds} FILE'


def _compiled_match(rule_set: RuleSet, one: str, other: str, rounds: int, seed: int) -> Row:
    import numpy as np

    from ..simulate.measures import Rows
    from ..simulate.task import Task

    tables = [Task(rule_set, names, seed) for names in ((one, other), (other, one))]
    deals, parts = rounds // 2, []
    for first in range(0, deals, 50_000):
        count = min(50_000, deals - first)
        scores = [Rows.of(table, first, count).seats("score") for table in tables]
        parts.append(np.stack([scores[0][:, 0] - scores[0][:, 1], scores[1][:, 1] - scores[1][:, 0]], axis=1))
    margins = np.concatenate(parts).astype(np.int64)
    means = margins.mean(1)
    mean, half = float(means.mean()), _SURE * float(means.std(ddof=1)) / sqrt(deals)
    return Row(
        rule_set.id, one, other, 2 * deals, seed, round(mean, 3), round(mean - half, 3), round(mean + half, 3),
        int((margins > 0).sum()), int((margins == 0).sum()), int((margins < 0).sum()),
        tuple((int(a), int(b)) for a, b in margins[:SAMPLE]), _command(rule_set.id, one, other, 2 * deals),
    )  # fmt: skip


# --- the table ---------------------------------------------------------------------------------------------


@cache
def ladder() -> tuple[Row, ...]:
    """The rows that come with trinb."""
    return read_rows(folder("data") / "players" / FILE)


def read_rows(path: Path) -> tuple[Row, ...]:
    """The rows of a file."""
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return tuple(Row(**row | {"sample": tuple(map(tuple, row["sample"]))}) for row in rows)


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    """Write a file of rows, each on a line of its own."""
    lines = ",\n".join(json.dumps(row._asdict()) for row in rows)
    write_whole(path, f'{{"rows": [\n{lines}\n]}}\n'.encode())


def make(
    path: Path,
    wanted: Sequence[tuple[str, str, str]],
    rounds: int | None = None,
    tell: Callable[[str], Any] = print,
) -> None:
    """Play what is wanted and not in a file yet: rule set, one player, the other."""
    rows = list(read_rows(path)) if path.exists() else []
    have = {(row.rules, row.one, row.other) for row in rows}
    for number, (id, one, other) in enumerate(wanted):
        if (id, one, other) in have:
            continue
        many = rounds or (COMPILED_ROUNDS if {one, other} <= _COMPILED else ROUNDS)
        row = match(rules(id), one, other, many)
        rows.append(row)
        write_rows(path, rows)
        tell(
            f"{number + 1}/{len(wanted)} {id}: {one} is {row.mean:+.1f} [{row.low:.1f}, {row.high:.1f}] "
            f"points a round ahead of {other}, {row.rounds} rounds"
        )


def all_matches(ids: Sequence[str] = (), pair: tuple[str, str] | None = None) -> list[tuple[str, str, str]]:
    """All matches of the table: rule set, one player, the other."""
    found = [(id, *names) for names in PAIRS for id in rule_sets()]
    found += [(id, *names) for names, where in EXTRA.items() for id in where]
    return [
        (id, one, other)
        for id, one, other in found
        if (not ids or id in ids) and (pair is None or pair == (one, other))
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """What the command does; Ctrl-C keeps what has been played."""
    parser = argparse.ArgumentParser(
        prog="python -m trinb.search.ladder", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("file", type=Path, nargs="?", default=folder("data") / "players" / FILE)
    parser.add_argument("--rounds", type=int, help="rounds of each match")
    parser.add_argument("--rules", action="append", default=[], choices=rule_sets(), metavar="ID")
    parser.add_argument("--pair", metavar="ONE:OTHER")
    asked = parser.parse_args(arguments)
    names = tuple(asked.pair.split(":")) if asked.pair else None
    asked.file.parent.mkdir(parents=True, exist_ok=True)
    try:
        make(asked.file, all_matches(asked.rules, names), asked.rounds, lambda text: print(text, flush=True))
    except KeyboardInterrupt:
        print("stopped; what has been played is kept")


if __name__ == "__main__":
    main()
