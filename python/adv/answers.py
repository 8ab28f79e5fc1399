"""What a program answers in a position: a move, the reason, and the forcing-tree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape

from . import _adv, records


class Move(str):
    """A move: a text in UCI notation, with its name in books."""

    san: str

    def __new__(cls, uci: str, san: str) -> "Move":
        made = super().__new__(cls, uci)
        made.san = san
        return made

    @property
    def chess(self):
        """The move of python-chess."""
        import chess

        return chess.Move.from_uci(str(self))


class Node:
    """A move of a forcing-tree, with what follows it."""

    def __init__(self, data: records.Node, parent: "Node | None" = None) -> None:
        self.parent = parent
        #: The move that leads here.
        self.move = Move(data["uci"], data["san"])
        #: The position after it.
        self.fen: str | None = data.get("fen")
        #: Plies from the root; the first move leads to ply 1.
        self.ply: int = data["ply"]
        #: ``us`` or ``them``.
        self.by: str = data["by"]
        #: At a node where they are to move: how many legal replies the them-moves leave out.
        self.left_out: int = data.get("left_out", 0)
        facts = data.get("facts")
        #: The goal by which the node was judged: ``better-goal`` or ``holding-goal``.
        self.decided: str | None = facts["decided"] if facts else None
        #: The conjuncts of the goals in the order of the program: ``text``, whether it ``holds``, what it compares, and its boards.
        self.facts: list[records.Conjunct] = facts["parts"] if facts else []
        self.children: list[Node] = []

    @property
    def board(self):
        """The position after the move, as a board of python-chess."""
        import chess

        return chess.Board(self.fen)

    def line(self) -> list[Move]:
        """The moves from the root to here."""
        before = self.parent.line() if self.parent else []
        return [*before, self.move]

    def walk(self) -> Iterator["Node"]:
        """This node and all below it, depth first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def __repr__(self) -> str:
        return f"<Node {self.move.san} at ply {self.ply}, {len(self.children)} below>"


class Tree:
    """A forcing-tree: one move of ours, and every reply that the them-moves select."""

    def __init__(self, consultation, data: records.Consultation) -> None:
        self._consultation = consultation
        self._data = data
        self._root: Node | None = None

    @property
    def root(self) -> Node:
        """Our first move."""
        if self._root is None:
            self._root = _rooted(json.loads(self._consultation.facts()))
        return self._root

    def __iter__(self) -> Iterator[Node]:
        return self.root.walk()

    def __len__(self) -> int:
        return len(self._data["nodes"])

    def pgn(self) -> str:
        """The tree as a game with variations."""
        return self._consultation.pgn()

    def dot(self) -> str:
        """The tree as a graph in the language of Graphviz."""
        return self._consultation.dot()

    def _repr_html_(self) -> str:
        return _preformatted(str(self))

    def __str__(self) -> str:
        return self._consultation.tree()

    def __repr__(self) -> str:
        return f"<Tree {self.root.move.san}, {len(self)} nodes>"


def _preformatted(text: str) -> str:
    """The text as it stands, safe in a notebook."""
    return f"<pre>{escape(text)}</pre>"


def _rooted(rows: list[records.Node]) -> Node:
    """The nodes of the flat list, hung together: a nested object may be deeper than Python reads."""
    made: list[Node] = []
    for row in rows:
        parent = row.get("parent")
        above = made[parent] if parent is not None else None
        node = Node(row, above)
        if above is not None:
            above.children.append(node)
        made.append(node)
    return made[0]


class Asked(records.Consultation):
    """A consultation with the name of what was asked."""

    subject: str


class Answer:
    """The answer of a table, a strategy or a piece-of-advice in a position."""

    def __init__(self, consultation) -> None:
        self._consultation = consultation
        #: The object of ``docs/schema/outcome.json``.
        self.data: Asked = json.loads(consultation.json())

    @property
    def move(self) -> Move | None:
        """The move; ``None`` where nothing is satisfied."""
        move = self.data["move"]
        return Move(move["uci"], move["san"]) if move else None

    @property
    def san(self) -> str | None:
        """The move as books write it."""
        return self.move.san if self.move else None

    @property
    def fen(self) -> str:
        """The position."""
        return self.data["fen"]

    @property
    def board(self):
        """The position as a board of python-chess."""
        import chess

        return chess.Board(self.fen)

    @property
    def subject(self) -> str:
        """What answered: the name of a table, a strategy or a piece-of-advice."""
        return self.data["subject"]

    @property
    def advice(self) -> str | None:
        """The piece-of-advice that is satisfied."""
        return self.data["advice"]

    @property
    def rule(self) -> int | None:
        """The rule of the table, from 1."""
        return self.data["rule"]

    @property
    def line(self) -> int | None:
        """The line of the rule or statement in the program."""
        return self.data["line"]

    @property
    def because(self) -> str | None:
        """The reason, as the program's author wrote it."""
        return self.data["because"]

    @property
    def satisfied(self) -> bool:
        """Whether there is a move."""
        return bool(self.data["satisfied"])

    @property
    def positions(self) -> int:
        """How many positions the search tested, nested ones among them."""
        return self.data["with_nested"]["positions"]

    @property
    def ended(self) -> str | None:
        """Why a strategy has no move."""
        return self.data["ended"]

    @property
    def tree(self) -> Tree | None:
        """The forcing-tree."""
        return Tree(self._consultation, self.data) if self.data["nodes"] else None

    @property
    def text(self) -> str:
        """The answer as the command prints it."""
        return self._consultation.text()

    def html(self) -> str:
        """A page of its own: board, tree to walk through, facts of each node."""
        return self._consultation.html()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Answer {self.san or 'no move'} by {self.advice or self.subject}>"

    def _repr_html_(self) -> str:
        from .pictures import framed

        head = f"<b>{escape(self.san)}</b>" if self.san else "<b>no move</b>"
        by = f"<code>{escape(self.advice or self.subject)}</code>"
        why = f"<p><i>{escape(self.because)}</i></p>" if self.because else ""
        ended = f"<p>{escape(self.ended)}</p>" if self.ended else ""
        board = f"<div style='max-width:22em'>{_adv.board_svg(self.fen, self._sets(), False, 'auto', None)}</div>"
        tree = _preformatted(self._consultation.tree()) if len(self.data["nodes"]) > 1 else ""
        return framed(f"<p style='font-size:120%'>{head} {by}</p>{why}{ended}{board}{tree}")

    def _sets(self) -> list[tuple[str, int]]:
        """The squares of the move, to be seen on a board."""
        from .boards import squares_of

        move = self.move
        return [(move.san, squares_of([move[:2], move[2:4]]))] if move else []
