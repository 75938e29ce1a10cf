"""The recorded games, and the moments in them that show the rules by example."""

from __future__ import annotations

import pytest

from trinb import RecordError, rule_sets, rules
from trinb.moments import DEAL, MATCH_OVER, example, moments, steps
from trinb.moves import What

# What cannot happen under these rules, or gives no line of its own: the digits of the tile are the line then.
SILENT = {"plain", "docking", "drone", "triple", "failed-draws", "lap-draw"}


@pytest.mark.parametrize("id", rule_sets())
def test_every_rule_set_has_a_sound_game_of_its_own_rules(id: str) -> None:
    record = example(id)
    assert record.match.rules == rules(id), "played by other rules: record it anew"
    assert record.match.is_over
    assert len(record.names) == record.match.players


@pytest.mark.parametrize("id", rule_sets())
def test_every_clause_is_shown_by_a_moment(id: str) -> None:
    record = example(id)
    for clause in record.match.rules.clauses:
        wanted = {*(reason.value for reason in clause.settles), *clause.shows}
        shown = moments(record, clause)
        assert shown, f"{clause.id} is shown by nothing"
        assert {moment.key for moment in shown} <= wanted
        for moment in shown:
            assert steps(record.match.rounds[moment.number - 1])[moment.step] == moment.round
            assert moment.event is None or moment.event in moment.round.events


@pytest.mark.parametrize("id", rule_sets())
def test_what_the_clauses_show_are_kinds_of_events(id: str) -> None:
    known = {what.slug for what in What} | {DEAL, MATCH_OVER}
    for clause in rules(id).clauses:
        assert set(clause.shows) <= known


@pytest.mark.parametrize("id", rule_sets())
def test_nearly_everything_the_rules_settle_happens_in_the_game(id: str) -> None:
    record = example(id)
    happens = {line.reason.value for round in record.match.rounds for _, line in round.lines}
    happens |= {event.what.slug for round in record.match.rounds for event in round.events}
    happens |= {DEAL, MATCH_OVER}
    for clause in record.match.rules.clauses:
        missing = {*(reason.value for reason in clause.settles), *clause.shows} - happens
        assert missing <= SILENT, f"{clause.id}: {missing}"


def test_a_game_that_is_not_there_says_so() -> None:
    for id in ("nothing", "../rules/triangelspelet", ""):
        with pytest.raises(RecordError, match="there is no recorded game of"):
            example(id)
