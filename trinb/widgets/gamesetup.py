"""What is to be played, by whom: a value, and the form in which it is changed.

>>> setup = Setup.of("triangelspelet", ["you", "greedy"], seed=5)
>>> [seat.kind for seat in setup.changed("players", "3").seats]
['you', 'greedy', 'greedy']
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from attrs import evolve, frozen

from ..draw.shapes import tidy
from ..errors import NotationError, RulesError, TrinbError
from ..matches import Match
from ..notation import quote, show
from ..players import player_names
from ..ruleset import RuleSet, rule_sets, rules
from ..words import N_, tr
from .front import button, choice, rule_set_choices
from .matchtable import MatchTable
from .seats import LONGEST_NAME, YOU, Seat, unnamed
from .table import BOT_WORDS, rule_set_of

MOST_SEATS = 8
MOST_SEED = 10**9

HINTS = {
    "always": N_("What fits is always shown"),
    "ask": N_("What fits is shown when asked"),
    "never": N_("No hints"),
}
"""When it is shown which tiles fit and where."""

BOT = "greedy"
"""The bot that sits down if nobody says which."""

_YES_NO = {"yes", "no"}


@frozen
class Setup:
    """What is to be played, by whom, and how.

    Attributes:
        rules: the rule set.
        seats: who sits where.
        whole: a whole match, else a single round.
        seed: what all deals and the bots' chance follow from.
        turn_by_hand: whether a tile has to be turned so that it fits.
        hints: one of `HINTS`.
    """

    rules: RuleSet
    seats: tuple[Seat, ...]
    whole: bool = True
    seed: int = 0
    turn_by_hand: bool = False
    hints: str = "always"

    @classmethod
    def of(
        cls,
        which: str | RuleSet,
        players: Sequence[str],
        names: Sequence[str] | None = None,
        *,
        whole: bool = True,
        seed: int | None = None,
        turn_by_hand: bool = False,
        hints: str = "always",
    ) -> Setup:
        """What somebody asks for in a notebook.

        Raises:
            TrinbError: it cannot be played; the message says why.
        """
        if isinstance(players, str) or not all(isinstance(kind, str) for kind in players):
            raise TrinbError(
                tr("players must be a list of texts, such as {example}", example='["you", "greedy"]')
            )
        given = [""] * len(players) if names is None else list(names)
        if len(given) != len(players) or isinstance(names, str):
            raise TrinbError(tr("{names} names for {seats} seats", names=len(given), seats=len(players)))
        if hints not in HINTS:
            raise TrinbError(tr("hints must be one of {known}", known=", ".join(HINTS)))
        if seed is not None and (type(seed) is not int or not 0 <= seed <= MOST_SEED):
            raise TrinbError(tr("the seed must be a whole number from 0 to {most}", most=MOST_SEED))
        seats = tuple(
            Seat(known_kind(kind), tidy(str(name), LONGEST_NAME))
            for kind, name in zip(players, given, strict=True)
        )
        setup = cls(
            rule_set_of(which), seats, whole, fresh_seed() if seed is None else seed, turn_by_hand, hints
        )
        setup.check()
        return setup

    @property
    def played_rules(self) -> RuleSet:
        """The rules as they are played: one person alone may practise by any of them.

        >>> Setup.of("granna", ["you"]).played_rules.players
        (1, 8)
        """
        low, high = self.rules.players
        return self.rules.evolve(players=(1, high)) if len(self.seats) == 1 < low else self.rules

    @property
    def alone(self) -> bool:
        """Whether one person practises by rules that are for more."""
        return self.played_rules is not self.rules

    def check(self) -> None:
        """Refuse what cannot be played.

        Raises:
            RulesError: with the reason.
        """
        low, high = self.played_rules.players
        if not low <= len(self.seats) <= min(high, MOST_SEATS):
            raise RulesError(
                tr(
                    "{rules} is for {low} to {high} players, not {players}",
                    rules=self.rules.id,
                    low=low,
                    high=min(high, MOST_SEATS),
                    players=len(self.seats),
                )
            )
        if self.whole and self.rules.match.target is None and self.rules.match.rounds is None:
            raise RulesError(
                tr(
                    "{rules} names no end of a match: play a single round",
                    rules=self.rules.id,
                )
            )

    def table(self, match: Match | None = None) -> MatchTable:
        """The table at which it is played, from its beginning or from where a match stands."""
        start = match or Match.start(self.played_rules, len(self.seats), self.seed)
        return MatchTable(start, self.seats, self.whole)

    def next_game(self) -> Setup:
        """The same with the next seed."""
        return evolve(self, seed=(self.seed + 1) % (MOST_SEED + 1))

    def going_on(self, seed: int, seats: tuple[Seat, ...]) -> Setup:
        """The same with the seed and the names of a game that has begun already."""
        return evolve(self, seed=seed, seats=seats)

    # --- changing ----------------------------------------------------------------------------------------

    def changed(self, name: str, value: str, own: RuleSet | None = None) -> Setup:
        """This with one thing changed, as it is chosen in the form.

        Args:
            name: what is changed: ``rules``, ``players``, ``whole``, ``seed``, ``turning``, ``hints``,
                ``kind-N`` or ``name-N`` for a seat N from 0.
            value: what it becomes.
            own: rules that are none of those that come with trinb, and may be chosen too.

        Raises:
            TrinbError: there is no such thing to change, or it cannot become that.
        """
        what, _, seat = name.partition("-")
        if seat and what in ("kind", "name"):
            return self._seat_changed(what, seat, value)
        if name == "rules":
            return self._with_rules(own if own and value == own_id(own) else rules(value))
        if name == "players" and value in map(str, range(1, MOST_SEATS + 1)):
            return self._with_players(int(value))
        if name == "whole" and value in _YES_NO:
            return evolve(self, whole=value == "yes")
        if name == "turning" and value in _YES_NO:
            return evolve(self, turn_by_hand=value == "yes")
        if name == "hints" and value in HINTS:
            return evolve(self, hints=value)
        if name == "seed":
            return evolve(self, seed=read_seed(value))
        raise NotationError(tr("there is nothing to choose called {it}", it=show(f"{name} {value}")))

    def _with_rules(self, other: RuleSet) -> Setup:
        """Under other rules; there are as many seats as before if these rules allow it."""
        low, high = other.players
        wanted = len(self.seats)
        ends = other.match.target is not None or other.match.rounds is not None
        setup = evolve(self, rules=other, whole=self.whole and ends)
        return setup if wanted == 1 else setup._with_players(max(low, min(wanted, high, MOST_SEATS)))

    def _with_players(self, count: int) -> Setup:
        """With so many seats; new ones are bots."""
        bot = next((seat.kind for seat in reversed(self.seats) if seat.kind != YOU), BOT)
        more = (Seat(bot),) * (count - len(self.seats))
        return evolve(self, seats=(*self.seats, *more)[:count])

    def _seat_changed(self, what: str, seat: str, value: str) -> Setup:
        if seat not in map(str, range(len(self.seats))):
            raise NotationError(tr("there is no seat {it}", it=show(seat)))
        number = int(seat)
        old = self.seats[number]
        new = (
            Seat(known_kind(value), old.name) if what == "kind" else Seat(old.kind, tidy(value, LONGEST_NAME))
        )
        return evolve(self, seats=(*self.seats[:number], new, *self.seats[number + 1 :]))


def known_kind(kind: str) -> str:
    """The kind of a seat, if there is such a one.

    Raises:
        TrinbError: there is not.
    """
    if kind not in (YOU, *player_names()):
        known = ", ".join((YOU, *player_names()))
        raise TrinbError(tr("there is no player {it}; there are {known}", it=quote(kind), known=known))
    return kind


def fresh_seed() -> int:
    """A seed that nobody has asked for."""
    return Random().randrange(10**6)


def read_seed(text: str) -> int:
    """A seed as somebody types it; nothing means a fresh one.

    Raises:
        NotationError: it is no whole number, or a huge one.
    """
    text = text.strip()
    if not text:
        return fresh_seed()
    if not (text.isascii() and text.isdigit()) or len(text) > 10 or int(text) > MOST_SEED:
        raise NotationError(tr("the seed must be a whole number from 0 to {most}", most=MOST_SEED))
    return int(text)


def own_id(own: RuleSet) -> str:
    """The value under which rules of one's own are chosen; no id of a rule set contains a colon."""
    return f"own:{own.id}"


# --- the form ---------------------------------------------------------------------------------------------


def form(setup: Setup, own: RuleSet | None) -> dict[str, Any]:
    """The form as the browser shows it.

    Args:
        setup: what is chosen so far.
        own: rules that are none of those that come with trinb.
    """
    return {
        "rules": choice("rules", tr("Rules"), _rules_value(setup, own), _rules_options(own)),
        "choices": _choices(setup),
        "seats": [_seat_row(setup, number) for number in range(len(setup.seats))],
        "seed": {
            "name": "seed",
            "label": tr("Seed"),
            "value": str(setup.seed),
            "hint": tr("The same seed deals the same tiles again."),
        },
        "note": _note(setup),
        "start": button(tr("Start this game"), {"do": "start"}),
        "back": button(tr("Back to the game"), {"do": "setup"}),
        "title": tr("What shall be played?"),
        "who": tr("Who sits where?"),
    }


def _rules_value(setup: Setup, own: RuleSet | None) -> str:
    return own_id(own) if own and setup.rules == own else setup.rules.id


def _rules_options(own: RuleSet | None) -> list[tuple[str, str]]:
    if own is None:
        return rule_set_choices()
    said = tr("{rules} (your own)", rules=tidy(tr(own.name) or own.id))
    return [(own_id(own), said), *rule_set_choices()]


def _choices(setup: Setup) -> list[dict[str, Any]]:
    low, high = setup.rules.players
    counts = sorted({1, *range(low, min(high, MOST_SEATS) + 1)})
    ends = setup.rules.match.target is not None or setup.rules.match.rounds is not None
    lengths = [*([("yes", tr("a whole match"))] if ends else []), ("no", tr("a single round"))]
    turning = [("no", tr("turn by themselves")), ("yes", tr("are turned by hand"))]
    return [
        choice("players", tr("Seats"), str(len(setup.seats)), [(str(n), str(n)) for n in counts]),
        choice("whole", tr("Length"), "yes" if setup.whole else "no", lengths),
        choice("turning", tr("Tiles"), "yes" if setup.turn_by_hand else "no", turning),
        choice("hints", tr("Hints"), setup.hints, [(key, tr(said)) for key, said in HINTS.items()]),
    ]


def _seat_row(setup: Setup, number: int) -> dict[str, Any]:
    seat = setup.seats[number]
    kinds = [
        (YOU, tr("Person")),
        *((name, tr("Bot: {name}", name=bot_word(name))) for name in player_names()),
    ]
    return {
        "kind": choice(f"kind-{number}", tr("Seat {n}", n=number + 1), seat.kind, kinds),
        "name": {
            "name": f"name-{number}",
            "label": tr("Name"),
            "words": tr("Name in seat {n}", n=number + 1),
            "value": seat.name,
            "hint": unnamed(setup.seats, number),
            "most": LONGEST_NAME,
        },
    }


def bot_word(name: str) -> str:
    """What a bot is called."""
    return tr(BOT_WORDS.get(name, name))


def _note(setup: Setup) -> str:
    """What is to be known about who plays."""
    people = sum(seat.kind == YOU for seat in setup.seats)
    if setup.alone:
        low, high = setup.rules.players
        return tr(
            "These rules are for {low} to {high}. Alone you practise: every turn is yours.",
            low=low,
            high=high,
        )
    if people > 1:
        return tr("Several people share this device. Tiles stay hidden until their owner has it.")
    if not people:
        return tr("Only bots play. You watch them move by move.")
    return ""


def is_own(rule_set: RuleSet) -> bool:
    """Whether a rule set is none of those that come with trinb."""
    return rule_set.id not in rule_sets() or rules(rule_set.id) != rule_set
