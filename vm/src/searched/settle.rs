//! What settled each attempt of a search, and their numbers depth first.
//!
//! An attempt comes before those that follow it, so one pass from the last to the first knows of all that followed.

use super::log::{AttemptLog, LoggedAttempt, of_run};
use super::{BranchEnd, Searched, SearchedBranch};
use crate::why::GoalKind;

impl AttemptLog {
    /// What the log holds, settled and numbered. The log is empty afterwards.
    pub(crate) fn take(&mut self) -> Searched {
        let empty = self.emptied();
        let log = std::mem::replace(self, empty);
        let mut searched = Searched {
            runs: log.runs,
            branches: Vec::with_capacity(log.attempts.len()),
            left_out: log.left_out,
        };
        for run in &mut searched.runs {
            let attempts = of_run(&log.attempts, &run.branches);
            let first = run.branches.start;
            let begin = searched.branches.len();
            let settled = AttemptTree::of(attempts, first, run.bound);
            settled.number(attempts, begin, run.found, &mut searched.branches);
            run.branches = begin..searched.branches.len();
        }
        searched
    }
}

/// How the attempts of one search hang together. All indices are within the search.
struct AttemptTree {
    children: Vec<Vec<usize>>,
    roots: Vec<usize>,
    ends: Vec<BranchEnd>,
}

impl AttemptTree {
    fn of(attempts: &[LoggedAttempt], first: usize, bound: u16) -> AttemptTree {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); attempts.len()];
        let mut roots = Vec::new();
        for (at, attempt) in attempts.iter().enumerate() {
            let parent = attempt.parent.and_then(|parent| parent.checked_sub(first));
            match parent.and_then(|parent| children.get_mut(parent)) {
                Some(list) => list.push(at),
                None => roots.push(at),
            }
        }
        let mut ends = vec![BranchEnd::Open; attempts.len()];
        for (at, attempt) in attempts.iter().enumerate().rev() {
            let below = children.get(at).map_or(&[][..], Vec::as_slice);
            let end = end_of(attempt, below, &ends, bound);
            if let Some(place) = ends.get_mut(at) {
                *place = end;
            }
        }
        AttemptTree {
            children,
            roots,
            ends,
        }
    }

    /// Adds the attempts depth first.
    fn number(
        &self,
        attempts: &[LoggedAttempt],
        begin: usize,
        found: bool,
        branches: &mut Vec<SearchedBranch>,
    ) {
        // Where each attempt has come to; an end may name one that comes later, so ends are put right at the end.
        let mut places = vec![usize::MAX; attempts.len()];
        let mut pending: Vec<(usize, Option<usize>, bool)> = Vec::new();
        let holds = |at: usize| self.ends.get(at).is_some_and(|end| end.holds());
        let in_tree = |at: usize| found && holds(at);
        pending.extend(self.roots.iter().rev().map(|at| (*at, None, in_tree(*at))));
        while let Some((at, parent, in_tree)) = pending.pop() {
            let (Some(attempt), Some(end)) = (attempts.get(at), self.ends.get(at)) else {
                continue;
            };
            let place = branches.len();
            if let Some(known) = places.get_mut(at) {
                *known = place;
            }
            branches.push(SearchedBranch {
                parent,
                ply: attempt.ply,
                mv: attempt.mv,
                class: attempt.class,
                end: *end,
                verdict: attempt.verdict.clone(),
                in_tree,
            });
            let below = self.children.get(at).into_iter().flatten().rev();
            pending.extend(below.map(|child| (*child, Some(place), in_tree && holds(*child))));
        }
        let place_of = |at: usize| places.get(at).copied().unwrap_or(usize::MAX);
        for branch in branches.iter_mut().skip(begin) {
            branch.end = match branch.end {
                BranchEnd::Refuted(at) => BranchEnd::Refuted(place_of(at)),
                BranchEnd::Met(at) => BranchEnd::Met(place_of(at)),
                other => other,
            };
        }
    }
}

/// What settled an attempt, once that is known of all that followed it.
fn end_of(attempt: &LoggedAttempt, below: &[usize], ends: &[BranchEnd], bound: u16) -> BranchEnd {
    if let Some(total) = attempt.dear {
        return BranchEnd::TooDear(total);
    }
    if attempt.came_to(GoalKind::Holding) == Some(false) {
        return BranchEnd::Violated;
    }
    if attempt.came_to(GoalKind::Better) == Some(true) {
        return BranchEnd::Leaf;
    }
    if attempt.open {
        return BranchEnd::Open;
    }
    let end = |at: &usize| ends.get(*at).copied().unwrap_or(BranchEnd::Open);
    let ours = attempt.ply % 2 == 1;
    match (ours, below) {
        // A reply is searched once its better-goal has been evaluated.
        (false, []) if attempt.came_to(GoalKind::Better).is_none() => BranchEnd::Untried,
        (_, []) if attempt.ply >= bound => BranchEnd::Bound,
        (_, []) => BranchEnd::NoMove,
        (true, replies) => {
            let refutes = |at: &&usize| !matches!(end(at), BranchEnd::Untried) && !end(at).holds();
            match replies.iter().find(refutes) {
                Some(reply) => BranchEnd::Refuted(*reply),
                None => BranchEnd::Tree,
            }
        }
        (false, moves) => match moves.iter().find(|at| end(at).holds()) {
            Some(answer) => BranchEnd::Met(*answer),
            None => BranchEnd::Unmet,
        },
    }
}
