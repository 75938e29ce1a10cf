"""What a stepper goes through: the steps of a round, and a rule set with all that shows it.

Nothing here knows a browser.  A **film** is a round taken apart; its **steps** are the hands as they are
dealt, and then a state for each decision:

>>> film = Film.of(example("triangelspelet").match.rounds[1])
>>> film.last, [str(event) for event in film.news(1)]
(20, ['seat 1 leads 5-5-5 at ^0,0: +25 leading triple (§7)'])
>>> film.scores[1][:3]
(0, 25, 25)

A **book** has the clauses of a rule set on its pages, each with a moment that shows it, and the match from
which these moments are:

>>> book = book_of("triangelspelet")
>>> [page.moment.key for page in book.pages if page.clause.id == "§8"]
['out']
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from random import Random
from typing import NamedTuple

from attrs import frozen

from ..errors import RecordError, RulesError
from ..matches import Match
from ..moments import Moment, example, moments, steps
from ..moves import Event
from ..notation import quote
from ..players import choice, play_round, player
from ..records import Record
from ..rounds import Round
from ..ruleparts import Clause, Reading
from ..ruleset import RuleSet, rule_sets, rules
from ..words import tr
from .table import bot_name

BOT = "greedy"
"""The player at every seat of a live round."""

_SAMPLE = 3  # rounds that are played to show rules of somebody's own


@frozen(slots=False)
class Film:
    """A round, step by step.

    Attributes:
        states: the hands as they are dealt, then the state after each decision.
    """

    states: tuple[Round, ...]

    @classmethod
    def of(cls, round: Round) -> Film:
        """All steps up to this state of a round."""
        return cls(steps(round))

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.states) - 1

    def news(self, at: int) -> tuple[Event, ...]:
        """What has led to a step: a decision and all that followed from it at once."""
        seen = len(self.states[at - 1].events) if at else 0
        return self.states[at].events[seen:]

    @cached_property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """For each seat its points at every step."""
        return tuple(zip(*(state.scores for state in self.states), strict=True))


class Page(NamedTuple):
    """A clause with one of the moments that show it: which of how many; without a moment if there is none."""

    clause: Clause
    moment: Moment | None
    number: int
    total: int


class Book:
    """A rule set, page by page.

    Attributes:
        rules: the rule set.
        record: the match that shows it.
        is_sample: whether bots have played that match just for this, since none comes with trinb.
    """

    def __init__(self, rule_set: RuleSet, record: Record, is_sample: bool) -> None:
        self.rules, self.record, self.is_sample = rule_set, record, is_sample
        self._films: dict[int, Film] = {}

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """A page for each moment of each clause; one page even if there is none."""
        pages: list[Page] = []
        for clause in self.rules.clauses:
            shown = moments(self.record, clause)
            pages += [Page(clause, moment, i, len(shown)) for i, moment in enumerate(shown, 1)]
            if not shown:
                pages.append(Page(clause, None, 0, 0))
        return tuple(pages)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of the match."""
        return self.record.match.rounds

    @property
    def names(self) -> tuple[str, ...]:
        """Who played it."""
        return bot_names(self.record.match.players) if self.is_sample else self.record.names

    def film(self, index: int) -> Film:
        """A round of the match."""
        if index not in self._films:
            self._films[index] = Film.of(self.rounds[index])
        return self._films[index]

    def readings(self, clause: Clause) -> list[Reading]:
        """The other ways to read a clause."""
        return [reading for reading in self.rules.readings.values() if reading.clause == clause.id]


@lru_cache(maxsize=32)
def book_of(which: str | RuleSet) -> Book:
    """The book of a rule set, given itself or by its id.

    Rules that come with no recorded match are shown by one that bots play.

    Raises:
        RulesError: there are no such rules, or they have no clauses to show.
    """
    rule_set = which if isinstance(which, RuleSet) else rules(which)
    if not rule_set.clauses:
        raise RulesError(tr("{rules} has no clauses to show", rules=quote(rule_set.id)))
    if is_shipped(rule_set):
        with suppress(RecordError):
            return Book(rule_set, example(rule_set.id), False)
    return Book(rule_set, _sample(rule_set), True)


def is_shipped(rule_set: RuleSet) -> bool:
    """Whether it is one of those that come with trinb, with nothing changed."""
    return rule_set.id in rule_sets() and rule_set == rules(rule_set.id)


def _sample(rule_set: RuleSet) -> Record:
    """A few rounds by bots."""
    count = rule_set.players[0]
    match, bots = Match.start(rule_set, count), [player(BOT)] * count
    rng = Random(0)
    while not match.is_over and len(match.finished) < _SAMPLE:
        match = match.play(choice(match.round, bots, rng))
    return Record(match, (BOT,) * count)


def live(rule_set: RuleSet, players: int, seed: int) -> Round:
    """A round that bots play to its end; the same seed gives the same round.

    Raises:
        RulesError: the rules do not allow so many players.
    """
    return play_round(rule_set, [player(BOT)] * players, seed)


def bot_names(count: int) -> tuple[str, ...]:
    """What the bots at so many seats are called."""
    return tuple(bot_name(BOT, seat) for seat in range(count))


def seat_names(names: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """Names for so many seats, or what seats are called that have none."""
    return tuple(tr("Seat {n}", n=seat) for seat in range(count)) if names is None else tuple(names)
