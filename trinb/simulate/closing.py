"""The kernel at the end of a round and of a match: what it is worth, and what is written down."""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import lowest, ones
from .desk import (
    BLOCKED,
    C_BLOCKED,
    C_BRIDGE,
    C_HEIGHT,
    C_HOLES,
    C_LEAD_CHANGES,
    C_MARGIN,
    C_OPENER,
    C_PLAIN,
    C_POINTS,
    C_POOL,
    C_SEATS,
    C_TILES,
    C_TURNS,
    C_WIDTH,
    C_WINNER,
    E_BLOCKED,
    E_COUNT,
    E_OUT,
    LITTLE,
    M_CHANGES,
    M_JOINT,
    M_MARGIN,
    M_OPENER,
    M_ROUNDS,
    M_SEATS,
    M_TURNS,
    M_UNFINISHED,
    NOBODY,
    ONE,
    OUT,
    R_BLOCKED,
    R_OTHERS,
    R_OUT,
    R_POOL_LEFT,
    R_TILES_LEFT,
    S_AHEAD,
    S_CHANGES,
    S_END,
    S_IDLE,
    S_LAST_OUT,
    S_LEADER,
    S_OPENER,
    S_REACHED,
    S_ROUNDS,
    S_TURNS,
    S_WAS_BLOCKED,
    WIDTH,
    ZERO,
    desk,
    gain,
    n_another,
    n_block_award,
    n_block_cost,
    n_block_winner,
    n_columns,
    n_live,
    n_out_cost,
    n_out_one,
    n_out_others,
    n_out_p,
    n_out_pool,
    n_players,
    n_round_winner,
    n_rounds,
    n_target,
    tell,
)
from .jit import apart, part
from .placing import clear_table
from .program import MOST_ROUNDS

_FEWEST_TILES = 1  # who is awarded for a blocked round, as in `BlockedWinner`
_DIFFERENCES = 1  # what that player gets, as in `BlockedAward`


@apart
def close_round(at: Any, seat: Any, whole: Any, n_played: Any, n_rows: Any, match: Any) -> Any:
    """Settle a round, write it down, and clear the table; gives whether the match goes on.

    Args:
        at: the address of the desk.
        seat: whose turn was the last.
        whole: whether there is a match.
        n_played: how many rounds were played before.
        n_rows: for how many rows there is room.
        match: how many matches were played before.
    """
    d = desk(at)
    winner = settle(d, seat)
    write_row(d, winner)
    add_up(d, n_played, n_rows)
    clear_table(d)
    if not whole:
        return False
    count_round(d, winner)
    over, sole = is_over(d, winner)
    if over or d.state[S_ROUNDS] >= MOST_ROUNDS:
        add_up_match(d)
        write_match(d, match, sole, over)
        return False
    return True


# --- what the end is worth ----------------------------------------------------------------------------------


@part
def see_who_leads(d: Any) -> Any:
    """Count it if another seat than before is alone in the lead."""
    who = alone(d)
    if who >= 0 and who != d.state[S_LEADER]:
        d.row[C_LEAD_CHANGES] += d.state[S_LEADER] >= 0
        d.state[S_LEADER] = who


@part
def alone(d: Any) -> Any:
    """Who is alone in the lead; -1 if nobody is."""
    best, who = LITTLE, NOBODY
    for seat in range(d.n[n_players]):
        value = d.totals[seat] + d.score[seat]
        if value > best:
            best, who = value, seat
        elif value == best:
            who = NOBODY
    return who


@part
def settle(d: Any, seat: Any) -> Any:
    """Count what the end of a round is worth; gives who is awarded."""
    winner, digits, end = NOBODY, weigh(d), d.state[S_END]
    if end == OUT:
        winner = seat
        go_out(d, winner, digits)
        pay_for_tiles(d, R_TILES_LEFT, d.n[n_out_cost])
    if end == BLOCKED:
        tell(d, E_BLOCKED, seat, NOBODY, NOBODY)
        pay_for_tiles(d, R_BLOCKED, d.n[n_block_cost])
        if d.n[n_block_winner]:
            winner = award(d, digits)
        # At the table a block is found when everybody has passed, one after the other.
        d.row[C_TURNS] += max(0, d.n[n_players] - d.state[S_IDLE])
    see_who_leads(d)
    return winner


@part
def weigh(d: Any) -> Any:
    """Count what is left in each hand; gives the digit sum of all."""
    total = 0
    for seat in range(d.n[n_players]):
        digits, tiles = 0, 0
        for w in range(2):
            word = d.hands[2 * seat + w]
            tiles += ones(word)
            while word != ZERO:
                digits += d.sums[lowest(word) + 64 * w]
                word &= word - ONE
        d.left[seat], d.left_digits[seat] = tiles, digits
        total += digits
    return total


@part
def go_out(d: Any, seat: Any, others: Any) -> Any:
    """A seat has placed its last tile."""
    pool = np.int64(d.row[C_POOL])
    if pool == 1 or not d.n[n_out_one]:
        gain(d, seat, R_OUT, d.n[n_out_p])
    if d.n[n_out_others]:
        gain(d, seat, R_OTHERS, others)
    if d.n[n_out_pool]:
        for i in range(pool):
            gain(d, seat, R_POOL_LEFT, -d.sums[d.pool[i]])
    tell(d, E_OUT, seat, NOBODY, NOBODY)


@part
def pay_for_tiles(d: Any, reason: Any, cost: Any) -> Any:
    """Each seat that still holds tiles pays for them, where the rules say so."""
    if not cost:
        return
    for seat in range(d.n[n_players]):
        if d.left[seat] > 0:
            gain(d, seat, reason, -cost * d.left[seat])
            tell(d, E_COUNT, seat, NOBODY, NOBODY)


@part
def award(d: Any, digits: Any) -> Any:
    """Somebody is awarded for a blocked round, unless two are equally good; gives who."""
    best, winner = np.int64(1 << 40), NOBODY
    for seat in range(d.n[n_players]):
        value = d.left_digits[seat] + (d.left[seat] << 20 if d.n[n_block_winner] == _FEWEST_TILES else 0)
        if value < best:
            best, winner = value, seat
        elif value == best:
            winner = NOBODY
    if winner >= 0:
        own = d.left_digits[winner]
        shares = d.n[n_players] - 1 if d.n[n_block_award] == _DIFFERENCES else 1
        gain(d, winner, R_BLOCKED, digits - own - shares * own)
        tell(d, E_COUNT, winner, NOBODY, NOBODY)
    return winner


# --- writing it down ----------------------------------------------------------------------------------------


@part
def write_row(d: Any, winner: Any) -> Any:
    """Complete the row of a round."""
    players, row = d.n[n_players], d.row
    points, best, second = 0, LITTLE, LITTLE
    for seat in range(players):
        value, at = d.score[seat], C_SEATS + seat
        points += value
        second = max(second, min(value, best))
        best = max(best, value)
        row[at], row[at + players] = value, winner == seat
        row[at + 2 * players], row[at + 3 * players] = d.left[seat], d.left_digits[seat]
        row[at + 4 * players] = row[C_OPENER] == seat
    row[C_POINTS], row[C_MARGIN] = points, best - second if players > 1 else best
    row[C_BLOCKED], row[C_WINNER] = d.state[S_END] == BLOCKED, winner
    row[C_TILES] = 1 + row[C_PLAIN] + row[C_PLAIN + 1] + row[C_PLAIN + 2] + row[C_PLAIN + 3]
    row[C_HOLES] = row[C_BRIDGE] - row[C_PLAIN + 3]
    measure(d)
    for i in range(d.n[n_live]):
        row[C_SEATS + 5 * players + i] = d.points[d.live[i]]


@part
def measure(d: Any) -> Any:
    """How wide and how high the board is."""
    first = d.vertex[0]
    least_x, most_x, least, most = first % WIDTH, first % WIDTH, first, first
    for i in range(1, np.int64(d.row[C_PLAIN]) + 3):
        vertex = d.vertex[i]
        x = vertex % WIDTH
        least_x, most_x = min(least_x, x), max(most_x, x)
        least, most = min(least, vertex), max(most, vertex)
    d.row[C_WIDTH], d.row[C_HEIGHT] = most_x - least_x, most // WIDTH - least // WIDTH


@part
def add_up(d: Any, number: Any, rows: Any) -> Any:
    """Add the row of a round to the sums, and keep it if there is room for so many rows."""
    columns = d.n[n_columns]
    for i in range(columns):
        value = np.int64(d.row[i])
        d.of_rounds[i] += value
        d.of_rounds[columns + i] += value * value
    if number < rows:
        for i in range(columns):
            d.rows[number * columns + i] = d.row[i]


# --- matches ------------------------------------------------------------------------------------------------


@part
def count_round(d: Any, winner: Any) -> Any:
    """Count a round for its match."""
    for i in range(d.n[n_columns]):
        d.game[i] += d.row[i]
    if d.state[S_ROUNDS] == 0:
        d.state[S_OPENER] = d.row[C_OPENER]
    for seat in range(d.n[n_players]):
        d.totals[seat] += d.score[seat]
        d.score[seat] = 0
    d.state[S_ROUNDS] += 1
    d.state[S_TURNS] += d.row[C_TURNS]
    who = alone(d)
    if who >= 0 and who != d.state[S_AHEAD]:
        d.state[S_CHANGES] += d.state[S_AHEAD] >= 0
        d.state[S_AHEAD] = who
    d.state[S_WAS_BLOCKED] = d.state[S_END] != OUT
    if d.state[S_END] == OUT:
        d.state[S_LAST_OUT] = winner


@part
def best_total(d: Any) -> Any:
    """The highest total, and how many seats have it."""
    best, many = LITTLE, 0
    for seat in range(d.n[n_players]):
        if d.totals[seat] > best:
            best, many = d.totals[seat], 0
        many += d.totals[seat] == best
    return best, many


@part
def is_over(d: Any, winner: Any) -> Any:
    """Whether the match is over, and the seat that wins it alone whatever the totals (-1: none)."""
    best, many = best_total(d)
    d.state[S_REACHED] = best >= d.n[n_target] >= 0
    ended = d.state[S_REACHED] or d.state[S_ROUNDS] >= d.n[n_rounds] >= 0
    sole = winner if d.n[n_round_winner] and winner >= 0 and d.totals[winner] >= d.n[n_target] else NOBODY
    return ended and (sole >= 0 or many == 1 or not d.n[n_another]), sole


@part
def add_up_match(d: Any) -> Any:
    """Add the sums of a match, squared and times its rounds."""
    columns = d.n[n_columns]
    for i in range(columns):
        value = d.game[i]
        d.of_rounds[2 * columns + i] += value * value
        d.of_rounds[3 * columns + i] += value * d.state[S_ROUNDS]
        d.game[i] = 0


@part
def write_match(d: Any, number: Any, sole: Any, ended: Any) -> Any:
    """Write down a match that is over."""
    players = d.n[n_players]
    at = number * (M_SEATS + 2 * players)
    best, many = best_total(d)
    lead, others = best, best if many > 1 else LITTLE
    if sole >= 0:
        lead, others = d.totals[sole], LITTLE
    for seat in range(players):
        won = seat == sole if sole >= 0 else d.totals[seat] == best
        d.matches[at + M_SEATS + seat] = d.totals[seat]
        d.matches[at + M_SEATS + players + seat] = won
        if not won:
            others = max(others, d.totals[seat])
    d.matches[at + M_ROUNDS], d.matches[at + M_TURNS] = d.state[S_ROUNDS], d.state[S_TURNS]
    d.matches[at + M_MARGIN] = lead - (others if players > 1 else 0)
    d.matches[at + M_CHANGES], d.matches[at + M_OPENER] = d.state[S_CHANGES], d.state[S_OPENER]
    d.matches[at + M_JOINT], d.matches[at + M_UNFINISHED] = sole < 0 and many > 1, not ended
