"""A round: from the deal to the last tile, one move at a time, under any rule set.

A round never changes; `play` returns the next one.

>>> from trinb.ruleset import rules
>>> start = Round.deal(rules("triangelspelet"), players=2, seed=1)
>>> list(start.legal_moves())
[Place(placement=Placement(cell=Cell(q=0, r=0, up=True), digits=(0, 0, 0)))]
>>> after = start.play(start.legal_moves()[0])
>>> after.scores, start.scores, after.seat
((0, 25), (0, 0), 0)
>>> print(after.events[-1])
seat 1 leads 0-0-0 at ^0,0: +25 leading triple (§7)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import reduce
from random import Random
from typing import NamedTuple

from . import endings, scoring, turns
from .board import NOWHERE, ORIGIN, Board, Contact, Placement
from .deals import Deal, open_deal
from .endings import Left, Settlement
from .errors import Illegal, IllegalMove
from .moves import (
    DECISIONS,
    DRAW,
    END_TURN,
    PASS,
    Draw,
    EndTurn,
    Event,
    LegalMoves,
    Move,
    Pass,
    Place,
    What,
    refused,
)
from .ruleparts import Reason, Several
from .ruleset import RuleSet
from .scoring import Line, Score
from .tiles import Tile, TileSet
from .words import N_, tr


class End(Enum):
    """Why a round is over; the value says so in English."""

    OUT = N_("somebody placed the last tile of a hand")
    BLOCKED = N_("the pool is empty and no hand fits")

    def __repr__(self) -> str:
        return str(self)


class Round(NamedTuple):
    """One state of a round.

    Attributes:
        dealt: the deal, which holds all chance.
        board: what is on the table.
        hands_: for each seat the mask of its tiles; see `hands` for the tiles themselves.
        pool_: the numbers of the tiles still face down, next one first.
        seat: whose turn it is.
        scores: the points of each seat in this round.
        events: what was seen, from the deal on.
        drawn, placed: how many tiles the seat has drawn and placed in this turn.
        leads: before the first tile: the mask of the tiles that may be led.
        moves: what the seat may do now; none when the round is over.
        end, winner: why the round is over and who is awarded for it; None while it goes on.
    """

    dealt: Deal
    board: Board
    hands_: tuple[int, ...]
    pool_: tuple[int, ...]
    seat: int
    scores: tuple[int, ...]
    events: tuple[Event, ...]
    drawn: int
    placed: int
    leads: int
    moves: LegalMoves
    end: End | None = None
    winner: int | None = None

    # --- making ----------------------------------------------------------------------------------

    @classmethod
    def deal(
        cls, rules: RuleSet, players: int = 2, seed: int | Random = 0, last_winner: int | None = None
    ) -> Round:
        """Shuffle, deal, and go on until the first decision.

        Raises:
            RulesError: the rules do not allow so many players.
        """
        rng = seed if isinstance(seed, Random) else Random(seed)
        return cls.start(Deal.shuffled(rules, players, rng, last_winner))

    @classmethod
    def start(cls, deal: Deal) -> Round:
        """The round that begins with this deal."""
        opened = open_deal(deal)
        scores = (0,) * deal.players
        if opened.leads:
            moves = LegalMoves(_EMPTY.placements(deal.box, opened.leads))
            return cls(
                deal,
                _EMPTY,
                opened.hands,
                opened.pool,
                opened.seat,
                scores,
                opened.events,
                0,
                0,
                opened.leads,
                moves,
            )
        return cls(
            deal, _EMPTY, opened.hands, opened.pool, opened.seat, scores, opened.events, 0, 0, 0, _NO_MOVES
        )._turn_up()

    def _turn_up(self) -> Round:
        """The last winner lays the next tile of the pool first, for nothing; the next seat begins."""
        tile = self.tile_set.tiles[self.pool_[0]]
        placement = Placement(ORIGIN, tile.digits)
        contact = self.board.contact(placement)
        lines = (scoring.line(self.rules, Reason.START, 0),)
        event = Event(What.TURN_UP, self.seat, placement, contact, None, lines)
        board, events = self.board.lay(placement, contact), (*self.events, event)
        return self._next_turn(board, self.hands_, self.pool_[1:], self.scores, events)

    # --- looking -----------------------------------------------------------------------------------

    def __repr__(self) -> str:
        state = f"over: {self.end.value}" if self.end else f"seat {self.seat} to move"
        return f"<Round of {self.rules.id}: {self.players} players, {len(self.board)} tiles laid, {state}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return (self.dealt, self.events, self.hands_, self.pool_) == (
            other.dealt,
            other.events,
            other.hands_,
            other.pool_,
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.hands_, self.pool_, len(self.events)))

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.dealt.rules

    @property
    def tile_set(self) -> TileSet:
        """The tile set."""
        return self.dealt.box

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands_)

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles of each seat."""
        return tuple(self.tile_set.of_mask(hand) for hand in self.hands_)

    @property
    def pool(self) -> tuple[Tile, ...]:
        """The tiles still face down, next one first."""
        return tuple(self.tile_set.tiles[number] for number in self.pool_)

    @property
    def is_fresh(self) -> bool:
        """Whether nobody has decided anything yet."""
        return not any(event.what in DECISIONS for event in self.events)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.end is not None

    @property
    def lines(self) -> tuple[tuple[int, Line], ...]:
        """All lines so far, each with its seat; their sums are the scores."""
        return tuple((event.seat, line) for event in self.events for line in event.lines)

    def legal_moves(self) -> LegalMoves:
        """What the seat may do now; none when the round is over."""
        return self.moves

    # --- playing -------------------------------------------------------------------------------------

    def play(self, move: Move) -> Round:
        """The round after this move of the seat whose turn it is.

        Raises:
            IllegalMove: the rules do not allow it; the error carries the reason.
        """
        moves = self.moves
        if isinstance(move, Place):
            found = moves.placements.find(move.placement)
            if found:
                return self._place(move.placement, *found)
        if move not in moves.others:
            raise self._refusal(move)
        if isinstance(move, Draw):
            return self._draw()
        if isinstance(move, Pass):
            return self._pass()
        return self._stop(Event(What.END_TURN, self.seat))

    def _place(self, placement: Placement, number: int, contact: Contact) -> Round:
        seat, dealt = self.seat, self.dealt
        score = dealt.scorer.score(contact, dealt.box.tiles[number])
        if self.leads:
            score = self._start_score(score, number)
        event = Event(What.START if self.leads else What.PLACE, seat, placement, contact, None, score.lines)
        board, hands = self.board.lay(placement, contact), _toggled(self.hands_, seat, 1 << number)
        scores = _added(self.scores, seat, score.total) if score.total else self.scores
        events = (*self.events, event)
        if not hands[seat]:
            settlement = endings.out(dealt.rules, seat, self._left(hands), self._pool_left())
            return self._over(End.OUT, settlement, board, hands, self.pool_, scores, events)
        if dealt.rules.turn.several is not Several.ONE and not self.leads:
            same = _state(dealt, board, hands, self.pool_, seat, scores, events, self.drawn, self.placed + 1)
            if same.moves.placements:
                return same
        return self._next_turn(board, hands, self.pool_, scores, events)

    def _start_score(self, score: Score, led: int) -> Score:
        """With the line for a leader who led a triple and holds another one."""
        award, box = self.rules.opening.second_triple, self.tile_set
        triples = box.mask(box.triples)
        if not award or not self.hands_[self.seat] & triples & ~(1 << led):
            return score
        return Score((*score.lines, *turns.second_triple_lines(self.rules, box.tiles[led])))

    def _draw(self) -> Round:
        seat, dealt = self.seat, self.dealt
        rule = dealt.rules.draws
        hands = _toggled(self.hands_, seat, 1 << self.pool_[0])
        pool, drawn = self.pool_[1:], self.drawn + 1
        in_vain = drawn == rule.most and not self.board.placements(dealt.box, hands[seat])
        lines = turns.drawn_lines(dealt.rules) if rule.cost else ()
        if in_vain:
            lines += turns.vain_lines(dealt.rules, drawn)
        events = (*self.events, Event(What.DRAW, seat, None, None, None, lines))
        scores = _added(self.scores, seat, sum(line.points for line in lines)) if lines else self.scores
        # Whoever can still place or draw, or has to pay for being stuck, goes on with this turn.
        if rule.place_at_once and not in_vain:
            return _state(dealt, self.board, hands, pool, seat, scores, events, drawn)
        return self._next_turn(self.board, hands, pool, scores, events)

    def _pass(self) -> Round:
        return self._stop(Event(What.PASS, self.seat, lines=turns.stuck_lines(self.rules)))

    def _stop(self, event: Event) -> Round:
        """End the turn with an event that changes nothing but points."""
        scores = _added(self.scores, self.seat, event.points)
        return self._next_turn(self.board, self.hands_, self.pool_, scores, (*self.events, event))

    # --- from turn to turn, and to the end ----------------------------------------------------------

    def _next_turn(
        self,
        board: Board,
        hands: tuple[int, ...],
        pool: tuple[int, ...],
        scores: tuple[int, ...],
        events: tuple[Event, ...],
    ) -> Round:
        """The turn of the next seat, unless nobody can ever place again."""
        dealt, seat = self.dealt, self.seat + 1
        if (not pool or dealt.rules.draws.most == 0) and not board.placements(dealt.box, _union(hands)):
            settlement = endings.blocked(dealt.rules, self.seat, self._left(hands))
            return self._over(End.BLOCKED, settlement, board, hands, pool, scores, events)
        return _state(dealt, board, hands, pool, seat if seat < len(hands) else 0, scores, events)

    def _over(
        self,
        end: End,
        settlement: Settlement,
        board: Board,
        hands: tuple[int, ...],
        pool: tuple[int, ...],
        scores: tuple[int, ...],
        events: tuple[Event, ...],
    ) -> Round:
        for event in settlement.events:
            scores = _added(scores, event.seat, event.points)
        events += settlement.events
        return Round(
            self.dealt,
            board,
            hands,
            pool,
            self.seat,
            scores,
            events,
            0,
            0,
            0,
            _NO_MOVES,
            end,
            settlement.winner,
        )

    def _left(self, hands: tuple[int, ...]) -> list[Left]:
        return [Left(hand.bit_count(), self.tile_set.pips(hand)) for hand in hands]

    def _pool_left(self) -> Left:
        return Left(len(self.pool_), sum(tile.sum for tile in self.pool))

    def _refusal(self, move: Move) -> IllegalMove:
        """Why this move is not allowed, in words for the player."""
        reason, detail = self._why_not(move)
        if not isinstance(reason, Illegal):
            return reason
        why = tr(reason.value)
        return IllegalMove(reason, refused(move, f"{why}: {detail}" if detail else why))

    def _why_not(self, move: Move) -> tuple[Illegal | IllegalMove, str]:
        """The reason and what more there is to say, or the whole refusal."""
        if self.end:
            return Illegal.ROUND_OVER, tr(self.end.value)
        if isinstance(move, Place):
            return self._why_not_there(move)
        if isinstance(move, EndTurn):
            return Illegal.CANNOT_END, "" if self.placed else tr("nothing has been placed yet")
        if self.placed:
            reason = Illegal.NOTHING_TO_DRAW if isinstance(move, Draw) else Illegal.MUST_PLACE
            if self.moves.others:
                return reason, tr("a tile has been placed in this turn, so end it")
            return reason, tr("a tile has been placed in this turn")
        if isinstance(move, Draw) and not turns.can_draw(self.rules, len(self.pool_), self.drawn):
            return Illegal.NOTHING_TO_DRAW, "" if self.pool_ else tr("the pool is empty")
        if self.moves.placements:
            return Illegal.MUST_PLACE, tr("{tile} fits", tile=self.moves.placements[0].tile)
        return Illegal.MUST_DRAW, ""

    def _why_not_there(self, move: Place) -> tuple[Illegal | IllegalMove, str]:
        placement = move.placement
        number = self.tile_set.numbers_by_turn.get(placement.digits)
        if number is None:
            return Illegal.NOT_IN_SET, tr("{set} has no {tile}", set=self.tile_set.id, tile=placement.tile)
        if not self.hands_[self.seat] >> number & 1:
            return Illegal.NOT_IN_HAND, tr("seat {n} has no {tile}", n=self.seat, tile=placement.tile)
        if self.leads:
            leads = either(map(str, self.tile_set.of_mask(self.leads)))
            return Illegal.WRONG_START, tr("lay {tiles} in {cell}, as it is named", tiles=leads, cell=ORIGIN)
        fault = self.board.check(placement)
        if fault:
            return IllegalMove(fault.reason, refused(move, str(fault)), fault.vertices), ""
        return Illegal.MUST_DRAW, ""

    # --- walking the tree ------------------------------------------------------------------------------

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` moves there are from here (a count to check engines by).

        >>> from trinb.ruleset import rules
        >>> Round.deal(rules("triangelspelet"), players=2, seed=1).perft(1)
        1
        """
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.moves)
        return sum(self.play(move).perft(depth - 1) for move in self.moves)


def either(words: Iterable[str]) -> str:
    """Things of which one is to be chosen.

    >>> either(["0-0-0", "1-1-1", "2-2-2"])
    '0-0-0 or 1-1-1 or 2-2-2'
    """
    return reduce(lambda some, other: tr("{some} or {other}", some=some, other=other), words)


_EMPTY = Board()
_NO_MOVES = LegalMoves(NOWHERE)


def _state(
    dealt: Deal,
    board: Board,
    hands: tuple[int, ...],
    pool: tuple[int, ...],
    seat: int,
    scores: tuple[int, ...],
    events: tuple[Event, ...],
    drawn: int = 0,
    placed: int = 0,
) -> Round:
    """The state with these parts, and with the moves that are legal in it."""
    rules = dealt.rules
    places = board.placements(dealt.box, hands[seat])
    others: tuple[Move, ...] = ()
    if placed:
        if rules.turn.several is Several.MAY_GO_ON:
            others = (END_TURN,)
    elif not places:
        others = (DRAW,) if turns.can_draw(rules, len(pool), drawn) else (PASS,)
    elif rules.draws.although_able and turns.can_draw(rules, len(pool), drawn):
        others = (DRAW,)
    return Round(
        dealt, board, hands, pool, seat, scores, events, drawn, placed, 0, LegalMoves(places, others)
    )


def _added(scores: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    if not points:
        return scores
    return (*scores[:seat], scores[seat] + points, *scores[seat + 1 :])


def _toggled(hands: tuple[int, ...], seat: int, tile: int) -> tuple[int, ...]:
    """The hands after a seat gave away or took the tile of this bit."""
    return (*hands[:seat], hands[seat] ^ tile, *hands[seat + 1 :])


def _union(hands: tuple[int, ...]) -> int:
    union = 0
    for hand in hands:
        union |= hand
    return union
