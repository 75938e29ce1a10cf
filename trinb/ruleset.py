"""Rule sets: every number and every choice in which the games differ, as data.

A **rule set** is a TOML file in `data/rules/`; most are a few lines over the one they extend.  Its
**clauses** paraphrase the source, section by section, and say which points they give.  Where the
source can be read in two ways, the file holds one way, and the other is a **reading** that
can be switched on:

>>> swedish = rules("triangelspelet")
>>> swedish.score.bridge, swedish.score.plain
(Award(points=50, sums=0), Award(points=0, sums=0))
>>> swedish.with_reading("plain-scores-sum").score.plain
Award(points=0, sums=1)

The tables and choices of a rule set are described in `ruleparts`.
"""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

import attrs
from attrs import Factory, frozen

from . import resources, rulefiles
from .errors import RulesError
from .notation import quote
from .ruleparts import Blocked, Clause, Draws, Hand, MatchRule, Opening, Out, Reading, Reason, Scores, Turn
from .tiles import TileSet, tile_set


@frozen(repr=False, eq=False)
class RuleSet:
    """Everything that makes one of the games, as data.

    Compare rule sets by `==`: they are equal when every number and choice is.

    Attributes:
        id, name, source: what it is called here, by people, and where it comes from.
        tiles: the id of its tile set.
        players: the least and the greatest number of players.
        readings: the other ways to read it, by name; `switched_on` names those in force.
    """

    id: str
    name: str
    tiles: str
    players: tuple[int, int]
    hand: Hand
    source: str = ""
    opening: Opening = Opening()
    draws: Draws = Draws()
    turn: Turn = Turn()
    score: Scores = Scores()
    out: Out = Out()
    blocked: Blocked = Blocked()
    match: MatchRule = MatchRule()
    clauses: tuple[Clause, ...] = ()
    readings: dict[str, Reading] = Factory(dict)
    switched_on: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be played."""
        self._check()

    @classmethod
    def load(cls, path: str | Path) -> RuleSet:
        """The rule set in a TOML file.

        Raises:
            RulesError: the file cannot be read, or says something that cannot be; the message names
                the file, the key and the reason.
        """
        path = Path(path)
        rule_set = rulefiles.structure(rulefiles.read(path, _files()), cls, path.name)
        plain = attrs.evolve(rule_set, switched_on=())
        for name in rule_set.readings:
            try:
                plain.with_reading(name)
            except RulesError as error:
                raise RulesError(f"{path.name}: readings.{name}.set: {error}") from error
        return rule_set

    def save(self, path: str | Path, base: str | None = None) -> None:
        """Write it to a TOML file that `load` reads: only what differs from the rule set that it extends.

        A file that is there is changed where it says something else; comments, order and empty lines stay.

        Args:
            path: where to; the file appears whole or not at all.
            base: the shipped rule set that the file extends; by default what it extends already, else
                the one with this id, else the one with the fewest differences.

        Raises:
            RulesError: there is no such base, or what is there is no rule file.
            OSError: the file cannot be written.
        """
        from . import rulewriting

        rulewriting.save(Path(path), rulefiles.unstructure(self), type(self), _files(), base)

    def __repr__(self) -> str:
        readings = "".join(f".with_reading({name!r})" for name in self.switched_on)
        if self._is_shipped():
            return f"rules({self.id!r}){readings}"
        return f"<RuleSet {self.id!r} with rules of its own{': ' * bool(readings)}{readings.lstrip('.')}>"

    def _is_shipped(self) -> bool:
        """Whether it is one of those that come with trinb, apart from the readings switched on."""
        with suppress(RulesError):
            shipped = rules(self.id)
            for name in self.switched_on:
                shipped = shipped.with_reading(name)
            return shipped == self
        return False

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, RuleSet) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Of all numbers and choices, so that many variants of one id are told apart at once."""
        parts = (self.opening, self.draws, self.turn, self.score, self.out, self.blocked, self.match)
        return hash((self.id, self.switched_on, self.tiles, self.players, self.hand.tiles, *parts))

    def _values(self) -> tuple[Any, ...]:
        return attrs.astuple(self, recurse=False)

    @property
    def tile_set(self) -> TileSet:
        """Its tile set."""
        return tile_set(self.tiles)

    def clause_of(self, reason: Reason) -> str:
        """The id of the clause that settles this reason for points; empty if none says so."""
        return self._clause_ids.get(reason, "")

    @property
    def _clause_ids(self) -> dict[Reason, str]:
        return _clause_ids(self)

    def with_reading(self, name: str) -> RuleSet:
        """This rule set with one of its readings switched on.

        Raises:
            RulesError: it has no such reading, or one that is already on sets the same key.
        """
        if name not in self.readings:
            known = ", ".join(self.readings) or "none"
            raise RulesError(f"{self.id} has no reading {quote(name)}; its readings are: {known}")
        if name in self.switched_on:
            return self
        taken = {
            key: other for other in self.switched_on for key in rulefiles.leaves(self.readings[other].set)
        }
        for key in rulefiles.leaves(self.readings[name].set):
            if key in taken:
                raise RulesError(f"{self.id}: readings {name} and {taken[key]} both set {key}: choose one")
        return self.evolve(**self.readings[name].set, switched_on=(*self.switched_on, name))

    def evolve(self, **changes: Any) -> RuleSet:
        """This rule set with other values: whole fields, or tables of single values as in a file.

        Raises:
            RulesError: a key is unknown, a value has the wrong type, or the result cannot be played.

        >>> house = rules("triangelspelet").evolve(id="ours", score={"bridge": 40}, hand={"tiles": 7})
        >>> house.score.bridge.points, house.score.docking.points, house.hand.size(4)
        (40, 75, 7)
        """
        whole = {key: None for key, value in changes.items() if attrs.has(type(value))}
        tables = rulefiles.merge({**rulefiles.unstructure(self), **whole}, rulefiles.unstructure(changes))
        return rulefiles.structure(tables, RuleSet, str(changes.get("id", self.id)))

    def _check(self) -> None:
        """Refuse what cannot be played.

        Raises:
            RulesError: with the key and the reason.
        """
        low, high = self.players
        _require(1 <= low <= high, "players", f"from {low} to {high} players is no range")
        box = self._known_tiles()
        for count in range(low, high + 1):
            size = self.hand.size(count)
            _require(size >= 1, "hand", f"{size} tiles for {count} players: at least 1 is needed")
            need = size * count
            _require(
                need <= len(box),
                "hand",
                f"{count} players with {size} tiles need {need}, but {box.id} has {len(box)}",
            )
        for table, key in ((self.match, "target"), (self.match, "rounds")):
            value = getattr(table, key)
            _require(value is None or value >= 1, f"match.{key}", f"{value} is not at least 1")
        _require(self.draws.most is None or self.draws.most >= 0, "draws.most", "is less than 0")
        ids = [clause.id for clause in self.clauses]
        for clause in ids:
            _require(ids.count(clause) == 1, "clauses", f"there are two clauses {clause}")
        for name in self.switched_on:
            _require(name in self.readings, "switched_on", f"there is no reading {quote(name)}")
        for name, reading in self.readings.items():
            strange = sorted(reading.set.keys() - _READ)
            _require(not strange, f"readings.{name}.set", f"cannot set {', '.join(map(quote, strange))}")
            _require(
                reading.clause in ids,
                f"readings.{name}.clause",
                f"there is no clause {quote(reading.clause)}",
            )

    def _known_tiles(self) -> TileSet:
        try:
            return tile_set(self.tiles)
        except RulesError as error:
            raise RulesError(f"tiles: {error}") from error


def _require(fact: bool, key: str, reason: str) -> None:
    if not fact:
        raise RulesError(f"{key}: {reason}")


_READ = {"players", "hand", "opening", "draws", "turn", "score", "out", "blocked", "match"}
"""What a reading may set."""


@lru_cache(maxsize=256)
def _clause_ids(rule_set: RuleSet) -> dict[Reason, str]:
    return {reason: clause.id for clause in reversed(rule_set.clauses) for reason in clause.settles}


# --- which there are ---------------------------------------------------------------------------------


@cache
def _files() -> dict[str, Path]:
    return resources.data_files("rules")


def rule_sets() -> tuple[str, ...]:
    """The ids of the rule sets that come with trinb.

    >>> "triangelspelet" in rule_sets()
    True
    """
    return tuple(_files())


@cache
def rules(id: str) -> RuleSet:
    """The rule set of this id.

    Raises:
        RulesError: there is no such rule set.

    >>> rules("triangelspelet-pro").tiles
    'triangelspelet-77'
    >>> rules("triangelspelet-pr")
    Traceback (most recent call last):
        ...
    trinb.errors.RulesError: there are no rules 'triangelspelet-pr'; did you mean triangelspelet-pro?
    """
    if id in _files():
        return RuleSet.load(_files()[id])
    close = get_close_matches(id, rule_sets(), 1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(rule_sets())}"
    raise RulesError(f"there are no rules {quote(id)}; {hint}")
