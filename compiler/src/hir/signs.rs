//! What a sign means once the types of its operands are known, and the folds over squares.

/// Relations of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `=`
    Eq,
    /// `≠`
    Ne,
    /// `<`
    Lt,
    /// `≤`
    Le,
    /// `>`
    Gt,
    /// `≥`
    Ge,
}

impl Relation {
    /// True if it holds of two numbers or tuples in this order.
    pub(crate) const fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Relation::Eq => order.is_eq(),
            Relation::Ne => order.is_ne(),
            Relation::Lt => order.is_lt(),
            Relation::Le => order.is_le(),
            Relation::Gt => order.is_gt(),
            Relation::Ge => order.is_ge(),
        }
    }
}

/// Relations of boards. `⊇`, `⊋`, `∉`, `⊄` have become these with sides exchanged or under a `Not`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardRelation {
    /// `=`
    Eq,
    /// `≠`
    Ne,
    /// `⊆`: every square of the left is in the right; true for the empty board.
    Subset,
    /// `⊊`: included and not equal.
    ProperSubset,
    /// `∈`: not empty and included.
    In,
    /// `disjoint`: no common square.
    Disjoint,
}

/// Operations on boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardOp {
    /// `∪`
    Union,
    /// `∩`
    Intersect,
    /// `\`
    Minus,
}

/// Operations on numbers, saturating at 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
}

/// Folds over the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// The smallest; 99 over the empty board.
    Min,
    /// The largest; -1 over the empty board.
    Max,
    /// The sum; 0 over the empty board.
    Sum,
    /// Truth: the body holds for one square.
    Exists,
    /// Truth: the body holds for every square.
    All,
    /// Board: the squares for which the body holds.
    Filter,
}
