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

from enum import Enum
from random import Random
from typing import NamedTuple

from .deals import Deal
from .errors import Illegal, IllegalMove
from .moves import Move
from .rounds import End, Round
from .ruleparts import MatchTie, MatchWinner, TargetTest
from .ruleset import RuleSet
from .scoring import Line


class MatchEnd(Enum):
    """Why a match is over."""

    TARGET = "somebody has reached the target"
    ROUNDS = "the agreed number of rounds has been played"

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
        return _totals(self.rounds, self.players)

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
            raise IllegalMove(Illegal.ROUND_OVER, f"{move}: the match is over: {self.end.value}")
        return self.after(self.round.play(move))

    def after(self, round: Round) -> Match:
        """The match when the present round has come to this state.

        Raises:
            IllegalMove: the match is over.
        """
        if self.end:
            raise IllegalMove(Illegal.ROUND_OVER, f"the match is over: {self.end.value}")
        # A round that plays off a tie at the target is played to its end.
        at_once = self.rules.match.test is TargetTest.AT_ONCE and not self._reached(self.finished)
        if round.is_over or (at_once and self._reached((*self.finished, round))):
            return self._settle((*self.finished, round))
        return self._replace(round=round)

    def _settle(self, finished: tuple[Round, ...]) -> Match:
        """After a round: either the match is over, or the next round is dealt."""
        end = self._end(finished)
        winners = winners_of(self.rules, finished, self.players)
        if end and (len(winners) == 1 or self.rules.match.tie is MatchTie.JOINT):
            return self._replace(finished=finished, round=finished[-1], end=end, winners=winners)
        following = self._replace(finished=finished, round=Round.start(self.next_deal(finished)))
        # A first tile from the pool that nothing can be laid beside blocks the round before any move.
        return following.after(following.round) if following.round.is_over else following

    def next_deal(self, finished: tuple[Round, ...]) -> Deal:
        """The deal that follows these rounds from the seed."""
        return deal(self.rules, self.players, self.seed, finished)

    def _end(self, finished: tuple[Round, ...]) -> MatchEnd | None:
        if self._reached(finished):
            return MatchEnd.TARGET
        rounds = self.rules.match.rounds
        return MatchEnd.ROUNDS if rounds is not None and len(finished) >= rounds else None

    def _reached(self, rounds: tuple[Round, ...]) -> bool:
        target = self.rules.match.target
        return target is not None and bool(rounds) and max(_totals(rounds, self.players)) >= target


def deal(rules: RuleSet, players: int, seed: int, finished: tuple[Round, ...]) -> Deal:
    """The deal of the round that follows these.

    Whoever went out last begins the laps of draws; the winner of the last round turns up a tile, where the
    rules say so, but not after a blocked round.
    """
    rng = Random(f"{seed}/{len(finished) + 1}")
    outs = [round.winner for round in finished if round.end is End.OUT]
    blocked = bool(finished) and finished[-1].end is not End.OUT
    last_out = outs[-1] if outs else None
    return Deal.shuffled(rules, players, rng, None if blocked else last_out, first=last_out)


def winners_of(rules: RuleSet, finished: tuple[Round, ...], players: int) -> tuple[int, ...]:
    """Who has the best of these rounds: one seat, or several with equal totals."""
    totals = _totals(finished, players)
    rule = rules.match
    if rule.winner is MatchWinner.ROUND_WINNER and rule.target is not None:
        last = finished[-1].winner
        if last is not None and totals[last] >= rule.target:
            return (last,)
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def _totals(rounds: tuple[Round, ...], players: int) -> tuple[int, ...]:
    return tuple(sum(round.scores[seat] for round in rounds) for seat in range(players))
