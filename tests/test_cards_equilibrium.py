"""The race solved: the tables against exact odds, and the solution against slow best responses."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import brute_cards as brute
import numpy as np
import pytest

from trinb import TrinbError
from trinb.cards import (
    CardRules,
    Knowledge,
    best,
    card_player,
    card_rules,
    play_card_match,
    value_of_speaking,
)
from trinb.cards.equilibrium import RaceBot, RaceSolution, solve_race
from trinb.cards.tables import CODES, code_of, counts_of, odds_tables

CARDS = range(1, 7)


@cache
def solved(speeds: tuple[float, ...] = (1, 1, 1), unclear: float = 0.2) -> RaceSolution:
    return solve_race(speeds=speeds, unclear=unclear)


# --- the tables -----------------------------------------------------------------------------------------


def test_codes_there_and_back() -> None:
    rng = Random(1)
    for _ in range(200):
        seen = rng.sample(card_rules().pack, rng.randrange(25))
        counts = counts_of(code_of(seen))
        assert counts == tuple(seen.count(card) for card in CARDS)
        assert tuple(odds_tables(card_rules()).counts[code_of(seen)]) == counts
    assert code_of(card_rules().pack) == CODES - 1


@pytest.mark.parametrize("rules", [card_rules(), card_rules().with_reading("no-peers-odd")], ids=repr)
def test_the_tables_say_what_the_exact_odds_say(rules: CardRules) -> None:
    tables, rng = odds_tables(rules), Random(2)
    for number in range(400):
        pack = rng.sample(rules.pack, 24)
        one, two, middle, *seen = pack[: 3 + (number % 20)]
        code = code_of(seen)
        said = tables.statement[code, one - 1, two - 1, middle - 1]
        assert rules.statements[said] is best(Knowledge((one, two), middle, seen, rules)).statement
        exact = value_of_speaking(Knowledge((one, two), None, seen, rules))
        assert tables.speaking[code, one - 1, two - 1] == pytest.approx(float(exact), abs=1e-12)


# --- against slow best responses ------------------------------------------------------------------------


def worth_of_speaking(solution: RaceSolution, gone: int, shown: tuple[int, ...]) -> dict:
    """For each three cards, by speaker: what a statement is worth to each seat, beside a void round."""
    later, worth = solution.value[gone + 1], {}
    swings = {pair: mean_swing(pair, shown) for pair in product(CARDS, repeat=2)}
    for cards in product(CARDS, repeat=3):
        left = brute.without(shown)
        if any(cards.count(card) > sum(brute.rank(one) == card for one in left) for card in cards):
            continue
        rest = later[code_of((*shown, *cards))] - later[code_of(shown)]
        rows = []
        for speaker in range(3):
            peers = (cards[(speaker + 1) % 3], cards[(speaker + 2) % 3])
            gained = swings[peers][cards[speaker]]
            rows.append([(gained if seat == speaker else -gained / 2) + rest[seat] for seat in range(3)])
        worth[cards] = rows
    return worth


def mean_swing(peers: tuple[int, int], shown: tuple[int, ...]) -> dict[int, float]:
    """For each own card: what speaking gains over all middle cards, when said is what gains most."""
    try:
        left = brute.without((*shown, *peers))
    except StopIteration:
        return {}
    said = {}
    for middle in set(map(brute.rank, left)):
        chances = brute.chances(peers, middle, shown)
        said[middle] = max(chances, key=lambda name: (brute.swing(name, chances[name]), chances[name]))
    swings = {}
    for own in set(map(brute.rank, left)):
        rest = [brute.rank(card) for card in left]
        rest.remove(own)
        gained = 0
        for middle in rest:
            points, holds = brute.SAYINGS[said[middle]]
            gained += points if holds(own, *peers) else -3
        swings[own] = gained / len(rest)
    return swings


SITUATIONS = [
    (0, ()),
    (1, (1, 2, 3)),
    (2, ()),
    (2, (1, 1, 6, 4, 5, 6)),
    (4, (1, 2, 2, 3, 3, 3, 5, 6, 6)),
    (5, (1, 2, 3, 4, 5, 6) * 2 + (1, 3, 5)),
    (5, (6, 6, 6)),
]


@pytest.mark.slow
@pytest.mark.parametrize("speeds", [(1, 1, 1), (2, 1, 0.5)], ids=str)
@pytest.mark.parametrize(("gone", "shown"), SITUATIONS, ids=str)
def test_a_slow_best_response_finds_what_the_solution_says(
    speeds: tuple[float, ...], gone: int, shown: tuple[int, ...]
) -> None:
    solution = solved(speeds)
    worth = worth_of_speaking(solution, gone, shown)

    def reach(seat: int, sees: tuple[int, int]) -> float:
        return solution.chance(sees, shown, gone, seat)

    played, _, _ = brute.outcomes(shown, reach, speeds, 0.2, worth)
    code = code_of(shown)
    value = solution.value[gone, code] - solution.value[gone + 1, code]
    assert played == pytest.approx(list(value), abs=1e-9)
    layer = solution.layers[gone]
    for seat in range(3):
        regret = 0.0
        for sees in product(CARDS, repeat=2):
            best_here = max(
                brute.outcomes(shown, reach, speeds, 0.2, worth, (seat, sees, choice))[0][seat]
                for choice in (0, 1)
            )
            regret += max(0.0, best_here - played[seat])
        assert regret < 0.01
        assert regret == pytest.approx(layer.regret[np.searchsorted(layer.codes, code), seat], abs=1e-9)


def test_the_first_rounds_come_out_as_they_are_played() -> None:
    solution = solved()

    def reach(seat: int, sees: tuple[int, int]) -> float:
        return solution.chance(sees, (), 0, seat)

    swings = {peers: mean_swing(peers, ()) for peers in product(CARDS, repeat=2)}
    worth = {}
    for cards in product(CARDS, repeat=3):
        rows = [[0.0] * 3 for _ in range(3)]
        for speaker in range(3):
            peers = (cards[(speaker + 1) % 3], cards[(speaker + 2) % 3])
            rows[speaker] = [swings[peers].get(cards[speaker], 0) * (seat == speaker) for seat in range(3)]
        worth[cards] = rows
    gained, speaks, void = brute.outcomes((), reach, (1, 1, 1), 0.2, worth)
    assert speaks == pytest.approx(list(solution.speaks[0]), abs=1e-9)
    assert void == pytest.approx(solution.void[0], abs=1e-9)
    # What a speaker gains on one opponent is his points less what that one gets.
    mean = sum(gained) / 3
    others = [(solution.points[0].sum() - solution.points[0][seat]) / 2 for seat in range(3)]
    assert solution.points[0] == pytest.approx(others, abs=1e-9)
    assert mean < solution.points[0][0]


# --- what must be so ------------------------------------------------------------------------------------


def test_nobody_regrets_much_and_equal_players_are_equal() -> None:
    solution = solved()
    assert solution.regret < 0.01
    assert (solution.layers[3].reach[:, 0] == solution.layers[3].reach[:, 2]).all()
    assert abs(solution.value[0, 0]).max() < 1e-12, "what one gains the others lose"
    assert np.ptp(solution.points, axis=1).max() < 1e-9
    assert np.ptp(solution.speaks, axis=1).max() < 1e-9
    for layer in solution.layers:
        assert layer.reach.min() >= 0 and layer.reach.max() <= 1
    assert (solution.speaks.sum(1) + solution.void == pytest.approx(1)) and solution.void.max() < 0.5


def test_a_seat_can_be_turned() -> None:
    one, other = solved((2, 1, 0.5)), solved((0.5, 2, 1))
    for seat in range(3):
        assert one.points[:, seat] == pytest.approx(other.points[:, (seat + 1) % 3], abs=1e-9)


def test_who_is_faster_gains() -> None:
    solution = solved((2, 1, 0.5))
    assert (np.diff(solution.points, axis=1) < 0).all()
    assert list(solution.value[0, 0]) == sorted(solution.value[0, 0], reverse=True)
    assert (np.diff(solution.speaks, axis=1) < 0).all()


def test_a_sure_point_is_always_reached_for() -> None:
    for peers in ((2, 4), (6, 6), (1, 5), (3, 3)):
        assert solved().chance(peers) == 1


def test_if_every_race_is_unclear() -> None:
    solution = solve_race(card_rules().evolve(copies=2), unclear=1)
    assert solution.regret < 0.05
    assert solution.void[0] > solve_race(card_rules().evolve(copies=2), unclear=0).void[0]


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_smaller_packs(copies: int) -> None:
    told: list[tuple[int, int]] = []
    solution = solve_race(
        card_rules().evolve(copies=copies), progress=lambda done, total: told.append((done, total))
    )
    assert len(solution.layers) == len(solution.void) == 6 * copies // 4
    assert solution.regret < 0.02
    assert told[-1][0] == told[-1][1] == sum(len(layer.codes) for layer in solution.layers)


def test_what_cannot_be_asked() -> None:
    for speeds, unclear in (((1, 1), 0.1), ((1, 1, 0), 0.1), ((1, 1, float("nan")), 0), ((1, 1, 1), 1.5)):
        with pytest.raises(TrinbError, match="three positive speeds"):
            solve_race(speeds=speeds, unclear=unclear)
    for shown, gone in (((1,), 1), ((1, 2, 3), 0), ((), 6), ((1, 1, 1, 1, 1, 2), 2)):
        with pytest.raises(TrinbError, match="no pack can come to this"):
            solved().chance((1, 2), shown, gone)


def test_a_bot_that_plays_it() -> None:
    bot = RaceBot(solved())
    over = play_card_match([bot, card_player("expected"), bot], 3)
    assert over.is_over and over == play_card_match([bot, card_player("expected"), bot], 3)
    assert repr(solved()).startswith("<RaceSolution: speeds (1.0, 1.0, 1.0), unclear 0.2, regret 0.00")
