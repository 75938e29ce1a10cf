"""A puzzle of one's own in the making: the board, the tiles beside it, the marks, and what is asked.

>>> maker = Maker()
>>> maker.place(Placement.parse("^0,0=555"))
>>> maker.switch(Mode.HAND)
>>> maker.toggle(Tile(4, 5, 5)), maker.draft.hands
(None, ((Tile(4, 5, 5),), ()))
>>> maker.puzzle().question
'In how many places can 4-5-5 be laid?'
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import evolve, frozen

from ..board import Board, Fault, Placement
from ..errors import Illegal, IllegalMove, NotationError
from ..lattice import Cell
from ..notation import show
from ..puzzles import Certificate, Form, Puzzle, PuzzleError, PuzzleKind
from ..puzzles.kinds import WITH_HAND
from ..puzzles.model import MOST_CANDIDATES, MOST_CELLS, MOST_IN_HAND, MOST_TILES
from ..puzzles.proving import answers_text
from ..ruleset import RuleSet, rules
from ..scoring import Line
from ..tiles import Tile
from ..words import N_, tr
from .table import Entry, Standing, Table


class Mode(Enum):
    """What a tap on a tile or a place does."""

    BOARD = "board"
    HAND = "hand"
    OTHER = "other"
    CHOICES = "choices"
    MARKS = "marks"


MODE_WORDS = {
    Mode.BOARD: N_("The board"),
    Mode.HAND: N_("Your tiles"),
    Mode.OTHER: N_("Your opponent's tiles"),
    Mode.CHOICES: N_("To choose from"),
    Mode.MARKS: N_("Marked places"),
}

MODE_HELP = {
    Mode.BOARD: N_("Choose a tile, then a place for it. Tap a tile on the board to take it off."),
    Mode.HAND: N_("Tap the tiles that whoever solves it has in hand. Tap again to take one out."),
    Mode.OTHER: N_("Tap the tiles that the opponent has in hand. Tap again to take one out."),
    Mode.CHOICES: N_("Tap the tiles that one may choose from. Tap again to take one out."),
    Mode.MARKS: N_("Tap an empty place beside the tiles to mark it. Tap again to take the mark off."),
}


@frozen
class Draft:
    """What is there so far; what the kind has no use for is kept, and left out of the puzzle.

    Attributes:
        kind: what is asked.
        rules_id: the id of the rules.
        board: the tiles laid; for a wrong tile its digits may clash.
        hands: the tiles of whoever is asked, and of the opponent.
        tiles: the tiles to choose from.
        cells: the marked places.
    """

    kind: PuzzleKind = PuzzleKind.COUNT
    rules_id: str = "triangelspelet"
    board: Board = Board()
    hands: tuple[tuple[Tile, ...], tuple[Tile, ...]] = ((), ())
    tiles: tuple[Tile, ...] = ()
    cells: tuple[Cell, ...] = ()

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return rules(self.rules_id)


class Maker(Table[Draft]):
    """The table at which a puzzle is made; everything can be taken back.

    Attributes:
        mode: what a tap does.
    """

    def __init__(self, draft: Draft | None = None) -> None:
        draft = draft or Draft()
        super().__init__(draft, draft.rules)
        self.mode = Mode.BOARD

    @classmethod
    def of(cls, puzzle: Puzzle) -> Maker:
        """A maker that begins with a puzzle that is there."""
        hands = (*puzzle.hands, (), ())
        return cls(
            Draft(
                puzzle.kind, puzzle.rules_id, puzzle.board, (hands[0], hands[1]), puzzle.tiles, puzzle.cells
            )
        )

    @property
    def draft(self) -> Draft:
        """What is there so far."""
        return self.state

    def _go_on(self, state: Draft) -> None:
        super()._go_on(state)
        self._follow()

    def undo(self) -> None:
        """Take back what was done last."""
        super().undo()
        self._follow()

    def redo(self) -> None:
        """Do again what was taken back."""
        super().redo()
        self._follow()

    def _follow(self) -> None:
        self.rules = self.draft.rules
        if self.mode not in self.modes:
            self.mode = Mode.BOARD

    # --- what a table has ------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """What is laid."""
        return self.draft.board

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the box that can be tapped now."""
        if self.mode is Mode.MARKS:
            return ()
        if self.mode is Mode.CHOICES:
            return tuple(self.tile_set)
        taken = {placement.tile for placement in self.board}
        for mode, tiles in ((Mode.HAND, self.draft.hands[0]), (Mode.OTHER, self.draft.hands[1])):
            if mode in self.modes and mode is not self.mode:
                taken |= set(tiles)
        return tuple(tile for tile in self.tile_set if tile not in taken)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Nobody has points here."""
        return ()

    @property
    def log(self) -> tuple[Entry, ...]:
        """Nothing is written down."""
        return ()

    @property
    def status(self) -> str:
        """What a tap does now."""
        return tr(MODE_HELP[self.mode])

    @property
    def is_free(self) -> bool:
        """Whether digits may clash: one has to find the wrong tile."""
        return self.draft.kind is PuzzleKind.WRONG

    def check(self, placement: Placement) -> Fault | None:
        """Why a tile may not lie there, or None if it may."""
        fault = self.board.check(placement)
        clashes = fault is not None and fault.reason is Illegal.DIGITS_CLASH
        return None if clashes and self.is_free else fault

    def preview(self, placement: Placement) -> tuple[Line, ...]:
        """Nothing is scored here."""
        return ()

    def place(self, placement: Placement) -> None:
        """Lay a tile of the box."""
        if self.mode is not Mode.BOARD or placement.tile not in self.hand:
            raise IllegalMove(Illegal.NOT_IN_HAND, f"{placement}: {tr(Illegal.NOT_IN_HAND.value)}")
        if len(self.board) >= MOST_TILES:
            raise PuzzleError(
                tr("so many tiles lie on the board of a puzzle at most: {most}", most=MOST_TILES)
            )
        fault = self.check(placement)
        if fault:
            raise IllegalMove(fault.reason, str(fault))
        contact = self.board.contact_at(placement.cell)
        self._on_board(self.board.lay(placement, contact))

    # --- making ----------------------------------------------------------------------------------

    @property
    def modes(self) -> list[Mode]:
        """What there is to be filled for this kind."""
        kind = self.draft.kind
        found = [Mode.BOARD]
        if kind in WITH_HAND or kind is PuzzleKind.ENDING:
            found.append(Mode.HAND)
        if kind is PuzzleKind.ENDING:
            found.append(Mode.OTHER)
        if kind is PuzzleKind.FITS:
            found.append(Mode.CHOICES)
        if kind in (PuzzleKind.FITS, PuzzleKind.HOPELESS):
            found.append(Mode.MARKS)
        return found

    def switch(self, mode: Mode) -> None:
        """Let a tap do something else.

        Raises:
            NotationError: there is nothing to be filled in so for this kind.
        """
        if mode not in self.modes:
            raise NotationError(tr("there is nothing to choose called {it}", it=show(mode.value)))
        self.mode = mode

    def chosen(self, mode: Mode) -> tuple[Tile, ...]:
        """The tiles that were chosen in a mode."""
        hands = self.draft.hands
        return {Mode.HAND: hands[0], Mode.OTHER: hands[1], Mode.CHOICES: self.draft.tiles}.get(mode, ())

    def toggle(self, tile: Tile) -> None:
        """Put a tile into the hand, or among those to choose from, or take it out again.

        Raises:
            TrinbError: there is no room, or no such tile.
        """
        if tile not in self.hand:
            raise NotationError(tr("{tile} is not in your hand", tile=tile))
        chosen = self.chosen(self.mode)
        most = MOST_CANDIDATES if self.mode is Mode.CHOICES else MOST_IN_HAND
        if tile not in chosen and len(chosen) >= most:
            raise PuzzleError(tr("there is room for so many tiles: {most}", most=most))
        left = tuple(one for one in chosen if one != tile)
        now = left if tile in chosen else tuple(sorted((*chosen, tile), key=self.tile_set.number))
        first, second = self.draft.hands
        if self.mode is Mode.CHOICES:
            self._go_on(evolve(self.draft, tiles=now))
        else:
            self._go_on(evolve(self.draft, hands=(now, second) if self.mode is Mode.HAND else (first, now)))

    def mark(self, cell: Cell) -> None:
        """Mark an empty place beside the tiles, or take the mark off.

        Raises:
            PuzzleError: it is no such place, or there are too many.
        """
        cells = self.draft.cells
        if cell in cells:
            self._go_on(evolve(self.draft, cells=tuple(one for one in cells if one != cell)))
            return
        if cell not in self.board.open_cells:
            raise PuzzleError(tr("mark an empty place beside the tiles"))
        if self.draft.kind is PuzzleKind.FITS:
            cells = ()
        if len(cells) >= MOST_CELLS:
            raise PuzzleError(tr("so many places can be marked: {most}", most=MOST_CELLS))
        self._go_on(evolve(self.draft, cells=(*cells, cell)))

    def take_off(self, cell: Cell) -> None:
        """Take a tile off the board.

        Raises:
            PuzzleError: the others would not hang together.
        """
        board = Board()
        left = [placement for placement in self.board if placement.cell != cell]
        while left:
            held = next((one for one in left if not board or one.cell in board.open_cells), None)
            if held is None:
                raise PuzzleError(tr("without this tile the others would not hang together"))
            board = board.lay(held, board.contact_at(held.cell))
            left.remove(held)
        self._on_board(board)

    def clear(self) -> None:
        """Begin with nothing."""
        self._go_on(Draft(self.draft.kind, self.draft.rules_id))

    def _on_board(self, board: Board) -> None:
        kept = tuple(cell for cell in self.draft.cells if cell in board.open_cells)
        self._go_on(evolve(self.draft, board=board, cells=kept))

    def change(self, name: str, value: str) -> None:
        """Choose another kind, or other rules.

        Raises:
            TrinbError: there is none.
        """
        if name == "kind":
            self._go_on(evolve(self.draft, kind=_kind(value)))
        elif name == "rules":
            box = set(rules(value).tile_set)
            fits = all(placement.tile in box for placement in self.board)
            first, second = (tuple(tile for tile in hand if tile in box) for hand in self.draft.hands)
            draft = evolve(self.draft, rules_id=value, hands=(first, second))
            self._go_on(draft if fits else evolve(draft, board=Board(), cells=()))
        else:
            raise NotationError(tr("there is nothing to choose called {it}", it=show(name)))

    def puzzle(self) -> Puzzle:
        """The puzzle as it stands, not solved yet.

        Raises:
            PuzzleError: something is missing; the message says what.
        """
        draft, modes = self.draft, self.modes
        if not draft.board:
            raise PuzzleError(tr("Lay at least one tile on the board."))
        for mode, words in _MISSING.items():
            if mode in modes and not (self.chosen(mode) or (mode is Mode.MARKS and draft.cells)):
                raise PuzzleError(tr(words))
        hands = [
            tiles for mode, tiles in zip((Mode.HAND, Mode.OTHER), draft.hands, strict=True) if mode in modes
        ]
        if not self.is_free and any(_clashes(draft.board)):
            raise PuzzleError(
                tr("Digits clash on the board: only where a wrong tile is to be found they may.")
            )
        return Puzzle(
            draft.kind,
            draft.rules_id,
            str(draft.board),
            hands,
            tiles=draft.tiles if Mode.CHOICES in modes else (),
            cells=draft.cells if Mode.MARKS in modes else (),
        )


_MISSING = {
    Mode.HAND: N_("Put at least one tile into the hand: choose “Your tiles” above."),
    Mode.OTHER: N_("Give the opponent at least one tile: choose “Your opponent's tiles” above."),
    Mode.CHOICES: N_("Choose at least one tile that one may choose from: choose “To choose from” above."),
    Mode.MARKS: N_("Mark at least one place: choose “Marked places” above."),
}


def _kind(value: str) -> PuzzleKind:
    try:
        return PuzzleKind(value)
    except ValueError:
        raise NotationError(tr("there is nothing to choose called {it}", it=show(value))) from None


def _clashes(board: Board) -> Iterable[object]:
    from ..puzzles.solving import clashing

    return clashing(board)


# --- what became of the check ------------------------------------------------------------------------


def why_not(found: Certificate) -> str:
    """Why a puzzle is none yet, in words; empty if it has exactly one answer."""
    if found.is_unique:
        return ""
    if found.solution is None:
        return tr("This is no puzzle yet: {why}.", why=found.fault.rstrip("."))
    count, proof = len(found.found), found.solution.proof
    right = answers_text(found.puzzle, found.found)
    if not count:
        return tr("There is no right answer yet.")
    if found.puzzle.kind in (PuzzleKind.BEST, PuzzleKind.TURN):
        return tr(
            "It has no single answer: {count} ways give {points} points: {answers}.",
            count=count,
            points=proof["best"],
            answers=right,
        )
    return tr("It has no single answer but {count}: {answers}.", count=count, answers=right)


def rivals(found: Certificate) -> list[Cell]:
    """The places of the answers, if there is more than one, to be shown on the board."""
    cells: list[Cell] = []
    if found.is_unique or found.puzzle.form not in (Form.PLACEMENT, Form.CELL):
        return cells
    for answer in found.found:
        cells.append(answer.cell if isinstance(answer, Placement) else answer)  # type: ignore[arg-type]
    return cells
