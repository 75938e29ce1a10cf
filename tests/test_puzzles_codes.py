"""Codes of puzzles: short, the same puzzle again, and whatever is damaged or hostile refused in one line."""

from __future__ import annotations

import statistics
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb import TrinbError, rule_sets, rules, tile_sets
from trinb.puzzles import Puzzle, PuzzleError, PuzzleKind, puzzles, solved
from trinb.puzzles.codes import (
    _GENERATED,
    _KINDS,
    _LETTERS,
    LONGEST,
    PREFIX,
    _digest,
    _number_of,
    _Reader,
    _Writer,
    read,
    write,
)
from trinb.puzzles.house import parts_of

SHIPPED = puzzles()
CODES = {one.id: one.code for one in SHIPPED}
SOME = [one for kind in PuzzleKind for one in puzzles(kind)[:3]]


def sealed(number: int) -> str:
    """The code of any number, with a check that fits: what somebody hostile would write."""
    payload = number.to_bytes((number.bit_length() + 7) // 8, "big")
    whole, letters = number << 32 | zlib.crc32(PREFIX.encode() + payload), ""
    while whole:
        whole, low = divmod(whole, 32)
        letters = _LETTERS[low] + letters
    return PREFIX + letters


def refusal(text: str) -> str:
    with pytest.raises(TrinbError) as caught:
        read(text)
    said = str(caught.value)
    assert said.isprintable() or "\u2068" in said
    assert 10 < len(said) < 400
    return said


@pytest.mark.parametrize("one", SHIPPED, ids=CODES)
def test_a_code_is_the_same_puzzle_again(one: Puzzle) -> None:
    assert Puzzle.from_code(one.code) == one.evolve(id="", seed="")


def test_codes_are_short_and_made_of_safe_letters() -> None:
    lengths = [len(code) for code in CODES.values()]
    assert statistics.median(lengths) <= 60 and max(lengths) <= 120
    assert all(set(code) <= {*_LETTERS, "T", "P", "-"} for code in CODES.values())
    assert len(set(CODES.values())) == len(SHIPPED)


def test_the_kinds_keep_their_numbers() -> None:
    """New kinds are added at the end, or old codes would mean something else."""
    assert set(_KINDS) == set(PuzzleKind)
    names = "best bridge docking drone hexagon turn fits hopeless wrong count ending block"
    assert [kind.value for kind in _KINDS][:12] == names.split()


def test_no_two_names_have_the_same_number() -> None:
    for names in (
        rule_sets(),
        (*tile_sets(), *_GENERATED),
        *(tuple(rules(id).readings) for id in rule_sets()),
    ):
        assert len({_digest(name) for name in names}) == len(names)


def test_an_old_code_still_means_the_same() -> None:
    found = Puzzle.from_code("TP1-5WPEJA-JX9XTH-XM023R-M88QP0-T4")
    assert found.position == "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525"
    assert (found.kind, found.rules_id, found.answer) == (PuzzleKind.DOCKING, "triangelspelet", "^0,0=251")
    wrong = Puzzle.from_code("TP1-2RQ5VA-3JRZ32-03ND10-NEJBBZ")
    assert (wrong.position, wrong.answer) == ("^0,0=444 v-1,0=414 v0,0=440 ^0,1=054 v0,1=002", "^0,1")


@pytest.mark.parametrize("one", SOME, ids=lambda one: one.id)
def test_it_does_not_matter_how_a_code_is_typed(one: Puzzle) -> None:
    code = one.code
    typed = (
        code.lower(),
        code.replace("-", ""),
        f"  {code}\n",
        " ".join(code),
        code.replace("-", "\u2013"),
        "\n".join(code.split("-")),
        code.replace("0", "O").replace("1", "l"),
    )
    for text in typed:
        assert write(read(text)) == code


@given(st.sampled_from(SOME), st.data())
@settings(max_examples=150, deadline=None)
def test_every_changed_letter_is_found(one: Puzzle, data: st.DataObject) -> None:
    code = one.code.replace("-", "")
    at = data.draw(st.integers(len(PREFIX), len(code) - 1))
    letter = data.draw(st.sampled_from([letter for letter in _LETTERS if letter != code[at]]))
    assert "damaged" in refusal(code[:at] + letter + code[at + 1 :])


@given(st.sampled_from(SOME), st.data())
@settings(max_examples=100, deadline=None)
def test_every_lost_doubled_or_swapped_letter_is_found(one: Puzzle, data: st.DataObject) -> None:
    code = one.code.replace("-", "")
    at = data.draw(st.integers(len(PREFIX), len(code) - 2))
    swapped = code[:at] + code[at + 1] + code[at] + code[at + 2 :]
    for text in (code[:at] + code[at + 1 :], code[:at] + code[at] + code[at:], code[:at], swapped):
        if text != code:
            try:
                found = read(text)
            except TrinbError:
                continue
            assert found == one.evolve(id="", seed=""), "another puzzle came out of a damaged code"


HOSTILE = {
    "": "one begins with TP1",
    "TP1": "damaged",
    "TP1-": "damaged",
    "TP1-0": "damaged",
    "TP2-ABC": "version",
    "TP1-ABC!": "'!' is in no code",
    "TP1-\u0661": "is in no code",
    "TP1-<script>alert(1)</script>": "is in no code",
    "x" * 10_000: "too long",
    "TP1-" + "Z" * (LONGEST - 4): "damaged",
    "hello": "one begins with TP1",
    "TP1-\x1b[2J": "is in no code",
    "TP1-\u202eABC": "is in no code",
    "\ud800": "one begins with TP1",
}


@pytest.mark.parametrize(("text", "said"), HOSTILE.items(), ids=range(len(HOSTILE)))
def test_what_is_no_code_is_refused(text: str, said: str) -> None:
    assert said in refusal(text)


@pytest.mark.parametrize("thing", [None, 5, b"TP1", ["TP1"]])
def test_what_is_no_text_is_refused(thing: object) -> None:
    with pytest.raises(PuzzleError):
        read(thing)  # type: ignore[arg-type]


@given(st.text(max_size=200))
@settings(max_examples=150, deadline=None)
def test_any_text_is_refused_or_is_a_code(text: str) -> None:
    refusal(text)


@given(st.integers(1, 1 << 400))
@settings(max_examples=150, deadline=None)
def test_any_number_with_a_fitting_check_is_refused_or_is_a_puzzle(number: int) -> None:
    """Whoever knows how the check is made can write anything; it is still no harm."""
    try:
        found = read(sealed(number), limit=500)
    except TrinbError as error:
        assert len(str(error)) < 400 and "\n" not in str(error)
    else:
        assert found.certify().ok


@given(st.sampled_from(SOME), st.integers(0, 400), st.integers(1, 1 << 30))
@settings(max_examples=150, deadline=None)
def test_a_code_with_another_number_in_it_is_refused_or_is_a_puzzle(
    one: Puzzle, shift: int, more: int
) -> None:
    number = _number_of(one.code)
    try:
        found = read(sealed(number ^ (more << shift)), limit=2_000)
    except TrinbError as error:
        assert len(str(error)) < 400 and "\n" not in str(error)
    else:
        assert found.certify().ok and found.check(found.answer).right


def test_a_code_holds_no_answer_that_could_be_false() -> None:
    one = SOME[0]
    assert one.evolve(answer="", level=5, proof={"examined": 3}).code == one.code


def test_a_code_without_one_answer_is_refused() -> None:
    twice = Puzzle("best", "granna", "^0,0=555", "4-5-5")
    assert "holds no puzzle: There are 3 right answers" in refusal(twice.code)
    none = Puzzle("best", "granna", "^0,0=555", "0-0-1")
    assert "no tile of the hand fits" in refusal(none.code)
    large = puzzles("turn", level=5)[0]
    with pytest.raises(PuzzleError, match="too large"):
        read(large.code, limit=2)


def test_a_code_of_something_huge_is_refused_soon() -> None:
    """Many orders lead to few boards here: it is the work that is limited, not only what is found."""
    board = puzzles("turn", level=5)[0].board
    laid = {placement.tile for placement in board}
    fits = [tile for tile in rules("granna").tile_set if tile not in laid and board.placements([tile])]
    for kind in ("turn", "block"):
        one = Puzzle(kind, "granna", str(board), [fits[:12]])
        told: list[int] = []
        with pytest.raises(PuzzleError, match="too large: more than 10000 positions"):
            read(one.code, tick=told.append)
        assert 0 < len(told) <= 10_000 / 256


def test_house_rules_readings_and_boxes_travel_along() -> None:
    one = Puzzle("turn", "granna", "^0,0=555", "4-5-5 4-4-5", readings=["must-go-on", "target-at-once"])
    number = _number_of(one.code)
    assert number.bit_length() < 200
    base = puzzles("best", rules="triominos-de")[0]
    ours = base.evolve(house={"score": {"docking": 7}}, answer="", level=0, measures={}, proof={})
    boxed = base.evolve(box="mirrored-6", answer="", level=0, measures={}, proof={})
    for puzzle in (ours, boxed):
        found = read(puzzle.code)
        assert (found.house, found.box, found.rules) == (puzzle.house, puzzle.box, puzzle.rules)


@pytest.mark.parametrize(
    "house",
    ["[]", "5", '{"id":"x"}', '{"score":{"bridge":99999999}}', '{"score":{"x":1}}', '{"hand":5}', "{"],
)
def test_hostile_house_rules_are_refused(house: str) -> None:
    base = puzzles("best")[0]
    with pytest.raises(TrinbError):
        base.evolve(house=house)


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 10**6)).filter(lambda p: p[0] < p[1])))
def test_numbers_in_mixed_radix(pairs: list[tuple[int, int]]) -> None:
    writer = _Writer()
    for value, radix in pairs:
        writer.put(value, radix)
    reader = _Reader(writer.number())
    assert [reader.take(radix) for _, radix in pairs] == [value for value, _ in pairs]
    assert reader.at_end
    with pytest.raises(PuzzleError):
        reader.take(2)
    with pytest.raises(PuzzleError):
        writer.put(3, 3)


@pytest.mark.parametrize("id", rule_sets())
def test_any_rules_can_be_told_in_a_puzzle(id: str) -> None:
    usual = rules(id)
    assert parts_of(usual) == {"rules_id": id, "readings": (), "box": "", "house": ""}
    ours = usual.evolve(id="ours", score={"bridge": 33}, out={"points": 7}, turn={"stuck": 3})
    told = Puzzle("best", position="^0,0=555", hands=["4-5-5"], **parts_of(ours)).rules
    for part in ("score", "out", "turn", "draws", "blocked", "hand", "players", "tiles"):
        assert getattr(told, part) == getattr(ours, part)
    for name in usual.readings:
        read_so = usual.with_reading(name)
        assert parts_of(read_so)["readings"] == (name,) and not parts_of(read_so)["house"]


def test_the_same_question_under_house_rules_travels_as_a_code() -> None:
    ours = rules("granna").evolve(id="ours", score={"docking": 3, "drone": {"points": 2, "sums": 1}})
    one = solved(puzzles("turn", level=2)[0].under(ours))
    found = Puzzle.from_code(one.code)
    assert found == one and found.rules.score.drone.sums == 1
    assert len(one.code) < 200
    many = rules("triangelspelet").evolve(id="ours", hand={"by_players": dict.fromkeys(range(2, 9), 2)})
    assert Puzzle("best", position="^0,0=555", hands=["4-5-5"], **parts_of(many)).rules.hand == many.hand
