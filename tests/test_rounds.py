"""Rounds: openings, turns, endings, refusals, and what holds in every state, whatever the rules."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from slow_rules import Slow

from trinb import (
    Deal,
    Draw,
    End,
    EndTurn,
    Illegal,
    IllegalMove,
    Move,
    Pass,
    Place,
    Placement,
    Round,
    RulesError,
    RuleSet,
    Tile,
    rules,
)
from trinb.moves import What, read_move
from trinb.ruleparts import (
    BlockedAward,
    BlockedWinner,
    ExtensionOf,
    FirstSeat,
    Lead,
    Reason,
    Several,
    WithoutTriple,
)

SWEDISH = rules("triangelspelet")
LATE = rules("triangelspelet-late-draw")
PRO = rules("triangelspelet-pro")
RISING = SWEDISH.evolve(tiles="triominos-56")
"""Triangelspelet with rising tiles, so that a tile is written with its digits in order."""

TILE, START = Reason.TILE, Reason.START


def deal(hands: Sequence[str], pool: str = "", rule_set: RuleSet = RISING, **more: Any) -> Round:
    """A round with these hands and this pool, in texts like "555 012", and no other tiles at all."""
    size = {"tiles": len(hands[0].split())}
    rule_set = rule_set.evolve(hand=size, players=(len(hands), len(hands)))
    numbers = {"".join(map(str, turn)): n for n, tile in enumerate(rule_set.tile_set) for turn in tile.turns}
    order = tuple(numbers[word] for hand in (*hands, pool) for word in hand.split())
    return Round.start(Deal(rule_set, len(hands), order, **more))


def play(round: Round, *moves: str) -> Round:
    """Play moves written as text."""
    for move in moves:
        round = round.play(read_move(move))
    return round


def options(round: Round) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in round.legal_moves()}


def points(round: Round, seat: int) -> list[tuple[Reason, int]]:
    """Reasons and points of the lines of a seat."""
    return [(line.reason, line.points) for who, line in round.lines if who == seat]


def text(tiles: Sequence[Tile]) -> str:
    """Tiles in short."""
    return " ".join("".join(map(str, tile.digits)) for tile in tiles)


def held(tiles: Sequence[Tile]) -> int:
    """Their digits added up."""
    return sum(digit for tile in tiles for digit in tile.digits)


def states(
    rule_set: RuleSet, players: int, rng: Random, last_winner: int | None = None, most: int = 600
) -> Iterator[Round]:
    """All states of a round in which every move is by chance; it must end."""
    round = Round.deal(rule_set, players, rng, last_winner)
    yield round
    for _ in range(most):
        if round.is_over:
            return
        round = round.play(rng.choice(round.legal_moves()))
        yield round
    raise AssertionError(f"still not over after {most} moves")


def end_of(rule_set: RuleSet, players: int, seed: int) -> Round:
    """The end of such a round."""
    *_, over = states(rule_set, players, Random(seed))
    return over


# --- the opening (§4–5) -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "seat", "lead"),
    [
        (["333 012", "444 013"], 1, "444"),
        (["000 012", "345 013"], 0, "000"),
        (["455 445", "345 000", "111 222"], 2, "222"),
    ],
    ids=["two triples", "only zero", "two in one hand"],
)
def test_highest_triple_must_lead_and_scores_25(hands: list[str], seat: int, lead: str) -> None:
    round = deal(hands, "555")
    assert (round.seat, options(round)) == (seat, {f"^0,0={lead}"})
    after = play(round, f"^0,0={lead}")
    assert points(after, seat) == [(Reason.TRIPLE, 25)]
    assert after.seat == (seat + 1) % len(hands)
    assert sum(after.scores) == 25


def test_666_is_the_highest_triple_in_pro() -> None:
    assert options(deal(["555 000", "666 111"], "", PRO)) == {"^0,0=666"}


def lap_draws(round: Round) -> list[int]:
    """Who drew before the lead, in order."""
    return [event.seat for event in round.events if event.what is What.LAP_DRAW]


def test_laps_begin_with_the_last_winner_and_are_compared_when_whole() -> None:
    # The first draw of the lap is already a triple, and a higher one comes later in the same lap.
    round = deal(["012", "013", "014"], "333 555 123 000", first=1, last_winner=1)
    assert lap_draws(round) == [1, 2, 0]
    assert (round.seat, options(round)) == (2, {"^0,0=555"})
    assert [text(hand) for hand in round.hands] == ["012 123", "013 333", "014 555"]
    assert text(round.pool) == "000"
    assert play(round, "^0,0=555").scores == (0, 0, 25)


def test_laps_go_on_and_the_tiles_stay_in_hand() -> None:
    round = deal(["012", "013"], "014 015 023 024 025 000 111")
    assert lap_draws(round) == [0, 1] * 3
    assert [text(hand) for hand in round.hands] == ["012 014 023 025", "000 013 015 024"]
    assert round.seat == 1


@pytest.mark.parametrize("winner", range(4))
def test_dealing_passes_the_last_winner_on(winner: int) -> None:
    laps = [lap_draws(Round.deal(SWEDISH, 4, seed, last_winner=winner)) for seed in range(60)]
    laps = [draws[:4] for draws in laps if draws]
    assert laps
    assert all(draws == [(winner + step) % 4 for step in range(4)] for draws in laps)


def test_first_lap_is_seat_0_or_by_lot() -> None:
    def firsts(rule_set: RuleSet) -> set[int]:
        laps = [lap_draws(Round.deal(rule_set, 4, seed)) for seed in range(600)]
        return {draws[0] for draws in laps if draws}

    assert firsts(SWEDISH) == {0}
    assert firsts(SWEDISH.with_reading("first-lap-by-lot")) == {0, 1, 2, 3}


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("id", ["triangelspelet", "triangelspelet-pro"])
def test_opening_ends_with_a_triple_for_many_deals(id: str, players: int) -> None:
    for seed in range(100):
        round = Round.deal(rules(id), players, seed, last_winner=seed % players)
        (move,) = round.legal_moves()
        assert isinstance(move, Place)
        assert len(set(move.placement.digits)) == 1
        assert len(lap_draws(round)) % players == 0


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("id", ["triangelspelet", "triangelspelet-pro"])
def test_opening_ends_even_when_all_triples_come_last(id: str, players: int) -> None:
    rule_set = rules(id)
    box, size = rule_set.tile_set, rule_set.hand.tiles
    plain = [n for n, tile in enumerate(box) if len(set(tile.digits)) > 1]
    triples = [n for n, tile in enumerate(box) if len(set(tile.digits)) == 1]
    # The counting argument: the lap in which the first triple turns up is still a whole one.
    drawn = -(-(len(plain) + 1 - players * size) // players) * players
    assert drawn <= len(box) - players * size
    for seed in range(20):
        rng = Random(seed)
        rng.shuffle(plain)
        rng.shuffle(triples)
        order, first = plain + triples, rng.randrange(players)
        round = Round.start(Deal(rule_set, players, tuple(order), first=first))
        assert lap_draws(round) == [(first + step) % players for step in range(drawn)]
        last_lap = order[players * size + drawn - players : players * size + drawn]
        seat_of = {number: (first + step) % players for step, number in enumerate(last_lap)}
        lead = max(set(last_lap) & set(triples), key=lambda number: box.tiles[number].digits)
        assert round.seat == seat_of[lead]
        assert options(round) == {f"^0,0={text([box.tiles[lead]])}"}


@pytest.mark.parametrize("players", [0, 1, 9])
def test_wrong_number_of_players(players: int) -> None:
    with pytest.raises(RulesError, match=rf"triangelspelet.*2 to 8.*{players}"):
        Round.deal(SWEDISH, players)


def test_last_winner_must_sit_at_the_table() -> None:
    with pytest.raises(RulesError, match=r"last_winner.*3"):
        Round.deal(SWEDISH, 3, last_winner=3)


# --- the turn (§6, §9) ------------------------------------------------------------------------------

FITS_555 = {"v0,-1=455", "v-1,0=545", "v0,0=554"}


def test_drawn_tile_that_fits_is_placed_in_the_same_turn() -> None:
    round = play(deal(["555 012", "013 014"], "455 345"), "^0,0=555")
    assert options(round) == {"draw"}
    drawn = play(round, "draw")
    assert (drawn.seat, options(drawn)) == (1, FITS_555)
    placed = play(drawn, "v0,0=554")
    assert (placed.seat, placed.scores) == (0, (25, 0))
    assert [text(hand) for hand in placed.hands] == ["012", "013 014"]


def test_drawn_tile_that_does_not_fit_ends_the_turn_and_costs_nothing() -> None:
    round = play(deal(["555 012", "013 014"], "345 455"), "^0,0=555", "draw")
    assert (round.seat, options(round), round.scores) == (0, {"draw"}, (25, 0))
    assert [text(hand) for hand in round.hands] == ["012", "013 014 345"]


def test_late_draw_ends_the_turn_even_if_the_tile_fits() -> None:
    late = LATE.evolve(tiles="triominos-56")
    round = play(deal(["555 012", "013 014"], "455 345 445", late), "^0,0=555", "draw")
    assert (round.seat, options(round)) == (0, {"draw"})
    assert text(round.hands[1]) == "013 014 455"
    assert options(play(round, "draw")) == FITS_555


def test_passing_with_an_empty_pool_costs_nothing() -> None:
    round = play(deal(["555 455", "013 014"]), "^0,0=555")
    assert options(round) == {"pass"}
    passed = play(round, "pass")
    assert (passed.seat, passed.scores, passed.events[-1].what) == (0, (25, 0), What.PASS)


def test_turns_go_round_by_rising_seat() -> None:
    round = play(deal(["012 014", "555 044", "455 023", "445 024"]), "^0,0=555")
    seats = [round.seat]
    for move in ("v0,0=554", "^1,0=445", "pass"):
        round = play(round, move)
        seats.append(round.seat)
    assert seats == [2, 3, 0, 1]


# --- the end of a round (§8, §10) -------------------------------------------------------------------


def test_going_out_gives_50_and_the_digits_of_the_others() -> None:
    over = play(deal(["555", "135", "224"], "000 111"), "^0,0=555")
    assert (over.is_over, over.end, over.winner) == (True, End.OUT, 0)
    assert points(over, 0) == [(Reason.TRIPLE, 25), (Reason.OUT, 50), (Reason.OTHERS_DIGITS, 17)]
    assert over.scores == (25 + 67, 0, 0)
    assert len(over.legal_moves()) == 0


RING = ("^0,0=555", "v-1,0=545", "^-1,0=453", "v-1,-1=235", "^0,-1=512", "v0,-1=155")
RING_HANDS = ["555 155", "455 012", "345 013", "235 014", "125 023"]


def test_last_tile_counts_too() -> None:
    over = play(deal(RING_HANDS, "111"), *RING)
    assert over.end is End.OUT
    assert points(over, 0) == [
        (Reason.TRIPLE, 25),
        (Reason.DOCKING, 75),
        (Reason.OUT, 50),
        (Reason.OTHERS_DIGITS, 17),
    ]


def test_ends_of_random_rounds_agree_with_the_clauses() -> None:
    ends = set()
    for seed in range(150):
        over = end_of(SWEDISH, 2 + seed % 4, seed)
        ends.add(over.end)
        outs = [(line.reason, line.points) for e in over.events if e.what is What.OUT for line in e.lines]
        if over.end is End.OUT:
            assert over.winner is not None
            assert over.hands[over.winner] == ()
            others = sum(map(held, over.hands))
            assert outs == [(Reason.OUT, 50), (Reason.OTHERS_DIGITS, others)]
        else:
            assert (over.winner, outs, over.pool, over.events[-1].lines) == (None, [], (), ())
            assert not over.board.placements([tile for hand in over.hands for tile in hand])
    assert ends == {End.OUT, End.BLOCKED}


def test_blocked_at_once_when_the_pool_is_empty_and_no_hand_fits() -> None:
    over = play(deal(["555 012", "013 014"]), "^0,0=555")
    assert (over.end, over.winner, over.scores) == (End.BLOCKED, None, (25, 0))
    assert over.events[-1].what is What.BLOCKED


def test_blocked_when_the_last_tile_of_the_pool_is_drawn_in_vain() -> None:
    round = play(deal(["555 012", "013 014"], "345"), "^0,0=555")
    assert not round.is_over
    assert play(round, "draw").end is End.BLOCKED


def test_not_blocked_while_somebody_can_place() -> None:
    round = play(deal(["555 012", "013 014", "455 023"]), "^0,0=555", "pass")
    assert (round.is_over, round.seat, options(round)) == (False, 2, FITS_555)


# --- refusals ---------------------------------------------------------------------------------------

LEADING = deal(["555 123", "455 445"], "012")
CAN_PLACE = play(LEADING, "^0,0=555")
MUST_DRAW = play(deal(["555 455", "013 014"], "445"), "^0,0=555")
HAS_DRAWN = play(deal(["555 445", "013 014"], "455 012"), "^0,0=555", "draw")
STUCK = play(deal(["555 455", "013 014"]), "^0,0=555")
OVER = play(deal(["555", "455"], "012"), "^0,0=555")
MAY_GO_ON = RISING.evolve(turn={"several": "may-go-on"})
MUST_GO_ON = RISING.evolve(turn={"several": "must-go-on"})
GOING_ON = ["555 123 124", "455 445 012"]

REFUSALS: dict[str, tuple[Round, str, Illegal]] = {
    "filled": (CAN_PLACE, "^0,0=455", Illegal.CELL_FILLED),
    "far away": (CAN_PLACE, "^3,3=455", Illegal.NO_SHARED_SIDE),
    "touching with a corner only": (CAN_PLACE, "^0,1=455", Illegal.NO_SHARED_SIDE),
    "clash": (CAN_PLACE, "v0,0=455", Illegal.DIGITS_CLASH),
    "no digit 6": (CAN_PLACE, "v0,0=556", Illegal.NOT_IN_SET),
    "mirror": (CAN_PLACE, "v0,0=132", Illegal.NOT_IN_SET),
    "in another hand": (CAN_PLACE, "v0,0=123", Illegal.NOT_IN_HAND),
    "in the pool": (CAN_PLACE, "v0,0=012", Illegal.NOT_IN_HAND),
    "on the board": (CAN_PLACE, "v0,0=555", Illegal.NOT_IN_HAND),
    "lead another": (LEADING, "^0,0=123", Illegal.WRONG_START),
    "lead elsewhere": (LEADING, "v0,0=555", Illegal.WRONG_START),
    "draw although able": (CAN_PLACE, "draw", Illegal.MUST_PLACE),
    "pass although able": (CAN_PLACE, "pass", Illegal.MUST_PLACE),
    "pass instead of leading": (LEADING, "pass", Illegal.MUST_PLACE),
    "draw instead of leading": (LEADING, "draw", Illegal.MUST_PLACE),
    "pass with a drawn tile that fits": (HAS_DRAWN, "pass", Illegal.MUST_PLACE),
    "draw twice": (HAS_DRAWN, "draw", Illegal.NOTHING_TO_DRAW),
    "pass instead of drawing": (MUST_DRAW, "pass", Illegal.MUST_DRAW),
    "draw from nothing": (STUCK, "draw", Illegal.NOTHING_TO_DRAW),
    "place what does not fit": (STUCK, "v0,0=130", Illegal.DIGITS_CLASH),
    "end a turn of one": (CAN_PLACE, "end", Illegal.CANNOT_END),
    "end instead of drawing": (MUST_DRAW, "end", Illegal.CANNOT_END),
    "end although one must go on": (
        play(deal(GOING_ON, "", MUST_GO_ON), "^0,0=555", "v0,0=554"),
        "end",
        Illegal.CANNOT_END,
    ),
    "end before placing": (play(deal(GOING_ON, "", MAY_GO_ON), "^0,0=555"), "end", Illegal.CANNOT_END),
    "place when over": (OVER, "v0,0=554", Illegal.ROUND_OVER),
    "draw when over": (OVER, "draw", Illegal.ROUND_OVER),
    "pass when over": (OVER, "pass", Illegal.ROUND_OVER),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    round, move, reason = REFUSALS[name]
    before = pickle.dumps(round)
    with pytest.raises(IllegalMove) as caught:
        play(round, move)
    assert caught.value.reason is reason
    assert move.partition("=")[0] in str(caught.value)
    assert "\n" not in str(caught.value)
    assert read_move(move) not in round.legal_moves()
    assert pickle.loads(before) == round
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.reason, again.vertices, str(again)) == (reason, caught.value.vertices, str(caught.value))


def test_every_reason_for_a_refusal_is_tested() -> None:
    elsewhere = {
        Illegal.ALREADY_LAID,
        Illegal.TILES_LEFT,
        Illegal.WRONG_COUNT,
    }  # at a real table, see `tally`
    elsewhere |= {
        Illegal.ALREADY_SHOWN,
        Illegal.NOT_SHOWN,
        Illegal.NO_SEAT,
        Illegal.NO_SPEAKER,
        Illegal.NO_STATEMENT,
        Illegal.SPEAKER_KNOWN,
    }  # in the card game, see `cards.rounds`
    assert {reason for _, _, reason in REFUSALS.values()} == set(Illegal) - elsewhere


def test_a_clash_names_its_vertices() -> None:
    with pytest.raises(IllegalMove) as caught:
        play(CAN_PLACE, "v0,0=455")
    assert [tuple(vertex) for vertex in caught.value.vertices] == [(1, 0)]


# --- house rules: turns -----------------------------------------------------------------------------


def test_several_tiles_may_be_placed_and_the_turn_ended() -> None:
    round = play(deal(GOING_ON, "000", MAY_GO_ON), "^0,0=555", "v0,0=554")
    assert round.seat == 1
    assert "end" in options(round)
    assert "draw" not in options(round)
    assert any(move.startswith("^1,0=") for move in options(round))  # on the own new tile
    ended = play(round, "end")
    assert (ended.seat, text(ended.hands[1])) == (0, "012 445")


def test_several_tiles_must_be_placed_while_they_fit() -> None:
    round = play(deal(GOING_ON, "000", MUST_GO_ON), "^0,0=555", "v0,0=554")
    assert round.seat == 1
    assert options(round)
    assert options(round) == {str(Place(place)) for place in round.board.placements([Tile(4, 4, 5)])}
    assert (
        play(round, sorted(options(round))[0]).seat == 0
    )  # 0-1-2 does not fit, and who placed does not draw


def test_each_of_several_tiles_is_scored_on_the_board_at_its_moment() -> None:
    each = MAY_GO_ON.evolve(score={"tile": 1, "docking": 20})
    hands = ["012 013 014 015 023", "555 024 025 034 035", "455 345 235 125 155"]
    over = play(deal(hands, "111", each), "^0,0=555", *RING[1:])
    assert over.end is End.OUT
    assert points(over, 2)[:6] == [(TILE, 1)] * 5 + [(Reason.DOCKING, 20)]


def test_late_draw_with_several() -> None:
    wait = MAY_GO_ON.evolve(draws={"place_at_once": False})
    round = play(deal(["555 123", "013 014"], "455 012", wait), "^0,0=555", "draw")
    assert round.seat == 0


# --- house rules: draws -----------------------------------------------------------------------------

UNTIL_IT_FITS = RISING.evolve(
    draws={"most": "unlimited", "cost": 5}, turn={"stuck": 10}, score={"tile": {"sums": 1}}
)
ENGLISH = RISING.evolve(draws={"most": 3, "cost": 5, "failed": 10}, turn={"stuck": 10})
ALL_IN_VAIN = RISING.evolve(draws={"most": 3, "cost": 5, "cost_only_if_failed": True})


def test_draw_one_and_place_a_tile_worth_2() -> None:
    round = play(deal(["000 345", "345 344"], "002 333", UNTIL_IT_FITS), "^0,0=000", "draw")
    assert round.seat == 1
    assert play(round, "v0,0=002").scores[1] == -3


def test_unlimited_draws_go_on_until_a_tile_fits() -> None:
    round = play(deal(["000 345", "245 344"], "333 444 334 005 115", UNTIL_IT_FITS), "^0,0=000")
    for left in (5, 4, 3, 2):
        assert (round.seat, options(round), len(round.pool)) == (1, {"draw"}, left)
        round = play(round, "draw")
    assert options(round) == {"v0,0=005", "v-1,0=050", "v0,-1=500"}
    assert points(round, 1) == [(Reason.DRAW, -5)] * 4


def test_stuck_after_the_last_draw_costs_10_and_passes() -> None:
    round = play(deal(["000 001", "245 344"], "333 444", UNTIL_IT_FITS), "^0,0=000", "draw", "draw")
    assert (round.seat, options(round)) == (1, {"pass"})
    passed = play(round, "pass")
    assert points(passed, 1) == [(Reason.DRAW, -5), (Reason.DRAW, -5), (Reason.STUCK, -10)]
    assert passed.seat == 0
    again = play(passed, "v0,0=001")
    assert again.is_over  # seat 0 is out


def test_stuck_costs_every_turn() -> None:
    hands = ["000 001 003", "245 344 345"]
    round = play(deal(hands, "", UNTIL_IT_FITS), "^0,0=000", "pass", "v0,0=001", "pass")
    assert points(round, 1) == [(Reason.STUCK, -10)] * 2


def test_three_failed_draws_cost_25() -> None:
    round = play(deal(["000 345", "245 344"], "333 444 334 005", ENGLISH), "^0,0=000", *["draw"] * 3)
    assert round.seat == 0
    assert points(round, 1) == [(Reason.DRAW, -5)] * 3 + [(Reason.FAILED_DRAWS, -10)]


def test_third_draw_that_fits_costs_15_and_must_be_placed() -> None:
    round = play(deal(["000 345", "245 344"], "333 444 005", ENGLISH), "^0,0=000")
    round = play(round, *["draw"] * 3)
    assert round.seat == 1
    assert {move[-3:] for move in options(round)} == {"005", "050", "500"}
    assert sum(value for _, value in points(round, 1)) == -15


def test_two_tiles_left_both_drawn_and_stuck_cost_20() -> None:
    round = play(deal(["000 001", "245 344"], "333 444", ENGLISH), "^0,0=000", "draw", "draw", "pass")
    assert sum(value for _, value in points(round, 1)) == -20


def test_draws_that_cost_only_if_all_failed() -> None:
    start = play(deal(["000 345", "245 344"], "333 444 334 005", ALL_IN_VAIN), "^0,0=000")
    assert points(play(start, *["draw"] * 3), 1) == [(Reason.DRAW, -15)]
    lucky = play(deal(["000 345", "245 344"], "333 005 334", ALL_IN_VAIN), "^0,0=000", "draw", "draw")
    assert (lucky.seat, points(lucky, 1)) == (1, [])


def test_drawing_although_able() -> None:
    able = RISING.evolve(draws={"most": 3, "cost": 5, "although_able": True})
    round = play(deal(["555 012", "455 345"], "333 444 334 005", able), "^0,0=555")
    for drawn in range(3):
        assert options(round) == FITS_555 | {"draw"}
        round = play(round, "draw")
        assert points(round, 1) == [(Reason.DRAW, -5)] * (drawn + 1)
    assert (round.seat, options(round)) == (1, FITS_555)


def test_no_draws_at_all() -> None:
    never = RISING.evolve(draws={"most": 0})
    round = play(deal(["555 455", "013 014"], "000 111", never), "^0,0=555")
    assert options(round) == {"pass"}
    blocked = play(deal(["555 012", "013 014"], "000 111", never), "^0,0=555")
    assert (blocked.end, text(blocked.pool)) == (End.BLOCKED, "000 111")
    for seed in range(60):
        assert end_of(SWEDISH.evolve(draws={"most": 0}), 2 + seed % 7, seed).is_over


# --- house rules: leads -----------------------------------------------------------------------------

FROM_POOL = RISING.evolve(opening={"lead": "pool", "triple": 0})
GERMAN = RISING.evolve(
    opening={
        "without_triple": "highest-tile",
        "choose_zero": True,
        "tile": {"sums": 1},
        "triple": 10,
        "zero": 30,
    }
)


def test_start_tile_from_the_pool_gives_no_points() -> None:
    hands, pool = ["555 012", "444 013", "333 014"], "345 000"
    round = deal(hands, pool, FROM_POOL, first=1, last_winner=1)
    assert (str(round.board), text(round.pool), round.seat) == ("^0,0=345", "000", 2)
    assert (round.scores, round.events[-1].what, round.events[-1].seat) == ((0, 0, 0), What.TURN_UP, 1)
    assert text(round.hands[1]) == "013 444"


def test_without_a_last_winner_the_highest_triple_leads() -> None:
    round = deal(["555 012", "444 013", "333 014"], "345 000", FROM_POOL)
    assert (round.seat, options(round)) == (0, {"^0,0=555"})


@pytest.mark.parametrize(
    ("hands", "lead", "expected"),
    [
        (["444 012", "345 013"], "444", 22),
        (["000 012", "345 013"], "000", 40),
        (["345 012", "245 013"], "345", 12),
        (["245 012", "235 013"], "245", 11),
    ],
    ids=["4-4-4", "0-0-0", "3-4-5", "2-4-5"],
)
def test_what_the_first_tile_scores(hands: list[str], lead: str, expected: int) -> None:
    round = deal(hands, "111", GERMAN)
    assert (round.seat, options(round)) == (0, {f"^0,0={lead}"})
    assert play(round, f"^0,0={lead}").scores == (expected, 0)


@pytest.mark.parametrize(
    ("hands", "seat", "lead"),
    [
        (["345 012", "255 013"], 1, {"255"}),  # 12 each, then 4 beats 3
        (["345 013", "255 004"], 0, {"345"}),  # 12 each, then 4 each: the lower seat
        (["012 345 255", "013 014 015"], 0, {"345", "255"}),  # both of them are the highest
        (["344 004", "155 013", "335 022"], 0, {"344"}),  # 11 each, then 4 each
    ],
    ids=["next highest", "seat", "own choice", "three"],
)
def test_highest_tile_leads_without_a_triple(hands: list[str], seat: int, lead: set[str]) -> None:
    round = deal(hands, "111", GERMAN)
    assert (round.seat, options(round)) == (seat, {f"^0,0={tile}" for tile in lead})
    assert lap_draws(round) == []


def test_ties_for_the_highest_tile_may_draw_on() -> None:
    rule_set = GERMAN.evolve(opening={"without_triple": "highest-tile-or-draw"})
    round = deal(["345 012", "023 013", "255 014"], "024 355 445", rule_set)
    assert lap_draws(round) == [0, 2]
    assert (round.seat, options(round)) == (2, {"^0,0=355"})
    assert points(play(round, "^0,0=355"), 2) == [(START, 13)]
    longer = deal(["345 012", "023 013", "255 014"], "024 025 001 445", rule_set)
    assert lap_draws(longer) == [0, 2, 0, 2]
    assert (longer.seat, options(longer)) == (2, {"^0,0=445"})


def test_holder_of_the_highest_triple_and_zero_may_choose() -> None:
    round = deal(["444 000", "333 012"], "", GERMAN)
    assert options(round) == {"^0,0=444", "^0,0=000"}
    assert play(round, "^0,0=000").scores == (40, 0)
    assert options(deal(["444 012", "333 000"], "", GERMAN)) == {"^0,0=444"}
    assert options(deal(["444 000", "333 012"], "", RISING)) == {"^0,0=444"}


def test_second_triple_in_the_hand_of_the_leader() -> None:
    rule_set = RISING.evolve(opening={"tile": {"sums": 1}, "triple": 10, "second_triple": 10})
    assert points(play(deal(["444 333", "012 222"], "", rule_set), "^0,0=444"), 0) == [
        (START, 12),
        (Reason.TRIPLE, 10),
        (Reason.SECOND_TRIPLE, 10),
    ]
    assert play(deal(["444 013", "012 222"], "", rule_set), "^0,0=444").scores == (22, 0)


def test_lead_by_draw() -> None:
    rule_set = RISING.evolve(opening={"lead": "draw"})
    box = rule_set.tile_set
    shown = [Tile(3, 4, 5), Tile(0, 0, 1), Tile(2, 5, 5), Tile(1, 1, 1), Tile(4, 4, 4), Tile(5, 5, 5)]
    order = tuple(map(box.number, shown))
    round = deal(["012 013", "333 014", "015 023"], "455", rule_set, lead_order=order)
    draws = [(e.seat, e.tile) for e in round.events if e.what is What.LEAD_DRAW]
    assert draws == list(zip([0, 1, 2, 0, 2], shown[:5], strict=True))  # 12, 1, 12; then 3 against 12
    assert (round.seat, options(round)) == (2, {"^0,0=015", "^0,0=023"})
    assert [text(hand) for hand in round.hands] == ["012 013", "014 333", "015 023"]


# --- house rules: ends ------------------------------------------------------------------------------

BLOCKED_HANDS = ["000 135 123", "345 124 013", "445 234 014"]
"""After 0-0-0 nothing fits, and 15, 23 and 27 are left."""


@pytest.mark.parametrize(
    ("winner", "award", "expected"),
    [
        ("fewest-tiles", "others-minus-own", 35),
        ("lowest-sum", "others-minus-own", 35),
        ("lowest-sum", "differences", 20),
    ],
    ids=["fewest tiles", "lowest sum", "differences"],
)
def test_blocked_award(winner: str, award: str, expected: int) -> None:
    rule_set = RISING.evolve(blocked={"winner": winner, "award": award})
    over = play(deal(BLOCKED_HANDS, "", rule_set), "^0,0=000")
    assert [held(hand) for hand in over.hands] == [15, 23, 27]
    assert (over.end, over.winner) == (End.BLOCKED, 0)
    assert points(over, 0) == [(Reason.TRIPLE, 25), (Reason.BLOCKED, expected)]
    assert over.scores[1:] == (0, 0)


def test_fewest_tiles_and_lowest_sum_differ() -> None:
    # The leader has one tile worth 12, the next two worth 3 and 4.
    hands = ["000 345", "012 013"]
    fewest = play(deal(hands, "", RISING.evolve(blocked={"winner": "fewest-tiles"})), "^0,0=000")
    lowest = play(deal(hands, "", RISING.evolve(blocked={"winner": "lowest-sum"})), "^0,0=000")
    assert points(fewest, 0)[1:] == [(Reason.BLOCKED, 7 - 12)]
    assert points(lowest, 1) == [(Reason.BLOCKED, 12 - 7)]
    assert (fewest.winner, lowest.winner) == (0, 1)


def test_equal_lowest_sums_are_not_awarded() -> None:
    rule_set = RISING.evolve(blocked={"winner": "lowest-sum"})
    over = play(deal(["000 345 355", "012 023 134", "013 014 124"], "", rule_set), "^0,0=000")
    assert [held(hand) for hand in over.hands] == [25, 16, 16]
    assert (over.end, over.winner, over.scores) == (End.BLOCKED, None, (25, 0, 0))


@pytest.mark.parametrize(
    ("left", "winner", "award"),
    [("123 134 135", 0, 17 - 6), ("345 134 135", 1, 21 - 8), ("345 134 125", None, 0)],
    ids=["first", "second", "equal"],
)
def test_equally_few_tiles_go_by_the_lower_sum(left: str, winner: int | None, award: int) -> None:
    rule_set = RISING.evolve(blocked={"winner": "fewest-tiles"})
    hands = [f"{first} {second}" for first, second in zip(("000", "001", "002"), left.split(), strict=True)]
    over = play(deal(hands, "", rule_set), "^0,0=000", "v0,0=001", "v-1,0=020")
    assert (over.end, over.winner) == (End.BLOCKED, winner)
    awards = {seat: line.points for seat, line in over.lines if line.reason is Reason.BLOCKED}
    assert awards == ({} if winner is None else {winner: award})


def test_tiles_left_cost_everybody_when_blocked() -> None:
    rule_set = RISING.evolve(blocked={"cost_per_tile": 5})
    over = play(deal(BLOCKED_HANDS, "", rule_set), "^0,0=000")
    assert over.scores == (25 - 10, -15, -15)
    assert points(over, 1) == [(Reason.BLOCKED, -15)]


def test_tiles_left_cost_the_others_when_somebody_goes_out() -> None:
    out = {"points": 10, "others_digits": False, "others_cost_per_tile": 1}
    over = play(deal(RING_HANDS, "111", RISING.evolve(out=out)), *RING)
    assert points(over, 0) == [(Reason.TRIPLE, 25), (Reason.DOCKING, 75), (Reason.OUT, 10)]
    assert [points(over, seat)[-1] for seat in range(1, 5)] == [(Reason.TILES_LEFT, -1)] * 4


@pytest.mark.parametrize(("pool", "expected"), [("", 0), ("012", 25), ("012 013", 0)], ids=["0", "1", "2"])
def test_points_for_going_out_with_one_tile_in_the_pool(pool: str, expected: int) -> None:
    out = {"points": 25, "others_digits": False, "one_left_in_pool": True, "pool_digits_cost": True}
    over = play(deal(["555", "345"], pool, RISING.evolve(out=out)), "^0,0=555")
    assert over.end is End.OUT
    lines = dict(points(over, 0))
    assert lines.get(Reason.OUT, 0) == expected
    assert lines.get(Reason.POOL_LEFT, 0) == -sum(int(digit) for digit in pool.replace(" ", ""))


# --- in every state ---------------------------------------------------------------------------------


def check_state(round: Round) -> None:
    """What holds in every state of every round."""
    box = round.tile_set
    everything = [place.tile for place in round.board] + [tile for hand in round.hands for tile in hand]
    assert Counter(everything + list(round.pool)) == Counter(box.tiles)
    sums: Counter[int] = Counter()
    for seat, line in round.lines:
        sums[seat] += line.points
    assert round.scores == tuple(sums[seat] for seat in range(round.players))
    assert round.is_over == (round.end is not None) == (len(round.legal_moves()) == 0)
    assert 0 <= round.seat < round.players
    check_moves(round)


def check_moves(round: Round) -> None:
    """The legal moves answer `in`, `len`, iteration and indexing alike."""
    moves = round.legal_moves()
    listed = list(moves)
    count = len(listed)
    assert len(moves) == count == len({str(move) for move in listed})
    assert [moves[i] for i in range(count)] == listed
    assert [moves[i - count] for i in range(count)] == listed
    assert list(moves[1:3]) == listed[1:3]
    assert list(reversed(moves)) == listed[::-1]
    assert all(move in moves for move in listed)
    assert moves.only == (listed[0] if count == 1 else None)
    for index in (count, -count - 1):
        with pytest.raises(IndexError):
            moves[index]


def check_play(round: Round, rng: Random) -> None:
    """Every legal move can be played and others cannot; neither changes the state."""
    before = (str(round.board), round.hands, round.pool, round.scores, round.events, round.seat)
    legal = list(round.legal_moves())
    for move in legal:
        after = round.play(move)
        gone = isinstance(move, Place)
        assert len(after.board) == len(round.board) + gone
        assert len(after.pool) == len(round.pool) - isinstance(move, Draw)
        assert len(after.hands[round.seat]) == len(round.hands[round.seat]) - gone + isinstance(move, Draw)
        assert len(after.events) > len(round.events)
    for move in wrong_moves(round, rng):
        if move not in legal:
            with pytest.raises(IllegalMove):
                round.play(move)
    assert before == (str(round.board), round.hands, round.pool, round.scores, round.events, round.seat)


def wrong_moves(round: Round, rng: Random) -> Iterator[Move]:
    """Moves of which most are illegal: any tile near the board, and whatever is no placement."""
    yield from (Draw(), Pass(), EndTurn())
    cells = [*round.board.open_cells, *(place.cell for place in round.board)]
    if cells:
        for _ in range(20):
            tile = rng.choice(round.tile_set.tiles)
            yield Place(Placement(rng.choice(cells), rng.choice(tile.turns)))


awards = st.fixed_dictionaries({"points": st.integers(0, 60), "sums": st.integers(0, 2)})


def values(kind: type) -> st.SearchStrategy[Any]:
    """One of the values of an enum, as a file writes it."""
    return st.sampled_from([member.value for member in kind])


house_rules = st.fixed_dictionaries(
    {
        "tiles": st.sampled_from(["triangelspelet-56", "triominos-56", "ascending-4", "mirrored-3"]),
        "hand": st.fixed_dictionaries({"tiles": st.integers(1, 2)}),
        "opening": st.fixed_dictionaries(
            {
                "lead": values(Lead),
                "without_triple": values(WithoutTriple),
                "first_lap": values(FirstSeat),
                "choose_zero": st.booleans(),
                "tile": awards,
                "triple": awards,
                "zero": awards,
                "second_triple": awards,
            }
        ),
        "draws": st.fixed_dictionaries(
            {
                "most": st.sampled_from(["unlimited", 0, 1, 3]),
                "place_at_once": st.booleans(),
                "although_able": st.booleans(),
                "cost": st.integers(0, 5),
                "cost_only_if_failed": st.booleans(),
                "failed": st.integers(0, 10),
            }
        ),
        "turn": st.fixed_dictionaries({"several": values(Several), "stuck": st.integers(0, 10)}),
        "score": st.fixed_dictionaries(
            {
                "tile": awards,
                "plain": awards,
                "bridge": awards,
                "docking": awards,
                "drone": awards,
                "extension": awards,
                "extension_of": values(ExtensionOf),
                "extension_with_hexagon": st.booleans(),
                "hexagons": st.lists(st.integers(0, 70), min_size=3, max_size=3),
            }
        ),
        "out": st.fixed_dictionaries(
            {
                "points": st.integers(0, 50),
                "others_digits": st.booleans(),
                "others_cost_per_tile": st.integers(0, 5),
                "one_left_in_pool": st.booleans(),
                "pool_digits_cost": st.booleans(),
            }
        ),
        "blocked": st.fixed_dictionaries(
            {
                "winner": values(BlockedWinner),
                "award": values(BlockedAward),
                "cost_per_tile": st.integers(0, 5),
            }
        ),
    }
)


@settings(max_examples=150, deadline=None)
@given(house_rules, st.integers(2, 5), st.integers(0, 10**6), st.booleans())
def test_house_rules_in_every_state(changes: dict[str, Any], players: int, seed: int, won: bool) -> None:
    rule_set = SWEDISH.evolve(id="house", players=(players, players), **changes)
    rng = Random(seed)
    for number, round in enumerate(states(rule_set, players, rng, rng.randrange(players) if won else None)):
        check_state(round)
        if number % 5 == 0:
            check_play(round, rng)
    event(f"{round.end}")


@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("rule_set", [SWEDISH, LATE, PRO], ids=lambda rule_set: rule_set.id)
def test_shipped_rules_in_every_state(rule_set: RuleSet, players: int) -> None:
    rng = Random(players)
    for number, round in enumerate(states(rule_set, players, rng)):
        check_state(round)
        if number % 5 == 0:
            check_play(round, rng)


def test_rounds_are_values() -> None:
    first, again, other = (Round.deal(SWEDISH, 3, seed) for seed in (1, 1, 2))
    assert first == again
    assert hash(first) == hash(again)
    assert first != other
    assert not first == other  # noqa: SIM201 (== and != are written apart)
    assert not first != again  # noqa: SIM202
    assert pickle.loads(pickle.dumps(first)) == first


def test_a_pickled_round_plays_on_alike() -> None:
    for round in states(SWEDISH, 3, Random(5)):
        copy = pickle.loads(pickle.dumps(round))
        assert list(copy.legal_moves()) == list(round.legal_moves())
        for move in list(round.legal_moves())[:2]:
            assert copy.play(move) == round.play(move)


# --- against slow rules written apart ---------------------------------------------------------------


def both(rule_set: RuleSet, players: int, seed: int) -> tuple[Round, Slow]:
    """The same deal for both."""
    round = Round.deal(rule_set, players, seed)
    digits = [tile.digits for tile in rule_set.tile_set]
    order = [digits[number] for number in round.dealt.order]
    late = rule_set.id == LATE.id
    return round, Slow.deal(order, players, rule_set.hand.tiles, late, round.dealt.first)


@pytest.mark.parametrize(
    ("rule_set", "players", "seed"),
    [
        *((SWEDISH, players, seed) for players, seed in [(2, 1), (2, 2), (3, 3), (4, 4), (6, 5), (8, 6)]),
        *((LATE, players, seed) for players, seed in [(2, 1), (4, 2), (5, 3)]),
        *((PRO, players, seed) for players, seed in [(2, 1), (4, 2), (8, 3)]),
    ],
    ids=lambda value: value.id if isinstance(value, RuleSet) else str(value),
)
def test_every_state_agrees_with_slow_rules(rule_set: RuleSet, players: int, seed: int) -> None:
    round, slow = both(rule_set, players, seed)
    rng = Random(seed)
    while True:
        assert options(round) == set(slow.moves())
        assert round.scores == slow.scores
        assert [set(hand) for hand in round.hands] == [{Tile(*d) for d in hand} for hand in slow.hands]
        assert round.pool == tuple(Tile(*digits) for digits in slow.pool)
        if round.is_over or slow.over:
            break
        assert round.seat == slow.seat
        move = rng.choice(sorted(options(round)))
        round, slow = play(round, move), slow.after(move)
    assert {End.OUT: "out", End.BLOCKED: "blocked"}[round.end] == slow.over


PERFT = {
    "as shipped, four players": (SWEDISH.evolve(players=(4, 4)), 2, 6, (5, 17, 19)),
    "twenty tiles each": (SWEDISH.evolve(hand={"tiles": 20}, players=(2, 2)), 2, 10, (12, 102, 1231)),
    "late draw, twelve tiles each": (LATE.evolve(hand={"tiles": 12}, players=(2, 2)), 3, 4, (5, 16, 52)),
    "pro, fifteen tiles each": (PRO.evolve(hand={"tiles": 15}, players=(3, 3)), 2, 14, (7, 32, 217)),
}
"""A rule set, a seed, how many moves by chance come first, and the counts to depth 1, 2 and 3."""


@pytest.mark.parametrize("name", PERFT)
def test_perft(name: str) -> None:
    rule_set, seed, moves, counts = PERFT[name]
    round, slow = both(rule_set, rule_set.players[0], seed)
    rng = Random(seed)
    for _ in range(moves):
        move = rng.choice(sorted(options(round)))
        round, slow = play(round, move), slow.after(move)
    assert tuple(round.perft(depth) for depth in (1, 2, 3)) == counts
    assert tuple(slow.perft(depth) for depth in (1, 2, 3)) == counts


def test_perft_of_nothing_is_one_and_of_an_end_is_none() -> None:
    assert CAN_PLACE.perft(0) == 1
    assert (OVER.perft(0), OVER.perft(1), OVER.perft(2)) == (1, 0, 0)
