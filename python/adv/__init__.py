"""adv: chess strategies as programs, which are played, explained and proved.

>>> import adv
>>> program = adv.Program('''
... material W: K, Q; B: K
... advice mate-now
...   better mate
...   us     Q, K
...   depth  1
... end-advice
... ''')
>>> program.consult("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1").san
'Qg7#'

Positions are given as FEN, as lists of men (``"W: Ke6, Qg1; B: Kh8"``) or as ``chess.Board`` of python-chess, which need not be
installed. Nothing holds the interpreter's lock while it computes, and Ctrl-C ends what takes long.
"""

from __future__ import annotations

from . import _adv, records
from .answers import Answer, Move, Node, Tree
from .errors import AdvError, Diagnostic, ExpressionError, PositionError, ProgramError, Refused, Span, Stopped
from .pictures import Board
from .players import Player, Reply
from .programs import Program, check
from .reports import Explanation, Proof, Solution, Survey, TestResult

__version__ = "0.2.0"

__all__ = [
    "AdvError", "Answer", "Board", "Diagnostic", "Explanation", "ExpressionError", "Move", "Node", "Player", "PositionError", "Program",
    "ProgramError", "Proof", "Refused", "Reply", "Solution", "Span", "Stopped", "Survey", "TestResult", "Tree", "assess", "check",
    "explain", "format", "records", "solve", "solve_all",
]


def assess(board, *, language: str = "en", positions: int | None = None) -> Explanation:
    """Explains a position by the patterns of the library: facts with their worth, and plans that a search has tried.

    ``language`` is ``en``, ``de`` or ``ru``. ``positions`` bounds each search.
    """
    from .boards import fen_of

    return Explanation._of(_adv.assess(fen_of(board), language=language, positions=positions))


def solve(board, mate: int | None = None, *, nodes: int = 1_000_000, shortest: bool = True, duals: bool = False) -> Solution:
    """Looks for a mate that cannot be prevented, by the table ``solve`` of the library.

    ``mate`` is what the book says, in moves; ``nodes`` bounds the positions that are tested. With ``shortest`` it is made sure that no shorter
    mate exists, with ``duals`` keys, tries and duals are told as well.
    """
    import json

    from .boards import fen_of

    library = _adv.Rules.library("std.solve")
    return Solution(json.loads(_adv.solve(library, fen_of(board), "solve", mate, nodes, shortest, duals)))


def solve_all(positions, mate: int | None = None, *, nodes: int = 1_000_000, shortest: bool = True, duals: bool = False, on=None, parts: int = 64, progress=True) -> list[Solution]:
    """Solves many problems. Each is a position, or a pair of a position and what the book says (mate in so many moves).

    ``on`` makes ``parts`` tasks of them, as :meth:`Program.survey` says; without it they are solved one after the other.
    """
    import json

    from . import clusters
    from .boards import fen_of
    from .reports import Progress

    problems = [(fen_of(one[0]), one[1]) if isinstance(one, tuple) else (fen_of(one), mate) for one in positions]
    parts = max(1, min(parts, len(problems)))
    bounds = [len(problems) * part // parts for part in range(parts + 1)]
    shares = [(problems[low:high], nodes, shortest, duals) for low, high in zip(bounds, bounds[1:])]
    with Progress(progress) as bar:
        if on is None:
            solved = [clusters.solve_part(*share) for share in shares]
        else:
            solved = clusters.run(on, clusters.solve_part, shares, bar.callback)
    return [Solution(json.loads(row)) for share in solved for row in share]


def explain(word: str) -> str:
    """The page on a code (``E0201``), a word (``dist``), a sign or a module of the library (``std.geometry``)."""
    return _adv.explain(word)


def format(text: str) -> str:
    """A program's text as ``adv fmt`` writes it."""
    return _adv.format(text)
