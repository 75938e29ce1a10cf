"""Stepping through recorded rounds, and through the rules by example.

`RoundStepper` goes through the states of any record; `RuleStepper` goes through the clauses of a rule set and
shows each by moments of a recorded game.  Both look alike: a picture, a row of buttons, and words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from ..draw import svg
from ..errors import NotationError, TrinbError
from ..matches import Match
from ..moments import Moment, example, moments, steps
from ..moves import Event
from ..notation import show
from ..records import Record, read_record
from ..rounds import Round
from ..ruleparts import Clause
from ..ruleset import rule_sets, rules
from .front import Front, line_row, module, number, text


class _Stepper(Front):
    """Positions from 0 to `_last`, a present one, and a round in some state to show."""

    _esm = module("stepper")

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.hands_open = True

    @property
    def _last(self) -> int:
        """The number of the last position."""
        raise NotImplementedError

    def go(self, to: int) -> None:
        """Go to a position; beyond the first or the last one it stops there."""
        self.at = max(0, min(to, self._last))
        self._show()

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        if what in ("first", "back", "forward", "last"):
            self.at = {"first": 0, "back": self.at - 1, "forward": self.at + 1, "last": self._last}[what]
        elif what == "go":
            self.at = number(message, "to")
        elif what == "hands":
            self.hands_open = not self.hands_open
        elif what == "select":
            self._select(text(message, "name"), text(message, "value"))
        else:
            super()._do(what, message)
        self.at = max(0, min(self.at, self._last))

    def _select(self, name: str, value: str) -> None:
        raise NotationError(f"there is nothing to choose called {show(name)}")

    def _of_round(self, state: Round, event: Event | None, names: Sequence[str]) -> dict[str, Any]:
        """What is shown of a round in a state that an event has just led to."""
        lines = event.lines if event else ()
        return {
            "svg": svg.board(state.board, title=f"{len(state.board)} tiles", style=False),
            "event": in_words(event, names) if event else "The hands are dealt.",
            "lines": [line_row(line, state.rules) for line in lines],
            "standings": [
                {"name": name, "points": points, "tiles": len(hand), "to_move": self._moves(state, seat)}
                for seat, (name, points, hand) in enumerate(
                    zip(names, state.scores, state.hands, strict=True)
                )
            ],
            "hands": self._hands(state, names),
            "hands_open": self.hands_open,
            "note": self._note,
        }

    def _moves(self, state: Round, seat: int) -> bool:
        return not state.is_over and state.seat == seat

    def _hands(self, state: Round, names: Sequence[str]) -> list[dict[str, str]]:
        shown = []
        for name, hand in zip(names, state.hands, strict=True):
            title = (
                f"{name}: {', '.join(map(str, hand)) or 'no tiles'}" if self.hands_open else f"{name}: hidden"
            )
            tiles = hand if self.hands_open else ()
            hidden = 0 if self.hands_open else len(hand)
            picture = svg.hand(tiles, hidden=hidden, columns=4, title=title, style=False)
            shown.append({"name": name, "svg": picture if hand else ""})
        return shown


class RoundStepper(_Stepper):
    """Step through the rounds of a record: first, back, forward, last, or play them.

    Args:
        record: a record, a match, a round, or the path of a record.
        names: a name for each seat, where the record has none.
        hands_open: whether the hands are shown at first.

    Raises:
        RecordError: the path is that of no record.
    """

    def __init__(
        self,
        record: Record | Match | Round | str | Path,
        *,
        names: Sequence[str] | None = None,
        hands_open: bool = True,
    ) -> None:
        super().__init__()
        if isinstance(record, str | Path):
            record = read_record(record)
        if isinstance(record, Record):
            names, record = names or record.names, record.match
        self.rounds = record.rounds if isinstance(record, Match) else (record,)
        players = self.rounds[0].players
        self.names = tuple(_short(name) for name in names or [f"Seat {seat}" for seat in range(players)])
        if len(self.names) != players:
            raise TrinbError(f"{len(self.names)} names for {players} seats")
        self.hands_open = hands_open
        self._open(0)
        self._show()

    def __repr__(self) -> str:
        return (
            f"<RoundStepper {self.rounds[0].rules.id}: round {self.number}, step {self.at} of {self._last}>"
        )

    def _open(self, index: int) -> None:
        self._index, self.at = index, 0
        self._steps = _events(self.rounds[index])

    @property
    def number(self) -> int:
        """Which round is shown, from 1."""
        return self._index + 1

    @property
    def round(self) -> Round:
        """The round in the state that is shown."""
        return self._steps[self.at][0]

    @property
    def _last(self) -> int:
        return len(self._steps) - 1

    def _select(self, name: str, value: str) -> None:
        if name != "round" or not value.isascii() or not value.isdigit() or len(value) > 6:
            super()._select(name, value)
        if not 1 <= int(value) <= len(self.rounds):
            raise NotationError(f"there is no round {value}: there are {len(self.rounds)}")
        self._open(int(value) - 1)

    def _shown(self) -> dict[str, Any]:
        state, event = self._steps[self.at]
        options = [{"value": str(i), "words": f"{i}"} for i in range(1, len(self.rounds) + 1)]
        selects = [{"name": "round", "label": "Round", "value": str(self.number), "options": options}]
        return {
            **self._of_round(state, event, self.names),
            "title": state.rules.name,
            "text": "",
            "clause": "",
            "selects": selects if len(self.rounds) > 1 else [],
            "at": self.at,
            "count": self._last,
            "where": f"Step {self.at} of {self._last}",
            "plays": True,
        }


class RuleStepper(_Stepper):
    """Step through a rule set, clause by clause, each shown by moments of a recorded game.

    Args:
        rule_set: the id of the rule set to begin with.

    Raises:
        RulesError: there are no such rules.
        RecordError: there is no recorded game of them.
    """

    def __init__(self, rule_set: str = "triangelspelet") -> None:
        super().__init__()
        self._choose(rule_set)
        self._show()

    def __repr__(self) -> str:
        return f"<RuleStepper {self.record.match.rules.id}: {self.clause.id}>"

    def _choose(self, id: str) -> None:
        rules(id)  # says what is wrong better than a missing record does
        self.record, self.at = example(id), 0
        self.__dict__.pop("_pages", None)

    @cached_property
    def _pages(self) -> list[tuple[Clause, Moment | None, int, int]]:
        """A clause with each of its moments: which of how many; one page even if there is none."""
        pages: list[tuple[Clause, Moment | None, int, int]] = []
        for clause in self.record.match.rules.clauses:
            shown = moments(self.record, clause)
            pages += [(clause, moment, i, len(shown)) for i, moment in enumerate(shown, 1)]
            if not shown:
                pages.append((clause, None, 0, 0))
        return pages

    @property
    def clause(self) -> Clause:
        """The clause that is shown."""
        return self._pages[self.at][0]

    @property
    def moment(self) -> Moment | None:
        """The moment that shows it, if the recorded game has one."""
        return self._pages[self.at][1]

    @property
    def _last(self) -> int:
        return len(self._pages) - 1

    def _select(self, name: str, value: str) -> None:
        if name == "rules":
            self._choose(value)
        elif name == "clause":
            found = [page for page, (clause, *_) in enumerate(self._pages) if clause.id == value]
            if not found:
                raise NotationError(f"{self.record.match.rules.id} has no clause {show(value)}")
            self.at = found[0]
        else:
            super()._select(name, value)

    def _shown(self) -> dict[str, Any]:
        clause, moment, number, count = self._pages[self.at]
        match = self.record.match
        state = moment.round if moment else match.rounds[0]
        shown = self._of_round(state, moment.event if moment else None, self.record.names)
        if moment is None:
            shown["event"] = "Nothing in the recorded game is an example of this."
        elif count > 1:
            shown["event"] = f"Example {number} of {count}: {shown['event']}"
        return {
            **shown,
            "title": match.rules.name,
            "clause": clause.id + (f", {clause.section}" if clause.section else ""),
            "text": clause.text,
            "selects": [self._rules_select(), self._clause_select(clause)],
            "at": self.at,
            "count": self._last,
            "where": f"Page {self.at + 1} of {self._last + 1}",
            "plays": False,
        }

    def _rules_select(self) -> dict[str, Any]:
        options = [{"value": id, "words": rules(id).name} for id in rule_sets()]
        return {"name": "rules", "label": "Rules", "value": self.record.match.rules.id, "options": options}

    def _clause_select(self, clause: Clause) -> dict[str, Any]:
        ids = [one.id for one in self.record.match.rules.clauses]
        options = [{"value": id, "words": id} for id in ids]
        return {"name": "clause", "label": "Clause", "value": clause.id, "options": options}


def _events(round: Round) -> list[tuple[Round, Event | None]]:
    """A page for each event: the state that it led to.  What happens at once shares its state."""
    pages: list[tuple[Round, Event | None]] = []
    seen = 0
    for state in steps(round):
        news = state.events[seen:]
        seen = len(state.events)
        if not pages:
            pages.append((state, None))
        pages += [(state, event) for event in news]
    return pages


def _short(name: str) -> str:
    """A name that leaves room for others."""
    return name if len(name) <= 40 else name[:39] + "…"


def in_words(event: Event, names: Sequence[str]) -> str:
    r"""An event in a sentence, with the name of the seat.

    >>> from trinb.moves import What
    >>> in_words(Event(What.PASS, 1), ["Ada", "Bo"])
    '\u2068Bo\u2069 passes.'
    """
    # A name that is written from right to left must not turn the sentence round.
    return event.words(f"\u2068{names[event.seat]}\u2069") + "."
