"""A complete bot for the line protocol of docs/bots.md: plays Nim by Bouton's rule."""
import functools, json, operator, sys

game = position = None
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("hello", json.dumps({"name": "Bouton", "variants": ["nim"]}), flush=True)
    elif word == "newgame":
        game = json.loads(rest)
    elif word == "position":
        heaps = json.loads(rest)["position"]["heaps"]
    elif word == "go":
        total = functools.reduce(operator.xor, heaps, 0)
        if game["ending"] == "misere" and sum(heap > 1 for heap in heaps) <= 1:
            total ^= 1  # leave an odd number of ones
        wins = [[i, heap - (heap ^ total)] for i, heap in enumerate(heaps) if heap ^ total < heap]
        any_move = next([i, 1] for i, heap in enumerate(heaps) if heap)
        print("bestmove", json.dumps(wins[0] if wins else any_move), flush=True)
    elif word == "quit":
        break
