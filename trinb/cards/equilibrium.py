"""The race for the right to speak, solved: when should three players who all think reach for it?

In a round everybody sees two cards and has to decide at once.  Who reaches alone speaks; if several reach, it may be
unclear who was first.  Speaking is worth having with some cards and worth avoiding with others, and what the others
do tells something about one's own card, which they see.  So the right strategy depends on the strategies of the
others: an **equilibrium** is where nobody gains by changing his own.

What the model assumes:

- A player wants to be ahead: his gain is his own points less the mean of the two others'.  The score plays no part.
- Everybody remembers the cards shown in rounds with a statement, and nothing else: not the peers' cards of a void
  round, and not the middle card that he alone has seen.
- Of several who reach, with the chance `unclear` nobody can say who was first; else each is first with a chance
  in proportion to his `speed`.
- The speaker says what gains most on the average for the cards he has seen, see `odds.best`.

The pack is solved from its last round backwards (dynamic programming): for every number of rounds gone and every
set of cards shown, fictitious play finds how often each player should reach with each pair of peers' cards: again
and again everybody answers best to what the others have done so far, on the average.  Equal players get equal
strategies.  How far from an equilibrium the answer may be is told with it, as `regret`: the most that anybody could
still gain in a round by changing his strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import TrinbError
from ..words import tr
from .rules import CardRules, card_rules
from .tables import CODES, PLACES, RANKS, Floats, code_of, odds_tables

_CHUNK = 64  # situations at a time: their arrays fit into the cache of the processor


class RaceSolution(NamedTuple):
    """How three players should reach, and what comes of it.

    Attributes:
        rules, speeds, unclear: what was asked.
        reach: (rounds, codes, 3, 6, 6): the chance that a seat should reach, by the rounds gone, the code of the
            cards shown (see `tables`), the seat, and the cards of the next seat and the one after it (ranks from 0).
        value: (rounds + 1, codes, 3): what the rest of the pack is worth to each seat: its points less the mean of
            the others'.
        regret: the most that anybody could gain in a round by reaching in another way, in points.
        void: (rounds,): the share of void rounds, first to last of the pack.
        points: (rounds, 3): the mean points of each seat.
        speaks: (rounds, 3): how often each seat speaks.
    """

    rules: CardRules
    speeds: tuple[float, ...]
    unclear: float
    reach: Floats
    value: Floats
    regret: float
    void: Floats
    points: Floats
    speaks: Floats

    def chance(self, peers: Sequence[int], seen: Sequence[int] = (), gone: int | None = None, seat: int = 0) -> float:
        """The chance that a seat should reach.

        Args:
            peers: the cards of the next seat and the one after it, 1 to 6.
            seen: the cards shown in this pack so far.
            gone: how many rounds have been played; by default as many as have shown their cards.
            seat: who asks.
        """
        rounds = len(seen) // 3 if gone is None else gone
        return float(self.reach[rounds, code_of(seen), seat, peers[0] - 1, peers[1] - 1])


def solve_race(
    rules: CardRules | None = None,
    speeds: Sequence[float] = (1.0, 1.0, 1.0),
    unclear: float = 0.1,
    steps: int = 300,
    progress: Callable[[int, int], None] | None = None,
) -> RaceSolution:
    """Solve the race for a whole pack; it takes half a minute.

    Args:
        rules: the rules, by default those that come with trinb.
        speeds: how fast each seat is, in proportion to the others.
        unclear: how often it cannot be said who of several was first.
        steps: of fictitious play; more make the regret smaller.
        progress: called with the situations solved and their number.

    Raises:
        TrinbError: the speeds are not three positive numbers, or `unclear` is no chance.
    """
    rules = rules or card_rules()
    if len(speeds) != 3 or min(speeds) <= 0 or not 0 <= unclear <= 1:
        raise TrinbError(tr("the race needs three positive speeds and a chance from 0 to 1"))
    model = _Model(rules, np.array(speeds) / sum(speeds), unclear, steps)
    layers = [model.situations(gone) for gone in range(rules.rounds)]
    total, done = sum(map(len, layers)), 0
    for gone in reversed(range(rules.rounds)):
        for start in range(0, len(layers[gone]), _CHUNK):
            model.solve(gone, layers[gone][start : start + _CHUNK])
            done += len(layers[gone][start : start + _CHUNK])
            if progress:
                progress(done, total)
    return RaceSolution(rules, tuple(speeds), unclear, model.reach, model.value, model.regret, *model.forward())


class _Model:
    """The arrays of one question, filled from the last round backwards."""

    def __init__(self, rules: CardRules, speeds: Floats, unclear: float, steps: int) -> None:
        self.rules, self.speeds, self.unclear, self.steps = rules, speeds, unclear, steps
        self.tables = odds_tables(rules)
        self.reach = np.zeros((rules.rounds, CODES, 3, RANKS, RANKS))
        self.value = np.zeros((rules.rounds + 1, CODES, 3))
        self.regret = 0.0
        self.alike = len(set(speeds)) == 1

    def situations(self, gone: int) -> Any:
        """The codes of all cards that can have been shown when so many rounds have been played."""
        shown = self.tables.counts.sum(1)
        possible = (self.tables.counts <= self.rules.copies).all(1)
        return np.flatnonzero(possible & (shown % 3 == 0) & (shown <= 3 * gone))

    def deals(self, codes: Any) -> Floats:
        """(codes, 6, 6, 6): how likely the three players have these cards."""
        unseen = self.rules.copies - self.tables.counts[codes]
        same = np.eye(RANKS)
        a = unseen[:, :, None, None]
        b = unseen[:, None, :, None] - same[None, :, :, None]
        c = unseen[:, None, None, :] - same[None, :, None, :] - same[None, None, :, :]
        weights = a * np.clip(b, 0, None) * np.clip(c, 0, None)
        return weights / weights.sum((1, 2, 3), keepdims=True)

    def gains(self, codes: Any) -> Floats:
        """(codes, 6, 6, 6): what speaking gains with an own card (first) and two peers, over all middle cards."""
        tables, same = self.tables, np.eye(RANKS, dtype=np.int64)
        unseen = (
            (self.rules.copies - tables.counts[codes])[:, None, None, None, :]
            - same[None, :, None, None, :]
            - same[None, None, :, None, :]
            - same[None, None, None, :, :]
        )
        unseen = np.clip(unseen, 0, None)  # (codes, own, peer, peer, middle)
        said = tables.statement[codes][:, None]  # (codes, 1, peer, peer, middle)
        own, b, c = np.ogrid[:RANKS, :RANKS, :RANKS]
        right = tables.holds[said, own[None, ..., None], b[None, ..., None], c[None, ..., None]]
        swing = np.where(right, tables.points[said], -self.rules.wrong)
        number = unseen.sum(-1)
        return (unseen * swing).sum(-1) / np.maximum(number, 1)

    def solve(self, gone: int, codes: Any) -> None:
        """Find the equilibrium of some situations."""
        deals, gains = self.deals(codes), self.gains(codes)
        # All by the cards (a, b, c) of the seats 0, 1, 2: each seat sees the two that follow it.
        gain = [gains, gains.transpose(0, 3, 1, 2), gains.transpose(0, 2, 3, 1)]
        add = PLACES[:, None, None] + PLACES[:, None] + PLACES
        shown = np.clip(codes[:, None, None, None] + add, 0, CODES - 1)
        later = self.value[gone + 1]
        # What a round with a statement is worth for the rest of the pack, compared with a void one.
        rest = [later[shown, seat] - later[codes, seat][:, None, None, None] for seat in range(3)]
        utility = [
            [(gain[speaker] if seat == speaker else -gain[speaker] / 2) + rest[seat] for speaker in range(3)]
            for seat in range(3)
        ]
        reach = [np.full((len(codes), RANKS, RANKS), 0.5) for _ in range(3)]
        seats = range(1) if self.alike else range(3)
        for step in range(1, self.steps + 1):
            change = [self._change(seat, reach, utility[seat], deals) for seat in seats]
            # Latest steps weigh most: the first answers were given to strategies that nobody has any more.
            pace = 2 / (step + 2)
            for seat, one in enumerate(change):
                answer = np.where(one > 0, 1.0, np.where(one < 0, 0.0, reach[seat]))
                reach[seat] = reach[seat] + pace * (answer - reach[seat])
            if self.alike:
                reach = [reach[0]] * 3
        self._keep(gone, codes, reach, utility, deals)

    def _keep(self, gone: int, codes: Any, reach: list[Any], utility: list[list[Any]], deals: Floats) -> None:
        """Write down what was found, and how good it is."""
        speaks = self._speaks([_spread(reach[seat], seat) for seat in range(3)])
        for seat in range(3):
            change = self._change(seat, reach, utility[seat], deals)
            lost = np.clip(change, 0, None) - reach[seat] * change
            self.regret = max(self.regret, float(lost.sum((1, 2)).max()))
            won = sum(speaks[speaker] * utility[seat][speaker] for speaker in range(3))
            self.value[gone, codes, seat] = self.value[gone + 1, codes, seat] + (deals * won).sum((1, 2, 3))
            self.reach[gone, codes, seat] = reach[seat]

    def _change(self, seat: int, reach: list[Any], utility: list[Any], deals: Floats) -> Any:
        """(codes, 6, 6): what a seat gains by reaching instead of waiting, weighed by how likely it sees these."""
        clear, speeds = 1 - self.unclear, self.speeds
        one, two = (seat + 1) % 3, (seat + 2) % 3
        y, z = _spread(reach[one], one), _spread(reach[two], two)
        first = {(a, b): clear * speeds[a] / (speeds[a] + speeds[b]) for a in range(3) for b in range(3)}
        third = clear * speeds
        neither, both = (1 - y) * (1 - z), y * z
        only_y, only_z = y - both, z - both
        gained = (
            (neither + only_y * first[seat, one] + only_z * first[seat, two] + both * third[seat]) * utility[seat]
            + (only_y * (first[one, seat] - 1) + both * (third[one] - first[one, two])) * utility[one]
            + (only_z * (first[two, seat] - 1) + both * (third[two] - first[two, one])) * utility[two]
        )
        total = (deals * gained).sum(1 + seat)
        # The seat after it first; for seat 1 the sum leaves (a, c), and it sees c first.
        return total.transpose(0, 2, 1) if seat == 1 else total

    def _speaks(self, reach: list[Any]) -> list[Any]:
        """How likely each seat gets to speak, when each reaches with these chances."""
        clear = 1 - self.unclear
        found = []
        for seat in range(3):
            one, two = [other for other in range(3) if other != seat]
            first = {
                other: self.speeds[seat] / (self.speeds[seat] + self.speeds[other]) for other in (one, two)
            }
            x, y, z = reach[seat], reach[one], reach[two]
            against = y * (1 - z) * first[one] + z * (1 - y) * first[two] + y * z * self.speeds[seat]
            found.append(x * ((1 - y) * (1 - z) + clear * against))
        return found

    def forward(self) -> tuple[Floats, Floats, Floats]:
        """What comes of it over a pack: void rounds, points and speakers of every round."""
        rounds = self.rules.rounds
        void, points, speaks = np.zeros(rounds), np.zeros((rounds, 3)), np.zeros((rounds, 3))
        here = {0: 1.0}
        for gone in range(rounds):
            there: dict[int, float] = {}
            codes = np.array(sorted(here))
            share = np.array([here[code] for code in codes])
            deals = self.deals(codes)
            reach = [_spread(self.reach[gone, codes, seat], seat) for seat in range(3)]
            taken = self._speaks(reach)
            spoken = sum(taken)
            void[gone] = (share[:, None, None, None] * deals * (1 - spoken)).sum()
            for seat in range(3):
                speaks[gone, seat] = (share[:, None, None, None] * deals * taken[seat]).sum()
                points[gone] += self._points(seat, codes, share, deals, taken[seat])
            add = PLACES[:, None, None] + PLACES[:, None] + PLACES
            flow = share[:, None, None, None] * deals
            for index, code in enumerate(codes):
                there[int(code)] = there.get(int(code), 0.0) + float((flow[index] * (1 - spoken[index])).sum())
                moved = flow[index] * spoken[index]
                for a, b, c in zip(*np.nonzero(moved), strict=True):
                    to = int(code + add[a, b, c])
                    there[to] = there.get(to, 0.0) + float(moved[a, b, c])
            here = there
        return void, points, speaks

    def _points(self, seat: int, codes: Any, share: Any, deals: Floats, taken: Any) -> Floats:
        """(3,): the mean points of each seat from the statements of one."""
        own, others = self._right_and_wrong(codes)
        turned = [(0, 1, 2, 3), (0, 3, 1, 2), (0, 2, 3, 1)][seat]
        weight = share[:, None, None, None] * deals * taken
        found = np.full(3, float((weight * others.transpose(turned)).sum()))
        found[seat] = float((weight * own.transpose(turned)).sum())
        return found

    def _right_and_wrong(self, codes: Any) -> tuple[Floats, Floats]:
        """(codes, 6, 6, 6) each: the speaker's mean points, and those of each opponent."""
        tables, same = self.tables, np.eye(RANKS, dtype=np.int64)
        unseen = np.clip(
            (self.rules.copies - tables.counts[codes])[:, None, None, None, :]
            - same[None, :, None, None, :]
            - same[None, None, :, None, :]
            - same[None, None, None, :, :],
            0,
            None,
        )
        said = tables.statement[codes][:, None]
        own, b, c = np.ogrid[:RANKS, :RANKS, :RANKS]
        right = tables.holds[said, own[None, ..., None], b[None, ..., None], c[None, ..., None]]
        number = np.maximum(unseen.sum(-1), 1)
        mine = (unseen * np.where(right, tables.points[said], 0)).sum(-1) / number
        theirs = (unseen * np.where(right, 0, self.rules.wrong)).sum(-1) / number
        return mine, theirs


def _spread(reach: Any, seat: int) -> Any:
    """(codes, 6, 6) by what a seat sees, spread over the cards (a, b, c) of all seats."""
    if seat == 0:
        return reach[:, None, :, :]
    if seat == 1:
        return reach.transpose(0, 2, 1)[:, :, None, :]
    return reach[:, :, :, None]
