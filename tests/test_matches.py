"""Matches: when they end, who wins, who opens the next round, and that seeds reproduce them."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random

import pytest

from trinb import (
    Draw,
    End,
    EndTurn,
    Event,
    Illegal,
    IllegalMove,
    Match,
    MatchEnd,
    Move,
    Pass,
    Place,
    Placement,
    Round,
    RulesError,
    RuleSet,
    play_match,
    player,
    rule_sets,
    rules,
)
from trinb.matches import deal, winners_of
from trinb.moves import What
from trinb.players import choice
from trinb.ruleparts import Lead, MatchTie, MatchWinner, TargetTest

SWEDISH, GRANNA, GERMAN = rules("triangelspelet"), rules("granna"), rules("triominos-de")
SEVERAL_GRANNAS = [rules(id) for id in ("granna", "granna-split", "granna-standard-points")]
AT_ONCE = [
    rules(id).with_reading("target-at-once") for id in rule_sets() if "target-at-once" in rules(id).readings
]
AT_THE_END = [
    rules(id)
    for id in rule_sets()
    if rules(id).match.target and rules(id).match.test is not TargetTest.AT_ONCE
]
name_of = repr


def states(rule_set: RuleSet, names: list[str], seed: int, most: int = 20_000) -> Iterator[Match]:
    """Every state of a match that these players play; it must end."""
    match, rng = Match.start(rule_set, len(names), seed), Random(seed)
    seats = [player(name) for name in names]
    yield match
    for _ in range(most):
        if match.is_over:
            return
        match = match.play(choice(match.round, seats, rng))
        yield match
    raise AssertionError(f"still not over after {most} moves")


def settled(round: Round, scores: tuple[int, ...], end: End = End.OUT, winner: int | None = 0) -> Round:
    """A round that has come to its end with these scores."""
    return round._replace(scores=scores, end=end, winner=winner)


def after(match: Match, scores: tuple[int, ...], end: End = End.OUT, winner: int | None = 0) -> Match:
    """The match after its present round has ended so."""
    return match.after(settled(match.round, scores, end, winner))


# --- the target and the number of rounds ----------------------------------------------------------------


@pytest.mark.parametrize("rule_set", AT_THE_END, ids=name_of)
def test_the_target_is_tested_at_the_end_of_a_round(rule_set: RuleSet) -> None:
    target = rule_set.match.target
    assert target
    went_on = 0
    for seed in range(4):
        for match in states(rule_set, ["greedy", "random"], seed):
            if not match.is_over:
                before = [round.scores for round in match.finished]
                assert max(map(sum, zip(*before, strict=True)), default=0) < target
                went_on += max(match.totals) >= target
        assert match.end is MatchEnd.TARGET
        assert match.round.is_over
        assert max(match.totals) >= target
    if rule_set.id in ("triangelspelet", "triominos-de", "triominos-nl", "granna"):
        assert went_on, "no match shows a target that is reached in the middle of a round"


@pytest.mark.parametrize("rule_set", AT_ONCE, ids=name_of)
def test_the_target_at_once_under_the_reading(rule_set: RuleSet) -> None:
    target, ends = rule_set.match.target, set()
    assert target
    for seed in range(12):
        *before, over = states(rule_set, ["greedy", "random"], seed)
        assert all(max(match.totals) < target for match in before)
        assert over.end is MatchEnd.TARGET
        assert max(over.totals) >= target
        ends.add(over.round.is_over)
    assert False in ends, "no match ended in the middle of a round"


def test_which_rule_sets_say_end_now() -> None:
    assert {rule_set.id for rule_set in AT_ONCE} >= {
        "granna",
        "granna-split",
        "granna-standard-points",
        "triominos-de",
        "triominos-pressman",
    }
    assert {rule_set.id for rule_set in AT_THE_END} == set(rule_sets()) - {"triominos-children"}


@pytest.mark.parametrize(
    ("id", "target"),
    [
        ("triangelspelet", 500),
        ("triangelspelet-pro", 1000),
        ("granna", 100),
        ("granna-standard-points", 500),
        ("triominos-de", 400),
        ("triominos-nl", 400),
        ("triominos-goliath", 400),
        ("triominos-english", 400),
        ("trekantspelet-1page", 500),
    ],
)
def test_the_very_number_is_enough_and_one_less_is_not(id: str, target: int) -> None:
    match = Match.start(rules(id), 2, 1)
    assert after(match, (target, 0)).end is MatchEnd.TARGET
    assert after(match, (target, 0)).winners == (0,)
    short = after(match, (target - 1, 0))
    assert (short.end, short.winners, short.number, short.totals) == (None, (), 2, (target - 1, 0))
    assert after(short, (1, 0)).end is MatchEnd.TARGET


def test_children_play_three_rounds_and_have_no_target() -> None:
    match = Match.start(rules("triominos-children"), 3, 1)
    for number in (1, 2):
        match = after(match, (10_000, 0, 5))
        assert (match.end, match.number) == (None, number + 1)
    match = after(match, (0, 0, 5))
    assert (match.end, match.winners, match.number) == (MatchEnd.ROUNDS, (0,), 3)


@pytest.mark.parametrize("id", ["granna", "triominos-goliath", "triangelspelet"])
def test_an_agreed_number_of_rounds_instead_of_a_target(id: str) -> None:
    agreed = rules(id).evolve(match={"target": "unlimited", "rounds": 2})
    for seed in range(5):
        over = play_match(agreed, [player("greedy"), player("random")], seed)
        assert (over.end, over.number) == (MatchEnd.ROUNDS, 2)
        assert over.winners == tuple(s for s in (0, 1) if over.totals[s] == max(over.totals))


def test_target_or_rounds_whichever_is_first() -> None:
    both = SWEDISH.evolve(match={"rounds": 3})
    assert after(Match.start(both, 2), (500, 0)).end is MatchEnd.TARGET
    match = Match.start(both, 2)
    for _ in range(3):
        match = after(match, (1, 0))
    assert (match.end, match.winners) == (MatchEnd.ROUNDS, (0,))


# --- who wins -------------------------------------------------------------------------------------------

ROUND_WINNERS = [rules(id) for id in ("triominos-de", "triominos-pressman")]
HIGHEST = [rules(id) for id in rule_sets() if id not in ("triominos-de", "triominos-pressman")]


@pytest.mark.parametrize("rule_set", HIGHEST, ids=name_of)
def test_the_highest_total_wins_whoever_won_the_round(rule_set: RuleSet) -> None:
    match = Match.start(rule_set.evolve(match={"rounds": 1}), 3, 1)
    assert after(match, (1400, 1450, 10), winner=0).winners == (1,)
    assert after(match, (1400, 1450, 10), End.BLOCKED, None).winners == (1,)


@pytest.mark.parametrize("rule_set", ROUND_WINNERS, ids=name_of)
@pytest.mark.parametrize(
    ("scores", "winner", "winners"),
    [
        ((410, 450, 0), 0, (0,)),  # both have it, the round's winner wins with less
        ((410, 450, 0), 1, (1,)),
        ((410, 450, 0), 2, (1,)),  # he has not reached it: the highest
        ((399, 450, 0), 0, (1,)),
        ((400, 450, 0), 0, (0,)),
        ((450, 450, 0), 2, (0, 1)),
        ((450, 450, 0), 1, (1,)),
        ((410, 450, 0), None, (1,)),  # blocked, and nobody is awarded
    ],
)
def test_the_round_winner_wins_if_he_has_reached_the_target(
    rule_set: RuleSet, scores: tuple[int, ...], winner: int | None, winners: tuple[int, ...]
) -> None:
    end = End.BLOCKED if winner is None else End.OUT
    over = after(Match.start(rule_set, 3, 1), scores, end, winner)
    assert (over.end, over.winners) == (MatchEnd.TARGET, winners)


def test_the_winner_of_a_blocked_round_is_its_winner_too() -> None:
    assert after(Match.start(GERMAN, 2, 1), (410, 450), End.BLOCKED, 0).winners == (0,)


def test_only_the_last_round_makes_the_round_winner() -> None:
    match = after(Match.start(GERMAN, 2, 1), (390, 300), winner=0)
    assert after(match, (20, 200), winner=1).winners == (1,)
    match = after(Match.start(GERMAN, 2, 1), (390, 300), winner=1)
    assert after(match, (20, 200), winner=0).winners == (0,)


@pytest.mark.parametrize("rule_set", HIGHEST, ids=name_of)
def test_equal_highest_totals_win_together(rule_set: RuleSet) -> None:
    over = after(Match.start(rule_set.evolve(match={"rounds": 1}), 3, 1), (7, 9, 9))
    assert (over.is_over, over.winners) == (True, (1, 2))


def test_equal_highest_totals_play_another_round_under_the_reading() -> None:
    playing_on = SWEDISH.with_reading("ties-play-on")
    tied = after(Match.start(playing_on, 3, 1), (510, 510, 505))
    assert (tied.end, tied.winners, tied.number) == (None, (), 2)
    assert tied.round.is_fresh
    again = after(tied, (30, 30, 0))
    assert (again.end, again.number) == (None, 3)
    assert after(again, (0, 1, 0)).winners == (1,)
    # A third seat may overtake them.
    assert after(tied, (0, 0, 50)).winners == (2,)
    # A tie below the highest is none.
    assert after(Match.start(playing_on, 3, 1), (510, 510, 600)).winners == (2,)
    assert after(Match.start(SWEDISH, 3, 1), (510, 510, 505)).winners == (0, 1)


def test_winners_agree_with_the_totals_in_play() -> None:
    for id in rule_sets():
        for seed in range(5):
            over = play_match(rules(id), [player("random")] * 3, seed)
            best = tuple(seat for seat in range(3) if over.totals[seat] == max(over.totals))
            rule, last = rules(id).match, over.rounds[-1].winner
            if rule.winner is MatchWinner.ROUND_WINNER and last is not None:
                assert rule.target
                best = (last,) if over.totals[last] >= rule.target else best
            assert over.winners == best == winners_of(rules(id), over.finished, 3)


def test_a_tie_at_once_is_played_off_by_a_whole_round() -> None:
    house = GRANNA.with_reading("target-at-once").evolve(match={"tie": MatchTie.ANOTHER_ROUND})
    tied = after(Match.start(house, 2, 1), (100, 100))
    assert (tied.end, tied.number) == (None, 2)
    assert tied.after(tied.round).number == 2


# --- who opens the next round ---------------------------------------------------------------------------


def openings(match: Match) -> Iterator[tuple[Round | None, int | None, Round]]:
    """For each round the one before it, who went out last before it, and itself."""
    last_out: int | None = None
    before: Round | None = None
    for round in match.rounds:
        yield before, last_out, round
        before = round
        last_out = round.winner if round.end is End.OUT else last_out


@pytest.mark.parametrize("rule_set", SEVERAL_GRANNAS, ids=name_of)
def test_granna_winner_turns_up_and_the_next_begins_but_not_after_a_blocked_round(rule_set: RuleSet) -> None:
    seen = set()
    for seed in range(25):
        players = 2 + seed % 3
        for before, last_out, round in openings(play_match(rule_set, [player("greedy")] * players, seed)):
            first, decisions = (
                round.events[0],
                [e for e in round.events if e.what in (What.START, What.PLACE)],
            )
            if before is None or before.end is End.BLOCKED:
                seen.add("first" if before is None else "blocked")
                lead = decisions[0]
                assert lead.what is What.START
                assert lead.placement
                assert lead.placement.tile.is_triple
                assert lead.points == 0
                laps = [e.seat for e in round.events if e.what is What.LAP_DRAW]
                if laps:
                    assert laps[0] == (last_out or 0)
            else:
                seen.add("out")
                assert (first.what, first.seat, first.points) == (What.TURN_UP, before.winner, 0)
                assert before.winner is not None
                assert round.events[1].seat == (before.winner + 1) % players
                assert What.START not in {event.what for event in round.events}
    assert seen == {"first", "out", "blocked"}


@pytest.mark.parametrize("id", rule_sets())
def test_the_seats_that_follow_from_the_rounds_before(id: str) -> None:
    rule_set = rules(id)
    start = Match.start(rule_set, 3, 4)
    out_2, out_1 = settled(start.round, (0, 0, 0), winner=2), settled(start.round, (0, 0, 0), winner=1)
    blocked = settled(start.round, (0, 0, 0), End.BLOCKED, None)
    awarded = settled(start.round, (0, 0, 0), End.BLOCKED, 1)
    for finished, last_winner, first in [
        ((), None, 0),
        ((out_2,), 2, 2),
        ((out_1, out_2), 2, 2),
        ((out_2, out_1), 1, 1),
        ((blocked,), None, 0),
        ((out_2, blocked), None, 2),  # after a blocked round: as before it
        ((out_2, blocked, blocked), None, 2),
        ((out_2, awarded), None, 2),  # to be awarded for a blocked round is not to go out
        ((out_2, blocked, out_1), 1, 1),
    ]:
        dealt = deal(rule_set, 3, 4, finished)
        assert (dealt.last_winner, dealt.first) == (last_winner, first)


def test_laps_of_draws_begin_with_who_went_out_last() -> None:
    seen, short = set(), SWEDISH.evolve(hand={"tiles": 2})  # few tiles, so that laps are no rarity
    for seed in range(60):
        for before, last_out, round in openings(play_match(short, [player("random")] * 4, seed)):
            laps = [event.seat for event in round.events if event.what is What.LAP_DRAW]
            if laps:
                first = last_out or 0
                assert laps[:4] == [(first + step) % 4 for step in range(4)]
                seen.add((before.end if before else None, first > 0))
    assert {(None, False), (End.OUT, True), (End.BLOCKED, True)} <= seen


def test_the_first_lap_may_be_by_lot_but_not_the_later_ones() -> None:
    by_lot = SWEDISH.with_reading("first-lap-by-lot")
    assert {deal(by_lot, 4, seed, ()).first for seed in range(40)} == {0, 1, 2, 3}
    start = Match.start(by_lot, 4, 1)
    out = settled(start.round, (0,) * 4, winner=3)
    assert {deal(by_lot, 4, seed, (out,)).first for seed in range(40)} == {3}


@pytest.mark.parametrize("id", [id for id in rule_sets() if rules(id).opening.lead is not Lead.POOL])
def test_every_round_of_the_others_opens_in_the_same_way(id: str) -> None:
    for seed in range(5):
        over = play_match(rules(id), [player("random")] * 3, seed)
        for round in over.rounds:
            (start,) = [event for event in round.events if event.what is What.START]
            assert What.TURN_UP not in {event.what for event in round.events}
            shown = [event for event in round.events if event.what is What.LEAD_DRAW]
            assert bool(shown) == (rules(id).opening.lead is Lead.DRAW)
            if shown:
                assert start.seat == winner_of_the_draw(shown, 3)


def winner_of_the_draw(shown: list[Event], players: int) -> int:
    """Who shows the highest sum; equal ones draw again, and nobody else does."""
    seats = list(range(players))
    while shown:
        lap, shown = shown[: len(seats)], shown[len(seats) :]
        assert [event.seat for event in lap] == seats
        sums = {event.seat: event.tile.sum for event in lap if event.tile}
        seats = [seat for seat in seats if sums[seat] == max(sums.values())]
    (seat,) = seats
    return seat


# --- chance, values, refusals ---------------------------------------------------------------------------


@pytest.mark.parametrize("id", rule_sets())
def test_a_seed_reproduces_a_match_and_another_does_not(id: str) -> None:
    seats = [player("greedy"), player("random")]
    one, again, other = (play_match(rules(id), seats, seed) for seed in (5, 5, 6))
    assert one == again
    assert hash(one.round) == hash(again.round)
    assert [r.dealt.order for r in one.rounds] != [r.dealt.order for r in other.rounds]


def test_a_deal_follows_from_the_seed_and_its_number_alone() -> None:
    differ = 0
    for seed in range(6):
        one, other = (
            play_match(SWEDISH, [player(name), player("greedy")], seed) for name in ("greedy", "random")
        )
        differ += one.rounds != other.rounds
        for mine, theirs in zip(one.rounds, other.rounds, strict=False):
            assert mine.dealt.order == theirs.dealt.order
        orders = [round.dealt.order for round in one.rounds]
        assert len(set(orders)) == len(orders)
    assert differ, "the players played alike, so that nothing is shown"


def test_totals_are_the_sums_of_the_lines_in_every_state() -> None:
    for id in rule_sets():
        for match in states(rules(id), ["greedy", "random", "random"], 3):
            sums = [0, 0, 0]
            for seat, line in match.lines:
                sums[seat] += line.points
            assert match.totals == tuple(sums)
            assert match.number == len(match.rounds) == len(match.finished) + (not match.is_over)
            assert match.is_over == (match.end is not None) == bool(match.winners)
            assert match.round is match.rounds[-1]


def test_a_match_never_changes() -> None:
    for match in states(GRANNA, ["greedy", "random"], 2):
        kept = pickle.dumps(match)
        for move in list(match.round.legal_moves())[:3]:
            if not match.is_over:
                match.play(move)
        with pytest.raises(AttributeError):
            match.seed = 4  # type: ignore[misc]
        assert pickle.loads(kept) == match


MOVES: list[Move] = [Draw(), Pass(), EndTurn(), Place(Placement.parse("^0,0=555"))]


@pytest.mark.parametrize("id", rule_sets())
def test_no_move_is_allowed_after_the_end(id: str) -> None:
    over = play_match(rules(id), [player("greedy"), player("random")], 1)
    for move in (*MOVES, *over.round.legal_moves()):
        with pytest.raises(IllegalMove) as caught:
            over.play(move)
        assert caught.value.reason is Illegal.ROUND_OVER
        assert str(move) in str(caught.value)
        assert "match is over" in str(caught.value)


def test_no_move_is_allowed_after_an_end_at_once_either() -> None:
    tried = 0
    for seed in range(12):
        over = play_match(AT_ONCE[0], [player("greedy")] * 2, seed)
        for move in over.round.legal_moves():  # the round would go on, but the match does not
            with pytest.raises(IllegalMove):
                over.play(move)
            tried += 1
    assert tried


def test_an_illegal_move_is_refused_with_the_reason_of_the_round() -> None:
    match = Match.start(SWEDISH, 2, 1)
    with pytest.raises(IllegalMove) as caught:
        match.play(Draw())
    assert caught.value.reason is Illegal.MUST_PLACE
    with pytest.raises(RulesError, match=r"2 to 8"):
        Match.start(SWEDISH, 9)


def test_what_a_match_says_of_itself() -> None:
    match = Match.start(GERMAN, 2, 1)
    assert repr(match) == "<Match of triominos-de: 2 players, totals (0, 0), round 1>"
    assert repr(after(match, (400, 0))).endswith("totals (400, 0), over: somebody has reached the target>")


# --- every one ends -------------------------------------------------------------------------------------

CASES = [
    (rules(id), players)
    for id in rule_sets()
    for players in range(rules(id).players[0], rules(id).players[1] + 1)
]


@pytest.mark.parametrize(("rule_set", "players"), CASES, ids=[f"{r.id}-{n}" for r, n in CASES])
def test_every_match_ends_within_few_rounds(rule_set: RuleSet, players: int) -> None:
    for name in ("greedy", "random"):
        for seed in range(3):
            over = play_match(rule_set, [player(name)] * players, 10 * players + seed)
            assert over.end is (MatchEnd.TARGET if rule_set.match.target else MatchEnd.ROUNDS)
            assert over.number <= 60  # seen: 38, with a target of 1000 in granna-standard-points
            assert over.winners
            if rule_set.match.rounds:
                assert over.number == rule_set.match.rounds


def test_a_round_that_is_blocked_by_its_first_tile_is_settled() -> None:
    house = GRANNA.evolve(id="house", players=(2, 2), hand={"tiles": 1}, draws={"most": 0})
    for seed in range(40):
        assert play_match(house, [player("greedy")] * 2, seed).is_over
