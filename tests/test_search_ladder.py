"""The table of strengths: it says what is claimed, its rows are played again, and ratings follow from it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from trinb import TrinbError, rule_sets, rules
from trinb.draw.figures import alt_of
from trinb.draw.playerfigures import draw_options, draw_ratings
from trinb.moves import DRAW, read_move
from trinb.search import ladder as module
from trinb.search.ladder import SAMPLE, Row, all_matches, duel_on, ladder, main, match, read_rows, row_of
from trinb.search.ratings import expected_share, ratings
from trinb.search.tree import Option

ROWS = {(row.rules, row.one, row.other): row for row in ladder()}
EVERY = rule_sets()
LEVELS = ("random", "pupil", "greedy", "club", "master")


@pytest.mark.parametrize("id", EVERY)
def test_the_master_beats_greed_and_greed_beats_chance(id: str) -> None:
    best, greedy = ROWS[id, "master", "greedy"], ROWS[id, "greedy", "random"]
    assert best.rounds >= 2000
    assert best.low > 0
    assert greedy.rounds >= 2000
    assert greedy.low > 0


@pytest.mark.parametrize("id", EVERY)
def test_every_step_of_the_ladder_goes_up(id: str) -> None:
    for one, other in pairwise(reversed(LEVELS)):
        row = ROWS[id, one, other]
        # By the Dutch rules, taken literally, greed is worth almost nothing.
        literal = id == "triominos-nl-literal" and other == "pupil"
        assert row.mean > 0 if literal else row.low > 0, (one, other)


def test_what_memory_and_the_tree_are_worth() -> None:
    assert ROWS["triominos-de", "master", "forgetful"].low > 0
    # The tree pays with thousands of rollouts; with the hundreds of a master it does no harm.
    assert ROWS["triominos-de", "patient", "patient without tree"].low > 0
    for id in ("triangelspelet", "granna", "triominos-de"):
        row = ROWS[id, "master", "without tree"]
        assert row.low < 0 < row.high


def test_rows_make_sense() -> None:
    assert len(ROWS) == len(ladder())
    for row in ladder():
        assert row.low < row.mean < row.high
        assert row.won + row.drawn + row.lost == row.rounds
        assert len(row.sample) == SAMPLE
        assert f"--rules {row.rules} " in row.command
        assert f'"{row.one}:{row.other}"' in row.command
        assert f"--rounds {row.rounds} " in row.command


@pytest.mark.parametrize("id", EVERY)
def test_rows_are_played_again_to_the_digit(id: str) -> None:
    row = ROWS[id, "master", "greedy"]
    players = module.contestant(row.one), module.contestant(row.other)
    for deal in (0, 3):
        assert duel_on(rules(id), *players, row.seed, deal) == row.sample[deal]
    for one, other in (("greedy", "random"), ("greedy", "pupil")):
        row = ROWS[id, one, other]
        assert match(rules(id), one, other, 2 * SAMPLE, row.seed).sample == row.sample


def test_other_rows_are_played_again_too() -> None:
    for id, one, other in (("triangelspelet", "club", "greedy"), ("triangelspelet", "master", "forgetful")):
        row = ROWS[id, one, other]
        assert (
            duel_on(rules(id), module.contestant(one), module.contestant(other), row.seed, 0) == row.sample[0]
        )


@pytest.mark.slow
@pytest.mark.parametrize("id", ["triominos-goliath", "triominos-de", "triangelspelet-late-draw"])
def test_the_master_is_ahead_on_other_deals(id: str) -> None:
    row = match(rules(id), "master", "greedy", 120, seed=7)
    assert row.mean > 0
    assert row.won > row.lost


# --- making it ---------------------------------------------------------------------------------------------


def test_a_row_counts_and_says_how_sure_it_is() -> None:
    row = row_of("granna", "a", "b", 5, [(10, -4), (2, 0), (3, 7), (-1, 1)])
    assert (row.rounds, row.mean, row.won, row.drawn, row.lost) == (8, 2.25, 5, 1, 2)
    # The means of the deals are 3, 1, 5 and 0: their deviation is the root of 59/12.
    assert row.high - row.mean == pytest.approx(1.96 * (59 / 12 / 4) ** 0.5, abs=0.01)
    assert row.sample == ((10, -4), (2, 0), (3, 7), (-1, 1))


def test_seats_are_exchanged_on_the_same_deal() -> None:
    # Two equal players: what one gains in a seat the other gains there too, with the same chance.
    row = match(rules("triangelspelet"), "greedy", "greedy", 2 * SAMPLE)
    assert row.mean == 0
    assert any(row.sample[0])
    assert all(first == -second for first, second in row.sample)


def test_all_matches_are_listed() -> None:
    every = all_matches()
    assert len(every) == len(set(every)) >= 6 * len(EVERY)
    assert all_matches(["granna"], ("master", "greedy")) == [("granna", "master", "greedy")]


def test_the_command_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "some" / "ladder.json"
    asked = ["--rules", "granna", "--rounds", "200", str(file)]
    main([*asked, "--pair", "greedy:random"])
    assert "granna: greedy is +" in capsys.readouterr().out
    (row,) = read_rows(file)
    assert (row.rules, row.one, row.other, row.rounds) == ("granna", "greedy", "random", 200)
    main([*asked, "--pair", "greedy:random"])
    assert capsys.readouterr().out == ""
    main([*asked, "--pair", "pupil:random"])
    assert read_rows(file)[0] == row
    assert len(json.loads(file.read_text())["rows"]) == 2

    def stopped(*_: object, **__: object) -> Row:
        raise KeyboardInterrupt

    capsys.readouterr()
    monkeypatch.setattr(module, "match", stopped)
    main([*asked, "--pair", "greedy:pupil"])
    assert "stopped" in capsys.readouterr().out
    assert len(read_rows(file)) == 2


@pytest.mark.parametrize("rounds", [0, 2, 7])
def test_too_few_or_odd_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(TrinbError, match="even and at least 4"):
        match(rules("granna"), "greedy", "random", rounds)


def test_it_says_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    match(rules("granna"), "club", "greedy", 4, progress=lambda *said: told.append(said))
    assert told == [(2, 4), (4, 4)]


# --- ratings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", EVERY)
def test_ratings_rise_along_the_ladder(id: str) -> None:
    found = ratings([row for row in ladder() if row.rules == id and row.other in LEVELS])
    assert [one.player for one in reversed(found)] == list(LEVELS)
    assert all(one.low <= one.value <= one.high for one in found)
    greedy = found[2]
    assert (greedy.value, greedy.low, greedy.high) == (0, 0, 0)


def won(one: str, other: str, share: float, rounds: int = 10_000) -> Row:
    """A match that one wins so often."""
    return Row(
        "", one, other, rounds, 0, 0, 0, 0, round(share * rounds), 0, round((1 - share) * rounds), (), ""
    )


def test_ratings_that_are_known_are_found() -> None:
    true = {"greedy": 0.0, "a": 150.0, "b": -80.0}
    pairs = [("greedy", "a"), ("a", "b"), ("b", "greedy")]
    rows = [won(one, other, expected_share(true[one] - true[other])) for one, other in pairs]
    for one in ratings(rows):
        assert one.value == pytest.approx(true[one.player], abs=0.5)
        assert one.low <= true[one.player] <= one.high
    two = {one.player: one for one in ratings([won("a", "greedy", expected_share(100))])}
    assert two["a"].value == pytest.approx(100, abs=0.5)


def test_ratings_are_the_same_again() -> None:
    rows = [won("a", "greedy", 0.6, 100)]
    assert ratings(rows) == ratings(rows)
    assert ratings(rows, seed=1) != ratings(rows)


def test_ratings_need_the_greedy_player_and_matches_with_it() -> None:
    for rows in ([won("a", "b", 0.5)], [won("a", "b", 0.5), won("greedy", "c", 0.5)]):
        with pytest.raises(TrinbError, match="do not connect"):
            ratings(rows)


# --- figures -----------------------------------------------------------------------------------------------


def test_figures_tell_what_they_show() -> None:
    options = [
        Option(read_move("v0,0=554"), 12.3, 10.1, 14.5, 300),
        Option(DRAW, 1.0, -2.0, 4.0, 80),
        Option(read_move("^0,1=445"), -3.0, float("-inf"), float("inf"), 1),
    ]
    words = alt_of(draw_options(options))
    assert "4-5-5 v0,0" in words
    assert "draw" in words
    found = ratings([won("master", "greedy", 0.6)])
    words = alt_of(draw_ratings([("Gränna", found)]))
    assert words.startswith("Gränna: Master +70, Greedy 0")
