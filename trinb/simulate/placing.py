"""The kernel within a turn: where tiles fit, which is chosen, and laying it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import add_four, highest, ones, put_four
from .desk import (
    BROKEN_OFF,
    C_BRIDGE,
    C_DRAWS,
    C_EDGE,
    C_EXTENSIONS,
    C_HEXAGONS,
    C_PASSES,
    C_PLAIN,
    C_POOL,
    C_TURNS,
    CHOICES,
    E_DRAW,
    E_END,
    E_PASS,
    E_PLACE,
    FILLED,
    GOES_ON,
    HEIGHT,
    LITTLE,
    NOBODY,
    NOTHING,
    ONE,
    OUT,
    R_DRAW,
    R_EXTENSION,
    R_FAILED,
    R_HEXAGON,
    R_PLAIN,
    R_STUCK,
    R_TILE,
    S_AT_ONCE,
    S_END,
    S_IDLE,
    S_MOVED,
    WIDTH,
    ZERO,
    bit,
    bottom,
    draw_tile,
    fits_somewhere,
    gain,
    n_although,
    n_at_once_draw,
    n_blank,
    n_cost_if_failed,
    n_draw_cost,
    n_ext_hex,
    n_ext_of,
    n_ext_p,
    n_ext_s,
    n_failed,
    n_hex,
    n_kind_p,
    n_kind_s,
    n_most,
    n_patterns,
    n_rich,
    n_several,
    n_stuck,
    n_target,
    n_tile_p,
    n_tile_s,
    n_two,
    nth,
    nth_bit,
    random_below,
    takes_best,
    tell,
    toggle,
    top,
)
from .jit import part

STOP, DRAW = np.int64(-1), np.int64(-2)
"""What may be chosen instead of one of the placements."""

_RANKS = np.uint64(0xF << 60)
_BRIDGE, _EXTENSION = np.int64(1), np.int64(2)  # how a cell is marked
_CHOSEN = np.uint64(1 << 63)
ONE_TILE, MAY_GO_ON = 0, 1  # how many tiles a turn may place, as in `Several`
_ANYTHING = 2  # what counts as an extension, as in `ExtensionOf`

# From an up cell, and from a down cell: to its corners, clockwise, and to the cells across its sides.
_CORNER = np.array([WIDTH, 1, 0, 1, WIDTH, WIDTH + 1])
_ACROSS = np.array([-2 * WIDTH + 1, 1, -1, -1, 1, 2 * WIDTH - 1])
# From a vertex to the cells around it.
_AROUND = np.array([-2 * WIDTH - 1, -2 * WIDTH, -2 * WIDTH + 1, -2, -1, 0])


# --- a turn -------------------------------------------------------------------------------------------------


@part
def take_turn(d: Any, seat: Any) -> Any:
    """The turn of a seat."""
    d.row[C_TURNS] += 1
    d.state[S_IDLE] += 1
    go_on(d, seat, NOTHING, NOTHING)


@part
def go_on(d: Any, seat: Any, drawn: Any, placed: Any) -> Any:
    """The rest of a turn in which so many tiles have been drawn and placed."""
    low, high = d.hands[2 * seat], d.hands[2 * seat + 1]
    while True:
        hits, ranks = find(d, low, high)
        can_draw = d.row[C_POOL] > 0 and (d.n[n_most] < 0 or drawn < d.n[n_most])
        if hits == 0 and (placed > 0 or not can_draw):
            # Who has drawn as often as is allowed is not stuck: the turn is over.
            if placed == 0 and (drawn == 0 or drawn != d.n[n_most]):
                be_stuck(d, seat)
            return
        chosen, wanted = DRAW, ZERO
        if hits > 0:
            chosen, wanted = choose(d, seat, hits, ranks, low, high, placed, can_draw)
        if chosen == STOP:
            tell(d, E_END, seat, NOBODY, NOBODY)
            return
        if chosen == DRAW:
            drawn += 1
            goes_on, low, high = draw(d, seat, drawn)
            if not goes_on:
                return
        else:
            place(d, seat, chosen, wanted, low, high)
            end_if_over(d, seat)
            if d.state[S_END] != GOES_ON or d.n[n_several] == ONE_TILE:
                return
            placed += 1
            low, high = d.hands[2 * seat], d.hands[2 * seat + 1]


@part
def end_if_over(d: Any, seat: Any) -> Any:
    """After a placement: the round is over if the hand is empty, or if this ends the match at once."""
    if d.state[S_AT_ONCE] and d.totals[seat] + d.score[seat] >= d.n[n_target]:
        d.state[S_END] = BROKEN_OFF
    if d.hands[2 * seat] | d.hands[2 * seat + 1] == ZERO:
        d.state[S_END] = OUT


@part
def be_stuck(d: Any, seat: Any) -> Any:
    """Nothing fits, and nothing can be drawn."""
    d.row[C_PASSES] += 1
    gain(d, seat, R_STUCK, -d.n[n_stuck])
    tell(d, E_PASS, seat, NOBODY, NOBODY)


@part
def draw(d: Any, seat: Any, drawn: Any) -> Any:
    """Draw a tile; gives whether the turn goes on, and the tiles that may then be placed."""
    tile = draw_tile(d, seat)
    d.row[C_DRAWS] += 1
    d.state[S_MOVED] = 1
    low, high = d.hands[2 * seat], d.hands[2 * seat + 1]
    if not d.n[n_although]:
        low, high = (ZERO, bit(tile)) if tile >= 64 else (bit(tile), ZERO)
    if not d.n[n_cost_if_failed]:
        gain(d, seat, R_DRAW, -d.n[n_draw_cost])
    in_vain = (
        drawn == d.n[n_most] and (d.n[n_failed] or d.n[n_cost_if_failed]) and not fits_somewhere(d, low, high)
    )
    if in_vain:
        gain(d, seat, R_FAILED, -d.n[n_failed])
        if d.n[n_cost_if_failed]:
            gain(d, seat, R_DRAW, -drawn * d.n[n_draw_cost])
    tell(d, E_DRAW, seat, tile, NOBODY)
    return d.n[n_at_once_draw] and not in_vain, low, high


# --- which placement ----------------------------------------------------------------------------------------


@part
def find(d: Any, low: Any, high: Any) -> Any:
    """The open cells where any of these tiles fits: how many, and the ranks of them together."""
    hits, ranks, two, second = 0, ZERO, d.n[n_two] != 0, 4 * d.n[n_patterns]
    for i in range(np.int64(d.row[C_EDGE])):
        spot = np.int64(d.spot[d.front[i]])
        word = d.fit[spot]
        fits = word & low
        d.hit_at[hits] = i
        if two:
            d.hit_low[hits] = fits
            word = d.fit[second + spot]
            fits |= word & high
        d.hit_word[hits] = word
        ranks |= word if fits != ZERO else ZERO
        hits += fits != ZERO
    return hits, ranks


@part
def how_many(d: Any, hit: Any, wanted: Any, two: Any, low: Any, high: Any) -> Any:
    """How many tiles fit there, if it is one of those that are wanted."""
    word = d.hit_word[hit]
    here = ones(d.hit_low[hit]) + ones(word & high) if two else ones(word & low)
    return here if word & wanted != ZERO else 0


@part
def choose(d: Any, seat: Any, hits: Any, ranks: Any, low: Any, high: Any, placed: Any, can_draw: Any) -> Any:
    """One of the placements that are wanted, by its number, or `STOP` or `DRAW`; and the ranks wanted."""
    wanted, other = _RANKS, NOTHING
    if takes_best(d, seat):
        wanted = ONE << np.uint64(highest(ranks))
        best = d.ranks[highest(ranks) - 60]
        if d.n[n_rich]:
            wanted, best = _CHOSEN, rate(d, hits, low, high)
        if best < 0 and placed > 0 and d.n[n_several] == MAY_GO_ON:
            return STOP, wanted
    elif placed > 0:
        other += d.n[n_several] == MAY_GO_ON  # a random player may also stop,
    else:
        other += d.n[n_although] and can_draw  # or draw although something fits
    many, two = 0, d.n[n_two] != 0
    for hit in range(hits):
        many += how_many(d, hit, wanted, two, low, high)
    index = random_below(d, CHOICES, many + other)
    if index == many:
        index = STOP if placed > 0 else DRAW
    return index, wanted


@part
def rate(d: Any, hits: Any, low: Any, high: Any) -> Any:
    """Mark the placements that score most, and only their tiles; gives the points."""
    best, two = LITTLE, d.n[n_two] != 0
    for hit in range(hits):
        points, sums = worth(d, np.int64(d.front[d.hit_at[hit]]))
        fit_low, fit_high = d.hit_word[hit] & low, ZERO
        if two:
            fit_low, fit_high = d.hit_low[hit], d.hit_word[hit] & high
        if sums != 0:
            tile = top(fit_low, fit_high) if sums > 0 else bottom(fit_low, fit_high)
            digits = d.sums[tile]
            fit_low &= d.level[2 * digits]
            fit_high &= d.level[2 * digits + 1]
            points += sums * digits
        d.hit_value[hit] = points
        d.hit_low[hit], d.hit_word[hit] = fit_low, fit_high if two else fit_low
        best = max(best, points)
    for hit in range(hits):
        d.hit_word[hit] |= _CHOSEN if d.hit_value[hit] == best else ZERO
    return best


@part
def worth(d: Any, cell: Any) -> Any:
    """What a placement in a cell scores: points, and how many times the digits of the tile."""
    kind = np.int64(d.kinds[d.spot[cell]])
    points = d.n[n_tile_p] + d.n[n_kind_p + 2 * kind]
    sums = d.n[n_tile_s] + d.n[n_kind_s + 2 * kind]
    if kind >= 2:
        hexagons = completed(d, cell)
        if hexagons:
            points += d.n[n_hex + hexagons - 1]
        if extends(d, hexagons, beside(d, cell)):
            points += d.n[n_ext_p]
            sums += d.n[n_ext_s]
    return points, sums


@part
def completed(d: Any, cell: Any) -> Any:
    """How many hexagons a tile would complete."""
    hexagons = 0
    for j in range(3):
        vertex = (cell >> 1) + _CORNER[3 * (cell & 1) + j]
        full = 0
        for i in range(6):
            full += d.spot[2 * vertex + _AROUND[i]] >> 15
        hexagons += full == 5
    return hexagons


@part
def beside(d: Any, cell: Any) -> Any:
    """Whether a cell lies beside bridges (1), extensions of bridges (2), or both (3)."""
    marks = 0
    for j in range(3):
        marks |= d.flag[cell + _ACROSS[3 * (cell & 1) + j]]
    return marks


@part
def extends(d: Any, hexagons: Any, marks: Any) -> Any:
    """Whether a placement with two or three sides gets the points for an extension."""
    if hexagons and not d.n[n_ext_hex]:
        return False
    return d.n[n_ext_of] == _ANYTHING or marks & 1 != 0 or (d.n[n_ext_of] == 0 and marks != 0)


# --- laying it ----------------------------------------------------------------------------------------------


@part
def place(d: Any, seat: Any, index: Any, wanted: Any, low: Any, high: Any) -> Any:
    """Lay the placement with this number among those that are wanted."""
    hit, two = 0, d.n[n_two] != 0
    while True:
        here = how_many(d, hit, wanted, two, low, high)
        if index < here:
            break
        index -= here
        hit += 1
    word = d.hit_word[hit]
    lay(
        d, seat, nth(d.hit_low[hit], word & high, index) if two else nth_bit(word & low, index), d.hit_at[hit]
    )


@part
def lay(d: Any, seat: Any, tile: Any, at: Any) -> Any:
    """Lay a tile of a hand in the open cell that is at this place of the front."""
    toggle(d, seat, tile)
    edge = d.row[C_EDGE] - 1
    cell = np.int64(d.front[at])
    d.front[at] = d.front[edge]
    d.row[C_EDGE] = edge
    kind, digits = np.int64(d.kinds[d.spot[cell]]), d.sums[tile]
    d.row[C_PLAIN + kind] += 1
    gain(d, seat, R_TILE, d.n[n_tile_p] + d.n[n_tile_s] * digits)
    gain(d, seat, R_PLAIN + kind, d.n[n_kind_p + 2 * kind] + d.n[n_kind_s + 2 * kind] * digits)
    if kind == 0:
        new_vertex(d, cell, digits)
    elif kind == 1:
        mark(d, cell, _BRIDGE)
    else:
        fill(d, seat, cell, digits)
    cover(d, cell)
    d.state[S_MOVED], d.state[S_IDLE] = 1, 0
    tell(d, E_PLACE, seat, tile, cell)


@part
def new_vertex(d: Any, cell: Any, digits: Any) -> Any:
    """A plain placement brings a digit to the corner that had none."""
    pattern = np.int64(d.spot[cell]) - d.n[n_patterns]
    vertex = (cell >> 1) + _CORNER[3 * (cell & 1) + np.int64(d.blank[pattern])]
    write(d, vertex, digits - d.known[pattern])
    d.vertex[d.row[C_PLAIN] + 2] = vertex


@part
def fill(d: Any, seat: Any, cell: Any, digits: Any) -> Any:
    """A placement with two or three sides may complete hexagons, or extend a bridge."""
    hexagons, marks = completed(d, cell), beside(d, cell)
    d.row[C_HEXAGONS] += hexagons
    if hexagons:
        gain(d, seat, R_HEXAGON, d.n[n_hex + hexagons - 1])
    elif marks:
        mark(d, cell, _EXTENSION)
        d.row[C_EXTENSIONS] += 1
    if extends(d, hexagons, marks):
        gain(d, seat, R_EXTENSION, d.n[n_ext_p] + d.n[n_ext_s] * digits)


@part
def mark(d: Any, cell: Any, what: Any) -> Any:
    """Remember that a cell was laid as a bridge or as an extension."""
    d.flag[cell] = what
    d.marked[d.row[C_BRIDGE] + d.row[C_EXTENSIONS] - (what == _BRIDGE)] = cell


@part
def cover(d: Any, cell: Any) -> Any:
    """Fill a cell; its neighbours have one more filled side, and may be open for the first time."""
    d.spot[cell] |= np.uint16(FILLED)
    edge, patterns = np.int64(d.row[C_EDGE]), d.n[n_patterns]
    for j in range(3):
        other = cell + _ACROSS[3 * (cell & 1) + j]
        spot = np.int64(d.spot[other])
        d.front[edge] = other
        edge += spot < patterns
        d.spot[other] = spot + (patterns if spot < FILLED else 0)
    d.row[C_EDGE] = edge


@part
def write(d: Any, vertex: Any, digit: Any) -> Any:
    """A digit at a vertex: the six cells around it look different."""
    base, more = d.n[n_blank] + 1, digit - d.n[n_blank]
    add_four(d.spot, 2 * vertex - 2, more * (base | 1 << 16 | base * base << 32))
    add_four(d.spot, 2 * (vertex - WIDTH) - 1, more * (base * base | 1 << 16 | base << 32))


@part
def lay_first(d: Any, tile: Any) -> Any:
    """Lay the first tile in the middle, as it is named; gives the cell."""
    middle = HEIGHT // 2 * WIDTH + WIDTH // 2
    for j in range(3):
        vertex = middle + _CORNER[j]
        write(d, vertex, d.digits[3 * tile + j])
        d.vertex[j] = vertex
    cover(d, 2 * middle)
    return 2 * middle


@part
def clear_table(d: Any) -> Any:
    """Take all tiles from the board."""
    unused = (d.n[n_patterns] - 1) * (1 | 1 << 16 | 1 << 32 | 1 << 48)
    for i in range(d.row[C_PLAIN] + 3):
        vertex = np.int64(d.vertex[i])
        put_four(d.spot, 2 * vertex - 2, unused)
        put_four(d.spot, 2 * (vertex - WIDTH) - 1, unused)
    for i in range(d.row[C_BRIDGE] + d.row[C_EXTENSIONS]):
        d.flag[d.marked[i]] = 0
