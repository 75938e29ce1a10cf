"""The command `trinb`: a thin face in the terminal, without any rules of its own.

Results go to standard output, in words or with ``--json``; an error goes to standard error as one line
that says what is wrong, where, and what would be right, and the exit status is 2.  Each command imports
what it needs when it runs, so that ``trinb --help`` answers at once.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import click

from . import __version__
from .cardcli import cards
from .errors import NotationError
from .puzzlecli import puzzles
from .shell import (
    Commands,
    as_path,
    emit,
    json_option,
    reading_option,
    rule_set_of,
    rules_option,
    speak_utf8,
    try_to_write,
    whole_kit,
)
from .statisticscli import statistics
from .terminal import columns, say, shown

if TYPE_CHECKING:
    from .board import Board
    from .tiles import TileSet


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: trinb play --rules triangelspelet --players you,greedy",
)
@click.version_option(__version__, message="trinb %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Triangular dominoes: play, score and study them."""
    if not context.invoked_subcommand:
        click.echo(context.get_help())


def main() -> None:
    """Run the command `trinb`, and exit."""
    speak_utf8()
    cli(prog_name="trinb")


# --- score -------------------------------------------------------------------------------------------


@cli.command(epilog='Example: trinb score "^0,0=555 v0,0=554" --rules triangelspelet')
@click.argument("position", nargs=-1)
@rules_option
@reading_option
@json_option
def score(position: tuple[str, ...], rules_id: str, readings: tuple[str, ...], as_json: bool) -> None:
    """Score the last tile of a POSITION.

    A position is tokens in the order laid: ^q,r=abc for an up cell, vq,r=abc for a down cell, with the
    digits clockwise from the apex. With - it is read from standard input.
    """
    from . import reports, scoring

    rule_set = rule_set_of(rules_id, readings)
    board = _position(sys.stdin.read() if position == ("-",) else " ".join(position), rule_set.tile_set)
    last = board.laid[-1]
    points = scoring.scorer(rule_set).score(last.contact, last.placement.tile)
    found = reports.score_data(rule_set, last, points)
    if as_json:
        return emit(found)
    say(f"{last.placement.tile} at {last.placement.cell} is a {reports.contact_words(found)}.")
    say(reports.score_table(rule_set, points.lines))


def _position(text: str, box: TileSet) -> Board:
    """The board of a position whose tiles are all in the box, and at least one."""
    from .board import Board

    board = Board.parse(text)
    for number, placement in enumerate(board, 1):
        try:
            box.number(placement.tile)
        except NotationError as error:
            raise NotationError(f"token {number} '{placement}': {error}") from None
    if not len(board):
        raise NotationError("the position is empty: write at least one tile, e.g. ^0,0=555")
    return board


# --- tiles -------------------------------------------------------------------------------------------


@cli.command(epilog="Example: trinb tiles triangelspelet-56 --tile 0-2-1")
@click.argument("set_id", metavar="[SET]", required=False)
@click.option("--tile", "asked", metavar="A-B-C", multiple=True, help="Look one tile up; may be repeated.")
@json_option
def tiles(set_id: str | None, asked: tuple[str, ...], as_json: bool) -> None:
    """List the tile sets, or show the tiles of a SET.

    Generated sets have names too: ascending-N has each multiset of N digits once, mirrored-N has all
    mirrors as well.
    """
    from . import reports
    from .tiles import Tile, tile_set

    if set_id is None and asked:
        raise click.UsageError("--tile needs a tile set to look in, e.g. triangelspelet-56")
    if set_id is None:
        return _list_sets(as_json)
    box = tile_set(set_id)
    if not asked:
        found = reports.set_data(box)
        return emit(found) if as_json else say(reports.set_words(found))
    looked_up = [reports.tile_data(box, text, Tile.parse(text)) for text in asked]
    if as_json:
        return emit({"set": box.id, "tiles": looked_up})
    say("\n".join(reports.tile_words(box.id, entry) for entry in looked_up))


def _list_sets(as_json: bool) -> None:
    from .tiles import tile_set, tile_sets

    boxes = [tile_set(id) for id in tile_sets()]
    if as_json:
        return emit([{"id": box.id, "count": len(box), "name": box.name} for box in boxes])
    say(columns([(box.id, len(box), box.name) for box in boxes], right="1"))
    say("Others: ascending-N and mirrored-N, with N digits.")


# --- rules -------------------------------------------------------------------------------------------


@cli.command(epilog="Example: trinb rules triangelspelet --reading plain-scores-sum --save ours.toml")
@click.argument("id", required=False)
@reading_option
@click.option("--diff", "other", metavar="OTHER", help="Say what changes from ID to OTHER.")
@click.option("--save", "path", metavar="FILE", callback=as_path, help="Write it as a TOML file to edit.")
@json_option
def rules(
    id: str | None, readings: tuple[str, ...], other: str | None, path: Path | None, as_json: bool
) -> None:
    """List the rule sets, or show the clauses and readings of one by its ID.

    ID and OTHER may also be TOML files. A file that --save finds is edited: its comments stay.
    """
    from . import reports
    from .ruleset import rule_sets

    if id is None:
        if readings or other is not None or path:
            raise click.UsageError("say which rules, e.g. triangelspelet")
        known = [rule_set_of(name, ()) for name in rule_sets()]
        return emit(list(map(reports.rules_head, known))) if as_json else say(reports.rules_list(known))
    rule_set = rule_set_of(id, readings)
    if path and other is not None:
        raise click.UsageError("--diff and --save do not go together")
    if path:
        rule_set.save(path)
        found = {"rules": rule_set.id, "readings": list(rule_set.switched_on), "saved": str(path)}
        return emit(found) if as_json else say(f"{rule_set!r} is saved in {shown(str(path))}")
    if other is not None:
        second = rule_set_of(other, ())
        data, words = reports.diff_data, reports.diff_words
        return emit(data(rule_set, second)) if as_json else say(words(rule_set, second))
    return emit(reports.rules_data(rule_set)) if as_json else say(reports.rules_words(rule_set))


# --- play and replay ---------------------------------------------------------------------------------


@cli.command(epilog="Example: trinb play --rules triangelspelet --players you,greedy")
@rules_option
@reading_option
@click.option(
    "--players",
    default="greedy,greedy",
    help="One a seat: random, pupil, greedy, club, master or you.",
    show_default=True,
)
@click.option("--seed", type=int, help="Deal the same again.  [default: a fresh one]")
@click.option("--match", "whole", is_flag=True, help="Play a whole match, not only its first round.")
@click.option("--record", "path", metavar="FILE", callback=as_path, help="Keep a record of it.")
@json_option
def play(
    rules_id: str,
    readings: tuple[str, ...],
    players: str,
    seed: int | None,
    whole: bool,
    path: Path | None,
    as_json: bool,
) -> None:
    """Play one round or a match, by bots or with you in the terminal.

    A record can be read with `trinb replay`; what you leave before its end is recorded up to there.
    """
    from . import playing, reports
    from .records import write_record

    seed = SystemRandom().randrange(10**6) if seed is None else seed
    table = playing.Table(rule_set_of(rules_id, readings), players.split(","), seed, whole, as_json)
    if as_json and table.has_you:
        raise click.UsageError(f"--json is for bots only: take {playing.YOU!r} out of --players")
    if path:
        try_to_write(path)
    if not as_json:
        options = ["--players", ",".join(table.names), "--seed", str(seed), *["--match"] * whole]
        options = [word for name in readings for word in ("--reading", name)] + options
        again = shlex.join(["trinb", "play", "--rules", rules_id, *options])
        say(f"To play this {'match' if whole else 'round'} again: {again}")
    try:
        if not table.play():
            say(f"You left the {'match' if whole else 'round'}.")
    finally:
        if path:
            write_record(path, table.match, table.names)
    match = table.match
    if not as_json:
        return say(f"The record is in {shown(str(path))}") if path else None
    if whole:
        return emit(reports.match_data(match, table.names, reports.played_rounds(match)))
    emit({**reports.match_head(match, table.names), **reports.round_data(match, match.finished[0])})


@cli.command(epilog="Example: trinb replay game.jsonl --step")
@click.argument("file")
@click.option("--step", "stepwise", is_flag=True, help="Go through it step by step.")
@click.option("--round", "only", metavar="N", type=click.IntRange(1), help="Show only this round.")
@click.option("--verify", is_flag=True, help="Only say whether all of it is sound.")
@json_option
def replay(file: str, stepwise: bool, only: int | None, verify: bool, as_json: bool) -> None:
    """Show the record in a FILE; every line of it is checked by playing it again.

    Of a damaged record what comes before the damage is shown.
    """
    from . import replay as replaying
    from . import reports

    if stepwise + verify + as_json > 1 and not (verify and as_json and not stepwise):
        raise click.UsageError("--step goes with neither --verify nor --json")
    record, damage = replaying.read(str(as_path(None, None, file)))
    match, amount = record.match, reports.amount_words(record.match)
    if damage and (verify or (only and only not in reports.played_rounds(match))):
        raise damage
    if verify:
        counts = {"rounds": len(reports.played_rounds(match)), "moves": reports.count_moves(match)}
        return emit({"file": file, **counts}) if as_json else say(f"{shown(file)} is sound: {amount}")
    which = replaying.numbers(match, only)
    if as_json:
        emit({**reports.match_data(match, record.names, which), "damage": str(damage) if damage else None})
    elif damage:
        say(f"This record is damaged; what comes before the damage: {amount}.")
    if stepwise:
        replaying.Stepper(record, which).run()
    elif not as_json:
        for part in replaying.tell(record, only):
            say(part)
    if damage:
        raise damage


# --- simulate ----------------------------------------------------------------------------------------


@cli.command(epilog="Example: trinb simulate --rules granna --players greedy,greedy,random --rounds 1000000")
@rules_option
@click.option("--tiles", metavar="SET", help="Other tiles than those of the rules (see `trinb tiles`).")
@reading_option
@click.option("--players", default="greedy,greedy", show_default=True, help="One a seat: greedy or random.")
@click.option("--rounds", type=int, metavar="N", help="How many rounds.  [default: 100000]")
@click.option("--matches", type=int, metavar="N", help="How many whole matches, instead of rounds.")
@click.option("--seed", type=int, default=0, show_default=True, help="All chance follows from it.")
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="How many processes.")
@click.option("--dask", metavar="ADDRESS", help="The scheduler of a Dask cluster that does the work.")
@click.option("--out", metavar="DIR", callback=as_path, help="Keep the rounds there, to go on with.")
@json_option
@click.pass_context
def simulate(
    context: click.Context,
    rules_id: str,
    tiles: str | None,
    readings: tuple[str, ...],
    players: str,
    rounds: int | None,
    matches: int | None,
    seed: int,
    workers: int | None,
    dask: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let bots play many rounds or matches, compiled; every mean comes with its 95 % interval.

    Ctrl-C stops it and tells what was found until then.
    """
    from . import simulating

    if dask and workers:
        raise click.UsageError("--workers does not go with --dask: the cluster has workers of its own")
    rule_set = rule_set_of(rules_id, readings)
    found = simulating.run(
        rule_set.evolve(tiles=tiles) if tiles else rule_set,
        [name.strip() for name in players.split(",")],
        100_000 if rounds is None and matches is None else rounds,
        matches,
        seed,
        workers,
        dask,
        out,
    )
    if as_json:
        emit(simulating.simulation_data(found))
    else:
        say(simulating.simulation_words(found))
    if not found.is_whole:
        context.exit(130)


# --- compare -----------------------------------------------------------------------------------------


@cli.command(epilog="Example: trinb compare --rules triangelspelet --rules granna --measure turns")
@click.option(
    "--rules",
    "rule_ids",
    metavar="ID",
    multiple=True,
    help="A rule set, or a TOML file, or ID+READING; may be repeated.  [default: triangelspelet]",
)
@click.option(
    "--players",
    metavar="NAMES",
    multiple=True,
    help="One a seat, greedy or random, or how many greedy ones; once for all rules, or as often as --rules.",
)
@click.option("--measure", metavar="NAME", multiple=True, help="What to measure; may be repeated.")
@click.option("--rounds", type=int, metavar="N", help="How many rounds, or matches, of each.")
@click.option("--width", type=float, metavar="W", help="How wide the intervals of the first measure may be.")
@click.option("--seed", type=int, default=0, show_default=True, help="All chance follows from it.")
@click.option("--first", is_flag=True, help="Compare with the first only, not all with each other.")
@click.option("--seconds", type=float, metavar="S", help="How long a turn takes, for minutes.")
@click.option("--figure", "path", metavar="FILE", callback=as_path, help="Draw it: .png, .svg or .pdf.")
@json_option
def compare(
    rule_ids: tuple[str, ...],
    players: tuple[str, ...],
    measure: tuple[str, ...],
    rounds: int | None,
    width: float | None,
    seed: int,
    first: bool,
    seconds: float | None,
    path: Path | None,
    as_json: bool,
) -> None:
    """Play rule sets or players on the same shuffles, and say what differs, with 95 % intervals.

    Several --rules, several --players, or both side by side.
    """
    if path and path.suffix not in (".png", ".svg", ".pdf"):
        raise click.UsageError("--figure needs a file whose name ends in .png, .svg or .pdf")
    if path:
        try_to_write(path)
    with whole_kit():
        from .simulate.compare import compare as play_and_compare
        from .simulate.telling import data, text

    options: dict[str, Any] = {"measure": measure} if measure else {}
    options |= {"pace": seconds} if seconds is not None else {}
    sides = _sides(rule_ids or ("triangelspelet",), players or ("2",))
    found = play_and_compare(
        sides, rounds=rounds, width=width, seed=seed, pairs="first" if first else "all", **options
    )
    if path:
        found.figure().savefig(path)
    emit(data(found)) if as_json else say(text(found))


def _sides(rule_ids: tuple[str, ...], players: tuple[str, ...]) -> list[tuple[Any, Any]]:
    """The rules and the players of each variant."""
    many = max(len(rule_ids), len(players))
    if not {len(rule_ids), len(players)} <= {1, many}:
        raise click.UsageError("--players is given once, or as often as --rules, or --rules only once")
    rule_sets = []
    for text in rule_ids:
        name, *readings = [text] if text.endswith(".toml") else text.split("+")
        rule_sets.append(rule_set_of(name, readings))
    seats = [int(text) if text.isdecimal() else text.split(",") for text in players]
    return [(rule_sets[at % len(rule_sets)], seats[at % len(seats)]) for at in range(many)]


# --- solve -------------------------------------------------------------------------------------------


@cli.command(epilog='Example: trinb solve "^0,0=555 v0,0=554" --rules granna --hand "4-4-5 0-5-5 1-5-5"')
@click.argument("position", nargs=-1)
@rules_option
@click.option("--tiles", metavar="SET", help="Other tiles than those of the rules (see `trinb tiles`).")
@reading_option
@click.option("--hand", metavar="TILES", required=True, help='The tiles in hand, e.g. "0-0-1 0-1-1".')
@click.option("--keep", is_flag=True, help="Count what tiles left in hand cost when somebody else goes out.")
@click.option("--out", type=int, metavar="N", help="What going out is worth.  [default: the points for it]")
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="N",
    default=2_000_000,
    show_default=True,
    help="How many states to search at most.",
)
@json_option
@click.pass_context
def solve(
    context: click.Context,
    position: tuple[str, ...],
    rules_id: str,
    tiles: str | None,
    readings: tuple[str, ...],
    hand: str,
    keep: bool,
    out: int | None,
    limit: int,
    as_json: bool,
) -> None:
    """Find the best turn with a hand: which tiles to place, where and in which order.

    A POSITION is as in `trinb score`; an empty one asks for the best lead. Ctrl-C stops the search and tells
    the best turn so far.
    """
    from . import solving
    from .board import Board
    from .search import best_turn
    from .search.turn import MOST_STATES

    rule_set = rule_set_of(rules_id, readings)
    rule_set = rule_set.evolve(tiles=tiles) if tiles else rule_set
    text = sys.stdin.read() if position == ("-",) else " ".join(position)
    board = _position(text, rule_set.tile_set) if text.strip() else Board()
    found = best_turn(rule_set, board, hand, keep=keep, out=out, limit=limit)
    emit(solving.turn_data(found)) if as_json else say(solving.turn_words(rule_set, board, found))
    if not found.proven and found.nodes < min(limit, MOST_STATES):
        context.exit(130)


cli.add_command(cards)
cli.add_command(puzzles)
cli.add_command(statistics)


# --- lab and doctor ----------------------------------------------------------------------------------


@cli.command(epilog="Example: trinb lab --dir my-lessons --lesson 00_start")
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    default="trinb-lessons",
    show_default=True,
    help="Where to keep the lessons.",
)
@click.option("--no-browser", is_flag=True, help="Open no browser, only print the address.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8888,
    show_default=True,
    help="The port to use, or the next free one.",
)
@click.option("--lesson", metavar="NAME", help="The lesson to open.  [default: 00_start]")
@click.option("--overwrite", is_flag=True, help="Replace changed lessons; each is kept as NAME~.")
@json_option
def lab(
    folder: Path, no_browser: bool, port: int, lesson: str | None, overwrite: bool, as_json: bool
) -> None:
    """Copy the lessons to a folder of yours and open them in JupyterLab.

    A lesson that you have changed is kept, unless you say otherwise. Stop with Ctrl-C.
    """
    from . import lab as kit
    from . import resources

    kit.require_jupyterlab()
    asks = not as_json and sys.stdin is not None and sys.stdin.isatty()
    copied = kit.copy_lessons(
        resources.folder("notebooks"), folder, lambda name: overwrite or (asks and _may_replace(name))
    )
    kit.trust(resources.folder("notebooks"), folder)
    name = kit.find_lesson(folder, lesson)
    if not as_json:
        _say_copied(copied, folder)
        click.echo("Starting JupyterLab ...")
    try:
        with kit.serving(folder, name, port, not no_browser and kit.has_browser()) as server:
            where = {"address": server.address, "folder": str(folder.resolve()), "lesson": name}
            if as_json:
                emit({**where, **copied._asdict()}, indent=None)
            else:
                click.echo(f"JupyterLab is at this address until you press Ctrl-C:\n{server.address}")
            sys.stdout.flush()
            server.process.wait()
    except KeyboardInterrupt:
        pass
    if not as_json:
        click.echo("JupyterLab has stopped.")


def _may_replace(name: str) -> bool:
    return click.confirm(f"You changed {name}. Replace it with the original, and keep yours as {name}~?")


def _say_copied(copied: Any, folder: Path) -> None:
    words = [
        f"{len(names)} {words}"
        for words, names in (("new", copied.new), ("as before", copied.same), ("replaced", copied.replaced))
        if names
    ]
    click.echo(f"Lessons in {folder}: {', '.join(words) or 'nothing copied'}")
    for name in copied.replaced:
        click.echo(f"  replaced, with a backup beside it: {name}")
    for name in copied.kept:
        click.echo(f"  kept, as you changed it (--overwrite replaces it): {name}")


@cli.command(epilog="Example: trinb doctor --json")
@json_option
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Say what is installed and whether it is whole; exit status 1 if not."""
    import platform

    from . import lab as kit

    problems = kit.problems()
    found = {
        "trinb": __version__,
        "python": platform.python_version(),
        "executable": sys.executable,
        "libraries": [library._asdict() for library in kit.libraries()],
        "chromium": kit.chromium(),
        "problems": list(problems),
        "ok": not problems,
    }
    if as_json:
        emit(found)
    else:
        _say_health(found)
    context.exit(1 if problems else 0)


def _say_health(found: Mapping[str, Any]) -> None:
    rows = [("trinb", found["trinb"], ""), ("Python", found["python"], found["executable"])]
    for library in found["libraries"]:
        extra = f"trinb[{library['extra']}]" if library["extra"] else ""
        rows.append((library["name"], library["version"] or "not installed", extra))
    rows.append(("Chromium", found["chromium"] or "not found", "only tests need it"))
    click.echo(columns(rows))
    for problem in found["problems"]:
        click.echo(f"Problem: {problem}")
    if found["ok"]:
        click.echo("Data and lessons are complete.")
