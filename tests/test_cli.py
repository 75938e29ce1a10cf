"""The command line: what it prints, what it refuses in one line, and a game played through it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from commands import Command
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb import (
    Board,
    Placement,
    RuleSet,
    Tile,
    lab,
    play_match,
    player,
    playing,
    resources,
    rule_sets,
    rules,
    tile_set,
    tile_sets,
)
from trinb import score as score_with_library
from trinb.cli import cli
from trinb.matches import Match
from trinb.moments import steps
from trinb.records import Record, moves_of, read_record, write_record
from trinb.reports import plural
from trinb.ruleparts import Reason
from trinb.terminal import board_text

COMMANDS = ("score", "tiles", "rules", "play", "replay", "compare", "lab", "doctor")

# The positions of RULES.md §5, with the points of their last tile under `triangelspelet`.
EXTENSION = (
    "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=224 ^-2,2=442 v-2,2=445 ^-1,2=514 "
    "v-1,1=341 ^0,1=113 v0,0=331 ^0,0=333 v-1,0=323"
)
POSITIONS = {
    "bridge, one-cell hole": (
        "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221",
        ("bridge", 1, 0, False, 50),
    ),
    "bridge, two-cell hole": (
        "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=223 ^-2,2=332 v-2,2=333 ^-1,2=353 "
        "v-1,1=135 ^0,1=551 v0,0=115 ^0,0=113",
        ("bridge", 1, 0, False, 50),
    ),
    "docking that completes a hexagon": (
        "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525 ^0,0=251",
        ("docking", 2, 1, False, 75),
    ),
    "docking that seals a hole": (
        "v-2,1=112 ^-2,2=221 ^-1,1=231 v-1,0=513 v-2,2=222 ^-1,2=252 v-1,2=525 "
        "^0,2=555 v0,1=055 ^0,1=503 v0,0=330 ^0,0=335",
        ("docking", 2, 0, False, 75),
    ),
    "bridge, before its extension": (EXTENSION.rpartition(" ")[0], ("bridge", 1, 0, False, 50)),
    "extension": (EXTENSION, ("docking", 2, 0, True, 75)),
    "drone, two hexagons": (
        "v-1,-1=024 ^-1,0=442 ^0,-1=440 v-1,0=441 ^-1,1=514 v0,-1=443 v-1,1=155 ^0,1=511 v0,0=311 ^0,0=134",
        ("drone", 3, 2, False, 100),
    ),
}

HOSTILE = (
    "x" * 10_000,
    "^0,0=555 " + "9" * 10_000,
    "^0,0=5\x0055",
    "<script>alert(1)</script>",
    "\x1b[31m^0,0=555",
    "^0,0=555\u202e v0,0=554",
    "\N{PILE OF POO}",
    "^0,0=٥٥٥",
    "%s%n{0.__class__}",
    "../../etc/passwd",
)


COMMAND = Command()
run, ok, data, fault = COMMAND.run, COMMAND.ok, COMMAND.data, COMMAND.fault


def in_shell(*words: str, stdin: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "trinb", *words]
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "PYTHON"))}
    return subprocess.run(command, input=stdin, capture_output=True, env={**clean, **environ}, check=False)


# --- the command as a whole ---------------------------------------------------------------------------


class TestHelp:
    def test_it_lists_every_command(self) -> None:
        assert ok() == ok("--help") == ok("-h")
        for command in COMMANDS:
            assert re.search(rf"^  {command} ", ok(), re.MULTILINE)
        assert set(cli.commands) >= set(COMMANDS)

    @pytest.mark.parametrize("command", sorted(cli.commands))
    def test_each_command_has_an_example_and_json(self, command: str) -> None:
        text = ok(command, "--help")
        assert f"Example: trinb {command}" in text
        assert "--json" in text

    def test_version(self) -> None:
        assert re.fullmatch(r"trinb \d+\.\d+\.\d+\S*\n", ok("--version"))

    def test_help_loads_none_of_the_heavy_libraries(self) -> None:
        code = (
            "import sys; from trinb.cli import cli; cli(['--help'], standalone_mode=False);"
            "print(*sorted({'networkx', 'jupyterlab', 'cattrs', 'numpy', 'pandas'} & set(sys.modules)))"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == ""


class TestErrors:
    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["bogus"], "No such command 'bogus'; see 'trinb --help'"),
            (["--bogus"], "No such option '--bogus'; see 'trinb --help'"),
            (["play", "--rules", "x", "--seed", "y"], "Invalid value for '--seed'"),
            (["lab", "--port", "0"], "Invalid value for '--port'"),
            (["rules", "a", "b"], "Got unexpected extra argument (b)"),
            (["rules", "triangelspelet-pr"], "did you mean triangelspelet-pro?"),
            (["score", "^0,0=555", "--rules", "nowhere.toml"], "nowhere.toml: cannot be read"),
            (["score", "^0,0=555", "--rules", "triangelspelet", "--reading", "x"], "has no reading 'x'"),
            (["rules", "--save", "x.toml"], "say which rules, e.g. triangelspelet"),
            (["rules", "--diff", "granna"], "say which rules, e.g. triangelspelet"),
            (["rules", "granna", "--save", "x.toml", "--diff", "granna"], "do not go together"),
            (["rules", "granna", "--save", "/nowhere/x.toml"], "/nowhere/x.toml: No such file or directory"),
            (["rules", "granna", "--save", "/"], "/: Is a directory"),
            (["play", "--record", "/nowhere/x"], "/nowhere/x: No such file or directory"),
            (["play", "--record", "/"], "/: Is a directory"),
            (["replay"], "Missing argument 'FILE'"),
            (["replay", "nowhere.jsonl"], "nowhere.jsonl: cannot be read: No such file"),
            (["replay", "x", "--round", "0"], "Invalid value for '--round'"),
            (["replay", "x", "--step", "--verify"], "--step goes with neither --verify nor --json"),
            (["replay", "x", "--step", "--json"], "--step goes with neither --verify nor --json"),
        ],
    )
    def test_one_line_says_what_is_wrong(self, words: list[str], message: str) -> None:
        assert message in fault(*words)

    @pytest.mark.parametrize("text", HOSTILE)
    @pytest.mark.parametrize(
        "words",
        [
            ["score", "{}", "--rules", "triangelspelet"],
            ["score", "^0,0=555", "--rules", "{}"],
            ["score", "^0,0=555", "--rules", "{}.toml"],
            ["score", "^0,0=555", "--rules", "triangelspelet", "--reading", "{}"],
            ["tiles", "{}"],
            ["tiles", "mirrored-{}"],
            ["tiles", "triangelspelet-56", "--tile", "{}"],
            ["rules", "{}"],
            ["play", "--rules", "triangelspelet", "--players", "{}"],
            ["play", "--rules", "triangelspelet", "--seed", "{}"],
            ["{}"],
            ["rules", "triangelspelet", "{}"],
            ["rules", "triangelspelet", "--reading", "{}"],
            ["rules", "triangelspelet", "--diff", "{}"],
            ["rules", "triangelspelet", "--save", "nowhere/{}"],
            ["play", "--match", "--record", "nowhere/{}"],
            ["replay", "{}"],
            ["replay", "{}", "--step"],
            ["replay", "{}", "--verify", "--json"],
            ["replay", "x", "--round", "{}"],
        ],
        ids=" ".join,
    )
    def test_hostile_input_gets_one_short_line(self, words: list[str], text: str) -> None:
        fault(*(word.replace("{}", text) for word in words))

    @settings(max_examples=60, deadline=None)
    @given(st.text("^v+-0123456789ab,= \n\0é", max_size=60))
    def test_any_text_is_scored_or_refused(self, text: str) -> None:
        done = run("score", "--rules", "triangelspelet", "-", stdin=text)
        assert done.exit_code in (0, 2)
        assert (done.stderr == "") == (done.exit_code == 0)

    def test_errors_of_a_true_process(self) -> None:
        done = in_shell("score", "^0,0=555 v5,5=554", "--rules", "triangelspelet")
        assert (done.returncode, done.stdout) == (2, b"")
        assert re.fullmatch(rb"trinb: error: token 2 'v5,5=554' at column 10: .*\n", done.stderr)

    def test_invalid_bytes_are_refused_like_other_nonsense(self) -> None:
        done = in_shell("score", "-", "--rules", "triangelspelet", stdin=b"\xff\xfe")
        assert done.returncode == 2
        assert done.stderr.startswith(b"trinb: error: token 1 ") and done.stderr.count(b"\n") == 1

    def test_a_reader_that_leaves_early_sees_no_traceback(self) -> None:
        command = f'"{sys.executable}" -m trinb play --rules triangelspelet --json | head -n 1'
        done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr


class TestEncoding:
    @pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
    def test_it_speaks_utf8(self, locale: str) -> None:
        done = in_shell("rules", "triangelspelet", LC_ALL=locale, PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
        assert done.returncode == 0
        assert "§7" in done.stdout.decode("utf-8")

    def test_a_terminal_that_cannot_show_a_letter_shows_another(self) -> None:
        done = in_shell("rules", "triangelspelet", PYTHONIOENCODING="latin-1")
        assert done.returncode == 0
        assert "2?8 players" in done.stdout.decode("latin-1") and "§7" in done.stdout.decode("latin-1")

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
    def test_json_is_json_everywhere(self, encoding: str) -> None:
        done = in_shell("rules", "triangelspelet", "--json", PYTHONIOENCODING=encoding)
        assert json.loads(done.stdout.decode("utf-8"))["clauses"][6]["id"] == "§7"


# --- score ---------------------------------------------------------------------------------------------


class TestScore:
    @pytest.mark.parametrize("name", POSITIONS)
    def test_the_six_positions(self, name: str) -> None:
        position, (kind, sides, hexagons, extends, total) = POSITIONS[name]
        assert data("score", position, "--rules", "triangelspelet") == {
            "rules": "triangelspelet",
            "kind": kind,
            "sides": sides,
            "hexagons": hexagons,
            "extends_bridge": extends,
            "lines": [{"points": total, "reason": kind, "clause": "§7"}],
            "total": total,
        }

    @pytest.mark.parametrize("rules_id", rule_sets())
    @pytest.mark.parametrize("name", POSITIONS)
    def test_it_agrees_with_the_library_under_all_rules(self, name: str, rules_id: str) -> None:
        *before, last = POSITIONS[name][0].split()
        expected = score_with_library(rules(rules_id), Board.parse(" ".join(before)), Placement.parse(last))
        found = data("score", POSITIONS[name][0], "--rules", rules_id)
        assert list(found) == ["rules", "kind", "sides", "hexagons", "extends_bridge", "lines", "total"]
        assert found["total"] == expected.total == sum(line["points"] for line in found["lines"])
        lines = [(line["points"], Reason(line["reason"]), line["clause"]) for line in found["lines"]]
        assert lines == list(expected.lines)

    def test_the_first_tile(self) -> None:
        found = data("score", "^0,0=555", "--rules", "triangelspelet")
        assert (found["kind"], found["sides"], found["total"]) == ("start", 0, 25)
        assert found["lines"] == [{"points": 25, "reason": "triple", "clause": "§7"}]

    def test_readings(self) -> None:
        words = ("score", "^0,0=555 v0,0=554", "--rules", "triangelspelet")
        assert data(*words)["total"] == 0
        assert data(*words, "--reading", "plain-scores-sum", "--reading", "ties-play-on")["total"] == 14

    def test_a_position_from_standard_input_or_without_quotes(self) -> None:
        position = POSITIONS["drone, two hexagons"][0]
        whole = data("score", position, "--rules", "triangelspelet")
        assert data("score", *position.split(), "--rules", "triangelspelet") == whole
        text = position.replace(" ", "\r\n  ")
        assert data("score", "-", "--rules", "triangelspelet", stdin=text) == whole

    def test_in_words(self) -> None:
        text = ok("score", POSITIONS["extension"][0], "--rules", "triangelspelet")
        assert "2-3-3 at v-1,0 is a docking, 2 sides, extends a bridge." in text
        assert re.search(r"^ +\+75  docking$", text, re.MULTILINE)
        assert "§7" in text and "two sides against tiles" in re.sub(r"\s+", " ", text)
        assert re.search(r"^ +\+75  in all, rules\('triangelspelet'\)$", text, re.MULTILINE)

    def test_rules_of_a_file(self, tmp_path: Path) -> None:
        house = tmp_path / "house.toml"
        house.write_text('extends = "triangelspelet"\nid = "house"\n[score]\nplain = 3\n', encoding="utf-8")
        found = data("score", "^0,0=555 v0,0=554", "--rules", str(house))
        assert (found["rules"], found["total"]) == ("house", 3)

    @pytest.mark.parametrize(
        ("position", "message"),
        [
            ("", "the position is empty: write at least one tile"),
            (" \n ", "the position is empty"),
            ("^0,0=555 v0,0=5", "token 2 'v0,0=5' at column 10: write ^q,r=abc"),
            ("^0,0=555 v0,0=445", "token 2 'v0,0=445' at column 10: a digit differs"),
            ("^0,0=555 v3,0=554", "token 2 'v3,0=554' at column 10: it shares no side"),
            ("^0,0=555 ^0,0=554", "token 2 '^0,0=554' at column 10: there is already a tile"),
            ("^0,0=111 v0,0=112 ^1,0=201", "token 3 '^1,0=201': tile 0-1-2 is not in triangelspelet-56; its"),
            ("^0,0=666", "token 1 '^0,0=666': tile 6-6-6 is not in triangelspelet-56: its digits are 0–5"),
        ],
    )
    def test_what_cannot_be_scored(self, position: str, message: str) -> None:
        assert fault("score", position, "--rules", "triangelspelet").startswith(message)
        assert fault("score", "-", "--rules", "triangelspelet", stdin=position).startswith(message)

    def test_another_tile_set(self) -> None:
        assert data("score", "^0,0=666", "--rules", "triangelspelet-pro")["total"] == 25


# --- tiles and rules -------------------------------------------------------------------------------------


class TestTiles:
    def test_all_sets(self) -> None:
        found = data("tiles")
        assert [entry["id"] for entry in found] == list(tile_sets())
        assert all(list(entry) == ["id", "count", "name"] for entry in found)
        text = ok("tiles")
        assert all(f"{entry['id']} " in text and f" {entry['count']} " in text for entry in found)

    @pytest.mark.parametrize(
        ("box", "counts"),
        [
            ("ascending-6", {"count": 56, "triples": 6, "doubles": 30, "rising": 20, "falling": 0}),
            ("mirrored-6", {"count": 76, "triples": 6, "doubles": 30, "rising": 20, "falling": 20}),
            ("mirrored-76", {"count": 76, "triples": 6, "doubles": 30, "rising": 20, "falling": 20}),
            ("triangelspelet-56", {"count": 56, "triples": 6, "doubles": 30}),
        ],
    )
    def test_counts(self, box: str, counts: dict[str, int]) -> None:
        found = data("tiles", box)
        assert list(found) == [
            *("id", "name", "count", "triples", "doubles", "rising", "falling", "digits"),
            *("ascending", "mirrored", "tiles"),
        ]
        assert found | counts == found
        assert (found["digits"], found["ascending"], found["mirrored"]) == ([0, 1, 2, 3, 4, 5], 56, 76)
        assert sum(found[kind] for kind in ("triples", "doubles", "rising", "falling")) == found["count"]
        assert found["tiles"] == [str(tile) for tile in tile_set(box)]

    @pytest.mark.parametrize("box", [*tile_sets(), "mirrored-12", "ascending-1"])
    def test_in_aligned_columns(self, box: str) -> None:
        lines = [line for line in ok("tiles", box).splitlines() if re.match(r"  \d+-\d+-\d+", line)]
        assert " ".join(lines).split() == [str(tile) for tile in tile_set(box)]
        starts = [[match.start() for match in re.finditer(r"\S+", line)] for line in lines]
        assert all(row == starts[0][: len(row)] for row in starts)
        assert max(map(len, lines)) <= 110

    def test_one_tile(self) -> None:
        (found,) = data("tiles", "triangelspelet-56", "--tile", "1-2-0")["tiles"]
        assert found == {
            "asked": "1-2-0",
            "tile": "0-1-2",
            "in_set": False,
            "mirror": "0-2-1",
            "mirror_in_set": True,
            "sum": 3,
            "number": None,
        }
        number = tile_set("triangelspelet-56").number(Tile(0, 2, 1))
        text = ok("tiles", "triangelspelet-56", "--tile", "1-2-0", "--tile", "2-1-0", "--tile", "5-5-5")
        assert text.splitlines() == [
            "0-1-2 is not in triangelspelet-56; its mirror 0-2-1 is in it; its sum is 3",
            f"0-2-1 is number {number} of triangelspelet-56; its mirror 0-1-2 is not; its sum is 3",
            "5-5-5 is number 55 of triangelspelet-56; it is its own mirror; its sum is 15",
        ]

    def test_what_is_refused(self) -> None:
        assert "tile '0-1': 2 parts instead of 3" in fault("tiles", "mirrored-6", "--tile", "0-1")
        assert "there is no tile set 'mirrored-13'" in fault("tiles", "mirrored-13")
        assert "--tile needs a tile set" in fault("tiles", "--tile", "0-0-0")


class TestRules:
    def test_all(self) -> None:
        found = data("rules")
        assert [entry["id"] for entry in found] == list(rule_sets())
        assert all(list(entry) == ["id", "name", "source", "tiles", "players"] for entry in found)
        assert all(f"{id} " in ok("rules") for id in rule_sets())

    @pytest.mark.parametrize("id", rule_sets())
    def test_one(self, id: str) -> None:
        found, rule_set = data("rules", id), rules(id)
        keys = ["id", "name", "source", "tiles", "players", "clauses", "readings"]
        assert list(found) == keys
        assert [clause["id"] for clause in found["clauses"]] == [clause.id for clause in rule_set.clauses]
        assert [reading["name"] for reading in found["readings"]] == list(rule_set.readings)
        words = re.sub(r"\s+", " ", ok("rules", id))
        for clause in rule_set.clauses:
            assert f"{clause.id} {clause.text}" in words
        for name, reading in rule_set.readings.items():
            assert f"{name} ({reading.clause}) {reading.text}" in words


class TestDiff:
    def test_in_words(self) -> None:
        assert ok("rules", "granna", "--diff", "granna") == "no difference\n"
        lines = ok("rules", "triangelspelet", "--diff", "trekantspelet-1page").splitlines()
        assert lines[0] == "From rules('triangelspelet') to rules('trekantspelet-1page'):"
        assert lines[1:3] == ["  docking 75 → 50", "  drone 100 → 50"]
        assert lines[3].startswith("  Told otherwise: id triangelspelet → trekantspelet-1page")

    def test_as_json(self) -> None:
        found = data("rules", "triangelspelet", "--diff", "trekantspelet-1page")
        assert list(found) == ["rules", "other", "words", "differences"]
        assert found["words"] == "docking 75 → 50; drone 100 → 50"
        points = {"key": "score.drone", "before": 100, "after": 50, "words": "drone 100 → 50"}
        assert points in found["differences"]

    @pytest.mark.parametrize("id", rule_sets())
    def test_every_rule_set_with_every_other(self, id: str) -> None:
        for other in rule_sets():
            found = data("rules", id, "--diff", other)
            assert (found["words"] == "no difference") == (id == other) == (found["differences"] == [])
            assert all(
                difference["words"] in ok("rules", id, "--diff", other)
                for difference in found["differences"]
                if difference["key"].startswith("score.")
            )

    def test_a_reading_and_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "ours.toml"
        path.write_text('extends = "granna"\nid = "ours"\n[turn]\nstuck = 3\n', encoding="utf-8")
        words = data("rules", "granna", "--reading", "must-go-on", "--diff", str(path))["words"]
        assert (
            words == "tiles in a turn: as many as fit → as many as one likes; nothing fits, pool empty 0 → −3"
        )


class TestSave:
    def test_it_is_loaded_again(self, tmp_path: Path) -> None:
        path = tmp_path / "ours.toml"
        words = ("rules", "triangelspelet", "--reading", "plain-scores-sum", "--save", str(path))
        assert ok(*words) == f"rules('triangelspelet').with_reading('plain-scores-sum') is saved in {path}\n"
        assert RuleSet.load(path) == rules("triangelspelet").with_reading("plain-scores-sum")
        found = data(*words)
        assert found == {"rules": "triangelspelet", "readings": ["plain-scores-sum"], "saved": str(path)}
        shown = data("rules", str(path))
        assert [reading["name"] for reading in shown["readings"] if reading["on"]] == ["plain-scores-sum"]
        assert "plain-scores-sum (§7), switched on" in ok("rules", str(path))
        assert data("play", "--rules", str(path), "--seed", "1")["readings"] == ["plain-scores-sum"]

    def test_a_file_that_is_there_is_edited(self, tmp_path: Path) -> None:
        path = tmp_path / "ours.toml"
        path.write_text('# ours\nextends = "granna" # that one\n\n[turn] # long\nstuck = 3\n', "utf-8")
        ok("rules", "granna", "--reading", "must-go-on", "--save", str(path))
        text = path.read_text("utf-8")
        assert text.startswith('# ours\nextends = "granna" # that one\nswitched_on = ["must-go-on"]')
        assert text.endswith('\n[turn] # long\nseveral = "must-go-on"\n')

    @pytest.mark.parametrize(
        "text", ["[project]\nname = 'x'\n", "\x00", "id = 1", "[[", "\xff", 'extends = "x"']
    )
    def test_what_is_no_rule_file_is_left_alone(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "pyproject.toml"
        path.write_bytes(text.encode("latin-1"))
        assert fault("rules", "granna", "--save", str(path)).startswith("pyproject.toml: ")
        assert path.read_bytes() == text.encode("latin-1")
        assert list(tmp_path.iterdir()) == [path]


# --- play ------------------------------------------------------------------------------------------------


class TestBots:
    @pytest.mark.parametrize("rules_id", rule_sets())
    def test_the_record_is_the_round_that_the_library_plays(self, rules_id: str) -> None:
        count = max(2, rules(rules_id).players[0])
        names = ["greedy", "random", *["greedy"] * 6][:count]
        found = data("play", "--rules", rules_id, "--players", ",".join(names), "--seed", "11")
        over = play_match(rules(rules_id), [player(name) for name in names], seed=11).rounds[0]
        keys = ["rules", "readings", "seed", "players", "events", "scores", "winner", "end"]
        assert list(found) == keys
        assert (found["rules"], found["readings"], found["seed"]) == (rules_id, [], 11)
        assert found["players"] == names
        assert found["scores"] == list(over.scores)
        assert (found["winner"], found["end"]) == (over.winner, over.end and over.end.name.lower())
        assert [event["text"] for event in found["events"]] == [str(event) for event in over.events]
        for seat, total in enumerate(over.scores):
            own = [event for event in found["events"] if event["seat"] == seat]
            assert sum(line["points"] for event in own for line in event["lines"]) == total

    def test_the_shape_of_an_event(self) -> None:
        events = data("play", "--rules", "triangelspelet", "--seed", "13")["events"]
        assert events[0] == {
            "seat": 1,
            "what": "start",
            "text": "seat 1 leads 5-5-5 at ^0,0: +25 leading triple (§7)",
            "placement": "^0,0=555",
            "kind": "start",
            "lines": [{"points": 25, "reason": "triple", "clause": "§7"}],
        }
        assert events[1] == {
            **{"seat": 0, "what": "draw", "text": "seat 0 draws a tile"},
            **{"placement": None, "kind": None, "lines": []},
        }

    def test_in_words(self) -> None:
        found = data("play", "--rules", "triangelspelet", "--seed", "3")
        lines = ok("play", "--rules", "triangelspelet", "--seed", "3").splitlines()
        assert lines[0].endswith("trinb play --rules triangelspelet --players greedy,greedy --seed 3")
        assert lines[1 : 1 + len(found["events"])] == [event["text"] for event in found["events"]]
        assert lines[-3].startswith("The round is over: ")
        for seat, line in enumerate(lines[-2:]):
            _, number, name, total, *_ = line.split()
            assert (number, name, int(total)) == (str(seat), "greedy", found["scores"][seat])
            assert sum(map(int, re.findall(r" ([+-]\d+)", line))) == found["scores"][seat]

    def test_a_fresh_seed_is_printed_and_plays_the_same_again(self) -> None:
        first, second = (ok("play", "--rules", "triangelspelet") for _ in range(2))
        seeds = [re.search(r"--seed (\d+)", text) for text in (first, second)]
        assert seeds[0] and seeds[1] and seeds[0][1] != seeds[1][1]
        assert ok("play", "--rules", "triangelspelet", "--seed", seeds[0][1]) == first

    def test_readings_are_said(self) -> None:
        words = ("play", "--rules", "triangelspelet", "--reading", "plain-scores-sum", "--seed", "1")
        assert data(*words)["readings"] == ["plain-scores-sum"]
        assert "--reading plain-scores-sum --players" in ok(*words)

    @pytest.mark.parametrize(
        ("players", "message"),
        [
            (
                "greedy,foo",
                "--players: there is no player 'foo'; there are random, pupil, greedy, club, master, you",
            ),
            ("greedy", "triangelspelet is for 2 to 8 players, not 1"),
            (",".join(["greedy"] * 9), "triangelspelet is for 2 to 8 players, not 9"),
            ("", "--players: there is no player ''"),
        ],
    )
    def test_who_cannot_play(self, players: str, message: str) -> None:
        assert message in fault("play", "--rules", "triangelspelet", "--players", players, "--json")

    def test_json_asks_nobody(self) -> None:
        message = fault("play", "--rules", "triangelspelet", "--players", "you,greedy", "--json")
        assert message.startswith("--json is for bots only: take 'you' out of --players")


YOU = ("play", "--rules", "triangelspelet", "--players", "you,greedy", "--seed", "126")


def talk(*answers: str) -> list[str]:
    """What is printed after each answer, the last one with what it led to."""
    text = ok(*YOU, stdin="".join(f"{answer}\n" for answer in answers))
    return text.split("Your move (? for help): ")


class TestYou:
    """Seed 126: seat 1 leads 1-1-1, and 0-1-1 of the hand fits on all three sides."""

    def test_what_you_see(self) -> None:
        shown = talk("q")[0]
        assert "seat 1 leads 1-1-1 at ^0,0: +25 leading triple (§7)" in shown
        assert "  1\nB/*\\C\n1---1\n  A\n" in shown
        assert "You are seat 0 with 0 points. Tiles: seat 0 has 5, seat 1 has 4, pool 46." in shown
        assert "Your hand: 0-1-1 0-5-1 1-4-4 3-3-5 3-5-4" in shown
        assert re.search(r"^ +3  C  v0,0=110 +\+0  plain$", shown, re.MULTILINE)

    def test_the_hands_of_others_are_not_shown(self) -> None:
        assert not re.search(r"\d-\d-\d", talk("q")[0].split("Your hand")[0].replace("1-1-1", ""))

    @pytest.mark.parametrize("answer", ["3", "v0,0=110", "  V0,0=110 ".lower(), "03"])
    def test_a_number_or_a_token(self, answer: str) -> None:
        assert talk(answer, "q")[1].startswith("seat 0 places 0-1-1 at v0,0: +0 plain placement (§7)")

    @pytest.mark.parametrize(
        ("answer", "message"),
        [
            ("foo", "No: move 'foo': write a placement like v0,0=554, or draw, pass or end"),
            ("", "No: move '': write a placement"),
            ("<b>1</b>", "No: move '<b>1</b>': write"),
            ("\x00", "No: move '\\x00': write"),
            ("x" * 10_000, "No: move 'xxxxxxxxxx"),
            ("9" * 10_000, "No: there is no move 999999999999: choose 1 to 3"),
            ("0", "No: there is no move 0: choose 1 to 3"),
            ("4", "No: there is no move 4: choose 1 to 3"),
            ("-1", "No: move '-1': write"),
            ("²", "No: move '²': write"),
            ("draw", "No: draw: who can place a tile must place one: 0-1-1 fits"),
            ("pass", "No: pass: who can place a tile must place one: 0-1-1 fits"),
            ("end", "No: end: the turn cannot be ended now: nothing has been placed yet"),
            ("v0,0=120", "No: v0,0=120: this tile is not in the tile set: triangelspelet-56 has no 0-1-2"),
            ("v0,0=111", "No: v0,0=111: this tile is not in the player's hand"),
            ("v0,0=011", "No: v0,0=011: a digit differs from the one already at that corner"),
            ("^0,0=011", "No: ^0,0=011: there is already a tile in this cell"),
            ("v7,0=011", "No: v7,0=011: it shares no side"),
            ("u", "No: this is your first decision in this round: there is nothing to undo"),
        ],
    )
    def test_nonsense_gets_one_line_with_the_reason(self, answer: str, message: str) -> None:
        said = talk(answer, "q")[1]
        assert said.startswith(message)
        assert said.count("\n") == 1 and len(said) < 200 and said.rstrip("\n").isprintable()

    def test_drawing(self) -> None:
        said = talk("1", "1", "draw", "q")
        assert "1    draw" in said[2]
        assert said[3].startswith("seat 0 draws a tile\n")

    def test_help(self) -> None:
        said = talk("?", "help", "q")
        assert said[1] == said[2] and "goes back to your previous decision" in said[1]

    def test_undo_goes_back_to_your_decision_and_the_bots_play_the_same(self) -> None:
        said = talk("3", "u", "3", "u", "1", "1", "u", "u", "q")
        first = said[0].partition("\n\n")[2]
        assert said[2].strip() == first.strip() == said[4].strip() == said[8].strip()
        assert said[1] == said[3]
        assert said[7].strip() == said[5].partition("\n\n")[2].strip()

    @pytest.mark.parametrize("end", ["q\n", "quit\n", "Q\n", ""])
    def test_leaving_is_polite(self, end: str) -> None:
        assert ok(*YOU, stdin=f"1\n{end}").endswith("You left the round.\n")

    @pytest.mark.parametrize("seed", range(4))
    def test_a_whole_round_with_the_first_move_each_time(self, seed: int) -> None:
        words = ("play", "--rules", "triangelspelet", "--players", "you,random,greedy", "--seed", str(seed))
        text = ok(*words, stdin="1\n" * 300)
        assert "No:" not in text
        end = text[text.index("The round is over: ") :]
        assert [line.split()[2] for line in end.splitlines()[1:]] == ["you", "random", "greedy"]
        points = [int(found) for found in re.findall(r"^seat 0 .*?: ([+-]\d+) ", text, re.MULTILINE)]
        assert points or "seat 0" in text

    @settings(max_examples=25, deadline=None)
    @given(st.lists(st.sampled_from(["1", "2", "9", "u", "draw", "pass", "?", "x", "v0,0=110"]), max_size=40))
    def test_any_conversation_ends_well(self, answers: list[str]) -> None:
        ok(*YOU, stdin="\n".join(answers))

    def test_two_people_at_one_keyboard(self) -> None:
        words = ("play", "--rules", "triangelspelet", "--players", "you,you", "--seed", "5")
        text = ok(*words, stdin="1\n1\n")
        assert "You are seat 0" in text and "You are seat 1" in text

    def test_in_a_true_process(self) -> None:
        done = in_shell(*YOU, stdin=b"\xff\n3\nq\n", LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
        text = done.stdout.decode("utf-8")
        assert (done.returncode, done.stderr) == (0, b"")
        assert "No: move " in text and text.rstrip().endswith("You left the round.")


# --- whole matches and records ----------------------------------------------------------------------------


def recorded(folder: Path, *words: str, stdin: str | None = None) -> Path:
    """A record that `trinb play` has written."""
    path = folder / "game.jsonl"
    ok("play", *words, "--record", str(path), stdin=stdin)
    return path


def test_what_ctrl_c_breaks_off_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", stop)
    path = tmp_path / "game.jsonl"
    done = run(*YOU, "--match", "--record", str(path))
    assert (done.exit_code, done.stderr.strip()) == (130, "stopped")
    assert len(moves_of(read_record(path).match.round)) == 1


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a match of four rounds."""
    return recorded(tmp_path_factory.mktemp("records"), "--seed", "4", "--match")


class TestMatch:
    @pytest.mark.parametrize("rules_id", rule_sets())
    def test_it_is_the_match_that_the_library_plays(self, rules_id: str, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        words = ("play", "--rules", rules_id, "--players", "greedy,random", "--seed", "4", "--match")
        found = data(*words, "--record", str(path))
        match = play_match(rules(rules_id), [player("greedy"), player("random")], seed=4)
        keys = ["rules", "readings", "seed", "players", "rounds", "totals", "winners", "end"]
        assert list(found) == keys
        assert (found["totals"], found["winners"]) == (list(match.totals), list(match.winners))
        assert found["end"] == (match.end and match.end.name.lower())
        assert [played["scores"] for played in found["rounds"]] == [list(r.scores) for r in match.rounds]
        assert [played["round"] for played in found["rounds"]] == list(range(1, match.number + 1))
        assert read_record(path) == Record(match, ("greedy", "random"))

    def test_its_first_round_is_what_is_played_without_it(self) -> None:
        words = ("play", "--seed", "4", "--players", "greedy,random,greedy")
        first = data(*words, "--match")["rounds"][0]
        assert {**first, "round": None} == {
            "round": None,
            **{key: data(*words)[key] for key in first if key != "round"},
        }

    def test_in_words(self) -> None:
        found = data("play", "--seed", "4", "--match")
        lines = ok("play", "--seed", "4", "--match").splitlines()
        assert lines[0].endswith("--players greedy,greedy --seed 4 --match")
        rounds = len(found["rounds"])
        assert [line.split(",")[0] for line in lines[1:-3]] == [f"Round {n}" for n in range(1, rounds + 1)]
        for line, played in zip(lines[1:], found["rounds"], strict=False):
            assert [int(points) for points in re.findall(r"([+-]\d+) =", line)] == played["scores"]
        assert lines[-3].startswith("The match is over: somebody has reached the target. The winner is seat ")
        assert [int(line.split()[-1]) for line in lines[-2:]] == found["totals"]

    def test_a_target_reached_at_once(self, tmp_path: Path) -> None:
        house = tmp_path / "short.toml"
        house.write_text('extends = "granna"\nid = "short"\n[match]\ntarget = 3\ntest = "at-once"\n')
        assert data("play", "--rules", str(house), "--seed", "1")["end"] == "target"
        path = recorded(tmp_path, "--rules", str(house), "--seed", "1", "--match")
        assert read_record(path).match.is_over
        for words in (("play", "--rules", str(house), "--seed", "1"), ("replay", str(path))):
            assert "The round is over: somebody has reached the target." in ok(*words)
        assert "\nRound 1, target: " in ok("play", "--rules", str(house), "--seed", "1", "--match")

    def test_a_match_without_an_end(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "endless.toml"
        start = 'extends = "granna"\nid = "endless"\n[match]\n'
        path.write_text(f'{start}target = "unlimited"\n', encoding="utf-8")
        words = ("play", "--rules", str(path), "--seed", "1")
        assert fault(*words, "--match") == (
            "endless has neither a target nor a number of rounds: no match would end"
        )
        assert data(*words)["end"] in ("out", "blocked")
        path.write_text(f"{start}target = 99999\n", encoding="utf-8")
        monkeypatch.setattr(playing, "MOST_ROUNDS", 3)
        assert "\nNo winner yet.\n" in ok(*words, "--match")
        assert len(data(*words, "--match")["rounds"]) == 3


class TestYouInAMatch:
    WORDS = (*YOU, "--match")

    def test_round_after_round(self, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        text = ok(*self.WORDS, "--record", str(path), stdin="1\n" * 3000)
        assert "No:" not in text
        match = read_record(path).match
        assert match.is_over and match.number > 1
        heads = re.findall(r"^Round (\d+), ", text, re.MULTILINE)
        assert heads == [str(number) for number in range(1, match.number + 1)]
        assert "The match is over: somebody has reached the target." in text
        events = [str(event) for played in match.rounds for event in played.events]
        lines = text.replace("Your move (? for help): ", "\n").splitlines()
        assert [line for line in lines if line in set(events)] == events

    def test_nothing_is_taken_back_from_an_earlier_round(self) -> None:
        text = ok(*self.WORDS, stdin="1\n" * 3000)
        first = text[: text.index("\nRound 1, ")].count("Your move")
        said = ok(*self.WORDS, stdin="1\n" * first + "u\nq\n").split("Your move (? for help): ")
        assert said[first].count("Round 1, ") == 1
        assert said[first + 1] == "No: this is your first decision in this round: there is nothing to undo\n"
        assert said[first + 2] == "You left the match.\n"

    @pytest.mark.parametrize("answers", ["", "q\n", "3\nq\n", "3\n1\nu\n"])
    def test_what_you_leave_is_recorded_up_to_there(self, tmp_path: Path, answers: str) -> None:
        path = recorded(tmp_path, *self.WORDS[1:], stdin=answers)
        match = read_record(path).match
        assert not match.is_over and match.number == 1
        moves = [str(move) for move in moves_of(match.round)]
        assert moves[1:2] == (["v0,0=110"] if answers.startswith("3") else [])
        assert ok("replay", str(path), "--verify").endswith(
            f" is sound: 1 round, {plural(len(moves), 'move')}\n"
        )


class TestReplay:
    def test_in_words(self, path: Path) -> None:
        match, text = read_record(path).match, ok("replay", str(path))
        lines = text.splitlines()
        assert lines[0] == "rules('triangelspelet'), seed 4: seat 0 greedy, seat 1 greedy"
        events = [str(event) for played in match.rounds for event in played.events]
        assert [line for line in lines if line in set(events)] == events
        assert [line for line in lines if line.startswith("Round ") and "," not in line] == [
            f"Round {number}" for number in range(1, match.number + 1)
        ]
        assert [int(line.split()[-1]) for line in lines[-2:]] == list(match.totals)

    def test_as_json_it_is_what_was_played(self, path: Path) -> None:
        found = data("replay", str(path))
        assert found.pop("damage") is None
        assert found == data("play", "--seed", "4", "--match")

    def test_one_round(self, path: Path) -> None:
        text = ok("replay", str(path), "--round", "2")
        assert text.count("\nRound ") == 1 and "\nRound 2\n" in text
        (only,) = data("replay", str(path), "--round", "2")["rounds"]
        assert only == data("replay", str(path))["rounds"][1]
        assert fault("replay", str(path), "--round", "99") == (
            "there is no round 99: rounds 1 to 4 were played"
        )

    def test_verify(self, path: Path) -> None:
        match = read_record(path).match
        moves = sum(len(moves_of(played)) for played in match.rounds)
        assert ok("replay", str(path), "--verify") == f"{path} is sound: 4 rounds, {moves} moves\n"
        assert data("replay", str(path), "--verify") == {"file": str(path), "rounds": 4, "moves": moves}

    def test_the_games_that_come_with_trinb(self) -> None:
        games = sorted((resources.folder("data") / "games").glob("*.jsonl"))
        for game in games:
            assert " is sound: " in ok("replay", str(game), "--verify")

    def test_of_a_damaged_record_the_beginning_is_shown(self, path: Path, tmp_path: Path) -> None:
        lines = path.read_text("utf-8").splitlines(keepends=True)
        cut = tmp_path / "cut.jsonl"
        cut.write_text("".join([*lines[:90], lines[90].replace("seat", "seaT"), *lines[91:]]), "utf-8")
        error = "cut.jsonl: line 91: has been changed: its check does not fit"
        assert fault("replay", str(cut), "--verify") == error
        assert fault("replay", str(cut), "--verify", "--json") == error
        assert fault("replay", str(cut), "--round", "4") == error
        done = run("replay", str(cut))
        assert (done.exit_code, done.stderr) == (2, f"trinb: error: {error}\n")
        assert done.stdout.startswith("This record is damaged; what comes before the damage: 2 rounds, ")
        assert "\nRound 2\n" in done.stdout and "\nRound 3\n" not in done.stdout
        done = run("replay", str(cut), "--json")
        assert (done.exit_code, done.stderr) == (2, f"trinb: error: {error}\n")
        found = json.loads(done.stdout)
        assert (found["damage"], len(found["rounds"])) == (error, 2)
        done = run("replay", str(cut), "--step", stdin="l\n")
        assert done.exit_code == 2 and "Round 2, seat " in done.stdout

    @pytest.mark.parametrize("options", [(), ("--json",), ("--verify",), ("--step",), ("--round", "1")])
    def test_a_record_cut_off_anywhere(self, tmp_path: Path, options: tuple[str, ...]) -> None:
        words = ("--rules", "trekantspelet-1page", "--seed", "2")
        whole = recorded(tmp_path, *words).read_bytes()
        cut = tmp_path / "cut.jsonl"
        for size in range(0, len(whole), 7 if not options else 77):
            cut.write_bytes(whole[:size])
            done = run("replay", str(cut), *options, stdin="l\n")
            assert done.exit_code == (0 if whole[:size].endswith(b"\n") and not done.stderr else 2)
            assert len(done.stderr.splitlines()) == (done.exit_code == 2)

    @settings(max_examples=40, deadline=None)
    @given(st.binary(max_size=80) | st.text(max_size=80).map(lambda text: text.encode("utf-8", "replace")))
    def test_any_bytes_are_refused(self, content: bytes) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "x.jsonl"
            path.write_bytes(content)
            for option in ("--json", "--step", "--verify"):
                fault("replay", str(path), option)

    def test_a_record_cannot_do_anything_to_the_terminal(self, tmp_path: Path) -> None:
        evil = "\x1b[2J\r\nfake"
        clauses = [{"id": evil, "text": evil, "settles": ["triple", "plain", "bridge"]}]
        house = rules("triangelspelet").evolve(id=evil, name=evil, clauses=clauses)
        match = Match.start(house, 2, 1)
        for _ in range(9):
            match = match.play(match.round.moves[0])
        path = tmp_path / "evil.jsonl"
        write_record(path, match, [evil, "Bo"])
        for text in (ok("replay", str(path)), ok("replay", str(path), "--step", stdin="\nl\nh\n")):
            assert all(letter.isprintable() or letter == "\n" for letter in text)
            assert not re.search(r"^fake", text, re.MULTILINE)
        house.save(tmp_path / "evil.toml")
        text = ok("rules", str(tmp_path / "evil.toml"))
        assert all(letter.isprintable() or letter == "\n" for letter in text)


class TestStep:
    def talk(self, path: Path, *answers: str, options: tuple[str, ...] = ()) -> list[str]:
        """What is shown at first and after each answer."""
        text = ok("replay", str(path), "--step", *options, stdin="".join(f"{answer}\n" for answer in answers))
        return re.split(r"Step \d+ of \d+ \(\? for help\): ", text)

    def test_what_is_shown(self, path: Path) -> None:
        state = read_record(path).match.rounds[0]
        states = steps(state)
        said = self.talk(path, "", "q")
        assert said[0].startswith("\nThe hands are dealt.\n\n(the board is empty)\n")
        assert "  ".join(map(str, states[0].hands[0])).replace("  ", " ") in said[0]
        assert f"Round 1, seat {states[0].seat} to move; 46 tiles in the pool." in said[0]
        assert said[1].startswith(f"\n{states[1].events[0]}\n\n{board_text(states[1].board)}\n")
        assert re.search(r"^  seat 0  greedy  +\+\d+  +=  *\d+  \d-\d-\d", said[1], re.MULTILINE)
        assert said[2] == ""

    def test_forward_back_and_jumps(self, path: Path) -> None:
        said = self.talk(path, "", "n", "b", "f", "2", "l", "", "b", "n", "q")
        start, first, second, back, begin, two, last, beyond, before, again, _ = said
        assert first == back == two and start == begin and last == again
        assert len({start, first, second, last, before}) == 5
        assert beyond == "No: this is the last step\n"
        assert self.talk(path, "b", "q")[1] == "No: this is the first step\n"
        match = read_record(path).match
        assert f"Round {match.number}, is over" in last
        assert [int(total) for total in re.findall(r"= +(-?\d+)", last)] == list(match.totals)

    def test_every_event_is_shown_once(self, path: Path) -> None:
        events = [str(event) for played in read_record(path).match.rounds for event in played.events]
        said = self.talk(path, *["n"] * (len(events) + 9))
        shown = [line for page in said for line in page.splitlines() if line in set(events)]
        assert shown == events

    def test_hands_are_hidden(self, path: Path) -> None:
        opened, hidden, moved, again, _ = self.talk(path, "h", "f", "H", "q")
        assert opened == again and hidden == moved
        assert "5 tiles" in hidden and not re.search(r"\d-\d-\d", hidden)

    def test_one_round(self, path: Path) -> None:
        said = self.talk(path, "l", "q", options=("--round", "3"))
        assert "Round 3, " in said[0] and "Round 3, is over" in said[1]
        totals = [sum(r.scores[seat] for r in read_record(path).match.rounds[:2]) for seat in (0, 1)]
        assert [int(total) for total in re.findall(r"= +(-?\d+)", said[0])] == totals

    @pytest.mark.parametrize(
        ("answer", "message"),
        [
            ("?", "Enter or n goes forward"),
            ("0", "No: there are steps 1 to "),
            ("9" * 5000, "No: there are steps 1 to "),
            ("-1", "No: '-1': write n, b, f, l, h, q or the number of a step"),
            ("²", "No: '²': write "),
            ("\x1b[2J", "No: '\\x1b[2j': write "),
            ("x" * 9999, "No: 'xxxxxxxxx"),
        ],
    )
    def test_nonsense_and_help(self, path: Path, answer: str, message: str) -> None:
        said = self.talk(path, answer, "q")[1]
        assert said.startswith(message) and len(said) < 200

    @settings(max_examples=25, deadline=None)
    @given(
        answers=st.lists(st.sampled_from(["", "n", "b", "f", "l", "h", "7", "999", "?", "x"]), max_size=30)
    )
    def test_any_conversation_ends_well(self, path: Path, answers: list[str]) -> None:
        self.talk(path, *answers)


class TestBoardText:
    def test_holes_are_marked_and_the_last_tile(self) -> None:
        assert board_text(Board.parse(POSITIONS["bridge, one-cell hole"][0])).splitlines() == [
            "    4---1",
            "   / \\ / \\",
            "  2---4---1",
            " /*\\o/ \\ /",
            "1---2---2",
            " \\ / \\ /",
            "  1---3",
        ]

    @pytest.mark.parametrize("name", POSITIONS)
    def test_every_vertex_shows_its_digit(self, name: str) -> None:
        board = Board.parse(POSITIONS[name][0])
        text = board_text(board)
        assert sorted(re.findall(r"\d", text)) == sorted(map(str, board.digits.values()))
        assert text.count("*") == 1
        assert text.count("o") == sum(map(len, board.holes()))
        sides = {frozenset((p.cell.corners[i - 1], p.cell.corners[i])) for p in board for i in range(3)}
        assert text.count("---") + text.count("/") + text.count("\\") == len(sides)

    def test_nothing(self) -> None:
        assert board_text(Board()) == "(the board is empty)"

    def test_high_digits_are_letters(self) -> None:
        assert re.findall(r"\w", board_text(Board.parse("^0,0=ab0"))) == ["a", "0", "b"]

    @pytest.mark.parametrize("width", [1, 7, 40, 80])
    def test_a_wide_board_is_cut_in_parts_that_fit(self, width: int) -> None:
        row = (f"^{q},0=111 v{q},0=111" for q in range(60))
        board = Board.parse(" ".join(row))
        whole = board_text(board, width=1000).splitlines()
        assert len(whole) == 3
        cut = board_text(board, width=width).split("\n")
        parts = [index for index, line in enumerate(cut) if line.startswith("[columns ")]
        assert len(parts) == -(-max(map(len, whole)) // width)
        rows = [[cut[start + 1 + line].ljust(width) for start in parts] for line in range(3)]
        assert ["".join(row).rstrip() for row in rows] == whole


# --- lab and doctor; the server itself is in test_lab.py ---------------------------------------------------


class TestDoctor:
    @pytest.mark.parametrize(("problems", "status"), [((), 0), (("the lesson 00 is missing",), 1)])
    def test_exit_status(
        self, monkeypatch: pytest.MonkeyPatch, problems: tuple[str, ...], status: int
    ) -> None:
        monkeypatch.setattr(lab, "problems", lambda: problems)
        done = run("doctor", "--json")
        found = json.loads(done.stdout)
        assert done.exit_code == status
        keys = ["trinb", "python", "executable", "libraries", "chromium", "problems", "ok"]
        assert list(found) == keys
        assert (found["ok"], found["problems"]) == (status == 0, list(problems))
        assert {"name": "click", "extra": "", "version": found["libraries"][2]["version"]} in found[
            "libraries"
        ]
        done = run("doctor")
        assert done.exit_code == status
        assert all(f"Problem: {problem}" in done.stdout for problem in problems)
        assert re.search(r"^  jupyterlab +\S+ +trinb\[lab\]$", done.stdout, re.MULTILINE)


class TestLab:
    def test_without_jupyterlab(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(lab.util, "find_spec", lambda _name: None)
        assert fault("lab", "--dir", str(tmp_path / "x")) == (
            'JupyterLab is not installed: pip install "trinb[lab]"'
        )
        assert not (tmp_path / "x").exists()

    def test_a_file_is_no_folder(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(resources, "folder", lambda _name: tmp_path)
        (tmp_path / "file").write_text("")
        assert "is not a folder: say another one with --dir" in fault("lab", "--dir", str(tmp_path / "file"))
