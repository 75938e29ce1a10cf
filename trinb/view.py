"""What one seat may know: its own tiles, the table, and what everybody saw.

>>> from trinb.ruleset import rules
>>> from trinb.rounds import Round
>>> view = view_of(Round.deal(rules("triangelspelet"), players=3, seed=1), seat=0)
>>> view.hand_sizes, view.pool_size, len(view.hand)
((5, 5, 5), 41, 5)
"""

from __future__ import annotations

from typing import NamedTuple

from .board import NOWHERE, Board
from .moves import Event, LegalMoves
from .rounds import Round
from .ruleset import RuleSet
from .tiles import Tile


class PlayerView(NamedTuple):
    """A round as one seat sees it; it holds nothing that the seat may not know.

    Attributes:
        seat: who looks.
        rules: the rule set.
        board: the table.
        hand_: the mask of the own tiles; see `hand` for the tiles themselves.
        hand_sizes: how many tiles each seat holds.
        pool_size: how many tiles are face down.
        to_move: whose turn it is.
        scores: the points of each seat in this round.
        events: what everybody saw.
        legal_moves: what this seat may do; empty when it is not its turn.
    """

    seat: int
    rules: RuleSet
    board: Board
    hand_: int
    hand_sizes: tuple[int, ...]
    pool_size: int
    to_move: int
    scores: tuple[int, ...]
    events: tuple[Event, ...]
    legal_moves: LegalMoves

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The own tiles."""
        return self.rules.tile_set.of_mask(self.hand_)

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that are neither on the table nor in the own hand: in other hands or in the pool."""
        box = self.rules.tile_set
        seen = self.hand_ | box.mask(placement.tile for placement in self.board)
        return box.of_mask(((1 << len(box)) - 1) & ~seen)


def view_of(round: Round, seat: int) -> PlayerView:
    """What a seat may know of a round.

    Raises:
        IndexError: there is no such seat.
    """
    return PlayerView(
        seat,
        round.dealt.rules,
        round.board,
        round.hands_[seat],
        tuple([hand.bit_count() for hand in round.hands_]),
        len(round.pool_),
        round.seat,
        round.scores,
        round.events,
        round.moves if seat == round.seat else LegalMoves(NOWHERE),
    )
