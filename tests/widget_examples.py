"""One example of every widget, for what has to be true of each of them (`test_widgets.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trinb.moments import example
from trinb.widgets import (
    BoardWidget,
    CardTable,
    HouseRuleEditor,
    LatticeViewer,
    Play,
    PuzzlePlayer,
    Referee,
    RoundStepper,
    RuleStepper,
    ScoringExplorer,
    TileGallery,
    VariantLab,
)


def lab(**options: Any) -> VariantLab:
    """Two rule sets and house rules that are being edited, of which some rounds were played."""
    widget = VariantLab("triangelspelet", "granna", rounds=2_000, **options)
    widget.change(0, "score.bridge", "40")
    widget.run()
    widget.wait(120)
    return widget


def referee(**options: Any) -> Referee:
    """A round with a claim, in which a bridge can be laid."""
    widget = Referee(rules="triominos-de", **options)
    widget.start()
    pad = widget.pad.lead(0, "5-5-5").draw(2).place("v0,0=554", claim=14, kind="docking")
    for entry in pad.entries:
        widget.enter(*entry)
    return widget


def puzzles(screen: str, **options: Any) -> PuzzlePlayer:
    """Puzzles, with one of the three parts in front."""
    widget = PuzzlePlayer(level=2, **options)
    widget.screen = screen
    if screen == "make":
        widget._handle_custom_msg({"do": "template"}, [])
    return widget


EXAMPLES: dict[str, Callable[..., Any]] = {
    "board": BoardWidget,
    "cards": lambda **options: CardTable(seed=5, speed="slow", **options),
    "editor": HouseRuleEditor,
    "explorer": lambda **options: ScoringExplorer("extension-hexagon", "triominos-de", **options),
    "lab": lab,
    "lab-new": lambda **options: VariantLab(rounds=2_000, **options),
    "lattice": lambda **options: LatticeViewer(example("granna"), **options),
    "play": lambda **options: Play(players=["you", "greedy", "you"], seed=5, **options),
    "puzzles": lambda **options: puzzles("play", **options),
    "puzzles-make": lambda **options: puzzles("make", **options),
    "puzzles-sheet": lambda **options: puzzles("sheet", **options),
    "referee": referee,
    "referee-setup": Referee,
    "round-stepper": lambda **options: RoundStepper(example("granna"), **options),
    "rule-stepper": RuleStepper,
    "tile-gallery": lambda **options: TileGallery("triangelspelet-77", compare="ascending-7", **options),
}
"""Makes each widget, filled with something; takes `language`."""
