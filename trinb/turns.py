"""What a turn allows and costs besides laying tiles: drawing, being stuck, holding a second triple.

Asked by `rounds`, which knows every hand, and by `referee`, which only knows how many tiles there are.

>>> from trinb.ruleset import rules
>>> english = rules("triominos-english")
>>> can_draw(english, pool=9, drawn=2), can_draw(english, pool=9, drawn=3)
(True, False)
>>> print(*drawn_lines(english), *vain_lines(english, drawn=3), sep="; ")
-5 tile drawn (Zug); -10 all draws in vain (Zug)
"""

from __future__ import annotations

from .ruleparts import Reason
from .ruleset import RuleSet
from .scoring import Line, line
from .tiles import Tile


def can_draw(rules: RuleSet, pool: int, drawn: int) -> bool:
    """Whether one more tile may be drawn in a turn.

    Args:
        rules: the rule set.
        pool: how many tiles lie in the pool.
        drawn: how many have been drawn in this turn.
    """
    most = rules.draws.most
    return pool > 0 and (most is None or drawn < most)


def drawn_lines(rules: RuleSet) -> tuple[Line, ...]:
    """What drawing a tile costs at once."""
    rule = rules.draws
    return (line(rules, Reason.DRAW, -rule.cost),) if rule.cost and not rule.cost_only_if_failed else ()


def vain_lines(rules: RuleSet, drawn: int) -> tuple[Line, ...]:
    """What it costs on top of that when as many tiles as allowed were drawn and still nothing fits."""
    rule, lines = rules.draws, []
    if rule.cost and rule.cost_only_if_failed:
        lines.append(line(rules, Reason.DRAW, -rule.cost * drawn))
    if rule.failed:
        lines.append(line(rules, Reason.FAILED_DRAWS, -rule.failed))
    return tuple(lines)


def stuck_lines(rules: RuleSet) -> tuple[Line, ...]:
    """What it costs to pass."""
    return (line(rules, Reason.STUCK, -rules.turn.stuck),) if rules.turn.stuck else ()


def second_triple_lines(rules: RuleSet, led: Tile) -> tuple[Line, ...]:
    """What holding another triple gives whoever has led this one."""
    award = rules.opening.second_triple
    return (line(rules, Reason.SECOND_TRIPLE, award.of(led.sum)),) if award and led.is_triple else ()
