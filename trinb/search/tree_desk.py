"""Where the tree search keeps its numbers: a desk for the kernel, set up from what one seat sees."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import sqrt
from random import Random
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

import numpy as np

from ..board import ORIGIN
from ..lattice import Cell
from ..moves import DRAW, END_TURN, Move, Place
from ..rounds import Round
from ..ruleset import RuleSet, rules
from ..simulate import kernel
from ..simulate.desk import FIELDS, GREEDY, HEIGHT, SEARCH_FIELDS, WIDTH
from ..simulate.program import MOST_SEATS, Program, program
from ..simulate.progress import compiling
from ..simulate.rollout import (
    MOST_SETS,
    N_ROOT,
    Q_DEPTH,
    Q_DRAWN,
    Q_HIDDEN,
    Q_HIGH,
    Q_LEADS_HIGH,
    Q_LEADS_LOW,
    Q_LOW,
    Q_ME,
    Q_MEMORY,
    Q_MOST_NODES,
    Q_PATIENCE,
    Q_PLACED,
    Q_POOL,
    Q_SEAT,
    Q_STORY,
    T_DRAW,
    T_LAY,
    T_LAY_FIRST,
    T_STUCK,
    T_WITHOUT,
)
from ..view import PlayerView, view_of
from . import tree_kernel
from .tree_kernel import A_DRAW, A_FORCED, A_STOP, D_EXPLORE, D_HEAT, MOST_ACTIONS
from .voids import Told, story, this_turn

if TYPE_CHECKING:
    from .tree import Settings

_FEW_NODES, _MANY_NODES = 1 << 14, 1 << 18
_KEPT = 16  # so many desks are kept
_BEFORE_TREE = 2  # so many deals are played before a tree grows, to see how much margins differ
_WORD = 2**64 - 1
_STORY = {Told.DRAW: T_DRAW, Told.STUCK: T_STUCK, Told.WITHOUT: T_WITHOUT}


class Desk:
    """The numbers of one search after the other, under the same rules with as many players."""

    def __init__(self, what: Program, nodes: int) -> None:
        self.what = what
        tiles = len(what.tiles)
        self.fields: dict[str, Any] = kernel.fields_of(what)
        empty = kernel.Results.room(what)
        self.fields |= empty._asdict() | {"policy": np.full(MOST_SEATS, GREEDY, np.int64)}
        for_seats, for_sets = MOST_SEATS, MOST_SEATS * MOST_SETS
        options, edge, every = MOST_ACTIONS, 3 * tiles + 8, nodes + MOST_ACTIONS
        sizes = {
            "root": N_ROOT, "story": 8 * (40 * tiles + 400), "base": 2 * WIDTH * HEIGHT, "base_front": edge,
            "base_score": for_seats, "sizes": for_seats, "n_unlikely": for_seats, "dealt": 2 * for_seats,
            "unlikely": 2 * for_sets, "most": for_sets, "hidden": tiles + 1, "holder": tiles + 1, "dial": 8,
            "option": options, "alive": options, "tried": options, "gained": options, "squared": options,
            "action": options, "prior": options, "visits": every, "available": every, "value": every,
            "key": 2 * nodes, "child": 2 * nodes, "path": 512,
        }  # fmt: skip
        self.fields |= {name: np.zeros(size, SEARCH_FIELDS[name]) for name, size in sizes.items()}
        self.readdress()
        middle = HEIGHT // 2 * WIDTH + WIDTH // 2
        self.fields["vertex"][:] = middle
        self.fields["base"][:] = self.fields["spot"]
        self.fields["root"][Q_MOST_NODES] = nodes
        self.number = {own: index for index, own in enumerate(what.tiles)}

    def readdress(self) -> None:
        """Tell the kernel where the arrays are."""
        names = [*FIELDS, *SEARCH_FIELDS]
        self._addresses = np.array([self.fields[name].ctypes.data for name in names], np.int64)
        self.at = int(self._addresses.ctypes.data)

    def set_up(self, view: PlayerView, rng: Random, settings: Settings) -> int:
        """Lay out what a seat sees; gives how many moves it has."""
        f = self.fields
        root, me = f["root"], view.seat
        length = self._tell(view)
        low, high = self._mask(view.hand_)
        drawn, placed = this_turn(view)
        seen = view.hand_ | view.rules.tile_set.mask(placement.tile for placement in view.board)
        hidden = [k for k, own in enumerate(self.what.tiles) if not seen >> own & 1]
        f["hidden"][: len(hidden)] = hidden
        f["sizes"][: len(view.hand_sizes)] = view.hand_sizes
        f["base_score"][: len(view.scores)] = view.scores
        leads = 0
        if not len(view.board):
            for placement in view.legal_moves.placements:
                leads |= view.rules.tile_set.mask([placement.tile])
        lead_low, lead_high = self._mask(leads)
        for place, value in (
            (Q_ME, me), (Q_SEAT, view.to_move), (Q_DRAWN, drawn), (Q_PLACED, placed),
            (Q_POOL, view.pool_size), (Q_STORY, length), (Q_LOW, low), (Q_HIGH, high),
            (Q_LEADS_LOW, lead_low),
            (Q_LEADS_HIGH, lead_high), (Q_MEMORY, settings.memory), (Q_DEPTH, 0),
            (Q_PATIENCE, settings.patience),
            (Q_HIDDEN, len(hidden)),
        ):  # fmt: skip
            root[place] = value
        f["chance"][2] = rng.getrandbits(64)
        return int(tree_kernel.prepare()(self.at))

    def _tell(self, view: PlayerView) -> int:
        """Write down what was seen; gives how much it is."""
        numbers: list[int] = []
        box, first = view.rules.tile_set, True
        for what, seat, event, tiles in story(view):
            if what is Told.TILE:
                placement = view.events[event].placement
                assert placement
                tile = self.number[box.numbers_by_turn[placement.digits]]
                numbers += (int(T_LAY_FIRST if first else T_LAY), seat, tile, number_of(placement.cell))
                first = False
            elif what is Told.WITHOUT:
                numbers += (int(T_WITHOUT), seat, *self._mask(tiles))
            else:
                numbers += (int(_STORY[what]), seat, 0, 0)
        self.fields["story"][: len(numbers)] = numbers
        return len(numbers) // 4

    def _mask(self, mask: int) -> tuple[int, int]:
        """A mask of the tile set as the kernel has it, in two words that are signed."""
        found = 0
        while mask:
            own = mask.bit_length() - 1
            mask ^= 1 << own
            found |= 1 << self.number[own]
        return _signed(found & _WORD), _signed(found >> 64)

    def own_mask(self, low: int, high: int) -> int:
        """A mask of the kernel as the tile set has it."""
        mask = low | high << 64
        return sum(1 << own for number, own in enumerate(self.what.tiles) if mask >> number & 1)

    def moves(self, view: PlayerView, count: int) -> Moves:
        """The moves that the first so many options stand for."""
        return Moves(self, view, count)


class CompiledTable:
    """Moves that are tried by the kernel; see `tree.Table`."""

    def __init__(self, desk: Desk, view: PlayerView, rng: Random, settings: Settings) -> None:
        self._desk, self._run, self._depth = desk, tree_kernel.spread(), settings.depth
        self._settings = settings
        self._scaled = False
        count = desk.set_up(view, rng, settings)
        numbers = desk.fields
        self.moves = desk.moves(view, count)
        self.tried, self.gained, self.squared = numbers["tried"], numbers["gained"], numbers["squared"]

    def play(self, deals: int) -> None:
        """Try all moves that have not been given up on so many deals."""
        if not self._scaled and self._depth:
            first = min(deals, _BEFORE_TREE)
            self._run(self._desk.at, first)
            self._grow()
            deals -= first
        if deals:
            self._run(self._desk.at, deals)

    def _grow(self) -> None:
        """Let the tree grow, now that it is known how much margins differ."""
        count = len(self.moves)
        tries = int(self.tried[:count].sum())
        if tries > 1:
            mean = self.gained[:count].sum() / tries
            spread = max(1.0, sqrt(max(0.0, self.squared[:count].sum() / tries - mean * mean)))
            dial = self._desk.fields["dial"]
            dial[D_EXPLORE], dial[D_HEAT] = self._settings.explore * spread, self._settings.heat * spread
            self._desk.fields["root"][Q_DEPTH] = self._depth
            self._scaled = True

    def give_up(self, option: int) -> None:
        """Try this move no more."""
        self._desk.fields["alive"][option] = 0


class Moves(Sequence[Move]):
    """The moves at the root, each made when it is asked for."""

    def __init__(self, desk: Desk, view: PlayerView, count: int) -> None:
        self._view, self._what = view, desk.what
        self._actions = desk.fields["option"][:count].tolist()

    def __len__(self) -> int:
        return len(self._actions)

    def __getitem__(self, index: Any) -> Any:
        action = self._actions[index]
        if action == A_STOP:
            return END_TURN
        if action == A_DRAW:
            return DRAW
        if action == A_FORCED:
            return self._view.legal_moves[0]
        own, placements = self._what.tiles[action & 127], self._view.legal_moves.placements
        wanted = action >> 7 if len(self._view.board) else number_of(ORIGIN)
        for place, (cell, _, mask) in enumerate(placements.by_cell()):
            if mask >> own & 1 and number_of(cell) == wanted:
                return Place(placements.pick(place, own))
        raise IndexError(f"there is no move {index}")


_Key = tuple[RuleSet, int, int]
_free: OrderedDict[_Key, Desk] = OrderedDict()
_lock = Lock()


@contextmanager
def set_table(view: PlayerView, rng: Random, settings: Settings, size: int) -> Iterator[CompiledTable]:
    """A table for what a seat sees; its desk is kept for the next search under the same rules.

    Args:
        view: what the seat sees.
        rng: all chance.
        settings: how the tree grows.
        size: about how many rollouts there may be.
    """
    key = view.rules, len(view.hand_sizes), _FEW_NODES if size <= _FEW_NODES else _MANY_NODES
    with _lock:
        desk = _free.pop(key, None)
    if desk is None:
        desk = Desk(program(*key[:2]), key[2])
    _compile(desk, view, rng, settings)
    yield CompiledTable(desk, view, rng, settings)
    with _lock:
        _free[key] = desk
        while len(_free) > _KEPT:
            _free.popitem(last=False)


_compiled: set[str] = set()
_compiles = Lock()


def get_ready(settings: Settings) -> None:
    """Begin to compile in a thread, if that has not been done yet."""
    if not _compiled:
        Thread(target=_compile_for, args=(settings,), name="trinb-compile", daemon=True).start()


def _compile_for(settings: Settings) -> None:
    view = view_of(Round.deal(rules("triangelspelet"), 2, 1), 0)
    with set_table(view, Random(1), settings, 1):
        pass


def _compile(desk: Desk, view: PlayerView, rng: Random, settings: Settings) -> None:
    """Compile what is needed, and say so, if that has not been done yet."""
    if _compiled:
        return
    with _compiles:
        if not _compiled:
            state = rng.getstate()
            with compiling():
                CompiledTable(desk, view, rng, settings).play(1)
            rng.setstate(state)
            _compiled.add("all")


def number_of(cell: Cell) -> int:
    """The kernel's number of a cell."""
    return 2 * ((cell.r + HEIGHT // 2) * WIDTH + cell.q + WIDTH // 2) + (not cell.up)


def _signed(word: int) -> int:
    return word - 2**64 if word >> 63 else word
