"""Making puzzles: positions of games that bots play, with a question that has one answer and is not dull.

An attempt is made from one **seed**, a text like ``best/granna/2/7/31``: kind, rules, level, the seed that
was asked for, and the number of the attempt.  So every puzzle can be made again from its seed alone:

>>> found = next(make("docking", "triangelspelet", level=1, seed=1))
>>> attempt(found.seed) == found, found.level, found.certify().ok
(True, 1, True)

What a poser proposes is solved (`solved`), and thrown away when it has no answer, more than one, or another
level, and when it is dull (`dullness.dull`).  Positions that are the same but turned or moved count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain, islice
from random import Random
from typing import TypeAlias

from ..board import Board
from ..lattice import ROTATIONS, Cell
from ..moves import Move, Place
from ..notation import quote, show
from ..players import GreedyPlayer, Player, RandomPlayer, choice
from ..rounds import Round
from ..ruleset import RuleSet, rules
from ..view import PlayerView
from ..words import tr
from .dullness import dull
from .house import PuzzleError
from .kinds import LEVELS, PuzzleKind
from .model import Puzzle, known_kind
from .posing import POSERS, Pose, twin
from .proving import solved

SIZES = ((4, 8), (6, 13), (10, 20), (14, 28), (18, 40))
"""For each level, how many tiles lie on the boards that are looked at: the least and the most."""

_MORE = {PuzzleKind.BRIDGE: 4, PuzzleKind.DRONE: 4}
"""Where the board has to close around something, it takes so many tiles more."""

LIMIT = 8_000
"""Puzzles that take more positions to solve are left out, so that all can be certified in a moment."""

PATIENCE = 3_000
"""After so many attempts in a row without a puzzle there is none to be hoped for."""


MIXES = {
    PuzzleKind.TURN: ("granna", "granna-split", "granna-standard-points"),
    PuzzleKind.HEXAGON: ("triominos-de", "triominos-goliath", "triominos-english", "triominos-pressman"),
    PuzzleKind.BEST: (
        "triangelspelet",
        "triominos-de",
        "granna",
        "triominos-nl",
        "triangelspelet-pro",
        "triominos-goliath",
        "trekantspelet-1page",
        "triominos-english",
        "granna-standard-points",
        "triominos-children",
    ),
    PuzzleKind.FITS: ("triominos-de", "triangelspelet", "triangelspelet-pro"),
    PuzzleKind.HOPELESS: (
        "triominos-de",
        "triangelspelet",
        "triominos-pressman",
        "triangelspelet-pro",
        "triominos-goliath",
    ),
}
"""For some kinds the rules that are taken in turn; for the others `MIX`."""

MIX = ("triangelspelet", "triominos-de", "granna", "triominos-pressman", "triangelspelet-pro", "triominos-nl")

TWINS = ("triangelspelet", "triominos-de")
"""Rules between whose boxes there are tiles that the one has and the other has not."""

_RING = "^0,0=202 v0,-1=020 ^1,-1=000 v1,-1=001 ^1,0=110"

BY_HAND = (
    Puzzle("fits", "triominos-de", _RING, tiles="0-1-2 0-2-3 1-2-4", cells="v0,0", seed="by hand"),
    Puzzle("fits", "triangelspelet", _RING, tiles="0-2-1 0-1-4 1-2-3", cells="v0,0", seed="by hand"),
    Puzzle("hopeless", "triominos-de", _RING, cells="v0,0 ^0,-1 v1,0", seed="by hand"),
)
"""The gap that needs 0-2-1: hopeless in Triominos, and easy in the Swedish box."""

TWIN_LEVELS = (2, 3)
"""Where twins are looked for: on larger boards hardly any lies that has only tiles of both boxes."""

Tick: TypeAlias = Callable[[int], object]
"""Is told the number of each attempt; whatever it raises ends the search."""


def collection(
    kinds: Sequence[PuzzleKind | str] = tuple(PuzzleKind),
    rules_ids: Sequence[str] = (),
    levels: Sequence[int] = LEVELS,
    count: int = 5,
    seed: int = 0,
    tick: Tick | None = None,
) -> Iterator[Puzzle]:
    """So many puzzles of every kind and level, with ids like ``best-1-1``; fewer where there are none.

    Args:
        kinds: what they ask.
        rules_ids: the rules, which take turns; by default those of `MIXES`.
        levels: how hard they are.
        count: how many of each kind and level.
        seed: all chance follows from it.
        tick: see `Tick`.

    Raises:
        TrinbError: there is no such kind, level or rule set; before anything is made.
    """
    for kind in kinds:
        known_kind(kind)
    for level in levels:
        _check_level(level)
    for id in rules_ids:
        _rules(id)
    return _collected(tuple(map(known_kind, kinds)), tuple(rules_ids), levels, count, seed, tick)


def _collected(
    kinds: Sequence[PuzzleKind],
    rules_ids: Sequence[str],
    levels: Sequence[int],
    count: int,
    seed: int,
    tick: Tick | None,
) -> Iterator[Puzzle]:
    for kind in kinds:
        mix = rules_ids or MIXES.get(kind, MIX)
        for level in levels:
            makers = [make(kind, id, level, seed, tick) for id in mix]
            turned = makers[level * count % len(mix) :] + makers[: level * count % len(mix)]
            first = [] if rules_ids else _by_hand(kind, level) + _twins(kind, level, seed, tick)
            found = islice(chain(first, _in_turn(turned, first)), count)
            for number, puzzle in enumerate(found, 1):
                yield puzzle.evolve(id=f"{kind.value}-{level}-{number}")


def _in_turn(makers: list[Iterator[Puzzle]], first: list[Puzzle]) -> Iterator[Puzzle]:
    """One of each maker after the other, but for those that are there already."""
    seeds = {puzzle.seed for puzzle in first}
    while makers:
        maker = makers.pop(0)
        puzzle = next((one for one in maker if one.seed not in seeds), None)
        if puzzle is not None:
            makers.append(maker)
            yield puzzle


def _by_hand(kind: PuzzleKind, level: int) -> list[Puzzle]:
    return [one for one in map(solved, BY_HAND) if one.kind is kind and one.level == level]


def _twins(kind: PuzzleKind, level: int, seed: int, tick: Tick | None) -> list[Puzzle]:
    """A gap that is hopeless in one box, and its twin in another one that has the tile."""
    if kind is PuzzleKind.FITS and level in TWIN_LEVELS:
        for id in TWINS:
            for puzzle in islice(make(kind, id, level, seed, tick), 150):
                other = twinned(puzzle)
                if other is not None:
                    return [puzzle, other]
    return []


def twinned(puzzle: Puzzle) -> Puzzle | None:
    """The twin of a puzzle under other rules, with the same level, if it has one (see `posing.twin`)."""
    if puzzle.kind is not PuzzleKind.FITS or puzzle.rules_id not in TWINS or "~" in puzzle.seed:
        return None
    rules_id = TWINS[1 - TWINS.index(puzzle.rules_id)]
    return attempt(f"{puzzle.seed}~{rules_id}")


def make(
    kind: PuzzleKind | str, rules_id: str, level: int, seed: int = 0, tick: Tick | None = None
) -> Iterator[Puzzle]:
    """Make puzzles one after the other, as long as any are found.

    Args:
        kind: what they ask.
        rules_id: the id of the rules, with readings after a ``+`` each.
        level: how hard they are, 1 to 5.
        seed: all chance follows from it.
        tick: see `Tick`.

    Raises:
        TrinbError: there is no such kind, level or rule set.
    """
    kind = known_kind(kind)
    _check_level(level)
    _rules(rules_id)
    seen: set[Hashable] = set()
    number, last = 0, 0
    while number - last < PATIENCE:
        if tick is not None:
            tick(number)
        found = attempt(f"{kind.value}/{rules_id}/{level}/{seed}/{number}")
        number += 1
        if found is not None and (key := likeness(found)) not in seen:
            seen.add(key)
            last = number
            yield found


def _check_level(level: object) -> None:
    if type(level) is not int or level not in LEVELS:
        raise PuzzleError(tr("level: {level} is not from 1 to 5", level=show(level)))


def _rules(text: str) -> RuleSet:
    id, *readings = text.split("+")
    found = rules(id)
    for name in readings:
        found = found.with_reading(name)
    return found


def attempt(seed: str) -> Puzzle | None:
    """The puzzle that one attempt makes, or None if it comes to nothing.

    Raises:
        TrinbError: the seed is no such text, or names what there is not.
    """
    text, _, other = seed.partition("~")
    parts = text.split("/")
    if len(parts) != 5 or parts[2] not in map(str, LEVELS):
        raise PuzzleError(tr("seed {text}: write one like best/granna/2/7/31", text=quote(seed)))
    kind, rule_set, level = known_kind(parts[0]), _rules(parts[1]), int(parts[2])
    rng = Random(text)
    board = _board(kind, rule_set, level, rng)
    if board is None:
        return None
    try:
        asked = POSERS[kind](Pose(kind, rule_set, level, board, rng))
        found = solved(asked, LIMIT) if asked else None
        if other and found:
            paired = twin(found, other)
            found = solved(paired, LIMIT) if paired else None
    except PuzzleError:
        return None  # no answer, more than one, or too much to look at
    if found is None or found.level != level or dull(found):
        return None
    if kind is PuzzleKind.ENDING and found.answer == "0" and rng.random() < 0.6:
        return None  # else nearly always the one who is to move would win
    return found.evolve(seed=seed)


class _Huddler:
    """A bot that lays where most sides are shared, so that the board closes."""

    name = "huddler"

    def choose(self, view: PlayerView, rng: Random) -> Move:
        """One of the placements with the most sides, or what else there is to do."""
        moves = view.legal_moves
        if not moves.placements:
            return moves.others[rng.randrange(len(moves.others))]
        places = list(moves.placements)
        sides = [view.board.contact_at(place.cell).sides for place in places] if view.board else [0]
        best = [place for place, count in zip(places, sides, strict=False) if count == max(sides)]
        return Place(rng.choice(best))


_CLOSED = (PuzzleKind.DRONE, PuzzleKind.BRIDGE)
"""What needs boards that close around something."""


def _board(kind: PuzzleKind, rule_set: RuleSet, level: int, rng: Random) -> Board | None:
    """A position from a round between bots, some greedy and some not."""
    low, high = rule_set.players
    seats = rng.randint(low, min(high, 4))
    bots: list[Player] = [GreedyPlayer(), GreedyPlayer(), RandomPlayer()]
    bots += [_Huddler(), _Huddler()] if kind in _CLOSED else []
    players = [rng.choice(bots) for _ in range(seats)]
    size = rng.randint(*SIZES[level - 1]) + _MORE.get(kind, 0)
    round = Round.deal(rule_set, seats, rng)
    while len(round.board) < size and not round.is_over:
        round = round.play(choice(round, players, rng))
    return round.board if len(round.board) == size else None


def likeness(puzzle: Puzzle) -> Hashable:
    """Equal for puzzles that are the same but turned or moved.

    >>> one = next(make("bridge", "granna", level=1, seed=1))
    >>> turned = one.board.moved(ROTATIONS[2])
    >>> likeness(one) == likeness(one.evolve(position=str(turned), answer=""))
    True
    """
    placed = list(puzzle.board)
    pictures = []
    for turn in ROTATIONS:
        moved = [placement.moved(turn) for placement in placed]
        marks = [turn.cell(cell) for cell in puzzle.cells]
        q, r = min(cell.q for cell, _ in moved), min(cell.r for cell, _ in moved)
        tiles = sorted((_shifted(cell, q, r), digits) for cell, digits in moved)
        pictures.append((tiles, sorted(_shifted(cell, q, r) for cell in marks)))
    tiles, marks_ = min(pictures)
    return puzzle.kind, puzzle.rules_id, tuple(tiles), tuple(marks_), puzzle.hands, puzzle.tiles


def _shifted(cell: Cell, q: int, r: int) -> tuple[int, int, bool]:
    return cell.q - q, cell.r - r, cell.up
