//! Keys and costs that depend on nothing but how many replies a move leaves.
//!
//! ```text
//!   us    any by new.replies      the key of a move: the number itself
//!   cost  after-us spread         its cost: the bits of a choice among so many
//! ```
//!
//! The replies to a move are counted once for both, and a function of that number is a table. None of it can be seen in answers or positions.

use adv_chess::{CheckSquares, Color, Position};
use adv_module::program::Class;
use adv_module::{FnId, Who};

use crate::limits::Stop;
use crate::run::{Run, Stacks};
use crate::search::boards::Boards;
use crate::search::costs::{is_charged, price_of};
use crate::search::moves::{Spot, color_of};
use crate::search::of_replies::RepliesTable;

/// The bits of a packed key that hold the number of replies.
const COUNT_BITS: u32 = 8;

/// The largest key that is packed with a number of replies, and the negative of the smallest.
pub(super) const LARGEST: i64 = i64::MAX >> COUNT_BITS;

/// Of a node of more moves replies are not counted together.
const MOVES: usize = 64;

/// The number of replies of a side after a move, where more than `most` are told as more. `None` where all are asked for and are too many for a
/// byte.
fn count(child: &Position, side: Color, most: u8) -> Option<u8> {
    if most == u8::MAX {
        return u8::try_from(child.count_moves(side, u32::MAX)).ok();
    }
    let count = child.count_moves(side, u32::from(most));
    Some(u8::try_from(count).unwrap_or(u8::MAX))
}

impl<'m> Run<'m> {
    /// Collects the moves of one of our classes at a ply, as [`Run::collect`]. Those that cost more than the line has left may be dropped,
    /// where no later class selects them again and it is not written down that they were weighed.
    #[inline(always)]
    pub(super) fn collect_ours<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        (classes, at): (&[Class], usize),
        earlier: usize,
        only: Option<&CheckSquares>,
    ) -> Result<bool, Stop> {
        let Some((class, later)) = classes.get(at..).and_then(<[Class]>::split_first) else {
            return Ok(true);
        };
        if spot.task.cost().is_none() {
            return self.collect(spot, class, earlier, false, only);
        }
        let unseen = self.counted && !self.notes_positions(spot.task);
        let last = later.iter().all(|other| other.roles & class.roles == 0);
        let left = spot
            .task
            .bound
            .effort
            .saturating_sub(self.stacks.costs.spent_at(spot.line.ply));
        self.stacks.costs.dropped_above = (unseen && last).then_some(left);
        let judged = self.collect(spot, class, earlier, false, only);
        self.stacks.costs.dropped_above = None;
        judged
    }

    /// Orders the moves from `begin` on by a key that depends on the number of replies alone, and notes what they cost where that does,
    /// too. Those that cost more than is left are dropped where that is wanted. False where nothing has been done.
    #[inline(never)]
    pub(super) fn by_replies<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        begin: usize,
        (key, who): (FnId, Who),
    ) -> Result<bool, Stop> {
        let len = self.stacks.moves.len() - begin;
        if !B::WHOLE || len > MOVES || self.notes.watch.is_some() {
            return Ok(false);
        }
        let is_small = |table: &RepliesTable| table.is_small;
        if !self.make_replies_table(key)? || !self.caches.replies.get(key).is_some_and(is_small) {
            return Ok(false);
        }
        // What the same number costs, where the moves of this node have a cost and it depends on nothing else.
        let cost = spot.task.cost().filter(|cost| {
            let charged = is_charged(spot, cost);
            charged && self.code(cost.of_move).replies == Some(who)
        });
        let cost = match cost.map(|cost| cost.of_move) {
            Some(function) if self.make_replies_table(function)? => Some(function),
            _ => None,
        };
        let most = self.most_replies(cost);
        let side = color_of(who, spot.task.us);
        let mut counts = [0u8; MOVES];
        let Some(counts) = counts.get_mut(..len) else {
            return Ok(false);
        };
        if !self.count_replies_of_moves(spot.whole, side, begin, counts, most) {
            return Ok(false);
        }
        self.look_at_row(spot, begin, len);
        self.meter.burn(self.code(key).charges.call * len as u64)?;
        let first = self.stacks.keys.len();
        self.push_keys_of_replies(key, begin, counts, most);
        self.insert_by_keys(begin, first);
        self.forget_prices(spot.task, begin);
        if let Some(cost) = cost {
            self.note_prices_of_replies(cost, begin, first);
        }
        self.stacks.keys.truncate(first);
        Ok(true)
    }

    /// The most replies that a move may leave whose number is priced by a function, where those that are too dear may be dropped; otherwise the
    /// largest byte.
    fn most_replies(&self, cost: Option<FnId>) -> u8 {
        let table = cost.and_then(|function| self.caches.replies.get(function));
        match (table, self.stacks.costs.dropped_above) {
            (Some(table), Some(left)) => table.most_within(left),
            _ => u8::MAX,
        }
    }

    /// Pushes the keys of the moves from `begin` on, packed with their numbers of replies, and drops the moves that leave more than `most`.
    fn push_keys_of_replies(&mut self, key: FnId, begin: usize, counts: &[u8], most: u8) {
        let Some(table) = self.caches.replies.get(key) else {
            return;
        };
        let Stacks { moves, keys, .. } = &mut *self.stacks;
        let mut kept = begin;
        for (i, count) in (begin..).zip(counts) {
            if *count <= most
                && let Some(&m) = moves.get(i)
                && let Some(there) = moves.get_mut(kept)
            {
                *there = m;
                kept += 1;
                keys.push(table.value(*count) << COUNT_BITS | i64::from(*count));
            }
        }
        moves.truncate(kept);
    }

    /// The numbers of replies to the moves from `begin` on; more than `most` are told as more. False where all are asked for and one of the
    /// numbers is too large for a byte.
    fn count_replies_of_moves(
        &mut self,
        node: &Position,
        side: Color,
        begin: usize,
        counts: &mut [u8],
        most: u8,
    ) -> bool {
        let moves = self.stacks.moves.get(begin..).unwrap_or_default();
        for (m, there) in moves.iter().zip(counts.iter_mut()) {
            match count(&node.play(*m), side, most) {
                Some(count) => *there = count,
                None => return false,
            }
        }
        true
    }

    /// Orders the moves from `begin` on by packed keys, the smallest first, ties staying as they are. Lists are short.
    #[expect(
        clippy::indexing_slicing,
        reason = "each move from `begin` on has its key from `first` on"
    )]
    fn insert_by_keys(&mut self, begin: usize, first: usize) {
        let keys = &mut self.stacks.keys[first..];
        let moves = &mut self.stacks.moves[begin..];
        for i in 1..keys.len().min(moves.len()) {
            let (k, m) = (keys[i], moves[i]);
            let mut j = i;
            while j > 0 && keys[j - 1] >> COUNT_BITS > k >> COUNT_BITS {
                keys[j] = keys[j - 1];
                moves[j] = moves[j - 1];
                j -= 1;
            }
            keys[j] = k;
            moves[j] = m;
        }
    }

    /// Notes what the moves from `begin` on cost, whose packed keys begin at `first`, by a function of the same number.
    fn note_prices_of_replies(&mut self, cost: FnId, begin: usize, first: usize) {
        let Some(table) = self.caches.replies.get(cost) else {
            return;
        };
        let keys = self.stacks.keys.get(first..).unwrap_or_default();
        for (place, packed) in (begin..).zip(keys) {
            let price = price_of(table.value(*packed as u8));
            self.stacks.costs.note_price(place, price);
        }
    }
}
