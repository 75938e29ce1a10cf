"""The tile gallery: a set of tiles as a wall, to group, count and search, and to hold beside another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from .. import words
from ..census import check_mirrored, check_once, read_loosely
from ..draw import wall as pictures
from ..draw.palette import more_rules
from ..errors import NotationError, RulesError
from ..notation import show
from ..tiles import Tile, TileSet, tile_set, tile_sets
from ..walls import GROUPS, MARK_WORDS, Comparison, Group, Mark, known_grouping, wall
from ..words import N_, tr, trn
from . import gallery_words as say
from .front import Front, button, choice, module, number, shown_name, style, text

_MADE = {
    "ascending": N_("n digits, each multiset once"),
    "mirrored": N_("n digits, with all mirrors"),
}
"""The sets that are made for any number of digits."""


class TileGallery(Front):
    """A set of tiles as a wall: group it, count it, find a tile and its mirror, compare two sets.

    Args:
        tiles: the tile set, or its id: one of `tile_sets()`, or ``ascending-N`` or ``mirrored-N``.
        compare: a second one to hold it against; None for none.
        group: one of `walls.GROUPS`: by ``kind`` (triple, double, single), ``direction`` (rising, falling),
            ``sum`` or ``multiset``, or ``none``.
        formulas: whether the two counting formulas are shown and checked, or left to be found.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        TrinbError: there is no such set, grouping or language.

    Attributes:
        tiles: the set that is shown, also called A.
        other: the set that it is held against, B; None if there is none.
        group: how the wall is grouped.
        chosen: the tile whose mirror is shown beside it; None in an empty set.

    >>> gallery = TileGallery("triangelspelet-77", compare="ascending-7")
    >>> gallery
    <TileGallery triangelspelet-77: 77 tiles by kind, beside ascending-7>
    >>> gallery.find("021")
    Tile(0, 2, 1)
    """

    _esm = module("gallery")
    _css = style("gallery") + more_rules(pictures.RULES)

    def __init__(
        self,
        tiles: str | TileSet = "triangelspelet-56",
        compare: str | TileSet | None = None,
        group: str = "kind",
        *,
        formulas: bool = True,
        language: str | None = None,
    ) -> None:
        super().__init__(language)
        self._given: list[TileSet] = []
        self.tiles = self._set_of(tiles)
        self.other = None if compare is None else self._set_of(compare)
        self._formulas = formulas
        self._only = "all"
        self._file: dict[str, str] | None = None
        self.chosen = next((tile for tile in self.tiles if tile.is_chiral), next(iter(self.tiles), None))
        self.group_by(group)

    def __repr__(self) -> str:
        beside = "" if self.other is None else f", beside {_id(self.other)}"
        return f"<TileGallery {_id(self.tiles)}: {len(self.tiles)} tiles by {self.group}{beside}>"

    # --- for the notebook ------------------------------------------------------------------------

    def show_set(self, tiles: str | TileSet) -> None:
        """Show another set.

        Raises:
            TrinbError: there is no such set.
        """
        self._open(self._set_of(tiles), self.other)
        self._renew()

    def compare_with(self, other: str | TileSet | None) -> None:
        """Hold the set against another one, or against none.

        Raises:
            TrinbError: there is no such set.
        """
        self._open(self.tiles, None if other is None else self._set_of(other))
        self._renew()

    def group_by(self, group: str) -> None:
        """Group the wall: see `walls.GROUPS`.

        Raises:
            TrinbError: there is no such grouping.
        """
        self.group = known_grouping(group)
        self._renew()

    def show_only(self, part: str = "all") -> None:
        """Of two sets show only a part.

        Args:
            part: ``all``, ``both``, ``only-a``, ``only-b``, ``mirrors`` (the tiles of which the other set has
                the mirror), ``missing-a`` or ``missing-b`` (those with digits that the other set has not).

        Raises:
            NotationError: there is no such part.
        """
        self._part(part)
        self._renew()

    def find(self, written: str) -> Tile:
        """Choose the tile that is written like ``0-2-1`` or ``021``, whether the set has it or not.

        Raises:
            NotationError: these are not three digits.
        """
        self.chosen = read_loosely(written)
        self._renew()
        return self.chosen

    def picture(self, theme: str = "light") -> str:
        """The wall as it is shown now, as SVG; by default for paper.

        Raises:
            TrinbError: there is no such theme.
        """
        with words.speaking(self.language):
            return pictures.wall(self._groups, title=self._title, notes=self._notes, theme=theme)

    @property
    def comparison(self) -> Comparison | None:
        """The two sets side by side; None if there is only one."""
        return None if self.other is None else Comparison(self.tiles, self.other)

    def _renew(self) -> None:
        """Show what has been changed from the notebook; what the browser was refused is over."""
        self._note = ""
        self._show()

    # --- intentions --------------------------------------------------------------------------------

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        intention = self._intentions.get(what)
        if intention is None:
            super()._do(what, message)
        else:
            intention(message)

    @cached_property
    def _intentions(self) -> Mapping[str, Any]:
        return {
            "select": lambda message: self._select(text(message, "name"), text(message, "value")),
            "digits": lambda message: self._set_digits(number(message, "value")),
            "choose": lambda message: self._choose(Tile.parse(text(message, "tile"))),
            "find": lambda message: self._choose(read_loosely(text(message, "text"))),
            "only": lambda message: self._part(text(message, "value")),
            "save": lambda message: self._save(text(message, "key")),
        }

    def _select(self, name: str, value: str) -> None:
        if name == "tiles":
            made = value in _MADE
            self._open(tile_set(f"{value}-{self._n}") if made else self._named(value), self.other)
        elif name == "compare":
            self._open(self.tiles, self._named(value) if value else None)
        elif name == "group":
            self.group = known_grouping(value)
        else:
            raise NotationError(tr("there is nothing to choose called {it}", it=show(name)))

    def _set_digits(self, n: int) -> None:
        """Show the made set of so many digits that is like the one that is shown."""
        mirrored = check_mirrored(self.tiles).agrees and not check_once(self.tiles).agrees
        kind = self._made or ("mirrored" if mirrored else "ascending")
        self._open(tile_set(f"{kind}-{n}"), self.other)

    def _open(self, tiles: TileSet, other: TileSet | None) -> None:
        self.tiles, self.other, self._only = tiles, other, "all"

    def _choose(self, tile: Tile) -> None:
        self.chosen = tile

    def _part(self, part: str) -> None:
        if part not in list(say.PARTS):
            it, known = show(part), ", ".join(say.PARTS)
            raise NotationError(tr("there is no part called {it}; there are {known}", it=it, known=known))
        self._only = part

    def _save(self, key: str) -> None:
        """Hand the picture over once, to the page that asks for it by a key of its own."""
        self._file = {"key": key[:40], "name": self._file_name, "svg": self.picture()}

    # --- sets ---------------------------------------------------------------------------------------

    def _set_of(self, tiles: str | TileSet) -> TileSet:
        """A set by its id, or one that somebody has made; that one can be chosen from then on."""
        if isinstance(tiles, str):
            return tile_set(tiles)
        if not isinstance(tiles, TileSet):
            raise RulesError(tr("a tile set or its id is wanted here, not {it}", it=show(tiles)))
        if not _is_known(tiles) and tiles not in self._given:
            self._given.append(tiles)
        return tiles

    def _named(self, value: str) -> TileSet:
        """The set of a value in a list to choose from."""
        given = {f"own {i}": own for i, own in enumerate(self._given)}
        return given[value] if value in given else tile_set(value)

    def _value(self, tiles: TileSet) -> str:
        return f"own {self._given.index(tiles)}" if tiles in self._given else tiles.id

    @property
    def _n(self) -> int:
        """How many different digits the set has."""
        return max(1, len(self.tiles.digits))

    @property
    def _made(self) -> str:
        """How the set is made if it is made: each multiset once, or with all mirrors."""
        kind = self.tiles.id.rpartition("-")[0]
        return kind if kind in _MADE and _is_known(self.tiles) and self.tiles.id not in tile_sets() else ""

    # --- what is shown ------------------------------------------------------------------------------

    @property
    def _groups(self) -> tuple[Group, ...]:
        return wall(self.tiles, self.group, self.other, say.PARTS[self._only] if self.comparison else ())

    @property
    def _title(self) -> str:
        """What is shown, as it stands over the wall."""
        if self.other is None:
            return _option(self.tiles)
        return tr("{a} (A) beside {b} (B)", a=_option(self.tiles), b=_option(self.other))

    @property
    def _notes(self) -> list[str]:
        comparison = self.comparison
        if comparison is None:
            return [", ".join(say.counted_words(self.tiles))]
        parts = say.part_words(comparison)
        return [", ".join([parts["both"], parts["only-a"], parts["only-b"]]), *say.missing_words(comparison)]

    @property
    def _file_name(self) -> str:
        parts = [self.tiles.id, *([self.other.id] if self.other is not None else []), "by", self.group]
        name = re.sub(r"[^A-Za-z0-9]+", "-", "-".join(part[:40] for part in parts)).strip("-")
        return f"tiles-{name}"

    def _shown(self) -> dict[str, Any]:
        groups, file = self._groups, self._file
        self._file = None
        return {
            "choices": self._choices(),
            "n": len(self.tiles.digits),
            "n_words": tr("n = {n}", n=len(self.tiles.digits)),
            "formulas": say.formula_rows(len(self.tiles.digits)) if self._formulas else [],
            "agreement": say.agreement(self.tiles) if self._formulas else None,
            "title": self._title,
            "counted": say.counted_words(self.tiles),
            "comparison": self._compared(),
            **self._wall(groups),
            "chosen": str(self.chosen or ""),
            "detail": self._detail(),
            "status": self._note or self._status(groups),
            "warn": bool(self._note),
            "file": file,
        }

    def _choices(self) -> list[dict[str, Any]]:
        given = [(self._value(own), _option(own)) for own in self._given]
        named = [(id, _option(tile_set(id))) for id in tile_sets()]
        made = [(kind, tr(said)) for kind, said in _MADE.items()]
        others = {kind: tile_set(f"{kind}-{self._n}") for kind in _MADE}
        beside = dict(
            [("", tr("nothing")), *named, *((one.id, _option(one)) for one in others.values()), *given]
        )
        value = "" if self.other is None else self._value(self.other)
        if self.other is not None:
            beside.setdefault(value, _option(self.other))
        return [
            choice("tiles", tr("Tile set"), self._made or self._value(self.tiles), [*named, *made, *given]),
            choice(
                "group", tr("Group by"), self.group, [(group, tr(said)) for group, said in GROUPS.items()]
            ),
            choice("compare", tr("Compare with"), value, beside.items()),
        ]

    def _compared(self) -> dict[str, Any] | None:
        comparison = self.comparison
        if comparison is None:
            return None
        filled = {part for part, marks in say.PARTS.items() if not marks or comparison.having(*marks)}
        buttons = [
            button(said, {"do": "only", "value": part}, part in filled, pressed=part == self._only)
            for part, said in say.part_words(comparison).items()
        ]
        return {"buttons": buttons, "missing": say.missing_words(comparison)}

    def _wall(self, groups: tuple[Group, ...]) -> dict[str, Any]:
        """The groups with the names of their tiles; the look of a tile only once for each mark."""
        marks = sorted({brick.mark for group in groups for brick in group.bricks}, key=list(Mark).index)
        count = sum(len(group.bricks) for group in groups)
        looks = {mark.value: {"svg": pictures.sample(mark), "words": tr(MARK_WORDS[mark])} for mark in marks}
        return {
            "looks": looks,
            "keyed": bool(marks) and marks != [Mark.IN_SET],
            "size": "large" if count <= 130 else "medium" if count <= 260 else "small",
            "flows": self.group == "multiset",
            "groups": [
                {
                    "heading": group.heading(),
                    "count": "" if self.group in ("multiset", "none") else str(len(group.bricks)),
                    "tiles": [[str(brick.tile), brick.mark.value] for brick in group.bricks],
                }
                for group in groups
            ],
        }

    def _detail(self) -> dict[str, Any] | None:
        tile = self.chosen
        if tile is None:
            return None
        marks = tuple(self._mark(one) for one in (tile, tile.mirror()))
        more = [one for one in (self.tiles, self.other) if one is not None]
        return {
            "tile": str(tile),
            "svg": pictures.pair(tile, (marks[0], marks[1]), style=False),
            "facts": say.facts(tile, self.tiles if self.other is None else None),
            "homes": say.home_rows(tile, more),
        }

    def _mark(self, tile: Tile) -> Mark:
        if self.comparison:
            return self.comparison.mark(tile)
        return Mark.IN_SET if tile in self.tiles else Mark.ABSENT

    def _status(self, groups: tuple[Group, ...]) -> str:
        if not groups:
            return tr("There is nothing to show here.")
        if self.chosen is None:
            return ""
        if self.comparison:
            return say.compared_words(self.chosen, self.comparison)
        return say.where_words(self.chosen, self.tiles)


def _is_known(tiles: TileSet) -> bool:
    """Whether a set is one of those that have an id of their own."""
    try:
        return tile_set(tiles.id) == tiles
    except RulesError:
        return False


def _id(tiles: TileSet) -> str:
    """The id of a set, not too long."""
    return tiles.id if len(tiles.id) <= 40 else tiles.id[:39] + "…"


def _option(tiles: TileSet) -> str:
    """A set in a list to choose from."""
    return trn("{set}: {n} tile", "{set}: {n} tiles", len(tiles), set=shown_name(tiles.title, 60))
