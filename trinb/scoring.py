"""What a placement scores: itemised lines, each with its points, its reason and its clause.

A total is nothing but the sum of its lines:

>>> from trinb.board import Board, Placement
>>> from trinb.ruleset import rules
>>> board = Board.parse("v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525")
>>> score(rules("triangelspelet"), board, Placement.parse("^0,0=251"))
Score(lines=(Line(points=75, reason=Reason.DOCKING, clause='§7'),))
>>> print(_)
75 = +75 docking (§7)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from attrs import frozen

from .board import Board, Contact, Kind, Placement
from .ruleparts import Award, ExtensionOf, Reason
from .ruleset import RuleSet
from .tiles import Tile

REASON_WORDS = {
    Reason.START: "first tile",
    Reason.TRIPLE: "leading triple",
    Reason.ZERO: "leading 0-0-0",
    Reason.SECOND_TRIPLE: "second triple in hand",
    Reason.TILE: "placed tile",
    Reason.PLAIN: "plain placement",
    Reason.BRIDGE: "bridge",
    Reason.DOCKING: "docking",
    Reason.DRONE: "drone",
    Reason.HEXAGON: "hexagon",
    Reason.EXTENSION: "bridge extension",
    Reason.DRAW: "tile drawn",
    Reason.FAILED_DRAWS: "all draws in vain",
    Reason.STUCK: "nothing fits, pool empty",
    Reason.OUT: "going out",
    Reason.OTHERS_DIGITS: "digits left with the others",
    Reason.TILES_LEFT: "tiles left in hand",
    Reason.POOL_LEFT: "digits left in the pool",
    Reason.BLOCKED: "blocked round",
}


class Line(NamedTuple):
    """Points, what they are for, and the clause of the rule set that says so."""

    points: int
    reason: Reason
    clause: str

    def __str__(self) -> str:
        return f"{self.points:+d} {REASON_WORDS[self.reason]}" + (f" ({self.clause})" if self.clause else "")


@frozen
class Score:
    """The lines of one placement."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """The sum of the lines."""
        return sum(line.points for line in self.lines)

    def __str__(self) -> str:
        return f"{self.total} = {', '.join(map(str, self.lines))}"


def score(rule_set: RuleSet, board: Board, placement: Placement) -> Score:
    """What this placement on this board scores under a rule set.

    Going out, drawing and holding a second triple are no matters of the board; see `rounds`.

    Raises:
        IllegalMove: the placement is illegal here.
    """
    return Score(lines_of(rule_set, board.contact(placement), placement.tile))


def lines_of(rule_set: RuleSet, contact: Contact, tile: Tile) -> tuple[Line, ...]:
    """The lines for laying a tile with this contact."""
    if contact.kind is Kind.START:
        return _start_lines(rule_set, tile)
    return _lines(rule_set, contact, tile.sum)


@lru_cache(maxsize=65536)
def _lines(rule_set: RuleSet, contact: Contact, tile_sum: int) -> tuple[Line, ...]:
    given = list(_awards(rule_set, contact))
    lines = [line(rule_set, reason, award.of(tile_sum)) for reason, award in given if award]
    # Somebody who asks why there are no points is told which clause gives none.
    return tuple(lines) or (line(rule_set, Reason(contact.kind.value), 0),)


@lru_cache(maxsize=4096)
def _start_lines(rule_set: RuleSet, tile: Tile) -> tuple[Line, ...]:
    opening = rule_set.opening
    given = [(Reason.START, opening.tile)]
    if tile.is_triple:
        given.append((Reason.TRIPLE, opening.triple))
        if tile.sum == 0:
            given.append((Reason.ZERO, opening.zero))
    lines = [line(rule_set, reason, award.of(tile.sum)) for reason, award in given if award]
    return tuple(lines) or (line(rule_set, Reason.START, 0),)


@lru_cache(maxsize=4096)
def worth(rule_set: RuleSet, contact: Contact) -> Award:
    """The awards for a contact added up: `worth(...).of(tile.sum)` is the total of its lines.

    >>> from trinb.board import BRIDGE
    >>> from trinb.ruleset import rules
    >>> worth(rules("triangelspelet"), BRIDGE)
    Award(points=50, sums=0)
    """
    awards = [award for _, award in _awards(rule_set, contact)]
    return Award(sum(award.points for award in awards), sum(award.sums for award in awards))


def _awards(rule_set: RuleSet, contact: Contact) -> Iterator[tuple[Reason, Award]]:
    """Every award that a contact other than the first earns, with its reason."""
    table = rule_set.score
    yield Reason.TILE, table.tile
    yield (
        Reason(contact.kind.value),
        {
            Kind.PLAIN: table.plain,
            Kind.BRIDGE: table.bridge,
            Kind.DOCKING: table.docking,
            Kind.DRONE: table.drone,
        }[contact.kind],
    )
    if contact.hexagons:
        yield Reason.HEXAGON, Award(table.hexagons[contact.hexagons - 1])
    if _is_extension(rule_set, contact):
        yield Reason.EXTENSION, table.extension


def _is_extension(rule_set: RuleSet, contact: Contact) -> bool:
    table = rule_set.score
    if contact.sides < 2 or (contact.hexagons and not table.extension_with_hexagon):
        return False
    if table.extension_of is ExtensionOf.ANYTHING:
        return True
    chained = table.extension_of is ExtensionOf.CHAIN and contact.beside_extension
    return contact.beside_bridge or chained


def line(rule_set: RuleSet, reason: Reason, points: int) -> Line:
    """A line with the clause that settles its reason."""
    return Line(points, reason, rule_set.clause_of(reason))
