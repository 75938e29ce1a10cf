"""Matches of the card game for the tests: random moves, random packs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from trinb.cards import CardMatch, CardMove, CardRules, card_rules, read_card_move, read_cards
from trinb.cards.rounds import Phase, Say

READINGS = [
    card_rules(),
    card_rules().with_reading("another-round"),
    card_rules().with_reading("no-peers-odd"),
    card_rules().with_reading("another-round").with_reading("no-peers-odd"),
]


def dealt(cards: str, rules: CardRules | None = None) -> CardMatch:
    """A match whose pack begins with these cards; the rest follows in order."""
    rules = rules or card_rules()
    first, rest = read_cards(cards), list(rules.pack)
    for card in first:
        rest.remove(card)
    return CardMatch.start(rules).with_pack((*first, *rest))


def play(match: CardMatch, *moves: str) -> CardMatch:
    """The match after these moves."""
    for move in moves:
        match = match.play(read_card_move(move))
    return match


def spoken(speaker: int, statement: str) -> tuple[str, str, str]:
    """The moves of a round in which somebody says something."""
    return "show", f"take {speaker}", f"say {statement}"


def random_moves(match: CardMatch, rng: Random, count: int) -> list[CardMatch]:
    """All states after so many moves, or fewer if somebody wins; two of three statements are right."""
    states = [match]
    while len(states) <= count and not match.is_over:
        match = match.play(_move(match, rng))
        states.append(match)
    return states


def _move(match: CardMatch, rng: Random) -> CardMove:
    round, moves = match.round, match.round.moves
    if round.phase is Phase.TAKEN and rng.random() < 0.6:
        assert round.speaker is not None
        mine, peers = round.cards[round.speaker], round.peers(round.speaker)
        moves = tuple(move for move in moves if isinstance(move, Say) and move.statement.holds(mine, peers))
    return rng.choice(moves)


@st.composite
def matches(draw: st.DrawFn, rules: Sequence[CardRules] = READINGS, most: int = 60) -> list[CardMatch]:
    """All states of a random match."""
    rng = Random(draw(st.integers(0, 10**6)))
    match = CardMatch.start(draw(st.sampled_from(rules)), draw(st.integers(0, 10**6)))
    return random_moves(match, rng, draw(st.integers(0, most)))
