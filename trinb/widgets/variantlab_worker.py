"""Work in the background: one job at a time, in a thread that ends when it is told to.

>>> worker = Worker()
>>> worker.start(lambda stop: None)
>>> worker.wait(5), worker.is_alive
(True, False)
"""

from __future__ import annotations

import atexit
from collections.abc import Callable
from threading import Event, Thread, current_thread
from typing import TypeAlias
from weakref import WeakSet

Job: TypeAlias = Callable[[Event], None]
"""Something to do that looks now and then whether it should stop."""

_PATIENCE = 5.0  # seconds that a program which ends waits for a job


class Worker:
    """Does one job after the other, each in a thread of its own."""

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._stop = Event()
        _workers.add(self)

    @property
    def is_alive(self) -> bool:
        """Whether a job is being done."""
        return self._thread is not None and self._thread.is_alive()

    def is_at(self, stop: Event) -> bool:
        """Whether this is the job that was given last, by what tells it to stop."""
        return self._stop is stop

    def start(self, job: Job) -> None:
        """Do a job, as soon as the one before has come to its end; that one is told to stop.

        Raises:
            RuntimeError: there are no threads here.
        """
        self.stop()
        before, stop = self._thread, Event()

        def work() -> None:
            if before:
                before.join()
            job(stop)

        self._stop = stop
        self._thread = Thread(target=work, name="trinb-lab", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tell the job to stop."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the job is done; returns whether it is."""
        if self._thread and self._thread is not current_thread():
            self._thread.join(seconds)
        return not self.is_alive


_workers: WeakSet[Worker] = WeakSet()


@atexit.register
def _end() -> None:
    """Stop all jobs before Python ends: compiled code must not run on while it is taken down."""
    for worker in list(_workers):
        worker.stop()
    for worker in list(_workers):
        worker.wait(_PATIENCE)
