"""The parts of a rule set: its choices, as enums, and its tables of numbers.

Costs are written as positive numbers and subtracted.  An award is some points plus a multiple of the
digit sum of the tile; in a file a bare number stands for points alone.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

import attrs
from attrs import Factory, frozen

UNLIMITED = "unlimited"
"""In a file: as often as one likes."""


class Reason(Enum):
    """What a line of a score is for."""

    START = "start"
    TRIPLE = "triple"
    ZERO = "zero"
    SECOND_TRIPLE = "second-triple"
    TILE = "tile"
    PLAIN = "plain"
    BRIDGE = "bridge"
    DOCKING = "docking"
    DRONE = "drone"
    HEXAGON = "hexagon"
    EXTENSION = "extension"
    DRAW = "draw"
    FAILED_DRAWS = "failed-draws"
    STUCK = "stuck"
    OUT = "out"
    OTHERS_DIGITS = "others-digits"
    TILES_LEFT = "tiles-left"
    POOL_LEFT = "pool-left"
    BLOCKED = "blocked"

    def __repr__(self) -> str:
        return str(self)


class Lead(Enum):
    """How it is decided who leads, and with which tile."""

    TRIPLE = "triple"
    """The holder of the highest triple leads it."""
    POOL = "pool"
    """The last winner turns up a tile from the pool, for no points; without one, as with TRIPLE."""
    DRAW = "draw"
    """Each draws a tile and shows it; the highest sum leads any tile of his hand."""


class WithoutTriple(Enum):
    """What happens when nobody holds a triple."""

    DRAW = "draw"
    """Everybody draws one tile, lap after lap, until somebody holds a triple."""
    HIGHEST_TILE = "highest-tile"
    """The highest digit sum leads that tile; equal: next highest tile, then the lower seat."""
    HIGHEST_TILE_OR_DRAW = "highest-tile-or-draw"
    """The highest digit sum leads that tile; equal: those draw on until it is decided."""


class FirstSeat(Enum):
    """Who begins a lap of draws when nobody has won a round yet."""

    ZERO = "seat-0"
    LOT = "lot"


class Several(Enum):
    """How many tiles a player may place in a turn."""

    ONE = "one"
    MAY_GO_ON = "may-go-on"
    MUST_GO_ON = "must-go-on"


class ExtensionOf(Enum):
    """What a placement must lie beside to count as the extension of a bridge."""

    CHAIN = "bridge-or-extension"
    BRIDGE = "bridge"
    ANYTHING = "anything"


class BlockedWinner(Enum):
    """Who is awarded when nobody can place and the pool is empty."""

    NOBODY = "nobody"
    FEWEST_TILES = "fewest-tiles"
    LOWEST_SUM = "lowest-sum"


class BlockedAward(Enum):
    """What that player gets."""

    OTHERS_MINUS_OWN = "others-minus-own"
    DIFFERENCES = "differences"


class TargetTest(Enum):
    """When it is tested whether the match is over."""

    END_OF_ROUND = "end-of-round"
    AT_ONCE = "at-once"


class MatchWinner(Enum):
    """Who wins when several have reached the target."""

    HIGHEST = "highest"
    ROUND_WINNER = "round-winner"


class MatchTie(Enum):
    """What happens when the highest totals are equal."""

    JOINT = "joint"
    ANOTHER_ROUND = "another-round"


@frozen
class Award:
    """Points, plus `sums` times the digit sum of the tile.

    >>> Award(10, sums=1).of(9)
    19
    """

    points: int = 0
    sums: int = 0

    def of(self, tile_sum: int) -> int:
        """What it gives for a tile with this digit sum."""
        return self.points + self.sums * tile_sum

    def __bool__(self) -> bool:
        return bool(self.points or self.sums)


@frozen
class Hand:
    """How many tiles each player takes; `by_players` overrides it for a number of players."""

    tiles: int
    by_players: dict[int, int] = Factory(dict)

    def size(self, players: int) -> int:
        """The tiles each of so many players takes."""
        return self.by_players.get(players, self.tiles)


@frozen
class Opening:
    """How a round begins, and what the first tile scores.

    `tile` is for any first tile; a triple gets `triple` on top, and 0-0-0 `zero` on top of that;
    `second_triple` is for holding another triple as well.  With `choose_zero` whoever holds both the
    highest triple and 0-0-0 may lead either.
    """

    lead: Lead = Lead.TRIPLE
    without_triple: WithoutTriple = WithoutTriple.DRAW
    first_lap: FirstSeat = FirstSeat.ZERO
    choose_zero: bool = False
    tile: Award = Award()
    triple: Award = Award()
    zero: Award = Award()
    second_triple: Award = Award()


@frozen
class Draws:
    """Drawing when nothing fits: `most` a turn, at `cost` each.

    With `place_at_once` a drawn tile that fits must be placed in the same turn, else the turn ends
    with the draw.  `although_able` allows drawing when something fits.  `failed` is the further cost
    when the most draws were made in vain; with `cost_only_if_failed` the draws cost nothing otherwise.
    """

    most: int | None = 1
    place_at_once: bool = True
    although_able: bool = False
    cost: int = 0
    cost_only_if_failed: bool = False
    failed: int = 0


@frozen
class Turn:
    """How many tiles a turn may place, and the cost of being stuck with an empty pool."""

    several: Several = Several.ONE
    stuck: int = 0


@frozen
class Scores:
    """What a placement scores: `tile` for each, one of the four kinds, and bonuses.

    `hexagons` are the points in all for completing one, two or three hexagons.  An extension counts
    beside a hexagon only with `extension_with_hexagon`.
    """

    tile: Award = Award()
    plain: Award = Award()
    bridge: Award = Award()
    docking: Award = Award()
    drone: Award = Award()
    extension: Award = Award()
    extension_of: ExtensionOf = ExtensionOf.CHAIN
    extension_with_hexagon: bool = False
    hexagons: tuple[int, int, int] = (0, 0, 0)


@frozen
class Out:
    """What it is worth to place one's last tile, and what it costs the others.

    With `one_left_in_pool` the `points` are given only if exactly one tile is left in the pool.
    """

    points: int = 0
    others_digits: bool = False
    others_cost_per_tile: int = 0
    one_left_in_pool: bool = False
    pool_digits_cost: bool = False


@frozen
class Blocked:
    """What happens when the pool is empty and no hand fits: an award, and a cost per tile left for all."""

    winner: BlockedWinner = BlockedWinner.NOBODY
    award: BlockedAward = BlockedAward.OTHERS_MINUS_OWN
    cost_per_tile: int = 0


@frozen
class MatchRule:
    """When a match ends and who wins it; a target or a number of rounds, or whichever is first."""

    target: int | None = None
    rounds: int | None = None
    test: TargetTest = TargetTest.END_OF_ROUND
    winner: MatchWinner = MatchWinner.HIGHEST
    tie: MatchTie = MatchTie.JOINT


@frozen
class Clause:
    """One section of a source, in our words.

    Attributes:
        id: its name in the source, such as ``§7``.
        text: what it says.
        settles: the reasons for points that it decides on.
        shows: the kinds of events (see `moves.What`) that it is about, or ``deal``; to show it by example.
        section: where it stands in the source, if that is more than its id.
    """

    id: str
    text: str
    settles: tuple[Reason, ...] = ()
    shows: tuple[str, ...] = ()
    section: str = ""


@frozen
class Reading:
    """Another way to read a clause: what it says and the values that it sets."""

    clause: str
    text: str
    set: dict[str, Any] = attrs.field(factory=dict, hash=False)
