"""The scoring explorer: any position, any tile, and what all rule sets give for it in every place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ..board import Fault, Placement
from ..cases import cases
from ..comparing import Comparison, Lineup
from ..draw import svg
from ..errors import NotationError, RulesError, TrinbError
from ..lattice import Cell
from ..notation import show
from ..ruleset import RuleSet
from ..tiles import Tile
from ..words import tr
from .bench import LONGEST, Bench, Position
from .front import button, choice, module, style, text
from .touch import TableFront, cell_of
from .verdicts import ORDERS, Verdicts, name_of, readings_shown, rule_rows


class ScoringExplorer(TableFront):
    """Build a position, choose a tile, and see what it scores in each place under all rule sets.

    Args:
        position: what lies there at first: a position as text, a board, or a scoring case or its id, whose
            last tile is then to be laid.
        rules: the rule set whose points are shown on the board, or its id.
        language: one of `words.LANGUAGES`; by default the one that is spoken.
        points: whether the points are shown at first.

    Raises:
        TrinbError: there is no such case, rule set or language, or the position cannot be.

    Attributes:
        lineup: the rule sets, each with the readings that are switched on.

    >>> explorer = ScoringExplorer("drone-2", "triominos-de")
    >>> explorer
    <ScoringExplorer triominos-de: 9 tiles, 1-3-4 at ^0,0>
    >>> [explorer.totals[id] for id in ("triangelspelet", "granna", "triominos-de", "triominos-english")]
    [100, 21, 58, 108]
    """

    _esm = module("stage", "table", "explorer")
    _css = style("explorer")
    table: Bench

    def __init__(
        self,
        position: Position = "",
        rules: str | RuleSet = "triangelspelet",
        language: str | None = None,
        *,
        points: bool = True,
    ) -> None:
        super().__init__(language)
        self.lineup = Lineup(rules)
        self._order, self._told = ORDERS[0], points
        self._faults = {"position": "", "readings": ""}
        self._seen: tuple[Any, ...] = ()
        self._begin(Bench(self.lineup.rules, position), turn_by_hand=False)
        self._take_case()
        self._show()

    def __repr__(self) -> str:
        rule_set = self.lineup.rules
        name = " + ".join([rule_set.id, *rule_set.switched_on])
        held = f", {self._held}" if self._held else ""
        where = f" at {self._focus}" if self._held and self._focus else ""
        return f"<ScoringExplorer {name}: {len(self.board)} tiles{held}{where}>"

    # --- for the notebook ------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The rule set whose points are shown on the board, as it is read now."""
        return self.lineup.rules

    @property
    def tile(self) -> Tile | None:
        """The tile that is chosen, if there is one."""
        return self._held

    @property
    def comparison(self) -> Comparison | None:
        """The tile that is chosen in each place under each rule set; None without a tile."""
        return self._verdicts.comparison if self._verdicts else None

    @property
    def totals(self) -> dict[str, int]:
        """The points under each rule set in the place that is looked at; none if the tile does not fit."""
        found = self._verdicts
        if found is None or self._focus is None or self._focus not in found.comparison.places:
            return {}
        return {key: column.scores[self._focus].total for key, column in found.columns.items()}

    def set_up(self, position: Position) -> None:
        """Show another position, or a case with its last tile to be laid.

        Raises:
            TrinbError: the position cannot be.
        """
        self._open(position)
        self._show()

    def choose(self, tile: Tile | str) -> None:
        """Choose a tile of the box.

        Raises:
            NotationError: it is no tile, or it is not there.
        """
        wanted = Tile.parse(tile) if isinstance(tile, str) else tile
        if wanted != self._held:
            self._choose(wanted)
        self._show()

    def look(self, cell: Cell | str) -> None:
        """Look at a cell, such as ``^0,0``.

        Raises:
            NotationError: there is no such cell.
        """
        self._target(cell_of({"cell": cell}) if isinstance(cell, str) else cell)
        self._show()

    def use(self, rules: str | RuleSet) -> None:
        """Show the points of another rule set on the board; readings that were switched on are off again.

        Raises:
            RulesError: there is no such rule set.
        """
        self.lineup = Lineup(rules)
        self._rules_changed()
        self._show()

    def switch(self, reading: str) -> None:
        """Switch a reading of the rule set that is shown on, or off again.

        Raises:
            RulesError: it has no such reading, or it contradicts one that is on.
        """
        self.lineup.switch(reading)
        self._rules_changed()
        self._show()

    # --- intentions --------------------------------------------------------------------------------

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        self._faults = {"position": "", "readings": ""}
        super()._do(what, message)

    @cached_property
    def _intentions(self) -> Mapping[str, Any]:
        return {
            **super()._intentions,
            "tap": lambda message: self._tap(message.get("cell") and cell_of(message)),
            "select": lambda message: self._select(text(message, "name"), text(message, "value")),
            "position": lambda message: self._read(text(message, "text")),
            "lift": lambda _: self._lift(),
            "clear": lambda _: self._open(""),
            "reading": lambda message: self._switch(text(message, "name")),
            "best": lambda message: self._go_to_best(text(message, "value")),
            "sort": lambda message: self._sort(text(message, "value")),
            "points": lambda _: self._hide_or_show(),
        }

    def _tap(self, cell: Cell | None) -> None:
        """Look at a place; who taps it again lays the tile there."""
        if cell is None:
            self._focus = None
        elif cell == self._focus and self._fits_there:
            self._lay()
        else:
            self._target(cell)

    @property
    def _fits_there(self) -> bool:
        held = self._held_at()
        return held is not None and self.table.check(held) is None

    def _select(self, name: str, value: str) -> None:
        if name == "case":
            self._open(value or self.board)
        elif name == "rules":
            self.lineup.choose(value)
            self._rules_changed()
        else:
            raise NotationError(tr("there is nothing to choose called {it}", it=show(name)))

    def _read(self, position: str) -> None:
        """Show what somebody has typed, or say beside it what is wrong."""
        try:
            self._open(position)
        except TrinbError as error:
            self._faults["position"] = str(error)

    def _open(self, position: Position) -> None:
        self.table.open(position)
        self._release()
        self._take_case()

    def _take_case(self) -> None:
        """Hold the last tile of a case over its place, to be looked at."""
        case = self.table.case
        if case and self.board == case.board_before:
            self._choose(case.placement.tile)
            self._target(case.placement.cell)

    def _lift(self) -> None:
        last = self.table.lift()
        self._release()
        if last.tile in self.hand:
            self._choose(last.tile)
            self._target(last.cell)

    def _switch(self, reading: str) -> None:
        try:
            self.lineup.switch(reading)
        except RulesError as error:
            self._faults["readings"] = str(error)
        self._rules_changed()

    def _rules_changed(self) -> None:
        self.table.rules = self.lineup.rules
        if self._held and self._held not in self.hand:
            self._release()

    def _go_to_best(self, key: str) -> None:
        """Look at the best place of a rule set; if one looks at one already, at the next."""
        found = self._verdicts
        column = found and found.columns.get(key)
        if not column:
            raise NotationError(tr("choose a tile that fits somewhere first"))
        after = column.best.index(self._focus) + 1 if self._focus in column.best else 0
        self._target(column.best[after % len(column.best)])

    def _sort(self, order: str) -> None:
        if order not in ORDERS:
            raise NotationError(tr("rows cannot be sorted by {it}", it=show(order)))
        self._order = order

    def _hide_or_show(self) -> None:
        self._told = not self._told

    # --- what is shown -------------------------------------------------------------------------------

    @property
    def _verdicts(self) -> Verdicts | None:
        """What there is to say of the tile that is chosen; worked out once for a tile and a position."""
        if self._held is None:
            return None
        key = (self.lineup, self._held, self._order, self._told, *self.lineup.now.values())
        if not self._seen or self._seen[0] is not self.board or self._seen[1] != key:
            found = Verdicts(self.lineup, self.board, self._held, self._order, self._told)
            self._seen = (self.board, key, found)
        return self._seen[2]  # type: ignore[no-any-return]

    def _shown(self) -> dict[str, Any]:
        found = self._verdicts
        return {
            **super()._shown(),
            "choices": self._choices(),
            "points": button(tr("Hide points") if self._told else tr("Show points"), {"do": "points"}),
            "question": self._question(),
            "legend": self._legend(found),
            "position": str(self.board),
            "faults": self._faults,
            "order": self._order,
            "rules": rule_rows(self.lineup, self._held),
            "table": found.shown() if found else None,
            "no_table": ""
            if found
            else tr("Choose a tile in the box to see what each rule set gives for it."),
            "readings": {
                **readings_shown(self.lineup),
                "effect": found.effect(self._focus) if found else "",
            },
            "why": tr("Why, by {rules}", rules=name_of(self.lineup, self.lineup.chosen)),
            "longest": LONGEST,
        }

    def _choices(self) -> list[dict[str, Any]]:
        here = [("", tr("A position of your own"))] + [(one.id, tr(one.name)) for one in cases()]
        sets = [(key, name_of(self.lineup, key)) for key in self.lineup.now]
        case = self.table.case
        return [
            choice("case", tr("Case"), case.id if case else "", here),
            choice("rules", tr("Points on the board"), self.lineup.chosen, sets),
        ]

    def _question(self) -> dict[str, str]:
        case = self.table.case
        return (
            {"question": tr(case.question), "text": tr(case.text)} if case else {"question": "", "text": ""}
        )

    def _legend(self, found: Verdicts | None) -> dict[str, Any] | None:
        column = found.column if found else None
        if column is None or not self._told:
            return None
        words = tr("Points by {rules}", rules=name_of(self.lineup, self.lineup.chosen))
        return {"words": words, "low": column.least, "high": column.most}

    def _status(self, places: Sequence[Placement]) -> str:
        if self._fits_there:
            return tr("{tile} is shown here to look at. Tap it once more to lay it.", tile=self._held)
        return super()._status(places)

    def _picture(self, places: Sequence[Placement], held: Placement | None, fault: Fault | None) -> str:
        found = self._verdicts
        cells = {place.cell for place in places}
        return svg.board(
            self.board,
            cells=cells,
            labels={cell: found.label(cell) for cell in cells} if found else {},
            heat=found.heat if found else {},
            ghost=held if held and not fault else None,
            illegal=held if fault else None,
            clashes=fault.vertices if fault else (),
            focus=self._focus,
            title=self._title(),
            style=False,
        )

    def _bubble(self, held: Placement | None, fault: Fault | None, lines: Any) -> dict[str, Any] | None:
        """Only what is no good is said beside the cell; the table says the rest."""
        return super()._bubble(held, fault, lines) if fault or held is None else None

    def _buttons(self) -> list[dict[str, Any]]:
        return [
            button(tr("Take up last tile"), {"do": "lift"}, bool(self.board)),
            button(tr("Clear"), {"do": "clear"}, bool(self.board)),
            button(tr("Undo"), {"do": "undo"}, self.table.can_undo),
            button(tr("Redo"), {"do": "redo"}, self.table.can_redo),
        ]
