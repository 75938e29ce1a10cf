"""The best turn: which tiles of a hand to place, where and in which order, for the most points.

A turn under Gränna rules may place many tiles, each scored on the board at its moment, and each may be built
on at once.  `best_turn` finds the most that a hand can get, and proves it:

>>> from trinb.board import Board
>>> from trinb.ruleset import rules
>>> board = Board.parse("v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525")
>>> best = best_turn(rules("granna"), board, "1-2-5 0-1-1 0-0-1 0-2-1", compiled=False)
>>> best
<BestTurn of 34 points, proven: ^0,0=251 v-2,1=102 ^-2,1=010 v-2,0=101>
>>> [line.points for line in best.lines]
[1, 20, 1, 1, 1, 10]

Among equally good turns it gives the first in this order: a turn that stops comes before one that goes on;
otherwise by the first placement in which they differ, the one with more points first, then by cell, then by
the tile's place in the box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from attrs import evolve

from ..board import Board
from ..ruleset import RuleSet
from ..tiles import Tile
from .turnanswers import BestTurn, BestTurns, FirstPlacement
from .turnproblem import LITTLE, problem
from .turnshown import Progress
from .turnsolver import MOST_STATES, Solver, firsts, told

__all__ = [
    "LIMIT", "MOST_STATES", "BestTurn", "BestTurns", "FirstPlacement", "Progress", "best_turn", "best_turns",
    "first_placements", "ranked_turns",
]  # fmt: skip

LIMIT = 2_000_000
"""After so many states a search gives up the proof, unless told otherwise."""


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
    return told(asked, Solver(limit, compiled, progress, stop))


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
    [12, 12, 12]
    """
    asked = problem(rules, board, hand, keep, out, placed)
    solver = Solver(limit, compiled, progress, stop)
    while True:
        found = told(asked, solver)
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
    >>> found = best_turns(rules("granna"), board, "1-2-5 0-0-1 0-0-2 0-5-5", compiled=False)
    >>> found.points, found.is_unique, found.margin, len(found.firsts)
    (22, True, 1, 2)
    """
    asked = problem(rules, board, hand, keep, out, placed)
    solver = Solver(limit, compiled, progress, stop)
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
    best, looked_at = turns[0].points, firsts(asked, solver, turns[0].points)
    starts = tuple(first.placement for first in looked_at if first.points == best)
    proven = proven and all(first.points == best or first.bound < best for first in looked_at)
    return BestTurns(tuple(turns[: max(1, most)]), complete, runner_up, proven, starts)


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
    return firsts(asked, Solver(limit, compiled, progress, stop), None)
