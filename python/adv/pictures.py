"""Pictures for notebooks: boards with sets of squares, and maps of the board."""

from __future__ import annotations

from html import escape

from . import _adv
from .boards import fen_of, squares_of


def framed(inner: str) -> str:
    """Some HTML in a frame of its own width."""
    return f"<div class='adv' style='max-width:46em;line-height:1.4'>{inner}</div>"


class Board:
    """A position to look at, with sets of squares under their names: ``Board(fen, {"MV(B.K)": ["e4", "d4"]})``."""

    def __init__(self, board, sets: dict | None = None, *, flipped: bool = False, caption: str | None = None, theme: str = "auto") -> None:
        self.fen = fen_of(board)
        self.sets = {name: squares_of(squares) for name, squares in (sets or {}).items()}
        self.flipped = flipped
        self.caption = caption
        self.theme = theme

    def svg(self) -> str:
        """The drawing."""
        return _adv.board_svg(self.fen, list(self.sets.items()), self.flipped, self.theme, self.caption)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Board {self.fen}>"


def heat_map(title: str, values: list, digits: int = 0) -> str:
    """A number on each square, a1 first, as a board of colours: ``None`` where there is none."""
    known = [value for value in values if value is not None]
    if not known:
        return ""
    low, high = min(known), max(known)
    rows = []
    for rank in range(7, -1, -1):
        cells = [f"<th style='font-weight:normal;opacity:.7'>{rank + 1}</th>"]
        for file in range(8):
            value = values[8 * rank + file]
            if value is None:
                cells.append("<td style='width:2.6em'></td>")
                continue
            share = 0 if high == low else (value - low) / (high - low)
            colour = f"rgba(178,58,42,{0.06 + 0.74 * share:.2f})"
            cells.append(f"<td style='width:2.6em;height:2.2em;text-align:center;background:{colour}'>{value:.{digits}f}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    files = "".join(f"<th style='font-weight:normal;opacity:.7'>{file}</th>" for file in "abcdefgh")
    return (
        f"<table style='border-collapse:collapse;font-size:85%'><caption style='text-align:left'>{escape(title)}</caption>"
        f"{''.join(rows)}<tr><th></th>{files}</tr></table>"
    )
