"""House rules: kept in files that people can read and edit, and told in words."""

from __future__ import annotations

import gettext
import os
import re
import tomllib
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints

import attrs
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from trinb import (
    RulesError,
    RuleSet,
    houserules,
    resources,
    rule_sets,
    rules,
    rulewriting,
    tile_sets,
    words,
)
from trinb import ruleparts as parts
from trinb.houserules import differences, in_words, leaves
from trinb.ruleparts import Award, Clause, Hand, Reading, Reason
from trinb.tomledit import set_part, without_part, written

SWEDISH = rules("triangelspelet")
SHIPPED = resources.data_files("rules")
READINGS = [(id, name) for id in rule_sets() for name in ("", *rules(id).readings)]


def read(id: str, name: str) -> RuleSet:
    return rules(id).with_reading(name) if name else rules(id)


def sets(rule_set: RuleSet, name: str) -> set[str]:
    """What a reading sets, such as ``score.hexagons``."""
    return {".".join(part) for part in rulewriting.parts(rule_set.readings[name].set)}


def loads(rule_set: RuleSet) -> bool:
    """Whether a file may say this.

    `RuleSet.load` tries every reading that is not on, and refuses a file if one sets the same as one that is.
    """
    on = [sets(rule_set, name) for name in rule_set.switched_on]
    off = [sets(rule_set, name) for name in rule_set.readings if name not in rule_set.switched_on]
    return not any(one & other for one in on for other in off)


def load(path: Path, rule_set: RuleSet) -> RuleSet:
    """The rule set in a file, by `RuleSet.load` where that takes it."""
    if loads(rule_set):
        return RuleSet.load(path)
    return rulewriting.rulefiles.structure(rulewriting.rulefiles.read(path, SHIPPED), RuleSet, path.name)


def saved(path: Path, rule_set: RuleSet, base: str | None = None) -> str:
    """The text of the file after saving; it is loaded back as it was."""
    rule_set.save(path, base)
    assert load(path, rule_set) == rule_set
    return path.read_text("utf-8")


def body(text: str) -> str:
    """A new file without its comment head."""
    assert text.startswith("# ") and "house rules over" in text.splitlines()[0]
    return text.split("\n", 2)[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ours.toml"


# --- new files -----------------------------------------------------------------------------------------


CONFLICTS = [(id, name) for id, name in READINGS if name and not loads(read(id, name))]


class TestNewFile:
    @pytest.mark.parametrize(("id", "name"), READINGS)
    def test_every_shipped_rule_set_and_reading(self, path: Path, id: str, name: str) -> None:
        text = saved(path, read(id, name))
        assert f'extends = "{id}"' in text
        assert len(text.splitlines()) <= (3 if not name else 9)

    @pytest.mark.parametrize(("id", "name"), CONFLICTS)
    def test_a_reading_that_excludes_others_is_loaded(self, path: Path, id: str, name: str) -> None:
        read(id, name).save(path)
        assert RuleSet.load(path) == read(id, name)

    def test_it_is_short_and_says_what_differs(self, path: Path) -> None:
        ours = SWEDISH.evolve(
            id="ours",
            name="Our rules",
            hand={"tiles": 7, "by_players": {2: 9}},
            draws={"most": "unlimited", "cost": 5},
            turn={"several": "may-go-on"},
            score={"bridge": 40, "plain": {"sums": 1}, "docking": {"points": 10, "sums": 2}},
            clauses=[
                {"id": "§7", "text": 'A "bridge" gives 40.', "settles": ["bridge"]},
                {"id": "§11", "text": "Tea."},
            ],
        ).with_reading("ties-play-on")
        assert saved(path, ours) == (
            "# Our rules: house rules over triangelspelet.\n"
            "# Change what you like; trinb reads it with --rules FILE or RuleSet.load(FILE).\n"
            'extends = "triangelspelet"\n'
            'id = "ours"\n'
            'name = "Our rules"\n'
            'switched_on = ["ties-play-on"]  # what these readings set is written out below\n'
            "\n[hand]\ntiles = 7\nby_players = { 2 = 9 }\n"
            '\n[draws]\nmost = "unlimited"\ncost = 5\n'
            '\n[turn]\nseveral = "may-go-on"\n'
            "\n[score]\nplain = { sums = 1 }\nbridge = 40\ndocking = { points = 10, sums = 2 }\n"
            '\n[match]\ntie = "another-round"\n'
            '\n[[clauses]]\nid = "§7"\ntext = "A \\"bridge\\" gives 40."\nsettles = ["bridge"]\n'
            '\n[[clauses]]\nid = "§11"\ntext = "Tea."\n'
        )

    def test_the_base_is_the_one_with_this_id_or_the_nearest(self, path: Path) -> None:
        granna = rules("granna-split")
        assert body(saved(path, SWEDISH.evolve(score={"bridge": 1}))).startswith('extends = "triangelspelet"')
        path.unlink()
        ours = granna.evolve(id="ours", name="ours", source="", score={"bridge": 11})
        assert 'extends = "granna-split"' in saved(path, ours)

    def test_another_base(self, path: Path) -> None:
        late = rules("triangelspelet-late-draw")
        text = saved(path, late, "triangelspelet")
        assert 'extends = "triangelspelet"\nid = "triangelspelet-late-draw"\n' in text
        assert "\n[draws]\nplace_at_once = false\n" in text and text.count("[[clauses]]") == 1
        path.unlink()
        with pytest.raises(RulesError, match="there are no rules 'nope' to extend; there are granna"):
            late.save(path, "nope")
        # What a base has too much cannot be taken away from it.
        with pytest.raises(RulesError, match="'granna' cannot be written over triominos-de in it"):
            rules("granna").save(path, "triominos-de")
        assert not path.exists()

    def test_what_is_less_than_any_base_is_written_whole(self, path: Path) -> None:
        ours = attrs.evolve(SWEDISH, clauses=(), readings={})
        text = saved(path, ours)
        assert "extends" not in text and 'without_readings = ["' not in text
        assert "drone = 100" in text and "[[clauses]]" not in text

    def test_readings_come_go_and_change(self, path: Path) -> None:
        mine = {
            "short": Reading("§8", "To 200.", {"match": {"target": 200}, "score": {"plain": {"sums": 2}}}),
            "ties-play-on": Reading("§8", "Not.", {"match": {"rounds": 3}}),
        }
        ours = attrs.evolve(SWEDISH, id="ours", readings=mine)
        text = saved(path, ours)
        left_out = re.search(r"^without_readings = (.*)$", text, re.MULTILINE)
        assert left_out and set(tomllib.loads(f"x = {left_out[1]}")["x"]) == set(SWEDISH.readings)
        assert (
            "[readings.short]\n" in text and "set.match.target = 200\nset.score.plain = { sums = 2 }" in text
        )
        assert "without_readings" not in saved(path, attrs.evolve(ours, readings=SWEDISH.readings))

    @pytest.mark.parametrize(
        "name", ["", "a b", 'say "x"', "line\nbreak", "\x1b[2J", "é § 日", "#", "'''", "a.b"]
    )
    def test_strange_texts(self, path: Path, name: str) -> None:
        clause = Clause(f"§{name}", name, (Reason.BRIDGE,), section=name)
        reading = Reading(clause.id, name, {"match": {"rounds": 2}})
        ours = SWEDISH.evolve(name=name, source=name)
        ours = attrs.evolve(
            ours, clauses=(*ours.clauses, clause), readings={**ours.readings, f"{name}!": reading}
        )
        text = saved(path, ours)
        assert all(letter.isprintable() or letter == "\n" for letter in text)
        assert saved(path, ours) == text

    def test_what_no_file_can_hold(self, path: Path) -> None:
        with pytest.raises(RulesError, match=r"ours\.toml: "):
            SWEDISH.evolve(name="\ud800").save(path)
        assert not path.exists()


# --- files that are there ------------------------------------------------------------------------------

MINE = """\
# Our rules since 1998.
extends = "triangelspelet"   # what we learnt
id = "ours"
name = "Ours"

# Long games.

[hand] # more
tiles = 7

# About points.
[score]
bridge = 40        # it is too easy
docking = 60
# drones are rare
drone = 120

[[clauses]]
# ours
id = "§7"
text = "Bridges are cheap."
settles = ["bridge"]

# The end.
[match]
target = 300  # late already
"""


class TestEditing:
    def edited(self, path: Path, **changes: Any) -> str:
        path.write_text(MINE, "utf-8")
        return saved(path, RuleSet.load(path).evolve(**changes))

    @pytest.mark.parametrize("id", rule_sets())
    def test_nothing_to_change_leaves_every_byte(self, path: Path, id: str) -> None:
        text = SHIPPED[id].read_text("utf-8")
        path.write_text(text, "utf-8")
        assert saved(path, rules(id)) == text

    def test_only_the_changed_value_is_set(self, path: Path) -> None:
        text = self.edited(path, score={"bridge": {"sums": 1}})
        assert text == MINE.replace("bridge = 40  ", "bridge = { sums = 1 }  ")

    def test_what_no_longer_differs_is_taken_out(self, path: Path) -> None:
        assert self.edited(path, score={"docking": 75}) == MINE.replace("docking = 60\n", "")
        assert self.edited(path, hand={"tiles": 5}) == MINE.replace("[hand] # more\ntiles = 7\n\n", "")
        text = self.edited(path, score={"bridge": 50, "docking": 75, "drone": 100})
        assert "[score]\n# drones are rare\n" in text and "# About points.\n" in text

    def test_a_table_that_is_taken_out_leaves_the_comment_of_the_next(self, path: Path) -> None:
        path.write_text(MINE, "utf-8")
        ours = RuleSet.load(path)
        clauses = {clause.id: clause for clause in (*ours.clauses, *SWEDISH.clauses)}
        text = saved(path, attrs.evolve(ours, clauses=tuple(clauses.values())))
        assert "[[clauses]]" not in text and "\n\n# The end.\n[match]\n" in text

    def test_a_clause_is_changed_where_it_stands(self, path: Path) -> None:
        clauses = [{"id": "§7", "text": "Bridges.", "settles": ["bridge"]}, {"id": "§12", "text": "Tea."}]
        text = self.edited(path, clauses=clauses)
        assert '[[clauses]]\n# ours\nid = "§7"\ntext = "Bridges."\nsettles = ["bridge"]\n' in text
        assert text.count("[[clauses]]") == 2 and '\n\n[[clauses]]\nid = "§12"\ntext = "Tea."\n\n' in text

    def test_new_values_stand_with_their_like(self, path: Path) -> None:
        text = self.edited(path, source="us", score={"plain": 1}, out={"points": 1, "others_digits": False})
        assert 'name = "Ours"\nsource = "us"\n\n# Long games.\n' in text
        assert "drone = 120\nplain = 1\n\n[[clauses]]" in text
        assert text.endswith("late already\n\n[out]\npoints = 1\nothers_digits = false\n")

    def test_another_base_is_taken_if_it_must(self, path: Path) -> None:
        path.write_text(MINE, "utf-8")
        text = saved(path, rules("granna"))
        assert text.startswith('# Our rules since 1998.\nextends = "granna"   # what we learnt\n')
        assert "# About points.\n" in text and "# The end.\n" in text

    @pytest.mark.parametrize("id", rule_sets())
    def test_any_rule_set_in_any_file(self, path: Path, id: str) -> None:
        for other in ("granna", "triangelspelet-pro", "triominos-nl-literal", "triominos-children"):
            path.write_text(SHIPPED[id].read_text("utf-8"), "utf-8")
            text = saved(path, rules(other))
            assert SHIPPED[id].read_text("utf-8").splitlines()[0] in text
            assert saved(path, rules(other)) == text

    BASE = 'extends = "triangelspelet"\n'

    @pytest.mark.parametrize(
        "text",
        [
            "# only a comment",
            "",
            "\n\n",
            BASE,
            BASE + "score.bridge = 40\nhand.by_players.2 = 8",
            BASE + "score = { bridge = 40, plain = { sums = 1 } }",
            BASE + 'clauses = [{ id = "§7", text = "x" }]',
            BASE + "[hand]\ntiles = 5\n[hand.by_players] # two\n2 = 9\n",
            BASE + "[score.bridge]\npoints = 1\nsums = 1\n[score.plain]\nsums = 3\n",
            BASE + '[readings]\nx = { clause = "§7", text = "", set.match.target = 1 }',
            BASE + '[readings.x]\nclause = "§7"\ntext = ""\n[readings.x.set]\nout.points=1',
            BASE + 'without_readings = "ties-play-on"',
            BASE + 'name = """\n[not a table]\n"""\n',
            BASE + "players = [\n  2, # two\n  4,\n]\n[out] # ends\n",
            BASE + '[[clauses]]\nid = "§1"\ntext = "x"\n[match]\ntarget = 3\n[out]\npoints = 1',
        ],
    )
    @pytest.mark.parametrize("goal", ["ours", "more", "granna", "triominos-de"])
    def test_however_a_file_is_written(self, path: Path, text: str, goal: str) -> None:
        path.write_text(text, "utf-8")
        if goal == "ours":
            wanted = SWEDISH.evolve(
                id="ours", hand={"by_players": {2: 7, 3: 6}}, score={"plain": 2, "drone": 1}
            )
        elif goal == "more":
            readings = {"y": {"clause": "§8", "text": "y", "set": {"match": {"target": 9}}}}
            clauses = [{"id": "§7", "text": "y"}, {"id": "§99", "text": "z"}]
            wanted = SWEDISH.evolve(source="z", players=(2, 4), readings=readings, clauses=clauses)
        else:
            wanted = rules(goal)
        after = saved(path, wanted)
        comments = re.findall(r"# [a-z ]+$", text, re.MULTILINE)
        assert goal not in ("ours", "more") or all(
            comment in after for comment in comments if comment not in ("# two", "# ends")
        )
        assert saved(path, wanted) == after

    def test_line_ends_rights_and_links_stay(self, path: Path, tmp_path: Path) -> None:
        path.write_bytes(MINE.replace("\n", "\r\n").encode())
        path.chmod(0o640)
        link = tmp_path / "link.toml"
        link.symlink_to(path)
        ours = RuleSet.load(path).evolve(score={"plain": 3}, out={"points": 1, "others_digits": True})
        ours.save(link)
        assert link.is_symlink() and RuleSet.load(path) == ours
        assert path.stat().st_mode & 0o777 == 0o640
        assert path.read_bytes().count(b"\n") == path.read_bytes().count(b"\r\n") > MINE.count("\n")

    def test_a_file_over_a_file_beside_it(self, path: Path, tmp_path: Path) -> None:
        path.write_text(MINE, "utf-8")
        child = tmp_path / "child.toml"
        child.write_text('extends = "ours" # mine\nid = "child"\n', "utf-8")
        text = saved(child, RuleSet.load(child).evolve(score={"drone": 5, "bridge": 41}))
        assert text == 'extends = "ours" # mine\nid = "child"\n\n[score]\nbridge = 41\ndrone = 5\n'


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("[project]\nname = 'x'\n", "is there already: "),
            ("id = 1", "is there already"),
            ("[[", "is there already and no TOML file"),
            ("\xff", "is there already and no TOML file"),
            ('extends = "nope"', "there are no rules 'nope'"),
            ('extends = "granna"\n[score]\nbrigde = 1\n', "unknown key brigde"),
        ],
    )
    def test_a_file_that_is_no_rule_file_is_left_alone(self, path: Path, text: str, reason: str) -> None:
        path.write_bytes(text.encode("latin-1"))
        with pytest.raises(RulesError, match=reason) as caught:
            SWEDISH.save(path)
        assert str(caught.value).startswith("ours.toml: ") and "\n" not in str(caught.value)
        assert path.read_bytes() == text.encode("latin-1")

    def test_where_nothing_can_be_written(self, path: Path, tmp_path: Path) -> None:
        for where in (tmp_path, tmp_path / "nowhere" / "x.toml"):
            with pytest.raises(OSError) as caught:
                SWEDISH.save(where)
            assert caught.value.filename == str(where)

    def test_the_old_file_stays_if_writing_fails(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        saved(path, SWEDISH)
        before = path.read_bytes()

        def fail(self: Path, target: Path) -> None:
            raise OSError(28, os.strerror(28), str(self))

        monkeypatch.setattr(Path, "replace", fail)
        with pytest.raises(OSError, match="No space left") as caught:
            SWEDISH.evolve(score={"bridge": 1}).save(path)
        assert caught.value.filename == str(path)
        assert [file.name for file in path.parent.iterdir()] == ["ours.toml"] and path.read_bytes() == before


# --- any rule set --------------------------------------------------------------------------------------

NUMBERS = st.integers(-300, 300)
AWARDS = st.builds(Award, NUMBERS, st.integers(-2, 3))
LIMITS = st.none() | st.integers(1, 2000)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SPECIAL = {
    ("Hand", "tiles"): st.integers(1, 5),
    ("Hand", "by_players"): st.dictionaries(st.integers(2, 8), st.integers(1, 6), max_size=3),
    ("Draws", "most"): st.none() | st.integers(0, 9),
    ("Scores", "hexagons"): st.tuples(NUMBERS, NUMBERS, NUMBERS),
}
TABLES = ("hand", "opening", "draws", "turn", "score", "out", "blocked", "match")


def values(kind: Any, name: str) -> st.SearchStrategy[Any]:
    """Values of one knob."""
    hint = get_type_hints(kind)[name]
    if (kind.__name__, name) in SPECIAL:
        return SPECIAL[kind.__name__, name]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(hint)
    return {Award: AWARDS, bool: st.booleans(), int: NUMBERS, int | None: LIMITS}[hint]


def tables(kind: Any, base: Any) -> st.SearchStrategy[Any]:
    """A table in which some knobs are turned."""
    changes = {field.name: values(kind, field.name) for field in attrs.fields(kind)}
    return st.fixed_dictionaries({}, optional=changes).map(lambda found: attrs.evolve(base, **found))


@st.composite
def rule_sets_of_all_kinds(draw: st.DrawFn) -> RuleSet:
    id, name = draw(st.sampled_from(READINGS))
    base = read(id, name)
    changed: dict[str, Any] = {}
    for table in draw(st.lists(st.sampled_from(TABLES), unique=True)):
        changed[table] = draw(tables(type(getattr(base, table)), getattr(base, table)))
    if draw(st.booleans()):
        changed |= {"id": draw(st.sampled_from(["ours", "granna"])), "name": draw(TEXTS)}
    if draw(st.booleans()):
        keep = draw(st.lists(st.sampled_from(base.clauses), unique_by=lambda clause: clause.id))
        needed = [clause for clause in base.clauses if clause not in keep]
        changed["clauses"] = (*keep, *needed, Clause("new", draw(TEXTS), (Reason.OUT,), section=draw(TEXTS)))
    if draw(st.booleans()):
        own = draw(st.sampled_from(["points", "mine", "must-go-on", "a b"]))
        sets = {"match": {"target": draw(st.integers(1, 9))}, "hand": {"by_players": {"2": 1}}}
        kept = {key: base.readings[key] for key in base.switched_on}
        changed["readings"] = {**kept, own: Reading(base.clauses[0].id, draw(TEXTS), sets)}
        changed["switched_on"] = tuple(key for key in base.switched_on if key != own)
    try:
        return attrs.evolve(base, **changed)
    except RulesError:
        return base  # too many tiles for so many players


PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
"""An example found is small enough, and shrinking it takes minutes."""
THOROUGH = settings(
    max_examples=40, deadline=None, phases=PHASES, suppress_health_check=[HealthCheck.too_slow]
)


class TestAnyRuleSet:
    @THOROUGH
    @given(rule_sets_of_all_kinds())
    def test_it_is_loaded_as_it_was(self, rule_set: RuleSet) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ours.toml"
            text = saved(path, rule_set)
            assert saved(path, rule_set) == text

    @THOROUGH
    @given(rule_sets_of_all_kinds(), rule_sets_of_all_kinds(), st.sampled_from(["", MINE, "# é\n\n# x\n"]))
    def test_also_into_a_file_that_says_something_else(self, one: RuleSet, other: RuleSet, text: str) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ours.toml"
            path.write_text(text, "utf-8")
            first = saved(path, one)
            path.write_text(first.replace("\n[", "\n# about this\n["), "utf-8")
            after = saved(path, other)
            assert all(line in after for line in text.splitlines() if re.match("# (?!ours)", line))

    @THOROUGH
    @given(rule_sets_of_all_kinds(), rule_sets_of_all_kinds())
    def test_differences(self, one: RuleSet, other: RuleSet) -> None:
        found = differences(one, other)
        assert (found == ()) == (one == other) == (in_words(one, other) == "no difference")
        assert differences(one, one) == ()
        for difference in found:
            assert difference.words and difference.before != difference.after
        back = differences(other, one)
        assert {(d.key, d.before, d.after) for d in map(frozen, found)} == {
            (d.key, d.after, d.before) for d in map(frozen, back)
        }


def frozen(difference: houserules.Difference) -> houserules.Difference:
    return difference._replace(before=repr(difference.before), after=repr(difference.after))


# --- words ---------------------------------------------------------------------------------------------


class TestWords:
    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            (
                {"score": {"bridge": 40}, "draws": {"most": 3, "cost": 5}},
                "draws up to 3 at −5; bridge 50 → 40",
            ),
            ({"draws": {"most": "unlimited"}}, "draws one → without a limit"),
            ({"draws": {"most": 0}}, "draws one → none"),
            ({"draws": {"cost": 5}}, "each draw 0 → −5"),
            ({"draws": {"place_at_once": False}}, "a drawn tile waits for the next turn"),
            ({"hand": {"by_players": {2: 9}}}, "hand 9 for 2 players"),
            ({"hand": {"tiles": 7}}, "hand 5 → 7"),
            ({"players": [2, 4]}, "players 2–8 → 2–4"),
            ({"tiles": "triominos-56"}, "tiles triangelspelet-56 → triominos-56"),
            ({"score": {"plain": {"sums": 1, "points": 10}}}, "plain placement 0 → digits of the tile + 10"),
            ({"score": {"plain": {"sums": 2}}}, "plain placement 0 → twice the digits of the tile"),
            ({"score": {"hexagons": [50, 60, 70]}}, "hexagons 0 → 50 / 60 / 70"),
            ({"opening": {"lead": "pool"}}, "lead: the highest triple → a tile turned up from the pool"),
            ({"turn": {"several": "must-go-on", "stuck": 10}}, None),
            (
                {"match": {"target": "unlimited", "rounds": 5}},
                "target 500 → no target; rounds any number → 5",
            ),
            ({"name": "Ours"}, "played in the same way; name “Triangelspelet” → “Ours”"),
            ({"clauses": [{"id": "§7", "text": "x"}]}, "played in the same way; clause §7 reworded"),
        ],
    )
    def test_examples(self, changes: dict[str, Any], words: str | None) -> None:
        said = in_words(SWEDISH, SWEDISH.evolve(**changes))
        assert said == words or words is None
        assert words or said == "tiles in a turn: one → as many as fit; nothing fits, pool empty 0 → −10"

    def test_what_is_taken_away(self) -> None:
        german = rules("triominos-de")
        assert in_words(german, attrs.evolve(german, hand=Hand(7))) == (
            "hand 9 → 7 for 2 players, as for others"
        )
        assert in_words(german, german.evolve(hand={"by_players": {2: 8}})) == "hand 9 → 8 for 2 players"
        fewer = attrs.evolve(SWEDISH, clauses=SWEDISH.clauses[::-1][:-1], readings={})
        words = [difference.words for difference in differences(SWEDISH, fewer)]
        assert "clause §1 left out" in words and "reading ties-play-on left out" in words
        turned = attrs.evolve(SWEDISH, clauses=SWEDISH.clauses[::-1])
        assert in_words(SWEDISH, turned) == "played in the same way; clauses in another order"

    def test_readings_switched_on(self) -> None:
        found = differences(SWEDISH, SWEDISH.with_reading("ties-play-on"))
        assert [(difference.key, difference.words) for difference in found] == [
            ("match.tie", "equal totals: win together → play another round"),
            ("switched_on.ties-play-on", "reading ties-play-on switched on"),
        ]

    def test_the_form_of_a_difference(self) -> None:
        found = {d.key: d for d in differences(SWEDISH, rules("triominos-de"))}
        assert found["score.tile"][1:3] == (0, {"points": 0, "sums": 1})
        assert found["draws.most"][1:3] == (1, "unlimited")
        assert found["hand.by_players.2"][1:3] == (None, 9)
        assert found["opening.without_triple"][1:3] == ("draw", "highest-tile")
        assert found["clauses.§1"].after is None and found["clauses.§1"].before["id"] == "§1"

    def test_every_knob_has_a_phrase(self) -> None:
        example = SWEDISH.evolve(hand={"by_players": {2: 9}}, switched_on=["ties-play-on"])
        for key in leaves(example):
            assert houserules.phrase(key)
        fields = {field.name for field in attrs.fields(RuleSet)}
        assert {key.partition(".")[0] for key in leaves(example)} == fields
        for name in TABLES:
            for field in attrs.fields(type(getattr(SWEDISH, name))):
                assert any(key.startswith(f"{name}.{field.name}") for key in leaves(example))

    def test_every_choice_has_words(self) -> None:
        for name in TABLES:
            kind = type(getattr(SWEDISH, name))
            for field in attrs.fields(kind):
                hint = get_type_hints(kind)[field.name]
                if not (isinstance(hint, type) and issubclass(hint, Enum)):
                    continue
                key = f"{name}.{field.name}"
                for one in hint:
                    for other in hint:
                        words = houserules.phrase(key)(key, {key: one}, {key: other})
                        assert str(one.value) not in words or "-" not in str(one.value)
        kinds = {kind for kind in vars(parts).values() if isinstance(kind, type) and issubclass(kind, Enum)}
        assert len(kinds - {Enum, Reason}) == 10

    @pytest.mark.parametrize("id", rule_sets())
    def test_shipped_ones_in_natural_words(self, id: str) -> None:
        for other in rule_sets():
            words = in_words(rules(id), rules(other))
            assert not re.search(r"_|None|True|False|<|Award|\(|unlimited", words), words

    def test_tile_sets_are_named(self) -> None:
        for id in tile_sets():
            assert id in in_words(SWEDISH, attrs.evolve(SWEDISH, tiles=id)) or id == SWEDISH.tiles


class Marking(gettext.NullTranslations):
    """A language in which every message stands between ⟦ and ⟧."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, one: str, many: str, n: int) -> str:
        return f"⟦{one if n == 1 else many}⟧"


def test_every_word_can_be_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_catalogue", lambda code: Marking())
    changed = SWEDISH.evolve(hand={"by_players": {2: 9}}, name="Ours", id="ours", players=(2, 3))
    pairs = [(rules(one), rules(other)) for one in rule_sets() for other in rule_sets()]
    for one, other in [*pairs, (SWEDISH, changed), (changed, SWEDISH), (SWEDISH, SWEDISH)]:
        said = [in_words(one, other), *(difference.words for difference in differences(one, other))]
        for line in said:
            while "⟦" in line:
                line, before = re.sub(r"⟦[^⟦⟧]*⟧", "", line), line
                assert line != before
            assert not re.search("[a-z]", line), line


class TestParts:
    def test_values_as_text(self) -> None:
        assert written({"2": 9, "a b": True}) == '{ 2 = 9, "a b" = true }'
        assert written([1, "a"]) == '[1, "a"]' and written({}) == "{}"

    def test_set_and_without(self) -> None:
        text = set_part("", ("score", "bridge"), 1)
        assert text == "[score]\nbridge = 1\n"
        assert without_part(text, ("score", "bridge")).strip() == ""
        text = "# head\n\n[score]\nbridge = 1\n"
        assert set_part(text, ("id",), "x") == '# head\nid = "x"\n\n[score]\nbridge = 1\n'

    def test_defaults_are_those_of_the_classes(self) -> None:
        found = rulewriting.defaults(RuleSet)
        assert found["draws"]["most"] == 1 and found["match"]["rounds"] == "unlimited"
        assert "tiles" not in found["hand"] and "id" not in found
