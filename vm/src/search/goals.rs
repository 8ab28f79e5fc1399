//! What a node costs and whether it satisfies the goals.

use adv_chess::Move;
use adv_module::When;
use adv_module::program::Goal;

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::request::{At, Task, better_current};
use crate::trace::TraceVisit;
use crate::why::GoalKind;

/// True if what has a time is due after a move of ours, or of theirs.
#[inline(always)]
pub(crate) fn is_due(when: When, ours: bool) -> bool {
    match when {
        When::Always => true,
        When::AfterUs => ours,
        When::AfterThem => !ours,
    }
}

impl<'m> Run<'m> {
    /// One more position at a ply.
    #[inline(always)]
    pub(super) fn count(&mut self, ply: u16) -> Result<(), Stop> {
        self.meter.position(ply)?;
        if self.meter.at_mark() {
            self.meter.look_up()?;
        }
        self.counts.add(ply, 1);
        Ok(())
    }

    /// So many more at a ply, which the meter could afford.
    #[inline(always)]
    pub(super) fn count_row(&mut self, ply: u16, row: usize) -> Result<(), Stop> {
        self.counts.add(ply, row as u64);
        if self.meter.pay(row) {
            self.meter.look_up()?;
        }
        Ok(())
    }

    /// Tests the node after a move: it is counted, and the holding-goal is asked there.
    #[inline(always)]
    pub(super) fn test_node<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        (m, child): (Move, &B::Board),
    ) -> Result<bool, Stop> {
        self.count(at.line.ply + 1)?;
        if self.traces(at.task) {
            self.trace_node(at, m, TraceVisit::Tested);
        }
        self.holds(at.task, child)
    }

    /// Asks a goal at a node that our move has led to, or else theirs; `asleep` is what an unasked one answers. `current` is the
    /// position that has no prefix.
    #[inline(always)]
    fn goal<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        goal: &Goal,
        current: &B::Board,
        node: &B::Board,
        asleep: bool,
    ) -> Result<bool, Stop> {
        if !is_due(goal.when, B::turn(node) != task.us) {
            return Ok(asleep);
        }
        match goal.test {
            None => Ok(true),
            Some(test) => Ok(self.ask(task, test, current, node, (0, 0))? != 0),
        }
    }

    /// Asks the holding-goal at a node.
    #[inline(always)]
    pub(super) fn holds<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        node: &B::Board,
    ) -> Result<bool, Stop> {
        let holds = self.goal(task, &task.advice.holding, node, node, true)?;
        if self.notes_positions(task) {
            self.note_goal(task, GoalKind::Holding, node, node, holds)?;
        }
        Ok(holds)
    }

    /// Asks the better-goal at a node; `before` is the position that the last move was made in, which has no prefix in an action's
    /// out-class.
    #[inline(always)]
    pub(super) fn is_better<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        child: &B::Board,
    ) -> Result<bool, Stop> {
        let current = better_current(at.task.advice, at.board, child);
        let better = self.goal(at.task, &at.task.advice.better, current, child, false)?;
        if self.notes_positions(at.task) {
            self.note_goal(at.task, GoalKind::Better, current, child, better)?;
        }
        Ok(better)
    }

    /// Writes down what a goal came to at a node, for `--why` and for a trace.
    #[cold]
    fn note_goal<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        kind: GoalKind,
        current: &B::Board,
        node: &B::Board,
        holds: bool,
    ) -> Result<(), Stop> {
        let (current, node) = (task.boards.whole(current), task.boards.whole(node));
        self.trace_goal(task, kind, &current, &node, holds)?;
        match holds {
            true => Ok(()),
            false => self.note_failure(task, kind, &current, &node),
        }
    }
}
