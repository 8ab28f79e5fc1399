//! Every tree that would do: where the search takes the first move of ours that succeeds, this takes all of them.
//!
//! ```text
//!   the search                     here
//!   Kc2                            Kc2        its first choice comes first
//!   ├─ Ke7                         ├─ Ke7
//!   │  └─ Kb3                      │  ├─ Kb3
//!   │     …                        │  └─ Rd5
//!   └─ Kf7                         └─ Kf7
//!      …                              …
//!                                  Rd5
//!                                  …
//! ```
//!
//! Each move of ours is first searched as it would be played. What that tree says of their replies, which they are and at which of
//! them it ends, holds for every tree after the move; only our answers are looked for again. So a move that fails costs no more than
//! in the search, and the search itself does not depend on this file.

use adv_chess::{LegalInfo, Move};

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::moves::{NO_MOVE, Spot, classes_at};
use crate::search::path::Mover;
use crate::search::request::Task;
use crate::tree::Node;

impl<'m> Run<'m> {
    /// Puts every tree into the arena that proves a task: all moves of ours that the classes of their ply select and that lead to
    /// a tree within the bound, in the order in which the search would try them. Without `deep` only our first moves are looked for,
    /// and nothing is below them. The arena holds the tree that the search has just found for this task: the moves that it
    /// tried before the first of that tree have failed, and are not searched again.
    pub(super) fn every_tree<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        deep: bool,
    ) -> Result<(), Stop> {
        let first = self.stacks.tree.first().map(|node| node.mv);
        self.stacks.tree.clear();
        let root = Line::root(task.bound.plies);
        self.every_move(task, &task.board, root, deep, first)
    }

    /// We are to move: every selected move that succeeds; all before `first` are known to fail.
    fn every_move<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        line: Line,
        deep: bool,
        mut first: Option<Move>,
    ) -> Result<(), Stop> {
        if line.left.is_spent() {
            return Ok(());
        }
        let whole = task.boards.whole(node);
        let info = LegalInfo::new(&whole);
        let spot = Spot {
            board: node,
            whole: &whole,
        };
        let mark = self.stacks.moves.len();
        // What is preferred is so among the moves of all classes; otherwise one class is tried after the other.
        let together = !task.advice.prefer.is_empty();
        let mut begin = mark;
        for class in classes_at(&task.advice.us, line.ply) {
            let from = self.stacks.moves.len();
            let judged = self.collect(task, &spot, &info, class, mark, together)?;
            self.leave_out(task, line.ply, from);
            if together {
                continue;
            }
            let end = self.stacks.moves.len();
            for i in begin..end {
                // As in the search: what one class does not let through a later one may still select.
                if !judged && !self.passes(task, &spot, class, self.stacks.move_at(i))? {
                    self.stacks.set_move(i, NO_MOVE);
                    continue;
                }
                if first.is_none_or(|first| first == self.stacks.move_at(i)) {
                    first = None;
                    self.one_move(task, &spot, i, line, deep)?;
                }
            }
            begin = end;
        }
        if together {
            self.order(task, &spot, mark, &task.advice.prefer)?;
            for i in mark..self.stacks.moves.len() {
                if first.is_none_or(|first| first == self.stacks.move_at(i)) {
                    first = None;
                    self.one_move(task, &spot, i, line, deep)?;
                }
            }
        }
        self.stacks.moves.truncate(mark);
        Ok(())
    }

    /// One move of ours: if it succeeds, it and everything below it that satisfies are appended to the arena.
    fn one_move<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        i: usize,
        line: Line,
        deep: bool,
    ) -> Result<(), Stop> {
        let node = spot.board;
        let at = self.stacks.tree.len();
        let m = self.stacks.move_at(i);
        let cost = task.advice.cost.as_ref();
        if let Some(cost) = cost
            && !self.pays(task, cost, spot, m, line.ply)?
        {
            return Ok(());
        }
        if !self.our_move(task, node, m, line)? {
            return Ok(());
        }
        if !deep {
            self.stacks.tree.truncate(at + 1);
            self.close(at);
            return Ok(());
        }
        let below = line.after_move();
        let played: Vec<Node> = self.stacks.tree.split_off(at + 1);
        let mut next = 0;
        // If the move reaches a leaf, no reply is below it.
        while let Some(reply) = played.get(next) {
            let size = reply.end as usize - (at + 1 + next);
            let begin = self.stacks.tree.len();
            self.stacks.tree.push(*reply);
            if size > 1 {
                let above = B::play(node, m);
                if let Some(cost) = cost {
                    // The tree that was found has paid for the reply.
                    let whole = task.boards.whole(&above);
                    let spot = Spot {
                        board: &above,
                        whole: &whole,
                    };
                    self.pays(task, cost, &spot, reply.mv, below.ply)?;
                }
                let child = B::play(&above, reply.mv);
                let first = played.get(next + 1).map(|ours| ours.mv);
                self.every_move(task, &child, below.after_move(), deep, first)?;
            }
            self.close(begin);
            next += size;
        }
        self.close(at);
        Ok(())
    }

    /// Searches one move of ours. On success it stands in the arena with its tree.
    fn our_move<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        m: Move,
        line: Line,
    ) -> Result<bool, Stop> {
        let below = line.after_move();
        let deeper = !below.left.is_spent() && !classes_at(&task.advice.them, below.ply).is_empty();
        let Some(better) = self.our_move_stands(task, node, m, below, deeper)? else {
            return Ok(false);
        };
        let at = self.push_node(m, below);
        if better || self.prove(task, &B::play(node, m), below, Mover::Them)? {
            self.close(at);
            return Ok(true);
        }
        self.stacks.tree.truncate(at);
        Ok(false)
    }
}
