//! The p-strategy of the whole play of a subject from one position: a graph in which equal positions at equal places of the program are one
//! node (Karapetyan, section 1).
//!
//! ```text
//!   WholeTask ── WholePlay::begin ──▶ next_node ──▶ WholeNode 0, 1, 2, …   in the order in which play comes to them
//!     explore.rs, ask.rs              totals ──▶ WholeTotals           measure.rs: its size as a tree, its longest line
//! ```
//!
//! A node is a position with us to move, and the place of the program there: between two trees the place of each strategy in its text,
//! within a tree what is left of it. Nodes are numbered and handed out breadth first, so a caller can write each one as it comes, and a
//! graph that is cut by a bound is cut at the same place on every machine. Every legal reply is followed. A reply that a tree leaves out
//! is one after which the program is asked again, as it is in play.

mod ask;
mod explore;
mod measure;

use adv_chess::{Move, Position};
use adv_vm::{Ending, Engine, Failure, Mode, Origin, StuckCause, Subject};

use crate::report::Choice;
use crate::watch::Watch;

pub use crate::size::WholeSize;
pub use adv_record::whole::WholeExtent;
pub use explore::WholePlay;

/// A play to be written down.
#[derive(Clone, Copy)]
pub struct WholeTask<'a> {
    /// The program.
    pub engine: &'a Engine,
    /// What plays.
    pub subject: Subject,
    /// Where it begins, we being to move.
    pub position: Position,
    /// How long a tree is followed.
    pub mode: Mode,
    /// How much of the play is wanted.
    pub extent: WholeExtent,
    /// Where the graph ends before the play does.
    pub bounds: WholeBounds,
    /// How far it is, the memory that it may use, and the request to end it, which leaves nodes open.
    pub watch: &'a Watch,
}

/// Where a graph ends before the play does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WholeBounds {
    /// Nodes so many plies from the root are left open; `None` for no such bound.
    pub plies: Option<u32>,
    /// As soon as there are so many nodes, those that have not been asked are left open.
    pub nodes: u64,
}

/// A position with us to move, at a place of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeNode {
    /// Its number: the root is 0.
    pub number: u32,
    /// The position, without its clocks.
    pub position: Position,
    /// The number of the place: two nodes of one position differ in it.
    pub place: u32,
    /// What is done there.
    pub step: WholeStep,
}

/// What is done in a node.
#[derive(Clone, Debug, PartialEq)]
pub enum WholeStep {
    /// A move is played.
    Move {
        /// Which.
        mv: Move,
        /// What chose the tree that it belongs to.
        choice: Choice,
        /// The tree begins here.
        begins: bool,
        /// The replies, and the nodes that they lead to: every legal one, but for those that are left out.
        replies: Vec<(Move, u32)>,
        /// The legal replies that the tree of a choice leaves out; none in a whole play, which goes on after them.
        left_out: Vec<Move>,
        /// How the game ends after the move; `None` where there are replies.
        end: Option<WholeEnd>,
    },
    /// Nothing: play ends before a move of ours.
    End(WholeEnd),
    /// It is not known: a bound was reached.
    Open(WholeBound),
}

/// How play ends.
#[derive(Clone, Debug, PartialEq)]
pub enum WholeEnd {
    /// The game is over, or the strategy is.
    Over {
        /// How.
        ending: Ending,
        /// Where the program ended; nothing where the rules of chess ended the game.
        origin: Origin,
        /// Whether the out-class of the strategy holds; `None` where there is none.
        goal: Option<bool>,
    },
    /// The tree of this choice, which is all that is wanted, ends: its goal is reached.
    Leaf(Choice),
    /// The program cannot go on.
    Stuck {
        /// The statement that cannot be done.
        origin: Origin,
        /// What is wrong; no limit of a consultation, which leaves the node open.
        cause: StuckCause,
    },
}

/// Why a node is open.
#[derive(Clone, Debug, PartialEq)]
pub enum WholeBound {
    /// It is as many plies from the root as the bound says.
    Plies,
    /// There are as many nodes as there may be.
    Nodes,
    /// The graph takes as much memory as it may.
    Memory,
    /// A consultation reached a limit.
    Consultation(Failure),
    /// It was interrupted.
    Interrupted,
}

/// What a graph comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeTotals {
    /// The nodes.
    pub nodes: u64,
    /// The replies that lead from one to another.
    pub replies: u64,
    /// The nodes that are open.
    pub open: u64,
    /// The legal replies that are left out.
    pub left_out: u64,
    /// The places of the program.
    pub places: u64,
    /// The positions of the tree that the graph stands for, each line of play by itself: the root, those after our moves, those after
    /// replies.
    pub unfolded: WholeSize,
    /// The moves of the longest line; `None` where a line goes round for ever.
    pub longest: Option<Vec<Move>>,
    /// A line that goes round for ever: the moves to the node where the round begins, and those of the round.
    pub round: Option<(Vec<Move>, Vec<Move>)>,
}
