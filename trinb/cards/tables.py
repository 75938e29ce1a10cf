"""The odds of every situation of the card game at once, as arrays: what `odds` says, for all that is seen.

Cards that have been seen are written as one number, their **code**: the count of each rank as a digit to the
base 5, aces last.  With four of each rank there are 5⁶ = 15,625 codes.

>>> code_of([1, 1, 2]), counts_of(7)
(7, (2, 1, 0, 0, 0, 0))
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .rules import CardRules

RANKS = 6
BASE = 5
CODES = BASE**RANKS
PLACES = BASE ** np.arange(RANKS)
"""What one card of each rank adds to a code."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def code_of(cards: Iterable[int]) -> int:
    """The code of some cards."""
    return sum(BASE ** (card - 1) for card in cards)


def counts_of(code: int) -> tuple[int, ...]:
    """How many of each rank a code stands for."""
    return tuple(code // BASE**rank % BASE for rank in range(RANKS))


class OddsTables(NamedTuple):
    """What is known of every situation; ranks count from 0, impossible situations hold zeros.

    Attributes:
        counts: (codes, 6): the digits of each code.
        holds: (statements, 6, 6, 6): whether a statement is true of an own card and two peers' cards.
        points: (statements,): what each is worth.
        statement: (codes, 6, 6, 6): the number of the best statement for the cards seen before, two peers'
            cards and the middle one.
        speaking: (codes, 6, 6): what speaking gains on the average, before the middle card is seen.
    """

    counts: NDArray[np.int64]
    holds: NDArray[np.bool_]
    points: NDArray[np.int64]
    statement: NDArray[np.uint8]
    speaking: Floats


@lru_cache(maxsize=4)
def odds_tables(rules: CardRules) -> OddsTables:
    """The tables of some rules; they are worked out once."""
    counts = np.arange(CODES)[:, None] // PLACES % BASE
    holds = np.array(
        [
            [[[one.holds(a, (b, c)) for c in _ranks()] for b in _ranks()] for a in _ranks()]
            for one in rules.statements
        ]
    )
    points = np.array([rules.points_of(one) for one in rules.statements])
    statement = np.zeros((CODES, RANKS, RANKS, RANKS), np.uint8)
    speaking = np.zeros((CODES, RANKS, RANKS))
    for b, c in combinations_with_replacement(range(RANKS), 2):
        unseen = rules.copies - counts - np.bincount([b, c], minlength=RANKS)
        best, value = _best(unseen, holds[:, :, b, c], points, rules.wrong)
        statement[:, b, c] = statement[:, c, b] = best
        speaking[:, b, c] = speaking[:, c, b] = value
    return OddsTables(counts, holds, points, statement, speaking)


def _ranks() -> range:
    return range(1, RANKS + 1)


def _best(unseen: Any, holds: Any, points: Any, wrong: int) -> tuple[Any, Any]:
    """For every code and middle card the best statement, and its mean swing over the middle cards."""
    possible = (unseen >= 0).all(1)
    unseen = np.where(possible[:, None], unseen, 0)
    best = np.zeros((len(unseen), RANKS), np.uint8)
    value = np.zeros(len(unseen))
    total = unseen.sum(1)
    for middle in range(RANKS):
        left = unseen.copy()
        left[:, middle] -= 1
        there = (left[:, middle] >= 0) & (left.sum(1) > 0)
        left[~there] = 0
        # Whole numbers, though floats: of equal statements the likelier one is best, as in `odds.best`.
        right = left.astype(float) @ holds.T
        number = left.sum(1)[:, None]
        swing = right * points - wrong * (number - right)
        best[:, middle] = np.argmax(swing * 1000 + right, axis=1)
        gained = swing.max(1) / np.maximum(number[:, 0], 1)
        value += np.where(there, unseen[:, middle] / np.maximum(total, 1) * gained, 0)
    return best, value
