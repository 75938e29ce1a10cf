"""The lattice against plane geometry: winding, neighbours, vertices, the twelve symmetries, regions."""

from __future__ import annotations

import cmath
import contextlib
import copy
import math
import pickle
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cells, many, some, symmetries, vertices

from trinb import Cell, Vertex
from trinb.lattice import HEIGHT, REFLECTIONS, ROTATIONS, SYMMETRIES, Symmetry, region

Point = tuple[float, float]
RIM = 1 / math.sqrt(3)
"""From the centre of a cell to its corners."""


def signed_area(a: Point, b: Point, c: Point) -> float:
    """The area of a triangle; negative when a, b, c go round clockwise with y upwards."""
    return ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2


def angle(centre: Point, to: Point) -> float:
    """The direction from one point to another in degrees, 0 to 360, counter-clockwise from the east."""
    return math.degrees(math.atan2(to[1] - centre[1], to[0] - centre[0])) % 360


# --- winding: everything else stands on this ---------------------------------------------------------


@pytest.mark.parametrize("up", [True, False], ids=["up", "down"])
@given(vertex=vertices)
@some
def test_corners_go_round_clockwise(up: bool, vertex: Vertex) -> None:
    a, b, c = (corner.xy for corner in Cell(*vertex, up).corners)
    assert signed_area(a, b, c) == pytest.approx(-math.sqrt(3) / 4)


@given(cells)
@some
def test_the_first_corner_is_the_apex(cell: Cell) -> None:
    apex, second, third = (corner.xy[1] for corner in cell.corners)
    assert second == third
    assert apex - second == pytest.approx(math.sqrt(3) / 2 if cell.up else -math.sqrt(3) / 2)


def test_the_corners_of_both_cells_of_a_vertex_are_those_of_the_rules() -> None:
    q, r = 7, -4
    assert [(*corner,) for corner in Cell(q, r, True).corners] == [(q, r + 1), (q + 1, r), (q, r)]
    assert [(*corner,) for corner in Cell(q, r, False).corners] == [(q + 1, r), (q, r + 1), (q + 1, r + 1)]


def test_the_plane_coordinates_are_those_of_the_rules() -> None:
    assert Vertex(0, 0).xy == (0, 0)
    assert Vertex(3, 2).xy == pytest.approx((3 + 2 * 0.5, 2 * math.sqrt(3) / 2))
    assert math.isclose(HEIGHT, math.sqrt(0.75))


# --- neighbours --------------------------------------------------------------------------------------


@given(cells)
@some
def test_a_neighbour_shares_all_corners_but_the_one_it_lies_opposite(cell: Cell) -> None:
    for corner, neighbour in zip(cell.corners, cell.neighbours, strict=True):
        assert set(cell.corners) & set(neighbour.corners) == set(cell.corners) - {corner}
        assert neighbour.up != cell.up


@given(cells)
@some
def test_being_neighbours_is_mutual(cell: Cell) -> None:
    assert len(set(cell.neighbours)) == 3
    for neighbour in cell.neighbours:
        assert cell in neighbour.neighbours


@given(st.integers(-5, 5), st.integers(-5, 5), st.booleans())
@some
def test_only_cells_that_share_two_corners_are_neighbours(q: int, r: int, up: bool) -> None:
    cell = Cell(q, r, up)
    near = [
        Cell(q + dq, r + dr, up)
        for dq, dr, up in product((-2, -1, 0, 1, 2), (-2, -1, 0, 1, 2), (True, False))
    ]
    sharing = {other for other in near if len(set(other.corners) & set(cell.corners)) == 2}
    assert sharing == set(cell.neighbours)


@given(cells)
@some
def test_the_centre_is_as_far_from_each_corner(cell: Cell) -> None:
    assert [math.dist(cell.centre, corner.xy) for corner in cell.corners] == pytest.approx([RIM] * 3)


# --- vertices ----------------------------------------------------------------------------------------


@given(vertices)
@some
def test_six_cells_lie_around_a_vertex_counter_clockwise(vertex: Vertex) -> None:
    angles = [angle(vertex.xy, cell.centre) for cell in vertex.cells]
    assert angles == pytest.approx([30, 90, 150, 210, 270, 330])
    assert [math.dist(vertex.xy, cell.centre) for cell in vertex.cells] == pytest.approx([RIM] * 6)


@given(vertices)
@some
def test_the_corners_of_a_vertex_tell_which_corner_of_a_cell_lies_there(vertex: Vertex) -> None:
    assert [cell.corners[corner] for cell, corner in vertex.corners] == [vertex] * 6
    assert tuple(cell for cell, _ in vertex.corners) == vertex.cells


@given(vertices)
@some
def test_six_vertices_lie_at_distance_one_counter_clockwise(vertex: Vertex) -> None:
    assert [math.dist(vertex.xy, other.xy) for other in vertex.neighbours] == pytest.approx([1] * 6)
    turns = [other.xy[0] - vertex.xy[0] + 1j * (other.xy[1] - vertex.xy[1]) for other in vertex.neighbours]
    assert turns == pytest.approx([cmath.rect(1, math.radians(60 * k)) for k in range(6)])


# --- symmetries --------------------------------------------------------------------------------------


def test_there_are_twelve_different_symmetries() -> None:
    assert len(SYMMETRIES) == len(set(SYMMETRIES)) == 12
    assert set(ROTATIONS) | set(REFLECTIONS) == set(SYMMETRIES)
    assert (len(ROTATIONS), len(REFLECTIONS)) == (6, 6)


def test_the_symmetries_are_a_group() -> None:
    identity = SYMMETRIES[0]
    assert all(identity.vertex(vertex) == vertex for vertex in (Vertex(1, 0), Vertex(0, 1)))
    for first in SYMMETRIES:
        products = {first.then(second) for second in SYMMETRIES}
        assert products == set(SYMMETRIES)
        assert identity in products


@given(symmetries, symmetries, vertices, cells)
@many
def test_then_does_one_after_the_other(first: Symmetry, second: Symmetry, vertex: Vertex, cell: Cell) -> None:
    assert first.then(second).vertex(vertex) == second.vertex(first.vertex(vertex))
    assert first.then(second).cell(cell) == second.cell(first.cell(cell))


@pytest.mark.parametrize("k", range(6), ids=lambda k: f"{60 * k}°")
@given(vertex=vertices)
@some
def test_a_rotation_turns_the_plane_counter_clockwise(k: int, vertex: Vertex) -> None:
    turned = complex(*vertex.xy) * cmath.rect(1, math.radians(60 * k))
    assert ROTATIONS[k].vertex(vertex).xy == pytest.approx((turned.real, turned.imag), abs=1e-9)


def test_the_first_reflection_swaps_the_axes_and_the_others_turn_it() -> None:
    for k, mirror in enumerate(REFLECTIONS):
        assert mirror.vertex(Vertex(5, 2)) == ROTATIONS[k].vertex(Vertex(2, 5))


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
@given(cell=cells, other=vertices)
@some
def test_a_symmetry_keeps_distances_corners_and_neighbours(
    symmetry: Symmetry, cell: Cell, other: Vertex
) -> None:
    image = symmetry.cell(cell)
    assert set(image.corners) == {symmetry.vertex(corner) for corner in cell.corners}
    assert set(image.neighbours) == {symmetry.cell(neighbour) for neighbour in cell.neighbours}
    for corner in cell.corners:
        before, after = (
            math.dist(corner.xy, other.xy),
            math.dist(symmetry.vertex(corner).xy, symmetry.vertex(other).xy),
        )
        assert after == pytest.approx(before, abs=1e-9)


@pytest.mark.parametrize("turning", [True, False], ids=["rotations", "reflections"])
@given(cell=cells)
@some
def test_rotations_keep_the_winding_and_reflections_reverse_it(turning: bool, cell: Cell) -> None:
    for symmetry in ROTATIONS if turning else REFLECTIONS:
        a, b, c = (symmetry.vertex(corner).xy for corner in cell.corners)
        assert (signed_area(a, b, c) < 0) is turning
        assert symmetry.is_reflection is not turning


# --- vertices and cells are values -------------------------------------------------------------------


@given(cells, vertices)
@some
def test_a_cell_and_a_vertex_are_known_by_their_coordinates(cell: Cell, vertex: Vertex) -> None:
    for point, parts in ((cell, (cell.q, cell.r, cell.up)), (vertex, (vertex.q, vertex.r))):
        for same in (
            type(point)(*parts),
            eval(repr(point)),
            pickle.loads(pickle.dumps(point)),
            copy.copy(point),
            copy.deepcopy(point),
        ):
            assert same == point and hash(same) == hash(point)
            assert tuple(same) == parts
            assert (same.corners, same.neighbours) == (point.corners, point.neighbours)
    assert cell not in (Cell(cell.q, cell.r, not cell.up), Cell(cell.q + 1, cell.r, cell.up))
    assert vertex not in (Vertex(vertex.q, vertex.r + 1), Vertex(vertex.q + 1, vertex.r))


@given(cells, cells, vertices, vertices)
@some
def test_cells_and_vertices_are_ordered_by_their_coordinates(a: Cell, b: Cell, v: Vertex, w: Vertex) -> None:
    assert (a < b, a > b) == (tuple(a) < tuple(b), tuple(a) > tuple(b))
    assert (v < w, v > w) == (tuple(v) < tuple(w), tuple(v) > tuple(w))


@given(cells, vertices)
@some
def test_cells_and_vertices_cannot_be_changed(cell: Cell, vertex: Vertex) -> None:
    for point in (cell, vertex):
        for name in ("q", "corners", "colour"):
            with pytest.raises(AttributeError):
                setattr(point, name, 0)
        with pytest.raises(AttributeError, match=r"colour"):
            point.colour  # noqa: B018


# --- cells by their corners, regions -----------------------------------------------------------------


@given(cells)
@some
def test_a_cell_is_found_by_its_corners_in_any_order(cell: Cell) -> None:
    for corners in permutations(cell.corners):
        assert Cell.of_corners(corners) == cell


@pytest.mark.parametrize(
    "vertices",
    [
        pytest.param([], id="none"),
        pytest.param([(0, 0), (1, 0)], id="two"),
        pytest.param([(0, 0), (1, 0), (1, 0)], id="one of them twice"),
        pytest.param([(0, 0), (1, 0), (2, 0)], id="in a line"),
        pytest.param([(0, 0), (1, 0), (1, 1)], id="not all neighbours"),
        pytest.param([(0, 0), (0, 2), (2, 0)], id="twice as large"),
        pytest.param([(0, 0), (1, 0), (0, 1), (1, 1)], id="four"),
    ],
)
def test_other_vertices_have_no_cell(vertices: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match=r"^no cell has the corners \[.*\]$"):
        Cell.of_corners(Vertex(q, r) for q, r in vertices)


@given(cells)
@some
def test_the_text_of_a_cell_is_its_way_and_its_vertex(cell: Cell) -> None:
    way, q, r = str(cell)[0], *str(cell)[1:].split(",")
    assert (way, int(q), int(r)) == ({True: "^", False: "v"}[cell.up], cell.q, cell.r)


@pytest.mark.parametrize("radius", range(7))
def test_a_region_is_the_hexagon_of_its_radius(radius: int) -> None:
    found = region(radius)
    assert len(found) == len(set(found)) == 6 * radius**2
    assert list(found) == sorted(found)
    # Inside a regular hexagon: nearer than its inradius to the centre in three directions.
    span = range(-radius - 2, radius + 3)
    for q, r, up in product(span, span, (True, False)):
        x, y = Cell(q, r, up).centre
        reach = max(abs(y), abs(x * math.sqrt(3) / 2 + y / 2), abs(x * math.sqrt(3) / 2 - y / 2))
        assert (Cell(q, r, up) in found) is (reach < radius * math.sqrt(3) / 2)


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
def test_a_region_has_all_twelve_symmetries(symmetry: Symmetry) -> None:
    assert {symmetry.cell(cell) for cell in region(3)} == set(region(3))


# --- faults found ------------------------------------------------------------------------------------


@pytest.mark.parametrize("q", [90_001.0, Fraction(90_003)], ids=["float", "fraction"])
def test_equal_numbers_of_other_types_do_not_change_a_cell(q: object) -> None:
    with contextlib.suppress(TypeError, ValueError):  # to refuse it would be right too
        Cell(q, 0, True)  # type: ignore[arg-type]
    assert str(Cell(int(q), 0, True)) == f"^{int(q)},0"  # type: ignore[call-overload]
    assert type(Cell(int(q), 0, True).q) is int  # type: ignore[call-overload]


def test_a_cell_is_not_ordered_among_vertices() -> None:
    with pytest.raises(TypeError):
        assert Vertex(0, 0) < Cell(1, 0, True)  # type: ignore[operator]
