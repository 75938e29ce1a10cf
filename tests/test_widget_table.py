"""What lies behind a board that is touched, without any browser: tables, set-up, and the file of a game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb import (
    Board,
    Draw,
    EndTurn,
    IllegalMove,
    Match,
    Placement,
    RecordError,
    RulesError,
    RuleSet,
    Tile,
    TrinbError,
    player,
    read_record,
    rule_sets,
    rules,
    view_of,
    write_record,
)
from trinb.errors import Illegal
from trinb.moves import What
from trinb.records import read_lines
from trinb.widgets import Play, gamefile
from trinb.widgets.gamesetup import HINTS, Setup, form, is_own, own_id, read_seed
from trinb.widgets.matchtable import MatchTable, Phase
from trinb.widgets.roundend import round_end
from trinb.widgets.seats import Seat
from trinb.widgets.table import FreeTable

SWEDISH = rules("triangelspelet")


def free() -> FreeTable:
    return FreeTable(Board.parse("^0,0=555"), SWEDISH, [Tile(4, 5, 5), Tile(0, 0, 1)])


def table_of(
    kinds: str, seed: int = 1, rule_set: RuleSet = SWEDISH, whole: bool = True, names: str = ""
) -> MatchTable:
    """A table with these seats: y for a person, g and r for bots."""
    words = {"y": "you", "g": "greedy", "r": "random"}
    names_ = names.split() if names else [""] * len(kinds)
    seats = [Seat(words[kind], name) for kind, name in zip(kinds, names_, strict=True)]
    return MatchTable(Match.start(rule_set, len(kinds), seed), seats, whole)


def step(table: MatchTable, rng: Random | None = None) -> None:
    """Do one thing that there is to do: the first, or any."""
    phase = table.phase
    if phase is Phase.CURTAIN:
        table.uncover()
    elif phase is Phase.LOOK:
        table.cover()
    elif phase is Phase.WATCH:
        table.step()
    elif phase is Phase.ROUND_OVER:
        table.next_round()
    elif phase is Phase.CHOOSE:
        moves = table.round.moves
        table.act(rng.choice(moves) if rng else moves[0])


def until(table: MatchTable, phase: Phase, most: int = 2000) -> MatchTable:
    """Go on until there is this to do."""
    for _ in range(most):
        if table.phase is phase:
            return table
        step(table)
    raise AssertionError(f"{phase} never comes")


# --- free ----------------------------------------------------------------------------------------------


def test_free_table_holds_what_is_not_on_the_board() -> None:
    table = FreeTable(Board.parse("^0,0=555"), SWEDISH)
    assert len(table.hand) == 55
    assert Tile(5, 5, 5) not in table.hand


def test_free_table_refuses_a_tile_of_another_set() -> None:
    with pytest.raises(TrinbError, match="0-1-2 is not in triangelspelet-56; its mirror 0-2-1 is"):
        FreeTable(Board(), SWEDISH, [Tile(0, 1, 2)])


def test_free_table_refuses_with_a_reason() -> None:
    table = free()
    with pytest.raises(IllegalMove) as refused:
        table.place(Placement.parse("v0,0=455"))
    assert refused.value.reason is Illegal.DIGITS_CLASH
    with pytest.raises(IllegalMove) as refused:
        table.place(Placement.parse("v0,0=555"))
    assert refused.value.reason is Illegal.NOT_IN_HAND
    assert len(table.board) == 1 and not table.can_undo


def test_free_table_undo_and_redo_walk_the_states() -> None:
    table = free()
    table.place(Placement.parse("v0,0=554"))
    after = table.state
    table.undo()
    assert str(table.board) == "^0,0=555" and len(table.hand) == 2 and table.log == ()
    table.redo()
    assert table.state is after
    table.redo()
    assert table.state is after, "nothing more to do again"


def test_a_new_move_forgets_what_was_taken_back() -> None:
    table = free()
    table.place(Placement.parse("v0,0=554"))
    table.undo()
    table.place(Placement.parse("v-1,0=545"))
    assert not table.can_redo


# --- one person ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "kinds"), list(enumerate(["ygg", "gyg", "ggy", "yr", "gy", "y"])))
def test_a_round_is_played_to_its_end_and_taken_back_to_its_beginning(seed: int, kinds: str) -> None:
    rule_set = Setup.of("triangelspelet", ["you"]).played_rules if kinds == "y" else SWEDISH
    table = table_of(kinds, seed, rule_set, whole=False)
    first, seen = table.state, [table.state]
    while not table.is_over:
        assert table.phase is Phase.CHOOSE, "the bots move at once, and there is no curtain"
        assert table.round.seat == table.viewer == kinds.index("y")
        step(table)
        seen.append(table.state)
    assert table.status.startswith("The round is over. ")
    for state in reversed(seen):
        assert table.state is state
        table.undo()
    assert table.state is first and not table.can_undo
    for state in seen[1:]:
        table.redo()
        assert table.state is state


@pytest.mark.parametrize("kinds", ["yrr", "yyr", "yg"])
def test_bots_do_the_same_again(kinds: str) -> None:
    table, rng = table_of(kinds, 7), Random(7)
    for _ in range(200):
        if table.phase is Phase.CHOOSE and table.can_undo is not None:
            move = rng.choice(table.round.moves)
            table.act(move)
            after = table.match
            if table.can_undo:
                table.undo()
                while table.phase is not Phase.CHOOSE:
                    step(table)
                table.act(move)
                assert table.match == after
        elif table.phase is Phase.OVER:
            break
        else:
            step(table, rng)
    assert table.number > 1, "it went on into another round"


def test_a_table_is_the_match_that_its_moves_make() -> None:
    table = table_of("ygr", 3)
    until(table, Phase.OVER)
    again = Match.start(SWEDISH, 3, 3)
    for round in table.match.rounds:
        for event in round.events:
            if event.what in (What.START, What.PLACE, What.DRAW, What.PASS):
                move = next(
                    move for move in again.round.moves if getattr(move, "placement", None) == event.placement
                )
                again = again.play(move)
    assert again == table.match and again.winners == table.match.winners


def test_the_standings_are_the_scores_and_name_everybody() -> None:
    table = table_of("gyg", 1)
    assert [standing.name for standing in table.standings] == ["Greedy 1", "You", "Greedy 3"]
    assert tuple(standing.points for standing in table.standings) == table.round.scores
    assert [standing.tiles for standing in table.standings] == [len(hand) for hand in table.round.hands]
    assert {standing.in_round for standing in table.standings} == {None}
    until(table, Phase.ROUND_OVER)
    first = table.totals
    table.next_round()
    for standing, before, now in zip(table.standings, first, table.round.scores, strict=True):
        assert (standing.points, standing.in_round) == (before + now, now)


def test_the_log_tells_every_event_and_its_points() -> None:
    table = until(table_of("yg", 4), Phase.OVER)
    heads = [entry.words for entry in table.log if entry.kind == "head"]
    assert heads == [f"Round {number}" for number in range(1, table.number + 1)]
    events = [event for round in table.match.rounds for event in round.events]
    assert len(table.log) == len(events) + len(heads)
    assert sum(line.points for entry in table.log for line in entry.lines) == sum(table.totals)
    mine = [entry for entry in table.log if entry.mine]
    assert mine and all(entry.words.startswith("You ") for entry in mine)
    assert sum(event.seat == 0 for event in events) == len(mine)


def test_drawing_is_offered_only_when_nothing_fits() -> None:
    for seed in range(40):
        table = table_of("yg", seed)
        if not table.placements() and not table.is_over:
            assert table.actions == (Draw(),)
            assert table.status == "Your turn. Nothing fits: draw a tile."
            before = set(table.hand)
            table.act(Draw())
            (drawn,) = set(table.hand) - before
            assert table.drawn == (drawn,) and f"You drew {drawn}." in table.status
            return
    raise AssertionError("no deal among these asks for a draw")


def test_what_would_be_a_hint_is_not_given_away() -> None:
    """Without hints nobody is told that nothing fits, or what does."""
    told = set()
    for seed in range(30):
        table = table_of("yg", seed)
        table.tells = False
        if table.phase is not Phase.CHOOSE or table.round.leads:
            continue
        assert table.status == "Your turn. Choose a tile, then a place for it. If nothing fits, draw or pass."
        assert table.actions == (Draw(),), "drawing is there to be tried"
        if table.placements():
            with pytest.raises(IllegalMove) as refused:
                table.act(Draw())
            assert str(refused.value) == "who can place a tile must place one"
        told.add(bool(table.placements()))
    assert told == {True, False}


def test_a_seat_for_every_player_and_only_bots_that_there_are() -> None:
    match = Match.start(SWEDISH, 3, 1)
    with pytest.raises(TrinbError, match="2 seats for 3 players"):
        MatchTable(match, [Seat("you"), Seat("greedy")])
    with pytest.raises(TrinbError, match="there is no player 'clever'"):
        MatchTable(match, [Seat("you"), Seat("greedy"), Seat("clever")])


# --- several people ------------------------------------------------------------------------------------


def test_the_device_goes_round_behind_a_curtain() -> None:
    table, turns = table_of("yyg", 3, names="Ann Bo -"), 0
    for _ in range(60):
        seat = table.round.seat
        if table.phase is Phase.CURTAIN:
            assert table.hand == () and table.placements() == () and table.actions == ()
            assert table.status == f"Hand the device to \u2068{['Ann', 'Bo'][seat]}\u2069."
            with pytest.raises(IllegalMove, match="nobody is asked for a move now"):
                table.act(table.round.moves[0])
            turns += 1
        elif table.phase is Phase.CHOOSE:
            assert table.hand == table.round.hands[seat] and table.viewer == seat
        step(table)
    assert turns > 8


def test_no_curtain_comes_between_a_person_and_the_same_person() -> None:
    table = until(table_of("yyg", 3, rules("granna")), Phase.CHOOSE)
    for _ in range(200):
        if table.phase is Phase.CHOOSE and table.round.moves.placements:
            seat = table.round.seat
            table.place(table.round.moves.placements[0])
            if table.round.placed:
                assert table.phase is Phase.CHOOSE and table.round.seat == seat, "the turn goes on"
                return
        else:
            step(table)
    raise AssertionError("no turn of several tiles")


def test_who_draws_in_vain_sees_the_tile_and_then_hides_it() -> None:
    table = until(table_of("yy", 3, rules("granna"), names="Ann Bo"), Phase.LOOK)
    viewer, other = table.viewer, table.round.seat
    assert viewer is not None and viewer != other
    (drawn,) = table.drawn
    assert table.hand == table.round.hands[viewer] and drawn in table.hand
    assert str(drawn) in table.status and table.actions == () and table.placements() == ()
    table.cover()
    assert table.phase is Phase.CURTAIN and table.hand == () and table.drawn == ()
    table.uncover()
    assert table.viewer == other and table.drawn == (), "the other one has drawn nothing"


def test_taking_back_is_told_to_everybody() -> None:
    table = until(table_of("yy", 3, names="Ann Bo"), Phase.CHOOSE)
    before = table.match
    place = table.placements()[0]
    table.place(place)
    gone = [entry.words for entry in table.log if entry.kind == "event"][-1]
    assert str(place.tile) in gone
    table.undo()
    assert table.match is before and table.phase is Phase.CHOOSE, "the device has not been handed on"
    notes = [entry.words for entry in table.log if entry.kind == "note"]
    assert notes == [f"Taken back: {gone}"]
    table.redo()
    assert not [entry for entry in table.log if entry.kind == "note"], "it stands after all"
    table.uncover()
    table.undo()
    assert table.phase is Phase.CURTAIN, "the tiles of the other one are not shown"
    table.uncover()
    table.place(table.placements()[-1])
    kinds = [entry.kind for entry in table.log]
    assert kinds[-2:] == ["note", "event"], "the note stays, before what was done instead"


def test_notes_are_told_in_the_order_in_which_it_happened() -> None:
    table = until(table_of("yy", 3, names="Ann Bo"), Phase.CHOOSE)
    while len(table.board) < 4:
        step(table)
    for _ in range(2):
        table.undo()
    notes = [entry.words for entry in table.log if entry.kind == "note"]
    assert len(notes) == 2 and notes[0] != notes[1]
    until(table, Phase.CHOOSE)
    step(table)
    log = [entry for entry in table.log if entry.kind != "head"]
    assert [entry.words for entry in log if entry.kind == "note"] == notes
    assert [entry.kind for entry in log][-1] == "event"


def test_with_several_people_a_round_that_is_over_cannot_be_taken_back() -> None:
    table = until(table_of("yy", 3), Phase.ROUND_OVER)
    now = table.state
    assert not table.can_undo
    table.undo()
    assert table.state is now and not [entry for entry in table.log if entry.kind == "note"]
    table.next_round()
    assert not table.can_undo and table.phase is Phase.CURTAIN, "nobody has the device yet"


def test_one_person_may_take_back_a_whole_match() -> None:
    table = until(table_of("yg", 3), Phase.OVER)
    while table.can_undo:
        table.undo()
    assert table.number == 1 and len(table.board) <= 1 and table.match.finished == ()


# --- bots alone, one alone, several tiles, leads -------------------------------------------------------


def test_bots_alone_are_watched_move_by_move() -> None:
    table = table_of("grg", 5)
    seen = 0
    while table.phase is Phase.WATCH:
        laid = len(table.round.events)
        table.step()
        seen += 1
        assert (table.hand == () and table.state.ended) or len(table.round.events) == laid + 1
    assert seen > 10 and table.phase is Phase.ROUND_OVER
    with pytest.raises(IllegalMove):
        table.act(Draw())


def test_the_bots_of_a_match_are_those_of_the_engine() -> None:
    """A bot is asked with the view of its own seat, and only where there is a choice."""
    table = table_of("gr", 5)
    until(table, Phase.ROUND_OVER)
    round = table.match.finished[0]
    replayed = Match.start(SWEDISH, 2, 5)
    while not replayed.finished:
        state = replayed.round
        chance = Random(f"5/1/{len(state.events)}")
        bot = player(("greedy", "random")[state.seat])
        replayed = replayed.play(state.moves.only or bot.choose(view_of(state, state.seat), chance))
    assert replayed.finished[0] == round


@pytest.mark.parametrize("id", rule_sets())
def test_one_person_may_practise_by_any_rules(id: str) -> None:
    table = Setup.of(id, ["you"], seed=3).table()
    while not table.state.ended:
        step(table)
    assert table.number == 1 and " gave " in table.status and "Most points" not in table.status
    assert [standing.name for standing in table.standings] == ["You"]


@pytest.mark.parametrize("id", rule_sets())
@pytest.mark.parametrize("kinds", ["yg", "ryy"])
def test_a_match_of_every_rule_set_comes_to_its_end(id: str, kinds: str) -> None:
    table, rng = table_of(kinds, 4, rules(id)), Random(f"{id}{kinds}")
    for _ in range(6000):
        if table.phase is Phase.OVER:
            break
        step(table, rng)
    assert table.phase is Phase.OVER and table.match.winners
    assert "The match is over" in table.status
    end = round_end(table)
    assert {one["best"] for one in end["players"]} >= {True}
    assert (end["rounds"] is None) == (table.number == 1)


def test_several_tiles_in_a_turn_and_the_end_of_it() -> None:
    table = until(table_of("yg", 2, rules("granna")), Phase.CHOOSE)
    for _ in range(300):
        if table.round.placed:
            break
        step(table)
    assert table.actions == (EndTurn(),)
    assert table.status == "Your turn. Place another tile, or end your turn."
    seat_before, laid = table.round.seat, len(table.round.events)
    table.act(EndTurn())
    assert table.round.events[laid].what is What.END_TURN and table.round.events[laid].seat == seat_before


def test_who_must_go_on_cannot_end_the_turn() -> None:
    table = until(table_of("yg", 2, rules("granna").evolve(turn={"several": "must-go-on"})), Phase.CHOOSE)
    for _ in range(300):
        if table.round.placed:
            break
        step(table)
    assert table.actions == () and table.status == "Your turn. Place another tile."


def test_a_lead_is_chosen_where_there_is_a_choice() -> None:
    chosen = forced = 0
    for seed in range(30):
        table = table_of("yg", seed, rules("triominos-goliath"))
        if table.round.leads:
            chosen += 1
            assert (
                table.status == "Your turn. You begin: choose the first tile, then the place in the middle."
            )
            assert len(table.placements()) > 1
            place = table.placements()[0]
            shown = table.preview(place)
            table.place(place)
            assert next(e for e in table.round.events if e.what is What.START).lines == shown
        table = table_of("yg", seed)
        if table.round.events[0].what is What.START:
            forced += table.round.events[0].seat == 0
            assert len(table.board) >= 1 and not table.round.leads, "a tile that has to be led is led"
    assert chosen and forced


def test_the_best_placements_are_those_with_the_most_points() -> None:
    table, seen = table_of("yg", 9, rules("triominos-de")), 0
    while table.phase is not Phase.OVER and seen < 40:
        if table.phase is Phase.CHOOSE and table.placements():
            most, best = table.best()
            points = {p: sum(line.points for line in table.preview(p)) for p in table.placements()}
            assert max(points.values()) == most
            assert set(best) == {p for p, total in points.items() if total == most}
            seen += 1
        step(table)
    assert seen == 40
    assert until(table_of("gg", 1), Phase.ROUND_OVER).best() == (0, ())


# --- how it ends ---------------------------------------------------------------------------------------


def test_winners_may_be_several() -> None:
    nothing = {"bridge": 0, "docking": 0, "drone": 0}
    house = SWEDISH.evolve(
        id="nil",
        score=nothing,
        opening={"triple": 0},
        out={"points": 0, "others_digits": False},
        match={"target": None, "rounds": 1},
    )
    table = until(table_of("yg", 2, house), Phase.OVER)
    assert table.match.winners == (0, 1)
    assert table.status.endswith(
        "The match is over. Equal with 0 points, and winners together: You, Greedy 2."
    )


def test_a_target_may_end_the_match_at_once() -> None:
    house = SWEDISH.evolve(id="quick", match={"target": 25, "test": "at-once"})
    table = table_of("yg", 2, house)
    assert table.phase is Phase.OVER and len(table.board) == 1, "the leading triple is enough"
    assert "The target was reached, so it stops at once." in table.status


def test_the_winner_of_the_last_round_may_win_with_fewer_points() -> None:
    for seed in range(40):
        table = until(table_of("yg", seed, rules("triominos-de")), Phase.OVER)
        (winner,) = table.match.winners
        if table.totals[winner] < max(table.totals):
            assert "having won the last round and reached the target" in table.status
            return
    raise AssertionError("no such match among these")


def test_a_single_round_is_over_after_its_first() -> None:
    table = until(table_of("yg", 2, whole=False), Phase.OVER)
    assert table.number == 1 and "match" not in table.status
    table.next_round()
    assert table.phase is Phase.OVER


def test_the_end_of_a_round_adds_up() -> None:
    table = until(table_of("ygr", 6, rules("granna")), Phase.ROUND_OVER)
    for seat, shown in enumerate(round_end(table)["players"]):
        assert sum(line["points"] for line in shown["lines"]) == table.round.scores[seat]
        assert all(line["points"] for line in shown["lines"])
        assert len({line["words"] for line in shown["lines"]}) == len(shown["lines"])
        assert len(shown["tiles"]) == len(table.round.hands[seat])
    table.next_round()
    until(table, Phase.ROUND_OVER)
    rounds = round_end(table)["rounds"]
    assert len(rounds["rounds"]) == 2
    for row, total in zip(rounds["rows"], table.totals, strict=True):
        assert sum(row["points"]) == row["total"] == total


# --- nobody sees too much ------------------------------------------------------------------------------


def shown_tiles(state: dict[str, Any], rule_set: RuleSet) -> set[Tile]:
    """Every tile that is named or drawn anywhere in the state of a widget, but for the text of clauses.

    The reasons of hints may name tiles that nobody has seen: which those are follows from the table, and
    `test_hints` makes sure that the same is said whoever holds them.
    """
    advice = state.get("advice") or {"places": []}
    places = [{**place, "why": []} for place in advice["places"]]
    text = json.dumps({**state, "advice": {**advice, "places": places}})
    for clause in rule_set.clauses:
        text = text.replace(json.dumps(clause.text), "")
    names = re.findall(r"(?<![\d.,=-])(\d)-(\d)-(\d)(?![\d.-])", text)
    names += re.findall(r"[v^]-?\d+,-?\d+=(\d)(\d)(\d)", text)
    drawn = re.findall(r'class=."digit[^>]*>(\d)<', text)
    corners = [tuple(drawn[start : start + 3]) for start in range(0, len(drawn), 3)]
    assert len(drawn) % 3 == 0
    return {Tile(*map(int, digits)) for digits in [*names, *corners]}


def public(table: MatchTable) -> set[Tile]:
    """What everybody has seen in this round: what was laid, also if it was taken back, or shown."""
    events = [*table.round.events, *(note.event for note in table._notes)]
    return {e.placement.tile if e.placement else e.tile for e in events if e.placement or e.tile}


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(["triangelspelet", "granna", "triominos-goliath", "triominos-de"]),
    st.sampled_from(["yy", "yyg", "yg", "gyy", "yyyy", "gr"]),
    st.integers(0, 10**6),
    st.sampled_from(list(HINTS)),
)
def test_the_state_never_holds_a_hidden_tile(id: str, kinds: str, seed: int, hints: str) -> None:
    names = {"y": "you", "g": "greedy", "r": "random"}
    widget, rng = Play(id, [names[kind] for kind in kinds], seed=seed, hints=hints), Random(seed)
    table = widget.table
    for _ in range(40):
        own = set(table.hand)
        hidden = {tile for hand in table.round.hands for tile in hand} | set(table.round.pool)
        if table.phase in (Phase.ROUND_OVER, Phase.OVER):
            break  # the hands are laid open and counted
        assert (
            own
            <= shown_tiles(widget.state, table.rules)
            <= own | public(table) | {p.tile for p in widget.board}
        )
        assert not shown_tiles(widget.state, table.rules) & (hidden - own - public(table))
        tile = rng.choice(sorted(hidden))
        poke: list[dict[str, Any]] = [
            {"do": "choose", "tile": str(tile)},
            {"do": "lay", "cell": "v0,0"},
            {"do": "best"},
            {"do": "fits"},
            {"do": "undo"},
            {"do": "record"},
            {"do": "act", "move": f"^1,0={''.join(map(str, tile.digits))}"},
        ]
        for message in rng.sample(poke, 2):
            widget._handle_custom_msg(message, [])
            assert widget.state["download"] is None
            # A refusal may repeat the tile that the message itself has named.
            known = set(table.hand) | public(table) | {tile}
            assert shown_tiles(widget.state, table.rules) <= known | {p.tile for p in widget.board}
        if table.phase is Phase.CHOOSE and table.round.moves:
            widget._handle_custom_msg({"do": "release"}, [])
            widget.act(rng.choice(table.round.moves))
        else:
            what = {Phase.CURTAIN: "uncover", Phase.LOOK: "cover", Phase.WATCH: "step"}.get(
                table.phase, "round"
            )
            widget._handle_custom_msg({"do": what}, [])


# --- the set-up ----------------------------------------------------------------------------------------


def test_a_setup_is_changed_thing_by_thing() -> None:
    setup = Setup.of("triangelspelet", ["you", "greedy"], seed=5)
    setup = setup.changed("players", "8")
    assert [seat.kind for seat in setup.seats] == ["you", *["greedy"] * 7]
    setup = setup.changed("kind-2", "you").changed("name-2", "  Bo\n ")
    assert setup.seats[2] == Seat("you", "Bo")
    setup = setup.changed("rules", "triominos-de")
    assert len(setup.seats) == 4 and setup.rules.id == "triominos-de", "as many as these rules allow"
    setup = (
        setup.changed("whole", "no").changed("turning", "yes").changed("hints", "ask").changed("seed", " 77 ")
    )
    assert (setup.whole, setup.turn_by_hand, setup.hints, setup.seed) == (False, True, "ask", 77)
    setup.check()
    assert setup.changed("players", "1").changed("rules", "granna").alone


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", "0"),
        ("players", "9"),
        ("players", "two"),
        ("whole", "maybe"),
        ("turning", ""),
        ("hints", "all"),
        ("seed", "-1"),
        ("seed", "1e9"),
        ("seed", "٣"),
        ("seed", "9" * 5000),
        ("kind-9", "you"),
        ("kind-0", "clever"),
        ("kind--1", "you"),
        ("name-x", "Bo"),
        ("name", "Bo"),
        ("rules", "../../etc/passwd"),
        ("rules", "own:triangelspelet"),
        ("__class__", "x"),
        ("x" * 10_000, "y" * 10_000),
    ],
)
def test_a_setup_refuses_nonsense(name: str, value: str) -> None:
    setup = Setup.of("triangelspelet", ["you", "greedy"], seed=5)
    with pytest.raises(TrinbError) as refused:
        setup.changed(name, value)
    assert len(str(refused.value)) < 400


def test_no_seed_means_any_seed() -> None:
    assert {read_seed("") for _ in range(20)} != {read_seed("")}


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(RulesError, match="triominos-de is for 2 to 4 players, not 5"):
        Setup.of("triominos-de", ["you"] * 5)
    with pytest.raises(RulesError, match="triangelspelet is for 2 to 8 players, not 9"):
        Setup.of("triangelspelet", ["you"] * 9)
    with pytest.raises(RulesError, match="triangelspelet is for 2 to 8 players, not 0"):
        Setup.of("triangelspelet", [])
    with pytest.raises(TrinbError, match="players must be a list of texts"):
        Setup.of("triangelspelet", "you")
    with pytest.raises(TrinbError, match="there is no player 'clever'; there are you, random, pupil, greedy"):
        Setup.of("triangelspelet", ["you", "clever"])
    with pytest.raises(TrinbError, match="1 names for 2 seats"):
        Setup.of("triangelspelet", ["you", "greedy"], ["Ann"])
    with pytest.raises(TrinbError, match="hints must be one of always, ask, never"):
        Setup.of("triangelspelet", ["you", "greedy"], hints="please")
    for seed in (-1, 1.5, True, 10**12):
        with pytest.raises(TrinbError, match="the seed must be a whole number"):
            Setup.of("triangelspelet", ["you", "greedy"], seed=seed)  # type: ignore[arg-type]
    endless = SWEDISH.evolve(id="endless", match={"target": None, "rounds": None})
    with pytest.raises(RulesError, match="names no end of a match: play a single round"):
        Setup.of(endless, ["you", "greedy"])
    assert Setup.of(endless, ["you", "greedy"], whole=False).table().phase is Phase.CHOOSE


def test_the_form_offers_what_the_rules_allow() -> None:
    house = SWEDISH.evolve(id="ours", name="Ours", players=(3, 5))
    assert is_own(house) and not is_own(SWEDISH) and is_own(SWEDISH.with_reading("plain-scores-sum"))
    setup = Setup.of(house, ["you"] * 3)
    shown = form(setup, house)
    assert shown["rules"]["value"] == own_id(house)
    assert shown["rules"]["options"][0] == {"value": "own:ours", "words": "Ours (your own)"}
    assert len(shown["rules"]["options"]) == len(rule_sets()) + 1
    counts = next(one for one in shown["choices"] if one["name"] == "players")
    assert [option["value"] for option in counts["options"]] == ["1", "3", "4", "5"]
    other = setup.changed("rules", "granna")
    assert other.changed("rules", own_id(house), house).rules is house
    assert "share this device" in shown["note"]
    assert "Alone you practise" in form(setup.changed("players", "1"), house)["note"]


def test_two_of_the_same_name_are_told_apart() -> None:
    table = table_of("yyg", names="Bo Bo Bo")
    assert [table.name(seat) for seat in range(3)] == ["Bo", "Bo (2)", "Bo (3)"]


# --- the file of a game --------------------------------------------------------------------------------


@pytest.mark.parametrize("kinds", ["yg", "yyr", "gr"])
@pytest.mark.parametrize("id", ["triangelspelet", "granna"])
def test_a_game_is_kept_and_gone_on_with_from_any_state(tmp_path: Path, id: str, kinds: str) -> None:
    table, rng = table_of(kinds, 11, rules(id)), Random(f"{id}{kinds}")
    path = tmp_path / "game.jsonl"
    for number in range(250):
        if table.phase is Phase.OVER:
            break
        if number % 7 == 0:
            gamefile.save(path, table)
            found = gamefile.resume(path, rules(id), len(kinds), None, True)
            assert found is not None and found.match == table.match
            seats = gamefile.with_names_of(found, table.seats)
            assert seats == table.seats
            again = MatchTable(found.match, seats)
            if table.phase is Phase.CHOOSE:  # after that one and the other go on alike
                again.viewer, move = table.viewer, rng.choice(table.round.moves)
                again.act(move)
                table.act(move)
                assert again.match == table.match
                continue
        step(table, rng)
    text = gamefile.record_text(table)
    assert read_lines(text.split("\n")) == gamefile.record_of(table)


def test_names_are_kept_and_seats_without_one_stay_so(tmp_path: Path) -> None:
    table = MatchTable(Match.start(SWEDISH, 3, 5), [Seat("you", "Ann"), Seat("greedy"), Seat("you")])
    path = tmp_path / "game.jsonl"
    gamefile.save(path, table)
    found = read_record(path)
    assert found.names == ("Ann", "greedy", "you"), "as `trinb play` writes it"
    plain = [Seat("you"), Seat("greedy"), Seat("you")]
    assert gamefile.with_names_of(found, plain) == table.seats
    assert gamefile.with_names_of(found, [Seat("you", "Eve"), *plain[1:]])[0].name == "Eve"


def test_another_game_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_record(path, table_of("yg", 5).match, ["you", "greedy"])
    before = path.read_bytes()

    def refused(*wanted: Any) -> str:
        with pytest.raises(RecordError) as error:
            gamefile.resume(path, *wanted)
        assert path.read_bytes() == before
        return str(error.value)

    assert gamefile.resume(tmp_path / "none.jsonl", SWEDISH, 2, None, True) is None
    assert gamefile.resume(path, SWEDISH, 2, 5, True) is not None
    assert "holds a game of other rules, triangelspelet; choose another name" in refused(
        rules("granna"), 2, None, True
    )
    assert "holds a game of 2 players, not 3" in refused(SWEDISH, 3, None, True)
    assert "holds a game with the seed 5, not 6" in refused(SWEDISH, 2, 6, True)
    over = until(table_of("yg", 5), Phase.OVER)
    write_record(path, over.match)
    before = path.read_bytes()
    assert "game.jsonl: holds a game that is over" in refused(SWEDISH, 2, None, True)
    first = until(table_of("yg", 5, whole=False), Phase.OVER)
    write_record(path, first.match)
    before = path.read_bytes()
    assert "holds a game that is over" in refused(SWEDISH, 2, None, False)
    assert gamefile.resume(path, SWEDISH, 2, None, True) is not None, "a match goes on after its first round"
    path.write_bytes(before[:-9])
    before = path.read_bytes()
    assert "is cut off" in refused(SWEDISH, 2, None, True)
    path.write_bytes(b"")
    before = b""
    assert "the file is empty" in refused(SWEDISH, 2, None, True)


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"game\.jsonl cannot be written: No such file or directory"):
        gamefile.save(tmp_path / "no" / "game.jsonl", table_of("yg"))


def test_names_of_files(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert gamefile.unused(path) == path
    path.touch()
    assert gamefile.unused(path).name == "game-2.jsonl"
    (tmp_path / "game-2.jsonl").touch()
    assert gamefile.unused(path).name == "game-3.jsonl"
    house = SWEDISH.evolve(id="../x<y>" * 40)
    name = gamefile.file_name(table_of("yg", 3, house))
    assert re.fullmatch(r"[A-Za-z0-9-]+\.jsonl", name) and len(name) < 60
    assert gamefile.file_name(table_of("yg", 3)) == "triangelspelet-3.jsonl"


# --- Play, in Python -----------------------------------------------------------------------------------


def test_play_keeps_a_record_and_goes_on_with_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    one = Play(players=["you", "greedy"], seed=3, record=path)
    assert read_record(path).match == one.match, "it is there at once"
    while one.table.phase is Phase.CHOOSE and len(one.board) < 9:
        one.act(one.round.moves[0])
        assert read_record(path).match == one.match
    one.undo()
    assert read_record(path).match == one.match, "what was taken back is not in it"
    two = Play(players=["you", "greedy"], record=path)
    assert two.match == one.match and two.seed == 3 and two.record == one.record
    move = one.round.moves[0]
    one.act(move)
    two.act(move)
    assert two.match == one.match, "the bots go on as they would have"
    assert "game.jsonl" in one.state["kept"]
    with pytest.raises(RecordError, match="holds a game of other rules"):
        Play("granna", record=path)
    with pytest.raises(RecordError, match="cannot be written"):
        Play(record=tmp_path / "no" / "game.jsonl")
    with pytest.raises(RecordError, match="cannot be"):
        Play(record=tmp_path)


def test_another_game_gets_another_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    widget = Play(seed=3, record=path, whole=False)
    until_over(widget)
    before = path.read_bytes()
    widget._handle_custom_msg({"do": "again"}, [])
    assert widget.seed == 4 and path.read_bytes() == before
    assert read_record(tmp_path / "game-2.jsonl").match == widget.match
    assert "game-2.jsonl" in widget.state["kept"]


def until_over(widget: Play) -> None:
    """Play on as if there were nothing to think about."""
    for _ in range(3000):
        if widget.table.phase is Phase.OVER:
            return
        step(widget.table)
    raise AssertionError("it never ends")


def test_a_record_that_can_no_longer_be_written_stops_nobody(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    widget = Play(seed=3, record=folder / "game.jsonl")
    (folder / "game.jsonl").unlink()
    folder.rmdir()
    widget.act(widget.round.moves[0])
    assert widget.state["warn"] and "game.jsonl cannot be written" in widget.state["status"]
    folder.mkdir()
    widget.act(widget.round.moves[0])
    assert not widget.state["warn"] and read_record(folder / "game.jsonl").match == widget.match


def test_the_record_is_handed_out_only_between_rounds() -> None:
    widget = Play(seed=3)
    widget._handle_custom_msg({"do": "record"}, [])
    assert widget.state["warn"] and widget.state["download"] is None
    until(widget.table, Phase.ROUND_OVER)
    widget._handle_custom_msg({"do": "record"}, [])
    given = widget.state["download"]
    assert given["name"] == "triangelspelet-3.jsonl"
    assert read_lines(given["text"].split("\n")).match == widget.match
    widget._handle_custom_msg({"do": "release"}, [])
    assert widget.state["download"] is None, "once is enough"


def test_play_is_told_what_it_is() -> None:
    widget = Play("granna", ["you", "greedy"], names=["Ann", ""], seed=3)
    assert repr(widget) == f"<Play granna: 2 seats, round 1, {len(widget.board)} tiles laid>"
    assert widget.round is widget.match.round and widget.record.names == ("Ann", "greedy")
    assert widget.state["standings"][0]["name"] == "Ann"
    with pytest.raises(TrinbError, match="there are no rules"):
        Play("chess")
    with pytest.raises(TrinbError, match="there is no language"):
        Play(language="xx")
