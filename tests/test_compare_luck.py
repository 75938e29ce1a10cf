"""Luck against skill: shares of a made-up game that are known, the readable engine's rounds, and duels."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest

from trinb import Deal, GreedyPlayer, Place, PlayerView, Round, TrinbError, rules
from trinb.moves import Move
from trinb.players import finish
from trinb.simulate import luck
from trinb.simulate.duel import duel
from trinb.simulate.luck import PARTS, LuckAndSkill, luck_and_skill
from trinb.simulate.statistics import Floats
from trinb.simulate.task import Task

SWEDISH, GRANNA = rules("triangelspelet"), rules("granna")

# --- a made-up game, whose shares are known ---------------------------------------------------------------


def made_up(
    rng: np.random.Generator, deals: int, parts: dict[str, float], seats: int = 2
) -> tuple[Floats, Any]:
    """Points that are the sum of independent parts with these variances, skewed as points are."""

    def drawn(name: str, *size: int) -> Floats:
        return (rng.gamma(1.0, size=size) - 1) * np.sqrt(parts[name])

    who = rng.integers(2, size=(deals, 2, seats))
    spread = np.linspace(-1, 1, seats)
    points = 40 + drawn("deal", deals, 1, 1, seats) + drawn("meeting", deals, 2, 1, seats)
    points = points + drawn("choices", deals, 2, 2, seats)
    points = points + spread / spread.std() * np.sqrt(parts["seat"])
    return points + (np.sqrt(parts["player"]) * (2 * who - 1))[:, :, None, :], who


CASES = [
    {"player": 2.0, "seat": 0.0, "deal": 20.0, "meeting": 3.0, "choices": 75.0},
    {"player": 0.3, "seat": 0.2, "deal": 40.0, "meeting": 0.0, "choices": 59.5},
    {"player": 0.0, "seat": 5.0, "deal": 0.0, "meeting": 10.0, "choices": 85.0},
]


@pytest.mark.slow
@pytest.mark.parametrize(("parts", "seats"), list(zip(CASES, (2, 4, 2), strict=True)))
def test_how_often_the_intervals_hold_the_true_shares(parts: dict[str, float], seats: int) -> None:
    tries, held, values = 100, dict.fromkeys(PARTS, 0), dict.fromkeys(PARTS, 0.0)
    whole = sum(parts.values())
    for seed in range(tries):
        points, who = made_up(np.random.default_rng(seed), 300, parts, seats)
        for part in luck._parts(points - points.mean(), who, 2, seed):
            truth = parts[part.name] / whole
            held[part.name] += part.share.low - 1e-12 <= truth <= part.share.high
            values[part.name] += part.share.value / tries
    # 95 % less four standard errors; where the truth is 0 all hold it.
    assert {name: count for name, count in held.items() if count < 95 - 4 * 2.2} == {}
    for name, variance in parts.items():
        # What comes out below 0 counts as 0, so small shares are a little too large on average.
        assert values[name] == pytest.approx(variance / whole, abs=0.012)


# --- of the game ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> LuckAndSkill:
    return luck_and_skill(GRANNA, deals=80, seed=3, duel_rounds=2_000, progress=False)


def test_the_parts_are_all_there_is(found: LuckAndSkill) -> None:
    assert [part.name for part in found.parts] == list(PARTS)
    assert sum(part.share.value for part in found.parts) == pytest.approx(1, abs=0.1)
    for part in found.parts:
        assert 0 <= part.share.low <= part.share.value <= part.share.high <= 1
    assert found["choices"] == found.parts[-1].share
    assert found["choices"].value > found["player"].value


def test_the_rounds_are_those_of_the_readable_engine() -> None:
    points, who = luck._replay(GRANNA, [GreedyPlayer()], 3, 20, 5, False)
    deal = Deal.shuffled(GRANNA, 3, Random("5/7/deal"))
    over = finish(Round.start(deal), [GreedyPlayer()] * 3, Random("5/7/1/0"))
    assert points.shape == (20, 2, 2, 3)
    assert points[7, 1, 0].tolist() == list(over.scores)
    assert not who.any()


def test_the_share_of_the_deal_is_what_replays_have_in_common() -> None:
    # The correlation of the points of a seat in two replays, by other players with other choices.
    points, who = luck._replay(SWEDISH, [GreedyPlayer()], 2, 300, 1, False)
    parts = {part.name: part.share for part in luck._parts(points - points.mean(), who, 1, 1)}
    one, two = points[:, 0].mean(1).ravel(), points[:, 1].mean(1).ravel()
    common = np.cov(one, two)[0, 1] / points.var()
    assert parts["deal"].value == pytest.approx(common, abs=0.02)
    assert parts["player"].value == 0  # there is only one kind
    assert 0.05 < parts["deal"].low < parts["deal"].high < 0.4


def test_one_kind_of_player_has_no_duel() -> None:
    found = luck_and_skill(GRANNA, ["greedy"], deals=20, progress=False)
    assert found.duel is None
    assert found["player"].value == 0


def test_players_of_your_own() -> None:
    class First:
        """Always the first move there is."""

        name = "first"

        def choose(self, view: PlayerView, rng: Random) -> Move:
            moves = list(view.legal_moves)
            return next((move for move in moves if isinstance(move, Place)), moves[0])

    found = luck_and_skill(GRANNA, ["greedy", First()], deals=20, progress=False)
    assert found.players == ("greedy", "first")
    assert found.duel is None
    # Who never leaves anything to chance leaves less to chance.
    alone = luck_and_skill(GRANNA, [First()], deals=20, progress=False)
    assert alone["choices"].value == 0


def test_the_seed_reproduces_everything() -> None:
    one, two, other = (luck_and_skill(GRANNA, deals=20, seed=seed, progress=False) for seed in (1, 1, -2))
    assert one.parts == two.parts
    assert one.duel == two.duel
    assert one.parts != other.parts


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    luck_and_skill(GRANNA, deals=20, progress=lambda done, asked: told.append((done, asked)))
    assert told[0] == (4, 80)
    assert told[-1] == (80, 80)


def test_tables_and_words(found: LuckAndSkill) -> None:
    frame = found.frame
    assert list(frame.index) == list(PARTS)
    assert frame.loc["deal", "share"] == found["deal"].value
    assert "which deal: luck" in str(found)
    assert "Gränna rules, 2 seats. 80 deals, each played four times" in str(found)
    assert "Greedy wins" in str(found)
    assert found._repr_html_().count("<tr>") == 6
    assert repr(found).startswith("<LuckAndSkill of granna, 2 seats: player ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": 5}, "from 20 to"),
        ({"deals": "many"}, "from 20 to"),
        ({"players": "greedy"}, "must be a list of names"),
        ({"players": []}, "must be a list of names"),
        ({"players": ["clever"]}, "no player 'clever'"),
        ({"seats": 9}, "for 2 to 8 players"),
        ({"duel_rounds": 0, "deals": 20}, "from 2 to"),
    ],
)
def test_what_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TrinbError, match=message):
        luck_and_skill(GRANNA, progress=False, **options)


# --- duels ------------------------------------------------------------------------------------------------


def test_a_duel_by_hand() -> None:
    found = duel(GRANNA, seats=3, rounds=400, seed=2)
    wins = decided = 0
    ahead = np.zeros(400)
    for seat in range(3):
        task = Task(GRANNA, tuple("greedy" if at == seat else "random" for at in range(3)), 2)
        rows = task.play(0, 400, True).rows
        assert rows is not None
        column = {name: rows[:, index] for index, name in enumerate(task.columns)}
        wins += int((column["winner"] == seat).sum())
        decided += int((column["winner"] >= 0).sum())
        scores = np.stack([column[f"score_{at}"] for at in range(3)], axis=1)
        ahead += (scores[:, seat] - (scores.sum(1) - scores[:, seat]) / 2) / 3
    assert found.wins.value == pytest.approx(wins / decided)
    assert found.ahead.value == pytest.approx(ahead.mean())
    assert found.fair == 1 / 3
    assert found.wins.low > found.fair


def test_equals_have_a_fair_share() -> None:
    found = duel(GRANNA, "greedy", "greedy", rounds=2_000)
    # Each shuffle is played once from each seat, so what one wins the other has won.
    assert found.wins.value == pytest.approx(0.5)
    assert found.ahead.value == pytest.approx(0, abs=1e-9)
    assert found.to_tell.high == inf


def test_the_worse_player() -> None:
    found = duel(GRANNA, "random", "greedy", rounds=2_000)
    assert found.wins.high < found.fair
    assert found.ahead.high < 0
    assert found.to_tell.value == inf


def test_after_so_many_rounds_one_can_tell() -> None:
    found = duel(GRANNA, rounds=20_000, seed=1)
    many = round(found.to_tell.value)
    # Play as many rounds as it takes, many times: the better one is ahead in 95 of 100 cases.
    task = Task(GRANNA, ("greedy", "random"), 99)
    rows = task.play(0, many * 2_000, True).rows
    assert rows is not None
    at = [task.columns.index(f"score_{seat}") for seat in (0, 1)]
    sums = (rows[:, at[0]] - rows[:, at[1]]).reshape(2_000, many).sum(1)
    assert (sums > 0).mean() == pytest.approx(0.95, abs=0.025)
