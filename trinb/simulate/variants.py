"""What is compared: rules and the players who play by them, under a name.

>>> from trinb.ruleset import rules
>>> swedish = rules("triangelspelet")
>>> [side.name for side in variants([swedish, (swedish, 4)])]
['2 players', '4 players']
>>> [side.name for side in variants([swedish, swedish.with_reading("plain-scores-sum")])]
['Triangelspelet', 'Triangelspelet (plain-scores-sum)']
>>> variants({"as printed": swedish, "mixed": (swedish, ["greedy", "random"])})[1].players
('greedy', 'random')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from attrs import evolve, frozen

from ..errors import TrinbError
from ..notation import show
from ..ruleset import RuleSet
from ..words import N_, tr, trn
from .program import MOST_SEATS

PLAYER_WORDS = {
    "greedy": N_("Greedy"),
    "random": N_("Random"),
    "pupil": N_("Pupil"),
    "club": N_("Club player"),
    "master": N_("Master"),
}
MOST_VARIANTS = 12

_LONGEST = 60  # letters of a name


@frozen
class Variant:
    """Rules, and who plays by them.

    Attributes:
        rules: the rule set.
        players: the name of a player for each seat.
        label: what it is called, if somebody said so.
        told: what tells it from the other variants: ``rules``, ``count``, ``players``.
        number: 2 for the second of the same name, and so on.
    """

    rules: RuleSet
    players: tuple[str, ...]
    label: str = ""
    told: tuple[str, ...] = ("rules",)
    number: int = 1

    @property
    def name(self) -> str:
        """What it is called, in the language that is spoken."""
        found = _tidy(self.label) or self._told_name()
        return found if self.number == 1 else f"{found} [{self.number}]"

    @property
    def rules_name(self) -> str:
        """What its rules are called, with the readings that are switched on."""
        name = _tidy(tr(self.rules.name) or self.rules.id)
        return f"{name} ({', '.join(self.rules.switched_on)})" if self.rules.switched_on else name

    def _told_name(self) -> str:
        parts = []
        if "rules" in self.told:
            parts.append(self.rules_name)
        if "players" in self.told:
            parts.append(who(self.players))
        elif "count" in self.told:
            parts.append(trn("{n} player", "{n} players", len(self.players)))
        return ", ".join(parts)


def player_name(name: str) -> str:
    """What a player is called, in the language that is spoken."""
    return tr(PLAYER_WORDS.get(name, name))


def who(players: Sequence[str]) -> str:
    """Who plays, in words, in the order of the seats.

    >>> who(["greedy", "greedy", "random"])
    'Greedy × 2, Random'
    """
    runs = [(player_name(name), len(list(some))) for name, some in groupby(players)]
    return ", ".join(f"{name} × {count}" if count > 1 else name for name, count in runs)


def _tidy(text: str) -> str:
    """A name in one line that is not too long, whoever made it up."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def variants(what: Any, players: Any = 2) -> tuple[Variant, ...]:
    """The variants that somebody means.

    Args:
        what: a variant, several of them, or a mapping of labels to them.  Each is a rule set, a pair of a
            rule set and its players, or a `Variant`.
        players: the players of those that do not say so: how many greedy ones, or a name for each seat.

    Raises:
        TrinbError: that is none, or too many.
    """
    if isinstance(what, RuleSet | Variant):
        what = [what]
    if isinstance(what, Mapping):
        found = [evolve(_variant(one, players), label=str(label)) for label, one in what.items()]
    elif isinstance(what, Sequence) and not isinstance(what, str):
        found = [_variant(one, players) for one in what]
    else:
        raise TrinbError(tr("say what to compare: a list of rule sets, not {it}", it=show(what)))
    if not 1 <= len(found) <= MOST_VARIANTS:
        few = tr("from 1 to {most} can be compared, not {count}", most=MOST_VARIANTS, count=len(found))
        raise TrinbError(few)
    return _named(found)


def _variant(one: Any, players: Any) -> Variant:
    if isinstance(one, Variant):
        return one
    if isinstance(one, RuleSet):
        return Variant(one, seated(players))
    if isinstance(one, Sequence) and len(one) == 2 and isinstance(one[0], RuleSet):
        return Variant(one[0], seated(one[1]))
    raise TrinbError(tr("this is neither a rule set nor one with its players: {it}", it=show(one)))


def seated(players: Any) -> tuple[str, ...]:
    """The name of a player for each seat, from how many greedy ones, or a list of names.

    Raises:
        TrinbError: it is neither.

    >>> seated(3)
    ('greedy', 'greedy', 'greedy')
    """
    if isinstance(players, int) and 1 <= players <= MOST_SEATS:
        return ("greedy",) * players
    if isinstance(players, Sequence) and not isinstance(players, str) and 1 <= len(players) <= MOST_SEATS:
        return tuple(map(str, players))
    raise TrinbError(
        tr(
            "players are how many, up to {most}, or a list of names; not {it}",
            most=MOST_SEATS,
            it=show(players),
        )
    )


def _named(found: list[Variant]) -> tuple[Variant, ...]:
    """The variants, each with what tells it from the others."""

    def several(values: Iterable[Any]) -> bool:
        return len(set(values)) > 1

    told = []
    if several(len(one.players) for one in found):
        told.append("count")
    if len({one.players for one in found}) > len({len(one.players) for one in found}):
        told.append("players")
    if several(one.rules for one in found) or not told:
        told.append("rules")
    named = [evolve(one, told=tuple(told)) for one in found]
    seen: Counter[str] = Counter()
    for index, one in enumerate(named):
        seen[one.name] += 1
        named[index] = evolve(one, number=seen[one.name])
    return tuple(named)
