"""A search under watch: it counts what it looks at, tells how far it is, and stops where it has to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..words import tr
from .house import PuzzleError

Tick: TypeAlias = Callable[[int], object]
"""Is told now and then how many positions have been looked at; whatever it raises stops the search."""


class TooLarge(PuzzleError):
    """A search that has looked at more positions than it may."""


class Watch:
    """Counts positions.

    Args:
        limit: after how many a search gives up; None for never.
        tick: see `Tick`.

    Attributes:
        count: how many so far.
    """

    def __init__(self, limit: int | None = None, tick: Tick | None = None) -> None:
        self.count, self._limit, self._tick = 0, limit, tick
        self._tried = 0

    def step(self) -> None:
        """One more position.

        Raises:
            TooLarge: it is one too many.
        """
        self.count += 1
        self._check(self.count)
        if self._tick is not None and self.count % 256 == 0:
            self._tick(self.count)

    def tried(self) -> None:
        """One more way to a position, which may be known already.

        Raises:
            TooLarge: it is one too many: there may be twenty for each position.
        """
        self._tried += 1
        self._check(self._tried // 20)

    def _check(self, count: int) -> None:
        if self._limit is not None and count > self._limit:
            raise TooLarge(
                tr("this puzzle is too large: more than {most} positions to look at", most=self._limit)
            )
