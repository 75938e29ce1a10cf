"""How a problem is solved: at once, by the compiled search, or by its twin; and told with its lines."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from attrs import evolve

from ..board import Placement
from ..errors import TrinbError
from ..ruleparts import Reason
from ..scoring import Line, Score, line, scorer
from ..words import N_, tr
from .turnanswers import BestTurn, FirstPlacement
from .turnbeam import beam
from .turnproblem import LITTLE, Problem, lead_score, leads
from .turnshown import Progress, Shown
from .turntwin import Answer, Search, Tell

if TYPE_CHECKING:
    from . import turndesk

MOST_STATES = 16_000_000
"""More are never searched: the table of so many takes a gigabyte."""


class Solver(NamedTuple):
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
        return self._search(asked, self.most(asked), alpha)

    def most(self, asked: Problem) -> int:
        """How many states may be searched: enough for one way to the end."""
        return max(min(self.limit, MOST_STATES), len(asked.tiles) + 1)

    def _tell(self, shown: Callable[[int], None]) -> Tell:
        def tell(nodes: int) -> bool:
            shown(nodes)
            return self.stop is not None and self.stop()

        return tell

    def _search(self, asked: Problem, limit: int, alpha: int) -> Answer:
        search = self._engine(asked)
        with Shown(self.progress, limit) as shown:
            start = time.perf_counter()
            found = search(asked, limit, self._tell(shown)).run(alpha)
            return found._replace(seconds=time.perf_counter() - start)

    def _engine(self, asked: Problem) -> type[Search] | type[turndesk.Search]:
        """The search that is wanted, ready to begin."""
        if self.compiled is False:
            return Search
        try:
            from ..simulate.progress import compiling
            from . import turndesk
        except ImportError as error:
            if not self.compiled:
                return Search
            library = error.name or "numba"
            raise TrinbError(tr('this needs {library}: pip install "trinb[lab]"', library=library)) from error
        if not turndesk.takes(asked):
            return Search
        with compiling(words=COMPILING):
            turndesk.load()
        return turndesk.Search


COMPILING = N_("Compiling the search; this takes some seconds, the first time only …")

_NONE = Answer(LITTLE, LITTLE, (), 0)


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


def firsts(asked: Problem, solver: Solver, wanted: int | None) -> tuple[FirstPlacement, ...]:
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


def told(asked: Problem, solver: Solver) -> BestTurn:
    """The answer to a problem with its lines."""
    answer = solver.solve(asked, LITTLE)
    if answer.points < answer.bound:
        if answer.nodes >= solver.most(asked):
            answer = beam(asked, answer)
        answer = answer._replace(bound=min(answer.bound, asked.ceiling))
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
