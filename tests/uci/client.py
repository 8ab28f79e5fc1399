"""Plays against `adv uci` through python-chess, as a chess program would: a UCI client that is not ours.

Usage: client.py ADV EXAMPLES

ADV is the binary, EXAMPLES the folder of example programs. Prints one line for each check and ends with exit code 1 at the first
that fails.
"""

import logging
import random
import sys

import chess
import chess.engine

KRK = "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1"


def check(what, ok, detail=""):
    print(("ok      " if ok else "FAILED  ") + what + (f": {detail}" if detail else ""))
    if not ok:
        sys.exit(1)


def whole_game(engine, fen, seed, limit=120):
    """The engine's side against random replies; the moves and what the engine said of each of its own."""
    board, dice, said = chess.Board(fen), random.Random(seed), []
    us = board.turn
    while not board.is_game_over(claim_draw=False) and board.fullmove_number <= limit:
        if board.turn == us:
            result = engine.play(board, chess.engine.Limit(time=1), info=chess.engine.INFO_ALL)
            said.append((board.fen(), result.move, dict(result.info)))
            board.push(result.move)
        else:
            board.push(dice.choice(sorted(board.legal_moves, key=lambda m: m.uci())))
    return board, said


def main(adv, examples):
    logging.disable(logging.CRITICAL)
    program = f"{examples}/endgames/krk-sdl.adv"

    engine = chess.engine.SimpleEngine.popen_uci([adv, "uci"], timeout=30)
    check("names itself", engine.id["name"].startswith("adv "), engine.id["name"])
    check("has the option Program", "Program" in engine.options)
    engine.configure({"Program": program})
    for seed in range(5):
        board, said = whole_game(engine, KRK, seed)
        check(f"a whole game, seed {seed}", board.is_checkmate() and board.result() == "1-0",
              f"{len(said)} moves, {board.result()}")
    strings = [info.get("string", "") for _, _, info in said]
    check("each move has a rule and a reason", all("action" in text and "line" in text for text in strings), strings[0])
    engine.quit()

    # The file on the command line, and another kind of program.
    engine = chess.engine.SimpleEngine.popen_uci([adv, "uci", f"{examples}/krk-advice.adv"], timeout=30)
    board, said = whole_game(engine, "7k/5R2/6K1/8/8/8/8/8 w - - 0 1", 1)
    check("an advice table mates", board.is_checkmate(), f"{len(said)} moves")
    engine.configure({"Mode": "weak"})
    board, said = whole_game(engine, "7k/5R2/6K1/8/8/8/8/8 w - - 0 1", 1, limit=12)
    check("the weak mode plays on", len(said) >= 1)

    # A position that the program is not for: an answer all the same, and the reason.
    result = engine.play(chess.Board(), chess.engine.Limit(time=1), info=chess.engine.INFO_ALL)
    check("another material is answered by a legal move", result.move in chess.Board().legal_moves,
          result.info.get("string", ""))
    engine.quit()

    # `go infinite` is answered on `stop`.
    engine = chess.engine.SimpleEngine.popen_uci([adv, "uci", program], timeout=30)
    with engine.analysis(chess.Board(KRK)) as analysis:
        for info in analysis:
            if "pv" in info:
                break
        analysis.stop()
    check("analyses until it is stopped", info["pv"][0] in chess.Board(KRK).legal_moves, info["pv"][0].uci())
    engine.quit()

    # A file that is not there.
    engine = chess.engine.SimpleEngine.popen_uci([adv, "uci"], timeout=30)
    engine.configure({"Program": f"{examples}/no-such-file.adv"})
    result = engine.play(chess.Board(KRK), chess.engine.Limit(time=1), info=chess.engine.INFO_ALL)
    check("a missing program is told", "no program" in result.info.get("string", "") or result.move is not None,
          result.info.get("string", ""))
    engine.quit()
    print("all checks passed")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
