#!/usr/bin/env python3
"""Random small positions of every variant, decided by plain recursion, against `nim-bot solve`.

    python3 brute_force.py NIM_BOT [ROWS] [SEED]

The rules here are written from docs/games.md alone and share nothing with the project's own
code, so a rule or a theorem that is wrong shows. Parameters are the odd ones too: empty lists,
limits above all heaps, parallel edges, sets that allow no move. Compared: the outcome, the
Grundy value, the number of legal moves, the list of winning moves; and that headline, reason,
table and moves of `nim-bot explain` say the same.
"""

import itertools
import json
import random
import re
import subprocess
import sys

MOST_MOVES = 40  # a longer list of winning moves is null
MOST_POSITIONS = 6_000
EXPLAINED = 4  # every fourth row is explained too


def with_(items, i, *new):
    return (*items[:i], *new, *items[i + 1 :])


def heap_moves(heaps, allowed=None):
    return [([i, t], with_(heaps, i, h - t)) for i, h in enumerate(heaps) for t in (allowed or range(1, h + 1)) if t <= h]


def vector_moves(heaps, legal):
    for take in itertools.product(*(range(h + 1) for h in heaps)):
        at = [i for i, t in enumerate(take) if t]
        if at and legal(take, at):
            yield list(take), tuple(h - t for h, t in zip(heaps, take))


def octal_moves(code, heaps):
    whole, _, rest = code.partition(".")
    for i, h in enumerate(heaps):
        for t, d in enumerate(map(int, [whole or "0", *rest])):
            left = h - t
            if d & 1 and left == 0 and t:
                yield [i, t, []], with_(heaps, i, 0)
            if d & 2 and left > 0 and t:
                yield [i, t, [left]], with_(heaps, i, left)
            if d & 4:
                for a in range(1, left // 2 + 1):
                    yield [i, t, [a, left - a]], with_(heaps, i, a, left - a)


def lines(dims):
    cells = list(itertools.product(*map(range, dims)))
    place = {c: i for i, c in enumerate(cells)}
    for axis, side in enumerate(dims):
        for c in cells:
            for n in range(1, side - c[axis] + 1):
                yield [place[(*c[:axis], c[axis] + k, *c[axis + 1 :])] for k in range(n)]


def without(cells, gone):
    return "".join("0" if i in gone else c for i, c in enumerate(cells))


def taken_lines(cells, groups):
    for places in sorted({tuple(sorted(g)) for g in groups}):
        if places and all(cells[i] == "1" for i in places):
            yield list(places), without(cells, places)


def connected(some, near):
    seen, todo = set(), [some[0]]
    while todo:
        v = todo.pop()
        if v not in seen:
            seen.add(v)
            todo += [w for w in some if w in near[v]]
    return len(seen) == len(some)


def graph_moves(p, present):
    near = {v: set() for v in range(p["vertices"])}
    for a, b in p["edges"]:
        near[a].add(b), near[b].add(a)
    for n in range(1, len(present) + 1):
        for some in itertools.combinations(present, n):
            star = any(set(some) - {v} <= near[v] for v in some)
            ok = star if p["rule"] == "star" else p["min"] <= n <= p["max"] and connected(some, near)
            if ok:
                yield list(some), tuple(v for v in present if v not in some)


def joined(edges, present):
    reached, before = {0}, None
    while reached != before:
        before = set(reached)
        for e in present:
            if reached & set(edges[e]):
                reached |= set(edges[e])
    return tuple(e for e in present if reached & set(edges[e]))


def slides(coins, free):
    for i, c in enumerate(coins):
        for to in range(c):
            if free(to, c, coins):
                yield [i, to], with_(coins, i, to)


def moves(variant, p, s):
    """Each move with what it leaves; `s` is the position as tuples, strings and numbers."""
    match variant:
        case "nim" | "candy":
            yield from heap_moves(s)
        case "greedy":
            yield from ((m, c) for m, c in heap_moves(s) if s[m[0]] == max(s))
        case "subtraction":
            yield from heap_moves(s, sorted(set(p["take"])) or [10**9])
        case "lasker":
            yield from heap_moves(s)
            yield from (([i, 0, [a, h - a]], with_(s, i, a, h - a)) for i, h in enumerate(s) for a in range(1, h // 2 + 1))
        case "grundy":
            yield from (([i, a, h - a], with_(s, i, a, h - a)) for i, h in enumerate(s) for a in range(1, (h + 1) // 2))
        case "octal":
            yield from octal_moves(p["code"], s)
        case "game21" | "game100":
            yield from ((d, s + d) for d in range(1, p["step"] + 1) if s + d <= p["target"])
        case "multiheap":
            yield from vector_moves(s, lambda t, at: len(at) == 1 or len(set(t[i] for i in at)) == 1 and at == ([i for i, h in enumerate(s) if h] if p["scope"] == "nonempty" else list(range(len(s)))))
        case "moore":
            cap = p["cap"] or 10**9
            yield from vector_moves(s, lambda t, at: len(at) <= p["k"] and max(t) <= cap)
        case "circular_stacks":
            n = len(s)
            yield from vector_moves(s, lambda t, at: any(all((i - f) % n < p["k"] for i in at) for f in range(n)))
        case "rwythoff":
            yield from vector_moves(s, lambda t, at: len(at) == 1 or abs(t[0] - t[1]) < p["r"])
        case "nim_pass":
            heaps, may = s
            yield from ((m, (c, may)) for m, c in heap_moves(heaps))
            if may and any(heaps):
                yield ["pass"], (heaps, False)
        case "fibonacci":
            yield from ((t, (s[0] - t, 2 * t)) for t in range(1, min(s) + 1))
        case "building":
            left, stacks = s
            if left:
                yield from ((["place", i], (left - 1, with_(stacks, i, n + 1))) for i, n in enumerate(stacks))
            else:
                yield from ((["take", *m], (0, c)) for m, c in heap_moves(stacks))
        case "circular":
            n = len(s)
            yield from taken_lines(s, ([(i + j) % n for j in range(k)] for i in range(n) for k in range(1, min(p["k"], n) + 1)))
        case "ndim":
            yield from taken_lines(s, lines(p["dims"]))
        case "cram":
            yield from taken_lines(s, (line for line in lines(p["dims"]) if len(line) == 2))
        case "graph":
            yield from graph_moves(p, s)
        case "node_kayles":
            near = {v: {w for e in p["edges"] if v in e for w in e} | {v} for v in s}
            yield from ((v, tuple(w for w in s if w not in near[v])) for v in s)
        case "poset":
            above = {x: {x} for x in range(p["elements"])}
            for _ in above:
                for low, high in p["covers"]:
                    above[low] |= above[high]
            yield from ((x, tuple(y for y in s if y not in above[x])) for x in s)
        case "hackenbush":
            yield from ((e, joined(p["edges"], [f for f in s if f != e])) for e in s)
        case "notakto":
            three = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
            for b, board in enumerate(s):
                if not any(all(board[i] == "X" for i in t) for t in three):
                    for c in range(9):
                        if board[c] == ".":
                            yield [b, c], with_(s, b, board[:c] + "X" + board[c + 1 :])
        case "chomp":
            yield from (([r, c], tuple(min(n, c) if i >= r else n for i, n in enumerate(s))) for r, row in enumerate(s) for c in range(row))
        case "staircase":
            for i in range(1, len(s)):
                for n in range(1, s[i] + 1):
                    yield [i, n], (*s[: i - 1], s[i - 1] + n, s[i] - n, *s[i + 1 :])
        case "nimble":
            yield from slides(s, lambda to, c, coins: True)
        case "welter":
            yield from slides(s, lambda to, c, coins: to not in coins)
        case "silver_dollar":
            yield from slides(s, lambda to, c, coins: not any(to <= x < c for x in coins))
        case "euclid":
            small, large = sorted(s)
            yield from (([k], (small, large - k * small)) for k in range(1, large // (small or large + 1) + 1))
        case "turning":
            n, rule = len(s), p["rule"]
            sizes = {"turtles": [1, 2], "mock_turtles": [1, 2, 3], "twins": [2], "triplets": [3], "ruler": range(1, n + 1)}[rule]
            for size in sizes:
                for some in itertools.combinations(range(n), size):
                    if s[some[-1]] == "H" and (rule != "ruler" or some[-1] - some[0] == size - 1):
                        yield list(some), "".join("HT"[c == "H"] if i in some else c for i, c in enumerate(s))


def ranked(move):
    """The order of moves: by their numbers from left to right, the pass last."""
    if isinstance(move, int):
        return [[move]]
    return [[10**9] if x == "pass" else x if isinstance(x, list) else [0 if isinstance(x, str) else x] for x in move]


class TooLarge(Exception):
    pass


class Plain:
    """Decides one game by plain recursion."""

    def __init__(self, variant, params, misere):
        self.game, self.misere, self.known = (variant, params), misere, {}

    def options(self, s):
        return list(moves(*self.game, s))

    def value(self, s):
        """The Grundy value; in misère play 0 when lost and 1 when won."""
        if s not in self.known:
            if len(self.known) > MOST_POSITIONS:
                raise TooLarge
            after = [self.value(child) for _, child in self.options(s)]
            if self.misere:
                self.known[s] = int(not after or 0 in after)
            else:
                self.known[s] = next(n for n in itertools.count() if n not in after)
        return self.known[s]


def deal(r):
    """A variant, its parameters, a position as tuples, and as JSON."""
    n = lambda most, least=0: r.randint(least, most)
    some = lambda most, top, least=0: tuple(n(top) for _ in range(n(most, least)))
    distinct = lambda most, top: tuple(r.sample(range(top), n(most)))
    bits = lambda k: "".join(r.choice("1110") for _ in range(k))
    heaps = lambda s: {"heaps": list(s)}
    variant = r.choice("nim greedy subtraction lasker grundy octal game21 game100 multiheap moore circular_stacks rwythoff nim_pass fibonacci building circular ndim cram graph node_kayles poset hackenbush notakto chomp staircase nimble welter silver_dollar euclid turning candy".split())
    match variant:
        case "nim" | "greedy" | "candy":
            s = some(4, 6)
            return variant, {}, s, heaps(s)
        case "lasker" | "grundy":
            s = some(3, 8)
            return variant, {}, s, heaps(s)
        case "subtraction":
            take = [n(9, 1) for _ in range(n(4))] + r.choice([[n(9, 1)], [2**53 - 1]])
            s = some(3, 14)
            return variant, {"take": sorted(set(take))}, s, heaps(s)
        case "octal":
            code = r.choice("00004") + "." + "".join(r.choice("01234567") for _ in range(n(4, 1)))
            s = some(3, 10)
            return variant, {"code": code}, s, heaps(s)
        case "game21" | "game100":
            target = n(25)
            s = n(target)
            return variant, {"step": n(9, 1), "target": target}, s, {"total": s}
        case "multiheap":
            s = some(4, 5, 1)
            return variant, {"scope": r.choice(["all", "nonempty"])}, s, heaps(s)
        case "moore":
            s = some(5, 4)
            return variant, {"k": n(6, 1), "cap": r.choice([None, 1, 2, 3, 50])}, s, heaps(s)
        case "circular_stacks":
            s = some(6, 3, 1)
            return variant, {"k": n(7, 1)}, s, heaps(s)
        case "rwythoff":
            s = (n(14), n(14))
            return variant, {"r": r.choice([1, 2, 3, 4, 9, 1000])}, s, heaps(s)
        case "nim_pass":
            s = (some(4, 5), r.random() < 0.7)
            return variant, {}, s, {"heaps": list(s[0]), "pass": s[1]}
        case "fibonacci":
            s = (n(40), n(60))
            return variant, {}, s, {"heap": s[0], "limit": s[1]}
        case "building":
            s = (n(8), some(4, 3))
            s = s if s[1] else (0, ())
            return variant, {}, s, {"remaining": s[0], "stacks": list(s[1])}
        case "circular":
            s = bits(n(12, 1))
            return variant, {"k": n(14, 1)}, s, {"circle": s}
        case "ndim" | "cram":
            dims = r.choice([[3, 3], [2, 5], [1, 9], [4, 3], [2, 2]] + ([[2, 2, 2], [7], [1, 1, 3, 3]] if variant == "ndim" else []))
            cells = 1
            for side in dims:
                cells *= side
            s = bits(cells)
            return variant, {"dims": dims}, s, {"board": s}
        case "graph" | "node_kayles":
            v = n(8, 1)
            pairs = list(itertools.combinations(range(v), 2))
            edges = sorted(r.sample(pairs, n(min(len(pairs), 12))))
            s = tuple(x for x in range(v) if r.random() < 0.9)
            params = {"vertices": v, "edges": [list(e) for e in edges]}
            if variant == "graph":
                params |= {"rule": r.choice(["star", "connected"])}
                if params["rule"] == "connected":
                    low = n(3, 1)
                    params |= {"min": low, "max": n(min(v, 6), min(low, v, 6)) if low <= v else low}
            return variant, params, s, {"present": list(s)}
        case "poset":
            v = n(8, 1)
            covers = sorted({tuple(sorted(r.sample(range(v), 2))) for _ in range(n(9))}) if v > 1 else []
            gone = set()
            s = set(range(v))
            for _ in range(n(2)):
                x = n(v - 1)
                up = {x}
                for _ in range(v):
                    up |= {b for a, b in covers if a in up}
                s -= up
            s = tuple(sorted(s))
            return variant, {"elements": v, "covers": [list(c) for c in covers]}, s, {"present": list(s)}
        case "hackenbush":
            v = n(6, 1)
            edges = [[n(v), n(v)] for _ in range(n(9))]
            s = joined(edges, [e for e in range(len(edges)) if r.random() < 0.9])
            return variant, {"edges": edges}, s, {"present": list(s)}
        case "notakto":
            s = tuple("".join(r.choice("X..") for _ in range(9)) for _ in range(n(2)))
            return variant, {}, s, {"boards": list(s)}
        case "chomp":
            s = tuple(sorted(some(5, 6), reverse=True))
            return variant, {}, s, {"rows": list(s)}
        case "staircase":
            s = some(5, 3)
            return variant, {}, s, {"steps": list(s)}
        case "nimble":
            s = some(4, 6)
            return variant, {}, s, {"coins": list(s)}
        case "welter" | "silver_dollar":
            s = distinct(5, 10)
            return variant, {}, s, {"coins": list(s)}
        case "euclid":
            s = (n(60), n(60))
            return variant, {}, s, {"pair": list(s)}
        case "turning":
            s = "".join(r.choice("HT") for _ in range(n(10)))
            return variant, {"rule": r.choice(["turtles", "mock_turtles", "twins", "triplets", "ruler"])}, s, {"coins": s}


def rows(number, r):
    made = 0
    while made < number:
        variant, params, s, position = deal(r)
        ending = "normal" if variant == "candy" else r.choice(["normal", "misere"])
        plain = Plain(variant, params, ending == "misere")
        try:
            value = plain.value(s)
        except (TooLarge, RecursionError):
            continue
        made += 1
        options = plain.options(s)
        winning = sorted((m for m, child in options if not plain.value(child)), key=ranked)
        question = {"id": str(made), "variant": variant, "params": params, "convention": ending, "position": position}
        yield question, {
            "outcome": "N" if value else "P",
            "grundy": value if ending == "normal" else None,
            "legal_moves": len(options),
            "winning_moves": winning if len(winning) <= MOST_MOVES else None,
        }


def explained(nim_bot, question, expected):
    """What is wrong in the explanation: headline, table and moves must say the same."""
    text = subprocess.run([nim_bot, "explain", json.dumps(question)], capture_output=True, text=True, check=True).stdout
    lines = text.splitlines()
    verb = "wins" if expected["outcome"] == "N" else "loses"
    if not any(line.startswith(f"The player to move {verb} (proven") for line in lines):
        return "the headline"
    reason = next(line for line in lines if line.startswith("Why: "))
    ends = re.findall(r"the player to move (wins|loses)", reason)
    if any(end != verb for end in ends):
        return "the reason"
    if re.search(r"[\[\]{}\"]", reason):
        return "JSON in the reason"
    if expected["grundy"] is not None and f"Grundy value: {expected['grundy']}" not in lines:
        return "the value"
    listed = next(line for line in lines if line.startswith("Winning moves: "))
    moves, _, of = listed.removeprefix("Winning moves: ").partition(" (of ")
    winning = expected["winning_moves"]
    if winning is not None and (moves != "none" if not winning else len(moves.split("  ")) != len(winning)):
        return "the winning moves"
    if of.split()[0] != str(expected["legal_moves"]):
        return "the number of moves"
    if any(re.fullmatch(r" *-+ -+", line) for line in lines) and question["convention"] == "normal":
        if ("every column is even" in text) != (verb == "loses"):
            return "the table"
    return None


def main(nim_bot, number="2000", seed="1"):
    asked = list(rows(int(number), random.Random(int(seed))))
    text = "".join(json.dumps(question) + "\n" for question, _ in asked)
    answers = subprocess.run([nim_bot, "solve"], input=text, capture_output=True, text=True, check=True)
    wrong = 0
    for place, ((question, expected), line) in enumerate(zip(asked, answers.stdout.splitlines(), strict=True)):
        answer = json.loads(line)
        found = {field: answer.get(field) for field in expected}
        flaw = "the answer" if found != expected else None
        if not flaw and place % EXPLAINED == 0:
            flaw = explained(nim_bot, question, expected)
        if flaw:
            wrong += 1
            print(flaw, json.dumps(question), expected, line)
    print(f"{len(asked)} rows, {wrong} wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main(*sys.argv[1:]) else 0)
