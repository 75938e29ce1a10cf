"""What all commands share: how they fail, print JSON, read options, and speak to a terminal."""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import click

from .errors import TrinbError
from .terminal import shown
from .words import tr

if TYPE_CHECKING:
    from .ruleset import RuleSet


class Tell(Protocol):
    """Is told how far something has come."""

    def __call__(self, done: int, total: int | None = None, /) -> None:
        """So many are done, of so many."""
        ...


class Commands(click.Group):
    """A group of commands that says every error in one line, whoever raised it."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run, and exit with 0, or with 2 after an error, or with 130 after Ctrl-C."""
        run: Callable[..., Any] = super().main
        if not extra.get("standalone_mode", True):
            return run(*args, **extra)
        try:
            status = run(*args, **{**extra, "standalone_mode": False})
        except click.Abort:
            click.echo("stopped", err=True)
            sys.exit(130)
        except click.ClickException as error:
            _fail(_of_click(error))
        except OSError as error:
            _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except TrinbError as error:
            _fail(str(error))
        sys.exit(status if isinstance(status, int) else 0)


def _of_click(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    hint = f"; see '{context.command_path} --help'" if context else ""
    return error.format_message().rstrip(".") + hint


def _fail(message: str) -> NoReturn:
    """Say what is wrong in one line of sensible length, whatever a hostile input put into it, and exit."""
    line = shown(message)
    if len(line) > 900:
        line = f"{line[:450]} … {line[-450:]}"
    click.echo(f"trinb: error: {line}", err=True)
    sys.exit(2)


def emit(data: Any, indent: int | None = 2) -> None:
    """Print as JSON; where the output is not Unicode, in ASCII."""
    plain = "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower()
    click.echo(json.dumps(data, ensure_ascii=plain, indent=indent))


def rule_set_of(id: str, readings: Iterable[str]) -> RuleSet:
    """The rules of this id or in this file, with readings switched on."""
    from .ruleset import RuleSet, rules

    rule_set = RuleSet.load(id) if id.endswith(".toml") and "\0" not in id else rules(id)
    for name in readings:
        rule_set = rule_set.with_reading(name)
    return rule_set


@contextmanager
def progress(words: str, quiet: bool = False) -> Iterator[Tell | None]:
    """Tell a person at a terminal how far something has come, in one line that is written over and over.

    Args:
        words: what is counted.
        quiet: whether to tell nothing.

    Yields:
        What to call with how many are done, and how many there are if that is known; None if nobody looks.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    due = 0.0

    def tell(done: int, total: int | None = None) -> None:
        nonlocal due
        if monotonic() >= due or done == total:
            due = monotonic() + _EVERY
            click.echo(
                f"\r{words}: {done:,}" + ("" if total is None else f" / {total:,}"), err=True, nl=False
            )

    try:
        yield tell
    finally:
        if due:
            click.echo(err=True)


_EVERY = 0.25  # seconds

_Command = Callable[..., None]
json_option: Callable[[_Command], _Command] = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON."
)
rules_option: Callable[[_Command], _Command] = click.option(
    "--rules",
    "rules_id",
    metavar="ID",
    default="triangelspelet",
    show_default=True,
    help="A rule set (see `trinb rules`) or a TOML file.",
)
reading_option: Callable[[_Command], _Command] = click.option(
    "--reading", "readings", metavar="NAME", multiple=True, help="Switch on a reading; may be repeated."
)


def as_path(_context: click.Context | None, _option: click.Parameter | None, text: str | None) -> Path | None:
    """The path that a text names."""
    if text is not None and "\0" in text:
        raise click.BadParameter("there is no file with a zero byte in its name")
    return None if text is None else Path(text)


def try_to_write(path: Path) -> None:
    """Find out now whether a file can be written, and not when a long game is over.

    Raises:
        OSError: it cannot.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    with naming(path), TemporaryFile(dir=path.parent):
        pass


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an error name this path, and not the temporary file beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def whole_kit() -> Iterator[None]:
    """Say what to install where numpy, numba or another library of the lab is not there."""
    try:
        yield
    except ImportError as error:
        raise TrinbError(
            tr('this needs {library}: pip install "trinb[lab]"', library=error.name or "numba")
        ) from error


def speak_utf8() -> None:
    """Use UTF-8, but for a terminal with an alphabet of its own; write "?" for what cannot be shown."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            keep = "PYTHONIOENCODING" in os.environ or (stream.isatty() and not is_ascii)
            stream.reconfigure(encoding=stream.encoding if keep else "utf-8", errors="replace")
