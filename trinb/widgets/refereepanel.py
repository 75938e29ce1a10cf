"""The panel in which a referee finds the tile, and what stands around it: plain values for the browser."""

from __future__ import annotations

from typing import Any

from ..board import ORIGIN, Kind, Placement
from ..draw import svg
from ..entries import Lead
from ..lattice import Cell
from ..moves import KIND_WORDS, Place
from ..ruleparts import Lead as LeadRule
from ..words import tr
from . import refereetiles
from .front import button
from .refereedesk import KINDS, Desk


def picture(desk: Desk) -> str:
    """The board, with a tile that is chosen for a place; what kind it is, is not given away."""
    tally, held, fault = desk.pad.round, desk.held, desk.fault
    places: set[Cell] = set()
    if Place in desk.pad.allowed:
        places = {way.cell for way in tally.fitting() if desk.tile in (None, way.tile)}
    elif desk.lays_first and not held:
        places = {ORIGIN}
    return svg.board(
        tally.board,
        cells=places,
        ghost=None if fault else held,
        illegal=held if fault else None,
        clashes=fault.vertices if fault else (),
        focus=None if desk.lays_first or held else desk.focus,
        ghost_kind=False,
        style=False,
    )


def bubble(desk: Desk) -> dict[str, Any] | None:
    """Why the chosen tile cannot lie in its place."""
    held, fault = desk.held, desk.fault
    if held is None or fault is None:
        return None
    return {"cell": str(held.cell), "text": tr(fault.reason.value), "bad": True}


def entry(desk: Desk) -> dict[str, Any] | None:
    """The panel; none when no tile can come next."""
    if desk.ending or not desk.lays:
        return None
    tally, here = desk.pad.round, _here(desk)
    tiles = refereetiles.matching(tally.tiles, desk.search)
    opened = desk.lays_first and not here
    looks = desk.focus is not None and not here and desk.focus not in tally.board
    return {
        "question": _question(desk),
        "leaders": _leaders(desk),
        "offers": [refereetiles.large(way, way.tile == desk.tile) for way in here],
        "turned": _turned(desk),
        "second": _second(desk),
        "search": desk.search,
        "box": refereetiles.box(tiles, [way.tile for way in here], desk.tile, desk.search),
        "open": bool(desk.search) or opened or looks,
    }


def _here(desk: Desk) -> list[Placement]:
    """What fits where one looks, or is likely to be led, as far as it begins with the digits typed."""
    if Lead in desk.pad.allowed and desk.pad.rules.opening.lead is not LeadRule.DRAW:
        triples = [tile for tile in desk.pad.round.box.triples if tile in desk.pad.round.tiles]
        return [Placement(ORIGIN, tile.digits) for tile in refereetiles.matching(triples, desk.search)]
    if Place not in desk.pad.allowed or desk.focus is None:
        return []
    board, box = desk.pad.round.board, desk.pad.round.box
    fitting = [way for way in board.placements(box, desk.pad.round.left) if way.cell == desk.focus]
    wanted = set(refereetiles.matching([way.tile for way in fitting], desk.search))
    return sorted((way for way in fitting if way.tile in wanted), key=lambda way: way.tile)


def _question(desk: Desk) -> str:
    """What has to be done next."""
    if desk.lays_first:
        if desk.tile is None:
            return tr("Which tile is it?")
        if Lead in desk.pad.allowed and desk.leader is None:
            return tr("Who leads it?")
        if not desk.tile.is_triple:
            return tr("Turn it so that it lies as on the table, then enter it.")
    if desk.is_ready:
        return tr("Is that so? Then enter it.")
    if desk.held:
        return tr("It does not fit there.")
    if desk.tile:
        return tr("Tap the place where {tile} lies.", tile=desk.tile)
    if desk.focus is None:
        return tr("Tap the place where the tile lies.")
    return tr("Which tile lies there?")


def _leaders(desk: Desk) -> list[dict[str, Any]]:
    """Who may lead: a button for everybody."""
    if Lead not in desk.pad.allowed:
        return []
    return [
        button(name, {"do": "leader", "number": seat}, pressed=seat == desk.leader)
        for seat, name in enumerate(desk.pad.names)
    ]


def _turned(desk: Desk) -> dict[str, Any] | None:
    """The first tile of a round as it lies; a tap turns it."""
    held = desk.held
    if not desk.lays_first or held is None or held.tile.is_triple:
        return None
    shown = refereetiles.large(held, True)
    return {**shown, "words": tr("Turn {tile}", tile=held.tile), "do": {"do": "turn", "by": 1}}


def _second(desk: Desk) -> dict[str, Any] | None:
    """Whether the leader shows another triple, where that gives points."""
    award = desk.pad.rules.opening.second_triple
    if Lead not in desk.pad.allowed or not award or desk.tile is None or not desk.tile.is_triple:
        return None
    return button(tr("Holds another triple, too"), {"do": "second"}, pressed=desk.second)


def claim(desk: Desk) -> dict[str, Any] | None:
    """Where a claim is made before the pad says what it is worth."""
    if not desk.ending and (desk.held is None or desk.fault):
        return None
    kinds: list[Kind] = [] if desk.ending or desk.lays_first else list(KINDS.values())
    return {
        "title": tr("Claim what it is worth, if you like"),
        "label": tr("Points claimed"),
        "value": desk.points,
        "kinds": [
            button(tr(KIND_WORDS[kind]), {"do": "kind", "value": kind.value}, pressed=kind is desk.kind)
            for kind in kinds
        ],
    }


def primary(desk: Desk) -> dict[str, Any]:
    """The one thing that is most likely to be wanted now."""
    if desk.pad.end:
        return button(tr("New match"), {"do": "new"})
    if desk.ending:
        return button(tr("Count the round"), {"do": "count"})
    said = tr("Enter {tile}", tile=desk.tile) if desk.tile else tr("Enter")
    return button(said, {"do": "enter"}, desk.is_ready)
