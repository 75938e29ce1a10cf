"""The two searches of the endgame solver: alpha-beta for two players, max-n for more.

What has been scored already changes nothing about what is best (see `endgame`), so a position is worth what
is still to come.  What is found out about a position is kept, because the same position is reached again in
other orders.  It is told by its *key*: for each tile on the table the cell where it lies, and its mark; how
the tile is turned follows from that, and who holds the others follows from who held them at first.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ..ruleparts import Several
from .endgame_desk import Desk, Lay
from .endgame_watch import Watch

Bounds: TypeAlias = tuple[int, int]
"""The least and the most that something can be."""

Points: TypeAlias = tuple[int, ...]
"""The points of each seat."""


INFINITE = 1 << 60
"""More than any points."""

_MOST = 2_000_000  # positions to remember, which takes half a gigabyte


class Found(NamedTuple):
    """What was found out about a move.

    Attributes:
        lay: the placement; None for passing or for the end of a turn.
        bounds: between which numbers the margin of the seat is that makes it, from now on.
        points: what each seat gets from now on, where that is known.
    """

    lay: Lay | None
    bounds: Bounds
    points: Points = ()


class Enough(Exception):
    """Look at no more positions."""


class _Search:
    """What both searches share: a desk, somebody who watches, and keys."""

    def __init__(self, desk: Desk, watch: Watch) -> None:
        self.desk, self.watch = desk, watch
        self._width = (4 * len(desk.spot)).bit_length()
        self._seats = (2 * desk.players).bit_length()

    def key_after(self, key: int, lay: Lay) -> int:
        """The key after a placement; that of the round itself is 0."""
        return key + ((4 * lay.cell + lay.mark + 1) << (self._seats + self._width * lay.tile))

    def _next(self, seat: int) -> int:
        return seat + 1 if seat + 1 < self.desk.players else 0


class Duel(_Search):
    """Alpha-beta: the margin of the seat to move is what the other one loses."""

    def __init__(self, desk: Desk, watch: Watch) -> None:
        super().__init__(desk, watch)
        self._known: dict[int, tuple[int, int, Lay | None]] = {}

    def bounds(self, seat: int, placed: bool, live: list[int], key: int, alpha: int, beta: int) -> Bounds:
        """Two numbers between which the margin of the seat to move is from here on.

        They are equal, or the upper one is at most `alpha`, or the lower one is at least `beta`; only when
        it is enough they may be farther apart.

        Args:
            seat: who is to move.
            placed: whether it has placed a tile in this turn.
            live: the cells where anybody can place.
            key: what lies on the table.
            alpha: how much less does not matter.
            beta: how much more does not matter.
        """
        self.watch.look()
        desk, entry = self.desk, key + 2 * seat + placed
        low, high, first = self._known.get(entry) or (*desk.span(seat, desk.union), None)
        if low >= beta or high <= alpha or low == high or self.watch.enough:
            return low, high
        options = desk.options(seat, placed, live)
        if options[0] and desk.is_last(seat, placed):
            return self._last_tile(seat, options[0])
        if first:
            options.remove(first)
            options.insert(0, first)
        best, least, most = first, -INFINITE, -INFINITE
        for lay in options:
            here = self.after(seat, placed, lay, live, key, max(alpha, least), beta)
            most = max(most, here[1])
            if here[0] > least:
                least, best = here[0], lay
                if least >= beta:
                    break
        else:
            high = min(high, most)
        if len(self._known) < _MOST:
            self._known[entry] = max(low, least), high, best if least >= low else first
        return max(low, least), high

    def after(
        self, seat: int, placed: bool, lay: Lay | None, live: list[int], key: int, alpha: int, beta: int
    ) -> Bounds:
        """The same for a seat that does this now, the points for it included."""
        desk = self.desk
        if lay is None:
            points = 0 if placed else -desk.stuck
            low, high = self._others(seat, live, key, alpha - points, beta - points)
            return points + low, points + high
        points = lay.points
        low, high = desk.span(seat, desk.union ^ 1 << lay.tile)
        if points + high > alpha and points + low < beta:
            then = desk.lay(lay, live)
            key = self.key_after(key, lay)
            if not desk.hand(seat):
                low = high = margin(desk.end(seat, desk.union), seat)
            elif desk.several is not Several.ONE and desk.can_place(seat, then):
                low, high = self.bounds(seat, True, then, key, alpha - points, beta - points)
            else:
                low, high = self._others(seat, then, key, alpha - points, beta - points)
            desk.lift()
        return points + low, points + high

    def _others(self, seat: int, live: list[int], key: int, alpha: int, beta: int) -> Bounds:
        """The turn of the other seat, unless it has to pass or nobody can place."""
        desk = self.desk
        if not live:
            end = margin(desk.end(None, desk.union), seat)
            return end, end
        if not desk.can_place(1 - seat, live):
            low, high = self.bounds(seat, False, live, key, alpha - desk.stuck, beta - desk.stuck)
            return low + desk.stuck, high + desk.stuck
        low, high = self.bounds(1 - seat, False, live, key, -beta, -alpha)
        return -high, -low

    def _last_tile(self, seat: int, lay: Lay) -> Bounds:
        """Whoever has one tile left lays it where it scores most."""
        end = lay.points + margin(self.desk.end(seat, self.desk.union ^ 1 << lay.tile), seat)
        return end, end

    def first(self, seat: int, placed: bool, lay: Lay | None, least: int) -> Found:
        """What a move in the round itself is worth; it does not matter how much less than `least`."""
        return Found(lay, self.after(seat, placed, lay, self.desk.live, 0, least, INFINITE))

    def follow(self, seat: int, placed: bool, live: list[int], key: int, wanted: int) -> Lay | None:
        """A move with which the seat gets this margin, or else one that looks good."""
        options = self.desk.options(seat, placed, live)
        best = self._known.get(key + 2 * seat + placed, (0, 0, None))[2]
        if best:
            options.insert(0, best)
        good, most = options[0], -INFINITE
        for lay in options:
            low, _ = self.after(seat, placed, lay, live, key, wanted - 1, wanted)
            if low >= wanted:
                return lay
            if low > most:
                good, most = lay, low
        return good


class Many(_Search):
    """Max-n: everybody wants the greatest margin for himself.

    Among moves that give him the same, a player takes the one with the least margin for the seat after him,
    then for the seat after that, and so on; then the one with the most points in all.  So what a position is
    worth does not depend on the order in which its moves are looked at.
    """

    def __init__(self, desk: Desk, watch: Watch) -> None:
        super().__init__(desk, watch)
        self._known: dict[int, tuple[Points, Lay | None]] = {}

    def best(self, seat: int, placed: bool, live: list[int], key: int) -> tuple[Points, Lay | None]:
        """What each seat gets from here on, and the best that the seat to move can do.

        Raises:
            Enough: it was looked long enough; the desk is not put in order again.
        """
        self.watch.look()
        if self.watch.enough:
            raise Enough
        desk, entry = self.desk, key + 2 * seat + placed
        found = self._known.get(entry)
        if found:
            return found
        options = desk.options(seat, placed, live)
        if options[0] and desk.is_last(seat, placed):
            end = desk.end(seat, desk.union ^ 1 << options[0].tile)
            return _added(end, seat, options[0].points), options[0]
        best, points = options[0], self.after(seat, placed, options[0], live, key)
        most = margin(points, seat)
        for lay in options[1:]:
            if self.may_be_as_good(seat, lay, most):
                here = self.after(seat, placed, lay, live, key)
                ahead = margin(here, seat)
                if ahead > most or (ahead == most and preference(here, seat) > preference(points, seat)):
                    best, points, most = lay, here, ahead
        if len(self._known) < _MOST:
            self._known[entry] = points, best
        return points, best

    def may_be_as_good(self, seat: int, lay: Lay | None, wanted: int) -> bool:
        """Whether this can give a seat such a margin, as far as can be seen at once."""
        if lay is None:
            return True
        desk = self.desk
        return (desk.players - 1) * lay.points + desk.span(seat, desk.union ^ 1 << lay.tile)[1] >= wanted

    def after(self, seat: int, placed: bool, lay: Lay | None, live: list[int], key: int) -> Points:
        """What each seat gets when a seat does this now."""
        desk = self.desk
        if lay is None:
            return _added(self._others(seat, live, key), seat, 0 if placed else -desk.stuck)
        then = desk.lay(lay, live)
        key = self.key_after(key, lay)
        if not desk.hand(seat):
            points = desk.end(seat, desk.union)
        elif desk.several is not Several.ONE and desk.can_place(seat, then):
            points = self.best(seat, True, then, key)[0]
        else:
            points = self._others(seat, then, key)
        desk.lift()
        return _added(points, seat, lay.points)

    def _others(self, seat: int, live: list[int], key: int) -> Points:
        """The turn of the next seat that can place, if there is one; those before it pass."""
        desk = self.desk
        if not live:
            return desk.end(None, desk.union)
        passed = []
        seat = self._next(seat)
        while not desk.can_place(seat, live):
            passed.append(seat)
            seat = self._next(seat)
        points = self.best(seat, False, live, key)[0]
        for other in passed if desk.stuck else ():
            points = _added(points, other, -desk.stuck)
        return points

    def first(self, seat: int, placed: bool, lay: Lay | None, least: int) -> Found:
        """What a move in the round itself is worth; it does not matter how much less than `least`."""
        desk = self.desk
        low, high = desk.span(seat, desk.union ^ 1 << lay.tile if lay else desk.union)
        points = (desk.players - 1) * (lay.points if lay else 0 if placed else -desk.stuck)
        if points + high >= least:
            try:
                ends = self.after(seat, placed, lay, desk.live, 0)
            except Enough:
                desk.clear()
            else:
                return Found(lay, (margin(ends, seat),) * 2, ends)
        return Found(lay, (points + low, points + high))

    def follow(self, seat: int, placed: bool, live: list[int], key: int, wanted: int) -> Lay | None:
        """The best move, or else one that looks good."""
        laid = self.desk.laid
        try:
            return self.best(seat, placed, live, key)[1]
        except Enough:
            self.desk.clear(laid)
            return self.desk.options(seat, placed, live)[0]


def margin(points: Points, seat: int) -> int:
    """How many points a seat is ahead of each other seat, added up.

    >>> margin((30, 20), 0), margin((30, 20, 5), 1)
    (10, 5)
    """
    return len(points) * points[seat] - sum(points)


def preference(points: Points, seat: int) -> tuple[int, ...]:
    """Of two ends a seat prefers the one for which this is greater."""
    others = [-margin(points, (seat + step) % len(points)) for step in range(1, len(points))]
    return (margin(points, seat), *others, sum(points))


def _added(points: Points, seat: int, more: int) -> Points:
    return (*points[:seat], points[seat] + more, *points[seat + 1 :])
