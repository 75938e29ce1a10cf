"""All turns of one player, and the best of them: every set of tiles that can be laid, by breadth.

A turn of several tiles may be laid in many orders.  Positions that hold the same tiles in the same cells
are one state here, reached with the most points that any order gives; so the work grows with the sets and
not with the orders.

>>> from trinb.ruleset import rules
>>> from trinb.board import Board
>>> from trinb.tiles import Tile
>>> found = best_turns(rules("granna"), Board.parse("^0,0=555"), [Tile(4, 5, 5), Tile(4, 4, 5)])
>>> found.points, len(found.best), found.states
(12, 6, 9)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from ..board import Board, Placement
from ..ruleparts import Reason, Several
from ..ruleset import RuleSet
from ..scoring import Line, line, scorer
from ..tiles import Tile
from .watch import Watch


class Turns(NamedTuple):
    """What one player can reach in a turn.

    Attributes:
        points: the most points.
        best: the sets of placements that give so many, each in an order that does.
        totals: for every turn that can be ended, its points: how many sets give so many.
        states: how many different boards there are, the first not counted.
    """

    points: int
    best: tuple[tuple[Placement, ...], ...]
    totals: dict[int, int]
    states: int

    def rivals(self, share: float) -> int:
        """How many other sets give at least this share of the best."""
        return sum(
            count
            for points, count in self.totals.items()
            if points != self.points and points >= share * self.points
        )


class _State(NamedTuple):
    board: Board
    hand: int
    points: int
    order: tuple[Placement, ...]


def best_turns(rules: RuleSet, board: Board, hand: Iterable[Tile], watch: Watch | None = None) -> Turns:
    """The turns with the most points; those that the rules would not let end there do not count.

    What is paid for going out counts, as far as it depends on nobody else's tiles.

    Raises:
        TooLarge: there are more states than the watch allows.
    """
    watch = watch or Watch()
    box, score, rule = rules.tile_set, scorer(rules), rules.turn.several
    layer = [_State(board, box.mask(hand), 0, ())]
    ended: list[_State] = []
    while layer:
        found: dict[Hashable, _State] = {}
        for state in layer:
            places = sorted(state.board.placements(box, state.hand))
            if state.order and (rule is not Several.MUST_GO_ON or not places):
                ended.append(state)
            if state.order and rule is Several.ONE:
                continue
            for placement in places:
                watch.tried()
                contact = state.board.contact_at(placement.cell)
                number = box.numbers_by_turn[placement.digits]
                left = state.hand & ~(1 << number)
                points = state.points + score.score(contact, box.tiles[number]).total
                points += sum(one.points for one in out_lines(rules)) if not left else 0
                after = state.board.lay(placement, contact)
                key = board_key(rules, after)
                known = found.get(key)
                if known is None:
                    watch.step()
                if known is None or points > known.points:
                    found[key] = _State(after, left, points, (*state.order, placement))
        layer = list(found.values())
    return _summed(ended, watch.count)


def _summed(ended: list[_State], states: int) -> Turns:
    totals: dict[int, int] = {}
    for state in ended:
        totals[state.points] = totals.get(state.points, 0) + 1
    points = max(totals, default=0)
    best = tuple(state.order for state in ended if state.points == points)
    return Turns(points, best, totals, states)


def out_lines(rules: RuleSet) -> tuple[Line, ...]:
    """What laying the last tile of the hand gives at once, whatever the others hold."""
    if not rules.out.points or rules.out.one_left_in_pool:
        return ()
    return (line(rules, Reason.OUT, rules.out.points),)


def board_key(rules: RuleSet, board: Board) -> Hashable:
    """Equal for boards on which the same can happen: how a tile met the board matters to some rules."""
    return frozenset(board.laid) if rules.score.extension else frozenset(board)
