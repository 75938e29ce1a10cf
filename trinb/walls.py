"""Walls: the tiles of a set laid out in groups, counted one by one, and held beside another set.

A tile has a **kind** (triple, double or single: three, two or no equal digits), a **direction** (rising,
falling, or neither if it is its own mirror), and a **multiset**, its three digits without their order:

>>> tile = Tile(0, 2, 1)
>>> kind_of(tile).value, direction_of(tile).value, multiset(tile)
('single', 'falling', (0, 1, 2))

A **wall** is a row of groups; each lists its tiles, and each tile has a **mark** that says where it is:

>>> [(group.heading(), len(group.bricks)) for group in wall(tile_set("triangelspelet-56"), "kind")]
[('triples: three equal digits', 6), ('doubles: two equal digits', 30), ('singles: all digits differ', 20)]
>>> beside = Comparison(tile_set("triangelspelet-56"), tile_set("triominos-56"))
>>> len(beside.having(Mark.BOTH)), beside.mark(tile).value, beside.mark(tile.mirror()).value
(47, 'here-mirror', 'there-mirror')

Nothing here counts by a formula: `Check` holds what was counted against what a formula says.

>>> check = check_once(tile_set("triangelspelet-77"))
>>> check.expected, check.counted, [multiset_words(digits) for digits in check.missing][:2]
(84, 77, ['026', '056'])
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from typing import Generic, TypeAlias, TypeVar

from attrs import frozen

from . import notation
from .errors import NotationError, RulesError
from .notation import MAX_DIGIT, Digits
from .tiles import Tile, TileSet, ascending_count, mirrored_count, tile_set, tile_sets
from .words import N_, tr

T = TypeVar("T")

# --- what a tile is ----------------------------------------------------------------------------------


class TileKind(Enum):
    """How many of a tile's three digits are equal."""

    TRIPLE = "triple"
    DOUBLE = "double"
    SINGLE = "single"


class Direction(Enum):
    """Whether a tile's digits rise clockwise from the least one, fall, or do neither."""

    RISING = "rising"
    FALLING = "falling"
    NEITHER = "neither"


def kind_of(tile: Tile) -> TileKind:
    """Whether it is a triple, a double or a single.

    >>> [kind_of(Tile(*digits)).name for digits in ((4, 4, 4), (4, 4, 0), (4, 1, 0))]
    ['TRIPLE', 'DOUBLE', 'SINGLE']
    """
    return (TileKind.TRIPLE, TileKind.DOUBLE, TileKind.SINGLE)[len(set(tile.digits)) - 1]


def direction_of(tile: Tile) -> Direction:
    """Whether it rises clockwise, falls, or is its own mirror and does neither."""
    if not tile.is_chiral:
        return Direction.NEITHER
    return Direction.RISING if tile.is_rising else Direction.FALLING


def multiset(tile: Tile) -> Digits:
    """Its digits, least first: the same for a tile and its mirror."""
    a, b, c = sorted(tile.digits)
    return a, b, c


def multiset_words(digits: Digits) -> str:
    """A multiset as it is written: its digits, with spaces where a digit has two figures.

    >>> multiset_words((0, 2, 6)), multiset_words((0, 2, 10))
    ('026', '0 2 10')
    """
    return (" " if max(digits) > 9 else "").join(map(str, digits))


_SHORT = re.compile(r"[0-9ab]{3}", re.ASCII | re.IGNORECASE)
_LONG = re.compile(r"([0-9]{1,2})[\s,;./\-]+([0-9]{1,2})[\s,;./\-]+([0-9]{1,2})", re.ASCII)
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))


def read_loosely(text: str) -> Tile:
    """The tile that somebody means, written more freely than `Tile.parse` has it.

    Raises:
        NotationError: these are not three digits.

    >>> read_loosely("201") == read_loosely(" 0, 1, 2 ") == read_loosely("0–1–2") == Tile(0, 1, 2)
    True
    >>> read_loosely("0-2")
    Traceback (most recent call last):
        ...
    trinb.errors.NotationError: write the three digits of a tile clockwise, such as 0-2-1 or 021, not '0-2'
    """
    plain = text.strip().translate(_DASHES)
    if _SHORT.fullmatch(plain):
        return Tile(*(int(digit, 12) for digit in plain))
    found = _LONG.fullmatch(plain)
    it = notation.quote("".join(sign if sign.isprintable() else "\ufffd" for sign in text[:41]))
    if not found:
        hint = tr("write the three digits of a tile clockwise, such as 0-2-1 or 021, not {it}", it=it)
        raise NotationError(hint)
    if max(map(int, found.groups())) > MAX_DIGIT:
        raise NotationError(
            tr("a digit of a tile is at most {most}: there is no {it}", most=MAX_DIGIT, it=it)
        )
    return Tile(*map(int, found.groups()))


# --- counting -------------------------------------------------------------------------------------


@frozen
class Census:
    """What there is in a set, counted one by one.

    Attributes:
        tiles: how many tiles.
        multisets: how many different multisets.
        pairs: how many pairs of a tile and another one that is its mirror.
        kinds: how many of each kind.
        directions: how many of each direction.
    """

    tiles: int
    multisets: int
    pairs: int
    kinds: Mapping[TileKind, int]
    directions: Mapping[Direction, int]


def census(tiles: Iterable[Tile]) -> Census:
    """Count some tiles.

    >>> swedish = census(tile_set("triangelspelet-56"))
    >>> swedish.directions[Direction.RISING], swedish.directions[Direction.FALLING], swedish.pairs
    (11, 9, 0)
    """
    listed = list(tiles)
    there = set(listed)
    return Census(
        len(listed),
        len({multiset(tile) for tile in listed}),
        sum(tile.is_rising and tile.mirror() in there for tile in there),
        Counter(map(kind_of, listed)),
        Counter(map(direction_of, listed)),
    )


@frozen
class Check(Generic[T]):
    """A formula held against a set that was counted; always expected = counted + missing - extra.

    Attributes:
        n: how many different digits the set has.
        expected: what the formula says.
        counted: how many tiles there are.
        missing: what a set that the formula is about has and this one lacks.
        extra: the tiles that such a set has not.
    """

    n: int
    expected: int
    counted: int
    missing: tuple[T, ...]
    extra: tuple[Tile, ...]

    @property
    def agrees(self) -> bool:
        """Whether the formula is right about the set, tile by tile and not by chance."""
        return self.counted == self.expected and not self.missing and not self.extra


@lru_cache(maxsize=64)
def check_once(tiles: TileSet) -> Check[Digits]:
    """Hold a set against C(n+2, 3): each multiset of its digits once; multisets may be missing."""
    first: dict[Digits, Tile] = {}
    for tile in tiles:
        first.setdefault(multiset(tile), tile)
    whole = combinations_with_replacement(tiles.digits, 3)
    missing = tuple(digits for digits in whole if digits not in first)
    extra = tuple(tile for tile in tiles if first[multiset(tile)] != tile)
    n = len(tiles.digits)
    return Check(n, ascending_count(n), len(tiles), missing, extra)


@lru_cache(maxsize=64)
def check_mirrored(tiles: TileSet) -> Check[Tile]:
    """Hold a set against (n³ + 2n)/3: all tiles of its digits, mirrors included; tiles may be missing."""
    missing = tuple(sorted(set(_all_of(tiles)) - set(tiles)))
    n = len(tiles.digits)
    return Check(n, mirrored_count(n), len(tiles), missing, ())


def _all_of(tiles: TileSet) -> Iterable[Tile]:
    """All tiles with the digits of a set."""
    return {Tile(*digits) for digits in product(tiles.digits, repeat=3)}


# --- two sets ---------------------------------------------------------------------------------------


class Mark(Enum):
    """Where a tile of a wall is: in one set (*here*, A), in another (*there*, B), or in both."""

    IN_SET = "in-set"
    ABSENT = "absent"
    BOTH = "both"
    HERE_MIRROR = "here-mirror"
    HERE = "here"
    THERE_MIRROR = "there-mirror"
    THERE = "there"


MARK_WORDS: Mapping[Mark, str] = {
    Mark.IN_SET: N_("in this set"),
    Mark.ABSENT: N_("not in this set"),
    Mark.BOTH: N_("in both sets"),
    Mark.HERE_MIRROR: N_("only in A; B has its mirror"),
    Mark.HERE: N_("only in A; B has no tile with these digits"),
    Mark.THERE_MIRROR: N_("only in B; A has its mirror"),
    Mark.THERE: N_("only in B; A has no tile with these digits"),
}


@frozen
class Comparison:
    """Two sets side by side.

    Attributes:
        here: one of them, also called A.
        there: the other one, B.
    """

    here: TileSet
    there: TileSet

    def mark(self, tile: Tile) -> Mark:
        """Where a tile is."""
        here, there = tile in self.here, tile in self.there
        if here and there:
            return Mark.BOTH
        if here:
            return Mark.HERE_MIRROR if tile.mirror() in self.there else Mark.HERE
        if there:
            return Mark.THERE_MIRROR if tile.mirror() in self.here else Mark.THERE
        return Mark.ABSENT

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of both: first those of `here`, then the others."""
        return (*self.here, *(tile for tile in self.there if tile not in self.here))

    def having(self, *marks: Mark) -> tuple[Tile, ...]:
        """The tiles with one of these marks."""
        return tuple(tile for tile in self.tiles if self.mark(tile) in marks)

    @property
    def missing_here(self) -> tuple[Digits, ...]:
        """The multisets that only `there` has.

        >>> pro = Comparison(tile_set("triangelspelet-77"), tile_set("ascending-7"))
        >>> len(pro.missing_here), pro.missing_there
        (7, ())
        """
        return _multisets(self.having(Mark.THERE))

    @property
    def missing_there(self) -> tuple[Digits, ...]:
        """The multisets that only `here` has."""
        return _multisets(self.having(Mark.HERE))


def _multisets(tiles: Iterable[Tile]) -> tuple[Digits, ...]:
    return tuple(sorted({multiset(tile) for tile in tiles}))


def homes(tile: Tile, more: Iterable[TileSet] = ()) -> list[tuple[TileSet, bool, bool]]:
    """For each tile set that comes with trinb, and some more: has it this tile, has it the mirror?

    >>> [(home.id, has, mirror) for home, has, mirror in homes(Tile(0, 2, 1))][1:2]
    [('triangelspelet-56', True, False)]
    """
    sets = list(dict.fromkeys([*map(tile_set, tile_sets()), *more]))
    return [(home, tile in home, tile.mirror() in home) for home in sets]


# --- walls ------------------------------------------------------------------------------------------

Key: TypeAlias = TileKind | Direction | Digits | int | None
"""What the tiles of a group have in common."""

GROUPS: Mapping[str, str] = {
    "kind": N_("triple, double, single"),
    "direction": N_("rising, falling"),
    "sum": N_("sum"),
    "multiset": N_("multiset"),
    "none": N_("not at all"),
}
"""How a wall may be grouped, each with its words."""

_HEADINGS: Mapping[TileKind | Direction, str] = {
    TileKind.TRIPLE: N_("triples: three equal digits"),
    TileKind.DOUBLE: N_("doubles: two equal digits"),
    TileKind.SINGLE: N_("singles: all digits differ"),
    Direction.RISING: N_("rising clockwise"),
    Direction.FALLING: N_("falling clockwise"),
    Direction.NEITHER: N_("neither: its own mirror"),
}


@frozen
class Brick:
    """A tile in a wall.

    Attributes:
        tile: the tile.
        mark: where it is.
    """

    tile: Tile
    mark: Mark


@frozen
class Group:
    """Some tiles of a wall that have something in common.

    Attributes:
        key: what that is; None if it is nothing.
        bricks: the tiles.
    """

    key: Key
    bricks: tuple[Brick, ...]

    def heading(self) -> str:
        """What the tiles have in common, in the language that is spoken."""
        if isinstance(self.key, TileKind | Direction):
            return tr(_HEADINGS[self.key])
        if isinstance(self.key, tuple):
            return multiset_words(self.key)
        return "" if self.key is None else tr("sum {sum}", sum=self.key)


def wall(
    tiles: TileSet, group: str = "kind", other: TileSet | None = None, only: Iterable[Mark] = ()
) -> tuple[Group, ...]:
    """Lay out a set in groups.

    Grouped by multiset, a set alone has all multisets of its digits and both orientations of each: what is
    not in the set is marked as absent.

    Args:
        tiles: the set.
        group: one of `GROUPS`.
        other: a set to hold it against; the tiles of both are laid out, each marked.
        only: lay out only tiles with one of these marks; by default all.

    Raises:
        RulesError: there is no such grouping.

    >>> wall(TileSet.ascending(1), "sum")
    (Group(key=0, bricks=(Brick(tile=Tile(0, 0, 0), mark=<Mark.IN_SET: 'in-set'>),)),)
    """
    known_grouping(group)
    wanted = set(only)
    bricks = [brick for brick in _bricks(tiles, group, other) if not wanted or brick.mark in wanted]
    if group != "none":
        bricks.sort(key=lambda brick: (multiset(brick.tile), brick.tile))
    groups: dict[Key, list[Brick]] = {}
    for brick in bricks:
        groups.setdefault(_key(group, brick.tile), []).append(brick)
    return tuple(Group(key, tuple(groups[key])) for key in _in_order(groups))


def known_grouping(group: str) -> str:
    """The name of a grouping, if there is one.

    Raises:
        RulesError: there is no such grouping.
    """
    if not isinstance(group, str) or group not in GROUPS:
        known, it = ", ".join(GROUPS), notation.show(group)
        raise RulesError(tr("a wall is grouped by one of {known}, not by {it}", known=known, it=it))
    return group


def _bricks(tiles: TileSet, group: str, other: TileSet | None) -> list[Brick]:
    if other is not None:
        comparison = Comparison(tiles, other)
        return [Brick(tile, comparison.mark(tile)) for tile in comparison.tiles]
    shown = [Brick(tile, Mark.IN_SET) for tile in tiles]
    if group == "multiset":
        shown += [Brick(tile, Mark.ABSENT) for tile in _all_of(tiles) if tile not in tiles]
    return shown


def _key(group: str, tile: Tile) -> Key:
    if group == "kind":
        return kind_of(tile)
    if group == "direction":
        return direction_of(tile)
    if group == "sum":
        return tile.sum
    return multiset(tile) if group == "multiset" else None


def _in_order(keys: Iterable[Key]) -> list[Key]:
    """Enums as they are listed, numbers and multisets ascending."""
    listed: list[Key] = [*TileKind, *Direction]
    return sorted(keys, key=lambda key: (listed.index(key), ()) if key in listed else (0, key or 0))
