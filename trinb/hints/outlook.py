"""What a board offers to whoever comes next, as far as one seat can know it.

A tile is **unseen** that is neither on the board nor in the own hand: the others hold it, or it lies in the
pool.  A **spot** is an open cell that is worth more than a plain placement, such as the place of a bridge or
a docking.  The board shows a digit at all three corners of a spot, so only a single tile of the box fits
there: a spot for an own tile cannot be taken by anybody.  A **gap** is an open cell that no tile fits any
more.  The **reply** is what the best placement of the next player gives on average over all hands that he may
hold: every unseen tile is as likely as any other, apart from those that he has shown not to have by drawing
or passing.

>>> from trinb.rounds import Round
>>> from trinb.ruleset import rules
>>> from trinb.view import view_of
>>> board = Board.parse("v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525")
>>> view = view_of(Round.deal(rules("triangelspelet"), players=2, seed=1), seat=1)._replace(board=board)
>>> seer = Seer(view)
>>> outlook = seer.look(board, rest=0)
>>> [(str(spot.cell), str(spot.tile), spot.points) for spot in outlook.spots.values()]
[('^0,0', '1-2-5', 75)]
>>> round(outlook.reply, 2), len(outlook.fits), len(seer.unseen)
(7.98, 14, 47)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import comb

from attrs import frozen

from ..board import PLAIN, Board, Laid
from ..lattice import Cell
from ..moves import DECISIONS, What
from ..ruleparts import Award
from ..scoring import scorer
from ..tiles import Tile, bits
from ..view import PlayerView


@frozen
class Spot:
    """An open cell that is worth more than a plain placement, and the one tile that fits there.

    Attributes:
        cell: where it is.
        tile: the tile.
        points: what it gets there.
        extra: how much of that is more than a plain placement gives.
        chance: how likely it is that the next player holds it; 0 for an own tile.
    """

    cell: Cell
    tile: Tile
    points: int
    extra: int
    chance: float = 0.0


@frozen
class Outlook:
    """What a board offers.

    Attributes:
        spots: the spots for unseen tiles, by cell.
        own: the spots for the tiles that would be left in the own hand, by cell.
        gaps: the open cells that no tile fits any more, neither an unseen nor an own one.
        holes: those of them that would be spots, had the tile for them not been laid.
        cells: the open cells that an unseen tile fits.
        fits: the unseen tiles that fit anywhere.
        rest: the own tiles that fit anywhere.
        reply: what the best placement of the next player gives on average.
        next_points: the most that one of the own tiles gets; None when none fits.
        next_tile: which one that is.
    """

    spots: dict[Cell, Spot]
    own: dict[Cell, Spot]
    gaps: frozenset[Cell]
    holes: frozenset[Cell]
    cells: frozenset[Cell]
    fits: tuple[Tile, ...]
    rest: tuple[Tile, ...]
    reply: float
    next_points: int | None = None
    next_tile: Tile | None = None


_NONE: frozenset[Cell] = frozenset()


class Seer:
    """Whoever looks ahead for a seat, with nothing but what that seat may know.

    Args:
        view: what it may know.

    Attributes:
        unseen: the tiles that others hold or that lie in the pool.
        next_hand: how many tiles the next player holds; 0 when one plays alone.
        lacks: the unseen tiles that the next player is known not to hold.
    """

    def __init__(self, view: PlayerView) -> None:
        self.view, self.rules = view, view.rules
        self.box, self.scorer = view.rules.tile_set, scorer(view.rules)
        self._unseen = self.box.mask(view.unseen)
        self.unseen = view.unseen
        sizes = view.hand_sizes
        self.next_hand = sizes[(view.seat + 1) % len(sizes)] if len(sizes) > 1 else 0
        lacks = lacking(view) & self._unseen
        if len(self.unseen) - lacks.bit_count() < self.next_hand:
            lacks = 0  # a position that cannot have been played
        self._suspects = self._unseen & ~lacks
        self.lacks = self.box.of_mask(lacks)

    # --- looking -----------------------------------------------------------------------------------

    def look(self, board: Board, rest: int) -> Outlook:
        """What a board that is not empty offers to the next player, and to the own tiles of a mask."""
        spots: dict[Cell, Spot] = {}
        own: dict[Cell, Spot] = {}
        cells = set()
        fits = resting = 0
        theirs: dict[int, int] = {}
        next_points, next_tile = None, None
        gaps = set(board.open_cells)
        for cell, contact, mask in board.placements(self.box, self._unseen | rest).by_cell():
            gaps.remove(cell)
            unseen, mine = mask & self._unseen, mask & rest
            award = self.scorer.worth(contact)
            if unseen:
                cells.add(cell)
                fits |= unseen
                self._add(theirs, award, unseen & self._suspects)
            if mine:
                resting |= mine
                points, tile = self._top(award, mine)
                if next_points is None or points > next_points:
                    next_points, next_tile = points, tile
            if self._is_spot(award):
                (spots if unseen else own)[cell] = self._spot(cell, award, mask)
        return Outlook(
            spots,
            own,
            frozenset(gaps),
            frozenset(cell for cell in gaps if self._is_spot(self.scorer.worth(board.contact_at(cell)))),
            frozenset(cells),
            self.box.of_mask(fits),
            self.box.of_mask(resting),
            self._mean(theirs),
            next_points,
            next_tile,
        )

    @property
    def unknown(self) -> Outlook:
        """What an empty board offers: nobody has a choice there that could be told beforehand."""
        return Outlook({}, {}, _NONE, _NONE, _NONE, self.unseen, self.view.hand, 0.0)

    def _is_spot(self, award: Award) -> bool:
        """Whether it gives more than a plain placement."""
        plain = self._plain
        return award.points - plain.points + award.sums - plain.sums > 0

    @cached_property
    def _plain(self) -> Award:
        return self.scorer.worth(PLAIN)

    def _spot(self, cell: Cell, award: Award, mask: int) -> Spot:
        tile = self.box.tiles[mask.bit_length() - 1]
        points = award.of(tile.sum)
        extra = points - self._plain.of(tile.sum)
        return Spot(cell, tile, points, extra, self.chance(1) if mask & self._suspects else 0.0)

    def _top(self, award: Award, mask: int) -> tuple[int, Tile]:
        """The most points that a tile of a mask gets, and that tile."""
        if not award.sums:
            return award.points, self.box.tiles[(mask & -mask).bit_length() - 1]
        best = max((self.box.tiles[number] for number in bits(mask)), key=lambda tile: award.of(tile.sum))
        return award.of(best.sum), best

    def _add(self, theirs: dict[int, int], award: Award, mask: int) -> None:
        """Note for tiles of a mask what they would get."""
        if not award.sums:
            theirs[award.points] = theirs.get(award.points, 0) | mask
            return
        for total, having in self.box.sums:
            if mask & having:
                points = award.of(total)
                theirs[points] = theirs.get(points, 0) | mask & having

    # --- chances -----------------------------------------------------------------------------------

    def chance(self, tiles: int) -> float:
        """How likely it is that the next player holds at least one of so many tiles that he may hold.

        Every hand of his size from the tiles that he may hold is as likely as any other.
        """
        many, held = self._suspects.bit_count(), self.next_hand
        return 1 - comb(many - tiles, held) / comb(many, held) if 0 < held <= many else 0.0

    def _mean(self, theirs: dict[int, int]) -> float:
        """The average of the most that a hand of the next player gets; nothing where nothing fits."""
        mean = before = 0.0
        able = 0
        for points in sorted(theirs, reverse=True):
            able |= theirs[points]
            now = self.chance(able.bit_count())
            mean += points * (now - before)
            before = now
        return mean


def lacking(view: PlayerView) -> int:
    """The mask of the tiles that the next player is known not to hold.

    Whoever draws or passes shows that nothing fits.  If he may place a drawn tile at once, that holds for
    all tiles that are in his hand after the turn: what he drew and could place is on the board.
    """
    rule, players = view.rules.draws, len(view.hand_sizes)
    if players == 1 or not rule.place_at_once or rule.although_able:
        return 0
    last = _last_turn(view, (view.seat + 1) % players)
    if last is None:
        return 0
    return _fits(view, view.board.laid[:last])


def _last_turn(view: PlayerView, seat: int) -> int | None:
    """How many tiles lay on the board when a seat drew or passed in its last turn; None if it did neither."""
    laid, in_turn, stuck = len(view.board), False, False
    for event in reversed(view.events):
        if event.what not in DECISIONS:
            continue
        if event.seat == seat:
            in_turn = True
            stuck |= event.what in (What.DRAW, What.PASS)
        elif in_turn:
            break
        laid -= event.placement is not None
    return laid if stuck else None


def _fits(view: PlayerView, laid: Iterable[Laid]) -> int:
    """The mask of the tiles that fit on a board with these tiles."""
    board, box = Board(), view.rules.tile_set
    for placement, contact in laid:
        board = board.lay(placement, contact)
    fits = 0
    for _, _, mask in board.placements(box).by_cell():
        fits |= mask
    return fits
