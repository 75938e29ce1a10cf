"""What puzzles say: questions, hints and explanations, made of what is asked and never stored."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ..board import Kind, Placement
from ..hints import reasons
from ..moves import LegalMoves
from ..ruleparts import Several
from ..scoring import Score, score
from ..tiles import Tile
from ..view import PlayerView
from ..words import N_, tr, trn
from .ending import Solved, solve_ending
from .kinds import FOUND_KINDS, PuzzleKind
from .model import Puzzle
from .solving import clashing, fitting, is_rising, solve
from .turning import out_lines
from .verdicts import Verdict, laid

_ASKED = {
    PuzzleKind.BEST: N_("Lay one of your tiles so that it gives the most points."),
    PuzzleKind.BRIDGE: N_(
        "One of your tiles can be laid as a bridge: one side against a tile, and the opposite corner "
        "touches another. Where?"
    ),
    PuzzleKind.DOCKING: N_(
        "One of your tiles can be laid as a docking, with two sides against tiles. Where?"
    ),
    PuzzleKind.DRONE: N_("One of your tiles can be laid as a drone, with three sides against tiles. Where?"),
    PuzzleKind.HEXAGON: N_("One of your tiles can complete a hexagon: six tiles around one point. Where?"),
    PuzzleKind.TURN: N_("Lay as many tiles as you like in this turn, and get the most points."),
    PuzzleKind.FITS: N_("Which of these tiles fits in the marked place, or is it none of them?"),
    PuzzleKind.HOPELESS: N_("For one of the marked places there is no tile in the whole box. Which one?"),
    PuzzleKind.WRONG: N_("One tile on this board is wrong. Which one?"),
    PuzzleKind.ENDING: N_(
        "The pool is empty, all tiles lie open, and you are to move. Who gets more points from here on, "
        "if you both play as well as can be?"
    ),
    PuzzleKind.BLOCK: N_("Lay as few tiles as possible, so that none of those left fits anywhere."),
}


def question(puzzle: Puzzle) -> str:
    """The question of a puzzle."""
    if puzzle.kind is PuzzleKind.COUNT:
        if len(puzzle.hand) == 1:
            return tr("In how many places can {tile} be laid?", tile=puzzle.hand[0])
        return trn(
            "In how many ways can this tile be laid?",
            "In how many ways can one of these {n} tiles be laid?",
            len(puzzle.hand),
        )
    if puzzle.kind is PuzzleKind.HOPELESS and is_rising(puzzle.tile_set):
        rising = tr("In this box all tiles with three different digits rise clockwise.")
        return f"{tr(_ASKED[puzzle.kind])} {rising}"
    if puzzle.kind is PuzzleKind.TURN:
        return " ".join([tr(_ASKED[puzzle.kind]), *_turn_rules(puzzle)])
    return tr(_ASKED[puzzle.kind])


def _turn_rules(puzzle: Puzzle) -> list[str]:
    several, said = puzzle.rules.turn.several, []
    if several is Several.ONE:
        said.append(tr("By these rules a turn has only one tile."))
    if several is Several.MUST_GO_ON:
        said.append(tr("By these rules you have to go on as long as a tile fits."))
    points = sum(line.points for line in out_lines(puzzle.rules))
    if points:
        said.append(tr("Laying your last tile gives {points} more.", points=points))
    return said


# --- hints -----------------------------------------------------------------------------------------------


def hints(puzzle: Puzzle) -> tuple[str, ...]:
    """Hints to a puzzle, from a vague one to one that nearly tells the answer."""
    return tuple(_HINTS[puzzle.kind](puzzle, puzzle.solution))


_LOOK = {
    Kind.PLAIN: N_("Nothing special is possible here: it is a plain placement."),
    Kind.BRIDGE: N_("Look for a place where the corner opposite the shared side touches a tile, too."),
    Kind.DOCKING: N_("Look for a corner between two tiles."),
    Kind.DRONE: N_("Look for a gap with tiles on all three sides."),
}


def because(puzzle: Puzzle, answer: Placement) -> tuple[str, ...]:
    """What a placement gives now, what it blocks and what it keeps, in sentences (see `trinb.hints`).

    The other tiles are taken to be in the pool, and in the hand of one opponent who has as many.
    """
    box, held = puzzle.tile_set, len(puzzle.hand)
    hand = box.mask(puzzle.hand)
    pool = max(0, len(box) - len(puzzle.board) - 2 * held)
    moves = LegalMoves(puzzle.board.placements(box, hand))
    view = PlayerView(0, puzzle.rules, puzzle.board, hand, (held, held), pool, 0, (0, 0), (), moves)
    return reasons(view, answer).words


def _best_hints(puzzle: Puzzle, answer: Any) -> list[str]:
    contact = puzzle.board.contact(answer)
    said = [tr(_LOOK[contact.kind])]
    if contact.hexagons:
        said = [tr("Look for a point with five tiles around it.")]
    told = [why for why in because(puzzle, answer) if not _tells(why, answer)]
    return [*said, *filter(None, [" ".join(told)]), *_nearer(answer, puzzle)]


def _tells(why: str, answer: Placement) -> bool:
    """Whether a reason gives the answer away: names are the same in every language."""
    return str(answer.tile) in why or str(answer.cell) in why


def _nearer(answer: Placement, puzzle: Puzzle) -> list[str]:
    """Which tile it is, and then between which digits."""
    known = [digit for digit in puzzle.board.corner_digits(answer.cell) if digit is not None]
    digits = "-".join(map(str, known))
    said = [] if len(puzzle.hand) == 1 else [tr("The tile is {tile}.", tile=answer.tile)]
    return [
        *said,
        tr("Look where the board shows {digits}, read clockwise.", digits=_clockwise(digits, puzzle, answer)),
    ]


def _clockwise(digits: str, puzzle: Puzzle, answer: Placement) -> str:
    """The digits around the place clockwise, without a gap between those that are known."""
    corners = puzzle.board.corner_digits(answer.cell)
    if corners[1] is None and None not in (corners[0], corners[2]):
        return f"{corners[2]}-{corners[0]}"
    return digits


def _find_hints(puzzle: Puzzle, answer: Any) -> list[str]:
    kind = FOUND_KINDS.get(puzzle.kind)
    look = tr(_LOOK[kind]) if kind else tr("Look for a point with five tiles around it.")
    shaped = solve(puzzle).proof["shaped"]
    count = trn("There is one such place.", "There are {n} such places.", shaped)
    return [f"{look} {count}", *_nearer(answer, puzzle)]


def _turn_hints(puzzle: Puzzle, answer: Any) -> list[str]:
    total = _total(puzzle, answer)
    return [
        trn("It takes one tile.", "It takes {n} tiles.", len(answer)),
        tr("{points} points are possible.", points=total.total),
        tr("Begin with {tile}.", tile=answer[0].tile),
        tr("Begin with {tile} in {cell}.", tile=answer[0].tile, cell=answer[0].cell),
    ]


def _fits_hints(puzzle: Puzzle, answer: Any) -> list[str]:
    (cell,) = puzzle.cells
    corners = puzzle.board.corner_digits(cell)
    shown = "-".join("?" if digit is None else str(digit) for digit in corners)
    said = [
        tr("Read the digits around the place clockwise: {digits}.", digits=shown),
        tr("A tile may be turned, but never flipped: 0-1-2 is not 0-2-1."),
    ]
    if answer is None:
        return [*said, tr("Try each tile in all three turns before you say that none fits.")]
    return [*said, tr("Its digits add up to {sum}.", sum=answer.sum)]


def _hopeless_hints(puzzle: Puzzle, answer: Any) -> list[str]:
    mirrored = Placement(answer, _known(puzzle, answer)).tile.mirror()
    said = [tr("Read the digits around each place clockwise, the least one first.")]
    if mirrored in puzzle.tile_set and mirrored.is_chiral:
        said.append(tr("In this box some tiles run only one way round: there is no mirror of them."))
        said.append(tr("The box holds {tile}. Where would its mirror be needed?", tile=mirrored))
    else:
        digits = "-".join(map(str, puzzle.tile_set.digits))
        said.append(tr("The digits in this box are {digits}, but not every three of them.", digits=digits))
        said.append(tr("Look where {tile} would be needed.", tile=mirrored.mirror()))
    return said


def _known(puzzle: Puzzle, cell: Any) -> tuple[int, int, int]:
    """The digits around a hopeless place: always three, as some tile fits where there are two."""
    a, b, c = puzzle.board.corner_digits(cell)
    return a or 0, b or 0, c or 0


def _wrong_hints(puzzle: Puzzle, answer: Any) -> list[str]:
    clashes = clashing(puzzle.board)
    said = [tr("At every point all tiles show the same digit. Go round point by point.")]
    if not clashes:
        said += [tr("All digits agree. So which tile is not in the box at all?")]
        said += [tr("Read the tiles clockwise, the least digit first.")]
        return said
    said.append(trn("At one point the digits differ.", "At {n} points the digits differ.", len(clashes)))
    said.append(tr("Which tile is in the way of several others?"))
    tile = puzzle.board[answer].placement.tile
    return [*said, tr("The digits of the wrong tile add up to {sum}.", sum=tile.sum)]


def _count_hints(puzzle: Puzzle, answer: Any) -> list[str]:
    board = puzzle.board
    said = [tr("Go round the board, side by side. A tile must agree with every corner that it touches.")]
    for tile in puzzle.hand[:-1]:
        count = sum(bool(fitting(board, cell, [tile])) for cell in board.open_cells)
        said.append(trn("{tile} fits in one place.", "{tile} fits in {n} places.", count, tile=tile))
    near = [number for number in (answer - 1, answer, answer + 1) if number >= 0]
    return [*said[:3], tr("It is from {low} to {high}.", low=near[0], high=near[-1])]


@lru_cache(maxsize=64)
def _ending(puzzle: Puzzle) -> Solved:
    return solve_ending(puzzle.rules, puzzle.board, puzzle.hands)


def _ending_hints(puzzle: Puzzle, answer: Any) -> list[str]:
    found = _ending(puzzle)
    said = [tr("Count who can lay all tiles first, and what is paid for that.")]
    if found.line:
        first = found.line[0]
        said.append(tr("Best play begins with {tile}.", tile=first.tile))
        said.append(
            trn("Best play has one placement.", "Best play has {n} placements in all.", len(found.line))
        )
    return said


def _block_hints(puzzle: Puzzle, answer: Any) -> list[str]:
    left = [tile for tile in puzzle.hand if tile not in [placement.tile for placement in answer]]
    said = [
        tr("Look for the tiles that fit in the fewest places: they are easy to block."),
        trn("One tile is enough.", "{n} tiles are enough.", len(answer)),
        tr("{tile} stays in your hand.", tile=left[0]),
    ]
    return [*said, tr("Begin with {tile}.", tile=answer[0].tile)]


_HINTS: dict[PuzzleKind, Callable[[Puzzle, Any], list[str]]] = {
    PuzzleKind.BEST: _best_hints,
    PuzzleKind.BRIDGE: _find_hints,
    PuzzleKind.DOCKING: _find_hints,
    PuzzleKind.DRONE: _find_hints,
    PuzzleKind.HEXAGON: _find_hints,
    PuzzleKind.TURN: _turn_hints,
    PuzzleKind.FITS: _fits_hints,
    PuzzleKind.HOPELESS: _hopeless_hints,
    PuzzleKind.WRONG: _wrong_hints,
    PuzzleKind.COUNT: _count_hints,
    PuzzleKind.ENDING: _ending_hints,
    PuzzleKind.BLOCK: _block_hints,
}


# --- explanations ----------------------------------------------------------------------------------------


def explanation(puzzle: Puzzle) -> str:
    """The answer to a puzzle, and why it is the answer."""
    return " ".join(_EXPLAINED[puzzle.kind](puzzle, puzzle.solution))


def _total(puzzle: Puzzle, answer: Any) -> Score:
    found = laid(puzzle, answer)
    assert not isinstance(found, Verdict)
    return found[2]


def _lies(answer: Placement) -> str:
    return tr("{tile} goes to {cell}.", tile=answer.tile, cell=answer.cell)


def _told_best(puzzle: Puzzle, answer: Any) -> list[str]:
    said = [_lies(answer), tr("That gives {score}.", score=score(puzzle.rules, puzzle.board, answer))]
    second = solve(puzzle).proof.get("second")
    if second is not None:
        said.append(tr("The next best placement gives {points}.", points=second))
    return [*said, *because(puzzle, answer)[1:]]


def _told_find(puzzle: Puzzle, answer: Any) -> list[str]:
    contact = puzzle.board.contact(answer)
    said = [_lies(answer)]
    if puzzle.kind is PuzzleKind.HEXAGON:
        count = contact.hexagons
        said.append(trn("It completes one hexagon.", "It completes {n} hexagons.", count))
    said.append(tr("That gives {score}.", score=score(puzzle.rules, puzzle.board, answer)))
    return [*said, *because(puzzle, answer)[1:]]


def _told_turn(puzzle: Puzzle, answer: Any) -> list[str]:
    board, said = puzzle.board, []
    for placement in answer:
        gives = score(puzzle.rules, board, placement)
        said.append(
            tr("{tile} in {cell} gives {score}.", tile=placement.tile, cell=placement.cell, score=gives)
        )
        board = board.place(placement)
    if len(answer) == len(puzzle.hand) and out_lines(puzzle.rules):
        said.append(tr("The last tile gives {score}.", score=Score(out_lines(puzzle.rules))))
    return [*said, tr("In all that is {points}.", points=_total(puzzle, answer).total)]


def _told_fits(puzzle: Puzzle, answer: Any) -> list[str]:
    (cell,) = puzzle.cells
    corners = puzzle.board.corner_digits(cell)
    if answer is not None:
        (turn,) = [
            turn for turn in dict.fromkeys(answer.turns) if not puzzle.board.check(Placement(cell, turn))
        ]
        shown = "-".join(map(str, turn))
        return [tr("{tile} fits: turned to {digits} it agrees with every corner.", tile=answer, digits=shown)]
    if None in corners:
        return [tr("None of these tiles fits, whichever way it is turned.")]
    needed = Placement(cell, _known(puzzle, cell)).tile
    if needed not in puzzle.tile_set:
        said = tr("The place needs {tile}, and there is no such tile in this box.", tile=needed)
        return [said, *_mirrored(puzzle, needed)]
    return [tr("The place needs {tile}, and that is not among them.", tile=needed)]


def _told_hopeless(puzzle: Puzzle, answer: Any) -> list[str]:
    needed = Placement(answer, _known(puzzle, answer)).tile
    said = tr("{cell} needs {tile}, and there is no such tile in this box.", cell=answer, tile=needed)
    return [said, *_mirrored(puzzle, needed)]


def _mirrored(puzzle: Puzzle, missing: Tile) -> list[str]:
    """That the mirror of a tile that is not in the box is no help."""
    if missing.is_chiral and missing.mirror() in puzzle.tile_set:
        return [tr("Its mirror {tile} is there, but tiles are never flipped.", tile=missing.mirror())]
    return []


def _told_wrong(puzzle: Puzzle, answer: Any) -> list[str]:
    tile = puzzle.board[answer].placement.tile
    if tile not in puzzle.tile_set:
        said = tr(
            "The tile in {cell} is {tile}, and there is no such tile in this box.", cell=answer, tile=tile
        )
        return [said, *_mirrored(puzzle, tile)]
    count = len(clashing(puzzle.board))
    return [
        trn(
            "The tile in {cell}, {tile}, does not agree with the others at one point.",
            "The tile in {cell}, {tile}, does not agree with the others at {n} points.",
            count,
            cell=answer,
            tile=tile,
        ),
        tr("Without it all is well."),
    ]


def _told_count(puzzle: Puzzle, answer: Any) -> list[str]:
    said = []
    for tile in puzzle.hand:
        cells = [cell for cell in sorted(puzzle.board.open_cells) if fitting(puzzle.board, cell, [tile])]
        if cells:
            said.append(tr("{tile} fits in {cells}.", tile=tile, cells=", ".join(map(str, cells))))
        else:
            said.append(tr("{tile} fits nowhere.", tile=tile))
    return [*said, trn("That is one way.", "Those are {n} ways.", answer)]


def _told_ending(puzzle: Puzzle, answer: Any) -> list[str]:
    found = _ending(puzzle)
    said = [
        {
            0: tr("You get {points} points more than your opponent.", points=found.margin),
            1: tr("Your opponent gets {points} points more than you.", points=-found.margin),
            None: tr("You both get as many points."),
        }[answer]
    ]
    if found.line:
        said.append(tr("A line of best play: {moves}.", moves=" ".join(map(str, found.line))))
    return said


def _told_block(puzzle: Puzzle, answer: Any) -> list[str]:
    laid_tiles = [placement.tile for placement in answer]
    left = ", ".join(str(tile) for tile in puzzle.hand if tile not in laid_tiles)
    return [
        tr("Lay {moves}.", moves=" ".join(map(str, answer))),
        tr("After that nothing fits of what is left: {tiles}.", tiles=left),
        tr("With fewer tiles it cannot be done."),
    ]


_EXPLAINED: dict[PuzzleKind, Callable[[Puzzle, Any], list[str]]] = {
    PuzzleKind.BEST: _told_best,
    PuzzleKind.BRIDGE: _told_find,
    PuzzleKind.DOCKING: _told_find,
    PuzzleKind.DRONE: _told_find,
    PuzzleKind.HEXAGON: _told_find,
    PuzzleKind.TURN: _told_turn,
    PuzzleKind.FITS: _told_fits,
    PuzzleKind.HOPELESS: _told_hopeless,
    PuzzleKind.WRONG: _told_wrong,
    PuzzleKind.COUNT: _told_count,
    PuzzleKind.ENDING: _told_ending,
    PuzzleKind.BLOCK: _told_block,
}
