"""The commands `trinb puzzles`: what they print, and what they refuse in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Command

from trinb.puzzles import Puzzle, mining, puzzle, puzzles, save
from trinb.puzzles.files import load

HOSTILE = (
    "x" * 10_000,
    "<script>",
    "\x1b[31m2",
    "best-1-1\u202e",
    "%s{0}",
    "\N{PILE OF POO}",
    "no.json",
    "TP1",
)


COMMAND = Command("puzzles")
run, ok, data, fault = COMMAND.run, COMMAND.ok, COMMAND.data, COMMAND.fault


def test_check_prints_exactly_these_keys() -> None:
    assert data("check") == {"puzzles": len(puzzles()), "certified": len(puzzles()), "failed": []}
    assert f"{len(puzzles())} puzzles, of which certified: {len(puzzles())}" in ok("check")


def test_check_finds_what_is_changed(tmp_path: Path) -> None:
    good, bad = puzzles("docking")[0], puzzles("count")[0]
    path = tmp_path / "mine.json"
    save(path, [good, bad.evolve(answer=str(int(bad.answer) + 1))])
    done = run("check", "--json", str(path))
    assert done.exit_code == 1
    assert json.loads(done.stdout) == {"puzzles": 2, "certified": 1, "failed": [bad.id]}
    words = run("check", str(path))
    assert words.exit_code == 1 and f"{bad.id}: The answer" in words.stdout
    save(path, [good])
    assert data("check", str(path), str(path)) == {"puzzles": 2, "certified": 2, "failed": []}


def test_list() -> None:
    found = data("list", "--kind", "bridge", "--level", "2")
    assert [one["id"] for one in found] == [one.id for one in puzzles("bridge", 2)]
    keys = ["id", "kind", "level", "rules", "readings", "tiles", "effort"]
    assert all(list(one) == keys for one in found)
    assert len(data("list")) == len(puzzles())
    assert len(data("list", "--kind", "bridge", "--kind", "turn")) == 50
    text = ok("list", "--rules", "triominos-de")
    assert "Find the bridge" in text and "granna" not in text


@pytest.mark.parametrize("one", [found for found in puzzles(level=1) if found.id.endswith("-1")])
def test_show(one: Puzzle) -> None:
    text, found = ok("show", one.id), data("show", one.id)
    assert " ".join(one.question.split()) in " ".join(text.split())
    assert "answer" not in found and "proof" not in found
    assert found["asks"] == one.question and found["code"] == one.code
    told = data("show", one.id, "--answer")
    assert (told["answer"], told["hints"]) == (one.answer, list(one.hints))
    assert all(
        " ".join(hint.split()) in " ".join(ok("show", one.id, "--answer").split()) for hint in one.hints
    )
    assert data("show", one.code)["asks"] == one.question


def test_a_wrong_tile_can_be_found_in_words() -> None:
    """Where digits clash, a board of letters shows only one of them."""
    one = puzzle("wrong-1-1")
    assert f"The tiles: {one.position}" in ok("show", one.id)


def test_show_draws_the_board(tmp_path: Path) -> None:
    for id in ("hopeless-1-1", "best-1-1", "block-1-1", "wrong-1-1", "ending-1-1"):
        path = tmp_path / f"{id}.svg"
        ok("show", id, "--svg", str(path))
        plain = path.read_text(encoding="utf-8")
        ok("show", id, "--svg", str(path), "--answer")
        told = path.read_text(encoding="utf-8")
        assert plain.startswith("<svg") and ('class="lit"' in plain) is False
        assert ('class="lit"' in told) == (id != "ending-1-1")


def test_show_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    save(path, puzzles("docking", 1))
    assert data("show", f"{path}:docking-1-2")["id"] == "docking-1-2"
    assert "holds 5 puzzles" in fault("show", str(path))
    assert "no puzzle 'x'" in fault("show", f"{path}:x")
    save(path, puzzles("docking", 1)[:1])
    assert data("show", str(path))["id"] == "docking-1-1"


def test_code() -> None:
    one = puzzle("docking-1-1")
    assert ok("code", one.id) == f"{one.code}\n"
    assert data("code", one.code.lower()) == {"code": one.code, "kind": "docking", "level": 1}


def test_make(tmp_path: Path) -> None:
    words = ("make", "--kind", "count", "--level", "1", "--count", "2", "--seed", "7")
    found = data(*words)
    assert [one["id"] for one in found] == ["count-1-1", "count-1-2"]
    assert data(*words) == found
    path = tmp_path / "made.json"
    assert "2 puzzles are in" in ok(*words, "--out", str(path))
    assert [one.id for one in load(path)] == ["count-1-1", "count-1-2"]
    assert data("check", str(path))["certified"] == 2
    assert "TP1-" in ok(*words)
    folder = tmp_path / "all"
    folder.mkdir()
    ok(*words, "--kind", "wrong", "--out", str(folder))
    assert sorted(file.name for file in folder.iterdir()) == ["count.json", "wrong.json"]


def test_make_says_when_there_are_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "PATIENCE", 20)
    done = run("make", "--kind", "turn", "--rules", "triangelspelet", "--level", "1", "--json")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "[]\n", "only 0 of 5 were found\n")


def test_ctrl_c_keeps_what_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> Any:
        yield puzzle("count-1-1")
        raise KeyboardInterrupt

    monkeypatch.setattr(mining, "collection", stopped)
    path = tmp_path / "made.json"
    done = run("make", "--out", str(path))
    assert done.exit_code == 130
    assert load(path) == (puzzle("count-1-1"),)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_nonsense_is_refused_in_one_line(name: str) -> None:
    for command in ("show", "code"):
        assert fault(command, name)
    assert fault("check", name)
    assert fault("list", "--kind", name)
    assert fault("make", "--kind", name)
    assert fault("make", "--rules", name)


@pytest.mark.parametrize(
    "words",
    [
        ("make", "--level", "9"),
        ("make", "--count", "0"),
        ("make", "--kind", "count", "--out", "/no/such/folder/x.json"),
        ("list", "--level", "0"),
        ("show",),
        ("show", "best-1-1", "--svg", "/no/such/folder/x.svg"),
    ],
)
def test_bad_options_are_refused_in_one_line(words: tuple[str, ...]) -> None:
    assert fault(*words)
