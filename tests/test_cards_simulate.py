"""The compiled card game: it plays what the readable one plays, and its numbers are those of the game."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random
from statistics import fmean

import brute_cards as brute
import numpy as np
import pytest
from card_games import READINGS

from trinb import TrinbError
from trinb.cards import (
    CardMatch,
    CardPlayer,
    CardRules,
    Knowledge,
    Reaction,
    Say,
    Unclear,
    best,
    card_player,
    card_results,
    card_rules,
    card_view,
    kernel,
    play_card_match,
    race,
    value_of_speaking,
)
from trinb.cards.equilibrium import RaceBot, RaceSolution, solve_race
from trinb.cards.results import QUESTIONS, result_data, results_file, setups
from trinb.cards.simulate import CardResult, Estimate, _game, _table, simulate_cards, simulated_names

ROUNDS = 6000
"""So many are compared move for move."""


@cache
def solution(rules: CardRules) -> RaceSolution:
    return solve_race(rules)


class Fixed(Random):
    """Chance that has come out already."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number = number

    def random(self) -> float:
        return self.number


def bot(name: str, rules: CardRules) -> CardPlayer:
    return RaceBot(solution(rules)) if name == "race" else card_player(name)


# --- move for move --------------------------------------------------------------------------------------


def readable_pack(match: CardMatch, bots: list[CardPlayer], times: list[list[float]], coins: list) -> tuple:
    """The rounds of a pack by the readable players: the match after it, and what happened in each round."""
    log = []
    for number in range(match.rules.rounds):
        match = match.play(match.round.moves[0])
        wants = [
            player.reaches(card_view(match, seat), Fixed(coins[number][seat][0]))
            for seat, player in enumerate(bots)
        ]
        move = race([time if want else None for time, want in zip(times[number], wants, strict=True)])
        match = match.play(move)
        speaker, said = (-1 if isinstance(move, Unclear) else -2), -3
        if match.round.speaker is not None and not match.is_over:
            speaker = match.round.speaker
            statement = bots[speaker].says(card_view(match, speaker), Fixed(coins[number][speaker][1]))
            said = match.rules.statements.index(statement)
            match = match.play(Say(statement))
        log.append([*wants, speaker, said])
        if match.is_over:
            break
    return match, log


TABLES = [
    ("expected", "expected-forgetful", "match"),
    ("careful", "careful-forgetful", "match-forgetful"),
    ("random", "race", "match"),
    ("race", "race", "expected"),
    ("match", "match", "match"),
    ("random-forgetful", "careful", "expected"),
]
HOUSES = [
    *READINGS,
    card_rules().evolve(target=12, wrong=2, points={"equal": 6, "peers": 2}),
    card_rules().evolve(copies=3, target=40),
]
"""The first and the last are those for which a race is solved."""


@pytest.mark.parametrize("names", TABLES, ids="-".join)
def test_it_plays_what_the_readable_players_play(names: tuple[str, str, str]) -> None:
    rng, rounds, seed = Random(str(names)), 0, 0
    while rounds < ROUNDS / len(TABLES):
        rules = HOUSES[seed % len(HOUSES)] if "race" not in names else HOUSES[-seed % 2]
        seed += 1
        bots = [bot(name, rules) for name in names]
        solved = solution(rules) if "race" in names else None
        table = _table(names, [Reaction()] * 3, rules, 0.05, solved)
        game, row = _game(rules, weighs=True), np.zeros(kernel.COLUMNS, np.int64)
        match, totals, over = CardMatch.start(rules, seed), np.zeros(3, np.int64), False
        while not over:
            times = [[max(0.1, rng.gauss(0.6, 0.15)) for _ in range(3)] for _ in range(rules.rounds)]
            coins = [[[rng.random(), rng.random()] for _ in range(3)] for _ in range(rules.rounds)]
            log, pack = np.full((rules.rounds, 5), -9), np.array(match.packs[-1]) - 1
            over = kernel.play_pack(game, table, totals, pack, np.array(times), np.array(coins), row, log)
            match, found = readable_pack(match, bots, times, coins)
            assert log[: len(found)].tolist() == found
            assert (log[len(found) :] == -9).all()
            assert (totals.tolist(), over) == (list(match.totals), match.is_over)
        rounds += match.number
        check_counts(match, row)


def check_counts(match: CardMatch, row: np.ndarray) -> None:
    """What the kernel counts is what happened."""
    ends = [round.end.value for round in match.rounds if round.end]
    assert row[kernel.ROUNDS] == match.number
    assert (row[kernel.UNCLEAR_ROUNDS], row[kernel.NOBODY_ROUNDS]) == (
        ends.count("unclear"),
        ends.count("nobody"),
    )
    for seat in range(3):
        own = row[kernel.OF_SEATS + seat * kernel.EACH :][: kernel.EACH]
        lines = [line for line in match.lines if line.seat == seat]
        assert own[kernel.POINTS] == match.totals[seat] == sum(line.points for line in lines)
        assert own[kernel.SPOKE] == sum(line.mine for line in lines)
        assert own[kernel.RIGHT] == sum(line.mine and line.right for line in lines)


# --- chance ---------------------------------------------------------------------------------------------


def test_the_generator_is_the_one_that_it_is_called() -> None:
    # The first numbers of SplitMix64 from the seed 1234567, as they are published with it.
    state, found = np.uint64(1234567), []
    with np.errstate(over="ignore"):
        for _ in range(3):
            state += np.uint64(0x9E3779B97F4A7C15)
            found.append(int(kernel.mixed(state)))
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_numbers_are_even_and_packs_are_shuffled_fairly() -> None:
    state = np.array([7], np.uint64)
    numbers = np.array([kernel.uniform(state) for _ in range(20_000)])
    assert numbers.min() >= 0 and numbers.max() < 1
    assert abs(numbers.mean() - 0.5) < 0.01 and abs(numbers.var() - 1 / 12) < 0.002

    rules = card_rules()
    table = _table(["random"] * 3, [Reaction(0.5, 0.1)] * 3, rules, 0.05, None)
    game, pack = _game(rules, weighs=False), np.arange(24)
    times, coins = np.empty((6, 3)), np.empty((6, 3, 2))
    places, drawn, deals = np.zeros((24, 24)), [], 4800
    for _ in range(deals):
        kernel.draw(game, table, state, pack, times, coins)
        places[np.arange(24), pack] += 1
        drawn.append(times.copy())
    # Chi-square with 23² degrees of freedom: 529 ± 32.5.
    assert abs(((places - deals / 24) ** 2 / (deals / 24)).sum() - 529) < 5 * 32.5
    assert np.mean(drawn) == pytest.approx(0.5, abs=0.002) and np.std(drawn) == pytest.approx(0.1, abs=0.002)
    assert coins.min() >= 0 and coins.max() < 1


def test_a_match_follows_from_seed_and_number_alone() -> None:
    names = ["match", "random", "careful"]
    one, more = (simulate_cards(names, rounds, seed=5) for rounds in (2_000, 90_000))
    assert (more.counts[: one.matches] == one.counts).all()
    assert one.rounds >= 2_000 > one.rounds - one.counts[-1, kernel.ROUNDS]
    other = simulate_cards(names, 2_000, seed=6)
    assert (other.counts[:20] != one.counts[:20]).any()
    assert simulate_cards(names, 2_000, seed=5 + 2**64).seats == one.seats


# --- the numbers ----------------------------------------------------------------------------------------


def z(one: Estimate, other: Estimate | float) -> float:
    """How many standard deviations two numbers are apart."""
    if not isinstance(other, Estimate):
        other = Estimate(other, 0.0)
    return abs(one.value - other.value) / max(1e-12, float(np.hypot(one.margin, other.margin)) / 1.96)


LIMIT = 4.5


def test_it_agrees_with_rounds_of_the_readable_players() -> None:
    names = ["expected", "careful-forgetful", "match"]
    bots = [card_player(name) for name in names]
    matches = [play_card_match(bots, seed) for seed in range(250)]
    found = simulate_cards(names, 200_000)
    rounds = [match.number for match in matches]
    for seat in range(3):
        points = [match.totals[seat] - found.seats[seat].points.value * match.number for match in matches]
        assert abs(fmean(points)) < LIMIT * np.std(points) / len(points) ** 0.5
        won = [(seat in match.winners) / len(match.winners) for match in matches]
        assert abs(fmean(won) - found.seats[seat].won.value) < LIMIT * np.std(won) / len(won) ** 0.5
    assert abs(fmean(rounds) - found.length.value) < LIMIT * np.std(rounds) / len(rounds) ** 0.5


def test_a_lone_speaker_gets_what_counting_says() -> None:
    # Seat 0 is always first, and nobody remembers, so that every round is a first round to it.
    spoke = right = 0
    for (own, one, two, middle), count in brute.first_deals().items():
        if value_of_speaking(Knowledge((one, two))) > 0:
            said = best(Knowledge((one, two), middle)).statement
            spoke += count
            right += count * said.holds(own, (one, two))
    names, fast = ["expected-forgetful"] * 3, (Reaction(0.1, 0), Reaction(5, 0.1), Reaction(5, 0.1))
    found = simulate_cards(names, 60_000, reactions=fast, rules=card_rules().evolve(target=300))
    assert found.seats[0].right is not None
    assert z(found.seats[0].spoke, spoke / 255_024) < LIMIT
    assert z(found.seats[0].right, right / spoke) < LIMIT


@pytest.mark.parametrize("name", simulated_names())
def test_equal_players_win_equally_often(name: str) -> None:
    found = simulate_cards([name] * 3, 60_000, seed=3)
    for seat in found.seats:
        assert z(seat.won, 1 / 3) < LIMIT
        assert z(seat.points, found.seats[0].points) < LIMIT
    assert sum(seat.won.value for seat in found.seats) == pytest.approx(1)
    share = sum(seat.spoke.value for seat in found.seats) + found.unclear.value + found.nobody.value
    assert share == pytest.approx(1)


def test_a_seat_is_no_advantage() -> None:
    one = simulate_cards(["match", "expected", "careful"], 150_000, seed=1)
    other = simulate_cards(["careful", "match", "expected"], 150_000, seed=2)
    for seat in range(3):
        assert z(one.seats[seat].won, other.seats[(seat + 1) % 3].won) < LIMIT


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    inside = 0
    for seed in range(200):
        found = simulate_cards(["expected"] * 3, 1_000, seed=seed)
        inside += found.seats[0].won.low <= 1 / 3 <= found.seats[0].won.high
    assert 178 <= inside <= 199


def test_nobody_speaks_if_everything_costs_too_much() -> None:
    dear = card_rules().evolve(wrong=999, points={"peers": 0})
    found = simulate_cards(["expected"] * 3, 1_500, rules=dear)
    assert found.nobody.value > 0.3 and found.unclear.value < 0.7


def test_progress_and_what_cannot_be_simulated() -> None:
    told: list[tuple[int, int]] = []
    simulate_cards(["random"] * 3, 90_000, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (90_000, 90_000) and len(told) > 1
    for names in (["expected"] * 2, ["expected"] * 4, ["expected", "x", "x"], ["race-forgetful"] * 3):
        with pytest.raises(TrinbError):
            simulate_cards(names, 10)
    with pytest.raises(TrinbError, match="for 3 players, not 1"):
        simulate_cards(["expected"] * 3, 10, reactions=[Reaction()])
    with pytest.raises(TrinbError, match="targets up to 100"):
        simulate_cards(["match"] * 3, 10, rules=card_rules().evolve(target=101))


# --- the table that comes with trinb --------------------------------------------------------------------


def test_the_table_has_every_row_and_its_command() -> None:
    rows = card_results()
    assert [(row["question"], tuple(row["players"])) for row in rows] == [
        (setup.question, setup.players) for setup in setups()
    ]
    assert [row["reactions"] for row in rows] == [list(map(str, setup.reactions)) for setup in setups()]
    assert {row["question"] for row in rows} == set(QUESTIONS)
    for name in QUESTIONS:
        assert card_results(name) == [row for row in rows if row["question"] == name]
    with pytest.raises(TrinbError, match="there is no question 'x'; there are bots, memory, speed, trade"):
        card_results("x")
    for row in rows:
        assert row["rounds"] >= results_file()["rounds"] >= 1_000_000
        assert f"--players {','.join(row['players'])} " in row["command"]
        assert sum(seat["won"][0] for seat in row["seats"]) == pytest.approx(1, abs=1e-4)


def far_apart(one: list[float], other: list[float]) -> bool:
    return z(Estimate(*one), Estimate(*other)) > LIMIT


@pytest.mark.parametrize("number", range(0, len(list(setups())), 7))
def test_the_table_comes_out_again_from_a_sample(number: int) -> None:
    setup, row = list(setups())[number], card_results()[number]
    race = solution(card_rules())
    found = simulate_cards(setup.players, 60_000, seed=99, reactions=setup.reactions, race=race)
    again = result_data(found, 60_000)
    for key in ("length", "unclear", "nobody"):
        assert not far_apart(again[key], row[key]), key
    for seat, (here, there) in enumerate(zip(again["seats"], row["seats"], strict=True)):
        for key in ("points", "spoke", "right", "won"):
            assert not far_apart(here[key], there[key]), (seat, key)


def test_a_row_comes_out_again_to_the_last_digit() -> None:
    row = next(row for row in card_results("memory") if row["players"][0] == "expected")
    found = simulate_cards(row["players"], results_file()["rounds"], results_file()["seed"])
    assert {"question": "memory", **result_data(found, results_file()["rounds"])} == row


def test_what_the_table_says() -> None:
    def won(question: str, *first: object) -> list[float]:
        return next(
            row["seats"][0]["won"]
            for row in card_results(question)
            if (row["players"][0], *row["players"][1:2], row["reactions"][0])[: len(first)] == first
        )

    for name in ("careful", "expected", "match"):
        share, margin = won("memory", name)
        assert share - margin > 1 / 3, "memory is worth something"
        share, margin = won("memory", f"{name}-forgetful")
        assert share + margin < 1 / 3
    speeds = [row["seats"][0]["won"][0] for row in card_results("speed") if row["players"][0] == "expected"]
    assert speeds == sorted(speeds, reverse=True), "the slower, the fewer"


def test_results_in_words() -> None:
    found = simulate_cards(["random"] * 3, 1_000)
    assert isinstance(found, CardResult)
    assert repr(found).startswith(f"<CardResult of {found.rounds:,} rounds, matches won: random 0.")
    assert str(Estimate(0.5, 0.01)) == "0.500 ± 0.010"


def test_all_pairs_of_bots_are_compared() -> None:
    kinds = ("careful", "expected", "match", "race", "random")
    pairs = {(row["players"][0], row["players"][1]) for row in card_results("bots")}
    assert pairs == set(product(kinds, repeat=2))


# --- speed ----------------------------------------------------------------------------------------------


@pytest.mark.alone
@pytest.mark.parametrize("name", ["careful", "expected", "match"])
def test_a_million_rounds_take_seconds(name: str, record_property: Callable[[str, object], None]) -> None:
    simulate_cards([name] * 3, 100)  # compiles
    start = time.thread_time()
    found = simulate_cards([name] * 3, 400_000)
    speed = found.rounds / (time.thread_time() - start)
    record_property("measured", f"card game, {name}: {speed:,.0f} rounds a second, compiled")
    assert speed > 100_000
