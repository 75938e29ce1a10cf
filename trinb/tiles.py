"""Tiles and tile sets: three digits read clockwise, and how many of them there are.

A **tile** is three digits read clockwise.  Turning it gives the same tile, so its name is the
least of its three turns; it never flips, so its **mirror** is in general another tile:

>>> Tile(1, 0, 2) == Tile(0, 2, 1)
True
>>> str(Tile(1, 0, 2)), str(Tile(1, 0, 2).mirror())
('0-2-1', '0-1-2')

A **tile set** is what lies in the box:

>>> box = tile_set("triangelspelet-56")
>>> len(box), Tile(0, 2, 1) in box, Tile(0, 1, 2) in box
(56, True, False)

With digits 0..n-1 there are C(n+2, 3) tiles when a tile and its mirror are one, and
(n³ + 2n)/3 when they are two:

>>> [ascending_count(n) for n in range(1, 9)]
[1, 4, 10, 20, 35, 56, 84, 120]
>>> [mirrored_count(n) for n in range(1, 9)]
[1, 4, 11, 24, 45, 76, 119, 176]
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, cached_property
from itertools import combinations_with_replacement, product
from pathlib import Path

from attrs import field, frozen

from . import notation, resources
from .errors import NotationError, RulesError, TrinbError
from .notation import MAX_DIGIT, Digits
from .words import N_, tr, trn

ANY = MAX_DIGIT + 1
"""In a pattern: this corner may have any digit."""

BASE = ANY + 1
"""A pattern packs three corners, each a digit or `ANY`, as a + BASE·b + BASE²·c."""


@frozen(init=False, repr=False, str=False, order=True)
class Tile:
    """Three digits, clockwise, named by the least of their three turns.

    Attributes:
        digits: the digits in the order of its name.
        sum: the digits added up.

    Raises:
        NotationError: a digit is not a whole number from 0 to 11.

    >>> Tile(3, 0, 1)
    Tile(0, 1, 3)
    >>> Tile(0, 1, 12)
    Traceback (most recent call last):
        ...
    trinb.errors.NotationError: Tile(0, 1, 12): 12 is not a digit from 0 to 11
    """

    digits: Digits
    sum: int = field(eq=False, order=False)

    def __init__(self, a: int, b: int, c: int) -> None:
        for digit in (a, b, c):
            if type(digit) is not int or not 0 <= digit <= MAX_DIGIT:
                raise NotationError(
                    tr(
                        "Tile({digits}): {digit} is not a digit from 0 to {most}",
                        digits=", ".join(map(notation.show, (a, b, c))),
                        digit=notation.show(digit),
                        most=MAX_DIGIT,
                    )
                )
        self.__attrs_init__(min((a, b, c), (b, c, a), (c, a, b)), a + b + c)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile written like ``0-2-1``; any turn of it will do.

        Raises:
            NotationError: the text is no tile; the message says which part is wrong.
        """
        return cls(*notation.read_tile(text))

    def __str__(self) -> str:
        return notation.write_tile(self.digits)

    def __repr__(self) -> str:
        return f"Tile{self.digits}"

    def _repr_svg_(self) -> str:
        from .draw import svg

        return svg.tiles([self], title=tr("Tile {tile}", tile=self))

    @property
    def is_triple(self) -> bool:
        """Whether its three digits are equal."""
        return self.digits[0] == self.digits[2] == self.digits[1]

    @property
    def turns(self) -> tuple[Digits, Digits, Digits]:
        """The three ways to read it clockwise, beginning with its name."""
        a, b, c = self.digits
        return (a, b, c), (b, c, a), (c, a, b)

    @property
    def is_chiral(self) -> bool:
        """Whether it differs from its mirror, that is, has three different digits."""
        return len(set(self.digits)) == 3

    @property
    def is_rising(self) -> bool:
        """Whether three different digits ascend clockwise (1-3-5 rises, 1-5-3 falls)."""
        a, b, c = self.digits
        return a < b < c

    def mirror(self) -> Tile:
        """The tile read counter-clockwise; the tile itself unless its digits all differ."""
        a, b, c = self.digits
        return Tile(a, c, b)


def ascending_count(n: int) -> int:
    """How many tiles with digits 0..n-1, a tile and its mirror counted once: C(n+2, 3)."""
    return math.comb(n + 2, 3)


def mirrored_count(n: int) -> int:
    """How many tiles with digits 0..n-1, mirrors counted apart: (n³ + 2n)/3, by Burnside's lemma."""
    return (n**3 + 2 * n) // 3


def _tuple(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(tiles)


@frozen(repr=False, cache_hash=True)
class TileSet:
    """A box of different tiles in a fixed order.

    Attributes:
        id: its name in files and commands, e.g. ``triangelspelet-56``.
        tiles: the tiles, in the order of the source.
        name: its name for people.
        about: a sentence on where it comes from.
    """

    id: str
    tiles: tuple[Tile, ...] = field(converter=_tuple)
    name: str = field(default="", eq=False)
    about: str = field(default="", eq=False)

    @tiles.validator
    def _all_different(self, _attribute: object, tiles: tuple[Tile, ...]) -> None:
        twice = sorted({tile for tile in tiles if tiles.count(tile) > 1})
        if twice:
            raise RulesError(
                tr("tile set {set}: {tile} is listed twice", set=notation.quote(self.id), tile=twice[0])
            )

    @classmethod
    def ascending(cls, n: int) -> TileSet:
        """All tiles with digits 0..n-1 that do not fall: each multiset once.

        >>> len(TileSet.ascending(7))
        84
        """
        tiles = tuple(Tile(*digits) for digits in combinations_with_replacement(range(_digits_of(n)), 3))
        return cls(f"ascending-{n}", tiles, _NAMES["ascending"].format(most=n - 1))

    @classmethod
    def mirrored(cls, n: int) -> TileSet:
        """All tiles with digits 0..n-1, mirrors included.

        >>> len(TileSet.mirrored(6))
        76
        """
        tiles = tuple(sorted({Tile(*digits) for digits in product(range(_digits_of(n)), repeat=3)}))
        return cls(f"mirrored-{n}", tiles, _NAMES["mirrored"].format(most=n - 1))

    @classmethod
    def load(cls, path: str | Path) -> TileSet:
        """The tile set in a TOML file like those in `data/tiles/`.

        Raises:
            RulesError: the file is not such a file; the message names file, key and reason.
        """
        return _load(Path(path))

    def __repr__(self) -> str:
        with suppress(RulesError):
            if tile_set(self.id) == self:
                return f"tile_set({self.id!r})"
        return f"TileSet({self.id!r}, {self.tiles!r})"

    def __len__(self) -> int:
        return len(self.tiles)

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.tiles)

    def __contains__(self, tile: object) -> bool:
        return tile in self._numbers

    def _repr_svg_(self) -> str:
        from .draw import svg

        title = trn("{set}: {n} tile", "{set}: {n} tiles", len(self), set=self.title)
        return svg.tiles(self.tiles, title=title)

    @property
    def title(self) -> str:
        """Its name, or else its id, in the language that is spoken.

        >>> tile_set("mirrored-6").title
        'digits 0–5 with all mirrors'
        """
        for name in _NAMES.values():
            if self.tiles and self.name == name.format(most=self.digits[-1]):
                return tr(name, most=self.digits[-1])
        return tr(self.name) or self.id

    @cached_property
    def _numbers(self) -> dict[Tile, int]:
        return {tile: number for number, tile in enumerate(self.tiles)}

    @cached_property
    def numbers_by_turn(self) -> dict[Digits, int]:
        """The number of each tile by its digits, read from any of its corners."""
        return {turn: number for number, tile in enumerate(self.tiles) for turn in tile.turns}

    @cached_property
    def digits(self) -> tuple[int, ...]:
        """The digits that occur, ascending."""
        return tuple(sorted({digit for tile in self.tiles for digit in tile.digits}))

    def number(self, tile: Tile) -> int:
        """The place of a tile in this set, from 0.

        Raises:
            NotationError: the set has no such tile; the message says why.

        >>> tile_set("triangelspelet-56").number(Tile(0, 1, 2))
        Traceback (most recent call last):
            ...
        trinb.errors.NotationError: tile 0-1-2 is not in triangelspelet-56; its mirror 0-2-1 is
        """
        try:
            return self._numbers[tile]
        except KeyError:
            raise NotationError(self._why_not(tile)) from None

    def _why_not(self, tile: Tile) -> str:
        """That a tile is not in this set, and why if there is more to say."""
        strange = [digit for digit in tile.digits if digit not in self.digits]
        if strange and self.digits:
            return tr(
                "tile {tile} is not in {set}: its digits are {digits}, not {digit}",
                tile=tile,
                set=self.id,
                digits=_in_short(self.digits),
                digit=strange[0],
            )
        if tile.mirror() in self:
            return tr(
                "tile {tile} is not in {set}; its mirror {mirror} is",
                tile=tile,
                set=self.id,
                mirror=tile.mirror(),
            )
        return tr("tile {tile} is not in {set}", tile=tile, set=self.id)

    def parse(self, text: str) -> Tile:
        """The tile of this set that is written like ``0-2-1``.

        Raises:
            NotationError: the text is no tile, or the set has no such tile.
        """
        tile = Tile.parse(text)
        self.number(tile)
        return tile

    # Hands and fits are sets of tiles, kept as whole numbers with one bit a tile: asking which
    # tiles of a hand fit somewhere is then a single `&`.

    def mask(self, tiles: Iterable[Tile]) -> int:
        """Some tiles of this set as one number: bit i stands for tile number i.

        Raises:
            NotationError: the set has no such tile.
        """
        mask = 0
        for tile in tiles:
            mask |= 1 << self.number(tile)
        return mask

    @cached_property
    def all(self) -> int:
        """The mask of all its tiles."""
        return (1 << len(self.tiles)) - 1

    def of_mask(self, mask: int) -> tuple[Tile, ...]:
        """The tiles of a mask, in the order of the set.

        >>> box = tile_set("triangelspelet-56")
        >>> box.of_mask(box.mask([Tile(5, 5, 5), Tile(0, 0, 1)]))
        (Tile(0, 0, 1), Tile(5, 5, 5))
        """
        return tuple(self.tiles[number] for number in bits(mask))

    @cached_property
    def fits(self) -> tuple[int, ...]:
        """For each pattern of three corners (see `pattern`): the mask of the tiles that fit it.

        Four times over, so that a board can add to a pattern how many sides are filled.
        """
        fits = [0] * BASE**3
        for number, tile in enumerate(self.tiles):
            for a, b, c in set(tile.turns):
                for corners in product((a, ANY), (b, ANY), (c, ANY)):
                    fits[pattern(*corners)] |= 1 << number
        return tuple(fits) * 4

    @cached_property
    def sums(self) -> tuple[tuple[int, int], ...]:
        """Pairs of a digit sum and the mask of the tiles that have it, highest sum first."""
        masks: dict[int, int] = {}
        for number, tile in enumerate(self.tiles):
            masks[tile.sum] = masks.get(tile.sum, 0) | 1 << number
        return tuple(sorted(masks.items(), reverse=True))

    @cached_property
    def triples(self) -> tuple[Tile, ...]:
        """Its triples, highest first."""
        return tuple(sorted((tile for tile in self.tiles if tile.is_triple), reverse=True))

    @cached_property
    def triple_bits(self) -> tuple[int, ...]:
        """The masks of its triples, one by one, highest first."""
        return tuple(self.mask([triple]) for triple in self.triples)

    def pips(self, mask: int) -> int:
        """The digits of all tiles of a mask, added up."""
        return sum(points * (mask & having).bit_count() for points, having in self.sums if mask & having)


def _in_short(digits: tuple[int, ...]) -> str:
    """The digits as a range if none is left out between them."""
    first, last = digits[0], digits[-1]
    return f"{first}–{last}" if len(digits) == last - first + 1 else ", ".join(map(str, digits))


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def nth_bit(mask: int, index: int) -> int:
    """The number of the bit that is the index-th of those that are set, from 0.

    >>> nth_bit(0b10110, 2)
    4
    """
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def pattern(a: int, b: int, c: int) -> int:
    """Three corners clockwise, each a digit or `ANY`, packed in one number."""
    return a + BASE * b + BASE * BASE * c


@cache
def turned_to(digits: Digits, corners: int) -> Digits:
    """The turn of a tile's three digits that fits a pattern.

    On a board there is never more than one, since at least two neighbouring corners are known.

    Raises:
        ValueError: the tile does not fit.

    >>> turned_to((0, 2, 1), pattern(1, 0, ANY))
    (1, 0, 2)
    """
    a, b, c = digits
    for turn in ((a, b, c), (b, c, a), (c, a, b)):
        wanted = (corners % BASE, corners // BASE % BASE, corners // BASE**2)
        if all(digit in (ANY, mine) for digit, mine in zip(wanted, turn, strict=True)):
            return turn
    raise ValueError(f"{notation.write_tile(digits)} does not fit {wanted}, {ANY} being any digit")


def _digits_of(n: int) -> int:
    if type(n) is not int or not 1 <= n <= MAX_DIGIT + 1:
        raise RulesError(
            tr(
                "a tile set has 1 to {most} different digits, not {count}",
                most=MAX_DIGIT + 1,
                count=notation.show(n),
            )
        )
    return n


_GENERATED: dict[str, Callable[[int], TileSet]] = {
    "ascending": TileSet.ascending,
    "mirrored": TileSet.mirrored,
}

_NAMES = {
    "ascending": N_("digits 0–{most}, each multiset once, rising clockwise"),
    "mirrored": N_("digits 0–{most} with all mirrors"),
}
"""What generated sets are called."""


def tile_sets() -> tuple[str, ...]:
    """The ids of the tile sets that come with trinb; see also `tile_set` for generated ones.

    >>> tile_sets()
    ('mirrored-76', 'triangelspelet-56', 'triangelspelet-77', 'triominos-56')
    """
    return tuple(_files())


@cache
def _files() -> dict[str, Path]:
    return resources.data_files("tiles")


@cache
def tile_set(id: str) -> TileSet:
    """The tile set of this id: one of `tile_sets()`, or ``ascending-N`` / ``mirrored-N`` for N ≤ 12.

    Raises:
        RulesError: there is no such tile set.

    >>> len(tile_set("mirrored-7"))
    119
    >>> tile_set("triangelspelet-57")
    Traceback (most recent call last):
        ...
    trinb.errors.RulesError: there is no tile set 'triangelspelet-57'; there are mirrored-76, ...
    """
    path = _files().get(id)
    if path:
        return _load(path)
    kind, _, count = id.rpartition("-")
    if kind in _GENERATED and re.fullmatch("[1-9][0-9]?", count) and int(count) <= MAX_DIGIT + 1:
        return _GENERATED[kind](int(count))
    raise RulesError(
        tr(
            "there is no tile set {name}; "
            "there are {known}, ascending-N and mirrored-N (N digits, up to {most})",
            name=notation.quote(id),
            known=", ".join(tile_sets()),
            most=MAX_DIGIT + 1,
        )
    )


_KEYS = {"id", "name", "about", "extends", "generate", "tiles"}


def _load(path: Path, seen: tuple[str, ...] = ()) -> TileSet:
    """The tile set of a file; `seen` are the ids of the files that extend it, one after the other."""

    def fault(key: str, reason: object) -> RulesError:
        return RulesError(f"{path.name}: {key}: {reason}")

    data = _read(path, fault)
    name = data.get("id", "")
    if not name:
        raise fault("id", tr("is missing"))
    key = "extends"
    try:
        tiles = _base(data.get("extends"), (*seen, name))
        key = "generate"
        tiles += _base(data.get("generate"), ())
        key = "tiles"
        tiles += tuple(map(Tile.parse, data.get("tiles", "").split()))
        if not tiles:
            raise RulesError(tr("there are none"))
        return TileSet(name, tiles, data.get("name", ""), data.get("about", ""))
    except TrinbError as error:
        raise fault(key, error) from error


def _read(path: Path, fault: Callable[[str, object], RulesError]) -> dict[str, str]:
    """What a tile file says: known keys and texts only."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise fault(tr("file"), error.strerror) from error
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, or such as chokes its reader
        raise fault(tr("file"), notation.first_line(error)) from error
    for key, value in data.items():
        if key not in _KEYS:
            known = ", ".join(sorted(_KEYS))
            raise fault(notation.show_key(key), tr("unknown key; there are {known}", known=known))
        if not isinstance(value, str):
            raise fault(key, tr("must be a text, not {value}", value=notation.show(value)))
    return data


def _base(id: str | None, seen: tuple[str, ...]) -> tuple[Tile, ...]:
    """The tiles that a file builds on."""
    if id is None:
        return ()
    if id in seen:
        raise RulesError(tr("goes in a circle: {ids}", ids=" → ".join([*seen, id])))
    path = _files().get(id)
    return (_load(path, seen) if path and seen else tile_set(id)).tiles
