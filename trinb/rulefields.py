"""All that a rule set says, as one table: what each thing is called, what it means, what it may be.

The differences between rule sets are put into words by it (`houserules`), and forms are made from it.

>>> field = field_of("score.bridge")
>>> field.name, field.group, field.kind
('Bridge', <Group.SCORE: 'score'>, 'points')
>>> field_of("hand.by_players.2").key
'hand.by_players'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from . import rulefiles
from .errors import RulesError
from .fields import Box, Choice, Field, Group, Id, Text, Told, YesNo
from .numberfields import (
    MOST_PLAYERS,
    Cost,
    Limit,
    Number,
    Points,
    Several,
    Sizes,
    hexagons_in_words,
    range_in_words,
)
from .ruleparts import (
    BlockedAward,
    BlockedWinner,
    ExtensionOf,
    FirstSeat,
    Lead,
    MatchTie,
    MatchWinner,
    Reason,
    TargetTest,
    WithoutTriple,
)
from .ruleparts import Several as TilesInATurn
from .ruleset import RuleSet
from .scoring import REASON_WORDS
from .words import N_, tr

_DRAW, _OVER, _MATCH = ("draw",), ("match-over",), r"\bmatch\b"

FIELDS: tuple[Field, ...] = (
    Id("id", N_("id"), help=N_("The name for files and calls: letters, digits, hyphens.")),
    Text("name", N_("name"), help=N_("What people call these rules.")),
    Text("source", N_("source"), most=300),
    # --- players and tiles
    Box("tiles", N_("tiles"), help=N_("What lies in the box."), told=r"\bmixed\b"),
    Several(
        "players",
        N_("players"),
        help=N_("How many may play."),
        low=1,
        high=MOST_PLAYERS,
        parts=(N_("at least"), N_("at most")),
        in_words=range_in_words,
        told=r"\b(?i:two|three|four|five|six) (to |or )?(\w+ )?(players? )?(play|take)",
    ),
    # --- hand
    Number(
        "hand.tiles",
        N_("hand"),
        help=N_("How many tiles each player takes at the start."),
        low=1,
        high=99,
        told=r"\btakes? \w+",
    ),
    Sizes(
        "hand.by_players",
        N_("hand for some numbers of players"),
        help=N_("Leave empty where it is the same as above."),
        low=1,
        high=99,
        told=r"players? takes? \w+",
    ),
    # --- opening
    Choice(
        "opening.lead",
        N_("lead"),
        {
            Lead.TRIPLE: N_("the highest triple"),
            Lead.POOL: N_("a tile turned up from the pool"),
            Lead.DRAW: N_("any tile of who draws the highest"),
        },
        help=N_("How it is decided who leads, and with which tile."),
        shows=("start",),
    ),
    Choice(
        "opening.without_triple",
        N_("without a triple"),
        {
            WithoutTriple.DRAW: N_("all draw until there is one"),
            WithoutTriple.HIGHEST_TILE: N_("the highest tile leads"),
            WithoutTriple.HIGHEST_TILE_OR_DRAW: N_("the highest tile leads, equal ones draw on"),
        },
        help=N_("What happens when nobody holds a triple."),
        shows=("start",),
    ),
    Choice(
        "opening.first_lap",
        N_("first to draw for a triple"),
        {FirstSeat.ZERO: N_("seat 0"), FirstSeat.LOT: N_("by lot")},
        help=N_("In the first round, when nobody has won one yet."),
        shows=("lap-draw",),
    ),
    YesNo(
        "opening.choose_zero",
        N_("0-0-0 may be led instead of the highest triple"),
        N_("0-0-0 may not be led instead of the highest triple"),
        reasons=(Reason.ZERO,),
    ),
    Points(
        "opening.tile",
        REASON_WORDS[Reason.START],
        help=N_("For any first tile of a round."),
        reasons=(Reason.START,),
    ),
    Points(
        "opening.triple",
        REASON_WORDS[Reason.TRIPLE],
        help=N_("On top of that, if the first tile is a triple."),
        reasons=(Reason.TRIPLE,),
    ),
    Points(
        "opening.zero",
        REASON_WORDS[Reason.ZERO],
        help=N_("On top of both, if it is 0-0-0."),
        reasons=(Reason.ZERO,),
    ),
    Points(
        "opening.second_triple",
        REASON_WORDS[Reason.SECOND_TRIPLE],
        help=N_("For holding another triple beside the one that is led."),
        reasons=(Reason.SECOND_TRIPLE,),
    ),
    # --- draws
    Limit(
        "draws.most",
        N_("draws"),
        help=N_("How many tiles may be drawn in a turn."),
        low=0,
        high=99,
        none=N_("without a limit"),
        few={0: N_("none"), 1: N_("one")},
        more=N_("up to {n}"),
        usual=1,
        shows=_DRAW,
    ),
    YesNo(
        "draws.place_at_once",
        N_("a drawn tile that fits is placed at once"),
        N_("a drawn tile waits for the next turn"),
        shows=_DRAW,
    ),
    YesNo(
        "draws.although_able",
        N_("one may draw although a tile fits"),
        N_("who can place a tile may not draw"),
        shows=_DRAW,
    ),
    Cost(
        "draws.cost",
        N_("each draw"),
        help=N_("Points taken off for every tile drawn."),
        reasons=(Reason.DRAW,),
        shows=_DRAW,
    ),
    YesNo(
        "draws.cost_only_if_failed",
        N_("draws cost only if all are in vain"),
        N_("draws cost also if one is not in vain"),
        reasons=(Reason.DRAW,),
        shows=_DRAW,
    ),
    Cost(
        "draws.failed",
        REASON_WORDS[Reason.FAILED_DRAWS],
        help=N_("Points taken off on top of that when none of the tiles drawn fits."),
        reasons=(Reason.FAILED_DRAWS,),
        shows=_DRAW,
    ),
    # --- turn
    Choice(
        "turn.several",
        N_("tiles in a turn"),
        {
            TilesInATurn.ONE: N_("one"),
            TilesInATurn.MAY_GO_ON: N_("as many as one likes"),
            TilesInATurn.MUST_GO_ON: N_("as many as fit"),
        },
        help=N_("How many tiles a player may lay before the next one's turn."),
        shows=("place",),
    ),
    Cost(
        "turn.stuck",
        REASON_WORDS[Reason.STUCK],
        help=N_("Points taken off from who has to pass."),
        reasons=(Reason.STUCK,),
        shows=("pass",),
    ),
    # --- placements
    Points(
        "score.tile",
        REASON_WORDS[Reason.TILE],
        help=N_("For every tile but the first, wherever it lies."),
        reasons=(Reason.TILE,),
    ),
    Points(
        "score.plain",
        REASON_WORDS[Reason.PLAIN],
        help=N_("One side against a tile, and it is no bridge."),
        reasons=(Reason.PLAIN,),
    ),
    Points(
        "score.bridge",
        REASON_WORDS[Reason.BRIDGE],
        help=N_("One side against a tile, and the corner opposite it touches another."),
        reasons=(Reason.BRIDGE,),
    ),
    Points(
        "score.docking",
        REASON_WORDS[Reason.DOCKING],
        help=N_("Two sides against tiles."),
        reasons=(Reason.DOCKING,),
    ),
    Points(
        "score.drone",
        REASON_WORDS[Reason.DRONE],
        help=N_("All three sides against tiles."),
        reasons=(Reason.DRONE,),
    ),
    Several(
        "score.hexagons",
        N_("hexagons"),
        help=N_("For six tiles round a point: in all for one, two or three of them at once."),
        parts=(N_("for one"), N_("for two"), N_("for three")),
        in_words=hexagons_in_words,
        reasons=(Reason.HEXAGON,),
    ),
    Points(
        "score.extension",
        REASON_WORDS[Reason.EXTENSION],
        help=N_("Two or three sides against tiles, and one of these is a bridge."),
        reasons=(Reason.EXTENSION,),
    ),
    Choice(
        "score.extension_of",
        N_("an extension lies beside"),
        {
            ExtensionOf.CHAIN: N_("a bridge or its extension"),
            ExtensionOf.BRIDGE: N_("a bridge"),
            ExtensionOf.ANYTHING: N_("anything"),
        },
        reasons=(Reason.EXTENSION,),
    ),
    YesNo(
        "score.extension_with_hexagon",
        N_("an extension that closes a hexagon gives both"),
        N_("an extension that closes a hexagon gives only that"),
        reasons=(Reason.EXTENSION,),
    ),
    # --- going out
    Number(
        "out.points",
        REASON_WORDS[Reason.OUT],
        help=N_("For laying the last tile of one's hand."),
        reasons=(Reason.OUT,),
    ),
    YesNo(
        "out.others_digits",
        N_("going out gives the others' digits"),
        N_("going out does not give the others' digits"),
        reasons=(Reason.OTHERS_DIGITS,),
    ),
    Cost(
        "out.others_cost_per_tile",
        N_("each tile left with the others"),
        help=N_("Points taken off from the others when somebody is out."),
        reasons=(Reason.TILES_LEFT,),
    ),
    YesNo(
        "out.one_left_in_pool",
        N_("points for going out only with one tile in the pool"),
        N_("points for going out whatever is in the pool"),
        reasons=(Reason.OUT,),
    ),
    YesNo(
        "out.pool_digits_cost",
        N_("going out costs the digits left in the pool"),
        N_("going out does not cost the digits left in the pool"),
        reasons=(Reason.POOL_LEFT,),
    ),
    # --- blocked round
    Choice(
        "blocked.winner",
        N_("awarded when blocked"),
        {
            BlockedWinner.NOBODY: N_("nobody"),
            BlockedWinner.FEWEST_TILES: N_("the fewest tiles"),
            BlockedWinner.LOWEST_SUM: N_("the lowest digits"),
        },
        help=N_("When the pool is empty and nobody can lay a tile."),
        reasons=(Reason.BLOCKED,),
    ),
    Choice(
        "blocked.award",
        N_("award when blocked"),
        {
            BlockedAward.OTHERS_MINUS_OWN: N_("the others' digits less the own"),
            BlockedAward.DIFFERENCES: N_("the difference to each of the others"),
        },
        reasons=(Reason.BLOCKED,),
    ),
    Cost(
        "blocked.cost_per_tile",
        N_("each tile left when blocked"),
        help=N_("Points taken off from everybody."),
        reasons=(Reason.BLOCKED,),
    ),
    # --- match
    Limit(
        "match.target",
        N_("target"),
        help=N_("So many points end the match."),
        low=1,
        high=1_000_000,
        none=N_("no target"),
        usual=500,
        shows=_OVER,
        told=_MATCH,
    ),
    Limit(
        "match.rounds",
        N_("rounds"),
        help=N_("The match ends after so many rounds at the latest."),
        low=1,
        high=10_000,
        none=N_("any number"),
        usual=5,
        shows=_OVER,
        told=_MATCH,
    ),
    Choice(
        "match.test",
        N_("a match ends"),
        {TargetTest.END_OF_ROUND: N_("after the round"), TargetTest.AT_ONCE: N_("at once at the target")},
        shows=_OVER,
        told=_MATCH,
    ),
    Choice(
        "match.winner",
        N_("if several reach the target"),
        {
            MatchWinner.HIGHEST: N_("the highest total"),
            MatchWinner.ROUND_WINNER: N_("the winner of the round"),
        },
        help=N_("Who wins the match."),
        shows=_OVER,
        told=_MATCH,
    ),
    Choice(
        "match.tie",
        N_("equal totals"),
        {MatchTie.JOINT: N_("win together"), MatchTie.ANOTHER_ROUND: N_("play another round")},
        shows=_OVER,
        told=_MATCH,
    ),
    # --- what is only told
    Told(
        "clauses",
        N_("clauses"),
        N_("clause {name} left out"),
        N_("clause {name} added"),
        N_("clause {name} reworded"),
    ),
    Told(
        "readings",
        N_("readings"),
        N_("reading {name} left out"),
        N_("reading {name} added"),
        N_("reading {name} changed"),
    ),
    Told(
        "switched_on",
        N_("readings switched on"),
        N_("reading {name} switched off"),
        N_("reading {name} switched on"),
        N_("reading {name} switched on"),
    ),
)
"""Everything that a rule set says, in the order of a form."""


@cache
def _by_key() -> dict[str, Field]:
    return {field.key: field for field in FIELDS}


def field_of(key: str) -> Field:
    """The field that a leaf belongs to, such as ``hand.by_players`` for ``hand.by_players.2``.

    Raises:
        KeyError: a rule set says nothing of this name.
    """
    fields = _by_key()
    return fields[next((own for own in _prefixes(key) if own in fields), key)]


def _prefixes(key: str) -> Iterator[str]:
    """The key, and what is left of it when its last parts are taken away, the longest first."""
    parts = key.split(".")
    return (".".join(parts[:count]) for count in range(len(parts), 0, -1))


def keys_of(tables: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields that tables as in a file speak of, such as those that a reading sets.

    >>> keys_of({"score": {"plain": {"sums": 1}}, "hand": {"by_players": {"2": 9, "3": 7}}})
    ('hand.by_players', 'score.plain')
    """
    found = set()
    for leaf in rulefiles.leaves(tables):
        with suppress(KeyError):
            found.add(field_of(leaf).key)
    return tuple(sorted(found))


def form_fields(group: Group) -> tuple[Field, ...]:
    """The fields of a group, in the order of a form."""
    return tuple(field for field in FIELDS if field.group is group)


FORM = (
    Group.BOX,
    Group.HAND,
    Group.OPENING,
    Group.DRAWS,
    Group.TURN,
    Group.SCORE,
    Group.OUT,
    Group.BLOCKED,
    Group.MATCH,
)
"""The groups of numbers and choices, in the order of a game."""


def check(rule_set: RuleSet) -> None:
    """Refuse a rule set with values that no form can hold, such as a bridge for a billion points.

    Raises:
        RulesError: with the key and the reason.

    >>> from trinb.ruleset import rules
    >>> check(rules("granna").evolve(score={"bridge": 10**9}))
    Traceback (most recent call last):
        ...
    trinb.errors.RulesError: score.bridge: 1000000000 is not between −10000 and 10000
    """
    for field in (_by_key()["id"], *(field for group in FORM for field in form_fields(group))):
        try:
            field.read(field.of(rule_set))
        except RulesError as error:
            raise RulesError(tr("{key}: {why}", key=field.key, why=error)) from None
