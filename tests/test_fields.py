"""The table of all that a rule set says: complete, in words, and read from a form as it was shown in it."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_houserules import READINGS, TABLES, read, rule_sets_of_all_kinds

from trinb import RulesError, RuleSet, rule_sets, rules
from trinb.fields import GROUP_WORDS, Choice, Field, Group, YesNo, isolated, one_line
from trinb.houserules import leaves
from trinb.numberfields import Cost, Limit, Number, Points, Several, Sizes, whole
from trinb.rulefields import FIELDS, FORM, check, field_of, form_fields, keys_of
from trinb.ruleparts import Award, Reason

PLAYED = [field for group in FORM for field in form_fields(group)]
SWEDISH = rules("triangelspelet")


def ids(fields: list[Field]) -> list[Any]:
    return [pytest.param(field, id=field.key) for field in fields]


# --- the table ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "name"), READINGS)
def test_every_leaf_of_a_rule_set_has_an_entry(id: str, name: str) -> None:
    for key in leaves(read(id, name)):
        field = field_of(key)
        assert key == field.key or key.startswith(f"{field.key}.")


def test_the_table_is_that_of_the_classes() -> None:
    """Nothing is missing, nothing is there twice, and nothing is there that no rule set says."""
    wanted = [field.name for field in attrs.fields(RuleSet) if field.name not in TABLES]
    for table in TABLES:
        wanted += [f"{table}.{field.name}" for field in attrs.fields(type(getattr(SWEDISH, table)))]
    assert sorted(field.key for field in FIELDS) == sorted(wanted)
    assert field_of("hand.by_players.2") is field_of("hand.by_players")
    with pytest.raises(KeyError):
        field_of("score.brigde")


def test_every_group_of_the_form_has_words_and_fields() -> None:
    assert set(GROUP_WORDS) == set(Group)
    assert {field.group for field in FIELDS} - set(FORM) == {Group.NAME, Group.TOLD}
    assert all(form_fields(group) for group in FORM)


@pytest.mark.parametrize("field", ids(PLAYED))
def test_the_kind_fits_the_values(field: Field) -> None:
    value = field.of(SWEDISH)
    kinds: dict[type, Any] = {Points: Award, YesNo: bool, Choice: Enum, Several: tuple, Sizes: dict}
    wanted = kinds.get(type(field), str if field.key == "tiles" else int)
    assert isinstance(value, wanted) or (isinstance(field, Limit) and value is None)
    if isinstance(field, Choice):
        kind = type(value)
        assert list(field.words) == list(kind), "every way has words"
    if isinstance(field, YesNo):
        assert field.label != field.no
    if isinstance(field, Number) and not isinstance(field, Sizes):
        assert field.low < field.high


@pytest.mark.parametrize("field", ids(PLAYED))
def test_words_are_short_and_plain(field: Field) -> None:
    assert 2 <= len(field.label) <= 60 and not field.label.endswith(".")
    assert field.name == field.label[:1].upper() + field.label[1:]
    assert not field.help or (field.help.endswith(".") and len(field.help) <= 90)
    assert field.help or isinstance(field, Choice | YesNo), "a number says what it is for"
    for id in rule_sets():
        said = field.said(field.of(rules(id)))
        assert said and not re.search(r"_|None|True|False|<|Award|unlimited", said)


def test_every_reason_for_points_is_decided_by_a_field() -> None:
    decided = {reason for field in FIELDS for reason in field.reasons}
    assert decided == set(Reason)


# --- reading what was shown ---------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(rule_sets_of_all_kinds())
def test_a_form_that_is_sent_back_untouched_changes_nothing(rule_set: RuleSet) -> None:
    for field in PLAYED:
        value = field.of(rule_set)
        if isinstance(field, Cost) and value < 0:
            continue  # a file may say so, a form may not
        assert field.read(field.entry(value)) == value, field.key
        assert field.read(value) == value, "as in Python"
        assert type(field.shape(value)) is type(field.entry(value))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=6), inside, max_size=4),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(FIELDS), JSON)
def test_whatever_is_sent_is_read_or_refused(field: Field, entry: Any) -> None:
    try:
        value = field.read(entry)
    except RulesError as error:
        assert str(error) and "\n" not in str(error)
    else:
        assert field.read(field.entry(value)) == value
        assert field.said(value)


@pytest.mark.parametrize(
    ("typed", "number"),
    [("5", 5), (" 5 ", 5), ("+5", 5), ("-5", -5), ("−5", -5), ("007", 7), (5, 5), ("0", 0)],
)
def test_numbers_as_people_type_them(typed: Any, number: int) -> None:
    assert whole(typed, -10, 10) == number


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "a number is missing"),
        ("  ", "a number is missing"),
        ("4o", "'4o' is no whole number"),
        ("5.0", "is no whole number"),
        ("1e3", "is no whole number"),
        ("--5", "is no whole number"),
        ("٥", "is no whole number"),
        ("9" * 5000, "is no whole number"),
        ("11", "11 is not between −10 and 10"),
        ("-11", "−11 is not between −10 and 10"),
        (True, "True is no whole number"),
        (None, "None is no whole number"),
        (1.0, "is no whole number"),
    ],
)
def test_what_is_no_number(typed: Any, reason: str) -> None:
    with pytest.raises(RulesError, match=re.escape(reason)):
        whole(typed, -10, 10)


@pytest.mark.parametrize(
    ("key", "entry", "value"),
    [
        ("score.bridge", "40", Award(40)),
        ("score.bridge", 40, Award(40)),
        ("score.bridge", {"points": "10", "sums": "2"}, Award(10, 2)),
        ("score.bridge", {"sums": 1}, Award(0, 1)),
        ("match.target", "unlimited", None),
        ("match.target", "300", 300),
        ("score.hexagons", ["50", "60", "70"], (50, 60, 70)),
        ("players", ["2", "4"], (2, 4)),
        ("hand.by_players", {"2": "9", "3": " ", "4": ""}, {2: 9}),
        ("hand.by_players", {}, {}),
        ("draws.place_at_once", False, False),
        ("tiles", "mirrored-76", "mirrored-76"),
        ("name", "  Åsa's rules ", "Åsa's rules"),
        ("id", "class-7b", "class-7b"),
    ],
)
def test_entries(key: str, entry: Any, value: Any) -> None:
    assert field_of(key).read(entry) == value


@pytest.mark.parametrize(
    ("key", "entry", "reason"),
    [
        ("score.bridge", {"points": "1", "digits": "1"}, "no 'digits'"),
        ("score.bridge", "99999", "not between"),
        ("draws.cost", "-5", "−5 is not between 0 and"),
        ("draws.place_at_once", 1, "yes or no, not 1"),
        ("opening.lead", "whoever", "must be one of triple, pool, draw, not 'whoever'"),
        ("tiles", "../mirrored-76", "must be one of mirrored-76"),
        ("players", ["2"], "there must be 2 numbers"),
        ("players", "24", "there must be 2 numbers"),
        ("hand.by_players", {"two": "9"}, "'two' is no whole number"),
        ("hand.by_players", {"21": "9"}, "21 is not between 1 and 20"),
        ("hand.by_players", ["9"], "for each number of players"),
        ("match.target", "0", "0 is not between 1 and"),
        ("name", " ", "a text is missing"),
        ("name", "x" * 101, "at most 100 letters"),
        ("name", "a\x1bb", "cannot be shown"),
        ("name", "\ud800", "cannot be shown"),
        ("id", "", "no spaces"),
        ("id", "a b", "no spaces"),
        ("id", "../etc", "no spaces"),
        ("id", ".hidden", "no spaces"),
        ("id", "x" * 62, "at most 61"),
        ("clauses", "x", "this cannot be changed"),
    ],
)
def test_refusals(key: str, entry: Any, reason: str) -> None:
    with pytest.raises(RulesError, match=re.escape(reason)):
        field_of(key).read(entry)


# --- rule sets that no form can hold ------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "name"), READINGS)
def test_what_comes_with_trinb_can_be_held(id: str, name: str) -> None:
    check(read(id, name))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": "a/b"}, "id: write at most 61"),
        ({"score": {"bridge": 10**9}}, "score.bridge: 1000000000 is not between"),
        ({"score": {"bridge": {"sums": 50}}}, "score.bridge: 50 is not between −9 and 9"),
        ({"out": {"others_cost_per_tile": -1}}, "out.others_cost_per_tile: −1 is not between 0"),
        ({"hand": {"by_players": {99: 1}}}, "hand.by_players: 99 is not between 1 and 20"),
        ({"players": [2, 30], "hand": {"tiles": 1}}, "players: 30 is not between"),
    ],
)
def test_what_cannot_be_held(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(RulesError, match=re.escape(reason)):
        check(SWEDISH.evolve(**changes))


def test_keys_of_a_reading() -> None:
    assert keys_of(rules("triominos-de").readings["more-players"].set) == ("hand.by_players", "players")
    assert keys_of({"score": {"nonsense": 1}, "odd": 2}) == ()


# --- texts from outside -------------------------------------------------------------------------------------


@given(st.text(max_size=200))
def test_texts_from_outside_stay_in_one_line(text: str) -> None:
    line = one_line(text, 60)
    assert len(line) <= 60 and line.isprintable()
    shown = isolated(text)
    assert shown in (line, f"\u2068{line}\u2069")


def test_a_name_from_right_to_left_is_isolated() -> None:
    assert isolated("שלום") == "\u2068שלום\u2069" and isolated("Ours") == "Ours"
    assert "\u202e" not in isolated("a\u202eb")
