"""Holds the values of `adv assess` against the referee's on positions of games: docs/patterns.md has its figures. Needs python-chess, and Stockfish for
what the file of values does not know.

    python3 tests/referee/values.py ADV GAMES.pgn SEED EACH VALUES.tsv               what values say, and that nothing but the position changes them
    python3 tests/referee/values.py ADV GAMES.pgn SEED EACH VALUES.tsv patterns      what each pattern says, as a table

What follows goes to `adv assess`, such as `--with FILE` for patterns of another file.
"""

import csv
import json
import statistics
import subprocess
import sys
import tempfile

import chess

from referee import Referee, draw

LIMIT = 1_000
DECIDED = 150


def assess(adv, boards, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".epd") as file:
        file.write("".join(f"{board.fen()}\n" for board in boards))
        file.flush()
        command = [adv[0], "assess", file.name, *adv[1:], *options]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def values(adv, boards, *options):
    """Total of each position, and the sign that is known or that of the total."""
    rows = list(csv.DictReader(assess(adv, boards, "--format", "csv", *options)))
    totals = [int(row["total"]) for row in rows]
    return [(total, row["sign"] or ("+=" if total > 0 else "=+" if total < 0 else "=")) for total, row in zip(totals, rows)]


def limited(cp):
    return max(-LIMIT, min(LIMIT, cp))


def ranks(numbers):
    order = sorted(range(len(numbers)), key=lambda at: numbers[at])
    of, at = [0.0] * len(numbers), 0
    while at < len(order):
        end = at
        while end < len(order) and numbers[order[end]] == numbers[order[at]]:
            end += 1
        for place in order[at:end]:
            of[place] = (at + end - 1) / 2
        at = end
    return of


def share(part, whole):
    return f"{part} of {whole}, {100 * part / max(1, whole):.1f} %"


def check(adv, boards, truth):
    usual = values(adv, boards, "--plans", "off")
    for name, options in [
        ("--tell 1", ["--plans", "off", "--tell", "1"]),
        ("--all", ["--plans", "off", "--all"]),
        ("--tell 3 with plans", ["--tell", "3"]),
    ]:
        print(f"{name}: {share(sum(a != b for a, b in zip(values(adv, boards, *options), usual)), len(boards))} differ")
    signs = {"-+": "+-", "-/+": "+/-", "=+": "+=", "=": "="}
    signs |= {b: a for a, b in signs.items()}
    turned = values(adv, [board.mirror() for board in boards], "--plans", "off")
    wrong = sum((-a, signs[b]) != c for (a, b), c in zip(turned, usual))
    print(f"colours exchanged: {share(wrong, len(boards))} differ")
    plain = [at for at, board in enumerate(boards) if not board.castling_rights]
    beside = values(adv, [boards[at].transform(chess.flip_horizontal) for at in plain], "--plans", "off")
    print(f"board mirrored, no castling rights: {share(sum(usual[at] != of for at, of in zip(plain, beside)), len(plain))} differ")
    ours, theirs = [limited(total) for total, _ in usual], [limited(value.cp) for value in truth]
    print(f"correlation {statistics.correlation(ours, theirs):.3f}, of ranks {statistics.correlation(ranks(ours), ranks(theirs)):.3f}")
    # Tables and dead positions outrank the sum: the sign says so.
    side = [(sign in ("+-", "+/-", "+=")) - (sign in ("-+", "-/+", "=+")) for _, sign in usual]
    decided = [(a, b) for a, b in zip(side, theirs) if abs(b) >= DECIDED]
    print(f"sign right where the referee sees {DECIDED / 100} or more: {share(sum(a * b > 0 for a, b in decided), len(decided))}")


def patterns(adv, boards, truth, results):
    """For each pattern, before the endgame and in it: the share of positions in which one side has more of it, what that side scores in the games, what
    the referee sees for it beyond all other facts, with the standard error, and what it counts."""
    points = {"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}
    seen, count = {}, {False: 0, True: 0}
    for line, value, result in zip(assess(adv, boards, "--plans", "off", "--format", "jsonl"), truth, results):
        told = json.loads(line)
        if told["end"]:
            continue
        endgame = bool(told["stage"])
        count[endgame] += 1
        parts = {}
        for fact in told["facts"]:
            own = parts.setdefault(fact["pattern"], [0, 0])
            own[0] += 1 if fact["side"] == "White" else -1
            own[1] += fact["value"] if fact["counted"] else 0
        for pattern, (side, worth) in parts.items():
            if side:
                sign = 1 if side > 0 else -1
                left = limited(value.cp) - limited(told["total"] - worth)
                score = points.get(result)
                score = None if score is None else score if sign > 0 else 1 - score
                seen.setdefault(pattern, {}).setdefault(endgame, []).append((score, sign * left, sign * worth))
    half = "seen | scores | beyond the others | counts"
    print(f"| pattern | {half} | {half} |\n| --- | {' | '.join(['---:'] * 8)} |")
    for pattern, stages in sorted(seen.items()):
        cells = []
        for endgame in (False, True):
            of = stages.get(endgame, [])
            if len(of) < 2:
                cells += ["–"] * 4
                continue
            scores = [score for score, _, _ in of if score is not None]
            lefts = [left / 100 for _, left, _ in of]
            error = statistics.stdev(lefts) / len(of) ** 0.5
            cells += [
                f"{100 * len(of) / count[endgame]:.1f} %",
                f"{100 * statistics.fmean(scores):.0f} %" if scores else "–",
                f"{statistics.fmean(lefts):+.2f} ± {error:.2f}",
                f"{statistics.fmean(worth for _, _, worth in of) / 100:+.2f}",
            ]
        print(f"| `{pattern}` | {' | '.join(cells)} |")


def main():
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    adv, games, seed, each, file, *rest = sys.argv[1:]
    drawn = draw(games, int(seed), int(each))
    boards = [chess.Board(position) for position in drawn]
    with Referee(file) as referee:
        truth = [referee.value(board) for board in boards]
        print(f"{len(boards)} positions, {referee.searched} of them searched", file=sys.stderr)
    if rest[:1] == ["patterns"]:
        patterns([adv, *rest[1:]], boards, truth, drawn.values())
    else:
        check([adv, *rest], boards, truth)


main()
