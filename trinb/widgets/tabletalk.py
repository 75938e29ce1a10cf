"""What is said at a table with a match: what there is to do, and how it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..moves import Draw, What
from ..ruleparts import Several
from ..words import tr, trn

if TYPE_CHECKING:
    from .matchtable import MatchTable


def choose(table: MatchTable) -> str:
    """What a person is asked to do."""
    whose = tr("Your turn.")
    if len(table.people) > 1:
        whose = tr("Your turn, {name}.", name=table.next_name)
    drawn = tr("You drew {tiles}.", tiles=_tiles(table)) if table.drawn else ""
    return " ".join(filter(None, (whose, drawn, _what_to_do(table))))


def look(table: MatchTable) -> str:
    """What is said to somebody who has drawn a tile that ended the turn."""
    return tr(
        "You drew {tiles}, and your turn is over. Hide your tiles, then hand the device to {name}.",
        tiles=_tiles(table),
        name=table.next_name,
    )


def _tiles(table: MatchTable) -> str:
    return ", ".join(map(str, table.drawn))


def _what_to_do(table: MatchTable) -> str:
    now = table.round
    if now.leads:
        return tr("You begin: choose the first tile, then the place in the middle.")
    if now.placed:
        may_stop = now.rules.turn.several is Several.MAY_GO_ON
        return tr("Place another tile, or end your turn.") if may_stop else tr("Place another tile.")
    if not table.tells:
        return tr("Choose a tile, then a place for it. If nothing fits, draw or pass.")
    if now.moves.placements:
        return trn(
            "One of your tiles fits: choose it, then a place for it.",
            "{n} of your tiles fit: choose a tile, then a place for it.",
            len({placement.tile for placement in now.moves.placements}),
        )
    if isinstance(now.moves.others[0], Draw):
        return tr("Nothing fits: draw a tile.")
    return tr("Nothing fits and no tile can be drawn: pass.")


def result(table: MatchTable) -> str:
    """How the round went that has just ended, and who has won the match if somebody has."""
    said = [tr("The round is over."), _how(table), _most(table), _winners(table)]
    return " ".join(filter(None, said))


def _how(table: MatchTable) -> str:
    now = table.round
    out = next((event.seat for event in now.events if event.what is What.OUT), None)
    if out is not None:
        return tr("You went out.") if table.people == (out,) else tr("{who} went out.", who=table.said(out))
    if now.end:
        return tr("It is blocked: nobody can place, and no tile can be drawn.")
    return tr("The target was reached, so it stops at once.")


def _most(table: MatchTable) -> str:
    scores = table.round.scores
    best = max(scores)
    if len(scores) == 1:
        return tr("It gave {points} points.", points=best)
    first = [table.said(seat) for seat, points in enumerate(scores) if points == best]
    return tr("Most points, {points}: {who}.", points=best, who=", ".join(first))


def _winners(table: MatchTable) -> str:
    winners = table.match.winners if table.whole else ()
    if not winners:
        return ""
    points, names = table.totals[winners[0]], ", ".join(table.said(seat) for seat in winners)
    if len(table.seats) == 1:
        return tr("The match is over, with {points} points.", points=points)
    if len(winners) > 1:
        return tr(
            "The match is over. Equal with {points} points, and winners together: {who}.",
            points=points,
            who=names,
        )
    if points < max(table.totals):
        return tr(
            "The match is over: {who} wins, having won the last round and reached the target with {points}.",
            points=points,
            who=names,
        )
    if table.people == winners:
        return tr("The match is over: you win with {points} points.", points=points)
    return tr("The match is over: {who} wins with {points} points.", who=names, points=points)
