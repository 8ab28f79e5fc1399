"""Makes games in which both sides blunder, for the large runs that docs/patterns.md tells of: a PGN file, and positions of the games as EPD.

    python3 tests/cases/games/make.py games.pgn games.epd 19 1000     needs python-chess and Stockfish

The third argument is the seed, the fourth the number of games. Each move is drawn with a chance of one in five and otherwise found by a search of
300 positions. The EPD file has every position of the games once, in an order drawn from the seed, so its first lines are of many games.
"""

import random
import sys

import chess
import chess.engine
import chess.pgn


def main():
    games_file, positions_file, seed, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    numbers = random.Random(seed)
    engine = chess.engine.SimpleEngine.popen_uci(sys.argv[5] if len(sys.argv) > 5 else "stockfish", timeout=600)
    engine.configure({"Threads": 1, "Hash": 16})
    positions = {}
    with open(games_file, "w", encoding="ascii") as out:
        for number in range(1, wanted + 1):
            board = chess.Board()
            positions.setdefault(board.epd())
            while not board.is_game_over(claim_draw=True) and board.ply() < 200:
                if numbers.random() < 0.2:
                    board.push(numbers.choice(list(board.legal_moves)))
                else:
                    board.push(engine.play(board, chess.engine.Limit(nodes=300), game=object()).move)
                positions.setdefault(board.epd())
            game = chess.pgn.Game.from_board(board)
            game.headers.update({"Event": "Games with blunders", "Site": "?", "Date": "????.??.??", "Round": str(number)})
            game.headers["Result"] = board.result(claim_draw=True)
            print(game, file=out, end="\n\n")
    engine.quit()
    lines = list(positions)
    numbers.shuffle(lines)
    with open(positions_file, "w", encoding="ascii") as out:
        out.writelines(line + "\n" for line in lines)


main()
