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

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from attrs import field, frozen

from .board import Board, Contact, Kind, Placement
from .ruleparts import Award, ExtensionOf, Reason
from .ruleset import RuleSet
from .tiles import Tile
from .words import N_, tr

REASON_WORDS = {
    Reason.START: N_("first tile"),
    Reason.TRIPLE: N_("leading triple"),
    Reason.ZERO: N_("leading 0-0-0"),
    Reason.SECOND_TRIPLE: N_("second triple in hand"),
    Reason.TILE: N_("placed tile"),
    Reason.PLAIN: N_("plain placement"),
    Reason.BRIDGE: N_("bridge"),
    Reason.DOCKING: N_("docking"),
    Reason.DRONE: N_("drone"),
    Reason.HEXAGON: N_("hexagon"),
    Reason.EXTENSION: N_("bridge extension"),
    Reason.DRAW: N_("tile drawn"),
    Reason.FAILED_DRAWS: N_("all draws in vain"),
    Reason.STUCK: N_("nothing fits, pool empty"),
    Reason.OUT: N_("going out"),
    Reason.OTHERS_DIGITS: N_("digits left with the others"),
    Reason.TILES_LEFT: N_("tiles left in hand"),
    Reason.POOL_LEFT: N_("digits left in the pool"),
    Reason.BLOCKED: N_("blocked round"),
}


class Line(NamedTuple):
    """Points, what they are for, and the clause of the rule set that says so."""

    points: int
    reason: Reason
    clause: str

    def __str__(self) -> str:
        return f"{self.points:+d} {tr(REASON_WORDS[self.reason])}" + (
            f" ({self.clause})" if self.clause else ""
        )


@frozen
class Score:
    """The lines of one placement, and their sum, `total`."""

    lines: tuple[Line, ...]
    total: int = field(init=False, eq=False, repr=False)

    @total.default
    def _sum(self) -> int:
        return sum(line.points for line in self.lines)

    def __str__(self) -> str:
        return f"{self.total} = {', '.join(map(str, self.lines))}"


def score(rule_set: RuleSet, board: Board, placement: Placement) -> Score:
    """What this placement on this board scores under a rule set.

    Going out, drawing and holding a second triple are no matters of the board; see `rounds`.

    Raises:
        IllegalMove: the placement is illegal here.
    """
    return scorer(rule_set).score(board.contact(placement), placement.tile)


class Scorer:
    """The scores of one rule set, each worked out once; get it from `scorer`."""

    def __init__(self, rule_set: RuleSet) -> None:
        self.rules = rule_set
        self._scores: dict[tuple[int, int], Score] = {}
        self._worth: dict[int, Award] = {}

    def score(self, contact: Contact, tile: Tile) -> Score:
        """The score for laying a tile with this contact."""
        if contact.kind is Kind.START:
            return self._of(_start_awards(self.rules, tile), tile.sum, Reason.START)
        key = contact.code, tile.sum
        found = self._scores.get(key)
        if found is None:
            found = self._of(_awards(self.rules, contact), tile.sum, Reason(contact.kind.value))
            self._scores[key] = found
        return found

    def _of(self, awards: Iterable[tuple[Reason, Award]], tile_sum: int, otherwise: Reason) -> Score:
        lines = [line(self.rules, reason, award.of(tile_sum)) for reason, award in awards if award]
        # Somebody who asks why there are no points is told which clause gives none.
        return Score(tuple(lines) or (line(self.rules, otherwise, 0),))

    def worth(self, contact: Contact) -> Award:
        """The awards for a contact added up: `.of(tile.sum)` is the total of its lines.

        Nothing for the first tile of a round, whose score depends on more than its sum.

        >>> from trinb.board import BRIDGE
        >>> from trinb.ruleset import rules
        >>> scorer(rules("triangelspelet")).worth(BRIDGE)
        Award(points=50, sums=0)
        """
        found = self._worth.get(contact.code)
        if found is None:
            awards = [award for _, award in _awards(self.rules, contact)] if contact.sides else []
            found = Award(sum(award.points for award in awards), sum(award.sums for award in awards))
            self._worth[contact.code] = found
        return found


@lru_cache(maxsize=256)
def scorer(rule_set: RuleSet) -> Scorer:
    """The scorer of a rule set."""
    return Scorer(rule_set)


def _start_awards(rule_set: RuleSet, tile: Tile) -> Iterator[tuple[Reason, Award]]:
    """Every award for a first tile, with its reason."""
    yield Reason.START, rule_set.opening.tile
    if tile.is_triple:
        yield Reason.TRIPLE, rule_set.opening.triple
        if tile.sum == 0:
            yield Reason.ZERO, rule_set.opening.zero


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
