"""What several test files share: a browser, and pages with widgets on them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest


def _no_browser(reason: str) -> None:
    """Under CI a missing browser is a failure; elsewhere its tests are left out, and say so."""
    sentence = (
        f"no Chromium: {reason}; install Debian's chromium, or run `python -m playwright install chromium`"
    )
    if os.environ.get("CI") == "true":
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)


@pytest.fixture(scope="session")
def chromium_browser() -> Iterator[object]:
    """A headless Chromium for the whole run: an installed one, else Playwright's own download."""
    from harness import browser, chromium
    from playwright.sync_api import Error

    if chromium() is None:
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        if done.returncode:
            said = [line.strip() for line in done.stderr.splitlines() if "rror" in line or "ailed" in line]
            _no_browser(said[0] if said else "playwright could not download one")
    try:
        with browser() as started:
            yield started
    except Error as error:
        _no_browser(str(error).splitlines()[0])


@pytest.fixture
def widgets(chromium_browser: object) -> Iterator[Callable[..., object]]:
    """Makes pages for widgets; what such a page logs as an error fails the test."""
    from harness import Widgets

    pages: list[Widgets] = []

    def make(**options: object) -> Widgets:
        pages.append(Widgets(chromium_browser, **options))  # type: ignore[arg-type]
        return pages[-1]

    yield make
    errors = [error for page in pages for error in page.errors]
    for page in pages:
        page.close()
    assert errors == []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have measured (`record_property("measured", ...)`), also those of other processes."""
    reports = [report for group in terminalreporter.stats.values() for report in group]
    measured = [
        text
        for report in reports
        for name, text in getattr(report, "user_properties", ())
        if name == "measured"
    ]
    if measured:
        terminalreporter.section("measured")
        for text in dict.fromkeys(measured):
            terminalreporter.line(str(text))
