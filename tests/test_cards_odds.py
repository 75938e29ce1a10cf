"""Exact odds of the card game, against dealing the unseen cards in every order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import brute_cards as brute
import pytest
from card_games import dealt, matches, play, spoken
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from trinb import NotationError
from trinb.cards import (
    CardMatch,
    Knowledge,
    Statement,
    Worth,
    best,
    card_rules,
    card_view,
    choose,
    gain,
    odds_of,
    own_chances,
    points_worth,
    value_of_speaking,
)

CARDS = range(1, 7)
PAIRS = list(product(CARDS, repeat=2))

cards = st.integers(1, 6)


@st.composite
def known(draw: st.DrawFn, most: int = 18, middle: bool = True) -> Knowledge:
    """What a seat can have seen: two peers' cards, perhaps the middle one, and earlier ones."""
    pack = draw(st.permutations(card_rules().pack))
    count = draw(st.integers(0, most))
    card = pack[2] if middle and draw(st.booleans()) else None
    return Knowledge(pack[:2], card, pack[3 : 3 + count])


def found(knowledge: Knowledge) -> dict[str, Fraction]:
    """The chance of every statement by its name."""
    return {one.statement.value: one.probability for one in odds_of(knowledge)}


# --- against enumeration --------------------------------------------------------------------------------


@cache
def deals() -> Counter[tuple[int, ...]]:
    return brute.first_deals()


def test_every_first_round_there_is() -> None:
    assert sum(deals().values()) == 24 * 23 * 22 * 21
    assert len(deals()) == 6**4
    shown: dict[tuple[int, ...], Counter[str]] = {}
    orders: Counter[tuple[int, ...]] = Counter()
    for (own, one, two, middle), count in deals().items():
        for seen in ((one, two), (one, two, middle)):
            orders[seen] += count
            right = shown.setdefault(seen, Counter())
            right.update({name: count for name, (_, holds) in brute.SAYINGS.items() if holds(own, one, two)})
    for seen, number in orders.items():
        knowledge = Knowledge(seen[:2], seen[2] if len(seen) > 2 else None)
        assert found(knowledge) == {name: Fraction(shown[seen][name], number) for name in brute.SAYINGS}


@given(known())
@settings(max_examples=150, deadline=None)
def test_any_knowledge(knowledge: Knowledge) -> None:
    slow = brute.chances(knowledge.peers, knowledge.middle, knowledge.seen)
    assert found(knowledge) == slow
    top = best(knowledge)
    assert top.swing == max(brute.swing(name, chance) for name, chance in slow.items())


@given(known(most=12), st.integers(0, 2))
@settings(max_examples=15, deadline=None)
def test_cards_set_aside_unseen_change_nothing(knowledge: Knowledge, aside: int) -> None:
    assume(knowledge.total > aside + 2)
    slow = brute.chances(knowledge.peers, knowledge.middle, knowledge.seen, aside)
    assert found(knowledge) == slow


@pytest.mark.parametrize("peers", [(1, 1), (1, 2), (2, 6), (4, 5), (6, 6), (5, 3)])
@pytest.mark.parametrize("seen", [(), (1, 4, 4), (6, 6, 5, 5, 2, 2, 3)])
def test_the_value_of_speaking(peers: tuple[int, int], seen: tuple[int, ...]) -> None:
    assert value_of_speaking(Knowledge(peers, seen=seen)) == brute.value(peers, seen)


def test_the_value_of_speaking_is_the_mean_over_all_first_deals() -> None:
    gained: Counter[tuple[int, int]] = Counter()
    orders: Counter[tuple[int, int]] = Counter()
    said = {
        (one, two, middle): best(Knowledge((one, two), middle)).statement.value
        for one, two, middle in product(CARDS, repeat=3)
    }
    for (own, one, two, middle), count in deals().items():
        points, holds = brute.SAYINGS[said[one, two, middle]]
        gained[one, two] += count * (points if holds(own, one, two) else -3)
        orders[one, two] += count
    for pair in PAIRS:
        assert value_of_speaking(Knowledge(pair)) == Fraction(gained[pair], orders[pair])


# --- what always holds ----------------------------------------------------------------------------------


@given(known())
@settings(max_examples=200, deadline=None)
def test_properties(knowledge: Knowledge) -> None:
    chance = found(knowledge)
    assert sum(own_chances(knowledge).values()) == 1
    assert chance["even"] + chance["odd"] == 1
    assert sum(chance[name] for name in "A23456") == 1
    assert all(0 <= one <= 1 for one in chance.values())
    assert {chance["peers even"], chance["peers odd"]} <= {0, 1}
    assert all(one.expected == one.points * one.probability for one in odds_of(knowledge))
    assert all(one.swing == one.expected - 3 * (1 - one.probability) for one in odds_of(knowledge))
    assert odds_of(knowledge) == odds_of(
        Knowledge(knowledge.peers[::-1], knowledge.middle, knowledge.seen[::-1])
    )


@given(known(middle=False))
@settings(max_examples=100, deadline=None)
def test_the_middle_card_can_only_help(knowledge: Knowledge) -> None:
    assert value_of_speaking(knowledge) >= best(knowledge).swing


@given(known(most=17, middle=False))
@settings(max_examples=100, deadline=None)
def test_chances_before_the_middle_card_are_the_mean_of_those_after(knowledge: Knowledge) -> None:
    mean = dict.fromkeys(brute.SAYINGS, Fraction(0))
    for card, chance in own_chances(knowledge).items():
        if chance:
            after = Knowledge(knowledge.peers, card, knowledge.seen)
            for name, probability in found(after).items():
                mean[name] += chance * probability
    assert mean == found(knowledge)


@given(known(), st.lists(st.integers(-20, 20), min_size=12, max_size=12), st.integers(-20, 0))
@settings(max_examples=100, deadline=None)
def test_weighing_by_another_worth(knowledge: Knowledge, right: list[int], wrong: int) -> None:
    worth = Worth(tuple(right), wrong, 0)
    chances = found(knowledge)
    means = [
        good * chances[one.value] + wrong * (1 - chances[one.value])
        for good, one in zip(right, card_rules().statements, strict=True)
    ]
    assert means[choose(knowledge, worth)] == max(means)


@given(known(middle=False), st.integers(-5, 5))
@settings(max_examples=50, deadline=None)
def test_silence_is_weighed_against_speaking(knowledge: Knowledge, silence: int) -> None:
    worth = points_worth(card_rules())._replace(silence=silence)
    pairs = knowledge.total * (knowledge.total - 1)
    assert Fraction(gain(knowledge, worth), pairs) == value_of_speaking(knowledge) - silence


def test_with_one_card_left_everything_is_certain() -> None:
    pack = card_rules().pack
    knowledge = Knowledge(pack[-3:-1], pack[-4], pack[:-4])
    assert own_chances(knowledge)[6] == 1
    assert found(knowledge)["6"] == 1 and best(knowledge).statement is Statement.SIX


# --- examples -------------------------------------------------------------------------------------------


def test_the_example_of_the_command() -> None:
    chance = found(Knowledge(peers=(2, 6), middle=3))
    assert (chance["A"], chance["2"], chance["3"], chance["6"]) == (
        Fraction(4, 21),
        Fraction(1, 7),
        Fraction(1, 7),
        Fraction(1, 7),
    )
    assert (chance["peers even"], chance["peers odd"], chance["greater"]) == (1, 0, 0)
    assert chance["equal"] == Fraction(6, 21)


def test_without_peers_odd_it_is_not_there() -> None:
    rules = card_rules().with_reading("no-peers-odd")
    hand = Knowledge((1, 3), rules=rules)
    assert len(odds_of(hand)) == 11 and best(hand).statement is not Statement.PEERS_ODD
    assert value_of_speaking(hand) < value_of_speaking(Knowledge((1, 3)))


def test_other_points_for_a_wrong_statement() -> None:
    dear = Knowledge((2, 5), rules=card_rules().evolve(wrong=9))
    assert odds_of(dear)[2].swing == odds_of(dear)[2].expected - 9 * (1 - odds_of(dear)[2].probability)
    assert value_of_speaking(dear) < value_of_speaking(Knowledge((2, 5))) < 0


# --- from a view ----------------------------------------------------------------------------------------


def test_knowledge_of_a_view() -> None:
    match = play(dealt("4 2 6 3  1 1 5 5  2 3 4 6"), *spoken(0, "even"), "show", "unclear", "show", "take 2")
    assert Knowledge.of(card_view(match, 0)) == Knowledge((3, 4), None, (4, 2, 6, 3, 1, 5))
    assert Knowledge.of(card_view(match, 2)) == Knowledge((2, 3), 6, (4, 2, 6, 1, 1))
    assert Knowledge.of(card_view(match, 2), memory=False) == Knowledge((2, 3), 6)


@given(matches())
@settings(max_examples=100, deadline=None)
def test_the_own_card_is_always_possible(states: list[CardMatch]) -> None:
    match = states[-1]
    for seat in range(3):
        view = card_view(match, seat)
        if view.peers and view.round.end is None:
            knowledge = Knowledge.of(view)
            assert own_chances(knowledge)[match.round.cards[seat]] > 0
            assert knowledge.total == 24 - len(view.seen) - 2 - (view.middle is not None)


# --- what cannot be -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("peers", "middle", "seen", "words"),
    [
        ((), None, (), "there are 2 peers, not 0"),
        ((1, 2, 3), None, (), "there are 2 peers, not 3"),
        ((1, 7), None, (), "there is no card 7"),
        ((1, 2), 0, (), "there is no card 0"),
        ((1, 1), 1, (1, 1), "A is there 5 times, but the pack has only 4"),
        (tuple(card_rules().pack[:2]), None, tuple(card_rules().pack[2:]), "no card is left that could be"),
    ],
)
def test_what_cannot_be_known(
    peers: tuple[int, ...], middle: int | None, seen: tuple[int, ...], words: str
) -> None:
    with pytest.raises(NotationError, match=words):
        Knowledge(peers, middle, seen)


def test_what_the_middle_card_cannot_be() -> None:
    with pytest.raises(NotationError, match="seen already"):
        value_of_speaking(Knowledge((1, 2), 3))
    pack = card_rules().pack
    with pytest.raises(NotationError, match="no card is left that could lie in the middle"):
        value_of_speaking(Knowledge(pack[:2], None, pack[2:-1]))
