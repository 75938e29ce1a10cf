"""What the lab measures and how far it plays, before anything is played.

>>> plan = Plan(["turns"])
>>> plan.measured, plan.goal
(('turns',), {'rounds': 200000})
>>> plan.play_to("width")
>>> plan.set_amount("0,05")
>>> plan.goal
{'width': 0.05}
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import TrinbError
from ..notation import show
from ..words import N_, decimal, tr
from .front import choice

if TYPE_CHECKING:
    from ..simulate.measures import Measure

GROUPS: Mapping[str, tuple[str, ...]] = {
    N_("Points"): ("points_each", "points", "margin", "lead_changes"),
    N_("Length"): ("turns", "minutes", "tiles"),
    N_("Blocked rounds and draws"): ("blocked", "undecided", "draws", "passes", "pool"),
    N_("The opener"): ("opener_ahead", "opening_points", "opener_wins"),
    N_("On the board"): ("plain", "bridge", "docking", "drone", "hexagons", "extensions", "holes"),
}  # fmt: skip
"""Measures of rounds that belong together, by a title."""

GROUPS_OF_MATCHES: Mapping[str, tuple[str, ...]] = {
    N_("Whole matches"): (
        "match_rounds", "match_turns", "match_minutes", "match_in_time", "match_margin",
        "match_lead_changes", "match_joint", "match_opener_wins",
    ),
}  # fmt: skip
"""Those of matches."""

_MORE = N_("More")
MOST_MEASURES = 12
_USUAL = {False: ("points_each", "turns", "blocked"), True: ("match_rounds", "match_minutes")}
_AMOUNTS = {False: 200_000, True: 20_000}
_WIDTH = 0.1
_LARGEST_SEED = 10**15


class Plan:
    """What is measured, how far, and from which seed.

    Args:
        measure: names of measures, or measures; all of rounds, or all of matches.
        rounds: how many rounds (or matches) of each variant; None for many.
        width: or until the intervals of the first measure are so narrow, as in `compare`.
        seed: what all chance follows from.
        pairs: whether all are compared with the ``first``, or ``all`` with each other.

    Raises:
        TrinbError: there is no such measure, or the numbers make no sense.
    """

    def __init__(
        self,
        measure: str | Measure | Sequence[str | Measure] | None = None,
        rounds: int | None = None,
        width: float | None = None,
        seed: int = 0,
        pairs: str = "first",
    ) -> None:
        wanted = _measures(measure)
        self.matches = any(map(_is_of_matches, wanted.values()))
        self.own = {name: one for name, one in wanted.items() if not isinstance(one, str)}
        self._others = [name for name in wanted if name not in _in_groups()]
        self._chosen = {of: list(_USUAL[of]) for of in (False, True)}
        if wanted:
            self._chosen[self.matches] = list(wanted)
        self.seed = _seed(seed)
        self.pairs = ""
        self.pair(pairs)
        self.by = "rounds" if width is None else "width"
        self._rounds = dict(_AMOUNTS)
        if rounds is not None:
            self._rounds[self.matches] = _count(str(rounds))
        self._width = _WIDTH
        if width is not None:
            self._width = _small(f"{width * (100 if self._first_is_share else 1):.6f}")

    @property
    def measured(self) -> tuple[str, ...]:
        """The names of what is measured."""
        return tuple(self._chosen[self.matches])

    @property
    def measures(self) -> list[Any]:
        """What is measured, as the simulator takes it."""
        return [self.own.get(name, name) for name in self.measured]

    @property
    def goal(self) -> dict[str, Any]:
        """How far to play, as `live.Goal` takes it."""
        if self.by == "rounds":
            return {"rounds": self._rounds[self.matches]}
        return {"width": self._width / (100 if self._first_is_share else 1)}

    def tick(self, name: str, on: bool) -> None:
        """Measure something, or do so no longer.

        Raises:
            TrinbError: there is no such measure, or nothing or too much would be measured.
        """
        known = [one for names in self.groups().values() for one in names]
        if name not in known:
            raise TrinbError(tr("there is no measure {it}", it=show(name)))
        chosen = [one for one in known if (one in self.measured and one != name) or (one == name and on)]
        if not chosen:
            raise TrinbError(tr("something has to be measured"))
        if len(chosen) > MOST_MEASURES:
            raise TrinbError(tr("{most} measures are enough", most=MOST_MEASURES))
        self._chosen[self.matches] = chosen

    def play_to(self, by: str) -> None:
        """Play a number of rounds, or until intervals are narrow.

        Raises:
            TrinbError: it is neither ``rounds`` nor ``width``.
        """
        if by not in ("rounds", "width"):
            raise TrinbError(tr("there is nothing to choose called {it}", it=show(by)))
        self.by = by

    def pair(self, pairs: str) -> None:
        """Compare all with the first, or all with each other.

        Raises:
            TrinbError: it is neither ``first`` nor ``all``.
        """
        if pairs not in ("first", "all"):
            raise TrinbError(tr('pairs is "all" or "first", not {it}', it=show(pairs)))
        self.pairs = pairs

    def play(self, of: str) -> None:
        """Play single rounds, or whole matches.

        Raises:
            TrinbError: it is neither ``rounds`` nor ``matches``.
        """
        if of not in ("rounds", "matches"):
            raise TrinbError(tr("there is nothing to choose called {it}", it=show(of)))
        self.matches = of == "matches"

    def set_amount(self, typed: str) -> None:
        """Take the number of rounds, or the width, as it was typed.

        Raises:
            TrinbError: it is no such number.
        """
        if self.by == "rounds":
            self._rounds[self.matches] = _count(typed)
        else:
            self._width = _small(typed)

    def set_seed(self, typed: str) -> None:
        """Take the seed as it was typed.

        Raises:
            TrinbError: it is no such number.
        """
        self.seed = _seed(_whole(typed))

    def groups(self) -> dict[str, list[str]]:
        """The names of all measures that can be chosen now, by the titles of their groups."""
        known = _names()
        found = {
            title: [name for name in names if name in known]
            for title, names in (GROUPS_OF_MATCHES if self.matches else GROUPS).items()
        }
        more = [name for name in known if name not in _in_groups() and known[name] == self.matches]
        more += [
            name
            for name in self._others
            if name not in more and _is_of_matches(self.own.get(name, name)) == self.matches
        ]
        return {**found, _MORE: more} if more else found

    # --- what is shown -----------------------------------------------------------------------------

    def choices(self) -> list[dict[str, Any]]:
        """The lists to choose from: what is played, how far, and which pairs."""
        of = [("rounds", tr("single rounds")), ("matches", tr("whole matches"))]
        by = [("rounds", tr("a fixed number")), ("width", tr("until it is precise"))]
        pairs = [("first", tr("each with A")), ("all", tr("all with each other"))]
        return [
            choice("of", tr("What is played"), "matches" if self.matches else "rounds", of),
            choice("by", tr("How many"), self.by, by),
            choice("pairs", tr("Compare"), self.pairs, pairs),
        ]

    def amount(self) -> dict[str, str]:
        """The field for the number of rounds, or for the width."""
        if self.by == "rounds":
            words = tr("Matches of each") if self.matches else tr("Rounds of each")
            return {"words": words, "value": f"{self._rounds[self.matches]:,}".replace(",", "\u00a0")}
        words = tr("95 % interval at most so wide: {measure}", measure=told(self.measures[0]))
        if self._first_is_share:
            words = tr(
                "95 % interval at most so many percentage points wide: {measure}",
                measure=told(self.measures[0]),
            )
        places = len(f"{self._width:.9f}".rstrip("0").partition(".")[2])
        return {"words": words, "value": decimal(self._width, places)}

    def group_states(self) -> list[dict[str, Any]]:
        """The measures to choose from."""
        return [
            {
                "title": tr(title),
                "list": [
                    {"name": name, "words": told(self.own.get(name, name)), "on": name in self.measured}
                    for name in names
                ],
            }
            for title, names in self.groups().items()
        ]

    def words(self) -> str:
        """What is measured, in words."""
        return tr("Measured: {what}", what=", ".join(told(one) for one in self.measures))

    @property
    def _first_is_share(self) -> bool:
        from ..simulate.measures import measure

        return measure(self.measures[0]).share


def told(which: str | Measure) -> str:
    """What a measure is called by people."""
    from ..draw.shapes import tidy
    from ..simulate.measures import measure

    return tidy(measure(which).told, 100)


def _measures(wanted: str | Measure | Sequence[str | Measure] | None) -> dict[str, str | Measure]:
    """Measures by their names."""
    if wanted is None:
        return {}
    from ..simulate.measures import measures

    found = measures(wanted)
    given = [wanted] if isinstance(wanted, str) or not isinstance(wanted, Sequence) else wanted
    return {one.name: it if isinstance(it, str) else one for one, it in zip(found, given, strict=True)}


def _names() -> dict[str, bool]:
    """All measures of the kit: whether they are of matches."""
    from ..simulate.measures import MEASURES

    return {name: one.matches for name, one in MEASURES.items()}


def _is_of_matches(which: str | Measure) -> bool:
    from ..simulate.measures import measure

    return measure(which).matches


def _in_groups() -> set[str]:
    groups = (*GROUPS.values(), *GROUPS_OF_MATCHES.values())
    return {name for names in groups for name in names}


# --- numbers that people type ------------------------------------------------------------------------------


def _whole(typed: str) -> int:
    """A whole number, however its thousands are set apart.

    >>> _whole("1 000 000"), _whole("20.000"), _whole("1,000")
    (1000000, 20000, 1000)
    """
    digits = re.sub(r"(?<=\d)[\s.,'’_\u00a0\u202f]+(?=\d{3}(?!\d))", "", typed.strip())
    if not re.fullmatch(r"[0-9]{1,16}", digits):
        raise TrinbError(tr("{it} is no whole number", it=show(typed[:40])))
    return int(digits)


def _count(typed: str) -> int:
    number = _whole(typed)
    if not 100 <= number <= 1_000_000_000:
        raise TrinbError(tr("so many cannot be played; write a number from 100 to 1,000,000,000"))
    return number


def _seed(seed: int) -> int:
    if type(seed) is not int or not 0 <= seed <= _LARGEST_SEED:
        raise TrinbError(tr("a seed is a whole number from 0, not {it}", it=show(seed)))
    return seed


def _small(typed: str) -> float:
    """A width.

    >>> _small("0,5"), _small("2")
    (0.5, 2.0)
    """
    text = typed.strip().replace(",", ".")
    if not re.fullmatch(r"[0-9]{0,6}(\.[0-9]{0,6})?", text) or not text.strip(".0"):
        raise TrinbError(tr("{it} is no width; write a number such as 0.5", it=show(typed[:40])))
    return float(text)
