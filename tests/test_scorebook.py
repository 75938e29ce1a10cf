"""The referee's book: what was entered is on the disk, whatever dies, breaks or refuses in the meantime."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refereeing import NAMES, game

from trinb import RecordError, TrinbError, rule_sets, rules, scorebook
from trinb.board import Kind, Placement
from trinb.entries import Claim
from trinb.jsonlines import sealed
from trinb.moves import DRAW, Place
from trinb.referee import Pad
from trinb.scorebook import Book

SWEDISH = rules("triangelspelet")


def begun(path: Path | None, names: tuple[str, ...] = NAMES[:2]) -> Book:
    book = Book.begin(Pad.start(names, SWEDISH), path)
    book.go(book.pad.lead(1, "5-5-5"))
    return book


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def filled(pad: Pad, path: Path) -> bytes:
    """The file of a pad, entered step by step."""
    book = Book.begin(Pad.start(pad.names, pad.rules, pad.date), path)
    for entry in pad.entries:
        book.enter(*entry)
    return path.read_bytes()


# --- after every entry it is there ----------------------------------------------------------------------


def test_the_file_is_complete_after_every_entry(path: Path) -> None:
    pad = game("granna", 3, seed=1)
    book = Book.begin(Pad.start(pad.names, pad.rules), path)
    assert Book.open(path).pad == book.pad
    for number, entry in enumerate(pad.entries[:60], 1):
        book.enter(*entry)
        assert path.read_bytes().count(b"\n") == number + 1 and path.read_bytes().endswith(b"\n")
        assert book.saved == number and not book.trouble
        if number % 10 == 0:
            assert Book.open(path).pad == book.pad


@pytest.mark.parametrize("id", rule_sets())
def test_a_match_of_every_rule_set_comes_back(id: str, path: Path) -> None:
    pad = game(id, seed=3)
    filled(pad, path)
    again = Book.open(path)
    assert again.pad == pad and again.pad.lines == pad.lines and again.pad.winners == pad.winners
    assert not again.torn and again.saved == len(pad.entries)


def test_everything_is_flushed_to_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda number: flushed.append(os.fstat(number).st_size))
    book = begun(path)
    sizes = [path.stat().st_size]
    book.enter(Place(Placement.parse("v0,0=554")))
    sizes.append(path.stat().st_size)
    book.undo()
    sizes.append(path.stat().st_size)
    assert [size for size in flushed if size in sizes] == [sizes[0], sizes[1], sizes[2]]


def test_what_a_line_holds(path: Path) -> None:
    book = begun(path)
    book.enter(Place(Placement.parse("v0,0=554")), Claim(50, Kind.BRIDGE))
    head, *entries = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    assert head["trinb-referee"] == 1 and head["names"] == ["Ann", "Bo"] and head["rules"]["id"] == SWEDISH.id
    assert [{**entry, "check": ""} for entry in entries] == [
        {"do": "lead", "tile": "^0,0=555", "seat": 1, "points": [[1, 25, "triple", "§7"]], "check": ""},
        {
            "do": "place",
            "tile": "v0,0=554",
            "claim": {"points": 50, "kind": "bridge"},
            "seat": 0,
            "points": [[0, 0, "plain", "§7"]],
            "check": "",
        },
    ]


def test_a_claim_comes_back_with_its_verdict(path: Path) -> None:
    book = begun(path)
    book.enter(Place(Placement.parse("v0,0=554")), Claim(50, Kind.BRIDGE))
    verdict = Book.open(path).pad.last.verdict
    assert verdict and not verdict.is_right and verdict.claim == Claim(50, Kind.BRIDGE)


_ENTERS = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from refereeing import game
from trinb.referee import Pad
from trinb.scorebook import Book
pad = game("triangelspelet", 3, seed=1)
book = Book.begin(Pad.start(pad.names, pad.rules), Path(sys.argv[1]))
for number, entry in enumerate(pad.entries, 1):
    book.enter(*entry)
    print(number, flush=True)
"""


@pytest.mark.parametrize("stop", [1, 7, 40])
def test_a_killed_program_loses_nothing(path: Path, stop: int) -> None:
    command = [sys.executable, "-c", _ENTERS, str(path), str(Path(__file__).parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            if int(line) == stop:
                process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
                break
        said = [int(line) for line in process.stdout]  # what it still said before it died
    assert process.returncode != 0
    book = Book.open(path)
    reached = max([stop, *said])
    assert len(book.pad.entries) in (reached, reached + 1), "one more may have been entered, but not told yet"
    whole = game("triangelspelet", 3, seed=1)
    assert book.pad.entries == whole.entries[: len(book.pad.entries)]
    for entry in whole.entries[len(book.pad.entries) :]:
        book.enter(*entry)
    assert Book.open(path).pad == whole, "it goes on exactly"


# --- undo and redo --------------------------------------------------------------------------------------


def test_what_is_taken_back_is_gone_from_the_disk(path: Path) -> None:
    book = begun(path)
    before = path.read_bytes()
    book.enter(Place(Placement.parse("v0,0=554")))
    after = path.read_bytes()
    book.undo()
    assert path.read_bytes() == before and Book.open(path).pad == book.pad
    assert book.can_redo
    book.redo()
    assert path.read_bytes() == after and not book.can_redo
    book.undo()
    book.enter(DRAW)
    assert not book.can_redo and Book.open(path).pad.entries[-1].action == DRAW


def test_taking_back_everything_leaves_the_head(path: Path) -> None:
    book = begun(path)
    for _ in range(3):
        book.undo()
        book.redo()
        book.undo()
        book.undo()
    assert (book.saved, book.can_undo, len(Book.open(path).pad.entries)) == (0, False, 0)


def test_a_resumed_book_can_take_back_what_was_entered_before(path: Path) -> None:
    begun(path).enter(Place(Placement.parse("v0,0=554")))
    book = Book.open(path)
    book.undo()
    book.undo()
    assert not book.pad.entries and not Book.open(path).pad.entries


@settings(max_examples=40, deadline=None)
@given(steps=st.lists(st.sampled_from("eeeeuurs"), max_size=30))
def test_the_disk_always_holds_the_present_state(
    steps: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("book") / "game.jsonl"
    whole = GAME
    book = Book.begin(Pad.start(whole.names, whole.rules), path)
    for step in steps:
        if step == "e" and len(book.pad.entries) < len(whole.entries):
            book.enter(*whole.entries[len(book.pad.entries)])
        elif step == "u":
            book.undo()
        elif step == "r":
            book.redo()
        else:
            book = Book.open(path)
        assert Book.open(path).pad == book.pad and not book.trouble


GAME = game("triangelspelet", 2, seed=2)


def test_only_one_entry_after_the_present_one_can_follow(path: Path) -> None:
    book = begun(path)
    with pytest.raises(RecordError, match="one entry after"):
        book.go(Pad.start(NAMES[:2], SWEDISH).lead(0, "5-5-5"))
    with pytest.raises(TrinbError):
        book.enter(Place(Placement.parse("v0,0=555")))
    assert book.saved == 1 and len(book.pad.entries) == 1


# --- crashes and damage ---------------------------------------------------------------------------------


def test_a_last_line_that_is_cut_off_anywhere_is_left_out(path: Path) -> None:
    book = begun(path)
    book.enter(Place(Placement.parse("v0,0=554")))
    content = path.read_bytes()
    last = content.rstrip(b"\n").rindex(b"\n") + 1
    for end in range(last, len(content)):
        path.write_bytes(content[:end])
        again = Book.open(path)
        whole = end == len(content) - 1  # only the line break is missing
        assert len(again.pad.entries) == 1 + whole
        assert again.torn == (not whole and end > last)
        if not whole:
            again.enter(Place(Placement.parse("v0,0=554")))
        else:
            again.save()
        assert path.read_bytes() == content, "the next entry puts it right"


@pytest.mark.parametrize("rest", [b"\0\0\0\0", b"{", b"\xff\xfe", b'{"do": "draw"}', b"x" * 100_000])
def test_rubbish_at_the_end_is_what_a_crash_may_leave(path: Path, rest: bytes) -> None:
    book = begun(path)
    content = path.read_bytes()
    path.write_bytes(content + rest)
    again = Book.open(path)
    assert again.torn and again.pad == book.pad
    again.enter(DRAW)
    assert path.read_bytes().startswith(content) and Book.open(path).pad == again.pad


def test_a_head_that_is_cut_off_is_no_book(path: Path) -> None:
    begun(path)
    for content, said in ((path.read_bytes()[:50], "line 1: is cut off"), (b"", "line 1: is missing")):
        path.write_bytes(content)
        with pytest.raises(RecordError, match=said):
            Book.open(path)


def test_any_other_damage_is_refused_with_its_line(path: Path) -> None:
    content = filled(game("triangelspelet", 2, seed=2), path)
    lines = content.split(b"\n")
    rng = Random(4)
    for _ in range(150):
        number = rng.randrange(len(lines) - 1)
        line = bytearray(lines[number])
        kind = rng.randrange(3)
        if kind == 0:
            line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del line[rng.randrange(len(line)) :]
        else:
            line[:] = lines[(number + 1) % (len(lines) - 1)]
        if b"\n" in line or bytes(line) == lines[number]:
            continue
        path.write_bytes(b"\n".join([*lines[:number], bytes(line), *lines[number + 1 :]]))
        with pytest.raises(RecordError) as error:
            Book.open(path)
        assert str(error.value).startswith(f"game.jsonl: line {number + 1}: "), str(error.value)
        assert len(str(error.value)) < 400
    path.write_bytes(b"\n".join(lines[:3] + lines[4:]))
    with pytest.raises(RecordError, match=r"game.jsonl: line 4: has been changed"):
        Book.open(path)


def forged(path: Path, *changes: tuple[int, dict[str, Any]]) -> None:
    """Change lines of a book, with checks that fit: what somebody would do who knows how."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for number, change in changes:
        lines[number - 1] |= change
    check, text = "", ""
    for number, line in enumerate(lines, 1):
        line = {key: value for key, value in line.items() if key != "check" and value is not ...}
        made, check = sealed(check, number, line)
        text += made + "\n"
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("number", "change", "said"),
    [
        (1, {"trinb-referee": 2}, "is of version 2, but only 1 can be read"),
        (1, {"trinb-referee": True}, "is of version True"),
        (1, {"trinb-referee": ...}, "is not the beginning of a referee's book"),
        (1, {"names": ["Ann"]}, "is for 2 to 8 players, not 1"),
        (1, {"names": [["Ann"], 7]}, "player 1 has no name"),
        (1, {"names": ["x"] * 1000}, "names: there are 1000"),
        (1, {"names": "Ann"}, "must hold rules and names"),
        (1, {"rules": "triangelspelet"}, "must hold rules and names"),
        (1, {"rules": {}}, "rules"),
        (1, {"more": 1}, "nothing belongs here"),
        (2, {"points": [[1, 500, "triple", "§7"]]}, r"points: says .*500.*, but it is"),
        (2, {"seat": 7}, "there is no seat 7"),
        (2, {"tile": "^0,0=554"}, "no triple"),
        (2, {"do": "__import__"}, "is no entry"),
        (3, {"seat": 1}, "seat: says 1, but it is 0"),
        (3, {"tile": "v0,0=555"}, "lies on the table already"),
        (3, {"note": "x"}, "note: says 'x', but nothing belongs here"),
        (3, {"claim": {"points": 10**12}}, "must be a whole number"),
    ],
)
def test_lines_that_cannot_be_are_refused_even_with_a_check(
    path: Path, number: int, change: dict[str, Any], said: str
) -> None:
    begun(path).enter(Place(Placement.parse("v0,0=554")))
    forged(path, (number, change))
    with pytest.raises(RecordError, match=said) as error:
        Book.open(path)
    assert str(error.value).startswith(f"game.jsonl: line {number}: ")


def test_a_record_of_the_engine_is_no_book(path: Path) -> None:
    from trinb.resources import folder

    with pytest.raises(RecordError, match="line 1: is not the beginning of a referee's book"):
        Book.open(folder("data") / "games" / "granna.jsonl")


def test_a_book_that_a_mailer_has_put_other_line_breaks_into_is_read_and_written_anew(path: Path) -> None:
    book = begun(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"\n", b"\r\n"))
    again = Book.open(path)
    assert again.pad == book.pad
    again.enter(DRAW)
    assert path.read_bytes().startswith(content) and Book.open(path).pad == again.pad


def test_a_huge_file_is_not_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(path)
    monkeypatch.setattr(scorebook, "_LARGEST", 100)
    with pytest.raises(RecordError, match="is too large for a referee's book"):
        Book.open(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name in ("missing.jsonl", "."):
        with pytest.raises(RecordError, match="cannot be read"):
            Book.open(tmp_path / name)


# --- a disk that refuses --------------------------------------------------------------------------------


class FullDisk:
    """Lets only so many more bytes be written, and then says that there is no space left."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
        self.patch = monkeypatch
        append = Book._append

        def write(book: Book, file: Any) -> None:
            wanted = b"".join(book._lines[book._kept :])
            if len(wanted) > room:
                file.write(wanted[:room])
                file.flush()
                raise OSError(errno.ENOSPC, "No space left on device")
            append(book, file)

        monkeypatch.setattr(Book, "_append", write)


@pytest.mark.parametrize("room", [0, 1, 30])
def test_a_full_disk_loses_nothing_and_the_next_entry_tries_again(
    path: Path, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = begun(path)
    with monkeypatch.context() as context:
        FullDisk(context, room)
        book.enter(Place(Placement.parse("v0,0=554")))
        assert book.trouble == "No space left on device" and book.saved == 1
        book.enter(DRAW)
        assert book.trouble and len(book.pad.entries) == 3, "it goes on in memory"
        assert len(Book.open(path).pad.entries) == 1, "what was there is still there"
        book.undo()
        book.redo()
    book.enter(Place(Placement.parse("^0,1=445")))
    assert not book.trouble and book.saved == 4
    assert Book.open(path).pad == book.pad


def test_a_disk_that_cannot_be_flushed_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = begun(path)
    with monkeypatch.context() as context:

        def fails(_: int) -> None:
            raise OSError(errno.EIO, "Input/output error")

        context.setattr(os, "fsync", fails)
        book.enter(DRAW)
        assert book.trouble == "Input/output error"
    assert book.save() and Book.open(path).pad == book.pad


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    # A file where the folder should be: that stops even root, who may write everywhere.
    (tmp_path / "folder").write_text("")
    with pytest.raises(RecordError, match="cannot be written"):
        begun(tmp_path / "folder" / "game.jsonl")


def test_a_new_book_overwrites_nothing(path: Path) -> None:
    path.write_text("mine")
    with pytest.raises(RecordError, match="is there already"):
        begun(path)
    assert path.read_text() == "mine"
    with pytest.raises(RecordError, match="cannot be written"):
        begun(path / "below.jsonl")
    with pytest.raises(RecordError, match="cannot be written"):
        begun(path.with_name("a\0b"))


def test_a_book_that_cannot_be_begun_leaves_no_torn_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FullDisk(monkeypatch, 10)
    with pytest.raises(RecordError, match="No space left"):
        Book.begin(Pad.start(NAMES[:2], SWEDISH), path)
    assert not path.exists()


def test_two_books_in_one_file_do_not_destroy_each_other(path: Path) -> None:
    one = begun(path)
    two = Book.open(path)
    two.enter(DRAW)
    content = path.read_bytes()
    one.enter(Place(Placement.parse("v0,0=554")))
    assert one.trouble == "another program has changed game.jsonl"
    assert path.read_bytes() == content and Book.open(path).pad == two.pad
    one.move(path.with_name("other.jsonl"))
    assert not one.trouble and Book.open(path.with_name("other.jsonl")).pad == one.pad
    one.enter(DRAW)
    assert Book.open(path.with_name("other.jsonl")).pad == one.pad
    with pytest.raises(RecordError, match="is there already"):
        one.move(path)
    assert one.path == path.with_name("other.jsonl") and one.save()


def test_a_file_that_was_taken_away_is_made_again(path: Path) -> None:
    book = begun(path)
    path.unlink()
    book.enter(DRAW)
    assert not book.trouble and Book.open(path).pad == book.pad


def test_a_pad_that_was_begun_without_a_file_can_be_kept_later(path: Path) -> None:
    book = begun(None)
    assert book.path is None and book.save() and not book.trouble
    book.move(path)
    assert Book.open(path).pad == book.pad
    assert Book.begin(book.pad, path.with_name("two.jsonl")).saved == 1


def test_hostile_names_and_house_rules_come_back(path: Path) -> None:
    names = ('<script>alert(1)</script>"', "\u202eBo\u2028", "Ж" * 999, '{"do": "draw"}\n')
    house = SWEDISH.evolve(id="ours", name="\u202e</script>\n", score={"bridge": 40})
    book = Book.begin(Pad.start(names, house, date="24 May 2026"), path)
    book.go(book.pad.lead(0, "5-5-5"))
    again = Book.open(path).pad
    assert again == book.pad and again.rules == house and again.date == "24 May 2026"
    assert path.read_bytes().count(b"\n") == 2
