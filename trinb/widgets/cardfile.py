"""The file in which a match of the card game is kept: written after every round, and gone on with later."""

from __future__ import annotations

from pathlib import Path

from ..cards.matches import CardMatch
from ..cards.records import CardRecord, read_card_record, write_card_record
from ..errors import RecordError
from ..notation import first_line
from ..words import tr
from .cardseats import CardSetup


def save(path: Path, record: CardRecord) -> None:
    """Write the record of a match.

    Raises:
        RecordError: the file cannot be written.
    """
    try:
        write_card_record(path, record)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else first_line(error)
        raise RecordError(tr("{file} cannot be written: {why}", file=path.name, why=why)) from error


def kept(path: Path | None, setup: CardSetup, seed: int | None) -> tuple[CardSetup, CardMatch | None]:
    """What is to be played, with the match in a file that is to be gone on with, if there is such a file.

    Raises:
        RecordError: the file holds something else, which must not be written over.
    """
    if path is None or not path.exists():
        return setup, None
    try:
        record = read_card_record(path)
    except RecordError as error:
        raise RecordError(tr("{why}; choose another name for the record", why=error)) from error
    match = record.match
    if match.rules != setup.rules:
        reason = tr("holds a match by other rules")
    elif seed is not None and match.seed != seed:
        reason = tr("holds a game with the seed {found}, not {wanted}", found=match.seed, wanted=seed)
    elif match.is_over:
        reason = tr("holds a game that is over")
    else:
        return setup.going_on(match.seed, record.names), match
    raise RecordError(tr("{file}: {why}; choose another name for the record", file=path.name, why=reason))
