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
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..errors import TrinbError
from ..players import Player, choice, player
from ..resources import folder, write_whole
from ..rounds import Round
from ..ruleset import RuleSet, rule_sets, rules
from ..words import tr
from .levels import forgetful, patient, patient_without_tree, without_tree
from .tree import Progress

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
    ("patient", "patient without tree"): ("triominos-de",),
}
"""And in some: what memory is worth, and what the tree is."""

_COMPILED = {"random", "pupil", "greedy"}
_SURE = 1.959963984540054
_CHUNK = 50_000


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
    """A player by its name, or one of those that only stand here, see `levels`."""
    return _OTHERS[name]() if name in _OTHERS else player(name)


_OTHERS: dict[str, Callable[[], Player]] = {
    "forgetful": forgetful,
    "without tree": without_tree,
    "patient": patient,
    "patient without tree": patient_without_tree,
}


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


def match(
    rule_set: RuleSet,
    one: str,
    other: str,
    rounds: int = ROUNDS,
    seed: int = SEED,
    progress: bool | Progress | None = False,
) -> Row:
    """Let two players play so many rounds, two on each deal.

    Where both are players of the kernel it plays, and many more rounds are a matter of seconds.

    Args:
        rule_set: the rules.
        one: the name of a player.
        other: the name of the other.
        rounds: how many, an even number.
        seed: what all chance follows from.
        progress: whether to show a bar, or what to call with the rounds played and asked for.

    Raises:
        TrinbError: there is no such player, or there are too few rounds.
    """
    from ..simulate.progress import shown

    if rounds < 4 or rounds % 2:
        raise TrinbError(tr("the number of rounds must be even and at least 4, not {count}", count=rounds))
    margins: list[tuple[int, int]] = []
    with shown(progress, rounds, 0, False) as tell:
        for some in _margins(rule_set, one, other, rounds // 2, seed):
            margins += some
            tell(2 * len(margins), rounds)
    return row_of(rule_set.id, one, other, seed, margins)


def _margins(
    rule_set: RuleSet, one: str, other: str, deals: int, seed: int
) -> Iterator[Sequence[tuple[int, int]]]:
    """The margins of one player on so many deals, some at a time."""
    if {one, other} <= _COMPILED:
        yield from _compiled_margins(rule_set, one, other, deals, seed)
        return
    table = contestant(one), contestant(other)
    for deal in range(deals):
        yield [duel_on(rule_set, *table, seed, deal)]


def _compiled_margins(
    rule_set: RuleSet, one: str, other: str, deals: int, seed: int
) -> Iterator[Sequence[tuple[int, int]]]:
    from ..simulate.measures import Rows
    from ..simulate.task import Task

    tables = [Task(rule_set, names, seed) for names in ((one, other), (other, one))]
    for first in range(0, deals, _CHUNK):
        count = min(_CHUNK, deals - first)
        own, turned = [Rows.of(table, first, count).seats("score").astype(int) for table in tables]
        first_seat, second_seat = own[:, 0] - own[:, 1], turned[:, 1] - turned[:, 0]
        yield list(zip(first_seat.tolist(), second_seat.tolist(), strict=True))


def row_of(rule_set: str, one: str, other: str, seed: int, margins: Sequence[tuple[int, int]]) -> Row:
    """The row of these margins; the two rounds of a deal count as one result, their mean."""
    count = len(margins)
    means = [(first + second) / 2 for first, second in margins]
    mean = sum(means) / count
    half = _SURE * sqrt(sum((value - mean) ** 2 for value in means) / (count - 1) / count)
    every = [margin for pair in margins for margin in pair]
    return Row(
        rules=rule_set,
        one=one,
        other=other,
        rounds=len(every),
        seed=seed,
        mean=round(mean, 3),
        low=round(mean - half, 3),
        high=round(mean + half, 3),
        won=sum(margin > 0 for margin in every),
        drawn=sum(margin == 0 for margin in every),
        lost=sum(margin < 0 for margin in every),
        sample=tuple(margins[:SAMPLE]),
        command=f'python -m trinb.search.ladder --rules {rule_set} --pair "{one}:{other}" '
        f"--rounds {len(every)} FILE",
    )


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
        row = match(rules(id), one, other, many, progress=None)
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
