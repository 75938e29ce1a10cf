"""The variants of the lab before anything is played: rows of rules, each with who plays by them.

>>> setup = Setup([(rules("granna"), ("greedy", "greedy"))])
>>> setup.edit(0)  # beside the original, a copy of it, which can be changed
1
>>> setup.rows[1].desk.sheet.enter("score.bridge", "40")
>>> [row.rules.id for row in setup.rows]
['granna', 'our-granna']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from ..drafts import Draft, Sheet, own_name
from ..draw import intervals
from ..errors import RulesError, TrinbError
from ..fields import one_line
from ..housefiles import from_file
from ..notation import show
from ..rulefields import check
from ..ruleset import RuleSet, rule_sets, rules
from ..words import N_, tr, trn
from .editordesk import EditorDesk

MOST = intervals.LOOKS
"""So many variants can be compared at once."""

MOST_SEATS = 8

BOTS = {"greedy": N_("Greedy"), "random": N_("Random")}
"""The players that the simulator knows, by name."""

MIXES = {
    "greedy": N_("all Greedy"),
    "random": N_("all Random"),
    "one-greedy": N_("one Greedy, the rest Random"),
    "one-random": N_("one Random, the rest Greedy"),
}
"""Who plays, in a word."""

KEPT = "kept-"
"""What stands before the place of rules in `Setup.kept`, where rules are chosen."""


@frozen(eq=False)
class Row:
    """Rules, and who plays by them.

    Attributes:
        given: the rules, unless they are being edited.
        seats: the name of a player for each seat, perhaps more or fewer than the rules allow.
        desk: the form in which the rules are edited.
    """

    given: RuleSet
    seats: tuple[str, ...]
    desk: EditorDesk | None = None

    @property
    def rules(self) -> RuleSet:
        """The rules as they stand."""
        return self.desk.rules if self.desk else self.given

    @property
    def base(self) -> RuleSet:
        """The rules that they were made from; often themselves."""
        return self.desk.base if self.desk else self.given

    @property
    def counts(self) -> range:
        """How many players there may be."""
        low, high = self.rules.players
        return range(low, max(low, min(high, MOST_SEATS)) + 1)

    @property
    def players(self) -> tuple[str, ...]:
        """The name of a player for each seat, as many as the rules allow."""
        wanted = min(max(len(self.seats), self.counts[0]), self.counts[-1])
        return (self.seats + self.seats[-1:] * wanted)[:wanted]


def mixed(mix: str, count: int) -> tuple[str, ...]:
    """The players of a mix.

    >>> mixed("one-greedy", 3)
    ('greedy', 'random', 'random')
    """
    first, rest = {
        "greedy": ("greedy", "greedy"),
        "random": ("random", "random"),
        "one-greedy": ("greedy", "random"),
        "one-random": ("random", "greedy"),
    }[mix]
    return (first, *[rest] * (count - 1))


def mix_of(players: Sequence[str]) -> str:
    """The mix that players are; empty if they are none."""
    return next((mix for mix in MIXES if mixed(mix, len(players)) == tuple(players)), "")


class Setup:
    """All rows, and what can be done with them.

    Args:
        sides: the variants to begin with: rules, or a form of rules, and the players.

    Attributes:
        rows: the variants in order.
        kept: rules from elsewhere than the kit: given, from files, or edited before.
    """

    def __init__(self, sides: Iterable[tuple[RuleSet | EditorDesk, tuple[str, ...]]]) -> None:
        self.rows: list[Row] = []
        self.kept: list[RuleSet] = []
        for what, players in sides:
            self.add(what, players)

    def add(self, what: RuleSet | EditorDesk | None = None, players: tuple[str, ...] = ()) -> None:
        """Add a variant.

        Args:
            what: its rules; by default some that are not there yet.
            players: who plays; by default whoever plays in the first variant.

        Raises:
            RulesError: there are enough.
        """
        self._room()
        players = players or (self.rows[0].seats if self.rows else ("greedy", "greedy"))
        if isinstance(what, EditorDesk):
            self.rows.append(Row(what.rules, players, what))
            return
        if what is None:
            there = {row.rules for row in self.rows}
            what = next((rules(id) for id in rule_sets() if rules(id) not in there), rules(rule_sets()[0]))
        self._keep(what)
        self.rows.append(Row(what, players))

    def copy(self, number: int) -> None:
        """Add a variant like this one, after it.

        Raises:
            RulesError: there are enough, or there is none of this number.
        """
        self._room()
        row = self._row(number)
        desk = EditorDesk(Sheet(row.base, row.rules)) if row.desk else None
        self.rows.insert(number + 1, evolve(row, desk=desk))

    def remove(self, number: int) -> None:
        """Take a variant away.

        Raises:
            RulesError: it is the last one, or there is none of this number.
        """
        self._keep(self._row(number).rules)
        if len(self.rows) == 1:
            raise RulesError(tr("one variant has to stay"))
        del self.rows[number]

    def edit(self, number: int) -> int:
        """Let the rules of a variant be edited; those that are not yet, in a copy after it if there is room.

        Returns:
            The number of the variant that can be edited.

        Raises:
            RulesError: there is none of this number, or no form can hold the rules.
        """
        row = self._row(number)
        if row.desk:
            return number
        check(row.given)
        id, name = _own_name(row.given)
        desk = EditorDesk(Sheet(row.given, row.given.evolve(id=id, name=name)))
        own = evolve(row, desk=desk)
        if len(self.rows) == MOST:
            self.rows[number] = own
            return number
        self.rows.insert(number + 1, own)
        return number + 1

    def choose(self, number: int, value: str) -> None:
        """Give a variant other rules.

        Args:
            number: which.
            value: the id of rules of the kit, or where they are in `kept`; empty to change nothing.

        Raises:
            RulesError: there are no such rules, or no such variant.
        """
        row = self._row(number)
        if not value:
            return
        place = value.removeprefix(KEPT)
        if place != value and place.isdecimal() and len(place) < 4 and int(place) < len(self.kept):
            chosen = self.kept[int(place)]
        else:
            chosen = rules(value)
        self._keep(row.rules)
        self.rows[number] = Row(chosen, row.seats)

    def count(self, number: int, value: str) -> None:
        """Let another number of players play.

        Raises:
            RulesError: the rules do not allow so many.
        """
        row = self._row(number)
        if value not in map(str, row.counts):
            raise RulesError(tr("{it} is no number of players for these rules", it=show(value)))
        mix = mix_of(row.players)
        seats = mixed(mix, int(value)) if mix else (row.seats + row.seats[-1:] * MOST_SEATS)[: int(value)]
        self.rows[number] = evolve(row, seats=seats)

    def mix(self, number: int, value: str) -> None:
        """Let others play.

        Raises:
            RulesError: nobody is called so.
        """
        row = self._row(number)
        if value not in MIXES:
            raise RulesError(tr("there are no players called {it}", it=show(value)))
        self.rows[number] = evolve(row, seats=mixed(value, len(row.players)))

    def read_as(self, number: int, name: str, on: bool) -> None:
        """Switch a reading on, or off again.

        Raises:
            RulesError: there is none of this name, or it contradicts another one.
        """
        row = self._row(number)
        if row.desk:
            row.desk.sheet.read_as(name, on)
            return
        usual = rules(row.given.id) if row.given.id in rule_sets() else row.given
        self.rows[number] = evolve(row, given=Draft(usual, row.given).read_as(name, on).rules)

    @property
    def sides(self) -> tuple[tuple[RuleSet, tuple[str, ...]], ...]:
        """The rules and the players of each variant."""
        return tuple((row.rules, row.players) for row in self.rows)

    def _row(self, number: int) -> Row:
        if not 0 <= number < len(self.rows):
            raise RulesError(tr("there is no variant number {number}", number=number))
        return self.rows[number]

    def _room(self) -> None:
        if len(self.rows) >= MOST:
            raise RulesError(trn("{n} variant is enough", "{n} variants are enough", MOST))

    def _keep(self, rule_set: RuleSet) -> None:
        """Remember rules that are not in the kit, so that they can be chosen again."""
        if rule_set not in self.kept and kit_name(rule_set) is None:
            self.kept = [*self.kept[-19:], rule_set]


def _own_name(rule_set: RuleSet) -> tuple[str, str]:
    """An id and a name for rules that are made from others."""
    if kit_name(rule_set):
        return own_name(rule_set)
    return f"{rule_set.id[:61]}-2", f"{one_line(tr(rule_set.name), 80)} 2"


def kit_name(rule_set: RuleSet) -> str | None:
    """What rules of the kit are called on the command line; None if they are others.

    >>> kit_name(rules("triangelspelet").with_reading("plain-scores-sum"))
    'triangelspelet+plain-scores-sum'
    >>> kit_name(rules("granna").evolve(score={"bridge": 40})) is None
    True
    """
    try:
        plain = rules(rule_set.id)
        for name in rule_set.switched_on:
            plain = plain.with_reading(name)
    except RulesError:
        return None
    return "+".join([rule_set.id, *rule_set.switched_on]) if plain == rule_set else None


def side_of(one: Any, players: Any) -> tuple[RuleSet | EditorDesk, tuple[str, ...]]:
    """The rules of a variant, or a form of them, and its players.

    Args:
        one: an id, rules, the path of a rule file, or a pair of one of these and its players.
        players: who plays where `one` does not say so: how many greedy players, or a name for each seat.

    Raises:
        TrinbError: that is none.

    >>> side_of(("granna", ["greedy", "random"]), 2)
    (rules('granna'), ('greedy', 'random'))
    """
    if isinstance(one, Sequence) and not isinstance(one, str) and len(one) == 2:
        one, players = one
    if isinstance(players, int) and 1 <= players <= MOST_SEATS:
        seats: tuple[str, ...] = ("greedy",) * players
    elif isinstance(players, Sequence) and not isinstance(players, str) and 1 <= len(players) <= MOST_SEATS:
        seats = tuple(map(str, players))
    else:
        raise TrinbError(
            tr(
                "players are how many, up to {most}, or a list of names; not {it}",
                most=MOST_SEATS,
                it=show(players),
            )
        )
    if isinstance(one, RuleSet):
        return one, seats
    if isinstance(one, Path) or (isinstance(one, str) and one.endswith(".toml")):
        base, rule_set = from_file(Path(one))
        return EditorDesk(Sheet(base, rule_set)), seats
    if isinstance(one, str):
        return rules(one), seats
    raise TrinbError(tr("this is neither a rule set nor one with its players: {it}", it=show(one)))
