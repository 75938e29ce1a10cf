"""What is different between two rule sets, in words.

>>> from trinb.ruleset import rules
>>> ours = rules("triangelspelet").evolve(score={"bridge": 40}, draws={"most": 3, "cost": 5})
>>> in_words(rules("triangelspelet"), ours)
'draws up to 3 at −5; bridge 50 → 40'
>>> in_words(ours, ours)
'no difference'
>>> differences(rules("triangelspelet"), ours)[-1]
Difference(key='score.bridge', before=50, after=40, words='bridge 50 → 40')

How changed rules are kept in a file is told in `RuleSet.save`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

import attrs

from . import rulefiles
from .ruleparts import (
    UNLIMITED,
    Award,
    BlockedAward,
    BlockedWinner,
    ExtensionOf,
    FirstSeat,
    Lead,
    MatchTie,
    MatchWinner,
    Reason,
    Several,
    TargetTest,
    WithoutTriple,
)
from .ruleset import RuleSet
from .scoring import REASON_WORDS


class Difference(NamedTuple):
    """One thing that is not the same in two rule sets.

    Attributes:
        key: its name in a rule file, such as ``score.bridge`` or ``clauses.§7``.
        before, after: what the two say, as a file would; None for what is not there.
        words: the same for people.
    """

    key: str
    before: Any
    after: Any
    words: str

    @property
    def in_play(self) -> bool:
        """Whether it changes how the game goes, and not only how it is told."""
        return self.key.partition(".")[0] not in _TOLD


_TOLD = frozenset({"id", "name", "source", "clauses", "readings", "switched_on"})


def differences(one: RuleSet, other: RuleSet) -> tuple[Difference, ...]:
    """Everything in which two rule sets differ, in the order of a rule file; empty if they are equal."""
    before, after = leaves(one), leaves(other)
    found = [
        Difference(key, _plain(before.get(key)), _plain(after.get(key)), phrase(key)(key, before, after))
        for key in _keys(before, after)
        if before.get(key) != after.get(key)
    ]
    if not found and one != other:
        found = [
            _reordered(name, one, other) for name in _LISTS if getattr(one, name) != getattr(other, name)
        ]
    return tuple(found)


def in_words(one: RuleSet, other: RuleSet) -> str:
    """What changes from one rule set to another, in one line.

    Names and wordings are told only when everything is played in the same way.
    """
    found = differences(one, other)
    played = [difference for difference in found if difference.in_play]
    if played:
        return "; ".join(_joined(played))
    told = "; ".join(difference.words for difference in found)
    return f"played in the same way; {told}" if told else "no difference"


def _joined(found: list[Difference]) -> Iterator[str]:
    """The words of each, but how often one may draw in one phrase with what it costs."""
    now = {difference.key: difference.after for difference in found}
    pair = ("draws.most", "draws.cost")
    together = all(key in now for key in pair)
    for difference in found:
        if not together or difference.key not in pair:
            yield difference.words
        elif difference.key == pair[0]:
            yield f"draws {_most(now[pair[0]])} at {_cost(now[pair[1]])}"


# --- the single things that rule sets say -----------------------------------------------------------------


def leaves(rule_set: RuleSet) -> dict[str, Any]:
    """Everything that a rule set says, by its name in a file.

    >>> from trinb.ruleset import rules
    >>> said = leaves(rules("triominos-de"))
    >>> said["hand.by_players.2"], said["draws.most"], said["score.tile"]
    (9, 'unlimited', Award(points=0, sums=1))
    """
    return dict(_leaves(rule_set))


def _leaves(rule_set: RuleSet) -> Iterator[tuple[str, Any]]:
    for field in attrs.fields(RuleSet):
        value = getattr(rule_set, field.name)
        if attrs.has(type(value)):
            yield from _table(field.name, value)
        elif field.name == "clauses":
            yield from ((f"clauses.{clause.id}", clause) for clause in value)
        elif field.name == "readings":
            yield from ((f"readings.{name}", reading) for name, reading in value.items())
        elif field.name == "switched_on":
            yield from ((f"switched_on.{name}", True) for name in value)
        else:
            yield field.name, value


def _table(name: str, table: Any) -> Iterator[tuple[str, Any]]:
    for field in attrs.fields(type(table)):
        value = getattr(table, field.name)
        if isinstance(value, dict):
            yield from ((f"{name}.{field.name}.{key}", value[key]) for key in sorted(value))
        else:
            yield f"{name}.{field.name}", UNLIMITED if value is None else value


def _keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The names that either has, those of one table together."""
    places = [field.name for field in attrs.fields(RuleSet)]
    return sorted({**before, **after}, key=lambda key: places.index(key.partition(".")[0]))


def _plain(value: Any) -> Any:
    """A value as a file has it."""
    if value is None:
        return None
    tables = rulefiles.unstructure(value)
    return tables.value if isinstance(tables, Enum) else tables


_LISTS = ("clauses", "switched_on")


def _reordered(name: str, one: RuleSet, other: RuleSet) -> Difference:
    def named(rule_set: RuleSet) -> list[str]:
        return [getattr(part, "id", part) for part in getattr(rule_set, name)]

    what = "clauses" if name == "clauses" else "readings switched on"
    return Difference(name, named(one), named(other), f"{what} in another order")


# --- words ------------------------------------------------------------------------------------------------

Said: TypeAlias = Mapping[str, Any]
Phrase: TypeAlias = Callable[[str, Said, Said], str]
"""Says what has changed at a key, from what is said before and after."""


def phrase(key: str) -> Phrase:
    """What puts a difference at this key into words.

    Raises:
        KeyError: a rule set says nothing of this name.
    """
    return _PHRASES[key] if key in _PHRASES else _PHRASES[_family(key)]


def _family(key: str) -> str:
    return next((family for family in _PHRASES if family.endswith(".*") and key.startswith(family[:-1])), key)


def _changing(label: str, form: Callable[[Any], str] = str) -> Phrase:
    """Both values, with an arrow between them."""
    return lambda key, before, after: f"{label} {form(before[key])} → {form(after[key])}"


def _choosing(label: str, words: Mapping[Any, str]) -> Phrase:
    return _changing(f"{label}:", lambda value: words[value])


def _deciding(yes: str, no: str) -> Phrase:
    """What holds now, where it is one thing or its opposite."""
    return lambda key, before, after: yes if after[key] else no


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _cost(cost: int) -> str:
    """What a cost does to a score."""
    return _signed(-cost)


def _award(award: Award) -> str:
    """Points in words.

    >>> [_award(award) for award in (Award(50), Award(0, 1), Award(10, 1), Award(-5, 2))]
    ['50', 'digits of the tile', 'digits of the tile + 10', 'twice the digits of the tile − 5']
    """
    if not award.sums:
        return _signed(award.points)
    times = {1: "", 2: "twice the "}.get(award.sums, f"{_signed(award.sums)} times the ")
    more = f" {'+' if award.points > 0 else '−'} {abs(award.points)}" if award.points else ""
    return f"{times}digits of the tile{more}"


def _most(most: int | str) -> str:
    return {0: "none", 1: "one", UNLIMITED: "without a limit"}.get(most, f"up to {most}")


def _limit(none: str) -> Callable[[int | str], str]:
    return lambda value: none if value == UNLIMITED else _signed(int(value))


def _hexagons(points: tuple[int, int, int]) -> str:
    """What one, two and three hexagons give.

    >>> [_hexagons(points) for points in ((0, 0, 0), (50, 50, 50), (50, 100, 150), (50, 60, 70))]
    ['0', '50 in all', '50 each', '50 / 60 / 70']
    """
    one, two, three = points
    if one == two == three:
        return f"{_signed(one)} in all" if one else "0"
    return f"{_signed(one)} each" if (two, three) == (2 * one, 3 * one) else " / ".join(map(_signed, points))


_COUNTS = dict(enumerate(("no", "one", "two", "three", "four", "five", "six", "seven", "eight")))


def _hand_for(key: str, before: Said, after: Said) -> str:
    number = int(key.rpartition(".")[2])
    who = f"{_COUNTS.get(number, number)} player{'s' * (number != 1)}"
    if key not in after:
        return f"hand {before[key]} → {after['hand.tiles']} for {who}, as for others"
    old = f"{before[key]} → " if key in before else ""
    return f"hand {old}{after[key]} for {who}"


def _named(what: str, gone: str, new: str, other: str) -> Phrase:
    def words(key: str, before: Said, after: Said) -> str:
        change = gone if key not in after else new if key not in before else other
        return f"{what} {key.partition('.')[2]} {change}"

    return words


def _quoted(text: str) -> str:
    return f"“{text}”"


def _reason(reason: Reason, form: Callable[[Any], str] = _award) -> Phrase:
    return _changing(REASON_WORDS[reason], form)


_PHRASES: dict[str, Phrase] = {
    "id": _changing("id"),
    "name": _changing("name", _quoted),
    "source": _changing("source", _quoted),
    "tiles": _changing("tiles"),
    "players": _changing("players", lambda players: f"{players[0]}–{players[1]}"),
    "hand.tiles": _changing("hand"),
    "hand.by_players.*": _hand_for,
    "opening.lead": _choosing(
        "lead",
        {
            Lead.TRIPLE: "the highest triple",
            Lead.POOL: "a tile turned up from the pool",
            Lead.DRAW: "any tile of who draws the highest",
        },
    ),
    "opening.without_triple": _choosing(
        "without a triple",
        {
            WithoutTriple.DRAW: "all draw until there is one",
            WithoutTriple.HIGHEST_TILE: "the highest tile leads",
            WithoutTriple.HIGHEST_TILE_OR_DRAW: "the highest tile leads, equal ones draw on",
        },
    ),
    "opening.first_lap": _choosing(
        "first to draw for a triple", {FirstSeat.ZERO: "seat 0", FirstSeat.LOT: "by lot"}
    ),
    "opening.choose_zero": _deciding(
        "0-0-0 may be led instead of the highest triple", "0-0-0 may not be led instead of the highest triple"
    ),
    "opening.tile": _reason(Reason.START),
    "opening.triple": _reason(Reason.TRIPLE),
    "opening.zero": _reason(Reason.ZERO),
    "opening.second_triple": _reason(Reason.SECOND_TRIPLE),
    "draws.most": _changing("draws", _most),
    "draws.place_at_once": _deciding(
        "a drawn tile that fits is placed at once", "a drawn tile waits for the next turn"
    ),
    "draws.although_able": _deciding(
        "one may draw although a tile fits", "who can place a tile may not draw"
    ),
    "draws.cost": _changing("each draw", _cost),
    "draws.cost_only_if_failed": _deciding(
        "draws cost only if all are in vain", "draws cost also if one is not in vain"
    ),
    "draws.failed": _reason(Reason.FAILED_DRAWS, _cost),
    "turn.several": _choosing(
        "tiles in a turn",
        {
            Several.ONE: "one",
            Several.MAY_GO_ON: "as many as one likes",
            Several.MUST_GO_ON: "as many as fit",
        },
    ),
    "turn.stuck": _reason(Reason.STUCK, _cost),
    "score.tile": _reason(Reason.TILE),
    "score.plain": _reason(Reason.PLAIN),
    "score.bridge": _reason(Reason.BRIDGE),
    "score.docking": _reason(Reason.DOCKING),
    "score.drone": _reason(Reason.DRONE),
    "score.extension": _reason(Reason.EXTENSION),
    "score.extension_of": _choosing(
        "an extension lies beside",
        {
            ExtensionOf.CHAIN: "a bridge or its extension",
            ExtensionOf.BRIDGE: "a bridge",
            ExtensionOf.ANYTHING: "anything",
        },
    ),
    "score.extension_with_hexagon": _deciding(
        "an extension that closes a hexagon gives both", "an extension that closes a hexagon gives only that"
    ),
    "score.hexagons": _changing("hexagons", _hexagons),
    "out.points": _reason(Reason.OUT, _signed),
    "out.others_digits": _deciding(
        "going out gives the others' digits", "going out does not give the others' digits"
    ),
    "out.others_cost_per_tile": _changing("each tile left with the others", _cost),
    "out.one_left_in_pool": _deciding(
        "points for going out only with one tile in the pool", "points for going out whatever is in the pool"
    ),
    "out.pool_digits_cost": _deciding(
        "going out costs the digits left in the pool", "going out does not cost the digits left in the pool"
    ),
    "blocked.winner": _choosing(
        "awarded when blocked",
        {
            BlockedWinner.NOBODY: "nobody",
            BlockedWinner.FEWEST_TILES: "the fewest tiles",
            BlockedWinner.LOWEST_SUM: "the lowest digits",
        },
    ),
    "blocked.award": _choosing(
        "award when blocked",
        {
            BlockedAward.OTHERS_MINUS_OWN: "the others' digits less the own",
            BlockedAward.DIFFERENCES: "the difference to each of the others",
        },
    ),
    "blocked.cost_per_tile": _changing("each tile left when blocked", _cost),
    "match.target": _changing("target", _limit("none")),
    "match.rounds": _changing("rounds", _limit("any number")),
    "match.test": _choosing(
        "a match ends",
        {TargetTest.END_OF_ROUND: "after the round", TargetTest.AT_ONCE: "at once at the target"},
    ),
    "match.winner": _choosing(
        "if several reach the target",
        {MatchWinner.HIGHEST: "the highest total", MatchWinner.ROUND_WINNER: "the winner of the round"},
    ),
    "match.tie": _choosing(
        "equal totals", {MatchTie.JOINT: "win together", MatchTie.ANOTHER_ROUND: "play another round"}
    ),
    "clauses.*": _named("clause", "left out", "added", "reworded"),
    "readings.*": _named("reading", "left out", "added", "changed"),
    "switched_on.*": _named("reading", "switched off", "switched on", "switched on"),
}
