"""A puzzle: a position with a question that has one answer.

>>> from trinb.puzzles import Puzzle
>>> easy = Puzzle(
...     kind="docking",
...     rules_id="triangelspelet",
...     position="v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525",
...     hands="0-1-1 1-2-5",
...     answer="^0,0=251",
... )
>>> easy.question
'One of your tiles can be laid as a docking, with two sides against tiles. Where?'
>>> print(easy.check("^0,0=251").words)
Right!
>>> print(easy.check("v-1,-1=110").words)
v-1,-1=110: it shares no side with a tile on the board: v-1,-1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import evolve, field, frozen

from .. import notation
from ..board import Board, Placement
from ..errors import NotationError
from ..lattice import Cell
from ..notation import quote, show
from ..ruleset import RuleSet
from ..tiles import Tile, TileSet
from ..words import tr
from .house import PuzzleError, as_json, parts_of, rules_of
from .kinds import FORMS, KIND_NAMES, LEVELS, WITH_HAND, Form, PuzzleKind

if TYPE_CHECKING:
    from .proving import Certificate
    from .verdicts import Verdict
    from .watch import Tick

MOST_TILES = 60
"""So many tiles may lie on the board of a puzzle."""

MOST_IN_HAND = 12
"""So many tiles may be in a hand."""

MOST_CELLS = 8
"""So many cells may be marked."""

MOST_CANDIDATES = 12
"""From so many tiles one may be asked to choose."""

FARTHEST = 1000
"""So far from the vertex (0, 0) a tile may lie."""

SEATS = 2
"""So many hands an ending has."""


Answer: TypeAlias = Placement | tuple[Placement, ...] | Tile | Cell | int | None
"""An answer, read: what it is depends on the `Form` of the puzzle.

None is "no tile" where a tile is asked for, and "nobody" where a seat is.
"""


def known_kind(value: object) -> PuzzleKind:
    """The kind of this name.

    Raises:
        PuzzleError: there is none.
    """
    if isinstance(value, PuzzleKind):
        return value
    try:
        return PuzzleKind(value)
    except ValueError:
        known = ", ".join(kind.value for kind in PuzzleKind)
        raise PuzzleError(
            tr("there is no kind of puzzle {name}; there are {known}", name=show(value), known=known)
        ) from None


def _tiles(value: str | Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, value.split())) if isinstance(value, str) else tuple(value)


def _hands(value: str | Iterable[str | Iterable[Tile]]) -> tuple[tuple[Tile, ...], ...]:
    if isinstance(value, str):
        return (_tiles(value),)
    return tuple(map(_tiles, value))


def _cells(value: str | Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(map(read_cell, value.split())) if isinstance(value, str) else tuple(value)


def _texts(value: Iterable[str]) -> tuple[str, ...]:
    return tuple(value)


def _spaced(value: str) -> str:
    return " ".join(value.split())


def read_cell(text: str) -> Cell:
    """The cell written like ``v0,-1``.

    Raises:
        NotationError: the text has another shape.
    """
    try:
        return notation.read_placement(f"{text.strip()}=000")[0]
    except NotationError:
        raise NotationError(
            tr("cell {text}: write ^q,r for an up cell or vq,r for a down cell", text=quote(text))
        ) from None


@frozen(repr=False)
class Puzzle:
    """A position with a question that has one answer.

    Hands, tiles, cells and answer may be given as text.

    Attributes:
        kind: what is asked.
        rules_id: the id of the rule set.
        position: the tiles on the board in the order laid.
        hands: the tiles of each player who holds some; seat 0 is the one who is asked.
        answer: the answer as text, see `answers.write`.
        tiles: the tiles that are to be chosen from.
        cells: the cells that are marked.
        readings: the readings of the rule set that are switched on.
        box: the id of another tile set than the rule set has; empty for its own.
        house: what house rules change, as JSON of tables as in rule files; empty for nothing.
        level: how hard it is, from 1 to 5; 0 while that has not been measured.
        measures: what makes it hard, see `levels`.
        proof: what was examined to be sure of the answer, see `proving`.
        id, seed: its name, and what it was made from.

    Raises:
        TrinbError: there can be no such puzzle; the message says what is wrong.
    """

    kind: PuzzleKind = field(converter=known_kind)
    rules_id: str
    position: str = field(converter=_spaced)
    hands: tuple[tuple[Tile, ...], ...] = field(default=(), converter=_hands)
    answer: str = field(default="", converter=_spaced)
    tiles: tuple[Tile, ...] = field(default=(), converter=_tiles)
    cells: tuple[Cell, ...] = field(default=(), converter=_cells)
    readings: tuple[str, ...] = field(default=(), converter=_texts)
    box: str = ""
    house: str = field(default="", converter=as_json)
    level: int = 0
    measures: Mapping[str, int] = field(factory=dict, hash=False)
    proof: Mapping[str, int] = field(factory=dict, hash=False)
    id: str = ""
    seed: str = ""

    def __attrs_post_init__(self) -> None:
        """Refuse what is no puzzle."""
        from . import answers

        self._check_board()
        self._check_tiles()
        self._check_cells()
        if self.level not in (0, *LEVELS):
            raise PuzzleError(tr("level: {level} is not from 1 to 5", level=show(self.level)))
        if self.answer:
            answers.read(self, self.answer)

    # --- what it is made of ------------------------------------------------------------------------

    @cached_property
    def rules(self) -> RuleSet:
        """The rule set, with its readings and house rules."""
        return rules_of(self.rules_id, self.readings, self.box, self.house)

    def under(self, rule_set: RuleSet) -> Puzzle:
        """The same question under other rules, also rules of one's own; its answer is to be worked out.

        Raises:
            TrinbError: those rules have not these tiles, or cannot be told in a puzzle.

        >>> from trinb.puzzles import puzzles, solved
        >>> from trinb.ruleset import rules
        >>> ours = rules("granna").evolve(id="ours", score={"bridge": 30})
        >>> one = puzzles("turn", level=1)[0].under(ours)
        >>> one.rules_id, one.house, one.rules.score.bridge.points
        ('granna', '{"score":{"bridge":30}}', 30)
        """
        return self.evolve(**parts_of(rule_set), answer="", level=0, measures={}, proof={}, id="", seed="")

    @property
    def tile_set(self) -> TileSet:
        """The tile set."""
        return self.rules.tile_set

    @cached_property
    def board(self) -> Board:
        """The board; on that of a wrong tile digits may clash."""
        return raw_board(self.position) if self.kind is PuzzleKind.WRONG else Board.parse(self.position)

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of whoever is asked; none if only the board matters."""
        return self.hands[0] if self.hands else ()

    @property
    def form(self) -> Form:
        """In which form it is answered."""
        return FORMS[self.kind]

    @property
    def solution(self) -> Answer:
        """The answer, read."""
        from . import answers

        return answers.read(self, self.answer)

    @property
    def name(self) -> str:
        """What is asked, in a few words."""
        return tr(KIND_NAMES[self.kind])

    # --- what it says --------------------------------------------------------------------------------

    @property
    def question(self) -> str:
        """The question, in words."""
        from . import telling

        return telling.question(self)

    @property
    def hints(self) -> tuple[str, ...]:
        """Hints, from a vague one to one that nearly tells the answer."""
        from . import telling

        return telling.hints(self)

    @property
    def explanation(self) -> str:
        """The answer, and why it is the answer."""
        from . import telling

        return telling.explanation(self)

    def check(self, answer: object) -> Verdict:
        """Whether an answer is right, and if not, why.

        Args:
            answer: as text, or as a `Placement` (or several), a `Tile`, a `Cell`, a number; "none" or
                None for no tile or nobody.

        Raises:
            TrinbError: it is no answer to such a question at all.
        """
        from . import verdicts

        return verdicts.check(self, answer)

    def certify(self) -> Certificate:
        """Solve it from scratch, and compare: see `proving`."""
        from . import proving

        return proving.certify(self)

    # --- what it is written as -------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """A short text that anybody can paste; it holds the question and not the answer."""
        from . import codes

        return codes.write(self)

    @classmethod
    def from_code(cls, text: str, tick: Tick | None = None) -> Puzzle:
        """The puzzle of a code, solved on arrival.

        Args:
            text: the code; capitals, spaces and hyphens do not matter.
            tick: is told now and then how many positions have been looked at; whatever it raises stops it.

        Raises:
            TrinbError: the code is damaged, or says something that cannot be, or has no single answer.
        """
        from . import codes

        return codes.read(text, tick=tick)

    @classmethod
    def load(cls, path: str | Path) -> Puzzle:
        """The puzzle in a file that holds only one; `files.load` reads those that hold more.

        Raises:
            PuzzleError: there is no such file, or it holds none or several.
        """
        from . import files

        found = files.load(path)
        if len(found) != 1:
            raise PuzzleError(
                tr("{file} holds {count} puzzles, not one", file=Path(path).name, count=len(found))
            )
        return found[0]

    def save(self, path: str | Path) -> None:
        """Write it to a file of its own, which appears whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        from . import files

        files.save(path, [self])

    def __repr__(self) -> str:
        name = self.id or self.kind.value
        return f"<Puzzle {name}: {self.rules_id}, {len(self.board)} tiles, level {self.level}>"

    def evolve(self, **changes: Any) -> Puzzle:
        """This puzzle with other values."""
        return evolve(self, **changes)

    def _repr_svg_(self) -> str:
        from ..draw import svg

        return svg.board(self.board, title=self.question, cells=self.cells, last=False)

    # --- checks ----------------------------------------------------------------------------------------

    def _check_board(self) -> None:
        count = len(self.position.split())
        if not 1 <= count <= MOST_TILES:
            raise PuzzleError(
                tr("position: {count} tiles; a puzzle has from 1 to {most}", count=count, most=MOST_TILES)
            )
        for cell, _ in self.board:
            if max(abs(cell.q), abs(cell.r)) > FARTHEST:
                raise PuzzleError(tr("position: {cell} is too far away", cell=cell))
        if self.kind is not PuzzleKind.WRONG:
            box = self.tile_set
            for placement in self.board:
                box.number(placement.tile)

    def _check_tiles(self) -> None:
        wanted = SEATS if self.kind is PuzzleKind.ENDING else int(self.kind in WITH_HAND)
        if len(self.hands) != wanted:
            raise PuzzleError(
                tr(
                    "hands: there are {count}, and this kind has {wanted}",
                    count=len(self.hands),
                    wanted=wanted,
                )
            )
        for hand in self.hands:
            _check_count("hands", len(hand), MOST_IN_HAND)
            for tile in hand:
                self.tile_set.number(tile)
        seen = [tile for hand in self.hands for tile in hand]
        if self.kind is not PuzzleKind.WRONG:
            seen += [placement.tile for placement in self.board]
        for tile in seen:
            if seen.count(tile) > 1:
                raise PuzzleError(tr("tile {tile} is there twice", tile=tile))
        if self.kind is PuzzleKind.FITS:
            _check_count("tiles", len(self.tiles), MOST_CANDIDATES)
        elif self.tiles:
            raise PuzzleError(tr("tiles: this kind has none to choose from"))
        if len(set(self.tiles)) < len(self.tiles):
            raise PuzzleError(tr("tiles: one is there twice"))

    def _check_cells(self) -> None:
        if self.kind is PuzzleKind.FITS:
            _check_count("cells", len(self.cells), 1)
        elif self.kind is PuzzleKind.HOPELESS:
            _check_count("cells", len(self.cells), MOST_CELLS)
        elif self.cells:
            raise PuzzleError(tr("cells: this kind has none that are marked"))
        if len(set(self.cells)) < len(self.cells):
            raise PuzzleError(tr("cells: one is marked twice"))
        for cell in self.cells:
            if cell not in self.board.open_cells:
                raise PuzzleError(tr("cells: {cell} lies beside no tile, or is filled", cell=cell))


def _check_count(where: str, count: int, most: int) -> None:
    if not 1 <= count <= most:
        raise PuzzleError(tr("{where}: {count} instead of 1 to {most}", where=where, count=count, most=most))


def raw_board(text: str) -> Board:
    """A board of tiles side by side whose digits need not agree.

    Raises:
        TrinbError: a token cannot be read, a cell is filled twice, or a tile lies beside no other.
    """
    board = Board()
    for token in notation.read_position(text):
        if board and token.cell not in board.open_cells:
            raise PuzzleError(tr("{where}: it lies beside no tile, or on one", where=token.where))
        board = board.lay(Placement(token.cell, token.digits), board.contact_at(token.cell))
    return board
