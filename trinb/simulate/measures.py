"""What is measured of a round or of a match: a number for each, by a name.

>>> MEASURES["blocked"]
<Measure blocked: blocked rounds>

Any column is a measure, too, such as ``score_0``, or ``bridge_points_1`` (the points of seat 1 for bridges);
those of a match have ``match_`` before their name.  You can also make one of your own; it gets the **rows**
of many rounds at once:

>>> big = Measure("big", "rounds with more than 200 points", lambda rows: rows["points"] > 200, share=True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from ..errors import TrinbError
from ..notation import quote, show
from ..ruleparts import Reason
from ..words import N_, tr
from .columns import Sort, everything, meaning, reason_name, sort_of
from .task import Sums, Task

Ints = NDArray[np.int64]

_OPENING = (Reason.START, Reason.TRIPLE, Reason.ZERO, Reason.SECOND_TRIPLE)


class Pace(NamedTuple):
    """How long things take at a table, which no simulation knows: say what fits your group.

    Attributes:
        turn: seconds for a turn.
        between: seconds to count, shuffle and deal before each round.
        lesson: how many minutes there are.
    """

    turn: float = 20.0
    between: float = 60.0
    lesson: float = 40.0

    def check(self) -> Pace:
        """The pace, if it makes sense.

        Raises:
            TrinbError: a time is no number, or not what a time can be.
        """
        for value in self:
            if not isinstance(value, int | float) or not 0 <= value <= 86_400:
                raise TrinbError(
                    tr("a time must be a number from 0 to {most}, not {it}", most=86_400, it=show(value))
                )
        return self


PACE = Pace()
"""The pace if nobody says another."""


@frozen(eq=False)
class Rows:
    """Many rounds (or matches) of one variant: a column by its name, or one for each seat.

    Attributes:
        values: a row for each, as the kernel wrote it.
        columns: the names of its columns.
        players: the name of the player at each seat.
        pace: how long things take.
        matches: whether they are matches.
    """

    values: Ints
    columns: tuple[str, ...]
    players: tuple[str, ...]
    pace: Pace = PACE
    matches: bool = False

    @classmethod
    def of(cls, task: Task, first: int, count: int, pace: Pace = PACE) -> Rows:
        """Those of rounds (or matches) number `first` to `first + count`.

        Raises:
            TrinbError: a match has no end.
        """
        return cls.kept(task, task.play(first, count, True), pace)

    @classmethod
    def kept(cls, task: Task, sums: Sums, pace: Pace = PACE) -> Rows:
        """Those that sums have kept.

        Raises:
            TrinbError: a match has no end.
        """
        assert sums.rows is not None
        rows = cls(sums.rows, task.columns, task.players, pace, task.matches)
        if task.matches and rows["unfinished"].any():
            raise TrinbError(
                tr(
                    "{rules}: a match had no end in very many rounds, so nothing can be said about matches",
                    rules=task.rules.id,
                )
            )
        return rows

    def __getitem__(self, column: str) -> Ints:
        """The column of this name; of points that these rules never give, zeros.

        Raises:
            TrinbError: there is none.
        """
        if column in self.columns:
            return self.values[:, self.columns.index(column)].astype(np.int64)
        if not self.matches and column in everything(len(self.players)):
            return np.zeros(len(self.values), np.int64)
        raise TrinbError(
            tr("there is no {column} among {count} players", column=show(column), count=len(self.players))
        )

    def seats(self, column: str) -> Ints:
        """A column for each seat, such as ``score`` or ``won``."""
        return np.stack([self[f"{column}_{seat}"] for seat in range(len(self.players))], axis=1)

    @property
    def minutes(self) -> NDArray[np.float64]:
        """How long each takes at the table."""
        rounds = self["rounds"] if self.matches else np.ones(len(self.values))
        return (self["turns"] * self.pace.turn + rounds * self.pace.between) / 60


@frozen(eq=False)
class Measure:
    """A number for each round or match.

    Attributes:
        name: what it is called in code.
        title: what it is called by people, in English; for a column empty.
        of: works it out for many rounds at once.
        share: whether it is true or false for each; its mean is then shown in percent.
        matches: whether it is a number for each match, and not for each round.
        reference: what the mean would be if nothing were special, such as 0 for an advantage.
    """

    name: str
    title: str
    of: Callable[[Rows], Any] = field(repr=False)
    share: bool = False
    matches: bool = False
    reference: float | None = None

    def __repr__(self) -> str:
        return f"<Measure {self.name}: {self.told}>"

    @property
    def told(self) -> str:
        """What it is called, in the language that is spoken."""
        if self.title:
            return tr(self.title)
        name, _, seat = self.name.rpartition("_")
        if name in _OF_SEATS:
            return tr(_OF_SEATS[name], seat=seat)
        return meaning(self.name.removeprefix(_MATCH) if self.matches else self.name, self.matches)

    def values(self, rows: Rows) -> NDArray[np.float64]:
        """The numbers.

        Raises:
            TrinbError: it does not give one number for each round.
        """
        found = np.asarray(self.of(rows), np.float64)
        if found.shape != (len(rows.values),) or not np.isfinite(found).all():
            raise TrinbError(
                tr("the measure {name} must give one number for each round", name=quote(self.name))
            )
        if self.share and not np.isin(found, (0.0, 1.0)).all():
            raise TrinbError(tr("the measure {name} is a share: it must be 0 or 1", name=quote(self.name)))
        return found


def of_opener(rows: Rows, column: str) -> Any:
    """What the opener has of a column that each seat has."""
    return np.take_along_axis(rows.seats(column), rows["opener"][:, None], 1)[:, 0]


def _ahead(rows: Rows, own: Any, of_all: Any) -> Any:
    """By how much somebody's number is more than the mean of the others'."""
    others = max(1, len(rows.players) - 1)
    return own - (of_all - own) / others


def _opener_ahead(rows: Rows) -> Any:
    return _ahead(rows, of_opener(rows, "score"), rows["points"])


def _opening_points(rows: Rows) -> Any:
    return sum(rows.seats(reason_name(reason)).sum(1) for reason in _OPENING)


def _opener_wins(rows: Rows) -> Any:
    """Whether the opener wins, less a fair share if anybody does; for 100 rounds."""
    return 100 * (of_opener(rows, "won") - rows.seats("won").sum(1) / len(rows.players))


def _match_opener_wins(rows: Rows) -> Any:
    """The same for a match; a joint win counts in parts."""
    won = rows.seats("won").sum(1)  # at least one: a match has a winner
    return 100 * (of_opener(rows, "won") / won - 1 / len(rows.players))


_MATCH = "match_"

_TITLES = {
    "points": N_("points of all players"),
    "turns": N_("turns"),
    "tiles": N_("tiles on the board"),
    "draws": N_("tiles drawn"),
    "passes": N_("passes"),
    "blocked": N_("blocked rounds"),
    "pool": N_("tiles left in the pool"),
    "plain": N_("plain placements"),
    "bridge": N_("bridges"),
    "docking": N_("dockings"),
    "drone": N_("drones"),
    "hexagons": N_("hexagons"),
    "extensions": N_("bridge extensions"),
    "holes": N_("holes at the end"),
    "margin": N_("points between the best two"),
    "lead_changes": N_("changes of the lead"),
    "match_rounds": N_("rounds per match"),
    "match_turns": N_("turns per match"),
    "match_margin": N_("points between the best two of a match"),
    "match_lead_changes": N_("changes of the lead per match"),
    "match_joint": N_("matches with joint winners"),
}
"""What columns are called for short; those of a match have ``match_`` before their name."""

_OF_SEATS = {
    "won": N_("rounds won by seat {seat}"),
    "opened": N_("rounds opened by seat {seat}"),
    "match_won": N_("matches won by seat {seat}"),
}
"""The same for columns that each seat has; the others go by their meaning, see `columns`."""


def _of_column(name: str) -> Measure:
    """The measure that is a column.

    Raises:
        TrinbError: there is no such column.
    """
    matches = name.startswith(_MATCH)
    column = name.removeprefix(_MATCH)
    share = sort_of(column, matches) is Sort.SHARE
    return Measure(name, _TITLES.get(name, ""), partial(_column, column), share, matches)


def _column(name: str, rows: Rows) -> Ints:
    return rows[name]


_MADE = (
    Measure("points_each", N_("points per player"), lambda rows: rows["points"] / len(rows.players)),
    Measure("minutes", N_("minutes"), lambda rows: rows.minutes),
    Measure("undecided", N_("rounds that nobody wins"), lambda rows: rows["winner"] < 0, share=True),
    Measure(
        "opener_ahead", N_("points that the opener is ahead of the others"), _opener_ahead, reference=0.0
    ),
    Measure("opening_points", N_("points for the opening itself"), _opening_points),
    Measure(
        "opener_wins",
        N_("wins of the opener beyond a fair share, in 100 rounds"),
        _opener_wins,
        reference=0.0,
    ),
    Measure("match_minutes", N_("minutes per match"), lambda rows: rows.minutes, matches=True),
    Measure(
        "match_in_time",
        N_("matches that end within the lesson"),
        lambda rows: rows.minutes <= rows.pace.lesson,
        share=True,
        matches=True,
    ),
    Measure(
        "match_opener_wins",
        N_("wins of the first opener beyond a fair share, in 100 matches"),
        _match_opener_wins,
        matches=True,
        reference=0.0,
    ),
)

MEASURES: Mapping[str, Measure] = {one.name: one for one in (*map(_of_column, _TITLES), *_MADE)}
"""What can be measured by its name, beside all columns; those that begin with ``match_`` are of matches."""


def measure(which: str | Measure) -> Measure:
    """The measure of this name, or the column with this name; of a match with ``match_`` before it.

    Raises:
        TrinbError: there is none.

    >>> measure("score_1"), measure("match_total_0")
    (<Measure score_1: points of seat 1>, <Measure match_total_0: points of seat 0 in the whole match>)
    """
    if isinstance(which, Measure):
        return which
    if isinstance(which, str):
        with suppress(TrinbError):
            return MEASURES.get(which) or _of_column(which)
    raise TrinbError(
        tr("there is no measure {it}; there are {known}", it=show(which), known=", ".join(MEASURES))
    )


def measures(which: str | Measure | Sequence[str | Measure]) -> tuple[Measure, ...]:
    """One or several measures, all of rounds or all of matches.

    Raises:
        TrinbError: there is none of this name, none at all, the same twice, or both sorts.
    """
    found = tuple(
        map(measure, which if isinstance(which, Sequence) and not isinstance(which, str) else [which])
    )
    if not found or len({one.name for one in found}) < len(found):
        raise TrinbError(
            tr("say what to measure, each thing once; there are {known}", known=", ".join(MEASURES))
        )
    if len({one.matches for one in found}) > 1:
        raise TrinbError(
            tr(
                "{rounds} is a measure of rounds and {matches} of matches: compare them one after the other",
                rounds=next(one.name for one in found if not one.matches),
                matches=next(one.name for one in found if one.matches),
            )
        )
    return found
