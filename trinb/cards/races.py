"""The race for the right to speak, and three players at a table.

How fast somebody reaches is no matter of will: a seat has a **reaction time**, and of all who reach the first
one speaks, unless the second is so close behind that nobody can say who was first.

>>> over = play_card_match([card_player("expected")] * 3, seed=1)
>>> over.is_over, max(over.totals) >= 25
(True, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from ..errors import NotationError, TrinbError
from ..notation import quote
from ..words import tr
from .matches import CardMatch
from .players import CardPlayer, card_player
from .rounds import NOBODY, SHOW, UNCLEAR, CardMove, Phase, Say, Take
from .rules import SEATS, CardRules
from .views import card_view

__all__ = [
    "CLOSE", "MOST_ROUNDS", "Reaction", "card_player", "next_card_move", "play_card_match", "race",
    "reaching_times", "read_reactions",
]  # fmt: skip

CLOSE = 0.05
"""Two who reach within so many seconds cannot be told apart."""

MOST_ROUNDS = 1000
"""A match that nobody has won by then is given up: its players do not want to speak."""


class Reaction(NamedTuple):
    """How fast a seat is: after the cards are shown it reaches after a normally distributed time, in seconds.

    >>> Reaction().mean, Reaction(mean=0.4)
    (0.6, Reaction(mean=0.4, deviation=0.15))
    """

    mean: float = 0.6
    deviation: float = 0.15

    def __str__(self) -> str:
        """As `read_reactions` reads it.

        >>> str(Reaction(0.4)), str(Reaction(0.4, 0.1))
        ('0.4', '0.4/0.1')
        """
        return (
            f"{self.mean:g}"
            if self.deviation == Reaction().deviation
            else f"{self.mean:g}/{self.deviation:g}"
        )

    def time(self, rng: Random) -> float:
        """One reaction; nobody reaches in less than a tenth of a second."""
        return max(QUICKEST, rng.gauss(self.mean, self.deviation))


QUICKEST = 0.1
"""Nobody is faster than that, in seconds."""


def read_reactions(text: str) -> tuple[Reaction, ...]:
    """A reaction for each seat: the mean in seconds, and after a slash the deviation if it is another.

    Raises:
        NotationError: there are not three, or one is no number of seconds.

    >>> read_reactions("0.6,0.6,0.45/0.1")[1:]
    (Reaction(mean=0.6, deviation=0.15), Reaction(mean=0.45, deviation=0.1))
    """
    words = text.split(",")
    if len(words) != SEATS:
        raise NotationError(tr("{wanted} reactions are needed, not {found}", wanted=SEATS, found=len(words)))
    return tuple(map(_read_reaction, words))


def _read_reaction(word: str) -> Reaction:
    try:
        found = Reaction(*map(float, word.split("/")))
    except (TypeError, ValueError):
        found = Reaction(-1)
    if not (0 <= found.mean <= 1000 and 0 <= found.deviation <= 1000):
        raise NotationError(
            tr("{it} is no reaction: write seconds like 0.6, or 0.6/0.15 with a deviation", it=quote(word))
        )
    return found


def race(times: Sequence[float | None], close: float = CLOSE) -> CardMove:
    """What comes of the moments at which the seats reached (None: they did not).

    >>> race([0.5, None, 0.8]), race([0.5, 0.52, None]), race([None, None, None])
    (Take(seat=0), Unclear(), Nobody())
    """
    reached = sorted((time, seat) for seat, time in enumerate(times) if time is not None)
    if not reached:
        return NOBODY
    if len(reached) > 1 and reached[1][0] - reached[0][0] < close:
        return UNCLEAR
    return Take(reached[0][1])


def reaching_times(
    match: CardMatch,
    players: Sequence[CardPlayer | None],
    rng: Random,
    reactions: Sequence[Reaction] | None = None,
) -> list[float | None]:
    """When each seat reaches after the cards are shown; None: it does not, or somebody else plays it.

    To play against them, put None in your own seat, fill in the moment at which you reach, and ask `race`.
    """
    times: list[float | None] = []
    for seat, player in enumerate(players):
        wants = player is not None and player.reaches(card_view(match, seat), rng)
        times.append((reactions[seat] if reactions else _AVERAGE).time(rng) if wants else None)
    return times


_AVERAGE = Reaction()


def next_card_move(
    match: CardMatch,
    players: Sequence[CardPlayer],
    rng: Random,
    reactions: Sequence[Reaction] | None = None,
    close: float = CLOSE,
) -> CardMove:
    """What happens next when these players, one a seat, are at the table."""
    round = match.round
    if round.phase is Phase.DEALT:
        return SHOW
    if round.speaker is not None:
        return Say(players[round.speaker].says(card_view(match, round.speaker), rng))
    return race(reaching_times(match, players, rng, reactions), close)


def play_card_match(
    players: Sequence[CardPlayer],
    seed: int = 0,
    rules: CardRules | None = None,
    reactions: Sequence[Reaction] | None = None,
    close: float = CLOSE,
) -> CardMatch:
    """Let three players play a whole match.

    Args:
        players: one for each seat.
        seed: all chance follows from it.
        rules: the rules, by default those that come with trinb.
        reactions: one for each seat, by default all the same.
        close: two who reach within so many seconds cannot be told apart.

    Raises:
        TrinbError: there are not three players, or nobody has won after `MOST_ROUNDS` rounds.
        IllegalMove: a player said what is not among the statements.
    """
    match = CardMatch.start(rules, seed)
    for found in (players, reactions or players):
        if len(found) != SEATS:
            raise TrinbError(
                tr("the game is for {wanted} players, not {found}", wanted=SEATS, found=len(found))
            )
    rng = Random(f"{seed}/players")
    while not match.is_over:
        if match.number > MOST_ROUNDS:
            raise TrinbError(tr("nobody has won after {count} rounds", count=MOST_ROUNDS))
        match = match.play(next_card_move(match, players, rng, reactions, close))
    return match
