"""Plays on a nim-server. `class MyBot(Bot): def choose(self, game)` is a whole bot."""

from .bot import Bot
from .client import Client, Closed, Lost, Refused
from .game import Game

__all__ = ["Bot", "Client", "Closed", "Game", "Lost", "Refused"]
