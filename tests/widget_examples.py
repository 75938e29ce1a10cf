"""One example of every widget, for what has to be true of each of them (`test_widgets.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trinb.moments import example
from trinb.widgets import (
    BoardWidget,
    HouseRuleEditor,
    LatticeViewer,
    Play,
    RoundStepper,
    RuleStepper,
    ScoringExplorer,
    TileGallery,
)

EXAMPLES: dict[str, Callable[..., Any]] = {
    "board": BoardWidget,
    "editor": HouseRuleEditor,
    "explorer": lambda **options: ScoringExplorer("extension-hexagon", "triominos-de", **options),
    "lattice": lambda **options: LatticeViewer(example("granna"), **options),
    "play": lambda **options: Play(players=["you", "greedy", "you"], seed=5, **options),
    "round-stepper": lambda **options: RoundStepper(example("granna"), **options),
    "rule-stepper": RuleStepper,
    "tile-gallery": lambda **options: TileGallery("triangelspelet-77", compare="ascending-7", **options),
}
"""Makes each widget, filled with something; takes `language`."""
