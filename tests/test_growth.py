"""A board as it grows: moments, numbers counted before and after, the box, and laying any tile."""

from __future__ import annotations

import pytest
import strategies
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st
from strategies import seeded_board

from trinb import Board, Cell, Illegal, IllegalMove, Kind, NotationError, Placement, Tile, TileSet, tile_set
from trinb.board import ORIGIN
from trinb.graphs import euler
from trinb.growth import Growth, box_of, numbers

RING = Board.parse("v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221")
BOARDS = [seeded_board(seed, tile_set("triangelspelet-56"), 24) for seed in range(12)]


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_every_moment(board: Board) -> None:
    growth = Growth.of(board)
    assert growth.at == growth.last == len(board) and growth.board == board
    for at in range(len(board) + 1):
        now = growth.go(at)
        assert len(now.board) == at
        assert now.board.laid == board.laid[:at], "each tile has met the board as it was then"
        assert now.latest == (board.laid[at - 1] if at else None)
        assert now.count == euler(now.board)
        assert set(now.left) == set(now.box) - {placement.tile for placement in now.board}
    assert growth.go(-5).at == 0 and growth.go(10**6).at == growth.last


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_changes_add_up_to_the_count(board: Board) -> None:
    growth = Growth.of(board)
    total = numbers(growth.go(0).count)
    for at in range(1, growth.last + 1):
        change = growth.go(at).change
        assert change["V"] - change["E"] + change["F"] == change["C"]
        total = {name: total[name] + change[name] for name in total}
    assert total == numbers(growth.count)
    assert set(growth.go(0).change.values()) == {0}


def test_what_it_was_stays_as_it_was() -> None:
    growth = Growth.of(RING)
    earlier = growth.go(4)
    later = earlier.lay(earlier.places(Tile(0, 2, 4))[0])
    assert (growth.at, earlier.at, later.at, later.last) == (9, 4, 5, 5)
    assert earlier.last == 9 and earlier.go(9).board == RING
    assert later.board != growth.go(5).board and later.go(4).board == earlier.board
    with pytest.raises(FrozenInstanceError):
        growth.at = 3  # type: ignore[misc]
    assert repr(earlier) == "<Growth of triangelspelet-56: 4 of 9 tiles>"


@pytest.mark.parametrize("board", BOARDS[:6], ids=range(6))
def test_what_fits_agrees_with_the_board(board: Board) -> None:
    growth = Growth.of(board).go(len(board) // 2)
    all_placements = set(growth.board.placements(growth.left))
    by_cell = [place for cell in growth.board.open_cells for place in growth.fitting(cell)]
    by_tile = [place for tile in growth.box for place in growth.places(tile)]
    assert set(by_cell) == set(by_tile) == all_placements
    assert len(by_cell) == len(by_tile) == len(all_placements)
    assert growth.fitting(next(iter(growth.board)).cell) == []
    assert growth.places(next(iter(growth.board)).tile) == [], "a tile that is laid is not in the box"
    for place in by_cell[:5]:
        assert growth.lay(place).board == growth.board.place(place)


def test_what_may_not_be_laid() -> None:
    growth = Growth.of(RING)
    with pytest.raises(IllegalMove, match="the tile 1-1-2 is not in the box") as caught:
        growth.lay(Placement.parse("v-1,0=112"))
    assert caught.value.reason is Illegal.NOT_IN_SET
    with pytest.raises(IllegalMove, match="differs"):
        growth.lay(Placement.parse("v-1,0=555"))


def test_the_box() -> None:
    assert box_of(Board()).id == "triangelspelet-56"
    assert box_of(RING).id == "triangelspelet-56"
    assert box_of(Board.parse("^0,0=012")).id == "triominos-56"
    assert box_of(Board.parse("^0,0=566")).id == "triangelspelet-77"
    assert box_of(Board.parse("^0,0=026")).id == "mirrored-7"
    strange = box_of(Board.parse("^0,0=789"))
    assert strange == TileSet("custom", (Tile(7, 8, 9),))
    assert Growth.of(Board.parse("^0,0=789")).left == ()
    assert Growth.of(RING, tile_set("triangelspelet-77")).box.id == "triangelspelet-77"


@strategies.few
@given(st.integers(0, 10**6), st.integers(1, 20))
def test_any_tile(seed: int, steps: int) -> None:
    growth = Growth.of(seeded_board(seed, tile_set("triangelspelet-56"), 6))
    for _ in range(steps):
        try:
            after = growth.lay_any()
        except NotationError as error:
            assert str(error) == "no tile of the box fits anywhere" and not growth.board.placements(
                growth.left
            )
            return
        assert after.boards == growth.lay_any().boards, "always the same on the same board"
        assert after.at == growth.at + 1 and after.go(growth.at).board == growth.board
        growth = after


def test_any_tile_brings_rare_kinds_too() -> None:
    kinds = set()
    for first in tile_set("triangelspelet-56"):
        growth = Growth.of(Board().place(Placement(ORIGIN, first.digits)))
        while growth.board.placements(growth.left):
            growth = growth.lay_any()
            assert growth.latest
            kinds.add(growth.latest.contact.kind)
    assert {Kind.PLAIN, Kind.BRIDGE, Kind.DOCKING} <= kinds
    assert Growth.of(Board()).lay_any().latest.placement.cell == Cell(0, 0, True)  # type: ignore[union-attr]
