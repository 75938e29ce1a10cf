"""What a referee's pad looks like: plain values for the browser, made from a pad and nothing else."""

from __future__ import annotations

from typing import Any

from ..counting import called
from ..entries import Blocked, InVain, Lap
from ..moves import KIND_WORDS, Draw, EndTurn, Event, Pass, What
from ..referee import Noted, Pad
from ..rounds import End
from ..ruleparts import WithoutTriple
from ..ruleset import RuleSet
from ..tally import Tally
from ..words import plain, signed, tr, trn
from .front import button, line_row

# --- whose turn it is -----------------------------------------------------------------------------------


def turn(pad: Pad) -> dict[str, str]:
    """What everybody at the table wants to see: whose turn it is, and how many tiles there are."""
    tally = pad.round
    pool = trn("{n} tile in the pool", "{n} tiles in the pool", tally.pool)
    if pad.end:
        return {"words": _winners(pad), "more": tr("The match is over: {why}.", why=tr(pad.end.value))}
    if tally.counting:
        return {"words": _why_counted(tally), "more": tr("Count what is left.")}
    if not tally.board:
        return {"words": _first(pad), "more": tr("Round {number}", number=pad.number)}
    who, tiles = called(tally.names[tally.seat]), tally.counts[tally.seat]
    holds = trn("holds {n} tile", "holds {n} tiles", tiles)
    return {"words": tr("{who} to move", who=who), "more": f"{holds} · {pool}"}


def _winners(pad: Pad) -> str:
    names = ", ".join(called(pad.names[seat]) for seat in pad.winners)
    return trn("{who} has won", "{who} have won", len(pad.winners), who=names)


def _why_counted(tally: Tally) -> str:
    if tally.counting is End.OUT:
        return tr("{who} is out", who=called(tally.names[tally.seat]))
    return tr("The round is blocked")


def _first(pad: Pad) -> str:
    if pad.whose_turn:
        return tr("{who} turns up the first tile", who=called(pad.whose_turn))
    return tr("Who leads the first tile?")


def standings(pad: Pad) -> dict[str, Any]:
    """The table of everybody's tiles and points."""
    tally = pad.round
    rows = [
        {
            "name": name,
            "tiles": "" if pad.end else str(tally.counts[seat]),
            "round": signed(tally.scores[seat]),
            "total": plain(pad.totals[seat]),
            "to_move": pad.end is None and tally.to_move == seat,
            "best": seat in pad.winners,
        }
        for seat, name in enumerate(pad.names)
    ]
    head = [tr("Name"), tr("Tiles"), tr("This round"), tr("Total")]
    return {"title": _played_to(pad), "head": head, "rows": rows}


def _played_to(pad: Pad) -> str:
    match = pad.rules.match
    said = [tr(pad.rules.name) or pad.rules.id, tr("round {number}", number=pad.number)]
    if match.target is not None:
        said.append(tr("to {points} points", points=match.target))
    if match.rounds is not None:
        said.append(trn("of {n} round", "of {n} rounds", match.rounds))
    return " · ".join(said)


def rounds(pad: Pad) -> dict[str, Any] | None:
    """The points of the rounds that are over; None before the first one is."""
    if not pad.finished:
        return None
    rows = [
        {"head": str(number), "points": [plain(points) for points in round.scores], "how": _how(round)}
        for number, round in enumerate(pad.finished, 1)
    ]
    return {
        "title": tr("Rounds"),
        "head": [tr("Round"), tr("Ended")],
        "names": list(pad.names),
        "rows": rows,
        "total": {"head": tr("Total"), "points": list(map(plain, pad.totals)), "how": ""},
    }


def _how(round: Tally) -> str:
    if round.end is End.OUT and round.winner is not None:
        return tr("{who} out", who=called(round.names[round.winner]))
    return tr("blocked") if round.end else tr("not finished")


# --- the last entry -------------------------------------------------------------------------------------


def last(pad: Pad) -> dict[str, Any] | None:
    """The last entry with its lines, and what became of a claim; None before the first one."""
    if not pad.notes:
        return None
    note = pad.notes[-1]
    verdict = note.verdict
    return {
        "title": tr("Entry {number}", number=len(pad.notes)),
        "events": [_event(event, pad, note) for event in note.events] or [_agreed()],
        "verdict": {"words": verdict.words(pad.rules), "right": verdict.is_right} if verdict else None,
        "rules": {"title": tr("What the rules say"), "clauses": _clauses(note, pad.rules)},
        "open": bool(verdict and not verdict.is_right),
    }


def _agreed() -> dict[str, Any]:
    return {"words": tr("The match was ended here."), "lines": [], "total": ""}


def _event(event: Event, pad: Pad, note: Noted) -> dict[str, Any]:
    words = _words(event, note, called(pad.names[event.seat]))
    total = tr("together {points}", points=signed(event.points)) if len(event.lines) > 1 else ""
    return {"words": words, "lines": [line_row(line, pad.rules) for line in event.lines], "total": total}


def _words(event: Event, note: Noted, who: str) -> str:
    """What happened; at a real table nobody needs the name of a cell."""
    if event.placement is None or event.contact is None:
        if isinstance(note.entry.action, InVain):
            return tr("{who} has drawn in vain", who=who)
        return event.words(who)
    tile = event.placement.tile
    if event.what is What.TURN_UP:
        return tr("{who} turns up {tile}", who=who, tile=tile)
    if event.what is What.START:
        return tr("{who} leads {tile}", who=who, tile=tile)
    return tr("{who} lays {tile}: {kind}", who=who, tile=tile, kind=tr(KIND_WORDS[event.contact.kind]))


def _clauses(note: Noted, rule_set: RuleSet) -> list[dict[str, str]]:
    """The clauses that have decided on the points, each once."""
    used = {line.clause for event in note.events for line in event.lines}
    return [{"id": one.id, "text": tr(one.text)} for one in rule_set.clauses if one.id in used]


# --- what may be done besides ---------------------------------------------------------------------------


def actions(pad: Pad, leader: int | None) -> list[dict[str, Any]]:
    """A button for everything that may have happened besides a tile being laid."""
    allowed, found = pad.allowed, []
    if Lap in allowed:
        found.append(_lap_button(pad, leader))
    if Draw in allowed:
        found.append(button(tr("Draw a tile"), {"do": "act", "name": "draw"}))
    if InVain in allowed:
        waits = EndTurn in allowed
        said = tr("The tile fits nowhere") if waits else tr("Nothing fits: end the turn")
        found.append(button(said, {"do": "act", "name": "in-vain"}))
    if Pass in allowed:
        found.append(button(tr("Pass"), {"do": "act", "name": "pass"}))
    if EndTurn in allowed:
        said = tr("The tile fits and waits") if InVain in allowed else tr("End the turn")
        found.append(button(said, {"do": "act", "name": "end"}))
    if Blocked in allowed and not pad.round.counting:
        found.append(button(tr("The round is blocked"), {"do": "act", "name": "blocked"}))
    return found


def _lap_button(pad: Pad, leader: int | None) -> dict[str, Any]:
    do = {"do": "act", "name": "lap"}
    if pad.rules.opening.without_triple is WithoutTriple.DRAW:
        return button(tr("Nobody has a triple: everybody draws"), do)
    if leader is None:
        return button(tr("Somebody draws a tile for the lead"), do, False)
    return button(tr("{who} draws a tile for the lead", who=called(pad.names[leader])), do)
