"""The commands ``trinb statistics``: a thin face for the reference table, behaving as `cli` says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .errors import TrinbError
from .shell import (
    as_path,
    emit,
    json_option,
    progress,
    reading_option,
    rule_set_of,
    rules_option,
    try_to_write,
    whole_kit,
)
from .terminal import say, shown
from .words import tr

if TYPE_CHECKING:
    from .simulate.reference import Reference

_Command = Callable[..., None]
_only_rules: Callable[[_Command], _Command] = click.option(
    "--rules", "rules_id", metavar="ID", help="Only the rows of this rule set."
)
_only_players: Callable[[_Command], _Command] = click.option(
    "--players", metavar="NAMES", help="Only the rows with these players: how many greedy ones, or names."
)
_quiet_option: Callable[[_Command], _Command] = click.option(
    "--quiet", is_flag=True, help="Show no progress on standard error."
)
_rounds_option: Callable[[_Command], _Command] = click.option(
    "--rounds", type=click.IntRange(2, 10**9), default=1_000_000, show_default=True, help="How many rounds."
)
_matches_option: Callable[[_Command], _Command] = click.option(
    "--matches", type=click.IntRange(0, 10**8), default=100_000, show_default=True, help="How many matches."
)


@click.group(invoke_without_command=True, epilog="Example: trinb statistics show --rules granna --json")
@click.pass_context
def statistics(context: click.Context) -> None:
    """What a million rounds of each rule set say: the table that comes with trinb."""
    if not context.invoked_subcommand:
        context.invoke(show)


def _rows(rules_id: str | None, players: str | None) -> list[Reference]:
    """The rows of the table that are asked for, at least one."""
    from .ruleset import rules
    from .simulate.reference import players_of, references
    from .simulate.variants import seated

    id = None if rules_id is None else rules(rules_id).id
    names = None if players is None else seated(players_of(players))
    found = [row for row in references() if id in (None, row.rules) and names in (None, row.players)]
    if not found:
        raise TrinbError(tr("the table has no such row; `trinb statistics play` plays one"))
    return found


@statistics.command(epilog="Example: trinb statistics show --rules granna --players 4")
@_only_rules
@_only_players
@json_option
def show(rules_id: str | None = None, players: str | None = None, as_json: bool = False) -> None:
    """Show the table: a line for each row, or all measures of one row.

    Every number comes with its 95 % interval.
    """
    with whole_kit():
        from . import simulating

        rows = _rows(rules_id, players)
        if as_json:
            return emit([simulating.reference_data(row) for row in rows])
        say(simulating.reference_words(rows[0]) if len(rows) == 1 else simulating.references_words(rows))


@statistics.command(epilog="Example: trinb statistics play --rules ours.toml --players 3 --rounds 200000")
@rules_option
@reading_option
@click.option("--players", default="2", show_default=True, help="How many greedy ones, or one name a seat.")
@_rounds_option
@_matches_option
@click.option("--seed", type=int, default=0, show_default=True, help="All chance follows from it.")
@_quiet_option
@json_option
def play(
    rules_id: str,
    readings: tuple[str, ...],
    players: str,
    rounds: int,
    matches: int,
    seed: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play a row of any rules, yours as well, and show all its measures."""
    with whole_kit(), progress(tr("rounds and matches"), quiet) as tell:
        from . import simulating
        from .simulate.reference import measured, players_of

        rule_set = rule_set_of(rules_id, readings)
        row = measured(rule_set, players_of(players), rounds, matches, seed, tell)
    emit(simulating.reference_data(row)) if as_json else say(simulating.reference_words(row))


@statistics.command(epilog="Example: trinb statistics check --rules granna")
@_only_rules
@_only_players
@_quiet_option
@json_option
@click.pass_context
def check(
    context: click.Context, rules_id: str | None, players: str | None, quiet: bool, as_json: bool
) -> None:
    """Play rows of the table again, and say whether every digit is the same; exit status 1 if not.

    A row takes some seconds, all of them some minutes.
    """
    with whole_kit(), progress(tr("rows"), quiet) as tell:
        from .simulate.reference import changes, repeated

        rows, found = _rows(rules_id, players), []
        for number, row in enumerate(rows, 1):
            found.append((row, changes(row, repeated(row))))
            if tell:
                tell(number, len(rows))
    if as_json:
        emit([{"command": row.command, "changed": names} for row, names in found])
    else:
        for row, names in found:
            words = tr("changed: {measures}", measures=", ".join(names)) if names else tr("as in the table")
            say(f"{row!r}: {words}")
    context.exit(1 if any(names for _, names in found) else 0)


@statistics.command(epilog="Example: trinb statistics make reference.csv")
@click.argument("path", metavar="FILE", callback=as_path)
@_rounds_option
@_matches_option
@_quiet_option
@json_option
def make(path: Path, rounds: int, matches: int, quiet: bool, as_json: bool) -> None:
    """Play all rows anew and write the table into a FILE; it appears whole or not at all.

    Ctrl-C stops it. What is done is kept in FILE.part, and the same command goes on from there.
    """
    try_to_write(path)
    with whole_kit(), progress(tr("rows"), quiet) as tell:
        from .simulate.reference import make_references

        make_references(path, rounds, matches, tell)
    saved = tr("The table is saved in {path}", path=shown(str(path)))
    emit({"saved": str(path)}) if as_json else say(saved)
