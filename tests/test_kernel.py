"""The compiled engine against the readable one: the same deals and the same choices give the same rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from trinb import Cell, End, Event, Match, Place, Round, RuleSet, rule_sets, rules
from trinb.deals import Deal
from trinb.moves import DECISIONS, DRAW, END_TURN, PASS, What
from trinb.simulate import kernel as compiled
from trinb.simulate.program import REASONS, WHATS, Program, program

WIDTHS = {1: 72, 2: 136}


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
            lines = []
            while numbers[at] != -1:
                lines.append((REASONS[numbers[at]], numbers[at + 1]))
                at += 2
            at += 1
            yield WHATS[what], seat, tile, cell, tuple(lines)

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
        width = WIDTHS[self.program.words]
        vertex = number // 2
        return Cell(vertex % width - width // 2, vertex // width - width // 2, number % 2 == 0)

    def told(self, event: Event) -> tuple[Any, ...]:
        """An event of the readable engine in the same form."""
        tile = event.placement.tile if event.placement else event.tile
        lines = tuple((line.reason, line.points) for line in event.lines)
        return event.what, event.seat, tile, event.placement and event.placement.cell, lines

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
                lines,
            )
            for what, seat, tile, cell, lines in self.events
        ]

    def moves(self, round: Round) -> Iterator[Round]:
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


def run(
    what: Program, first: int, count: int, seed: int, policy: list[int], whole: bool = False
) -> tuple[list[Logged], Any, Any, Any]:
    """What the kernel plays: the rounds of its log, their rows, and the rows of matches."""
    log = np.zeros(200_000 * count if whole else 4_000 * count, np.int64)
    rows = np.zeros((400 * count if whole else count, len(compiled.COLUMNS)), np.int64)
    match_rows = np.zeros((count if whole else 0, len(compiled.MATCH_COLUMNS)), np.int64)
    total, squares = np.zeros((2, len(compiled.COLUMNS)), np.int64)
    policies = np.array(policy + [0] * (8 - len(policy)), np.int64)
    play = compiled.kernel(what.words, what.rich, True)
    played, length = play(
        np.uint64(seed), first, count, what.numbers, policies, what.digits, what.sums, what.fit, what.kind,
        what.blank, what.known, what.level, what.triples, whole, total, squares, rows, match_rows, log,
    )  # fmt: skip
    numbers = log[:length].tolist()
    starts = [at for at, number in enumerate(numbers) if number == -2]  # no points are ever -2 by themselves
    starts = [at for at in starts if _begins(numbers, at)]
    rounds = [
        Logged(what, numbers[start:end]) for start, end in zip(starts, [*starts[1:], length], strict=True)
    ]
    assert len(rounds) == played
    assert (total[: rows.shape[1]] == rows[:played].sum(0)).all()
    return rounds, rows[:played], match_rows, total


def _begins(numbers: list[int], at: int) -> bool:
    """Whether a round begins here: at the very start, or behind the end of an event's lines."""
    return at == 0 or (numbers[at - 1] == -1 and numbers[at + 1] >= 0)


def agree(logged: Logged, row: Any) -> None:
    """Play the same round in the readable engine and compare everything."""
    round = Round.start(logged.deal)
    for round in logged.moves(round):  # noqa: B020 - the last state is what is compared
        pass
    assert [logged.told(event) for event in round.events] == logged.listed()
    assert round.is_over
    players = round.players
    column = {name: int(row[index]) for index, name in enumerate(compiled.COLUMNS)}
    assert tuple(column[f"score_{seat}"] for seat in range(players)) == round.scores
    assert [column[f"left_{seat}"] for seat in range(players)] == [len(hand) for hand in round.hands]
    assert [column[f"digits_{seat}"] for seat in range(players)] == [
        sum(tile.sum for tile in hand) for hand in round.hands
    ]
    assert column["winner"] == (-1 if round.winner is None else round.winner)
    assert column["tiles"] == len(round.board) and column["pool"] == len(round.pool)
    assert column["holes"] == len(round.board.holes())
    assert column["hexagons"] == len(round.board.hexagons())
    kinds = [laid.contact.kind.value for laid in round.board.laid]
    for kind in ("plain", "bridge", "docking", "drone"):
        assert column[kind] == kinds.count(kind)
    for reason in REASONS:
        for seat in range(players):
            points = sum(line.points for who, line in round.lines if who == seat and line.reason is reason)
            assert column[f"{reason.value}_{seat}"] == points


def variants() -> list[RuleSet]:
    """Every rule set, and every rule set with each of its readings switched on."""
    every = [rules(id) for id in rule_sets()]
    return every + [one.with_reading(name) for one in every for name in one.readings]


@pytest.mark.slow
@pytest.mark.parametrize("rule_set", variants(), ids=repr)
def test_rounds_agree(rule_set: RuleSet) -> None:
    low, high = rule_set.players
    for players in range(low, high + 1):
        what = program(rule_set, players)
        policy = [(seat + players) % 2 for seat in range(players)]
        rounds, rows, _, _ = run(what, 1000 * players, 60, 7, policy)
        for logged, row in zip(rounds, rows, strict=True):
            agree(logged, row)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule_set", [one for one in variants() if one.match.target or one.match.rounds], ids=repr
)
def test_matches_agree(rule_set: RuleSet) -> None:
    for players in {rule_set.players[0], rule_set.players[1] // 2 + 1}:
        what = program(rule_set, players)
        for number in range(2):
            rounds, _, match_rows, _ = run(what, number, 1, 11 + players, [number] * players, whole=True)
            match = follow(rule_set, players, rounds)
            column = dict(zip(compiled.MATCH_COLUMNS, match_rows[0].tolist(), strict=True))
            assert match.is_over and column["rounds"] == len(match.finished)
            assert tuple(column[f"total_{seat}"] for seat in range(players)) == match.totals
            assert [seat for seat in range(players) if column[f"won_{seat}"]] == list(match.winners)
            assert column["joint"] == (len(match.winners) > 1)
            others = [total for seat, total in enumerate(match.totals) if seat != match.winners[0]]
            assert column["margin"] == match.totals[match.winners[0]] - max(others)


def follow(rule_set: RuleSet, players: int, rounds: list[Logged]) -> Match:
    """The readable match when it is dealt and played what the kernel dealt and played."""
    match = Match.start(rule_set, players)
    for logged in rounds:
        assert not match.is_over
        deal, expected = logged.deal, match.next_deal(match.finished)
        assert deal.last_winner == expected.last_winner
        by_lot = rule_set.opening.first_lap.value == "lot"
        if not by_lot or any(round.end is End.OUT for round in match.finished):
            assert deal.first == expected.first
        match = match._replace(round=Round.start(deal))
        if match.round.is_over:
            match = match.after(match.round)
        for round in logged.moves(match.round):
            match = match.after(round)
    return match
