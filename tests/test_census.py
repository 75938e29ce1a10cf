"""Kinds, directions and multisets of tiles, tiles as people write them, and counts against formulas."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trinb import NotationError, Tile, TileSet, tile_set, tile_sets
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
    read_loosely,
)
from trinb.walls import Comparison

EVERY = tile_set("mirrored-12").tiles
TILES = st.sampled_from(EVERY)
SETS = st.lists(st.sampled_from(tile_set("mirrored-5").tiles), unique=True).map(
    lambda tiles: TileSet("some", tuple(tiles))
)
IDS = [*tile_sets(), *(f"{kind}-{n}" for kind in ("ascending", "mirrored") for n in range(1, 13))]


# --- what a tile is ----------------------------------------------------------------------------------


@given(TILES)
def test_kind_and_direction_by_the_digits_alone(tile: Tile) -> None:
    a, b, c = tile.digits
    equal = (a == b) + (b == c) + (a == c)
    assert kind_of(tile) is {3: TileKind.TRIPLE, 1: TileKind.DOUBLE, 0: TileKind.SINGLE}[equal]
    ways = {tuple(digits) for digits in tile.turns}
    rises = any(x < y < z for x, y, z in ways)
    falls = any(x > y > z for x, y, z in ways)
    wanted = Direction.RISING if rises else Direction.FALLING if falls else Direction.NEITHER
    assert direction_of(tile) is wanted
    opposite = {Direction.RISING: Direction.FALLING, Direction.FALLING: Direction.RISING}
    assert direction_of(tile.mirror()) is opposite.get(wanted, wanted)


@given(TILES, TILES)
def test_a_multiset_forgets_the_order_and_nothing_else(one: Tile, other: Tile) -> None:
    assert multiset(one) == multiset(one.mirror())
    assert (multiset(one) == multiset(other)) == (one == other or one == other.mirror())


def test_multisets_are_written_so_that_no_two_look_alike() -> None:
    every = {multiset(tile) for tile in EVERY}
    assert len({multiset_words(digits) for digits in every}) == len(every) == 364


# --- finding -----------------------------------------------------------------------------------------


@given(TILES, st.sampled_from(["-", " ", ", ", "–", "−", " - ", "/", "."]))
def test_every_tile_is_found_from_any_corner(tile: Tile, between: str) -> None:
    for digits in tile.turns:
        assert read_loosely(f"  {between.join(map(str, digits))} ") == tile
        assert read_loosely("".join("0123456789aB"[digit] for digit in digits)) == tile


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "0", "01", "0123", "0-1", "0-1-2-3", "x-y-z", "0-1-", "-1-2-3"),
        *("٠١٢", "0x1", "1e5", "<b>", "c00", "0-1-2\n0-1-2", "\u202e0-1-2", "x" * 10_000, "9" * 5_000),
    ],
)
def test_what_is_no_tile_gives_one_clear_line(text: str) -> None:
    with pytest.raises(
        NotationError, match="write the three digits of a tile clockwise, such as 0-2-1"
    ) as error:
        read_loosely(text)
    assert len(str(error.value)) < 160 and "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["0-1-12", "99 0 0", "12,12,12"])
def test_a_digit_that_no_set_has_is_named_as_such(text: str) -> None:
    with pytest.raises(NotationError, match="a digit of a tile is at most 11"):
        read_loosely(text)


@given(st.text(max_size=12))
def test_whatever_is_typed_is_a_tile_or_refused(text: str) -> None:
    try:
        assert read_loosely(text) in EVERY
    except NotationError as error:
        assert str(error)


# --- counting ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_a_census_adds_up(id: str) -> None:
    tiles = tile_set(id)
    found = census(tiles)
    assert found.tiles == len(tiles) == sum(found.kinds.values()) == sum(found.directions.values())
    assert found.multisets == len({tuple(sorted(tile.digits)) for tile in tiles})
    assert found.tiles == found.multisets + found.pairs
    assert found.kinds[TileKind.SINGLE] == found.tiles - found.directions[Direction.NEITHER]


def test_the_numbers_of_the_named_sets() -> None:
    swedish, pro = census(tile_set("triangelspelet-56")), census(tile_set("triangelspelet-77"))
    assert [swedish.kinds[kind] for kind in TileKind] == [6, 30, 20]
    assert [swedish.directions[way] for way in Direction] == [11, 9, 36]
    assert [pro.kinds[kind] for kind in TileKind] == [7, 42, 28]
    assert census(tile_set("triominos-56")).directions[Direction.FALLING] == 0
    assert census(tile_set("mirrored-76")).pairs == 20


@pytest.mark.parametrize("n", range(1, 13))
def test_both_formulas_against_a_count_of_all_readings(n: int) -> None:
    """Counted by brute force here: classes of readings under turns, and under turns and flips."""
    readings = list(product(range(n), repeat=3))
    by_turns = {frozenset([(a, b, c), (b, c, a), (c, a, b)]) for a, b, c in readings}
    by_all = {frozenset(permutations(digits)) for digits in readings}
    once, mirrored = check_once(tile_set(f"ascending-{n}")), check_mirrored(tile_set(f"mirrored-{n}"))
    assert once.agrees and once.expected == once.counted == len(by_all)
    assert mirrored.agrees and mirrored.expected == mirrored.counted == len(by_turns)
    assert (
        check_once(tile_set(f"mirrored-{n}")).agrees
        == (n <= 2)
        == check_mirrored(tile_set(f"ascending-{n}")).agrees
    )


@given(SETS)
def test_what_is_missing_and_what_is_too_much_explain_the_difference(tiles: TileSet) -> None:
    once, mirrored = check_once(tiles), check_mirrored(tiles)
    for check in (once, mirrored):
        assert check.n == len({digit for tile in tiles for digit in tile.digits})
        assert check.expected == check.counted + len(check.missing) - len(check.extra)
        assert check.agrees == (not check.missing and not check.extra)
    whole = TileSet("whole", (*tiles, *mirrored.missing))
    assert check_mirrored(whole).agrees
    assert not {multiset(tile) for tile in tiles} & set(once.missing)
    assert all(tile in tiles and tile.mirror() in tiles for tile in once.extra)


def test_one_missing_and_one_too_many_is_no_agreement() -> None:
    """The number is right by chance: the set itself is not what the formula is about."""
    tiles = [*TileSet.ascending(3).tiles[1:], Tile(0, 2, 1)]
    check = check_once(TileSet("chance", tuple(tiles)))
    assert check.counted == check.expected == 10
    assert check.missing == ((0, 0, 0),) and check.extra == (Tile(0, 2, 1),) and not check.agrees


def test_the_seven_that_pro_lacks() -> None:
    pro = tile_set("triangelspelet-77")
    missing = [multiset_words(digits) for digits in check_once(pro).missing]
    assert missing == ["026", "056", "126", "146", "236", "246", "456"]
    assert Comparison(pro, tile_set("ascending-7")).missing_here == check_once(pro).missing
