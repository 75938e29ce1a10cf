"""Playing many rounds: shared out among processes, added up as they come, the same whoever played them.

>>> from trinb.ruleset import rules
>>> found = simulate(rules("triangelspelet"), ["greedy", "random"], rounds=2_000, seed=1)
>>> found.rounds, found.mean["tiles"] > 20, found.ci95["tiles"] < 1
(2000, True, True)

A round follows from the seed and its number alone, so the result does not depend on how the rounds are shared
out, in which order they are done, or by how many.
"""

from __future__ import annotations

import operator
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import numpy as np
from attrs import evolve

from ..errors import TrinbError
from ..notation import show
from ..ruleset import RuleSet
from ..words import tr
from . import kernel
from .progress import Progress, compiling, say, shown
from .results import Simulation
from .sharing import Chunk, parts, processes
from .store import DiskFull, Store
from .task import POLICIES, Sums, Task

__all__ = ["POLICIES", "Progress", "Simulation", "Stopped", "Sums", "Task", "simulate"]

FEW = 4_000_000
"""Up to so many rounds one process is done before others would have been started."""

_ROUNDS_OF_A_MATCH = 12  # more or less
_MANY = 32  # workers of somebody else, who may have more or fewer


class Stopped(TrinbError):
    """A simulation could not go on, because there is no room on the disk.

    Attributes:
        simulation: what was played until then, or None if that is nothing.
    """

    def __init__(self, message: str, simulation: Simulation | None) -> None:
        super().__init__(message)
        self.simulation = simulation


def simulate(
    rules: RuleSet,
    players: Sequence[str],
    rounds: int | None = None,
    seed: int = 0,
    *,
    matches: int | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | Progress | None = None,
    keep_rows: bool = False,
    out: str | Path | None = None,
) -> Simulation:
    """Play rounds (or whole matches) of a rule set and add up what happens.

    Ctrl-C stops it and keeps what is done.

    Args:
        rules: the rule set.
        players: ``"greedy"`` or ``"random"`` for each seat.
        rounds: how many rounds, each the first of a match.
        seed: what all chance follows from.
        matches: how many whole matches, instead of `rounds`.
        executor: who does the work: anything of `concurrent.futures`, such as a thread pool, or `cluster`.
        workers: how many processes, if there is no executor; by default one for few rounds, else one for each
            processor.
        progress: whether to show a bar, or what to call again and again with what is done and what was asked
            for; by default there is a bar in notebooks and terminals when it takes more than a moment.
        keep_rows: whether `Simulation.rows` has a row for each round (or match): 4 bytes for each column.
        out: a folder for the rows, in Parquet files. What it holds already is not played again, so a
            simulation that was stopped goes on.

    Raises:
        TrinbError: there is no such player, the numbers make no sense, the rules cannot be played so, or the
            folder holds another simulation.
        Stopped: there is no room left in the folder.
        OSError: the folder cannot be written.
    """
    if (rounds is None) == (matches is None):
        raise TrinbError(tr("say how many rounds or how many matches to play, one of them"))
    asked = _whole(rounds if matches is None else matches)
    if asked < 1:
        raise TrinbError(tr("at least one must be played, not {count}", count=asked))
    task = Task(rules, tuple(players), _whole(seed), matches is not None)
    task.check()
    return _Run(task, asked, keep_rows, None if out is None else Store(Path(out), task)).go(
        executor, workers, progress
    )


def _whole(number: object) -> int:
    """A whole number as Python has it, whoever made it."""
    try:
        return operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise TrinbError(tr("{it} is no whole number", it=show(number))) from None


def chunks(task: Task, asked: int) -> list[Chunk]:
    """How the work is shared out."""
    return [(first, min(task.chunk, asked - first)) for first in range(0, asked, task.chunk)]


class _Run:
    """One call of `simulate`."""

    def __init__(self, task: Task, asked: int, keep_rows: bool, store: Store | None) -> None:
        self.task, self.asked, self.keep_rows, self.store = task, asked, keep_rows, store
        self.sums: Sums | None = None
        self.rows: dict[int, np.ndarray] = {}
        self.start = time.perf_counter()

    def go(
        self, executor: Executor | None, workers: int | None, progress: bool | Progress | None
    ) -> Simulation:
        """Play what is not there yet."""
        with compiling():
            self.task.play(0, 1)  # before others are started: they find it compiled
        todo = [chunk for chunk in chunks(self.task, self.asked) if not self._is_stored(chunk)]
        try:
            with ExitStack() as stack:
                pool, many = executor, _MANY
                if pool is None:
                    pool, many = self._processes(todo, workers, stack)
                tell = stack.enter_context(shown(progress, self.asked, self._done, self.task.matches))
                for first, part in parts(self._play, todo, pool, many, helps=executor is None):
                    self._add(first, part)
                    tell(self._done, self.asked)
        except KeyboardInterrupt:
            if self.sums is None:
                raise
            say(self._words())
        except DiskFull as error:
            raise Stopped(str(error), None if self.sums is None else self._result()) from error
        return self._result()

    @property
    def _done(self) -> int:
        return self.sums.games if self.sums else 0

    @property
    def _play(self) -> Callable[[int, int], Sums]:
        return partial(_play, self.task, kernel.stamp(), keep=self.keep_rows or self.store is not None)

    def _is_stored(self, chunk: Chunk) -> bool:
        """Whether a chunk was played before; then it is added."""
        found = self.store.read(chunk, self.keep_rows) if self.store else None
        if found:
            self._add(chunk[0], found, new=False)
        return found is not None

    def _add(self, first: int, part: Sums, new: bool = True) -> None:
        if self.store and new:
            self.store.write(first, part)
        if self.keep_rows and part.rows is not None:
            self.rows[first] = part.rows
        part = evolve(part, rows=None)
        self.sums = part if self.sums is None else self.sums + part

    def _processes(
        self, todo: Sequence[Chunk], workers: int | None, stack: ExitStack
    ) -> tuple[Executor | None, int]:
        """A pool of processes, if it is worth having one, and how many there are."""
        count = sum(count for _, count in todo) * (_ROUNDS_OF_A_MATCH if self.task.matches else 1)
        workers = workers or (os.cpu_count() or 1 if count > FEW else 1)
        if workers == 1 or len(todo) < 2:
            return None, 1
        return stack.enter_context(processes(min(workers, len(todo)))), workers

    def _words(self) -> str:
        if self.task.matches:
            return tr(
                "Stopped. {done} of {asked} matches were played and are kept.",
                done=self._done,
                asked=self.asked,
            )
        return tr(
            "Stopped. {done} of {asked} rounds were played and are kept.", done=self._done, asked=self.asked
        )

    def _result(self) -> Simulation:
        assert self.sums is not None
        rows = np.concatenate([self.rows[first] for first in sorted(self.rows)]) if self.rows else None
        return Simulation(
            self.task, evolve(self.sums, rows=rows), time.perf_counter() - self.start, self.asked
        )


def _play(task: Task, code: int, first: int, count: int, keep: bool) -> Sums:
    """Play a chunk, wherever this runs."""
    if code != kernel.stamp():
        raise TrinbError(tr("a worker has another version of trinb, which may play differently"))
    return task.play(first, count, keep)
