//! The forcing-tree search: depth-first, by the six rules of Advice Language 2 (Bratko, Kononenko, Mozetic).
//!
//! 1. Every node except the root satisfies the holding-goal.
//! 2. Every nonterminal node satisfies not better-goal: `better` is evaluated before a node is expanded.
//! 3. Every terminal node satisfies the better-goal.
//! 4. Exactly one move leaves every nonterminal us-to-move node: us-moves come one at a time, in order, until one succeeds.
//! 5. All legal moves that the them-moves select leave every nonterminal them-to-move node.
//! 6. The longest path is at most the depth bound in plies; the root has depth 0.
//!
//! At the root of a tree that is to be played the better-goal is not evaluated, so that it has at least one move; at the root of a
//! nested one it is. A node at which they have no selected move is terminal.
//!
//! An action of SDL is searched by the same rules. Its better-goal is the out-class, evaluated after our moves only, where the
//! current position is the one before our last move and the new one is the node (Karapetyan, sections 2.2 and 3.1). Where it has
//! a `prefer`, the moves of all the classes of one of our nodes are ordered together, so that the first that succeeds is the
//! preferred one of those that would do.

use std::sync::atomic::Ordering;

use adv_chess::{Color, LegalInfo, Move, Position};
use adv_module::program::Goal;
use adv_module::{AdviceId, When};

use crate::limits::Stop;
use crate::native_rows::Stretch;
use crate::natives::LeanRoot;
use crate::run::{Replies, Run};
use crate::search::boards::{Boards, OnLeanBoards};
use crate::search::moves::{NO_MOVE, Spot, classes_at, selects_all};
use crate::search::task::{Task, better_current};
use crate::tree::Node;
use crate::why::GoalKind;

impl<'m> Run<'m> {
    /// Searches a tree that is to be played: at its root we are to move and the better-goal is not evaluated. On success the tree
    /// is in the arena.
    pub(crate) fn satisfy(
        &mut self,
        id: AdviceId,
        root: &Position,
        us: Color,
        bound: u16,
    ) -> Result<bool, Stop> {
        self.activate(us);
        if let Some(LeanRoot {
            roster,
            board,
            legal,
            ..
        }) = self.lean_root(us, root)
        {
            let task = Task {
                id,
                advice: &self.module.advice[id.index()],
                root,
                boards: OnLeanBoards(roster),
                board,
                legal: Some(legal),
                us,
                bound,
            };
            self.begin(&task);
            return self.us_node(&task, &task.board, 0);
        }
        let task = Task::whole(self.module, id, root, us, bound);
        self.begin(&task);
        self.us_node(&task, root, 0)
    }

    /// Makes room for a tree that is to be played.
    pub(crate) fn begin<B: Boards>(&mut self, task: &Task<'m, '_, B>) {
        self.stacks.tree.clear();
        let needed = self.counts.base + usize::from(task.bound) + 1;
        if self.counts.by_ply.len() < needed {
            self.counts.by_ply.resize(needed, 0);
        }
    }

    /// One more position at a ply.
    #[inline(always)]
    pub(crate) fn count(&mut self, ply: u16) -> Result<(), Stop> {
        self.meter.position(ply)?;
        if self.meter.at_mark() {
            self.look_up()?;
        }
        self.counts.by_ply[self.counts.base + usize::from(ply)] += 1;
        Ok(())
    }

    /// So many more at a ply, which the meter could afford.
    #[inline(always)]
    pub(crate) fn count_row(&mut self, ply: u16, row: usize) -> Result<(), Stop> {
        self.counts.by_ply[self.counts.base + usize::from(ply)] += row as u64;
        if self.meter.pay(row) {
            self.look_up()?;
        }
        Ok(())
    }

    /// Ends the search if the caller has set the interrupt flag.
    #[cold]
    fn look_up(&self) -> Result<(), Stop> {
        match &self.interrupt {
            Some(flag) if flag.load(Ordering::Relaxed) => Err(Stop::Interrupted),
            _ => Ok(()),
        }
    }

    /// Asks a goal at a node that our move has led to, or else theirs; `asleep` is what an unasked one answers. `current` is the
    /// position that has no prefix.
    #[inline(always)]
    fn goal<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        goal: &Goal,
        current: &B::Board,
        node: &B::Board,
        asleep: bool,
    ) -> Result<bool, Stop> {
        let asked = match goal.when {
            When::Always => true,
            When::AfterUs => B::turn(node) != task.us,
            When::AfterThem => B::turn(node) == task.us,
        };
        if !asked {
            return Ok(asleep);
        }
        match goal.test {
            None => Ok(true),
            Some(test) => Ok(self.ask(task, test, current, node, (0, 0))? != 0),
        }
    }

    #[inline(always)]
    pub(crate) fn holds<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
    ) -> Result<bool, Stop> {
        let holds = self.goal(task, &task.advice.holding, node, node, true)?;
        if !holds && self.notes.why.is_some() {
            let whole = task.boards.whole(node);
            self.note_failure(task, GoalKind::Holding, &whole, &whole)?;
        }
        Ok(holds)
    }

    /// Asks the better-goal at a node; `before` is the position that the last move was made in, which has no prefix in an action's
    /// out-class.
    #[inline(always)]
    pub(crate) fn is_better<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        before: &B::Board,
        node: &B::Board,
    ) -> Result<bool, Stop> {
        let current = better_current(task.advice, before, node);
        let better = self.goal(task, &task.advice.better, current, node, false)?;
        if !better && self.notes.why.is_some() {
            let (current, node) = (task.boards.whole(current), task.boards.whole(node));
            self.note_failure(task, GoalKind::Better, &current, &node)?;
        }
        Ok(better)
    }

    /// Closes the subtree of a node.
    #[inline(always)]
    pub(crate) fn close(&mut self, at: usize) {
        self.stacks.tree[at].end = self.stacks.tree.len() as u32;
    }

    /// We are to move: the first selected move that leads to a leaf or to a them-node that succeeds.
    pub(crate) fn us_node<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        ply: u16,
    ) -> Result<bool, Stop> {
        if ply >= task.bound {
            return Ok(false);
        }
        let noted = self.notes(task, ply);
        if noted && self.is_in_vain(task, node, ply) {
            return Ok(false);
        }
        let found = self.us_moves(task, node, ply)?;
        if noted && !found {
            self.note_in_vain(task, node, ply);
        }
        Ok(found)
    }

    /// The same without looking whether it is in vain.
    fn us_moves<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        ply: u16,
    ) -> Result<bool, Stop> {
        if !task.advice.prefer.is_empty() {
            return self.us_node_preferring(task, node, ply);
        }
        let classes = classes_at(&task.advice.us, ply);
        let made;
        let (whole, info) = match task.legal {
            // The root is not unpacked for each piece that is tried there.
            Some(legal) if ply == 0 => (task.root, legal),
            _ => {
                made = task.boards.whole(node);
                (&*made, LegalInfo::new(&made))
            }
        };
        let spot = Spot { board: node, whole };
        let mark = self.stacks.moves.len();
        let mut seen = 0;
        for class in classes {
            let begin = self.stacks.moves.len();
            // Only a class of the same men can select a move again.
            let earlier = if class.roles & seen == 0 { begin } else { mark };
            seen |= class.roles;
            let judged = self.collect(task, &spot, &info, class, earlier, false)?;
            let end = self.stacks.moves.len();
            if begin == end {
                continue;
            }
            if judged && self.notes.why.is_none() && self.meter.affords(end - begin, ply + 1) {
                let stretch = Stretch {
                    from: begin,
                    end,
                    roles: class.roles,
                };
                if self.best_of_row(task, node, stretch, ply)? {
                    self.stacks.moves.truncate(mark);
                    return Ok(true);
                }
                continue;
            }
            for i in begin..end {
                let m = self.stacks.moves[i];
                if !judged && !self.passes(task, &spot, class, m)? {
                    // A later class may still select it.
                    self.stacks.moves[i] = NO_MOVE;
                    continue;
                }
                if self.our_move(task, node, m, ply)? {
                    self.stacks.moves.truncate(mark);
                    return Ok(true);
                }
            }
        }
        self.stacks.moves.truncate(mark);
        Ok(false)
    }

    /// A move of ours that satisfies the holding-goal leads to a leaf or to a them-node that succeeds.
    pub(crate) fn goes<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        m: Move,
        below: u16,
        better: bool,
    ) -> Result<bool, Stop> {
        let at = self.stacks.tree.len();
        self.stacks.tree.push(Node {
            mv: m,
            ply: below,
            left_out: 0,
            end: 0,
        });
        if better || self.them_node(task, &B::play(node, m), below, Some(at))? {
            self.close(at);
            return Ok(true);
        }
        self.stacks.tree.truncate(at);
        Ok(false)
    }

    /// Expands one of our moves.
    #[inline(always)]
    pub(crate) fn our_move<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        m: Move,
        ply: u16,
    ) -> Result<bool, Stop> {
        let child = B::play(node, m);
        self.count(ply + 1)?;
        if !self.holds(task, &child)? {
            return Ok(false);
        }
        let better = self.is_better(task, node, &child)?;
        if !better && (ply + 1 >= task.bound || classes_at(&task.advice.them, ply + 1).is_empty()) {
            return Ok(false);
        }
        self.goes(task, node, m, ply + 1, better)
    }

    /// We are to move and the action has a `prefer`: all the moves that its classes select, judged, and ordered together.
    #[inline(never)]
    fn us_node_preferring<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        ply: u16,
    ) -> Result<bool, Stop> {
        let whole = task.boards.whole(node);
        let info = LegalInfo::new(&whole);
        let spot = Spot {
            board: node,
            whole: &whole,
        };
        let mut roles = 0;
        let mark = self.stacks.moves.len();
        for class in classes_at(&task.advice.us, ply) {
            self.collect(task, &spot, &info, class, mark, true)?;
            roles |= class.roles;
        }
        let end = self.stacks.moves.len();
        let below = ply + 1;
        let leaves = below >= task.bound || classes_at(&task.advice.them, below).is_empty();
        let free = !self.counted && !self.natives.shared.asks_oracle;
        if leaves && free && self.meter.affords(end - mark, below) {
            let all = Stretch {
                from: mark,
                end,
                roles,
            };
            let found = self.preferred_leaf(task, &spot, all, below)?;
            self.stacks.moves.truncate(mark);
            return Ok(found);
        }
        self.order(task, &spot, mark, &task.advice.prefer)?;
        let mut found = false;
        for i in mark..end {
            let m = self.stacks.moves[i];
            if self.our_move(task, node, m, ply)? {
                found = true;
                break;
            }
        }
        self.stacks.moves.truncate(mark);
        Ok(found)
    }

    /// They are to move: every selected reply must lead to a leaf or to an us-node that succeeds.
    pub(crate) fn them_node<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        ply: u16,
        at: Option<usize>,
    ) -> Result<bool, Stop> {
        if ply >= task.bound {
            return Ok(false);
        }
        let noted = self.notes(task, ply);
        if noted && self.is_in_vain(task, node, ply) {
            return Ok(false);
        }
        let proved = self.replies_of(task, node, ply, at)?;
        if noted && !proved {
            self.note_in_vain(task, node, ply);
        }
        Ok(proved)
    }

    /// The same without looking whether it is in vain.
    fn replies_of<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        ply: u16,
        at: Option<usize>,
    ) -> Result<bool, Stop> {
        let classes = classes_at(&task.advice.them, ply);
        if classes.is_empty() {
            return Ok(false);
        }
        let whole = task.boards.whole(node);
        let info = LegalInfo::new(&whole);
        let spot = Spot {
            board: node,
            whole: &whole,
        };
        let mark = self.stacks.moves.len();
        let mut seen = 0;
        let mut proved = true;
        for class in classes {
            let begin = self.stacks.moves.len();
            let earlier = if class.roles & seen == 0 { begin } else { mark };
            seen |= class.roles;
            self.collect(task, &spot, &info, class, earlier, true)?;
            // The first reply that violates the holding-goal ends it: no later class is looked at.
            if self.replies == Replies::TestedFirst
                && !self.all_hold(task, node, class.roles, begin, ply)?
            {
                proved = false;
                break;
            }
        }
        let end = self.stacks.moves.len();
        proved &= end > mark;
        if proved {
            for i in mark..end {
                if !self.reply(task, node, i, ply)? {
                    proved = false;
                    break;
                }
            }
        }
        self.stacks.moves.truncate(mark);
        if proved
            && let Some(at) = at
            && !selects_all(classes)
        {
            let legal = info.count_legal(&whole) as usize;
            self.stacks.tree[at].left_out = legal.saturating_sub(end - mark) as u16;
        }
        Ok(proved)
    }

    /// Expands one reply of a them-node.
    #[inline(always)]
    fn reply<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        i: usize,
        ply: u16,
    ) -> Result<bool, Stop> {
        let m = self.stacks.moves[i];
        let child = B::play(node, m);
        if self.replies == Replies::OneByOne {
            self.count(ply + 1)?;
            if !self.holds(task, &child)? {
                return Ok(false);
            }
        }
        let at = self.stacks.tree.len();
        self.stacks.tree.push(Node {
            mv: m,
            ply: ply + 1,
            left_out: 0,
            end: 0,
        });
        let proved = self.is_better(task, node, &child)? || self.us_node(task, &child, ply + 1)?;
        self.close(at);
        Ok(proved)
    }
}
