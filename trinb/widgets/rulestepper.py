"""Stepping through the rules: clause by clause with examples, a recorded game, or a round by bots.

All three are one widget, which remembers where you were in each of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from typing import Any

from ..draw.shapes import tidy
from ..errors import NotationError
from ..moments import Moment
from ..notation import quote
from ..records import Record
from ..rounds import Round
from ..ruleparts import Clause
from ..ruleset import RuleSet
from ..words import N_, tr, trn
from .film import Film, Page, book_of, bot_names, is_shipped, live
from .front import button, choice, rule_set_choices, text
from .stepper import LONG, Stepper, round_choice, round_index, totals_before

OWN = "/own"
"""What rules of somebody's own are called in the list; no id looks like it."""

SHOWS = {
    "clauses": N_("The clauses"),
    "game": N_("The recorded game"),
    "live": N_("A live round"),
}
"""What a rule stepper can show."""


_NO_EXAMPLE = {
    False: N_("The recorded game has no example of this clause."),
    True: N_("The game by bots has no example of this clause."),
}


class RuleStepper(Stepper):
    """Step through a rule set: its clauses by example, the recorded game, or a live round by bots.

    Args:
        rule_set: the rule set to begin with, or its id.
        show: what to begin with: ``clauses``, ``game`` or ``live``.
        players: how many bots play a live round; by default 2, or as many as the rules want at the least.
        seed: the seed of the live round, to share it; by default a new one.
        hands_open: whether the hands are shown at first.
        ahead: whether the chart tells what is still to come, at first.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        RulesError: there are no such rules, or they do not allow so many players.
        NotationError: there is nothing of this kind to show, or the seed is none.
    """

    def __init__(
        self,
        rule_set: str | RuleSet = "triangelspelet",
        *,
        show: str = "clauses",
        players: int | None = None,
        seed: int | None = None,
        hands_open: bool = True,
        ahead: bool = True,
        language: str | None = None,
    ) -> None:
        super().__init__(language, hands_open, ahead)
        self._own = rule_set if isinstance(rule_set, RuleSet) and not is_shipped(rule_set) else None
        self._rounds: dict[str, int] = {}
        self._live: tuple[Hashable, Film] | None = None
        self.seed = _new_seed() if seed is None else seed_of(str(seed))
        self._players = 2 if players is None else players
        self._choose(OWN if self._own else rule_set if isinstance(rule_set, str) else rule_set.id)
        if players is not None:
            live(self.rules, players, self.seed)  # says what is wrong with the number
        self._turn_to(show)
        self._show()

    def __repr__(self) -> str:
        what = {"clauses": self.clause.id, "game": f"round {self.number}", "live": f"seed {self.seed}"}
        where = "" if self.showing == "clauses" else f", step {self.at} of {self._last}"
        return f"<RuleStepper {self.rules.id}: {what[self.showing]}{where}>"

    # --- for the notebook --------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The rule set that is shown."""
        return self._book.rules

    @property
    def record(self) -> Record:
        """The recorded game of these rules."""
        return self._book.record

    @property
    def clause(self) -> Clause:
        """The clause that is shown, or was last."""
        return self._page.clause

    @property
    def moment(self) -> Moment | None:
        """The moment that shows it, if the recorded game has one."""
        return self._page.moment

    @property
    def number(self) -> int:
        """Which round of the recorded game is shown, or was last, from 1."""
        return self._rounds.get(self._which, 0) + 1

    @property
    def players(self) -> int:
        """How many play a live round."""
        low, high = self.rules.players
        return max(low, min(self._players, high))

    @property
    def round(self) -> Round:
        """The round in the state that is shown."""
        if self.showing == "clauses":
            return self.moment.round if self.moment else self._book.rounds[0]
        return self._film.states[self.at]

    def look_at(self, show: str, *, clause: str | None = None, round: int | None = None) -> None:
        """Show something else of these rules.

        Args:
            show: ``clauses``, ``game`` or ``live``.
            clause: the id of a clause to go to.
            round: the number of a round of the recorded game.

        Raises:
            NotationError: there is no such thing.
        """
        self._turn_to(show)
        if clause is not None:
            self._select("clause", clause)
        if round is not None:
            self._select("round", str(round))
        self._show()

    # --- intentions ----------------------------------------------------------------------------------

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        if what == "show":
            self._turn_to(text(message, "value"))
        elif what == "seed":
            self._deal(seed_of(text(message, "value")))
        elif what == "another":
            self._deal(_new_seed(self.seed))
        elif what == "jump":
            self._jump()
        elif what == "clause":
            self._select("clause", text(message, "value"))
            self._turn_to("clauses")
        else:
            super()._do(what, message)

    def _select(self, name: str, value: str) -> None:
        if name == "rules":
            self._choose(value)
        elif name == "clause":
            self._places[self._clause_series] = self._page_of(value)
        elif name == "round":
            self._rounds[self._which] = round_index(value, len(self._book.rounds))
        elif name == "players":
            self._players = _players_of(value, self.rules)
            self._places.pop(self._live_series, None)
        else:
            super()._select(name, value)

    def _choose(self, which: str) -> None:
        self._book = book_of(self._own if which == OWN and self._own else which)
        self._which = which

    def _turn_to(self, show: str) -> None:
        if show not in SHOWS:
            raise NotationError(
                tr(
                    "there is nothing to show called {it}; there are {known}",
                    it=quote(show),
                    known=", ".join(SHOWS),
                )
            )
        self.showing = show

    def _deal(self, seed: int) -> None:
        self.seed = seed
        self._places.pop(self._live_series, None)

    def _jump(self) -> None:
        """From a moment to where it is in the recorded game."""
        moment = self.moment
        if moment is None or self.showing != "clauses":
            raise NotationError(tr("there is no example to look up"))
        self._rounds[self._which] = moment.number - 1
        self._turn_to("game")
        self._go(moment.step)

    # --- where it is -----------------------------------------------------------------------------------

    @property
    def _clause_series(self) -> Hashable:
        return "clauses", self._which

    @property
    def _live_series(self) -> Hashable:
        return "live", self._which

    @property
    def _series(self) -> Hashable:
        if self.showing == "clauses":
            return self._clause_series
        return self._live_series if self.showing == "live" else ("game", self._which, self.number)

    @property
    def _last(self) -> int:
        return len(self._book.pages) - 1 if self.showing == "clauses" else self._film.last

    @property
    def _page(self) -> Page:
        return self._book.pages[self._places.get(self._clause_series, 0)]

    def _page_of(self, clause: str) -> int:
        for index, page in enumerate(self._book.pages):
            if page.clause.id == clause:
                return index
        raise NotationError(
            tr("{rules} has no clause {clause}", rules=tidy(self.rules.id), clause=quote(clause))
        )

    @property
    def _film(self) -> Film:
        """The round that is gone through."""
        if self.showing != "live":
            return self._book.film(self.number - 1)
        wanted = (self._book, self.players, self.seed)
        if self._live is None or self._live[0] != wanted:
            self._live = wanted, Film.of(live(self.rules, self.players, self.seed))
        return self._live[1]

    # --- what is shown -------------------------------------------------------------------------------

    def _shown(self) -> dict[str, Any]:
        views = {"clauses": self._clause_view, "game": self._game_view, "live": self._live_view}
        shown = {**self._frame(), **views[self.showing]()}
        game = N_("A game by bots") if self._book.is_sample else SHOWS["game"]
        return {
            **shown,
            "choices": [self._rules_choice(), *shown["choices"]],
            "shows": [
                button(
                    tr(game if show == "game" else words),
                    {"do": "show", "value": show},
                    pressed=show == self.showing,
                )
                for show, words in SHOWS.items()
            ],
            "clauses": True,
        }

    def _clause_view(self) -> dict[str, Any]:
        clause, moment, index, total = self._page
        ids = [(one.id, tidy(one.id)) for one in self.rules.clauses]
        readings = [tidy(tr(reading.text), LONG) for reading in self._book.readings(clause)]
        shown: dict[str, Any] = {}
        example = tr(_NO_EXAMPLE[self._book.is_sample])
        if moment:
            film = self._book.film(moment.number - 1)
            shown = self._of_step(film, moment.step, self._book.names, clause.id)
            example = trn(
                "Example: round {round}, step {step}",
                "Example {index} of {n}: round {round}, step {step}",
                total,
                index=index,
                round=moment.number,
                step=moment.step,
            )
        name = tidy(clause.id)
        if clause.section:
            name = tr("{clause}, {section}", clause=name, section=tidy(tr(clause.section)))
        return {
            **shown,
            "choices": [choice("clause", tr("Clause"), clause.id, ids)],
            "clause": {
                "name": name,
                "text": tidy(tr(clause.text), LONG),
                "readings": readings,
                "readings_title": trn(
                    "It can also be read in another way:",
                    "It can also be read in {n} other ways:",
                    len(readings),
                )
                if readings
                else "",
                "example": example,
            },
            "jump": button(tr("Go there in the game"), {"do": "jump"}) if moment else None,
            "where": tr("Page {at} of {last}", at=self.at + 1, last=self._last + 1),
            "plays": False,
        }

    def _game_view(self) -> dict[str, Any]:
        names = self._book.names
        shown = self._of_step(self._film, self.at, names)
        return {
            **shown,
            "choices": [round_choice(self.number - 1, len(self._book.rounds))],
            "chart": self._chart(self._film, names),
            "facts": shown["facts"] + totals_before(self._book.rounds[: self.number - 1], names),
        }

    def _live_view(self) -> dict[str, Any]:
        names = bot_names(self.players)
        low, high = self.rules.players
        counts = [(str(count), str(count)) for count in range(low, high + 1)]
        return {
            **self._of_step(self._film, self.at, names),
            "choices": [choice("players", tr("Players"), str(self.players), counts)],
            "seed": {
                "label": tr("Seed"),
                "value": str(self.seed),
                "another": button(tr("Another seed"), {"do": "another"}),
            },
            "chart": self._chart(self._film, names),
            "share": self._share(),
        }

    def _share(self) -> dict[str, str]:
        """What is to be told about a live round, and the call that shows it to somebody else."""
        call = f'RuleStepper("{self.rules.id}", show="live", players={self.players}, seed={self.seed})'
        return {
            "bots": tr("Bots play this round; each takes the most points that a tile gives now."),
            "words": tr("The same rules, as many players and the same seed give the same round."),
            "code": "" if self._which == OWN else call,
        }

    def _rules_choice(self) -> dict[str, Any]:
        options = rule_set_choices()
        if self._own is not None:
            options.insert(0, (OWN, tr("{name} (your own)", name=tidy(tr(self._own.name), 80))))
        return choice("rules", tr("Rules"), self._which, options)


def seed_of(value: str) -> int:
    """A seed as it is typed in.

    Raises:
        NotationError: it is none.
    """
    if not (value.isascii() and value.strip().isdigit() and len(value) <= 9):
        raise NotationError(
            tr("a seed is a whole number with at most {n} digits, not {it}", n=9, it=quote(value))
        )
    return int(value)


def _players_of(value: str, rule_set: RuleSet) -> int:
    low, high = rule_set.players
    count = int(value) if value.isascii() and value.isdigit() and len(value) <= 3 else 0
    if not low <= count <= high:
        raise NotationError(
            tr("{it} cannot play; it takes {low} to {high} players", it=quote(value), low=low, high=high)
        )
    return count


def _new_seed(old: int | None = None) -> int:
    """A seed that is short enough to be called out."""
    seed = Random().randrange(10_000)
    return seed if seed != old else seed + 1
