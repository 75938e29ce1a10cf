"""The card game compiled: the bots of `players` and the race of `races` once more, for millions of rounds.

It plays pack by pack.  Chance (the order of the cards, the reaction times, the coins of the random bot) comes
in from outside in `play_pack`, so that a test can give the same chance to the readable players and compare
every move; `play_matches` draws it by itself, from a generator of its own that gives the same numbers
everywhere.

Ranks, statements and seats are numbers from 0 here.
"""

from __future__ import annotations

from math import cos, log, pi, sqrt
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

SEATS, RANKS, BASE = 3, 6, 5
CAREFUL, EXPECTED, MATCH, RANDOM, RACE = range(5)
UNCLEAR, NOBODY = -1, -2
"""Instead of a speaker."""
SIXTHS = 6
"""A whole win; a joint one is a half or a third of it."""

ROUNDS, UNCLEAR_ROUNDS, NOBODY_ROUNDS, OF_SEATS = range(4)
POINTS, SPOKE, RIGHT, WON, EACH = range(5)
COLUMNS = OF_SEATS + SEATS * EACH
"""What is counted in a match: three columns for all, then four for each seat."""


class Game(NamedTuple):
    """The rules as arrays.

    Attributes:
        truth: (6, 6, 6, statements): whether a statement is true beside two peers, for each own card.
        points: (statements,): what each is worth.
        chance: the chance to win from one's own total and the two others', where somebody weighs by it.
        unit: what a chance of 1 is in that table.
        wrong, target, copies, rounds: as in the rules; rounds are those of a pack.
        joint: whether equal highest totals win together.
    """

    truth: Ints
    points: Ints
    chance: Ints
    unit: int
    wrong: int
    target: int
    copies: int
    rounds: int
    joint: bool


class Table(NamedTuple):
    """Who sits there; each array has a value for each seat.

    Attributes:
        kind: which bot.
        memory: whether it remembers.
        mean, deviation: its reaction time.
        quickest: nobody is faster than that.
        close: two who are so close cannot be told apart.
        sure: how sure the careful are, as a numerator and a denominator.
        place: (rounds, codes): for the race, where a situation stands in `reach`, by the rounds of the pack
            that are gone and the code of the cards that have been shown (see `tables`).
        reach: (situations, 3, 6, 6): how often a seat should reach.
    """

    kind: Ints
    memory: NDArray[np.bool_]
    mean: Floats
    deviation: Floats
    quickest: float
    close: float
    sure: tuple[int, int]
    place: Ints
    reach: Floats


# --- weighing -------------------------------------------------------------------------------------------


@njit(cache=True)
def _right(game: Game, unseen: Ints, b: int, c: int, right: Ints) -> int:
    """Count of how many unseen cards each statement is true; return how many there are."""
    total = 0
    right[:] = 0
    for rank in range(RANKS):
        total += unseen[rank]
        for s in range(len(right)):
            right[s] += game.truth[b, c, rank, s] * unseen[rank]
    return total


@njit(cache=True)
def _chance(game: Game, own: int, one: int, two: int) -> int:
    """The chance to win, as `chances.weighed_chance`."""
    top = max(own, one, two)
    if top < game.target:
        return int(game.chance[own, one, two])
    if own < top:
        return 0
    return int(game.unit // (1 + (one == top) + (two == top)))


@njit(cache=True)
def _worth(game: Game, kind: int, totals: Ints, seat: int, worth: Ints) -> tuple[int, int]:
    """What each right statement is worth; return what a wrong one and silence are worth."""
    if kind != MATCH:  # also who reaches by another rule
        worth[:] = game.points
        return -game.wrong, 0
    own, one, two = totals[seat], totals[(seat + 1) % SEATS], totals[(seat + 2) % SEATS]
    for s in range(len(game.points)):
        worth[s] = _chance(game, own + game.points[s], one, two)
    return _chance(game, own, one + game.wrong, two + game.wrong), _chance(game, own, one, two)


@njit(cache=True)
def _gain(
    game: Game, unseen: Ints, b: int, c: int, right: Ints, worth: Ints, wrong: int, silence: int
) -> int:
    """What speaking gains over silence, summed over all middle and own cards, as `odds.gain`."""
    total = _right(game, unseen, b, c, right)
    summed = (wrong - silence) * total * (total - 1)
    for middle in range(RANKS):
        if unseen[middle]:
            most = (worth[0] - wrong) * (right[0] - game.truth[b, c, middle, 0])
            for s in range(1, len(right)):
                most = max(most, (worth[s] - wrong) * (right[s] - game.truth[b, c, middle, s]))
            summed += unseen[middle] * most
    return summed


@njit(cache=True)
def _reaches(
    game: Game,
    table: Table,
    seat: int,
    totals: Ints,
    unseen: Ints,
    peers: Any,
    place: int,
    coin: float,
    scratch: Ints,
) -> bool:
    """Whether a seat wants to speak."""
    kind = table.kind[seat]
    if kind == RANDOM:
        return coin < 0.5
    (b, c), right, worth = peers, scratch[0], scratch[1]
    if kind == RACE:
        return bool(coin < table.reach[place, seat, b, c])
    if kind == CAREFUL:
        total = _right(game, unseen, b, c, right)
        return bool(right.max() * table.sure[1] >= total * table.sure[0])
    wrong, silence = _worth(game, kind, totals, seat, worth)
    return bool(_gain(game, unseen, b, c, right, worth, wrong, silence) > 0)


@njit(cache=True)
def _says(
    game: Game, table: Table, seat: int, totals: Ints, unseen: Ints, peers: Any, coin: float, scratch: Ints
) -> int:
    """What the speaker says; `unseen` is without the middle card."""
    kind = table.kind[seat]
    if kind == RANDOM:
        return int(coin * len(game.points))
    (b, c), right, worth = peers, scratch[0], scratch[1]
    total = _right(game, unseen, b, c, right)
    if kind == CAREFUL:
        return _sure(game, table.sure, right, total)
    wrong, _ = _worth(game, kind, totals, seat, worth)
    found = 0
    for s in range(1, len(game.points)):
        here, there = (worth[s] - wrong) * right[s], (worth[found] - wrong) * right[found]
        if here > there or (here == there and right[s] > right[found]):
            found = s
    return found


@njit(cache=True)
def _sure(game: Game, sure: tuple[int, int], right: Ints, total: int) -> int:
    """The most valuable of the likely statements, else the likeliest."""
    is_any = right.max() * sure[1] >= total * sure[0]
    found = -1
    for s in range(len(game.points)):
        if is_any and right[s] * sure[1] < total * sure[0]:
            continue
        if found < 0:
            found = s
            continue
        points, chance = game.points[s] - game.points[found], right[s] - right[found]
        first, second = (points, chance) if is_any else (chance, points)
        if first > 0 or (first == 0 and second > 0):
            found = s
    return found


# --- playing --------------------------------------------------------------------------------------------


@njit(cache=True)
def _first(times: Floats, close: float) -> int:
    """Who is first to reach, or that it is unclear or nobody; who does not reach has an infinite time."""
    speaker, one, two = NOBODY, np.inf, np.inf
    for seat in range(SEATS):
        if times[seat] < one:
            speaker, one, two = seat, times[seat], one
        else:
            two = min(two, times[seat])
    return UNCLEAR if one < np.inf and two - one < close else speaker


@njit(cache=True)
def _over(game: Game, totals: Ints) -> bool:
    """Whether somebody has won."""
    one, two, three = totals
    top = max(one, two, three)
    return bool(top >= game.target and (game.joint or (one == top) + (two == top) + (three == top) == 1))


@njit(cache=True)
def play_pack(
    game: Game, table: Table, totals: Ints, pack: Ints, times: Floats, coins: Floats, row: Ints, log: Ints
) -> bool:
    """Play the rounds of a pack, or fewer if somebody wins; return whether somebody has.

    Args:
        game: the rules.
        table: who plays.
        totals: the points of each seat, which grow.
        pack: the cards in the order in which they are dealt.
        times: (rounds, 3): when each seat reaches, if it does.
        coins: (rounds, 3, 2): for bots that leave it to chance, numbers from 0 to 1: whether they reach, and
            what they say.
        row: what is counted, see `COLUMNS`.
        log: (rounds, 5): whether each seat reached, who spoke, and what he said; -3 where nothing happened.
    """
    unseen, scratch = np.full((SEATS, RANKS), game.copies), np.empty((2, len(game.points)), np.int64)
    reached, shown = np.empty(SEATS), 0
    for number in range(game.rounds):
        place = table.place[number, shown]
        start = number * (SEATS + 1)
        cards, middle = pack[start : start + SEATS], pack[start + SEATS]
        for seat in range(SEATS):
            for other in range(SEATS):
                unseen[seat, cards[other]] -= other != seat
            peers = (cards[(seat + 1) % SEATS], cards[(seat + 2) % SEATS])
            wants = _reaches(
                game, table, seat, totals, unseen[seat], peers, place, coins[number, seat, 0], scratch
            )
            reached[seat] = times[number, seat] if wants else np.inf
            log[number, seat] = wants
        speaker = _first(reached, table.close)
        row[ROUNDS] += 1
        log[number, SEATS], log[number, SEATS + 1] = speaker, -3
        if speaker >= 0:
            peers = (cards[(speaker + 1) % SEATS], cards[(speaker + 2) % SEATS])
            unseen[speaker, middle] -= 1
            said = _says(
                game, table, speaker, totals, unseen[speaker], peers, coins[number, speaker, 1], scratch
            )
            log[number, SEATS + 1] = said
            for seat in range(SEATS):
                unseen[seat, cards[seat]] -= 1
                shown += BASE ** cards[seat]
            _score(
                game, totals, speaker, said, game.truth[peers[0], peers[1], cards[speaker], said] == 1, row
            )
        else:
            row[UNCLEAR_ROUNDS if speaker == UNCLEAR else NOBODY_ROUNDS] += 1
        for seat in range(SEATS):
            if not table.memory[seat]:
                unseen[seat] = game.copies
        if _over(game, totals):
            return True
    return False


@njit(cache=True)
def _score(game: Game, totals: Ints, speaker: int, said: int, is_right: bool, row: Ints) -> None:
    """Give the points of a statement, and count them."""
    for seat in range(SEATS):
        points = game.wrong * (seat != speaker)
        if is_right:
            points = game.points[said] * (seat == speaker)
        totals[seat] += points
        row[OF_SEATS + seat * EACH + POINTS] += points
    row[OF_SEATS + speaker * EACH + SPOKE] += 1
    row[OF_SEATS + speaker * EACH + RIGHT] += is_right


# --- chance ---------------------------------------------------------------------------------------------


@njit(cache=True)
def mixed(number: np.uint64) -> np.uint64:
    """A number with all its bits mixed: the output function of the generator SplitMix64."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@njit(cache=True)
def uniform(state: NDArray[np.uint64]) -> float:
    """The next number from 0 to below 1."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    return float(mixed(state[0]) >> np.uint64(11)) / 9007199254740992.0  # 2^53


@njit(cache=True)
def draw(
    game: Game, table: Table, state: NDArray[np.uint64], pack: Ints, times: Floats, coins: Floats
) -> None:
    """Shuffle a pack, and draw the reaction times and coins of its rounds."""
    for last in range(len(pack) - 1, 0, -1):
        other = int(uniform(state) * (last + 1))
        pack[last], pack[other] = pack[other], pack[last]
    for number in range(game.rounds):
        for seat in range(SEATS):
            bell = sqrt(-2 * log(1 - uniform(state))) * cos(2 * pi * uniform(state))
            times[number, seat] = max(table.quickest, table.mean[seat] + table.deviation[seat] * bell)
            if table.kind[seat] >= RANDOM:
                coins[number, seat, 0], coins[number, seat, 1] = uniform(state), uniform(state)


@njit(cache=True, nogil=True)
def play_matches(game: Game, table: Table, seed: np.uint64, first: int, count: int, most: int) -> Ints:
    """Play whole matches; match k follows from the seed and k alone.

    Args:
        game: the rules.
        table: who plays.
        seed: what all chance follows from.
        first: the number of the first match.
        count: how many.
        most: a match that nobody has won after so many rounds is given up.

    Returns:
        (count, `COLUMNS`): what is counted in each.
    """
    rows = np.zeros((count, COLUMNS), np.int64)
    times, coins = np.empty((game.rounds, SEATS)), np.empty((game.rounds, SEATS, 2))
    whole = np.arange(RANKS * game.copies) // game.copies
    log = np.empty((game.rounds, SEATS + 2), np.int64)
    totals, state = np.empty(SEATS, np.int64), np.empty(1, np.uint64)
    for index in range(count):
        state[0] = mixed(mixed(seed) ^ np.uint64(first + index))
        totals[:] = 0
        row, over = rows[index], False
        pack = whole.copy()
        while not over and row[ROUNDS] < most:
            draw(game, table, state, pack, times, coins)
            over = play_pack(game, table, totals, pack, times, coins, row, log)
        if over:
            winners = totals == totals.max()
            for seat in range(SEATS):
                row[OF_SEATS + seat * EACH + WON] = SIXTHS // winners.sum() if winners[seat] else 0
    return rows
