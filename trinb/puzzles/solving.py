"""The answers to a puzzle, found from scratch and by the plainest way.

What fits is found by trying every tile in all three turns in every empty cell beside a tile, and what it
scores by asking for each placement anew.  That is slow, and shares nothing with the tables by which the
engine, and whoever made the puzzle, finds placements; so that it can bear witness.

`solve` finds all right answers.  A puzzle is one that has a single one, see `kinds`.

**Tempting** wrong answers are:

============== =========================================================================================
best           other placements with at least half the points, or of another kind than plain
find …         other cells of the shape that is asked for, where no tile of the hand fits
turn           other sets of placements with at least four fifths of the points
fits           tiles that would fit if they were flipped, or with another digit at one corner
hopeless       other cells whose three digits are known, or into which a single tile fits
wrong          tiles that do not agree with the wrong one
count          tiles that match a side in a cell, but not the third corner
ending         first moves that lead to another result than the best one
block          first moves that do not belong to the shortest way
============== =========================================================================================
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..board import Board, Placement
from ..lattice import Cell, Vertex
from ..scoring import score
from ..tiles import Tile, TileSet
from ..words import tr
from .blocking import shortest_blocks
from .ending import solve_ending
from .house import PuzzleError
from .kinds import FOUND_KINDS, PuzzleKind
from .model import Answer, Puzzle
from .turning import best_turns
from .watch import Tick, Watch

LIMIT = 200_000
"""So many positions are looked at before a search gives up."""


class Solution(NamedTuple):
    """What solving a puzzle has brought.

    Attributes:
        answers: all right answers; of several orders of the same placements only one.
        measures: how hard it is, see `levels`.
        proof: what was examined, as numbers by name.
    """

    answers: tuple[Answer, ...]
    measures: dict[str, int]
    proof: dict[str, int]


def solve(puzzle: Puzzle, limit: int | None = LIMIT, tick: Tick | None = None) -> Solution:
    """Solve a puzzle without looking at its answer.

    Raises:
        TooLarge: there are more positions to look at than the limit.
        PuzzleError: there is nothing to ask for.
    """
    return _SOLVERS[puzzle.kind](puzzle, Watch(limit, tick))


def placements(board: Board, tiles: Iterable[Tile]) -> Iterator[Placement]:
    """Every legal placement of these tiles on a board that is not empty, by trying them all."""
    filled = {placement.cell for placement in board}
    beside = {other for cell in filled for other in cell.neighbours} - filled
    tiles = list(tiles)
    for cell in sorted(beside):
        for tile in tiles:
            for digits in sorted(set(tile.turns)):
                placement = Placement(cell, digits)
                if board.check(placement) is None:
                    yield placement


def fitting(board: Board, cell: Cell, tiles: Iterable[Tile]) -> list[Tile]:
    """Those of these tiles that fit in a cell."""
    return [
        tile for tile in tiles if any(board.check(Placement(cell, digits)) is None for digits in tile.turns)
    ]


def unlaid(puzzle: Puzzle) -> list[Tile]:
    """The tiles of the set that are not on the board."""
    laid = {placement.tile for placement in puzzle.board}
    return [tile for tile in puzzle.tile_set if tile not in laid]


def is_rising(box: TileSet) -> bool:
    """Whether every tile of the box with three different digits rises clockwise, and there are such."""
    chiral = [tile for tile in box if tile.is_chiral]
    return bool(chiral) and all(tile.is_rising for tile in chiral)


def _measures(puzzle: Puzzle, places: int, tempting: int, depth: int = 1) -> dict[str, int]:
    held = sum(map(len, puzzle.hands)) + len(puzzle.tiles)
    return {
        "tiles": len(puzzle.board),
        "hand": held,
        "places": places,
        "tempting": tempting,
        "depth": depth,
    }


# --- one placement -----------------------------------------------------------------------------------


def _best(puzzle: Puzzle, watch: Watch) -> Solution:
    board, points = puzzle.board, {}
    for placement in placements(board, puzzle.hand):
        watch.step()
        points[placement] = score(puzzle.rules, board, placement).total
    if not points:
        raise PuzzleError(tr("no tile of the hand fits"))
    ranked = sorted(set(points.values()), reverse=True)
    answers = tuple(placement for placement, total in points.items() if total == ranked[0])
    tempting = sum(
        2 * total >= ranked[0] or board.contact(placement).sides > 1 or board.contact(placement).tip
        for placement, total in points.items()
        if placement not in answers
    )
    proof = {"examined": len(points), "best": ranked[0]}
    if len(ranked) > 1:
        proof["second"] = ranked[1]
    return Solution(answers, _measures(puzzle, len(points), tempting), proof)


def _find(puzzle: Puzzle, watch: Watch) -> Solution:
    board, answers, examined = puzzle.board, [], 0
    for placement in placements(board, puzzle.hand):
        watch.step()
        examined += 1
        if _is_asked_for(puzzle, placement.cell):
            answers.append(placement)
    shaped = {cell for cell in board.open_cells if _is_asked_for(puzzle, cell)}
    tempting = len(shaped - {placement.cell for placement in answers})
    proof = {"examined": examined, "shaped": len(shaped)}
    return Solution(tuple(answers), _measures(puzzle, examined, tempting), proof)


def _is_asked_for(puzzle: Puzzle, cell: Cell) -> bool:
    """Whether any tile laid in this open cell would be what the puzzle asks to find."""
    contact = puzzle.board.contact_at(cell)
    if puzzle.kind is PuzzleKind.HEXAGON:
        return contact.hexagons > 0
    return contact.kind is FOUND_KINDS[puzzle.kind]


def _count(puzzle: Puzzle, watch: Watch) -> Solution:
    board, found = puzzle.board, 0
    for _ in placements(board, puzzle.hand):
        watch.step()
        found += 1
    tempting = sum(_nearly(board, cell, tile) for cell in board.open_cells for tile in puzzle.hand)
    tried = len(board.open_cells) * len(puzzle.hand) * 3
    return Solution((found,), _measures(puzzle, found, tempting), {"examined": tried, "best": found})


def _nearly(board: Board, cell: Cell, tile: Tile) -> bool:
    """Whether a tile fits in this cell but for the corner opposite a side that it matches."""
    faults = [board.check(Placement(cell, digits)) for digits in tile.turns]
    return all(faults) and any(fault is not None and len(fault.clashes) == 1 for fault in faults)


# --- cells and tiles -----------------------------------------------------------------------------------


def _fits(puzzle: Puzzle, watch: Watch) -> Solution:
    (cell,) = puzzle.cells
    watch.step()
    fits = fitting(puzzle.board, cell, puzzle.tiles)
    others = [tile for tile in puzzle.tiles if tile not in fits]
    flipped = {tile for tile in others if fitting(puzzle.board, cell, [tile.mirror()])}
    nearly = {tile for tile in others if _nearly(puzzle.board, cell, tile)}
    answers: tuple[Answer, ...] = tuple(fits) or (None,)
    proof = {"examined": len(puzzle.tiles), "fitting": len(fits)}
    return Solution(answers, _measures(puzzle, len(puzzle.tiles), len(flipped | nearly)), proof)


def _hopeless(puzzle: Puzzle, watch: Watch) -> Solution:
    board, box = puzzle.board, puzzle.tile_set
    answers, tempting = [], 0
    for cell in puzzle.cells:
        watch.step()
        found = fitting(board, cell, box)
        if not found:
            answers.append(cell)
        elif None not in board.corner_digits(cell) or len(found) == 1:
            tempting += 1
    proof = {"examined": len(puzzle.cells) * len(box), "marked": len(puzzle.cells)}
    return Solution(tuple(answers), _measures(puzzle, len(puzzle.cells), tempting), proof)


def _wrong(puzzle: Puzzle, watch: Watch) -> Solution:
    laid = list(puzzle.board)
    if is_sound(laid, puzzle.tile_set):
        raise PuzzleError(tr("no tile is wrong"))
    answers = []
    for placement in laid:
        watch.step()
        if is_sound([other for other in laid if other is not placement], puzzle.tile_set):
            answers.append(placement.cell)
    suspects = {
        placement.cell for vertex in clashing(laid) for placement in laid if vertex in placement.cell.corners
    } - set(answers)
    proof = {"examined": len(laid), "clashes": len(clashing(laid))}
    return Solution(tuple(answers), _measures(puzzle, len(laid), len(suspects)), proof)


def is_sound(laid: Iterable[Placement], box: TileSet) -> bool:
    """Whether digits agree at every vertex, every tile is in the box, and none is laid twice."""
    laid = list(laid)
    tiles = Counter(placement.tile for placement in laid)
    return not clashing(laid) and all(tile in box and times == 1 for tile, times in tiles.items())


def clashing(laid: Iterable[Placement]) -> list[Vertex]:
    """The vertices at which tiles show different digits."""
    shown: dict[Vertex, set[int]] = {}
    for cell, digits in laid:
        for vertex, digit in zip(cell.corners, digits, strict=True):
            shown.setdefault(vertex, set()).add(digit)
    return sorted(vertex for vertex, digits in shown.items() if len(digits) > 1)


# --- several placements ----------------------------------------------------------------------------------


def _turn(puzzle: Puzzle, watch: Watch) -> Solution:
    found = best_turns(puzzle.rules, puzzle.board, puzzle.hand, watch)
    if not found.best:
        raise PuzzleError(tr("no tile of the hand fits"))
    first = sum(1 for _ in placements(puzzle.board, puzzle.hand))
    proof = {"examined": found.states, "best": found.points, "sets": sum(found.totals.values())}
    others = [points for points in found.totals if points < found.points]
    if others:
        proof["second"] = max(others)
    depth = min(map(len, found.best))
    return Solution(found.best, _measures(puzzle, first, found.rivals(0.8), depth), proof)


def _ending(puzzle: Puzzle, watch: Watch) -> Solution:
    found = solve_ending(puzzle.rules, puzzle.board, puzzle.hands, watch)
    result = _sign(found.margin)
    tempting = sum(_sign(margin) != result for margin in found.moves.values())
    proof = {"examined": found.positions, "margin": found.margin}
    winner: Answer = {1: 0, -1: 1, 0: None}[result]
    places, depth = max(1, len(found.moves)), max(1, len(found.line))
    return Solution((winner,), _measures(puzzle, places, tempting, depth), proof)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _block(puzzle: Puzzle, watch: Watch) -> Solution:
    found = shortest_blocks(puzzle.rules, puzzle.board, puzzle.hand, watch)
    if found.fewest is None:
        raise PuzzleError(tr("these tiles cannot be blocked"))
    if found.fewest == 0:
        raise PuzzleError(tr("no tile of the hand fits"))
    first = list(placements(puzzle.board, puzzle.hand))
    good = {placement for way in found.ways for placement in way}
    tempting = sum(placement not in good for placement in first)
    proof = {"examined": found.boards, "shortest": found.fewest}
    return Solution(found.ways, _measures(puzzle, len(first), tempting, found.fewest), proof)


_SOLVERS: dict[PuzzleKind, Callable[[Puzzle, Watch], Solution]] = {
    PuzzleKind.BEST: _best,
    PuzzleKind.BRIDGE: _find,
    PuzzleKind.DOCKING: _find,
    PuzzleKind.DRONE: _find,
    PuzzleKind.HEXAGON: _find,
    PuzzleKind.TURN: _turn,
    PuzzleKind.FITS: _fits,
    PuzzleKind.HOPELESS: _hopeless,
    PuzzleKind.WRONG: _wrong,
    PuzzleKind.COUNT: _count,
    PuzzleKind.ENDING: _ending,
    PuzzleKind.BLOCK: _block,
}
