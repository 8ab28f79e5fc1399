"""Positions as Python has them: FEN, lists of men, and boards of python-chess."""

from __future__ import annotations

from .errors import PositionError


def fen_of(board) -> str:
    """The FEN of a position: of a text it is the text, of a board of python-chess its FEN."""
    if isinstance(board, str):
        return board
    fen = getattr(board, "fen", None)
    if callable(fen):
        if getattr(board, "uci_variant", "chess") != "chess":
            raise PositionError(f"adv knows the rules of chess, and not those of {board.uci_variant}")
        if getattr(board, "chess960", False) and board.castling_rights:
            raise PositionError("adv knows castling from the usual squares only")
        return fen()
    raise TypeError(f"a position is a text or a chess.Board, and not {type(board).__name__}")


def root_and_moves(board) -> tuple[str, list[str]]:
    """Where a board's moves began, and the moves since then as UCI."""
    stack = getattr(board, "move_stack", None)
    if stack and callable(getattr(board, "root", None)):
        return fen_of(board.root()), [move.uci() for move in stack]
    return fen_of(board), []


def squares_of(value) -> int:
    """A set of squares, a1 = bit 0: a number, a ``chess.SquareSet``, or names and numbers of squares."""
    if isinstance(value, int):
        return value
    if hasattr(value, "mask"):
        return int(value.mask)
    squares = 0
    for square in value:
        if isinstance(square, str):
            if len(square) != 2 or square[0] not in "abcdefgh" or square[1] not in "12345678":
                raise PositionError(f"`{square}` is no square")
            square = "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)
        if not 0 <= square < 64:
            raise PositionError(f"{square} is no square: a1 is 0, h8 is 63")
        squares |= 1 << square
    return squares
