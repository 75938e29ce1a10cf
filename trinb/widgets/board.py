"""The board that people touch: to lay tiles as one likes, or to play a round against bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from ..board import Board, Fault, Placement
from ..errors import NotationError
from ..players import player
from ..rounds import Round
from ..ruleset import RuleSet
from ..tiles import Tile
from ..words import tr
from .front import Front, button
from .table import FreeTable, RoundTable, hand_of, rule_set_of
from .touch import TableFront


class BoardWidget(TableFront):
    """A board to lay tiles on.

    Args:
        board: what lies there already: a board, or a position as text.
        rules: the rule set that scores it, or its id.
        hand: the tiles to lay, by default all of the tile set that are not on the board.
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
        turn_by_hand: bool = False,
        language: str | None = None,
    ) -> None:
        super().__init__(language)
        start = Board.parse(board) if isinstance(board, str) else board or Board()
        self._begin(FreeTable(start, rule_set_of(rules), hand_of(hand)), turn_by_hand)

    @classmethod
    def play(
        cls,
        rules: str | RuleSet = "triangelspelet",
        opponents: Sequence[str] = ("greedy",),
        *,
        seed: int | None = None,
        seat: int = 0,
        turn_by_hand: bool = False,
        language: str | None = None,
    ) -> BoardWidget:
        """A round against bots.

        Args:
            rules: the rule set, or its id.
            opponents: the names of the bots, see `players.player_names`.
            seed: the same seed deals the same round; by default a new one each time.
            seat: where you sit, from 0.
            turn_by_hand: whether you have to turn a tile so that it fits.
            language: one of `words.LANGUAGES`; by default the one that is spoken.

        Raises:
            TrinbError: there are no such rules or bots, or not so many may play.
        """
        first = Random().randrange(10**6) if seed is None else seed
        rule_set, bots = rule_set_of(rules), [player(name) for name in opponents]

        def table(number: int) -> RoundTable:
            rng = Random(number)
            return RoundTable(Round.deal(rule_set, len(bots) + 1, rng), seat, bots, rng)

        widget = cls.__new__(cls)
        Front.__init__(widget, language)
        widget._deal, widget.seed = table, first
        widget._begin(table(first), turn_by_hand)
        return widget

    _deal: Any = None
    seed: int | None = None
    """The seed of the round, to play it again; None on a free board."""

    def __repr__(self) -> str:
        laid, held = len(self.board), len(self.hand)
        return f"<BoardWidget {self.table.rules.id}: {laid} tiles laid, {held} in hand>"

    @property
    def round(self) -> Round | None:
        """The round as it stands now; None on a free board."""
        return self.table.state if isinstance(self.table, RoundTable) else None

    @cached_property
    def _intentions(self) -> Mapping[str, Any]:
        return {**super()._intentions, "again": lambda _: self._again()}

    def _again(self) -> None:
        if self._deal is None or self.seed is None:
            raise NotationError(tr("there is no round to play again"))
        self.seed += 1
        self.table = self._deal(self.seed)
        self._release()

    def _primary(self, held: Placement | None, fault: Fault | None) -> dict[str, Any]:
        if self.table.is_over and self._deal:
            return button(tr("New round"), {"do": "again"})
        return super()._primary(held, fault)
