"""What somebody has done with puzzles so far, kept in a small JSON file.

For every change the file is read, added to, and written at once, so that two widgets on one file lose
nothing of each other's.  A puzzle is known by its id or, if it has none, by its code; neither a date nor a
person is kept.

>>> progress = Progress()
>>> progress.add("best-1-1", Done(tries=1)), progress.add("best-1-1", Done(tries=1, solved=True))
(None, None)
>>> progress.of("best-1-1")
Done(solved=True, tries=2, hints=0, shown=False)
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from ..errors import TrinbError
from ..notation import first_line
from ..resources import write_whole
from ..words import tr
from .gamefile import unused

FORMAT = "trinb puzzle progress 1"
"""What such a file says of itself."""

LARGEST = 2_000_000
"""So many bytes of a file are read at most."""

_MOST = 100_000  # tries and hints of one puzzle
_LONGEST = 2_000  # letters of the name of a puzzle


@frozen
class Done:
    """What was done with one puzzle.

    Attributes:
        solved: whether a right answer was given before the answer was shown.
        tries: how many answers were checked.
        hints: how many hints were taken.
        shown: whether the answer was shown.
    """

    solved: bool = False
    tries: int = 0
    hints: int = 0
    shown: bool = False

    def plus(self, more: Done) -> Done:
        """This and what came later."""
        return Done(
            self.solved or more.solved,
            min(self.tries + more.tries, _MOST),
            min(self.hints + more.hints, _MOST),
            self.shown or more.shown,
        )


NOTHING = Done()


class Damaged(TrinbError):
    """A file that holds no progress."""


class Progress:
    """What was done with every puzzle.

    Args:
        path: the file; None to keep nothing.

    Attributes:
        path: the file.
        moved: where a damaged file has been put; None if there was none.
        trouble: why the last change is not in the file; empty if it is.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = None if path is None else Path(path)
        self.moved: Path | None = None
        self.trouble = ""
        self._done: dict[str, Done] = {}
        if self.path:
            self._kept(self.path, self._found)

    def of(self, key: str) -> Done:
        """What was done with a puzzle."""
        return self._done.get(key, NOTHING)

    def __len__(self) -> int:
        """How many puzzles something was done with."""
        return len(self._done)

    def add(self, key: str, more: Done) -> None:
        """Something was done with a puzzle; others may have written into the file meanwhile."""
        if self.path is None:
            self._done[key] = self.of(key).plus(more)
            return

        def change(path: Path) -> None:
            self._found(path)
            self._done[key] = self.of(key).plus(more)
            write_whole(path, dumps(self._done))

        if not self._kept(self.path, change):
            self._done[key] = self.of(key).plus(more)

    def forget(self) -> None:
        """Forget everything, in the file, too."""
        self._done = {}
        if self.path:
            self._kept(self.path, lambda path: write_whole(path, dumps({})))

    def _found(self, path: Path) -> None:
        """Take over what is in the file; what is damaged is put aside, and nothing known here is lost."""
        if not path.exists():
            return
        try:
            self._done = read(path)
        except Damaged:
            aside = unused(path.with_name(f"{path.stem}-damaged{path.suffix}"))
            path.rename(aside)
            self.moved = aside

    def _kept(self, path: Path, action: Any) -> bool:
        """Do something with the file while nobody else does; returns whether it could be done."""
        self.trouble = ""
        try:
            with _alone(path):
                action(path)
        except (OSError, ValueError) as error:
            self.trouble = getattr(error, "strerror", None) or first_line(error)
        return not self.trouble


def dumps(done: Mapping[str, Done]) -> bytes:
    """The content of a file, one puzzle a line."""
    lines = [f"  {json.dumps(key)}: {json.dumps(_short(one))}" for key, one in sorted(done.items())]
    body = ",\n".join(lines)
    return f'{{\n "format": "{FORMAT}",\n "puzzles": {{\n{body}\n }}\n}}\n'.encode()


def _short(done: Done) -> dict[str, Any]:
    return {name: value for name, value in asdict(done).items() if value}


def read(path: Path) -> dict[str, Done]:
    """What is in a file.

    Raises:
        Damaged: it holds something else.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise Damaged(tr("is larger than {most} bytes", most=LARGEST))
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Damaged(tr("is no JSON: {why}", why=first_line(error))) from error
    if (
        not isinstance(data, dict)
        or data.get("format") != FORMAT
        or not isinstance(data.get("puzzles"), dict)
    ):
        raise Damaged(tr("holds no progress with puzzles"))
    return {key: _one(value) for key, value in data["puzzles"].items() if len(key) <= _LONGEST}


def _one(data: Any) -> Done:
    if not isinstance(data, dict):
        raise Damaged(tr("holds no progress with puzzles"))
    values = {name: data[name] for name in asdict(NOTHING) if name in data}
    for name, value in values.items():
        wanted = type(getattr(NOTHING, name))
        if type(value) is not wanted or not 0 <= value <= _MOST:
            raise Damaged(tr("holds no progress with puzzles"))
    return Done(**values)


_PATIENCE, _STALE = 1.0, 10.0  # seconds to wait for others; and after which a lock was left behind


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a lock beside a file; after a while go on without, since a lost lock must not stop a lesson."""
    lock = path.with_name(f".{path.name}.lock")
    until, mine = time.monotonic() + _PATIENCE, False
    while not mine and time.monotonic() < until:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            mine = True
        except FileExistsError:
            with suppress(OSError):
                if time.time() - lock.stat().st_mtime > _STALE:
                    lock.unlink()
            time.sleep(0.02)
        except OSError:
            break  # where no lock can be made, writing will say why
    try:
        yield
    finally:
        if mine:
            lock.unlink(missing_ok=True)
