"""Puzzles: what is shipped is certified, what is changed is not, and every answer gets a true verdict."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb import Board, Cell, NotationError, Placement, Tile, TrinbError, rules, score
from trinb.puzzles import (
    FORMS,
    KIND_NAMES,
    LEVELS,
    Form,
    Outcome,
    Puzzle,
    PuzzleError,
    PuzzleKind,
    certify,
    puzzle,
    puzzles,
)
from trinb.puzzles.answers import NO_TILE, NOBODY, choices, read, same, told, write_for
from trinb.puzzles.files import dumps, from_data, load, loads, save, shipped_files, to_data
from trinb.puzzles.levels import EFFORTS, MEASURES, TILES, effort_level, effort_of, level_of
from trinb.puzzles.solving import fitting, placements

SHIPPED = puzzles()
IDS = [one.id for one in SHIPPED]
DOCKING = Puzzle(
    kind="docking",
    rules_id="triominos-de",
    position="v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525",
    hands=["0-1-1 1-2-5 2-4-5"],
    answer="^0,0=251",
)
GAP = "v-1,0=102 ^0,0=015 v0,-1=052 ^1,-1=221"


# --- what is shipped -------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", SHIPPED, ids=IDS)
def test_shipped_puzzles_are_certified(one: Puzzle) -> None:
    certificate = certify(one)
    assert certificate.ok, certificate.words
    assert certificate.is_unique
    assert certificate.solution is not None
    assert one.answer and one.level and one.seed
    assert one.proof == certificate.solution.proof
    assert one.measures == certificate.difficulty
    assert one.check(one.answer).right
    assert one.check(one.solution).right


def test_there_are_enough_of_every_kind_and_level() -> None:
    counts = Counter((one.kind, one.level) for one in SHIPPED)
    assert len(SHIPPED) >= 200
    assert all(counts[kind, level] >= 5 for kind in PuzzleKind for level in LEVELS), counts
    assert len({one.rules_id for one in SHIPPED}) >= 10
    assert len({one.id for one in SHIPPED}) == len(SHIPPED)


def test_level_1_is_for_small_hands_and_small_screens() -> None:
    for one in puzzles(level=1):
        assert len(one.board) <= TILES[0] and all(len(hand) <= 3 for hand in one.hands), one.id
        qs = [cell.q + cell.r / 2 for cell, _ in one.board]
        assert max(qs) - min(qs) <= 7, one.id


def test_they_become_harder() -> None:
    for kind in PuzzleKind:
        efforts = [
            sum(one.measures["effort"] for one in puzzles(kind, level)) / len(puzzles(kind, level))
            for level in LEVELS
        ]
        assert efforts == sorted(efforts), (kind, efforts)


def test_twins_are_the_same_gap_with_another_box() -> None:
    twins = [one for one in puzzles("fits") if "~" in one.seed]
    assert twins
    for one in twins:
        (other,) = (two for two in SHIPPED if two.seed == one.seed.partition("~")[0])
        assert (other.position, other.cells, other.answer) == (one.position, one.cells, NO_TILE)
        needed = one.solution
        assert needed in one.tile_set and needed not in other.tile_set
        assert isinstance(needed, Tile)
        swapped = tuple(needed if tile == needed.mirror() else tile for tile in other.tiles)
        assert one.tiles == swapped != other.tiles


def test_every_answer_that_is_asked_for_occurs() -> None:
    answers = {kind: {one.answer for one in puzzles(kind)} for kind in PuzzleKind}
    assert {"0", "1"} <= answers[PuzzleKind.ENDING]
    assert NO_TILE in answers[PuzzleKind.FITS]
    ended = Counter(one.answer for one in puzzles("ending"))
    assert ended.most_common(1)[0][1] <= 0.8 * ended.total()


def test_no_position_is_there_twice() -> None:
    keys = [(one.kind, one.rules_id, one.position, one.hands, one.cells) for one in SHIPPED]
    assert len(set(keys)) == len(keys)


def test_looking_for_puzzles() -> None:
    assert puzzles("bridge", level=2) == tuple(
        one for one in SHIPPED if one.kind is PuzzleKind.BRIDGE and one.level == 2
    )
    assert {one.rules_id for one in puzzles(rules="granna")} == {"granna"}
    assert puzzles(rules="no-such") == ()
    assert puzzle("bridge-2-1").id == "bridge-2-1"
    for bad in ("bridges", 5, None):
        with pytest.raises(TrinbError):
            puzzles(bad or object())  # type: ignore[arg-type]
    for level in (0, 6, True, "1"):
        with pytest.raises(PuzzleError, match="from 1 to 5"):
            puzzles(level=level)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="there is no puzzle 'bridge-9-9'"):
        puzzle("bridge-9-9")


def test_the_kinds_are_all_told_of() -> None:
    assert set(FORMS) == set(KIND_NAMES) == set(EFFORTS) == set(PuzzleKind)
    assert [path.stem for path in shipped_files()] == [kind.value for kind in PuzzleKind]


# --- what is changed is not certified ----------------------------------------------------------------------


def other_answer(one: Puzzle) -> str:
    """An answer in the right form that is not the right one."""
    right = one.solution
    if one.form is Form.PLACEMENT:
        return str(next(place for place in placements(one.board, one.hand) if place != right))
    if one.form is Form.PLACEMENTS:
        return " ".join(one.answer.split()[:-1]) or str(
            next(place for place in placements(one.board, one.hand) if (place,) != right)
        )
    if one.form is Form.TILE:
        return str(next(tile for tile in one.tiles if tile != right))
    if one.form is Form.CELL:
        cells = one.cells or [cell for cell, _ in one.board]
        return str(next(cell for cell in cells if cell != right))
    if one.form is Form.NUMBER:
        return str(int(one.answer) + 1)
    return {"0": "1", "1": "0", NOBODY: "0"}[one.answer]


@pytest.mark.parametrize("one", SHIPPED[:: 1 if len(SHIPPED) < 100 else 3], ids=IDS[::3])
def test_another_answer_is_refused(one: Puzzle) -> None:
    changed = one.evolve(answer=other_answer(one))
    certificate = changed.certify()
    assert not certificate.ok and not certificate.is_right
    assert told(one.form, one.solution) in certificate.words or one.form is Form.PLACEMENTS
    verdict = one.check(changed.answer)
    assert not verdict.right and verdict.outcome is not Outcome.RIGHT
    assert verdict.words


@pytest.mark.parametrize("kind", PuzzleKind)
def test_another_level_difficulty_or_proof_is_refused(kind: PuzzleKind) -> None:
    one = puzzles(kind)[0]
    assert one.certify().ok
    assert not one.evolve(level=one.level % 5 + 1).certify().ok
    for name in MEASURES:
        assert not one.evolve(measures={**one.measures, name: one.measures[name] + 1}).certify().ok
    for name in one.proof:
        assert not one.evolve(proof={**one.proof, name: one.proof[name] + 1}).certify().ok
    assert not one.evolve(answer="").certify().ok


def test_two_answers_are_refused() -> None:
    twice = Puzzle("best", "triangelspelet", "^0,0=555", "4-5-5", "v0,0=554")
    certificate = certify(twice)
    assert len(certificate.found) == 3 and not certificate.is_unique and not certificate.ok
    assert certificate.words == "There are 3 right answers: v-1,0=545; v0,-1=455; v0,0=554."


def test_what_cannot_be_solved_is_refused_with_a_reason() -> None:
    none = DOCKING.evolve(kind="best", hands=["0-0-3"], answer="^0,0=003")
    assert certify(none).problems == ("no tile of the hand fits",)
    assert certify(none).level == 0
    assert "too large" in certify(puzzles("turn", level=5)[0], limit=3).words


# --- verdicts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "outcome", "words"),
    [
        ("^0,0=251", Outcome.RIGHT, "Right!"),
        ("^0,0=333", Outcome.NOT_HELD, "3-3-3 is not in your hand."),
        (
            "^-2,1=110",
            Outcome.OTHER_KIND,
            "It fits, but as a plain placement: one side",
        ),
        ("^0,0=512", Outcome.DOES_NOT_FIT, "^0,0=512: a digit differs"),
        ("^5,5=251", Outcome.DOES_NOT_FIT, "^5,5=251: it shares no side"),
        ("v0,0=251", Outcome.DOES_NOT_FIT, "v0,0=251: there is already a tile in this cell"),
    ],
)
def test_verdicts_on_a_placement(answer: str, outcome: Outcome, words: str) -> None:
    puzzle = DOCKING
    if outcome is Outcome.OTHER_KIND:
        answer = str(next(p for p in placements(puzzle.board, puzzle.hand) if str(p) != puzzle.answer))
    verdict = puzzle.check(answer)
    assert verdict.outcome is outcome and verdict.words.startswith(words)
    assert (verdict.score is None) == (outcome in (Outcome.NOT_HELD, Outcome.DOES_NOT_FIT))


def test_a_verdict_tells_the_points_that_are_possible() -> None:
    best = DOCKING.evolve(kind="best")
    other = next(p for p in placements(best.board, best.hand) if str(p) != best.answer)
    points = score(best.rules, best.board, other).total
    assert best.check(other).words == f"It fits, but it gives {points} points, and 58 are possible."
    assert best.check("^0,0=251").score == score(best.rules, best.board, Placement.parse("^0,0=251"))


def test_verdicts_on_a_hexagon() -> None:
    hexagon = DOCKING.evolve(kind="hexagon")
    assert hexagon.certify().ok and hexagon.check("^0,0=251").right
    other = next(p for p in placements(hexagon.board, hexagon.hand) if str(p) != hexagon.answer)
    assert hexagon.check(other).words == "It fits, but it completes no hexagon."


@pytest.mark.parametrize("one", puzzles("turn"), ids=lambda one: one.id)
def test_verdicts_on_a_turn(one: Puzzle) -> None:
    order = one.solution
    assert isinstance(order, tuple)
    if len(order) > 1:
        less = one.check(order[:-1])
        assert less.outcome is Outcome.FEWER_IN_ALL
        assert less.score is not None and less.score.total < one.proof["best"]
    assert one.check(order).score.total == one.proof["best"]  # type: ignore[union-attr]
    twice = one.check([order[0], order[0]])
    assert twice.outcome is Outcome.NOT_HELD


def test_another_order_with_as_many_points_is_right() -> None:
    free = [one for one in puzzles("turn") if len(one.answer.split()) == 2]
    tried = 0
    for one in free:
        first, second = one.answer.split()
        verdict = one.check(f"{second} {first}")
        if verdict.score is not None:
            assert verdict.right == (verdict.score.total == one.proof["best"])
            tried += verdict.right
    assert tried


def test_verdicts_where_a_turn_has_rules_of_its_own() -> None:
    one = puzzles("turn", level=2)[0]
    order = one.answer.split()
    single = one.evolve(rules_id="triangelspelet", house={}, answer="")
    assert single.evolve(answer=order[0]).check(" ".join(order)).outcome is Outcome.ONE_ONLY
    must = one.evolve(rules_id="granna", readings=["must-go-on"])
    assert must.check(order[0]).outcome is Outcome.MUST_GO_ON
    assert "have to go on" in must.question and "have to go on" not in one.question


@pytest.mark.parametrize("one", puzzles("block"), ids=lambda one: one.id)
def test_verdicts_on_a_block(one: Puzzle) -> None:
    order = one.answer.split()
    if len(order) > 1:
        assert one.check(order[:-1] and " ".join(order[:-1])).outcome is Outcome.STILL_FITS
    board = one.board
    for token in order:
        board = board.place(Placement.parse(token))
    left = [tile for tile in one.hand if tile not in [Placement.parse(token).tile for token in order]]
    assert left and not board.placements(left)


def test_a_longer_block_is_told_that_fewer_are_enough() -> None:
    one = Puzzle("block", "triangelspelet", "^0,0=555", "4-5-5 3-5-5 0-0-1", "v0,0=554")
    assert one.check("v0,0=554").words == "3-5-5 still fits, in v0,-1."
    verdict = one.check("v-1,0=545 v0,0=553")
    assert verdict.outcome is Outcome.TOO_MANY
    assert verdict.words == "Nothing fits any more, but fewer than 2 tiles are enough."
    gone = Puzzle("block", "triangelspelet", "^0,0=555", "4-5-5 4-4-5", "v0,0=554")
    assert gone.check("v0,0=554 ^0,1=445").outcome is Outcome.NONE_LEFT


def test_verdicts_on_gaps() -> None:
    fits = puzzles("fits")
    some, none = (next(one for one in fits if (one.answer == NO_TILE) == flag) for flag in (False, True))
    assert some.check("none").outcome is Outcome.ONE_FITS
    assert some.check(None).outcome is Outcome.ONE_FITS
    assert none.check("none").right and none.check(None).right
    assert none.check(none.tiles[0]).outcome is Outcome.TILE_CLASHES
    strange = next(tile for tile in none.tile_set if tile not in none.tiles)
    assert none.check(strange).outcome is Outcome.NOT_A_CHOICE


def test_a_gap_that_is_hopeless_in_one_box_is_easy_in_another() -> None:
    """0-2-1 is in the Swedish box alone."""
    board = Board.parse("^0,0=202 v0,-1=020 ^1,-1=000 v1,-1=001 ^1,0=110")
    gap = Cell(0, 0, False)
    assert fitting(board, gap, rules("triangelspelet").tile_set) == [Tile(0, 2, 1)]
    assert fitting(board, gap, rules("triominos-de").tile_set) == []
    assert [one.answer for one in puzzles("fits") if one.position == str(board)] == ["none", "0-2-1"]
    hopeless = [one for one in puzzles("hopeless") if one.tile_set.id == "triominos-56"]
    assert hopeless
    for one in hopeless:
        cell = one.solution
        assert isinstance(cell, Cell)
        assert fitting(one.board, cell, one.tile_set) == []
        a, b, c = one.board.corner_digits(cell)
        assert a is not None and b is not None and c is not None
        needed = Tile(a, b, c)
        assert needed.is_chiral and not needed.is_rising
        assert fitting(one.board, cell, [needed]) == [needed]
        for other in set(one.cells) - {cell}:
            verdict = one.check(other)
            assert verdict.outcome is Outcome.NOT_HOPELESS and verdict.values["tile"] in one.tile_set
        assert one.check(Cell(99, 99, True)).outcome is Outcome.NOT_MARKED


def test_verdicts_on_a_wrong_tile() -> None:
    one = puzzles("wrong")[0]
    assert one.check(one.board[one.solution].placement).right  # type: ignore[index]
    assert one.check("^99,99").outcome is Outcome.NO_TILE_THERE
    other = next(cell for cell, _ in one.board if cell != one.solution)
    assert one.check(other).outcome is Outcome.NOT_WRONG


def test_verdicts_on_numbers_and_seats() -> None:
    one = puzzles("count")[0]
    right = int(one.answer)
    assert one.check(right).right and one.check(f" {right} ").right
    assert one.check(right - 1).words == f"There are more than {right - 1}."
    assert one.check(right + 1).words == f"There are fewer than {right + 1}."
    ending = puzzles("ending")[0]
    wrong = {"0": 1, "1": 0, NOBODY: 0}[ending.answer]
    assert ending.check(wrong).outcome is Outcome.OTHER_WINNER


@given(st.sampled_from(SHIPPED), st.data())
@settings(max_examples=150, deadline=None)
def test_a_verdict_on_any_placement_agrees_with_the_board(one: Puzzle, data: st.DataObject) -> None:
    """Right means legal, from the hand, and as good as the answer."""
    if one.form is not Form.PLACEMENT:
        return
    cell = data.draw(st.sampled_from(sorted({*one.board.open_cells, Cell(50, 50, True)})))
    tile = data.draw(st.sampled_from([*one.hand, Tile(0, 0, 11)]))
    place = Placement(cell, data.draw(st.sampled_from(tile.turns)))
    verdict = one.check(place)
    legal = tile in one.hand and one.board.check(place) is None
    assert (verdict.outcome in (Outcome.NOT_HELD, Outcome.DOES_NOT_FIT)) == (not legal)
    assert verdict.right == (place == one.solution)


# --- answers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", [puzzles(kind)[0] for kind in PuzzleKind], ids=lambda one: one.kind.value)
def test_answers_are_read_and_written(one: Puzzle) -> None:
    assert read(one, one.answer) == one.solution
    assert write_for(one.form, one.solution) == one.answer
    assert read(one, one.solution) == one.solution
    for nonsense in ("", "x" * 10_000, "^0,0", object(), 1.5, [], {}, b"0", "\N{PILE OF POO}", True):
        if one.form is Form.CELL and nonsense == "^0,0":
            continue
        with pytest.raises(TrinbError):
            read(one, nonsense)


def test_where_there_are_only_so_many_answers_exactly_one_is_right() -> None:
    for one in SHIPPED:
        found = choices(one)
        assert bool(found) == (one.form in (Form.TILE, Form.CELL, Form.SEAT))
        if found:
            assert sum(one.check(answer).right for answer in found) == 1
            assert len({told(one.form, answer) for answer in found}) == len(found)


def test_placements_are_the_same_in_any_order() -> None:
    one, two = Placement.parse("^0,0=555"), Placement.parse("v0,0=554")
    assert same((one, two), (two, one)) and not same((one,), (one, two))
    assert not same(0, None) and not same(1, True)


# --- files -------------------------------------------------------------------------------------------------


def test_files_are_what_is_written(tmp_path) -> None:  # type: ignore[no-untyped-def]
    for path in shipped_files():
        text = path.read_text(encoding="utf-8")
        assert dumps(load(path)) == text
        assert len(text.splitlines()) == len(load(path)) + 5
    save(tmp_path / "mine.json", SHIPPED)
    assert load(tmp_path / "mine.json") == SHIPPED


@pytest.mark.parametrize("one", SHIPPED[::7], ids=IDS[::7])
def test_data_and_back(one: Puzzle) -> None:
    assert from_data(to_data(one)) == one


def test_a_puzzle_of_ones_own_is_saved_and_loaded(tmp_path) -> None:  # type: ignore[no-untyped-def]
    DOCKING.save(tmp_path / "mine.json")
    assert Puzzle.load(tmp_path / "mine.json") == DOCKING
    save(tmp_path / "two.json", SHIPPED[:2])
    with pytest.raises(PuzzleError, match="holds 2 puzzles, not one"):
        Puzzle.load(tmp_path / "two.json")
    for name in ("none.json", "a\0b.json"):
        with pytest.raises(PuzzleError):
            Puzzle.load(tmp_path / name)
    with pytest.raises(OSError):
        DOCKING.save(tmp_path / "no" / "such.json")
    assert repr(SHIPPED[0]).startswith("<Puzzle best-1-1: ")


BAD_FILES = {
    "": "is no JSON",
    "[": "is no JSON",
    "[" * 100_000: "is no JSON",
    "[]": "must be an object",
    '{"format": 2, "puzzles": []}': "must be an object",
    '{"format": 1, "puzzles": {}}': "must be an object",
    '{"format": 1, "puzzles": [5]}': "puzzle 1: must be an object, not 5",
    '{"format": 1, "puzzles": [{"x": 5}]}': "puzzle 1: x: unknown key",
    '{"format": 1, "puzzles": [{"id": "a", "rules": 5}]}': "puzzle 1 'a': rules: must be a text",
    '{"format": 1, "puzzles": [{"id": "a"}]}': "puzzle 1 'a': rules: is missing",
}


@pytest.mark.parametrize(("text", "said"), BAD_FILES.items(), ids=range(len(BAD_FILES)))
def test_bad_files_are_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        loads(text)
    assert str(caught.value).startswith(said) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("rules", "granny", "there are no rules 'granny'"),
        ("readings", ["x"], "no reading 'x'"),
        ("readings", "x", "must be a list"),
        ("box", "box", "there is no tile set"),
        ("house", {"score": {"bridge": 10**9}}, "no whole number"),
        ("house", {"id": "x"}, "must be tables"),
        ("house", {"score": {"strange": 1}}, "strange"),
        ("position", "", "is missing"),
        ("position", "^0,0=555 ^0,0=554", "there is already a tile"),
        ("position", "^5000,0=555", "too far away"),
        ("position", "^0,0=021", "is not in triominos-56"),
        ("hands", ["1-2-5", "0-0-1"], "there are 2"),
        ("hands", [], "there are 0"),
        ("hands", ["5-5-2"], "twice"),
        ("hands", ["0-0-1 0-0-1"], "twice"),
        ("hands", [""], "instead of 1 to"),
        ("question", {"kind": "docking", "tiles": "0-0-1"}, "none to choose from"),
        ("question", {"kind": "docking", "cells": "^0,0"}, "none that are marked"),
        ("question", {"kind": "fly"}, "no kind of puzzle 'fly'"),
        ("question", {}, "is missing"),
        ("answer", "fly", "placement 'fly'"),
        ("level", 6, "not from 1 to 5"),
        ("level", True, "must be a number"),
        ("proof", {"examined": "x"}, "whole numbers"),
        ("seed", "x" * 5000, "must be a text"),
    ],
)
def test_bad_puzzles_are_refused_with_a_reason(key: str, value: object, said: str) -> None:
    with pytest.raises(TrinbError) as caught:
        from_data({**to_data(DOCKING), key: value})
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("cells", "said"),
    [("^0,0", "lies beside no tile, or is filled"), ("^9,9", "lies beside no tile"), ("fly", "cell 'fly'")],
)
def test_bad_cells_are_refused(cells: str, said: str) -> None:
    with pytest.raises(TrinbError, match=said):
        Puzzle("hopeless", "granna", "^0,0=555", cells=cells)
    with pytest.raises(PuzzleError, match="marked twice"):
        Puzzle("hopeless", "granna", "^0,0=555", cells="v0,0 v0,0")


def test_a_board_with_a_wrong_tile_still_has_to_hang_together() -> None:
    with pytest.raises(PuzzleError, match="lies beside no tile, or on one"):
        Puzzle("wrong", "granna", "^0,0=555 ^5,5=555")
    with pytest.raises(NotationError):
        Puzzle("wrong", "granna", "^0,0=5x5")


def test_house_rules_count() -> None:
    usual = DOCKING.evolve(kind="best")
    ours = usual.evolve(house={"score": {"hexagons": [0, 0, 0]}})
    assert ours.rules == rules("triominos-de").evolve(score={"hexagons": [0, 0, 0]})
    assert from_data(to_data(ours)) == ours
    assert score(ours.rules, ours.board, Placement.parse("^0,0=251")).total == 8
    other = usual.evolve(box="mirrored-76", hands=["0-2-1 1-2-5"], answer="")
    assert len(other.tile_set) == 76


# --- levels ------------------------------------------------------------------------------------------------


@given(
    st.sampled_from(PuzzleKind),
    st.fixed_dictionaries({name: st.integers(0, 60) for name in MEASURES if name != "depth"}),
    st.integers(1, 9),
)
def test_harder_is_never_of_a_lower_level(kind: PuzzleKind, counts: dict[str, int], depth: int) -> None:
    measures = {**counts, "depth": depth}
    level = level_of(kind, measures)
    assert level in LEVELS and level >= effort_level(kind, measures)
    for name in MEASURES:
        assert level_of(kind, {**measures, name: measures[name] + 1}) >= level
    assert effort_of({**measures, "depth": depth + 1}) > effort_of(measures)
    assert all(list(limits) == sorted(set(limits)) for limits in EFFORTS.values())


# --- weight ------------------------------------------------------------------------------------------------


def test_puzzles_need_nothing_compiled() -> None:
    """They run in the browser, too."""
    from test_imports import HEAVY, loaded_after

    work = "[(one.certify().ok, one.hints, one.explanation, one.code) for one in puzzles(level=1)]"
    loaded = loaded_after(f"from trinb.puzzles import puzzles; {work}")
    assert not loaded & (HEAVY - {"cattrs"})
