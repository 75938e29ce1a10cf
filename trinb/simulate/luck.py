"""Luck against skill: how much of what a seat scores in a round is due to whom, where, and which deal.

Every deal is played again and again: with other players in the seats, drawn by lot, and with other choices
where players leave them to chance.  What then stays the same is due to the deal; what changes with the player
is skill:

>>> from trinb.ruleset import rules
>>> found = luck_and_skill(rules("granna"), deals=60)
>>> [part.name for part in found.parts]
['player', 'seat', 'deal', 'meeting', 'choices']
>>> 0.99 < sum(part.share.value for part in found.parts) < 1.1
True

The shares are those of the variance of a seat's points.  They are estimated from products of results that
have only that in common which is asked for, so that none of them is too large on average: two results of the
same seat with the same deal, but with other players and other choices, tell what the deal is worth.  The
intervals come from a bootstrap over deals.

The rounds are played by the readable engine, in which the deal and the choices can be drawn apart; so any
player can take part, not only those that are compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from attrs import frozen

from ..deals import Deal
from ..errors import TrinbError
from ..notation import show
from ..players import Player, finish, player
from ..rounds import Round
from ..ruleset import RuleSet
from ..words import N_, tr
from .duel import ROUNDS, Duel, duel
from .progress import Progress, shown
from .statistics import Floats, Interval, bca, resampled
from .task import POLICIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PARTS = {
    "player": N_("who plays: skill"),
    "seat": N_("which seat"),
    "deal": N_("which deal: luck"),
    "meeting": N_("how the players and the deal meet"),
    "choices": N_("choices left to chance: luck"),
}
"""What the points of a seat are due to."""

DEALS = 400
"""So many deals are played if nobody says how many; it takes a few seconds."""

_TABLES, _CHOICES = 2, 2
_SQUARES = ("player", "seat")  # what is worked out from squares of means


class Part(NamedTuple):
    """What some of the variance is due to.

    Attributes:
        name: one of `PARTS`.
        share: of the variance of a seat's points in a round, with its interval.
    """

    name: str
    share: Interval

    @property
    def title(self) -> str:
        """What it is called, in the language that is spoken."""
        return tr(PARTS[self.name])


@frozen(eq=False)
class LuckAndSkill:
    """What came out.

    Attributes:
        rules: the rule set.
        players: the names of the players who sat at the seats by lot.
        seats: how many seats.
        deals: how many deals, each played four times.
        seed: what all chance follows from.
        parts: what the points of a seat are due to.
        deviation: the standard deviation of a seat's points in a round.
        duel: the first player against the others, if there are two kinds and both are compiled.
    """

    rules: RuleSet
    players: tuple[str, ...]
    seats: int
    deals: int
    seed: int
    parts: tuple[Part, ...]
    deviation: float
    duel: Duel | None

    def __getitem__(self, name: str) -> Interval:
        """The share of one of `PARTS`."""
        return next(part.share for part in self.parts if part.name == name)

    @property
    def frame(self) -> Any:
        """A pandas table: for each part its ``share`` and the 95 % interval from ``low`` to ``high``."""
        import pandas as pd

        rows = [part.share for part in self.parts]
        index = pd.Index([part.name for part in self.parts], name="part")
        return pd.DataFrame(rows, index=index, columns=["share", "low", "high"])

    def figure(self) -> Figure:
        """Draw it, to be shown or printed."""
        from ..draw.labfigures import draw_luck

        return draw_luck(self)

    def __repr__(self) -> str:
        shares = ", ".join(f"{part.name} {part.share.value:.0%}" for part in self.parts)
        of = f"{self.rules.id}, {self.seats} seats"
        return f"<LuckAndSkill of {of}: {shares}; {self.deals} deals, seed {self.seed}>"

    def __str__(self) -> str:
        from .telling import luck_text

        return luck_text(self)

    def _repr_html_(self) -> str:
        from .telling import luck_html

        return luck_html(self)


def luck_and_skill(
    rules: RuleSet,
    players: Sequence[str | Player] = ("greedy", "random"),
    seats: int = 2,
    deals: int = DEALS,
    seed: int = 0,
    *,
    duel_rounds: int = ROUNDS,
    progress: bool | Progress | None = None,
) -> LuckAndSkill:
    """Say how much of a seat's points is due to skill, to the seat, to the deal, and to other chance.

    Args:
        rules: the rule set.
        players: the players of whom each seat gets one by lot: names, or players of your own.
        seats: how many seats.
        deals: how many deals, each played four times: by two tables of players, each with two lots of
            choices.
        seed: what all chance follows from.
        duel_rounds: how many rounds the first player has against the second, at each seat, if both are
            compiled.
        progress: whether to show a bar, or what to call again and again with the rounds done and asked for.

    Raises:
        TrinbError: it cannot be played, or the numbers make no sense.
    """
    if not isinstance(deals, int) or not 20 <= deals <= 1_000_000:
        raise TrinbError(
            tr("the number of deals must be from 20 to {most}, not {it}", most=1_000_000, it=show(deals))
        )
    if isinstance(players, str) or not 1 <= len(players) <= 12:
        raise TrinbError(
            tr("players must be a list of names, such as {example}", example='["greedy", "random"]')
        )
    kinds = [player(one) if isinstance(one, str) else one for one in players]
    names = tuple(kind.name for kind in kinds)
    points, who = _replay(rules, kinds, seats, deals, seed, progress)
    parts = tuple(_parts(points - points.mean(), who, len(kinds), abs(seed)))
    compiled = len(names) == 2 and set(names) <= set(POLICIES) and names[0] != names[1]
    found = duel(rules, names[0], names[1], seats, duel_rounds, seed) if compiled else None
    return LuckAndSkill(rules, names, seats, deals, seed, parts, float(points.std()), found)


def _replay(
    rules: RuleSet,
    kinds: Sequence[Player],
    seats: int,
    deals: int,
    seed: int,
    progress: bool | Progress | None,
) -> tuple[Floats, Any]:
    """The points by deal, table, choice and seat; and by deal, table and seat which player sat there."""
    points = np.zeros((deals, _TABLES, _CHOICES, seats))
    who = np.random.default_rng([abs(seed), seed < 0]).integers(len(kinds), size=(deals, _TABLES, seats))
    with shown(progress, points[..., 0].size, 0, False) as tell:
        for number in range(deals):
            start = Round.start(Deal.shuffled(rules, seats, Random(f"{seed}/{number}/deal")))
            for table in range(_TABLES):
                at_table = [kinds[kind] for kind in who[number, table]]
                for choice in range(_CHOICES):
                    rng = Random(f"{seed}/{number}/{table}/{choice}")
                    points[number, table, choice] = finish(start, at_table, rng).scores
            tell((number + 1) * _TABLES * _CHOICES, points[..., 0].size)
    return points, who


def _parts(points: Floats, who: Any, kinds: int, seed: int) -> Iterator[Part]:
    """The parts with their intervals."""
    products = _products(points, who, kinds)
    deals, seats = len(points), points.shape[-1]

    def both(means: Floats) -> Floats:
        """The shares, and then those from squares of means as they are, too large on average."""
        return np.concatenate([_shares(means, many, seats, kinds) for many in (deals, None)], axis=1)

    again = resampled(products, both, seed)
    tops = np.quantile(again[:, len(PARTS) :], 0.975, axis=0)
    for name, share, top in zip(PARTS, bca(products, both, again), tops, strict=False):
        # Of a square that is hardly more than 0 a bootstrap finds the lower end, but not the upper one: that
        # of the square as it is is on the safe side.
        high = max(share.high, float(top)) if name in _SQUARES else share.high
        yield Part(name, Interval(*(min(1.0, max(0.0, end)) for end in (share.value, share.low, high))))


def _products(points: Floats, who: Any, kinds: int) -> Floats:
    """For each deal the products whose means `_shares` takes."""
    seat = points.mean((1, 2))
    one, two = points[:, 0].mean(1), points[:, 1].mean(1)  # by deal and seat, at each of the two tables
    columns = [
        (points**2).mean((1, 2, 3)),
        (points[:, :, 0] * points[:, :, 1]).mean((1, 2)),
        (one * two).mean(1),
        seat.mean(1),
        seat.mean(1) ** 2,
        *seat.T,
        *(seat**2).T,
    ]
    at_table = points.mean(2)
    for kind in range(kinds):
        sits = who == kind
        total, count = (at_table * sits).sum((1, 2)), sits.sum((1, 2)).astype(np.float64)
        columns += [total, count, total**2, total * count, count**2]
    return np.stack(columns, axis=1)


def _shares(means: Floats, deals: int | None, seats: int, kinds: int) -> Floats:
    """The shares of `PARTS`, for each row of means of `_products`.

    The square of a mean is too large on average, by the variance of the mean; so that is taken away from
    each, if the number of deals is said.
    """
    squares, same_table, same_deal, all_mean, all_square = means[:, :5].T
    grand = _squared(all_mean, all_square, deals)
    seat = _squared(means[:, 5 : 5 + seats], means[:, 5 + seats : 5 + 2 * seats], deals).mean(1)
    total, count, total2, both, count2 = (
        means[:, 5 + 2 * seats :].reshape(len(means), kinds, 5).transpose(2, 0, 1)
    )
    count = np.maximum(count, 1e-9)
    mean = total / count
    error2 = (total2 - 2 * mean * both + mean**2 * count2) / ((deals - 1) * count**2) if deals else 0.0
    player = (mean**2 - error2).mean(1) - grand
    parts = [player, seat - grand, same_deal - seat, same_table - same_deal - player, squares - same_table]
    whole: Floats = np.maximum(squares - grand, 1e-12)
    return np.stack(parts, axis=1) / whole[:, None]


def _squared(mean: Floats, square: Floats, count: int | None) -> Floats:
    """The square of a true mean, from the mean of results and the mean of their squares."""
    return (count * mean**2 - square) / (count - 1) if count else mean**2
