"""Puzzles: positions with a question that has one answer, certified by a solver.

>>> from trinb.puzzles import puzzles
>>> first = puzzles("docking", level=1)[0]
>>> first.check(first.answer).right, first.certify().ok
(True, True)
"""

from .files import load, puzzle, puzzles, save
from .house import PuzzleError
from .kinds import FORMS, KIND_NAMES, LEVEL_NAMES, LEVELS, Form, PuzzleKind
from .model import Answer, Puzzle
from .proving import Certificate, certify, solved
from .verdicts import Outcome, Verdict

__all__ = [
    "FORMS",
    "KIND_NAMES",
    "LEVELS",
    "LEVEL_NAMES",
    "Answer",
    "Certificate",
    "Form",
    "Outcome",
    "Puzzle",
    "PuzzleError",
    "PuzzleKind",
    "Verdict",
    "certify",
    "load",
    "puzzle",
    "puzzles",
    "save",
    "solved",
]
