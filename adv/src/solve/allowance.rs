//! The budget of positions for solving one problem, a row of the report.

use adv_render::problems::Budget;
use adv_vm::{Engine, Limits, Stop};

/// Budget of one row: the number of positions that its searches may still test, and of those tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeAllowance {
    left: u64,
    tested: u64,
}

impl NodeAllowance {
    /// A budget of which nothing is spent.
    pub(super) fn new(nodes: u64) -> NodeAllowance {
        NodeAllowance {
            left: nodes,
            tested: 0,
        }
    }

    /// Gives an engine the rest of the budget as its limit of positions, for the next search.
    pub(super) fn bound(&self, engine: &mut Engine) {
        let limits = *engine.limits();
        engine.set_limits(Limits {
            positions: self.left,
            ..limits
        });
    }

    /// Subtracts tested positions from the budget.
    pub(super) fn spend(&mut self, positions: u64) {
        self.tested = self.tested.saturating_add(positions);
        self.left = self.left.saturating_sub(positions);
    }

    /// Number of positions tested for the row so far.
    pub(super) fn tested(&self) -> u64 {
        self.tested
    }

    /// Runs work with one of `parts` equal parts of the rest as its budget; positions that the work does not spend stay.
    pub(super) fn share<T>(&mut self, parts: u64, work: impl FnOnce(&mut NodeAllowance) -> T) -> T {
        let mut part = NodeAllowance::new(self.left / parts.max(1));
        let came = work(&mut part);
        self.spend(part.tested);
        came
    }
}

/// The budget, as reports name it, whose end a search's stop means.
pub(super) fn budget(stop: Stop) -> Budget {
    match stop {
        Stop::Positions => Budget::Nodes,
        Stop::Interrupted => Budget::Time,
        Stop::Fuel => Budget::Fuel,
        Stop::Depth => Budget::Depth,
        Stop::Stack | Stop::NoValue | Stop::OneTree => Budget::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_that_is_not_spent_stays() {
        let mut allowance = NodeAllowance::new(100);
        allowance.share(2, |part| {
            assert_eq!(part.left, 50);
            part.spend(20);
        });
        assert_eq!(allowance.left, 80);
        allowance.spend(200);
        assert_eq!((allowance.tested(), allowance.left), (220, 0));
    }
}
