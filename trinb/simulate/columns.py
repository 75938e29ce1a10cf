"""What is written down of every round and every match, and what each column means.

A column of a seat carries the seat's number, from 0: ``score_0``, ``bridge_2``.  What points are given for
has a column for each seat, named by the `Reason`; those that a rule set never uses are not kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from ..errors import TrinbError
from ..notation import show
from ..ruleparts import Reason
from ..scoring import REASON_WORDS
from ..words import N_, tr


class Sort(Enum):
    """What kind of number a column holds."""

    SHARE = "share"
    """0 or 1, so that its mean is a share."""
    COUNT = "count"
    """How many: never less than 0."""
    OTHER = "other"
    """Points and numbers of seats."""


_ROUND: dict[str, tuple[Sort, str]] = {
    "turns": (
        Sort.COUNT,
        N_("turns, with those at the end of a blocked round in which everybody finds that nothing fits"),
    ),
    "tiles": (Sort.COUNT, N_("tiles on the board at the end")),
    "points": (Sort.OTHER, N_("points of all seats together")),
    "draws": (Sort.COUNT, N_("tiles drawn in turns, without the laps before the first tile")),
    "passes": (Sort.COUNT, N_("turns in which nothing fitted and nothing could be drawn")),
    "blocked": (Sort.SHARE, N_("1 if the round was blocked")),
    "plain": (Sort.COUNT, N_("plain placements")),
    "bridge": (Sort.COUNT, N_("bridges")),
    "docking": (Sort.COUNT, N_("dockings")),
    "drone": (Sort.COUNT, N_("drones")),
    "hexagons": (Sort.COUNT, N_("hexagons completed")),
    "extensions": (
        Sort.COUNT,
        N_("extensions of bridges: two or three sides, no hexagon, beside a bridge or an extension"),
    ),
    "laps": (Sort.COUNT, N_("tiles drawn in laps because nobody could lead")),
    "holes": (Sort.COUNT, N_("holes in the board at the end")),
    "edge": (Sort.COUNT, N_("empty cells beside the board at the end, those in holes too")),
    "width": (Sort.COUNT, N_("extent of the board along the first axis, in sides of tiles")),
    "height": (Sort.COUNT, N_("extent of the board along the second axis, in sides of tiles")),
    "lead_changes": (
        Sort.COUNT,
        N_("how often another player than before was alone in the lead, looked at after each turn"),
    ),
    "margin": (Sort.OTHER, N_("points of the best seat more than the second best in this round")),
    "opener": (Sort.OTHER, N_("the seat that led or turned up the first tile")),
    "winner": (Sort.OTHER, N_("the seat that went out or was awarded for a blocked round; -1 if nobody was")),
    "pool": (Sort.COUNT, N_("tiles left in the pool")),
}  # fmt: skip

_SEAT: dict[str, tuple[Sort, str]] = {
    "score": (Sort.OTHER, N_("points of seat {n}")),
    "won": (Sort.SHARE, N_("1 if seat {n} went out or was awarded for a blocked round")),
    "left": (Sort.COUNT, N_("tiles left in the hand of seat {n}")),
    "digits": (Sort.COUNT, N_("sum of the digits left in the hand of seat {n}")),
    "opened": (Sort.SHARE, N_("1 if seat {n} led or turned up the first tile")),
}

_MATCH: dict[str, tuple[Sort, str]] = {
    "rounds": (Sort.COUNT, N_("rounds of the match")),
    "turns": (Sort.COUNT, N_("turns of all its rounds")),
    "margin": (Sort.OTHER, N_("points of the winner more than the best of the others")),
    "lead_changes": (
        Sort.COUNT,
        N_("how often another player than before was alone in the lead, looked at after each round"),
    ),
    "opener": (Sort.OTHER, N_("the seat that led or turned up the first tile of its first round")),
    "joint": (Sort.SHARE, N_("1 if several players won together")),
    "unfinished": (Sort.SHARE, N_("1 if it was given up because nobody had won it after very many rounds")),
}

_MATCH_SEAT: dict[str, tuple[Sort, str]] = {
    "total": (Sort.OTHER, N_("points of seat {n} in the whole match")),
    "won": (Sort.SHARE, N_("1 if seat {n} won the match, alone or together with others")),
}

_REASON = N_("points of seat {n} for: {reason}")
PLAIN_NAMES, SEAT_NAMES = tuple(_ROUND), tuple(_SEAT)
MATCH_NAMES, MATCH_SEAT_NAMES = tuple(_MATCH), tuple(_MATCH_SEAT)


def columns_of(players: int, reasons: Iterable[Reason]) -> tuple[str, ...]:
    """The columns of a round, in order.

    >>> columns_of(2, [Reason.OTHERS_DIGITS])[-4:]
    ('opened_0', 'opened_1', 'others_digits_points_0', 'others_digits_points_1')
    """
    seats = range(players)
    return (
        *_ROUND,
        *(f"{name}_{seat}" for name in _SEAT for seat in seats),
        *(f"{reason_name(reason)}_{seat}" for seat in seats for reason in reasons),
    )


def match_columns_of(players: int) -> tuple[str, ...]:
    """The columns of a match, in order."""
    return (*_MATCH, *(f"{name}_{seat}" for name in _MATCH_SEAT for seat in range(players)))


def reason_name(reason: Reason) -> str:
    """How the column of a reason begins."""
    return f"{reason.value.replace('-', '_')}_points"


def everything(players: int) -> tuple[str, ...]:
    """The columns of a round for any rules, with points for every reason."""
    return columns_of(players, Reason)


def sort_of(column: str, matches: bool = False) -> Sort:
    """What sort of number a column holds; points for any reason are `Sort.OTHER`."""
    sort, _ = _entry(column, matches)
    return sort


def meaning(column: str, matches: bool = False) -> str:
    """What a column of a round, or of a match, means, in the language that is spoken.

    Raises:
        TrinbError: there is no such column.

    >>> meaning("draws")
    'tiles drawn in turns, without the laps before the first tile'
    >>> meaning("bridge_points_2"), meaning("won_0", matches=True)
    ('points of seat 2 for: bridge', '1 if seat 0 won the match, alone or together with others')
    """
    _, words = _entry(column, matches)
    name, _, seat = column.rpartition("_")
    if name in _REASONS:
        return tr(words, n=seat, reason=tr(_REASONS[name]))
    return tr(words, n=seat)


_REASONS = {reason_name(reason): words for reason, words in REASON_WORDS.items()}


def _entry(column: str, matches: bool) -> tuple[Sort, str]:
    alone, of_seat = (_MATCH, _MATCH_SEAT) if matches else (_ROUND, _SEAT)
    if column in alone:
        return alone[column]
    name, _, seat = column.rpartition("_")
    if seat.isdecimal() and name in of_seat:
        return of_seat[name]
    if seat.isdecimal() and name in _REASONS and not matches:
        return Sort.OTHER, _REASON
    raise TrinbError(
        tr("there is no column {name}; there are {known}", name=show(column), known=", ".join(alone))
    )
