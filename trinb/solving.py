"""What ``trinb solve`` tells of a best turn: as JSON, and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .moves import KIND_WORDS
from .terminal import columns
from .words import signed, tr, trn

if TYPE_CHECKING:
    from .board import Board
    from .ruleset import RuleSet
    from .search.turn import BestTurn


def turn_data(found: BestTurn) -> dict[str, Any]:
    """A best turn for JSON."""
    return {
        "points": found.points,
        "proven": found.proven,
        "bound": found.bound,
        "placements": [str(placement) for placement in found.placements],
        "left": [str(tile) for tile in found.left],
        "lines": [
            {"points": line.points, "reason": line.reason.value, "clause": line.clause}
            for line in found.lines
        ],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def turn_words(rules: RuleSet, board: Board, found: BestTurn) -> str:
    """A best turn in words: what it gives, its placements with their lines, and how it was found."""
    parts = [tr("{rules}: {result}", rules=tr(rules.name) or rules.id, result=_result(found))]
    rows: list[tuple[object, ...]] = []
    for number, (placement, score) in enumerate(zip(found.placements, found.scores, strict=True), 1):
        contact = board.contact(placement)
        lines = ", ".join(map(str, score.lines))
        rows.append((number, placement, tr(KIND_WORDS[contact.kind]), signed(score.total), lines))
        board = board.lay(placement, contact)
    rows += [("", "", "", signed(line.points), line) for line in found.end]
    if rows:
        parts.append(columns(rows, right="03"))
    if found.left:
        parts.append(tr("Left in hand: {tiles}", tiles=" ".join(map(str, found.left))))
    parts.append(
        trn(
            "{count} state searched in {seconds} s",
            "{count} states searched in {seconds} s",
            found.nodes,
            count=f"{found.nodes:,}",
            seconds=f"{found.seconds:.2f}",
        )
    )
    return "\n".join(parts)


def _result(found: BestTurn) -> str:
    points = trn("{n} point", "{n} points", found.points)
    if not found.placements and found.proven:
        return tr("nothing can be placed; {points}", points=points)
    if found.proven:
        return tr("{points}, and no turn gives more", points=points)
    return tr(
        "{points}; whether that is the most is not proven, but no turn gives more than {bound}",
        points=points,
        bound=found.bound,
    )
