//! The search of a piece that speaks of `TAKEN`: each node tells beside its answer where men were taken in what has settled it.
//!
//! ```text
//!   ours     c8 ─▶ fails, settled by Kb7xc8       ┐ {c8}
//!            Kh7 ─▶ fails, settled by Kb6xc6       ┘ {c8, c6}
//!            any along TAKEN                        generated only now, with TAKEN = {c8, c6}
//!   theirs   replies that are met, one after the other; a class that speaks of TAKEN is generated after them
//! ```
//!
//! What settles a move is the square on which it takes a man, and what settles the node that it leads to. Of that node these are:
//!
//! | node | comes to | is settled by |
//! | --- | --- | --- |
//! | any | a leaf; or a goal or a bound ends the line there | nothing |
//! | ours | no tree | all its moves |
//! | ours | a tree | the move that succeeds |
//! | theirs | no tree | the one reply that refutes it: the first that violates the holding-goal, else the first without a tree |
//! | theirs | a tree | all its replies |
//!
//! Replies are tested first whatever is said of them, and for that they are worked through in stages: a stage begins with a class that
//! speaks of `TAKEN` and ends before the next one. A move for which the line cannot pay is not made, so it settles nothing. Searches
//! inside goals settle nothing either (`nested.rs`).
//!
//! A tree within less need not be one within more, for what was taken may be another board. So the memory answers under the very same
//! bound only (`memory.rs`), and every effort is tried (`costs.rs`). A node does not depend on the line that leads to it.

use adv_chess::{LegalInfo, Move, MoveKind, Position};
use adv_module::program::Class;

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::memory::KnownTree;
use crate::search::moves::{Spot, classes_at, selects_all};
use crate::search::path::Mover;
use crate::search::request::Task;
use crate::trace::TraceVisit;

/// What a node has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    /// It has a tree.
    pub(crate) holds: bool,
    /// The squares on which men were taken in what has settled it.
    pub(crate) taken: u64,
}

impl Settled {
    /// A goal or a bound has ended the line.
    const ENDED: Settled = Settled {
        holds: false,
        taken: 0,
    };
}

/// A node that waits while one of its moves is searched. The sides take turns on one stack.
#[derive(Clone, Copy)]
pub(crate) struct SettledNode<T> {
    board: T,
    line: Line,
    /// What the legality of its moves depends on.
    info: LegalInfo,
    mover: Mover,
    /// The place of the node itself in the arena, but for the root, which is not there.
    pub(super) own: Option<usize>,
    /// Where its moves begin on the stack of moves.
    mark: usize,
    /// The moves that are left of those that have been generated.
    next: usize,
    end: usize,
    /// The class that is generated next.
    class: usize,
    /// The roles of the classes so far: only a class of the same men can select a move again.
    roles: u8,
    /// The men that may be taken.
    enemies: u64,
    /// The move that is being searched: its place in the arena, and the square on which it takes a man.
    at: usize,
    takes: u64,
    /// What has settled the moves so far.
    taken: u64,
}

impl<T> SettledNode<T> {
    /// The square on which a move of the node takes a man, else none.
    fn taken_by(&self, m: Move) -> u64 {
        let there = 1 << (m.to & 63);
        match m.kind == MoveKind::EnPassant {
            true => there,
            false => there & self.enemies,
        }
    }
}

/// How the search goes on.
pub(super) enum SettlingStep<T> {
    /// Down, to this node; the one above it waits.
    Down(T, Line, Mover),
    /// Back up.
    Back(Settled),
}

/// What the replies of a stage come to when they are tested.
enum StageOutcome {
    /// They satisfy the holding-goal.
    Holds,
    /// One of them violates it, or costs too much.
    Fails(Settled),
}

impl<'m> Run<'m> {
    /// What a node comes to. On success the nodes below it stand in the arena.
    #[inline(never)]
    pub(super) fn settle_node<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        line: Line,
        mover: Mover,
    ) -> Result<Settled, Stop> {
        let waiting = B::settled(self).len();
        let way = self.begin_settling(task, node, line, mover);
        self.settle_from(task, way, waiting)
    }

    /// Goes on until no more nodes wait than these.
    pub(super) fn settle_from<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        mut way: Result<SettlingStep<B::Board>, Stop>,
        waiting: usize,
    ) -> Result<Settled, Stop> {
        loop {
            way = match way {
                Ok(SettlingStep::Down(node, line, mover)) => {
                    self.begin_settling(task, &node, line, mover)
                }
                Ok(SettlingStep::Back(settled)) if B::settled(self).len() <= waiting => {
                    return Ok(settled);
                }
                Ok(SettlingStep::Back(settled)) => match B::settled(self).pop() {
                    Some(above) => self.go_on(task, above, settled),
                    None => return Ok(settled),
                },
                Err(stop) => {
                    B::settled(self).truncate(waiting);
                    return Err(stop);
                }
            };
        }
    }

    fn begin_settling<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        board: &B::Board,
        line: Line,
        mover: Mover,
    ) -> Result<SettlingStep<B::Board>, Stop> {
        if line.left.is_spent() {
            return Ok(SettlingStep::Back(Settled::ENDED));
        }
        let known = self.settled_before(task, board, line);
        if let Some((KnownTree::Fails(_), taken)) = known {
            let holds = false;
            return Ok(SettlingStep::Back(Settled { holds, taken }));
        }
        let whole = task.boards.whole(board);
        let mut node = self.new_settling::<B>(board, &whole, line, mover);
        let spot = Spot {
            board,
            whole: &whole,
        };
        if let Some((KnownTree::Holds(first), _)) = known {
            // The moves before it have no tree and do not settle a node that has one.
            self.stacks.moves.push(first);
            self.forget_prices(task, node.mark);
            node.end = node.mark + 1;
        }
        self.settle_moves(task, node, &spot)
    }

    /// Tries the moves of a node that are left.
    pub(super) fn settle_moves<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: SettledNode<B::Board>,
        spot: &Spot<'_, B>,
    ) -> Result<SettlingStep<B::Board>, Stop> {
        match node.mover {
            Mover::Us => self.our_settling(task, node, spot),
            Mover::Them => self.their_settling(task, node, spot),
        }
    }

    /// A node of which nothing has been generated.
    pub(super) fn new_settling<B: Boards>(
        &mut self,
        board: &B::Board,
        whole: &Position,
        line: Line,
        mover: Mover,
    ) -> SettledNode<B::Board> {
        let mark = self.stacks.moves.len();
        // The move to the node is the last that was put into the arena.
        let last = self.stacks.tree.len().checked_sub(1);
        SettledNode {
            board: *board,
            line,
            info: LegalInfo::new(whole),
            mover,
            own: last.filter(|_| line.ply > 0),
            mark,
            next: mark,
            end: mark,
            class: 0,
            roles: 0,
            enemies: whole.side(!whole.turn()),
            at: 0,
            takes: 0,
            taken: 0,
        }
    }

    /// Goes on at a node whose move has come to this.
    fn go_on<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        mut node: SettledNode<B::Board>,
        below: Settled,
    ) -> Result<SettlingStep<B::Board>, Stop> {
        let taken = node.takes | below.taken;
        match (node.mover, below.holds) {
            (Mover::Us, true) => {
                self.close(node.at);
                return Ok(self.ours_holds(task, &node, taken));
            }
            (Mover::Them, false) => return Ok(self.fails(task, &node, taken)),
            (Mover::Us, false) => self.stacks.tree.truncate(node.at),
            (Mover::Them, true) => self.close(node.at),
        }
        node.taken |= taken;
        let board = node.board;
        let whole = task.boards.whole(&board);
        let spot = Spot {
            board: &board,
            whole: &whole,
        };
        self.settle_moves(task, node, &spot)
    }

    /// Tries the moves of a node of ours that are left, class by class.
    fn our_settling<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        mut node: SettledNode<B::Board>,
        spot: &Spot<'_, B>,
    ) -> Result<SettlingStep<B::Board>, Stop> {
        let line = node.line;
        let classes = classes_at(&task.advice.us, line.ply);
        let below = line.after_move();
        let deeper = !below.left.is_spent() && !classes_at(&task.advice.them, below.ply).is_empty();
        loop {
            while node.next < node.end {
                let i = node.next;
                node.next += 1;
                let m = self.stacks.move_at(i);
                if let Some(cost) = task.cost()
                    && !self.pays_at(task, cost, spot, i, line.ply)?
                {
                    continue;
                }
                let takes = node.taken_by(m);
                match self.our_move_stands(task, spot.board, m, below, deeper)? {
                    None => node.taken |= takes,
                    Some(true) => {
                        let at = self.push_node(m, below);
                        self.close(at);
                        node.at = at;
                        return Ok(self.ours_holds(task, &node, takes));
                    }
                    Some(false) => {
                        node.takes = takes;
                        node.at = self.push_node(m, below);
                        let child = B::play(spot.board, m);
                        B::settled(self).push(node);
                        return Ok(SettlingStep::Down(child, below, Mover::Them));
                    }
                }
            }
            let Some(class) = classes.get(node.class) else {
                return Ok(self.fails(task, &node, node.taken));
            };
            node.next = self.stacks.moves.len();
            self.generate_class(task, &mut node, spot, class)?;
            node.end = self.stacks.moves.len();
        }
    }

    /// Tries the replies of a node of theirs that are left, stage by stage.
    fn their_settling<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        mut node: SettledNode<B::Board>,
        spot: &Spot<'_, B>,
    ) -> Result<SettlingStep<B::Board>, Stop> {
        let line = node.line;
        let classes = classes_at(&task.advice.them, line.ply);
        let below = line.after_move();
        loop {
            while node.next < node.end {
                let m = self.stacks.move_at(node.next);
                if task.cost().is_some() {
                    self.spend_reply(node.next, line.ply);
                }
                node.next += 1;
                let child = B::play(spot.board, m);
                self.look(task, &child);
                if self.traces(task) {
                    self.trace_node(task, spot.board, m, below.ply, TraceVisit::Expanded);
                }
                node.at = self.push_node(m, below);
                node.takes = node.taken_by(m);
                if self.is_better(task, spot.board, &child)? {
                    self.close(node.at);
                    node.taken |= node.takes;
                    continue;
                }
                B::settled(self).push(node);
                return Ok(SettlingStep::Down(child, below, Mover::Us));
            }
            if node.class < classes.len() {
                match self.next_stage(task, &mut node, spot, classes)? {
                    StageOutcome::Holds => continue,
                    StageOutcome::Fails(settled) => {
                        return Ok(self.fails(task, &node, settled.taken));
                    }
                }
            }
            if node.end == node.mark {
                // They have no selected move.
                return Ok(self.fails(task, &node, 0));
            }
            self.stacks.moves.truncate(node.mark);
            if let Some(own) = node.own
                && !selects_all(classes)
            {
                self.note_left_out(task, spot.board, own, node.end - node.mark, line.ply);
            }
            return Ok(SettlingStep::Back(Settled {
                holds: true,
                taken: node.taken,
            }));
        }
    }

    /// Generates and tests the replies of the next class and of those after it that do not wait for what they come to.
    fn next_stage<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &mut SettledNode<B::Board>,
        spot: &Spot<'_, B>,
        classes: &[Class],
    ) -> Result<StageOutcome, Stop> {
        let begin = self.stacks.moves.len();
        let first = node.class;
        node.next = begin;
        while let Some(class) = classes.get(node.class)
            && (node.class == first || !self.module.class_needs_taken(class))
        {
            let from = self.stacks.moves.len();
            self.generate_class(task, node, spot, class)?;
            // The first reply that violates the holding-goal ends it: no later class is looked at. Where they have a cost, all of the
            // stage are weighed first.
            if task.advice.cost.is_none()
                && let Some(settled) = self.violation(task, node, spot, from)?
            {
                return Ok(StageOutcome::Fails(settled));
            }
        }
        node.end = self.stacks.moves.len();
        if let Some(cost) = task.cost() {
            if !self.weigh_replies(task, cost, spot, begin, node.line.ply)? {
                return Ok(StageOutcome::Fails(Settled::ENDED));
            }
            if let Some(settled) = self.violation(task, node, spot, begin)? {
                return Ok(StageOutcome::Fails(settled));
            }
        }
        Ok(StageOutcome::Holds)
    }

    /// The first reply from a place of the stack on that violates the holding-goal, as what settles the node.
    fn violation<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &SettledNode<B::Board>,
        spot: &Spot<'_, B>,
        from: usize,
    ) -> Result<Option<Settled>, Stop> {
        let ply = node.line.after_move().ply;
        for i in from..self.stacks.moves.len() {
            let m = self.stacks.move_at(i);
            let child = B::play(spot.board, m);
            self.look(task, &child);
            self.count(ply)?;
            if self.traces(task) {
                self.trace_node(task, spot.board, m, ply, TraceVisit::Tested);
            }
            if !self.holds(task, &child)? {
                let taken = node.taken_by(m);
                let holds = false;
                return Ok(Some(Settled { holds, taken }));
            }
        }
        Ok(None)
    }

    /// Puts the moves of a node's next class onto the stack.
    fn generate_class<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &mut SettledNode<B::Board>,
        spot: &Spot<'_, B>,
        class: &Class,
    ) -> Result<(), Stop> {
        let known = class.roles & node.roles != 0;
        let earlier = match known {
            true => node.mark,
            false => self.stacks.moves.len(),
        };
        self.taken = node.taken;
        let begin = self.stacks.moves.len();
        let generated = self.collect(task, spot, &node.info, class, earlier, true);
        self.taken = 0;
        generated?;
        if node.mover == Mover::Us {
            self.leave_out(task, node.line.ply, begin);
        }
        self.note_generated(task, node.line, begin);
        if self.traces(task) {
            let taken = self.module.class_needs_taken(class).then_some(node.taken);
            let at = (node.mover == Mover::Us, node.line.ply);
            self.trace_class(task, at, (node.class, taken), begin);
        }
        node.roles |= class.roles;
        node.class += 1;
        Ok(())
    }

    /// A node has no tree. Its moves are forgotten, and the failure is noted.
    fn fails<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &SettledNode<B::Board>,
        taken: u64,
    ) -> SettlingStep<B::Board> {
        self.stacks.moves.truncate(node.mark);
        self.note_settled_failure(task, &node.board, node.line, taken);
        let holds = false;
        SettlingStep::Back(Settled { holds, taken })
    }

    /// A node of ours has a tree, which begins with the move that is at `at` in the arena. Its moves are forgotten, and this one is noted.
    fn ours_holds<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &SettledNode<B::Board>,
        taken: u64,
    ) -> SettlingStep<B::Board> {
        self.stacks.moves.truncate(node.mark);
        if let Some(first) = self.stacks.tree.get(node.at) {
            self.note_holds(task, &node.board, node.line, first.mv);
        }
        let holds = true;
        SettlingStep::Back(Settled { holds, taken })
    }
}
