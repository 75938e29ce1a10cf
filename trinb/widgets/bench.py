"""A board that is built by hand: from an empty table, a position as text, or one of the scoring cases.

>>> from trinb.ruleset import rules
>>> bench = Bench(rules("triangelspelet"), "^0,0=555 v0,0=554")
>>> bench.lift(), bench.board
(Placement(cell=Cell(q=0, r=0, up=False), digits=(5, 5, 4)), Board.parse('^0,0=555'))
>>> bench.undo()
>>> len(bench.board), len(bench.hand)
(2, 54)
"""

from __future__ import annotations

import re
from collections import Counter
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeAlias

from attrs import frozen

from ..board import Board, Placement
from ..cases import Case, case, cases
from ..errors import Illegal, IllegalMove, NotationError, RulesError
from ..notation import quote, show
from ..ruleset import RuleSet
from ..tiles import Tile, TileSet
from ..words import tr
from .table import Entry, Standing, Table

LONGEST = 5_000
"""How long the text of a position may be: a full box of 119 tiles is a fifth of it."""

Position: TypeAlias = str | Board | Case
"""What a board can be built from: a position as text, the id of a case, a board, or a case."""


@frozen
class Built:
    """A state of a bench: what lies there, and the case that it is, if it is one."""

    board: Board
    case: Case | None = None


def built(position: Position) -> Built:
    """What a position says.  A case is shown as it was before its last tile was laid.

    Raises:
        NotationError: the text is no position, or a tile is laid twice.
        IllegalMove: a tile cannot lie there.
        RulesError: there is no such case.

    >>> built("drone-2").case.name
    'Drone with two hexagons'
    """
    if isinstance(position, str):
        position = _read(position)
    if isinstance(position, Case):
        return Built(position.board_before, position)
    if not isinstance(position, Board):
        raise NotationError(tr("{it} is no position", it=show(position)))
    for tile, times in Counter(placement.tile for placement in position).items():
        if times > 1:
            raise NotationError(tr("tile {tile} is laid twice", tile=tile))
    return Built(position)


def _read(position: str) -> Board | Case:
    if len(position) > LONGEST:
        raise NotationError(
            tr("a position of {n} characters is too long: at most {most}", n=len(position), most=LONGEST)
        )
    name = position.strip()
    return _case(name) if re.fullmatch("[a-z][a-z0-9-]*", name) else Board.parse(position)


def _case(name: str) -> Case:
    known = [one.id for one in cases()]
    if name in known:
        return case(name)
    close = get_close_matches(name, known, 1)
    if close:
        raise RulesError(
            tr("there is no case {name}; did you mean {close}?", name=quote(name), close=close[0])
        )
    example = "^0,0=555 v0,0=554"
    raise NotationError(
        tr("{text} is neither a position, such as {example}, nor a case", text=quote(name), example=example)
    )


class Bench(Table[Built]):
    """Tiles of a whole box to build positions with.

    Args:
        rule_set: the rule set that says which box, and that scores.
        position: what lies there at first.

    Raises:
        TrinbError: the position cannot be.
    """

    def __init__(self, rule_set: RuleSet, position: Position = "") -> None:
        super().__init__(built(position), rule_set)

    @property
    def board(self) -> Board:
        """What lies there."""
        return self.state.board

    @property
    def case(self) -> Case | None:
        """The case that is shown, before its last tile or with it."""
        return self.state.case

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the box that are not laid."""
        return _left(self.tile_set, self.board)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """None: nobody plays."""
        return ()

    @property
    def log(self) -> tuple[Entry, ...]:
        """Nothing: the board shows all there is."""
        return ()

    @property
    def status(self) -> str:
        """What there is to do now."""
        if not self.hand:
            return tr("All tiles are laid.")
        if not self.board:
            return tr("Choose a first tile, or pick a case.")
        return tr("Choose a tile, then look at the places where it fits.")

    def open(self, position: Position) -> None:
        """Show another position.

        Raises:
            TrinbError: it cannot be.
        """
        self._go_on(built(position))

    def place(self, placement: Placement) -> None:
        """Lay a tile of the box."""
        if placement.tile not in self.hand:
            raise IllegalMove(Illegal.NOT_IN_HAND, f"{placement}: {tr(Illegal.NOT_IN_HAND.value)}")
        board = self.board.place(placement)
        still = self.case and board == self.case.board
        self._go_on(Built(board, self.case if still else None))

    def lift(self) -> Placement:
        """Take up the tile that was laid last, whoever laid it.

        Raises:
            NotationError: there is none.
        """
        if not self.board:
            raise NotationError(tr("there is no tile on the board"))
        last = self.board.laid[-1].placement
        board = Board.parse(" ".join(map(str, list(self.board)[:-1])))
        self._go_on(Built(board, self.case if self.case and board == self.case.board_before else None))
        return last


@lru_cache(maxsize=64)
def _left(box: TileSet, board: Board) -> tuple[Tile, ...]:
    laid = {placement.tile for placement in board}
    return tuple(tile for tile in box if tile not in laid)
