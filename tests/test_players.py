"""Players: they choose what is legal, from what their seat may know, and as they promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from trinb import (
    Board,
    Cell,
    Deal,
    EndTurn,
    IllegalMove,
    Move,
    Place,
    Player,
    PlayerView,
    Round,
    RulesError,
    RuleSet,
    TrinbError,
    Vertex,
    play_round,
    player,
    rules,
    score,
    view_of,
)
from trinb.players import finish, player_names
from trinb.tiles import TileSet

SWEDISH = rules("triangelspelet")
SUMS = SWEDISH.evolve(
    id="sums",
    tiles="triominos-56",
    score={"tile": {"sums": 1}, "bridge": 40, "extension": 40, "hexagons": [50, 60, 70]},
    opening={"choose_zero": True, "tile": {"sums": 1}},
)
SEVERAL = SWEDISH.evolve(id="several", turn={"several": "may-go-on"}, score={"plain": -5})
FOR_NOTHING = SWEDISH.evolve(id="for nothing", turn={"several": "may-go-on"})
DRAWS = SWEDISH.evolve(id="draws", draws={"most": 3, "although_able": True, "cost": 5})
ALL_RULES = [SWEDISH, rules("triangelspelet-pro"), SUMS, SEVERAL, FOR_NOTHING, DRAWS]
by_id = pytest.mark.parametrize("rule_set", ALL_RULES, ids=lambda rule_set: rule_set.id)


def choices(rule_set: RuleSet, players: int, seed: int) -> Iterator[Round]:
    """The states of a round played by chance in which there is a choice."""
    rng = Random(seed)
    round = Round.deal(rule_set, players, rng)
    while not round.is_over:
        if len(round.legal_moves()) > 1:
            yield round
        round = round.play(rng.choice(round.legal_moves()))


def expected_spread(counts: Counter[str], kinds: int) -> float:
    """Chi-square of counts that should be equal, less its mean, in standard deviations."""
    mean = sum(counts.values()) / kinds
    chi = sum((count - mean) ** 2 for count in counts.values()) / mean + (kinds - len(counts)) * mean
    return (chi - (kinds - 1)) / (2 * (kinds - 1)) ** 0.5


@by_id
@pytest.mark.parametrize("name", player_names())
def test_players_choose_legal_moves(name: str, rule_set: RuleSet) -> None:
    asked = 0
    for seed in range(4):
        for round in choices(rule_set, 3, seed):
            asked += 1
            assert player(name).choose(view_of(round, round.seat), Random(seed)) in round.legal_moves()
    assert asked > 20


@by_id
def test_greedy_takes_the_best_total(rule_set: RuleSet) -> None:
    greedy, gains, ended = player("greedy"), 0, 0
    for seed in range(12):
        for round in choices(rule_set, 2 + seed % 3, seed):
            placements = [move.placement for move in round.legal_moves() if isinstance(move, Place)]
            chosen = greedy.choose(view_of(round, round.seat), Random(seed))
            if not placements:
                continue
            totals = [score(rule_set, round.board, placement).total for placement in placements]
            if isinstance(chosen, Place):
                assert score(rule_set, round.board, chosen.placement).total == max(totals)
                gains += min(totals) < max(totals)
            else:
                assert chosen == EndTurn()
                assert max(totals) < 0
                ended += 1
    assert gains > 5
    assert (ended > 5) == (rule_set is SEVERAL)


def test_greedy_chooses_among_equal_ones_with_the_same_chance() -> None:
    rounds = (round for seed in range(50) for round in choices(SWEDISH, 4, seed))
    round = next(round for round in rounds if len(round.legal_moves()) > 5)
    totals = {
        str(move): score(SWEDISH, round.board, move.placement).total
        for move in round.legal_moves()
        if isinstance(move, Place)
    }
    best = {move for move, total in totals.items() if total == max(totals.values())}
    assert len(best) > 2
    rng, view = Random(1), view_of(round, round.seat)
    counts = Counter(str(player("greedy").choose(view, rng)) for _ in range(300 * len(best)))
    assert set(counts) == best
    assert abs(expected_spread(counts, len(best))) < 4


@pytest.mark.parametrize("seed", range(4))
def test_random_covers_all_moves_alike(seed: int) -> None:
    round = next(r for r in choices(DRAWS, 4, seed) if len(r.legal_moves()) > 4)
    rng, view = Random(seed), view_of(round, round.seat)
    moves = len(round.legal_moves())
    counts = Counter(str(player("random").choose(view, rng)) for _ in range(300 * moves))
    assert set(counts) == {str(move) for move in round.legal_moves()}
    assert "draw" in counts
    assert abs(expected_spread(counts, moves)) < 4


# --- what a seat may know ---------------------------------------------------------------------------


def known(view: PlayerView) -> tuple[object, ...]:
    """All of a view, with its legal moves listed."""
    return (*view[:-1], tuple(view.legal_moves))


def swapped(round: Round, moves: list[Move], rng: Random) -> Round | None:
    """The same moves after a deal in which a tile of another hand and one of the pool changed places.

    None if that could not have gone the same way.
    """
    others = [seat for seat in range(round.players) if seat != round.seat and round.hands[seat]]
    if not round.pool or not others:
        return None
    mine, theirs = rng.choice(round.hands[rng.choice(others)]), rng.choice(round.pool)
    a, b = round.tile_set.number(mine), round.tile_set.number(theirs)
    order = tuple({a: b, b: a}.get(number, number) for number in round.dealt.order)
    again = Round.start(attrs.evolve(round.dealt, order=order))
    for move in moves:
        if move not in again.legal_moves():
            return None
        again = again.play(move)
    return again if (again.seat, again.events) == (round.seat, round.events) else None


@by_id
def test_hidden_tiles_change_neither_view_nor_choice(rule_set: RuleSet) -> None:
    compared = 0
    for seed in range(8):
        rng, moves = Random(seed), list[Move]()
        round = Round.deal(rule_set, 3, rng)
        while not round.is_over:
            other = swapped(round, moves, rng)
            if other is not None:
                assert other.hands != round.hands
                mine, theirs = view_of(round, round.seat), view_of(other, other.seat)
                assert known(mine) == known(theirs)
                assert mine.unseen == theirs.unseen
                for name in player_names():
                    chosen = [player(name).choose(view, Random(seed)) for view in (mine, theirs)]
                    assert chosen[0] == chosen[1]
                compared += 1
            moves.append(rng.choice(round.legal_moves()))
            round = round.play(moves[-1])
    assert compared > 50


def reachable(value: Any, seen: dict[int, Any]) -> None:
    """Everything that can be reached from a value through its parts."""
    if id(value) in seen or isinstance(value, str | int | type | RuleSet | TileSet | Board | Cell | Vertex):
        return
    seen[id(value)] = value
    parts: list[Any] = []
    if isinstance(value, dict):
        parts += [*value, *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        parts += value
    for kind in type(value).__mro__:
        parts += [getattr(value, name, None) for name in getattr(kind, "__slots__", ()) if name[:2] != "__"]
    parts += getattr(value, "__dict__", {}).values()
    for part in parts:
        reachable(part, seen)


def test_a_view_holds_no_round_no_deal_and_no_other_hand() -> None:
    for round in choices(SWEDISH, 4, 1):
        for seat in range(4):
            view, seen = view_of(round, seat), dict[int, Any]()
            reachable(view, seen)
            assert not [part for part in seen.values() if isinstance(part, Round | Deal | Random)]
            # No container in it names a tile that is hidden from this seat, other than by the rules.
            assert view.hand == round.hands[seat]
            hidden = {tile for other in range(4) if other != seat for tile in round.hands[other]}
            hidden |= set(round.pool)
            assert set(view.unseen) == hidden
            shown = {event.tile for event in view.events} | {event.placement for event in view.events}
            assert not shown & hidden
            own = {move.placement.tile for move in view.legal_moves if isinstance(move, Place)}
            assert own <= set(view.hand)


def test_a_view_says_what_everybody_sees() -> None:
    for round in choices(SWEDISH, 4, 2):
        for seat in range(4):
            view = view_of(round, seat)
            assert (view.seat, view.to_move, view.scores) == (seat, round.seat, round.scores)
            assert view.hand_sizes == tuple(map(len, round.hands))
            assert view.pool_size == len(round.pool)
            assert (view.board, view.events, view.rules) == (round.board, round.events, SWEDISH)
            assert list(view.legal_moves) == (list(round.legal_moves()) if seat == round.seat else [])
        with pytest.raises(IndexError):
            view_of(round, 4)


def test_views_are_values() -> None:
    round = Round.deal(SWEDISH, 2, 1)
    again = Round.deal(SWEDISH, 2, 1)
    assert view_of(round, 0) == view_of(again, 0)
    assert view_of(round, 0) != view_of(round, 1)
    assert round.legal_moves() == again.legal_moves()


# --- the table --------------------------------------------------------------------------------------


class Cheat:
    """Passes always."""

    name = "cheat"

    def choose(self, view: PlayerView, rng: Random) -> Move:
        """What is not allowed."""
        return EndTurn()


class Asked:
    """Remembers what it was asked."""

    name = "asked"

    def __init__(self) -> None:
        self.views: list[PlayerView] = []

    def choose(self, view: PlayerView, rng: Random) -> Move:
        """The last move."""
        self.views.append(view)
        return view.legal_moves[-1]


def test_players_are_asked_only_at_their_turn_and_with_a_choice() -> None:
    table: list[Asked] = [Asked(), Asked(), Asked()]
    assert play_round(SWEDISH, table, 1).is_over
    for seat, asked in enumerate(table):
        assert asked.views
        for view in asked.views:
            assert view.seat == view.to_move == seat
            assert len(view.legal_moves) > 1


def test_illegal_choices_are_refused() -> None:
    cheats: list[Player] = [Cheat(), Cheat()]
    with pytest.raises(IllegalMove, match="end"):
        play_round(SWEDISH, cheats, 1)


def test_play_round_takes_a_seed_or_a_generator() -> None:
    table = [player("random"), player("greedy")]
    by_seed, by_rng = play_round(SWEDISH, table, 5), play_round(SWEDISH, table, Random(5))
    assert by_seed == by_rng
    rng = Random(5)
    dealt = Round.deal(SWEDISH, 2, rng)
    assert finish(dealt, table, rng) == by_seed
    assert finish(by_seed, table, rng) == by_seed
    assert by_seed != play_round(SWEDISH, table, 6)


def test_play_round_needs_the_right_number_of_players() -> None:
    with pytest.raises(RulesError, match="2 to 8"):
        play_round(SWEDISH, [player("random")])


def test_unknown_players() -> None:
    with pytest.raises(TrinbError, match=r"'gredy'.*random, pupil, greedy, club, master"):
        player("gredy")
    assert [player(name).name for name in player_names()] == list(player_names())
