//! Moves in the order of several keys.
//!
//! ```text
//!   keys that cost the same   each in turn, for moves that those before it leave equal
//!   others                    all of them for every move (`moves.rs`)
//! ```
//!
//! Fuel is burnt as if every key had been evaluated for every move.

use adv_jit::Code;
use adv_module::FnId;

use crate::limits::Stop;
use crate::natives::NativeTable;
use crate::run::{Run, Stacks};
use crate::search::boards::Boards;
use crate::search::moves::Spot;

/// How much of a list is to be in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sorted {
    /// All of it.
    All,
    /// The first move is the one that is first; the others do not matter.
    First,
}

impl<'m> Run<'m> {
    /// True where each of some keys burns the same whatever it is asked, so that it need not be evaluated for its fuel, and nothing
    /// else can be seen of whether it is.
    #[inline]
    pub(super) fn keys_cost_the_same<B: Boards>(&self, keys: &[FnId]) -> bool {
        let constant = |key: &FnId| {
            let code = self.code(*key);
            code.most == code.charges.call
        };
        B::PLAIN && !self.natives.shared.asks_oracle && keys.iter().all(constant)
    }

    /// Orders the moves from `begin` on by several keys in turn: a key is worked out only for moves that those before it leave equal.
    /// Fuel is burnt as if all were.
    #[expect(
        clippy::indexing_slicing,
        reason = "each move from `begin` on has the number of its group from `first` on"
    )]
    pub(super) fn by_keys_in_turn<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        begin: usize,
        keys: &[FnId],
        sorted: Sorted,
    ) -> Result<(), Stop> {
        if sorted == Sorted::First {
            return self.first_by_keys(spot, begin, keys);
        }
        // Moves that are equal so far are a group, whose number is the place of its first.
        let first = self.stacks.keys.len();
        let count = self.stacks.moves.len() - begin;
        self.stacks.keys.resize(first + count, 0);
        for &key in keys {
            let (mut from, mut spared) = (0, 0);
            while from < count {
                let groups = &self.stacks.keys[first..];
                let others = groups[from..count]
                    .iter()
                    .take_while(|group| **group == groups[from]);
                let end = from + others.count();
                if end - from == 1 {
                    spared += (end - from) as u64;
                } else {
                    self.order_group(spot, begin + from, begin + end, key)?;
                    let own = first + count;
                    for i in from..end {
                        let same = i > from
                            && self.stacks.keys[own + i - from]
                                == self.stacks.keys[own + i - from - 1];
                        self.stacks.keys[first + i] = match same {
                            true => self.stacks.keys[first + i - 1],
                            false => i as i64,
                        };
                    }
                    self.stacks.keys.truncate(own);
                }
                from = end;
            }
            self.meter.burn(self.code(key).charges.call * spared)?;
        }
        self.stacks.keys.truncate(first);
        Ok(())
    }

    /// The native code of a key that looks at the position after the move, where nothing else is done for such a key than to call it.
    #[inline(always)]
    fn native_after_move<B: Boards>(&self, key: FnId) -> Option<&'m Code<B::Sight>> {
        let table: &'m NativeTable<B::Sight> = B::table(self.natives.active);
        let code = self.code(key);
        let plain = B::PLAIN && code.needs_new && !code.of_child;
        table.native(key).filter(|_| plain)
    }

    /// Puts the move that comes first by several keys in turn to the place `begin`. Of the others some are lost.
    fn first_by_keys<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        begin: usize,
        keys: &[FnId],
    ) -> Result<(), Stop> {
        let count = self.stacks.moves.len() - begin;
        // How many moves are equal so far.
        let mut equal = count;
        for &key in keys {
            let mut spared = count;
            if equal > 1 {
                spared = count - equal;
                let (mut least, mut kept) = (i64::MAX, 0);
                let native = self.native_after_move::<B>(key);
                for i in begin..begin + equal {
                    let m = self.stacks.move_at(i);
                    let value = match native {
                        Some(native) => {
                            let child = B::play(spot.board, m);
                            let boards = [spot.board, &child, &spot.task.board].map(B::given);
                            self.native(native, boards, (1 << m.from, 1 << m.to))?
                        }
                        None => self.of_move(spot, key, m)?,
                    };
                    let value = value.cast_signed();
                    if value < least {
                        (least, kept) = (value, 0);
                    }
                    if value == least {
                        self.stacks.set_move(begin + kept, m);
                        kept += 1;
                    }
                }
                equal = kept;
            }
            self.meter
                .burn(self.code(key).charges.call * spared as u64)?;
        }
        Ok(())
    }

    /// Orders the moves from one place to another by a key, ties staying as they are. The values of the key are on top of the stack of
    /// keys afterwards, in the order of the moves.
    #[expect(
        clippy::indexing_slicing,
        reason = "a key is inserted among those that are there"
    )]
    #[inline(always)]
    pub(super) fn order_group<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        begin: usize,
        end: usize,
        key: FnId,
    ) -> Result<(), Stop> {
        let first = self.stacks.keys.len();
        for i in begin..end {
            let m = self.stacks.move_at(i);
            let k = self.of_move(spot, key, m)?.cast_signed();
            self.stacks.keys.push(k);
            let Stacks { keys, moves, .. } = &mut *self.stacks;
            // Both lists from their beginnings on, as long as there are keys.
            let keys = &mut keys[first..];
            let moves = &mut moves[begin..][..keys.len()];
            let mut j = keys.len() - 1;
            while j > 0 && keys[j - 1] > k {
                keys[j] = keys[j - 1];
                moves[j] = moves[j - 1];
                j -= 1;
            }
            keys[j] = k;
            moves[j] = m;
        }
        Ok(())
    }
}
