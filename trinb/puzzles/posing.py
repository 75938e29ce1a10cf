"""How a question is put to a position: one function for each kind, all chance from a given source.

A poser looks for what its kind needs, such as a gap with three known digits, and gives up by returning
None.  What it returns is not known to be a good puzzle, nor to have one answer; see `mining`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from ..board import PLAIN, Board, Placement
from ..lattice import Cell
from ..ruleparts import Several
from ..ruleset import RuleSet, rules
from ..scoring import score, scorer
from ..tiles import Tile
from .kinds import FOUND_KINDS, PuzzleKind
from .model import Puzzle
from .solving import fitting, is_rising


class Pose(NamedTuple):
    """What a question is put to.

    Attributes:
        kind: what is to be asked.
        rules: the rules.
        level: how hard it is to become.
        board: the position.
        rng: all chance.
    """

    kind: PuzzleKind
    rules: RuleSet
    level: int
    board: Board
    rng: Random

    @property
    def unlaid(self) -> list[Tile]:
        """The tiles that are not on the board, in any order."""
        laid = {placement.tile for placement in self.board}
        left = [tile for tile in self.rules.tile_set if tile not in laid]
        self.rng.shuffle(left)
        return left

    def some(self, sizes: tuple[int, ...]) -> int:
        """A number of tiles for this level: one of two that lie beside each other in a row."""
        return self.rng.choice(sizes[self.level - 1 : self.level + 1])

    def puzzle(self, **parts: Any) -> Puzzle:
        """The puzzle with these parts."""
        return Puzzle(self.kind, self.rules.id, str(self.board), readings=self.rules.switched_on, **parts)


def _in_order(pose: Pose, tiles: Iterable[Tile]) -> list[Tile]:
    """Tiles in the order of their set, so that the order tells nothing."""
    return sorted(tiles, key=pose.rules.tile_set.number)


# --- a hand ------------------------------------------------------------------------------------------


def _hand(pose: Pose, sizes: tuple[int, ...], most_idle: int) -> list[Tile]:
    """Some tiles, only so many of which fit nowhere."""
    size, hand, idle = pose.some(sizes), [], 0
    for tile in pose.unlaid:
        fits = bool(pose.board.placements([tile]))
        if not fits and idle == most_idle:
            continue
        idle += not fits
        hand.append(tile)
        if len(hand) == size:
            break
    return _in_order(pose, hand)


def _best(pose: Pose) -> Puzzle | None:
    """A tile with something special to do, and others that have something, too, but not as good."""
    board, gains = pose.board, {}
    for tile in pose.unlaid:
        totals = sorted((_gain(pose, place), place.cell) for place in board.placements([tile]))
        if totals:
            gains[tile] = [points for points, _ in totals]
    stars = [
        tile for tile, points in gains.items() if _is_special(pose, tile) and points.count(points[-1]) == 1
    ]
    if not stars:
        return None
    star = stars[0]
    less = [tile for tile in gains if gains[tile][-1] < gains[star][-1]]
    less.sort(key=lambda tile: not _is_special(pose, tile))
    size = pose.some((2, 3, 4, 5, 6, 7))
    tempting = less[: pose.level]
    rest = [tile for tile in less if tile not in tempting]
    pose.rng.shuffle(rest)
    return pose.puzzle(hands=[_in_order(pose, [star, *(tempting + rest)[: size - 1]])])


def _gain(pose: Pose, placement: Placement) -> int:
    return score(pose.rules, pose.board, placement).total


def _is_special(pose: Pose, tile: Tile) -> bool:
    """Whether a tile can be laid so that it gives more than a plain placement of it would."""
    places = pose.board.placements([tile])
    return any(gives_more(pose.rules, pose.board, placement) for placement in places)


def gives_more(rule_set: RuleSet, board: Board, placement: Placement) -> bool:
    """Whether a placement gives more points than the same tile would if it were laid plainly."""
    plain = scorer(rule_set).score(PLAIN, placement.tile).total
    return score(rule_set, board, placement).total > plain


def _turn(pose: Pose) -> Puzzle | None:
    if pose.rules.turn.several is Several.ONE:
        return None
    return pose.puzzle(hands=[_hand(pose, (2, 3, 3, 4, 6, 7), 1)])


def _count(pose: Pose) -> Puzzle | None:
    return pose.puzzle(hands=[_hand(pose, (1, 1, 1, 2, 3, 3), 0)])


def _block(pose: Pose) -> Puzzle | None:
    return pose.puzzle(hands=[_hand(pose, (2, 3, 4, 5, 6, 8), 1)])


def _ending(pose: Pose) -> Puzzle | None:
    sizes = (1, 2, 2, 3, 4, 5)
    first, second = pose.some(sizes), pose.some(sizes)
    tiles = _hand(pose, (first + second,) * 6, 1 + pose.level // 3)
    pose.rng.shuffle(tiles)
    hands = tiles[:first], tiles[first : first + second]
    if len(hands[1]) < second:
        return None
    return pose.puzzle(hands=[_in_order(pose, hand) for hand in hands])


def _find(pose: Pose) -> Puzzle | None:
    """One tile that can be laid as asked, in one cell, and others that cannot."""
    pose = pose._replace(board=_carved(pose))
    shaped = [cell for cell in sorted(pose.board.open_cells) if _is_shaped(pose, pose.board, cell)]
    unlaid = pose.unlaid
    fits = {tile: [cell for cell in shaped if fitting(pose.board, cell, [tile])] for tile in unlaid}
    good = [tile for tile in unlaid if len(fits[tile]) == 1]
    if not good:
        return None
    size = pose.some((2, 3, 4, 5, 6, 7))
    others = [tile for tile in unlaid if not fits[tile] and pose.board.placements([tile])]
    idle = [tile for tile in unlaid if not fits[tile] and tile not in others]
    hand = [good[0], *others[: size - 2], *(idle or others)[-1:]]
    return pose.puzzle(hands=[_in_order(pose, set(hand))])


def _is_shaped(pose: Pose, board: Board, cell: Cell) -> bool:
    contact = board.contact_at(cell)
    if pose.kind is PuzzleKind.HEXAGON:
        return contact.hexagons > 0
    return contact.kind is FOUND_KINDS[pose.kind]


_SIDES = {PuzzleKind.BRIDGE: 1, PuzzleKind.DOCKING: 2, PuzzleKind.DRONE: 3}


def _carved(pose: Pose) -> Board:
    """The board without a tile that was laid as asked, or that can be if some beside it go, too.

    Bots seldom leave open what is asked for; so most positions of this kind are found a move too late.
    """
    wanted = _SIDES.get(pose.kind, 2)
    laid = list(pose.board)
    pose.rng.shuffle(laid)
    for placement in laid:
        beside = [other for other in placement.cell.neighbours if other in pose.board]
        if len(beside) < wanted:
            continue
        gone = {placement.cell, *pose.rng.sample(beside, len(beside) - wanted)}
        left = relaid([other for other in pose.board if other.cell not in gone])
        if left is not None and _is_shaped(pose, left, placement.cell):
            return left
    return pose.board


def relaid(placements: Iterable[Placement]) -> Board | None:
    """A board with these placements, in their order as far as that goes; None if they fall apart."""
    board, waiting = Board(), list(placements)
    while waiting:
        for placement in waiting:
            if not board or placement.cell in board.open_cells:
                break
        else:
            return None
        board = board.place(placement)
        waiting.remove(placement)
    return board


# --- gaps ----------------------------------------------------------------------------------------------


def _gaps(board: Board) -> list[Cell]:
    """The open cells whose three digits are known."""
    return [cell for cell in sorted(board.open_cells) if None not in board.corner_digits(cell)]


def _needed(board: Board, cell: Cell) -> Tile:
    a, b, c = (digit or 0 for digit in board.corner_digits(cell))
    return Tile(a, b, c)


def _fits(pose: Pose) -> Puzzle | None:
    """A marked cell, the tile that fits, and some that nearly do; at times it is a gap that none fits."""
    board, unlaid = pose.board, pose.unlaid
    gaps = _gaps(board)
    hopeless = [cell for cell in gaps if not fitting(board, cell, pose.rules.tile_set)]
    size = pose.some((3, 3, 4, 5, 6, 7))
    if hopeless and pose.rng.random() < 0.4:
        cell = pose.rng.choice(hopeless)
        needed, good = _needed(board, cell), []
    else:
        cells = [cell for cell in gaps if fitting(board, cell, unlaid)]
        if pose.level == 1 or not cells:
            cells += [cell for cell in board.open_cells if fitting(board, cell, unlaid)]
        cell = pose.rng.choice(cells)
        needed = fitting(board, cell, unlaid)[0]
        good = [needed]
    nearby = [tile for tile in unlaid if tile not in good and not fitting(board, cell, [tile])]
    nearby.sort(key=lambda tile: -_likeness(tile, needed))
    far = nearby[size:]
    chosen = nearby[: size - len(good) - 1] + far[: 1 if far else 0]
    return pose.puzzle(cells=[cell], tiles=_in_order(pose, good + chosen))


def _likeness(tile: Tile, needed: Tile) -> int:
    """How easily one takes one tile for another: by the digits that they share, in any order."""
    left, shared = list(needed.digits), 0
    for digit in tile.digits:
        if digit in left:
            left.remove(digit)
            shared += 1
    return shared


def _hopeless(pose: Pose) -> Puzzle | None:
    board, box = pose.board, pose.rules.tile_set
    unlaid = pose.unlaid
    gaps = _gaps(board)
    dead = [cell for cell in gaps if not fitting(board, cell, box)]
    alive = [cell for cell in gaps if fitting(board, cell, unlaid)]
    wanted = pose.some((1, 1, 2, 3, 4, 6))
    if not dead or (not alive and pose.level > 1):
        return None
    others = [cell for cell in sorted(board.open_cells) if cell not in gaps and fitting(board, cell, unlaid)]
    pose.rng.shuffle(others)
    pose.rng.shuffle(alive)
    marked = (alive + others)[: wanted + 1]
    if len(marked) <= wanted and len(marked) < 2:
        return None
    return pose.puzzle(cells=sorted([pose.rng.choice(dead), *marked]))


def twin(puzzle: Puzzle, rules_id: str) -> Puzzle | None:
    """The same gap under rules whose box has the tile that it needs, instead of the mirror of that tile."""
    (cell,) = puzzle.cells
    if puzzle.answer != "none" or cell not in _gaps(puzzle.board):
        return None
    needed, box = _needed(puzzle.board, cell), rules(rules_id).tile_set
    tiles = [needed if tile == needed.mirror() else tile for tile in puzzle.tiles]
    shown = [*tiles, *(placement.tile for placement in puzzle.board)]
    if needed not in tiles or any(tile not in box for tile in shown):
        return None
    return Puzzle(puzzle.kind, rules_id, puzzle.position, tiles=tiles, cells=puzzle.cells)


# --- a wrong tile ----------------------------------------------------------------------------------------


def _wrong(pose: Pose) -> Puzzle | None:
    """A tile changed for another one: mirrored, with another digit, or such as is in no box."""
    rng, box = pose.rng, pose.rules.tile_set
    laid = list(pose.board)
    at = rng.randrange(len(laid))
    cell, digits = laid[at]
    if pose.level >= 3 and rng.random() < 0.4:
        changed = _in_no_box(pose, at)
    else:
        kept = dict(enumerate(digits))
        wrong = rng.randrange(3)
        options = [digit for digit in box.digits if digit != digits[wrong]]
        kept[wrong] = rng.choice(options)
        changed = (kept[0], kept[1], kept[2])
    if changed is None or Tile(*changed) in [placement.tile for placement in laid]:
        return None
    laid[at] = Placement(cell, changed)
    return Puzzle(pose.kind, pose.rules.id, " ".join(map(str, laid)), readings=pose.rules.switched_on)


def _in_no_box(pose: Pose, at: int) -> tuple[int, int, int] | None:
    """Other digits for a tile that touches nothing with one corner, so that it agrees but does not exist."""
    laid = list(pose.board)
    cell, digits = laid[at]
    touched = {corner for other, placed in enumerate(laid) if other != at for corner in placed.cell.corners}
    free = [corner for corner, vertex in enumerate(cell.corners) if vertex not in touched]
    if len(free) != 1:
        return None
    options = []
    for digit in pose.rules.tile_set.digits:
        changed = [*digits[: free[0]], digit, *digits[free[0] + 1 :]]
        if _cannot_be(pose, Tile(*changed)):
            options.append((changed[0], changed[1], changed[2]))
    return pose.rng.choice(options) if options else None


def _cannot_be(pose: Pose, tile: Tile) -> bool:
    """Whether one can tell that a tile is in no box without knowing the box by heart.

    Either all tiles of the box rise clockwise, or its mirror lies on the board.
    """
    box = pose.rules.tile_set
    mirrored = tile.mirror() in [placement.tile for placement in pose.board]
    return tile not in box and tile.is_chiral and (mirrored or is_rising(box))


POSERS: dict[PuzzleKind, Callable[[Pose], Puzzle | None]] = {
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
