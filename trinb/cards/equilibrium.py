"""The race for the right to speak, solved: when should three players who all think reach for it?

In a round everybody sees two cards and has to decide at once.  Who reaches alone speaks; if several reach, it
may be unclear who was first.  Speaking is worth having with some cards and worth avoiding with others, and
what the others do tells something about one's own card, which they see.  So the right strategy depends on the
strategies of the others: an **equilibrium** is where nobody gains by changing his own.

What the model assumes:

- A player wants to be ahead: his gain is his own points less the mean of the two others'.  The score plays no
  part.
- Everybody remembers the cards shown in rounds with a statement, and nothing else: not the peers' cards of a
  void round, and not the middle card that he alone has seen.
- Of several who reach, with the chance `unclear` nobody can say who was first; else each is first with a
  chance in proportion to his `speed`.
- The speaker says what gains most on the average for the cards he has seen, see `odds.best`.

The pack is solved from its last round backwards (dynamic programming): for every number of rounds gone and
every set of cards shown, fictitious play finds how often each player should reach with each pair of peers'
cards: again and again everybody answers best to what the others have done so far, on the average.  Equal
players get equal strategies.  How far from an equilibrium the answer may be is told with it, as `regret`: the
most that anybody could still gain in a round by changing his strategy.  There may be other equilibria.

All arrays of one seat have the axes (situation, own card, card of the next seat, card of the seat after it).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from attrs import frozen

from ..errors import TrinbError
from ..words import tr
from .odds import Knowledge, best
from .rounds import CardEnd, after
from .rules import SEATS, CardRules, Statement, card_rules
from .tables import CODES, PLACES, RANKS, Floats, Ints, code_of, odds_tables
from .views import CardView

_CHUNK = 128  # situations at a time: their arrays fit into the cache of the processor
_CHECK = 20  # steps of fictitious play between two looks at the regret


class Layer(NamedTuple):
    """All situations with the same number of rounds gone, solved.

    Attributes:
        codes: the cards shown in each, as codes in rising order (see `tables`).
        reach: (situations, 3, 6, 6): the chance that a seat should reach, by the cards of the next seat and
            the one after it (ranks from 0).
        regret: (situations, 3): the most that a seat could gain in the round by reaching in another way.
    """

    codes: Ints
    reach: Floats
    regret: Floats


class RaceSolution(NamedTuple):
    """How three players should reach, and what comes of it.

    Attributes:
        rules, speeds, unclear: what was asked.
        layers: the situations, by the number of rounds gone.
        value: (rounds + 1, codes, 3): what the rest of the pack is worth to each seat: its points less the
            mean of the others'.
        void: (rounds,): the share of void rounds, first to last of the pack.
        points: (rounds, 3): the mean points of each seat.
        speaks: (rounds, 3): how often each seat speaks.
    """

    rules: CardRules
    speeds: tuple[float, ...]
    unclear: float
    layers: tuple[Layer, ...]
    value: Floats
    void: Floats
    points: Floats
    speaks: Floats

    def __repr__(self) -> str:
        return f"<RaceSolution: speeds {self.speeds}, unclear {self.unclear}, regret {self.regret:.4f}>"

    @property
    def regret(self) -> float:
        """The most that anybody could gain in a round by reaching in another way, in points."""
        return max(float(layer.regret.max()) for layer in self.layers)

    def chance(
        self, peers: Sequence[int], seen: Sequence[int] = (), gone: int | None = None, seat: int = 0
    ) -> float:
        """The chance that a seat should reach.

        Args:
            peers: the cards of the next seat and the one after it, 1 to 6.
            seen: the cards shown in this pack so far.
            gone: how many rounds have been played; by default as many as have shown their cards.
            seat: who asks.

        Raises:
            TrinbError: no pack can come to this.
        """
        gone, code = len(seen) // SEATS if gone is None else gone, code_of(seen)
        codes = self.layers[gone].codes if gone in range(len(self.layers)) else np.empty(0)
        place = int(np.searchsorted(codes, code))
        if place == len(codes) or codes[place] != code:
            raise TrinbError(tr("no pack can come to this"))
        return float(self.layers[gone].reach[place, seat, peers[0] - 1, peers[1] - 1])


@frozen(eq=False)
class RaceBot:
    """A player who reaches as a solution says, and says what gains most for all that he has seen."""

    solution: RaceSolution
    name: str = "race"

    def reaches(self, view: CardView, rng: Random) -> bool:
        """As often as the solution says, for the cards that everybody has seen."""
        shown = [
            card for round in view.earlier if round.end is CardEnd.SPOKEN for card in round.cards if card
        ]
        return rng.random() < self.solution.chance(view.peers, shown, len(view.earlier), view.seat)

    def says(self, view: CardView, rng: Random) -> Statement:
        """What gains most on the average."""
        return best(Knowledge.of(view)).statement


def solve_race(
    rules: CardRules | None = None,
    speeds: Sequence[float] = (1.0, 1.0, 1.0),
    unclear: float = 0.2,
    tolerance: float = 0.003,
    progress: Callable[[int, int], None] | None = None,
) -> RaceSolution:
    """Solve the race for a whole pack, in a second or two.

    Args:
        rules: the rules, by default those that come with trinb.
        speeds: how fast each seat is, in proportion to the others.
        unclear: how often it cannot be said who of several was first.
        tolerance: in each situation the search goes on until nobody could gain more points than that by
            changing his strategy, or for `MOST_STEPS` steps.
        progress: called with the situations solved and their number.

    Raises:
        TrinbError: the speeds are not three positive numbers, or `unclear` is no chance.
    """
    rules = rules or card_rules()
    if len(speeds) != SEATS or not all(0 < speed < np.inf for speed in speeds) or not 0 <= unclear <= 1:
        raise TrinbError(tr("the race needs three positive speeds and a chance from 0 to 1"))
    model = _Model(rules, np.array(speeds) / sum(speeds), unclear, tolerance)
    situations = [model.situations(gone) for gone in range(rules.rounds)]
    total, done = sum(map(len, situations)), 0
    layers: list[Layer] = []
    for gone in reversed(range(rules.rounds)):
        parts = []
        for start in range(0, len(situations[gone]), _CHUNK):
            codes = situations[gone][start : start + _CHUNK]
            parts.append(model.solve(gone, codes))
            done += len(codes)
            if progress:
                progress(done, total)
        layers.insert(0, Layer(*(np.concatenate(part) for part in zip(*parts, strict=True))))
    outcome = model.forward(layers)
    return RaceSolution(rules, tuple(map(float, speeds)), unclear, tuple(layers), model.value, *outcome)


MOST_STEPS = 2000
"""Fictitious play stops then, wherever it is."""


class _Stakes(NamedTuple):
    """What decides of a seat's reaching in some situations, weighed by how likely the cards are.

    With y and z for the chances that the next seat and the one after it reach, the gain of reaching over
    waiting is ``alone + y·one + z·two + y·z·both``, and waiting is worth
    ``y·wait_one + z·wait_two + y·z·wait_both``.
    """

    alone: Floats
    one: Floats
    two: Floats
    both: Floats
    wait_one: Floats
    wait_two: Floats
    wait_both: Floats

    def gain(self, one: Any, two: Any) -> Any:
        """(situations, 6, 6): the gain of reaching, when the others reach with these chances."""
        y, z = _spread(one, two)
        return (self.alone + y * self.one + z * (self.two + y * self.both)).sum(1)

    def waiting(self, one: Any, two: Any) -> Any:
        """(situations,): what waiting is worth."""
        y, z = _spread(one, two)
        return (y * self.wait_one + z * (self.wait_two + y * self.wait_both)).sum((1, 2, 3))

    def of(self, chosen: Any) -> _Stakes:
        """Those of some of the situations."""
        return _Stakes(*(part[chosen] for part in self))


def _spread(one: Any, two: Any) -> tuple[Any, Any]:
    """The chances of the two others, (situations, 6, 6) by what they see, by the axes of this seat.

    The next seat sees the card of the one after it, then this seat's; that one sees this seat's, then the
    next one's.
    """
    return one.transpose(0, 2, 1)[:, :, None, :], two[:, :, :, None]


class _Model:
    """The arrays of one question, filled from the last round backwards."""

    def __init__(self, rules: CardRules, speeds: Floats, unclear: float, tolerance: float) -> None:
        self.rules, self.clear, self.tolerance = rules, 1 - unclear, tolerance
        self.third = self.clear * speeds
        self.first = self.clear * speeds[:, None] / (speeds[:, None] + speeds)  # [a, b]: a is before b
        self.seats = range(1 if len(set(speeds)) == 1 else SEATS)  # equal players get equal strategies
        self.tables = odds_tables(rules)
        self.value = np.zeros((rules.rounds + 1, CODES, SEATS))

    def situations(self, gone: int) -> Ints:
        """The codes of all cards that can have been shown when so many rounds have been played."""
        counts = self.tables.counts
        shown = counts.sum(1)
        possible = (counts <= self.rules.copies).all(1) & (shown % SEATS == 0) & (shown <= SEATS * gone)
        return np.flatnonzero(possible)

    def deals(self, codes: Ints) -> Floats:
        """How likely the three players have these cards."""
        unseen, same = (self.rules.copies - self.tables.counts[codes]).astype(float), np.eye(RANKS)
        a = unseen[:, :, None, None]
        b = unseen[:, None, :, None] - same[:, :, None]
        c = unseen[:, None, None, :] - same[:, None, :] - same
        weights = a * np.clip(b, 0, None) * np.clip(c, 0, None)
        deals: Floats = weights / weights.sum((1, 2, 3), keepdims=True)
        return deals

    def speech(self, codes: Ints) -> tuple[Floats, Floats]:
        """What a speaker gets on the average over all middle cards, and what each opponent gets."""
        tables, same = self.tables, np.eye(RANKS)
        taken = same[:, None, None, :] + same[None, :, None, :] + same[None, None, :, :]
        middle = np.clip((self.rules.copies - tables.counts[codes])[:, None, None, None, :] - taken, 0, None)
        said = tables.statement[codes][:, None]  # (situations, 1, peer, peer, middle)
        own, one, two = np.ogrid[:RANKS, :RANKS, :RANKS]
        right = tables.holds[said, own[..., None], one[..., None], two[..., None]]
        chance = middle / np.maximum(middle.sum(-1, keepdims=True), 1)
        return (chance * right * tables.points[said]).sum(-1), (chance * ~right).sum(-1) * self.rules.wrong

    def stakes(self, seat: int, gone: int, codes: Ints, deals: Floats, gains: Floats) -> _Stakes:
        """What decides of the reaching of a seat."""
        one, two = after(seat)
        shown = np.clip(codes[:, None, None, None] + _ADDED, 0, CODES - 1)
        later = self.value[gone + 1, :, seat]
        # What a round with a statement is worth for the rest of the pack, compared with a void one.
        rest = later[shown] - later[codes][:, None, None, None]
        mine = deals * (gains + rest)
        next_one = deals * (rest - gains.transpose(0, 3, 1, 2) / 2)
        next_two = deals * (rest - gains.transpose(0, 2, 3, 1) / 2)
        first, third = self.first, self.third
        with_one = first[seat, one] * mine + (first[one, seat] - 1) * next_one
        with_two = first[seat, two] * mine + (first[two, seat] - 1) * next_two
        wait_both = first[one, two] * next_one + first[two, one] * next_two
        with_both = third[seat] * mine + third[one] * next_one + third[two] * next_two - wait_both
        return _Stakes(
            mine, with_one - mine, with_two - mine, with_both - with_one - with_two + mine,
            next_one, next_two, wait_both - next_one - next_two,
        )  # fmt: skip

    def solve(self, gone: int, codes: Ints) -> Layer:
        """Find the equilibrium of some situations, and write down what it is worth."""
        deals = self.deals(codes)
        own, others = self.speech(codes)
        stakes = [self.stakes(seat, gone, codes, deals, own - others) for seat in self.seats]
        reach = self._play(stakes, np.full((len(codes), len(self.seats), RANKS, RANKS), 0.5))
        regret = np.zeros((len(codes), len(self.seats)))
        for seat in self.seats:
            one, two = self._others(reach, seat)
            gain = stakes[seat].gain(one, two)
            regret[:, seat] = _regret(gain, reach[:, seat])
            worth = stakes[seat].waiting(one, two) + (gain * reach[:, seat]).sum((1, 2))
            self.value[gone, codes, seat] = self.value[gone + 1, codes, seat] + worth
        if len(self.seats) < SEATS:
            self.value[gone, codes] = self.value[gone, codes, :1]
            reach, regret = np.repeat(reach, SEATS, 1), np.repeat(regret, SEATS, 1)
        return Layer(codes, reach, regret)

    def _others(self, reach: Floats, seat: int) -> tuple[Floats, Floats]:
        """The strategies of the two others."""
        one, two = after(seat) if len(self.seats) > 1 else (0, 0)
        return reach[:, one], reach[:, two]

    def _play(self, stakes: Sequence[_Stakes], reach: Floats) -> Floats:
        """Fictitious play, in each situation until nobody regrets his strategy."""
        found, lowest, left = reach.copy(), np.full(len(reach), np.inf), np.arange(len(reach))
        for step in range(1, MOST_STEPS + 1):
            gains = [part.gain(*self._others(reach, seat)) for seat, part in enumerate(stakes)]
            if step % _CHECK == 0:
                tidy = np.where(reach > 0.98, 1, np.where(reach < 0.02, 0, reach))
                worst = self._worst(stakes, tidy)
                better = worst < lowest[left]
                found[left[better]], lowest[left[better]] = tidy[better], worst[better]
                go_on = worst > self.tolerance
                if not go_on.any():
                    break
                left, reach = left[go_on], reach[go_on]
                stakes, gains = [part.of(go_on) for part in stakes], [gain[go_on] for gain in gains]
            # Latest steps weigh most: the first answers were given to strategies that nobody has any more.
            pace = 2 / (step + 1)
            for seat, gain in enumerate(gains):
                reach[:, seat] += pace * np.where(gain == 0, 0, (gain > 0) - reach[:, seat])
        return found

    def _worst(self, stakes: Sequence[_Stakes], reach: Floats) -> Floats:
        """(situations,): the most that any seat regrets."""
        regrets = [
            _regret(part.gain(*self._others(reach, seat)), reach[:, seat]) for seat, part in enumerate(stakes)
        ]
        worst: Floats = np.max(regrets, axis=0)
        return worst

    def forward(self, layers: Sequence[Layer]) -> tuple[Floats, Floats, Floats]:
        """What comes of it over a pack: void rounds, points and speakers of every round."""
        rounds = self.rules.rounds
        void, points, speaks = np.zeros(rounds), np.zeros((rounds, SEATS)), np.zeros((rounds, SEATS))
        share = np.zeros(CODES)
        share[0] = 1
        for gone, layer in enumerate(layers):
            codes = layer.codes
            flow = share[codes][:, None, None, None] * self.deals(codes)
            own, others = self.speech(codes)
            share, spoken = np.zeros(CODES), np.zeros(len(codes))
            for seat in range(SEATS):
                taken = flow * self._speaks(layer.reach, seat)
                speaks[gone, seat] = taken.sum()
                points[gone] += (taken * others).sum()
                points[gone, seat] += (taken * (own - others)).sum()
                spoken += taken.sum((1, 2, 3))
                shown = codes[:, None, None, None] + _ADDED
                np.add.at(share, shown[taken > 0], taken[taken > 0])
            share[codes] += flow.sum((1, 2, 3)) - spoken
            void[gone] = 1 - speaks[gone].sum()
        return void, points, speaks

    def _speaks(self, reach: Floats, seat: int) -> Floats:
        """How likely a seat gets to speak, for all cards."""
        one, two = after(seat)
        y, z = _spread(reach[:, one], reach[:, two])
        against = (
            y * (1 - z) * self.first[seat, one]
            + z * (1 - y) * self.first[seat, two]
            + y * z * self.third[seat]
        )
        chance: Floats = reach[:, seat][:, None, :, :] * ((1 - y) * (1 - z) + against)
        return chance


_ADDED = PLACES[:, None, None] + PLACES[:, None] + PLACES
"""(6, 6, 6): what the three cards of a round add to a code."""


def _regret(gain: Any, reach: Any) -> Any:
    """(situations,): what a seat loses by reaching so and not as would be best."""
    return (np.clip(gain, 0, None) - reach * gain).sum((1, 2))
