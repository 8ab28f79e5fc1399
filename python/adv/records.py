"""Results as adv writes them in JSON: types made from ``docs/schema`` by ``cargo bless -p adv-record --features schema``."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Accuracy(TypedDict):
    """Accuracy of the program's moves: the number that keep the worth of their position with best play."""

    positions: JudgedPositions
    states: JudgedPositions


class AdviceUse(TypedDict):
    """Use of a piece-of-advice in a survey."""

    advice: str
    count: int
    share: float
    positions: int
    mean: float
    max: int

# Move that a search tested, with its result and its neighbours in the list. Attempts of a search are numbered from 1; 0 means none.
Attempt = TypedDict("Attempt", {"n": int, "son": int, "brother": int, "father": int, "ply": int, "class": "MoveClass | None", "end": "AttemptEnd", "in_tree": "bool", "move": "Move"})


class AttemptEnd(TypedDict):
    """Reason that settled an attempt. Where a goal did, it has the verdict."""

    goal: NotRequired[NodeGoal]
    holds: NotRequired[bool]
    text: NotRequired[str | None]
    line: NotRequired[int | None]
    left: NotRequired[list[int] | None]
    right: NotRequired[list[int] | None]
    file: NotRequired[str | None]
    by: SettledBy
    n: NotRequired[int | None]
    needed: NotRequired[float | None]
    says: NotRequired[str | None]

# Speed of a program, and the distribution of its time, as `adv bench` measures it.
Bench = TypedDict("Bench", {"subject": "Player", "from": str, "games": "int | None", "asked": int, "answered": int, "positions": int, "instructions": int, "weight": int, "rules": "list[RuleTally]", "advice": "list[PieceTally]", "definitions": "list[WeighedDefinition]", "lines": "list[WeighedLine]", "timing": "Timing", "made_by": "NotRequired[MadeBy | None]"})


class Book(TypedDict):
    """Solution of a problem as its line in the file of positions (EPD) gives it."""

    mate_in: int | None
    best: list[str]
    avoid: list[str]

BookVerdict = Literal["as-short"] | Literal["longer"] | Literal["shorter"] | Literal["not-found"] | Literal["right"] | Literal["wrong"]


class Bound(TypedDict):
    """Bound on the length of the play."""

    count: int
    unit: BoundUnit

BoundUnit = Literal["moves", "plies"]


class Branch(TypedDict):
    """Node of the nested forcing-tree: a move, and the branches after it."""

    uci: str
    san: str
    ply: int
    left_out: int
    children: list[Branch]


class Brought(TypedDict):
    """Facts that a move brings and gives up by force: those at the leaves of its tree beside those at its root. Facts that require a plan are left out."""

    brings: list[BroughtFact]
    gives_up: list[BroughtFact]
    conditional: bool
    leaves: int


class BroughtFact(TypedDict):
    """Fact that a move brings or gives up by force."""

    pattern: str | None
    side: Side
    squares: list[str]
    worth: int
    value: int
    called: str

Budget = Literal["nodes"] | Literal["time"] | Literal["fuel"] | Literal["depth"] | Literal["other"]


class CaseOfFact(TypedDict):
    """Case that a told fact comes from."""

    number: int
    same: bool

Cause = Literal["stalemate"] | Literal["our_stalemate"] | Literal["our_mate"] | Literal["their_mate"] | Literal["material"] | Literal["goal"] | Literal["over"] | Literal["no_advice"] | Literal["in_class"] | Literal["loop_without_move"] | Literal["endless"]


class CeilingReport(TypedDict):
    """Ceiling of a program on a claim: what it comes to with every choice of the moves that the program accepts, as it plays, and with the best."""

    claim: str
    is_bounded: bool
    positions: int
    every: int
    played: int
    some: int
    open: list[str]
    beyond: list[str]
    made_by: NotRequired[MadeBy | None]


class Choice(TypedDict):
    """Choice of a program: an action, or a piece-of-advice in a list. Numbers count from 1."""

    strategy: str | None
    statement: int | None
    table: str | None
    rule: int | None
    advice: str
    action: bool
    title: str
    line: int | None
    rule_line: int | None


class ChoicePair(TypedDict):
    """Pair of choices that the two programs make in the same positions, with the number of these positions."""

    a: Choice | None
    b: Choice | None
    positions: int
    different: int
    both: int
    difference: int


class ChoiceSource(TypedDict):
    """Source of a choice: the reason of the author, and the lines that lead to it."""

    short: str
    because: str | None
    quotes: list[list[Any]]

# Claim of a program about play or about descriptors, as its text and in its parts.
Claim = TypedDict("Claim", {"text": str, "file": "str | None", "line": "int | None", "column": "int | None", "subject": "Subject", "from": "StartSet", "goals": "list[Goal]", "within": "Bound | None", "weak": "bool", "any_choice": "bool", "fifty_moves": "bool", "share": "bool"})

# Cost of one class of moves, in nodes, moves and positions.
ClassSpent = TypedDict("ClassSpent", {"class": "MoveClass", "reached": int, "selected": int, "positions": int, "taken": "NotRequired[int | None]"})


class ComparedSide(TypedDict):
    """One side of a comparison in the source, with its numbers."""

    text: str | None
    values: list[int]


class ComparedSides(TypedDict):
    """Sides of a comparison, left and right."""

    left: ComparedSide
    right: ComparedSide


class Comparison(TypedDict):
    """Comparison of a goal on a cycle, with the numbers of both sides."""

    left: ComparedSide
    sign: str | None
    right: ComparedSide
    line: int | None


class Conjunct(TypedDict):
    """Conjunct of a goal, with its value and its numbers at a node."""

    goal: NodeGoal
    line: int | None
    column: int | None
    text: str | None
    holds: bool
    compare: ComparedSides | None
    boards: list[SquareSet]
    zones: NotRequired[list[Zone] | None]
    file: NotRequired[str | None]


class Consultation(TypedDict):
    """Consultation of a table or piece-of-advice, or the p-strategy of a strategy's statement."""

    fen: str
    us: Side
    table: str | None
    rule: int | None
    advice: str | None
    satisfied: bool
    move: Move | None
    because: str | None
    conditional: bool
    mirrored: bool
    positions: int
    with_nested: PositionCount
    statistics: list[TriedPiece]
    tree: Branch | None
    effort: NotRequired[Effort | None]
    memory: NotRequired[Memory | None]
    why: NotRequired[list[VainPiece] | None]
    strategy: str | None
    statement: int | None
    line: int | None
    file: NotRequired[str | None]
    action: str | None
    in_class: str | None
    out_class: str | None
    nodes: list[Node]
    ended: NotRequired[str | None]
    moves: NotRequired[list[str] | None]
    played: NotRequired[int | None]
    trace: NotRequired[Trace | None]
    searched: NotRequired[Searched | None]
    brought: NotRequired[Brought | None]
    looked_at: NotRequired[LookedAt | None]
    seconds: NotRequired[float | None]
    made_by: NotRequired[MadeBy | None]


class Contender(TypedDict):
    """One of the two programs of a comparison."""

    name: str
    subject: str


class ContenderLengths(TypedDict):
    """Lengths of one program, in moves of ours."""

    sum: int
    worst: int


class Continuation(TypedDict):
    """Moves of ours that mate after a reply, of set play or with a choice among them."""

    line: list[str]
    after: str
    moves: list[str]

CostUnit = Literal["bits"]


class Cycle(TypedDict):
    """Cycle of a line that never ends, with the way to it and the choices on it."""

    way: Line
    round: Line
    consultations: list[CycleConsultation]
    smallest: bool


class CycleConsultation(TypedDict):
    """Consultation on a cycle: its position, its choice, and the comparisons of its better-goal."""

    fen: str
    choice: Choice
    compared: list[Comparison]
    lowers_nothing: bool


class DearLine(TypedDict):
    """Line that the effort cut, with the cost that it would have had."""

    line: list[Move]
    needed: float


class Decisions(TypedDict):
    """Number of times that one part of a goal decided."""

    by: str
    count: int


class Diff(TypedDict):
    """Comparison of two programs, `a_` the first and `b_` the second, over the same positions. A program holds in a position where every line does as claimed; it is shorter where its longest line is."""

    a: Contender
    b: Contender
    claim: str
    headline: str
    positions: int
    same: int
    different: int
    a_shorter: int
    b_shorter: int
    equal: int
    both: int
    only_a: int
    only_b: int
    neither: int
    lengths: LengthPair
    pairs: list[ChoicePair]
    examples: DiffExamples
    made_by: NotRequired[MadeBy | None]


class DiffExample(TypedDict):
    """Position in which two programs differ, with the outcomes of both."""

    fen: str
    a: Fate
    b: Fate


class DiffExamples(TypedDict):
    """Positions in which two programs differ, as examples in four groups."""

    a_only: list[DiffExample]
    b_only: list[DiffExample]
    a_shorter: list[DiffExample]
    b_shorter: list[DiffExample]


class DrawnCase(TypedDict):
    """Case that an explanation has drawn on."""

    number: int
    note: str | None
    similarity: int
    facts: int
    board: int


class DrawnCases(TypedDict):
    """Report on the cases that an explanation has drawn on."""

    count: int
    used: list[DrawnCase]


class DrawnZone(TypedDict):
    """Drawing of a zone in a position. Squares count from a1 = 0, sides from White = 0."""

    text: str
    told: str
    arrows: list[list[Any]]
    stops: list[list[Any]]


class Duals(TypedDict):
    """Answers to the questions that solvers ask of a problem besides its key."""

    moves: int
    keys: list[str]
    complete: bool
    tries: list[Try] | None
    set_play: list[Continuation] | None
    choices: list[Continuation]
    choices_complete: bool
    ended: Budget | None
    soundness: str | None


class Effort(TypedDict):
    """Cost of the dearest line of a tree, and most that a line may cost."""

    spent: float
    within: float | None
    of: int
    unit: CostUnit | None


class EndedLines(TypedDict):
    """Lines that the depth or the effort ended, of a piece whose moves have a cost."""

    depth: int
    effort: int
    nearest: DearLine | None


class Ending(TypedDict):
    """End of a game."""

    kind: EndingKind
    line: int | None
    sentence: str

EndingKind = Literal["checkmate"] | Literal["stalemate"] | Literal["draw"] | Literal["end-of-strategy"] | Literal["stop"] | Literal["stuck"] | Literal["failed"] | Literal["open"]


class EngineJudgement(TypedDict):
    """Judgement of a chess engine on a position."""

    by: str
    value: int
    mate: int | None


class Explanation(TypedDict):
    """Explanation of one position. With `--format jsonl` a line also has `number`, the line of the file, and `id`."""

    fen: str
    viewer: Side
    evaluation: str
    stage: str | None
    language: Language
    end: GameOver | None
    total: int
    sign: JudgementSign | None
    meaning: str
    value: GameValue | None
    told: list[ToldFact]
    facts: list[Fact]
    served: ServingMove | None
    first: WinningMove | None
    judged: EngineJudgement | None
    judged_moves: list[JudgedMove]
    positions: int
    tried: TriedMoves | None
    cases: DrawnCases | None
    made_by: NotRequired[MadeBy | None]


class Fact(TypedDict):
    """Fact that a pattern says of a side."""

    pattern: str
    path: str
    side: Side
    squares: list[str]
    worth: int
    value: int
    counted: bool
    told: bool
    passed: PassedFor | None
    by: int | None


class Facts(TypedDict):
    """Values of the goals at a node, conjunct by conjunct, in the order of the source."""

    decided: NodeGoal
    parts: list[Conjunct]


class FailedConjunct(TypedDict):
    """Conjunct of a goal at which positions failed, with their number."""

    goal: NodeGoal
    line: int | None
    column: int | None
    text: str | None
    failed: int
    nearest: NearestMiss | None
    file: NotRequired[str | None]


class FailedPiece(TypedDict):
    """Piece-of-advice or action that was tried and failed."""

    advice: str
    line: int | None
    sentence: str


class Failure(TypedDict):
    """Way in which lines break the claim: one cause at one choice, with its counts and its shortest line."""

    cause: Cause
    sentence: str
    choice: Choice | None
    positions: int
    states: int
    line: Line
    examples: list[str]
    ended: LineEnd | None
    zones: NotRequired[list[Zone]]
    drawn: NotRequired[list[list[DrawnZone]]]


class Fate(TypedDict):
    """Outcome of a position under a claim: whether it holds, in how many plies, and by which move."""

    holds: bool
    plies: int | None
    moves: int | None
    move: Move | None
    choice: Choice | None


class FiftyMoves(TypedDict):
    """Effect of the fifty-move rule on the positions that hold."""

    positions: int
    example: str | None
    worst_plies: int

# Entry of a program in the table of a folder's claims; there only where all programs of a folder are settled.
FolderProgram = TypedDict("FolderProgram", {"name": str, "file": str, "class": "str | None", "lines": "int | None", "rules": "RuleCount | None"})


class Game(TypedDict):
    """Played game with the p-strategies of our moves."""

    fen: str
    us: Side
    player: str
    opponent: str
    moves: list[PlayedMove]
    plans: list[Plan]
    ending: Ending
    goal: bool | None
    result: str

GameOutcome = Literal["mate"] | Literal["goal"] | Literal["goal_stalemate"] | Literal["no_goal"] | Literal["held_fifty_moves"] | Literal["held_repetition"] | Literal["held_stalemate"] | Literal["held_dead_position"] | Literal["lost"] | Literal["mated"] | Literal["stalemate"] | Literal["repetition"] | Literal["fifty_moves"] | Literal["dead_position"] | Literal["lost_material"] | Literal["stuck"] | Literal["budget"] | Literal["unfinished"]

GameOver = Literal["checkmate", "stalemate", "dead position", "seventy-five moves"]

GameValue = Literal["white wins", "draw", "black wins"]


class Goal(TypedDict):
    """Goal that the claim says will come true."""

    word: GoalWord
    text: str | None
    mate: bool


class GoalVerdict(TypedDict):
    """Verdict of a goal in a position, with the conjunct that decided it."""

    goal: NodeGoal
    holds: bool
    text: str | None
    line: int | None
    left: list[int] | None
    right: list[int] | None
    file: NotRequired[str | None]

GoalWord = Literal["reaches"] | Literal["keeps"] | Literal["never"]


class Ground(TypedDict):
    """Ground that a report rests on besides the search of its own run."""

    what: GroundKind
    trust: Trust
    classes: NotRequired[list[str]]

GroundKind = Literal["tables"] | Literal["syzygy"]


class JudgedMove(TypedDict):
    """Judgement of a chess engine on a move."""

    by: str
    value: int
    mate: int | None
    move: Move


class JudgedPositions(TypedDict):
    """Positions in which something is to be played, by their worth to the program: those of the claim, or all states that were consulted."""

    won: KeptMoves
    drawn: KeptMoves
    lost: int
    unknown: int

JudgementSign = Literal["-+", "-/+", "=+", "=", "+=", "+/-", "+-"]


class KeptMoves(TypedDict):
    """Counts of positions of one worth, and of first moves that keep it. Distances play no part: a win that is won more slowly is kept."""

    positions: int
    kept: int
    share: float | None
    without_move: int
    at_risk: int
    at_risk_kept: int
    at_risk_share: float | None
    only: int
    only_kept: int
    only_share: float | None
    forced: int


class KingSquares(TypedDict):
    """Outcomes of the positions by the squares of the kings; squares without positions are left out."""

    ours: list[SquareOutcome]
    theirs: list[SquareOutcome]

Language = Literal["en"] | Literal["de"] | Literal["ru"]


class Length(TypedDict):
    """Length of the shortest mate, proved with every move allowed: a mate in `at_most` was found, and in fewer moves than `at_least` there is none; the two are equal where it is settled."""

    at_most: int
    at_least: int
    ended: Budget | None


class LengthPair(TypedDict):
    """Lengths over the positions in which both programs hold, in moves of ours."""

    a: ContenderLengths
    b: ContenderLengths


class Lengths(TypedDict):
    """Lengths of play from the positions that hold, each by its longest line."""

    worst: int
    worst_plies: int
    mean: float | None
    median: int | None
    sum: int
    sum_plies: int
    histogram: list[int]
    too_long: int | None
    hardest: int
    examples: list[str]
    line: Line


class Line(TypedDict):
    """Line of play from a position."""

    fen: str
    moves: list[Step]


class LineEnd(TypedDict):
    """End of a line where the program found nothing to play, with the pieces it tried."""

    sentence: str | None
    table: str | None
    rule: int | None
    line: int | None
    tried: list[FailedPiece]
    command: str | None


class LongestGame(TypedDict):
    """Longest game of a series among those that reached the goal."""

    moves: int
    game: int
    start: str


class LookedAt(TypedDict):
    """Number of distinct positions that a consultation tested, or made to weigh, order or judge a move."""

    positions: int
    exact: bool


class LostGame(TypedDict):
    """Game of a series that did not reach its goal."""

    game: int
    outcome: GameOutcome
    sentence: str
    start: str
    end: str


class LostMoves(TypedDict):
    """Loss of first moves against perfect play."""

    positions: int
    plies: int
    worst_plies: int
    wins: int
    optimal: int


class MadeBy(TypedDict):
    """Origin of a report that a command wrote: the version of adv, and the fingerprints of the programs."""

    adv: str
    programs: list[str]

MeasureQuestion = Literal["holds"] | Literal["distance"]


class Measured(TypedDict):
    """Measure of the words of a program against a claim, over the positions of the claim."""

    claim: str
    question: MeasureQuestion
    positions: int
    is_sample: bool
    mean: float
    entropy: float
    beside: list[str]
    known: float
    words: list[MeasuredWord]
    refused: list[UnmeasuredWord]
    made_by: NotRequired[MadeBy | None]


class MeasuredWord(TypedDict):
    """Word with what it tells."""

    word: str
    is_descriptor: bool
    values: int
    bits: float
    interval: float | None
    low: ValueEnd
    high: ValueEnd


class Memory(TypedDict):
    """Use of the memory of a consultation's searches."""

    entries: int
    hits: int

Mode = Literal["strong"] | Literal["weak"]


class Move(TypedDict):
    """Move in two notations, for engines and for people."""

    uci: str
    san: str


class MoveClass(TypedDict):
    """Class of us-moves or them-moves that selected a move, with its place in the source."""

    list: Mover
    number: int
    text: str | None
    line: int | None
    plies: list[int]
    file: NotRequired[str | None]
    taken: NotRequired[list[str] | None]
    zones: NotRequired[list[Zone] | None]
    says: NotRequired[str | None]

Mover = Literal["us"] | Literal["them"]


class NearestMiss(TypedDict):
    """Position in which a comparison failed by least."""

    left: ComparedSide
    right: ComparedSide
    fen: str


class NestedPiece(TypedDict):
    """Piece-of-advice that a goal evaluates, whose positions are counted apart."""

    advice: str
    asked: int
    positions: int
    by_depth: list[int]

# Node of a forcing-tree as one list: a move, and the position after it.
Node = TypedDict("Node", {"parent": "int | None", "uci": str, "san": str, "by": "Mover", "ply": int, "left_out": int, "leaf": "bool", "fen": str, "facts": "NotRequired[Facts | None]", "class": "NotRequired[MoveClass | None]", "drawn": "NotRequired[list[DrawnZone]]"})

NodeGoal = Literal["better-goal"] | Literal["holding-goal"]

OpenFor = Literal["plies"] | Literal["nodes"] | Literal["limit"]


class PStrategy(TypedDict):
    """P-strategy of a whole play: the whole file."""

    format: Literal["adv p-strategy"]
    version: int
    program: str
    fingerprint: str
    subject: Player
    mode: Mode
    extent: WholeExtent
    us: Side
    root: str
    nodes: list[PStrategyNode]
    complete: bool
    counts: PStrategyCounts


class PStrategyCounts(TypedDict):
    """Size of a p-strategy: its numbers of nodes, replies and positions."""

    nodes: int
    replies: int
    open: int
    left_out: int
    unfolded: str
    longest: int | None


class PStrategyNode(TypedDict):
    """Node of the p-strategy: a position with us to move, at a place of the program. It has a move, an end, or a reason why it is open."""

    n: int
    fen: str
    place: int
    move: NotRequired[str]
    by: NotRequired[str]
    at: NotRequired[str | None]
    begins: NotRequired[bool]
    to: NotRequired[list[list[Any]]]
    left_out: NotRequired[list[str]]
    sans: NotRequired[list[str]]
    end: NotRequired[PlayEnd | None]
    open: NotRequired[str | None]

PassedFor = Literal["worthless"] | Literal["fallen"] | Literal["narrower"] | Literal["family"] | Literal["enough"]


class PerfectPlay(TypedDict):
    """Comparison of a program with perfect play."""

    won: int
    worst: int
    worst_plies: int
    sum: int
    mean: float | None
    missed: int
    lost: LostMoves
    optimal_share: float | None
    slowest: SlowestPosition | None


class PieceTally(TypedDict):
    """Counts of a piece-of-advice or action over the questions of a round."""

    advice: str
    searched: int
    satisfied: int
    positions: int
    share: float
    asked: int
    nested: int

# P-strategy that the program followed for some moves of a game, with the choice that it comes from.
Plan = TypedDict("Plan", {"from": int, "table": "str | None", "rule": "int | None", "advice": "str | None", "because": "str | None", "conditional": "bool", "strategy": "str | None", "statement": "int | None", "line": "int | None", "file": "NotRequired[str | None]", "action": "str | None", "in_class": "str | None", "out_class": "str | None", "nodes": "list[Node]"})


class PlanResult(TypedDict):
    """Outcome of a plan, with its moves."""

    verdict: PlanVerdict
    move: Move | None
    moves: list[str]
    conditional: bool
    left_out: int
    prevented: Move | None
    nodes: NotRequired[list[Node]]


class PlanUse(TypedDict):
    """Use of an action, a piece-of-advice or a statement in the moves of a series."""

    name: str
    times: int
    moves: int

PlanVerdict = Literal["done"] | Literal["forced"] | Literal["possible"] | Literal["idea"] | Literal["refuted"] | Literal["unsettled"]


class PlannedPiece(TypedDict):
    """Piece-of-advice in the plan of a told fact, with its result."""

    verdict: PlanVerdict
    move: Move | None
    moves: list[str]
    conditional: bool
    left_out: int
    prevented: Move | None
    nodes: NotRequired[list[Node]]
    advice: str
    because: str | None
    required: bool
    case: int | None


class PlayEnd(TypedDict):
    """End of play, after the move of a node, or in its position where it has no move."""

    kind: PlayEndKind
    men: NotRequired[str | None]
    goal: NotRequired[bool | None]
    says: NotRequired[str | None]

PlayEndKind = Literal["checkmate"] | Literal["stalemate"] | Literal["material"] | Literal["over"] | Literal["stuck"] | Literal["leaf"]


class PlayedMove(TypedDict):
    """Move of a game."""

    uci: str
    san: str
    by: Mover
    plan: int | None
    fen: str


class Player(TypedDict):
    """Part of a program that plays or is consulted."""

    kind: PlayerKind
    name: str

PlayerKind = Literal["strategy", "table", "piece-of-advice"]


class PositionCount(TypedDict):
    """Number of positions that searches tested, in total and by depth."""

    positions: int
    by_depth: list[int]


class Proof(TypedDict):
    """Settled claim about play. Lengths are in moves of ours unless a field's name says plies; our n-th move is ply 2n - 1."""

    claim: Claim
    verdict: Verdict
    headline: str
    us: Side | None
    mode: Mode
    any_choice: bool
    positions: int
    held: int
    failed: int
    share: float | None
    states: int
    replies: int
    lengths: Lengths | None
    uses: list[Use]
    never_used: list[Choice]
    failures: list[Failure]
    shortest: int | None
    cycle: Cycle | None
    fifty: FiftyMoves | None
    squares: KingSquares
    perfect: PerfectPlay | None
    accuracy: Accuracy | None
    searched: SearchEffort | None
    sizes: TreeSizes | None
    rests_on: NotRequired[list[Ground]]
    sources: NotRequired[dict[str, ChoiceSource]]
    program: NotRequired[FolderProgram | None]
    made_by: NotRequired[MadeBy | None]


class Refutation(TypedDict):
    """Refutation of one piece-of-advice or action."""

    advice: str
    fen: str
    us: Side
    depth: int
    out_of_class: bool
    complete: bool
    counts: RefutationCounts
    nodes: list[RefutationNode]
    effort: NotRequired[float | None]
    stop: NotRequired[str | None]


class RefutationCounts(TypedDict):
    """Size of a refutation, in nodes and moves."""

    first_moves: int
    nodes: int
    moves: int
    open: int


class RefutationNode(TypedDict):
    """Position with us to move. It has either `moves` or `open`."""

    n: int
    fen: str
    ply: int
    spent: NotRequired[float | None]
    open: NotRequired[OpenFor | None]
    moves: NotRequired[list[RefutedMove] | None]


class Refutations(TypedDict):
    """Refutations of the pieces tried in a position: the whole file."""

    format: Literal["adv refutation"]
    version: int
    refutations: list[Refutation]
    made_by: NotRequired[MadeBy | None]

RefutedBy = Literal["holding-goal"] | Literal["depth"] | Literal["no-reply"] | Literal["cost"]


class RefutedEnd(TypedDict):
    """End of a line of a refutation at the position after its last move. With a goal that fails it has the verdict."""

    goal: NotRequired[NodeGoal]
    holds: NotRequired[bool]
    text: NotRequired[str | None]
    line: NotRequired[int | None]
    left: NotRequired[list[int] | None]
    right: NotRequired[list[int] | None]
    file: NotRequired[str | None]
    by: RefutedBy
    needed: NotRequired[float | None]
    says: NotRequired[str | None]


class RefutedLine(TypedDict):
    """Main line of the refutation of a piece, with its end."""

    first_moves: int
    line: list[Move]
    ended: RefutedEnd | None


class RefutedMove(TypedDict):
    """Move of ours that leads to no tree. It has either `to` or `ended`."""

    uci: str
    san: str
    reply: Move | None
    to: NotRequired[int | None]
    ended: NotRequired[RefutedEnd | None]


class Reply(TypedDict):
    """Reply of the opponent, with the outcome of the position after it."""

    before: list[Move]
    reply: Move
    fen: str
    fate: Fate

ReplyOrder = Literal["tested-first"] | Literal["one-by-one"]


class RuleCount(TypedDict):
    """Number of rules that the proof saw chosen, and of all that can be chosen."""

    used: int
    written: int


class RuleTally(TypedDict):
    """Counts of a table's rule over the questions of a round."""

    rule: int
    count: int
    satisfied: int
    positions: int


class RuleUse(TypedDict):
    """Use of a rule in a survey."""

    rule: int
    satisfied: int
    count: int
    share: float
    positions: int
    mean: float
    max: int


class Scan(TypedDict):
    """Settled claim without play: a descriptor holds in every position, or wherever another one does."""

    claim: Claim
    verdict: Verdict
    headline: str
    positions: int
    premises: int
    broken: int
    examples: list[ScanExample]
    weighed: NotRequired[Weighed | None]
    others_held: NotRequired[int | None]
    rests_on: NotRequired[list[Ground]]
    program: NotRequired[FolderProgram | None]
    made_by: NotRequired[MadeBy | None]


class ScanExample(TypedDict):
    """Position that breaks a claim without play, as an example."""

    fen: str
    worth: Worth | None
    zones: NotRequired[list[Zone]]
    drawn: NotRequired[list[DrawnZone]]


class Search(TypedDict):
    """Search of a piece-of-advice under one bound."""

    advice: str
    bound: int
    fen: str
    us: Side
    found: bool
    by_numbers: bool
    left_out: int
    branches: list[Attempt]
    effort: NotRequired[float | None]
    says: NotRequired[str | None]


class SearchEffort(TypedDict):
    """Cost of consultations in positions that their searches test."""

    consultations: int
    positions: int
    nested: int
    mean: float | None
    most: int
    stopped: int


class Searched(TypedDict):
    """Attempts of all searches of one consultation, search by search."""

    left_out: int
    searches: list[Search]

# Series of games of a program against one opponent, as `adv match` counts it.
Series = TypedDict("Series", {"player": str, "opponent": str, "mode": "Mode", "from": str, "games": int, "good": int, "held": int, "outcomes": "dict[str, int]", "mean_moves": "float | None", "longest": "LongestGame | None", "used": "list[PlanUse]", "failures": "list[LostGame]", "made_by": "NotRequired[MadeBy | None]"})


class ServingMove(TypedDict):
    """Move that serves several told plans."""

    move: Move
    facts: int
    of: int

SetKind = Literal["all"] | Literal["one"] | Literal["list"] | Literal["random"]

SettledBy = Literal["holding-goal"] | Literal["leaf"] | Literal["bound"] | Literal["no-move"] | Literal["too-dear"] | Literal["refuted"] | Literal["tree"] | Literal["met"] | Literal["unmet"] | Literal["untried"] | Literal["open"]

Side = Literal["White", "Black"]

Sign = Literal["+-", "±", "+=", "=", "=+", "∓", "-+"]


class SignCount(TypedDict):
    """Sign of a total, with its positions by their worth."""

    sign: Sign
    won: int
    drawn: int
    lost: int


class SlowestPosition(TypedDict):
    """Position in which the program is much slower than perfect play."""

    fen: str
    plies: int
    perfect_plies: int

SolveOutcome = Literal["found"] | Literal["none"] | Literal["undecided"]


class Solved(TypedDict):
    """Result of `adv solve`: a row for each problem, with their sums."""

    rows: list[SolvedRow]
    counts: SolvedCounts
    interrupted: bool


class SolvedCounts(TypedDict):
    """Sums over the rows of a result."""

    rows: int
    as_said: int
    undecided: int
    tested: int


class SolvedRow(TypedDict):
    """Answer for one position under one question."""

    number: int
    line: int
    id: str | None
    fen: str
    book: Book
    asked: str
    result: SolveOutcome
    ended: Budget | None
    by: str | None
    mate_in: int | None
    plies: int | None
    effort: int | None
    spent: int | None
    within: int
    depth: int
    tested: int
    looked_at: int | None
    seconds: float | None
    verdict: BookVerdict | None
    moves: list[str]
    because: str | None
    length: Length | None
    duals: Duals | None
    parameters: dict[str, float]
    shortest: int | None


class Spent(TypedDict):
    """Positions that a piece-of-advice spends, by classes and goals; advice nested in it is left out."""

    deepest: int
    too_dear: int
    classes: list[ClassSpent]
    leaves: list[Decisions]
    cuts: list[Decisions]


class SquareOutcome(TypedDict):
    """Outcome of the positions with a king on one square."""

    square: str
    positions: int
    held: int
    worst_plies: int
    sum_plies: int


class SquareSet(TypedDict):
    """Set of squares that the source names, with its squares in a position."""

    text: str | None
    line: int | None
    squares: list[str]


class StartSet(TypedDict):
    """Positions that a claim speaks of."""

    set: SetKind
    fen: str | None
    count: int | None
    seed: int | None
    condition: str | None
    fens: NotRequired[list[str] | None]


class Step(TypedDict):
    """Move of a line of play, with the position after it."""

    uci: str
    san: str
    by: Mover
    fen: str
    choice: Choice | None


class Subject(TypedDict):
    """Part of a program that a claim is about."""

    kind: SubjectKind
    name: str
    premise: str | None

SubjectKind = Literal["strategy", "table", "advice", "descriptor", "evaluation"]


class Survey(TypedDict):
    """Survey of a table. Shares are from 0 to 1, of all positions surveyed; nothing depends on the time or on the number of threads."""

    table: str
    material: str
    sides: list[Side]
    replies: ReplyOrder
    surveyed: int
    satisfied: int
    conditional: int
    no_advice: int
    no_rule: int
    stopped: int
    positions: int
    rules: list[RuleUse]
    advice: list[AdviceUse]
    made_by: NotRequired[MadeBy | None]


class Timing(TypedDict):
    """Time of the rounds, in CPU seconds."""

    seconds: list[float]
    median: float
    positions_per_second: float
    asked_per_second: float


class ToldFact(TypedDict):
    """Fact that the text mentions, with its texts and the viewer's plan."""

    fact: int
    called: str
    belief: str | None
    purpose: str | None
    plan: list[PlannedPiece]
    together: PlanResult | None
    case: CaseOfFact | None


class Trace(TypedDict):
    """Trace of a consultation's searches: their first events in order, and the number of the rest."""

    nodes: int
    left_out: int
    entries: list[TraceEntry]


class TraceEntry(TypedDict):
    """Event of a search: its begin, a test of a position, or its end."""

    event: TraceEvent
    advice: str
    bound: NotRequired[int | None]
    move: NotRequired[Move | None]
    fen: NotRequired[str | None]
    verdict: NotRequired[GoalVerdict | None]
    effort: NotRequired[float | None]
    found: NotRequired[bool | None]
    level: int
    ply: int

TraceEvent = Literal["begun"] | Literal["tested"] | Literal["expanded"] | Literal["too-dear"] | Literal["over"]


class TreeSizes(TypedDict):
    """Sizes of the p-strategies of the positions that hold, as trees from the position to the goal of the claim: every line by itself. The numbers are texts, because they may be larger than the numbers that readers of JSON keep."""

    positions: int
    median: str
    largest: str
    example: str
    digits: list[int]


class TriedMoves(TypedDict):
    """Size of the search that tested moves before they were advised."""

    positions: int
    depth: int


class TriedPiece(TypedDict):
    """Piece-of-advice that was tried. Its positions leave nested pieces out."""

    advice: str
    satisfied: bool
    positions: int
    by_depth: list[int]
    nested: list[NestedPiece]
    spent: NotRequired[Spent | None]

Trust = Literal["sealed"] | Literal["believed"]


class Try(TypedDict):
    """Try: a first move that exactly one reply refutes."""

    move: str
    refutation: str


class UnmeasuredWord(TypedDict):
    """Word that cannot be measured."""

    word: str
    reason: str


class Use(TypedDict):
    """Number of positions and states in which the program made one choice."""

    choice: Choice
    positions: int
    states: int
    lost: LostMoves | None


class VainPiece(TypedDict):
    """Piece-of-advice or action that was tried in vain, with the reasons."""

    advice: str
    failures: list[FailedConjunct]
    ended: NotRequired[EndedLines | None]
    refutation: NotRequired[RefutedLine | None]


class ValueEnd(TypedDict):
    """Positions at one end of a word's values."""

    value: int
    positions: int
    mean: float

Verdict = Literal["proved"] | Literal["refuted"] | Literal["too_long"] | Literal["fifty_moves"] | Literal["empty"] | Literal["measured"]


class Walk(TypedDict):
    """Walk through one position of a claim: its outcome, its line, and the replies to it."""

    claim: Claim
    fen: str
    fate: Fate
    cause: Cause | None
    played: Choice | None
    sentence: str
    line: Line
    replies: list[Reply]


class Weighed(TypedDict):
    """Agreement of an evaluation's totals with the worth of the positions. `premises` are all positions, `broken` those that disagree."""

    decided: int
    on_winners_side: int
    drawn: int
    level: int
    over: int
    signs: list[SignCount]


class WeighedDefinition(TypedDict):
    """Definition of the program, with its share of the executed instructions."""

    definition: str
    line: int | None
    share: float
    weight: int
    instructions: int


class WeighedLine(TypedDict):
    """Line of the source, with its share of the executed instructions."""

    line: int
    text: str
    definition: str
    share: float
    weight: int
    instructions: int

WholeExtent = Literal["play"] | Literal["choice"]


class WinningMove(TypedDict):
    """Move that wins by force, or is the only good one."""

    move: Move
    mate: int | None
    material: int | None
    only: int | None
    line: list[str]


class Worth(TypedDict):
    """Worth of a position to the side to move."""

    outcome: WorthOutcome
    plies: int | None

WorthOutcome = Literal["win", "draw", "loss"]


class Zone(TypedDict):
    """Zone of the source as it is in one position: attacks on squares, and the forecast whether they get through."""

    text: str
    moves: int
    vulnerable: bool
    main: str
    told: str
