"""Texts of tiles, placements and positions: exact inverses, and messages that say what is wrong and where."""

from __future__ import annotations

import time

import pytest
from brute import Picture
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import boards, cells, few, many, positions, some, tiles, triples_of_digits

from trinb import Board, Cell, IllegalMove, NotationError, Placement, Tile, TrinbError
from trinb.notation import (
    Digits,
    quote,
    read_placement,
    read_position,
    read_tile,
    short_digits,
    write_placement,
    write_tile,
)

SHAPE = "write ^q,r=abc for an up cell or vq,r=abc for a down cell, e.g. ^0,0=555"
LEGAL = "^0,0=555 v0,0=554 ^1,0=445"

spaces = st.text(" \t\n\r\f\v", min_size=1, max_size=4)
nearly_positions = st.text("^v+-0123456789ab,= \n\t", max_size=40)


def one_line(error: Exception) -> str:
    """The message of an error, which must be a single line of readable length that a screen can show."""
    message = str(error)
    assert message.isprintable() and 0 < len(message) < 400, message
    return message


# --- inverses ----------------------------------------------------------------------------------------


@given(triples_of_digits)
@some
def test_a_tile_reads_as_it_was_written(digits: Digits) -> None:
    assert read_tile(write_tile(digits)) == digits


@given(tiles)
@some
def test_the_name_of_a_tile_gives_the_tile(tile: Tile) -> None:
    assert Tile.parse(str(tile)) == tile
    assert str(Tile.parse(str(tile))) == str(tile)


@given(cells, triples_of_digits)
@many
def test_a_placement_reads_as_it_was_written(cell: Cell, digits: Digits) -> None:
    text = write_placement(cell, digits)
    assert read_placement(text) == (cell, digits)
    assert write_placement(*read_placement(text)) == text
    assert str(Placement.parse(text)) == text


@given(boards())
@many
def test_a_board_reads_as_it_was_written(board: Board) -> None:
    again = Board.parse(str(board))
    assert again == board
    assert list(again) == list(board), "in the order laid"
    assert again.laid == board.laid, "with the same contacts"


@given(positions)
@some
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    assert str(Board.parse(text)) == text


@given(boards(1), st.data())
@few
def test_any_white_space_separates(board: Board, data: st.DataObject) -> None:
    text = data.draw(spaces) + "".join(f"{placement}{data.draw(spaces)}" for placement in board)
    assert Board.parse(text) == board


@pytest.mark.parametrize(
    "text, digits",
    [("^0,0=9ab", (9, 10, 11)), ("^0,0=b0a", (11, 0, 10)), ("^0,0=aaa", (10, 10, 10))],
    ids=["9ab", "b0a", "aaa"],
)
def test_ten_and_eleven_are_a_and_b(text: str, digits: Digits) -> None:
    assert Placement.parse(text).digits == digits
    assert short_digits(digits) == text[-3:]
    assert str(Board.parse(text)) == text


def test_a_tile_writes_ten_and_eleven_in_full() -> None:
    assert str(Tile(10, 11, 0)) == "0-10-11"
    assert Tile.parse("11-0-10") == Tile(0, 10, 11)


@pytest.mark.parametrize("text", ["", " ", "\n\t "], ids=["nothing", "a space", "blank lines"])
def test_no_token_is_the_empty_board(text: str) -> None:
    assert Board.parse(text) == Board()
    assert str(Board.parse(text)) == ""


# --- tokens ------------------------------------------------------------------------------------------


@given(boards(1), st.data())
@few
def test_tokens_say_where_they_stand(board: Board, data: st.DataObject) -> None:
    text = data.draw(spaces) + "".join(f"{placement}{data.draw(spaces)}" for placement in board)
    tokens = list(read_position(text))
    assert [token.number for token in tokens] == list(range(1, len(board) + 1))
    assert [token.text for token in tokens] == [str(placement) for placement in board]
    assert [(token.cell, token.digits) for token in tokens] == list(board)
    for token in tokens:
        assert text[token.column - 1 :].startswith(token.text)


WRONG = {
    "no way": "0,0=554",
    "another way": "<0,0=554",
    "capital V": "V0,0=554",
    "no comma": "^00=554",
    "one coordinate": "^0=554",
    "three coordinates": "^0,0,0=554",
    "no equals": "^0,0:554",
    "nothing after equals": "^0,0=",
    "two digits": "^0,0=55",
    "four digits": "^0,0=5544",
    "hyphens": "^0,0=5-5-4",
    "letter c": "^0,0=5c4",
    "capital A": "^0,0=5A4",
    "no integer": "^0.5,0=554",
    "two signs": "^--1,0=554",
    "seven digits of a coordinate": "^1000000,0=554",
    "huge coordinate": "^" + "9" * 5000 + ",0=554",
    "unicode minus": "^\N{MINUS SIGN}1,0=554",
    "arabic coordinate": "^\u0660,0=554",
    "arabic digit": "^0,0=55\u0664",
    "superscript": "^0,0=55\u2074",
    "full-width digits": "^0,0=\uff15\uff15\uff14",
    "zero byte": "^0,0=55\x00",
    "zero byte after": "^0,0=554\x00",
    "right-to-left mark": "\u200f^0,0=554",
    "zero-width space": "^0,0=\u200b554",
    "byte order mark": "\ufeff^0,0=554",
    "lone surrogate": "^0,0=\ud800",
    "a formula": "__import__('os')",
    "10,000 characters": "x" * 10_000,
    "10,000 digits": "^0,0=" + "5" * 10_000,
}
wrong_tokens = pytest.mark.parametrize("token", WRONG.values(), ids=WRONG.keys())


@wrong_tokens
def test_a_wrong_placement_is_quoted(token: str) -> None:
    with pytest.raises(NotationError) as caught:
        Placement.parse(token)
    assert one_line(caught.value) == f"placement {quote(token)}: {SHAPE}"


@wrong_tokens
@pytest.mark.parametrize(
    "before, number, column",
    [
        ("", 1, 1),
        ("   ", 1, 4),
        ("\t\t", 1, 3),
        ("^0,0=555 ", 2, 10),
        ("^0,0=555\nv0,0=554\n", 3, 19),
        ("\n  ^0,0=555\t\tv0,0=554\r\n ", 3, 25),
    ],
    ids=["first", "after spaces", "after tabs", "second", "third line", "mixed"],
)
def test_a_wrong_token_is_named_with_its_column(token: str, before: str, number: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        Board.parse(before + token + " v-1,0=544")
    assert one_line(caught.value) == f"token {number} {quote(token)} at column {column}: {SHAPE}"


def test_a_cut_quotation_shows_the_beginning() -> None:
    assert quote("ab") == "'ab'"
    assert quote("x" * 40) == repr("x" * 40)
    assert quote("x" * 41) == repr("x" * 39 + "…")
    assert quote("a\nb") == r"'a\nb'"


ILLEGAL = {
    "filled": ("^0,0=555", r"there is already a tile in this cell: ^0,0 holds 5-5-5", ()),
    "no side": ("v1,1=555", r"it shares no side with a tile on the board: v1,1", ()),
    "corner only": ("v-1,-1=555", r"it shares no side with a tile on the board: v-1,-1", ()),
    "one clash": (
        "v-1,0=550",
        "a digit differs from the one already at that corner: 0 at vertex (0,1), where the board has 5",
        ((0, 1),),
    ),
    "two clashes": (
        "v0,-1=041",
        "a digit differs from the one already at that corner: "
        "4 at vertex (0,0), where the board has 5; 1 at vertex (1,0), where the board has 5",
        ((0, 0), (1, 0)),
    ),
    "far away": ("^999999,-999999=555", "it shares no side with a tile on the board: ^999999,-999999", ()),
}


@pytest.mark.parametrize("token, reason, vertices", ILLEGAL.values(), ids=ILLEGAL.keys())
def test_an_illegal_token_is_named_with_its_column_and_reason(
    token: str, reason: str, vertices: tuple[tuple[int, int], ...]
) -> None:
    with pytest.raises(IllegalMove) as caught:
        Board.parse(f"{LEGAL}\n\t{token} junk")
    assert one_line(caught.value) == f"token 4 '{token}' at column 29: {reason}"
    assert tuple((q, r) for q, r in caught.value.vertices) == vertices
    assert caught.value.reason.value == reason.partition(":")[0]


# --- anything at all ---------------------------------------------------------------------------------


def parse_or_refuse(text: str) -> Board | None:
    """The board, or None when trinb refuses the text as it should."""
    try:
        return Board.parse(text)
    except (NotationError, IllegalMove) as error:
        one_line(error)
        return None


@given(st.text(max_size=60))
@example("\u2028^0,0=555\x85")
@many
def test_any_text_is_read_or_refused(text: str) -> None:
    board = parse_or_refuse(text)
    assert board is None or len(board) == len(text.split())


@given(nearly_positions)
@many
def test_nearly_a_position_is_read_or_refused(text: str) -> None:
    board = parse_or_refuse(text)
    assert board is None or len(board) == len(text.split())


@given(positions.filter(bool), st.data())
@many
def test_a_damaged_position_is_read_or_refused(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    damage = data.draw(st.text("^v-0123456ab,= ", max_size=3))
    damaged = text[:start] + damage + text[start + data.draw(st.integers(0, 3)) :]
    board = parse_or_refuse(damaged)
    if board is not None:
        # Each corner of what was accepted shows one digit only.
        picture = Picture(str(board))
        assert len(picture.laid) == len(board) == len(damaged.split())
        assert {picture.digit[2 * q + r, r] for q, r in board.digits} == set(board.digits.values())
        assert Board.parse(str(board)) == board


@given(st.text(max_size=20))
@many
def test_any_text_is_a_tile_or_refused(text: str) -> None:
    try:
        tile = Tile.parse(text)
    except NotationError as error:
        assert one_line(error).startswith("tile ")
    else:
        assert sorted(tile.digits) == sorted(int(part) for part in text.split("-"))


@pytest.mark.parametrize(
    "text",
    ["^0,0=555" * 1250, "^0,0=555 " * 1111, "\x00" * 10_000, "\u200f" * 10_000, "^" * 10_000, "-" * 10_000],
    ids=["no spaces", "same cell", "zero bytes", "right-to-left marks", "carets", "hyphens"],
)
def test_ten_thousand_characters_are_refused_at_once(text: str) -> None:
    begin = time.perf_counter()
    with pytest.raises(TrinbError) as caught:
        Board.parse(text)
    one_line(caught.value)
    with pytest.raises(NotationError) as caught_tile:
        Tile.parse(text)
    one_line(caught_tile.value)
    assert time.perf_counter() - begin < 1


def test_a_long_legal_position_is_read() -> None:
    text = " ".join(f"^{q},0=000 v{q},0=000" for q in range(500))
    assert len(text) > 10_000
    assert str(Board.parse(text)) == text
    assert Board.parse(text).holes() == ()


def test_the_greatest_coordinates_can_be_read() -> None:
    text = "^999999,-999999=012 v999999,-999999=015"
    with pytest.raises(IllegalMove):
        Board.parse(text)
    text = "^999999,-999999=012 v999999,-999999=103"
    assert str(Board.parse(text)) == text
