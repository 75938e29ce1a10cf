"""What the end of a round is worth to each seat: going out, and blocked rounds.

Which tiles are left does not matter, only how many there are and what their digits add up to:

>>> from trinb.ruleset import rules
>>> settled = out(rules("triangelspelet"), 0, [Left(0, 0), Left(1, 9), Left(1, 8)], Left(30, 200))
>>> print(settled.events[0])
seat 0 goes out: +50 going out (§8), +17 digits left with the others (§8)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from attrs import frozen

from .moves import Event, What
from .ruleparts import BlockedAward, BlockedWinner, Reason
from .ruleset import RuleSet
from .scoring import Line, line


class Left(NamedTuple):
    """What is left of a hand or of the pool: how many tiles, and the sum of their digits."""

    tiles: int
    digits: int


@frozen
class Settlement:
    """The closing events of a round, and who is awarded for it."""

    events: tuple[Event, ...]
    winner: int | None


def out(rules: RuleSet, seat: int, hands: Sequence[Left], pool: Left) -> Settlement:
    """A seat has placed its last tile."""
    rule = rules.out
    lines: list[Line] = []
    if rule.points and (pool.tiles == 1 or not rule.one_left_in_pool):
        lines.append(line(rules, Reason.OUT, rule.points))
    if rule.others_digits:
        lines.append(line(rules, Reason.OTHERS_DIGITS, sum(left.digits for left in hands)))
    if rule.pool_digits_cost and pool.tiles:
        lines.append(line(rules, Reason.POOL_LEFT, -pool.digits))
    events = [Event(What.OUT, seat, lines=tuple(lines))]
    events += _counts(rules, hands, rule.others_cost_per_tile, Reason.TILES_LEFT)
    return Settlement(tuple(events), seat)


def blocked(rules: RuleSet, seat: int, hands: Sequence[Left]) -> Settlement:
    """The pool is empty and no hand fits; `seat` is whose turn it was."""
    rule = rules.blocked
    winner = _blocked_winner(rules, hands)
    events = [Event(What.BLOCKED, seat)]
    events += _counts(rules, hands, rule.cost_per_tile, Reason.BLOCKED)
    if winner is not None:
        events.append(Event(What.COUNT, winner, lines=(_blocked_award(rules, winner, hands),)))
    return Settlement(tuple(events), winner)


def _counts(rules: RuleSet, hands: Sequence[Left], cost: int, reason: Reason) -> list[Event]:
    """Each seat that still holds tiles pays for them, where the rules say so."""
    if not cost:
        return []
    return [
        Event(What.COUNT, seat, lines=(line(rules, reason, -cost * left.tiles),))
        for seat, left in enumerate(hands)
        if left.tiles
    ]


def _blocked_winner(rules: RuleSet, hands: Sequence[Left]) -> int | None:
    """The seat that is awarded; None when nobody is, or when two are equally good."""
    if rules.blocked.winner is BlockedWinner.NOBODY:
        return None
    by_tiles = rules.blocked.winner is BlockedWinner.FEWEST_TILES
    ranks = [(left.tiles if by_tiles else 0, left.digits) for left in hands]
    best = min(ranks)
    return ranks.index(best) if ranks.count(best) == 1 else None


def _blocked_award(rules: RuleSet, winner: int, hands: Sequence[Left]) -> Line:
    own = hands[winner].digits
    others = sum(left.digits for left in hands) - own
    if rules.blocked.award is BlockedAward.DIFFERENCES:
        return line(rules, Reason.BLOCKED, others - own * (len(hands) - 1))
    return line(rules, Reason.BLOCKED, others - own)
