"""What the sources say of one thing: the clauses that settle it, and what other rule sets have there.

>>> from trinb.rulefields import field_of
>>> bridge = field_of("score.bridge")
>>> [clause.id for clause in clauses_about(bridge, rules("triangelspelet"))]
['§7']
>>> for value, ids in elsewhere(bridge.key)[1:3]:
...     print(bridge.said(value), *ids)
40 triominos-de triominos-english triominos-goliath triominos-pressman
10 granna granna-split
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from .fields import Field
from .rulefields import field_of, keys_of
from .ruleparts import Clause
from .ruleset import RuleSet, rule_sets, rules


def clauses_about(field: Field, rule_set: RuleSet) -> tuple[Clause, ...]:
    """The clauses of a rule set that settle a field, as far as they tell.

    That is, those that settle its points or that a reading of it reads; else those about its events; else
    those whose text speaks of it.

    >>> from trinb.ruleset import rules
    >>> [clause.id for clause in clauses_about(field_of("score.bridge"), rules("granna"))]
    ['§5']
    """
    read = {reading.clause for reading in rule_set.readings.values() if field.key in keys_of(reading.set)}
    settled = [
        clause for clause in rule_set.clauses if clause.id in read or set(clause.settles) & set(field.reasons)
    ]
    shown = [clause for clause in rule_set.clauses if set(clause.shows) & set(field.shows)]
    told = [clause for clause in rule_set.clauses if field.told and re.search(field.told, clause.text)]
    return tuple(settled or shown or told)


class Elsewhere(NamedTuple):
    """What some of the rule sets that come with trinb say in a field."""

    value: Any
    ids: tuple[str, ...]


@cache
def elsewhere(key: str) -> tuple[Elsewhere, ...]:
    """What the rule sets that come with trinb say in a field, the most common value first.

    >>> for value, ids in elsewhere("score.docking")[1:]:
    ...     print(value.points, *ids)
    75 granna-standard-points triangelspelet triangelspelet-late-draw triangelspelet-pro
    20 granna
    15 granna-split
    50 trekantspelet-1page
    """
    field = field_of(key)
    found: list[tuple[Any, list[str]]] = []
    for id in sorted(rule_sets()):
        value = field.of(rules(id))
        same = next((ids for known, ids in found if known == value), None)
        if same is None:
            found.append((value, [id]))
        else:
            same.append(id)
    return tuple(Elsewhere(value, tuple(ids)) for value, ids in sorted(found, key=lambda one: -len(one[1])))
