"""What a search for the best turn answers."""

from __future__ import annotations

from attrs import field, frozen

from ..board import Placement
from ..scoring import Line, Score
from ..tiles import Tile


@frozen(repr=False)
class BestTurn:
    """The best turn that was found.

    Attributes:
        points: what it is worth.
        proven: whether no turn is worth more.
        placements: its placements in order; none where nothing fits.
        bound: no turn is worth more than this; the same as `points` if that is proven.
        scores: the score of each placement.
        end: the lines for going out, or for the tiles left if those count.
        left: the tiles left in the hand.
        nodes: how many states were searched.
        seconds: how long that took.
    """

    points: int
    proven: bool
    placements: tuple[Placement, ...]
    bound: int
    scores: tuple[Score, ...]
    end: tuple[Line, ...]
    left: tuple[Tile, ...]
    nodes: int = 0
    seconds: float = field(default=0.0, eq=False)

    def __repr__(self) -> str:
        proof = "proven" if self.proven else f"not proven, at most {self.bound}"
        return (
            f"<BestTurn of {self.points} points, {proof}: {' '.join(map(str, self.placements)) or 'nothing'}>"
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines; their points add up to `points`."""
        return tuple(line for score in self.scores for line in score.lines) + self.end


@frozen
class FirstPlacement:
    """A placement with which a turn may begin, and what such a turn is worth at best, and no more than."""

    placement: Placement
    points: int
    bound: int

    @property
    def proven(self) -> bool:
        """Whether no turn that begins so is worth more."""
        return self.points == self.bound


@frozen
class BestTurns:
    """All best turns of a position, as far as they differ in what lies on the board in the end.

    Attributes:
        turns: of each set of placements that is worth the most one turn that lays it; the first is what
            `best_turn` gives.
        complete: whether these are all.
        runner_up: the best turn with fewer points, which ends with another set; None if there is none, or if
            not all best ones were looked for.
        proven: whether all of this is proven.
        firsts: the placements with which a best turn can begin.
    """

    turns: tuple[BestTurn, ...]
    complete: bool
    runner_up: BestTurn | None
    proven: bool
    firsts: tuple[Placement, ...]

    @property
    def points(self) -> int:
        """What they are worth."""
        return self.turns[0].points

    @property
    def is_unique(self) -> bool:
        """Whether it is proven that only one set of placements is worth the most."""
        return self.complete and len(self.turns) == 1

    @property
    def first_is_unique(self) -> bool:
        """Whether it is proven that every best turn begins with the same placement."""
        return self.proven and len(self.firsts) == 1

    @property
    def margin(self) -> int | None:
        """By how many points the best ones beat every other set of placements."""
        return None if self.runner_up is None else self.points - self.runner_up.points
