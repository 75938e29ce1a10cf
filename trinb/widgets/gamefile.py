"""The file in which a game at a table is kept: written after every move, and gone on with later.

What is in it is a record as `records` writes and reads it; a game that is not over is one like any other.
A seat without a name of its own is written by its kind, ``you`` or the name of a bot, as the terminal does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from ..errors import RecordError
from ..matches import Match
from ..notation import first_line
from ..players import player_names
from ..records import Record, read_record, write_record
from ..ruleset import RuleSet
from ..words import tr
from .matchtable import MatchTable
from .seats import YOU, Seat


def record_of(table: MatchTable) -> Record:
    """The record of a game, up to where it stands."""
    return Record(table.match, tuple(seat.name or seat.kind for seat in table.seats))


def record_text(table: MatchTable) -> str:
    """The record of a game as the text of a file."""
    return "".join(f"{line}\n" for line in record_of(table).lines())


def file_name(table: MatchTable) -> str:
    """A name for the record of a game, such as ``granna-7.jsonl``; safe whatever the rules are called."""
    id = re.sub(r"[^A-Za-z0-9-]+", "-", table.rules.id)[:40].strip("-") or "game"
    return f"{id}-{table.match.seed}.jsonl"


def save(path: Path, table: MatchTable) -> None:
    """Write the record of a game.

    Raises:
        RecordError: the file cannot be written.
    """
    try:
        write_record(path, record_of(table))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else first_line(error)
        raise RecordError(tr("{file} cannot be written: {why}", file=path.name, why=why)) from error


def resume(path: Path, rules: RuleSet, players: int, seed: int | None, whole: bool) -> Record | None:
    """The unfinished game in a file; None if there is no such file.

    Args:
        path: the file.
        rules: what is to be played.
        players: by how many.
        seed: the seed that it must have; None if any will do.
        whole: whether all of the match is to be played.

    Raises:
        RecordError: the file holds something else, which must not be written over.
    """
    if not path.exists():
        return None
    try:
        record = read_record(path)
    except RecordError as error:
        raise RecordError(tr("{why}; choose another name for the record", why=error), error.record) from error
    why = _other_game(record.match, rules, players, seed, whole)
    if why:
        raise RecordError(tr("{file}: {why}; choose another name for the record", file=path.name, why=why))
    return record


def _other_game(match: Match, rules: RuleSet, players: int, seed: int | None, whole: bool) -> str:
    """Why a match is not the one that is to be gone on with; empty if it is."""
    if match.rules != rules:
        return tr("holds a game of other rules, {rules}", rules=match.rules.id)
    if match.players != players:
        return tr("holds a game of {found} players, not {wanted}", found=match.players, wanted=players)
    if seed is not None and match.seed != seed:
        return tr("holds a game with the seed {found}, not {wanted}", found=match.seed, wanted=seed)
    if match.is_over or (match.finished and not whole):
        return tr("holds a game that is over")
    return ""


def with_names_of(record: Record, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats with the names in a record, where they have none."""
    kinds = {YOU, *player_names()}
    return tuple(
        Seat(seat.kind, seat.name or ("" if name in kinds else name))
        for seat, name in zip(seats, record.names, strict=True)
    )


def unused(path: Path) -> Path:
    """A path for another game that is no file yet: ``game.jsonl``, else ``game-2.jsonl`` and so on.

    >>> unused(Path("no-such-folder/game.jsonl")).name
    'game.jsonl'
    """
    if not path.exists():
        return path
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(other for other in numbered if not other.exists())
