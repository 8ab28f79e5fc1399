//! The search for a forcing-tree, by the six rules and the rulings of the language.
//!
//! ```text
//!   root   ply 0        a tree to be played: neither goal is evaluated; a nested one: better is
//!     │  one us-move    tried in order; counted, then holding, then better, then the reply
//!   node   ply 1
//!     ├ every them-move counted and tested together (TestedFirst) or one after the other (OneByOne)
//!   nodes  ply 2 …      at the bound a node is a better-leaf or a failure
//! ```
//!
//! Where moves have a cost, a search is a function of the node, its ply and what the line has spent so far: a move of ours that costs more
//! than is left is passed over, and a reply that does fails its node before any reply is tested.
//!
//! A piece that speaks of `TAKEN` is searched in a file of its own (`taken.rs`).
//!
//! An action is searched by the same rules. Its out-class is evaluated after our moves, where no prefix is the position before the
//! move; and what its `prefer` says orders all the moves that its classes select at one of our nodes.

use std::rc::Rc;

use adv_compiler::hir::{Advice, Goal, SearchMode, When};
use shakmaty::Color;

use super::Reference;
use super::eval::{Locals, Scene};
use super::moves::{Candidate, candidates, classes};
use super::squares::Squares;
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
    pub(super) bound: Bound,
    pub(super) replies: Replies,
    /// Positions by depth.
    pub(super) by_depth: Vec<u64>,
}

/// The bounds of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// In plies.
    pub plies: u32,
    /// What the moves of a line may cost in all, in thousandths; `None` where moves have no cost.
    pub effort: Option<u64>,
}

impl Search<'_, '_> {
    /// A tree that is to be played.
    pub(super) fn played(&mut self) -> Answer<Option<RefTree>> {
        self.expand(&Rc::clone(&self.root), 0, 0)
    }

    /// A tree inside a goal.
    pub(super) fn nested(&mut self) -> Answer<Option<RefTree>> {
        let root = Rc::clone(&self.root);
        // An out-class is evaluated after a move of the tree.
        if self.advice.kind.is_action() {
            return self.expand(&root, 0, 0);
        }
        self.judge(&root, &root, 0, 0)
    }

    fn count(&mut self, ply: u32) -> Answer<()> {
        let ply = ply as usize;
        if self.by_depth.len() <= ply {
            self.by_depth.resize(ply + 1, 0);
        }
        self.by_depth[ply] += 1;
        self.reference.spend_position()
    }

    /// A node that holds: a better-leaf, or expanded. `before` is the position in which the move to it was made.
    fn judge(
        &mut self,
        before: &Rc<View>,
        node: &Rc<View>,
        ply: u32,
        spent: u64,
    ) -> Answer<Option<RefTree>> {
        if self
            .reference
            .better(self.advice, before, node, &self.root, self.us)?
        {
            return Ok(Some(RefTree::default()));
        }
        self.expand(node, ply, spent)
    }

    /// A tree from a node on whose own goals have been asked.
    pub(super) fn expand(
        &mut self,
        node: &Rc<View>,
        ply: u32,
        spent: u64,
    ) -> Answer<Option<RefTree>> {
        if ply >= self.bound.plies {
            return Ok(None);
        }
        if self.reference.speaks_of_taken(self.advice) {
            return Ok(self.attempted(node, ply, spent)?.tree());
        }
        let Some(chess) = node.chess() else {
            return Ok(None);
        };
        let legal = candidates(chess);
        if node.turn() == self.us {
            self.us_node(node, &legal, ply, spent)
        } else {
            self.them_node(node, &legal, ply, spent)
        }
    }

    pub(super) fn holds(&mut self, node: &Rc<View>, ply: u32) -> Answer<bool> {
        self.count(ply)?;
        self.reference
            .holding(self.advice, node, &self.root, self.us)
    }

    /// What the line has spent after a move; `None` where that is more than it may.
    pub(super) fn paid(
        &self,
        node: &Rc<View>,
        candidate: &Candidate,
        spent: u64,
    ) -> Answer<Option<u64>> {
        let Some(effort) = self.bound.effort else {
            return Ok(Some(0));
        };
        let price = self
            .reference
            .price(self.advice, node, &self.root, self.us, candidate)?;
        Ok(Some(spent.saturating_add(price)).filter(|total| *total <= effort))
    }

    fn us_node(
        &mut self,
        node: &Rc<View>,
        legal: &[Candidate],
        ply: u32,
        spent: u64,
    ) -> Answer<Option<RefTree>> {
        let classes = classes(&self.advice.us, ply);
        if !self.advice.prefer.is_empty() {
            let moves = self
                .reference
                .all_moves(classes, node, &self.root, self.us, legal)?;
            let moves = self
                .reference
                .preferred(self.advice, node, &self.root, self.us, moves)?;
            return self.first_that_does(node, &moves, ply, spent);
        }
        let mut tried: Vec<Step> = Vec::new();
        for class in classes {
            let moves = self.reference.class_moves(
                class,
                node,
                &self.root,
                self.us,
                legal,
                (&tried, &Squares::EMPTY),
            )?;
            tried.extend(moves.iter().map(|c| c.step));
            if let Some(tree) = self.first_that_does(node, &moves, ply, spent)? {
                return Ok(Some(tree));
            }
        }
        Ok(None)
    }

    /// The first of our moves that leads to a tree.
    fn first_that_does(
        &mut self,
        node: &Rc<View>,
        moves: &[Candidate],
        ply: u32,
        spent: u64,
    ) -> Answer<Option<RefTree>> {
        for candidate in moves {
            let Some(total) = self.paid(node, candidate, spent)? else {
                continue;
            };
            let Candidate { step, after } = candidate;
            if !self.holds(after, ply + 1)? {
                continue;
            }
            if let Some(below) = self.judge(node, after, ply + 1, total)? {
                let moves = vec![(step.uci(), below)];
                return Ok(Some(RefTree { moves, left_out: 0 }));
            }
        }
        Ok(None)
    }

    fn them_node(
        &mut self,
        node: &Rc<View>,
        legal: &[Candidate],
        ply: u32,
        spent: u64,
    ) -> Answer<Option<RefTree>> {
        let classes = classes(&self.advice.them, ply);
        let replies = self
            .reference
            .all_moves(classes, node, &self.root, self.us, legal)?;
        if replies.is_empty() {
            // Terminal, and the better-goal has been evaluated already.
            return Ok(None);
        }
        let mut totals = Vec::new();
        for reply in &replies {
            match self.paid(node, reply, spent)? {
                Some(total) => totals.push(total),
                None => return Ok(None),
            }
        }
        if self.replies == Replies::TestedFirst {
            for reply in &replies {
                if !self.holds(&reply.after, ply + 1)? {
                    return Ok(None);
                }
            }
        }
        let mut moves = Vec::new();
        for (reply, total) in replies.iter().zip(totals) {
            if self.replies == Replies::OneByOne && !self.holds(&reply.after, ply + 1)? {
                return Ok(None);
            }
            match self.judge(node, &reply.after, ply + 1, total)? {
                Some(below) => moves.push((reply.step.uci(), below)),
                None => return Ok(None),
            }
        }
        let own = replies.iter().filter(|reply| reply.step != Step::PASS);
        Ok(Some(RefTree {
            left_out: legal.len() - own.count(),
            moves,
        }))
    }
}

/// What a line of a piece may cost in all.
pub fn effort(advice: &Advice) -> Option<u64> {
    advice
        .cost
        .as_ref()
        .map(|cost| 1000 * u64::from(cost.effort))
}

/// The whole efforts up to one, in thousandths; where moves have no cost there is one bound without effort.
pub(super) fn efforts(most: Option<u64>) -> Vec<Option<u64>> {
    match most {
        Some(most) => (1..=most / 1000).map(|whole| Some(1000 * whole)).collect(),
        None => vec![None],
    }
}

/// The bounds in plies under which a shortest tree is looked for.
pub(super) fn shortest(depth: u32) -> Vec<u32> {
    let mut bounds: Vec<u32> = (1..=depth).step_by(2).collect();
    if depth.is_multiple_of(2) {
        bounds.push(depth);
    }
    bounds
}

/// The bounds under which a piece is searched one after the other.
pub fn bounds(advice: &Advice) -> Vec<Bound> {
    let depth = u32::from(advice.depth);
    let effort = effort(advice);
    match advice.mode {
        // Whether there is a tree does not depend on which one is looked for.
        SearchMode::Within | SearchMode::Easiest => vec![Bound {
            plies: depth,
            effort,
        }],
        SearchMode::Shortest => {
            let plies = shortest(depth).into_iter();
            plies.map(|plies| Bound { plies, effort }).collect()
        }
        SearchMode::Cheapest => {
            let wholes = 1..=effort.unwrap_or(0) / 1000;
            let bound = |whole| Bound {
                plies: depth,
                effort: Some(1000 * whole),
            };
            wholes.map(bound).collect()
        }
    }
}

impl<'a> Reference<'a> {
    /// The better-goal at a node of a tree; `before` is the position in which the move to the node was made.
    pub fn better(
        &self,
        advice: &Advice,
        before: &Rc<View>,
        node: &Rc<View>,
        root: &Rc<View>,
        us: Color,
    ) -> Answer<bool> {
        let mut scene = Scene::goal(node, root, us);
        if advice.kind.is_action() {
            scene.current = Rc::clone(before);
        }
        self.goal(&advice.better, node, &scene, false)
    }

    /// Whether an action of the file may be realised in a position at all; true for everything else.
    pub(super) fn in_class(&self, advice: &Advice, root: &Rc<View>, us: Color) -> Answer<bool> {
        match &advice.in_class {
            Some(class) => {
                let scene = Scene::single(root, us);
                self.truth(class, &scene, &mut Locals::none())
            }
            None => Ok(true),
        }
    }

    /// The holding-goal at a node of a tree.
    pub fn holding(
        &self,
        advice: &Advice,
        node: &Rc<View>,
        root: &Rc<View>,
        us: Color,
    ) -> Answer<bool> {
        self.goal(&advice.holding, node, &Scene::goal(node, root, us), true)
    }

    fn goal(&self, goal: &Goal, node: &Rc<View>, scene: &Scene, unasked: bool) -> Answer<bool> {
        // Where it is their turn, our move has led there, and the other way round.
        let asked = match goal.when {
            When::Always => true,
            When::AfterUs => node.turn() != scene.us,
            When::AfterThem => node.turn() == scene.us,
        };
        if !asked {
            return Ok(unasked);
        }
        self.truth(&goal.test, scene, &mut Locals::none())
    }

    /// What a move costs at a node, in thousandths; 0 for a move of the side that is not charged, and where moves have no cost.
    pub fn price(
        &self,
        advice: &Advice,
        node: &Rc<View>,
        root: &Rc<View>,
        us: Color,
        candidate: &Candidate,
    ) -> Answer<u64> {
        let Some(cost) = &advice.cost else {
            return Ok(0);
        };
        let ours = node.turn() == us;
        let charged = match cost.when {
            When::Always => true,
            When::AfterUs => ours,
            When::AfterThem => !ours,
        };
        if !charged {
            return Ok(0);
        }
        let scene = Scene {
            new: Some(Rc::clone(&candidate.after)),
            root: Some(Rc::clone(root)),
            step: Some(candidate.step.squares()),
            ..Scene::single(node, us)
        };
        let price = self.value(&cost.of_move, &scene, &mut Locals::none())?;
        Ok(price.number()?.max(0) as u64)
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
        if !self.in_class(advice, node, us)? {
            return Ok(false);
        }
        for bound in bounds(advice) {
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
