"""Charts as text: lines tell the scores, names find room, colour is never alone, hostile names are inert."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trinb import TrinbError
from trinb.draw import palette
from trinb.draw.charts import (
    _COLOURS,
    _DASHES,
    _SHAPES,
    LOOKS,
    RULES,
    apart,
    fitted,
    length,
    score_chart,
    ticks,
)
from trinb.words import speaking

SVG = "{http://www.w3.org/2000/svg}"


def drawn(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def with_class(picture: str, name: str) -> list[ET.Element]:
    return [one for one in drawn(picture).iter() if name in (one.get("class") or "").split()]


def stairs(line: ET.Element) -> list[tuple[float, float]]:
    """The corners of a line."""
    corners: list[tuple[float, float]] = []
    for letter, *numbers in re.findall(r"([MHV])(-?[\d.]+)(?: (-?[\d.]+))?", line.get("d") or ""):
        x, y = corners[-1] if corners else (0.0, 0.0)
        one = float(numbers[0])
        corners.append({"M": (one, float(numbers[1] or 0)), "H": (one, y), "V": (x, one)}[letter])
    return corners


def test_a_line_climbs_where_the_score_does() -> None:
    picture = score_chart([[0, 0, 50, 50, 75]], ["Ada"], style=False)
    line = with_class(picture, "chart-line")[0]
    ys = [y for _, y in stairs(line)]
    assert ys == sorted(ys, reverse=True), "up is less on paper"
    xs = sorted({x for x, _ in stairs(line)})
    width = xs[-1] - xs[0]
    assert [round((x - xs[0]) / width * 4) for x in xs] == [0, 2, 4]
    rises = [round(a - b, 1) for a, b in pairwise(dict.fromkeys(ys))]
    assert rises[0] / rises[1] == pytest.approx(2, rel=0.01), "50 points are twice as high as 25"


def test_the_present_step_is_marked_and_what_follows_is_thinner() -> None:
    picture = score_chart([[0, 25, 25, 30], [0, 0, 10, 10]], ["Ada", "Bo"], at=2, style=False)
    upright, dots = with_class(picture, "chart-now")
    assert "step 2" in "".join(upright.itertext())
    now = stairs(upright[0])[0][0]
    middles = [re.match(r"M(-?[\d.]+)", mark.get("d") or "") for mark in dots.iter(f"{SVG}path")]
    assert [float(found[1]) for found in middles if found] == [now, now], "a dot on each line"
    for seat in (0, 1):
        past, ahead = (
            line
            for line in with_class(picture, f"chart-look-{seat}")[0]
            if "chart-line" in (line.get("class") or "")
        )
        assert past.get("class") == "chart-line" and ahead.get("class") == "chart-line chart-ahead"
        assert stairs(past)[-1] == stairs(ahead)[0] and stairs(past)[-1][0] == now


def test_what_comes_can_be_hidden() -> None:
    scores = [[0, 25, 25, 163]]
    shown = score_chart(scores, ["Ada"], at=1, style=False)
    hidden = score_chart(scores, ["Ada"], at=1, ahead=False, style=False)
    assert "163" in shown
    assert "163" not in hidden, "neither drawn nor told"
    assert with_class(hidden, "chart-ahead") == [] and with_class(hidden, "chart-leader") == []
    end = max(x for x, _ in stairs(with_class(hidden, "chart-line")[0]))
    plot = with_class(hidden, "chart-hit")[0]
    assert end == pytest.approx(float(plot.get("x") or 0) + float(plot.get("width") or 0) / 3, abs=0.1)


def test_where_to_tap_covers_all_steps() -> None:
    picture = score_chart([[0, 1, 2, 3, 4]], ["Ada"], style=False)
    plot = with_class(picture, "chart-hit")[0]
    assert plot.get("data-steps") == "4"
    line = stairs(with_class(picture, "chart-line")[0])
    assert float(plot.get("x") or 0) == line[0][0]
    assert float(plot.get("x") or 0) + float(plot.get("width") or 0) == pytest.approx(line[-1][0], abs=0.02)


def test_eight_seats_look_different_even_without_colour() -> None:
    assert LOOKS == 8
    assert len(set(_COLOURS)) == len(set(_DASHES)) == len(set(_SHAPES)) == 8
    picture = score_chart([[0, seat] for seat in range(8)], [f"P{seat}" for seat in range(8)], style=False)
    marks = [one.get("d", "").split("m", 1)[1] for one in with_class(picture, "chart-mark")]
    assert len(set(marks)) == 8
    css = palette.more_rules(RULES)
    assert len(re.findall(r"stroke-dasharray", css)) == 8
    assert "#" not in css and "$" not in css, "light and dark by variables alone"


@pytest.mark.parametrize("colours", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_every_line_stands_out_from_the_ground(colours: palette.Palette) -> None:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for name in _COLOURS:
        low, high = sorted([light(getattr(colours, name)), light(colours.ground)])
        assert (high + 0.05) / (low + 0.05) >= 3, name


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_by_itself_it_brings_its_colours(theme: str) -> None:
    picture = score_chart([[0, 5]], ["Ada"], theme=theme)
    colours = palette.LIGHT if theme == "light" else palette.DARK
    assert f"stroke:{colours.bridge}" in picture and "var(" not in picture
    assert "var(--trinb-bridge)" in score_chart([[0, 5]], ["Ada"])


# --- names ----------------------------------------------------------------------------------------

HOSTILE = [
    '<img src=x onerror="hit()">',
    "x" * 10_000,
    "\u202eevil\u2066",
    "שלום עולם",
    "a\nb\x00c",
    "\ud800",
    "",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_are_inert(name: str) -> None:
    picture = score_chart([[0, 25], [0, 0]], [name, "Bo"], at=1, style=False)
    assert len(picture) < 12_000
    assert not list(drawn(picture).iter(f"{SVG}img"))
    assert not re.search("[\u202a-\u202e\x00]", picture)
    picture.encode()
    shown = with_class(picture, "chart-who")[0].text or ""
    assert len(shown) <= 40 and "\n" not in shown


def test_labels_keep_apart_and_within_the_picture() -> None:
    names = ["Ada", "Bo", "Cleo", "Hieronymus Bosch the elder", "Дмитрий", "王小明王小明王小明", "G", "H"]
    for width in (380, 640):
        picture = score_chart([[0, 0, 5]] * 8, names, at=1, width=width, style=False)
        labels = with_class(picture, "chart-who")
        heights = sorted(float(one.get("y") or 0) for one in labels)
        assert min(b - a for a, b in pairwise(heights)) >= 17.9
        assert heights[0] > 10 and heights[-1] < float(drawn(picture).get("height") or 0) - 5
        plot = with_class(picture, "chart-hit")[0]
        assert float(plot.get("width") or 0) > width / 3, "room is left for the lines"
        for one, points in zip(labels, with_class(picture, "chart-points"), strict=True):
            end = float(one.get("x") or 0) + length(one.text or "")
            assert end <= float(points.get("x") or 0) - length(points.text or "")


def test_names_stand_in_the_order_of_the_points() -> None:
    names = [f"P{seat}" for seat in range(8)]
    picture = score_chart([[0, points] for points in (53, 36, 39, 39, 33, 34, 35, 300)], names, style=False)
    shown = sorted(with_class(picture, "chart-who"), key=lambda one: float(one.get("y") or 0))
    assert [one.text for one in shown] == ["P7", "P0", "P2", "P3", "P1", "P6", "P5", "P4"]


def test_minus_points_are_written_with_a_minus() -> None:
    picture = score_chart([[0, -5, -141]], ["Ada"], at=1, style=False)
    assert with_class(picture, "chart-points")[0].text == "−141"
    assert "−150" in picture or "−200" in picture


# --- words ----------------------------------------------------------------------------------------


def told(picture: str) -> str:
    root = drawn(picture)
    words = f"{root.get('aria-label')}. {root.findtext(f'{SVG}desc')}"
    return words.replace("\u2068", "").replace("\u2069", "")


def test_it_is_told_in_words() -> None:
    scores, names = [[0, 25, 63], [0, 0, 25]], ["Ada", "Bo"]
    assert told(score_chart(scores, names, at=1, style=False)) == (
        "Running score at step 1 of 2: Ada 25, Bo 0. At the end: Ada 63, Bo 25."
    )
    assert told(score_chart(scores, names, style=False)) == (
        "Running score over 2 steps. At the end: Ada 63, Bo 25."
    )
    assert told(score_chart(scores, names, at=1, ahead=False, style=False)) == (
        "Running score at step 1 of 2: Ada 25, Bo 0. "
    )


def test_its_words_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    from trinb import words

    class Loud(words.gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return (
                message.upper()
                .replace("{AT}", "{at}")
                .replace("{LAST}", "{last}")
                .replace("{POINTS}", "{points}")
            )

    monkeypatch.setattr(words, "_catalogue", lambda code: Loud())
    with speaking("sv"):
        picture = score_chart([[0, 1]], ["Ada"], at=1, style=False)
    assert "RUNNING SCORE AT STEP 1 OF 1" in picture and "STEP 1<" in picture


def test_what_cannot_be_drawn_says_so() -> None:
    for scores, names in ([], []), ([[]], ["Ada"]), ([[0, 1], [0]], ["Ada", "Bo"]), ([[0]], []):
        with pytest.raises(TrinbError, match="a name for every seat"):
            score_chart(scores, names)
    for at in (-1, 2):
        with pytest.raises(TrinbError, match=f"there is no step {at}: the last one is 1"):
            score_chart([[0, 1]], ["Ada"], at=at)


# --- properties -----------------------------------------------------------------------------------


@given(st.integers(-10_000, 10_000), st.integers(0, 10_000), st.integers(1, 8))
def test_ticks_are_round_and_reach_from_end_to_end(low: int, span: int, most: int) -> None:
    found = ticks(low, low + span, most)
    assert found[0] <= low and found[-1] >= low + span
    step = {b - a for a, b in pairwise(found)}
    assert len(step) <= 1 and len(found) <= most + 2
    assert all(str(one).rstrip("0") in ("1", "2", "5") for one in step)


@given(st.lists(st.floats(0, 200), max_size=8), st.floats(1, 20))
def test_places_moved_apart_keep_their_order(places: list[float], gap: float) -> None:
    moved = apart(places, gap, 0, 200)
    order = sorted(range(len(places)), key=places.__getitem__)
    for one, other in pairwise(order):
        assert moved[other] - moved[one] >= gap - 1e-6
    assert all(-1e-6 <= place <= 200 + 1e-6 for place in moved)


@given(st.lists(st.floats(0, 200), max_size=8).map(lambda all: [place * 3 for place in range(len(all))]))
def test_places_that_are_apart_stay(places: list[float]) -> None:
    assert apart(places, 3, 0, 200) == pytest.approx(places)


@given(st.text(max_size=60), st.floats(20, 300))
def test_a_text_fits_after_it_was_cut(text: str, room: float) -> None:
    shown = fitted(text, room)
    assert length(shown) <= room
    assert shown == text or shown.endswith("…")


@given(
    st.integers(1, 9).flatmap(
        lambda steps: st.lists(
            st.lists(st.integers(-300, 900), min_size=steps, max_size=steps), min_size=1, max_size=9
        )
    ),
    st.booleans(),
    st.sampled_from([240, 380, 640]),
)
def test_any_scores_give_a_whole_picture_within_its_frame(
    scores: list[list[int]], ahead: bool, width: int
) -> None:
    at = len(scores[0]) // 2
    picture = score_chart(scores, ["Somebody"] * len(scores), at=at, ahead=ahead, width=width, style=False)
    height = float(drawn(picture).get("height") or 0)
    for line in with_class(picture, "chart-line"):
        for x, y in stairs(line):
            assert 0 <= x <= width and 0 <= y <= height
