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
from .words import tr, trn


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
                raise _fault(f"{path.name}: readings.{name}.set", error) from error
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
            raise RulesError(self._no_reading(name))
        if name in self.switched_on:
            return self
        taken = {
            key: other for other in self.switched_on for key in rulefiles.leaves(self.readings[other].set)
        }
        for key in rulefiles.leaves(self.readings[name].set):
            if key in taken:
                raise _fault(self.id, _both_set(name, taken[key], key))
        return self.evolve(**self.readings[name].set, switched_on=(*self.switched_on, name))

    def _no_reading(self, name: str) -> str:
        if not self.readings:
            return tr(
                "{rules} has no reading {name}; its readings are: none", rules=self.id, name=quote(name)
            )
        return tr(
            "{rules} has no reading {name}; its readings are: {known}",
            rules=self.id,
            name=quote(name),
            known=", ".join(self.readings),
        )

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
        self._check_players()
        for key, most in (("target", self.match.target), ("rounds", self.match.rounds)):
            if most is not None and most < 1:
                raise _fault(f"match.{key}", tr("{count} is not at least 1", count=most))
        if self.draws.most is not None and self.draws.most < 0:
            raise _fault("draws.most", tr("is less than 0"))
        ids = [clause.id for clause in self.clauses]
        for clause in ids:
            if ids.count(clause) > 1:
                raise _fault("clauses", tr("there are two clauses {name}", name=clause))
        for name in self.switched_on:
            if name not in self.readings:
                raise _fault("switched_on", tr("there is no reading {name}", name=quote(name)))
        for name, reading in self.readings.items():
            strange = sorted(reading.set.keys() - _READ)
            if strange:
                keys = ", ".join(map(quote, strange))
                raise _fault(f"readings.{name}.set", tr("cannot set {keys}", keys=keys))
            if reading.clause not in ids:
                no_clause = tr("there is no clause {name}", name=quote(reading.clause))
                raise _fault(f"readings.{name}.clause", no_clause)

    def _check_players(self) -> None:
        """Refuse a number of players for whom there are not enough tiles."""
        low, high = self.players
        if not 1 <= low <= high:
            raise _fault("players", tr("from {low} to {high} players is no range", low=low, high=high))
        box = self._known_tiles()
        for count in range(low, high + 1):
            size = self.hand.size(count)
            if size < 1:
                raise _fault("hand", _too_few(count, size))
            if size * count > len(box):
                raise _fault("hand", _too_many(count, size, box))

    def _known_tiles(self) -> TileSet:
        try:
            return tile_set(self.tiles)
        except RulesError as error:
            raise _fault("tiles", error) from error


def _fault(where: str, reason: object) -> RulesError:
    return RulesError(f"{where}: {reason}")


def _too_few(players: int, size: int) -> str:
    return trn(
        "{size} tiles for {n} player: at least 1 is needed",
        "{size} tiles for {n} players: at least 1 is needed",
        players,
        size=size,
    )


def _too_many(players: int, size: int, box: TileSet) -> str:
    return trn(
        "{n} player with {size} tiles needs {need}, but {set} has {all}",
        "{n} players with {size} tiles need {need}, but {set} has {all}",
        players,
        size=size,
        need=players * size,
        set=box.id,
        all=len(box),
    )


def _both_set(one: str, other: str, key: str) -> str:
    return tr("readings {one} and {other} both set {key}: choose one", one=one, other=other, key=key)


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
    if close:
        raise RulesError(
            tr("there are no rules {name}; did you mean {close}?", name=quote(id), close=close[0])
        )
    known = ", ".join(rule_sets())
    raise RulesError(tr("there are no rules {name}; there are {known}", name=quote(id), known=known))
