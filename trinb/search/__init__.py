"""Search: the best turn, the end of a round, and what to play when hands are hidden.

What is asked for is imported when it is first used, so that this package stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .endgame import Ending, ending_values, endings, solve_endgame
    from .tree import Option, Settings, TreePlayer, analyse
    from .turn import BestTurn, BestTurns, best_turn, best_turns, first_placements, ranked_turns

_WHERE = {
    **dict.fromkeys(("Ending", "ending_values", "endings", "solve_endgame"), "endgame"),
    **dict.fromkeys(("Option", "Settings", "TreePlayer", "analyse"), "tree"),
    **dict.fromkeys(
        ("BestTurn", "BestTurns", "best_turn", "best_turns", "first_placements", "ranked_turns"), "turn"
    ),
}
"""The module of each name."""

__all__ = [
    "BestTurn",
    "BestTurns",
    "Ending",
    "Option",
    "Settings",
    "TreePlayer",
    "analyse",
    "best_turn",
    "best_turns",
    "ending_values",
    "endings",
    "first_placements",
    "ranked_turns",
    "solve_endgame",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
