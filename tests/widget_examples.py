"""One example of every widget, for what has to be true of each of them (`test_widgets.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trinb.moments import example
from trinb.widgets import BoardWidget, RoundStepper, RuleStepper

EXAMPLES: dict[str, Callable[..., Any]] = {
    "board": BoardWidget,
    "round-stepper": lambda **options: RoundStepper(example("granna"), **options),
    "rule-stepper": RuleStepper,
}
"""Makes each widget, filled with something; takes `language`."""
