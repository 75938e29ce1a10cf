"""The commands ``trinb cards``: a thin face for the card game, see `cli` for how all commands behave."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

import click

from .errors import NotationError
from .shell import as_path, emit, json_option, progress, reading_option, try_to_write, whole_kit
from .terminal import say, shown
from .words import tr

if TYPE_CHECKING:
    from .cards import CardRules, Reaction


@click.group(invoke_without_command=True, epilog="Example: trinb cards odds --peers 2,6 --middle 3 --json")
@click.pass_context
def cards(context: click.Context) -> None:
    """Play and study the card game Треугольник."""
    if not context.invoked_subcommand:
        click.echo(context.get_help())


_Command = Callable[..., None]
_players_option: Callable[[_Command], _Command] = click.option(
    "--players",
    default="expected,expected,expected",
    show_default=True,
    help="A bot for each seat: careful, expected, match, random; each also NAME-forgetful.",
)
_reactions_option: Callable[[_Command], _Command] = click.option(
    "--reactions",
    metavar="S,S,S",
    help="How fast each seat reaches, in seconds; 0.6/0.15 gives the deviation too.  [default: 0.6 for all]",
)
_progress_option: Callable[[_Command], _Command] = click.option(
    "--quiet", is_flag=True, help="Show no progress on standard error."
)


def _rules(readings: tuple[str, ...]) -> CardRules:
    from .cards import card_rules

    rules = card_rules()
    for name in readings:
        rules = rules.with_reading(name)
    return rules


def _names(players: str) -> list[str]:
    return [name.strip() for name in players.split(",")]


def _reactions(text: str | None) -> tuple[Reaction, ...] | None:
    from .cards import read_reactions

    return None if text is None else read_reactions(text)


@cards.command(epilog="Example: trinb cards odds --peers 2,6 --middle 3 --seen A,A,4 --json")
@click.option("--peers", required=True, metavar="CARD,CARD", help="The cards of the two others.")
@click.option("--middle", metavar="CARD", help="The middle card, once it has been looked at.")
@click.option("--seen", default="", metavar="CARD,...", help="Cards of earlier rounds of this pack.")
@reading_option
@json_option
def odds(peers: str, middle: str | None, seen: str, readings: tuple[str, ...], as_json: bool) -> None:
    """Exact odds of every statement for what a seat has seen.

    Cards are A, 2, 3, 4, 5 and 6. What gains most on any one opponent is marked.
    """
    from . import cardreports
    from .cards import Knowledge, read_card, read_cards

    card = None if middle is None else read_card(middle)
    knowledge = Knowledge(read_cards(peers), card, read_cards(seen), _rules(readings))
    emit(cardreports.odds_data(knowledge)) if as_json else say(cardreports.odds_words(knowledge))


@cards.command(
    epilog="Example: trinb cards play --players match,expected,careful --seed 5 --record game.jsonl"
)
@_players_option
@_reactions_option
@reading_option
@click.option("--seed", type=int, help="Deal the same again.  [default: a fresh one]")
@click.option("--record", "path", metavar="FILE", callback=as_path, help="Keep a record of it.")
@json_option
def play(
    players: str,
    reactions: str | None,
    readings: tuple[str, ...],
    seed: int | None,
    path: Path | None,
    as_json: bool,
) -> None:
    """Let three bots play a match."""
    from . import cardreports
    from .cards import CardRecord, card_player, play_card_match, write_card_record

    seed = SystemRandom().randrange(10**6) if seed is None else seed
    names = _names(players)
    bots = [card_player(name) for name in names]
    if path:
        try_to_write(path)
    match = play_card_match(bots, seed, _rules(readings), _reactions(reactions))
    record = CardRecord(match, tuple(names))
    if path:
        write_card_record(path, record)
    if as_json:
        return emit(cardreports.record_data(record))
    for line in cardreports.record_words(record):
        say(line)
    if path:
        say(f"The record is in {shown(str(path))}")


@cards.command(epilog="Example: trinb cards replay game.jsonl")
@click.argument("file")
@click.option("--verify", is_flag=True, help="Only say whether all of it is sound.")
@json_option
def replay(file: str, verify: bool, as_json: bool) -> None:
    """Show the record in a FILE; every line of it is checked by playing it again."""
    from . import cardreports
    from .cards import read_card_record

    record = read_card_record(str(as_path(None, None, file)))
    if verify:
        found = {"file": file, "rounds": len(record.match.finished), "totals": list(record.match.totals)}
        return emit(found) if as_json else say(f"{shown(file)} is sound: {found['rounds']} rounds")
    if as_json:
        return emit(cardreports.record_data(record))
    for line in cardreports.record_words(record):
        say(line)


@cards.command(
    epilog="Example: trinb cards simulate --players match,expected,expected --rounds 1000000 --seed 1"
)
@_players_option
@_reactions_option
@reading_option
@click.option(
    "--rounds", type=click.IntRange(1, 10**9), default=1_000_000, show_default=True, help="How many."
)
@click.option("--seed", type=int, default=1, show_default=True, help="All chance follows from it.")
@_progress_option
@json_option
def simulate(
    players: str,
    reactions: str | None,
    readings: tuple[str, ...],
    rounds: int,
    seed: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Let three bots play many rounds, compiled; every number comes with its 95 % interval.

    There is one bot more: race, who plays a solved race for the right to speak.
    """
    with whole_kit():
        from .cards.results import result_data
        from .cards.simulate import simulate_cards

    speeds, rules = _reactions(reactions), _rules(readings)
    with progress(tr("rounds"), quiet) as tell:
        found = simulate_cards(_names(players), rounds, seed, speeds, rules, progress=tell)
    data = result_data(found, rounds)
    if as_json:
        return emit(data)
    from . import cardreports

    say(cardreports.result_words(data))


@cards.command(epilog="Example: trinb cards results --question memory")
@click.option("--question", metavar="NAME", help="Only the rows for this: bots, memory, speed or trade.")
@click.option("--write", "path", metavar="FILE", callback=as_path, help="Play it all again into this file.")
@click.option(
    "--rounds", type=click.IntRange(1, 10**9), default=2_000_000, show_default=True, help="With --write."
)
@click.option("--seed", type=int, default=1, show_default=True, help="With --write.")
@_progress_option
@json_option
def results(
    question: str | None, path: Path | None, rounds: int, seed: int, quiet: bool, as_json: bool
) -> None:
    """What bots, memory and speed are worth: the table that comes with trinb."""
    from . import cardreports
    from .cards.results import QUESTIONS, card_results, make_results

    if path:
        if question:
            raise click.UsageError("--write plays all questions: leave --question out")
        try_to_write(path)
        with whole_kit(), progress(tr("rows"), quiet) as tell:
            make_results(path, rounds, seed, tell)
        return (
            emit({"saved": str(path)})
            if as_json
            else say(tr("The table is saved in {path}", path=shown(str(path))))
        )
    rows = card_results(question)
    if as_json:
        return emit(rows)
    for name in QUESTIONS if question is None else [question]:
        say(f"{tr(QUESTIONS[name])}\n{cardreports.results_words(card_results(name))}")


@cards.command(epilog="Example: trinb cards race --speeds 2,1,1")
@click.option(
    "--speeds", default="1,1,1", show_default=True, help="How fast each seat is, beside the others."
)
@click.option("--unclear", type=float, default=0.2, show_default=True, help="How often a race is unclear.")
@_progress_option
@json_option
def race(speeds: str, unclear: float, quiet: bool, as_json: bool) -> None:
    """Solve the race for the right to speak: when should three reach who all think?"""
    with whole_kit():
        from .cards.equilibrium import solve_race
    from . import cardreports

    try:
        numbers = [float(word) for word in speeds.split(",")]
    except ValueError:
        raise NotationError(tr("speeds are three numbers like 2,1,1")) from None
    with progress(tr("situations"), quiet) as tell:
        solution = solve_race(None, numbers, unclear, progress=tell)
    found = cardreports.race_data(solution)
    emit(found) if as_json else say(cardreports.race_words(found))
