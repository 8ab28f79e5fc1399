//! The attempts in the order in which a search makes them.
//!
//! ```text
//!   ply        1          2               3
//!   tested     c7 Kg8     Kb7 Kb6 …       c8Q Kxb7       the moves tested at the nodes of the current line
//!   line       Kg8        Kb6             Kxb7           the last of each, or the one that was taken up again
//! ```

use std::ops::Range;

use adv_chess::{Color, Move, Position};
use adv_module::AdviceId;

use super::{SearchTally, SearchedRun, SelectedBy, TallyLog};
use crate::trace::{TraceVerdict, TraceVisit};
use crate::view::unmirrored;
use crate::why::GoalKind;

/// The attempts of the searches that the next answer comes from.
#[derive(Debug)]
pub(crate) struct AttemptLog {
    /// How many attempts are kept.
    most: usize,
    pub(super) runs: Vec<SearchedRun>,
    pub(super) attempts: Vec<LoggedAttempt>,
    pub(super) left_out: u64,
    /// The nodes of the current line.
    line: Vec<LineNode>,
    /// The attempt that a goal is evaluated for next.
    current: Option<usize>,
    /// Counts by class and goal, where they are wanted.
    tally: Option<TallyLog>,
    /// Attempts that have failed are forgotten.
    tree_only: bool,
}

/// One attempt, as it was made.
#[derive(Clone, Debug)]
pub(super) struct LoggedAttempt {
    pub(super) parent: Option<usize>,
    pub(super) ply: u16,
    pub(super) mv: Move,
    pub(super) class: Option<SelectedBy>,
    pub(super) verdict: Option<TraceVerdict>,
    pub(super) dear: Option<u32>,
    /// What came after it was not kept.
    pub(super) open: bool,
}

impl LoggedAttempt {
    /// What a goal came to, if it was the last to be evaluated.
    pub(super) fn came_to(&self, goal: GoalKind) -> Option<bool> {
        let verdict = self.verdict.as_ref().filter(|one| one.goal == goal);
        verdict.map(|one| one.holds)
    }
}

/// One node of the current line: the moves that its classes have selected, and those that were tested.
#[derive(Debug, Default)]
struct LineNode {
    selected: Vec<(Move, SelectedBy)>,
    /// The number of the list that the classes belong to.
    list: u16,
    tested: Vec<(Move, usize)>,
    /// The attempt that is followed.
    taken_up: Option<usize>,
}

/// What a search is about, as it begins.
pub(crate) struct RunStart {
    pub(crate) advice: AdviceId,
    pub(crate) bound: u16,
    pub(crate) effort: Option<u32>,
    pub(crate) position: Position,
    pub(crate) us: Color,
    pub(crate) by_numbers: bool,
}

impl AttemptLog {
    pub(crate) fn new(most: usize) -> AttemptLog {
        AttemptLog {
            most,
            runs: Vec::new(),
            attempts: Vec::new(),
            left_out: 0,
            line: Vec::new(),
            current: None,
            tally: None,
            tree_only: false,
        }
    }

    /// An empty log that forgets the attempts that fail.
    pub(crate) fn of_tree() -> AttemptLog {
        AttemptLog {
            tree_only: true,
            ..AttemptLog::new(usize::MAX)
        }
    }

    /// An empty log that keeps and counts as this one does.
    pub(super) fn emptied(&self) -> AttemptLog {
        AttemptLog {
            tally: self.tally.as_ref().map(|_| TallyLog::default()),
            ..AttemptLog::new(self.most)
        }
    }

    /// From now on counts by class and goal are taken.
    pub(crate) fn count(&mut self) {
        self.tally = Some(TallyLog::default());
    }

    /// The counts since the last call, where they are taken.
    pub(crate) fn counted(&mut self) -> Option<SearchTally> {
        self.tally.as_mut().map(TallyLog::take)
    }

    /// True where a goal's deciding part is wanted at the last node.
    pub(crate) fn wants_part(&self) -> bool {
        self.current.is_some() || self.tally.is_some()
    }

    /// A search begins.
    pub(crate) fn begin(&mut self, start: RunStart) {
        let at = self.attempts.len();
        self.line.clear();
        self.current = None;
        self.runs.push(SearchedRun {
            advice: start.advice,
            bound: start.bound,
            effort: start.effort,
            position: start.position,
            us: start.us,
            found: false,
            by_numbers: start.by_numbers,
            branches: at..at,
            left_out: 0,
        });
    }

    /// It is over.
    pub(crate) fn end(&mut self, found: bool) {
        let end = self.attempts.len();
        self.current = None;
        if let Some(run) = self.runs.last_mut() {
            run.found = found;
            run.branches.end = end;
        }
    }

    /// A class has selected moves at a node that is `class.ply` plies from the root.
    pub(crate) fn selected(&mut self, class: SelectedBy, list: u16, moves: &[Move]) {
        if let Some(tally) = &mut self.tally {
            tally.reached(class, list, moves.len());
        }
        let node = self.node(class.ply);
        node.list = list;
        if class.class == 0 {
            node.selected.clear();
            node.tested.clear();
        }
        // What a class before has let go may be selected again.
        node.selected.extend(moves.iter().map(|mv| (*mv, class)));
    }

    /// The node of the line that is so many plies from the root.
    fn node(&mut self, ply: u16) -> &mut LineNode {
        let ply = usize::from(ply);
        if self.line.len() <= ply {
            self.line.resize_with(ply + 1, LineNode::default);
        }
        #[expect(
            clippy::indexing_slicing,
            reason = "the line has just been made as long"
        )]
        &mut self.line[ply]
    }

    /// The search comes to the node after a move, `ply` plies from the root. `shown` is the move in the caller's colours.
    pub(crate) fn visit(&mut self, ply: u16, mv: Move, mirrored: bool, visit: TraceVisit) {
        self.current = None;
        let before = ply.saturating_sub(1);
        let by_numbers = self.runs.last().is_none_or(|run| run.by_numbers);
        if by_numbers {
            return;
        }
        // Deeper nodes are of another line.
        self.line.truncate(usize::from(ply));
        if visit == TraceVisit::Expanded {
            let node = self.node(before);
            let known = node.tested.iter().rev().find(|(one, _)| *one == mv);
            node.taken_up = known.map(|(_, at)| *at);
            self.current = node.taken_up;
            return;
        }
        let node = self.node(before);
        let by = node.selected.iter().rev().find(|(one, _)| *one == mv);
        let class = by.map(|(_, class)| *class);
        let list = node.list;
        if let Some(tally) = &mut self.tally {
            match visit {
                TraceVisit::TooDear(_) => tally.dear(),
                _ => tally.tested(ply, class.map(|class| (class, list))),
            }
        }
        if self.tree_only && ply % 2 == 1 {
            // Another move of ours is tried: those before it have failed.
            let node = self.node(before);
            let failed = node.tested.first().map(|(_, at)| *at);
            node.tested.clear();
            if let Some(failed) = failed {
                self.attempts.truncate(failed);
            }
        }
        if self.attempts.len() >= self.most {
            self.cut();
            return;
        }
        let at = self.attempts.len();
        let parent = match before.checked_sub(1) {
            None => None,
            Some(above) => self.node(above).taken_up,
        };
        let node = self.node(before);
        node.tested.push((mv, at));
        node.taken_up = Some(at);
        self.attempts.push(LoggedAttempt {
            parent,
            ply,
            mv: unmirrored(mv, mirrored),
            class,
            verdict: None,
            dear: match visit {
                TraceVisit::TooDear(total) => Some(total),
                TraceVisit::Tested | TraceVisit::Expanded => None,
            },
            open: false,
        });
        self.current = Some(at);
    }

    /// One more attempt is left out. After the first, the attempts that are still going on are open.
    fn cut(&mut self) {
        let first = self.left_out == 0;
        self.left_out += 1;
        if let Some(run) = self.runs.last_mut() {
            run.left_out += 1;
        }
        if !first {
            return;
        }
        for (ply, node) in self.line.iter().enumerate() {
            let theirs = ply % 2 == 1;
            for (_, at) in &node.tested {
                let followed = node.taken_up == Some(*at);
                if let Some(attempt) = self.attempts.get_mut(*at) {
                    let waits = theirs && attempt.came_to(GoalKind::Better).is_none();
                    attempt.open |= followed || waits;
                }
            }
        }
    }

    /// True where leaves and cuts are counted.
    pub(crate) fn counts(&self) -> bool {
        self.tally.is_some()
    }

    /// What a goal came to at the last attempt.
    pub(crate) fn judged(&mut self, verdict: &TraceVerdict, case: Option<usize>) {
        if let Some(tally) = &mut self.tally {
            tally.judged(verdict, case);
        }
        let attempt = self.current.and_then(|at| self.attempts.get_mut(at));
        if let Some(attempt) = attempt {
            attempt.verdict = Some(verdict.clone());
        }
    }
}

/// The attempts of a run.
pub(super) fn of_run<'a>(attempts: &'a [LoggedAttempt], run: &Range<usize>) -> &'a [LoggedAttempt] {
    attempts.get(run.clone()).unwrap_or_default()
}
