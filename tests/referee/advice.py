"""What the referee says of advice. Needs python-chess and Stockfish, and the file of values that referee.py keeps.

    python3 tests/referee/advice.py games ANNOTATED.pgn VALUES.tsv [LEAST]    of games that adv has annotated: advised moves, misses, glyphs
    python3 tests/referee/advice.py gains EXPLAINED.jsonl VALUES.tsv          of positions that adv has explained: whether what is there is named

A move is advised that a comment tells with a green arrow, or that begins a variation beside the move played. It is worse where the referee's value
after it is less than after the move played by more than 0.30. LEAST is from what on a miss is right, in hundredths of a pawn; 0 if not given.
"""

import json
import re
import sys

import chess
import chess.pgn

from referee import Referee

WORSE = 30
GRADES = {19: 0, 17: 1, 15: 2, 10: 3, 14: 4, 16: 5, 18: 6}


def grade(cp):
    """The grade of a value, 0 to 6, as `$19` to `$18`."""
    for bound, of in ((-300, 0), (-100, 1), (-25, 2)):
        if cp < bound:
            return of
    for bound, of in ((300, 6), (100, 5), (25, 4)):
        if cp > bound:
            return of
    return 3


def after(referee, board, move):
    """The value for the side to move after a move."""
    sign = 1 if board.turn == chess.WHITE else -1
    board.push(move)
    value = sign * referee.value(board).cp
    board.pop()
    return value


def told(comment, board):
    """The moves that green arrows of a comment tell for the side to move."""
    for squares in re.findall(r"G([a-h][1-8][a-h][1-8])", " ".join(re.findall(r"%cal ([^\]]*)", comment))):
        moves = [move for move in board.legal_moves if move.uci()[:4] == squares]
        yield from moves[:1]


def games(path, referee, least):
    advised = worse = misses = right = glyphs = far = count = moves = glyphed = 0
    with open(path, encoding="utf-8") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            count += 1
            for node in game.mainline():
                board, parent = node.parent.board(), node.parent
                moves += 1
                beside = {line.move for line in parent.variations[1:]}
                for move in set(told(parent.comment, board)) | beside:
                    advised += 1
                    if move != node.move:
                        less = after(referee, board, node.move) - after(referee, board, move)
                        worse += less > WORSE
                        if less > WORSE:
                            print("worse", less, board.fen(), board.san(move), "for", node.san())
                if "misses " in node.comment and beside:
                    misses += 1
                    more = max(after(referee, board, move) for move in beside) - after(referee, board, node.move)
                    right += more > least
                    if more <= least:
                        print("miss", more, board.fen(), [board.san(move) for move in beside], node.san())
                for glyph in node.nags & GRADES.keys():
                    glyphs += 1
                    off = abs(GRADES[glyph] - grade(referee.value(node.board()).cp))
                    far += off >= 2
                    if off >= 2:
                        print("glyph", glyph, node.board().fen(), referee.value(node.board()).cp)
                glyphed += bool(node.nags & GRADES.keys())
    print(f"{count} games, {moves} moves: {advised} advised, {worse} worse; {misses} misses, {right} right; {glyphs} glyphs, {far} far, at {glyphed} moves")


def gains(path, referee):
    """Of positions: the best move is worth 2.0 more than the men on the board, or mates in three at most; and of these where it is also worth 2.0 more
    than passing, so that it is a move that gains and not a standing lead."""
    there, named = [0, 0], [0, 0]
    worth = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900}
    with open(path, encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            board = chess.Board(row["fen"])
            sign = 1 if board.turn == chess.WHITE else -1
            of = referee.value(board)
            men = sum(worth.get(man.piece_type, 0) * (1 if man.color == board.turn else -1) for man in board.piece_map().values())
            mates = of.mate is not None and 0 < sign * of.mate <= 3
            if not mates and (of.mate is not None or sign * of.cp - men < 200):
                continue
            passed = board.copy()
            passed.push(chess.Move.null())
            moving = mates or board.is_check() or sign * (of.cp - referee.value(passed).cp) >= 200
            moves = [row["first"]["move"]["uci"]] if row["first"] else []
            for fact in row["told"]:
                moves += [plan["move"]["uci"] for plan in fact["plan"] if plan["verdict"] == "forced" and plan["move"]]
            best = sign * of.cp
            good = any(move == of.best or after(referee, board, chess.Move.from_uci(move)) >= best - WORSE for move in moves)
            for at in range(1 + moving):
                there[at] += 1
                named[at] += good
            if not good:
                print("not named", board.fen(), of.text, of.best, moves)
    print(f"{there[0]} positions worth 2.0 more than the men, {named[0]} named; {there[1]} of them by moving, {named[1]} named")


def main():
    with Referee(sys.argv[3]) as referee:
        if sys.argv[1] == "games":
            games(sys.argv[2], referee, int((sys.argv[4:] or [0])[0]))
        else:
            gains(sys.argv[2], referee)


if __name__ == "__main__":
    main()
