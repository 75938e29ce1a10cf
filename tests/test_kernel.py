"""The compiled engine against the readable one: the same deals and the same choices give the same rounds.

The kernel writes down every event with its points, and the readable engine is made to deal and decide the
same.  Then all that the kernel writes down of a round or a match is worked out anew from the readable one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.caching import CompileResultCacheImpl

from trinb import Cell, End, Event, Match, Place, Round, RulesError, RuleSet, rule_sets, rules, view_of
from trinb.deals import Deal
from trinb.moves import DECISIONS, DRAW, END_TURN, PASS, What
from trinb.players import GreedyPlayer
from trinb.ruleparts import Reason
from trinb.simulate import kernel as compiled
from trinb.simulate.columns import reason_name
from trinb.simulate.desk import HEIGHT, WIDTH
from trinb.simulate.opening import LOG_ROUND
from trinb.simulate.program import MOST_ROUNDS, MOST_TILES, REASONS, WHATS, Program, program
from trinb.simulate.task import POLICIES, Task


class Logged:
    """A round as the kernel's log has it: its deal, and its events as plain tuples."""

    def __init__(self, what: Program, numbers: list[int]) -> None:
        self.program = what
        self.first, self.last_winner = numbers[1], numbers[2]
        size = int(what.rules.hand.size(what.players)) * what.players
        self.dealt = numbers[3 : 3 + size]
        self.events = list(self._events(numbers[3 + size :]))

    def _events(self, numbers: list[int]) -> Iterator[tuple[Any, ...]]:
        at = 0
        while at < len(numbers):
            what, seat, tile, cell = numbers[at : at + 4]
            at += 4
            points = {}
            while numbers[at] != -1:
                points[REASONS[numbers[at]]] = numbers[at + 1]
                at += 2
            at += 1
            yield WHATS[what], seat, tile, cell, points

    @property
    def deal(self) -> Deal:
        """The deal: the tiles in the order in which they were taken, then all that nobody took."""
        box = self.program.rules.tile_set
        taken = {What.LAP_DRAW, What.TURN_UP, What.DRAW}
        order = self.dealt + [tile for what, _, tile, _, _ in self.events if what in taken]
        lead = [tile for what, _, tile, _, _ in self.events if what is What.LEAD_DRAW]
        every = range(len(box))

        def whole(some: list[int]) -> tuple[int, ...]:
            known = [self.program.tiles[number] for number in some]
            assert len(set(known)) == len(known), "no tile is taken twice"
            return (*known, *(number for number in every if number not in known))

        return Deal(
            self.program.rules,
            self.program.players,
            whole(order),
            self.first,
            None if self.last_winner < 0 else self.last_winner,
            whole(lead) if lead else (),
        )

    def cell(self, number: int) -> Cell:
        vertex = number // 2
        return Cell(vertex % WIDTH - WIDTH // 2, vertex // WIDTH - HEIGHT // 2, number % 2 == 0)

    def listed(self) -> list[tuple[Any, ...]]:
        """The events in the form of `told`; what is drawn is no part of an event."""
        tiles = self.program.rules.tile_set.tiles
        shown = {What.LEAD_DRAW, What.TURN_UP, What.START, What.PLACE}
        return [
            (
                what,
                seat,
                tiles[self.program.tiles[tile]] if what in shown else None,
                self.cell(cell) if cell >= 0 else None,
                points,
            )
            for what, seat, tile, cell, points in self.events
        ]

    def states(self, round: Round) -> Iterator[Round]:
        """The states of the readable round when the same is decided."""
        tiles = self.program.rules.tile_set.tiles
        for what, _, tile, cell, _ in self.events:
            if what not in DECISIONS:
                continue
            if what in (What.START, What.PLACE):
                wanted = self.cell(cell), tiles[self.program.tiles[tile]]
                move: Any = next(
                    Place(one) for one in round.moves.placements if (one.cell, one.tile) == wanted
                )
            else:
                move = {What.DRAW: DRAW, What.PASS: PASS, What.END_TURN: END_TURN}[what]
            round = round.play(move)
            yield round


def told(event: Event) -> tuple[Any, ...]:
    """An event of the readable engine: what, who, which tile, where, and for what how many points."""
    tile = event.placement.tile if event.placement else event.tile
    points = {line.reason: line.points for line in event.lines if line.points}
    return event.what, event.seat, tile, event.placement and event.placement.cell, points


def run(
    what: Program, first: int, count: int, seed: int, policy: list[str], whole: bool = False
) -> tuple[list[Logged], list[dict[str, int]], list[dict[str, int]]]:
    """What the kernel plays: its log, and what it writes down of rounds and matches.

    The same is played again by the `Task` that everybody uses, without a log, and must come out the same.
    """
    room = compiled.Results.room(
        what,
        rows=(MOST_ROUNDS if whole else 1) * count,
        matches=count if whole else 0,
        log=compiled.LOG_ROOM + (3_000_000 if whole else 2_000) * count,
    )
    numbers = [POLICIES[name] for name in policy]
    played, length = compiled.play(what, numbers, seed, first, count, whole, room)
    rows, match_rows, log = room.rows[:played], room.matches, room.log
    starts = [at for at in np.flatnonzero(log[:length] == LOG_ROUND).tolist() if _begins(log, at)]
    rounds = [
        Logged(what, log[start:end].tolist())
        for start, end in zip(starts, [*starts[1:], length], strict=True)
    ]
    assert len(rounds) == played
    assert max(np.diff([*starts, length])) < compiled.LOG_ROOM / 2
    again = Task(what.rules, tuple(policy), seed, whole).play(first, count, keep=True)
    assert again.rounds == played
    assert again.total.tolist() == rows.sum(0).tolist() == room.of_rounds[0].tolist()
    assert again.squares.tolist() == (rows.astype(np.int64) ** 2).sum(0).tolist()
    assert again.rows is not None and (again.rows == (match_rows if whole else rows)).all()
    return (
        rounds,
        [dict(zip(what.columns, row, strict=True)) for row in rows.tolist()],
        [dict(zip(what.match_columns, row, strict=True)) for row in match_rows.tolist()],
    )


def _begins(log: Any, at: int) -> bool:
    """Whether a round begins here: at the very start, or behind the end of an event's points."""
    return at == 0 or (log[at - 1] == -1 and log[at + 1] >= 0)


def alone(totals: list[int]) -> int | None:
    """Who is alone in the lead."""
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


class Lead:
    """Who was alone in the lead last, and how often that was somebody else than before."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.changes = 0

    def see(self, totals: list[int]) -> None:
        ahead = alone(totals)
        if ahead is not None:
            self.changes += self.seat not in (None, ahead)
            self.seat = ahead


class Followed:
    """A round of the log, played again by the readable engine."""

    def __init__(
        self, logged: Logged, lead: Lead, before: tuple[int, ...], policy: list[str], check: bool
    ) -> None:
        self.logged, self.laps = logged, 0
        self.turns, self.idle, changes = 1, 0, lead.changes
        state = self.start = Round.start(logged.deal)
        for after in logged.states(state):
            if len(state.board) and state.drawn == state.placed == 0:  # a turn begins
                lead.see([one + two for one, two in zip(before, state.scores, strict=True)])
                self.turns += 1
                self.idle += 1
            if len(after.board) > len(state.board):
                self.idle = 0
            if check and policy[state.seat] == "greedy" and not state.moves.only:
                is_greedy(state, after)
            state = after
        self.round = state
        lead.see([one + two for one, two in zip(before, state.scores, strict=True)])
        self.lead_changes = lead.changes - changes
        assert [told(event) for event in state.events] == logged.listed()

    def columns(self) -> dict[str, int]:
        """What the kernel should have written down."""
        round = self.round
        players, seats, board = round.players, range(round.players), round.board
        kinds = Counter(laid.contact.kind.value for laid in board.laid)
        whats = Counter(event.what for event in round.events)
        blocked = round.end is End.BLOCKED
        first = next(event for event in round.events if event.what in (What.START, What.TURN_UP))
        best = sorted(round.scores, reverse=True)
        vertices = [corner for laid in board for corner in laid.cell.corners]
        found = {
            # At the table a block is found when everybody has passed, one after the other.
            "turns": self.turns + (max(0, players - self.idle) if blocked else 0),
            "tiles": len(board),
            "points": sum(round.scores),
            "draws": whats[What.DRAW],
            "passes": whats[What.PASS],
            "blocked": int(blocked),
            **{kind: kinds[kind] for kind in ("plain", "bridge", "docking", "drone")},
            "hexagons": len(board.hexagons()),
            "extensions": sum(laid.contact.extends_bridge for laid in board.laid),
            "laps": whats[What.LAP_DRAW],
            "holes": len(board.holes()),
            "edge": len(board.open_cells),
            "width": max(at.q for at in vertices) - min(at.q for at in vertices),
            "height": max(at.r for at in vertices) - min(at.r for at in vertices),
            "lead_changes": self.lead_changes,
            "margin": best[0] - (best[1] if players > 1 else 0),
            "opener": first.seat,
            "winner": -1 if round.winner is None else round.winner,
            "pool": len(round.pool),
        }
        for seat in seats:
            found[f"score_{seat}"] = round.scores[seat]
            found[f"won_{seat}"] = int(round.winner == seat)
            found[f"left_{seat}"] = len(round.hands[seat])
            found[f"digits_{seat}"] = sum(tile.sum for tile in round.hands[seat])
            found[f"opened_{seat}"] = int(first.seat == seat)
        points = {(seat, reason): 0 for seat in seats for reason in Reason}
        for seat, line in round.lines:
            points[seat, line.reason] += line.points
        named = {f"{reason_name(reason)}_{seat}": points[seat, reason] for seat, reason in points}
        kept = set(self.logged.program.columns)
        assert not any(named[name] for name in named.keys() - kept), "all that is given has a column"
        return found | {name: value for name, value in named.items() if name in kept}


def is_greedy(state: Round, after: Round) -> None:
    """What was chosen is worth as much as what the readable greedy player chooses."""
    wanted = state.play(GreedyPlayer().choose(view_of(state, state.seat), Random(1)))
    before = len(state.events)
    assert after.events[before].what is wanted.events[before].what
    assert after.events[before].points == wanted.events[before].points


def variants() -> list[RuleSet]:
    """Every rule set, and every rule set with each of its readings switched on."""
    every = [rules(id) for id in rule_sets()]
    return every + [one.with_reading(name) for one in every for name in one.readings]


def hostile() -> list[RuleSet]:
    """Rules that no source has: one player, small boxes, costs and awards of every sort."""
    swedish, dutch, german = rules("triangelspelet"), rules("triominos-nl-literal"), rules("triominos-de")
    return [
        swedish.evolve(id="alone", players=[1, 3], turn={"several": "may-go-on", "stuck": 3}),
        swedish.evolve(id="tiny", tiles="ascending-2", players=[1, 2], hand={"tiles": 1}),
        swedish.evolve(id="crowd", players=[8, 8], hand={"tiles": 7}, draws={"most": 0}),
        dutch.evolve(
            id="all",
            score={"tile": {"points": -4, "sums": -1}, "bridge": -30, "drone": 30},
            match={"target": 300, "rounds": 5},
        ),
        german.evolve(
            id="turned",
            opening={"lead": "pool", "without_triple": "highest-tile-or-draw"},
            turn={"several": "must-go-on"},
            score={"extension": {"points": 3, "sums": -2}, "extension_with_hexagon": True},
        ),
        german.evolve(id="large", tiles="ascending-8", players=[2, 6], hand={"tiles": 20}, draws={"most": 2}),
    ]


ROUNDS = 68


@pytest.mark.slow
@pytest.mark.parametrize("rule_set", [*variants(), *hostile()], ids=repr)
def test_rounds_agree(rule_set: RuleSet) -> None:
    low, high = rule_set.players
    for players in range(low, high + 1):
        policy = [("greedy", "random")[(seat + players) % 2] for seat in range(players)]
        rounds, rows, _ = run(program(rule_set, players), 1000 * players, ROUNDS, 7, policy)
        for number, (logged, row) in enumerate(zip(rounds, rows, strict=True)):
            followed = Followed(logged, Lead(), (0,) * players, policy, check=number % 8 == 0)
            assert followed.round.is_over
            assert row == followed.columns()


def test_it_is_twenty_thousand_rounds() -> None:
    counts = [ROUNDS * (one.players[1] - one.players[0] + 1) for one in variants()]
    assert sum(counts) >= 20_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule_set",
    [one for one in [*variants(), *hostile()] if one.match.target or one.match.rounds],
    ids=repr,
)
def test_matches_agree(rule_set: RuleSet) -> None:
    for players in {rule_set.players[0], (sum(rule_set.players) + 1) // 2}:
        for number, name in enumerate(("greedy", "random")):
            policy = [name] * players
            rounds, rows, (row,) = run(
                program(rule_set, players), number, 1, 11 + players, policy, whole=True
            )
            match = Match.start(rule_set, players)
            lead, of_rounds, turns = Lead(), Lead(), 0
            for logged, columns in zip(rounds, rows, strict=True):
                assert not match.is_over
                followed = follow(match, logged, lead, policy)
                assert columns == followed.columns()
                match = ended(match, followed)
                turns += columns["turns"]
                of_rounds.see(list(match.totals))
            assert match.is_over
            ahead = match.winners[0]
            others = [total for seat, total in enumerate(match.totals) if seat != ahead]
            assert row == {
                "rounds": len(match.finished),
                "turns": turns,
                "margin": match.totals[ahead] - (max(others) if others else 0),
                "lead_changes": of_rounds.changes,
                "opener": rows[0]["opener"],
                "joint": int(len(match.winners) > 1),
                "unfinished": 0,
                **{f"total_{seat}": total for seat, total in enumerate(match.totals)},
                **{f"won_{seat}": int(seat in match.winners) for seat in range(players)},
            }


def follow(match: Match, logged: Logged, lead: Lead, policy: list[str]) -> Followed:
    """The next round of the match when it is dealt and played what the kernel dealt and played."""
    deal, expected = logged.deal, match.next_deal(match.finished)
    assert deal.last_winner == expected.last_winner
    by_lot = match.rules.opening.first_lap.value == "lot"
    if not by_lot or any(round.end is End.OUT for round in match.finished):
        assert deal.first == expected.first
    return Followed(logged, lead, match.totals, policy, check=False)


def ended(match: Match, followed: Followed) -> Match:
    """The match after a round."""
    match = match._replace(round=followed.start)
    if followed.start.is_over:
        return match.after(followed.start)
    for state in followed.logged.states(followed.start):
        match = match.after(state)
    return match


def test_a_match_that_nobody_wins_is_given_up() -> None:
    endless = rules("triangelspelet").evolve(id="endless", match={"target": 10_000_000})
    sums = Task(endless, ("greedy", "random"), 1, matches=True).play(0, 2, keep=True)
    assert sums.rows is not None
    columns = program(endless, 2).match_columns
    assert sums.rows[:, columns.index("unfinished")].tolist() == [1, 1]
    assert sums.rows[:, columns.index("rounds")].tolist() == [MOST_ROUNDS] * 2


def test_a_log_that_is_full_ends_the_game_and_nothing_else() -> None:
    what = program(rules("triangelspelet"), 2)
    room = compiled.Results.room(what, rows=100, log=compiled.LOG_ROOM + 100)
    played, length = compiled.play(what, [0, 1], 1, 0, 100, False, room)
    assert 1 <= played <= 2 and 100 < length < len(room.log)


def test_what_cannot_be_kept_is_compiled_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CompileResultCacheImpl, "_locator_classes", [])
    with pytest.raises(RuntimeError, match="no locator"):
        njit(cache=True)(lambda x: x + 1)
    assert compiled.compiled(lambda x: x + 1)(2) == 3


def test_the_middle_of_the_board_is_far_from_its_edges() -> None:
    # A chain of all tiles in one direction: its corners, and the open cells beside them, are on the board.
    far = (MOST_TILES + 1) // 2 + 1
    assert far < WIDTH // 2 and far + 1 < HEIGHT // 2


@pytest.mark.parametrize("points", [10**6, -(10**7)])
def test_points_that_are_too_large_are_refused(points: int) -> None:
    with pytest.raises(RulesError, match="too large to be simulated"):
        program(rules("triangelspelet").evolve(score={"bridge": points}), 2)
