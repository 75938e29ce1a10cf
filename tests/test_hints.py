"""Hints that explain why: every number counted again by hand, every sentence true, nothing hidden known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from gettext import NullTranslations
from itertools import combinations
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_another_tongue import Strange, english

from trinb import (
    Board,
    Cell,
    Placement,
    PlayerView,
    Round,
    RuleSet,
    Tile,
    endings,
    rule_sets,
    rules,
    view_of,
    words,
)
from trinb.board import PLAIN
from trinb.errors import IllegalMove
from trinb.hints import Because, Topic, Why, hints, reasons
from trinb.hints.because import _SAYS
from trinb.hints.outlook import Seer, lacking
from trinb.moves import DRAW, END_TURN, PASS, LegalMoves, Place
from trinb.ruleparts import Several
from trinb.scoring import score, scorer
from trinb.tiles import bits

EVERY = rule_sets()
EPSILON = 1e-9


# --- positions ------------------------------------------------------------------------------------------


def position(
    board: str | Board,
    hand: str,
    id: str = "triangelspelet",
    hand_sizes: tuple[int, ...] = (0, 5),
    rule_set: RuleSet | None = None,
) -> PlayerView:
    """What seat 0 sees, whose turn it is, with nothing known of how it came about."""
    rule_set = rule_set or rules(id)
    box = rule_set.tile_set
    board = Board.parse(board) if isinstance(board, str) else board
    mask = box.mask(map(Tile.parse, hand.split()))
    sizes = (mask.bit_count(), *hand_sizes[1:])
    moves = LegalMoves(board.placements(box, mask))
    scores = (0,) * len(sizes)
    pool = len(box) - len(board) - sum(sizes)
    return PlayerView(0, rule_set, board, mask, sizes, pool, 0, scores, (), moves)


def states(id: str, seeds: range, players: int = 2) -> Iterator[Round]:
    """States of rounds of self-play in which somebody is asked, of all stages."""
    for seed in seeds:
        rng = Random(f"{id}/{seed}")
        round = Round.deal(rules(id), players, seed)
        while not round.is_over:
            yield round
            round = round.play(rng.choice(round.moves))


@lru_cache(maxsize=20_000)
def open_places(board: Board, tiles: tuple[Tile, ...]) -> list[Placement]:
    """All legal placements of some tiles, found by trying every turn in every open cell."""
    found = []
    for cell in board.open_cells:
        shown = board.corner_digits(cell)
        for turn in (turn for tile in tiles for turn in set(tile.turns)):
            if all(other in (None, mine) for mine, other in zip(turn, shown, strict=True)):
                found.append(Placement(cell, turn))
    return found


def fitting(board: Board, tiles: tuple[Tile, ...]) -> set[Tile]:
    return {place.tile for place in open_places(board, tiles)}


def points_of(rule_set: RuleSet, board: Board, place: Placement) -> int:
    return score(rule_set, board, place).total


def spots_of(rule_set: RuleSet, board: Board, tiles: tuple[Tile, ...]) -> dict[Cell, tuple[Tile, int]]:
    """The places that give more than a plain placement of the tile would, with the tile and its points."""
    plain = scorer(rule_set)
    return {
        place.cell: (place.tile, points_of(rule_set, board, place))
        for place in open_places(board, tiles)
        if points_of(rule_set, board, place) > plain.score(PLAIN, place.tile).total
    }


def rest_of(view: PlayerView, why: Why) -> tuple[Tile, ...]:
    return tuple(tile for tile in view.hand if why.placement is None or tile != why.placement.tile)


def after(view: PlayerView, why: Why) -> Board:
    return view.board.place(why.placement) if why.placement else view.board


# --- hand-made positions --------------------------------------------------------------------------------

FOUR = "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252"
"""Four tiles around a vertex; after 2-5-5 in v0,0 only 1-2-5 fits in ^0,0, as a docking for a hexagon."""

FIFTH, SIXTH = Placement.parse("v0,0=525"), Placement.parse("^0,0=251")

BEFORE_BRIDGE = "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442"
"""1-2-2 in ^0,0 is a bridge over a hole that no tile fits: 2-2-4 is laid."""

BRIDGE = Placement.parse("^0,0=221")


def topics(why: Why) -> set[Topic]:
    return {because.topic for because in why.because}


def test_a_place_is_opened_for_a_tile_that_others_may_hold() -> None:
    view = position(FOUR, "2-5-5 0-0-0 1-1-3 3-4-4")
    why = reasons(view, FIFTH)
    (spot,) = why.opens
    assert (spot.cell, spot.tile, spot.points, spot.extra) == (SIXTH.cell, Tile(1, 2, 5), 75, 75)
    assert spot.chance == pytest.approx(5 / len(view.unseen)), "five of them are in the next hand"
    assert SIXTH.cell not in why.gaps and why.own == ()
    assert why.words[-1] == "Careful: it opens a place at ^0,0 where the unseen 1-2-5 gets +75."
    other = next(why for why in hints(view, None) if why.placement != FIFTH)
    assert SIXTH.cell not in {spot.cell for spot in other.opens}


HELD = {Tile(2, 5, 5), Tile(0, 0, 0), Tile(1, 1, 3), Tile(3, 4, 4), Tile(1, 2, 5), Tile(1, 1, 2)}


def test_the_same_place_is_a_gap_when_its_tile_is_laid() -> None:
    start, tiles = Board.parse(FOUR), rules("triangelspelet").tile_set.tiles
    others = [tile for tile in tiles if tile not in {place.tile for place in start} | HELD]
    boards = (
        start.place(first).place(second)
        for first in start.placements(others)
        for second in start.place(first).placements([Tile(1, 2, 5)])
    )
    laid = next(
        board
        for board in boards
        if board.corner_digits(SIXTH.cell).count(None) == 1 and board.check(FIFTH) is None
    )
    view = position(laid, "2-5-5 0-0-0 1-1-3 3-4-4")
    why = reasons(view, FIFTH)
    assert SIXTH.cell in why.gaps and SIXTH.cell in why.holes and SIXTH.cell in why.closes
    assert SIXTH.cell not in {spot.cell for spot in why.opens}
    assert "It leaves a gap at ^0,0 that no tile fits any more: nobody gets points there." in why.words
    after_it = hints(position(after(view, why), "0-0-0 1-1-3 3-4-4 1-1-2"), None)
    assert all(SIXTH.cell not in one.gaps for one in after_it), "nothing new to tell later"


def test_the_same_place_is_kept_when_its_tile_is_ones_own() -> None:
    view = position(FOUR, "2-5-5 1-2-5 1-1-3 3-4-4")
    why = reasons(view, FIFTH)
    (spot,) = why.own
    assert (spot.cell, spot.tile, spot.points, spot.chance) == (SIXTH.cell, Tile(1, 2, 5), 75, 0)
    assert why.opens == () and (why.next_points, why.next_tile) == (75, Tile(1, 2, 5))
    said = "It leaves a place at ^0,0 that only your 1-2-5 fits: it gets +75, and nobody can take it."
    assert said in why.words
    later = position(after(view, why), "1-2-5 1-1-3 3-4-4")
    assert reasons(later, SIXTH).own == () and reasons(later, SIXTH).points == 75
    waits = next(why for why in hints(later, None) if why.placement and why.placement.tile != Tile(1, 2, 5))
    assert waits.own and Topic.KEEPS in topics(waits)


def test_a_place_that_is_worth_more_after_it_is_opened_too() -> None:
    """The bridge turns the place beside it from a bridge, worth 50, into a docking, worth 75."""
    board = (
        "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=224 ^-2,2=442 v-2,2=445 ^-1,2=514 v-1,1=341 ^0,1=113 v0,0=331"
    )
    view = position(board, "3-3-3 0-0-0 0-0-1")
    (spot,) = reasons(view, Placement.parse("^0,0=333")).opens
    assert (str(spot.cell), spot.tile, spot.points) == ("v-1,0", Tile(2, 3, 3), 75)
    german = position(board, "3-3-3 0-0-0 0-0-1", "triominos-de")
    assert reasons(german, Placement.parse("^0,0=333")).opens == (), "there both are worth 40 and the sum"


def test_an_own_tile_that_is_left_without_a_place() -> None:
    """5-5-5 alone: after 4-5-5 with its only place, nothing else of the hand fits."""
    view = position("^0,0=555", "4-5-5 3-5-5 0-1-1")
    why = reasons(view, Placement.parse("v0,0=554"))
    assert set(why.stuck) == {Tile(0, 1, 1)}
    assert why.keeps == (Tile(3, 5, 5),)
    assert set(why.keeps) == fitting(after(view, why), rest_of(view, why))


def test_the_last_tile_goes_out() -> None:
    view = position("^0,0=555", "4-5-5", hand_sizes=(0, 3))
    why = hints(view)[0]
    mean = sum(tile.sum for tile in view.unseen) / len(view.unseen)
    assert why.goes_out and why.reply == 0 and why.next_points is None
    assert why.ending == pytest.approx(50 + 3 * mean)
    assert Topic.OUT in topics(why)
    assert "It is your last tile: you go out with it." in why.words


def test_there_is_but_one_placement() -> None:
    view = position(BEFORE_BRIDGE, "1-2-2 0-0-0")
    several = [why for why in hints(view, None) if Topic.ONLY in topics(why)]
    assert several == [] and len(view.legal_moves) > 1
    (only,) = hints(position(after(view, reasons(view, BRIDGE)), "0-0-0 1-3-5 5-5-5"))
    assert only.choices == 1 and only.words[0] == "It is your only placement now, and gives 0 points."


def test_fewer_points_are_told() -> None:
    view = position(BEFORE_BRIDGE, "1-2-2 0-0-0 0-2-1 3-4-4")
    plain = [why for why in hints(view, None) if why.points == 0]
    assert plain and all(why.rank == 2 and why.most == 50 for why in plain)
    assert all(why.words[0] == "50 points less than the most you can get now." for why in plain)
    assert reasons(view, BRIDGE).words[0] == "50 points: nothing gives more now."


def test_a_lonely_player_has_no_next_one() -> None:
    round = Round.deal(rules("triangelspelet"), 2, seed=5)
    view = position(BEFORE_BRIDGE, "1-2-2 0-0-0 0-2-1 3-4-4", hand_sizes=(0,))
    about_others = {
        Topic.HEAVY,
        Topic.OPENS,
        Topic.LITTLE,
        Topic.MUCH,
        Topic.SPOILS,
        Topic.BLOCKS,
        Topic.MORE_ROOM,
    }
    for why in hints(view, None):
        assert why.reply == 0 and not topics(why) & about_others
    assert hints(view_of(round, 1 - round.seat)) == (), "it is not that one's turn"


# --- drawing, passing, stopping -------------------------------------------------------------------------


def found(id: str, wanted: Callable[[Round], bool]) -> PlayerView:
    for round in states(id, range(200)):
        if wanted(round):
            return view_of(round, round.seat)
    raise AssertionError("no such state")


def test_why_one_draws() -> None:
    view = found("triominos-de", lambda round: round.moves.only == DRAW)
    (why,) = hints(view)
    assert (why.move, why.points, why.choices) == (DRAW, -5, 0)
    count, total = len(fitting(view.board, view.unseen)), len(view.unseen)
    assert why.words[:2] == ("None of your tiles fits, so you draw.", "It costs 5 points.")
    assert why.words[2].startswith(f"{count} of the {total} unseen tiles fit")


def test_a_tile_drawn_too_late_is_told() -> None:
    (why,) = hints(found("granna", lambda round: round.moves.only == DRAW))
    assert why.words == (
        "None of your tiles fits, so you draw.",
        "The tile that you draw may not be placed in this turn.",
    )


def test_why_one_passes() -> None:
    (why,) = hints(found("triominos-de", lambda round: round.moves.only == PASS))
    assert why.points == -10
    assert why.words == ("None of your tiles fits and none can be drawn, so you pass.", "It costs 10 points.")
    (why,) = hints(found("triangelspelet", lambda round: round.moves.only == PASS))
    assert why.words == ("None of your tiles fits and none can be drawn, so you pass.",)


def test_who_can_place_need_not_draw() -> None:
    view = found("triominos-goliath", lambda round: DRAW in round.moves.others and len(round.moves) > 1)
    ranked = hints(view, None)
    draw = next(why for why in ranked if why.move == DRAW)
    assert draw.value == pytest.approx(max(why.value for why in ranked if why.placement) - 5)
    assert ranked[0].placement and topics(draw) == {Topic.INSTEAD, Topic.COSTS}


def test_stopping_where_every_tile_would_cost() -> None:
    dear = rules("granna").evolve(id="dear", score={"tile": -3})
    round = Round.deal(dear, 2, seed=3)
    rng = Random(3)
    while END_TURN not in round.moves.others:
        round = round.play(rng.choice(round.moves))
    first = hints(view_of(round, round.seat))[0]
    if len(round.hands[round.seat]) > 1:
        assert first.move == END_TURN and first.words[0] == "Every further placement would cost you points."


def test_what_may_not_be_done_has_no_reasons() -> None:
    view = position("^0,0=555", "4-5-5 0-0-0")
    for wrong in (DRAW, PASS, END_TURN, Placement.parse("v0,0=000"), Place(Placement.parse("^0,0=455"))):
        with pytest.raises(IllegalMove, match="cannot be done now"):
            reasons(view, wrong)


# --- a search that knows better -------------------------------------------------------------------------


def test_the_values_of_a_search_rank_and_are_told() -> None:
    view = position(BEFORE_BRIDGE, "1-2-2 0-0-0 0-2-1 3-4-4")
    places = list(view.legal_moves.placements)
    values = {place: float(number) for number, place in enumerate(places[:-1])}
    ranked = hints(view, None, values)
    assert [why.placement for why in ranked[:-1]] == places[-2::-1], "the highest first"
    assert ranked[-1].placement == places[-1] and ranked[-1].expected is None
    best, second = (words.signed(len(places) - less) for less in (2, 3))
    assert f"The master player expects {best} from it, and {second} from the next best." in ranked[0].words
    assert f"The master player expects {second} from it, and {best} from the best." in ranked[1].words
    assert all(len(why.words) <= 3 for why in ranked)


def test_values_that_are_nearly_equal_are_told_apart() -> None:
    view = position("^0,0=555", "4-5-5 0-0-0")
    one, two, three = view.legal_moves.placements
    first = hints(view, 1, {one: 1.2, two: 0.9, three: -7.0})[0]
    assert "The master player expects +1.2 from it, and +0.9 from the next best." in first.words


# --- the numbers, counted again -------------------------------------------------------------------------


def check(view: PlayerView, why: Why, ranked: tuple[Why, ...]) -> None:
    """Count every number of a move again, by trying all tiles in all cells."""
    rule_set, rest, board = view.rules, rest_of(view, why), after(view, why)
    unseen = view.unseen
    assert why.unseen == len(unseen)
    totals = [sum(one.points for one in other.lines) for other in ranked if other.placement]
    assert why.points == sum(line.points for line in why.lines)
    if why.placement and view.board:
        assert why.points == points_of(rule_set, view.board, why.placement)
    assert why.most == max(totals, default=0) and why.choices == len(totals)
    assert why.rank == 1 + sum(total > why.points for total in totals)
    if view.board:
        assert set(why.fit_before) == fitting(view.board, unseen)
        assert set(why.frees) == (
            fitting(board, rest) - fitting(view.board, view.hand) if why.placement else set()
        )
    assert set(why.fit_after) == (fitting(board, unseen) if board else set(unseen))
    if not why.placement:
        return
    fit = fitting(board, rest)
    assert set(why.keeps) == fit and set(why.stuck) == set(rest) - fit
    own = [points_of(rule_set, board, place) for place in open_places(board, rest)]
    assert why.next_points == (max(own) if own else None)
    check_spots(view, why)
    check_cells(view, why)


def check_spots(view: PlayerView, why: Why) -> None:
    rule_set, board = view.rules, after(view, why)
    before = spots_of(rule_set, view.board, view.unseen) if view.board else {}
    now = spots_of(rule_set, board, view.unseen)
    assert why.placement
    assert {spot.cell: (spot.tile, spot.points) for spot in why.opens} == {
        cell: spot for cell, spot in now.items() if cell not in before or before[cell][1] < spot[1]
    }
    assert {spot.cell: (spot.tile, spot.points) for spot in why.spoils} == {
        cell: spot
        for cell, spot in before.items()
        if cell != why.placement.cell and (cell not in now or now[cell][1] < spot[1])
    }
    own = spots_of(rule_set, board, rest_of(view, why))
    assert {spot.cell: (spot.tile, spot.points) for spot in why.own} == own


def check_cells(view: PlayerView, why: Why) -> None:
    """Which cells are closed to others, and which to everybody."""
    board, all_left = after(view, why), (*view.unseen, *view.hand)

    def cells(board: Board, tiles: tuple[Tile, ...]) -> set[Cell]:
        return {place.cell for place in open_places(board, tiles)}

    assert why.placement
    theirs = cells(view.board, view.unseen) - cells(board, view.unseen) - {why.placement.cell}
    assert set(why.closes) == theirs
    dead = set(board.open_cells) - cells(board, (*view.unseen, *rest_of(view, why)))
    assert set(why.gaps) == dead - (set(view.board.open_cells) - cells(view.board, all_left))
    assert set(why.holes) <= set(why.gaps)


def mean_reply(view: PlayerView, board: Board, lacks: int) -> float | None:
    """The average of the best placement over all hands of the next player, one by one, if there are few."""
    box = view.rules.tile_set
    suspects = [tile for tile in view.unseen if not lacks >> box.number(tile) & 1]
    size = view.hand_sizes[(view.seat + 1) % len(view.hand_sizes)]
    if len(suspects) < size or comb(len(suspects), size) > 400:
        return None
    best: dict[Tile, int] = {}
    for place in open_places(board, tuple(suspects)):
        points = points_of(view.rules, board, place)
        best[place.tile] = max(points, best.get(place.tile, points))
    hands = list(combinations(suspects, size))
    gained = [max((best[tile] for tile in hand if tile in best), default=0) for hand in hands]
    return sum(gained) / len(hands)


@pytest.mark.parametrize("id", EVERY)
def test_every_number_is_what_counting_gives(id: str) -> None:
    checked = replies = 0
    for number, round in enumerate(states(id, range(4), 2)):
        if number % 5:
            continue
        view = view_of(round, round.seat)
        lacks = lacking(view)
        ranked = hints(view, None)
        for why in [*ranked[:2], *ranked[-1:]]:
            check(view, why, ranked)
            reply = None if why.goes_out or not view.board else mean_reply(view, after(view, why), lacks)
            if reply is not None:
                assert why.reply == pytest.approx(reply)
                replies += 1
            if why.placement:
                assert why.value == pytest.approx(
                    why.points + why.ending + (why.next_points or 0) - why.reply
                )
            checked += 1
    assert checked > 50 and replies


@pytest.mark.parametrize("id", EVERY)
def test_what_going_out_is_worth_is_the_mean_over_all_hidden_hands(id: str) -> None:
    """Every way to deal the unseen tiles to the other hand is settled by the rules, one by one."""
    seen = 0
    for round in states(id, range(60)):
        view = view_of(round, round.seat)
        size = view.hand_sizes[1 - view.seat]
        if len(view.hand) > 1 or not view.legal_moves.placements or comb(len(view.unseen), size) > 300:
            continue
        why = next(why for why in hints(view) if why.goes_out)
        gains = []
        for hand in combinations(view.unseen, size):
            others = endings.Left(size, sum(tile.sum for tile in hand))
            pool = sum(tile.sum for tile in view.unseen) - others.digits
            hands = [others, others]
            hands[view.seat] = endings.Left(0, 0)
            settled = endings.out(view.rules, view.seat, hands, endings.Left(view.pool_size, pool))
            points = Counter({0: 0, 1: 0})
            for event in settled.events:
                points[event.seat] += event.points
            gains.append(points[view.seat] - points[1 - view.seat])
        assert why.ending == pytest.approx(sum(gains) / len(gains))
        seen += 1
    assert seen


# --- nothing hidden -------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", EVERY)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), steps=st.integers(0, 60), players=st.integers(2, 4))
def test_the_same_is_said_whatever_the_others_hold(id: str, seed: int, steps: int, players: int) -> None:
    rng = Random(seed)
    round = Round.deal(rules(id), min(players, rules(id).players[1]), seed)
    for _ in range(steps):
        following = round.play(rng.choice(round.moves))
        if following.is_over:
            break
        round = following
    hidden = [number for seat, hand in enumerate(round.hands_) if seat != round.seat for number in bits(hand)]
    tiles = [*hidden, *round.pool_]
    rng.shuffle(tiles)
    hands = []
    for seat, hand in enumerate(round.hands_):
        if seat != round.seat:
            hand = sum(1 << tiles.pop() for _ in range(hand.bit_count()))
        hands.append(hand)
    other = round._replace(hands_=tuple(hands), pool_=tuple(tiles))
    assert hints(view_of(other, round.seat), None) == hints(view_of(round, round.seat), None)


@pytest.mark.parametrize("id", EVERY)
def test_what_the_next_player_is_said_to_lack_he_lacks(id: str) -> None:
    lacked = 0
    for players in (2, 3):
        for round in states(id, range(12), players):
            view = view_of(round, round.seat)
            lacks = lacking(view)
            assert not lacks & round.hands_[(round.seat + 1) % players]
            lacked += bool(lacks)
            assert Seer(view).lacks == view.rules.tile_set.of_mask(
                lacks & view.rules.tile_set.mask(view.unseen)
            )
    rule = rules(id).draws
    assert bool(lacked) == (rule.place_at_once and not rule.although_able)


# --- what is said ---------------------------------------------------------------------------------------


def true(view: PlayerView, why: Why, because: Because, ranked: tuple[Why, ...]) -> bool:
    """Whether a reason holds, as far as that can be looked up on the board."""
    board, topic = after(view, why), because.topic
    tile = because.tiles[0] if because.tiles else None
    fits = {place.cell for place in open_places(board, (tile,))} if tile and board else set()
    others = [other for other in ranked if other.move != why.move]
    left = (*view.unseen, *rest_of(view, why))
    return {
        Topic.ONLY: why.choices == 1,
        Topic.MOST: why.points == why.most and any(other.points < why.points for other in others),
        Topic.LESS: why.most - why.points == because.n > 0,
        Topic.SAME: all(other.points == why.points for other in others if other.placement),
        Topic.OUT: len(view.hand) == 1,
        Topic.BLOCKS: because.n == len(why.closes) > 1,
        Topic.SPOILS: tile in view.unseen and because.cell not in {spot.cell for spot in why.opens},
        Topic.HOLE: because.cell not in {place.cell for place in open_places(board, left)},
        Topic.OPENS: tile in view.unseen and because.cell in fits,
        Topic.HARMLESS: tile in Seer(view).lacks,
        Topic.LITTLE: round(why.reply) < round(why.other_reply),
        Topic.MUCH: round(why.reply) > round(why.other_reply),
        Topic.LESS_ROOM: len(why.fit_after) < len(why.fit_before),
        Topic.MORE_ROOM: len(why.fit_after) > len(why.fit_before),
        Topic.ROOM: len(why.fit_after) != because.other,
        Topic.OWN: tile in view.hand and because.cell in fits,
        Topic.KEEPS: tile in view.hand and because.cell in fits,
        Topic.NEXT: tile in view.hand and bool(fits),
        Topic.GO_ON: tile in view.hand and bool(fits) and view.rules.turn.several is not Several.ONE,
        Topic.FREES: bool(fits) and not open_places(view.board, because.tiles[:1]),
        Topic.STUCK: not open_places(board, because.tiles),
        Topic.ALL_FIT: fitting(board, rest_of(view, why)) == set(rest_of(view, why)),
        Topic.NOWHERE_ELSE: [other.placement.tile for other in others if other.placement].count(tile) == 0
        if tile
        else False,
        Topic.HEAVY: tile is not None and tile.sum == because.points == max(one.sum for one in view.hand),
    }.get(topic, not why.placement)


@pytest.mark.parametrize("id", EVERY)
def test_every_sentence_is_true_and_there_are_one_to_three(id: str) -> None:
    said: Counter[Topic] = Counter()
    for number, round in enumerate(states(id, range(8), 2)):
        if number % 5:
            continue
        view = view_of(round, round.seat)
        ranked = hints(view, None)
        for why in ranked[:4]:
            assert 1 <= len(why.words) <= 3 and all(why.words)
            assert len(topics(why)) == len(why.because), "nothing is said twice"
            assert all(len(sentence) <= 120 for sentence in why.words)
            for because in why.because:
                assert true(view, why, because, ranked), (str(view.board), why.move, because)
            said.update(topics(why))
    assert len(said) > 8, "it is not always the same that is said"


def test_every_rule_set_is_explained_at_the_lead_too() -> None:
    for id in EVERY:
        for seed in range(30):
            round = Round.deal(rules(id), 2, seed)
            if not round.board:
                for why in hints(view_of(round, round.seat), None):
                    lines = round.play(why.move).events[len(round.events)].lines
                    assert why.lines == lines, "with what else is in the hand"
                    assert why.words


def test_all_of_it_can_be_said_in_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    tongue: NullTranslations = Strange()
    monkeypatch.setattr(words, "_catalogue", lambda _: tongue)
    tiles = (Tile(0, 2, 1), Tile(0, 0, 1))
    assert set(_SAYS) == set(Topic)
    for topic in Topic:
        for n in (1, 3, 7):
            because = Because(topic, n, 38, -n, Cell(0, 1, False), tiles[: 2 if topic is Topic.STUCK else 1])
            said = re.sub(r"[v^]-?\d+,-?\d+", "", because.words)
            assert "Ж" in said and not english(said), topic


def test_a_hint_speaks_the_language_of_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    why = reasons(position(BEFORE_BRIDGE, "1-2-2 0-0-0 0-2-1 3-4-4"), BRIDGE)
    real = words._catalogue
    monkeypatch.setattr(words, "_catalogue", lambda code: Strange() if code == "sv" else real(code))
    with words.speaking("sv"):
        foreign = why.words
    assert foreign != why.words and all("Ж" in sentence for sentence in foreign)


@pytest.mark.parametrize("id", EVERY)
def test_the_ranking_is_stable_and_by_value(id: str) -> None:
    for number, round in enumerate(states(id, range(3), 3)):
        if number % 9:
            continue
        view = view_of(round, round.seat)
        ranked = hints(view, None)
        assert [why.value for why in ranked] == sorted((why.value for why in ranked), reverse=True)
        assert {str(why.move) for why in ranked} == {str(move) for move in view.legal_moves}
        assert hints(view) == ranked[:3] and hints(view, 1)[0] == reasons(view, ranked[0].move)
