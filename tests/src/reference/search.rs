//! The search for a forcing-tree, by the six rules and the rulings of the language.
//!
//! ```text
//!   root   ply 0        a tree to be played: better and holding not asked; a nested one: better is asked
//!     │  one us-move    tried in order; counted, then holding, then better, then the reply
//!   node   ply 1
//!     ├ every them-move counted and tested together (TestedFirst) or one after the other (OneByOne)
//!   nodes  ply 2 …      at the bound a node is a better-leaf or a failure
//! ```

use std::rc::Rc;

use adv_compiler::hir::{Advice, Goal, When};
use shakmaty::Color;

use super::Reference;
use super::eval::{Locals, Scene};
use super::moves::{Candidate, candidates, classes};
use super::tree::RefTree;
use super::value::{Answer, Fault};
use super::view::{Step, View};

/// When replies are tested against the holding-goal, and with that which of them are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// All of them before the first is expanded, up to the first that violates it (Advice Language 2).
    TestedFirst,
    /// Each is tested and proved before the next; the root counts once for each piece tried (the textbook program).
    OneByOne,
}

/// One search of one piece-of-advice under one bound.
pub(super) struct Search<'r, 'a> {
    pub(super) reference: &'r Reference<'a>,
    pub(super) advice: &'a Advice,
    pub(super) us: Color,
    pub(super) root: Rc<View>,
    pub(super) bound: u32,
    pub(super) replies: Replies,
    /// Positions by depth.
    pub(super) by_depth: Vec<u64>,
}

impl Search<'_, '_> {
    /// A tree that is to be played.
    pub(super) fn played(&mut self) -> Answer<Option<RefTree>> {
        self.expand(&Rc::clone(&self.root), 0)
    }

    /// A tree inside a goal.
    pub(super) fn nested(&mut self) -> Answer<Option<RefTree>> {
        self.judge(&Rc::clone(&self.root), 0)
    }

    fn count(&mut self, ply: u32) -> Answer<()> {
        let ply = ply as usize;
        if self.by_depth.len() <= ply {
            self.by_depth.resize(ply + 1, 0);
        }
        self.by_depth[ply] += 1;
        self.reference.spend_position()
    }

    /// A node that holds: a better-leaf, or expanded.
    fn judge(&mut self, node: &Rc<View>, ply: u32) -> Answer<Option<RefTree>> {
        if self
            .reference
            .better(self.advice, node, &self.root, self.us)?
        {
            return Ok(Some(RefTree::default()));
        }
        self.expand(node, ply)
    }

    fn expand(&mut self, node: &Rc<View>, ply: u32) -> Answer<Option<RefTree>> {
        if ply >= self.bound {
            return Ok(None);
        }
        let Some(chess) = node.chess() else {
            return Ok(None);
        };
        let legal = candidates(chess);
        if node.turn() == self.us {
            self.us_node(node, &legal, ply)
        } else {
            self.them_node(node, &legal, ply)
        }
    }

    fn holds(&mut self, node: &Rc<View>, ply: u32) -> Answer<bool> {
        self.count(ply)?;
        self.reference
            .holding(self.advice, node, &self.root, self.us)
    }

    fn us_node(
        &mut self,
        node: &Rc<View>,
        legal: &[Candidate],
        ply: u32,
    ) -> Answer<Option<RefTree>> {
        let mut tried: Vec<Step> = Vec::new();
        for class in classes(&self.advice.us, ply) {
            let moves = self
                .reference
                .class_moves(class, node, &self.root, self.us, legal, &tried)?;
            for Candidate { step, after } in moves {
                tried.push(step);
                if !self.holds(&after, ply + 1)? {
                    continue;
                }
                if let Some(below) = self.judge(&after, ply + 1)? {
                    let moves = vec![(step.uci(), below)];
                    return Ok(Some(RefTree { moves, left_out: 0 }));
                }
            }
        }
        Ok(None)
    }

    fn them_node(
        &mut self,
        node: &Rc<View>,
        legal: &[Candidate],
        ply: u32,
    ) -> Answer<Option<RefTree>> {
        let classes = classes(&self.advice.them, ply);
        let replies = self
            .reference
            .all_moves(classes, node, &self.root, self.us, legal)?;
        if replies.is_empty() {
            // Terminal, and the better-goal has been asked already.
            return Ok(None);
        }
        if self.replies == Replies::TestedFirst {
            for reply in &replies {
                if !self.holds(&reply.after, ply + 1)? {
                    return Ok(None);
                }
            }
        }
        let mut moves = Vec::new();
        for reply in &replies {
            if self.replies == Replies::OneByOne && !self.holds(&reply.after, ply + 1)? {
                return Ok(None);
            }
            match self.judge(&reply.after, ply + 1)? {
                Some(below) => moves.push((reply.step.uci(), below)),
                None => return Ok(None),
            }
        }
        Ok(Some(RefTree {
            left_out: legal.len() - moves.len(),
            moves,
        }))
    }
}

/// The bounds under which a piece is searched one after the other.
pub(super) fn bounds(shortest: bool, depth: u32) -> Vec<u32> {
    if !shortest {
        return vec![depth];
    }
    let mut bounds: Vec<u32> = (1..=depth).step_by(2).collect();
    if depth.is_multiple_of(2) {
        bounds.push(depth);
    }
    bounds
}

impl<'a> Reference<'a> {
    /// The better-goal at a node of a tree.
    pub fn better(
        &self,
        advice: &Advice,
        node: &Rc<View>,
        root: &Rc<View>,
        us: Color,
    ) -> Answer<bool> {
        self.goal(&advice.better, node, root, us, false)
    }

    /// The holding-goal at a node of a tree.
    pub fn holding(
        &self,
        advice: &Advice,
        node: &Rc<View>,
        root: &Rc<View>,
        us: Color,
    ) -> Answer<bool> {
        self.goal(&advice.holding, node, root, us, true)
    }

    fn goal(
        &self,
        goal: &Goal,
        node: &Rc<View>,
        root: &Rc<View>,
        us: Color,
        unasked: bool,
    ) -> Answer<bool> {
        // Where it is their turn, our move has led there, and the other way round.
        let asked = match goal.when {
            When::Always => true,
            When::AfterUs => node.turn() != us,
            When::AfterThem => node.turn() == us,
        };
        if !asked {
            return Ok(unasked);
        }
        self.truth(
            &goal.test,
            &Scene::goal(node, root, us),
            &mut Locals::none(goal.locals),
        )
    }

    /// The moves that a tree may contain at a node, in order: ours where we are to move, theirs otherwise.
    pub fn selected(
        &self,
        advice: &Advice,
        node: &Rc<View>,
        root: &Rc<View>,
        us: Color,
        ply: u32,
    ) -> Answer<Vec<String>> {
        let spec = if node.turn() == us {
            &advice.us
        } else {
            &advice.them
        };
        let Some(chess) = node.chess() else {
            return Ok(Vec::new());
        };
        let legal = candidates(chess);
        let moves = self.all_moves(classes(spec, ply), node, root, us, &legal)?;
        Ok(moves.iter().map(|c| c.step.uci()).collect())
    }

    /// `satisfiable(a)` at a node, where `us` is the side of the consultation around it.
    pub fn satisfiable(&self, advice: usize, node: &Rc<View>, us: Color) -> Answer<bool> {
        let program = self.program();
        let advice = program
            .advice
            .get(advice)
            .ok_or_else(|| Fault::broken(format!("there is no advice {advice}")))?;
        let us = advice
            .side
            .map_or(us, |who| Scene::single(node, us).color(who));
        for bound in bounds(advice.shortest, u32::from(advice.depth)) {
            let mut search = Search {
                reference: self,
                advice,
                us,
                root: Rc::clone(node),
                bound,
                replies: self.replies(),
                by_depth: Vec::new(),
            };
            if search.nested()?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
