"""The chance to win a match from a score: a model to weigh scores by, not a truth.

In each round one of the three speaks, all with the same chance, and gains as players who look at the average
do with a new pack.  How often they get how many points is counted over all cards that there may be.  Points
only grow, so the chances are worked out from the highest scores down.

>>> round(chance_to_win((24, 10, 10), seat=0), 2), round(chance_to_win((24, 10, 10), seat=1), 3)
(1.0, 0.001)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from ..errors import TrinbError
from ..words import tr
from .odds import Knowledge, Worth, best, value_of_speaking
from .rules import RANKS, CardRules, card_rules

UNIT = 10**9
"""A chance of 1 in the whole numbers by which players weigh, so that they weigh alike on every machine."""

HIGHEST_TARGET = 100
"""The table of chances grows with the third power of the target."""


def chance_to_win(totals: Sequence[int], seat: int, rules: CardRules | None = None) -> float:
    """The chance of a seat to win from these totals; a joint win counts in parts."""
    return weighed_chance(rules or card_rules(), totals, seat) / UNIT


def weighed_chance(rules: CardRules, totals: Sequence[int], seat: int) -> int:
    """The same in whole numbers, see `UNIT`."""
    top = max(totals)
    if top >= rules.target:
        return UNIT // list(totals).count(top) if totals[seat] == top else 0
    ordered = tuple(sorted(totals))
    return win_chances(rules)[ordered][ordered.index(totals[seat])]


@lru_cache(maxsize=50_000)
def match_worth(rules: CardRules, totals: tuple[int, ...], seat: int) -> Worth:
    """What the outcomes of a round are worth to a seat that wants to win the match."""

    def after(own: int, others: int = 0) -> int:
        changed = [total + (own if who == seat else others) for who, total in enumerate(totals)]
        return weighed_chance(rules, changed, seat)

    by_points = {points: after(points) for points in set(map(rules.points_of, rules.statements))}
    right = tuple(by_points[rules.points_of(statement)] for statement in rules.statements)
    return Worth(right, wrong=after(0, rules.wrong), silence=after(0))


@lru_cache(maxsize=8)
def win_chances(rules: CardRules) -> Mapping[tuple[int, ...], tuple[int, ...]]:
    """For all totals below the target, lowest first: the chance of each to win, in whole numbers.

    Raises:
        TrinbError: the target is higher than `HIGHEST_TARGET`.
    """
    if rules.target > HIGHEST_TARGET:
        raise TrinbError(tr("chances to win are worked out for targets up to {most}", most=HIGHEST_TARGET))
    outcomes = speakers_points(rules)
    found: dict[tuple[int, ...], tuple[float, ...]] = {}

    def chances(totals: Sequence[int]) -> list[float]:
        top = max(totals)
        if top >= rules.target:
            winners = totals.count(top)
            return [(total == top) / winners for total in totals]
        order = sorted(range(3), key=totals.__getitem__)
        known = found[tuple(totals[seat] for seat in order)]
        return [known[order.index(seat)] for seat in range(3)]

    below = sorted(combinations_with_replacement(range(rules.target), 3), key=sum, reverse=True)
    for totals in below:
        won = [0.0, 0.0, 0.0] if outcomes else [1 / 3, 1 / 3, 1 / 3]
        for (own, others), probability in outcomes.items():
            for speaker in range(3):
                after = [total + (own if seat == speaker else others) for seat, total in enumerate(totals)]
                for seat, chance in enumerate(chances(after)):
                    won[seat] += chance * probability / 3
        found[totals] = tuple(won)
    return {totals: tuple(round(chance * UNIT) for chance in won) for totals, won in found.items()}


@lru_cache(maxsize=8)
def speakers_points(rules: CardRules) -> Mapping[tuple[int, int], float]:
    """How often a speaker who goes by the average of a new pack gets so many points, and each of the others.

    A round that changes nothing does not count.
    """
    found: dict[tuple[int, int], float] = {}
    cards = range(1, len(RANKS) + 1)
    for peers in ((one, two) for one in cards for two in cards):
        likely = rules.copies * (rules.copies - (peers[0] == peers[1]))
        if not likely or value_of_speaking(Knowledge(peers, rules=rules)) <= 0:
            continue
        for middle, count in enumerate(Knowledge(peers, rules=rules).unseen, 1):
            if count:
                said = best(Knowledge(peers, middle, rules=rules))
                for gets, chance in (
                    ((said.points, 0), said.probability),
                    ((0, rules.wrong), 1 - said.probability),
                ):
                    found[gets] = found.get(gets, 0.0) + likely * count * float(chance)
    found.pop((0, 0), None)
    weight = sum(found.values())
    return {gets: share / weight for gets, share in sorted(found.items()) if share}
