"""How far a search is, for whoever watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from ..words import tr

Progress = Callable[[int, int], None]
"""Called now and then with the number of states searched, and their limit."""


class Shown:
    """A line that says how far a search is, once it takes a while, where somebody may see it."""

    _AFTER, _EVERY = 0.7, 0.2  # seconds

    def __init__(self, wanted: bool | Progress | None, limit: int) -> None:
        ipython = sys.modules.get("IPython")
        shell = ipython.get_ipython() if ipython else None
        in_notebook = getattr(shell, "kernel", None) is not None
        self._file = sys.stdout if in_notebook else sys.stderr
        self._wanted = (in_notebook or sys.stderr.isatty()) if wanted is None else wanted
        self._limit, self._next, self._long = limit, time.monotonic() + self._AFTER, 0

    def __enter__(self) -> Callable[[int], None]:
        return self._tell

    def _tell(self, nodes: int) -> None:
        if callable(self._wanted):
            self._wanted(nodes, self._limit)
        elif self._wanted and time.monotonic() >= self._next:
            self._next = time.monotonic() + self._EVERY
            self._write(
                tr("{done} of at most {all} states searched …", done=f"{nodes:,}", all=f"{self._limit:,}")
            )

    def _write(self, text: str) -> None:
        print("\r" + text.ljust(self._long), end="", file=self._file, flush=True)
        self._long = len(text)

    def __exit__(self, *_: object) -> None:
        if self._long:
            self._write("")
            print("\r", end="", file=self._file, flush=True)
