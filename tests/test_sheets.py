"""Work sheets: every task with its number, the answers apart, and nothing from anybody but as text."""

from __future__ import annotations

import pytest
from test_certificate import Page

from trinb.board import Board
from trinb.draw import svg
from trinb.draw.sheets import Task, sheet
from trinb.words import LANGUAGES, speaking

BOARD = svg.board(Board.parse("^0,0=555 v0,0=554"), style=False)
TASKS = [
    Task("Where?", BOARD, "here", "level 1", BOARD),
    Task("Which?", BOARD, "0-1-2", choices=("0-1-2", "0-2-1", "neither")),
    Task("How many?", BOARD, "three", wide=True),
]


def test_every_task_has_its_number_and_a_place_for_the_answer() -> None:
    made = Page(sheet(TASKS, "Title", "Intro"))
    numbers = [text for tag, text in made.texts if tag == "h2"]
    assert numbers == ["1", "2", "3"] * 2
    assert [text for tag, text in made.texts if tag == "p" and text.endswith("?")] == [
        "Where?",
        "Which?",
        "How many?",
    ]
    classes = [attributes.get("class") for _, attributes in made.tags]
    assert classes.count("line") == 2 and classes.count("box") == 3 and classes.count("wide") == 1


def test_the_answers_begin_on_a_page_of_their_own() -> None:
    page = sheet(TASKS, "Title")
    tasks, answers = page.split('<section class="key">')
    assert ".key { break-before: page;" in page
    for task in TASKS:
        assert f"<p>{task.answer}</p>" in answers and f"<p>{task.answer}</p>" not in tasks
    assert tasks.count("<svg") == 3 and answers.count("<svg") == 1
    assert "<section" not in sheet(TASKS, "Title", key=False)


def test_texts_stay_texts() -> None:
    hostile = "<script>alert(1)</script>" + "x" * 10_000
    page = sheet([Task(hostile, BOARD, hostile, hostile, choices=(hostile,))], hostile, hostile)
    assert page.count("<script>") == 1 and "alert" not in page.split("<script>")[1]
    assert len(page) < 60_000
    Page(page)


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_speaks(code: str) -> None:
    with speaking(code):
        assert f'<html lang="{code}">' in sheet(TASKS, "Title")
