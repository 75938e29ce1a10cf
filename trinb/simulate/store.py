"""Chunks of a simulation in a folder, so that it can go on where it was stopped.

Each chunk is a Parquet file with a row for each round (or match); pandas reads the whole folder at once:
``pandas.read_parquet(folder)``.  A file appears whole or not at all.  Its name says which rounds it holds and
ends with a checksum, so damage is found, and the rounds are played again; what it holds says which simulation
it belongs to, so no other is mixed in.
"""

from __future__ import annotations

import errno
import hashlib
import json
import re
import time
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from ..errors import TrinbError
from ..resources import write_whole
from ..words import tr
from . import kernel
from .progress import say
from .sharing import Chunk
from .task import Sums, Task

ABOUT = "_simulation.json"
"""What the folder holds, for people; programs that read Parquet leave it alone."""

_KEY = b"trinb"
_OLD = 600  # seconds: what is half written since then belongs to nobody any more
_LETTERS = 16  # of the checksum
_NAME = re.compile(rf"(?:rounds|matches)-(\d{{12}})-(\d+)-[0-9a-f]{{{_LETTERS}}}\.parquet")


class DiskFull(TrinbError):
    """There is no room for a chunk; all chunks before it are kept."""


class Store:
    """The chunks of one simulation in a folder.

    Raises:
        TrinbError: the folder holds another simulation.
        OSError: the folder cannot be made or written.
    """

    def __init__(self, folder: Path, task: Task) -> None:
        self.folder, self.task = folder, task
        self.digest = digest(task)
        folder.mkdir(parents=True, exist_ok=True)
        for part in folder.glob(".*.part"):
            if time.time() - part.stat().st_mtime > _OLD:
                part.unlink(missing_ok=True)
        self._check_about()
        self._files = self._chunks()
        self._write(folder / ABOUT, json.dumps(self._about(), indent=2, ensure_ascii=False).encode())

    def _chunks(self) -> dict[Chunk, list[Path]]:
        """The files by the first round and the number of rounds; several if some are damaged."""
        found: dict[Chunk, list[Path]] = {}
        for path in sorted(self.folder.iterdir()):
            match = _NAME.fullmatch(path.name)
            if match:
                found.setdefault((int(match[1]), int(match[2])), []).append(path)
                about = _about_chunk(path)
                if about is not None and about.get("digest") != self.digest and _is_sound(path):
                    raise self._foreign(path.name)
        return found

    def _check_about(self) -> None:
        path = self.folder / ABOUT
        if path.exists():
            try:
                found = json.loads(path.read_bytes())["digest"]
            except (ValueError, TypeError, KeyError):
                found = self.digest  # it is for people; each chunk says the same of itself
            if found != self.digest:
                raise self._foreign(path.name)

    def _foreign(self, name: str) -> TrinbError:
        return TrinbError(
            tr(
                "{file} in {folder} belongs to another simulation (other rules, players, seed or version): "
                "choose another folder",
                file=name,
                folder=self.folder,
            )
        )

    def _about(self) -> dict[str, Any]:
        task = self.task
        return {
            "rules": task.rules.id,
            "readings": list(task.rules.switched_on),
            "tiles": task.rules.tiles,
            "players": list(task.players),
            "seed": task.seed,
            "matches": task.matches,
            "digest": self.digest,
        }

    def read(self, chunk: Chunk, keep: bool = False) -> Sums | None:
        """What a chunk adds up to, with its rows if they are to be kept; None if none is sound."""
        for path in self._files.get(chunk, []):
            about = _about_chunk(path) if _is_sound(path) else None
            if about is None:
                say(tr("{file} is damaged: its rounds are played again", file=path.name))
                continue
            sums = Sums.of(about["sums"])
            return evolve(sums, rows=self._rows(path)) if keep else sums
        return None

    def _rows(self, path: Path) -> NDArray[np.int32]:
        from pyarrow import parquet

        table = parquet.read_table(path, columns=list(self.task.columns))
        return np.stack([column.to_numpy() for column in table], axis=1)

    def write(self, first: int, sums: Sums) -> None:
        """Keep a chunk, with its rows.

        Raises:
            DiskFull: there is no room for it.
            OSError: it cannot be written.
        """
        assert sums.rows is not None
        count = len(sums.rows)
        others = [chunk for chunk in self._files if chunk[0] == first]
        if max((many for _, many in others), default=0) > count:
            return  # it is the beginning of a chunk of a longer run, which is kept
        content = self._parquet(first, sums)
        checksum = hashlib.sha256(content).hexdigest()[:_LETTERS]
        kind = "matches" if self.task.matches else "rounds"
        path = self.folder / f"{kind}-{first:012d}-{count}-{checksum}.parquet"
        self._write(path, content)
        for chunk in others:  # they were damaged, or shorter
            for other in self._files.pop(chunk):
                if other != path:
                    other.unlink(missing_ok=True)
        self._files[first, count] = [path]

    def _write(self, path: Path, content: bytes) -> None:
        try:
            write_whole(path, content)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            raise DiskFull(
                tr(
                    "there is no room left for {folder}: what was played before is kept; "
                    "make room and start again to go on",
                    folder=self.folder,
                )
            ) from error

    def _parquet(self, first: int, sums: Sums) -> bytes:
        import pyarrow as arrow
        from pyarrow import parquet

        rows: NDArray[Any] = np.asarray(sums.rows)
        kind = "match" if self.task.matches else "round"
        columns = {kind: np.arange(first, first + len(rows))}
        columns |= {
            name: np.ascontiguousarray(rows[:, at], np.int32) for at, name in enumerate(self.task.columns)
        }
        about = {"digest": self.digest, "sums": sums.numbers}
        table = arrow.table(columns).replace_schema_metadata({_KEY: json.dumps(about)})
        stream = BytesIO()
        parquet.write_table(table, stream, compression="zstd", use_dictionary=False)
        return stream.getvalue()


def _is_sound(path: Path) -> bool:
    """Whether a chunk is what was written."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:_LETTERS] == path.stem[-_LETTERS:]


def _about_chunk(path: Path) -> dict[str, Any] | None:
    """What a chunk says of itself; None if it cannot be read."""
    import pyarrow as arrow
    from pyarrow import parquet

    try:
        about = json.loads((parquet.read_schema(path).metadata or {})[_KEY])
    except (arrow.ArrowException, OSError, ValueError, KeyError):
        return None
    return about if isinstance(about, dict) else None


def digest(task: Task) -> str:
    """What tells a simulation from all others: the rules, the tiles, who plays, the seed, the code."""
    what = task.program
    known = hashlib.sha256()
    for part in (*what.tables, np.array(what.tiles)):
        known.update(np.ascontiguousarray(part).tobytes())
    names = (what.columns, task.players, task.seed, task.matches, kernel.stamp())
    known.update(json.dumps(names).encode())
    return known.hexdigest()
