"""Figures of players: what a player found out about its moves, and how strong players are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from ..moves import Place
from ..simulate.variants import player_name
from ..simulate.written import interval_words, number_of, said
from ..words import tr
from .labfigures import Item, Panel, figure_of
from .palette import LIGHT

if TYPE_CHECKING:
    from ..search.ratings import Rating
    from ..search.tree import Option

MOST = 12
"""So many moves are drawn at most."""


def draw_options(options: Sequence[Option]) -> Figure:
    """What a player found out about its moves: for each the mean margin and its interval, best first.

    Args:
        options: what `search.tree.analyse` gives.
    """
    items = tuple(
        Item(
            tr("{move}, {count} rollouts", move=_move(option), count=option.tries),
            option.margin,
            option.low,
            option.high,
            number_of(option[1:4], sign=True),
            LIGHT.hexagon if number == 0 else LIGHT.bridge,
            "D" if number == 0 else "o",
        )
        for number, option in enumerate(options[:MOST])
        if option.tries > 1
    )
    title = tr("Points ahead at the end of the round, on the average")
    heard = [f"{_move(option)}: {interval_words(option[1:4], sign=True)}." for option in options[:MOST]]
    return figure_of([[Panel(title, items, 0.0)]], [tr("Lines: 95 % intervals.")], " ".join(heard))


def draw_ratings(tables: Sequence[tuple[str, Sequence[Rating]]]) -> Figure:
    """The ratings of players.

    Args:
        tables: what each is of, and its ratings.
    """
    rows = [[Panel(title, tuple(map(_rated, ratings)), 0.0)] for title, ratings in tables]
    heard = [
        f"{title}: "
        + ", ".join(f"{player_name(one.player)} {said(one.value, 0, sign=True)}" for one in ratings)
        for title, ratings in tables
    ]
    below = [tr("Bradley–Terry ratings; the greedy player has 0. Lines: 95 % intervals.")]
    return figure_of(rows, below, ". ".join(heard) + ".")


def _rated(one: Rating) -> Item:
    words = said(one.value, 0, sign=True)
    return Item(player_name(one.player), one.value, one.low, one.high, words, LIGHT.bridge)


def _move(option: Option) -> str:
    move = option.move
    return f"{move.placement.tile} {move.placement.cell}" if isinstance(move, Place) else str(move)
