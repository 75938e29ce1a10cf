"""Something that may take longer than a moment: worked out beside the widget, watched, and stopped at will.

The browser asks now and then how far it is, so nothing but the work itself happens in another thread.

>>> errand = Errand("Counting", lambda tick: sum(tick(number) or number for number in range(5)))
>>> errand.run(), errand.is_done, errand.result()
(None, True, 10)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import copy_context
from threading import Event
from typing import Any, TypeAlias

from ..errors import TrinbError
from ..words import tr
from .variantlab_worker import Worker

Tick: TypeAlias = Callable[[int], object]

PATIENCE = 0.6
"""So many seconds one waits for the result before it is said that it takes longer."""

ALONE = 1.0
"""So many seconds something may take where there are no threads, as in a browser."""


class Stopped(TrinbError):
    """Work that was stopped, since somebody wished it or it took too long."""


class Errand:
    """A piece of work.

    Args:
        words: what is done.
        job: does it; is given what it has to tell how far it is, which stops it in time.
        then: is given the result, back in the widget.
        total: how much there is to do, if that is known.

    Attributes:
        count: how far it is.
    """

    def __init__(
        self,
        words: str,
        job: Callable[[Tick], Any],
        then: Callable[[Any], None] = lambda _: None,
        total: int | None = None,
    ) -> None:
        self.words, self.then, self.total = words, then, total
        self.count = 0
        self._job = job
        self._done, self._value = Event(), None
        self._error: BaseException | None = None
        self._stop = Event()
        self._limit: float | None = None

    def tick(self, count: int) -> None:
        """How far it is.

        Raises:
            Stopped: it must not go on.
        """
        self.count = count
        if self._stop.is_set() or (self._limit is not None and time.monotonic() > self._limit):
            raise Stopped(tr("This would take too long here."))

    def run(self, stop: Event | None = None) -> None:
        """Do it, here and now."""
        self._stop = stop or self._stop
        try:
            self._value = self._job(self.tick)
        except Exception as error:  # told by `result`, where somebody waits for it
            self._error = error
        finally:
            self._done.set()

    def start(self, worker: Worker) -> None:
        """Begin, and wait a moment for it to be done."""
        context = copy_context()  # which knows the language
        try:
            worker.start(lambda stop: context.run(self.run, stop))
        except RuntimeError:
            self._limit = time.monotonic() + ALONE
            self.run()
        self._done.wait(PATIENCE)

    @property
    def is_done(self) -> bool:
        """Whether there is a result."""
        return self._done.is_set()

    def result(self) -> Any:
        """What came of it.

        Raises:
            TrinbError: it came to nothing; the message says why.
        """
        if self._error:
            raise self._error
        return self._value

    @property
    def how_far(self) -> str:
        """What is done, and how far it is."""
        if self.total:
            return tr("{what} {n} of {total}.", what=self.words, n=self.count, total=self.total)
        if self.count:
            return tr("{what} Positions looked at so far: {n}.", what=self.words, n=self.count)
        return self.words
