"""What is different between two rule sets, in words.

>>> from trinb.ruleset import rules
>>> ours = rules("triangelspelet").evolve(score={"bridge": 40}, draws={"most": 3, "cost": 5})
>>> in_words(rules("triangelspelet"), ours)
'draws up to 3 at −5; bridge 50 → 40'
>>> in_words(ours, ours)
'no difference'
>>> differences(rules("triangelspelet"), ours)[-1]
Difference(key='score.bridge', before=50, after=40, words='bridge 50 → 40')

What each thing is called is told in `rulefields`; how changed rules are kept in a file, in `RuleSet.save`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

import attrs

from . import rulefiles
from .fields import Group, Said
from .rulefields import field_of
from .ruleparts import UNLIMITED
from .ruleset import RuleSet
from .words import tr


class Difference(NamedTuple):
    """One thing that is not the same in two rule sets.

    Attributes:
        key: its name in a rule file, such as ``score.bridge`` or ``clauses.§7``.
        before, after: what the two say, as a file would; None for what is not there.
        words: the same for people.
    """

    key: str
    before: Any
    after: Any
    words: str

    @property
    def in_play(self) -> bool:
        """Whether it changes how the game goes, and not only how it is told."""
        return field_of(self.key).group not in (Group.NAME, Group.TOLD)


def differences(one: RuleSet, other: RuleSet) -> tuple[Difference, ...]:
    """Everything in which two rule sets differ, in the order of a rule file; empty if they are equal."""
    before, after = leaves(one), leaves(other)
    found = [
        Difference(key, _plain(before.get(key)), _plain(after.get(key)), phrase(key)(key, before, after))
        for key in _keys(before, after)
        if before.get(key) != after.get(key)
    ]
    if not found and one != other:
        found = [
            _reordered(name, one, other) for name in _LISTS if getattr(one, name) != getattr(other, name)
        ]
    return tuple(found)


def in_words(one: RuleSet, other: RuleSet) -> str:
    """What changes from one rule set to another, in one line.

    Names and wordings are told only when everything is played in the same way.
    """
    found = differences(one, other)
    played = [difference for difference in found if difference.in_play]
    if played:
        return "; ".join(joined(played))
    told = "; ".join(difference.words for difference in found)
    return tr("played in the same way; {told}", told=told) if told else tr("no difference")


def joined(found: Sequence[Difference]) -> Iterator[str]:
    """The words of each, but how often one may draw in one phrase with what it costs."""
    now = {difference.key: difference.after for difference in found}
    pair = ("draws.most", "draws.cost")
    together = all(key in now for key in pair)
    for difference in found:
        if not together or difference.key not in pair:
            yield difference.words
        elif difference.key == pair[0]:
            most, cost = (field_of(key).said(now[key]) for key in pair)
            yield tr("draws {most} at {cost}", most=most, cost=cost)


# --- the single things that rule sets say -----------------------------------------------------------------


def leaves(rule_set: RuleSet) -> dict[str, Any]:
    """Everything that a rule set says, by its name in a file.

    >>> from trinb.ruleset import rules
    >>> said = leaves(rules("triominos-de"))
    >>> said["hand.by_players.2"], said["draws.most"], said["score.tile"]
    (9, 'unlimited', Award(points=0, sums=1))
    """
    return dict(_leaves(rule_set))


def _leaves(rule_set: RuleSet) -> Iterator[tuple[str, Any]]:
    for field in attrs.fields(RuleSet):
        value = getattr(rule_set, field.name)
        if attrs.has(type(value)):
            yield from _table(field.name, value)
        elif field.name == "clauses":
            yield from ((f"clauses.{clause.id}", clause) for clause in value)
        elif field.name == "readings":
            yield from ((f"readings.{name}", reading) for name, reading in value.items())
        elif field.name == "switched_on":
            yield from ((f"switched_on.{name}", True) for name in value)
        else:
            yield field.name, value


def _table(name: str, table: Any) -> Iterator[tuple[str, Any]]:
    for field in attrs.fields(type(table)):
        value = getattr(table, field.name)
        if isinstance(value, dict):
            yield from ((f"{name}.{field.name}.{key}", value[key]) for key in sorted(value))
        else:
            yield f"{name}.{field.name}", UNLIMITED if value is None else value


def _keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The names that either has, those of one table together."""
    places = [field.name for field in attrs.fields(RuleSet)]
    return sorted({**before, **after}, key=lambda key: places.index(key.partition(".")[0]))


def _plain(value: Any) -> Any:
    """A value as a file has it."""
    if value is None:
        return None
    tables = rulefiles.unstructure(value)
    return tables.value if isinstance(tables, Enum) else tables


_LISTS = ("clauses", "switched_on")


def _reordered(name: str, one: RuleSet, other: RuleSet) -> Difference:
    def named(rule_set: RuleSet) -> list[str]:
        return [getattr(part, "id", part) for part in getattr(rule_set, name)]

    said = tr("clauses in another order")
    if name != "clauses":
        said = tr("readings switched on in another order")
    return Difference(name, named(one), named(other), said)


# --- words ------------------------------------------------------------------------------------------------

Phrase: TypeAlias = Callable[[str, Said, Said], str]
"""Says what has changed at a key, from what is said before and after."""


def phrase(key: str) -> Phrase:
    """What puts a difference at this key into words.

    Raises:
        KeyError: a rule set says nothing of this name.
    """
    return field_of(key).changed
