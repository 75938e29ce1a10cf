"""The command `trinb`: a thin face in the terminal, without any rules of its own.

Results go to standard output, in words or with ``--json``; an error goes to standard error as one line
that says what is wrong, where, and what would be right, and the exit status is 2.  Each command imports
what it needs when it runs, so that ``trinb --help`` answers at once.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any, NoReturn

import click

from . import __version__
from .errors import NotationError, TrinbError
from .terminal import YOU, Table, columns, score_words, width, wrapped

if TYPE_CHECKING:
    from .board import Board
    from .moves import Event
    from .rounds import Round
    from .ruleset import RuleSet
    from .scoring import Line
    from .tiles import Tile, TileSet

# --- what all commands share -------------------------------------------------------------------------


class Commands(click.Group):
    """A group of commands that says every error in one line, whoever raised it."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run, and exit with 0, or with 2 after an error, or with 130 after Ctrl-C."""
        run: Callable[..., Any] = super().main
        if not extra.get("standalone_mode", True):
            return run(*args, **extra)
        try:
            status = run(*args, **{**extra, "standalone_mode": False})
        except click.Abort:
            click.echo("stopped", err=True)
            sys.exit(130)
        except click.ClickException as error:
            _fail(_of_click(error))
        except OSError as error:
            _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except TrinbError as error:
            _fail(str(error))
        sys.exit(status if isinstance(status, int) else 0)


def _of_click(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    hint = f"; see '{context.command_path} --help'" if context else ""
    return error.format_message().rstrip(".") + hint


def _fail(message: str) -> NoReturn:
    """Say what is wrong in one line of sensible length, whatever a hostile input put into it, and exit."""
    line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in message)
    if len(line) > 900:
        line = f"{line[:450]} … {line[-450:]}"
    click.echo(f"trinb: error: {line}", err=True)
    sys.exit(2)


def _emit(data: Any, indent: int | None = 2) -> None:
    """Print as JSON; where the output is not Unicode, in ASCII."""
    plain = "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower()
    click.echo(json.dumps(data, ensure_ascii=plain, indent=indent))


def _rule_set(id: str, readings: Iterable[str]) -> RuleSet:
    """The rules of this id or in this file, with readings switched on."""
    from .ruleset import RuleSet, rules

    rule_set = RuleSet.load(id) if id.endswith(".toml") and "\0" not in id else rules(id)
    for name in readings:
        rule_set = rule_set.with_reading(name)
    return rule_set


def _lines(lines: Iterable[Line]) -> list[dict[str, Any]]:
    return [{"points": line.points, "reason": line.reason.value, "clause": line.clause} for line in lines]


_Command = Callable[..., None]
_json: Callable[[_Command], _Command] = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_rules_option: Callable[[_Command], _Command] = click.option(
    "--rules",
    "rules_id",
    metavar="ID",
    default="triangelspelet",
    show_default=True,
    help="A rule set (see `trinb rules`) or a TOML file.",
)
_reading_option: Callable[[_Command], _Command] = click.option(
    "--reading", "readings", metavar="NAME", multiple=True, help="Switch on a reading; may be repeated."
)


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
    _speak_utf8()
    cli(prog_name="trinb")


def _speak_utf8() -> None:
    """Use UTF-8, but for a terminal with an alphabet of its own; write "?" for what cannot be shown."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            keep = "PYTHONIOENCODING" in os.environ or (stream.isatty() and not is_ascii)
            stream.reconfigure(encoding=stream.encoding if keep else "utf-8", errors="replace")


# --- score -------------------------------------------------------------------------------------------


@cli.command(epilog='Example: trinb score "^0,0=555 v0,0=554" --rules triangelspelet')
@click.argument("position", nargs=-1)
@_rules_option
@_reading_option
@_json
def score(position: tuple[str, ...], rules_id: str, readings: tuple[str, ...], as_json: bool) -> None:
    """Score the last tile of a POSITION.

    A position is tokens in the order laid: ^q,r=abc for an up cell, vq,r=abc for a down cell, with the
    digits clockwise from the apex. With - it is read from standard input.
    """
    from . import scoring

    rule_set = _rule_set(rules_id, readings)
    board = _position(sys.stdin.read() if position == ("-",) else " ".join(position), rule_set.tile_set)
    last = board.laid[-1]
    points = scoring.scorer(rule_set).score(last.contact, last.placement.tile)
    found = {
        "rules": rule_set.id,
        "kind": last.contact.kind.value,
        "sides": last.contact.sides,
        "hexagons": last.contact.hexagons,
        "extends_bridge": last.contact.extends_bridge,
        "lines": _lines(points.lines),
        "total": points.total,
    }
    if as_json:
        return _emit(found)
    click.echo(f"{last.placement.tile} at {last.placement.cell} is a {_contact_words(found)}.")
    click.echo(_score_table(rule_set, points.lines))


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


def _contact_words(found: Mapping[str, Any]) -> str:
    words = [f"{found['kind']}", f"{found['sides']} side{'s' * (found['sides'] != 1)}"]
    if found["hexagons"]:
        words.append(f"{found['hexagons']} hexagon{'s' * (found['hexagons'] != 1)}")
    if found["extends_bridge"]:
        words.append("extends a bridge")
    return ", ".join(words)


def _score_table(rule_set: RuleSet, lines: Sequence[Line]) -> str:
    """Lines with points, words and clause, each followed by what the clause says; then the total."""
    from .scoring import REASON_WORDS

    texts = {clause.id: clause.text for clause in rule_set.clauses}
    rows = []
    for line in lines:
        rows.append(f"{line.points:+6d}  {REASON_WORDS[line.reason]}")
        if line.clause:
            rows.append(wrapped(f"{'':8}{line.clause}", texts[line.clause], 13))
    return "\n".join([*rows, f"{sum(line.points for line in lines):+6d}  in all, {rule_set!r}"])


# --- tiles -------------------------------------------------------------------------------------------


@cli.command(epilog="Example: trinb tiles triangelspelet-56 --tile 0-2-1")
@click.argument("set_id", metavar="[SET]", required=False)
@click.option("--tile", "asked", metavar="A-B-C", multiple=True, help="Look one tile up; may be repeated.")
@_json
def tiles(set_id: str | None, asked: tuple[str, ...], as_json: bool) -> None:
    """List the tile sets, or show the tiles of a SET.

    Generated sets have names too: ascending-N has each multiset of N digits once, mirrored-N has all
    mirrors as well.
    """
    from .tiles import Tile, tile_set, tile_sets

    if set_id is None and asked:
        raise click.UsageError("--tile needs a tile set to look in, e.g. triangelspelet-56")
    if set_id is None:
        return _list_sets([tile_set(id) for id in tile_sets()], as_json)
    box = tile_set(set_id)
    if not asked:
        return _show_set(box, as_json)
    found = [_look_up(box, text, Tile.parse(text)) for text in asked]
    if as_json:
        return _emit({"set": box.id, "tiles": found})
    click.echo("\n".join(_tile_words(box.id, entry) for entry in found))


def _list_sets(boxes: list[TileSet], as_json: bool) -> None:
    if as_json:
        return _emit([{"id": box.id, "count": len(box), "name": box.name} for box in boxes])
    click.echo(columns([(box.id, len(box), box.name) for box in boxes], right="1"))
    click.echo("Others: ascending-N and mirrored-N, with N digits.")


def _show_set(box: TileSet, as_json: bool) -> None:
    from .tiles import ascending_count, mirrored_count

    chiral = [tile for tile in box if tile.is_chiral]
    counts = {
        "triples": len(box.triples),
        "doubles": len(box) - len(box.triples) - len(chiral),
        "rising": sum(tile.is_rising for tile in chiral),
        "falling": sum(not tile.is_rising for tile in chiral),
    }
    n = len(box.digits)
    formulas = {"ascending": ascending_count(n), "mirrored": mirrored_count(n)}
    if as_json:
        known = {"id": box.id, "name": box.name, "count": len(box), **counts, "digits": list(box.digits)}
        return _emit({**known, **formulas, "tiles": [str(tile) for tile in box]})
    click.echo(f"{box.id}: {len(box)} tiles. {box.name}")
    click.echo(_tile_grid(box))
    click.echo(", ".join(f"{count} {name}" for name, count in counts.items()))
    click.echo(f"{n} digits, {box.digits[0]} to {box.digits[-1]}. So many digits make")
    click.echo(f"  {formulas['ascending']} tiles if a tile and its mirror are one: C(n+2, 3)")
    click.echo(f"  {formulas['mirrored']} tiles if they are two: (n³ + 2n)/3")


def _tile_grid(tiles: Iterable[Tile]) -> str:
    names = [str(tile) for tile in tiles]
    wide = max(map(len, names))
    across = max(1, (width() - 2) // (wide + 2))
    rows = [names[start : start + across] for start in range(0, len(names), across)]
    return "\n".join("  " + "  ".join(name.ljust(wide) for name in row).rstrip() for row in rows)


def _look_up(box: TileSet, text: str, tile: Tile) -> dict[str, Any]:
    return {
        "asked": text,
        "tile": str(tile),
        "in_set": tile in box,
        "mirror": str(tile.mirror()),
        "mirror_in_set": tile.mirror() in box,
        "sum": tile.sum,
        "number": box.number(tile) if tile in box else None,
    }


def _tile_words(box: str, found: Mapping[str, Any]) -> str:
    place = f"is number {found['number']} of {box}" if found["in_set"] else f"is not in {box}"
    mirror = f"its mirror {found['mirror']} is {'in it' if found['mirror_in_set'] else 'not'}"
    if found["mirror"] == found["tile"]:
        mirror = "it is its own mirror"
    return f"{found['tile']} {place}; {mirror}; its sum is {found['sum']}"


# --- rules -------------------------------------------------------------------------------------------


@cli.command(epilog="Example: trinb rules triangelspelet")
@click.argument("id", required=False)
@_json
def rules(id: str | None, as_json: bool) -> None:
    """List the rule sets, or show the clauses and readings of one by its ID."""
    from .ruleset import rule_sets

    if id is not None:
        return _show_rules(_rule_set(id, ()), as_json)
    known = [_rule_set(name, ()) for name in rule_sets()]
    if as_json:
        return _emit([_rules_head(rule_set) for rule_set in known])
    rows = [(r.id, r.tiles, f"{r.players[0]}–{r.players[1]} players", r.name) for r in known]
    click.echo(columns(rows))


def _rules_head(rule_set: RuleSet) -> dict[str, Any]:
    return {
        "id": rule_set.id,
        "name": rule_set.name,
        "source": rule_set.source,
        "tiles": rule_set.tiles,
        "players": list(rule_set.players),
    }


def _show_rules(rule_set: RuleSet, as_json: bool) -> None:
    if as_json:
        clauses = [
            {"id": clause.id, "text": clause.text, "settles": [reason.value for reason in clause.settles]}
            for clause in rule_set.clauses
        ]
        readings = [
            {"name": name, "clause": reading.clause, "text": reading.text}
            for name, reading in rule_set.readings.items()
        ]
        return _emit({**_rules_head(rule_set), "clauses": clauses, "readings": readings})
    low, high = rule_set.players
    click.echo(f"{rule_set.id}: {rule_set.name}, {low}–{high} players, tiles {rule_set.tiles}")
    if rule_set.source:
        click.echo(f"Source: {rule_set.source}")
    indent = max((len(clause.id) for clause in rule_set.clauses), default=0) + 4
    for clause in rule_set.clauses:
        click.echo(wrapped(f"  {clause.id}", clause.text, indent))
    click.echo("Readings, to be switched on with --reading NAME:" if rule_set.readings else "No readings.")
    for name, reading in rule_set.readings.items():
        click.echo(f"  {name} ({reading.clause})")
        click.echo(wrapped("", reading.text, 6))


# --- play --------------------------------------------------------------------------------------------


@cli.command(epilog="Example: trinb play --rules triangelspelet --players you,greedy")
@_rules_option
@_reading_option
@click.option(
    "--players", default="greedy,greedy", help="One a seat: greedy, random or you.", show_default=True
)
@click.option("--seed", type=int, help="Deal this round again.  [default: a fresh one]")
@_json
def play(rules_id: str, readings: tuple[str, ...], players: str, seed: int | None, as_json: bool) -> None:
    """Play one round, by bots or with you in the terminal."""
    seed = SystemRandom().randrange(10**6) if seed is None else seed
    table = Table(_rule_set(rules_id, readings), players.split(","), seed)
    if as_json and YOU in table.names:
        raise click.UsageError(f"--json is for bots only: take {YOU!r} out of --players")
    again = [
        "trinb",
        "play",
        "--rules",
        rules_id,
        *(word for name in readings for word in ("--reading", name)),
    ]
    again += ["--players", ",".join(table.names), "--seed", str(seed)]
    if not as_json:
        click.echo(f"To play this round again: {shlex.join(again)}")
    over = table.play()
    if over is None:
        click.echo("You left the round.")
    elif as_json:
        _emit(_record(table, over))
    else:
        table.show_news(over)
        click.echo(score_words(table.names, over))


def _record(table: Table, over: Round) -> dict[str, Any]:
    """A round of bots as JSON."""
    return {
        "rules": table.rules.id,
        "readings": list(table.rules.switched_on),
        "seed": table.seed,
        "players": list(table.names),
        "events": [_event(event) for event in over.events],
        "scores": list(over.scores),
        "winner": over.winner,
        "end": over.end.name.lower() if over.end else None,
    }


def _event(event: Event) -> dict[str, Any]:
    return {
        "seat": event.seat,
        "what": event.what.name.lower().replace("_", "-"),
        "text": str(event),
        "placement": str(event.placement) if event.placement else None,
        "kind": event.contact.kind.value if event.contact else None,
        "lines": _lines(event.lines),
    }


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
@_json
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
                _emit({**where, **copied._asdict()}, indent=None)
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
@_json
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
        _emit(found)
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
