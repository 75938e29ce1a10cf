"""The law (§4 and §5 of our rules), number by number: in the rule files, and in rounds that are played.

Every round here begins with a chosen deal under a shipped rule set, so that the points come from play.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from trinb import (
    Board,
    Deal,
    End,
    IllegalMove,
    Kind,
    Placement,
    Round,
    RuleSet,
    Tile,
    play_round,
    player,
    rule_sets,
    rules,
    score,
)
from trinb.moves import END_TURN, Place, What, read_move
from trinb.ruleparts import (
    Award,
    Blocked,
    BlockedAward,
    BlockedWinner,
    Draws,
    ExtensionOf,
    FirstSeat,
    Lead,
    MatchRule,
    MatchTie,
    MatchWinner,
    Opening,
    Out,
    Reason,
    Scores,
    Several,
    TargetTest,
    Turn,
    WithoutTriple,
)

SUM, TWICE = Award(sums=1), Award(sums=2)
evolve = attrs.evolve

# --- what the law says, written apart from the files (§4) -----------------------------------------------

GERMAN_OPENING = Opening(
    without_triple=WithoutTriple.HIGHEST_TILE, choose_zero=True, tile=SUM, triple=Award(10), zero=Award(30)
)
GERMAN_SCORES = Scores(tile=SUM, bridge=Award(40), extension=Award(40), hexagons=(50, 50, 50))
DUTCH_OPENING = Opening(
    without_triple=WithoutTriple.HIGHEST_TILE_OR_DRAW, tile=SUM, triple=Award(10), zero=Award(30)
)

LAW: dict[str, dict[str, Any]] = {
    "triangelspelet": {
        "tiles": "triangelspelet-56",
        "hands": dict.fromkeys(range(2, 9), 5),
        "opening": Opening(triple=Award(25)),
        "draws": Draws(most=1, place_at_once=True),
        "turn": Turn(),
        "score": Scores(bridge=Award(50), docking=Award(75), drone=Award(100)),
        "out": Out(50, others_digits=True),
        "blocked": Blocked(),
        "match": MatchRule(target=500),
    }
}
LAW["triangelspelet-late-draw"] = {
    **LAW["triangelspelet"],
    "draws": Draws(most=1, place_at_once=False),
}
LAW["triangelspelet-pro"] = {
    **LAW["triangelspelet"],
    "tiles": "triangelspelet-77",
    "hands": dict.fromkeys(range(2, 9), 6),
    "match": MatchRule(target=1000),
}
LAW["granna"] = {
    "tiles": "triangelspelet-56",
    "hands": dict.fromkeys(range(2, 9), 6),
    "opening": Opening(lead=Lead.POOL),
    "draws": Draws(most=1, place_at_once=False),
    "turn": Turn(Several.MAY_GO_ON),
    "score": Scores(tile=Award(1), bridge=Award(10), docking=Award(20), drone=Award(20)),
    "out": Out(10, others_cost_per_tile=1),
    "blocked": Blocked(cost_per_tile=1),
    "match": MatchRule(target=100),
}
LAW["granna-split"] = {
    **LAW["granna"],
    "score": Scores(tile=Award(1), bridge=Award(10), docking=Award(15), drone=Award(20)),
}
LAW["granna-standard-points"] = {
    **LAW["granna"],
    "score": Scores(tile=Award(5), bridge=Award(50), docking=Award(75), drone=Award(100)),
    "out": Out(50, others_cost_per_tile=5),
    "blocked": Blocked(cost_per_tile=5),
    "match": MatchRule(target=500),
}
LAW["triominos-de"] = {
    "tiles": "triominos-56",
    "hands": {2: 9, 3: 7, 4: 7},
    "opening": GERMAN_OPENING,
    "draws": Draws(most=None, cost=5),
    "turn": Turn(stuck=10),
    "score": GERMAN_SCORES,
    "out": Out(25, others_digits=True),
    "blocked": Blocked(BlockedWinner.FEWEST_TILES, BlockedAward.OTHERS_MINUS_OWN),
    "match": MatchRule(target=400, winner=MatchWinner.ROUND_WINNER),
}
LAW["triominos-nl"] = {
    "tiles": "triominos-56",
    "hands": {2: 9, 3: 7, 4: 7, 5: 6, 6: 6},
    "opening": DUTCH_OPENING,
    "draws": Draws(most=3, cost=5),
    "turn": Turn(),
    "score": Scores(tile=SUM, bridge=SUM, drone=SUM),
    "out": Out(25, others_digits=True),
    "blocked": Blocked(BlockedWinner.NOBODY),
    "match": MatchRule(target=400),
}
LAW["triominos-nl-literal"] = {
    **LAW["triominos-nl"],
    "opening": evolve(DUTCH_OPENING, zero=Award(20), second_triple=Award(10)),
    "draws": Draws(most=3, cost=5, cost_only_if_failed=True),
    "score": Scores(tile=TWICE, bridge=SUM, drone=SUM),
    "out": Out(25, one_left_in_pool=True, pool_digits_cost=True),
}
LAW["triominos-pressman"] = {**LAW["triominos-de"], "hands": LAW["triominos-nl"]["hands"]}
LAW["triominos-goliath"] = {
    **LAW["triominos-pressman"],
    "opening": Opening(lead=Lead.DRAW, without_triple=WithoutTriple.HIGHEST_TILE, tile=SUM),
    "draws": Draws(most=3, although_able=True, cost=5, failed=10),
    "turn": Turn(),
    "score": Scores(tile=SUM, bridge=Award(40), hexagons=(50, 60, 70)),
    "blocked": Blocked(BlockedWinner.LOWEST_SUM, BlockedAward.OTHERS_MINUS_OWN),
    "match": MatchRule(target=400),
}
LAW["triominos-english"] = {
    **LAW["triominos-pressman"],
    "draws": Draws(most=3, cost=5, failed=10),
    "score": evolve(GERMAN_SCORES, hexagons=(50, 100, 150)),
    "blocked": Blocked(BlockedWinner.LOWEST_SUM, BlockedAward.DIFFERENCES),
    "match": MatchRule(target=400),
}
LAW["triominos-children"] = {
    **LAW["triominos-goliath"],
    "opening": Opening(lead=Lead.DRAW, without_triple=WithoutTriple.HIGHEST_TILE, tile=Award(1)),
    "draws": Draws(most=3, although_able=True),
    "score": Scores(tile=Award(1), bridge=Award(1), hexagons=(1, 2, 3)),
    "out": Out(5),
    "match": MatchRule(rounds=3),
}
LAW["trekantspelet-1page"] = {
    **LAW["triangelspelet"],
    "score": Scores(bridge=Award(50), docking=Award(50), drone=Award(50)),
}

READINGS: dict[str, dict[str, Any]] = {
    "first-lap-by-lot": {"opening.first_lap": FirstSeat.LOT},
    "plain-scores-sum": {"score.plain": SUM},
    "ties-play-on": {"match.tie": MatchTie.ANOTHER_ROUND},
    "must-go-on": {"turn.several": Several.MUST_GO_ON},
    "target-at-once": {"match.test": TargetTest.AT_ONCE},
    "target-1000": {"match.target": 1000},
    "more-players": {"players": (2, 6), "hand.by_players": {2: 9, 5: 6, 6: 6}},
    "hexagons-add": {"score.hexagons": (50, 100, 150)},
    "hexagons-scale": {"score.hexagons": (50, 60, 70)},
    "extension-any": {"score.extension_of": ExtensionOf.ANYTHING},
    "extension-of-bridge": {"score.extension_of": ExtensionOf.BRIDGE},
    "extension-with-hexagon": {"score.extension_with_hexagon": True},
}
"""What each named reading sets."""

SWEDISH_READINGS = {"first-lap-by-lot", "plain-scores-sum", "ties-play-on"}
GERMAN_READINGS = {
    "hexagons-scale",
    "extension-any",
    "extension-of-bridge",
    "extension-with-hexagon",
    "target-at-once",
}
NAMED_BY_THE_LAW = {
    "triangelspelet": SWEDISH_READINGS,
    "triangelspelet-late-draw": SWEDISH_READINGS,
    "triangelspelet-pro": SWEDISH_READINGS,
    "granna": {"must-go-on", "target-at-once"},
    "granna-split": {"must-go-on", "target-at-once"},
    "granna-standard-points": {"must-go-on", "target-at-once", "target-1000"},
    "triominos-de": GERMAN_READINGS | {"more-players", "hexagons-add"},
    "triominos-pressman": GERMAN_READINGS | {"hexagons-add"},
}
"""The readings that the law names for each rule set; a rule set may have more."""


def test_the_law_speaks_of_every_rule_set() -> None:
    assert set(LAW) == set(rule_sets())


@pytest.mark.parametrize("id", rule_sets())
def test_every_number_and_every_default_of_the_law(id: str) -> None:
    rule_set, law = rules(id), LAW[id]
    assert rule_set.switched_on == ()
    assert rule_set.tiles == law["tiles"]
    low, high = rule_set.players
    assert {n: rule_set.hand.size(n) for n in range(low, high + 1)} == law["hands"]
    for part in ("opening", "draws", "turn", "score", "out", "blocked", "match"):
        assert getattr(rule_set, part) == law[part], part


def value(rule_set: RuleSet, path: str) -> Any:
    """A single value by its dotted name."""
    found: Any = rule_set
    for key in path.split("."):
        found = getattr(found, key)
    return found


@pytest.mark.parametrize("id", NAMED_BY_THE_LAW)
def test_every_reading_that_the_law_names_can_be_switched_on(id: str) -> None:
    before = rules(id)
    assert set(before.readings) >= NAMED_BY_THE_LAW[id]
    for name in NAMED_BY_THE_LAW[id]:
        after = before.with_reading(name)
        for path, wanted in READINGS[name].items():
            assert value(after, path) == wanted
            assert value(before, path) != wanted


def test_every_shipped_reading_is_known_here() -> None:
    assert {name for id in rule_sets() for name in rules(id).readings} == set(READINGS)


# --- house rules: one number changed, and nothing else (§4.6) -------------------------------------------

PARTS = {
    "opening": Opening,
    "draws": Draws,
    "turn": Turn,
    "score": Scores,
    "out": Out,
    "blocked": Blocked,
    "match": MatchRule,
}
KEYS = [(part, field.name) for part, kind in PARTS.items() for field in attrs.fields(kind)]


def another(old: Any) -> tuple[Any, Any]:
    """Another value, as it is and as a file writes it."""
    if isinstance(old, bool):
        return not old, not old
    if isinstance(old, Enum):
        new = next(member for member in type(old) if member is not old)
        return new, new.value
    if isinstance(old, Award):
        new = Award(old.points + 1)
        return new, {"points": new.points}
    if isinstance(old, tuple):
        return (old[0] + 1, *old[1:]), [old[0] + 1, *old[1:]]
    return (old or 0) + 1, (old or 0) + 1


@pytest.mark.parametrize(
    ("part", "key"),
    KEYS,
    ids=[".".join(pair) for pair in KEYS],
)
def test_a_house_rule_changes_what_it_names_and_nothing_else(part: str, key: str, tmp_path: Path) -> None:
    for id in rule_sets():
        before = rules(id)
        new, written = another(getattr(getattr(before, part), key))
        wanted = attrs.evolve(before, id="house", **{part: attrs.evolve(getattr(before, part), **{key: new})})
        assert before.evolve(id="house", **{part: {key: written}}) == wanted
        path = tmp_path / "house.toml"
        path.write_text(f'extends = "{id}"\nid = "house"\n[{part}]\n{key} = {toml(written)}\n', "utf-8")
        assert RuleSet.load(path) == wanted


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + " }"
    return json.dumps(value)


# --- rounds from chosen deals ---------------------------------------------------------------------------


def numbers(rule_set: RuleSet, words: str) -> list[int]:
    """The numbers of tiles in a text like "555 012"."""
    by_word = {"".join(map(str, turn)): n for n, tile in enumerate(rule_set.tile_set) for turn in tile.turns}
    return [by_word[word] for word in words.split()]


def deal(rule_set: RuleSet, hands: Sequence[str], pool: str = "", lead: str = "", **more: Any) -> Round:
    """A round with these hands and this pool, and no other tiles at all; `lead` are drawn for the lead."""
    size = {"tiles": len(hands[0].split()), "by_players": {len(hands): len(hands[0].split())}}
    rule_set = rule_set.evolve(hand=size, players=(len(hands), len(hands)))
    order = tuple(numbers(rule_set, " ".join([*hands, pool])))
    return Round.start(Deal(rule_set, len(hands), order, lead_order=tuple(numbers(rule_set, lead)), **more))


def play(round: Round, moves: str) -> Round:
    """Play moves written as text."""
    for move in moves.split():
        round = round.play(read_move(move))
    return round


def options(round: Round) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in round.legal_moves()}


def tiles_of(moves: set[str]) -> set[str]:
    """The tiles in moves, without where they go; a turned tile counts as it is named."""
    return {str(read_move(move).placement.tile).replace("-", "") for move in moves if "=" in move}  # type: ignore[union-attr]


def points(round: Round, seat: int) -> list[tuple[Reason, int]]:
    """Reasons and points of the lines of a seat."""
    return [(line.reason, line.points) for who, line in round.lines if who == seat]


def clauses(round: Round, what: What) -> list[str]:
    """The clauses that the lines of such events name."""
    return [line.clause for event in round.events if event.what is what for line in event.lines]


def text(tiles: Sequence[Tile]) -> str:
    """Tiles in short."""
    return " ".join("".join(map(str, tile.digits)) for tile in tiles)


def lap_draws(round: Round) -> list[int]:
    """Who drew before the lead, in order."""
    return [event.seat for event in round.events if event.what is What.LAP_DRAW]


# --- the positions (§5) ---------------------------------------------------------------------------------

# The positions of §5, turned so that a triple leads in ^0,0.  Where a position has none that may lead, one
# is laid beside it (in the extension, with a 4-5-5 between).  The rest is in an order that is legal.
POSITIONS: dict[str, tuple[str, str]] = {
    "bridge, one-cell hole": (
        "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221",
        "^0,0=111 v0,0=112 ^1,0=231 v1,0=322 ^1,1=422 v1,1=241 ^1,2=114 v0,2=441 ^0,2=442 ^0,1=221",
    ),
    "bridge, two-cell hole": (
        "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=223 ^-2,2=332 v-2,2=333 ^-1,2=353 v-1,1=135 ^0,1=551 "
        "v0,0=115 ^0,0=113",
        "^0,0=333 v0,-1=233 ^1,-1=322 v1,-2=122 ^2,-2=211 v2,-2=123 v0,0=335 ^1,0=513 v1,0=155 "
        "^2,0=511 v2,-1=311",
    ),
    "docking that completes a hexagon": (
        "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525 ^0,0=251",
        "^0,0=222 v0,-1=122 ^1,-1=211 v0,0=225 ^1,0=552 v1,-1=125",
    ),
    "docking that seals a hole": (
        "v-2,1=112 ^-2,2=221 ^-1,1=231 v-1,0=513 v-2,2=222 ^-1,2=252 v-1,2=525 ^0,2=555 v0,1=055 "
        "^0,1=503 v0,0=330 ^0,0=335",
        "^0,0=555 v-1,0=525 ^-1,0=252 v-2,0=222 ^-2,0=221 v-2,-1=112 ^-1,-1=231 v-1,-2=513 v0,-1=055 "
        "^0,-1=503 v0,-2=330 ^0,-2=335",
    ),
    "bridge before its extension": (
        "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=224 ^-2,2=442 v-2,2=445 ^-1,2=514 v-1,1=341 ^0,1=113 "
        "v0,0=331 ^0,0=333",
        "^0,0=555 v0,-1=455 ^1,-1=544 v1,-2=244 ^2,-2=422 v2,-3=122 ^3,-3=211 v3,-3=123 v1,-1=451 "
        "^2,-1=134 v2,-1=311 ^3,-1=133 v3,-2=333",
    ),
    "extension": (
        "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=224 ^-2,2=442 v-2,2=445 ^-1,2=514 v-1,1=341 ^0,1=113 "
        "v0,0=331 ^0,0=333 v-1,0=323",
        "^0,0=555 v0,-1=455 ^1,-1=544 v1,-2=244 ^2,-2=422 v2,-3=122 ^3,-3=211 v3,-3=123 v1,-1=451 "
        "^2,-1=134 v2,-1=311 ^3,-1=133 v3,-2=333 ^3,-2=332",
    ),
    "drone, two hexagons": (
        "v-1,-1=024 ^-1,0=442 ^0,-1=440 v-1,0=441 ^-1,1=514 v0,-1=443 v-1,1=155 ^0,1=511 v0,0=311 ^0,0=134",
        "^0,0=555 v0,-1=155 ^0,-1=514 v0,-2=441 ^0,-2=442 v0,-3=024 ^1,-3=440 v1,-3=443 ^1,-1=511 "
        "v1,-2=311 ^1,-2=134",
    ),
}
"""Each as our rules write it, and as it can be played."""

TOTALS = {
    "triangelspelet": (50, 50, 75, 75, 50, 75, 100),
    "granna": (11, 11, 21, 21, 11, 21, 21),
    "granna-split": (11, 11, 16, 16, 11, 16, 21),
    "granna-standard-points": (55, 55, 80, 80, 55, 80, 105),
    "triominos-de": (45, 45, 58, 11, 49, 48, 58),
    "triominos-nl": (10, 10, 8, 11, 18, 8, 16),
    "triominos-english": (45, 45, 58, 11, 49, 48, 108),
    "triominos-goliath": (45, 45, 58, 11, 49, 8, 68),
    "trekantspelet-1page": (50, 50, 50, 50, 50, 50, 50),
    # What follows from §4 for the others: as triangelspelet; as triominos-de; 1, bridge +1, hexagons +1 +2;
    # the sum twice, bridge and drone once more.
    "triangelspelet-late-draw": (50, 50, 75, 75, 50, 75, 100),
    "triangelspelet-pro": (50, 50, 75, 75, 50, 75, 100),
    "triominos-pressman": (45, 45, 58, 11, 49, 48, 58),
    "triominos-children": (2, 2, 2, 1, 2, 1, 3),
    "triominos-nl-literal": (15, 15, 16, 22, 27, 16, 24),
}
"""What the last tile of each position scores, in their order."""


def end_of_position(rule_set: RuleSet, tokens: str) -> Round:
    """Four play a position from a full box: each in turn lays the next tile, and holds others besides."""
    places = [Placement.parse(token) for token in tokens.split()]
    box, size = rule_set.tile_set, rule_set.hand.size(4)
    own = [[box.number(place.tile) for place in places[seat::4]] for seat in range(4)]
    used = {number for hand in own for number in hand}
    spare = [n for n, tile in enumerate(box) if n not in used and not tile.is_triple]
    hands = [[*hand, *(spare.pop() for _ in range(size - len(hand)))] for hand in own]
    order = [n for hand in hands for n in hand]
    order += [n for n in range(len(box)) if n not in order]
    by_sum = sorted(range(len(box)), key=lambda n: -box.tiles[n].sum)
    lead = tuple(by_sum) if rule_set.opening.lead is Lead.DRAW else ()
    round = Round.start(Deal(rule_set, 4, tuple(order), lead_order=lead))
    for number, place in enumerate(places):
        if round.seat != number % 4:  # several tiles a turn: not more than one of them
            round = round.play(END_TURN)
        round = round.play(Place(place))
    assert not round.is_over
    return round


def last_contact(tokens: str) -> tuple[Tile, Kind, int, int, bool]:
    """The last tile of a position, and how it meets the board."""
    *before, token = tokens.split()
    last = Placement.parse(token)
    contact = Board.parse(" ".join(before)).contact(last)
    return last.tile, contact.kind, contact.sides, contact.hexagons, contact.extends_bridge


@pytest.mark.parametrize("name", POSITIONS)
def test_the_position_that_is_played_ends_like_the_one_of_our_rules(name: str) -> None:
    printed, played = POSITIONS[name]
    assert last_contact(played) == last_contact(printed)
    assert {p.tile for p in Board.parse(printed)} <= {p.tile for p in Board.parse(played)}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("id", TOTALS)
def test_positions(id: str, name: str) -> None:
    round = end_of_position(rules(id), POSITIONS[name][1])
    last = round.events[-1]
    assert last.points == TOTALS[id][list(POSITIONS).index(name)]
    assert last.placement == Placement.parse(POSITIONS[name][1].split()[-1])
    assert all(line.clause for line in last.lines)


def last_points(rule_set: RuleSet, name: str) -> int:
    """What the last tile of a position scores in play."""
    return end_of_position(rule_set, POSITIONS[name][1]).events[-1].points


@pytest.mark.parametrize(
    ("reading", "name", "expected"),
    [
        ("extension-any", "docking that seals a hole", 51),
        ("extension-any", "docking that completes a hexagon", 58),
        ("extension-with-hexagon", "drone, two hexagons", 98),
        ("hexagons-add", "drone, two hexagons", 108),
        ("hexagons-scale", "drone, two hexagons", 68),
        ("hexagons-add", "docking that completes a hexagon", 58),
        ("hexagons-scale", "docking that completes a hexagon", 58),
        ("extension-of-bridge", "extension", 48),
    ],
)
def test_positions_under_the_readings_of_the_german_rules(reading: str, name: str, expected: int) -> None:
    assert last_points(rules("triominos-de").with_reading(reading), name) == expected


def test_a_plain_placement_gives_its_sum_only_under_the_reading() -> None:
    swedish = rules("triangelspelet")
    for rule_set, expected in ((swedish, 0), (swedish.with_reading("plain-scores-sum"), 11)):
        assert play(deal(rule_set, ["444 011", "344 133"], "111"), "^0,0=444 v0,0=443").scores[1] == expected
    assert last_points(swedish.with_reading("plain-scores-sum"), "bridge, one-cell hole") == 50


LONG_CHAIN = (
    "v-1,0=000 ^-1,0=000 v-2,0=000 ^-2,1=000 v-2,1=000 ^-2,2=000 v-2,2=000 ^-1,2=000 v-1,1=000 ^0,1=000 "
    "v-1,-1=000 ^0,-1=000 v0,-2=000 ^1,-2=000 v1,-2=000 ^1,-1=000 v1,-1=000 ^0,0=000 v0,0=000"
)
"""A bridge in ^0,0 and its extension in v0,0; it takes 19 tiles, so all of them show zeros."""


def test_an_extension_of_an_extension_counts_unless_the_reading_says_no() -> None:
    german, last = rules("triominos-de"), Placement.parse("^1,0=000")
    board = Board.parse(LONG_CHAIN)
    assert score(german, board, last).total == 40
    assert score(german.with_reading("extension-of-bridge"), board, last).total == 0


# --- the single numbers (§5) ----------------------------------------------------------------------------

GERMAN = rules("triominos-de")
GOLIATH = rules("triominos-goliath")
ENGLISH = rules("triominos-english")
FIRST_LEADS = "555 000 001 002 003 004"
"""Tiles drawn for the lead: the first seat gets it."""


@pytest.mark.parametrize(
    ("hands", "lead", "expected"),
    [
        (["444 012", "345 013"], "444", 22),
        (["000 012", "345 013"], "000", 40),
        (["345 012", "245 013"], "345", 12),
        (["245 012", "235 013"], "245", 11),
    ],
    ids=["4-4-4", "0-0-0", "3-4-5", "2-4-5"],
)
def test_openings(hands: list[str], lead: str, expected: int) -> None:
    for id in ("triominos-de", "triominos-pressman", "triominos-english", "triominos-nl"):
        round = deal(rules(id), hands, "111")
        assert options(round) == {f"^0,0={lead}"}
        assert play(round, f"^0,0={lead}").scores == (expected, 0)


def test_plain_344_is_11() -> None:
    assert play(deal(GERMAN, ["444 012", "344 013"], "111"), "^0,0=444 v0,0=443").scores == (22, 11)


def test_hexagon_with_055_is_60() -> None:
    hands = ["555 025 012", "455 055 013", "345 014 112", "235 023 113"]
    moves = "^0,0=555 v-1,0=545 ^-1,0=453 v-1,-1=235 ^0,-1=502 v0,-1=055"
    round = play(deal(GERMAN, hands, "111"), moves)
    assert round.events[-1].points == 60
    assert points(round, 1)[-2:] == [(Reason.TILE, 10), (Reason.HEXAGON, 50)]


def test_bridge_with_144_is_49() -> None:
    hands = ["444 024 144", "445 145 012", "244 114 013", "455 044 123"]
    moves = "^0,0=444 v0,-1=544 v0,0=442 ^0,-1=455 ^0,1=024 v-1,-1=514 ^-1,0=141 v-1,1=440 ^-1,1=441"
    round = play(deal(GERMAN, hands, "111"), moves)
    event = next(event for event in round.events if event.placement == Placement.parse("^-1,1=441"))
    assert event.points == 49
    assert [(line.reason, line.points) for line in event.lines] == [(Reason.TILE, 9), (Reason.BRIDGE, 40)]


def test_draw_one_and_place_a_tile_worth_2_is_minus_3() -> None:
    round = play(deal(GERMAN, ["000 345", "345 344"], "002 333"), "^0,0=000 draw v0,0=002")
    assert round.scores[1] == -3


@pytest.mark.parametrize("id", ["triominos-goliath", "triominos-english"])
def test_three_failed_draws_are_minus_25(id: str) -> None:
    lead = FIRST_LEADS if id == "triominos-goliath" else ""
    round = deal(rules(id), ["000 345", "245 344"], "333 444 334 005", lead)
    round = play(round, "^0,0=000 draw draw draw")
    assert (round.seat, round.scores[1]) == (0, -25)
    # The third tile fits: 15, and it has to be placed.
    lucky = play(deal(rules(id), ["000 345", "245 344"], "333 444 005", lead), "^0,0=000 draw draw draw")
    assert (lucky.seat, lucky.scores[1], tiles_of(options(lucky))) == (1, -15, {"005"})
    assert options(lucky).isdisjoint({"draw", "pass"})


def test_english_two_left_both_drawn_and_stuck_are_minus_20() -> None:
    round = play(deal(ENGLISH, ["000 001", "245 344"], "333 444"), "^0,0=000 draw draw pass")
    assert (round.scores[1], round.seat) == (-20, 0)


def test_english_three_failed_draws_with_the_last_tile_are_25_in_all() -> None:
    round = play(deal(ENGLISH, ["000 001", "245 344"], "333 444 334"), "^0,0=000 draw draw draw")
    assert (round.scores[1], round.seat) == (-25, 0)


BLOCKED = ["000 135 123", "345 124 013", "445 234 014"]
"""After 0-0-0 nothing fits, and 15, 23 and 27 are left."""


@pytest.mark.parametrize(
    ("id", "award"),
    [
        ("triominos-pressman", 35),
        ("triominos-goliath", 35),
        ("triominos-english", 20),
        ("triominos-de", 35),
        ("triominos-children", 35),
        ("triominos-nl", 0),
        ("triominos-nl-literal", 0),
    ],
)
def test_blocked_with_15_23_and_27(id: str, award: int) -> None:
    lead = FIRST_LEADS if rules(id).opening.lead is Lead.DRAW else ""
    over = play(deal(rules(id), BLOCKED, "", lead), "^0,0=000")
    assert [sum(tile.sum for tile in hand) for hand in over.hands] == [15, 23, 27]
    assert (over.end, over.winner) == (End.BLOCKED, 0 if award else None)
    assert [line for line in points(over, 0) if line[0] is Reason.BLOCKED] == [(Reason.BLOCKED, award)] * (
        award > 0
    )
    assert over.scores[1:] == (0, 0)


def test_going_out_while_the_others_hold_135_and_224_is_67() -> None:
    for id in ("triangelspelet", "triangelspelet-late-draw", "triangelspelet-pro", "trekantspelet-1page"):
        over = play(deal(rules(id), ["555", "135", "224"], "000 111"), "^0,0=555")
        assert points(over, 0) == [(Reason.TRIPLE, 25), (Reason.OUT, 50), (Reason.OTHERS_DIGITS, 17)]
        assert over.scores == (25 + 67, 0, 0)


# --- granna (§4.4–4.6) ----------------------------------------------------------------------------------

GRANNA = rules("granna")
STANDARD = rules("granna-standard-points")
GRANNAS = [GRANNA, rules("granna-split"), STANDARD]
GOING_ON = ["555 123 033", "455 445 011"]
"""After 5-5-5 the second seat can lay 4-5-5 and then 4-4-5 beside it."""


@pytest.mark.parametrize("rule_set", GRANNAS, ids=lambda rule_set: rule_set.id)
def test_granna_start_tile_comes_from_the_pool_and_the_next_begins(rule_set: RuleSet) -> None:
    round = deal(rule_set, ["555 011", "444 033", "333 022"], "135 000", last_winner=1, first=1)
    assert (str(round.board), text(round.pool), round.seat) == ("^0,0=135", "000", 2)
    assert round.scores == (0, 0, 0)
    assert [(event.what, event.seat) for event in round.events] == [(What.TURN_UP, 1)]
    assert [len(hand) for hand in round.hands] == [2, 2, 2]
    # The last seat turned it up: seat 0 begins.
    assert deal(rule_set, ["555 011", "444 033"], "135 000", last_winner=1, first=1).seat == 0


@pytest.mark.parametrize("rule_set", GRANNAS, ids=lambda rule_set: rule_set.id)
def test_granna_first_round_is_led_by_the_highest_triple_without_25(rule_set: RuleSet) -> None:
    round = deal(rule_set, ["333 011", "444 033"], "135 000")
    assert (round.seat, options(round)) == (1, {"^0,0=444"})
    after = play(round, "^0,0=444")
    assert (after.scores, after.seat) == ((0, 0), 0)


def test_granna_without_a_triple_draws_laps() -> None:
    round = deal(GRANNA, ["011", "033", "022"], "135 125 444 000 123", first=2)
    assert lap_draws(round) == [2, 0, 1]
    assert (round.seat, options(round)) == (1, {"^0,0=444"})


def test_granna_as_many_tiles_as_one_likes() -> None:
    round = play(deal(GRANNA, GOING_ON, "000"), "^0,0=555 v0,0=554")
    assert (round.seat, round.scores) == (1, (0, 1))
    assert "draw" not in options(round)
    assert any(move.startswith("^1,0=") for move in options(round))  # on the own new tile
    ended = play(round, "end")
    assert (ended.seat, ended.scores, text(ended.hands[1])) == (0, (0, 1), "011 445")
    more = play(round, "^1,0=445")
    assert (more.seat, more.scores) == (0, (0, 2))  # 0-1-1 does not fit: the turn ends by itself


def test_granna_must_go_on_under_the_reading() -> None:
    round = play(deal(GRANNA.with_reading("must-go-on"), GOING_ON, "000"), "^0,0=555 v0,0=554")
    assert (round.seat, tiles_of(options(round))) == (1, {"445"})
    assert "end" not in options(round)
    with pytest.raises(IllegalMove):
        play(round, "end")


def test_granna_at_least_one_tile_must_be_placed() -> None:
    round = play(deal(GRANNA, GOING_ON, "000"), "^0,0=555")
    for move in ("end", "pass", "draw"):
        with pytest.raises(IllegalMove):
            play(round, move)


def test_granna_drawn_tile_waits_for_the_next_turn() -> None:
    round = play(deal(GRANNA, ["555 011", "133 144"], "455 445 000"), "^0,0=555")
    assert options(round) == {"draw"}
    drawn = play(round, "draw")
    assert (drawn.seat, drawn.scores, text(drawn.hands[1])) == (0, (0, 0), "133 144 455")
    again = play(drawn, "draw")
    assert tiles_of(options(again)) == {"455"}
    assert "end" not in options(again)


def test_granna_empty_pool_passes_for_nothing() -> None:
    round = play(deal(GRANNA, ["555 455", "133 144"]), "^0,0=555")
    assert options(round) == {"pass"}
    assert play(round, "pass").scores == (0, 0)


@pytest.mark.parametrize(
    ("rule_set", "each", "out", "left"),
    [(GRANNA, 1, 10, 1), (rules("granna-split"), 1, 10, 1), (STANDARD, 5, 50, 5)],
    ids=["granna", "granna-split", "granna-standard-points"],
)
def test_granna_going_out_and_tiles_left(rule_set: RuleSet, each: int, out: int, left: int) -> None:
    hands = ["555 123 033", "455 445 144", "011 022 024"]
    round = play(deal(rule_set, hands, "000 111"), "^0,0=555 v0,0=554 ^1,0=445")
    over = play(round, next(move for move in sorted(options(round)) if move != "end"))
    assert (over.end, over.winner) == (End.OUT, 1)
    assert points(over, 1) == [(Reason.TILE, each)] * 3 + [(Reason.OUT, out)]
    assert points(over, 0)[1:] == [(Reason.TILES_LEFT, -2 * left)]
    assert points(over, 2) == [(Reason.TILES_LEFT, -3 * left)]
    assert over.scores == (-2 * left, 3 * each + out, -3 * left)  # totals may be negative


@pytest.mark.parametrize(("rule_set", "left"), [(GRANNA, 1), (STANDARD, 5)], ids=["granna", "standard"])
def test_granna_blocked(rule_set: RuleSet, left: int) -> None:
    over = play(deal(rule_set, ["000 135 123", "155 124 133"]), "^0,0=000")
    assert (over.end, over.winner) == (End.BLOCKED, None)
    assert over.scores == (-2 * left, -3 * left)
    assert all(reason is not Reason.OUT for seat in (0, 1) for reason, _ in points(over, seat))


def test_granna_blocked_names_its_own_clause() -> None:
    over = play(deal(GRANNA, ["000 135 123", "155 124 133"]), "^0,0=000")
    assert clauses(over, What.COUNT) == ["§7", "§7"]


def test_granna_tiles_left_by_who_went_out_name_the_clause_of_going_out() -> None:
    over = play(deal(GRANNA, ["555", "133"], "000", last_winner=None), "^0,0=555")
    assert (clauses(over, What.OUT), clauses(over, What.COUNT)) == (["§5"], ["§5"])


# --- triominos-de and those that extend it (§4.7, §4.9) -------------------------------------------------


def test_german_choice_between_the_highest_triple_and_zero() -> None:
    round = deal(GERMAN, ["444 000", "333 012"], "111")
    assert options(round) == {"^0,0=444", "^0,0=000"}
    assert (play(round, "^0,0=444").scores, play(round, "^0,0=000").scores) == ((22, 0), (40, 0))
    # Who does not hold the highest triple has no choice, and leads nothing.
    assert options(deal(GERMAN, ["444 012", "333 000"])) == {"^0,0=444"}
    # In the Dutch rules there is no such choice.
    assert options(deal(rules("triominos-nl"), ["444 000", "333 012"])) == {"^0,0=444"}


@pytest.mark.parametrize(
    ("hands", "seat", "lead"),
    [
        (["345 012", "255 013"], 1, {"255"}),  # 12 each, then 4 beats 3
        (["345 013", "255 004"], 0, {"345"}),  # 12 each, then 4 each: the lower seat
        (["012 345 255", "013 014 015"], 0, {"345", "255"}),  # both of them are the highest
    ],
    ids=["next highest", "seat", "own choice"],
)
def test_german_no_triple_highest_tile_leads(hands: list[str], seat: int, lead: set[str]) -> None:
    round = deal(GERMAN, hands, "111")
    assert (round.seat, tiles_of(options(round)), lap_draws(round)) == (seat, lead, [])
    assert play(round, sorted(options(round))[0]).scores[seat] == 12  # the sum and no bonus


def test_german_draws_have_no_limit() -> None:
    round = play(deal(GERMAN, ["000 345", "245 344"], "333 444 334 355 445 005 115"), "^0,0=000")
    for count in range(1, 7):
        assert options(round) == {"draw"}
        round = play(round, "draw")
        assert round.scores[1] == -5 * count
    assert (round.seat, tiles_of(options(round))) == (1, {"005"})


def test_german_minus_10_in_every_stuck_turn_also_after_the_last_draw() -> None:
    hands, pool = ["000 001 003", "245 344 345"], "333"
    round = play(deal(GERMAN, hands, pool), "^0,0=000 draw")
    assert options(round) == {"pass"}
    round = play(round, "pass")
    assert points(round, 1) == [(Reason.DRAW, -5), (Reason.STUCK, -10)]
    again = play(round, "v0,0=001 pass")
    assert points(again, 1)[2:] == [(Reason.STUCK, -10)]
    assert again.seat == 0


def test_german_blocked_at_the_next_turn_does_not_cost_the_next() -> None:
    # Seat 0 lays the last tile that fits: the round is over before seat 1 has to pass.
    over = play(deal(GERMAN, ["000 345", "245 344"]), "^0,0=000")
    assert over.end is End.BLOCKED
    assert not [line for _, line in over.lines if line.reason is Reason.STUCK]


def test_german_out_and_the_others_lose_nothing() -> None:
    over = play(deal(GERMAN, ["555", "135", "224"], "000"), "^0,0=555")
    assert points(over, 0) == [
        (Reason.START, 15),
        (Reason.TRIPLE, 10),
        (Reason.OUT, 25),
        (Reason.OTHERS_DIGITS, 17),
    ]
    assert over.scores[1:] == (0, 0)


@pytest.mark.parametrize(
    ("left", "winner", "award"),
    [("123 134 135", 0, 17 - 6), ("345 134 135", 1, 21 - 8), ("345 134 125", None, 0)],
    ids=["first", "second", "nobody"],
)
def test_german_blocked_equally_few_tiles(left: str, winner: int | None, award: int) -> None:
    hands = [f"{first} {second}" for first, second in zip(("000", "001", "002"), left.split(), strict=True)]
    over = play(deal(GERMAN, hands), "^0,0=000 v0,0=001 v-1,0=020")
    assert (over.end, over.winner) == (End.BLOCKED, winner)
    awards = {seat: line.points for seat, line in over.lines if line.reason is Reason.BLOCKED}
    assert awards == ({} if winner is None else {winner: award})


def test_german_fewest_tiles_and_english_lowest_sum() -> None:
    hands = ["000 345", "012 013"]  # one tile worth 12 is left against two worth 3 and 4
    few, low = (play(deal(rule_set, hands), "^0,0=000") for rule_set in (GERMAN, ENGLISH))
    assert (few.winner, points(few, 0)[-1]) == (0, (Reason.BLOCKED, 7 - 12))
    assert (low.winner, points(low, 1)[-1]) == (1, (Reason.BLOCKED, 12 - 7))
    goliath = play(deal(GOLIATH, hands, "", FIRST_LEADS), "^0,0=000")
    assert (goliath.winner, points(goliath, 1)[-1]) == (1, (Reason.BLOCKED, 12 - 7))


def test_german_hands_for_more_players() -> None:
    more = GERMAN.with_reading("more-players")
    assert [more.hand.size(n) for n in range(2, 7)] == [9, 7, 7, 6, 6]
    assert more.players == (2, 6)
    assert [len(hand) for hand in Round.deal(more, 6).hands] == [6] * 6
    assert [len(hand) for hand in Round.deal(GERMAN, 2).hands] == [9] * 2


# --- the Dutch rules (§4.8) -----------------------------------------------------------------------------

DUTCH, LITERAL = rules("triominos-nl"), rules("triominos-nl-literal")


@pytest.mark.parametrize("rule_set", [DUTCH, LITERAL], ids=["nl", "literal"])
def test_dutch_ties_draw_on_for_nothing(rule_set: RuleSet) -> None:
    round = deal(rule_set, ["345 012", "023 013", "255 014"], "024 355 445")
    assert lap_draws(round) == [0, 2]
    assert (round.seat, options(round), round.scores) == (2, {"^0,0=355"}, (0, 0, 0))
    assert play(round, "^0,0=355").scores == (0, 0, 13)  # without a bonus


def test_dutch_up_to_three_draws_and_pass_for_nothing() -> None:
    round = play(deal(DUTCH, ["000 345", "245 344"], "333 444 334 005"), "^0,0=000 draw draw draw")
    assert (round.seat, round.scores[1]) == (0, -15)
    empty = play(deal(DUTCH, ["000 001", "245 344"], "333"), "^0,0=000 draw pass")
    assert (empty.seat, empty.scores[1]) == (0, -5)


def test_dutch_out() -> None:
    over = play(deal(DUTCH, ["444", "345"], "012 013"), "^0,0=444")
    assert points(over, 0)[2:] == [(Reason.OUT, 25), (Reason.OTHERS_DIGITS, 12)]


def test_literal_zero_gives_30_instead_of_the_10() -> None:
    assert play(deal(LITERAL, ["000 012", "345 013"]), "^0,0=000").scores[0] == 30
    assert play(deal(LITERAL, ["444 012", "345 013"]), "^0,0=444").scores[0] == 22


def test_literal_second_triple_gives_10_more() -> None:
    assert play(deal(LITERAL, ["444 333", "345 013"]), "^0,0=444").scores[0] == 32
    assert play(deal(LITERAL, ["000 012 013", "345 023 024"]), "^0,0=000").scores[0] == 30
    assert play(deal(LITERAL, ["111 000 013", "345 023 024"], "012"), "^0,0=111").scores[0] == 23
    # Another player's triple does not count, and without the oddity nobody's does.
    assert play(deal(LITERAL, ["444 012", "333 013"]), "^0,0=444").scores[0] == 22
    assert play(deal(DUTCH, ["444 333", "345 013"]), "^0,0=444").scores[0] == 22


@pytest.mark.parametrize(
    ("pool", "expected"), [("", []), ("012", [25, -3]), ("012 013", [-7]), ("000", [25, 0])]
)
def test_literal_out(pool: str, expected: list[int]) -> None:
    over = play(deal(LITERAL, ["444", "345"], pool), "^0,0=444")
    assert over.end is End.OUT
    assert [value for _, value in points(over, 0)[2:]] == expected  # and not the others' digits


def test_literal_draws_cost_only_when_all_three_failed() -> None:
    failed = play(deal(LITERAL, ["000 345", "245 344"], "333 444 334 005"), "^0,0=000 draw draw draw")
    assert (failed.seat, failed.scores[1]) == (0, -15)
    lucky = play(deal(LITERAL, ["000 345", "245 344"], "333 444 005 334"), "^0,0=000 draw draw draw")
    assert (lucky.seat, lucky.scores[1]) == (1, 0)
    assert play(lucky, sorted(options(lucky))[0]).scores[1] == 10  # 5, twice
    two = play(deal(LITERAL, ["000 001", "245 344"], "333 444"), "^0,0=000 draw draw pass")
    assert two.scores[1] == 0


# --- goliath, english, children, one page (§4.9) --------------------------------------------------------


def test_goliath_draws_for_the_lead_and_leads_any_tile_for_its_sum() -> None:
    lead = "345 001 255 111 444 555"  # 12, 1, 12; then 3 against 12
    round = deal(GOLIATH, ["012 013", "333 014", "000 023"], "455", lead)
    shown = [(e.seat, text([e.tile])) for e in round.events if e.what is What.LEAD_DRAW and e.tile]
    assert shown == [(0, "345"), (1, "001"), (2, "255"), (0, "111"), (2, "444")]
    assert (round.seat, options(round)) == (2, {"^0,0=000", "^0,0=023"})
    assert [text(hand) for hand in round.hands] == ["012 013", "014 333", "000 023"]
    assert play(round, "^0,0=000").scores == (0, 0, 0)
    assert play(round, "^0,0=023").scores == (0, 0, 5)
    other = deal(GOLIATH, ["444 013", "333 014"], "455", FIRST_LEADS)
    assert play(other, "^0,0=444").scores == (12, 0)  # no bonus for a triple


def test_goliath_may_draw_although_able() -> None:
    round = play(deal(GOLIATH, ["555 012", "455 345"], "333 444 334 005", FIRST_LEADS), "^0,0=555")
    for count in (1, 2, 3):
        assert "draw" in options(round)
        assert tiles_of(options(round)) == {"455"}
        round = play(round, "draw")
        assert round.scores[1] == -5 * count
    # The draws have not failed, since 4-5-5 still fits; now it must be placed.
    assert (round.seat, tiles_of(options(round))) == (1, {"455"})
    assert options(round).isdisjoint({"draw", "pass"})


def test_goliath_empty_pool_costs_nothing() -> None:
    round = play(deal(GOLIATH, ["000 001", "245 344"], "333", FIRST_LEADS), "^0,0=000 draw pass")
    assert round.scores[1] == -5
    stuck = play(deal(GOLIATH, ["000 001", "245 344"], "", FIRST_LEADS), "^0,0=000 pass")
    assert stuck.scores[1] == 0


def test_english_empty_pool_costs_10() -> None:
    assert play(deal(ENGLISH, ["000 001", "245 344"]), "^0,0=000 pass").scores[1] == -10


def test_pressman_draws_without_limit_and_seats_six() -> None:
    pressman = rules("triominos-pressman")
    round = play(deal(pressman, ["000 345", "245 344"], "333 444 334 355 445 005"), "^0,0=000")
    assert play(round, "draw draw draw draw draw").scores[1] == -25
    assert [len(hand) for hand in Round.deal(pressman, 6).hands] == [6] * 6


CHILDREN = rules("triominos-children")


def test_children_count_tiles() -> None:
    round = play(deal(CHILDREN, ["444 012", "344 013"], "", FIRST_LEADS), "^0,0=444 v0,0=443")
    assert round.scores[1] == 1
    over = play(deal(CHILDREN, ["444", "344"], "012", FIRST_LEADS), "^0,0=444")
    assert points(over, 0) == [(Reason.START, 1), (Reason.OUT, 5)]


@pytest.mark.parametrize("players", range(2, 7))
def test_children_never_lose_anything(players: int) -> None:
    seats = [player(("random", "greedy")[seat % 2]) for seat in range(players)]
    ends = set()
    for seed in range(60):
        over = play_round(CHILDREN, seats, seed)
        ends.add(over.end)
        assert all(line.points >= 0 for _, line in over.lines)
    assert End.OUT in ends


def test_one_page_draws_once_and_may_place_it() -> None:
    page = rules("trekantspelet-1page")
    round = play(deal(page, ["555 011", "133 144"], "455 445 000"), "^0,0=555 draw")
    assert (round.seat, tiles_of(options(round))) == (1, {"455"})
    failed = play(deal(page, ["555 011", "133 144"], "000 445"), "^0,0=555 draw")
    assert (failed.seat, failed.scores) == (0, (25, 0))


# --- every line -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", rule_sets())
def test_every_line_names_a_clause_of_its_rule_set(id: str) -> None:
    own = rules(id)
    for rule_set in (own, *(own.with_reading(name) for name in own.readings)):
        ids = {clause.id for clause in rule_set.clauses}
        seen = set()
        for seed in range(6):
            count = rule_set.players[0] + seed % (rule_set.players[1] - rule_set.players[0] + 1)
            seats = [player(("random", "greedy")[seed % 2])] * count
            rng = Random(seed)
            deals = [Deal.shuffled(rule_set, count, rng, last_winner) for last_winner in (None, 0)]
            for dealt in deals:
                over = Round.start(dealt)
                while not over.is_over:
                    over = over.play(rng.choice(over.legal_moves()))
                seen |= {line.clause for _, line in over.lines}
            seen |= {line.clause for _, line in play_round(rule_set, seats, seed).lines}
        assert seen
        assert seen <= ids
