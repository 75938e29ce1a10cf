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

import pytest

from trinb import Move, Round, RuleSet, Tile, player, rules, view_of

FOLDER = Path(__file__).parent / "golden"
SWEDISH = rules("triangelspelet")

GAMES: dict[str, tuple[RuleSet, tuple[str, ...], int]] = {
    "triangelspelet-2": (SWEDISH, ("greedy", "random"), 1),
    "triangelspelet-4-greedy": (SWEDISH, ("greedy",) * 4, 2),
    "triangelspelet-4-laps-by-lot": (
        SWEDISH.with_reading("first-lap-by-lot").with_reading("plain-scores-sum"),
        ("random",) * 4,
        29,
    ),
    "triangelspelet-late-draw-3": (rules("triangelspelet-late-draw"), ("random", "greedy", "random"), 3),
    "triangelspelet-pro-8": (rules("triangelspelet-pro"), ("greedy", "random") * 4, 4),
    "triangelspelet-3-blocked": (SWEDISH, ("greedy",) * 3, 5),
}
"""Rule set, players and seed of each."""


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
    """The whole round as text."""
    rule_set, names, seed = GAMES[name]
    rng = Random(seed)
    round = Round.deal(rule_set, len(names), rng)
    parts = [f"{rule_set!r}, seed {seed}, players {' '.join(names)}", "\n".join(tell(round, 0))]
    number = 0
    while not round.is_over:
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


def test_every_file_is_used_and_the_games_differ() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == set(GAMES)
    texts = {name: (FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES}
    assert "draws, since nobody can lead yet" in texts["triangelspelet-4-laps-by-lot"]
    assert "the round is blocked" in texts["triangelspelet-3-blocked"]
    assert "goes out" in texts["triangelspelet-2"]


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(playthrough(game), encoding="utf-8")
        print(f"wrote {FOLDER / game}.txt")
