"""Choosing a tile, turning it, and laying it on a board, by mouse, finger or keys.

The browser only shows what `TableFront.state` says and sends back *intentions*, such as "lay the held tile
in this cell".  Everything is decided here, and every refusal says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ..board import Board, Fault, Placement
from ..draw import svg
from ..errors import Illegal, IllegalMove, NotationError
from ..lattice import Cell
from ..moves import END_TURN, Draw, Move, read_move
from ..notation import Digits
from ..scoring import REASON_WORDS, Line
from ..tiles import Tile
from ..words import N_, signed, tr, trn
from .front import Front, button, line_row, module, number, text
from .nearest import next_cell
from .table import ACTION_WORDS, Standing, Table

_LOG_LENGTH = 60  # entries that are sent to the browser


class TableFront(Front):
    """A board to touch, with a `Table` behind it; a subclass calls `_begin` with one.

    Attributes:
        table: what lies behind it, with all its states.
        turn_by_hand: whether the player has to turn a tile so that it fits; else it turns by itself.
        tells_fits: whether it is shown which tiles fit, and where.
    """

    _esm = module("stage", "table", "board")
    tells_fits = True

    def _begin(self, table: Table[Any], turn_by_hand: bool) -> None:
        self.table = table
        self.turn_by_hand = turn_by_hand
        self._held: Tile | None = None
        self._digits: Digits | None = None
        self._focus: Cell | None = None
        self._show()

    # --- for the notebook ------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """What lies on the table now."""
        return self.table.board

    @property
    def hand(self) -> tuple[Tile, ...]:
        """Your tiles."""
        return self.table.hand

    def place(self, placement: Placement | str) -> None:
        """Lay a tile of your hand, as if you had touched it.

        Raises:
            IllegalMove: it may not lie there, with the reason.
        """
        self.table.place(Placement.parse(placement) if isinstance(placement, str) else placement)
        self._release()
        self._show()

    def undo(self) -> None:
        """Take back your last move and all that followed from it."""
        self.table.undo()
        self._release()
        self._show()

    def redo(self) -> None:
        """Do again what was taken back."""
        self.table.redo()
        self._release()
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
            "choose": lambda message: self._choose(Tile.parse(text(message, "tile"))),
            "pick": lambda message: self._pick(number(message, "number")),
            "turn": lambda message: self._turn(number(message, "by")),
            "target": lambda message: self._target(cell_of(message)),
            "lay": lambda message: self._lay_at(cell_of(message)),
            "place": lambda _: self._lay(),
            "move": lambda message: self._move(number(message, "x"), number(message, "y")),
            "act": lambda message: self._act(read_move(text(message, "move"))),
            "undo": lambda _: self.undo(),
            "redo": lambda _: self.redo(),
            "release": lambda _: self._release(),
        }

    def _release(self) -> None:
        """Hold no tile and look at no cell."""
        self._held = self._digits = self._focus = None
        self._note = ""

    def _choose(self, tile: Tile) -> None:
        """Take a tile in hand; the one that is held already is turned."""
        if tile not in self.hand:
            raise NotationError(tr("{tile} is not in your hand", tile=tile))
        if tile == self._held:
            self._turn(1)
            return
        self._held, self._digits = tile, tile.digits
        if self._focus:
            self._target(self._focus)

    def _pick(self, number: int) -> None:
        if not 1 <= number <= len(self.hand):
            raise NotationError(tr("there is no tile number {number} in your hand", number=number))
        self._choose(self.hand[number - 1])

    def _turn(self, by: int) -> None:
        """Turn the held tile clockwise (or counter-clockwise) by one corner."""
        if self._digits is None:
            raise NotationError(tr("choose a tile first, then turn it"))
        a, b, c = self._digits
        self._digits = (c, a, b) if by > 0 else (b, c, a)

    def _target(self, cell: Cell) -> None:
        """Look at a cell; a held tile turns so that it fits, if it can."""
        self._focus = cell
        if self._held and not self.turn_by_hand:
            self._digits = self._fitting(cell) or self._least_clashing(cell, self._held)

    def _fitting(self, cell: Cell) -> Digits | None:
        assert self._held
        return next(
            (place.digits for place in self.table.placements([self._held]) if place.cell == cell), None
        )

    def _least_clashing(self, cell: Cell, tile: Tile) -> Digits:
        def clashes(digits: Digits) -> int:
            fault = self.board.check(Placement(cell, digits))
            return len(fault.vertices) if fault else 0

        return min(tile.turns, key=clashes)

    def _lay_at(self, cell: Cell) -> None:
        self._target(cell)
        if self._held:
            self._lay()

    def _lay(self) -> None:
        """Lay the held tile in the cell that is looked at."""
        if self._held is None or self._focus is None or self._digits is None:
            raise NotationError(tr("choose a tile and a place for it first"))
        try:
            self.table.place(Placement(self._focus, self._digits))
        except IllegalMove:
            return  # the picture shows the tile where it may not lie, and says why
        self._release()

    def _act(self, move: Move) -> None:
        self.table.act(move)
        self._release()

    def _move(self, x: int, y: int) -> None:
        """Go from the present cell to the next open one in a direction (y upwards)."""
        cells = list(self.board.open_cells) or [Cell(0, 0, True)]
        if self._focus is None:
            places = [place.cell for place in self._places()] if self.tells_fits else []
            self._target(min(places or cells, key=lambda cell: (-cell.centre[1], cell.centre[0])))
            return
        ahead = next_cell(self._focus, cells, x, y)
        if ahead:
            self._target(ahead)

    # --- what is shown -------------------------------------------------------------------------------

    def _places(self) -> Sequence[Placement]:
        return self.table.placements([self._held] if self._held else None)

    def _held_at(self) -> Placement | None:
        if self._held and self._digits and self._focus and self._focus not in self.board:
            return Placement(self._focus, self._digits)
        return None

    def _shown(self) -> dict[str, Any]:
        places = self._places()
        held = self._held_at()
        fault = self._fault(held, places)
        lines = self.table.preview(held) if held and not fault else ()
        return {
            "svg": self._picture(places, held, fault),
            "hand": self._hand_pictures(places),
            "chosen": str(self._held) if self._held else None,
            "focus": str(self._focus) if self._focus else None,
            "status": self._note or self._status(places),
            "warn": bool(self._note),
            "bubble": self._bubble(held, fault, lines),
            "standings": [standing_row(standing) for standing in self.table.standings],
            "score": self._score(),
            "log": self._log(),
            "primary": self._primary(held, fault),
            "buttons": self._buttons(),
        }

    def _status(self, places: Sequence[Placement]) -> str:
        if self._held is None:
            return self.table.status
        if not self.tells_fits:
            return tr("You hold {tile}. Choose a place for it.", tile=self._held)
        count = len({place.cell for place in places})
        if not count:
            return tr("You hold {tile}. It fits nowhere: choose another tile.", tile=self._held)
        return trn(
            "You hold {tile}. It fits in one place.",
            "You hold {tile}. It fits in {n} places.",
            count,
            tile=self._held,
        )

    def _fault(self, held: Placement | None, places: Sequence[Placement]) -> Fault | None:
        """Why the held tile may not lie where it is."""
        return None if held is None or held in places else self.table.check(held)

    def _picture(self, places: Sequence[Placement], held: Placement | None, fault: Fault | None) -> str:
        marked = self._marked(places)
        return svg.board(
            self.board,
            cells={place.cell for place in marked},
            labels={place.cell: self._label(place) for place in marked} if self._has_labels else {},
            ghost=held if held and not fault else None,
            illegal=held if fault else None,
            clashes=fault.vertices if fault else (),
            focus=self._focus,
            title=self._title(),
            near=self._near,
            style=False,
        )

    @property
    def _near(self) -> Sequence[Cell]:
        """The cells that are shown because they are spoken of."""
        return ()

    def _marked(self, places: Sequence[Placement]) -> Sequence[Placement]:
        """The legal placements whose places are shown on the board."""
        return places if self.tells_fits else ()

    @property
    def _has_labels(self) -> bool:
        """Whether the places that are shown tell their points: as soon as it is known of which tile."""
        return self._held is not None

    def _title(self) -> str:
        """What the picture of the board is called."""
        return trn(
            "{rules}: board with {n} tile",
            "{rules}: board with {n} tiles",
            len(self.board),
            rules=tr(self.table.rules.name),
        )

    def _label(self, place: Placement) -> str:
        return signed(sum(line.points for line in self.table.preview(place)))

    def _hand_pictures(self, places: Sequence[Placement]) -> list[dict[str, Any]]:
        fits = self._fitting_tiles(places)
        pictures = []
        for tile in self.hand:
            words = self._tile_words(tile, fits)
            picture = svg.hand(
                [tile], chosen=self._held, turned=self._digits, playable=fits, title=words, style=False
            )
            pictures.append({"tile": str(tile), "svg": picture, "words": words})
        return pictures

    def _fitting_tiles(self, places: Sequence[Placement]) -> set[Tile] | None:
        """The tiles that are shown to fit; None if that is not told."""
        if not self.tells_fits:
            return None
        everywhere = places if self._held is None else self.table.placements()
        return {place.tile for place in everywhere if self._shows(place)}

    def _tile_words(self, tile: Tile, fits: set[Tile] | None) -> str:
        if tile == self._held:
            return tr("{tile}, held", tile=tile)
        if fits is None:
            return str(tile)
        return tr("{tile}, fits", tile=tile) if tile in fits else tr("{tile}, does not fit", tile=tile)

    def _shows(self, place: Placement) -> bool:
        """Whether a placement counts when it is told which tiles fit: anywhere, or where one looks."""
        return self._held is not None or self._focus is None or place.cell == self._focus

    def _bubble(
        self, held: Placement | None, fault: Fault | None, lines: tuple[Line, ...]
    ) -> dict[str, Any] | None:
        """What is said beside the cell that is looked at."""
        if held is None:
            return self._fits_here()
        if fault:
            return {"cell": str(held.cell), "text": self._why_not(held, fault), "bad": True}
        return {"cell": str(held.cell), "text": ", ".join(map(_in_short, lines)), "bad": False}

    def _why_not(self, held: Placement, fault: Fault) -> str:
        """The reason in a few words; the picture shows where digits clash."""
        if fault.reason is not Illegal.DIGITS_CLASH:
            return tr(_WHY_NOT.get(fault.reason) or fault.reason.value)
        mine = dict(zip(held.cell.corners, held.digits, strict=True))
        clashes = ", ".join(
            tr("{mine} meets {other}", mine=mine[vertex], other=self.board.digits[vertex])
            for vertex in fault.vertices
        )
        return tr("{clashes}: turn it", clashes=clashes) if self._fitting(held.cell) else clashes

    def _fits_here(self) -> dict[str, Any] | None:
        if self._focus is None or self._held:
            return None
        if self._focus in self.board:
            return {"cell": str(self._focus), "text": tr(_WHY_NOT[Illegal.CELL_FILLED]), "bad": True}
        if not self.tells_fits or not self.hand:
            return None
        here = [str(place.tile) for place in self._places() if place.cell == self._focus]
        text = tr("none of your tiles fits here")
        if here:
            text = tr("fits here: {tiles}", tiles=", ".join(here))
        return {"cell": str(self._focus), "text": text, "bad": not here}

    def _score(self) -> dict[str, Any] | None:
        """The lines of the person's last entry that has any."""
        entry = next((entry for entry in reversed(self.table.log) if entry.lines and entry.mine), None)
        if entry is None:
            return None
        rows = [line_row(line, self.table.rules) for line in entry.lines]
        total = tr("together {points}", points=sum(line.points for line in entry.lines))
        return {"words": entry.words, "lines": rows, "total": total}

    def _log(self) -> list[dict[str, Any]]:
        return [
            {
                "words": entry.words,
                "points": [_in_short(line) for line in entry.lines],
                "mine": entry.mine,
                "kind": entry.kind,
            }
            for entry in self.table.log[-_LOG_LENGTH:]
        ]

    def _primary(self, held: Placement | None, fault: Fault | None) -> dict[str, Any]:
        """The one thing that is most likely to be wanted now."""
        if not self.table.placements() and self.table.actions:
            move = self.table.actions[0]
            return button(tr(ACTION_WORDS[type(move)]), {"do": "act", "move": str(move)})
        said = tr("Place {tile}", tile=held.tile) if held else tr("Place")
        return button(said, {"do": "place"}, held is not None and not fault)

    def _buttons(self) -> list[dict[str, Any]]:
        holds = self._held is not None
        buttons = [
            button(tr("Turn left"), {"do": "turn", "by": -1}, holds),
            button(tr("Turn right"), {"do": "turn", "by": 1}, holds),
            button(tr("Undo"), {"do": "undo"}, self.table.can_undo),
            button(tr("Redo"), {"do": "redo"}, self.table.can_redo),
        ]
        if self.table.placements():
            buttons += [
                button(tr(ACTION_WORDS[type(move)]), {"do": "act", "move": str(move)})
                for move in self.table.actions
                if isinstance(move, Draw) or move == END_TURN
            ]
        return buttons


_WHY_NOT = {
    Illegal.CELL_FILLED: N_("there is a tile here already"),
    Illegal.NO_SHARED_SIDE: N_("a tile needs a whole side in common with another"),
    Illegal.WRONG_START: N_("the first tile lies in the middle, turned as it is named"),
    Illegal.MUST_DRAW: N_("it may not be placed in this turn"),
}


def _in_short(line: Line) -> str:
    return f"{signed(line.points)} {tr(REASON_WORDS[line.reason])}"


def standing_row(standing: Standing) -> dict[str, Any]:
    """Somebody's name and points, as the browser shows them."""
    more = "" if standing.tiles is None else trn("{n} tile", "{n} tiles", standing.tiles)
    return {
        "name": standing.name,
        "points": standing.points,
        "more": more,
        "to_move": standing.to_move,
        "note": ""
        if standing.in_round is None
        else tr("{points} in this round", points=signed(standing.in_round)),
    }


def cell_of(message: Mapping[str, object]) -> Cell:
    """The cell in a message.

    Raises:
        NotationError: there is none.
    """
    return Placement.parse(f"{text(message, 'cell')}=000").cell
