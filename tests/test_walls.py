"""Walls: two sets side by side, and tiles in groups."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trinb import RulesError, Tile, TileSet, tile_set
from trinb.census import (
    Direction,
    TileKind,
    census,
    check_mirrored,
    check_once,
    direction_of,
    kind_of,
    multiset,
    multiset_words,
)
from trinb.walls import GROUPS, Comparison, Mark, homes, known_grouping, wall
from trinb.words import speaking

SETS = st.lists(st.sampled_from(tile_set("mirrored-5").tiles), unique=True).map(
    lambda tiles: TileSet("some", tuple(tiles))
)


# --- two sets ---------------------------------------------------------------------------------------


@given(SETS, SETS)
def test_two_sets_fall_into_parts(here: TileSet, there: TileSet) -> None:
    comparison = Comparison(here, there)
    marks = [comparison.mark(tile) for tile in comparison.tiles]
    assert Mark.ABSENT not in marks and Mark.IN_SET not in marks
    assert set(comparison.tiles) == set(here) | set(there) and len(set(comparison.tiles)) == len(
        comparison.tiles
    )
    assert set(comparison.having(Mark.BOTH)) == set(here) & set(there)
    assert set(comparison.having(Mark.HERE, Mark.HERE_MIRROR)) == set(here) - set(there)
    assert set(comparison.having(Mark.THERE, Mark.THERE_MIRROR)) == set(there) - set(here)
    mine, theirs = ({multiset(tile) for tile in one} for one in (here, there))
    assert set(comparison.missing_here) == theirs - mine
    assert set(comparison.missing_there) == mine - theirs
    back = Comparison(there, here)
    swap = {
        Mark.HERE: Mark.THERE,
        Mark.THERE: Mark.HERE,
        Mark.HERE_MIRROR: Mark.THERE_MIRROR,
        Mark.THERE_MIRROR: Mark.HERE_MIRROR,
    }
    assert [back.mark(tile) for tile in comparison.tiles] == [swap.get(mark, mark) for mark in marks]


def test_the_two_boxes_of_56() -> None:
    comparison = Comparison(tile_set("triangelspelet-56"), tile_set("triominos-56"))
    falling = [tile for tile in comparison.here if direction_of(tile) is Direction.FALLING]
    assert len(comparison.having(Mark.BOTH)) == 47
    assert list(comparison.having(Mark.HERE_MIRROR)) == falling and len(falling) == 9
    assert sorted(comparison.having(Mark.THERE_MIRROR)) == sorted(tile.mirror() for tile in falling)
    assert comparison.missing_here == comparison.missing_there == ()
    assert comparison.mark(Tile(6, 6, 6)) is Mark.ABSENT


def test_homes_of_a_tile() -> None:
    own = TileSet("own", (Tile(0, 1, 2),))
    found = {
        home.id: (has, mirror) for home, has, mirror in homes(Tile(0, 2, 1), [own, tile_set("triominos-56")])
    }
    assert found == {
        "mirrored-76": (True, True),
        "triangelspelet-56": (True, False),
        "triangelspelet-77": (True, False),
        "triominos-56": (False, True),
        "own": (False, True),
    }


# --- walls ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("id", ["triangelspelet-77", "mirrored-4", "ascending-1"])
def test_a_wall_has_every_tile_once(id: str, group: str) -> None:
    tiles = tile_set(id)
    bricks = [brick for part in wall(tiles, group) for brick in part.bricks]
    laid = [brick.tile for brick in bricks if brick.mark is Mark.IN_SET]
    assert sorted(laid) == sorted(tiles) and len(laid) == len(tiles)
    absent = [brick.tile for brick in bricks if brick.mark is Mark.ABSENT]
    assert sorted(absent) == (sorted(check_mirrored(tiles).missing) if group == "multiset" else [])
    assert len(laid) + len(absent) == len(bricks)


@given(SETS, SETS, st.sampled_from(sorted(GROUPS)))
def test_groups_have_one_key_each_in_order(here: TileSet, there: TileSet, group: str) -> None:
    groups = wall(here, group, there)
    keys = [part.key for part in groups]
    assert len(set(keys)) == len(keys) and all(part.bricks for part in groups)
    if group in ("sum", "multiset"):
        assert keys == sorted(keys)  # type: ignore[type-var]
    if group in ("kind", "direction"):
        order = list({"kind": TileKind, "direction": Direction}[group])
        assert [order.index(key) for key in keys] == sorted(order.index(key) for key in keys)  # type: ignore[arg-type]
    of = {"kind": kind_of, "direction": direction_of, "sum": lambda tile: tile.sum, "multiset": multiset}
    for part in groups:
        assert (
            all(of[group](brick.tile) == part.key for brick in part.bricks)
            if group in of
            else part.key is None
        )
    assert sum(len(part.bricks) for part in groups) == len(set(here) | set(there))


def test_a_wall_that_is_not_grouped_keeps_the_order_of_the_set() -> None:
    tiles = TileSet("odd", (Tile(3, 3, 3), Tile(0, 0, 1), Tile(1, 2, 3)))
    (only,) = wall(tiles, "none")
    assert [brick.tile for brick in only.bricks] == list(tiles) and only.heading() == ""


def test_only_some_marks() -> None:
    pro, full = tile_set("triangelspelet-77"), tile_set("ascending-7")
    groups = wall(pro, "none", full, [Mark.THERE])
    assert [multiset_words(multiset(brick.tile)) for brick in groups[0].bricks] == [
        "026",
        "056",
        "126",
        "146",
        "236",
        "246",
        "456",
    ]
    assert wall(pro, "kind", pro, [Mark.HERE]) == ()


def test_headings_are_said_in_the_language_that_is_spoken() -> None:
    groups = wall(tile_set("mirrored-3"), "direction")
    assert [part.heading() for part in groups] == [
        "rising clockwise",
        "falling clockwise",
        "neither: its own mirror",
    ]
    assert [part.heading() for part in wall(tile_set("ascending-2"), "sum")] == [
        "sum 0",
        "sum 1",
        "sum 2",
        "sum 3",
    ]
    assert [part.heading() for part in wall(tile_set("ascending-2"), "multiset")] == [
        "000",
        "001",
        "011",
        "111",
    ]
    with speaking("en"):
        assert wall(tile_set("ascending-1"))[0].heading() == "triples: three equal digits"


@pytest.mark.parametrize("group", ["colour", "", "KIND", None, ["kind"], "x" * 1000])
def test_other_groupings_are_refused(group: object) -> None:
    with pytest.raises(
        RulesError, match="a wall is grouped by one of kind, direction, sum, multiset, none, not by"
    ):
        wall(tile_set("ascending-2"), group)  # type: ignore[arg-type]
    assert known_grouping("sum") == "sum"


def test_a_set_with_gaps_in_its_digits_and_an_empty_one() -> None:
    gaps = TileSet("gaps", (Tile(0, 6, 6), Tile(6, 6, 6)))
    assert check_once(gaps).expected == 4 and check_once(gaps).missing == ((0, 0, 0), (0, 0, 6))
    empty = TileSet("empty", ())
    assert wall(empty, "multiset") == () and census(empty).tiles == 0
    assert check_once(empty).expected == check_mirrored(empty).expected == 0
