"""What lies behind a table of the card game: whose eyes look on, what may be done now, and the race.

A desk knows no pictures and no browser, and every action says when it cannot be done.  **Eyes** are the seat
as which the screen looks at the table: the only person, or the one who has the device; nobody's when all may
look at it.  What is shown must follow from `view` alone.

>>> desk = Desk(CardSetup.of(["you", "expected", "expected"], seed=4, speed="none"))
>>> desk.show()
>>> desk.stage, desk.view.cards[0], None in desk.view.cards[1:]
(Stage.CHOICE, None, False)
>>> desk.take(0)
>>> desk.stage, desk.view.middle == desk.match.round.middle
(Stage.SPEAK, True)
>>> desk.say(Statement.EVEN)
>>> desk.stage, desk.round.statement
(Stage.REVEAL, Statement.EVEN)
"""

from __future__ import annotations

from enum import Enum
from random import Random

from ..cards.matches import CardMatch
from ..cards.odds import Knowledge
from ..cards.races import CLOSE, QUICKEST, Reaction, race, reaching_times
from ..cards.rounds import SHOW, UNCLEAR, CardMove, CardRound, Phase, Say, Take
from ..cards.rules import SEATS, Statement
from ..cards.views import RoundView, card_view, seen_by
from ..errors import NotationError
from ..words import tr
from .cardseats import CardSetup

PATIENCE = 4
"""So many deviations after the mean nobody waits for a bot any more."""


class Stage(Enum):
    """What there is to do."""

    READY = "ready"
    CURTAIN = "curtain"
    LOOK = "look"
    RACE = "race"
    CHOICE = "choice"
    SPEAK = "speak"
    REVEAL = "reveal"
    OVER = "over"

    def __repr__(self) -> str:
        return str(self)


class Desk:
    """A match at one device.

    Args:
        setup: who plays, and how fast.
        match: where it stands; by default at its beginning.

    Attributes:
        setup: who plays.
        match: the match, with all its cards.
        stage: what there is to do.
        who: the person who has the device, or is to get it, where several play.
        times: when each seat reached for the right to speak, as far as there was a race.
    """

    def __init__(self, setup: CardSetup, match: CardMatch | None = None) -> None:
        self.setup = setup
        self.match = match or CardMatch.start(setup.rules, setup.seed)
        self.stage = Stage.READY
        self.who: int | None = None
        self.times: list[float | None] = [None] * SEATS
        self._bots_times: list[float | None] = [None] * SEATS
        self._elapsed = 0.0
        self._knew: Knowledge | None = None
        self._go_on()

    # --- who sees what ---------------------------------------------------------------------------------

    @property
    def eyes(self) -> int | None:
        """The seat that looks on; None if all may."""
        people = self.setup.people
        if len(people) == 1:
            return people[0]
        return self.who if self.stage in (Stage.LOOK, Stage.SPEAK) else None

    @property
    def round(self) -> CardRound:
        """The round on the table: the one that is played, or the one that has just ended."""
        return self.match.finished[-1] if self.stage in (Stage.REVEAL, Stage.OVER) else self.match.round

    @property
    def view(self) -> RoundView:
        """The round as it may be shown now."""
        eyes, round = self.eyes, self.round
        if eyes is not None:
            return seen_by(round, eyes)
        seen = [seen_by(round, seat).cards for seat in range(SEATS)]
        together = tuple(one if one == two == three else None for one, two, three in zip(*seen, strict=True))
        return seen_by(round, 0)._replace(cards=together, middle=None)

    @property
    def knowledge(self) -> Knowledge | None:
        """What the seat that looks on knows, or knew before the cards were shown; with its memory."""
        if self.stage in (Stage.REVEAL, Stage.OVER):
            return self._knew if len(self.setup.people) == 1 else None
        if self.eyes is None or self.match.round.phase is Phase.DEALT:
            return None
        return Knowledge.of(card_view(self.match, self.eyes))

    @property
    def number(self) -> int:
        """Which round lies on the table, from 1."""
        return len(self.match.finished) + (self.stage not in (Stage.REVEAL, Stage.OVER))

    @property
    def left(self) -> int:
        """How many rounds the pack still has after this one."""
        return self.match.rules.rounds - 1 - (self.number - 1) % self.match.rules.rounds

    # --- what is done ----------------------------------------------------------------------------------

    def show(self) -> None:
        """The countdown is over: the cards are shown.

        Raises:
            NotationError: that cannot be done now; so all that follow.
        """
        self._only(Stage.READY)
        self._advance(SHOW)
        self._go_on()

    def _go_on(self) -> None:
        """Wherever a match stands, find out what there is to do."""
        phase = self.match.round.phase
        people = self.setup.people
        if self.match.is_over:
            self.stage = Stage.OVER
        elif phase is Phase.DEALT:
            self.stage, self.who = Stage.READY, None
        elif phase is Phase.TAKEN:
            self._taken()
        elif len(people) > 1:
            self.stage, self.who = Stage.CURTAIN, people[0]
            self._draw_times()
        else:
            self._draw_times()
            self._elapsed = 0.0
            self.stage = Stage.RACE if self.setup.reaction else Stage.CHOICE
            if not people:
                self._resolve(None)

    def _draw_times(self) -> None:
        reactions = [self.setup.reaction or Reaction()] * SEATS
        self.times = [None] * SEATS
        self._bots_times = reaching_times(self.match, self.setup.bots, self._rng("reach"), reactions)

    def _rng(self, what: str) -> Random:
        """The bots' chance in this round: the same whenever a record is gone on with."""
        return Random(f"{self.match.seed}/{what}/{self.match.number}")

    def uncover(self) -> None:
        """The person who was to get the device has it."""
        self._only(Stage.CURTAIN)
        self.stage = Stage.LOOK if self.match.round.phase is Phase.SHOWN else Stage.SPEAK

    def cover(self) -> None:
        """The person has looked; the next one gets the device, or all decide."""
        self._only(Stage.LOOK)
        people = self.setup.people
        assert self.who is not None
        at = people.index(self.who) + 1
        self.stage, self.who = (Stage.CURTAIN, people[at]) if at < len(people) else (Stage.CHOICE, None)

    # --- the race --------------------------------------------------------------------------------------

    @property
    def patience(self) -> float:
        """After so many seconds no bot will reach any more."""
        reaction = self.setup.reaction
        return reaction.mean + PATIENCE * reaction.deviation if reaction else 0.0

    @property
    def is_quiet(self) -> bool:
        """Whether it is known that no bot wants to speak."""
        return self.stage is Stage.RACE and self._elapsed >= self.patience

    def wait(self, seconds: float) -> None:
        """So long after the cards were shown the person has not reached yet: perhaps a bot has.

        A bot has the right to speak only when nobody can have been so close behind that it is unclear.
        """
        self._only(Stage.RACE)
        self._elapsed = max(self._elapsed, min(seconds, self.patience))
        bots = [time for time in self._bots_times if time is not None]
        if bots and min(bots) + CLOSE <= self._elapsed:
            self._resolve(None)

    def speak(self, seconds: float) -> None:
        """The only person reaches so long after the cards were shown.

        Nobody is quicker than quickest, nor than the time at which he was still waiting.
        """
        self._only(Stage.RACE)
        self._resolve(max(QUICKEST, self._elapsed, seconds))

    def _resolve(self, own: float | None) -> None:
        """The race is over, with the moment at which the only person reached."""
        bots = self._bots_times
        people = self.setup.people
        times = [own if seat in people else bots[seat] for seat in range(SEATS)]
        first = min([time for time in times if time is not None], default=0.0)
        # Of bots only those are seen to reach who were about the first.
        seen = [seat in people or (time or 0) < first + CLOSE for seat, time in enumerate(times)]
        self.times = [time if is_seen else None for time, is_seen in zip(times, seen, strict=True)]
        self._end_race(race(times))

    def silent(self) -> None:
        """The people let the bots speak; if there are none, nobody does."""
        self._only(Stage.RACE, Stage.CHOICE)
        self._resolve(None)

    def take(self, seat: int) -> None:
        """A person takes the right to speak, without a clock."""
        self._only(Stage.CHOICE)
        if seat not in self.setup.people:
            raise NotationError(tr("there is no seat {it}", it=seat))
        self._end_race(Take(seat))

    def unclear(self) -> None:
        """Several people say that they were first."""
        self._only(Stage.CHOICE)
        if len(self.setup.people) < 2:
            raise NotationError(tr("that cannot be done now"))
        self._end_race(UNCLEAR)

    def _end_race(self, move: CardMove) -> None:
        if isinstance(move, Take):
            self._advance(move)
            self._taken()
        else:
            self._finish(move)

    def _taken(self) -> None:
        speaker = self.match.round.speaker
        assert speaker is not None
        bot = self.setup.bots[speaker]
        if bot is not None:
            view = card_view(self.match, speaker)
            self._finish(Say(bot.says(view, self._rng("say"))))
        elif len(self.setup.people) > 1:
            self.stage, self.who = Stage.CURTAIN, speaker
        else:
            self.stage, self.who = Stage.SPEAK, speaker

    # --- the end of a round ------------------------------------------------------------------------------

    def say(self, statement: Statement) -> None:
        """The person who has the right to speak makes a statement."""
        self._only(Stage.SPEAK)
        self._finish(Say(statement))

    def next_round(self) -> None:
        """Go on after the cards have been shown."""
        self._only(Stage.REVEAL)
        self.times = [None] * SEATS
        self._go_on()

    def _finish(self, move: CardMove) -> None:
        people = self.setup.people
        knew = Knowledge.of(card_view(self.match, people[0])) if len(people) == 1 else None
        self._advance(move)
        self._knew, self.who = knew, None
        self.stage = Stage.OVER if self.match.is_over else Stage.REVEAL

    def _advance(self, move: CardMove) -> None:
        self.match = self.match.play(move)

    def _only(self, *stages: Stage) -> None:
        if self.stage not in stages:
            raise NotationError(tr("that cannot be done now"))
