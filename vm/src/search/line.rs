//! How far a line of moves has come, and what it may still spend.

use adv_module::program::Advice;

use crate::search::costs::effort_of;

/// The plies that a line may still have. Every move costs one.
///
/// What moves cost besides is spent beside the line (`costs.rs`), for most pieces-of-advice have no such cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    plies: u16,
}

impl Allowance {
    /// So many plies.
    pub(crate) const fn of_plies(plies: u16) -> Allowance {
        Allowance { plies }
    }

    /// The most plies that a line can have under it.
    pub(crate) const fn plies(self) -> u16 {
        self.plies
    }

    /// True where it pays for no move.
    #[inline(always)]
    pub(crate) const fn is_spent(self) -> bool {
        self.plies == 0
    }

    /// What is left after a move.
    #[inline(always)]
    pub(crate) const fn after_move(self) -> Allowance {
        Allowance {
            plies: self.plies.saturating_sub(1),
        }
    }

    /// True where every line that `other` pays for is paid for by this one too. So a node that fails under this one fails under
    /// `other`.
    #[inline(always)]
    pub(crate) const fn covers(self, other: Allowance) -> bool {
        self.plies >= other.plies
    }
}

/// Under what a tree is looked for: the plies of its lines and what their moves may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) plies: Allowance,
    /// In thousandths; the largest word in a piece without costs.
    pub(crate) effort: u32,
}

impl Bound {
    /// So many plies, and so much effort.
    pub(crate) const fn new(plies: u16, effort: u32) -> Bound {
        let plies = Allowance::of_plies(plies);
        Bound { plies, effort }
    }

    /// The bound of a piece-of-advice whose moves have no cost: its whole depth.
    #[inline(always)]
    pub(crate) fn without_costs(advice: &Advice) -> Bound {
        Bound::new(advice.depth, u32::MAX)
    }

    /// The bound of a piece-of-advice: its whole depth and its whole effort.
    pub(crate) fn of(advice: &Advice) -> Bound {
        Bound::new(advice.depth, effort_of(advice))
    }

    /// True where every line that `other` pays for is paid for by this one too.
    pub(crate) const fn covers(self, other: Bound) -> bool {
        self.plies.covers(other.plies) && self.effort >= other.effort
    }
}

/// Where a node stands on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Plies from the root, which is at 0.
    pub(crate) ply: u16,
    /// What may still be spent below the node.
    pub(crate) left: Allowance,
}

impl Line {
    /// The root of a search under a bound.
    pub(crate) const fn root(bound: Allowance) -> Line {
        Line {
            ply: 0,
            left: bound,
        }
    }

    /// The node that a move leads to.
    #[inline(always)]
    pub(crate) const fn after_move(self) -> Line {
        Line {
            ply: self.ply + 1,
            left: self.left.after_move(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowance, Line};

    #[test]
    fn a_line_ends_where_its_allowance_is_spent() {
        let bound = Allowance::of_plies(2);
        let mut line = Line::root(bound);
        let mut plies = Vec::new();
        while !line.left.is_spent() {
            line = line.after_move();
            plies.push((line.ply, line.left.plies()));
        }
        assert_eq!(plies, [(1, 1), (2, 0)]);
        assert!(line.left.after_move().is_spent());
        assert!(bound.covers(bound) && bound.covers(line.left) && !line.left.covers(bound));
    }
}
