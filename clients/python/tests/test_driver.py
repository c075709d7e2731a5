"""A driver with a client that the test plays: which games it finds, what a bot is asked, and when it
leaves."""

import asyncio
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from nim_client import Bot, Game, Refused  # noqa: E402
from nim_client.bot import Driver  # noqa: E402
from nim_client.client import Lost  # noqa: E402

GAME = {"variant": "nim", "params": {"size": 9}, "ending": "misere", "start": {"heaps": [3]}}
ME = {"id": "me", "name": "Ada", "kind": "bot"}
YOU = {"id": "you", "name": "Bob", "kind": "bot"}
MOVES = {"t": "moves", "ply": 0, "moves": [[0, 1], [0, 2]]}
LOOK = {"t": "lobby", "on": True}


def at(table, ply, **more):
    return {"table": table, "ply": ply, "position": {"heaps": [3 - ply]}, "to_move": ply % 2, "over": None} | more


def state(table, ply, **more):
    return {"t": "state"} | at(table, ply, **more)


def over(table, *winners):
    return state(table, 3, to_move=None, over={"winners": list(winners), "reason": "played"})


def seated(table, seat=0, **more):
    here = {"t": "seated", "seat": seat, "token": "x", "game": GAME, "players": [ME, YOU]}
    return here | {"state": at(table, 0)} | more


def seek(name, **more):
    return {"seek": name, "by": YOU, "game": GAME, "rated": False} | more


def lobby(seeks, players=()):
    return {"t": "lobby", "seeks": seeks, "players": list(players)}


def challenged(challenge, variant="nim"):
    return {"t": "challenged", "challenge": challenge, "game": GAME | {"variant": variant}}


def refused(code):
    return Refused({"code": code, "message": code})


def numbered(field):
    """An answer with a new id in this field each time."""
    made = []

    def answer(_):
        made.append(field)
        return {field: str(len(made))}

    return answer


async def idle():
    """Until everything that could be done has been done."""
    for _ in range(30):
        await asyncio.sleep(0)


class FakeClient:
    """Keeps what it is asked; its answers, by type, are messages, exceptions or functions."""

    def __init__(self, you, answers):
        self.you, self.answers = you, {"moves": MOVES} | answers
        self.asked, self.forgotten, self.left = [], [], False
        self.queue = asyncio.Queue()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self.left = True

    async def request(self, t, **fields):
        self.asked.append({"t": t} | fields)
        answer = self.answers.get(t, {"t": "ok"})
        answer = answer(fields) if callable(answer) else answer
        if isinstance(answer, asyncio.Future):
            answer = await answer
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def events(self):
        while True:
            yield await self.queue.get()

    def forget(self, table):
        self.forgotten.append(table)


class Last(Bot):
    """Makes the last legal move."""

    def choose(self, game):
        return game.legal_moves[-1]


class Nim(Last):
    variants = ["nim"]


async def at_once(work, *arguments):
    """Instead of on a thread."""
    return work(*arguments)


class DriverTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        patch = mock.patch("nim_client.bot.asyncio.to_thread", at_once)
        patch.start()
        self.addCleanup(patch.stop)

    async def begin(self, bot=Last, *, tournament=None, you=ME, answers=None, **options):
        """Runs a driver, and returns what it asks for first."""
        self.client = FakeClient(you, answers or {})
        self.driver = Driver(bot, self.client, **options)
        self.run_ = asyncio.create_task(self.driver.run(*filter(None, [tournament])))
        self.addCleanup(self.run_.cancel)
        return await self.tell()

    async def tell(self, *events):
        """Tells events, and returns what was asked since."""
        for event in events:
            self.client.queue.put_nowait(event)
        await idle()
        asked, self.client.asked = self.client.asked, []
        return asked

    async def ended(self):
        """That it has left, after everything so far."""
        self.assertTrue(self.run_.done())
        await self.run_
        self.assertTrue(self.client.left)

    async def test_it_takes_the_open_games_that_it_plays(self):
        self.assertEqual(await self.begin(Nim, concurrency=3), [LOOK])
        seeks = [
            seek("mine", by=ME),
            seek("rated", rated=True),
            seek("other", game=GAME | {"variant": "kayles"}),
            *map(seek, "abcd"),
        ]
        accepted = [{"t": "accept", "seek": name} for name in "abcde"]
        self.assertEqual(await self.tell(lobby(seeks)), accepted[:3])
        # A game that begins was an offer; another place is free once it is over.
        self.assertEqual(await self.tell(seated("T", 1, offer="a")), [])
        change = {"gone": ["d", "unknown"], "set": [seek("e")]}
        self.assertEqual(await self.tell({"t": "lobby_delta", "seeks": change}), [])
        self.assertEqual(await self.tell(over("T", 0)), [LOOK])
        self.assertEqual(await self.tell({"t": "lobby_delta", "seeks": {}}), accepted[4:])
        self.assertEqual(await self.tell({"t": "lobby_delta"}), [])

    async def test_an_open_game_that_another_player_took_was_none(self):
        answers = [refused("not_found"), refused("not_found"), {"t": "ok"}]
        await self.begin(concurrency=1, answers={"accept": lambda _: answers.pop(0)})
        asked = await self.tell(lobby(map(seek, "abcd")))
        self.assertEqual([one["seek"] for one in asked], ["a", "b", "c"])

    async def test_it_offers_as_many_as_it_wants_and_no_more_than_it_plays(self):
        offer = {"t": "seek", "game": {"preset": "3-5-7"}, "seat": "random", "private": False}
        options = {"games": 3, "concurrency": 2, "seek": {"preset": "3-5-7"}}
        asked = await self.begin(answers={"seek": numbered("seek")}, **options)
        self.assertEqual(asked, [offer, offer])
        self.assertEqual(await self.tell(seated("T", 1, offer="1"), seated("U", 1, offer="2")), [])
        self.assertEqual(await self.tell(over("T", 1)), [offer])
        self.assertEqual(await self.tell(seated("V", 1, offer="3"), over("U", 0)), [])
        self.assertFalse(self.run_.done())
        self.assertEqual(await self.tell(over("V")), [])
        await self.ended()
        self.assertEqual(self.driver.score(), "games=3 won=1 lost=1 no_result=1")
        self.assertEqual(self.client.forgotten, ["T", "U", "V"])

    async def test_a_game_may_begin_before_the_driver_has_heard_that_its_offer_stands(self):
        stands = asyncio.get_running_loop().create_future()
        answers = iter([{"seek": "1"}, stands, {"seek": "3"}])
        offer = {"t": "seek", "game": GAME, "seat": "random", "private": False}
        options = {"games": 3, "concurrency": 1, "seek": GAME}
        await self.begin(answers={"seek": lambda _: next(answers)}, **options)
        self.assertEqual(await self.tell(seated("T", 1, offer="1"), over("T", 0)), [offer])
        self.assertEqual(await self.tell(seated("U", 1, offer="2")), [])
        stands.set_result({"seek": "2"})
        self.assertEqual(await self.tell(), [])
        # The place of the game that is over is free.
        self.assertEqual(await self.tell(over("U", 0)), [offer])

    async def test_it_plays_for_ever_by_default(self):
        await self.begin(concurrency=1)
        for table in "TUV":
            self.assertEqual(await self.tell(seated(table, 1), over(table, 1)), [LOOK])
        self.assertFalse(self.run_.done())

    async def test_games_that_it_has_begun_end_before_it_leaves(self):
        await self.begin(games=1, concurrency=2)
        await self.tell(lobby([]))
        self.assertFalse(self.run_.done(), "before its first")
        await self.tell(seated("T", 1), seated("U", 1), over("T", 1))
        self.assertFalse(self.run_.done())
        await self.tell(over("U", 1))
        await self.ended()

    async def test_it_looks_for_games_once_at_a_time(self):
        held = asyncio.get_running_loop().create_future()
        asked = await self.begin(concurrency=1, seek={"preset": "3-5-7"}, answers={"seek": lambda _: held})
        self.assertEqual(len(asked), 1)
        held.set_result({"seek": "1"})
        await self.tell()
        held = asyncio.get_running_loop().create_future()
        self.client.answers["seek"] = lambda _: held
        again = [{"t": "declined", "challenge": "1"}, {"t": "declined", "challenge": "other"}]
        self.assertEqual(len(await self.tell(*again)), 1)
        held.set_result({"seek": "2"})
        self.assertEqual(await self.tell(), [])

    async def test_it_challenges_the_player_of_this_name_once_they_are_there(self):
        asked = await self.begin(concurrency=2, challenge="Bob", answers={"challenge": numbered("challenge")})
        self.assertEqual(asked, [LOOK])
        other = {"id": "o", "name": "Eve"}
        self.assertEqual(await self.tell(lobby([seek("a")], [other])), [])
        challenge = {"t": "challenge", "player": "you", "game": {"preset": "3-5-7"}, "seat": "random"}
        come = {"t": "lobby_delta", "players": {"set": [{"id": "you", "name": "Bob (easy)"}]}}
        self.assertEqual(await self.tell(come), [challenge, challenge])
        self.assertEqual(await self.tell({"t": "lobby_delta", "players": {"gone": ["you"]}}), [])
        self.assertEqual(await self.tell({"t": "declined", "challenge": "1"}), [LOOK])
        self.assertEqual(await self.tell({"t": "lobby_delta"}), [], "they have left")
        self.assertEqual(await self.tell(lobby([], [other, YOU])), [challenge])

    async def test_a_challenge_is_accepted_where_it_plays_the_variant_and_has_room(self):
        await self.begin(Nim, concurrency=1)
        reply = {"t": "reply", "challenge": "c"}
        no = reply | {"accept": False, "reason": "busy"}
        self.assertEqual(await self.tell(challenged("c")), [reply | {"accept": True}])
        self.assertEqual(await self.tell(challenged("c", "kayles")), [no])
        await self.tell(seated("T", 1))
        self.assertEqual(await self.tell(challenged("c")), [no])

    async def test_its_bot_sees_the_whole_game_and_moves_once_each_ply(self):
        seen = []

        class Sees(Bot):
            def choose(self, game):
                seen.append(game)
                return [0, 2]

        def moves(fields):
            return {"ply": 1, "moves": MOVES["moves"] if fields["table"] == "T" else None}

        await self.begin(Sees, answers={"moves": moves})
        self.assertEqual(await self.tell(seated("T", 1)), [], "the other player begins")
        turn = state("T", 1, clock={"left_ms": [1, 2], "due_ms": 70})
        move = {"t": "move", "table": "T", "ply": 1, "move": [0, 2]}
        self.assertEqual(await self.tell(turn, turn), [{"t": "moves", "table": "T"}, move])
        whole = Game(
            **{key: GAME[key] for key in ("variant", "params", "ending")},
            **{"seat": 1, "position": {"heaps": [2]}, "ply": 1, "legal_moves": MOVES["moves"]},
            **{"all_moves": True, "clock_ms": 70, "table": "T", "players": [ME, YOU]},
        )
        self.assertEqual(seen, [whole])
        # Too many moves to list, no clock, a game without parameters.
        without = {key: value for key, value in GAME.items() if key != "params"}
        await self.tell(seated("U", 1, game=without), state("U", 1))
        whole.params, whole.legal_moves, whole.all_moves = {}, [], False
        whole.clock_ms, whole.table = None, "U"
        self.assertEqual(seen[1:], [whole])

    async def test_a_bot_of_its_own_plays_each_game(self):
        made = []

        class Counts(Last):
            def __init__(self):
                made.append(self)

        await self.begin(Counts)
        await self.tell(seated("T"), seated("T"), seated("U"), state("T", 2))
        self.assertEqual(len(made), 2)

    async def test_a_table_is_its_own_where_it_has_a_seat(self):
        await self.begin()

        async def asked(*events):
            return [(one["t"], one["table"]) for one in await self.tell(*events)]

        def table(name, players):
            return {"t": "table", "game": GAME, "players": players, "state": at(name, 0)}

        self.assertEqual(await asked(table("T", [ME, YOU])), [("moves", "T"), ("move", "T")])
        self.assertEqual(await asked(table("U", [YOU, ME])), [])
        self.assertEqual(await asked(table("V", [YOU, YOU])), [])
        self.assertEqual(await asked(state("V", 0), state("W", 0), over("V", 0)), [])
        self.assertEqual(await asked(state("U", 1)), [("moves", "U")])

    async def test_a_bot_without_a_move_resigns(self):
        class Gives(Bot):
            def choose(self, game):
                return None

        await self.begin(Gives)
        self.assertEqual((await self.tell(seated("T")))[1:], [{"t": "resign", "table": "T"}])

    async def test_a_bot_that_fails_or_moves_against_the_rules_resigns(self):
        resigns = [{"t": "resign", "table": "T"}]
        for bot, answers, last in [
            (Bot, {}, resigns),
            (Last, {"move": refused("illegal_move")}, resigns),
        ]:
            with self.assertLogs("nim_client", "ERROR"):
                await self.begin(bot, answers=answers)
                self.assertEqual((await self.tell(seated("T")))[-1:], resigns)
        for answers in ({"move": refused("stale")}, {"moves": refused("not_found")}, {"moves": MOVES | {"ply": 2}}):
            with self.assertNoLogs("nim_client", "ERROR"):
                await self.begin(answers=answers)
                self.assertNotIn("resign", [one["t"] for one in await self.tell(seated("T"))])

    async def test_it_enters_a_tournament_follows_it_is_ready_and_leaves_at_its_end(self):
        for stage in ("finished", "cancelled"):
            enter, *rest = await self.begin(tournament="T")
            self.assertRegex(enter.pop("nonce"), "^[0-9a-f]{64}$")
            self.assertEqual(enter, {"t": "enter", "tournament": "T"})
            self.assertEqual(rest, [{"t": "follow", "tournament": "T", "on": True}])
            check = {"t": "ready_check", "tournament": "T"}
            self.assertEqual(await self.tell(check), [{"t": "ready", "tournament": "T"}])
            # Its games come from the tournament alone.
            self.assertEqual(await self.tell(lobby([seek("a")])), [])
            self.assertEqual(await self.tell(seated("G", 1), over("G", 1)), [])
            news = {"t": "tournament", "tournament": "T", "stage": stage}
            await self.tell(news | {"stage": "running"}, news | {"tournament": "U"}, news | {"t": "other"})
            self.assertFalse(self.run_.done())
            await self.tell(news)
            await self.ended()

    async def test_a_bot_declares_its_program_in_a_tournament_and_a_person_does_not(self):
        class Declared(Last):
            version, seed, deterministic = "1.2", 0, True

        program = {"version": "1.2", "seed": 0, "deterministic": True}
        for bot, you, declared in [(Declared, ME, program), (Declared, ME | {"kind": "person"}, None), (Last, ME, None)]:
            enter, *_ = await self.begin(bot, you=you, tournament="T")
            self.assertEqual(enter.get("program"), declared)

    async def test_a_request_that_comes_to_nothing_does_not_end_it(self):
        await self.begin(answers={"ready": refused("not_found"), "reply": Lost("gone")})
        with self.assertLogs("nim_client", "INFO") as logs:
            await self.tell({"t": "ready_check", "tournament": "T"}, challenged("c"))
        self.assertEqual([record.getMessage() for record in logs.records], ["not_found: not_found", "gone"])
        self.assertFalse(self.run_.done())

    def test_a_bot_plays_every_variant_or_those_that_it_names(self):
        self.assertEqual([Nim.plays("nim"), Nim.plays("kayles"), Last.plays("kayles")], [True, False, True])
        self.assertEqual(Last.declared(), {})

    def test_a_game_that_says_nothing_else_has_all_its_moves_no_clock_and_no_table(self):
        game = Game("nim", {}, "normal", 0, {"heaps": [1]}, 0, [[0, 1]])
        self.assertEqual((game.all_moves, game.clock_ms, game.table, game.players), (True, None, None, []))


if __name__ == "__main__":
    unittest.main()
