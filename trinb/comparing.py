"""One tile in every place where it fits, scored by several rule sets side by side.

Each rule set has its own idea of the best place:

>>> position = "^0,0=555 v0,0=554 ^0,1=445 v-1,1=504 ^-1,1=050 v0,-1=155 ^0,-1=513 v-1,-1=355"
>>> found = compare(Board.parse(position), Tile(0, 5, 5), ["triangelspelet", "triominos-nl"])
>>> for cell, place in found.places.items():
...     print(cell, place.contact.kind.value, *(score.total for score in found.scores(cell)))
v-1,0 docking 75 10
^-1,0 bridge 50 20
>>> for column in found.columns:
...     print(column.rules.id, column.most, *map(str, column.best))
triangelspelet 75 v-1,0
triominos-nl 20 ^-1,0

A `Lineup` holds the rule sets that are compared, each with the readings that are switched on;
`scoring_readings` names those that can move the score of a placement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import NamedTuple

from attrs import frozen

from .board import Board, Contact, Placement
from .errors import NotationError, RulesError
from .lattice import Cell
from .ruleset import RuleSet, rule_sets, rules
from .scoring import Score, scorer
from .tiles import Tile
from .words import tr

HEATS = 5
"""How many steps the heat of a place has, from 0."""


class Place(NamedTuple):
    """A legal placement, and how it meets the board."""

    placement: Placement
    contact: Contact


@frozen(eq=False)
class Column:
    """What one rule set gives in each place, and which places it likes best.

    Attributes:
        rules: the rule set.
        scores: the score in each place.
    """

    rules: RuleSet
    scores: Mapping[Cell, Score]

    @cached_property
    def most(self) -> int:
        """The points in the best place."""
        return max(score.total for score in self.scores.values())

    @cached_property
    def least(self) -> int:
        """The points in the worst place."""
        return min(score.total for score in self.scores.values())

    @cached_property
    def best(self) -> tuple[Cell, ...]:
        """The places that give the most."""
        return tuple(cell for cell, score in self.scores.items() if score.total == self.most)

    def heat(self, cell: Cell) -> int:
        """How good a place is among all: from 0 for the worst to ``HEATS - 1``, for the best ones alone.

        Where all are equal there is nothing to choose, and the heat is 0.

        >>> found = compare(Board.parse("^0,0=111"), Tile(1, 1, 3), ["granna"])
        >>> {found.columns[0].heat(cell) for cell in found.places}
        {0}
        """
        over, range_ = self.scores[cell].total - self.least, self.most - self.least
        if over == range_:
            return HEATS - 1 if range_ else 0
        return over * (HEATS - 1) // range_


@frozen(eq=False)
class Comparison:
    """A tile on a board: where it fits, and what each rule set gives for it there.

    Attributes:
        board, tile: what is laid where.
        places: each cell where the tile fits, with its placement and contact.
        columns: one for each rule set; empty if the tile fits nowhere.
    """

    board: Board
    tile: Tile
    places: Mapping[Cell, Place]
    columns: tuple[Column, ...]

    def scores(self, cell: Cell) -> tuple[Score, ...]:
        """The score in a place under each rule set.

        Raises:
            NotationError: the tile does not fit there.
        """
        if cell not in self.places:
            raise NotationError(tr("{tile} does not fit in {cell}", tile=self.tile, cell=cell))
        return tuple(column.scores[cell] for column in self.columns)

    @property
    def choices(self) -> dict[tuple[Cell, ...], list[RuleSet]]:
        """The rule sets by the places that they like best: how many different choices there are.

        >>> board = Board.parse("^0,0=055 v-1,0=500 ^-1,1=000 v0,0=502 ^0,1=220")
        >>> found = compare(board, Tile(0, 0, 2), ["triangelspelet", "granna", "triominos-nl"])
        >>> [[one.id for one in those] for those in found.choices.values()]
        [['triangelspelet', 'granna'], ['triominos-nl']]
        """
        found: dict[tuple[Cell, ...], list[RuleSet]] = {}
        for column in self.columns:
            found.setdefault(column.best, []).append(column.rules)
        return found


def compare(board: Board, tile: Tile, rule_sets: Iterable[RuleSet | str]) -> Comparison:
    """Score a tile in every place where it fits, under rule sets given whole or by their ids.

    On an empty board, where any cell is as good as another, there is one place.

    Raises:
        RulesError: there is no such rule set.
    """
    places = {
        placement.cell: Place(placement, board.contact_at(placement.cell))
        for placement in board.placements([tile])
    }
    columns = []
    for one in rule_sets:
        rule_set = rules(one) if isinstance(one, str) else one
        score = scorer(rule_set).score
        scores = {cell: score(place.contact, tile) for cell, place in places.items()}
        columns.append(Column(rule_set, scores))
    return Comparison(board, tile, places, tuple(columns) if places else ())


# --- readings ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def scoring_readings(rule_set: RuleSet) -> tuple[str, ...]:
    """The names of the readings that can move what a placement scores; the others are about other things.

    >>> scoring_readings(rules("triangelspelet"))
    ('plain-scores-sum',)
    """
    usual = _placement_awards(rule_set)
    return tuple(
        name
        for name, reading in rule_set.readings.items()
        if name in rule_set.switched_on or _placement_awards(rule_set.evolve(**reading.set)) != usual
    )


def _placement_awards(rule_set: RuleSet) -> tuple[object, ...]:
    opening = rule_set.opening
    return rule_set.score, opening.tile, opening.triple, opening.zero


class Lineup:
    """All rule sets that come with trinb, and perhaps one more, each read in one way or another.

    Args:
        chosen: the one that is looked at first: the id of one of them, one of them with readings switched on,
            or house rules, which then stand beside them.

    Raises:
        RulesError: there is no such rule set.

    Attributes:
        usual: each rule set as it is by itself, by its key, which is its id.  House rules under an id
            that is taken have the key ``own``.
        now: each as it is read at present, by the same keys.
        chosen: the key of the one that is looked at.

    >>> lineup = Lineup("triominos-de")
    >>> lineup.switch("hexagons-add")
    >>> lineup.rules
    rules('triominos-de').with_reading('hexagons-add')
    >>> lineup.switch("hexagons-add")
    >>> lineup.rules
    rules('triominos-de')
    """

    def __init__(self, chosen: RuleSet | str) -> None:
        rule_set = rules(chosen) if isinstance(chosen, str) else chosen
        self.usual = {id: rules(id) for id in rule_sets()}
        self.chosen = rule_set.id
        if rule_set.id not in self.usual or not _is_read(self.usual[rule_set.id], rule_set):
            self.chosen = "own" if rule_set.id in self.usual else rule_set.id
            self.usual = {self.chosen: rule_set, **self.usual}
        self.now = {**self.usual, self.chosen: rule_set}

    @property
    def rules(self) -> RuleSet:
        """The rule set that is looked at, as it is read at present."""
        return self.now[self.chosen]

    def choose(self, key: str) -> None:
        """Look at another rule set.

        Raises:
            RulesError: there is no such rule set.
        """
        if key not in self.usual:
            rules(key)  # says which there are
        self.chosen = key

    def switch(self, reading: str) -> None:
        """Switch a reading of the rule set that is looked at on, or off again.

        Raises:
            RulesError: it has no such reading, or one that is on already sets the same key.
        """
        usual, on = self.usual[self.chosen], self.rules.switched_on
        if reading in on and reading not in usual.switched_on:
            self.now[self.chosen] = _read(usual, [name for name in on if name != reading])
        else:
            self.now[self.chosen] = self.rules.with_reading(reading)


def _read(rule_set: RuleSet, readings: Iterable[str]) -> RuleSet:
    """A rule set with some of its readings switched on."""
    for name in readings:
        rule_set = rule_set.with_reading(name)
    return rule_set


def _is_read(usual: RuleSet, rule_set: RuleSet) -> bool:
    """Whether a rule set is another one with some readings switched on, and nothing else."""
    with suppress(RulesError):
        return _read(usual, rule_set.switched_on) == rule_set
    return False
