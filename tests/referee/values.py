"""Holds the values of `adv assess` against the referee's on positions of games: docs/patterns.md has its figures. Needs python-chess, and Stockfish for
what the file of values does not know.

    python3 tests/referee/values.py ADV GAMES.pgn SEED EACH VALUES.tsv               what values say, and that nothing but the position changes them
    python3 tests/referee/values.py ADV GAMES.pgn SEED EACH VALUES.tsv patterns      what each pattern says, as rows of a table
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
        command = [adv, "assess", file.name, *options]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def values(adv, boards, *options):
    """Total and sign of each position."""
    rows = list(csv.DictReader(assess(adv, boards, "--format", "csv", *options)))
    return [(int(row["total"]), row["sign"]) for row in rows]


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


def patterns(adv, boards, truth):
    """For each pattern: how often a side has it, the referee's mean for that side, and what is left of it once all other facts are counted."""
    seen, count = {}, 0
    for line, value in zip(assess(adv, boards, "--plans", "off", "--format", "jsonl"), truth):
        told = json.loads(line)
        if told["end"]:
            continue
        count += 1
        parts = {}
        for fact in told["facts"]:
            own = parts.setdefault((fact["pattern"], bool(told["stage"])), [0, 0])
            own[0] += (1 if fact["side"] == "White" else -1)
            own[1] += fact["value"] if fact["counted"] else 0
        for key, (side, worth) in parts.items():
            if side:
                sign = 1 if side > 0 else -1
                left = limited(value.cp) - (limited(told["total"]) - worth)
                seen.setdefault(key, []).append((sign * limited(value.cp), sign * left, sign * worth))
    print("| pattern | endgame | seen | the referee's mean | beyond the other facts | worth |\n| --- | --- | ---: | ---: | ---: | ---: |")
    for (pattern, endgame), of in sorted(seen.items()):
        means = [statistics.fmean(column) / 100 for column in zip(*of)]
        error = statistics.stdev([left for _, left, _ in of]) / 100 / len(of) ** 0.5 if len(of) > 1 else 0
        told = f"{means[0]:+.2f} | {means[1]:+.2f} ± {error:.2f} | {means[2]:+.2f}"
        print(f"| `{pattern}` | {'yes' if endgame else 'no'} | {100 * len(of) / count:.1f} % | {told} |")


def main():
    if len(sys.argv) not in (6, 7):
        sys.exit(__doc__)
    adv, games, seed, each, file, *rest = sys.argv[1:]
    positions = draw(games, int(seed), int(each))
    boards = [chess.Board(position) for position in positions]
    with Referee(file) as referee:
        truth = [referee.value(board) for board in boards]
        print(f"{len(boards)} positions, {referee.searched} of them searched", file=sys.stderr)
    (patterns if rest else check)(adv, boards, truth)


main()
