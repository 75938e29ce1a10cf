"""Moments of recorded games that show a clause of the rules by example.

A clause is shown by the events that it is about: a placement that it gave points for, a draw, a blocked
round.  `data/games/` holds a recorded match for every rule set, chosen so that nearly everything that the
rules provide for happens in it.

>>> record = example("triangelspelet")
>>> shown = moments(record, record.match.rules.clauses[6])
>>> [moment.key for moment in shown]
['start', 'plain', 'bridge', 'docking', 'drone']
>>> print(shown[2].event)
seat 1 places 4-5-5 at ^-1,-1 as a bridge: +50 bridge (§7)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from . import resources
from .errors import RecordError
from .moves import Event
from .notation import quote
from .records import Record, moves_of, read_record
from .rounds import Round
from .ruleparts import Clause
from .words import tr

DEAL, MATCH_OVER = "deal", "match-over"
"""What a clause may show besides events: the hands as they are dealt, and the end of the match."""


@frozen
class Moment:
    """One state of a recorded game, and what has just happened in it.

    Attributes:
        key: what it is an example of: a reason for points, or a kind of event.
        number: which round it is in, from 1.
        step: which step of that round, from 0 (see `steps`).
        round: the round in that state.
        event: what has just happened; None for the hands as they are dealt.
    """

    key: str
    number: int
    step: int
    round: Round
    event: Event | None


def steps(round: Round) -> tuple[Round, ...]:
    """The states of a round from the deal on, one for each decision.

    >>> from trinb.players import play_round, player
    >>> from trinb.ruleset import rules
    >>> over = play_round(rules("triangelspelet"), [player("greedy")] * 2, seed=3)
    >>> states = steps(over)
    >>> len(states[0].board), states[-1] == over
    (0, True)
    """
    states = [Round.start(round.dealt)]
    for move in moves_of(round):
        states.append(states[-1].play(move))
    return tuple(states)


def moments(record: Record, clause: Clause) -> tuple[Moment, ...]:
    """The first example of everything that a clause settles or shows, as far as it occurs."""
    found: dict[str, Moment] = {}
    for moment in _all_moments(record):
        if moment.key in clause.shows or moment.key in {reason.value for reason in clause.settles}:
            found.setdefault(moment.key, moment)
    wanted = [reason.value for reason in clause.settles] + list(clause.shows)
    shown = [found[key] for key in dict.fromkeys(wanted) if key in found]
    # What happened at once, such as going out and getting the others' digits, is one moment.
    return tuple({(moment.number, moment.step): moment for moment in reversed(shown)}.values())[::-1]


def _all_moments(record: Record) -> Iterator[Moment]:
    for number, round in enumerate(record.match.rounds, 1):
        states = steps(round)
        yield Moment(DEAL, number, 0, states[0], None)
        seen = 0
        for step, state in enumerate(states):
            for event in state.events[seen:]:
                for key in (event.what.value, *(line.reason.value for line in event.lines)):
                    yield Moment(key, number, step, state, event)
            seen = len(state.events)
    if record.match.is_over:
        last = record.match.rounds[-1]
        yield Moment(MATCH_OVER, record.match.number, len(moves_of(last)), last, last.events[-1])


@lru_cache(maxsize=32)
def example(id: str) -> Record:
    """The recorded match that comes with trinb for a rule set.

    Raises:
        RecordError: there is none.
    """
    path = resources.folder("data") / "games" / f"{id}.jsonl"
    if not id.replace("-", "").isalnum() or not path.is_file():
        raise RecordError(tr("there is no recorded game of {rules}", rules=quote(id)))
    return read_record(path)
