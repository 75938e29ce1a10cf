"""Counting what is left at the end of a round, from what the players tell and from what is known anyway.

Known are the tiles that are not on the table, and how many each hand and the pool hold.  Of each hand, and
of the pool, the players may tell the tiles, or only the sum of their digits, or nothing.  Whatever is told
is held against what is known, and against the rest: if the pool is empty, the hands hold all that is left.

>>> from trinb.tiles import tile_set
>>> box = tile_set("triangelspelet-56")
>>> left = box.mask([Tile(0, 0, 1), Tile(2, 2, 3), Tile(4, 4, 5)])
>>> known = Known(box, left, (0, 1, 2), 0, ("Ann", "Bo", "Cy"))
>>> count(known, (None, 1, None))
Counted(hands=(0, 1, 20), together=21, pool=0)
>>> count(known, (None, (Tile(0, 0, 1), Tile(2, 2, 3)), None))
Traceback (most recent call last):
    ...
trinb.errors.IllegalMove: what is left cannot be counted so: ...Bo...: there must be 1 tile, not 2
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .board import Placement
from .entries import Told
from .errors import Illegal, IllegalMove
from .notation import tidy
from .tiles import Tile, TileSet, bits
from .words import tr, trn


class Known(NamedTuple):
    """What is known of the tiles that are not on the table.

    Attributes:
        box: the tile set.
        left: the mask of the tiles that are not on the table.
        counts: how many each seat holds.
        pool: how many lie in the pool.
        names: what the players are called.
    """

    box: TileSet
    left: int
    counts: tuple[int, ...]
    pool: int
    names: tuple[str, ...]


class Counted(NamedTuple):
    """The sums of digits that are left; None for those that cannot be told.

    Attributes:
        hands: for each seat.
        together: in all hands.
        pool: in the pool.
    """

    hands: tuple[int | None, ...]
    together: int | None
    pool: int | None


def called(name: str) -> str:
    r"""A name as it can stand in a sentence, kept apart from it.

    >>> called("Bo")
    '\u2068Bo\u2069'
    """
    return f"\u2068{tidy(name) or '?'}\u2069"


def read_told(text: str) -> Told:
    """What somebody types for a hand or the pool: tiles, or the sum of their digits, or nothing.

    Tiles are written like ``0-2-1`` or ``021``; a number of one or two digits alone is a sum, and so is any
    number after an equals sign.

    Raises:
        NotationError: it is neither.

    >>> read_told("021 113"), read_told("17"), read_told("113"), read_told("=113"), read_told("")
    ((Tile(0, 2, 1), Tile(1, 1, 3)), 17, (Tile(1, 1, 3),), 113, None)
    """
    words = text.replace(",", " ").replace(";", " ").split()
    if len(words) == 1 and re.fullmatch(r"=\d{1,4}|\d{1,2}", words[0], re.ASCII):
        return int(words[0].removeprefix("="))
    return tuple(map(_tile, words)) or None


def _tile(word: str) -> Tile:
    if len(word) == 3 and word.isascii() and word.isalnum():
        return Placement.parse(f"^0,0={word.lower()}").tile
    return Tile.parse(word)


def count(known: Known, hands: Sequence[Told], pool: Told = None) -> Counted:
    """The digits that are left, as far as they follow from what is told.

    Args:
        known: what is known anyway.
        hands: what each seat tells, or nothing at all.
        pool: what is told of the pool.

    Raises:
        IllegalMove: what is told cannot be; the message says why.
    """
    told = tuple(hands) or (None,) * len(known.counts)
    if len(told) != len(known.counts):
        players = len(known.counts)
        raise _wrong(tr("{found} hands are told for {players} players", found=len(told), players=players))
    counts = (*known.counts, known.pool)
    whose = (*map(called, known.names), tr("the pool"))
    tiles = _tiles(known, [*told, pool])
    rest = known.left & ~known.box.mask(tiles)
    sums = [
        _digits(known.box, rest, one, count, who)
        for one, count, who in zip((*told, pool), counts, whose, strict=True)
    ]
    return _completed(known, sums, rest, whose)


def _tiles(known: Known, told: Iterable[Told]) -> list[Tile]:
    """All tiles that are told, which must be left, and each only once."""
    tiles = [tile for one in told if isinstance(one, tuple) for tile in one]
    for tile in tiles:
        if not known.left >> known.box.number(tile) & 1:
            raise IllegalMove(Illegal.ALREADY_LAID, f"{tile}: {tr(Illegal.ALREADY_LAID.value)}")
        if tiles.count(tile) > 1:
            raise _wrong(tr("{tile} is told twice", tile=tile))
    return tiles


def _digits(box: TileSet, rest: int, told: Told, count: int, who: str) -> int | None:
    """The sum that somebody tells; None if nothing is told."""
    if not count and told in (None, 0, ()):
        return 0
    if isinstance(told, tuple):
        if len(told) != count:
            raise _wrong(
                trn(
                    "{who}: there must be {n} tile, not {told}",
                    "{who}: there must be {n} tiles, not {told}",
                    count,
                    who=who,
                    told=len(told),
                )
            )
        return sum(tile.sum for tile in told)
    if told is not None:
        _check_sum(box, rest, told, count, who)
    return told


def _check_sum(box: TileSet, rest: int, digits: int, count: int, who: str) -> None:
    """Refuse a sum that so many of the remaining tiles cannot have."""
    sums = sorted(box.tiles[number].sum for number in bits(rest))
    low, high = sum(sums[:count]), sum(sums[len(sums) - count :])
    if count > len(sums) or not low <= digits <= high:
        raise _wrong(
            trn(
                "{who}: the digits of {n} tile that is left add up to {low} at least and {high} at most, "
                "not to {digits}",
                "{who}: the digits of {n} tiles that are left add up to {low} at least and {high} at most, "
                "not to {digits}",
                count,
                who=who,
                low=low,
                high=high,
                digits=digits,
            )
        )


def _completed(known: Known, sums: list[int | None], rest: int, whose: Sequence[str]) -> Counted:
    """With what follows from all tiles that are left; nothing may be over or missing."""
    total = known.box.pips(known.left)
    unknown = [index for index, digits in enumerate(sums) if digits is None]
    given = sum(digits for digits in sums if digits is not None)
    if not unknown and given != total:
        raise _wrong(
            tr(
                "the digits that are told add up to {given}, but those of all tiles that are left to {total}",
                given=given,
                total=total,
            )
        )
    if len(unknown) == 1:
        (index,) = unknown
        count = (*known.counts, known.pool)[index]
        _check_sum(known.box, rest, total - given, count, whose[index])
        sums[index] = total - given
    hands, pool = sums[:-1], sums[-1]
    together = None if None in hands else sum(digits or 0 for digits in hands)
    if together is None and pool is not None:
        together = total - pool
    return Counted(tuple(hands), together, pool)


def _wrong(why: str) -> IllegalMove:
    return IllegalMove(Illegal.WRONG_COUNT, f"{tr(Illegal.WRONG_COUNT.value)}: {why}")
