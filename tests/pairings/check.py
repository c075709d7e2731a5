"""Lets external pairing engines judge our tournaments: check.py FOLDER

Each .trf file is read by caissify-pairings and by py4swiss (strictly). A
round-robin must be Berger's tables as caissify has them. In a Swiss round our
pairing must keep each promise of docs/tournaments.md at least as well as what the
FIDE Dutch engine of either would have paired from the same history; the engines
promise more than we do, so equal pairings are counted but not required."""

import sys
import tempfile
from collections import Counter
from pathlib import Path

from caissify_pairings.engines.round_robin import berger_round
from caissify_pairings.fpc import check_trf
from caissify_pairings.trf import TRFParser
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

POINTS = {"1": 2, "+": 2, "=": 1, "U": 2, "0": 0, "-": 0, "Z": 0}


def rows(text):
    """By number: the rounds of a player as (opponent or 0, colour, result)."""
    players = {}
    for line in text.splitlines():
        if line.startswith("001"):
            cells = [line[i : i + 10] for i in range(89, len(line), 10)]
            cells = [(int(c[2:6]), c[7], c[9]) for c in cells if c.strip()]
            players[int(line[4:8])] = cells
    return players


def round_of(players, r):
    """Our pairing of a round, as pairs of numbers; 0 for the bye."""
    paired = set()
    for number, cells in players.items():
        if r < len(cells) and cells[r][2] != "Z":
            paired.add(tuple(sorted((number, cells[r][0]), reverse=True)))
    return paired


def quality(players, r, pairing):
    """How badly a pairing violates the promises, the most important one first."""
    score = {n: sum(POINTS[c[2]] for c in cells[:r]) for n, cells in players.items()}
    met = Counter()
    for n, cells in players.items():
        met.update((n, cell[0]) for cell in cells[:r] if cell[2] != "Z")
    again = bye = apart = 0
    for a, b in pairing:
        again += met[a, b]
        if b == 0:
            bye = score[a]
        else:
            apart += (score[a] - score[b]) ** 2
    return again, bye, apart


def py4swiss_round(text, r):
    """What py4swiss pairs after r rounds."""
    lines = []
    for line in text.splitlines():
        if line.startswith("001"):
            number = int(line[4:8])
            points = sum(POINTS[c[2]] for c in rows(text)[number][:r]) / 2
            line = f"{line[:80]}{points:4.1f}{line[84 : 89 + 10 * r]}"
            now = rows(text)[number]
            # Absent players are marked, as an arbiter would.
            if r < len(now) and now[r][2] == "Z":
                line += "  0000 - Z"
        lines.append(line)
    with tempfile.NamedTemporaryFile("w", suffix=".trf") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        paired = DutchEngine.generate_pairings(TrfParser.parse(Path(file.name), strict=True))
    return {tuple(sorted((p.white, p.black), reverse=True)) for p in paired}


def check_swiss(text, players, counts):
    wrong = []
    balance = {n: sum({"w": 1, "b": -1}.get(c[1], 0) for c in cells) for n, cells in players.items()}
    counts["unbalanced"] = max(counts["unbalanced"], max(map(abs, balance.values())))
    for report in check_trf(text)["rounds"]:
        r = report["round"] - 1
        ours = round_of(players, r)
        theirs = {
            tuple(sorted((p["white"], p["black"] or 0), reverse=True))
            for p in report["engine_pairings"]
        }
        theirs -= {(n, 0) for n, cells in players.items() if cells[r][2] == "Z"}
        engines = {"caissify": theirs}
        try:
            engines["py4swiss"] = py4swiss_round(text, r)
        except Exception as error:
            counts[f"py4swiss: {type(error).__name__}"] += 1
        for name, theirs in engines.items():
            if not theirs:
                counts[f"{name} could not pair"] += 1
                continue
            mine, other = quality(players, r, ours), quality(players, r, theirs)
            counts[f"rounds judged by {name}"] += 1
            counts[f"rounds as {name} pairs"] += ours == theirs
            if {n for pair in ours for n in pair} != {n for pair in theirs for n in pair}:
                wrong.append(f"round {r + 1}: {name} pairs others")
            elif mine > other:
                wrong.append(f"round {r + 1}: {mine}, {name} {other}")
    return wrong


def check_robin(players, counts):
    even = len(players) + len(players) % 2
    wrong = []
    for r in range(max(map(len, players.values()))):
        cycle, turn = divmod(r, even - 1)
        expected = {(w, b) for w, b in berger_round(even, turn + 1) if max(w, b) <= len(players)}
        if cycle % 2:
            expected = {(b, w) for w, b in expected}
        ours = {(n, cells[r][0]) for n, cells in players.items() if cells[r][1] == "w"}
        counts["rounds judged by Berger's tables"] += 1
        if ours != expected:
            wrong.append(f"round {r + 1} is not Berger's: {sorted(ours ^ expected)}")
    return wrong


def main():
    counts, failed = Counter(), 0
    files = sorted(Path(sys.argv[1]).glob("*.trf"))
    for file in files:
        text = file.read_text()
        TRFParser(text).parse()
        players = rows(text)
        robin = file.name.startswith("robin")
        wrong = check_robin(players, counts) if robin else check_swiss(text, players, counts)
        for line in wrong:
            print(f"{file.name}: {line}")
        failed += bool(wrong)
    for what, count in sorted(counts.items()):
        print(f"{count:6} {what}")
    print(f"{len(files)} tournaments, {failed} wrong")
    sys.exit(bool(failed) or not files)


main()
