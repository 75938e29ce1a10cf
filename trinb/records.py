"""Records: a match as a file of JSON lines, to be read, replayed and verified by anybody.

The first line says what is played: the version of the format, the whole rule set, the players and the
seed.  Then, for every round, one line for the deal, which holds all chance, and one for each move with the
points that it gave; a drawn tile is written beside the move, so that chance and decisions stay apart.  The
last line of a round gives its scores, and the last line of all the winners.

Every line ends with a check, made of its own text and of all lines before it.  Reading replays the match
move by move and compares everything; whatever has been changed or cut off is told at its line, and what
was read up to there is still usable.

>>> from trinb.players import play_match, player
>>> from trinb.ruleset import rules
>>> match = play_match(rules("triangelspelet"), [player("greedy")] * 2, seed=5)
>>> record = Record(match, ("Ann", "Bo"))
>>> lines = record.lines()
>>> read_lines(lines) == record
True
>>> lines[2] = lines[2].replace("pass", "draw").replace("0,0", "0,1")
>>> read_lines(lines)
Traceback (most recent call last):
    ...
trinb.errors.RecordError: line 3: has been changed: its check does not fit
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from . import jsonlines, rulefiles
from .deals import Deal
from .errors import RecordError
from .jsonlines import Reader, all_sealed, compare, fault, only, says, strict, text_of
from .matches import Match
from .moves import DECISIONS, Draw, Event, Move, Place, What, read_move
from .notation import show
from .rounds import Round
from .ruleset import RuleSet
from .words import tr

VERSION = 1
"""The version of the format."""


@frozen
class Record:
    """A match, finished or not, and who played it.

    Attributes:
        match: its last state; every earlier one can be had from `states`.
        names: a name for each seat.

    Raises:
        RecordError: there are not as many names as seats.
    """

    match: Match
    names: tuple[str, ...] = field()

    @names.validator
    def _one_for_each(self, _attribute: object, names: tuple[str, ...]) -> None:
        if len(names) != self.match.players:
            raise fault(
                "names", tr("there are {count} for {seats} seats", count=len(names), seats=self.match.players)
            )

    def states(self) -> Iterator[Match]:
        """Every state of the match, one for each decision; a round that has just ended is still `round`."""
        match = Match.start(self.match.rules, self.match.players, self.match.seed)
        for round in self.match.rounds:
            match = match._replace(round=Round.start(round.dealt))
            yield match
            for move in moves_of(round):
                after = match.round.play(move)
                match, before = match.after(after), match
                yield match if match.end else before._replace(round=after)

    def lines(self) -> list[str]:
        """The lines of the file, without line breaks."""
        return list(all_sealed(_contents(self)))


def moves_of(round: Round) -> tuple[Move, ...]:
    """The moves that were made in a round, in order."""
    found = (_move_of(event) for event in round.events)
    return tuple(move for move in found if move)


def replay(round: Round, rules: RuleSet) -> Round:
    """The same deal and the same moves under another rule set with the same tiles.

    Raises:
        IllegalMove: a move is not allowed under those rules.

    >>> from trinb.players import play_round, player
    >>> from trinb.ruleset import rules
    >>> swedish = rules("triangelspelet")
    >>> over = play_round(swedish, [player("greedy")] * 2, seed=3)
    >>> replay(over, swedish.with_reading("plain-scores-sum")).board == over.board
    True
    """
    again = Round.start(evolve(round.dealt, rules=rules))
    for move in moves_of(round):
        again = again.play(move)
    return again


def _move_of(event: Event) -> Move | None:
    """The decision behind an event; None if it followed by itself."""
    if event.what not in DECISIONS:
        return None
    if event.placement:
        return Place(event.placement)
    return read_move({What.DRAW: "draw", What.PASS: "pass", What.END_TURN: "end"}[event.what])


# --- writing ----------------------------------------------------------------------------------------------


def write_record(path: str | Path, record: Record | Match, names: Sequence[str] | None = None) -> None:
    """Write a record; the file appears whole or not at all.

    Args:
        path: where to.
        record: the record, or a match.
        names: for a match: a name for each seat, by default ``Seat 0`` and so on in the language spoken.

    Raises:
        RecordError: there are not as many names as seats, or one cannot be written.
        OSError: the file cannot be written.
    """
    if isinstance(record, Match):
        record = Record(record, tuple(names or [tr("Seat {n}", n=n) for n in range(record.players)]))
    jsonlines.write(Path(path), _contents(record))


def _contents(record: Record) -> Iterator[dict[str, Any]]:
    match = record.match
    yield {
        "trinb": VERSION,
        "rules": rulefiles.unstructure(match.rules),
        "players": match.players,
        "names": list(record.names),
        "seed": match.seed,
    }
    for number, round in enumerate(match.rounds, 1):
        as_dealt = round.is_fresh and round.dealt == match.next_deal(match.rounds[: number - 1])
        if number == 1 or not as_dealt:  # a round that nobody has begun follows from the seed
            yield from _round_contents(number, round)
    if match.end:
        yield {"totals": list(match.totals), "winners": list(match.winners), "over": match.end.name.lower()}


def _round_contents(number: int, round: Round) -> Iterator[dict[str, Any]]:
    yield {"round": number, **_deal_contents(round.dealt)}
    state = Round.start(round.dealt)
    for move in moves_of(round):
        after = state.play(move)
        yield _move_contents(state, move, after)
        state = after
    if state.end:
        yield {"end": state.end.name.lower(), "winner": state.winner, "scores": list(state.scores)}


def _deal_contents(deal: Deal) -> dict[str, Any]:
    tiles = deal.box.tiles
    contents: dict[str, Any] = {"order": " ".join(str(tiles[number]) for number in deal.order)}
    if deal.lead_order:
        contents["lead"] = " ".join(str(tiles[number]) for number in deal.lead_order)
    return {**contents, "first": deal.first, "last_winner": deal.last_winner}


def _move_contents(state: Round, move: Move, after: Round) -> dict[str, Any]:
    contents: dict[str, Any] = {"seat": state.seat, "move": str(move)}
    if isinstance(move, Draw):
        contents["tile"] = str(state.pool[0])
    points = [
        [event.seat, line.points, line.reason.value, line.clause]
        for event in after.events[len(state.events) :]
        for line in event.lines
    ]
    return {**contents, "points": points} if points else contents


# --- reading ----------------------------------------------------------------------------------------------


def read_record(path: str | Path) -> Record:
    """Read a record and verify every line of it.

    Raises:
        RecordError: the file cannot be read, has been changed, or is cut off.  The message names the line;
            the error's `record` is what was read up to there, or None if that is nothing.
    """
    reader = _Reader()
    reader.read_file(path)
    return reader.made


def read_lines(lines: Sequence[str | bytes], cut_off: bool = False) -> Record:
    """The record in these lines; the last one may be empty.

    Raises:
        RecordError: as `read_record` does.
    """
    reader = _Reader()
    reader.read_lines(lines, cut_off)
    return reader.made


class _Reader(Reader):
    """Replays a record line by line; `record` is what has been read so far."""

    def __init__(self) -> None:
        super().__init__()
        self._dealt = False  # whether the line of the present round's deal has been read
        self._settled: Round | None = None  # a round that is over, before the line that ends it
        self._over = False  # whether the line with the winners has been read

    @property
    def made(self) -> Record:
        """The record, once a line of it has been read."""
        if self.record is None:
            raise RecordError(tr("comes before the first line"))
        record: Record = self.record
        return record

    def take(self, number: int, content: Mapping[str, Any]) -> None:
        """Replay the next line."""
        if number == 1:
            self._head(content)
        elif self._over:
            raise RecordError(tr("comes after the end of the match"))
        elif "round" in content:
            self._deal(content)
        elif "move" in content:
            self._move(content)
        elif "end" in content:
            self._end(content)
        elif "winners" in content:
            self._winners(content)
        else:
            raise RecordError(tr("is no line of a record: {content}", content=show(content)))

    def missing(self) -> str:
        """The end of a round or of the match."""
        if self._settled:
            return tr("is missing: the last round is not settled")
        if self.made.match.end and not self._over:
            return tr("is missing: nobody is named as the winner")
        return ""

    def _head(self, content: Mapping[str, Any]) -> None:
        version = content.get("trinb")
        if type(version) is not int or version != VERSION:
            raise RecordError(
                tr("is of version {found}, but only {known} can be read", found=show(version), known=VERSION)
            )
        tables, names, seed = content.get("rules"), content.get("names"), content.get("seed")
        if not isinstance(tables, dict) or not isinstance(names, list) or type(seed) is not int:
            raise RecordError(tr("must hold rules, names and seed"))
        players = content.get("players")
        if type(players) is not int or players != len(names) or not all(type(name) is str for name in names):
            raise RecordError(tr("must hold a name for each of the players"))
        only(content, {"trinb", "rules", "players", "names", "seed"})
        rules = rulefiles.structure(tables, RuleSet, "rules")
        self.record = Record(Match.start(rules, len(names), seed), tuple(names))

    def _deal(self, content: Mapping[str, Any]) -> None:
        match = self._match()
        if self._dealt:
            raise RecordError(tr("deals a round before the one before it is over"))
        if match.end:
            raise RecordError(tr("deals a round, but the match is over"))
        expected = {"round": match.number, **_deal_contents(match.round.dealt)}
        if strict(content) != strict(expected):
            deal = _deal_of(match, content, expected.keys())
            match = match._replace(round=Round.start(deal))
        self._keep(match)
        self._dealt = True

    def _move(self, content: Mapping[str, Any]) -> None:
        match = self._match()
        if not self._dealt or self._settled or match.end:
            raise RecordError(tr("is a move, but no round is being played"))
        move, state = read_move(text_of(content, "move")), match.round
        after = state.play(move)
        expected = _move_contents(state, move, after)
        compare(content, expected)
        if after.is_over:
            self._settled = after
            self._keep(match._replace(round=after))
        else:
            self._keep(match.after(after))

    def _end(self, content: Mapping[str, Any]) -> None:
        over = self._settled
        if over is None or over.end is None:
            raise RecordError(tr("ends a round that is not over"))
        compare(content, {"end": over.end.name.lower(), "winner": over.winner, "scores": list(over.scores)})
        self._keep(self._match().after(over))
        self._settled, self._dealt = None, False

    def _winners(self, content: Mapping[str, Any]) -> None:
        match = self._match()
        if match.end is None:
            raise RecordError(tr("names winners of a match that is not over"))
        compare(
            content,
            {"totals": list(match.totals), "winners": list(match.winners), "over": match.end.name.lower()},
        )
        self._over = True

    def _match(self) -> Match:
        return self.made.match

    def _keep(self, match: Match) -> None:
        self.record = evolve(self.made, match=match)


def _deal_of(match: Match, content: Mapping[str, Any], known: Iterable[str]) -> Deal:
    """A deal as it is written, for a round that was not dealt from the seed.

    Raises:
        TrinbError: it is no order of all tiles, or names a seat that is not there.
    """
    box, players = match.rules.tile_set, match.players
    only(content, known)
    if strict(content.get("round")) != strict(match.number):
        raise fault("round", says(content.get("round"), match.number))

    def order(key: str) -> tuple[int, ...]:
        numbers = tuple(box.number(box.parse(text)) for text in text_of(content, key).split())
        if sorted(numbers) != list(range(len(box))):
            raise fault(key, tr("must hold every tile of {set} once", set=box.id))
        return numbers

    def seat(key: str) -> int | None:
        value = content.get(key)
        if value is not None and (type(value) is not int or not 0 <= value < players):
            raise fault(key, tr("there is no seat {seat}", seat=show(value)))
        return value

    lead = order("lead") if match.round.dealt.lead_order else ()
    first = seat("first")
    if first is None:
        raise fault("first", tr("is missing"))
    return Deal(match.rules, players, order("order"), first, seat("last_winner"), lead)
