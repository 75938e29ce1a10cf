"""Golden playthroughs: the text of every state of seeded rounds, kept in `golden/`.

After a change that is meant to alter them, write them anew and read the difference:

    python tests/test_golden.py --write
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from trinb import Move, Round, RuleSet, Tile, player, rule_sets, rules, view_of

FOLDER = Path(__file__).parent / "golden"
SWEDISH = rules("triangelspelet")


class Game(NamedTuple):
    """What is played: rule set, players, seed, who won the round before, and how many events are told."""

    rules: RuleSet
    players: tuple[str, ...]
    seed: int
    last_winner: int | None = None
    most: int = 10_000


DUO, TRIO = ("greedy", "random"), ("greedy", "random", "greedy")

GAMES: dict[str, Game] = {
    "triangelspelet-2": Game(SWEDISH, DUO, 1),
    "triangelspelet-4-greedy": Game(SWEDISH, ("greedy",) * 4, 2),
    "triangelspelet-4-laps-by-lot": Game(
        SWEDISH.with_reading("first-lap-by-lot").with_reading("plain-scores-sum"), ("random",) * 4, 29
    ),
    "triangelspelet-late-draw-3": Game(rules("triangelspelet-late-draw"), ("random", "greedy", "random"), 3),
    "triangelspelet-pro-8": Game(rules("triangelspelet-pro"), DUO * 4, 4),
    "triangelspelet-3-blocked": Game(SWEDISH, ("greedy",) * 3, 5),
    "granna-3": Game(rules("granna"), TRIO, 1, last_winner=1, most=60),
    "granna-split-2": Game(rules("granna-split"), DUO, 2, last_winner=0, most=60),
    "granna-standard-points-3": Game(rules("granna-standard-points"), TRIO, 3, most=60),
    "triominos-de-2": Game(rules("triominos-de"), DUO, 1, most=60),
    "triominos-nl-3": Game(rules("triominos-nl"), TRIO, 2, most=60),
    "triominos-nl-literal-3": Game(rules("triominos-nl-literal"), TRIO, 3, most=60),
    "triominos-pressman-5": Game(rules("triominos-pressman"), (*TRIO, *DUO), 4, most=60),
    "triominos-goliath-3": Game(rules("triominos-goliath"), ("random",) * 3, 5, most=60),
    "triominos-english-4": Game(rules("triominos-english"), DUO * 2, 6, most=60),
    "triominos-children-2": Game(rules("triominos-children"), DUO, 7, most=60),
    "trekantspelet-1page-3": Game(rules("trekantspelet-1page"), TRIO, 8, most=60),
}


def short(tiles: tuple[Tile, ...]) -> str:
    """Tiles as text."""
    return " ".join(map(str, tiles)) or "none"


def tell(round: Round, seen: int) -> Iterator[str]:
    """A state in words: what happened since, then everything there is."""
    yield from (str(event) for event in round.events[seen:])
    yield f"board  {str(round.board) or 'empty'}"
    for seat, hand in enumerate(round.hands):
        yield f"hand {seat} {short(hand)}"
    yield f"pool   {len(round.pool)} tiles"
    yield f"scores {' '.join(map(str, round.scores))}"
    state = f"over: {round.end.value}" if round.end else f"seat {round.seat} to move"
    yield f"state  {state}, {len(round.legal_moves())} legal moves"


def playthrough(name: str) -> str:
    """The round as text, up to so many events."""
    rule_set, names, seed, last_winner, most = GAMES[name]
    rng = Random(seed)
    round = Round.deal(rule_set, len(names), rng, last_winner)
    parts = [f"{rule_set!r}, seed {seed}, players {' '.join(names)}", "\n".join(tell(round, 0))]
    number = 0
    while not round.is_over and len(round.events) < most:
        move: Move | None = round.legal_moves().only
        if move is None:
            move = player(names[round.seat]).choose(view_of(round, round.seat), rng)
        number, seen = number + 1, len(round.events)
        round = round.play(move)
        parts.append("\n".join([f"{number}. {move}", *tell(round, seen)]))
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = playthrough(name).splitlines()
    difference = list(difflib.unified_diff(kept, now, "kept", "now", lineterm="", n=1))
    assert not difference, "\n".join(["run `python tests/test_golden.py --write`", *difference[:40]])


def test_every_rule_set_has_a_game() -> None:
    assert {game.rules.id for game in GAMES.values()} == set(rule_sets())


def test_every_file_is_used_and_the_games_differ() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == set(GAMES)
    texts = {name: (FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES}
    assert "draws, since nobody can lead yet" in texts["triangelspelet-4-laps-by-lot"]
    assert "the round is blocked" in texts["triangelspelet-3-blocked"]
    assert "goes out" in texts["triangelspelet-2"]
    assert "turns up the first tile" in texts["granna-3"]
    assert "ends the turn" in texts["granna-3"] + texts["granna-split-2"]
    assert "shows a tile drawn for the lead" in texts["triominos-goliath-3"]
    assert "hexagon" in texts["triominos-de-2"] + texts["triominos-english-4"]


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(playthrough(game), encoding="utf-8")
        print(f"wrote {FOLDER / game}.txt")
