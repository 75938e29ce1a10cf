"""How a round went, as the browser shows it: everybody's points, what they are for, and what is left."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ..draw import svg
from ..scoring import Line
from ..words import signed, tr, trn
from .front import line_row
from .matchtable import MatchTable


def round_end(table: MatchTable) -> dict[str, Any]:
    """The round that has ended on a table, and the points of all rounds of its match."""
    return {
        "players": [_player(table, seat) for seat in range(len(table.seats))],
        "rounds": _rounds(table) if table.number > 1 else None,
    }


def _player(table: MatchTable, seat: int) -> dict[str, Any]:
    over = table.round
    tiles = over.hands[seat]
    return {
        "name": table.name(seat),
        "points": tr("{points} in this round", points=signed(over.scores[seat])),
        "best": seat in table.match.winners if table.is_over and table.whole else seat == over.winner,
        "lines": [_sum_row(table, lines) for lines in _by_reason(table, seat)],
        "none": tr("no points"),
        "tiles": [svg.hand([tile], title=str(tile), style=False) for tile in tiles],
        "left": trn("{n} tile left", "{n} tiles left", len(tiles)) if tiles else tr("no tiles left"),
    }


def _by_reason(table: MatchTable, seat: int) -> list[list[Line]]:
    """The lines of a seat that are worth something, those for the same reason together."""
    order: dict[Any, int] = {}
    own = [line for who, line in table.round.lines if who == seat and line.points]
    for line in own:
        order.setdefault(line.reason, len(order))
    own.sort(key=lambda line: order[line.reason])
    return [list(lines) for _, lines in groupby(own, key=lambda line: line.reason)]


def _sum_row(table: MatchTable, lines: list[Line]) -> dict[str, Any]:
    row = line_row(lines[0], table.rules)
    times = trn("{what}", "{what}, {n} times", len(lines), what=row["words"])
    return {**row, "points": sum(line.points for line in lines), "words": times}


def _rounds(table: MatchTable) -> dict[str, Any]:
    """The points of everybody in every round, one row each, and the totals."""
    scores = [round.scores for round in table.state.rounds]
    rows = [
        {"name": table.name(seat), "points": [points[seat] for points in scores], "total": total}
        for seat, total in enumerate(table.totals)
    ]
    return {
        "title": tr("Points by round"),
        "rounds": [str(number) for number in range(1, len(scores) + 1)],
        "together": tr("Together"),
        "rows": rows,
    }
