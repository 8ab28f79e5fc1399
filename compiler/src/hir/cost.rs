//! What moves cost.

use super::{Expr, When};
use crate::source::Span;

/// What the moves of a tree cost: a number for each move, as a key of its class would be evaluated.
#[derive(Clone, Debug)]
pub struct Cost {
    /// Whose moves are charged: all, ours (`after-us`) or theirs (`after-them`).
    pub when: When,
    /// What a move costs, in thousandths. Below 0 counts as 0.
    pub value: Expr,
    /// What the moves of a line may cost together, in wholes.
    pub effort: u32,
    /// The clause.
    pub span: Span,
}
