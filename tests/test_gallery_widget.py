"""The tile gallery in a browser: groups, search, two sets, counts, keys, pictures to save, and nonsense."""

from __future__ import annotations

import json
import struct
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness import Widgets
from playwright.sync_api import Download, Locator

from trinb import Tile, TileSet, TrinbError, tile_set, tile_sets
from trinb.walls import GROUPS
from trinb.widgets import TileGallery
from trinb.widgets import gallery_words as say

pytestmark = pytest.mark.browser

Make = Callable[..., Widgets]
NS = "{http://www.w3.org/2000/svg}"
SEVEN = "026, 056, 126, 146, 236, 246, 456"


def brick(gallery: Locator, tile: str) -> Locator:
    return gallery.locator(f'.brick[data-tile="{tile}"]')


def row(gallery: Locator, name: str) -> str:
    """What the chosen tile's card says under a name."""
    return gallery.locator(f'dt:text-is("{name}") + dd').inner_text().replace("\u2011", "-")


def status(gallery: Locator) -> str:
    return gallery.locator(".status").inner_text().replace("\u2011", "-")


def pick(page: Widgets, gallery: Locator, name: str, value: str) -> None:
    gallery.locator(f'select[name="{name}"]').select_option(value)
    page.settle()


# --- the wall ----------------------------------------------------------------------------------------


def test_the_wall_shows_the_set_in_groups(widgets: Make) -> None:
    page, widget = widgets(), TileGallery()
    gallery = page.show(widget)
    assert gallery.locator(".brick").count() == 56
    headings = gallery.locator(".wall h4").all_inner_texts()
    assert headings == [
        "triples: three equal digits6",
        "doubles: two equal digits30",
        "singles: all digits differ20",
    ]
    assert brick(gallery, "0-2-1").locator("text.digit").all_text_contents() == ["0", "2", "1"]
    assert gallery.locator(".legend").is_hidden(), "one look needs no key"
    pick(page, gallery, "group", "direction")
    assert [text[:7] for text in gallery.locator(".wall h4").all_inner_texts()] == [
        "rising ",
        "falling",
        "neither",
    ]
    assert gallery.locator(".wall .count").all_inner_texts() == ["11", "9", "36"]
    pick(page, gallery, "group", "sum")
    assert gallery.locator(".wall h4").count() == 16
    pick(page, gallery, "group", "none")
    assert gallery.locator(".wall h4").count() == 0
    assert [one.get_attribute("data-tile") for one in gallery.locator(".brick").all()] == [
        str(tile) for tile in tile_set("triangelspelet-56")
    ]


def test_by_multiset_the_tiles_that_were_not_printed_are_dotted(widgets: Make) -> None:
    page, widget = widgets(), TileGallery("triangelspelet-77", group="multiset")
    gallery = page.show(widget)
    assert gallery.locator(".wall .group").count() == 84
    assert gallery.locator(".brick").count() == 119
    assert gallery.locator(".brick g.absent").count() == 119 - 77
    group = gallery.locator(".group", has=gallery.page.locator('h4:text-is("056")'))
    assert group.locator("g.absent").count() == 2, "one of the seven that PRO lacks"
    assert gallery.locator(".legend li").all_inner_texts() == ["in this set", "not in this set"]
    brick(gallery, "0-5-6").click()
    page.settle()
    assert status(gallery) == "Neither 0-5-6 nor its mirror 0-6-5 is in this set."


# --- a tile and its mirror ------------------------------------------------------------------------------


def test_a_click_tells_all_about_a_tile(widgets: Make) -> None:
    page, widget = widgets(), TileGallery()
    gallery = page.show(widget)
    brick(gallery, "3-5-4").click()
    page.settle()
    assert widget.chosen == Tile(3, 5, 4)
    assert brick(gallery, "3-5-4").get_attribute("aria-pressed") == "true"
    assert gallery.locator('.brick[aria-pressed="true"]').count() == 1
    assert row(gallery, "Digits, clockwise") == "3, 5, 4"
    assert row(gallery, "Sum") == "12"
    assert row(gallery, "Kind") == "single: all digits differ"
    assert row(gallery, "Direction") == "falling clockwise"
    assert row(gallery, "Mirror") == "3-4-5, not in this set"
    assert row(gallery, "Multiset") == "345"
    assert row(gallery, "\u2068Triangelspelet\u2069") == "has 3-5-4"
    assert row(gallery, "\u2068Triominos\u2069") == "has the mirror 3-4-5"
    assert row(gallery, "\u206876 tiles with mirrors\u2069") == "has both"
    drawn = gallery.locator(".pair g.tile")
    assert [one.get_attribute("data-tile") for one in drawn.all()] == ["3-5-4", "3-4-5"]
    assert "absent" in (drawn.nth(1).get_attribute("class") or "")
    assert status(gallery) == "3-5-4 is in this set; its mirror 3-4-5 is not."


@pytest.mark.parametrize(
    ("tile", "kind", "direction", "mirror"),
    [
        ("4-4-4", "triple: three equal digits", "neither: it is its own mirror", "the tile itself"),
        ("0-0-3", "double: two equal digits", "neither: it is its own mirror", "the tile itself"),
        ("0-1-2", "single: all digits differ", "rising clockwise", "0-2-1, in this set"),
    ],
)
def test_facts_of_a_tile(tile: str, kind: str, direction: str, mirror: str) -> None:
    facts = {one["name"]: one["words"] for one in say.facts(Tile.parse(tile), tile_set("mirrored-76"))}
    assert (facts["Kind"], facts["Direction"], facts["Mirror"]) == (kind, direction, mirror)


# --- finding -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "tile"), [("0-2-1", "0-2-1"), ("201", "0-1-2"), ("5 5 4", "4-5-5")])
def test_a_tile_is_found_by_typing_it(widgets: Make, typed: str, tile: str) -> None:
    page, widget = widgets(), TileGallery("mirrored-76", group="none")
    gallery = page.show(widget)
    gallery.get_by_label("Find a tile").fill(typed)
    page.page.keyboard.press("Enter")
    page.settle()
    assert str(widget.chosen) == tile
    assert brick(gallery, tile).get_attribute("aria-pressed") == "true"
    inside = "(one, wall) => { const [a, b] = [one, wall].map((e) => e.getBoundingClientRect()); "
    inside += "return a.top >= b.top && a.bottom <= b.bottom }"
    wall = gallery.locator(".wall").element_handle()
    assert brick(gallery, tile).evaluate(inside, wall), "the wall is scrolled to it"


def test_a_tile_that_the_set_lacks_is_found_with_its_mirror(widgets: Make) -> None:
    page, widget = widgets(), TileGallery()
    gallery = page.show(widget)
    gallery.get_by_label("Find a tile").fill("012")
    gallery.get_by_role("button", name="Find").click()
    page.settle()
    assert status(gallery) == "0-1-2 is not in this set, but its mirror 0-2-1 is."
    assert gallery.locator(".detail h4").first.inner_text() == "0-1-2"
    assert gallery.locator('.brick[aria-pressed="true"]').count() == 0


@pytest.mark.parametrize(
    "typed", ["", "hello", "12", "0-1-99", "<img src=x onerror=alert(1)>", "\u202e" * 50]
)
def test_nonsense_gives_one_clear_line_and_changes_nothing(widgets: Make, typed: str) -> None:
    page, widget = widgets(), TileGallery()
    gallery = page.show(widget)
    gallery.get_by_label("Find a tile").fill(typed)
    page.page.keyboard.press("Enter")
    page.settle()
    assert "digit" in status(gallery) and len(status(gallery)) < 160
    assert gallery.locator(".status.warn").count() == 1
    assert widget.chosen == Tile(0, 2, 1) and gallery.locator("img").count() == 0
    brick(gallery, "0-0-0").click()
    page.settle()
    assert gallery.locator(".status.warn").count() == 0


# --- counting ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 13))
@pytest.mark.parametrize("kind", ["ascending", "mirrored"])
def test_the_formulas_agree_with_what_is_on_the_wall(kind: str, n: int) -> None:
    state = TileGallery(f"{kind}-{n}").state
    shown = sum(len(group["tiles"]) for group in state["groups"])
    assert all(row["agrees"] for row in state["formulas"]) and state["agreement"]["agrees"]
    assert f"Counted one by one: {shown}." in state["agreement"]["words"]
    once, mirrored = (row["numbers"].rpartition(" = ")[2] for row in state["formulas"])
    assert str(shown) == (once if kind == "ascending" else mirrored)
    assert state["formulas"][0]["numbers"].startswith(f"{n + 2} · {n + 1} · {n} / 6 = ")
    assert state["formulas"][1]["numbers"].startswith(f"({n}³ + 2 · {n}) / 3 = {n**3 + 2 * n} / 3 = ")


@pytest.mark.parametrize(
    ("id", "agrees", "words"),
    [
        ("triangelspelet-56", True, "56. C(n + 2, 3) says the same: this set has each multiset once."),
        ("triominos-56", True, "56. C(n + 2, 3) says the same: this set has each multiset once."),
        ("mirrored-76", True, "76. (n³ + 2n) / 3 says the same: this set has all mirrors."),
        ("ascending-2", True, "4. Both formulas say the same."),
        (
            "triangelspelet-77",
            False,
            f"77. No formula says that. Of all 84 multisets 7 are missing: {SEVEN}. "
            "For all mirrors 42 tiles are missing.",
        ),
    ],
)
def test_which_formula_a_set_agrees_with(id: str, agrees: bool, words: str) -> None:
    assert say.agreement(tile_set(id)) == {"words": f"Counted one by one: {words}", "agrees": agrees}


def test_a_set_with_something_missing_and_something_too_much() -> None:
    mixed = TileSet("mixed", (Tile(0, 0, 0), Tile(0, 1, 2), Tile(0, 2, 1), Tile(2, 2, 2)))
    words = say.agreement(mixed)["words"]
    assert "Of all 10 multisets 7 are missing: 001, 002, 011, 022, 111, 112, 122." in words
    assert "1 multiset is there twice, as two mirrors." in words
    assert "For all mirrors 7 tiles are missing." in words
    assert say.agreement(TileSet("empty", ())) == {"words": "There are no tiles to count.", "agrees": False}


def test_the_slider_goes_through_all_numbers_of_digits(widgets: Make) -> None:
    page, widget = widgets(), TileGallery("mirrored-76")
    gallery = page.show(widget)
    slider = gallery.get_by_label("Number of digits n")
    assert slider.input_value() == "6" and gallery.locator(".where").inner_text() == "n = 6"
    slider.focus()
    page.page.keyboard.press("End")
    page.page.wait_for_function("shown[0].sent.length === 1")
    page.settle()
    assert repr(widget) == "<TileGallery mirrored-12: 584 tiles by kind>", "it goes on with all mirrors"
    assert gallery.locator(".brick").count() == 584 and slider.input_value() == "12"
    assert slider.get_attribute("aria-valuetext") == "n = 12"
    assert "584. (n³ + 2n) / 3 says the same" in gallery.locator(".agreement").inner_text()
    assert gallery.locator(".check").all_inner_texts() == [
        "✓ counted one by one: 364, the same",
        "✓ counted one by one: 584, the same",
    ]
    pick(page, gallery, "tiles", "ascending")
    assert repr(widget) == "<TileGallery ascending-12: 364 tiles by kind>", "the number of digits stays"
    slider.focus()
    page.page.keyboard.press("Home")
    page.page.wait_for_function("shown[0].sent.length === 3")
    page.settle()
    assert gallery.locator(".brick").count() == 1


def test_the_formulas_can_be_left_to_be_found(widgets: Make) -> None:
    page, widget = widgets(), TileGallery("ascending-3", formulas=False)
    gallery = page.show(widget)
    assert gallery.get_by_label("Number of digits n").is_visible()
    assert gallery.locator(".agreement").is_hidden() and gallery.locator(".formula").count() == 0
    assert "10 tiles" in gallery.locator(".counted").inner_text()


def test_a_slider_that_is_dragged_sends_where_it_stops(widgets: Make) -> None:
    page, widget = widgets(), TileGallery("ascending-2")
    page.show(widget)
    page.page.evaluate(
        """() => {
        const slider = document.querySelector('input[type=range]');
        for (const n of [3, 5, 8, 11, 9]) { slider.value = n; slider.dispatchEvent(new Event('input')); }
    }"""
    )
    page.page.wait_for_function("shown[0].sent.length > 0")
    page.settle()
    assert page.page.evaluate("shown[0].sent") == [{"do": "digits", "value": 9}]
    assert page.page.locator("input[type=range]").input_value() == "9"


# --- two sets ----------------------------------------------------------------------------------------


def parts(gallery: Locator) -> list[str]:
    return gallery.locator(".parts button").all_inner_texts()


def test_the_two_boxes_of_56_have_47_tiles_in_common(widgets: Make) -> None:
    page, widget = widgets(), TileGallery()
    gallery = page.show(widget)
    assert gallery.locator(".parts").is_hidden()
    pick(page, gallery, "compare", "triominos-56")
    assert parts(gallery) == [
        "65 tiles in all",
        "47 tiles in both",
        "9 tiles only in A",
        "9 tiles only in B",
        "9 multisets in both, mirrored differently",
        "0 multisets missing in A",
        "0 multisets missing in B",
    ]
    assert gallery.locator(".brick g.here").count() == gallery.locator(".brick g.there").count() == 9
    assert brick(gallery, "0-2-1").locator("text.badge").text_content() == "A"
    assert brick(gallery, "0-1-2").locator("text.badge").text_content() == "B"
    assert "only in B; A has its mirror" in brick(gallery, "0-1-2").inner_text()
    gallery.get_by_role("button", name="9 tiles only in A").click()
    page.settle()
    shown = [one.get_attribute("data-tile") for one in gallery.locator(".brick").all()]
    assert shown == ["0-2-1", "0-3-1", "0-4-1", "0-5-1", "0-3-2", "2-4-3", "2-5-3", "2-5-4", "3-5-4"]
    pressed = gallery.locator('.parts [aria-pressed="true"]')
    assert pressed.all_inner_texts() == ["9 tiles only in A"]
    pick(page, gallery, "tiles", "mirrored-76")
    assert len(gallery.locator(".brick").all()) == 76, "another set shows all again"
    pick(page, gallery, "compare", "")
    assert gallery.locator(".parts").is_hidden() and widget.other is None


def test_the_seven_that_pro_lacks(widgets: Make) -> None:
    page, widget = widgets(), TileGallery("triangelspelet-77", compare="ascending-7")
    gallery = page.show(widget)
    assert "7 multisets missing in A" in parts(gallery)
    assert gallery.locator(".missing").inner_text() == f"Missing in A: {SEVEN}."
    gallery.get_by_role("button", name="7 multisets missing in A").click()
    page.settle()
    shown = [one.get_attribute("data-tile") for one in gallery.locator(".brick").all()]
    assert shown == ["0-2-6", "0-5-6", "1-2-6", "1-4-6", "2-3-6", "2-4-6", "4-5-6"]
    assert gallery.locator(".brick g.there .sign, .brick g.there .badge").count() == 3 * 7
    brick(gallery, "0-5-6").click()
    page.settle()
    assert status(gallery) == "0-5-6: only in B; A has no tile with these digits"


def test_one_digit_more_adds_21_tiles() -> None:
    """What lesson 1 says of its steps, read off the gallery."""
    words = say.part_words(TileGallery("ascending-6", compare="ascending-5").comparison)  # type: ignore[arg-type]
    assert words["only-a"] == "21 tiles only in A" and words["missing-b"] == "21 multisets missing in B"


def test_sets_of_your_own_can_be_shown_and_compared(widgets: Make) -> None:
    own = TileSet("mine", (Tile(0, 2, 1), Tile(7, 7, 7)), '<b onclick="alert(1)">' + "long" * 2000)
    page, widget = widgets(), TileGallery(own, compare="triominos-56", group="sum")
    gallery = page.show(widget)
    assert "<b onclick" in gallery.locator(".title").inner_text()
    assert gallery.locator("b[onclick]").count() == 0
    assert gallery.locator('select[name="tiles"] option').last.get_attribute("value") == "own 0"
    pick(page, gallery, "tiles", "triominos-56")
    pick(page, gallery, "compare", "own 0")
    assert widget.other is own
    assert page.page.evaluate("document.scrollingElement.scrollWidth") <= 1100


def test_an_empty_set(widgets: Make) -> None:
    page, widget = widgets(), TileGallery(TileSet("empty", ()))
    gallery = page.show(widget)
    assert gallery.locator(".brick").count() == 0 and widget.chosen is None
    assert status(gallery) == "There is nothing to show here."
    pick(page, gallery, "compare", "triominos-56")
    assert "56 multisets missing in A" in parts(gallery)
    pick(page, gallery, "tiles", "triominos-56")
    pick(page, gallery, "compare", "own 0")
    assert "56 multisets missing in B" in parts(gallery)


# --- keys --------------------------------------------------------------------------------------------


def focused(page: Widgets) -> str:
    return str(page.page.evaluate("document.activeElement.dataset.tile"))


def test_arrows_go_over_the_tiles_and_one_of_them_is_a_stop_for_tab(widgets: Make) -> None:
    page, widget = widgets(), TileGallery(group="none")
    gallery = page.show(widget)
    keys = page.page.keyboard
    assert gallery.locator('.brick[tabindex="0"]').count() == 1
    brick(gallery, "0-0-0").focus()
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    assert focused(page) == "0-0-2"
    keys.press("ArrowLeft")
    assert focused(page) == "0-0-1"
    keys.press("ArrowDown")
    below = brick(gallery, focused(page)).bounding_box()
    above = brick(gallery, "0-0-1").bounding_box()
    assert below and above and below["y"] > above["y"] and abs(below["x"] - above["x"]) < 2
    keys.press("ArrowUp")
    assert focused(page) == "0-0-1"
    keys.press("End")
    assert focused(page) == "5-5-5"
    keys.press("ArrowRight")
    assert focused(page) == "5-5-5"
    keys.press("Home")
    assert focused(page) == "0-0-0"
    keys.press("ArrowUp")
    assert focused(page) == "0-0-0"
    assert page.page.evaluate("shown[0].sent") == [], "going over tiles asks for nothing"
    keys.press("End")
    keys.press("Enter")
    page.settle()
    assert widget.chosen == Tile(5, 5, 5) and focused(page) == "5-5-5"
    keys.press("Tab")
    assert focused(page) == "None"
    keys.press("Shift+Tab")
    assert focused(page) == "5-5-5"


def test_arrows_reach_every_row_of_every_grouping(widgets: Make) -> None:
    page = widgets(width=500)
    for group in GROUPS:
        widget = TileGallery("triangelspelet-77", group=group)
        gallery = page.show(widget)
        bricks = gallery.locator(".brick")
        rows = len({round(one.bounding_box()["y"]) for one in bricks.all()})  # type: ignore[index]
        bricks.first.focus()
        for _ in range(rows - 1):
            page.page.keyboard.press("ArrowDown")
        last = bricks.last.bounding_box()
        here = page.page.evaluate("document.activeElement.getBoundingClientRect().y")
        assert last and abs(here - last["y"]) < 2, group
        page.page.evaluate("shown.at(-1).close()")
        page.page.evaluate("document.querySelectorAll('.trinb-widget').forEach((one) => one.remove())")
        page.widgets.clear()
        page.page.evaluate("shown.length = 0")


def test_the_focus_stays_on_its_tile_when_the_wall_is_grouped_anew(widgets: Make) -> None:
    page, widget = widgets(), TileGallery()
    gallery = page.show(widget)
    brick(gallery, "1-3-5").focus()
    widget.group_by("sum")
    page.refresh(widget)
    assert focused(page) == "1-3-5"
    widget.show_set("ascending-2")
    page.refresh(widget)
    assert focused(page) == "0-0-0"


def test_the_pure_part_of_the_front(widgets: Make) -> None:
    page = widgets()
    page.show(TileGallery("ascending-1"))

    def to(index: int, key: str) -> Any:
        grid = "[0,1,2,3,4,5,6].map((i) => ({x: 40 * (i % 3), y: 50 * Math.floor(i / 3)}))"
        return page.page.evaluate(f"shown[0].module.neighbour({grid}, {index}, '{key}')")

    assert [to(1, "ArrowDown"), to(4, "ArrowDown"), to(6, "ArrowDown")] == [4, 6, 6]
    assert [to(5, "ArrowUp"), to(0, "ArrowUp")] == [2, 0]
    assert [to(2, "ArrowRight"), to(6, "ArrowRight"), to(0, "ArrowLeft")] == [3, 6, 0]
    assert [to(3, "Home"), to(3, "End"), to(3, "x")] == [0, 6, None]


# --- pictures to save ----------------------------------------------------------------------------------


def saved(page: Widgets, gallery: Locator, name: str) -> Download:
    with page.page.expect_download() as download:
        gallery.get_by_role("button", name=name).click()
    page.settle()
    return download.value


def test_the_wall_is_saved_as_it_is_shown(widgets: Make, tmp_path: Path) -> None:
    page, widget = widgets(), TileGallery("triangelspelet-77", compare="ascending-7", group="direction")
    gallery = page.show(widget)
    file = saved(page, gallery, "Save as SVG")
    assert file.suggested_filename == "tiles-triangelspelet-77-ascending-7-by-direction.svg"
    file.save_as(tmp_path / "wall.svg")
    root = ET.fromstring((tmp_path / "wall.svg").read_text(encoding="utf-8"))
    drawn = [g for g in root.iter(f"{NS}g") if g.get("data-tile")]
    assert len(drawn) == gallery.locator(".brick").count() == 97
    assert "var(" not in (tmp_path / "wall.svg").read_text(encoding="utf-8"), "other programs can read it"
    assert widget.state["file"] is not None
    brick(gallery, "0-0-0").click()
    page.settle()
    assert widget.state["file"] is None, "it is handed over once"


@pytest.mark.parametrize("id", ["triangelspelet-56", "mirrored-12"])
def test_the_wall_is_saved_as_a_png(widgets: Make, tmp_path: Path, id: str) -> None:
    page, widget = widgets(), TileGallery(id, group="multiset")
    file = saved(page, page.show(widget), "Save as PNG")
    assert file.suggested_filename == f"tiles-{id}-by-multiset.png"
    file.save_as(tmp_path / "wall.png")
    data = (tmp_path / "wall.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    box = ET.fromstring(widget.picture()).get("viewBox", "").split()
    scale = width / float(box[2])
    assert 1 <= scale <= 2 and abs(height / float(box[3]) - scale) < 0.01
    assert width * height <= 12_100_000, "more than this some browsers cannot paint"


def test_only_the_view_that_asked_saves(widgets: Make) -> None:
    page, widget = widgets(), TileGallery("ascending-2")
    gallery = page.show(widget)
    downloads: list[Download] = []
    page.page.on("download", lambda download: downloads.append(download))
    widget._handle_custom_msg({"do": "save", "key": "somebody else"}, [])
    page.refresh(widget)
    widget.language = "en"
    page.refresh(widget)
    gallery.get_by_role("button", name="Save as SVG").wait_for()
    page.page.wait_for_timeout(200)
    assert downloads == []


@pytest.mark.parametrize("id", ["../../etc/passwd", "<b>", "", "x" * 500, "שלום", "a b/c\\d:e"])
def test_the_name_of_the_file_is_one_that_every_system_takes(id: str) -> None:
    widget = TileGallery(TileSet(id, (Tile(0, 0, 0),)))
    widget._handle_custom_msg({"do": "save", "key": "k"}, [])
    name = widget.state["file"]["name"]
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
    assert name.startswith("tiles-") and name.endswith("-by-kind") and len(name) <= 100


# --- sizes, languages, nonsense ------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 768, 1100])
@pytest.mark.parametrize("id", ["triangelspelet-56", "mirrored-12"])
def test_nothing_sticks_out_and_tiles_can_be_touched(widgets: Make, id: str, width: int) -> None:
    page = widgets(width=width, touch=True)
    gallery = page.show(TileGallery(id, group="multiset"))
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wall = gallery.locator(".wall")
    assert wall.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    for one in (gallery.locator(".brick").first, gallery.locator(".brick").last):
        box = one.bounding_box()
        assert box and box["width"] >= 40 and box["height"] >= 40
    cut = "(one) => one.querySelector('.name').scrollWidth <= one.clientWidth"
    assert all(gallery.locator(".brick").evaluate_all(f"(all) => all.map({cut})")), "no name is cut"


def test_a_tap(widgets: Make) -> None:
    page, widget = widgets(width=390, height=844, touch=True), TileGallery()
    gallery = page.show(widget)
    brick(gallery, "0-0-3").tap()
    page.settle()
    assert widget.chosen == Tile(0, 0, 3)


def test_it_speaks_another_language_and_goes_on(widgets: Make) -> None:
    page, widget = widgets(), TileGallery(compare="triominos-56")
    gallery = page.show(widget)
    brick(gallery, "0-0-3").click()
    page.settle()
    gallery.locator("select.language").select_option("sv")
    page.settle()
    assert widget.language == "sv" and widget.chosen == Tile(0, 0, 3)
    assert page.page.locator('.brick[data-tile="0-0-3"]').get_attribute("aria-pressed") == "true"
    assert page.page.locator(".brick").count() == 65


NONSENSE: list[Any] = [
    {"do": "select", "name": "tiles", "value": "triangelspelet-57"},
    {"do": "select", "name": "tiles", "value": "own 0"},
    {"do": "select", "name": "tiles", "value": ""},
    {"do": "select", "name": "tiles", "value": "mirrored-13"},
    {"do": "select", "name": "compare", "value": "ascending"},
    {"do": "select", "name": "group", "value": "colour"},
    {"do": "select", "name": "nothing", "value": "x"},
    {"do": "digits", "value": 0},
    {"do": "digits", "value": 13},
    {"do": "digits", "value": -1},
    {"do": "digits", "value": True},
    {"do": "digits", "value": 2.0},
    {"do": "choose", "tile": "0-1"},
    {"do": "choose", "tile": "0-1-12"},
    {"do": "find", "text": "x" * 10_000},
    {"do": "find", "text": None},
    {"do": "only", "value": "me"},
    {"do": "save", "key": 7},
    {"do": "_save", "key": "x"},
]


@pytest.mark.parametrize("message", NONSENSE, ids=lambda message: json.dumps(message)[:50])
def test_messages_that_no_front_end_should_send(message: Any) -> None:
    widget = TileGallery("triangelspelet-77", compare="triominos-56")
    before = {**widget.state, "status": "", "warn": False}
    widget._handle_custom_msg(message, [])
    assert widget.state["warn"] and 10 < len(widget.state["status"]) < 300
    assert {**widget.state, "status": "", "warn": False} == before
    widget._handle_custom_msg({"do": "choose", "tile": "0-0-0"}, [])
    assert not widget.state["warn"] and widget.chosen == Tile(0, 0, 0)


@pytest.mark.parametrize(
    "bad", ["", "triangelspelet", "ascending-0", "mirrored-13", 7, None, ["ascending-3"]]
)
def test_sets_that_are_none_are_refused_in_words(bad: Any) -> None:
    with pytest.raises(TrinbError, match="tile set"):
        TileGallery(bad)
    widget = TileGallery()
    with pytest.raises(TrinbError, match="tile set"):
        widget.show_set(bad)
    with pytest.raises(TrinbError, match="a wall is grouped by"):
        widget.group_by(bad)
    assert repr(widget) == "<TileGallery triangelspelet-56: 56 tiles by kind>"


def test_for_the_notebook() -> None:
    widget = TileGallery(group="sum")
    widget.compare_with("triominos-56")
    assert repr(widget) == "<TileGallery triangelspelet-56: 56 tiles by sum, beside triominos-56>"
    assert widget.find("1 5 3") == widget.chosen == Tile(1, 5, 3)
    assert widget.picture().count("data-tile=") == 65
    widget.show_only("mirrors")
    assert widget.picture().count("data-tile=") == 18
    with pytest.raises(TrinbError, match="there is no part called 'half'; there are all, both, only-a"):
        widget.show_only("half")
    widget.compare_with(None)
    assert widget.comparison is None and widget.picture().count("data-tile=") == 56
    values = [option["value"] for option in widget.state["choices"][0]["options"]]
    assert values == [*tile_sets(), "ascending", "mirrored"]


# --- how long it takes -----------------------------------------------------------------------------------


@pytest.mark.alone
def test_584_tiles_stay_fluid(widgets: Make, record_property: Callable[[str, object], None]) -> None:
    """From the message of the slider to the frame after the new wall; reported, not judged by the clock."""
    page, widget = widgets(), TileGallery("mirrored-11")
    page.show(widget)
    times: dict[str, list[float]] = {"all 584 tiles": [], "a tile chosen among them": []}
    asked = [("all 584 tiles", {"do": "digits", "value": 12}), ("a tile chosen among them", {"do": "choose"})]
    for index in range(8):
        for what, message in asked:
            if what != "all 584 tiles":
                message = {**message, "tile": f"{index}-{index}-11"}
            page.page.evaluate(
                """(message) => {
                window.took = null;
                const start = performance.now(), before = shown[0].received;
                shown[0].model.send(message);
                const wait = () => shown[0].received > before
                    ? requestAnimationFrame(() => setTimeout(() => { took = performance.now() - start; }))
                    : setTimeout(wait);
                wait();
            }""",
                message,
            )
            page.page.wait_for_function("took !== null")
            times[what].append(page.page.evaluate("took"))
        widget.show_set("mirrored-11")
        page.refresh(widget)
    for what, taken in times.items():
        median = sorted(taken)[len(taken) // 2]
        record_property("measured", f"tile gallery, {what}: median {median:.0f} ms")
        assert median < 3000
