"""Tiles and tile sets: the counts, the exact lists of the sources, masks and fits, damaged files."""

from __future__ import annotations

import copy
import pickle
import shutil
import subprocess
import sys
from collections import Counter
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import any_sets, digits, many, sets_and_masks, some, tiles

import trinb
from trinb import NotationError, RulesError, Tile, TileSet, tile_set, tile_sets
from trinb.tiles import ANY, ascending_count, bits, mirrored_count, nth_bit, pattern, turned_to

ROOT = Path(__file__).resolve().parent.parent

TRIANGELSPELET_56 = """
    000 001 002 003 004 005 011 021 022 024 025 031 032 033
    034 035 041 044 045 051 055 111 112 113 114 115 122 123
    124 125 133 134 135 144 145 155 222 223 224 225 233 243
    244 253 254 255 333 334 335 344 354 355 444 445 455 555
"""
PRO_21 = "006 046 061 063 066 116 136 156 166 226 256 266 336 364 365 366 446 466 556 566 666"
FALLING = {"021", "031", "032", "041", "051", "243", "253", "254", "354"}
GAPS = {"026", "056", "126", "146", "236", "246", "456"}

original, pro = tile_set("triangelspelet-56"), tile_set("triangelspelet-77")
triominos, mirrored = tile_set("triominos-56"), tile_set("mirrored-76")


def short(tile: Tile) -> str:
    """The name of a tile without hyphens."""
    return "".join(map(str, tile.digits))


def multisets(tiles: set[Tile] | TileSet) -> Counter[str]:
    """How often each multiset of digits occurs, written in ascending order."""
    return Counter("".join(sorted(short(tile))) for tile in tiles)


def named(names: str) -> list[Tile]:
    """The tiles of names without hyphens."""
    return [Tile(*map(int, name)) for name in names.split()]


def again(value: object) -> object:
    """The value that its repr says how to make."""
    return eval(repr(value), dict(vars(trinb)))


# --- counting ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "n, rising, both",
    [(1, 1, 1), (2, 4, 4), (3, 10, 11), (4, 20, 24), (5, 35, 45), (6, 56, 76), (7, 84, 119), (8, 120, 176)],
)
def test_the_counts_of_the_rules(n: int, rising: int, both: int) -> None:
    assert (ascending_count(n), mirrored_count(n)) == (rising, both)


@pytest.mark.parametrize("n", range(1, 13))
def test_generated_sets_have_every_tile_once(n: int) -> None:
    # A tile is an orbit of the n³ readings under turning; a multiset forgets the order altogether.
    readings = list(product(range(n), repeat=3))
    orbits = {frozenset({(a, b, c), (b, c, a), (c, a, b)}) for a, b, c in readings}
    assert {frozenset(tile.turns) for tile in TileSet.mirrored(n)} == orbits
    assert len(TileSet.mirrored(n)) == mirrored_count(n) == len(orbits)
    assert Counter(tile.digits for tile in TileSet.ascending(n)) == Counter(
        (a, b, c) for a, b, c in readings if a <= b <= c
    )
    assert len(TileSet.ascending(n)) == ascending_count(n)


@pytest.mark.parametrize("n", [0, -1, 13, 10**30, 2.0, "3", None, True], ids=repr)
@pytest.mark.parametrize("make", [TileSet.ascending, TileSet.mirrored], ids=["ascending", "mirrored"])
def test_sets_of_other_sizes_are_refused(make: object, n: object) -> None:
    with pytest.raises(RulesError) as caught:
        make(n)  # type: ignore[operator]
    assert str(caught.value) == f"a tile set has 1 to 12 different digits, not {n!r}"


# --- the sets of the sources -------------------------------------------------------------------------


def test_the_shipped_sets() -> None:
    assert tile_sets() == ("mirrored-76", "triangelspelet-56", "triangelspelet-77", "triominos-56")
    assert [len(tile_set(id)) for id in tile_sets()] == [76, 56, 77, 56]
    assert all(tile_set(id).id == id and tile_set(id).name and tile_set(id).about for id in tile_sets())


def test_triangelspelet_is_the_printed_list_in_its_order() -> None:
    assert list(original) == named(TRIANGELSPELET_56)
    assert [short(tile) for tile in original] == TRIANGELSPELET_56.split(), "printed by the least turn"


def test_pro_is_the_printed_list_in_its_order() -> None:
    assert list(pro) == named(TRIANGELSPELET_56) + named(PRO_21)
    assert [short(tile) for tile in pro][56:] == PRO_21.split()


@pytest.mark.parametrize("box", [original, triominos], ids=lambda box: box.id)
def test_a_set_of_56_has_each_multiset_once(box: TileSet) -> None:
    every = Counter("".join(map(str, three)) for three in combinations_with_replacement(range(6), 3))
    assert multisets(box) == every
    assert len(every) == 56


def test_eleven_tiles_of_triangelspelet_rise_and_nine_fall() -> None:
    chiral = [tile for tile in original if tile.is_chiral]
    assert len(chiral) == 20
    assert sum(tile.is_rising for tile in chiral) == 11
    assert {short(tile) for tile in chiral if not tile.is_rising} == FALLING


def test_pro_lacks_seven_multisets() -> None:
    every = {"".join(map(str, three)) for three in combinations_with_replacement(range(7), 3)}
    assert every - set(multisets(pro)) == GAPS
    assert set(multisets(pro).values()) == {1}
    assert len(every) == 84


def test_pro_without_the_tiles_with_a_six_is_triangelspelet() -> None:
    assert {tile for tile in pro if 6 not in tile.digits} == set(original)
    assert sum(6 in tile.digits for tile in pro) == 21


def test_triominos_rises_throughout_and_shares_47_tiles_with_triangelspelet() -> None:
    assert sum(tile.is_rising for tile in triominos) == sum(tile.is_chiral for tile in triominos) == 20
    assert len(set(triominos) & set(original)) == 47
    assert {short(tile.mirror()) for tile in set(triominos) - set(original)} == FALLING


def test_mirrored_76_is_closed_under_mirrors() -> None:
    assert {tile.mirror() for tile in mirrored} == set(mirrored) > set(original) | set(triominos)
    assert sum(not tile.is_chiral for tile in mirrored) == 36
    assert set(original) | {tile.mirror() for tile in original} == set(mirrored)


# --- one tile ----------------------------------------------------------------------------------------


@given(digits, digits, digits)
@many
def test_a_tile_is_the_same_however_it_is_turned(a: int, b: int, c: int) -> None:
    tile = Tile(a, b, c)
    assert tile == Tile(b, c, a) == Tile(c, a, b)
    assert hash(tile) == hash(Tile(b, c, a)) == hash(Tile(c, a, b))
    assert tile.digits == sorted([(a, b, c), (b, c, a), (c, a, b)])[0]
    assert set(tile.turns) == {(a, b, c), (b, c, a), (c, a, b)}
    assert tile.turns[0] == tile.digits
    assert tile.sum == a + b + c


@given(tiles)
@some
def test_the_mirror_is_an_involution(tile: Tile) -> None:
    assert tile.mirror().mirror() == tile
    assert (tile.mirror() != tile) is tile.is_chiral
    assert tile.mirror().digits in {turn[::-1] for turn in tile.turns}
    assert tile.is_chiral is (tile.is_rising != tile.mirror().is_rising)


def test_what_a_tile_says_of_itself() -> None:
    assert (Tile(2, 1, 0).digits, Tile(2, 1, 0).sum, str(Tile(2, 1, 0))) == ((0, 2, 1), 3, "0-2-1")
    assert Tile(0, 2, 1) != Tile(0, 1, 2) == Tile(0, 2, 1).mirror()
    assert [tile.is_triple for tile in named("555 554 545 455 012")] == [True, False, False, False, False]
    assert [tile.is_rising for tile in named("123 231 132 113 111")] == [True, True, False, False, False]
    assert [tile.is_chiral for tile in named("123 132 113 111")] == [True, True, False, False]


@given(tiles, tiles)
@some
def test_tiles_are_ordered_by_their_names(one: Tile, other: Tile) -> None:
    assert (one < other, one <= other) == (one.digits < other.digits, one.digits <= other.digits)
    assert (one == other) is (one.digits == other.digits)
    assert one != one.digits
    with pytest.raises(TypeError):
        assert one < one.digits


@given(tiles)
@some
def test_a_tile_survives_repr_pickle_and_copy(tile: Tile) -> None:
    for same in (again(tile), pickle.loads(pickle.dumps(tile)), copy.copy(tile), copy.deepcopy(tile)):
        assert (same, hash(same), repr(same), same.sum) == (tile, hash(tile), repr(tile), tile.sum)


@given(tiles)
@some
def test_a_tile_cannot_be_changed(tile: Tile) -> None:
    for name in ("digits", "sum", "colour"):
        with pytest.raises(AttributeError):
            setattr(tile, name, 0)


@pytest.mark.parametrize(
    "bad, shown",
    [
        (12, "12"),
        (-1, "-1"),
        (10**100, "1" + "0" * 38 + "…"),
        (True, "True"),
        (1.0, "1.0"),
        (float("nan"), "nan"),
        ("1", "'1'"),
        ("\n", r"'\n'"),
        (None, "None"),
    ],
    ids=["12", "negative", "huge", "bool", "float", "nan", "text", "line break", "None"],
)
@pytest.mark.parametrize("place", range(3), ids=["first", "second", "third"])
def test_a_tile_of_no_digits_is_refused(bad: object, shown: str, place: int) -> None:
    three: list[object] = [0, 0, 0]
    three[place] = bad
    with pytest.raises(NotationError) as caught:
        Tile(*three)  # type: ignore[arg-type]
    call = ", ".join(shown if i == place else "0" for i in range(3))
    assert str(caught.value) == f"Tile({call}): {shown} is not a digit from 0 to 11"


HINT = "write a tile as three digits, e.g. 0-2-1"


@pytest.mark.parametrize(
    "text, fault",
    [
        ("", "no digits"),
        (" \t\n", "no digits"),
        ("5", "1 part instead of 3"),
        ("021", "1 part instead of 3"),
        ("0-1", "2 parts instead of 3"),
        ("0-1-2-3", "4 parts instead of 3"),
        ("-1-0-2", "4 parts instead of 3"),
        ("0--1-2", "4 parts instead of 3"),
        ("0–1–2", "1 part instead of 3"),
        ("0\N{MINUS SIGN}1\N{MINUS SIGN}2", "1 part instead of 3"),
        ("0-1-12", "'12' is not a digit from 0 to 11"),
        ("a-b-c", "'a' is not a digit from 0 to 11"),
        ("0-b-1", "'b' is not a digit from 0 to 11"),
        ("0-1-", "'' is not a digit from 0 to 11"),
        ("0- 1-2", "' 1' is not a digit from 0 to 11"),
        ("0-+1-2", "'+1' is not a digit from 0 to 11"),
        ("0-1.0-2", "'1.0' is not a digit from 0 to 11"),
        ("0-1_0-2", "'1_0' is not a digit from 0 to 11"),
        ("0-\u0661-2", "'\u0661' is not a digit from 0 to 11"),
        ("0-\u00b2-2", "'\u00b2' is not a digit from 0 to 11"),
        ("0-1-\uff12", "'\uff12' is not a digit from 0 to 11"),
        ("0-1-2\x00", r"'2\x00' is not a digit from 0 to 11"),
        ("0-1-\u200f2", r"'\u200f2' is not a digit from 0 to 11"),
        ("0-1-" + "9" * 30, f"'{'9' * 30}' is not a digit from 0 to 11"),
        ("0-1-" + "9" * 9_999, f"'{'9' * 39}…' is not a digit from 0 to 11"),
    ],
    ids=ascii,
)
def test_a_text_that_is_no_tile_is_refused(text: str, fault: str) -> None:
    with pytest.raises(NotationError) as caught:
        Tile.parse(text)
    shown = repr(text if len(text) <= 40 else text[:39] + "…")
    assert str(caught.value) == f"tile {shown}: {fault}; {HINT}"
    with pytest.raises(NotationError, match=r"^tile "):
        original.parse(text)


# --- tile sets ---------------------------------------------------------------------------------------


@given(any_sets)
@some
def test_a_set_counts_finds_and_lists_its_tiles(box: TileSet) -> None:
    assert len(box) == len(list(box)) == len(set(box))
    assert [box.number(tile) for tile in box] == list(range(len(box)))
    assert [box.parse(str(tile)) for tile in box] == list(box)
    assert set(box.digits) == {digit for tile in box for digit in tile.digits}
    assert list(box.digits) == sorted(box.digits)
    assert list(box.triples) == sorted((t for t in box if len(set(t.digits)) == 1), key=lambda t: -t.sum)
    assert [box.of_mask(bit) for bit in box.triple_bits] == [(triple,) for triple in box.triples]
    assert box.numbers_by_turn == {turn: number for number, tile in enumerate(box) for turn in tile.turns}


@given(any_sets, tiles)
@many
def test_a_set_holds_its_tiles_and_no_others(box: TileSet, tile: Tile) -> None:
    inside = tile in list(box)
    assert (tile in box) is inside
    if inside:
        assert box.tiles[box.number(tile)] == tile
    else:
        with pytest.raises(NotationError, match=f"^tile {tile} is not in {box.id}"):
            box.number(tile)
        with pytest.raises(NotationError, match=f"^tile {tile} is not in {box.id}"):
            box.mask([tile])
    assert str(tile) not in box
    assert tile.digits not in box


@pytest.mark.parametrize(
    "box, text, message",
    [
        (original, "0-1-2", "tile 0-1-2 is not in triangelspelet-56; its mirror 0-2-1 is"),
        (original, "2-0-1", "tile 0-1-2 is not in triangelspelet-56; its mirror 0-2-1 is"),
        (triominos, "0-2-1", "tile 0-2-1 is not in triominos-56; its mirror 0-1-2 is"),
        (original, "0-0-6", "tile 0-0-6 is not in triangelspelet-56: its digits are 0–5, not 6"),
        (pro, "7-8-9", "tile 7-8-9 is not in triangelspelet-77: its digits are 0–6, not 7"),
        (pro, "4-5-6", "tile 4-5-6 is not in triangelspelet-77"),
        (pro, "0-1-6", "tile 0-1-6 is not in triangelspelet-77; its mirror 0-6-1 is"),
    ],
    ids=[
        "mirror",
        "mirror turned",
        "mirror other way",
        "digit",
        "several digits",
        "gap",
        "mirror with a six",
    ],
)
def test_a_tile_that_is_not_in_the_set_is_explained(box: TileSet, text: str, message: str) -> None:
    for ask in (
        lambda: box.parse(text),
        lambda: box.number(Tile.parse(text)),
        lambda: box.mask([Tile.parse(text)]),
    ):
        with pytest.raises(NotationError) as caught:
            ask()
        assert str(caught.value) == message


def test_a_set_with_a_tile_twice_is_refused() -> None:
    with pytest.raises(RulesError) as caught:
        TileSet("house", (Tile(1, 1, 2), Tile(0, 1, 2), Tile(5, 5, 5), Tile(2, 0, 1)))
    assert str(caught.value) == "tile set 'house': 0-1-2 is listed twice"
    assert len(TileSet("house", (Tile(0, 1, 2), Tile(0, 2, 1)))) == 2


@given(any_sets)
@some
def test_a_set_survives_repr_and_pickle(box: TileSet) -> None:
    assert box.fits and box.sums and hash(box)  # what is worked out once must not get in the way
    for same in (again(box), pickle.loads(pickle.dumps(box)), copy.deepcopy(box)):
        assert (same, hash(same), same.id) == (box, hash(box), box.id)
        assert same.fits == box.fits


def test_sets_are_equal_by_id_and_tiles() -> None:
    one, other = Tile(0, 0, 0), Tile(0, 0, 1)
    assert TileSet("a", (one, other)) == TileSet("a", (one, other), name="x", about="y")
    assert TileSet("a", (one, other)) != TileSet("a", (other, one))
    assert TileSet("a", (one,)) != TileSet("b", (one,))


@pytest.mark.parametrize("kind", ["ascending", "mirrored"])
@pytest.mark.parametrize("n", range(1, 13))
def test_generated_sets_are_found_by_their_id(kind: str, n: int) -> None:
    assert tile_set(f"{kind}-{n}") == getattr(TileSet, kind)(n)


@pytest.mark.parametrize(
    "id",
    [
        "",
        "granna",
        "triominos",
        "Triominos-56",
        "../tiles/triominos-56",
        "ascending-",
        "ascending-0",
        "ascending-13",
        "ascending--3",
        "ascending-3.0",
        "ascending-\u0663",
        "ascending-\u00b3",
        "mirrored-" + "9" * 50,
        "descending-6",
        "x" * 10_000,
        "a\nb\x00",
    ],
    ids=lambda id: ascii(id)[:30],
)
def test_an_unknown_set_is_refused_with_those_there_are(id: str) -> None:
    with pytest.raises(RulesError) as caught:
        tile_set(id)
    message = str(caught.value)
    assert message.startswith("there is no tile set '") and message.isprintable() and len(message) < 300
    assert all(known in message for known in (*tile_sets(), "ascending-N", "mirrored-N"))


# --- masks and fits ----------------------------------------------------------------------------------


@given(sets_and_masks())
@many
def test_masks_and_tiles_are_inverse(pair: tuple[TileSet, int]) -> None:
    box, mask = pair
    tiles = box.of_mask(mask)
    assert box.mask(tiles) == box.mask(reversed(tiles)) == mask
    assert list(tiles) == [tile for number, tile in enumerate(box) if mask // 2**number % 2]
    assert box.pips(mask) == sum(sum(tile.digits) for tile in tiles)


@given(sets_and_masks())
@some
def test_a_mask_does_not_ask_in_which_turn(pair: tuple[TileSet, int]) -> None:
    box, mask = pair
    assert box.mask(Tile(*tile.turns[2]) for tile in box.of_mask(mask)) == mask


@given(any_sets)
@some
def test_sums_part_the_set_highest_first(box: TileSet) -> None:
    sums = [points for points, _ in box.sums]
    assert sums == sorted(set(sums), reverse=True)
    assert {points: box.of_mask(mask) for points, mask in box.sums} == {
        points: tuple(tile for tile in box if sum(tile.digits) == points) for points in sums
    }
    assert sum(mask for _, mask in box.sums) == 2 ** len(box) - 1


corners = st.one_of(st.none(), st.integers(0, 5), digits)


@given(any_sets, st.tuples(corners, corners, corners))
@example(original, (None, None, None))
@example(pro, (6, 1, 0))
@many
def test_fits_are_the_tiles_that_fit(box: TileSet, shown: tuple[int | None, ...]) -> None:
    def fits(turn: tuple[int, ...]) -> bool:
        return all(seen is None or seen == digit for seen, digit in zip(shown, turn, strict=True))

    fitting = []
    for tile in box:
        a, b, c = tile.digits
        if fits((a, b, c)) or fits((b, c, a)) or fits((c, a, b)):
            fitting.append(tile)
    packed = pattern(*(ANY if seen is None else seen for seen in shown))
    assert list(box.of_mask(box.fits[packed])) == fitting
    for tile in box:
        if tile in fitting:
            assert fits(turned_to(tile.digits, packed)) and turned_to(tile.digits, packed) in tile.turns
        else:
            with pytest.raises(ValueError, match=f"^{tile} does not fit "):
                turned_to(tile.digits, packed)


def test_patterns_differ() -> None:
    assert len({pattern(*three) for three in product([*range(12), ANY], repeat=3)}) == 13**3


@given(st.sets(st.integers(0, 200)))
@some
def test_bits_are_the_numbers_of_a_mask(numbers: set[int]) -> None:
    mask = sum(2**number for number in numbers)
    assert list(bits(mask)) == sorted(numbers)
    assert [nth_bit(mask, index) for index in range(len(numbers))] == sorted(numbers)


# --- files -------------------------------------------------------------------------------------------


def test_a_file_of_tiles_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'id = "mine"\nname = "Mîne"\nextends = "ascending-2"\ntiles = """\n2-1-0\n 5-5-5"""\n', "utf-8"
    )
    for where in (path, str(path)):
        box = TileSet.load(where)
        assert (box.id, box.name, box.about) == ("mine", "Mîne", "")
        assert list(box) == named("000 001 011 111 021 555")
        assert again(box) == box


GOOD = b'id = "x"\ntiles = "0-0-0"\n'
DAMAGED = {
    "unknown key": (
        GOOD + b'tile = "0-0-1"',
        "tile: unknown key; there are about, extends, generate, id, name, tiles",
    ),
    "tiles is a list": (b'id = "x"\ntiles = ["0-0-0"]', "tiles: must be a text, not ['0-0-0']"),
    "id is a number": (b'id = 5\ntiles = "0-0-0"', "id: must be a text, not 5"),
    "name is a table": (GOOD + b"[name]", "name: must be a text, not {}"),
    "missing id": (b'tiles = "0-0-0"', "id: is missing"),
    "no tiles": (b'id = "x"\ntiles = " "', "tiles: there are none"),
    "only an id": (b'id = "x"', "tiles: there are none"),
    "empty": (b"", "id: is missing"),
    "two digits": (b'id = "x"\ntiles = "0-0-0 1-2"', f"tiles: tile '1-2': 2 parts instead of 3; {HINT}"),
    "letters": (
        b'id = "x"\ntiles = "a-b-c"',
        f"tiles: tile 'a-b-c': 'a' is not a digit from 0 to 11; {HINT}",
    ),
    "extends nothing": (
        b'id = "x"\nextends = "no\\nbody"',
        r"extends: there is no tile set 'no\nbody'; there are ",
    ),
    "generates nothing": (
        b'id = "x"\ngenerate = "mirrored-13"',
        "generate: there is no tile set 'mirrored-13'; ",
    ),
    "not UTF-8": (b'id = "\xff"', "file: 'utf-8' codec can't decode byte 0xff"),
    "UTF-16": (GOOD.decode().encode("utf-16"), "file: 'utf-8' codec can't decode byte"),
    "not TOML": (b"id: x\ntiles: 0-0-0", "file: "),
    "a key twice": (GOOD + b'id = "y"', "file: "),
    "zero bytes": (b"\x00\x00", "file: "),
    "the end is cut off": (b'id = "x"\ntiles = "0-0-', "file: "),
}


@pytest.mark.parametrize("content, message", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_file_is_named_with_the_key(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(RulesError) as caught:
        TileSet.load(path)
    assert str(caught.value).startswith(f"mine.toml: {message}")
    assert len(str(caught.value)) > len("mine.toml: file: ")
    assert str(caught.value).isprintable()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"^none\.toml: file: .*No such file") as caught:
        TileSet.load(tmp_path / "none.toml")
    assert isinstance(caught.value.__cause__, FileNotFoundError)
    with pytest.raises(RulesError, match=r": file: .*directory"):
        TileSet.load(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param('id = "x"\ntiles = "0-1-2 5-5-5 1-2-0"', id="in the list"),
        pytest.param('id = "x"\nextends = "ascending-3"\ntiles = "0-1-2"', id="in what it extends"),
    ],
)
def test_a_file_with_a_tile_twice_is_named_with_the_key(tmp_path: Path, content: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(content)
    with pytest.raises(RulesError, match=r"^mine\.toml: tiles: .*0-1-2 is listed twice$"):
        TileSet.load(path)


def run_apart(code: str, folder: Path) -> str:
    """What a Python of its own prints when it runs this code in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def circles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The messages for tile sets that extend themselves, from a copy of trinb with such files in its data."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "trinb", folder / "trinb", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "data" / "tiles").mkdir(parents=True)
    for id, base in {"self": "self", "a": "b", "b": "c", "c": "a", "outside": "self"}.items():
        (folder / "data" / "tiles" / f"{id}.toml").write_text(
            f'id = "{id}"\nextends = "{base}"\ntiles = "0-0-0"\n'
        )
    code = """
from trinb.errors import RulesError
from trinb.tiles import tile_set
for id in ("self", "a", "b", "c", "outside"):
    try:
        print(id, tile_set(id), sep="|")
    except RulesError as error:
        print(id, error, sep="|")
"""
    return dict(line.split("|", 1) for line in run_apart(code, folder).splitlines())


@pytest.mark.parametrize("id", ["self", "a", "b", "c", "outside"])
def test_a_circle_of_files_is_refused(circles: dict[str, str], id: str) -> None:
    assert circles[id].startswith(f"{id}.toml: extends: ")
    assert "goes in a circle: " in circles[id]


@pytest.mark.parametrize("id", ["self", "a", "b", "c", "outside"])
def test_a_circle_of_files_is_told_in_one_short_line(circles: dict[str, str], id: str) -> None:
    assert len(circles[id]) < 300


# --- faults found ------------------------------------------------------------------------------------


def test_an_endless_digit_is_refused() -> None:
    with pytest.raises(NotationError):
        Tile(0, 0, 10**5000)


def test_leading_zeros_do_not_let_through_an_endless_count() -> None:
    with pytest.raises(RulesError, match=r"^there is no tile set"):
        tile_set("ascending-0001" + "1" * 5000)


@pytest.mark.parametrize("id", ["triominos-56", "ascending-3", "mirrored-mine"])
def test_a_set_with_the_id_of_another_is_still_shown_as_itself(id: str) -> None:
    box = TileSet(id, (Tile(0, 0, 0),))
    assert again(box) == box


def test_the_digits_of_a_set_with_gaps_are_told_right() -> None:
    with pytest.raises(NotationError) as caught:
        TileSet("house", (Tile(0, 0, 5),)).number(Tile(3, 3, 3))
    assert "0–5, not 3" not in str(caught.value)


@pytest.mark.parametrize(
    "content", ["a = " + "[" * 20_000, "a = " + "1" * 5_000], ids=["deep", "endless number"]
)
def test_a_hostile_file_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(content)
    with pytest.raises(RulesError, match=r"^mine\.toml: file: "):
        TileSet.load(path)


@pytest.mark.parametrize("content", ['"a\\nb" = "1"', "name = [" + "1, " * 5000 + "]"], ids=["key", "value"])
def test_the_message_of_a_damaged_file_is_one_short_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('id = "x"\ntiles = "0-0-0"\n' + content)
    with pytest.raises(RulesError) as caught:
        TileSet.load(path)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 400


def test_a_set_made_of_a_list_is_refused_or_as_good() -> None:
    try:
        box = TileSet("house", [Tile(0, 0, 0)])  # type: ignore[arg-type]
    except (TypeError, RulesError):
        return
    assert box == TileSet("house", (Tile(0, 0, 0),))
    assert hash(box) == hash(TileSet("house", (Tile(0, 0, 0),)))


@pytest.mark.parametrize(
    ("box", "title"),
    [
        (TileSet.ascending(12), "digits 0–11, each multiset once, rising clockwise"),
        (TileSet.mirrored(1), "digits 0–0 with all mirrors"),
        (TileSet("mine", [Tile(0, 0, 0)], "My {set}"), "My {set}"),
        (TileSet("mine", [Tile(0, 0, 0)]), "mine"),
        (TileSet("none", []), "none"),
        (tile_set("triangelspelet-56"), tile_set("triangelspelet-56").name),
    ],
)
def test_titles(box: TileSet, title: str) -> None:
    assert box.title == title
    picture = box._repr_svg_()
    assert f"<title>{title}: {len(box)} tile{'s' * (len(box) != 1)}</title>" in picture
