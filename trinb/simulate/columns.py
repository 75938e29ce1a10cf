"""What is written down of every round and every match, and what each column means.

A column of a seat carries the seat's number, from 0: ``score_0``, ``bridge_2``.  What points are given for has a
column for each seat, named by the `Reason`; those that a rule set never uses are not kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from ..ruleparts import Reason
from ..words import N_, tr


class Count(Enum):
    """What kind of number a column holds."""

    SHARE = "share"
    """0 or 1, so that its mean is a share."""
    COUNT = "count"
    """How many: never less than 0."""
    OTHER = "other"
    """Points and numbers of seats."""


_ROUND: dict[str, tuple[Count, str]] = {
    "turns": (
        Count.COUNT,
        N_("turns, with those at the end of a blocked round in which everybody finds that nothing fits"),
    ),
    "tiles": (Count.COUNT, N_("tiles on the board at the end")),
    "points": (Count.OTHER, N_("points of all seats together")),
    "draws": (Count.COUNT, N_("tiles drawn in turns, without the laps before the first tile")),
    "passes": (Count.COUNT, N_("turns in which nothing fitted and nothing could be drawn")),
    "blocked": (Count.SHARE, N_("1 if the round was blocked")),
    "plain": (Count.COUNT, N_("plain placements")),
    "bridge": (Count.COUNT, N_("bridges")),
    "docking": (Count.COUNT, N_("dockings")),
    "drone": (Count.COUNT, N_("drones")),
    "hexagons": (Count.COUNT, N_("hexagons completed")),
    "extensions": (
        Count.COUNT,
        N_("extensions of bridges: two or three sides, no hexagon, beside a bridge or an extension"),
    ),
    "laps": (Count.COUNT, N_("tiles drawn in laps because nobody could lead")),
    "holes": (Count.COUNT, N_("holes in the board at the end")),
    "edge": (Count.COUNT, N_("empty cells beside the board at the end, those in holes too")),
    "width": (Count.COUNT, N_("extent of the board along the first axis, in sides of tiles")),
    "height": (Count.COUNT, N_("extent of the board along the second axis, in sides of tiles")),
    "lead_changes": (
        Count.COUNT,
        N_("how often another player than before was alone in the lead, looked at after each turn"),
    ),
    "margin": (Count.OTHER, N_("points of the best seat more than the second best in this round")),
    "opener": (Count.OTHER, N_("the seat that led or turned up the first tile")),
    "winner": (Count.OTHER, N_("the seat that went out or was awarded for a blocked round; -1 if nobody was")),
    "pool": (Count.COUNT, N_("tiles left in the pool")),
}  # fmt: skip

_SEAT: dict[str, tuple[Count, str]] = {
    "score": (Count.OTHER, N_("points of seat {n}")),
    "won": (Count.SHARE, N_("1 if seat {n} went out or was awarded for a blocked round")),
    "left": (Count.COUNT, N_("tiles left in the hand of seat {n}")),
    "digits": (Count.COUNT, N_("sum of the digits left in the hand of seat {n}")),
    "opened": (Count.SHARE, N_("1 if seat {n} led or turned up the first tile")),
}

_MATCH: dict[str, tuple[Count, str]] = {
    "rounds": (Count.COUNT, N_("rounds of the match")),
    "turns": (Count.COUNT, N_("turns of all its rounds")),
    "margin": (Count.OTHER, N_("points of the winner more than the best of the others")),
    "lead_changes": (
        Count.COUNT,
        N_("how often another player than before was alone in the lead, looked at after each round"),
    ),
    "opener": (Count.OTHER, N_("the seat that led or turned up the first tile of its first round")),
    "joint": (Count.SHARE, N_("1 if several players won together")),
    "unfinished": (Count.SHARE, N_("1 if it was given up because nobody had won it after very many rounds")),
}

_MATCH_SEAT: dict[str, tuple[Count, str]] = {
    "total": (Count.OTHER, N_("points of seat {n} in the whole match")),
    "won": (Count.SHARE, N_("1 if seat {n} won the match, alone or together with others")),
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
