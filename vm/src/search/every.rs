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
use crate::search::moves::{NO_MOVE, Spot, classes_at};
use crate::search::path::Mover;
use crate::search::request::{At, Task};
use crate::tree::Node;

impl<'m> Run<'m> {
    /// Puts every tree into the arena that proves a task: all moves of ours that the classes of their ply select and that lead to
    /// a tree within the bound, in the order in which the search would try them. Without `deep` only our first moves are looked for,
    /// and nothing is below them. The arena holds the tree that the search has just found for this task: the moves that it
    /// tried before the first of that tree have failed, and are not searched again.
    pub(super) fn every_tree<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        deep: bool,
    ) -> Result<(), Stop> {
        let first = self.stacks.tree.first().copied();
        self.stacks.tree.clear();
        self.every_move(&task.root(), &mut None, first.as_slice(), deep)
    }

    /// We are to move: every selected move that succeeds. `found` is the tree that was found here, of which the first move matters: all moves
    /// before it are known to fail. By proof numbers it comes first, as it is.
    pub(super) fn every_move<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        search: &mut Option<&mut ProofSearch>,
        found: &[Node],
        deep: bool,
    ) -> Result<(), Stop> {
        if at.line.left.is_spent() {
            return Ok(());
        }
        let mut first = found.first().map(|node| node.mv);
        let whole = at.whole();
        let info = LegalInfo::new(&whole);
        let spot = Spot::new(*at, &whole, &info);
        let mark = self.stacks.moves.len();
        if let (true, Some(first)) = (search.is_some(), first) {
            self.select(&spot)?;
            let end = self.stacks.moves.len();
            self.one_move(&spot, search, (first, found), deep)?;
            for i in mark..end {
                let m = self.stacks.move_at(i);
                if m != first {
                    self.one_move(&spot, search, (m, &[]), deep)?;
                }
            }
            self.stacks.moves.truncate(mark);
            return Ok(());
        }
        // What is preferred is so among the moves of all classes; otherwise one class is tried after the other.
        let together = !at.task.advice.prefer.is_empty();
        let classes = classes_at(&at.task.advice.us, at.line.ply);
        let mut begin = mark;
        for (number, class) in (1..).zip(classes) {
            let from = self.stacks.moves.len();
            let judged = self.collect(&spot, class, mark, together, None)?;
            self.leave_out(at, from);
            if together {
                if number < classes.len() {
                    continue;
                }
                self.order(&spot, mark, &at.task.advice.prefer)?;
            }
            let end = self.stacks.moves.len();
            for i in begin..end {
                let m = self.stacks.move_at(i);
                // As in the search: what one class does not let through a later one may still select.
                if !together && !judged && !self.passes(&spot, class, m)? {
                    self.stacks.set_move(i, NO_MOVE);
                    continue;
                }
                if first.is_none_or(|first| first == m) {
                    first = None;
                    self.one_move(&spot, search, (m, &[]), deep)?;
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
        spot: &Spot<'_, B>,
        search: &mut Option<&mut ProofSearch>,
        (m, known): (Move, &[Node]),
        deep: bool,
    ) -> Result<(), Stop> {
        if let Some(cost) = spot.task.cost()
            && !self.pays(spot, cost, m)?
        {
            return Ok(());
        }
        let below = spot.line.after_move();
        let at = self.stacks.tree.len();
        let made;
        let replies = match known {
            [own, replies @ ..] => {
                self.stacks.tree.push(*own);
                replies
            }
            [] if !self.our_move(spot, search, m)? => return Ok(()),
            [] => {
                made = self.stacks.tree.split_off(at + 1);
                made.as_slice()
            }
        };
        if deep {
            let above = B::play(spot.board, m);
            self.every_reply(&spot.task.at(&above, below), search, replies)?;
        }
        self.close(at);
        Ok(())
    }

    /// The replies of a tree, each with all our answers; none where our move reaches a leaf.
    fn every_reply<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        search: &mut Option<&mut ProofSearch>,
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
                if let Some(cost) = at.task.cost() {
                    let whole = at.whole();
                    let info = LegalInfo::new(&whole);
                    let spot = Spot::new(*at, &whole, &info);
                    // The tree has paid for it.
                    self.pays(&spot, cost, reply.mv)?;
                }
                let child = B::play(at.board, reply.mv);
                let child = at.task.at(&child, at.line.after_move());
                self.every_move(&child, search, answers, true)?;
            }
            self.close(begin);
            rest = others;
        }
        Ok(())
    }

    /// Searches one move of ours. On success it stands in the arena with its tree.
    fn our_move<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        search: &mut Option<&mut ProofSearch>,
        m: Move,
    ) -> Result<bool, Stop> {
        let below = at.line.after_move();
        let deeper =
            !below.left.is_spent() && !classes_at(&at.task.advice.them, below.ply).is_empty();
        let child = B::play(at.board, m);
        let Some(better) = self.our_child_stands(at, (m, &child), deeper)? else {
            return Ok(false);
        };
        let place = self.push_node(m, below);
        if better {
            return Ok(true);
        }
        let child = at.task.at(&child, below);
        let found = match search {
            None => self.prove(&child, Mover::Them)?,
            Some(search) => {
                let settled = self.settle(&child, search, Mover::Them)?;
                if settled.is_some() {
                    self.extract(&child, search, None)?;
                }
                settled.is_some()
            }
        };
        if !found {
            self.stacks.tree.truncate(place);
        }
        Ok(found)
    }
}
