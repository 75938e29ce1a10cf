"""Millions of rounds: the rules as a compiled program, and what it measures.

>>> from trinb import rules
>>> simulate(rules("triangelspelet"), ["greedy"] * 4, rounds=1_000, seed=1)
<Simulation of triangelspelet: 1000 rounds, seed 1>
"""

from .progress import quiet
from .run import Simulation, simulate

__all__ = ["Simulation", "quiet", "simulate"]
