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
//!
//! Most nodes are near the leaves, where to wait would cost more than to be expanded. So a node of ours that the loop comes to begins
//! their nodes after its moves itself, these begin our nodes after the replies, and only from there on nodes wait:
//!
//! ```text
//!   loop ─▶ ours ─▶ theirs ─▶ ours ── a move leads deeper ──▶ all three wait, and the loop goes on at the node after it
//! ```

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::ours::OurNode;
use crate::search::request::{At, Task};
use crate::search::theirs::TheirNode;

/// The nodes above the one that is being expanded, on one kind of board. The sides take turns, so that each has a stack.
pub(crate) struct Path<T> {
    pub(super) ours: Vec<OurNode<T>>,
    pub(super) theirs: Vec<TheirNode<T>>,
    /// The node of theirs that is to be begun next, and where it stands on its line.
    pub(super) next: Option<(T, Line)>,
}

impl<T> Default for Path<T> {
    fn default() -> Path<T> {
        Path {
            ours: Vec::new(),
            theirs: Vec::new(),
            next: None,
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

    /// Lets a node of ours wait, again or for the first time. The last `later` nodes of ours are deeper on the line, and have begun
    /// to wait before it.
    #[inline(never)]
    pub(super) fn wait_ours(&mut self, node: OurNode<T>, visit: Visit, later: usize) {
        let end = self.ours.len().saturating_sub(later);
        match end.checked_sub(1).and_then(|last| self.ours.get_mut(last)) {
            Some(waiting) if visit == Visit::Again => *waiting = node,
            _ => self.ours.insert(end, node),
        }
    }

    /// Lets a node of theirs wait, again or for the first time.
    #[inline(never)]
    pub(super) fn wait_theirs(&mut self, node: TheirNode<T>, visit: Visit) {
        match self.theirs.last_mut() {
            Some(waiting) if visit == Visit::Again => *waiting = node,
            _ => self.theirs.push(node),
        }
    }
}

/// How the search comes to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    /// For the first time: it does not wait yet.
    First,
    /// Again: it is the last node of its side that waits.
    Again,
}

/// Who is to move at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    /// We are.
    Us,
    /// They are.
    Them,
}

/// How the search goes on from a node. It fits into a register, since most nodes only have an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Departure {
    /// Down, to the node of theirs that is the path's `next`.
    Down {
        /// How many nodes above it have begun to wait.
        waiting: u8,
    },
    /// Back up: whether it has a tree.
    Back(bool),
}

impl<'m> Run<'m> {
    /// True where a node has a tree. On success the nodes below it stand in the arena.
    #[inline(always)]
    pub(super) fn prove<B: Boards>(&mut self, at: &At<'_, B>, mover: Mover) -> Result<bool, Stop> {
        let departure = match mover {
            Mover::Us => self.begin_ours::<B, true>(at)?,
            Mover::Them => self.begin_theirs(at)?,
        };
        match departure {
            Departure::Back(answer) => Ok(answer),
            Departure::Down { waiting } => self.descend(at.task, waiting),
        }
    }

    /// Goes down from the nodes that have begun to wait, and comes back to the first of them.
    #[inline(never)]
    fn descend<B: Boards>(&mut self, task: &Task<'_, B>, waiting: u8) -> Result<bool, Stop> {
        // Above a node of theirs every other node that waits is ours, the nearest first. A stop leaves only what waited before.
        let path = B::path(self);
        let ours = path
            .ours
            .len()
            .saturating_sub(usize::from(waiting.div_ceil(2)));
        let theirs = path.theirs.len().saturating_sub(usize::from(waiting / 2));
        let answer = self.down_and_back(task, waiting);
        if answer.is_err() {
            let path = B::path(self);
            path.ours.truncate(ours);
            path.theirs.truncate(theirs);
        }
        answer
    }

    fn down_and_back<B: Boards>(&mut self, task: &Task<'_, B>, waiting: u8) -> Result<bool, Stop> {
        let mut departure = Departure::Down { waiting };
        // The side to move at the node that is being left.
        let mut mover = Mover::Them;
        let mut above = 0usize;
        loop {
            departure = match departure {
                Departure::Down { waiting } => {
                    above += usize::from(waiting);
                    mover = Mover::Them;
                    let Some((node, line)) = B::path(self).next else {
                        return Ok(false);
                    };
                    self.begin_theirs(&task.at(&node, line))?
                }
                Departure::Back(answer) if above == 0 => return Ok(answer),
                Departure::Back(answer) => {
                    above -= 1;
                    match mover {
                        Mover::Us => {
                            mover = Mover::Them;
                            self.resume_theirs(task, answer)?
                        }
                        Mover::Them => {
                            mover = Mover::Us;
                            self.resume_ours(task, answer)?
                        }
                    }
                }
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
