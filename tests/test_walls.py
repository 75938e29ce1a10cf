"""Walls: kinds, directions and multisets of tiles, counts against formulas, two sets side by side, groups."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trinb import NotationError, RulesError, Tile, TileSet, tile_set, tile_sets
from trinb.walls import (
    GROUPS,
    Comparison,
    Direction,
    Mark,
    TileKind,
    census,
    check_mirrored,
    check_once,
    direction_of,
    homes,
    kind_of,
    known_grouping,
    multiset,
    multiset_words,
    read_loosely,
    wall,
)
from trinb.words import speaking

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
