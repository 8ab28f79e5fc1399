//! The nodes of the line that is being searched, on stacks of their own.
//!
//! ```text
//!   root    ours    waits for what its move Kc2 comes to     ┐
//!           theirs  waits for what their reply Ke7 comes to  │ Path
//!           ours    waits for what its move Kb3 comes to     ┘
//!           theirs  is being expanded (`ours.rs`, `theirs.rs`)
//! ```
//!
//! A search goes down and comes back in one loop, and no function calls itself for another ply. So however deep a tree is, it needs
//! no more of the thread's stack than a shallow one. Only a nested search begins a loop inside a loop.

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::ours::OurNode;
use crate::search::request::Task;
use crate::search::theirs::TheirNode;

/// The nodes above the one that is being expanded, on one kind of board. The sides take turns, so that each has a stack.
pub(crate) struct Path<T> {
    pub(super) ours: Vec<OurNode<T>>,
    pub(super) theirs: Vec<TheirNode<T>>,
}

impl<T> Default for Path<T> {
    fn default() -> Path<T> {
        Path {
            ours: Vec::new(),
            theirs: Vec::new(),
        }
    }
}

impl<T> Path<T> {
    /// Forgets the nodes, for a search that was stopped leaves them.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.ours.clear();
        self.theirs.clear();
    }
}

/// Who is to move at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    /// We are.
    Us,
    /// They are.
    Them,
}

/// How the loop comes to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// From above, by a move.
    Down,
    /// From below: whether the move that was searched has a tree.
    Back(bool),
}

/// How the loop goes on from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Departure {
    /// Down, to the node after one of its moves.
    Down,
    /// Back up: whether it has a tree.
    Back(bool),
}

impl<'m> Run<'m> {
    /// True where a node has a tree. On success the nodes below it stand in the arena.
    pub(super) fn prove<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        line: Line,
        mover: Mover,
    ) -> Result<bool, Stop> {
        let path = B::path(self);
        let (ours, theirs) = (path.ours.len(), path.theirs.len());
        let answer = self.descend(task, node, line, mover);
        if answer.is_err() {
            let path = B::path(self);
            path.ours.truncate(ours);
            path.theirs.truncate(theirs);
        }
        answer
    }

    fn descend<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        mut line: Line,
        mut mover: Mover,
    ) -> Result<bool, Stop> {
        let mut node = *node;
        let mut arrival = Arrival::Down;
        let mut above = 0usize;
        loop {
            let departure = match mover {
                Mover::Us => self.our_node(task, &mut node, &mut line, arrival)?,
                Mover::Them => self.their_node(task, &mut node, &mut line, arrival)?,
            };
            arrival = match departure {
                Departure::Down => {
                    above += 1;
                    Arrival::Down
                }
                Departure::Back(answer) if above == 0 => return Ok(answer),
                Departure::Back(answer) => {
                    above -= 1;
                    Arrival::Back(answer)
                }
            };
            mover = match mover {
                Mover::Us => Mover::Them,
                Mover::Them => Mover::Us,
            };
        }
    }

    /// Closes the subtree of a node of the arena.
    #[inline(always)]
    pub(super) fn close(&mut self, at: usize) {
        let end = self.stacks.tree.len() as u32;
        if let Some(node) = self.stacks.tree.get_mut(at) {
            node.end = end;
        }
    }
}
