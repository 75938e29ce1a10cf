"""Records: every match is read back as it was played, and what is wrong with a file is told at its line."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import attrs
import pytest

from trinb import (
    Deal,
    Match,
    MatchEnd,
    Record,
    RecordError,
    Round,
    RuleSet,
    play_match,
    player,
    read_record,
    rule_sets,
    rules,
    write_record,
)
from trinb.jsonlines import check_of
from trinb.players import choice
from trinb.records import moves_of, read_lines
from trinb.ruleparts import Clause, Hand, MatchRule, Reason

Objects: TypeAlias = list[dict[str, Any]]

ALL = [rules(id) for id in rule_sets()] + [
    rules(id).with_reading(name) for id in rule_sets() for name in rules(id).readings
]
SWEDISH, GRANNA, GERMAN = rules("triangelspelet"), rules("granna"), rules("triominos-de")


def played(rule_set: RuleSet, players: int, seed: int, name: str = "random") -> list[Match]:
    """All states of a match, those included in which a round has just ended and is not yet settled."""
    match, rng = Match.start(rule_set, players, seed), Random(seed)
    seats, found = [player(name)] * players, [match]
    while not match.is_over:
        round = match.round.play(choice(match.round, seats, rng))
        following = match.after(round)
        if round.is_over and not following.is_over:
            found.append(match._replace(round=round))
        found.append(following)
        match = following
    return found


def record_of(match: Match) -> Record:
    """A record with names in several scripts."""
    return Record(match, tuple(["Åsa", "Ян", "Bo", "Ed", "Flo", "Gun", "Hal", "Ira"][: match.players]))


def objects_of(record: Record) -> Objects:
    """Its lines as objects, without their checks."""
    found = [json.loads(line) for line in record.lines()]
    for content in found:
        del content["check"]
    return found


def signed(contents: Objects) -> list[str]:
    """Lines with checks that fit, as a forger would write them."""
    lines, before = [], ""
    for number, content in enumerate(contents, 1):
        text = json.dumps(content, ensure_ascii=False, separators=(", ", ": "))
        before = check_of(before, number, text)
        lines.append(f'{text[:-1]}, "check": "{before}"}}')
    return lines


def refusal(lines: Sequence[str]) -> RecordError:
    """The error that these lines are refused with; its message must be one short line."""
    with pytest.raises(RecordError) as caught:
        read_lines(lines)
    message = str(caught.value)
    assert len(message) < 400
    assert message.isprintable()
    return caught.value


def refused_at(error: RecordError) -> int:
    """The number of the line that the message names."""
    found = re.search(r"\bline (\d+): ", str(error))
    assert found, str(error)
    return int(found[1])


TINY = attrs.evolve(
    SWEDISH,
    id="tiny",
    tiles="ascending-4",
    hand=Hand(2),
    match=MatchRule(rounds=2),
    readings={},
    clauses=(Clause("§7", "Points.", (Reason.TRIPLE, Reason.BRIDGE, Reason.DOCKING, Reason.OUT)),),
)


@cache
def tiny() -> tuple[Record, tuple[Match, ...]]:
    """A small record of two rounds with draws, passes and both ends of a round, and its states."""
    for seed in range(2000):
        states = played(TINY, 2, seed)
        ends = {round.end for round in states[-1].rounds}
        moves = {str(move) for round in states[-1].rounds for move in moves_of(round)}
        if len(states) < 45 and len(ends) == 2 and {"draw", "pass"} < moves and len(states[-1].winners) == 1:
            return record_of(states[-1]), tuple(states)
    raise AssertionError("no seed gives such a match")


def is_usable(error: RecordError, line: int) -> bool:
    """Whether what was read up to a line is a state of the small record (before the first: nothing)."""
    record, states = tiny()
    if error.record is None:
        return line == 1
    last = record.match  # before its last round is settled, too
    unsettled = last._replace(finished=last.finished[:-1], end=None, winners=())
    return error.record.names == record.names and error.record.match in (*states, unsettled)


# --- there and back -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule_set", ALL, ids=lambda rule_set: repr(rule_set).replace("'", ""))
def test_every_rule_set_and_reading_there_and_back(rule_set: RuleSet, tmp_path: Path) -> None:
    low, high = rule_set.players
    for seed, players in enumerate(sorted({low, 3, high})):
        states = played(rule_set, players, seed, ("random", "greedy")[seed % 2])
        record = record_of(states[-1])
        write_record(tmp_path / "match.jsonl", record)
        again = read_record(tmp_path / "match.jsonl")
        assert again == record
        assert again.match == states[-1]
        assert again.lines() == record.lines()
        assert (again.match.totals, again.match.winners) == (states[-1].totals, states[-1].winners)
        assert again.match.rules == rule_set
        assert list(again.states()) == states


@pytest.mark.parametrize("id", rule_sets())
def test_unfinished_matches_there_and_back(id: str) -> None:
    rng = Random(id)
    states = played(rules(id), 3, 2)
    fresh = [n for n, match in enumerate(states) if match.round.is_fresh]
    assert len(fresh) > 1
    between = [n + step for n in fresh[1:] for step in (-2, 0, 1)]  # before, at and after each new round
    some = {0, 1, 2, *between, *rng.sample(range(len(states)), 5)} & set(range(len(states)))
    for cut in sorted(n for n in some if states[n].is_over or not states[n].round.is_over):
        record = record_of(states[cut])
        again = read_lines(record.lines())
        assert again == record
        assert list(again.states()) == states[: cut + 1]
        if not states[cut].is_over:  # what was read plays on alike
            move = states[cut].round.legal_moves()[0]
            assert again.match.play(move) == states[cut].play(move)


@pytest.mark.parametrize("id", rule_sets())
def test_records_of_one_round(id: str) -> None:
    one = rules(id).evolve(match={"target": "unlimited", "rounds": 1})
    for seed in range(3):
        over = play_match(one, [player("greedy")] * 2, seed)
        assert (over.end, over.number) == (MatchEnd.ROUNDS, 1)
        assert read_lines(record_of(over).lines()).match == over


def hand_made(match: Match, seed: int) -> Match:
    """The match with another deal for its fresh round."""
    dealt, rng = match.round.dealt, Random(seed)
    order = rng.sample(dealt.order, len(dealt.order))
    lead = tuple(rng.sample(dealt.lead_order, len(dealt.lead_order)))
    deal = Deal(match.rules, match.players, tuple(order), rng.randrange(3), dealt.last_winner, lead)
    return match._replace(round=Round.start(deal))


@pytest.mark.parametrize("id", rule_sets())
def test_hand_made_deals_there_and_back(id: str) -> None:
    rng, match = Random(1), hand_made(Match.start(rules(id), 3, 1), 7)
    assert read_lines(record_of(match).lines()).match == match
    while match.number < 3 and not match.is_over:
        number = match.number
        match = match.play(rng.choice(match.round.legal_moves()))
        if match.number > number:
            match = hand_made(match, number)
            match = match.play(match.round.legal_moves()[0])
    again = read_lines(record_of(match).lines())
    assert again.match == match
    assert [round.dealt.order for round in again.match.rounds] == [r.dealt.order for r in match.rounds]
    assert again.match.rounds[0].dealt.order != Match.start(rules(id), 3, 1).round.dealt.order


def test_a_hand_made_deal_of_a_later_round_is_kept_before_its_first_move() -> None:
    states = played(SWEDISH, 3, 2)
    fresh = next(match for match in states[1:] if match.round.is_fresh)
    match = hand_made(fresh, 5)
    assert read_lines(record_of(match).lines()).match == match


def test_house_rules_are_in_the_record_and_need_not_be_known() -> None:
    house = GERMAN.with_reading("hexagons-add").evolve(
        id="our-house",
        name='"Our" house\n',
        score={"bridge": {"points": 3, "sums": 2}},
        hand={"tiles": 6, "by_players": {2: 8}},
        draws={"most": 2},
        match={"target": 150, "rounds": 4},
    )
    assert house.id not in rule_sets()
    for seed in range(4):
        record = record_of(play_match(house, [player("random")] * 3, seed))
        again = read_lines(record.lines())
        assert again == record
        assert again.match.rules == house
        assert again.match.rules.switched_on == ("hexagons-add",)
        assert objects_of(record)[0]["rules"]["id"] == "our-house"


NAMES = [
    ['"Ann"', "O'Bo\\n"],
    ["two\nlines", "tab\tand\rreturn"],
    ["שלום", "مرحبا\u202e"],
    ["x" * 10_000, ""],
    ["\u2028\u2029\x85\x0c", "\0"],
    ["👩‍👩‍👧", "e\u0301"],
    ['{"check": "0"}', "null"],
]


@pytest.mark.parametrize("names", NAMES, ids=[f"{names!a}"[:40] for names in NAMES])
def test_any_names(names: list[str], tmp_path: Path) -> None:
    match = tiny()[0].match
    path = tmp_path / "match.jsonl"
    write_record(path, match, names)
    assert read_record(path) == Record(match, tuple(names))
    assert len(path.read_bytes().split(b"\n")) == len(Record(match, ("a", "b")).lines()) + 1


def test_names_by_default_and_too_few(tmp_path: Path) -> None:
    match, path = tiny()[0].match, tmp_path / "match.jsonl"
    write_record(path, match)
    assert read_record(path).names == ("Seat 0", "Seat 1")
    with pytest.raises(RecordError, match=r"names.*\b1\b.*2 seats"):
        write_record(tmp_path / "other.jsonl", match, ["Ann"])
    assert not (tmp_path / "other.jsonl").exists()


def test_a_record_with_too_few_names_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        write_record(tmp_path / "match.jsonl", Record(tiny()[0].match, ("Ann",)))


def test_a_name_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        write_record(tmp_path / "match.jsonl", tiny()[0].match, ["Ann", "\ud800"])


def test_the_file_is_readable_text(tmp_path: Path) -> None:
    record = record_of(play_match(GERMAN, [player("greedy")] * 2, 3))
    write_record(tmp_path / "match.jsonl", record)
    text = (tmp_path / "match.jsonl").read_bytes().decode("utf-8")
    assert text.endswith("}\n")
    lines = text.splitlines()
    assert lines == record.lines()
    head, dealt, *rest = [json.loads(line) for line in lines]
    assert (head["trinb"], head["players"], head["names"], head["seed"]) == (1, 2, ["Åsa", "Ян"], 3)
    assert head["rules"]["id"] == "triominos-de"
    assert "Åsa" in lines[0]
    assert dealt["round"] == 1
    assert sorted(dealt["order"].split()) == sorted(map(str, GERMAN.tile_set))
    moves = [content for content in rest if "move" in content]
    assert len(moves) == sum(len(moves_of(round)) for round in record.match.rounds)
    totals = [0, 0]
    for content in moves:
        assert ("tile" in content) == (content["move"] == "draw")
        for seat, points, reason, clause in content.get("points", []):
            totals[seat] += points
            assert reason
            assert clause
    assert totals == rest[-1]["totals"] == list(record.match.totals)
    assert [c["scores"] for c in rest if "end" in c] == [list(r.scores) for r in record.match.rounds]
    assert all(re.fullmatch(r"[0-9a-f]{12}", json.loads(line)["check"]) for line in lines)


def test_line_ends_of_other_systems_are_read_too(tmp_path: Path) -> None:
    record = tiny()[0]
    path = tmp_path / "match.jsonl"
    path.write_bytes(("\r\n".join(record.lines()) + "\r\n").encode())
    assert read_record(path) == record


# --- cut off, edited, mixed up --------------------------------------------------------------------------


def read_bytes(folder: Path, content: bytes) -> Record:
    """Read a file with this content."""
    path = folder / "match.jsonl"
    path.write_bytes(content)
    return read_record(path)


def whole() -> bytes:
    """The file of the small record."""
    return ("\n".join(tiny()[0].lines()) + "\n").encode()


def is_inside_a_letter(content: bytes, cut: int) -> bool:
    """Whether a cut falls inside a letter of several bytes."""
    return cut < len(content) and content[cut] & 0xC0 == 0x80


@pytest.mark.parametrize("part", range(4))
def test_a_file_cut_off_at_any_byte(part: int, tmp_path: Path) -> None:
    content, (record, states) = whole(), tiny()
    kept = 0
    for cut in range(part, len(content), 4):
        if is_inside_a_letter(content, cut):
            continue
        head = content[:cut]
        line = head.count(b"\n") + 1
        try:
            again = read_bytes(tmp_path, head)
        except RecordError as error:
            assert refused_at(error) == line
            assert str(error).startswith("match.jsonl: line ")
            assert is_usable(error, line)
        else:
            # Cut between lines it is a record that stops earlier.
            assert head.endswith(b"\n")
            assert again.names == record.names
            assert again.match in states
            kept += 1
    assert kept or part


def test_a_file_cut_off_inside_a_letter(tmp_path: Path) -> None:
    content = whole()
    cuts = [cut for cut in range(len(content)) if is_inside_a_letter(content, cut)]
    assert len({content[:cut].count(b"\n") for cut in cuts}) > 3
    for cut in cuts:
        with pytest.raises(RecordError) as caught:
            read_bytes(tmp_path, content[:cut])
        line = content[:cut].count(b"\n") + 1
        assert f"line {line}: " in str(caught.value)
        assert is_usable(caught.value, line)


def test_a_record_cut_between_lines_is_a_prefix_or_says_what_is_missing() -> None:
    record, states = tiny()
    lines, objects = record.lines(), objects_of(record)
    for count in range(1, len(lines) - 1):
        if "end" in objects[count] and "move" in objects[count - 1]:
            error = refusal(lines[:count])
            assert refused_at(error) == count + 1
            assert "missing" in str(error)
            assert is_usable(error, count + 1)
        else:
            assert read_lines(lines[:count]).match in states


def test_the_line_with_the_winners_may_not_be_missing() -> None:
    assert refused_at(refusal(tiny()[0].lines()[:-1])) == len(tiny()[0].lines())


LETTERS = '0123456789abcdefxyz"\\{}[]:,.- \t\n^v=§Ö\x00\u2028'


def edited(text: str, rng: Random) -> tuple[str, int]:
    """A text with one letter changed, left out or put in, and where."""
    place = rng.randrange(len(text))
    kind = rng.randrange(3)
    letter = rng.choice(LETTERS.replace(text[place], ""))
    return text[:place] + (letter if kind else "") + text[place + (kind < 2) :], place


def says_the_same(line: str, other: str) -> bool:
    """Whether two lines hold the same JSON, number for number."""
    try:
        return json.dumps(json.loads(line)) == json.dumps(json.loads(other))
    except ValueError:
        return False


@pytest.mark.parametrize("part", range(4))
def test_one_letter_edited_at_2000_places(part: int) -> None:
    record, text = tiny()[0], "\n".join(tiny()[0].lines()) + "\n"
    rng, refused = Random(part), 0
    for _ in range(500):
        other, place = edited(text, rng)
        line = text[:place].count("\n") + 1
        try:
            again = read_lines(other.split("\n"), cut_off=not other.endswith("\n"))
        except RecordError as error:
            assert refused_at(error) == line, (other[place - 20 : place + 20], str(error))
            assert len(str(error)) < 400
            assert str(error).isprintable()
            assert is_usable(error, line)
            refused += 1
        else:
            assert again == record
            assert says_the_same(text.split("\n")[line - 1], other.split("\n")[line - 1])
    assert refused > 450


def test_a_changed_space_is_a_change() -> None:
    lines = tiny()[0].lines()
    lines[3] = lines[3].replace(", ", ",\t", 1)
    assert refused_at(refusal(lines)) == 4


def test_lines_left_out_doubled_or_in_another_order() -> None:
    lines = tiny()[0].lines()
    for place in range(len(lines)):
        number = place + 1
        without, twice = lines[:place] + lines[place + 1 :], lines[:number] + lines[place:]
        if number < len(lines):
            error = refusal(without)
            assert refused_at(error) == number
            assert is_usable(error, number)
            swapped = [*lines[:place], lines[number], lines[place], *lines[number + 1 :]]
            assert refused_at(refusal(swapped)) == number
        error = refusal(twice)
        assert refused_at(error) == number + 1
        assert is_usable(error, number + 1)
    assert refused_at(refusal(lines[::-1])) == 1
    assert refused_at(refusal([lines[0], "", *lines[1:]])) == 2


def test_a_line_of_another_record_does_not_fit() -> None:
    one, other = (record_of(played(TINY, 2, seed)[-1]).lines() for seed in (1, 2))
    for place in range(1, min(len(one), len(other))):
        if one[place] != other[place]:
            assert refused_at(refusal([*one[:place], other[place], *one[place + 1 :]])) == place + 1


# --- forged with checks that fit ------------------------------------------------------------------------


def find(objects: Objects, key: str, fits: Callable[[Any], bool] = bool) -> int:
    """The place of the first line with a fitting value for a key, after the head."""
    return next(n for n, content in enumerate(objects) if n and key in content and fits(content[key]))


def change_points(objects: Objects) -> int:
    place = find(objects, "points")
    objects[place]["points"][0][1] += 1
    return place


def change_whose_points(objects: Objects) -> int:
    place = find(objects, "points")
    objects[place]["points"][0][0] ^= 1
    return place


def change_clause(objects: Objects) -> int:
    place = find(objects, "points")
    objects[place]["points"][0][3] = "§99"
    return place


def drop_points(objects: Objects) -> int:
    place = find(objects, "points")
    del objects[place]["points"]
    return place


def invent_points(objects: Objects) -> int:
    place = next(n for n, content in enumerate(objects) if "move" in content and "points" not in content)
    objects[place]["points"] = [[0, 100, "drone", "§7"]]
    return place


def change_tile(objects: Objects) -> int:
    place = find(objects, "tile")
    objects[place]["tile"] = "0-0-0" if objects[place]["tile"] != "0-0-0" else "1-1-1"
    return place


def drop_tile(objects: Objects) -> int:
    place = find(objects, "tile")
    del objects[place]["tile"]
    return place


def change_seat(objects: Objects) -> int:
    place = find(objects, "move")
    objects[place]["seat"] ^= 1
    return place


def change_scores(objects: Objects) -> int:
    place = find(objects, "scores")
    objects[place]["scores"][1] += 1
    return place


def change_winner(objects: Objects) -> int:
    place = find(objects, "end")
    objects[place]["winner"] = {0: 1, 1: 0, None: 0}[objects[place]["winner"]]
    return place


def change_end(objects: Objects) -> int:
    place = find(objects, "end")
    objects[place]["end"] = {"out": "blocked", "blocked": "out"}[objects[place]["end"]]
    return place


def change_totals(objects: Objects) -> int:
    objects[-1]["totals"][0] += 5
    return len(objects) - 1


def change_winners(objects: Objects) -> int:
    objects[-1]["winners"] = [1 - seat for seat in objects[-1]["winners"]]
    return len(objects) - 1


def change_over(objects: Objects) -> int:
    objects[-1]["over"] = "target"
    return len(objects) - 1


def change_round(objects: Objects) -> int:
    place = find(objects, "round", lambda number: number == 2)
    objects[place]["round"] = 3
    return place


def lose_a_tile(objects: Objects) -> int:
    words = objects[1]["order"].split()
    objects[1]["order"] = " ".join([words[0], *words[:-1]])
    return 1


def change_drawn_order(objects: Objects) -> int:
    """The tile that is drawn and the next one change places in the deal."""
    place = find(objects, "tile")
    dealt = max(n for n in range(place) if "round" in objects[n])
    words = objects[dealt]["order"].split()
    at = words.index(objects[place]["tile"])
    words[at], words[at + 1] = words[at + 1], words[at]
    objects[dealt]["order"] = " ".join(words)
    return place


def change_rules(objects: Objects) -> int:
    """Another number of points for the leading triple: the first move no longer gives what it says."""
    objects[0]["rules"]["opening"]["triple"] = 26
    return find(objects, "points")


FORGERIES: dict[str, Callable[[Objects], int]] = {
    "points": change_points,
    "points ": change_whose_points,
    "points  ": change_clause,
    "points   ": drop_points,
    "points    ": invent_points,
    "points     ": change_rules,
    "tile": change_tile,
    "tile ": drop_tile,
    "tile  ": change_drawn_order,
    "seat": change_seat,
    "scores": change_scores,
    "winner": change_winner,
    "end": change_end,
    "totals": change_totals,
    "winners": change_winners,
    "over": change_over,
    "round": change_round,
    "order": lose_a_tile,
}
"""By the key that the message must name; the change gives the place of the line that is refused."""


@pytest.mark.parametrize("key", FORGERIES, ids=[forgery.__name__ for forgery in FORGERIES.values()])
def test_forgeries_are_refused_by_the_replay(key: str) -> None:
    objects = objects_of(tiny()[0])
    assert read_lines(signed(objects)) == tiny()[0]
    place = FORGERIES[key](objects)
    error = refusal(signed(objects))
    assert refused_at(error) == place + 1
    assert f"line {place + 1}: {key.strip()}: " in str(error)
    assert error.record
    if FORGERIES[key] not in (change_rules, change_drawn_order):  # those change what came before it too
        assert is_usable(error, place + 1)


def test_forged_moves_are_refused_with_the_reason_of_the_rules() -> None:
    for place, content in enumerate(objects_of(tiny()[0])):
        if "move" not in content:
            continue
        for move in ("v9,9=012", "draw", "pass", "end", "^0,0=555", "v0,0=999", "", "jump"):
            objects = objects_of(tiny()[0])
            if move != content["move"]:
                objects[place] = {**content, "move": move}
                error = refusal(signed(objects))
                assert refused_at(error) == place + 1
                assert is_usable(error, place + 1)


def test_another_legal_move_is_refused_unless_all_the_rest_fits_it() -> None:
    objects = objects_of(tiny()[0])
    refused = 0
    for place, match in zip(
        [n for n, content in enumerate(objects) if "move" in content],
        [match for match in tiny()[1] if match.round.legal_moves()],
        strict=True,
    ):
        for move in match.round.legal_moves():
            if str(move) != objects[place]["move"]:
                forged = [*objects[:place], {**objects[place], "move": str(move)}, *objects[place + 1 :]]
                try:
                    again = read_lines(signed(forged))
                except RecordError as error:
                    assert refused_at(error) > place
                    refused += 1
                else:
                    assert objects_of(again) == forged  # another match, and a whole one
    assert refused > 5


def test_tiles_dealt_to_another_hand_are_refused() -> None:
    objects = objects_of(tiny()[0])
    words = objects[1]["order"].split()
    objects[1]["order"] = " ".join([*words[3:6], *words[:3], *words[6:]])
    error = refusal(signed(objects))
    assert refused_at(error) == 3
    assert error.record


HEADS: dict[str, dict[str, Any]] = {
    "no names": {"names": None},
    "a name too few": {"names": ["Ann"]},
    "names that are none": {"names": [1, 2]},
    "players that do not fit": {"players": 3},
    "no seed": {"seed": None},
    "a text for a seed": {"seed": "1"},
    "a fraction for a seed": {"seed": 1.5},
    "a truth for a seed": {"seed": True},
    "no rules": {"rules": None},
    "a list of rules": {"rules": []},
    "an id of rules": {"rules": "triangelspelet"},
    "empty rules": {"rules": {}},
    "version 2": {"trinb": 2},
    "a text for a version": {"trinb": "1"},
    "no version": {"trinb": None},
}


@pytest.mark.parametrize("name", HEADS)
def test_heads_that_cannot_be_read(name: str) -> None:
    objects = objects_of(tiny()[0])
    objects[0].update(HEADS[name])
    error = refusal(signed(objects))
    assert refused_at(error) == 1
    assert error.record is None


def test_another_version_is_named() -> None:
    objects = objects_of(tiny()[0])
    objects[0]["trinb"] = 2
    assert "version 2" in str(refusal(signed(objects)))


def test_wrong_rules_in_the_head_name_the_key() -> None:
    objects = objects_of(tiny()[0])
    objects[0]["rules"]["score"]["bridge"] = "fifty"
    assert "score.bridge" in str(refusal(signed(objects)))
    objects[0]["rules"]["score"] = {"bridges": 50}
    assert "bridges" in str(refusal(signed(objects)))


DEALS: dict[str, dict[str, Any]] = {
    "first": {"first": 2},
    "last_winner": {"last_winner": -1},
    "order": {"order": "0-0-0"},
    "order ": {"order": ["0-0-0"]},
    "order  ": {"order": None},
    "first ": {"first": "0"},
    "last_winner ": {"last_winner": True},
    "round": {"round": 0},
}


@pytest.mark.parametrize("key", DEALS)
def test_deals_that_cannot_be(key: str) -> None:
    objects = objects_of(tiny()[0])
    objects[1].update(DEALS[key])
    error = refusal(signed(objects))
    assert f"line 2: {key.strip()}: " in str(error)
    assert error.record
    assert error.record.match == tiny()[1][0]


def test_lines_in_the_wrong_place_are_refused() -> None:
    objects = objects_of(tiny()[0])
    head, dealt, move, end, last = (
        objects[0],
        objects[1],
        objects[2],
        objects[find(objects, "end")],
        objects[-1],
    )
    for lines, line in [
        ([dealt], 1),
        ([head, move], 2),
        ([head, end], 2),
        ([head, last], 2),
        ([head, head], 2),
        ([head, dealt, dealt], 3),
        ([head, dealt, end], 3),
        ([head, dealt, last], 3),
        ([*objects, last], len(objects) + 1),
        ([*objects, dealt], len(objects) + 1),
        ([*objects, move], len(objects) + 1),
        ([head, dealt, {}], 3),
        ([head, {"what": "else"}], 2),
    ]:
        assert refused_at(refusal(signed(lines))) == line


def test_no_move_after_a_match_that_ended_at_once() -> None:
    rule_set, tried = GRANNA.with_reading("target-at-once"), 0
    for seed in range(20):
        over = play_match(rule_set, [player("greedy")] * 2, seed)
        going_on = [after for after in map(over.round.play, over.round.legal_moves()) if not after.is_over]
        for round in going_on[:1]:
            longer = over._replace(finished=over.finished[:-1], round=round, end=None, winners=())
            objects = objects_of(record_of(longer))
            for forged in (objects, [*objects, objects_of(record_of(over))[-1]]):
                error = refusal(signed(forged))
                assert refused_at(error) == len(objects)
                assert error.record
                assert error.record.match == over
            tried += 1
    assert tried


def test_no_deal_after_the_end_of_a_match() -> None:
    objects = objects_of(tiny()[0])
    dealt = objects[max(n for n, content in enumerate(objects) if "round" in content)]
    order = " ".join(reversed(dealt["order"].split()))
    forged = [*objects[:-1], {**dealt, "order": order}, objects[-1]]
    assert refused_at(refusal(signed(forged))) == len(objects)


def put_into_the_head(objects: Objects) -> None:
    objects[0]["note"] = "hello"


def put_into_a_deal(objects: Objects) -> None:
    objects[1]["note"] = "hello"


def true_for_the_version(objects: Objects) -> None:
    objects[0]["trinb"] = True


def true_for_a_seat(objects: Objects) -> None:
    objects[find(objects, "seat", lambda seat: seat == 1)]["seat"] = True


def fractions_for_scores(objects: Objects) -> None:
    place = find(objects, "scores")
    objects[place]["scores"] = [float(score) for score in objects[place]["scores"]]


def null_for_nothing(objects: Objects) -> None:
    place = next(n for n, content in enumerate(objects) if "move" in content and "tile" not in content)
    objects[place]["tile"] = None


def no_first_seat(objects: Objects) -> None:
    del objects[1]["first"]


LAX = [
    no_first_seat,
    put_into_the_head,
    put_into_a_deal,
    true_for_the_version,
    true_for_a_seat,
    fractions_for_scores,
    null_for_nothing,
]


@pytest.mark.parametrize("change", LAX, ids=lambda change: change.__name__)
def test_nothing_but_what_is_written_is_read(change: Callable[[Objects], None]) -> None:
    objects = objects_of(tiny()[0])
    change(objects)
    refusal(signed(objects))


def test_a_long_unknown_key_is_told_in_one_short_line() -> None:
    objects = objects_of(tiny()[0])
    objects[2]["a\nb" * 1000] = 1
    assert refused_at(refusal(signed(objects))) == 3


def test_half_a_surrogate_pair_is_refused() -> None:
    lines = tiny()[0].lines()
    lines[2] = lines[2].replace('"move": "', '"move": "\\ud800')
    assert refused_at(refusal(lines)) == 3


# --- files that are no records --------------------------------------------------------------------------

FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "line 1: is missing"),
    "only a line break": (b"\n", "line 1: is no JSON"),
    "prose": (b"Dear all,\n", "line 1: is no JSON"),
    "binary": (bytes(range(256)), "line 1: is no "),
    "zeros": (b"\0" * 100 + b"\n", "line 1: is no JSON"),
    "a mark before the text": (b"\xef\xbb\xbf" + b"{}\n", "line 1: is no JSON"),
    "utf-16": ("{}\n".encode("utf-16"), "line 1: is no text"),
    "a list": (b"[1, 2]\n", "line 1: must be an object"),
    "a number": (b"1\n", "line 1: must be an object"),
    "an object": (b"{}\n", "line 1: has been changed"),
    "deep": (b"[" * 100_000 + b"\n", "line 1: is no JSON"),
    "deep but closed": (b'{"a": ' + b"[" * 5_000 + b"]" * 5_000 + b"}\n", "line 1: "),
    "a huge number": (b'{"trinb": ' + b"9" * 10_000 + b"}\n", "line 1: is no JSON"),
    "not a number": (b'{"trinb": NaN}\n', "line 1: "),
    "toml": (b'id = "triangelspelet"\n', "line 1: is no JSON"),
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_no_records(name: str, tmp_path: Path) -> None:
    content, words = FILES[name]
    with pytest.raises(RecordError) as caught:
        read_bytes(tmp_path, content)
    assert str(caught.value).startswith(f"match.jsonl: {words}")
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()
    assert caught.value.record is None


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.jsonl", tmp_path / "none" / "x.jsonl", tmp_path / "\0"):
        with pytest.raises(RecordError, match="cannot be read") as caught:
            read_record(path)
        assert len(str(caught.value)) < 400


def test_no_lines_at_all() -> None:
    assert refused_at(refusal([])) == 1
    assert refused_at(refusal([""])) == 1


# --- writing --------------------------------------------------------------------------------------------


class Stop(BaseException):
    """As if somebody pulled the plug."""


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "disk full"), Stop()], ids=["disk full", "stopped"])
@pytest.mark.parametrize("is_there", [True, False], ids=["over an old file", "new"])
def test_a_file_is_written_whole_or_not_at_all(
    error: BaseException, is_there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.jsonl"
    if is_there:
        path.write_bytes(b"old")
    seen: list[bytes] = []

    def replace(self: Path, target: Path) -> None:
        seen.append(self.read_bytes())
        assert (target.read_bytes() if is_there else target.exists()) == (b"old" if is_there else False)
        raise error

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(os, "replace", lambda source, target: replace(Path(source), Path(target)))
    with pytest.raises(type(error)):
        write_record(path, tiny()[0])
    assert seen == [whole()]
    assert [p.name for p in tmp_path.iterdir()] == (["match.jsonl"] if is_there else [])
    assert not is_there or path.read_bytes() == b"old"


def test_a_file_that_cannot_be_written_half_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"old")

    def write_bytes(self: Path, content: bytes) -> int:
        with self.open("wb") as file:
            file.write(content[:100])
        raise OSError(errno.ENOSPC, "disk full")

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(OSError, match="disk full"):
        write_record(path, tiny()[0])
    monkeypatch.undo()
    assert [p.name for p in tmp_path.iterdir()] == ["match.jsonl"]
    assert path.read_bytes() == b"old"


def test_writing_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "none" / "x.jsonl", tmp_path / "file" / "x.jsonl", tmp_path / "folder"):
        with pytest.raises(OSError):
            write_record(path, tiny()[0])
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "folder"]
    assert list((tmp_path / "folder").iterdir()) == []


def test_writing_into_a_folder_that_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may write anywhere, so the system's refusal is played.
    def refuse(path: Path, _content: bytes) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(PermissionError) as caught:
        write_record(tmp_path / "x.jsonl", tiny()[0])
    assert caught.value.filename == str(tmp_path / "x.jsonl"), "the error names the file that was wanted"
    assert list(tmp_path.iterdir()) == []


def test_writing_replaces_an_old_file(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"x" * 1_000_000)
    write_record(path, tiny()[0])
    assert path.read_bytes() == whole()
    write_record(str(path), tiny()[0])
    assert read_record(str(path)) == tiny()[0]
    assert [p.name for p in tmp_path.iterdir()] == ["match.jsonl"]
