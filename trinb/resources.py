"""Where the files that users may read, copy and edit are: `data/` and `notebooks/`.

In a checkout they lie beside the package; in an installed wheel they lie in it.
"""

from __future__ import annotations

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
