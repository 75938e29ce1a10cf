"""The puzzle player: every form of answer by mouse, finger and keys; hints, progress, codes, sheets."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness import Widgets
from playwright.sync_api import Locator

from trinb import Placement, Tile, TrinbError
from trinb.lattice import Cell
from trinb.puzzles import Form, Puzzle, PuzzleKind, certify, puzzle, puzzles, save, solved
from trinb.widgets import PuzzlePlayer, puzzleplayer, puzzleplayer_sources, puzzleplayer_work
from trinb.widgets.puzzleplayer_maker import Maker, Mode, rivals, why_not
from trinb.widgets.puzzleplayer_progress import Damaged, Done, Progress, read
from trinb.widgets.puzzleplayer_shelf import OWN, Result, Shelf, key, next_level
from trinb.widgets.puzzleplayer_table import Attempt, End
from trinb.widgets.puzzleplayer_work import Errand, Stopped
from trinb.words import LANGUAGES, speaking

pytestmark = pytest.mark.browser

Make = Callable[..., Widgets]

DOCKING = Puzzle(
    "docking",
    "triangelspelet",
    "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525",
    "0-1-1 1-2-5",
    "^0,0=251",
    level=1,
)
"""A puzzle with one right place, and one that is wrong: v-1,-1 for 0-1-1 is none; ^-1,0 is plain."""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def player(what: Any = DOCKING, **options: Any) -> PuzzlePlayer:
    """A player with one puzzle on the board, that keeps nothing."""
    return PuzzlePlayer(what, **{"progress": None, **options})


def one(kind: str, level: int = 1) -> Puzzle:
    return puzzles(kind, level)[0]


def send(widget: PuzzlePlayer, do: str, **more: Any) -> dict[str, Any]:
    """An intention from the browser; what goes wrong in Python is seen here."""
    widget._on_message(widget, {"do": do, **more}, None)
    state: dict[str, Any] = widget.state
    json.dumps(state)
    return state


def lay(widget: PuzzlePlayer, *order: Placement) -> None:
    for place in order:
        send(widget, "choose", tile=str(place.tile))
        send(widget, "tap", cell=str(place.cell))


def wrong_placement(asked: Puzzle) -> Placement:
    legal = asked.board.placements(asked.hand)
    return next(place for place in legal if not asked.check(place).right)


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(root: Locator, name: object) -> Locator:
    return root.locator(f'.stage [data-cell="{name}"]').first


def tile(root: Locator, name: object) -> Locator:
    return root.locator(f'.in-hand[data-tile="{name}"]')


def press(root: Locator, words: str) -> None:
    root.get_by_role("button", name=words, exact=True).click()


def status(root: Locator) -> str:
    return root.locator(".table > .status").inner_text()


# --- no answer before its time -------------------------------------------------------------------


@pytest.mark.parametrize("kind", PuzzleKind)
def test_the_state_does_not_depend_on_the_answer(kind: PuzzleKind, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent to the browser is the same whatever the answer is, so nobody can read it there."""
    monkeypatch.setattr(Puzzle, "hints", property(lambda _: ("first", "second")))
    monkeypatch.setattr(puzzleplayer_sources, "sound", lambda puzzle: puzzle)
    asked = puzzles(kind, 2)[0]
    others = {
        Form.PLACEMENT: "v0,0=000",
        Form.PLACEMENTS: "v0,0=000 ^0,0=000",
        Form.TILE: str(next(tile for tile in asked.tiles if tile != asked.solution)) if asked.tiles else "",
        Form.CELL: "v77,7",
        Form.NUMBER: "777",
        Form.SEAT: "1" if asked.solution == 0 else "0",
    }
    other = asked.evolve(answer=others[asked.form], measures={}, proof={})
    shown = [json.dumps(player([one]).state) for one in (asked, other)]
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    "asked", [one(kind.value, level) for kind in PuzzleKind for level in (1, 3, 5)], ids=lambda p: p.id
)
def test_neither_answer_nor_explanation_is_sent_before_it_is_shown(asked: Puzzle) -> None:
    widget = player(asked)
    before = json.dumps(widget.state, ensure_ascii=False)
    explained = widget.attempt.explanation  # type: ignore[union-attr]
    assert explained not in before and explained.split(". ")[0] not in before
    if asked.form in (Form.PLACEMENT, Form.PLACEMENTS):
        assert not any(str(place) in before for place in asked.answer.split())
    assert not any(hint in before for hint in asked.hints)
    send(widget, "reveal")
    assert widget.attempt and widget.attempt.end is End.SHOWN
    assert widget.state["ending"]["words"] and not widget.state["ending"]["good"]
    if asked.form in (Form.PLACEMENT, Form.PLACEMENTS):
        for place in asked.answer.split():
            shown = place.split("=")[0]
            assert f' chosen" data-cell="{shown}"' in widget.state["svg"], "the answer is drawn"


# --- every form of answer ---------------------------------------------------------------------------


def answer_by_taps(widget: PuzzlePlayer, answer: Any) -> None:
    """Give an answer as a pupil does."""
    asked = widget.puzzle
    assert asked
    if asked.form is Form.PLACEMENT:
        lay(widget, answer)
    elif asked.form is Form.PLACEMENTS:
        lay(widget, *answer)
    elif asked.form is Form.TILE:
        send(widget, "none") if answer is None else send(widget, "choose", tile=str(answer))
    elif asked.form is Form.CELL:
        send(widget, "tap", cell=str(answer))
    elif asked.form is Form.NUMBER:
        send(widget, "type", value=str(answer))
    else:
        send(widget, "seat", value={0: "0", 1: "1", None: "nobody"}[answer])


@pytest.mark.parametrize("kind", PuzzleKind)
def test_the_right_answer_is_right_and_the_next_one_comes(kind: PuzzleKind) -> None:
    widget = player(puzzles(kind))
    first = widget.puzzle
    assert first
    answer_by_taps(widget, first.solution)
    assert widget.state["primary"] == {"words": "Check", "do": {"do": "check"}, "enabled": True}
    state = send(widget, "check")
    assert (
        state["good"]
        and state["status"] == "Right!"
        and state["ending"]["title"] == "Solved at the first try."
    )
    assert state["primary"]["words"] == "Next puzzle"
    assert widget.progress.of(key(first)) == Done(solved=True, tries=1)
    send(widget, "next")
    assert widget.puzzle is not first and widget.state["ending"] is None


@pytest.mark.parametrize("kind", PuzzleKind)
def test_a_wrong_answer_says_why_and_the_try_is_kept(kind: PuzzleKind) -> None:
    widget = player(puzzles(kind))
    asked = widget.puzzle
    assert asked
    form = asked.form
    if form in (Form.PLACEMENT, Form.PLACEMENTS):
        wrong: Any = wrong_placement(asked)
        wrong = wrong if form is Form.PLACEMENT else (wrong,)
    elif form is Form.TILE:
        wrong = next(tile for tile in (*asked.tiles, None) if tile != asked.solution)
    elif form is Form.CELL:
        cells = asked.cells or [place.cell for place in asked.board]
        wrong = next(cell for cell in cells if cell != asked.solution)
    else:
        wrong = {
            Form.NUMBER: lambda answer: answer + 1,
            Form.SEAT: lambda answer: None if answer == 0 else 0,
        }[form](asked.solution)
    answer_by_taps(widget, wrong)
    state = send(widget, "check")
    assert state["status"].startswith("Not yet. ") and state["status"].endswith("Try again, or take a hint.")
    assert not state["warn"] and not state["good"] and state["ending"] is None
    assert widget._given() == widget.attempt.answer, "what was tried is still there"  # type: ignore[union-attr]
    while widget.state["buttons"][2:3] == [{"words": "Undo", "do": {"do": "undo"}, "enabled": True}]:
        send(widget, "undo")
    answer_by_taps(widget, asked.solution)
    assert not send(widget, "poll")["status"].startswith("Not yet")
    assert send(widget, "check")["ending"]["title"] == "Solved after 2 tries."


def test_every_wrong_tile_or_place_is_only_told_when_one_asks_for_it() -> None:
    """With no tile in hand nothing on the board tells where one fits, and no tile tells whether it does."""
    widget = player()
    assert 'class="place' not in widget.state["svg"]
    assert [one["words"] for one in widget.state["hand"]] == ["0-1-1", "1-2-5"]
    state = send(widget, "choose", tile="1-2-5")
    assert 'class="place' not in state["svg"] and state["bubble"] is None
    assert [one["words"] for one in state["hand"]] == ["0-1-1", "1-2-5, held"]
    assert send(widget, "target", cell="^0,0")["bubble"]["text"] == "it fits here"
    assert "+" not in json.dumps(widget.state["bubble"]) and widget.state["standings"] == []
    state = send(widget, "lay", cell="v-1,-1")
    assert state["bubble"]["bad"]


def test_another_tile_takes_the_place_of_the_first_one() -> None:
    widget = player(one("best", 2))
    asked = widget.puzzle
    assert asked
    first = wrong_placement(asked)
    lay(widget, first)
    assert widget._given() == str(first)
    send(widget, "choose", tile=str(asked.solution.tile))  # type: ignore[union-attr]
    assert widget._given() == "" and len(widget.hand) == len(asked.hand)
    send(widget, "tap", cell=str(asked.solution.cell))  # type: ignore[union-attr]
    assert widget._given() == asked.answer
    send(widget, "undo")
    send(widget, "undo")
    assert widget._given() == str(first), "taken back step by step"


def test_a_tap_on_the_tile_laid_last_takes_it_up_again() -> None:
    widget = player()
    lay(widget, Placement.parse("^0,0=251"))
    state = send(widget, "tap", cell="^0,0")
    assert state["chosen"] == "1-2-5" and widget._given() == ""
    send(widget, "tap", cell="^0,0")
    assert widget._given() == "^0,0=251"


def test_several_tiles_can_be_laid_and_taken_back() -> None:
    widget = player(one("turn", 3))
    asked = widget.puzzle
    assert asked and isinstance(asked.solution, tuple)
    lay(widget, *asked.solution)
    assert widget._given() == asked.answer and len(widget.hand) == len(asked.hand) - len(asked.solution)
    send(widget, "undo")
    assert widget._given() == " ".join(asked.answer.split()[:-1])
    send(widget, "redo")
    state = send(widget, "check")
    assert state["good"] and state["ending"]["lines"]


def test_a_finished_puzzle_is_not_touched_any_more() -> None:
    widget = player()
    send(widget, "reveal")
    shown = widget.state["svg"]
    for do, more in (
        ("check", {}),
        ("hint", {}),
        ("reveal", {}),
        ("undo", {}),
        ("choose", {"tile": "1-2-5"}),
        ("target", {"cell": "^0,0"}),
    ):
        state = send(widget, do, **more)
        assert state["warn"] and "at its end" in state["status"], do
    assert not send(widget, "tap", cell="^0,0")["warn"]
    assert widget.state["svg"] == shown and widget.progress.of(key(DOCKING)).tries == 0


def test_the_right_answer_that_was_given_is_the_one_that_is_drawn() -> None:
    """Any order that gives as many points is right."""
    asked = next(
        one
        for one in puzzles("turn")
        if isinstance(one.solution, tuple)
        and len(one.solution) == 2
        and one.check(one.solution[::-1] if one.board.check(one.solution[1]) is None else one.solution).right
        and one.board.check(one.solution[1]) is None
    )
    widget = player(asked)
    other = asked.solution[::-1]  # type: ignore[index]
    lay(widget, *other)
    assert send(widget, "check")["good"]
    assert widget.attempt and widget.attempt.final == other


# --- in the browser -----------------------------------------------------------------------------------


def test_tap_check_and_go_on(widgets: Make) -> None:
    page, widget = widgets(), player()
    root = page.show(widget)
    assert root.locator(".question").inner_text() == DOCKING.question
    assert root.locator(".table button.primary").is_disabled()
    tile(root, "1-2-5").click()
    page.settle()
    page.page.mouse.click(*middle(cell(root, "^0,0")))
    page.settle()
    assert root.locator(".stage g.tile.chosen").get_attribute("data-cell") == "^0,0"
    assert "docking" not in root.locator(".stage desc").text_content(), "it is not told what it is"  # type: ignore[operator]
    press(root, "Check")
    page.settle()
    assert status(root) == "Right!"
    assert root.locator(".ending.right h4").inner_text() == "Solved at the first try."
    assert root.locator(".ending li").first.inner_text() == "+75 docking §7"
    assert root.locator(".ending").first.get_attribute("aria-live") == "polite"
    assert root.locator(".entries button[aria-pressed=true]").get_attribute("aria-label") == (
        "Puzzle 1: Find the docking, solved"
    )
    assert page.page.evaluate("document.activeElement.textContent") == "Next puzzle"


def test_drag_to_a_place_that_is_wrong(widgets: Make) -> None:
    page, widget = widgets(), player()
    wrong = wrong_placement(DOCKING)
    root = page.show(widget)
    mouse = page.page.mouse
    mouse.move(*middle(tile(root, wrong.tile)))
    mouse.down()
    mouse.move(*middle(cell(root, wrong.cell)), steps=5)
    mouse.up()
    page.settle()
    assert root.locator(".stage g.tile.chosen").count() == 1
    press(root, "Check")
    page.settle()
    assert status(root).startswith("Not yet. It fits, but as ")
    assert root.locator(".stage g.tile.chosen").count() == 1, "the try stays"


def test_an_illegal_place_says_why(widgets: Make) -> None:
    page, widget = widgets(), player()
    root = page.show(widget)
    tile(root, "0-1-1").click()
    page.settle()
    page.page.mouse.click(*middle(cell(root, "^0,0")))
    page.settle()
    assert "meets" in root.locator(".bubble.bad").inner_text()
    assert root.locator(".stage g.illegal").count() == 1 and widget._given() == ""


def test_touch_on_a_phone(widgets: Make) -> None:
    page, widget = widgets(width=390, height=800, touch=True), player(one("fits", 2))
    root = page.show(widget)
    good = widget.puzzle.solution  # type: ignore[union-attr]
    name = "None of them fits" if good is None else str(good)
    (root.get_by_role("button", name=name) if good is None else tile(root, good)).tap()
    page.settle()
    if good is not None:
        assert root.locator(".stage g.ghost").count() == 1, "it is held in the gap, unjudged"
        assert root.locator(".stage g.clash").count() == 0
    root.get_by_role("button", name="Check").tap()
    page.settle()
    assert status(root) == "Right!"
    assert page.page.evaluate("document.scrollingElement.scrollWidth") <= 390


def test_a_tile_in_the_gap_can_be_turned_and_is_not_judged(widgets: Make) -> None:
    page, widget = widgets(), player(one("fits", 2))
    root = page.show(widget)
    bad = next(one for one in widget.puzzle.tiles if one != widget.puzzle.solution)  # type: ignore[union-attr]
    tile(root, bad).click()
    page.settle()
    before = root.locator(".stage g.ghost").inner_html()
    tile(root, bad).click()
    page.settle()
    assert root.locator(".stage g.ghost").inner_html() != before
    assert root.locator(".bubble").is_hidden()
    press(root, "None of them fits")
    page.settle()
    assert root.locator(".stage g.ghost").count() == 0 and widget._given() == "none"


def test_a_place_is_chosen_by_a_tap_and_has_a_letter(widgets: Make) -> None:
    page, widget = widgets(), player(one("hopeless", 2))
    asked = widget.puzzle
    assert asked
    root = page.show(widget)
    letters = [text.text_content() or "" for text in root.locator(".stage g.place text").all()]
    assert sorted(letters) == list("ABCDEFGH"[: len(asked.cells)])
    wrong = next(one for one in asked.cells if one != asked.solution)
    page.page.mouse.click(*middle(cell(root, wrong)))
    page.settle()
    assert root.locator(".stage g.focus").count() == 1
    press(root, "Check")
    page.settle()
    assert f" in {widget_letter(asked, wrong)}." in status(root)
    page.page.mouse.click(*middle(cell(root, asked.solution)))
    page.settle()
    press(root, "Check")
    page.settle()
    assert status(root) == "Right!"


def widget_letter(asked: Puzzle, where: Cell) -> str:
    from trinb.draw.puzzlesheets import letters

    return letters(asked)[where]


def test_the_wrong_tile_is_found_with_the_keys(widgets: Make) -> None:
    page, widget = widgets(), player(one("wrong", 1))
    asked = widget.puzzle
    assert asked
    root = page.show(widget)
    root.locator(".stage").focus()
    keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
    rng, seen = Random(1), set()
    for _ in range(120):
        page.page.keyboard.press(rng.choice(keys))
        page.settle()
        seen.add(widget.state["focus"])
        if widget.state["focus"] == asked.answer:
            break
    assert widget.state["focus"] == asked.answer
    assert seen <= {str(place.cell) for place in asked.board}, "only tiles can be chosen"
    page.page.keyboard.press("Enter")
    page.settle()
    assert status(root) == "Right!"
    page.page.keyboard.press("Enter")
    page.settle()
    assert widget.attempt and widget.attempt.end is None, "and Enter goes on"


def test_tiles_are_laid_with_the_keys_alone(widgets: Make) -> None:
    page, widget = widgets(), player()
    root = page.show(widget)
    root.locator(".stage").focus()
    page.page.keyboard.press("2")
    for _ in range(40):
        page.settle()
        if widget.state["focus"] == "^0,0":
            break
        page.page.keyboard.press(["ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp"][Random(_).randrange(4)])
    page.page.keyboard.press("Enter")
    page.settle()
    assert widget._given() == "^0,0=251"
    page.page.keyboard.press("h")
    page.settle()
    assert root.locator(".hints li").count() == 1
    page.page.keyboard.press("Enter")
    page.settle()
    assert status(root) == "Right!"
    assert root.locator(".ending h4").first.inner_text() == "Solved, with 1 hint."


def test_a_number_is_typed_or_stepped(widgets: Make) -> None:
    page, widget = widgets(), player(one("count", 1))
    asked = widget.puzzle
    assert asked
    root = page.show(widget)
    field = root.get_by_label("Your answer")
    root.get_by_role("button", name="One more").click()
    page.settle()
    assert field.input_value() == "0"
    field.fill("12x")
    page.settle()
    assert "write a number" in status(root) and root.locator(".table button.primary").is_disabled()
    field.fill(str(int(asked.answer) + 1))
    field.press("Enter")
    page.settle()
    assert status(root).startswith(f"Not yet. There are fewer than {int(asked.answer) + 1}.")
    field.press("ArrowDown")
    page.settle()
    field.press("Enter")
    page.settle()
    assert status(root) == "Right!"
    assert root.locator(".stage g.place").count() > 0, "the places are shown then"


def test_who_wins_is_a_button_and_all_tiles_lie_open(widgets: Make) -> None:
    page, widget = widgets(), player(one("ending", 3))
    asked = widget.puzzle
    assert asked
    root = page.show(widget)
    assert root.locator(".hands figure").count() == 2
    words = {0: "You", 1: "Your opponent", None: "Nobody, it is a draw"}
    press(root, words[asked.solution])  # type: ignore[index]
    page.settle()
    assert root.locator(".field button[aria-pressed=true]").inner_text() == words[asked.solution]  # type: ignore[index]
    press(root, "Check")
    page.settle()
    assert status(root) == "Right!"
    assert root.locator(".stage g.tile.chosen").count() > 0, "a line of best play is drawn"


def test_hints_come_one_by_one_and_the_answer_is_shown(widgets: Make) -> None:
    page, widget = widgets(), player(one("bridge", 3))
    asked = widget.puzzle
    assert asked
    root = page.show(widget)
    count = len(asked.hints)
    for number in range(1, count + 1):
        press(root, f"Hint {number} of {count}")
        page.settle()
        assert root.locator(".hints li").all_inner_texts() == list(asked.hints[:number])
    assert root.get_by_role("button", name=f"Hint {count} of {count}").is_disabled()
    assert root.locator(".hints").get_attribute("aria-live") == "polite"
    press(root, "Show the answer")
    page.settle()
    assert status(root) == "This is the answer."
    assert root.locator(".stage g.tile.chosen").get_attribute("data-cell") == asked.answer.split("=")[0]
    assert root.locator(".ending p").inner_text() == asked.explanation
    assert widget.progress.of(key(asked)) == Done(hints=count, shown=True)


def test_the_list_opens_puzzles_and_is_filtered(widgets: Make) -> None:
    page, widget = widgets(), player(None)
    root = page.show(widget)
    assert root.locator(".levels button").count() == 5
    root.get_by_role("button", name="Level 3, middling").click()
    page.settle()
    assert widget.puzzle and widget.puzzle.level == 3
    root.locator('select[name="kind"]').select_option("fits")
    page.settle()
    assert widget.puzzle.kind is PuzzleKind.FITS
    assert root.locator(".entries button").count() == len(puzzles("fits", 3))
    root.locator(".entries button").nth(1).click()
    page.settle()
    assert widget.puzzle == widget.shelf.listed[1]
    root.locator('select[name="rules"]').select_option(widget.puzzle.rules_id)
    page.settle()
    assert {one.rules_id for one in widget.shelf.listed} == {widget.puzzle.rules_id}
    assert "0 of" in root.locator(".count").first.inner_text()


def test_it_keeps_its_shape_when_the_window_changes(widgets: Make) -> None:
    page, widget = widgets(), player(one("block", 5))
    root = page.show(widget)
    for width in (1100, 768, 390, 1100):
        page.page.set_viewport_size({"width": width, "height": 800})
        assert page.page.evaluate("document.scrollingElement.scrollWidth") <= width
        box = root.locator(".stage").bounding_box()
        assert box and box["width"] <= width and box["height"] > 200


def test_a_puzzle_chosen_below_the_board_is_brought_into_sight(widgets: Make) -> None:
    page, widget = widgets(width=390, height=700, touch=True), player(None)
    root = page.show(widget)
    entry = root.locator(".entries button").nth(4)
    entry.scroll_into_view_if_needed()
    box = root.locator(".question").bounding_box()
    assert box and box["y"] < 0
    entry.tap()
    page.settle()
    box = root.locator(".question").bounding_box()
    assert box and 0 <= box["y"] < 400


def test_another_language_changes_hints_and_endings_too(widgets: Make) -> None:
    page, widget = widgets(), player()
    root = page.show(widget)
    press(root, "Hint 1 of 3")
    page.settle()
    said = {}
    for code in LANGUAGES:
        page.page.locator("select.language").select_option(code)
        page.settle()
        said[code] = page.page.locator(".hints li").inner_text()
        with speaking(code):
            assert said[code] == DOCKING.hints[0]


# --- which one comes next -------------------------------------------------------------------------


def ladder() -> Shelf:
    return Shelf(puzzles("docking"), Progress())


def test_two_clean_answers_lead_one_level_up_and_two_shown_ones_down() -> None:
    shelf = ladder()
    assert shelf.level == 1
    for result, level in (
        (Result.CLEAN, 1),
        (Result.CLEAN, 2),
        (Result.CLEAN, 2),
        (Result.HELPED, 2),
        (Result.CLEAN, 2),
        (Result.SHOWN, 2),
        (Result.SHOWN, 1),
        (Result.SHOWN, 1),
        (Result.SHOWN, 1),
    ):
        shelf.ended(result)
        assert shelf.level == level
    assert next_level(5, [Result.CLEAN] * 2) == 5 and next_level(3, [Result.HELPED] * 2) == 3


def test_the_widget_climbs_and_skips() -> None:
    widget = player(puzzles("fits"))
    for level in (1, 1, 2, 2, 3):
        asked = widget.puzzle
        assert asked and asked.level == level
        widget.check(asked.answer)
        widget.next()
    before = widget.puzzle
    send(widget, "skip")
    assert widget.puzzle is not before and widget.shelf.level == 3
    for _ in range(2):
        widget.reveal()
        widget.next()
    assert widget.puzzle and widget.puzzle.level == 2


def test_hints_do_not_lead_up() -> None:
    widget = player(puzzles("fits"))
    for _ in range(3):
        asked = widget.puzzle
        assert asked and asked.level == 1
        widget.hint()
        widget.check(asked.answer)
        widget.next()


def test_what_is_solved_does_not_come_again_until_all_is() -> None:
    few = list(puzzles("bridge", 1)[:3])
    widget = player(few)
    seen = []
    for _ in range(3):
        assert widget.puzzle
        seen.append(widget.puzzle)
        widget.check(widget.puzzle.answer)
        widget.next()
    assert sorted(map(key, seen)) == sorted(map(key, few))
    assert widget.puzzle in few, "and then one goes round"


def test_two_alike_do_not_follow_each_other() -> None:
    listed = Shelf(puzzles(), Progress()).listed
    kinds = [one.kind for one in listed[: len(PuzzleKind)]]
    assert len(set(kinds)) == len(kinds) == 12


# --- progress ----------------------------------------------------------------------------------------


def test_progress_is_in_the_file_at_once(tmp_path: Path) -> None:
    widget = PuzzlePlayer(puzzles("bridge"), progress="mine.json")
    asked = widget.puzzle
    assert asked
    assert not Path("mine.json").exists(), "nothing is written before anything is done"
    send(widget, "hint")
    assert read(Path("mine.json")) == {asked.id: Done(hints=1)}
    widget.check(wrong_placement(asked))
    widget.check(asked.answer)
    assert read(Path("mine.json")) == {asked.id: Done(True, 2, 1)}
    again = PuzzlePlayer(puzzles("bridge"), progress="mine.json")
    assert again.puzzle != asked and again.shelf.solved(asked)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.json"], "and nothing else is left"


def test_two_widgets_on_one_file_lose_nothing() -> None:
    one, two = (PuzzlePlayer(puzzles("bridge"), progress="mine.json") for _ in range(2))
    first, second = one.shelf.listed[:2]
    one.play(first)
    two.play(second)
    one.check(first.answer)
    two.check(second.answer)
    two.play(first)
    two.hint()
    one.play(second)
    one.hint()
    wanted = {first.id: Done(True, 1, 1), second.id: Done(True, 1, 1)}
    assert read(Path("mine.json")) == wanted
    assert one.shelf.solved(second) and two.shelf.solved(first)


def test_many_threads_on_one_file_lose_nothing() -> None:
    def work(number: int) -> None:
        progress = Progress("mine.json")
        for turn in range(10):
            progress.add(f"p{turn}", Done(tries=1))
            progress.add(f"own{number}", Done(tries=1))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = read(Path("mine.json"))
    assert [found[f"p{turn}"].tries for turn in range(10)] == [4] * 10
    assert [found[f"own{number}"].tries for number in range(4)] == [10] * 4


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"format": "trinb puzzle progress 1"}',
        b'{"format": "trinb puzzle progress 1", "puzzles": {"a": 1}}',
        b'{"format": "trinb puzzle progress 1", "puzzles": {"a": {"tries": -1}}}',
        b'{"format": "trinb puzzle progress 1", "puzzles": {"a": {"tries": true}}}',
        b'{"format": "trinb puzzle progress 1", "puzzles": {"a": {"solved": 1e999}}}',
        b"[" * 100_000,
        b" " * 3_000_000,
    ],
    ids=range(11),
)
def test_a_damaged_file_is_put_aside_and_a_new_one_begun(content: bytes) -> None:
    Path("mine.json").write_bytes(content)
    widget = PuzzlePlayer(puzzles("bridge"), progress="mine.json")
    assert widget.state["warn"] and "mine-damaged.json" in widget.state["status"]
    assert "\n" not in widget.state["status"]
    assert Path("mine-damaged.json").read_bytes() == content
    widget.hint()
    assert len(read(Path("mine.json"))) == 1
    Path("mine.json").write_bytes(content)
    widget.hint()
    assert list(read(Path("mine.json")).values()) == [Done(hints=2)], "what is known here is not lost"
    assert Path("mine-damaged-2.json").exists()


def test_a_file_that_cannot_be_written_is_told_and_stops_nobody() -> None:
    Path("folder.json").mkdir()
    widget = PuzzlePlayer(puzzles("bridge"), progress="folder.json")
    asked = widget.puzzle
    assert asked
    widget.check(asked.answer)
    assert widget.attempt and widget.attempt.end is End.RIGHT
    assert widget.state["kept"]["bad"] and widget.state["kept"]["words"].startswith(
        "Progress cannot be kept: "
    )
    assert widget.shelf.solved(asked)
    elsewhere = PuzzlePlayer(puzzles("bridge"), progress="no/such/folder/mine.json")
    elsewhere.hint()
    assert elsewhere.state["kept"]["bad"]


def test_a_lock_that_was_left_behind_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    from trinb.widgets import puzzleplayer_progress

    monkeypatch.setattr(puzzleplayer_progress, "_PATIENCE", 0.1)
    Path(".mine.json.lock").touch()
    Progress("mine.json").add("a", Done(tries=1))
    assert read(Path("mine.json")) == {"a": Done(tries=1)}
    assert Path(".mine.json.lock").exists(), "it may still be somebody's"
    monkeypatch.setattr(puzzleplayer_progress, "_STALE", -1.0)
    monkeypatch.setattr(puzzleplayer_progress, "_PATIENCE", 5.0)
    Progress("mine.json").add("a", Done(tries=1))
    assert read(Path("mine.json")) == {"a": Done(tries=2)} and not Path(".mine.json.lock").exists()


def test_progress_can_be_forgotten(widgets: Make) -> None:
    page, widget = widgets(), PuzzlePlayer(puzzles("bridge"), progress="mine.json")
    asked = widget.puzzle
    assert asked
    widget.check(asked.answer)
    root = page.show(widget)
    press(root, "Forget it …")
    page.settle()
    press(root, "Keep it")
    page.settle()
    assert widget.shelf.solved(asked)
    press(root, "Forget it …")
    page.settle()
    press(root, "Forget it")
    page.settle()
    assert not widget.shelf.solved(asked) and read(Path("mine.json")) == {}
    assert root.locator(".entries .solved").count() == 0


def test_no_file_is_kept_unless_it_is_wished(tmp_path: Path) -> None:
    widget = player(puzzles("bridge"))
    widget.reveal()
    assert list(tmp_path.iterdir()) == []
    assert "until the notebook is closed" in widget.state["kept"]["words"]


def test_what_is_no_progress_is_refused() -> None:
    Path("other.json").write_text('{"format": 1, "puzzles": []}')
    with pytest.raises(Damaged):
        read(Path("other.json"))


# --- codes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PuzzleKind)
def test_a_code_opens_a_puzzle_that_is_played_like_any_other(kind: PuzzleKind) -> None:
    asked = puzzles(kind, 2)[0]
    other = asked.evolve(id="")
    widget = player([one("docking")])
    state = send(widget, "code", value=f"  {other.code.lower().replace('-', ' ')} ")
    assert not state["warn"], state["status"]
    assert widget.puzzle and widget.puzzle.answer == asked.answer and widget.shelf.level in (OWN, 2)
    answer_by_taps(widget, asked.solution)
    assert send(widget, "check")["good"]


def damaged(code: str) -> Iterator[str]:
    rng = Random(4)
    letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    for _ in range(40):
        at = rng.randrange(4, len(code))
        yield code[:at] + rng.choice(letters.replace(code[at], "")) + code[at + 1 :]
    yield from (code[:-1], code + "7", code[:20], code[::-1], code + code)


HOSTILE = [
    "",
    "TP1-",
    "TP1-0",
    "TP9-ABC",
    "hello",
    "TP1-" + "Z" * 1_900,
    "TP1-" + "Z" * 100_000,
    "TP1-<img src=x onerror=alert(1)>",
    "TP1-\u202e\u2067אבג",
    "TP1-" + "\0" * 50,
    "__import__('os')",
    "../../etc/passwd",
    *damaged(DOCKING.code),
]


def test_damaged_and_hostile_codes_are_refused_with_one_clear_line() -> None:
    widget = player(puzzles("bridge"))
    asked, before = widget.puzzle, len(widget.shelf.own)
    for code in HOSTILE:
        state = send(widget, "code", value=code)
        assert state["warn"] and "code" in state["status"], code[:60]
        assert len(state["status"]) < 300 and "\n" not in state["status"]
        assert widget.puzzle is asked and len(widget.shelf.own) == before
        with pytest.raises(TrinbError):
            PuzzlePlayer(code if code.strip() else "TP", progress=None)
    for value in (None, 7, [], {}):
        assert send(widget, "code", value=value)["warn"]


def test_a_code_is_copied_and_pasted_in_the_browser(widgets: Make) -> None:
    page, widget = widgets(), player(puzzles("bridge"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    root = page.show(widget)
    root.get_by_text("Share a puzzle").click()
    field = root.locator('input[name="code"]')
    field.fill(DOCKING.code.replace("5", "6"))
    field.press("Enter")
    page.settle()
    assert "this code is damaged" in status(root)
    assert "this code is damaged" in root.locator(".share .bad").inner_text(), "beside the field, too"
    field.fill('TP1-<img src=x onerror="window.hit=1">')
    press(root, "Open it")
    page.settle()
    assert page.page.evaluate("window.hit") is None and root.locator("img").count() == 0
    field.fill(DOCKING.code)
    press(root, "Open it")
    page.settle()
    assert widget.puzzle and widget.puzzle.answer == DOCKING.answer
    assert root.locator(".levels button[aria-pressed=true]").inner_text() == "Own"
    assert root.locator(".share .bad").inner_text() == "" and field.input_value() == ""
    shown = root.locator('input[name="own-code"]').first
    assert shown.input_value() == DOCKING.code
    root.locator(".share").get_by_role("button", name="Copy").click()
    page.page.wait_for_function("document.querySelector('.share .code .quiet').textContent")
    assert root.locator(".share .code .quiet").inner_text() == "Copied."


def test_the_same_code_is_there_only_once() -> None:
    widget = player(puzzles("bridge"))
    for _ in range(3):
        widget.play(DOCKING.code)
    assert len(widget.shelf.own) == 1
    widget.play(puzzles("bridge", 2)[0].code)
    assert len(widget.shelf.own) == 1 and widget.shelf.level == 2, "what comes with trinb is found there"


# --- what can be given ----------------------------------------------------------------------------------


def test_puzzles_can_be_given_in_many_ways() -> None:
    save("ours.json", puzzles("count"))
    assert {one.kind for one in player("ours.json").shelf.puzzles} == {PuzzleKind.COUNT}
    assert player(Path("ours.json")).puzzle
    assert player(DOCKING.code).puzzle == solved(DOCKING)
    assert player(iter(puzzles("fits"))).puzzle
    assert len(player(None).shelf.puzzles) == len(puzzles())
    third = player(None, level=3, kind="turn")
    assert third.puzzle and (third.puzzle.level, third.puzzle.kind) == (3, PuzzleKind.TURN)
    id = puzzles("bridge", 4)[0].id
    third.play(id)
    assert third.puzzle == puzzle(id) and third.shelf.level == 4


def test_a_puzzle_with_a_wrong_answer_is_left_out_and_told() -> None:
    """A file of puzzles may come from anybody."""
    wrong = [
        DOCKING.evolve(answer="^0,0=112", id="wrong-1"),
        one("wrong").evolve(answer="v9,9", id="wrong-2"),
        one("fits").evolve(answer="0-0-0", id="wrong-3"),
        one("turn").evolve(answer="v9,9=000", id="wrong-4"),
        one("count").evolve(answer="99", id="wrong-5"),
    ]
    save("theirs.json", [*wrong, DOCKING.evolve(id="right")])
    widget = player("theirs.json")
    while widget.puzzle and widget.puzzle.id != "right":
        assert not widget.puzzle.id.startswith("wrong")
        widget.next()
    for _ in range(8):
        widget.next()
    assert widget.shelf.puzzles == (DOCKING.evolve(id="right"),)
    assert widget.check(DOCKING.answer).right
    for asked in wrong:
        with pytest.raises(TrinbError):
            widget.play(asked)
    unseen = player([DOCKING, *wrong])
    send(unseen, "screen", value="sheet")
    state = send(unseen, "sheet")
    assert state["warn"] and state["sheet"]["page"] is None, "nor is one printed"
    none = player(wrong)
    assert none.puzzle is None and none.state["warn"]
    assert none.state["status"].startswith("A puzzle is left out. ") and len(none.state["status"]) < 300


def test_a_puzzle_without_an_answer_is_solved_first() -> None:
    asked = DOCKING.evolve(answer="", level=0)
    widget = player(asked)
    assert widget.puzzle == solved(asked) and widget.shelf.own == [solved(asked)]
    assert widget.check("^0,0=251").right
    with pytest.raises(TrinbError, match="no single answer"):
        widget.play(Puzzle("best", "triangelspelet", "^0,0=555", "4-5-5"))


@pytest.mark.parametrize(
    "options",
    [
        {"level": 9},
        {"kind": "riddle"},
        {"rules": "chess"},
        {"puzzles": [7]},
        {"puzzles": "no-such-file.json"},
        {"puzzles": "hello"},
        {"language": "xx"},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(TrinbError):
        PuzzlePlayer(progress=None, **options)


def test_without_any_puzzle_one_can_still_make_some(widgets: Make) -> None:
    page, widget = widgets(), player([])
    root = page.show(widget)
    assert root.locator(".table button.primary").is_disabled()
    assert "No puzzle is like that" in root.locator(".list .count").inner_text()
    for do in ("check", "hint", "reveal", "none", "template"):
        assert send(widget, do)["warn"]
    press(root, "Make your own")
    page.settle()
    assert root.locator(".in-hand").count() == 56
    assert repr(widget) == "<PuzzlePlayer none: 0 of 0 solved>"


def test_its_repr_and_its_methods() -> None:
    widget = player(puzzles("bridge", 1))
    first = widget.puzzle
    assert first and repr(widget) == f"<PuzzlePlayer {first.id}: 0 of {len(puzzles('bridge', 1))} solved>"
    assert widget.check(wrong_placement(first)).right is False
    assert widget.hint() == first.hints[0]
    assert widget.check(first.solution).right is True
    assert f"1 of {len(puzzles('bridge', 1))} solved" in repr(widget)
    with pytest.raises(TrinbError):
        widget.check(first.solution)
    widget.next()
    with pytest.raises(TrinbError, match="there is no answer yet"):
        widget.check()
    assert widget.reveal() == widget.puzzle.explanation  # type: ignore[union-attr]
    widget.forget()
    assert "0 of" in repr(widget)
    with pytest.raises(TrinbError):
        widget.screen = "cinema"


# --- making ---------------------------------------------------------------------------------------------


def test_a_puzzle_is_made_by_hand_and_certified_at_once(widgets: Make) -> None:
    page, widget = widgets(), player(puzzles("bridge"))
    root = page.show(widget)
    press(root, "Make your own")
    page.settle()
    root.locator('.maker select[name="kind"]').select_option("docking")
    page.settle()
    for place in DOCKING.board:
        widget._maker.place(place)
    widget._show()
    page.refresh(widget)
    root.get_by_role("button", name="Your tiles (0)").click()
    page.settle()
    press(root, "Check it")
    page.settle()
    assert "Put at least one tile into the hand" in status(root)
    for name in ("0-1-1", "1-2-5"):
        tile(root, name).click()
        page.settle()
    assert tile(root, "1-2-5").get_attribute("aria-pressed") == "true"
    assert root.locator(".hands figcaption").first.inner_text() == "Your tiles"
    press(root, "Check it")
    page.settle()
    assert root.locator(".ending.right h4").inner_text() == "It has exactly one answer. Level 1, first steps."
    assert root.locator('.ending input[name="own-code"]').input_value() == DOCKING.code
    press(root, "Play it")
    page.settle()
    assert widget.puzzle and widget.puzzle.answer == DOCKING.answer and widget.shelf.level == OWN
    assert widget.puzzle.level == 1
    assert root.locator(".question").inner_text() == DOCKING.question


def test_a_board_is_laid_by_taps_and_tiles_are_taken_off(widgets: Make) -> None:
    page, widget = widgets(), player(puzzles("bridge"))
    widget.screen = "make"
    root = page.show(widget)
    tile(root, "0-0-0").click()
    page.settle()
    page.page.mouse.click(*middle(cell(root, "^0,0")))
    page.settle()
    assert str(widget.board) == "^0,0=000"
    tile(root, "0-0-1").click()
    page.settle()
    assert root.locator(".stage g.place").count() == 3, "here it is shown what fits"
    root.locator(".stage g.place").first.dispatch_event("click")
    page.page.mouse.click(*middle(root.locator(".stage g.place").first))
    page.settle()
    assert len(widget.board) == 2
    page.page.mouse.click(*middle(cell(root, "^0,0")))
    page.settle()
    assert len(widget.board) == 1
    press(root, "Undo")
    page.settle()
    assert len(widget.board) == 2


def maker(*tokens: str, kind: PuzzleKind = PuzzleKind.COUNT) -> Maker:
    made = Maker()
    made.change("kind", kind.value)
    for token in tokens:
        made.place(Placement.parse(token))
    return made


def test_no_tile_is_taken_off_that_holds_others() -> None:
    made = maker("^0,0=555", "v0,0=554", "^1,0=445")
    with pytest.raises(TrinbError, match="hang together"):
        made.take_off(Cell(0, 0, False))
    made.take_off(Cell(0, 0, True))
    assert str(made.board) == "v0,0=554 ^1,0=445"


def test_digits_may_clash_only_where_a_wrong_tile_is_asked_for() -> None:
    made = maker("^0,0=555")
    with pytest.raises(TrinbError):
        made.place(Placement.parse("v0,0=000"))
    made.change("kind", "wrong")
    made.place(Placement.parse("v0,0=000"))
    assert len(made.board) == 2 and made.puzzle().kind is PuzzleKind.WRONG
    made.change("kind", "hopeless")
    made.switch(Mode.MARKS)
    made.mark(next(iter(made.board.open_cells)))
    with pytest.raises(TrinbError, match="Digits clash"):
        made.puzzle()


def test_a_tile_is_in_one_place_only() -> None:
    made = maker("^0,0=555", kind=PuzzleKind.ENDING)
    made.switch(Mode.HAND)
    assert Tile(5, 5, 5) not in made.hand
    made.toggle(Tile(4, 5, 5))
    made.switch(Mode.OTHER)
    assert Tile(4, 5, 5) not in made.hand
    made.toggle(Tile(4, 4, 5))
    assert made.puzzle().hands == ((Tile(4, 5, 5),), (Tile(4, 4, 5),))
    made.toggle(Tile(4, 4, 5))
    with pytest.raises(TrinbError, match="Give the opponent"):
        made.puzzle()


def test_other_rules_with_another_box_clear_what_is_not_in_it() -> None:
    made = Maker()
    made.change("rules", "triangelspelet-pro")
    made.place(Placement.parse("^0,0=666"))
    made.switch(Mode.HAND)
    made.toggle(Tile(5, 6, 6))
    made.change("rules", "granna")
    assert not made.board and made.draft.hands == ((), ())
    made.undo()
    assert str(made.board) == "^0,0=666" and made.rules.id == "triangelspelet-pro"


def test_why_a_puzzle_is_none() -> None:
    two = Puzzle("best", "triangelspelet", "^0,0=555", "4-5-5")
    said = why_not(certify(two))
    assert said.startswith("It has no single answer: 3 ways give 0 points: ")
    assert len(rivals(certify(two))) == 3
    none = Puzzle("bridge", "triangelspelet", "^0,0=555", "4-5-5")
    assert why_not(certify(none)) == "There is no right answer yet."
    nothing = Puzzle("best", "triangelspelet", "^0,0=555", "0-0-1")
    assert why_not(certify(nothing)) == "This is no puzzle yet: no tile of the hand fits."
    assert why_not(certify(DOCKING)) == "" and rivals(certify(DOCKING)) == []


@pytest.mark.parametrize("kind", PuzzleKind)
def test_what_is_shown_can_be_changed_into_ones_own(kind: PuzzleKind) -> None:
    asked = puzzles(kind, 2)[0]
    widget = player([asked])
    send(widget, "screen", value="make")
    send(widget, "template")
    state = send(widget, "certify")
    while widget._errand:
        time.sleep(0.05)
        state = send(widget, "poll")
    assert state["make"]["result"]["good"], state["make"]["result"]
    code = state["make"]["result"]["code"]["code"]
    assert code == asked.evolve(readings=(), id="").code or asked.readings
    assert Puzzle.from_code(code).answer == asked.answer or asked.readings
    send(widget, "clear")
    assert widget.state["make"]["result"] is None and not widget.board


def test_a_result_is_gone_when_something_changes() -> None:
    widget = player([DOCKING])
    send(widget, "screen", value="make")
    send(widget, "template")
    assert send(widget, "certify")["make"]["result"]["good"]
    send(widget, "mode", value="hand")
    assert widget.state["make"]["result"]["good"], "only to look at something else changes nothing"
    state = send(widget, "choose", tile="5-5-5")
    assert state["make"]["result"] is None
    assert send(widget, "own")["warn"]


# --- what takes longer -----------------------------------------------------------------------------------


def test_long_work_tells_how_far_it_is_and_can_be_stopped(
    widgets: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def slow(puzzle: Puzzle, limit: int, tick: Any) -> Any:
        try:
            for count in range(100_000):
                tick(count * 256)
                time.sleep(0.01)
        finally:
            ended.set()

    page, widget = widgets(), player([DOCKING])
    send(widget, "screen", value="make")
    send(widget, "template")
    monkeypatch.setattr(puzzleplayer.shipped, "certify", slow)
    root = page.show(widget)
    started = time.monotonic()
    press(root, "Check it")
    page.page.wait_for_function("document.querySelector('.work').textContent.includes('Positions looked at')")
    assert time.monotonic() - started < 5
    first = root.locator(".work span").inner_text()
    page.page.wait_for_function(
        "(first) => document.querySelector('.work span').textContent !== first", arg=first
    )
    press(root, "Begin anew")
    page.page.wait_for_function("document.querySelector('.status').textContent.includes('worked out')")
    assert len(widget.board) == len(DOCKING.board), "meanwhile nothing else is changed"
    press(root, "Stop")
    page.page.wait_for_function("document.querySelector('.work').hidden")
    assert status(root) == "Stopped."
    assert ended.wait(5), "and the work has ended"
    monkeypatch.undo()
    press(root, "Check it")
    page.settle()
    assert root.locator(".ending.right").count() == 1, "and it can be begun again"


def test_slow_work_comes_to_its_end_by_itself(widgets: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Puzzle.from_code

    def slow(code: str) -> Puzzle:
        time.sleep(1.2)
        return real(code)

    monkeypatch.setattr(Puzzle, "from_code", slow)
    page, widget = widgets(), player(puzzles("bridge"))
    root = page.show(widget)
    root.get_by_text("Share a puzzle").click()
    root.locator('input[name="code"]').fill(DOCKING.code)
    press(root, "Open it")
    page.page.wait_for_function(
        "document.querySelector('.work').textContent.includes('Looking for the answer')"
    )
    page.page.wait_for_function("document.querySelector('.work').hidden")
    page.settle()
    assert root.locator(".question").inner_text() == DOCKING.question


def test_an_errand_without_threads_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nobody:
        def start(self, job: Any) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(puzzleplayer_work, "ALONE", 0.1)

    def endless(tick: Any) -> None:
        while True:
            tick(1)

    errand = Errand("Work.", endless)
    errand.start(Nobody())  # type: ignore[arg-type]
    assert errand.is_done
    with pytest.raises(Stopped, match="too long here"):
        errand.result()
    quick = Errand("Work.", lambda tick: 7)
    quick.start(Nobody())  # type: ignore[arg-type]
    assert quick.result() == 7


# --- sheets ----------------------------------------------------------------------------------------------


def test_a_sheet_is_chosen_made_opened_and_saved(widgets: Make) -> None:
    page, widget = widgets(), player(None)
    root = page.show(widget)
    press(root, "Print a sheet")
    page.settle()
    sheet = root.locator(".sheet")
    sheet.locator('select[name="kind"]').select_option("fits")
    sheet.locator('select[name="level"]').select_option("2")
    page.settle()
    assert sheet.locator(".chosen li").count() == min(6, len(puzzles("fits", 2)))
    sheet.get_by_label("Title").fill("Gaps & <b>holes</b>")
    sheet.get_by_label("How many", exact=True).fill("3")
    sheet.get_by_label("How many", exact=True).press("Tab")
    page.settle()
    assert sheet.locator(".chosen li").count() == 3
    press(root, "Make the sheet")
    page.settle()
    with page.page.expect_download() as download:
        sheet.get_by_role("link", name="Download it").click()
    content = download.value.path().read_text(encoding="utf-8")
    assert content.startswith("<!doctype html>") and content.count("<h2>") == 6
    assert "Gaps &amp; &lt;b&gt;holes" in content and "<b>holes" not in content
    assert download.value.suggested_filename == "gaps-b-holes-b.html"
    press(root, "Save it beside the notebook")
    page.settle()
    assert Path("gaps-b-holes-b.html").read_text(encoding="utf-8") == content
    assert "Saved as" in sheet.locator(".status").inner_text()
    sheet.locator('select[name="key"]').select_option("no")
    page.settle()
    assert sheet.get_by_role("link").count() == 0, "the old sheet is gone"
    press(root, "Make the sheet")
    page.settle()
    assert '<section class="key">' not in widget.state["sheet"]["page"]["page"]
    press(root, "Puzzles")
    page.settle()
    assert widget.state["sheet"] is None and root.locator(".stage").is_visible()


def test_a_sheet_begins_with_what_is_in_the_list() -> None:
    widget = player(None, level=3, kind="count")
    send(widget, "screen", value="sheet")
    assert widget._form.found(widget.shelf) == widget.shelf.listed
    widget.play(DOCKING.code)
    state = send(widget, "screen", value="sheet")
    assert widget.shelf.own[0].level == 1, "one's own has a level, too"
    assert widget._form.found(widget.shelf) == widget.shelf.own and state["sheet"]["chosen"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("count", "0"), ("count", "61"), ("count", "x"), ("first", "-1"), ("level", "7"), ("kind", "riddle"),
     ("rules", "../granna"), ("key", "maybe"), ("colour", "red"), ("title", 7)],
)  # fmt: skip
def test_what_cannot_be_on_a_sheet_is_refused(name: str, value: Any) -> None:
    widget = player(None)
    send(widget, "screen", value="sheet")
    form = widget._form
    assert send(widget, "select", name=name, value=value)["warn"]
    assert widget._form == form


def test_a_title_may_be_anything() -> None:
    widget = player(None)
    send(widget, "screen", value="sheet")
    for title in ("../../x", "\u202e" + "a" * 10_000, "треугольники 1", "..", "C:\\x"):
        send(widget, "select", name="title", value=title)
        file = widget._form.file
        assert len(widget._form.title) <= 80 and Path(file).name == file and not file.startswith(".")
    send(widget, "select", name="title", value="../../x")
    send(widget, "sheet")
    send(widget, "save")
    assert [path.name for path in Path().glob("*.html")] == ["x.html"]


# --- nonsense ----------------------------------------------------------------------------------------------


def wanted(state: Any) -> Iterator[dict[str, Any]]:
    """All intentions that stand in a state."""
    if isinstance(state, dict):
        if isinstance(state.get("do"), str):
            yield state
        for value in state.values():
            yield from wanted(value)
    elif isinstance(state, list):
        for value in state:
            yield from wanted(value)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_pressed_nothing_breaks(seed: int) -> None:
    """Any exception that is no `TrinbError` fails here."""
    rng, every = Random(seed), puzzles()
    widget = player([*rng.sample(every, 20), rng.choice(every).evolve(level=0, measures={}, proof={}, id="")])
    for _ in range(120):
        kind, state = rng.random(), widget.state
        cells = [*widget.board.open_cells, *(place.cell for place in widget.board), Cell(5, 5, True)]
        if kind < 0.5:
            message = rng.choice([one for one in wanted(state) if one["do"] != "stop"])
        elif kind < 0.65 and state["hand"]:
            message = {"do": "choose", "tile": rng.choice(state["hand"])["tile"]}
        elif kind < 0.85:
            message = {"do": rng.choice(["tap", "lay", "target"]), "cell": str(rng.choice(cells))}
        elif kind < 0.92:
            message = {"do": "move", "x": rng.choice([-1, 0, 1]), "y": rng.choice([-1, 1])}
        else:
            message = {"do": rng.choice(["undo", "redo", "turn", "release", "place", "next"]), "by": 1}
        send(widget, message.pop("do"), **message)
        if widget._errand:
            widget._errand._done.wait(30)
            send(widget, "poll")


NONSENSE: list[dict[str, Any]] = [
    {"do": "tap", "cell": "^1e9,0"},
    {"do": "tap", "cell": None},
    {"do": "open", "number": 10**6},
    {"do": "open", "number": -1},
    {"do": "open", "number": True},
    {"do": "level", "number": 77},
    {"do": "level", "number": "1"},
    {"do": "page", "number": 1.5},
    {"do": "select", "name": "kind", "value": "riddle"},
    {"do": "select", "name": "__class__", "value": ""},
    {"do": "screen", "value": "cinema"},
    {"do": "screen"},
    {"do": "mode", "value": "other"},
    {"do": "mode", "value": 3},
    {"do": "seat", "value": "0"},
    {"do": "type", "value": "3"},
    {"do": "step", "by": 1},
    {"do": "none"},
    {"do": "own"},
    {"do": "save"},
    {"do": "check"},
    {"do": "act", "move": "draw"},
    {"do": "choose", "tile": "9-9-9"},
    {"do": "_release"},
]


@pytest.mark.parametrize("message", NONSENSE, ids=lambda message: json.dumps(message))
def test_messages_that_no_front_end_should_send(message: dict[str, Any]) -> None:
    widget = player(puzzles("docking"))
    before = widget.puzzle, widget._given(), widget.screen
    state = send(widget, **message)
    assert state["warn"] and len(state["status"]) < 300
    assert (widget.puzzle, widget._given(), widget.screen) == before
    answer_by_taps(widget, widget.puzzle.solution)  # type: ignore[union-attr]
    assert send(widget, "check")["good"], "it goes on working"


def test_attempts_take_numbers_of_any_size() -> None:
    attempt = Attempt(one("count"))
    attempt.step(-1)
    assert attempt.number == 0
    attempt.enter(" 9999 ")
    attempt.step(1)
    assert attempt.number == 9999
    attempt.enter("")
    assert attempt.number is None
    for typed in ("-1", "1e3", "٣", "10000", "½"):
        with pytest.raises(TrinbError):
            attempt.enter(typed)
    with pytest.raises(TrinbError):
        attempt.choose_seat("2")
