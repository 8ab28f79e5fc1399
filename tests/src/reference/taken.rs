//! `TAKEN`: a function on the tree of all attempts, which is kept whole.
//!
//! ```text
//!   node    its attempts in the order in which they were made, and whether it has a tree
//!   attempt a move, and what became of it: never made, ended by a goal, or a node of the other side
//!
//!   taken(attempt) = where it takes a man, and taken(its node)
//!   taken(node)    = of ours: taken of all attempts, or of the one that succeeded
//!                    of theirs: taken of the one that refutes it, or of all
//! ```
//!
//! A class is asked for its moves when the attempts of the classes before it are all there, and `TAKEN` is what these come to. The machine
//! builds no such tree: it hands squares up while it searches.

use std::rc::Rc;

use adv_compiler::hir::{Advice, Callee, Class, Expr, ExprKind, Needs};
use shakmaty::Color;

use super::Reference;
use super::moves::{Candidate, candidates, candidates_and_pass, classes};
use super::search::{Bound, Search};
use super::squares::Squares;
use super::tree::RefTree;
use super::value::{Answer, Fault};
use super::view::{Step, View};

/// A node with all that was attempted there.
#[derive(Debug, Default)]
pub struct AttemptedNode {
    ours: bool,
    attempts: Vec<RefAttempt>,
    /// Legal moves.
    legal: usize,
    has_tree: bool,
}

/// A move that was selected at a node.
#[derive(Debug)]
pub struct RefAttempt {
    step: Step,
    /// It takes a man.
    takes: bool,
    came_to: CameTo,
}

/// What became of a move.
#[derive(Debug)]
enum CameTo {
    /// The node was settled before.
    Waits,
    /// It costs more than is left.
    Dear,
    /// It violates the holding-goal.
    Violates,
    /// It satisfies the better-goal.
    Leaf,
    /// Neither; what was attempted after it.
    Node(AttemptedNode),
}

impl RefAttempt {
    fn succeeds(&self) -> bool {
        match &self.came_to {
            CameTo::Leaf => true,
            CameTo::Node(node) => node.has_tree,
            CameTo::Waits | CameTo::Dear | CameTo::Violates => false,
        }
    }

    /// Where men were taken in what settles it.
    fn taken(&self) -> Squares {
        let own = match self.takes {
            true => Squares::one(self.step.to),
            false => Squares::EMPTY,
        };
        match &self.came_to {
            CameTo::Waits | CameTo::Dear => Squares::EMPTY,
            CameTo::Violates | CameTo::Leaf => own,
            CameTo::Node(node) => own.union(&node.taken()),
        }
    }
}

impl AttemptedNode {
    /// The attempts that settle the node.
    fn settling(&self) -> Vec<&RefAttempt> {
        let all = || self.attempts.iter();
        match (self.ours, self.has_tree) {
            (true, true) => all().filter(|one| one.succeeds()).collect(),
            (true, false) | (false, true) => all().collect(),
            (false, false) => {
                if all().any(|one| matches!(one.came_to, CameTo::Dear)) {
                    return Vec::new();
                }
                let violates = all().find(|one| matches!(one.came_to, CameTo::Violates));
                let lost =
                    || all().find(|one| matches!(one.came_to, CameTo::Node(_)) && !one.succeeds());
                violates.or_else(lost).into_iter().collect()
            }
        }
    }

    /// Where men were taken in what settles the node.
    fn taken(&self) -> Squares {
        let boards = self.settling().into_iter().map(RefAttempt::taken);
        boards.fold(Squares::EMPTY, |all, one| all.union(&one))
    }

    /// What the attempts so far leave for the next class.
    fn taken_so_far(&self) -> Squares {
        let boards = self.attempts.iter().map(RefAttempt::taken);
        boards.fold(Squares::EMPTY, |all, one| all.union(&one))
    }

    fn steps(&self) -> Vec<Step> {
        self.attempts.iter().map(|one| one.step).collect()
    }

    /// The tree, if there is one.
    pub(super) fn tree(self) -> Option<RefTree> {
        if !self.has_tree {
            return None;
        }
        let succeeding = self.attempts.into_iter().filter(RefAttempt::succeeds);
        let moves: Vec<(String, RefTree)> = succeeding
            .map(|one| {
                let below = match one.came_to {
                    CameTo::Node(node) => node.tree().unwrap_or_default(),
                    _ => RefTree::default(),
                };
                (one.step.uci(), below)
            })
            .collect();
        let left_out = match self.ours {
            true => 0,
            false => self.legal - moves.iter().filter(|(own, _)| own != "0000").count(),
        };
        Some(RefTree { moves, left_out })
    }
}

impl Search<'_, '_> {
    /// All that is attempted from a node on.
    pub(super) fn attempted(
        &mut self,
        node: &Rc<View>,
        ply: u32,
        spent: u64,
    ) -> Answer<AttemptedNode> {
        let mut attempted = AttemptedNode {
            ours: node.turn() == self.us,
            ..AttemptedNode::default()
        };
        let chess = node.chess().filter(|_| ply < self.bound.plies);
        let Some(chess) = chess else {
            return Ok(attempted);
        };
        let legal = candidates(chess);
        attempted.legal = legal.len();
        match attempted.ours {
            true => self.our_attempts(node, &legal, (ply, spent), &mut attempted)?,
            false => self.their_attempts(node, &legal, (ply, spent), &mut attempted)?,
        }
        Ok(attempted)
    }

    /// The moves of a class that no class before it has selected, none of which has been made.
    fn class_attempts(
        &self,
        class: &Class,
        node: &Rc<View>,
        legal: &[Candidate],
        taken: &Squares,
        attempted: &mut AttemptedNode,
    ) -> Answer<Vec<Candidate>> {
        let known = attempted.steps();
        let root = &self.root;
        let moves =
            self.reference
                .class_moves(class, node, root, self.us, legal, (&known, taken))?;
        let men = |view: &View| view.men(view.turn(), None).count();
        for candidate in &moves {
            attempted.attempts.push(RefAttempt {
                step: candidate.step,
                // After the move it is the turn of the side that has lost a man or none.
                takes: men(&candidate.after) < node.men(candidate.after.turn(), None).count(),
                came_to: CameTo::Waits,
            });
        }
        Ok(moves)
    }

    fn our_attempts(
        &mut self,
        node: &Rc<View>,
        legal: &[Candidate],
        (ply, spent): (u32, u64),
        attempted: &mut AttemptedNode,
    ) -> Answer<()> {
        for class in classes(&self.advice.us, ply) {
            let taken = attempted.taken_so_far();
            let first = attempted.attempts.len();
            let moves = self.class_attempts(class, node, legal, &taken, attempted)?;
            for (candidate, at) in moves.iter().zip(first..) {
                let came_to = match self.paid(node, candidate, spent)? {
                    None => CameTo::Dear,
                    Some(total) => self.came_to(node, candidate, ply + 1, total, true)?,
                };
                attempted.attempts[at].came_to = came_to;
                if attempted.attempts[at].succeeds() {
                    attempted.has_tree = true;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn their_attempts(
        &mut self,
        node: &Rc<View>,
        legal: &[Candidate],
        (ply, spent): (u32, u64),
        attempted: &mut AttemptedNode,
    ) -> Answer<()> {
        let all = classes(&self.advice.them, ply);
        let mut rest = all;
        while let Some((head, later)) = rest.split_first() {
            // What does not speak of the replies before is selected and tested together with them.
            let waits = |class: &Class| self.reference.class_speaks_of_taken(class);
            let count = later.iter().position(waits).unwrap_or(later.len());
            let (with, after) = later.split_at(count);
            rest = after;
            let taken = attempted.taken_so_far();
            let first = attempted.attempts.len();
            let mut moves = Vec::new();
            for class in std::iter::once(head).chain(with) {
                moves.extend(self.class_attempts(class, node, legal, &taken, attempted)?);
            }
            let mut totals = Vec::new();
            for (reply, at) in moves.iter().zip(first..) {
                match self.paid(node, reply, spent)? {
                    Some(total) => totals.push(total),
                    None => {
                        attempted.attempts[at].came_to = CameTo::Dear;
                        return Ok(());
                    }
                }
            }
            for (reply, at) in moves.iter().zip(first..) {
                if !self.holds(&reply.after, ply + 1)? {
                    attempted.attempts[at].came_to = CameTo::Violates;
                    return Ok(());
                }
            }
            for ((reply, total), at) in moves.iter().zip(totals).zip(first..) {
                let came_to = self.came_to(node, reply, ply + 1, total, false)?;
                attempted.attempts[at].came_to = came_to;
                if !attempted.attempts[at].succeeds() {
                    return Ok(());
                }
            }
        }
        attempted.has_tree = !attempted.attempts.is_empty();
        Ok(())
    }

    /// What a move comes to that the line can pay for.
    fn came_to(
        &mut self,
        before: &Rc<View>,
        candidate: &Candidate,
        ply: u32,
        spent: u64,
        tested: bool,
    ) -> Answer<CameTo> {
        let after = &candidate.after;
        if tested && !self.holds(after, ply)? {
            return Ok(CameTo::Violates);
        }
        let better = self
            .reference
            .better(self.advice, before, after, &self.root, self.us)?;
        Ok(match better {
            true => CameTo::Leaf,
            false => CameTo::Node(self.attempted(after, ply, spent)?),
        })
    }
}

impl<'a> Reference<'a> {
    /// True where a class of a piece-of-advice speaks of `TAKEN`.
    pub fn speaks_of_taken(&self, advice: &Advice) -> bool {
        [&advice.us, &advice.them].into_iter().any(|spec| {
            let phases = spec.phases.iter().flat_map(|(_, classes)| classes);
            let mut classes = spec.every.iter().chain(phases);
            classes.any(|class| self.class_speaks_of_taken(class))
        })
    }

    fn class_speaks_of_taken(&self, class: &Class) -> bool {
        let single = [&class.from, &class.to, &class.filter];
        let mut parts = single.into_iter().flatten().chain(&class.keys);
        parts.any(|part| self.expr_speaks_of_taken(part))
    }

    fn expr_speaks_of_taken(&self, expr: &Expr) -> bool {
        let mut speaks = match &expr.kind {
            ExprKind::Taken => true,
            ExprKind::Call(callee, _, _) => {
                let own = match callee {
                    Callee::Own(own) => self.program().functions.get(*own).map(|f| f.needs),
                    Callee::Library(import) => self.program().imports.get(*import).map(|i| i.needs),
                };
                own.is_some_and(|needs| needs.has(Needs::TAKEN))
            }
            _ => false,
        };
        expr.each_part(&mut |part| speaks = speaks || self.expr_speaks_of_taken(part));
        speaks
    }

    /// The moves that are selected at a node before it is settled, in order; what a line has spent there, and the bound of its search.
    pub(super) fn generated(
        &self,
        advice: &'a Advice,
        node: &Rc<View>,
        (root, us): (&Rc<View>, Color),
        (ply, spent): (u32, u64),
        bound: Bound,
    ) -> Answer<Vec<Candidate>> {
        let mut search = Search {
            reference: self,
            advice,
            us,
            root: Rc::clone(root),
            bound,
            replies: self.replies(),
            by_depth: Vec::new(),
        };
        let attempted = search.attempted(node, ply, spent)?;
        let chess = node.chess();
        let chess = chess.ok_or_else(|| Fault::broken("no position of a game"))?;
        let legal = candidates_and_pass(node, chess);
        let find = |step: Step| legal.iter().find(|one| one.step == step).cloned();
        Ok(attempted.steps().into_iter().filter_map(find).collect())
    }
}
