"""What a search of an ending says while it runs, and when it stops."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO, TypeAlias

from ..words import trn

Progress: TypeAlias = Callable[[int, int | None], object]
"""Called again and again with the positions looked at, and how many there may be."""

_OFTEN = 1_000  # positions from one look at the clock to the next: about 10 milliseconds
_AFTER, _EVERY = 1.0, 0.25  # seconds: what is done sooner needs no words


class Watch:
    """Counts positions, says how many there are, and when it is enough.

    Attributes:
        nodes: the positions looked at.
        enough: whether to look at no more.
    """

    def __init__(
        self,
        limit: int | None = None,
        progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.nodes, self.enough = 0, False
        self._limit, self._progress, self._stop = limit, progress, stop
        self._ends = self._hurried = False
        self._due = self._next()

    def _next(self) -> int:
        due = self.nodes + _OFTEN
        return due if self._limit is None or self._ends else min(due, max(self._limit, self.nodes + 1))

    def look(self) -> None:
        """Count one position."""
        self.nodes += 1
        if self.nodes >= self._due:
            self._due = self._next()
            if self._progress:
                self._progress(self.nodes, self._limit)
            if self._limit is not None and self.nodes >= self._limit and not self._ends:
                self.enough = True
            if self._stop and self._stop():
                self.enough = True

    def hurry(self) -> None:
        """Somebody has pressed Ctrl-C: it is enough, whatever is still to do."""
        self.enough = self._hurried = True

    @contextmanager
    def at_the_end(self, is_known: bool) -> Iterator[None]:
        """While the line of play is written down: without a limit if it is known, else as it comes."""
        before = self.enough
        self.enough, self._ends = self._hurried or not is_known, True
        try:
            yield
        finally:
            self.enough, self._ends = before or (is_known and self.enough), False


@contextmanager
def shown(wanted: bool | Progress | None) -> Iterator[Progress | None]:
    """Whom to call while a block runs.

    Args:
        wanted: whom, or whether to say it in words below; None is for words where somebody may read them.
    """
    if callable(wanted):
        yield wanted
    elif wanted or (wanted is None and _somebody_reads()):
        words = _Words(sys.stderr)
        try:
            yield words
        finally:
            words.wipe()
    else:
        yield None


def _somebody_reads() -> bool:
    """Whether this runs in a terminal or in a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None) is not None or sys.stderr.isatty()


class _Words:
    """One line that says how far it is, over and over."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._next, self._width = out, time.monotonic() + _AFTER, 0

    def __call__(self, nodes: int, limit: int | None) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _EVERY
            words = trn(
                "{n} position looked at; Ctrl-C stops",
                "{n} positions looked at; Ctrl-C stops",
                nodes,
            )
            self._out.write("\r" + words.ljust(self._width))
            self._out.flush()
            self._width = len(words)

    def wipe(self) -> None:
        """Leave nothing of it."""
        if self._width:
            self._out.write("\r" + " " * self._width + "\r")
            self._out.flush()
