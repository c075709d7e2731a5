"""Plays a whole game through the Python package websockets, both seats, with a
connection that is lost in the middle, and breaks the rules of the wire:
play.py ws://HOST:PORT/ws"""

import asyncio
import functools
import itertools
import json
import operator
import sys

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

GAME = {"variant": "nim", "params": {}, "ending": "normal", "start": {"heaps": [3, 5, 7]}}


class Player:
    """One connection; answers find their requests, events wait for `hear`."""

    def __init__(self, url, name):
        self.url, self.name, self.token = url, name, None
        self.cids, self.heard = itertools.count(1), []

    async def come(self):
        self.socket = await connect(self.url, subprotocols=["nim.v1"])
        # The client offers compression, which our server must not accept.
        assert self.socket.subprotocol == "nim.v1" and not self.socket.protocol.extensions
        known = {"token": self.token} if self.token else {}
        welcome = await self.ask(
            "welcome", t="hello", name=self.name, kind="bot", client="websockets", **known
        )
        self.token = self.token or welcome["token"]
        return self

    async def ask(self, answer, **request):
        cid = next(self.cids)
        await self.socket.send(json.dumps({"cid": cid, **request}))
        while True:
            message = json.loads(await self.socket.recv())
            if message.get("cid") == cid:
                assert message["t"] == answer, message
                return message
            self.heard.append(message)

    async def hear(self, kind):
        while True:
            message = self.heard.pop(0) if self.heard else json.loads(await self.socket.recv())
            if message["t"] == kind:
                return message


def best(heaps):
    total = functools.reduce(operator.xor, heaps)
    if not total:
        return [next(i for i, heap in enumerate(heaps) if heap), 1]
    heap = next(i for i, heap in enumerate(heaps) if heap ^ total < heap)
    return [heap, heaps[heap] - (heaps[heap] ^ total)]


async def game(url):
    players = [await Player(url, "Ada").come(), await Player(url, "Bob").come()]
    seeking = await players[0].ask("seeking", t="seek", game=GAME, seat="first")
    await players[1].ask("ok", t="accept", seek=seeking["seek"])
    seated = [await player.hear("seated") for player in players]
    state = seated[0]["state"]
    while not state.get("over"):
        seat, ply = state["to_move"], state["ply"]
        if ply == 2:
            # The connection drops without a close frame; the game remains.
            players[seat].socket.transport.abort()
            await players[seat].come()
            view = await players[seat].ask(
                "table", t="attach", table=state["table"], token=seated[seat]["token"]
            )
            assert view["state"]["ply"] == ply and len(view["moves"]) == ply, view
        move = best(state["position"]["heaps"])
        await players[seat].ask("ok", t="move", table=state["table"], ply=ply, move=move)
        while state["ply"] == ply and not state.get("over"):
            state = await players[1 - seat].hear("state")
    # 3, 5 and 7 are won for the first player.
    assert state["over"] == {"winners": [0], "reason": "played"}, state
    return state["ply"]


async def code_after(url, frame):
    """The close code that these bytes provoke."""
    player = await Player(url, "Eve").come()
    protocol = player.socket.protocol
    player.socket.transport.write(frame)
    try:
        while True:
            await player.socket.recv()
    except ConnectionClosed:
        return protocol.close_code


async def main(url):
    plies = await asyncio.wait_for(game(url), 60)
    for code, frame in [
        (1002, bytes([0xC1, 0x81, 0, 0, 0, 0, 0x78])),
        (1003, Frame(Opcode.BINARY, b"x").serialize(mask=True)),
        (1007, Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True)),
        (1009, Frame(Opcode.TEXT, b" " * (64 * 1024 + 1)).serialize(mask=True)),
    ]:
        told = await asyncio.wait_for(code_after(url, frame), 60)
        assert told == code, (told, code)
    print(f"websockets: a game of {plies} plies, four bad frames")


asyncio.run(main(sys.argv[1]))
