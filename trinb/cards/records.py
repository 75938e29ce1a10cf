"""Records of the card game: a match as a file of JSON lines, to be read, replayed and verified by anybody.

The first line says what is played: the version of the format, the whole rules, the names and the seed.  Then
there is a line for every pack, which holds all chance, and one for every round: its cards, the moves that
were made, and the points that they gave.  The last line of all names the winners.  As in `trinb.records`
every line ends with a check of itself and of all lines before it; reading plays the match again and compares
everything.

>>> record = CardRecord(play_card_match([card_player("careful")] * 3, seed=5), ("Ann", "Bo", "Cy"))
>>> lines = record.lines()
>>> read_card_lines(lines) == record
True
>>> lines[2] = lines[2].replace("take", "Take")
>>> read_card_lines(lines)
Traceback (most recent call last):
    ...
trinb.errors.RecordError: line 3: has been changed: its check does not fit
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from .. import jsonlines, rulefiles
from ..errors import RecordError
from ..jsonlines import Reader, all_sealed, compare, fault, only, text_of
from ..notation import show
from ..words import tr
from .matches import CardMatch
from .players import card_player
from .races import play_card_match
from .rounds import NOBODY, SHOW, UNCLEAR, CardEnd, CardMove, CardRound, Phase, Say, Take, read_card_move
from .rules import SEATS, card_names, read_cards, read_rules

__all__ = [
    "CardRecord", "card_player", "moves_of", "play_card_match", "read_card_lines", "read_card_record",
    "write_card_record",
]  # fmt: skip

VERSION = 1
"""The version of the format."""

MARK = "trinb-cards"
"""The key that every such file begins with; its value is the version."""


@frozen
class CardRecord:
    """A match, finished or not, and who played it.

    Attributes:
        match: its last state; every earlier one can be had from `states`.
        names: a name for each seat.

    Raises:
        RecordError: there are not as many names as seats.
    """

    match: CardMatch
    names: tuple[str, ...] = field()

    @names.validator
    def _one_for_each(self, _attribute: object, names: tuple[str, ...]) -> None:
        if len(names) != SEATS:
            raise fault("names", tr("there are {count} for {seats} seats", count=len(names), seats=SEATS))

    def states(self) -> Iterator[CardMatch]:
        """Every state of the match, one for each move."""
        packs = self.match.packs
        match = CardMatch.start(self.match.rules, self.match.seed).with_pack(packs[0])
        yield match
        for round in self.match.rounds:
            for move in moves_of(round):
                before, match = match, match.play(move)
                if len(match.packs) > len(before.packs):
                    match = match.with_pack(packs[len(before.packs)])
                yield match

    def lines(self) -> list[str]:
        """The lines of the file, without line breaks."""
        return list(all_sealed(_contents(self)))


def moves_of(round: CardRound) -> tuple[CardMove, ...]:
    """The moves that were made in a round, in order.

    >>> moves_of(CardRound.deal(CardMatch.start().rules, (1, 2, 3, 4)).play(SHOW).play(NOBODY))
    (Show(), Nobody())
    """
    if round.phase is Phase.DEALT:
        return ()
    if round.end is CardEnd.UNCLEAR:
        return (SHOW, UNCLEAR)
    if round.end is CardEnd.NOBODY:
        return (SHOW, NOBODY)
    taken = () if round.speaker is None else (Take(round.speaker),)
    said = () if round.statement is None else (Say(round.statement),)
    return (SHOW, *taken, *said)


# --- writing ----------------------------------------------------------------------------------------------


def write_card_record(
    path: str | Path, record: CardRecord | CardMatch, names: Sequence[str] | None = None
) -> None:
    """Write a record; the file appears whole or not at all.

    Args:
        path: where to.
        record: the record, or a match.
        names: for a match: a name for each seat, by default ``Seat 0`` and so on in the language spoken.

    Raises:
        RecordError: there are not as many names as seats, or one cannot be written.
        OSError: the file cannot be written.
    """
    if isinstance(record, CardMatch):
        record = CardRecord(record, tuple(names or [tr("Seat {n}", n=n) for n in range(SEATS)]))
    jsonlines.write(Path(path), _contents(record))


def _contents(record: CardRecord) -> Iterator[dict[str, Any]]:
    match = record.match
    rules = rulefiles.unstructure(match.rules)
    yield {MARK: VERSION, "rules": rules, "names": list(record.names), "seed": match.seed}
    for number, round in enumerate(match.rounds):
        if number % match.rules.rounds == 0:
            yield _pack_contents(match, number // match.rules.rounds)
        if round.phase is not Phase.DEALT:  # a round that nobody has begun follows from the pack
            yield _round_contents(number, round)
    if match.is_over:
        yield _end_contents(match)


def _pack_contents(match: CardMatch, number: int) -> dict[str, Any]:
    return {"pack": number + 1, "order": card_names(match.packs[number])}


def _round_contents(number: int, round: CardRound) -> dict[str, Any]:
    contents: dict[str, Any] = {
        "round": number + 1,
        "dealer": round.dealer,
        "cards": card_names(round.cards),
        "middle": card_names([round.middle]),
        "moves": [str(move) for move in moves_of(round)],
    }
    if round.end:
        contents["end"] = round.end.value
        contents["points"] = [[line.seat, line.points, line.clause] for line in round.lines]
    return contents


def _end_contents(match: CardMatch) -> dict[str, Any]:
    return {"totals": list(match.totals), "winners": list(match.winners)}


# --- reading ----------------------------------------------------------------------------------------------


def read_card_record(path: str | Path) -> CardRecord:
    """Read a record and verify every line of it.

    Raises:
        RecordError: the file cannot be read, has been changed, or is cut off.  The message names the line;
            the error's `record` is what was read up to there, or None if that is nothing.
    """
    reader = _Reader()
    reader.read_file(path)
    return reader.made


def read_card_lines(lines: Sequence[str | bytes]) -> CardRecord:
    """The record in these lines; the last one may be empty.

    Raises:
        RecordError: as `read_card_record` does.
    """
    reader = _Reader()
    reader.read_lines(lines)
    return reader.made


class _Reader(Reader):
    """Replays a record line by line; `record` is what has been read so far."""

    def __init__(self) -> None:
        super().__init__()
        self._packs = 0  # so many have been read
        self._begun = False  # whether a round has been read that is not over
        self._over = False  # whether the line with the winners has been read

    @property
    def made(self) -> CardRecord:
        """The record, once a line of it has been read."""
        if self.record is None:
            raise RecordError(tr("comes before the first line"))
        record: CardRecord = self.record
        return record

    def take(self, number: int, content: Mapping[str, Any]) -> None:
        """Replay the next line."""
        if number == 1:
            self._head(content)
        elif self._over:
            raise RecordError(tr("comes after the end of the match"))
        elif "pack" in content:
            self._pack(content)
        elif "round" in content:
            self._round(content)
        elif "winners" in content:
            self._winners(content)
        else:
            raise RecordError(tr("is no line of a record: {content}", content=show(content)))

    def missing(self) -> str:
        """The first pack, or the end of the match."""
        match = self.made.match
        if self._packs < len(match.packs):
            return tr("is missing: the pack has not been shuffled")
        return tr("is missing: nobody is named as the winner") if match.is_over and not self._over else ""

    def _head(self, content: Mapping[str, Any]) -> None:
        version = content.get(MARK)
        if type(version) is not int or version != VERSION:
            raise RecordError(
                tr("is of version {found}, but only {known} can be read", found=show(version), known=VERSION)
            )
        only(content, {MARK, "rules", "names", "seed"})
        tables, names, seed = content.get("rules"), content.get("names"), content.get("seed")
        if not isinstance(tables, dict) or not isinstance(names, list) or type(seed) is not int:
            raise RecordError(tr("must hold rules, names and seed"))
        if not all(type(name) is str for name in names):
            raise RecordError(tr("must hold a name for each of the players"))
        self.record = CardRecord(CardMatch.start(read_rules(tables, "rules"), seed), tuple(names))

    def _pack(self, content: Mapping[str, Any]) -> None:
        match = self.made.match
        if self._packs == len(match.packs):
            raise RecordError(tr("shuffles the pack before it is used up"))
        match = match.with_pack(read_cards(text_of(content, "order")))
        compare(content, _pack_contents(match, self._packs))
        self._packs += 1
        self._keep(match)

    def _round(self, content: Mapping[str, Any]) -> None:
        match, number = self.made.match, len(self.made.match.finished)
        if self._begun or match.is_over or self._packs < len(match.packs):
            raise RecordError(tr("deals a round that cannot be played now"))
        moves = content.get("moves")
        if not isinstance(moves, list) or not moves or not all(isinstance(move, str) for move in moves):
            raise fault("moves", tr("must be a list of moves, not {value}", value=show(moves)))
        round = match.round
        for move in moves:
            round = round.play(read_card_move(move))
        compare(content, _round_contents(number, round))
        for move in moves:
            match = match.play(read_card_move(move))
        self._begun = not round.is_over
        self._keep(match)

    def _winners(self, content: Mapping[str, Any]) -> None:
        match = self.made.match
        if not match.is_over:
            raise RecordError(tr("names winners of a match that is not over"))
        compare(content, _end_contents(match))
        self._over = True

    def _keep(self, match: CardMatch) -> None:
        self.record = evolve(self.made, match=match)
