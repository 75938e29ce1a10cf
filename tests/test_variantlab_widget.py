"""The lab in a browser: choosing, editing, running, stopping, taking along; mouse, finger and keys."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from harness import Widgets
from playwright.sync_api import Locator

from trinb import rules
from trinb.simulate.compare import compare
from trinb.simulate.telling import data
from trinb.widgets import HouseRuleEditor, VariantLab

pytestmark = pytest.mark.browser

Make = Callable[..., Widgets]
GRANNA = rules("granna")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lab(*what: Any, **options: Any) -> VariantLab:
    return VariantLab(*(what or ("triangelspelet", "granna")), **{"rounds": 2_000, **options})


def press(page: Widgets, root: Locator, name: str) -> None:
    root.get_by_role("button", name=name, exact=True).first.click()
    page.settle()


def run(page: Widgets, root: Locator, widget: VariantLab) -> None:
    """Press the button and wait until all is played."""
    root.page.locator(".trinb-lab > .bar .primary").click()
    page.settle()
    assert widget.wait(120)
    page.refresh(widget)


def row(root: Locator, number: int) -> Locator:
    return root.locator(".variant").nth(number)


def until(page: Widgets, widget: VariantLab, true: Callable[[], bool]) -> None:
    """Show what the thread has done, again and again, until something is true."""
    end = time.time() + 60
    while not true():
        assert time.time() < end
        time.sleep(0.03)
    page.refresh(widget)


def status(root: Locator) -> str:
    return root.page.locator(".trinb-lab > .bar .status").inner_text()


# --- running --------------------------------------------------------------------------------------------


def test_before_a_run_it_is_told_what_will_be_measured(widgets: Make) -> None:
    page, widget = widgets(), lab()
    root = page.show(widget)
    assert status(root) == "Choose what to compare, then press Run."
    titles = root.locator(".chart text.interval-title").all_text_contents()
    assert titles == ["Points per player", "Turns", "Blocked rounds"]
    assert root.locator(".chart .interval").count() == 0
    assert root.page.locator(".trinb-lab > .bar .primary").inner_text() == "Run"
    assert root.locator("progress").is_hidden() and root.locator(".exports").is_hidden()


def test_a_run_shows_what_compare_finds(widgets: Make) -> None:
    page, widget = widgets(), lab(seed=5)
    root = page.show(widget)
    run(page, root, widget)
    same = compare(
        ["triangelspelet", "granna"] and [rules("triangelspelet"), GRANNA],
        rounds=2_000,
        seed=5,
        pairs="first",
    )
    assert widget.comparison and data(widget.comparison) == data(same)
    assert status(root) == "Done: all that was asked for is played."
    assert root.locator(".chart .interval").count() == 3 * (2 + 1)
    rows = root.locator(".differences tbody tr").all_inner_texts()
    assert rows[0] == "Points per player" and rows[1].startswith("B − A") and rows[1].endswith("less under B")
    assert root.page.locator(".trinb-lab > .bar .primary").inner_text() == "Go on"
    assert "2\u00a0000 of 2\u00a0000 played of each." in root.locator(".how-far").inner_text()
    assert "at most 5" in root.locator(".notes").inner_text()
    described = root.locator(".chart desc").first.text_content() or ""
    assert "Triangelspelet" in described and " to " in described


def test_the_intervals_shrink_while_one_watches_and_stop_keeps_them(widgets: Make) -> None:
    page, widget = widgets(), lab(rounds=900_000_000, measure="turns")
    root = page.show(widget)
    root.page.locator(".trinb-lab > .bar .primary").click()
    page.settle()
    until(page, widget, lambda: widget.comparison is not None)
    assert root.page.locator(".trinb-lab > .bar .primary").inner_text() == "Stop"
    assert status(root).startswith("Playing")
    assert root.locator(".exports").is_hidden()

    def width() -> float:
        box = root.locator(".chart .interval").first.bounding_box()
        assert box
        return box["width"]

    first = width()
    until(page, widget, lambda: bool(widget.comparison and widget.comparison.rounds >= 2_000))
    assert width() < first
    said = status(root)
    until(page, widget, lambda: bool(widget.comparison and widget.comparison.rounds >= 10_000))
    assert status(root) == said, "who listens is not told of every step"
    assert "a second" in root.locator(".how-far").inner_text()
    press(page, root, "Stop")
    assert widget.wait(10)
    page.refresh(widget)
    assert status(root).startswith("Stopped.")
    assert "easily misled" in root.locator(".notes").inner_text()
    kept = widget.comparison.rounds  # type: ignore[union-attr]
    assert kept >= 10_000 and f"--rounds {kept} " in root.locator(".exports pre").inner_text()
    root.locator("input[name=amount]").fill(str(kept + 5_000))
    root.locator("input[name=amount]").press("Enter")
    page.settle()
    assert root.page.locator(".trinb-lab > .bar .primary").inner_text() == "Go on"
    run(page, root, widget)
    assert widget.comparison.rounds == kept + 5_000  # type: ignore[union-attr]


def test_only_the_status_is_read_aloud(widgets: Make) -> None:
    page, widget = widgets(), lab()
    root = page.show(widget)
    live = root.locator("[aria-live], [role=status], [role=alert]")
    assert live.count() == 1 and live.get_attribute("class") == "status"
    page.page.evaluate(
        "(status) => { window.told = []; new MutationObserver(() => told.push(status.textContent))"
        ".observe(status, {childList: true, characterData: true, subtree: true}); }",
        root.page.locator(".trinb-lab > .bar .status").element_handle(),
    )
    root.page.locator(".trinb-lab > .bar .primary").click()
    page.settle()
    for _ in range(20):
        time.sleep(0.05)
        page.refresh(widget)
    widget.wait(60)
    page.refresh(widget)
    told = page.page.evaluate("told")
    assert told[-1].startswith("Done") and len(told) <= 4


def test_what_changes_after_a_run_makes_it_old(widgets: Make) -> None:
    page, widget = widgets(), lab()
    root = page.show(widget)
    run(page, root, widget)
    seed = root.locator("input[name=seed]")
    seed.fill("8")
    seed.press("Enter")
    page.settle()
    assert root.locator(".results.is-old").count() == 1
    assert root.locator(".old").inner_text() == "This is what came out with other settings."
    assert status(root) == "The settings have changed: press Run to play the new ones."
    assert "--seed 0" in root.locator(".exports pre").inner_text(), "what is taken along is what is shown"
    seed.fill("0")
    seed.press("Enter")
    page.settle()
    assert root.locator(".results.is-old").count() == 0
    assert root.page.locator(".trinb-lab > .bar .primary").inner_text() == "Go on"
    for name, value in (("count-0", "3"), ("who-1", "random"), ("rules-0", "triominos-de"), ("pairs", "all")):
        root.locator(f"select[name={name}]").select_option(value)
        page.settle()
        assert root.locator(".results.is-old").count() == 1
    run(page, root, widget)
    assert widget.comparison and [len(one.players) for one in widget.comparison.variants] == [3, 2]
    assert widget.comparison.variants[1].players == ("random", "random")
    assert root.locator(".results.is-old").count() == 0


def test_changing_something_while_it_plays_stops_it(widgets: Make) -> None:
    page, widget = widgets(), lab(rounds=900_000_000)
    root = page.show(widget)
    root.page.locator(".trinb-lab > .bar .primary").click()
    page.settle()
    until(page, widget, lambda: widget.comparison is not None)
    root.locator("select[name=rules-1]").select_option("triominos-de")
    page.settle()
    assert widget.wait(10)
    page.refresh(widget)
    assert root.locator(".results.is-old").count() == 1
    assert root.page.locator(".trinb-lab > .bar .primary").inner_text() == "Run"
    root.locator("input[name=amount]").fill("1 000")
    root.locator("input[name=amount]").press("Enter")
    page.settle()
    run(page, root, widget)
    assert widget.comparison and widget.comparison.rounds == 1_000
    assert widget.comparison.variants[1].rules.id == "triominos-de"


def test_until_it_is_precise(widgets: Make) -> None:
    page, widget = widgets(), lab(measure=["turns", "blocked"])
    root = page.show(widget)
    root.locator("select[name=by]").select_option("width")
    page.settle()
    assert "95 % interval at most so wide: turns" in root.locator(".plan").inner_text()
    amount = root.locator("input[name=amount]")
    amount.fill("1,5")
    amount.press("Enter")
    page.settle()
    run(page, root, widget)
    same = compare([rules("triangelspelet"), GRANNA], measure=["turns", "blocked"], width=1.5)
    assert widget.comparison and widget.comparison.rounds == same.rounds
    assert "at most 5" in root.locator(".notes").inner_text()
    amount.fill("so narrow")
    amount.press("Enter")
    page.settle()
    assert "is no width" in status(root)
    assert root.page.locator(".trinb-lab > .bar .status.warn").count() == 1


def test_measures_are_chosen_by_their_names(widgets: Make) -> None:
    page, widget = widgets(), lab()
    root = page.show(widget)
    root.locator(".plan summary").click()
    root.get_by_label("bridges", exact=True).check()
    page.settle()
    root.get_by_label("turns", exact=True).uncheck()
    page.settle()
    assert (
        root.locator(".plan summary").inner_text() == "Measured: points per player, blocked rounds, bridges"
    )
    root.locator("select[name=of]").select_option("matches")
    page.settle()
    assert "rounds per match" in root.locator(".plan summary").inner_text()
    assert root.get_by_label("bridges", exact=True).count() == 0
    assert root.locator("input[name=amount]").input_value() == "20\u00a0000"
    root.locator("select[name=of]").select_option("rounds")
    page.settle()
    run(page, root, widget)
    titles = root.locator(".chart text.interval-title").all_text_contents()
    assert titles == ["Points per player", "Blocked rounds", "Bridges"]
    for name in ("points per player", "blocked rounds", "bridges"):
        box = root.get_by_label(name, exact=True)
        box.click()
        page.settle()
    assert status(root) == "something has to be measured"
    assert root.get_by_label("bridges", exact=True).is_checked(), "what was refused is shown as it is"


# --- variants -------------------------------------------------------------------------------------------


def test_variants_come_and_go(widgets: Make) -> None:
    page, widget = widgets(), lab()
    root = page.show(widget)
    for _ in range(4):
        press(page, root, "Add a variant")
    assert root.locator(".variant").count() == 6
    assert root.get_by_role("button", name="Add a variant").is_disabled()
    assert row(root, 0).get_by_role("button", name="Duplicate").is_disabled()
    letters = [one.get_attribute("aria-label") for one in root.locator(".variant").all()]
    assert letters == [f"Variant {letter}" for letter in "ABCDEF"]
    while root.locator(".variant").count() > 1:
        row(root, 0).get_by_role("button", name="Remove").click()
        page.settle()
    assert row(root, 0).get_by_role("button", name="Remove").is_disabled()
    assert len(widget.rules) == 1
    run(page, root, widget)
    assert root.locator(".differences").is_hidden() and root.locator(".chart .interval").count() == 3


def test_one_rule_is_changed_beside_the_original(widgets: Make) -> None:
    page, widget = widgets(), lab("granna")
    root = page.show(widget)
    row(root, 0).get_by_role("button", name="Change a rule …").click()
    page.settle()
    assert root.locator(".variant").count() == 2
    assert root.locator(".panel h3").first.inner_text() == "The rules of B"
    assert page.page.evaluate("document.activeElement.textContent") == "The rules of B"
    box = root.locator('[data-key="score.bridge"] input[type=text]').first
    box.fill("40")
    box.press("Enter")
    page.settle()
    assert widget.rules[1].score.bridge.points == 40 and widget.rules[0] == GRANNA
    assert "Gränna rules, but: bridge 10 → 40" in row(root, 1).inner_text()
    assert root.locator(".trinb-editor select.language").count() == 0
    run(page, root, widget)
    assert "more under B" in root.locator(".differences tbody tr").nth(1).inner_text()
    root.locator(".trinb-editor").get_by_role("button", name="Undo").click()
    page.settle()
    assert root.locator(".results.is-old").count() == 1 and widget.rules[1].score.bridge.points == 10
    press(page, root, "Close the form")
    assert root.locator(".panel").is_hidden() and root.locator(".trinb-editor").count() == 0
    assert page.page.evaluate("document.activeElement.textContent") == "Edit the rules"


def test_what_cannot_be_is_said_in_the_form(widgets: Make) -> None:
    page, widget = widgets(), lab("granna")
    widget.change(0, "score.bridge", "40")
    root = page.show(widget)
    root.locator(".trinb-editor summary", has_text="Hand").first.click()
    box = root.locator('[data-key="hand.tiles"] input[type=text]').first
    box.fill("50")
    box.press("Enter")
    page.settle()
    assert "need" in root.locator(".trinb-editor .status").inner_text()
    assert widget.rules[1].hand.tiles == GRANNA.hand.tiles
    assert status(root) == "Choose what to compare, then press Run."


def test_the_form_is_the_one_of_the_editor(widgets: Make) -> None:
    page, widget, editor = widgets(), lab("granna"), HouseRuleEditor("granna")
    widget.change(0, "name", "Our rules")
    inner, outer = page.show(widget), page.show(editor)
    fields = "(root) => [...root.querySelectorAll('[data-key]')].map((one) => one.dataset.key)"
    form, alone = inner.locator(".trinb-editor"), page.page.locator(".trinb-widget.trinb-editor")
    assert form.evaluate(fields) == alone.evaluate(fields) and outer.count() == 1
    form.get_by_role("button", name="Save", exact=True).click()
    page.settle()
    assert Path("our-granna.toml").exists()


def test_the_form_follows_its_variant(widgets: Make) -> None:
    page, widget = widgets(), lab("triangelspelet", "granna")
    root = page.show(widget)
    row(root, 1).get_by_role("button", name="Change a rule …").click()
    page.settle()
    row(root, 0).get_by_role("button", name="Remove").click()
    page.settle()
    assert root.locator(".panel h3").first.inner_text() == "The rules of B"
    box = root.locator('[data-key="score.bridge"] input[type=text]').first
    box.fill("33")
    box.press("Enter")
    page.settle()
    assert widget.rules[1].score.bridge.points == 33
    row(root, 0).get_by_role("button", name="Duplicate").click()
    page.settle()
    assert root.locator(".panel h3").first.inner_text() == "The rules of C"
    row(root, 2).get_by_role("button", name="Remove").click()
    page.settle()
    assert root.locator(".panel").is_hidden()


def test_readings_are_ticked(widgets: Make) -> None:
    page, widget = widgets(), lab("triangelspelet")
    root = page.show(widget)
    row(root, 0).locator("summary").click()
    box = row(root, 0).locator("input[type=checkbox]").nth(1)
    box.check()
    page.settle()
    on = widget.rules[0].switched_on
    assert len(on) == 1 and widget.rules[0] == rules("triangelspelet").with_reading(on[0])
    assert "1" in row(root, 0).locator("summary").inner_text()
    box.uncheck()
    page.settle()
    assert widget.rules[0] == rules("triangelspelet")


def test_a_rule_file_from_this_device(widgets: Make, tmp_path: Path) -> None:
    path = tmp_path / "theirs.toml"
    GRANNA.evolve(id="theirs", name="Their rules", score={"bridge": {"points": 7}}).save(path)
    page, widget = widgets(), lab()
    root = page.show(widget)
    root.locator(".buttons > input[type=file]").set_input_files(path)
    page.page.wait_for_function("shown[0].sent.length === 1")
    page.settle()
    assert [one.id for one in widget.rules] == ["triangelspelet", "granna", "theirs"]
    assert root.locator("select[name=rules-2] option:checked").inner_text() == "Their rules"
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("this is not = = toml")
    root.locator(".buttons > input[type=file]").set_input_files(wrong)
    page.page.wait_for_function("shown[0].sent.length === 2")
    page.settle()
    assert root.page.locator(".trinb-lab > .bar .status.warn").count() == 1 and len(widget.rules) == 3


# --- taking along -----------------------------------------------------------------------------------------


def test_files_go_through_the_browser(widgets: Make) -> None:
    page, widget = widgets(), lab("granna")
    widget.change(0, "score.bridge", "40")
    root = page.show(widget)
    run(page, root, widget)
    for name, file in (
        ("Table (CSV)", "comparison.csv"),
        ("Picture (SVG)", "comparison.svg"),
        ("our-granna.toml", "our-granna.toml"),
    ):
        with page.page.expect_download() as waiting:
            root.locator(".exports").get_by_role("button", name=name, exact=True).click()
        assert waiting.value.suggested_filename == file
        page.settle()
        content = Path(waiting.value.path()).read_bytes().decode()
        assert content == widget._files()[file]
    assert "our-granna.toml" in root.locator(".exports pre").inner_text()
    press(page, root, "Save all in a folder")
    assert "variant-lab" in status(root) and Path("variant-lab", "comparison.svg").exists()


def test_a_file_is_only_taken_by_whoever_asked(widgets: Make) -> None:
    page, widget = widgets(), lab("granna", measure="turns")
    root = page.show(widget)
    run(page, root, widget)
    page.page.evaluate(
        "() => { window.saved = 0; HTMLAnchorElement.prototype.click = () => { saved += 1; }; }"
    )
    widget._handle_custom_msg({"do": "export", "name": "comparison.csv", "key": "somebody else"}, [])
    page.refresh(widget)
    assert page.page.evaluate("saved") == 0
    for wrong in ("../secret", "", "command"):
        widget._handle_custom_msg({"do": "export", "name": wrong, "key": "k"}, [])
        assert "there is no file" in widget.live["status"]


# --- keys, fingers, eyes ----------------------------------------------------------------------------------


def test_it_can_be_run_by_keys_alone(widgets: Make) -> None:
    page, widget = widgets(), lab()
    root = page.show(widget)
    root.page.locator(".trinb-lab > .bar .primary").focus()
    page.page.keyboard.press("Enter")
    page.settle()
    widget.wait(60)
    page.refresh(widget)
    assert status(root).startswith("Done")
    for _ in range(60):
        page.page.keyboard.press("Tab")
        if page.page.evaluate("document.activeElement.textContent") == "Copy":
            break
    else:
        raise AssertionError("the last button cannot be reached")


def test_it_can_be_run_by_a_finger_on_a_small_screen(widgets: Make) -> None:
    page, widget = widgets(width=390, height=800, touch=True), lab("triangelspelet", language="de")
    widget.change(0, "score.bridge", "40")
    root = page.show(widget)
    assert page.page.evaluate("document.scrollingElement.scrollWidth") <= 390
    root.page.locator(".trinb-lab > .bar .primary").tap()
    page.settle()
    widget.wait(60)
    page.refresh(widget)
    assert root.locator(".chart .interval").count() == 9
    assert page.page.evaluate("document.scrollingElement.scrollWidth") <= 390


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_in_old_results_and_an_open_form(widgets: Make, dark: bool) -> None:
    page, widget = widgets(dark=dark), lab("granna", "triangelspelet", "triominos-de")
    root = page.show(widget)
    run(page, root, widget)
    widget.change(1, "score.bridge", "40")
    page.refresh(widget)
    assert root.locator(".results.is-old").count() == 1
    found = Axe().run(page.page, context=".trinb-widget").response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_hostile_names_are_names(widgets: Make) -> None:
    names = ['<img src=x onerror="window.broken=1">', "\u202eשלום " * 30, "{0} {who} %s", "a" * 9_000]
    ours = [GRANNA.evolve(id=f"x{at}", name=name) for at, name in enumerate(names)]
    page, widget = widgets(), lab(*ours, measure="turns")
    root = page.show(widget)
    widget.change(0, "name", names[0])
    run(page, root, widget)
    assert page.page.evaluate("window.broken") is None and root.locator("img").count() == 0
    assert page.page.evaluate("document.scrollingElement.scrollWidth") <= 1100
    assert "<img" in root.locator(".chart").first.text_content()  # type: ignore[operator]


def test_nonsense_while_it_plays_breaks_nothing(widgets: Make) -> None:
    page, widget = widgets(), lab(rounds=900_000_000, measure="turns")
    page.show(widget)
    widget.run()
    for message in (
        {"do": "run"}, {"do": "form", "message": []}, {"do": "form", "message": {"do": "enter"}},
        {"do": "select", "name": "rules-99", "value": "granna"}, {"do": "remove", "number": -1},
        {"do": "select", "name": "count-²", "value": ""}, {"do": "seed", "text": "∞"},
        {"do": "reading", "number": 0, "name": "x", "value": True}, {"do": "amount", "text": "nan"},
        {"do": "measure", "name": ["x"], "value": 1}, {"do": "upload", "name": "x", "size": 1, "text": "]["},
        {"do": "export", "name": 1},
    ):  # fmt: skip
        widget._handle_custom_msg(message, [])
        json.dumps([widget.state, widget.live], allow_nan=False)
    until(page, widget, lambda: widget.comparison is not None)
    widget.close()
    assert widget.wait(1)
