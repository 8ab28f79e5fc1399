//! The moves that a search tries at one node of a piece that speaks of `TAKEN`, where they cannot be told without searching.
//!
//! For what is shown of a search, and not for the search itself (`refute.rs`).

use adv_chess::{Move, Position};

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::OnWholeBoards;
use crate::search::line::Line;
use crate::search::moves::{Spot, classes_at};
use crate::search::path::Mover;
use crate::search::request::Task;
use crate::search::settled::{SettledNode, StageOutcome};

/// The moves of a node so far, and the node.
struct Generated<'n> {
    all: Vec<Move>,
    spot: Spot<'n, OnWholeBoards<false>>,
    below: Line,
}

impl<'m> Run<'m> {
    /// The moves that the search generates at a node before the node is settled, in order. They cost what searching them costs.
    pub(super) fn generated_moves(
        &mut self,
        task: &Task<'m, '_, OnWholeBoards<false>>,
        node: &Position,
        line: Line,
    ) -> Result<Vec<Move>, Stop> {
        let mark = self.stacks.moves.len();
        let arena = self.stacks.tree.len();
        let mut moves = Generated {
            all: Vec::new(),
            spot: Spot {
                board: node,
                whole: node,
            },
            below: line.after_move(),
        };
        if !line.left.is_spent() {
            match node.turn() == task.us {
                true => self.generate_ours(task, line, &mut moves)?,
                false => self.generate_theirs(task, line, &mut moves)?,
            }
        }
        self.stacks.moves.truncate(mark);
        self.stacks.tree.truncate(arena);
        Ok(moves.all)
    }

    fn generate_ours(
        &mut self,
        task: &Task<'m, '_, OnWholeBoards<false>>,
        line: Line,
        moves: &mut Generated<'_>,
    ) -> Result<(), Stop> {
        let (spot, below) = (&moves.spot, moves.below);
        let mut node =
            self.new_settling::<OnWholeBoards<false>>(spot.board, spot.whole, line, Mover::Us);
        let arena = self.stacks.tree.len();
        let deeper = !below.left.is_spent() && !classes_at(&task.advice.them, below.ply).is_empty();
        for class in classes_at(&task.advice.us, line.ply) {
            let begin = self.stacks.moves.len();
            self.generate_class(task, &mut node, spot, class)?;
            let end = self.stacks.moves.len();
            moves.all.extend(self.moves_from(begin));
            for i in begin..end {
                let m = self.stacks.move_at(i);
                if let Some(cost) = task.cost()
                    && !self.pays_at(task, cost, spot, i, line.ply)?
                {
                    continue;
                }
                let takes = node.taken_by(m);
                match self.our_move_stands(task, spot.board, m, below, deeper)? {
                    None => node.taken |= takes,
                    Some(true) => return Ok(()),
                    Some(false) => {
                        self.push_node(m, below);
                        let child = spot.board.play(m);
                        let settled = self.settle_node(task, &child, below, Mover::Them)?;
                        self.stacks.tree.truncate(arena);
                        if settled.holds {
                            return Ok(());
                        }
                        node.taken |= takes | settled.taken;
                    }
                }
            }
        }
        Ok(())
    }

    fn generate_theirs(
        &mut self,
        task: &Task<'m, '_, OnWholeBoards<false>>,
        line: Line,
        moves: &mut Generated<'_>,
    ) -> Result<(), Stop> {
        let (spot, below) = (&moves.spot, moves.below);
        let mut node: SettledNode<Position> =
            self.new_settling::<OnWholeBoards<false>>(spot.board, spot.whole, line, Mover::Them);
        let arena = self.stacks.tree.len();
        let classes = classes_at(&task.advice.them, line.ply);
        while node.class < classes.len() {
            let begin = self.stacks.moves.len();
            let stage = self.next_stage(task, &mut node, spot, classes)?;
            let end = self.stacks.moves.len();
            moves.all.extend(self.moves_from(begin));
            if let StageOutcome::Fails(_) = stage {
                return Ok(());
            }
            for i in begin..end {
                let m = self.stacks.move_at(i);
                if task.cost().is_some() {
                    self.spend_reply(i, line.ply);
                }
                let child = spot.board.play(m);
                node.taken |= node.taken_by(m);
                if self.is_better(task, spot.board, &child)? {
                    continue;
                }
                self.push_node(m, below);
                let settled = self.settle_node(task, &child, below, Mover::Us)?;
                self.stacks.tree.truncate(arena);
                if !settled.holds {
                    return Ok(());
                }
                node.taken |= settled.taken;
            }
        }
        Ok(())
    }

    /// The moves from a place of the stack on.
    fn moves_from(&self, begin: usize) -> &[Move] {
        self.stacks.moves.get(begin..).unwrap_or_default()
    }
}
