"""The best turn: which tiles of a hand to place, where and in which order, for the most points.

A turn under Gränna rules may place many tiles, each scored on the board at its moment, and each may be built
on at once.  `best_turn` finds the most that a hand can get, and proves it:

>>> from trinb.board import Board
>>> from trinb.ruleset import rules
>>> board = Board.parse("v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525")
>>> best = best_turn(rules("granna"), board, "0-0-1 1-2-5 0-0-2", compiled=False)
>>> best
<BestTurn of 23 points, proven: ^0,0=251 v0,-1=001 ^-1,0=001>

Among equally good turns it gives the first in this order: a turn that stops comes before one that goes on;
otherwise by the first placement in which they differ, the one with more points first, then by cell, then by
the tile's place in the box.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from attrs import evolve, field, frozen

from ..board import Board, Placement
from ..errors import TrinbError
from ..ruleparts import Reason
from ..ruleset import RuleSet
from ..scoring import Line, Score, line, scorer
from ..tiles import Tile
from ..words import N_, tr
from .turnbeam import beam
from .turnproblem import LITTLE, Problem, lead_score, leads, problem
from .turntwin import Answer, Search, Tell

if TYPE_CHECKING:
    from . import turndesk

LIMIT = 2_000_000
"""After so many states a search gives up the proof, unless told otherwise."""

MOST_STATES = 16_000_000
"""More are never searched: the table of so many takes a gigabyte."""

Progress = Callable[[int, int], None]
"""Called now and then with the number of states searched, and their limit."""


@frozen(repr=False)
class BestTurn:
    """The best turn that was found.

    Attributes:
        points: what it is worth.
        proven: whether no turn is worth more.
        placements: its placements in order; none where nothing fits.
        bound: no turn is worth more than this; the same as `points` if that is proven.
        scores: the score of each placement.
        end: the lines for going out, or for the tiles left if those count.
        left: the tiles left in the hand.
        nodes: how many states were searched.
        seconds: how long that took.
    """

    points: int
    proven: bool
    placements: tuple[Placement, ...]
    bound: int
    scores: tuple[Score, ...]
    end: tuple[Line, ...]
    left: tuple[Tile, ...]
    nodes: int = 0
    seconds: float = field(default=0.0, eq=False)

    def __repr__(self) -> str:
        proof = "proven" if self.proven else f"not proven, at most {self.bound}"
        return (
            f"<BestTurn of {self.points} points, {proof}: {' '.join(map(str, self.placements)) or 'nothing'}>"
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines; their points add up to `points`."""
        return tuple(line for score in self.scores for line in score.lines) + self.end


@frozen
class FirstPlacement:
    """A placement with which a turn may begin, and what such a turn is worth at best, and no more than."""

    placement: Placement
    points: int
    bound: int

    @property
    def proven(self) -> bool:
        """Whether no turn that begins so is worth more."""
        return self.points == self.bound


@frozen
class BestTurns:
    """All best turns of a position, as far as they differ in what lies on the board in the end.

    Attributes:
        turns: of each set of placements that is worth the most one turn that lays it; the first is what
            `best_turn` gives.
        complete: whether these are all.
        runner_up: the best turn with fewer points, which ends with another set; None if there is none, or if
            not all best ones were looked for.
        proven: whether all of this is proven.
        firsts: the placements with which a best turn can begin.
    """

    turns: tuple[BestTurn, ...]
    complete: bool
    runner_up: BestTurn | None
    proven: bool
    firsts: tuple[Placement, ...]

    @property
    def points(self) -> int:
        """What they are worth."""
        return self.turns[0].points

    @property
    def is_unique(self) -> bool:
        """Whether it is proven that only one set of placements is worth the most."""
        return self.complete and len(self.turns) == 1

    @property
    def first_is_unique(self) -> bool:
        """Whether it is proven that every best turn begins with the same placement."""
        return self.proven and len(self.firsts) == 1

    @property
    def margin(self) -> int | None:
        """By how many points the best ones beat every other set of placements."""
        return None if self.runner_up is None else self.points - self.runner_up.points


def best_turn(
    rules: RuleSet,
    board: Board,
    hand: Iterable[Tile] | str,
    *,
    keep: bool = False,
    out: int | None = None,
    placed: bool = False,
    limit: int = LIMIT,
    compiled: bool | None = None,
    progress: bool | Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> BestTurn:
    """The best turn of whoever holds this hand.

    Where the rules allow one tile a turn, that is the best placement; on an empty board the best lead.
    Ctrl-C ends the search with the best turn so far.

    Args:
        rules: the rule set.
        board: the board.
        hand: the tiles, or a text such as ``0-0-1 1-2-5``.
        keep: count what the rules charge for each tile left in the hand when somebody else goes out.
        out: what going out is worth; by default the points for it, without the digits of others and of the
            pool, since they are hidden.  (Where these count only with one tile left in the pool: nothing.)
        placed: whether a tile has been placed already in this turn, so that it may end at once.
        limit: how many states may be searched, up to `MOST_STATES`; beyond, the answer is not proven.
        compiled: whether to use the compiled search; by default if numba is there.  The answers are the same.
        progress: whether to show how far it is, or whom to tell; by default it is shown to who watches.
        stop: asked now and then whether to stop.

    Raises:
        NotationError: the hand cannot be read, or is none of these rules on this board.
        TrinbError: the compiled search is wanted, but numba is not there.
    """
    asked = problem(rules, board, hand, keep, out, placed)
    return _told(asked, _Solver(limit, compiled, progress, stop), LITTLE)


def ranked_turns(
    rules: RuleSet,
    board: Board,
    hand: Iterable[Tile] | str,
    *,
    keep: bool = False,
    out: int | None = None,
    placed: bool = False,
    limit: int = LIMIT,
    compiled: bool | None = None,
    progress: bool | Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Iterator[BestTurn]:
    """The best turn, then the best that ends with another set of placements, and so on.

    Each is searched for when it is asked for.  One that is not proven is the last.  See `best_turn`.

    >>> from trinb.board import Board
    >>> from trinb.ruleset import rules
    >>> board = Board.parse("^0,0=555")
    >>> [turn.points for turn in ranked_turns(rules("granna"), board, "5-5-4 5-5-3", compiled=False)][:3]
    [22, 22, 22]
    """
    asked = problem(rules, board, hand, keep, out, placed)
    solver = _Solver(limit, compiled, progress, stop)
    while True:
        found = _told(asked, solver, LITTLE)
        if found.points <= LITTLE // 2:
            return
        yield found
        if not found.proven:
            return
        asked = evolve(asked, forbidden=asked.forbidden | {frozenset(found.placements)})


def best_turns(
    rules: RuleSet,
    board: Board,
    hand: Iterable[Tile] | str,
    *,
    most: int = 20,
    keep: bool = False,
    out: int | None = None,
    placed: bool = False,
    limit: int = LIMIT,
    compiled: bool | None = None,
    progress: bool | Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> BestTurns:
    """All best turns, by what lies on the board in the end, and the runner-up: is the answer unique?

    At most `most` best turns are looked for; the limit of states is for each search.  See `best_turn`.

    >>> from trinb.board import Board
    >>> from trinb.ruleset import rules
    >>> board = Board.parse("v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525")
    >>> found = best_turns(rules("granna"), board, "1-2-5 0-3-4", compiled=False)
    >>> found.points, found.is_unique, found.margin
    (21, True, 19)
    """
    asked = problem(rules, board, hand, keep, out, placed)
    solver = _Solver(limit, compiled, progress, stop)
    turns: list[BestTurn] = []
    runner_up, proven = None, True
    ranked = ranked_turns(
        rules, board, asked.tiles, keep=keep, out=out, placed=placed, limit=limit, compiled=compiled,
        progress=progress, stop=stop,
    )  # fmt: skip
    for found in islice(ranked, max(1, most) + 1):
        proven = proven and found.proven
        if turns and found.points < turns[0].points:
            runner_up = found
            break
        turns.append(found)
    complete = proven and len(turns) <= max(1, most)
    best, looked_at = turns[0].points, _firsts(asked, solver, turns[0].points)
    firsts = tuple(first.placement for first in looked_at if first.points == best)
    proven = proven and all(first.points == best or first.bound < best for first in looked_at)
    return BestTurns(tuple(turns[: max(1, most)]), complete, runner_up, proven, firsts)


def first_placements(
    rules: RuleSet,
    board: Board,
    hand: Iterable[Tile] | str,
    *,
    keep: bool = False,
    out: int | None = None,
    placed: bool = False,
    limit: int = LIMIT,
    compiled: bool | None = None,
    progress: bool | Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[FirstPlacement, ...]:
    """Every placement with which the turn may begin, best first, and what the turn is worth at best then.

    See `best_turn`; the limit is for each placement.

    >>> from trinb.board import Board
    >>> from trinb.ruleset import rules
    >>> for first in first_placements(rules("granna"), Board.parse("^0,0=555"), "5-5-4", compiled=False):
    ...     print(first.placement, first.points)
    v-1,0=545 11
    v0,-1=455 11
    v0,0=554 11
    """
    asked = problem(rules, board, hand, keep, out, placed)
    return _firsts(asked, _Solver(limit, compiled, progress, stop), None)


# --- solving ----------------------------------------------------------------------------------------------


class _Solver(NamedTuple):
    """How to solve problems."""

    limit: int
    compiled: bool | None
    progress: bool | Progress | None
    stop: Callable[[], bool] | None

    def solve(self, asked: Problem, alpha: int) -> Answer:
        """The answer to a problem, if it is worth more than alpha."""
        if not asked.tiles:
            return Answer(0, 0, (), 0) if frozenset() not in asked.forbidden else _NONE
        if asked.is_over or asked.is_single:
            return _single(asked)
        # A first way to the end must be found at least.
        limit = max(min(self.limit, MOST_STATES), len(asked.tiles) + 1)
        found = self._search(asked, limit, alpha)
        if found.points < found.bound and found.nodes >= limit:
            found = max(found, beam(asked, found), key=attrgetter("points"))
        return found

    def _tell(self, shown: Callable[[int], None]) -> Tell:
        def tell(nodes: int) -> bool:
            shown(nodes)
            return self.stop is not None and self.stop()

        return tell

    def _search(self, asked: Problem, limit: int, alpha: int) -> Answer:
        search = self._engine(asked)
        with _Shown(self.progress, limit) as shown:
            start = time.perf_counter()
            found = search(asked, limit, self._tell(shown)).run(alpha)
            return found._replace(seconds=time.perf_counter() - start)

    def _engine(self, asked: Problem) -> type[Search] | type[turndesk.Search]:
        """The search that is wanted, ready to begin."""
        if self.compiled or (self.compiled is None and _has_numba()):
            try:
                from ..simulate.progress import compiling
                from . import turndesk
            except ImportError as error:
                library = error.name or "numba"
                raise TrinbError(
                    tr('this needs {library}: pip install "trinb[lab]"', library=library)
                ) from error
            if turndesk.takes(asked):
                with compiling(words=COMPILING):
                    turndesk.load()
                return turndesk.Search
        return Search


COMPILING = N_("Compiling the search; this takes some seconds, the first time only …")

_NONE = Answer(LITTLE, LITTLE, (), 0)


def _has_numba() -> bool:
    with suppress(ValueError):
        return find_spec("numba") is not None
    return False


def _single(asked: Problem) -> Answer:
    """The best single placement, or none."""
    options = [] if asked.is_over else _options(asked)
    found = [
        (score.total + asked.end(len(asked.tiles) - 1), score.total, placement)
        for placement, score in options
        if frozenset({placement}) not in asked.forbidden
    ]
    if found:
        number = asked.rules.tile_set.number
        best = min(found, key=lambda option: (-option[0], -option[1], option[2].cell, number(option[2].tile)))
        return Answer(best[0], best[0], (best[2],), 1)
    if options or frozenset() in asked.forbidden:
        return _NONE
    return Answer(asked.end(len(asked.tiles)), asked.end(len(asked.tiles)), (), 1)


def _options(asked: Problem) -> list[tuple[Placement, Score]]:
    """The placements with which the turn may begin, with their scores."""
    board, rules = asked.board, asked.rules
    if len(board):
        score = scorer(rules).score
        return [
            (placement, score(board.contact(placement), placement.tile))
            for placement in board.placements(asked.tiles)
        ]
    led = board.placements(leads(rules, asked.tiles))
    return [(placement, lead_score(rules, asked.tiles, placement)) for placement in led]


def _firsts(asked: Problem, solver: _Solver, wanted: int | None) -> tuple[FirstPlacement, ...]:
    """What each first placement is worth; if only those worth `wanted` are, others may get fewer points."""
    found = []
    for placement, score in [] if asked.is_over else _options(asked):
        tiles = tuple(tile for tile in asked.tiles if tile != placement.tile)
        if asked.is_single or not tiles:
            points = bound = score.total + asked.end(len(tiles))
        else:
            after = evolve(asked, board=asked.board.place(placement), tiles=tiles, placed=True)
            alpha = LITTLE if wanted is None else wanted - score.total - 1
            answer = solver.solve(after, alpha)
            points, bound = score.total + answer.points, score.total + answer.bound
        found.append(FirstPlacement(placement, points, bound))
    number = asked.rules.tile_set.number
    return tuple(
        sorted(found, key=lambda first: (-first.points, first.placement.cell, number(first.placement.tile)))
    )


def _told(asked: Problem, solver: _Solver, alpha: int) -> BestTurn:
    """The answer to a problem with its lines."""
    answer = solver.solve(asked, alpha)
    board, left, scores = asked.board, asked.tiles, []
    score = scorer(asked.rules).score
    for placement in answer.placements:
        contact = board.contact(placement)
        scores.append(
            score(contact, placement.tile) if len(board) else lead_score(asked.rules, asked.tiles, placement)
        )
        board = board.lay(placement, contact)
        left = tuple(tile for tile in left if tile != placement.tile)
    end: tuple[Line, ...] = ()
    if asked.tiles and not left and asked.out:
        end = (line(asked.rules, Reason.OUT, asked.out),)
    if left and asked.keep:
        end = (line(asked.rules, Reason.TILES_LEFT, -asked.keep * len(left)),)
    return BestTurn(
        answer.points,
        answer.points == answer.bound,
        answer.placements,
        answer.bound,
        tuple(scores),
        end,
        left,
        answer.nodes,
        answer.seconds,
    )


class _Shown:
    """A line that says how far a search is, once it takes a while, where somebody may see it."""

    _AFTER, _EVERY = 0.7, 0.2  # seconds

    def __init__(self, wanted: bool | Progress | None, limit: int) -> None:
        ipython = sys.modules.get("IPython")
        shell = ipython.get_ipython() if ipython else None
        in_notebook = getattr(shell, "kernel", None) is not None
        self._file = sys.stdout if in_notebook else sys.stderr
        self._wanted = (in_notebook or sys.stderr.isatty()) if wanted is None else wanted
        self._limit, self._next, self._long = limit, time.monotonic() + self._AFTER, 0

    def __enter__(self) -> Callable[[int], None]:
        return self._tell

    def _tell(self, nodes: int) -> None:
        if callable(self._wanted):
            self._wanted(nodes, self._limit)
        elif self._wanted and time.monotonic() >= self._next:
            self._next = time.monotonic() + self._EVERY
            self._write(
                tr("{done} of at most {all} states searched …", done=f"{nodes:,}", all=f"{self._limit:,}")
            )

    def _write(self, text: str) -> None:
        print("\r" + text.ljust(self._long), end="", file=self._file, flush=True)
        self._long = len(text)

    def __exit__(self, *_: object) -> None:
        if self._long:
            self._write("")
            print("\r", end="", file=self._file, flush=True)
