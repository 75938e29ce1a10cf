"""The card game says nothing in English that could be said in another language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from card_games import dealt, play, spoken
from test_another_tongue import Strange, english, refusal

from trinb import cardreports, words
from trinb.cards import (
    CardEnd,
    CardMatch,
    CardRecord,
    CardRound,
    Knowledge,
    RandomBot,
    Statement,
    card_player,
    card_player_names,
    card_results,
    card_rules,
    play_card_match,
    rank_name,
    read_card,
    read_card_move,
    read_reactions,
    read_statement,
    value_of_speaking,
)
from trinb.cards.equilibrium import solve_race
from trinb.cards.records import read_card_lines
from trinb.cards.results import QUESTIONS
from trinb.cards.simulate import simulate_cards
from trinb.words import tr

RANKS = tuple(map(rank_name, range(1, 7)))
STATEMENTS = tuple(statement.value for statement in Statement)


@pytest.fixture(autouse=True)
def another_tongue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_catalogue", lambda _: Strange())


def test_statements_ends_and_lines() -> None:
    for statement in Statement:
        assert not english(statement.words)
    for end in CardEnd:
        assert not english(end.words)
    for said in ("4", "greater"):
        over = play(dealt("4 2 6 3"), *spoken(0, said)).finished[0]
        for line in over.lines:
            assert not english(str(line), line.clause)


def refusals() -> Iterator[tuple[Callable[[], object], tuple[str, ...]]]:
    """What is refused, and the names, keys and signs in the message."""
    round, rules = CardRound.deal(card_rules(), (1, 2, 3, 4)), card_rules()
    for moves, move in (
        ((), "take 0"),
        (("show",), "show"),
        (("show",), "say even"),
        (("show",), "take 9"),
        (("show", "take 0"), "nobody"),
        (("show", "nobody"), "show"),
    ):
        state = round
        for text in moves:
            state = state.play(read_card_move(text))
        yield lambda state=state, move=move: state.play(read_card_move(move)), (move,)
    yield lambda: CardMatch.start().with_pack(()), ()
    yield lambda: play(dealt(""), "show").with_pack(()), ()
    yield lambda: CardRound.deal(rules, (1, 2)), ()
    yield lambda: CardRound.deal(rules, (1, 2, 3, 9)), RANKS
    yield lambda: CardRound.deal(rules.evolve(copies=1), (1, 1, 2, 3)), RANKS
    yield lambda: read_card("x"), ("x", *RANKS)
    yield lambda: read_statement("x"), ("x", *STATEMENTS)
    yield lambda: read_card_move("x"), ("x",)
    yield lambda: read_reactions("1"), ()
    yield lambda: read_reactions("1,2,x"), ("x",)
    yield lambda: Knowledge((1,)), ()
    yield lambda: Knowledge((1, 9)), RANKS
    yield lambda: Knowledge((1, 1), 1, (1, 1)), RANKS
    yield lambda: Knowledge(rules.pack[:2], None, rules.pack[2:]), ()
    yield lambda: value_of_speaking(Knowledge((1, 2), 3)), ()
    yield lambda: value_of_speaking(Knowledge(rules.pack[:2], None, rules.pack[2:-1])), ()
    yield lambda: rules.with_reading("x"), ("x", rules.id, *rules.readings)
    yield lambda: rules.evolve(target=0), ("triangle", "target")
    yield lambda: rules.evolve(copies=9), ("triangle", "copies")
    yield lambda: rules.evolve(wrong=-1), ("triangle", "wrong")
    yield lambda: rules.evolve(switched_on=["x"]), ("triangle", "switched_on", "x")
    yield lambda: card_player("x"), ("x", *card_player_names())
    yield lambda: card_results("x"), ("x", *QUESTIONS)
    yield lambda: play_card_match([]), ()
    yield lambda: play_card_match([RandomBot()] * 3, rules=rules.evolve(target=10**6)), ()
    yield lambda: solve_race(speeds=(1, 1)), ()
    yield lambda: simulate_cards(["match"] * 3, 1, rules=rules.evolve(target=999)), ()


@pytest.mark.parametrize("number", range(len(list(refusals()))))
def test_refusals(number: int) -> None:
    do, names = list(refusals())[number]
    said = refusal(do)
    assert "Ж" in said and not english(said, *names), said


def test_records() -> None:
    record = CardRecord(play_card_match([card_player("random")] * 3, 1), ("", "", ""))
    lines = record.lines()
    for broken in (
        lines[:-1],
        lines[:1],
        [lines[0], lines[1].replace("2", "3", 1)],
        lines[1:],
        [*lines, lines[1]],
        [lines[0], "{}"],
    ):
        said = refusal(lambda broken=broken: read_card_lines(broken))
        assert "Ж" in said and not english(said), said
    said = refusal(lambda: CardRecord(record.match, ()))
    assert not english(said, "names")


def test_reports() -> None:
    for knowledge in (Knowledge((2, 6), 3), Knowledge((1, 1), None, (2, 2))):
        assert not english(cardreports.odds_words(knowledge), *RANKS)
    record = CardRecord(play_card_match([card_player("random")] * 3, 1), ("", "", ""))
    told = "\n".join(cardreports.record_words(record))
    assert not english(told, "card_rules", *RANKS), told
    names = ("careful", "expected", "match", "race", "random", "-forgetful", " s ")
    assert not english(cardreports.results_words(card_results()), *names)
    assert not english(cardreports.result_words(card_results()[0]), *names)
    for question in QUESTIONS.values():
        assert not english(tr(question))
    found = cardreports.race_data(solve_race(card_rules().evolve(copies=2)))
    assert not english(cardreports.race_words(found), *RANKS)
    assert cardreports.percent(Fraction(1, 8)) == "12.5 %"
