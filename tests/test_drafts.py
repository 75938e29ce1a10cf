"""House rules in the making: changes one by one, what cannot be, readings on and off, and the way back."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_houserules import READINGS, read

from trinb import GreedyPlayer, RulesError, play_round, rule_sets, rules
from trinb.cases import cases, score_of
from trinb.drafts import Draft, History, Sheet, own_name, tidy, with_values
from trinb.fields import Choice, Field, YesNo
from trinb.houserules import differences
from trinb.numberfields import Limit, Points, Several, Sizes
from trinb.rulefields import FORM, check, field_of, form_fields, keys_of
from trinb.ruleparts import Award, Hand, Reading
from trinb.tiles import tile_sets

SWEDISH, GERMAN = rules("triangelspelet"), rules("triominos-de")
PLAYED = [field for group in FORM for field in form_fields(group)]


# --- one change -----------------------------------------------------------------------------------------


def test_a_change_is_a_new_draft() -> None:
    draft = Draft(SWEDISH, SWEDISH)
    after = draft.change("score.bridge", "40")
    assert draft.rules is SWEDISH and draft.differences == ()
    assert after.rules == SWEDISH.evolve(score={"bridge": 40})
    assert [one.words for one in after.differences] == ["bridge 50 → 40"]
    assert after.differs(field_of("score.bridge")) and not after.differs(field_of("score.drone"))
    assert after.back("score.bridge") == draft


def test_effects_are_the_scores_of_all_cases() -> None:
    after = Draft(SWEDISH, SWEDISH).change("score.bridge", "40")
    assert [effect.case for effect in after.effects] == list(cases())
    for effect in after.effects:
        assert effect.before == score_of(effect.case, SWEDISH)
        assert effect.after == score_of(effect.case, after.rules)
        assert effect.changed == (effect.case in cases("bridge"))


def test_hands_by_number_of_players_can_be_taken_away() -> None:
    after = Draft(GERMAN, GERMAN).change("hand.by_players", {"2": "", "3": "8"})
    assert after.rules.hand == Hand(7, {3: 8})
    assert after.back("hand.by_players").rules == GERMAN


@pytest.mark.parametrize(
    "key", ["score", "score.brigde", "clauses", "readings.x", "switched_on", "", "a.b.c", "é"]
)
def test_what_is_no_field(key: str) -> None:
    with pytest.raises(RulesError, match="there is nothing to change called"):
        Draft(SWEDISH, SWEDISH).change(key, "1")
    with pytest.raises(RulesError, match="there is nothing to change called"):
        Sheet(SWEDISH).back(key)


@pytest.mark.parametrize(
    ("key", "entry", "reason"),
    [
        ("hand.tiles", "20", "3 players with 20 tiles need 60, but triangelspelet-56 has 56"),
        ("hand.by_players", {"8": "8"}, "8 players with 8 tiles need 64, but triangelspelet-56 has 56"),
        ("players", ["5", "2"], "from 5 to 2 players is no range"),
        ("score.bridge", {"points": "x", "sums": "0"}, "'x' is no whole number"),
    ],
)
def test_the_reason_is_said_in_one_line_without_the_key(key: str, entry: Any, reason: str) -> None:
    sheet = Sheet(SWEDISH)
    with pytest.raises(RulesError) as caught:
        sheet.enter(key, entry)
    assert str(caught.value) == reason == sheet.fault(key)
    assert sheet.rules is SWEDISH and not sheet.can_undo


# --- readings -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "name"), [one for one in READINGS if one[1]])
def test_a_reading_on_and_off_again(id: str, name: str) -> None:
    draft = Draft(rules(id), rules(id))
    on = draft.read_as(name)
    assert on.rules == read(id, name)
    assert on.read_as(name, False) == draft
    switched = Draft(read(id, name), read(id, name)).read_as(name, False)
    assert switched.rules == rules(id), "also if the base has it on"


def test_readings_that_contradict_each_other() -> None:
    draft = Draft(GERMAN, GERMAN).read_as("hexagons-add")
    with pytest.raises(RulesError, match=r"both set score\.hexagons: choose one"):
        draft.read_as("hexagons-scale")
    with pytest.raises(RulesError, match="has no reading 'nope'"):
        draft.read_as("nope")
    with pytest.raises(RulesError, match="has no reading 'nope'"):
        draft.read_as("nope", False)


def test_a_reading_that_no_longer_holds_is_switched_off() -> None:
    draft = Draft(SWEDISH, SWEDISH).read_as("plain-scores-sum").read_as("ties-play-on")
    assert draft.change("score.bridge", "40").rules.switched_on == ("plain-scores-sum", "ties-play-on")
    changed = draft.change("score.plain", "3")
    assert changed.rules.switched_on == ("ties-play-on",)
    assert changed.rules.score.plain == Award(3)


def test_a_reading_of_unknown_origin_only_loses_its_name() -> None:
    base = read("triangelspelet", "ties-play-on").evolve(id="ours")
    off = Draft(base, base).read_as("ties-play-on", False)
    assert off.rules.switched_on == () and off.rules.match == base.match


def test_a_reading_that_cannot_be() -> None:
    strange = attrs.evolve(SWEDISH, readings={"big": Reading("§3", "Ten each.", {"hand": {"tiles": 10}})})
    with pytest.raises(RulesError, match="need 60"):
        Draft(strange, strange).read_as("big")


# --- a sheet --------------------------------------------------------------------------------------------


def test_what_cannot_be_waits_and_is_taken_when_it_can() -> None:
    sheet = Sheet(SWEDISH)
    with pytest.raises(RulesError):
        sheet.enter("hand.tiles", "20")
    assert sheet.typed == {"hand.tiles": "20"} and sheet.rules.hand.tiles == 5
    sheet.enter("score.bridge", "40")
    assert sheet.typed == {"hand.tiles": "20"}, "still too large"
    sheet.enter("players", ["2", "2"])
    assert sheet.typed == {} and sheet.rules.hand.tiles == 20 and sheet.fault("hand.tiles") == ""
    sheet.undo()
    assert sheet.rules == SWEDISH.evolve(score={"bridge": 40}), "both were one step"


def test_what_is_corrected_or_given_up_is_forgotten() -> None:
    sheet = Sheet(SWEDISH)
    for give_up in (
        lambda: sheet.enter("score.bridge", "50"),
        lambda: sheet.back("score.bridge"),
        sheet.undo,
    ):
        with pytest.raises(RulesError):
            sheet.enter("score.bridge", {"points": "5o", "sums": "0"})
        assert sheet.typed
        give_up()
        assert sheet.typed == {} and sheet.rules == SWEDISH and not sheet.can_undo


def test_undo_redo_and_a_new_beginning() -> None:
    sheet = Sheet(SWEDISH)
    sheet.enter("score.bridge", "40")
    sheet.begin(GERMAN)
    assert sheet.base is sheet.rules is GERMAN
    sheet.undo()
    assert sheet.base is SWEDISH and sheet.rules.score.bridge.points == 40
    sheet.redo()
    assert sheet.base is GERMAN and not sheet.can_redo
    sheet.redo()
    sheet.undo()
    sheet.undo()
    sheet.undo()
    assert sheet.rules is SWEDISH and not sheet.can_undo and sheet.can_redo
    sheet.enter("name", "Ours")
    assert not sheet.can_redo


def test_typing_what_is_there_is_no_step() -> None:
    sheet = Sheet(SWEDISH)
    sheet.enter("score.bridge", " 50 ")
    sheet.back("score.bridge")
    sheet.begin(SWEDISH)
    assert not sheet.can_undo


def test_rules_that_no_form_can_hold_are_refused() -> None:
    huge = SWEDISH.evolve(score={"bridge": 10**12})
    with pytest.raises(RulesError, match=r"score\.bridge: 1000000000000 is not between"):
        Sheet(huge)
    sheet = Sheet(SWEDISH)
    with pytest.raises(RulesError, match=r"score\.bridge"):
        sheet.begin(SWEDISH, huge)
    assert sheet.rules is SWEDISH


def test_history() -> None:
    history: History[str] = History("a")
    history.go_on("b")
    history.go_on("c")
    history.undo()
    history.undo()
    assert history.state == "a" and history.can_redo and not history.can_undo
    history.go_on("d")
    assert history.state == "d" and not history.can_redo
    history.redo()
    history.undo()
    history.undo()
    assert history.state == "a"


# --- any changes ----------------------------------------------------------------------------------------


@st.composite
def entries(draw: st.DrawFn) -> tuple[str, Any]:
    """Something that a form may send for a field, right or wrong."""
    field = draw(st.sampled_from(PLAYED))
    return field.key, draw(entry_of(field))


def entry_of(field: Field) -> st.SearchStrategy[Any]:
    typed = st.integers(-3, 80).map(str) | st.sampled_from(["", "x", "99999999", "−4"])
    if isinstance(field, Choice):
        return st.sampled_from([value for value, _ in field.options])
    if isinstance(field, YesNo):
        return st.booleans()
    if isinstance(field, Points):
        return st.fixed_dictionaries({"points": typed, "sums": st.sampled_from("012")})
    if isinstance(field, Several):
        return st.lists(typed, min_size=len(field.parts), max_size=len(field.parts))
    if isinstance(field, Sizes):
        return st.dictionaries(st.integers(1, 8).map(str), typed, max_size=3)
    if isinstance(field, Limit):
        return typed | st.just("unlimited")
    return st.sampled_from(tile_sets()) if field.key == "tiles" else typed


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(rule_sets()), st.lists(entries(), max_size=12))
def test_whatever_is_entered_the_rules_can_be_played(id: str, typed: list[tuple[str, Any]]) -> None:
    sheet = Sheet(rules(id))
    steps = [sheet.draft]
    for key, entry in typed:
        try:
            sheet.enter(key, entry)
        except RulesError as error:
            assert str(error) and "\n" not in str(error)
            assert sheet.fault(key) or key not in sheet.typed
        if sheet.draft != steps[-1]:
            steps.append(sheet.draft)
        assert all(sheet.fault(waiting) for waiting in sheet.typed)
    check(sheet.rules)
    assert sheet.draft.differences == differences(rules(id), sheet.rules)
    for step in reversed(steps):
        assert sheet.draft == step
        sheet.undo()
    assert sheet.rules is rules(id)
    final = steps[-1].rules
    if final.turn.several.value == "one":  # with more, a round against oneself may take long
        players = final.players[0]
        assert play_round(final, [GreedyPlayer()] * players, Random(1)).is_over


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(rule_sets()), st.data())
def test_back_undoes_any_single_change(id: str, data: st.DataObject) -> None:
    key, entry = data.draw(entries())
    draft = Draft(rules(id), rules(id))
    try:
        after = draft.change(key, entry)
    except RulesError:
        return
    assert after.back(key) == draft


# --- the rest -------------------------------------------------------------------------------------------


def test_values_of_several_tables_at_once() -> None:
    fields = {field_of(key): field_of(key).read("3") for key in ("score.bridge", "score.drone", "hand.tiles")}
    after = with_values(SWEDISH, fields, id="ours")
    assert after == SWEDISH.evolve(id="ours", score={"bridge": 3, "drone": 3}, hand={"tiles": 3})


def test_a_name_of_ones_own_is_always_allowed() -> None:
    for rule_set in (*map(rules, rule_sets()), SWEDISH.evolve(id="x" * 61, name="a\x1b\n" + "b" * 300)):
        id, name = own_name(rule_set)
        assert field_of("id").read(id) == id and field_of("name").read(name) == name


def test_every_reading_speaks_of_fields_that_there_are() -> None:
    for id in rule_sets():
        for reading in rules(id).readings.values():
            assert set(keys_of(reading.set)) <= {field.key for field in PLAYED}


@pytest.mark.parametrize(
    ("entry", "like", "kept"),
    [
        ("x", "5", "x"),
        ("x" * 500, "5", "x" * 200),
        ("\ud800", "5", "?"),
        (5, "5", None),
        (["1", "2"], ["", ""], ["1", "2"]),
        (["1", 2], ["", ""], None),
        (["1"], ["", ""], None),
        ({"a": "1", "b": 2, "c": "3"}, {"a": "", "b": ""}, {"a": "1", "b": ""}),
        (True, False, None),
        ("x", {"a": ""}, None),
    ],
)
def test_what_is_kept_of_an_entry(entry: Any, like: Any, kept: Any) -> None:
    assert tidy(entry, like) == kept
