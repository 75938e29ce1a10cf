"""How numbers are written: with as many decimals as are known, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, isfinite, isnan, log10

from ..words import language, tr

_SPACE = "\u00a0"  # between thousands, and before a unit


def said(value: float, decimals: int, sign: bool = False) -> str:
    """A number with so many decimals, and with a plus if it has a sign.

    >>> said(-12345.678, 1).replace(_SPACE, " "), said(0.2, 0, sign=True)
    ('−12 345.7', '0')
    """
    if not isfinite(value):
        return "–" if isnan(value) else "∞" if value > 0 else "−∞"
    text = f"{abs(value):,.{decimals}f}".replace(",", _SPACE)
    if language() != "en":
        text = text.replace(".", ",")
    if not text.strip("0.," + _SPACE):
        return text
    return f"{'−' if value < 0 else '+' if sign else ''}{text}"


def decimals_for(width: float) -> int:
    """So many decimals of a number make sense that is known up to an interval of this width.

    >>> decimals_for(0.5), decimals_for(0.021), decimals_for(30)
    (2, 3, 0)
    """
    if not isfinite(width) or width <= 0:
        return 1
    return min(6, max(0, 1 - floor(log10(width / 2))))


def number_of(interval: Sequence[float], share: bool = False, sign: bool = False, width: float = 0.0) -> str:
    """A number with as many decimals as its interval allows, a share in percent.

    Args:
        interval: the number, and the ends of its interval.
        share: whether it is a share.
        sign: whether a plus is written, too; a share is then in percentage points.
        width: of the widest interval that stands beside it, so that all have as many decimals.

    >>> number_of((0.1234, 0.1201, 0.1267), share=True).replace(_SPACE, " ")
    '12.34 %'
    """
    scale = 100 if share else 1
    unit = _SPACE + (tr("pp") if sign else "%") if share else ""
    return said(scale * interval[0], _decimals(interval, scale, width), sign) + unit


def interval_words(
    interval: Sequence[float], share: bool = False, sign: bool = False, width: float = 0.0
) -> str:
    """The same with the interval.

    >>> interval_words((0.1234, 0.1201, 0.1267), share=True).replace(_SPACE, " ")
    '12.34 % (12.01 to 12.67)'
    """
    scale = 100 if share else 1
    low, high = (said(scale * end, _decimals(interval, scale, width), sign) for end in interval[1:3])
    return tr("{value} ({low} to {high})", value=number_of(interval, share, sign, width), low=low, high=high)


def _decimals(interval: Sequence[float], scale: int, width: float) -> int:
    return decimals_for(scale * max(interval[2] - interval[1], width))
