//! The moves that a search tries at one node of a piece that speaks of `TAKEN`, where they cannot be told without searching: the search of the node
//! writes them down.
//!
//! For what is shown of a search, and not for the search itself (`refute.rs`).

use adv_chess::Move;
use adv_module::AdviceId;

use crate::limits::Stop;
use crate::run::{Rare, Run};
use crate::search::boards::{Boards, OnWholeBoards};
use crate::search::path::Mover;
use crate::search::request::At;

/// What classes have selected at one node, so far.
pub(crate) struct GeneratedMoves {
    id: AdviceId,
    ply: u16,
    moves: Vec<Move>,
}

impl<'m> Run<'m> {
    /// The moves that the search generates at a node before the node is settled, in order. They cost what searching them costs.
    pub(super) fn generated_moves(
        &mut self,
        at: &At<'_, OnWholeBoards<false>>,
    ) -> Result<Vec<Move>, Stop> {
        if at.line.left.is_spent() {
            return Ok(Vec::new());
        }
        let (mark, arena) = (self.stacks.moves.len(), self.stacks.tree.len());
        let mover = match at.is_ours() {
            true => Mover::Us,
            false => Mover::Them,
        };
        Rare::of(self.rare).generated = Some(GeneratedMoves {
            id: at.task.id,
            ply: at.line.ply,
            moves: Vec::new(),
        });
        let settled = self.prove(at, mover);
        let generated = Rare::of(self.rare).generated.take();
        self.stacks.moves.truncate(mark);
        self.stacks.tree.truncate(arena);
        settled?;
        Ok(generated.map(|of| of.moves).unwrap_or_default())
    }

    /// True for the node whose moves are to be shown. Only that node is at its ply in a search for the piece: no goal asks for the piece itself.
    pub(super) fn shows<B: Boards>(&self, at: &At<'_, B>) -> bool {
        let shown = self.rare.as_ref().and_then(|rare| rare.generated.as_ref());
        shown.is_some_and(|shown| (shown.id, shown.ply) == (at.task.id, at.line.ply))
    }

    /// Writes the moves from a place of the stack on down, where they are those of that node.
    pub(super) fn note_generated<B: Boards>(&mut self, at: &At<'_, B>, begin: usize) {
        if self.shows(at)
            && let Some(shown) = &mut Rare::of(self.rare).generated
        {
            let moves = self.stacks.moves.get(begin..).unwrap_or_default();
            shown.moves.extend_from_slice(moves);
        }
    }
}
