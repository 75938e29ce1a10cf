"""The compiled part of the tree search: moves tried on the same deals, and the tree below them.

A **node** stands for what everybody could have seen since the root: a sequence of moves.  Which moves a seat
has depends on the hidden tiles, so a node counts for each of its children how often it was *available*.  A
rollout passes down the tree by the rule of `choose_child`, adds at most one node, and is played on by the
policies of the seats.  Its margins are added to all nodes passed, each as the seat sees it that moved there.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from ..simulate.bits import lowest
from ..simulate.desk import (
    C_EDGE,
    CHOICES,
    E_END,
    E_START,
    GAME,
    GOES_ON,
    GOLD,
    NOBODY,
    NOTHING,
    ONE,
    S_END,
    TILES,
    ZERO,
    desk,
    mixed,
    n_although,
    n_players,
    n_several,
    n_two,
    tell,
    toggle,
)
from ..simulate.jit import apart, compiled, part, stamp_of
from ..simulate.kernel import FILES
from ..simulate.opening import score_lead
from ..simulate.placing import MAY_GO_ON, ONE_TILE, end_if_over, find, lay, lay_first, worth
from ..simulate.rollout import (
    Q_DEPTH,
    Q_HELD,
    Q_LEADS_HIGH,
    Q_LEADS_LOW,
    Q_ME,
    Q_MOST_NODES,
    Q_NODES,
    Q_NOW_DRAWN,
    Q_NOW_PLACED,
    Q_NOW_SEAT,
    Q_OPTIONS,
    Q_PATIENCE,
    can_draw,
    draw_one,
    exchange,
    in_front,
    lay_out,
    margin,
    next_seat,
    play_on,
    restore,
    to_choice,
)

A_STOP, A_DRAW, A_FORCED = map(np.int64, (1 << 30, 1 << 30 | 1, 1 << 30 | 2))
"""Actions that lay no tile; one that does is ``cell << 7 | tile``.  The last: do what must be done."""

MOST_ACTIONS = 4096
"""So many actions are looked at in one choice."""

D_EXPLORE, D_HEAT = map(np.int64, range(2))
"""In `dial`: what trying something new is worth; so many points less make a move e times less likely."""


@part
def options_here(d: Any, hits: Any) -> Any:
    """List the actions of whose turn it is, with their points; gives how many."""
    seat, placed, many = d.root[Q_NOW_SEAT], d.root[Q_NOW_PLACED], NOTHING
    for hit in range(hits):
        cell = np.int64(d.front[d.hit_at[hit]])
        points, sums = worth(d, cell)
        for word in range(2):
            if d.n[n_two]:
                fits = d.hit_word[hit] & d.hands[2 * seat + 1] if word else d.hit_low[hit]
            else:
                fits = ZERO if word else d.hit_word[hit] & d.hands[2 * seat]
            while fits != ZERO and many < MOST_ACTIONS - 2:
                tile = lowest(fits) + 64 * word
                fits &= fits - ONE
                d.action[many], d.prior[many] = cell << 7 | tile, points + sums * d.sums[tile]
                many += 1
    if placed > 0 and d.n[n_several] == MAY_GO_ON:
        d.action[many], d.prior[many] = A_STOP, 0.0
        many += 1
    if placed == 0 and d.n[n_although] and can_draw(d, d.root[Q_NOW_DRAWN]):
        d.action[many], d.prior[many] = A_DRAW, 0.0
        many += 1
    return many


@apart
def act(at: Any, action: Any) -> Any:
    """Do what was chosen."""
    d = desk(at)
    seat = d.root[Q_NOW_SEAT]
    if action == A_FORCED:
        pass  # whatever comes next does it
    elif action == A_DRAW:
        draw_one(d)
    elif action == A_STOP:
        tell(d, E_END, seat, NOBODY, NOBODY)
        next_seat(d)
    elif d.row[C_EDGE] == 0:
        tile = action & 127
        toggle(d, seat, tile)
        score_lead(d, seat, tile)
        tell(d, E_START, seat, tile, lay_first(d, tile))
        end_if_over(d, seat)
        if d.state[S_END] == GOES_ON:
            next_seat(d)
    else:
        lay(d, seat, action & 127, in_front(d, action >> 7))
        end_if_over(d, seat)
        if d.state[S_END] == GOES_ON:
            if d.n[n_several] == ONE_TILE:
                next_seat(d)
            else:
                d.root[Q_NOW_PLACED] += 1


# --- the tree ---------------------------------------------------------------------------------------------


@part
def slot_of(d: Any, node: Any, action: Any) -> Any:
    """Where the child of a node for an action is in the hash table, or would be."""
    wanted = np.uint64(node) << np.uint64(32) | np.uint64(action + 1)
    size = 2 * d.root[Q_MOST_NODES]
    slot = np.int64(mixed(wanted) >> np.uint64(32)) & (size - 1)
    while d.key[slot] != ZERO and d.key[slot] != wanted:
        slot = (slot + 1) & (size - 1)
    return slot, wanted


@part
def choose_child(d: Any, node: Any, many: Any, same: Any) -> Any:
    """The index of the action to follow from a node, and the slot of its child.

    What is tried next is what has the highest mean so far, plus what is still to be found out: the more, the
    likelier it seemed at first, the oftener it was available, and the less often it was tried.
    """
    best = d.prior[0]
    for i in range(1, many):
        best = max(best, d.prior[i])
    total = 0.0
    for i in range(many):
        x = (best - d.prior[i]) / d.dial[D_HEAT]
        # About e to the power of -x, and to the last digit the same on every machine.
        d.prior[i] = 1.0 / (1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x / 24.0))))
        total += d.prior[i]
    chosen, chosen_value, chosen_slot, chosen_key = NOTHING, -1e300, NOTHING, ZERO
    first = d.value[node] / d.visits[node]
    if not same:
        first /= 1 - d.n[n_players]
    for i in range(many):
        slot, wanted = slot_of(d, node, d.action[i])
        mean, tries, chances = first, 0.0, 1.0
        if d.key[slot] != ZERO:
            child = d.child[slot]
            d.available[child] += 1
            chances, tries = float(d.available[child]), float(d.visits[child])
            if tries > 0:
                mean = d.value[child] / tries
        value = mean + d.dial[D_EXPLORE] * d.prior[i] / total * sqrt(chances) / (1.0 + tries)
        if value > chosen_value:
            chosen, chosen_value, chosen_slot, chosen_key = np.int64(i), value, slot, wanted
    return chosen, chosen_slot, chosen_key


@part
def descend(d: Any, at: Any, option: Any) -> Any:
    """Pass down the tree from an option that has been chosen at the root; gives how long the path is."""
    d.path[0], d.path[1] = option + 1, d.root[Q_ME]
    node, length = option + 1, NOTHING + 1
    while length <= d.root[Q_DEPTH] and d.visits[node] >= d.root[Q_PATIENCE]:
        hits = to_choice(at)
        if hits == 0:
            break
        seat, many = d.root[Q_NOW_SEAT], options_here(d, hits)
        i, slot, wanted = choose_child(d, node, many, seat == d.path[2 * length - 1])
        if d.key[slot] == ZERO:
            if d.root[Q_NODES] >= d.root[Q_MOST_NODES]:
                break
            child = d.root[Q_NODES]
            d.root[Q_NODES] = child + 1
            d.key[slot], d.child[slot] = wanted, child
            d.visits[child], d.available[child], d.value[child] = 0, 1, 0.0
        node = np.int64(d.child[slot])
        d.path[2 * length], d.path[2 * length + 1] = node, seat
        length += 1
        act(at, d.action[i])
    return length


# --- what is called ---------------------------------------------------------------------------------------


@cache
def prepare() -> Any:
    """The compiled function that lays out a position and lists the options; gives how many there are."""
    code = stamp()

    def run(at: Any) -> Any:
        d = desk(at)
        lay_out(at)
        restore(d)
        many = NOTHING
        if d.row[C_EDGE] == 0:
            for word in range(2):
                leads = np.uint64(d.root[Q_LEADS_HIGH if word else Q_LEADS_LOW])
                while leads != ZERO:
                    d.action[many] = lowest(leads) + 64 * word
                    leads &= leads - ONE
                    many += 1
        else:
            hits, _ = find(d, d.dealt[2 * d.root[Q_ME]], d.dealt[2 * d.root[Q_ME] + 1])
            many = options_here(d, hits)
            if hits == 0:
                d.action[0], many = A_FORCED, NOTHING + 1
        for i in range(many):
            d.option[i], d.alive[i], d.tried[i], d.gained[i], d.squared[i] = d.action[i], 1, 0, 0.0, 0.0
            d.visits[i + 1], d.available[i + 1], d.value[i + 1] = 0, 0, 0.0
        d.root[Q_OPTIONS], d.root[Q_NODES] = many, many + 1
        for i in range(2 * d.root[Q_MOST_NODES]):
            d.key[i] = ZERO
        return many if code else 0

    return compiled(run)


@cache
def spread() -> Any:
    """The compiled function that plays all options that are alive on so many deals."""
    code = stamp()

    def run(at: Any, deals: Any) -> Any:
        d = desk(at)
        for _ in range(deals):
            exchange(d, 2 * d.root[Q_HELD])
            d.chance[GAME] += GOLD
            tiles = mixed(d.chance[GAME])
            choices = mixed(tiles + GOLD)
            for option in range(d.root[Q_OPTIONS]):
                if d.alive[option]:
                    restore(d)
                    d.chance[TILES], d.chance[CHOICES] = tiles, choices
                    act(at, d.option[option])
                    length = descend(d, at, option)
                    play_on(at)
                    for i in range(length):
                        node = d.path[2 * i]
                        d.visits[node] += 1
                        d.value[node] += margin(d, d.path[2 * i + 1])
                    ahead = margin(d, d.root[Q_ME])
                    d.tried[option] += 1
                    d.gained[option] += ahead
                    d.squared[option] += ahead * ahead
        return code

    return compiled(run)


@cache
def stamp() -> int:
    """A number that changes with the code that is compiled: numba looks only at this file."""
    here = Path(__file__)
    return stamp_of(*FILES, here.parent.parent / "simulate" / "rollout.py", here)
