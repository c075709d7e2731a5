"""A bot's command without a server: what its options become, and the line protocol word by word."""

import contextlib
import io
import json
import os
import shlex
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

PACKAGE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PACKAGE))

from nim_client import Bot, Game  # noqa: E402
from nim_client import bot as module  # noqa: E402


class Plain(Bot):
    """Makes the last legal move."""

    def choose(self, game):
        return game.legal_moves[-1]


class Named(Plain):
    name, variants, version, seed, deterministic = "My bot", ["nim"], "1.2", 0, True


class OptionsTest(unittest.TestCase):
    def play(self, bot, *words):
        """Runs the command with a driver that plays nothing: how client and driver were made, the
        tournament, and what was printed."""
        made = {}

        class FakeClient:
            def __init__(self, url, *, name, token):
                made["client"] = (url, name, token)

        class FakeDriver:
            def __init__(self, *arguments):
                made["bot"], made["for"], *made["driver"] = arguments

            async def run(self, tournament):
                made["tournament"] = tournament
                raise KeyboardInterrupt

            def score(self):
                return "games=0"

        out = io.StringIO()
        with (
            mock.patch.object(module, "Client", FakeClient),
            mock.patch.object(module, "Driver", FakeDriver),
            mock.patch.object(module.logging, "basicConfig") as logging,
            contextlib.redirect_stdout(out),
        ):
            bot.main(list(words))
        # What happens to the games is shown, as it is.
        logging.assert_called_once_with(level=module.logging.INFO, format="%(message)s")
        self.assertIs(made["bot"], bot)
        self.assertEqual(out.getvalue(), "games=0\n")
        return made

    def test_without_options_it_plays_for_ever_on_this_machine(self):
        made = self.play(Plain)
        self.assertEqual(made["client"], ("ws://127.0.0.1:7070/ws", None, None))
        self.assertEqual(made["driver"], [None, 4, None, None])
        self.assertIsNone(made["tournament"])

    def test_its_name_is_that_of_its_class_or_another(self):
        self.assertEqual(self.play(Named)["client"][1], "My bot")
        self.assertEqual(self.play(Named, "--name", "Other")["client"][1], "Other")

    def test_each_option_reaches_client_or_driver(self):
        with tempfile.TemporaryDirectory() as folder:
            token = Path(folder) / "token"
            token.write_text(" secret\n")
            made = self.play(Plain, "--url", "wss://nim/ws", "--token-file", str(token))
        self.assertEqual(made["client"], ("wss://nim/ws", None, "secret"))
        made = self.play(Plain, "--games", "7", "--concurrency", "2", "--seek", '{"preset":"3-5-7"}')
        self.assertEqual(made["driver"], [7, 2, {"preset": "3-5-7"}, None])
        self.assertEqual(self.play(Plain, "--challenge", "Nimby")["driver"], [None, 4, None, "Nimby"])
        self.assertEqual(self.play(Plain, "--tournament", "T")["tournament"], "T")

    def test_without_other_words_it_reads_those_of_its_process(self):
        out = io.StringIO()
        with (
            mock.patch.object(sys, "argv", ["bot.py", "--help"]),
            contextlib.redirect_stdout(out),
            self.assertRaises(SystemExit),
        ):
            Plain.main()
        self.assertTrue(out.getvalue().startswith("usage: bot.py "))

    def test_help_says_what_the_bot_and_its_options_do(self):
        out = io.StringIO()
        with (
            mock.patch.dict(os.environ, {"COLUMNS": "200"}),
            contextlib.redirect_stdout(out),
            self.assertRaises(SystemExit) as caught,
        ):
            Plain.main(["--help"])
        self.assertEqual(caught.exception.code, 0)
        text = " ".join(out.getvalue().split())
        for said in (
            "Makes the last legal move.",
            "--token-file TOKEN_FILE the secret of a registered bot",
            "--games GAMES leave after this many",
            "--concurrency CONCURRENCY games at once",
            "--lines speak the line protocol, for nim-bot",
            '--seek JSON offer this game, such as {"preset":"3-5-7"}',
            "--challenge NAME challenge this player to 3-5-7",
            "--tournament ID enter this tournament",
            "--check report what breaks the line protocol",
            "--match OPPONENTS play perfect,random,... on this machine",
        ):
            self.assertIn(said, text)

    def test_one_way_of_playing_at_a_time(self):
        ways = {"--lines": [], "--seek": ["{}"], "--challenge": ["a"], "--tournament": ["T"]}
        ways |= {"--check": [], "--match": ["perfect"]}
        for one, other in zip(ways, [*ways][1:]):
            with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as caught:
                Plain.main([one, *ways[one], other, *ways[other]])
            self.assertEqual(caught.exception.code, 2)

    def run_nim_bot(self, bot, *words, nim_bot=None):
        """What `nim-bot` is run with, and the command's exit code, which is that of `nim-bot`."""
        with (
            mock.patch.dict(os.environ, {"NIM_BOT": nim_bot} if nim_bot else {}),
            mock.patch.object(sys, "argv", ["my bot.py"]),
            mock.patch.object(module.subprocess, "run") as run,
            self.assertRaises(SystemExit) as caught,
        ):
            run.return_value.returncode = 3
            if not nim_bot:
                os.environ.pop("NIM_BOT", None)
            bot.main(list(words))
        self.assertEqual(caught.exception.code, 3)
        ((command,), options) = run.call_args
        self.assertEqual(options, {})
        return command

    def test_nim_bot_checks_it_and_lets_it_play(self):
        mine = [sys.executable, str(Path("my bot.py").resolve()), "--lines"]
        *command, program = self.run_nim_bot(Plain, "--check")
        self.assertEqual((command, shlex.split(program)), (["nim-bot", "conform"], mine))
        command = self.run_nim_bot(Plain, "--match", "perfect,random", nim_bot="/nim-bot")
        entrants = f"name=Plain;program:{program},perfect,random"
        self.assertEqual(command, ["/nim-bot", "tournament", "--entrants", entrants])
        self.assertTrue(self.run_nim_bot(Named, "--match", "x")[-1].startswith("name=My bot;program:"))

    def test_without_nim_bot_it_says_what_is_missing(self):
        with mock.patch.dict(os.environ, {"NIM_BOT": "/none/nim-bot"}), self.assertRaises(SystemExit) as caught:
            Plain.main(["--check"])
        self.assertRegex(caught.exception.code, r"cannot run /none/nim-bot \(.+\): it comes with the server")


class LinesTest(unittest.TestCase):
    SETUP = {"variant": "nim", "params": {"size": 9}, "ending": "misere", "seat": 1}
    TOLD = {"position": {"heaps": [3]}, "ply": 4, "legal_moves": [[0, 1], [0, 2]], "all": False}

    def speak(self, bot, *lines):
        """Tells the bot these lines: its answers, as words with the JSON behind them."""
        out = io.StringIO()
        with (
            mock.patch.object(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines))),
            contextlib.redirect_stdout(out),
        ):
            bot.main(["--lines"])
        answers = []
        for line in out.getvalue().splitlines():
            word, _, rest = line.partition(" ")
            answers.append((word, json.loads(rest) if rest else None))
        return answers

    def test_a_bot_says_what_it_is(self):
        program = {"version": "1.2", "seed": 0, "deterministic": True}
        self.assertEqual(self.speak(Plain, "hello"), [("hello", {"name": "Plain"})])
        expected = {"name": "My bot", "variants": ["nim"]} | program
        self.assertEqual(self.speak(Named, "hello 1"), [("hello", expected)])

    def test_it_sees_the_whole_game_and_answers_with_its_move(self):
        seen = []

        class Sees(Plain):
            def choose(self, game):
                seen.append(game)
                return super().choose(game)

        game, told = f"newgame {json.dumps(self.SETUP)}", f"position {json.dumps(self.TOLD)}"
        plain = {key: value for key, value in self.SETUP.items() if key != "params"}
        answers = self.speak(
            *(Sees, game, f"  {told}  ", 'go {"clock_ms":70}', "unknown", "", "go {}"),
            *(f"newgame {json.dumps(plain)}", told, "go {}", "quit", "go {}"),
        )
        self.assertEqual(answers, [("bestmove", [0, 2])] * 3)
        whole = Game(
            **self.SETUP,
            **{"position": {"heaps": [3]}, "ply": 4, "legal_moves": self.TOLD["legal_moves"]},
            **{"all_moves": False, "clock_ms": 70, "table": None, "players": []},
        )
        self.assertEqual(seen[0], whole)
        whole.clock_ms = None
        self.assertEqual(seen[1], whole)
        whole.params = {}
        self.assertEqual(seen[2], whole)

    def test_a_bot_of_its_own_plays_each_game_and_may_resign(self):
        class Once(Bot):
            moved = False

            def choose(self, game):
                self.moved = not self.moved
                return [0, 1] if self.moved else None

        game, told = f"newgame {json.dumps(self.SETUP)}", f"position {json.dumps(self.TOLD)}"
        answers = self.speak(Once, game, told, "go {}", "go {}", game, told, "go {}")
        self.assertEqual(answers, [("bestmove", [0, 1]), ("resign", None), ("bestmove", [0, 1])])

    def test_each_answer_is_sent_at_once(self):
        lines = ["hello", f"newgame {json.dumps(self.SETUP)}", f"position {json.dumps(self.TOLD)}", "go {}"]
        with mock.patch.object(sys, "stdin", lines), mock.patch.object(sys, "stdout") as out:
            module.play_lines(Plain)
        self.assertEqual(out.flush.call_count, 2)


if __name__ == "__main__":
    unittest.main()
