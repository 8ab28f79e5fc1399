//! The tree that is the easiest to prove: depth-first proof-number search (`depth n easiest`).
//!
//! Every node has two numbers: how many answers a proof of it still owes at the least, and how many a refutation does (`numbers.rs`). The
//! search always goes to the node that owes least, and comes back once another one owes a quarter less. So it finds trees in which
//! they have few replies, however deep they are, before it has looked at all the shallow ones.
//!
//! ```text
//!   settle.rs     the loop over the nodes of the current line; each has limits, at which the work below it ends
//!      │
//!   expand.rs     one node: its moves are selected, weighed and tested as in any search, and get their first numbers
//!   numbers.rs    the numbers of a node from those of its children, and the child that is next
//!   table.rs      what is known of nodes that are not on the line
//!      │
//!   extract.rs    the tree of a proof, from the table
//!   every.rs      all trees that would do
//! ```
//!
//! A node is a position with the plies and the effort that are left. With every move a ply less is left, so no line comes back to
//! a node and nothing depends on the way to it. What is proved holds with more left and what is refuted with less, so the answer
//! is that of any other search within the same bounds. A node of theirs begins with the number of their selected replies as its
//! proof number, every other number with 1.
//!
//! Which tree is found depends on the memory, and on nothing else: a table begins empty with each search, a position has the same place
//! in it on boards of either kind, and a run that counts searches as any other does. A position counts whenever its goals are
//! evaluated: once for a node that the table remembers, again for one that it has lost.

mod expand;
mod extract;
mod numbers;
mod settle;
mod table;

use crate::limits::Stop;
use crate::run::{Rare, Replies, Run};
use crate::search::boards::Boards;
use crate::search::path::Mover;
use crate::search::request::{At, Purpose, Task};

pub use numbers::ProofNumbers;
use table::ProofTable;

/// The bytes of a table that the limits cannot take away: with less a search repeats more than it remembers.
pub(crate) const LEAST_PROOFS: usize = 1 << 20;

/// The table of a search has this many times the bytes of one that is nested in it.
const NESTED: usize = 16;

/// What one search by proof numbers works on; it grows once and is used again.
#[derive(Default)]
pub(crate) struct ProofSearch {
    table: ProofTable,
    /// The children of all nodes on the line.
    children: Vec<ProofChild>,
    /// The node that is being settled has a packed form, and so has every node below it.
    packs: bool,
}

/// A move of a node on the line, and where it leads.
#[derive(Clone, Copy)]
struct ProofChild {
    mv: adv_chess::Move,
    /// What the line has spent with it, in thousandths.
    spent: u32,
    numbers: ProofNumbers,
}

impl<'m> Run<'m> {
    /// Searches under one bound for the tree that is the easiest to prove.
    pub(super) fn attempt_easiest<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        purpose: Purpose,
    ) -> Result<bool, Stop> {
        // A nested search works on a table of its own.
        let mut search = Rare::of(self.rare).proofs.pop().unwrap_or_default();
        let bytes = self.proof_bytes;
        search.table.begin(bytes);
        search.children.clear();
        self.proof_bytes = bytes / NESTED;
        let answer = self.easiest_for(&task.root(), purpose, &mut search);
        self.proof_bytes = bytes;
        Rare::of(self.rare).proofs.push(search);
        answer
    }

    /// A table for many questions about nodes of one task ([`Run::is_proved`]).
    pub(super) fn new_proofs(&self) -> ProofSearch {
        let mut search = ProofSearch::default();
        search.table.begin(self.proof_bytes);
        search
    }

    /// Whether a node of ours has a tree. What is found out stays in the table for the next question.
    pub(super) fn is_proved<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        search: &mut ProofSearch,
    ) -> Result<bool, Stop> {
        search.children.clear();
        let proved = self.settle(at, search, Mover::Us)?;
        Ok(proved.is_some())
    }

    fn easiest_for<B: Boards>(
        &mut self,
        root: &At<'_, B>,
        purpose: Purpose,
        search: &mut ProofSearch,
    ) -> Result<bool, Stop> {
        let mover = root.task.mover();
        match purpose {
            Purpose::Play => {
                self.stacks.tree.clear();
                let proved = self.settle(root, search, mover)?;
                if proved.is_some() {
                    let first = proved.filter(|_| mover == Mover::Us);
                    self.extract(root, search, first)?;
                }
                Ok(proved.is_some())
            }
            Purpose::Nested => {
                if self.replies == Replies::OneByOne {
                    self.count(0)?;
                    self.trace_root();
                }
                if self.is_better(root, root.board)? {
                    return Ok(true);
                }
                let proved = self.settle(root, search, mover)?;
                Ok(proved.is_some())
            }
            Purpose::Every { deep } => {
                let found = std::mem::take(&mut self.stacks.tree);
                self.every_move(root, &mut Some(search), &found, deep)?;
                Ok(true)
            }
        }
    }
}
