"""Players that choose a move from what their seat may know, and a table for them to play at.

>>> from trinb.ruleset import rules
>>> over = play_round(rules("triangelspelet"), [player("greedy"), player("random")], seed=7)
>>> over.is_over, over.scores == tuple(
...     sum(line.points for seat, line in over.lines if seat == who) for who in (0, 1))
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from . import scoring
from .board import Cell, Contact
from .errors import TrinbError
from .moves import END_TURN, Move, Place
from .notation import quote
from .rounds import Round
from .ruleparts import Award
from .ruleset import RuleSet
from .tiles import Tile, TileSet, bits
from .view import PlayerView, view_of


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
        return rng.choice(view.legal_moves)


class GreedyPlayer:
    """Takes the most points that a placement gives now; among equal ones any with the same chance.

    It draws or ends a turn only if it cannot place, or if every placement would cost points.
    """

    name = "greedy"

    def choose(self, view: PlayerView, rng: Random) -> Move:
        """The placement with the most points."""
        places = view.legal_moves.placements
        if not places:
            return rng.choice(view.legal_moves.others)
        box, found, best, ties = view.rules.tile_set, [], None, 0
        for cell, contact, mask in places.by_cell():
            points, equal = best_tiles(view.rules, box, contact, mask)
            if best is None or points > best:
                best, found, ties = points, [], 0
            if points == best:
                found.append((cell, equal))
                ties += equal.bit_count()
        assert best is not None
        if best < 0 and END_TURN in view.legal_moves.others:
            return END_TURN
        cell, number = _nth(found, rng.randrange(ties))
        return Place(places.at(cell, number))


def best_tiles(rules: RuleSet, box: TileSet, contact: Contact, mask: int) -> tuple[int, int]:
    """The most points that tiles of a mask get for a contact, and the mask of those that get them."""
    award = scoring.worth(rules, contact) if contact.sides else Award()
    if not contact.sides:
        return _best_start(rules, box, contact, mask)
    if not award.sums:
        return award.points, mask
    given = [(award.of(tile_sum), mask & having) for tile_sum, having in box.sums if mask & having]
    return max(given, key=lambda pair: pair[0])


def _best_start(rules: RuleSet, box: TileSet, contact: Contact, mask: int) -> tuple[int, int]:
    def points(tile: Tile) -> int:
        return sum(line.points for line in scoring.lines_of(rules, contact, tile))

    tiles = box.of_mask(mask)
    best = max(map(points, tiles))
    return best, box.mask(tile for tile in tiles if points(tile) == best)


def _nth(found: list[tuple[Cell, int]], index: int) -> tuple[Cell, int]:
    """The index-th pair of a cell and the number of a tile."""
    for cell, mask in found:
        if index < mask.bit_count():
            return cell, list(bits(mask))[index]
        index -= mask.bit_count()
    raise IndexError(index)


_PLAYERS: dict[str, Callable[[], Player]] = {"greedy": GreedyPlayer, "random": RandomPlayer}


def player_names() -> tuple[str, ...]:
    """The names that `player` knows.

    >>> player_names()
    ('greedy', 'random')
    """
    return tuple(_PLAYERS)


def player(name: str) -> Player:
    """The player of this name.

    Raises:
        TrinbError: there is none.
    """
    if name not in _PLAYERS:
        raise TrinbError(f"there is no player {quote(name)}; there are {', '.join(_PLAYERS)}")
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
        moves = round.legal_moves()
        if moves.placements or len(moves.others) > 1:
            move = players[round.seat].choose(view_of(round, round.seat), rng)
        else:
            move = moves.others[0]
        round = round.play(move)
    return round
