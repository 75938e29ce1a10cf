"""Text forms of tiles, cells, placements and positions: only the spelling, not the rules.

A tile is three digits joined by hyphens, read clockwise: ``0-2-1``.  A placed tile is
``^q,r=abc`` (up) or ``vq,r=abc`` (down) with its digits clockwise from the apex, and a
position is such tokens in the order they were laid, separated by spaces.  In this short
form the digits 10 and 11 of generated sets are written ``a`` and ``b``.

>>> read_tile("0-2-1")
(0, 2, 1)
>>> read_placement("v0,-1=554")
(Cell(q=0, r=-1, up=False), (5, 5, 4))
>>> write_placement(Cell(0, -1, False), (5, 5, 4))
'v0,-1=554'
>>> read_tile("0-x-1")
Traceback (most recent call last):
    ...
trinb.errors.NotationError: tile '0-x-1': 'x' is not a digit from 0 to 11; write ...
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from .errors import NotationError
from .lattice import Cell
from .words import N_, tr, trn

Digits: TypeAlias = tuple[int, int, int]
"""Three digits, clockwise."""

MAX_DIGIT = 11
"""The highest digit of any tile set (sets are made for up to 12 different digits)."""

_SHORT_DIGITS = "0123456789ab"
_UNSEEN = re.compile("[\x00-\x20\x7f-\xa0\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]+")
_TOKEN = re.compile(r"([\^v])([+-]?[0-9]{1,6}),([+-]?[0-9]{1,6})=([0-9ab]{3})", re.ASCII)
_SHAPE = N_("write ^q,r=abc for an up cell or vq,r=abc for a down cell, e.g. ^0,0=555")


def quote(text: str) -> str:
    """The text in quotes for a message, cut when long and never with a line break.

    >>> quote("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    return repr(text if len(text) <= 40 else text[:39] + "…")


def show(value: object) -> str:
    """Any value for a message: its `repr`, cut when long and never with a line break.

    >>> show([1] * 100), show("0-1-2")
    ('[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,…', "'0-1-2'")
    """
    if isinstance(value, str):
        return quote(value)
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write out numbers of over 4,300 digits
        return tr("a huge {type}", type=type(value).__name__)
    return text if len(text) <= 40 else text[:39] + "…"


def show_key(key: str) -> str:
    """A key of a file for a message: bare where a file may write it so, else quoted and cut.

    >>> show_key("bridge"), show_key("a b")
    ('bridge', "'a b'")
    """
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else quote(key)


def first_line(error: Exception) -> str:
    """What an error of somebody else's says, in one line that is not too long."""
    line = (str(error).splitlines() or [type(error).__name__])[0]
    text = "".join(letter if letter.isprintable() else "?" for letter in line)
    return text if len(text) <= 200 else text[:199] + "…"


def tidy(text: str, most: int = 40) -> str:
    r"""A name from anywhere on one line: cut, and without signs that would turn round what follows it.

    >>> tidy("Ada\n of \u202eBath"), tidy("x" * 50, 4)
    ('Ada of Bath', 'xxx…')
    """
    line = " ".join(_UNSEEN.sub(" ", text[: 4 * most]).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def read_tile(text: str) -> Digits:
    """The three digits of ``0-2-1``, in the order written.

    Raises:
        NotationError: there are not three digits, or one is not in 0–11.
    """
    parts = text.strip().split("-")
    if not text.strip():
        raise NotationError(
            tr("tile {text}: no digits; write a tile as three digits, e.g. 0-2-1", text=quote(text))
        )
    if len(parts) != 3:
        raise NotationError(
            trn(
                "tile {text}: {n} part instead of 3; write a tile as three digits, e.g. 0-2-1",
                "tile {text}: {n} parts instead of 3; write a tile as three digits, e.g. 0-2-1",
                len(parts),
                text=quote(text),
            )
        )
    for part in parts:
        if not re.fullmatch(r"[0-9]{1,2}", part, re.ASCII) or int(part) > MAX_DIGIT:
            raise NotationError(
                tr(
                    "tile {text}: {part} is not a digit from 0 to {most}; "
                    "write a tile as three digits, e.g. 0-2-1",
                    text=quote(text),
                    part=quote(part),
                    most=MAX_DIGIT,
                )
            )
    a, b, c = (int(part) for part in parts)
    return a, b, c


def write_tile(digits: Digits) -> str:
    """The digits joined by hyphens."""
    return "-".join(map(str, digits))


def short_digits(digits: Digits) -> str:
    """The digits without hyphens; 10 and 11 as a and b."""
    return "".join(_SHORT_DIGITS[digit] for digit in digits)


def read_placement(text: str) -> tuple[Cell, Digits]:
    """The cell and the digits of one token.

    Raises:
        NotationError: the token has another shape.
    """
    match = _TOKEN.fullmatch(text.strip())
    if not match:
        raise NotationError(
            tr(
                "placement {text}: write ^q,r=abc for an up cell or vq,r=abc for a down cell, e.g. ^0,0=555",
                text=quote(text),
            )
        )
    way, q, r, digits = match.groups()
    a, b, c = (_SHORT_DIGITS.index(digit) for digit in digits)
    return Cell(int(q), int(r), way == "^"), (a, b, c)


def write_placement(cell: Cell, digits: Digits) -> str:
    """The token of a placed tile."""
    return f"{cell}={short_digits(digits)}"


class Token(NamedTuple):
    """One word of a position: its text, where it stands (both from 1), and what it says."""

    text: str
    number: int
    column: int
    cell: Cell
    digits: Digits

    @property
    def where(self) -> str:
        """For a message: which token this is."""
        return _where(self.number, self.text, self.column)


def _where(number: int, text: str, column: int) -> str:
    return tr("token {number} {text} at column {column}", number=number, text=quote(text), column=column)


def read_position(text: str) -> Iterator[Token]:
    """The tokens of a position, one after the other.

    Raises:
        NotationError: a token has another shape; the message names it and its column.

    >>> [token.column for token in read_position("^0,0=555 v0,0=554")]
    [1, 10]
    >>> list(read_position("^0,0=555 0,0=554"))
    Traceback (most recent call last):
        ...
    trinb.errors.NotationError: token 2 '0,0=554' at column 10: write ^q,r=abc for an up cell ...
    """
    for number, match in enumerate(re.finditer(r"\S+", text), 1):
        try:
            cell, digits = read_placement(match[0])
        except NotationError:
            where = _where(number, match[0], match.start() + 1)
            raise NotationError(f"{where}: {tr(_SHAPE)}") from None
        yield Token(match[0], number, match.start() + 1, cell, digits)
