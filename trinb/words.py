"""What trinb says to people, in their language.

The words in the code are English; each is also the key under which a catalogue,
``locale/<language>/LC_MESSAGES/trinb.po``, has it in another language.  Whatever a person may read goes
through `tr`, or `trn` where a number decides on the form:

>>> with speaking("sv"):
...     tr("bridge")
'tak'
>>> trn("{n} tile", "{n} tiles", 2)
'2 tiles'

Words that stand where nothing is said yet, as in a table, are marked there with `N_` and said later.  Text
that comes in from outside is said as it is: only the values are put into a message, never read as one.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from functools import cache
from pathlib import Path

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "sv": "Svenska",
    "de": "Deutsch",
    "nl": "Nederlands",
    "ru": "Русский",
}
"""The languages by their code, each by its own name."""

LOCALE = Path(__file__).parent / "locale"
"""Where the catalogues are."""

_default = "en"
_here: ContextVar[str | None] = ContextVar("language", default=None)


def language(code: str | None = None) -> str:
    """Speak this language from now on; without a code, only tell which one is spoken.

    Widgets that are there already keep theirs: each has a selector of its own.

    Args:
        code: one of `LANGUAGES`.

    Raises:
        TrinbError: there is no such language.

    >>> language()
    'en'
    >>> language("se")
    Traceback (most recent call last):
        ...
    trinb.errors.TrinbError: there is no language 'se'; there are en, sv, de, nl, ru
    """
    global _default
    if code is not None:
        _default = known(code)
        _here.set(None)
    return _here.get() or _default


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language within a block.

    Raises:
        TrinbError: there is no such language.

    >>> with speaking("de"):
    ...     language()
    'de'
    """
    token = _here.set(known(code))
    try:
        yield
    finally:
        _here.reset(token)


def known(code: str) -> str:
    """The code of a language, if there is one.

    Raises:
        TrinbError: there is no such language.
    """
    if not isinstance(code, str) or code not in LANGUAGES:
        name = str(code)[:20]
        close = get_close_matches(name.lower(), LANGUAGES, 1)
        if close:
            raise _error(
                tr("there is no language {name}; did you mean {close}?", name=repr(name), close=close[0])
            )
        known = ", ".join(LANGUAGES)
        raise _error(tr("there is no language {name}; there are {known}", name=repr(name), known=known))
    return code


def tr(message: str, /, **values: object) -> str:
    """A message in the language that is spoken, with values put in place of ``{name}``.

    >>> tr("{tile} is not in your hand", tile="0-2-1")
    '0-2-1 is not in your hand'
    """
    said = _catalogue(language()).gettext(message) if message else ""
    return said.format_map(values) if values else said


def trn(one: str, many: str, n: int, /, **values: object) -> str:
    """A message whose form depends on a number, which stands in it as ``{n}``.

    >>> trn("{n} tile", "{n} tiles", 1)
    '1 tile'
    """
    return _catalogue(language()).ngettext(one, many, abs(n)).format(n=n, **values)


def plain(number: int, /) -> str:
    """A number for people: with a true minus, as wide as a plus.

    >>> plain(-5)
    '−5'
    """
    return str(number).replace("-", "−")


def signed(number: int, /) -> str:
    """A number of points, or a change, with its sign.

    >>> signed(50), signed(0), signed(-5)
    ('+50', '0', '−5')
    """
    return f"{number:+d}".replace("-", "−") if number else "0"


def decimal(value: float, places: int = 2, sign: bool = False) -> str:
    """A number with some decimal places, as it is written in the language that is spoken.

    >>> decimal(-1 / 3), decimal(2.5, 1, sign=True)
    ('−0.33', '+2.5')
    >>> with speaking("sv"):
    ...     decimal(1 / 3)
    '0,33'
    """
    written = f"{value:{'+' if sign else ''}.{places}f}".replace("-", "−")
    return written if language() == "en" else written.replace(".", ",")


def N_(message: str, /) -> str:
    """Mark a message that is said elsewhere, so that the catalogues get to have it."""
    return message


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == "en":
        return gettext.NullTranslations()
    try:
        return gettext.translation("trinb", LOCALE, [code])
    except OSError:
        raise _error(
            f"the words for {LANGUAGES[code]} are not compiled: run `make words`, or install trinb again"
        ) from None


def _error(message: str) -> Exception:
    from .errors import TrinbError  # which stands below, and has words of its own

    return TrinbError(message)
