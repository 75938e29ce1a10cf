"""What a simulation says while it runs: how far it is, how fast, and how long it takes."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from numba.core import event

from ..words import tr

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the rounds (or matches) done and asked for."""

_AFTER = 0.5  # seconds: what is done sooner needs no bar


def in_notebook() -> bool:
    """Whether this runs in a notebook's kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None) is not None


def say(text: str) -> None:
    """Tell the user something that is no result: below the cell, or on standard error."""
    print(text, file=sys.stdout if in_notebook() else sys.stderr, flush=True)


@contextmanager
def shown(wanted: bool | Progress | None, asked: int, done: int, matches: bool) -> Iterator[Progress]:
    """Show how far it is while a block runs.

    Args:
        wanted: whether to show a bar, or whom to call instead; None is for a bar where somebody may see it.
        asked: how many rounds (or matches) there are.
        done: how many of them were done before.
        matches: whether they are matches.
    """
    if callable(wanted):
        yield wanted
        return
    if wanted is None:
        wanted = in_notebook() or sys.stderr.isatty()
    if not wanted:
        yield lambda done, asked: None
        return
    with _bar(asked, done, " " + (tr("matches") if matches else tr("rounds"))) as bar:
        yield lambda done, asked: bar.update(done - bar.n)


def _bar(asked: int, done: int, unit: str) -> Any:
    if in_notebook():
        from tqdm.notebook import tqdm
    else:
        from tqdm import tqdm
    return tqdm(total=asked, initial=done, unit=unit, unit_scale=True, delay=_AFTER, dynamic_ncols=True)


@contextmanager
def compiling() -> Iterator[None]:
    """Say so if numba compiles something in a block, which takes a while the first time."""

    class Listener(event.Listener):
        said = False

        def on_start(self, _: object) -> None:
            if not self.said:
                self.said = True
                gc.disable()  # it would look at all that numba makes, again and again
                say(tr("Compiling the simulator; this takes some seconds, the first time only …"))

        def on_end(self, _: object) -> None:
            pass

    listener, collects = Listener(), gc.isenabled()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)
        if collects:
            gc.enable()
