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
from ..notation import quote
from ..resources import write_whole
from ..words import tr
from . import kernel
from .progress import say
from .task import Sums, Task

ABOUT = "_simulation.json"
"""What the folder holds, for people; programs that read Parquet leave it alone."""

_KEY = b"trinb"
_OLD = 600  # seconds: what is half written since then belongs to nobody any more
_NAME = re.compile(r"(?:rounds|matches)-(\d{12})-(\d+)-([0-9a-f]{16})\.parquet")


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
        self._check_about()
        for part in folder.glob(".*.part"):
            if time.time() - part.stat().st_mtime > _OLD:
                part.unlink(missing_ok=True)

    def _check_about(self) -> None:
        about = self.folder / ABOUT
        if about.exists():
            try:
                found = json.loads(about.read_bytes())["digest"]
            except (ValueError, TypeError, KeyError):
                found = self.digest  # it is for people; each chunk says the same of itself
            if found != self.digest:
                raise self._other(about.name)
        write_whole(about, json.dumps(self._about(), indent=2, ensure_ascii=False).encode())

    def _other(self, name: str) -> TrinbError:
        return TrinbError(
            tr(
                "{file} in {folder} belongs to another simulation (other rules, players, seed or version): "
                "choose another folder",
                file=quote(name),
                folder=quote(str(self.folder)),
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

    def files(self) -> dict[tuple[int, int], Path]:
        """The files by the first round and the number of rounds."""
        found = {}
        for path in sorted(self.folder.iterdir()):
            match = _NAME.fullmatch(path.name)
            if match:
                found[int(match[1]), int(match[2])] = path
        return found

    def read(self, first: int, count: int, path: Path, keep: bool = False) -> Sums | None:
        """What a chunk adds up to, with its rows if they are to be kept; None if it is damaged.

        Raises:
            TrinbError: it belongs to another simulation.
        """
        import pyarrow as arrow
        from pyarrow import parquet

        content = path.read_bytes()
        if hashlib.sha256(content).hexdigest()[:16] != path.stem[-16:]:
            say(tr("{file} is damaged: its rounds are played again", file=quote(path.name)))
            return None
        try:
            about = json.loads(parquet.read_schema(BytesIO(content)).metadata[_KEY])
            if about["digest"] != self.digest or (about["first"], about["count"]) != (first, count):
                raise self._other(path.name)
            rows = parquet.read_table(BytesIO(content), columns=list(self.task.columns)) if keep else None
            sums = Sums.of(about["sums"])
            return (
                sums
                if rows is None
                else evolve(sums, rows=np.stack([one.to_numpy() for one in rows], axis=1))
            )
        except (arrow.ArrowException, OSError, KeyError, TypeError) as error:
            raise self._other(path.name) from error

    def write(self, first: int, sums: Sums) -> None:
        """Keep a chunk, with its rows.

        Raises:
            DiskFull: there is no room for it.
            OSError: it cannot be written.
        """
        assert sums.rows is not None
        count = len(sums.rows)
        if any(start == first and many > count for start, many in self.files()):
            return  # it is the beginning of a chunk of a longer run, which is kept
        content = self._parquet(first, sums)
        checksum = hashlib.sha256(content).hexdigest()[:16]
        name = f"{'matches' if self.task.matches else 'rounds'}-{first:012d}-{count}-{checksum}.parquet"
        try:
            write_whole(self.folder / name, content)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            raise DiskFull(
                tr(
                    "there is no room left for {folder}: what was played before is kept; "
                    "make room and start again to go on",
                    folder=quote(str(self.folder)),
                )
            ) from error
        for path in self.folder.glob(f"*-{first:012d}-*.parquet"):
            if path.name != name:
                path.unlink(missing_ok=True)  # it was damaged, or shorter

    def _parquet(self, first: int, sums: Sums) -> bytes:
        import pyarrow as arrow
        from pyarrow import parquet

        rows: NDArray[Any] = np.asarray(sums.rows)
        kind = "match" if self.task.matches else "round"
        columns = {kind: np.arange(first, first + len(rows))}
        columns |= {
            name: np.ascontiguousarray(rows[:, at], np.int32) for at, name in enumerate(self.task.columns)
        }
        about = {"digest": self.digest, "first": first, "count": len(rows), "sums": sums.numbers}
        table = arrow.table(columns).replace_schema_metadata({_KEY: json.dumps(about)})
        stream = BytesIO()
        parquet.write_table(table, stream, compression="zstd", use_dictionary=False)
        return stream.getvalue()


def digest(task: Task) -> str:
    """What tells a simulation from all others: the rules, the tiles, who plays, the seed, the code."""
    what = task.program
    known = hashlib.sha256()
    for part in (*what.tables, np.array(what.tiles)):
        known.update(np.ascontiguousarray(part).tobytes())
    names = (what.columns, task.players, task.seed, task.matches, kernel.stamp())
    known.update(json.dumps(names).encode())
    return known.hexdigest()
