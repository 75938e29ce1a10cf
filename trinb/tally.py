"""One round for somebody who sees only the table: the board, whose turn it is, how many tiles there are.

A `Tally` is to a referee what a `Round` is to the engine, but it knows no hand and no order of the pool.  So
it refuses only what certainly cannot be, such as a tile that lies on the table already, and claims nothing
that it cannot know, such as whether somebody had to draw.  What it can know, it does: with an empty pool,
all tiles that are not on the table are in the hands.

>>> from trinb.ruleset import rules
>>> start = Tally.start(rules("triangelspelet"), ("Ann", "Bo"))
>>> led = start.after(Lead(1, Placement.parse("^0,0=555")))
>>> led.scores, led.counts, led.pool, led.names[led.seat]
((0, 25), (5, 4), 46, 'Ann')
>>> print(led.after(Place(Placement.parse("v0,0=554"))).events[-1].lines[0])
+0 plain placement (§7)
>>> led.after(Place(Placement.parse("v0,0=555")))
Traceback (most recent call last):
    ...
trinb.errors.IllegalMove: v0,0=555: this tile lies on the table already
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, NamedTuple

from . import endings, turns
from .board import ORIGIN, Board, Contact, Placement
from .counting import Counted, Known, called, count
from .endings import Left, Settlement
from .entries import Action, Blocked, InVain, Lap, Lead, Out, TurnUp
from .errors import Illegal, IllegalMove
from .moves import Draw, EndTurn, Event, Pass, Place, What
from .rounds import End
from .ruleparts import BlockedWinner, Reason, Several, WithoutTriple
from .ruleparts import Lead as LeadRule
from .ruleset import RuleSet
from .scoring import Line, line, scorer
from .tiles import Tile, TileSet
from .words import N_, tr, trn


class Needs(Enum):
    """What has to be told before a round can be counted."""

    NOTHING = "nothing"
    HANDS = "the digits in the hands"
    POOL = "the digits in the pool"

    def __repr__(self) -> str:
        return str(self)


class Tally(NamedTuple):
    """One state of a round at a real table.

    Attributes:
        rules: the rule set.
        names: what the players are called, by their seats.
        opener: who turns up the first tile, where the rules say so; None if it is led from a hand.
        board: what is on the table.
        left: the mask of the tiles that are not.
        counts: how many tiles each seat holds.
        pool: how many lie in the pool.
        seat: whose turn it is; before a tile is led nobody knows, and it is 0.
        scores: the points of each seat in this round.
        events: what everybody saw.
        drawn, placed: how many tiles the seat has drawn and placed in this turn.
        passes: how many turns in a row were passed.
        counting: why the round has ended, if what is left is still to be counted.
        end, winner: why the round is over and who is awarded for it; None while it goes on.
    """

    rules: RuleSet
    names: tuple[str, ...]
    opener: int | None
    board: Board
    left: int
    counts: tuple[int, ...]
    pool: int
    seat: int
    scores: tuple[int, ...]
    events: tuple[Event, ...] = ()
    drawn: int = 0
    placed: int = 0
    passes: int = 0
    counting: End | None = None
    end: End | None = None
    winner: int | None = None

    @classmethod
    def start(cls, rules: RuleSet, names: tuple[str, ...], last_winner: int | None = None) -> Tally:
        """The round when everybody has taken a hand of tiles, and nothing else has happened."""
        players, box = len(names), rules.tile_set
        size = rules.hand.size(players)
        pool = len(box) - size * players
        opener = last_winner if rules.opening.lead is LeadRule.POOL and pool else None
        counts, scores = (size,) * players, (0,) * players
        return cls(rules, names, opener, Board(), box.all, counts, pool, opener or 0, scores)

    # --- looking -----------------------------------------------------------------------------------

    def __repr__(self) -> str:
        state = f"over: {self.end.value}" if self.end else f"seat {self.seat} to move"
        return f"<Tally of {self.rules.id}: {len(self.names)} players, {len(self.board)} tiles laid, {state}>"

    @property
    def box(self) -> TileSet:
        """The tile set."""
        return self.rules.tile_set

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that are not on the table."""
        return self.box.of_mask(self.left)

    @property
    def lines(self) -> tuple[tuple[int, Line], ...]:
        """All lines so far, each with its seat; their sums are the scores."""
        return tuple((event.seat, line) for event in self.events for line in event.lines)

    @property
    def to_move(self) -> int | None:
        """Whose turn it is; None when that is not known yet, or the round has ended."""
        if self.end or self.counting or (not self.board and self.opener is None):
            return None
        return self.seat

    def fitting(self) -> tuple[Placement, ...]:
        """Every placement of a tile that is not on the table; one of them is what a player can lay."""
        return tuple(self.board.placements(self.box, self.left))

    @property
    def is_stuck(self) -> bool:
        """Whether it is certain that nobody can place a tile any more, whatever is drawn."""
        return not self.board.placements(self.box, self.left)

    @property
    def needs(self) -> Needs:
        """What has to be told so that the round can be counted."""
        if self.counting is End.BLOCKED or (not self.counting and self._may_be_blocked):
            some = self.rules.blocked.winner is not BlockedWinner.NOBODY
            return Needs.HANDS if some else Needs.NOTHING
        if not self.pool or self.counting is None:
            return Needs.NOTHING  # the hands hold all tiles that are left
        if self.rules.out.others_digits:
            return Needs.HANDS
        return Needs.POOL if self.rules.out.pool_digits_cost else Needs.NOTHING

    @property
    def allowed(self) -> tuple[type[Action], ...]:
        """The kinds of actions that may come next, as far as that can be known."""
        if self.end:
            return ()
        if self.counting:
            return (Out,) if self.counting is End.OUT else (Blocked,)
        if not self.board:
            return self._first_actions()
        if self.placed:
            return (Place, EndTurn)
        if self._waits:
            return (EndTurn, InVain)
        placing = () if self.is_stuck else (Place,)
        if turns.can_draw(self.rules, self.pool, self.drawn):
            return (*placing, Draw)
        if self.drawn and self.drawn == self.rules.draws.most:
            return (*placing, InVain)
        return (*placing, Pass, Blocked) if self._may_be_blocked else (*placing, Pass)

    def _first_actions(self) -> tuple[type[Action], ...]:
        if self.opener is not None:
            return (TurnUp,)
        rule = self.rules.opening
        laps = rule.lead is not LeadRule.DRAW and rule.without_triple is not WithoutTriple.HIGHEST_TILE
        return (Lead, Lap) if laps and self.pool else (Lead,)

    @property
    def _all_draw(self) -> bool:
        """Whether everybody draws when nobody holds a triple."""
        return self.rules.opening.without_triple is WithoutTriple.DRAW

    @property
    def _waits(self) -> bool:
        """Whether it is still to be told if the tile just drawn fits, although it has to wait for a turn."""
        return self.drawn > 0 and not self.rules.draws.place_at_once

    @property
    def _may_be_blocked(self) -> bool:
        """Whether nobody can place perhaps: where nobody ever draws, that depends on the hands."""
        return self.rules.draws.most == 0 and self.pool > 0 and bool(self.board) and not self.placed

    # --- going on ----------------------------------------------------------------------------------

    def after(self, action: Action) -> Tally:
        """The round after this has happened.

        Raises:
            TrinbError: it cannot have; an `IllegalMove` says why.
        """
        if type(action) not in self.allowed:
            raise self._refusal(action)
        return _STEPS[type(action)](self, action)

    def _lead(self, action: Lead) -> Tally:
        if not 0 <= action.seat < len(self.names):
            raise IllegalMove(Illegal.WRONG_START, tr("there is no seat {n}", n=action.seat))
        tile = action.placement.tile
        if Lap in self.allowed and self._all_draw and not tile.is_triple:
            why = tr("{tile} is no triple: if nobody has one, everybody draws a tile", tile=tile)
            raise IllegalMove(Illegal.WRONG_START, why)
        more = self._second_triple(tile) if action.second_triple else ()
        return self._replace(seat=action.seat)._laid(What.START, action.placement, more)

    def _second_triple(self, led: Tile) -> tuple[Line, ...]:
        lines = turns.second_triple_lines(self.rules, led)
        if not lines or len(self.box.triples) < 2:
            raise IllegalMove(Illegal.WRONG_START, tr("these rules give nothing for a second triple here"))
        return lines

    def _turn_up(self, action: TurnUp) -> Tally:
        return self._laid(What.TURN_UP, action.placement)

    def _place(self, action: Place) -> Tally:
        return self._laid(What.PLACE, action.placement)

    def _laid(self, what: What, placement: Placement, more: tuple[Line, ...] = ()) -> Tally:
        """With one more tile on the table, and what follows from it."""
        number, contact = self._checked(placement)
        if what is What.TURN_UP:
            lines: tuple[Line, ...] = (line(self.rules, Reason.START, 0),)
        else:
            lines = scorer(self.rules).score(contact, self.box.tiles[number]).lines + more
        laid = self._replace(
            board=self.board.lay(placement, contact), left=self.left & ~(1 << number), passes=0
        )._seen(Event(what, self.seat, placement, contact, None, lines))
        if what is What.TURN_UP:
            return laid._replace(pool=self.pool - 1)._next_turn()
        laid = laid._replace(counts=_added(self.counts, self.seat, -1))
        if not laid.counts[self.seat]:
            return laid._replace(counting=End.OUT)
        if what is What.PLACE and self.rules.turn.several is not Several.ONE and not laid.is_stuck:
            return laid._replace(placed=self.placed + 1)
        return laid._next_turn()

    def _checked(self, placement: Placement) -> tuple[int, Contact]:
        """The number of a tile that can have been laid so, and how it meets the board."""
        tile, number = placement.tile, self.box.numbers_by_turn.get(placement.digits)
        if number is None:
            why = tr("{set} has no {tile}", set=self.box.id, tile=tile)
            raise IllegalMove(Illegal.NOT_IN_SET, f"{placement}: {tr(Illegal.NOT_IN_SET.value)}: {why}")
        if not self.left >> number & 1:
            raise IllegalMove(Illegal.ALREADY_LAID, f"{placement}: {tr(Illegal.ALREADY_LAID.value)}")
        if not self.board and placement.cell != ORIGIN:
            raise IllegalMove(Illegal.WRONG_START, tr("the first tile lies in {cell}", cell=ORIGIN))
        fault = self.board.check(placement)
        if fault:
            raise IllegalMove(fault.reason, f"{placement}: {fault}", fault.vertices)
        return number, self.board.contact_at(placement.cell)

    def _lap(self, action: Lap) -> Tally:
        seats, players = set(action.seats), range(len(self.names))
        most = min(len(players), self.pool)
        right = len(seats) == most if self._all_draw else 0 < len(seats) <= most
        if not right or len(seats) != len(action.seats) or not seats <= set(players):
            why = tr("those who are equal draw a tile each, as far as there are any")
            if self._all_draw:
                why = trn("{n} player draws a tile", "{n} players draw a tile each", most)
            raise IllegalMove(Illegal.NOTHING_TO_DRAW, why)
        after = self._replace(pool=self.pool - len(action.seats))
        for seat in action.seats:
            after = after._replace(counts=_added(after.counts, seat, 1))._seen(Event(What.LAP_DRAW, seat))
        return after

    def _draw(self, _: Draw) -> Tally:
        counts = _added(self.counts, self.seat, 1)
        drawn = self._replace(counts=counts, pool=self.pool - 1, drawn=self.drawn + 1)
        drawn = drawn._seen(Event(What.DRAW, self.seat, lines=turns.drawn_lines(self.rules)))
        rule = self.rules.draws
        # Whoever can still place or draw goes on; so does whoever still has to tell whether it was in vain.
        if rule.place_at_once or (drawn.drawn == rule.most and turns.vain_lines(self.rules, drawn.drawn)):
            return drawn
        return drawn._next_turn()

    def _in_vain(self, _: InVain) -> Tally:
        return self._seen(
            Event(What.END_TURN, self.seat, lines=turns.vain_lines(self.rules, self.drawn))
        )._next_turn()

    def _pass(self, _: Pass) -> Tally:
        passes = self.passes + 1
        if passes == len(self.names) and not self.pool:
            raise _refused(Illegal.MUST_PLACE, self._somebody_can())
        event = Event(What.PASS, self.seat, lines=turns.stuck_lines(self.rules))
        return self._seen(event)._next_turn()._replace(passes=passes)

    def _end_turn(self, _: EndTurn) -> Tally:
        return self._seen(Event(What.END_TURN, self.seat))._next_turn()

    # --- from turn to turn, and to the end -----------------------------------------------------------

    def _seen(self, *events: Event) -> Tally:
        scores = self.scores
        for event in events:
            scores = _added(scores, event.seat, event.points)
        return self._replace(events=(*self.events, *events), scores=scores)

    def _next_turn(self) -> Tally:
        """The turn of the next seat, unless it is certain that nobody can ever place again."""
        over = self._replace(drawn=0, placed=0)
        if (not self.pool or self.rules.draws.most == 0) and self.is_stuck:
            return over._replace(counting=End.BLOCKED)
        return over._replace(seat=(self.seat + 1) % len(self.names))

    def _out(self, action: Out) -> Tally:
        counted = self._count(action.hands, action.pool)
        if self.needs is Needs.HANDS and counted.together is None:
            raise self._untold()
        if self.needs is Needs.POOL and counted.pool is None:
            raise IllegalMove(Illegal.WRONG_COUNT, tr("the digits of the tiles in the pool have to be told"))
        # For whoever is out only the sum of all hands matters, so it may stand with any of them.
        hands = [Left(tiles, 0) for tiles in self.counts]
        hands[self.seat] = Left(0, counted.together or 0)
        settlement = endings.out(self.rules, self.seat, hands, Left(self.pool, counted.pool or 0))
        return self._settled(End.OUT, settlement)

    def _blocked(self, action: Blocked) -> Tally:
        counted = self._count(action.hands, None)
        if self.needs is Needs.HANDS and None in counted.hands:
            raise self._untold()
        hands = [Left(tiles, digits or 0) for tiles, digits in zip(self.counts, counted.hands, strict=True)]
        return self._settled(End.BLOCKED, endings.blocked(self.rules, self.seat, hands))

    def _count(self, hands: Iterable[Any], pool: Any) -> Counted:
        return count(Known(self.box, self.left, self.counts, self.pool, self.names), tuple(hands), pool)

    def _untold(self) -> IllegalMove:
        return IllegalMove(Illegal.WRONG_COUNT, tr("the digits that are left in the hands have to be told"))

    def _settled(self, end: End, settlement: Settlement) -> Tally:
        over = self._seen(*settlement.events)
        return over._replace(drawn=0, placed=0, counting=None, end=end, winner=settlement.winner)

    def _somebody_can(self) -> str:
        """When all tiles that are left are in the hands: one that fits."""
        tile, cell = self.fitting()[0].tile, self.fitting()[0].cell
        return tr("somebody holds {tile}, and it fits in {cell}", tile=tile, cell=cell)

    # --- why not -------------------------------------------------------------------------------------

    def _refusal(self, action: Action) -> IllegalMove:
        """Why this cannot have happened now, in words for the referee."""
        if self.end:
            return _refused(Illegal.ROUND_OVER, tr(self.end.value))
        if self.counting:
            return _refused(Illegal.ROUND_OVER, tr("what is left has to be counted now"))
        if not self.board:
            return IllegalMove(Illegal.WRONG_START, tr(_FIRST[self.allowed]))
        if isinstance(action, Lead | TurnUp | Lap):
            return IllegalMove(Illegal.WRONG_START, tr("the first tile lies on the table already"))
        if isinstance(action, Out):
            n, who = self.counts[self.seat], called(self.names[self.seat])
            why = trn("{who} must still hold {n} tile", "{who} must still hold {n} tiles", n, who=who)
            return _refused(Illegal.TILES_LEFT, why)
        if isinstance(action, Place):
            if self._waits:
                return _refused(Illegal.CANNOT_END, tr("a tile that was drawn has to wait for the next turn"))
            return _refused(Illegal.MUST_DRAW, tr("nothing that is left fits anywhere"))
        return self._turn_refusal(action)

    def _turn_refusal(self, action: Action) -> IllegalMove:
        """Why a turn cannot go on or end in this way."""
        if isinstance(action, Blocked):
            if self.pool:
                why = trn("{n} tile lies in the pool", "{n} tiles lie in the pool", self.pool)
                return _refused(Illegal.CANNOT_END, why)
            return _refused(Illegal.MUST_PLACE, self._somebody_can())
        if isinstance(action, EndTurn):
            return _refused(Illegal.CANNOT_END, "" if self.placed else tr("nothing has been placed yet"))
        if self.placed:
            reason = Illegal.NOTHING_TO_DRAW if isinstance(action, Draw) else Illegal.CANNOT_END
            return _refused(reason, tr("a tile has been placed in this turn, so end it"))
        if isinstance(action, Draw):
            return _refused(Illegal.NOTHING_TO_DRAW, "" if self.pool else tr("the pool is empty"))
        if isinstance(action, InVain) and not turns.can_draw(self.rules, self.pool, self.drawn):
            return _refused(Illegal.CANNOT_END, tr("no tile can be drawn, so it is a pass"))
        if turns.can_draw(self.rules, self.pool, self.drawn):
            return _refused(Illegal.MUST_DRAW, tr("a tile can still be drawn"))
        return _refused(Illegal.CANNOT_END, tr("tiles have been drawn, so it is no pass"))


def _refused(reason: Illegal, why: str) -> IllegalMove:
    said = tr(reason.value)
    return IllegalMove(reason, f"{said}: {why}" if why else said)


def _added(numbers: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + more, *numbers[seat + 1 :])


_FIRST = {
    (TurnUp,): N_("the winner of the last round turns up the first tile from the pool"),
    (Lead,): N_("somebody has to lead the first tile"),
    (Lead, Lap): N_("somebody has to lead the first tile, or tiles are drawn until somebody can"),
}

_STEPS: dict[type[Any], Callable[[Tally, Any], Tally]] = {
    Lead: Tally._lead,
    TurnUp: Tally._turn_up,
    Lap: Tally._lap,
    Place: Tally._place,
    Draw: Tally._draw,
    InVain: Tally._in_vain,
    Pass: Tally._pass,
    EndTurn: Tally._end_turn,
    Out: Tally._out,
    Blocked: Tally._blocked,
}
