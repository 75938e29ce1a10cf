"""Ten thousand spoilt files: each says the same as before, or is refused in one short line; nothing else.

Records are spoilt as text (5,000), where the checks find it, and as values with checks that fit (1,000),
where the replay has to.  Rule files are spoilt as text and as tables (4,000); what such a file still says,
the rule set that is loaded must say too.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import attrs
import pytest

from trinb import Match, Record, RecordError, RulesError, RuleSet, read_record, rule_sets, rules
from trinb.jsonlines import check_of
from trinb.players import choice, player
from trinb.records import read_lines
from trinb.resources import data_files
from trinb.rulefiles import unstructure
from trinb.ruleparts import Clause, Hand, MatchRule, Reason

LIMIT = 400
"""A message is shorter than this."""


def check_message(error: Exception) -> None:
    """One line of sensible length."""
    message = str(error)
    assert 0 < len(message) < LIMIT, message
    assert message.isprintable(), message


# --- spoiling -------------------------------------------------------------------------------------------

TOKENS = [
    *(
        "",
        " ",
        "\n",
        "\r\n",
        "\t",
        "\0",
        '"',
        "'",
        '"""',
        "\\",
        "{",
        "}",
        "[",
        "]",
        "[[",
        "]]",
        "=",
        ":",
        ",",
    ),
    *(
        "#",
        ".",
        "-",
        "+",
        "_",
        "0",
        "-1",
        "1",
        "7",
        "99",
        "9" * 40,
        "1e9",
        "0x10",
        "1.5",
        "inf",
        "NaN",
        "true",
    ),
    *("null", "{}", "[]", "[1]", "{ sums = 1 }", "{ points = 3, sums = 2 }", '"x"', '"unlimited"', "§", "ß"),
    *(
        "\u202e",
        "👩‍👩‍👧",
        "\x7f",
        "1979-05-27",
        "07:32:00",
        "[score]",
        "[[clauses]]",
        "[readings.x]",
        "players",
    ),
    *("id", "extends", '"granna"', '"draw"', '"check": ', '"round": 1', "[[[[[[[[", "a.b.c = 1\n"),
    *("x" * 5_000, "9" * 3_000, "\\ud800", '"a\\nb"'),
]


def spoil_text(text: str, rng: Random) -> str:
    """A text with one to three things changed: letters, words, lines, pieces, tokens."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        place = rng.randrange(len(text) + 1)
        end = min(len(text), place + rng.choice((0, 1, 1, 2, 5, 40)))
        lines = text.split("\n")
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(8)
        if kind < 3:
            text = text[:place] + rng.choice(TOKENS) + text[end:]
        elif kind == 3:
            text = text[:place] + text[end:]
        elif kind == 4:
            text = (
                text[:place] + chr(rng.choice((rng.randrange(32, 127), rng.randrange(0xD800)))) + text[end:]
            )
        elif kind == 5:
            lines[one], lines[other] = lines[other], lines[one]
            text = "\n".join(lines)
        elif kind == 6:
            text = "\n".join([*lines[:one], *lines[one + 1 :]])
        else:
            text = "\n".join([*lines[:one], lines[other], *lines[one:]])
    return text


def spoil_bytes(content: bytes, rng: Random) -> bytes:
    """Bytes with some of them changed, left out or cut off."""
    place = rng.randrange(len(content) + 1)
    kind = rng.randrange(4)
    if kind == 0:
        return content[:place]
    if kind == 1:
        return content[:place] + rng.randbytes(rng.randrange(1, 4)) + content[place:]
    if kind == 2:
        return content[:place] + rng.randbytes(1) + content[place + 1 :]
    return content[:place] + content[place + rng.randrange(1, 60) :]


VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 7, 99, 10**30, 0.5, 1e300, "", "x", "draw", "pass", "end", "§", "out"),
    *(
        "v0,0=554",
        "^0,0=555",
        "0-0-0",
        "0-1-2 0-1-2",
        "unlimited",
        [],
        {},
        [0],
        [[]],
        [[[[[]]]]],
        {"x": 1},
        "x" * 5_000,
        10**3_000,
    ),
    *([1, 2, 3], {"points": 1}, {"sums": 2}, {"points": "x"}, "\u202e", "line\nbreak", ["triple"], {"2": 9}),
]


def spoil_value(value: Any, rng: Random) -> Any:
    """A value with one part changed, left out, put in, or of another kind."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        kind = rng.randrange(10)
        if kind == 0:
            return {name: part for name, part in value.items() if name != key}
        if kind == 1:
            return {
                **value,
                rng.choice(("x", "note", "tile", "sums", "a b", "a\nb", "x" * 999)): rng.choice(VALUES),
            }
        return {**value, key: spoil_value(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        kind = rng.randrange(4)
        new = [] if kind == 0 else [spoil_value(value[place], rng)]
        return [*value[:place], *new, *value[place + (kind < 3) :]]
    if type(value) is int and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 10, -value, 1000))
    return rng.choice(VALUES)


# --- records --------------------------------------------------------------------------------------------

TINY = attrs.evolve(
    rules("triangelspelet"),
    id="tiny",
    tiles="ascending-4",
    hand=Hand(2),
    match=MatchRule(rounds=2),
    readings={},
    clauses=(Clause("§7", "Points.", (Reason.TRIPLE, Reason.BRIDGE, Reason.DOCKING, Reason.OUT)),),
)


@cache
def base(seed: int) -> tuple[Record, tuple[Match, ...]]:
    """A small record and every state of its match; odd seeds stop in the middle."""
    match, rng = Match.start(TINY, 2, seed), Random(seed)
    states, seats = [match], [player("random")] * 2
    while not match.is_over and (seed % 2 == 0 or len(states) < 20):
        round = match.round.play(choice(match.round, seats, rng))
        following = match.after(round)
        if round.is_over:  # before it is settled
            states.append(match._replace(round=round))
        states.append(following)
        match = following
    return Record(states[-1], ("Åsa", "Bo")), tuple(states)


def spoilt_record(rng: Random) -> tuple[int, bytes]:
    """The seed of a record, and its file, spoilt."""
    seed = rng.randrange(12)
    text = "\n".join(base(seed)[0].lines()) + "\n"
    # The first line is by far the longest; give the others a chance.
    at = text.index("\n") if rng.random() < 0.7 else 0
    if rng.random() < 0.3:
        content = text.encode()
        at = content.index(b"\n") if at else 0
        return seed, content[:at] + spoil_bytes(content[at:], rng)
    return seed, (text[:at] + spoil_text(text[at:], rng)).encode()


@pytest.mark.parametrize("part", range(10))
def test_spoilt_records(part: int, tmp_path: Path) -> None:
    rng, path, refused = Random(part), tmp_path / "match.jsonl", 0
    for _ in range(500):
        seed, content = spoilt_record(rng)
        record, states = base(seed)
        path.write_bytes(content)
        try:
            again = read_record(path)
        except RecordError as error:
            check_message(error)
            refused += 1
            assert error.record is None or error.record.match in states
        else:
            # The same, or a file that ends earlier between two lines.
            assert again.names == record.names
            assert again.match in states
    assert refused > 400


def signed(contents: list[Any]) -> list[str]:
    """Lines with checks that fit."""
    lines, before = [], ""
    for number, content in enumerate(contents, 1):
        text = json.dumps(content, ensure_ascii=False, separators=(", ", ": "))
        before = check_of(before, number, text)
        lines.append(f'{text[:-1]}{", " * (len(text) > 2)}"check": "{before}"}}')
    return lines


def objects_of(record: Record) -> list[dict[str, Any]]:
    """The lines of a record without their checks."""
    found = [json.loads(line) for line in record.lines()]
    return [{key: value for key, value in content.items() if key != "check"} for content in found]


def agrees(mine: dict[str, Any], file: dict[str, Any]) -> bool:
    """Whether a line of the file says all that a line of the record says; without a first seat it is 0."""
    told = {"first": 0, **{key: value for key, value in file.items() if value is not None}}
    return all(told.get(key) == value for key, value in mine.items() if key != "rules")


@pytest.mark.parametrize("part", range(4))
def test_spoilt_records_with_checks_that_fit(part: int) -> None:
    rng, refused = Random(f"signed {part}"), 0
    for _ in range(250):
        contents = objects_of(base(rng.randrange(12))[0])
        place = rng.randrange(len(contents)) if rng.random() < 0.8 else 0
        spoilt = spoil_value(contents[place], rng)
        contents[place] = spoilt if isinstance(spoilt, dict) else {"x": spoilt}
        try:
            again = read_lines(signed(contents))
        except RecordError as error:
            check_message(error)
            refused += 1
        else:
            # Another match that could have been played, such as one under other rules or from another deal.
            mine = objects_of(again)
            assert len(mine) == len(contents)
            assert all(map(agrees, mine, contents))
            assert read_lines(again.lines()) == again
    assert refused > 150


# --- rule files -----------------------------------------------------------------------------------------


def is_award(value: Any) -> bool:
    """Whether a value is an award (or an empty table, which says nothing)."""
    return not isinstance(value, Mapping) or value.keys() <= {"points", "sums"}


def plain(value: Any) -> Any:
    """A value as the file would write it: an award of points alone as a number, a list for a tuple."""
    if isinstance(value, Mapping) and value and value.keys() <= {"points", "sums"}:
        points, sums = value.get("points", 0), value.get("sums", 0)
        return (points, sums) if sums else points
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value


def check_says(loaded: Any, file: Mapping[str, Any], path: str = "") -> None:
    """Everything that a file says is what the rule set says."""
    for key, value in file.items():
        where = f"{path}.{key}"
        if key in ("extends", "without_readings") and not path:
            continue
        if key == "clauses" and not path:
            clauses = {clause["id"]: clause for clause in loaded["clauses"]}
            for clause in value:
                check_says(clauses[clause["id"]], clause, where)
        elif isinstance(value, Mapping) and not is_award(loaded.get(key)):
            check_says(loaded[key], value, where)
        elif value != {}:
            assert plain(loaded[key]) == plain(value), where


def check_types(value: Any) -> None:
    """Every number is a whole number, every truth a truth: nothing is taken for what it only equals."""
    for name, kind in get_type_hints(type(value)).items():
        part = getattr(value, name)
        if kind in (int, bool, str, int | None):
            assert type(part) is kind or (kind == int | None and type(part) in (int, type(None))), name
        elif attrs.has(type(part)):
            check_types(part)
    if isinstance(value, RuleSet):
        assert {type(n) for n in (*value.players, *value.score.hexagons)} == {int}


@cache
def rule_texts() -> tuple[str, ...]:
    """The shipped files."""
    return tuple(path.read_text(encoding="utf-8") for path in data_files("rules").values())


def load(path: Path, content: bytes) -> bool:
    """Load a rule file; whether it is one.  Check what it says, or how it is refused."""
    path.write_bytes(content)
    try:
        loaded = RuleSet.load(path)
    except RulesError as error:
        check_message(error)
        assert str(error).startswith(path.name)
        return False
    check_says(unstructure(loaded), tomllib.loads(content.decode()))
    check_types(loaded)
    assert all(loaded.with_reading(name).switched_on for name in loaded.readings)
    return True


def write_toml(tables: Mapping[str, Any], path: str = "") -> str:
    """Tables as TOML, inline below the first level."""
    return "".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in tables.items())


def toml_key(key: str) -> str:
    """A quoted key."""
    return json.dumps(key)


def toml_value(value: Any) -> str:
    """A value in one line; what TOML does not know is written as a text."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{toml_key(k)} = {toml_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps("null" if value is None else value)


def test_the_writer_of_toml_says_what_it_is_told() -> None:
    for text in rule_texts():
        assert tomllib.loads(write_toml(tomllib.loads(text))) == tomllib.loads(text)


@pytest.mark.parametrize("part", range(8))
def test_spoilt_rule_files(part: int, tmp_path: Path) -> None:
    rng, path, accepted = Random(part), tmp_path / "house.toml", 0
    for number in range(350):
        text = rule_texts()[(part + number) % len(rule_texts())]
        as_bytes = rng.random() < 0.15
        spoilt = spoil_bytes(text.encode(), rng) if as_bytes else spoil_text(text, rng).encode()
        accepted += load(path, spoilt)
    assert 30 < accepted < 320  # many changes are in the words of a clause, where anything goes


@pytest.mark.parametrize("part", range(4))
def test_spoilt_tables_of_rules(part: int, tmp_path: Path) -> None:
    rng, path, accepted = Random(f"tables {part}"), tmp_path / "house.toml", 0
    for number in range(300):
        tables = tomllib.loads(rule_texts()[(part + number) % len(rule_texts())])
        if rng.random() < 0.8:
            tables.pop("clauses", None)
            tables.pop("readings", None)
            tables.setdefault("extends", "triominos-de")
        spoilt = spoil_value(tables, rng)
        accepted += load(path, write_toml(spoilt if isinstance(spoilt, dict) else {"id": spoilt}).encode())
    assert 20 < accepted < 280


@pytest.mark.parametrize("id", rule_sets())
def test_what_is_not_spoilt_is_loaded(id: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    assert load(path, data_files("rules")[id].read_bytes())
    assert RuleSet.load(path) == rules(id)


# --- long words -----------------------------------------------------------------------------------------

HEAD = 'extends = "triangelspelet"\nid = "house"\n'
LONG = "a" * 5_000
MESSAGES = {
    "long name of a reading": f'{HEAD}[readings.{LONG}]\nclause = "none"\ntext = "x"\n',
    "long name of a reading, wrong type": f'{HEAD}[readings.{LONG}]\nclause = 1\ntext = "x"\n',
    "line break in the name of a reading": f'{HEAD}[readings."a\\nb"]\nclause = "none"\ntext = "x"\n',
    "long id of two clauses": HEAD + f'[[clauses]]\nid = "{LONG}"\ntext = "x"\n' * 2,
    "line break in the id of two clauses": HEAD + '[[clauses]]\nid = "a\\nb"\ntext = "x"\n' * 2,
    "huge target": f"{HEAD}[match]\ntarget = -{'9' * 3_000}\n",
    "huge hand": f"{HEAD}[hand]\ntiles = {'9' * 3_000}\n",
    "huge number of players": f"players = [{'9' * 3_000}, 3]\n{HEAD}",
    "many unknown parts of a reading": f'{HEAD}[readings.x]\nclause = "§7"\ntext = "x"\n[readings.x.set]\n'
    + "".join(f"unknown_part_of_a_reading_{n} = 1\n" for n in range(40)),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_long_names_and_numbers_are_told_in_one_short_line(name: str, tmp_path: Path) -> None:
    assert not load(tmp_path / "house.toml", MESSAGES[name].encode())
