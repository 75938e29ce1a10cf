"""What the README shows is so: its Python, its picture, its commands."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

from trinb import Board
from trinb.draw import svg

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PICTURE = ROOT / "docs" / "board.svg"
POSITION = (
    "^0,0=444 v0,-1=144 ^0,-1=413 v-1,-1=344 ^-1,0=044 v0,0=445 ^-1,-1=435 v0,-2=131 ^1,-1=451 v-2,0=410 "
    "v-1,-2=353 ^-2,1=001 v1,-2=515 v-2,1=003 ^1,-2=151 ^0,-2=313 ^-1,1=340"
)


def picture() -> str:
    return svg.board(Board.parse(POSITION), holes=True, title="A board in the middle of a round") + "\n"


def test_the_python_in_the_readme_runs() -> None:
    found = doctest.DocTestParser().get_doctest(
        README.split("```python\n")[1].split("```")[0], {}, "README", "README.md", 0
    )
    assert len(found.examples) >= 9
    assert doctest.DocTestRunner().run(found).failed == 0


def test_the_picture_is_what_the_kit_draws() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run python tests/test_readme.py --write"


def test_the_files_that_the_readme_names_are_there() -> None:
    for name in re.findall(r"\]\(([^)]+)\)|-r (\S+)|-f (\S+)", README):
        assert (ROOT / "".join(name)).exists(), name


def test_the_lessons_that_the_readme_names_are_all_there_are() -> None:
    named = set(re.findall(r"`(\d\d_\w+)`", README))
    assert named == {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}


if __name__ == "__main__" and "--write" in sys.argv:
    PICTURE.write_text(picture(), encoding="utf-8")
