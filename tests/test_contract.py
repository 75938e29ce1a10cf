"""Every rule set with every reading, for every number of players, with every pair of players."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from trinb import (
    End,
    Place,
    Record,
    Round,
    RuleSet,
    play_match,
    play_round,
    player,
    rule_sets,
    rules,
    view_of,
)
from trinb.moves import What
from trinb.records import read_lines

RULES = [rules(id) for id in rule_sets()] + [
    rules(id).with_reading(name) for id in rule_sets() for name in rules(id).readings
]
CASES = [(rule_set, n) for rule_set in RULES for n in range(rule_set.players[0], rule_set.players[1] + 1)]
PAIRS = list(product(("greedy", "random"), repeat=2))


def table(pair: tuple[str, str], players: int) -> list[str]:
    """The names of the players at the table: this pair, again and again."""
    return [pair[seat % 2] for seat in range(players)]


def check(round: Round) -> None:
    """What holds in every state."""
    check_conserved(round)
    sums = [0] * round.players
    for seat, line in round.lines:
        sums[seat] += line.points
    assert list(round.scores) == sums
    assert len(round.legal_moves()) == sum(1 for _ in round.legal_moves())
    assert bool(round.legal_moves()) != round.is_over
    assert list(view_of(round, round.seat).legal_moves) == list(round.legal_moves())


@pytest.mark.parametrize(
    ("rule_set", "players"), CASES, ids=[f"{rs!r}-{n}".replace("'", "") for rs, n in CASES]
)
def test_contract(rule_set: RuleSet, players: int) -> None:
    for number, pair in enumerate(PAIRS):
        seed = 100 * players + number
        seats = [player(name) for name in table(pair, players)]
        rng = Random(seed)
        round, steps = Round.deal(rule_set, players, rng), 0
        while not round.is_over:
            check(round)
            move = round.legal_moves().only
            if move is None:
                move = seats[round.seat].choose(view_of(round, round.seat), rng)
            assert move in round.legal_moves()
            round, steps = round.play(move), steps + 1
            assert steps < 500
        check(round)
        assert round == play_round(rule_set, seats, seed)
        placed = sum(event.placement is not None for event in round.events)
        assert placed == len(round.board)
        assert [event.what for event in round.events].count(What.START) == 1
        if round.end is End.OUT:
            assert round.winner is not None
            assert [seat for seat, hand in enumerate(round.hands) if not hand] == [round.winner]


def check_conserved(round: Round) -> None:
    """Every tile of the box is somewhere, once."""
    tiles = Counter(placement.tile for placement in round.board)
    tiles.update(tile for hand in round.hands for tile in hand)
    tiles.update(round.pool)
    assert tiles == Counter(round.tile_set.tiles)


@pytest.mark.parametrize(
    ("rule_set", "players"), CASES, ids=[f"{rs!r}-{n}".replace("'", "") for rs, n in CASES]
)
def test_contract_of_matches(rule_set: RuleSet, players: int) -> None:
    for number, pair in enumerate(PAIRS):
        names = table(pair, players)
        match = play_match(rule_set, [player(name) for name in names], 10 * players + number)
        assert match.is_over
        assert match.end
        assert match.winners
        assert match.number <= 80
        sums = [0] * players
        for seat, line in match.lines:
            sums[seat] += line.points
        assert list(match.totals) == sums
        for round in match.rounds:
            check_conserved(round)
        assert all(round.is_over for round in match.rounds[:-1])
        again = read_lines(Record(match, tuple(names)).lines())
        assert (again.match, again.names) == (match, tuple(names))
        assert [round.events for round in again.match.rounds] == [round.events for round in match.rounds]


def test_other_seeds_give_other_rounds() -> None:
    seats = [player("greedy"), player("random")]
    ends = {str(play_round(rules("triangelspelet"), seats, seed).board) for seed in range(30)}
    assert len(ends) == 30


def test_all_players_of_one_kind_share_nothing() -> None:
    # One player at all seats plays as several of its kind would: nothing is kept between moves.
    one = player("greedy")
    for seed in range(10):
        together = play_round(rules("triangelspelet"), [one] * 3, seed)
        assert together == play_round(rules("triangelspelet"), [player("greedy") for _ in range(3)], seed)
        assert any(isinstance(move, Place) for move in Round.deal(rules("triangelspelet"), 3).legal_moves())
