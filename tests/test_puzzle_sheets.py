"""Sheets of puzzles: pictures with and without answers, keys that are right, sizes that can be read."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest
from test_certificate import Page

from trinb.board import Board
from trinb.draw import puzzlesheets
from trinb.draw.puzzlesheets import (
    MOST,
    answer_words,
    board,
    choices_of,
    lettered,
    letters,
    paired,
    picture,
    puzzle_sheet,
    puzzle_task,
    with_letters,
)
from trinb.draw.sheets import Task
from trinb.lattice import Cell
from trinb.puzzles import Form, Puzzle, PuzzleKind, puzzles
from trinb.words import LANGUAGES, speaking

EVERY = [puzzles(kind, level)[0] for kind in PuzzleKind for level in (1, 3, 5)]
"""One of each kind at three levels."""


def cells_of(shown: str, selector: str) -> set[str]:
    """The cells of the groups with this class."""
    return {
        cell
        for classes, cell in re.findall(r'<g class="([^"]*)" data-cell="([^"]*)"', shown)
        if selector in classes.split()
    }


def box_of(shown: str) -> tuple[float, float]:
    _, _, width, height = map(float, re.search(r'viewBox="([^"]+)"', shown)[1].split())  # type: ignore[index]
    return width, height


# --- pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", EVERY, ids=lambda puzzle: puzzle.id)
def test_a_picture_shows_all_tiles_and_not_the_answer(puzzle: Puzzle) -> None:
    shown, _ = picture(puzzle)
    ElementTree.fromstring(shown)
    laid = cells_of(shown, "tile")
    assert laid == {str(placement.cell) for placement in puzzle.board}
    assert not cells_of(shown, "chosen") and 'class="ghost"' not in shown and 'class="lit"' not in shown
    beside = re.findall(r'<g class="tile" data-tile="([^"]*)"', shown)
    assert beside == [str(tile) for group in (*puzzle.hands, puzzle.tiles) for tile in group]
    assert cells_of(shown, "place") == set(map(str, puzzle.cells))


@pytest.mark.parametrize("puzzle", EVERY, ids=lambda puzzle: puzzle.id)
def test_the_key_shows_the_answer(puzzle: Puzzle) -> None:
    shown, _ = picture(puzzle, solved=True)
    ElementTree.fromstring(shown)
    answer = puzzle.solution
    if puzzle.form in (Form.PLACEMENT, Form.PLACEMENTS):
        assert cells_of(shown, "chosen") == {token.split("=")[0] for token in puzzle.answer.split()}
    elif puzzle.form is Form.TILE:
        assert (f'data-tile="{answer}"' in shown) == (answer is not None)
    elif puzzle.form is Form.CELL:
        assert shown.count('class="lit"') == 1
    elif puzzle.form is Form.NUMBER:
        counts = re.findall(r'<text class="label"[^>]*>(\d+)<', shown)
        assert sum(map(int, counts)) == answer
    else:
        assert cells_of(shown, "chosen"), "a line of best play"


@pytest.mark.parametrize(
    "puzzle", [one for one in EVERY if one.form is Form.PLACEMENT], ids=lambda one: one.id
)
def test_the_picture_does_not_tell_the_kind_of_what_is_laid_on_trial(puzzle: Puzzle) -> None:
    """Somebody who hears the picture must not hear the answer."""
    tried = puzzle.board.place(puzzle.solution)  # type: ignore[arg-type]
    shown = board(puzzle, shown=tried, chosen=[puzzle.solution.cell])  # type: ignore[union-attr]
    description = re.search("<desc>(.*?)</desc>", shown, re.DOTALL)
    assert description and "kind" not in description[1] and "exagon" not in description[1]
    assert f"{len(tried)} tiles." in description[1] and str(tried) in unescape(description[1])


def test_marked_places_have_letters_in_reading_order() -> None:
    cells = [Cell(0, -1, True), Cell(2, 0, True), Cell(-1, 0, True), Cell(0, 1, True)]
    assert lettered(cells) == {
        Cell(0, 1, True): "A",
        Cell(-1, 0, True): "B",
        Cell(2, 0, True): "C",
        Cell(0, -1, True): "D",
    }
    assert list(lettered(cells[:1]).values()) == ["?"] and lettered([]) == {}


def test_letters_stand_for_whole_cells_only() -> None:
    gaps = next(one for one in puzzles("hopeless") if len(one.cells) > 2)
    first, second = list(letters(gaps))[:2]
    assert with_letters(gaps, f"{first}, {second}: {first}=000 {first}1") == f"A, B: {first}=000 {first}1"
    plain = puzzles("bridge", 1)[0]
    assert with_letters(plain, "^0,0") == "^0,0"


# --- sizes -----------------------------------------------------------------------------------------

DIGIT = 18  # px


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.id)
def test_digits_can_be_read_on_paper(puzzle: Puzzle) -> None:
    """At least 7 points; on a board of more than half a page in height a little less."""
    shown, wide = picture(puzzle)
    width, height = box_of(shown)
    room = (182.0, 130.0) if wide else (86.0, 78.0)
    scale = min(room[0] / width, room[1] / height)
    assert DIGIT * scale * 72 / 25.4 >= (6.0 if wide else 7.0)
    assert not wide or len(puzzle.board) > 5, "a small board does not take a whole page"


def test_large_boards_take_the_whole_width() -> None:
    large = max(puzzles(), key=lambda one: len(one.board))
    assert puzzle_task(large).wide
    small = min(puzzles(), key=lambda one: len(one.board))
    assert not puzzle_task(small).wide


def test_no_half_of_a_page_stays_empty() -> None:
    slim, wide = Task("slim", "", ""), Task("wide", "", "", wide=True)
    assert paired([slim, wide, wide, slim, slim]) == [slim, slim, wide, wide, slim]
    assert paired([wide, slim, slim]) == [wide, slim, slim]
    assert paired([slim, wide]) == [slim, wide] and paired([]) == []


# --- the sheet ---------------------------------------------------------------------------------------


def test_every_puzzle_has_its_question_its_choices_and_its_answer() -> None:
    made = puzzle_sheet(EVERY, "All <b>kinds</b>", intro="Take your time.")
    Page(made)
    tasks, key = made.split('<section class="key">')
    text = unescape(tasks)
    for puzzle in EVERY:
        assert puzzle.question in text
        answer = answer_words(puzzle)
        assert answer in unescape(key) and (answer not in text or len(answer) < 6)
        for choice in choices_of(puzzle):
            assert f"</span>{choice}</li>" in text
    assert made.count("<h2>") == 2 * len(EVERY)
    assert "<b>kinds" not in made and "Take your time." in made
    assert made.count("<svg") == 2 * len(EVERY)


def test_without_a_key_nothing_of_the_answers_is_in_the_page() -> None:
    made = puzzle_sheet(EVERY, "Kinds", key=False)
    assert "Answers" not in made and 'class="key"' not in made
    assert 'class="lit"' not in made and " chosen" not in made
    assert all(puzzle.explanation not in unescape(made) for puzzle in EVERY)


def test_answers_on_paper_name_no_cells() -> None:
    """There are no coordinates on paper: the picture shows the place, or a letter does."""
    for puzzle in puzzles():
        assert not re.search(r"[v^]-?\d+,-?\d+", answer_words(puzzle)), puzzle.id


def test_a_sheet_has_an_end() -> None:
    seen: list[int] = []
    made = puzzle_sheet([EVERY[0]] * (MOST + 5), "Many", key=False, tick=seen.append)
    assert made.count("<h2>") == MOST and seen == list(range(1, MOST + 1))


def test_it_can_be_stopped() -> None:
    class Enough(Exception):
        pass

    def tick(number: int) -> None:
        if number == 2:
            raise Enough

    with pytest.raises(Enough):
        puzzle_sheet(EVERY, "Kinds", tick=tick)


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_speaks(code: str) -> None:
    with speaking(code):
        made = puzzle_sheet(EVERY[:3], "Title")
        assert f'<html lang="{code}">' in made
        assert EVERY[0].question in unescape(made)


def test_a_puzzle_without_a_level_says_only_its_rules() -> None:
    own = puzzles("count", 1)[0].evolve(level=0, measures={}, proof={}, id="")
    assert puzzle_task(own).note == own.rules.name


def test_the_description_is_of_the_board_that_is_shown() -> None:
    puzzle = puzzles("wrong", 1)[0]
    assert puzzlesheets.described("<desc>x</desc>", puzzle, Board.parse("^0,0=555")).count("^0,0=555") == 1


# --- on paper -----------------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.slow
def test_on_paper_no_answer_is_torn_apart(chromium_browser: object) -> None:
    """Laid out on pages of A4, every picture is on the page of its question, and within its width."""
    page = chromium_browser.new_page(viewport={"width": 688, "height": 1017})  # type: ignore[attr-defined]
    page.set_content(puzzle_sheet(EVERY, "Kinds"))
    page.emulate_media(media="print")
    outside = page.evaluate(
        """() => [...document.querySelectorAll("li figure svg, li p")]
            .filter((one) => {
                const box = one.getBoundingClientRect(), item = one.closest("li").getBoundingClientRect();
                return box.left < item.left - 1 || box.right > item.right + 1 || box.bottom > item.bottom + 1;
            }).length"""
    )
    assert outside == 0
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
    tallest = page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('li')].map((one) => one.offsetHeight))"
    )
    assert tallest < 1017, "each fits on a page"
    page.close()
