r"""Hints that explain why: what a move gives now, what it blocks, and what it keeps.

`reasons` tells of one move why one may want it or not, `hints` which moves look best.  Both know only what
the seat may know, and say nothing that could not be counted on the table:

>>> from trinb.rounds import Round
>>> from trinb.ruleset import rules
>>> from trinb.view import view_of
>>> view = view_of(Round.deal(rules("triominos-de"), players=2, seed=14), seat=0)
>>> for why in hints(view):
...     print(why.move, *why.words, sep="\n  ")
^0,0=000
  40 points: nothing gives more now.
  It leaves less to the next player: +2 on average, after your other moves +6.
  8 of your tiles then fit nowhere.
^0,0=555
  15 points less than the most you can get now.
  Your 3-5-5 can get +13 next, if the place is still free then.
  6 of your tiles then fit nowhere.

The ranking is by a simple **value** that can be worked out by hand: the points now, plus the most that one of
the own tiles left can get next on the board as it then is, minus the *reply*, what the best placement of the
next player gives on average over all hands that he may hold (see `outlook`).  Going out adds what it is
worth, on average where that depends on hidden tiles, and ends the round, so that there is no reply.  It looks
one placement ahead and no further; who knows better hands in the `values` of a search.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..board import Placement
from ..errors import Illegal, IllegalMove
from ..moves import Move, Place, refused
from ..view import PlayerView
from ..words import tr
from .because import Because, Topic
from .outlook import Spot
from .survey import Survey, Why
from .telling import explained

__all__ = ["Because", "Spot", "Topic", "Why", "hints", "reasons"]


def reasons(view: PlayerView, move: Placement | Move, values: Mapping[Placement, float] | None = None) -> Why:
    """Why one may want to make a move, or not.

    Args:
        view: what the seat may know.
        move: what it may do: a placement, drawing, passing or ending the turn.
        values: what a search expects of placements, if there is one: mean margins.

    Raises:
        IllegalMove: the seat may not do that now.
    """
    wanted = Place(move) if isinstance(move, Placement) else move
    if wanted not in view.legal_moves:
        reason = Illegal.MUST_PLACE if view.legal_moves.placements else Illegal.MUST_DRAW
        raise IllegalMove(reason, refused(wanted, tr("that cannot be done now")))
    survey = Survey(view, values)
    return explained(survey, next(why for why in survey.whys if why.move == wanted))


def hints(
    view: PlayerView, most: int | None = 3, values: Mapping[Placement, float] | None = None
) -> tuple[Why, ...]:
    """The moves that look best, the best one first, each with its reasons; none if it is not one's turn.

    Args:
        view: what the seat may know.
        most: how many at the most; None for all.
        values: what a search expects of placements: mean margins.  These then rank before the others.
    """
    survey = Survey(view, values)
    return tuple(explained(survey, why) for why in survey.whys[:most])
