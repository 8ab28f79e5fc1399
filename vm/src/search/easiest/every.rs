//! Every tree that would do, where the easiest is looked for: the tree that is played, and for each other move of ours a search of
//! its own under the same bound.

use adv_chess::Move;

use super::ProofSearch;
use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::moves::{Spot, classes_at};
use crate::search::path::Mover;
use crate::search::request::Task;
use crate::tree::Node;

impl<'m> Run<'m> {
    /// Appends all selected moves of ours at a node that lead to a tree, that of the tree `found` first and the others in their
    /// order. Without `deep` nothing is below them.
    pub(super) fn every_easiest<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        search: &mut ProofSearch,
        (node, line): (&B::Board, Line),
        found: &[Node],
        deep: bool,
    ) -> Result<(), Stop> {
        let Some(first) = found.first().map(|node| node.mv) else {
            return Ok(());
        };
        let whole = task.boards.whole(node);
        let spot = Spot {
            board: node,
            whole: &whole,
        };
        let mark = self.stacks.moves.len();
        self.select(task, &spot, true, line.ply)?;
        let end = self.stacks.moves.len();
        self.one_easiest(task, search, (&spot, line), (first, found), deep)?;
        for i in mark..end {
            let m = self.stacks.move_at(i);
            if m != first {
                self.one_easiest(task, search, (&spot, line), (m, &[]), deep)?;
            }
        }
        self.stacks.moves.truncate(mark);
        Ok(())
    }

    /// One move of ours: where it leads to a tree, it and everything below it that satisfies are appended to the arena. `known` is the
    /// tree with it where there is one already, and otherwise empty.
    fn one_easiest<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        search: &mut ProofSearch,
        (spot, line): (&Spot<'_, B>, Line),
        (m, known): (Move, &[Node]),
        deep: bool,
    ) -> Result<(), Stop> {
        let cost = task.cost();
        if let Some(cost) = cost
            && !self.pays(task, cost, spot, m, line.ply)?
        {
            return Ok(());
        }
        let below = line.after_move();
        let above = B::play(spot.board, m);
        let at = self.stacks.tree.len();
        let made;
        let replies = match known {
            [own, replies @ ..] => {
                self.stacks.tree.push(*own);
                replies
            }
            [] => {
                if !self.easiest_after(task, search, spot.board, (m, below))? {
                    return Ok(());
                }
                made = self.stacks.tree.split_off(at + 1);
                made.as_slice()
            }
        };
        if deep {
            self.every_reply(task, search, (&above, below), replies)?;
        }
        self.close(at);
        Ok(())
    }

    /// The replies of a tree, each with all our answers.
    fn every_reply<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        search: &mut ProofSearch,
        (above, line): (&B::Board, Line),
        replies: &[Node],
    ) -> Result<(), Stop> {
        // The ends of a tree that was part of a larger one are places in that one, so the replies are told apart by their ply.
        let mut rest = replies;
        while let Some((reply, after)) = rest.split_first() {
            let size = after.iter().position(|node| node.ply <= reply.ply);
            let (answers, others) = after.split_at(size.unwrap_or(after.len()));
            let begin = self.stacks.tree.len();
            self.stacks.tree.push(*reply);
            if !answers.is_empty() {
                if let Some(cost) = task.cost() {
                    let whole = task.boards.whole(above);
                    let spot = Spot {
                        board: above,
                        whole: &whole,
                    };
                    // The tree has paid for it.
                    self.pays(task, cost, &spot, reply.mv, line.ply)?;
                }
                let child = B::play(above, reply.mv);
                let below = line.after_move();
                self.every_easiest(task, search, (&child, below), answers, true)?;
            }
            self.close(begin);
            rest = others;
        }
        Ok(())
    }

    /// Searches one move of ours. On success it stands in the arena with its tree.
    fn easiest_after<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        search: &mut ProofSearch,
        node: &B::Board,
        (m, below): (Move, Line),
    ) -> Result<bool, Stop> {
        let deeper = !below.left.is_spent() && !classes_at(&task.advice.them, below.ply).is_empty();
        let Some(better) = self.our_move_stands(task, node, m, below, deeper)? else {
            return Ok(false);
        };
        let child = B::play(node, m);
        let at = self.push_node(m, below);
        if better {
            return Ok(true);
        }
        if self
            .settle(task, search, &child, below, Mover::Them)?
            .is_none()
        {
            self.stacks.tree.truncate(at);
            return Ok(false);
        }
        self.extract(task, search, &child, below, None)?;
        Ok(true)
    }
}
