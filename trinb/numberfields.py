"""Numbers that a rule set says, with the words and the ranges that make sense for them; see `fields`.

>>> from trinb.ruleset import rules
>>> bridge = Points("score.bridge", "bridge")
>>> value = bridge.of(rules("triominos-nl"))
>>> value, bridge.said(value), bridge.entry(value)
(Award(points=0, sums=1), 'digits of the tile', {'points': '0', 'sums': '1'})
>>> bridge.read({"points": "40", "sums": "0"})
Award(points=40, sums=0)
>>> bridge.read("4o")
Traceback (most recent call last):
    ...
trinb.errors.RulesError: '4o' is no whole number
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from attrs import field, frozen

from .errors import RulesError
from .fields import Field, Said, signed
from .notation import show
from .ruleparts import UNLIMITED, Award
from .words import N_, tr, trn

MOST_PLAYERS = 20
"""So many may play at most by rules that are made in a form."""


def whole(typed: object, low: int, high: int) -> int:
    """The whole number that was typed.

    Raises:
        RulesError: there is none, or it is outside of the range.

    >>> whole(" −5 ", -10, 10)
    -5
    """
    if isinstance(typed, str):
        text = typed.strip().replace("−", "-")
        if not text:
            raise RulesError(tr("a number is missing"))
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            raise RulesError(tr("{it} is no whole number", it=show(typed.strip())))
        typed = int(text)
    if type(typed) is not int:
        raise RulesError(tr("{it} is no whole number", it=show(typed)))
    if not low <= typed <= high:
        between = {"low": signed(low), "high": signed(high)}
        raise RulesError(tr("{it} is not between {low} and {high}", it=signed(typed), **between))
    return typed


@frozen(eq=False)
class Number(Field):
    """A whole number within a range that makes sense."""

    kind: ClassVar[str] = "number"

    low: int = field(default=-10_000, kw_only=True)
    high: int = field(default=10_000, kw_only=True)

    def said(self, value: Any) -> str:
        """The number."""
        return signed(value)

    def entry(self, value: Any) -> Any:
        """The number as text."""
        return str(value)

    def read(self, entry: Any) -> Any:
        """The number."""
        return whole(entry, self.low, self.high)


@frozen(eq=False)
class Cost(Number):
    """Points that are taken off: a positive number in a file, told as what it does to a score."""

    kind: ClassVar[str] = "cost"

    low: int = field(default=0, kw_only=True)

    def said(self, value: Any) -> str:
        """What it does to a score."""
        return signed(-value)


TIMES = {
    0: N_("no digits"),
    1: N_("the digits of the tile"),
    2: N_("twice the digits"),
    3: N_("three times the digits"),
    -1: N_("minus the digits"),
}
"""How often the digits of a tile are counted, in words."""


@frozen(eq=False)
class Points(Number):
    """Points, and a multiple of the digits of the tile."""

    kind: ClassVar[str] = "points"

    def said(self, value: Any) -> str:
        """The award in words.

        >>> awards = (Award(50), Award(0, 1), Award(10, 1), Award(-5, 2), Award(0, 4))
        >>> for award in awards:
        ...     print(Points("score.bridge", "bridge").said(award))
        50
        digits of the tile
        digits of the tile + 10
        twice the digits of the tile − 5
        4 times the digits of the tile
        """
        if not value.sums:
            return signed(value.points)
        digits = tr("{times} times the digits of the tile", times=signed(value.sums))
        if value.sums == 1:
            digits = tr("digits of the tile")
        elif value.sums == 2:
            digits = tr("twice the digits of the tile")
        sign = "+" if value.points > 0 else "−"
        return f"{digits} {sign} {abs(value.points)}" if value.points else digits

    def entry(self, value: Any) -> Any:
        """Both numbers as text."""
        return {"points": str(value.points), "sums": str(value.sums)}

    def read(self, entry: Any) -> Any:
        """The award; a number alone is points."""
        if isinstance(entry, Award):
            entry = {"points": entry.points, "sums": entry.sums}
        elif not isinstance(entry, Mapping):
            entry = {"points": entry}
        unknown = sorted(str(key) for key in entry if key not in ("points", "sums"))
        if unknown:
            raise RulesError(tr("there are only points and sums, and no {it}", it=show(unknown[0])))
        points = whole(entry.get("points", 0), self.low, self.high)
        return Award(points, whole(entry.get("sums", 0), -9, 9))


@frozen(eq=False)
class Limit(Number):
    """A number, or no limit."""

    kind: ClassVar[str] = "limit"

    none: str = field(kw_only=True)
    """What it is called when there is no limit."""
    few: Mapping[int, str] = field(factory=dict, kw_only=True)
    """The words of small numbers."""
    more: str = field(default="{n}", kw_only=True)
    """How other numbers are said."""
    usual: int = field(kw_only=True)
    """A number to begin with where there was no limit."""

    def said(self, value: Any) -> str:
        """The number in words, or that there is no limit."""
        if value is None or value == UNLIMITED:
            return tr(self.none)
        return tr(self.few[value]) if value in self.few else tr(self.more, n=signed(value))

    def entry(self, value: Any) -> Any:
        """The number as text, or the word that stands for no limit in a file."""
        return UNLIMITED if value is None else str(value)

    def read(self, entry: Any) -> Any:
        """The number, or None."""
        return None if entry in (None, UNLIMITED) else whole(entry, self.low, self.high)


@frozen(eq=False)
class Several(Number):
    """So many numbers, one beside the other."""

    kind: ClassVar[str] = "numbers"

    parts: tuple[str, ...] = field(kw_only=True)
    """What each is called."""
    in_words: Callable[[Any], str] = field(kw_only=True)

    def said(self, value: Any) -> str:
        """All of them in words."""
        return self.in_words(value)

    def entry(self, value: Any) -> Any:
        """Each as text."""
        return [str(one) for one in value]

    def read(self, entry: Any) -> Any:
        """The numbers."""
        if not isinstance(entry, list | tuple) or len(entry) != len(self.parts):
            raise RulesError(tr("there must be {n} numbers, not {it}", n=len(self.parts), it=show(entry)))
        return tuple(whole(one, self.low, self.high) for one in entry)


def hexagons_in_words(points: Sequence[int]) -> str:
    """What one, two and three hexagons give.

    >>> [hexagons_in_words(points) for points in ((0, 0, 0), (50, 50, 50), (50, 100, 150), (50, 60, 70))]
    ['0', '50 in all', '50 each', '50 / 60 / 70']
    """
    one, two, three = points
    if one == two == three:
        return tr("{points} in all", points=signed(one)) if one else "0"
    if (two, three) == (2 * one, 3 * one):
        return tr("{points} each", points=signed(one))
    return " / ".join(map(signed, points))


def range_in_words(players: Sequence[int]) -> str:
    """From how many to how many play."""
    return f"{players[0]}–{players[1]}"


@frozen(eq=False)
class Sizes(Number):
    """Hands for some numbers of players; one that is not named takes as many as `hand.tiles` says."""

    kind: ClassVar[str] = "sizes"

    def said(self, value: Any) -> str:
        """Every hand that is named.

        >>> Sizes("hand.by_players", "").said({2: 9, 5: 6})
        '9 for 2 players, 6 for 5 players'
        """
        if not value:
            return tr("the same for any number of players")
        return ", ".join(
            trn("{tiles} for {n} player", "{tiles} for {n} players", players, tiles=signed(tiles))
            for players, tiles in sorted(value.items())
        )

    def changed(self, key: str, before: Said, after: Said) -> str:
        """The hand for one number of players."""
        n = int(key.rpartition(".")[2])
        was, now = before.get(key), after.get(key, after["hand.tiles"])
        if key not in after:
            return trn(
                "hand {before} → {after} for {n} player, as for others",
                "hand {before} → {after} for {n} players, as for others",
                n,
                before=was,
                after=now,
            )
        if was is None:
            return trn("hand {tiles} for {n} player", "hand {tiles} for {n} players", n, tiles=now)
        return trn(
            "hand {before} → {after} for {n} player",
            "hand {before} → {after} for {n} players",
            n,
            before=was,
            after=now,
        )

    def entry(self, value: Any) -> Any:
        """Each hand as text, by the number of players as text."""
        return {str(players): str(tiles) for players, tiles in sorted(value.items())}

    def shape(self, value: Any) -> Any:
        """A place for each number of players."""
        return {str(players): "" for players in range(1, MOST_PLAYERS + 1)}

    def read(self, entry: Any) -> Any:
        """The hands; what is empty is left out."""
        if not isinstance(entry, Mapping):
            raise RulesError(tr("there must be a hand for each number of players, not {it}", it=show(entry)))
        found = {}
        for players, tiles in entry.items():
            if isinstance(tiles, str) and not tiles.strip():
                continue
            found[whole(players, 1, MOST_PLAYERS)] = whole(tiles, self.low, self.high)
        return found
