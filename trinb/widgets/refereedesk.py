"""What a referee is about to enter: a place, a tile, a claim, what is told of tiles that are left.

A `Desk` changes with every tap and is cleared after every entry; the pad beside it never changes.

>>> from trinb.ruleset import rules
>>> pad = Pad.start(["Ann", "Bo"], rules("triangelspelet")).lead("Bo", "5-5-5")
>>> desk = Desk(pad)
>>> desk.focus = Placement.parse("v0,0=000").cell
>>> desk.look_for("455")
>>> print(desk.held, desk.fault, desk.tile_entry())
v0,0=554 None Entry(action=Place(placement=...), claim=None)
"""

from __future__ import annotations

from ..board import ORIGIN, Fault, Kind, Placement
from ..counting import read_told
from ..entries import Action, Blocked, Claim, Entry, Finish, InVain, Lap, Lead, Out, TurnUp
from ..errors import NotationError
from ..lattice import Cell
from ..matches import who_begins
from ..moves import DRAW, END_TURN, PASS, Place
from ..notation import Digits, show
from ..referee import Pad
from ..rounds import End
from ..ruleparts import WithoutTriple
from ..tiles import Tile
from ..words import tr
from . import refereecount
from .nearest import next_cell
from .refereetiles import matching

_SIGNS = "0123456789ab"
"""The digits of tiles as they are typed."""

KINDS = {kind.value: kind for kind in Kind if kind is not Kind.START}
"""What can be claimed as a kind."""

_ACTS: dict[str, Action] = {
    "draw": DRAW,
    "in-vain": InVain(),
    "pass": PASS,
    "end": END_TURN,
    "finish": Finish(),
}


class Desk:
    """What is about to be entered on a pad.

    Attributes:
        pad: the pad as it stands.
        focus: the cell that is looked at.
        tile: the tile that is chosen.
        search: the digits that are typed to find one.
        points: the points that are claimed, as they are typed.
        kind: the kind that is claimed.
        leader: the seat that leads the first tile.
        second: whether the leader shows another triple.
        blocking: whether it is said that the round is blocked.
        told: what is typed for the tiles that are left, by seats, and for the pool.
    """

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.focus: Cell | None = None
        self.tile: Tile | None = None
        self.search = self.points = ""
        self.kind: Kind | None = None
        self.leader: int | None = None
        self.second = self.blocking = False
        self.told: dict[int, str] = {}
        self._digits: Digits | None = None
        self._active: int | None = None

    # --- a place and a tile ----------------------------------------------------------------------------

    @property
    def lays_first(self) -> bool:
        """Whether the first tile of a round comes next."""
        return Lead in self.pad.allowed or TurnUp in self.pad.allowed

    @property
    def lays(self) -> bool:
        """Whether a tile can be laid at all."""
        return self.lays_first or Place in self.pad.allowed

    def target(self, cell: Cell) -> None:
        """Look at a cell."""
        self.focus, self.search = cell, ""

    def move(self, x: int, y: int) -> None:
        """Go from the present cell to the next open one in a direction (y upwards)."""
        cells = list(self.pad.round.board.open_cells) or [ORIGIN]
        if self.focus is None:
            self.focus = min(cells, key=lambda cell: (-cell.centre[1], cell.centre[0]))
        else:
            self.focus = next_cell(self.focus, cells, x, y) or self.focus

    def choose(self, tile: Tile) -> None:
        """Take this tile for the one that lies there; the same tile again is turned, or let go.

        Raises:
            NotationError: it cannot be this one.
        """
        tally = self.pad.round
        if not tally.left >> tally.box.number(tile) & 1:
            raise NotationError(tr("{tile} lies on the table already", tile=tile))
        if not self.lays:
            raise NotationError(tr("no tile can be laid now"))
        again = tile == self.tile
        if again and self.lays_first:
            self.turn(1)
            return
        self.tile, self._digits = (None, None) if again else (tile, tile.digits)
        self.search = ""

    def look_for(self, typed: str) -> None:
        """Look for the tiles that begin so; three digits say which one it is.

        Raises:
            NotationError: there is no such tile, or it lies on the table.
        """
        box = self.pad.round.box
        self.search = "".join(sign for sign in typed.lower() if sign in _SIGNS)[:3]
        if len(self.search) < 3:
            return
        found, digits = matching(box, self.search), self.search
        if not found:
            raise NotationError(tr("{set} has no tile {digits}", set=box.id, digits=digits))
        self.tile = None
        self.choose(found[0])

    def type(self, sign: str) -> None:
        """One more digit, or ``back`` for one less."""
        self.look_for(self.search[:-1] if sign == "back" else self.search + sign[:1])

    def turn(self, by: int) -> None:
        """Turn the first tile of a round, so that it lies as on the table.

        Raises:
            NotationError: there is none to turn.
        """
        if not self.lays_first or self._digits is None:
            raise NotationError(tr("only the first tile of a round has to be turned"))
        a, b, c = self._digits
        self._digits = (c, a, b) if by > 0 else (b, c, a)

    @property
    def held(self) -> Placement | None:
        """The chosen tile in its place, turned so that it fits, if it can."""
        board, cell = self.pad.round.board, ORIGIN if self.lays_first else self.focus
        if self.tile is None or self._digits is None or cell is None or cell in board:
            return None
        if self.lays_first:
            return Placement(cell, self._digits)
        ways = [Placement(cell, digits) for digits in self.tile.turns]
        return min(ways, key=lambda way: len(fault.vertices) + 1 if (fault := board.check(way)) else 0)

    @property
    def fault(self) -> Fault | None:
        """Why that tile cannot lie in that place; None if it can, or there is none."""
        held = self.held
        return self.pad.round.board.check(held) if held else None

    @property
    def is_ready(self) -> bool:
        """Whether a tile can be entered: it is chosen, it fits, and it is known who has laid it."""
        known = Lead not in self.pad.allowed or self.leader is not None
        return self.held is not None and self.fault is None and known

    # --- claims ------------------------------------------------------------------------------------------

    def claim_kind(self, kind: str) -> None:
        """Claim this kind; once more takes it back.

        Raises:
            NotationError: there is no such kind.
        """
        if kind not in KINDS:
            raise NotationError(tr("there is no kind {it}", it=show(kind)))
        self.kind = None if self.kind is KINDS[kind] else KINDS[kind]

    @property
    def claim(self) -> Claim | None:
        """What is claimed, if anything is.

        Raises:
            NotationError: the points are no number.
        """
        points = self.points.strip().replace("\u2212", "-")
        if not points:
            return Claim(kind=self.kind) if self.kind else None
        digits = points.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 4:
            raise NotationError(tr("the claim {it} is no number of points", it=show(points)))
        return Claim(int(points), self.kind)

    # --- entries -----------------------------------------------------------------------------------------

    def tile_entry(self) -> Entry:
        """The entry of the chosen tile in its place.

        Raises:
            NotationError: something is not chosen yet.
        """
        held = self.held
        if held is None:
            raise NotationError(tr("tap a place and choose a tile first"))
        if TurnUp in self.pad.allowed:
            return Entry(TurnUp(held), self.claim)
        if Lead not in self.pad.allowed:
            return Entry(Place(held), self.claim)
        if self.leader is None:
            raise NotationError(tr("choose first who leads"))
        return Entry(Lead(self.leader, held, self.second), self.claim)

    def act(self, name: str) -> Entry | None:
        """The entry of something that happens besides a tile being laid; None if more is to be told first.

        Raises:
            NotationError: there is no such thing.
        """
        if name == "lap":
            return Entry(Lap(self._lap_seats()))
        if name == "blocked":
            self.blocking = Blocked in self.pad.allowed
            return None if self.blocking else Entry(Blocked())  # the pad says why not
        if name not in _ACTS:
            raise NotationError(tr("there is nothing to do called {it}", it=show(name)))
        return Entry(_ACTS[name])

    def _lap_seats(self) -> tuple[int, ...]:
        """Who draws because nobody can lead: everybody, or those who are equal, one by one."""
        pad = self.pad
        if pad.rules.opening.without_triple is not WithoutTriple.DRAW:
            if self.leader is None:
                raise NotationError(tr("choose first who draws"))
            return (self.leader,)
        _, first = who_begins(pad.finished)
        players = len(pad.names)
        return tuple(((first or 0) + step) % players for step in range(min(players, pad.round.pool)))

    # --- what is left --------------------------------------------------------------------------------------

    @property
    def ending(self) -> End | None:
        """How the round has ended that is to be counted now; None if none is."""
        if self.pad.end:
            return None
        return self.pad.round.counting or (End.BLOCKED if self.blocking else None)

    @property
    def seats(self) -> list[int]:
        """Who has to tell what is left."""
        return refereecount.counted_seats(self.pad.round, self.ending) if self.ending else []

    @property
    def row(self) -> int | None:
        """Whose hand a tapped tile is told to be in."""
        return self._active if self._active in self.seats else next(iter(self.seats), None)

    def activate(self, seat: int) -> None:
        """Tap the tiles of this seat from now on.

        Raises:
            NotationError: it has nothing to tell.
        """
        if seat not in self.seats:
            raise NotationError(tr("nothing has to be told there"))
        self._active = seat

    def tell(self, seat: int, typed: str) -> None:
        """Somebody tells what is left.

        Raises:
            NotationError: it does not matter.
        """
        self.activate(seat)
        self.told[seat] = typed[:200]

    def tap(self, tile: Tile) -> None:
        """A tile is in the hand that is being told, or no more; it is in one hand only.

        Raises:
            NotationError: it cannot be.
        """
        row = self.row
        if row is None or tile not in self.pad.round.tiles:
            raise NotationError(tr("nothing has to be told there"))
        for seat, typed in self.told.items():
            if seat != row and tile in refereecount.tiles_in(typed):
                self.told[seat] = refereecount.toggled(typed, tile)
        self.told[row] = refereecount.toggled(self.told.get(row, ""), tile)

    def count_entry(self) -> Entry:
        """The entry that counts the round with what is told.

        Raises:
            NotationError: the round is not over, or something that is told is no tile and no sum.
        """
        ending = self.ending
        if ending is None:
            raise NotationError(tr("the round is not over yet"))
        told = {seat: read_told(typed) for seat, typed in self.told.items()}
        hands = tuple(told.get(seat) for seat in range(len(self.pad.names))) if told else ()
        if ending is End.OUT:
            return Entry(Out(hands, told.get(refereecount.POOL)), self.claim)
        return Entry(Blocked(hands), self.claim)
