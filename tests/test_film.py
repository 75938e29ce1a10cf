"""What steppers go through: films of rounds, the books of rule sets, and live rounds by bots."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb import Match, RulesError, play_round, player, rule_sets, rules
from trinb.moments import example, moments, steps
from trinb.widgets.film import Film, book_of, bot_names, is_shipped, live, seat_names


def test_a_film_has_a_step_for_each_decision() -> None:
    over = example("triangelspelet").match.rounds[1]
    film = Film.of(over)
    assert film.states == steps(over)
    assert [str(event) for event in film.news(1)] == [str(over.events[0])]
    assert len(film.news(film.last)) > 1, "going out and what it gives are one step"


@pytest.mark.parametrize("id", rule_sets())
def test_no_event_is_told_twice_or_forgotten(id: str) -> None:
    for over in example(id).match.rounds:
        film = Film.of(over)
        told = [event for at in range(film.last + 1) for event in film.news(at)]
        assert tuple(told) == over.events
        assert tuple(own[-1] for own in film.scores) == over.scores
        for seat, own in enumerate(film.scores):
            won = sum(event.points for event in over.events if event.seat == seat)
            assert won == own[-1] and len(own) == film.last + 1


def test_a_round_that_is_not_over_has_a_film_too() -> None:
    film = Film.of(Match.start(rules("triangelspelet"), 3, seed=1).round)
    assert film.last == 0 and film.scores == ((0,), (0,), (0,))


@pytest.mark.parametrize("id", rule_sets())
def test_a_book_has_every_clause_with_its_moments(id: str) -> None:
    book = book_of(id)
    assert [page.clause for page in book.pages if page.number <= 1] == list(rules(id).clauses)
    for page in book.pages:
        shown = moments(book.record, page.clause)
        assert page.total == len(shown)
        assert page.moment == (shown[page.number - 1] if shown else None)
        if page.moment:
            film = book.film(page.moment.number - 1)
            assert film.states[page.moment.step] == page.moment.round
            if page.moment.event:
                assert page.moment.event in film.news(page.moment.step) or page.moment.key == "match-over"
    assert not book.is_sample and book.names == example(id).names


@pytest.mark.parametrize("id", rule_sets())
def test_all_readings_are_found_at_their_clauses(id: str) -> None:
    book = book_of(id)
    found = [reading for clause in book.rules.clauses for reading in book.readings(clause)]
    assert sorted(reading.text for reading in found) == sorted(
        reading.text for reading in rules(id).readings.values()
    )


def test_rules_of_ones_own_are_shown_by_bots() -> None:
    ours = rules("triangelspelet").evolve(id="ours", name="Our house", score={"bridge": 40})
    book = book_of(ours)
    assert book.is_sample and book.names == bot_names(2) == ("Greedy 1", "Greedy 2")
    assert book.rules == book.record.match.rules == ours
    assert 1 <= len(book.rounds) <= 4
    bridges = [line.points for over in book.rounds for _, line in over.lines if line.reason.value == "bridge"]
    assert set(bridges) <= {40}
    assert book_of(ours) is book, "it is played once"


def test_rules_that_never_end_are_no_trap() -> None:
    endless = rules("triangelspelet").evolve(id="endless", match={"target": 10**9})
    assert len(book_of(endless).rounds) <= 4


def test_a_shipped_set_under_another_name_is_ones_own() -> None:
    assert is_shipped(rules("granna"))
    assert not is_shipped(rules("granna").evolve(name="Mine"))
    assert not is_shipped(rules("granna").with_reading("must-go-on"))


def test_a_book_needs_clauses() -> None:
    with pytest.raises(RulesError, match="has no clauses to show"):
        book_of(attrs.evolve(rules("triangelspelet"), id="bare", clauses=(), readings={}))
    with pytest.raises(RulesError, match="did you mean granna"):
        book_of("grannaa")


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(rule_sets()), st.integers(0, 10**9 - 1), st.data())
def test_the_same_seed_gives_the_same_round(id: str, seed: int, data: st.DataObject) -> None:
    rule_set = rules(id)
    players = data.draw(st.integers(*rule_set.players))
    over = live(rule_set, players, seed)
    assert over.is_over and over == live(rule_set, players, seed)
    assert over == play_round(rule_set, [player("greedy")] * players, seed), "as the notebook would play it"


def test_too_many_cannot_play() -> None:
    with pytest.raises(RulesError, match="2 to 4 players, not 5"):
        live(rules("triominos-de"), 5, 1)


def test_seats_without_names_are_numbered() -> None:
    assert seat_names(None, 2) == ("Seat 0", "Seat 1")
    assert seat_names(["Ada", "Bo"], 2) == ("Ada", "Bo")
