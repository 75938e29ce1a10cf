"""Who sits at a table of the card game, by which rules they play and how fast the bots are: a value.

>>> setup = CardSetup.of(["you", "careful", "careful"], seed=5)
>>> [setup.name(seat) for seat in range(3)]
['You', 'Careful bot', 'Careful bot (3)']
>>> setup.changed("kind-1", "you").people
(0, 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from ..cards import Reaction, card_player, card_player_names
from ..cards.chances import win_chances
from ..cards.players import CardPlayer, MatchBot
from ..cards.rules import SEATS, CardRules, card_rules
from ..draw.shapes import tidy
from ..errors import NotationError, TrinbError
from ..notation import quote, show
from ..words import N_, tr
from .front import choice, shown_name
from .gamesetup import MOST_SEED, fresh_seed
from .seats import LONGEST_NAME, YOU, Seat

BOT_NAMES = {
    "careful": N_("Careful bot"),
    "careful-forgetful": N_("Careful bot without memory"),
    "expected": N_("Counting bot"),
    "expected-forgetful": N_("Counting bot without memory"),
    "match": N_("Match bot"),
    "match-forgetful": N_("Match bot without memory"),
    "random": N_("Random bot"),
    "random-forgetful": N_("Random bot without memory"),
}
"""What the bots are called."""

SPEEDS: dict[str, tuple[str, Reaction | None]] = {
    "slow": (N_("slow (about 6 seconds)"), Reaction(6.0, 1.5)),
    "normal": (N_("normal (about 3 seconds)"), Reaction(3.0, 0.75)),
    "fast": (N_("fast (about 1 second)"), Reaction(1.2, 0.3)),
    "none": (N_("no clock: you decide first"), None),
}
"""How fast the bots reach when one person plays."""

PRINTED, OWN = "printed", "own"


@frozen
class CardSetup:
    """Who plays, by which rules, and how fast.

    Attributes:
        seats: who sits where.
        rules: the rules.
        seed: what all packs and the bots' chance follow from.
        speed: one of `SPEEDS`.
    """

    seats: tuple[Seat, ...]
    rules: CardRules
    seed: int
    speed: str = "normal"

    @classmethod
    def of(
        cls,
        players: Sequence[str],
        names: Sequence[str] | None = None,
        rules: CardRules | None = None,
        seed: int | None = None,
        speed: str = "normal",
    ) -> CardSetup:
        """What somebody asks for in a notebook.

        Raises:
            TrinbError: it cannot be played; the message says why.
        """
        if isinstance(players, str) or not all(isinstance(kind, str) for kind in players):
            raise TrinbError(
                tr("players must be a list of texts, such as {example}", example='["you", "expected"]')
            )
        given = [""] * len(players) if names is None else list(names)
        if len(players) != SEATS:
            raise TrinbError(tr("{wanted} players are needed, not {found}", wanted=SEATS, found=len(players)))
        if len(given) != SEATS or isinstance(names, str):
            raise TrinbError(tr("{names} names for {seats} seats", names=len(given), seats=SEATS))
        if seed is not None and (type(seed) is not int or not 0 <= seed <= MOST_SEED):
            raise TrinbError(tr("the seed must be a whole number from 0 to {most}", most=MOST_SEED))
        if speed not in SPEEDS:
            raise TrinbError(tr("the speed must be one of {known}", known=", ".join(SPEEDS)))
        if rules is not None and not isinstance(rules, CardRules):
            raise TrinbError(tr("the rules must be those of the card game, not {it}", it=show(rules)))
        seats = tuple(
            Seat(_known_kind(kind), tidy(str(name), LONGEST_NAME))
            for kind, name in zip(players, given, strict=True)
        )
        setup = cls(seats, rules or card_rules(), fresh_seed() if seed is None else seed, speed)
        setup.check()
        return setup

    def check(self) -> None:
        """Refuse what the bots cannot play; work out beforehand what takes a moment.

        Raises:
            TrinbError: the target is too high for a bot that plays to the score.
        """
        if any(isinstance(bot, MatchBot) for bot in self.bots):
            win_chances(self.rules)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of the people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == YOU)

    @property
    def bots(self) -> tuple[CardPlayer | None, ...]:
        """The bot of each seat; None where a person sits."""
        return tuple(None if seat.kind == YOU else card_player(seat.kind) for seat in self.seats)

    @property
    def reaction(self) -> Reaction | None:
        """How fast the bots are; None if nobody looks at the clock."""
        return SPEEDS[self.speed][1]

    # --- names -------------------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """What a seat is called; no two are called the same."""
        called = self._called(seat)
        same = any(self._called(other) == called for other in range(seat))
        return f"{called} ({seat + 1})" if same else called

    def said(self, seat: int) -> str:
        """The same as it stands in a sentence: a name that somebody has chosen is kept apart."""
        return shown_name(self.name(seat)) if self.seats[seat].name else self.name(seat)

    def _called(self, seat: int) -> str:
        return tidy(self.seats[seat].name, LONGEST_NAME) or self.unnamed(seat)

    def unnamed(self, seat: int) -> str:
        """What a seat is called that has no name of its own."""
        kind = self.seats[seat].kind
        if kind != YOU:
            return tr(BOT_NAMES.get(kind, kind))
        return tr("You") if len(self.people) == 1 else tr("Player {n}", n=seat + 1)

    # --- changing ----------------------------------------------------------------------------------------

    def next_match(self) -> CardSetup:
        """The same with the next seed."""
        return evolve(self, seed=(self.seed + 1) % (MOST_SEED + 1))

    def going_on(self, seed: int, names: Sequence[str]) -> CardSetup:
        """The same with the seed of a match that has begun already, and its names where there are none."""
        kinds = (YOU, *card_player_names())
        seats = tuple(
            seat if seat.name or name in kinds else _renamed(seat, name)
            for seat, name in zip(self.seats, names, strict=True)
        )
        return evolve(self, seed=seed, seats=seats)

    def changed(self, name: str, value: str, own: CardRules | None = None) -> CardSetup:
        """This with one thing changed, as it is chosen in the form.

        Args:
            name: ``kind-N`` or ``name-N`` for a seat N from 0, ``rules`` or ``speed``.
            value: what it becomes.
            own: rules of one's own, which may be chosen, too.

        Raises:
            TrinbError: there is no such thing to change, or it cannot become that.
        """
        what, _, seat = name.partition("-")
        if what in ("kind", "name") and seat in map(str, range(SEATS)):
            old = self.seats[int(seat)]
            new = evolve(old, kind=_known_kind(value)) if what == "kind" else _renamed(old, value)
            return evolve(self, seats=(*self.seats[: int(seat)], new, *self.seats[int(seat) + 1 :]))
        if name == "speed" and value in SPEEDS:
            return evolve(self, speed=value)
        if name == "rules" and value in _rule_choices(own):
            return evolve(self, rules=_rule_choices(own)[value])
        raise NotationError(tr("there is nothing to choose called {it}", it=show(f"{name} {value}")))


def _renamed(seat: Seat, name: str) -> Seat:
    return evolve(seat, name=tidy(name, LONGEST_NAME))


def _known_kind(kind: str) -> str:
    known = (YOU, *card_player_names())
    if kind not in known:
        names = ", ".join(known)
        raise TrinbError(tr("there is no player {it}; there are {known}", it=quote(kind), known=names))
    return kind


def own_rules(rules: CardRules) -> CardRules | None:
    """These rules if the form does not have them by itself."""
    return None if rules in _rule_choices(None).values() else rules


def _rule_choices(own: CardRules | None) -> dict[str, CardRules]:
    """Every choice of rules by its value."""
    printed = card_rules()
    readings = {name: printed.with_reading(name) for name in printed.readings}
    return {**({OWN: own} if own else {}), PRINTED: printed, **readings}


# --- the form ---------------------------------------------------------------------------------------------


def speed_choice(setup: CardSetup) -> dict[str, Any]:
    """The list of speeds, as the browser shows it."""
    options = [(key, tr(said)) for key, (said, _) in SPEEDS.items()]
    return choice("speed", tr("Bots"), setup.speed, options)


def form(setup: CardSetup, own: CardRules | None) -> dict[str, Any]:
    """The form for a new match, as the browser shows it."""
    kinds = [(YOU, tr("Person")), *((name, tr(said)) for name, said in BOT_NAMES.items())]
    printed = card_rules()
    named = {
        OWN: tr("Rules of your own"),
        PRINTED: tr("As printed"),
        **{name: tr(reading.text) for name, reading in printed.readings.items()},
    }
    chosen = _rule_choices(own)
    value = next((key for key, one in chosen.items() if one == setup.rules), PRINTED)
    rules = choice("rules", tr("Rules"), value, [(key, named[key]) for key in chosen])
    return {
        "title": tr("Who plays?"),
        "seats": [
            {
                "kind": choice(f"kind-{seat}", tr("Seat {n}", n=seat + 1), setup.seats[seat].kind, kinds),
                "name": {
                    "name": f"name-{seat}",
                    "label": tr("Name"),
                    "words": tr("Name in seat {n}", n=seat + 1),
                    "value": setup.seats[seat].name,
                    "hint": setup.unnamed(seat),
                    "most": LONGEST_NAME,
                },
            }
            for seat in range(SEATS)
        ],
        "choices": [rules],
        "note": _note(setup),
    }


def _note(setup: CardSetup) -> str:
    """What is to be known about who plays."""
    if len(setup.people) > 1:
        return tr("Several people share this device. Each looks alone, then all decide together.")
    return "" if setup.people else tr("Only bots play. You watch them round by round.")
