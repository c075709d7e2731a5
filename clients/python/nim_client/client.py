"""One player on a server, over as many connections as it takes.

A lost connection is reopened, with back-off; the client identifies itself and attaches to
its running games. Requests that are safe to repeat are repeated.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import AsyncIterator
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

Message = dict[str, Any]

# Requests that the server carries out once however often they are sent, or that
# change nothing. After a lost connection the others could be carried out twice.
REPEATABLE = frozenset(
    ["ping", "move", "moves", "choose", "resign", "attach", "watch", "unwatch", "lobby"]
    + ["enter", "leave", "ready", "attest", "follow", "takeback", "rematch"]
)
# Close codes after which reconnecting is useless or unwelcome: docs/protocol.md.
FINAL = frozenset([1000, 1002, 1003, 1007, 1008, 1009, 4400, 4403, 4409, 4410])
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
# A server that has not answered within this time counts as lost.
ANSWER_WITHIN = 30.0
# The most unread events. The server has the full state, so old ones are dropped.
MAX_WAITING = 10_000
# A server that asks for more patience than this is asked again anyway.
LONGEST_ASKED = 60.0


class Refused(Exception):
    """The server's `error`: `code` is for programs, `cause` has the exact reason."""

    def __init__(self, answer: Message) -> None:
        super().__init__(f"{answer['code']}: {answer['message']}")
        self.code: str = answer["code"]
        self.cause: Message = answer.get("cause", {})
        self.retry_after_ms: int | None = answer.get("retry_after_ms")


class Lost(Exception):
    """The connection was lost; it is not known whether the request was carried out."""


class Closed(Exception):
    """The server has closed the connection for good."""


class Client:
    """`async with Client(url, name="Ada") as client:` and then requests and events."""

    def __init__(
        self, url: str, *, name: str | None = None, token: str | None = None, kind: str = "bot"
    ) -> None:
        self.url = url
        self.token = token
        """The player's secret; the server issues one to a new player."""
        self.you: Message = {}
        """The player, once connected: `id`, `name`, `kind`."""
        self._hello = {"kind": kind, "client": "nim-client 0.1.0"} | ({"name": name} if name else {})
        self._cids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        self._events: asyncio.Queue[Message | None] = asyncio.Queue(MAX_WAITING)
        self._seats: dict[str, str] = {}
        self._connected = asyncio.Event()
        self._wire: ClientConnection | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._failure: Exception | None = None

    async def __aenter__(self) -> Client:
        self._keeper = asyncio.create_task(self._keep())
        try:
            await self._until_connected()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._keeper:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)

    async def request(self, t: str, **fields: Any) -> Message:
        """Sends a request and returns its answer.

        A refusal that says when to come back is repeated then, and a lost connection
        is waited for where the request can be repeated.

        Raises Refused, Lost or Closed.
        """
        while True:
            await self._until_connected()
            try:
                return await self._ask(t, fields)
            except Refused as refused:
                if refused.retry_after_ms is None or refused.code != "busy":
                    raise
                await asyncio.sleep(refused.retry_after_ms / 1000)
            except Lost:
                if t not in REPEATABLE:
                    raise

    async def events(self) -> AsyncIterator[Message]:
        """All events, and the `table` of each resumed game. Ends when
        the server closes for good, by raising Closed."""
        while (event := await self._events.get()) is not None:
            yield event
        raise self._failure or Closed("closed")

    def forget(self, table: str) -> None:
        """No longer attaches to this table after a reconnect."""
        self._seats.pop(table, None)

    async def _ask(self, t: str, fields: Message) -> Message:
        if not self._wire:
            raise Lost("not connected")
        cid = next(self._cids) % 2**32
        answer = asyncio.get_running_loop().create_future()
        self._waiting[cid] = answer
        try:
            await self._wire.send(json.dumps({"t": t, "cid": cid} | fields))
            message: Message = await asyncio.wait_for(answer, ANSWER_WITHIN)
        except (ConnectionClosed, asyncio.TimeoutError) as error:
            raise Lost(str(error)) from error
        finally:
            del self._waiting[cid]
        if message["t"] == "error":
            raise Refused(message)
        return message

    async def _until_connected(self) -> None:
        await self._connected.wait()
        if self._failure:
            raise self._failure

    async def _keep(self) -> None:
        """Keeps a connection open until the server closes for good."""
        try:
            lost_at = time.monotonic()
            while True:
                asked = 0.0
                try:
                    async with connect(self.url, subprotocols=[Subprotocol("nim.v1")], compression=None, max_size=2**24) as wire:
                        reading = asyncio.create_task(self._read(wire))
                        try:
                            with contextlib.suppress(Lost):
                                await self._greet(wire)
                                try:
                                    await reading
                                finally:
                                    lost_at = time.monotonic()
                        finally:
                            reading.cancel()
                            await asyncio.gather(reading, return_exceptions=True)
                            self._lose()
                        # The connection has these itself only in later versions of the library.
                        code, reason = wire.protocol.close_code, wire.protocol.close_reason
                        if code in FINAL:
                            raise Closed(f"{code} {reason}")
                except InvalidStatus as error:
                    if error.response.status_code not in (429, 502, 503):
                        raise Closed(str(error)) from error
                    asked = _asked(error.response.headers.get("Retry-After", ""))
                except (OSError, WebSocketException, Lost):
                    pass
                # Up to half of the outage: nobody misses much more of it than they had to.
                wait = min(max((time.monotonic() - lost_at) / 2, FIRST_WAIT), LONGEST_WAIT)
                await asyncio.sleep(asked + random.uniform(0, wait))
        except Exception as failure:
            # Whatever it is: nobody may wait for a connection that never comes.
            self._failure = failure
            self._connected.set()
            if self._events.full():
                self._events.get_nowait()
            self._events.put_nowait(None)

    async def _greet(self, wire: ClientConnection) -> None:
        """Sends `hello`, and attaches to the running games."""
        self._wire = wire
        token = {"token": self.token} if self.token else {}
        welcome = await self._ask("hello", self._hello | token)
        self.you = welcome["you"]
        self.token = welcome.get("token", self.token)
        for table in {*welcome.get("games", []), *self._seats}:
            seat = self._seats.get(table)
            try:
                state = await self._ask("attach", {"table": table} | ({"token": seat} if seat else {}))
            except Refused:
                self.forget(table)
            else:
                self._put(state)
        self._connected.set()

    def _lose(self) -> None:
        self._connected.clear()
        self._wire = None
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(Lost("the connection was lost"))

    async def _read(self, wire: ClientConnection) -> None:
        """Reads until the connection is closed; its close code then says whether for good."""
        with contextlib.suppress(ConnectionClosed):
            async for text in wire:
                message = json.loads(text)
                answer = self._waiting.get(message.get("cid"))
                if answer and not answer.done():
                    answer.set_result(message)
                elif "cid" not in message:
                    if message["t"] == "seated":
                        self._seats[message["state"]["table"]] = message["token"]
                    self._put(message)
        self._lose()

    def _put(self, event: Message) -> None:
        if self._events.full():
            self._events.get_nowait()
        self._events.put_nowait(event)


def _asked(retry_after: str) -> float:
    """How long a server asks to be left alone, in seconds."""
    return min(float(retry_after), LONGEST_ASKED) if retry_after.isdigit() else 0.0
