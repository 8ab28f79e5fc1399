"""What long questions come to: proofs, surveys, explanations, solutions, tests."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from typing import Any, cast

from . import records
from .pictures import framed, heat_map


class Proof:
    """A claim settled: its verdict, the lines that break it, lengths, heat maps."""

    def __init__(self, data: dict) -> None:
        #: The claim as text.
        self.claim: str = data["claim"]
        #: The verdict in one sentence.
        self.headline: str = data["headline"]
        #: Whether it is proved.
        self.proved: bool = data["good"]
        #: The report for people, as the command prints it.
        self.text: str = data["text"]
        #: The object of ``docs/schema/proof.json``.
        self.data: records.Proof | records.Scan = data["report"]

    def __bool__(self) -> bool:
        return self.proved

    @property
    def verdict(self) -> str:
        """``proved``, ``refuted`` and so on."""
        return self.data["verdict"]

    @property
    def positions(self) -> int:
        """The positions of the claim."""
        return self.data["positions"]

    @property
    def _play(self) -> records.Proof | None:
        """The report of a claim about play; None of one without play."""
        return cast(records.Proof, self.data) if "held" in self.data else None

    @property
    def held(self) -> int:
        """Those from which it holds; of a claim without play those of its premise in which it is true."""
        if self._play:
            return self._play["held"]
        scan = cast(records.Scan, self.data)
        return scan["premises"] - scan["broken"]

    @property
    def failed(self) -> int:
        """Those from which it fails."""
        return self._play["failed"] if self._play else cast(records.Scan, self.data)["broken"]

    @property
    def failures(self) -> list[records.Failure]:
        """Lines that break the claim, by their causes."""
        return self._play["failures"] if self._play else []

    @property
    def lengths(self) -> list[int]:
        """How many positions take 0, 1, 2, … moves, of those that hold."""
        lengths = self._play["lengths"] if self._play else None
        return lengths["histogram"] if lengths else []

    def heat_maps(self) -> str:
        """Mean lengths in moves by the square of a king, as HTML."""
        squares = self._play["squares"] if self._play else None
        if not squares:
            return ""
        maps = []
        for rows, name in ((squares["ours"], "our king"), (squares["theirs"], "their king")):
            values: list[float | None] = [None] * 64
            for row in rows:
                at = "abcdefgh".index(row["square"][0]) + 8 * (int(row["square"][1]) - 1)
                if row["held"]:
                    values[at] = row["sum_plies"] / row["held"] / 2
            maps.append(heat_map(f"{name}: mean length in moves", values, 1))
        return "".join(f"<div style='display:inline-block;margin-right:2em'>{one}</div>" for one in maps if one)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Proof {self.headline}>"

    def _repr_html_(self) -> str:
        colour = "#1d6b3a" if self.proved else "#a32222"
        parts = [f"<p style='color:{colour};font-weight:bold'>{escape(self.headline)}</p><p><code>{escape(self.claim)}</code></p>"]
        for failure in self.failures[:4]:
            parts.append(f"<p>{escape(str(failure.get('sentence', '')))}: {failure.get('positions', 0):,} positions{_line(failure)}</p>")
        histogram = self.lengths
        if len(histogram) > 1:
            most = max(histogram)
            bars = "".join(
                f"<tr><td style='text-align:right'>{moves}</td><td style='text-align:right'>{count:,}</td>"
                f"<td style='width:16em'><div style='background:#b23a2a88;height:.8em;width:{100 * count / most:.1f}%'></div></td></tr>"
                for moves, count in enumerate(histogram)
                if count
            )
            parts.append(f"<details><summary>lengths in moves</summary><table style='font-size:85%'>{bars}</table></details>")
        maps = self.heat_maps()
        if maps:
            parts.append(f"<details open><summary>by the square of a king</summary>{maps}</details>")
        return framed("".join(parts))


def _line(failure: records.Failure) -> str:
    line = failure.get("line")
    if not isinstance(line, dict) or not line.get("moves"):
        return ""
    moves = " ".join(escape(str(move.get("san", ""))) for move in line["moves"])
    fen = escape(str(line.get("fen") or line.get("from") or ""))
    return f"<br><code>{fen}</code><br>{moves}"


class Survey:
    """A table consulted in every position of its men.

    It is a table of Arrow: ``pandas.DataFrame.from_arrow(survey)``, ``polars.DataFrame(survey)`` and ``pyarrow.table(survey)`` take it without copying.
    Columns: ``fen``, ``rule`` (from 1), ``advice``, ``move`` (UCI), ``positions`` (tested).
    """

    def __init__(self, rows, totals: str | records.Survey, text: str = "") -> None:
        self._rows = rows
        #: Sums over all positions, by rule and by piece-of-advice.
        self.totals: records.Survey = json.loads(totals) if isinstance(totals, str) else totals
        #: The same for people, as the command prints it; empty where the survey was made of tasks.
        self.text = text

    def __arrow_c_stream__(self, requested_schema=None):
        return self._rows.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self):
        # The rows of tasks are a table of pyarrow, whose schema is an object of its own.
        return getattr(self._rows, "schema", self._rows).__arrow_c_schema__()

    def __len__(self) -> int:
        return self.totals["surveyed"]

    def to_arrow(self):
        """A ``pyarrow.Table``."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self):
        """A ``pandas.DataFrame``; ``advice`` is a category."""
        return self.to_arrow().to_pandas()

    def to_polars(self):
        """A ``polars.DataFrame``."""
        import polars

        return polars.DataFrame(self)

    def __str__(self) -> str:
        return self.text or repr(self)

    def __repr__(self) -> str:
        return f"<Survey of {self.totals['table']}, {len(self):,} positions>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td style='text-align:left'>{escape(one['advice'])}</td><td>{one['count']:,}</td><td>{100 * one['share']:.1f} %</td>"
            f"<td>{one['mean']:,.1f}</td><td>{one['max']:,}</td></tr>"
            for one in self.totals["advice"]
        )
        head = "<tr><th style='text-align:left'>advice</th><th>positions</th><th>share</th><th>tested, mean</th><th>at most</th></tr>"
        return framed(f"<p><b>{escape(self.totals['table'])}</b>: {len(self):,} positions, {escape(self.totals['material'])}</p><table>{head}{rows}</table>")


class Explanation:
    """A position explained: facts with their worth, plans with what a search said of them."""

    def __init__(self, data: records.Explanation, text: str, svg: str, page: str) -> None:
        #: The ``Explanation`` of ``docs/schema/explanation.json``.
        self.data = data
        #: The same for people.
        self.text = text
        self._svg = svg
        self._page = page

    @classmethod
    def _of(cls, told) -> "Explanation":
        return cls(json.loads(told[0]), *told[1:])

    @property
    def sign(self) -> str | None:
        """``+-``, ``+/-``, ``+=``, ``=``, and so for Black; None where nothing but patterns judges."""
        return self.data["sign"]

    @property
    def meaning(self) -> str:
        """The judgement in words, or what the patterns come to."""
        return self.data["meaning"]

    @property
    def facts(self) -> list[records.Fact]:
        """All facts of both sides."""
        return self.data["facts"]

    @property
    def told(self) -> list[records.ToldFact]:
        """Those that are told, the weightiest first."""
        return self.data["told"]

    def svg(self) -> str:
        """The position with what is told of it."""
        return self._svg

    def html(self) -> str:
        """A page of its own."""
        return self._page

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Explanation {self.meaning}, {len(self.told)} told>"

    def _repr_html_(self) -> str:
        return framed(f"{self._svg}<pre style='white-space:pre-wrap;word-break:normal'>{escape(self.text)}</pre>")


class Solution:
    """A problem solved, or not within its budget."""

    def __init__(self, data: records.SolvedRow) -> None:
        #: The ``SolvedRow`` of ``docs/schema/solve.json``.
        self.data = data

    @property
    def result(self) -> str:
        """``found``, ``none`` or ``undecided``."""
        return self.data["result"]

    @property
    def mate_in(self) -> int | None:
        """The mate of the tree that was found, in moves."""
        return self.data["mate_in"]

    @property
    def shortest(self) -> int | None:
        """The shortest mate, where it is known."""
        return self.data["shortest"]

    @property
    def moves(self) -> list[str]:
        """The main line, as books write it."""
        return self.data["moves"]

    def __bool__(self) -> bool:
        return self.result == "found"

    def __repr__(self) -> str:
        said = f"mate in {self.mate_in}: {' '.join(self.moves)}" if self else self.result
        return f"<Solution {said}>"


@dataclass(frozen=True)
class TestResult:
    """A test of a program that was run."""

    __test__ = False

    name: str
    fen: str
    passed: bool
    headline: str
    #: What was expected and found.
    text: str

    def __bool__(self) -> bool:
        return self.passed


class Progress:
    """Tells progress by tqdm where it is installed, or by a function of phase, done and of how many."""

    def __init__(self, wanted) -> None:
        self._bar: Any = None
        self._phase: str | None = None
        self._tell = wanted if callable(wanted) else None
        self._tqdm: Any = None
        if wanted is True:
            try:
                from tqdm.auto import tqdm

                self._tqdm = tqdm
            except ImportError:
                pass

    @property
    def callback(self):
        """What the work calls, or nothing where nothing is wanted."""
        if self._tell is not None:
            return self._tell
        return self._advance if self._tqdm is not None else None

    def _advance(self, phase: str, done: int, of: int) -> None:
        if self._bar is None or phase != self._phase:
            self.close()
            self._phase = phase
            self._bar = self._tqdm(total=of or None, desc=phase, leave=False)
        if of and self._bar.total != of:
            self._bar.total = of
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_given) -> None:
        self.close()


