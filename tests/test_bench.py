"""The bench of the explorer: positions are built, opened, taken apart; what cannot be is refused in words."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from strategies import boards, few

from trinb import (
    Board,
    Cell,
    IllegalMove,
    NotationError,
    Placement,
    RulesError,
    Tile,
    TrinbError,
    rules,
    tile_set,
)
from trinb.cases import Case, case, cases
from trinb.widgets.bench import LONGEST, Bench, built

SWEDISH = rules("triangelspelet")


@pytest.mark.parametrize("one", cases(), ids=lambda one: one.id)
def test_a_case_is_shown_before_its_last_tile(one: Case) -> None:
    for bench in (Bench(SWEDISH, one.id), Bench(SWEDISH, one)):
        assert bench.board == one.board_before and bench.case == one
        bench.place(one.placement)
        assert bench.board == one.board and bench.case == one
        assert bench.lift() == one.placement
        assert bench.board == one.board_before and bench.case == one


def test_another_tile_ends_a_case() -> None:
    bench = Bench(SWEDISH, "plain")
    other = next(place for place in bench.placements() if place != case("plain").placement)
    bench.place(other)
    assert bench.case is None
    bench.undo()
    assert bench.case == case("plain")


@few
@given(boards(max_size=12))
def test_lifting_takes_every_board_apart_in_the_order_laid(board: Board) -> None:
    tiles = [placement.tile for placement in board]
    if len(set(tiles)) < len(tiles):
        with pytest.raises(NotationError, match=r"tile .* is laid twice"):
            built(board)
        return
    bench = Bench(SWEDISH, board)
    for placement in reversed(list(board)):
        assert bench.lift() == placement
    assert not bench.board and not bench.can_redo
    with pytest.raises(NotationError, match="there is no tile on the board"):
        bench.lift()
    while bench.can_undo:
        bench.undo()
    assert bench.board == board


def test_the_box_holds_what_is_not_laid() -> None:
    bench, rng = Bench(SWEDISH), Random(2)
    box = set(tile_set("triangelspelet-56"))
    for _ in range(20):
        bench.place(rng.choice(bench.placements()))
        assert set(bench.hand) == box - {placement.tile for placement in bench.board}
    bench.rules = rules("triangelspelet-pro")
    assert Tile(6, 6, 6) in bench.hand
    with pytest.raises(IllegalMove, match="not in the player's hand"):
        bench.place(next(iter(bench.board)))


def test_it_says_what_there_is_to_do() -> None:
    bench = Bench(SWEDISH)
    assert bench.status == "Choose a first tile, or pick a case."
    bench.open("^0,0=555")
    assert bench.status == "Choose a tile, then look at the places where it fits."
    small = rules("triangelspelet").evolve(id="small", tiles="ascending-1", players=[1, 1], hand={"tiles": 1})
    assert Bench(small, "^0,0=000").status == "All tiles are laid."
    assert bench.standings == () and bench.log == ()


FAULTS = {
    "^0,0:555": r"token 1 '\^0,0:555' at column 1: write \^q,r=abc",
    "^0,0=555 v0,0=554 ^5,5=111": r"token 3 '\^5,5=111' at column 19: it shares no side",
    "^0,0=555 v0,0=123": r"token 2 'v0,0=123' at column 10: a digit differs",
    "^0,0=555 ^0,0=555": r"token 2 .*there is already a tile in this cell",
    "^0,0=123 v0,0=231 ^0,1=123": r"laid twice|differs",
    "^0,0=555 v0,0=555": r"tile 5-5-5 is laid twice",
    "drone-7": r"there is no case 'drone-7'; did you mean drone-\d\?",
    "hello": r"'hello' is neither a position, such as \^0,0=555 v0,0=554, nor a case",
    "x" * (LONGEST + 1): rf"a position of {LONGEST + 1} characters is too long: at most {LONGEST}",
    "<b>x</b>": r"token 1 '<b>x</b>'",
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: text[:24])
def test_what_is_no_position_is_refused_in_words(text: str) -> None:
    bench = Bench(SWEDISH, "^0,0=444")
    with pytest.raises(TrinbError, match=FAULTS[text]):
        bench.open(text)
    assert str(bench.board) == "^0,0=444" and not bench.can_undo


@pytest.mark.parametrize("junk", [7, None, b"^0,0=555", ["^0,0=555"], Placement(Cell(0, 0, True), (5, 5, 5))])
def test_other_things_are_no_positions(junk: object) -> None:
    with pytest.raises(NotationError, match="is no position"):
        built(junk)  # type: ignore[arg-type]


def test_spaces_and_line_breaks_do_not_matter() -> None:
    assert str(built("  ^0,0=555\n\tv0,0=554 ").board) == "^0,0=555 v0,0=554"
    assert built(" drone-2\n").case == case("drone-2")
    assert built(" \n").board == Board()
    with pytest.raises(RulesError):
        built("drone")
