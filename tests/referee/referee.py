"""The referee: an engine's values of positions, kept in a file so that a second run searches only what is new. Needs python-chess and Stockfish.

    python3 tests/referee/referee.py draw GAMES.pgn SEED EACH > positions.fen     so many positions of each game, drawn by a seed
    python3 tests/referee/referee.py judge VALUES.tsv < positions.fen             searches those that the file does not know

A value is of a search of 300,000 nodes by one thread with empty hash tables, so it depends on nothing else. It is for White: `+35` in hundredths of
a pawn, `#3` for White's mate in three moves, `#-3` for Black's, `##` where White has mated, `#-#` where Black has, `=` where the game is over otherwise. A row has the position, its
value and the engine's move. Several runs may add to one file.
"""

import os
import random
import shutil
import sys

import chess
import chess.engine
import chess.pgn

NODES = 300_000
MATE = 10_000


def key(board):
    """The position with its clock, without the number of the move."""
    return f"{board.epd()} {board.halfmove_clock} 1"


class Value:
    """The value of a position for White: its text, and in hundredths of a pawn, a mate in n moves being 10,000 - n."""

    def __init__(self, text, best=None):
        self.text, self.best = text, best
        sign = -1 if "-" in text else 1
        digits = text.lstrip("#+-")
        if text.startswith("#"):
            self.mate = sign * int(digits) if digits.isdigit() else 0
            self.cp = sign * (MATE - abs(self.mate))
        else:
            self.mate, self.cp = None, 0 if text == "=" else sign * int(digits)


class Referee:
    """Values from the file, and from the engine where the file has none; the engine starts when it is first needed."""

    def __init__(self, path, engine=None, nodes=NODES):
        self.path, self.nodes, self.searched = path, nodes, 0
        self.command = engine or shutil.which("stockfish") or "/usr/games/stockfish"
        self.engine, self.known = None, {}
        if os.path.exists(path):
            with open(path, encoding="ascii") as rows:
                for row in rows:
                    if row.endswith("\n"):
                        position, text, best = row.rstrip("\n").split("\t")
                        self.known[position] = Value(text, best or None)
        self.out = open(path, "a", encoding="ascii")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.out.close()
        if self.engine:
            self.engine.quit()

    def value(self, board):
        position = key(board)
        if position not in self.known:
            self.known[position] = self.search(board)
            of = self.known[position]
            self.out.write(f"{position}\t{of.text}\t{of.best or ''}\n")
            self.out.flush()
        return self.known[position]

    def search(self, board):
        if board.is_checkmate():
            return Value("#-#" if board.turn == chess.WHITE else "##")
        if not any(board.legal_moves) or board.is_insufficient_material():
            return Value("=")
        if self.engine is None:
            self.engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=600)
            self.engine.configure({"Threads": 1, "Hash": 16})
        self.searched += 1
        # The history is left out, and another game empties the tables: a value is that of the position alone.
        alone = chess.Board(key(board))
        info = self.engine.analyse(alone, chess.engine.Limit(nodes=self.nodes), game=object())
        score, line = info["score"].white(), info.get("pv")
        text = f"#{score.mate()}" if score.is_mate() else f"{score.score():+d}"
        return Value(text, line[0].uci() if line else None)


def games(path):
    with open(path, encoding="utf-8") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            yield game


def draw(path, seed, each):
    """So many positions of each game that are not over, drawn by the seed, each with the result of its game; one that was drawn of an earlier game is left
    out."""
    drawn = {}
    for number, game in enumerate(games(path)):
        board, positions = game.board(), {}
        for move in game.mainline_moves():
            positions.setdefault(key(board))
            board.push(move)
        fresh = [position for position in positions if position not in drawn]
        chosen = random.Random(f"{seed}/{number}").sample(fresh, min(each, len(fresh)))
        drawn.update(dict.fromkeys(chosen, game.headers.get("Result", "*")))
    return drawn


def main():
    if sys.argv[1:2] == ["draw"] and len(sys.argv) == 5:
        print("\n".join(draw(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
    elif sys.argv[1:2] == ["judge"] and len(sys.argv) == 3:
        with Referee(sys.argv[2]) as referee:
            boards = [chess.Board(line) for line in sys.stdin.read().splitlines() if line.strip()]
            for board in boards:
                referee.value(board)
            print(f"{len(boards)} positions, {referee.searched} of them searched", file=sys.stderr)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
