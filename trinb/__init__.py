"""trinb: triangular dominoes to play, study and teach.

>>> from trinb import Board, Placement
>>> board = Board.parse("^0,0=555")
>>> board.place(Placement.parse("v0,0=554"))
Board.parse('^0,0=555 v0,0=554')
"""

from .board import Board, Contact, Kind, Placement
from .errors import Illegal, IllegalMove, NotationError, RecordError, RulesError, TrinbError
from .lattice import Cell, Vertex
from .tiles import Tile, TileSet, tile_set, tile_sets

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Cell",
    "Contact",
    "Illegal",
    "IllegalMove",
    "Kind",
    "NotationError",
    "Placement",
    "RecordError",
    "RulesError",
    "Tile",
    "TileSet",
    "TrinbError",
    "Vertex",
    "tile_set",
    "tile_sets",
]
