"""The players of the card game: a contract for all of them, what each wants, and the race between them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import brute_cards as brute
import pytest
from card_games import READINGS, dealt, matches, play, spoken
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb import NotationError, TrinbError
from trinb.cards import (
    NOBODY,
    UNCLEAR,
    CardMatch,
    CardPlayer,
    CardRecord,
    CardRules,
    CardView,
    CarefulBot,
    ExpectedBot,
    Knowledge,
    MatchBot,
    Phase,
    RandomBot,
    Reaction,
    Statement,
    Take,
    Worth,
    card_player,
    card_player_names,
    card_rules,
    card_view,
    chance_to_win,
    next_card_move,
    odds_of,
    play_card_match,
    race,
    reaching_times,
    read_reactions,
)
from trinb.cards.chances import UNIT, match_worth, speakers_points
from trinb.cards.records import read_card_lines

NAMES = card_player_names()


def views(states: Sequence[CardMatch], phase: Phase) -> list[CardView]:
    """What the seats see that have to decide something in this phase."""
    found = []
    for match in states:
        if match.round.phase is phase:
            seats = range(3) if match.round.speaker is None else [match.round.speaker]
            found += [card_view(match, seat) for seat in seats]
    return found


# --- the contract ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", READINGS, ids=repr)
@pytest.mark.parametrize("name", NAMES)
def test_contract(name: str, rules: CardRules) -> None:
    for seed in range(2):
        seats: list[CardPlayer] = [card_player(name), card_player("random"), card_player("expected")]
        match, rng, states = CardMatch.start(rules, seed), Random(f"{seed}/players"), 0
        while not match.is_over:
            move = next_card_move(match, seats, rng)
            assert move in match.round.moves
            match, states = match.play(move), states + 1
            assert states < 3000
        assert match == play_card_match(seats, seed, rules)
        assert max(match.totals) >= 25 and match.winners
        again = read_card_lines(CardRecord(match, ("a", "b", "c")).lines())
        assert again.match == match


@pytest.mark.parametrize("name", NAMES)
@given(states=matches(), luck=st.integers(0, 1000))
@settings(max_examples=25, deadline=None)
def test_decisions_are_of_the_right_sort_and_follow_from_view_and_chance(
    name: str, states: list[CardMatch], luck: int
) -> None:
    player, again = card_player(name), card_player(name)
    assert player == again and player.name == name
    for view in views(states[-5:], Phase.SHOWN):
        wants = player.reaches(view, Random(luck))
        assert wants is again.reaches(view, Random(luck)) and wants in (True, False)
    for view in views(states[-5:], Phase.TAKEN):
        said = player.says(view, Random(luck))
        assert said in view.rules.statements and said is again.says(view, Random(luck))


def test_one_player_at_all_seats_plays_as_three_of_its_kind_would() -> None:
    for name in NAMES:
        one = card_player(name)
        for seed in range(5):
            assert play_card_match([one] * 3, seed) == play_card_match(
                [card_player(name) for _ in range(3)], seed
            )


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("forgetful")])
@given(states=matches())
@settings(max_examples=25, deadline=None)
def test_who_forgets_decides_as_if_the_pack_were_new(name: str, states: list[CardMatch]) -> None:
    forgetful, other = card_player(name), card_player(name.removesuffix("-forgetful"))
    for phase in (Phase.SHOWN, Phase.TAKEN):
        for view in views(states[-5:], phase):
            fresh = view._replace(earlier=())
            if phase is Phase.SHOWN:
                assert forgetful.reaches(view, Random(1)) == other.reaches(fresh, Random(1))
            else:
                assert forgetful.says(view, Random(1)) is other.says(fresh, Random(1))


def test_names_and_what_there_is_not() -> None:
    assert [card_player(name).name for name in NAMES] == list(NAMES)
    for bad in ("", "careful-", "forgetful", "expected-forgetful-forgetful", "x" * 1000):
        with pytest.raises(TrinbError, match="there is no player"):
            card_player(bad)


# --- what each wants ------------------------------------------------------------------------------------


def seeing(pack: Sequence[int], taken: bool) -> CardView:
    """What seat 0 sees in the third round of this pack, after two rounds in which somebody spoke."""
    match = CardMatch.start().with_pack(tuple(pack))
    for _ in range(2):
        match = play(match, *spoken(1, "even"))
    match = play(match, "show", *["take 0"] * taken)
    return card_view(match, 0)


@given(st.permutations(card_rules().pack))
@settings(max_examples=60, deadline=None)
def test_expected_against_enumeration(pack: list[int]) -> None:
    view, bot = seeing(pack, taken=False), ExpectedBot()
    assert bot.reaches(view, Random(1)) == (brute.value(view.peers, view.seen) > 0)
    view = seeing(pack, taken=True)
    assert view.middle is not None
    chances = brute.chances(view.peers, view.middle, view.seen)
    said = bot.says(view, Random(1)).value
    assert brute.swing(said, chances[said]) == brute.best_swing(view.peers, view.middle, view.seen)


@given(st.permutations(card_rules().pack))
@settings(max_examples=60, deadline=None)
def test_careful_against_enumeration(pack: list[int]) -> None:
    view, bot = seeing(pack, taken=False), CarefulBot()
    chances = brute.chances(view.peers, None, view.seen)
    assert bot.reaches(view, Random(1)) == (max(chances.values()) >= Fraction(3, 4))
    view = seeing(pack, taken=True)
    chances = brute.chances(view.peers, view.middle, view.seen)
    said = bot.says(view, Random(1)).value
    sure = [name for name, chance in chances.items() if chance >= Fraction(3, 4)]
    if sure:
        assert said in sure and brute.SAYINGS[said][0] == max(brute.SAYINGS[name][0] for name in sure)
    else:
        assert chances[said] == max(chances.values())


def test_how_sure_the_careful_want_to_be_can_be_chosen() -> None:
    view = card_view(play(dealt("4 2 5 3"), "show"), 0)  # even or odd: 11 of 22
    assert not CarefulBot().reaches(view, Random(1))
    assert CarefulBot(sure=Fraction(1, 2)).reaches(view, Random(1))


def test_match_takes_the_sure_point_that_wins() -> None:
    # Peers 2 and 4, and by what has been seen the own card is likely a 6 or an ace.
    pack = [5, 5, 5, 3, 5, 3, 3, 3, 1, 4, 2, 6]
    view = seeing(pack + sorted((Counter(card_rules().pack) - Counter(pack)).elements()), taken=True)
    for totals, said in (((24, 20, 20), "peers even"), ((24, 0, 0), "peers even")):
        assert MatchBot().says(view._replace(totals=totals), Random(1)).value == said
    bold = MatchBot().says(view._replace(totals=(17, 24, 24)), Random(1))
    assert card_rules().points_of(bold) == 8, "one point would not help any more"


def test_match_does_not_hand_the_match_over() -> None:
    view = card_view(play(dealt("4 2 5 3"), "show"), 0)
    careful = MatchBot().worth(view._replace(totals=(22, 22, 22)))
    assert careful.wrong == 0, "three points for both others end the match"
    assert max(careful.right) == UNIT


def test_a_player_of_ones_own() -> None:
    class Loud(ExpectedBot):
        kind = "loud"

        def worth(self, view: CardView) -> Worth:
            return Worth(tuple(view.rules.points_of(one) ** 3 for one in view.rules.statements), 0, -1)

    class Steady:
        name = "steady"

        def reaches(self, view: CardView, rng: Random) -> bool:
            return bool(view.peers)

        def says(self, view: CardView, rng: Random) -> Statement:
            return max(odds_of(Knowledge.of(view)), key=lambda one: one.probability).statement

    over = play_card_match([Loud(), Steady(), RandomBot()], 1)
    assert over.is_over and Loud(memory=False).name == "loud-forgetful"


# --- the chance to win ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [card_rules().evolve(target=9), READINGS[2].evolve(target=8, wrong=2)])
def test_chances_against_a_plain_recursion(rules: CardRules) -> None:
    outcomes = speakers_points(rules)
    assert sum(outcomes.values()) == pytest.approx(1)

    @cache
    def chance(totals: tuple[int, int, int]) -> tuple[float, ...]:
        top = max(totals)
        if top >= rules.target:
            return tuple((total == top) / totals.count(top) for total in totals)
        parts = [
            (share / 3, chance(tuple(t + (own if s == speaker else others) for s, t in enumerate(totals))))  # type: ignore[arg-type]
            for (own, others), share in outcomes.items()
            for speaker in range(3)
        ]
        return tuple(sum(weight * found[seat] for weight, found in parts) for seat in range(3))

    for totals in product(range(rules.target + 4), repeat=3):
        for seat in range(3):
            assert chance_to_win(totals, seat, rules) == pytest.approx(chance(totals)[seat], abs=2e-9)


@pytest.mark.parametrize("changes", [{"wrong": 0}, {"points": {"peers": 0}}, {"copies": 1}, {"wrong": 999}])
def test_chances_under_odd_rules(changes: dict[str, object]) -> None:
    rules = card_rules().evolve(target=7, **changes)
    for totals in product(range(7), repeat=3):
        assert sum(chance_to_win(totals, seat, rules) for seat in range(3)) == pytest.approx(1, abs=1e-8)
    assert max(play_card_match([card_player("match")] * 3, 1, rules).totals) >= 7


def test_a_target_that_is_too_high_for_the_table() -> None:
    with pytest.raises(TrinbError, match="for targets up to 100"):
        chance_to_win((0, 0, 0), 0, card_rules().evolve(target=101))


totals_of = st.tuples(*[st.integers(0, 24)] * 3)


@given(totals_of)
@settings(max_examples=200, deadline=None)
def test_chances_add_up_and_follow_the_scores(totals: tuple[int, int, int]) -> None:
    chances = [chance_to_win(totals, seat) for seat in range(3)]
    assert sum(chances) == pytest.approx(1, abs=1e-8)
    assert sorted(range(3), key=totals.__getitem__) == sorted(range(3), key=lambda s: (totals[s], chances[s]))
    order = sorted(zip(totals, chances, strict=True))
    assert [chance for _, chance in order] == sorted(chances)
    worth = match_worth(card_rules(), totals, 0)
    assert worth.wrong <= worth.silence <= max(worth.right)


def test_how_often_a_speaker_gets_how_many_points() -> None:
    exact: dict[tuple[int, int], Fraction] = {}
    for (own, one, two, middle), count in brute.first_deals().items():
        if _value((one, two)) > 0:
            name = _said(one, two, middle)
            right = brute.SAYINGS[name][1](own, one, two)
            gets = (brute.SAYINGS[name][0], 0) if right else (0, 3)
            exact[gets] = exact.get(gets, Fraction(0)) + count
    total = sum(exact.values())
    assert speakers_points(card_rules()) == pytest.approx({k: float(v / total) for k, v in exact.items()})


@cache
def _value(peers: tuple[int, int]) -> Fraction:
    return brute.value(peers)


@cache
def _said(one: int, two: int, middle: int) -> str:
    chances = brute.chances((one, two), middle)
    return max(chances, key=lambda name: (brute.swing(name, chances[name]), chances[name]))


# --- the race -------------------------------------------------------------------------------------------


def test_who_is_first() -> None:
    assert race([0.5, 0.6, 0.7]) == Take(0)
    assert race([None, 0.6, None]) == Take(1)
    assert race([0.7, 0.65, 0.6]) == Take(2)
    assert race([0.5, 0.549, None]) == UNCLEAR
    assert race([0.5, 0.549, None], close=0.01) == Take(0)
    assert race([0.5, 0.5, 0.5], close=0) == Take(0)
    assert race([None, None, None]) == NOBODY


@given(st.lists(st.none() | st.floats(0, 10), min_size=3, max_size=3), st.permutations(range(3)))
def test_a_race_has_no_favourite_seat(times: list[float | None], turned: list[int]) -> None:
    one, other = race(times), race([times[seat] for seat in turned])
    if isinstance(one, Take):
        assert isinstance(other, Take) and turned[other.seat] == one.seat
    else:
        assert other == one


def test_reactions() -> None:
    rng = Random(1)
    times = [Reaction(0.4, 0.1).time(rng) for _ in range(20_000)]
    assert min(times) >= 0.1
    assert sum(times) / len(times) == pytest.approx(0.4, abs=0.005)
    assert Reaction(0.0, 0.0).time(rng) == 0.1
    assert read_reactions("0.6, 1,0.45/0.1") == (Reaction(), Reaction(1), Reaction(0.45, 0.1))
    assert all(read_reactions(f"{it},{it},{it}")[0] == it for it in (Reaction(), Reaction(0.5, 0.02)))
    for bad in (
        "",
        "1,2",
        "1,2,3,4",
        "a,1,1",
        "nan,1,1",
        "inf,1,1",
        "-1,1,1",
        "1/2/3,1,1",
        "1/-2,1,1",
        "1e9,1,1",
    ):
        with pytest.raises(NotationError):
            read_reactions(bad)


def test_the_faster_one_speaks() -> None:
    seats, fast = [card_player("expected")] * 3, (Reaction(0.9), Reaction(0.2), Reaction(0.9))
    speakers = [r.speaker for seed in range(3) for r in play_card_match(seats, seed, reactions=fast).rounds]
    assert speakers.count(1) > 3 * max(1, speakers.count(0), speakers.count(2))


def test_playing_against_bots_with_a_hand_of_ones_own() -> None:
    match = play(dealt("4 2 6 3"), "show")
    bots = [None, card_player("expected"), card_player("careful")]
    times = reaching_times(match, bots, Random(1))
    assert times[0] is None and times[1] is not None, "6 and 4 are both even"
    times[0] = 0.1
    assert race(times) == Take(0)


def test_tables_that_cannot_play() -> None:
    with pytest.raises(TrinbError, match="for 3 players, not 2"):
        play_card_match([card_player("expected")] * 2)
    with pytest.raises(TrinbError, match="for 3 players, not 1"):
        play_card_match([card_player("expected")] * 3, reactions=[Reaction()])

    class Silent(RandomBot):
        def reaches(self, view: CardView, rng: Random) -> bool:
            return False

    with pytest.raises(TrinbError, match="nobody has won after 1000 rounds"):
        play_card_match([Silent()] * 3)


# --- speed ----------------------------------------------------------------------------------------------


@pytest.mark.alone
@pytest.mark.parametrize("name", ["careful", "expected", "match"])
def test_speed(name: str, record_property: Callable[[str, object], None]) -> None:
    bots = [card_player(name)] * 3
    play_card_match(bots, 0)
    start, rounds = time.thread_time(), 0
    for seed in range(1, 20):
        rounds += play_card_match(bots, seed).number
    each = (time.thread_time() - start) / rounds
    record_property("measured", f"card game, {name}: {1e6 * each:.0f} µs a round in readable Python")
    assert each < 0.001
