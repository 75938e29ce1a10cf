"""Stepping through rounds: what the steppers share, and `RoundStepper` for the rounds of any record.

A stepper has a row of buttons, what happens in words, a picture, the hands, and how the scores have grown.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..draw import charts, svg
from ..draw.palette import more_rules
from ..draw.shapes import tidy
from ..errors import NotationError, TrinbError
from ..matches import Match
from ..moves import Event
from ..notation import quote
from ..records import Record, read_record
from ..rounds import Round
from ..words import tr, trn
from .film import Film, seat_names
from .front import Front, button, choice, line_row, module, number, shown_name, style, text

LONG = 2000
"""How many letters of a clause are shown."""

_WIDE, _NARROW = 560, 360  # px: the chart is drawn for both, and the browser takes the one that fits


class Stepper(Front):
    """Positions from 0 to `_last` and a present one; each series of them has a place of its own.

    A subclass says what is gone through in `_series`, `_last`, and what is shown there in `_shown`.
    """

    _esm = module("stage", "stepper")
    _css = style("stepper") + more_rules(charts.RULES)

    def __init__(self, language: str | None, hands_open: bool, ahead: bool) -> None:
        super().__init__(language)
        self.hands_open, self.ahead = hands_open, ahead
        self._places: dict[Hashable, int] = {}

    @property
    def _series(self) -> Hashable:
        """What is gone through now."""
        raise NotImplementedError

    @property
    def _last(self) -> int:
        """The number of the last position."""
        raise NotImplementedError

    @property
    def at(self) -> int:
        """The present position, from 0."""
        return self._places.get(self._series, 0)

    def go(self, to: int) -> None:
        """Go to a position; beyond the first or the last one it stops there."""
        self._go(to)
        self._show()

    def _go(self, to: int) -> None:
        self._places[self._series] = max(0, min(to, self._last))

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        ways = {"first": 0, "back": self.at - 1, "forward": self.at + 1, "last": self._last}
        if what in ways:
            self._go(ways[what])
        elif what == "go":
            self._go(number(message, "to"))
        elif what == "hands":
            self.hands_open = not self.hands_open
        elif what == "ahead":
            self.ahead = not self.ahead
        elif what == "select":
            self._select(text(message, "name"), text(message, "value"))
        else:
            super()._do(what, message)

    def _select(self, name: str, value: str) -> None:
        raise NotationError(tr("there is nothing to choose called {it}", it=quote(name)))

    # --- what is shown -------------------------------------------------------------------------------

    def _frame(self) -> dict[str, Any]:
        """What every view has; the others put in what they show."""
        return {
            "title": "",
            "choices": [],
            "shows": [],
            "seed": None,
            "clause": None,
            "news": [],
            "note": self._note,
            "svg": "",
            "people": [],
            "facts": [],
            "hands": button(tr("Hide hands") if self.hands_open else tr("Show hands"), {"do": "hands"}),
            "chart": None,
            "jump": None,
            "share": None,
            "clauses": False,
            "at": self.at,
            "count": self._last,
            "where": tr("Step {at} of {last}", at=self.at, last=self._last),
            "plays": True,
        }

    def _of_step(
        self, film: Film, at: int, names: Sequence[str], clause: str | None = None
    ) -> dict[str, Any]:
        """What is shown of a step of a round; lines that a clause decides on are marked."""
        state = film.states[at]
        names = tuple(map(shown_name, names))
        return {
            "svg": svg.board(state.board, title=_board_title(state), style=False),
            "news": self._news(film, at, names, clause),
            "people": [self._person(state, seat, name) for seat, name in enumerate(names)],
            "facts": [_pool(state)],
        }

    def _news(self, film: Film, at: int, names: Sequence[str], clause: str | None) -> list[dict[str, Any]]:
        state = film.states[at]
        rows: list[dict[str, Any]] = [] if at else [{"words": tr("The hands are dealt."), "lines": []}]
        for event in film.news(at):
            lines = [{**line_row(line, state.rules), "mine": line.clause == clause} for line in event.lines]
            for line in lines:
                line.update(clause=tidy(line["clause"]), id=line["clause"], text=tidy(line["text"], LONG))
            rows.append({"words": in_words(event, names), "lines": lines})
        return rows

    def _person(self, state: Round, seat: int, name: str) -> dict[str, Any]:
        """A seat: its name, its points and its tiles."""
        hand = state.hands[seat]
        is_open = self.hands_open
        said = tr("no tiles") if not hand else ", ".join(map(str, hand)) if is_open else tr("hidden")
        title = tr("{name}: {tiles}", name=name, tiles=said)
        hidden = 0 if is_open else len(hand)
        columns = 4 if state.players <= 4 else 5
        picture = svg.hand(hand if is_open else (), hidden=hidden, columns=columns, title=title, style=False)
        return {
            "name": name,
            "points": state.scores[seat],
            "more": trn("{n} tile", "{n} tiles", len(hand)),
            "to_move": not state.is_over and state.seat == seat,
            "svg": picture if hand else "",
        }

    def _chart(self, film: Film, names: Sequence[str]) -> dict[str, Any]:
        """How the scores have grown, for a wide and for a narrow place, and what can be done about it."""
        pictures = {
            size: charts.score_chart(
                film.scores, names, at=self.at, ahead=self.ahead, width=width, style=False
            )
            for size, width in (("wide", _WIDE), ("narrow", _NARROW))
        }
        said = tr("Hide what comes") if self.ahead else tr("Show what comes")
        return {**pictures, "title": tr("Points in this round"), "ahead": button(said, {"do": "ahead"})}


class RoundStepper(Stepper):
    """Step through the rounds of a record: first, back, forward, last, or play them.

    Args:
        record: a record, a match, a round, or the path of a record.
        names: a name for each seat, where the record has none.
        hands_open: whether the hands are shown at first.
        ahead: whether the chart tells what is still to come, at first.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        RecordError: the path is that of no record.
        TrinbError: there are not as many names as seats.
    """

    def __init__(
        self,
        record: Record | Match | Round | str | Path,
        *,
        names: Sequence[str] | None = None,
        hands_open: bool = True,
        ahead: bool = True,
        language: str | None = None,
    ) -> None:
        super().__init__(language, hands_open, ahead)
        if isinstance(record, str | Path):
            record = read_record(record)
        if isinstance(record, Record):
            names, record = names or record.names, record.match
        self.rounds = record.rounds if isinstance(record, Match) else (record,)
        players = self.rounds[0].players
        if names is not None and len(names) != players:
            raise TrinbError(
                trn("{n} name for {seats} seats", "{n} names for {seats} seats", len(names), seats=players)
            )
        self._names = names
        self._open(0)
        self._show()

    def __repr__(self) -> str:
        return (
            f"<RoundStepper {self.rounds[0].rules.id}: round {self.number}, step {self.at} of {self._last}>"
        )

    def _open(self, index: int) -> None:
        self._index, self._film = index, Film.of(self.rounds[index])

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return seat_names(self._names, self.rounds[0].players)

    @property
    def number(self) -> int:
        """Which round is shown, from 1."""
        return self._index + 1

    @property
    def round(self) -> Round:
        """The round in the state that is shown."""
        return self._film.states[self.at]

    @property
    def _series(self) -> Hashable:
        return self._index

    @property
    def _last(self) -> int:
        return self._film.last

    def _select(self, name: str, value: str) -> None:
        if name != "round":
            super()._select(name, value)
        self._open(round_index(value, len(self.rounds)))

    def _shown(self) -> dict[str, Any]:
        shown = {**self._frame(), **self._of_step(self._film, self.at, self.names)}
        several = len(self.rounds) > 1
        return {
            **shown,
            "title": tidy(tr(self.rounds[0].rules.name), 80),
            "choices": [round_choice(self._index, len(self.rounds))] if several else [],
            "chart": self._chart(self._film, self.names),
            "facts": shown["facts"] + totals_before(self.rounds[: self._index], self.names),
        }


def in_words(event: Event, names: Sequence[str]) -> str:
    """An event in a sentence, with the name of the seat.

    >>> from trinb.moves import What
    >>> in_words(Event(What.PASS, 1), ["Ada", "Bo"])
    'Bo passes.'
    """
    return f"{event.words(names[event.seat])}."


def round_choice(index: int, count: int) -> dict[str, Any]:
    """The list of the rounds of a match, with one of them chosen."""
    options = [(str(number), str(number)) for number in range(1, count + 1)]
    return choice("round", tr("Round"), str(index + 1), options)


def round_index(value: str, count: int) -> int:
    """Which round, from 0, a message asks for.

    Raises:
        NotationError: there is no such round.
    """
    number = int(value) if value.isascii() and value.isdigit() and len(value) <= 6 else 0
    if not 1 <= number <= count:
        raise NotationError(tr("there is no round {it}; the last one is {last}", it=quote(value), last=count))
    return number - 1


def totals_before(rounds: Sequence[Round], names: Sequence[str]) -> list[str]:
    """Who had how many points before a round, in a sentence; nothing before the first one."""
    if not rounds:
        return []
    totals = [sum(scores) for scores in zip(*(over.scores for over in rounds), strict=True)]
    told = ", ".join(f"{shown_name(name)} {total}" for name, total in zip(names, totals, strict=True))
    return [tr("Before this round: {points}.", points=told)]


def _board_title(state: Round) -> str:
    return trn(
        "{rules}: board with {n} tile",
        "{rules}: board with {n} tiles",
        len(state.board),
        rules=tidy(tr(state.rules.name), 80),
    )


def _pool(state: Round) -> str:
    left = len(state.pool_)
    return trn("{n} tile is left in the pool.", "{n} tiles are left in the pool.", left)
