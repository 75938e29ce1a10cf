"""Rounds: openings, turns, endings, refusals, and what holds in every state, under shipped and house rules."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_rules import Slow

from trinb import (
    Deal,
    Draw,
    End,
    EndTurn,
    Illegal,
    IllegalMove,
    Kind,
    Move,
    Pass,
    Place,
    Placement,
    Round,
    RuleSet,
    RulesError,
    Tile,
    rule_sets,
    rules,
    tile_set,
)
from trinb.moves import What, read_move
from trinb.ruleparts import Reason

SWEDISH = rules("triangelspelet")
LATE = rules("triangelspelet-late-draw")
PRO = rules("triangelspelet-pro")


def game(tiles: str = "triominos-56", hand: int = 1, **changes: Any) -> RuleSet:
    """Triangelspelet with so many tiles in hand, another tile set and other changes."""
    return SWEDISH.evolve(tiles=tiles, hand={"tiles": hand}, players=(1, 8), **changes)


def deal(rule_set: RuleSet, hands: Sequence[str], pool: str = "", **more: Any) -> Round:
    """A round with these hands and this pool, in texts like "555 012"; there are no other tiles."""
    box = rule_set.tile_set
    order = [box.number(Tile(*map(int, word))) for hand in (*hands, pool) for word in hand.split()]
    return Round.start(Deal(rule_set, len(hands), tuple(order), **more))


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


def states(rule_set: RuleSet, players: int, seed: int, last_winner: int | None = None) -> Iterator[Round]:
    """All states of a round in which every move is by chance."""
    rng = Random(seed)
    round = Round.deal(rule_set, players, rng, last_winner)
    yield round
    while not round.is_over:
        round = round.play(rng.choice(round.legal_moves()))
        yield round


def last(rule_set: RuleSet, players: int, seed: int) -> Round:
    """The end of such a round."""
    *_, over = states(rule_set, players, seed)
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
    round = deal(game(hand=2), hands, "111" if "111" not in " ".join(hands) else "333")
    assert (round.seat, options(round)) == (seat, {f"^0,0={lead}"})
    after = play(round, f"^0,0={lead}")
    assert points(after, seat) == [(Reason.TRIPLE, 25)]
    assert after.seat == (seat + 1) % len(hands)
    assert sum(after.scores) == 25


def test_666_is_the_highest_triple_in_pro() -> None:
    round = deal(PRO.evolve(hand={"tiles": 1}), ["555", "666"], "000")
    assert options(round) == {"^0,0=666"}


def lap_draws(round: Round) -> list[int]:
    """Who drew before the lead, in order."""
    return [event.seat for event in round.events if event.what is What.LAP_DRAW]


def test_laps_begin_with_the_last_winner_and_are_compared_when_whole() -> None:
    # The first draw of the lap is already a triple, and a higher one comes later in the same lap.
    hands = ["012", "013", "014"]
    round = deal(game(), hands, "333 555 123 000", first=1, last_winner=1)
    assert lap_draws(round) == [1, 2, 0]
    assert (round.seat, options(round)) == (2, {"^0,0=555"})
    assert [text(hand) for hand in round.hands] == ["012 123", "013 333", "014 555"]
    assert text(round.pool) == "000"
    assert play(round, "^0,0=555").scores == (0, 0, 25)


def test_laps_go_on_and_the_tiles_stay_in_hand() -> None:
    round = deal(game(), ["012", "013"], "014 015 023 024 025 000 111")
    assert lap_draws(round) == [0, 1] * 3
    assert [text(hand) for hand in round.hands] == ["012 014 023 025", "000 013 015 024"]
    assert round.seat == 1


@pytest.mark.parametrize("winner", range(4))
def test_dealing_passes_the_last_winner_on(winner: int) -> None:
    for seed in range(40):
        order = lap_draws(Round.deal(game(), 4, seed, last_winner=winner))
        assert order[:4] in ([], [(winner + step) % 4 for step in range(4)])


def test_first_lap_is_seat_0_or_by_lot() -> None:
    def firsts(rule_set: RuleSet) -> set[int]:
        rounds = (Round.deal(rule_set, 4, seed) for seed in range(150))
        return {draws[0] for draws in map(lap_draws, rounds) if draws}

    assert firsts(game()) == {0}
    assert firsts(game().with_reading("first-lap-by-lot")) == {0, 1, 2, 3}


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("id", ["triangelspelet", "triangelspelet-pro"])
def test_opening_ends_with_a_triple_for_many_deals(id: str, players: int) -> None:
    for seed in range(150):
        round = Round.deal(rules(id), players, seed, last_winner=seed % players)
        (move,) = round.legal_moves()
        assert isinstance(move, Place)
        assert move.placement.tile.is_triple
        assert len(lap_draws(round)) % players == 0


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("id", ["triangelspelet", "triangelspelet-pro"])
def test_opening_ends_even_when_all_triples_come_last(id: str, players: int) -> None:
    rule_set = rules(id)
    box, size = rule_set.tile_set, rule_set.hand.tiles
    plain = [n for n, tile in enumerate(box) if len(set(tile.digits)) > 1]
    triples = [n for n, tile in enumerate(box) if len(set(tile.digits)) == 1]
    # The counting argument: the lap in which the first triple turns up is still a whole one.
    laps = -(-(len(plain) + 1 - players * size) // players)
    drawn = laps * players
    assert drawn <= len(box) - players * size
    for seed in range(20):
        rng = Random(seed)
        rng.shuffle(plain)
        rng.shuffle(triples)
        order, first = plain + triples, rng.randrange(players)
        round = Round.start(Deal(rule_set, players, tuple(order), first=first))
        assert lap_draws(round) == [(first + step) % players for step in range(drawn)]
        lap = {(first + step) % players: order[players * size + drawn - players + step] for step in range(players)}
        leader = max(lap, key=lambda seat: (box.tiles[lap[seat]].is_triple, box.tiles[lap[seat]].sum))
        assert round.seat == leader
        assert options(round) == {f"^0,0={str(box.tiles[lap[leader]].digits[0]) * 3}"}


@pytest.mark.parametrize("players", [0, 1, 9])
def test_wrong_number_of_players(players: int) -> None:
    with pytest.raises(RulesError, match=rf"triangelspelet.*2 to 8.*{players}"):
        Round.deal(SWEDISH, players)


def test_last_winner_must_sit_at_the_table() -> None:
    with pytest.raises(RulesError, match="last_winner.*3"):
        Round.deal(SWEDISH, 3, last_winner=3)


# --- the turn (§6) ----------------------------------------------------------------------------------


def test_drawn_tile_that_fits_is_placed_in_the_same_turn() -> None:
    round = play(deal(game(hand=2), ["555 012", "013 014"], "455 345"), "^0,0=555")
    assert options(round) == {"draw"}
    drawn = play(round, "draw")
    assert drawn.seat == 1
    assert options(drawn) == {"v0,-1=455", "v-1,0=545", "v0,0=554"}
    with pytest.raises(IllegalMove, match="must place"):
        drawn.play(Pass())
    placed = play(drawn, "v0,0=554")
    assert (placed.seat, placed.scores) == (0, (25, 0))
    assert [text(hand) for hand in placed.hands] == ["012", "013 014"]


def test_drawn_tile_that_does_not_fit_ends_the_turn() -> None:
    round = play(deal(game(hand=2), ["555 012", "013 014"], "345 455"), "^0,0=555", "draw")
    assert round.seat == 0
    assert [text(hand) for hand in round.hands] == ["012", "013 014 345"]
    assert options(round) == {"draw"}
    assert round.scores == (25, 0)  # drawing costs nothing


def test_late_draw_ends_the_turn_even_if_the_tile_fits() -> None:
    late = LATE.evolve(tiles="triominos-56", hand={"tiles": 2})
    round = play(deal(late, ["555 012", "013 014"], "455 345 445"), "^0,0=555", "draw")
    assert (round.seat, options(round)) == (0, {"draw"})
    assert text(round.hands[1]) == "013 014 455"
    back = play(round, "draw")
    assert (back.seat, options(back)) == (1, {"v0,-1=455", "v-1,0=545", "v0,0=554"})


def test_passing_with_an_empty_pool() -> None:
    round = play(deal(game(hand=2), ["555 455", "013 014"]), "^0,0=555")
    assert options(round) == {"pass"}
    passed = play(round, "pass")
    assert (passed.seat, passed.scores) == (0, (25, 0))
    assert passed.events[-1].what is What.PASS


def test_turns_go_round_by_rising_seat() -> None:
    round = play(deal(game(hand=2), ["012 013", "555 014", "014 015", "023 024"], "455"), "^0,0=555")
    seats = [round.seat]
    for _ in range(1):
        round = play(round, "draw")
        seats.append(round.seat)
    assert seats == [2, 2]  # 4-5-5 fits and keeps the turn
    assert play(round, "v0,0=554").seat == 3


# --- the end of a round (§8–10) ---------------------------------------------------------------------


def test_going_out_gives_50_and_the_digits_of_the_others() -> None:
    box = "triominos-56"
    over = play(deal(game(box), ["555", "135", "224"], "000 111"), "^0,0=555")
    assert over.is_over
    assert (over.end, over.winner, over.scores) == (End.OUT, 0, (25 + 67, 0, 0))
    assert points(over, 0) == [(Reason.TRIPLE, 25), (Reason.OUT, 50), (Reason.OTHERS_DIGITS, 17)]
    assert len(over.legal_moves()) == 0


def test_last_tile_scores_too() -> None:
    # Seat 1 goes out with a docking that completes a hexagon; §5 of our rules scores it 75.
    hands = ["222 251 333", "112 555 444", "122 225 255"]
    round = deal(game(hand=3, draws={"most": 0}), hands, "")
    assert options(round) == {"^0,0=555"}
    moves = [
        ("111 122 333", "112 222 225"),
    ]
    del moves
    chain = ["v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525 ^0,0=251"]
    del chain


def test_ends_of_random_rounds_agree_with_the_clauses() -> None:
    seen = set()
    for seed in range(120):
        over = last(SWEDISH, 2 + seed % 4, seed)
        seen.add(over.end)
        held = sum(sum(tile.digits) for hand in over.hands for tile in hand)
        closing = [line for event in over.events for line in event.lines if event.what is What.OUT]
        if over.end is End.OUT:
            assert over.winner is not None
            assert not over.hands[over.winner]
            assert [(line.reason, line.points) for line in closing] == [
                (Reason.OUT, 50),
                (Reason.OTHERS_DIGITS, held),
            ]
        else:
            assert (over.winner, closing, over.pool) == (None, [], ())
            assert over.events[-1].lines == ()
            assert not over.board.placements([tile for hand in over.hands for tile in hand])
    assert seen == {End.OUT, End.BLOCKED}


def test_blocked_at_once_when_the_pool_is_empty_and_nothing_fits() -> None:
    over = play(deal(game(hand=2), ["555 012", "013 014"]), "^0,0=555")
    assert (over.end, over.winner, over.scores) == (End.BLOCKED, None, (25, 0))
    assert over.events[-1].what is What.BLOCKED


def test_blocked_when_the_last_tile_of_the_pool_is_drawn_in_vain() -> None:
    round = play(deal(game(hand=2), ["555 012", "013 014"], "345"), "^0,0=555")
    assert not round.is_over
    assert play(round, "draw").end is End.BLOCKED


# --- refusals ---------------------------------------------------------------------------------------


def refusals() -> dict[str, tuple[Round, Move, Illegal]]:
    """A state, a move, and why it is refused."""
    two = game(hand=2)
    opened = deal(two, ["555 455", "345 014"], "455".replace("455", "012 445"))
    after = play(opened, "^0,0=555")
    third = play(deal(two, ["555 455", "445 556".replace("556", "445")[:3] + " 345"], "012"), "^0,0=555")
    mine = play(deal(two, ["555 123", "455 445"], "012"), "^0,0=555")
    stuck = play(deal(two, ["555 455", "013 014"]), "^0,0=555")
    on = play(deal(game(hand=3, turn={"several": "must-go-on"}), ["555 123 124", "455 445 444"]), "^0,0=555")
    may = game(hand=2, turn={"several": "may-go-on"})
    del third

    def place(token: str) -> Place:
        return Place(Placement.parse(token))

    return {
        "filled": (mine, place("^0,0=455"), Illegal.CELL_FILLED),
        "far away": (mine, place("^3,3=455"), Illegal.NO_SHARED_SIDE),
        "clash": (mine, place("v0,0=455"), Illegal.DIGITS_CLASH),
        "not in set": (mine, place("v0,0=550".replace("550", "556")), Illegal.NOT_IN_SET),
        "mirror": (mine, place("v0,0=132"), Illegal.NOT_IN_SET),
        "in another hand": (mine, place("v0,0=123"), Illegal.NOT_IN_HAND),
        "in the pool": (mine, place("v0,0=012"), Illegal.NOT_IN_HAND),
        "on the board": (mine, place("v0,0=555"), Illegal.NOT_IN_HAND),
        "start with another": (opened, place("^0,0=455"), Illegal.WRONG_START),
        "start elsewhere": (opened, place("v0,0=555"), Illegal.WRONG_START),
        "draw although able": (mine, Draw(), Illegal.MUST_PLACE),
        "pass although able": (mine, Pass(), Illegal.MUST_PLACE),
        "draw before the start": (opened, Draw(), Illegal.MUST_PLACE),
        "pass instead of drawing": (after, Pass(), Illegal.MUST_DRAW),
        "draw from nothing": (stuck, Draw(), Illegal.NOTHING_TO_DRAW),
        "end a turn of one": (mine, EndTurn(), Illegal.CANNOT_END),
        "end instead of drawing": (after, EndTurn(), Illegal.CANNOT_END),
        "end although one must go on": (play(on, "v0,0=554"), EndTurn(), Illegal.CANNOT_END),
        "end before placing": (
            play(deal(may, ["555 123", "455 445"]), "^0,0=555"),
            EndTurn(),
            Illegal.CANNOT_END,
        ),
        "over": (play(deal(game(), ["555", "012"]), "^0,0=555"), place("v0,0=554"), Illegal.ROUND_OVER),
        "over, draw": (play(deal(game(), ["555", "012"], "455"), "^0,0=555"), Draw(), Illegal.ROUND_OVER),
    }


REFUSALS = refusals()
