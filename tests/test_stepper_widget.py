"""The steppers in a browser: buttons, keys, slider, chart, choices, hands, playing, live rounds, nonsense."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from harness import Widgets
from playwright.sync_api import Locator

from trinb import NotationError, RecordError, RulesError, TrinbError, play_round, player, rule_sets, rules
from trinb.moments import example, steps
from trinb.ruleparts import Clause, Reading, Reason
from trinb.widgets import RoundStepper, RuleStepper
from trinb.widgets.front import shown_name

pytestmark = pytest.mark.browser
Make = Callable[..., Widgets]


def rounds() -> RoundStepper:
    return RoundStepper(example("triominos-de"))


def live_round() -> RuleStepper:
    return RuleStepper("triangelspelet", show="live", players=3, seed=17)


def press(page: Widgets, shown: Locator, name: str) -> None:
    shown.get_by_role("button", name=name, exact=True).click()
    page.settle()


def choose(page: Widgets, shown: Locator, name: str, value: str) -> None:
    shown.locator(f"select[name={name}]").select_option(value)
    page.settle()


# --- through a round --------------------------------------------------------------------------------


def test_stepping_by_buttons(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    assert shown.get_by_role("button", name="Back").is_disabled()
    for _ in range(3):
        press(page, shown, "Forward")
    assert widget.at == 3
    assert shown.locator(".where").inner_text() == f"Step 3 of {widget._last}"
    press(page, shown, "Back")
    assert widget.at == 2
    press(page, shown, "Last")
    assert widget.round.is_over and shown.get_by_role("button", name="Forward").is_disabled()
    points = [int(text) for text in shown.locator(".standing .points").all_inner_texts()]
    assert tuple(points) == widget.round.scores
    press(page, shown, "First")
    assert widget.at == 0 and len(widget.round.board) == 0
    assert shown.locator(".news").inner_text() == "The hands are dealt."


@pytest.mark.parametrize("make", [rounds, live_round], ids=["record", "live"])
def test_stepping_by_keys_alone(widgets: Make, make: Callable[[], Any]) -> None:
    page, widget = widgets(), make()
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
    picture = shown.locator(".stage svg")
    whole = picture.get_attribute("viewBox")
    page.page.keyboard.press("+")
    assert picture.get_attribute("viewBox") != whole
    page.page.keyboard.press("0")
    assert picture.get_attribute("viewBox") == whole
    sent = page.page.evaluate("shown[0].sent.length")
    page.page.keyboard.press(" ")
    page.page.wait_for_function(f"shown[0].sent.length > {sent}", timeout=8000)
    page.page.keyboard.press(" ")
    page.settle()
    at = widget.at
    page.page.wait_for_timeout(1100)
    assert widget.at == at >= 1, "Space plays, and pauses"


def test_every_key_is_told(widgets: Make) -> None:
    page = widgets()
    shown = page.show(rounds())
    shown.get_by_text("Keys", exact=True).click()
    told = shown.locator("details.help").first.inner_text()
    for name in ("Arrow left and right", "Home", "End", "Space", "H hides", "+ and −", "0 shows all"):
        assert name in told


def test_the_slider_goes_anywhere(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    slider = shown.locator("input[type=range]")
    slider.fill("17")
    page.settle()
    assert widget.at == 17
    assert slider.get_attribute("aria-valuetext") == f"Step 17 of {widget._last}"
    slider.focus()
    page.page.keyboard.press("ArrowRight")
    page.settle()
    assert widget.at == 18, "the slider keeps its own keys"


def test_dragging_the_slider_ends_where_it_was_let_go(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    box = page.show(widget).locator("input[type=range]").bounding_box()
    assert box
    mouse, y = page.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + 8, y)
    mouse.down()
    mouse.move(box["x"] + box["width"] - 4, y, steps=25)
    page.page.wait_for_timeout(120)
    mouse.up()
    page.settle()
    assert widget.at == widget._last
    sent = page.page.evaluate("shown[0].sent.length")
    assert 1 <= sent <= 30


@pytest.mark.parametrize("id", rule_sets())
def test_every_step_tells_its_events_and_its_lines(id: str) -> None:
    widget = RoundStepper(example(id))
    told = [0] * widget.rounds[0].players
    for at in range(widget._last + 1):
        widget.go(at)
        assert widget.state["news"] and all(one["words"].endswith(".") for one in widget.state["news"])
        lines = [line for one in widget.state["news"] for line in one["lines"]]
        assert all(line["clause"] and line["text"] for line in lines), "every point names its clause"
        told[0] += sum(line["points"] for line in lines)
    assert told[0] == sum(widget.rounds[0].scores)


def test_a_line_unfolds_what_its_clause_says(widgets: Make) -> None:
    page, widget = widgets(width=390, touch=True), rounds()
    widget.go(1)
    shown = page.show(widget)
    line = shown.locator("details.line").first
    clause = widget.rounds[0].rules.clauses[1]
    assert line.inner_text().split()[-1] == clause.id
    text = line.locator("p")
    assert text.text_content() == clause.text and not text.is_visible()
    line.locator("summary").tap()
    assert text.is_visible()
    assert shown.get_by_role("button", name="See this clause").count() == 0, "there is no page for it here"
    press(page, shown, "Hide hands")
    assert text.is_visible(), "what was unfolded stays so in this step"
    press(page, shown, "Forward")
    assert shown.locator("details.line[open]").count() == 0


def test_hands_are_hidden_on_demand(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    assert shown.locator(".held text.digit").count() > 0
    press(page, shown, "Hide hands")
    assert shown.locator(".held text.digit").count() == 0
    assert shown.locator(".held .back").count() == sum(map(len, widget.round.hands))
    texts = shown.locator(".held title, .held desc").all_text_contents()
    assert texts and not any("-" in text for text in texts), "no tile is told to those who hear the picture"
    press(page, shown, "Show hands")
    assert shown.locator(".held text.digit").count() > 0


def test_another_round_is_chosen_and_each_keeps_its_place(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    press(page, shown, "Forward")
    assert "Before this round" not in shown.locator(".facts").inner_text()
    choose(page, shown, "round", "2")
    assert widget.number == 2 and widget.at == 0
    assert widget._film.states == steps(widget.rounds[1])
    before = dict(zip(("Ada", "Bo"), widget.rounds[0].scores, strict=True))
    told = shown.locator(".facts").inner_text().replace("\u2068", "").replace("\u2069", "")
    assert f"Before this round: Ada {before['Ada']}, Bo {before['Bo']}." in told
    choose(page, shown, "round", "1")
    assert widget.at == 1


def test_it_plays_and_pauses_and_stops_at_the_end(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    press(page, shown, "Play")
    page.page.wait_for_function("shown[0].sent.length >= 2", timeout=8000)
    press(page, shown, "Pause")
    at = widget.at
    assert at >= 2
    page.page.wait_for_timeout(1300)
    assert widget.at == at
    widget.go(widget._last - 1)
    page.refresh(widget)
    press(page, shown, "Play")
    shown.get_by_role("button", name="Play", exact=True).wait_for(timeout=4000)
    page.settle()
    assert widget.at == widget._last
    press(page, shown, "Play")
    assert widget.at == 0, "at the end it begins anew"


def test_a_round_that_has_only_been_dealt(widgets: Make) -> None:
    from trinb import Round

    page = widgets()
    shown = page.show(RoundStepper(Round.deal(rules("granna"), 8, seed=2)))
    for name in ("First", "Back", "Forward", "Last", "Play"):
        assert shown.get_by_role("button", name=name, exact=True).is_disabled()
    assert shown.locator(".name").all_inner_texts()[0].strip("\u2068\u2069") == "Seat 0"


# --- the chart --------------------------------------------------------------------------------------


def plot(shown: Locator) -> dict[str, float]:
    """Where the lines of the chart that can be seen are."""
    box = shown.locator(".chart-hit:visible").bounding_box()
    assert box
    return dict(box)


@pytest.mark.parametrize("width", [390, 1100])
def test_a_tap_on_the_chart_goes_to_that_step(widgets: Make, width: int) -> None:
    page, widget = widgets(width=width, touch=True), rounds()
    shown = page.show(widget)
    shown.locator(".chart").scroll_into_view_if_needed()
    assert shown.locator(".pictures svg:visible").count() == 1
    box = plot(shown)
    wanted = widget._last // 3
    x = box["x"] + box["width"] * wanted / widget._last
    page.page.touchscreen.tap(x, box["y"] + box["height"] / 2)
    page.settle()
    assert abs(widget.at - wanted) <= 1
    marked = shown.locator(".pictures svg:visible .chart-now path").first.bounding_box()
    assert marked and abs(marked["x"] + marked["width"] / 2 - x) < 6, "the mark is where the finger was"
    assert f"step {widget.at}" in shown.locator(".pictures svg:visible .chart-now").first.text_content()


def test_a_drag_over_the_chart_follows(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    shown.locator(".chart").scroll_into_view_if_needed()
    box, mouse = plot(shown), page.page.mouse
    y = box["y"] + box["height"] / 2
    mouse.move(box["x"] + 5, y)
    mouse.down()
    mouse.move(box["x"] + box["width"] + 60, y, steps=20)
    page.page.wait_for_timeout(120)
    mouse.up()
    page.settle()
    assert widget.at == widget._last, "beyond the end it stays at the end"
    mouse.move(box["x"] + 5, y)
    page.settle()
    assert widget.at == widget._last, "a mouse that is not pressed moves nothing"


def test_what_comes_can_be_hidden_from_the_chart(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    widget.go(10)
    shown = page.show(widget)
    final = str(widget.rounds[0].scores[0])
    ends = shown.locator(".wide .chart-points")
    assert final in ends.all_text_contents()
    press(page, shown, "Hide what comes")
    assert [int(text.replace("−", "-")) for text in ends.all_text_contents()] == list(widget.round.scores)
    heard = shown.locator(".wide svg").evaluate("(one) => one.getAttribute('aria-label') + one.textContent")
    assert final not in heard
    press(page, shown, "Show what comes")
    assert final in ends.all_text_contents()


def test_the_chart_tells_every_score(widgets: Make) -> None:
    widget = live_round()
    for at in (0, 5, widget._last):
        widget.go(at)
        label = widget.state["chart"]["wide"].split('aria-label="', 1)[1].split('"', 1)[0]
        for seat, points in enumerate(widget.round.scores):
            assert f"\u2068Greedy {seat + 1}\u2069 {points}" in label


def test_the_pure_parts_of_the_front(widgets: Make) -> None:
    page = widgets()
    page.show(rounds())

    def call(expression: str) -> Any:
        return page.page.evaluate(f"(() => {{ const m = shown[0].module; return {expression}; }})()")

    assert call("m.intentionOfKey('ArrowLeft')") == {"do": "back"}
    assert call("m.intentionOfKey('H')") == {"do": "hands"}
    assert call("m.intentionOfKey('q')") is None
    assert [call(f"m.stepAt({x}, 100, 200, 20)") for x in (0, 100, 104, 106, 300, 999)] == [
        0,
        0,
        0,
        1,
        20,
        20,
    ]
    assert call("m.stepAt(5, 0, 0, 20)") == 0, "a chart that is not shown yet"


# --- the rules --------------------------------------------------------------------------------------


def test_the_rules_clause_by_clause(widgets: Make) -> None:
    page, widget = widgets(), RuleStepper("triangelspelet")
    shown = page.show(widget)
    seen = set()
    for _ in range(widget._last + 1):
        seen.add(widget.clause.id)
        assert shown.locator(".clause-page .title").inner_text() == widget.clause.id
        assert shown.locator(".clause-text").inner_text() == widget.clause.text
        assert shown.locator("select[name=clause]").input_value() == widget.clause.id
        assert shown.locator(".stage svg").is_visible() == (widget.moment is not None)
        if widget.at < widget._last:
            press(page, shown, "Forward")
    assert seen == {clause.id for clause in rules("triangelspelet").clauses}


def test_an_example_tells_which_of_how_many_and_where_it_is(widgets: Make) -> None:
    page, widget = widgets(), RuleStepper("triangelspelet")
    shown = page.show(widget)
    choose(page, shown, "clause", "§7")
    for _ in range(2):
        press(page, shown, "Forward")
    assert shown.locator(".example").inner_text() == "Example 3 of 5: round 3, step 51"
    assert shown.locator(".line.mine").inner_text() == "+50 bridge §7", "lines of this clause are marked"
    press(page, shown, "Go there in the game")
    assert (widget.showing, widget.number, widget.at) == ("game", 3, 51)
    assert widget.round == steps(example("triangelspelet").match.rounds[2])[51]
    assert "as a bridge" in shown.locator(".news").inner_text()


def test_a_clause_without_an_example_says_so(widgets: Make) -> None:
    ours = rules("triangelspelet").evolve(id="ours", name="Our house", score={"bridge": 40})
    page, widget = widgets(), RuleStepper(ours)
    shown = page.show(widget)
    choose(page, shown, "clause", "§9")
    assert widget.moment is None
    assert shown.locator(".news").inner_text() == "The game by bots has no example of this clause."
    assert not shown.locator(".stage").is_visible() and shown.locator(".person").count() == 0
    assert shown.get_by_role("button", name="Go there in the game").count() == 0
    assert shown.get_by_role("button", name="A game by bots").is_visible()


def test_readings_stand_with_their_clause(widgets: Make) -> None:
    page, widget = widgets(), RuleStepper("triominos-de")
    shown = page.show(widget)
    for clause in rules("triominos-de").clauses:
        choose(page, shown, "clause", clause.id)
        wanted = [one.text for one in rules("triominos-de").readings.values() if one.clause == clause.id]
        assert shown.locator(".readings li").all_inner_texts() == wanted
    choose(page, shown, "clause", "Bonus")
    assert shown.locator(".readings-title").inner_text() == "It can also be read in 5 other ways:"


def test_rules_and_clause_are_chosen(widgets: Make) -> None:
    page, widget = widgets(), RuleStepper()
    shown = page.show(widget)
    choose(page, shown, "rules", "triominos-goliath")
    choose(page, shown, "clause", "Bonus")
    assert widget.clause.id == "Bonus" and widget.rules.id == "triominos-goliath"


def test_it_remembers_where_you_were(widgets: Make) -> None:
    page, widget = widgets(), RuleStepper("triangelspelet", seed=5)
    shown = page.show(widget)
    choose(page, shown, "clause", "§8")
    page_of_8 = widget.at
    press(page, shown, "The recorded game")
    choose(page, shown, "round", "2")
    for _ in range(3):
        press(page, shown, "Forward")
    press(page, shown, "A live round")
    press(page, shown, "Forward")
    choose(page, shown, "rules", "granna")
    assert (widget.showing, widget.at) == ("live", 0), "other rules have a round of their own"
    choose(page, shown, "rules", "triangelspelet")
    assert widget.at == 1
    press(page, shown, "The recorded game")
    assert (widget.number, widget.at) == (2, 3)
    press(page, shown, "The clauses")
    assert (widget.clause.id, widget.at) == ("§8", page_of_8)
    assert shown.get_by_role("button", name="The clauses").get_attribute("aria-pressed") == "true"


def test_from_a_line_to_its_clause(widgets: Make) -> None:
    page, widget = widgets(), RuleStepper("triangelspelet", show="game")
    widget.go(1)
    shown = page.show(widget)
    shown.locator("details.line summary").click()
    press(page, shown, "See this clause")
    assert (widget.showing, widget.clause.id) == ("clauses", "§7")


@pytest.mark.parametrize("id", rule_sets())
def test_every_page_of_every_rule_set_can_be_shown(id: str) -> None:
    widget = RuleStepper(id)
    for at in range(widget._last + 1):
        widget.go(at)
        state = widget.state
        assert state["svg"].startswith("<svg") and state["clause"]["text"]
        assert state["chart"] is None
        lines = [line for one in state["news"] for line in one["lines"]]
        assert all(line["mine"] == (line["id"] == widget.clause.id) for line in lines)
    for show in ("game", "live"):
        widget.look_at(show)
        widget.go(3)
        assert widget.state["chart"]["wide"].startswith("<svg")


# --- live rounds ------------------------------------------------------------------------------------


def test_a_live_round_is_dealt_from_its_seed(widgets: Make) -> None:
    page, widget = widgets(), live_round()
    shown = page.show(widget)
    assert shown.get_by_label("Seed").input_value() == "17"
    press(page, shown, "Last")
    assert widget.round == play_round(rules("triangelspelet"), [player("greedy")] * 3, seed=17)
    shown.get_by_label("Seed").fill("4711")
    shown.get_by_label("Seed").press("Enter")
    page.settle()
    assert (widget.seed, widget.at) == (4711, 0)
    choose(page, shown, "players", "8")
    assert widget.players == 8 and shown.locator(".person").count() == 8
    press(page, shown, "Last")
    assert widget.round == play_round(rules("triangelspelet"), [player("greedy")] * 8, seed=4711)


def test_another_seed_and_the_way_to_share_it(widgets: Make) -> None:
    page, widget = widgets(), live_round()
    shown = page.show(widget)
    seeds = set()
    for _ in range(5):
        before = widget.seed
        press(page, shown, "Another seed")
        assert widget.seed != before
        assert shown.get_by_label("Seed").input_value() == str(widget.seed)
        seeds.add(widget.seed)
    assert len(seeds) > 2 and max(seeds) <= 10_000, "short enough to be called out"
    shown.get_by_text("Share this round").click()
    code = shown.locator("code").inner_text()
    assert code == f'RuleStepper("triangelspelet", show="live", players=3, seed={widget.seed})'
    again = eval(code, {"RuleStepper": RuleStepper})
    again.go(7)
    widget.go(7)
    assert again.round == widget.round


@pytest.mark.parametrize("typed", ["", "abc", "-1", "1.5", "1e3", "²", "９"])
def test_what_is_no_seed_is_refused_in_words(widgets: Make, typed: str) -> None:
    page, widget = widgets(), live_round()
    shown = page.show(widget)
    field = shown.get_by_label("Seed")
    field.fill(typed)
    field.press("Enter")
    page.settle()
    assert widget.seed == 17
    assert "a seed is a whole number" in shown.locator(".note").inner_text()
    assert field.input_value() == "17"
    press(page, shown, "Forward")
    assert not shown.locator(".note").is_visible()


def test_rules_for_fewer_take_fewer_players() -> None:
    widget = RuleStepper("triangelspelet", show="live", players=8, seed=1)
    widget._handle_custom_msg({"do": "select", "name": "rules", "value": "triominos-de"}, [])
    assert widget.players == 4 and len(widget.state["people"]) == 4
    widget._handle_custom_msg({"do": "select", "name": "rules", "value": "triangelspelet"}, [])
    assert widget.players == 8
    widget._handle_custom_msg({"do": "select", "name": "players", "value": "9"}, [])
    assert widget.players == 8 and "it takes 2 to 8 players" in widget.state["note"]


def test_without_a_seed_each_has_a_round_of_its_own() -> None:
    assert len({RuleStepper(show="live").seed for _ in range(8)}) > 1


def test_a_live_round_of_ones_own_rules(widgets: Make) -> None:
    ours = rules("triangelspelet").evolve(id="ours", name="Our house", score={"plain": 7})
    page, widget = widgets(), RuleStepper(ours, show="live", players=2, seed=3)
    shown = page.show(widget)
    assert shown.get_by_label("Rules").locator("option:checked").inner_text() == "Our house (your own)"
    press(page, shown, "Last")
    assert 7 in [line.points for _, line in widget.round.lines]
    assert not shown.locator("pre").is_visible(), "no call can tell these rules"
    choose(page, shown, "rules", "granna")
    choose(page, shown, "rules", "Our house (your own)")
    assert widget.rules == ours


# --- programmatic use -------------------------------------------------------------------------------


def test_from_the_notebook() -> None:
    widget = RuleStepper("granna")
    assert repr(widget) == "<RuleStepper granna: §1>"
    widget.look_at("clauses", clause="§5")
    assert widget.clause.id == "§5" and widget.moment and widget.round == widget.moment.round
    widget.look_at("game", round=2)
    widget.go(4)
    assert repr(widget) == "<RuleStepper granna: round 2, step 4 of 18>"
    widget = RuleStepper("granna", show="live", seed=9)
    assert repr(widget).startswith("<RuleStepper granna: seed 9, step 0 of ")
    widget.go(10**6)
    assert widget.round.is_over
    assert repr(rounds()).startswith("<RoundStepper triominos-de: round 1, step 0 of ")
    for wrong in ({"show": "nothing"}, {"show": "game", "round": 99}, {"show": "clauses", "clause": "§99"}):
        with pytest.raises(NotationError):
            widget.look_at(**wrong)  # type: ignore[arg-type]


def test_what_cannot_be_stepped_through_says_so(tmp_path: Any) -> None:
    with pytest.raises(RecordError, match=r"nothing\.jsonl: cannot be read"):
        RoundStepper(tmp_path / "nothing.jsonl")
    with pytest.raises(TrinbError, match="1 name for 2 seats"):
        RoundStepper(example("triangelspelet").match, names=["Ada"])
    with pytest.raises(RulesError, match="did you mean triangelspelet"):
        RuleStepper("triangelspele")
    with pytest.raises(RulesError, match="2 to 4 players, not 7"):
        RuleStepper("triominos-de", players=7)
    with pytest.raises(NotationError, match="a seed is a whole number"):
        RuleStepper(show="live", seed=-3)
    with pytest.raises(NotationError, match="there is nothing to show called 'film'"):
        RuleStepper(show="film")


# --- sizes, clean-up, nonsense ------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 768, 1100])
def test_nothing_sticks_out_at_any_width(widgets: Make, width: int) -> None:
    page = widgets(width=width)
    page.show(RuleStepper("granna-standard-points"))
    page.show(rounds())
    page.show(RuleStepper("triangelspelet", show="live", players=8, seed=4))
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_buttons_stay_where_they_are_from_step_to_step(widgets: Make) -> None:
    page, widget = widgets(), RuleStepper("triominos-de", show="game")
    shown = page.show(widget)
    forward, stage = shown.get_by_role("button", name="Forward"), shown.locator(".stage")
    places, heights = set(), set()
    for _ in range(24):
        press(page, shown, "Forward")
        box, picture = forward.bounding_box(), stage.bounding_box()
        assert box and picture
        places.add((box["x"], box["y"]))
        heights.add(picture["height"])
    assert len(places) == 1 and len(heights) == 1


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


def test_closing_while_it_plays_leaves_nothing(widgets: Make) -> None:
    page, one, two = widgets(), rounds(), rounds()
    page.show(one)
    press(page, page.show(two), "Play")
    page.page.evaluate("shown[1].close()")
    assert page.page.locator(".trinb-stepper").count() == 1
    assert page.page.evaluate("shown[1].listeners.size") == 0
    page.page.wait_for_timeout(1100)
    assert (one.at, two.at) == (0, 0)


def test_another_language_while_it_plays(widgets: Make) -> None:
    page, widget = widgets(), rounds()
    shown = page.show(widget)
    press(page, shown, "Play")
    shown.locator("select.language").select_option("de")
    page.settle()
    at = widget.at
    page.page.wait_for_timeout(1100)
    assert widget.at == at, "the old view does not go on by itself"
    assert page.page.locator(".trinb-stepper").count() == 1


NONSENSE: list[Any] = [
    None,
    {},
    {"do": "explode"},
    {"do": "go"},
    {"do": "go", "to": "x"},
    {"do": "go", "to": 10**30},
    {"do": "go", "to": float("nan")},
    {"do": "select"},
    {"do": "select", "name": "round", "value": "0"},
    {"do": "select", "name": "round", "value": "²"},
    {"do": "select", "name": "round", "value": "9" * 5000},
    {"do": "select", "name": "__class__", "value": "1"},
    {"do": "select", "name": "rules", "value": "../../etc"},
    {"do": "select", "name": "rules", "value": "/own"},
    {"do": "select", "name": "clause", "value": "<b>"},
    {"do": "select", "name": "players", "value": "1000000"},
    {"do": "select", "name": "players", "value": 3},
    {"do": "show", "value": "__init__"},
    {"do": "show"},
    {"do": "seed", "value": 5},
    {"do": "seed", "value": "9" * 5000},
    {"do": "clause", "value": "x" * 5000},
    {"do": "jump", "x": [[]]},
]


@pytest.mark.parametrize("message", NONSENSE, ids=lambda message: json.dumps(message)[:40])
@pytest.mark.parametrize(
    "make", [rounds, lambda: RuleStepper(seed=1), live_round], ids=["round", "rules", "live"]
)
def test_messages_that_no_front_end_should_send(make: Callable[[], Any], message: Any) -> None:
    widget = make()
    before = repr(widget)
    widget._handle_custom_msg(message, [])
    if message == {"do": "jump", "x": [[]]} and before.endswith("§1>"):
        return  # that is allowed where there is an example
    assert 0 < len(widget.state["note"]) < 300
    assert repr(widget) == before
    widget._handle_custom_msg({"do": "forward"}, [])
    assert widget.at == 1 and widget.state["note"] == ""


HOSTILE = [
    '<img src=x onerror="window.hit=1">',
    "\u202e" + "x" * 10_000,
    "\u2067שלום\u2066 עולם",
    "{0} {who} \x00\n\ud800",
]


def test_hostile_names_are_shown_as_text(widgets: Make) -> None:
    page = widgets()
    over = play_round(rules("triangelspelet"), [player("greedy")] * 4, seed=2)
    widget = RoundStepper(over, names=HOSTILE)
    shown = page.show(widget)
    for _ in range(12):
        press(page, shown, "Forward")
    assert shown.locator("img").count() == 0 and page.page.evaluate("window.hit") is None
    assert "<img" in shown.locator(".standing .name").first.inner_text()
    assert "<img" in shown.locator(".wide .chart-who").all_text_contents()[0]
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert len(json.dumps(widget.state)) < 120_000
    for text in (shown.inner_text(), *shown.locator("title, desc").all_text_contents()):
        assert text.count("\u2068") == text.count("\u2069"), "every name stands by itself"
        assert not set(text) & set("\u202e\u2066\u2067\x00")


def test_hostile_rules_are_shown_as_text(widgets: Make) -> None:
    page = widgets()
    ours = rules("triangelspelet").evolve(id="hostile", name=HOSTILE[0])
    clauses = tuple(
        Clause(text, text * 20, () if number else (Reason.PLAIN, Reason.TRIPLE), (), text)
        for number, text in enumerate(HOSTILE)
    )
    readings = {"odd": Reading(HOSTILE[0], HOSTILE[1])}
    widget = RuleStepper(attrs.evolve(ours, clauses=clauses, readings=readings), seed=1)
    shown = page.show(widget)
    for _ in range(widget._last):
        press(page, shown, "Forward")
    for name in ("A game by bots", "A live round"):
        press(page, shown, name)
        press(page, shown, "Forward")
    shown.locator("details.line summary").first.click()
    assert shown.locator("img").count() == 0 and page.page.evaluate("window.hit") is None
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert len(json.dumps(widget.state)) < 150_000


def test_a_name_in_a_sentence_stands_by_itself() -> None:
    assert shown_name("Bo") == "\u2068Bo\u2069"
    assert shown_name("a\u2069b\u202ec\nd") == "\u2068a b c d\u2069"
    assert len(shown_name("x" * 10_000)) == 42 and len(shown_name("x" * 99, 10)) == 12
    assert shown_name("") == shown_name("\u2066\n") == "\u2068?\u2069"
    shown_name("\ud800").encode()
