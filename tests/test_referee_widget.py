"""The referee, with a browser and without: by taps, by keys, on a tablet; crashes, faults and nonsense."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness import Widgets
from playwright.sync_api import Locator
from refereeing import NAMES, game

from trinb import Placement, RecordError, RulesError, Tile, TrinbError, rule_sets, rules
from trinb.entries import Blocked, Entry, Lap, Lead, Out, TurnUp
from trinb.moves import DRAW, Place
from trinb.notation import short_digits
from trinb.referee import Pad
from trinb.ruleparts import WithoutTriple
from trinb.scorebook import Book
from trinb.widgets import Referee
from trinb.widgets.refereecount import POOL
from trinb.widgets.refereesetup import Setup, own_path

pytestmark = pytest.mark.browser

Make = Callable[..., Widgets]
SWEDISH = rules("triangelspelet")
FIVES = Lead(0, Placement.parse("^0,0=555"))


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def begun(
    path: str | None = "game.jsonl", players: int = 2, id: str = "triangelspelet", **more: Any
) -> Referee:
    widget = Referee(path, NAMES[:players], id, **more)
    widget.start()
    return widget


def say(widget: Referee, *messages: dict[str, Any]) -> None:
    for message in messages:
        widget._handle_custom_msg(message, [])


def note(widget: Referee) -> str:
    return str(widget.state["status"]) if widget.state["warn"] else ""


def table(widget: Referee) -> Any:
    return widget.state["table"]


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(root: Locator, name: str) -> Locator:
    return root.locator(f'[data-cell="{name}"]').first


def taps(widget: Referee, entry: Entry) -> list[dict[str, Any]]:
    """What a referee taps to make an entry."""
    action = entry.action
    if isinstance(action, Lead | TurnUp):
        who = [{"do": "leader", "number": action.seat}] if isinstance(action, Lead) else []
        second = [{"do": "second"}] if isinstance(action, Lead) and action.second_triple else []
        return [*who, {"do": "choose", "tile": str(action.placement.tile)}, *second, {"do": "enter"}]
    if isinstance(action, Place):
        digits = short_digits(action.placement.digits)
        return [
            {"do": "target", "cell": str(action.placement.cell)},
            {"do": "search", "value": digits},
            {"do": "enter"},
        ]
    if isinstance(action, Lap):
        everybody = widget.pad.rules.opening.without_triple is WithoutTriple.DRAW
        who = [] if everybody else [{"do": "leader", "number": action.seats[0]}]
        return [*who, {"do": "act", "name": "lap"}]
    if isinstance(action, Out | Blocked):
        told = dict(enumerate(action.hands)) | ({POOL: action.pool} if isinstance(action, Out) else {})
        wanted = [row["number"] for row in table(widget)["counting"]["rows"]]
        typed = [{"do": "told", "number": seat, "value": f"={told[seat]}"} for seat in wanted]
        return [*typed, {"do": "count"}]
    name = {"Draw": "draw", "InVain": "in-vain", "Pass": "pass", "EndTurn": "end", "Finish": "finish"}
    return [{"do": "act", "name": name[type(action).__name__]}]


# --- it is the pad --------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", rule_sets())
def test_a_match_of_every_rule_set_by_taps_alone(id: str) -> None:
    whole = game(id, 3, seed=5)
    widget = begun("game.jsonl", 3, id)
    for entry in whole.entries:
        say(widget, *taps(widget, entry))
        assert not note(widget), (entry, note(widget))
    assert [e.action for e in widget.pad.entries if not isinstance(e.action, Out | Blocked)] == [
        e.action for e in whole.entries if not isinstance(e.action, Out | Blocked)
    ]
    assert widget.pad.lines == whole.lines and widget.pad.winners == whole.winners
    assert Book.open("game.jsonl").pad == widget.pad
    shown = [row["total"].replace("\u2212", "-") for row in table(widget)["standings"]["rows"]]
    assert tuple(map(int, shown)) == whole.totals


def test_repr_and_the_notebook_side() -> None:
    widget = Referee()
    assert repr(widget) == "<Referee triangelspelet: not begun>"
    for early in (
        lambda: widget.pad,
        widget.undo,
        widget.redo,
        lambda: widget.enter(DRAW),
        widget.certificate,
    ):
        with pytest.raises(TrinbError, match="has not begun"):
            early()
    widget.start()
    widget.enter(FIVES)
    assert repr(widget) == "<Referee triangelspelet: round 1, 1 entries>"
    assert widget.pad.names == ("Player 1", "Player 2")
    widget.undo()
    widget.redo()
    assert len(widget.pad.entries) == 1 and "<!doctype html>" in widget.certificate()


# --- setting up -----------------------------------------------------------------------------------------


def test_set_up_by_typing_and_tapping(widgets: Make) -> None:
    page, widget = widgets(), Referee()
    root = page.show(widget)
    fields = root.locator(".names input")
    fields.nth(0).fill("Ann")
    fields.nth(0).press("Enter")
    page.page.keyboard.type("Bo")
    root.get_by_role("button", name="Add a player").click()
    page.settle()
    root.locator(".names input").nth(2).fill("Cy")
    root.locator(".names input").nth(2).press("Enter")
    page.settle()
    root.get_by_role("button", name="Move Player 3 up").click()
    page.settle()
    assert widget._setup.names == ("Ann", "Cy", "Bo")
    root.get_by_role("button", name="Remove Player 1").click()
    page.settle()
    root.locator("select[name=rules]").select_option("granna")
    page.settle()
    assert "6 tiles for each player" in root.inner_text()
    root.get_by_label("Points to reach").fill("40")
    root.get_by_label("Rounds to play").fill("2")
    root.get_by_label("Save in this file").fill("ours")
    root.get_by_role("button", name="Start").click()
    page.settle()
    assert widget.pad.names == ("Cy", "Bo") and widget.pad.rules.id == "granna"
    assert (widget.pad.rules.match.target, widget.pad.rules.match.rounds) == (40, 2)
    assert Path("ours.jsonl").is_file() and "Saved: 0 entries in ours.jsonl." in root.inner_text()
    assert root.locator(".turn").inner_text() == "Who leads the first tile?"


def test_what_cannot_be_set_up_is_refused_in_words() -> None:
    widget = Referee(names=["Ann", "Ann"])
    say(widget, {"do": "start"})
    assert "two players are called" in note(widget) and widget.book is None
    say(
        widget,
        {"do": "name", "number": 1, "value": "Bo"},
        {"do": "select", "name": "target", "value": "much"},
    )
    say(widget, {"do": "start"})
    assert "'much' is no whole number" in note(widget)
    say(widget, {"do": "select", "name": "target", "value": ""}, {"do": "start"})
    assert widget.pad.rules.match.target is None


def test_more_players_than_the_rules_allow_are_told_and_kept() -> None:
    widget = Referee(names=NAMES[:6])
    say(widget, {"do": "select", "name": "rules", "value": "triominos-de"})
    form = widget.state["setup"]
    assert (
        len(form["names"]) == 6 and "4 players at most" in form["too_many"] and not form["start"]["enabled"]
    )
    say(widget, {"do": "start"})
    assert "2 to 4 players, not 6" in note(widget)
    say(widget, {"do": "add"})
    assert "4 players may play at most" in note(widget)
    say(widget, {"do": "select", "name": "rules", "value": "granna"}, {"do": "start"})
    assert widget.pad.names == NAMES[:6]


def test_house_rules_from_a_file_or_from_python() -> None:
    SWEDISH.evolve(id="ours", name="Ours", score={"bridge": 40}).save("ours.toml")
    Path("broken.toml").write_text("players = 7")
    widget = Referee(rules="ours.toml")
    assert widget._setup.rules.score.bridge.points == 40
    widget = Referee(rules=SWEDISH.evolve(id="mine", score={"bridge": 41}))
    options = [option["value"] for option in widget.state["setup"]["rules"]["options"]]
    assert {"own:mine", "ours.toml", "broken.toml", "granna"} <= set(options)
    assert widget.state["setup"]["rules"]["value"] == "own:mine"
    say(widget, {"do": "select", "name": "rules", "value": "ours.toml"}, {"do": "start"})
    assert widget.pad.rules.score.bridge.points == 40
    other = Referee()
    say(other, {"do": "select", "name": "rules", "value": "broken.toml"})
    assert "broken.toml" in note(other) and other._setup.rules == SWEDISH
    with pytest.raises(RulesError):
        Referee(rules="missing.toml")


@pytest.mark.parametrize("value", ["../ours.toml", "/etc/passwd", "~/ours.toml", "nothing", ""])
def test_no_other_file_is_read_because_a_browser_asks(value: str) -> None:
    SWEDISH.save(Path("..") / "ours.toml")
    widget = Referee()
    say(widget, {"do": "select", "name": "rules", "value": value}, {"do": "resume", "name": value})
    assert note(widget) and widget.book is None and widget._setup.rules == SWEDISH


@pytest.mark.parametrize(
    "name", ["../a.jsonl", "/tmp/a.jsonl", "a/b", "a\\b", ".hidden", "..", "C:x", "nul\0", "a?b"]
)
def test_no_other_file_is_written_because_a_browser_asks(name: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="is not the name of a file"):
        own_path(name, tmp_path)
    widget = Referee()
    before = sorted(tmp_path.parent.rglob("*"))
    say(widget, {"do": "select", "name": "file", "value": name}, {"do": "start"})
    if "\0" not in name:  # that is taken out when it is typed
        assert note(widget) and widget.book is None
        assert sorted(tmp_path.parent.rglob("*")) == before


def test_a_file_that_is_there_is_not_written_over() -> None:
    Path("mine.jsonl").write_text("mine")
    widget = Referee()
    say(widget, {"do": "select", "name": "file", "value": "mine"}, {"do": "start"})
    assert "is there already" in note(widget) and Path("mine.jsonl").read_text() == "mine"
    with pytest.raises(RecordError, match=r"mine\.jsonl: line 1"):
        Referee("mine.jsonl")


def test_without_a_file_it_says_so_and_can_be_saved_later() -> None:
    widget = Referee()
    say(widget, {"do": "select", "name": "file", "value": ""}, {"do": "start"})
    assert table(widget)["saved"]["bad"] and "kept in no file" in table(widget)["saved"]["words"]
    assert not list(Path().glob("*.jsonl"))
    say(widget, {"do": "copy"})
    assert (
        Path("match.jsonl").is_file()
        and "Saved: 0 entries in match.jsonl." in table(widget)["saved"]["words"]
    )


# --- a round in the browser -----------------------------------------------------------------------------


def test_lead_place_claim_and_undo_by_mouse(widgets: Make) -> None:
    page, widget = widgets(), begun(players=3)
    root = page.show(widget)
    assert root.locator("button.primary").is_disabled()
    root.get_by_role("button", name="Bo", exact=True).click()
    page.settle()
    root.locator(".offer[aria-label='5-5-5']").click()
    page.settle()
    root.get_by_role("button", name="Enter 5-5-5").click()
    page.settle()
    assert widget.pad.totals == (0, 25, 0)
    assert root.locator(".turn").inner_text() == "\u2068Cy\u2069 to move"
    assert "holds 5 tiles · 41 tiles in the pool" in root.inner_text()
    page.page.mouse.click(*middle(cell(root, "v0,0")))
    page.settle()
    assert root.locator(".question").inner_text() == "Which tile lies there?"
    assert root.locator(".offer").count() == 5, "only tiles with two 5s fit"
    root.locator(".offer[aria-label='4-5-5']").click()
    page.settle()
    assert root.locator("g.ghost").get_attribute("class") == "ghost", "the kind is not given away"
    assert root.locator(".last .verdict").count() == 0
    root.get_by_label("Points claimed").fill("75")
    root.get_by_role("button", name="docking", exact=True).click()
    page.settle()
    root.get_by_role("button", name="Enter 4-5-5").click()
    page.settle()
    said = root.locator(".last .verdict.wrong").inner_text()
    assert "Claimed: docking, 75." in said and "It is plain" in said and "0 points (§7), not 75." in said
    assert root.locator(".last li").all_inner_texts() == ["0 plain placement §7"]
    assert "A docking, with two sides against tiles, gives 75" in root.locator(".last details").inner_text()
    assert "Saved: 2 entries in game.jsonl." in root.inner_text()
    root.get_by_role("button", name="Undo").click()
    page.settle()
    assert len(Book.open("game.jsonl").pad.entries) == 1 and root.locator(".last .verdict").count() == 0
    root.get_by_role("button", name="Redo").click()
    page.settle()
    assert len(Book.open("game.jsonl").pad.entries) == 2
    assert root.locator("tr.to-move th").inner_text() == "Ann"


def test_a_right_claim_is_told_too(widgets: Make) -> None:
    page, widget = widgets(), begun()
    root = page.show(widget)
    say(
        widget,
        {"do": "leader", "number": 0},
        {"do": "choose", "tile": "5-5-5"},
        {"do": "points", "value": "25"},
    )
    page.refresh(widget)
    assert root.get_by_label("Points claimed").input_value() == "25"
    root.get_by_label("Points claimed").press("Enter")
    page.settle()
    assert root.locator(".last .verdict").inner_text() == "Claimed: 25. That is right."
    assert (
        root.get_by_label("Points claimed").count() == 0
        or not root.get_by_label("Points claimed").is_visible()
    )


def test_a_tile_that_does_not_fit_is_refused_with_the_reason(widgets: Make) -> None:
    page, widget = widgets(), begun()
    root = page.show(widget)
    widget.enter(FIVES)
    page.refresh(widget)
    page.page.mouse.click(*middle(cell(root, "v0,0")))
    page.settle()
    root.locator("input[type=search]").fill("021")
    page.settle()
    assert "a digit differs" in root.locator(".bubble").inner_text()
    assert root.locator("g.illegal").count() == 1 and root.locator("g.clash").count() == 2
    assert root.locator("button.primary").is_disabled()
    root.locator("input[type=search]").fill("012")
    page.settle()
    assert "has no tile 012" in root.locator(".status").inner_text()
    root.locator("input[type=search]").fill("555")
    page.settle()
    assert "5-5-5 lies on the table already" in root.locator(".status").inner_text()


def test_a_tile_first_and_then_its_place(widgets: Make) -> None:
    page, widget = widgets(), begun()
    root = page.show(widget)
    widget.enter(FIVES)
    page.refresh(widget)
    root.locator(".tiles summary").click()
    root.get_by_role("button", name="4-5-5", exact=True).click()
    page.settle()
    assert root.locator(".question").inner_text() == "Tap the place where 4-5-5 lies."
    assert root.locator("g.place").count() == 3
    page.page.mouse.click(*middle(cell(root, "v-1,0")))
    page.settle()
    root.locator("button.primary").click()
    page.settle()
    assert str(widget.pad.round.board) == "^0,0=555 v-1,0=545"


def test_a_turn_by_keys_alone(widgets: Make) -> None:
    page, widget = widgets(), begun()
    root = page.show(widget)
    widget.enter(FIVES)
    page.refresh(widget)
    root.locator(".stage").focus()
    keys = page.page.keyboard
    keys.press("ArrowUp")
    page.settle()
    assert root.locator("g.focus").count() == 1
    for key in "554":
        keys.press(key)
    page.settle()
    assert root.locator("g.ghost").count() == 1
    keys.press("Enter")
    page.settle()
    assert len(widget.pad.round.board) == 2
    keys.press("d")
    page.settle()
    assert widget.pad.round.drawn == 1
    keys.press("n")
    page.settle()
    assert widget.pad.whose_turn == "Bo"
    keys.press("u")
    keys.press("Shift+U")
    keys.press("p")
    page.settle()
    assert len(widget.pad.entries) == 4, "there is no pass while tiles can be drawn"
    keys.press("4")
    keys.press("5")
    keys.press("Backspace")
    page.settle()
    assert root.locator("input[type=search]").input_value() == "4"
    keys.press("Escape")
    page.settle()
    assert root.locator("input[type=search]").input_value() == ""


def test_the_first_tile_can_be_turned_to_lie_as_on_the_table(widgets: Make) -> None:
    page, widget = widgets(), begun(id="triominos-de")
    root = page.show(widget)
    root.get_by_role("button", name="Ann", exact=True).click()
    root.locator(".tiles summary").click()
    root.get_by_role("button", name="3-4-5", exact=True).click()
    page.settle()
    root.get_by_role("button", name="Turn 3-4-5").click()
    page.settle()
    root.locator("button.primary").click()
    page.settle()
    assert str(widget.pad.round.board) == "^0,0=534" and widget.pad.totals == (12, 0)


def test_going_out_is_counted_by_typing_and_tapping(widgets: Make) -> None:
    page = widgets()
    whole = game("triangelspelet", 3, seed=12)
    steps = next(index for index, entry in enumerate(whole.entries) if isinstance(entry.action, Out))
    widget = begun(players=3)
    for entry in whole.entries[:steps]:
        widget.enter(*entry)
    root = page.show(widget)
    assert root.locator(".turn").inner_text() == "\u2068Bo\u2069 is out"
    rows = root.locator(".row")
    assert rows.count() == 2 and root.locator(".row .who").all_inner_texts() == ["Ann", "Cy"]
    rows.nth(0).locator("input").fill("nonsense")
    page.settle()
    assert "this is no tile and no sum" in rows.nth(0).inner_text()
    root.get_by_role("button", name="Count the round").click()
    page.settle()
    assert root.locator(".status.warn").inner_text() and widget.pad.number == 1
    first, *others = widget.pad.round.tiles
    rows.nth(0).locator("input").fill(short_digits(first.digits))
    page.settle()
    assert f"digits {first.sum}" in rows.nth(0).inner_text()
    rows.nth(1).locator(".who").click()
    for tile in others[:2]:
        root.locator(".counting").get_by_role("button", name=str(tile), exact=True).click()
        page.settle()
    assert rows.nth(1).locator("input").input_value() == f"{others[0]} {others[1]}"
    root.locator(".counting").get_by_role("button", name=str(first), exact=True).click()
    page.settle()
    assert rows.nth(0).locator("input").input_value() == "", "a tile is in one hand only"
    rows.nth(0).locator(".who").click()
    root.locator(".counting").get_by_role("button", name=str(first), exact=True).click()
    page.settle()
    wanted = 50 + first.sum + others[0].sum + others[1].sum
    root.get_by_label("Points claimed").fill(str(wanted))
    root.get_by_role("button", name="Count the round").click()
    page.settle()
    assert widget.pad.number == 2 and widget.pad.notes[-1].points == wanted
    assert root.locator(".last .verdict").inner_text().endswith("That is right.")
    assert root.locator(".rounds tbody tr").first.inner_text().split() == [
        "1",
        "75",
        str(50 + wanted),
        "0",
        "\u2068Bo\u2069",
        "out",
    ]


def test_what_does_not_have_to_be_told_is_not_asked() -> None:
    whole = game("granna", 3, seed=2)
    steps = next(index for index, entry in enumerate(whole.entries) if isinstance(entry.action, Out))
    widget = begun(players=3, id="granna")
    for entry in whole.entries[:steps]:
        widget.enter(*entry)
    counting = table(widget)["counting"]
    assert counting["rows"] == [] and "Nothing has to be told" in counting["title"]
    say(widget, {"do": "count"})
    assert widget.pad.number == 2 and table(widget)["turn"]["words"].endswith("turns up the first tile")


def test_saying_that_a_round_is_blocked_can_be_taken_back() -> None:
    never = rules("triominos-english").evolve(id="never", draws={"most": 0})
    widget = Referee(None, NAMES[:2], never)
    widget.start()
    widget.enter(FIVES)
    say(widget, {"do": "act", "name": "blocked"})
    assert [row["name"] for row in table(widget)["counting"]["rows"]] == ["Ann", "Bo"]
    say(widget, table(widget)["counting"]["back"]["do"])
    assert table(widget)["counting"] is None
    say(widget, {"do": "act", "name": "blocked"}, {"do": "told", "number": 0, "value": "50"})
    say(widget, {"do": "told", "number": 1, "value": "60"}, {"do": "count"})
    assert widget.pad.totals == (25 + 10, 0)
    other = begun("other.jsonl")
    other.enter(FIVES)
    say(other, {"do": "act", "name": "blocked"})
    assert "lie in the pool" in note(other)


@pytest.mark.parametrize("width", [1100, 768, 390])
def test_on_a_tablet_everything_is_large_and_nothing_sticks_out(widgets: Make, width: int) -> None:
    page = widgets(width=width, height=900, touch=True)
    widget = begun(players=8)
    for entry in game("triangelspelet", 8, seed=1).entries[:60]:
        widget.enter(*entry)
    root = page.show(widget)
    place = widget.pad.round.fitting()[0]
    page.page.touchscreen.tap(*middle(cell(root, str(place.cell))))
    page.settle()
    page.page.touchscreen.tap(*middle(root.locator(f".offer[aria-label='{place.tile}']")))
    page.settle()
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in root.locator("button:visible").all():
        box = button.bounding_box()
        assert box and box["height"] >= 40, button.inner_text()
    size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    assert root.locator(".turn").evaluate(size) >= 26
    assert all(one.evaluate(size) >= 24 for one in root.locator(".sum").all())
    root.locator("button.primary").tap()
    page.settle()
    assert str(widget.pad.round.board).endswith(str(place))


# --- the end, and the certificate -----------------------------------------------------------------------


def test_the_certificate_opens_in_a_window_of_its_own_and_lies_beside_the_file(widgets: Make) -> None:
    page, widget = widgets(), begun(players=3)
    whole = game("triangelspelet", 3, seed=12)
    for entry in whole.entries[:-1]:
        widget.enter(*entry)
    assert not Path("game-certificate.html").exists()
    widget.enter(*whole.entries[-1])
    root = page.show(widget)
    assert root.locator(".turn").inner_text() == "\u2068Ann\u2069 has won"
    saved = Path("game-certificate.html").read_text(encoding="utf-8")
    assert saved == widget.certificate() and "Ann" in saved
    with page.context.expect_page() as opened:
        root.get_by_role("link", name="Open the certificate").click()
    shown = opened.value
    faults: list[str] = []
    shown.on("console", lambda line: faults.append(line.text))
    shown.wait_for_selector(".winners strong")
    assert shown.url.startswith("blob:") and shown.locator(".winners strong").inner_text() == "Ann"
    shown.evaluate("window.print = () => { window.printed = true; }")
    shown.get_by_role("button", name="Print").click()
    assert shown.evaluate("window.printed") and faults == []
    shown.close()
    root.get_by_role("button", name="Undo").click()
    page.settle()
    assert not widget.pad.is_over and root.locator("a.page").count() == 0
    root.get_by_role("button", name="Redo").click()
    page.settle()
    root.get_by_role("button", name="New match").click()
    page.settle()
    assert root.locator(".names input").nth(2).input_value() == "Cy"
    root.get_by_role("button", name="Start").click()
    page.settle()
    assert Path("game-2.jsonl").is_file() and Book.open("game.jsonl").pad.is_over


def test_a_certificate_that_cannot_be_saved_is_told_and_shown_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    widget = begun()
    widget.enter(FIVES)
    Path("game-certificate.html").mkdir()
    say(widget, {"do": "act", "name": "finish"})
    assert "The certificate could not be saved" in note(widget)
    assert "<!doctype html>" in table(widget)["over"]["page"]


def test_a_match_that_goes_on_is_not_thrown_away() -> None:
    widget = begun()
    say(widget, {"do": "new"})
    assert widget.book is not None and "not over yet" in note(widget)


# --- saving and resuming --------------------------------------------------------------------------------

_ENTERS = """
import sys
sys.path.insert(0, sys.argv[1])
from refereeing import NAMES, game
from trinb.widgets import Referee
widget = Referee("game.jsonl", NAMES[:3])
widget.start()
for number, entry in enumerate(game("triangelspelet", 3, seed=1).entries, 1):
    widget.enter(*entry)
    print(number, flush=True)
"""


@pytest.mark.parametrize("stop", [1, 25])
def test_after_kill_9_nothing_is_lost(stop: int) -> None:
    command = [sys.executable, "-c", _ENTERS, str(Path(__file__).parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            if int(line) == stop:
                process.send_signal(signal.SIGKILL)
                break
        reached = max([stop, *map(int, process.stdout)])
    assert process.returncode == -signal.SIGKILL
    widget = Referee("game.jsonl")
    whole = game("triangelspelet", 3, seed=1)
    count = len(widget.pad.entries)
    assert count in (reached, reached + 1) and widget.pad.entries == whole.entries[:count]
    assert widget.state["status"].startswith(f"Resumed with {count} entr")
    for entry in whole.entries[count:]:
        widget.enter(*entry)
    assert widget.pad == whole or widget.pad.lines == whole.lines
    assert widget.pad.winners == whole.winners


def test_the_same_cell_again_goes_on_with_the_match(widgets: Make) -> None:
    widget = begun()
    widget.enter(FIVES)
    again = Referee("game.jsonl", NAMES[:2])
    assert again.pad == widget.pad
    page = widgets()
    root = page.show(again)
    assert root.locator(".status").inner_text() == "Resumed with 1 entry."
    root.get_by_role("button", name="Draw a tile").click()
    page.settle()
    assert root.locator(".status").inner_text() == ""
    with pytest.raises(RecordError, match=r"game\.jsonl holds a match of Ann, Bo; choose another file"):
        Referee("game.jsonl", ["Eve", "Bo"])


def test_a_torn_line_is_told() -> None:
    begun().enter(FIVES)
    with Path("game.jsonl").open("ab") as file:
        file.write(b'{"do": "draw", "se')
    widget = Referee("game.jsonl")
    assert (
        widget.state["status"]
        == "Resumed with 1 entry. The last line was cut off: enter again what is missing."
    )
    widget.enter(DRAW)
    assert Book.open("game.jsonl").pad == widget.pad and not Book.open("game.jsonl").torn


def test_a_saved_match_can_be_chosen_in_the_browser(widgets: Make) -> None:
    begun("one.jsonl").enter(FIVES)
    Path("other.jsonl").write_text('{"trinb": 1}\n')
    page, widget = widgets(), Referee()
    root = page.show(widget)
    assert root.locator(".books button").all_inner_texts() == ["one.jsonl"]
    root.locator(".books button").click()
    page.settle()
    assert widget.pad.names == ("Ann", "Bo") and len(widget.pad.entries) == 1
    Path("bad.jsonl").write_bytes(
        Path("one.jsonl").read_bytes().replace(b"5-5", b"4-4").replace(b"=555", b"=444")
    )
    other = Referee()
    say(other, {"do": "resume", "name": "bad.jsonl"})
    assert re.match(r"bad\.jsonl: line 2: has been changed", note(other)) and other.book is None


def test_a_disk_that_refuses_is_told_and_nothing_is_lost(
    widgets: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, widget = widgets(), begun()
    root = page.show(widget)
    with monkeypatch.context() as context:

        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        context.setattr(os, "fsync", full)
        widget.enter(FIVES)
        page.refresh(widget)
        assert (
            "Not saved: No space left on device. 1 entry is kept in memory"
            in root.locator(".saved").inner_text()
        )
        assert widget.pad.totals == (25, 0)
        root.get_by_role("button", name="Try again").click()
        page.settle()
        assert "Not saved" in root.locator(".saved").inner_text()
    root.get_by_role("button", name="Draw a tile").click()
    page.settle()
    assert root.locator(".saved").inner_text() == "Saved: 2 entries in game.jsonl."
    assert Book.open("game.jsonl").pad == widget.pad


def test_a_file_that_somebody_else_changes_is_left_alone() -> None:
    widget = begun()
    other = Referee("game.jsonl")
    other.enter(Lead(1, Placement.parse("^0,0=444")))
    widget.enter(FIVES)
    assert "another program has changed game.jsonl" in table(widget)["saved"]["words"]
    say(widget, {"do": "copy"})
    assert table(widget)["saved"]["words"] == "Saved: 1 entry in game-2.jsonl."
    assert Book.open("game.jsonl").pad == other.pad and Book.open("game-2.jsonl").pad == widget.pad


# --- nonsense, hostility, languages ---------------------------------------------------------------------

NONSENSE: list[Any] = [
    None,
    [],
    {"do": "explode"},
    {"do": "target", "cell": "^1e9,0"},
    {"do": "choose", "tile": "9-9-9"},
    {"do": "choose", "tile": "0-1-2"},
    {"do": "choose", "tile": ["0-0-0"]},
    {"do": "search", "value": 7},
    {"do": "search", "value": "x" * 10_000},
    {"do": "type", "value": "<script>"},
    {"do": "turn", "by": 10**30},
    {"do": "leader", "number": 2},
    {"do": "leader", "number": True},
    {"do": "points", "value": "\u202e" * 999},
    {"do": "points", "value": None},
    {"do": "kind", "value": "start"},
    {"do": "kind", "value": {"a": 1}},
    {"do": "enter"},
    {"do": "act", "name": "lay"},
    {"do": "act", "name": "__class__"},
    {"do": "act", "name": "pass"},
    {"do": "act", "name": "blocked"},
    {"do": "told", "number": 0, "value": "17"},
    {"do": "told", "number": float("nan"), "value": "17"},
    {"do": "row", "number": -1},
    {"do": "tap", "tile": "0-0-0"},
    {"do": "count"},
    {"do": "move", "x": 0.5, "y": 0},
    {"do": "start"},
    {"do": "resume", "name": "../x"},
]


@pytest.mark.parametrize("message", NONSENSE, ids=lambda message: json.dumps(message)[:40])
def test_messages_that_no_front_end_should_send(message: Any) -> None:
    widget = begun()
    widget.enter(FIVES)
    before = widget.pad
    say(widget, message)
    assert widget.pad is before and len(widget.state["status"]) < 300
    json.dumps(widget.state)
    say(
        widget,
        {"do": "release"},
        {"do": "target", "cell": "v0,0"},
        {"do": "search", "value": "455"},
        {"do": "enter"},
    )
    assert len(widget.pad.round.board) == 2, "it goes on working"


def test_a_claim_that_is_no_number_is_refused_before_anything_is_entered() -> None:
    widget = begun()
    widget.enter(FIVES)
    say(
        widget,
        {"do": "target", "cell": "v0,0"},
        {"do": "search", "value": "455"},
        {"do": "points", "value": "lots"},
    )
    say(widget, {"do": "enter"})
    assert "no number of points" in note(widget) and len(widget.pad.entries) == 1
    say(widget, {"do": "points", "value": "\u22125"}, {"do": "enter"})
    assert widget.pad.last.verdict and widget.pad.last.verdict.claim.points == -5


def test_names_with_markup_are_shown_as_text(widgets: Make) -> None:
    names = ['<img src=x onerror="window.hit=1">', "\u202eשלום", "x" * 10_000]
    page, widget = widgets(), Referee("game.jsonl", names)
    widget.start()
    widget.enter(FIVES)
    root = page.show(widget)
    assert "<img src=x" in root.locator(".standings-table").inner_text()
    say(widget, {"do": "act", "name": "finish"})
    page.refresh(widget)
    assert root.locator("img").count() == 0 and page.page.evaluate("window.hit") is None
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "<img src" not in Path("game-certificate.html").read_text(encoding="utf-8")


def test_a_resumed_match_speaks_the_language_of_the_widget() -> None:
    begun().enter(FIVES)
    widget = Referee("game.jsonl", language="sv")
    assert widget.language == "sv" and Book.open("game.jsonl").pad == widget.pad


# --- what stands behind the form ------------------------------------------------------------------------


def test_a_setup_never_has_fewer_names_than_the_rules_want() -> None:
    setup = Setup.of([], SWEDISH)
    assert setup.names == ("", "") and setup.called() == ("Player 1", "Player 2")
    with pytest.raises(TrinbError, match="must play at least"):
        setup.without_player(0)
    with pytest.raises(TrinbError, match="there is no player number 3"):
        setup.without_player(2)
    for _ in range(6):
        setup = setup.with_player()
    with pytest.raises(TrinbError, match="8 players may play at most"):
        setup.with_player()
    assert isinstance(setup.pad(), Pad) and setup.pad().date
    assert Tile(0, 0, 0) in setup.rules.tile_set
