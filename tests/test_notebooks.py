"""The lessons as files: what each holds, that its outputs are there and stable, that its solutions are right.

That the cells still show what they showed is `make check-notebooks` (nbval); nothing is executed twice here.
After a change in a lesson or in what it shows, write the outputs anew:

    python tests/test_notebooks.py --write [00_start ...]
"""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
LESSONS = sorted(FOLDER.glob("*.ipynb"))
WIDGET = "application/vnd.jupyter.widget-view+json"
PLACEHOLDER = "Something to touch: run this cell to see it."
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

_DETAILS = re.compile(r"<details>.*?</details>", re.DOTALL)
_FENCED = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)

# --- writing -----------------------------------------------------------------------------------------


def write(path: Path) -> None:
    """Execute a lesson in place and keep of the outputs only what is the same on every machine."""
    from nbclient import NotebookClient

    lesson = read(path)
    client = NotebookClient(
        lesson, timeout=300, kernel_name="python3", store_widget_state=False, coalesce_streams=True
    )
    client.execute(cwd=str(path.parent))
    lesson.metadata = nbformat.from_dict(METADATA)
    for cell in lesson.cells:
        cell.metadata = nbformat.from_dict({"tags": cell.metadata.tags} if "tags" in cell.metadata else {})
        for output in cell.get("outputs", ()):
            if WIDGET in output.get("data", {}):
                # A view without its kernel would show as an error. Its cell has the tag nbval-ignore-output.
                output.data = nbformat.from_dict({"text/plain": PLACEHOLDER})
    path.write_text(nbformat.writes(lesson, indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def main(arguments: list[str]) -> None:
    """Write the named lessons anew, or all."""
    if "--write" not in arguments:
        raise SystemExit(__doc__)
    names = [name for name in arguments if name != "--write"]
    for path in LESSONS:
        if not names or path.stem in names:
            write(path)
            print(f"{path.name}: written")


# --- reading -----------------------------------------------------------------------------------------


def of_type(lesson: Any, kind: str) -> list[Any]:
    return [cell for cell in lesson.cells if cell.cell_type == kind]


def prose(lesson: Any) -> str:
    """All text of a lesson, without the solutions."""
    return _DETAILS.sub("", "\n".join(cell.source for cell in of_type(lesson, "markdown")))


def solutions() -> list[Any]:
    """The code in the folded solutions of all lessons, as parameters of a test."""
    return [
        pytest.param(code, id=f"{path.stem}-{number}-{part}")
        for path in LESSONS
        for number, folded in enumerate(_DETAILS.findall("\n".join(c.source for c in read(path).cells)), 1)
        for part, code in enumerate(_FENCED.findall(folded), 1)
    ]


def shows_something(source: str) -> bool:
    """Whether the last line of a cell is an expression with a value to show, as far as its words tell."""
    last = source.rstrip().splitlines()[-1]
    return bool(re.fullmatch(r"[\w.]+|[\w.]+\([^=]*\)(\.\w+)*", last)) and not last.startswith("figures.")


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request: pytest.FixtureRequest) -> Any:
    return read(request.param)


def test_there_are_lessons() -> None:
    assert {"00_start", "01_tiles", "02_lattice"} <= {path.stem for path in LESSONS}


class TestForm:
    def test_it_is_valid_and_of_this_kit(self, lesson: Any) -> None:
        nbformat.validate(lesson)
        assert lesson.metadata == METADATA
        assert all(set(cell.metadata) <= {"tags"} for cell in lesson.cells)

    def test_it_begins_with_title_age_and_time(self, lesson: Any) -> None:
        first = lesson.cells[0]
        assert first.cell_type == "markdown"
        assert re.match(r"# \S", first.source)
        assert re.search(r"\*\*Age\*\* \d+", first.source)
        assert re.search(r"\*\*Time\*\* \d+.* minutes", first.source)
        assert "?" in first.source, "a lesson begins with a question"

    def test_there_is_as_much_prose_as_code(self, lesson: Any) -> None:
        code = "\n".join(cell.source for cell in of_type(lesson, "code"))
        assert len(prose(lesson).split()) >= len(code.split())

    def test_steps_are_small_and_each_has_its_words(self, lesson: Any) -> None:
        kinds = [cell.cell_type for cell in lesson.cells]
        assert ("code", "code") not in set(pairwise(kinds))
        assert max(len(cell.source.splitlines()) for cell in of_type(lesson, "code")) <= 10
        assert max(len(line) for cell in of_type(lesson, "code") for line in cell.source.splitlines()) <= 100

    def test_it_asks_before_it_tells_and_proves_what_it_says(self, lesson: Any) -> None:
        assert prose(lesson).count("**Predict") >= 5
        proofs = sum("assert " in cell.source for cell in of_type(lesson, "code"))
        assert proofs >= (3 if lesson.cells[0].source.startswith("# Lesson") else 1)

    def test_it_ends_with_exercises_with_folded_solutions(self, lesson: Any) -> None:
        whole = "\n".join(cell.source for cell in of_type(lesson, "markdown"))
        exercises = whole[whole.index("## Exercises") :]
        asked = re.findall(r"^\*\*\d+\. .+\*\*", exercises, re.MULTILINE)
        assert 3 <= len(asked) <= 6
        assert exercises.count("<details><summary>Solution</summary>") == len(asked)
        assert len(_DETAILS.findall(exercises)) == len(asked)

    def test_its_links_lead_to_lessons(self, lesson: Any) -> None:
        links = re.findall(r"\]\(([^)]*)\)", "\n".join(cell.source for cell in of_type(lesson, "markdown")))
        assert [link for link in links if not (FOLDER / link).is_file()] == []


class TestOutputs:
    def test_every_cell_was_run_in_order(self, lesson: Any) -> None:
        counts = [cell.execution_count for cell in of_type(lesson, "code")]
        assert counts == list(range(1, len(counts) + 1)), "run: python tests/test_notebooks.py --write"

    def test_what_shows_something_has_an_output(self, lesson: Any) -> None:
        cells = of_type(lesson, "code")
        silent = [cell.source for cell in cells if shows_something(cell.source) and not cell.outputs]
        assert silent == []
        assert sum(bool(cell.outputs) for cell in cells) >= len(cells) / 2

    def test_none_is_an_error_or_a_warning(self, lesson: Any) -> None:
        outputs = [output for cell in of_type(lesson, "code") for output in cell.outputs]
        assert [out for out in outputs if out.output_type == "error" or out.get("name") == "stderr"] == []

    def test_figures_are_described(self, lesson: Any) -> None:
        for cell in of_type(lesson, "code"):
            for output in cell.outputs:
                if "image/png" in output.get("data", {}):
                    words = output.data["text/plain"]
                    assert not words.startswith("<"), words
                    assert output.metadata["image/png"]["alt"] == words

    def test_every_picture_is_told_in_prose(self, lesson: Any) -> None:
        for cell, after in pairwise(lesson.cells):
            pictures = {"image/png", "image/svg+xml"}
            if any(pictures & set(output.get("data", {})) for output in cell.get("outputs", ())):
                assert re.search(r"picture|board as it is now", after.source), cell.source

    def test_they_are_the_same_on_every_machine(self, lesson: Any) -> None:
        outputs = [
            {kind: value for kind, value in output.get("data", {}).items() if kind != "image/png"}
            or output.get("text", "")
            for cell in of_type(lesson, "code")
            for output in cell.outputs
        ]
        text = json.dumps(outputs, ensure_ascii=False)
        assert WIDGET not in text
        for sign in (" at 0x", "/home/", "/tmp/", "/usr/", "Users\\\\", "site-packages"):
            assert sign not in text, sign

    def test_widget_cells_are_not_compared(self, lesson: Any) -> None:
        for cell in of_type(lesson, "code"):
            placed = any(
                PLACEHOLDER in output.get("data", {}).get("text/plain", "") for output in cell.outputs
            )
            assert placed == ("nbval-ignore-output" in cell.metadata.get("tags", ()))

    def test_nothing_is_fetched(self, lesson: Any) -> None:
        text = json.dumps([lesson.cells], default=dict, ensure_ascii=False)
        for fetches in (
            r"<script",
            r"<iframe",
            r"<link",
            r"<img",
            r"src=",
            r"@import",
            r"url\(",
            r"!\[[^\]]*\]\(",
        ):
            assert not re.search(fetches, text), fetches


@pytest.mark.parametrize("code", solutions())
def test_a_solution_runs_by_itself_and_checks_itself(code: str) -> None:
    assert "assert " in code
    exec(compile(code, "solution", "exec"), {"__name__": "solution"})


if __name__ == "__main__":
    main(sys.argv[1:])
