"""What can be asked, in which form it is answered, and when a puzzle of that kind has one answer.

============== ============== ==========================================================================
kind           answer         it has one answer when …
============== ============== ==========================================================================
best           a placement    exactly one placement gives the most points
bridge         a placement    exactly one placement is a bridge
docking        a placement    exactly one placement is a docking
drone          a placement    exactly one placement is a drone
hexagon        a placement    exactly one placement completes a hexagon
turn           placements     exactly one set of placements gives the most points; any order that gives
                              as many points is right, and so is any other turn that does
fits           a tile         exactly one of the tiles fits in the marked cell, or none does
hopeless       a cell         exactly one of the marked cells can be filled by no tile of the whole set
wrong          a cell         exactly one tile is such that the board is sound without it
count          a number       always
ending         a seat         always: who gets more points from here on when both play as well as can be
block          placements     exactly one set of placements is a shortest one; any sequence that blocks
                              with as few tiles is right
============== ============== ==========================================================================
"""

from __future__ import annotations

from enum import Enum

from ..board import Kind
from ..words import N_


class PuzzleKind(Enum):
    """What a puzzle asks; the value is its name in files and commands."""

    BEST = "best"
    BRIDGE = "bridge"
    DOCKING = "docking"
    DRONE = "drone"
    HEXAGON = "hexagon"
    TURN = "turn"
    FITS = "fits"
    HOPELESS = "hopeless"
    WRONG = "wrong"
    COUNT = "count"
    ENDING = "ending"
    BLOCK = "block"

    def __repr__(self) -> str:
        return str(self)


class Form(Enum):
    """In which form a puzzle is answered."""

    PLACEMENT = "placement"
    PLACEMENTS = "placements"
    TILE = "tile"
    CELL = "cell"
    NUMBER = "number"
    SEAT = "seat"

    def __repr__(self) -> str:
        return str(self)


FORMS = {
    PuzzleKind.BEST: Form.PLACEMENT,
    PuzzleKind.BRIDGE: Form.PLACEMENT,
    PuzzleKind.DOCKING: Form.PLACEMENT,
    PuzzleKind.DRONE: Form.PLACEMENT,
    PuzzleKind.HEXAGON: Form.PLACEMENT,
    PuzzleKind.TURN: Form.PLACEMENTS,
    PuzzleKind.FITS: Form.TILE,
    PuzzleKind.HOPELESS: Form.CELL,
    PuzzleKind.WRONG: Form.CELL,
    PuzzleKind.COUNT: Form.NUMBER,
    PuzzleKind.ENDING: Form.SEAT,
    PuzzleKind.BLOCK: Form.PLACEMENTS,
}
"""The form of the answer to each kind."""

KIND_NAMES = {
    PuzzleKind.BEST: N_("Best placement"),
    PuzzleKind.BRIDGE: N_("Find the bridge"),
    PuzzleKind.DOCKING: N_("Find the docking"),
    PuzzleKind.DRONE: N_("Find the drone"),
    PuzzleKind.HEXAGON: N_("Find the hexagon"),
    PuzzleKind.TURN: N_("Most points this turn"),
    PuzzleKind.FITS: N_("Which tile fits?"),
    PuzzleKind.HOPELESS: N_("Which gap is hopeless?"),
    PuzzleKind.WRONG: N_("Spot the wrong tile"),
    PuzzleKind.COUNT: N_("How many ways?"),
    PuzzleKind.ENDING: N_("Who wins the ending?"),
    PuzzleKind.BLOCK: N_("Shortest way to block"),
}
"""What each kind is called, for people."""

LEVEL_NAMES = {
    1: N_("first steps"),
    2: N_("easy"),
    3: N_("middling"),
    4: N_("hard"),
    5: N_("for clubs"),
}
"""The five levels, for people."""

LEVELS = tuple(LEVEL_NAMES)

FOUND_KINDS = {
    PuzzleKind.BRIDGE: Kind.BRIDGE,
    PuzzleKind.DOCKING: Kind.DOCKING,
    PuzzleKind.DRONE: Kind.DRONE,
}
"""The kinds of placements that puzzles ask to find."""

WITH_HAND = frozenset(
    {*FOUND_KINDS, PuzzleKind.BEST, PuzzleKind.HEXAGON, PuzzleKind.TURN, PuzzleKind.COUNT, PuzzleKind.BLOCK}
)
"""The kinds in which one player's tiles lie open."""
