"""The table of the card game in a browser: countdown, race, statements, curtains, keys, touch, clean-up."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from harness import Widgets
from playwright.sync_api import Locator, expect

from trinb.cards import CardEnd, Statement
from trinb.widgets import CardTable
from trinb.widgets.carddesk import Stage

pytestmark = pytest.mark.browser

Make = Callable[..., Widgets]
ONE = ["you", "expected", "match"]
THREE = ["you", "you", "you"]


def press(page: Widgets, root: Locator, name: str) -> None:
    root.get_by_role("button", name=name, exact=True).click()
    page.settle()


def open_cards(root: Locator) -> list[str | None]:
    return [one.get_attribute("data-card") for one in root.locator("g.card[data-card]").all()]


def patient(**options: Any) -> CardTable:
    """A table in whose race no bot reaches."""
    widget = CardTable(ONE, **options)
    draw = widget.desk._draw_times

    def none_reaches() -> None:
        draw()
        widget.desk._bots_times = [None] * 3

    widget.desk._draw_times = none_reaches  # type: ignore[method-assign]
    return widget


# --- one person -----------------------------------------------------------------------------------------


def test_a_round_by_clicks_without_a_clock(widgets: Make) -> None:
    page, widget = widgets(), CardTable(ONE, seed=3, speed="none")
    root = page.show(widget)
    assert open_cards(root) == [] and root.locator("g.card.covered").count() == 4
    press(page, root, "Show at once")
    cards = widget.match.round.cards
    assert open_cards(root) == ["A23456"[cards[seat] - 1] for seat in (1, 2)]
    assert root.locator("g.card.asked text.ask").text_content() == "?"
    press(page, root, "Speak!")
    assert root.locator("g.card.middle").get_attribute("data-card") == "A23456"[widget.match.round.middle - 1]
    assert root.locator(".statements button").count() == 12
    assert root.locator(".main .primary").is_hidden()
    root.locator(".statements button", has_text="I am greater than my peers").click()
    page.settle()
    over = widget.match.finished[0]
    assert over.statement is Statement.GREATER and root.locator(".statements button").count() == 0
    assert len(open_cards(root)) == 4, "the speaker still sees the middle card"
    verdict = "right" if over.lines[0].right else "wrong"
    assert verdict in root.locator(".status").inner_text()
    assert root.locator(f"g.card.speaker.{verdict} circle.badge").count() == 1
    lines = root.locator(".reveal .lines b").all_inner_texts()
    assert sum(int(text) for text in lines) == sum(over.scores)
    assert root.locator(".bars .points").all_inner_texts() == [f"{n} of 25" for n in widget.match.totals]
    clause = root.locator(".reveal details")
    clause.locator("summary").click()
    assert "1 point" in clause.locator("li").first.inner_text()
    press(page, root, "Next round")
    assert "Round 2" in root.locator(".what").inner_text() and open_cards(root) == []


def test_the_countdown_counts_and_then_shows(widgets: Make) -> None:
    page, widget = widgets(), patient(seed=3)
    root = page.show(widget)
    root.get_by_role("button", name="Count down", exact=True).click()
    expect(root.locator(".count")).to_have_text("3")
    assert widget.desk.stage is Stage.READY and open_cards(root) == [], "nothing is shown before zero"
    expect(root.locator(".main .primary")).to_be_disabled()
    for number in ("2", "1", "0"):
        expect(root.locator(".count")).to_have_text(number)
    expect(root.locator(".count")).to_be_hidden()
    expect(root.get_by_role("button", name="Speak!")).to_be_visible()
    assert widget.desk.stage is Stage.RACE


def test_the_countdown_can_be_cut_short(widgets: Make) -> None:
    page, widget = widgets(), patient(seed=3)
    root = page.show(widget)
    press(page, root, "Count down")
    press(page, root, "Show at once")
    assert widget.desk.stage is Stage.RACE
    page.page.wait_for_timeout(900)
    assert [one["do"] for one in page.page.evaluate("shown[0].sent")].count("show") == 1


def test_the_browser_measures_how_fast_one_reaches(widgets: Make) -> None:
    page, widget = widgets(), patient(seed=3)
    root = page.show(widget)
    press(page, root, "Show at once")
    page.page.wait_for_timeout(600)
    root.get_by_role("button", name="Speak!").click()
    expect(root.locator(".statements button").first).to_be_visible()
    time = widget.desk.times[0]
    assert time is not None and 0.55 < time < 5
    assert widget.desk.match.round.speaker == 0


def test_a_bot_reaches_first_if_one_waits(widgets: Make) -> None:
    page, widget = widgets(), CardTable(ONE, seed=3)
    root = page.show(widget)
    widget.show()
    widget.desk._bots_times = [None, 0.4, None]
    page.refresh(widget)
    expect(root.get_by_role("button", name="Next round")).to_be_visible()
    assert widget.match.finished[0].speaker == 1
    assert "Counting bot after 0.40 s" in root.locator(".reveal .race").inner_text()
    assert page.page.evaluate("alive().filter((one) => one === 'interval')") == []


def test_unclear_is_void(widgets: Make) -> None:
    page, widget = widgets(), CardTable(ONE, seed=3)
    root = page.show(widget)
    widget.show()
    widget.desk._bots_times = [None, 2.0, 2.02]
    page.refresh(widget)
    press(page, root, "Stay silent")
    assert widget.match.finished[0].end is CardEnd.UNCLEAR
    assert "unclear" in root.locator(".status").inner_text()
    assert len(open_cards(root)) == 2, "the own card and the middle one stay hidden"


def test_the_clock_stops_by_itself_and_after_a_change_of_language(widgets: Make) -> None:
    page, widget = widgets(), patient(seed=3, speed="fast")
    root = page.show(widget)
    press(page, root, "Show at once")
    page.page.wait_for_timeout(400)
    before = page.page.evaluate("shown[0].sent.filter((one) => one.do === 'wait').pop().ms")
    root.locator("select.language").select_option("sv")
    page.page.wait_for_timeout(400)
    after = page.page.evaluate("shown[0].sent.filter((one) => one.do === 'wait').pop().ms")
    assert after > before + 200, "the clock goes on where it was"
    page.page.wait_for_function("!alive().includes('interval')", timeout=10_000)
    page.settle()
    assert widget.desk.is_quiet and widget.desk.stage is Stage.RACE


@pytest.mark.parametrize("then", ["count", "race"])
def test_timers_end_with_the_widget(widgets: Make, then: str) -> None:
    page, widget = widgets(), patient(seed=3)
    before = page.page.evaluate("alive()")
    root = page.show(widget)
    press(page, root, "Count down" if then == "count" else "Show at once")
    assert "interval" in page.page.evaluate("alive()")
    page.page.evaluate("shown[0].close()")
    assert page.page.evaluate("alive()") == before


def test_odds_on_demand(widgets: Make) -> None:
    page, widget = widgets(), CardTable(ONE, seed=3, speed="none")
    root = page.show(widget)
    assert root.get_by_role("button", name="Odds").count() == 0, "no cards, no odds"
    press(page, root, "Show at once")
    press(page, root, "Odds")
    rows = root.locator(".odds tbody tr")
    assert rows.count() == 12 and root.locator(".odds tr.best").count() == 1
    chance = rows.nth(2).locator("td").all_inner_texts()
    assert re.fullmatch(r"\d+/\d+|[01]", chance[0]) and chance[1].endswith("%")
    assert root.get_by_role("button", name="Remember the cards shown so far").get_attribute(
        "aria-pressed"
    ) == "true"  # fmt: skip
    press(page, root, "Odds")
    assert root.locator(".odds").is_hidden()


# --- several people ---------------------------------------------------------------------------------------


def test_three_people_look_behind_a_curtain(widgets: Make) -> None:
    page = widgets()
    widget = CardTable(THREE, names=["Ann", "Bo", "Cy"], seed=4)
    root = page.show(widget)
    press(page, root, "Show at once")
    cards = widget.match.round.cards
    for seat, name in enumerate(["Ann", "Bo", "Cy"]):
        assert f"Hand the device to \u2068{name}\u2069." in root.locator(".status").inner_text()
        assert open_cards(root) == [] and root.locator("g.card.covered").count() == 4
        page.page.keyboard.press("Enter") if seat == 1 else None
        assert widget.desk.stage is Stage.CURTAIN, "a key that was meant for something else shows nothing"
        root.locator(".main .primary").click()
        page.settle()
        wanted = ["A23456"[cards[(seat + step) % 3] - 1] for step in (1, 2)]
        assert open_cards(root) == wanted and root.locator("text.who").first.text_content() == name
        press(page, root, "I have looked: hide the cards")
    assert open_cards(root) == []
    buttons = root.locator(".controls .buttons button").all_inner_texts()
    assert buttons[3:] == ["It is unclear who was first", "Nobody speaks"] and len(buttons) == 5
    root.locator(".controls .buttons button").nth(1).click()
    page.settle()
    assert open_cards(root) == [] and "Bo" in root.locator(".status").inner_text()
    root.locator(".main .primary").click()
    page.settle()
    assert len(open_cards(root)) == 3 and root.locator("text.who").first.text_content() == "Bo"
    root.locator(".statements button", has_text="I am even").click()
    page.settle()
    assert widget.match.finished[0].speaker == 1
    assert len(open_cards(root)) == 3 and root.locator("g.card.middle.covered").count() == 1


def test_unclear_and_nobody(widgets: Make) -> None:
    page, widget = widgets(), CardTable(THREE, seed=4)
    root = page.show(widget)
    for name, end in (("It is unclear who was first", CardEnd.UNCLEAR), ("Nobody speaks", CardEnd.NOBODY)):
        press(page, root, "Show at once")
        for _ in range(6):
            root.locator(".main .primary").click()
            page.page.wait_for_timeout(20)
            page.settle()
        press(page, root, name)
        assert widget.match.finished[-1].end is end and open_cards(root) == []
        press(page, root, "Next round")


# --- keys and touch -----------------------------------------------------------------------------------------


def test_a_round_by_keys(widgets: Make) -> None:
    page, widget = widgets(), patient(seed=3)
    root = page.show(widget)
    root.locator(".felt").focus()
    keys = page.page.keyboard
    keys.press(" ")
    expect(root.get_by_role("button", name="Speak!")).to_be_visible(timeout=6000)
    keys.press("h")
    page.settle()
    assert root.locator(".odds").is_visible()
    keys.press(" ")
    expect(root.locator(".statements button").first).to_be_visible()
    keys.press("5")
    page.settle()
    assert widget.match.finished[0].statement is Statement.FIVE
    keys.press("Enter")
    page.settle()
    assert widget.desk.number == 2 and widget.desk.stage is Stage.READY


def test_the_focus_is_never_lost(widgets: Make) -> None:
    page, widget = widgets(), CardTable(ONE, seed=3, speed="none")
    root = page.show(widget)
    root.get_by_role("button", name="Show at once").focus()
    for key in ("Enter", "n", "Enter"):
        page.page.keyboard.press(key)
        page.settle()
        assert page.page.evaluate("document.activeElement.closest('.trinb-widget') !== null"), key
    assert widget.desk.number == 2


@pytest.mark.parametrize("statement", Statement)
def test_every_statement_has_its_key(widgets: Make, statement: Statement) -> None:
    page, widget = widgets(), CardTable(ONE, seed=3, speed="none")
    widget.show()
    widget.speak()
    root = page.show(widget)
    name = {"A": "I am an ace"}.get(statement.value, statement.words)
    button = root.locator(".statements button", has=page.page.get_by_text(name, exact=True))
    root.locator(".felt").focus()
    page.page.keyboard.press(button.locator("kbd").inner_text().lower())
    page.settle()
    assert widget.match.finished[0].statement is statement


def test_a_round_by_touch_on_a_phone(widgets: Make) -> None:
    page, widget = widgets(width=390, height=800, touch=True), CardTable(ONE, seed=3, speed="none")
    root = page.show(widget)
    for name in ("Show at once", "Speak!"):
        root.get_by_role("button", name=name).tap()
        page.settle()
    root.locator(".statements button").nth(3).tap()
    page.settle()
    assert widget.match.finished[0].statement is Statement.ODD
    assert page.page.evaluate("document.scrollingElement.scrollWidth") <= 390


def test_a_double_click_is_one_action(widgets: Make) -> None:
    page, widget = widgets(), CardTable(ONE, seed=3, speed="none")
    root = page.show(widget)
    press(page, root, "Show at once")
    root.get_by_role("button", name="Speak!").dblclick()
    page.settle()
    assert widget.desk.stage is Stage.SPEAK


# --- set-up, record, hostility ------------------------------------------------------------------------------


def test_a_new_match_in_the_form(widgets: Make) -> None:
    page, widget = widgets(), CardTable(ONE, seed=3)
    root = page.show(widget)
    press(page, root, "New match …")
    assert root.locator(".main").is_hidden()
    root.locator('select[name="kind-1"]').select_option("you")
    page.settle()
    root.locator('input[name="name-1"]').fill("<b>Bo</b> \u202e")
    root.locator('input[name="name-1"]').press("Enter")
    page.settle()
    press(page, root, "Start this match")
    assert widget.desk.setup.people == (0, 1)
    assert "<b>Bo</b>" in root.locator(".bars .name").nth(1).inner_text()
    assert root.locator("b:text('Bo')").count() == 0


def test_the_record_can_be_had_at_the_end(widgets: Make) -> None:
    page, widget = widgets(), CardTable(ONE, seed=3, speed="none")
    widget.desk.match = widget.desk.match._replace(totals=(24, 24, 24))
    widget._show()
    root = page.show(widget)
    assert root.get_by_role("button", name="Download the record").count() == 0
    for _ in range(20):
        if widget.desk.stage is Stage.OVER:
            break
        widget._handle_custom_msg({"do": "record"}, [])
        assert widget.state["download"] is None
        for do in ("show", "silent", "round"):
            widget._handle_custom_msg({"do": do}, [])
    page.refresh(widget)
    assert widget.desk.stage is Stage.OVER
    with page.page.expect_download() as download:
        press(page, root, "Download the record")
    assert download.value.suggested_filename == "cards-3.jsonl"


NONSENSE: list[Any] = [
    {"do": "speak"}, {"do": "speak", "ms": "1"}, {"do": "speak", "ms": True}, {"do": "speak", "ms": 1e300},
    {"do": "speak", "ms": float("nan")}, {"do": "wait", "ms": 10**30}, {"do": "take", "seat": -1},
    {"do": "take", "seat": 1}, {"do": "take", "seat": 99_999}, {"do": "say", "statement": "seven"},
    {"do": "say", "statement": ["even"]}, {"do": "say", "statement": "even"}, {"do": "unclear"},
    {"do": "uncover"}, {"do": "cover"}, {"do": "round"}, {"do": "again"}, {"do": "start"},
    {"do": "select", "name": "speed", "value": "light"}, {"do": "select", "name": "kind-7", "value": "you"},
]  # fmt: skip


@pytest.mark.parametrize("message", NONSENSE, ids=json.dumps)
def test_nonsense_is_refused_with_a_note(message: dict[str, Any]) -> None:
    widget = CardTable(ONE, seed=3)
    widget.show()
    match = widget.match
    widget._handle_custom_msg(message, [])
    assert widget.state["warn"] and widget.state["status"]
    assert widget.match is match and widget.desk.stage is Stage.RACE


def test_less_motion_where_it_is_wished(widgets: Make) -> None:
    page = widgets()
    page.page.emulate_media(reduced_motion="reduce")
    root = page.show(CardTable(ONE, seed=3))
    bar = root.locator(".bar > div").first
    assert bar.evaluate("(one) => getComputedStyle(one).transitionDuration") == "0s"
