//! How large a p-strategy is when it is written as a tree, every line by itself.

use std::fmt;

/// How many positions a graph stands for when each line of play is written by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WholeSize {
    /// So many.
    Exactly(u128),
    /// More than can be counted in 128 bits.
    Beyond,
    /// A line goes round for ever.
    Endless,
}

impl WholeSize {
    /// One more than both together.
    pub(crate) fn and(self, other: WholeSize) -> WholeSize {
        match (self, other) {
            (WholeSize::Exactly(a), WholeSize::Exactly(b)) => a
                .checked_add(b)
                .map_or(WholeSize::Beyond, WholeSize::Exactly),
            (a, b) => a.max(b),
        }
    }
}

impl fmt::Display for WholeSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WholeSize::Exactly(count) => write!(f, "{count}"),
            WholeSize::Beyond => write!(f, "more than {}", u128::MAX),
            WholeSize::Endless => f.write_str("endless"),
        }
    }
}
