"""A program as a player, in the manner of ``chess.engine``."""

from __future__ import annotations

import json
from dataclasses import dataclass

from . import _adv
from .answers import Move
from .boards import root_and_moves
from .errors import Refused


@dataclass(frozen=True)
class Reply:
    """What a program plays."""

    #: The move; ``None`` where it has none.
    move: Move | None
    #: The rule or statement that chose it.
    by: str | None = None
    #: The reason.
    because: str | None = None
    #: Why there is no move.
    ended: str | None = None


class Player:
    """Plays for a table, a strategy or a piece-of-advice, with the moves of the game in mind.

    ``play`` takes a board of python-chess with its moves, and gives a ``chess.engine.PlayResult`` where python-chess is installed.
    """

    def __init__(self, program, subject: str | None = None, *, weak: bool = False, positions: int | None = None) -> None:
        self.program = program
        self.subject = subject
        #: Whether the program is asked anew at each move, instead of playing each tree to its leaves.
        self.weak = weak
        self.positions = positions

    @property
    def id(self) -> dict[str, str]:
        """As engines of python-chess have it."""
        return {"name": f"adv {self.subject or self.program.name}"}

    def reply(self, board, moves: list[str] | None = None) -> Reply:
        """The program's move at the end of a game: of a board with its moves, or of a position and moves in UCI."""
        start, played = root_and_moves(board)
        played = [*played, *(moves or [])]
        told = json.loads(
            _adv.Rules.reply(self.program._rules, start, played, self.subject, self.weak, self.positions)
        )
        if "ended" in told:
            return Reply(None, ended=told["ended"])
        return Reply(Move(told["uci"], told["san"]), told.get("by"), told.get("because"))

    def play(self, board, limit=None, **_options):
        """The same as a ``PlayResult``. A limit of nodes bounds the search; one of time does not, for answers do not depend on clocks."""
        import chess.engine

        nodes = getattr(limit, "nodes", None)
        player = self if nodes is None else Player(self.program, self.subject, weak=self.weak, positions=nodes)
        reply = player.reply(board)
        if reply.move is None:
            raise Refused(reply.ended or "the program has no move")
        return chess.engine.PlayResult(reply.move.chess, None, info={"string": reply.because or reply.by or ""})

    def close(self) -> None:
        """There is nothing to close; engines of python-chess have it."""

    quit = close

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_given) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Player {self.subject or 'that serves the position'} of {self.program.name}>"
