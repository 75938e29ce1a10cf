"""What tiles are like, and how many there are of each: kinds, directions, multisets, counted one by one.

A tile has a **kind** (triple, double or single: three, two or no equal digits), a **direction** (rising,
falling, or neither if it is its own mirror), and a **multiset**, its three digits without their order:

>>> tile = Tile(0, 2, 1)
>>> kind_of(tile).value, direction_of(tile).value, multiset(tile)
('single', 'falling', (0, 1, 2))

Nothing here counts by a formula: `Check` holds what was counted against what a formula says.

>>> from trinb import tile_set
>>> check = check_once(tile_set("triangelspelet-77"))
>>> check.expected, check.counted, [multiset_words(digits) for digits in check.missing][:2]
(84, 77, ['026', '056'])
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Generic, TypeVar

from attrs import frozen

from . import notation
from .errors import NotationError
from .notation import MAX_DIGIT, Digits
from .tiles import Tile, TileSet, ascending_count, mirrored_count
from .words import tr

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

    >>> from trinb import tile_set
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
    missing = tuple(sorted(set(all_of(tiles)) - set(tiles)))
    n = len(tiles.digits)
    return Check(n, mirrored_count(n), len(tiles), missing, ())


def all_of(tiles: TileSet) -> Iterable[Tile]:
    """All tiles with the digits of a set."""
    return {Tile(*digits) for digits in product(tiles.digits, repeat=3)}
