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

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from . import resources, rulefiles
from .deals import Deal
from .errors import RecordError, TrinbError
from .matches import Match
from .moves import DECISIONS, Draw, Event, Move, Place, What, read_move
from .notation import first_line, show, show_key
from .rounds import Round
from .ruleset import RuleSet

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
            raise RecordError(f"names: there are {len(names)} for {self.match.players} seats")

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
        return list(_checked(_contents(self)))


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
        names: for a match: a name for each seat, by default ``Seat 0`` and so on.

    Raises:
        RecordError: there are not as many names as seats, or one cannot be written.
        OSError: the file cannot be written.
    """
    if isinstance(record, Match):
        record = Record(record, tuple(names or [f"Seat {seat}" for seat in range(record.players)]))
    try:
        content = "".join(f"{line}\n" for line in record.lines()).encode()
    except UnicodeError as error:
        raise RecordError(f"names: cannot be written: {first_line(error)}") from error
    resources.write_whole(Path(path), content)


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


def _checked(contents: Iterator[dict[str, Any]]) -> Iterator[str]:
    """Each object as one line with its check."""
    before = ""
    for number, content in enumerate(contents, 1):
        text = json.dumps(content, ensure_ascii=False, separators=(", ", ": "))
        before = _check(before, number, text)
        yield f'{text[:-1]}, "check": "{before}"}}'


_LINE = re.compile(r'(\{.*), "check": "([0-9a-f]{12})"\}')


def _check(before: str, number: int, text: str) -> str:
    return hashlib.sha256(f"{before}\n{number}\n{text}".encode()).hexdigest()[:12]


# --- reading ----------------------------------------------------------------------------------------------


def read_record(path: str | Path) -> Record:
    """Read a record and verify every line of it.

    Raises:
        RecordError: the file cannot be read, has been changed, or is cut off.  The message names the line;
            the error's `record` is what was read up to there, or None if that is nothing.
    """
    try:
        lines = Path(path).read_bytes().split(b"\n")
    except OSError as error:
        raise RecordError(f"{Path(path).name}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise RecordError(f"{Path(path).name}: cannot be read: {first_line(error)}") from error
    try:
        return read_lines(lines, cut_off=lines[-1] != b"")
    except RecordError as error:
        raise RecordError(f"{Path(path).name}: {error}", error.record) from error


def read_lines(lines: Sequence[str | bytes], cut_off: bool = False) -> Record:
    """The record in these lines; the last one may be empty.

    Raises:
        RecordError: as `read_record` does.
    """
    reader = _Reader()
    lines = lines[:-1] if lines and not lines[-1] else lines
    for number, line in enumerate(lines, 1):
        try:
            reader.read(number, line)
        except TrinbError as error:
            reason = "is cut off" if cut_off and number == len(lines) else error
            raise RecordError(f"line {number}: {reason}", reader.record) from error
    if cut_off and lines:
        raise RecordError(f"line {len(lines)}: is cut off: it does not end with a line break", reader.record)
    return reader.finish(len(lines))


class _Reader:
    """Replays a record line by line; `record` is what has been read so far."""

    def __init__(self) -> None:
        self.record: Record | None = None
        self._check = ""
        self._dealt = False  # whether the line of the present round's deal has been read
        self._settled: Round | None = None  # a round that is over, before the line that ends it
        self._over = False  # whether the line with the winners has been read

    def read(self, number: int, line: str | bytes) -> None:
        """Take the next line.

        Raises:
            TrinbError: it is not what should stand there.
        """
        content = self._checked(number, line)
        if number == 1:
            self._head(content)
        elif self._over:
            raise RecordError("comes after the end of the match")
        elif "round" in content:
            self._deal(content)
        elif "move" in content:
            self._move(content)
        elif "end" in content:
            self._end(content)
        elif "winners" in content:
            self._winners(content)
        else:
            raise RecordError(f"is no line of a record: {show(content)}")

    def finish(self, count: int) -> Record:
        """The record, at the end of the file."""
        if self.record is None:
            raise RecordError("line 1: is missing: the file is empty")
        if self._settled:
            raise RecordError(f"line {count + 1}: is missing: the last round is not settled", self.record)
        if self.record.match.end and not self._over:
            raise RecordError(f"line {count + 1}: is missing: nobody is named as the winner", self.record)
        return self.record

    def _checked(self, number: int, line: str | bytes) -> dict[str, Any]:
        """The object of a line without its check, which must fit."""
        if isinstance(line, bytes):
            try:
                line = line.decode()
            except UnicodeError as error:
                raise RecordError(f"is no text: {first_line(error)}") from error
        match = _LINE.fullmatch(line.removesuffix("\r"))  # some systems and mailers end lines so
        if not match:
            _parsed(line)  # says what is wrong with it, if it is no JSON at all
            raise RecordError("has been changed: it does not end with its check")
        text = match[1] + "}"
        expected = _check(self._check, number, text)
        if match[2] != expected:
            raise RecordError("has been changed: its check does not fit")
        self._check = expected
        return _parsed(text)

    def _head(self, content: Mapping[str, Any]) -> None:
        version = content.get("trinb")
        if type(version) is not int or version != VERSION:
            raise RecordError(f"is of version {show(version)}, but only {VERSION} can be read")
        tables, names, seed = content.get("rules"), content.get("names"), content.get("seed")
        if not isinstance(tables, dict) or not isinstance(names, list) or type(seed) is not int:
            raise RecordError("must hold rules, names and seed")
        players = content.get("players")
        if type(players) is not int or players != len(names) or not all(type(name) is str for name in names):
            raise RecordError("must hold a name for each of the players")
        _only(content, {"trinb", "rules", "players", "names", "seed"})
        rules = rulefiles.structure(tables, RuleSet, "rules")
        self.record = Record(Match.start(rules, len(names), seed), tuple(names))

    def _deal(self, content: Mapping[str, Any]) -> None:
        match = self._match()
        if self._dealt:
            raise RecordError("deals a round before the one before it is over")
        if match.end:
            raise RecordError("deals a round, but the match is over")
        expected = {"round": match.number, **_deal_contents(match.round.dealt)}
        if _strict(content) != _strict(expected):
            deal = _deal_of(match, content, expected.keys())
            match = match._replace(round=Round.start(deal))
        self._keep(match)
        self._dealt = True

    def _move(self, content: Mapping[str, Any]) -> None:
        match = self._match()
        if not self._dealt or self._settled or match.end:
            raise RecordError("is a move, but no round is being played")
        move, state = read_move(_text(content, "move")), match.round
        after = state.play(move)
        expected = _move_contents(state, move, after)
        _compare(content, expected)
        if after.is_over:
            self._settled = after
            self._keep(match._replace(round=after))
        else:
            self._keep(match.after(after))

    def _end(self, content: Mapping[str, Any]) -> None:
        over = self._settled
        if over is None or over.end is None:
            raise RecordError("ends a round that is not over")
        _compare(content, {"end": over.end.name.lower(), "winner": over.winner, "scores": list(over.scores)})
        self._keep(self._match().after(over))
        self._settled, self._dealt = None, False

    def _winners(self, content: Mapping[str, Any]) -> None:
        match = self._match()
        if match.end is None:
            raise RecordError("names winners of a match that is not over")
        _compare(
            content,
            {"totals": list(match.totals), "winners": list(match.winners), "over": match.end.name.lower()},
        )
        self._over = True

    def _match(self) -> Match:
        if self.record is None:
            raise RecordError("comes before the first line")
        return self.record.match

    def _keep(self, match: Match) -> None:
        assert self.record
        self.record = evolve(self.record, match=match)


def _parsed(line: str) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"is no JSON: {first_line(error)}") from error
    if not isinstance(content, dict):
        raise RecordError(f"must be an object, not {show(content)}")
    return content


def _text(content: Mapping[str, Any], key: str) -> str:
    value = content.get(key)
    if not isinstance(value, str):
        raise RecordError(f"{key}: must be a text, not {show(value)}")
    return value


def _strict(value: Any) -> str:
    """A value as text, so that 1, 1.0 and true are three things."""
    return json.dumps(value, sort_keys=True)


def _compare(found: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Tell the first key where a line says something else than the replay."""
    _only(found, expected)
    for key, value in expected.items():
        if key not in found:
            raise RecordError(f"{key}: is missing; it is {show(value)}")
        if _strict(found[key]) != _strict(value):
            raise RecordError(f"{key}: says {show(found[key])}, but it is {show(value)}")


def _only(found: Mapping[str, Any], known: Iterable[str]) -> None:
    """Refuse keys that have no meaning here."""
    unknown = [key for key in found if key not in set(known)]
    if unknown:
        raise RecordError(f"{show_key(unknown[0])}: says {show(found[unknown[0]])}, but nothing belongs here")


def _deal_of(match: Match, content: Mapping[str, Any], known: Iterable[str]) -> Deal:
    """A deal as it is written, for a round that was not dealt from the seed.

    Raises:
        TrinbError: it is no order of all tiles, or names a seat that is not there.
    """
    box, players = match.rules.tile_set, match.players
    _only(content, known)
    if _strict(content.get("round")) != _strict(match.number):
        raise RecordError(f"round: says {show(content.get('round'))}, but it is {match.number}")

    def order(key: str) -> tuple[int, ...]:
        numbers = tuple(box.number(box.parse(text)) for text in _text(content, key).split())
        if sorted(numbers) != list(range(len(box))):
            raise RecordError(f"{key}: must hold every tile of {box.id} once")
        return numbers

    def seat(key: str) -> int | None:
        value = content.get(key)
        if value is not None and (type(value) is not int or not 0 <= value < players):
            raise RecordError(f"{key}: there is no seat {show(value)}")
        return value

    lead = order("lead") if match.round.dealt.lead_order else ()
    first = seat("first")
    if first is None:
        raise RecordError("first: is missing")
    return Deal(match.rules, players, order("order"), first, seat("last_winner"), lead)
