"""A rule set as numbers and tables, for the kernel to play.

The tiles are numbered anew, by rising digit sum, so that the highest bit of a mask is a tile with the most
digits.
A **spot** is what an open cell looks like, in one number: the pattern of its three corners, each a digit or
    `blank`,
to the base ``blank + 1``, plus ``patterns`` times the number of its sides that are filled.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import RulesError
from ..moves import What
from ..ruleparts import (
    Award,
    BlockedAward,
    BlockedWinner,
    ExtensionOf,
    FirstSeat,
    Lead,
    MatchTie,
    MatchWinner,
    Reason,
    Several,
    TargetTest,
    WithoutTriple,
)
from ..ruleset import RuleSet
from ..tiles import Tile
from ..words import tr
from .columns import columns_of, match_columns_of

REASONS = tuple(Reason)
WHATS = tuple(What)
MOST_TILES = 124
ONE_WORD = 60
"""So many tiles fit into a mask of one 64-bit word, with the four bits for ranks."""
MOST_SEATS = 8
MOST_ROUNDS = 1_000
"""A match that nobody has won by then is given up."""

# --- the numbers of a rule set: where each stands in `Tables.numbers` --------------------------------------

_NAMES = (
    "tiles", "players", "hand", "lead", "without_triple", "first_by_lot", "choose_zero",
    "start_points", "start_sums", "triple_points", "triple_sums", "zero_points", "zero_sums",
    "second_points", "second_sums",
    "draws_most", "place_at_once", "although_able", "draw_cost", "cost_if_failed", "failed",
    "several", "stuck",
    "tile_points", "tile_sums", "plain_points", "plain_sums", "bridge_points", "bridge_sums",
    "docking_points", "docking_sums", "drone_points", "drone_sums",
    "extension_points", "extension_sums", "extension_of", "extension_with_hexagon",
    "hexagons_1", "hexagons_2", "hexagons_3",
    "out_points", "out_others", "out_cost", "out_one_left", "out_pool",
    "blocked_winner", "blocked_award", "blocked_cost",
    "target", "match_rounds", "at_once", "round_winner_wins", "another_round",
    "blank", "patterns", "zero_tile", "rich", "columns", "live", "two",
)  # fmt: skip
AT = {name: index for index, name in enumerate(_NAMES)}
"""Where each number stands."""

NONE = -1
"""In the numbers: no limit, no target, no such tile."""


class Tables(NamedTuple):
    """A rule set as the kernel reads it.

    Attributes:
        numbers: all numbers and choices, see `AT`.
        digits: (tiles, 3): of each tile, clockwise, as named.
        sums: the digit sum of each.
        fit: (words, 4 · patterns): for each spot the mask of the tiles that fit it, and with them in the last
            word one of the top four bits, its rank: the higher, the more points does a placement there score.
        kinds: for each spot what a placement there is: 0 plain, 1 bridge, 2 docking, 3 drone.
        ranks: the points for each rank, apart from digits, hexagons and extensions.
        blank: for each pattern which corner is blank; 3 if none is.
        known: for each pattern the sum of the digits that are there.
        level: (sums, 2): for each digit sum the mask of the tiles that have it.
        triples: the mask of the triples.
        live: which points of which seat are kept: seat · reasons + reason.
    """

    numbers: NDArray[np.int64]
    digits: NDArray[np.int64]
    sums: NDArray[np.int64]
    fit: NDArray[np.uint64]
    kinds: NDArray[np.uint8]
    ranks: NDArray[np.int64]
    blank: NDArray[np.uint8]
    known: NDArray[np.int64]
    level: NDArray[np.uint64]
    triples: NDArray[np.uint64]
    live: NDArray[np.int64]


class Program(NamedTuple):
    """What the kernel plays.

    Attributes:
        rules: the rule set.
        players: how many seats.
        words: how many 64-bit words a mask of tiles takes.
        tiles: for each of the kernel's tiles its number in the tile set.
        tables: the rules as the kernel reads them.
        columns, match_columns: the names of what is written down of each round and of each match.
        most_matches: of how many matches the sums of squares are sure to fit into 64 bits.
    """

    rules: RuleSet
    players: int
    words: int
    tiles: tuple[int, ...]
    tables: Tables
    columns: tuple[str, ...]
    match_columns: tuple[str, ...]
    most_matches: int


@lru_cache(maxsize=256)
def program(rules: RuleSet, players: int) -> Program:
    """The program of a rule set for so many players.

    Raises:
        RulesError: the rules do not allow so many players, or their box has more tiles than the kernel takes.
    """
    low, high = rules.players
    if not low <= players <= min(high, MOST_SEATS):
        raise RulesError(
            tr(
                "{rules} is for {low} to {high} players, not {count}",
                rules=rules.id,
                low=low,
                high=min(high, MOST_SEATS),
                count=players,
            )
        )
    box = rules.tile_set
    if len(box) > MOST_TILES:
        raise RulesError(
            tr(
                "{rules}: simulation takes up to {most} tiles, not {count}",
                rules=rules.id,
                most=MOST_TILES,
                count=len(box),
            )
        )
    order = sorted(range(len(box)), key=lambda number: (box.tiles[number].sum, number))
    tiles = [box.tiles[number] for number in order]
    blank = max(box.digits) + 1
    most = _most_points(rules, len(tiles), tiles[-1].sum)
    most_matches = 2**63 // (most * MOST_ROUNDS) ** 2
    if not most_matches:
        raise RulesError(tr("{rules}: its points are too large to be simulated", rules=rules.id))
    words = 1 if len(tiles) <= 64 else 2
    most = _most_points(rules, len(tiles), tiles[-1].sum)
    most_matches = 2**63 // (most * MOST_ROUNDS) ** 2
    if not most_matches:
        raise RulesError(tr("{rules}: its points are too large to be simulated", rules=rules.id))
    words = 1 if len(tiles) <= ONE_WORD else 2
    reasons = _live(rules)
    return Program(
        rules,
        players,
        words,
        tuple(order),
        _tables(rules, players, tiles, words, blank, reasons),
        columns_of(players, reasons),
        match_columns_of(players),
        most_matches,
    )


def _most_points(rules: RuleSet, tiles: int, digits: int) -> int:
    """More than all points of a round ever add up to, whatever their sign."""
    opening, table, out = rules.opening, rules.score, rules.out
    awards = [opening.tile, opening.triple, opening.zero, opening.second_triple, table.tile, table.plain]
    awards += [table.bridge, table.docking, table.drone, table.extension]
    a_tile = sum(abs(award.points) + abs(award.sums) * digits for award in awards) + max(
        map(abs, table.hexagons)
    )
    costs = (rules.draws.cost, rules.draws.failed, rules.turn.stuck, out.others_cost_per_tile)
    a_tile += MOST_SEATS * (sum(map(abs, costs)) + abs(rules.blocked.cost_per_tile) + digits)
    return abs(out.points) + tiles * a_tile


def _tables(
    rules: RuleSet, players: int, tiles: list[Tile], words: int, blank: int, reasons: tuple[Reason, ...]
) -> Tables:
    patterns = (blank + 1) ** 3
    kinds = _kinds(blank)
    numbers = _numbers(rules, players, tiles, blank)
    ranks = sorted(numbers[AT["tile_points"]] + numbers[AT["plain_points"] + 2 * kind] for kind in range(4))
    return Tables(
        numbers=numbers,
        digits=np.array([tile.digits for tile in tiles], np.int64),
        sums=np.array([tile.sum for tile in tiles], np.int64),
        fit=_with_ranks(np.tile(_fits(tiles, words, blank), 4), kinds, numbers, ranks),
        kinds=kinds,
        ranks=np.array(ranks, np.int64),
        blank=np.array([_blank_of(key, blank) for key in range(patterns)], np.uint8),
        known=np.array(
            [sum(d for d in _corners(key, blank) if d != blank) for key in range(patterns)], np.int64
        ),
        level=_levels(tiles),
        triples=_mask(number for number, tile in enumerate(tiles) if tile.is_triple),
        live=np.array(
            [seat * len(REASONS) + REASONS.index(reason) for seat in range(players) for reason in reasons],
            np.int64,
        ),
    )


def _live(rules: RuleSet) -> tuple[Reason, ...]:
    """What these rules ever give or take points for."""
    opening, score, out, blocked = rules.opening, rules.score, rules.out, rules.blocked
    uses: dict[Reason, Any] = {
        Reason.START: opening.tile,
        Reason.TRIPLE: opening.triple,
        Reason.ZERO: opening.zero,
        Reason.SECOND_TRIPLE: opening.second_triple,
        Reason.TILE: score.tile,
        Reason.PLAIN: score.plain,
        Reason.BRIDGE: score.bridge,
        Reason.DOCKING: score.docking,
        Reason.DRONE: score.drone,
        Reason.HEXAGON: any(score.hexagons),
        Reason.EXTENSION: score.extension,
        Reason.DRAW: rules.draws.cost,
        Reason.FAILED_DRAWS: rules.draws.failed,
        Reason.STUCK: rules.turn.stuck,
        Reason.OUT: out.points,
        Reason.OTHERS_DIGITS: out.others_digits,
        Reason.TILES_LEFT: out.others_cost_per_tile,
        Reason.POOL_LEFT: out.pool_digits_cost,
        Reason.BLOCKED: blocked.cost_per_tile or blocked.winner is not BlockedWinner.NOBODY,
    }
    return tuple(reason for reason in REASONS if uses[reason])


def _is_rich(rules: RuleSet) -> bool:
    """Whether points depend on the digits of a tile, on hexagons or on extensions."""
    table = rules.score
    awards = (table.tile, table.plain, table.bridge, table.docking, table.drone)
    return any(award.sums for award in awards) or bool(table.extension) or any(table.hexagons)


def _pair(name: str, award: Award) -> dict[str, int]:
    return {f"{name}_points": award.points, f"{name}_sums": award.sums}


def _limit(value: int | None) -> int:
    return NONE if value is None else value


def _numbers(rules: RuleSet, players: int, tiles: list[Tile], blank: int) -> NDArray[np.int64]:
    opening, draws, turn, score, out = rules.opening, rules.draws, rules.turn, rules.score, rules.out
    blocked, match = rules.blocked, rules.match
    zero = [number for number, tile in enumerate(tiles) if tile.sum == 0]
    values: dict[str, Any] = {
        "tiles": len(tiles),
        "players": players,
        "hand": rules.hand.size(players),
        "lead": list(Lead).index(opening.lead),
        "without_triple": list(WithoutTriple).index(opening.without_triple),
        "first_by_lot": opening.first_lap is FirstSeat.LOT,
        "choose_zero": opening.choose_zero,
        **_pair("start", opening.tile),
        **_pair("triple", opening.triple),
        **_pair("zero", opening.zero),
        **_pair("second", opening.second_triple),
        "draws_most": _limit(draws.most),
        "place_at_once": draws.place_at_once,
        "although_able": draws.although_able,
        "draw_cost": draws.cost,
        "cost_if_failed": draws.cost_only_if_failed,
        "failed": draws.failed,
        "several": list(Several).index(turn.several),
        "stuck": turn.stuck,
        **_pair("tile", score.tile),
        **_pair("plain", score.plain),
        **_pair("bridge", score.bridge),
        **_pair("docking", score.docking),
        **_pair("drone", score.drone),
        **_pair("extension", score.extension),
        "extension_of": list(ExtensionOf).index(score.extension_of),
        "extension_with_hexagon": score.extension_with_hexagon,
        "hexagons_1": score.hexagons[0],
        "hexagons_2": score.hexagons[1],
        "hexagons_3": score.hexagons[2],
        "out_points": out.points,
        "out_others": out.others_digits,
        "out_cost": out.others_cost_per_tile,
        "out_one_left": out.one_left_in_pool,
        "out_pool": out.pool_digits_cost,
        "blocked_winner": list(BlockedWinner).index(blocked.winner),
        "blocked_award": list(BlockedAward).index(blocked.award),
        "blocked_cost": blocked.cost_per_tile,
        "target": _limit(match.target),
        "match_rounds": _limit(match.rounds),
        "at_once": match.test is TargetTest.AT_ONCE,
        "round_winner_wins": match.winner is MatchWinner.ROUND_WINNER and match.target is not None,
        "another_round": match.tie is MatchTie.ANOTHER_ROUND,
        "blank": blank,
        "patterns": (blank + 1) ** 3,
        "zero_tile": zero[0] if zero else NONE,
        "rich": _is_rich(rules),
        "columns": len(columns_of(players, _live(rules))),
        "live": players * len(_live(rules)),
        "two": len(tiles) > ONE_WORD,
    }
    return np.array([int(values[name]) for name in _NAMES], np.int64)


def _corners(key: int, blank: int) -> tuple[int, int, int]:
    """The three corners of a pattern, clockwise from the apex."""
    base = blank + 1
    return key % base, key // base % base, key // base**2


def _blank_of(key: int, blank: int) -> int:
    return next((corner for corner, digit in enumerate(_corners(key, blank)) if digit == blank), 3)


def _mask(numbers: Iterable[int]) -> NDArray[np.uint64]:
    """Some tiles as a mask in two words."""
    words = [0, 0]
    for number in numbers:
        words[number // 64] |= 1 << number % 64
    return np.array(words, np.uint64)


def _fits(tiles: list[Tile], words: int, blank: int) -> NDArray[np.uint64]:
    base = blank + 1
    fits = np.zeros((words, base**3), np.uint64)
    for number, tile in enumerate(tiles):
        for turn in set(tile.turns):
            for a, b, c in product(*((digit, blank) for digit in turn)):
                fits[:, a + base * b + base * base * c] |= _mask([number])[:words]
    return fits


def _with_ranks(
    fit: NDArray[np.uint64], kinds: NDArray[np.uint8], numbers: NDArray[np.int64], ranks: list[int]
) -> NDArray[np.uint64]:
    points = [numbers[AT["tile_points"]] + numbers[AT["plain_points"] + 2 * kind] for kind in range(4)]
    bits = np.array([1 << 60 + ranks.index(value) for value in points], np.uint64)
    fit[-1] |= bits[kinds]
    return fit


def _kinds(blank: int) -> NDArray[np.uint8]:
    """For each spot the kind: with one side a bridge if no corner is blank."""
    one_side = [int(_blank_of(key, blank) == 3) for key in range((blank + 1) ** 3)]
    patterns = len(one_side)
    return np.array([0] * patterns + one_side + [2] * patterns + [3] * patterns, np.uint8)


def _levels(tiles: list[Tile]) -> NDArray[np.uint64]:
    sums = range(max(tile.sum for tile in tiles) + 1)
    masks = [_mask(number for number, tile in enumerate(tiles) if tile.sum == wanted) for wanted in sums]
    return np.array(masks, np.uint64)
