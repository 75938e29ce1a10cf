"""The best turn: against all orders, and the compiled search against the readable one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb import (
    Board,
    Kind,
    NotationError,
    Place,
    Placement,
    Round,
    RuleSet,
    Tile,
    TrinbError,
    rule_sets,
    rules,
    score,
    tile_set,
)
from trinb.lattice import SYMMETRIES, region
from trinb.moves import END_TURN
from trinb.players import choice, player
from trinb.ruleparts import Reason, Several
from trinb.search import best_turn, best_turns, first_placements, ranked_turns, turndesk, turnsolver
from trinb.search.turndesk import takes
from trinb.search.turnproblem import marks_of, most_cells, problem
from trinb.search.turnshown import Shown

GRANNA = rules("granna")
FEW = {"tiles": "mirrored-4", "players": [2, 2], "hand": {"tiles": 4, "by_players": {}}}


def house(base: str, several: str = "may-go-on", **changes: Any) -> RuleSet:
    """A rule set with many tiles a turn, and few digits, so that much fits."""
    return rules(base).evolve(turn={"several": several}, **{**FEW, **changes})


HOUSES = {
    "granna": house("granna"),
    "granna, must": house("granna", "must-go-on"),
    "standard points": house("granna-standard-points"),
    "german": house("triominos-de"),
    "german, must": house("triominos-de", "must-go-on"),
    "beside bridges only": house("triominos-de", score={"extension_of": "bridge"}),
    "any two sides": house("triominos-de", score={"extension_of": "anything"}),
    "with hexagons": house("triominos-de", score={"extension_with_hexagon": True}),
    "extensions lose": house("triominos-de", score={"extension": -7, "hexagons": [3, -2, 1]}),
    "sums": house("triominos-nl"),
    "goliath": house("triominos-goliath", out={"points": -9}),
    "plain loses": house("granna", score={"tile": 0, "plain": -3, "bridge": 10}),
    "plain loses, must": house("granna", "must-go-on", score={"tile": 0, "plain": -3, "bridge": 10}),
    "nothing gives anything": house("granna", score={"tile": 0, "bridge": 0, "docking": 0, "drone": 0}),
    "one": house("granna", "one"),
    "drawing": house("triangelspelet"),
}


def random_board(box: Any, rng: Random, size: int, cosy: float = 0.7) -> Board:
    """A board of random placements, with as many bridges as there can be, and with many others that fill."""
    board, left = Board(), list(box)
    while len(board) < size:
        places = list(board.placements(left))
        if not places:
            break
        contacts = {place: board.contact(place) for place in places}
        bridges = [place for place in places if contacts[place].kind is Kind.BRIDGE]
        close = [place for place in places if contacts[place].sides > 1]
        around = [place for place in places if turns_round(board, place)]
        wanted = bridges or (close if rng.random() < 0.4 else around) or close or places
        chosen = rng.choice(wanted if rng.random() < cosy else places)
        board = board.place(chosen)
        left.remove(chosen.tile)
    return board


def turns_round(board: Board, place: Placement) -> bool:
    """Whether it brings the ends of a chain nearer to each other: a corner has three cells or more."""
    return any(sum(cell in board for cell in corner.cells) >= 3 for corner in place.cell.corners)


SPECIAL = [
    "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221",
    "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=223 ^-2,2=332 v-2,2=333 ^-1,2=353 v-1,1=135 ^0,1=551 v0,0=115 "
    "^0,0=113",
    "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525 ^0,0=251",
    "v-2,1=112 ^-2,2=221 ^-1,1=231 v-1,0=513 v-2,2=222 ^-1,2=252 v-1,2=525 ^0,2=555 v0,1=055 ^0,1=503 "
    "v0,0=330 ^0,0=335",
    "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=224 ^-2,2=442 v-2,2=445 ^-1,2=514 v-1,1=341 ^0,1=113 v0,0=331 "
    "^0,0=333 v-1,0=323",
    "v-1,-1=024 ^-1,0=442 ^0,-1=440 v-1,0=441 ^-1,1=514 v0,-1=443 v-1,1=155 ^0,1=511 v0,0=311 ^0,0=134",
]
"""Boards whose last tiles are bridges, extensions, dockings and drones, with and without hexagons."""


def special_position(rule_set: RuleSet, rng: Random) -> tuple[RuleSet, Board, list[Tile]]:
    """Such a board, turned or mirrored, without its last tiles, which are in the hand; and rules for it."""
    whole = Board.parse(rng.choice(SPECIAL)).moved(rng.choice(SYMMETRIES))
    gone = rng.randint(1, 4)
    board = Board()
    for placement in list(whole)[:-gone]:
        board = board.place(placement)
    hand = [placement.tile for placement in list(whole)[-gone:]]
    box = tile_set("mirrored-6")
    laid = {placement.tile for placement in whole}
    if gone < 4:
        hand += rng.sample([tile for tile in box if tile not in laid], rng.randint(0, 2))
    return rule_set.evolve(tiles=box.id), board, hand


def random_position(rule_set: RuleSet, rng: Random, most: int = 4) -> tuple[Board, list[Tile]]:
    box = rule_set.tile_set
    board = random_board(box, rng, rng.randint(1, 14))
    left = [tile for tile in box if tile not in {placement.tile for placement in board}]
    return board, rng.sample(left, min(len(left), rng.randint(1, most)))


def finals(
    rule_set: RuleSet, board: Board, hand: list[Tile], keep: int, out: int, placed: bool = False
) -> Iterator[tuple[int, tuple[Placement, ...]]]:
    """Every turn there is, in every order: its points, and its placements.  Knows nothing of searching."""
    several = rule_set.turn.several
    places = list(board.placements(hand)) if hand and not (placed and several is Several.ONE) else []
    if not places or (placed and several is Several.MAY_GO_ON):
        yield (-keep * len(hand) if hand else out), ()
    for place in places:
        points = score(rule_set, board, place).total
        rest = [tile for tile in hand if tile != place.tile]
        for more, line in finals(rule_set, board.place(place), rest, keep, out, True):
            yield points + more, (place, *line)


def replayed(rule_set: RuleSet, board: Board, placements: tuple[Placement, ...]) -> int:
    points = 0
    for placement in placements:
        points += score(rule_set, board, placement).total
        board = board.place(placement)
    return points


def first_in_order(
    rule_set: RuleSet, board: Board, turns: list[tuple[Placement, ...]]
) -> tuple[Placement, ...]:
    """Among equally good turns the one that the module promises."""

    def key(turn: tuple[Placement, ...]) -> list[Any]:
        keys, after = [], board
        for place in turn:
            points = score(rule_set, after, place).total
            keys.append((-points, place.cell, rule_set.tile_set.number(place.tile)))
            after = after.place(place)
        return keys

    return min(turns, key=key)


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "twin"])
@pytest.mark.parametrize("name", HOUSES)
def test_no_order_of_any_tiles_gives_more(name: str, compiled: bool) -> None:
    rng = Random(f"orders of {name}")
    for number in range(60):
        rule_set = HOUSES[name]
        board, hand = random_position(rule_set, rng)
        if number % 2:
            rule_set, board, hand = special_position(rule_set, rng)
        keep = rng.random() < 0.5
        cost = rule_set.out.others_cost_per_tile if keep else 0
        every = list(finals(rule_set, board, hand, cost, rule_set.out.points))
        most = max(points for points, _ in every)
        found = best_turn(rule_set, board, hand, keep=keep, compiled=compiled)
        assert found.proven and found.points == found.bound == most, (str(board), hand)
        assert found.placements == first_in_order(
            rule_set, board, [turn for points, turn in every if points == most]
        )
        assert sum(line.points for line in found.lines) == found.points
        assert replayed(rule_set, board, found.placements) == sum(score.total for score in found.scores)
        assert set(found.left) == set(hand) - {placement.tile for placement in found.placements}


READINGS = [(id, None) for id in rule_sets()] + [
    (id, name) for id in rule_sets() for name in rules(id).readings
]


@pytest.mark.parametrize(("id", "reading"), READINGS, ids=["+".join(filter(None, pair)) for pair in READINGS])
def test_every_rule_set_and_reading(id: str, reading: str | None) -> None:
    rng = Random(f"{id}/{reading}")
    for number in range(16):
        rule_set = rules(id).with_reading(reading) if reading else rules(id)
        board, hand = random_position(rule_set, rng, 3)
        if number % 2:
            rule_set, board, hand = special_position(rule_set, rng)
        sure = 0 if rule_set.out.one_left_in_pool else rule_set.out.points
        most = max(points for points, _ in finals(rule_set, board, hand, 0, sure))
        found = best_turn(rule_set, board, hand)
        assert (found.points, found.proven) == (most, True)
        assert found == best_turn(rule_set, board, hand, compiled=False)


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(list(HOUSES)),
    st.integers(0, 10**9),
    st.booleans(),
    st.booleans(),
    st.one_of(st.none(), st.integers(-30, 60)),
    st.integers(1, 400),
)
def test_twin_and_kernel_agree_in_everything(
    name: str, seed: int, keep: bool, placed: bool, out: int | None, limit: int
) -> None:
    rule_set = HOUSES[name]
    board, hand = random_position(rule_set, Random(seed), 7)
    if seed % 3 == 0:
        rule_set, board, hand = special_position(rule_set, Random(seed))
    options: dict[str, Any] = {"keep": keep, "placed": placed, "out": out}
    whole = best_turn(rule_set, board, hand, compiled=True, **options)
    assert whole == best_turn(rule_set, board, hand, compiled=False, **options)  # nodes too
    short = best_turn(rule_set, board, hand, compiled=True, limit=limit, **options)
    assert short == best_turn(rule_set, board, hand, compiled=False, limit=limit, **options)
    assert whole.proven and short.points <= whole.points <= short.bound
    assert short.nodes <= max(limit, len(hand) + 1)
    assert sum(line.points for line in short.lines) == short.points


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(list(HOUSES)), st.integers(0, 10**9), st.booleans())
def test_all_best_turns_and_the_runner_up(name: str, seed: int, placed: bool) -> None:
    rule_set = HOUSES[name]
    board, hand = random_position(rule_set, Random(seed), 3)
    if seed % 3 == 0:
        rule_set, board, hand = special_position(rule_set, Random(seed))
    by_set: dict[frozenset[Placement], int] = {}
    by_first: dict[Placement, int] = {}
    for points, turn in finals(rule_set, board, hand, 0, rule_set.out.points, placed):
        laid = frozenset(turn)
        by_set[laid] = max(by_set.get(laid, points), points)
        for first in turn[:1]:
            by_first[first] = max(by_first.get(first, points), points)
    ranked = list(ranked_turns(rule_set, board, hand, placed=placed))
    assert [turn.points for turn in ranked] == sorted(by_set.values(), reverse=True)
    assert {frozenset(turn.placements): turn.points for turn in ranked} == by_set
    firsts = first_placements(rule_set, board, hand, placed=placed)
    assert {first.placement: first.points for first in firsts} == by_first
    assert [first.points for first in firsts] == sorted(by_first.values(), reverse=True)

    found = best_turns(rule_set, board, hand, placed=placed, most=1000)
    most = max(by_set.values())
    assert found.proven and found.complete and found.points == most
    assert {frozenset(turn.placements) for turn in found.turns} == {
        laid for laid, points in by_set.items() if points == most
    }
    assert found.turns[0].placements == best_turn(rule_set, board, hand, placed=placed).placements
    assert set(found.firsts) == {first for first, points in by_first.items() if points == most}
    assert found.is_unique == (list(by_set.values()).count(most) == 1)
    assert found.first_is_unique == (list(by_first.values()).count(most) == 1)
    second = max((points for points in by_set.values() if points < most), default=None)
    assert (found.runner_up.points if found.runner_up else None) == second
    assert found.margin == (None if second is None else most - second)
    few = best_turns(rule_set, board, hand, placed=placed, most=1)
    assert few.turns == found.turns[:1] and few.complete == (len(found.turns) == 1)
    assert few.is_unique == found.is_unique


def from_self_play(rule_set: RuleSet, rng: Random, holes: int = 0) -> Round:
    """A round in the middle, before a turn in which something fits, with some holes in the board."""
    table = [player("greedy")] * rng.choice([2, 3, 4])
    while True:
        round = Round.deal(rule_set, len(table), rng)
        stop = rng.randint(4, 40)
        while not round.is_over:
            if len(round.board) >= stop and not round.placed and round.moves.placements:
                if len(round.board.holes()) >= holes:
                    return round
                break
            round = round.play(choice(round, table, rng))


@pytest.mark.parametrize("id", rule_sets())
def test_a_round_gives_the_points_that_were_promised(id: str) -> None:
    rng = Random(f"round of {id}")
    for _ in range(15):
        round = from_self_play(rules(id), rng)
        seat = round.seat
        hand = round.hands[seat]
        left = sum(tile.sum for who, tiles in enumerate(round.hands) if who != seat for tile in tiles)
        rule = round.rules.out
        out = rule.points if len(round.pool) == 1 or not rule.one_left_in_pool else 0
        out += left if rule.others_digits else 0
        out -= sum(tile.sum for tile in round.pool) if rule.pool_digits_cost else 0
        found = best_turn(round.rules, round.board, hand, out=out)
        before = round.scores[seat]
        for placement in found.placements:
            round = round.play(Place(placement))
        gained = round.scores[seat] - before
        gained -= sum(
            line.points for who, line in round.lines if who == seat and line.reason.value == "blocked"
        )
        assert gained == found.points
        if not round.is_over and round.seat == seat:
            assert END_TURN in round.moves or not round.moves.placements


@pytest.mark.parametrize(("size", "holes"), [(12, 0), (12, 2), (13, 3), (14, 1)])
def test_large_hands_on_boards_of_real_rounds(size: int, holes: int) -> None:
    rng = Random(f"large {size}, {holes} holes")
    for _ in range(3):
        board = from_self_play(GRANNA, rng, holes).board
        laid = {placement.tile for placement in board}
        left = [tile for tile in GRANNA.tile_set if tile not in laid]
        hand = rng.sample(left, min(size, len(left)))
        fast = best_turn(GRANNA, board, hand, limit=700)
        assert fast == best_turn(GRANNA, board, hand, limit=700, compiled=False)
        whole = best_turn(GRANNA, board, hand, limit=10**8)
        assert fast.points <= whole.points <= fast.bound and whole.proven
        assert replayed(GRANNA, board, whole.placements) + 10 * (not whole.left) == whole.points


@settings(deadline=None, max_examples=80)
@given(
    st.sampled_from(list(HOUSES)),
    st.integers(0, 10**9),
    st.booleans(),
    st.one_of(st.none(), st.integers(-9, 9)),
)
def test_no_bound_is_below_what_can_be_had(name: str, seed: int, keep: bool, out: int | None) -> None:
    rule_set = HOUSES[name]
    board, hand = random_position(rule_set, Random(seed), 7)
    if seed % 3 == 0:
        rule_set, board, hand = special_position(rule_set, Random(seed))
    asked = problem(rule_set, board, hand, keep, out, False)
    found = best_turn(rule_set, board, hand, keep=keep, out=out)
    assert found.proven and found.points <= asked.ceiling
    assert found.points <= asked.bound(sum(asked.gains), len(hand), goes_out=True)


def test_no_cells_have_fewer_vertices_than_a_hexagon() -> None:
    for radius in (1, 2, 3, 6):
        cells = region(radius)
        assert most_cells(len({corner for cell in cells for corner in cell.corners})) == len(cells)
    for seed in range(30):
        board = random_board(tile_set("mirrored-4"), Random(seed), 20)
        assert len(board) <= most_cells(len(board.digits))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**9))
def test_more_tiles_never_give_fewer_points(seed: int) -> None:
    rng = Random(seed)
    board, hand = random_position(HOUSES["granna"], rng, 7)
    # Going out apart: that is easier with fewer tiles.
    points = [
        best_turn(HOUSES["granna"], board, hand[:count], out=0).points for count in range(len(hand) + 1)
    ]
    assert points == sorted(points)
    free = best_turn(HOUSES["granna"], board, hand, out=0)
    held = best_turn(HOUSES["granna"], board, hand, out=0, keep=True)
    assert free.points - len(free.left) <= held.points <= free.points


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**9))
def test_who_must_go_on_never_has_more(seed: int) -> None:
    free, bound = HOUSES["plain loses"], HOUSES["plain loses, must"]
    board, hand = random_position(free, Random(seed), 5)
    assert best_turn(bound, board, hand).points <= best_turn(free, board, hand).points


# --- what else there is -----------------------------------------------------------------------------------


def test_nothing_fits() -> None:
    board = Board.parse("^0,0=555")
    for compiled in (True, False):
        found = best_turn(GRANNA, board, "0-0-1 0-0-2", compiled=compiled)
        assert (found.points, found.proven, found.placements, found.lines) == (0, True, (), ())
        held = best_turn(GRANNA, board, "0-0-1 0-0-2", compiled=compiled, keep=True)
        assert (held.points, held.placements, [line.points for line in held.lines]) == (-2, (), [-2])
    assert [turn.points for turn in ranked_turns(GRANNA, board, "0-0-1")] == [0]
    assert best_turns(GRANNA, board, "0-0-1").is_unique
    assert first_placements(GRANNA, board, "0-0-1") == ()


def test_an_empty_hand() -> None:
    assert best_turn(GRANNA, Board.parse("^0,0=555"), []).points == 0
    assert best_turn(GRANNA, Board(), "").points == 0


@pytest.mark.parametrize(
    ("id", "hand", "points", "led"),
    [
        ("triominos-de", "4-4-4 0-1-2 1-1-1", 22, "^0,0=444"),
        ("triominos-de", "4-4-4 0-0-0", 40, "^0,0=000"),
        ("triominos-de", "0-1-2 3-4-5 2-4-5", 12, "^0,0=345"),
        ("triangelspelet", "4-4-4 5-5-1", 25, "^0,0=444"),
        ("granna", "4-4-4 0-1-1 5-5-5", 0, "^0,0=555"),
        ("triominos-nl-literal", "4-4-4 3-3-3", 32, "^0,0=444"),
        ("granna", "0-1-1 5-5-1", 0, ""),
        ("triominos-goliath", "4-4-4 5-5-4", 14, "^0,0=455"),
        ("triominos-de", "4-4-4", 47, "^0,0=444"),
    ],
)
def test_the_lead(id: str, hand: str, points: int, led: str) -> None:
    found = best_turn(rules(id), Board(), hand)
    assert (found.points, " ".join(map(str, found.placements)), found.proven) == (points, led, True)
    assert sum(line.points for line in found.lines) == points
    assert found == best_turn(rules(id), Board(), hand, compiled=False)


@pytest.mark.parametrize("name", ["german", "german, must", "beside bridges only", "with hexagons"])
def test_the_positions_above_have_bridges_to_extend(name: str) -> None:
    """Otherwise nothing would be proven about marks."""
    rng, extended, laid_here = Random(f"marks {name}"), 0, 0
    for _ in range(40):
        rule_set, board, hand = special_position(HOUSES[name], rng)
        found = best_turn(rule_set, board, hand)
        extended += any(line.reason is Reason.EXTENSION for line in found.lines)
        laid_here += any(line.reason is Reason.BRIDGE for line in found.lines)
    assert extended > 5 and laid_here > 5


def slowly(rule_set: RuleSet, board: Board, hand: list[Tile], known: dict[Any, int]) -> int:
    """The most points to come, each board with all its contacts looked at once; it may stop anywhere."""
    most = known.get(board)
    if most is None:
        most = 0 if hand else rule_set.out.points
        for place in board.placements(hand):
            points, rest = score(rule_set, board, place).total, [tile for tile in hand if tile != place.tile]
            most = max(most, points + slowly(rule_set, board.place(place), rest, known))
        known[board] = most
    return most


MARKED = [
    (
        "^-1,-1=211 v-2,-1=122 v-1,-1=123 ^-2,0=422 v-3,0=244 ^-3,1=544 v-3,1=451 ^-2,1=134 v-2,1=311 "
        "^-1,1=133",
        "3-3-3 2-3-3 2-5-3 2-4-3 1-4-3 2-2-2 2-3-4",
        273,
    ),
    (
        "^-2,0=211 v-3,0=122 v-2,0=123 ^-1,0=351 ^-3,1=222 v-3,1=225 ^-3,2=552 v-3,2=555 ^-2,2=505",
        "0-3-5 0-3-3 3-3-5 2-5-3 1-3-2 3-3-4 1-3-4",
        261,
    ),
    (
        "^1,-1=112 v1,-2=221 v0,-1=231 ^1,-2=224 v1,-3=442 ^1,-3=445 v0,-3=514 ^0,-2=341 v-1,-2=113 "
        "^-1,-1=331",
        "3-3-3 2-3-3 2-3-5 0-4-2 1-4-2 2-4-3",
        259,
    ),
]
"""Here one set of placements is laid with other bridges in another order, and that decides what follows."""


@pytest.mark.parametrize(("text", "hand", "points"), MARKED)
def test_what_was_laid_as_a_bridge_counts(text: str, hand: str, points: int) -> None:
    rule_set, board = HOUSES["with hexagons"].evolve(tiles="mirrored-6"), Board.parse(text)
    tiles = [Tile.parse(word) for word in hand.split()]
    assert slowly(rule_set, board, tiles, {}) == points
    found = best_turn(rule_set, board, hand)
    assert (found.points, found.proven) == (points, True)
    assert found == best_turn(rule_set, board, hand, compiled=False)


def test_what_going_out_is_worth() -> None:
    board = Board.parse("^0,0=555")
    assert best_turn(GRANNA, board, "5-5-4").points == 11
    assert best_turn(GRANNA, board, "5-5-4", out=0).points == 1
    assert [line.points for line in best_turn(GRANNA, board, "5-5-4", out=33).lines] == [1, 33]
    assert best_turn(rules("triominos-nl-literal"), board, "4-5-5").points == 28
    assert best_turn(rules("triominos-de"), board, "4-5-5").points == 39


def test_stopping_at_once_when_something_was_placed() -> None:
    losing = HOUSES["plain loses"]
    board = Board.parse("^0,0=333")
    assert best_turn(losing, board, "3-3-2 0-0-1").points == -3
    assert best_turn(losing, board, "3-3-2 0-0-1", placed=True).points == 0
    assert best_turn(HOUSES["plain loses, must"], board, "3-3-2 0-0-1", placed=True).points == -3
    assert best_turn(HOUSES["one"], board, "3-3-2 0-0-1", placed=True).placements == ()


def test_which_marks_a_rule_set_needs() -> None:
    needed = {
        name: (marks_of(rule_set).bridge, marks_of(rule_set).extension) for name, rule_set in HOUSES.items()
    }
    assert needed["granna"] == needed["any two sides"] == needed["sums"] == (0, 0)
    assert needed["german"] == needed["with hexagons"] == (1, 1)
    assert needed["beside bridges only"] == (1, 0)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("5-5-5", "5-5-5: this tile lies on the table already"),
        ("0-0-1 1-0-0", "tile 0-0-1 is twice in the hand"),
        ("0-1-2", "tile 0-1-2 is not in triangelspelet-56; its mirror 0-2-1 is"),
        ("0-0-7", "tile 0-0-7 is not in triangelspelet-56"),
        ("0-0", "tile '0-0': 2 parts instead of 3"),
        ([3], "3 is no tile"),
        (["0-0-1"], "'0-0-1' is no tile"),
    ],
)
def test_hands_that_cannot_be(hand: Any, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        best_turn(GRANNA, Board.parse("^0,0=555"), hand)
    assert str(caught.value).startswith(words)


def large() -> tuple[Board, list[Tile]]:
    """A position whose search takes long."""
    rng = Random(3)
    board = random_board(GRANNA.tile_set, rng, 16)
    laid = {placement.tile for placement in board}
    return board, [tile for tile in GRANNA.tile_set if tile not in laid][:26]


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "twin"])
def test_it_can_be_stopped_and_says_how_far_it_is(compiled: bool) -> None:
    board, hand = large()
    told: list[tuple[int, int]] = []
    found = best_turn(
        GRANNA, board, hand, compiled=compiled, limit=10**9,
        progress=lambda nodes, limit: told.append((nodes, limit)), stop=lambda: len(told) == 3,
    )  # fmt: skip
    assert len(told) == 3 and told[0][0] < told[1][0] < told[2][0] == found.nodes
    assert {limit for _, limit in told} == {turnsolver.MOST_STATES}
    assert not found.proven and 0 < found.points < found.bound
    assert replayed(GRANNA, board, found.placements) + 10 * (not found.left) == found.points
    assert f"not proven, at most {found.bound}" in repr(found)


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "twin"])
def test_an_interrupt_gives_the_best_so_far(compiled: bool) -> None:
    board, hand = large()
    calls = 0

    def interrupt(nodes: int, limit: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt

    found = best_turn(GRANNA, board, hand, compiled=compiled, limit=10**9, progress=interrupt)
    assert not found.proven and found.points > 0
    assert replayed(GRANNA, board, found.placements) + 10 * (not found.left) == found.points


def test_a_limit_of_nothing_still_gives_a_turn() -> None:
    board, hand = Board.parse("^0,0=333"), "3-3-2 3-2-2 2-2-2 2-2-1 1-1-2"
    for name in ("granna", "granna, must"):
        for compiled in (True, False):
            found = best_turn(HOUSES[name], board, hand, limit=0, compiled=compiled)
            assert found.placements and replayed(HOUSES[name], board, found.placements) <= found.points


def test_a_search_that_is_not_proven_is_the_last_of_a_ranking() -> None:
    board, hand = large()
    ranked = list(ranked_turns(GRANNA, board, hand, limit=200))
    assert len(ranked) == 1 and not ranked[0].proven
    few = best_turns(GRANNA, board, hand, limit=200)
    assert not few.proven and not few.complete and not few.is_unique and not few.first_is_unique


def test_huge_points_and_huge_hands_are_left_to_the_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    rich = HOUSES["granna"].evolve(score={"tile": 10**7})
    board = Board.parse("^0,0=333")
    assert not takes(problem(rich, board, "3-3-2", False, None, False))
    assert (
        best_turn(rich, board, "3-3-2 3-3-1").points
        == best_turn(rich, board, "3-3-2 3-3-1", compiled=False).points
        > 10**7
    )
    wide = rules("triominos-de").evolve(tiles="mirrored-7", turn={"several": "may-go-on"})
    many = [tile for tile in wide.tile_set if tile != Tile(5, 5, 5)][:70]
    assert not takes(problem(wide, Board.parse("^0,0=555"), many, False, None, False))
    assert best_turn(wide, Board.parse("^0,0=555"), many, limit=80).points > 0


def test_without_numba_it_is_the_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    board, hand = random_position(GRANNA, Random(2), 5)
    fast = best_turn(GRANNA, board, hand, compiled=True)
    monkeypatch.setitem(sys.modules, "trinb.search.turndesk", None)
    monkeypatch.delattr("trinb.search.turndesk")
    assert best_turn(GRANNA, board, hand) == fast
    with pytest.raises(TrinbError, match="this needs"):
        best_turn(GRANNA, board, hand, compiled=True)


def test_a_table_that_cannot_grow_ends_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    board, hand = large()
    search = turndesk.Search(problem(GRANNA, board, hand, False, None, False), 10**6, lambda nodes: False)

    def no_room(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(turndesk.np, "zeros", no_room)
    found = search.run()
    assert 1000 < found.nodes < 10**4 and 0 < found.points < found.bound


def test_a_second_look_is_taken_where_the_search_was_not_finished() -> None:
    board, hand = large()
    found = best_turn(GRANNA, board, hand, limit=5000)
    asked = problem(GRANNA, board, hand, False, None, False)
    deep = turndesk.Search(asked, 5000, lambda nodes: False).run()
    assert found.points > deep.points and found.nodes == deep.nodes
    assert found.bound == asked.ceiling < deep.bound
    assert replayed(GRANNA, board, found.placements) + 10 * (not found.left) == found.points
    assert found == best_turn(GRANNA, board, hand, limit=5000, compiled=False)


def test_nothing_compiled_is_imported_for_the_twin() -> None:
    code = (
        "import sys; from trinb import rules, Board; from trinb.search import best_turn; "
        "best_turn(rules('granna'), Board.parse('^0,0=555'), '5-5-4 4-4-5', compiled=False); "
        "assert not {'numba', 'numpy', 'tqdm'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_it_shows_how_far_it_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shown, "_AFTER", 0.0)
    board, hand = large()
    best_turn(GRANNA, board, hand, limit=1000, compiled=False, progress=True)
    shown = capsys.readouterr().err
    assert "of at most 1,000 states searched …" in shown and shown.endswith("\r")
    best_turn(GRANNA, board, hand, limit=1000, compiled=False)
    assert capsys.readouterr().err == ""  # nobody watches


def test_it_reads_well() -> None:
    found = best_turn(GRANNA, Board.parse("^0,0=555"), "5-5-4")
    assert repr(found) == "<BestTurn of 11 points, proven: v-1,0=545>"
    assert (
        repr(best_turn(GRANNA, Board.parse("^0,0=555"), "0-0-0")) == "<BestTurn of 0 points, proven: nothing>"
    )
