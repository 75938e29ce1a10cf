"""A score pad that is kept in a file: whatever is entered is on the disk before anything else happens.

The file is JSON lines: one that says who plays what, then one for each entry with the points it gave.  Each
line ends with a check of itself and of all lines before it (see `jsonlines`).  After every entry the new line
is flushed to the disk; taking an entry back takes its line away.  Opening the file enters everything again
and compares, so a book goes on exactly where it was, even if the program was killed:

>>> import tempfile
>>> from trinb.ruleset import rules
>>> path = Path(tempfile.mkdtemp()) / "game.jsonl"
>>> book = Book.begin(Pad.start(["Ann", "Bo"], rules("triangelspelet")), path)
>>> book.go(book.pad.lead("Bo", "5-5-5"))
>>> book.go(book.pad.place("v0,0=554"))
>>> Book.open(path).pad == book.pad
True
>>> book.undo()
>>> len(Book.open(path).pad.entries)
1

A last line that is cut off is what a crash in the middle of writing leaves; it is left out, and `torn` says
so.  Any other damage is refused with the number of its line.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from . import resources, rulefiles
from .entries import Action, Claim, contents, read_entry
from .errors import RecordError, TrinbError
from .jsonlines import compare, fault, only, sealed, unsealed
from .notation import first_line, show
from .referee import Noted, Pad
from .ruleset import RuleSet
from .words import tr

VERSION = 1
"""The version of the format."""

_LARGEST = 50_000_000  # bytes; a match of a thousand rounds is smaller

MARK = "trinb-referee"
"""The key that every such file begins with; its value is the version."""


class Book:
    """A pad and the file that it is kept in.

    Attributes:
        path: the file; None if it is kept nowhere.
        trouble: why the disk does not hold the present state, in words; empty if it does.  Nothing is lost
            by it: the pad goes on, and everything that is missing is written with the next entry.
        torn: whether a last line that was cut off was left out when the file was opened.
    """

    def __init__(self, pad: Pad, path: Path | None = None) -> None:
        self.path = path
        self.trouble = ""
        self.torn = False
        self._pads = [pad]  # the empty pad, then one for each entry, then those that were taken back
        self._now = 0
        self._lines: list[bytes] = []  # those of the file as it should be
        self._checks: list[str] = []
        self._kept = 0  # so many of them are on the disk, at its beginning
        self._size: int | None = 0  # of the file as we left it; None if that is not known

    @classmethod
    def begin(cls, pad: Pad, path: str | Path | None = None) -> Book:
        """A new book; its file is made at once and must not be there yet.

        Raises:
            RecordError: it is there, or cannot be written.
        """
        book = cls(pad, None if path is None else Path(path))
        while pad.notes:  # a pad that has entries already
            pad = pad.undo()
            book._pads.insert(0, pad)
        book._now = len(book._pads) - 1
        book._write_lines()
        if book.path:
            book._create()
        return book

    @classmethod
    def open(cls, path: str | Path) -> Book:
        """The book in a file.

        Raises:
            RecordError: the file cannot be read or is damaged; the message names the line.
        """
        path = Path(path)
        try:
            return cls._read(path)
        except TrinbError as error:
            raise fault(path.name, error) from error

    # --- entering ----------------------------------------------------------------------------------

    @property
    def pad(self) -> Pad:
        """The present state."""
        return self._pads[self._now]

    @property
    def saved(self) -> int:
        """How many entries are on the disk."""
        return max(0, self._kept - 1)

    @property
    def can_undo(self) -> bool:
        """Whether there is an entry to take back."""
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        """Whether an entry has been taken back and can be made again."""
        return self._now + 1 < len(self._pads)

    def enter(self, action: Action, claim: Claim | None = None) -> None:
        """Enter something, and save it.

        Raises:
            TrinbError: it cannot have happened; nothing is changed then.
        """
        self.go(self.pad.enter(action, claim))

    def go(self, pad: Pad) -> None:
        """Go on to the pad that one more entry has led to, and save it.

        Raises:
            RecordError: it is not one entry after the present one.
        """
        if pad.undo() is not self.pad:
            raise RecordError(tr("this is not one entry after the present one"))
        self._pads[self._now + 1 :] = [pad]
        self._now += 1
        self.save()

    def undo(self) -> None:
        """Take the last entry back, on the disk too; without one do nothing."""
        self._now -= self.can_undo
        self.save()

    def redo(self) -> None:
        """Make the entry again that was taken back; without one do nothing."""
        self._now += self.can_redo
        self.save()

    # --- writing -----------------------------------------------------------------------------------

    def save(self) -> bool:
        """Bring the file up to date; whether that was possible. If not, `trouble` says why."""
        self._write_lines()
        self.trouble = ""
        if self.path is None:
            return True
        try:
            self._sync(self.path)
        except OSError as error:
            self.trouble = _why(error)
        except RecordError as error:
            self.trouble = str(error)
        return not self.trouble

    def move(self, path: str | Path) -> None:
        """Go on in another file, which must not be there yet; the old one stays as it is.

        Raises:
            RecordError: it is there, or cannot be written.
        """
        before = self.path, self._kept, self._size
        self.path = Path(path)
        try:
            self._create()
        except RecordError:
            self.path, self._kept, self._size = before
            raise
        self.trouble = ""

    def _write_lines(self) -> None:
        """Make the lines that are missing, and forget those of entries that were taken back."""
        wanted = self._now + 1
        del self._lines[wanted:], self._checks[wanted:]
        self._kept = min(self._kept, wanted)
        for number in range(len(self._lines), wanted):
            pad = self._pads[number]
            content = entry_contents(pad.last) if number else head_contents(pad)
            before = self._checks[-1] if self._checks else ""
            line, check = sealed(before, number + 1, content)
            self._lines.append(f"{line}\n".encode())
            self._checks.append(check)

    def _create(self) -> None:
        """Make the file.

        Raises:
            RecordError: it is there already, or cannot be written.
        """
        assert self.path
        try:
            with self.path.open("xb") as file:
                self._kept, self._size = 0, 0
                try:
                    self._append(file)
                except OSError:
                    self.path.unlink()
                    raise
            _keep_name(self.path)
        except FileExistsError as error:
            raise fault(self.path.name, tr("is there already; choose another name")) from error
        except (OSError, ValueError) as error:  # a name may hold what no file may be called
            raise fault(self.path.name, tr("cannot be written: {why}", why=_why(error))) from error

    def _sync(self, path: Path) -> None:
        """Cut away what should not be in the file, and append what should."""
        there, keep = path.exists(), self._length(self._kept)
        found = path.stat().st_size if there else 0
        if there and (found < keep or (self._size is not None and found != self._size)):
            raise RecordError(tr("another program has changed {file}", file=path.name))
        self._size = None  # until everything is written nobody knows how far it went
        if not there or not self._kept:
            resources.write_whole(path, b"".join(self._lines))
            self._kept = len(self._lines)
        with path.open("r+b") as file:
            file.truncate(self._length(self._kept))
            file.seek(0, os.SEEK_END)
            self._append(file)

    def _append(self, file: Any) -> None:
        file.write(b"".join(self._lines[self._kept :]))
        file.flush()
        os.fsync(file.fileno())
        self._kept = len(self._lines)
        self._size = self._length(self._kept)

    def _length(self, lines: int) -> int:
        """How many bytes the first lines have."""
        return sum(map(len, self._lines[:lines]))

    # --- reading -----------------------------------------------------------------------------------

    @classmethod
    def _read(cls, path: Path) -> Book:
        try:
            with path.open("rb") as file:
                content = file.read(_LARGEST + 1)
        except (OSError, ValueError) as error:
            raise RecordError(tr("cannot be read: {why}", why=_why(error))) from error
        if len(content) > _LARGEST:
            raise RecordError(tr("is too large for a referee's book"))
        *lines, rest = content.split(b"\n")
        reader = _Reader()
        for number, line in enumerate(lines, 1):
            try:
                reader.read(line)
            except TrinbError as error:
                raise fault(_line(number), error) from error
        if rest:
            with suppress(TrinbError):  # it may be whole but for the line break
                reader.read(rest)
        if not reader.pads:
            raise fault(_line(1), tr("is cut off") if rest else tr("is missing: the file is empty"))
        book = cls(reader.pads[0], path)
        book._pads, book._now = reader.pads, len(reader.pads) - 1
        book.torn = bool(rest) and len(reader.pads) == len(lines)
        book._write_lines()
        # What differs in form, such as line breaks, is written anew.
        same = [ours == theirs + b"\n" for ours, theirs in zip(book._lines, lines, strict=False)]
        book._kept = len(lines) if all(same) else 0
        book._size = len(content)
        return book


class _Reader:
    """Enters line after line; `pads` are the empty pad and those after each entry."""

    def __init__(self) -> None:
        self.pads: list[Pad] = []
        self._check = ""

    def read(self, line: bytes) -> None:
        """Take the next line.

        Raises:
            TrinbError: it is not what should stand there.
        """
        found, check = unsealed(self._check, len(self.pads) + 1, line)
        self.pads.append(_entered(self.pads[-1], found) if self.pads else _read_head(found))
        self._check = check


def head_contents(pad: Pad) -> dict[str, Any]:
    """The first line: who plays what, and when."""
    rules = rulefiles.unstructure(pad.rules)
    head = {MARK: VERSION, "rules": rules, "names": list(pad.names)}
    return {**head, "date": pad.date} if pad.date else head


def entry_contents(note: Noted) -> dict[str, Any]:
    """The line of an entry: what was entered, who did it, and the points that it gave."""
    found = contents(note.entry)
    if note.seat is not None:
        found["seat"] = note.seat
    points = [
        [event.seat, line.points, line.reason.value, line.clause]
        for event in note.events
        for line in event.lines
    ]
    return {**found, "points": points} if points else found


def _read_head(found: Mapping[str, Any]) -> Pad:
    version = found.get(MARK)
    if version is None:
        raise RecordError(tr("is not the beginning of a referee's book"))
    if type(version) is not int or version != VERSION:
        raise RecordError(
            tr("is of version {found}, but only {known} can be read", found=show(version), known=VERSION)
        )
    only(found, {MARK, "rules", "names", "date"})
    tables, names, date = found.get("rules"), found.get("names"), found.get("date", "")
    if not isinstance(tables, dict) or not isinstance(names, list) or not isinstance(date, str):
        raise RecordError(tr("must hold rules and names"))
    if len(names) > 100:
        raise fault("names", tr("there are {n}", n=len(names)))
    return Pad.start(names, rulefiles.structure(tables, RuleSet, "rules"), date)


def _entered(pad: Pad, found: Mapping[str, Any]) -> Pad:
    """The pad with the entry of a line, which must have given what the line says."""
    action, claim = read_entry(found)
    after = pad.enter(action, claim)
    compare(found, entry_contents(after.last))
    return after


def _keep_name(path: Path) -> None:
    """Have the disk remember that the file is there, where the system can be asked to."""
    with suppress(OSError):
        folder = os.open(path.resolve().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _line(number: int) -> str:
    return tr("line {number}", number=number)


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or first_line(error)
