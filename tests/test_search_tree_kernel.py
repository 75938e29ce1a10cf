"""The compiled tree search against the readable engine: positions, deals, rollouts, what is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from trinb import Place, Round, RuleSet, player, rule_sets, rules, view_of
from trinb.moves import DECISIONS, DRAW, END_TURN, PASS, What
from trinb.players import choice
from trinb.search.tree import Settings
from trinb.search.tree_desk import Desk, number_of
from trinb.search.tree_kernel import D_EXPLORE, D_HEAT, act, descend, spread
from trinb.search.treeplain import position
from trinb.search.voids import voids
from trinb.simulate.desk import N_REASONS, S_LOG, desk
from trinb.simulate.program import REASONS, WHATS, program
from trinb.simulate.rollout import MOST_SETS, Q_DEPTH, Q_HELD, exchange, play_on, restore

SWEDISH, GERMAN = rules("triangelspelet"), rules("triominos-de")
HOSTILE = [
    SWEDISH.evolve(id="alone", players=[1, 3], turn={"several": "may-go-on", "stuck": 3}),
    SWEDISH.evolve(id="all mirrored", tiles="mirrored-7", players=[2, 6], hand={"tiles": 9}),
    SWEDISH.evolve(id="tiny", tiles="ascending-2", players=[1, 2], hand={"tiles": 1}),
    SWEDISH.evolve(id="costly", turn={"several": "may-go-on"}, score={"plain": -5}),
    GERMAN.evolve(
        id="turned",
        opening={"lead": "pool", "without_triple": "highest-tile-or-draw"},
        turn={"several": "must-go-on"},
        draws={"although_able": True, "most": 2, "failed": 3},
        score={"extension": {"points": 3, "sums": -2}, "extension_with_hexagon": True},
    ),
]
EVERY = [*(rules(id) for id in rule_sets()), *HOSTILE]
by_rules = pytest.mark.parametrize("rule_set", EVERY, ids=lambda rule_set: rule_set.id)

NODES = 1 << 12


@njit
def trace(at: Any, option: Any, game: Any) -> Any:
    """One rollout of an option, with a log from the position on; gives its length."""
    d = desk(at)
    exchange(d, 3 * d.root[Q_HELD])
    restore(d)
    for i in range(N_REASONS * 8):
        d.seen[i] = d.points[i]
    d.chance[0], d.chance[1], d.state[S_LOG] = game, game + np.uint64(1), 0
    act(at, d.option[option])
    length = descend(d, at, option)
    play_on(at)
    for i in range(length):
        d.visits[d.path[2 * i]] += 1
    log = d.state[S_LOG]
    d.state[S_LOG] = -1
    return log


def desk_of(round: Round, seat: int, memory: bool = True, log: int = 20_000) -> tuple[Desk, int]:
    """A desk at which a position is laid out as a seat sees it, and how many options there are."""
    made = Desk(program(round.rules, round.players), NODES)
    made.fields["log"] = np.zeros(log, np.int64)
    made.readdress()
    count = made.set_up(view_of(round, seat), Random(len(round.events)), Settings(memory=memory))
    return made, count


def moments(rule_set: RuleSet, players: int, seeds: int, step: int = 3) -> Iterator[Round]:
    """States in which there is a choice, from rounds of random and greedy players."""
    for seed in range(seeds):
        rng = Random(f"{rule_set.id}/{players}/{seed}")
        winner = rng.choice([None, *range(players)])
        round = Round.deal(rule_set, players, rng, winner)
        table = [player(rng.choice(["greedy", "random"])) for _ in range(players)]
        while not round.is_over:
            if len(round.moves) > 1 and rng.randrange(step) == 0:
                yield round
            round = round.play(choice(round, table, rng))


def counts(rule_set: RuleSet) -> range:
    low, high = rule_set.players
    return range(low, min(high, 4) + 1)


def hands_of(made: Desk, players: int, field: str) -> tuple[int, ...]:
    """The hands at a desk as masks of the tile set."""
    words = made.fields[field].tolist()
    return tuple(made.own_mask(words[2 * seat], words[2 * seat + 1]) for seat in range(players))


def events(made: Desk, length: int) -> list[tuple[Any, ...]]:
    """What the kernel has logged: what, seat, tile, cell, points."""
    log, at, found = made.fields["log"][:length].tolist(), 0, []
    while at < length:
        what, seat, tile, cell = log[at : at + 4]
        at += 4
        points = {}
        while log[at] != -1:
            points[REASONS[log[at]]] = log[at + 1]
            at += 2
        at += 1
        found.append((WHATS[what], seat, made.what.tiles[tile] if tile >= 0 else None, cell, points))
    return found


@by_rules
def test_rollouts_agree_with_the_readable_engine(rule_set: RuleSet) -> None:
    agreed = 0
    for players in counts(rule_set):
        for round in moments(rule_set, players, 2):
            view = view_of(round, round.seat)
            made, count = desk_of(round, round.seat)
            made.fields["root"][Q_DEPTH] = 3
            made.fields["dial"][[D_EXPLORE, D_HEAT]] = 50.0, 10.0
            moves = made.moves(view, count)
            assert sorted(map(str, moves)) == sorted(map(str, round.moves))
            for k in range(3):
                option = (7 * k + agreed) % count
                logged = events(made, trace(made.at, option, np.uint64(1000 * agreed + k)))
                hands = hands_of(made, players, "dealt")
                drawn = [tile for what, _, tile, _, _ in logged if what is What.DRAW]
                rest = set(range(len(view.rules.tile_set))) - set(drawn)
                rest -= {view.rules.tile_set.number(laid.tile) for laid in view.board}
                rest -= {number for number in rest if any(hand >> number & 1 for hand in hands)}
                again = position(view, hands, (*drawn, *sorted(rest)))
                assert len(again.pool) == view.pool_size
                assert [hand.bit_count() for hand in hands] == list(view.hand_sizes)
                over = follow(again.play(moves[option]), logged)
                told = [
                    (
                        event.what,
                        event.seat,
                        {line.reason: line.points for line in event.lines if line.points},
                    )
                    for event in over.events[len(view.events) :]
                ]
                assert told == [(what, seat, points) for what, seat, _, _, points in logged]
                scores = made.fields["score"][:players].tolist()
                assert tuple(scores) == over.scores
                agreed += 1
    assert agreed > 10 or rule_set.id == "tiny"


def follow(round: Round, logged: list[tuple[Any, ...]]) -> Round:
    """The round when what was logged is decided, after its first decision."""
    decided = [event for event in logged if event[0] in DECISIONS][1:]
    for what, _, tile, cell, _ in decided:
        move: Any = {What.DRAW: DRAW, What.PASS: PASS, What.END_TURN: END_TURN}.get(what)
        if move is None:
            move = next(
                Place(round.moves.placements.pick(place, tile))
                for place, (where, _, mask) in enumerate(round.moves.placements.by_cell())
                if number_of(where) == cell and mask >> tile & 1
            )
        round = round.play(move)
    assert round.is_over
    return round


@by_rules
def test_what_is_remembered_agrees_with_plain_python(rule_set: RuleSet) -> None:
    compared = 0
    for players in counts(rule_set):
        for round in moments(rule_set, players, 2):
            made, _ = desk_of(round, round.seat)
            view = view_of(round, round.seat)
            unseen = view.rules.tile_set.mask(view.unseen)
            for seat, expected in enumerate(voids(view)):
                found = []
                for k in range(made.fields["n_unlikely"][seat]):
                    at = seat * MOST_SETS + k
                    words = made.fields["unlikely"][2 * at : 2 * at + 2].tolist()
                    found.append((made.own_mask(*words) & unseen, int(made.fields["most"][at])))
                assert found == [tuple(void) for void in expected]
                compared += len(found)
    assert compared > 20 or rule_set.id == "tiny"


@by_rules
def test_deals_hold_what_is_hidden_and_agree_with_what_was_seen(rule_set: RuleSet) -> None:
    for players in counts(rule_set):
        for round in moments(rule_set, players, 2):
            view = view_of(round, round.seat)
            made, _ = desk_of(round, round.seat)
            known = voids(view)
            for _ in range(3):
                spread()(made.at, 1)
                hands = hands_of(made, players, "dealt")
                assert hands[view.seat] == view.hand_
                assert [hand.bit_count() for hand in hands] == list(view.hand_sizes)
                pool = [
                    made.what.tiles[k]
                    for k in made.fields["hidden"][made.fields["root"][Q_HELD] :][: view.pool_size]
                ]
                shown = view.rules.tile_set.mask(laid.tile for laid in view.board)
                everything = shown
                for part in (*hands, *(1 << number for number in pool)):
                    assert not everything & part
                    everything |= part
                assert everything == view.rules.tile_set.all
                for seat in range(players):
                    if seat != view.seat:
                        assert all(void.allows(hands[seat]) for void in known[seat])
