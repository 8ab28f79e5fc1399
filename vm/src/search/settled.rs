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
//!
//! The search is that of all pieces (`ours.rs`, `theirs.rs`). What it notes here is kept by ply beside the nodes of its line, so that other pieces pay
//! nothing for it.

use adv_chess::{LegalInfo, Move, MoveKind, Position};
use adv_module::program::Class;

use crate::limits::Stop;
use crate::run::{Rare, Run};
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::moves::{Spot, classes_at};
use crate::search::request::{At, Task};

/// Notes of a node of the line.
#[derive(Clone, Copy, Default)]
struct SettlingNode {
    /// The men that may be taken.
    enemies: u64,
    /// The square on which the move that is tried takes a man.
    takes: u64,
    /// Causes that have settled the moves before it.
    taken: u64,
    /// Of a node of theirs: the class that is generated next.
    class: usize,
    /// The roles of the classes before it: only a class of the same men can select a move again.
    roles: u8,
}

/// Notes of the nodes of the line.
#[derive(Default)]
pub(crate) struct Settling {
    /// By ply, those of the trees around a nested one before its own.
    nodes: Vec<SettlingNode>,
    /// Causes that have settled the node after the move that is tried, as far as it has been searched.
    pub(super) below: u64,
}

impl<'m> Run<'m> {
    /// True where a search notes what settles its nodes.
    #[inline(always)]
    pub(super) fn settles<B: Boards>(&self, task: &Task<'_, B>) -> bool {
        !B::PLAIN && self.speaks_of(task.id).taken
    }

    fn settling(&mut self, line: Line) -> (&mut SettlingNode, &mut u64) {
        let at = self.counts.base + usize::from(line.ply);
        let Settling { nodes, below } = &mut Rare::of(self.rare).settling;
        if nodes.len() <= at {
            nodes.resize(at + 1, SettlingNode::default());
        }
        match nodes.get_mut(at) {
            Some(node) => (node, below),
            None => unreachable!("the list has just been made long enough"),
        }
    }

    /// Begins a node of which nothing has been generated.
    pub(super) fn begin_settling(&mut self, whole: &Position, line: Line) {
        *self.settling(line).0 = SettlingNode {
            enemies: whole.side(!whole.turn()),
            ..SettlingNode::default()
        };
    }

    /// A move of a node is tried, and its goals have been evaluated.
    #[inline(always)]
    pub(super) fn note_tried<B: Boards>(&mut self, at: &At<'_, B>, m: Move) {
        if self.settles(at.task) {
            let (node, below) = self.settling(at.line);
            let there = 1 << (m.to & 63);
            node.takes = match m.kind == MoveKind::EnPassant {
                true => there,
                false => there & node.enemies,
            };
            *below = 0;
        }
    }

    /// The move that is tried has been settled, and the node has not.
    #[inline(always)]
    pub(super) fn note_settled<B: Boards>(&mut self, at: &At<'_, B>) {
        if self.settles(at.task) {
            let (node, below) = self.settling(at.line);
            node.taken |= node.takes | *below;
        }
    }

    /// A node is settled by the move that is tried.
    #[inline(always)]
    pub(super) fn settle_by_one<B: Boards>(&mut self, at: &At<'_, B>) {
        if self.settles(at.task) {
            let (node, below) = self.settling(at.line);
            *below |= node.takes;
        }
    }

    /// A node is settled by all its moves.
    #[inline(always)]
    pub(super) fn settle_by_all<B: Boards>(&mut self, at: &At<'_, B>) {
        if self.settles(at.task) {
            let (node, below) = self.settling(at.line);
            *below = node.taken;
        }
    }

    /// A goal, a bound or the lack of moves ends the line at a node: no move settles it.
    pub(super) fn settle_by_none(&mut self, line: Line) {
        let (node, below) = self.settling(line);
        (node.takes, *below) = (0, 0);
    }

    /// Generates and tests the replies of the next class and of those after it that do not wait for what they come to: whether they satisfy the
    /// holding-goal, and the line pays for them. `None` where there is no other class; without a selected reply the node fails.
    #[inline(never)]
    pub(super) fn next_stage<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        mark: usize,
    ) -> Result<Option<bool>, Stop> {
        let whole = at.task.boards.whole(at.board);
        let info = LegalInfo::new(&whole);
        let spot = Spot::new(*at, &whole, &info);
        let classes = classes_at(&at.task.advice.them, at.line.ply);
        let begin = self.stacks.moves.len();
        let first = self.settling(at.line).0.class;
        if first >= classes.len() {
            if begin > mark {
                return Ok(None);
            }
            self.settle_by_none(at.line);
            return Ok(Some(false));
        }
        loop {
            let (node, _) = self.settling(at.line);
            let (number, roles) = (node.class, node.roles);
            let class = classes.get(number);
            let goes_on = |class: &&Class| number == first || !self.module.class_needs_taken(class);
            let Some(class) = class.filter(goes_on) else {
                break;
            };
            let from = self.stacks.moves.len();
            let known = class.roles & roles != 0;
            let earlier = if known { mark } else { from };
            self.collect_settling(&spot, (class, number), earlier)?;
            let (node, _) = self.settling(at.line);
            (node.class, node.roles) = (number + 1, roles | class.roles);
            // The first reply that violates the holding-goal ends it: no later class is looked at. Where they have a cost, all of the
            // stage are weighed first.
            if at.task.advice.cost.is_none() && self.violates(at, from)? {
                return Ok(Some(false));
            }
        }
        if let Some(cost) = at.task.cost() {
            if !self.weigh_replies(&spot, cost, begin)? {
                self.settle_by_none(at.line);
                return Ok(Some(false));
            }
            return Ok(Some(!self.violates(at, begin)?));
        }
        Ok(Some(true))
    }

    /// Whether a reply from a place of the stack on violates the holding-goal: then it is the one that is tried.
    fn violates<B: Boards>(&mut self, at: &At<'_, B>, from: usize) -> Result<bool, Stop> {
        for i in from..self.stacks.moves.len() {
            let m = self.stacks.move_at(i);
            let child = B::play(at.board, m);
            self.look(at.task, &child);
            if !self.test_node(at, (m, &child))? {
                self.note_tried(at, m);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts the moves of a class onto the stack, without those that are on it from `earlier` on.
    pub(super) fn collect_settling<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        (class, number): (&Class, usize),
        earlier: usize,
    ) -> Result<(), Stop> {
        let begin = self.stacks.moves.len();
        let taken = self.settling(spot.line).0.taken;
        self.taken = taken;
        let generated = self.collect(spot, class, earlier, true, None);
        self.taken = 0;
        generated?;
        if spot.is_ours() {
            self.leave_out(spot, begin);
        }
        self.note_generated(spot, begin);
        if self.traces(spot.task) {
            let taken = self.module.class_needs_taken(class).then_some(taken);
            self.trace_class(spot, (number, taken), begin);
        }
        Ok(())
    }
}
