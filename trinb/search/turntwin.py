"""The search for the best turn in readable Python: what the compiled one does, step for step.

`Search.search` goes depth-first through the states of a turn (see `turnproblem`), and asks of each how much
can still come.  It wants to know that only if it is more than `alpha`, what is known to be had otherwise; so
it gives two numbers: `low`, which can be had for sure, and `high`, more than which cannot come.  What it
found out is kept in a **table**, where it is found again when another order leads to the same state.

Three things cut the search short, and none of them can change the answer:

- A placement is passed over if its points and the bound of what comes after them (`Problem.bound`) are not
  more than what is known to be had.
- A state in the table is not searched again if it is *exact*, or if its `high` is not more than `alpha`.
- At the limit of nodes, and when it is to stop, no new state is searched: `high` is then the bound.

A state is exact when its `low` is what comes, and the placement kept with it is the first in order of all
that lead there.  So among equally good turns the answer is always the same one: the first, in the order of
points (most first), cell and tile, with stopping before everything else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import NamedTuple

from ..board import Board, Contact, Placement
from ..lattice import Cell
from ..scoring import scorer
from ..tiles import bits
from .turnproblem import LITTLE, Problem, marks_of

Tell = Callable[[int], bool]
"""Called with the number of nodes now and then; says whether to stop."""

OFTEN = 256  # nodes

_Marked = frozenset[tuple[Cell, int]]
_Key = tuple[frozenset[Placement], _Marked]


class Found(NamedTuple):
    """What is known of a state; see the module.  The `move` is the next placement, None for the end."""

    low: int
    high: int
    exact: bool
    move: Placement | None


class Answer(NamedTuple):
    """What a search found.

    Attributes:
        points: of the best turn that it knows.
        bound: more than which no turn has.
        placements: of that turn.
        nodes: how many states were searched.
        seconds: how long it took, if that was measured.
    """

    points: int
    bound: int
    placements: tuple[Placement, ...]
    nodes: int
    seconds: float = 0.0


class State(NamedTuple):
    """A state of a turn: the board, the mask of the tiles left, the placements and the marks of the turn."""

    board: Board
    left: int
    laid: frozenset[Placement] = frozenset()
    marked: _Marked = frozenset()

    @property
    def key(self) -> _Key:
        """What the table knows it by."""
        return self.laid, self.marked


class Search:
    """One search."""

    def __init__(self, problem: Problem, limit: int, tell: Tell) -> None:
        self.problem, self.limit, self.tell = problem, limit, tell
        self.box = problem.rules.tile_set
        self.gains = dict(zip(map(self.box.number, problem.tiles), problem.gains, strict=True))
        self.marks = marks_of(problem.rules)
        self.score = scorer(problem.rules).score
        self.table: dict[_Key, Found] = {}
        self.mates = dict(zip(self.gains, map(self._in_box, problem.mates), strict=True))
        self.nodes = 0

    def _in_box(self, mask: int) -> int:
        """A mask of tiles of the hand as one of the box."""
        return self.box.mask(self.problem.tiles[number] for number in bits(mask))

    def run(self, alpha: int = LITTLE) -> Answer:
        """The best turn, if it is worth more than alpha."""
        state = State(self.problem.board, self.box.mask(self.problem.tiles))
        found = self.search(state, alpha)
        return Answer(found.low, found.high, tuple(self._line(state)), self.nodes)

    def bound(self, left: int, live: int) -> int:
        """What can come at most with these tiles, of which only some are live."""
        gains = sum(self.gains[number] for number in bits(live))
        return self.problem.bound(gains, left.bit_count(), live == left)

    def live(self, fitting: int, left: int) -> int:
        """The tiles that may still be placed, if these fit now."""
        live = new = fitting
        while new:
            number = new.bit_length() - 1
            more = self.mates[number] & left & ~live
            live |= more
            new = new & ~(1 << number) | more
        return live

    def moves(self, state: State) -> list[tuple[int, Cell, int, Contact, Placement]]:
        """The placements in order, each with its points, its cell, its tile, and how it meets the board."""
        places = state.board.placements(self.box, state.left)
        moves = []
        for place, (cell, contact, mask) in enumerate(places.by_cell()):
            for number in bits(mask):
                points = self.score(contact, self.box.tiles[number]).total
                moves.append((points, cell, number, contact, places.pick(place, number)))
        return sorted(moves, key=lambda move: (-move[0], move[1], move[2]))

    def after(self, state: State, number: int, contact: Contact, placement: Placement) -> State:
        """The state after a placement."""
        mark = self.marks.of(contact)
        return State(
            state.board.lay(placement, contact),
            state.left & ~(1 << number),
            state.laid | {placement},
            state.marked | {(placement.cell, mark)} if mark else state.marked,
        )

    def end(self, state: State) -> int:
        """What it is worth to stop here; `LITTLE` if that is forbidden."""
        return LITTLE if state.laid in self.problem.forbidden else self.problem.end(state.left.bit_count())

    def may_stop(self, state: State) -> bool:
        """Whether the turn may end here although something fits."""
        return self.problem.may_stop and (self.problem.placed or bool(state.laid))

    def search(self, state: State, alpha: int) -> Found:
        """How much can still come, if it is more than alpha."""
        self.nodes += 1
        if self.nodes % OFTEN == 0 and self.tell(self.nodes):
            self.limit = 0
        found = self.expand(state, alpha)
        self.table[state.key] = found
        return found

    def expand(self, state: State, alpha: int) -> Found:
        """The same, without writing it down."""
        places = state.board.placements(self.box, state.left).by_cell()
        live = self.live(reduce(or_, (mask for _, _, mask in places), 0), state.left)
        low = self.end(state) if not live or self.may_stop(state) else LITTLE
        most = self.bound(state.left, live)
        if live and most <= alpha:
            return Found(low, max(low, most), False, None)
        high, move, exact = low, None, True
        for points, _, number, contact, placement in self.moves(state):
            wanted, tile = max(alpha, low), 1 << number
            most = points + self.bound(state.left & ~tile, live & ~tile)
            if most <= wanted:
                exact, high = False, max(high, most)
                continue
            child = self.after(state, number, contact, placement)
            found = self.look(child, wanted - points, live & ~tile)
            if found.low > LITTLE and points + found.low > low:
                low, move = points + found.low, placement
            exact = exact and found.exact
            high = max(high, points + found.high)
        # Whatever is not exact was found to be no more than what was wanted.
        return Found(low, high, exact or (low > alpha and high <= low), move)

    def look(self, state: State, alpha: int, live: int) -> Found:
        """The same, if the table does not know it; no other tiles than these are live."""
        known = self.table.get(state.key)
        if known and (known.exact or known.high <= alpha):
            return known
        if self.nodes < self.limit:
            try:
                return self.search(state, alpha)
            except KeyboardInterrupt:  # keep what is known so far
                self.limit = 0
        return known or Found(
            self.end(state) if self.may_stop(state) else LITTLE, self.bound(state.left, live), False, None
        )

    def _line(self, state: State) -> list[Placement]:
        """The placements that the table holds from a state on."""
        line = []
        while (found := self.table.get(state.key)) and found.move:
            contact = state.board.contact(found.move)
            state = self.after(state, self.box.number(found.move.tile), contact, found.move)
            line.append(found.move)
        return line
