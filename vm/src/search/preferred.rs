//! A node of ours of an action with a `prefer`: the moves of all its classes, ordered together.

use crate::limits::Stop;
use crate::native_rows::Stretch;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::by_tables::Sorted;
use crate::search::moves::{Spot, classes_at};
use crate::search::rows::Found;

/// What the preferred moves of a node come to.
pub(super) enum Preferred {
    /// They lead to leaves, and this is the node's answer.
    Answer(bool),
    /// They are on the stack in their order, of men of these roles.
    Ordered { roles: u8, classes: usize },
}

impl<'m> Run<'m> {
    /// The action has a `prefer`: all the moves that its classes select, judged, and ordered together.
    #[inline(never)]
    pub(super) fn all_preferred<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
    ) -> Result<Preferred, Stop> {
        let classes = classes_at(&spot.task.advice.us, spot.line.ply);
        let mark = self.stacks.moves.len();
        let mut roles = 0;
        for (number, class) in classes.iter().enumerate() {
            let begin = self.stacks.moves.len();
            self.collect(spot, class, mark, true, None)?;
            self.leave_out(spot, begin);
            if self.traces(spot.task) {
                self.trace_class(spot, (number, None), begin);
            }
            roles |= class.roles;
        }
        let end = self.stacks.moves.len();
        let below = spot.line.after_move();
        let leaves =
            below.left.is_spent() || classes_at(&spot.task.advice.them, below.ply).is_empty();
        let free = !self.counted && !self.natives.shared.asks_oracle && spot.task.cost().is_none();
        if leaves && free && self.meter.affords(end - mark, below.ply) {
            let all = Stretch::new(mark, end, roles);
            return self.preferred_leaf(spot, all).map(Preferred::Answer);
        }
        self.order(spot, mark, &spot.task.advice.prefer)?;
        Ok(Preferred::Ordered {
            roles,
            classes: classes.len(),
        })
    }

    /// The preferred one of the moves that lead to leaves: where positions are not counted, all are tested first, and only those that
    /// would do are ordered.
    fn preferred_leaf<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        mut left: Stretch,
    ) -> Result<bool, Stop> {
        let begin = left.from;
        let mut kept = begin;
        while left.from < left.end
            && let Found::Better(i) = self.row(spot, left, false, &mut None)?
        {
            self.stacks.set_move(kept, self.stacks.move_at(i));
            kept += 1;
            left.from = i + 1;
        }
        self.stacks.moves.truncate(kept);
        let prefer = &spot.task.advice.prefer;
        match self.keys_cost_the_same::<B>(prefer) {
            true => self.by_keys_in_turn(spot, begin, prefer, Sorted::First)?,
            false => self.order(spot, begin, prefer)?,
        }
        let Some(&first) = self.stacks.moves.get(begin) else {
            return Ok(false);
        };
        self.push_leaf(first, spot.line.after_move());
        Ok(true)
    }
}
