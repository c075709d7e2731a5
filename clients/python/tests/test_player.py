"""One player over several connections, with a server that the test plays: what is said after each,
what is repeated, and how it ends."""

import asyncio
import json
import sys
import unittest
from http import HTTPStatus
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from websockets.asyncio.server import serve

PACKAGE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PACKAGE))

from nim_client import Client, Refused  # noqa: E402
from nim_client import client as module  # noqa: E402
from nim_client.client import Closed, Lost  # noqa: E402

YOU = {"id": "me", "name": "Ada", "kind": "bot"}
WELCOME = {"t": "welcome", "you": YOU, "token": "secret"}
PATIENCE = 60
SCHEMAS = PACKAGE.parents[1] / "server" / "schema"


def error(code, **more):
    return {"t": "error", "code": code, "message": "why"} | more


def seated(table, token):
    return {"t": "seated", "seat": 0, "token": token, "state": {"table": table}}


class PlayerTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        # Chance says to try again at once.
        patch = mock.patch.object(module.random, "uniform", lambda least, most: least)
        patch.start()
        self.addCleanup(patch.stop)
        self.arrived = asyncio.Queue()
        self.refusals, self.patience = [], None
        server = await serve(
            self.accept, "127.0.0.1", 0, subprotocols=["nim.v1"], process_request=self.refuse
        )
        self.addAsyncCleanup(server.wait_closed)
        self.addCleanup(server.close)
        self.url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws"

    async def accept(self, wire):
        self.arrived.put_nowait(wire)
        await wire.wait_closed()

    def refuse(self, wire, _):
        if not self.refusals:
            return None
        refusal = wire.respond(self.refusals.pop(0), "")
        if self.patience:
            refusal.headers["Retry-After"] = self.patience
        return refusal

    def enter(self, **options):
        """A client that connects, and the task in which it does."""
        client = Client(self.url, **options)
        self.addAsyncCleanup(client.__aexit__)
        return client, asyncio.create_task(client.__aenter__())

    async def within(self, work):
        return await asyncio.wait_for(work, PATIENCE)

    async def answer(self, message):
        """Answers the next request on the newest connection, and returns it."""
        request = json.loads(await self.within(self.wire.recv()))
        await self.wire.send(json.dumps(message | {"cid": request.pop("cid")}))
        return request

    async def welcome(self, **more):
        """Takes the next connection and says who this is."""
        self.wire = await self.within(self.arrived.get())
        return await self.answer(WELCOME | more)

    async def connect(self, **options):
        client, entering = self.enter(**options)
        await self.welcome()
        await self.within(entering)
        return client

    async def tell(self, event):
        await self.wire.send(json.dumps(event))

    async def events(self, client, count):
        seen = []
        async for event in client.events():
            seen.append(event)
            if len(seen) == count:
                return seen

    async def test_a_player_says_what_they_are_and_learns_who(self):
        client, entering = self.enter(name="Ada")
        self.assertEqual((client.you, client.token), ({}, None))
        hello = await self.welcome()
        self.assertEqual(hello, {"t": "hello", "kind": "bot", "client": "nim-client 0.1.0", "name": "Ada"})
        self.assertIs(await self.within(entering), client)
        self.assertEqual((client.you, client.token), (YOU, "secret"))
        self.assertEqual(self.wire.subprotocol, "nim.v1")

    async def test_a_player_may_have_a_secret_and_a_kind_and_needs_no_name(self):
        client, entering = self.enter(token="mine", kind="person")
        self.wire = await self.within(self.arrived.get())
        hello = await self.answer({"t": "welcome", "you": YOU})
        expected = {"t": "hello", "kind": "person", "client": "nim-client 0.1.0", "token": "mine"}
        self.assertEqual(hello, expected)
        await self.within(entering)
        self.assertEqual(client.token, "mine", "a secret that is known is not told again")

    async def test_each_request_has_its_own_answer_and_events_have_none(self):
        client = await self.connect()
        asked = [asyncio.create_task(client.request(t, table=t)) for t in ("moves", "watch")]
        requests = [json.loads(await self.within(self.wire.recv())) for _ in asked]
        self.assertEqual([(one["t"], one["table"]) for one in requests], [("moves", "moves"), ("watch", "watch")])
        cids = [one["cid"] for one in requests]
        self.assertEqual(cids[1], cids[0] + 1)
        await self.tell({"t": "table", "cid": cids[1]})
        await self.tell({"t": "notice", "message": "hello"})
        await self.tell({"t": "ok", "cid": 99})
        await self.tell({"t": "moves", "cid": cids[0]})
        await self.tell({"t": "notice", "message": "last"})
        answers = await self.within(asyncio.gather(*asked))
        self.assertEqual([one["t"] for one in answers], ["moves", "table"])
        seen = await self.within(self.events(client, 2))
        self.assertEqual([one["message"] for one in seen], ["hello", "last"])

    async def test_a_refusal_has_everything_that_the_server_says(self):
        client = await self.connect()
        for more, cause, after in [
            ({"cause": {"kind": "missing"}, "retry_after_ms": 70}, {"kind": "missing"}, 70),
            ({}, {}, None),
        ]:
            asked = asyncio.create_task(client.request("moves"))
            await self.answer(error("not_found", **more))
            with self.assertRaises(Refused) as caught:
                await self.within(asked)
            why = caught.exception
            self.assertEqual((str(why), why.code), ("not_found: why", "not_found"))
            self.assertEqual((why.cause, why.retry_after_ms), (cause, after))

    async def test_a_busy_server_is_asked_again_when_it_says(self):
        client = await self.connect()
        slept = []

        async def sleep(seconds):
            slept.append(seconds)

        with mock.patch.object(module.asyncio, "sleep", sleep):
            asked = asyncio.create_task(client.request("accept", seek="s"))
            await self.answer(error("busy", retry_after_ms=70))
            self.assertEqual(await self.answer({"t": "ok"}), {"t": "accept", "seek": "s"})
            self.assertEqual((await self.within(asked))["t"], "ok")
            self.assertEqual(slept, [0.07])
        asked = asyncio.create_task(client.request("accept"))
        await self.answer(error("busy"))
        with self.assertRaises(Refused):
            await self.within(asked)

    async def test_what_may_be_repeated_is_after_a_loss_and_the_rest_is_lost(self):
        client = await self.connect()
        once, again = [asyncio.create_task(client.request(t)) for t in ("seek", "moves")]
        for _ in range(2):
            await self.within(self.wire.recv())
        await self.wire.close(1001)
        with self.assertRaises(Lost) as caught:
            await self.within(once)
        self.assertEqual(str(caught.exception), "the connection was lost")
        self.assertEqual((await self.welcome())["token"], "secret", "the same player")
        self.assertEqual(await self.answer({"t": "moves"}), {"t": "moves"})
        self.assertEqual((await self.within(again))["t"], "moves")

    async def test_exactly_what_the_server_carries_out_once_is_repeated(self):
        asked = json.loads((SCHEMAS / "client.json").read_text())["oneOf"]
        names = sorted({one["properties"]["t"]["const"] for one in asked} - {"hello"})
        repeated = "attach attest choose enter follow leave lobby move moves ping ready rematch resign"
        repeated += " takeback unwatch watch"
        client = await self.connect()
        seen = []
        for name in names:
            asked = asyncio.create_task(client.request(name))
            await self.within(self.wire.recv())
            await self.wire.close(1001)
            await self.welcome()
            if asked.done():
                self.assertIsInstance(asked.exception(), Lost)
            else:
                self.assertEqual((await self.answer({"t": "ok"}))["t"], name)
                await self.within(asked)
                seen.append(name)
        self.assertEqual(seen, repeated.split())

    async def test_a_returning_player_attaches_to_the_games_they_have(self):
        client = await self.connect()
        for event in (seated("A", "a"), seated("B", "b"), {"t": "state", "table": "A"}):
            await self.tell(event)
        await self.within(self.events(client, 3))
        client.forget("B")
        client.forget("unknown")
        await self.wire.close(1001)
        await self.welcome(games=["A", "E"])
        for _ in range(2):
            attach = json.loads(await self.within(self.wire.recv()))
            cid, table = attach.pop("cid"), attach.get("table")
            token = {"token": "a"} if table == "A" else {}
            self.assertEqual(attach, {"t": "attach", "table": table} | token)
            view = {"t": "table", "state": {"table": table}} if table == "A" else error("not_found")
            await self.tell(view | {"cid": cid})
        seen = await self.within(self.events(client, 1))
        self.assertEqual([(one["t"], one["state"]["table"]) for one in seen], [("table", "A")])
        # A seat that the server no longer has is forgotten.
        await self.wire.close(1001)
        await self.welcome()
        self.assertEqual(await self.answer(error("not_found")), {"t": "attach", "table": "A", "token": "a"})
        await self.wire.close(1001)
        await self.welcome()
        asked = asyncio.create_task(client.request("ping"))
        self.assertEqual(await self.answer({"t": "pong"}), {"t": "ping"})
        await self.within(asked)

    async def test_leaving_closes_the_connection(self):
        client = await self.connect()
        await client.__aexit__()
        await self.within(self.wire.wait_closed())
        self.assertTrue(self.arrived.empty())

    async def test_whoever_the_server_refuses_is_told_so_now_and_later(self):
        client, entering = self.enter()
        self.wire = await self.within(self.arrived.get())
        await self.answer(error("invalid"))
        for work in (lambda: entering, lambda: client.request("ping"), lambda: self.events(client, 1)):
            with self.assertRaises(Refused) as caught:
                await self.within(work())
            self.assertEqual(caught.exception.code, "invalid")
        self.assertTrue(self.arrived.empty())

    async def test_a_server_that_closes_for_good_ends_requests_and_events(self):
        for code in (1000, 1002, 1003, 1007, 1008, 1009, 4400, 4403, 4409, 4410):
            client = await self.connect()
            await self.tell({"t": "notice", "message": "unread"})
            await self.wire.close(code, "reason")
            for work in (lambda: self.events(client, 2), lambda: client.request("ping")):
                with self.assertRaises(Closed) as caught:
                    await self.within(work())
                self.assertEqual(str(caught.exception), f"{code} reason")
            self.assertTrue(self.arrived.empty())

    async def test_a_server_that_closes_for_good_instead_of_a_welcome_is_not_tried_again(self):
        _, entering = self.enter()
        wire = await self.within(self.arrived.get())
        await self.within(wire.recv())
        await wire.close(4403, "banned")
        with self.assertRaises(Closed) as caught:
            await self.within(entering)
        self.assertEqual(str(caught.exception), "4403 banned")
        # After any other close it returns, without waiting for the answer.
        _, entering = self.enter()
        wire = await self.within(self.arrived.get())
        await self.within(wire.recv())
        await wire.close(1011)
        await self.welcome()
        await self.within(entering)

    async def test_after_other_closes_it_returns(self):
        client = await self.connect()
        for code in (1001, 1011, 1012, 1013, 4401, 4408):
            await self.wire.close(code)
            await self.welcome()
        asked = asyncio.create_task(client.request("ping"))
        await self.answer({"t": "pong"})
        await self.within(asked)

    async def test_an_overloaded_server_is_tried_again_and_one_that_refuses_is_not(self):
        self.refusals = [HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE]
        client = await self.connect()
        self.assertEqual((self.refusals, client.you), ([], YOU))
        self.refusals = [HTTPStatus.NOT_FOUND, HTTPStatus.NOT_FOUND]
        _, entering = self.enter()
        with self.assertRaises(Closed):
            await self.within(entering)
        self.assertEqual(len(self.refusals), 1)

    async def test_a_server_that_does_not_answer_is_lost(self):
        client = await self.connect()
        with mock.patch.object(module, "ANSWER_WITHIN", 0):
            with self.assertRaises(Lost):
                await self.within(client.request("seek"))

    async def test_the_pauses_between_tries_grow_with_the_outage_to_a_bound(self):
        now, most = [100.0], []

        def uniform(least, longest):
            self.assertEqual(least, 0)
            most.append(longest)
            # The next try takes a second, the fourth longer.
            now[0] += 1 if len(most) < 4 else 100
            return 0

        with (
            mock.patch.object(module.random, "uniform", uniform),
            mock.patch.object(module, "time", SimpleNamespace(monotonic=lambda: now[0])),
        ):
            self.refusals = [HTTPStatus.BAD_GATEWAY] * 5
            client = await self.connect()
            self.assertEqual(most, [0.5, 0.5, 1.0, 1.5, 30.0])
            # An outage begins when the connection is lost, however long that was there.
            now[0] += 1000
            await self.wire.close(1011)
            await self.welcome()
            self.assertEqual(most[5:], [0.5])
            await client.__aexit__()

    async def test_a_server_that_asks_for_patience_is_left_alone_for_so_long_and_a_pause_more(self):
        waited, pause = [], asyncio.sleep

        async def sleep(seconds):
            # Connections sleep too, to keep themselves alive.
            if seconds == 7.25:
                waited.append(seconds)
            await pause(0 if seconds == 7.25 else seconds)

        with (
            mock.patch.object(module.random, "uniform", lambda *_: 0.25),
            mock.patch.object(module.asyncio, "sleep", sleep),
        ):
            self.refusals, self.patience = [HTTPStatus.TOO_MANY_REQUESTS], "7"
            await self.connect()
        self.assertEqual(waited, [7.25])

    def test_a_server_that_asks_for_patience_gets_it_within_reason(self):
        asked = {"7": 7.0, "60": 60.0, "61": 60.0, "": 0.0, "-1": 0.0, "soon": 0.0, "1.5": 0.0}
        self.assertEqual({text: module._asked(text) for text in asked}, asked)

    async def test_numbers_of_requests_begin_anew_and_answers_are_forgotten(self):
        client = await self.connect()
        client._cids = module.itertools.count(2**32 - 1)
        for cid in (2**32 - 1, 0):
            asked = asyncio.create_task(client.request("ping"))
            request = json.loads(await self.within(self.wire.recv()))
            self.assertEqual(request["cid"], cid)
            await self.tell({"t": "pong", "cid": cid})
            await self.within(asked)
        self.assertEqual(client._waiting, {})

    async def test_an_answer_that_comes_twice_counts_once(self):
        client = await self.connect()
        asked = asyncio.create_task(client.request("ping"))
        request = json.loads(await self.within(self.wire.recv()))
        for n in (1, 2):
            await self.tell({"t": "pong", "n": n, "cid": request["cid"]})
        self.assertEqual((await self.within(asked))["n"], 1)
        asked = asyncio.create_task(client.request("ping"))
        self.assertEqual(await self.answer({"t": "pong"}), {"t": "ping"})
        await self.within(asked)

    async def test_a_client_that_leaves_waits_for_its_connection_to_end(self):
        client = await self.connect()
        await client.__aexit__()
        self.assertTrue(client._keeper.done())
        # Also one that is called off while it connects, or that never did.
        client, entering = self.enter()
        await self.within(self.arrived.get())
        entering.cancel()
        await asyncio.wait([entering])
        self.assertTrue(client._keeper.done())
        await Client(self.url).__aexit__()

    async def test_ten_thousand_unread_events_are_kept(self):
        client = Client(self.url)
        for n in range(10_001):
            client._put({"t": "notice", "n": n})
        self.assertEqual([(await self.events(client, 1))[0]["n"], client._events.qsize()], [1, 9_999])

    async def test_the_oldest_unread_events_are_dropped(self):
        with mock.patch.object(module, "MAX_WAITING", 3):
            client = await self.connect()
        for n in range(5):
            await self.tell({"t": "notice", "n": n})
        asked = asyncio.create_task(client.request("ping"))
        await self.answer({"t": "pong"})
        await self.within(asked)
        self.assertEqual([one["n"] for one in await self.events(client, 3)], [2, 3, 4])
        # The end is told also where nobody has read.
        for n in range(3):
            await self.tell({"t": "notice", "n": n})
        await self.wire.close(4403, "")
        with self.assertRaises(Closed):
            await self.within(self.events(client, 4))


if __name__ == "__main__":
    unittest.main()
