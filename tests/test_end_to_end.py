"""The first lesson in a true JupyterLab: run it, play a turn by mouse and one by keys, see Python change."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from jupyter import Notebook, jupyterlab
from playwright.sync_api import Browser, Locator

ROOT = Path(__file__).parents[1]
SHOTS = os.environ.get("TRINB_SCREENSHOTS")  # a folder, for whoever wants to look

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def look(lesson: Notebook, name: str) -> None:
    """Keep a screenshot if somebody asked for it."""
    if SHOTS:
        lesson.page.wait_for_timeout(400)
        lesson.page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


def until(lesson: Notebook, code: str, wanted: str) -> None:
    """Wait until the kernel prints what is wanted."""
    for _ in range(50):
        printed = lesson.run(code).strip()
        if printed == wanted:
            return
        lesson.page.wait_for_timeout(100)
    raise AssertionError(f"{code} prints {printed!r}, not {wanted!r}")


def test_the_first_lesson_is_played(chromium_browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "lessons"
    shutil.copytree(ROOT / "notebooks", folder, ignore=shutil.ignore_patterns(".*"))
    with jupyterlab(folder, tmp_path) as address:
        lesson = Notebook(
            chromium_browser, address, "00_start.ipynb", viewport={"width": 1300, "height": 1000}
        )
        lesson.run_all()
        assert lesson.errors() == []
        boards = lesson.page.locator(".trinb-board")
        boards.nth(1).locator(".stage svg").wait_for()
        play_by_mouse(lesson, boards.nth(0))
        play_by_keys(lesson, boards.nth(1))
        lesson.theme("JupyterLab Dark")
        boards.nth(1).scroll_into_view_if_needed()
        look(lesson, "lab-dark")
        lesson.page.set_viewport_size({"width": 390, "height": 844})
        lesson.page.evaluate("window.jupyterapp.commands.execute('application:toggle-left-area')")
        boards.nth(1).scroll_into_view_if_needed()
        look(lesson, "lab-phone")
        stage = boards.nth(1).locator(".stage").bounding_box()
        assert stage and stage["width"] > 200, "without the side bar there is room on a phone"
        assert lesson.asked == [], "nothing is asked of another machine"
        lesson.close()


def play_by_mouse(lesson: Notebook, board: Locator) -> None:
    """Lay 4-4-5 as a bridge, by two clicks."""
    board.locator('.in-hand[data-tile="4-4-5"]').click()
    until(lesson, "print(practice.state['chosen'])", "4-4-5")
    look(lesson, "lab-mouse")
    board.locator('g.place[data-cell="^0,0"]').click()
    until(lesson, "print(practice.board.laid[-1].contact.kind.value)", "bridge")
    until(lesson, "print(str(practice.board).split()[-1])", "^0,0=445")
    assert board.locator(".score li").all_inner_texts() == ["+50 bridge §7"]


def play_by_keys(lesson: Notebook, board: Locator) -> None:
    """Take the first tile that fits and lay it, by keys alone; then take it back."""
    before = lesson.run("print(len(game.board), len(game.hand))").strip()
    number = lesson.run("print(game.hand.index(game.table.placements()[0].tile) + 1)").strip()
    board.locator(".stage").focus()
    keys = lesson.page.keyboard
    keys.press(number)
    until(lesson, "print(game.state['chosen'] is not None)", "True")
    keys.press("ArrowDown")
    until(lesson, "print(game.state['focus'] is not None)", "True")
    look(lesson, "lab-keys")
    keys.press("Enter")
    until(lesson, f"print((len(game.board), len(game.hand)) != tuple(map(int, '{before}'.split())))", "True")
    keys.press("u")
    until(lesson, "print(len(game.board), len(game.hand))", before)
    assert lesson.page.locator(".jp-mod-rawCell, .jp-RawCell").count() == 0, "the keys stay in the widget"
