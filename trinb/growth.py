"""A board as it grows: one placement after the other, and what each adds to Euler's formula.

A `Growth` never changes: `go`, `lay` and `lay_any` return another one.

>>> growth = Growth.of(Board.parse("^0,0=555 v0,0=554"))
>>> growth.at, growth.last, growth.box.id
(2, 2, 'triangelspelet-56')
>>> growth.count, growth.change
(Euler(vertices=4, edges=5, tiles=2, holes=0, components=1), {'V': 1, 'E': 2, 'tiles': 1, 'holes': 0, 'F': 1, 'C': 0})
>>> [str(placement.tile) for placement in growth.fitting(Cell(0, 1, True))]
['0-4-5', '1-4-5', '4-4-5']
"""  # noqa: E501 - one line of output

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from attrs import evolve, frozen

from .board import Board, Kind, Laid, Placement
from .errors import Illegal, IllegalMove, NotationError
from .graphs import Euler, euler
from .lattice import Cell
from .tiles import Tile, TileSet, tile_set
from .words import tr

_BOXES = ("triangelspelet-56", "triominos-56", "triangelspelet-77", "mirrored-76", "mirrored-7")
"""The boxes that a board may be of, the likeliest first."""


@frozen(repr=False)
class Growth:
    """A board with all that it was before, and perhaps what it will be.

    Attributes:
        boards: from the empty board on, each with one tile more.
        at: how many tiles lie now.
        box: the tiles that may be laid, laid ones included.
    """

    boards: tuple[Board, ...]
    at: int
    box: TileSet

    @classmethod
    def of(cls, board: Board, box: TileSet | None = None) -> Growth:
        """How a board has grown, with all its tiles laid.

        Args:
            board: the board.
            box: the tiles that may be laid; by default a set that has all tiles of the board.
        """
        boards = [Board()]
        for placement, contact in board.laid:
            boards.append(boards[-1].lay(placement, contact))
        return cls(tuple(boards), len(board), box_of(board) if box is None else box)

    def __repr__(self) -> str:
        return f"<Growth of {self.box.id}: {self.at} of {self.last} tiles>"

    @property
    def last(self) -> int:
        """How many tiles lie in the end."""
        return len(self.boards) - 1

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.boards[self.at]

    @property
    def latest(self) -> Laid | None:
        """The tile that was laid last, and how it met the board; None on an empty board."""
        return self.board.laid[-1] if self.at else None

    def go(self, to: int) -> Growth:
        """Another moment; before the first and beyond the last one there is none."""
        return evolve(self, at=max(0, min(to, self.last)))

    # --- counting --------------------------------------------------------------------------------

    @property
    def count(self) -> Euler:
        """What Euler's formula counts, now."""
        return _count(self.board)

    @property
    def change(self) -> dict[str, int]:
        """What the latest tile has changed in each number: counted before it and after it."""
        before, after = numbers(self.go(self.at - 1).count), numbers(self.count)
        return {name: after[name] - before[name] for name in after}

    # --- laying ----------------------------------------------------------------------------------

    @property
    def left(self) -> tuple[Tile, ...]:
        """The tiles that are still in the box."""
        laid = {placement.tile for placement in self.board}
        return tuple(tile for tile in self.box if tile not in laid)

    def fitting(self, cell: Cell) -> list[Placement]:
        """How tiles of the box can lie in a cell, by their names."""
        found = [placement for placement in self.board.placements(self.left) if placement.cell == cell]
        return sorted(found, key=lambda placement: placement.tile)

    def places(self, tile: Tile) -> list[Placement]:
        """How a tile can lie on the board, if it is still in the box."""
        return sorted(self.board.placements([tile])) if tile in self.left else []

    def lay(self, placement: Placement) -> Growth:
        """Lay a tile of the box now; what came later is gone.

        Raises:
            IllegalMove: it is not in the box, or may not lie there.
        """
        if placement.tile not in self.left:
            raise IllegalMove(
                Illegal.NOT_IN_SET, tr("the tile {tile} is not in the box", tile=placement.tile)
            )
        boards = (*self.boards[: self.at + 1], self.board.place(placement))
        return evolve(self, boards=boards, at=self.at + 1)

    def lay_any(self) -> Growth:
        """Lay a tile that fits, near the middle of the board; of a kind at random, so that rare ones come up.

        On the same board it is always the same tile.

        Raises:
            NotationError: no tile fits.
        """
        rng, board = Random(str(self.board)), self.board
        by_kind: dict[Kind, list[Placement]] = {}
        for placement in board.placements(self.left):
            by_kind.setdefault(board.contact_at(placement.cell).kind, []).append(placement)
        if not by_kind:
            raise NotationError(tr("no tile of the box fits anywhere"))
        found = by_kind[rng.choice(sorted(by_kind, key=list(Kind).index))]
        cells = sorted(
            {placement.cell for placement in found}, key=lambda cell: (self._from_middle(cell), cell)
        )
        cell = rng.choice(cells[:3])
        return self.lay(rng.choice(sorted(placement for placement in found if placement.cell == cell)))

    def _from_middle(self, cell: Cell) -> float:
        """How far a cell lies from the middle of the board."""
        here = [placement.cell.centre for placement in self.board] or [cell.centre]
        middle = [sum(along) / len(here) for along in zip(*here, strict=True)]
        return round(math.dist(middle, cell.centre), 6)


@lru_cache(maxsize=1024)
def _count(board: Board) -> Euler:
    return euler(board)


def numbers(count: Euler) -> dict[str, int]:
    """All numbers of a count, by their signs or names.

    >>> numbers(euler(Board.parse("^0,0=555")))
    {'V': 3, 'E': 3, 'tiles': 1, 'holes': 0, 'F': 2, 'C': 1}
    """
    return {
        "V": count.vertices,
        "E": count.edges,
        "tiles": count.tiles,
        "holes": count.holes,
        "F": count.faces,
        "C": count.components,
    }


def box_of(board: Board) -> TileSet:
    """A set that has all tiles of a board: a known one, else just these tiles.

    >>> box_of(Board.parse("^0,0=666")).id, box_of(Board.parse("^0,0=012 v0,0=102")).id
    ('triangelspelet-77', 'mirrored-76')
    """
    tiles = {placement.tile for placement in board}
    known = (tile_set(id) for id in _BOXES)
    return next((box for box in known if tiles.issubset(box.tiles)), TileSet("custom", tuple(sorted(tiles))))
