"""Imports run downward: a module imports only from above it in the house list, and the engine is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "trinb"

HOUSE = (
    "words",
    "errors",
    "resources",
    "lattice",
    "notation",
    "jsonlines",
    "tiles",
    "census",
    "walls",
    "board",
    "ruleparts",
    "rulefiles",
    "tomledit",
    "rulewriting",
    "ruleset",
    "scoring",
    "cases",
    "comparing",
    "fields",
    "numberfields",
    "rulefields",
    "rulesources",
    "houserules",
    "drafts",
    "housefiles",
    "moves",
    "turns",
    "endings",
    "deals",
    "rounds",
    "matches",
    "view",
    "players",
    "hints",
    "records",
    "entries",
    "claims",
    "counting",
    "tally",
    "referee",
    "scorebook",
    "moments",
    "graphs",
    "growth",
    "cards",
    "simulate",
    "search",
    "puzzles",
    "tilings",
    "draw",
    "widgets",
    "lab",
    "terminal",
    "reports",
    "cardreports",
    "playing",
    "replay",
    "shell",
    "simulating",
    "solving",
    "puzzling",
    "puzzlecli",
    "cardcli",
    "statisticscli",
    "cli",
)
"""From the top down; packages stand for all that is in them."""

LATE = {
    ("_repr_svg_", "draw"),
    ("figure", "draw"),
    ("graph", "graphs"),
    ("_error", "errors"),
    ("_searching", "search"),
}
"""What a function may import from below it: the pictures, the graph of a board, players that search."""

COMPILED = {"numba", "numpy", "pandas", "matplotlib", "scipy", "ortools", "dask"}
HEAVY = COMPILED | {"networkx", "cattrs", "ipywidgets", "anywidget", "tomlkit", "click"}

MODULES = sorted(PACKAGE.rglob("*.py"))
IDS = [str(path.relative_to(PACKAGE)) for path in MODULES]


def place(path: Path) -> str:
    """The entry of the house list that a file belongs to."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


class Import:
    """One import: what it names, the function it is in if any, and whether it is for types only."""

    def __init__(self, target: str, function: str, typing_only: bool) -> None:
        self.target, self.function, self.typing_only = target, function, typing_only


def imports(path: Path) -> Iterator[Import]:
    """All imports of a file, by absolute names."""
    package = ("trinb", *path.relative_to(PACKAGE).parts[:-1])

    def walk(node: ast.AST, function: str, typing_only: bool) -> Iterator[Import]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node.name
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            typing_only = True
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, function, typing_only) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            name = ".".join([*base, *filter(None, [node.module])])
            # `from . import x` names modules; `from .x import y` what is in one.
            names = [f"{name}.{alias.name}" for alias in node.names] if node.module is None else [name]
            if name == "trinb" and node.module is not None:
                names = [f"{name}.{alias.name}" for alias in node.names]
            yield from (Import(target, function, typing_only) for target in names)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, function, typing_only)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), "", False)


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_imports_run_downward(path: Path) -> None:
    here = place(path)
    if here in ("__init__", "__main__"):
        return
    assert here in HOUSE, f"{here} has no place in the house list"
    for found in imports(path):
        parts = found.target.split(".")
        if parts[0] != "trinb" or found.typing_only or parts[1:2] == ["__version__"]:
            continue
        there = parts[1] if len(parts) > 1 else ""
        assert there in HOUSE, f"{path.name} imports {found.target}: name the module"
        if there != here and (found.function, there) not in LATE:
            assert HOUSE.index(there) < HOUSE.index(here), f"{here} imports {there}, which is below it"


def test_the_root_module_is_imported_by_nobody_but_its_users() -> None:
    names = {found.target for path in MODULES if place(path) not in ("cli", "lab") for found in imports(path)}
    assert "trinb" not in names


def outside(path: Path) -> set[str]:
    """The packages of other people that a file imports, also late."""
    return {found.target.split(".")[0] for found in imports(path) if not found.typing_only}


PAINTERS = {"figures", "labfigures", "sheets", "tablefigures", "playerfigures"}
"""The modules of `draw` that draw with other people's libraries."""

LAB = {"cases", "simulate", "search", "puzzles", "tilings", "lab", "cli"}
LAB_OF_CARDS = {PACKAGE / "cards" / f"{name}.py" for name in ("equilibrium", "kernel", "simulate", "tables")}
LIGHT = [
    path
    for path in MODULES
    if place(path) not in LAB and path not in LAB_OF_CARDS and path.stem not in PAINTERS
]
"""The engine, the pictures as text, and the widgets."""


@pytest.mark.parametrize("path", LIGHT, ids=[str(path.relative_to(PACKAGE)) for path in LIGHT])
def test_engine_drawing_and_widgets_import_nothing_compiled(path: Path) -> None:
    assert not outside(path) & COMPILED


def test_only_the_widgets_import_widget_libraries() -> None:
    users = {place(path) for path in MODULES if outside(path) & {"anywidget", "ipywidgets", "traitlets"}}
    assert users <= {"widgets"}


def loaded_after(statements: str) -> set[str]:
    """The top-level modules that are loaded after running this in a fresh Python."""
    code = f"import sys\n{statements}\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


PLAY = "trinb.play_round(trinb.rules('triangelspelet'), [trinb.GreedyPlayer()] * 4, 1)"


@pytest.mark.parametrize(
    ("statements", "banned"),
    [
        ("import trinb", HEAVY),
        ("import trinb; trinb.Board.parse('^0,0=555 v0,0=554')._repr_svg_()", HEAVY),
        (
            "import trinb; trinb.play_round(trinb.rules('triangelspelet'), [trinb.GreedyPlayer()] * 4, 1)",
            HEAVY - {"cattrs"},
        ),
        ("import trinb; trinb.Board.parse('^0,0=555').graph()", HEAVY - {"networkx"}),
        ("import trinb, trinb.cards", HEAVY),
        (
            "import trinb; from trinb.cards import *; play_card_match([card_player('match')] * 3)",
            HEAVY - {"cattrs"},
        ),
    ],
    ids=["import", "picture", "play", "graph", "cards", "card match"],
)
def test_what_is_loaded(statements: str, banned: set[str]) -> None:
    loaded = loaded_after(statements)
    assert "trinb" in loaded
    assert not loaded & banned
