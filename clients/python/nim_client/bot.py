"""A bot, and how it plays: on a server, or by lines under `nim-bot`."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import secrets
import shlex
import subprocess
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from .client import Client, Lost, Message, Refused
from .game import Game
from .messages import Move, Player

log = logging.getLogger("nim_client")


class Bot:
    """Override `choose`. There is one instance per game, so it may keep state in `self`."""

    name: str | None = None
    """The name shown to others; the server invents one for None."""
    variants: list[str] | None = None
    """The variants that it plays; None for all."""
    version: str | None = None
    """The version of the program, 1 to 32 visible ASCII characters. It is declared in tournaments,
    and has to be the one that the bot's account names."""
    seed: int | None = None
    """The seed of its choices, below 2^53, if it has one."""
    deterministic: bool = False
    """Whether it promises the same move in the same game every time."""

    def choose(self, game: Game) -> Move | None:
        """The move to make, one of `game.legal_moves`; or None to resign. It may take its
        time: it runs on a thread where nobody waits."""
        raise NotImplementedError

    @classmethod
    def plays(cls, variant: str) -> bool:
        return cls.variants is None or variant in cls.variants

    @classmethod
    def declared(cls) -> Message:
        """What it says of its program in tournaments and on the line protocol."""
        said = {"version": cls.version, "seed": cls.seed, "deterministic": cls.deterministic or None}
        return {field: value for field, value in said.items() if value is not None}

    @classmethod
    def main(cls, arguments: list[str] | None = None) -> None:
        """The command line of a bot: `if __name__ == "__main__": MyBot.main()`."""
        parser = argparse.ArgumentParser(description=cls.__doc__)
        parser.add_argument("--url", default="ws://127.0.0.1:7070/ws")
        parser.add_argument("--name", default=cls.name)
        parser.add_argument("--token-file", type=Path, help="the secret of a registered bot")
        parser.add_argument("--games", type=int, help="leave after this many")
        parser.add_argument("--concurrency", type=int, default=4, help="games at once")
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--lines", action="store_true", help="speak the line protocol, for nim-bot")
        how.add_argument("--seek", metavar="JSON", help='offer this game, such as {"preset":"3-5-7"}')
        how.add_argument("--challenge", metavar="NAME", help="challenge this player to 3-5-7")
        how.add_argument("--tournament", metavar="ID", help="enter this tournament")
        how.add_argument("--check", action="store_true", help="report what breaks the line protocol")
        how.add_argument("--match", metavar="OPPONENTS", help="play perfect,random,... on this machine")
        options = parser.parse_args(arguments)
        if options.lines:
            return play_lines(cls)
        if options.check:
            sys.exit(nim_bot("conform", program()))
        if options.match:
            entrants = f"name={cls.name or cls.__name__};program:{program()},{options.match}"
            sys.exit(nim_bot("tournament", "--entrants", entrants))
        logging.basicConfig(level=logging.INFO, format="%(message)s")
        token = options.token_file.read_text().strip() if options.token_file else None
        client = Client(options.url, name=options.name, token=token)
        seek = json.loads(options.seek) if options.seek else None
        driver = Driver(cls, client, options.games, options.concurrency, seek, options.challenge)
        try:
            asyncio.run(driver.run(options.tournament))
        except KeyboardInterrupt:
            pass
        print(driver.score())


class Driver:
    """Finds games and asks a bot for each move. Without `seek`, `challenge` or a tournament
    it accepts open seeks. It always accepts challenges."""

    def __init__(
        self,
        bot: type[Bot],
        client: Client,
        games: int | None = None,
        concurrency: int = 4,
        seek: Message | None = None,
        challenge: str | None = None,
    ) -> None:
        self.bot, self.client = bot, client
        self.games, self.concurrency = games, concurrency
        self.seek, self.challenge = seek, challenge
        self.won = self.lost = self.no_result = 0
        self._tables: dict[str, Table] = {}
        self._offers: set[str] = set()
        # Offers that were taken or declined while some were made.
        self._answered: set[str] = set()
        self._seeks: dict[str, Message] = {}
        self._players: dict[str, Message] = {}
        self._finding = False
        self._tournament: str | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def score(self) -> str:
        played = self.won + self.lost + self.no_result
        return f"games={played} won={self.won} lost={self.lost} no_result={self.no_result}"

    async def run(self, tournament: str | None = None) -> None:
        """Plays until `games` are over or, in a tournament, until it is."""
        self._tournament = tournament
        async with self.client:
            if tournament:
                entry: Message = {"tournament": tournament, "nonce": secrets.token_hex(32)}
                # The server refuses it of people.
                if self.bot.declared() and self.client.you["kind"] == "bot":
                    entry["program"] = self.bot.declared()
                await self.client.request("enter", **entry)
                await self.client.request("follow", tournament=tournament, on=True)
            else:
                await self._look()
            async for event in self.client.events():
                await self._hear(event)
                if self._is_done() or self._is_over(event):
                    return

    def _is_done(self) -> bool:
        played = self.won + self.lost + self.no_result
        return self.games is not None and played >= self.games and not self._tables

    def _is_over(self, event: Message) -> bool:
        ours = event["t"] == "tournament" and event["tournament"] == self._tournament
        return ours and event["stage"] in ("finished", "cancelled")

    def _wants(self) -> int:
        """The number of further games to look for."""
        begun = len(self._tables) + len(self._offers)
        room = self.concurrency - begun
        if self.games is not None:
            room = min(room, self.games - begun - self.won - self.lost - self.no_result)
        return 0 if self._tournament else max(room, 0)

    async def _hear(self, event: Message) -> None:
        match event["t"]:
            case "seated" | "table":
                self._ended(event.get("offer"))
                self._sit(event)
            case "state":
                self._see(event)
            case "challenged":
                fits = self._wants() > 0 and self.bot.plays(event["game"]["variant"])
                reply = {} if fits else {"reason": "busy"}
                self._spawn(self.client.request("reply", challenge=event["challenge"], accept=fits, **reply))
            case "declined":
                self._ended(event["challenge"])
                self._spawn(self._look())
            case "ready_check":
                self._spawn(self.client.request("ready", tournament=event["tournament"]))
            case "lobby":
                self._seeks = {seek["seek"]: seek for seek in event["seeks"]}
                self._players = {player["id"]: player for player in event["players"]}
                self._spawn(self._find())
            case "lobby_delta":
                follow(self._seeks, event.get("seeks", {}), "seek")
                follow(self._players, event.get("players", {}), "id")
                self._spawn(self._find())

    async def _look(self) -> None:
        """Asks for the lobby; `_find` reacts to it."""
        if self.seek:
            await self._find()
        elif not self._tournament:
            await self.client.request("lobby", on=True)

    async def _find(self) -> None:
        if self._finding:
            return
        self._finding = True
        try:
            if self.seek:
                while self._wants():
                    offer = await self.client.request("seek", game=self.seek, seat="random", private=False)
                    self._made(offer["seek"])
            elif self.challenge:
                there = self._players.values()
                rival = next((p["id"] for p in there if self.challenge in p["name"]), None)
                while rival and self._wants():
                    game = {"preset": "3-5-7"}
                    offer = await self.client.request("challenge", player=rival, game=game, seat="random")
                    self._made(offer["challenge"])
            else:
                await self._accept()
        finally:
            self._finding = False
            self._answered.clear()

    def _made(self, offer: str) -> None:
        """An offer stands, unless what became of it was heard first: both may come at once."""
        if offer not in self._answered:
            self._offers.add(offer)

    def _ended(self, offer: str | None) -> None:
        """An offer was taken or declined."""
        if offer in self._offers:
            self._offers.remove(offer)
        elif offer and self._finding:
            self._answered.add(offer)

    async def _accept(self) -> None:
        mine = self.client.you.get("id")
        for seek, offer in list(self._seeks.items()):
            fits = self.bot.plays(offer["game"]["variant"]) and offer["by"]["id"] != mine
            if self._wants() and fits and not offer.get("rated"):
                self._seeks.pop(seek, None)
                self._offers.add(seek)
                try:
                    await self.client.request("accept", seek=seek)
                except Refused:
                    self._offers.discard(seek)

    def _sit(self, event: Message) -> None:
        state = event["state"]
        table = self._tables.get(state["table"])
        if table is None:
            players = [player["id"] for player in event["players"]]
            mine = players.index(self.client.you["id"]) if self.client.you["id"] in players else None
            seat = event.get("seat", mine)
            if seat is None:
                return
            table = self._tables[state["table"]] = Table(self.bot(), event, seat)
        self._see(state)

    def _see(self, state: Message) -> None:
        table = self._tables.get(state["table"])
        if table is None:
            return
        if state["over"]:
            winners = state["over"]["winners"]
            self.won += table.seat in winners
            self.lost += bool(winners) and table.seat not in winners
            self.no_result += not winners
            del self._tables[state["table"]]
            self.client.forget(state["table"])
            self._spawn(self._look())
        elif state["to_move"] == table.seat and table.thinking != state["ply"]:
            table.thinking = state["ply"]
            self._spawn(self._move(table, state))

    async def _move(self, table: Table, state: Message) -> None:
        where = state["table"]
        try:
            answer = await self.client.request("moves", table=where)
            if answer["ply"] != state["ply"]:
                return
            game = table.game(state, answer["moves"])
            move = await asyncio.to_thread(table.bot.choose, game)
            if move is None:
                await self.client.request("resign", table=where)
            else:
                await self.client.request("move", table=where, ply=state["ply"], move=move)
        except Refused as refused:
            if refused.code == "illegal_move":
                log.error("%s; resigning", refused)
                await self.client.request("resign", table=where)
            # Otherwise the game has moved on without us; the next state shows how.
        except Exception:
            log.exception("the bot failed; resigning")
            await self.client.request("resign", table=where)

    def _spawn(self, work: Awaitable[Any]) -> None:
        async def guarded() -> None:
            try:
                await work
            except (Refused, Lost) as error:
                log.info("%s", error)

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def follow(known: dict[str, Message], delta: Message, key: str) -> None:
    """Applies a change of one of the lobby's lists."""
    for gone in delta.get("gone", []):
        known.pop(gone, None)
    for entry in delta.get("set", []):
        known[entry[key]] = entry


class Table:
    """A game in which this player has a seat."""

    def __init__(self, bot: Bot, event: Message, seat: int) -> None:
        self.bot, self.seat = bot, seat
        self.setup: Message = event["game"]
        self.players: list[Player] = event["players"]
        self.thinking: int | None = None
        """The ply for which a move is being chosen."""

    def game(self, state: Message, legal_moves: list[Move] | None) -> Game:
        return Game(
            variant=self.setup["variant"],
            params=self.setup.get("params", {}),
            ending=self.setup["ending"],
            seat=self.seat,
            position=state["position"],
            ply=state["ply"],
            legal_moves=legal_moves or [],
            all_moves=legal_moves is not None,
            clock_ms=(state.get("clock") or {}).get("due_ms"),
            table=state["table"],
            players=self.players,
        )


def program() -> str:
    """This bot as a program for `nim-bot`, which has a shell read it."""
    return shlex.join([sys.executable, str(Path(sys.argv[0]).resolve()), "--lines"])


def nim_bot(*words: str) -> int:
    """Runs the program that comes with the server, and returns its exit code."""
    command = os.environ.get("NIM_BOT", "nim-bot")
    try:
        return subprocess.run([command, *words]).returncode
    except OSError as error:
        sys.exit(f"cannot run {command} ({error}): it comes with the server; NIM_BOT names it")


def play_lines(bot: type[Bot]) -> None:
    """The line protocol of docs/bots.md on standard input and output."""
    player, setup, told = bot(), {}, {}
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "hello":
            variants = {"variants": bot.variants} if bot.variants is not None else {}
            said = {"name": bot.name or bot.__name__} | variants | bot.declared()
            print("hello", json.dumps(said), flush=True)
        elif word == "newgame":
            player, setup = bot(), json.loads(rest)
        elif word == "position":
            told = json.loads(rest)
        elif word == "go":
            game = Game(
                variant=setup["variant"],
                params=setup.get("params", {}),
                ending=setup["ending"],
                seat=setup["seat"],
                position=told["position"],
                ply=told["ply"],
                legal_moves=told["legal_moves"],
                all_moves=told["all"],
                clock_ms=json.loads(rest).get("clock_ms"),
            )
            move = player.choose(game)
            print("resign" if move is None else f"bestmove {json.dumps(move)}", flush=True)
        elif word == "quit":
            return
