"""Rule sets: what the shipped ones say, readings, changes, and what is wrong with a file."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from trinb import RulesError, RuleSet, play_round, player, rule_sets, rules, tile_set
from trinb.resources import folder
from trinb.ruleparts import (
    Award,
    Blocked,
    BlockedWinner,
    Draws,
    FirstSeat,
    Hand,
    Lead,
    MatchRule,
    MatchTie,
    MatchWinner,
    Opening,
    Out,
    Reading,
    Reason,
    Scores,
    Several,
    TargetTest,
    Turn,
    WithoutTriple,
)

SWEDISH = rules("triangelspelet")
BASE = 'extends = "triangelspelet"\nid = "house"\n'
FOLDER = folder("data") / "rules"
JARGON = re.compile(r"object|attribute|iterable|len\(\)|structure|unhashable|argument|<class|Traceback|None")
"""Words of Python that say nothing to somebody who writes a rule file."""


def load(folder: Path, text: str, name: str = "house.toml") -> RuleSet:
    """The rule set in a file with this text."""
    (folder / name).write_text(text, encoding="utf-8")
    return RuleSet.load(folder / name)


def leaves(value: Any, path: str = "") -> dict[str, Any]:
    """All single values of a rule set, by dotted names."""
    if attrs.has(type(value)) and not isinstance(value, Award):
        fields = {f.name: getattr(value, f.name) for f in attrs.fields(type(value))}
        return {k: v for name, part in fields.items() for k, v in leaves(part, f"{path}.{name}").items()}
    return {path[1:]: value}


def differences(a: RuleSet, b: RuleSet) -> set[str]:
    """The dotted names of the values in which two rule sets differ."""
    mine, theirs = leaves(a), leaves(b)
    return {name for name in mine if mine[name] != theirs[name]}


# --- what the shipped ones say (§4.1–4.3 of our rules) ----------------------------------------------


def test_triangelspelet() -> None:
    assert (SWEDISH.tiles, SWEDISH.players, SWEDISH.hand) == ("triangelspelet-56", (2, 8), Hand(5))
    assert SWEDISH.source == "Triangelspelet Originalversionen"
    assert SWEDISH.opening == Opening(
        Lead.TRIPLE, WithoutTriple.DRAW, FirstSeat.ZERO, choose_zero=False, triple=Award(25)
    )
    assert SWEDISH.draws == Draws(most=1, place_at_once=True)
    assert SWEDISH.turn == Turn(Several.ONE, stuck=0)
    assert SWEDISH.score == Scores(bridge=Award(50), docking=Award(75), drone=Award(100))
    assert SWEDISH.score.hexagons == (0, 0, 0)
    assert SWEDISH.out == Out(50, others_digits=True)
    assert SWEDISH.blocked == Blocked(BlockedWinner.NOBODY, cost_per_tile=0)
    assert SWEDISH.match == MatchRule(500, None, TargetTest.END_OF_ROUND, MatchWinner.HIGHEST, MatchTie.JOINT)
    assert [clause.id for clause in SWEDISH.clauses] == [f"§{n}" for n in range(1, 11)]


def test_late_draw_changes_one_thing() -> None:
    late = rules("triangelspelet-late-draw")
    assert differences(SWEDISH, late) == {"id", "name", "draws.place_at_once", "clauses"}
    assert late.draws == Draws(most=1, place_at_once=False)
    changed = {c.id for c, d in zip(SWEDISH.clauses, late.clauses, strict=True) if c != d}
    assert changed == {"§6"}


def test_pro_has_more_tiles_and_a_higher_target() -> None:
    pro = rules("triangelspelet-pro")
    assert differences(SWEDISH, pro) == {"id", "name", "tiles", "hand.tiles", "match.target", "clauses"}
    assert (pro.tiles, pro.hand, pro.match.target) == ("triangelspelet-77", Hand(6), 1000)
    changed = {c.id for c, d in zip(SWEDISH.clauses, pro.clauses, strict=True) if c != d}
    assert changed == {"§3", "§4", "§8"}
    assert str(pro.tile_set.triples[0]) == "6-6-6"


@pytest.mark.parametrize("id", rule_sets())
def test_shipped_files_are_named_by_their_ids(id: str) -> None:
    rule_set = rules(id)
    assert rule_set.id == id
    assert rule_set.name
    assert rule_set.tile_set == tile_set(rule_set.tiles)
    assert repr(rule_set) == f"rules({id!r})"
    assert RuleSet.load(FOLDER / f"{id}.toml") == rule_set


READINGS = [(id, name) for id in rule_sets() for name in rules(id).readings]
KEYS = {
    "first-lap-by-lot": {"opening.first_lap": FirstSeat.LOT},
    "plain-scores-sum": {"score.plain": Award(0, sums=1)},
    "ties-play-on": {"match.tie": MatchTie.ANOTHER_ROUND},
}


@pytest.mark.parametrize(("id", "name"), READINGS, ids=["/".join(pair) for pair in READINGS])
def test_readings_change_exactly_the_keys_that_they_name(id: str, name: str) -> None:
    before = rules(id)
    after = before.with_reading(name)
    named = set()
    stack: list[tuple[str, Any]] = [("", before.readings[name].set)]
    while stack:
        path, value = stack.pop()
        part = before
        for key in filter(None, path.split(".")):
            part = getattr(part, key)
        if isinstance(value, dict) and not isinstance(part, Award | dict):
            stack += [(f"{path}.{key}".strip("."), inner) for key, inner in value.items()]
        else:
            named.add(path)
    assert differences(before, after) == named | {"switched_on"}
    assert after.switched_on == (name,)
    assert repr(after) == f"rules({id!r}).with_reading({name!r})"
    if name in KEYS:
        values = leaves(after)
        assert {key: values[key] for key in named} == KEYS[name]
    assert before == rules(id)
    assert after.with_reading(name) == after


def test_readings_together() -> None:
    one = SWEDISH.with_reading("plain-scores-sum").with_reading("ties-play-on")
    other = SWEDISH.with_reading("ties-play-on").with_reading("plain-scores-sum")
    assert differences(one, other) == {"switched_on"}
    assert one.score.plain == Award(0, 1)
    assert one.match.tie is MatchTie.ANOTHER_ROUND


def test_unknown_reading_names_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"triangelspelet.*'plain'.*plain-scores-sum"):
        SWEDISH.with_reading("plain")


def test_two_readings_of_one_key(tmp_path: Path) -> None:
    text = BASE + (
        '[readings.half]\nclause = "§7"\ntext = "25."\nset.score.bridge = 25\n'
        '[readings.double]\nclause = "§7"\ntext = "100."\nset.score.bridge = 100\nset.out.points = 1\n'
    )
    house = load(tmp_path, text).with_reading("half")
    with pytest.raises(RulesError, match=r"double and half both set score\.bridge"):
        house.with_reading("double")


# --- values -----------------------------------------------------------------------------------------


def test_rule_sets_are_values() -> None:
    again = RuleSet.load(FOLDER / "triangelspelet.toml")
    reading = SWEDISH.with_reading("plain-scores-sum")
    assert again == SWEDISH
    assert again is not SWEDISH
    assert hash(again) == hash(SWEDISH)
    assert len({SWEDISH, again, reading, rules("triangelspelet-pro")}) == 3
    assert reading != SWEDISH
    assert SWEDISH.evolve(score={"bridge": 49}) != SWEDISH
    assert SWEDISH.evolve() == SWEDISH
    assert SWEDISH != "triangelspelet"
    for rule_set in (SWEDISH, reading):
        assert pickle.loads(pickle.dumps(rule_set)) == rule_set
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        again.id = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("changes", "changed"),
    [
        ({"id": "ours"}, {"id": "ours"}),
        ({"score": {"bridge": 40}}, {"score.bridge": Award(40)}),
        ({"score": {"bridge": {"points": 1, "sums": 2}}}, {"score.bridge": Award(1, 2)}),
        ({"score": {"bridge": Award(1, 2)}}, {"score.bridge": Award(1, 2)}),
        ({"opening": {"lead": "pool"}}, {"opening.lead": Lead.POOL}),
        ({"opening": {"lead": Lead.POOL}}, {"opening.lead": Lead.POOL}),
        ({"hand": {"tiles": 6}}, {"hand.tiles": 6}),
        ({"hand": Hand(6, {2: 9})}, {"hand.tiles": 6, "hand.by_players": {2: 9}}),
        ({"hand": {"by_players": {2: 9, 3: 7}}}, {"hand.by_players": {2: 9, 3: 7}}),
        ({"draws": {"most": "unlimited"}}, {"draws.most": None}),
        ({"draws": Draws(most=None)}, {"draws.most": None}),
        ({"players": (3, 4)}, {"players": (3, 4)}),
        ({"players": [3, 4]}, {"players": (3, 4)}),
        ({"score": Scores()}, {"score.bridge": Award(), "score.docking": Award(), "score.drone": Award()}),
        ({"score": {"hexagons": [1, 2, 3]}}, {"score.hexagons": (1, 2, 3)}),
        ({"match": {"target": 7, "rounds": 3}}, {"match.target": 7, "match.rounds": 3}),
    ],
    ids=str,
)
def test_evolve(changes: dict[str, Any], changed: dict[str, Any]) -> None:
    after = SWEDISH.evolve(**changes)
    assert differences(SWEDISH, after) == set(changed)
    values = leaves(after)
    assert {name: values[name] for name in changed} == changed


def test_evolve_with_a_whole_part_replaces_it() -> None:
    house = SWEDISH.evolve(hand=Hand(6, {2: 9}))
    assert house.evolve(hand=Hand(5)).hand == Hand(5)


@pytest.mark.parametrize("award", ["{ sums = 1 }", "{ points = 3 }", "{ points = 3, sums = 2 }", "7"])
def test_evolve_and_files_agree_about_awards(tmp_path: Path, award: str) -> None:
    table = {
        "{ sums = 1 }": {"sums": 1},
        "{ points = 3 }": {"points": 3},
        "{ points = 3, sums = 2 }": {"points": 3, "sums": 2},
        "7": 7,
    }[award]
    file = load(tmp_path, BASE + f"[score]\nbridge = {award}\n")
    assert SWEDISH.evolve(id="house", score={"bridge": table}).score.bridge == file.score.bridge


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"foo": 1}, ("foo", "unknown key")),
        ({"score": {"brigde": 1}}, ("score", "brigde", "unknown key")),
        ({"score": {"bridge": "x"}}, ("score.bridge", "whole number", "'x'")),
        ({"hand": Hand(20)}, ("hand", "56")),
        ({"hand": {"by_players": {8: 8}}}, ("hand", "8 players", "64", "56")),
        ({"tiles": "nope"}, ("tiles", "'nope'")),
        ({"players": (0, 4)}, ("players", "0")),
        ({"draws": {"most": -1}}, ("draws.most",)),
    ],
    ids=str,
)
def test_evolve_refuses(changes: dict[str, Any], words: tuple[str, ...]) -> None:
    with pytest.raises(RulesError) as caught:
        SWEDISH.evolve(**changes)
    message = str(caught.value)
    assert all(word in message for word in ("triangelspelet", *words))


# --- files ------------------------------------------------------------------------------------------


def test_extends_one_beside_it_and_merges(tmp_path: Path) -> None:
    load(tmp_path, BASE + "[score]\nbridge = 40\n[hand]\nby_players = { 2 = 9 }\n", "house.toml")
    text = (
        'extends = "house"\nid = "child"\n[score]\ndrone = { sums = 2 }\n[hand]\nby_players = { 3 = 7 }\n'
        '[[clauses]]\nid = "§7"\ntext = "Ours."\nsettles = ["drone"]\n'
        '[[clauses]]\nid = "§11"\ntext = "New."\nsettles = ["bridge"]\n'
    )
    child = load(tmp_path, text, "child.toml")
    assert child.score == attrs.evolve(SWEDISH.score, bridge=Award(40), drone=Award(0, 2))
    assert child.hand == Hand(5, {2: 9, 3: 7})
    assert [child.hand.size(players) for players in (2, 3, 4)] == [9, 7, 5]
    assert [clause.id for clause in child.clauses] == [f"§{n}" for n in range(1, 12)]
    reasons = [child.clause_of(r) for r in (Reason.DRONE, Reason.BRIDGE, Reason.DOCKING, Reason.OUT)]
    assert reasons == ["§7", "§11", "", "§8"]
    assert child.readings == SWEDISH.readings


def test_a_file_may_stand_alone(tmp_path: Path) -> None:
    text = 'id = "bare"\nname = "Bare"\ntiles = "ascending-4"\nplayers = [1, 2]\n[hand]\ntiles = 3\n'
    bare = load(tmp_path, text, "other.toml")
    assert bare == RuleSet("bare", "Bare", "ascending-4", (1, 2), Hand(3))


FAULTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "unknown key": (BASE + "foo = 1", ("foo", "unknown key")),
    "unknown nested key": (BASE + "[score]\nbrigde = 1", ("score", "brigde", "unknown key", "bridge")),
    "unknown key of an award": (BASE + "[score]\nbridge = { ponts = 1 }", ("score.bridge", "ponts")),
    "text for a number": (BASE + '[score]\nbridge = "50"', ("score.bridge", "whole number", "'50'")),
    "bool for a number": (BASE + "[score]\nbridge = true", ("score.bridge", "whole number", "True")),
    "float for a number": (BASE + "[out]\npoints = 50.0", ("out.points", "whole number", "50.0")),
    "number for a bool": (BASE + "[out]\nothers_digits = 1", ("out.others_digits", "true or false", "1")),
    "number for a text": (BASE + "name = 5", ("name", "text", "5")),
    "date for a text": (BASE + "name = 2020-01-01", ("name", "text")),
    "list for a table": (BASE + "score = [1]", ("score", "table")),
    "number for a table": (BASE + "score = 3", ("score", "table")),
    "text for a table": (BASE + 'score = "x"', ("score", "table")),
    "list for the readings": (BASE + "readings = []", ("readings", "table")),
    "number for a reading": (BASE + "[readings]\nx = 3", ("readings", "x", "table")),
    "number for what a reading sets": (
        BASE + '[readings.x]\nclause = "§6"\ntext = "."\nset = 3',
        ("x", "set", "table"),
    ),
    "number for a list": (BASE + "players = 3", ("players", "list")),
    "number for the clauses": (BASE + "clauses = 3", ("clauses", "list")),
    "text for the clauses": (BASE + 'clauses = ""', ("clauses", "list")),
    "number for a clause": (BASE + "clauses = [1]", ("clauses", "table")),
    "list for the id of a clause": (BASE + '[[clauses]]\nid = ["§6"]\ntext = "."', ("clauses", "id", "text")),
    "text for what a clause settles": (
        BASE + '[[clauses]]\nid = "§6"\ntext = "."\nsettles = ""',
        ("settles", "list"),
    ),
    "table for what a clause settles": (
        BASE + '[[clauses]]\nid = "§6"\ntext = "."\nsettles = {}',
        ("settles", "list"),
    ),
    "unknown reason": (
        BASE + '[[clauses]]\nid = "§6"\ntext = "."\nsettles = ["x"]',
        ("settles", "'x'", "drone"),
    ),
    "three players' numbers": (BASE + "players = [2, 3, 4]", ("players",)),
    "two hexagons": (BASE + "[score]\nhexagons = [1, 2]", ("score.hexagons",)),
    "bad enum": (BASE + '[opening]\nlead = "tripel"', ("opening.lead", "'tripel'", "triple, pool, draw")),
    "number for an enum": (BASE + "[turn]\nseveral = 1", ("turn.several", "may-go-on")),
    "bad limit": (BASE + '[draws]\nmost = "many"', ("draws.most", "unlimited", "'many'")),
    "negative limit": (BASE + "[draws]\nmost = -1", ("draws.most",)),
    "no number of players": (BASE + "[hand]\nby_players = { two = 9 }", ("hand.by_players", "'two'")),
    "list for hand sizes": (BASE + "[hand]\nby_players = [9]", ("hand.by_players", "table")),
    "no tiles": (BASE + "[hand]\ntiles = 0", ("hand", "0", "at least 1")),
    "hands too large": (BASE + "[hand]\ntiles = 8", ("hand", "8 players", "64", "triangelspelet-56", "56")),
    "hand too large for some": (BASE + "[hand]\nby_players = { 7 = 9 }", ("hand", "7 players", "63", "56")),
    "players upside down": (BASE + "players = [8, 2]", ("players", "8", "2")),
    "unknown tile set": (BASE + 'tiles = "triangelspelet-57"', ("tiles:", "'triangelspelet-57'")),
    "no target": (BASE + "[match]\ntarget = 0", ("match.target", "0")),
    "no rounds": (BASE + "[match]\nrounds = 0", ("match.rounds", "0")),
    "extends unknown": ('extends = "nope"', ("extends", "'nope'")),
    "extends itself": ('extends = "house"', ("extends", "circle", "house")),
    "extends a number": ("extends = 3", ("extends", "3")),
    "extends a path": ('extends = "../house"', ("extends", "'../house'")),
    "extends a long name": (f'extends = "{"x" * 300}"', ("extends",)),
    "extends a name with a zero": ('extends = "a\\\\u0000"', ("extends",)),
    "missing name": ('id = "x"', ("name", "missing")),
    "missing hand": ('id = "x"\nname = "X"\ntiles = "ascending-4"\nplayers = [1, 2]', ("hand", "missing")),
    "missing text of a clause": (BASE + '[[clauses]]\nid = "§12"', ("clauses", "text", "missing")),
    "two new clauses of one id": (
        BASE + '[[clauses]]\nid = "§11"\ntext = "a"\n' + '[[clauses]]\nid = "§11"\ntext = "b"',
        ("clauses", "two", "§11"),
    ),
    "two changes of one clause": (
        BASE + '[[clauses]]\nid = "§6"\ntext = "a"\n' + '[[clauses]]\nid = "§6"\ntext = "b"',
        ("clauses", "two", "§6"),
    ),
    "reading of no clause": (
        BASE + '[readings.x]\nclause = "§99"\ntext = "."',
        ("readings.x.clause", "'§99'"),
    ),
    "unknown reading switched on": (BASE + 'switched_on = ["nope"]', ("switched_on", "nope")),
    "reading that sets an unknown key": (
        BASE + '[readings.x]\nclause = "§6"\ntext = "."\nset.foo = 1',
        ("readings.x", "foo"),
    ),
    "reading that sets a wrong type": (
        BASE + '[readings.x]\nclause = "§6"\ntext = "."\nset.score.bridge = "x"',
        ("readings.x", "score.bridge"),
    ),
    "reading that switches itself on": (
        BASE + '[readings.x]\nclause = "§6"\ntext = "."\nset.switched_on = ["x"]',
        ("readings.x", "switched_on"),
    ),
    "line break in a key": (BASE + '"foo\\nbar" = 1', ("unknown key",)),
    "no TOML": (BASE + "score = ", ("TOML",)),
    "twice the same key": (BASE + 'id = "x"', ("TOML",)),
    "very deep": (BASE + "x = " + "[" * 5000 + "]" * 5000, ("TOML",)),
    "very long number": (BASE + "[out]\npoints = " + "9" * 5000, ("TOML",)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_name_the_file_the_key_and_the_reason(tmp_path: Path, name: str) -> None:
    text, words = FAULTS[name]
    with pytest.raises(RulesError) as caught:
        load(tmp_path, text)
    message = str(caught.value)
    assert message.startswith("house.toml: ")
    assert all(word in message for word in words), message
    assert "\n" not in message
    assert not JARGON.search(message), message


def test_extends_in_a_circle_of_two(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('extends = "two"')
    with pytest.raises(RulesError, match=r"(one|two)\.toml: extends: .*circle.*two"):
        load(tmp_path, 'extends = "one"', "two.toml")


def test_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_bytes('id = "Gränna"'.encode("latin-1"))
    with pytest.raises(RulesError, match=r"house\.toml: "):
        RuleSet.load(tmp_path / "house.toml")


@pytest.mark.parametrize("path", ["missing.toml", "."])
def test_missing_files(tmp_path: Path, path: str) -> None:
    with pytest.raises(RulesError, match="cannot be read"):
        RuleSet.load(tmp_path / path)


def test_unknown_rules_suggest_the_nearest() -> None:
    with pytest.raises(RulesError, match=r"'triangelspelt'; did you mean triangelspelet\?"):
        rules("triangelspelt")
    with pytest.raises(RulesError, match=r"'xyz'; there are .*triangelspelet-pro"):
        rules("xyz")


def mutated(text: str, rng: Random) -> str:
    """A rule file with some small damage."""
    for _ in range(rng.randint(1, 3)):
        lines = text.splitlines() or [""]
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        key, equals, value = lines[at].partition("=")
        what = rng.randrange(8)
        if what == 0:
            del lines[at]
        elif what == 1:
            lines[at], lines[other] = key + equals + lines[other].partition("=")[2], lines[at]
        elif what == 2 and equals:
            new = ['"x"', "true", "1.5", "-3", "[1]", "{}", "[]", '""', "2020-01-01", '["§6"]', "99", "nan"]
            lines[at] = f"{key}= {rng.choice(new)}"
        elif what == 3:
            text = text[: rng.randrange(len(text) + 1)]
            continue
        elif what == 4:
            place = rng.randrange(len(text) + 1)
            text = text[:place] + rng.choice(["]", "[", '"', "=", "\x00", "é", "\n", ".", "#"]) + text[place:]
            continue
        elif what == 5:
            new_lines = ["[turn]", "foo = 1", "[[clauses]]", "[readings]", "score.x.y = 1", 'id = "a/b"']
            lines.insert(at, rng.choice([*new_lines, 'extends = "a/b"', "switched_on = [1]", lines[other]]))
        elif what == 6 and equals:
            lines[at] = f"{value.strip()} = {key.strip()}"
        else:
            lines[at] = lines[at].replace("e", "", 1)
        text = "\n".join(lines)
    return text


def test_damaged_files_load_or_raise_rules_error(tmp_path: Path) -> None:
    sources = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.toml"))]
    loaded, refused, others = 0, 0, []
    for seed in range(500):
        text = mutated(sources[seed % len(sources)], Random(seed))
        where = "house.toml: "
        try:
            rule_set = load(tmp_path, text)
            loaded += 1
            where = rule_set.id
            for name in rule_set.readings:
                rule_set.with_reading(name)
        except RulesError as error:
            refused += 1
            if not str(error).startswith(where):
                others.append((seed, f"does not say where: {error}"))
        except Exception as error:
            others.append((seed, repr(error)))
    assert not others
    assert loaded > 30
    assert refused > 100


# --- every reason has a clause ----------------------------------------------------------------------

WITH_READINGS = [rules(id) for id in rule_sets()] + [
    rules(id).with_reading(name) for id in rule_sets() for name in rules(id).readings
]


@pytest.mark.parametrize("rule_set", WITH_READINGS, ids=repr)
def test_every_line_names_one_of_the_clauses(rule_set: RuleSet) -> None:
    known = {clause.id for clause in rule_set.clauses}
    reasons = set()
    low, high = rule_set.players
    for seed in range(40):
        players = [player("greedy" if seed % 2 else "random")] * (low + seed % (high - low + 1))
        for _, line in play_round(rule_set, players, seed).lines:
            assert line.clause in known
            reasons.add(line.reason)
    assert len(reasons) > 4
    assert all(clause.text and not clause.text.isspace() for clause in rule_set.clauses)


@pytest.mark.parametrize("id", rule_sets())
def test_no_reason_is_settled_twice(id: str) -> None:
    settled = [reason for clause in rules(id).clauses for reason in clause.settles]
    assert len(settled) == len(set(settled))
    assert all(isinstance(reading, Reading) and reading.text for reading in rules(id).readings.values())
