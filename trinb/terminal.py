"""Text for the terminal: what may be shown there, columns, lines that fit, and a board in letters.

There are no rules in here, and nothing that knows about commands; see `cli`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from .board import Board
    from .lattice import Cell, Vertex


def shown(text: str) -> str:
    r"""The text in one line, without anything that would do something to a terminal instead of showing.

    >>> shown("a\x1b[2J\nb")
    'a\\x1b[2J\\nb'
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def say(text: str) -> None:
    """Print a text of one or more lines, whatever a file has put into it."""
    click.echo("\n".join(map(shown, text.split("\n"))))


def ask(question: str) -> str | None:
    """What is answered in the terminal, without spaces around it; None at the end of all input."""
    try:
        return input(question).strip()
    except EOFError:
        click.echo()
        return None


def columns(rows: Iterable[Sequence[object]], right: str = "") -> str:
    """Rows as aligned columns; the columns whose numbers are in `right` to the right."""
    table = [[str(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = (
        "  ".join(
            value.rjust(width) if str(index) in right else value.ljust(width)
            for index, (value, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in table
    )
    return "\n".join(f"  {line}".rstrip() for line in lines)


def width() -> int:
    """How many letters fit in a line here; at least 40, and no more than are easy to read."""
    return max(40, min(get_terminal_size().columns, 110))


def wrapped(head: str, text: str, indent: int) -> str:
    """A text in lines that fit the terminal, behind a head that is as wide as the indent."""
    return (
        "\n".join(wrap(text, width(), initial_indent=head.ljust(indent), subsequent_indent=" " * indent))
        or head
    )


def board_text(board: Board, letters: Mapping[Cell, str] | None = None, width: int = 80) -> str:
    r"""A board in letters: digits at the vertices, `*` in the last tile, `o` in holes.

    Args:
        board: the board.
        letters: what else to write in which empty cells.
        width: a wider board is cut in parts, from left to right.

    >>> from trinb.board import Board
    >>> print(board_text(Board.parse("^0,0=555 v0,0=554")))
      5---4
     / \*/
    5---5
    """
    signs = _signs(board, letters or {})
    if not signs:
        return "(the board is empty)"
    top, left = min(line for line, _ in signs), min(column for _, column in signs)
    bottom, right = max(line for line, _ in signs), max(column for _, column in signs)
    parts = []
    for start in range(left, right + 1, width):
        end = min(start + width, right + 1)
        if right - left >= width:
            parts.append(f"[columns {start - left + 1} to {end - left} of {right - left + 1}]")
        for line in range(top, bottom + 1):
            parts.append("".join(signs.get((line, column), " ") for column in range(start, end)).rstrip())
    return "\n".join(parts)


def _signs(board: Board, letters: Mapping[Cell, str]) -> dict[tuple[int, int], str]:
    """The signs of a board by line, downwards, and column: two lines and four columns are one side."""
    signs: dict[tuple[int, int], str] = {}
    for placement in board:
        corners = placement.cell.corners
        for i in range(3):
            signs.update(_side(corners[i - 1], corners[i]))
    for vertex, digit in board.digits.items():
        signs[_spot(vertex)] = f"{digit:x}"
    inside = {cell: "o" for hole in board.holes() for cell in hole}
    inside.update((placement.cell, "*") for placement in list(board)[-1:])
    for cell, sign in {**inside, **(letters if len(board) else {})}.items():
        line, column = _spot(cell.corners[0])
        signs[line + (1 if cell.up else -1), column] = sign
    return signs


def _spot(vertex: Vertex) -> tuple[int, int]:
    return -2 * vertex.r, 4 * vertex.q + 2 * vertex.r


def _side(one: Vertex, other: Vertex) -> dict[tuple[int, int], str]:
    (line, column), (line2, column2) = sorted([_spot(one), _spot(other)])
    if line == line2:
        return {(line, between): "-" for between in range(column + 1, column2)}
    return {(line + 1, (column + column2) // 2): "/" if column2 < column else "\\"}
