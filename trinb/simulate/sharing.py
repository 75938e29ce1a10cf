"""Sharing chunks of work out among whoever does it, and collecting what comes back.

>>> from concurrent.futures import ThreadPoolExecutor
>>> with ThreadPoolExecutor(2) as threads:
...     dict(parts(lambda first, count: first + count, [(0, 5), (5, 3)], threads, 2)) == {0: 5, 5: 8}
True
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

from ..words import tr
from .progress import say

Part = TypeVar("Part")
Chunk: TypeAlias = tuple[int, int]
"""The first round (or match), and how many."""

Play: TypeAlias = Callable[[int, int], Part]


def parts(
    play: Play[Part], todo: Sequence[Chunk], pool: Executor | None, workers: int, helps: bool = False
) -> Iterator[tuple[int, Part]]:
    """What comes out of each chunk, with its first number, as they come.

    Args:
        play: plays a chunk.
        todo: the chunks.
        pool: who plays them; nobody but this process if there is none, or if it breaks.
        workers: how many there are.
        helps: whether this process plays as well until the others have started.
    """
    left = iter(todo)
    if pool is not None:
        lost: list[Chunk] = []
        yield from _shared_out(play, left, pool, 2 * workers + 1, helps, lost)
        if lost:
            say(tr("The workers have stopped unexpectedly; the rest is played without them."))
        left = iter([*lost, *left])
    for first, count in left:
        yield first, play(first, count)


def _shared_out(
    play: Play[Part], left: Iterator[Chunk], pool: Executor, most: int, helps: bool, lost: list[Chunk]
) -> Iterator[tuple[int, Part]]:
    """What a pool plays, with only some chunks waiting at a time, so that millions of them take no memory.

    If the pool breaks, `lost` gets the chunks that it was given and did not finish.
    """
    waiting: dict[Future[Part], Chunk] = {}
    try:
        while not lost:
            for chunk in islice(left, most - len(waiting)):
                try:
                    waiting[pool.submit(play, *chunk)] = chunk
                except BrokenExecutor:
                    lost.append(chunk)
                    break
            if not waiting:
                return
            done, _ = wait(waiting, 0 if helps else None, FIRST_COMPLETED)
            if helps:
                mine = None if done else next(left, None)
                helps = mine is not None
                if mine:
                    yield mine[0], play(*mine)
            for future in done:
                chunk = waiting.pop(future)
                try:
                    part = future.result()
                except BrokenExecutor:
                    lost.append(chunk)
                    continue
                yield chunk[0], part
        lost += waiting.values()
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Processes of our own; Ctrl-C is for the one that started them."""
    # Not forked from this one: the kernel and whatever runs beside it may have threads.
    context = get_context("forkserver" if sys.platform == "linux" else "spawn")
    if sys.platform == "linux":
        context.set_forkserver_preload(["trinb.simulate.task"])
    pool = _Processes(workers, mp_context=context, initializer=_begin)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """The beginning of each of these processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the process that started this one has been killed, such as the kernel of a notebook."""
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)


class _Processes(ProcessPoolExecutor):
    """A pool that starts its processes without running the user's script in them again."""

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand in some work; this may start a process."""
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return super().submit(*args, **kwargs)
        finally:
            sys.modules["__main__"] = main
