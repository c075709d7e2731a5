"""A bot that fails on purpose; the start determines how. See docs/bots.md."""
import json, sys, time

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("hello", json.dumps({"name": "Bad", "variants": ["nim"]}), flush=True)
    elif word == "newgame":
        kind = sum(json.loads(rest)["start"]["heaps"]) % 8
    elif word == "position":
        heaps = json.loads(rest)["position"]["heaps"]
    elif word == "go" and kind == 0:
        time.sleep(3600)
    elif word == "go" and kind == 1:
        sys.exit("on purpose")
    elif word == "go" and kind in (2, 3, 4):
        print(["bestmove [0,99]", "bestmove none", "resign"][kind - 2], flush=True)
    elif word == "go":
        print("bestmove", [[i, heap] for i, heap in enumerate(heaps) if heap][0], flush=True)
    elif word == "quit":
        break
