//! Nested pieces-of-advice: a goal that asks whether a piece is satisfiable at a node.
//!
//! ```text
//!   node ── better-goal: satisfiable(a) ──▶ a tree of its own from here: its root, its plies, its counts
//! ```
//!
//! The better-goal is evaluated at its root too, and either side may be to move there. Of an action the in-class is evaluated there, and
//! the out-class after moves of the tree only.

use adv_chess::{Color, Position};
use adv_module::AdviceId;

use crate::env::Env;
use crate::limits::Stop;
use crate::run::Run;
use crate::search::request::{Purpose, Request};

impl<'m> Run<'m> {
    /// A nested piece-of-advice: can its side force its better-goal from this node, whichever side is to move? Its root, plies and
    /// depth are its own, and its positions are counted apart. `us` stays what it is unless the advice has a side of its own.
    pub(crate) fn nested(
        &mut self,
        id: AdviceId,
        root: &Position,
        us: Color,
        base: usize,
    ) -> Result<bool, Stop> {
        let advice = &self.module[id];
        let env = Env::single(root, us);
        let us = advice.side.map_or(us, |who| env.color(who));
        if let Some(known) = self.nested_known(id, root, us) {
            return Ok(known);
        }
        let saved_root = self.enter_root();
        let saved_top = std::mem::replace(&mut self.top, base);
        let saved_taken = std::mem::take(&mut self.taken);
        let saved_counts = std::mem::replace(&mut self.counts.base, self.counts.by_ply.len());
        let saved_costs = self.stacks.costs.enter_nested();
        let saved_why = self.notes.why.take();
        let saved_without = self.notes.without.take();
        let (moves, tree) = (self.stacks.moves.len(), self.stacks.tree.len());
        let saved_trace = self.trace_inner();

        let active = self.natives.active;
        let answer = match self.is_in_class(id, root, us) {
            Ok(true) => self.search(&Request {
                advice: id,
                root,
                us,
                bound: None,
                purpose: Purpose::Nested,
            }),
            Ok(false) => Ok(false),
            Err(stop) => Err(stop),
        };
        self.natives.active = active;

        let (by_ply, base) = (&mut self.counts.by_ply, self.counts.base);
        let tested = by_ply.get(base..).unwrap_or_default();
        self.counts.nested.add(id, tested);
        by_ply.truncate(base);
        self.counts.base = saved_counts;
        self.trace_outer(saved_trace);
        self.top = saved_top;
        self.taken = saved_taken;
        self.stacks.costs.leave_nested(saved_costs);
        self.notes.why = saved_why;
        self.notes.without = saved_without;
        self.leave_root(saved_root);
        self.stacks.moves.truncate(moves);
        self.stacks.tree.truncate(tree);
        if let Ok(found) = answer {
            self.note_nested(id, root, us, found);
        }
        answer
    }
}
