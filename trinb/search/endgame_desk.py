"""The desk of the endgame solver: a round with an empty pool, so small that a million moves can be tried.

A `Desk` is changed in place: `lay` puts a tile down and `lift` takes it up again.  What is legal, what a
placement scores and what the end is worth is the same as in `rounds`; every number of points comes from
`scoring` and `endings`.

Terms:  *tiles* are numbered anew, from 0, and only those in the hands count.  A *cell* has the number
``2 · vertex``, and one more if it points down; a vertex has the number ``row · width + column``.  The *spot*
of a cell says what it looks like: the pattern of its corners (see `tiles.pattern`) plus `SIDE` for each
neighbour that is filled, plus `FILLED` when it is filled itself.  A cell is *live* when it is open and
some tile in some hand fits it; a cell that is not live never is again, because digits only get more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from .. import endings
from ..board import Contact, Kind
from ..endings import Left
from ..lattice import Cell
from ..moves import END_TURN, PASS, Move, Place
from ..rounds import Round
from ..ruleparts import BlockedWinner, Several
from ..ruleset import RuleSet
from ..scoring import scorer
from ..tiles import ANY, BASE, bits, pattern

SIDE = BASE**3
FILLED = 8 * SIDE
_START = pattern(ANY, ANY, ANY)
_BRIDGE, _EXTENSION = 1, 2  # how a cell is marked


class Lay(NamedTuple):
    """A placement: what it scores, where, which tile, and how the cell is marked afterwards."""

    points: int
    cell: int
    tile: int
    mark: int


class Worth(NamedTuple):
    """What a placement is worth: points, times the digits of its tile, and the mark that it leaves."""

    points: int
    sums: int
    mark: int


def _corners(spot: int) -> tuple[int, int, int]:
    """The three corners of a spot, clockwise from the apex."""
    return spot % BASE, spot // BASE % BASE, spot // (BASE * BASE) % BASE


_BLANK = tuple(_corners(spot).index(ANY) if ANY in _corners(spot) else -1 for spot in range(SIDE))
"""For each pattern the first corner that has no digit yet, or -1."""

_KNOWN = tuple(sum(digit for digit in _corners(spot) if digit != ANY) for spot in range(SIDE))
"""For each pattern the sum of the digits that are there."""


class Desk:
    """A round whose pool is empty, in numbers.

    Attributes:
        owned: for each seat the mask of the tiles that it held at first.
        union: the mask of all tiles that are still in the hands.
        several: how many tiles a turn may place.
        stuck: what it costs to pass.
        live: the live cells of the round that it was made from.
    """

    def __init__(self, round: Round) -> None:
        self.rules, self.players = round.rules, round.players
        numbers = sorted(number for hand in round.hands_ for number in bits(hand))
        self.numbers = numbers
        self.owned = [sum(1 << numbers.index(number) for number in bits(hand)) for hand in round.hands_]
        self.union = (1 << len(numbers)) - 1
        self.tiles = [round.tile_set.tiles[number] for number in numbers]
        self.sums = [tile.sum for tile in self.tiles]
        self.several, self.stuck = self.rules.turn.several, self.rules.turn.stuck
        self.fits = self._fits()
        self._worth, self._rich = _worths(self.rules)
        self._laid: list[tuple[Lay, int, int]] = []
        self._spread(round)
        self.live = [cell for cell in self._open(round) if self.fits[self.spot[cell]]]
        self._ends: dict[tuple[int | None, int], tuple[int, ...]] = {}
        self._spans: dict[int, tuple[tuple[int, int], ...]] = {}

    # --- the board ---------------------------------------------------------------------------------

    def _spread(self, round: Round) -> None:
        """Lay out the board of the round, with room for all tiles around it."""
        cells = [laid.placement.cell for laid in round.board.laid]
        room = len(self.tiles) + 2
        self._column, self._row = min(c.q for c in cells) - room, min(c.r for c in cells) - room
        self.width = width = max(c.q for c in cells) - self._column + room
        height = max(c.r for c in cells) - self._row + room
        self._corner = ((width, 1, 0), (1, width, width + 1))
        self._across = ((1 - 2 * width, -1, 1), (2 * width - 1, 1, -1))
        # From twice a vertex to the cells around it.
        self._around = (0, -1, -2, -2 * width - 1, -2 * width, 1 - 2 * width)
        self.spot = [_START] * (2 * width * height)
        self.marks = [0] * len(self.spot)
        for (q, r), digit in round.board.digits.items():
            self._write(self._vertex(q, r), digit - ANY)
        for laid in round.board.laid:
            cell = self.number(laid.placement.cell)
            self.marks[cell] = _mark(laid.contact)
            self.spot[cell] += FILLED
            for step in self._across[cell & 1]:
                self.spot[cell + step] += SIDE

    def _vertex(self, q: int, r: int) -> int:
        return (r - self._row) * self.width + q - self._column

    def number(self, cell: Cell) -> int:
        """The number of a cell."""
        return 2 * self._vertex(cell.q, cell.r) + (not cell.up)

    def _open(self, round: Round) -> Iterator[int]:
        return map(self.number, round.board.open_cells)

    def _write(self, vertex: int, more: int) -> None:
        """Add a number to the digit at a vertex; ANY is the digit of one that has none.

        Of the six cells around it, two have their first corner there, two their second, two their third.
        """
        spot, upper = self.spot, 2 * vertex
        lower, second, third = upper - 2 * self.width, more * BASE, more * BASE * BASE
        spot[upper - 2] += second
        spot[upper - 1] += more
        spot[upper] += third
        spot[lower - 1] += third
        spot[lower] += more
        spot[lower + 1] += second

    # --- what fits and what it scores -------------------------------------------------------------------

    def _fits(self) -> list[int]:
        """For each spot that is open the mask of the tiles that fit it."""
        fits = [0] * SIDE
        for number, tile in enumerate(self.tiles):
            for a, b, c in set(tile.turns):
                for corners in product((a, ANY), (b, ANY), (c, ANY)):
                    fits[pattern(*corners)] |= 1 << number
        return fits * 4

    def lays(self, seat: int, live: list[int]) -> list[Lay]:
        """The placements of a seat, those that score most first."""
        hand, fits, spot, found = self.hand(seat), self.fits, self.spot, []
        for cell in live:
            fit = fits[spot[cell]] & hand
            if fit:
                points, sums, mark = self._worth_at(cell, spot[cell])
                while fit:
                    low = fit & -fit
                    tile = low.bit_length() - 1
                    found.append(Lay(points + sums * self.sums[tile], cell, tile, mark))
                    fit ^= low
        found.sort(reverse=True)
        return found

    def hand(self, seat: int) -> int:
        """The mask of the tiles that a seat holds."""
        return self.owned[seat] & self.union

    def can_place(self, seat: int, live: list[int]) -> bool:
        """Whether a seat can place."""
        hand, fits, spot = self.hand(seat), self.fits, self.spot
        for cell in live:  # noqa: SIM110 (`any` takes longer, and this is asked at every position)
            if fits[spot[cell]] & hand:
                return True
        return False

    def options(self, seat: int, placed: bool, live: list[int]) -> list[Lay | None]:
        """What a seat may do; None is to end its turn when it has placed, and to pass when it has not."""
        lays: list[Lay | None] = [*self.lays(seat, live)]
        if not lays or (placed and self.several is Several.MAY_GO_ON):
            lays.append(None)
        return lays

    def is_last(self, seat: int, placed: bool) -> bool:
        """Whether a seat has one tile left and cannot but place it if it fits."""
        hand = self.hand(seat)
        return not hand & (hand - 1) and not (placed and self.several is Several.MAY_GO_ON)

    def _worth_at(self, cell: int, spot: int) -> Worth:
        """What a placement there is worth."""
        if spot < 2 * SIDE:
            return self._worth[-1 if _BLANK[spot % SIDE] < 0 else 0]
        sides = spot // SIDE
        if not self._rich:
            return self._worth[sides]
        hexagons, marks = self._hexagons(cell), 0
        for step in self._across[cell & 1]:
            marks |= self.marks[cell + step]
        return self._worth[16 * sides + 4 * hexagons + marks]

    def _hexagons(self, cell: int) -> int:
        """How many hexagons a tile there would complete."""
        hexagons, spot = 0, self.spot
        for corner in self._corner[cell & 1]:
            around = cell - (cell & 1) + 2 * corner
            hexagons += sum([spot[around + step] >= FILLED for step in self._around]) == 5
        return hexagons

    # --- laying and lifting ------------------------------------------------------------------------------

    def lay(self, lay: Lay, live: list[int]) -> list[int]:
        """Put a tile down; gives the cells that are live then."""
        _, cell, tile, mark = lay
        spot, fits = self.spot, self.fits
        self.union = union = self.union ^ 1 << tile
        known = spot[cell] % SIDE
        blank, vertex, more = _BLANK[known], 0, 0
        if blank >= 0:  # the corner that had no digit gets one
            vertex, more = (cell >> 1) + self._corner[cell & 1][blank], self.sums[tile] - _KNOWN[known] - ANY
            self._write(vertex, more)
        self._laid.append((lay, vertex, more))
        spot[cell] += FILLED
        self.marks[cell] = mark
        found = [other for other in live if other != cell and fits[spot[other]] & union]
        for step in self._across[cell & 1]:
            other = cell + step
            if spot[other] < SIDE and fits[spot[other]] & union:
                found.append(other)
            spot[other] += SIDE
        return found

    def lift(self) -> None:
        """Take up the tile that was put down last."""
        (_, cell, tile, _), vertex, more = self._laid.pop()
        self.union ^= 1 << tile
        self.spot[cell] -= FILLED
        self.marks[cell] = 0
        for step in self._across[cell & 1]:
            self.spot[cell + step] -= SIDE
        if more:
            self._write(vertex, -more)

    @property
    def laid(self) -> int:
        """How many tiles have been put down."""
        return len(self._laid)

    def clear(self, laid: int = 0) -> None:
        """Take up tiles until so many are left of those that were put down."""
        while len(self._laid) > laid:
            self.lift()

    # --- the end --------------------------------------------------------------------------------------

    def end(self, seat: int | None, union: int) -> tuple[int, ...]:
        """What each seat gets in the end, when the tiles of `union` are left.

        Args:
            seat: who has placed its last tile; None if nobody can place any more.
            union: the mask of the tiles that are left.
        """
        found = self._ends.get((seat, union))
        if found is None:
            left = [Left((owned & union).bit_count(), self._digits(owned & union)) for owned in self.owned]
            if seat is None:
                settlement = endings.blocked(self.rules, 0, left)
            else:
                settlement = endings.out(self.rules, seat, left, Left(0, 0))
            points = [0] * self.players
            for event in settlement.events:
                points[event.seat] += event.points
            found = self._ends[seat, union] = tuple(points)
        return found

    def _digits(self, mask: int) -> int:
        return sum([self.sums[tile] for tile in bits(mask)])

    # --- what can still come ----------------------------------------------------------------------------

    def span(self, seat: int, union: int) -> tuple[int, int]:
        """Between which numbers the margin of a seat surely is from now on (see `endgame.Ending.margin`).

        It depends on the tiles that are left alone, whoever is to move.
        """
        found = self._spans.get(union)
        if found is None:
            points = [self._points_to_come(owned & union, union) for owned in self.owned]
            low, high = sum(least for least, _ in points), sum(most for _, most in points)
            others = self.players - 1
            found = tuple(
                (others * least - (high - most), others * most - (low - least)) for least, most in points
            )
            self._spans[union] = found
        return found[seat]

    def _points_to_come(self, hand: int, union: int) -> tuple[int, int]:
        """The least and the most points that whoever holds this hand can still get, roughly."""
        out, blocked = self.rules.out, self.rules.blocked
        left, own = hand.bit_count(), self._digits(hand)
        others, theirs = union.bit_count() - left, self._digits(union ^ hand)
        going_out = 0 if out.one_left_in_pool else out.points
        award = blocked.winner is not BlockedWinner.NOBODY
        costs = (0, -out.others_cost_per_tile * left, -blocked.cost_per_tile * left)
        most = max(0, going_out + theirs * out.others_digits, max(costs) + theirs * award)
        least = min(0, going_out, min(costs) - own * (self.players - 1) * award)
        # Between two passes of a seat somebody else places a tile, or else the round is blocked.
        passes = -self.stuck * (others + 1)
        least += sum([self._reach[tile][0] for tile in bits(hand)]) + min(0, passes)
        most += sum([self._reach[tile][1] for tile in bits(hand)]) + max(0, passes)
        return least, most

    @cached_property
    def _reach(self) -> list[tuple[int, int]]:
        """For each tile the least and the most that placing it can score; 0 is for one that stays in hand."""
        worths = {(points, sums) for points, sums, _ in self._worth.values()}
        return [
            (
                min(0, *(points + sums * digits for points, sums in worths)),
                max(0, *(points + sums * digits for points, sums in worths)),
            )
            for digits in self.sums
        ]

    # --- back to the readable engine ------------------------------------------------------------------------

    def cell(self, number: int) -> Cell:
        """The cell that has this number."""
        row, column = divmod(number >> 1, self.width)
        return Cell(column + self._column, row + self._row, not number & 1)

    def move(self, round: Round, lay: Lay | None) -> Move:
        """The move of a round that is this placement; None is for what is no placement."""
        if lay is None:
            return PASS if PASS in round.moves.others else END_TURN
        cell = self.cell(lay.cell)
        places = [found for found, _, _ in round.moves.placements.by_cell()]
        return Place(round.moves.placements.pick(places.index(cell), self.numbers[lay.tile]))


@lru_cache(maxsize=64)
def _worths(rules: RuleSet) -> tuple[dict[int, Worth], bool]:
    """What each contact is worth, and whether that depends on hexagons or on what lies beside it.

    By 0 for plain, -1 for a bridge, and 16 · sides + 4 · hexagons + the marks beside it; or just by the sides
    if nothing else matters.
    """
    worths, extends = {}, bool(rules.score.extension)
    for key, contact in _contacts():
        award = scorer(rules).worth(contact)
        worths[key] = Worth(award.points, award.sums, _mark(contact) if extends else 0)
    return worths, extends or any(rules.score.hexagons)


def _contacts() -> Iterator[tuple[int, Contact]]:
    """Every contact, and more; each with its key in `_worths`."""
    yield 0, Contact(Kind.PLAIN, 1)
    yield -1, Contact(Kind.BRIDGE, 1)
    for sides, kind in ((2, Kind.DOCKING), (3, Kind.DRONE)):
        yield sides, Contact(kind, sides)
        for hexagons, marks in product(range(sides + 1), range(4)):
            beside = bool(marks & _BRIDGE), bool(marks & _EXTENSION)
            yield 16 * sides + 4 * hexagons + marks, Contact(kind, sides, hexagons, *beside)


def _mark(contact: Contact) -> int:
    return _BRIDGE if contact.kind is Kind.BRIDGE else _EXTENSION if contact.extends_bridge else 0
