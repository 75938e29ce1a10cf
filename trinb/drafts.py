"""House rules in the making: rules over a base, changed one thing at a time, and what each change does.

A **draft** is a base and the rules as they stand; it never changes.  A **sheet** is a form that is being
filled in: it holds the drafts one after the other, and what was typed but cannot be.

>>> from trinb.ruleset import rules
>>> sheet = Sheet(rules("triangelspelet"))
>>> sheet.enter("score.bridge", "40")
>>> sheet.rules.score.bridge, [effect.case.id for effect in sheet.draft.effects if effect.changed][:2]
(Award(points=40, sums=0), ['bridge-1', 'bridge-corner'])
>>> sheet.enter("hand.tiles", "20")
Traceback (most recent call last):
    ...
trinb.errors.RulesError: 3 players with 20 tiles need 60, but triangelspelet-56 has 56
>>> sheet.rules.hand.tiles, sheet.typed
(5, {'hand.tiles': '20'})
>>> sheet.undo()
>>> sheet.rules == sheet.base
True
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

import attrs
from attrs import frozen

from .cases import Case, cases, score_of
from .errors import RulesError
from .fields import Field, Group, one_line
from .houserules import Difference, differences
from .notation import show
from .rulefields import check, field_of, keys_of
from .ruleset import RuleSet, rules
from .scoring import Score
from .words import tr

S = TypeVar("S")


class Effect(NamedTuple):
    """What one case scores under the base and under the rules as they stand."""

    case: Case
    before: Score
    after: Score

    @property
    def changed(self) -> bool:
        """Whether the total is another one."""
        return self.before.total != self.after.total


@frozen
class Draft:
    """Rules over a base.

    Attributes:
        base: what they are compared with.
        rules: the rules as they stand.
    """

    base: RuleSet
    rules: RuleSet

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """In what the rules differ from their base."""
        return differences(self.base, self.rules)

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """What every case that comes with trinb scores under both."""
        return tuple(Effect(one, score_of(one, self.base), score_of(one, self.rules)) for one in cases())

    def differs(self, field: Field) -> bool:
        """Whether a field has another value than in the base."""
        return bool(field.of(self.base) != field.of(self.rules))

    def change(self, key: str, entry: Any) -> Draft:
        """With another value in a field.

        Args:
            key: the name of the field, such as ``score.bridge``.
            entry: the value as a form sends it, or as a file has it.

        Raises:
            RulesError: there is no such field, it cannot have this value, or the result cannot be played.
        """
        field = changeable(key)
        return self._with({field: field.read(entry)})

    def back(self, key: str) -> Draft:
        """With the value of the base in a field.

        Raises:
            RulesError: there is no such field, or the result cannot be played.
        """
        field = changeable(key)
        return self._with({field: field.of(self.base)})

    def _with(self, values: Mapping[Field, Any]) -> Draft:
        """With other values; a reading that these no longer agree with is switched off."""
        after = with_values(self.rules, values)
        set_now = {field.key for field in values}
        on = tuple(
            name
            for name in after.switched_on
            if _holds(after, name) or not set_now & set(keys_of(after.readings[name].set))
        )
        return Draft(self.base, after if on == after.switched_on else after.evolve(switched_on=on))

    def read_as(self, name: str, on: bool = True) -> Draft:
        """With a reading switched on, or off again.

        Raises:
            RulesError: there is no such reading, another one contradicts it, or the result cannot be played.
        """
        if on or name not in self.rules.readings:
            return Draft(self.base, self.rules.with_reading(name))
        without = self._without(name)
        values: dict[Field, Any] = {}
        if without and _holds(self.rules, name):
            fields = map(field_of, keys_of(self.rules.readings[name].set))
            values = {field: field.of(without) for field in fields}
        left = tuple(one for one in self.rules.switched_on if one != name)
        return Draft(self.base, with_values(self.rules, values, switched_on=left))

    def _without(self, name: str) -> RuleSet | None:
        """Rules that are as the base, without this reading: where its values go back to."""
        if name not in self.base.switched_on:
            return self.base
        with suppress(RulesError):
            plain = rules(self.base.id)
            if name in plain.readings and name not in plain.switched_on:
                return plain
        return None


def changeable(key: str) -> Field:
    """The field of this name, if a form may change it.

    Raises:
        RulesError: there is none.
    """
    with suppress(KeyError):
        field = field_of(key)
        if field.key == key and field.group is not Group.TOLD:
            return field
    raise RulesError(tr("there is nothing to change called {it}", it=show(key)))


def with_values(rule_set: RuleSet, values: Mapping[Field, Any], **more: Any) -> RuleSet:
    """A rule set with other values in some fields, and more changes as in `RuleSet.evolve`.

    Raises:
        RulesError: the result cannot be played, with the reason alone.
    """
    whole: dict[str, Any] = {}
    for field, value in values.items():
        table, _, name = field.key.partition(".")
        old = whole.get(table, getattr(rule_set, table))
        whole[table] = attrs.evolve(old, **{name: value}) if name else value
    try:
        return rule_set.evolve(**whole, **more)
    except RulesError as error:
        raise RulesError(_reason(str(error), whole.get("id", rule_set.id), values)) from None


def _reason(message: str, id: str, values: Mapping[Field, Any]) -> str:
    """What an error says, without the id and the key that everybody sees who has typed it."""
    said = message.removeprefix(f"{id}: ")
    for field in values:
        for known in (field.key, field.key.partition(".")[0]):
            said = said.removeprefix(f"{known}: ")
    return said


def _holds(rule_set: RuleSet, name: str) -> bool:
    """Whether a rule set has the values that a reading sets."""
    with suppress(RulesError):
        return rule_set.evolve(**rule_set.readings[name].set) == rule_set
    return False


# --- names ------------------------------------------------------------------------------------------


def own_name(base: RuleSet) -> tuple[str, str]:
    """An id and a name for rules of one's own over a base.

    >>> from trinb.ruleset import rules
    >>> own_name(rules("granna"))
    ('our-granna', 'Our Gränna rules')
    """
    return f"our-{base.id}"[:61], tr("Our {rules}", rules=one_line(tr(base.name), 80))


# --- one state after the other ----------------------------------------------------------------------------


class History(Generic[S]):
    """States one after the other, with a finger on the present one."""

    def __init__(self, state: S) -> None:
        self._states, self._now = [state], 0

    @property
    def state(self) -> S:
        """The present state."""
        return self._states[self._now]

    @property
    def can_undo(self) -> bool:
        """Whether there is a state before this one."""
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        """Whether a state has been taken back."""
        return self._now + 1 < len(self._states)

    def go_on(self, state: S) -> None:
        """Make this the present state; what had been taken back is gone."""
        self._states[self._now + 1 :] = [state]
        self._now += 1

    def undo(self) -> None:
        """Take the last step back; else do nothing."""
        self._now -= self.can_undo

    def redo(self) -> None:
        """Do again what was taken back; else do nothing."""
        self._now += self.can_redo


class Sheet:
    """A form that is being filled in.

    Args:
        base: the rules to begin with.
        rule_set: the rules as they stand, by default the base.

    Raises:
        RulesError: a number is so large that no form can hold it.

    Attributes:
        typed: what was entered in fields but cannot be, by their names; it waits to be corrected.
    """

    def __init__(self, base: RuleSet, rule_set: RuleSet | None = None) -> None:
        self._history = History(self._draft(base, rule_set or base))
        self.typed: dict[str, Any] = {}

    @staticmethod
    def _draft(base: RuleSet, rule_set: RuleSet) -> Draft:
        check(base)
        check(rule_set)
        return Draft(base, rule_set)

    @property
    def draft(self) -> Draft:
        """The rules as they stand, over their base."""
        return self._history.state

    @property
    def base(self) -> RuleSet:
        """What the rules are compared with."""
        return self.draft.base

    @property
    def rules(self) -> RuleSet:
        """The rules as they stand; they can always be played."""
        return self.draft.rules

    def enter(self, key: str, entry: Any) -> None:
        """Put something into a field.

        Raises:
            RulesError: it cannot be; it is kept in `typed`, and the rules stay as they were.
        """
        field = changeable(key)
        try:
            after = self.draft.change(key, entry)
        except RulesError:
            kept = tidy(entry, field.shape(field.of(self.rules)))
            if kept is not None:
                self.typed[key] = kept
            raise
        self.typed.pop(key, None)
        self._go_on(after)

    def back(self, key: str) -> None:
        """Put the value of the base into a field.

        Raises:
            RulesError: the rest does not allow it any longer.
        """
        after = self.draft.back(key)
        self.typed.pop(key, None)
        self._go_on(after)

    def read_as(self, name: str, on: bool = True) -> None:
        """Switch a reading on or off.

        Raises:
            RulesError: there is none of this name, or it contradicts something.
        """
        self._go_on(self.draft.read_as(name, on))

    def begin(self, base: RuleSet, rule_set: RuleSet | None = None) -> None:
        """Begin anew with other rules; this can be taken back like any other step.

        Raises:
            RulesError: a number is so large that no form can hold it.
        """
        after = self._draft(base, rule_set or base)
        self.typed.clear()
        self._go_on(after)

    def undo(self) -> None:
        """Take the last step back."""
        self.typed.clear()
        self._history.undo()

    def redo(self) -> None:
        """Do again what was taken back."""
        self.typed.clear()
        self._history.redo()

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return self._history.can_redo

    def fault(self, key: str) -> str:
        """Why what was typed in a field cannot be; empty if nothing is wrong there."""
        if key in self.typed:
            try:
                self.draft.change(key, self.typed[key])
            except RulesError as error:
                return str(error)
        return ""

    def _go_on(self, after: Draft) -> None:
        # What could not be may have become possible: a large hand, with fewer players.
        for key, entry in list(self.typed.items()):
            with suppress(RulesError):
                after = after.change(key, entry)
                del self.typed[key]
        if after != self.draft:
            self._history.go_on(after)


def tidy(entry: Any, like: Any) -> Any:
    """What was typed in a form, cut to a length that can be shown; None if it has not the shape of `like`.

    >>> tidy("4o", "40"), tidy({"points": "x", "more": 1}, {"points": "1", "sums": "0"}), tidy(3, ["1"])
    ('4o', {'points': 'x', 'sums': ''}, None)
    """
    if isinstance(like, str) and isinstance(entry, str):
        return entry[:200].encode("utf-8", "replace").decode()
    if isinstance(like, list) and isinstance(entry, list | tuple) and len(like) == len(entry):
        kept = [tidy(part, shape) for part, shape in zip(entry, like, strict=True)]
        return None if None in kept else kept
    if isinstance(like, dict) and isinstance(entry, Mapping):
        return {key: tidy(entry.get(key, ""), shape) or "" for key, shape in like.items()}
    return None
