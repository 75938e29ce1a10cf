"""The ending of a round between two, with open hands and an empty pool: what each gets with best play.

Nothing is left to chance, so what one can gain over the other is a fact.  This search asks nobody but the
board, the scores and the settlement at the end; it is written apart from `rounds`, to bear witness for it.

>>> from trinb.board import Board
>>> from trinb.ruleset import rules
>>> from trinb.tiles import Tile
>>> hands = [(Tile(4, 5, 5),), (Tile(4, 4, 5),)]
>>> found = solve_ending(rules("triangelspelet"), Board.parse("^0,0=555"), hands)
>>> found.margin, len(found.line)  # 50 for going out, and the digits of the other tile
(63, 1)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, TypeAlias

from ..board import Board, Placement
from ..endings import Left, Settlement, blocked, out
from ..ruleparts import Several
from ..ruleset import RuleSet
from ..scoring import scorer
from ..tiles import Tile
from .turning import board_key
from .watch import Watch

_Hands: TypeAlias = tuple[int, int]

_FAR = 10**6


class Solved(NamedTuple):
    """What comes of an ending.

    Attributes:
        margin: how many points more seat 0, who is to move, gets than seat 1.
        line: the placements of one line of best play.
        moves: for each placement of the first move, the margin after it.
        positions: how many positions were looked at.
    """

    margin: int
    line: tuple[Placement, ...]
    moves: dict[Placement, int]
    positions: int


class _Node(NamedTuple):
    board: Board
    hands: _Hands
    seat: int
    placed: bool


def solve_ending(
    rules: RuleSet, board: Board, hands: Sequence[Sequence[Tile]], watch: Watch | None = None
) -> Solved:
    """Solve an ending of two seats; seat 0 is to move.

    Raises:
        TooLarge: there are more positions than the watch allows.
    """
    search = _Search(rules, watch or Watch())
    box = rules.tile_set
    start = _Node(board, (box.mask(hands[0]), box.mask(hands[1])), 0, False)
    moves = {
        placement: gain + search.value(after)
        for placement, after, gain in search.placed(start)
        if placement is not None
    }
    margin = max(moves.values()) if moves else search.value(start)
    return Solved(margin, search.line(start), moves, search.watch.count)


class _Search:
    """Margins of seat 0 over seat 1 from positions on, each worked out once."""

    def __init__(self, rules: RuleSet, watch: Watch) -> None:
        self.rules, self.watch = rules, watch
        self._box, self._scorer = rules.tile_set, scorer(rules)
        self._known: dict[Hashable, int] = {}

    def value(self, node: _Node) -> int:
        """The margin from this position on."""
        if 0 in node.hands:
            return self._margin(out(self.rules, node.hands.index(0), self._left(node.hands), Left(0, 0)))
        if not self._fits(node, node.hands[0] | node.hands[1]):
            return self._margin(blocked(self.rules, node.seat, self._left(node.hands)))
        key = (board_key(self.rules, node.board), node.hands, node.seat, node.placed)
        known = self._known.get(key)
        if known is None:
            self.watch.step()
            values = [gain + self.value(after) for _, after, gain in self.placed(node)]
            known = self._known[key] = max(values) if node.seat == 0 else min(values)
        return known

    def placed(self, node: _Node) -> list[tuple[Placement | None, _Node, int]]:
        """What can be done: the placement if it is one, the position after it, and the margin it makes."""
        found: list[tuple[Placement | None, _Node, int]] = []
        sign, several = (1, -1)[node.seat], self.rules.turn.several
        places = sorted(node.board.placements(self._box, node.hands[node.seat]))
        for placement in places:
            contact = node.board.contact_at(placement.cell)
            number = self._box.numbers_by_turn[placement.digits]
            gain = sign * self._scorer.score(contact, self._box.tiles[number]).total
            hands = _without(node.hands, node.seat, number)
            after = _Node(node.board.lay(placement, contact), hands, node.seat, True)
            goes_on = several is not Several.ONE and self._fits(after, hands[node.seat])
            found.append((placement, after if goes_on else _next(after), gain))
        if not places or (node.placed and several is Several.MAY_GO_ON):
            cost = 0 if places or node.placed else self.rules.turn.stuck
            found.append((None, _next(node), -sign * cost))
        return found

    def line(self, node: _Node) -> tuple[Placement, ...]:
        """The placements of one line in which both play as well as can be."""
        found: list[Placement] = []
        while 0 not in node.hands and self._fits(node, node.hands[0] | node.hands[1]):
            choices = [
                (gain + self.value(after), at) for at, (_, after, gain) in enumerate(self.placed(node))
            ]
            _, at = max(choices, key=lambda one: (one[0] * (1, -1)[node.seat], -one[1]))
            placement, node, _ = self.placed(node)[at]
            if placement is not None:
                found.append(placement)
        return tuple(found)

    def _fits(self, node: _Node, hand: int) -> bool:
        return bool(node.board.placements(self._box, hand))

    def _left(self, hands: _Hands) -> list[Left]:
        return [Left(hand.bit_count(), self._box.pips(hand)) for hand in hands]

    def _margin(self, settlement: Settlement) -> int:
        return sum((1, -1)[event.seat] * event.points for event in settlement.events)


def _without(hands: _Hands, seat: int, number: int) -> _Hands:
    first, second = hands
    return (first & ~(1 << number), second) if seat == 0 else (first, second & ~(1 << number))


def _next(node: _Node) -> _Node:
    return node._replace(seat=1 - node.seat, placed=False)
