"""Programs: from a file or a text, asked, played, surveyed and proved."""

from __future__ import annotations

import json
import os
from pathlib import Path

from . import _adv, clusters
from . import shards as sharded
from .answers import Answer
from .boards import fen_of, squares_of
from .errors import Diagnostic, Refused, diagnostics_of
from .pictures import Board
from .players import Player
from .reports import Explanation, Progress, Proof, Solution, Survey, TestResult


def _read(source, files: dict[str, str] | None) -> tuple[str, str, dict[str, str], str | None]:
    """Name, text, further files and folder of a program that was given as a path or a text."""
    given = dict(files or {})
    is_path = isinstance(source, os.PathLike) or (isinstance(source, str) and "\n" not in source and source.endswith(".adv"))
    if is_path:
        path = Path(source)
        return path.name, path.read_text(encoding="utf-8"), given, str(path.parent)
    if not isinstance(source, str):
        raise TypeError(f"a program is a path or a text, and not {type(source).__name__}")
    return "program.adv", source, given, None


def check(source, files: dict[str, str] | None = None) -> list[Diagnostic]:
    """What the compiler says of a program, given as a path or a text; errors, warnings and notes in the order of the text."""
    return diagnostics_of(_adv.check(*_read(source, files)))


class Program:
    """A program that compiles.

    ``Program("krk.adv")`` reads a file, and the files that it uses from its folder and below; ``Program(text, files={"pen.adv": …})`` takes texts.
    A program with errors raises :class:`ProgramError`.
    """

    def __init__(self, source, files: dict[str, str] | None = None) -> None:
        self.name, self.text, given, folder = _read(source, files)
        self._rules = _adv.Rules(self.name, self.text, given, folder)
        self._source = (self.name, self.text, given, folder)
        outline = json.loads(self._rules.outline())
        #: The program's own position, as FEN.
        self.example: str | None = outline["example"]
        #: Names of its advice tables.
        self.tables: list[str] = outline["tables"]
        #: Names of its strategies.
        self.strategies: list[str] = outline["strategies"]
        #: Names of its pieces-of-advice.
        self.advice: list[str] = outline["advice"]
        #: Names of its evaluations.
        self.evaluations: list[str] = outline["evaluations"]
        #: Its claims as texts.
        self.claims: list[str] = [one["text"] for one in outline["claims"]]
        #: The names of its tests.
        self.tests: list[str] = [one["name"] for one in outline["tests"]]

    def check(self) -> list[Diagnostic]:
        """Warnings and notes about the program."""
        return diagnostics_of(_adv.check(*self._source))

    def module(self, *, strip: bool = False) -> bytes:
        """The compiled module, as ``adv build`` writes it; ``strip`` leaves the source out."""
        return bytes(self._rules.module(strip))

    def consult(self, board=None, subject: str | None = None, *, positions: int | None = None) -> Answer:
        """Asks the program in a position, by default in its example.

        ``subject`` names a table, a strategy or a piece-of-advice; by default the one that serves the position. ``positions`` bounds the search, and
        :class:`Stopped` says that it was not enough.
        """
        return Answer(self._rules.consult(self._position(board), subject, positions))

    def value(self, expression: str, board=None, *, us: str | None = None):
        """The value of an expression in a position: a list of squares, a number or a truth. ``us`` is the side to move where it is left out."""
        told = json.loads(self._rules.value(expression, self._position(board), us))
        return told["squares"] if "squares" in told else told["value"]

    def show(self, board=None, *expressions: str, flipped: bool = False) -> Board:
        """A position with the squares of some expressions."""
        fen = self._position(board)
        sets = {}
        for one in expressions:
            value = self.value(one, fen)
            if not isinstance(value, list):
                raise TypeError(f"`{one}` is no board: it is {value}")
            sets[one] = squares_of(value)
        return Board(fen, sets, flipped=flipped)

    def player(self, subject: str | None = None, *, weak: bool = False, positions: int | None = None) -> Player:
        """The program as a player. A weak one is asked anew at each move; a strong one plays each tree to its leaves."""
        return Player(self, subject, weak=weak, positions=positions)

    def survey(self, table: str | None = None, *, threads: int | None = None, progress=True, positions: int | None = None, on=None, parts: int = 64) -> Survey:
        """Consults a table in every position of its men. ``progress`` is true (tqdm, where installed), false, or a function.

        ``on`` makes ``parts`` tasks of it: the module ``ray`` after ``ray.init``, a client of Dask, or an executor. The rows and sums are the same.
        """
        with Progress(progress) as bar:
            if on is not None:
                return Survey(*clusters.survey(self, on, table, positions, parts, bar.callback))
            return Survey(*_adv.survey(self._rules, table, threads, bar.callback, positions))

    def prove(self, claim: str | int = 1, *, threads: int | None = None, progress=True, on=None, shards: int | None = None, checkpoints=None) -> Proof:
        """Settles a claim: its number from 1, the name of what it is about, or a text that need not be in the program.

        ``on`` is the module ``ray`` after ``ray.init``: then ``shards`` actors share the states of a claim about play, each on one processor; by default as
        many as processors are free, 64 at most. The report is the same, whatever their number is and whichever of them are lost. Where the cluster has no
        place for them within ten seconds, :class:`Refused` says so. ``checkpoints`` is a folder that all workers see, one for each claim: there each shard
        keeps what it has decided, so that a shard that is lost goes on from there, and so does the same call after the driver was killed. The default of
        ``shards`` is then the number whose files are there.

        >>> program.prove("prove krk from all positions reaches mate")  # doctest: +SKIP
        """
        with Progress(progress) as bar:
            if on is not None:
                return Proof(json.loads(sharded.prove(self, str(claim), on, shards, bar.callback, checkpoints)))
            if checkpoints is not None:
                raise Refused("checkpoints are those of shards: give `on`, the module ray, as well")
            return Proof(json.loads(_adv.prove(self._rules, str(claim), threads, bar.callback)))

    def measure(
        self, subject: str | None = None, share_of: str | None = "reaches mate", *, positions: str = "all positions", threads: int | None = None, progress=True
    ) -> Proof:
        """In how many positions something holds: of a table or strategy that its play reaches a goal, of a descriptor another descriptor.

        ``share_of`` and ``positions`` are written as in the language, ``measure krk from all positions where boxed share of reaches mate``; for an
        evaluation, which is measured by tables of perfect play, ``share_of`` is ``None``. A measured share is neither proved nor refuted.
        """
        name = subject or next(iter([*self.tables, *self.strategies]), None)
        if name is None:
            raise TypeError("the program has no table and no strategy to measure")
        share = f" share of {share_of}" if share_of else ""
        return self.prove(f"measure {name} from {positions}{share}", threads=threads, progress=progress)

    def test(self, number: int | None = None) -> list[TestResult]:
        """Runs the program's tests, or one by its number from 1."""
        return [
            TestResult(one["name"], one["fen"], one["good"], one["headline"], one["text"])
            for one in json.loads(_adv.test(self._rules, number))
        ]

    def assess(self, board=None, *, evaluation: str | None = None, language: str = "en", positions: int | None = None) -> Explanation:
        """Explains a position by the program's own patterns; :func:`adv.assess` takes those of the library."""
        return Explanation._of(_adv.assess(self._position(board), self._rules, evaluation, language, positions))

    def solve(self, board, table: str | None = None, mate: int | None = None, *, nodes: int = 1_000_000, shortest: bool = True, duals: bool = False) -> Solution:
        """Solves a problem by a table of the program."""
        name = table or next(iter(self.tables), "")
        return Solution(json.loads(_adv.solve(self._rules, fen_of(board), name, mate, nodes, shortest, duals)))

    def _position(self, board) -> str:
        if board is not None:
            return fen_of(board)
        if self.example is None:
            raise TypeError("the program has no example: give a position")
        return self.example

    def __repr__(self) -> str:
        return f"<Program {self.name}: {len(self.tables)} tables, {len(self.strategies)} strategies, {len(self.claims)} claims>"

    def _repr_html_(self) -> str:
        from html import escape

        from .pictures import framed

        return framed(f"<b>{escape(self.name)}</b><pre>{escape(self.text)}</pre>")
