"""A record in the terminal: told in words, or step by step, forward and back.

A **step** is a state of a round: the hands as they are dealt, then one for each decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .errors import RecordError, TrinbError
from .matches import Match
from .moments import steps
from .moves import Event
from .notation import quote
from .records import Record, read_record
from .reports import (
    events_words,
    match_words,
    played_rounds,
    plural,
    record_head,
    round_line,
    score_words,
)
from .rounds import Round
from .terminal import ask, board_text, columns, say, shown, width, wrapped


def read(path: str) -> tuple[Record, RecordError | None]:
    """A record, and what is wrong with its file if something is: then it is what was read before that.

    Raises:
        RecordError: nothing could be read.
    """
    try:
        return read_record(path), None
    except RecordError as error:
        if error.record is None:
            raise
        return error.record, error


def numbers(match: Match, only: int | None) -> list[int]:
    """The numbers of the rounds to show: all that were played, or only one; the first one at the least.

    Raises:
        RecordError: that one was not played.
    """
    played = played_rounds(match) or [1]
    if only is not None and only not in played:
        raise RecordError(f"there is no round {only}: rounds 1 to {played[-1]} were played")
    return played if only is None else [only]


def tell(record: Record, only: int | None) -> Iterator[str]:
    """A record in words, in parts of one or more lines."""
    match, names = record.match, record.names
    yield record_head(record)
    for number in numbers(match, only):
        over = match.rounds[number - 1]
        yield f"\nRound {number}"
        yield from events_words(over.events)
        yield score_words(names, match, over)
    if only is None and (match.is_over or len(match.rounds) > 1):
        yield ""
        yield from (round_line(names, match, number) for number in numbers(match, None))
        yield match_words(names, match)


# --- step by step -----------------------------------------------------------------------------------------


class Step(NamedTuple):
    """One state of a recorded match.

    Attributes:
        number: which round it is in, from 1.
        round: its state.
        news: what has just happened.
        before: the totals before the round.
    """

    number: int
    round: Round
    news: tuple[Event, ...]
    before: tuple[int, ...]


def all_steps(match: Match, which: Sequence[int]) -> tuple[Step, ...]:
    """All steps of the rounds with these numbers."""
    found: list[Step] = []
    for number in which:
        before = tuple(
            sum(r.scores[seat] for r in match.rounds[: number - 1]) for seat in range(match.players)
        )
        seen = 0
        for state in steps(match.rounds[number - 1]):
            found.append(Step(number, state, state.events[seen:], before))
            seen = len(state.events)
    return tuple(found)


_HELP = """\
Enter or n goes forward, b back, f to the first step, l to the last; a number goes to that step.
h hides the hands or lays them open, q leaves, ? shows this."""


class Stepper:
    """Goes through the steps of a record as it is told in the terminal.

    Attributes:
        steps: all of them.
        at: which one is shown, from 0.
        is_open: whether the hands are seen.
    """

    def __init__(self, record: Record, which: Sequence[int]) -> None:
        self.names = record.names
        self.steps = all_steps(record.match, which)
        self.at, self.is_open = 0, True

    def run(self) -> None:
        """Show steps until there is no more input, or you leave."""
        say(self.page())
        while (text := ask(f"Step {self.at + 1} of {len(self.steps)} (? for help): ")) is not None:
            if text.lower() in ("q", "quit"):
                return
            try:
                say(self.do(text.lower()))
            except TrinbError as error:
                say(f"No: {error}")

    def do(self, text: str) -> str:
        """Obey one answer; gives what is to be shown then.

        Raises:
            TrinbError: it is nonsense, or leads to no step.
        """
        last = len(self.steps) - 1
        if text == "?":
            return _HELP
        if text == "h":
            self.is_open = not self.is_open
            return self.page()
        if text.isascii() and text.isdigit():
            at = int(text[:9]) - 1
        elif text in _WAYS:
            at = {"f": 0, "l": last}.get(text, self.at + _WAYS[text])
        else:
            raise TrinbError(f"{quote(text)}: write n, b, f, l, h, q or the number of a step")
        if not 0 <= at <= last:
            side = "the last step" if at > self.at else "the first step"
            ends = text.isdigit() or f"this is {side}"
            raise TrinbError(ends if isinstance(ends, str) else f"there are steps 1 to {last + 1}")
        self.at = at
        return self.page()

    def page(self) -> str:
        """The step that is shown: what has happened, the board, the hands and the points."""
        step = self.steps[self.at]
        news = list(events_words(step.news)) or ["The hands are dealt."]
        state = "is over" if step.round.is_over else f"seat {step.round.seat} to move"
        head = f"Round {step.number}, {state}; {len(step.round.pool)} tiles in the pool."
        board = board_text(step.round.board, None, width())
        return "\n".join(["", *news, "", board, "", head, self._seats(step)])

    def _seats(self, step: Step) -> str:
        """The points of each seat, and its tiles or how many there are."""
        rows, hands = [], []
        for seat, name in enumerate(self.names):
            hand, points = step.round.hands[seat], step.round.scores[seat]
            rows.append((f"seat {seat}", shown(name), f"{points:+d}", f"= {step.before[seat] + points}"))
            hands.append(" ".join(map(str, hand)) if self.is_open else plural(len(hand), "tile"))
        lines = columns(rows, right="23").splitlines()
        indent = max(map(len, lines)) + 2
        return "\n".join(wrapped(line, hand, indent) for line, hand in zip(lines, hands, strict=True))


_WAYS = {"": 1, "n": 1, "b": -1, "f": 0, "l": 0}
