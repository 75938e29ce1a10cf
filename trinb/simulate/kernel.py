"""The compiled engine: rounds and matches of any rule set, by the million.

It plays exactly what `rounds` and `matches` play, and a test holds that move for move.  Nothing is allocated
while it plays.  What it plays with is in `desk`; its parts are in `opening`, `placing` and `closing`, and are
merged into one function when it is compiled.

Chance comes from two streams of one seed a round: the tiles, in the order in which they are taken, and the
choices of the players.  So two rule sets with the same box and the same seed see the same shuffles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .closing import close_round, see_who_leads
from .desk import (
    BLOCKED,
    C_OPENER,
    C_POOL,
    FIELDS,
    GOES_ON,
    HEIGHT,
    LITTLE,
    N_REASONS,
    N_STATE,
    S_END,
    S_LOG,
    S_MOVED,
    WIDTH,
    ZERO,
    desk,
    fits_somewhere,
    n_most,
    n_players,
)
from .jit import compiled, part, stamp_of
from .opening import open_game, open_round
from .placing import take_turn
from .program import AT, MOST_SEATS, Program

LOG_ROOM = 20_000
"""What the log of a round takes at most; the kernel stops when there is less."""


@part
def nobody_can_place(d: Any) -> Any:
    """Whether no tile in any hand fits, and never will."""
    if not d.state[S_MOVED] or (d.row[C_POOL] > 0 and d.n[n_most] != 0):
        return False
    d.state[S_MOVED] = 0
    low, high = ZERO, ZERO
    for seat in range(d.n[n_players]):
        low |= d.hands[2 * seat]
        high |= d.hands[2 * seat + 1]
    return not fits_somewhere(d, low, high)


@cache
def kernel() -> Any:
    """The compiled function; `play` calls it.

    It is compiled when it is first called, which takes some seconds, and kept on the disk.
    """
    code = stamp()

    def run(seed: Any, first: Any, count: Any, whole: Any, n_rows: Any, n_log: Any, at: Any) -> Any:
        d = desk(at)
        d.state[S_LOG] = 0 if n_log else -1
        players, played = d.n[n_players], np.int64(0)
        for game in range(first, first + count):
            open_game(at, seed, game)
            goes_on = True
            while goes_on and d.state[S_LOG] <= max(0, n_log - LOG_ROOM):
                open_round(at, whole)
                seat: Any = np.int64(d.row[C_OPENER])
                before = LITTLE
                while d.state[S_END] == GOES_ON:
                    if nobody_can_place(d):
                        d.state[S_END] = BLOCKED
                        break
                    if d.score[seat] != before:
                        see_who_leads(d)
                    seat = seat + 1 if seat + 1 < players else 0
                    before = d.score[seat]
                    take_turn(d, seat)
                goes_on = close_round(at, seat, whole, played, n_rows, game - first)
                played += 1
        return played if code else 0, max(0, d.state[S_LOG])

    return compiled(run)


FILES = tuple(
    Path(__file__).parent / name
    for name in (
        "bits.py", "closing.py", "columns.py", "desk.py", "jit.py", "kernel.py", "opening.py", "placing.py",
        "program.py", "../moves.py", "../ruleparts.py",
    )
)  # fmt: skip
"""Where the code stands that is merged into the kernel."""


@cache
def stamp() -> int:
    """A number that changes with the code that is compiled."""
    return stamp_of(*FILES)


class Results(NamedTuple):
    """Arrays for what comes out.

    Attributes:
        of_rounds: gets added, in four rows: the sums of all columns of rounds; of their squares; and of
            matches the squares of the sums, and their products with the number of rounds.
        rows: gets a row for each round, if it has any.
        matches: gets a row for each match, if matches are played.
        log: gets all events, if it has room: a round begins as `LOG_ROUND` says, an event is as in `note`.
    """

    of_rounds: NDArray[np.int64]
    rows: NDArray[np.int32]
    matches: NDArray[np.int64]
    log: NDArray[np.int64]

    @classmethod
    def room(cls, what: Program, rows: int = 0, matches: int = 0, log: int = 0) -> Results:
        """Room for so many rows of rounds and of matches, and for a log of so many numbers."""
        return cls(
            np.zeros((4, len(what.columns)), np.int64),
            np.zeros((rows, len(what.columns)), np.int32),
            np.zeros((matches, len(what.match_columns)), np.int64),
            np.zeros(log, np.int64),
        )


def play(
    what: Program, policies: Sequence[int], seed: int, first: int, count: int, whole: bool, results: Results
) -> tuple[int, int]:
    """Play rounds (or matches, if `whole`) number `first` to `first + count` of a seed.

    Args:
        what: the rules.
        policies: for each seat `GREEDY`, `RANDOM` or `PUPIL`.
        seed: what all chance follows from.
        first: from 0.
        count: how many.
        whole: whether matches are played.
        results: gets what comes out.

    Returns:
        How many rounds were played, and how long the log is.
    """
    fields = {**fields_of(what), **results._asdict(), "policy": np.array(policies, np.int64)}
    assert all(
        fields[name].dtype == kind and fields[name].flags.c_contiguous for name, kind in FIELDS.items()
    )
    addresses = np.array([fields[name].ctypes.data for name in FIELDS], np.int64)
    rows, log = len(results.rows), len(results.log)
    found: tuple[int, int] = kernel()(
        np.uint64(seed % 2**64), first, count, whole, rows, log, addresses.ctypes.data
    )
    return found


def fields_of(what: Program) -> dict[str, NDArray[Any]]:
    """The arrays of a desk for these rules, with nothing on the table."""
    return {**_rules(what), **_table(what)}


def _rules(what: Program) -> dict[str, NDArray[Any]]:
    """The rules of a desk."""
    return {"n" if name == "numbers" else name: table for name, table in what.tables._asdict().items()}


def _table(what: Program) -> dict[str, NDArray[Any]]:
    """The rest of a desk, with nothing on the table."""
    tiles, columns = len(what.tiles), len(what.columns)
    cells, edge, by_reason = 2 * WIDTH * HEIGHT, 3 * tiles + 8, MOST_SEATS * N_REASONS
    sizes = {
        "spot": cells, "flag": cells, "front": edge, "vertex": 2 * tiles + 8, "marked": tiles, "pool": tiles,
        "lead_pool": tiles, "hands": 2 * MOST_SEATS, "points": by_reason, "seen": by_reason, "hit_at": edge,
        "hit_low": edge, "hit_word": edge, "hit_value": edge, "row": columns, "game": columns,
        "state": N_STATE, "chance": 3,
    }  # fmt: skip
    seats = dict.fromkeys(("left", "left_digits", "score", "totals"), MOST_SEATS)
    table = {name: np.zeros(size, FIELDS[name]) for name, size in (sizes | seats).items()}
    table["spot"][:] = what.tables.numbers[AT["patterns"]] - 1
    return table
