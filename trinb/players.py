"""Players that choose a move from what their seat may know, and a table for them to play at.

>>> from trinb.ruleset import rules
>>> over = play_round(rules("triangelspelet"), [player("greedy"), player("random")], seed=7)
>>> (
...     over.is_over,
...     over.scores == tuple(sum(line.points for seat, line in over.lines if seat == who) for who in (0, 1)),
... )
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from .board import Contact
from .errors import RulesError, TrinbError
from .lattice import Cell
from .matches import Match
from .moves import END_TURN, Move, Place
from .notation import quote
from .rounds import Round
from .ruleset import RuleSet
from .scoring import Scorer, scorer
from .tiles import TileSet, bits, nth_bit
from .view import PlayerView, view_of
from .words import tr


class Player(Protocol):
    """Whoever chooses moves."""

    name: str

    def choose(self, view: PlayerView, rng: Random) -> Move:
        """One of `view.legal_moves`; all chance it needs comes from `rng`."""
        ...


class RandomPlayer:
    """Chooses every legal move with the same chance."""

    name = "random"

    def choose(self, view: PlayerView, rng: Random) -> Move:
        """Any legal move."""
        return view.legal_moves[_below(len(view.legal_moves), rng)]


class GreedyPlayer:
    """Takes the most points that a placement gives now; among equal ones any with the same chance.

    It draws or ends a turn only if it cannot place, or if every placement would cost points.
    """

    name = "greedy"

    def choose(self, view: PlayerView, rng: Random) -> Move:
        """The placement with the most points."""
        moves = view.legal_moves
        if not moves.placements:
            return moves.others[_below(len(moves.others), rng)]
        best, found = _best(scorer(view.rules), view.rules.tile_set, moves.placements.by_cell())
        if best < 0 and END_TURN in moves.others:
            return END_TURN
        index = _below(sum([mask.bit_count() for _, mask in found]), rng)
        for place, mask in found:
            count = mask.bit_count()
            if index < count:
                return Place(moves.placements.pick(place, nth_bit(mask, index)))
            index -= count
        raise AssertionError("unreachable: the index is below the number of tiles found")


class PupilPlayer:
    """Looks for the most points every other time, and otherwise does anything that is allowed."""

    name = "pupil"

    def choose(self, view: PlayerView, rng: Random) -> Move:
        """What a greedy player or what a random one chooses."""
        looks = rng.random() < 0.5
        return (GreedyPlayer() if looks else RandomPlayer()).choose(view, rng)


def _below(count: int, rng: Random) -> int:
    """A random number below `count`; like `rng.randrange`, in a third of the time."""
    return int(rng.random() * count)


def _best(
    scorer: Scorer, box: TileSet, places: list[tuple[Cell, Contact, int]]
) -> tuple[int, list[tuple[int, int]]]:
    """The most points that any placement gets; which places give them, each with a mask of tiles."""
    best, found = -(10**9), []
    for place, (_, contact, tiles) in enumerate(places):
        award = scorer.worth(contact)
        points = award.points
        if award.sums or not contact.sides:
            points, tiles = _best_tiles(scorer, box, contact, tiles)
        if points > best:
            best, found = points, [(place, tiles)]
        elif points == best:
            found.append((place, tiles))
    return best, found


def _best_tiles(scorer: Scorer, box: TileSet, contact: Contact, mask: int) -> tuple[int, int]:
    """The most points that tiles of a mask get for a contact, and the mask of those that get them."""
    points: dict[int, int] = {}
    for number in bits(mask):
        total = scorer.score(contact, box.tiles[number]).total
        points[total] = points.get(total, 0) | 1 << number
    return max(points.items())


def _searching(name: str) -> Player:
    """A player that searches; those are imported when one is wanted."""
    from .search.levels import level

    return level(name)


_PLAYERS: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "pupil": PupilPlayer,
    "greedy": GreedyPlayer,
    "club": lambda: _searching("club"),
    "master": lambda: _searching("master"),
}

LEVELS = ("pupil", "club", "master")
"""The players to learn from, the weakest first; how strong they are is in ``data/players``."""


def player_names() -> tuple[str, ...]:
    """The names that `player` knows, the weakest first.

    >>> player_names()
    ('random', 'pupil', 'greedy', 'club', 'master')
    """
    return tuple(_PLAYERS)


def player(name: str) -> Player:
    """The player of this name.

    - ``random``: any move.
    - ``pupil``: looks for points every other time.
    - ``greedy``: takes the most points that a placement gives now.
    - ``club``: tries its moves on a few deals of the hidden tiles; see `search.tree`.
    - ``master``: tries them on many, and remembers what others could not place.

    Raises:
        TrinbError: there is none.
    """
    if name not in _PLAYERS:
        raise TrinbError(
            tr(
                "there is no player {name}; there are {known}",
                name=quote(name),
                known=", ".join(_PLAYERS),
            )
        )
    return _PLAYERS[name]()


def play_round(rules: RuleSet, players: Sequence[Player], seed: int | Random = 0) -> Round:
    """Deal a round and let these players, one a seat, play it to its end.

    Raises:
        RulesError: the rules do not allow so many players.
        IllegalMove: a player chose what is not allowed.
    """
    rng = seed if isinstance(seed, Random) else Random(seed)
    return finish(Round.deal(rules, len(players), rng), players, rng)


def finish(round: Round, players: Sequence[Player], rng: Random) -> Round:
    """Play a round on to its end; a player is asked only where there is a choice."""
    while not round.is_over:
        round = round.play(choice(round, players, rng))
    return round


def choice(round: Round, players: Sequence[Player], rng: Random) -> Move:
    """The move of the player whose turn it is; the player is asked only where there is a choice."""
    return round.moves.only or players[round.seat].choose(view_of(round, round.seat), rng)


def play_match(rules: RuleSet, players: Sequence[Player], seed: int = 0) -> Match:
    """Let these players, one a seat, play a whole match.

    Raises:
        RulesError: the rules do not allow so many players, or name no end of the match.
        IllegalMove: a player chose what is not allowed.

    >>> from trinb.ruleset import rules
    >>> over = play_match(rules("triangelspelet"), [player("greedy"), player("random")], seed=7)
    >>> over.end, max(over.totals) >= 500
    (MatchEnd.TARGET, True)
    """
    if rules.match.target is None and rules.match.rounds is None:
        endless = tr("match: has neither target nor rounds, so the match would never end")
        raise RulesError(f"{rules.id}: {endless}")
    rng = Random(f"{seed}/players")
    match = Match.start(rules, len(players), seed)
    while not match.is_over:
        match = match.play(choice(match.round, players, rng))
    return match
