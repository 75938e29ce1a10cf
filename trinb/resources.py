"""Files: where those are that users may read, copy and edit, and how to write one whole.

In a checkout they lie beside the package; in an installed wheel they lie in it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `data` or `notebooks`, wherever this copy of trinb keeps it.

    Raises:
        FileNotFoundError: the installation is damaged and has no such folder.

    >>> (folder("data") / "tiles").is_dir()
    True
    """
    for place in (_PACKAGE / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"this copy of trinb has no folder {name!r}: install it again")


def data_files(kind: str) -> dict[str, Path]:
    """The files `data/KIND/*.toml` by their id, which is their name without the ending.

    >>> sorted(data_files("tiles"))[:2]
    ['mirrored-76', 'triangelspelet-56']
    """
    return {path.stem: path for path in sorted((folder("data") / kind).glob("*.toml"))}


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it appears whole or not at all; an old one stays until then.

    A link goes on leading to the file, and the file keeps its mode.

    Raises:
        OSError: it cannot be written; the error names this file.
    """
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        if target.exists():
            part.chmod(target.stat().st_mode)
        part.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
