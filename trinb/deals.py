"""The deal: all chance of a round, and what follows from it before anybody decides anything.

A deal is an order of the tiles.  The first seat takes the first tiles, the next seat the next ones, and
what is left is the pool, drawn from its beginning.  Who leads, and with which tile, follows from the
rules; if nobody holds a triple, laps of draws may come first.
"""

from __future__ import annotations

from random import Random

from attrs import evolve, field, frozen

from .errors import RulesError
from .moves import Event, What
from .ruleparts import FirstSeat, Lead, WithoutTriple
from .ruleset import RuleSet
from .scoring import Scorer, scorer
from .tiles import TileSet
from .words import tr


@frozen
class Deal:
    """All chance of one round.

    Attributes:
        rules: the rule set.
        players: how many seats.
        order: the numbers of all tiles in the order in which they are taken.
        first: the seat that begins a lap of draws: the last winner, else seat 0 or a lot.
        last_winner: who went out in the round before; None in a first round or after a blocked one
            if there was no winner before it either.
        box, scorer: the tile set and the scorer of the rules, at hand.
        lead_order: another order of the tiles, from which each draws for the lead where the rules say so.
    """

    rules: RuleSet
    players: int
    order: tuple[int, ...]
    first: int = 0
    last_winner: int | None = None
    lead_order: tuple[int, ...] = ()
    box: TileSet = field(init=False, eq=False, repr=False)
    scorer: Scorer = field(init=False, eq=False, repr=False)

    @box.default
    def _box(self) -> TileSet:
        return self.rules.tile_set

    @scorer.default
    def _scorer(self) -> Scorer:
        return scorer(self.rules)

    @classmethod
    def shuffled(
        cls,
        rules: RuleSet,
        players: int,
        rng: Random,
        last_winner: int | None = None,
        first: int | None = None,
    ) -> Deal:
        """A random deal.

        Args:
            rules: the rule set.
            players: how many seats.
            rng: all chance.
            last_winner: who won the round before, where the rules let that seat lead.
            first: who begins a lap of draws; by default the last winner, else seat 0 or a lot.

        Raises:
            RulesError: the rules do not allow so many players, or there is no such seat.
        """
        low, high = rules.players
        if not low <= players <= high:
            raise RulesError(
                tr(
                    "{rules} is for {low} to {high} players, not {count}",
                    rules=rules.id,
                    low=low,
                    high=high,
                    count=players,
                )
            )
        for name, seat in (("last_winner", last_winner), ("first", first)):
            if seat is not None and not 0 <= seat < players:
                no_seat = tr("there is no seat {seat} among {count} players", seat=seat, count=players)
                raise RulesError(f"{name}: {no_seat}")
        order = _shuffled(len(rules.tile_set), rng)
        if first is None:
            lot = rules.opening.first_lap is FirstSeat.LOT and last_winner is None
            first = rng.randrange(players) if lot else last_winner or 0
        lead = _shuffled(len(order), rng) if rules.opening.lead is Lead.DRAW else ()
        return cls(rules, players, order, first, last_winner, lead)


def _shuffled(count: int, rng: Random) -> tuple[int, ...]:
    """The numbers below `count` in random order.

    Sorting by random keys is three times as fast as `rng.shuffle`, and as fair: two keys are equal once
    in 2⁵³ times.
    """
    keys = [rng.random() for _ in range(count)]
    return tuple(sorted(range(count), key=keys.__getitem__))


@frozen
class Opened:
    """A deal up to the first decision.

    Attributes:
        hands: for each seat the mask of its tiles.
        pool: the numbers of the tiles left, next one first.
        seat: who leads.
        leads: the mask of the tiles that may be led; 0 if the first tile comes from the pool.
        events: what was seen so far.
    """

    hands: tuple[int, ...]
    pool: tuple[int, ...]
    seat: int = 0
    leads: int = 0
    events: tuple[Event, ...] = ()


def open_deal(deal: Deal) -> Opened:
    """Deal the hands and find who leads which tile."""
    size = deal.rules.hand.size(deal.players)
    order = deal.order
    hands = [0] * deal.players
    for index in range(deal.players * size):
        hands[index // size] |= 1 << order[index]
    opened = Opened(tuple(hands), order[deal.players * size :])
    lead = deal.rules.opening.lead
    if lead is Lead.DRAW:
        return _lead_by_draw(deal, opened)
    if lead is Lead.POOL and deal.last_winner is not None and opened.pool:
        return evolve(opened, seat=deal.last_winner)
    return _lead_by_triple(deal, opened)


def _lead_by_triple(deal: Deal, opened: Opened) -> Opened:
    rule = deal.rules.opening
    while not (leader := _triple_leader(deal, opened)):
        if rule.without_triple is not WithoutTriple.DRAW or not opened.pool:
            return _lead_by_sum(deal, opened)
        lap = [(deal.first + step) % deal.players for step in range(deal.players)]
        opened = _lap(opened, lap)
    return leader


def _triple_leader(deal: Deal, opened: Opened) -> Opened | None:
    """The holder of the highest triple leads it, or 0-0-0 if he has that too and may choose."""
    for bit in deal.box.triple_bits:
        for seat, hand in enumerate(opened.hands):
            if hand & bit:
                leads = bit
                if deal.rules.opening.choose_zero and deal.box.triples[-1].sum == 0:
                    leads |= hand & deal.box.triple_bits[-1]
                return Opened(opened.hands, opened.pool, seat, leads, opened.events)
    return None


def _lap(opened: Opened, seats: list[int]) -> Opened:
    """Each of these seats draws one tile, as long as there are any."""
    hands = list(opened.hands)
    for seat, number in zip(seats, opened.pool, strict=False):
        hands[seat] |= 1 << number
    drawn = min(len(seats), len(opened.pool))
    events = opened.events + tuple(Event(What.LAP_DRAW, seat) for seat in seats[:drawn])
    return evolve(opened, hands=tuple(hands), pool=opened.pool[drawn:], events=events)


def _lead_by_sum(deal: Deal, opened: Opened) -> Opened:
    """The tile with the highest sum leads; ties by the next highest tiles and seat, or by drawing on."""
    box = deal.box
    draw_on = deal.rules.opening.without_triple is WithoutTriple.HIGHEST_TILE_OR_DRAW
    while True:
        sums = [sorted((tile.sum for tile in box.of_mask(hand)), reverse=True) for hand in opened.hands]
        best = max(own[0] for own in sums)
        tied = [seat for seat, own in enumerate(sums) if own[0] == best]
        if len(tied) == 1 or not draw_on or not opened.pool:
            break
        opened = _lap(opened, tied)
        leader = _triple_leader(deal, opened)
        if leader:
            return leader
    seat = max(tied, key=lambda seat: (sums[seat], -seat))
    return evolve(opened, seat=seat, leads=_tiles_of_sum(box, opened.hands[seat], best))


def _tiles_of_sum(box: TileSet, hand: int, wanted: int) -> int:
    return hand & dict(box.sums)[wanted]


def _lead_by_draw(deal: Deal, opened: Opened) -> Opened:
    """Each draws a tile and shows it; the highest sum leads any tile; equal ones draw again.

    The tiles drawn for the lead go back before the hands are dealt, so they are an order of their own.
    """
    box = deal.box
    seats, left = list(range(deal.players)), list(deal.lead_order)
    events: list[Event] = []
    while len(seats) > 1 and len(left) >= len(seats):
        shown = {seat: box.tiles[left.pop(0)] for seat in seats}
        events += [Event(What.LEAD_DRAW, seat, tile=tile) for seat, tile in shown.items()]
        best = max(tile.sum for tile in shown.values())
        seats = [seat for seat in seats if shown[seat].sum == best]
    return evolve(opened, seat=seats[0], leads=opened.hands[seats[0]], events=tuple(events))
