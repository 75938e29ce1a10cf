"""Slow counting for the card game, written apart from the engine so that it can bear witness against it.

Nothing here imports trinb.  The pack is 24 different cards, numbered from 0; a *rank* is 1 to 6.  Whatever is
asked is answered by dealing the cards that nobody has seen in every order, and counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

PACK = range(24)

SAYINGS: dict[str, tuple[int, Callable[[int, int, int], bool]]] = {
    "peers even": (1, lambda mine, one, two: (one | two) & 1 == 0),
    "peers odd": (1, lambda mine, one, two: one & two & 1 == 1),
    "even": (2, lambda mine, one, two: mine in (2, 4, 6)),
    "odd": (2, lambda mine, one, two: mine in (1, 3, 5)),
    "greater": (3, lambda mine, one, two: sorted((mine, one, two)).index(mine) == 2),
    "equal": (5, lambda mine, one, two: mine in (one, two)),
    "A": (8, lambda mine, one, two: mine == 1),
    "2": (8, lambda mine, one, two: mine == 2),
    "3": (8, lambda mine, one, two: mine == 3),
    "4": (8, lambda mine, one, two: mine == 4),
    "5": (8, lambda mine, one, two: mine == 5),
    "6": (8, lambda mine, one, two: mine == 6),
}
"""What can be said: its points, and when it is true."""


def rank(card: int) -> int:
    """The rank of a card of the pack."""
    return card // 4 + 1


def without(seen: Iterable[int]) -> list[int]:
    """The cards that are left when cards of these ranks have been seen."""
    left = list(PACK)
    for one in seen:
        left.remove(next(card for card in left if rank(card) == one))
    return left


def chances(
    peers: Sequence[int], middle: int | None = None, seen: Sequence[int] = (), aside: int = 0
) -> dict[str, Fraction]:
    """The chance of everything that can be said, over all orders in which the unseen cards can lie.

    First lies the own card, then the middle one unless it is known, then so many that were set aside unseen.
    """
    left = without([*peers, *seen, *([] if middle is None else [middle])])
    right: Counter[str] = Counter()
    orders = 0
    for own, *_ in permutations(left, 1 + (middle is None) + aside):
        orders += 1
        right.update(name for name, (_, holds) in SAYINGS.items() if holds(rank(own), *peers))
    return {name: Fraction(right[name], orders) for name in SAYINGS}


def swing(name: str, chance: Fraction) -> Fraction:
    """What it gains on one opponent: its points, or three for him."""
    return chance * SAYINGS[name][0] - 3 * (1 - chance)


def best_swing(peers: Sequence[int], middle: int, seen: Sequence[int] = ()) -> Fraction:
    """The most that anything said gains, when the middle card is known."""
    return max(swing(name, chance) for name, chance in chances(peers, middle, seen).items())


def value(peers: Sequence[int], seen: Sequence[int] = ()) -> Fraction:
    """What taking the right to speak gains, over all cards that can lie in the middle."""
    left = without([*peers, *seen])
    return sum((best_swing(peers, rank(card), seen) for card in left), Fraction(0)) / len(left)


def first_deals() -> Counter[tuple[int, ...]]:
    """The ranks of the first four cards of a pack, with how many of its orders begin so."""
    return Counter(tuple(map(rank, cards)) for cards in permutations(PACK, 4))


# --- the race -------------------------------------------------------------------------------------------

Reach = Callable[[int, tuple[int, int]], float]
"""How often a seat reaches when it sees these cards of the next seat and of the one after it."""


def takers(seats: frozenset[int], speeds: Sequence[float], unclear: float) -> Iterator[tuple[int, float]]:
    """Who gets to speak when these seats reach, with his chance; what is missing to 1 is a void round."""
    clear = 1 if len(seats) == 1 else 1 - unclear
    for seat in seats:
        yield seat, clear * speeds[seat] / sum(speeds[other] for other in seats)


def outcomes(
    shown: Sequence[int],
    reach: Reach,
    speeds: Sequence[float],
    unclear: float,
    worth: Mapping[tuple[int, int, int], Sequence[Sequence[float]]],
    forced: tuple[int, tuple[int, int], float] | None = None,
) -> tuple[list[float], list[float], float]:
    """A round of three who reach so often: its worth to each, how often each speaks, and the void share.

    Args:
        shown: the ranks shown in this pack.
        reach: how often each seat reaches.
        speeds, unclear: the race.
        worth: for each three cards, by speaker: what it is worth to each seat that this one speaks.
        forced: a seat, what it sees, and how often it reaches then instead.
    """
    left = Counter(map(rank, without(shown)))
    total = sum(left.values())
    gained, speaks, void = [0.0] * 3, [0.0] * 3, 0.0
    for a in range(1, 7):
        for b in range(1, 7):
            for c in range(1, 7):
                cards = (a, b, c)
                likely = left[a] * (left[b] - (b == a)) * (left[c] - (c == a) - (c == b))
                if likely <= 0:
                    continue
                likely /= total * (total - 1) * (total - 2)
                chance = []
                for seat in range(3):
                    sees = (cards[(seat + 1) % 3], cards[(seat + 2) % 3])
                    how_often = forced[2] if forced and forced[:2] == (seat, sees) else reach(seat, sees)
                    chance.append(how_often)
                for who in range(8):
                    seats = frozenset(seat for seat in range(3) if who >> seat & 1)
                    weight: Any = likely
                    for seat in range(3):
                        weight *= chance[seat] if seat in seats else 1 - chance[seat]
                    spoken = 0.0
                    for seat, share in takers(seats, speeds, unclear):
                        spoken += share
                        speaks[seat] += weight * share
                        for other in range(3):
                            gained[other] += weight * share * worth[cards][seat][other]
                    void += weight * (1 - spoken)
    return gained, speaks, void
