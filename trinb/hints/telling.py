"""Which reasons are said of a move: the weightiest of those that tell it from the other moves.

Every reason gets a **weight** in points, roughly what it may be worth: of a place for others its points times
the chance that the next player can fill it, of what cannot be told in points a small share of the most that
the rules give for a placement.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ..moves import DRAW, PASS
from .because import Because, Topic
from .outlook import Spot
from .survey import Survey, Why

MOST_SAID = 3
"""So many sentences are said of a move."""

_Weighed = Iterator[tuple[float, Because]]

_SAID_BY: dict[Topic, set[Topic]] = {
    Topic.LITTLE: {Topic.SPOILS},
    Topic.MUCH: {Topic.OPENS},
    Topic.BLOCKS: {Topic.LITTLE, Topic.LESS_ROOM},
    Topic.LESS_ROOM: {Topic.LITTLE, Topic.BLOCKS},
    Topic.MORE_ROOM: {Topic.MUCH, Topic.OPENS},
    Topic.ROOM: {Topic.LITTLE, Topic.BLOCKS, Topic.MUCH, Topic.OPENS},
    Topic.NEXT: {Topic.OWN, Topic.KEEPS},
    Topic.GO_ON: {Topic.OWN, Topic.KEEPS},
    Topic.FREES: {Topic.OWN, Topic.NEXT, Topic.GO_ON},
    Topic.ALL_FIT: {Topic.FREES},
}
"""What need not be said any more once something else has been said, of the same tile if it is of one."""


def explained(survey: Survey, why: Why) -> Why:
    """A move with the reasons that tell it from the others."""
    about = _about_placement if why.placement else _about_other
    chosen = tuple(about(survey, why))[:MOST_SAID]
    return evolve(why, because=tuple(sorted(chosen, key=_speaks_against)))


_AGAINST = {Topic.OPENS, Topic.MUCH, Topic.MORE_ROOM, Topic.STUCK}


def _speaks_against(because: Because) -> bool:
    """To say first what speaks for a move."""
    return because.topic in _AGAINST


def _about_placement(survey: Survey, why: Why) -> list[Because]:
    said = [*_about_points(survey, why), *_about_search(survey, why)]
    found = [*_about_end(why)] if why.goes_out else [*_about_others(survey, why), *_about_own(survey, why)]
    for weight, because in sorted(found, key=lambda pair: -pair[0]):
        if weight >= unit(survey) and not _is_said(because, said):
            said.append(because)
    return said or [Because(Topic.SAME, points=why.points)]


def _is_said(because: Because, said: list[Because]) -> bool:
    by = _SAID_BY.get(because.topic, set())
    return any(other.topic in by and because.tiles in ((), other.tiles) for other in said)


def unit(survey: Survey) -> float:
    """A number of points that matters: a twentieth of about the most that a placement is worth."""
    table = survey.view.rules.score
    most = max(table.hexagons[0], *(award.of(7) for award in (table.bridge, table.docking, table.drone)))
    return max(most, 1) / 20


def _tells(survey: Survey, why: Why, part: str) -> bool:
    """Whether this is not the same for all moves."""
    return any(getattr(other, part) != getattr(why, part) for other in survey.whys)


def _worth(spot: Spot) -> float:
    return spot.extra * spot.chance


# --- placements --------------------------------------------------------------------------------------


def _about_points(survey: Survey, why: Why) -> Iterator[Because]:
    if why.choices == 1:
        yield Because(Topic.ONLY, points=why.points)
    elif why.points < why.most:
        yield Because(Topic.LESS, n=why.most - why.points)
    elif any(look.points < why.most for look in survey.placed):
        yield Because(Topic.MOST, points=why.points)


def _about_search(survey: Survey, why: Why) -> Iterator[Because]:
    told = sorted((other.expected for other in survey.whys if other.expected is not None), reverse=True)
    if why.expected is not None and len(told) > 1:
        first = why.expected == told[0]
        yield Because(Topic.SEARCH, total=first, mean=why.expected, other=told[first])


def _about_end(why: Why) -> _Weighed:
    yield 1_000_000, Because(Topic.OUT)


def _about_others(survey: Survey, why: Why) -> _Weighed:
    """What it takes from the others, and what it leaves to them."""
    if not survey.seer.next_hand:
        return
    if why.spoils and _tells(survey, why, "spoils"):
        spot = max(why.spoils, key=_worth)
        yield _worth(spot), Because(Topic.SPOILS, points=spot.points, cell=spot.cell, tiles=(spot.tile,))
    if why.holes and _tells(survey, why, "holes"):
        yield 1.5 * unit(survey), Because(Topic.HOLE, cell=why.holes[0])
    yield from _about_opened(survey, why)
    yield from _about_reply(survey, why)
    yield from _about_room(survey, why)


def _about_reply(survey: Survey, why: Why) -> _Weighed:
    """What the next player gets on average, where it is clearly less or more than after the other moves."""
    less = why.other_reply - why.reply
    if round(why.reply) != round(why.other_reply):
        topic = Topic.LITTLE if less > 0 else Topic.MUCH
        yield 0.9 * abs(less), Because(topic, mean=why.reply, other=why.other_reply)


def _about_opened(survey: Survey, why: Why) -> _Weighed:
    """What it makes for others, if some other move does not."""
    if not why.opens or not _tells(survey, why, "opens"):
        return
    spot = max(why.opens, key=_worth)
    feared = sum(other.chance > 0 for other in why.opens)
    because = Because(Topic.OPENS, feared, points=spot.points, cell=spot.cell, tiles=(spot.tile,))
    if not feared:
        yield unit(survey), evolve(because, topic=Topic.HARMLESS)
    elif why.reply > min(other.reply for other in survey.whys) + unit(survey) / 2:
        yield sum(map(_worth, why.opens)), because


def _about_room(survey: Survey, why: Why) -> _Weighed:
    """How many of the unseen tiles fit, where other placements leave clearly more or fewer."""
    others = [len(look.outlook.fits) for look in survey.placed if look.move != why.move]
    if not others or not survey.view.board:
        return
    closed = [len(other.closes) for other in survey.whys if other.placement and other.move != why.move]
    if len(why.closes) >= 2 and len(why.closes) > sum(closed) / len(closed) + 1:
        yield 1.3 * unit(survey), Because(Topic.BLOCKS, len(why.closes))
    fit = len(why.fit_after)
    more = fit - sum(others) / len(others)
    if abs(more) >= max(2.0, 0.08 * why.unseen):
        before, topic = len(why.fit_before), Topic.ROOM
        if (fit > before) == (more > 0) and abs(fit - before) > 1:
            topic = Topic.MORE_ROOM if more > 0 else Topic.LESS_ROOM
        weight = unit(survey) * (1 + 8 * abs(more) / why.unseen)
        yield weight, Because(topic, fit, why.unseen, before, other=fit - more)


def _about_own(survey: Survey, why: Why) -> _Weighed:
    """What it does to the tiles that stay in the hand, and to the one that leaves it."""
    yield from _about_next(survey, why)
    many = unit(survey)
    if why.frees:
        yield 2 * many, Because(Topic.FREES, tiles=why.frees[:1])
    fitted = survey.before.rest
    stuck = tuple(tile for tile in why.stuck if tile in fitted)
    if stuck and _tells(survey, why, "stuck"):
        yield 1.5 * many * len(stuck), Because(Topic.STUCK, len(stuck), tiles=stuck)
    if not why.stuck and any(other.stuck for other in survey.whys if other.placement):
        yield 1.2 * many, Because(Topic.ALL_FIT, len(why.keeps))
    assert why.placement
    tile = why.placement.tile
    placed = [look.tile for look in survey.placed]
    if survey.view.board and placed.count(tile) == 1 and len(set(placed)) > 1:
        yield 1.1 * many, Because(Topic.NOWHERE_ELSE, tiles=(tile,))
    if survey.view.rules.out.others_digits and survey.seer.next_hand:
        sums = [other.sum for other in survey.view.hand]
        if tile.sum == max(sums) and tile.sum - sum(sums) / len(sums) >= 3:
            yield many, Because(Topic.HEAVY, points=tile.sum, tiles=(tile,))


def _about_next(survey: Survey, why: Why) -> _Weighed:
    """What the own tiles can get next."""
    if why.own and _tells(survey, why, "own"):
        spot = max(why.own, key=lambda spot: spot.points)
        is_new = spot.cell not in survey.before.own
        topic, weight = (Topic.OWN, 0.8) if is_new else (Topic.KEEPS, 0.4)
        yield weight * spot.extra, Because(topic, points=spot.points, cell=spot.cell, tiles=(spot.tile,))
    if why.next_points is None or why.next_tile is None:
        return
    waits = any((spot.tile, spot.points) == (why.next_tile, why.next_points) for spot in why.own)
    if waits and not survey.goes_on:
        return  # nobody can take that, so it need not be next
    others = [look.outlook.next_points or 0 for look in survey.placed if look.move != why.move]
    more = why.next_points - sum(others) / len(others) if others else 0
    if more > unit(survey):
        topic = Topic.GO_ON if survey.goes_on else Topic.NEXT
        yield 0.6 * more, Because(topic, points=why.next_points, tiles=(why.next_tile,))


# --- what is no placement ----------------------------------------------------------------------------


def _about_other(survey: Survey, why: Why) -> Iterator[Because]:
    if why.move == DRAW:
        yield from _about_draw(survey, why)
    elif why.move == PASS:
        yield Because(Topic.PASSES)
        if why.points:
            yield Because(Topic.COSTS, points=why.points)
    else:
        yield Because(Topic.ONLY_LOSES) if why.most < 0 else Because(Topic.INSTEAD, points=why.most)
        yield from (because for _, because in _about_reply(survey, why))


def _about_draw(survey: Survey, why: Why) -> Iterator[Because]:
    yield Because(Topic.INSTEAD, points=why.most) if why.choices else Because(Topic.DRAWS)
    if why.points:
        yield Because(Topic.COSTS, points=why.points)
    if not survey.view.rules.draws.place_at_once:
        yield Because(Topic.LATER)
    elif not why.choices:
        yield Because(Topic.CHANCES, len(why.fit_before), why.unseen)
