"""What the tile gallery says about tiles and sets: plain rows of words for the browser, no widget needed.

>>> counted_words(tile_set("triominos-56"))
['56 tiles', '56 multisets', '6 triples', '30 doubles', '20 singles', '20 rise', 'none falls']
>>> print(agreement(tile_set("mirrored-76"))["words"])
Counted one by one: 76. (n³ + 2n) / 3 says the same: this set has all mirrors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..census import (
    Check,
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
from ..notation import Digits
from ..tiles import Tile, TileSet, tile_set
from ..walls import MARK_WORDS, Comparison, Mark, homes
from ..words import N_, tr, trn
from .front import shown_name

_KINDS = {
    TileKind.TRIPLE: N_("triple: three equal digits"),
    TileKind.DOUBLE: N_("double: two equal digits"),
    TileKind.SINGLE: N_("single: all digits differ"),
}
_DIRECTIONS = {
    Direction.RISING: N_("rising clockwise"),
    Direction.FALLING: N_("falling clockwise"),
    Direction.NEITHER: N_("neither: it is its own mirror"),
}
_LISTED = 24  # multisets that a sentence lists


def counted_words(tiles: TileSet) -> list[str]:
    """What there is in a set, counted one by one."""
    found = census(tiles)
    rising, falling = found.directions[Direction.RISING], found.directions[Direction.FALLING]
    words = [
        trn("{n} tile", "{n} tiles", found.tiles),
        trn("{n} multiset", "{n} multisets", found.multisets),
        trn("{n} triple", "{n} triples", found.kinds[TileKind.TRIPLE]),
        trn("{n} double", "{n} doubles", found.kinds[TileKind.DOUBLE]),
        trn("{n} single", "{n} singles", found.kinds[TileKind.SINGLE]),
    ]
    if rising + falling:
        words.append(trn("{n} rises", "{n} rise", rising) if rising else tr("none rises"))
        words.append(trn("{n} falls", "{n} fall", falling) if falling else tr("none falls"))
    return words


# --- formulas -------------------------------------------------------------------------------------------


def formula_rows(n: int) -> list[dict[str, Any]]:
    """Both formulas with n put in, each beside the number of tiles that are really there.

    >>> [row["numbers"] for row in formula_rows(6)]
    ['8 · 7 · 6 / 6 = 56', '(6³ + 2 · 6) / 3 = 228 / 3 = 76']
    """
    if not n:
        return []
    once, mirrored = check_once(tile_set(f"ascending-{n}")), check_mirrored(tile_set(f"mirrored-{n}"))
    return [
        _formula(
            tr("each multiset once"),
            "C(n + 2, 3)",
            f"{n + 2} · {n + 1} · {n} / 6 = {once.expected}",
            once,
        ),
        _formula(
            tr("with all mirrors"),
            "(n³ + 2n) / 3",
            f"({n}³ + 2 · {n}) / 3 = {n**3 + 2 * n} / 3 = {mirrored.expected}",
            mirrored,
        ),
    ]


def _formula(name: str, formula: str, numbers: str, check: Check[Any]) -> dict[str, Any]:
    if check.agrees:
        counted = tr("counted one by one: {n}, the same", n=check.counted)
    else:
        counted = tr("counted one by one: {n}, not the same", n=check.counted)
    row = {"name": name, "formula": formula, "numbers": numbers, "counted": counted}
    return {**row, "agrees": check.agrees}


def agreement(tiles: TileSet) -> dict[str, Any]:
    """Which formula is right about a set; if none is, what the set has too few or too many."""
    once, mirrored = check_once(tiles), check_mirrored(tiles)
    n = len(tiles)
    if not n:
        words = tr("There are no tiles to count.")
    elif once.agrees and mirrored.agrees:
        words = tr("Counted one by one: {n}. Both formulas say the same.", n=n)
    elif once.agrees:
        words = tr(
            "Counted one by one: {n}. C(n + 2, 3) says the same: this set has each multiset once.", n=n
        )
    elif mirrored.agrees:
        words = tr("Counted one by one: {n}. (n³ + 2n) / 3 says the same: this set has all mirrors.", n=n)
    else:
        words = " ".join(
            [tr("Counted one by one: {n}. No formula says that.", n=n), *_why_not(once, mirrored)]
        )
    return {"words": words, "agrees": bool(n) and (once.agrees or mirrored.agrees)}


def _why_not(once: Check[Digits], mirrored: Check[Tile]) -> list[str]:
    words: list[str] = []
    if once.missing:
        words.append(
            trn(
                "Of all {whole} multisets {n} is missing: {which}.",
                "Of all {whole} multisets {n} are missing: {which}.",
                len(once.missing),
                whole=once.expected,
                which=listed(once.missing),
            )
        )
    if once.extra:
        words.append(
            trn(
                "{n} multiset is there twice, as two mirrors.",
                "{n} multisets are there twice, as two mirrors.",
                len(once.extra),
            )
        )
    words.append(
        trn(
            "For all mirrors {n} tile is missing.",
            "For all mirrors {n} tiles are missing.",
            len(mirrored.missing),
        )
    )
    return words


def listed(multisets: Sequence[Digits]) -> str:
    """Multisets in a sentence, the first ones if there are many.

    >>> listed([(0, 2, 6), (0, 5, 6)])
    '026, 056'
    """
    words = ", ".join(map(multiset_words, multisets[:_LISTED]))
    return words if len(multisets) <= _LISTED else f"{words}, …"


# --- a tile -------------------------------------------------------------------------------------------


def where_words(tile: Tile, tiles: TileSet) -> str:
    """Whether a set has a tile and its mirror, in a sentence."""
    mirror, has = tile.mirror(), tile in tiles
    if mirror == tile:
        said = (
            tr("{tile} is in this set; it is its own mirror.", tile=tile)
            if has
            else tr("{tile} is not in this set; it is its own mirror.", tile=tile)
        )
    elif mirror in tiles:
        said = (
            tr("{tile} is in this set, and so is its mirror {mirror}.", tile=tile, mirror=mirror)
            if has
            else tr("{tile} is not in this set, but its mirror {mirror} is.", tile=tile, mirror=mirror)
        )
    else:
        said = (
            tr("{tile} is in this set; its mirror {mirror} is not.", tile=tile, mirror=mirror)
            if has
            else tr("Neither {tile} nor its mirror {mirror} is in this set.", tile=tile, mirror=mirror)
        )
    return said


def compared_words(tile: Tile, comparison: Comparison) -> str:
    """In which of two sets a tile is."""
    mark = comparison.mark(tile)
    where = tr("in neither set") if mark is Mark.ABSENT else tr(MARK_WORDS[mark])
    return tr("{tile}: {where}", tile=tile, where=where)


def facts(tile: Tile, tiles: TileSet | None = None) -> list[dict[str, str]]:
    """What there is to know of a tile, and whether a set has its mirror, as rows of a name and words."""
    mirror = tile.mirror()
    if mirror == tile:
        mirrored = tr("the tile itself")
    elif tiles is None:
        mirrored = str(mirror)
    elif mirror in tiles:
        mirrored = tr("{mirror}, in this set", mirror=mirror)
    else:
        mirrored = tr("{mirror}, not in this set", mirror=mirror)
    rows = [
        (tr("Digits, clockwise"), ", ".join(map(str, tile.digits))),
        (tr("Sum"), str(tile.sum)),
        (tr("Kind"), tr(_KINDS[kind_of(tile)])),
        (tr("Direction"), tr(_DIRECTIONS[direction_of(tile)])),
        (tr("Mirror"), mirrored),
        (tr("Multiset"), multiset_words(multiset(tile))),
    ]
    return [{"name": name, "words": words} for name, words in rows]


def home_rows(tile: Tile, more: Iterable[TileSet]) -> list[dict[str, Any]]:
    """For each set by name: which of a tile and its mirror it has."""
    return [
        {"name": shown_name(home.title, 60), "words": _has_words(tile, has, mirror), "some": has or mirror}
        for home, has, mirror in homes(tile, more)
    ]


def _has_words(tile: Tile, has: bool, mirror: bool) -> str:
    if not tile.is_chiral:
        return tr("has it") if has else tr("has it not")
    if has and mirror:
        return tr("has both")
    if has:
        return tr("has {tile}", tile=tile)
    return tr("has the mirror {mirror}", mirror=tile.mirror()) if mirror else tr("has neither")


# --- two sets -----------------------------------------------------------------------------------------

PARTS: Mapping[str, tuple[Mark, ...]] = {
    "all": (),
    "both": (Mark.BOTH,),
    "only-a": (Mark.HERE, Mark.HERE_MIRROR),
    "only-b": (Mark.THERE, Mark.THERE_MIRROR),
    "mirrors": (Mark.HERE_MIRROR, Mark.THERE_MIRROR),
    "missing-a": (Mark.THERE,),
    "missing-b": (Mark.HERE,),
}
"""The parts of two sets that can be shown alone, and the marks of the tiles that belong to each."""


def part_words(comparison: Comparison) -> dict[str, str]:
    """How large each part of two sets is.

    >>> for part, words in part_words(
    ...     Comparison(tile_set("triangelspelet-77"), tile_set("ascending-7"))
    ... ).items():
    ...     print(f"{part}: {words}")
    all: 97 tiles in all
    both: 64 tiles in both
    only-a: 13 tiles only in A
    only-b: 20 tiles only in B
    mirrors: 13 multisets in both, mirrored differently
    missing-a: 7 multisets missing in A
    missing-b: 0 multisets missing in B
    """
    marked = {part: comparison.having(*marks) for part, marks in PARTS.items()}
    count = {part: len(tiles) for part, tiles in marked.items()}
    mirrors = len({multiset(tile) for tile in marked["mirrors"]})
    missing_a, missing_b = len(comparison.missing_here), len(comparison.missing_there)
    return {
        "all": trn("{n} tile in all", "{n} tiles in all", len(comparison.tiles)),
        "both": trn("{n} tile in both", "{n} tiles in both", count["both"]),
        "only-a": trn("{n} tile only in A", "{n} tiles only in A", count["only-a"]),
        "only-b": trn("{n} tile only in B", "{n} tiles only in B", count["only-b"]),
        "mirrors": trn(
            "{n} multiset in both, mirrored differently",
            "{n} multisets in both, mirrored differently",
            mirrors,
        ),
        "missing-a": trn("{n} multiset missing in A", "{n} multisets missing in A", missing_a),
        "missing-b": trn("{n} multiset missing in B", "{n} multisets missing in B", missing_b),
    }


def missing_words(comparison: Comparison) -> list[str]:
    """Which multisets are missing, in sentences."""
    here, there = listed(comparison.missing_here), listed(comparison.missing_there)
    words = [tr("Missing in A: {which}.", which=here)] if here else []
    return words + ([tr("Missing in B: {which}.", which=there)] if there else [])
