"""House rules in files: read whole, written without harm, and nothing written that is not meant."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from test_houserules import MINE, rule_sets_of_all_kinds

from trinb import RulesError, RuleSet, resources, rule_sets, rules
from trinb.drafts import Draft
from trinb.housefiles import LARGEST, Doubt, content, doubt, from_file, from_text, refuse, to_text, write
from trinb.rulefields import check

SWEDISH = rules("triangelspelet")
OURS = SWEDISH.evolve(id="ours", name="Ours", score={"bridge": 40})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ours.toml"


class TestReading:
    @pytest.mark.parametrize("id", rule_sets())
    def test_what_comes_with_trinb(self, id: str) -> None:
        base, rule_set = from_file(resources.data_files("rules")[id])
        assert rule_set == rules(id) and base.id in rule_sets()

    def test_the_base_is_what_the_file_extends(self, path: Path, tmp_path: Path) -> None:
        path.write_text(MINE, "utf-8")
        base, rule_set = from_file(path)
        assert base == SWEDISH and rule_set == RuleSet.load(path)
        child = tmp_path / "child.toml"
        child.write_text('extends = "ours"\nid = "child"\nscore.drone = 5\n', "utf-8")
        assert from_file(child)[0] == rule_set

    def test_rules_that_extend_nothing_are_their_own_base(self, path: Path) -> None:
        text = resources.data_files("rules")["granna"].read_text("utf-8")
        path.write_text(text.replace('id = "granna"', 'id = "mine"'), "utf-8")
        base, rule_set = from_file(path)
        assert base == rule_set and rule_set.id == "mine"

    @settings(max_examples=25, deadline=None)
    @given(rule_sets_of_all_kinds())
    def test_what_is_written_is_read(self, rule_set: RuleSet) -> None:
        for base in (SWEDISH, rule_set):
            try:
                check(rule_set)
                text = to_text(rule_set, base)
                found = from_text(text, "x.toml")[1]
            except RulesError:
                continue  # what no form can hold, or whose readings exclude each other
            assert found == rule_set

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "is missing"),
            ("[[", "is no TOML file"),
            ('extends = "nope"', "there are no rules 'nope'"),
            ('extends = "../../etc/passwd"', "is not the id of a rule set"),
            ('extends = "granna"\nid = "a/b"', "id: write at most 61 letters"),
            ('extends = "granna"\nid = "a"\nscore.bridge = 99999999', "is not between"),
            ('extends = "granna"\nid = "a"\nscore.bridge = ' + "9" * 5000, "is no TOML file"),
            ('extends = "granna"\nid = "a"\nhand.tiles = 50', "need 100"),
            ("x = " + "[" * 5000, "is no TOML file"),
            ("#" * (LARGEST + 1), "too large for a rule file"),
            ("\ud800", "is missing|is no TOML file"),
        ],
        ids=range(11),
    )
    def test_what_is_no_rule_file(self, path: Path, text: str, reason: str) -> None:
        with pytest.raises(RulesError, match=reason) as caught:
            from_text(text, "ours.toml")
        assert "ours.toml" in str(caught.value) and "\n" not in str(caught.value)
        path.write_bytes(text.encode("utf-8", "replace"))
        with pytest.raises(RulesError, match=reason):
            from_file(path)

    @pytest.mark.parametrize("name", ["../x", "/etc/passwd", "", "a\nb.toml", "x" * 500, "."])
    def test_strange_names_of_files(self, name: str) -> None:
        assert from_text('extends = "granna"\nid = "ours"', name)[1].id == "ours"

    def test_what_is_no_file(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.toml")
        for where in (
            tmp_path,
            tmp_path / "no.toml",
            tmp_path / "pipe.toml",
            Path("\0.toml"),
            Path("x" * 999),
        ):
            with pytest.raises(RulesError, match=r"there is no such file|cannot be read"):
                from_file(where)


class TestWriting:
    def test_a_new_file_extends_the_base(self, path: Path) -> None:
        said = write(OURS, SWEDISH, path)
        assert RuleSet.load(path) == OURS and content(path) == said
        assert 'extends = "triangelspelet"\nid = "ours"\n' in path.read_text("utf-8")
        assert to_text(OURS, SWEDISH).encode() == said, "what was shown before"

    def test_comments_stay(self, path: Path) -> None:
        path.write_text(MINE, "utf-8")
        base, ours = from_file(path)
        write(Draft(base, ours).change("score.bridge", "41").rules, base, path)
        assert path.read_text("utf-8") == MINE.replace("bridge = 40", "bridge = 41")

    def test_anew_nothing_stays(self, path: Path) -> None:
        path.write_text(MINE, "utf-8")
        write(OURS, SWEDISH, path, anew=True)
        assert "it is too easy" not in path.read_text("utf-8") and RuleSet.load(path) == OURS

    def test_over_a_base_with_a_reading(self, path: Path) -> None:
        base = SWEDISH.with_reading("ties-play-on")
        write(base.evolve(id="ours"), base, path)
        assert RuleSet.load(path) == base.evolve(id="ours")
        assert 'extends = "triangelspelet"' in path.read_text("utf-8")

    def test_over_a_base_of_ones_own(self, path: Path) -> None:
        write(OURS.evolve(id="next"), OURS, path)
        assert RuleSet.load(path) == OURS.evolve(id="next")

    def test_what_comes_with_trinb_stays(self, path: Path) -> None:
        for id, shipped in resources.data_files("rules").items():
            before = shipped.read_bytes()
            for anew in (False, True):
                with pytest.raises(RulesError, match="comes with trinb and stays as it is"):
                    write(rules(id).evolve(score={"bridge": 1}), SWEDISH, shipped, anew)
            assert shipped.read_bytes() == before
        path.symlink_to(resources.data_files("rules")["granna"])
        with pytest.raises(RulesError, match="comes with trinb"):
            write(OURS, SWEDISH, path, anew=True)
        with pytest.raises(RulesError, match="comes with trinb"):
            write(OURS, SWEDISH, resources.folder("data") / "rules" / "mine.toml")

    @pytest.mark.parametrize(
        "text",
        ["[project]\nname = 'x'\n", "id = 1", "[[", 'extends = "nope"', "\xff\xfe"],
    )
    def test_a_file_that_is_no_rule_file_is_left_alone(self, path: Path, text: str) -> None:
        path.write_bytes(text.encode("latin-1"))
        for anew in (False, True):
            with pytest.raises(RulesError, match="choose another name"):
                write(OURS, SWEDISH, path, anew)
        assert path.read_bytes() == text.encode("latin-1")

    @pytest.mark.parametrize("name", ["ours", "ours.txt", ".toml", "", "."])
    def test_names_that_no_rule_file_has(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(RulesError, match=r"ends in \.toml"):
            refuse(tmp_path / name)

    def test_places_where_nothing_can_be(self, tmp_path: Path) -> None:
        (tmp_path / "folder.toml").mkdir()
        (tmp_path / "circle.toml").symlink_to(tmp_path / "circle.toml")
        for where in ("no/ours.toml", "folder.toml", "circle.toml", "x" * 300 + ".toml"):
            with pytest.raises(RulesError):
                write(OURS, SWEDISH, tmp_path / where)

    def test_a_failure_is_told_and_the_old_file_stays(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(OURS, SWEDISH, path)
        before = path.read_bytes()

        def fail(self: Path, target: Path) -> None:
            raise OSError(28, "No space left on device", str(self))

        monkeypatch.setattr(Path, "replace", fail)
        with pytest.raises(RulesError, match=r"'ours\.toml': cannot be written: No space left"):
            write(OURS.evolve(score={"bridge": 1}), SWEDISH, path)
        assert path.read_bytes() == before


class TestDoubt:
    def test_a_new_file_is_written_at_once(self, path: Path) -> None:
        assert doubt(OURS, path, None) is None

    def test_a_file_that_was_never_seen(self, path: Path) -> None:
        write(OURS, SWEDISH, path)
        assert doubt(OURS, path, None) is Doubt.OTHERS

    def test_the_file_that_was_written_last(self, path: Path) -> None:
        known = write(OURS, SWEDISH, path)
        assert doubt(OURS.evolve(score={"bridge": 1}), path, known) is None
        assert doubt(OURS.evolve(id="other"), path, known) is Doubt.OTHERS

    def test_a_file_that_somebody_else_has_changed(self, path: Path) -> None:
        known = write(OURS, SWEDISH, path)
        path.write_text(path.read_text("utf-8") + "# mine\n", "utf-8")
        assert doubt(OURS, path, known) is Doubt.CHANGED

    def test_an_empty_file(self, path: Path) -> None:
        path.write_text("# only words\n", "utf-8")
        assert doubt(OURS, path, None) is Doubt.OTHERS
        assert doubt(OURS, path, path.read_bytes()) is None

    def test_what_must_not_be_written_is_no_question(self, tmp_path: Path) -> None:
        with pytest.raises(RulesError, match=r"ends in \.toml"):
            doubt(OURS, tmp_path / "x.txt", None)
