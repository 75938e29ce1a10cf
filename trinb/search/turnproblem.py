"""What a turn is searched for: the tiles, what each may score, and what the end of the turn is worth.

A **turn** lays some tiles of a hand one after the other, each scored on the board at its moment.  What it is
worth is the points of its placements, and at its **end** what going out gives, if the hand is empty, or else
what the tiles left cost, if that is asked for.

How much can still come depends on which tiles lie where; and, where a rule set gives points for what lies
beside a bridge, on which of the cells were laid as one: those are **marked**.  The points so far do not
matter for what comes.  So a **state** is the set of placements of the turn and the marks, and any two orders
that lead to one state have the same best continuation.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from math import isqrt

from attrs import frozen

from .. import turns
from ..board import PLAIN, Board, Contact, Kind, Placement
from ..errors import Illegal, NotationError
from ..ruleparts import Award, Lead, Several, WithoutTriple
from ..ruleset import RuleSet
from ..scoring import Score, scorer
from ..tiles import Tile
from ..words import tr

LITTLE = -(1 << 30)
"""Less than any points; what a turn is worth that may not be."""

CONTACTS: tuple[Contact, ...] = tuple(
    Contact(kind, sides, hexagons, bridge, extension)
    for kind, sides, most in (
        (Kind.PLAIN, 1, 0),
        (Kind.BRIDGE, 1, 0),
        (Kind.DOCKING, 2, 1),
        (Kind.DRONE, 3, 3),
    )
    for hexagons in range(most + 1)
    for bridge, extension in product((False, True), repeat=2)
    if sides > 1 or not (bridge or extension)
)
"""Every way in which a tile can meet a board that is not empty."""


@frozen
class Marks:
    """Which mark a cell gets that is laid as a bridge, and one that is laid as an extension; 0 for none.

    As few as the points of the rule set can tell apart, so that as few states as possible differ.
    """

    bridge: int
    extension: int

    def of(self, contact: Contact) -> int:
        """The mark of a cell that is laid with this contact."""
        if contact.kind is Kind.BRIDGE:
            return self.bridge
        return self.extension if contact.extends_bridge else 0


@lru_cache(maxsize=256)
def marks_of(rules: RuleSet) -> Marks:
    """The marks that a rule set needs.

    >>> from trinb.ruleset import rules
    >>> marks_of(rules("granna")), marks_of(rules("triominos-de"))
    (Marks(bridge=0, extension=0), Marks(bridge=1, extension=1))
    """
    worth = scorer(rules).worth

    def beside(bridge: bool, extension: bool) -> list[Award]:
        return [
            worth(Contact(contact.kind, contact.sides, contact.hexagons, bridge, extension))
            for contact in CONTACTS
            if contact.sides > 1
        ]

    both, one, other, none = (
        beside(True, True),
        beside(True, False),
        beside(False, True),
        beside(False, False),
    )
    if both == one == other:
        return Marks(0, 0) if both == none else Marks(1, 1)
    return Marks(1, 0 if both == one and other == none else 2)


@frozen
class Problem:
    """A position and a hand, for which the best turn is wanted.

    Attributes:
        rules, board: the rule set and the board.
        tiles: the hand, in the order of the box.
        keep: what each tile left in the hand costs.
        out: what it is worth to place the last tile.
        placed: whether a tile has been placed in this turn already, so that the turn may end at once.
        forbidden: sets of placements with which the turn may not end.
    """

    rules: RuleSet
    board: Board
    tiles: tuple[Tile, ...]
    keep: int
    out: int
    placed: bool
    forbidden: frozenset[frozenset[Placement]] = frozenset()

    @property
    def is_single(self) -> bool:
        """Whether the turn is one placement: so the rules say, or it is the lead."""
        return not len(self.board) or (self.rules.turn.several is Several.ONE and not self.placed)

    @property
    def is_over(self) -> bool:
        """Whether nothing may be placed any more in this turn."""
        return self.placed and self.rules.turn.several is Several.ONE

    @property
    def may_stop(self) -> bool:
        """Whether a turn may end although another tile fits."""
        return self.rules.turn.several is Several.MAY_GO_ON

    def end(self, left: int) -> int:
        """What the end of the turn is worth with so many tiles left."""
        return -self.keep * left if left else self.out

    @property
    def gains(self) -> tuple[int, ...]:
        """For each tile how much more than being kept it can be worth at most, and at least 0."""
        worth = scorer(self.rules).worth
        awards = {worth(contact) for contact in CONTACTS}
        return tuple(max(0, self.keep + max(award.of(tile.sum) for award in awards)) for tile in self.tiles)

    @property
    def mates(self) -> tuple[int, ...]:
        """For each tile the mask of those that can lie beside it, side to side."""
        sides = [{(turn[0], turn[1]) for turn in tile.turns} for tile in self.tiles]
        return tuple(
            sum(1 << at for at, other in enumerate(sides) if any((b, a) in other for a, b in own))
            for own in sides
        )

    def bound(self, gains: int, left: int, goes_out: bool) -> int:
        """What can come at most with so many tiles left, if the live ones among them have these gains in all.

        A tile is **live** if it may still be placed in this turn.  It cannot be, unless it fits somewhere now
        or can lie beside a live one: what it is laid beside lies there now, and then it fits there now, since
        digits only get more; or that is laid before it in this turn, and so is live.

        No turn is worth more.  Each tile left is either placed, for at most what any contact gives, or kept,
        for ``-keep``; with ``gain = max(0, keep + most)`` both are at most ``gain - keep``, and a tile that
        is not live is kept.  That is all, but for `out`, which comes only if every tile left is live.
        """
        return gains - self.keep * left + (max(0, self.out) if goes_out else 0)

    @property
    def ceiling(self) -> int:
        """More than which no turn is worth, by counting cells and vertices; often less than `bound`.

        A plain placement brings one new vertex, and no other brings any.  So after so many plain ones the
        vertices are known, and with them how many cells can be filled at most (see `most_cells`); that leaves
        room for so many others.  For both the tiles with the highest gains are taken.
        """
        award = scorer(self.rules).worth(PLAIN)
        plain = sorted((max(0, self.keep + award.of(tile.sum)) for tile in self.tiles), reverse=True)
        most, many, best = sorted(self.gains, reverse=True), len(self.tiles), 0
        for count in range(many + 1):
            room = most_cells(len(self.board.digits) + count) - len(self.board) - count
            others = max(0, min(many - count, room))
            best = max(best, sum(plain[:count]) + sum(most[:others]))
        return self.bound(best, many, goes_out=True)


def most_cells(vertices: int) -> int:
    """How many cells there are at most with all corners among so many vertices that are connected.

    Among N points of the lattice at most ``3N - sqrt(12N - 3)`` pairs are neighbours (Harborth), so by
    Euler's formula a connected graph of them has at most ``2N + 1 - sqrt(12N - 3)`` triangles.

    >>> [most_cells(count) for count in (3, 4, 7, 19)]
    [1, 2, 6, 24]
    """
    return 2 * vertices + 1 - (isqrt(12 * vertices - 4) + 1)


def problem(
    rules: RuleSet, board: Board, hand: Iterable[Tile] | str, keep: bool, out: int | None, placed: bool
) -> Problem:
    """The problem of a position.

    Raises:
        NotationError: the hand cannot be read, has a tile twice, one that is not in the box, or one that
            lies on the board.
    """
    box = rules.tile_set
    tiles = (
        [Tile.parse(word) for word in hand.replace(",", " ").split()] if isinstance(hand, str) else list(hand)
    )
    laid = {placement.tile for placement in board}
    for tile in tiles:
        if not isinstance(tile, Tile):
            raise NotationError(tr("{it} is no tile", it=repr(tile)[:40]))
        box.number(tile)
        if tiles.count(tile) > 1:
            raise NotationError(tr("tile {tile} is twice in the hand", tile=tile))
        if tile in laid:
            raise NotationError(f"{tile}: {tr(Illegal.ALREADY_LAID.value)}")
    return Problem(
        rules,
        board,
        tuple(sorted(tiles, key=box.number)),
        rules.out.others_cost_per_tile if keep else 0,
        sure_out_points(rules) if out is None else out,
        placed,
    )


def sure_out_points(rules: RuleSet) -> int:
    """The points for going out that do not depend on what others hold or on the pool."""
    return 0 if rules.out.one_left_in_pool else rules.out.points


# --- the lead ---------------------------------------------------------------------------------------------


def leads(rules: RuleSet, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Which tiles of a hand whoever holds it may lead, if it is his to lead.

    >>> from trinb.ruleset import rules
    >>> leads(rules("triominos-de"), [Tile(0, 0, 0), Tile(4, 4, 4), Tile(4, 5, 5)])
    (Tile(0, 0, 0), Tile(4, 4, 4))
    >>> leads(rules("triominos-de"), [Tile(0, 0, 1), Tile(4, 4, 5), Tile(3, 5, 5)])
    (Tile(3, 5, 5), Tile(4, 4, 5))
    >>> leads(rules("granna"), [Tile(0, 0, 1), Tile(4, 4, 5)])
    ()
    """
    hand, rule = sorted(tiles), rules.opening
    triples = [tile for tile in hand if tile.is_triple]
    if rule.lead is Lead.DRAW:
        return tuple(hand)
    if triples:
        zero = [tile for tile in triples if rule.choose_zero and tile.sum == 0]
        return tuple(sorted({*zero, triples[-1]}))
    if not hand or rule.without_triple is WithoutTriple.DRAW:
        return ()
    most = max(tile.sum for tile in hand)
    return tuple(tile for tile in hand if tile.sum == most)


def lead_score(rules: RuleSet, tiles: Iterable[Tile], led: Placement) -> Score:
    """What a lead scores: for the tile, and for another triple in the hand."""
    score = scorer(rules).score(Board().contact(led), led.tile)
    others = any(tile.is_triple and tile != led.tile for tile in tiles)
    return Score((*score.lines, *turns.second_triple_lines(rules, led.tile))) if others else score


def awards(rules: RuleSet) -> dict[int, Award]:
    """What each contact gives, by its code."""
    return {contact.code: scorer(rules).worth(contact) for contact in CONTACTS}
