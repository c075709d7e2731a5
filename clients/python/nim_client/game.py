"""A game from its player's point of view."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .messages import Move, Player


@dataclass
class Game:
    """The game in which a bot has to move. Positions and moves have the JSON of docs/games.md."""

    variant: str
    params: dict[str, Any]
    ending: str
    seat: int
    """This player's seat, from 0; seat 0 moves first."""
    position: Any
    ply: int
    """The number of moves made so far."""
    legal_moves: list[Move]
    """In ascending order, if there are at most a thousand."""
    all_moves: bool = True
    """Whether `legal_moves` is complete. If not, a server sends none, and the line protocol the
    first thousand."""
    clock_ms: int | None = None
    """Milliseconds until the server ends the game; None without a clock."""
    table: str | None = None
    """The table's id; None on the line protocol."""
    players: list[Player] = field(default_factory=list)
