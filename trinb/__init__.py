"""trinb: triangular dominoes to play, study and teach.

>>> from trinb import Board, Placement, rules, score
>>> board = Board.parse("^0,0=555")
>>> print(score(rules("triangelspelet"), board, Placement.parse("v0,0=554")))
0 = +0 plain placement (§7)
"""

from .board import Board, Contact, Kind, Placement
from .deals import Deal
from .errors import Illegal, IllegalMove, NotationError, RecordError, RulesError, TrinbError
from .lattice import Cell, Vertex
from .matches import Match, MatchEnd
from .moves import Draw, EndTurn, Event, Move, Pass, Place
from .players import GreedyPlayer, Player, RandomPlayer, play_match, play_round, player
from .records import Record, read_record, write_record
from .rounds import End, Round
from .ruleset import RuleSet, rule_sets, rules
from .scoring import Line, Score, score
from .tiles import Tile, TileSet, tile_set, tile_sets
from .view import PlayerView, view_of
from .words import language

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Cell",
    "Contact",
    "Deal",
    "Draw",
    "End",
    "EndTurn",
    "Event",
    "GreedyPlayer",
    "Illegal",
    "IllegalMove",
    "Kind",
    "Line",
    "Match",
    "MatchEnd",
    "Move",
    "NotationError",
    "Pass",
    "Place",
    "Placement",
    "Player",
    "PlayerView",
    "RandomPlayer",
    "Record",
    "RecordError",
    "Round",
    "RuleSet",
    "RulesError",
    "Score",
    "Tile",
    "TileSet",
    "TrinbError",
    "Vertex",
    "language",
    "play_match",
    "play_round",
    "player",
    "read_record",
    "rule_sets",
    "rules",
    "score",
    "tile_set",
    "tile_sets",
    "view_of",
    "write_record",
]
