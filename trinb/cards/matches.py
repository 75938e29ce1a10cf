"""A match of the card game: round after round from shuffled packs, until somebody has enough points.

A match never changes; `play` returns the next state.  When a round ends and the match goes on, the next one
is dealt; six rounds use up a pack.  All chance follows from the seed of the match: pack k is shuffled by the
seed and k.

>>> match = CardMatch.start(seed=1).with_pack(
...     read_cards("4 2 6 3  5 5 A A  2 2 2 3  3 3 4 4  4 5 5 6  6 6 A A")
... )
>>> for move in ("show", "take 0", "say 4", "show", "nobody", "show"):
...     match = match.play(read_card_move(move))
>>> match.totals, match.number, match.round.dealer
((8, 0, 0), 3, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from ..errors import Illegal, IllegalMove, NotationError
from ..ruleparts import MatchTie
from ..words import tr
from .rounds import CardLine, CardMove, CardRound, Phase, read_card_move
from .rules import SEATS, CardRules, card_rules, read_cards

__all__ = [
    "CardMatch", "read_card_move", "read_cards", "shuffled",
]  # fmt: skip


class CardMatch(NamedTuple):
    """One state of a match.

    Attributes:
        rules: the rules.
        seed: what every pack follows from.
        packs: the packs used so far, each in the order in which it is dealt.
        finished: the rounds that are over, oldest first.
        round: the round that is played; the last one when the match is over.
        totals: the points of each seat in all finished rounds: the sums of their lines.
        winners: the seats that have won; empty while it goes on.
    """

    rules: CardRules
    seed: int
    packs: tuple[tuple[int, ...], ...]
    finished: tuple[CardRound, ...]
    round: CardRound
    totals: tuple[int, ...] = (0,) * SEATS
    winners: tuple[int, ...] = ()

    @classmethod
    def start(cls, rules: CardRules | None = None, seed: int = 0) -> CardMatch:
        """Shuffle the first pack and deal from it.

        >>> CardMatch.start(seed=1)
        <CardMatch: totals (0, 0, 0), round 1>
        """
        rules = rules or card_rules()
        pack = shuffled(rules, seed, 0)
        return cls(rules, seed, (pack,), (), _dealt(rules, pack, 0))

    def __repr__(self) -> str:
        state = f"won by {self.winners}" if self.winners else f"round {self.number}"
        return f"<CardMatch: totals {self.totals}, {state}>"

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    @property
    def rounds(self) -> tuple[CardRound, ...]:
        """All rounds, the one that is played included."""
        return self.finished if self.winners else (*self.finished, self.round)

    @property
    def number(self) -> int:
        """Which round is played, from 1."""
        return len(self.finished) + (not self.winners)

    @property
    def of_pack(self) -> tuple[CardRound, ...]:
        """The finished rounds of the pack that is in use."""
        return self.finished[(len(self.packs) - 1) * self.rules.rounds :]

    @property
    def lines(self) -> tuple[CardLine, ...]:
        """All lines so far; their sums are the totals."""
        return tuple(line for round in self.finished for line in round.lines)

    def with_pack(self, pack: Sequence[int]) -> CardMatch:
        """This match with another order of the pack that is in use, of which nothing has been shown yet.

        Raises:
            IllegalMove: a round has begun.
            NotationError: it is not the whole pack.
        """
        if self.is_over or self.of_pack or self.round.phase is not Phase.DEALT:
            raise IllegalMove(Illegal.ALREADY_SHOWN, tr(Illegal.ALREADY_SHOWN.value))
        if tuple(sorted(pack)) != self.rules.pack:
            raise NotationError(tr("this is not the whole pack, each card once"))
        packs = (*self.packs[:-1], tuple(pack))
        return self._replace(packs=packs, round=_dealt(self.rules, packs[-1], len(self.finished)))

    def play(self, move: CardMove) -> CardMatch:
        """The match after this move; when a round ends, the next one is dealt.

        Raises:
            IllegalMove: the rules do not allow it.
        """
        if self.is_over:
            raise IllegalMove(Illegal.ROUND_OVER, tr("{move}: the match is over", move=move))
        round = self.round.play(move)
        return self._settle(round) if round.is_over else self._replace(round=round)

    def _settle(self, round: CardRound) -> CardMatch:
        """After a round: either the match is over, or the next round is dealt."""
        finished = (*self.finished, round)
        totals = self.totals
        if round.lines:
            totals = tuple([old + new for old, new in zip(totals, round.scores, strict=True)])
        winners = _winners(self.rules, totals)
        if winners:
            return self._replace(finished=finished, round=round, totals=totals, winners=winners)
        packs = self.packs
        if len(finished) == len(packs) * self.rules.rounds:
            packs = (*packs, shuffled(self.rules, self.seed, len(packs)))
        following = _dealt(self.rules, packs[-1], len(finished))
        return self._replace(packs=packs, finished=finished, round=following, totals=totals)


def _winners(rules: CardRules, totals: Sequence[int]) -> tuple[int, ...]:
    """Who has won with these totals after a round; nobody while the match goes on."""
    best = max(totals)
    if best < rules.target:
        return ()
    winners = tuple(seat for seat, total in enumerate(totals) if total == best)
    return winners if len(winners) == 1 or rules.tie is MatchTie.JOINT else ()


def _dealt(rules: CardRules, pack: Sequence[int], number: int) -> CardRound:
    """The round of this number (from 0) of a match, from the pack that is in use then."""
    start = number % rules.rounds * (SEATS + 1)
    cards = pack[start : start + SEATS]
    return CardRound(rules, number % SEATS, tuple(cards), pack[start + SEATS])


def shuffled(rules: CardRules, seed: int, number: int) -> tuple[int, ...]:
    """The pack of this number (from 0) of a match with this seed, in the order in which it is dealt."""
    cards = list(rules.pack)
    Random(f"{seed}/pack/{number}").shuffle(cards)
    return tuple(cards)
