//! What a proof comes to, as plain data: for texts, JSON and pages, which are made elsewhere.
//!
//! Lengths are plies from a position with us to move to the position in which the goal is reached: our n-th move is ply 2n - 1. People count our
//! moves, so [`moves`] converts plies to them. Everything is in an order that does not depend on threads:
//! positions by the numbers of their class, choices by their places in the source.

use adv_chess::{Color, Move, Position};
use adv_module::TableId;
pub use adv_record::perfect::LostMoves;
pub use adv_record::proof::Verdict;
use adv_vm::{Chosen, Done, Mode, SeenZone, Stuck, Subject, Tried, Worth};

use crate::grounds::Ground;
use crate::size::WholeSize;

/// The number of our moves in this many plies.
pub const fn moves(plies: u32) -> u32 {
    plies.div_ceil(2)
}

/// What a claim about play comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Whether it holds.
    pub verdict: Verdict,
    /// The subject, the mode and the side.
    pub played: Played,
    /// The positions that the claim speaks of: the roots.
    pub roots: u64,
    /// The roots from which every line does what the goals want, the bound and the fifty moves left aside.
    pub reached: u64,
    /// The roots that hold: the claim's bound counts, and the fifty moves where it names them.
    pub held: u64,
    /// The roots that are reached in more moves than the claim allows.
    pub late: u64,
    /// The positions and junctions that were met, the roots among them: each was consulted once.
    pub states: u64,
    /// The replies that were followed.
    pub replies: u64,
    /// The lengths, where the claim is that something is reached and some root holds.
    pub lengths: Option<Lengths>,
    /// How often each choice was made, in the order of the source; those never made are there too.
    pub uses: Vec<Use>,
    /// The ways in which lines break the claim, the most frequent first. Empty where it is proved.
    pub failures: Vec<Failing>,
    /// The smallest cycle, where some line never ends and so breaks the claim.
    pub cycle: Option<Cycle>,
    /// The shortest line that breaks the claim, an index into `failures`; `None` where none does but the bound or the fifty moves.
    pub shortest: Option<usize>,
    /// The fifty-move rule. `None` where nothing is to be reached, so that lines may be endless.
    pub fifty: Option<Fifty>,
    /// For each square what happens to the roots with a king there: ours, and theirs.
    pub ours: Box<[SquareStat; 64]>,
    /// The same by the square of their king.
    pub theirs: Box<[SquareStat; 64]>,
    /// Against perfect play, where that is known and the claim is that mate is reached.
    pub perfect: Option<Perfect>,
    /// Which moves keep what a position is worth, where that is known.
    pub accuracy: Option<Accuracy>,
    /// How many positions a consultation searches, where that was counted.
    pub searched: Option<Searched>,
    /// How large the p-strategies are, where that was measured.
    pub sizes: Option<Sizes>,
    /// Grounds besides the search of this run; a caller adds the tables that the claim asks.
    pub rests_on: Vec<Ground>,
    /// The memory kept, in bytes. It is not part of the printed report: it depends on the other claims that were settled in the same
    /// session.
    pub memory: u64,
}

/// What was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// The strategy, table or piece-of-advice.
    pub subject: Subject,
    /// To the leaves of trees, or consulted again at each move.
    pub mode: Mode,
    /// Every move that satisfies was followed.
    pub any_choice: bool,
    /// Our side; `None` if the roots have both sides to move.
    pub us: Option<Color>,
}

/// How long it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Lengths {
    /// The most plies of a root that holds.
    pub worst: u32,
    /// The sum of the worst cases of the roots that hold, in plies.
    pub plies: u64,
    /// The same in moves of ours.
    pub moves: u64,
    /// How many roots have which worst case: `histogram[n]` of n moves of ours.
    pub histogram: Vec<u64>,
    /// How many roots are as long as the worst.
    pub hardest: u64,
    /// The first of them, at most [`EXAMPLES`].
    pub examples: Vec<Position>,
    /// The worst line from the first.
    pub line: Line,
}

/// How many positions are kept as examples of one thing.
pub const EXAMPLES: usize = 8;

/// How often a choice was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// What: a piece of a rule's list, a piece of a list consulted by a statement, or an action. The same piece in two rules of a
    /// table is two of these.
    pub choice: Choice,
    /// In how many roots.
    pub roots: u64,
    /// In how many states, roots included.
    pub states: u64,
    /// How many plies it loses against perfect play, in the roots it is chosen in, where that is known.
    pub lost: Option<LostMoves>,
}

/// Something that a program can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// The strategy, an index; `None` where a table or a piece is played by itself.
    pub strategy: Option<u16>,
    /// The statement in it.
    pub statement: Option<u32>,
    /// The table, an index.
    pub table: Option<u16>,
    /// The rule of the table.
    pub rule: Option<u16>,
    /// The piece-of-advice or action, an index.
    pub advice: u16,
}

impl Choice {
    /// A piece-of-advice by its index, played by itself: neither a strategy nor a table has chosen it.
    pub const fn of_piece(advice: u16) -> Choice {
        Choice {
            strategy: None,
            statement: None,
            table: None,
            rule: None,
            advice,
        }
    }
}

impl From<&Chosen> for Choice {
    fn from(chosen: &Chosen) -> Choice {
        Choice {
            strategy: chosen.origin.strategy.map(|id| id.0),
            statement: chosen.origin.statement,
            table: chosen.table.map(|id| id.0),
            rule: chosen.rule.and_then(|rule| u16::try_from(rule).ok()),
            advice: chosen.advice.0,
        }
    }
}

/// One way in which the claim is broken.
#[derive(Clone, Debug, PartialEq)]
pub struct Failing {
    /// What happens.
    pub cause: Cause,
    /// What was being played when it happened; `None` where nothing had been chosen.
    pub choice: Option<Choice>,
    /// The roots from which some line comes to it.
    pub roots: u64,
    /// The states in which it happens, before anything else is consulted.
    pub states: u64,
    /// The shortest line to it, from a root.
    pub line: Line,
    /// The first states in which it happens, at most [`EXAMPLES`].
    pub examples: Vec<Position>,
    /// What was tried at the end of the line, where it ends for want of something to play and
    /// [`Settled::explain_ends`](crate::Settled::explain_ends) has asked.
    pub ended: Option<LineEnd>,
    /// The zones that the claim and what is played speak of, by plies of the line, its beginning first; empty where they speak of none, or
    /// [`Settled::explain_ends`](crate::Settled::explain_ends) has not asked.
    pub zones: Vec<PlyZones>,
}

/// The zones of one position of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyZones {
    /// Those of the claim's descriptors and of the goals of the piece that is played, in this position.
    pub here: Vec<SeenZone>,
    /// Those of the class that selected the move which is played here.
    pub along: Vec<SeenZone>,
}

/// How a line ended for want of something to play.
#[derive(Clone, Debug, PartialEq)]
pub enum LineEnd {
    /// A table or a piece-of-advice found nothing.
    Consulted {
        /// The table that was asked in the end; `None` for a piece-of-advice by itself.
        table: Option<TableId>,
        /// The rule whose precondition held, an index; `None` where none did.
        rule: Option<usize>,
        /// The pieces tried, with the conjuncts at which positions failed.
        tried: Vec<Tried>,
    },
    /// A strategy cannot go on.
    Stuck(Box<Stuck>),
    /// A strategy has come to its end.
    Done(Done),
}

/// Why a line breaks a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// They are stalemated.
    Stalemate,
    /// We are stalemated.
    OurStalemate,
    /// We are mated.
    OurMate,
    /// They are mated, and mate is not the goal.
    TheirMate,
    /// The men on the board are no longer those that anything of the program is for.
    Material,
    /// A goal is violated: the index of a `keeps` or `never`.
    Goal(u8),
    /// The strategy has come to its end, and the goal is not reached.
    Over,
    /// An action has no p-strategy, or a consultation no advice.
    NoAdvice,
    /// An action's or an applied strategy's in-class is false.
    InClass,
    /// A loop goes round without a move.
    LoopWithoutMove,
    /// A line goes on for ever.
    Endless,
}

/// A line of play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Where it begins, we being to move.
    pub start: Position,
    /// The moves, ours and theirs in turn.
    pub plies: Vec<Ply>,
}

/// One ply of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Where it begins a tree: what chose it.
    pub choice: Option<Choice>,
}

impl Line {
    /// The position after the last move.
    pub fn end(&self) -> Position {
        let play = |position: Position, ply: &Ply| position.play(ply.mv);
        self.plies.iter().fold(self.start, play)
    }
}

/// A cycle: a line that comes back to the state it begins in.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// The line there from a root; without plies where the cycle begins in one.
    pub way: Line,
    /// The cycle, from its first state round to it again.
    pub round: Line,
    /// The consultations of the cycle, in order.
    pub consultations: Vec<Consulted>,
    /// It is certainly the smallest: the search for smaller ones was not cut short.
    pub smallest: bool,
}

/// A consultation in a cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct Consulted {
    /// The position.
    pub position: Position,
    /// The choice.
    pub choice: Choice,
    /// The numbers that the better-goal compares, at the leaf that the cycle goes through.
    pub compared: Vec<Compared>,
    /// No number that its better-goal compares with one of the root differed from it at the leaf, so that nothing got less: what makes
    /// a cycle possible.
    pub lowers_nothing: bool,
}

/// A comparison of a better-goal with its two sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Which conjunct of the better-goal.
    pub part: usize,
    /// The left side's components.
    pub left: Vec<i64>,
    /// The right side's.
    pub right: Vec<i64>,
}

/// The fifty-move rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Fifty {
    /// The roots that hold and from which some line has a hundred plies without a capture or pawn move and no mate by then.
    pub roots: u64,
    /// The first of them.
    pub example: Option<Position>,
    /// The most plies without either, of the roots that hold.
    pub worst: u32,
}

/// What happens to the roots with a king on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareStat {
    /// How many there are.
    pub roots: u64,
    /// How many of them hold.
    pub held: u64,
    /// The most plies of those that hold.
    pub worst: u32,
    /// The sum of their plies.
    pub plies: u64,
}

/// Against perfect play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Perfect {
    /// The roots that are won with best play.
    pub won: u64,
    /// The most plies with best play.
    pub worst: u32,
    /// The sum of the plies, in moves of ours.
    pub moves: u64,
    /// The roots that are won and do not hold.
    pub missed: u64,
    /// What the first moves lose, all together.
    pub lost: LostMoves,
    /// The root in which the strategy takes the most plies more than perfect play, with both lengths.
    pub slowest: Option<(Position, u32, u32)>,
}

/// Which of the moves that are chosen keep what the position is worth with best play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// In the positions that the claim speaks of.
    pub roots: Judged,
    /// In all states that were consulted, these among them.
    pub states: Judged,
}

/// Positions in which something is to be played, by what they are worth to us.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// Those that are won.
    pub won: KeptMoves,
    /// Those that are drawn.
    pub drawn: KeptMoves,
    /// How many are lost, so that nothing can be given away.
    pub lost: u64,
    /// How many there are whose worth, or that of one of their moves, is not known.
    pub unknown: u64,
}

/// Positions of one worth, and the moves that keep it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptMoves {
    /// How many there are.
    pub positions: u64,
    /// Those in which the first move keeps the worth.
    pub kept: u64,
    /// Those in which there is a legal move, and none is chosen: the worth is not kept.
    pub without_move: u64,
    /// Those in which some legal move gives the worth away.
    pub at_risk: u64,
    /// Those of them in which the first move keeps it.
    pub at_risk_kept: u64,
    /// Those in which exactly one legal move keeps the worth.
    pub only: u64,
    /// Those of them in which it is the one that is chosen.
    pub only_kept: u64,
    /// Those in which there is one legal move only.
    pub forced: u64,
}

/// How many positions consultations search, as `adv survey` counts them; what pieces-of-advice within goals search is counted apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Searched {
    /// The consultations that were counted.
    pub consultations: u64,
    /// The positions of all of them, nested searches left out.
    pub positions: u64,
    /// Those of their nested searches.
    pub nested: u64,
    /// The most of one, with its nested searches.
    pub most: u64,
    /// Those in which a limit was reached; their positions up to there are counted.
    pub stopped: u64,
}

/// How many positions the p-strategies of roots have when each is written as a tree, from the root to what is claimed: the root, those
/// after our moves, those after replies, each line by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Sizes {
    /// The roots that hold, whose p-strategies were measured.
    pub positions: u64,
    /// The size in the middle; of two in the middle the smaller.
    pub median: WholeSize,
    /// The largest.
    pub largest: WholeSize,
    /// The first root with the largest.
    pub example: Position,
    /// How many sizes have how many digits: `digits[n]` are at least 10^n and less than 10^(n + 1).
    pub digits: Vec<u64>,
}

/// What a claim without play comes to: `prove a ⇒ b`.
#[derive(Clone, Debug, PartialEq)]
pub struct Scan {
    /// Whether it holds.
    pub verdict: Verdict,
    /// The positions, both sides to move.
    pub positions: u64,
    /// Those in which the premise holds.
    pub premises: u64,
    /// Those of them in which the conclusion does not.
    pub broken: u64,
    /// The positions in which the premise does not hold and the conclusion does. Counted for a share alone, else 0.
    pub others_held: u64,
    /// The first of them, with what they are worth where it is known.
    pub examples: Vec<(Position, Option<Worth>)>,
    /// For each of them the zones that the claim speaks of; empty where it speaks of none.
    pub zones: Vec<Vec<SeenZone>>,
    /// Of a claim about an evaluation: how its totals agree with what the positions are worth.
    pub weighed: Option<Box<Weighed>>,
    /// Grounds besides the search of this run, as [`Report::rests_on`].
    pub rests_on: Vec<Ground>,
}

/// The most that a total may be from 0 where a position is drawn, in hundredths of a pawn.
pub const LEVEL: u64 = 100;

/// How the totals of an evaluation agree with what positions are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weighed {
    /// For each of the seven signs of a total what its positions are worth; Black's signs first.
    pub signs: [Balance; 7],
    /// The decided positions whose total is on the winner's side.
    pub on_winners_side: u64,
    /// The drawn positions whose total is at most [`LEVEL`] from 0.
    pub level: u64,
    /// The positions in which the game is over: they have no total.
    pub over: u64,
}

impl Weighed {
    /// The least total of each sign but the first, in hundredths of a pawn.
    pub const BOUNDS: [i64; 6] = [-300, -100, 0, 1, 101, 301];
}

/// What the positions of one sign are worth, for White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// White wins.
    pub won: u64,
    /// Neither side wins.
    pub drawn: u64,
    /// Black wins.
    pub lost: u64,
}
