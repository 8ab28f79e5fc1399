"""Makes `mates.epd`: a thousand positions in which the side to move mates, from games that Stockfish plays carelessly.

    python3 tests/cases/mates/make.py games-17.epd 17 880     needs python-chess and Stockfish;
    python3 tests/cases/mates/make.py games-18.epd 18 120     the result depends on its version (15.1)

`mates.epd` is both files, one behind the other.

Each move of a game is drawn with a chance of one in four and otherwise found by a search of 500 positions, so both sides blunder.
A position is taken where a search of 3,000 positions announces a mate in two to nine and one of 100,000 announces one too; its length is
`dm`, which nobody has proved to be the shortest. A game gives one position at most, and of each length there are so many at most:
230 in two, 280 in three, 260 in four, 230 in five, and all that come in six to nine.
"""

import random
import sys

import chess
import chess.engine

MOST = {2: 230, 3: 280, 4: 260, 5: 230, 6: 1000}


def length(engine, board, nodes):
    """The number of moves after which the side to move mates, as the engine says; None where it announces none."""
    info = engine.analyse(board, chess.engine.Limit(nodes=nodes), game=object())
    score = info["score"].relative
    mate = score.mate() if score.is_mate() else None
    return mate if mate and mate > 0 else None


def game(engine, numbers, missing):
    """Plays one game; returns a position with its length, or None."""
    board = chess.Board()
    take_from = numbers.randrange(16, 60)
    while not board.is_game_over() and board.ply() < 160:
        if board.ply() >= take_from:
            mate = length(engine, board, 3_000)
            if mate and 2 <= mate <= 9 and missing.get(min(mate, 6), 0) > 0:
                mate = length(engine, board, 100_000)
                if mate and 2 <= mate <= 9 and missing.get(min(mate, 6), 0) > 0:
                    return board, mate
        if numbers.random() < 0.25:
            board.push(numbers.choice(list(board.legal_moves)))
        else:
            board.push(engine.play(board, chess.engine.Limit(nodes=500), game=object()).move)
    return None


def main():
    numbers, wanted = random.Random(int(sys.argv[2])), int(sys.argv[3])
    missing = dict(MOST)
    seen = set()
    engine = chess.engine.SimpleEngine.popen_uci(sys.argv[4] if len(sys.argv) > 4 else "stockfish", timeout=600)
    engine.configure({"Threads": 1, "Hash": 16})
    found = []
    while len(found) < wanted:
        taken = game(engine, numbers, missing)
        if taken is None or taken[0].epd() in seen:
            continue
        board, mate = taken
        seen.add(board.epd())
        missing[min(mate, 6)] -= 1
        found.append((mate, board))
        if len(found) % 20 == 0:
            print(len(found), missing, file=sys.stderr, flush=True)
    engine.quit()
    found.sort(key=lambda one: (one[0], one[1].epd()))
    with open(sys.argv[1], "w", encoding="ascii") as out:
        for number, (mate, board) in enumerate(found, 1):
            print(board.epd(dm=mate, id=f"game {sys.argv[2]}.{number}"), file=out)


main()
