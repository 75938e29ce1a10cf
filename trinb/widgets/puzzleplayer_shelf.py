"""The puzzles to choose from, by level, kind and rules, and which one comes next.

**Which level comes next.**  Two right answers in a row without a hint, each at the first or second try: one
level up.  Two answers in a row that had to be shown: one level down.  Else the level stays.  Skipping counts
for nothing.  `next_level` is all there is to it:

>>> next_level(2, [Result.CLEAN, Result.CLEAN]), next_level(2, [Result.SHOWN, Result.CLEAN])
(3, 2)
>>> next_level(2, [Result.SHOWN, Result.SHOWN]), next_level(1, [Result.SHOWN, Result.SHOWN])
(1, 1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum

from ..errors import NotationError
from ..notation import show
from ..puzzles import LEVELS, Puzzle, PuzzleError, PuzzleKind
from ..words import tr
from .puzzleplayer_progress import Progress

OWN = 0
"""The level of puzzles that have none yet: those of one's own, and those of codes."""

RUN = 2
"""So many in a row change the level."""

_LONGEST_ID = 100

CLEAN_TRIES = 2
"""At this try or before an answer counts as found without help."""


class Result(Enum):
    """How a puzzle came to its end."""

    CLEAN = "clean"
    HELPED = "helped"
    SHOWN = "shown"


def next_level(level: int, results: Sequence[Result]) -> int:
    """The level of the next puzzle, after these results at this level."""
    last = results[-RUN:]
    if len(last) < RUN or len(set(last)) > 1:
        return level
    step = {Result.CLEAN: 1, Result.SHOWN: -1}.get(last[0], 0)
    return min(max(level + step, LEVELS[0]), LEVELS[-1])


class Shelf:
    """Puzzles with marks for those that are solved, and with filters.

    Args:
        puzzles: all there are.
        progress: what was done with them.

    Attributes:
        level: the level that is looked at; `OWN` for one's own.
        kind, rules: what is looked at besides; None for all.
        own: puzzles that were made here, or came by a code.
    """

    def __init__(self, puzzles: Iterable[Puzzle], progress: Progress) -> None:
        self.progress = progress
        given = list(dict.fromkeys(puzzles))
        self.puzzles = _mixed([one for one in given if one.level])
        self.own: list[Puzzle] = [one for one in given if not one.level]
        self.kind: PuzzleKind | None = None
        self.rules: str | None = None
        self.level = next((level for level in LEVELS if self.at(level)), OWN if self.own else LEVELS[0])
        self.results: list[Result] = []

    # --- looking ---------------------------------------------------------------------------------

    def at(self, level: int) -> list[Puzzle]:
        """The puzzles of a level that are of the kind and the rules looked at."""
        if level == OWN:
            return self.own
        return [one for one in self.puzzles if one.level == level and self._wanted(one)]

    @property
    def listed(self) -> list[Puzzle]:
        """The puzzles that are looked at."""
        return self.at(self.level)

    def _wanted(self, puzzle: Puzzle) -> bool:
        return self.kind in (None, puzzle.kind) and self.rules in (None, puzzle.rules_id)

    def solved(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is solved."""
        return self.progress.of(key(puzzle)).solved

    def count_solved(self, puzzles: Iterable[Puzzle]) -> int:
        """How many of these are solved."""
        return sum(map(self.solved, puzzles))

    @property
    def kinds(self) -> list[tuple[PuzzleKind, int]]:
        """The kinds there are, each with how many of this level and these rules there are."""
        there = {one.kind for one in self.puzzles}
        count = Counter(
            one.kind for one in self.puzzles if one.level == self.level and self.rules in (None, one.rules_id)
        )
        return [(kind, count[kind]) for kind in PuzzleKind if kind in there]

    @property
    def rule_sets(self) -> list[tuple[str, int]]:
        """The ids of the rule sets there are, each with how many of this level and kind there are."""
        count = Counter(
            one.rules_id for one in self.puzzles if one.level == self.level and self.kind in (None, one.kind)
        )
        return [(id, count[id]) for id in dict.fromkeys(one.rules_id for one in self.puzzles)]

    # --- choosing --------------------------------------------------------------------------------

    def look_at(self, level: int) -> None:
        """Look at another level.

        Raises:
            NotationError: there is no such level.
        """
        if level not in (OWN, *LEVELS):
            raise PuzzleError(tr("level: {level} is not from 1 to 5", level=level))
        self.level, self.results = level, []

    def select(self, name: str, value: str) -> None:
        """Look at one kind or one rule set only; an empty value is all.

        Raises:
            NotationError: there is none.
        """
        if name == "kind" and value in {"", *(kind.value for kind, _ in self.kinds)}:
            self.kind = PuzzleKind(value) if value else None
        elif name == "rules" and value in {"", *(id for id, _ in self.rule_sets)}:
            self.rules = value or None
        else:
            raise NotationError(tr("there is nothing to choose called {it}", it=show(name)))
        self.results = []

    def add(self, puzzle: Puzzle) -> Puzzle:
        """Put a puzzle among one's own; one that is there already stays the only one."""
        for known in (*self.own, *self.puzzles):
            if key(known) == key(puzzle) or (known.id and known.code == puzzle.code):
                return known
        self.own.append(puzzle)
        return puzzle

    def swap(self, puzzle: Puzzle, other: Puzzle | None) -> None:
        """Put another puzzle in the place of one, or nothing."""
        if puzzle is other:
            return
        new = [] if other is None else [other]
        self.puzzles = tuple(one for old in self.puzzles for one in (new if old is puzzle else [old]))
        self.own = [one for old in self.own for one in (new if old is puzzle else [old])]

    # --- what comes next ---------------------------------------------------------------------------

    def ended(self, result: Result) -> None:
        """A puzzle has come to its end; the next may be of another level."""
        level = self.level_after(result)
        self.results.append(result)
        if level != self.level:
            self.look_at(level)

    def level_after(self, result: Result) -> int:
        """The level of the next puzzle, when one comes to its end like this."""
        if self.level == OWN:
            return OWN
        level = next_level(self.level, [*self.results, result])
        return level if self.at(level) else self.level

    def first(self) -> Puzzle | None:
        """The first puzzle looked at that is not solved, else the first one."""
        return next((one for one in self.listed if not self.solved(one)), next(iter(self.listed), None))

    def after(self, puzzle: Puzzle | None) -> Puzzle | None:
        """The next one of this level that is not solved; else of the nearest level; else just the next."""
        open_ = [one for one in self._from(puzzle) if self._is_open(one) and one is not puzzle]
        if open_:
            return open_[0]
        for level in sorted(LEVELS, key=lambda level: (abs(level - self.level), -level)):
            left = next((one for one in self.at(level) if self._is_open(one) and one is not puzzle), None)
            if left and self.level != OWN:
                self.look_at(level)
                return left
        return next(iter(self._from(puzzle)), puzzle)

    def _is_open(self, puzzle: Puzzle) -> bool:
        done = self.progress.of(key(puzzle))
        return not done.solved and not done.shown

    def _from(self, puzzle: Puzzle | None) -> list[Puzzle]:
        """Those looked at, beginning after one of them."""
        listed = self.listed
        at = listed.index(puzzle) + 1 if puzzle in listed else 0
        return listed[at:] + listed[:at]


def _mixed(puzzles: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """By level, and within a level the kinds by turns, so that no two alike follow each other."""
    seen: Counter[tuple[int, PuzzleKind]] = Counter()
    places = []
    order = list(PuzzleKind)
    for puzzle in puzzles:
        group = puzzle.level, puzzle.kind
        places.append((puzzle.level, seen[group], order.index(puzzle.kind)))
        seen[group] += 1
    return tuple(puzzle for _, puzzle in sorted(zip(places, puzzles, strict=True), key=lambda pair: pair[0]))


def key(puzzle: Puzzle) -> str:
    """What a puzzle is known by in a file of progress."""
    return puzzle.id if 0 < len(puzzle.id) <= _LONGEST_ID else puzzle.code
