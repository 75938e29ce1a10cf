"""Playing many rounds: shared out among processes, added up as they come, the same whoever played them.

>>> from trinb.ruleset import rules
>>> found = simulate(rules("triangelspelet"), ["greedy", "random"], rounds=2_000, seed=1)
>>> found.rounds, found.mean["tiles"] > 20, found.ci95["tiles"] < 1
(2000, True, True)

A round follows from the seed and its number alone, so the result does not depend on how the rounds are shared
out, in which order they are done, or by how many.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from functools import cached_property
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from ..errors import TrinbError
from ..notation import quote
from ..ruleset import RuleSet
from ..words import tr
from . import kernel
from .kernel import COLUMNS, MATCH_COLUMNS
from .program import MOST_SEATS, program

Ints = NDArray[np.int64]

POLICIES = {"greedy": kernel.GREEDY, "random": kernel.RANDOM}
"""The players that the kernel knows, by name."""

CHUNK = 50_000
"""Rounds that are played at a stretch: about a tenth of a second."""

FEW = 2_000_000
"""Up to so many rounds one process is done before others would have been started."""

_MATCHES_A_CHUNK = 2_000
_Z95 = 1.959963984540054


@frozen
class Task:
    """What is to be played, so that another process can do it.

    Attributes:
        rules: the rule set.
        players: the name of a player for each seat.
        seed: what all chance follows from.
        matches: whether whole matches are played, and not single rounds.
    """

    rules: RuleSet
    players: tuple[str, ...]
    seed: int
    matches: bool = False

    def check(self) -> None:
        """Refuse what cannot be played.

        Raises:
            TrinbError: there is no such player, the rules do not allow so many, or a match would never end.
        """
        for name in self.players:
            if name not in POLICIES:
                raise TrinbError(
                    tr(
                        "there is no player {it}; there are {known}",
                        it=quote(name),
                        known=", ".join(POLICIES),
                    )
                )
        program(self.rules, len(self.players))
        match = self.rules.match
        if self.matches and match.target is None and match.rounds is None:
            raise TrinbError(tr("{rules} has neither a target nor a number of rounds", rules=self.rules.id))

    def play(self, first: int, count: int, keep: bool = False) -> Sums:
        """Play rounds (or matches) number `first` to `first + count`.

        Args:
            first: from 0.
            count: how many.
            keep: whether a row for each is kept.
        """
        what = program(self.rules, len(self.players))
        total, squares = np.zeros((2, len(COLUMNS)), np.int64)
        rows = np.zeros((count if keep and not self.matches else 0, len(COLUMNS)), np.int64)
        matches = np.zeros((count if self.matches else 0, len(MATCH_COLUMNS)), np.int64)
        policies = np.zeros(MOST_SEATS, np.int64)
        policies[: len(self.players)] = [POLICIES[name] for name in self.players]
        play = kernel.kernel(what.words, what.rich, False)
        played, _ = play(
            np.uint64(self.seed % 2**64), first, count, what.numbers, policies, what.digits, what.sums, what.fit,
            what.kind, what.blank, what.known, what.level, what.triples, self.matches, total, squares, rows,
            matches, _NO_LOG,
        )  # fmt: skip
        return Sums(
            int(played),
            total,
            squares,
            len(matches),
            matches.sum(0),
            (matches * matches).sum(0),
            matches if keep and self.matches else rows,
        )


_NO_LOG = np.zeros(0, np.int64)


class Sums(NamedTuple):
    """What some rounds add up to, in whole numbers, so that adding is the same in any order.

    Attributes:
        rounds, total, squares: how many rounds, and for each of `COLUMNS` the sum and the sum of the squares.
        matches, match_total, match_squares: the same for matches and `MATCH_COLUMNS`.
        rows: a row for each round or match, if they were kept.
    """

    rounds: int
    total: Ints
    squares: Ints
    matches: int
    match_total: Ints
    match_squares: Ints
    rows: Ints

    def __add__(self, other: object) -> Sums:
        if not isinstance(other, Sums):
            return NotImplemented
        added = [one + two for one, two in zip(self[:-1], other[:-1], strict=True)]
        return Sums(*added, np.concatenate([self.rows, other.rows]))


@frozen(eq=False)
class Simulation:
    """What came out.

    Attributes:
        task: what was played.
        sums: what it adds up to.
        seconds: how long it took.
        asked: how many rounds (or matches) were asked for; fewer were played if somebody stopped it.
    """

    task: Task
    sums: Sums
    seconds: float
    asked: int

    def __repr__(self) -> str:
        what = f"{self.matches} matches, " if self.task.matches else ""
        return f"<Simulation of {self.task.rules.id}: {what}{self.rounds} rounds, seed {self.task.seed}>"

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.sums.rounds

    @property
    def matches(self) -> int:
        """How many matches were played; 0 if single rounds were."""
        return self.sums.matches

    @property
    def is_whole(self) -> bool:
        """Whether all was played that was asked for."""
        return (self.matches if self.task.matches else self.rounds) >= self.asked

    @cached_property
    def mean(self) -> Mapping[str, float]:
        """The mean of each column over all rounds."""
        return _means(COLUMNS, self.rounds, self.sums.total)

    @cached_property
    def ci95(self) -> Mapping[str, float]:
        """For each column half the width of the 95 % interval of its mean: 1.96 standard errors.

        Rounds of one match are not independent of each other; see `match_ci95` for matches.
        """
        return _errors(COLUMNS, self.rounds, self.sums.total, self.sums.squares)

    @cached_property
    def match_mean(self) -> Mapping[str, float]:
        """The mean of each column over all matches."""
        return _means(MATCH_COLUMNS, self.matches, self.sums.match_total)

    @cached_property
    def match_ci95(self) -> Mapping[str, float]:
        """For each column half the width of the 95 % interval of its mean over matches."""
        return _errors(MATCH_COLUMNS, self.matches, self.sums.match_total, self.sums.match_squares)

    @property
    def frame(self) -> Any:
        """A pandas table: for every column its mean, its 95 % interval, and its standard deviation."""
        import pandas as pd

        names, count = (MATCH_COLUMNS, self.matches) if self.task.matches else (COLUMNS, self.rounds)
        mean, half = (self.match_mean, self.match_ci95) if self.task.matches else (self.mean, self.ci95)
        seats = len(self.task.players)
        shown = [name for name in names if not name[-1].isdigit() or int(name.rpartition("_")[2]) < seats]
        columns = {
            "mean": [mean[name] for name in shown],
            "low": [mean[name] - half[name] for name in shown],
            "high": [mean[name] + half[name] for name in shown],
            "deviation": [half[name] / _Z95 * np.sqrt(count) for name in shown],
        }
        return pd.DataFrame(columns, index=shown)


def _means(names: Sequence[str], count: int, total: Ints) -> dict[str, float]:
    return {name: float(total[index]) / count if count else float("nan") for index, name in enumerate(names)}


def _errors(names: Sequence[str], count: int, total: Ints, squares: Ints) -> dict[str, float]:
    """Half the width of each 95 % interval; the sums are whole numbers, so nothing is lost on the way."""
    found = {}
    for index, name in enumerate(names):
        # count² times the variance, without rounding
        spread = count * int(squares[index]) - int(total[index]) ** 2
        found[name] = _Z95 * (spread / count**2 / (count - 1)) ** 0.5 if count > 1 else float("nan")
    return found


Progress = Callable[[int, int], None]
"""Called with the rounds (or matches) done and asked for."""


def simulate(
    rules: RuleSet,
    players: Sequence[str],
    rounds: int | None = None,
    seed: int = 0,
    *,
    matches: int | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    keep_rows: bool = False,
) -> Simulation:
    """Play rounds (or whole matches) of a rule set and add up what happens.

    Args:
        rules: the rule set.
        players: ``"greedy"`` or ``"random"`` for each seat.
        rounds: how many rounds, each the first of a match.
        seed: what all chance follows from.
        matches: how many whole matches, instead of `rounds`.
        executor: who does the work: anything of `concurrent.futures`, such as a thread pool or Dask's client.
        workers: how many processes, if there is no executor; by default one for few rounds, else one for each processor.
        progress: called again and again with what is done.
        keep_rows: whether `sums.rows` holds a row for each round (or match): 8 bytes for each of `COLUMNS`.

    Raises:
        TrinbError: there is no such player, the numbers make no sense, or the rules cannot be played so.
    """
    if (rounds is None) == (matches is None):
        raise TrinbError(tr("say how many rounds or how many matches to play, one of them"))
    asked = rounds if rounds is not None else matches
    if asked is None or asked < 1:
        raise TrinbError(tr("at least one must be played, not {count}", count=asked))
    task = Task(rules, tuple(players), seed, matches is not None)
    task.check()
    start = time.perf_counter()
    sums = None
    with ExitStack() as stack:
        pool = executor or _processes(task, asked, workers, stack)
        try:
            for part in _parts(task, asked, keep_rows, pool):
                sums = part if sums is None else sums + part
                if progress:
                    progress(sums.matches if task.matches else sums.rounds, asked)
        except KeyboardInterrupt:
            if sums is None:
                raise
    assert sums is not None
    return Simulation(task, sums, time.perf_counter() - start, asked)


def _processes(task: Task, asked: int, workers: int | None, stack: ExitStack) -> Executor | None:
    """A pool of processes, if it is worth having one."""
    many = asked * (15 if task.matches else 1) > FEW
    workers = workers or (os.cpu_count() or 1 if many else 1)
    if workers == 1:
        return None
    # Not forked: the kernel and whatever runs beside it may have threads.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    stack.callback(pool.shutdown, cancel_futures=True)
    return pool


def chunks(task: Task, asked: int) -> list[tuple[int, int]]:
    """How the work is shared out: the first number and how many."""
    size = _MATCHES_A_CHUNK if task.matches else CHUNK
    return [(first, min(size, asked - first)) for first in range(0, asked, size)]


def _parts(task: Task, asked: int, keep: bool, pool: Executor | None) -> Iterator[Sums]:
    """The sums of all chunks; in their order if rows are kept, else as they come."""
    todo = chunks(task, asked)
    if pool is None:
        for first, count in todo:
            yield task.play(first, count, keep)
        return
    if keep:
        for future in [pool.submit(task.play, first, count, keep) for first, count in todo]:
            yield future.result()
        return
    # Only some chunks wait at a time, so that millions of them take no memory.
    waiting: set[Future[Sums]] = set()
    left = iter(todo)
    while True:
        for first, count in left:
            waiting.add(pool.submit(task.play, first, count, False))
            if len(waiting) >= 64:
                break
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
