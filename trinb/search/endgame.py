"""The end of a round, solved: the pool is empty, so all hands are known and nothing is left to chance.

Everybody wants to be far ahead: the **margin** of a seat is how many points it is ahead of each other seat,
added up.  For two players that is the own points minus the other's, and what one wins the other loses.  For
more it is the only aim that treats all others alike, is the same for two players, and does not change when
points that were scored before are added; with three or more, everybody plays for the own margin (*max-n*).
Equally good moves are told apart by a fixed rule: the least margin for the next seat, then for the one after
it, and so on, then the most points in all.  Only this round counts; a match whose target is tested at once is
not looked at.

>>> from trinb.ruleset import rules
>>> ending = next(endings(rules("triangelspelet"), players=2, tiles=3, seed=1))
>>> found = solve_endgame(ending)
>>> found.proven, found.margin == found.scores[ending.seat] - found.scores[1 - ending.seat]
(True, True)
>>> for move in found.line:
...     ending = ending.play(move)
>>> ending.is_over, ending.scores == found.scores
(True, True)

An answer is **proven** unless the search was stopped, by Ctrl-C, by `stop` or by a `limit`.

All of it is plain Python, so it runs in a browser too.  Most endings take a few milliseconds, which is less
than it takes to load a compiler.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import TypeVar

from attrs import evolve, field, frozen

from ..errors import TrinbError
from ..moves import Move
from ..rounds import Round
from ..ruleset import RuleSet
from ..words import tr, trn
from .endgame_desk import Desk
from .endgame_search import INFINITE, Bounds, Duel, Found, Many, margin, preference
from .endgame_watch import Progress, Watch, shown

T = TypeVar("T")

__all__ = ["Ending", "ending_values", "endings", "solve_endgame"]


@frozen(repr=False)
class Ending:
    """How a round ends if everybody plays the best that there is.

    Attributes:
        seat: whose turn it is.
        scores: the points of each seat in this round in the end.
        bounds: between which numbers the margin of `seat` is if everybody plays well; two equal numbers when
            it is proven.  For three and more players, others are taken to play well too, not to join forces.
        line: the moves to the end of the round; played one after the other they give these scores.
        nodes: how many positions were looked at.
        seconds: how long it took.
    """

    seat: int
    scores: tuple[int, ...]
    bounds: Bounds
    line: tuple[Move, ...]
    nodes: int = field(default=0, eq=False)
    seconds: float = field(default=0.0, eq=False)

    @property
    def margin(self) -> int:
        """How many points `seat` is ahead of each other seat in the end, added up."""
        return margin(self.scores, self.seat)

    @property
    def proven(self) -> bool:
        """Whether nobody can do better; if not, `line` and `scores` are only what looks good."""
        return self.bounds == (self.margin, self.margin)

    @property
    def move(self) -> Move:
        """The first move of the line."""
        return self.line[0]

    def __repr__(self) -> str:
        known = "proven" if self.proven else "margin from {:+d} to {:+d}".format(*self.bounds)
        scores = " : ".join(map(str, self.scores))
        return f"<Ending: {scores} after {' '.join(map(str, self.line))}, {known}, {self.nodes} positions>"


def solve_endgame(
    round: Round,
    *,
    limit: int | None = None,
    progress: bool | Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Ending:
    """The best play to the end of a round whose pool is empty.

    It may be asked for in the middle of a turn.  Ctrl-C stops it, as `stop` does.

    Args:
        round: a round that is not over, with an empty pool.
        limit: how many positions to look at at most; without one it goes on until it is proven.
        progress: whether to say how far it is, or what to call every few milliseconds with the positions
            looked at and the limit; by default it is said in notebooks and terminals after a second.
        stop: asked as often whether to stop.

    Raises:
        TrinbError: there are tiles in the pool, or the round is over.
    """
    _check(round, limit)
    with shown(progress) as tell:
        return _Problem(round, Watch(limit, tell, stop)).best()


def ending_values(
    round: Round,
    *,
    limit: int | None = None,
    progress: bool | Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> dict[Move, Ending]:
    """For each legal move how the round ends if it is made and everybody plays well after it, best first.

    So it tells whether the best move is the only one, and by how much:

    >>> from trinb.ruleset import rules
    >>> ending = next(endings(rules("triangelspelet"), players=2, tiles=3, seed=1))
    >>> first, second, *_ = ending_values(ending).values()
    >>> first.margin >= second.margin, first.proven and second.proven
    (True, True)

    Args:
        round: a round that is not over, with an empty pool.
        limit: how many positions to look at at most, for all moves together.
        progress: whether to say how far it is, or what to call every few milliseconds with the positions
            looked at and the limit; by default it is said in notebooks and terminals after a second.
        stop: asked as often whether to stop.

    Raises:
        TrinbError: there are tiles in the pool, or the round is over.
    """
    _check(round, limit)
    with shown(progress) as tell:
        found = _Problem(round, Watch(limit, tell, stop)).values()
    return {ending.move: ending for ending in found}


def endings(rules: RuleSet, players: int = 2, tiles: int = 4, seed: int | Random = 0) -> Iterator[Round]:
    """Endings without end: rounds with an empty pool, several legal moves, and few tiles in every hand.

    They come about by random moves from a shuffled deal, and can be written down and replayed like any round.

    Args:
        rules: the rule set.
        players: how many seats.
        tiles: how many tiles the fullest hand holds.
        seed: what all chance follows from.

    Raises:
        RulesError: the rules do not allow so many players.
    """
    rng = seed if isinstance(seed, Random) else Random(seed)
    while True:
        round = Round.deal(rules, players, rng)
        while not round.is_over:
            moves = round.legal_moves()
            if not round.pool_ and len(moves) > 1:
                fullest = max(hand.bit_count() for hand in round.hands_)
                if fullest == tiles:
                    yield round
                if fullest <= tiles:
                    break
            round = round.play(moves[int(rng.random() * len(moves))])


def _check(round: Round, limit: int | None) -> None:
    """Refuse what cannot be solved."""
    if round.is_over:
        raise TrinbError(tr("the round is over: there is nothing left to play"))
    left = len(round.pool_)
    if left:
        raise TrinbError(
            trn(
                "{n} tile lies in the pool: only a round whose pool is empty can be solved to its end",
                "{n} tiles lie in the pool: only a round whose pool is empty can be solved to its end",
                left,
            )
        )
    if limit is not None and limit < 1:
        raise TrinbError(tr("at least one position must be looked at, not {count}", count=limit))


class _Problem:
    """One round to be solved."""

    def __init__(self, round: Round, watch: Watch) -> None:
        self.round, self.watch, self.seat = round, watch, round.seat
        self.start = time.perf_counter()
        self.before = margin(round.scores, round.seat)

    def best(self) -> Ending:
        """The best play."""
        if self.round.leads:
            found = self._leads()
            lows, highs = zip(*(ending.bounds for ending in found), strict=True)
            return evolve(found[0], bounds=(max(lows), max(highs)))
        search = self._search()
        moves = list(self._moves(search, only_best=True))
        best = max(moves, key=self._rank)
        return self._ending(search, best, (best.bounds[0], max(move.bounds[1] for move in moves)))

    def values(self) -> list[Ending]:
        """How it ends after each move, best first."""
        if self.round.leads:
            return self._leads()
        search = self._search()
        moves = sorted(self._moves(search, only_best=False), key=self._rank, reverse=True)
        found = [self._ending(search, move, move.bounds) for move in moves]
        return [evolve(ending, nodes=self.watch.nodes, seconds=self._seconds) for ending in found]

    def _search(self) -> Duel | Many:
        return (Duel if self.round.players == 2 else Many)(Desk(self.round), self.watch)

    @property
    def _seconds(self) -> float:
        return time.perf_counter() - self.start

    def _moves(self, search: Duel | Many, only_best: bool) -> Iterator[Found]:
        """What each move is worth; if only the best is wanted, of others only that they are no better."""
        least, placed = -INFINITE, self.round.placed > 0
        for lay in search.desk.options(self.seat, placed, search.desk.live):
            ask = partial(search.first, self.seat, placed, lay, least)
            found = self._hurried_by_ctrl_c(search, ask)
            if only_best:
                least = max(least, found.bounds[0])
            yield found

    def _hurried_by_ctrl_c(self, search: Duel | Many, work: Callable[[], T]) -> T:
        """What some work gives; after Ctrl-C, what it gives when it may look at nothing more."""
        try:
            return work()
        except KeyboardInterrupt:
            self.watch.hurry()
            search.desk = Desk(self.round)  # that one was left as it happened to be
            return work()

    def _rank(self, found: Found) -> tuple[int, tuple[int, ...]]:
        return found.bounds[0], preference(found.points, self.seat) if found.points else ()

    def _ending(self, search: Duel | Many, first: Found, bounds: Bounds) -> Ending:
        """The round played on from a move; `bounds` are those of the margin to come."""
        line, over = self._hurried_by_ctrl_c(search, partial(self._line, search, first))
        low, high = self.before + bounds[0], self.before + bounds[1]
        return Ending(self.seat, over.scores, (low, high), line, self.watch.nodes, self._seconds)

    def _line(self, search: Duel | Many, first: Found) -> tuple[tuple[Move, ...], Round]:
        """The moves to the end, and the round that is over."""
        with self.watch.at_the_end(is_known=first.bounds[0] == first.bounds[1]):
            return self._played(search, first)

    def _played(self, search: Duel | Many, first: Found) -> tuple[tuple[Move, ...], Round]:
        round, desk, lay, line = self.round, search.desk, first.lay, []
        live, key, final = desk.live, 0, self.before + first.bounds[0]
        while True:
            line.append(desk.move(round, lay))
            round = round.play(line[-1])
            if lay:
                live, key = desk.lay(lay, live), search.key_after(key, lay)
            if round.is_over:
                break
            sign = 1 if round.seat == self.seat else -1
            wanted = sign * final - margin(round.scores, round.seat)
            lay = search.follow(round.seat, round.placed > 0, live, key, wanted)
        desk.clear()
        return tuple(line), round

    # --- before the first tile ----------------------------------------------------------------------------

    def _leads(self) -> list[Ending]:
        """How it ends after each lead, best first."""
        found = [self._after(move, self.round.play(move)) for move in self.round.legal_moves()]
        found.sort(key=lambda ending: (ending.bounds[0], preference(ending.scores, self.seat)), reverse=True)
        return [evolve(ending, nodes=self.watch.nodes, seconds=self._seconds) for ending in found]

    def _after(self, move: Move, then: Round) -> Ending:
        if then.is_over:
            return Ending(self.seat, then.scores, (margin(then.scores, self.seat),) * 2, (move,))
        ending = _Problem(then, self.watch).best()
        low, high = ending.bounds
        if ending.proven:
            low = high = margin(ending.scores, self.seat)
        elif then.players > 2:
            desk, now = Desk(then), margin(then.scores, self.seat)
            low, high = (now + most for most in desk.span(self.seat, desk.union))
        elif then.seat != self.seat:
            low, high = -high, -low
        return Ending(self.seat, ending.scores, (low, high), (move, *ending.line))
