"""What can go wrong, and where."""

from __future__ import annotations

import json
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Span:
    """A place in a text. Lines and columns count from 1, columns in characters."""

    line: int
    column: int
    end_line: int
    end_column: int
    #: What is said at this place.
    text: str = ""
    #: The file, where it is another one than the program's own.
    file: str | None = None


@dataclass(frozen=True)
class Diagnostic:
    """A message about a program."""

    #: ``E0201``; :func:`adv.explain` has the page.
    code: str
    #: ``error``, ``warning`` or ``note``.
    severity: str
    message: str
    #: Where it is about, the main place first.
    spans: tuple[Span, ...] = ()
    help: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def span(self) -> Span | None:
        """The main place."""
        return self.spans[0] if self.spans else None

    def __str__(self) -> str:
        at = f"{self.span.line}:{self.span.column}: " if self.span else ""
        return f"{at}{self.severity}[{self.code}]: {self.message}"


def diagnostics_of(lines: str) -> list[Diagnostic]:
    """The messages of the compiler, one JSON object a line."""
    return [_diagnostic(json.loads(line)) for line in lines.splitlines() if line.strip()]


def _diagnostic(data: dict) -> Diagnostic:
    labels = sorted(data.get("labels", []), key=lambda label: not label.get("primary"))
    spans = tuple(
        Span(label["line"], label["column"], label["end_line"], label["end_column"], label.get("text", ""), label.get("file"))
        for label in labels
    )
    return Diagnostic(data["code"], data["severity"], data["message"], spans, tuple(data.get("help", [])), tuple(data.get("notes", [])))


class AdvError(Exception):
    """What adv refuses to do, or cannot."""


class ProgramError(AdvError):
    """The program has errors, which are in :attr:`diagnostics`."""

    def __init__(self, text: str, lines: str = "") -> None:
        super().__init__(text)
        #: What the compiler says.
        self.diagnostics = diagnostics_of(lines)

    @property
    def code(self) -> str | None:
        """The code of the first error."""
        first = self._first()
        return first.code if first else None

    @property
    def span(self) -> Span | None:
        """The place of the first error."""
        first = self._first()
        return first.span if first else None

    def _first(self) -> Diagnostic | None:
        errors = [one for one in self.diagnostics if one.severity == "error"]
        return errors[0] if errors else None


class PositionError(AdvError, ValueError):
    """What was given is no position, or no move in it."""


class ExpressionError(AdvError, ValueError):
    """What was given is no expression of the language, or needs more than one position."""


class Refused(AdvError):
    """The question cannot be answered; the message says why."""


class Stopped(AdvError):
    """A limit ended the search before there was an answer."""
