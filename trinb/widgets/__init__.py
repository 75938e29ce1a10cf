"""Interactive widgets for notebooks; each is one call.

They are imported by name and late, since they need the `lab` extra:

>>> from trinb.widgets import Play
>>> Play("triangelspelet", players=["you", "greedy"], seed=1)
<Play triangelspelet: 2 seats, round 1, 1 tiles laid>
"""

from .board import BoardWidget
from .cardtable import CardTable
from .editor import HouseRuleEditor
from .explorer import ScoringExplorer
from .gallery import TileGallery
from .lattice import LatticeViewer
from .play import Play
from .puzzleplayer import PuzzlePlayer
from .referee import Referee
from .rulestepper import RuleStepper
from .stepper import RoundStepper
from .variantlab import VariantLab

__all__ = [
    "BoardWidget",
    "CardTable",
    "HouseRuleEditor",
    "LatticeViewer",
    "Play",
    "PuzzlePlayer",
    "Referee",
    "RoundStepper",
    "RuleStepper",
    "ScoringExplorer",
    "TileGallery",
    "VariantLab",
]
