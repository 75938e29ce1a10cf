"""The certificate: it says what the pad says, stands alone, and stays a page whatever people are called."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import attrs
import pytest
from refereeing import NAMES, game

from trinb import RuleSet, rule_sets, rules
from trinb.draw.certificate import certificate
from trinb.referee import Pad
from trinb.words import speaking

SWEDISH = rules("triangelspelet")


class Page(HTMLParser):
    """What a page holds: its tags with attributes, and its visible text by the tag that it is in."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "path", "rect", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("meta", "path", "rect", "circle"):
            assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script", "title", "desc"):
            self.texts.append((self.open[-1], data))

    @property
    def text(self) -> str:
        return " ".join(data for _, data in self.texts)


def cells(page: str, kind: str) -> list[list[str]]:
    """The cells of a table of this class, row by row, without markup."""
    table = re.search(rf'<table class="{kind}">(.*?)</table>', page, re.DOTALL)
    assert table
    rows = re.findall(r"<tr>(.*?)</tr>", table[1])
    return [
        [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in rows
    ]


def number(text: str) -> int:
    return int(text.replace("\u2212", "-"))


@pytest.mark.parametrize("id", rule_sets())
def test_it_says_what_the_pad_says(id: str) -> None:
    pad = game(id, 3, seed=4)
    page = certificate(pad)
    head, *rounds, total = cells(page, "rounds")
    assert head == ["Round", *pad.names, "Ended"]
    assert [list(map(number, row[1:-1])) for row in rounds] == [list(round.scores) for round in pad.finished]
    assert tuple(map(number, total[1:-1])) == pad.totals
    _, *ranking = cells(page, "ranking")
    assert [number(row[2]) for row in ranking] == sorted(pad.totals, reverse=True)
    best = {name for name, points in zip(pad.names, pad.totals, strict=True) if points == max(pad.totals)}
    assert {row[1] for row in ranking if row[0] == "1"} == best
    winners = re.findall(r"<strong><bdi>(.*?)</bdi></strong>", page)
    assert winners == [pad.names[seat] for seat in pad.winners]
    assert page.count("<figure>") == min(12, len(pad.finished))
    assert page.count('class="tile kind-start') == page.count("<figure>")


def test_it_is_a_whole_page_that_stands_alone() -> None:
    page = certificate(attrs.evolve(game("triangelspelet", 3, seed=12), date="2026-05-24"))
    read = Page(page)
    assert read.open == [], "every tag is closed"
    assert page.startswith("<!doctype html>") and '<html lang="en">' in page
    assert "@page { size: A4" in page and "Date: 2026-05-24" in read.text
    known = [pair for _, attributes in read.tags for pair in attributes.items()]
    addresses = [value for name, value in known if name in ("src", "href")]
    assert addresses == [] and "url(" not in page and "@import" not in page
    assert page.count("<script>") == 1 and "default-src 'none'" in page
    assert [name for name, _ in known if name.startswith("on") or name == "id"] == []


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "&lt;b&gt;",
        "</bdi></table>",
        "\u202eאב",
    ],
)
def test_names_and_rules_are_text(name: str) -> None:
    house = SWEDISH.evolve(id="ours", name=name)
    pad = Pad.start([name, "Bo"], house, date=name).lead(0, "5-5-5").finish()
    page = certificate(pad)
    read = Page(page)
    assert read.open == [] and page.count("<script>") == 1
    assert not {"img", "b"} & {tag for tag, _ in read.tags}
    assert pad.names[0] in read.text
    assert "\u202e" not in page.replace(house.name, "")


def test_several_winners_and_a_match_that_was_stopped() -> None:
    pad = Pad.start(NAMES[:3], rules("granna")).lead(0, "5-5-5").finish()
    page = certificate(pad)
    assert re.findall(r"<strong><bdi>(.*?)</bdi></strong>", page) == list(NAMES[:3])
    assert "Winners" in page and "not finished" in page and "The best placement" not in page
    assert [row[0] for row in cells(page, "ranking")[1:]] == ["1", "1", "1"]


def test_before_the_end_it_is_the_score_so_far() -> None:
    pad = Pad.start(NAMES[:2], SWEDISH).lead(1, "5-5-5")
    page = certificate(pad)
    assert "Score so far" in page and "Winner" not in page and "<strong>" not in page
    assert "Bo laid 5-5-5 in round 1, start, for 25 points." in re.sub(r"</?bdi>", "", page)
    empty = certificate(Pad.start(NAMES[:2], SWEDISH))
    assert "<figure>" not in empty and cells(empty, "ranking")[1][2] == "0"


def test_points_below_zero_have_a_true_minus() -> None:
    pad = Pad.start(NAMES[:2], rules("triominos-de")).lead(0, "5-5-5").draw(9).finish()
    assert cells(certificate(pad), "ranking")[2] == ["2", "Bo", "\u221245"]


@pytest.mark.parametrize(
    ("rule_set", "said"),
    [
        (SWEDISH, "Triangelspelet · played to 500 points<"),
        (SWEDISH.evolve(score={"bridge": 40}), "house rules: bridge 50 → 40"),
        (SWEDISH.evolve(match={"target": "unlimited", "rounds": 3}), "3 rounds<"),
        (SWEDISH.evolve(id="ours", name="Our house"), "Our house · played to 500 points<"),
    ],
)
def test_it_says_what_was_played(rule_set: RuleSet, said: str) -> None:
    assert said in certificate(Pad.start(NAMES[:2], rule_set).lead(0, "5-5-5").finish())


def test_it_is_in_the_language_that_is_spoken() -> None:
    pad = Pad.start(NAMES[:2], SWEDISH).lead(0, "5-5-5").finish()
    with speaking("sv"):
        page = certificate(pad)
    assert '<html lang="sv">' in page
