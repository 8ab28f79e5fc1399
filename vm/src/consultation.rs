//! What a consultation answers: the rule, the pieces tried, the tree, the counts; or why there is no answer.

use std::fmt;

use adv_chess::{Color, Material, Move, Position};
use adv_module::{AdviceId, StrategyId, TableId};

use crate::limits::Stop;
use crate::refutation::RefutedLine;
use crate::run::NestedCount;
use crate::search::easiest::ProofNumbers;
use crate::search::memory::MemoryUse;
use crate::searched::SearchTally;
use crate::tree::Tree;
use crate::why::PartFailure;

/// One piece-of-advice that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Which.
    pub advice: AdviceId,
    /// A forcing-tree was found.
    pub satisfied: bool,
    /// Positions generated and tested. With replies one by one the root is one of them.
    pub positions: u64,
    /// The same by depth in plies: the first entry is depth 1, and the root is not among them.
    pub by_depth: Vec<u64>,
    /// What nested pieces cost, counted apart.
    pub nested: Vec<NestedCount>,
    /// The conjuncts at which positions failed; empty unless requested.
    pub why: Vec<PartFailure>,
    /// What ended the lines of a piece whose moves have a cost; `None` unless requested, and where it is satisfied.
    pub ended: Option<LineEnds>,
    /// The main line of the refutation; `None` unless added ([`crate::Engine::add_refutations`]).
    pub refuted: Option<RefutedLine>,
    /// What its classes and goals have come to; `None` unless requested ([`crate::Engine::tally`]).
    pub tally: Option<Box<SearchTally>>,
}

/// What ended the lines of a search in vain, the goals apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineEnds {
    /// How many lines ended at the depth.
    pub depth: u64,
    /// How many moves cost more than was left of the effort.
    pub effort: u64,
    /// The line of those that needed least.
    pub nearest: Option<DearLine>,
}

/// A line that the effort cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DearLine {
    /// Where it begins.
    pub root: Position,
    /// Its moves, the last of which was not made.
    pub moves: Vec<Move>,
    /// What all of them cost, in thousandths.
    pub cost: u32,
}

/// The answer of a table or a piece-of-advice in one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Consultation {
    /// The position.
    pub position: Position,
    /// The side that is `us`.
    pub us: Color,
    /// The colours were exchanged to fit the program; everything here is in the position's own colours again.
    pub mirrored: bool,
    /// The table that answered: the one consulted, or one that takes over beyond it.
    pub table: Option<TableId>,
    /// The rule that applied, an index into the table's rules.
    pub rule: Option<usize>,
    /// The pieces tried, in order.
    pub tried: Vec<Tried>,
    /// The piece that is satisfied.
    pub advice: Option<AdviceId>,
    /// Its forcing-tree.
    pub tree: Option<Tree>,
    /// Its reason with the values filled in.
    pub because: Option<String>,
    /// What the dearest line of the tree costs, in thousandths, where moves have a cost.
    pub cost: Option<u32>,
    /// What a line might cost when the tree was found, in thousandths, where moves have a cost: less than the effort where the cheapest
    /// tree was looked for.
    pub within: Option<u32>,
    /// What the searches have remembered, all pieces together; `None` where positions were counted as Advice Language 2 counts them, for
    /// then nothing is.
    pub memory: Option<MemoryUse>,
}

impl Consultation {
    /// All positions of all pieces tried.
    pub fn positions(&self) -> u64 {
        self.tried.iter().map(|t| t.positions).sum()
    }

    /// The positions of the advice that is nested in them, which [`Consultation::positions`] leaves out.
    pub fn nested_positions(&self) -> u64 {
        let nested = self.tried.iter().flat_map(|t| &t.nested);
        nested.map(|nested| nested.positions).sum()
    }

    /// True where the tree leaves legal replies out.
    pub fn is_conditional(&self) -> bool {
        self.tree.as_ref().is_some_and(Tree::is_conditional)
    }

    /// The move to play.
    pub fn first_move(&self) -> Option<Move> {
        self.tree.as_ref().and_then(Tree::first_move)
    }
}

/// The short answer, for surveys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The rule that applied.
    pub rule: Option<usize>,
    /// The piece that is satisfied.
    pub advice: Option<AdviceId>,
    /// The move to play.
    pub mv: Option<Move>,
    /// All positions of all pieces tried.
    pub positions: u64,
    /// The tree leaves legal replies out.
    pub conditional: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The position's men are not those that the program is for.
    OtherMaterial {
        /// What the program is for.
        wanted: Material,
        /// The material on the board.
        found: Material,
        /// The program has no table for this material (`beyond … leaves`).
        left: bool,
    },
    /// The program plays for the other side.
    OtherSide {
        /// The side that the program plays for.
        plays: Color,
    },
    /// The strategy's in-class is false in the position.
    InClass {
        /// The strategy.
        strategy: StrategyId,
    },
    /// A limit was reached.
    Stopped {
        /// Which.
        stop: Stop,
        /// The piece-of-advice that was being searched.
        advice: Option<AdviceId>,
        /// The rule whose precondition or list was being worked through.
        rule: Option<usize>,
        /// Positions tested until then.
        positions: u64,
        /// What the root still owed then, where the easiest tree was looked for.
        owed: Option<Box<ProofNumbers>>,
    },
}

impl Failure {
    /// True where a limit was reached, which is no answer.
    pub const fn is_stop(&self) -> bool {
        matches!(self, Failure::Stopped { .. })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::OtherMaterial {
                wanted,
                found,
                left: false,
            } => {
                write!(
                    f,
                    "the program is for {wanted}, and the position has {found}"
                )
            }
            Failure::OtherMaterial {
                wanted,
                found,
                left: true,
            } => {
                write!(
                    f,
                    "the program is for {wanted} and has no table for {found}"
                )
            }
            Failure::OtherSide { plays } => {
                write!(
                    f,
                    "the program plays for {}, and {} is to move",
                    plays.name(),
                    (!*plays).name()
                )
            }
            Failure::InClass { .. } => {
                f.write_str("the strategy's in-class is false in the position")
            }
            Failure::Stopped {
                stop, positions, ..
            } => write!(f, "{stop} after {positions} positions"),
        }
    }
}

impl std::error::Error for Failure {}
