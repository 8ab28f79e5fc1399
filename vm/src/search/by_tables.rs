//! Moves in the order of several keys.
//!
//! ```text
//!   keys that are tables      (dist(TO, N), -rim(TO))        one word a move:  [ key 1 | key 2 | key 3 | its place ]   one sort of words
//!   keys that cost the same   each in turn, for moves that those before it leave equal
//!   others                    all of them for every move (`moves.rs`)
//! ```
//!
//! A word has sixteen bits for each key. Values that have no room there, and more keys than three, are left to the ways below. Fuel is burnt
//! as if every key had been evaluated for every move.

use adv_chess::Move;
use adv_jit::Code;
use adv_module::FnId;

use crate::limits::Stop;
use crate::natives::NativeTable;
use crate::run::{Run, Stacks};
use crate::search::boards::Boards;
use crate::search::keys::{Input, KeyTable, UNASKED, squares_of};
use crate::search::moves::Spot;
use crate::search::request::Task;

/// How much of a list is to be in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sorted {
    /// All of it.
    All,
    /// The first move is the one that is first; the others do not matter.
    First,
}

/// The most keys that have room in a word beside the place of the move.
const MOST_KEYS: usize = 3;

/// The square of a key's table that depends on the move: where it comes from.
const OF_MOVE: usize = usize::MAX;

/// What the words of some moves come to.
enum Packed {
    /// Each has its word.
    Done,
    /// A value has not been computed yet.
    Unknown,
    /// A value has no room in a word.
    TooLarge,
}

/// Puts the word of each move behind those that are there. `tables` has the table of each key and the row that is looked at.
#[inline(always)]
fn pack(moves: &[Move], tables: &[(&KeyTable, usize)], words: &mut Vec<u64>) -> Packed {
    for (place, m) in (0u64..).zip(moves) {
        let mut word = 0;
        for (table, row) in tables {
            let row = if *row == OF_MOVE {
                64 * usize::from(m.from & 63)
            } else {
                *row
            };
            let value = table.get(row + usize::from(m.to & 63)).copied();
            let value = value.unwrap_or(UNASKED);
            // Two's complement, moved so that words compare as the values do.
            let moved = value.wrapping_add(1 << 15).cast_unsigned();
            if moved >> 16 != 0 {
                return if value == UNASKED {
                    Packed::Unknown
                } else {
                    Packed::TooLarge
                };
            }
            word = word << 16 | u64::from(moved);
        }
        words.push(word << 16 | place);
    }
    Packed::Done
}

impl<'m> Run<'m> {
    /// Orders the moves from `begin` on by keys that are tables. False where they are not, or a word does not hold them: then nothing has
    /// been done.
    #[inline]
    pub(super) fn by_tables<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        begin: usize,
        keys: &[FnId],
        sorted: Sorted,
    ) -> Result<bool, Stop> {
        if !B::PLAIN || self.natives.shared.asks_oracle || keys.len() > MOST_KEYS {
            return Ok(false);
        }
        let mut rows = [0; MOST_KEYS];
        let mut cost = 0;
        for (key, row) in keys.iter().zip(&mut rows) {
            let code = self.code(*key);
            let Some(input) = code.input.filter(|_| !code.needs_new) else {
                return Ok(false);
            };
            cost += code.charges.call;
            *row = match input {
                Input::Nothing => 0,
                Input::From => OF_MOVE,
                Input::Piece(frame, who, role) => {
                    let squares = squares_of(task, spot, frame, who, role);
                    if !squares.is_power_of_two() {
                        return Ok(false);
                    }
                    64 * squares.trailing_zeros() as usize
                }
            };
        }
        let count = self.stacks.moves.len() - begin;
        if count > 1 && !self.pack_moves(task, spot, begin, (keys, rows))? {
            return Ok(false);
        }
        if count > 1 {
            self.unpack_moves(begin, sorted);
        }
        self.meter.burn(cost * count as u64)?;
        Ok(true)
    }

    /// Makes the words of the moves from `begin` on; false where one cannot be made.
    #[inline(always)]
    fn pack_moves<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        begin: usize,
        (keys, rows): (&[FnId], [usize; MOST_KEYS]),
    ) -> Result<bool, Stop> {
        loop {
            let Stacks { moves, words, .. } = &mut *self.stacks;
            let moves = moves.get(begin..).unwrap_or_default();
            words.clear();
            let known = &self.caches.tables;
            let table = |at: usize| {
                let table = keys.get(at).and_then(|key| known.get(key.index()));
                table.zip(rows.get(at).copied())
            };
            let packed = match (table(0), table(1), table(2)) {
                (Some(a), None, _) => pack(moves, &[a], words),
                (Some(a), Some(b), None) => pack(moves, &[a, b], words),
                (Some(a), Some(b), Some(c)) => pack(moves, &[a, b, c], words),
                (None, ..) => Packed::TooLarge,
            };
            match packed {
                Packed::Done => return Ok(true),
                Packed::TooLarge => return Ok(false),
                Packed::Unknown if !self.fill_tables(task, spot, begin, keys)? => return Ok(false),
                Packed::Unknown => {}
            }
        }
    }

    /// Computes what keys come to for the moves from `begin` on, so that their tables have it; false where one of the values has no
    /// room there. It costs no fuel.
    #[cold]
    fn fill_tables<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        begin: usize,
        keys: &[FnId],
    ) -> Result<bool, Stop> {
        let fuel = std::mem::replace(&mut self.meter.context.fuel, u64::MAX);
        let mut all = Ok(true);
        'moves: for i in begin..self.stacks.moves.len() {
            let m = self.stacks.move_at(i);
            for key in keys {
                match self.of_move(task, spot, *key, m) {
                    Ok(value) => {
                        if i16::try_from(value.cast_signed()).is_err() {
                            all = Ok(false);
                        }
                    }
                    Err(stop) => {
                        all = Err(stop);
                        break 'moves;
                    }
                }
            }
        }
        self.meter.context.fuel = fuel;
        all
    }

    /// Puts the moves from `begin` on into the order of their words.
    #[inline(always)]
    fn unpack_moves(&mut self, begin: usize, sorted: Sorted) {
        let Stacks {
            moves,
            words,
            order,
            ..
        } = &mut *self.stacks;
        let moves = moves.get_mut(begin..).unwrap_or_default();
        let place = |word: u64| (word & 0xffff) as usize;
        if sorted == Sorted::First {
            if let Some(least) = words.iter().min() {
                moves.swap(0, place(*least));
            }
            return;
        }
        words.sort_unstable();
        order.clear();
        order.extend(moves.iter().map(|m| (0, *m)));
        for (m, word) in moves.iter_mut().zip(words) {
            if let Some((_, own)) = order.get(place(*word)) {
                *m = *own;
            }
        }
    }

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
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        begin: usize,
        keys: &[FnId],
        sorted: Sorted,
    ) -> Result<(), Stop> {
        if sorted == Sorted::First {
            return self.first_by_keys(task, spot, begin, keys);
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
                    self.order_group(task, spot, begin + from, begin + end, key)?;
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
        task: &Task<'m, '_, B>,
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
                            let boards = [spot.board, &child, &task.board].map(B::given);
                            self.native(native, boards, (1 << m.from, 1 << m.to))?
                        }
                        None => self.of_move(task, spot, key, m)?,
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
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        begin: usize,
        end: usize,
        key: FnId,
    ) -> Result<(), Stop> {
        let first = self.stacks.keys.len();
        for i in begin..end {
            let m = self.stacks.move_at(i);
            let k = self.of_move(task, spot, key, m)?.cast_signed();
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
