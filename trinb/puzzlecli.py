"""The commands ``trinb puzzles``: list, show, check, make, and codes to paste."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .shell import as_path, emit, json_option, progress, try_to_write
from .terminal import say, shown

if TYPE_CHECKING:
    from .puzzles import Puzzle


@click.group(epilog="Example: trinb puzzles show docking-1-1 --json")
def puzzles() -> None:
    """Puzzles with one answer each: to solve, to certify, to make and to share."""


_kind = click.option(
    "--kind", "kinds", metavar="KIND", multiple=True, help="Only this kind; may be repeated."
)
_level = click.option(
    "--level",
    "levels",
    type=int,
    metavar="N",
    multiple=True,
    help="Only this level; may be repeated.",
)
_rules = click.option(
    "--rules", "rules_ids", metavar="ID", multiple=True, help="Only these rules; may be repeated."
)


@puzzles.command("list", epilog="Example: trinb puzzles list --kind bridge --level 1")
@_kind
@_level
@_rules
@json_option
def list_(kinds: tuple[str, ...], levels: tuple[int, ...], rules_ids: tuple[str, ...], as_json: bool) -> None:
    """List the puzzles that come with trinb."""
    from . import puzzling
    from .puzzles import puzzles as shipped

    known = [
        one
        for kind in kinds or (None,)
        for level in levels or (None,)
        for rules in rules_ids or (None,)
        for one in shipped(kind, level, rules)
    ]
    return emit(puzzling.listed(known)) if as_json else say(puzzling.list_words(known))


@puzzles.command(epilog="Example: trinb puzzles show docking-1-1 --answer")
@click.argument("name")
@click.option("--answer", "told", is_flag=True, help="Tell the hints and the answer, too.")
@click.option("--svg", "path", metavar="FILE", callback=as_path, help="Draw the board to this file.")
@json_option
def show(name: str, told: bool, path: Path | None, as_json: bool) -> None:
    """Show a puzzle by its id (see `trinb puzzles list`), its code, or FILE.json:ID."""
    from . import puzzling

    puzzle = puzzling.found(name)
    if path:
        puzzling.draw(puzzle, path, told)
    if as_json:
        return emit(puzzling.data(puzzle, told))
    say(puzzling.words(puzzle, told))
    if path:
        say(f"The board is drawn in {shown(str(path))}")


@puzzles.command(epilog="Example: trinb puzzles check --json")
@click.argument("files", nargs=-1)
@json_option
@click.pass_context
def check(context: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Certify every puzzle that comes with trinb, or those in FILES; exit status 1 if any fails.

    Each is solved from scratch, by trying all there is. Ctrl-C stops it.
    """
    from . import puzzling
    from .puzzles import load
    from .puzzles import puzzles as shipped

    known = [one for file in files for one in load(str(as_path(None, None, file)))] if files else shipped()
    with progress("puzzles") as tell:
        certificates = puzzling.certified(known, tell)
    found = puzzling.check_data(certificates)
    emit(found) if as_json else say(puzzling.check_words(certificates))
    context.exit(1 if found["failed"] else 0)


@puzzles.command(epilog="Example: trinb puzzles make --kind docking --level 2 --count 3 --seed 7")
@_kind
@_level
@_rules
@click.option(
    "--count", type=click.IntRange(1, 10_000), default=5, show_default=True, help="How many of each."
)
@click.option("--seed", type=int, default=0, show_default=True, help="All chance follows from it.")
@click.option(
    "--out", "path", metavar="FILE", callback=as_path, help="Write them to a JSON file, or a folder."
)
@json_option
@click.pass_context
def make(
    context: click.Context,
    kinds: tuple[str, ...],
    levels: tuple[int, ...],
    rules_ids: tuple[str, ...],
    count: int,
    seed: int,
    path: Path | None,
    as_json: bool,
) -> None:
    """Make puzzles out of games between bots; every kind and level, unless some are named.

    Ambiguous and dull ones are thrown away. Ctrl-C stops it and keeps what is found.
    """
    from .puzzles import LEVELS, PuzzleKind, mining
    from .puzzles.files import to_data

    if path and not path.is_dir():
        try_to_write(path)
    asked = list(dict.fromkeys(kinds)) or [kind.value for kind in PuzzleKind]
    tries = counter(1)
    with progress("tries") as tell:
        tick = (lambda _: tell(next(tries))) if tell else None
        made = mining.collection(asked, rules_ids, levels or LEVELS, count, seed, tick)
        found, whole = _until_stopped(made)
    wanted = count * len(asked) * len(levels or LEVELS)
    if whole and len(found) < wanted:
        click.echo(f"only {len(found)} of {wanted} were found", err=True)
    if path:
        _write(path, found)
    if as_json:
        emit([to_data(one) for one in found])
    elif path:
        say(f"{len(found)} puzzles are in {shown(str(path))}")
    else:
        for one in found:
            say(f"{one.id}  {one.rules_id}  {one.code}")
    context.exit(0 if whole else 130)


def _until_stopped(made: Iterator[Puzzle]) -> tuple[list[Puzzle], bool]:
    """What is made until the end or Ctrl-C, and whether it was the end."""
    found: list[Puzzle] = []
    try:
        for puzzle in made:
            found.append(puzzle)
    except KeyboardInterrupt:
        return found, False
    return found, True


def _write(path: Path, found: list[Puzzle]) -> None:
    """One file for all, or in a folder one for each kind."""
    from .puzzles import save

    if not path.is_dir():
        return save(path, found)
    for kind in dict.fromkeys(one.kind for one in found):
        save(path / f"{kind.value}.json", [one for one in found if one.kind is kind])


@puzzles.command(epilog="Example: trinb puzzles code docking-1-1")
@click.argument("name")
@json_option
def code(name: str, as_json: bool) -> None:
    """The code of a puzzle, to paste anywhere; of a code, whether it is whole.

    NAME is an id, a code, or FILE.json:ID. `trinb puzzles show CODE` shows what is in a code.
    """
    from . import puzzling

    puzzle = puzzling.found(name)
    if as_json:
        return emit({"code": puzzle.code, "kind": puzzle.kind.value, "level": puzzle.level})
    say(puzzle.code)
