"""Interactive widgets for notebooks; each is one call.

They are imported by name and late, since they need the `lab` extra:

>>> from trinb.widgets import BoardWidget
>>> BoardWidget.play("triangelspelet", seed=1)  # doctest: +SKIP
"""

from .board import BoardWidget
from .stepper import RoundStepper, RuleStepper

__all__ = ["BoardWidget", "RoundStepper", "RuleStepper"]
