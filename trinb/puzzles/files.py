"""Puzzles in files: JSON that says one puzzle a line, so that a change shows where it is.

A file holds `format` and `puzzles`; every puzzle is an object:

========== ==========================================================================================
id         its name
rules      the id of its rule set; `readings`, `box` and `house` if it has any
position   the tiles in the order laid
hands      for each seat its tiles; empty if nobody holds any
question   `kind`, and `tiles` to choose from or `cells` that are marked
answer     the answer, see `answers`
level      1 to 5
difficulty what was measured, see `levels`
proof      what was examined, see `solving`
seed       what it was made from
========== ==========================================================================================

Everything is checked as it is read; whether the answers are right only `proving` tells.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from .. import resources
from ..errors import TrinbError
from ..notation import first_line, quote, show, show_key
from ..words import N_, tr
from .house import PuzzleError
from .kinds import LEVELS, PuzzleKind
from .model import Puzzle, known_kind

FORMAT = 1
"""The version of the format."""

LARGEST = 4_000_000
"""So many bytes of a file are read at most."""

_LONGEST = 4_000
_KEYS = {
    "id": str,
    "rules": str,
    "readings": list,
    "box": str,
    "house": dict,
    "position": str,
    "hands": list,
    "question": dict,
    "answer": str,
    "level": int,
    "difficulty": dict,
    "proof": dict,
    "seed": str,
}
_ASKED = {"kind": str, "tiles": str, "cells": str}
_WORDS = {str: N_("a text"), list: N_("a list of texts"), dict: N_("an object"), int: N_("a number")}


# --- one puzzle ------------------------------------------------------------------------------------------


def to_data(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as a JSON object."""
    question = {
        "kind": puzzle.kind.value,
        "tiles": " ".join(map(str, puzzle.tiles)),
        "cells": " ".join(map(str, puzzle.cells)),
    }
    data = {
        "id": puzzle.id,
        "rules": puzzle.rules_id,
        "readings": list(puzzle.readings),
        "box": puzzle.box,
        "house": json.loads(puzzle.house or "{}"),
        "position": puzzle.position,
        "hands": [" ".join(map(str, hand)) for hand in puzzle.hands],
        "question": {key: text for key, text in question.items() if text},
        "answer": puzzle.answer,
        "level": puzzle.level,
        "difficulty": dict(puzzle.measures),
        "proof": dict(puzzle.proof),
        "seed": puzzle.seed,
    }
    return {key: value for key, value in data.items() if value or key in ("hands", "answer")}


def from_data(data: Any) -> Puzzle:
    """The puzzle that an object describes.

    Raises:
        TrinbError: it describes none; the message names the key.
    """
    found = _typed(data, _KEYS)
    asked = _typed(found.get("question", {}), _ASKED)
    for key in ("rules", "position"):
        if not found.get(key):
            raise PuzzleError(tr("{key}: is missing", key=key))
    if not asked.get("kind"):
        raise PuzzleError(tr("{key}: is missing", key="question.kind"))
    for key in ("difficulty", "proof"):
        if not all(type(value) is int for value in found.get(key, {}).values()):
            raise PuzzleError(tr("{key}: must hold whole numbers", key=key))
    return Puzzle(
        kind=asked["kind"],
        rules_id=found["rules"],
        readings=found.get("readings", ()),
        box=found.get("box", ""),
        house=found.get("house", ""),
        position=found["position"],
        hands=found.get("hands", ()),
        tiles=asked.get("tiles", ""),
        cells=asked.get("cells", ""),
        answer=found.get("answer", ""),
        level=found.get("level", 0),
        measures=found.get("difficulty", {}),
        proof=found.get("proof", {}),
        id=found.get("id", ""),
        seed=found.get("seed", ""),
    )


def _typed(data: Any, keys: Mapping[str, type]) -> dict[str, Any]:
    """An object whose keys are known and whose values have the right types."""
    if not isinstance(data, dict):
        raise PuzzleError(tr("must be an object, not {value}", value=show(data)))
    for key, value in data.items():
        if key not in keys:
            raise PuzzleError(
                tr("{key}: unknown key; there are {known}", key=show_key(key), known=", ".join(keys))
            )
        wanted = keys[key]
        fits = type(value) is wanted
        if isinstance(value, list):
            fits = fits and all(type(one) is str for one in value)
        if not fits or len(str(value)) > _LONGEST:
            raise PuzzleError(
                tr(
                    "{key}: must be {wanted}, not {value}",
                    key=key,
                    wanted=tr(_WORDS[wanted]),
                    value=show(value),
                )
            )
    return data


# --- files -----------------------------------------------------------------------------------------------


def dumps(puzzles: Iterable[Puzzle]) -> str:
    """The text of a file, one puzzle a line."""
    lines = [json.dumps(to_data(puzzle), ensure_ascii=False) for puzzle in puzzles]
    body = ",\n".join(f"  {line}" for line in lines)
    return f'{{\n "format": {FORMAT},\n "puzzles": [\n{body}\n ]\n}}\n'


def save(path: str | Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles to a file, which appears whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    resources.write_whole(Path(path), dumps(puzzles).encode())


def load(path: str | Path) -> tuple[Puzzle, ...]:
    """The puzzles in a file.

    Raises:
        PuzzleError: it cannot be read or holds no puzzles; the message names file, puzzle and key.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise PuzzleError(f"{path.name}: {getattr(error, 'strerror', None) or first_line(error)}") from error
    try:
        return loads(content)
    except TrinbError as error:
        raise PuzzleError(f"{path.name}: {error}") from error


def loads(content: str | bytes) -> tuple[Puzzle, ...]:
    """The puzzles in the text of a file.

    Raises:
        PuzzleError: there are none in it.
    """
    if len(content) > LARGEST:
        raise PuzzleError(tr("is larger than {most} bytes", most=LARGEST))
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise PuzzleError(tr("is no JSON: {why}", why=first_line(error))) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT or type(data.get("puzzles")) is not list:
        raise PuzzleError(tr('must be an object with "format": {format} and "puzzles": [...]', format=FORMAT))
    found: list[Puzzle] = []
    seen: set[str] = set()
    for number, one in enumerate(data["puzzles"], 1):
        where = tr("puzzle {number}", number=number)
        if isinstance(one, dict) and isinstance(one.get("id"), str):
            where += f" {quote(one['id'])}"
        try:
            puzzle = from_data(one)
        except TrinbError as error:
            raise PuzzleError(f"{where}: {error}") from error
        if puzzle.id and puzzle.id in seen:
            raise PuzzleError(f"{where}: {tr('there are two of this id')}")
        seen.add(puzzle.id)
        found.append(puzzle)
    return tuple(found)


# --- what is shipped -------------------------------------------------------------------------------------


def puzzles(
    kind: PuzzleKind | str | None = None, level: int | None = None, rules: str | None = None
) -> tuple[Puzzle, ...]:
    """The puzzles that come with trinb, or those of one kind, level or rule set.

    Raises:
        PuzzleError: there is no such kind or level.

    >>> {puzzle.level for puzzle in puzzles("bridge", level=1)}
    {1}
    """
    wanted = None if kind is None else known_kind(kind)
    if level is not None and (type(level) is not int or level not in LEVELS):
        raise PuzzleError(tr("level: {level} is not from 1 to 5", level=show(level)))
    return tuple(
        puzzle
        for puzzle in _shipped()
        if wanted in (None, puzzle.kind)
        and level in (None, puzzle.level)
        and rules in (None, puzzle.rules_id)
    )


def puzzle(id: str) -> Puzzle:
    """The shipped puzzle of this id.

    Raises:
        PuzzleError: there is none.
    """
    for found in _shipped():
        if found.id == id:
            return found
    raise PuzzleError(tr("there is no puzzle {name}; its ids look like best-1-1", name=quote(str(id))))


def shipped_files() -> tuple[Path, ...]:
    """The files that come with trinb."""
    paths = sorted((resources.folder("data") / "puzzles").glob("*.json"))
    order = [kind.value for kind in PuzzleKind]
    return tuple(sorted(paths, key=lambda path: order.index(path.stem) if path.stem in order else len(order)))


@cache
def _shipped() -> tuple[Puzzle, ...]:
    return tuple(found for path in shipped_files() for found in load(path))
