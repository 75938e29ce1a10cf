"""Pictures of the card game: a row of cards, and the table with its three seats and the card in the middle.

A picture is a complete ``<svg>`` without ids, like those in `svg`; all text in it is inert.  What a reader
may not know is not in it: a card that is None is drawn as a back, and nothing else about it is known here.

====================== ===========================================================
``g.card``             a card; an open one says its rank in ``data-card``
``g.card.covered``     one that lies face down
``g.card.asked``       one face down with a question mark: the reader's own
``g.card.speaker``     that of the speaker
``g.card.right``       with a tick: what its owner said is true
``g.card.wrong``       with a cross: it is not
====================== ===========================================================

>>> picture = row([1, None], style=False)
>>> picture[picture.index("<title>") : picture.index("</title>")]
'<title>Cards: A, face down'
>>> picture.count("data-card="), 'data-card="A"' in picture
(1, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from attrs import frozen

from ..cards.rules import SEATS, rank_name
from ..errors import TrinbError
from ..words import tr
from .shapes import inert, number, text, tidy
from .svg import Box, picture

RULES = """
@ path.cloth{fill:none;stroke:$lattice;stroke-width:26;stroke-linejoin:round}
@ g.card rect{fill:$face;stroke:$edge;stroke-width:1.2}
@ g.card rect.frame{fill:none;stroke:$edge;stroke-width:1;opacity:.55}
@ g.card.covered rect.paper{fill:$back}
@ g.card path.weave{fill:none;stroke:$edge;stroke-width:1;stroke-linejoin:round;opacity:.6}
@ g.card.asked path.weave{opacity:.25}
@ g.card text.rank{fill:$digit;font-size:60px;font-weight:700}
@ g.card text.small{fill:$digit;font-size:17px;font-weight:700}
@ g.card text.ask{fill:$digit;font-size:56px;font-weight:700}
@ g.card path.pip{fill:$edge;stroke:none}
@ g.card.speaker rect.paper{stroke:$bridge;stroke-width:4.5}
@ g.card circle.badge{fill:$ground;stroke:$hexagon;stroke-width:2.6}
@ g.card.wrong circle.badge{stroke:$clash}
@ g.card path.sign{fill:none;stroke:$hexagon;stroke-width:3.4;stroke-linecap:round;stroke-linejoin:round}
@ g.card.wrong path.sign{stroke:$clash}
@ text.who{font-size:15px;font-weight:700}
@ text.note{fill:$muted;font-size:14px}
"""
"""The rules of its classes, for `palette.more_rules`."""

WIDE, TALL = 92, 128
"""The size of a card in px."""

_ROUND, _GAP, _MARGIN = 10, 14, 12
_LETTERS = 17  # of a name in a line; two lines at the most

_BOX = Box(0, 0, 440, 404)
_SEATS = ((220, 290), (78, 82), (362, 82))  # the middles of the reader's card, and of those clockwise from it
_MIDDLE = (220, 122)
_FELT = "M78 96H362L220 290z"


@frozen
class Place:
    """A seat at the table, as the reader sees it.

    Attributes:
        name: who sits there.
        card: the card, where the reader sees it.
        note: what else there is to say, such as that it deals.
        kind: ``speaker``, ``right``, ``wrong`` or several of them; or nothing.
        is_own: whether it is the reader's own.
    """

    name: str
    card: int | None = None
    note: str = ""
    kind: str = ""
    is_own: bool = False


def row(cards: Sequence[int | None], *, theme: str = "auto", style: bool = True) -> str:
    """Cards side by side; None is one that lies face down.

    Raises:
        TrinbError: there are none.
    """
    if not cards:
        raise TrinbError(tr("there is no card to draw"))
    step = WIDE + _GAP
    places = [(_MARGIN + WIDE / 2 + step * at, _MARGIN + TALL / 2) for at in range(len(cards))]
    body = "".join(_card(*place, card) for place, card in zip(places, cards, strict=True))
    box = Box(0, 0, 2 * _MARGIN + step * len(cards) - _GAP, 2 * _MARGIN + TALL)
    title = tr("Cards: {cards}", cards=", ".join(map(card_words, cards)))
    return picture(body, box, title, "", theme, style, rules=RULES)


def table(
    places: Sequence[Place],
    middle: int | None = None,
    *,
    title: str,
    theme: str = "auto",
    style: bool = True,
) -> str:
    """The table: the reader's seat below, the two others clockwise from it, the right to speak between them.

    Args:
        places: the three seats, clockwise; the first one lies below.
        middle: the middle card, if the reader sees it.
        title: what the picture is, for those who hear it.
        theme: see `palette.THEMES`.
        style: whether the picture brings its stylesheet along.

    Raises:
        TrinbError: there are not three seats.
    """
    if len(places) != SEATS:
        raise TrinbError(tr("a table has {wanted} seats, not {found}", wanted=SEATS, found=len(places)))
    parts = [f'<path class="cloth" d="{_FELT}"/>', _card(*_MIDDLE, middle, "middle")]
    parts.append(text("note", _MIDDLE[0], _MIDDLE[1] + TALL / 2 + 20, inert(tr("the right to speak"))))
    for (x, y), place in zip(_SEATS, places, strict=True):
        parts.append(_seat(x, y, place))
    return picture("".join(parts), _BOX, title, _words(places, middle), theme, style, rules=RULES)


def card_words(card: int | None) -> str:
    """A card in words.

    >>> card_words(1), card_words(None)
    ('A', 'face down')
    """
    return tr("face down") if card is None else rank_name(card)


def _words(places: Sequence[Place], middle: int | None) -> str:
    """Everything that is drawn, for those who hear it."""
    said = [
        tr("{name}: {card}.", name=f"\u2068{tidy(place.name)}\u2069", card=card_words(place.card))
        for place in places
    ]
    return " ".join([*said, tr("In the middle: {card}.", card=card_words(middle))])


def _seat(x: float, y: float, place: Place) -> str:
    """A card, whose it is, and a note."""
    kind = place.kind + (" asked" if place.is_own and place.card is None else "")
    lines = wrap(tidy(place.name, 2 * _LETTERS), _LETTERS)[:2] or ["?"]
    below = y + TALL / 2 + 20
    parts = [_card(x, y, place.card, kind)]
    for at, line in enumerate(lines):
        where = f'x="{number(x)}" y="{number(below + 17 * at)}"'
        parts.append(f'<text class="who" data-name="" {where}>{inert(line)}</text>')
    if place.note:
        parts.append(text("note", x, below + 17 * len(lines), inert(place.note)))
    return "".join(parts)


def _card(x: float, y: float, card: int | None, kind: str = "") -> str:
    """A card with its middle there."""
    left, top = x - WIDE / 2, y - TALL / 2
    classes = " ".join(["card", *(["covered"] if card is None else []), *kind.split()])
    paper = _frame("paper", left, top, 0)
    inner = _back(left, top, "asked" in kind) if card is None else _face(left, top, rank_name(card))
    data = "" if card is None else f' data-card="{rank_name(card)}"'
    return f'<g class="{classes}"{data}>{paper}{inner}{_badge(left + WIDE - 6, top + 6, kind)}</g>'


def _frame(kind: str, left: float, top: float, inset: float) -> str:
    where = f'x="{number(left + inset)}" y="{number(top + inset)}" rx="{number(_ROUND - inset / 2)}"'
    size = f'width="{number(WIDE - 2 * inset)}" height="{number(TALL - 2 * inset)}"'
    return f'<rect class="{kind}" {where} {size}/>'


def _face(left: float, top: float, rank: str) -> str:
    """The rank, large in the middle and small in two corners, each over a small triangle."""
    x, y = left + WIDE / 2, top + TALL / 2
    low = top + TALL
    return (
        text("rank", x, y + 21, rank)
        + text("small", left + 15, top + 23, rank)
        + text("small", left + WIDE - 15, low - 23 + 12, rank)
        + f'<path class="pip" d="M{number(left + 15)} {number(top + 28)}l5 8.7h-10z"/>'
        + f'<path class="pip" d="M{number(left + WIDE - 15)} {number(low - 28)}l5 -8.7h-10z"/>'
    )


def _back(left: float, top: float, asked: bool) -> str:
    """A back: rows of triangles, and a question mark on the reader's own."""
    rows = []
    for down in range(6):
        for across in range(5 if down % 2 else 4):
            x = left + WIDE / 2 + 15.5 * (across - (2 if down % 2 else 1.5))
            rows.append(f"M{number(x)} {number(top + 18 + 17 * down)}l5.5 9.5h-11z")
    weave = f'<path class="weave" d="{"".join(rows)}"/>'
    ask = text("ask", left + WIDE / 2, top + TALL / 2 + 20, "?") if asked else ""
    return _frame("frame", left, top, 6) + weave + ask


def _badge(x: float, y: float, kind: str) -> str:
    """A tick or a cross at the corner."""
    if "right" in kind:
        sign = f"M{number(x - 6)} {number(y)}l4 5 7-9"
    elif "wrong" in kind:
        sign = f"M{number(x - 5)} {number(y - 5)}l10 10m0-10l-10 10"
    else:
        return ""
    spot = f'<circle class="badge" cx="{number(x)}" cy="{number(y)}" r="13"/>'
    return f'{spot}<path class="sign" d="{sign}"/>'
