"""The endgame solver against plain recursion over the readable engine, and what it promises besides."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import cycle, islice, product
from random import Random

import pytest
from attrs import evolve

from trinb import Board, Move, Round, RuleSet, TrinbError, rule_sets, rules
from trinb.deals import Deal
from trinb.lattice import ROTATIONS
from trinb.moves import END_TURN, PASS, LegalMoves, Place
from trinb.ruleparts import Hand, Several
from trinb.search import Ending, endgame_search, endgame_watch, ending_values, endings, solve_endgame
from trinb.search.endgame_desk import Desk
from trinb.tiles import Tile, bits

# --- small endings ------------------------------------------------------------------------------------

NOTHING = rules("triangelspelet").evolve(
    score={"bridge": 0, "docking": 0, "drone": 0}, out={"points": 0, "others_digits": False}
)
"""Rules that give no points after the first tile."""

HOUSE = (
    NOTHING.evolve(id="stuck-house", turn={"stuck": 10}),
    NOTHING.evolve(id="blocked-house", blocked={"winner": "lowest-sum", "award": "differences"}),
    NOTHING.evolve(id="kept-house", blocked={"winner": "fewest-tiles", "cost_per_tile": -4}),
    NOTHING.evolve(id="out-house", out={"points": -9}),
    rules("granna").evolve(
        id="odd-house",
        turn={"stuck": 3, "several": "must-go-on"},
        score={"bridge": -7, "extension": {"points": 4, "sums": 1}, "hexagons": [5, 9, 30]},
        out={"points": -4, "others_digits": True},
        blocked={"winner": "fewest-tiles", "award": "differences", "cost_per_tile": 2},
    ),
    rules("triominos-de").evolve(
        id="kind-house",
        turn={"stuck": -6, "several": "may-go-on"},
        score={"extension_of": "anything", "extension_with_hexagon": True},
        out={"others_cost_per_tile": -5},
        blocked={"winner": "lowest-sum", "cost_per_tile": -3},
    ),
)
"""Rules with numbers that nobody would choose, some of the wrong sign."""


def every_rule_set() -> Iterator[RuleSet]:
    """Each shipped rule set, with each of its readings, and the odd ones."""
    for id in rule_sets():
        yield rules(id)
        yield from (rules(id).with_reading(name) for name in rules(id).readings)
    yield from HOUSE


VARIANTS = [
    (rule_set, players)
    for rule_set, players in product(every_rule_set(), (2, 3, 4))
    if rule_set.players[0] <= players <= rule_set.players[1]
]


@cache
def with_hands(rule_set: RuleSet, size: int, players: int, tiles: str = "") -> RuleSet:
    """The rule set for hands of so many tiles, perhaps with other tiles."""
    return evolve(rule_set, hand=Hand(size), players=(players, players), tiles=tiles or rule_set.tiles)


def small(given: RuleSet, players: int, rng: Random, most: int = 9, choice: bool = False) -> Round:
    """A round of few tiles at some moment after the pool is empty.

    Args:
        most: how many tiles the hands hold together, at most.
        choice: whether there must be several legal moves.
    """
    # With few different digits there are more bridges, more hexagons, and tiles that fit in many places.
    sparse = players > 5 or rng.random() < 0.4
    size = rng.choice((2, 3) if players > 2 else (2, 3, 4))
    rule_set = with_hands(given, size, players, "" if sparse else rng.choice(("ascending-4", "mirrored-4")))
    box = len(rule_set.tile_set)
    count = min(box, players * size + (rng.randrange(2, 9) if sparse else rng.randrange(2, 19)))
    order = tuple(rng.sample(range(box), count))
    deal = Deal(rule_set, players, order, lead_order=order[::-1])
    round = Round.start(deal)
    while not round.is_over:
        tiles = sum(hand.bit_count() for hand in round.hands_)
        if not round.pool_ and tiles <= most and rng.random() < 0.6 and not (choice and round.moves.only):
            return round
        round = round.play(rng.choice(round.legal_moves()))
    return small(given, players, rng, most, choice)


def grown(given: RuleSet, players: int, rng: Random) -> Round:
    """A round with many tiles on the table, laid so that there are bridges, and few in the hands."""
    tiles = "" if players > 5 else rng.choice(("mirrored-4", "mirrored-4", "ascending-5"))
    rule_set = with_hands(given, 2, players, tiles)
    box, board = rule_set.tile_set, Board()
    rest = box.all
    for _ in range(rng.randrange(10, len(box) - 2 * players)):
        places = board.placements(box, rest)
        bridges = [at for at, (_, contact, _) in enumerate(places.by_cell()) if contact.tip]
        if not places:
            break
        at = rng.choice(bridges) if bridges else rng.randrange(len(places.by_cell()))
        placement = places.pick(at, rng.choice(list(bits(places.by_cell()[at][2]))))
        board = board.place(placement)
        rest ^= box.mask([placement.tile])
    left = list(bits(rest))
    rng.shuffle(left)
    hands = tuple(
        sum(1 << left.pop() for _ in range(rng.choice((1, 2, 3) if players > 2 else (2, 3, 4))) if left)
        for _ in range(players)
    )
    if not all(hands):
        return grown(given, players, rng)
    return at_table(rule_set, board, hands)


def at_table(rule_set: RuleSet, board: Board, hands: tuple[int, ...]) -> Round:
    """The round with this board and these hands; seat 0 begins a turn."""
    places = board.placements(rule_set.tile_set, hands[0])
    moves = LegalMoves(places, () if places else (PASS,))
    order = tuple(range(len(rule_set.tile_set)))
    deal = Deal(rule_set, len(hands), order, lead_order=order)
    return Round(deal, board, hands, (), 0, (0,) * len(hands), (), 0, 0, 0, moves)


# --- plain recursion ----------------------------------------------------------------------------------


class TooMany(Exception):
    """More moves than plain recursion can try."""


class Brute:
    """Everything tried, and nothing remembered."""

    def __init__(self, most: int = 1_500) -> None:
        self.left = most

    def scores(self, round: Round) -> tuple[int, ...]:
        """What the round ends with if everybody plays well."""
        if round.is_over:
            return round.scores
        self.left -= 1
        if not self.left:
            raise TooMany
        return max((self.scores(round.play(move)) for move in round.legal_moves()), key=wish(round.seat))


def wish(seat: int) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """What a seat wants: see `trinb.search.endgame`."""

    def key(scores: tuple[int, ...]) -> tuple[int, ...]:
        ahead = [sum(own - other for other in scores) for own in scores]
        around = [(seat + step) % len(scores) for step in range(1, len(scores))]
        return (ahead[seat], *(-ahead[other] for other in around), sum(scores))

    return key


def ahead(scores: tuple[int, ...], seat: int) -> int:
    return wish(seat)(scores)[0]


def replayed(round: Round, line: tuple[Move, ...]) -> Round:
    for move in line:
        round = round.play(move)
    return round


def solved_by_force(
    count: int,
    seed: int,
    variants: list[tuple[RuleSet, int]] = VARIANTS,
    most: int = 1_500,
    choice: bool = False,
) -> Iterator[tuple[Round, tuple[int, ...]]]:
    """So many small endings with their scores by plain recursion, over all the variants in turn."""
    rng = Random(seed)
    todo = cycle(variants)
    while count:
        rule_set, players = next(todo)
        make = partial(small, choice=choice) if rng.random() < 0.5 else grown
        round = make(rule_set, players, rng)
        try:
            yield round, Brute(most).scores(round)
        except TooMany:
            continue
        count -= 1


def same(found: Ending, scores: tuple[int, ...], seat: int) -> bool:
    """Whether it is the same end: by the margin for two, by all scores for more."""
    if len(scores) > 2 and found.scores != scores:
        return False
    return found.margin == ahead(scores, seat) and found.proven


def test_it_agrees_with_plain_recursion_on_a_thousand_endings() -> None:
    tried = 0
    for round, scores in solved_by_force(1_000, seed=1, most=2_500, choice=True):
        found = solve_endgame(round)
        assert same(found, scores, round.seat), (round.rules, round.board, round.hands, found, scores)
        over = replayed(round, found.line)
        assert over.is_over and over.scores == found.scores
        tried += found.nodes > 10
    assert tried > 300, "many of them take some thought"


def test_every_move_has_the_value_that_plain_recursion_gives_it() -> None:
    for round, _ in solved_by_force(250, seed=2, most=600):
        found = ending_values(round)
        assert set(found) == set(round.legal_moves())
        for move, ending in found.items():
            then = round.play(move)
            assert same(ending, Brute(10**6).scores(then), round.seat)
            assert ending.seat == round.seat and ending.move == move
            assert replayed(round, ending.line).scores == ending.scores
        margins = [ending.margin for ending in found.values()]
        assert margins == sorted(margins, reverse=True)
        best = solve_endgame(round)
        assert best.margin == margins[0]
        if round.players > 2:
            assert best.scores == next(iter(found.values())).scores


@pytest.mark.parametrize("players", [5, 6, 8])
def test_many_players(players: int) -> None:
    variants = [(rule_set, players) for rule_set in every_rule_set() if rule_set.players[1] >= players]
    for round, scores in solved_by_force(12, players, variants):
        assert same(solve_endgame(round), scores, round.seat)


def test_rounds_that_go_on_in_the_middle_of_a_turn() -> None:
    several = [pair for pair in VARIANTS if pair[0].turn.several is not Several.ONE]
    found = set()
    for round, scores in solved_by_force(150, 3, several):
        if round.placed:
            assert same(solve_endgame(round), scores, round.seat)
            found.add(END_TURN in round.moves.others)
    assert found == {True, False}


def test_stuck_with_the_tile_that_was_drawn_last() -> None:
    rng, found = Random(4), 0
    for rule_set, players in VARIANTS * 3:
        round = small(rule_set, players, rng)
        if round.drawn and not round.moves.placements:
            found += 1
            assert solve_endgame(round).move == PASS
            assert same(solve_endgame(round), Brute(10**6).scores(round), round.seat)
    assert found > 3


def test_before_the_first_tile() -> None:
    rng, asked = Random(5), 0
    for rule_set, players in VARIANTS:
        order = tuple(rng.sample(range(len(rule_set.tile_set)), players * 2))
        round = Round.start(Deal(with_hands(rule_set, 2, players), players, order, lead_order=order))
        if round.leads and not round.pool_ and not round.is_over:
            asked += 1
            scores = Brute(10**6).scores(round)
            assert same(solve_endgame(round), scores, round.seat)
            values = ending_values(round)
            assert set(values) == set(round.legal_moves())
            assert same(next(iter(values.values())), scores, round.seat)
            assert replayed(round, solve_endgame(round).line).is_over
            some = solve_endgame(round, limit=1)
            assert some.bounds[0] <= ahead(scores, round.seat) <= some.bounds[1]
    assert asked > 30


# --- the desk is a round ------------------------------------------------------------------------------


def test_the_desk_offers_what_the_round_offers_and_gives_the_same_points() -> None:
    rng = Random(6)
    for rule_set, players in VARIANTS:
        round = small(rule_set, players, rng, most=20)
        if round.leads:
            continue
        desk = Desk(round)
        spot, live = list(desk.spot), desk.live
        while not round.is_over:
            options = desk.options(round.seat, round.placed > 0, live)
            moves = {desk.move(round, lay): lay for lay in options}
            assert set(moves) == set(round.legal_moves())
            assert len(moves) == len(options)
            move = rng.choice(list(moves))
            then, lay = round.play(move), moves[move]
            if isinstance(move, Place):
                placed = [event for event in then.events[len(round.events) :] if event.placement]
                assert [event.points for event in placed] == [lay.points]
                live = desk.lay(lay, live)
                assert then.board.laid[-1].placement.cell == desk.cell(lay.cell)
            assert then.hands_ == tuple(
                sum(1 << number for tile, number in enumerate(desk.numbers) if desk.hand(seat) >> tile & 1)
                for seat in range(players)
            )
            round = then
        desk.clear()
        assert desk.spot == spot and desk.laid == 0, "all is lifted again"


NOTCH = """v-2,0=112 ^-2,1=221 ^-1,0=231 v-2,1=224 ^-2,2=442 v-2,2=445 ^-1,2=514
           v-1,1=341 ^0,1=113 v0,0=331"""


@pytest.mark.parametrize(
    ("id", "bridge", "extension"),
    [
        ("triominos-de", 49, 48),
        ("triominos-english", 49, 48),
        ("triominos-goliath", 49, 8),
        ("granna", 11, 21),
    ],
)
def test_where_bridges_lie_is_remembered(id: str, bridge: int, extension: int) -> None:
    rule_set = rules(id)
    box = rule_set.tile_set
    hands = tuple(box.mask(map(Tile.parse, tiles.split())) for tiles in ("3-3-3 0-0-0", "2-3-3 0-0-1"))
    round = at_table(rule_set, Board.parse(NOTCH), hands)
    desk = Desk(round)
    lay = next(lay for lay in desk.lays(0, desk.live) if str(desk.cell(lay.cell)) == "^0,0")
    assert lay.points == bridge
    then = round.play(desk.move(round, lay))
    live = desk.lay(lay, desk.live)
    for table, cells in ((desk, live), (Desk(then), Desk(then).live)):
        found = {str(table.cell(lay.cell)): lay.points for lay in table.lays(1, cells)}
        assert found["v-1,0"] == extension
    assert same(solve_endgame(round), Brute(10**6).scores(round), 0)
    assert same(solve_endgame(then), Brute(10**6).scores(then), 1)


def test_what_can_still_come_lies_in_the_span() -> None:
    rng = Random(7)
    for rule_set, players in VARIANTS * 4:
        round = grown(rule_set, players, rng)
        if rng.random() < 0.5:
            round = small(rule_set, players, rng, most=20)
        if not round.leads:
            desk, over = Desk(round), round
            while not over.is_over:
                over = over.play(rng.choice(over.legal_moves()))
            for seat in range(players):
                low, high = desk.span(seat, desk.union)
                assert low <= ahead(over.scores, seat) - ahead(round.scores, seat) <= high


# --- what must not matter -----------------------------------------------------------------------------


def test_the_same_question_has_the_same_answer() -> None:
    for round, _ in solved_by_force(60, seed=8):
        assert solve_endgame(round) == solve_endgame(round)
        assert list(ending_values(round).items()) == list(ending_values(round).items())


def turned(round: Round, steps: int) -> Round:
    """The same round with everybody moved on by some seats."""
    seats = [(seat - steps) % round.players for seat in range(round.players)]
    return round._replace(
        seat=(round.seat + steps) % round.players,
        hands_=tuple(round.hands_[seat] for seat in seats),
        scores=tuple(round.scores[seat] for seat in seats),
    )


def test_seats_may_be_turned() -> None:
    for round, _ in solved_by_force(100, seed=9):
        found, other = solve_endgame(round), solve_endgame(turned(round, 1))
        assert (found.margin, found.line) == (other.margin, other.line)
        assert found.scores == (*other.scores[1:], other.scores[0])


def test_the_board_may_be_turned() -> None:
    for number, (round, _) in enumerate(solved_by_force(60, seed=10)):
        if len(round.board):
            board = round.board.moved(ROTATIONS[number % 6])
            places = board.placements(round.tile_set, round.hands_[round.seat])
            other = round._replace(board=board, moves=LegalMoves(places, round.moves.others))
            assert solve_endgame(other).margin == solve_endgame(round).margin


def test_points_of_before_are_only_added() -> None:
    for round, _ in solved_by_force(60, seed=11):
        more = tuple(100 * (seat + 1) for seat in range(round.players))
        richer = round._replace(scores=tuple(map(sum, zip(round.scores, more, strict=True))))
        found, other = solve_endgame(round), solve_endgame(richer)
        assert other.line == found.line
        assert other.scores == tuple(map(sum, zip(found.scores, more, strict=True)))


# --- stopping -----------------------------------------------------------------------------------------


@cache
def long(players: int) -> Round:
    """A round that takes some time: many tiles with few different digits, and hardly any on the table."""
    rng, size = Random(12), 18 // players
    rule_set = with_hands(rules("triominos-goliath"), size, players, "mirrored-4")
    order = tuple(rng.sample(range(len(rule_set.tile_set)), players * size + 1))
    round = Round.start(Deal(rule_set, players, order, lead_order=order))
    while round.pool_ or round.leads:
        round = round.play(rng.choice(round.legal_moves()))
    assert not round.is_over
    return round


@pytest.mark.parametrize("limit", [1, 2, 5, 20, 100])
def test_a_limit_gives_true_bounds_and_a_line(limit: int) -> None:
    unproven = 0
    for round, scores in solved_by_force(100, seed=13):
        found = solve_endgame(round, limit=limit)
        low, high = found.bounds
        assert low <= ahead(scores, round.seat) <= high
        assert replayed(round, found.line).scores == found.scores
        assert not found.proven or found.margin == ahead(scores, round.seat)
        unproven += not found.proven
        for move, ending in ending_values(round, limit=limit).items():
            low, high = ending.bounds
            assert low <= ahead(Brute(10**6).scores(round.play(move)), round.seat) <= high
            assert replayed(round, ending.line).scores == ending.scores
    assert unproven or limit > 20


@pytest.mark.parametrize("players", [2, 3])
def test_the_limit_is_kept(players: int) -> None:
    round = long(players)
    line = 40 * sum(map(len, round.hands))
    assert solve_endgame(round, limit=1_000).nodes <= 1_000 + line
    assert ending_values(round, limit=1_000)[round.legal_moves()[0]].nodes <= 1_000 + line * len(round.moves)


@pytest.mark.parametrize("players", [2, 3])
def test_it_tells_how_far_it_is_and_can_be_stopped(players: int) -> None:
    round, told = long(players), []

    def progress(nodes: int, limit: int | None) -> None:
        told.append((nodes, limit))

    found = solve_endgame(round, progress=progress, stop=lambda: len(told) >= 2)
    assert not found.proven and len(told) >= 2
    assert [limit for _, limit in told] == [None] * len(told)
    assert [nodes for nodes, _ in told] == sorted({nodes for nodes, _ in told})
    assert replayed(round, found.line).scores == found.scores
    solve_endgame(round, progress=progress, limit=1_500)
    assert told[-1][1] in (1_500, None)


@pytest.mark.parametrize("players", [2, 3])
def test_ctrl_c_keeps_what_is_known(players: int) -> None:
    round, calls = long(players), []

    def interrupt(nodes: int, limit: int | None) -> None:
        calls.append(nodes)
        if len(calls) == 2:
            raise KeyboardInterrupt

    found = solve_endgame(round, progress=interrupt)
    assert not found.proven and found.nodes < 3_000
    assert replayed(round, found.line).scores == found.scores


def test_ctrl_c_while_the_line_is_written_down() -> None:
    round, count = long(2), solve_endgame(long(2), limit=3_000).nodes

    class Interrupting:
        """Stops at once, and is interrupted a little later."""

        calls = 0

        def __call__(self) -> bool:
            self.calls += 1
            if self.calls == 2:
                raise KeyboardInterrupt
            return True

    found = solve_endgame(round, stop=Interrupting())
    assert not found.proven and found.nodes < 2 * count
    assert replayed(round, found.line).scores == found.scores


class Terminal(io.StringIO):
    """Somebody reads this."""

    def isatty(self) -> bool:
        return True


def test_it_says_how_far_it_is_where_somebody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame_watch, "_AFTER", 0.0)
    monkeypatch.setattr(endgame_watch, "_EVERY", 0.0)
    for out, progress, says in (
        (Terminal(), None, True),
        (Terminal(), False, False),
        (io.StringIO(), None, False),
        (io.StringIO(), True, True),
    ):
        monkeypatch.setattr(sys, "stderr", out)
        solve_endgame(long(2), limit=3_000, progress=progress)
        assert ("positions looked at; Ctrl-C stops" in out.getvalue()) == says
        assert not says or out.getvalue().endswith(" \r"), "the line is wiped away"


def test_it_needs_nothing_compiled() -> None:
    code = (
        "import sys; from trinb import rules; from trinb.search import endings, solve_endgame;"
        "solve_endgame(next(endings(rules('granna'), 2, 3)));"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "trinb.search.endgame_desk" in done.stdout.split()
    assert not {"numba", "numpy", "scipy", "pandas"} & set(done.stdout.split())


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_remembered_has_an_end(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame_search, "_MOST", 3)
    variants = [pair for pair in VARIANTS if pair[1] == players]
    for round, scores in solved_by_force(60, 14, variants, choice=True):
        assert same(solve_endgame(round), scores, round.seat)


# --- what is refused, and how it looks ----------------------------------------------------------------


def test_what_cannot_be_solved() -> None:
    with pytest.raises(TrinbError, match=r"^46 tiles lie in the pool: only"):
        solve_endgame(Round.deal(rules("triangelspelet"), 2, 1))
    ending = next(endings(rules("triangelspelet"), 2, 3, seed=1))
    over = replayed(ending, solve_endgame(ending).line)
    for ask in (solve_endgame, ending_values):
        with pytest.raises(TrinbError, match="the round is over"):
            ask(over)
        with pytest.raises(TrinbError, match="at least one position must be looked at, not 0"):
            ask(ending, limit=0)


def test_endings_are_rounds_like_any_other() -> None:
    for players, tiles in ((2, 3), (2, 5), (3, 2)):
        for round in islice(endings(rules("triominos-goliath"), players, tiles, seed=5), 10):
            assert not round.pool_ and not round.is_over and len(round.legal_moves()) > 1
            assert max(map(len, round.hands)) == tiles and round.players == players
            assert sorted(round.dealt.order) == list(range(56))
    again = [list(islice(endings(rules("granna"), 2, 3, seed=1), 3)) for _ in range(2)]
    assert again[0] == again[1]
    with pytest.raises(TrinbError):
        next(endings(rules("triominos-de"), 7, 3))


def test_how_it_looks() -> None:
    ending = next(endings(rules("triangelspelet"), 2, 3, seed=1))
    found = solve_endgame(ending)
    assert repr(found).startswith(f"<Ending: {found.scores[0]} : {found.scores[1]} after {found.move}")
    assert "proven" in repr(found)
    with pytest.raises(AttributeError):
        found.scores = (0, 0)  # type: ignore[misc]
    assert "margin from" in repr(solve_endgame(long(2), limit=10))
