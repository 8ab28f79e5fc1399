//! The forcing-tree search: depth-first, by the six rules of Advice Language 2 (Bratko, Kononenko, Mozetic).
//!
//! 1. Every node except the root satisfies the holding-goal.
//! 2. Every nonterminal node satisfies not better-goal: `better` is asked before a node is expanded.
//! 3. Every terminal node satisfies the better-goal.
//! 4. Exactly one move leaves every nonterminal us-to-move node: us-moves come one at a time, in order, until one succeeds.
//! 5. All legal moves that the them-moves select leave every nonterminal them-to-move node.
//! 6. The longest path is at most the depth bound in plies; the root has depth 0.
//!
//! At the root of a tree that is to be played the better-goal is not asked, so that it has at least one move; at the root of a
//! nested one it is. A node at which they have no selected move is terminal.
//!
//! An action of SDL is searched by the same rules. Its better-goal is the out-class, asked behind our moves only, where the
//! current position is the one before our last move and the new one is the node (Karapetyan, sections 2.2 and 3.1). Where it has
//! a `prefer`, the moves of all the classes of one of our nodes are ordered together, so that the first that succeeds is the
//! preferred one of those that would do.

use std::sync::atomic::Ordering;

use adv_chess::{Color, LegalInfo, Move, Position};
use adv_module::program::{Advice, Goal};
use adv_module::{AdviceId, AdviceKind, When};

use crate::env::Env;
use crate::limits::Stop;
use crate::moves::{NO_MOVE, classes_at, selects_all};
use crate::run::{NestedCount, Replies, Run};
use crate::tree::Node;
use crate::why::GoalKind;

/// One search: a piece-of-advice at a root under a bound.
pub(crate) struct Task<'m, 'p> {
    pub(crate) advice: &'m Advice,
    pub(crate) root: &'p Position,
    pub(crate) us: Color,
    pub(crate) bound: u16,
}

/// The bounds under which a piece is searched: its depth, or 1, 3, 5, … up to it where the shortest tree is wanted.
pub(crate) fn bounds(shortest: bool, depth: u16) -> impl Iterator<Item = u16> {
    let first = if shortest { 1 } else { depth };
    let mut next = Some(first);
    std::iter::from_fn(move || {
        let here = next?;
        next = if here >= depth {
            None
        } else {
            Some((here + 2).min(depth))
        };
        Some(here)
    })
}

/// The position that has no prefix in a better-goal: the node, and in an action's out-class the position before our last move.
#[inline(always)]
pub(crate) fn better_current<'p>(
    advice: &Advice,
    before: &'p Position,
    node: &'p Position,
) -> &'p Position {
    match advice.kind {
        AdviceKind::Action => before,
        AdviceKind::Piece | AdviceKind::Either => node,
    }
}

impl<'m> Run<'m> {
    /// Searches a tree that is to be played: at its root we are to move and the better-goal is not asked. On success the tree
    /// stands in the arena.
    pub(crate) fn satisfy(&mut self, task: &Task<'m, '_>) -> Result<bool, Stop> {
        self.begin(task);
        self.us_node(task, task.root, 0)
    }

    /// Makes room for a tree that is to be played.
    pub(crate) fn begin(&mut self, task: &Task<'m, '_>) {
        self.tree.clear();
        let needed = self.count_base + usize::from(task.bound) + 1;
        if self.counts.len() < needed {
            self.counts.resize(needed, 0);
        }
    }

    /// One more position at a ply.
    #[inline(always)]
    fn count(&mut self, ply: u16) -> Result<(), Stop> {
        self.meter.position(ply)?;
        if self.meter.at_mark() {
            self.look_up()?;
        }
        self.counts[self.count_base + usize::from(ply)] += 1;
        Ok(())
    }

    /// Ends the search where somebody wants no more of it.
    #[cold]
    fn look_up(&self) -> Result<(), Stop> {
        match &self.interrupt {
            Some(flag) if flag.load(Ordering::Relaxed) => Err(Stop::Interrupted),
            _ => Ok(()),
        }
    }

    /// Asks a goal at a node; `asleep` is what an unasked one answers. `current` is the position that has no prefix.
    #[inline(always)]
    fn goal(
        &mut self,
        task: &Task<'m, '_>,
        goal: &Goal,
        current: &Position,
        node: &Position,
        asleep: bool,
    ) -> Result<bool, Stop> {
        let our_move_led_here = node.turn() != task.us;
        let asked = match goal.when {
            When::Always => true,
            When::AfterUs => our_move_led_here,
            When::AfterThem => !our_move_led_here,
        };
        if !asked {
            return Ok(asleep);
        }
        match goal.test {
            None => Ok(true),
            Some(test) => {
                let env = Env::step(current, node, task.root, task.us);
                self.truth(test, &env)
            }
        }
    }

    #[inline(always)]
    fn holds(&mut self, task: &Task<'m, '_>, node: &Position) -> Result<bool, Stop> {
        let holds = self.goal(task, &task.advice.holding, node, node, true)?;
        if !holds && self.why.is_some() {
            self.note_failure(task, GoalKind::Holding, node, node)?;
        }
        Ok(holds)
    }

    /// Asks the better-goal at a node; `before` is the position that the last move was made in.
    #[inline(always)]
    fn is_better(
        &mut self,
        task: &Task<'m, '_>,
        before: &Position,
        node: &Position,
    ) -> Result<bool, Stop> {
        let current = better_current(task.advice, before, node);
        let better = self.goal(task, &task.advice.better, current, node, false)?;
        if !better && self.why.is_some() {
            self.note_failure(task, GoalKind::Better, current, node)?;
        }
        Ok(better)
    }

    /// Closes the subtree of a node.
    #[inline(always)]
    pub(crate) fn close(&mut self, at: usize) {
        self.tree[at].end = self.tree.len() as u32;
    }

    /// We are to move: the first selected move that leads to a leaf or to a them-node that succeeds.
    fn us_node(&mut self, task: &Task<'m, '_>, node: &Position, ply: u16) -> Result<bool, Stop> {
        if ply >= task.bound {
            return Ok(false);
        }
        if !task.advice.prefer.is_empty() {
            return self.us_node_preferring(task, node, ply);
        }
        let classes = classes_at(&task.advice.us, ply);
        let info = LegalInfo::new(node);
        let mark = self.moves.len();
        let mut seen = 0;
        for class in classes {
            let begin = self.moves.len();
            // Only a class of the same men can select a move again.
            let earlier = if class.roles & seen == 0 { begin } else { mark };
            seen |= class.roles;
            let judged = self.collect(task, node, &info, class, earlier, false)?;
            let end = self.moves.len();
            for i in begin..end {
                let m = self.moves[i];
                if !judged && !self.passes(task, node, class, m)? {
                    // A later class may still select it.
                    self.moves[i] = NO_MOVE;
                    continue;
                }
                if self.our_move(task, node, m, ply)? {
                    self.moves.truncate(mark);
                    return Ok(true);
                }
            }
        }
        self.moves.truncate(mark);
        Ok(false)
    }

    /// Expands one of our moves.
    #[inline(always)]
    pub(crate) fn our_move(
        &mut self,
        task: &Task<'m, '_>,
        node: &Position,
        m: Move,
        ply: u16,
    ) -> Result<bool, Stop> {
        let child = node.play(m);
        self.count(ply + 1)?;
        if !self.holds(task, &child)? {
            return Ok(false);
        }
        let at = self.tree.len();
        self.tree.push(Node {
            mv: m,
            ply: ply + 1,
            left_out: 0,
            end: 0,
        });
        if self.is_better(task, node, &child)? || self.them_node(task, &child, ply + 1, Some(at))? {
            self.close(at);
            return Ok(true);
        }
        self.tree.truncate(at);
        Ok(false)
    }

    /// We are to move and the action has a `prefer`: all the moves that its classes select, judged, and ordered together.
    #[inline(never)]
    fn us_node_preferring(
        &mut self,
        task: &Task<'m, '_>,
        node: &Position,
        ply: u16,
    ) -> Result<bool, Stop> {
        let info = LegalInfo::new(node);
        let mark = self.moves.len();
        for class in classes_at(&task.advice.us, ply) {
            self.collect(task, node, &info, class, mark, true)?;
        }
        self.order(task, node, mark, &task.advice.prefer)?;
        let end = self.moves.len();
        let mut found = false;
        for i in mark..end {
            let m = self.moves[i];
            if self.our_move(task, node, m, ply)? {
                found = true;
                break;
            }
        }
        self.moves.truncate(mark);
        Ok(found)
    }

    /// They are to move: every selected reply must lead to a leaf or to an us-node that succeeds.
    fn them_node(
        &mut self,
        task: &Task<'m, '_>,
        node: &Position,
        ply: u16,
        at: Option<usize>,
    ) -> Result<bool, Stop> {
        if ply >= task.bound {
            return Ok(false);
        }
        let classes = classes_at(&task.advice.them, ply);
        if classes.is_empty() {
            return Ok(false);
        }
        let info = LegalInfo::new(node);
        let mark = self.moves.len();
        let mut seen = 0;
        for class in classes {
            let earlier = if class.roles & seen == 0 {
                self.moves.len()
            } else {
                mark
            };
            seen |= class.roles;
            self.collect(task, node, &info, class, earlier, true)?;
        }
        let end = self.moves.len();
        let mut proved = end > mark;
        if self.replies == Replies::TestedFirst {
            for i in mark..end {
                let child = node.play(self.moves[i]);
                self.count(ply + 1)?;
                if !self.holds(task, &child)? {
                    proved = false;
                    break;
                }
            }
        }
        if proved {
            for i in mark..end {
                if !self.reply(task, node, i, ply)? {
                    proved = false;
                    break;
                }
            }
        }
        self.moves.truncate(mark);
        if proved
            && let Some(at) = at
            && !selects_all(classes)
        {
            let legal = info.count_legal(node) as usize;
            self.tree[at].left_out = legal.saturating_sub(end - mark) as u16;
        }
        Ok(proved)
    }

    /// Expands one reply of a them-node.
    #[inline(always)]
    fn reply(
        &mut self,
        task: &Task<'m, '_>,
        node: &Position,
        i: usize,
        ply: u16,
    ) -> Result<bool, Stop> {
        let m = self.moves[i];
        let child = node.play(m);
        if self.replies == Replies::OneByOne {
            self.count(ply + 1)?;
            if !self.holds(task, &child)? {
                return Ok(false);
            }
        }
        let at = self.tree.len();
        self.tree.push(Node {
            mv: m,
            ply: ply + 1,
            left_out: 0,
            end: 0,
        });
        let proved = self.is_better(task, node, &child)? || self.us_node(task, &child, ply + 1)?;
        self.close(at);
        Ok(proved)
    }

    /// A nested piece-of-advice: can its side force its better-goal from this node, whoever is to move? Its root, plies and
    /// depth are its own, and its positions are counted apart. `us` stays what it is unless the advice has a side of its own.
    pub(crate) fn nested(
        &mut self,
        id: AdviceId,
        root: &Position,
        us: Color,
        base: usize,
    ) -> Result<bool, Stop> {
        let advice = &self.module.advice[id.index()];
        let env = Env::single(root, us);
        let us = advice.side.map_or(us, |who| env.color(who));
        let saved_root = self.enter_root();
        let saved_top = std::mem::replace(&mut self.top, base);
        let saved_counts = std::mem::replace(&mut self.count_base, self.counts.len());
        let saved_why = self.why.take();
        let (moves, tree) = (self.moves.len(), self.tree.len());

        let answer = self.nested_search(advice, root, us);

        let positions: u64 = self.counts.drain(self.count_base..).sum();
        self.count_base = saved_counts;
        self.top = saved_top;
        self.why = saved_why;
        self.leave_root(saved_root);
        self.moves.truncate(moves);
        self.tree.truncate(tree);
        match self.nested.iter_mut().find(|n| n.advice == id) {
            Some(n) => {
                n.asked += 1;
                n.positions += positions;
            }
            None => self.nested.push(NestedCount {
                advice: id,
                asked: 1,
                positions,
            }),
        }
        answer
    }

    fn nested_search(
        &mut self,
        advice: &'m Advice,
        root: &Position,
        us: Color,
    ) -> Result<bool, Stop> {
        self.counts
            .resize(self.count_base + usize::from(advice.depth) + 1, 0);
        for bound in bounds(advice.shortest, advice.depth) {
            let task = Task {
                advice,
                root,
                us,
                bound,
            };
            if self.replies == Replies::OneByOne {
                self.count(0)?;
            }
            // The root is the same under every bound, and so is its better-goal; asking again costs little.
            if self.is_better(&task, root, root)? {
                return Ok(true);
            }
            let found = if root.turn() == us {
                self.us_node(&task, root, 0)?
            } else {
                self.them_node(&task, root, 0, None)?
            };
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
