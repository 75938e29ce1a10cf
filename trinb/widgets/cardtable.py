"""The card game Треугольник at a table: one person against bots, or up to three people at one screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from .. import words
from ..cards.matches import CardMatch
from ..cards.records import CardRecord
from ..cards.rounds import CardEnd
from ..cards.rules import SEATS, CardRules, Statement, rank_name, read_statement
from ..cards.views import seen_by
from ..draw import cards as pictures
from ..draw import palette
from ..errors import NotationError, RecordError
from ..notation import show
from ..words import tr
from . import cardfile, cardtalk
from .carddesk import Desk, Stage
from .cardseats import CardSetup, form, own_rules, speed_choice
from .front import Front, button, module, number, shown_path, style, text
from .gamefile import unused


class CardTable(Front):
    """A table of the card game: cards on foreheads, a race for the right to speak, one statement a round.

    The browser gets to know what the person before it may see, and nothing else.  When one person plays, it
    measures how fast he reaches; bots reach by their own reaction times.  Several people look one after the
    other, behind a curtain, and then decide together.

    Args:
        players: who sits where, clockwise: ``"you"`` for a person, or the name of a bot, see
            `cards.card_player_names`.
        seed: the same seed deals the same cards; by default a new one.
        names: what the seats are called; a seat with an empty name gets one by itself.
        rules: the rules, by default those that come with trinb.
        record: where to keep a record, written after every round.  A match in that file that is not over is
            gone on with.
        speed: how fast the bots are: ``slow``, ``normal``, ``fast``, or ``none`` for no clock.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        TrinbError: that cannot be played, or the file holds another match; the message says why.

    Attributes:
        desk: what lies behind it, with all cards.

    >>> CardTable(seed=1)
    <CardTable: round 1, totals (0, 0, 0)>
    """

    _esm = module("cardtable")
    mother_tongue = "ru"  # as its source
    _css = style("cardtable") + palette.more_rules(pictures.RULES)

    def __init__(
        self,
        players: Sequence[str] = ("you", "expected", "match"),
        *,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        rules: CardRules | None = None,
        record: str | Path | None = None,
        speed: str = "normal",
        language: str | None = None,
    ) -> None:
        super().__init__(language)
        with words.speaking(self.language):
            setup = CardSetup.of(players, names, rules, seed, speed)
            self._own = own_rules(setup.rules)
            self._path = None if record is None else Path(record)
            self._start(*cardfile.kept(self._path, setup, seed))
            if self._note:
                raise RecordError(self._note)

    def _start(self, setup: CardSetup, match: CardMatch | None = None) -> None:
        self.desk = Desk(setup, match)
        self._draft: CardSetup | None = None
        self._tells_odds = self._downloads = False
        self._memory = True
        self._saved: int | None = None
        self._show()

    def __repr__(self) -> str:
        return f"<CardTable: round {self.desk.number}, totals {self.match.totals}>"

    # --- for the notebook ------------------------------------------------------------------------

    @property
    def match(self) -> CardMatch:
        """The match as it stands, with all cards: also those that you may not see."""
        return self.desk.match

    @property
    def record(self) -> CardRecord:
        """The record up to here, with all cards."""
        names = [seat.name or seat.kind for seat in self.desk.setup.seats]
        return CardRecord(self.match, tuple(names))

    def show(self) -> None:
        """Show the cards, as if the countdown were over.

        Raises:
            NotationError: that cannot be done now; so all that follow.
        """
        self._then(self.desk.show)

    def speak(self, seconds: float = 0.5) -> None:
        """Reach for the right to speak so many seconds after the cards were shown."""
        self._then(lambda: self._take_right(seconds))

    def silent(self) -> None:
        """Let the bots speak, if they want to."""
        self._then(self.desk.silent)

    def say(self, statement: Statement | str) -> None:
        """Make a statement, such as ``even`` or ``A``."""
        said = read_statement(statement) if isinstance(statement, str) else statement
        self._then(lambda: self.desk.say(said))

    def next_round(self) -> None:
        """Begin the next round."""
        self._then(self._next_round)

    def _then(self, action: Any) -> None:
        self._note = ""
        with words.speaking(self.language):
            action()
        self._show()

    # --- intentions --------------------------------------------------------------------------------

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        intention = self._intentions.get(what)
        if intention is None:
            super()._do(what, message)
        else:
            intention(message)

    @cached_property
    def _intentions(self) -> Mapping[str, Any]:
        return {
            "show": lambda _: self.desk.show(),
            "uncover": lambda _: self.desk.uncover(),
            "cover": lambda _: self._cover(),
            "wait": lambda message: self._wait(number(message, "ms")),
            "speak": lambda message: self._reach(number(message, "ms")),
            "silent": lambda _: self.desk.silent(),
            "take": lambda message: self.desk.take(number(message, "seat")),
            "unclear": lambda _: self.desk.unclear(),
            "say": lambda message: self.desk.say(read_statement(text(message, "statement"))),
            "round": lambda _: self._next_round(),
            "again": lambda _: self._again(),
            "odds": lambda _: self._tell_odds(),
            "memory": lambda _: self._switch_memory(),
            "select": lambda message: self._select(text(message, "name"), text(message, "value")),
            "setup": lambda _: self._set_up(),
            "start": lambda _: self._start_draft(),
            "record": lambda _: self._download(),
        }

    def _cover(self) -> None:
        self.desk.cover()
        self._tells_odds = False

    def _wait(self, ms: int) -> None:
        """A tick of the browser's clock; one that comes too late is nobody's fault."""
        if self.desk.stage is Stage.RACE:
            self.desk.wait(max(0, ms) / 1000)

    def _reach(self, ms: int) -> None:
        if self.desk.stage is Stage.REVEAL and self.desk.round.speaker not in self.desk.setup.people:
            self._note = tr("Too late: another was faster.")
            return
        self._take_right(max(0, ms) / 1000)

    def _take_right(self, seconds: float) -> None:
        """Reach in the race, or take the right without one."""
        people = self.desk.setup.people
        if self.desk.stage is Stage.CHOICE and len(people) == 1:
            self.desk.take(people[0])
        else:
            self.desk.speak(seconds)

    def _next_round(self) -> None:
        self.desk.next_round()
        self._tells_odds = False

    def _again(self) -> None:
        if self.desk.stage is not Stage.OVER:
            raise NotationError(tr("that cannot be done now"))
        self._another(self.desk.setup.next_match())

    def _another(self, setup: CardSetup) -> None:
        """Begin another match; the record of the last one stays as it is."""
        setup.check()
        self._path = self._path and unused(self._path)
        self._start(setup)

    # --- odds ----------------------------------------------------------------------------------------

    def _tell_odds(self) -> None:
        if self.desk.knowledge is None:
            raise NotationError(tr("there are no odds before you see cards"))
        self._tells_odds = not self._tells_odds

    def _switch_memory(self) -> None:
        self._memory = not self._memory

    # --- set-up and record ---------------------------------------------------------------------------

    def _select(self, name: str, value: str) -> None:
        if name == "speed":
            if self._draft is not None:
                self._draft = self._draft.changed(name, value)
            if self.desk.stage not in (Stage.READY, Stage.REVEAL, Stage.OVER):
                raise NotationError(tr("the bots can be changed between rounds"))
            self.desk.setup = self.desk.setup.changed(name, value)
        elif self._draft is None:
            raise NotationError(tr("there is nothing to choose called {it}", it=show(name)))
        else:
            self._draft = self._draft.changed(name, value, self._own)

    def _set_up(self) -> None:
        """Open the form, or go back to the table."""
        self._draft = self.desk.setup.next_match() if self._draft is None else None

    def _start_draft(self) -> None:
        if self._draft is None:
            raise NotationError(tr("that cannot be done now"))
        self._another(self._draft)

    def _download(self) -> None:
        """Hand the record out; not before the end, since it holds the order of the pack."""
        if self.desk.stage is not Stage.OVER:
            raise NotationError(tr("the record holds all cards: it can be had when the match is over"))
        self._downloads = True

    def _show(self) -> None:
        """Keep the record and bring the browser up to date."""
        rounds = len(self.match.finished)
        if self._path and rounds != self._saved:
            try:
                with words.speaking(self.language):
                    cardfile.save(self._path, self.record)
                self._saved = rounds
            except RecordError as error:
                self._note = str(error)
        super()._show()

    # --- what is shown ---------------------------------------------------------------------------------

    def _shown(self) -> dict[str, Any]:
        downloads, self._downloads = self._downloads, False
        desk = self.desk
        return {
            "phase": desk.stage.value,
            "round": desk.number,
            "title": tr(desk.match.rules.name),
            "what": cardtalk.where(desk),
            "status": self._note or self._status(),
            "warn": bool(self._note),
            "svg": self._picture(),
            "primary": self._primary(),
            "buttons": self._buttons(),
            "race": {"until": round(1000 * desk.patience)} if desk.stage is Stage.RACE else None,
            "statements": cardtalk.statement_rows(desk.match.rules) if desk.stage is Stage.SPEAK else [],
            "reveal": cardtalk.reveal(desk),
            "standings": cardtalk.standing_rows(desk),
            "odds_buttons": self._odds_buttons(),
            "odds": self._odds(),
            "choices": [speed_choice(desk.setup)] if len(desk.setup.people) == 1 else [],
            "choosing": desk.stage in (Stage.READY, Stage.REVEAL, Stage.OVER),
            "menu": self._menu(),
            "rules": cardtalk.clause_rows(desk.match.rules),
            "setup": self._form(),
            "kept": self._path and tr("The record is kept in {file}.", file=shown_path(self._path)),
            "download": self._file() if downloads else None,
        }

    def _file(self) -> dict[str, str]:
        lines = self.record.lines()
        return {"name": f"cards-{self.match.seed}.jsonl", "text": "".join(f"{line}\n" for line in lines)}

    def _menu(self) -> list[dict[str, Any]]:
        buttons = [button(tr("New match …"), {"do": "setup"})]
        if self.desk.stage is Stage.OVER:
            buttons.append(button(tr("Download the record"), {"do": "record"}))
        return buttons

    def _form(self) -> dict[str, Any] | None:
        if self._draft is None:
            return None
        return {
            **form(self._draft, self._own),
            "start": button(tr("Start this match"), {"do": "start"}),
            "back": button(tr("Back to the table"), {"do": "setup"}),
        }

    # --- the picture -------------------------------------------------------------------------------------

    def _picture(self) -> str:
        desk, view = self.desk, self.desk.view
        below = desk.eyes if desk.eyes is not None else (desk.setup.people or (0,))[0]
        seats = [(below + step) % SEATS for step in range(SEATS)]
        places = [self._place(seat, view.cards[seat]) for seat in seats]
        if desk.eyes is None:
            title = tr("The table of the card game, as all may see it")
        else:
            title = tr("The table of the card game, as {name} sees it", name=desk.setup.said(desk.eyes))
        return pictures.table(places, view.middle, title=title, style=False)

    def _place(self, seat: int, card: int | None) -> pictures.Place:
        desk, round = self.desk, self.desk.round
        kinds, note = [], ""
        if seat == round.speaker:
            kinds, note = ["speaker"], tr("speaker")
            if round.end is CardEnd.SPOKEN:
                kinds.append("right" if round.lines[0].right else "wrong")
        elif seat == round.dealer:
            note = tr("dealer")
        return pictures.Place(desk.setup.name(seat), card, note, " ".join(kinds), seat == desk.eyes)

    # --- what is said, and the buttons ---------------------------------------------------------------------

    def _status(self) -> str:
        desk = self.desk
        match desk.stage:
            case Stage.READY:
                dealer = desk.setup.said(desk.round.dealer)
                return tr("The cards are dealt, face down. Dealer: {name}.", name=dealer)
            case Stage.CURTAIN:
                assert desk.who is not None
                return tr("Hand the device to {name}.", name=desk.setup.said(desk.who))
            case Stage.LOOK:
                return tr("You see your peers: {cards}. Remember them, and decide.", cards=self._peers())
            case Stage.RACE | Stage.CHOICE:
                return self._choice_status()
            case Stage.SPEAK:
                middle = desk.match.round.middle
                return tr(
                    "The right to speak is yours, and the middle card is {card}. Make one statement.",
                    card=rank_name(middle),
                )
            case Stage.OVER:
                return f"{cardtalk.verdict(desk)} {cardtalk.winners(desk)}"
        return cardtalk.verdict(desk)

    def _choice_status(self) -> str:
        desk = self.desk
        if len(desk.setup.people) > 1:
            return tr("All have looked. Who wants the right to speak?")
        if desk.is_quiet:
            return tr("Your peers: {cards}. Nobody has reached. Do you speak?", cards=self._peers())
        return tr("Your peers: {cards}. Do you speak?", cards=self._peers())

    def _peers(self) -> str:
        assert self.desk.eyes is not None
        view = seen_by(self.desk.match.round, self.desk.eyes)
        return ", ".join(rank_name(card) for card in view.cards if card is not None)

    def _primary(self) -> dict[str, Any] | None:
        desk = self.desk
        match desk.stage:
            case Stage.READY:
                return button(tr("Count down"), {"do": "show"})
            case Stage.CURTAIN:
                assert desk.who is not None
                said = tr("I am {name}: show me the table", name=desk.setup.said(desk.who))
                return button(said, {"do": "uncover"})
            case Stage.LOOK:
                return button(tr("I have looked: hide the cards"), {"do": "cover"})
            case Stage.RACE | Stage.CHOICE if len(desk.setup.people) == 1:
                return button(tr("Speak!"), {"do": "speak"})
            case Stage.REVEAL:
                return button(tr("Next round"), {"do": "round"})
            case Stage.OVER:
                return button(tr("New match"), {"do": "again"})
        return None

    def _buttons(self) -> list[dict[str, Any]]:
        desk = self.desk
        people = desk.setup.people
        if desk.stage is Stage.READY:
            return [button(tr("Show at once"), {"do": "show"})]
        if desk.stage in (Stage.RACE, Stage.CHOICE) and len(people) == 1:
            return [button(tr("Stay silent"), {"do": "silent"})]
        if desk.stage is Stage.CHOICE:
            takers = [
                button(tr("{name} speaks", name=desk.setup.said(seat)), {"do": "take", "seat": seat})
                for seat in people
            ]
            nobody = tr("Nobody speaks") if len(people) == SEATS else tr("Let the bots speak")
            return [
                *takers,
                button(tr("It is unclear who was first"), {"do": "unclear"}),
                button(nobody, {"do": "silent"}),
            ]
        return []

    def _odds_buttons(self) -> list[dict[str, Any]]:
        if self.desk.knowledge is None:
            return []
        buttons = [button(tr("Odds"), {"do": "odds"}, pressed=self._tells_odds)]
        if self._tells_odds:
            said = tr("Remember the cards shown so far")
            buttons.append(button(said, {"do": "memory"}, pressed=self._memory))
        return buttons

    def _odds(self) -> dict[str, Any] | None:
        known = self.desk.knowledge
        return cardtalk.odds_table(known, self._memory) if known and self._tells_odds else None
