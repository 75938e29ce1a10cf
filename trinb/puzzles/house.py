"""The rules of a puzzle in few words: a rule set that comes with trinb, and what house rules change in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ..errors import TrinbError
from ..notation import first_line, show
from ..rulefiles import unstructure
from ..ruleset import RuleSet, rule_sets, rules
from ..tiles import tile_set
from ..words import tr


class PuzzleError(TrinbError):
    """A puzzle that cannot be: its position, its tiles, its rules, its answer, its file or its code."""


LARGEST_HOUSE = 400
"""So many letters house rules may have."""

LARGEST_NUMBER = 10_000
"""So large a number in house rules may be."""

_HOUSE = ("players", "hand", "draws", "turn", "score", "out", "blocked")


def as_json(value: str | Mapping[str, Any]) -> str:
    """Tables as JSON without spaces; empty for none."""
    if isinstance(value, str):
        return value
    return json.dumps(value, sort_keys=True, separators=(",", ":")) if value else ""


def parts_of(rule_set: RuleSet) -> dict[str, Any]:
    """How a puzzle tells any rule set: by the shipped one of its id, or else the likest, and what differs.

    How a round begins and a match ends is left out, as no puzzle asks for that.

    Raises:
        PuzzleError: too much differs.
    """
    id = min(rule_sets(), key=lambda id: (id != rule_set.id, len(as_json(_changes(rules(id), rule_set)))))
    base, readings = rules(id), []
    for name in rule_set.switched_on:
        if base.readings.get(name) == rule_set.readings[name]:
            base = base.with_reading(name)
            readings.append(name)
    house = as_json(_changes(base, rule_set))
    if house:
        house_rules(house)
    box = "" if base.tiles == rule_set.tiles else rule_set.tiles
    return {"rules_id": id, "readings": tuple(readings), "box": box, "house": house}


def _changes(base: RuleSet, rule_set: RuleSet) -> dict[str, Any]:
    """What differs, as tables with only those keys."""
    old, new = unstructure(base), unstructure(rule_set)
    changes: dict[str, Any] = {}
    for key in _HOUSE:
        if isinstance(new[key], Mapping):
            table = {name: value for name, value in new[key].items() if old[key].get(name) != value}
            changes.update({key: table} if table else {})
        elif list(old[key]) != list(new[key]):
            changes[key] = new[key]
    return changes


@lru_cache(maxsize=256)
def rules_of(id: str, readings: tuple[str, ...], box: str, house: str) -> RuleSet:
    """The rule set of an id with readings, another box and house rules.

    Raises:
        RulesError: there are no such rules.
    """
    found = rules(id)
    for name in readings:
        found = found.with_reading(name)
    if box:
        tile_set(box)
        found = found.evolve(tiles=box)
    return found.evolve(**house_rules(house)) if house else found


def house_rules(text: str) -> dict[str, Any]:
    """What house rules change, from their JSON.

    Raises:
        PuzzleError: it is no JSON, too long, or changes what a puzzle has no use for.
    """
    if len(text) > LARGEST_HOUSE:
        raise PuzzleError(tr("house rules: longer than {most} letters", most=LARGEST_HOUSE))
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PuzzleError(tr("house rules: no JSON: {why}", why=first_line(error))) from error
    if not isinstance(found, dict) or not found.keys() <= set(_HOUSE):
        raise PuzzleError(tr("house rules: must be tables {known}", known=", ".join(_HOUSE)))
    for value in _leaves(found):
        if not isinstance(value, str | bool) and (type(value) is not int or abs(value) > LARGEST_NUMBER):
            raise PuzzleError(
                tr(
                    "house rules: {value} is no whole number up to {most}",
                    value=show(value),
                    most=LARGEST_NUMBER,
                )
            )
    return found


def _leaves(found: Any) -> Iterator[Any]:
    """All single values in tables and lists within each other; of so short a text they are not deep."""
    if isinstance(found, dict | list):
        for value in found.values() if isinstance(found, dict) else found:
            yield from _leaves(value)
    else:
        yield found
