"""The players that search: they see only what they may, keep to their budget, and play by the rules."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb import Move, Round, RuleSet, TrinbError, player, rule_sets, rules, view_of
from trinb.players import LEVELS, choice, finish, player_names
from trinb.search.levels import level
from trinb.search.tree import Option, Settings, TreePlayer, analyse
from trinb.search.treeplain import Hidden, PlainTable, margin, position
from trinb.search.voids import Void, this_turn, voids

SWEDISH, GRANNA, GOLIATH = rules("triangelspelet"), rules("granna"), rules("triominos-goliath")
MIRRORED = SWEDISH.evolve(id="all mirrored", tiles="mirrored-7", players=[2, 6], hand={"tiles": 9})
EVERY = [*(rules(id) for id in rule_sets()), MIRRORED]
COMPILED = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
by_rules = pytest.mark.parametrize("rule_set", EVERY, ids=lambda rule_set: rule_set.id)


def played(rule_set: RuleSet, players: int, seed: int) -> Iterator[tuple[Round, list[Move]]]:
    """The states of a round of random, pupil and greedy players, each with the moves that led to it."""
    rng, moves = Random(f"{seed}"), list[Move]()
    round = Round.deal(rule_set, players, rng, rng.choice([None, *range(players)]))
    table = [player(rng.choice(["greedy", "random", "pupil"])) for _ in range(players)]
    while not round.is_over:
        yield round, moves
        moves = [*moves, choice(round, table, rng)]
        round = round.play(moves[-1])


def with_choice(rule_set: RuleSet, players: int, seeds: int, least: int = 2) -> Iterator[Round]:
    """States in which there are so many moves."""
    for seed in range(seeds):
        yield from (round for round, _ in played(rule_set, players, seed) if len(round.moves) >= least)


# --- what others could not place ---------------------------------------------------------------------------


@by_rules
@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
@settings(max_examples=6, deadline=None)
def test_voids_never_exclude_the_true_hands(rule_set: RuleSet, seed: int, players: int) -> None:
    for number, (round, _) in enumerate(played(rule_set, players, seed)):
        if (number + seed) % 3 == 0:
            looking = number % players
            for seat, known in enumerate(voids(view_of(round, looking))):
                assert seat == looking or all(void.allows(round.hands_[seat]) for void in known)
                for wide, narrow in pairwise(known):
                    assert wide.most > narrow.most
                    assert not narrow.tiles & ~wide.tiles


def test_voids_say_much() -> None:
    # Of what is hidden, a good part is known not to be in a hand of somebody who has just drawn or passed.
    for rule_set in (SWEDISH, GRANNA, GOLIATH, rules("triominos-de")):
        sure = total = 0
        for seed in range(4):
            for round, _ in played(rule_set, 2, seed):
                view = view_of(round, round.seat)
                total += 1
                sure += any(void.tiles and void.most == 0 for void in voids(view)[1 - round.seat])
        assert sure > total / (100 if rule_set.draws.although_able else 5)


def test_who_draws_had_nothing_that_fitted() -> None:
    drawn = 0
    for seed in range(4):
        states = [round for round, _ in played(rules("triangelspelet-late-draw"), 2, seed)]
        for before, after in pairwise(states):
            if after.events[-1].what.value == "draw":
                drawn += 1
                fitting = 0
                for _, _, tiles in before.board.placements(before.tile_set).by_cell():
                    fitting |= tiles
                unseen = before.tile_set.mask(view_of(after, 1 - before.seat).unseen)
                last = voids(view_of(after, 1 - before.seat))[before.seat][-1]
                assert last.most <= 1
                assert not fitting & unseen & ~voids(view_of(after, 1 - before.seat))[before.seat][0].tiles
    assert drawn > 10


@by_rules
def test_this_turn(rule_set: RuleSet) -> None:
    for seed in range(2):
        for round, _ in played(rule_set, 3, seed):
            assert this_turn(view_of(round, round.seat)) == (round.drawn, round.placed)


# --- deals -------------------------------------------------------------------------------------------------


@by_rules
def test_plain_deals_agree_with_what_was_seen(rule_set: RuleSet) -> None:
    for round in list(with_choice(rule_set, 3, 1))[::3]:
        view = view_of(round, round.seat)
        hands, pool = Hidden(view, Random(1)).deal(Random(2))
        assert hands[view.seat] == view.hand_
        assert tuple(hand.bit_count() for hand in hands) == view.hand_sizes
        assert len(pool) == view.pool_size
        for seat, known in enumerate(voids(view)):
            if seat != view.seat:
                assert all(void.allows(hands[seat]) for void in known)
        again = position(view, hands, pool)
        assert list(again.moves) == list(round.moves)
        assert (again.seat, again.drawn, again.placed) == (round.seat, round.drawn, round.placed)
        over = finish(again, [player("greedy")] * 3, Random(3))
        assert over.is_over
        assert sum(line.points for _, line in over.lines) == sum(over.scores)


class Known(Hidden):
    """Deals of a few tiles of which something is known."""

    def __init__(self, sizes: tuple[int, ...], pool: int, known: list[list[Void]], rng: Random) -> None:
        self._rng = rng
        others = [seat for seat, size in enumerate(sizes) for _ in range(size)]
        self._tiles, self._held = list(range(len(others) + pool)), len(others)
        self._holder = [*others, *([None] * pool)]
        self._voids, self._hands = known, [0] * len(sizes)
        for number, seat in zip(self._tiles, others, strict=False):
            self._hands[seat] |= 1 << number
        self.exchange(24)


def test_all_deals_that_agree_come_with_the_same_chance() -> None:
    # Two hands of two tiles and a pool of two; the first hand holds at most one of 0, 1, 2, the second no 3.
    known = [[Void(0b000111, 1)], [Void(0b001000, 0)]]
    hidden, counts = Known((2, 2), 2, known, Random(1)), Counter[tuple[int, int]]()
    for _ in range(12_000):
        hidden.exchange(2)
        counts[hidden.deal(Random(1))[0]] += 1  # type: ignore[index]
    assert all((one & 0b111).bit_count() <= 1 and not other & 0b1000 for one, other in counts)
    expected = [
        (one, other)
        for one in range(64)
        for other in range(64)
        if one.bit_count() == other.bit_count() == 2 and not one & other
        and (one & 0b111).bit_count() <= 1 and not other & 0b1000
    ]  # fmt: skip
    assert set(counts) == set(expected)
    mean = 12_000 / len(expected)
    assert all(abs(count - mean) < 6 * mean**0.5 for count in counts.values())


def test_deals_that_only_just_agree_are_found() -> None:
    # Every hand may hold exactly two tiles of its own, and the pool is empty: there is one deal.
    known = [[Void(0b111111 & ~(0b11 << 2 * seat), 0)] for seat in range(3)]
    for seed in range(20):
        hidden = Known((2, 2, 2), 0, known, Random(seed))
        hidden.exchange(60)
        assert hidden.deal(Random(1))[0] == (0b11, 0b1100, 0b110000)


# --- choices -----------------------------------------------------------------------------------------------


@by_rules
@pytest.mark.parametrize("name", ["club", "master"])
def test_rounds_are_played_by_the_rules(rule_set: RuleSet, name: str) -> None:
    low, high = rule_set.players
    for players in range(low, min(high, 4) + 1):
        table = [player(name), *([player("greedy")] * (players - 1))]
        over = finish(Round.deal(rule_set, players, 3), table, Random(4))  # refuses what is not allowed
        assert over.is_over


@COMPILED
def test_all_moves_are_tried_and_none_else(compiled: bool) -> None:
    for rule_set in (SWEDISH, GRANNA, GOLIATH, MIRRORED):
        rounds = with_choice(rule_set, 2, 1)
        for round in list(rounds)[:: 1 if compiled else 15]:
            options = analyse(
                view_of(round, round.seat), Random(1), iterations=40 if compiled else 1, compiled=compiled
            )
            assert sorted(str(option.move) for option in options) == sorted(map(str, round.moves))
            assert all(option.tries >= 1 and option.low <= option.margin <= option.high for option in options)


@COMPILED
def test_moves_that_must_be_done_are_judged_too(compiled: bool) -> None:
    seen = set()
    for rule_set in (SWEDISH, rules("triominos-de")):
        for seed in range(6):
            for round, _ in played(rule_set, 2, seed):
                if not round.moves.placements and str(round.moves[0]) not in seen:
                    (option,) = analyse(view_of(round, round.seat), Random(1), compiled=compiled)
                    assert option.move == round.moves[0]
                    seen.add(str(option.move))
    assert "draw" in seen


@COMPILED
def test_the_same_seed_gives_the_same_again(compiled: bool) -> None:
    for rule_set in (SWEDISH, GRANNA):
        for round in list(with_choice(rule_set, 3, 1, 4))[-3 if compiled else -1 :]:
            view = view_of(round, round.seat)
            first = analyse(view, Random(5), iterations=30, compiled=compiled)
            assert analyse(view, Random(5), iterations=30, compiled=compiled) == first
            assert analyse(view, Random(6), iterations=30, compiled=compiled) != first


def test_what_is_played_before_at_the_same_desk_changes_nothing() -> None:
    rounds = list(with_choice(SWEDISH, 2, 3, 3))
    views = [view_of(round, round.seat) for round in rounds]
    forward = [analyse(view, Random(1), iterations=200) for view in views]
    backward = [analyse(view, Random(1), iterations=200) for view in reversed(views)]
    assert forward == backward[::-1]


def test_a_choice_leaves_the_chance_of_the_table_alone() -> None:
    # However much is tried, a decision takes one number from the generator.
    round = next(with_choice(SWEDISH, 2, 1, 3))
    few, many = Random(1), Random(1)
    TreePlayer(iterations=20).choose(view_of(round, round.seat), few)
    TreePlayer(iterations=2000).choose(view_of(round, round.seat), many)
    assert few.getstate() == many.getstate()


def swap(round: Round, moves: list[Move], rng: Random) -> Round | None:
    """The same moves after a deal in which a tile of another hand and one of the pool changed places."""
    import attrs

    others = [seat for seat in range(round.players) if seat != round.seat and round.hands[seat]]
    if not round.pool or not others:
        return None
    a = round.tile_set.number(rng.choice(round.hands[rng.choice(others)]))
    b = rng.choice(round.pool_)
    order = tuple({a: b, b: a}.get(number, number) for number in round.dealt.order)
    again = Round.start(attrs.evolve(round.dealt, order=order))
    for move in moves:
        if move not in again.moves:
            return None
        again = again.play(move)
    return again if (again.seat, again.events) == (round.seat, round.events) else None


@COMPILED
@pytest.mark.parametrize("rule_set", [SWEDISH, GRANNA, GOLIATH], ids=lambda rule_set: rule_set.id)
def test_hidden_tiles_change_no_choice(rule_set: RuleSet, compiled: bool) -> None:
    compared, rng = 0, Random(1)
    for seed in range(4):
        for round, moves in played(rule_set, 3, seed):
            other = swap(round, moves, rng) if len(round.moves) > 1 else None
            if other is None or (not compiled and rng.random() < 0.95):
                continue
            assert other.hands != round.hands
            found = [
                analyse(
                    view_of(state, state.seat),
                    Random(seed),
                    iterations=30 if compiled else 1,
                    compiled=compiled,
                )
                for state in (round, other)
            ]
            assert found[0] == found[1]
            compared += 1
    assert compared >= (20 if compiled else 1)


def test_hidden_tiles_change_no_chances() -> None:
    # With other seeds on both sides the moves come as often: chi-square over two rows of counts.
    rng = Random(3)
    for seed in range(30):
        for round, moves in played(SWEDISH, 2, seed):
            other = swap(round, moves, rng) if len(round.moves) > 4 else None
            if other is None:
                continue
            rows = []
            for k, state in enumerate((round, other)):
                bot = TreePlayer(iterations=16)
                view = view_of(state, state.seat)
                rows.append(Counter(str(bot.choose(view, Random(10_000 * k + n))) for n in range(250)))
            names = set(rows[0]) | set(rows[1])
            if len(names) < 3:
                continue
            chi = sum(
                (rows[0][name] - rows[1][name]) ** 2 / (rows[0][name] + rows[1][name]) for name in names
            )
            assert chi < len(names) + 5 * (2 * len(names)) ** 0.5
            return
    pytest.fail("no position was found")


def test_seats_that_look_alike_are_asked_alike_by_memory() -> None:
    # Without memory what was seen of others does not matter, only how many tiles they hold.
    differ = 0
    for round in with_choice(SWEDISH, 2, 6, 3):
        view = view_of(round, round.seat)
        found = [
            analyse(view, Random(1), iterations=200, settings=Settings(memory=memory))
            for memory in (True, False)
        ]
        known = any(void.tiles for void in voids(view)[1 - round.seat])
        differ += found[0] != found[1]
        if not known:
            assert found[0] == found[1]
    assert differ > 5


WITHOUT_NUMBA = """
import sys
sys.modules.update(dict.fromkeys(("numba", "llvmlite", "numpy"), None))
from trinb import play_round, player, rules
table = [player("club"), player("greedy"), player("master")]
table[2].iterations = 20
print(table[0], play_round(rules("granna"), table, 1).is_over)
"""


def test_they_play_where_nothing_can_be_compiled() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "<Player club: 60 rollouts> True"


# --- budgets -----------------------------------------------------------------------------------------------


@COMPILED
@pytest.mark.parametrize("iterations", [1, 7, 90])
def test_iterations_are_kept(iterations: int, compiled: bool) -> None:
    for round in list(with_choice(SWEDISH, 2, 2))[:: 1 if compiled else 40]:
        options = analyse(view_of(round, round.seat), Random(1), iterations=iterations, compiled=compiled)
        done = sum(option.tries for option in options)
        assert done <= max(iterations, len(options))
        assert done >= min(iterations, len(options)) / 2


class Clock:
    """A clock that goes on by a tick whenever somebody looks."""

    def __init__(self, tick: float) -> None:
        self.now, self.tick = 0.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


@COMPILED
def test_seconds_are_kept(compiled: bool) -> None:
    round = max(with_choice(SWEDISH, 2, 2), key=lambda round: len(round.moves))
    view = view_of(round, round.seat)
    for tick in (0.05, 0.2, 5.0) if compiled else (0.2,):
        clock = Clock(tick)
        options = analyse(view, Random(1), seconds=1.0, compiled=compiled, clock=clock)
        assert clock.now <= 1.0 + 12 * tick
        assert all(option.tries >= 1 for option in options)


def test_more_time_is_used() -> None:
    round = max(with_choice(SWEDISH, 2, 2), key=lambda round: len(round.moves))
    view = view_of(round, round.seat)
    done = [
        sum(option.tries for option in analyse(view, Random(1), seconds=1.0, clock=Clock(tick)))
        for tick in (0.3, 0.05)
    ]
    assert done[1] > 2 * done[0]


@pytest.mark.parametrize("budget", [{"iterations": 100_000}, {"seconds": 1.0}], ids=["iterations", "seconds"])
def test_it_says_how_far_it_is_and_can_be_stopped(budget: dict[str, Any]) -> None:
    round = max(with_choice(SWEDISH, 2, 2), key=lambda round: len(round.moves))
    view, told = view_of(round, round.seat), list[tuple[int, int]]()
    options = analyse(
        view,
        Random(1),
        **budget,
        progress=lambda *said: told.append(said),
        clock=Clock(0.05),
    )
    assert len(told) >= 5
    assert told == sorted(told)
    assert all(0 < done <= asked for done, asked in told)
    few = analyse(
        view,
        Random(1),
        **budget,
        stop=lambda: True,
        clock=Clock(0.05),
    )
    assert len(few) == len(options)
    assert sum(option.tries for option in few) < sum(option.tries for option in options) / 4
    assert few[0].margin == max(option.margin for option in few)


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        ({"iterations": 0}, "from 1 to"),
        ({"iterations": 2.5}, "from 1 to"),
        ({"iterations": True}, "from 1 to"),
        ({"iterations": 10**10}, "from 1 to"),
        ({"seconds": 0}, "above 0"),
        ({"seconds": float("nan")}, "above 0"),
        ({"seconds": "1"}, "above 0"),
        ({"iterations": 5, "seconds": 1}, "not both"),
    ],
)
def test_budgets_that_make_no_sense_are_refused(budget: dict[str, object], said: str) -> None:
    with pytest.raises(TrinbError, match=said):
        TreePlayer(**budget)  # type: ignore[arg-type]
    round = Round.deal(SWEDISH, 2, 1)
    with pytest.raises(TrinbError, match=said):
        analyse(view_of(round, round.seat), Random(1), **budget)  # type: ignore[arg-type]


def test_there_must_be_something_to_decide() -> None:
    round = Round.deal(SWEDISH, 2, 1)
    with pytest.raises(TrinbError, match="nothing to decide"):
        analyse(view_of(round, 1 - round.seat), Random(1))


@COMPILED
def test_events_must_tell_of_the_board(compiled: bool) -> None:
    round = list(with_choice(SWEDISH, 2, 1))[-1]
    view = view_of(round, round.seat)._replace(events=())
    with pytest.raises(TrinbError, match="do not tell how the tiles came"):
        analyse(view, Random(1), compiled=compiled)


# --- how good ----------------------------------------------------------------------------------------------


@COMPILED
def test_a_clear_case_is_seen(compiled: bool) -> None:
    # Where one placement ends the round with a win and nothing else does, it is found with few rollouts.
    found = 0
    for round in with_choice(SWEDISH, 2, 40):
        ends = [move for move in round.moves if round.play(move).is_over]
        if len(round.hands[round.seat]) == 1 and len(ends) == len(round.moves):
            best = max(round.moves, key=lambda move: margin(round.play(move).scores, round.seat))
            chosen = analyse(view_of(round, round.seat), Random(1), iterations=100, compiled=compiled)[0].move
            gains = [margin(round.play(move).scores, round.seat) for move in (best, chosen)]
            if gains[0] == gains[1]:
                found += 1
    assert found >= 2


def test_intervals_hold_the_mean_as_often_as_they_say() -> None:
    round = max(with_choice(SWEDISH, 2, 2), key=lambda round: len(round.moves))
    view, flat = view_of(round, round.seat), Settings(depth=0)
    true = {str(o.move): o.margin for o in analyse(view, Random(0), iterations=60_000, settings=flat)}
    best = max(true, key=true.__getitem__)
    runs = [analyse(view, Random(n), iterations=100, settings=flat) for n in range(1, 150)]
    held = [o.low <= true[best] <= o.high for options in runs for o in options if str(o.move) == best]
    assert 0.88 < sum(held) / len(held) <= 1


def test_levels_are_players_and_say_what_they_are() -> None:
    assert set(LEVELS) < set(player_names())
    for name in LEVELS:
        assert player(name).name == name
    assert repr(level("club")) == "<Player club: 60 rollouts>"
    assert repr(TreePlayer(seconds=2)) == "<Player tree: 2 seconds>"


def test_plain_and_compiled_judge_alike() -> None:
    # The same trials in another order of chance: the means of a clear choice agree.
    round = max(with_choice(SWEDISH, 2, 2), key=lambda round: len(round.moves))
    view, flat = view_of(round, round.seat), Settings(depth=0)
    compiled = {o.move: o for o in analyse(view, Random(1), iterations=20_000, settings=flat)}
    table = PlainTable(view, Random(1))
    table.play(25)
    for number, move in enumerate(table.moves):
        mean = table.gained[number] / table.tried[number]
        deviation = (max(0.0, table.squared[number] / 25 - mean * mean) / 25) ** 0.5
        known: Option = compiled[move]
        assert abs(mean - known.margin) < 5 * deviation + (known.high - known.low)


def test_it_gets_ready_in_a_thread_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from trinb.search import tree_desk

    started: list[Thread] = []

    def thread(**options: Any) -> Thread:
        started.append(Thread(**options))
        return started[-1]

    monkeypatch.setattr(tree_desk, "Thread", thread)
    monkeypatch.setattr(tree_desk, "_compiled", set())
    TreePlayer(compiled=False).get_ready()
    assert started == []
    TreePlayer(iterations=1).get_ready()
    started[0].join(100)
    assert tree_desk._compiled
    TreePlayer(iterations=1).get_ready()
    assert len(started) == 1
