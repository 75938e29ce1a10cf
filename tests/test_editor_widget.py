"""The house-rule editor in a browser: changing, refusing, saving, loading, by mouse, finger and keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness import Widgets
from playwright.sync_api import Locator

from trinb import RulesError, RuleSet, TrinbError, resources, rules
from trinb.cases import cases, score_of
from trinb.rulefields import FORM, form_fields
from trinb.ruleparts import Award
from trinb.widgets import HouseRuleEditor

pytestmark = pytest.mark.browser

Make = Callable[..., Widgets]
SWEDISH = rules("triangelspelet")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def field(root: Locator, key: str) -> Locator:
    return root.locator(f'[data-key="{key}"]')


def put(page: Widgets, root: Locator, key: str, typed: str, part: int = 0) -> None:
    """Type something into a field, as a person does."""
    box = field(root, key).locator("input[type=text]").nth(part)
    box.fill(typed)
    box.press("Enter")
    page.settle()


def unfold(root: Locator) -> None:
    root.evaluate("(root) => root.querySelectorAll('details.group').forEach((one) => { one.open = true; })")


def press(page: Widgets, root: Locator, name: str) -> None:
    root.get_by_role("button", name=name, exact=True).click()
    page.settle()


def rows(root: Locator) -> list[list[str]]:
    """The cases that have changed, as they are shown."""
    shown = root.locator("section > table tbody tr").all()
    return [[cell.strip() for cell in row.locator("th, td").all_inner_texts()] for row in shown]


# --- changing -------------------------------------------------------------------------------------------


def test_one_number_and_all_that_it_does(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    assert "played as Triangelspelet" in root.locator(".status").inner_text()
    assert field(root, "score.bridge").locator(".back").is_hidden()
    put(page, root, "score.bridge", "40")
    assert widget.rules == SWEDISH.evolve(score={"bridge": 40})
    assert root.locator(".differ").first.inner_text() == "bridge 50 → 40"
    assert root.locator(".status").inner_text() == (
        "1 difference from Triangelspelet. 8 of 28 cases score otherwise."
    )
    bridges = [one for one in cases() if score_of(one, SWEDISH) != score_of(one, widget.rules)]
    assert rows(root) == [[one.name, "50", "→ 40"] for one in bridges] and len(bridges) == 8
    assert root.get_by_text("20 cases score the same").is_visible()
    assert root.locator(".count").all_inner_texts().count("1 changed") == 1
    back = field(root, "score.bridge").locator(".back")
    assert back.inner_text() == "Back to 50"
    back.click()
    page.settle()
    assert widget.rules == SWEDISH and back.is_hidden() and rows(root) == []


def test_every_field_is_there_and_shows_what_the_rules_say(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor("triominos-de")
    root = page.show(widget)
    unfold(root)
    for group in FORM:
        for one in form_fields(group):
            assert field(root, one.key).is_visible(), one.key
    assert root.locator(".form [data-key]").count() == sum(len(form_fields(group)) for group in FORM)
    boxes = field(root, "score.hexagons").locator("input")
    assert [box.input_value() for box in boxes.all()] == ["50", "50", "50"]
    assert field(root, "score.tile").locator("select").input_value() == "1"
    assert field(root, "draws.most").locator("[type=checkbox]").is_checked()
    assert field(root, "draws.most").locator("[type=text]").is_disabled()
    assert field(root, "opening.choose_zero").locator("input").is_checked()
    sizes = field(root, "hand.by_players").locator("input")
    assert [box.input_value() for box in sizes.all()] == ["9", "", ""]
    assert sizes.nth(1).get_attribute("placeholder") == "7"


def test_every_kind_of_field(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    unfold(root)
    field(root, "score.plain").locator("select").select_option("1")
    page.settle()
    put(page, root, "score.plain", "10")
    assert widget.rules.score.plain == Award(10, 1)
    field(root, "opening.lead").locator("select").select_option("pool")
    field(root, "draws.place_at_once").locator("input").uncheck()
    page.settle()
    assert widget.rules.opening.lead.value == "pool" and not widget.rules.draws.place_at_once
    put(page, root, "score.hexagons", "70", part=2)
    assert widget.rules.score.hexagons == (0, 0, 70)
    put(page, root, "hand.by_players", "9")
    put(page, root, "players", "6", part=1)
    assert widget.rules.hand.by_players == {2: 9} and widget.rules.players == (2, 6)
    assert field(root, "hand.by_players").locator("input").count() == 5
    put(page, root, "draws.cost", "5")
    field(root, "draws.most").locator("[type=checkbox]").check()
    page.settle()
    assert widget.rules.draws.most is None and widget.rules.draws.cost == 5
    field(root, "draws.most").locator("[type=checkbox]").uncheck()
    page.settle()
    assert widget.rules.draws.most == 1
    field(root, "match.rounds").locator("[type=checkbox]").uncheck()
    page.settle()
    assert widget.rules.match.rounds == 5, "a number to begin with"
    field(root, "tiles").locator("select").select_option("triominos-56")
    page.settle()
    assert widget.rules.tiles == "triominos-56"
    assert root.locator(".differ").first.locator("li").all_inner_texts() == [
        "tiles triangelspelet-56 → triominos-56",
        "players 2–8 → 2–6",
        "hand 9 for 2 players",
        "lead: the highest triple → a tile turned up from the pool",
        "a drawn tile waits for the next turn",
        "each draw 0 → −5",
        "plain placement 0 → digits of the tile + 10",
        "hexagons 0 → 0 / 0 / 70",
        "rounds any number → 5",
    ]


def test_a_multiple_that_the_list_does_not_have(widgets: Make) -> None:
    page = widgets()
    widget = HouseRuleEditor(SWEDISH.evolve(score={"drone": {"sums": 5}}))
    chosen = field(page.show(widget), "score.drone").locator("select")
    assert chosen.input_value() == "5" and "5 times the digits" in chosen.inner_text()


def test_what_cannot_be_is_told_beside_the_field_and_stays_to_be_corrected(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    unfold(root)
    put(page, root, "hand.tiles", "20")
    put(page, root, "score.drone", "1oo")
    hand, drone = field(root, "hand.tiles"), field(root, "score.drone")
    assert hand.locator(".fault").inner_text() == (
        "3 players with 20 tiles need 60, but triangelspelet-56 has 56"
    )
    assert drone.locator(".fault").inner_text() == "'1oo' is no whole number"
    assert hand.locator("input").input_value() == "20" and drone.locator("input").input_value() == "1oo"
    assert hand.locator("input").get_attribute("aria-invalid") == "true"
    assert widget.rules == SWEDISH
    assert root.locator(".status").inner_text() == "Drone: '1oo' is no whole number"
    assert "1 to correct" in root.locator(".count").all_inner_texts()
    put(page, root, "score.drone", "110")
    assert widget.rules.score.drone.points == 110 and drone.locator(".fault").is_hidden()
    assert hand.locator("input").input_value() == "20", "the other one still waits"
    put(page, root, "players", "2", part=1)
    assert widget.rules.hand.tiles == 20 and hand.locator(".fault").is_hidden()
    assert hand.locator("input").get_attribute("aria-invalid") is None


def test_an_answer_does_not_wipe_out_what_is_being_typed(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    field(root, "score.bridge").locator("input").fill("40")
    box = field(root, "score.docking").locator("input")
    box.click()  # leaves the bridge, which is sent
    box.fill("6")
    page.settle()
    page.refresh(widget)
    assert box.input_value() == "6" and widget.rules.score.bridge.points == 40
    box.type("0")
    box.press("Enter")
    page.settle()
    assert widget.rules.score.docking.points == 60


def test_undo_and_redo(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    put(page, root, "score.bridge", "40")
    put(page, root, "score.drone", "90")
    press(page, root, "Undo")
    assert widget.rules == SWEDISH.evolve(score={"bridge": 40})
    assert field(root, "score.drone").locator("input").input_value() == "100"
    press(page, root, "Undo")
    assert widget.rules == SWEDISH and root.get_by_role("button", name="Undo").is_disabled()
    press(page, root, "Redo")
    press(page, root, "Redo")
    assert widget.rules == SWEDISH.evolve(score={"bridge": 40, "drone": 90})


def test_another_base(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    put(page, root, "score.bridge", "40")
    root.locator("select[name=base]").select_option("granna")
    page.settle()
    assert widget.base == widget.rules == rules("granna")
    assert "You begin anew with Gränna rules." in root.locator(".status").inner_text()
    assert field(root, "score.bridge").locator("input").input_value() == "10"
    press(page, root, "Undo")
    assert widget.base == SWEDISH and widget.rules.score.bridge.points == 40


def test_by_keys_alone(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    keys = page.page.keyboard
    root.locator("details.group > summary").nth(3).focus()
    keys.press("Enter")
    for key in ("Tab", "2", "Tab"):  # draws: a number, then no limit
        keys.press(key)
    page.settle()
    assert widget.rules.draws.most == 2
    keys.press("Space")
    page.settle()
    assert widget.rules.draws.most is None
    keys.press("Tab")
    keys.press("Enter")
    page.settle()
    assert field(root, "draws.most").locator("details").get_attribute("open") is not None
    keys.press("Tab")
    keys.press("Enter")  # back to one
    page.settle()
    assert widget.rules == SWEDISH


# --- what the sources say -------------------------------------------------------------------------------


def test_what_the_sources_say(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    bridge = field(root, "score.bridge")
    assert bridge.locator(".sources").is_hidden()
    bridge.locator("summary").click()
    page.settle()
    said = bridge.locator(".sources").inner_text()
    assert "Triangelspelet says:\n\n§7 The leading triple gives 25 points" in said
    assert "50: granna-standard-points, trekantspelet-1page, triangelspelet" in said
    assert "40: triominos-de" in said and "digits of the tile: triominos-nl" in said
    bridge.locator("summary").click()
    page.settle()
    assert bridge.locator(".sources").is_hidden()
    field(root, "score.tile").locator("summary").click()
    page.settle()
    assert "No clause of Triangelspelet speaks of this." in field(root, "score.tile").inner_text()


def test_readings_are_toggles(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor("triominos-de")
    root = page.show(widget)
    unfold(root)
    add = root.get_by_label("Each hexagon that a tile closes gives 50.")
    scale = root.get_by_label("One, two or three hexagons give 50, 60 or 70 in all.")
    add.check()
    page.settle()
    assert widget.rules == rules("triominos-de").with_reading("hexagons-add")
    boxes = field(root, "score.hexagons").locator("input")
    assert [box.input_value() for box in boxes.all()] == ["50", "100", "150"]
    scale.dispatch_event("click")
    page.settle()
    assert not scale.is_checked()
    assert "both set score.hexagons: choose one" in root.locator(".fault:visible").inner_text()
    add.uncheck()
    page.settle()
    assert widget.rules == rules("triominos-de")
    scale.check()
    page.settle()
    assert widget.rules.switched_on == ("hexagons-scale",)
    put(page, root, "score.hexagons", "55")
    assert widget.rules.switched_on == () and not scale.is_checked()


def test_the_picture_of_a_case(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    put(page, root, "score.docking", "{}")
    assert "Bridge over one cell" in root.locator(".case-words").inner_text(), "one is always there"
    put(page, root, "score.docking", "60")
    first = rows(root)[0][0]
    assert root.locator(".case-words h4").inner_text() == first, "the first that has changed"
    assert root.locator(".case-scores .total").all_inner_texts() == ["Triangelspelet: 75", "Yours: 60"]
    assert root.locator(".case-scores li").all_inner_texts() == ["+75 docking §7", "+60 docking §7"]
    other = root.locator("section > table tbody button").nth(2)
    other.click()
    page.settle()
    assert root.locator(".case-words h4").inner_text() == other.inner_text()
    assert other.get_attribute("aria-pressed") == "true"
    picture = root.locator(".case-picture svg")
    assert picture.get_attribute("aria-label") == other.inner_text()
    root.get_by_text("cases score the same").click()
    root.get_by_role("button", name="Start with a triple").click()
    page.settle()
    assert root.locator(".case-scores .total").all_inner_texts() == ["Triangelspelet: 25"]


# --- files ----------------------------------------------------------------------------------------------


def test_save_under_a_name_of_ones_own(widgets: Make, folder: Path) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    put(page, root, "name", "Rules of 7b")
    put(page, root, "id", "class-7b")
    put(page, root, "score.bridge", "40")
    assert root.get_by_label("File", exact=True).input_value() == "class-7b.toml"
    press(page, root, "Save")
    assert root.locator(".status").inner_text() == "Saved in class-7b.toml."
    assert RuleSet.load(folder / "class-7b.toml") == widget.rules
    root.get_by_text("What the file says").click()
    assert root.locator("pre").inner_text().strip() == (folder / "class-7b.toml").read_text("utf-8").strip()
    put(page, root, "score.bridge", "41")
    press(page, root, "Save")
    assert root.locator(".question").is_hidden(), "it is ours by now"
    assert RuleSet.load(folder / "class-7b.toml").score.bridge.points == 41


def test_rules_with_a_name_of_others_are_renamed_on_request(widgets: Make, folder: Path) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    assert root.locator(".own").is_hidden()
    put(page, root, "score.bridge", "40")
    assert root.get_by_role("button", name="Call them “Our Triangelspelet”").is_visible()
    press(page, root, "Save")
    assert (
        "Save them as “Our Triangelspelet” in our-triangelspelet.toml?"
        in root.locator(".question").inner_text()
    )
    assert list(folder.iterdir()) == []
    press(page, root, "No")
    assert list(folder.iterdir()) == [] and root.locator(".question").is_hidden()
    press(page, root, "Save")
    press(page, root, "Yes")
    assert [file.name for file in folder.iterdir()] == ["our-triangelspelet.toml"]
    assert (widget.rules.id, widget.rules.name) == ("our-triangelspelet", "Our Triangelspelet")
    assert root.locator(".own").is_hidden()


def test_a_file_of_others_is_not_written_over_without_asking(widgets: Make, folder: Path) -> None:
    path = folder / "ours.toml"
    SWEDISH.evolve(id="ours", score={"bridge": 1}).save(path)
    before = path.read_bytes()
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    put(page, root, "id", "ours")
    put(page, root, "score.bridge", "40")
    press(page, root, "Save")
    assert "ours.toml is there already and holds other rules." in root.locator(".question").inner_text()
    press(page, root, "No")
    assert path.read_bytes() == before
    press(page, root, "Save")
    put(page, root, "score.drone", "99")
    assert root.locator(".question").is_hidden(), "a question is for the moment"
    widget._handle_custom_msg({"do": "answer", "value": "yes"}, [])
    assert path.read_bytes() == before, "and its answer, too"
    press(page, root, "Save")
    press(page, root, "Yes")
    assert RuleSet.load(path) == widget.rules


def test_a_file_that_has_changed_is_asked_about(widgets: Make, folder: Path) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    put(page, root, "id", "ours")
    press(page, root, "Save")
    path = folder / "ours.toml"
    path.write_text(path.read_text("utf-8") + "# by hand\n", "utf-8")
    put(page, root, "score.bridge", "40")
    press(page, root, "Save")
    assert "has been changed by somebody else" in root.locator(".question").inner_text()
    press(page, root, "Yes")
    assert "# by hand" in path.read_text("utf-8") and RuleSet.load(path) == widget.rules


def test_what_comes_with_trinb_is_never_written_over(widgets: Make) -> None:
    path = resources.data_files("rules")["granna"]
    before = path.read_bytes()
    page, widget = widgets(), HouseRuleEditor(path)
    root = page.show(widget)
    assert widget.base == rules("granna")
    put(page, root, "id", "ours")
    put(page, root, "score.bridge", "40")
    press(page, root, "Save")
    assert "comes with trinb and stays as it is" in root.locator(".status").inner_text()
    assert path.read_bytes() == before


def test_load_a_file_and_go_on(widgets: Make, folder: Path) -> None:
    ours = SWEDISH.evolve(id="ours", name="Ours", score={"bridge": 40})
    ours.save(folder / "ours.toml")
    page, widget = widgets(), HouseRuleEditor("granna")
    root = page.show(widget)
    root.get_by_label("File", exact=True).fill("ours.toml")
    press(page, root, "Load")
    assert widget.rules == ours and widget.base == SWEDISH
    assert root.locator(".status").inner_text() == "You go on with Ours."
    assert field(root, "score.bridge").locator(".back").inner_text() == "Back to 50"
    put(page, root, "score.bridge", "45")
    press(page, root, "Save")
    assert RuleSet.load(folder / "ours.toml").score.bridge.points == 45
    for name, reason in (("nothing.toml", "there is no such file"), ("x" * 300, "no name for a file")):
        root.get_by_label("File", exact=True).fill(name)
        press(page, root, "Load")
        assert reason in root.locator(".status").inner_text() or name == "x" * 300
    assert widget.rules.score.bridge.points == 45


def test_what_was_undone_is_not_saved_in_a_file_of_other_rules(widgets: Make, folder: Path) -> None:
    path = folder / "ours.toml"
    SWEDISH.evolve(id="ours", score={"bridge": 40}).save(path)
    before = path.read_bytes()
    page, widget = widgets(), HouseRuleEditor("granna", path=path)
    root = page.show(widget)
    press(page, root, "Load")
    press(page, root, "Undo")
    put(page, root, "id", "other")
    press(page, root, "Save")
    assert "holds other rules" in root.locator(".question").inner_text() and path.read_bytes() == before


def test_a_file_from_the_device_of_a_pupil(widgets: Make, tmp_path_factory: Any) -> None:
    far = tmp_path_factory.mktemp("far")
    ours = rules("granna").evolve(id="ours", name="Ours", score={"bridge": 12})
    ours.save(far / "ours.toml")
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    with page.page.expect_file_chooser() as chooser:
        root.get_by_role("button", name="Open from this device").click()
    chooser.value.set_files(far / "ours.toml")
    page.page.wait_for_function("shown[0].sent.length === 1")
    page.settle()
    assert widget.rules == ours and widget.base == rules("granna")
    assert root.get_by_label("File", exact=True).input_value() == "ours.toml"
    for content, reason in ((b"\x00\xff", "no TOML"), (b"#" * 10**6, "too large"), (b"x = 1", "is missing")):
        root.locator("input[type=file]").set_input_files(
            {"name": "bad.toml", "mimeType": "text/plain", "buffer": content}
        )
        page.page.wait_for_function("shown[0].sent.at(-1).name === 'bad.toml'")
        page.page.wait_for_timeout(50)
        page.settle()
        assert reason in root.locator(".status").inner_text()
        assert "bad.toml" in root.locator(".status").inner_text() and widget.rules == ours
    assert max(len(json.dumps(one)) for one in page.page.evaluate("shown[0].sent")) < 100_000


def test_download(widgets: Make, folder: Path) -> None:
    page, widget = widgets(), HouseRuleEditor()
    root = page.show(widget)
    put(page, root, "id", "ours")
    put(page, root, "name", "Å — “ours”")
    put(page, root, "score.bridge", "40")
    with page.page.expect_download() as download:
        root.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "ours.toml"
    download.value.save_as(folder / "got.toml")
    assert RuleSet.load(folder / "got.toml") == widget.rules


# --- names, sizes ---------------------------------------------------------------------------------------


def test_names_with_markup_are_shown_as_text(widgets: Make) -> None:
    page = widgets()
    hostile = '<img src=x onerror="window.hit=1">{0}\u202e' + "x" * 10_000
    widget = HouseRuleEditor(SWEDISH.evolve(id="ours", name=hostile, source=hostile))
    root = page.show(widget)
    put(page, root, "score.bridge", "40")
    put(page, root, "name", "<b>שלום</b> & {name} %s")
    put(page, root, "id", "<script>")
    assert page.page.evaluate("window.hit") is None and root.locator("img, script, b b").count() == 0
    assert widget.rules.name == "<b>שלום</b> & {name} %s" and widget.rules.id == "ours"
    assert "no spaces" in field(root, "id").locator(".fault").inner_text()
    assert "\u2068<b>שלום</b>" in root.locator(".differ.told").inner_text()
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone(widgets: Make) -> None:
    page, widget = widgets(width=390, height=844, touch=True), HouseRuleEditor()
    root = page.show(widget)
    unfold(root)
    put(page, root, "score.bridge", "40")
    form, effect = root.locator(".form").bounding_box(), root.locator(".effect").bounding_box()
    assert form and effect and effect["y"] >= form["y"] + form["height"], "one column"
    field(root, "score.bridge").locator("summary").tap()
    page.settle()
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = [
        one.inner_text()
        for one in root.locator("button:visible, summary:visible, select:visible").all()
        if (box := one.bounding_box()) and box["height"] < 39.5
    ]
    assert small == []
    put(page, root, "score.drone", "90")
    said = field(root, "score.drone").locator(".said")
    assert said.inner_text().startswith("2 differences from Triangelspelet.")
    said.get_by_role("button", name="See the effect").tap()
    assert root.locator(".effect").evaluate("(one) => document.activeElement === one")


def test_in_german(widgets: Make) -> None:
    page, widget = widgets(), HouseRuleEditor(language="de")
    root = page.show(widget)
    assert root.get_attribute("lang") == "de"
    put(page, root, "score.bridge", "40")
    root.locator("select.language").select_option("en")
    page.settle()
    assert "1 difference from Triangelspelet" in page.page.locator(".trinb-editor .status").inner_text()
    assert widget.rules.score.bridge.points == 40


# --- in the notebook ------------------------------------------------------------------------------------


def test_for_the_notebook(folder: Path) -> None:
    editor = HouseRuleEditor("triominos-de")
    assert repr(editor) == "<HouseRuleEditor triominos-de over triominos-de, differences: 0>"
    assert editor.rules == editor.base == rules("triominos-de")
    editor.change("score.bridge", 45)
    editor.change("hand.by_players", {2: 8})
    editor.read_as("target-at-once")
    editor.change("id", "ours")
    assert editor.rules.score.bridge == Award(45) and editor.rules.hand.by_players == {2: 8}
    assert editor.state["status"].startswith("3 differences from Triominos, German rules.")
    with pytest.raises(RulesError, match="need 60"):
        editor.change("hand.tiles", 15)
    assert editor.rules.hand.tiles == 7
    editor.undo()
    editor.redo()
    editor.back("hand.by_players")
    editor.read_as("target-at-once", False)
    assert editor.save() == Path("ours.toml") and RuleSet.load("ours.toml") == editor.rules
    other = HouseRuleEditor("granna")
    with pytest.raises(RulesError, match="holds other rules"):
        other.save("ours.toml")
    other.save("ours.toml", overwrite=True)
    assert RuleSet.load("ours.toml") == rules("granna")
    editor.load("ours.toml")
    assert editor.rules == rules("granna") and editor.path == Path("ours.toml")


def test_from_a_file(folder: Path) -> None:
    ours = rules("granna").evolve(id="ours", score={"bridge": 12})
    ours.save("ours.toml")
    for where in ("ours.toml", folder / "ours.toml"):
        editor = HouseRuleEditor(where)
        assert editor.rules == ours and editor.base == rules("granna") and editor.path == Path(where)
        assert "1 changed" in json.dumps(editor.state["groups"])
    editor = HouseRuleEditor("ours.toml", path="copy.toml")
    assert editor.save() == Path("copy.toml") and RuleSet.load("copy.toml") == ours


@pytest.mark.parametrize(
    ("base", "reason"),
    [
        ("triangelspelt", "did you mean triangelspelet"),
        ("nothing.toml", "there is no such file"),
        (SWEDISH.evolve(score={"bridge": 10**9}), "is not between"),
    ],
    ids=["id", "file", "numbers"],
)
def test_what_it_cannot_begin_with(base: Any, reason: str) -> None:
    with pytest.raises(TrinbError, match=reason):
        HouseRuleEditor(base)


# --- nonsense -------------------------------------------------------------------------------------------

NONSENSE: list[Any] = [
    None,
    7,
    {"do": "explode"},
    {"do": "enter"},
    {"do": "enter", "key": "score.bridge"},
    {"do": "enter", "key": "score.bridge", "value": {"points": [], "sums": {}}},
    {"do": "enter", "key": "score.bridge", "value": float("nan")},
    {"do": "enter", "key": "hand.by_players", "value": {"2": {"3": "4"}}},
    {"do": "enter", "key": "__class__", "value": "x"},
    {"do": "enter", "key": "clauses", "value": []},
    {"do": "enter", "key": "players", "value": ["1e9", "2"]},
    {"do": "enter", "key": "name", "value": "\ud800" * 9000},
    {"do": "back", "key": "x" * 10_000},
    {"do": "reading", "name": "nope", "value": True},
    {"do": "reading", "name": ["ties-play-on"], "value": True},
    {"do": "look", "key": "nope"},
    {"do": "case", "name": "nope"},
    {"do": "select", "name": "base", "value": "nope"},
    {"do": "select", "name": "tiles", "value": "granna"},
    {"do": "select", "name": "base", "value": ""},
    {"do": "file", "text": "x" * 10_000},
    {"do": "file", "text": "a\0b.toml"},
    {"do": "answer", "value": "yes"},
    {"do": "answer", "value": "no"},
    {"do": "upload", "name": "x", "size": 10**9, "text": ""},
    {"do": "upload", "name": "x", "size": 1, "text": "x" * 10**6},
    {"do": "upload", "name": 1, "size": 1, "text": "x"},
    {"do": "load"},
    {"do": "redo"},
]


@pytest.mark.parametrize("message", NONSENSE, ids=lambda message: json.dumps(message)[:60])
def test_messages_that_no_front_end_should_send(message: Any, folder: Path) -> None:
    widget = HouseRuleEditor()
    before = widget.rules
    widget._handle_custom_msg(message, [])
    assert widget.rules == before
    assert len(widget.state["status"]) < 420
    json.dumps(widget.state).encode()
    assert list(folder.iterdir()) == []
    widget._handle_custom_msg(
        {"do": "enter", "key": "score.bridge", "value": {"points": "40", "sums": "0"}}, []
    )
    assert widget.rules.score.bridge.points == 40, "it goes on working"


def test_strange_files_to_save_to(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    widget = HouseRuleEditor()
    widget.change("id", "ours")
    for typed in ("..", "/", "x.txt", "no/where.toml", "pyproject.toml", "~", "x" * 190 + ".toml", ".toml"):
        widget._handle_custom_msg({"do": "file", "text": typed}, [])
        widget._handle_custom_msg({"do": "save"}, [])
        widget._handle_custom_msg({"do": "answer", "value": "yes"}, [])
    names = {file.name for file in folder.iterdir()}
    assert names == {"pyproject.toml", "x" * 190 + ".toml"}
    assert "[project]" in (folder / "pyproject.toml").read_text()
