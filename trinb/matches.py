"""A match: rounds, one after the other, until the rules say who has won.

A match never changes; `play` returns the next state.  When a round ends and the match goes on, the next
round is dealt.  All chance follows from the seed of the match: round k is dealt from the seed and k.

>>> from trinb.ruleset import rules
>>> match = Match.start(rules("triangelspelet"), players=2, seed=1)
>>> match.totals, match.number
((0, 0), 1)
>>> match.play(match.round.moves[0]).totals
(0, 25)
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import NamedTuple, Protocol

from .deals import Deal
from .errors import Illegal, IllegalMove
from .moves import Move, refused
from .rounds import End, Round
from .ruleparts import MatchTie, MatchWinner, TargetTest
from .ruleset import RuleSet
from .scoring import Line
from .words import N_, tr


class MatchEnd(Enum):
    """Why a match is over; the value says so in English."""

    TARGET = N_("somebody has reached the target")
    ROUNDS = N_("the agreed number of rounds has been played")
    AGREED = N_("the players have agreed to stop")

    def __repr__(self) -> str:
        return str(self)


class Match(NamedTuple):
    """One state of a match.

    Attributes:
        rules: the rule set.
        players: how many seats.
        seed: what every deal follows from.
        finished: the rounds that are over and settled, oldest first.
        round: the round that is played; the last one when the match is over.
        end: why the match is over; None while it goes on.
        winners: the seats that have won; several if they share it.
    """

    rules: RuleSet
    players: int
    seed: int
    finished: tuple[Round, ...]
    round: Round
    end: MatchEnd | None = None
    winners: tuple[int, ...] = ()

    @classmethod
    def start(cls, rules: RuleSet, players: int = 2, seed: int = 0) -> Match:
        """Deal the first round.

        Raises:
            RulesError: the rules do not allow so many players.
        """
        return cls(rules, players, seed, (), Round.start(deal(rules, players, seed, ())))

    def __repr__(self) -> str:
        state = f"over: {self.end.value}" if self.end else f"round {self.number}"
        return f"<Match of {self.rules.id}: {self.players} players, totals {self.totals}, {state}>"

    @property
    def number(self) -> int:
        """Which round is played, from 1."""
        return len(self.rounds)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds, the one that is played included."""
        return self.finished if self.end else (*self.finished, self.round)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.end is not None

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat in all rounds so far."""
        return totals_of(self.rounds, self.players)

    @property
    def lines(self) -> tuple[tuple[int, Line], ...]:
        """All lines so far, each with its seat; their sums are the totals."""
        return tuple(found for round in self.rounds for found in round.lines)

    def play(self, move: Move) -> Match:
        """The match after this move of the seat whose turn it is.

        Raises:
            IllegalMove: the rules do not allow it.
        """
        if self.end:
            raise IllegalMove(Illegal.ROUND_OVER, refused(move, _over(self.end)))
        return self.after(self.round.play(move))

    def after(self, round: Round) -> Match:
        """The match when the present round has come to this state.

        Raises:
            IllegalMove: the match is over.
        """
        if self.end:
            raise IllegalMove(Illegal.ROUND_OVER, _over(self.end))
        if round.is_over or ends_at_once(self.rules, self.finished, round):
            return self._settle((*self.finished, round))
        return self._replace(round=round)

    def _settle(self, finished: tuple[Round, ...]) -> Match:
        """After a round: either the match is over, or the next round is dealt."""
        over = verdict(self.rules, finished, self.players)
        if over:
            return self._replace(finished=finished, round=finished[-1], end=over[0], winners=over[1])
        following = self._replace(finished=finished, round=Round.start(self.next_deal(finished)))
        # A first tile from the pool that nothing can be laid beside blocks the round before any move.
        return following.after(following.round) if following.round.is_over else following

    def next_deal(self, finished: tuple[Round, ...]) -> Deal:
        """The deal that follows these rounds from the seed."""
        return deal(self.rules, self.players, self.seed, finished)


class Played(Protocol):
    """What a match asks of a round, whether every tile of it is known or only what it was worth."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""

    @property
    def end(self) -> End | None:
        """Why it is over."""

    @property
    def winner(self) -> int | None:
        """Who is awarded for it."""


def verdict(
    rules: RuleSet, finished: Sequence[Played], players: int
) -> tuple[MatchEnd, tuple[int, ...]] | None:
    """Why the match is over after these rounds, and who has won; None while it goes on."""
    most = rules.match.rounds
    if _reached(rules, finished):
        end = MatchEnd.TARGET
    elif most is not None and len(finished) >= most:
        end = MatchEnd.ROUNDS
    else:
        return None
    winners = winners_of(rules, finished, players)
    return (end, winners) if len(winners) == 1 or rules.match.tie is MatchTie.JOINT else None


def ends_at_once(rules: RuleSet, finished: Sequence[Played], round: Played) -> bool:
    """Whether a round ends the match, though it is not over itself.

    One that plays off a tie at the target is played to its end.
    """
    at_once = rules.match.test is TargetTest.AT_ONCE and not _reached(rules, finished)
    return at_once and _reached(rules, (*finished, round))


def _reached(rules: RuleSet, rounds: Sequence[Played]) -> bool:
    target = rules.match.target
    return target is not None and bool(rounds) and max(totals_of(rounds, len(rounds[0].scores))) >= target


def _over(end: MatchEnd) -> str:
    return tr("the match is over: {why}", why=tr(end.value))


def deal(rules: RuleSet, players: int, seed: int, finished: tuple[Round, ...]) -> Deal:
    """The deal of the round that follows these.

    Whoever went out last begins the laps of draws; the winner of the last round turns up a tile, where the
    rules say so, but not after a blocked round.
    """
    rng = Random(f"{seed}/{len(finished) + 1}")
    last_winner, first = who_begins(finished)
    return Deal.shuffled(rules, players, rng, last_winner, first)


def who_begins(finished: Sequence[Played]) -> tuple[int | None, int | None]:
    """Who turns up the first tile after these rounds, and who begins a lap of draws; None: nobody has yet."""
    outs = [round.winner for round in finished if round.end is End.OUT]
    blocked = bool(finished) and finished[-1].end is not End.OUT
    last_out = outs[-1] if outs else None
    return (None if blocked else last_out), last_out


def winners_of(rules: RuleSet, finished: Sequence[Played], players: int) -> tuple[int, ...]:
    """Who has the best of these rounds: one seat, or several with equal totals."""
    totals = totals_of(finished, players)
    rule = rules.match
    if rule.winner is MatchWinner.ROUND_WINNER and rule.target is not None:
        last = finished[-1].winner
        if last is not None and totals[last] >= rule.target:
            return (last,)
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def totals_of(rounds: Sequence[Played], players: int) -> tuple[int, ...]:
    """The points of each seat in all these rounds."""
    return tuple(sum(round.scores[seat] for round in rounds) for seat in range(players))
