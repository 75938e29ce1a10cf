"""All that a seat may do now, counted and compared.

>>> from trinb.rounds import Round
>>> from trinb.ruleset import rules
>>> from trinb.view import view_of
>>> round = Round.deal(rules("triangelspelet"), players=2, seed=6)
>>> round = round.play(round.legal_moves()[0])
>>> why = Survey(view_of(round, round.seat)).whys[0]
>>> why.points, why.rank, len(why.fit_before), len(why.fit_after), why.unseen
(0, 1, 5, 5, 50)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from ..board import Contact, Placement
from ..lattice import Cell
from ..moves import DRAW, PASS, Move, Place
from ..ruleparts import Several
from ..scoring import Line
from ..tiles import Tile, bits
from ..turns import drawn_lines, second_triple_lines, stuck_lines
from ..view import PlayerView
from .because import Because
from .outlook import Outlook, Seer, Spot


@frozen
class Why:
    """What speaks for a move and against it.

    Spots, gaps and the reply are those of `outlook`.

    Attributes:
        move: the move.
        lines: the score lines that it gives by itself, and `points` their sum.
        points: the points now.
        most: the most points that a placement gives now.
        rank: 1 for the most points; else one more than there are placements that give more.
        choices: how many placements there are.
        unseen: how many tiles are unseen: with the others or in the pool.
        fit_before, fit_after: the unseen tiles that fit somewhere before it and after it.
        opens: spots for unseen tiles that are new, or worth more than before.
        spoils: spots for unseen tiles that are worth less than before, or no more than a plain placement.
        closes: the open cells that unseen tiles fitted before, but no more.
        gaps: those that no tile fits any more, own or unseen, which was not so before.
        holes: the gaps among them that would be spots, had the tile for them not been laid.
        own: the spots for own tiles, which nobody else can take.
        reply: what the best placement of the next player then gives on average.
        other_reply: the mean of that over all other moves.
        next_points: the most that an own tile can get next on the board as it then is; None where none fits.
        next_tile: which one that is.
        keeps: the own tiles left that fit somewhere after it.
        stuck: the own tiles left that fit nowhere after it.
        frees: those that fit nowhere before it, but after it.
        goes_out: whether it is the last tile.
        ending: what going out is worth on average, beside the points.
        value: what it is ranked by: points and ending, plus next points, minus the reply.
        expected: what a search expects of it, if one was given.
        because: the reasons that tell it from the other moves, at most three; those against it come last.
    """

    move: Move
    lines: tuple[Line, ...]
    points: int
    most: int
    rank: int
    choices: int
    unseen: int
    fit_before: tuple[Tile, ...]
    fit_after: tuple[Tile, ...]
    opens: tuple[Spot, ...] = ()
    spoils: tuple[Spot, ...] = ()
    closes: tuple[Cell, ...] = ()
    gaps: tuple[Cell, ...] = ()
    holes: tuple[Cell, ...] = ()
    own: tuple[Spot, ...] = ()
    reply: float = 0.0
    other_reply: float = 0.0
    next_points: int | None = None
    next_tile: Tile | None = None
    keeps: tuple[Tile, ...] = ()
    stuck: tuple[Tile, ...] = ()
    frees: tuple[Tile, ...] = ()
    goes_out: bool = False
    ending: float = 0.0
    value: float = 0.0
    expected: float | None = None
    because: tuple[Because, ...] = ()

    @property
    def placement(self) -> Placement | None:
        """The placement, if it is one."""
        return self.move.placement if isinstance(self.move, Place) else None

    @property
    def words(self) -> tuple[str, ...]:
        """The reasons, a sentence each, in the language that is spoken."""
        return tuple(because.words for because in self.because)


@frozen
class Look:
    """A move before the moves are compared: what it is, and what the board then offers."""

    move: Move
    lines: tuple[Line, ...]
    points: int
    outlook: Outlook
    rest: tuple[Tile, ...]
    tile: Tile | None = None
    cell: Cell | None = None
    ending: float = 0.0


class Survey:
    """All that may be done now, compared."""

    def __init__(self, view: PlayerView, values: Mapping[Placement, float] | None = None) -> None:
        self.view, self.values = view, values or {}
        self.seer = Seer(view)
        self.before = self.seer.look(view.board, view.hand_) if view.board else self.seer.unknown
        self.looks = [*self._placements(), *self._others()]
        self.placed = [look for look in self.looks if look.tile]
        self._points = [look.points for look in self.placed]
        self._replies = sum(look.outlook.reply for look in self.looks)
        self.most = max(self._points, default=0)
        self.whys = sorted(map(self._why, self.looks), key=_rank)
        if self.placed and DRAW in view.legal_moves.others and view.rules.draws.place_at_once:
            # Whoever draws although he could place still has to place after that.
            best = max(why.value for why in self.whys if why.placement)
            free = [evolve(why, value=best + why.points) if why.move == DRAW else why for why in self.whys]
            self.whys = sorted(free, key=_rank)

    @property
    def goes_on(self) -> bool:
        """Whether the turn goes on after a placement if something fits then."""
        return self.view.rules.turn.several is not Several.ONE and bool(self.view.board)

    # --- one by one --------------------------------------------------------------------------------

    def _placements(self) -> Iterator[Look]:
        places = self.view.legal_moves.placements
        for index, (_, contact, mask) in enumerate(places.by_cell() if places else ()):
            for number in bits(mask):
                yield self._placement(places.pick(index, number), contact, number)

    def _placement(self, placement: Placement, contact: Contact, number: int) -> Look:
        view, tile = self.view, self.seer.box.tiles[number]
        lines = self.seer.scorer.score(contact, tile).lines
        if not view.board and (view.hand_ & ~(1 << number)) & self.seer.box.mask(self.seer.box.triples):
            lines += second_triple_lines(view.rules, tile)
        rest = view.hand_ & ~(1 << number)
        outlook = self.seer.look(view.board.lay(placement, contact), rest)
        ending = 0.0
        if not rest:
            outlook, ending = evolve(outlook, reply=0.0), self._ending()
        left = self.seer.box.of_mask(rest)
        points = sum(line.points for line in lines)
        return Look(Place(placement), lines, points, outlook, left, tile, placement.cell, ending)

    def _ending(self) -> float:
        """What going out is worth, with the mean of all unseen tiles for those that count but are hidden."""
        view, rule, unseen = self.view, self.view.rules.out, self.seer.unseen
        others = sum(view.hand_sizes) - view.hand_sizes[view.seat]
        mean = sum(tile.sum for tile in unseen) / len(unseen) if unseen else 0.0
        worth = 0.0
        if rule.points and (view.pool_size == 1 or not rule.one_left_in_pool):
            worth += rule.points
        if rule.others_digits:
            worth += mean * others
        if rule.pool_digits_cost:
            worth -= mean * view.pool_size
        return worth + rule.others_cost_per_tile * others

    def _others(self) -> Iterator[Look]:
        """The moves that are no placements: the board stays as it is."""
        for move in self.view.legal_moves.others:
            lines: tuple[Line, ...] = ()
            if move == DRAW:
                lines = drawn_lines(self.view.rules)
            elif move == PASS:
                lines = stuck_lines(self.view.rules)
            points = sum(line.points for line in lines)
            yield Look(move, lines, points, self.before, self.view.hand)

    def _why(self, look: Look) -> Why:
        before, after, placed = self.before, look.outlook, look.tile is not None
        next_points = after.next_points if placed else None
        fitted, fit = set(before.rest), set(after.rest)
        expected = None
        if isinstance(look.move, Place):
            expected = self.values.get(look.move.placement)
        return Why(
            look.move,
            look.lines,
            look.points,
            self.most,
            1 + sum(points > look.points for points in self._points),
            len(self.placed),
            len(self.seer.unseen),
            before.fits,
            after.fits,
            _better(after, before),
            _better(before, after, look.cell),
            tuple(sorted(before.cells - after.cells - {look.cell})),
            tuple(sorted(after.gaps - before.gaps)),
            tuple(sorted(after.holes - before.gaps)),
            tuple(sorted(after.own.values(), key=_by_cell)),
            after.reply,
            (self._replies - after.reply) / (len(self.looks) - 1) if len(self.looks) > 1 else after.reply,
            next_points,
            after.next_tile if placed else None,
            after.rest if placed else before.rest,
            tuple(tile for tile in look.rest if tile not in fit),
            tuple(tile for tile in after.rest if tile not in fitted) if self.view.board else (),
            placed and not look.rest,
            look.ending,
            look.points + look.ending + (next_points or 0) - after.reply,
            expected,
        )


def _better(one: Outlook, other: Outlook, but: Cell | None = None) -> tuple[Spot, ...]:
    """The spots of one outlook that are no spots in another one or worth less in it."""
    found = [
        spot
        for cell, spot in one.spots.items()
        if cell != but and (cell not in other.spots or other.spots[cell].points < spot.points)
    ]
    return tuple(sorted(found, key=_by_cell))


def _by_cell(spot: Spot) -> Cell:
    return spot.cell


def _rank(why: Why) -> tuple[bool, float, float, bool, int, int, str]:
    """The best first; what a search has looked at before the rest, equal ones in an order that stays."""
    digits = sum(tile.sum for tile in (*why.keeps, *why.stuck))
    return (
        why.expected is None,
        -(why.expected or 0.0),
        -why.value,
        why.placement is None,
        -len(why.keeps),
        digits,
        str(why.move),
    )
