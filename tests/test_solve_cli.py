"""The command `trinb solve`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from commands import Command

from trinb import Board, tile_set
from trinb.words import LANGUAGES, speaking

NEARLY = "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525"


COMMAND = Command("solve")
run, found, refused = COMMAND.run, COMMAND.data, COMMAND.fault


def test_the_answer_as_json() -> None:
    data = found(NEARLY, "--rules", "granna", "--hand", "1-2-5 0-1-1")
    assert (data["points"], data["proven"], data["bound"]) == (32, True, 32)
    assert data["placements"] == ["^0,0=251", "^-1,0=110"] and data["left"] == []
    assert [line["points"] for line in data["lines"]] == [1, 20, 1, 10]
    assert data["nodes"] > 0 and data["seconds"] >= 0
    assert len(Board.parse(" ".join([NEARLY, *data["placements"]]))) == 7


def test_an_unquoted_position_and_one_from_standard_input() -> None:
    once = found(NEARLY, "--rules", "granna", "--hand", "1-2-5 0-1-1")
    again = found(*NEARLY.split(), "--rules", "granna", "--hand", "0-1-1,1-2-5")
    piped = found("-", "--rules", "granna", "--hand", "0-1-1 1-2-5", stdin=NEARLY)
    assert once["placements"] == again["placements"] == piped["placements"]


def test_the_answer_in_words() -> None:
    done = run(NEARLY, "--rules", "granna", "--hand", "1-2-5 0-1-1 3-3-4")
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        "Gränna rules: 22 points, and no turn gives more",
        "  1  ^0,0=251   docking  +21  +1 placed tile (§4), +20 docking (§5)",
        "  2  ^-1,0=110  plain     +1  +1 placed tile (§4)",
        "Left in hand: 3-3-4",
    ]
    assert lines[4].endswith(" s") and " states searched in " in lines[4] and len(lines) == 5


def test_going_out_and_tiles_left() -> None:
    assert "+10 going out (§5)" in run(NEARLY, "--rules", "granna", "--hand", "1-2-5").stdout
    assert found(NEARLY, "--rules", "granna", "--hand", "1-2-5", "--out", "3")["points"] == 24
    held = run(NEARLY, "--rules", "granna", "--hand", "1-2-5 3-3-4", "--keep").stdout
    assert "20 points" in held and "-1 tiles left in hand (§5)" in held


def test_nothing_fits() -> None:
    done = run(NEARLY, "--rules", "granna", "--hand", "0-3-4")
    assert done.stdout.splitlines()[:2] == [
        "Gränna rules: nothing can be placed; 0 points",
        "Left in hand: 0-3-4",
    ]
    assert found(NEARLY, "--rules", "granna", "--hand", "0-3-4")["placements"] == []


def test_the_lead_and_single_placements() -> None:
    assert found("--rules", "triominos-de", "--hand", "4-4-4 0-0-0")["placements"] == ["^0,0=000"]
    assert found("", "--hand", "4-4-4 1-1-1")["points"] == 25
    assert found(NEARLY, "--hand", "1-2-5 0-1-1")["placements"] == ["^0,0=251"]


def test_readings_and_other_tiles() -> None:
    options = ["--rules", "granna", "--reading", "must-go-on", "--hand", "1-2-5 0-1-1"]
    assert found(NEARLY, *options)["points"] == 32
    assert (
        found(NEARLY, "--rules", "granna", "--tiles", "mirrored-76", "--hand", "0-1-2 1-2-5")["points"] >= 21
    )
    assert refused(NEARLY, "--rules", "granna", "--hand", "0-1-2").startswith("tile 0-1-2 is not in")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([NEARLY, "--rules", "granna"], "Missing option '--hand'; see "),
        ([NEARLY, "--hand", "0-x-1"], "tile '0-x-1': 'x' is not a digit from 0 to 11"),
        ([NEARLY, "--hand", "1-1-2"], "1-1-2: this tile lies on the table already"),
        ([NEARLY, "--hand", "0-0-1 0-0-1"], "tile 0-0-1 is twice in the hand"),
        (["^0,0=55", "--hand", "0-0-1"], "token 1 '^0,0=55' at column 1"),
        (["^0,0=666", "--hand", "0-0-1"], "token 1 '^0,0=666': tile 6-6-6 is not in triangelspelet-56"),
        ([NEARLY, "--hand", "0-0-1", "--rules", "grana"], "there are no rules 'grana'; did you mean granna?"),
        ([NEARLY, "--hand", "0-0-1", "--limit", "0"], "Invalid value for '--limit'"),
    ],
)
def test_what_cannot_be(words: list[str], says: str) -> None:
    assert refused(*words).startswith(says)


def long_hand() -> str:
    laid = {placement.tile for placement in Board.parse(NEARLY)}
    return " ".join(str(tile) for tile in tile_set("triangelspelet-56") if tile not in laid and tile.sum > 6)


def test_what_is_not_proven_says_so() -> None:
    done = run(NEARLY, "--rules", "granna", "--hand", long_hand(), "--limit", "3000")
    assert done.exit_code == 0
    assert "whether that is the most is not proven, but no turn gives more than " in done.stdout
    data = found(NEARLY, "--rules", "granna", "--hand", long_hand(), "--limit", "3000")
    assert not data["proven"] and data["points"] < data["bound"] and data["nodes"] == 3000


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_tells_the_best_turn_so_far() -> None:
    words = [NEARLY, "--rules", "granna", "--hand", long_hand(), "--limit", "1000000000", "--json"]
    code = "from trinb.cli import main; main()"
    found(NEARLY, "--rules", "granna", "--hand", "1-2-5 0-1-1")  # compile it now
    with subprocess.Popen(
        [sys.executable, "-c", code, "solve", *words], stdout=subprocess.PIPE, text=True
    ) as process:
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        stdout, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    if stdout:  # else it had not begun to search
        data = json.loads(stdout)
        assert not data["proven"] and data["points"] > 0


def test_in_every_language() -> None:
    for code in LANGUAGES:
        with speaking(code):
            assert "^0,0=251" in run(NEARLY, "--rules", "granna", "--hand", "1-2-5 0-1-1").stdout
