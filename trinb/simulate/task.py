"""A piece of work for the kernel, and what comes out of it: sums that add up to the same in any order.

>>> from trinb.ruleset import rules
>>> task = Task(rules("triangelspelet"), ("greedy", "random"), seed=1)
>>> task.play(0, 10) + task.play(10, 30) == task.play(0, 40)
True

A round follows from the seed and its number alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from ..errors import TrinbError
from ..notation import show
from ..ruleset import RuleSet
from ..words import tr
from . import kernel
from .desk import GREEDY, PUPIL, RANDOM
from .program import Program, program

POLICIES: Mapping[str, int] = {"greedy": GREEDY, "random": RANDOM, "pupil": PUPIL}
"""The players that the kernel knows, by name."""

CHUNK = 50_000
"""Rounds that are played at a stretch: about a tenth of a second."""

MATCHES = 1_000
"""Matches that are played at a stretch, at most."""

_TOTAL, _SQUARES, _GAME_SQUARES, _GAME_PRODUCTS = range(4)


@frozen
class Task:
    """What is to be played, so that another process can do it.

    Attributes:
        rules: the rule set.
        players: the name of a player for each seat.
        seed: what all chance follows from.
        matches: whether whole matches are played, and not single rounds.
    """

    rules: RuleSet
    players: tuple[str, ...]
    seed: int
    matches: bool = False

    def check(self) -> None:
        """Refuse what cannot be played.

        Raises:
            TrinbError: there is no such player, the rules do not allow so many, or a match would never end.
        """
        for name in self.players:
            if name not in POLICIES:
                raise TrinbError(
                    tr(
                        "there is no player {it}; there are {known}",
                        it=show(name),
                        known=", ".join(POLICIES),
                    )
                )
        program(self.rules, len(self.players))
        match = self.rules.match
        if self.matches and match.target is None and match.rounds is None:
            raise TrinbError(tr("{rules} has neither a target nor a number of rounds", rules=self.rules.id))

    @property
    def program(self) -> Program:
        """What the kernel plays."""
        return program(self.rules, len(self.players))

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of a row: of a round, or of a match."""
        return self.program.match_columns if self.matches else self.program.columns

    @property
    def chunk(self) -> int:
        """How many rounds or matches are played at a stretch."""
        return min(MATCHES, self.program.most_matches) if self.matches else CHUNK

    def play(self, first: int, count: int, keep: bool = False) -> Sums:
        """Play rounds (or matches) number `first` to `first + count`.

        Args:
            first: from 0.
            count: how many.
            keep: whether a row for each is kept.
        """
        what, whole = self.program, self.matches
        room = kernel.Results.room(what, count if keep and not whole else 0, count if whole else 0)
        policies = [POLICIES[name] for name in self.players]
        played, _ = kernel.play(what, policies, self.seed, first, count, whole, room)
        of_rounds, matches = room.of_rounds, room.matches
        if not whole:
            of_rounds[_GAME_SQUARES], of_rounds[_GAME_PRODUCTS] = of_rounds[_SQUARES], of_rounds[_TOTAL]
        of_matches = np.stack([matches.sum(0), (matches * matches).sum(0)])
        kept = (matches if whole else room.rows) if keep else None
        return Sums(played, of_rounds.astype(object), len(matches), of_matches.astype(object), kept)


@frozen(eq=False)
class Sums:
    """What some rounds add up to, in whole numbers of any size, so that adding is the same in any order.

    A **game** is what is independent of the others: a match, or a round that is played by itself.

    Attributes:
        rounds: how many rounds.
        of_rounds: for each column of a round the sum; the sum of the squares; over all games the sum of the
            squares of the game's sum; and the sum of its products with the number of rounds of the game.
        matches: how many matches.
        of_matches: for each column of a match the sum, and the sum of the squares.
        rows: a row for each round or match, if they were kept.
    """

    rounds: int
    of_rounds: Any
    matches: int
    of_matches: Any
    rows: NDArray[Any] | None = None

    def __add__(self, other: object) -> Sums:
        """Of both together; their rows are left out."""
        if not isinstance(other, Sums):
            return NotImplemented
        return Sums(
            self.rounds + other.rounds,
            self.of_rounds + other.of_rounds,
            self.matches + other.matches,
            self.of_matches + other.of_matches,
        )

    def __eq__(self, other: object) -> bool:
        return self.numbers == other.numbers if isinstance(other, Sums) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    @property
    def numbers(self) -> list[Any]:
        """All of it but the rows, as JSON can hold it."""
        return [self.rounds, self.of_rounds.tolist(), self.matches, self.of_matches.tolist()]

    @classmethod
    def of(cls, numbers: list[Any]) -> Sums:
        """The sums that `numbers` is of."""
        rounds, of_rounds, matches, of_matches = numbers
        return cls(rounds, np.array(of_rounds, object), matches, np.array(of_matches, object))

    @property
    def total(self) -> Any:
        """The sum of each column over all rounds."""
        return self.of_rounds[_TOTAL]

    @property
    def squares(self) -> Any:
        """The sum of the squares of each column over all rounds."""
        return self.of_rounds[_SQUARES]

    @property
    def games(self) -> int:
        """How many games: matches, or rounds by themselves."""
        return self.matches or self.rounds
