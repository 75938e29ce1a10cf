"""The steppers in a browser: buttons, keys, slider, choices, hands, playing, two on a page, nonsense."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from harness import Widgets

from trinb import RecordError, RulesError, TrinbError, rule_sets, rules
from trinb.moments import example, steps
from trinb.widgets import RoundStepper, RuleStepper

pytestmark = pytest.mark.browser
Make = Callable[..., Widgets]


def rounds() -> RoundStepper:
    return RoundStepper(example("triominos-de"))


def test_stepping_by_buttons(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    assert shown.get_by_role("button", name="Back").is_disabled()
    for _ in range(3):
        shown.get_by_role("button", name="Forward").click()
        page.settle()
    assert widget.at == 3
    assert shown.locator(".where").inner_text() == f"Step 3 of {widget._last}"
    shown.get_by_role("button", name="Back").click()
    page.settle()
    assert widget.at == 2
    shown.get_by_role("button", name="Last").click()
    page.settle()
    assert widget.round.is_over and shown.get_by_role("button", name="Forward").is_disabled()
    points = [int(text) for text in shown.locator(".standing .points").all_inner_texts()]
    assert tuple(points) == widget.round.scores
    shown.get_by_role("button", name="First").click()
    page.settle()
    assert widget.at == 0 and len(widget.round.board) == 0


def test_stepping_by_keys_alone(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    shown.locator(".stage").focus()
    for key, at in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", widget._last),
        ("Home", 0),
    ):
        page.page.keyboard.press(key)
        page.settle()
        assert widget.at == at, key
    page.page.keyboard.press("h")
    page.settle()
    assert not widget.hands_open
    for one in shown.locator("button, select, input, [tabindex='0']").all():
        assert one.get_attribute("data-lm-suppress-shortcuts") == "true"


def test_the_slider_goes_anywhere(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    shown.locator("input[type=range]").fill("17")
    page.settle()
    assert widget.at == 17
    assert shown.locator("input[type=range]").get_attribute("aria-valuetext") == f"Step 17 of {widget._last}"


def test_every_step_tells_its_event_and_its_lines(widgets: Make) -> None:
    widget = rounds()
    told = 0
    for at in range(widget._last + 1):
        widget.go(at)
        told += sum(line["points"] for line in widget.state["lines"])
        assert widget.state["event"].endswith(".")
    assert told == sum(widget.rounds[0].scores)


def test_hands_are_hidden_on_demand(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    assert shown.locator(".hands text.digit").count() > 0
    shown.get_by_role("button", name="Hide hands").click()
    page.settle()
    assert shown.locator(".hands text.digit").count() == 0
    assert shown.locator(".hands .back").count() == sum(map(len, widget.round.hands))
    texts = shown.locator(".hands title, .hands desc").all_text_contents()
    assert not any("-" in text for text in texts), "no tile is told to those who hear the picture"


def test_another_round_is_chosen(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    shown.get_by_label("Round").select_option("2")
    page.settle()
    assert widget.number == 2 and widget.at == 0
    assert [state for state, _ in widget._steps][-1] == steps(widget.rounds[1])[-1]


def test_it_plays_and_pauses(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    shown.get_by_role("button", name="Play").click()
    page.page.wait_for_function("shown[0].sent.length >= 2", timeout=8000)
    shown.get_by_role("button", name="Pause").click()
    page.settle()
    at = widget.at
    assert at >= 2
    page.page.wait_for_timeout(1500)
    assert widget.at == at


def test_the_rules_clause_by_clause(widgets: Make) -> None:
    page, widget = widgets(), RuleStepper("triangelspelet")
    shown = page.show(widget)
    seen = set()
    for _ in range(widget._last + 1):
        seen.add(widget.clause.id)
        assert shown.locator(".title").inner_text() == f"Triangelspelet, {widget.clause.id}"
        assert shown.locator(".clause-text").inner_text() == widget.clause.text
        if widget.at < widget._last:
            shown.get_by_role("button", name="Forward").click()
            page.settle()
    assert seen == {clause.id for clause in rules("triangelspelet").clauses}


def test_rules_and_clause_are_chosen(widgets: Make) -> None:
    page, widget = widgets(), RuleStepper()
    shown = page.show(widget)
    shown.get_by_label("Rules").select_option("triominos-goliath")
    page.settle()
    shown.get_by_label("Clause").select_option("Bonus")
    page.settle()
    assert widget.clause.id == "Bonus" and widget.record.match.rules.id == "triominos-goliath"
    assert "Goliath" in shown.locator(".title").inner_text()


@pytest.mark.parametrize("id", rule_sets())
def test_every_page_of_every_rule_set_can_be_shown(id: str) -> None:
    widget = RuleStepper(id)
    for at in range(widget._last + 1):
        widget.go(at)
        assert widget.state["svg"].startswith("<svg") and widget.state["text"]


@pytest.mark.parametrize("width", [390, 768, 1100])
def test_nothing_sticks_out_at_any_width(widgets: Make, width: int) -> None:
    page = widgets(width=width)
    page.show(RuleStepper("granna-standard-points"))
    page.show(rounds())
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.page.locator("[id]").count() == 0


def test_a_small_board_is_not_blown_up_even_if_its_place_appears_later(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    page.page.evaluate("document.body.style.display = 'none'")
    shown = page.show(widget)
    page.page.evaluate("document.body.style.display = 'block'")
    page.page.wait_for_timeout(200)
    box, picture = (
        shown.locator(".stage").bounding_box(),
        shown.locator(".stage svg").get_attribute("viewBox"),
    )
    assert box and picture
    _, _, width, height = map(float, picture.split())
    assert min(box["width"] / width, box["height"] / height) <= 1.51


def test_two_on_a_page_do_not_mix_and_closing_leaves_nothing(widgets: Make) -> None:
    page, one, two = widgets(), rounds(), rounds()
    page.show(one)
    page.show(two).get_by_role("button", name="Forward").click()
    page.settle()
    assert (one.at, two.at) == (0, 1)
    page.page.evaluate("shown[1].close()")
    assert page.page.locator(".trinb-stepper").count() == 1
    assert page.page.evaluate("[shown[0].listeners.size, shown[1].listeners.size]") == [1, 0]


NONSENSE: list[Any] = [
    None,
    {},
    {"do": "explode"},
    {"do": "go"},
    {"do": "go", "to": "x"},
    {"do": "go", "to": 10**30},
    {"do": "select"},
    {"do": "select", "name": "round", "value": "0"},
    {"do": "select", "name": "round", "value": "²"},
    {"do": "select", "name": "round", "value": "9" * 5000},
    {"do": "select", "name": "__class__", "value": "1"},
    {"do": "select", "name": "rules", "value": "../../etc"},
    {"do": "select", "name": "clause", "value": "<b>"},
]


@pytest.mark.parametrize("message", NONSENSE, ids=lambda message: json.dumps(message)[:40])
@pytest.mark.parametrize("make", [rounds, RuleStepper], ids=["round", "rules"])
def test_messages_that_no_front_end_should_send(make: Callable[[], Any], message: Any) -> None:
    widget = make()
    widget._handle_custom_msg(message, [])
    assert 0 < len(widget.state["note"]) < 300
    widget._handle_custom_msg({"do": "forward"}, [])
    assert widget.at == 1 and widget.state["note"] == ""


def test_what_cannot_be_stepped_through_says_so(tmp_path: Any) -> None:
    with pytest.raises(RecordError, match=r"nothing\.jsonl: cannot be read"):
        RoundStepper(tmp_path / "nothing.jsonl")
    with pytest.raises(TrinbError, match="1 names for 2 seats"):
        RoundStepper(example("triangelspelet").match, names=["Ada"])
    with pytest.raises(RulesError, match="did you mean triangelspelet"):
        RuleStepper("triangelspele")


def test_names_with_markup_are_shown_as_text(widgets: Make) -> None:
    page = widgets()
    names = ['<img src=x onerror="window.hit=1">', "\u202e" + "x" * 10_000]
    shown = page.show(RoundStepper(example("triangelspelet").match, names=names))
    assert shown.locator("img").count() == 0 and page.page.evaluate("window.hit") is None
    assert "<img" in shown.locator(".standing .name").first.inner_text()
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
