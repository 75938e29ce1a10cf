"""What the scoring explorer says of a tile: what every rule set gives in each place, and which it likes best.

A **panel** is one table: a row for each rule set.  There is one for each way in which the tile can meet the
board, as the points depend on nothing else, and one for no place in particular, where each rule set
speaks of its own best places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..board import Board, Contact, Kind
from ..comparing import Column, Comparison, Lineup, compare, scoring_readings
from ..lattice import Cell
from ..ruleset import RuleSet
from ..scoring import REASON_WORDS, Score
from ..tiles import Tile
from ..words import N_, signed, tr, trn
from .front import button, shown_name

KIND_SENTENCES = {
    Kind.START: N_("First tile: nothing lies on the table yet."),
    Kind.PLAIN: N_("Plain: one side against a tile, the opposite corner free."),
    Kind.BRIDGE: N_("Bridge: one side against a tile, and the opposite corner touches another."),
    Kind.DOCKING: N_("Docking: two sides against tiles."),
    Kind.DRONE: N_("Drone: three sides against tiles."),
}
"""What each kind is called, and what makes it one."""

_HIDDEN = N_("The points are hidden: what do you expect?")

ORDERS = ("points", "rules")
"""What the rows may be sorted by."""


class Verdicts:
    """A tile on a board as all rule sets see it, in words.

    Args:
        lineup: the rule sets.
        board, tile: what is laid where.
        order: one of `ORDERS`.
        told: whether the points are told; else the kinds alone.

    Attributes:
        comparison: the tile in each place under each rule set, as it is read now.
        columns: what each rule set gives, by its key; empty if the tile fits nowhere.
    """

    def __init__(self, lineup: Lineup, board: Board, tile: Tile, order: str, told: bool) -> None:
        self._lineup, self._order, self._told = lineup, order, told
        self.comparison = compare(board, tile, lineup.now.values())
        self._tile, self._places = tile, self.comparison.places
        self.columns = _by_key(lineup, self.comparison)
        self._usual = _by_key(lineup, compare(board, tile, lineup.usual.values()))
        highest = [column.most for column in (*self.columns.values(), *self._usual.values())]
        self._scale = max([1, *highest])

    # --- for the picture ---------------------------------------------------------------------------

    @property
    def column(self) -> Column | None:
        """What the rule set that is looked at gives; None if the tile fits nowhere."""
        return self.columns.get(self._lineup.chosen)

    def label(self, cell: Cell) -> str:
        """The points of a place, and what they were before they were read in another way."""
        if self.column is None or not self._told:
            return "?"
        now, before = self.column.scores[cell].total, self._usual[self._lineup.chosen].scores[cell].total
        return str(now) if now == before else f"{before}→{now}"

    @property
    def heat(self) -> dict[Cell, int]:
        """How good each place is for the rule set that is looked at."""
        if self.column is None or not self._told:
            return {}
        return {cell: self.column.heat(cell) for cell in self._places}

    def effect(self, focus: Cell | None) -> str:
        """What the readings of the rule set that is looked at do to its points, in a sentence."""
        rule_set = self._lineup.rules
        if self.column is None or not self._told or not rule_set.switched_on:
            return ""
        before = self._usual[self._lineup.chosen].scores
        moved = {
            cell: (before[cell].total, score.total)
            for cell, score in self.column.scores.items()
            if score.total != before[cell].total
        }
        if not moved:
            return tr("Read like this, nothing changes for {tile} on this board.", tile=self._tile)
        if focus in moved:
            was, now = moved[focus]
            return tr(
                "Read like this, {tile} gives {now} points here instead of {was}.",
                tile=self._tile,
                now=now,
                was=was,
            )
        return trn(
            "Read like this, {tile} gives other points in one place.",
            "Read like this, {tile} gives other points in {n} places.",
            len(moved),
            tile=self._tile,
        )

    # --- panels ------------------------------------------------------------------------------------

    def shown(self) -> dict[str, Any]:
        """All panels, and which of them belongs to which place."""
        numbers: dict[Contact, int] = {}
        panels: list[dict[str, Any]] = []
        where: dict[str, int] = {}
        for cell, place in self._places.items():
            if place.contact not in numbers:
                numbers[place.contact] = len(panels)
                panels.append(self._panel_at(cell, place.contact))
            where[str(cell)] = numbers[place.contact]
        best = {key: list(map(str, column.best)) for key, column in self.columns.items()}
        return {
            "panels": panels,
            "places": where,
            "overview": self._overview(),
            "best": best if self._told else {},
        }

    def _panel_at(self, cell: Cell, contact: Contact) -> dict[str, Any]:
        rows = {key: self._row_at(key, cell) for key in self.columns}
        return {
            "heading": tr("{tile} in this place", tile=self._tile),
            "facts": " ".join(self._facts(contact)),
            "summary": self._agreement(cell) if self._told else tr(_HIDDEN),
            "rows": self._sorted(rows),
            "why": self._why(self.columns[self._lineup.chosen].scores[cell]) if self._told else [],
        }

    def _overview(self) -> dict[str, Any]:
        places = len(self._places)
        heading = tr("{tile} fits nowhere on this board", tile=self._tile)
        if places:
            heading = trn("{tile} fits in one place", "{tile} fits in {n} places", places, tile=self._tile)
        summary = self._choices() if self._told else tr(_HIDDEN)
        rows = {key: self._row_of_best(key) for key in self.columns}
        return {
            "heading": heading,
            "facts": tr("This is what each rule set gives in the best of them.") if places else "",
            "summary": summary if places else "",
            "rows": self._sorted(rows),
            "why": [],
        }

    def _sorted(self, rows: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
        """The rows, those with the most points first if that is wanted."""
        found = [{"key": key, **row} for key, row in rows.items()]
        if self._order == "points" and self._told:
            found.sort(key=lambda row: -int(row["total"]))
        return found

    def _facts(self, contact: Contact) -> list[str]:
        """How the tile meets the board, in sentences."""
        facts = [tr(KIND_SENTENCES[contact.kind])]
        if contact.hexagons:
            facts.append(trn("It completes one hexagon.", "It completes {n} hexagons.", contact.hexagons))
        if contact.beside_bridge:
            facts.append(tr("A bridge lies beside it."))
        elif contact.beside_extension:
            facts.append(tr("The extension of a bridge lies beside it."))
        return facts

    # --- what they choose --------------------------------------------------------------------------

    def _agreement(self, cell: Cell) -> str:
        """How many rule sets would lay the tile here."""
        if len(self._places) == 1:
            return tr("There is no other place for it.")
        here = sum(cell in column.best for column in self.columns.values())
        if here == len(self.columns):
            return tr("No rule set knows a better place.")
        if not here:
            return tr("Every rule set knows a better place.")
        return trn(
            "For one of {all} rule sets there is no better place.",
            "For {n} of {all} rule sets there is no better place.",
            here,
            all=len(self.columns),
        )

    def _choices(self) -> str:
        """Whether the rule sets would lay the tile in the same place."""
        if len(self._places) == 1:
            return ""
        return trn(
            "All rule sets agree where it is best.",
            "They do not agree where it is best: there are {n} opinions.",
            len(self.comparison.choices),
        )

    # --- rows --------------------------------------------------------------------------------------

    def _row_at(self, key: str, cell: Cell) -> dict[str, Any]:
        column, before = self.columns[key], self._usual[key]
        verdict = {"words": tr("{points} elsewhere", points=column.most), "go": True, "kind": "elsewhere"}
        if cell in column.best:
            verdict = {"words": tr("this place"), "go": False, "kind": "here"}
        if column.most == column.least:
            verdict = {"words": self._indifferent(), "go": False, "kind": "any"}
        return self._row(key, column.scores[cell], before.scores[cell].total, column.most, verdict)

    def _row_of_best(self, key: str) -> dict[str, Any]:
        column, before = self.columns[key], self._usual[key]
        count = len(column.best)
        verdict = {"words": trn("one place", "{n} places", count), "go": True, "kind": "elsewhere"}
        if column.most == column.least:
            verdict = {"words": self._indifferent(), "go": count == 1, "kind": "any"}
        return self._row(key, column.scores[column.best[0]], before.most, column.most, verdict)

    def _indifferent(self) -> str:
        return tr("the only place") if len(self._places) == 1 else tr("any place")

    def _row(self, key: str, score: Score, before: int, most: int, verdict: dict[str, Any]) -> dict[str, Any]:
        if not self._told:
            return {"total": "?", "before": "", "share": 0, "best": 0, "lines": [], "verdict": None}
        return {
            "total": str(score.total),
            "before": "" if before == score.total else str(before),
            "share": self._share(score.total),
            "best": self._share(most),
            "lines": [
                {"points": signed(line.points), "words": tr(REASON_WORDS[line.reason]), "clause": line.clause}
                for line in score.lines
            ],
            "verdict": verdict,
        }

    def _share(self, points: int) -> int:
        """The length of a bar, in percent."""
        return max(0, round(100 * points / self._scale))

    def _why(self, score: Score) -> list[dict[str, Any]]:
        """The lines of the rule set that is looked at, with what the clauses say and how they are read."""
        rule_set = self._lineup.rules
        clauses = {clause.id: clause.text for clause in rule_set.clauses}
        on = [rule_set.readings[name] for name in rule_set.switched_on]
        rows: list[dict[str, Any]] = []
        told: set[str] = set()
        for line in score.lines:
            clause = "" if line.clause in told else line.clause
            told.add(line.clause)
            rows.append(
                {
                    "points": signed(line.points),
                    "words": tr(REASON_WORDS[line.reason]),
                    "clause": line.clause,
                    "text": tr(clauses.get(clause, "")),
                    "read": [
                        tr("Read in another way here: {text}", text=tr(reading.text))
                        for reading in on
                        if clause and reading.clause == clause
                    ],
                }
            )
        return rows


def _by_key(lineup: Lineup, comparison: Comparison) -> dict[str, Column]:
    return dict(zip(lineup.now, comparison.columns, strict=True)) if comparison.columns else {}


# --- the rule sets themselves -----------------------------------------------------------------------


def rule_rows(lineup: Lineup, tile: Tile | None) -> list[dict[str, Any]]:
    """A rule set a row: its name, how it is read, and whether it has the tile at all."""
    return [
        {
            "key": key,
            "name": name_of(lineup, key),
            "note": _note(rule_set, tile),
            "chosen": key == lineup.chosen,
        }
        for key, rule_set in lineup.now.items()
    ]


def name_of(lineup: Lineup, key: str) -> str:
    """What a rule set of the lineup is called; house rules may have taken over the name of another one."""
    name = shown_name(tr(lineup.usual[key].name), 60)
    return tr("{name}, of your own", name=name) if key == "own" else name


def _note(rule_set: RuleSet, tile: Tile | None) -> str:
    notes = []
    if rule_set.switched_on:
        notes.append(trn("read in another way", "read in {n} other ways", len(rule_set.switched_on)))
    if tile is not None and tile not in rule_set.tile_set:
        notes.append(tr("its box has no {tile}", tile=tile))
    return " · ".join(notes)


def readings_shown(lineup: Lineup) -> dict[str, Any]:
    """The readings of the rule set that is looked at, as switches."""
    names = scoring_readings(lineup.usual[lineup.chosen])
    rules = name_of(lineup, lineup.chosen)
    label = tr("{rules}: read a clause in another way", rules=rules)
    if not names:
        label = tr("{rules}: there is only one way to read what a tile gives.", rules=rules)
    return {"label": label, "switches": [_switch(lineup, name) for name in names]}


def _switch(lineup: Lineup, name: str) -> dict[str, Any]:
    reading = lineup.rules.readings[name]
    own = name in lineup.usual[lineup.chosen].switched_on
    return button(
        tr(reading.text),
        {"do": "reading", "name": name},
        not own,
        note=f"{reading.clause} · {name}",
        pressed=name in lineup.rules.switched_on,
    )
