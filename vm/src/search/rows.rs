//! The positions after a node, tested one after the other: most of the time of a search is spent here.
//!
//! ```text
//!   node ─┬─ move 1 ─▶ holding-goal? ─▶ better-goal? ─▶ a leaf
//!         ├─ move 2 ─▶ holding-goal? no
//!         └─ move 3 ─▶ …               no, no          ─▶ searched deeper, where there are plies left
//! ```
//!
//! Which code tests a goal is looked up once for the row, and its positions are paid for together.

use adv_chess::Color;
use adv_jit::Code;
use adv_module::program::{Advice, Goal};
use adv_module::{FnId, When};

use crate::limits::Stop;
use crate::native_rows::{RowAnswer, RowKind, Stretch};
use crate::run::{Replies, Run};
use crate::search::boards::Boards;
use crate::search::goals::is_due;
use crate::search::request::{At, Task, better_current};

/// How a goal is answered in a row.
enum Test<'m, S> {
    /// Without an evaluation.
    Always(bool),
    /// By native code.
    Native(&'m Code<S>),
    /// By whatever there is.
    Any(FnId),
    /// By the interpreter, until the row has code of its own.
    InRow(FnId),
}

/// Whether a goal has to be evaluated after replies.
#[inline(always)]
pub(super) fn is_tested_after_replies(goal: &Goal) -> bool {
    goal.when != When::AfterUs && goal.test.is_some()
}

/// What the tests have found in a row.
pub(crate) enum Found {
    /// No position that would do.
    Nothing,
    /// A position that has the better-goal: the place of its move.
    Better(usize),
    /// One that satisfies the holding-goal and is to be searched deeper: the index of its move.
    Deeper(usize),
}

impl<'m> Run<'m> {
    /// How a goal is answered at the nodes after a move of this side.
    #[inline(always)]
    fn test<B: Boards>(
        &self,
        task: &Task<'_, B>,
        goal: &Goal,
        mover: Color,
        asleep: bool,
        not_yet: bool,
    ) -> Test<'m, B::Sight> {
        match goal.test {
            _ if !is_due(goal.when, mover == task.us) => Test::Always(asleep),
            None => Test::Always(true),
            Some(function) => match B::table(self.natives.active).native(function) {
                Some(native) => Test::Native(native),
                None if not_yet => Test::InRow(function),
                None => Test::Any(function),
            },
        }
    }

    #[inline(always)]
    fn tested<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        test: &Test<'m, B::Sight>,
        current: &B::Board,
        new: &B::Board,
    ) -> Result<bool, Stop> {
        match test {
            Test::Always(answer) => Ok(*answer),
            Test::Native(native) => {
                let boards = [B::given(current), B::given(new), B::given(&task.board)];
                Ok(self.native(native, boards, (0, 0))? != 0)
            }
            Test::Any(function) => Ok(self.ask(task, *function, current, new, (0, 0))? != 0),
            Test::InRow(function) => Ok(self.ask_in_row(task, *function, current, new)? != 0),
        }
    }

    /// Tests the positions after a stretch of moves of ours, up to the first that reaches the goal. If `deeper` is false, those that
    /// satisfy the holding-goal alone are skipped too. What is found stands in `child` then, unless native code has played the moves.
    #[inline(always)]
    pub(crate) fn row<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        stretch: Stretch,
        deeper: bool,
        child: &mut Option<B::Board>,
    ) -> Result<Found, Stop> {
        let Stretch { from, end, .. } = stretch;
        let answer = self.native_row(at, stretch, RowKind::Ours, deeper);
        if let RowAnswer::Tested(outcome) = answer {
            self.look_at_row(at, from, outcome.tested);
            self.count_row(at.line.ply + 1, outcome.tested)?;
            let last = from + outcome.tested.saturating_sub(1);
            return Ok(match outcome.finding {
                adv_jit::RowFinding::Better => Found::Better(last),
                adv_jit::RowFinding::Deeper => Found::Deeper(last),
                adv_jit::RowFinding::Nothing | adv_jit::RowFinding::Violated => Found::Nothing,
            });
        }
        let not_yet = matches!(answer, RowAnswer::NotYet);
        let holding = self.test(at.task, &at.task.advice.holding, at.task.us, true, not_yet);
        let better = self.test(at.task, &at.task.advice.better, at.task.us, false, not_yet);
        let mut i = from;
        let found = loop {
            if i >= end {
                break Ok(Found::Nothing);
            }
            let child: &B::Board = child.insert(B::play(at.board, self.stacks.move_at(i)));
            i += 1;
            match self.tested(at.task, &holding, child, child) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(stop) => break Err(stop),
            }
            let current = better_current(at.task.advice, at.board, child);
            match self.tested(at.task, &better, current, child) {
                Ok(true) => break Ok(Found::Better(i - 1)),
                Ok(false) if deeper => break Ok(Found::Deeper(i - 1)),
                Ok(false) => {}
                Err(stop) => break Err(stop),
            }
        };
        self.look_at_row(at, from, i - from);
        self.count_row(at.line.ply + 1, i - from)?;
        found
    }

    /// Tests a stretch of replies for the holding-goal, up to the first that violates it.
    #[inline(always)]
    pub(crate) fn row_holds<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        stretch: Stretch,
    ) -> Result<bool, Stop> {
        if !is_tested_after_replies(&at.task.advice.holding) {
            self.count_row(at.line.ply + 1, stretch.end - stretch.from)?;
            return Ok(true);
        }
        let (_, found) = self.row_of_replies(at, stretch, RowKind::Theirs)?;
        Ok(matches!(found, Found::Better(_)))
    }

    /// Whether something is asked of replies when they are expanded, so that it is worth while to test them in a row. Whole boards are made once
    /// for a reply's goals and for the node below it.
    #[inline(always)]
    pub(super) fn expands_in_rows<B: Boards>(&self, advice: &Advice) -> bool {
        let tested = self.replies == Replies::OneByOne && is_tested_after_replies(&advice.holding);
        let by_position = !B::PLAIN && self.notes.are_by_position();
        !B::WHOLE && !by_position && (tested || advice.better.when != When::AfterUs)
    }

    /// Tests a stretch of replies up to the first that violates the holding-goal, where that is asked in rows of this kind, or is no leaf, where that is.
    /// How many were tested, and what the last of them is: [`Found::Deeper`] where it is no leaf, [`Found::Nothing`] where it violates
    /// the holding-goal; [`Found::Better`] where all do as they should.
    #[inline(always)]
    pub(super) fn row_of_replies<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        stretch: Stretch,
        kind: RowKind,
    ) -> Result<(usize, Found), Stop> {
        let from = stretch.from;
        let answer = self.native_row(at, stretch, kind, false);
        let (tested, found) = if let RowAnswer::Tested(outcome) = answer {
            let last = from + outcome.tested.saturating_sub(1);
            let found = match outcome.finding {
                adv_jit::RowFinding::Deeper => Found::Deeper(last),
                adv_jit::RowFinding::Violated => Found::Nothing,
                adv_jit::RowFinding::Nothing | adv_jit::RowFinding::Better => Found::Better(last),
            };
            (outcome.tested, Ok(found))
        } else {
            let not_yet = matches!(answer, RowAnswer::NotYet);
            self.replies_singly(at, stretch, kind, not_yet)
        };
        self.look_at_row(at, from, tested);
        if kind != RowKind::HeldReplies {
            self.count_row(at.line.ply + 1, tested)?;
        }
        Ok((tested, found?))
    }

    /// The same where no code does it for all of them.
    #[inline(never)]
    fn replies_singly<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        Stretch { from, end, .. }: Stretch,
        kind: RowKind,
        not_yet: bool,
    ) -> (usize, Result<Found, Stop>) {
        let holding = match kind {
            RowKind::HeldReplies => Test::Always(true),
            _ => self.test(at.task, &at.task.advice.holding, !at.task.us, true, not_yet),
        };
        let better = match kind {
            RowKind::Theirs => Test::Always(true),
            _ => self.test(at.task, &at.task.advice.better, !at.task.us, false, not_yet),
        };
        for i in from..end {
            let child = B::play(at.board, self.stacks.move_at(i));
            let current = better_current(at.task.advice, at.board, &child);
            let tested = match self.tested(at.task, &holding, &child, &child) {
                Ok(true) => self.tested(at.task, &better, current, &child),
                Ok(false) => return (i + 1 - from, Ok(Found::Nothing)),
                Err(stop) => Err(stop),
            };
            match tested {
                Ok(true) => {}
                Ok(false) => return (i + 1 - from, Ok(Found::Deeper(i))),
                Err(stop) => return (i + 1 - from, Err(stop)),
            }
        }
        (end - from, Ok(Found::Better(end.saturating_sub(1))))
    }
}
