"""What all commands share: the line that tells how far something has come."""

from __future__ import annotations

import io
import sys

import pytest

from trinb import shell


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal that somebody looks at; not a fixture, as pytest gives each test an output of its own."""
    found = Terminal()
    monkeypatch.setattr(sys, "stderr", found)
    return found


def test_one_line_is_written_over_and_over(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    clock = iter([1.0, 1.0, 1.1, 2.0, 2.0, 2.1, 2.1])
    monkeypatch.setattr(shell, "monotonic", lambda: next(clock))
    with shell.progress("rows") as tell:
        assert tell
        for done in range(1, 5):  # at once; too soon; after a while; the last, however soon
            tell(done * 1_000, 4_000)
    assert terminal.getvalue() == "\rrows: 1,000 / 4,000\rrows: 3,000 / 4,000\rrows: 4,000 / 4,000\n"


def test_where_nobody_knows_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    with shell.progress("tries") as tell:
        assert tell
        tell(7)
    assert terminal.getvalue() == "\rtries: 7\n"


def test_the_line_ends_also_after_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    with pytest.raises(KeyboardInterrupt), shell.progress("rows") as tell:
        assert tell
        tell(1, 2)
        raise KeyboardInterrupt
    assert terminal.getvalue().endswith("\n")


def test_nothing_is_told_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    with shell.progress("rows", quiet=True) as tell:
        assert tell is None
    with shell.progress("rows"):
        pass
    assert terminal.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with shell.progress("rows") as tell:
        assert tell is None
