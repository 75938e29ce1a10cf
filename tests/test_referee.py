"""The referee's pad: that it counts as the engine does, refuses what cannot be, and claims nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refereeing import NAMES, game, told

from trinb import (
    Board,
    IllegalMove,
    Kind,
    Match,
    NotationError,
    Placement,
    RulesError,
    RuleSet,
    Tile,
    TrinbError,
    play_match,
    player,
    rule_sets,
    rules,
    score,
)
from trinb.entries import (
    Blocked,
    Claim,
    Entry,
    Finish,
    InVain,
    Lap,
    Lead,
    Out,
    TurnUp,
    contents,
    read_entry,
)
from trinb.errors import Illegal, RecordError
from trinb.matches import MatchEnd
from trinb.moves import DRAW, END_TURN, PASS, Place
from trinb.players import choice
from trinb.referee import Pad
from trinb.rounds import End
from trinb.tally import Needs

SWEDISH = rules("triangelspelet")
BRIDGE = "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442"


def start(id: str | RuleSet = SWEDISH, players: int = 2) -> Pad:
    return Pad.start(NAMES[:players], rules(id) if isinstance(id, str) else id)


def led(id: str | RuleSet = SWEDISH, players: int = 2, tile: str = "5-5-5") -> Pad:
    return start(id, players).lead(0, tile)


def refused(pad: Pad, action: Any) -> IllegalMove:
    with pytest.raises(IllegalMove) as found:
        pad.enter(action)
    assert len(str(found.value)) < 300
    return found.value


# --- it counts as the engine does -------------------------------------------------------------------------


def check_same(match: Match, pad: Pad) -> None:
    """Lines, scores, totals, how rounds ended and who has won."""
    assert pad.lines == match.lines
    assert pad.totals == match.totals
    assert (pad.end, pad.winners) == (match.end, match.winners)
    assert [round.end for round in pad.rounds] == [round.end for round in match.rounds]
    assert [round.winner for round in pad.rounds] == [round.winner for round in match.rounds]
    assert [round.scores for round in pad.rounds] == [round.scores for round in match.rounds]
    assert [str(round.board) for round in pad.rounds] == [str(round.board) for round in match.rounds]


@pytest.mark.parametrize("id", rule_sets())
def test_it_gives_the_same_lines_as_the_engine(id: str) -> None:
    rule_set = rules(id)
    low, high = rule_set.players
    for players in range(low, high + 1):
        for seed in (1, 2):
            bots = [player("random" if (seat + seed) % 2 else "greedy") for seat in range(players)]
            match = play_match(rule_set, bots, seed)
            check_same(match, told(match, start(rule_set, players)))
            check_same(match, told(match, start(rule_set, players), Random(seed)))


@pytest.mark.parametrize("id", rule_sets())
def test_so_it_does_under_every_reading(id: str) -> None:
    for name in rules(id).readings:
        rule_set = rules(id).with_reading(name)
        match = play_match(rule_set, [player("greedy"), player("random")], 7)
        check_same(match, told(match, start(rule_set)))


def house(rng: Random) -> RuleSet:
    """Rules of any sort, as odd as they come; not those of `UNKNOWABLE`."""
    pick, yes = rng.choice, (True, False)
    rule_set = rules(pick(rule_sets())).evolve(
        id="house",
        players=[2, 4],
        hand={"tiles": pick([1, 2, 3, 5, 7]), "by_players": {}},
        opening={
            "lead": pick(["triple", "pool", "draw"]),
            "without_triple": pick(["draw", "highest-tile", "highest-tile-or-draw"]),
            "choose_zero": pick(yes),
            "triple": pick([0, 10]),
            "zero": pick([0, 30]),
            "second_triple": pick([0, 10]),
        },
        draws={
            "most": pick([0, 1, 2, 3, "unlimited"]),
            "place_at_once": pick(yes),
            "although_able": pick(yes),
            "cost": pick([0, 5]),
            "cost_only_if_failed": pick(yes),
            "failed": pick([0, 10]),
        },
        turn={"several": pick(["one", "may-go-on", "must-go-on"]), "stuck": pick([0, 10])},
        out={
            "points": pick([0, 25]),
            "others_digits": pick(yes),
            "others_cost_per_tile": pick([0, 1]),
            "one_left_in_pool": pick(yes),
            "pool_digits_cost": pick(yes),
        },
        blocked={
            "winner": pick(["nobody", "fewest-tiles", "lowest-sum"]),
            "award": pick(["others-minus-own", "differences"]),
            "cost_per_tile": pick([0, 1]),
        },
        match={
            "target": pick([30, 100, "unlimited"]),
            "rounds": pick([1, 3]),
            "test": pick(["end-of-round", "at-once"]),
            "winner": pick(["highest", "round-winner"]),
            "tie": pick(["joint", "another-round"]),
        },
    )
    # Where nobody ever draws, a pad has to be told that a round is blocked. If the tile before has reached a
    # target that ends the match at once, the match is over for the pad by then.
    unknowable = rule_set.draws.most == 0 and rule_set.match.test.value == "at-once"
    return house(rng) if unknowable else rule_set


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_so_it_does_under_any_house_rules(seed: int) -> None:
    rng = Random(seed)
    rule_set, players = house(rng), rng.randint(2, 4)
    bots = [player(rng.choice(["random", "greedy"])) for _ in range(players)]
    match = Match.start(rule_set, players, seed)
    for _ in range(600):
        if match.is_over:
            break
        match = match.play(choice(match.round, bots, rng))
    check_same(match, told(match, start(rule_set, players), rng if seed % 2 else None))


def test_what_a_pad_allows_holds_every_move_of_the_engine() -> None:
    for id in rule_sets():
        pad = start(id)
        for entry in game(id, seed=4).entries:
            assert type(entry.action) in pad.allowed, (id, entry)
            pad = pad.enter(entry.action)
        assert pad.allowed == () and pad.is_over


def test_undo_leads_back_through_the_same_states() -> None:
    pad = game("granna", 3, seed=2)
    again = start("granna", 3)
    states = [again]
    for entry in pad.entries:
        again = again.enter(*entry)
        states.append(again)
    assert again == pad
    for state in reversed(states):
        assert pad == state
        pad = pad.undo()
    assert pad == states[0], "before the first entry there is nothing to take back"


# --- starting ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ann"], "for 2 to 8 players, not 1"),
        ([f"P{n}" for n in range(9)], "for 2 to 8 players, not 9"),
        (["Ann", ""], "player 2 has no name"),
        (["Ann", " \n\u202e "], "player 2 has no name"),
        (["Ann", "Ann "], "two players are called"),
        (["Ann", 7], "player 2 has no name"),
    ],
)
def test_players_that_cannot_be(names: list[Any], said: str) -> None:
    with pytest.raises(TrinbError, match=said):
        Pad.start(names, SWEDISH)


def test_names_are_made_fit_to_be_shown() -> None:
    pad = Pad.start(["<b>\u202eAnn\n</b>", "x" * 10_000, "\ud800o"], SWEDISH)
    assert pad.names == ("<b> Ann </b>", "x" * 39 + "…", "o")
    assert all(name.encode() for name in pad.names)


def test_everybody_begins_with_a_hand_and_the_rest_is_the_pool() -> None:
    for id in rule_sets():
        rule_set = rules(id)
        for players in range(rule_set.players[0], rule_set.players[1] + 1):
            tally = start(id, players).round
            assert sum(tally.counts) + tally.pool == len(rule_set.tile_set)
            assert set(tally.counts) == {rule_set.hand.size(players)}


# --- the first tile ---------------------------------------------------------------------------------------


def test_who_leads_is_said_and_the_next_clockwise_is_to_move() -> None:
    pad = start(players=3).lead("Cy", "4-4-4")
    assert (pad.totals, pad.whose_turn, pad.round.counts) == ((0, 0, 25), "Ann", (5, 5, 4))
    assert start().whose_turn is None, "nobody knows who leads"


def test_only_a_triple_can_be_led_unless_all_have_drawn() -> None:
    error = refused(start(), Lead(0, Placement.parse("^0,0=021")))
    assert error.reason is Illegal.WRONG_START and "everybody draws" in str(error)
    pad = start().lap()
    assert (pad.round.counts, pad.round.pool) == ((6, 6), 44)
    assert start("triominos-de").lead(0, "3-4-5").totals == (12, 0), "no triple: the highest tile"


def test_a_lap_of_draws_is_checked() -> None:
    for seats in ((0,), (0, 0), (0, 2), (0, 1, 2)):
        assert refused(start(), Lap(seats)).reason is Illegal.NOTHING_TO_DRAW
    assert refused(start("triominos-de"), Lap((0, 1))).reason is Illegal.WRONG_START
    few = start("triominos-nl", 3).lap(["Ann", "Cy"])
    assert few.round.counts == (8, 7, 8), "only those who are equal draw on"


def test_a_second_triple_counts_only_where_the_rules_say_so() -> None:
    pad = start("triominos-nl-literal").lead(1, "4-4-4", second_triple=True)
    assert [line.points for line in pad.last.lines] == [12, 10, 10]
    assert "second triple" in str(refused(start(), Lead(0, Placement.parse("^0,0=444"), True)))


def test_the_last_winner_turns_up_the_first_tile_in_granna() -> None:
    pad = start("granna")
    assert refused(pad, TurnUp(Placement.parse("^0,0=444"))).reason is Illegal.WRONG_START
    first = game("granna", seed=5).finished[0]
    assert first.end is End.OUT and first.winner is not None
    pad = told_until_round_two()
    assert pad.allowed == (TurnUp, Finish)
    assert pad.whose_turn == pad.names[pad.finished[0].winner]
    up = pad.turn_up("0-2-1")
    assert up.round.pool == pad.round.pool - 1 and up.round.scores == (0, 0)
    assert up.whose_turn != pad.whose_turn
    assert refused(pad, Lead(0, Placement.parse("^0,0=444"))).reason is Illegal.WRONG_START


def told_until_round_two() -> Pad:
    pad = start("granna")
    for entry in game("granna", seed=5).entries:
        if pad.number == 2:
            break
        pad = pad.enter(*entry)
    return pad


def test_the_first_tile_lies_in_the_middle_but_may_be_turned() -> None:
    pad = start("triominos-de")
    assert str(pad.enter(Lead(0, Placement.parse("^0,0=534"))).round.board) == "^0,0=534"
    assert refused(pad, Lead(0, Placement.parse("v0,0=345"))).reason is Illegal.WRONG_START
    assert refused(led(), Lead(1, Placement.parse("^0,0=444"))).reason is Illegal.WRONG_START
    assert refused(start(), Lead(2, Placement.parse("^0,0=444"))).reason is Illegal.WRONG_START
    for early in (Place(Placement.parse("^0,0=444")), DRAW, PASS, END_TURN, Out(), Blocked()):
        assert refused(start(), early).reason is Illegal.WRONG_START


# --- placing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("^0,0=445", Illegal.CELL_FILLED),
        ("v3,0=554", Illegal.NO_SHARED_SIDE),
        ("v0,0=545", Illegal.DIGITS_CLASH),
        ("v0,0=555", Illegal.ALREADY_LAID),
        ("v0,0=558", Illegal.NOT_IN_SET),
        ("v0,0=012", Illegal.NOT_IN_SET),
    ],
)
def test_a_tile_that_cannot_lie_there(token: str, reason: Illegal) -> None:
    error = refused(led(), Place(Placement.parse(token)))
    assert error.reason is reason
    assert bool(error.vertices) == (reason is Illegal.DIGITS_CLASH)


def test_it_scores_as_score_does() -> None:
    for id in rule_sets():
        pad = game(id, seed=3)
        board = Board()
        for note in pad.notes:
            action = note.entry.action
            if isinstance(action, Lead | TurnUp):
                board = Board()
            if isinstance(action, Place):
                assert note.lines == score(pad.rules, board, action.placement).lines
            if isinstance(action, Lead | TurnUp | Place):
                board = board.place(action.placement)


# --- drawing, passing, ending a turn ----------------------------------------------------------------------


def test_a_draw_costs_what_the_rules_say_and_in_vain_more() -> None:
    pad = led("triominos-english").draw(3)
    assert [line.points for seat, line in pad.round.lines if seat == 1] == [-5, -5, -5]
    assert (pad.round.scores[1], pad.round.counts, pad.whose_turn) == (-15, (8, 12), "Bo")
    assert DRAW.__class__ not in pad.allowed and refused(pad, DRAW).reason is Illegal.NOTHING_TO_DRAW
    assert refused(pad, PASS).reason is Illegal.CANNOT_END
    vain = pad.in_vain()
    assert (vain.round.scores[1], vain.whose_turn) == (-25, "Ann")
    placed = pad.place("v0,0=554")
    assert placed.round.scores[1] == -15 + 14


def test_draws_that_cost_only_in_vain() -> None:
    pad = led("triominos-nl-literal").draw(3)
    assert pad.round.scores[1] == 0
    assert pad.in_vain().round.scores[1] == -15
    assert pad.place("v0,0=554").round.scores[1] == 28


def test_in_vain_is_not_said_too_early() -> None:
    assert refused(led(), InVain()).reason is Illegal.MUST_DRAW
    assert refused(led("triominos-english").draw(2), InVain()).reason is Illegal.MUST_DRAW
    assert led().draw().in_vain().whose_turn == "Ann"


def test_a_drawn_tile_that_has_to_wait_ends_the_turn_by_itself() -> None:
    assert led("triangelspelet-late-draw").draw().whose_turn == "Ann"
    assert led("granna").draw().whose_turn == "Ann"


def test_late_draws_that_cost_when_in_vain_have_to_be_told() -> None:
    late = rules("triangelspelet-late-draw").evolve(id="late", draws={"failed": 10})
    pad = led(late).draw()
    assert pad.whose_turn == "Bo" and set(pad.round.allowed) == {InVain, type(END_TURN)}
    assert refused(pad, Place(Placement.parse("v0,0=554"))).reason is Illegal.CANNOT_END
    assert pad.in_vain().totals == (25, -10) and pad.end_turn().totals == (25, 0)


def test_a_pass_needs_an_empty_pool() -> None:
    error = refused(led(), PASS)
    assert error.reason is Illegal.MUST_DRAW and "can still be drawn" in str(error)
    assert refused(led(), END_TURN).reason is Illegal.CANNOT_END


def emptied(id: str | RuleSet = SWEDISH) -> Pad:
    """Two players have drawn the pool empty."""
    pad = led(id)
    while pad.round.pool:
        pad = pad.draw()
        pad = pad.in_vain() if InVain in pad.allowed else pad
    return pad


def test_no_tile_is_drawn_from_an_empty_pool() -> None:
    pad = emptied()
    error = refused(pad, DRAW)
    assert error.reason is Illegal.NOTHING_TO_DRAW and "the pool is empty" in str(error)
    assert sum(pad.round.counts) == 55


def test_stuck_with_an_empty_pool_costs_ten_in_german() -> None:
    pad = emptied("triominos-de")
    before = pad.round.scores
    assert sum(pad.pass_turn().round.scores) == sum(before) - 10


def test_when_all_have_passed_somebody_must_have_been_wrong() -> None:
    error = refused(emptied().pass_turn(), PASS)
    assert error.reason is Illegal.MUST_PLACE and "somebody holds" in str(error)
    again = emptied().pass_turn().place("v0,0=554").pass_turn()
    assert refused(again, PASS).reason is Illegal.MUST_PLACE, "it is counted anew after a tile"


def test_a_turn_of_several_tiles_has_to_be_ended() -> None:
    pad = led("granna").place("v0,0=554")
    assert pad.whose_turn == "Bo"
    two = pad.place("^0,1=445")
    assert (two.whose_turn, two.round.counts) == ("Bo", (5, 4))
    assert refused(two, DRAW).reason is Illegal.NOTHING_TO_DRAW
    assert refused(two, PASS).reason is Illegal.CANNOT_END
    assert two.end_turn().whose_turn == "Ann"
    assert refused(led("granna"), END_TURN).reason is Illegal.CANNOT_END


# --- out and blocked --------------------------------------------------------------------------------------


def one_each(id: str | RuleSet = SWEDISH, players: int = 3, hand: int = 2) -> Pad:
    """Everybody has taken so few tiles that the next one to place is out."""
    rule_set = (rules(id) if isinstance(id, str) else id).evolve(
        id="short", hand={"tiles": hand, "by_players": {}}, match={"target": "unlimited", "rounds": 1}
    )
    pad = start(rule_set, players).lead(0, "5-5-5")
    for token in ("v0,0=554", "v-1,0=535")[: players - 1]:
        pad = pad.place(token)
        pad = pad.end_turn() if type(END_TURN) in pad.allowed else pad
    return pad


def going_out(id: str | RuleSet = SWEDISH) -> Pad:
    pad = one_each(id).place("v0,-1=255")
    assert pad.round.counting is End.OUT and pad.round.counts == (0, 1, 1)
    return pad


def test_going_out_with_the_digits_of_the_others() -> None:
    pad = going_out()
    assert (pad.round.needs, pad.allowed, pad.whose_turn) == (Needs.HANDS, (Out,), None)
    for hands in ([None, 9, 8], [(), "1-3-5", "2-2-4"], [0, 9, "2-2-4"]):
        over = pad.out(hands)
        assert over.totals[0] == 25 + 67
        assert (over.end, over.winners) == (MatchEnd.ROUNDS, (0,))
    assert pad.out(pool=sum(tile.sum for tile in pad.round.tiles) - 17).totals[0] == 25 + 67


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ([], "have to be told"),
        ([None, 9, None], "have to be told"),
        ([None, 9], "2 hands are told for 3 players"),
        ([None, 99, 8], "not to 99"),
        ([None, -1, 8], "not to -1"),
        ([3, 9, 8], "not to 3"),
        (["1-1-1", 9, 8], "there must be 0 tiles, not 1"),
        ([None, "1-3-5 0-0-1", 8], "there must be 1 tile, not 2"),
        ([None, "1-3-5", "1-3-5"], "told twice"),
        ([None, "5-5-5", 8], "lies on the table already"),
    ],
)
def test_what_cannot_be_left_is_refused(hands: list[Any], said: str) -> None:
    with pytest.raises(IllegalMove, match=said):
        going_out().out(hands)


def test_tiles_that_are_not_in_the_box_are_refused() -> None:
    with pytest.raises(NotationError, match="0-1-2"):
        going_out().out([None, "0-1-2", 8])


def test_nothing_else_can_be_entered_before_the_round_is_counted() -> None:
    for action in (DRAW, PASS, END_TURN, Place(Placement.parse("^0,1=445")), Finish(), Blocked()):
        assert refused(going_out(), action).reason is Illegal.ROUND_OVER


def test_nobody_is_out_with_tiles_in_hand() -> None:
    error = refused(led(), Out((9, 8)))
    assert error.reason is Illegal.TILES_LEFT
    assert str(error).endswith("\u2068Bo\u2069 must still hold 5 tiles")


def test_in_granna_nothing_has_to_be_told() -> None:
    pad = going_out("granna")
    assert pad.round.needs is Needs.NOTHING
    assert pad.out().round.scores == (11, 0, 0), "1 + 10; a tile laid and a tile left for the others"


def test_the_pool_counts_against_the_winner_in_the_literal_dutch_rules() -> None:
    pad = going_out("triominos-nl-literal")
    assert pad.round.needs is Needs.POOL
    pool = sum(tile.sum for tile in pad.round.tiles) - 17
    with pytest.raises(IllegalMove, match="in the pool have to be told"):
        pad.out()
    assert pad.out(pool=pool).totals == pad.out([None, 9, 8]).totals
    assert pad.out(pool=pool).last.points == -pool
    with pytest.raises(IllegalMove, match="add up to"):
        pad.out([None, 9, 8], pool=pool + 1)


def test_with_an_empty_pool_the_digits_are_known() -> None:
    pad = start(players=3)
    for entry in game("triangelspelet", 3, seed=12).entries:
        if isinstance(entry.action, Out) and not pad.round.pool:
            break
        pad = pad.enter(*entry)
    assert pad.round.counting is End.OUT and pad.round.needs is Needs.NOTHING
    left = sum(tile.sum for tile in pad.round.tiles)
    assert pad.out().last.points == 50 + left
    first, *others = sorted(pad.round.tiles, key=lambda tile: tile.sum)
    one, two = (seat for seat in range(3) if pad.round.counts[seat])
    hands: list[Any] = [None] * 3
    hands[one] = (first, others.pop(0))
    assert pad.out(hands).last.points == 50 + left, "what is told may be less than everything"
    hands[two] = left - first.sum
    with pytest.raises(IllegalMove):
        pad.out(hands)


def test_a_round_is_not_blocked_while_somebody_can_place() -> None:
    error = refused(led(), Blocked((1, 2)))
    assert error.reason is Illegal.CANNOT_END and "46 tiles lie in the pool" in str(error)
    error = refused(emptied(), Blocked((1, 2)))
    assert error.reason is Illegal.MUST_PLACE and "somebody holds" in str(error)


def blocked(id: str) -> Pad:
    """A pad of a match between bots at the moment when a round is blocked."""
    for seed in range(300):
        match = play_match(rules(id), [player("greedy")] * 3, seed)
        if any(round.end is End.BLOCKED for round in match.rounds):
            pad = start(id, 3)
            for entry in told(match, pad).entries:
                if isinstance(entry.action, Blocked):
                    return pad
                pad = pad.enter(*entry)
    raise AssertionError("no round is blocked")


def test_a_blocked_round_is_seen_by_itself_and_one_hand_follows_from_the_others() -> None:
    pad = blocked("triominos-english")
    assert (pad.round.counting, pad.round.needs, pad.allowed) == (End.BLOCKED, Needs.HANDS, (Blocked,))
    tiles = pad.round.tiles
    hands, begin = [], 0
    for count in pad.round.counts:
        hands.append(tiles[begin : begin + count])
        begin += count
    whole = pad.blocked(hands)
    assert whole.totals == pad.blocked([None, *hands[1:]]).totals
    assert whole.totals == pad.blocked([sum(tile.sum for tile in hand) for hand in hands]).totals
    with pytest.raises(IllegalMove, match="have to be told"):
        pad.blocked([None, None, hands[2]])
    with pytest.raises(IllegalMove, match="add up to"):
        pad.blocked([sum(tile.sum for tile in hands[0]) + 1, *hands[1:]])


def test_a_blocked_round_gives_nothing_in_triangelspelet() -> None:
    pad = blocked("triangelspelet")
    assert pad.round.needs is Needs.NOTHING
    after = pad.blocked()
    assert after.totals == pad.totals and after.finished[-1].end is End.BLOCKED


# --- claims -----------------------------------------------------------------------------------------------


def after_bridge(claim: int | None, kind: str | None) -> Pad:
    free = rules("triominos-de").evolve(
        id="free",
        opening={"without_triple": "highest-tile"},
        score={"tile": 0, "bridge": 50, "hexagons": [0, 0, 0]},
    )
    pad = start(free)
    first, *others = moved(BRIDGE)
    pad = pad.enter(Lead(0, first))
    for placement in others:
        pad = pad.enter(Place(placement))
    return pad.place(moved(BRIDGE + " ^0,0=221")[-1], claim=claim, kind=kind)


def moved(position: str) -> list[Placement]:
    """A position turned and shifted so that its first tile lies in ^0,0."""
    from trinb.lattice import ROTATIONS, Cell

    placements = [placement.moved(ROTATIONS[3]) for placement in Board.parse(position)]
    q, r = placements[0].cell.q, placements[0].cell.r
    return [Placement(Cell(p.cell.q - q, p.cell.r - r, p.cell.up), p.digits) for p in placements]


@pytest.mark.parametrize(
    ("claim", "kind", "right", "said"),
    [
        (50, "bridge", True, "Claimed: bridge, 50. That is right."),
        (50, None, True, "Claimed: 50. That is right."),
        (None, "bridge", True, "Claimed: bridge. That is right."),
        (
            75,
            "docking",
            False,
            "Claimed: docking, 75. It is no docking. It is a bridge: one side lies against",
        ),
        (50, "drone", False, "It is no drone. It is a bridge"),
        (40, "bridge", False, "It gives 50 points (Bonus), not 40."),
        (
            0,
            None,
            False,
            "one side lies against a tile, and the opposite corner touches one too.",
        ),
        (None, "plain", False, "Claimed: plain. It is no plain placement. It is a bridge"),
    ],
)
def test_claims(claim: int | None, kind: str | None, right: bool, said: str) -> None:
    pad = after_bridge(claim, kind)
    verdict = pad.last.verdict
    assert verdict and verdict.is_right is right
    assert said in verdict.words(pad.rules)
    assert verdict.points == 50 and verdict.contact and verdict.contact.kind is Kind.BRIDGE
    assert pad.totals == after_bridge(None, None).totals, "a claim changes no points"


def test_a_claim_for_going_out_is_held_against_all_that_it_gives() -> None:
    pad = going_out().out([None, 9, 8], claim=67)
    assert pad.last.verdict and pad.last.verdict.is_right
    wrong = going_out().out([None, 9, 8], claim=50).last.verdict
    assert wrong and wrong.words(SWEDISH) == "Claimed: 50. It gives 67 points, not 50."


def test_a_claim_for_a_draw_has_no_kind_to_be_right_about() -> None:
    pad = led("triominos-de").enter(DRAW, Claim(-5))
    assert pad.last.verdict and pad.last.verdict.is_right
    pad = led("triominos-de").enter(DRAW, Claim(kind=Kind.BRIDGE))
    assert pad.last.verdict and not pad.last.verdict.is_right


@pytest.mark.parametrize("points", [True, 1.5, "7", 10**9])
def test_nonsense_is_no_claim(points: Any) -> None:
    with pytest.raises(RecordError):
        Claim(points)
    with pytest.raises(RecordError):
        Claim()
    with pytest.raises(TrinbError, match="there is no kind 'roof'"):
        led().place("v0,0=554", kind="roof")


# --- the match --------------------------------------------------------------------------------------------


def test_a_match_can_be_stopped_by_agreement() -> None:
    pad = led().finish()
    assert (pad.end, pad.winners, pad.totals) == (MatchEnd.AGREED, (0,), (25, 0))
    assert refused(pad, DRAW).reason is Illegal.ROUND_OVER
    assert refused(start(), Finish()).reason is Illegal.CANNOT_END
    assert pad.undo() == led() and not pad.undo().is_over
    even = start("granna").lead(0, "5-5-5").finish()
    assert even.winners == (0, 1), "equal totals win together"


def test_a_new_round_begins_by_itself_and_old_ones_count() -> None:
    pad = game("triangelspelet", 3, seed=1)
    assert len(pad.finished) > 1 and pad.end is MatchEnd.TARGET
    rounds = [round.scores for round in pad.finished]
    assert pad.totals == tuple(map(sum, zip(*rounds, strict=True)))
    assert sum(note.points for note in pad.notes) == sum(pad.totals), "the Swedish rules only give to one"


def test_the_best_placement_is_the_first_with_the_most_points() -> None:
    pad = game("triangelspelet", 3, seed=1)
    best, laid = pad.best, [note for note in pad.notes if isinstance(note.entry.action, Lead | Place)]
    assert best and best.points == max(note.points for note in laid)
    assert best is next(note for note in laid if note.points == best.points)
    assert start().best is None


def test_names_and_seats() -> None:
    pad = start(players=3)
    assert pad.seat_of("Bo") == pad.seat_of(1) == 1
    for who in ("bo", "", 3, -1, True, None):
        with pytest.raises(TrinbError, match="nobody here is called"):
            pad.seat_of(who)
    assert repr(led()) == "<Pad of triangelspelet: 2 players, 1 entries, round 1>"
    with pytest.raises(IllegalMove):
        _ = start().last


# --- entries as plain values ------------------------------------------------------------------------------

told_tiles = st.one_of(
    st.none(),
    st.integers(-200, 999),
    st.lists(st.builds(Tile, *[st.integers(0, 11)] * 3), max_size=4).map(tuple),
)
hands = st.lists(told_tiles, max_size=8).map(tuple)
placements = st.sampled_from([*Board.parse(BRIDGE)])
entries = st.builds(
    Entry,
    st.one_of(
        st.builds(Lead, st.integers(0, 7), placements, st.booleans()),
        st.builds(TurnUp, placements),
        st.builds(Lap, st.lists(st.integers(0, 7), max_size=8).map(tuple)),
        st.builds(Place, placements),
        st.sampled_from([DRAW, PASS, END_TURN, InVain(), Finish()]),
        st.builds(Out, hands, told_tiles),
        st.builds(Blocked, hands),
    ),
    st.one_of(
        st.none(),
        st.builds(Claim, st.integers(-999, 999), st.one_of(st.none(), st.sampled_from(Kind))),
        st.builds(Claim, st.none(), st.sampled_from(Kind)),
    ),
)


@given(entries)
def test_an_entry_comes_back_from_its_plain_values(entry: Entry) -> None:
    assert read_entry(contents(entry)) == entry


@pytest.mark.parametrize(
    "found",
    [
        {},
        {"do": None},
        {"do": "explode"},
        {"do": "__class__"},
        {"do": "place"},
        {"do": "place", "tile": 7},
        {"do": "place", "tile": "v0,0=5"},
        {"do": "lead", "tile": "^0,0=555", "seat": True},
        {"do": "lead", "tile": "^0,0=555", "seat": 10**30},
        {"do": "lead", "tile": "^0,0=555", "seat": 0, "second_triple": 1},
        {"do": "lap", "seats": "01"},
        {"do": "lap", "seats": [0.0]},
        {"do": "lap", "seats": [0] * 1000},
        {"do": "out", "hands": {"a": 1}},
        {"do": "out", "hands": [[1]]},
        {"do": "out", "hands": ["x"]},
        {"do": "out", "hands": [float("nan")]},
        {"do": "draw", "claim": 75},
        {"do": "draw", "claim": {}},
        {"do": "draw", "claim": {"points": "75"}},
        {"do": "draw", "claim": {"kind": "roof"}},
        {"do": "draw", "claim": {"kind": ["bridge"]}},
        {"do": "draw", "claim": {"points": 1, "x": 2}},
    ],
    ids=str,
)
def test_what_is_no_entry_is_refused_in_words(found: dict[str, Any]) -> None:
    with pytest.raises(TrinbError) as error:
        read_entry(found)
    assert len(str(error.value)) < 300 and str(error.value).isprintable()


def test_rules_without_a_match_end_can_be_refereed() -> None:
    endless = SWEDISH.evolve(id="endless", match={"target": "unlimited"})
    with pytest.raises(RulesError):
        play_match(endless, [player("greedy")] * 2)
    assert led(endless).finish().is_over
