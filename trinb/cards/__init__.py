"""The card game Треугольник: rules, matches, exact odds, bots and records.

>>> from trinb.cards import CardMatch, Take, card_view, odds_of, Knowledge
>>> odds_of(Knowledge(peers=(2, 6), middle=3))[0].probability
Fraction(1, 1)

What needs numpy or numba is imported by its own name: `trinb.cards.equilibrium` solves the race for the right
to speak, and `trinb.cards.simulate` plays millions of rounds.
"""

from .chances import chance_to_win
from .matches import CardMatch
from .odds import (
    Knowledge,
    Odds,
    Worth,
    best,
    choose,
    gain,
    odds_of,
    own_chances,
    points_worth,
    value_of_speaking,
)
from .players import (
    Bot,
    CardPlayer,
    CarefulBot,
    ExpectedBot,
    MatchBot,
    RandomBot,
    card_player,
    card_player_names,
)
from .races import Reaction, next_card_move, play_card_match, race, reaching_times, read_reactions
from .records import CardRecord, moves_of, read_card_record, write_card_record
from .results import card_results
from .rounds import (
    NOBODY,
    SHOW,
    UNCLEAR,
    CardEnd,
    CardLine,
    CardMove,
    CardRound,
    Nobody,
    Phase,
    Say,
    Show,
    Take,
    Unclear,
    read_card_move,
)
from .rules import (
    CardRules,
    Points,
    Statement,
    card_names,
    card_rules,
    rank_name,
    read_card,
    read_cards,
    read_statement,
)
from .views import CardView, RoundView, card_view, seen_by

__all__ = [
    "NOBODY",
    "SHOW",
    "UNCLEAR",
    "Bot",
    "CardEnd",
    "CardLine",
    "CardMatch",
    "CardMove",
    "CardPlayer",
    "CardRecord",
    "CardRound",
    "CardRules",
    "CardView",
    "CarefulBot",
    "ExpectedBot",
    "Knowledge",
    "MatchBot",
    "Nobody",
    "Odds",
    "Phase",
    "Points",
    "RandomBot",
    "Reaction",
    "RoundView",
    "Say",
    "Show",
    "Statement",
    "Take",
    "Unclear",
    "Worth",
    "best",
    "card_names",
    "card_player",
    "card_player_names",
    "card_results",
    "card_rules",
    "card_view",
    "chance_to_win",
    "choose",
    "gain",
    "moves_of",
    "next_card_move",
    "odds_of",
    "own_chances",
    "play_card_match",
    "points_worth",
    "race",
    "rank_name",
    "reaching_times",
    "read_card",
    "read_card_move",
    "read_card_record",
    "read_cards",
    "read_reactions",
    "read_statement",
    "seen_by",
    "value_of_speaking",
    "write_card_record",
]
