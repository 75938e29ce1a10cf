"""The shortest way to block: lay as few tiles as possible so that none of those left in hand fits.

A plain search by breadth: all boards with one more tile, then with two, and so on; the first layer that
holds a blocked board is the proof that fewer tiles are not enough.  At least one tile has to be left,
since with none left the round is not blocked but won.

>>> from trinb.board import Board
>>> from trinb.ruleset import rules
>>> from trinb.tiles import Tile
>>> found = shortest_blocks(rules("triangelspelet"), Board.parse("^0,0=555"), [Tile(4, 5, 5), Tile(0, 0, 1)])
>>> found.fewest, found.boards  # 0-0-1 fits nowhere beside 5-5-5, nor beside 4-5-5
(1, 4)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..board import Board, Placement
from ..ruleset import RuleSet
from ..tiles import Tile
from .watch import Watch


class Blocks(NamedTuple):
    """The shortest ways to block.

    Attributes:
        fewest: how many tiles it takes; None if it cannot be done.
        ways: the sets of placements that do it with so few, each in an order that can be laid.
        boards: how many different boards were looked at.
    """

    fewest: int | None
    ways: tuple[tuple[Placement, ...], ...]
    boards: int


class _State(NamedTuple):
    board: Board
    hand: int
    order: tuple[Placement, ...]


def shortest_blocks(rules: RuleSet, board: Board, hand: Iterable[Tile], watch: Watch | None = None) -> Blocks:
    """All shortest ways to block a hand; a hand that is blocked already takes 0 tiles.

    Raises:
        TooLarge: there are more boards than the watch allows.
    """
    watch, box = watch or Watch(), rules.tile_set
    layer = [_State(board, box.mask(hand), ())]
    watch.step()
    depth = 0
    while layer:
        blocked = [state for state in layer if not state.board.placements(box, state.hand)]
        if blocked:
            return Blocks(depth, tuple(state.order for state in blocked), watch.count)
        layer = _deeper(rules, layer, watch)
        depth += 1
    return Blocks(None, (), watch.count)


def _deeper(rules: RuleSet, layer: list[_State], watch: Watch) -> list[_State]:
    """Every board with one more tile than those of a layer, as long as a tile is left."""
    box = rules.tile_set
    found: dict[frozenset[Placement], _State] = {}
    for board, hand, order in layer:
        if hand.bit_count() == 1:
            continue
        laid = frozenset(order)
        for placement in sorted(board.placements(box, hand)):
            watch.tried()
            key = laid | {placement}
            if key not in found:
                watch.step()
                number = box.numbers_by_turn[placement.digits]
                after = board.lay(placement, board.contact_at(placement.cell))
                found[key] = _State(after, hand & ~(1 << number), (*order, placement))
    return list(found.values())
