"""A score pad for real tiles on a real table: it takes down what happens, checks it and counts.

A **pad** never changes; `enter` returns the next one.  It knows the rules, the table and the number of tiles
that everybody holds, but no hand (see `tally`), and gives the same lines for the same game as a `Match`
does.

>>> from trinb.ruleset import rules
>>> pad = Pad.start(["Ann", "Bo"], rules("triangelspelet")).lead("Bo", "5-5-5")
>>> pad.totals, pad.whose_turn
((0, 25), 'Ann')

A player may **claim** what a placement is worth before the pad says it, and is told whether that is right:

>>> pad = pad.place("v0,0=554", claim=50, kind="bridge")
>>> print(pad.last.verdict.words(pad.rules))
Claimed: bridge, 50. It is no bridge. It is plain: one side lies against a tile, and the opposite corner
touches none. It gives 0 points (§7), not 50.

Every amount is an itemised line with its reason and its clause, so that nobody has to believe a total:

>>> print(*pad.last.lines)
+0 plain placement (§7)
>>> pad.undo().totals == (0, 25)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from attrs import evolve, field, frozen

from .board import ORIGIN, Kind, Placement
from .claims import Verdict
from .counting import called
from .entries import Action, Blocked, Claim, Entry, Finish, InVain, Lap, Lead, Out, Told, TurnUp
from .errors import Illegal, IllegalMove, RulesError, TrinbError
from .matches import MatchEnd, ends_at_once, totals_of, verdict, who_begins
from .moves import DRAW, END_TURN, PASS, Event, Place
from .notation import quote, show, tidy
from .ruleset import RuleSet
from .scoring import Line
from .tally import Tally
from .tiles import Tile
from .words import tr

LONGEST_NAME = 40


class Noted(NamedTuple):
    """An entry, and what the pad made of it.

    Attributes:
        entry: what was entered.
        number: in which round, from 1.
        seat: who did it; None if nobody alone.
        events: what happened.
        verdict: whether the claim was right, if there was one.
    """

    entry: Entry
    number: int
    seat: int | None
    events: tuple[Event, ...]
    verdict: Verdict | None

    @property
    def lines(self) -> tuple[Line, ...]:
        """What whoever did it got for it."""
        return tuple(line for event in self.events if event.seat == self.seat for line in event.lines)

    @property
    def points(self) -> int:
        """The sum of those."""
        return sum(line.points for line in self.lines)


@frozen(repr=False)
class Pad:
    """One state of a score pad.

    Attributes:
        names: what the players are called, in the order in which they sit, clockwise.
        rules: the rule set.
        date: when it is played, as a text to be shown; empty if nobody says.
        finished: the rounds that are over, oldest first.
        round: the round that is played; when the match is over, the last one.
        notes: the entries so far, each with what became of it.
        end: why the match is over; None while it goes on.
        winners: the seats that have won; several if they share it.
    """

    names: tuple[str, ...]
    rules: RuleSet
    date: str
    finished: tuple[Tally, ...]
    round: Tally
    notes: tuple[Noted, ...] = ()
    end: MatchEnd | None = None
    winners: tuple[int, ...] = ()
    _before: Pad | None = field(default=None, eq=False)

    @classmethod
    def start(cls, names: Iterable[str], rules: RuleSet, date: str = "") -> Pad:
        """An empty pad.

        Raises:
            TrinbError: the rules do not allow so many players, or a name is missing or there twice.

        >>> from trinb.ruleset import rules
        >>> Pad.start(["Ann"], rules("triangelspelet"))
        Traceback (most recent call last):
            ...
        trinb.errors.RulesError: triangelspelet is for 2 to 8 players, not 1
        """
        known = _names(names)
        low, high = rules.players
        if not low <= len(known) <= high:
            raise RulesError(
                tr(
                    "{rules} is for {low} to {high} players, not {players}",
                    rules=rules.id,
                    low=low,
                    high=high,
                    players=len(known),
                )
            )
        return cls(known, rules, tidy(date), (), Tally.start(rules, known))

    # --- looking -----------------------------------------------------------------------------------

    def __repr__(self) -> str:
        state = f"over: {self.end.value}" if self.end else f"round {self.number}"
        return f"<Pad of {self.rules.id}: {len(self.names)} players, {len(self.notes)} entries, {state}>"

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What was entered; entering it again into an empty pad leads to this one."""
        return tuple(note.entry for note in self.notes)

    @property
    def last(self) -> Noted:
        """The last entry.

        Raises:
            IllegalMove: there is none.
        """
        if not self.notes:
            raise IllegalMove(Illegal.WRONG_START, tr("nothing has been entered yet"))
        return self.notes[-1]

    @property
    def rounds(self) -> tuple[Tally, ...]:
        """All rounds, the one that is played included."""
        return self.finished if self.end else (*self.finished, self.round)

    @property
    def number(self) -> int:
        """Which round is played, from 1."""
        return len(self.rounds)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat in all rounds so far."""
        return totals_of(self.rounds, len(self.names))

    @property
    def lines(self) -> tuple[tuple[int, Line], ...]:
        """All lines so far, each with its seat; their sums are the totals."""
        return tuple(found for round in self.rounds for found in round.lines)

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.end is not None

    @property
    def whose_turn(self) -> str | None:
        """The name of whoever is to move; None if that is not known, or nobody is."""
        seat = None if self.end else self.round.to_move
        return None if seat is None else self.names[seat]

    @property
    def allowed(self) -> tuple[type[Action], ...]:
        """The kinds of actions that may be entered next, as far as that can be known."""
        if self.end:
            return ()
        return (*self.round.allowed, Finish) if self.notes and not self.round.counting else self.round.allowed

    @property
    def best(self) -> Noted | None:
        """The placement that gave the most points, the first of equals; None before the first one."""
        laid = [note for note in self.notes if isinstance(note.entry.action, Lead | Place)]
        return max(laid, key=lambda note: note.points, default=None)

    # --- entering ----------------------------------------------------------------------------------

    def enter(self, action: Action, claim: Claim | None = None) -> Pad:
        """The pad with one more entry.

        Raises:
            TrinbError: this cannot have happened now; an `IllegalMove` says why.
        """
        if self.end:
            why = tr("the match is over: {why}", why=tr(self.end.value))
            raise IllegalMove(Illegal.ROUND_OVER, why)
        if isinstance(action, Finish):
            return self._stopped()
        after = self.round.after(action)
        events = after.events[len(self.round.events) :]
        seat = action.seat if isinstance(action, Lead) else self.round.seat
        alone = None if isinstance(action, Lap) else seat
        note = Noted(Entry(action, claim), self.number, alone, events, None)
        if claim:
            contact = events[0].contact if events else None
            note = note._replace(verdict=Verdict(claim, note.points, contact))
        return evolve(self, round=after, notes=(*self.notes, note), before=self)._settled()

    def undo(self) -> Pad:
        """The pad before the last entry; itself if there is none."""
        return self._before or self

    def _settled(self) -> Pad:
        """After an entry: the same round goes on, or the next one begins, or the match is over."""
        over = self.round
        at_once = not over.counting and ends_at_once(self.rules, self.finished, over)
        if not over.end and not at_once:
            return self
        finished = (*self.finished, over)
        decided = verdict(self.rules, finished, len(self.names))
        if decided:
            return evolve(self, finished=finished, end=decided[0], winners=decided[1])
        last_winner, _ = who_begins(finished)
        return evolve(self, finished=finished, round=Tally.start(self.rules, self.names, last_winner))

    def _stopped(self) -> Pad:
        """The match ends here, because all agree; what is scored so far counts."""
        if self.round.counting:
            raise IllegalMove(Illegal.ROUND_OVER, tr("what is left has to be counted now"))
        if not self.notes:
            raise IllegalMove(Illegal.CANNOT_END, tr("nothing has been entered yet"))
        finished = (*self.finished, self.round) if self.round.events else self.finished
        totals = totals_of(finished, len(self.names))
        best = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
        note = Noted(Entry(Finish()), self.number, None, (), None)
        return evolve(
            self,
            finished=finished,
            round=finished[-1],
            notes=(*self.notes, note),
            end=MatchEnd.AGREED,
            winners=best,
            before=self,
        )

    # --- entering, in short ------------------------------------------------------------------------------

    def seat_of(self, who: str | int) -> int:
        """The seat of a player, by name or by number from 0.

        Raises:
            TrinbError: there is no such player.
        """
        if type(who) is int and 0 <= who < len(self.names):
            return who
        if isinstance(who, str) and who in self.names:
            return self.names.index(who)
        known = ", ".join(map(called, self.names))
        raise TrinbError(tr("nobody here is called {it}; there are {known}", it=show(who), known=known))

    def lead(
        self, who: str | int, tile: Tile | str, *, second_triple: bool = False, claim: int | None = None
    ) -> Pad:
        """Somebody leads the first tile of a round."""
        placement = Placement(ORIGIN, _tile(tile).digits)
        return self.enter(Lead(self.seat_of(who), placement, second_triple), _claim(claim, None))

    def turn_up(self, tile: Tile | str) -> Pad:
        """The winner of the last round turns up the first tile."""
        return self.enter(TurnUp(Placement(ORIGIN, _tile(tile).digits)))

    def lap(self, who: Sequence[str | int] | None = None) -> Pad:
        """Nobody can lead: each of these players, by default everybody, draws a tile."""
        seats = range(len(self.names)) if who is None else map(self.seat_of, who)
        return self.enter(Lap(tuple(seats)))

    def place(
        self, placement: Placement | str, *, claim: int | None = None, kind: Kind | str | None = None
    ) -> Pad:
        """Whoever is to move lays a tile, and perhaps claims points, or a kind, for it."""
        laid = Placement.parse(placement) if isinstance(placement, str) else placement
        return self.enter(Place(laid), _claim(claim, kind))

    def draw(self, times: int = 1) -> Pad:
        """Whoever is to move draws one tile, or several; each is an entry of its own."""
        pad = self
        for _ in range(times):
            pad = pad.enter(DRAW)
        return pad

    def in_vain(self) -> Pad:
        """Nothing of what was drawn fits."""
        return self.enter(InVain())

    def pass_turn(self) -> Pad:
        """Whoever is to move passes."""
        return self.enter(PASS)

    def end_turn(self) -> Pad:
        """Whoever is to move has placed enough."""
        return self.enter(END_TURN)

    def out(
        self, hands: Sequence[Told | str] = (), *, pool: Told | str = None, claim: int | None = None
    ) -> Pad:
        """Somebody is out; the others tell their tiles, or the sum of their digits.

        Args:
            hands: for each seat tiles, or their names in a text, or the sum of their digits, or None.
            pool: the same for the pool, where it matters.
            claim: what whoever is out says to get.
        """
        return self.enter(Out(tuple(map(told, hands)), told(pool)), _claim(claim, None))

    def blocked(self, hands: Sequence[Told | str] = ()) -> Pad:
        """Nobody can place any more; everybody tells what he holds."""
        return self.enter(Blocked(tuple(map(told, hands))))

    def finish(self) -> Pad:
        """All agree that the match ends here."""
        return self.enter(Finish())


def told(what: Told | str) -> Told:
    """What somebody says to hold: names of tiles in a text become tiles.

    >>> told("0-2-1 1-1-3")
    (Tile(0, 2, 1), Tile(1, 1, 3))
    """
    return tuple(map(Tile.parse, what.split())) if isinstance(what, str) else what


def _tile(tile: Tile | str) -> Tile:
    return Tile.parse(tile) if isinstance(tile, str) else tile


def _claim(points: int | None, kind: Kind | str | None) -> Claim | None:
    if points is None and kind is None:
        return None
    known = {one.value: one for one in Kind}
    if isinstance(kind, str):
        if kind not in known:
            raise TrinbError(
                tr("there is no kind {it}; there are {known}", it=quote(kind), known=", ".join(known))
            )
        kind = known[kind]
    return Claim(points, kind)


def _names(names: Iterable[str]) -> tuple[str, ...]:
    """Names as they are shown: on one line, not too long, all different."""
    given = [names] if isinstance(names, str) else list(names)
    known = []
    for number, name in enumerate(given, 1):
        shown = tidy(name, LONGEST_NAME) if isinstance(name, str) else ""
        if not shown:
            raise TrinbError(tr("player {n} has no name", n=number))
        if shown in known:
            raise TrinbError(tr("two players are called {name}", name=called(shown)))
        known.append(shown)
    return tuple(known)
