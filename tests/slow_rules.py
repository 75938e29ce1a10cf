"""Triangelspelet played slowly, written apart from trinb so that it can bear witness against it.

Nothing here imports trinb. A *dot* is a vertex of the lattice in the plane, (2q + r, r): twice its place
across the page, and its row. A *patch* is a cell, as the set of its three dots. The *table* is all there is
of a board: for each filled patch its dots with their digits. Every tile, turn and patch is tried.

Moves are texts: ``^0,0=555``, ``draw`` and ``pass``. A tile is three digits clockwise, any of its turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

Dot = tuple[int, int]
Patch = frozenset[Dot]
Digits = tuple[int, int, int]
Table = dict[Patch, dict[Dot, int]]

POINTS = {"plain": 0, "bridge": 50, "docking": 75, "drone": 100}


def dots_of(word: str) -> tuple[Dot, Dot, Dot]:
    """The dots of ``^q,r`` or ``vq,r``, clockwise from the apex."""
    q, r = (int(part) for part in word[1:].split(","))
    x, y = 2 * q + r, r
    if word[0] == "^":
        return (x + 1, y + 1), (x + 2, y), (x, y)
    return (x + 2, y), (x + 1, y + 1), (x + 3, y + 1)


def near(table: Table) -> Iterator[tuple[str, tuple[Dot, Dot, Dot]]]:
    """Every cell, filled or not, in a frame around the table."""
    dots = [dot for patch in table for dot in patch]
    rows = range(min(y for _, y in dots) - 2, max(y for _, y in dots) + 3)
    for r in rows:
        low, high = min(x for x, _ in dots) - 4, max(x for x, _ in dots) + 4
        for q in range((low - r) // 2, (high - r) // 2 + 1):
            for way in "^v":
                yield f"{way}{q},{r}", dots_of(f"{way}{q},{r}")


def sides(table: Table, patch: Patch) -> list[frozenset[Dot]]:
    """The sides of a patch that a filled patch has too."""
    return [patch & other for other in table if len(patch & other) == 2]


def digit_at(table: Table, dot: Dot) -> int | None:
    """What some tile on the table shows at a dot."""
    for corners in table.values():
        if dot in corners:
            return corners[dot]
    return None


def turns(tile: Digits) -> set[Digits]:
    """The tile read from each of its corners."""
    a, b, c = tile
    return {(a, b, c), (b, c, a), (c, a, b)}


def fitting(table: Table, hand: Iterable[Digits]) -> list[tuple[str, Digits, str]]:
    """Every legal placement of a hand on a table that is not empty: cell, digits and kind."""
    found = []
    tiles = sorted({turn for tile in hand for turn in turns(tile)})
    for word, dots in near(table):
        patch = frozenset(dots)
        shared = [] if patch in table else sides(table, patch)
        if not shared:
            continue
        shown = [digit_at(table, dot) for dot in dots]
        if len(shared) > 1:
            kind = {2: "docking", 3: "drone"}[len(shared)]
        else:
            kind = "plain" if None in shown else "bridge"
        for digits in tiles:
            if all(there in (None, mine) for mine, there in zip(digits, shown, strict=True)):
                found.append((word, digits, kind))
    return found


def token(word: str, digits: Digits) -> str:
    """A placement as text."""
    return f"{word}={''.join(map(str, digits))}"


def is_triple(tile: Digits) -> bool:
    """Whether its digits are equal."""
    return tile[0] == tile[1] == tile[2]


@dataclass(frozen=True)
class Slow:
    """A round of triangelspelet after the opening laps; `late` is the variant that §6 ends with."""

    hands: tuple[tuple[Digits, ...], ...]
    pool: tuple[Digits, ...]
    seat: int
    table: Table
    scores: tuple[int, ...]
    has_drawn: bool = False
    late: bool = False
    over: str = ""

    @classmethod
    def deal(cls, order: list[Digits], players: int, size: int, late: bool = False, first: int = 0) -> Slow:
        """Hands in the order of the seats, then laps of draws until somebody holds a triple (§3–5)."""
        hands = [order[seat * size : (seat + 1) * size] for seat in range(players)]
        pool = order[players * size :]
        while not any(is_triple(tile) for hand in hands for tile in hand):
            for step in range(players):
                hands[(first + step) % players].append(pool.pop(0))
        best = max(tile for hand in hands for tile in hand if is_triple(tile))
        seat = [best in hand for hand in hands].index(True)
        return cls(tuple(map(tuple, hands)), tuple(pool), seat, {}, (0,) * players, late=late)

    def options(self) -> list[tuple[str, str]]:
        """The legal moves, each with the kind of its placement."""
        hand = self.hands[self.seat]
        if self.over:
            return []
        if not self.table:
            return [(token("^0,0", max(filter(is_triple, hand))), "start")]
        found = [(token(word, digits), kind) for word, digits, kind in fitting(self.table, hand)]
        if found:
            return found
        return [("draw", "")] if self.pool and not self.has_drawn else [("pass", "")]

    def moves(self) -> list[str]:
        """The legal moves."""
        return [move for move, _ in self.options()]

    def after(self, move: str) -> Slow:
        """The round after a legal move."""
        kind = dict(self.options())[move]
        if move == "pass":
            return self._next()
        if move == "draw":
            drawn = self._with_hand((*self.hands[self.seat], self.pool[0]))
            drawn = replace(drawn, pool=self.pool[1:], has_drawn=True)
            stays = fitting(self.table, [self.pool[0]]) and not self.late
            return drawn if stays else drawn._next()
        word, _, text = move.partition("=")
        a, b, c = (int(digit) for digit in text)
        left = [tile for tile in self.hands[self.seat] if (a, b, c) not in turns(tile)]
        dots = dots_of(word)
        table = self.table | {frozenset(dots): dict(zip(dots, (a, b, c), strict=True))}
        placed = replace(self._with_hand(tuple(left)), table=table)._scored({"start": 25, **POINTS}[kind])
        if left:
            return placed._next()
        digits_left = sum(sum(tile) for hand in placed.hands for tile in hand)
        return replace(placed._scored(50 + digits_left), over="out")

    def _with_hand(self, hand: tuple[Digits, ...]) -> Slow:
        hands = list(self.hands)
        hands[self.seat] = hand
        return replace(self, hands=tuple(hands))

    def _scored(self, points: int) -> Slow:
        scores = list(self.scores)
        scores[self.seat] += points
        return replace(self, scores=tuple(scores))

    def _next(self) -> Slow:
        everything = [tile for hand in self.hands for tile in hand]
        over = "" if self.pool or fitting(self.table, everything) else "blocked"
        seat = self.seat if over else (self.seat + 1) % len(self.hands)
        return replace(self, seat=seat, has_drawn=False, over=over)

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` moves there are from here."""
        moves = self.moves()
        return len(moves) if depth == 1 else sum(self.after(move).perft(depth - 1) for move in moves)
