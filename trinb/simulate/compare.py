"""Rule sets, readings, player counts or players side by side, on the same shuffles, with 95 % intervals.

>>> from trinb.ruleset import rules
>>> both = [rules("triangelspelet"), rules("triominos-de")]
>>> found = compare(both, measure=["turns", "blocked"], rounds=2_000)
>>> found
<Comparison of triangelspelet, triominos-de: turns, blocked; 2000 rounds, seed 0>
>>> found.gaps[0].differs, found.gaps[0].gap.value < 0
(True, True)

**Same shuffles.** Round 17 of a seed has the same shuffle under all rules that share a box, whoever plays.
Where two variants feel the luck of the shuffle alike, it cancels out of their difference, and the interval
gets narrower; the **gain** says how many times as many rounds it would take without.  Pairs are compared as
pairs whether that helps or not, since it is right in any case.

**How many rounds.** If a `width` is wanted, a pilot of other rounds says how much the results vary, and from
that how many rounds are needed.  They are then played, all of them, and the pilot counts for nothing: so
whatever the results are, they had no say in when to stop, and the intervals mean what they say.

**Many comparisons.** Of twenty intervals, one misses the truth.  So each difference also has a wider
interval, such that all of them together are right in 95 of 100 cases (Bonferroni), and whether two variants
*differ* is decided by Holm's rule, for which the chance of even one false alarm is at most 5 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ..errors import TrinbError
from ..words import tr
from .comparison import Comparison
from .experiment import MATCHES as MATCHES
from .experiment import MOST as MOST
from .experiment import PILOT as PILOT
from .experiment import ROUNDS as ROUNDS
from .experiment import Experiment, Variants, Width, count_of, wanted_widths
from .measures import PACE, Measure, Pace
from .progress import Progress


def compare(
    what: Variants,
    players: int | Sequence[str] = 2,
    measure: str | Measure | Sequence[str | Measure] = ("points_each", "turns", "blocked"),
    *,
    rounds: int | None = None,
    width: Width | None = None,
    seed: int = 0,
    pairs: Literal["all", "first"] = "all",
    shared: bool = True,
    pace: Pace | float = PACE,
    progress: bool | Progress | None = None,
) -> Comparison:
    """Play variants on the same shuffles and say what differs.

    Args:
        what: the variants: rule sets, or pairs of rules and players, or a mapping of labels to them.
        players: who plays, where a variant does not say so: how many greedy players, or a name for each seat.
        measure: what to measure, see `MEASURES`; all of rounds, or all of matches.
        rounds: how many rounds (or matches) of each.
        width: how wide the 95 % intervals of the differences may be, instead of `rounds`: a number for the
            first measure, or a mapping with one for each.  Of a single variant it is that of its mean.
        seed: what all chance follows from.
        pairs: whether ``all`` are compared with each other, or all others with the ``first``.
        shared: whether they get the same shuffles; without them differences are less certain.
        pace: how long things take at a table, or only the seconds for a turn.
        progress: whether to show a bar, or what to call again and again with the rounds done and asked for;
            by default there is a bar in notebooks and terminals when it takes more than a moment.

    Raises:
        TrinbError: it cannot be played, there is no such measure, or the numbers make no sense.
    """
    made = Experiment(what, players, measure, seed=seed, pairs=pairs, shared=shared, pace=pace)
    wanted = wanted_widths(width, made.measures)
    if rounds is not None and wanted:
        raise TrinbError(tr("say how many rounds, or how wide the intervals may be, not both"))
    plan = made.plan(wanted) if wanted else None
    made.play(plan.rounds if plan else count_of(rounds, made.matches), progress)
    return made.comparison(plan)


# --- questions that are asked often ------------------------------------------------------------------------


def opening_advantage(what: Variants, players: int | Sequence[str] = 2, **options: Any) -> Comparison:
    """What it is worth to open: in points and in rounds won.

    The points for the opening itself, such as those for a leading triple, are told apart, so that one sees
    what the first turn is worth without them.  Who opens holds a triple, so this is no experiment: it says
    what openers get.

    Args:
        what: one variant, or several, see `compare`.
        players: who plays.
        **options: as for `compare`.

    Raises:
        TrinbError: as for `compare`.

    >>> from trinb.ruleset import rules
    >>> ahead = opening_advantage(rules("triangelspelet"), rounds=5_000).means[0].mean
    >>> 15 < ahead.low < ahead.high < 40
    True
    """
    options.setdefault("measure", ("opener_ahead", "opening_points", "opener_wins"))
    return compare(what, players, **options)


def time_to_target(
    what: Variants,
    players: int | Sequence[str] = 2,
    seconds_per_turn: float = PACE.turn,
    seconds_between: float = PACE.between,
    lesson: float = PACE.lesson,
    **options: Any,
) -> Comparison:
    """How long a match takes: in rounds and in minutes, and how often it ends within a lesson.

    Args:
        what: one variant, or several, see `compare`.
        players: who plays.
        seconds_per_turn: how long a turn takes in your group.
        seconds_between: how long it takes to count, shuffle and deal before each round.
        lesson: how many minutes there are.
        **options: as for `compare`.

    Raises:
        TrinbError: as for `compare`, or a match under these rules has no end.

    >>> from trinb.ruleset import rules
    >>> fast, slow = (time_to_target(rules("granna"), seconds_per_turn=s, rounds=200) for s in (10, 30))
    >>> fast.means[1].mean.value < slow.means[1].mean.value
    True
    """
    options.setdefault("measure", ("match_rounds", "match_minutes", "match_in_time"))
    pace = Pace(seconds_per_turn, seconds_between, lesson)
    return compare(what, players, pace=pace, **options)
