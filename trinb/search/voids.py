"""What a seat can conclude from what others could not do.

Whoever draws because nothing fits holds none of the tiles that would have fitted.  A tile drawn later may be
one of them, so what is remembered is a **void**: a set of tiles of which a seat holds at most so many.

>>> from trinb.rounds import Round
>>> from trinb.ruleset import rules
>>> from trinb.view import view_of
>>> round = Round.deal(rules("triangelspelet"), players=2, seed=2)
>>> for _ in range(4):
...     round = round.play(round.legal_moves()[0])
>>> print(*round.events[1:], sep="; ")
seat 1 draws a tile; seat 0 draws a tile; seat 1 draws a tile
>>> for void in voids(view_of(round, 0))[1]:
...     print("at most", void.most, "of", *round.tile_set.of_mask(void.tiles))
at most 2 of 0-1-1 1-1-2 1-1-3 1-1-4 1-1-5 2-2-2 3-3-3 4-4-4 5-5-5
at most 1 of 0-1-1 1-1-2 1-1-3 1-1-4 1-1-5

Nobody holds a triple higher than the one that was led; and before each draw nothing fitted beside 1-1-1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from ..board import Board
from ..moves import DECISIONS, END_TURN, Event, What
from ..ruleparts import Lead, Several
from ..ruleset import RuleSet
from ..tiles import Tile, TileSet
from ..view import PlayerView


class Told(Enum):
    """What can be learned about a seat."""

    TILE = "it lays a tile"
    DRAW = "it draws a tile"
    STUCK = "nothing that it holds fits"
    WITHOUT = "it holds none of some tiles"


class Seen(NamedTuple):
    """Something learned about a seat.

    Attributes:
        what: what it is.
        seat: whom it is about.
        event: the number of the event with which it was seen.
        tiles: the mask of the tiles that it does not hold.
    """

    what: Told
    seat: int
    event: int
    tiles: int = 0


class Void(NamedTuple):
    """A seat holds at most `most` of the tiles in this mask."""

    tiles: int
    most: int

    def allows(self, hand: int) -> bool:
        """Whether a hand, as a mask, agrees with it."""
        return (hand & self.tiles).bit_count() <= self.most


def voids(view: PlayerView) -> tuple[tuple[Void, ...], ...]:
    """For each seat what it holds few of, as far as everybody could see.

    Each set of a seat is part of the one before it, and has a smaller number.
    """
    box, board = view.rules.tile_set, Board()
    found: list[list[Void]] = [[] for _ in view.hand_sizes]
    for what, seat, number, tiles in story(view):
        mine = found[seat]
        if what is Told.TILE:
            event = view.events[number]
            assert event.placement and event.contact
            board = board.lay(event.placement, event.contact)
            found[seat] = _placed(mine, box.mask([event.placement.tile]))
        elif what is Told.DRAW:
            mine[:] = [Void(void.tiles, void.most + 1) for void in mine]
        else:
            tiles = tiles if what is Told.WITHOUT else _fitting(board, box)
            mine[:] = [Void(void.tiles | tiles, void.most) for void in mine]
            if not mine or mine[-1].most:
                mine.append(Void(tiles, 0))
    unseen = box.mask(view.unseen)
    return tuple(tuple(Void(void.tiles & unseen, void.most) for void in mine) for mine in found)


def _placed(mine: Sequence[Void], tile: int) -> list[Void]:
    """What is known of a seat after it has laid a tile: one that was void has been drawn since."""
    kept: list[Void] = []
    for tiles, most in mine:
        left = max(0, most - 1) if tiles & tile else most
        if not kept or left < kept[-1].most:
            kept.append(Void(tiles, left))
    return kept


def _fitting(board: Board, box: TileSet) -> int:
    """The mask of the tiles that fit anywhere."""
    mask = 0
    for _, _, tiles in board.placements(box).by_cell():
        mask |= tiles
    return mask


def story(view: PlayerView) -> Iterator[Seen]:
    """What everybody at the table has learned of everybody, in order."""
    rules, events = view.rules, view.events
    decided = [number for number, event in enumerate(events) if event.what in DECISIONS]
    following = dict(zip(decided, [events[number].seat for number in decided[1:]], strict=False))
    for number, event in enumerate(events):
        what, seat = event.what, event.seat
        if what is What.LAP_DRAW:
            yield Seen(Told.WITHOUT, seat, number, rules.tile_set.mask(rules.tile_set.triples))
            yield Seen(Told.DRAW, seat, number)
        elif what is What.START:
            for other, tiles in _not_led(view, event):
                yield Seen(Told.WITHOUT, other, number, tiles)
        elif what is What.PASS or (what is What.DRAW and not rules.draws.although_able):
            yield Seen(Told.STUCK, seat, number)
        if what in (What.TURN_UP, What.START, What.PLACE):
            yield Seen(Told.TILE, seat, number)
        if what is What.DRAW:
            yield Seen(Told.DRAW, seat, number)
        if following.get(number, view.to_move) != seat and _ends_stuck(rules, what):
            yield Seen(Told.STUCK, seat, number)


def _ends_stuck(rules: RuleSet, last: What) -> bool:
    """Whether a turn that ends with this event ends because nothing fits."""
    if last is What.DRAW:
        return rules.draws.place_at_once
    return last is What.PLACE and rules.turn.several is not Several.ONE


def _not_led(view: PlayerView, start: Event) -> Iterator[tuple[int, int]]:
    """For each seat the tiles that it would have had to lead."""
    rules, box = view.rules, view.rules.tile_set
    assert start.placement
    tile = start.placement.tile
    if rules.opening.lead is Lead.DRAW or (rules.opening.choose_zero and tile.is_triple and not tile.sum):
        return
    better = box.mask(other for other in box.tiles if _leads_before(other, tile))
    for seat in range(len(view.hand_sizes)):
        yield seat, better


def _leads_before(one: Tile, other: Tile) -> bool:
    return (one.is_triple, one.sum) > (other.is_triple, other.sum)


def this_turn(view: PlayerView) -> tuple[int, int]:
    """How many tiles whose turn it is has drawn and placed in this turn."""
    drawn = placed = 0
    for event in reversed(view.events):
        if event.seat != view.to_move or event.what not in (What.DRAW, What.PLACE):
            break
        drawn += event.what is What.DRAW
        placed += event.what is What.PLACE
    if len(view.hand_sizes) == 1:  # all turns are of the same seat
        return 0, int(END_TURN in view.legal_moves.others)
    return drawn, placed
