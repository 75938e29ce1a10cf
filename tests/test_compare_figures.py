"""The figures of the lab: they draw what was found, cut nothing off, and say what they show."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from trinb import rules
from trinb.draw.figures import alt_of
from trinb.draw.palette import LIGHT
from trinb.simulate.compare import compare, opening_advantage, time_to_target
from trinb.simulate.comparison import Comparison
from trinb.simulate.luck import luck_and_skill
from trinb.words import speaking

SWEDISH, GERMAN = rules("triangelspelet"), rules("triominos-de")


@pytest.fixture(scope="module")
def three() -> Comparison:
    return compare([SWEDISH, GERMAN, rules("triominos-nl")], 3, ["turns", "blocked"], rounds=500)


def drawn(ax: Axes) -> list[list[tuple[float, float]]]:
    """The ends of all horizontal lines with some length, from the top."""
    lines = [[tuple(map(float, point)) for point in line.get_xydata()] for line in ax.lines]
    return [line for line in lines if len(line) == 2 and line[0][1] == line[1][1]]


def words(figure: Figure) -> list[Text]:
    """All that is written."""
    found = [text for ax in figure.axes for text in ax.texts] + list(figure.texts)
    return [text for text in found if text.get_text()]


def cut_off(figure: Figure) -> list[str]:
    """What sticks out of the figure."""
    figure.canvas.draw()
    inside = figure.bbox
    boxes = {text.get_text(): text.get_window_extent() for text in words(figure)}
    return [
        text
        for text, box in boxes.items()
        if box.x0 < -1 or box.x1 > inside.x1 + 1 or box.y0 < -1 or box.y1 > inside.y1 + 1
    ]


def test_every_interval_is_drawn_where_it_lies(three: Comparison) -> None:
    axes = three.figure().axes
    assert len(axes) == 4
    for at, scale in ((0, 1), (1, 100)):
        measure = three.measures[at]
        means = [one.mean for one in three.means if one.measure is measure]
        gaps = [one for one in three.gaps if one.measure is measure]
        left = [(low[0], high[0]) for low, high in drawn(axes[2 * at])]
        assert left == [pytest.approx((scale * one.low, scale * one.high)) for one in means]
        right = [(low[0], high[0]) for low, high in drawn(axes[2 * at + 1])]
        # First the thin line, then the thick one upon it.
        assert right[::2] == [
            pytest.approx((scale * one.at_once.low, scale * one.at_once.high)) for one in gaps
        ]
        assert right[1::2] == [pytest.approx((scale * one.gap.low, scale * one.gap.high)) for one in gaps]


def test_what_differs_is_filled_and_starred(three: Comparison) -> None:
    ax = three.figure().axes[1]
    marks = [line for line in ax.lines if len(line.get_xydata()) == 1]
    filled = [to_hex(line.get_markerfacecolor()) != LIGHT.ground for line in marks]
    assert filled == [one.differs for one in three.gaps[:3]]
    stars = [text.get_text().endswith("*") for text in ax.texts if text.get_text()[0] in "+−0"]
    assert stars == filled


def test_variants_differ_in_shape_and_not_only_in_colour(three: Comparison) -> None:
    marks = [line for line in three.figure().axes[0].lines if len(line.get_xydata()) == 1]
    assert len({line.get_marker() for line in marks}) == 3
    assert len({line.get_color() for line in marks}) == 3


FIGURES: dict[str, Any] = {
    "one": lambda: compare(SWEDISH, rounds=300).figure(),
    "two": lambda: compare([SWEDISH, SWEDISH], measure="turns", rounds=300).figure(),
    "opening": lambda: opening_advantage([(SWEDISH, count) for count in (2, 3, 4)], rounds=300).figure(),
    "matches": lambda: time_to_target([SWEDISH, GERMAN], rounds=100).figure(),
    "many": lambda: compare([SWEDISH, GERMAN] * 3, rounds=300).figure(spread=True),
    "long": lambda: compare(
        {"x" * 10_000: SWEDISH, "a $x^2$ <b>": GERMAN}, measure=["opener_wins", "match_turns"[6:]], rounds=300
    ).figure(),
    "luck": lambda: luck_and_skill(rules("granna"), deals=20, duel_rounds=200, progress=False).figure(),
}


@pytest.mark.parametrize("name", FIGURES)
def test_nothing_is_cut_off_in_any_language(name: str) -> None:
    for code in ("en", "sv", "de", "nl", "ru"):
        with speaking(code):
            figure = FIGURES[name]()
            assert cut_off(figure) == []
            assert len(alt_of(figure)) > 60


@pytest.mark.parametrize("name", FIGURES)
def test_words_do_not_overlap(name: str) -> None:
    figure = FIGURES[name]()
    figure.canvas.draw()
    boxes = [text.get_window_extent() for text in words(figure)]
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            across = min(one.x1, other.x1) - max(one.x0, other.x0)
            down = min(one.y1, other.y1) - max(one.y0, other.y0)
            assert across < 1 or down < 2


def test_it_says_all_that_it_shows(three: Comparison) -> None:
    alt = alt_of(three.figure())
    for variant in three.variants:
        assert variant.name in alt
    assert "Players: Greedy × 3. 500 rounds of each" in alt
    assert "C − B" in alt


def test_a_label_is_text_and_no_formula() -> None:
    figure = FIGURES["long"]()
    assert any("a $x^2$ <b>" in text.get_text() for text in words(figure))
    assert not any(text.get_parse_math() for text in words(figure))


def test_it_is_drawn_for_paper_and_leaves_no_settings_behind(three: Comparison) -> None:
    before = dict(mpl.rcParams)
    figure = three.figure()
    assert dict(mpl.rcParams) == before
    assert to_hex(figure.get_facecolor()) == LIGHT.ground
    assert figure.get_figwidth() <= 7.5  # inches, as wide as a page
    for kind in ("png", "svg", "pdf"):
        file = BytesIO()
        figure.savefig(file, format=kind)
        assert len(file.getvalue()) > 5_000


def test_the_language_is_that_in_which_it_was_made() -> None:
    with speaking("sv"):
        figure = compare(SWEDISH, measure="blocked", rounds=300).figure()
    figure.canvas.draw()
    ticks = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert not any("." in tick for tick in ticks)
    assert any("," in text.get_text() for text in figure.axes[0].texts)


def test_a_notebook_shows_it_once(three: Comparison) -> None:
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    three.figure()
    assert plt.get_fignums() == before
