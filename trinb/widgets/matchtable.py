"""A match at one device: every seat is a person or a bot, and nobody sees another one's tiles.

A `MatchTable` holds the states of a `Match` at which somebody at the device has something to do.  Bots move
by themselves.  What there is to do is its `phase`:

>>> from trinb.ruleset import rules
>>> match = Match.start(rules("triangelspelet"), 3, seed=2)
>>> table = MatchTable(match, [Seat("you"), Seat("greedy"), Seat("you")])
>>> table.phase, table.next_name, table.hand
(Phase.CURTAIN, 'Player 1', ())
>>> table.uncover()
>>> table.phase, len(table.hand)
(Phase.CHOOSE, 7)

With several people the device goes round.  Between two of them comes a **curtain**: no hand is shown until
the next one says to have the device.  Who has drawn a tile that ends the turn sees it first.

**Taking back** goes back by one decision, whoever made it; the bots' moves in between are taken back with it,
and they make the same ones again if nothing else is decided.  With several people it is told in the log,
since all of them have a right to know, and it ends with the round, when the hands are laid open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from random import Random
from typing import NamedTuple

from ..board import Board, Fault, Placement
from ..errors import Illegal, IllegalMove, TrinbError
from ..matches import Match
from ..moves import Draw, Event, Move, Pass, Place
from ..players import player
from ..rounds import Round
from ..scoring import Line
from ..search.tree import TreePlayer
from ..tiles import Tile
from ..view import view_of
from ..words import tr
from . import tabletalk
from .seats import YOU, Seat, said_name, seat_name
from .table import Entry, Standing, Table


class Phase(Enum):
    """What there is to do at the device."""

    CHOOSE = "choose"
    """A person makes a move."""
    LOOK = "look"
    """A person looks at the tile that was drawn last in the turn, and then hides the hand."""
    CURTAIN = "curtain"
    """The device goes to the next person; no hand is shown."""
    WATCH = "watch"
    """There are bots only, who move one by one."""
    ROUND_OVER = "round-over"
    """Everybody looks at how the round went."""
    OVER = "over"
    """All is played that was to be played."""

    def __repr__(self) -> str:
        return str(self)


class Position(NamedTuple):
    """A state of a match, and the round that has just ended in it and is still looked at, if there is one."""

    match: Match
    ended: Round | None = None

    @property
    def round(self) -> Round:
        """The round on the table."""
        return self.ended or self.match.round

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds up to that one."""
        return self.match.finished if self.ended else self.match.rounds


class _Note(NamedTuple):
    """A move that was taken back: in which round it was, before which event it is told, and what it was."""

    number: int
    before: int
    event: Event


class MatchTable(Table[Position]):
    """A match whose seats are people and bots.

    Args:
        match: where it begins; it may be in the middle.
        seats: who sits where.
        whole: whether all of the match is played, else only its first round.

    Raises:
        TrinbError: there are not as many seats as players, or there is no such bot.

    Attributes:
        seats: who sits where.
        whole: whether all of the match is played.
        people: the seats where people sit.
        viewer: the person who has the device; None before anybody has it.
        tells: whether the status tells how many tiles fit.
    """

    def __init__(self, match: Match, seats: Sequence[Seat], whole: bool = True) -> None:
        if len(seats) != match.players:
            raise TrinbError(
                tr("{seats} seats for {players} players", seats=len(seats), players=match.players)
            )
        self.seats, self.whole = tuple(seats), whole
        self._bots = [None if seat.kind == YOU else player(seat.kind) for seat in seats]
        for bot in self._bots:
            if isinstance(bot, TreePlayer):
                bot.get_ready()
        self.people = tuple(number for number, bot in enumerate(self._bots) if bot is None)
        self.viewer = self.people[0] if len(self.people) == 1 else None
        self.tells = True
        self._drew = False
        self._notes: list[_Note] = []
        ended = match.finished[-1] if match.end or (match.finished and not whole) else None
        super().__init__(self._until_asked(Position(match, ended)), match.rules)

    # --- moves ---------------------------------------------------------------------------------------

    def _until_asked(self, now: Position) -> Position:
        """The next position in which somebody at the device is asked."""
        while not now.ended:
            # A first tile that has to be led is no decision; everything else is left to the people.
            move = now.round.moves.only if now.round.leads else None
            if move is None and self.people and self._bots[now.round.seat]:
                move = self._bots_move(now)
            if move is None:
                return now
            now = _after(now, move)
        return now

    def _bots_move(self, now: Position) -> Move:
        """What the bot at the turn does: its chance follows from the seed and from where the match is."""
        round, bot = now.round, self._bots[now.round.seat]
        assert bot
        only = round.moves.only
        if only:
            return only
        chance = Random(f"{now.match.seed}/{now.match.number}/{len(round.events)}")
        return bot.choose(view_of(round, round.seat), chance)

    def place(self, placement: Placement) -> None:
        """Lay a tile of the hand; then the bots move."""
        self.act(Place(placement))

    def act(self, move: Move) -> None:
        """Make a move; then the bots move.

        Raises:
            IllegalMove: it is not allowed, or nobody is asked for one now.
        """
        if self.phase is not Phase.CHOOSE:
            raise IllegalMove(Illegal.ROUND_OVER, tr("nobody is asked for a move now"))
        try:
            after = _after(self.state, move)
        except IllegalMove as error:
            # The engine's own message may name a tile that fits, which is a hint.
            said = str(error) if self.tells else tr(error.reason.value)
            raise IllegalMove(error.reason, said, error.vertices) from error
        self._go_on(self._until_asked(after))
        self._drew = isinstance(move, Draw)

    def step(self) -> None:
        """With bots only: let the next one move."""
        if self.phase is Phase.WATCH:
            self._go_on(self._until_asked(_after(self.state, self._bots_move(self.state))))

    def next_round(self) -> None:
        """Begin the next round, when one has ended and the match goes on."""
        if self.phase is Phase.ROUND_OVER:
            if len(self.people) > 1:
                self.viewer = None  # everybody looked at the end of the round
            self._go_on(self._until_asked(Position(self.state.match)))

    def cover(self) -> None:
        """Hide the hand again after looking at the tile drawn."""
        self._drew = False

    def uncover(self) -> None:
        """Show the next person's hand, who has the device now."""
        if self.phase is Phase.CURTAIN:
            self.viewer = self.round.seat

    # --- taking back -----------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision to take back; with several people only in the same round."""
        if self._now == 0 or len(self.people) <= 1:
            return self._now > 0
        return not self.state.ended and not self._states[self._now - 1].ended

    @property
    def can_redo(self) -> bool:
        """Whether a decision has been taken back."""
        return self._now + 1 < len(self._states)

    def undo(self) -> None:
        """Take back the last decision and what the bots did after it; with several people it is noted."""
        if not self.can_undo:
            return
        gone = self.round.events
        super().undo()
        self._drew = False
        if len(self.people) > 1:
            here = len(self.round.events)
            earlier = [note._replace(before=min(note.before, here)) for note in self._notes]
            self._notes = [*earlier, _Note(self.number, here, gone[here])]

    def redo(self) -> None:
        """Do again what was taken back; nothing is noted of it then."""
        if self.can_redo:
            super().redo()
            self._drew = False
            self._notes = self._notes[:-1]

    # --- looking -----------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.state.match

    @property
    def round(self) -> Round:
        """The round on the table: the one that is played, or the one that has just ended."""
        return self.state.round

    @property
    def number(self) -> int:
        """The number of that round, from 1."""
        return len(self.state.rounds)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat in all rounds up to that one."""
        return tuple(
            sum(points) for points in zip(*(round.scores for round in self.state.rounds), strict=True)
        )

    @property
    def phase(self) -> Phase:
        """What there is to do at the device."""
        if self.state.ended:
            return Phase.OVER if self.is_over else Phase.ROUND_OVER
        if not self.people:
            return Phase.WATCH
        if self.viewer == self.round.seat:
            return Phase.CHOOSE
        return Phase.LOOK if self._drew else Phase.CURTAIN

    @property
    def is_over(self) -> bool:
        """Whether all is played that was to be played."""
        return self.state.ended is not None and (self.match.is_over or not self.whole)

    @property
    def board(self) -> Board:
        """What is on the table."""
        return self.round.board

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles of the person who has the device, as long as they are to be seen."""
        if self.phase in (Phase.CHOOSE, Phase.LOOK) and self.viewer is not None:
            return self.round.hands[self.viewer]
        return ()

    @property
    def drawn(self) -> tuple[Tile, ...]:
        """The tiles that came into the hand with the last decision."""
        if self._now == 0 or self.viewer is None:
            return ()
        before = self._states[self._now - 1]
        if before.ended or before.match.number != self.match.number or not self.hand:
            return ()
        held = before.round.hands[self.viewer]
        return tuple(tile for tile in self.hand if tile not in held)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return seat_name(self.seats, seat)

    def said(self, seat: int) -> str:
        """The name of a seat as it stands in a sentence."""
        return said_name(self.seats, seat)

    @property
    def next_name(self) -> str:
        """Who is to move, as it stands in a sentence."""
        return self.said(self.round.seat)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody's points in all rounds."""
        now = self.round
        several = self.whole and self.number > 1
        return tuple(
            Standing(
                self.name(seat),
                total,
                len(now.hands[seat]),
                seat == now.seat and not self.state.ended,
                now.scores[seat] if several else None,
            )
            for seat, total in enumerate(self.totals)
        )

    @property
    def log(self) -> tuple[Entry, ...]:
        """What everybody saw, round by round, and what was taken back."""
        entries: list[Entry] = []
        for number, round in enumerate(self.state.rounds, 1):
            if self.whole:
                entries.append(Entry(tr("Round {n}", n=number), (), False, "head"))
            notes = [note for note in self._notes if note.number == number]
            for index, event in enumerate(round.events):
                entries += [self._taken_back(note) for note in notes if note.before == index]
                entries.append(self._entry(event))
            entries += [self._taken_back(note) for note in notes if note.before >= len(round.events)]
        return tuple(entries)

    def _entry(self, event: Event) -> Entry:
        return Entry(self._told(event), event.lines, event.seat == self.viewer)

    def _taken_back(self, note: _Note) -> Entry:
        return Entry(tr("Taken back: {what}", what=self._told(note.event)), (), False, "note")

    def _told(self, event: Event) -> str:
        """An event in words; a person who is the only one is spoken to."""
        alone = self.people == (event.seat,)
        return event.words(None if alone else self.said(event.seat))

    # --- what to do ----------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        """What there is to do now."""
        phase = self.phase
        if phase is Phase.CHOOSE:
            return tabletalk.choose(self)
        if phase is Phase.LOOK:
            return tabletalk.look(self)
        if phase is Phase.CURTAIN:
            return tr("Hand the device to {name}.", name=self.next_name)
        if phase is Phase.WATCH:
            return tr("{name} is to move.", name=self.next_name)
        return tabletalk.result(self)

    @property
    def actions(self) -> tuple[Move, ...]:
        """What may be done besides placing; where that would be a hint, what there is to be tried."""
        if self.phase is not Phase.CHOOSE:
            return ()
        others = self.round.moves.others
        if others or self.tells or self.round.leads or self.round.placed:
            return others
        return (Draw(),) if self.round.pool_ and self.rules.draws.most != 0 else (Pass(),)

    def placements(self, tiles: Iterable[Tile] | None = None) -> Sequence[Placement]:
        """The legal placements of some tiles of the hand, by default of all."""
        if self.phase is not Phase.CHOOSE:
            return ()
        legal = self.round.moves.placements
        return legal if tiles is None else [place for place in legal if place.tile in set(tiles)]

    def check(self, placement: Placement) -> Fault | None:
        """Why a tile of the hand may not lie there, or None if it may."""
        if placement in self.placements():
            return None
        return self.board.check(placement) or Fault(
            Illegal.WRONG_START if self.round.leads else Illegal.MUST_DRAW
        )

    def preview(self, placement: Placement) -> tuple[Line, ...]:
        """The score lines that a legal placement would give."""
        if self.round.leads:  # what else is in the hand may count too
            return self.round.play(Place(placement)).events[len(self.round.events)].lines
        return super().preview(placement)

    def best(self) -> tuple[int, tuple[Placement, ...]]:
        """The most points that a placement gives by itself now, and all placements that give them."""
        points = {place: sum(line.points for line in self.preview(place)) for place in self.placements()}
        most = max(points.values(), default=0)
        return most, tuple(place for place, total in points.items() if total == most)


def _after(now: Position, move: Move) -> Position:
    """The position after a move; a round that ends stays on the table."""
    match = now.match.play(move)
    ended = len(match.finished) > len(now.match.finished)
    return Position(match, match.finished[-1] if ended else None)
