"""The reference table: what a million rounds of each rule set say, and how it is made and played again.

A **row** is a rule set with its players: two, three or four greedy ones, or two who play at random.  It holds
many **measures**, each with its mean, the 95 % interval of the mean, and how much single rounds vary:

>>> row = reference("granna", players=4)
>>> row
<Reference for granna, 4 x greedy: 1000000 rounds, 100000 matches, seed 11>
>>> bridges = row["bridge"]
>>> bridges.low < bridges.mean < bridges.high, bridges.n
(True, 1000000)

Measures go by the names of `trinb.simulate.measures` and `trinb.simulate.kinds`.  Those of whole matches
begin with ``match_``.  A round that is played by itself is the first of a match; those that begin with
``in_match_`` are of all rounds of whole matches.

**Every row has a seed of its own**, so rows are independent of each other.  The difference of two of their
means is therefore uncertain by the root of the sum of the squares of both half widths.

**Nothing is rounded before the end**: counts are whole numbers, so whoever plays a row again gets the same
digits; `repeated` does that.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from attrs import field, frozen

from .. import __version__, resources
from ..errors import TrinbError
from ..notation import show
from ..ruleset import RuleSet, rule_sets
from ..ruleset import rules as rule_set
from ..words import tr
from . import kernel
from .columns import PLAIN_NAMES
from .kinds import Tally, kinds_of, title_of
from .measures import Rows
from .results import Simulation
from .task import Sums, Task
from .variants import seated

ROUNDS, MATCHES = 1_000_000, 100_000
"""So many are played for each row."""

FILE = "reference.csv"
SEATS = (2, 3, 4)
IN_MATCH = "in_match_"

_DEPTH = 6  # decimals that are kept
_NOT_IN_MATCH = {"opener", "winner", "lead_changes", "edge", "width", "height"}
_MEASURED = ("mean", "low", "high", "deviation", "p5", "median", "p95", "n")
COLUMNS = ("rules", "players", "bots", "measure", *_MEASURED, "seed", "trinb", "command")
"""The columns of the file: a line for each measure of each row."""


class Measured(NamedTuple):
    """A measure of a row.

    Attributes:
        mean, low, high: the mean, and the 95 % interval that holds the true one.
        deviation: the standard deviation between single rounds (or matches).
        p5, median, p95: of single rounds: 5 % are below the first, half below the second, 5 % above the
            third; None for shares, and for what is known only from sums.
        n: how many rounds (or matches) it is the mean of.
    """

    mean: float
    low: float
    high: float
    deviation: float
    p5: float | None
    median: float | None
    p95: float | None
    n: int


@frozen
class Reference:
    """A row: what many rounds of a rule set say.

    Attributes:
        rules: the id of the rule set.
        players: the name of the player at each seat.
        seed: what all chance followed from.
        rounds, matches: how many were played; no matches if the rules do not say when one ends.
        version: of trinb.
        values: each measure by its name.
        readings: which readings of the rules were switched on; none in the table.
    """

    rules: str
    players: tuple[str, ...]
    seed: int
    rounds: int
    matches: int
    version: str
    values: Mapping[str, Measured] = field(repr=False)
    readings: tuple[str, ...] = ()

    def __getitem__(self, measure: str) -> Measured:
        """A measure by its name.

        Raises:
            TrinbError: this row has none of that name.
        """
        if measure in self.values:
            return self.values[measure]
        raise TrinbError(
            tr("there is no measure {it}; there are {known}", it=show(measure), known=", ".join(self.values))
        )

    @property
    def bots(self) -> str:
        """Who plays: one name if all are alike."""
        return self.players[0] if len(set(self.players)) == 1 else ",".join(self.players)

    @property
    def command(self) -> str:
        """What plays it again, in a terminal."""
        players = len(self.players) if set(self.players) == {"greedy"} else ",".join(self.players)
        words = f"trinb statistics play --rules {self.rules} --players {players}"
        words += "".join(f" --reading {name}" for name in self.readings)
        return f"{words} --rounds {self.rounds} --matches {self.matches} --seed {self.seed}"

    @property
    def frame(self) -> Any:
        """A pandas table with a row for each measure, and what it is, in the language that is spoken."""
        import pandas as pd

        index = pd.Index(self.values, name="measure")
        table = pd.DataFrame(list(self.values.values()), index=index, columns=_MEASURED)
        table["meaning"] = [title_of(name) for name in self.values]
        return table

    def __repr__(self) -> str:
        who = f"{len(self.players)} x {self.bots}" if "," not in self.bots else self.bots
        played = f"{self.rounds} rounds" + (f", {self.matches} matches" if self.matches else "")
        return f"<Reference for {self.rules}, {who}: {played}, seed {self.seed}>"


# --- reading it ----------------------------------------------------------------------------------------


def references() -> tuple[Reference, ...]:
    """All rows of the table that comes with trinb."""
    return _read_file(resources.folder("data") / "statistics" / FILE)


def reference(rules: str | RuleSet, players: int | Sequence[str] = 2) -> Reference:
    """The row of a rule set.

    Args:
        rules: its id, or the rule set as it comes with trinb.
        players: how many greedy players, or a name for each seat.

    Raises:
        TrinbError: there is no such row.

    >>> reference("triangelspelet", ["random", "random"])["blocked"].mean < 0.3
    True
    >>> reference("triangelspelet", players=7)
    Traceback (most recent call last):
        ...
    trinb.errors.TrinbError: the table has no row for triangelspelet with greedy, ...
    """
    id, names = rules.id if isinstance(rules, RuleSet) else rules, seated(players)
    known = rule_set(id)
    found = [row for row in references() if (row.rules, row.players) == (known.id, names)]
    if not found or (isinstance(rules, RuleSet) and rules != known):
        raise TrinbError(
            tr(
                "the table has no row for {rules} with {players}: measured(...) plays it",
                rules=known.id,
                players=", ".join(names),
            )
        )
    return found[0]


def reference_table() -> Any:
    """The whole table for pandas, a row for each measure; see `COLUMNS`.

    >>> table = reference_table()
    >>> table.query("measure == 'bridge' and players == 4").shape
    (14, 15)
    """
    import pandas as pd

    return pd.read_csv(resources.folder("data") / "statistics" / FILE)


@cache
def _read_file(path: Path) -> tuple[Reference, ...]:
    return tuple(read_references(path.read_text(encoding="utf-8")))


def read_references(text: str) -> Iterator[Reference]:
    """The rows in the text of such a file.

    Raises:
        TrinbError: it is none.
    """
    lines: dict[str, list[dict[str, str]]] = {}
    try:
        for line in csv.DictReader(StringIO(text), strict=True):
            lines.setdefault(line["command"], []).append(line)
        if not lines:
            raise ValueError(tr("it has no rows"))
        yield from (_read(command, some) for command, some in lines.items())
    except (KeyError, ValueError, TypeError, IndexError, csv.Error) as error:
        raise TrinbError(tr("this is no reference table: {why}", why=show(str(error)))) from None


def _read(command: str, lines: Sequence[Mapping[str, str]]) -> Reference:
    words = command.split()
    said = dict(zip(words[3::2], words[4::2], strict=True))
    first, players = lines[0], seated(players_of(said["--players"]))
    counts = int(said["--rounds"]), int(said["--matches"])
    values = {line["measure"]: _read_measured(line) for line in lines}
    return Reference(said["--rules"], players, int(first["seed"]), *counts, first["trinb"], values)


def players_of(text: str) -> int | list[str]:
    """How many greedy players, or the name of each, as somebody writes it.

    >>> players_of("3"), players_of("greedy, random")
    (3, ['greedy', 'random'])
    """
    return int(text) if text.isdecimal() else [name.strip() for name in text.split(",")]


def _read_measured(line: Mapping[str, str]) -> Measured:
    numbers: list[Any] = [float(line[name]) if line[name] else None for name in _MEASURED[:-1]]
    return Measured._make([*numbers, int(line["n"])])


# --- making it -----------------------------------------------------------------------------------------

Progress = Callable[[int, int], None]


def setups() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rule set and the players of each row, in order."""
    for id in rule_sets():
        least, most = rule_set(id).players
        yield from ((id, ("greedy",) * seats) for seats in SEATS if least <= seats <= most)
        yield id, ("random",) * max(2, least)


def measured(
    rules: RuleSet | str,
    players: int | Sequence[str] = 2,
    rounds: int = ROUNDS,
    matches: int = MATCHES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Reference:
    """Play a row, of any rules.

    Args:
        rules: the rules, or their id.
        players: how many greedy players, or a name for each seat.
        rounds: how many rounds that are played by themselves.
        matches: how many matches; none are played if the rules do not say when one ends.
        seed: what all chance follows from.
        progress: called with the rounds and matches done and asked for.

    Raises:
        TrinbError: it cannot be played.

    >>> measured("granna", rounds=2_000, matches=0, seed=1)["tiles"].mean > 30
    True
    """
    game, names = rules if isinstance(rules, RuleSet) else rule_set(rules), seated(players)
    if rounds < 2 or matches < 0 or matches == 1:
        raise TrinbError(tr("at least two must be played"))
    if game.match.target is None and game.match.rounds is None:
        matches = 0
    single, whole = (Task(game, names, seed, of_matches) for of_matches in (False, True))
    values, done = {}, 0
    for task, count in ((single, rounds), (whole, matches)):
        task.check() if count else None
        for part in _played(task, count):
            if isinstance(part, int):
                done += part
                if progress:
                    progress(done, rounds + matches)
            else:
                values.update(part)
    return Reference(game.id, names, seed, rounds, matches, __version__, values, game.switched_on)


def _played(task: Task, count: int) -> Iterator[int | dict[str, Measured]]:
    """How many were played, again and again; and then what they say."""
    if not count:
        return
    tallies, sums = [Tally(kind) for kind in kinds_of(task)], None
    for first in range(0, count, task.chunk):
        part = task.play(first, min(task.chunk, count - first), keep=True)
        rows, sums = Rows.kept(task, part), part if sums is None else sums + part
        for tally in tallies:
            tally.add(rows)
        yield len(rows.values)
    found = {tally.kind.name: _rounded(*tally.found) for tally in tallies}
    yield found | (_in_match(task, sums) if task.matches and sums else {})


def _in_match(task: Task, sums: Sums) -> dict[str, Measured]:
    """What is known of all rounds of matches, from their sums."""
    rest, rounds = (None, None, None), Simulation(task, sums, 0.0, sums.games)
    columns = [name for name in PLAIN_NAMES if name not in _NOT_IN_MATCH]
    return {IN_MATCH + name: _rounded(*rounds.estimates[name], *rest, sums.rounds) for name in columns}


def _rounded(*numbers: float | None) -> Measured:
    *values, n = numbers
    return Measured._make([*(None if one is None else round(one, _DEPTH) + 0.0 for one in values), n])


def repeated(row: Reference, progress: Progress | None = None) -> Reference:
    """The same row, played again: it is equal to the last digit, or the game is not played as it was.

    Raises:
        TrinbError: there are no such rules any more.
    """
    return measured(row.rules, row.players, row.rounds, row.matches, row.seed, progress)


def changes(old: Reference, new: Reference) -> list[str]:
    """The measures in which two rows are not the same, digit for digit."""
    names = [*old.values, *(name for name in new.values if name not in old.values)]
    return [name for name in names if old.values.get(name) != new.values.get(name)]


def make_references(
    path: str | Path, rounds: int = ROUNDS, matches: int = MATCHES, progress: Progress | None = None
) -> None:
    """Play all rows and write the table; the file appears whole or not at all.

    What is done is kept in a file beside it, whose name ends in ``.part``: if this is stopped, it goes on
    from there when it is called again.

    Args:
        path: where to.
        rounds: how many to play for each row.
        matches: how many of these.
        progress: called with the rows done and their number.

    Raises:
        OSError: the file cannot be written.
    """
    target, wanted = Path(path), list(setups())
    part = target.with_name(target.name + ".part")
    mark = f"# {__version__} {kernel.stamp()} {rounds} {matches}\n"
    rows = _kept(part, mark, wanted)
    for number, (id, players) in enumerate(wanted, 1):
        if number > len(rows):
            rows.append(measured(id, players, rounds, matches, number))
            resources.write_whole(part, (mark + as_text(rows)).encode())
        if progress:
            progress(number, len(wanted))
    resources.write_whole(target, as_text(rows).encode())
    part.unlink(missing_ok=True)


def _kept(part: Path, mark: str, wanted: Sequence[tuple[str, tuple[str, ...]]]) -> list[Reference]:
    """The rows that were played before, by the same code, if there are some."""
    found: list[Reference] = []
    with suppress(OSError, UnicodeError, TrinbError):
        text = part.read_text(encoding="utf-8")
        found = list(read_references(text.removeprefix(mark))) if text.startswith(mark) else []
    seeds = [(*setup, number) for number, setup in enumerate(wanted, 1)]
    return found if [(row.rules, row.players, row.seed) for row in found] == seeds[: len(found)] else []


def as_text(rows: Iterable[Reference]) -> str:
    """Rows as the text of the file."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        for name, one in row.values.items():
            numbers = ["" if number is None else _plain(number) for number in one]
            head = (row.rules, len(row.players), row.bots, name)
            writer.writerow((*head, *numbers, row.seed, row.version, row.command))
    return text.getvalue()


def _plain(number: float) -> str:
    """A number as a person writes it: no exponent, no needless zeros."""
    if isinstance(number, int) or number == int(number):
        return str(int(number))
    return f"{number:.{_DEPTH}f}".rstrip("0")
