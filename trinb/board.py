"""The board: which cells are filled, and one digit on every vertex they touch.

A **placement** puts the three digits of a tile on the corners of a cell, clockwise from its apex.
On an empty board any placement is legal.  Later one is legal when its cell is empty, shares at least
one whole side with a placed tile, and agrees with the board at every corner that is already touched.

How a legal placement meets the board is its **contact**.  With k the number of neighbours across a
side, and *tip* saying that for k = 1 the corner opposite that side is already touched, the kinds are

======== ============== =======================================================
kind     k              what it does to the holes of the board
======== ============== =======================================================
start    empty board
plain    1, no tip      nothing
bridge   1, tip         makes exactly one new hole
docking  2              nothing (it may fill a corner of a hole)
drone    3              fills a hole of one cell
======== ============== =======================================================

A **hole** is a bounded, side-connected set of empty cells; a **hexagon** is a vertex whose six cells
are all filled.  A board never changes: `place` returns a new one.

>>> board = Board.parse("v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442")
>>> bridge = Placement.parse("^0,0=221")
>>> board.contact(bridge)
Contact(kind=Kind.BRIDGE, sides=1, hexagons=0, beside_bridge=False, beside_extension=False)
>>> len(board.holes()), len(board.place(bridge).holes())
(0, 1)
>>> print(board.check(Placement.parse("^0,0=223")))
a digit differs from the one already at that corner: 3 at vertex (0,0), where the board has 1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, overload

from attrs import field, frozen

from . import notation
from .errors import Illegal, IllegalMove, NotationError
from .lattice import Cell, Symmetry, Vertex
from .notation import Digits
from .tiles import ANY, BASE, Tile, TileSet, bits, nth_bit, pattern, turned_to
from .words import tr

if TYPE_CHECKING:
    from .graphs import CellGraph

ORIGIN = Cell(0, 0, True)
"""Where a round puts its first tile."""


class Kind(Enum):
    """How a placement meets the board; exclusive and exhaustive."""

    START = "start"
    PLAIN = "plain"
    BRIDGE = "bridge"
    DOCKING = "docking"
    DRONE = "drone"

    def __repr__(self) -> str:
        return str(self)


_HOLES = {Kind.START: 0, Kind.PLAIN: 0, Kind.BRIDGE: 1, Kind.DOCKING: 0, Kind.DRONE: -1}


@frozen(cache_hash=True)
class Contact:
    """How a legal placement meets the board.

    Attributes:
        kind: start, plain, bridge, docking or drone.
        sides: how many of its sides lie against placed tiles, 0 (start) to 3.
        hexagons: how many of its corners now have all six cells filled, 0 to 3.
        beside_bridge: with two or three sides: a neighbour across one was laid as a bridge.
        beside_extension: with two or three sides: a neighbour across one was laid as the extension of one.
        code: a small number, different for different contacts, to look things up by.
    """

    kind: Kind
    sides: int
    hexagons: int = 0
    beside_bridge: bool = False
    beside_extension: bool = False
    code: int = field(init=False, eq=False, repr=False)

    @code.default
    def _code(self) -> int:
        flags = 2 * self.beside_bridge + self.beside_extension
        return 16 * list(Kind).index(self.kind) + 4 * self.hexagons + flags

    @property
    def tip(self) -> bool:
        """Whether it has one side and touches with the opposite corner too."""
        return self.kind is Kind.BRIDGE

    @property
    def extends_bridge(self) -> bool:
        """Whether it extends a bridge: two or three sides, no hexagon, beside a bridge or its extension."""
        return self.sides >= 2 and not self.hexagons and (self.beside_bridge or self.beside_extension)

    @property
    def holes(self) -> int:
        """The change in the number of holes: +1 for a bridge, −1 for a drone, else 0."""
        return _HOLES[self.kind]


_contact = cache(Contact)  # there are few, and they are asked for often
START, PLAIN, BRIDGE = _contact(Kind.START, 0), _contact(Kind.PLAIN, 1), _contact(Kind.BRIDGE, 1)


class Placement(NamedTuple):
    """A tile in a cell: its digits clockwise from the cell's apex.

    >>> Placement.parse("v0,0=554")
    Placement(cell=Cell(q=0, r=0, up=False), digits=(5, 5, 4))
    """

    cell: Cell
    digits: Digits

    @classmethod
    def parse(cls, text: str) -> Placement:
        """The placement written like ``v0,0=554``.

        Raises:
            NotationError: the text has another shape.
        """
        return cls(*notation.read_placement(text))

    def __str__(self) -> str:
        return notation.write_placement(self.cell, self.digits)

    @property
    def tile(self) -> Tile:
        """The tile, by its name."""
        return Tile(*self.digits)

    def moved(self, symmetry: Symmetry) -> Placement:
        """The placement after a symmetry of the lattice; a reflection turns its tile into the mirror.

        >>> from trinb.lattice import REFLECTIONS
        >>> print(Placement.parse("^0,0=120").moved(REFLECTIONS[0]))
        ^0,0=210
        """
        digits = {symmetry.vertex(v): digit for v, digit in zip(self.cell.corners, self.digits, strict=True)}
        cell = symmetry.cell(self.cell)
        a, b, c = (digits[corner] for corner in cell.corners)
        return Placement(cell, (a, b, c))


class Laid(NamedTuple):
    """A placed tile, and how it met the board when it was laid."""

    placement: Placement
    contact: Contact


class Clash(NamedTuple):
    """Two digits that differ: where they meet, the one of the tile and the one on the board."""

    vertex: Vertex
    digit: int
    other: int

    def __str__(self) -> str:
        (q, r), digit, other = self
        return tr(
            "{digit} at vertex ({q},{r}), where the board has {other}", digit=digit, q=q, r=r, other=other
        )


@frozen
class Fault:
    """Why a placement is illegal.

    Attributes:
        reason: the kind of fault.
        cell: where that is, unless digits clash.
        tile: the tile that lies there already, if one does.
        clashes: the digits that clash.
    """

    reason: Illegal
    cell: Cell | None = None
    tile: Tile | None = None
    clashes: tuple[Clash, ...] = ()

    @property
    def vertices(self) -> tuple[Vertex, ...]:
        """The vertices where digits clash."""
        return tuple(clash.vertex for clash in self.clashes)

    def __str__(self) -> str:
        detail = "; ".join(map(str, self.clashes))
        if self.tile:
            detail = tr("{cell} holds {tile}", cell=self.cell, tile=self.tile)
        elif self.cell:
            detail = str(self.cell)
        return tr(self.reason.value) + (f": {detail}" if detail else "")


# What an open cell looks like is its *spot*, packed in one number: the pattern of its three corners
# (see tiles.pattern) plus _SIDE times its filled neighbours.  A new digit at a corner, or a new
# neighbour, then only adds a constant to it.

_BASE2 = BASE * BASE
_SIDE = BASE**3
_START = pattern(ANY, ANY, ANY)
_WEIGHT = (1, BASE, _BASE2)
_KIND_OF_SIDES = (Kind.START, Kind.PLAIN, Kind.DOCKING, Kind.DRONE)


def _contact_of_one_side(spot: int) -> Contact:
    """The contact of a spot with no side (on an empty board only) or one side."""
    seen = (spot % BASE, spot // BASE % BASE, spot // _BASE2 % BASE)
    if spot < _SIDE:
        return START
    return PLAIN if ANY in seen else BRIDGE


_TWO_SIDES = 2 * _SIDE
_CONTACT_OF_ONE_SIDE = tuple(map(_contact_of_one_side, range(_TWO_SIDES)))


@lru_cache(maxsize=256)
def _set_of(tiles: frozenset[Tile]) -> TileSet:
    return TileSet("custom", tuple(sorted(tiles)))


class Board:
    """An immutable board: a set of placed tiles in the order they were laid.

    `len`, iteration over its placements, `in` for cells, and `==` work as expected; two boards are
    equal when they hold the same placements, laid with the same contacts.

    >>> Board.parse("^0,0=555 v0,0=554")
    Board.parse('^0,0=555 v0,0=554')
    """

    __slots__ = ("_digits", "_laid", "_spots")

    _laid: dict[Cell, Laid]
    _digits: dict[Vertex, int]
    _spots: dict[Cell, int]

    def __init__(self) -> None:
        """An empty board."""
        self._laid, self._digits, self._spots = {}, {}, {}

    @classmethod
    def parse(cls, text: str) -> Board:
        """The board of a position: tokens like ``^0,0=555 v0,0=554`` in the order laid.

        Raises:
            NotationError: a token cannot be read.
            IllegalMove: a tile cannot lie there; the message names the token and the reason.
        """
        board = cls()
        for token in notation.read_position(text):
            placement = Placement(token.cell, token.digits)
            fault = board.check(placement)
            if fault:
                raise IllegalMove(fault.reason, f"{token.where}: {fault}", fault.vertices)
            board = board.lay(placement, board.contact(placement))
        return board

    def __str__(self) -> str:
        return " ".join(str(placement) for placement in self)

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})" if self._laid else "Board()"

    def __len__(self) -> int:
        return len(self._laid)

    def __iter__(self) -> Iterator[Placement]:
        return (laid.placement for laid in self._laid.values())

    def __contains__(self, cell: object) -> bool:
        return cell in self._laid

    def __getitem__(self, cell: Cell) -> Laid:
        return self._laid[cell]

    def __eq__(self, other: object) -> bool:
        return self._laid == other._laid if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._laid.items()))

    def _repr_svg_(self) -> str:
        from .draw import svg

        return svg.board(self)

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The placed tiles with their contacts, in the order they were laid."""
        return tuple(self._laid.values())

    @property
    def digits(self) -> Mapping[Vertex, int]:
        """The digit at every touched vertex."""
        return MappingProxyType(self._digits)

    @property
    def open_cells(self) -> tuple[Cell, ...]:
        """The empty cells that share a side with a placed tile."""
        return tuple(self._spots)

    def corner_digits(self, cell: Cell) -> tuple[int | None, ...]:
        """What the corners of a cell show, clockwise from its apex; None where nothing touches."""
        return tuple(self._digits.get(corner) for corner in cell.corners)

    # --- placing -------------------------------------------------------------------------------

    def check(self, placement: Placement) -> Fault | None:
        """Why this placement is illegal, or None when it is legal.

        Raises:
            NotationError: it is no placement at all, such as one with four digits.
        """
        cell, digits = placement
        if not isinstance(cell, Cell) or not isinstance(digits, tuple) or len(digits) != 3:
            raise NotationError(
                tr("{it} is no placement: a cell and three digits", it=notation.show(placement))
            )
        Tile(*digits)
        if cell in self._laid:
            return Fault(Illegal.CELL_FILLED, cell, self._laid[cell].placement.tile)
        if self._laid and cell not in self._spots:
            return Fault(Illegal.NO_SHARED_SIDE, cell)
        at_corners = zip(cell.corners, digits, self.corner_digits(cell), strict=True)
        clashes = tuple(
            Clash(vertex, mine, other)
            for vertex, mine, other in at_corners
            if other is not None and other != mine
        )
        return Fault(Illegal.DIGITS_CLASH, clashes=clashes) if clashes else None

    def place(self, placement: Placement) -> Board:
        """The board with one more tile.

        Raises:
            IllegalMove: the placement is illegal here; it carries the reason and the clashing vertices.
        """
        return self.lay(placement, self.contact(placement))

    def lay(self, placement: Placement, contact: Contact) -> Board:
        """The board with one more tile whose legality and contact are already known.

        For callers that took both from `placements`; `place` is the one that checks.
        """
        cell, digits = placement
        board = Board.__new__(Board)
        board._laid = laid = self._laid.copy()
        board._spots = spots = self._spots.copy()
        board._digits = known = self._digits
        laid[cell] = Laid(placement, contact)
        spots.pop(cell, None)
        for vertex, digit in zip(cell.corners, digits):  # noqa: B905 (the innermost loop of a round)
            if vertex not in known:
                if known is self._digits:
                    board._digits = known = known.copy()
                known[vertex] = digit
                for other, corner in vertex.corners:
                    if other in spots:
                        spots[other] += (digit - ANY) * _WEIGHT[corner]
        # Across side i of a cell, corner i of the neighbour is the far one; for the other two,
        # corner j of the neighbour is corner k of the cell, where i, j, k are 0, 1, 2 in any order.
        a, b, c = digits
        shared = (BASE * c + _BASE2 * b, c + _BASE2 * a, b + BASE * a)
        for i, other in enumerate(cell.neighbours):
            if other in spots:
                spots[other] += _SIDE
            elif other not in laid:
                spots[other] = _SIDE + shared[i] + _WEIGHT[i] * known.get(other.corners[i], ANY)
        return board

    def contact(self, placement: Placement) -> Contact:
        """How this placement meets the board.

        Raises:
            IllegalMove: the placement is illegal here.
        """
        fault = self.check(placement)
        if fault:
            raise IllegalMove(
                fault.reason,
                tr("placement {placement}: {why}", placement=placement, why=fault),
                fault.vertices,
            )
        return self.contact_at(placement.cell)

    def contact_at(self, cell: Cell) -> Contact:
        """How any legal placement in this open cell (or in any cell of an empty board) meets the board."""
        return self._contact_at(cell, self._spots[cell] if self._laid else _START)

    def _contact_at(self, cell: Cell, spot: int) -> Contact:
        if spot < _TWO_SIDES:
            return _CONTACT_OF_ONE_SIDE[spot]
        laid, sides = self._laid, spot // _SIDE
        beside = [laid[other].contact for other in cell.neighbours if other in laid]
        return _contact(
            _KIND_OF_SIDES[sides],
            sides,
            sum(self._all_filled(vertex, but=cell) for vertex in cell.corners),
            any(contact.kind is Kind.BRIDGE for contact in beside),
            any(contact.extends_bridge for contact in beside),
        )

    def _all_filled(self, vertex: Vertex, but: Cell | None = None) -> bool:
        laid = self._laid
        return all(cell in laid or cell == but for cell in vertex.cells)

    def placements(self, tiles: TileSet | Iterable[Tile], hand: int | None = None) -> Placements:
        """All legal placements of these tiles, as a lazy sequence.

        With a `hand`, a mask of `tiles` (see `TileSet.mask`), only those of its tiles.  On an
        empty board, where any cell is as good as another, each tile goes to ``^0,0`` as it is named.

        >>> board = Board.parse("^0,0=555")
        >>> print(*board.placements([Tile(4, 5, 5), Tile(0, 1, 2)]))
        v0,-1=455 v-1,0=545 v0,0=554
        """
        if not isinstance(tiles, TileSet):
            tiles = _set_of(frozenset(tiles))
        hand = tiles.all if hand is None else hand & tiles.all
        fits = tiles.fits
        spots = self._spots if self._laid else {ORIGIN: _START}
        return Placements(
            self, tiles, [(cell, spot, fit) for cell, spot in spots.items() if (fit := fits[spot] & hand)]
        )

    # --- what the whole board looks like ---------------------------------------------------------

    def holes(self) -> tuple[frozenset[Cell], ...]:
        """The holes: bounded, side-connected sets of empty cells, in reading order."""
        if not self._laid:
            return ()
        qs, rs = [cell.q for cell in self._laid], [cell.r for cell in self._laid]
        low_q, high_q, low_r, high_r = min(qs) - 1, max(qs) + 1, min(rs) - 1, max(rs) + 1
        empty = {
            Cell(q, r, up)
            for q in range(low_q, high_q + 1)
            for r in range(low_r, high_r + 1)
            for up in (True, False)
        } - self._laid.keys()
        holes = []
        while empty:
            start = empty.pop()
            part, edge = {start}, [start]
            while edge:
                for other in edge.pop().neighbours:
                    if other in empty:
                        empty.remove(other)
                        part.add(other)
                        edge.append(other)
            # The frame around the board is empty and connected: what reaches it is the outside.
            if all(low_q < cell.q < high_q and low_r < cell.r < high_r for cell in part):
                holes.append(frozenset(part))
        return tuple(sorted(holes, key=sorted))

    def hexagons(self) -> tuple[Vertex, ...]:
        """The vertices whose six cells are all filled."""
        return tuple(sorted(vertex for vertex in self._digits if self._all_filled(vertex)))

    def moved(self, symmetry: Symmetry) -> Board:
        """The board after a symmetry of the lattice; a reflection mirrors every tile."""
        board = Board()
        for laid in self.laid:
            board = board.lay(laid.placement.moved(symmetry), laid.contact)
        return board

    def graph(self) -> CellGraph:
        """The dual graph of the board: see `graphs.cell_graph`."""
        from . import graphs

        return graphs.cell_graph(self)


class Placements(Sequence[Placement]):
    """The legal placements of some tiles on a board; made one by one as they are asked for.

    `len`, `in`, indexing and iteration work as in a list.  `by_cell` groups them.
    """

    __slots__ = ("_board", "_found", "_tiles")

    def __init__(self, board: Board, tiles: TileSet, found: list[tuple[Cell, int, int]]) -> None:
        self._board, self._tiles, self._found = board, tiles, found

    def __repr__(self) -> str:
        return f"<{len(self)} legal placements: {' '.join(map(str, self[:8]))}{' …' * (len(self) > 8)}>"

    def __bool__(self) -> bool:
        return bool(self._found)

    def __len__(self) -> int:
        return sum([mask.bit_count() for _, _, mask in self._found])

    def __iter__(self) -> Iterator[Placement]:
        for cell, spot, mask in self._found:
            for number in bits(mask):
                yield self._placement(cell, spot, number)

    def __contains__(self, placement: object) -> bool:
        return isinstance(placement, Placement) and self.find(placement) is not None

    def find(self, placement: Placement) -> tuple[int, Contact] | None:
        """The number of its tile in the tile set, and its contact; None if it is not among these."""
        cell, digits = placement
        number = self._tiles.numbers_by_turn.get(digits)
        if number is not None:
            for found, spot, mask in self._found:
                if found is cell:
                    if (
                        mask >> number & 1
                        and turned_to(self._tiles.tiles[number].digits, spot % _SIDE) == digits
                    ):
                        return number, self._board._contact_at(cell, spot)
                    return None
        return None

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> list[Placement]: ...
    def __getitem__(self, index: int | slice) -> Placement | list[Placement]:
        if isinstance(index, slice):
            return list(self)[index]
        left = index + len(self) if index < 0 else index
        if left >= 0:
            for cell, spot, mask in self._found:
                count = mask.bit_count()
                if left < count:
                    return self._placement(cell, spot, nth_bit(mask, left))
                left -= count
        raise IndexError(f"there are {len(self)} legal placements, no number {index}")

    @property
    def only(self) -> Placement | None:
        """The one placement if there is no choice, else None."""
        if len(self._found) == 1:
            cell, spot, mask = self._found[0]
            if not mask & (mask - 1):
                return Placement(
                    cell, turned_to(self._tiles.tiles[mask.bit_length() - 1].digits, spot % _SIDE)
                )
        return None

    def _placement(self, cell: Cell, spot: int, number: int) -> Placement:
        return Placement(cell, self._digits(spot, number))

    def _digits(self, spot: int, number: int) -> Digits:
        return turned_to(self._tiles.tiles[number].digits, spot % _SIDE)

    def by_cell(self) -> list[tuple[Cell, Contact, int]]:
        """Each cell where some tile fits, with its contact and the mask of the tiles that fit."""
        contact = self._board._contact_at
        return [(cell, contact(cell, spot), mask) for cell, spot, mask in self._found]

    def pick(self, place: int, number: int) -> Placement:
        """The placement of tile number `number` of the tile set in the cell that is `by_cell()[place]`.

        Raises:
            NotationError: that tile does not fit there.
        """
        cell, spot, mask = self._found[place]
        if not mask >> number & 1:
            raise NotationError(
                tr("tile {tile} does not fit in {cell}", tile=self._tiles.tiles[number], cell=cell)
            )
        return self._placement(cell, spot, number)


NOWHERE = Placements(Board(), TileSet("none", ()), [])
"""No legal placements at all."""
