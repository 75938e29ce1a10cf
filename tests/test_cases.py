"""The scoring cases: true tags, the points of all rule sets, and files that are refused.

The totals are kept in `cases_totals.csv`. After a change that is meant to alter them, write them anew and
read the difference:

    python tests/test_cases.py --write
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from brute import Picture, across, around, triangle_of

from trinb import Board, Kind, Placement, RulesError, TrinbError, rule_sets, rules, score, tile_set, tile_sets
from trinb.cases import TAGS, Case, case, cases, explain, frame, load, score_of, table
from trinb.resources import data_files
from trinb.ruleset import RuleSet
from trinb.scoring import REASON_WORDS

TOTALS = Path(__file__).with_name("cases_totals.csv")
CASES = [pytest.param(one, id=one.id) for one in cases()]


def totals() -> str:
    """All totals as text: a row for each case, a column for each rule set."""
    ids = rule_sets()
    rows = [[one.id, *(found.total for found in row)] for one, row in zip(cases(), table(cases(), ids))]  # noqa: B905
    return "".join(",".join(map(str, row)) + "\n" for row in [["case", *ids], *rows])


# --- what they are -----------------------------------------------------------------------------------


def test_there_are_enough_and_each_has_its_own_name() -> None:
    assert len(cases()) >= 24
    for what in ("id", "name", "position", "question"):
        assert len({getattr(one, what) for one in cases()}) == len(cases()), what


@pytest.mark.parametrize("one", CASES)
class TestCase:
    def test_it_is_legal_in_the_order_laid(self, one: Case) -> None:
        picture, board = Picture(), Board()
        for token in one.position.split():
            assert picture.fault(token) is None
            picture.lay(token)
            board = board.place(Placement.parse(token))
        assert board == one.board
        assert one.board_before.place(one.placement) == one.board
        assert one.board_before.contact(one.placement) == one.contact

    def test_its_tiles_are_in_every_box_and_used_once(self, one: Case) -> None:
        tiles = [placement.tile for placement in one.board]
        assert len(set(tiles)) == len(tiles)
        for box in tile_sets():
            assert set(tiles) <= set(tile_set(box)), box

    def test_its_tags_are_true_and_complete(self, one: Case) -> None:
        assert set(one.tags) - {"corner"} == set(facts(one))
        if "corner" in one.tags:
            assert touches_with_a_corner_only(one)

    def test_its_words_are_there(self, one: Case) -> None:
        assert one.question.endswith("?")
        assert one.text.endswith(".")
        assert one.name[0].isupper() and one.name[-1] != "."

    def test_its_picture_outlines_the_last_tile(self, one: Case) -> None:
        picture = one._repr_svg_()
        assert f"<title>{one.name}</title>" in picture
        (last,) = [part for part in picture.split("<g ")[1:] if " last" in part.partition(">")[0]]
        assert f'data-cell="{one.placement.cell}"' in last

    def test_its_repr_rebuilds_it(self, one: Case) -> None:
        assert eval(repr(one), {"Case": Case}) == one


def facts(one: Case) -> Iterator[str]:
    """The tags that a case deserves, from plain geometry."""
    *before, token = one.position.split()
    picture = Picture(" ".join(before))
    holes_before = picture.holes()
    here = triangle_of(token.partition("=")[0])
    beside = [picture.seen[other] for corner in here if (other := across(here, corner)) in picture.laid]
    met = [picture.seen[other] for corner in here for other in around(corner) if other in picture.laid]
    seen = picture.lay(token)
    made = [hole for hole in picture.holes() if hole not in holes_before]
    within = any(here in hole for hole in holes_before)
    on_bridge = any(other.kind == "bridge" for other in beside)
    on_extension = any(other.extends for other in beside)

    yield seen.kind
    if seen.kind == "start" and len(set(token[-3:])) == 1:
        yield "triple"
    if seen.kind == "bridge":
        smallest = min(map(len, made))
        yield f"hole-{smallest}" if smallest <= 3 else "hole-more"
        if on_bridge:
            yield "beside-bridge"
        if within:
            yield "splits"
    if seen.kind in ("bridge", "docking") and within:
        yield "inside"
    if seen.kind == "docking" and not within:
        yield "outside"
    if seen.kind == "docking" and not on_bridge and any(other.kind == "bridge" for other in met):
        yield "near-bridge"
    if seen.hexagons:
        yield f"hexagon-{seen.hexagons}"
    if seen.sides >= 2 and (on_bridge or on_extension):
        yield "both" if seen.hexagons else "extension"
        if on_extension and not on_bridge:
            yield "chain"
    if any(score_of(one, other).total != score_of(one, usual).total for usual, other in other_readings()):
        yield "dispute"


def touches_with_a_corner_only(one: Case) -> bool:
    """Whether some tile touches the last one, and shares no side with it."""
    cell = one.placement.cell
    touching = {other for corner in cell.corners for other in corner.cells if other in one.board_before}
    return bool(touching - set(cell.neighbours))


def other_readings() -> list[tuple[RuleSet, RuleSet]]:
    """Every rule set as it is, beside it with one of its readings."""
    return [(rules(id), rules(id).with_reading(name)) for id in rule_sets() for name in rules(id).readings]


def test_every_tag_is_explained_and_used() -> None:
    assert {tag for one in cases() for tag in one.tags} == set(TAGS)
    assert {kind.value for kind in Kind} <= set(TAGS)
    assert all(cases(tag) == tuple(one for one in cases() if tag in one.tags) for tag in TAGS)


def test_a_bridge_makes_one_hole_more_and_a_drone_one_less() -> None:
    change = {"bridge": 1, "drone": -1}
    for one in cases():
        more = len(one.board.holes()) - len(one.board_before.holes())
        assert more == change.get(one.contact.kind.value, 0), one.id


def test_a_tip_that_must_match_leaves_one_tile() -> None:
    one = case("bridge-corner")
    box = [
        tile for tile in tile_set("triominos-56") if tile not in {place.tile for place in one.board_before}
    ]
    here = [place for place in one.board_before.placements(box) if place.cell == one.placement.cell]
    assert here == [one.placement]


def test_the_bridge_before_the_extension_is_the_same_board() -> None:
    assert str(case("extension").board_before) == case("bridge-before-extension").position


# --- points ------------------------------------------------------------------------------------------


def test_totals_are_those_that_are_kept() -> None:
    assert totals() == TOTALS.read_text(encoding="utf-8"), "run: python tests/test_cases.py --write"


Rule = Callable[[str, int, bool, int, bool], int]


def start(tile: int, triple: int, zero: int) -> Callable[[int, bool], int]:
    """The first tile: times its digits, for a triple, and more for 0-0-0."""
    return lambda digits, is_triple: tile * digits + is_triple * (triple + (digits == 0) * zero)


def kinds(tile: int, **more: int) -> Rule:
    """So much for each tile, and more by its kind."""
    return lambda kind, digits, is_triple, hexagons, extends: tile + more.get(kind, 0)


def triominos(hexagons: tuple[int, int, int], extension: int) -> Rule:
    """The digits, 40 for a bridge, and one of the two bonuses."""

    def rule(kind: str, digits: int, is_triple: bool, full: int, extends: bool) -> int:
        return digits + 40 * (kind == "bridge") + ((0, *hexagons)[full] if full else extension * extends)

    return rule


def dutch(times: int) -> Rule:
    """The digits, and once more for a bridge or a drone."""
    return lambda kind, digits, is_triple, full, extends: digits * (times + (kind in ("bridge", "drone")))


NOTHING, SWEDISH = start(0, 0, 0), (start(0, 25, 0), kinds(0, bridge=50, docking=75, drone=100))
GERMAN = (start(1, 10, 30), triominos((50, 50, 50), 40))
BY_HAND: dict[str, tuple[Callable[[int, bool], int], Rule]] = {
    "triangelspelet": SWEDISH,
    "triangelspelet-late-draw": SWEDISH,
    "triangelspelet-pro": SWEDISH,
    "granna": (NOTHING, kinds(1, bridge=10, docking=20, drone=20)),
    "granna-split": (NOTHING, kinds(1, bridge=10, docking=15, drone=20)),
    "granna-standard-points": (NOTHING, kinds(5, bridge=50, docking=75, drone=100)),
    "trekantspelet-1page": (start(0, 25, 0), kinds(0, bridge=50, docking=50, drone=50)),
    "triominos-de": GERMAN,
    "triominos-pressman": GERMAN,
    "triominos-english": (start(1, 10, 30), triominos((50, 100, 150), 40)),
    "triominos-goliath": (start(1, 0, 0), triominos((50, 60, 70), 0)),
    "triominos-children": (
        lambda digits, is_triple: 1,
        lambda kind, digits, is_triple, full, extends: 1 + (kind == "bridge") + full,
    ),
    "triominos-nl": (start(1, 10, 30), dutch(1)),
    "triominos-nl-literal": (start(1, 10, 20), dutch(2)),
}
"""The points for a first and for a later tile, from our rules (§4) and not from the files."""


def by_hand(one: Case, rule_set: str) -> int:
    """What a case gives, from plain geometry and our rules."""
    picture = Picture(one.position)
    seen, digits = list(picture.seen.values())[-1], [int(digit) for digit in one.position[-3:]]
    first, later = BY_HAND[rule_set]
    is_triple = len(set(digits)) == 1
    if seen.kind == "start":
        return first(sum(digits), is_triple)
    return later(seen.kind, sum(digits), is_triple, seen.hexagons, seen.extends)


def test_totals_are_those_of_our_rules() -> None:
    kept = list(csv.DictReader(TOTALS.read_text(encoding="utf-8").splitlines()))
    assert set(BY_HAND) == set(rule_sets()) == set(kept[0]) - {"case"}
    for one, row in zip(cases(), kept, strict=True):
        assert one.id == row["case"]
        for rule_set in rule_sets():
            assert int(row[rule_set]) == by_hand(one, rule_set), (one.id, rule_set)


POINTS = {
    "bridge-1": (50, 11, 11, 55, 45, 10, 45, 45, 50),
    "bridge-2": (50, 11, 11, 55, 45, 10, 45, 45, 50),
    "docking-hexagon": (75, 21, 16, 80, 58, 8, 58, 58, 50),
    "docking-outside": (75, 21, 16, 80, 11, 11, 11, 11, 50),
    "bridge-before-extension": (50, 11, 11, 55, 49, 18, 49, 49, 50),
    "extension": (75, 21, 16, 80, 48, 8, 48, 8, 50),
    "drone-2": (100, 21, 21, 105, 58, 16, 108, 68, 50),
}
"""The positions of our rules (§5), with the numbers that stand there."""

COLUMNS = (
    "triangelspelet",
    "granna",
    "granna-split",
    "granna-standard-points",
    "triominos-de",
    "triominos-nl",
    "triominos-english",
    "triominos-goliath",
    "trekantspelet-1page",
)


@pytest.mark.parametrize("id", POINTS)
def test_positions_of_our_rules(id: str) -> None:
    assert tuple(found.total for found in table([case(id)], COLUMNS)[0]) == POINTS[id]


@pytest.mark.parametrize(
    ("id", "total"),
    [
        ("start-triple", 22),
        ("start-zero", 40),
        ("plain", 11),
        ("docking-hexagon-055", 60),
        ("bridge-corner", 49),
    ],
)
def test_single_numbers_of_our_rules(id: str, total: int) -> None:
    assert score_of(case(id), rules("triominos-de")).total == total


@pytest.mark.parametrize("one", CASES)
def test_scores_are_those_of_the_board(one: Case) -> None:
    for rule_set in map(rules, rule_sets()):
        assert score_of(one, rule_set) == score(rule_set, one.board_before, one.placement)


# --- where they disagree -----------------------------------------------------------------------------

SAME = {
    frozenset({"triangelspelet", "triangelspelet-late-draw"}),
    frozenset({"triangelspelet", "triangelspelet-pro"}),
    frozenset({"triangelspelet-late-draw", "triangelspelet-pro"}),
    frozenset({"triominos-de", "triominos-pressman"}),
}
"""Pairs of rule sets that give the same for every tile laid."""


def for_a_first_tile(rule_set: RuleSet) -> tuple[object, ...]:
    opening = rule_set.opening
    return opening.tile, opening.triple, opening.zero


def test_rule_sets_with_other_points_are_told_apart() -> None:
    first, later = cases("start"), [one for one in cases() if "start" not in one.tags]
    for a, b in combinations(map(rules, rule_sets()), 2):
        assert differ(later, a, b) == (a.score != b.score), (a, b)
        assert differ(first, a, b) == (for_a_first_tile(a) != for_a_first_tile(b)), (a, b)


def test_which_rule_sets_give_the_same() -> None:
    pairs = combinations(map(rules, rule_sets()), 2)
    assert {frozenset({a.id, b.id}) for a, b in pairs if not differ(cases(), a, b)} == SAME


def test_readings_with_other_points_are_told_apart() -> None:
    moved = set()
    for usual, other in other_readings():
        assert differ(cases(), usual, other) == (usual.score != other.score), other
        if usual.score != other.score:
            moved.add(other.switched_on)
    assert len(moved) >= 6


def differ(some: tuple[Case, ...] | list[Case], a: RuleSet, b: RuleSet) -> bool:
    """Whether some of these cases give other totals under the one than under the other."""
    return any(left.total != right.total for left, right in table(some, [a, b]))


# --- tables and words --------------------------------------------------------------------------------


class TestFrame:
    def test_it_holds_the_totals_of_the_table(self) -> None:
        found = frame(cases("drone"), ["granna", rules("triominos-de").with_reading("hexagons-add")])
        assert list(found.columns) == ["granna", "triominos-de + hexagons-add"]
        assert list(found.index) == [one.name for one in cases("drone")]
        assert found.loc["Drone with two hexagons"].tolist() == [21, 108]
        assert found.loc["Drone with three hexagons"].tolist() == [21, 158]

    def test_it_may_be_empty(self) -> None:
        assert frame([], ["granna"]).shape == (0, 1)


class TestExplain:
    def test_it_names_lines_clauses_and_total(self) -> None:
        told = explain("drone-2", "triominos-de")
        clauses = {clause.id: clause.text for clause in rules("triominos-de").clauses}
        assert told.startswith(
            "Drone with two hexagons: 1-3-4 under triominos-de\n\n  +8  placed tile (Zug)\n"
        )
        assert told.endswith("\n\nTotal 58")
        words = " ".join(told.split())
        assert clauses["Zug"] in words and clauses["Bonus"] in words
        assert "+50 hexagon (Bonus)" in words

    def test_it_tells_how_a_reading_reads(self) -> None:
        rule_set = rules("triominos-de").with_reading("hexagons-add").with_reading("more-players")
        told = " ".join(explain(case("drone-2"), rule_set).split())
        assert f"Read here as hexagons-add: {rule_set.readings['hexagons-add'].text} Total 108" in told
        assert "more-players: " not in told

    def test_a_clause_is_told_once(self) -> None:
        rule_set = rules("triominos-de").with_reading("extension-with-hexagon")
        told = " ".join(explain("extension-hexagon", rule_set).split())
        bonus = next(clause.text for clause in rule_set.clauses if clause.id == "Bonus")
        assert told.count(bonus) == 1
        assert "+50 hexagon (Bonus)" in told and "+40 bridge extension (Bonus)" in told

    @pytest.mark.parametrize("rule_set", rule_sets())
    def test_each_line_is_there(self, rule_set: str) -> None:
        for one in cases():
            told = explain(one, rule_set)
            found = score_of(one, rules(rule_set))
            assert told.endswith(f"Total {found.total}")
            assert max(map(len, told.splitlines())) <= 100
            assert all(f"{line.points:+d}  {REASON_WORDS[line.reason]} (" in told for line in found.lines)


# --- what is refused ---------------------------------------------------------------------------------

GOOD = {
    "id": '"mine"',
    "name": '"Mine"',
    "position": '"^0,0=555 v0,0=554"',
    "text": '"Two tiles."',
    "question": '"Why?"',
    "tags": '["plain"]',
}


def written(folder: Path, *tables: dict[str, str]) -> Path:
    """A file of cases with these keys."""
    path = folder / "mine.toml"
    parts = ["\n".join(["[[cases]]", *(f"{key} = {value}" for key, value in one.items())]) for one in tables]
    path.write_text("\n\n".join(parts), encoding="utf-8")
    return path


class TestFiles:
    def test_one_of_ones_own(self, tmp_path: Path) -> None:
        spread = '"""\n^0,0=555\nv0,0=554\n"""'
        one, other = load(written(tmp_path, GOOD, {**GOOD, "id": '"other"', "position": spread}))
        assert one == Case("mine", "Mine", "^0,0=555 v0,0=554", "Two tiles.", "Why?", ("plain",))
        assert other.position == one.position

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"id": None}, "case 1: id: is missing"),
            ({"id": '""'}, "case 1: id: must be a text, not ''"),
            ({"name": None}, "case 1 'mine': name: is missing"),
            ({"text": "7"}, "case 1 'mine': text: must be a text, not 7"),
            ({"tags": None}, "case 1 'mine': tags: is missing"),
            ({"tags": '"plain"'}, "case 1 'mine': tags: must be a list of texts, not 'plain'"),
            ({"tags": '["plane"]'}, "case 1 'mine': tags: 'plane' is no tag; there are start, plain"),
            ({"tags": "[1]"}, "case 1 'mine': tags: 1 is no tag"),
            ({"tags": '["plain", "plain"]'}, "case 1 'mine': tags: plain is there twice"),
            ({"points": "5"}, "case 1 'mine': points: unknown key; there are id, name, position, text"),
            ({"position": '" "'}, "case 1 'mine': position: must be a text, not ' '"),
            ({"position": '"^0,0=55"'}, "case 1 'mine': position: token 1 '^0,0=55' at column 1: write"),
            (
                {"position": '"^0,0=555 v0,0=545"'},
                "case 1 'mine': position: token 2 'v0,0=545' at column 10: a digit differs",
            ),
            ({"position": '"^0,0=555 v0,0=555"'}, "case 1 'mine': position: tile 5-5-5 is laid twice"),
        ],
    )
    def test_what_is_wrong_is_named(self, tmp_path: Path, change: dict[str, str | None], said: str) -> None:
        keys = {key: value for key, value in {**GOOD, **change}.items() if value is not None}
        with pytest.raises(RulesError) as caught:
            load(written(tmp_path, keys))
        assert str(caught.value).startswith(f"mine.toml: {said}")
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", "cases: must be one or more tables [[cases]], not []"),
            (b"cases = 3", "cases: must be one or more tables [[cases]], not 3"),
            (b"cases = [3]", "case 1: cases: must be a table, not 3"),
            (b"[[case]]", "case: unknown key; a file has [[cases]]"),
            (b"[[cases", "file: "),
            (b"\xff", "file: "),
        ],
    )
    def test_another_file(self, tmp_path: Path, content: bytes, said: str) -> None:
        path = tmp_path / "mine.toml"
        path.write_bytes(content)
        with pytest.raises(RulesError) as caught:
            load(path)
        assert str(caught.value).startswith(f"mine.toml: {said}")

    def test_two_of_one_id(self, tmp_path: Path) -> None:
        with pytest.raises(RulesError, match="case 2: id: there are two cases 'mine'"):
            load(written(tmp_path, GOOD, GOOD))

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(RulesError, match=r"^mine\.toml: file: No such file"):
            load(tmp_path / "mine.toml")

    def test_ids_are_unique_over_all_files(self) -> None:
        ids = [one.id for path in data_files("cases").values() for one in load(path)]
        assert len(set(ids)) == len(ids) == len(cases())


def test_unknown_names_are_told() -> None:
    with pytest.raises(RulesError, match="there is no case 'drone-7'; there are start-triple, "):
        case("drone-7")
    with pytest.raises(RulesError, match="there is no tag 'hexagon'; there are start, plain, "):
        cases("hexagon")
    with pytest.raises(RulesError, match="there are no rules 'granny'"):
        table(cases(), ["granny"])


@pytest.mark.parametrize("position", ["", "^0,0=555 ^5,5=555", "^0,0"])
def test_a_case_has_a_position(position: str) -> None:
    with pytest.raises(TrinbError):
        Case("mine", "Mine", position)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    TOTALS.write_text(totals(), encoding="utf-8")
    print(f"wrote {TOTALS}")
