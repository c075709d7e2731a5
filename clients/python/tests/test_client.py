"""The client against the real server, also while that is killed: python3 -m unittest discover
clients/python/tests. NIM_BIN names the folder of nim-server and nim-bot."""

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.request
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PACKAGE))

from nim_client import Bot, Client, Refused  # noqa: E402
from nim_client.bot import Driver  # noqa: E402

BIN = Path(os.environ.get("NIM_BIN", PACKAGE.parents[1] / "target/debug"))
PATIENCE = 120


class Server:
    """A server with its own data folder, which can be killed and restarted."""

    def __init__(self, *, house_bots: str = "on") -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.options = ["--data", self.folder.name, "--house-bots", house_bots]
        self.start("127.0.0.1:0")

    def start(self, address: str) -> None:
        command = [BIN / "nim-server", "--child", "--listen", address, *self.options]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        self.address = self.process.stdout.readline().decode().rsplit("/", 1)[1].strip()
        self.url = f"ws://{self.address}/ws"

    def restart(self) -> None:
        """Kills it, as a power cut would, and restarts it at the same address."""
        self.process.send_signal(signal.SIGKILL)
        self.close_pipes()
        self.start(self.address)

    def stop(self) -> None:
        self.process.terminate()
        self.close_pipes()
        self.folder.cleanup()

    def post(self, path: str, token: str, **body: object) -> dict:
        """A request over HTTP: the answer's JSON."""
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        request = urllib.request.Request(f"http://{self.address}{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def get(self, path: str) -> dict:
        with urllib.request.urlopen(f"http://{self.address}{path}") as answer:
            return json.load(answer)

    def close_pipes(self) -> None:
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class First(Bot):
    """Makes the first legal move."""

    name = "First"

    def choose(self, game):
        assert game.all_moves and game.legal_moves
        return game.legal_moves[0]


def driver(bot, server, **options):
    return Driver(bot, Client(server.url, name=bot.name), **options)


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(house_bots="off")
        self.addCleanup(lambda: self.server.stop())

    def play(self, *work):
        async def together():
            await asyncio.wait_for(asyncio.gather(*work), PATIENCE)

        asyncio.run(together())

    def test_bots_offer_and_accept_several_games_at_once(self):
        offers = driver(First, self.server, games=6, concurrency=3, seek={"preset": "3-5-7"})
        accepts = driver(First, self.server, games=6, concurrency=3)
        self.play(offers.run(), accepts.run())
        self.assertEqual(offers.won + offers.lost, 6, offers.score())
        self.assertEqual((offers.won, offers.lost), (accepts.lost, accepts.won))

    def test_games_go_on_after_the_server_was_killed(self):
        server = self.server

        class Slow(First):
            kills = 2

            def choose(self, game):
                if game.ply >= 2 and Slow.kills:
                    Slow.kills -= 1
                    server.restart()
                return super().choose(game)

        one = {"variant": "nim", "ending": "normal", "start": {"heaps": [3, 3, 3]}}
        offers = driver(Slow, server, games=1, concurrency=1, seek=one)
        accepts = driver(First, server, games=1, concurrency=1)
        self.play(offers.run(), accepts.run())
        self.assertEqual(Slow.kills, 0)
        self.assertEqual(offers.won + accepts.won, 1, offers.score())

    def test_a_fault_of_the_client_is_raised_and_not_waited_for(self):
        class Faulty(Client):
            async def _greet(self, wire):
                raise ValueError("on purpose")

        async def connect():
            async with Faulty(self.server.url):
                pass

        with self.assertRaises(ValueError):
            self.play(connect())

    def test_a_bot_that_fails_resigns(self):
        class Broken(First):
            def choose(self, game):
                raise ValueError("on purpose")

        offers = driver(Broken, self.server, games=1, seek={"preset": "3-5-7"})
        accepts = driver(First, self.server, games=1)
        with self.assertLogs("nim_client", "ERROR"):
            self.play(offers.run(), accepts.run())
        self.assertEqual((offers.lost, accepts.won), (1, 1))

    def test_a_player_who_comes_later_is_challenged(self):
        class Later(First):
            name = "Later"

        challenges = driver(First, self.server, games=1, challenge="Later")
        later = driver(Later, self.server, games=1)

        async def come():
            await challenges.client._until_connected()
            await later.run()

        self.play(challenges.run(), come())
        self.assertEqual(later.won + later.lost, 1)

    def test_registered_bots_play_a_tournament(self):
        guest = secrets.token_hex(32)
        owner = self.server.post("/api/register", guest, name="Olga", password="nine quiet owls at noon")
        plan = {"name": "Cup", "format": {"kind": "round_robin", "cycles": 1}, "pairs": 1, "entry": "open"}
        plan |= {"courses": [{"variant": "nim", "params": {}, "ending": "normal", "size": 9}]}
        plan |= {"entrants": 2, "begin": {"when": "full"}, "running": 4, "each": 1, "wait_ms": 60_000}
        made = self.server.post("/api/tournaments", owner["token"], plan=plan)
        bots = [
            self.server.post("/api/bots", owner["token"], name=name, version="1") for name in ("Uno", "Due")
        ]

        class Declared(First):
            version, seed, deterministic = "1", 7, True

        drivers = [
            Driver(bot, Client(self.server.url, token=account["token"]))
            for bot, account in zip((First, Declared), bots)
        ]
        self.play(*(driver.run(made["tournament"]) for driver in drivers))
        self.assertEqual([driver.won + driver.lost for driver in drivers], [2, 2])
        view = self.server.get(f"/api/tournaments/{made['tournament']}")
        programs = {entrant["name"]: entrant["program"] for entrant in view["entrants"]}
        due = {"version": "1", "seed": 7, "deterministic": True}
        self.assertEqual(programs, {"Uno": {"version": "1"}, "Due": due})

    def test_a_version_that_the_account_does_not_name_is_refused(self):
        guest = secrets.token_hex(32)
        owner = self.server.post("/api/register", guest, name="Olga", password="nine quiet owls at noon")
        plan = {"name": "Cup", "format": {"kind": "round_robin"}, "courses": [{"variant": "nim"}]}
        made = self.server.post("/api/tournaments", owner["token"], plan=plan)
        bot = self.server.post("/api/bots", owner["token"], name="Uno", version="1")

        class Other(First):
            version = "2"

        with self.assertRaises(Refused) as caught:
            self.play(Driver(Other, Client(self.server.url, token=bot["token"])).run(made["tournament"]))
        self.assertEqual(caught.exception.cause, {"kind": "named_version", "version": "1"})

    def test_a_refusal_has_its_code(self):
        async def ask():
            async with Client(self.server.url, name="Ada") as client:
                with self.assertRaises(Refused) as caught:
                    await client.request("accept", seek="01890a5d-ac96-774b-bcce-b302099a8058")
                self.assertEqual(caught.exception.code, "not_found")
                again = Client(self.server.url, token=client.token)
                you = client.you["id"]
            async with again:
                self.assertEqual(again.you["id"], you)

        self.play(ask())


class CommandTest(unittest.TestCase):
    BOT = PACKAGE / "examples/first_moves.py"

    def run_bot(self, *words):
        env = os.environ | {"PYTHONPATH": str(PACKAGE), "NIM_BOT": str(BIN / "nim-bot")}
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, self.BOT, *words]
            return subprocess.run(command, capture_output=True, text=True, env=env, cwd=folder)

    def test_a_bot_plays_a_house_bot_from_the_command_line(self):
        server = Server()
        self.addCleanup(server.stop)
        words = ["--url", server.url, "--challenge", "Nimby", "--games", "2", "--concurrency", "2"]
        done = self.run_bot(*words)
        self.assertRegex(done.stdout, r"^games=2 won=\d lost=\d no_result=0\n$", done.stderr)

    def test_a_bot_is_checked(self):
        done = self.run_bot("--check")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("ok", done.stdout)

    def test_a_bot_plays_a_match_on_this_machine(self):
        done = self.run_bot("--match", "perfect")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("First moves", done.stdout)
        self.assertIn("First moves 1.0, deterministic\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
