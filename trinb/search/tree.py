"""A strong player: it tries its moves on many deals of the hidden tiles, and plays each round to its end.

A **deal** gives the hidden tiles to the other hands and the pool at random, as far as that agrees with what
everybody saw (see `voids`).  A **rollout** makes a move in a deal and plays the round to its end.  Below the
moves grows an **information-set tree**: a node is a sequence of moves as everybody saw it, whatever the
hidden tiles.  A deal has only some of the moves of a node, so it is counted how often each was available.

All moves are tried on the same deals, which makes them comparable; again and again the worse half is
given up.  What is counted is the **margin**: the points of this round ahead of the mean of the others.

>>> from random import Random
>>> from trinb.rounds import Round
>>> from trinb.ruleset import rules
>>> from trinb.view import view_of
>>> round = Round.deal(rules("triangelspelet"), players=2, seed=5)
>>> while len(round.legal_moves()) < 2:
...     round = round.play(round.legal_moves()[0])
>>> best = analyse(view_of(round, round.seat), Random(1), iterations=400)[0]
>>> best.move == TreePlayer(iterations=400).choose(view_of(round, round.seat), Random(1))
True
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from math import ceil, inf, log2, sqrt
from random import Random
from typing import NamedTuple, Protocol

from ..errors import TrinbError
from ..moves import Move
from ..notation import show
from ..view import PlayerView
from ..words import tr
from .treeplain import PlainTable

Progress = Callable[[int, int], None]
Clock = Callable[[], float]

ITERATIONS = 500
"""So many rollouts are played for a decision if nobody says how many: a millisecond or two."""

PLAIN_ITERATIONS = 60
"""The same where nothing can be compiled, as in a browser."""

MOST_ITERATIONS = 10**9
_STRETCH = 20_000  # rollouts between two looks at the clock, at `stop` and at Ctrl-C
_FIRST = 200  # and in the first stretch, from which the speed is known
_SURE = 1.959963984540054


class Option(NamedTuple):
    """What was found out about a move.

    Attributes:
        move: the move.
        margin: the mean margin at the end of the round if it is chosen.
        low, high: an interval that holds the true mean in 95 of 100 cases, if everybody plays on as in the
            rollouts.
        tries: how many rollouts that is the mean of.
    """

    move: Move
    margin: float
    low: float
    high: float
    tries: int


class Table(Protocol):
    """Where moves are tried: compiled, or in plain Python."""

    @property
    def moves(self) -> Sequence[Move]:
        """All moves that may be chosen."""

    @property
    def tried(self) -> Sequence[int]:
        """For each how often it was tried."""

    @property
    def gained(self) -> Sequence[float]:
        """For each the sum of the margins."""

    @property
    def squared(self) -> Sequence[float]:
        """For each the sum of their squares."""

    def play(self, deals: int) -> None:
        """Try all moves that have not been given up on so many deals."""

    def give_up(self, option: int) -> None:
        """Try this move no more."""


class Settings(NamedTuple):
    """How the tree grows.

    Attributes:
        depth: how many decisions deep; 0 is for no tree at all, only rollouts.
        patience: a node grows children after so many visits.
        explore: how much is worth trying what was tried little, in standard deviations of the margin.
        heat: so many standard deviations fewer points make a move e times less likely at first.
        memory: whether it is remembered what others could not place.
    """

    depth: int = 8
    patience: int = 3
    explore: float = 1.0
    heat: float = 0.2
    memory: bool = True


def is_compiled() -> bool:
    """Whether moves can be tried compiled."""
    return find_spec("numba") is not None


@contextmanager
def _table(view: PlayerView, rng: Random, settings: Settings, compiled: bool, size: int) -> Iterator[Table]:
    if not compiled:
        yield PlainTable(view, rng, settings.memory)
        return
    from .tree_desk import set_table

    with set_table(view, rng, settings, size) as table:
        yield table


def analyse(
    view: PlayerView,
    rng: Random,
    iterations: int | None = None,
    seconds: float | None = None,
    *,
    settings: Settings = Settings(),  # noqa: B008 (a value)
    compiled: bool | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
    clock: Clock = time.perf_counter,
) -> list[Option]:
    """Try all legal moves; the best one comes first.

    `stop` ends it early.  With a number of iterations it is the same again for the same state of `rng`.

    Args:
        view: what a seat sees.
        rng: all chance follows from it.
        iterations: how many rollouts at most, but one for each move at least.
        seconds: for how long, instead.
        settings: how the tree grows.
        compiled: whether to use the compiled kernel; by default where there is numba.
        progress: called now and then with how much is done and was asked for: rollouts, or milliseconds.
        stop: asked as often whether to stop; the best move so far is then the first one.
        clock: gives the seconds that have passed.

    Raises:
        TrinbError: it is not the turn of this seat, the budget makes no sense, or the events of the view do
            not tell how its board came about.
    """
    if not view.legal_moves:
        raise TrinbError(
            tr("there is nothing to decide: it is not the turn of this seat, or the round is over")
        )
    laid = [event.placement for event in view.events if event.placement]
    if laid != list(view.board):
        raise TrinbError(tr("the events do not tell how the tiles came to lie on the board"))
    compiled = is_compiled() if compiled is None else compiled
    budget = _Budget.of(iterations, seconds, ITERATIONS if compiled else PLAIN_ITERATIONS, clock)
    with _table(view, rng, settings, compiled, budget.size) as table:
        return _Halving(table, budget, progress, stop).best_first()


class _Budget:
    """How much may be tried: a number of rollouts, or a time."""

    def __init__(self, iterations: int, seconds: float | None, clock: Clock) -> None:
        self.iterations, self.seconds, self._clock = iterations, seconds, clock
        self._start = clock() if seconds is not None else 0.0
        self.done = 0

    @classmethod
    def of(cls, iterations: int | None, seconds: float | None, otherwise: int, clock: Clock) -> _Budget:
        """The budget that is asked for."""
        if iterations is not None and seconds is not None:
            raise TrinbError(tr("say how many iterations or how many seconds, not both"))
        if seconds is not None and not (
            isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 < seconds < inf
        ):
            raise TrinbError(tr("the seconds must be a number above 0, not {it}", it=show(seconds)))
        iterations = otherwise if iterations is None else iterations
        if (
            not isinstance(iterations, int)
            or isinstance(iterations, bool)
            or not 1 <= iterations <= MOST_ITERATIONS
        ):
            raise TrinbError(
                tr(
                    "the iterations must be from 1 to {most}, not {it}",
                    most=MOST_ITERATIONS,
                    it=show(iterations),
                )
            )
        return cls(iterations, seconds, clock)

    @property
    def size(self) -> int:
        """About how many rollouts there may be."""
        return self.iterations if self.seconds is None else 200_000

    def passed(self) -> float:
        """The part of it that is used up."""
        if self.seconds is None:
            return self.done / self.iterations
        return (self._clock() - self._start) / self.seconds

    def stretch(self, until: float, alive: int) -> int:
        """How many deals with so many moves to play before looking again; none if this part is used up."""
        passed = self.passed()
        if self.seconds is None:
            deals = max(0, int(self.iterations * until) - self.done) // alive
            return min(deals, max(1, _STRETCH // alive))
        if passed >= until:
            return 0
        if not self.done or not passed:
            return max(1, _FIRST // alive)
        speed = self.done / passed
        return max(1, int(min(speed * (until - passed), _STRETCH, speed * 0.1)) // alive)

    def report(self, progress: Progress | None) -> None:
        """Say how much is done."""
        if progress and self.seconds is None:
            progress(min(self.done, self.iterations), self.iterations)
        elif progress and self.seconds is not None:
            progress(
                min(round(1000 * self.seconds), round(1000 * self.seconds * self.passed())),
                round(1000 * self.seconds),
            )


class _Halving:
    """Sequential halving: after each of some equal parts of the budget the worse half is given up."""

    def __init__(
        self, table: Table, budget: _Budget, progress: Progress | None, stop: Callable[[], bool] | None
    ) -> None:
        self.table, self.budget, self._progress, self._stop = table, budget, progress, stop
        self._stopped = False

    def best_first(self) -> list[Option]:
        """Try all moves; those that were tried longest come first, better ones before worse ones."""
        alive, given_up = list(range(len(self.table.moves))), list[int]()
        if len(alive) == 1:
            self._play(1, 1)
        parts = max(1, ceil(log2(len(alive)))) if len(alive) > 1 else 0
        for part in range(parts):
            self._play_part((part + 1) / parts, len(alive), first=part == 0)
            alive.sort(key=self._mean, reverse=True)
            half = (len(alive) + 1) // 2
            if part + 1 < parts and not self._stopped:
                given_up[:0] = alive[half:]
                for option in alive[half:]:
                    self.table.give_up(option)
                del alive[half:]
        return [self._option(number) for number in (*alive, *given_up)]

    def _play_part(self, until: float, alive: int, first: bool) -> None:
        deals = self.budget.stretch(until, alive)
        if first and not deals:
            deals = 1
        while deals and not self._stopped:
            self._play(deals, alive)
            deals = self.budget.stretch(until, alive)

    def _play(self, deals: int, alive: int) -> None:
        self.table.play(deals)
        self.budget.done += deals * alive
        self.budget.report(self._progress)
        self._stopped = bool(self._stop and self._stop())

    def _mean(self, option: int) -> float:
        return self.table.gained[option] / max(1, self.table.tried[option])

    def _option(self, number: int) -> Option:
        tries, mean = int(self.table.tried[number]), float(self._mean(number))
        variance = max(0.0, float(self.table.squared[number]) - tries * mean * mean) / max(1, tries - 1)
        half = _SURE * sqrt(variance / tries) if tries > 1 else inf
        return Option(self.table.moves[number], mean, mean - half, mean + half, tries)


class TreePlayer:
    """Tries its moves on many deals of the hidden tiles, with a tree of what may follow.

    It remembers nothing itself: all it knows is in the view, all chance in `rng`.

    Args:
        iterations: how many rollouts for a decision.
        seconds: for how long, instead; then it is not the same again for the same seed.
        settings: how the tree grows.
        compiled: whether to use the compiled kernel; by default where there is numba.
        name: what it is called.

    Raises:
        TrinbError: the budget makes no sense.
    """

    def __init__(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        settings: Settings = Settings(),  # noqa: B008 (a value)
        compiled: bool | None = None,
        name: str = "tree",
    ) -> None:
        otherwise = PLAIN_ITERATIONS if compiled is False or not is_compiled() else ITERATIONS
        self.iterations = _Budget.of(iterations, seconds, otherwise, time.perf_counter).iterations
        self.seconds, self.settings = seconds, settings
        self.name, self._compiled = name, compiled

    def __repr__(self) -> str:
        budget = f"{self.iterations} rollouts" if self.seconds is None else f"{self.seconds:g} seconds"
        return f"<Player {self.name}: {budget}>"

    def get_ready(self) -> None:
        """Compile while others think; the first time on a machine that takes some seconds."""
        if self._compiled is not False and is_compiled():
            from .tree_desk import get_ready

            get_ready(self.settings)

    def choose(self, view: PlayerView, rng: Random) -> Move:
        """The move with the best mean margin."""
        options = analyse(
            view, rng, self.iterations, self.seconds, settings=self.settings, compiled=self._compiled
        )
        return options[0].move
