"""The solvers of puzzles beside others that share nothing with them: a drawing, plain recursion, the lab."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from random import Random

import pytest
from brute import SHORT, Picture
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb import Board, Cell, Deal, Kind, Placement, Round, RuleSet, Tile, rules, score
from trinb.moves import EndTurn, Place
from trinb.puzzles import Puzzle, PuzzleKind, puzzles
from trinb.puzzles.blocking import shortest_blocks
from trinb.puzzles.ending import solve_ending
from trinb.puzzles.kinds import FOUND_KINDS
from trinb.puzzles.solving import clashing, fitting, is_rising, is_sound, placements, solve
from trinb.puzzles.turning import best_turns, board_key, out_lines
from trinb.puzzles.watch import TooLarge, Watch
from trinb.rounds import _state
from trinb.ruleparts import Several
from trinb.search.turn import best_turns as lab_turns

SMALL = [one for one in puzzles() if one.level <= 2]


def drawn(one: Puzzle) -> list[str]:
    """All legal placements of the hand, by the drawing."""
    return list(Picture(one.position).placements(tile.digits for tile in one.hand))


# --- beside a drawing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "one", [one for one in SMALL if one.hands and one.kind is not PuzzleKind.ENDING], ids=lambda one: one.id
)
def test_placements_are_those_of_a_drawing(one: Puzzle) -> None:
    found = [str(placement) for placement in placements(one.board, one.hand)]
    assert sorted(found) == sorted(drawn(one)) and len(set(found)) == len(found)
    if one.kind is PuzzleKind.COUNT:
        assert int(one.answer) == len(drawn(one))


@pytest.mark.parametrize("one", [one for one in SMALL if one.kind in FOUND_KINDS], ids=lambda one: one.id)
def test_what_is_to_be_found_is_there_once_in_a_drawing(one: Puzzle) -> None:
    kinds = {token: Picture(one.position).lay(token).kind for token in drawn(one)}
    assert [token for token, kind in kinds.items() if kind == one.kind.value] == [one.answer]


@pytest.mark.parametrize("one", puzzles("hexagon", level=1), ids=lambda one: one.id)
def test_hexagons_of_a_drawing(one: Puzzle) -> None:
    counts = {token: Picture(one.position).lay(token).hexagons for token in drawn(one)}
    assert [token for token, count in counts.items() if count] == [one.answer]


@pytest.mark.parametrize("one", [one for one in SMALL if one.kind is PuzzleKind.BEST], ids=lambda one: one.id)
def test_the_best_of_a_drawing(one: Puzzle) -> None:
    points = {token: score(one.rules, one.board, Placement.parse(token)).total for token in drawn(one)}
    best = max(points.values())
    assert [token for token, total in points.items() if total == best] == [one.answer]
    assert one.proof["best"] == best


@pytest.mark.parametrize(
    "one", [*puzzles("fits", 1), *puzzles("fits", 2), *puzzles("hopeless", 1)], ids=lambda one: one.id
)
def test_gaps_in_a_drawing(one: Puzzle) -> None:
    picture = Picture(one.position)

    def fits(cell: Cell, tile: Tile) -> bool:
        turns = ("".join(SHORT[digit] for digit in turn) for turn in tile.turns)
        return any(picture.fault(f"{cell}={digits}") is None for digits in turns)

    if one.kind is PuzzleKind.FITS:
        fitting = [str(tile) for tile in one.tiles if fits(one.cells[0], tile)]
        assert fitting == ([] if one.answer == "none" else [one.answer])
    else:
        dead = [cell for cell in one.cells if not any(fits(cell, tile) for tile in one.tile_set)]
        assert [str(cell) for cell in dead] == [one.answer]


@pytest.mark.parametrize("one", puzzles("wrong"), ids=lambda one: one.id)
def test_a_wrong_tile_is_the_only_one_without_which_a_board_can_be_built(one: Puzzle) -> None:
    """By tokens alone: without the answer the digits at every corner agree, without any other they do not."""
    sound = []
    tokens = one.position.split()
    for token in tokens:
        rest = [other for other in tokens if other != token]
        picture, digits = Picture(), {}
        agree = len({Placement.parse(other).tile for other in rest}) == len(rest)
        for other in rest:
            corners = Placement.parse(other).cell.corners
            for vertex, digit in zip(corners, other.partition("=")[2], strict=True):
                agree = agree and digits.setdefault(vertex, digit) == digit
            agree = agree and Placement.parse(other).tile in one.tile_set
        assert picture.laid == {}
        if agree:
            sound.append(token.split("=")[0])
    assert sound == [one.answer]


def test_soundness() -> None:
    box = rules("triangelspelet").tile_set
    good = list(Board.parse("^0,0=555 v0,0=554"))
    assert is_sound(good, box) and clashing(good) == []
    bad = [good[0], Placement.parse("v0,0=544")]
    assert not is_sound(bad, box) and len(clashing(bad)) == 1
    assert not is_sound([good[0], good[0]], box)
    assert not is_sound([Placement.parse("^0,0=012")], box)
    assert is_rising(rules("triominos-de").tile_set) and not is_rising(box)


# --- turns --------------------------------------------------------------------------------------------------


def every_turn(
    rule_set: RuleSet, board: Board, hand: Sequence[Tile]
) -> Iterator[tuple[tuple[Placement, ...], int]]:
    """Every way to lay tiles in a turn, in every order, with its points; nothing is cut off."""
    rule = rule_set.turn.several
    for placement in board.placements(hand) if hand else ():
        points = score(rule_set, board, placement).total
        left = [tile for tile in hand if tile != placement.tile]
        after = board.place(placement)
        points += sum(line.points for line in out_lines(rule_set)) if not left else 0
        longer = [] if rule is Several.ONE else list(every_turn(rule_set, after, left))
        if rule is not Several.MUST_GO_ON or not longer:
            yield (placement,), points
        for order, more in longer:
            yield (placement, *order), points + more


@pytest.mark.parametrize(
    "one", [one for one in puzzles("turn") if len(one.hand) <= 4], ids=lambda one: one.id
)
def test_turns_beside_every_order(one: Puzzle) -> None:
    totals = list(every_turn(one.rules, one.board, one.hand))
    best = max(points for _, points in totals)
    assert best == one.proof["best"]
    assert {frozenset(order) for order, points in totals if points == best} == {frozenset(one.solution)}  # type: ignore[arg-type]
    sets: dict[frozenset[Placement], int] = {}
    for order, points in totals:
        sets[frozenset(order)] = max(points, sets.get(frozenset(order), points))
    assert len(sets) == one.proof["sets"]
    assert max(points for points in sets.values() if points < best) == one.proof["second"]


@pytest.mark.parametrize("one", puzzles("turn"), ids=lambda one: one.id)
def test_turns_beside_the_lab(one: Puzzle) -> None:
    found = lab_turns(one.rules, one.board, one.hand)
    assert found.is_unique and found.points == one.proof["best"]
    assert set(found.turns[0].placements) == set(one.solution)  # type: ignore[arg-type]
    assert found.runner_up is not None and found.runner_up.points == one.proof["second"]


@given(st.integers(0, 10**6), st.sampled_from(["granna", "triominos-de", "granna-split"]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_turns_of_any_hand_beside_every_order(seed: int, id: str, must: bool) -> None:
    rng = Random(seed)
    rule_set = rules(id).with_reading("must-go-on") if must and id == "granna" else rules(id)
    if id == "triominos-de":  # with extensions, so that it matters how a tile was laid
        rule_set = rule_set.evolve(turn={"several": "may-go-on"})
    board, tiles = random_board(rule_set, rng, 8)
    hand = tiles[:3]
    totals = list(every_turn(rule_set, board, hand))
    found = best_turns(rule_set, board, hand)
    assert found.points == max((points for _, points in totals), default=0)
    best = {frozenset(order) for order, points in totals if points == found.points}
    assert {frozenset(order) for order in found.best} == best
    for order in found.best:
        assert (order, found.points) in totals


def random_board(rule_set: RuleSet, rng: Random, size: int) -> tuple[Board, list[Tile]]:
    """A board of so many tiles laid at random, and the others."""
    tiles = list(rule_set.tile_set)
    rng.shuffle(tiles)
    board = Board().place(Placement(Cell(0, 0, True), tiles.pop().digits))
    while len(board) < size:
        places = list(board.placements(tiles))
        placement = rng.choice(places)
        board = board.place(placement)
        tiles.remove(placement.tile)
    return board, tiles


def test_boards_are_told_apart_by_bridges_only_where_that_matters() -> None:
    laid = "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221"
    tokens = laid.split()
    other = " ".join([tokens[8], *tokens[:8]])  # so that another one is the bridge
    one, two = Board.parse(laid), Board.parse(other)
    assert {*one} == {*two} and one != two
    assert board_key(rules("granna"), one) == board_key(rules("granna"), two)
    assert board_key(rules("triominos-de"), one) != board_key(rules("triominos-de"), two)


# --- endings ------------------------------------------------------------------------------------------------


def round_of(one: Puzzle) -> Round:
    """The round in which an ending stands."""
    deal = Deal(one.rules, 2, tuple(range(len(one.tile_set))))
    hands = tuple(one.tile_set.mask(hand) for hand in one.hands)
    return _state(deal, one.board, hands, (), 0, (0, 0), ())


def margin_of(round: Round) -> int:
    """What seat 0 gets more than seat 1 with best play: plain recursion over the engine's own rounds."""
    if round.is_over:
        return round.scores[0] - round.scores[1]
    margins = [margin_of(round.play(move)) for move in round.legal_moves()]
    return max(margins) if round.seat == 0 else min(margins)


@pytest.mark.parametrize(
    "one", [one for one in puzzles("ending") if one.proof["examined"] < 80], ids=lambda one: one.id
)
def test_endings_beside_plain_recursion_over_rounds(one: Puzzle) -> None:
    assert margin_of(round_of(one)) == one.proof["margin"]


@pytest.mark.parametrize("one", puzzles("ending"), ids=lambda one: one.id)
def test_endings_beside_the_lab(one: Puzzle) -> None:
    from trinb.search.endgame import solve_endgame

    found = solve_endgame(round_of(one))
    assert found.proven
    assert found.scores[0] - found.scores[1] == one.proof["margin"]


@pytest.mark.parametrize("one", puzzles("ending"), ids=lambda one: one.id)
def test_the_line_of_an_ending_can_be_played_and_keeps_what_it_promises(one: Puzzle) -> None:
    found = solve_ending(one.rules, one.board, one.hands)
    assert found.margin == max(found.moves.values(), default=found.margin)
    round, line = round_of(one), list(found.line)
    while not round.is_over:
        moves = list(round.legal_moves())
        placing = [move for move in moves if isinstance(move, Place)]
        if line and Place(line[0]) in placing:
            round = round.play(Place(line.pop(0)))
        else:
            (other,) = [move for move in moves if not isinstance(move, Place)]
            assert not placing or isinstance(other, EndTurn)
            round = round.play(other)
    assert not line
    assert round.scores[0] - round.scores[1] == found.margin


@given(
    st.integers(0, 10**6), st.sampled_from(["triangelspelet", "granna", "triominos-de", "triominos-english"])
)
@settings(max_examples=40, deadline=None)
def test_any_small_ending_beside_plain_recursion(seed: int, id: str) -> None:
    board, tiles = random_board(rules(id), Random(seed), 7)
    one = Puzzle("ending", id, str(board), [tiles[:2], tiles[2:4]])
    if round_of(one).legal_moves():
        assert solve_ending(one.rules, board, one.hands).margin == margin_of_start(one)


def margin_of_start(one: Puzzle) -> int:
    """As `margin_of`, where a round in which nobody can place is over at once."""
    if not one.board.placements([tile for hand in one.hands for tile in hand]):
        return solve_ending(one.rules, one.board, one.hands).margin
    return margin_of(round_of(one))


# --- blocks -------------------------------------------------------------------------------------------------


def blocks_by_orders(board: Board, hand: tuple[Tile, ...]) -> tuple[int | None, set[frozenset[Placement]]]:
    """The fewest tiles that block, by every order of every choice of tiles in every cell."""
    for count in range(len(hand)):
        ways = set()
        for chosen in permutations(hand, count):
            left = [tile for tile in hand if tile not in chosen]
            for order in laid_in_order(board, chosen):
                after = board
                for placement in order:
                    after = after.place(placement)
                if not after.placements(left):
                    ways.add(frozenset(order))
        if ways:
            return count, ways
    return None, set()


def laid_in_order(board: Board, tiles: tuple[Tile, ...]) -> Iterator[tuple[Placement, ...]]:
    if not tiles:
        yield ()
        return
    for placement in board.placements([tiles[0]]):
        for order in laid_in_order(board.place(placement), tiles[1:]):
            yield (placement, *order)


@pytest.mark.parametrize(
    "one", [one for one in puzzles("block") if len(one.hand) <= 5], ids=lambda one: one.id
)
def test_blocks_beside_every_order(one: Puzzle) -> None:
    count, ways = blocks_by_orders(one.board, one.hand)
    assert count == one.proof["shortest"] == len(one.answer.split())
    assert ways == {frozenset(one.solution)}  # type: ignore[arg-type]


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_any_block_beside_every_order(seed: int) -> None:
    board, tiles = random_board(rules("triominos-de"), Random(seed), 6)
    hand = tuple(tiles[:3])
    count, ways = blocks_by_orders(board, hand)
    found = shortest_blocks(rules("triominos-de"), board, hand)
    assert found.fewest == count
    assert {frozenset(order) for order in found.ways} == ways


# --- watching -----------------------------------------------------------------------------------------------


def test_a_search_can_be_stopped_and_tells_how_far_it_is() -> None:
    one = max(puzzles("ending"), key=lambda one: one.proof["examined"])
    assert one.proof["examined"] > 256
    told: list[int] = []
    solve(one, tick=told.append)
    assert told == list(range(256, one.proof["examined"] + 1, 256))

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(one, tick=stop)
    with pytest.raises(TooLarge):
        solve(one, limit=one.proof["examined"] - 1)
    assert solve(one, limit=one.proof["examined"]).proof == one.proof
    watch = Watch()
    for _ in range(1000):
        watch.step()
    assert watch.count == 1000


@lru_cache
def bridge_board() -> Board:
    return Board.parse("v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442")


def test_what_fits_in_a_cell() -> None:
    board = bridge_board()
    assert fitting(board, Cell(0, 0, True), [Tile(1, 2, 2), Tile(1, 1, 1)]) == [Tile(1, 2, 2)]
    assert board.contact_at(Cell(0, 0, True)).kind is Kind.BRIDGE
