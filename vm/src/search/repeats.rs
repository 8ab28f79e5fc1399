//! Nodes that were searched before, with what the search for them has cost.
//!
//! Rows of questions to one program come to the same positions again and again: of king and rook, a survey of 175,168 positions looks
//! at each of them some forty times.
//!
//! ```text
//!   root 1 ── Kc2 ──▶ a node of theirs, 2 plies left: no tree; 61 positions, 1,480 units of fuel
//!   root 2 ── Ra4 ──▶ the same node: what was found and what it cost are taken over
//! ```
//!
//! What is known of such a node is its answer and all that the search for it has spent: positions by ply and fuel. Both are counted
//! once more, as if it were searched, so that answers, trees, counts and the place where a budget ends are those of a search that remembers
//! nothing. That is what makes this memory different from the one in `memory.rs`, which leaves out what need not be looked at, and whose counts are smaller: here
//! nothing is forgotten from one run to the next, and positions that are counted as Advice Language 2 counts them may be remembered.
//!
//! - Only the nodes of a piece-of-advice are remembered that depend on the position alone: no function speaks of the root, nothing is
//!   `satisfiable`, moves have no cost and no tablebase is asked. What a piece finds in a position is the same at each ply, if its lists of
//!   moves are; otherwise the ply is part of what an entry is found by.
//! - Of a node without a tree nothing else is wanted. A node of ours with one ply left has a tree of one move, which is kept. Other trees
//!   are searched again, for they have to stand in the arena; most of their nodes are known then.
//! - Where a limit could end the search inside a node, it is searched.
//! - With four men and more, boards are too many for the table. There a window of visits says whether to remember such nodes pays, and if not,
//!   nothing is looked up for a while.
//!
//! Nodes on boards of one word are remembered: the word, with what was searched in the bits that no board uses, is the whole key. An entry is 16 bytes.

use adv_chess::{Move, MoveKind};
use adv_module::AdviceId;
use adv_module::program::Advice;

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::{Bound, Line};
use crate::search::memo::{covers_memory, is_steady};
use crate::search::repeats_table::{
    Cost, FIRST_BITS, MOST_ENTRIES, MOST_OF_MANY, OpenNode, PLIES, RepeatSubject,
};
use crate::search::request::At;

/// The most men whose boards all have room in the table.
const MOST_MEN: usize = 3;

/// What is known of a node that was searched before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeated {
    /// It has no tree.
    Fails,
    /// It is a node of ours, and its tree is this move.
    Leaf(Move),
}

/// Under what the nodes of a search are remembered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepeatedSearch {
    /// The bits of what is searched, where those of a board are 0. The five above are the plies left at a node.
    subject: u64,
    /// The most plies left at a node that is remembered; 0 where none is.
    plies: u16,
    /// Where the bits of the man begin whose moves lie side by side.
    pub(super) man: u32,
    /// The number of what is searched.
    number: u16,
    /// It has to be found out whether it pays.
    doubtful: bool,
}

impl RepeatedSearch {
    /// Nothing is remembered.
    pub(crate) const NONE: RepeatedSearch = RepeatedSearch {
        subject: 0,
        plies: 0,
        man: 0,
        number: 0,
        doubtful: false,
    };

    /// The most entries that it needs.
    #[inline(always)]
    pub(super) fn room(self) -> usize {
        match self.doubtful {
            false => MOST_ENTRIES,
            true => MOST_OF_MANY,
        }
    }

    /// One for so few men that every board has room.
    #[cfg(test)]
    pub(super) fn of_few(man: u32) -> RepeatedSearch {
        RepeatedSearch {
            man,
            ..RepeatedSearch::NONE
        }
    }

    /// The number of what is searched, where it has to be found out whether it pays.
    #[inline(always)]
    pub(super) fn of_doubt(self) -> Option<usize> {
        self.doubtful.then_some(usize::from(self.number))
    }

    #[inline(always)]
    fn at(self, line: Line) -> bool {
        line.left.plies() <= self.plies && line.ply > 0
    }

    /// A node by its board and what it has left. A board of the search has neither a mark nor the highest bit of any byte.
    #[inline(always)]
    fn key(self, word: u64, line: Line) -> u64 {
        word ^ self.subject ^ u64::from(line.left.plies()) << 57
    }
}

/// The bits of a key for the number of what is searched: two beside the plies, the others the highest of each man's byte.
pub(crate) const fn subject_bits(number: usize) -> u64 {
    let number = number as u64;
    let mut bits = (number & 3) << 62;
    let mut man = 0;
    while man < 7 {
        bits |= (number >> (2 + man) & 1) << (8 * man + 7);
        man += 1;
    }
    bits
}

impl<'m> Run<'m> {
    /// Under what the nodes of a search are remembered, on the boards in use.
    #[inline(always)]
    pub(super) fn repeated_search<B: Boards>(
        &mut self,
        advice: &Advice,
        id: AdviceId,
        bound: Bound,
    ) -> RepeatedSearch {
        let plies = bound.plies.plies();
        let fits = !B::WHOLE && B::PLAIN && (2..PLIES as u16).contains(&plies);
        if !fits || !self.repeats.wanted || !self.speaks_of(id).alone {
            return RepeatedSearch::NONE;
        }
        let number = self.repeats.number_of(RepeatSubject {
            id,
            men: self.natives.active.few_at(),
            counted: self.counted,
            replies: self.replies,
            bound: if is_steady(advice) { 0 } else { plies },
        });
        let Some(number) = number else {
            return RepeatedSearch::NONE;
        };
        let men = self.natives.active.few.roster.map_or(0, |all| all.len());
        // Where all boards have room, remembering them always pays.
        let doubtful = men > MOST_MEN;
        if doubtful && self.repeats.pauses(number, usize::from(plies)) {
            return RepeatedSearch::NONE;
        }
        RepeatedSearch {
            subject: subject_bits(number),
            // Where the other memory is used, counts depend on what was searched before; it has nothing of nodes with one ply left.
            plies: match self.counted || !covers_memory(bound) {
                true => plies,
                false => 1,
            },
            man: self.natives.active.few.liveliest,
            number: number as u16,
            doubtful,
        }
    }

    /// What is known of a node, which has been paid for then; `None` where it has to be searched, and closed afterwards.
    #[inline(always)]
    pub(super) fn repeated<B: Boards>(&mut self, at: &At<'_, B>) -> Result<Option<Repeated>, Stop> {
        if B::WHOLE || !B::PLAIN || !at.task.repeats.at(at.line) {
            return Ok(None);
        }
        self.repeated_node(&at.task.repeats, B::lean(at.board).word(), at.line)
    }

    /// The same where it may be known. Most searches do not come here, so nothing of it stands between their own instructions.
    #[inline(never)]
    fn repeated_node(
        &mut self,
        search: &RepeatedSearch,
        word: u64,
        line: Line,
    ) -> Result<Option<Repeated>, Stop> {
        if let Some(worth) = self.repeats.worth_of(*search, line)
            && !worth.is_on()
        {
            return Ok(None);
        }
        let key = search.key(word, line);
        if let Some(cost) = self.repeats.get(key, search.man)
            && let Some(all) = self.count_again(cost, line)
        {
            return self.pay_again(*search, cost, line, all).map(Some);
        }
        self.open_repeated(key, line);
        Ok(None)
    }

    /// Counts the positions of a node that is known once more: how many there are. `None` where a limit could have ended their search, so that it is
    /// searched.
    #[inline(always)]
    fn count_again(&mut self, cost: Cost, line: Line) -> Option<u64> {
        let plies = line.left.plies();
        let own = cost.positions();
        // Most nodes have one or two plies left. Of one ply there is no second count.
        let (first, second) = match plies {
            0 | 1 => (own, 0),
            2 => (own & ((1 << FIRST_BITS) - 1), own >> FIRST_BITS),
            _ => return self.count_deep_again(cost, line),
        };
        let all = first + second;
        let affords = self.meter.affords_node(all, cost.fuel(), line.ply + plies);
        if !affords {
            return None;
        }
        let from = self.counts.base + usize::from(line.ply) + 1;
        match self.counts.by_ply.get_mut(from..) {
            Some([one, two, ..]) => {
                *one += first;
                *two += second;
            }
            Some([one]) => *one += first,
            _ => {}
        }
        Some(all)
    }

    /// The same where more than two plies are left: the counts stand elsewhere.
    #[inline(never)]
    fn count_deep_again(&mut self, cost: Cost, line: Line) -> Option<u64> {
        let plies = usize::from(line.left.plies());
        let begin = cost.positions() as usize;
        let kept = self.repeats.counts.get(begin..begin + plies)?;
        let all = kept.iter().map(|count| u64::from(*count)).sum();
        let last = line.ply + line.left.plies();
        if !self.meter.affords_node(all, cost.fuel(), last) {
            return None;
        }
        let from = self.counts.base + usize::from(line.ply) + 1;
        let by_ply = self.counts.by_ply.get_mut(from..from + plies);
        for (sum, count) in by_ply.unwrap_or_default().iter_mut().zip(kept) {
            *sum += u64::from(*count);
        }
        Some(all)
    }

    /// Pays for the positions and the fuel of a node that is known, which can be afforded.
    #[inline(always)]
    fn pay_again(
        &mut self,
        search: RepeatedSearch,
        cost: Cost,
        line: Line,
        all: u64,
    ) -> Result<Repeated, Stop> {
        self.repeats.hits += 1;
        if let Some(worth) = self.repeats.worth_of(search, line) {
            worth.saved += all;
        }
        self.meter.burn(cost.fuel())?;
        if self.meter.pay(all as usize) {
            self.meter.look_up()?;
        }
        Ok(match cost.leaf() {
            None => Repeated::Fails,
            Some(leaf) => Repeated::Leaf(leaf),
        })
    }

    /// Begins a node that is to be remembered.
    #[inline(always)]
    fn open_repeated(&mut self, key: u64, line: Line) {
        let from = self.counts.base + usize::from(line.ply) + 1;
        let by_ply = self
            .counts
            .by_ply
            .get(from..from + usize::from(line.left.plies()));
        let before = self.repeats.before.len();
        self.repeats
            .before
            .extend_from_slice(by_ply.unwrap_or_default());
        let fuel = self.meter.fuel();
        self.repeats.open.push(OpenNode { key, fuel, before });
    }

    /// Notes that the node that was begun last has no tree.
    #[inline(always)]
    pub(super) fn repeats_fail<B: Boards>(&mut self, at: &At<'_, B>) {
        if !B::WHOLE && B::PLAIN && at.task.repeats.at(at.line) {
            self.close_repeated(&at.task.repeats, at.line, false, None);
        }
    }

    /// Notes that it has one; a node of ours, that it begins with this move.
    #[inline(always)]
    pub(super) fn repeats_hold<B: Boards>(&mut self, at: &At<'_, B>, first: Option<Move>) {
        if !B::WHOLE && B::PLAIN && at.task.repeats.at(at.line) {
            self.close_repeated(&at.task.repeats, at.line, true, first);
        }
    }

    /// Notes what a node has come to, if it was begun to be remembered. It is the last of those that are being searched: below it there is none
    /// with as many plies left, so that nothing has been decided anew.
    #[inline(never)]
    fn close_repeated(
        &mut self,
        search: &RepeatedSearch,
        line: Line,
        holds: bool,
        first: Option<Move>,
    ) {
        let worth = self.repeats.worth_of(*search, line);
        if worth.is_some_and(|worth| worth.off > 0) {
            return;
        }
        let plies = usize::from(line.left.plies());
        let leaf = first.filter(|leaf| plies == 1 && leaf.kind == MoveKind::Normal);
        if holds && leaf.is_none() {
            self.repeats.drop_last();
            return;
        }
        let from = self.counts.base + usize::from(line.ply) + 1;
        let now = self.counts.by_ply.get(from..from + plies);
        let fuel = self.meter.fuel();
        let now = now.unwrap_or_default();
        self.repeats.close(now, fuel, leaf, *search);
    }
}
