"""Records of the card game: read back as played, and what is wrong with a file is told at its line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from card_games import READINGS, dealt, matches, play, spoken
from hypothesis import given, settings

from trinb import RecordError
from trinb.cards import (
    CardMatch,
    CardRecord,
    card_player,
    card_rules,
    moves_of,
    play_card_match,
    read_card_record,
    write_card_record,
)
from trinb.cards.records import read_card_lines
from trinb.jsonlines import all_sealed

NAMES = ("Åsa", "Ян", '"Bo"\n')


@cache
def whole() -> CardRecord:
    """A whole match with statements and void rounds, of more than one pack."""
    bots = [card_player("match"), card_player("expected"), card_player("random")]
    for seed in range(100):
        match = play_card_match(bots, seed)
        ends = {round.end for round in match.rounds}
        if len(match.packs) > 1 and len(ends) == 3 and match.number < 20:
            return CardRecord(match, NAMES)
    raise AssertionError("no seed gives such a match")


def objects_of(record: CardRecord) -> list[dict[str, Any]]:
    """Its lines as objects, without their checks."""
    found = [json.loads(line) for line in record.lines()]
    for content in found:
        del content["check"]
    return found


def refusal(lines: list[str]) -> RecordError:
    """The error that these lines are refused with; its message must be one short line."""
    with pytest.raises(RecordError) as caught:
        read_card_lines(lines)
    assert len(str(caught.value)) < 400 and str(caught.value).isprintable()
    return caught.value


# --- there and back -------------------------------------------------------------------------------------


@given(matches())
@settings(max_examples=100, deadline=None)
def test_every_state_there_and_back(states: list[CardMatch]) -> None:
    record = CardRecord(states[-1], NAMES)
    again = read_card_lines(record.lines())
    assert again == record
    assert list(again.states()) == states
    if not states[-1].is_over:
        move = states[-1].round.moves[0]
        assert again.match.play(move) == states[-1].play(move)


@pytest.mark.parametrize("rules", [*READINGS, card_rules().evolve(target=50, copies=2, id="ours")], ids=repr)
def test_files_there_and_back(rules: object, tmp_path: Path) -> None:
    match = play_card_match([card_player("expected")] * 3, 2, rules)  # type: ignore[arg-type]
    path = tmp_path / "match.jsonl"
    write_card_record(path, match, NAMES)
    assert read_card_record(path) == CardRecord(match, NAMES)
    assert path.read_bytes().decode().splitlines() == CardRecord(match, NAMES).lines()


def test_hand_made_packs_there_and_back() -> None:
    rng, match = Random(1), dealt("4 2 6 3")
    packs = list(match.packs)
    for _ in range(14):
        match = play(match, "show", "nobody")
        if not match.of_pack:
            match = match.with_pack(tuple(rng.sample(card_rules().pack, 24)))
            packs.append(match.packs[-1])
    again = read_card_lines(CardRecord(match, NAMES).lines())
    assert again.match == match and list(again.match.packs) == packs
    assert list(again.states())[-1] == match


def test_the_file_is_readable_text() -> None:
    match = play(dealt("4 2 6 3"), *spoken(0, "greater"), "show", "unclear", "show", "take 1")
    head, pack, *rounds = objects_of(CardRecord(match, NAMES))
    assert (head["trinb-cards"], head["names"], head["seed"], head["rules"]["id"]) == (
        1, list(NAMES), 0, "triangle",
    )  # fmt: skip
    assert pack["pack"] == 1 and pack["order"].startswith("4 2 6 3 A A")
    assert rounds[0] == {
        "round": 1,
        "dealer": 0,
        "cards": "4 2 6",
        "middle": "3",
        "moves": ["show", "take 0", "say greater"],
        "end": "spoken",
        "points": [[0, 0, "Wrong"], [1, 3, "Wrong"], [2, 3, "Wrong"]],
    }
    assert (rounds[1]["end"], rounds[1]["points"]) == ("unclear", [])
    assert rounds[2]["moves"] == ["show", "take 1"] and "end" not in rounds[2]


def test_chance_stands_apart_from_decisions() -> None:
    lines = objects_of(whole())
    packs = [line for line in lines if "pack" in line]
    assert [line["order"].split() for line in packs] == [
        ["A23456"[card - 1] for card in pack] for pack in whole().match.packs
    ]
    rounds = [line for line in lines if "round" in line]
    assert [[str(move) for move in moves_of(round)] for round in whole().match.rounds] == [
        line["moves"] for line in rounds
    ]
    totals = [0, 0, 0]
    for line in rounds:
        for seat, points, clause in line["points"]:
            totals[seat] += points
            assert clause in ("Statements", "Wrong")
    assert lines[-1] == {"totals": totals, "winners": list(whole().match.winners)}


def test_names() -> None:
    assert (
        read_card_lines(CardRecord(whole().match, ("", "x" * 10_000, "\u202e")).lines()).names[2] == "\u202e"
    )
    for few in ((), ("a", "b"), ("a", "b", "c", "d")):
        with pytest.raises(RecordError, match="for 3 seats"):
            CardRecord(whole().match, few)


def test_names_by_default(tmp_path: Path) -> None:
    write_card_record(tmp_path / "x.jsonl", whole().match)
    assert read_card_record(tmp_path / "x.jsonl").names == ("Seat 0", "Seat 1", "Seat 2")
    with pytest.raises(RecordError, match="names: cannot be written"):
        write_card_record(tmp_path / "y.jsonl", whole().match, ["\ud800", "b", "c"])
    assert not (tmp_path / "y.jsonl").exists()


# --- damage ---------------------------------------------------------------------------------------------


def test_any_changed_letter_is_noticed_at_its_line() -> None:
    lines, rng = whole().lines(), Random(1)
    for number, line in enumerate(lines):
        for _ in range(6):
            place = rng.randrange(len(line))
            letter = "0" if line[place] != "0" else "1"
            changed = [*lines[:number], line[:place] + letter + line[place + 1 :], *lines[number + 1 :]]
            error = refusal(changed)
            assert str(error).startswith(f"line {number + 1}: ")
            assert (error.record is None) == (number == 0)


@pytest.mark.parametrize("step", range(5))
def test_a_file_cut_off_at_any_byte(step: int, tmp_path: Path) -> None:
    content = ("\n".join(whole().lines()) + "\n").encode()
    path = tmp_path / "x.jsonl"
    for cut in range(step, len(content) - 1, 35):
        path.write_bytes(content[:cut])
        if content[:cut].endswith(b"\n"):
            continue  # see the next test
        with pytest.raises(RecordError, match=r"^x.jsonl: line \d+: is (cut off|missing)"):
            read_card_record(path)


def test_a_file_cut_off_between_two_lines_is_a_match_that_goes_on() -> None:
    lines, states = whole().lines(), list(whole().states())
    for number in range(2, len(lines) - 1):
        last, following = json.loads(lines[number - 1]), json.loads(lines[number])
        if "pack" in following:
            assert "the pack has not been shuffled" in str(refusal(lines[:number]))
        else:
            assert "round" in last or "pack" in last
            assert read_card_lines(lines[:number]).match in states
    assert "nobody is named as the winner" in str(refusal(lines[:-1]))


CHANGES: dict[str, tuple[Callable[[list[dict[str, Any]]], object], str]] = {
    "another version": (lambda o: o[0].update({"trinb-cards": 2}), "line 1: is of version 2"),
    "no rules": (lambda o: o[0].pop("rules"), "line 1: must hold rules, names and seed"),
    "too few names": (lambda o: o[0]["names"].pop(), "line 1: names: there are 2 for 3 seats"),
    "a name that is none": (lambda o: o[0].update(names=["a", 2, "c"]), "line 1: must hold a name"),
    "more in the head": (lambda o: o[0].update(x=1), "line 1: x: says 1, but nothing belongs here"),
    "bad rules": (lambda o: o[0]["rules"].update(target=0), "line 1: rules: target: 0 is not"),
    "a seed that is none": (lambda o: o[0].update(seed=True), "line 1: must hold rules, names and seed"),
    "no pack": (lambda o: o.pop(1), "line 2: deals a round that cannot be played now"),
    "two packs": (lambda o: o.insert(1, o[1]), "line 3: shuffles the pack before it is used up"),
    "half a pack": (lambda o: o[1].update(order="A 2 3"), "line 2: this is not the whole pack"),
    "no card": (lambda o: o[1].update(order="A 2 7"), "line 2: there is no card '7'"),
    "the wrong pack": (lambda o: o[1].update(pack=2), "line 2: pack: says 2, but it is 1"),
    "the wrong round": (lambda o: o[2].update(round=2), "line 3: round: says 2, but it is 1"),
    "another dealer": (lambda o: o[2].update(dealer=1), "line 3: dealer: says 1, but it is 0"),
    "other cards": (lambda o: o[2].update(cards="A A A"), "line 3: cards: says 'A A A', but it is"),
    "no moves": (lambda o: o[2].update(moves=[]), "line 3: moves: must be a list of moves, not []"),
    "moves that are none": (lambda o: o[2].update(moves=[1]), "line 3: moves: must be a list of moves"),
    "a move that is none": (lambda o: o[2].update(moves=["fly"]), "line 3: 'fly' is no move"),
    "a move too early": (lambda o: o[2].update(moves=["take 0"]), "line 3: take 0: the cards have not been"),
    "a move too many": (lambda o: o[2]["moves"].append("nobody"), "line 3: nobody: the round is over"),
    "other points": (lambda o: o[2].update(points=[[0, 99, "Wrong"]]), "line 3: points: says [[0, 99"),
    "no points": (lambda o: o[2].pop("points"), "line 3: points: is missing; it is"),
    "another end": (lambda o: o[2].update(end="x"), "line 3: end: says 'x', but it is"),
    "a round twice": (lambda o: o.insert(3, o[2]), "line 4: "),
    "winners too early": (lambda o: o.insert(3, o[-1]), "line 4: names winners of a match that is not over"),
    "other winners": (lambda o: o[-1].update(winners=[0, 1, 2]), "winners: says [0, 1, 2], but it is"),
    "more after the end": (lambda o: o.append(o[-1]), "comes after the end of the match"),
    "no winners": (lambda o: o.pop(), "is missing: nobody is named as the winner"),
    "something else": (lambda o: o.insert(2, {"x": 1}), "line 3: is no line of a record: {'x': 1}"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_a_forger_changes_is_noticed(name: str) -> None:
    objects = json.loads(json.dumps(objects_of(whole())))
    change, words = CHANGES[name]
    change(objects)
    assert words in str(refusal(list(all_sealed(objects))))


def test_what_was_read_before_the_damage_is_still_there() -> None:
    lines = whole().lines()
    states = list(whole().states())
    for number in range(2, len(lines)):
        error = refusal([*lines[:number], "{}"])
        assert error.record is not None and error.record.match in states
        rounds = sum('"round": ' in line for line in lines[:number])
        assert len(error.record.match.finished) == rounds


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"Dear all,\n", bytes(range(256)), b"[1]\n", b"{}\n", b"[" * 99_999]
)
def test_files_that_are_no_records(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"^x.jsonl: line 1: ") as caught:
        read_card_record(path)
    assert caught.value.record is None


def test_other_records_are_told_apart(tmp_path: Path) -> None:
    from trinb import read_record

    path = tmp_path / "x.jsonl"
    write_card_record(path, whole())
    with pytest.raises(RecordError, match="line 1: is of version None"):
        read_record(path)
    for missing in (tmp_path, tmp_path / "none", tmp_path / "\0"):
        with pytest.raises(RecordError, match="cannot be read"):
            read_card_record(missing)


def test_every_line_has_its_check() -> None:
    assert all(re.search(r'"check": "[0-9a-f]{12}"\}$', line) for line in whole().lines())
