"""Walls: the tiles of a set laid out in groups, or those of two sets side by side.

A **wall** is a row of groups; each lists its tiles, and each tile has a **mark** that says where it is:

>>> [(group.heading(), len(group.bricks)) for group in wall(tile_set("triangelspelet-56"), "kind")]
[('triples: three equal digits', 6), ('doubles: two equal digits', 30), ('singles: all digits differ', 20)]
>>> beside = Comparison(tile_set("triangelspelet-56"), tile_set("triominos-56"))
>>> tile = Tile(0, 2, 1)
>>> len(beside.having(Mark.BOTH)), beside.mark(tile).value, beside.mark(tile.mirror()).value
(47, 'here-mirror', 'there-mirror')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cached_property
from typing import TypeAlias

from attrs import frozen

from . import notation
from .census import Direction, TileKind, all_of, direction_of, kind_of, multiset, multiset_words
from .errors import RulesError
from .notation import Digits
from .tiles import Tile, TileSet, tile_set, tile_sets
from .words import N_, tr

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
        shown += [Brick(tile, Mark.ABSENT) for tile in all_of(tiles) if tile not in tiles]
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
