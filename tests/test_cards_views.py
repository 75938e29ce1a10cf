"""What a seat may know: exactly what it has been shown, before and after it takes the right to speak."""

from __future__ import annotations

from random import Random

import pytest
from card_games import dealt, matches, play, spoken
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb.cards import (
    SHOW,
    CardEnd,
    CardMatch,
    CardRound,
    Phase,
    Take,
    card_rules,
    card_view,
    moves_of,
    seen_by,
)

# --- an account of its own ------------------------------------------------------------------------------


def known_places(match: CardMatch, seat: int) -> set[int]:
    """The places of the pack in use (from 0) whose cards a seat has seen, told from the moves alone."""
    places = set()
    first = (len(match.packs) - 1) * match.rules.rounds
    for number, round in enumerate(match.rounds[first:]):
        words = [str(move) for move in moves_of(round)]
        start = 4 * number
        if "show" in words:
            places |= {start + other for other in range(3) if other != seat}
        if f"take {seat}" in words:
            places.add(start + 3)
        if any(word.startswith("say ") for word in words):
            places |= {start, start + 1, start + 2}
    return places


def places_in_view(match: CardMatch, seat: int) -> dict[int, int]:
    """The places of the pack in use that a view tells, with their cards."""
    view, found = card_view(match, seat), {}
    for number, round in enumerate((*view.earlier, view.round)):
        for place, card in enumerate((*round.cards, round.middle)):
            if card is not None:
                found[4 * number + place] = card
    return found


@given(matches())
@settings(max_examples=150, deadline=None)
def test_a_view_tells_what_has_been_seen_and_nothing_else(states: list[CardMatch]) -> None:
    for match in states[-4:]:
        for seat in range(3):
            told = places_in_view(match, seat)
            assert set(told) == known_places(match, seat)
            assert all(match.packs[-1][place] == card for place, card in told.items())


# --- nothing hidden makes a difference ------------------------------------------------------------------


def replayed(match: CardMatch, pack: tuple[int, ...]) -> CardMatch:
    """The same moves with another order of the pack in use."""
    packs = (*match.packs[:-1], pack)
    again = CardMatch.start(match.rules, match.seed).with_pack(packs[0])
    for round in match.rounds:
        for move in moves_of(round):
            used = len(again.packs)
            again = again.play(move)
            if len(again.packs) > used:
                again = again.with_pack(packs[used])
    return again


@given(matches(), st.integers(0, 2), st.integers(0, 10**6))
@settings(max_examples=200, deadline=None)
def test_hidden_cards_can_be_swapped_and_the_view_stays(
    states: list[CardMatch], seat: int, luck: int
) -> None:
    match = states[-1]
    pack, seen = match.packs[-1], known_places(match, seat)
    hidden = [place for place in range(len(pack)) if place not in seen]
    mixed = list(hidden)
    Random(luck).shuffle(mixed)
    swapped = list(pack)
    for here, there in zip(hidden, mixed, strict=True):
        swapped[here] = pack[there]
    other = replayed(match, tuple(swapped))
    assert card_view(other, seat) == card_view(match, seat)
    assert other.totals == match.totals


@given(matches([card_rules().evolve(target=999)]), st.integers(0, 2), st.data())
@settings(max_examples=100, deadline=None)
def test_seen_cards_cannot_be_swapped_unseen(states: list[CardMatch], seat: int, data: st.DataObject) -> None:
    match = states[-1]
    pack, seen = match.packs[-1], sorted(known_places(match, seat))
    if not seen:
        return
    place = data.draw(st.sampled_from(seen))
    others = [other for other in range(len(pack)) if pack[other] != pack[place]]
    there = data.draw(st.sampled_from(others))
    swapped = list(pack)
    swapped[place], swapped[there] = pack[there], pack[place]
    assert card_view(replayed(match, tuple(swapped)), seat) != card_view(match, seat)


# --- one round, step by step ----------------------------------------------------------------------------


def test_before_and_after_taking_the_right_to_speak() -> None:
    match = dealt("4 2 6 3")
    for seat in range(3):
        assert card_view(match, seat).round.seen == ()
        assert card_view(match, seat).peers == ()
    match = play(match, "show")
    assert [card_view(match, seat).peers for seat in range(3)] == [(2, 6), (6, 4), (4, 2)]
    assert [card_view(match, seat).middle for seat in range(3)] == [None, None, None]
    match = play(match, "take 1")
    assert [card_view(match, seat).middle for seat in range(3)] == [None, 3, None]
    assert [card_view(match, seat).round.cards for seat in range(3)] == [
        (None, 2, 6),
        (4, None, 6),
        (4, 2, None),
    ]
    match = play(match, "say 2")
    assert [card_view(match, seat).earlier[0].cards for seat in range(3)] == [(4, 2, 6)] * 3
    assert [card_view(match, seat).earlier[0].middle for seat in range(3)] == [None, 3, None]
    assert [card_view(match, seat).seen for seat in range(3)] == [(2, 4, 6), (2, 3, 4, 6), (2, 4, 6)]
    assert [card_view(match, seat).unseen_aside for seat in range(3)] == [1, 0, 1]


@pytest.mark.parametrize("void", ["unclear", "nobody"])
def test_a_void_round_shows_nothing_more(void: str) -> None:
    match = play(dealt("4 2 6 3"), "show", void)
    for seat, peers in enumerate([(2, 6), (4, 6), (2, 4)]):
        view = card_view(match, seat)
        assert (view.seen, view.unseen_aside, view.earlier[0].middle) == (peers, 2, None)


def test_a_new_pack_is_not_known() -> None:
    match = dealt("")
    for _ in range(6):
        match = play(match, "show", "nobody")
    assert len(match.packs) == 2
    view = card_view(match, 0)
    assert (view.earlier, view.seen, view.unseen_aside) == ((), (), 0)


def test_the_last_round_of_a_match_is_shown() -> None:
    match = play(
        dealt("4 2 6 3  1 1 2 2", card_rules().evolve(target=8)), *spoken(0, "even"), *spoken(1, "A")
    )
    assert match.winners == (1,)
    view = card_view(match, 2)
    assert (view.round.cards, view.round.end, view.seen) == ((1, 1, 2), CardEnd.SPOKEN, (2, 4, 6))
    assert view.round.lines == match.round.lines and view.moves == ()


@given(matches())
@settings(max_examples=60, deadline=None)
def test_everybody_is_asked_for_his_own_moves_only(states: list[CardMatch]) -> None:
    match = states[-1]
    moves = [card_view(match, seat).moves for seat in range(3)]
    round = match.round
    if round.phase is Phase.DEALT:
        assert [bool(found) for found in moves] == [seat == round.dealer for seat in range(3)]
        assert moves[round.dealer] == (SHOW,)
    elif round.phase is Phase.SHOWN:
        assert moves == [(Take(seat),) for seat in range(3)]
    elif round.phase is Phase.TAKEN:
        assert [bool(found) for found in moves] == [seat == round.speaker for seat in range(3)]
        assert round.speaker is not None and moves[round.speaker] == round.moves
    else:
        assert moves == [(), (), ()]


def test_a_view_holds_no_round() -> None:
    match = play(dealt("4 2 6 3"), *spoken(0, "even"), "show", "take 2")
    parts = list(card_view(match, 1))
    while parts:
        part = parts.pop()
        assert not isinstance(part, CardRound | CardMatch)
        if isinstance(part, tuple):
            parts += list(part)


def test_there_are_three_seats() -> None:
    for seat in (-1, 3):
        with pytest.raises(IndexError):
            card_view(CardMatch.start(), seat)


def test_views_of_rounds_and_matches_agree() -> None:
    match = play(dealt("4 2 6 3"), "show", "take 2")
    for seat in range(3):
        assert card_view(match, seat).round == seen_by(match.round, seat)
    assert str(card_view(match, 0)) == "seat 0: peers 2 6, seen -"
