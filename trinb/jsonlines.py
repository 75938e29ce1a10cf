"""Lines of JSON that nobody can change unnoticed: each ends with a check of itself and of all before it.

>>> line, check = sealed("", 1, {"name": "Bo"})
>>> line
'{"name": "Bo", "check": "9ace503007a9"}'
>>> unsealed("", 1, line) == ({"name": "Bo"}, check)
True
>>> unsealed("", 1, line.replace("Bo", "Ann"))
Traceback (most recent call last):
    ...
trinb.errors.RecordError: has been changed: its check does not fit

A `Reader` goes through a whole file: its errors name the file and the line, and bring what was read before.
"""

from __future__ import annotations

import hashlib
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import resources
from .errors import RecordError, TrinbError
from .notation import first_line, show, show_key
from .words import tr

_LINE = re.compile(r'(\{.*), "check": "([0-9a-f]{12})"\}')


def sealed(before: str, number: int, content: Mapping[str, Any]) -> tuple[str, str]:
    """An object as one line with its check; and that check.

    Args:
        before: the check of the line before; empty for the first line.
        number: which line it is, from 1.
        content: the object, not empty.
    """
    text = json.dumps(content, ensure_ascii=False, separators=(", ", ": "))
    made = check_of(before, number, text)
    return f'{text[:-1]}, "check": "{made}"}}', made


def check_of(before: str, number: int, text: str) -> str:
    """The check of a line, made of its text without it and of the check before."""
    return hashlib.sha256(f"{before}\n{number}\n{text}".encode()).hexdigest()[:12]


def unsealed(before: str, number: int, line: str | bytes) -> tuple[dict[str, Any], str]:
    """The object of a line, without its check, and the check, which must fit.

    Raises:
        RecordError: it does not, or the line is no JSON object.
    """
    if isinstance(line, bytes):
        try:
            line = line.decode()
        except UnicodeError as error:
            raise RecordError(tr("is no text: {why}", why=first_line(error))) from error
    match = _LINE.fullmatch(line.removesuffix("\r"))  # some systems and mailers end lines so
    if not match:
        _parsed(line)  # says what is wrong with it, if it is no JSON at all
        raise RecordError(tr("has been changed: it does not end with its check"))
    text = match[1] + "}"
    expected = check_of(before, number, text)
    if match[2] != expected:
        raise RecordError(tr("has been changed: its check does not fit"))
    return _parsed(text), expected


def _parsed(line: str) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(tr("is no JSON: {why}", why=first_line(error))) from error
    if not isinstance(content, dict):
        raise RecordError(tr("must be an object, not {value}", value=show(content)))
    return content


# --- whole files --------------------------------------------------------------------------------------------


def all_sealed(contents: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Objects as lines, each with its check."""
    before = ""
    for number, content in enumerate(contents, 1):
        line, before = sealed(before, number, content)
        yield line


def write(path: Path, contents: Iterable[Mapping[str, Any]]) -> None:
    """Write objects as lines; the file appears whole or not at all.

    Raises:
        RecordError: a name in them cannot be written.
        OSError: the file cannot be written.
    """
    try:
        content = "".join(f"{line}\n" for line in all_sealed(contents)).encode()
    except UnicodeError as error:
        raise fault("names", tr("cannot be written: {why}", why=first_line(error))) from error
    resources.write_whole(path, content)


class Reader(ABC):
    """Goes through the lines of a file; a subclass knows what they mean.

    Attributes:
        record: what has been read so far; None if that is nothing.
    """

    def __init__(self) -> None:
        self.record: Any = None
        self._check = ""

    @abstractmethod
    def take(self, number: int, content: Mapping[str, Any]) -> None:
        """Understand the next line.

        Raises:
            TrinbError: it is not what should stand there.
        """

    @abstractmethod
    def missing(self) -> str:
        """What must follow before the file may end, in words; empty if nothing."""

    def read_file(self, path: str | Path) -> None:
        """Read a file.

        Raises:
            RecordError: it cannot be read, has been changed, or is cut off.
        """
        path = Path(path)
        try:
            lines = path.read_bytes().split(b"\n")
        except OSError as error:
            raise fault(path.name, tr("cannot be read: {why}", why=error.strerror)) from error
        except ValueError as error:
            raise fault(path.name, tr("cannot be read: {why}", why=first_line(error))) from error
        try:
            self.read_lines(lines, cut_off=lines[-1] != b"")
        except RecordError as error:
            raise fault(path.name, error, error.record) from error

    def read_lines(self, lines: Sequence[str | bytes], cut_off: bool = False) -> None:
        """Read lines; the last one may be empty.

        Raises:
            RecordError: as `read_file` does.
        """
        lines = lines[:-1] if lines and not lines[-1] else lines
        for number, line in enumerate(lines, 1):
            try:
                content, self._check = unsealed(self._check, number, line)
                self.take(number, content)
            except TrinbError as error:
                reason = tr("is cut off") if cut_off and number == len(lines) else error
                raise fault(_line(number), reason, self.record) from error
        if cut_off and lines:
            reason = tr("is cut off: it does not end with a line break")
            raise fault(_line(len(lines)), reason, self.record)
        missing = self.missing() if lines else tr("is missing: the file is empty")
        if missing:
            raise fault(_line(len(lines) + 1), missing, self.record)


def _line(number: int) -> str:
    return tr("line {number}", number=number)


# --- what a line must say -----------------------------------------------------------------------------------


def fault(where: str, why: object, record: Any = None) -> RecordError:
    """What is wrong with a file, a line or a key; and what could be read before it."""
    return RecordError(f"{where}: {why}", record)


def text_of(content: Mapping[str, Any], key: str) -> str:
    """The text of a key.

    Raises:
        RecordError: there is none.
    """
    value = content.get(key)
    if not isinstance(value, str):
        raise fault(key, tr("must be a text, not {value}", value=show(value)))
    return value


def strict(value: Any) -> str:
    """A value as text, so that 1, 1.0 and true are three things."""
    return json.dumps(value, sort_keys=True)


def compare(found: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Tell the first key where a line says something else than it should.

    Raises:
        RecordError: there is one.
    """
    only(found, expected)
    for key, value in expected.items():
        if key not in found:
            raise fault(key, tr("is missing; it is {value}", value=show(value)))
        if strict(found[key]) != strict(value):
            raise fault(key, says(found[key], value))


def only(found: Mapping[str, Any], known: Iterable[str]) -> None:
    """Refuse keys that have no meaning here.

    Raises:
        RecordError: there is one.
    """
    unknown = [key for key in found if key not in set(known)]
    if unknown:
        why = tr("says {found}, but nothing belongs here", found=show(found[unknown[0]]))
        raise fault(show_key(unknown[0]), why)


def says(found: object, value: object) -> str:
    """That something else stands somewhere than should."""
    return tr("says {found}, but it is {value}", found=show(found), value=show(value))
