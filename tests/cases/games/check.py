"""Reads games and the same games annotated with python-chess, and holds that tags and moves are the same.

    adv annotate games.pgn -o annotated.pgn && python3 tests/cases/games/check.py games.pgn annotated.pgn     needs python-chess
"""

import sys

import chess.pgn


def games(path):
    with open(path, encoding="utf-8") as text:
        while True:
            game = chess.pgn.read_game(text)
            if game is None:
                return
            yield game


def main():
    count = plies = comments = variations = 0
    second = games(sys.argv[2])
    for game in games(sys.argv[1]):
        annotated = next(second)
        assert not game.errors and not annotated.errors, (count, annotated.errors)
        assert list(game.mainline_moves()) == list(annotated.mainline_moves()), count
        assert game.headers == annotated.headers, count
        plies += len(list(game.mainline_moves()))
        nodes = [annotated]
        while nodes:
            node = nodes.pop()
            comments += bool(node.comment)
            variations += max(0, len(node.variations) - 1)
            nodes.extend(node.variations)
        count += 1
    assert next(second, None) is None
    print(f"{count} games, {plies} moves, {comments} comments, {variations} variations")


main()
