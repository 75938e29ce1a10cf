"""The board against slow geometry written apart from it (`brute`): legality, contacts, holes, symmetries."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from brute import Picture, Seen, clockwise, triangle_of, vertex, word_of
from hypothesis import assume, event, given, target
from hypothesis import strategies as st
from strategies import (
    MIRRORED,
    boards,
    boards_and_places,
    boards_and_tries,
    cells,
    house_sets,
    many,
    seeded_board,
    shipped_sets,
    some,
    symmetries,
    triples_of_digits,
)

import trinb
from trinb import (
    Board,
    Cell,
    Contact,
    Illegal,
    IllegalMove,
    Kind,
    NotationError,
    Placement,
    Tile,
    TileSet,
    Vertex,
    tile_set,
)
from trinb.board import NOWHERE
from trinb.lattice import ROTATIONS, SYMMETRIES, Symmetry

ROOT = Path(__file__).resolve().parent.parent
boxes = st.one_of(st.sampled_from(MIRRORED), shipped_sets, house_sets)


def seen(contact: Contact) -> Seen:
    """A contact in the words of `brute`."""
    return Seen(contact.kind.value, contact.sides, contact.hexagons, contact.extends_bridge)


def pairs(vertices: Iterable[Vertex]) -> list[tuple[int, int]]:
    """Some vertices as plain pairs (q, r), which is how `brute` writes them."""
    return [(q, r) for q, r in vertices]


def words(cells: object) -> set[str]:
    """The texts of some cells."""
    return {str(cell) for cell in cells}  # type: ignore[attr-defined]


def again(value: object) -> object:
    """The value that its repr says how to make."""
    return eval(repr(value), dict(vars(trinb)))


# --- what random boards are made of ------------------------------------------------------------------


def test_random_boards_have_everything_that_can_happen() -> None:
    """The tests below look at random boards; were those too tame, they would hold nothing."""
    count: Counter[str] = Counter()
    for seed in range(300):
        picture = Picture(str(seeded_board(seed, MIRRORED[1 + seed % 3], 12 + seed % 24)))
        for contact in picture.seen.values():
            count[contact.kind] += 1
            count[f"{contact.hexagons} hexagons"] += 1
            count["extension"] += contact.extends
        for hole in picture.holes():
            count["hole of more than one cell" if len(hole) > 1 else "hole of one cell"] += 1
        count["several holes"] += len(picture.holes()) > 1
    rare = {"start": 300, "plain": 2000, "bridge": 100, "docking": 300, "drone": 40, "extension": 40}
    rare |= {"1 hexagons": 200, "2 hexagons": 10, "3 hexagons": 20}
    rare |= {"hole of one cell": 50, "hole of more than one cell": 30, "several holes": 10}
    assert {what: count[what] for what in rare if count[what] < rare[what]} == {}


# --- the facts of section 3 of the rules -------------------------------------------------------------


@given(boards(1, 36))
@many
def test_every_contact_is_what_the_geometry_says(board: Board) -> None:
    picture = Picture()
    for placement, contact in board.laid:
        assert picture.lay(str(placement)) == seen(contact), f"{placement} on {board}"
        assert contact.tip is (contact.kind is Kind.BRIDGE)
    kinds = Counter(contact.kind for _, contact in board.laid)
    event(f"bridges: {min(kinds[Kind.BRIDGE], 3)}")
    target(float(kinds[Kind.BRIDGE] + kinds[Kind.DRONE] + kinds[Kind.DOCKING]))


@given(boards(1, 36))
@many
def test_each_kind_changes_the_number_of_holes_as_the_rules_say(board: Board) -> None:
    change = {"start": 0, "plain": 0, "bridge": +1, "docking": 0, "drone": -1}
    picture, before = Picture(), 0
    for placement, contact in board.laid:
        picture.lay(str(placement))
        after = picture.hole_count()
        if contact.kind is not Kind.PLAIN:
            assert after == len(picture.holes()), "Euler's formula and the flood agree"
        assert after - before == change[contact.kind.value] == contact.holes, f"{placement} on {board}"
        before = after
    assert before == len(picture.holes()) == len(board.holes())


@given(boards_and_places())
@some
def test_a_drone_fills_a_hole_of_one_cell_and_nothing_else_does(pair: tuple[Board, Placement]) -> None:
    board, placement = pair
    is_hole = {triangle_of(str(placement.cell))} in Picture(str(board)).holes()
    assert (board.contact(placement).kind is Kind.DRONE) is is_hole


@given(boards(0, 36))
@many
def test_the_holes_are_those_of_a_flood(board: Board) -> None:
    holes = board.holes()
    assert [words(hole) for hole in holes] == [{str(cell) for cell in hole} for hole in holes]
    expected = [{word_of(triangle) for triangle in hole} for hole in Picture(str(board)).holes()]
    assert sorted(map(sorted, map(words, holes))) == sorted(map(sorted, expected))
    assert [min(hole) for hole in holes] == sorted(min(hole) for hole in holes)
    assert all(isinstance(hole, frozenset) for hole in holes)


@given(boards(0, 36))
@some
def test_the_hexagons_are_the_vertices_with_six_tiles(board: Board) -> None:
    assert pairs(board.hexagons()) == sorted(Picture(str(board)).hexagons())
    assert len(board.hexagons()) == sum(contact.hexagons for _, contact in board.laid)


@given(boards(0, 30))
@some
def test_every_vertex_shows_one_digit(board: Board) -> None:
    at_vertex: dict[tuple[int, int], set[int]] = {}
    for cell, digits in board:
        for where, digit in zip(clockwise(triangle_of(str(cell))), digits, strict=True):
            at_vertex.setdefault(vertex(where), set()).add(digit)
    assert {(q, r): {digit} for (q, r), digit in board.digits.items()} == at_vertex


@given(boards(1), cells)
@some
def test_open_cells_and_corner_digits(board: Board, far: Cell) -> None:
    picture = Picture(str(board))
    assert len(board.open_cells) == len(set(board.open_cells))
    assert words(board.open_cells) == {word_of(triangle) for triangle in picture.open_triangles()}
    for cell in (far, *board.open_cells, *(cell for cell, _ in board)):
        shown = tuple(picture.digit.get(where) for where in clockwise(triangle_of(str(cell))))
        assert board.corner_digits(cell) == shown


def test_an_empty_board_has_nothing() -> None:
    board = Board()
    assert (len(board), list(board), str(board), repr(board)) == (0, [], "", "Board()")
    assert (board.holes(), board.hexagons(), board.open_cells, dict(board.digits), board.laid) == (
        (),
        (),
        (),
        {},
        (),
    )
    assert board.corner_digits(Cell(3, 4, True)) == (None, None, None)
    assert board == Board() == Board.parse("")


@given(cells, triples_of_digits)
@some
def test_any_placement_may_begin(cell: Cell, digits: tuple[int, int, int]) -> None:
    placement = Placement(cell, digits)
    assert Board().check(placement) is None
    assert seen(Board().contact(placement)) == ("start", 0, 0, False)
    assert list(Board().place(placement)) == [placement]
    assert Board().place(placement)[cell].placement.tile == Tile(*digits)


def test_contacts_have_different_codes() -> None:
    some = {contact for seed in range(100) for _, contact in seeded_board(seed, MIRRORED[1], 30).laid}
    assert len({contact.code for contact in some}) == len(some) > 10


# --- the positions of section 5 ----------------------------------------------------------------------


class Position(NamedTuple):
    """A position, how its last tiles meet it, and the sizes of its holes before and after the last tile."""

    text: str
    last: tuple[Seen, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]


BRIDGE = Seen("bridge", 1, 0, False)
POSITIONS = {
    "bridge, one-cell hole": Position(
        "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221",
        (BRIDGE,),
        (),
        (1,),
    ),
    "bridge, two-cell hole": Position(
        "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=223 ^-2,2=332 v-2,2=333 ^-1,2=353 v-1,1=135 "
        "^0,1=551 v0,0=115 ^0,0=113",
        (BRIDGE,),
        (),
        (2,),
    ),
    "docking that completes a hexagon": Position(
        "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525 ^0,0=251",
        (Seen("docking", 2, 1, False),),
        (),
        (),
    ),
    "docking that seals a hole": Position(
        "v-2,1=112 ^-2,2=221 ^-1,1=231 v-1,0=513 v-2,2=222 ^-1,2=252 v-1,2=525 ^0,2=555 "
        "v0,1=055 ^0,1=503 v0,0=330 ^0,0=335",
        (Seen("docking", 2, 0, False),),
        (1,),  # it was closed by the touch of a corner alone
        (1,),
    ),
    "bridge (second last tile), then extension": Position(
        "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=224 ^-2,2=442 v-2,2=445 ^-1,2=514 v-1,1=341 "
        "^0,1=113 v0,0=331 ^0,0=333 v-1,0=323",
        (BRIDGE, Seen("docking", 2, 0, True)),
        (2,),
        (1,),
    ),
    "drone, two hexagons": Position(
        "v-1,-1=024 ^-1,0=442 ^0,-1=440 v-1,0=441 ^-1,1=514 v0,-1=443 v-1,1=155 ^0,1=511 v0,0=311 ^0,0=134",
        (Seen("drone", 3, 2, False),),
        (1,),
        (),
    ),
    "extension of an extension": Position(
        "^0,0=000 v0,-1=000 ^0,-1=000 v0,-2=000 ^0,-2=000 v-1,-2=000 ^-1,-1=000 v-2,-1=000 "
        "^-2,0=000 v-3,0=000 ^-3,1=000 v-3,1=000 ^-3,2=000 v-3,2=000 ^-2,2=000 v-2,1=000 "
        "v-2,0=000 ^-1,0=000 v-1,0=000 ^-1,1=000",
        (BRIDGE, Seen("docking", 2, 0, True), Seen("docking", 2, 0, True)),
        (1, 1),
        (1, 1),
    ),
    "drone that extends a bridge": Position(
        "^0,0=000 v0,-1=000 ^0,-1=000 v0,-2=000 ^1,-2=000 v1,-2=000 ^2,-2=000 v2,-2=000 "
        "^2,-1=000 v1,-1=000 ^1,0=000 v1,0=000 ^2,0=000 v2,0=000 ^2,1=000 v1,1=000 ^1,2=000 "
        "v0,2=000 ^0,2=000 v0,1=000 ^0,1=000 v0,0=000",
        (BRIDGE, BRIDGE, Seen("drone", 3, 0, True)),
        (1, 1, 1),
        (1, 1),
    ),
}
positions_of_the_rules = pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())


@positions_of_the_rules
def test_the_last_tiles_are_what_their_name_says(position: Position) -> None:
    board = Board.parse(position.text)
    assert str(board) == position.text
    contacts = tuple(seen(contact) for _, contact in board.laid)
    assert contacts[-len(position.last) :] == position.last
    assert contacts == tuple(Picture(position.text).seen.values())


@positions_of_the_rules
def test_the_holes_before_and_after_the_last_tile(position: Position) -> None:
    before, _, last = position.text.rpartition(" ")
    board = Board.parse(before)
    assert tuple(sorted(map(len, board.holes()))) == position.before
    assert tuple(sorted(map(len, board.place(Placement.parse(last)).holes()))) == position.after


@pytest.mark.parametrize("name", list(POSITIONS)[:6])
def test_the_tiles_are_in_every_shipped_set(name: str) -> None:
    for box in ("triangelspelet-56", "triangelspelet-77", "triominos-56", "mirrored-76"):
        tiles = [placement.tile for placement in Board.parse(POSITIONS[name].text)]
        assert tile_set(box).mask(tiles).bit_count() == len(tiles), "all different, all in the set"


@positions_of_the_rules
@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
def test_a_turned_position_meets_itself_alike(position: Position, symmetry: Symmetry) -> None:
    moved = Board.parse(position.text).moved(symmetry)
    assert tuple(Picture(str(moved)).seen.values())[-len(position.last) :] == position.last
    assert Board.parse(str(moved)) == moved


# --- the sequence of legal placements ----------------------------------------------------------------


@given(boards(1, 16), boxes)
@some
def test_placements_are_those_of_brute_force(board: Board, box: TileSet) -> None:
    found = [str(placement) for placement in board.placements(box)]
    assert len(found) == len(set(found))
    assert set(found) == set(Picture(str(board)).placements(tile.digits for tile in box))
    target(float(len(found)))


@given(boxes, st.data())
@some
def test_on_an_empty_board_each_tile_has_one_placement(box: TileSet, data: st.DataObject) -> None:
    hand = data.draw(st.integers(0, 2 ** len(box) - 1))
    assert [str(p) for p in Board().placements(box)] == [f"^0,0={''.join(_hex(tile))}" for tile in box]
    assert [p.tile for p in Board().placements(box, hand)] == list(box.of_mask(hand))


def _hex(tile: Tile) -> list[str]:
    return ["0123456789ab"[digit] for digit in tile.digits]


@given(boards(0, 16), boxes, st.data())
@some
def test_a_hand_leaves_only_its_tiles(board: Board, box: TileSet, data: st.DataObject) -> None:
    hand = data.draw(st.integers(0, 2 ** len(box) - 1))
    tiles = box.of_mask(hand)
    places = board.placements(box, hand)
    assert list(places) == [placement for placement in board.placements(box) if placement.tile in tiles]
    assert sorted(board.placements(tiles)) == sorted(board.placements(iter(tiles))) == sorted(places)
    assert bool(places) is (len(places) > 0)


@given(boards(0, 14), boxes, st.data())
@some
def test_placements_are_a_sequence(board: Board, box: TileSet, data: st.DataObject) -> None:
    places = board.placements(box)
    plain = list(places)
    size = len(plain)
    assert len(places) == size
    assert list(iter(places)) == [places[i] for i in range(size)] == plain
    assert [places[i - size] for i in range(size)] == plain
    assert list(reversed(places)) == plain[::-1]
    cut = data.draw(st.slices(size + 2))
    assert places[cut] == plain[cut]
    for index in (size, size + 5, -size - 1, 10**9):
        with pytest.raises(IndexError, match=f"^there are {size} legal placements, no number {index}$"):
            places[index]
    for placement in plain[:20]:
        assert placement in places
        assert plain.index(placement) == places.index(placement)
        assert places.count(placement) == 1


@given(boards_and_tries(), boxes)
@many
def test_a_placement_is_among_the_legal_ones_if_it_is_legal(
    pair: tuple[Board, Placement], box: TileSet
) -> None:
    board, placement = pair
    legal = Picture(str(board)).fault(str(placement)) is None and placement.tile in box
    assert (placement in board.placements(box)) is legal
    assert str(placement) not in board.placements(box)
    assert tuple(placement) not in board.placements(box)


@given(boards(0, 16), boxes)
@some
def test_placements_by_cell(board: Board, box: TileSet) -> None:
    places = board.placements(box)
    groups = list(places.by_cell())
    assert len({cell for cell, _, _ in groups}) == len(groups)
    assert [(cell, tile) for cell, _, mask in groups for tile in box.of_mask(mask)] == [
        (placement.cell, placement.tile) for placement in places
    ]
    picture = Picture(str(board))
    for cell, contact, _ in groups:
        assert seen(contact) == picture.look(triangle_of(str(cell)))
        assert board.contact_at(cell) == contact


@given(boards(1, 16), boxes)
@some
def test_a_tile_is_picked_in_a_cell(board: Board, box: TileSet) -> None:
    places = board.placements(box)
    picked = []
    for place, (cell, _, mask) in enumerate(places.by_cell()):
        for number, tile in enumerate(box):
            if mask >> number & 1:
                picked.append(places.pick(place, number))
            else:
                with pytest.raises(NotationError, match=f"^tile {tile} does not fit in "):
                    places.pick(place, number)
        assert {placement.cell for placement in picked[-mask.bit_count() :]} == {cell}
    assert picked == list(places)


@given(boards_and_tries(), boxes)
@some
def test_find_tells_the_number_of_the_tile_and_its_contact(
    pair: tuple[Board, Placement], box: TileSet
) -> None:
    board, placement = pair
    for asked in (placement, *board.placements(box)[:10]):
        picture = Picture(str(board))
        found = board.placements(box).find(asked)
        if asked.tile not in box or picture.fault(str(asked)):
            assert found is None
        else:
            number, contact = found or (-1, None)
            assert box.tiles[number] == asked.tile
            assert contact and seen(contact) == picture.look(triangle_of(str(asked.cell)))


@given(boards(0, 12), boxes, st.data())
@some
def test_only_is_the_one_placement_when_there_is_no_choice(
    board: Board, box: TileSet, data: st.DataObject
) -> None:
    number = data.draw(st.integers(0, len(box) - 1))
    for hand in (None, 0, 1 << number):
        places = board.placements(box, hand)
        event(f"{min(len(places), 2)} placements")
        assert places.only == (places[0] if len(places) == 1 else None)


def test_nowhere_has_no_placements() -> None:
    assert (len(NOWHERE), list(NOWHERE), NOWHERE.only, bool(NOWHERE)) == (0, [], None, False)


def test_placements_are_shown_shortened() -> None:
    places = Board.parse("^0,0=555").placements(tile_set("triangelspelet-56"))
    assert repr(places).startswith(f"<{len(places)} legal placements: {places[0]} {places[1]} ")
    assert repr(places).endswith(f" {places[7]} …>")
    assert repr(Board.parse("^0,0=555").placements([])) == "<0 legal placements: >"


# --- illegal placements ------------------------------------------------------------------------------


@given(boards_and_tries())
@many
def test_check_says_why_a_placement_is_illegal(pair: tuple[Board, Placement]) -> None:
    board, placement = pair
    fault = board.check(placement)
    expected = Picture(str(board)).fault(str(placement))
    event(expected[0] if expected else "legal")
    assert (fault and (fault.reason.name, pairs(fault.vertices))) == expected
    if fault:
        assert str(fault).startswith(fault.reason.value + ": ")
        assert all(f"vertex ({q},{r})" in str(fault) for q, r in fault.vertices)


@given(boards_and_tries())
@many
def test_an_illegal_placement_is_refused_and_leaves_the_board_alone(pair: tuple[Board, Placement]) -> None:
    board, placement = pair
    fault = Picture(str(board)).fault(str(placement))
    assume(fault)
    before = copy.deepcopy(
        (board, str(board), board.laid, dict(board.digits), board.open_cells, board.holes())
    )
    for refuse in (board.place, board.contact):
        with pytest.raises(IllegalMove) as caught:
            refuse(placement)
        assert (caught.value.reason.name, pairs(caught.value.vertices)) == fault
        assert str(caught.value).startswith(f"placement {placement}: {caught.value.reason.value}: ")
        assert str(caught.value).isprintable()
    assert (board, str(board), board.laid, dict(board.digits), board.open_cells, board.holes()) == before


TRY = "^0,0=012 v0,0=103"


@pytest.mark.parametrize(
    "token, reason, vertices",
    [
        ("^0,0=012", Illegal.CELL_FILLED, []),
        ("v0,0=555", Illegal.CELL_FILLED, []),
        ("^5,5=012", Illegal.NO_SHARED_SIDE, []),
        ("v1,-1=213", Illegal.NO_SHARED_SIDE, []),
        ("^1,0=321", None, []),
        ("^1,0=421", Illegal.DIGITS_CLASH, [(1, 1)]),
        ("^1,0=325", Illegal.DIGITS_CLASH, [(1, 0)]),
        ("^1,0=222", Illegal.DIGITS_CLASH, [(1, 1), (1, 0)]),
    ],
    ids=["same tile", "filled", "far away", "corner only", "legal", "apex", "last corner", "two corners"],
)
def test_reasons(token: str, reason: Illegal | None, vertices: list[tuple[int, int]]) -> None:
    fault = Board.parse(TRY).check(Placement.parse(token))
    assert (fault and (fault.reason, pairs(fault.vertices))) == (reason and (reason, vertices))


def test_three_corners_can_clash() -> None:
    board = Board.parse(POSITIONS["drone, two hexagons"].text.rpartition(" ")[0])
    fault = board.check(Placement.parse("^0,0=555"))
    assert fault and fault.reason is Illegal.DIGITS_CLASH
    assert pairs(fault.vertices) == [(0, 1), (1, 0), (0, 0)]
    assert str(fault) == (
        "a digit differs from the one already at that corner: 5 at vertex (0,1), where the board has 1; "
        "5 at vertex (1,0), where the board has 3; 5 at vertex (0,0), where the board has 4"
    )


def test_a_touch_with_a_corner_counts_too() -> None:
    text, _, last = POSITIONS["bridge, one-cell hole"].text.rpartition(" ")
    board = Board.parse(text)
    assert board.check(Placement.parse(last)) is None
    wrong = board.check(Placement.parse("^0,0=521"))
    assert wrong and (wrong.reason, pairs(wrong.vertices)) == (Illegal.DIGITS_CLASH, [(0, 1)])


def test_an_illegal_move_survives_pickling() -> None:
    with pytest.raises(IllegalMove) as caught:
        Board.parse(TRY + " ^1,0=222")
    same = pickle.loads(pickle.dumps(caught.value))
    assert (type(same), str(same)) == (IllegalMove, str(caught.value))
    assert (same.reason, same.vertices) == (caught.value.reason, caught.value.vertices)


# --- boards are values -------------------------------------------------------------------------------


@given(boards_and_places())
@many
def test_placing_makes_a_new_board_and_keeps_the_old_one(pair: tuple[Board, Placement]) -> None:
    board, placement = pair
    before = Board.parse(str(board))
    old = (
        str(board),
        hash(board),
        board.laid,
        dict(board.digits),
        board.open_cells,
        board.holes(),
        board.hexagons(),
    )
    after = board.place(placement)
    assert (
        str(board),
        hash(board),
        board.laid,
        dict(board.digits),
        board.open_cells,
        board.holes(),
        board.hexagons(),
    ) == old
    assert board == before != after
    assert [*board, placement] == list(after)
    assert len(after) == len(board) + 1
    assert placement.cell in after and placement.cell not in board
    assert after[placement.cell].placement == placement
    with pytest.raises(KeyError):
        board[placement.cell]
    # A brother on the same old board does not see what the other laid.
    assert str(board.place(placement)) == str(after)


@given(boards(1))
@some
def test_the_digits_of_a_board_cannot_be_changed(board: Board) -> None:
    where = next(iter(board.digits))
    with pytest.raises(TypeError):
        board.digits[where] = 3  # type: ignore[index]
    with pytest.raises(AttributeError):
        board.colour = 3  # type: ignore[attr-defined]


@given(boards())
@some
def test_a_board_survives_repr_pickle_and_copy(board: Board) -> None:
    for same in (again(board), pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board)):
        assert (same, hash(same), str(same)) == (board, hash(board), str(board))
        assert same.laid == board.laid
        assert list(same.placements(MIRRORED[2])) == list(board.placements(MIRRORED[2]))


@given(boards(1))
@some
def test_placements_and_contacts_survive_repr_and_pickle(board: Board) -> None:
    for placement, contact in board.laid[-3:]:
        assert again(placement) == placement == pickle.loads(pickle.dumps(placement))
        for same in (again(contact), pickle.loads(pickle.dumps(contact))):
            assert (same, hash(same), same.code) == (contact, hash(contact), contact.code)


def test_a_pickled_board_is_the_same_in_another_process() -> None:
    boards = [seeded_board(seed, MIRRORED[2], 25) for seed in range(20)]
    code = """
import pickle, sys
from trinb import Board
for board in pickle.load(sys.stdin.buffer):
    same = Board.parse(str(board))
    assert (board, hash(board)) == (same, hash(same)) and {board} == {same}
print("same")
"""
    for seed in "12":
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed},
            input=pickle.dumps(boards),
            capture_output=True,
            timeout=60,
        )
        assert done.stdout.strip() == b"same", done.stderr.decode()[-2000:]


@given(boards(1, 20), st.randoms(use_true_random=False))
@many
def test_boards_are_equal_with_the_same_tiles_and_contacts(board: Board, random: object) -> None:
    other = Board()
    left = list(board)
    while left:  # the same tiles in another order, each as soon as it may be laid
        ready = [placement for placement in left if other.check(placement) is None]
        placement = random.choice(ready)  # type: ignore[attr-defined]
        other = other.place(placement)
        left.remove(placement)
    same = set(board.laid) == set(other.laid)
    event(f"same contacts: {same}, same order: {list(board) == list(other)}")
    assert (board == other) is same
    if same:
        assert hash(board) == hash(other)
    if Picture(str(board)).seen != Picture(str(other)).seen:
        assert not same
    assert board != str(board)


def test_the_order_alone_makes_no_difference() -> None:
    one, other = Board.parse("^0,0=555 v0,0=554 v-1,0=545"), Board.parse("^0,0=555 v-1,0=545 v0,0=554")
    assert one == other and hash(one) == hash(other) and str(one) != str(other)
    assert one != Board.parse("v0,0=554 ^0,0=555 v-1,0=545"), "another tile lay first"
    assert one != Board.parse("^0,0=555 v0,0=554 v-1,0=535"), "another tile"


# --- symmetries --------------------------------------------------------------------------------------


@given(boards_and_places(), symmetries)
@many
def test_a_board_is_the_same_however_it_is_turned(pair: tuple[Board, Placement], symmetry: Symmetry) -> None:
    board, placement = pair
    moved = board.moved(symmetry)
    assert Board.parse(str(moved)) == moved, "the contacts come out the same when it is laid anew"
    assert [contact for _, contact in moved.laid] == [contact for _, contact in board.laid]
    assert {symmetry.vertex(vertex): digit for vertex, digit in board.digits.items()} == dict(moved.digits)
    assert {frozenset(map(symmetry.cell, hole)) for hole in board.holes()} == set(moved.holes())
    assert {symmetry.vertex(vertex) for vertex in board.hexagons()} == set(moved.hexagons())
    assert set(map(symmetry.cell, board.open_cells)) == set(moved.open_cells)
    assert board.place(placement).moved(symmetry) == moved.place(placement.moved(symmetry))


@given(boards(1, 16), symmetries, shipped_sets)
@some
def test_a_turned_board_has_the_turned_placements(board: Board, symmetry: Symmetry, box: TileSet) -> None:
    mirrors = [tile.mirror() if symmetry.is_reflection else tile for tile in box]
    there = [placement.moved(symmetry) for placement in board.placements(box)]
    assert set(board.moved(symmetry).placements(mirrors)) == set(there)
    both = TileSet.mirrored(5)
    assert len(board.moved(symmetry).placements(both)) == len(board.placements(both))


@given(boards(1, 12), symmetries, symmetries)
@some
def test_one_symmetry_after_the_other(board: Board, first: Symmetry, second: Symmetry) -> None:
    assert board.moved(first).moved(second) == board.moved(first.then(second))
    assert board.moved(ROTATIONS[0]) == board
    assert len({str(board.moved(symmetry)) for symmetry in SYMMETRIES}) in (4, 6, 12)


@given(cells, triples_of_digits, symmetries)
@some
def test_a_moved_placement_keeps_its_tile_or_shows_the_mirror(
    cell: Cell, digits: tuple[int, int, int], symmetry: Symmetry
) -> None:
    placement = Placement(cell, digits)
    moved = placement.moved(symmetry)
    assert moved.tile == (placement.tile.mirror() if symmetry.is_reflection else placement.tile)
    before = dict(zip(cell.corners, digits, strict=True))
    after = dict(zip(moved.cell.corners, moved.digits, strict=True))
    assert after == {symmetry.vertex(corner): digit for corner, digit in before.items()}


# --- faults found ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "digits", [(0, 0, 12), (0, 0, -1), (0, 0), (0, 0, 0, 0), (0, 0, "5"), (0, 0, 0.5)], ids=str
)
@pytest.mark.parametrize("board", ["", "^0,0=000"], ids=["empty", "one tile"])
def test_no_board_takes_what_is_no_tile(board: str, digits: tuple[object, ...]) -> None:
    with pytest.raises(trinb.TrinbError):
        Board.parse(board).place(Placement(Cell(0, 0, False), digits))  # type: ignore[arg-type]
