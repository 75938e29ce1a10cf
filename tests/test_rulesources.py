"""What the sources say of a field: clauses that can be checked by reading them, and all other rule sets."""

from __future__ import annotations

import attrs
import pytest

from trinb import rule_sets, rules
from trinb.rulefields import FORM, field_of, form_fields
from trinb.rulesources import clauses_about, elsewhere

KEYS = [field.key for group in FORM for field in form_fields(group)]

SETTLED = {
    "triangelspelet": {
        "tiles": "§2",
        "players": "§1",
        "hand.tiles": "§3",
        "opening.lead": "§5",
        "opening.first_lap": "§5",
        "opening.triple": "§7",
        "opening.zero": "",
        "draws.most": "§6",
        "turn.several": "§6",
        "turn.stuck": "§9",
        "score.tile": "",
        "score.plain": "§7",
        "score.bridge": "§7",
        "score.hexagons": "",
        "out.points": "§8",
        "out.others_digits": "§8",
        "blocked.winner": "§10",
        "match.target": "§8",
        "match.tie": "§8",
    },
    "granna": {
        "players": "",
        "hand.tiles": "§2",
        "opening.lead": "§3",
        "draws.place_at_once": "§4",
        "turn.several": "§4",
        "score.tile": "§4",
        "score.bridge": "§5",
        "out.others_cost_per_tile": "§5",
        "blocked.cost_per_tile": "§7",
        "match.test": "§5",
    },
    "granna-standard-points": {"score.bridge": "Variant", "match.target": "Variant", "match.test": "§5"},
    "triominos-de": {
        "players": "Aufbau",
        "hand.by_players": "Aufbau",
        "opening.choose_zero": "Start",
        "draws.cost": "Zug",
        "turn.stuck": "Zug",
        "score.extension": "Bonus",
        "score.hexagons": "Bonus",
        "blocked.award": "Rundenende",
        "match.winner": "Spielende",
    },
    "triominos-nl-literal": {"out.pool_digits_cost": "Bonuspunten", "draws.cost_only_if_failed": "Plaatsen"},
}
"""Read in the sources: which clause settles what; nothing where none does."""


@pytest.mark.parametrize(
    ("id", "key", "clause"),
    [(id, key, clause) for id, found in SETTLED.items() for key, clause in found.items()],
)
def test_the_clause_that_settles_it(id: str, key: str, clause: str) -> None:
    found = [one.id for one in clauses_about(field_of(key), rules(id))]
    assert found == ([clause] if clause else [])


@pytest.mark.parametrize("id", rule_sets())
def test_what_a_reading_sets_is_settled_by_its_clause(id: str) -> None:
    from trinb.rulefields import keys_of

    for reading in rules(id).readings.values():
        for key in keys_of(reading.set):
            assert reading.clause in [one.id for one in clauses_about(field_of(key), rules(id))]


def test_rules_without_clauses_say_nothing() -> None:
    bare = attrs.evolve(rules("granna"), clauses=(), readings={})
    assert all(clauses_about(field_of(key), bare) == () for key in KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_set_is_somewhere(key: str) -> None:
    found = elsewhere(key)
    assert sorted(id for one in found for id in one.ids) == sorted(rule_sets())
    assert all(field_of(key).of(rules(id)) == one.value for one in found for id in one.ids)
    counts = [len(one.ids) for one in found]
    assert counts == sorted(counts, reverse=True)
    said = [field_of(key).said(one.value) for one in found]
    assert len(set(said)) == len(said), "other values, other words"
