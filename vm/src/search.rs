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
use adv_module::{AdviceId, AdviceKind, UnverifiedModule, When};

use crate::boards::{Boards, OnLeanBoards, OnWholeBoards};
use crate::env::Env;
use crate::limits::Stop;
use crate::memo::WORTH;
use crate::moves::{NO_MOVE, Spot, classes_at, selects_all};
use crate::natives::Stretch;
use crate::rows::Found;
use crate::run::{NestedCount, Replies, Run};
use crate::tree::Node;
use crate::why::GoalKind;

/// One search: a piece-of-advice at a root under a bound.
pub(crate) struct Task<'m, 'p, B: Boards> {
    /// Its number.
    pub(crate) id: AdviceId,
    pub(crate) advice: &'m Advice,
    pub(crate) root: &'p Position,
    /// How positions are held.
    pub(crate) boards: B,
    /// The root, held so.
    pub(crate) board: B::Board,
    pub(crate) us: Color,
    pub(crate) bound: u16,
}

impl<'m, 'p> Task<'m, 'p, OnWholeBoards> {
    /// A search on whole boards.
    pub(crate) fn whole(
        module: &'m UnverifiedModule,
        id: AdviceId,
        root: &'p Position,
        us: Color,
        bound: u16,
    ) -> Self {
        Task {
            id,
            advice: &module.advice[id.index()],
            root,
            boards: OnWholeBoards,
            board: *root,
            us,
            bound,
        }
    }
}

/// What a nested piece's answer is noted by: its number and whose it is.
fn nested_subject(id: AdviceId, us: Color) -> u32 {
    u32::from(id.0) << 16 | us as u32
}

/// The position that has no prefix in a better-goal: the node, and in an action's out-class the position before our last move.
#[inline(always)]
pub(crate) fn better_current<'p, T>(advice: &Advice, before: &'p T, node: &'p T) -> &'p T {
    match advice.kind {
        AdviceKind::Action => before,
        AdviceKind::Piece | AdviceKind::Either => node,
    }
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

impl<'m> Run<'m> {
    /// Searches a tree that is to be played: at its root we are to move and the better-goal is not asked. On success the tree
    /// stands in the arena.
    pub(crate) fn satisfy(
        &mut self,
        id: AdviceId,
        root: &Position,
        us: Color,
        bound: u16,
    ) -> Result<bool, Stop> {
        self.face(us);
        if let Some((roster, board)) = self.lean_root(us, root) {
            let task = Task {
                id,
                advice: &self.module.advice[id.index()],
                root,
                boards: OnLeanBoards(roster),
                board,
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

    /// So many more at a ply, which the meter could afford.
    #[inline(always)]
    pub(crate) fn count_row(&mut self, ply: u16, row: usize) -> Result<(), Stop> {
        self.counts[self.count_base + usize::from(ply)] += row as u64;
        if self.meter.pay(row) {
            self.look_up()?;
        }
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
    fn holds<B: Boards>(&mut self, task: &Task<'m, '_, B>, node: &B::Board) -> Result<bool, Stop> {
        let holds = self.goal(task, &task.advice.holding, node, node, true)?;
        if !holds && self.why.is_some() {
            let whole = task.boards.whole(node);
            self.note_failure(task, GoalKind::Holding, &whole, &whole)?;
        }
        Ok(holds)
    }

    /// Asks the better-goal at a node; `before` is the position that the last move was made in, which has no prefix in an action's
    /// out-class.
    #[inline(always)]
    fn is_better<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        before: &B::Board,
        node: &B::Board,
    ) -> Result<bool, Stop> {
        let current = better_current(task.advice, before, node);
        let better = self.goal(task, &task.advice.better, current, node, false)?;
        if !better && self.why.is_some() {
            let (current, node) = (task.boards.whole(current), task.boards.whole(node));
            self.note_failure(task, GoalKind::Better, &current, &node)?;
        }
        Ok(better)
    }

    /// Closes the subtree of a node.
    #[inline(always)]
    pub(crate) fn close(&mut self, at: usize) {
        self.tree[at].end = self.tree.len() as u32;
    }

    /// We are to move: the first selected move that leads to a leaf or to a them-node that succeeds.
    fn us_node<B: Boards>(
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

    /// True where it is worth while to note at this ply what is in vain. Of a tree that has no moves behind its fifth ply no two lines
    /// come together where anything is left to search.
    #[inline(always)]
    fn notes<B: Boards>(&self, task: &Task<'m, '_, B>, ply: u16) -> bool {
        !self.counted && ply > 0 && task.bound >= 5 && task.bound - ply >= WORTH
    }

    /// Whose plies are meant, where the moves depend on them: the number of the piece, and the ply where its lists change with it.
    fn subject<B: Boards>(&self, task: &Task<'m, '_, B>, ply: u16) -> u32 {
        let steady = task.advice.us.phases.is_empty() && task.advice.them.phases.is_empty();
        let ply = if steady { 0 } else { u32::from(ply) };
        u32::from(task.id.0) << 16 | ply
    }

    #[inline(never)]
    fn is_in_vain<B: Boards>(&mut self, task: &Task<'m, '_, B>, node: &B::Board, ply: u16) -> bool {
        let (root, subject) = (self.meter.context.root(), self.subject(task, ply));
        let failed = B::memo(self).get(root, subject, *node);
        failed.is_some_and(|plies| plies >= task.bound - ply)
    }

    #[inline(never)]
    fn note_in_vain<B: Boards>(&mut self, task: &Task<'m, '_, B>, node: &B::Board, ply: u16) {
        let (root, subject) = (self.meter.context.root(), self.subject(task, ply));
        B::memo(self).note(root, subject, *node, task.bound - ply);
    }

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
        let whole = task.boards.whole(node);
        let info = LegalInfo::new(&whole);
        let spot = Spot {
            board: node,
            whole: &whole,
        };
        let mark = self.moves.len();
        let mut seen = 0;
        for class in classes {
            let begin = self.moves.len();
            // Only a class of the same men can select a move again.
            let earlier = if class.roles & seen == 0 { begin } else { mark };
            seen |= class.roles;
            let judged = self.collect(task, &spot, &info, class, earlier, false)?;
            let end = self.moves.len();
            if begin == end {
                continue;
            }
            if judged && self.why.is_none() && self.meter.affords(end - begin, ply + 1) {
                let stretch = Stretch {
                    from: begin,
                    end,
                    roles: class.roles,
                };
                if self.best_of_row(task, node, stretch, ply)? {
                    self.moves.truncate(mark);
                    return Ok(true);
                }
                continue;
            }
            for i in begin..end {
                let m = self.moves[i];
                if !judged && !self.passes(task, &spot, class, m)? {
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

    /// Expands a stretch of our moves in their order, until one succeeds.
    #[inline(always)]
    fn best_of_row<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        mut left: Stretch,
        ply: u16,
    ) -> Result<bool, Stop> {
        let below = ply + 1;
        let deeper = below < task.bound && !classes_at(&task.advice.them, below).is_empty();
        loop {
            let (i, better) = match self.row(task, node, left, below, deeper)? {
                Found::Nothing => return Ok(false),
                Found::Better(i) => (i, true),
                Found::Deeper(i) => (i, false),
            };
            if self.goes(task, node, self.moves[i], below, better)? {
                return Ok(true);
            }
            left.from = i + 1;
            if !self.meter.affords(left.end - left.from, below) {
                return self.one_by_one(task, node, left.from, left.end, ply);
            }
        }
    }

    /// The same where the positions left have to be counted.
    #[cold]
    fn one_by_one<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        begin: usize,
        end: usize,
        ply: u16,
    ) -> Result<bool, Stop> {
        for i in begin..end {
            if self.our_move(task, node, self.moves[i], ply)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A move of ours that stands leads to a leaf or to a them-node that succeeds.
    fn goes<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        m: Move,
        below: u16,
        better: bool,
    ) -> Result<bool, Stop> {
        let at = self.tree.len();
        self.tree.push(Node {
            mv: m,
            ply: below,
            left_out: 0,
            end: 0,
        });
        if better || self.them_node(task, &B::play(node, m), below, Some(at))? {
            self.close(at);
            return Ok(true);
        }
        self.tree.truncate(at);
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
        let mark = self.moves.len();
        for class in classes_at(&task.advice.us, ply) {
            self.collect(task, &spot, &info, class, mark, true)?;
            roles |= class.roles;
        }
        let end = self.moves.len();
        let below = ply + 1;
        let leaves = below >= task.bound || classes_at(&task.advice.them, below).is_empty();
        let free = !self.counted && !self.natives.asks_oracle;
        if leaves && free && self.meter.affords(end - mark, below) {
            let all = Stretch {
                from: mark,
                end,
                roles,
            };
            let found = self.preferred_leaf(task, &spot, all, below)?;
            self.moves.truncate(mark);
            return Ok(found);
        }
        self.order(task, &spot, mark, &task.advice.prefer)?;
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

    /// The preferred one of the moves that lead to leaves: where nobody counts positions, all are tested first, and only those that
    /// would do are ordered.
    fn preferred_leaf<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        mut left: Stretch,
        below: u16,
    ) -> Result<bool, Stop> {
        let begin = left.from;
        let mut kept = begin;
        while let Found::Better(i) = self.row(task, spot.board, left, below, false)? {
            self.moves[kept] = self.moves[i];
            kept += 1;
            left.from = i + 1;
        }
        self.moves.truncate(kept);
        self.order(task, spot, begin, &task.advice.prefer)?;
        match self.moves.get(begin) {
            Some(&m) => self.goes(task, spot.board, m, below, true),
            None => Ok(false),
        }
    }

    /// They are to move: every selected reply must lead to a leaf or to an us-node that succeeds.
    fn them_node<B: Boards>(
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
        let mark = self.moves.len();
        let mut seen = 0;
        let mut proved = true;
        for class in classes {
            let begin = self.moves.len();
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
        let end = self.moves.len();
        proved &= end > mark;
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
            let legal = info.count_legal(&whole) as usize;
            self.tree[at].left_out = legal.saturating_sub(end - mark) as u16;
        }
        Ok(proved)
    }

    /// Tests the replies from `begin` on for the holding-goal, up to the first that violates it.
    #[inline(always)]
    fn all_hold<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        roles: u8,
        begin: usize,
        ply: u16,
    ) -> Result<bool, Stop> {
        let end = self.moves.len();
        if self.why.is_none() && self.meter.affords(end - begin, ply + 1) {
            let stretch = Stretch {
                from: begin,
                end,
                roles,
            };
            return self.row_holds(task, node, stretch, ply + 1);
        }
        for i in begin..end {
            let child = B::play(node, self.moves[i]);
            self.count(ply + 1)?;
            if !self.holds(task, &child)? {
                return Ok(false);
            }
        }
        Ok(true)
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
        let m = self.moves[i];
        let child = B::play(node, m);
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
        if let Some(known) = self.nested_known(id, root, us) {
            return Ok(known);
        }
        let saved_root = self.enter_root();
        let saved_top = std::mem::replace(&mut self.top, base);
        let saved_counts = std::mem::replace(&mut self.count_base, self.counts.len());
        let saved_why = self.why.take();
        let (moves, tree) = (self.moves.len(), self.tree.len());

        let faced = self.faced;
        self.face(us);
        let answer = match self.lean(us, root) {
            Some((roster, board)) => self.nested_search(id, root, us, OnLeanBoards(roster), board),
            None => self.nested_search(id, root, us, OnWholeBoards, *root),
        };
        self.faced = faced;

        let positions: u64 = self.counts.drain(self.count_base..).sum();
        self.count_base = saved_counts;
        self.top = saved_top;
        self.why = saved_why;
        self.leave_root(saved_root);
        self.moves.truncate(moves);
        self.tree.truncate(tree);
        if let Ok(found) = answer {
            self.note_nested(id, root, us, found);
        }
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

    /// The answer of a nested piece that has been asked at this position already. It speaks of nothing but the position, so it holds
    /// under every root of this run; of another run nothing is taken over, for a budget ends at the same place in each.
    fn nested_known(&self, id: AdviceId, root: &Position, us: Color) -> Option<bool> {
        if self.counted {
            return None;
        }
        let subject = nested_subject(id, us);
        let known = self.memos.whole.get(self.first_root, subject, *root)?;
        Some(known != 0)
    }

    fn note_nested(&mut self, id: AdviceId, root: &Position, us: Color, found: bool) {
        if !self.counted {
            let subject = nested_subject(id, us);
            let run = self.first_root;
            self.memos.whole.note(run, subject, *root, u16::from(found));
        }
    }

    fn nested_search<B: Boards>(
        &mut self,
        id: AdviceId,
        root: &Position,
        us: Color,
        boards: B,
        board: B::Board,
    ) -> Result<bool, Stop> {
        let advice = &self.module.advice[id.index()];
        self.counts
            .resize(self.count_base + usize::from(advice.depth) + 1, 0);
        for bound in bounds(advice.shortest, advice.depth) {
            let task = Task {
                id,
                advice,
                root,
                boards,
                board,
                us,
                bound,
            };
            if self.replies == Replies::OneByOne {
                self.count(0)?;
            }
            // The root is the same under every bound, and so is its better-goal; asking again costs little.
            if self.is_better(&task, &board, &board)? {
                return Ok(true);
            }
            let found = if root.turn() == us {
                self.us_node(&task, &board, 0)?
            } else {
                self.them_node(&task, &board, 0, None)?
            };
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
