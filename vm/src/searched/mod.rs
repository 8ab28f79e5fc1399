//! Every attempt of a search, as a tree: each move that was tried, the class that selected it, and what settled it.
//!
//! ```text
//!   hold, within 13 plies
//!   1. c7            class 2   refuted by 1... Kb7
//!      1... Kb7      class 3   no tree: none of our moves answers it
//!         2. c8=Q    class 1   refuted by 2... Kxc8
//!   1. Kg7           class 5   has a tree
//! ```
//!
//! The log is kept by the hooks of a trace (`trace.rs`), so it costs nothing where it is not asked for. It records searches that a
//! consultation makes itself, without those nested in goals. `log.rs` takes the attempts down; `settle.rs` finds out what settled each
//! of them and numbers them depth first. `select.rs` finds the class of a move again, for a tree that was searched without a log. `tally.rs`
//! counts where positions are spent, for `--stats`.

mod log;
mod select;
mod settle;
mod tally;

use std::ops::Range;

use adv_chess::{Color, Move, Position};
use adv_module::AdviceId;
use adv_module::program::{Advice, Class, MoveSpec};

use crate::trace::TraceVerdict;

pub(crate) use log::{AttemptLog, RunStart};
pub(crate) use select::SelectedMove;
pub(crate) use tally::TallyLog;
pub use tally::{ClassTally, DecidingPart, GoalTally, SearchTally};

/// What the searches of a consultation tried.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Searched {
    /// The searches in order; a piece that looks for the shortest tree has one for each bound.
    pub runs: Vec<SearchedRun>,
    /// The attempts of all searches, each search depth first.
    pub branches: Vec<SearchedBranch>,
    /// How many attempts were left out after the last one that is here.
    pub left_out: u64,
}

/// One search: a piece-of-advice under one bound.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedRun {
    /// The piece-of-advice or action.
    pub advice: AdviceId,
    /// The most plies of its tree.
    pub bound: u16,
    /// What a line may cost, in thousandths; `None` where moves have no cost.
    pub effort: Option<u32>,
    /// The root.
    pub position: Position,
    /// The side that is `us`.
    pub us: Color,
    /// Whether there is a tree.
    pub found: bool,
    /// The search goes by proof numbers, which come to a node again and again: it has no order of attempts, and no branches here.
    pub by_numbers: bool,
    /// Its branches.
    pub branches: Range<usize>,
    /// How many of its attempts were left out.
    pub left_out: u64,
}

/// One attempt: a move that was tested, and what settled it.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedBranch {
    /// The branch that it follows, an index into [`Searched::branches`]; `None` at the root of its search.
    pub parent: Option<usize>,
    /// Plies from the root; the first move leads to ply 1.
    pub ply: u16,
    /// The move.
    pub mv: Move,
    /// The class that selected it.
    pub class: Option<SelectedBy>,
    /// What settled it.
    pub end: BranchEnd,
    /// The last goal that was evaluated after it.
    pub verdict: Option<TraceVerdict>,
    /// It belongs to the tree that was found.
    pub in_tree: bool,
}

/// The class of a list that selected a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectedBy {
    /// The list is the us-moves; otherwise it is the them-moves.
    pub ours: bool,
    /// The ply of the node where the move is made, which decides the list of a piece with phases.
    pub ply: u16,
    /// The index of the class in that list, from 0.
    pub class: u16,
    /// Where the class speaks of `TAKEN`: its squares at that node, a1 = bit 0, in the colours of the caller's position.
    pub taken: Option<u64>,
}

impl SelectedBy {
    /// The record of the class.
    pub fn class<'m>(&self, advice: &'m Advice) -> Option<&'m Class> {
        let lists = if self.ours { &advice.us } else { &advice.them };
        crate::search::moves::classes_at(lists, self.ply).get(usize::from(self.class))
    }

    /// The number of the list in its clause: 0 for that of all plies without a phase, then the phases.
    pub(crate) fn list(&self, advice: &Advice) -> u16 {
        let lists: &MoveSpec = if self.ours { &advice.us } else { &advice.them };
        let mut phases = lists.phases.iter();
        let phase = phases.position(|(plies, _)| plies.contains(&self.ply));
        phase.map_or(0, |phase| u16::try_from(phase + 1).unwrap_or(u16::MAX))
    }

    /// The plies of the phase that the list belongs to; empty for the list of all other plies.
    pub fn plies<'m>(&self, advice: &'m Advice) -> &'m [u16] {
        let lists: &MoveSpec = if self.ours { &advice.us } else { &advice.them };
        let mut phases = lists.phases.iter();
        let phase = phases.find(|(plies, _)| plies.contains(&self.ply));
        phase.map_or(&[], |(plies, _)| plies)
    }
}

/// What settled an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchEnd {
    /// The holding-goal is false after it.
    Violated,
    /// The better-goal is true after it: a leaf.
    Leaf,
    /// No ply is left after it.
    Bound,
    /// The side to move after it has no selected move.
    NoMove,
    /// With the move the line would cost so many thousandths, which is more than it may.
    TooDear(u32),
    /// A move of ours that the reply at this index refutes.
    Refuted(usize),
    /// A move of ours that has a tree: every selected reply is met.
    Tree,
    /// A reply that the move of ours at this index meets.
    Met(usize),
    /// A reply that none of our selected moves meets.
    Unmet,
    /// A reply that was tested and not searched: one of its siblings had settled the node.
    Untried,
    /// Its attempts are left out, all or some.
    Open,
}

impl BranchEnd {
    /// True where the attempt has succeeded: the node after it has a tree or is a leaf.
    pub const fn holds(self) -> bool {
        matches!(self, BranchEnd::Leaf | BranchEnd::Tree | BranchEnd::Met(_))
    }
}
