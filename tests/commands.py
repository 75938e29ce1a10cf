"""Commands as people give them: what they print, and how they refuse."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from trinb.cli import cli


class Command:
    """`trinb`, with some words that come first.

    It never fails with anything but an exit status.
    """

    def __init__(self, *first: str) -> None:
        self.first = first

    def run(self, *words: str, stdin: str | None = None) -> Result:
        """What comes of it."""
        done = CliRunner().invoke(cli, [*self.first, *words], input=stdin, prog_name="trinb")
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done

    def ok(self, *words: str, stdin: str | None = None) -> str:
        """What it prints, if all is well."""
        done = self.run(*words, stdin=stdin)
        assert (done.exit_code, done.stderr) == (0, ""), done.output
        return done.stdout

    def data(self, *words: str, stdin: str | None = None) -> Any:
        """What it prints as JSON."""
        return json.loads(self.ok(*words, "--json", stdin=stdin))

    def fault(self, *words: str, stdin: str | None = None) -> str:
        """The message, if it refuses: one line, on standard error alone."""
        done = self.run(*words, stdin=stdin)
        assert (done.exit_code, done.stdout) == (2, ""), done.output
        line = done.stderr.rstrip("\n")
        assert line.startswith("trinb: error: ") and line.isprintable() and len(line) < 1000, done.stderr
        return line.removeprefix("trinb: error: ")
