"""The lattice viewer: a board and one of its graphs side by side, and Euler's formula at every placement."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from ..board import ORIGIN, Board, Placement
from ..draw import graphs as drawn
from ..draw import palette
from ..errors import NotationError, TrinbError
from ..graphs import Euler, Node, node_called, positions, rings, tile_graph
from ..growth import Growth, box_of
from ..lattice import Cell, Vertex
from ..matches import Match
from ..notation import show
from ..records import Record, read_record
from ..rounds import Round
from ..tiles import Tile, TileSet, tile_set
from ..words import tr, trn
from . import lattice_words
from .front import Front, button, choice, module, number, style, text
from .lattice_sides import GRAPHS, Graphs, board_picture, graph_picture, graphs_of
from .lattice_words import ABOUT
from .nearest import nearest_ahead
from .touch import cell_of

Source: TypeAlias = str | Board | Round | Match | Record | Path

MOST = 120
"""No board may have more tiles, and no box: the graph could not be read any more."""


class LatticeViewer(Front):
    """A board beside its vertex lattice, its dual graph, or the graph of the tiles that can meet.

    Touch anything on one side, and what belongs to it lights up on the other.  The slider goes through the
    placements of the board; touch an empty cell to lay a tile of the box there.

    Args:
        board: a board, a position as text, a round, a match, a record, or the path of one.
        tiles: the box, or its id; by default that of the rules, else one that has all tiles of the board.
        graph: the graph to begin with: ``vertices``, ``cells`` or ``tiles``.
        language: one of `words.LANGUAGES`; by default the one that is spoken.

    Raises:
        TrinbError: the board, the tiles or the graph cannot be.
        RecordError: the path is that of no record.

    >>> viewer = LatticeViewer("^0,0=555 v0,0=554")
    >>> viewer
    <LatticeViewer: 2 of 2 tiles, vertices>
    >>> viewer.go(1)
    >>> viewer.count
    Euler(vertices=3, edges=3, tiles=1, holes=0, components=1)
    """

    _esm = module("stage", "lattice")
    _css = style("lattice") + palette.more_rules(drawn.RULES)

    def __init__(
        self,
        board: Source = "",
        *,
        tiles: str | TileSet | None = None,
        graph: str = "vertices",
        language: str | None = None,
    ) -> None:
        super().__init__(language)
        self._box = None if tiles is None else _box(tiles)
        self._boards = _boards(board)
        self._graph = _graph_called(graph)
        self._open(0)
        self._show()

    def __repr__(self) -> str:
        return f"<LatticeViewer: {self.growth.at} of {self.growth.last} tiles, {self._graph}>"

    def _open(self, index: int) -> None:
        """Show one of the boards, with all its tiles."""
        board, box = self._boards[index]
        box = self._box or box or box_of(board)
        everything = {*box, *(placement.tile for placement in board)}
        if max(len(board), len(everything)) > MOST:
            raise TrinbError(tr("a lattice viewer shows at most {most} tiles", most=MOST))
        self._index = index
        self.growth = self._given = Growth.of(board, box)
        self._meeting = tile_graph(everything)
        self._let_go()

    def _let_go(self) -> None:
        self._at: Node | None = None
        self._stepped = False  # whether a step is what has just happened
        self._put_back = 0  # how many tiles it has put back into the box

    # --- for the notebook ------------------------------------------------------------------------

    growth: Growth
    """The board, all that it was before, and the box."""

    @property
    def board(self) -> Board:
        """The board that is shown."""
        return self.growth.board

    @property
    def count(self) -> Euler:
        """What Euler's formula counts on it."""
        return self.growth.count

    @property
    def graphs(self) -> Graphs:
        """The three graphs of the board that is shown: `vertices`, `cells` and `tiles`."""
        return graphs_of(self.board, self._meeting)

    def go(self, to: int) -> None:
        """Go to the moment when so many tiles lie; before the first and beyond the last it stops there."""
        self._step(to)
        self._show()

    def look(self, at: str | Node) -> None:
        """Look at a cell (``^0,0``), a vertex (``0,0``) or a tile (``0-1-2``), as if you had touched it.

        Raises:
            TrinbError: there is no such thing on this board.
        """
        self._look(node_called(at) if isinstance(at, str) else at)
        self._show()

    def lay(self, placement: Placement | str) -> None:
        """Lay a tile of the box; what lay later is back in it.

        Raises:
            IllegalMove: it is not in the box, or may not lie there.
        """
        self._lay(Placement.parse(placement) if isinstance(placement, str) else placement)
        self._show()

    # --- intentions ------------------------------------------------------------------------------

    def _do(self, what: str, message: Mapping[str, Any]) -> None:
        intention = self._intentions.get(what)
        if intention is None:
            super()._do(what, message)
        else:
            intention(message)

    @cached_property
    def _intentions(self) -> Mapping[str, Any]:
        return {
            "look": lambda message: self._touch(node_called(text(message, "node"))),
            "move": lambda message: self._move(
                text(message, "side"), number(message, "x"), number(message, "y")
            ),
            "go": lambda message: self._step(number(message, "to")),
            "first": lambda _: self._step(0),
            "back": lambda _: self._step(self.growth.at - 1),
            "forward": lambda _: self._step(self.growth.at + 1),
            "last": lambda _: self._step(self.growth.last),
            "lay": lambda message: self._lay(
                self._fitting(cell_of(message), Tile.parse(text(message, "tile")))
            ),
            "pick": lambda message: self._pick(number(message, "number")),
            "any": lambda _: self._lay_any(),
            "again": lambda _: self._again(),
            "select": lambda message: self._select(text(message, "name"), text(message, "value")),
            "turn": lambda _: self._next_graph(),
            "release": lambda _: self._let_go(),
        }

    def _select(self, name: str, value: str) -> None:
        if name == "graph":
            self._graph = _graph_called(value)
        elif name == "round" and value in map(str, range(1, len(self._boards) + 1)):
            self._open(int(value) - 1)
        else:
            raise NotationError(
                tr("there is no {name} {value} to choose", name=show(name), value=show(value))
            )

    def _next_graph(self) -> None:
        names = list(GRAPHS)
        self._graph = names[(names.index(self._graph) + 1) % len(names)]

    def _step(self, to: int) -> None:
        """Go to another moment, and go on looking at the same thing if it is still there."""
        self.growth = self.growth.go(to)
        if self._at is not None:
            self._at = self._there(self._at)
        self._stepped, self._put_back = True, 0

    def _again(self) -> None:
        self._let_go()
        self.growth = self._given

    def _lay(self, placement: Placement) -> None:
        later = self.growth.last - self.growth.at
        self.growth = self.growth.lay(placement)
        self._at, self._stepped, self._put_back = placement.cell, True, later

    def _lay_any(self) -> None:
        latest = self.growth.lay_any().latest
        assert latest
        self._lay(latest.placement)

    def _fitting(self, cell: Cell, tile: Tile) -> Placement:
        found = [placement for placement in self.growth.fitting(cell) if placement.tile == tile]
        if not found:
            raise NotationError(tr("{tile} does not fit in {cell}", tile=tile, cell=cell))
        return found[0]

    def _pick(self, number: int) -> None:
        fits = self._fits()
        if not 1 <= number <= len(fits):
            raise NotationError(tr("there is no tile number {number} to lay here", number=number))
        self._lay(fits[number - 1])

    def _fits(self) -> list[Placement]:
        """The tiles that can be laid in the cell that is looked at."""
        return self.growth.fitting(self._at) if isinstance(self._at, Cell) else []

    def _touch(self, thing: Node) -> None:
        """Look at a thing; a tile of the box is laid in the place that is touched, if it fits there."""
        if isinstance(self._at, Tile) and isinstance(thing, Cell) and thing not in self.board:
            place = [placement for placement in self.growth.places(self._at) if placement.cell == thing]
            if place:
                self._lay(place[0])
                return
        self._look(thing)

    def _look(self, thing: Node) -> None:
        found = self._there(thing)
        if found is None:
            raise NotationError(tr("there is no {it} here", it=lattice_words.named(thing)))
        self._at, self._stepped = found, False

    def _there(self, thing: Node) -> Node | None:
        """A thing if it can be seen; instead of a tile that is laid, its cell."""
        if isinstance(thing, Tile):
            laid = (placement.cell for placement in self.board if placement.tile == thing)
            return next(laid, thing if thing in self._meeting else None)
        seen = self.board.digits if isinstance(thing, Vertex) else self._cells()
        return thing if thing in seen else None

    def _cells(self) -> Collection[Cell]:
        """The cells of the picture."""
        around = {cell for vertex in self.board.digits for cell in vertex.cells}
        return around or {ORIGIN}

    # --- the arrows --------------------------------------------------------------------------------

    def _move(self, side: str, x: int, y: int) -> None:
        """Go to the next cell or node in a direction (y upwards)."""
        if side not in ("board", "graph"):
            raise NotationError(tr("there is no side called {it}", it=show(side)))
        places = self._places(side)
        start = self._place_on(side, places)
        ahead = min(places, key=lambda node: (-places[node][1], places[node][0]), default=None)
        if start is not None:
            others = {node: place for node, place in places.items() if place != start}
            ahead = nearest_ahead(start, others, x, y)
        if ahead is not None:
            self._look(ahead)

    def _places(self, side: str) -> dict[Any, tuple[float, float]]:
        """What the arrows go through, and where it lies."""
        if side == "board":
            cells = {*self.board.open_cells, *(placement.cell for placement in self.board)} or {ORIGIN}
            return {cell: cell.centre for cell in cells}
        return rings(self._meeting) if self._graph == "tiles" else positions(self.graphs.called(self._graph))

    def _place_on(self, side: str, places: Mapping[Any, tuple[float, float]]) -> tuple[float, float] | None:
        """Where the thing that is looked at lies on a side, or would lie."""
        at: Any = self._at
        if side == "graph" and self._graph == "tiles" and isinstance(at, Cell) and at in self.board:
            at = self.board[at].placement.tile
        if at in places:
            return places[at]
        if isinstance(at, Tile) or at is None or (side == "graph" and self._graph == "tiles"):
            return None
        return at.xy if isinstance(at, Vertex) else at.centre

    # --- what is shown -----------------------------------------------------------------------------

    def _shown(self) -> dict[str, Any]:
        growth, graphs, at = self.growth, self.graphs, self._at
        graph = graphs.called(self._graph)
        facts = lattice_words.facts(growth, graphs, at) if at is not None else []
        return {
            "graphs": [
                button(tr(words), {"do": "select", "name": "graph", "value": key}, pressed=key == self._graph)
                for key, words in GRAPHS.items()
            ],
            "choices": self._choices(),
            "board": board_picture(self._graph, graphs, growth, at),
            "graph": graph_picture(self._graph, graphs, growth, at),
            "about": tr(ABOUT[self._graph]),
            "status": self._note or self._status(),
            "warn": bool(self._note),
            "thing": lattice_words.title(at),
            "facts": [
                {"graph": tr(GRAPHS[fact.graph]), "text": fact.text, "names": list(fact.names)}
                for fact in facts
            ],
            "lay": self._lay_buttons(),
            "counts": lattice_words.count_rows(growth),
            "formula": lattice_words.formula(growth),
            "why": lattice_words.why(growth.latest),
            "degrees": {"graph": tr(GRAPHS[self._graph]), **lattice_words.degree_table(graph)},
            "at": growth.at,
            "last": growth.last,
            "where": tr("Tile {number} of {count}", number=growth.at, count=growth.last),
            "primary": self._primary(),
            "buttons": self._buttons(),
        }

    def _choices(self) -> list[dict[str, Any]]:
        if len(self._boards) == 1:
            return []
        rounds = [(str(number), str(number)) for number in range(1, len(self._boards) + 1)]
        return [choice("round", tr("Round"), str(self._index + 1), rounds)]

    def _status(self) -> str:
        if self._stepped and self._put_back:
            back = trn(
                "The tile after it is back in the box.",
                "The {n} tiles after it are back in the box.",
                self._put_back,
            )
            return f"{lattice_words.news(self.growth)} {back}"
        if self._stepped:
            return lattice_words.news(self.growth)
        if self._at is not None:
            return lattice_words.about(self.growth, self._at)
        return tr("Touch a tile, a vertex or a node: what belongs to it lights up on the other side.")

    def _lay_buttons(self) -> dict[str, Any]:
        if not isinstance(self._at, Cell):
            return {"words": "", "buttons": []}
        cell = str(self._at)
        buttons = [
            button(str(placement.tile), {"do": "lay", "cell": cell, "tile": str(placement.tile)})
            for placement in self._fits()
        ]
        return {
            "words": tr("Lay one of these tiles in {cell}:", cell=cell) if buttons else "",
            "buttons": buttons,
        }

    def _primary(self) -> dict[str, Any]:
        if self.growth.at < self.growth.last:
            return button(tr("Next tile"), {"do": "forward"})
        return button(tr("Lay any tile"), {"do": "any"}, bool(self.board.placements(self.growth.left)))

    def _buttons(self) -> list[dict[str, Any]]:
        buttons = [button(tr("Back"), {"do": "back"}, self.growth.at > 0)]
        if self.growth.boards != self._given.boards:
            buttons.append(button(tr("The given board"), {"do": "again"}))
        return buttons


# --- what comes in ---------------------------------------------------------------------------------------


def _graph_called(name: object) -> str:
    if not isinstance(name, str) or name not in GRAPHS:
        raise NotationError(
            tr("there is no graph {it}; there are {graphs}", it=show(name), graphs=", ".join(GRAPHS))
        )
    return name


def _box(tiles: object) -> TileSet:
    box = tile_set(tiles) if isinstance(tiles, str) else tiles
    if not isinstance(box, TileSet):
        raise TrinbError(tr("{it} is no tile set", it=show(tiles)))
    return box


def _boards(source: Source) -> list[tuple[Board, TileSet | None]]:
    """The boards in whatever is given, each with its box where that is known."""
    if isinstance(source, Path):
        source = read_record(source)
    if isinstance(source, Record):
        source = source.match
    if isinstance(source, str):
        source = Board.parse(source)
    if isinstance(source, Board):
        return [(source, None)]
    rounds = source.rounds if isinstance(source, Match) else (source,)
    if not all(isinstance(one, Round) for one in rounds):
        raise TrinbError(tr("{it} is no board, position, round or record", it=show(source)))
    return [(one.board, one.tile_set) for one in rounds]
