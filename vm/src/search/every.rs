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
//!
//! Where the easiest tree is looked for, the one that is played comes first and is not searched again; each other move has a search by proof
//! numbers under the same bound.

use adv_chess::{LegalInfo, Move};

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::easiest::ProofSearch;
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
        let first = self.stacks.tree.first().copied();
        self.stacks.tree.clear();
        let root = (&task.board, Line::root(task.bound.plies));
        self.every_move(task, &mut None, root, first.as_slice(), deep)
    }

    /// We are to move: every selected move that succeeds. `found` is the tree that was found here, of which the first move matters: all moves
    /// before it are known to fail. By proof numbers it comes first, as it is.
    pub(super) fn every_move<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        search: &mut Option<&mut ProofSearch>,
        (node, line): (&B::Board, Line),
        found: &[Node],
        deep: bool,
    ) -> Result<(), Stop> {
        if line.left.is_spent() {
            return Ok(());
        }
        let mut first = found.first().map(|node| node.mv);
        let whole = task.boards.whole(node);
        let info = LegalInfo::new(&whole);
        let spot = Spot::new(node, &whole);
        let mark = self.stacks.moves.len();
        if let (true, Some(first)) = (search.is_some(), first) {
            self.select(task, &spot, true, line.ply)?;
            let end = self.stacks.moves.len();
            self.one_move(task, search, (&spot, line), (first, found), deep)?;
            for i in mark..end {
                let m = self.stacks.move_at(i);
                if m != first {
                    self.one_move(task, search, (&spot, line), (m, &[]), deep)?;
                }
            }
            self.stacks.moves.truncate(mark);
            return Ok(());
        }
        // What is preferred is so among the moves of all classes; otherwise one class is tried after the other.
        let together = !task.advice.prefer.is_empty();
        let classes = classes_at(&task.advice.us, line.ply);
        let mut begin = mark;
        for (number, class) in (1..).zip(classes) {
            let from = self.stacks.moves.len();
            let judged = self.collect(task, &spot, &info, class, mark, together)?;
            self.leave_out(task, line.ply, from);
            if together {
                if number < classes.len() {
                    continue;
                }
                self.order(task, &spot, mark, &task.advice.prefer)?;
            }
            let end = self.stacks.moves.len();
            for i in begin..end {
                let m = self.stacks.move_at(i);
                // As in the search: what one class does not let through a later one may still select.
                if !together && !judged && !self.passes(task, &spot, class, m)? {
                    self.stacks.set_move(i, NO_MOVE);
                    continue;
                }
                if first.is_none_or(|first| first == m) {
                    first = None;
                    self.one_move(task, search, (&spot, line), (m, &[]), deep)?;
                }
            }
            begin = end;
        }
        self.stacks.moves.truncate(mark);
        Ok(())
    }

    /// One move of ours: if it succeeds, it and everything below it that satisfies are appended to the arena. `known` is the tree with it where
    /// there is one already, and otherwise empty.
    fn one_move<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        search: &mut Option<&mut ProofSearch>,
        (spot, line): (&Spot<'_, B>, Line),
        (m, known): (Move, &[Node]),
        deep: bool,
    ) -> Result<(), Stop> {
        if let Some(cost) = task.cost()
            && !self.pays(task, cost, spot, m, line.ply)?
        {
            return Ok(());
        }
        let below = line.after_move();
        let at = self.stacks.tree.len();
        let made;
        let replies = match known {
            [own, replies @ ..] => {
                self.stacks.tree.push(*own);
                replies
            }
            [] if !self.our_move(task, search, spot.board, (m, below))? => return Ok(()),
            [] => {
                made = self.stacks.tree.split_off(at + 1);
                made.as_slice()
            }
        };
        if deep {
            let above = B::play(spot.board, m);
            self.every_reply(task, search, (&above, below), replies)?;
        }
        self.close(at);
        Ok(())
    }

    /// The replies of a tree, each with all our answers; none where our move reaches a leaf.
    fn every_reply<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        search: &mut Option<&mut ProofSearch>,
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
                    let spot = Spot::new(above, &whole);
                    // The tree has paid for it.
                    self.pays(task, cost, &spot, reply.mv, line.ply)?;
                }
                let child = (&B::play(above, reply.mv), line.after_move());
                self.every_move(task, search, child, answers, true)?;
            }
            self.close(begin);
            rest = others;
        }
        Ok(())
    }

    /// Searches one move of ours. On success it stands in the arena with its tree.
    fn our_move<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        search: &mut Option<&mut ProofSearch>,
        node: &B::Board,
        (m, below): (Move, Line),
    ) -> Result<bool, Stop> {
        let deeper = !below.left.is_spent() && !classes_at(&task.advice.them, below.ply).is_empty();
        let Some(better) = self.our_move_stands(task, node, m, below, deeper)? else {
            return Ok(false);
        };
        let at = self.push_node(m, below);
        if better {
            return Ok(true);
        }
        let child = B::play(node, m);
        let found = match search {
            None => self.prove(task, &child, below, Mover::Them)?,
            Some(search) => {
                let settled = self.settle(task, search, &child, below, Mover::Them)?;
                if settled.is_some() {
                    self.extract(task, search, &child, below, None)?;
                }
                settled.is_some()
            }
        };
        if !found {
            self.stacks.tree.truncate(at);
        }
        Ok(found)
    }
}
