"""The rules of the card game: statements, rounds, matches, readings and what is refused."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations, product
from random import Random

import brute_cards as brute
import pytest
from card_games import READINGS, dealt, matches, play, random_moves, spoken
from hypothesis import given, settings

from trinb import Illegal, IllegalMove, NotationError, RulesError, resources
from trinb.cards import (
    CardEnd,
    CardMatch,
    CardRound,
    CardRules,
    Phase,
    Say,
    Statement,
    Take,
    card_names,
    card_player,
    card_rules,
    play_card_match,
    rank_name,
    read_card,
    read_card_move,
    read_cards,
    read_statement,
)
from trinb.cards.rules import STATEMENT_WORDS

CARDS = range(1, 7)


# --- the numbers of the rules ---------------------------------------------------------------------------


def test_the_pack() -> None:
    rules = card_rules()
    assert Counter(rules.pack) == dict.fromkeys(CARDS, 4)
    assert (len(rules.pack), rules.rounds, rules.target, rules.wrong) == (24, 6, 25, 3)
    assert card_names(rules.pack) == "A A A A 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6"


def test_the_statements_and_their_points() -> None:
    points = {one.value: card_rules().points_of(one) for one in card_rules().statements}
    assert points == {name: points for name, (points, _) in brute.SAYINGS.items()}
    assert set(STATEMENT_WORDS) == set(Statement)


@pytest.mark.parametrize("statement", Statement, ids=lambda one: one.value)
def test_when_a_statement_is_true(statement: Statement) -> None:
    for mine, one, two in product(CARDS, repeat=3):
        holds = brute.SAYINGS[statement.value][1](mine, one, two)
        assert statement.holds(mine, (one, two)) == statement.holds(mine, (two, one)) == holds


def test_every_clause_that_is_named_is_there() -> None:
    clauses = {clause.id for clause in card_rules().clauses}
    for statement, seat in product(card_rules().statements, range(3)):
        over = play(dealt("4 2 6 3"), *spoken(seat, statement.value)).finished[0]
        assert over.lines and {line.clause for line in over.lines} <= clauses
    assert {reading.clause for reading in card_rules().readings.values()} <= clauses


# --- worked examples ------------------------------------------------------------------------------------

EXAMPLES = [
    ((4, 2, 6), "peers even", (1, 0, 0)),
    ((4, 2, 6), "even", (2, 0, 0)),
    ((4, 2, 6), "greater", (0, 3, 3)),
    ((4, 2, 6), "4", (8, 0, 0)),
    ((5, 5, 1), "equal", (5, 0, 0)),
    ((5, 5, 1), "odd", (2, 0, 0)),
    ((5, 5, 1), "greater", (0, 3, 3)),
    ((5, 5, 1), "peers even", (0, 3, 3)),
    ((1, 1, 1), "equal", (5, 0, 0)),
    ((1, 6, 2), "odd", (2, 0, 0)),
    ((1, 6, 2), "greater", (0, 3, 3)),
    ((2, 1, 1), "greater", (3, 0, 0)),
    ((2, 1, 3), "peers odd", (1, 0, 0)),
    ((2, 1, 4), "peers odd", (0, 3, 3)),
    ((2, 1, 4), "peers even", (0, 3, 3)),
]


@pytest.mark.parametrize(("cards", "said", "scores"), EXAMPLES, ids=str)
@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("turned", [False, True])
def test_worked_examples(
    cards: tuple[int, int, int], said: str, scores: tuple[int, int, int], seat: int, turned: bool
) -> None:
    mine, one, two = cards
    peers = (two, one) if turned else (one, two)
    at_seat = {seat: mine, (seat + 1) % 3: peers[0], (seat + 2) % 3: peers[1]}
    round = CardRound.deal(card_rules(), (*(at_seat[who] for who in range(3)), 3))
    for move in spoken(seat, said):
        round = round.play(read_card_move(move))
    assert round.scores == tuple(scores[(who - seat) % 3] for who in range(3))
    assert round.end is CardEnd.SPOKEN
    right = scores[0] > 0
    assert [(line.mine, line.right) for line in round.lines] == (
        [(True, True)] if right else [(who == seat, False) for who in range(3)]
    )


def test_lines_say_what_they_are_for() -> None:
    over = play(dealt("4 2 6 3"), *spoken(0, "greater")).finished[0]
    assert [str(line) for line in over.lines] == [
        "+0 I am greater than my peers: wrong (Wrong)",
        "+3 wrong statement of another (Wrong)",
        "+3 wrong statement of another (Wrong)",
    ]
    over = play(dealt("4 2 6 3"), *spoken(2, "6")).finished[0]
    assert [str(line) for line in over.lines] == ["+8 I am a 6: right (Statements)"]


# --- rounds ---------------------------------------------------------------------------------------------


def test_the_phases_of_a_round() -> None:
    round = CardRound.deal(card_rules(), (1, 2, 3, 4), dealer=4)
    assert (round.phase, round.dealer, round.is_over) == (Phase.DEALT, 1, False)
    round = round.play(read_card_move("show"))
    assert (round.phase, round.speaker, len(round.moves)) == (Phase.SHOWN, None, 5)
    taken = round.play(Take(2))
    assert (taken.phase, taken.speaker, len(taken.moves)) == (Phase.TAKEN, 2, 12)
    for word, end in (("unclear", CardEnd.UNCLEAR), ("nobody", CardEnd.NOBODY)):
        void = round.play(read_card_move(word))
        assert (void.phase, void.end, void.lines, void.scores) == (Phase.OVER, end, (), (0, 0, 0))
        assert void.speaker is None and void.moves == ()


ALL_MOVES = [
    read_card_move(text)
    for text in ["show", *(f"take {seat}" for seat in range(4)), "unclear", "nobody"]
    + [f"say {one.value}" for one in Statement]
]


@given(matches())
@settings(max_examples=60, deadline=None)
def test_what_is_not_among_the_moves_is_refused_and_everything_else_is_not(states: list[CardMatch]) -> None:
    match = states[-1]
    legal = match.round.moves if not match.is_over else ()
    for move in ALL_MOVES:
        if move in legal:
            assert match.play(move) != match
        else:
            with pytest.raises(IllegalMove) as caught:
                match.play(move)
            assert str(move) in str(caught.value)


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ((), "take 0", Illegal.NOT_SHOWN),
        ((), "say even", Illegal.NOT_SHOWN),
        ((), "nobody", Illegal.NOT_SHOWN),
        (("show",), "show", Illegal.ALREADY_SHOWN),
        (("show",), "say even", Illegal.NO_SPEAKER),
        (("show",), "take 3", Illegal.NO_SEAT),
        (("show", "take 1"), "take 1", Illegal.SPEAKER_KNOWN),
        (("show", "take 1"), "unclear", Illegal.SPEAKER_KNOWN),
        (("show", "take 1"), "say peers odd", Illegal.NO_STATEMENT),
        (("show", "nobody"), "show", Illegal.ROUND_OVER),
    ],
)
def test_why_a_move_is_refused(moves: tuple[str, ...], move: str, reason: Illegal) -> None:
    round = CardRound.deal(card_rules().with_reading("no-peers-odd"), (1, 3, 5, 2))
    for text in moves:
        round = round.play(read_card_move(text))
    with pytest.raises(IllegalMove) as caught:
        round.play(read_card_move(move))
    assert caught.value.reason is reason
    assert str(caught.value) == f"{move}: {reason.value}"


@pytest.mark.parametrize(
    "cards", [(), (1, 2, 3), (1, 2, 3, 4, 5), (1, 2, 3, 7), (0, 1, 2, 3), (1, 2, 3, "4")]
)
def test_what_cannot_be_dealt(cards: tuple[int, ...]) -> None:
    with pytest.raises(NotationError):
        CardRound.deal(card_rules(), cards)
    with pytest.raises(NotationError, match="not so many cards of rank A"):
        CardRound.deal(card_rules().evolve(copies=1), (1, 1, 2, 3))


# --- matches --------------------------------------------------------------------------------------------


def test_six_rounds_use_up_the_pack_and_void_rounds_count() -> None:
    match = CardMatch.start(seed=3)
    packs = [match.packs[0]]
    for number in range(30):
        assert match.round.dealer == number % 3
        assert len(match.packs) == number // 6 + 1
        match = play(match, "show", ("nobody", "unclear")[number % 2])
        if len(match.packs) > len(packs):
            packs.append(match.packs[-1])
    assert match.totals == (0, 0, 0)
    for number, pack in enumerate(packs[:5]):
        rounds = match.finished[6 * number : 6 * number + 6]
        assert [card for round in rounds for card in (*round.cards, round.middle)] == list(pack)
        assert Counter(pack) == Counter(card_rules().pack)
    assert len(set(packs)) == len(packs)


@given(matches(most=120))
@settings(max_examples=80, deadline=None)
def test_totals_are_the_sums_of_lines_and_points_are_what_the_rules_give(states: list[CardMatch]) -> None:
    for match in (states[0], states[-1]):
        sums = [0, 0, 0]
        for line in match.lines:
            assert line.points in (0, 3) if not line.right else line.points in (1, 2, 3, 5, 8)
            assert not (line.mine and not line.right) or line.points == 0
            sums[line.seat] += line.points
        assert match.totals == tuple(sums)
    for before, after in pairwise(states):
        gained = [new - old for old, new in zip(before.totals, after.totals, strict=True)]
        assert min(gained) >= 0 and (sorted(gained)[:2] == [0, 0] or sorted(gained) == [0, 3, 3])


@given(matches(most=120))
@settings(max_examples=60, deadline=None)
def test_the_cards_of_a_pack_are_conserved(states: list[CardMatch]) -> None:
    match = states[-1]
    for number, pack in enumerate(match.packs):
        cards = Counter(pack)
        assert cards == Counter(match.rules.pack)
        for round in match.rounds[6 * number : 6 * number + 6]:
            cards.subtract((*round.cards, round.middle))
        assert min(cards.values()) >= 0
        used = len(match.rounds[6 * number : 6 * number + 6])
        assert sum(cards.values()) == 24 - 4 * used


def climb(match: CardMatch, totals: tuple[int, int, int]) -> CardMatch:
    """Play on by right statements until the totals are these."""
    worth = [("8", 8), ("equal", 5), ("greater", 3), ("parity", 2), ("peers", 1)]
    while match.totals != totals and not match.is_over:
        match = play(match, "show")
        match = _say_something(match, totals, worth)
    return match


def _say_something(match: CardMatch, totals: tuple[int, int, int], worth: list[tuple[str, int]]) -> CardMatch:
    for seat, statement in product(range(3), match.rules.statements):
        points = match.rules.points_of(statement)
        true = statement.holds(match.round.cards[seat], match.round.peers(seat))
        if true and match.totals[seat] + points <= totals[seat]:
            return match.play(Take(seat)).play(Say(statement))
    return play(match, "nobody")


@pytest.mark.parametrize("target", [(25, 0, 0), (0, 26, 24), (3, 24, 25)])
def test_the_match_ends_after_the_round_in_which_somebody_has_25(target: tuple[int, int, int]) -> None:
    match = climb(CardMatch.start(seed=2), tuple(min(points, 24) for points in target))  # type: ignore[arg-type]
    assert not match.is_over and max(match.totals) == 24
    match = climb(match, target)
    assert match.is_over and match.totals == target
    assert match.winners == (target.index(max(target)),)
    assert match.round is match.finished[-1] and match.round.is_over
    with pytest.raises(IllegalMove):
        play(match, "show")


def wrong(match: CardMatch, seat: int) -> CardMatch:
    """A round in which this seat says something wrong: the two others get three points each."""
    mine, peers = match.round.cards[seat], match.round.peers(seat)
    said = next(one for one in match.rules.statements if not one.holds(mine, peers))
    return play(match, *spoken(seat, said.value))


def test_equal_highest_totals_win_together() -> None:
    match = wrong(climb(CardMatch.start(seed=1), (0, 23, 23)), 0)
    assert (match.totals, match.winners) == ((0, 26, 26), (1, 2))


def test_equal_highest_totals_play_another_round() -> None:
    rules = card_rules().with_reading("another-round")
    match = wrong(climb(CardMatch.start(rules, seed=1), (0, 23, 23)), 0)
    assert (match.totals, match.winners) == ((0, 26, 26), ())
    match = play(match, "show", "nobody")
    assert not match.is_over, "a void round leaves them equal"
    match = wrong(wrong(match, 0), 1)
    assert (match.totals, match.winners) == ((3, 29, 32), (2,))


def test_below_the_target_equal_totals_mean_nothing() -> None:
    for rules in READINGS:
        match = wrong(CardMatch.start(rules), 0)
        assert match.totals == (0, 3, 3) and not match.is_over


def test_a_pack_can_be_set_before_it_is_shown_and_only_then() -> None:
    match = CardMatch.start(seed=4)
    pack = tuple(Random(1).sample(card_rules().pack, 24))
    changed = match.with_pack(pack)
    assert (changed.round.cards, changed.round.middle) == (pack[:3], pack[3])
    shown = play(changed, "show")
    over = play(dealt("4 2 6 3", card_rules().evolve(target=1)), *spoken(0, "4"))
    for late in (shown, play(shown, "nobody"), over):
        with pytest.raises(IllegalMove):
            late.with_pack(pack)
    for bad in ((), pack[:-1], (*pack[:-1], 7), (*pack, 1)):
        with pytest.raises(NotationError):
            match.with_pack(bad)
    later = match
    for _ in range(6):
        later = play(later, "show", "nobody")
    assert later.with_pack(pack).packs == (match.packs[0], pack)


def test_chance_follows_from_the_seed_alone() -> None:
    one, other = (random_moves(CardMatch.start(seed=9), Random(5), 200)[-1] for _ in range(2))
    assert one == other
    firsts = {CardMatch.start(seed=seed).packs for seed in range(200)}
    assert len(firsts) == 200


def test_a_match_in_words() -> None:
    match = play(dealt("4 2 6 3"), *spoken(0, "4"))
    assert repr(match) == "<CardMatch: totals (8, 0, 0), round 2>"
    over = play_card_match([card_player("random")] * 3, seed=1)
    assert repr(over) == f"<CardMatch: totals {over.totals}, won by {over.winners}>"


# --- rules as data --------------------------------------------------------------------------------------


def test_readings() -> None:
    rules = card_rules().with_reading("no-peers-odd")
    assert Statement.PEERS_ODD not in rules.statements and len(rules.statements) == 11
    assert rules.with_reading("no-peers-odd") is rules
    assert repr(rules) == "card_rules().with_reading('no-peers-odd')"
    assert eval(repr(READINGS[3])) == READINGS[3]
    assert len({hash(rules) for rules in READINGS}) == 4
    with pytest.raises(RulesError, match="has no reading 'x'; its readings"):
        card_rules().with_reading("x")


def test_house_rules() -> None:
    house = card_rules().evolve(target=50, points={"equal": 4}, copies=3)
    assert (house.target, house.points.equal, house.points.exactly, len(house.pack), house.rounds) == (
        50, 4, 8, 18, 4,
    )  # fmt: skip
    assert house != card_rules() and repr(house) == "<CardRules 'triangle' of one's own>"
    over = play_card_match([card_player("expected")] * 3, 1, house)
    assert max(over.totals) >= 50 and all(len(pack) == 18 for pack in over.packs)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"target": 0}, "target: 0 is not at least 1"),
        ({"copies": 0}, "copies: must be a number from 1 to 4, not 0"),
        ({"copies": 5}, "copies: must be a number from 1 to 4, not 5"),
        ({"wrong": -1}, "wrong: must be a number from 0 to 999, not -1"),
        ({"points": {"equal": 1000}}, "equal: must be a number from 0 to 999"),
        ({"points": {"equal": True}}, "points.equal: must be a whole number, not True"),
        ({"tie": "x"}, "tie: must be one of joint, another-round, not 'x'"),
        ({"switched_on": ["x"]}, "switched_on: there is no reading 'x'"),
        ({"players": 4}, "unknown key players"),
    ],
)
def test_rules_that_cannot_be_played(changes: dict[str, object], words: str) -> None:
    with pytest.raises(RulesError, match=r"^triangle: ") as caught:
        card_rules().evolve(**changes)
    assert words in str(caught.value)


def test_the_file_is_the_one_that_is_shipped() -> None:
    text = resources.data_files("cards")["triangle"].read_text(encoding="utf-8")
    assert isinstance(card_rules(), CardRules) and card_rules() is card_rules()
    for clause in card_rules().clauses:
        assert clause.text in text


# --- notation -------------------------------------------------------------------------------------------


def test_cards_there_and_back() -> None:
    assert [read_card(rank_name(card)) for card in CARDS] == list(CARDS)
    assert read_cards("A,2 3, 4") == (1, 2, 3, 4)
    assert read_card("Т") == read_card("T") == read_card("1") == read_card("a") == 1
    for bad in ("", "7", "0", "AA", "٣", "²", "x" * 1000, "\0"):
        with pytest.raises(NotationError, match="there are A, 2, 3, 4, 5 and 6"):
            read_card(bad)


def test_statements_and_moves_there_and_back() -> None:
    for one in Statement:
        assert read_statement(one.value) is one
        assert read_statement(f"  {one.value.upper()} ") is one
    for move in ALL_MOVES:
        assert read_card_move(str(move)) == move
    for bad in (
        "",
        "say",
        "say x",
        "take",
        "take -1",
        "take ٣",
        "take 99999",
        "Show",
        "say even ever",
        "fly",
    ):
        with pytest.raises(NotationError):
            read_card_move(bad)


def test_every_order_of_seats_is_clockwise() -> None:
    for cards in permutations((1, 2, 3)):
        round = CardRound.deal(card_rules(), (*cards, 4))
        assert [round.peers(seat) for seat in range(3)] == [
            (cards[1], cards[2]),
            (cards[2], cards[0]),
            (cards[0], cards[1]),
        ]
