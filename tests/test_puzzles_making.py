"""Making puzzles: the same from the same seed, of the level that was asked for, and never dull."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from trinb import TrinbError
from trinb.lattice import ROTATIONS, SYMMETRIES
from trinb.puzzles import Puzzle, PuzzleError, PuzzleKind, certify, puzzles
from trinb.puzzles.dullness import dull, greedy_turn
from trinb.puzzles.levels import effort_level
from trinb.puzzles.mining import BY_HAND, MIX, MIXES, attempt, collection, likeness, make
from trinb.puzzles.posing import relaid

SHIPPED = puzzles()
EASY = [kind for kind in PuzzleKind if kind not in (PuzzleKind.DRONE, PuzzleKind.BRIDGE)]
SEEDED = [one for one in SHIPPED if one.seed != "by hand"]


def made(kind: PuzzleKind, level: int, seed: int, count: int = 2) -> list[Puzzle]:
    rules = MIXES.get(kind, MIX)[0]
    return list(islice(make(kind, rules, level, seed), count))


@pytest.mark.parametrize("kind", EASY)
def test_made_puzzles_are_as_they_were_asked_for(kind: PuzzleKind) -> None:
    for level in (1, 3):
        for one in made(kind, level, 5, 1):
            assert (one.kind, one.level) == (kind, level)
            assert certify(one).ok and not dull(one)


@pytest.mark.parametrize("one", SEEDED[::8], ids=lambda one: one.id)
def test_a_seed_makes_the_same_puzzle_again(one: Puzzle) -> None:
    found = attempt(one.seed)
    assert found is not None and found.evolve(id=one.id) == one


def test_what_is_made_depends_on_the_seed_alone() -> None:
    one, again, other = (made(PuzzleKind.COUNT, 2, seed, 3) for seed in (1, 1, 2))
    assert one == again
    assert {puzzle.position for puzzle in one}.isdisjoint(puzzle.position for puzzle in other)


@pytest.mark.parametrize("one", SEEDED, ids=lambda one: one.id)
def test_nothing_shipped_is_dull_or_hard_by_its_size_alone(one: Puzzle) -> None:
    assert not dull(one)
    assert effort_level(one.kind, one.measures) >= one.level - 1


def test_greed_is_not_enough_for_the_turns_of_higher_levels() -> None:
    for one in puzzles("turn"):
        if one.level > 2:
            assert greedy_turn(one) < one.proof["best"]


def test_what_is_dull() -> None:
    docking = puzzles("docking", level=3)[0]
    assert dull(docking.evolve(proof={**docking.proof, "shaped": 1}))
    assert dull(docking.evolve(measures={**docking.measures, "places": 1}))
    assert dull(docking.evolve(level=5, measures={**docking.measures, "places": 3, "tempting": 1}))
    best = puzzles("best", level=2)[0]
    assert dull(best.evolve(proof={name: count for name, count in best.proof.items() if name != "second"}))
    plain = next(
        str(place)
        for place in best.board.placements(best.hand)
        if best.board.contact(place).kind.value == "plain"
    )
    assert dull(best.evolve(answer=plain))
    count = puzzles("count", level=1)[0]
    assert dull(count.evolve(proof={"best": 1})) and dull(count.evolve(proof={"best": 99}))


def test_a_turned_or_moved_position_is_the_same() -> None:
    for one in (puzzles("hopeless")[3], puzzles("block")[3]):
        bare = one.evolve(answer="")
        for turn in ROTATIONS:
            moved = bare.evolve(
                position=str(one.board.moved(turn)), cells=[turn.cell(cell) for cell in one.cells]
            )
            assert likeness(moved) == likeness(one)
    different = {likeness(one) for one in SHIPPED}
    assert len(different) == len(SHIPPED)
    mirrored = SYMMETRIES[7]
    one = puzzles("wrong")[0].evolve(answer="")
    assert likeness(one.evolve(position=str(one.board.moved(mirrored)))) != likeness(one)


def test_a_collection_takes_turns() -> None:
    found = list(collection(["count", "wrong"], levels=[1, 2], count=3, seed=3))
    assert [one.id for one in found] == [
        f"{kind}-{level}-{number}" for kind in ("count", "wrong") for level in (1, 2) for number in (1, 2, 3)
    ]
    assert all(len({one.rules_id for one in found[at : at + 3]}) == 3 for at in range(0, 12, 3))
    only = list(collection(["count"], ["triominos-nl"], [1], 2, 3))
    assert {one.rules_id for one in only} == {"triominos-nl"}


def test_readings_can_be_asked_for() -> None:
    (one,) = islice(make("turn", "granna+must-go-on", 1, 1), 1)
    assert one.readings == ("must-go-on",) and certify(one).ok
    assert attempt(one.seed) == one


def test_the_gap_that_needs_021_is_there_for_both_boxes() -> None:
    shipped = [one for one in SHIPPED if one.seed == "by hand"]
    assert [one.position for one in shipped] == [one.position for one in BY_HAND]
    assert Counter(one.answer for one in shipped) == {"none": 1, "0-2-1": 1, "v0,0": 1}


def test_there_is_progress_and_a_way_to_stop() -> None:
    told: list[int] = []
    next(make("count", "granna", 1, 1, told.append))
    assert told == list(range(len(told))) and told

    def stop(number: int) -> None:
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(make("drone", "granna", 1, 1, stop))


def test_what_there_is_not_is_refused_before_anything_is_made() -> None:
    for bad in ({"kinds": ["fly"]}, {"levels": [6]}, {"rules_ids": ["granny"]}, {"rules_ids": ["granna+x"]}):
        with pytest.raises(TrinbError):
            collection(**bad)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError):
        next(make("turn", "granna", True))
    for seed in ("", "turn", "turn/granna/9/1/1", "fly/granna/1/1/1", "turn/granny/1/1/1", "x" * 9_999):
        with pytest.raises(TrinbError):
            attempt(seed)


def test_a_turn_of_one_tile_makes_no_turn_puzzles() -> None:
    assert attempt("turn/triangelspelet/1/1/1") is None


def test_laying_again_without_some_tiles() -> None:
    one = puzzles("drone", level=2)[0]
    placed = list(one.board)
    assert relaid(placed) == one.board
    assert {*(relaid(reversed(placed)) or ())} == {*placed}
    assert relaid([placed[0], placed[-1]]) is None or len(placed) < 3
