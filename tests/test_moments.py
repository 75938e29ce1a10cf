"""The recorded games, and the moments in them that show the rules by example."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from trinb import Record, RecordError, play_match, player, rule_sets, rules, write_record
from trinb.moments import DEAL, MATCH_OVER, example, moments, steps
from trinb.moves import What

NAMES = ("Ada", "Bo", "Cleo", "Dag")

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
    known = {what.value for what in What} | {DEAL, MATCH_OVER}
    for clause in rules(id).clauses:
        assert set(clause.shows) <= known


@pytest.mark.parametrize("id", rule_sets())
def test_nearly_everything_the_rules_settle_happens_in_the_game(id: str) -> None:
    record = example(id)
    happens = {line.reason.value for round in record.match.rounds for _, line in round.lines}
    happens |= {event.what.value for round in record.match.rounds for event in round.events}
    happens |= {DEAL, MATCH_OVER}
    for clause in record.match.rules.clauses:
        missing = {*(reason.value for reason in clause.settles), *clause.shows} - happens
        assert missing <= SILENT, f"{clause.id}: {missing}"


def test_a_game_that_is_not_there_says_so() -> None:
    for id in ("nothing", "../rules/triangelspelet", ""):
        with pytest.raises(RecordError, match="there is no recorded game of"):
            example(id)


def matches(id: str) -> list[Record]:
    """Many matches of bots, two to four of them."""
    found = []
    for players in range(2, 5):
        for seed in range(120 if players > 2 else 60):
            kinds = [("greedy", "random")[(seat + seed) % 2 if players > 2 else 0] for seat in range(players)]
            match = play_match(rules(id), [player(kind) for kind in kinds], seed)
            found.append(Record(match, NAMES[:players]))
    return found


def worth(record: Record) -> tuple[int, int]:
    """How much of the rules happens in a match; of equal ones the shortest is the best."""
    happens = {line.reason.value for round in record.match.rounds for _, line in round.lines}
    happens |= {event.what.value for round in record.match.rounds for event in round.events}
    wanted = [
        (clause.id, key)
        for clause in record.match.rules.clauses
        for key in (*(reason.value for reason in clause.settles), *clause.shows)
    ]
    length = sum(len(round.events) for round in record.match.rounds)
    return len({pair for pair in wanted if pair[1] in happens}), -length


if __name__ == "__main__" and "--write" in sys.argv:
    folder = Path(__file__).parents[1] / "data" / "games"
    for id in rule_sets():
        write_record(folder / f"{id}.jsonl", max(matches(id), key=worth))
        print(id)
