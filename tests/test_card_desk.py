"""The table of the card game without a browser: who sees what, the race, records, and what is refused."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trinb import words
from trinb.cards import (
    CardEnd,
    CardMatch,
    Knowledge,
    Statement,
    best,
    card_rules,
    card_view,
    read_card_record,
    write_card_record,
)
from trinb.cards.matches import shuffled
from trinb.cards.races import CLOSE
from trinb.cards.rounds import Phase
from trinb.errors import NotationError, RecordError, TrinbError
from trinb.widgets import CardTable
from trinb.widgets.carddesk import Desk, Stage
from trinb.widgets.cardseats import CardSetup
from trinb.widgets.cardtalk import statement_rows, why

ONE = ["you", "expected", "match"]
THREE = ["you", "you", "you"]


def tell(widget: CardTable, do: str, **more: Any) -> None:
    widget._handle_custom_msg({"do": do, **more}, [])


def with_pack(widget: CardTable, pack: list[int]) -> None:
    """Deal these cards instead, before anything of the pack was shown."""
    widget.desk.match = widget.desk.match.with_pack(pack)
    widget._show()


def shown(widget: CardTable) -> str:
    return json.dumps(widget.state, sort_keys=True, ensure_ascii=False)


def step(widget: CardTable, rng: Random) -> None:
    """Something that a person may do now."""
    desk = widget.desk
    match desk.stage:
        case Stage.READY:
            tell(widget, "show")
        case Stage.CURTAIN:
            tell(widget, "uncover")
        case Stage.LOOK:
            tell(widget, "cover")
        case Stage.RACE:
            tell(widget, rng.choice(["speak", "wait", "silent"]), ms=rng.randrange(9000))
        case Stage.CHOICE:
            people = desk.setup.people
            if len(people) == 1:
                tell(widget, rng.choice(["speak", "silent"]), ms=0)
            else:
                tell(widget, rng.choice(["take", "unclear", "silent"]), seat=rng.choice(people))
        case Stage.SPEAK:
            tell(widget, "say", statement=rng.choice(list(Statement)).value)
        case Stage.REVEAL:
            tell(widget, "round")


# --- who sees what -------------------------------------------------------------------------------------


def hidden_from(widget: CardTable) -> list[int]:
    """The places in the pack in use whose cards the screen must not know now, by the rules of the game."""
    desk = widget.desk
    match, played = desk.match, desk.stage in (Stage.REVEAL, Stage.OVER)
    start = (desk.number - 1) % match.rules.rounds * 4
    seen: set[int] = set()
    if desk.round.phase is not Phase.DEALT and desk.eyes is not None:
        seen |= {start + seat for seat in range(3) if seat != desk.eyes}
    if desk.eyes is not None and desk.round.speaker == desk.eyes:
        seen.add(start + 3)
    if played and desk.round.end is CardEnd.SPOKEN:
        seen |= {start, start + 1, start + 2}
    return [place for place in range(start, len(match.packs[-1])) if place not in seen]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    players=st.sampled_from([ONE, THREE, ["you", "careful", "you"]]),
    speed=st.sampled_from(["none", "normal"]),
    steps=st.integers(0, 7),
)
def test_hidden_cards_are_not_in_the_state(seed: int, players: list[str], speed: str, steps: int) -> None:
    """Other cards where the screen may not look, and the same moves: then the same state, to the letter.

    The moves are those of people, so that no bot's decision, which follows from cards, comes in between.
    """
    rng = Random(seed)
    one = CardTable(players, seed=seed, speed=speed)
    other = CardTable(players, seed=seed, speed=speed)
    moves: list[dict[str, Any]] = []
    for _ in range(steps):
        message: dict[str, Any]
        match one.desk.stage:
            case Stage.READY:
                message = {"do": "show"}
            case Stage.CURTAIN:
                message = {"do": "uncover"}
            case Stage.LOOK:
                message = {"do": rng.choice(["odds", "cover"])}
            case Stage.RACE | Stage.CHOICE if len(one.desk.setup.people) == 1:
                message = {"do": "speak", "ms": 0} if rng.random() < 0.5 else {"do": "odds"}
            case Stage.CHOICE:
                message = {"do": "take", "seat": rng.choice(one.desk.setup.people)}
            case _:
                break
        moves.append(message)
        one._handle_custom_msg(message, [])
    pack = list(one.desk.match.packs[-1])
    places = hidden_from(one) if one.desk.stage is not Stage.REVEAL else []
    if one.desk.stage is Stage.SPEAK:
        assert 3 not in places, "the speaker sees the middle card"
    cards = [pack[place] for place in places]
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        pack[place] = card
    with_pack(other, pack)
    for message in moves:
        other._handle_custom_msg(message, [])
    if one.desk.stage is other.desk.stage:  # a bot may be so quick with other cards that it is unclear
        assert shown(one) == shown(other)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.sampled_from([ONE, THREE, ["random"] * 3]))
def test_the_picture_has_exactly_the_cards_that_may_be_seen(seed: int, players: list[str]) -> None:
    rng = Random(seed)
    widget = CardTable(players, seed=seed)
    for _ in range(40):
        desk, svg = widget.desk, widget.state["svg"]
        start = (desk.number - 1) % 6 * 4
        used = range(start, start + 4)
        covered = [place for place in hidden_from(widget) if place in used]
        assert svg.count("covered") == len(covered)
        assert svg.count("data-card") == 4 - len(covered)
        step(widget, rng)


def test_the_seed_stays_in_python() -> None:
    """Whoever knew the seed could shuffle the pack again."""
    widget = CardTable(ONE, seed=987_654_321, speed="none")
    for _ in range(8):
        assert "987654321" not in shown(widget) and "987654322" not in shown(widget)
        step(widget, Random(1))
    tell(widget, "setup")
    assert "98765432" not in shown(widget)


def test_a_void_round_shows_nothing_more() -> None:
    widget = CardTable(THREE, seed=2)
    for do in ("show", *["uncover", "cover"] * 3, "unclear"):
        tell(widget, do)
    assert widget.desk.stage is Stage.REVEAL and widget.state["reveal"]["void"]
    assert "data-card" not in widget.state["svg"] and widget.match.totals == (0, 0, 0)


def test_odds_are_told_only_to_whoever_may_know() -> None:
    widget = CardTable(THREE, seed=2)
    tell(widget, "odds")
    assert widget.state["warn"] and widget.state["odds"] is None
    for do in ("show", "uncover", "odds"):
        tell(widget, do)
    assert len(widget.state["odds"]["rows"]) == 12
    tell(widget, "cover")
    assert widget.state["odds"] is None and widget.state["odds_buttons"] == []
    for do in ("uncover", "cover") * 2:
        tell(widget, do)
    tell(widget, "take", seat=1)
    assert widget.desk.stage is Stage.CURTAIN and widget.state["statements"] == []
    tell(widget, "uncover")
    tell(widget, "odds")
    assert "Middle card" in widget.state["odds"]["known"]
    tell(widget, "say", statement="even")
    assert widget.state["odds"] is None and widget.state["odds_buttons"] == []


# --- the race -------------------------------------------------------------------------------------------


def racing(times: list[float | None], players: list[str] = ONE) -> Desk:
    """A desk in a race whose bots reach at these times."""
    desk = Desk(CardSetup.of(players, seed=1))
    desk.show()
    desk._bots_times = times
    return desk


def test_the_first_one_speaks() -> None:
    desk = racing([None, 1.0, 2.0])
    desk.speak(0.8)
    assert desk.stage is Stage.SPEAK and desk.match.round.speaker == 0
    desk = racing([None, 1.0, 2.0])
    desk.speak(1.4)
    assert desk.stage is Stage.REVEAL and desk.round.speaker == 1
    assert desk.times == [1.4, 1.0, None], "of a bot that was not needed nobody learns whether it would have"


def test_close_behind_is_void() -> None:
    for own in (1.0 - CLOSE / 2, 1.0 + CLOSE / 2):
        desk = racing([None, 1.0, None])
        desk.speak(own)
        assert desk.round.end is CardEnd.UNCLEAR and desk.stage is Stage.REVEAL


def test_a_bot_is_seen_only_when_nobody_can_be_close_behind() -> None:
    desk = racing([None, 1.0, None])
    for seconds in (0.5, 1.0, 1.0 + CLOSE - 0.01):
        desk.wait(seconds)
        assert desk.stage is Stage.RACE
    desk.wait(1.0 + CLOSE)
    assert desk.stage is Stage.REVEAL and desk.round.speaker == 1


@given(st.lists(st.floats(0, 20), max_size=5), st.floats(-5, 100))
@settings(deadline=None)
def test_nobody_is_quicker_than_he_has_waited(waits: list[float], own: float) -> None:
    desk = racing([None, None, None])
    for seconds in waits:
        desk.wait(seconds)
    desk.speak(own)
    time = desk.times[0]
    assert time is not None and time >= max(0.1, min(max(waits, default=0), desk.patience))


def test_after_a_while_it_is_told_that_nobody_has_reached() -> None:
    widget = CardTable(ONE, seed=1)
    widget.show()
    widget.desk._bots_times = [None] * 3
    tell(widget, "wait", ms=500)
    assert "Nobody has reached" not in widget.state["status"]
    tell(widget, "wait", ms=widget.state["race"]["until"] + 1)
    assert "Nobody has reached" in widget.state["status"]
    tell(widget, "silent")
    assert widget.match.finished[-1].end is CardEnd.NOBODY


def test_too_late_is_said_and_breaks_nothing() -> None:
    widget = CardTable(ONE, seed=1)
    widget.show()
    widget.desk._bots_times = [None, 0.5, None]
    tell(widget, "wait", ms=1000)
    before = widget.match
    tell(widget, "speak", ms=1001)
    assert "Too late" in widget.state["status"] and widget.match is before
    tell(widget, "wait", ms=1100)
    assert widget.match is before and not widget.state["warn"]


def test_without_a_clock_the_person_decides_first() -> None:
    widget = CardTable(ONE, seed=1, speed="none")
    widget.show()
    widget.desk._bots_times = [None, 0.1, 0.1]
    assert widget.state["race"] is None
    widget.speak()
    assert widget.desk.stage is Stage.SPEAK
    assert widget.desk.view.middle == widget.match.round.middle


# --- whole matches -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players", [ONE, THREE, ["you", "you", "careful"], ["random", "careful", "expected"]], ids=",".join
)
def test_whole_matches_end_and_add_up(players: list[str], tmp_path: Path) -> None:
    for seed in range(3):
        path = tmp_path / f"{seed}.jsonl"
        widget = CardTable(players, seed=seed, record=path)
        rng = Random(seed)
        for _ in range(3000):
            if widget.desk.stage is Stage.OVER:
                break
            step(widget, rng)
            assert not widget.state["warn"], widget.state["status"]
            sums = [0, 0, 0]
            for line in widget.match.lines:
                sums[line.seat] += line.points
            assert tuple(sums) == widget.match.totals
        assert widget.match.is_over and "match" in widget.state["status"].lower()
        assert read_card_record(path).match == widget.match
        assert [row["won"] for row in widget.state["standings"]] == [
            seat in widget.match.winners for seat in range(3)
        ]
        tell(widget, "record")
        name, text = widget.state["download"].values()
        assert name == f"cards-{seed}.jsonl" and text == path.read_text(encoding="utf-8")
        tell(widget, "again")
        assert widget.match.totals == (0, 0, 0) and widget.match.seed == seed + 1
        assert read_card_record(path).match.is_over, "the old record is still there"
        assert (tmp_path / f"{seed}-2.jsonl").exists()


def test_a_tie_is_told() -> None:
    widget = CardTable(THREE, seed=1, names=["Ann", "Bo", "Cy"])
    widget.desk.match = widget.desk.match._replace(totals=(22, 22, 3))
    widget._show()
    for do in ("show", *["uncover", "cover"] * 3):
        tell(widget, do)
    tell(widget, "take", seat=2)
    tell(widget, "uncover")
    round = widget.match.round
    wrong = next(one for one in Statement if not one.holds(round.cards[2], round.peers(2)))
    widget.say(wrong)
    assert widget.match.winners == (0, 1)
    plain = widget.state["status"].replace("\u2068", "").replace("\u2069", "")
    assert "The match ends in a tie: Ann, Bo win together." in plain


def test_a_match_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    first = CardTable(ONE, seed=6, speed="none", names=["Ann", "", ""], record=path)
    first.show()
    first.silent()
    first.next_round()
    again = CardTable(ONE, record=path, speed="none")
    assert again.match == first.match and again.state["standings"][0]["name"] == "Ann"
    for widget in (first, again):
        widget.show()
        widget.silent()
    assert again.match == first.match, "the bots' chance is the same"


def test_another_match_in_the_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write_card_record(path, CardMatch.start(card_rules().evolve(target=40), 3))
    before = path.read_bytes()
    for options in ({}, {"rules": card_rules().evolve(target=40), "seed": 4}):
        with pytest.raises(RecordError, match="choose another name"):
            CardTable(ONE, record=path, **options)
    path.write_text("nonsense", encoding="utf-8")
    with pytest.raises(RecordError, match="choose another name"):
        CardTable(ONE, record=path)
    assert before and path.read_text(encoding="utf-8") == "nonsense"
    with pytest.raises(RecordError, match="cannot be written"):
        CardTable(ONE, record=tmp_path / "no" / "folder.jsonl")


def test_a_round_that_has_begun_in_a_record_goes_on(tmp_path: Path) -> None:
    from trinb.cards import SHOW, Take

    path = tmp_path / "match.jsonl"
    match = CardMatch.start(seed=3).play(SHOW)
    write_card_record(path, match, ["Ann", "Bo", "Cy"])
    assert CardTable(ONE, record=path, speed="none").desk.stage is Stage.CHOICE
    path.unlink()
    write_card_record(path, match.play(Take(1)), ["Ann", "Bo", "Cy"])
    assert CardTable(ONE, record=path, speed="none").desk.stage is Stage.REVEAL


# --- words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("statement", Statement)
def test_the_arithmetic_fits_the_verdict(statement: Statement) -> None:
    for mine, one, two in itertools.product(range(1, 7), repeat=3):
        said = why(statement, mine, (one, two))
        right = statement.holds(mine, (one, two))
        if statement is Statement.GREATER:
            assert (">" in said) == right
        elif "≠" in said or " = " in said:
            assert ("≠" not in said) == right
        else:
            wanted = "odd" if statement in (Statement.ODD, Statement.PEERS_ODD) else "even"
            assert said.endswith(wanted) == right


def test_the_examples_of_the_rules() -> None:
    assert why(Statement.FOUR, 4, (2, 6)) == "4 = 4"
    assert why(Statement.PEERS_EVEN, 4, (2, 6)) == "2 and 6 are even"
    assert why(Statement.EQUAL, 5, (5, 1)) == "5 = 5" and why(Statement.EQUAL, 4, (5, 5)) == "4 ≠ 5"
    assert why(Statement.PEERS_ODD, 2, (1, 3)) == "A and 3 are odd"


def test_every_statement_has_a_key_of_its_own() -> None:
    rows = statement_rows(card_rules())
    assert len({row["key"] for row in rows}) == len(rows) == 12
    assert not {row["key"] for row in rows} & {"N", "H", "1"}
    assert len(statement_rows(card_rules().with_reading("no-peers-odd"))) == 11


def test_after_the_reveal_the_best_is_told() -> None:
    widget = CardTable(ONE, seed=3, speed="none")
    widget.show()
    widget.speak()
    knew = Knowledge.of(card_view(widget.match, 0))
    top = best(knew).statement
    widget.say(next(one for one in Statement if one is not top))
    assert top.words in widget.state["reveal"]["best"]
    tell(widget, "odds")
    starred = [row["words"] for row in widget.state["odds"]["rows"] if row["best"]]
    assert starred == [top.words]


def test_memory_can_be_switched_off() -> None:
    widget = CardTable(ONE, seed=3, speed="none")
    widget.show()
    widget.silent()
    widget.next_round()
    widget.show()
    tell(widget, "odds")
    assert "Seen before" in widget.state["odds"]["known"]
    tell(widget, "memory")
    assert "Seen before" not in widget.state["odds"]["known"]


# --- set-up ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "why_not"),
    [
        ({"players": ["you", "match"]}, "3 players are needed, not 2"),
        ({"players": "you"}, "list of texts"),
        ({"players": ["you", "greedy", "match"]}, "there is no player"),
        ({"names": ["a"]}, "1 names for 3 seats"),
        ({"seed": -1}, "whole number"),
        ({"seed": True}, "whole number"),
        ({"speed": "light"}, "the speed must be one of"),
        ({"rules": "triangle"}, "the rules must be those"),
        ({"rules": card_rules().evolve(target=400)}, "targets up to"),
        ({"language": "xx"}, "no language"),
    ],
)
def test_what_cannot_be_played(options: dict[str, Any], why_not: str) -> None:
    with pytest.raises(TrinbError, match=why_not):
        CardTable(**options)


def test_the_form_makes_another_match() -> None:
    widget = CardTable(ONE, seed=3)
    tell(widget, "select", name="kind-1", value="you")
    assert widget.state["warn"], "there is no form yet"
    tell(widget, "setup")
    for name, value in (("kind-1", "you"), ("name-1", "Bo"), ("rules", "no-peers-odd")):
        tell(widget, "select", name=name, value=value)
    assert "share this device" in widget.state["setup"]["note"]
    tell(widget, "start")
    assert widget.desk.setup.people == (0, 1) and len(widget.match.rules.statements) == 11
    assert widget.state["standings"][1]["name"] == "Bo" and widget.state["setup"] is None


def test_rules_of_ones_own_stay_in_the_form() -> None:
    rules = card_rules().evolve(target=30)
    widget = CardTable(ONE, rules=rules)
    tell(widget, "setup")
    assert widget.state["setup"]["choices"][0]["value"] == "own"
    tell(widget, "select", name="rules", value="printed")
    tell(widget, "select", name="rules", value="own")
    tell(widget, "start")
    assert widget.match.rules == rules


def test_the_speed_changes_between_rounds_only() -> None:
    widget = CardTable(ONE, seed=3)
    tell(widget, "select", name="speed", value="fast")
    assert widget.desk.setup.speed == "fast"
    widget.show()
    tell(widget, "select", name="speed", value="slow")
    assert widget.state["warn"] and widget.desk.setup.speed == "fast"


def test_actions_out_of_turn_are_refused_in_python() -> None:
    widget = CardTable(ONE, seed=3, speed="none")
    for action in (widget.silent, widget.next_round, lambda: widget.say("even"), widget.speak):
        with pytest.raises(NotationError, match="cannot be done now"):
            action()
    widget.show()
    with pytest.raises(NotationError):
        widget.desk.unclear()
    with pytest.raises(NotationError, match="no seat"):
        widget.desk.take(1)
    assert widget.match.round.phase is Phase.SHOWN


def test_it_speaks_the_language_that_is_spoken() -> None:
    with words.speaking("ru"):
        assert CardTable(seed=1).language == "ru"
    assert CardTable(seed=1, language="sv").language == "sv"


def test_a_seed_is_a_pack() -> None:
    assert CardTable(ONE, seed=8).match.packs == (shuffled(card_rules(), 8, 0),)
    assert repr(CardTable(ONE, seed=8)) == "<CardTable: round 1, totals (0, 0, 0)>"
