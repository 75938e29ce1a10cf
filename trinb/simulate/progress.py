"""What a simulation says while it runs: how far it is, how fast, and how long it takes."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from numba.core import event

from ..words import N_, tr

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the rounds (or matches) done and asked for."""

COMPILING = N_("Compiling the simulator; this takes some seconds, the first time only …")

_AFTER = 0.5  # seconds: what is done sooner needs no bar
_quiet = False


def in_notebook() -> bool:
    """Whether this runs in a notebook's kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None) is not None


def say(text: str) -> None:
    """Tell the user something that is no result: below the cell, or on standard error."""
    print(text, file=sys.stdout if in_notebook() else sys.stderr, flush=True)


def quiet(wanted: bool = True) -> None:
    """Show no bars from here on, and do not say that something is compiled, unless a call asks for it.

    So a lesson looks the same on fast and on slow machines.

    Args:
        wanted: whether to be quiet.

    >>> quiet()
    >>> with shown(None, 10, 0, False) as tell:
    ...     tell(5, 10)
    >>> quiet(False)
    """
    global _quiet
    _quiet = wanted


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
        wanted = not _quiet and (in_notebook() or sys.stderr.isatty())
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
def compiling(tell: Callable[[str], None] = say, words: str = COMPILING) -> Iterator[None]:
    """Say so if numba compiles something in a block, which takes a while the first time.

    Args:
        tell: who is told.
        words: what is said; it is translated here.
    """

    class Listener(event.Listener):
        said = False

        def on_start(self, _: object) -> None:
            if not self.said:
                self.said = True
                gc.disable()  # it would look at all that numba makes, again and again
                if tell is not say or not _quiet:
                    tell(tr(words))

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
