"""A table in the terminal: bots move by themselves, and `you` are asked, for a round or a whole match.

What is played is a `Match`, so that its record can be read and replayed; a single round is its first one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from .errors import RulesError, TrinbError
from .lattice import Cell
from .matches import Match
from .moves import Move, Place, read_move
from .notation import quote
from .players import Player, player, player_names
from .reports import events_words, match_words, round_line, score_words
from .rounds import Round
from .ruleset import RuleSet
from .terminal import ask, board_text, columns, say, width, wrapped
from .view import view_of

YOU = "you"
"""The player who is asked in the terminal."""

MOST_ROUNDS = 1000
"""A match that nobody has won by then is given up."""


class Table:
    """Players at a match in the terminal.

    Args:
        rules: the rule set.
        names: a player for each seat, by its name.
        seed: all chance follows from it, the deals and the bots.
        whole: play the whole match, not only its first round.
        quiet: print nothing, which is for bots only.

    Attributes:
        match: what has been played.

    Raises:
        TrinbError: there is no such player, the rules do not allow so many, or a match would never end.
    """

    def __init__(
        self, rules: RuleSet, names: Sequence[str], seed: int, whole: bool = False, quiet: bool = False
    ) -> None:
        self.names = tuple(name.strip() for name in names)
        self.whole, self.quiet = whole, quiet
        self._bots = [None if name == YOU else _bot(name) for name in self.names]
        self.match = Match.start(rules, len(self.names), seed)
        if whole and rules.match.target is None and rules.match.rounds is None:
            raise RulesError(f"{rules.id} has neither a target nor a number of rounds: no match would end")
        self._shown = 0
        self._decided: list[tuple[Match, object]] = []

    @property
    def is_over(self) -> bool:
        """Whether all that was to be played has been played."""
        most = MOST_ROUNDS if self.whole else 1
        return self.match.is_over or len(self.match.finished) >= most

    @property
    def has_you(self) -> bool:
        """Whether anybody is asked."""
        return YOU in self.names

    def play(self) -> bool:
        """Play on to the end; False if you left before."""
        rng = Random(f"{self.match.seed}/players")
        while not self.is_over:
            match, round = self.match, self.match.round
            bot = self._bots[round.seat]
            answer = _choice(bot, round, rng) if bot else self._ask()
            if answer == "quit":
                return False
            if answer == "undo":
                self._undo(rng)
            elif not isinstance(answer, str):
                if not bot:
                    self._decided.append((match, rng.getstate()))
                self.match = match.play(answer)
                if len(self.match.finished) > len(match.finished):
                    self._round_over()
        return True

    def _undo(self, rng: Random) -> None:
        """Go back to your previous decision; the bots then do again what they did."""
        self.match, state = self._decided.pop()
        rng.setstate(state)  # type: ignore[arg-type]
        self._shown = len(self.match.round.events)

    def _round_over(self) -> None:
        """Tell how the round went; what has been settled cannot be taken back."""
        match, over = self.match, self.match.finished[-1]
        if not self.quiet:
            if not self.whole or self.has_you:
                self._show_news(over)
            if self.whole:
                say(round_line(self.names, match, len(match.finished)))
            else:
                say(score_words(self.names, match, over))
            if self.whole and self.is_over:
                say(match_words(self.names, match))
        self._decided.clear()
        self._shown = 0

    def _show_news(self, round: Round) -> None:
        """Print what has happened since the last time."""
        for line in events_words(round.events[self._shown :]):
            say(line)
        self._shown = len(round.events)

    def _ask(self) -> Move | str:
        """The move that you choose, or "undo" or "quit"."""
        round = self.match.round
        self._show_news(round)
        say(_situation(round))
        while True:
            text = ask("Your move (? for help): ")
            if text is None:
                return "quit"
            try:
                answer = _answer(text, round, bool(self._decided))
            except TrinbError as error:
                say(f"No: {error}")
                continue
            if answer != "help":
                return answer
            say(_HELP)


_HELP = """\
Write the number of a move, or the move itself: a token like v0,0=554, draw, pass or end.
In a token ^q,r or vq,r is the cell, and the digits are clockwise from its apex.
u goes back to your previous decision in this round, q leaves, ? shows this."""

_WORDS = {"?": "help", "help": "help", "u": "undo", "undo": "undo", "q": "quit", "quit": "quit"}


def _bot(name: str) -> Player:
    if name not in player_names():
        raise TrinbError(
            f"--players: there is no player {quote(name)}; there are {', '.join(player_names())}, {YOU}"
        )
    return player(name)


def _choice(bot: Player, round: Round, rng: Random) -> Move:
    """What a bot does; as in `players.choice`, it is asked only where there is a choice."""
    return round.moves.only or bot.choose(view_of(round, round.seat), rng)


def _answer(text: str, round: Round, can_undo: bool) -> Move | str:
    """What you wrote, as a move or one of "help", "undo" and "quit".

    Raises:
        TrinbError: it is nonsense or not allowed; the message says why.
    """
    word = _WORDS.get(text.lower())
    if word == "undo" and not can_undo:
        raise TrinbError("this is your first decision in this round: there is nothing to undo")
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
