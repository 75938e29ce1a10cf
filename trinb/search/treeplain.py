"""The tree search where nothing can be compiled, as in a browser: the same trials, with the readable engine.

It grows no tree: with so few rollouts as there is time for, none would grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..deals import Deal
from ..moves import Move
from ..players import GreedyPlayer, finish
from ..rounds import Round
from ..view import PlayerView
from .voids import Void, this_turn, voids

_EXCHANGES = 24


class PlainTable:
    """Moves that are tried by the readable engine; see `tree.Table`."""

    def __init__(self, view: PlayerView, rng: Random, memory: bool = True) -> None:
        self.moves: Sequence[Move] = list(view.legal_moves)
        self.tried = [0] * len(self.moves)
        self.gained = [0.0] * len(self.moves)
        self.squared = [0.0] * len(self.moves)
        self._alive = list(range(len(self.moves)))
        self._view, self._rng = view, rng
        self._players = [GreedyPlayer()] * len(view.hand_sizes)
        self._hidden = Hidden(view, rng, memory)

    def play(self, deals: int) -> None:
        """Try all moves that have not been given up on so many deals."""
        for _ in range(deals):
            self._hidden.exchange(2)
            round, seed = position(self._view, *self._hidden.deal(self._rng)), self._rng.random()
            for option in self._alive:
                over = finish(round.play(self.moves[option]), self._players, Random(seed))
                ahead = margin(over.scores, self._view.seat)
                self.tried[option] += 1
                self.gained[option] += ahead
                self.squared[option] += ahead * ahead

    def give_up(self, option: int) -> None:
        """Try this move no more."""
        self._alive.remove(option)


def margin(scores: Sequence[int], seat: int) -> float:
    """The points that a seat is ahead of the mean of the others.

    >>> margin((30, 10, 14), 0)
    18.0
    """
    return scores[seat] - (sum(scores) - scores[seat]) / max(1, len(scores) - 1)


class Hidden:
    """The hidden tiles, dealt at random as far as that agrees with what everybody saw."""

    def __init__(self, view: PlayerView, rng: Random, memory: bool = True) -> None:
        self._rng, self._view = rng, view
        box = view.rules.tile_set
        tiles = [box.number(tile) for tile in view.unseen]
        others = [seat for seat, size in enumerate(view.hand_sizes) if seat != view.seat for _ in range(size)]
        self._tiles, self._held = tiles, len(others)
        self._holder: list[int | None] = [*others, *([None] * view.pool_size)]
        self._voids: Sequence[Sequence[Void]] = voids(view) if memory else [()] * len(view.hand_sizes)
        self._hands = [view.hand_ if seat == view.seat else 0 for seat in range(len(view.hand_sizes))]
        for number, seat in zip(tiles, others, strict=False):
            self._hands[seat] |= 1 << number
        self.exchange(_EXCHANGES)

    def deal(self, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The hands as masks, and the pool in random order."""
        pool = self._tiles[self._held :]
        rng.shuffle(pool)
        return tuple(self._hands), tuple(pool)

    def exchange(self, times: int) -> None:
        """Exchange each hidden tile in a hand so often, wherever that makes nothing unlikelier."""
        rng, held, count = self._rng, self._held, len(self._tiles)
        for _ in range(times * held):
            i, k = rng.randrange(held), rng.randrange(count)
            one, other = self._holder[i], self._holder[k]
            if one != other:
                before = self._misfits(one) + self._misfits(other)
                self._swap(i, k)
                if self._misfits(one) + self._misfits(other) > before:
                    self._swap(i, k)

    def _swap(self, i: int, k: int) -> None:
        both = 1 << self._tiles[i] | 1 << self._tiles[k]
        self._tiles[i], self._tiles[k] = self._tiles[k], self._tiles[i]
        for seat in (self._holder[i], self._holder[k]):
            if seat is not None:
                self._hands[seat] ^= both

    def _misfits(self, seat: int | None) -> int:
        """How many tiles too many a seat holds of sets of which it holds few."""
        if seat is None:
            return 0
        hand = self._hands[seat]
        return sum(max(0, (hand & void.tiles).bit_count() - void.most) for void in self._voids[seat])


def position(view: PlayerView, hands: tuple[int, ...], pool: tuple[int, ...]) -> Round:
    """The round as a seat sees it, with these tiles where it sees none."""
    rules, players = view.rules, len(hands)
    dealt = Deal(rules, players, tuple(range(len(rules.tile_set))))
    leads = 0 if len(view.board) else rules.tile_set.mask(p.tile for p in view.legal_moves.placements)
    drawn, placed = this_turn(view)
    return Round(
        dealt, view.board, hands, pool, view.to_move, view.scores, view.events, drawn, placed, leads,
        view.legal_moves,
    )  # fmt: skip
