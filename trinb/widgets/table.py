"""What lies behind a board that is touched: a position, what may be done with it, and how it came about.

A table knows no pictures and no browser.  On a `FreeTable` one lays tiles of a hand as one likes; a
`matchtable.MatchTable` has seats for people and bots.  Both remember every state, so taking back and doing
again cost nothing.

>>> table = FreeTable(Board.parse("^0,0=555"), rules("triangelspelet"), [Tile(4, 5, 5)])
>>> table.place(Placement.parse("v0,0=554"))
>>> table.board, table.hand
(Board.parse('^0,0=555 v0,0=554'), ())
>>> table.undo()
>>> table.hand
(Tile(4, 5, 5),)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from attrs import frozen

from ..board import Board, Fault, Placement
from ..errors import Illegal, IllegalMove, TrinbError
from ..moves import Draw, EndTurn, Event, Move, Pass, What
from ..notation import show
from ..ruleset import RuleSet, rules
from ..scoring import Line, scorer
from ..tiles import Tile, TileSet
from ..words import N_, tr

S = TypeVar("S")


class Entry(NamedTuple):
    """One thing that happened, in words, with its score lines.

    Attributes:
        words: what happened.
        lines: the points for it.
        mine: whether the person did it who looks on.
        kind: ``event``; or ``head`` before the events of a round; or ``note``, of what is no move.
    """

    words: str
    lines: tuple[Line, ...]
    mine: bool
    kind: str = "event"


class Standing(NamedTuple):
    """A name, its points, and how many tiles it holds (None where nobody counts).

    Attributes:
        name: who it is.
        points: all points.
        tiles: how many tiles.
        to_move: whether it is their turn.
        in_round: how many of the points are of this round; None where there is but one.
    """

    name: str
    points: int
    tiles: int | None
    to_move: bool
    in_round: int | None = None


class Table(ABC, Generic[S]):
    """States of one kind, one after the other, with a finger on the present one."""

    def __init__(self, state: S, rule_set: RuleSet) -> None:
        self.rules = rule_set
        self._states = [state]
        self._now = 0

    @property
    def state(self) -> S:
        """The present state."""
        return self._states[self._now]

    def _go_on(self, state: S) -> None:
        """Make this the present state; what had been taken back is gone."""
        self._states[self._now + 1 :] = [state]
        self._now += 1

    @property
    def can_undo(self) -> bool:
        """Whether there is a state before this one."""
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        """Whether a state has been taken back."""
        return self._now + 1 < len(self._states)

    def undo(self) -> None:
        """Take back what the person did last, and all that followed from it; else do nothing."""
        self._now -= self.can_undo

    def redo(self) -> None:
        """Do again what was taken back; else do nothing."""
        self._now += self.can_redo

    @property
    @abstractmethod
    def board(self) -> Board:
        """What is on the table."""

    @property
    @abstractmethod
    def hand(self) -> tuple[Tile, ...]:
        """The tiles that the person may lay."""

    @property
    @abstractmethod
    def standings(self) -> tuple[Standing, ...]:
        """Everybody's points."""

    @property
    @abstractmethod
    def log(self) -> tuple[Entry, ...]:
        """What happened so far, oldest first."""

    @property
    @abstractmethod
    def status(self) -> str:
        """What there is to do now, in one sentence."""

    @property
    def actions(self) -> tuple[Move, ...]:
        """What may be done besides placing."""
        return ()

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be done."""
        return False

    @property
    def tile_set(self) -> TileSet:
        """The tile set of the rules."""
        return self.rules.tile_set

    def placements(self, tiles: Iterable[Tile] | None = None) -> Sequence[Placement]:
        """The legal placements of some tiles of the hand, by default of all."""
        wanted = self.hand if tiles is None else [tile for tile in tiles if tile in self.hand]
        return self.board.placements(wanted)

    def check(self, placement: Placement) -> Fault | None:
        """Why a tile of the hand may not lie there, or None if it may."""
        return self.board.check(placement)

    @abstractmethod
    def place(self, placement: Placement) -> None:
        """Lay a tile of the hand.

        Raises:
            IllegalMove: it may not lie there, with the reason.
        """

    def act(self, move: Move) -> None:
        """Do one of `actions`.

        Raises:
            IllegalMove: it is not among them.
        """
        raise IllegalMove(Illegal.CANNOT_END, tr("{move}: there is nothing to draw or pass here", move=move))

    def preview(self, placement: Placement) -> tuple[Line, ...]:
        """The score lines that a legal placement would give.

        Raises:
            IllegalMove: it may not lie there.
        """
        return scorer(self.rules).score(self.board.contact(placement), placement.tile).lines


@frozen
class Free:
    """A state of a free table."""

    board: Board
    hand: tuple[Tile, ...]
    events: tuple[Event, ...] = ()


class FreeTable(Table[Free]):
    """Tiles to lay as one likes, scored by a rule set as if in a round.

    Args:
        board: what lies there already.
        rule_set: what scores it.
        hand: the tiles to lay, by default all of the tile set that are not on the board.

    Raises:
        NotationError: a tile of the hand is not in the tile set of the rules.
    """

    def __init__(self, board: Board, rule_set: RuleSet, hand: Iterable[Tile] | None = None) -> None:
        laid = {placement.tile for placement in board}
        tiles = [tile for tile in rule_set.tile_set if tile not in laid] if hand is None else list(hand)
        for tile in tiles:
            rule_set.tile_set.number(tile)
        super().__init__(Free(board, tuple(tiles)), rule_set)

    @property
    def board(self) -> Board:
        """What is on the table."""
        return self.state.board

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles left to lay."""
        return self.state.hand

    @property
    def log(self) -> tuple[Entry, ...]:
        """What was laid."""
        return tuple(Entry(event.words(), event.lines, True) for event in self.state.events)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The points of what was laid."""
        points = sum(event.points for event in self.state.events)
        return (Standing(tr("Points"), points, len(self.hand), not self.is_over),)

    @property
    def is_over(self) -> bool:
        """Whether no tile is left that fits."""
        return not self.placements()

    @property
    def status(self) -> str:
        """What there is to do now."""
        if not self.hand:
            return tr("All tiles are laid.")
        if self.is_over:
            return tr("None of these tiles fits anywhere.")
        return tr("Choose a tile, then a place for it.")

    def place(self, placement: Placement) -> None:
        """Lay a tile of the hand."""
        if placement.tile not in self.hand:
            raise IllegalMove(Illegal.NOT_IN_HAND, f"{placement}: {tr(Illegal.NOT_IN_HAND.value)}")
        contact = self.board.contact(placement)
        lines = scorer(self.rules).score(contact, placement.tile).lines
        hand = list(self.hand)
        hand.remove(placement.tile)
        event = Event(What.PLACE, 0, placement, contact, None, lines)
        self._go_on(Free(self.board.lay(placement, contact), tuple(hand), (*self.state.events, event)))


ACTION_WORDS: dict[type[Move], str] = {
    Draw: N_("Draw a tile"),
    Pass: N_("Pass"),
    EndTurn: N_("End turn"),
}
"""What the buttons for moves without a place are called."""

BOT_WORDS = {
    "random": N_("Random"),
    "pupil": N_("Pupil"),
    "greedy": N_("Greedy"),
    "club": N_("Club player"),
    "master": N_("Master"),
}
"""What bots are called."""


def bot_name(player: str, seat: int) -> str:
    """What a bot at a seat is called.

    >>> bot_name("greedy", 1)
    'Greedy 2'
    """
    return f"{tr(BOT_WORDS.get(player, player))} {seat + 1}"


def rule_set_of(which: str | RuleSet) -> RuleSet:
    """A rule set, given itself or by its id.

    Raises:
        RulesError: there are no such rules.
    """
    return which if isinstance(which, RuleSet) else rules(which)


def hand_of(tiles: Iterable[Tile | str] | None) -> list[Tile] | None:
    """Tiles given themselves or as texts like ``0-2-1``.

    Raises:
        NotationError: a text is no tile.
        TrinbError: something is neither.
    """
    if tiles is None:
        return None
    found = []
    for tile in tiles:
        if not isinstance(tile, Tile | str):
            raise TrinbError(tr("hand: {it} is no tile", it=show(tile)))
        found.append(tile if isinstance(tile, Tile) else Tile.parse(tile))
    return found
