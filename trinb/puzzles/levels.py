"""How hard a puzzle is: from what can be measured to one of five levels.

Every kind measures the same five things, each in its own way:

========= ==========================================================================================
tiles     how many tiles lie on the board
hand      how many tiles are held, or are there to choose from
places    how many things there are to look at: legal placements, candidates, marked cells, tiles
tempting  how many wrong answers look right (see `solving`)
depth     how many tiles have to be thought ahead
========= ==========================================================================================

The **effort** is places + 4·tempting + 12·(depth − 1).  A puzzle has the lowest level whose three limits it
keeps: for the effort (by kind), for the tiles on the board and for the tiles in the hand.  So a puzzle of
level 1 always fits on the screen of a phone.

>>> small = {"tiles": 8, "hand": 3, "places": 7, "tempting": 1, "depth": 1}
>>> level_of(PuzzleKind.BEST, small), level_of(PuzzleKind.BEST, {**small, "tiles": 25})
(1, 4)
"""

from __future__ import annotations

from collections.abc import Mapping

from .kinds import PuzzleKind

MEASURES = ("tiles", "hand", "places", "tempting", "depth")
"""What is measured."""

EFFORTS = {
    PuzzleKind.BEST: (11, 16, 22, 32),
    PuzzleKind.BRIDGE: (6, 10, 15, 22),
    PuzzleKind.DOCKING: (7, 12, 18, 27),
    PuzzleKind.DRONE: (6, 10, 15, 22),
    PuzzleKind.HEXAGON: (7, 12, 18, 27),
    PuzzleKind.TURN: (16, 28, 40, 56),
    PuzzleKind.FITS: (11, 15, 19, 24),
    PuzzleKind.HOPELESS: (5, 9, 13, 18),
    PuzzleKind.WRONG: (14, 20, 27, 36),
    PuzzleKind.COUNT: (16, 32, 60, 100),
    PuzzleKind.ENDING: (18, 30, 46, 68),
    PuzzleKind.BLOCK: (14, 22, 34, 50),
}
"""For each kind the greatest effort of levels 1 to 4."""

TILES = (12, 16, 24, 32)
"""The most tiles on the board of levels 1 to 4."""

HANDS = (4, 6, 7, 8)
"""The most tiles in the hands, or to choose from, of levels 1 to 4."""


def effort_of(measures: Mapping[str, int]) -> int:
    """How much there is to look at."""
    return measures["places"] + 4 * measures["tempting"] + 12 * (measures["depth"] - 1)


def level_of(kind: PuzzleKind, measures: Mapping[str, int]) -> int:
    """The lowest level whose limits these measures keep."""
    sizes = (_level(measures["tiles"], TILES), _level(measures["hand"], HANDS))
    return max(effort_level(kind, measures), *sizes)


def effort_level(kind: PuzzleKind, measures: Mapping[str, int]) -> int:
    """The level by the effort alone."""
    return _level(effort_of(measures), EFFORTS[kind])


def _level(value: int, limits: tuple[int, ...]) -> int:
    return next((level for level, most in enumerate(limits, 1) if value <= most), len(limits) + 1)
