"""Playing in a browser: against bots, hot-seat behind a curtain, hints, the set-up, records, nonsense."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness import Widgets
from playwright.sync_api import Locator, expect
from test_board_widget import Marked

from trinb import Tile, read_record, rule_sets, rules, view_of, words
from trinb.errors import TrinbError
from trinb.hints import hints, reasons
from trinb.records import read_lines
from trinb.widgets import Play
from trinb.widgets.matchtable import Phase

pytestmark = pytest.mark.browser

Make = Callable[..., Widgets]


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tile(game: Locator, name: str) -> Locator:
    return game.locator(f'.in-hand[data-tile="{name}"]')


def cell(game: Locator, name: str) -> Locator:
    return game.locator(f'[data-cell="{name}"]').first


def press(page: Widgets, game: Locator, name: str) -> None:
    game.get_by_role("button", name=name, exact=True).click()
    page.settle()


def say(widget: Play, do: str, **more: Any) -> None:
    widget._handle_custom_msg({"do": do, **more}, [])


def move(page: Widgets, game: Locator, widget: Play, number: int = 0) -> None:
    """Lay a tile by two clicks, or press the button for what else there is to do."""
    places = widget.table.placements()
    if places:
        place = places[number % len(places)]
        tile(game, str(place.tile)).click()
        page.settle()
        page.page.mouse.click(*middle(cell(game, str(place.cell))))
    else:
        game.locator(".controls button.primary").click()
    page.settle()


def play_by_messages(widget: Play, rng: Random, until: Phase = Phase.OVER, most: int = 3000) -> None:
    """Play on with the messages that the browser would send, until there is this to do."""
    table = widget.table
    for _ in range(most):
        phase = table.phase
        if phase is until:
            return
        if phase is Phase.CHOOSE:
            places, actions = table.placements(), table.actions
            if places and not (actions and rng.random() < 0.2):
                place = rng.choice(places)
                say(widget, "choose", tile=str(place.tile))
                say(widget, "lay", cell=str(place.cell))
            else:
                say(widget, "act", move=str(actions[0]))
        else:
            say(widget, {"curtain": "uncover", "look": "cover", "watch": "step"}.get(phase.value, "round"))
        assert not widget.state["warn"], widget.state["status"]
        table = widget.table
    assert until is Phase.OVER and table.phase is until


# --- against bots --------------------------------------------------------------------------------------


def test_a_whole_round_by_clicks_and_the_next_one(widgets: Make) -> None:
    page, widget = widgets(), Play(seed=12)
    game = page.show(widget)
    assert game.locator(".curtain").is_hidden(), "there is nobody to hide from"
    assert game.locator(".title").inner_text() == "Triangelspelet"
    for number in range(80):
        if widget.table.phase is Phase.ROUND_OVER:
            break
        move(page, game, widget, number)
    assert widget.table.phase is Phase.ROUND_OVER
    shown = [int(text) for text in game.locator(".standing .points").all_inner_texts()]
    assert tuple(shown) == widget.round.scores
    assert "The round is over." in game.locator(".status").inner_text()
    cards = game.locator(".card")
    assert cards.count() == 2
    for seat, card in enumerate(cards.all()):
        points = [int(text) for text in card.locator(".lines b").all_inner_texts()]
        assert sum(points) == widget.round.scores[seat]
        assert card.locator(".one svg").count() == len(widget.round.hands[seat]), "what is left is laid open"
    press(page, game, "Next round")
    assert widget.table.number == 2 and game.locator(".card").count() == 0
    assert "Round 2 of a match to 500 points" in game.locator(".what").inner_text()
    assert "in this round" in game.locator(".standing .note").first.inner_text()


def test_a_match_ends_with_its_winner_and_all_rounds(widgets: Make) -> None:
    page, widget = widgets(), Play("granna", ["you", "greedy", "random"], seed=4)
    play_by_messages(widget, Random(4))
    game = page.show(widget)
    winner = widget.table.name(widget.match.winners[0])
    assert "The match is over" in game.locator(".status").inner_text()
    assert winner.lower() in game.locator(".status").inner_text().lower()
    assert game.locator(".card.best h3 .name").inner_text() == winner
    rows = game.locator(".rounds tbody tr")
    assert rows.count() == 3
    for seat, row in enumerate(rows.all()):
        *rounds, total = (int(text) for text in row.locator("td").all_inner_texts())
        assert rounds == [round.scores[seat] for round in widget.match.rounds]
        assert sum(rounds) == total == widget.match.totals[seat]
    press(page, game, "New match")
    assert widget.seed == 5 and widget.table.number == 1 and widget.table.phase is not Phase.OVER


@pytest.mark.parametrize("id", rule_sets())
def test_a_round_of_every_rule_set_can_be_played_through_messages(id: str) -> None:
    for players in (["you", "greedy"], ["random", "you", "greedy"], ["you", "you"]):
        widget = Play(id, players, seed=3, whole=False)
        play_by_messages(widget, Random(id))
        assert "The round is over" in widget.state["status"]
        assert widget.state["primary"]["words"] == "New round"


def test_a_first_tile_that_is_turned_is_refused_with_the_reason() -> None:
    for seed in range(40):
        widget = Play("triominos-goliath", seed=seed)
        turned = [tile for tile in widget.hand if not tile.is_triple]
        if len(widget.board) == 0 and turned:
            break
    say(widget, "choose", tile=str(turned[0]))
    say(widget, "target", cell="^0,0")
    assert not widget.state["bubble"]["bad"]
    say(widget, "turn", by=1)
    assert widget.state["bubble"] == {
        "cell": "^0,0",
        "text": "the first tile lies in the middle, turned as it is named",
        "bad": True,
    }
    say(widget, "place")
    assert len(widget.board) == 0


def test_several_tiles_and_then_the_end_of_the_turn(widgets: Make) -> None:
    page, widget = widgets(), Play("granna", seed=2)
    game = page.show(widget)
    for number in range(60):
        if widget.round.placed:
            break
        move(page, game, widget, number)
    assert "Place another tile, or end your turn." in game.locator(".status").inner_text()
    before = len(widget.round.events)
    press(page, game, "End turn")
    assert widget.round.events[before].words() == "You end the turn"


def test_taking_back_and_doing_again(widgets: Make) -> None:
    page, widget = widgets(), Play(seed=12)
    game = page.show(widget)
    before = widget.match
    move(page, game, widget)
    after = widget.match
    assert after != before
    press(page, game, "Undo")
    assert widget.match is before
    assert game.locator(".log .note").count() == 0, "there is nobody who has to be told"
    press(page, game, "Redo")
    assert widget.match is after


def test_bots_alone_are_watched(widgets: Make) -> None:
    page, widget = widgets(), Play(players=["greedy", "random"], seed=5)
    game = page.show(widget)
    assert game.locator(".hand").is_hidden() and game.locator(".hints").is_hidden()
    laid = len(widget.round.events)
    press(page, game, "Next move")
    assert len(widget.round.events) == laid + 1
    press(page, game, "To the end of the round")
    assert widget.table.phase is Phase.ROUND_OVER and game.locator(".card").count() == 2


def test_one_plays_alone_for_practice(widgets: Make) -> None:
    page, widget = widgets(), Play(players=["you"], seed=5)
    game = page.show(widget)
    assert "alone, for practice" in game.locator(".what").inner_text()
    move(page, game, widget)
    assert widget.round.seat == 0 and widget.table.phase is Phase.CHOOSE


# --- hot-seat ------------------------------------------------------------------------------------------


def texts(game: Locator) -> str:
    """All that a page knows of a game: what is shown and what is hidden in its elements."""
    return game.evaluate("game => game.outerHTML + JSON.stringify(shown[0].model.get('state'))")


def test_a_curtain_hides_all_tiles_between_two_people(widgets: Make) -> None:
    page = widgets()
    widget = Play(players=["you", "greedy", "you"], names=["Ann", "", "Bo"], seed=3)
    game = page.show(widget)
    handed = 0
    for number in range(40):
        if widget.table.phase is Phase.ROUND_OVER:
            break
        if widget.table.phase is Phase.CURTAIN:
            name = ("Ann", "", "Bo")[widget.round.seat]
            assert game.locator(".status").inner_text() == f"Hand the device to \u2068{name}\u2069."
            assert game.locator(".in-hand").count() == 0 and game.locator(".controls .primary").is_hidden()
            seen = texts(game)
            for hand in widget.round.hands:
                for one in hand:
                    assert f'data-tile="{one}"' not in seen and f'\\"{one}\\"' not in seen
            backs = game.locator(".curtain .back")
            assert backs.count() == len(widget.round.hands[widget.round.seat])
            press(page, game, f"I am \u2068{name}\u2069: show my tiles")
            handed += 1
        elif widget.table.phase is Phase.LOOK:
            press(page, game, "Hide my tiles")
        else:
            assert game.locator(".curtain").is_hidden()
            assert game.locator(".in-hand").count() == len(widget.round.hands[widget.round.seat])
            move(page, game, widget, number)
    assert handed > 5


def test_no_key_lifts_the_curtain_by_mistake(widgets: Make) -> None:
    """Whoever presses Enter once too often must not see the next person's tiles."""
    page, widget = widgets(), Play(players=["you", "you"], seed=3)
    game = page.show(widget)
    assert widget.table.phase is Phase.CURTAIN
    game.locator(".stage").focus()
    for key in ("Enter", " ", "1", "r", "h", "f", "Enter"):
        page.page.keyboard.press(key)
        page.settle()
    assert widget.table.phase is Phase.CURTAIN and game.locator(".in-hand").count() == 0
    game.locator(".curtain button").focus()
    page.page.keyboard.press("Enter")
    page.settle()
    assert widget.table.phase is Phase.CHOOSE and game.locator(".in-hand").count() > 0


def test_the_button_for_the_next_one_is_not_where_the_last_one_was_pressed(widgets: Make) -> None:
    for width in (1100, 390):
        page, widget = widgets(width=width), Play(players=["you", "you"], seed=3)
        game = page.show(widget)
        game.locator(".curtain button").click()
        page.settle()
        place = widget.table.placements()[0]
        say(widget, "choose", tile=str(place.tile))
        say(widget, "target", cell=str(place.cell))
        page.refresh(widget)
        button = game.locator("button.primary").first
        button.scroll_into_view_if_needed()
        spot = middle(button)
        page.page.mouse.click(*spot)
        page.settle()
        page.page.mouse.click(*spot)
        page.settle()
        assert widget.table.phase is Phase.CURTAIN, f"a double click shows the tiles at {width}"


def test_taking_back_is_told_and_shows_nobody_elses_tiles(widgets: Make) -> None:
    page, widget = widgets(), Play(players=["you", "you"], names=["Ann", "Bo"], seed=3)
    game = page.show(widget)
    game.locator(".curtain button").click()
    page.settle()
    move(page, game, widget)
    assert widget.table.phase is Phase.CURTAIN
    game.locator(".curtain button").click()
    page.settle()
    press(page, game, "Undo")
    assert widget.table.phase is Phase.CURTAIN and game.locator(".in-hand").count() == 0
    note = game.locator(".log .note")
    assert note.count() == 1 and note.inner_text().startswith("Taken back: ")


def test_whoever_draws_in_vain_sees_the_tile_first(widgets: Make) -> None:
    page, widget = widgets(), Play("granna", ["you", "you"], names=["Ann", "Bo"], seed=3)
    play_by_messages(widget, Random(3), Phase.LOOK)
    game = page.show(widget)
    (drawn,) = widget.table.drawn
    assert tile(game, str(drawn)).count() == 1
    assert f"You drew {drawn}, and your turn is over." in game.locator(".status").inner_text()
    press(page, game, "Hide my tiles")
    assert widget.table.phase is Phase.CURTAIN and game.locator(".in-hand").count() == 0


def test_a_double_click_makes_one_move(widgets: Make) -> None:
    for seed in range(40):
        widget = Play("triominos-de", seed=seed)
        if widget.table.actions and not widget.table.placements():
            break
    page = widgets()
    game = page.show(widget)
    drawn = len(widget.round.events)
    game.locator("button.primary").first.dblclick()
    page.settle()
    assert [event.words() for event in widget.round.events[drawn:]].count("You draw a tile") == 1


def test_the_log_speaks_the_language_of_now(widgets: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    real = words._catalogue
    monkeypatch.setattr(words, "_catalogue", lambda code: Marked() if code == "sv" else real(code))
    page, widget = widgets(), Play(players=["you", "you"], names=["Ann", "Bo"], seed=3)
    say(widget, "uncover")
    widget.act(widget.round.moves[0])
    say(widget, "uncover")
    widget.undo()
    game = page.show(widget)
    english = game.locator(".log li").all_inner_texts()
    assert any(text.startswith("Taken back: ") for text in english) and not any(
        "«" in text for text in english
    )
    game.locator("select.language").focus()
    game.locator("select.language").select_option("sv")
    page.settle()
    assert page.page.evaluate("document.activeElement.className") == "language"
    marked = game.locator(".log li").all_inner_texts()
    assert len(marked) == len(english) and all(text.startswith("«") for text in marked)
    game.locator("select.language").select_option("en")
    page.settle()
    assert game.locator(".log li").all_inner_texts() == english


# --- hints ---------------------------------------------------------------------------------------------


def with_choice(id: str = "granna", **options: Any) -> Play:
    """A game in which some placement of the person scores more than another."""
    for seed in range(60):
        widget = Play(id, seed=seed, **options)
        rng = Random(seed)
        for _ in range(12):
            table = widget.table
            if table.phase is not Phase.CHOOSE:
                break
            best = table.best()[1]
            if 0 < len(best) < len(table.placements()):
                return widget
            widget.act(rng.choice(table.round.moves))
    raise AssertionError("no such game")


def test_a_hint_is_told_in_words_and_on_the_board(widgets: Make) -> None:
    page, widget = widgets(), with_choice()
    game = page.show(widget)
    most, best = widget.table.best()
    press(page, game, "Give me a hint")
    advice = game.locator(".advice")
    assert f"Most points now: {most}" in advice.inner_text()
    assert "You may place several tiles in a turn" in advice.inner_text()
    first = hints(view_of(widget.round, widget.round.seat))[0]
    assert first.placement
    tips = advice.locator(".tips > li")
    assert (
        tips.first.get_by_role("button").inner_text() == f"{first.placement.tile} at {first.placement.cell}"
    )
    assert tips.first.locator(".why li").all_inner_texts() == list(first.words), "the first is folded out"
    lines = tips.first.locator(".lines b").all_inner_texts()
    assert sum(map(int, lines)) == first.points
    assert "§" in advice.locator(".clause").first.inner_text()
    told = widget._adviser.places
    assert set(told) & set(best), "one that scores most is among them"
    marked = {one.get_attribute("data-cell") for one in game.locator("g.place").all()}
    assert marked == {str(place.cell) for place in told}
    tips.first.get_by_role("button").click()
    page.settle()
    assert game.locator("g.ghost").get_attribute("data-cell") == str(first.placement.cell), "to be looked at"
    before = sum(event.points for event in widget.round.events if event.seat == 0)
    press(page, game, f"Place {first.placement.tile}")
    now = sum(event.points for event in widget.round.events if event.seat == 0)
    assert now - before >= first.points - 5 and first.placement.cell in widget.board
    assert game.locator(".advice").is_hidden()


def told(id: str, wanted: Callable[[Play], bool], **options: Any) -> Play:
    """A game in which a hint is wanted, and is of a certain kind."""
    for seed in range(300):
        widget = Play(id, seed=seed, **options)
        rng = Random(seed)
        for _ in range(14):
            if widget.table.phase is not Phase.CHOOSE:
                break
            if wanted(widget):
                return widget
            widget.act(rng.choice(widget.table.round.moves))
    raise AssertionError("no such game")


def several(widget: Play) -> bool:
    return len(widget._adviser.tips) == 3 and all(tip.why.placement for tip in widget._adviser.tips)


def test_every_reason_can_be_folded_out_by_click_key_and_touch(widgets: Make) -> None:
    for touch in (False, True):
        page, widget = widgets(touch=touch), told("triominos-de", several)
        game = page.show(widget)
        press(page, game, "Give me a hint")
        for number, tip in enumerate(widget._adviser.tips):
            shown = game.locator(".tips > li").nth(number)
            summary, reasons = shown.locator("summary"), shown.locator(".why li")
            assert reasons.first.is_visible() == (number == 0), "only the first is folded out"
            if number == 1 and touch:
                summary.tap()
            elif number == 1:
                summary.click()
            elif number == 2:
                summary.focus()
                page.page.keyboard.press("Enter")
            page.settle()
            assert reasons.all_inner_texts() == list(tip.why.words) and reasons.first.is_visible()
            box = summary.bounding_box()
            assert box and box["height"] >= 40
        assert len(widget.board) == len(widget.table.board) and widget._advises, "no key went past it"


def test_a_reason_stays_folded_out_when_a_place_is_looked_at(widgets: Make) -> None:
    page, widget = widgets(), told("triominos-de", several)
    game = page.show(widget)
    press(page, game, "Give me a hint")
    game.locator(".tips summary").nth(1).click()
    game.locator(".tips button").nth(1).click()
    page.settle()
    assert game.locator(".tips .why").nth(1).is_visible()


def test_on_a_phone_the_board_is_in_sight_when_a_place_is_looked_at(widgets: Make) -> None:
    page, widget = widgets(width=390, height=700, touch=True), told("triominos-de", several)
    game = page.show(widget)
    game.get_by_role("button", name="Give me a hint").tap()
    page.settle()
    game.locator(".tips summary").nth(2).tap()
    last = game.locator(".tips button").last
    last.evaluate("button => button.scrollIntoView({ block: 'start' })")
    assert game.locator(".stage").evaluate("stage => stage.getBoundingClientRect().bottom") < 0
    last.tap()
    page.settle()
    box = game.locator(".stage").bounding_box()
    assert box and -1 <= box["y"] < 700 - box["height"] + 1
    assert game.locator("g.ghost").count() == 1


def speaks_of_a_cell(widget: Play) -> bool:
    tips = widget._adviser.tips
    return bool(tips and tips[0].why.placement and any(because.cell for because in tips[0].why.because))


def test_the_places_that_are_spoken_of_are_shown_on_the_board(widgets: Make) -> None:
    page, widget = widgets(), told("triominos-de", speaks_of_a_cell)
    game = page.show(widget)
    press(page, game, "Give me a hint")
    assert game.locator("svg .near").count() == 0
    game.locator(".tips button").first.click()
    page.settle()
    spoken = [because.cell for because in widget._adviser.tips[0].why.because if because.cell]
    assert game.locator(".stage svg .near").count() == len(spoken) > 0


def test_placements_for_which_the_same_can_be_said_are_told_once(widgets: Make) -> None:
    page, widget = widgets(), told("triangelspelet", lambda it: any(tip.equals for tip in it._adviser.tips))
    game = page.show(widget)
    press(page, game, "Give me a hint")
    tips = widget._adviser.tips
    assert len({tip.why.because for tip in tips}) == len(tips)
    for tip in tips:
        for place in tip.equals:
            assert reasons(view_of(widget.round, widget.round.seat), place).words == tip.why.words
    count = len(next(tip for tip in tips if tip.equals).equals)
    assert game.locator(".tips .more").first.inner_text().startswith(f"{count} more")
    marked = {one.get_attribute("data-cell") for one in game.locator("g.place").all()}
    assert marked == {str(place.cell) for place in widget._adviser.places}


def test_why_one_has_to_draw(widgets: Make) -> None:
    stuck = told("triominos-de", lambda it: it.table.phase is Phase.CHOOSE and not it.table.placements())
    page = widgets()
    game = page.show(stuck)
    press(page, game, "Give me a hint")
    said = game.locator(".advice").inner_text()
    assert "None of your tiles fits, so you draw. It costs 5 points." in said and "unseen tiles" in said
    assert game.locator(".tips > li").count() == 0


def test_hints_know_no_hidden_tiles() -> None:
    """Whatever the others hold, the same is said."""
    widget = told("triangelspelet", several)
    round = widget.round
    seen = hints(view_of(round, round.seat), None)
    hidden = [*round.pool_]
    theirs = [number for number in range(len(round.tile_set)) if round.hands_[1 - round.seat] >> number & 1]
    swapped, hands = list(round.pool_), list(round.hands_)
    for one, other in zip(theirs, hidden, strict=False):
        hands[1 - round.seat] ^= 1 << one | 1 << other
        swapped[swapped.index(other)] = one
    other_round = round._replace(hands_=tuple(hands), pool_=tuple(swapped))
    assert other_round.hands != round.hands
    assert hints(view_of(other_round, round.seat), None) == seen


def test_what_fits_can_be_switched_off_and_on(widgets: Make) -> None:
    page, widget = widgets(), with_choice("triangelspelet")
    game = page.show(widget)
    fits = game.get_by_role("button", name="What fits?", exact=True)
    assert fits.get_attribute("aria-pressed") == "true", "a beginner sees it"
    assert game.locator("g.place").count() > 0 and game.locator(".in-hand .fits").count() > 0
    game.locator(".stage").focus()
    page.page.keyboard.press("f")
    page.settle()
    assert fits.get_attribute("aria-pressed") == "false"
    place = widget.table.placements()[0]
    tile(game, str(place.tile)).click()
    page.settle()
    assert (
        game.locator("g.place").count() == 0 and game.locator(".in-hand .fits, .in-hand .idle").count() == 0
    )
    assert "fits" not in game.locator(".hand").evaluate("hand => hand.innerHTML").replace("fits.", "")
    assert game.locator(".status").inner_text() == f"You hold {place.tile}. Choose a place for it."
    assert game.get_by_role("button", name="Draw a tile", exact=True).is_enabled(), "to be tried"
    press(page, game, "Draw a tile")
    assert "who can place a tile must place one" in game.locator(".status.warn").inner_text()
    page.page.mouse.click(*middle(cell(game, str(place.cell))))
    page.settle()
    assert place.cell in widget.board, "what fits is laid all the same"


@pytest.mark.parametrize("hints", ["ask", "never"])
def test_hints_may_be_kept_for_those_who_ask_or_for_nobody(widgets: Make, hints: str) -> None:
    page, widget = widgets(), with_choice("triangelspelet", hints=hints)
    game = page.show(widget)
    assert game.locator("g.place").count() == 0
    assert widget.state["advice"] is None and "Why?" not in game.inner_text()
    if hints == "ask":
        press(page, game, "Give me a hint")
        assert game.locator(".tips .why").first.is_visible() and game.locator("g.place").count() > 0
        press(page, game, "Give me a hint")
        assert game.locator("g.place").count() == 0 and game.locator(".advice").is_hidden()
        press(page, game, "What fits?")
        assert game.locator("g.place").count() > 0
        return
    assert game.locator(".hints").is_hidden()
    for what in ("fits", "best"):
        say(widget, what)
        assert widget.state["warn"] and widget.state["advice"] is None
    page.refresh(widget)
    assert game.locator("g.place").count() == 0


# --- the set-up ----------------------------------------------------------------------------------------


def choose(page: Widgets, game: Locator, name: str, option: str) -> None:
    game.locator(f'.setup select[name="{name}"]').select_option(option)
    page.settle()


def test_everything_can_be_changed_by_hand(widgets: Make) -> None:
    page, widget = widgets(), Play(seed=12)
    game = page.show(widget)
    press(page, game, "New game …")
    form = game.locator(".setup")
    assert form.is_visible() and game.locator(".stage").is_hidden()
    assert page.page.evaluate("document.activeElement.name") == "rules"
    choose(page, game, "rules", "triominos-de")
    choose(page, game, "players", "4")
    assert form.locator(".seat").count() == 4
    choose(page, game, "kind-2", "you")
    choose(page, game, "kind-1", "random")
    form.get_by_label("Name in seat 1").fill("Ann")
    form.get_by_label("Name in seat 3").fill("Bo")
    choose(page, game, "whole", "no")
    choose(page, game, "turning", "yes")
    choose(page, game, "hints", "ask")
    form.get_by_label("Seed").fill("77")
    press(page, game, "Start this game")
    assert form.is_hidden() and game.locator(".stage").is_visible()
    assert page.page.evaluate("document.activeElement.textContent") == "New game …"
    setup = widget.setup
    assert (setup.rules.id, setup.whole, setup.seed, setup.turn_by_hand) == ("triominos-de", False, 77, True)
    assert [(seat.kind, seat.name) for seat in setup.seats] == [
        ("you", "Ann"),
        ("random", ""),
        ("you", "Bo"),
        ("greedy", ""),
    ]
    assert widget.turn_by_hand and not widget.tells_fits and widget.table.phase is Phase.CURTAIN
    assert game.locator(".standing .name").all_inner_texts() == ["Ann", "Random 2", "Bo", "Greedy 4"]


def test_one_may_go_back_to_the_game(widgets: Make) -> None:
    page, widget = widgets(), Play(seed=12)
    game = page.show(widget)
    move(page, game, widget)
    table, before = widget.table, widget.match
    press(page, game, "New game …")
    choose(page, game, "players", "1")
    assert "Alone you practise" in game.locator(".setup .note").inner_text()
    press(page, game, "Back to the game")
    assert widget.table is table and widget.match is before and len(widget.setup.seats) == 2
    press(page, game, "New game …")
    assert game.locator(".seat").count() == 2, "what was not started is forgotten"
    game.locator(".setup .primary").focus()
    page.page.keyboard.press("Escape")
    page.settle()
    assert game.locator(".setup").is_hidden()


def test_what_cannot_be_typed_is_told_in_the_form(widgets: Make) -> None:
    page, widget = widgets(), Play(seed=12)
    game = page.show(widget)
    press(page, game, "New game …")
    seed = game.locator(".setup").get_by_label("Seed")
    seed.fill("many")
    seed.press("Enter")
    page.settle()
    assert "the seed must be a whole number" in game.locator(".setup .note.warn").inner_text()
    seed.fill("")
    seed.press("Enter")
    page.settle()
    assert game.locator(".setup .note.warn").count() == 0 and int(seed.input_value()) >= 0, "a fresh one"


def test_the_language_changes_in_the_form_too(widgets: Make) -> None:
    page, widget = widgets(), Play(seed=12)
    game = page.show(widget)
    press(page, game, "New game …")
    choose(page, game, "players", "3")
    game.locator("select.language").focus()
    game.locator("select.language").select_option("ru")
    page.settle()
    assert game.locator(".setup").is_visible() and game.locator(".seat").count() == 3
    assert page.page.evaluate("document.activeElement.className") == "language"


def test_rules_of_ones_own_stay_in_the_list(widgets: Make) -> None:
    house = rules("triangelspelet").evolve(id="ours", name="Ours", score={"bridge": 40})
    page, widget = widgets(), Play(house, seed=12)
    game = page.show(widget)
    press(page, game, "New game …")
    choose(page, game, "rules", "granna")
    choose(page, game, "rules", "own:ours")
    press(page, game, "Start this game")
    assert widget.setup.rules is house


# --- records -------------------------------------------------------------------------------------------


def test_the_record_is_kept_and_told_where(widgets: Make, tmp_path: Path) -> None:
    page, widget = widgets(), Play(seed=12, record=tmp_path / "ours.jsonl")
    game = page.show(widget)
    move(page, game, widget)
    assert read_record(tmp_path / "ours.jsonl").match == widget.match
    assert "ours.jsonl" in game.locator(".kept").inner_text()
    play_by_messages(widget, Random(1), Phase.ROUND_OVER)
    page.refresh(widget)
    assert game.get_by_role("button", name="Download the record").count() == 0


def test_the_record_can_be_downloaded(widgets: Make, tmp_path: Path) -> None:
    page, widget = widgets(), Play(seed=12)
    game = page.show(widget)
    assert game.get_by_role("button", name="Download the record").count() == 0, "it holds everybody's tiles"
    play_by_messages(widget, Random(1), Phase.ROUND_OVER)
    page.refresh(widget)
    with page.page.expect_download() as given:
        press(page, game, "Download the record")
    assert given.value.suggested_filename == "triangelspelet-12.jsonl"
    path = tmp_path / "given.jsonl"
    given.value.save_as(path)
    assert read_record(path).match == widget.match


def test_a_page_that_did_not_ask_downloads_nothing(widgets: Make) -> None:
    page, widget = widgets(), Play(seed=12)
    play_by_messages(widget, Random(1), Phase.ROUND_OVER)
    say(widget, "record")
    assert read_lines(widget.state["download"]["text"].split("\n")).match == widget.match
    asked: list[Any] = []
    page.page.on("download", lambda given: asked.append(given))
    page.show(widget)
    page.page.wait_for_timeout(300)
    assert asked == [], "another view of the same game, or one that is opened later"


# --- touch, sizes, keys --------------------------------------------------------------------------------


def test_touch_on_a_phone(widgets: Make) -> None:
    page = widgets(width=390, height=844, touch=True)
    widget = Play(players=["you", "you"], seed=3)
    game = page.show(widget)
    game.locator(".curtain button").tap()
    page.settle()
    place = widget.table.placements()[0]
    tile(game, str(place.tile)).tap()
    page.settle()
    game.locator(".stage").scroll_into_view_if_needed()
    page.page.touchscreen.tap(*middle(cell(game, str(place.cell))))
    page.settle()
    assert place.cell in widget.board and widget.table.phase is Phase.CURTAIN
    for button in game.locator("button, select, input").all():
        box = button.bounding_box()
        assert box is None or box["height"] >= 40, "large enough for a finger"


def in_every_phase() -> list[Play]:
    """A game in each of the phases there are, with long names and eight seats where they take room."""
    names = ["Wilhelmina-Charlotte Ann", "Bo", "", "", "Maximilian der Große von", "", "", "Zoë"]
    eight = Play(players=["you", "you", *["greedy"] * 5, "you"], names=names, seed=2)
    phases = [eight]
    over = Play(players=["you", "you", *["greedy"] * 5, "you"], names=names, seed=2)
    play_by_messages(over, Random(1))
    held = with_choice()
    say(held, "best")
    look = Play("granna", ["you", "you"], names=names[:2], seed=3)
    play_by_messages(look, Random(3), Phase.LOOK)
    setting = Play(players=["you"] * 8, names=names, seed=2)
    say(setting, "setup")
    return [*phases, over, held, look, setting, Play(players=["greedy", "random"], seed=5)]


@pytest.mark.parametrize("width", [390, 768, 1100])
def test_nothing_sticks_out_at_any_width(widgets: Make, width: int) -> None:
    for widget in in_every_phase():
        page = widgets(width=width)
        game = page.show(widget)
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), widget.table.phase
        page.page.set_viewport_size({"width": 600, "height": 900})
        page.page.set_viewport_size({"width": width, "height": 900})
        expect(game.locator(".title")).to_be_visible()
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "after a resize"


def test_one_action_stands_out_in_every_phase(widgets: Make) -> None:
    for widget in in_every_phase():
        page = widgets()
        game = page.show(widget)
        visible = [one for one in game.locator("button.primary").all() if one.is_visible()]
        assert len(visible) == (0 if widget.table.phase is Phase.CURTAIN and not widget._draft else 1)


def test_a_game_by_keys_alone(widgets: Make) -> None:
    page, widget = widgets(), Play(seed=12)
    game = page.show(widget)
    keys = page.page.keyboard
    game.locator(".stage").focus()
    keys.press("h")
    page.settle()
    assert game.locator(".advice").is_visible()
    keys.press("Escape")
    page.settle()
    assert game.locator(".advice").is_hidden()
    for _ in range(60):
        if widget.table.phase is not Phase.CHOOSE:
            break
        if widget.table.placements():
            place = widget.table.placements()[0]
            keys.press(str(widget.hand.index(place.tile) + 1))
            page.settle()
            keys.press("ArrowDown")
            page.settle()
            for _ in range(20):
                if widget._focus and any(one.cell == widget._focus for one in widget._places()):
                    break
                keys.press("ArrowRight" if _ % 3 else "ArrowUp")
                page.settle()
            if not any(one.cell == widget._focus for one in widget._places()):
                say(widget, "target", cell=str(place.cell))
                page.refresh(widget)
        before = widget.match
        keys.press("Enter")
        page.settle()
        assert widget.match != before
    keys.press("Enter")
    page.settle()
    assert widget.table.number == 2, "Enter does what the coloured button says"


def test_every_focusable_part_keeps_its_keys(widgets: Make) -> None:
    for widget in in_every_phase():
        page = widgets()
        game = page.show(widget)
        for one in game.locator("button, select, input, summary, [tabindex='0']").all():
            assert one.get_attribute("data-lm-suppress-shortcuts") == "true", one.evaluate("e => e.outerHTML")


def test_two_games_on_a_page_do_not_mix_and_closing_leaves_nothing(widgets: Make) -> None:
    page, one, two = widgets(), Play(seed=12), Play(seed=12)
    first, second = page.show(one), page.show(two)
    shown = first.inner_html()
    move(page, second, two)
    assert one.match == Play(seed=12).match and first.inner_html() == shown
    assert page.page.locator(".trinb-widget [id]").count() == 0, "no ids that could clash"
    page.page.evaluate("shown.forEach((one) => one.close())")
    assert page.page.locator(".trinb-play").count() == 0
    assert page.page.evaluate("shown.map((one) => one.listeners.size)") == [0, 0]


# --- nonsense ------------------------------------------------------------------------------------------

NONSENSE: list[Any] = [
    None,
    {"do": "uncover"},
    {"do": "cover"},
    {"do": "step"},
    {"do": "rest"},
    {"do": "round"},
    {"do": "again"},
    {"do": "start"},
    {"do": "record"},
    {"do": "select", "name": "rules", "value": "granna"},
    {"do": "select", "name": ["rules"], "value": None},
    {"do": "try", "number": 0},
    {"do": "try", "number": -1},
    {"do": "try", "number": 10**30},
    {"do": "try"},
    {"do": "act", "move": "pass"},
    {"do": "act", "move": "end"},
    {"do": "act", "move": "^0,0=555"},
    {"do": "act", "move": "^99999999999999,0=555"},
    {"do": "act", "move": "x" * 10_000},
    {"do": "choose", "tile": "5-5-6"},
    {"do": {"do": "undo"}},
]


@pytest.mark.parametrize("message", NONSENSE, ids=lambda message: json.dumps(message)[:40])
def test_messages_that_no_front_end_should_send(message: Any) -> None:
    widget = Play(seed=12)
    assert widget.table.phase is Phase.CHOOSE
    before, keys = widget.table.state, set(widget.state)
    widget._handle_custom_msg(message, [])
    assert widget.table.state is before and set(widget.state) == keys
    assert widget.state["warn"] and len(widget.state["status"]) < 400
    widget.act(widget.round.moves[0])
    assert widget.table.state is not before, "it goes on working"


def test_try_tells_only_what_was_advised() -> None:
    widget = with_choice()
    say(widget, "best")
    say(widget, "try", number=99)
    assert widget.state["warn"]
    say(widget, "try", number=0)
    assert not widget.state["warn"] and widget.state["chosen"]


def test_in_the_form_no_tile_can_be_laid_blindly() -> None:
    widget = Play(seed=12)
    say(widget, "setup")
    say(widget, "select", name="players", value="300")
    assert widget.state["warn"] and widget.state["setup"]["note"] == widget.state["status"]
    say(widget, "select", name="kind-7", value="you")
    assert widget.state["warn"]
    say(widget, "setup")
    assert widget.state["setup"] is None


def test_hostile_names_are_shown_as_text(widgets: Make) -> None:
    page = widgets()
    hostile = '<img src=x onerror="window.hit=1"><b>"\u202e' + "x" * 10_000
    house = rules("triangelspelet").evolve(id=hostile, name=hostile)
    widget = Play(house, ["you", "you"], names=[hostile, "\u202eשלום {0} %s"], seed=3)
    game = page.show(widget)
    assert "<img" in game.locator(".standing .name").first.inner_text()
    assert len(widget.table.name(0)) <= 24
    say(widget, "uncover")
    widget.act(widget.round.moves[0])
    say(widget, "setup")
    page.refresh(widget)
    game.locator(".setup").get_by_label("Name in seat 1").fill(hostile[:200])
    game.locator(".setup").get_by_label("Name in seat 1").press("Enter")
    page.settle()
    press(page, game, "Start this game")
    assert "{0} %s" in game.locator(".standings").inner_text()
    assert page.page.evaluate("window.hit") is None and game.locator("img").count() == 0
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with pytest.raises(TrinbError) as refused:
        Play(players=[hostile])
    assert len(str(refused.value)) < 400


def test_a_hand_of_another_seat_cannot_be_played_from_behind_the_curtain() -> None:
    widget = Play(players=["you", "you"], seed=3)
    assert widget.table.phase is Phase.CURTAIN
    before = widget.table.state
    for one in widget.round.moves:
        say(widget, "act", move=str(one))
    for one in range(1, 9):
        say(widget, "pick", number=one)
    for one in widget.round.tile_set:
        say(widget, "choose", tile=str(one))
        assert widget.state["chosen"] is None
    assert widget.table.state is before and isinstance(one, Tile)
