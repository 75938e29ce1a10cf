"""What many simulated rounds say about the bots: a table that comes with trinb, and how it is made again.

Each row is one table of three bots: which they are, how fast they react, and what came of it for each seat,
every number with half the width of its 95 % interval.  The rows answer questions, see `QUESTIONS`:

>>> row = card_results("memory")[0]
>>> row["players"]
['careful', 'careful-forgetful', 'careful-forgetful']
>>> won, margin = row["seats"][0]["won"]
>>> won - margin > 1 / 3
True
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import resources
from ..errors import TrinbError
from ..notation import quote
from ..words import N_, tr
from .races import Reaction

if TYPE_CHECKING:
    from .simulate import CardResult, Estimate

QUESTIONS = {
    "bots": N_("Which bot is best? One against two of another kind."),
    "memory": N_("What is memory worth? One who remembers against two who do not, and the other way round."),
    "speed": N_("What is speed worth? One who is faster or slower than the others."),
    "trade": N_("How much speed makes up for memory? One who remembers nothing but is faster."),
}
"""What the rows answer."""

_DEPTH = 5  # decimals that are kept


class Setup(NamedTuple):
    """A row before it is played: its question, the bots, and how fast the first one is."""

    question: str
    players: tuple[str, str, str]
    first: Reaction = Reaction()

    @property
    def reactions(self) -> tuple[Reaction, ...]:
        """How fast each is."""
        return self.first, Reaction(), Reaction()


def setups() -> Iterator[Setup]:
    """All rows of the table."""
    for one, other in product(("careful", "expected", "match", "race", "random"), repeat=2):
        yield Setup("bots", (one, other, other))
    for name in ("careful", "expected", "match"):
        forgetful = f"{name}-forgetful"
        yield Setup("memory", (name, forgetful, forgetful))
        yield Setup("memory", (forgetful, name, name))
    for name, mean in product(("expected", "match"), (0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8)):
        yield Setup("speed", (name, name, name), Reaction(mean))
    for mean in (0.6, 0.55, 0.5, 0.45, 0.4):
        yield Setup("trade", ("expected-forgetful", "expected", "expected"), Reaction(mean))


def card_results(question: str | None = None) -> list[dict[str, Any]]:
    """The rows of the table that comes with trinb, all or those of one question.

    Raises:
        TrinbError: there is no such question.
    """
    if question is not None and question not in QUESTIONS:
        known = ", ".join(QUESTIONS)
        raise TrinbError(
            tr("there is no question {name}; there are {known}", name=quote(question), known=known)
        )
    return [row for row in results_file()["rows"] if question in (None, row["question"])]


@cache
def results_file() -> dict[str, Any]:
    """The whole table: the command that made it, the rounds asked for, the seed, and the rows."""
    path = resources.folder("data") / "cards" / "results.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def result_data(result: CardResult, asked: int) -> dict[str, Any]:
    """What came of a simulation, as it stands in the table; `asked` is the number of rounds asked for."""
    reactions = [seat.reaction for seat in result.seats]
    return {
        "players": [seat.player for seat in result.seats],
        "reactions": [str(reaction) for reaction in reactions],
        "command": _command([seat.player for seat in result.seats], reactions, asked, result.seed),
        "rounds": result.rounds,
        "matches": result.matches,
        "length": _pair(result.length),
        "unclear": _pair(result.unclear),
        "nobody": _pair(result.nobody),
        "seats": [
            {
                "points": _pair(seat.points),
                "spoke": _pair(seat.spoke),
                "right": _pair(seat.right) if seat.right else None,
                "won": _pair(seat.won),
            }
            for seat in result.seats
        ],
    }


def _pair(estimate: Estimate) -> list[float]:
    return [round(number, _DEPTH) for number in estimate]


def _command(players: list[str], reactions: list[Reaction], rounds: int, seed: int) -> str:
    words = f"trinb cards simulate --players {','.join(players)} --rounds {rounds} --seed {seed}"
    if set(reactions) == {Reaction()}:
        return words
    return f"{words} --reactions {','.join(map(str, reactions))}"


def make_results(
    path: str | Path,
    rounds: int = 2_000_000,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Play all rows and write the table; the file appears whole or not at all.

    Args:
        path: where to.
        rounds: how many to play at least in each row.
        seed: all chance follows from it.
        progress: called with the rows played and their number.

    Raises:
        OSError: the file cannot be written.
    """
    from .equilibrium import solve_race
    from .simulate import simulate_cards

    rows, race = [], solve_race()
    wanted = list(setups())
    for number, (question, players, first) in enumerate(wanted, 1):
        reactions = (first, Reaction(), Reaction())
        found = simulate_cards(players, rounds, seed, reactions, race=race)
        rows.append({"question": question, **result_data(found, rounds)})
        if progress:
            progress(number, len(wanted))
    command = f"trinb cards results --write results.json --rounds {rounds} --seed {seed}"
    resources.write_whole(
        Path(path), _text({"command": command, "rounds": rounds, "seed": seed}, rows).encode()
    )


def _text(head: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    """The file, with a line for each row."""
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    return f'{json.dumps(head)[:-1]}, "rows": [\n{lines}\n]}}\n'
