"""Text for the terminal: columns, a board in letters, and a round that a person plays there.

There are no rules in here, and nothing that knows about commands; see `cli`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import click

from .board import Board
from .errors import TrinbError
from .lattice import Cell, Vertex
from .moves import Move, Place, read_move
from .notation import quote
from .players import Player, player, player_names
from .rounds import Round
from .ruleset import RuleSet
from .scoring import REASON_WORDS
from .view import view_of

YOU = "you"
"""The player who is asked in the terminal."""


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


class Table:
    """A round in the terminal: bots move by themselves, and `you` is asked.

    Args:
        rules: the rule set.
        names: a player for each seat, by its name.
        seed: all chance follows from it, the deal and the bots.
    """

    def __init__(self, rules: RuleSet, names: Sequence[str], seed: int) -> None:
        self.rules, self.seed = rules, seed
        self.names = tuple(name.strip() for name in names)
        self._bots = [None if name == YOU else _bot(name) for name in self.names]
        self._shown = 0

    def play(self) -> Round | None:
        """The round at its end; None if you left it."""
        rng = Random(self.seed)
        round = Round.deal(self.rules, len(self.names), rng)
        decided: list[tuple[Round, Any]] = []
        while not round.is_over:
            bot = self._bots[round.seat]
            answer = _choice(bot, round, rng) if bot else self._ask(round, bool(decided))
            if answer == "quit":
                return None
            if answer == "undo":
                round, state = decided.pop()
                rng.setstate(state)
                self._shown = len(round.events)
            elif not isinstance(answer, str):
                if not bot:
                    decided.append((round, rng.getstate()))
                round = round.play(answer)
        return round

    def show_news(self, round: Round) -> None:
        """Print what has happened since the last time."""
        for event in round.events[self._shown :]:
            click.echo(str(event))
        self._shown = len(round.events)

    def _ask(self, round: Round, can_undo: bool) -> Move | str:
        """The move that you choose, or "undo" or "quit"."""
        self.show_news(round)
        click.echo(_situation(round))
        while True:
            try:
                text = input("Your move (? for help): ").strip()
            except EOFError:
                click.echo()
                return "quit"
            try:
                answer = _answer(text, round, can_undo)
            except TrinbError as error:
                click.echo(f"No: {error}")
                continue
            if answer != "help":
                return answer
            click.echo(_HELP)


_HELP = """\
Write the number of a move, or the move itself: a token like v0,0=554, draw, pass or end.
In a token ^q,r or vq,r is the cell, and the digits are clockwise from its apex.
u goes back to your previous decision, q leaves the round, ? shows this."""

_WORDS = {"?": "help", "help": "help", "u": "undo", "undo": "undo", "q": "quit", "quit": "quit"}


def _bot(name: str) -> Player:
    if name not in player_names():
        raise TrinbError(
            f"--players: there is no player {quote(name)}; there are {', '.join(player_names())}, {YOU}"
        )
    return player(name)


def _choice(bot: Player, round: Round, rng: Random) -> Move:
    """What a bot does; as in `players.finish`, it is asked only where there is a choice."""
    return round.moves.only or bot.choose(view_of(round, round.seat), rng)


def _answer(text: str, round: Round, can_undo: bool) -> Move | str:
    """What you wrote, as a move or one of "help", "undo" and "quit".

    Raises:
        TrinbError: it is nonsense or not allowed; the message says why.
    """
    word = _WORDS.get(text.lower())
    if word == "undo" and not can_undo:
        raise TrinbError("this is your first decision: there is nothing to undo")
    if word:
        return word
    moves = round.legal_moves()
    if text.isascii() and text.isdigit():
        if len(text) > 6 or not 1 <= int(text) <= len(moves):
            raise TrinbError(f"there is no move {text[:12]}: choose 1 to {len(moves)}")
        return moves[int(text) - 1]
    move = read_move(text)
    round.play(move)
    return move


def _situation(round: Round) -> str:
    """What you see when you are to move: the board, your hand and your numbered moves."""
    cells = dict.fromkeys(move.placement.cell for move in round.legal_moves() if isinstance(move, Place))
    letters = dict(zip(cells, "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "+" * len(cells), strict=False))
    seats = ", ".join(f"seat {seat} has {len(hand)}" for seat, hand in enumerate(round.hands))
    points = f"You are seat {round.seat} with {round.scores[round.seat]} points."
    hand = " ".join(map(str, round.hands[round.seat]))
    rows = [_move_row(round, index, letters) for index in range(len(round.legal_moves()))]
    parts = [
        f"\n{board_text(round.board, letters, width())}\n",
        f"{points} Tiles: {seats}, pool {len(round.pool)}.",
        wrapped("Your hand: ", hand, 11),
        columns(rows, right="03"),
    ]
    return "\n".join(parts)


def _move_row(round: Round, index: int, letters: Mapping[Cell, str]) -> tuple[object, ...]:
    """A legal move with its number, place, points and kind; what a draw brings is not given away."""
    move = round.legal_moves()[index]
    if not isinstance(move, Place):
        return index + 1, "", str(move), "", ""
    event = round.play(move).events[len(round.events)]
    kind = event.contact.kind.value if event.contact else ""
    return index + 1, letters[move.placement.cell], str(move), f"{event.points:+d}", kind


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


def score_words(names: Sequence[str], over: Round) -> str:
    """How a round ended, and the points of each seat with what they are for."""
    rows = []
    for seat, name in enumerate(names):
        sums: dict[str, int] = {}
        for who, line in over.lines:
            if who == seat and line.points:
                words = REASON_WORDS[line.reason]
                sums[words] = sums.get(words, 0) + line.points
        reasons = ", ".join(f"{words} {points:+d}" for words, points in sums.items())
        rows.append((f"seat {seat}", name, over.scores[seat], reasons))
    winner = "" if over.winner is None else f" The winner is seat {over.winner} ({names[over.winner]})."
    end = over.end.value if over.end else ""
    return f"The round is over: {end}.{winner}\n{columns(rows, right='2')}"
