"""What puzzles say: whole, in every language, and never more than is to be told."""

from __future__ import annotations

import pytest
from test_another_tongue import Strange, english

from trinb import TrinbError, words
from trinb.puzzles import (
    KIND_NAMES,
    LEVEL_NAMES,
    Form,
    Outcome,
    Puzzle,
    PuzzleKind,
    Verdict,
    certify,
    puzzles,
)
from trinb.puzzles.telling import because
from trinb.words import tr

SHIPPED = puzzles()
EACH = [one for kind in PuzzleKind for one in puzzles(kind)[::6]]


@pytest.fixture
def another_tongue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_catalogue", lambda _: Strange())


def names(one: Puzzle) -> list[str]:
    """What stays as it is in every language: cells, tokens, ids and clauses."""
    cells = {str(cell) for cell in (*one.board.open_cells, *(cell for cell, _ in one.board))}
    tokens = {word.rstrip(".,;") for word in f"{one.explanation} {one.answer}".split() if "=" in word}
    clauses = {clause.id for clause in one.rules.clauses}
    return [*tokens, *cells, *clauses, *_around(one)]


def _around(one: Puzzle) -> list[str]:
    """Cells two steps away, where a tile of a turn may lie."""
    near = {other for cell in one.board.open_cells for other in cell.neighbours}
    return [str(cell) for step in near for cell in (step, *step.neighbours)]


@pytest.mark.parametrize("one", SHIPPED, ids=lambda one: one.id)
def test_questions_hints_and_explanations(one: Puzzle) -> None:
    assert one.question.endswith((".", "?"))
    assert 2 <= len(one.hints) <= 4, one.hints
    assert all(hint.endswith(".") or hint.endswith("?") for hint in one.hints)
    assert len(set(one.hints)) == len(one.hints)
    assert one.explanation.endswith(".") and "{" not in one.explanation + "".join(one.hints)


@pytest.mark.parametrize("one", SHIPPED, ids=lambda one: one.id)
def test_hints_do_not_tell_the_whole_answer(one: Puzzle) -> None:
    said = " ".join(one.hints)
    if one.form is Form.PLACEMENT:
        assert one.answer not in said and str(one.solution.cell) not in said.split()  # type: ignore[union-attr]
        assert str(one.solution.tile) not in one.hints[0]  # type: ignore[union-attr]
    if one.form is Form.CELL:
        assert one.answer not in said
    if one.form is Form.NUMBER:
        assert f" {one.answer}." not in said


@pytest.mark.parametrize(
    "one", [one for one in SHIPPED if one.form is Form.PLACEMENTS], ids=lambda one: one.id
)
def test_the_explanation_of_several_placements_tells_them_all(one: Puzzle) -> None:
    for token in one.answer.split():
        assert token.split("=")[0] in one.explanation


def test_hints_say_what_a_placement_gives_blocks_and_keeps() -> None:
    sentences = [why for one in puzzles("best") for why in because(one, one.solution)]  # type: ignore[arg-type]
    assert len(set(sentences)) > len(puzzles("best"))
    for one in puzzles("best"):
        first = because(one, one.solution)[0]  # type: ignore[arg-type]
        assert str(one.proof["best"]) in first
        assert first in one.hints[1]


@pytest.mark.usefixtures("another_tongue")
@pytest.mark.parametrize("one", EACH, ids=lambda one: one.id)
def test_in_another_tongue(one: Puzzle) -> None:
    known = names(one)
    for text in (one.question, *one.hints, one.explanation, one.name, certify(one).words):
        assert not english(text, *known), text
    for wrong in (one.evolve(level=one.level % 5 + 1),):
        assert not english(certify(wrong).words, *known)


@pytest.mark.usefixtures("another_tongue")
def test_verdicts_kinds_and_levels_in_another_tongue() -> None:
    for text in (*KIND_NAMES.values(), *LEVEL_NAMES.values()):
        assert not english(tr(text))
    one = puzzles("best")[0]
    placements = list(one.board.placements(one.hand))
    values = {
        "tile": "0-0-1",
        "placement": "^0,0=001",
        "why": one.board.check(placements[0]._replace(cell=next(iter(one.board)).cell)),
        "points": 1,
        "best": 2,
        "kind": one.board.contact(placements[0]).kind,
        "sides": one.board.contact(placements[0]),
        "cell": "^0,0",
        "number": 5,
        "count": 5,
    }
    for outcome in Outcome:
        said = Verdict(outcome, values).words
        assert not english(said, "v0,0", *names(one)), said


@pytest.mark.usefixtures("another_tongue")
@pytest.mark.parametrize(
    ("parts", "known"),
    [
        ({"kind": "fly"}, ("fly", *(kind.value for kind in PuzzleKind))),
        ({"position": ""}, ("position",)),
        ({"position": "^5000,0=555"}, ("position",)),
        ({"hands": []}, ("hands",)),
        ({"hands": ["0-0-1 0-0-1"]}, ()),
        ({"tiles": "0-0-1"}, ("tiles",)),
        ({"cells": "v0,0"}, ("cells", "v0,0")),
        ({"level": 9}, ("level",)),
        ({"house": '{"id":1}'}, ("blocked", "draws", "hand", "out", "players", "score", "turn")),
    ],
)
def test_refusals_in_another_tongue(parts: dict[str, object], known: tuple[str, ...]) -> None:
    with pytest.raises(TrinbError) as caught:
        Puzzle(**{"kind": "best", "rules_id": "granna", "position": "^0,0=555", "hands": ["4-5-5"], **parts})  # type: ignore[arg-type]
    assert not english(str(caught.value), *known)


def test_words_are_made_when_they_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    one = puzzles("best")[0]
    verdict = one.check(next(place for place in one.board.placements(one.hand) if place != one.solution))
    before = verdict.words
    monkeypatch.setattr(words, "_catalogue", lambda _: Strange())
    assert verdict.words != before and "Ж" in verdict.words
