"""Matches under random rule sets and random moves, legal or not: what holds after every step."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from trinb import (
    Draw,
    EndTurn,
    IllegalMove,
    Match,
    Move,
    Pass,
    Place,
    Placement,
    Record,
    RuleSet,
    play_match,
    player,
    rule_sets,
    rules,
    view_of,
)
from trinb.board import ORIGIN
from trinb.moves import DECISIONS, What
from trinb.records import moves_of, read_lines

RULES = [rules(id) for id in rule_sets()] + [
    rules(id).with_reading(name) for id in rule_sets() for name in rules(id).readings
]


def short(rule_set: RuleSet) -> RuleSet:
    """The rule set with matches short enough to come to their end: a tenth of the target, two rounds."""
    target = rule_set.match.target
    changes = {"target": max(1, target // 10)} if target else {"rounds": 2}
    return rule_set.evolve(id=f"short-{rule_set.id}", match=changes)


def seen_of(match: Match) -> tuple[object, ...]:
    """All that can be seen of a match, as values that share nothing with it."""
    round = match.round
    return (
        match.totals,
        match.number,
        match.end,
        match.winners,
        str(round.board),
        tuple(map(str, round.legal_moves())),
        round.hands,
        round.pool,
        round.scores,
        round.seat,
        tuple(map(str, round.events)),
    )


class Matches(RuleBasedStateMachine):
    """A match and all its states, beside simple accounts of what should be true of it."""

    @initialize(rule_set=st.sampled_from(RULES), seed=st.integers(0, 10**6), data=st.data())
    def start(self, rule_set: RuleSet, seed: int, data: st.DataObject) -> None:
        low, high = rule_set.players
        self.players = data.draw(st.integers(low, high), "players")
        self.rules = short(rule_set) if data.draw(st.booleans(), "short") else rule_set
        self.match = Match.start(self.rules, self.players, seed)
        self.states = [self.match]
        self.decided = 0

    @property
    def is_open(self) -> bool:
        """Whether there is anything left to do."""
        return not self.match.is_over

    def play(self, move: Move) -> None:
        """Play a legal move, and check what it changes."""
        before, number = self.match, self.match.number
        seat, drawn = before.round.seat, isinstance(move, Draw)
        kept = seen_of(before)
        self.match = before.play(move)
        self.decided += 1
        assert seen_of(before) == kept
        # The round in which the move was made, settled or not.
        round = self.match.rounds[number - 1]
        if round.is_over and self.is_open:
            self.states.append(before._replace(round=round))
        self.states.append(self.match)
        assert len(round.board) == len(before.round.board) + isinstance(move, Place)
        assert len(round.pool) == len(before.round.pool) - drawn
        change = drawn - isinstance(move, Place)
        assert [len(hand) for hand in round.hands] == [
            len(hand) + change * (who == seat) for who, hand in enumerate(before.round.hands)
        ]
        news = round.events[len(before.round.events) :]
        assert news[0].what in DECISIONS
        assert news[0].seat == seat
        assert not any(event.what in DECISIONS for event in news[1:])
        assert self.match.number - number == (round.is_over and self.is_open)

    @precondition(lambda self: self.is_open)
    @rule(number=st.integers(0, 10**6))
    def play_a_legal_move(self, number: int) -> None:
        moves = self.match.round.legal_moves()
        self.play(moves[number % len(moves)])

    @precondition(lambda self: self.is_open)
    @rule(seed=st.integers(0, 10**6), count=st.integers(5, 60))
    def play_many_moves(self, seed: int, count: int) -> None:
        rng = Random(seed)
        for _ in range(count):
            if self.is_open:
                self.play(rng.choice(self.match.round.legal_moves()))
                self.totals_are_sums_of_lines()

    @rule(kind=st.sampled_from([Draw(), Pass(), EndTurn()]))
    def try_what_is_no_placement(self, kind: Move) -> None:
        self.try_move(kind)

    @rule(tile=st.integers(0, 10**6), cell=st.integers(0, 10**6), turn=st.integers(0, 2))
    def try_any_tile_near_the_board(self, tile: int, cell: int, turn: int) -> None:
        round = self.match.round
        cells = [*round.board.open_cells, *(place.cell for place in round.board), ORIGIN]
        turns = round.tile_set.tiles[tile % len(round.tile_set)].turns
        self.try_move(Place(Placement(cells[cell % len(cells)], turns[turn % len(turns)])))

    def try_move(self, move: Move) -> None:
        """Try a move: it can be played exactly when it is among the legal ones, and else changes nothing."""
        moves, kept = self.match.round.legal_moves(), seen_of(self.match)
        is_legal = self.is_open and move in moves
        if self.is_open:
            assert is_legal == (str(move) in map(str, moves))
        if is_legal:
            self.play(move)
            return
        try:
            self.match.play(move)
        except IllegalMove as error:
            assert str(move) in str(error)
            assert str(error).isprintable()
        else:
            raise AssertionError(f"{move} is not legal, but was played")
        assert seen_of(self.match) == kept

    @invariant()
    def legal_moves_agree(self) -> None:
        round = self.match.round
        moves = round.legal_moves()
        listed = list(moves)
        assert len(moves) == len(listed) == len(set(map(str, listed)))
        assert all(move in moves for move in listed)
        assert moves.only == (listed[0] if len(listed) == 1 else None)
        assert bool(listed) != round.is_over
        for seat in range(self.players):
            assert list(view_of(round, seat).legal_moves) == (listed if seat == round.seat else [])

    @invariant()
    def tiles_are_conserved(self) -> None:
        for round in {id(round): round for round in (self.match.round, *self.match.rounds[-2:])}.values():
            tiles = Counter(place.tile for place in round.board)
            tiles.update(tile for hand in round.hands for tile in hand)
            tiles.update(round.pool)
            assert tiles == Counter(round.tile_set.tiles)
            laid = [event.what for event in round.events if event.placement]
            assert len(laid) == len(round.board)
            assert all(what in (What.START, What.TURN_UP) for what in laid[:1])
            assert all(what is What.PLACE for what in laid[1:])

    @invariant()
    def totals_are_sums_of_lines(self) -> None:
        sums = [0] * self.players
        for seat, line in self.match.lines:
            sums[seat] += line.points
        assert self.match.totals == tuple(sums)

    @invariant()
    def the_end_agrees_with_the_rules(self) -> None:
        match, rule_ = self.match, self.rules.match
        assert match.is_over == bool(match.winners)
        if match.is_over:
            assert (rule_.target and max(match.totals) >= rule_.target) or match.number == rule_.rounds
        assert sum(len(moves_of(round)) for round in match.rounds) == self.decided

    def teardown(self) -> None:
        if not hasattr(self, "match"):
            return
        record = Record(self.match, tuple(f"Seat {seat}" for seat in range(self.players)))
        again = read_lines(record.lines())
        assert again == record
        assert list(again.states()) == self.states
        event(f"{self.match.end}")


TestMatches = Matches.TestCase
TestMatches.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)


def test_the_machine_would_see_both_ends_of_matches() -> None:
    # The short matches that the machine plays do end, by target and by rounds, within its steps.
    over = [play_match(short(rule_set), [player("random")] * 3, 1) for rule_set in RULES]
    assert all(match.is_over for match in over)
    decided = [sum(len(moves_of(round)) for round in match.rounds) for match in over]
    assert max(decided) < 25 * 60
    assert len({match.end for match in over}) == 2
