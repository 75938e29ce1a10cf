"""Comparing rule sets: every place is scored, the best ones are the best, and readings go on and off."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards_and_places, few

from trinb import (
    Board,
    Cell,
    Kind,
    NotationError,
    Placement,
    RulesError,
    Tile,
    rule_sets,
    rules,
    score,
    tile_set,
)
from trinb.cases import Case, cases, score_of
from trinb.comparing import HEATS, Column, Lineup, compare, scoring_readings
from trinb.scoring import Line, Score, scorer

ALL = rule_sets()
THREE = ("triangelspelet", "triominos-nl", "triominos-de")
FIVE_OPINIONS = (
    "^0,0=111 v-1,0=141 ^-1,1=514 v-1,1=155 ^-1,2=055 v-1,2=502 ^0,2=225 v0,2=222 ^1,2=242 v1,1=024 ^2,1=450 "
    "v2,0=005 ^2,0=003 v2,-1=330 ^2,-1=333 v0,0=112 ^1,1=202 ^0,3=122 ^1,0=231 v0,-1=311 ^-1,0=414 v-2,1=455 "
    "v-1,-1=341"
)

# --- comparing ---------------------------------------------------------------------------------------


@few
@given(boards_and_places())
def test_every_place_is_there_and_scored_as_everywhere_else(somewhere: tuple[Board, Placement]) -> None:
    board, tile = somewhere[0], somewhere[1].tile
    found = compare(board, tile, THREE)
    placements = {placement.cell: placement for placement in board.placements([tile])}
    assert {cell: place.placement for cell, place in found.places.items()} == placements
    for column, id in zip(found.columns, THREE, strict=True):
        assert column.rules == rules(id)
        assert column.scores == {cell: score(rules(id), board, place) for cell, place in placements.items()}


@few
@given(boards_and_places())
def test_the_best_places_are_the_best_and_the_hottest(somewhere: tuple[Board, Placement]) -> None:
    for column in compare(somewhere[0], somewhere[1].tile, THREE).columns:
        totals = {cell: score.total for cell, score in column.scores.items()}
        assert column.best and {totals[cell] for cell in column.best} == {column.most}
        assert max(totals.values()) == column.most and min(totals.values()) == column.least
        flat = column.most == column.least
        for cell, total in totals.items():
            assert (column.heat(cell) == HEATS - 1) == (not flat and cell in column.best)
            assert 0 <= column.heat(cell) < HEATS
            assert all(column.heat(other) <= column.heat(cell) for other in totals if totals[other] <= total)


def test_heat_goes_up_in_even_steps() -> None:
    cells = [Cell(q, 0, True) for q in range(6)]
    points = dict(zip(cells, [0, 24, 25, 50, 99, 100], strict=True))
    reason = compare(Board(), Tile(0, 0, 0), ["granna"]).columns[0].scores[Cell(0, 0, True)].lines[0].reason
    column = Column(rules("granna"), {cell: Score((Line(p, reason, ""),)) for cell, p in points.items()})
    assert [column.heat(cell) for cell in cells] == [0, 0, 1, 2, 3, 4]


@pytest.mark.parametrize("one", cases(), ids=lambda one: one.id)
def test_a_case_scores_as_by_itself(one: Case) -> None:
    found = compare(one.board_before, one.placement.tile, ALL)
    wanted = tuple(score_of(one, rules(id)) for id in ALL)
    assert found.scores(one.placement.cell) == wanted
    assert found.places[one.placement.cell] == (one.placement, one.contact)


def test_a_tile_that_fits_nowhere_has_no_columns() -> None:
    found = compare(Board.parse("^0,0=555"), Tile(0, 0, 0), ALL)
    assert not found.places and not found.columns and not found.choices
    with pytest.raises(NotationError, match=r"0-0-0 does not fit in v0,0"):
        found.scores(Cell(0, 0, False))


def test_rule_sets_may_have_five_opinions() -> None:
    found = compare(Board.parse(FIVE_OPINIONS), Tile(1, 3, 3), ALL)
    kinds = {str(cell): place.contact.kind for cell, place in found.places.items()}
    docking, bridge, hexagon = "v1,-1", "^1,-1", "^0,-1"
    assert kinds == {
        docking: Kind.DOCKING,
        bridge: Kind.BRIDGE,
        hexagon: Kind.DOCKING,
        "v2,-2": Kind.PLAIN,
    }
    choices = {frozenset(map(str, best)): {one.id for one in those} for best, those in found.choices.items()}
    assert len(choices) == 5
    assert choices[frozenset([bridge])] == {"triominos-nl", "triominos-nl-literal"}
    assert "triominos-de" in choices[frozenset([hexagon])]
    assert "triangelspelet" in choices[frozenset([docking, hexagon])]
    assert sum(map(len, choices.values())) == len(ALL)


def test_rule_sets_may_be_given_whole() -> None:
    ours = rules("triangelspelet").evolve(id="ours", score={"bridge": 1000})
    found = compare(Board.parse(FIVE_OPINIONS), Tile(1, 3, 3), [ours])
    assert [str(cell) for cell in found.columns[0].best] == ["^1,-1"] and found.columns[0].most == 1000
    with pytest.raises(RulesError, match="there are no rules 'ours'"):
        compare(Board(), Tile(1, 3, 3), ["ours"])


# --- readings ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ALL)
def test_just_the_readings_that_can_move_a_placement_are_named(id: str) -> None:
    """Judged by the cases and by random boards, not by what the readings set."""
    usual, moving = rules(id), set()
    box, rng = tile_set("mirrored-76"), Random(id)
    laid = [(one.contact, one.placement.tile) for one in cases()]
    for _ in range(30):
        board = Board()
        for _ in range(30):
            placement = rng.choice(board.placements(box))
            laid.append((board.contact(placement), placement.tile))
            board = board.place(placement)
    for name in usual.readings:
        other = scorer(usual.with_reading(name))
        if any(other.score(*one).total != scorer(usual).score(*one).total for one in laid):
            moving.add(name)
    assert set(scoring_readings(usual)) == moving


class TestLineup:
    def test_it_has_all_rule_sets(self) -> None:
        lineup = Lineup("granna")
        assert tuple(lineup.now) == tuple(lineup.usual) == ALL
        assert lineup.chosen == "granna" and lineup.rules == rules("granna")

    def test_readings_go_on_and_off_for_one_rule_set_alone(self) -> None:
        lineup = Lineup("triominos-de")
        lineup.switch("hexagons-add")
        lineup.switch("extension-any")
        assert lineup.rules.switched_on == ("hexagons-add", "extension-any")
        lineup.switch("hexagons-add")
        assert lineup.rules == rules("triominos-de").with_reading("extension-any")
        assert [key for key in ALL if lineup.now[key] != rules(key)] == ["triominos-de"]
        lineup.choose("granna")
        assert lineup.rules == rules("granna"), "the other one stays as it is read"
        assert lineup.now["triominos-de"].switched_on == ("extension-any",)

    def test_what_contradicts_is_refused_and_changes_nothing(self) -> None:
        lineup = Lineup("triominos-de")
        lineup.switch("hexagons-add")
        before = lineup.rules
        with pytest.raises(RulesError, match=r"hexagons-scale and hexagons-add both set score\.hexagons"):
            lineup.switch("hexagons-scale")
        with pytest.raises(RulesError, match="has no reading 'plain-scores-sum'"):
            lineup.switch("plain-scores-sum")
        with pytest.raises(RulesError, match="there are no rules 'chess'"):
            lineup.choose("chess")
        assert lineup.rules is before and lineup.chosen == "triominos-de"

    @few
    @given(st.lists(st.sampled_from(scoring_readings(rules("triominos-de"))), max_size=12))
    def test_switching_twice_is_not_switching(self, names: list[str]) -> None:
        lineup, on = Lineup("triominos-de"), set()
        for name in names:
            try:
                lineup.switch(name)
            except RulesError:
                assert name not in on
            else:
                on ^= {name}
            assert set(lineup.rules.switched_on) == on
        for name in lineup.rules.switched_on:
            lineup.switch(name)
        assert lineup.rules == rules("triominos-de")

    def test_a_rule_set_with_readings_on_is_the_shipped_one_read_like_that(self) -> None:
        lineup = Lineup(rules("triangelspelet").with_reading("plain-scores-sum"))
        assert tuple(lineup.usual) == ALL and lineup.usual["triangelspelet"] == rules("triangelspelet")
        lineup.switch("plain-scores-sum")
        assert lineup.rules == rules("triangelspelet")

    def test_house_rules_stand_beside_the_others(self) -> None:
        named = rules("granna").evolve(id="ours", score={"bridge": 40})
        lineup = Lineup(named)
        assert tuple(lineup.now) == ("ours", *ALL) and lineup.rules == named
        unnamed = rules("granna").evolve(score={"bridge": 40})
        lineup = Lineup(unnamed)
        assert tuple(lineup.now) == ("own", *ALL) and lineup.rules == unnamed
        assert lineup.now["granna"] == rules("granna")

    def test_the_readings_that_house_rules_come_with_stay_on(self) -> None:
        house = rules("triominos-de").with_reading("hexagons-add").evolve(id="ours", score={"bridge": 40})
        lineup = Lineup(house)
        lineup.switch("hexagons-add")
        assert lineup.rules == house
        lineup.switch("extension-any")
        lineup.switch("extension-any")
        assert lineup.rules == house
