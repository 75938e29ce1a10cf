"""The reasons of a hint, and how each is said.

A `Because` is one reason: its `Topic` and the numbers, tiles and cells that it is about.  It is said in the
language that is spoken when it is asked for its words:

>>> because = Because(Topic.OPENS, n=1, points=75, cell=Cell(0, 1, False), tiles=(Tile(1, 2, 3),))
>>> because.words
'Careful: it opens a place at v0,1 where the unseen 1-2-3 gets +75.'
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from attrs import frozen

from ..lattice import Cell
from ..tiles import Tile
from ..words import decimal, plain, signed, tr, trn


class Topic(Enum):
    """What a reason is about."""

    ONLY = "only"
    """There is no other placement."""
    MOST = "most"
    """It gives the most points now; perhaps others do so too."""
    LESS = "less"
    """It gives fewer points than another placement."""
    SAME = "same"
    """All placements give the same points."""
    SEARCH = "search"
    """What a search expects from it."""
    OUT = "out"
    """It is the last tile."""
    BLOCKS = "blocks"
    """Places are closed where others could have laid a tile."""
    SPOILS = "spoils"
    """A place is worth less that others could have got points for."""
    HOLE = "hole"
    """A gap is left that would be worth something, had the tile for it not been laid."""
    OPENS = "opens"
    """It makes a place that others can get points for."""
    HARMLESS = "harmless"
    """It makes such a place, but the next player has shown to have no tile for it."""
    LITTLE = "little"
    """It leaves the next player less than other placements do."""
    MUCH = "much"
    """It leaves the next player more than other placements do."""
    LESS_ROOM = "less-room"
    """Fewer unseen tiles fit after it than before it, and than after other placements."""
    MORE_ROOM = "more-room"
    """More of them fit."""
    ROOM = "room"
    """Fewer or more of them fit than after other placements."""
    OWN = "own"
    """It leaves a place that is worth something and that only an own tile fits."""
    KEEPS = "keeps"
    """It leaves such a place as it is."""
    NEXT = "next"
    """It leaves a place where an own tile gets more than after other placements."""
    GO_ON = "go-on"
    """The same, in the same turn."""
    FREES = "frees"
    """An own tile that fits nowhere then fits."""
    STUCK = "stuck"
    """Own tiles then fit nowhere."""
    ALL_FIT = "all-fit"
    """All own tiles then fit somewhere."""
    NOWHERE_ELSE = "nowhere-else"
    """The tile fits in this place only."""
    HEAVY = "heavy"
    """The tile has many digits, which count for whoever goes out."""
    DRAWS = "draws"
    """Nothing fits: a tile is drawn."""
    PASSES = "passes"
    """Nothing fits, and no tile can be drawn."""
    COSTS = "costs"
    """What drawing or passing costs."""
    CHANCES = "chances"
    """How many of the unseen tiles fit."""
    LATER = "later"
    """A drawn tile may not be placed in this turn."""
    INSTEAD = "instead"
    """A tile could be placed instead."""
    ONLY_LOSES = "only-loses"
    """Every further placement would cost points."""

    def __repr__(self) -> str:
        return str(self)


@frozen
class Because:
    """One reason: what it is about, and its values, as far as it has them.

    Attributes:
        topic: what it is about.
        n, total: how many tiles, and of how many.
        points: some points.
        cell: a cell.
        tiles: own tiles.
        mean, other: what is expected of this move, and of others.
    """

    topic: Topic
    n: int = 0
    total: int = 0
    points: int = 0
    cell: Cell | None = None
    tiles: tuple[Tile, ...] = ()
    mean: float = 0.0
    other: float = 0.0

    @property
    def words(self) -> str:
        """The reason in one sentence."""
        return _SAYS[self.topic](self)

    @property
    def _tiles(self) -> str:
        return ", ".join(map(str, self.tiles))


def _only(it: Because) -> str:
    return trn(
        "It is your only placement now, and gives {points} point.",
        "It is your only placement now, and gives {points} points.",
        it.points,
        points=plain(it.points),
    )


def _most(it: Because) -> str:
    return trn(
        "{points} point: nothing gives more now.",
        "{points} points: nothing gives more now.",
        it.points,
        points=plain(it.points),
    )


def _less(it: Because) -> str:
    return trn(
        "{n} point less than the most you can get now.",
        "{n} points less than the most you can get now.",
        it.n,
    )


def _same(it: Because) -> str:
    return trn(
        "It gives {points} point, as all your placements do now.",
        "It gives {points} points, as all your placements do now.",
        it.points,
        points=plain(it.points),
    )


def _search(it: Because) -> str:
    if it.total:
        return tr(
            "The master player expects {points} from it, and {other} from the next best.",
            points=_margin(it.mean, it.other),
            other=_margin(it.other, it.mean),
        )
    return tr(
        "The master player expects {points} from it, and {other} from the best.",
        points=_margin(it.mean, it.other),
        other=_margin(it.other, it.mean),
    )


def _margin(value: float, beside: float) -> str:
    """A mean with its sign; with a decimal where it could not be told from the one beside it."""
    if round(value) != round(beside) or value == beside:
        return signed(round(value))
    return decimal(value, 1, sign=True)


def _out(_: Because) -> str:
    return tr("It is your last tile: you go out with it.")


def _blocks(it: Because) -> str:
    return trn(
        "It blocks {n} place where others could have laid a tile.",
        "It blocks {n} places where others could have laid a tile.",
        it.n,
    )


def _spoils(it: Because) -> str:
    return tr(
        "It spoils the place at {cell}, where the unseen {tile} could have got {points}.",
        cell=it.cell,
        tile=it._tiles,
        points=signed(it.points),
    )


def _hole(it: Because) -> str:
    return tr("It leaves a gap at {cell} that no tile fits any more: nobody gets points there.", cell=it.cell)


def _opens(it: Because) -> str:
    return trn(
        "Careful: it opens a place at {cell} where the unseen {tile} gets {points}.",
        "Careful: it opens {n} places for unseen tiles; {tile} gets {points} at {cell}.",
        it.n,
        cell=it.cell,
        tile=it._tiles,
        points=signed(it.points),
    )


def _harmless(it: Because) -> str:
    return tr(
        "It opens a place at {cell}, but the next player has shown not to have the {tile} for it.",
        cell=it.cell,
        tile=it._tiles,
    )


def _little(it: Because) -> str:
    return tr(
        "It leaves less to the next player: {mean} on average, after your other moves {other}.",
        mean=signed(round(it.mean)),
        other=signed(round(it.other)),
    )


def _much(it: Because) -> str:
    return tr(
        "It leaves more to the next player: {mean} on average, after your other moves {other}.",
        mean=signed(round(it.mean)),
        other=signed(round(it.other)),
    )


def _less_room(it: Because) -> str:
    return trn(
        "It leaves the others less room: {n} of the {total} unseen tiles then fits somewhere, now {now}.",
        "It leaves the others less room: {n} of the {total} unseen tiles then fit somewhere, now {now}.",
        it.n,
        total=it.total,
        now=it.points,
    )


def _more_room(it: Because) -> str:
    return trn(
        "It gives the others more room: {n} of the {total} unseen tiles then fits somewhere, now {now}.",
        "It gives the others more room: {n} of the {total} unseen tiles then fit somewhere, now {now}.",
        it.n,
        total=it.total,
        now=it.points,
    )


def _room(it: Because) -> str:
    return trn(
        "After it {n} of the {total} unseen tiles fits somewhere, after your other placements about {other}.",
        "After it {n} of the {total} unseen tiles fit somewhere, after your other placements about {other}.",
        it.n,
        total=it.total,
        other=round(it.other),
    )


def _own(it: Because) -> str:
    return tr(
        "It leaves a place at {cell} that only your {tile} fits: it gets {points}, and nobody can take it.",
        cell=it.cell,
        tile=it._tiles,
        points=signed(it.points),
    )


def _keeps(it: Because) -> str:
    return tr(
        "You still keep a place for later: only your {tile} fits at {cell}, and gets {points}.",
        cell=it.cell,
        tile=it._tiles,
        points=signed(it.points),
    )


def _next(it: Because) -> str:
    return tr(
        "Your {tile} can get {points} next, if the place is still free then.",
        tile=it._tiles,
        points=signed(it.points),
    )


def _go_on(it: Because) -> str:
    return tr("Then you can go on: your {tile} gets {points}.", tile=it._tiles, points=signed(it.points))


def _frees(it: Because) -> str:
    return tr("It makes a place for your {tile}, which fits nowhere now.", tile=it._tiles)


def _stuck(it: Because) -> str:
    if it.n > 3:
        return trn("{n} of your tiles then fits nowhere.", "{n} of your tiles then fit nowhere.", it.n)
    return trn(
        "Your {tiles} then fits nowhere.",
        "{n} of your tiles then fit nowhere: {tiles}.",
        it.n,
        tiles=it._tiles,
    )


def _all_fit(it: Because) -> str:
    return trn(
        "The tile that you keep fits somewhere too.", "The {n} tiles that you keep all fit somewhere.", it.n
    )


def _nowhere_else(it: Because) -> str:
    return tr("This is the only place for your {tile} now.", tile=it._tiles)


def _heavy(it: Because) -> str:
    return tr(
        "You keep fewer digits in your hand: another player who goes out would get {points} for {tile}.",
        points=signed(it.points),
        tile=it._tiles,
    )


def _draws(_: Because) -> str:
    return tr("None of your tiles fits, so you draw.")


def _passes(_: Because) -> str:
    return tr("None of your tiles fits and none can be drawn, so you pass.")


def _costs(it: Because) -> str:
    return trn("It costs {n} point.", "It costs {n} points.", -it.points)


def _chances(it: Because) -> str:
    return trn(
        "{n} of the {total} unseen tiles fits somewhere.",
        "{n} of the {total} unseen tiles fit somewhere.",
        it.n,
        total=it.total,
    )


def _later(_: Because) -> str:
    return tr("The tile that you draw may not be placed in this turn.")


def _instead(it: Because) -> str:
    return tr("You could place a tile instead, for {points} at the most.", points=signed(it.points))


def _only_loses(_: Because) -> str:
    return tr("Every further placement would cost you points.")


_SAYS: dict[Topic, Callable[[Because], str]] = {
    Topic.ONLY: _only,
    Topic.MOST: _most,
    Topic.LESS: _less,
    Topic.SAME: _same,
    Topic.SEARCH: _search,
    Topic.OUT: _out,
    Topic.BLOCKS: _blocks,
    Topic.SPOILS: _spoils,
    Topic.HOLE: _hole,
    Topic.OPENS: _opens,
    Topic.HARMLESS: _harmless,
    Topic.LITTLE: _little,
    Topic.MUCH: _much,
    Topic.LESS_ROOM: _less_room,
    Topic.MORE_ROOM: _more_room,
    Topic.ROOM: _room,
    Topic.OWN: _own,
    Topic.KEEPS: _keeps,
    Topic.NEXT: _next,
    Topic.GO_ON: _go_on,
    Topic.FREES: _frees,
    Topic.STUCK: _stuck,
    Topic.ALL_FIT: _all_fit,
    Topic.NOWHERE_ELSE: _nowhere_else,
    Topic.HEAVY: _heavy,
    Topic.DRAWS: _draws,
    Topic.PASSES: _passes,
    Topic.COSTS: _costs,
    Topic.CHANCES: _chances,
    Topic.LATER: _later,
    Topic.INSTEAD: _instead,
    Topic.ONLY_LOSES: _only_loses,
}
