"""Compiles the catalogues of `trinb/locale` whenever the kit is built, also for an editable install.

By hand: ``python hatch_build.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(root: Path) -> list[Path]:
    """Write ``trinb.mo`` beside every ``trinb.po``; gives the files written."""
    written = []
    for source in sorted(root.glob("trinb/locale/*/LC_MESSAGES/trinb.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parts[-3], abort_invalid=True)
        target = source.with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, catalogue)
        written.append(target)
    return written


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling before it packs the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; the wheel takes the results along as its artifacts."""
        compile_catalogues(Path(self.root))


if __name__ == "__main__":
    for path in compile_catalogues(Path(__file__).resolve().parent):
        print(path.relative_to(Path(__file__).resolve().parent))
