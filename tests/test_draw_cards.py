"""Pictures of cards: what is in them, and that what a reader may not know is not."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trinb import words
from trinb.draw import cards
from trinb.draw.cards import Place, row, table
from trinb.errors import TrinbError

CARDS = st.none() | st.integers(1, 6)
NAMES = st.text(max_size=60)


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def classes(picture: str) -> list[list[str]]:
    found = [one.get("class", "").split() for one in parsed(picture).iter() if one.tag.endswith("}g")]
    return [one for one in found if "card" in one]


@given(st.lists(CARDS, min_size=1, max_size=8))
def test_a_row_shows_every_open_card_and_nothing_of_the_others(shown: list[int | None]) -> None:
    picture = row(shown)
    assert re.findall(r'data-card="(\w)"', picture) == ["A23456"[card - 1] for card in shown if card]
    assert sum("covered" in one for one in classes(picture)) == shown.count(None)
    assert len(parsed(picture).get("aria-label", "").split(",")) == len(shown)


@given(st.tuples(CARDS, CARDS, CARDS), CARDS, st.tuples(NAMES, NAMES, NAMES))
def test_a_table_is_valid_whatever_the_names_are(
    shown: tuple[int | None, ...], middle: int | None, names: tuple[str, ...]
) -> None:
    places = [Place(name, card) for name, card in zip(names, shown, strict=True)]
    picture = table(places, middle, title="x")
    found = parsed(picture)
    assert found.get("role") == "img" and not [one for one in found.iter() if one.get("id")]
    wanted = [card for card in (middle, *shown) if card]
    assert re.findall(r'data-card="(\w)"', picture) == ["A23456"[card - 1] for card in wanted]
    assert {one.tag.split("}")[1] for one in found.iter()} <= {
        "svg", "title", "desc", "style", "rect", "g", "path", "text", "circle",
    }  # fmt: skip


def test_everything_is_told_to_those_who_hear_it() -> None:
    places = [Place("Ann", None, is_own=True), Place("Bo", 1), Place("Cy", 6)]
    found = parsed(table(places, 3, title="The table"))
    described = next(one.text for one in found.iter() if one.tag.endswith("desc"))
    plain = (described or "").replace("\u2068", "").replace("\u2069", "")
    assert plain == "Ann: face down. Bo: A. Cy: 6. In the middle: 3."
    with words.speaking("ru"):
        assert 'lang="ru"' in table(places, 3, title="x")


def test_marks_are_more_than_colour() -> None:
    right = table([Place("a", 1, kind="speaker right"), Place("b"), Place("c")], title="x")
    wrong = table([Place("a", 1, kind="speaker wrong"), Place("b"), Place("c")], title="x")
    sign = re.compile(r'class="sign" d="([^"]+)"')
    assert len(sign.findall(right)) == len(sign.findall(wrong)) == 1
    assert sign.findall(right) != sign.findall(wrong)
    own = table([Place("a", is_own=True), Place("b"), Place("c")], title="x")
    assert own.count('class="ask"') == 1 and "asked" in classes(own)[1]


def test_names_are_cut_to_two_lines() -> None:
    picture = table([Place("long " * 50), Place("b"), Place("c")], title="x", style=False)
    lines = re.findall(r'class="who"[^>]*>([^<]*)<', picture)
    assert len(lines) == 4 and max(map(len, lines)) <= 17


def test_themes_and_style() -> None:
    assert "<style>" in row([1]) and "var(" not in row([1], theme="dark")
    assert "<style>" not in row([1], style=False)
    for rule in cards.RULES.strip().splitlines():
        assert rule.startswith("@ ") and rule.endswith("}")


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(TrinbError, match="no card"):
        row([])
    with pytest.raises(TrinbError, match="3 seats, not 2"):
        table([Place("a"), Place("b")], title="x")
