"""The commands `trinb cards`: what they print, and what they refuse in one line."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import brute_cards as brute
import pytest
from commands import Command
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb.cardcli import cards as group
from trinb.cards import card_player, card_results, card_rules, play_card_match, read_card_record

HOSTILE = ("x" * 10_000, "A,\x00", "<script>", "\x1b[31m2", "2,6\u202e", "٢,٦", "%s{0}", "\N{PILE OF POO}")


COMMAND = Command("cards")
run, ok, data, fault = COMMAND.run, COMMAND.ok, COMMAND.data, COMMAND.fault


# --- odds -----------------------------------------------------------------------------------------------


def test_odds_have_exactly_these_keys() -> None:
    found = data("odds", "--peers", "2,6", "--middle", "3")
    assert [one["statement"] for one in found] == list(brute.SAYINGS)
    assert all(list(one) == ["statement", "probability", "points", "expected"] for one in found)
    by_name = {one["statement"]: one for one in found}
    assert by_name["A"] == {"statement": "A", "probability": "4/21", "points": 8, "expected": "32/21"}
    assert by_name["peers even"] == {
        "statement": "peers even", "probability": "1", "points": 1, "expected": "1",
    }  # fmt: skip
    assert by_name["peers odd"]["probability"] == by_name["peers odd"]["expected"] == "0"


@given(st.permutations(card_rules().pack), st.booleans(), st.integers(0, 12))
@settings(max_examples=30, deadline=None)
def test_odds_against_enumeration(pack: list[int], taken: bool, count: int) -> None:
    (one, two, middle), seen = pack[:3], pack[3 : 3 + count]
    names = ["A23456"[card - 1] for card in pack]
    words = ["odds", "--peers", f"{names[0]},{names[1]}", "--seen", ",".join(names[3 : 3 + count])]
    found = data(*words, *["--middle", names[2]] * taken)
    slow = brute.chances((one, two), middle if taken else None, seen)
    assert {row["statement"]: Fraction(row["probability"]) for row in found} == slow
    for row in found:
        assert Fraction(row["expected"]) == row["points"] * Fraction(row["probability"])
        assert type(row["points"]) is int


def test_odds_in_words() -> None:
    text = ok("odds", "--peers", "2,6", "--middle", "3")
    assert "Peers 2 and 6. Middle card 3. Your own card is one of 21 unseen cards." in text
    assert re.search(r"^ +\* +My peers are even +1 +100\.0 % +1 +1 +\+1\.00$", text, re.MULTILINE)
    assert re.search(r"^ +I am an ace +4/21 +19\.0 % +8 +32/21 +-0\.90$", text, re.MULTILINE)
    assert "Taking the right" not in text
    text = ok("odds", "--peers", "A, A", "--seen", "2 2,2")
    assert "Seen before: 2 2 2." in text
    assert re.search(r"Taking the right to speak is worth \+\d+/\d+ = \+", text)


def test_odds_with_a_reading() -> None:
    assert len(data("odds", "--peers", "3,5", "--reading", "no-peers-odd")) == 11


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--peers", "2"], "there are 2 peers, not 1"),
        (["--peers", "2,6,A"], "there are 2 peers, not 3"),
        (["--peers", ""], "there are 2 peers, not 0"),
        (["--peers", "2,7"], "there is no card '7'; there are A, 2, 3, 4, 5 and 6"),
        (["--peers", "2,6", "--middle", "x"], "there is no card 'x'"),
        (["--peers", "2,6", "--middle", ""], "there is no card ''"),
        (["--peers", "2,2", "--seen", "2,2,2"], "2 is there 5 times, but the pack has only 4"),
        (["--peers", "2,2", "--reading", "x"], "triangle has no reading 'x'"),
        ([], "Missing option '--peers'; see 'trinb cards odds --help'"),
        (["--peers", "A,2", "--bogus"], "No such option '--bogus'"),
    ],
)
def test_odds_that_cannot_be(words: list[str], message: str) -> None:
    assert message in fault("odds", *words)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "words",
    [
        ["odds", "--peers", "{}"],
        ["odds", "--peers", "2,6", "--middle", "{}"],
        ["odds", "--peers", "2,6", "--seen", "{}"],
        ["odds", "--peers", "2,6", "--reading", "{}"],
        ["play", "--players", "{}"],
        ["play", "--reactions", "{}"],
        ["play", "--seed", "{}"],
        ["play", "--record", "nowhere/{}"],
        ["replay", "{}"],
        ["simulate", "--players", "{}", "--rounds", "10"],
        ["results", "--question", "{}"],
        ["race", "--speeds", "{}"],
        ["{}"],
    ],
    ids=" ".join,
)
def test_hostile_input_gets_one_short_line(words: list[str], text: str) -> None:
    fault(*(word.replace("{}", text) for word in words))


# --- play and replay ------------------------------------------------------------------------------------


def test_play_a_match_and_replay_its_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = ("play", "--players", "match,expected,careful-forgetful", "--seed", "5")
    found = data(*words, "--record", str(path))
    names = ["match", "expected", "careful-forgetful"]
    match = play_card_match([card_player(name) for name in names], 5)
    assert (found["players"], found["totals"], found["winners"]) == (
        names, list(match.totals), list(match.winners),
    )  # fmt: skip
    assert read_card_record(path).match == match
    assert data("replay", str(path)) == found
    assert data("replay", str(path), "--verify") == {
        "file": str(path), "rounds": match.number, "totals": list(match.totals),
    }  # fmt: skip
    sums = [0, 0, 0]
    for round in found["rounds"]:
        for line in round["lines"]:
            sums[line["seat"]] += line["points"]
            round["scores"][line["seat"]] -= line["points"]
        assert round["scores"] == [0, 0, 0]
    assert sums == found["totals"]
    told = ok(*words)
    assert told in ok("replay", str(path))
    assert len(told.splitlines()) == match.number + 2
    assert f"The match is over after {match.number} rounds. The winner is seat {match.winners[0]}" in told
    assert "is sound" in ok("replay", str(path), "--verify")


def test_reactions_and_readings() -> None:
    words = ("play", "--seed", "1", "--reactions", "0.1/0,5,5")
    speakers = [round["speaker"] for round in data(*words)["rounds"]]
    assert speakers.count(0) > 2 * speakers.count(1)
    assert data(*words, "--reading", "another-round")["readings"] == ["another-round"]


def test_a_fresh_seed_is_told() -> None:
    text = ok("play")
    seed = re.search(r"seed (\d+)", text)
    assert seed and ok("play", "--seed", seed[1]) == text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "--players", "a,b,c"], "there is no player 'a'; there are careful"),
        (["play", "--players", "match,match"], "the game is for 3 players, not 2"),
        (["play", "--reactions", "1,2"], "3 reactions are needed, not 2"),
        (["play", "--reactions", "1,2,x"], "'x' is no reaction: write seconds like 0.6"),
        (["play", "--record", "/nowhere/x"], "/nowhere/x: No such file or directory"),
        (["replay"], "Missing argument 'FILE'"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: cannot be read: No such file"),
        (["simulate", "--rounds", "0"], "Invalid value for '--rounds'"),
        (["simulate", "--players", "x,y,z"], "there is no player 'x'"),
        (["results", "--question", "x"], "there is no question 'x'"),
        (["results", "--write", "/nowhere/x"], "/nowhere/x: No such file or directory"),
        (["results", "--write", "x", "--question", "bots"], "leave --question out"),
        (["race", "--speeds", "1,2"], "three positive speeds"),
        (["race", "--unclear", "2"], "three positive speeds and a chance from 0 to 1"),
        (["bogus"], "No such command 'bogus'; see 'trinb cards --help'"),
    ],
)
def test_one_line_says_what_is_wrong(words: list[str], message: str) -> None:
    assert message in fault(*words)


def test_a_changed_record(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    run("play", "--seed", "1", "--record", str(path))
    path.write_text(path.read_text(encoding="utf-8").replace("take 0", "take 1", 1), encoding="utf-8")
    assert re.match(r"x\.jsonl: line \d+: has been changed", fault("replay", str(path)))


# --- simulations and the race ---------------------------------------------------------------------------


def test_simulate() -> None:
    words = ("simulate", "--players", "expected,random,careful", "--rounds", "3000", "--seed", "4")
    found = data(*words)
    assert found["rounds"] >= 3000
    assert sum(seat["won"][0] for seat in found["seats"]) == pytest.approx(1, abs=1e-4)
    assert found["command"] == f"trinb cards {' '.join(words)}"
    assert data(*found["command"].split()[2:]) == found
    text = ok(*words)
    assert re.search(r"^  random +0\.6 s +\d\.\d{3} ± ", text, re.MULTILINE)
    fast = data(*words, "--reactions", "0.5,0.6,0.6/0.2")
    assert fast["command"].endswith("--reactions 0.5,0.6,0.6/0.2")


def test_results() -> None:
    assert data("results") == card_results()
    assert data("results", "--question", "speed") == card_results("speed")
    text = ok("results")
    assert text.count("What is memory worth?") == 1 and len(text.splitlines()) > len(card_results())


@pytest.mark.slow
def test_the_table_can_be_made_again(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    assert data("results", "--write", str(path), "--rounds", "40") == {"saved": str(path)}
    made = json.loads(path.read_text(encoding="utf-8"))
    assert [row["players"] for row in made["rows"]] == [row["players"] for row in card_results()]
    assert made["command"] == "trinb cards results --write results.json --rounds 40 --seed 1"


def test_race() -> None:
    found = data("race", "--speeds", "2,1,1")
    assert len(found["reach"]) == 21 and found["regret"] < 0.01
    assert all(points[0] > points[1] for points in found["points"])
    text = ok("race")
    assert re.search(r"^  2 4 +100\.0 %$", text, re.MULTILINE)


# --- the group ------------------------------------------------------------------------------------------


def test_help() -> None:
    assert ok() == ok("--help")
    for name, command in group.commands.items():
        text = ok(name, "--help")
        assert f"Example: trinb cards {name}" in text and "--json" in text and command.help
