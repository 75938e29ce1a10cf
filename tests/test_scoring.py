"""Scoring: the positions of our rules (§5) under shipped and house rule sets, and sums of lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
from strategies import seeded_board

from trinb import (
    Board,
    Contact,
    IllegalMove,
    Kind,
    Placement,
    RuleSet,
    Tile,
    TileSet,
    rule_sets,
    rules,
    score,
)
from trinb.ruleparts import Reason
from trinb.scoring import REASON_WORDS, Score, scorer

SWEDISH = rules("triangelspelet")

POSITIONS = {
    "bridge, one-cell hole": (
        "v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442 ^0,0=221"
    ),
    "bridge, two-cell hole": (
        "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=223 ^-2,2=332 v-2,2=333 ^-1,2=353 v-1,1=135 ^0,1=551 "
        "v0,0=115 ^0,0=113"
    ),
    "docking, hexagon": "v-1,0=112 ^-1,1=221 v-1,1=222 ^0,1=252 v0,0=525 ^0,0=251",
    "docking seals a hole": (
        "v-2,1=112 ^-2,2=221 ^-1,1=231 v-1,0=513 v-2,2=222 ^-1,2=252 v-1,2=525 ^0,2=555 v0,1=055 "
        "^0,1=503 v0,0=330 ^0,0=335"
    ),
    "bridge before extension": (
        "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=224 ^-2,2=442 v-2,2=445 ^-1,2=514 v-1,1=341 ^0,1=113 "
        "v0,0=331 ^0,0=333"
    ),
    "extension": (
        "v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=224 ^-2,2=442 v-2,2=445 ^-1,2=514 v-1,1=341 ^0,1=113 "
        "v0,0=331 ^0,0=333 v-1,0=323"
    ),
    "drone, two hexagons": (
        "v-1,-1=024 ^-1,0=442 ^0,-1=440 v-1,0=441 ^-1,1=514 v0,-1=443 v-1,1=155 ^0,1=511 v0,0=311 ^0,0=134"
    ),
}
CONTACTS = {
    "bridge, one-cell hole": Contact(Kind.BRIDGE, 1),
    "bridge, two-cell hole": Contact(Kind.BRIDGE, 1),
    "docking, hexagon": Contact(Kind.DOCKING, 2, 1),
    "docking seals a hole": Contact(Kind.DOCKING, 2),
    "bridge before extension": Contact(Kind.BRIDGE, 1),
    "extension": Contact(Kind.DOCKING, 2, 0, True),
    "drone, two hexagons": Contact(Kind.DRONE, 3, 2, True),
}


def house(**changes: Any) -> RuleSet:
    """A rule set that scores nothing but what is said here."""
    nothing = {"plain": 0, "bridge": 0, "docking": 0, "drone": 0}
    table = {**nothing, **changes.pop("score", {})}
    return SWEDISH.evolve(id="house", tiles="triominos-56", score=table, **changes)


SUM = {"points": 0, "sums": 1}
TRIOMINOS: dict[str, Any] = {
    "tile": SUM,
    "bridge": 40,
    "extension": 40,
    "hexagons": [50, 50, 50],
}
HOUSES = {
    "granna": house(score={"tile": 1, "bridge": 10, "docking": 20, "drone": 20}),
    "granna-split": house(score={"tile": 1, "bridge": 10, "docking": 15, "drone": 20}),
    "granna-standard-points": house(score={"tile": 5, "bridge": 50, "docking": 75, "drone": 100}),
    "triominos-de": house(score=TRIOMINOS),
    "triominos-nl": house(score={"tile": SUM, "bridge": SUM, "drone": SUM}),
    "triominos-english": house(score={**TRIOMINOS, "hexagons": [50, 100, 150]}),
    "triominos-goliath": house(score={"tile": SUM, "bridge": 40, "hexagons": [50, 60, 70]}),
    "trekantspelet-1page": house(score={"bridge": 50, "docking": 50, "drone": 50}),
}
"""Rule sets of our rules (§4.4–4.9) as far as placements go, to see that the tables can say them."""

TOTALS = {
    "triangelspelet": (50, 50, 75, 75, 50, 75, 100),
    "triangelspelet-late-draw": (50, 50, 75, 75, 50, 75, 100),
    "triangelspelet-pro": (50, 50, 75, 75, 50, 75, 100),
    "granna": (11, 11, 21, 21, 11, 21, 21),
    "granna-split": (11, 11, 16, 16, 11, 16, 21),
    "granna-standard-points": (55, 55, 80, 80, 55, 80, 105),
    "triominos-de": (45, 45, 58, 11, 49, 48, 58),
    "triominos-nl": (10, 10, 8, 11, 18, 8, 16),
    "triominos-english": (45, 45, 58, 11, 49, 48, 108),
    "triominos-goliath": (45, 45, 58, 11, 49, 8, 68),
    "trekantspelet-1page": (50, 50, 50, 50, 50, 50, 50),
}


def rule_set_of(name: str) -> RuleSet:
    """The shipped rule set of this name if there is one, else the house rule set."""
    return rules(name) if name in rule_sets() else HOUSES[name]


def scored(rule_set: RuleSet, position: str) -> Score:
    """What the last tile of a position scores."""
    *before, token = position.split()
    return score(rule_set, Board.parse(" ".join(before)), Placement.parse(token))


# Once a rule set is shipped it is tested too, beside the house rule set that says the same.
CASES = [(name, rule_set_of(name)) for name in TOTALS] + [
    (name, HOUSES[name]) for name in HOUSES if name in rule_sets()
]


@pytest.mark.parametrize("position", range(len(POSITIONS)), ids=list(POSITIONS))
@pytest.mark.parametrize(("name", "rule_set"), CASES, ids=[f"{name}-{rs.id}" for name, rs in CASES])
def test_positions(name: str, rule_set: RuleSet, position: int) -> None:
    found = scored(rule_set, list(POSITIONS.values())[position])
    assert found.total == TOTALS[name][position]
    assert found.total == sum(line.points for line in found.lines)


@pytest.mark.parametrize("name", POSITIONS)
def test_contacts_of_the_positions(name: str) -> None:
    *before, token = POSITIONS[name].split()
    assert Board.parse(" ".join(before)).contact(Placement.parse(token)) == CONTACTS[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_reading_of_plain_placements_leaves_the_others_alone(name: str) -> None:
    reading = SWEDISH.with_reading("plain-scores-sum")
    assert scored(reading, POSITIONS[name]) == scored(SWEDISH, POSITIONS[name])


@pytest.mark.parametrize(("tile", "total"), [("554", 14), ("551", 11), ("550", 10)])
def test_reading_of_plain_placements_gives_the_sum(tile: str, total: int) -> None:
    position = f"^0,0=555 v0,0={tile}"
    found = scored(SWEDISH.with_reading("plain-scores-sum"), position)
    assert [(line.points, line.reason, line.clause) for line in found.lines] == [(total, Reason.PLAIN, "§7")]
    assert scored(SWEDISH, position).total == 0


def test_any_two_sided_placement_as_extension() -> None:
    rule_set = HOUSES["triominos-de"].evolve(score={"extension_of": "anything"})
    totals = [scored(rule_set, position).total for position in POSITIONS.values()]
    assert totals == [45, 45, 58, 51, 49, 48, 58]


def test_hexagon_and_extension_together() -> None:
    # A docking that lies beside a bridge and completes a hexagon: only a reading gives both.
    both = {**TRIOMINOS, "extension_of": "anything", "extension_with_hexagon": True}
    position = POSITIONS["docking, hexagon"]
    assert scored(house(score=both), position).total == 8 + 50 + 40
    assert scored(house(score={**both, "extension_with_hexagon": False}), position).total == 8 + 50


@pytest.mark.parametrize(
    ("rule_set", "position", "total"),
    [
        (HOUSES["triominos-de"], "^0,0=444 v0,0=443", 11),
        (HOUSES["triominos-nl"], "^0,0=444 v0,0=443", 11),
        (house(opening={"tile": SUM, "triple": 10, "zero": 30}), "^0,0=444", 22),
        (house(opening={"tile": SUM, "triple": 10, "zero": 30}), "^0,0=000", 40),
        (house(opening={"tile": SUM, "triple": 10, "zero": 30}), "^0,0=345", 12),
        (house(opening={"tile": SUM, "triple": 0, "zero": 30}), "^0,0=000", 30),
        (SWEDISH, "^0,0=000", 25),
        (SWEDISH, "^0,0=555", 25),
        (rules("triangelspelet-pro"), "^0,0=666", 25),
    ],
    ids=["plain", "plain, nl", "4-4-4", "0-0-0", "3-4-5", "0-0-0, literal", "zero", "five", "six"],
)
def test_single_numbers(rule_set: RuleSet, position: str, total: int) -> None:
    assert scored(rule_set, position).total == total


def test_lines_name_points_reason_and_clause() -> None:
    lines = {
        "start": scored(SWEDISH, "^0,0=555"),
        "plain": scored(SWEDISH, "^0,0=555 v0,0=554"),
        "bridge": scored(SWEDISH, POSITIONS["bridge, one-cell hole"]),
        "docking": scored(SWEDISH, POSITIONS["docking, hexagon"]),
        "drone": scored(SWEDISH, POSITIONS["drone, two hexagons"]),
    }
    assert {key: [tuple(line) for line in found.lines] for key, found in lines.items()} == {
        "start": [(25, Reason.TRIPLE, "§7")],
        "plain": [(0, Reason.PLAIN, "§7")],
        "bridge": [(50, Reason.BRIDGE, "§7")],
        "docking": [(75, Reason.DOCKING, "§7")],
        "drone": [(100, Reason.DRONE, "§7")],
    }
    assert str(lines["drone"]) == "100 = +100 drone (§7)"


def test_several_lines_are_in_order_and_written_out() -> None:
    found = scored(HOUSES["triominos-de"], POSITIONS["extension"])
    assert [(line.points, line.reason) for line in found.lines] == [(8, Reason.TILE), (40, Reason.EXTENSION)]
    assert str(found) == "48 = +8 placed tile, +40 bridge extension"


def test_every_reason_has_words() -> None:
    assert set(REASON_WORDS) == set(Reason)
    assert len(set(REASON_WORDS.values())) == len(Reason)


def test_illegal_placements_are_not_scored() -> None:
    with pytest.raises(IllegalMove, match="digit differs"):
        score(SWEDISH, Board.parse("^0,0=555"), Placement.parse("v0,0=444"))


# --- on boards laid by chance -----------------------------------------------------------------------


Meeting: TypeAlias = tuple[Board, Placement, Contact]


def laid_by_chance(seed: int) -> Iterator[Meeting]:
    """The boards on the way to a dense one, each with the next placement and its contact."""
    board = Board()
    for placement in seeded_board(seed, TileSet.mirrored(2 + seed % 2), 40):
        yield board, placement, board.contact(placement)
        board = board.place(placement)


WEIGHTS = {"tile": 1, "plain": 10, "bridge": 100, "docking": 1_000, "drone": 10_000, "extension": 100_000}
BY_WEIGHTS = house(score={**WEIGHTS, "hexagons": [10**6, 2 * 10**6, 3 * 10**6]})
ALL_SETS = [
    *map(rules, rule_sets()),
    *HOUSES.values(),
    BY_WEIGHTS,
    house(score={key: {"points": value, "sums": n} for n, (key, value) in enumerate(WEIGHTS.items(), 1)}),
    HOUSES["triominos-de"].evolve(score={"extension_of": "anything", "extension_with_hexagon": True}),
    HOUSES["triominos-de"].evolve(score={"extension_of": "bridge"}),
]
MEETINGS = [meeting for seed in range(63) for meeting in laid_by_chance(seed)]


def test_boards_by_chance_show_every_kind_and_bonus() -> None:
    contacts = {contact for _, _, contact in MEETINGS}
    assert {contact.kind for contact in contacts} == set(Kind)
    assert {contact.hexagons for contact in contacts} == {0, 1, 2, 3}
    assert {contact.extends_bridge for contact in contacts} == {True, False}
    assert {(c.beside_bridge, c.beside_extension) for c in contacts} >= {(False, True), (True, False)}


@pytest.mark.parametrize("rule_set", ALL_SETS, ids=lambda rule_set: rule_set.id)
def test_totals_are_sums_and_agree_with_worth(rule_set: RuleSet) -> None:
    for _, placement, contact in MEETINGS:
        found = scorer(rule_set).score(contact, placement.tile)
        assert found.lines
        assert found.total == sum(line.points for line in found.lines)
        if contact.kind is not Kind.START:
            assert scorer(rule_set).worth(contact).of(placement.tile.sum) == found.total
    for board, placement, contact in MEETINGS[::10]:
        assert score(rule_set, board, placement) == scorer(rule_set).score(contact, placement.tile)


def test_each_award_is_given_where_the_rules_say() -> None:
    for board, placement, contact in MEETINGS:
        if board:
            extends = contact.sides >= 2 and not contact.hexagons
            extends = extends and (contact.beside_bridge or contact.beside_extension)
            expected = 1 + WEIGHTS[contact.kind.value] + 10**6 * contact.hexagons + 100_000 * extends
            assert score(BY_WEIGHTS, board, placement).total == expected


@pytest.mark.parametrize(
    ("choice", "beside_bridge", "beside_extension", "hexagons", "total"),
    [
        ("bridge-or-extension", False, True, 0, 47),
        ("bridge", False, True, 0, 7),
        ("bridge", True, False, 0, 47),
        ("bridge-or-extension", True, True, 0, 47),
        ("bridge-or-extension", False, True, 1, 57),
        ("bridge-or-extension", False, False, 0, 7),
        ("anything", False, False, 0, 47),
    ],
)
def test_what_an_extension_extends(
    choice: str, beside_bridge: bool, beside_extension: bool, hexagons: int, total: int
) -> None:
    # By hand: beside an extension, not beside its bridge and without a hexagon is very rare on a board.
    rule_set = HOUSES["triominos-de"].evolve(score={"extension_of": choice})
    contact = Contact(Kind.DOCKING, 2, hexagons, beside_bridge, beside_extension)
    assert scorer(rule_set).score(contact, Tile(1, 2, 4)).total == total
    assert scorer(rule_set).worth(contact).of(7) == total
