"""Playing: one to eight seats, people or bots, at one device, by any rule set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from .. import words
from ..board import Fault, Placement
from ..draw import svg
from ..errors import NotationError, RecordError
from ..lattice import Cell
from ..matches import Match
from ..moves import Move
from ..notation import show
from ..records import Record
from ..rounds import Round
from ..ruleset import RuleSet
from ..tiles import Tile
from ..words import tr, trn
from . import gamefile
from .advice import Adviser
from .front import button, module, number, shown_path, style, text
from .gamesetup import Setup, form, is_own
from .matchtable import MatchTable, Phase
from .roundend import round_end
from .table import ACTION_WORDS
from .touch import TableFront


class Play(TableFront):
    """A game to play: people and bots at one device.

    With several people the device goes round, and a curtain hides all tiles in between.  What is to be
    played, and by whom, can be changed in the widget.

    Args:
        rules: the rule set, or its id.
        players: who sits where: ``"you"`` for a person, or the name of a bot, see `players.player_names`.
            A single seat is for practice alone, by any rules.
        seed: the same seed deals the same tiles, and the bots' chance follows from it; by default a new one.
        names: what the seats are called; a seat with an empty name gets one by itself.
        whole: whether a whole match is played, else a single round.
        record: where to keep a record, written after every move.  A game in that file that is not over is
            gone on with.
        hints: whether it is shown what fits: ``always``, ``ask`` (when a button is pressed) or ``never``.
        turn_by_hand: whether a tile has to be turned so that it fits; else it turns by itself.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        TrinbError: that cannot be played, or the file holds another game; the message says why.

    Attributes:
        table: what lies behind it, with all its states.
        setup: what is played, by whom, and how.
    """

    _esm = module("stage", "table", "play")
    _css = style("play")
    table: MatchTable

    def __init__(
        self,
        rules: str | RuleSet = "triangelspelet",
        players: Sequence[str] = ("you", "greedy"),
        *,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        whole: bool = True,
        record: str | Path | None = None,
        hints: str = "always",
        turn_by_hand: bool = False,
        language: str | None = None,
    ) -> None:
        super().__init__(language)
        with words.speaking(self.language):
            setup = Setup.of(
                rules, players, names, whole=whole, seed=seed, hints=hints, turn_by_hand=turn_by_hand
            )
            self._own = setup.rules if is_own(setup.rules) else None
            self._path = None if record is None else Path(record)
            self._start(*self._found(setup, seed))
            if self._note:
                raise RecordError(self._note)

    def _found(self, setup: Setup, seed: int | None) -> tuple[Setup, Match | None]:
        """What to play, with the game that is gone on with, if the file holds one."""
        if self._path is None:
            return setup, None
        kept = gamefile.resume(self._path, setup.played_rules, len(setup.seats), seed, setup.whole)
        if kept is None:
            return setup, None
        return setup.going_on(kept.match.seed, gamefile.with_names_of(kept, setup.seats)), kept.match

    def _start(self, setup: Setup, match: Match | None = None) -> None:
        self.setup = setup
        self._draft: Setup | None = None
        self._advises = self._downloads = False
        self._kept: Match | None = None
        table = setup.table(match)
        table.tells = self.tells_fits = setup.hints == "always"
        self._adviser = Adviser(table)
        self._begin(table, setup.turn_by_hand)

    def __repr__(self) -> str:
        seats, laid = len(self.setup.seats), len(self.board)
        return f"<Play {self.table.rules.id}: {seats} seats, round {self.table.number}, {laid} tiles laid>"

    # --- for the notebook ------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.table.match

    @property
    def round(self) -> Round:
        """The round on the table: the one that is played, or the one that has just ended."""
        return self.table.round

    @property
    def record(self) -> Record:
        """The record up to here; it holds all tiles of everybody."""
        return gamefile.record_of(self.table)

    @property
    def seed(self) -> int:
        """The seed, to play the same game again."""
        return self.setup.seed

    def act(self, move: Move) -> None:
        """Make a move for whoever has the device, as if it had been made by hand.

        Raises:
            IllegalMove: it is not allowed, or nobody is asked for one now.
        """
        self._act(move)
        self._show()

    def uncover(self) -> None:
        """Show the hand of the next person, who has the device now."""
        self.table.uncover()
        self._show()

    def next_round(self) -> None:
        """Begin the next round, when one has ended and the match goes on."""
        self._next_round()
        self._show()

    # --- intentions --------------------------------------------------------------------------------

    @cached_property
    def _intentions(self) -> Mapping[str, Any]:
        return {
            **super()._intentions,
            "cover": lambda _: self._only(Phase.LOOK, self.table.cover),
            "uncover": lambda _: self._only(Phase.CURTAIN, self.table.uncover),
            "step": lambda _: self._only(Phase.WATCH, self.table.step),
            "rest": lambda _: self._only(Phase.WATCH, self._watch_the_rest),
            "round": lambda _: self._only(Phase.ROUND_OVER, self._next_round),
            "again": lambda _: self._only(Phase.OVER, lambda: self._another(self.setup.next_game())),
            "fits": lambda _: self._tell_fits(not self.tells_fits),
            "best": lambda _: self._advise(not self._advises),
            "try": lambda message: self._try(number(message, "number")),
            "record": lambda _: self._download(),
            "setup": lambda _: self._set_up(),
            "select": lambda message: self._select(text(message, "name"), text(message, "value")),
            "start": lambda _: self._start_draft(),
        }

    def _only(self, phase: Phase, action: Any) -> None:
        if self.table.phase is not phase:
            raise NotationError(tr("that cannot be done now"))
        action()
        self._release()

    def _release(self) -> None:
        super()._release()
        self._advises = False

    def _watch_the_rest(self) -> None:
        while self.table.phase is Phase.WATCH:
            self.table.step()

    def _next_round(self) -> None:
        self.table.next_round()
        self._release()

    def _another(self, setup: Setup) -> None:
        """Begin another game; the record of the last one stays as it is."""
        setup.check()
        self._path = self._path and gamefile.unused(self._path)
        self._start(setup)

    # --- hints ---------------------------------------------------------------------------------------

    def _tell_fits(self, told: bool) -> None:
        self._allow_hint()
        self.tells_fits = self.table.tells = told

    def _advise(self, advises: bool) -> None:
        self._allow_hint()
        self._release()
        self._advises = advises and self.table.phase is Phase.CHOOSE

    def _allow_hint(self) -> None:
        if self.setup.hints == "never":
            raise NotationError(tr("hints are turned off in this game"))

    def _try(self, number: int) -> None:
        """Hold one of the placements that are told over the board, to be looked at."""
        place = self._adviser.placement(number) if self._advises else None
        if place is None:
            raise NotationError(tr("there is nothing to do called {it}", it=show(number)))
        self._held, self._digits, self._focus = place.tile, place.digits, place.cell

    def _marked(self, places: Sequence[Placement]) -> Sequence[Placement]:
        if not self._advises:
            return super()._marked(places)
        return [place for place in self._adviser.places if self._held in (None, place.tile)]

    @property
    def _has_labels(self) -> bool:
        return self._advises or super()._has_labels

    @property
    def _near(self) -> Sequence[Cell]:
        """The cells that the reasons for the placement speak of that is looked at."""
        held = self._held_at() if self._advises else None
        why = self._adviser.tip_at(held) if held else None
        return [because.cell for because in why.because if because.cell] if why else []

    def _fitting_tiles(self, places: Sequence[Placement]) -> set[Tile] | None:
        if self._advises:
            return {place.tile for place in self._adviser.places}
        if self.table.phase is not Phase.CHOOSE:
            return None
        return super()._fitting_tiles(places)

    # --- set-up and record ------------------------------------------------------------------------------

    def _set_up(self) -> None:
        """Open the form, or go back to the game."""
        self._release()
        self._draft = self.setup.next_game() if self._draft is None else None

    def _select(self, name: str, value: str) -> None:
        if self._draft is None:
            raise NotationError(tr("there is nothing to choose called {it}", it=show(name)))
        self._draft = self._draft.changed(name, value, self._own)

    def _start_draft(self) -> None:
        if self._draft is None:
            raise NotationError(tr("that cannot be done now"))
        self._another(self._draft)

    def _download(self) -> None:
        """Hand the record out; not in a round, since it holds everybody's tiles."""
        if not self.round.is_over and not self.table.is_over:
            raise NotationError(
                tr("the record holds everybody's tiles: it can be had when the round is over")
            )
        self._downloads = True

    def _show(self) -> None:
        """Keep the record and bring the browser up to date."""
        if self._path and self.match is not self._kept:
            try:
                with words.speaking(self.language):
                    gamefile.save(self._path, self.table)
                self._kept = self.match
            except RecordError as error:
                self._note = str(error)
        super()._show()

    # --- what is shown ------------------------------------------------------------------------------------

    def _shown(self) -> dict[str, Any]:
        downloads, self._downloads = self._downloads, False
        phase = self.table.phase
        ended = phase in (Phase.ROUND_OVER, Phase.OVER)
        return {
            **super()._shown(),
            "phase": phase.value,
            "rules": tr(self.table.rules.name),
            "what": self._what(),
            "menu": self._menu(ended),
            "curtain": self._curtain(),
            "hints": self._hints(),
            "advice": self._adviser.shown() if self._advises else None,
            "end": round_end(self.table) if ended else None,
            "setup": self._form(),
            "kept": self._path and tr("The record is kept in {file}.", file=shown_path(self._path)),
            "download": self._file() if downloads else None,
        }

    def _file(self) -> dict[str, str]:
        """The record as a file to be saved by the browser."""
        return {"name": gamefile.file_name(self.table), "text": gamefile.record_text(self.table)}

    def _what(self) -> str:
        """What is played, and how far it is."""
        match, number = self.table.rules.match, self.table.number
        if not self.setup.whole:
            said = tr("A single round")
        elif match.target is None:
            said = tr("Round {n} of {rounds}", n=number, rounds=match.rounds)
        else:
            said = tr("Round {n} of a match to {points} points", n=number, points=match.target)
        pool = trn("{n} tile in the pool", "{n} tiles in the pool", len(self.round.pool_))
        alone = [tr("alone, for practice")] if self.setup.alone else []
        return " · ".join([said, *alone, pool])

    def _menu(self, ended: bool) -> list[dict[str, Any]]:
        buttons = [button(tr("New game …"), {"do": "setup"})]
        if self._path is None and ended:
            buttons.append(button(tr("Download the record"), {"do": "record"}))
        return buttons

    def _curtain(self) -> dict[str, Any] | None:
        if self.table.phase is not Phase.CURTAIN:
            return None
        count = len(self.round.hands[self.round.seat])
        title = trn("{n} hidden tile", "{n} hidden tiles", count)
        said = tr("I am {name}: show my tiles", name=self.table.next_name)
        return {
            "svg": svg.hand([], hidden=count, columns=10, title=title, style=False),
            "button": button(said, {"do": "uncover"}),
        }

    def _hints(self) -> list[dict[str, Any]]:
        if self.setup.hints == "never" or self.table.phase is not Phase.CHOOSE:
            return []
        return [
            button(tr("What fits?"), {"do": "fits"}, pressed=self.tells_fits),
            button(tr("Give me a hint"), {"do": "best"}, pressed=self._advises),
        ]

    def _form(self) -> dict[str, Any] | None:
        if self._draft is None:
            return None
        shown = form(self._draft, self._own)
        return {**shown, "note": self._note or shown["note"]}

    def _score(self) -> dict[str, Any] | None:
        return None if self.table.state.ended else super()._score()

    def _primary(self, held: Placement | None, fault: Fault | None) -> dict[str, Any]:
        phase = self.table.phase
        if phase is Phase.LOOK:
            return button(tr("Hide my tiles"), {"do": "cover"})
        if phase is Phase.WATCH:
            return button(tr("Next move"), {"do": "step"})
        if phase is Phase.ROUND_OVER:
            return button(tr("Next round"), {"do": "round"})
        if phase is Phase.OVER:
            return button(tr("New match") if self.setup.whole else tr("New round"), {"do": "again"})
        if self.tells_fits:
            return super()._primary(held, fault)
        said = tr("Place {tile}", tile=held.tile) if held else tr("Place")
        return button(said, {"do": "place"}, held is not None)

    def _buttons(self) -> list[dict[str, Any]]:
        buttons = super()._buttons()
        turning, undoing = buttons[:2], buttons[2:4]
        phase = self.table.phase
        if phase is Phase.WATCH:
            return [button(tr("To the end of the round"), {"do": "rest"}), *undoing]
        if phase is not Phase.CHOOSE:
            return undoing
        if self.tells_fits:
            return buttons
        actions = [
            button(tr(ACTION_WORDS[type(m)]), {"do": "act", "move": str(m)}) for m in self.table.actions
        ]
        return [*turning, *undoing, *actions]
