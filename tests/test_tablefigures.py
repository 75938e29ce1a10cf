"""Figures of many numbers: they show what the table holds, fit the page, and describe themselves."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from trinb import rules
from trinb.draw import tablefigures
from trinb.draw.figures import alt_of
from trinb.simulate.reference import measured, reference, references
from trinb.simulate.written import interval_words
from trinb.words import LANGUAGES, speaking

WIDE = 7.4


def drawn(figure: Figure) -> bytes:
    stream = BytesIO()
    figure.savefig(stream, format="png", dpi=60)
    return stream.getvalue()


def marks(ax: Any) -> list[Line2D]:
    return [line for line in ax.lines if line.get_marker() not in ("None", None, "")]


def texts(figure: Figure) -> list[Any]:
    found = [*figure.texts, *figure.legends[0].get_texts()] if figure.legends else [*figure.texts]
    return found + [text for ax in figure.axes for text in (*ax.texts, *ax.get_xticklabels())]


def stays_on_the_page(figure: Figure) -> None:
    drawn(figure)
    width, height = figure.get_size_inches() * figure.dpi
    assert figure.get_size_inches()[0] == WIDE
    for text in texts(figure):
        if text.get_text():
            box = text.get_window_extent()
            assert box.x0 >= -1 and box.y0 >= -1 and box.x1 <= width + 1 and box.y1 <= height + 1, text


class TestReferences:
    measures = ("turns", "blocked", "match_rounds")

    def test_every_mark_is_a_mean_of_the_table(self) -> None:
        figure = tablefigures.draw_references(references(), self.measures)
        assert len(figure.axes) == 3
        for ax, name in zip(figure.axes, self.measures, strict=True):
            scale = 100 if name == "blocked" else 1
            means = sorted(scale * row[name].mean for row in references())
            assert sorted(float(line.get_xdata()[0]) for line in marks(ax)) == means
            spans = [line.get_xdata() for line in ax.lines if len(line.get_xdata()) == 2]
            assert len(spans) == len(means)
            assert all(ax.get_xlim()[0] <= low <= high <= ax.get_xlim()[1] for low, high in spans)

    def test_a_rule_set_has_one_line_and_its_marks_do_not_hide_each_other(self) -> None:
        figure = tablefigures.draw_references(references(), ["turns"])
        heights = [float(line.get_ydata()[0]) for line in marks(figure.axes[0])]
        assert len(set(heights)) == len(heights) == 56
        assert {round(height) for height in heights} == set(range(14))
        names = [text.get_text() for text in figure.axes[0].texts]
        assert names[-14:] == [row.rules for row in references() if row.players == ("greedy",) * 3]

    def test_greedy_marks_are_filled_and_shapes_differ(self) -> None:
        figure = tablefigures.draw_references(references()[:4], ["turns"])
        found = marks(figure.axes[0])
        assert len({line.get_marker() for line in found}) == 4
        assert [line.get_markerfacecolor() == line.get_color() for line in found] == [True, True, True, False]

    def test_what_is_not_there_is_left_out(self) -> None:
        endless = measured(rules("granna").evolve(id="endless", match={"target": None}), 2, 100, 0, seed=1)
        figure = tablefigures.draw_references([references()[0], endless], ["match_rounds"])
        assert len(marks(figure.axes[0])) == 1

    def test_it_tells_every_number(self) -> None:
        figure = tablefigures.draw_references(references(), self.measures)
        row = reference("triominos-nl", 3)
        assert f"triominos-nl, 3 Greedy, {interval_words(row['turns'][:3])}" in alt_of(figure)
        assert f"triominos-nl, 3 Greedy, {interval_words(row['blocked'][:3], share=True)}" in alt_of(figure)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_fits_the_page(self, language: str) -> None:
        with speaking(language):
            stays_on_the_page(tablefigures.draw_references(references(), self.measures))


class TestSources:
    rows = tuple(row for row in references() if row.players == ("greedy",) * 2)

    def test_shares_add_up_and_are_those_of_the_table(self) -> None:
        for row in self.rows:
            shares = tablefigures._shares(row)
            assert sum(shares.values()) == pytest.approx(100)
        shares = tablefigures._shares(reference("triangelspelet", 2))
        points = reference("triangelspelet", 2)["points"].mean  # nothing is taken away in this game
        assert shares["opening"] == pytest.approx(100 * 25 / points)
        assert shares["tiles"] == shares["hexagons"] == 0

    def test_bars_are_the_shares(self) -> None:
        figure = tablefigures.draw_sources(self.rows)
        bars = [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle)]
        widths = [share for row in self.rows for share in tablefigures._shares(row).values()]
        assert [bar.get_width() for bar in bars] == pytest.approx(widths)
        assert "triangelspelet: opening 13 %; tiles 0 %;" in alt_of(figure)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_fits_the_page(self, language: str) -> None:
        with speaking(language):
            stays_on_the_page(tablefigures.draw_sources(self.rows))


class TestIntervals:
    ends = ((1.0, 3.0), (2.5, 4.0), (0.0, 1.5), (1.9, 2.1))

    def test_those_that_miss_are_told_apart(self) -> None:
        figure = tablefigures.draw_intervals(self.ends, 2.0, "Some")
        assert alt_of(figure) == "Some: 2 of 4 intervals miss the line."
        lines = [line for line in figure.axes[0].lines if list(line.get_xdata()) != [0, 1]]
        wide = [line.get_linewidth() for line in lines]
        assert wide[1] == wide[2] > wide[0] == wide[3]
        stays_on_the_page(figure)

    def test_all_hold(self) -> None:
        assert "0 of 1 interval misses" in alt_of(tablefigures.draw_intervals([(0.0, 1.0)], 0.5, "x"))
