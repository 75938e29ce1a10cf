"""Many rounds against an independent simulator: means of four greedy or random players on 56 rising tiles.

The numbers come from `limit.c` of the yardstick that was given to the project, which shares no code with
trinb: 2,000 calls of `yardstick.limit(1_000_000 + i, 1000, policy)` for i = 0 … 1999, that is 2,000,000
rounds for each policy. For each quantity there are its mean and the standard deviation of one round,
worked out from the spread of the 2,000 means of 1,000 rounds. The z values are printed after the run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt

import pytest

from trinb import End, Kind, Round, play_round, player, rules
from trinb.moves import What

YARDSTICK = {
    "greedy": {
        "tiles": (24.437629, 8.9198),
        "score": (168.302065, 65.7109),
        "blocked": (0.021332, 0.1420),
        "draws": (11.111546, 8.4421),
        "plain": (22.745464, 8.2253),
        "bridge": (0.271825, 0.5725),
        "docking": (0.416601, 0.7230),
        "drone": (0.003738, 0.0624),
    },
    "random": {
        "tiles": (24.356280, 8.6478),
        "score": (155.257865, 53.5442),
        "blocked": (0.017534, 0.1333),
        "draws": (10.998091, 8.3045),
        "plain": (22.863406, 8.1543),
        "bridge": (0.203776, 0.4767),
        "docking": (0.287280, 0.5775),
        "drone": (0.001818, 0.0420),
    },
}
YARDSTICK_ROUNDS = 2_000_000
ROUNDS = 6_000
LIMIT = 3.5
RULES = rules("triangelspelet").evolve(tiles="triominos-56")


def counts(over: Round) -> Counter[str]:
    """What is counted in a round."""
    contacts = [event.contact for event in over.events if event.contact]
    found = Counter(contact.kind.value for contact in contacts if contact.kind is not Kind.START)
    found["tiles"] = len(over.board)
    found["score"] = sum(over.scores)
    found["blocked"] = int(over.end is End.BLOCKED)
    found["draws"] = sum(event.what is What.DRAW for event in over.events)
    return found


@pytest.mark.parametrize("policy", YARDSTICK)
def test_means_agree_with_the_yardstick(policy: str, record_property: Callable[[str, object], None]) -> None:
    table = [player(policy)] * 4
    totals: Counter[str] = Counter()
    for seed in range(ROUNDS):
        totals.update(counts(play_round(RULES, table, seed)))
    zs = {}
    for what, (mean, deviation) in YARDSTICK[policy].items():
        error = deviation * sqrt(1 / ROUNDS + 1 / YARDSTICK_ROUNDS)
        zs[what] = (totals[what] / ROUNDS - mean) / error
    said = ", ".join(f"{what} {z:+.2f}" for what, z in zs.items())
    record_property("measured", f"z against the yardstick, {policy}, {ROUNDS} rounds: {said}")
    assert {what: z for what, z in zs.items() if abs(z) >= LIMIT} == {}


def test_the_yardstick_tells_policies_apart() -> None:
    # Were this not so, the test above would pass for the wrong player.
    (mean, deviation), (other, _) = (YARDSTICK[policy]["score"] for policy in ("greedy", "random"))
    assert (mean - other) / (deviation / sqrt(ROUNDS)) > 2 * LIMIT
