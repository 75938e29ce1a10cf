"""Simulations that say nothing while they run, and those that do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from trinb.simulate import progress, quiet


class Bar:
    n = 0

    def update(self, more: int) -> None:
        self.n += more


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Bar]]:
    made: list[Bar] = []

    @contextmanager
    def bar(*_: Any) -> Iterator[Bar]:
        made.append(Bar())
        yield made[-1]

    monkeypatch.setattr(progress, "_bar", bar)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    yield made
    quiet(False)


def play(wanted: Any) -> None:
    with progress.shown(wanted, 10, 0, False) as tell:
        tell(10, 10)


def test_a_bar_is_shown_where_somebody_looks_unless_it_is_to_be_quiet(bars: list[Bar]) -> None:
    play(None)
    assert [bar.n for bar in bars] == [10]
    quiet()
    play(None)
    assert len(bars) == 1
    quiet(False)
    play(None)
    assert len(bars) == 2


def test_what_a_call_asks_for_comes_first(bars: list[Bar]) -> None:
    quiet()
    told: list[tuple[int, int]] = []
    play(lambda done, asked: told.append((done, asked)))
    play(True)
    assert told == [(10, 10)] and len(bars) == 1


def test_it_does_not_say_that_something_is_compiled(
    bars: list[Bar], capfd: pytest.CaptureFixture[str]
) -> None:
    from numba import njit

    def compiled(*told: Any) -> str:
        with progress.compiling(*told):
            njit(lambda x: x + 1)(1)
        return capfd.readouterr().err

    assert "Compiling" in compiled()
    quiet()
    assert compiled() == ""
    heard: list[str] = []
    compiled(heard.append)
    assert len(heard) == 1
