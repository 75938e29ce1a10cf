"""Scoring cases: positions whose last tile is the one asked about, to compare rules by.

A **case** is a position, what is special about its last tile, and the question that it answers.  The cases
lie in `data/cases/`, in the order in which they are taught.

>>> hexagon = case("docking-hexagon-055")
>>> print(hexagon.placement, hexagon.contact.kind.value, hexagon.contact.hexagons)
v-1,0=505 docking 1
>>> print(score_of(hexagon, rules("triominos-de")))
60 = +10 placed tile (Zug), +50 hexagon (Bonus)

**Tags** say what a case is a case of; a test holds that they are true.  `TAGS` tells what each means.

>>> [found.id for found in cases("start")]
['start-triple', 'start-zero', 'start-no-triple']
"""

from __future__ import annotations

import textwrap
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import fields, frozen

from . import resources
from .board import Board, Contact, Laid, Placement
from .errors import RulesError, TrinbError
from .notation import first_line, quote, show, show_key
from .ruleset import RuleSet, rules
from .scoring import REASON_WORDS, Score, scorer
from .words import N_, tr

if TYPE_CHECKING:
    import pandas as pd

TAGS = {
    "start": N_("the first tile of a round"),
    "plain": N_("one side, and nothing opposite it"),
    "bridge": N_("one side and the corner opposite it"),
    "docking": N_("two sides"),
    "drone": N_("three sides"),
    "triple": N_("the tile is a triple"),
    "corner": N_("shown for a touch with a corner only"),
    "hole-1": N_("a bridge that closes off one cell"),
    "hole-2": N_("a bridge that closes off two cells"),
    "hole-3": N_("a bridge that closes off three cells"),
    "hole-more": N_("a bridge that closes off four cells or more"),
    "splits": N_("a bridge within a hole, which makes two of it"),
    "beside-bridge": N_("a bridge against whose side lies another bridge"),
    "inside": N_("a bridge or a docking within a hole"),
    "outside": N_("a docking that is not within a hole"),
    "near-bridge": N_("a docking that touches a bridge with a corner only"),
    "hexagon-1": N_("completes one hexagon"),
    "hexagon-2": N_("completes two hexagons"),
    "hexagon-3": N_("completes three hexagons"),
    "extension": N_("extends a bridge, or an extension of one, and completes no hexagon"),
    "chain": N_("beside the extension of a bridge but not beside the bridge"),
    "both": N_("beside a bridge or its extension, and completes a hexagon"),
    "dispute": N_("a reading of some rules gives it other points"),
}
"""What a tag claims of the last tile of a case, in English."""


@frozen
class Case:
    """A position whose last tile is the one asked about.

    Attributes:
        id: its name in files and calls, e.g. ``drone-2``.
        name: its name for people.
        position: the tiles in the order laid, as text.
        text: what is special about the last of them.
        question: what it answers.
        tags: what it is a case of, see `TAGS`.

    Raises:
        TrinbError: there is no tile, one is laid twice, or one cannot lie where it should.
    """

    id: str
    name: str
    position: str
    text: str = ""
    question: str = ""
    tags: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse what is no position."""
        if not self.board:
            raise RulesError(tr("there is no tile in it"))
        tile, times = Counter(placement.tile for placement in self.board).most_common(1)[0]
        if times > 1:
            raise RulesError(tr("tile {tile} is laid twice", tile=tile))

    @cached_property
    def board(self) -> Board:
        """The board with all its tiles."""
        return Board.parse(self.position)

    @cached_property
    def board_before(self) -> Board:
        """The board that the last tile was laid on."""
        return Board.parse(" ".join(self.position.split()[:-1]))

    @property
    def _last(self) -> Laid:
        return self.board.laid[-1]

    @property
    def placement(self) -> Placement:
        """The last tile, where it lies."""
        return self._last.placement

    @property
    def contact(self) -> Contact:
        """How the last tile met the board."""
        return self._last.contact

    def _repr_svg_(self) -> str:
        from .draw import svg

        return svg.board(self.board, title=tr(self.name))


# --- which there are ---------------------------------------------------------------------------------


def cases(tag: str | None = None) -> tuple[Case, ...]:
    """The cases that come with trinb, or those of them that have a tag.

    Raises:
        RulesError: there is no such tag.
    """
    if tag is None:
        return _shipped()
    if tag not in TAGS:
        raise RulesError(
            tr("there is no tag {name}; there are {known}", name=quote(tag), known=", ".join(TAGS))
        )
    return tuple(found for found in _shipped() if tag in found.tags)


def case(id: str) -> Case:
    """The case of this id.

    Raises:
        RulesError: there is no such case.
    """
    for found in _shipped():
        if found.id == id:
            return found
    known = ", ".join(one.id for one in _shipped())
    raise RulesError(tr("there is no case {name}; there are {known}", name=quote(id), known=known))


@cache
def _shipped() -> tuple[Case, ...]:
    return tuple(found for path in resources.data_files("cases").values() for found in load(path))


# --- reading -----------------------------------------------------------------------------------------


def _fault(where: str, key: str, reason: object) -> RulesError:
    return RulesError(f"{where}: {key}: {reason}")


_Fault: TypeAlias = Callable[[str, object], RulesError]
"""Such a fault where the place is known already."""

_TEXTS = ("id", "name", "position", "text", "question")
_KEYS = tuple(field.name for field in fields(Case))


def load(path: str | Path) -> tuple[Case, ...]:
    """The cases in a TOML file like `data/cases/scoring.toml`.

    Raises:
        RulesError: the file is not such a file; the message names the file, the case, the key and the reason.
    """
    path = Path(path)
    found: list[Case] = []
    for number, table in enumerate(_tables(path), 1):
        where = f"{path.name}: {tr('case {number}', number=number)}"
        one = _case(table, where)
        if one.id in [earlier.id for earlier in found]:
            raise _fault(where, "id", tr("there are two cases {name}", name=quote(one.id)))
        found.append(one)
    return tuple(found)


def _tables(path: Path) -> list[Any]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _fault(path.name, tr("file"), error.strerror) from error
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, or such as chokes its reader
        raise _fault(path.name, tr("file"), first_line(error)) from error
    for key in data:
        if key != "cases":
            raise _fault(path.name, show_key(key), tr("unknown key; a file has [[cases]]"))
    tables = data.get("cases", [])
    if not isinstance(tables, list) or not tables:
        reason = tr("must be one or more tables [[cases]], not {value}", value=show(tables))
        raise _fault(path.name, "cases", reason)
    return tables


def _case(table: Any, where: str) -> Case:
    """The case that a table describes."""
    if isinstance(table, dict) and isinstance(table.get("id"), str) and table["id"]:
        where += f" {quote(table['id'])}"
    fault = partial(_fault, where)
    if not isinstance(table, dict):
        raise fault("cases", tr("must be a table, not {value}", value=show(table)))
    for key in table:
        if key not in _KEYS:
            raise fault(show_key(key), tr("unknown key; there are {known}", known=", ".join(_KEYS)))
    texts = {key: _text(table, key, fault) for key in _TEXTS}
    tags = _tags(table.get("tags"), fault)
    try:
        return Case(**{**texts, "position": " ".join(texts["position"].split())}, tags=tags)
    except TrinbError as error:
        raise fault("position", error) from error


def _text(table: dict[str, Any], key: str, fault: _Fault) -> str:
    if key not in table:
        raise fault(key, tr("is missing"))
    value = table[key]
    if not isinstance(value, str) or not value.strip():
        raise fault(key, tr("must be a text, not {value}", value=show(value)))
    return value


def _tags(value: object, fault: _Fault) -> tuple[str, ...]:
    if value is None:
        raise fault("tags", tr("is missing"))
    if not isinstance(value, list):
        raise fault("tags", tr("must be a list of texts, not {value}", value=show(value)))
    for tag in value:
        if not isinstance(tag, str) or tag not in TAGS:
            known = ", ".join(TAGS)
            raise fault("tags", tr("{tag} is no tag; there are {known}", tag=show(tag), known=known))
        if value.count(tag) > 1:
            raise fault("tags", tr("{tag} is there twice", tag=tag))
    return tuple(value)


# --- scoring -----------------------------------------------------------------------------------------


def score_of(case: Case, rule_set: RuleSet) -> Score:
    """What the last tile of a case scores under a rule set."""
    return scorer(rule_set).score(case.contact, case.placement.tile)


def table(cases: Iterable[Case], rule_sets: Iterable[RuleSet | str]) -> list[tuple[Score, ...]]:
    """The scores of some cases, a row for each, under some rule sets, given whole or by their ids.

    >>> [[found.total for found in row] for row in table(cases("start"), ["triangelspelet", "triominos-de"])]
    [[25, 22], [25, 40], [0, 14]]
    """
    columns = [_rule_set(one) for one in rule_sets]
    return [tuple(score_of(row, column) for column in columns) for row in cases]


def frame(cases: Iterable[Case], rule_sets: Iterable[RuleSet | str]) -> pd.DataFrame:
    """The totals of `table` as a pandas table: a row for each case, a column for each rule set.

    The names of the cases are in the language that is spoken.
    """
    import pandas as pd

    rows, columns = list(cases), [_rule_set(one) for one in rule_sets]
    totals = [[found.total for found in row] for row in table(rows, columns)]
    names = [tr(row.name) for row in rows]
    return pd.DataFrame(totals, index=names, columns=[_label(column) for column in columns], dtype=int)


def explain(case: Case | str, rule_set: RuleSet | str) -> str:
    """The score of a case line by line, each with what the clause says that gives it; as text to print.

    It is in the language that is spoken.  Cases and rule sets may be given whole or by their ids.

    Raises:
        RulesError: there is no such case or rule set.

    >>> print(explain("plain", "triangelspelet"))
    One side: 3-4-4 under triangelspelet
    <BLANKLINE>
      +0  plain placement (§7)
          The leading triple gives 25 points, whatever its digits. A placement against one side
          gives nothing unless it is a bridge: 50. A docking, with two sides against tiles, gives
          75; a drone, with all three, gives 100.
    <BLANKLINE>
    Total 0
    """
    one = case if isinstance(case, Case) else _find(case)
    column = _rule_set(rule_set)
    found = score_of(one, column)
    tile, label = one.placement.tile, _label(column)
    parts = [tr("{case}: {tile} under {rules}", case=tr(one.name), tile=tile, rules=label)]
    told: set[str] = set()
    for line in found.lines:
        parts.append(f"{line.points:+4d}  {tr(REASON_WORDS[line.reason])} ({line.clause})")
        if line.clause not in told:
            parts[-1] += "".join(f"\n{text}" for text in _said(column, line.clause))
        told.add(line.clause)
    return "\n\n".join([*parts, tr("Total {points}", points=found.total)])


def _said(rule_set: RuleSet, clause: str) -> list[str]:
    """What a clause says, and how the readings that are switched on read it; in lines."""
    said = [tr(one.text) for one in rule_set.clauses if one.id == clause]
    on = {name: rule_set.readings[name] for name in rule_set.switched_on}
    said += [
        tr("Read here as {reading}: {text}", reading=name, text=tr(one.text))
        for name, one in on.items()
        if one.clause == clause
    ]
    return [
        line
        for text in said
        for line in textwrap.wrap(text, 94, initial_indent=" " * 6, subsequent_indent=" " * 6)
    ]


_find = case  # under a name that a parameter does not hide


def _rule_set(rule_set: RuleSet | str) -> RuleSet:
    return rules(rule_set) if isinstance(rule_set, str) else rule_set


def _label(rule_set: RuleSet) -> str:
    """A rule set by its id and the readings that are switched on."""
    return " + ".join([rule_set.id, *rule_set.switched_on])
