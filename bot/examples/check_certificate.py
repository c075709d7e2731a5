#!/usr/bin/env python3
"""Checks a certificate of `nim-bot certify`, directly against the rules in docs/games.md.

    nim-bot certify "misere nim 3,4,5" > proof.json
    python3 check_certificate.py proof.json

It names positions that are lost for the player to move. It is a proof if every move from each
of these can be answered by a move to another of them (or has just lost misère play by being the
last). Every game ends, so a player who can always answer makes the last move that counts. Where
these are too many, it names opposite places, so that every move has its opposite as an answer, or
the values of heaps. This program shares nothing with the project's own code: it knows the moves.
"""

import functools
import itertools
import json
import operator
import sys


def heaps_after(heaps, at, *parts):
    return sorted(h for h in [*heaps[:at], *parts, *heaps[at + 1 :]] if h)


def taking(heaps, digit, unequal=False):
    """Takes n from a heap and leaves no heap, one or two, as bits 1, 2 and 4 of digit(n) allow."""
    for at, heap in enumerate(heaps):
        for take in range(heap + 1):
            left, allowed = heap - take, digit(take)
            if take and allowed & (2 if left else 1):
                yield heaps_after(heaps, at, left)
            for a in range(1, left // 2 + 1) if allowed & 4 else []:
                if not (unequal and 2 * a == left):
                    yield heaps_after(heaps, at, a, left - a)


def vectors(heaps, may_join, cap=None):
    """Takes from several heaps: those at the places that `may_join` allows together."""
    for take in itertools.product(*(range(min(h, cap or h) + 1) for h in heaps)):
        places = [at for at, n in enumerate(take) if n]
        if places and may_join(places):
            yield [h - n for h, n in zip(heaps, take)]


def runs(cells, lines):
    """The board without some adjacent pieces of a line."""
    for line in lines:
        for first, last in itertools.combinations(range(len(line) + 1), 2):
            if all(cells[i] == "1" for i in line[first:last]):
                yield emptied(cells, line[first:last])


def emptied(cells, places):
    return "".join("0" if i in places else c for i, c in enumerate(cells))


def lines_of(dims):
    """The lines of a board that are parallel to an axis, as lists of cells."""
    number = {cell: n for n, cell in enumerate(itertools.product(*map(range, dims)))}
    for axis, side in enumerate(dims):
        for cell in (cell for cell in number if cell[axis] == 0):
            yield [number[*cell[:axis], i, *cell[axis + 1 :]] for i in range(side)]


def graph(params, present):
    near = adjacency(params["vertices"], params["edges"])
    here = set(present)
    if params["rule"] == "star":
        around = {v: sorted(near[v] & here) for v in here}
        sets = {frozenset([v, *s]) for v in here for n in range(len(around[v]) + 1) for s in itertools.combinations(around[v], n)}
    else:
        sets, grown = set(), {frozenset([v]) for v in here}
        while grown:
            sets |= {s for s in grown if len(s) >= params["min"]}
            larger = {s | {w} for s in grown for v in s for w in near[v] & here - s}
            grown = {s for s in larger if len(s) <= params["max"]}
    for removed in sets:
        yield sorted(here - removed)


def adjacency(vertices, edges):
    return [{w for edge in edges if v in edge for w in edge if w != v} for v in range(vertices)]


def standing(edges, present):
    """The edges that are connected to the ground, vertex 0."""
    reached = {0}
    for _ in present:
        reached |= {v for e in present if reached & set(edges[e]) for v in edges[e]}
    return sorted(e for e in present if reached & set(edges[e]))


def notakto(boards):
    for b, board in enumerate(boards):
        lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
        if not any(all(board[int(c)] == "X" for c in line) for line in lines):
            for c in (c for c in range(9) if board[c] == "."):
                yield [*boards[:b], board[:c] + "X" + board[c + 1 :], *boards[b + 1 :]]


def turned(rule, coins):
    sizes = {"turtles": (1, 2), "mock_turtles": (1, 3), "twins": (2, 2), "triplets": (3, 3), "ruler": (1, len(coins))}
    for size in range(sizes[rule][0], sizes[rule][1] + 1):
        for some in itertools.combinations(range(len(coins)), size):
            if coins[some[-1]] == "H" and (rule != "ruler" or some[-1] - some[0] == size - 1):
                yield "".join("HT"[c == "H"] if i in some else c for i, c in enumerate(coins))


def children(variant, params, p):
    """All positions that are one move away."""
    heaps = p.get("heaps", [])
    as_heaps = lambda all_: [{"heaps": h} for h in all_]
    match variant:
        case "nim" | "candy": return as_heaps(taking(heaps, lambda n: 3))
        case "greedy":
            top = max(heaps, default=0)
            return as_heaps(h for at, x in enumerate(heaps) if x == top for h in (heaps_after(heaps, at, n) for n in range(x)))
        case "lasker": return as_heaps(taking(heaps, lambda n: 3 if n else 4))
        case "grundy": return as_heaps(taking(heaps, lambda n: 0 if n else 4, unequal=True))
        case "subtraction": return as_heaps(taking(heaps, lambda n: 3 if n in params["take"] else 0))
        case "octal":
            whole, _, rest = params["code"].partition(".")
            digits = dict(enumerate([int(whole or 0), *map(int, rest)]))
            return as_heaps(taking(heaps, lambda n: digits.get(n, 0)))
        case "moore": return as_heaps(vectors(heaps, lambda places: len(places) <= params["k"], params.get("cap")))
        case "circular_stacks": return as_heaps(vectors(heaps, lambda at: any(all((p - f) % len(heaps) < params["k"] for p in at) for f in at)))
        case "multiheap":
            full = [i for i, h in enumerate(heaps) if h] if params["scope"] == "nonempty" else range(len(heaps))
            equal = range(1, min((heaps[i] for i in full), default=0) + 1)
            return as_heaps([*([h - n if i in full else h for i, h in enumerate(heaps)] for n in equal), *([*heaps[:i], h - n, *heaps[i + 1 :]] for i, h in enumerate(heaps) for n in range(1, h + 1))])
        case "rwythoff": return as_heaps([heaps[0] - k, heaps[1] - m] for k in range(heaps[0] + 1) for m in range(heaps[1] + 1) if k + m and (not k or not m or abs(k - m) < params["r"]))
        case "nim_pass":
            passed = [{"heaps": heaps, "pass": False}] if p["pass"] and any(heaps) else []
            return passed + [{"heaps": h, "pass": p["pass"]} for h in taking(heaps, lambda n: 3)]
        case "game21" | "game100": return [{"total": p["total"] + d} for d in range(1, min(params["step"], params["target"] - p["total"]) + 1)]
        case "fibonacci": return [{"heap": p["heap"] - t, "limit": 2 * t} for t in range(1, min(p["heap"], p["limit"]) + 1)]
        case "building":
            left, stacks = p["remaining"], p["stacks"]
            size = lambda s: [s + 1] if left else range(s)
            return [{"remaining": max(left - 1, 0), "stacks": [*stacks[:i], n, *stacks[i + 1 :]]} for i, s in enumerate(stacks) for n in size(s)]
        case "circular":
            n = len(p["circle"])
            sets = {tuple(sorted((i + j) % n for j in range(k))) for i in range(n) for k in range(1, min(params["k"], n) + 1)}
            return [{"circle": emptied(p["circle"], s)} for s in sets if all(p["circle"][i] == "1" for i in s)]
        case "ndim": return [{"board": b} for b in set(runs(p["board"], lines_of(params["dims"])))]
        case "cram":
            pairs = [line[i : i + 2] for line in lines_of(params["dims"]) for i in range(len(line) - 1)]
            return [{"board": b} for b in set(runs(p["board"], pairs)) if b.count("1") == p["board"].count("1") - 2]
        case "graph": return [{"present": s} for s in graph(params, p["present"])]
        case "node_kayles":
            near = adjacency(params["vertices"], params["edges"])
            return [{"present": [w for w in p["present"] if w != v and w not in near[v]]} for v in p["present"]]
        case "poset":
            up = lambda x: {x}.union(*(up(b) for a, b in params["covers"] if a == x))
            return [{"present": [y for y in p["present"] if y not in up(x)]} for x in p["present"]]
        case "hackenbush": return [{"present": standing(params["edges"], [f for f in p["present"] if f != e])} for e in p["present"]]
        case "notakto": return [{"boards": b} for b in notakto(p["boards"])]
        case "chomp": return [{"rows": [min(n, c) if i >= r else n for i, n in enumerate(p["rows"])]} for r, n_ in enumerate(p["rows"]) for c in range(n_)]
        case "staircase":
            s = p["steps"]
            return [{"steps": [n + k * ((i == at - 1) - (i == at)) for i, n in enumerate(s)]} for at in range(1, len(s)) for k in range(1, s[at] + 1)]
        case "nimble" | "welter" | "silver_dollar":
            barred = {"nimble": lambda to, c: [], "welter": lambda to, c: [to], "silver_dollar": range}[variant]
            free = lambda to, c: not set(barred(to, c)) & set(p["coins"])
            return [{"coins": [*p["coins"][:i], to, *p["coins"][i + 1 :]]} for i, c in enumerate(p["coins"]) for to in range(c) if free(to, c)]
        case "euclid":
            small, large = sorted(p["pair"])
            return [{"pair": sorted([small, large - k * small])} for k in range(1, large // small + 1)] if small else []
        case "turning": return [{"coins": row} for row in turned(params["rule"], p["coins"])]
    sys.exit(f"the rules of {variant} are not known here")


def key(variant, position):
    """A key that is equal for equivalent positions."""
    position = dict(position)
    if variant in {"nim", "candy", "greedy", "lasker", "grundy", "subtraction", "octal", "moore", "nim_pass"}:
        position["heaps"] = sorted(h for h in position["heaps"] if h)
    elif variant == "euclid":
        position["pair"] = sorted(position["pair"])
    elif variant == "chomp":
        position["rows"] = [n for n in position["rows"] if n]
    elif variant == "fibonacci":
        position["limit"] = min(position["heap"], position["limit"])
    return json.dumps(position, sort_keys=True)


def mirrored(variant, params, position, pairs):
    """Whether the position is its own image, and the opposite of each move answers it."""
    places = lambda p: frozenset(p.get("present", [i for i, c in enumerate(p.get("board", "")) if c == "1"]))
    opposite = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    image = lambda some: frozenset(opposite.get(place, place) for place in some)
    here = places(position)
    if len(opposite) < 2 * len(pairs) or image(here) != here:
        return False
    taken = [here - places(p) for p in children(variant, params, position)]
    # What a move needs: an element, or all that it takes.
    needed = [frozenset([x]) for x in position["present"]] if variant in {"node_kayles", "poset"} else taken
    moves = set(zip(needed, taken))
    return all((image(need), image(take)) in moves and not image(need) & take for need, take in moves)


def nim_sum(variant, params, heaps, values, repeats=None):
    """The nim-sum of the heaps' values; `None` if the table of values or its period is wrong."""
    total = lambda heaps: functools.reduce(operator.xor, (values[h] for h in heaps), 0)
    for heap, value in enumerate(values):
        seen = {total(p["heaps"]) for p in children(variant, params, {"heaps": [heap]})}
        if value in seen or not seen.issuperset(range(value)):
            return None
    if repeats:
        start, every = repeats["from"], repeats["every"]
        most = max(params["take"]) if variant == "subtraction" else len(params["code"].partition(".")[2])
        enough = every > 0 and len(values) > 2 * (start + every) + most
        if not enough or values[start + every :] != values[start:-every]:
            return None
        heaps = [h if h < start else start + (h - start) % every for h in heaps]
    return total(heaps) if max(heaps, default=0) < len(values) else None


def check(certificate):
    """What is wrong with the certificate; `None` if it is a proof."""
    setup, claim, table = certificate["setup"], certificate["claim"], certificate.get("heaps")
    variant, params, misere, start = setup["variant"], setup["params"], setup["ending"] == "misere", setup["start"]
    holds = {}
    if table and not misere and variant in ["octal", "subtraction", "nim", "lasker", "grundy"][: 2 if "repeats" in table else None]:
        total = nim_sum(variant, params, start["heaps"], **table)
        holds = {"mover_loses": lambda _: total == 0, "mover_wins": lambda _: total not in {0, None}}
    if "mirror" in certificate and not misere and variant in {"ndim", "cram", "graph", "node_kayles", "poset"}:
        loses = lambda p: mirrored(variant, params, p, certificate["mirror"])
        holds = {"mover_loses": loses, "mover_wins": lambda p: any(map(loses, children(variant, params, p)))}
    lost = {key(variant, position) for position in certificate.get("lost", [])}

    def wins(position):
        after = children(variant, params, position)
        return misere if not after else any(key(variant, p) in lost for p in after)

    for position in certificate.get("lost", []):
        after = children(variant, params, position)
        if (misere and not after) or not all(map(wins, after)):
            return f"{json.dumps(position)} is not lost as it says"
    if "lost" in certificate:
        holds = {"mover_wins": wins, "mover_loses": lambda start: key(variant, start) in lost}
    return None if claim in holds and holds[claim](start) else "the claim does not follow at the start"


if __name__ == "__main__":
    flaw = check(json.load(open(sys.argv[1], encoding="utf-8")))
    print(flaw or "proved")
    sys.exit(1 if flaw else 0)
