"""What may be good to do now, and why: the answer to a player who asks for a hint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..board import Placement
from ..hints import Why, hints
from ..ruleparts import Several
from ..view import view_of
from ..words import tr, trn
from .front import button, line_row
from .matchtable import MatchTable, Phase
from .table import ACTION_WORDS

MOST_TOLD = 3
"""So many moves are told in words, each with those that are as good for the same reasons."""


class Tip(NamedTuple):
    """A move that is told, and the placements of the same value for which the same can be said."""

    why: Why
    equals: tuple[Placement, ...] = ()


class Adviser:
    """Knows what may be good to do at a table; it looks again when something has happened there.

    Args:
        table: the table.
    """

    def __init__(self, table: MatchTable) -> None:
        self.table = table
        self._state: object = None
        self._tips: tuple[Tip, ...] = ()

    @property
    def tips(self) -> tuple[Tip, ...]:
        """The moves that are told, the best first; none when no person is asked for a move."""
        if self.table.phase is not Phase.CHOOSE:
            return ()
        if self._state is not self.table.state:
            round = self.table.round
            self._tips = _chosen(hints(view_of(round, round.seat), None))
            self._state = self.table.state
        return self._tips

    @property
    def places(self) -> list[Placement]:
        """All placements that are told, those for which the same can be said too."""
        return [place for tip in self.tips for place in (tip.why.placement, *tip.equals) if place]

    def placement(self, number: int) -> Placement | None:
        """The placement of the tip with this number, from 0; None if there is none."""
        return self.tips[number].why.placement if 0 <= number < len(self.tips) else None

    def tip_at(self, place: Placement) -> Why | None:
        """What is told of a placement."""
        return next((tip.why for tip in self.tips if tip.why.placement == place), None)

    def shown(self) -> dict[str, Any]:
        """The tips in words and with their lines, as the browser shows them."""
        tips = self.tips
        fits = any(tip.why.placement for tip in tips)
        return {
            "words": " ".join(_words(self.table, tips) if fits else [*tips[0].why.words] if tips else []),
            "places": [self._tip(number, tip) for number, tip in enumerate(tips)] if fits else [],
        }

    def _tip(self, number: int, tip: Tip) -> dict[str, Any]:
        why, place = tip.why, tip.why.placement
        if place:
            said = tr("{tile} at {cell}", tile=place.tile, cell=place.cell)
        else:
            said = tr(ACTION_WORDS[type(why.move)])
        more = len(tip.equals)
        return {
            "button": button(said, {"do": "try", "number": number}, place is not None),
            "lines": [line_row(line, self.table.rules) for line in why.lines],
            "why": list(why.words),
            "more": trn("{n} more is as good.", "{n} more are as good.", more) if more else "",
        }


def _chosen(whys: Iterable[Why]) -> tuple[Tip, ...]:
    """The best ones of those for which different things are said, with one that scores most among them."""
    tips = list(_grouped(whys))
    first = tips[:MOST_TOLD]
    if len(tips) > MOST_TOLD and all(tip.why.rank > 1 for tip in first):
        first[-1] = next(tip for tip in tips if tip.why.rank == 1)
    return tuple(first)


def _grouped(whys: Iterable[Why]) -> Iterator[Tip]:
    groups: dict[object, list[Why]] = {}
    for why in whys:
        groups.setdefault((why.because, why.points, why.placement is None), []).append(why)
    for best, *others in groups.values():
        same = (other for other in others if abs(other.value - best.value) < 1e-9)
        yield Tip(best, tuple(other.placement for other in same if other.placement))


def _words(table: MatchTable, tips: tuple[Tip, ...]) -> Iterator[str]:
    """What is said before the tips: the most points, and in how many ways."""
    most, best = table.best()
    yield trn(
        "Most points now: {points}, in one way.",
        "Most points now: {points}, in {n} ways.",
        len(best),
        points=most,
    )
    if table.rules.turn.several is not Several.ONE and not table.round.leads and len(table.hand) > 1:
        yield tr("You may place several tiles in a turn; this looks at the next one only.")
    if len(tips) > 1:
        yield tr("The best one comes first:")
