"""Puzzles on paper: the picture of one, with or without its answer, and a work sheet of many with a key.

On a picture the places that are marked have a **letter** each, so that one can speak of them:

>>> from trinb.puzzles import Puzzle
>>> gap = Puzzle("fits", "granna", "^0,0=555 v0,0=554", tiles="0-4-5 1-1-2", cells="^0,1", answer="0-4-5")
>>> letters(gap)
{Cell(q=0, r=1, up=True): '?'}
>>> made = puzzle_sheet([gap], "Gaps")
>>> "Which of these tiles fits" in made, "Answers" in made
(True, True)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from string import ascii_uppercase
from typing import Any, NamedTuple, TypeAlias

from ..board import Board, Placement
from ..lattice import Cell
from ..puzzles import LEVEL_NAMES, Form, Puzzle, PuzzleKind
from ..puzzles.ending import solve_ending
from ..puzzles.solving import placements
from ..puzzles.verdicts import laid
from ..scoring import score
from ..tiles import Tile
from ..words import tr, trn
from . import svg
from .shapes import inert, text
from .sheets import Task, sheet

MOST = 60
"""So many puzzles a sheet has at most."""

_HALF, _WHOLE, _LOW = (86.0, 64.0), (182.0, 128.0), 93.0
"""The room for a picture in mm: in half the width of a page, and in all of it; half the height of a page."""

_LEAST = 0.145  # mm for a px; the digits would be hard to read if it were less
_TITLE = 22  # px for what stands over tiles

_WITH_POINTS = frozenset({PuzzleKind.BEST, PuzzleKind.TURN, PuzzleKind.ENDING})

_Shown: TypeAlias = tuple[str, svg.Box]
_Groups: TypeAlias = list[tuple[str, Sequence[Tile]]]

# --- the picture ------------------------------------------------------------------------------------


def letters(puzzle: Puzzle) -> dict[Cell, str]:
    """What the marked places of a puzzle are called."""
    return lettered(puzzle.cells)


def lettered(marked: Iterable[Cell]) -> dict[Cell, str]:
    """What marked places are called: ``?`` if there is but one, else A, B, C … in reading order."""
    cells = sorted(marked, key=lambda cell: (-cell.centre[1], cell.centre[0]))
    return {cells[0]: "?"} if len(cells) == 1 else dict(zip(cells, ascii_uppercase, strict=False))


def with_letters(puzzle: Puzzle, words: str) -> str:
    """A text about a puzzle in which marked places are called by their letters.

    >>> with_letters(Puzzle("hopeless", "granna", "^0,0=555", cells="v0,0 v-1,0"), "Not v0,0 but v-1,0.")
    'Not B but A.'
    """
    named = {str(cell): letter for cell, letter in letters(puzzle).items() if letter != "?"}
    if not named:
        return words
    tokens = "|".join(map(re.escape, sorted(named, key=len, reverse=True)))
    return re.sub(rf"(?:{tokens})(?![\d=])", lambda match: named[match[0]], words)


def shows_kinds(puzzle: Puzzle) -> bool:
    """Whether one has to see how the tiles on the board were laid: some rules ask for it later."""
    return bool(puzzle.rules.score.extension) and puzzle.kind in _WITH_POINTS


def board(
    puzzle: Puzzle, solved: bool = False, *, shown: Board | None = None, answer: Any = None, **more: Any
) -> str:
    """The board of a puzzle, its marked places, and the answer if that is told.

    Args:
        puzzle: the puzzle.
        solved: whether the answer is drawn, too.
        shown: the board with tiles that were laid for an answer that nobody has judged yet.
        answer: another right answer to be drawn.
        more: what else `svg.board` is to be told, such as `theme`.
    """
    names = letters(puzzle)
    told: dict[str, Any] = {
        "cells": list(names),
        "labels": names,
        "last": False,
        "mark_kinds": solved or shows_kinds(puzzle),
        "title": puzzle.name,
    }
    drawn = puzzle.board if shown is None else shown
    if solved:
        drawn = answered(puzzle, puzzle.solution if answer is None else answer, told)
    return described(svg.board(drawn, **{**told, **more}), puzzle, drawn)


def answered(puzzle: Puzzle, answer: Any, told: dict[str, Any]) -> Board:
    """The board with an answer drawn on it; whatever else is to be drawn goes into `told`."""
    found = puzzle.board
    if puzzle.form in (Form.PLACEMENT, Form.PLACEMENTS):
        order = [answer] if isinstance(answer, Placement) else answer
        for placement in order:
            found = found.place(placement)
        told["chosen"] = [placement.cell for placement in order]
        told["last"] = True
    elif puzzle.form is Form.TILE and answer is not None:
        told["ghost"] = in_gap(puzzle, answer)
        told["ghost_kind"] = False
    elif puzzle.form is Form.CELL:
        told["lit"] = [answer]
    elif puzzle.kind is PuzzleKind.COUNT:
        ways: dict[Cell, int] = {}
        for placement in placements(puzzle.board, puzzle.hand):
            ways[placement.cell] = ways.get(placement.cell, 0) + 1
        told["cells"], told["labels"] = list(ways), {cell: str(count) for cell, count in ways.items()}
    elif puzzle.form is Form.SEAT:
        line = solve_ending(puzzle.rules, puzzle.board, puzzle.hands).line
        for placement in line:
            found = found.place(placement)
        told["chosen"] = [placement.cell for placement in line]
    return found


def in_gap(puzzle: Puzzle, tile: Tile) -> Placement:
    """A tile to choose from in the marked place, turned so that it fits if it can."""
    (cell,) = puzzle.cells
    turns = [Placement(cell, digits) for digits in tile.turns]
    return next((turn for turn in turns if puzzle.board.check(turn) is None), turns[0])


def described(picture: str, puzzle: Puzzle, shown: Board) -> str:
    """The picture with a description that tells what can be seen, and not what kind a tile is of."""
    told = [trn("{n} tile.", "{n} tiles.", len(shown))]
    for cell, letter in letters(puzzle).items():
        told.append(tr("Marked {letter}: {cell}.", letter=letter, cell=cell))
    told.append(tr("Position: {position}", position=shown))
    words = f"<desc>{inert(' '.join(told), 100_000)}</desc>"
    return re.sub(r"<desc>.*?</desc>", lambda _: words, picture, count=1, flags=re.DOTALL)


def groups(puzzle: Puzzle) -> list[tuple[str, Sequence[Tile]]]:
    """The tiles beside the board, each group with what it is called."""
    if puzzle.form is Form.SEAT:
        names = [tr("Your tiles"), tr("Your opponent's tiles")]
        return list(zip(names, puzzle.hands, strict=True))
    if puzzle.tiles:
        return [(tr("To choose from"), puzzle.tiles)]
    return [(tr("Your tiles"), puzzle.hand)] if puzzle.hand else []


def picture(puzzle: Puzzle, solved: bool = False) -> tuple[str, bool]:
    """The board and the tiles beside it as one picture, and whether it needs the whole width of a page.

    The tiles lie below the board or to the right of it, wherever they leave it larger.
    """
    _, top = shown = _inside(board(puzzle, solved, style=False))
    layouts: list[list[_Part]] = [[_Part(*shown, 0, 0)]]
    if not solved:  # the key needs no tiles: its board shows where they go
        beside = groups(puzzle)
        layouts = [
            _below(shown, beside, max(3, int(top.width // 82))),
            _right(shown, beside),
            _in_a_row(shown, beside),
        ]
    half = max(layouts, key=lambda parts: _scale(parts, _HALF))
    whole = max(layouts, key=lambda parts: _scale(parts, _WHOLE))
    wide = not solved and _scale(half, _HALF) < _LEAST
    parts = whole if wide else half
    body = "".join(
        f'<g transform="translate({part.x - part.box.x:.2f} {part.y - part.box.y:.2f})">{part.body}</g>'
        for part in parts
    )
    words = " ".join(f"{name}: {', '.join(map(str, tiles))}." for name, tiles in groups(puzzle))
    width, height = _size(parts)
    # Wider than need be, so that it becomes no higher than its room: then more of them go on a page.
    width_, height_ = _room(height, width) if wide else _HALF
    room = max(width, height * width_ / height_)
    box = svg.Box((width - room) / 2, 0, room, height)
    return svg.picture(body, box, puzzle.name, words, "light", False), wide


def _room(height: float, width: float) -> tuple[float, float]:
    """The room for a wide picture: half the height of a page, or more if it would get too small in that."""
    low = min(_WHOLE[0] / width, _LOW / height)
    return (_WHOLE[0], _LOW) if low >= _LEAST else _WHOLE


class _Part(NamedTuple):
    """Something drawn, with its own box, and where its left upper corner goes."""

    body: str
    box: svg.Box
    x: float
    y: float


def _size(parts: Sequence[_Part]) -> tuple[float, float]:
    right = max(part.x + part.box.width for part in parts)
    return right, max(part.y + part.box.height for part in parts)


def _scale(parts: Sequence[_Part], room: tuple[float, float]) -> float:
    """How many mm a px gets in a room of so many mm."""
    width, height = _size(parts)
    return min(room[0] / width, room[1] / height)


def _below(shown: _Shown, beside: _Groups, columns: int) -> list[_Part]:
    """The tiles below the board, all in the middle."""
    drawn = [shown, *(_titled(name, tiles, min(columns, 7)) for name, tiles in beside)]
    width, parts, at = max(box.width for _, box in drawn), [], 0.0
    for body, box in drawn:
        parts.append(_Part(body, box, (width - box.width) / 2, at))
        at += box.height
    return parts


def _in_a_row(shown: _Shown, beside: _Groups) -> list[_Part]:
    """The groups of tiles below the board and beside one another."""
    body, top = shown
    drawn = [_titled(name, tiles, 2) for name, tiles in beside]
    row = sum(box.width for _, box in drawn)
    width = max(top.width, row)
    parts, at = [_Part(body, top, (width - top.width) / 2, 0)], (width - row) / 2
    for one, box in drawn:
        parts.append(_Part(one, box, at, top.height))
        at += box.width
    return parts


def _right(shown: _Shown, beside: _Groups) -> list[_Part]:
    """The tiles to the right of the board, in a column of one or two, in the middle of its height."""
    body, top = shown
    drawn = [_titled(name, tiles, 1 if len(tiles) < 4 else 2) for name, tiles in beside]
    height = sum(box.height for _, box in drawn)
    whole, at = max(top.height, height), 0.0
    parts = [_Part(body, top, 0, (whole - top.height) / 2)]
    for one, box in drawn:
        parts.append(_Part(one, box, top.width, (whole - height) / 2 + at))
        at += box.height
    return parts


_PARTS = re.compile(r'viewBox="([^"]+)".*?<rect class="ground"[^>]*/>(.*)</svg>', re.DOTALL)


def _inside(made: str) -> _Shown:
    """What is drawn in a picture, and where."""
    found = _PARTS.search(made)
    assert found
    return found[2], svg.Box(*map(float, found[1].split()))


def _titled(name: str, tiles: Sequence[Tile], columns: int) -> _Shown:
    """Tiles below their title."""
    inner, box = _inside(svg.hand(tiles, columns=columns, style=False))
    words = text("hint", box.x + box.width / 2, box.y + 2, inert(name))
    width = max(box.width, 10.0 * len(name))
    left = box.x - (width - box.width) / 2
    return words + inner, svg.Box(left, box.y - _TITLE, width, box.height + _TITLE)


# --- the answer, in words that make sense on paper --------------------------------------------------


def answer_words(puzzle: Puzzle) -> str:
    """The answer for the key of a sheet, where a picture shows the places."""
    return _ANSWERS[puzzle.form](puzzle, puzzle.solution)


def _placement(puzzle: Puzzle, answer: Any) -> str:
    return f"{answer.tile}: {score(puzzle.rules, puzzle.board, answer)}"


def _placements(puzzle: Puzzle, answer: Any) -> str:
    tiles = ", ".join(str(placement.tile) for placement in answer)
    said = tr("In this order: {tiles}.", tiles=tiles)
    found = laid(puzzle, answer)
    if puzzle.kind is PuzzleKind.TURN and isinstance(found, tuple):
        said = f"{said} {tr('In all that is {points}.', points=found[2].total)}"
    return said


def _tile(puzzle: Puzzle, answer: Any) -> str:
    return puzzle.explanation


def _cell(puzzle: Puzzle, answer: Any) -> str:
    if puzzle.kind is PuzzleKind.WRONG:
        return tr("The tile {tile}.", tile=puzzle.board[answer].placement.tile)
    return with_letters(puzzle, puzzle.explanation)


def _number(puzzle: Puzzle, answer: Any) -> str:
    return tr("{number} in all. The picture tells how many in each place.", number=answer)


def _seat(puzzle: Puzzle, answer: Any) -> str:
    margin = solve_ending(puzzle.rules, puzzle.board, puzzle.hands).margin
    if answer is None:
        return tr("You both get as many points.")
    if answer:
        return tr("Your opponent gets {points} points more than you.", points=-margin)
    return tr("You get {points} points more than your opponent.", points=margin)


_ANSWERS: dict[Form, Callable[[Puzzle, Any], str]] = {
    Form.PLACEMENT: _placement,
    Form.PLACEMENTS: _placements,
    Form.TILE: _tile,
    Form.CELL: _cell,
    Form.NUMBER: _number,
    Form.SEAT: _seat,
}


# --- the sheet ---------------------------------------------------------------------------------------


def puzzle_task(puzzle: Puzzle, key: bool = True) -> Task:
    """A puzzle as a task of a work sheet.

    Args:
        puzzle: the puzzle.
        key: whether its answer is told.
    """
    shown, wide = picture(puzzle)
    note = [tr(puzzle.rules.name)]
    if puzzle.level:
        note.insert(0, tr("level {n}, {name}", n=puzzle.level, name=tr(LEVEL_NAMES[puzzle.level])))
    return Task(
        puzzle.question,
        shown,
        answer_words(puzzle) if key else "",
        " · ".join(note),
        picture(puzzle, solved=True)[0] if key else "",
        choices_of(puzzle),
        wide,
    )


def choices_of(puzzle: Puzzle) -> tuple[str, ...]:
    """What is to be ticked off on paper; nothing where one writes or draws."""
    if puzzle.form is Form.TILE:
        return (*map(str, puzzle.tiles), tr("none of them"))
    if puzzle.form is Form.SEAT:
        return seats()
    if puzzle.kind is PuzzleKind.HOPELESS:
        return tuple(letters(puzzle).values())
    return ()


def seats() -> tuple[str, str, str]:
    """The three answers to the question who gets more points."""
    return tr("you"), tr("your opponent"), tr("nobody")


def puzzle_sheet(
    puzzles: Iterable[Puzzle],
    title: str,
    key: bool = True,
    intro: str = "",
    tick: Callable[[int], object] | None = None,
) -> str:
    """A page with puzzles, to be printed, and with the answers on pages of their own.

    Args:
        puzzles: in the order of their numbers, at most `MOST` of them.
        title: stands on top.
        key: whether there are answers.
        intro: stands below the title.
        tick: is told how many puzzles are done; whatever it raises ends it.
    """
    tasks = []
    for number, puzzle in enumerate(list(puzzles)[:MOST], 1):
        tasks.append(puzzle_task(puzzle, key))
        if tick is not None:
            tick(number)
    return sheet(paired(tasks), title, intro, key)


def paired(tasks: Iterable[Task]) -> list[Task]:
    """Tasks in an order in which no half of a page stays empty: one that would be alone gets the next other.

    >>> wide, slim = Task("", "", "", wide=True), Task("", "", "")
    >>> [task.wide for task in paired([slim, wide, slim, wide])]
    [False, False, True, True]
    """
    left, found, alone = list(tasks), [], False
    while left:
        task = next((task for task in left if not task.wide), left[0]) if alone else left[0]
        left.remove(task)
        found.append(task)
        alone = not task.wide and not alone
    return found
