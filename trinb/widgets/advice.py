"""What scores most now: the answer to a question that a player may ask."""

from __future__ import annotations

from typing import Any

from ..board import Placement
from ..ruleparts import Several
from ..words import tr, trn
from .front import button, line_row
from .matchtable import MatchTable

MOST_TOLD = 4
"""So many placements are told in words; all of them are shown on the board."""


def advice(table: MatchTable) -> dict[str, Any]:
    """The placements with the most points, in words and with their lines, as the browser shows them."""
    most, best = table.best()
    more = len(best) - MOST_TOLD
    return {
        "words": _words(table, most, len(best)),
        "places": [_place(table, number, place) for number, place in enumerate(best[:MOST_TOLD])],
        "more": trn("… and {n} more, shown on the board", "… and {n} more, shown on the board", more)
        if more > 0
        else "",
    }


def _words(table: MatchTable, most: int, count: int) -> str:
    if not count:
        return tr("Nothing fits.")
    said = [
        trn(
            "Most points now: {points}, in one way.",
            "Most points now: {points}, in {n} ways.",
            count,
            points=most,
        )
    ]
    if table.rules.turn.several is not Several.ONE and not table.round.leads:
        said.append(tr("You may place several tiles in a turn; this looks at the next one only."))
    if len(table.hand) == 1:
        said.append(tr("It is your last tile: you go out with it."))
    return " ".join(said)


def _place(table: MatchTable, number: int, place: Placement) -> dict[str, Any]:
    said = tr("{tile} at {cell}", tile=place.tile, cell=place.cell)
    lines = [line_row(line, table.rules) for line in table.preview(place)]
    return {"button": button(said, {"do": "try", "number": number}), "lines": lines}
