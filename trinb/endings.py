"""What the end of a round is worth to each seat: going out, and blocked rounds."""

from __future__ import annotations

from attrs import frozen

from .moves import Event, What
from .ruleparts import BlockedAward, BlockedWinner, Reason
from .ruleset import RuleSet
from .scoring import Line, line


@frozen
class Settlement:
    """The closing events of a round, and who is awarded for it."""

    events: tuple[Event, ...]
    winner: int | None


def out(rules: RuleSet, seat: int, hands: tuple[int, ...], pool: tuple[int, ...]) -> Settlement:
    """A seat has placed its last tile."""
    rule, box = rules.out, rules.tile_set
    lines: list[Line] = []
    if rule.points and (len(pool) == 1 or not rule.one_left_in_pool):
        lines.append(line(rules, Reason.OUT, rule.points))
    if rule.others_digits:
        lines.append(line(rules, Reason.OTHERS_DIGITS, sum(map(box.pips, hands))))
    if rule.pool_digits_cost and pool:
        lines.append(line(rules, Reason.POOL_LEFT, -box.pips(sum(1 << number for number in pool))))
    events = [Event(What.OUT, seat, lines=tuple(lines))]
    events += _counts(rules, hands, rule.others_cost_per_tile, Reason.TILES_LEFT)
    return Settlement(tuple(events), seat)


def blocked(rules: RuleSet, seat: int, hands: tuple[int, ...]) -> Settlement:
    """The pool is empty and no hand fits; `seat` is whose turn it was."""
    rule = rules.blocked
    winner = _blocked_winner(rules, hands)
    events = [Event(What.BLOCKED, seat)]
    events += _counts(rules, hands, rule.cost_per_tile, Reason.BLOCKED)
    if winner is not None:
        events.append(Event(What.COUNT, winner, lines=(_blocked_award(rules, winner, hands),)))
    return Settlement(tuple(events), winner)


def _counts(rules: RuleSet, hands: tuple[int, ...], cost: int, reason: Reason) -> list[Event]:
    """Each seat that still holds tiles pays for them, where the rules say so."""
    if not cost:
        return []
    return [
        Event(What.COUNT, seat, lines=(line(rules, reason, -cost * hand.bit_count()),))
        for seat, hand in enumerate(hands)
        if hand
    ]


def _blocked_winner(rules: RuleSet, hands: tuple[int, ...]) -> int | None:
    """The seat that is awarded; None when nobody is, or when two are equally good."""
    sums = [rules.tile_set.pips(hand) for hand in hands]
    if rules.blocked.winner is BlockedWinner.NOBODY:
        return None
    if rules.blocked.winner is BlockedWinner.FEWEST_TILES:
        ranks = [(hand.bit_count(), digits) for hand, digits in zip(hands, sums, strict=True)]
    else:
        ranks = [(0, digits) for digits in sums]
    best = min(ranks)
    return ranks.index(best) if ranks.count(best) == 1 else None


def _blocked_award(rules: RuleSet, winner: int, hands: tuple[int, ...]) -> Line:
    sums = [rules.tile_set.pips(hand) for hand in hands]
    own, others = sums[winner], sum(sums) - sums[winner]
    if rules.blocked.award is BlockedAward.DIFFERENCES:
        return line(rules, Reason.BLOCKED, others - own * (len(hands) - 1))
    return line(rules, Reason.BLOCKED, others - own)
