"""The tables behind a board that is touched, without any browser."""

from __future__ import annotations

from random import Random

import pytest

from trinb import Board, Draw, IllegalMove, Placement, Round, Tile, TrinbError, player, rules
from trinb.errors import Illegal
from trinb.widgets.table import FreeTable, RoundTable


def free() -> FreeTable:
    return FreeTable(Board.parse("^0,0=555"), rules("triangelspelet"), [Tile(4, 5, 5), Tile(0, 0, 1)])


def against_greedy(seed: int, players: int = 2, seat: int = 0) -> RoundTable:
    rng = Random(seed)
    start = Round.deal(rules("triangelspelet"), players, rng)
    return RoundTable(start, seat, [player("greedy")] * (players - 1), rng)


def step(table: RoundTable) -> None:
    """Do the first thing that is allowed."""
    if table.placements():
        table.place(table.placements()[0])
    else:
        table.act(table.actions[0])


def test_free_table_holds_what_is_not_on_the_board() -> None:
    table = FreeTable(Board.parse("^0,0=555"), rules("triangelspelet"))
    assert len(table.hand) == 55
    assert Tile(5, 5, 5) not in table.hand


def test_free_table_refuses_a_tile_of_another_set() -> None:
    with pytest.raises(TrinbError, match="0-1-2 is not in triangelspelet-56; its mirror 0-2-1 is"):
        FreeTable(Board(), rules("triangelspelet"), [Tile(0, 1, 2)])


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


@pytest.mark.parametrize("seed", range(6))
def test_a_round_is_played_to_its_end_and_taken_back_to_its_beginning(seed: int) -> None:
    table = against_greedy(seed, players=3, seat=seed % 3)
    first, seen = table.state, [table.state]
    while not table.is_over:
        assert table.state.seat == table.seat, "the bots move at once"
        step(table)
        seen.append(table.state)
    assert "The round is over" in table.status
    for state in reversed(seen):
        assert table.state is state
        table.undo()
    assert table.state is first


def test_the_standings_are_the_scores_and_name_everybody() -> None:
    table = against_greedy(1, players=3, seat=1)
    assert [standing.name for standing in table.standings] == ["Greedy 1", "You", "Greedy 3"]
    assert tuple(standing.points for standing in table.standings) == table.state.scores
    assert [standing.tiles for standing in table.standings] == [len(hand) for hand in table.state.hands]


def test_the_log_tells_every_event_and_its_points() -> None:
    table = against_greedy(4)
    while not table.is_over:
        step(table)
    assert len(table.log) == len(table.state.events)
    points = sum(line.points for entry in table.log for line in entry.lines)
    assert points == sum(table.state.scores)


def test_drawing_is_offered_only_when_nothing_fits() -> None:
    for seed in range(40):
        table = against_greedy(seed)
        if not table.placements() and not table.is_over:
            assert table.actions == (Draw(),)
            assert table.status == "Your turn. Nothing fits: draw a tile."
            table.act(Draw())
            return
    raise AssertionError("no deal among these asks for a draw")


def test_a_table_needs_a_bot_for_every_other_seat() -> None:
    start = Round.deal(rules("triangelspelet"), 3, 1)
    with pytest.raises(TrinbError, match="3 seats need one person and 2 bots"):
        RoundTable(start, 0, [player("greedy")], Random(1))
