"""The lessons in a true JupyterLab and in Voilà: all run, their widgets show, and the first one is played."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from jupyter import Notebook, Visit, jupyterlab, voila
from playwright.sync_api import Browser, Locator, expect

ROOT = Path(__file__).parents[1]
SHOTS = os.environ.get("TRINB_SCREENSHOTS")  # a folder, for whoever wants to look

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def look(lesson: Visit, name: str) -> None:
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


LESSONS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the lessons, as a pupil has one."""
    folder = tmp_path_factory.mktemp("pupil") / "lessons"
    shutil.copytree(ROOT / "notebooks", folder, ignore=shutil.ignore_patterns(".*"))
    return folder


@pytest.fixture(scope="module")
def lab(lessons: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with jupyterlab(lessons, tmp_path_factory.mktemp("lab")) as address:
        yield address


def widgets_in(lesson: Path) -> int:
    """How many cells of a lesson show a widget."""
    cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    return sum("Something to touch" in json.dumps(cell.get("outputs", "")) for cell in cells)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_runs_in_jupyterlab(chromium_browser: Browser, lab: str, lessons: Path, name: str) -> None:
    lesson = Notebook(chromium_browser, lab, name, viewport={"width": 1300, "height": 1000})
    wanted = widgets_in(lessons / name)
    assert wanted >= 1, "a lesson has something to touch"
    lesson.run_all()
    assert lesson.errors() == []
    expect(lesson.page.locator(".trinb-widget")).to_have_count(wanted, timeout=20_000)
    for picture in lesson.page.locator(".trinb-widget .stage").all():
        assert picture.locator("svg").count() >= 1
    assert lesson.faults == []
    assert lesson.asked == [], "nothing is asked of another machine"
    lesson.close()


@pytest.mark.parametrize("name", ["00_start.ipynb", "03_rules.ipynb"])
def test_a_lesson_is_a_page_in_voila(
    chromium_browser: Browser, lessons: Path, tmp_path: Path, name: str
) -> None:
    with voila(lessons, tmp_path) as address:
        visit = Visit(chromium_browser, address, viewport={"width": 1000, "height": 1000})
        visit.page.goto(f"{address}/voila/render/{name}", wait_until="commit")
        widgets = visit.page.locator(".trinb-widget")
        expect(widgets).to_have_count(widgets_in(lessons / name), timeout=120_000)
        expect(widgets.first.locator("svg").first).to_be_visible(timeout=20_000)
        # A widget there is as alive as in JupyterLab.
        widgets.first.locator("select.language").select_option("sv")
        expect(widgets.first).to_have_attribute("lang", "sv")
        look(visit, f"voila-{name.partition('_')[0]}")
        assert visit.faults == []
        assert visit.asked == [], "nothing is asked of another machine"
        visit.close()


def test_the_first_lesson_is_played(chromium_browser: Browser, lab: str) -> None:
    lesson = Notebook(chromium_browser, lab, "00_start.ipynb", viewport={"width": 1300, "height": 1000})
    lesson.run_all()
    boards = lesson.page.locator(".trinb-board")
    boards.nth(2).locator(".stage svg").wait_for()
    play_by_mouse(lesson, boards.nth(1))
    play_by_keys(lesson, boards.nth(2))
    lesson.theme("JupyterLab Dark")
    boards.nth(2).scroll_into_view_if_needed()
    look(lesson, "lab-dark")
    lesson.page.set_viewport_size({"width": 390, "height": 844})
    lesson.page.evaluate("window.jupyterapp.commands.execute('application:toggle-left-area')")
    boards.nth(2).scroll_into_view_if_needed()
    look(lesson, "lab-phone")
    stage = boards.nth(2).locator(".stage").bounding_box()
    assert stage and stage["width"] > 200, "without the side bar there is room on a phone"
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
