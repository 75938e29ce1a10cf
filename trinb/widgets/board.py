"""A free board to touch: to lay tiles as one likes and see what they score."""

from __future__ import annotations

from collections.abc import Iterable

from ..board import Board
from ..ruleset import RuleSet
from ..tiles import Tile
from .table import FreeTable, hand_of, rule_set_of
from .touch import TableFront


class BoardWidget(TableFront):
    """A board to lay tiles on; to play against others there is `Play`.

    Args:
        board: what lies there already: a board, or a position as text.
        rules: the rule set that scores it, or its id.
        hand: the tiles to lay, by default all of the tile set that are not on the board.
        hints: whether it is shown which tiles fit, and where.
        turn_by_hand: whether the player has to turn a tile so that it fits; else it turns by itself.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        TrinbError: the board, the rules or a tile of the hand cannot be.

    Attributes:
        table: what lies behind it, with all its states.
    """

    def __init__(
        self,
        board: Board | str | None = None,
        *,
        rules: str | RuleSet = "triangelspelet",
        hand: Iterable[Tile | str] | None = None,
        hints: bool = True,
        turn_by_hand: bool = False,
        language: str | None = None,
    ) -> None:
        super().__init__(language)
        start = Board.parse(board) if isinstance(board, str) else board or Board()
        self.tells_fits = hints
        self._begin(FreeTable(start, rule_set_of(rules), hand_of(hand)), turn_by_hand)

    def __repr__(self) -> str:
        laid, held = len(self.board), len(self.hand)
        return f"<BoardWidget {self.table.rules.id}: {laid} tiles laid, {held} in hand>"
