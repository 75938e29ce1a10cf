"""The levels of players that search: how much each looks at before it moves.

>>> level("master")
<Player master: 500 rollouts>
"""

from __future__ import annotations

from .tree import Settings, TreePlayer, is_compiled

CLUB = Settings(depth=0, memory=False)
"""A club player imagines some deals, and forgets who could not place what."""

MASTER = Settings()
"""A master imagines many, remembers, and thinks about the answers.

The answers pay only with thousands of rollouts; with the few hundred of a master they do no harm.
"""

_LEVELS = {"club": (60, 60, CLUB), "master": (500, 300, MASTER)}
"""For each level the rollouts when compiled, and when not."""


def level(name: str) -> TreePlayer:
    """A player that searches, by its name: club or master."""
    compiled, plain, settings = _LEVELS[name]
    return TreePlayer(compiled if is_compiled() else plain, settings=settings, name=name)


def forgetful() -> TreePlayer:
    """A master who forgets what others could not place."""
    return _master(MASTER._replace(memory=False), "forgetful")


def without_tree() -> TreePlayer:
    """A master who thinks about its own move only, and leaves the answers to greedy players."""
    return _master(MASTER._replace(depth=0), "without tree")


def patient() -> TreePlayer:
    """A master that tries ten times as much."""
    return _master(MASTER, "patient", 10)


def patient_without_tree() -> TreePlayer:
    """The same without a tree."""
    return _master(MASTER._replace(depth=0), "patient without tree", 10)


def _master(settings: Settings, name: str, times: int = 1) -> TreePlayer:
    return TreePlayer(times * level("master").iterations, settings=settings, name=name)
