"""Random tiles, tile sets, boards and symmetries for the tests, made by hypothesis or from a seed.

A random board is grown from *steps*. Each step is a wish (lay a bridge, complete a hexagon) and a number that
chooses among the legal placements that grant it, or among all when none does; the *habits* of a board are the
wishes it has. They only steer what turns up: whether the board then says the truth is for `brute` to judge.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import TypeAlias

from hypothesis import settings
from hypothesis import strategies as st

from trinb import Board, Cell, Contact, Kind, Placement, Tile, TileSet, Vertex, tile_set, tile_sets
from trinb.board import ORIGIN
from trinb.lattice import SYMMETRIES, Symmetry
from trinb.tiles import MAX_DIGIT

Step: TypeAlias = tuple[str, int]

few = settings(max_examples=40, deadline=None)
some = settings(max_examples=120, deadline=None)
many = settings(max_examples=250, deadline=None)

# --- tiles ---------------------------------------------------------------------------------------

digits = st.integers(0, MAX_DIGIT)
triples_of_digits = st.tuples(digits, digits, digits)
tiles = st.builds(Tile, digits, digits, digits)
shipped_sets = st.sampled_from(tile_sets()).map(tile_set)
generated_sets = st.sampled_from(
    [TileSet.ascending(n) for n in range(1, 13)] + [TileSet.mirrored(n) for n in range(1, 7)]
)
house_sets = st.lists(tiles, min_size=1, max_size=12, unique=True).map(
    lambda some: TileSet("house", tuple(some))
)
any_sets = st.one_of(shipped_sets, generated_sets, house_sets)


@st.composite
def sets_and_masks(draw: st.DrawFn) -> tuple[TileSet, int]:
    """A tile set and a mask of some of its tiles."""
    box = draw(any_sets)
    return box, draw(st.integers(0, (1 << len(box)) - 1))


# --- the lattice ---------------------------------------------------------------------------------

coordinates = st.integers(-60, 60)
vertices = st.builds(Vertex, coordinates, coordinates)
cells = st.builds(Cell, coordinates, coordinates, st.booleans())
symmetries: st.SearchStrategy[Symmetry] = st.sampled_from(SYMMETRIES)

# --- boards --------------------------------------------------------------------------------------


WISHES: dict[str, Callable[[Contact], bool]] = {
    "any": lambda contact: True,
    "spread": lambda contact: contact.kind is Kind.PLAIN,
    "bridge": lambda contact: contact.kind is Kind.BRIDGE,
    "docking": lambda contact: contact.kind is Kind.DOCKING,
    "drone": lambda contact: contact.kind is Kind.DRONE,
    "two hexagons": lambda contact: contact.hexagons >= 2,
    "three hexagons": lambda contact: contact.hexagons >= 3,
    "hexagon": lambda contact: contact.hexagons >= 1,
    "extension": lambda contact: contact.extends_bridge,
}
HABITS = (
    ("any",),
    ("spread", "bridge"),
    ("spread", "bridge", "extension"),
    ("docking",),
    ("bridge", "extension", "drone"),
    ("hexagon", "drone", "spread"),
    ("three hexagons", "two hexagons", "docking", "bridge"),
)
MIRRORED = tuple(TileSet.mirrored(n) for n in (1, 2, 3, 4))


def pond(start: int, numbers: Iterable[int]) -> set[Cell]:
    """A cell that touches the first tile, and one more for each number, in one piece beside that tile."""
    beside = {cell for vertex in ORIGIN.corners for cell in vertex.cells} - {ORIGIN}
    water = {sorted(beside)[start % len(beside)]}
    for number in numbers:
        edge = sorted({other for cell in water for other in cell.neighbours} - water - {ORIGIN})
        water.add(edge[number % len(edge)])
    return water


def grow(box: TileSet, steps: Iterable[Step], repeat: bool, water: set[Cell] = frozenset()) -> Board:
    """The board that these steps lead to while something fits. Tiles may be used again if `repeat`.

    The wish "around" walks from the last tile along the shore of some water, so that it comes to be a hole.
    """
    shore = {cell for dry in water for vertex in dry.corners for cell in vertex.cells} - water
    board, hand, last = Board(), (1 << len(box)) - 1, ORIGIN
    for wish, number in steps:
        places = _by_cell(board.placements(box, hand))
        if not places:
            break
        contacts = {cell: board.contact(fitting[0]) for cell, fitting in places.items()}
        if wish == "around":
            granted = [cell for cell in places if cell in shore and cell in last.neighbours]
        else:
            granted = [cell for cell in places if WISHES[wish](contacts[cell])]
        granted = granted or [cell for cell in places if cell not in water] or list(places)
        last = granted[number % len(granted)]
        placement = places[last][number // len(granted) % len(places[last])]
        board = board.place(placement)
        if not repeat:
            hand &= ~box.mask([placement.tile])
    return board


def _by_cell(placements: Iterable[Placement]) -> dict[Cell, list[Placement]]:
    cells: dict[Cell, list[Placement]] = {}
    for placement in placements:
        cells.setdefault(placement.cell, []).append(placement)
    return cells


def seeded_board(seed: int, box: TileSet, size: int, repeat: bool = True) -> Board:
    """The same board for the same seed; every seventh seed has the same habits, two of three have a pond."""
    chance = random.Random(seed)
    habits = HABITS[seed % len(HABITS)]
    water = pond(chance.randrange(12), [chance.randrange(100) for _ in range(chance.choice((0, 0, 1, 2, 3)))])
    walk = (10 + 2 * len(water)) * (seed % 3 > 0)
    wishes = ["around"] * walk + chance.choices(habits, k=size)
    return grow(box, [(wish, chance.randrange(10_000)) for wish in wishes[:size]], repeat, water)


@st.composite
def boards(draw: st.DrawFn, min_size: int = 0, max_size: int = 24) -> Board:
    """A legal board. Most are dense and repeat the tiles of few digits; some are laid from one real box."""
    size = draw(st.integers(min_size, max_size))
    numbers = draw(st.lists(st.integers(0, 9_999), min_size=size, max_size=size))
    water = pond(draw(st.integers(0, 11)), draw(st.lists(st.integers(0, 99), max_size=3)))
    walk = min(size, draw(st.sampled_from((0, 1, 1))) * (10 + 2 * len(water)))
    habits = st.sampled_from(draw(st.sampled_from(HABITS)))
    wishes = ["around"] * walk + [draw(habits) for _ in range(size - walk)]
    if draw(st.booleans()):
        return grow(draw(st.sampled_from(MIRRORED)), zip(wishes, numbers, strict=True), True, water)
    return grow(draw(shipped_sets), zip(wishes, numbers, strict=True), False, water)


@st.composite
def boards_and_places(draw: st.DrawFn, max_size: int = 24) -> tuple[Board, Placement]:
    """A board with at least one tile, and one legal placement on it."""
    board = draw(boards(1, max_size))
    cell = draw(st.sampled_from(board.open_cells))
    shown = board.corner_digits(cell)
    a, b, c = (draw(st.integers(0, 3)) if digit is None else digit for digit in shown)
    return board, Placement(cell, (a, b, c))


@st.composite
def boards_and_tries(draw: st.DrawFn, max_size: int = 16) -> tuple[Board, Placement]:
    """A board with at least one tile, and a placement near it, legal or not."""
    board = draw(boards(1, max_size))
    near = draw(st.sampled_from([cell for vertex in board.digits for cell in vertex.cells]))
    cell = draw(st.sampled_from((near, *near.neighbours)))
    shown = [2 if digit is None else digit for digit in board.corner_digits(cell)]
    a, b, c = (draw(st.sampled_from((digit, digit, digit, 0, 1, 11))) for digit in shown)
    return board, Placement(cell, (a, b, c))


positions = boards().map(str)
