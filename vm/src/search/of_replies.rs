//! Functions of the number of replies that a move leaves, and of nothing else, as tables of that number.
//!
//! ```text
//!   number      0     1     2     3     4    5 …
//!   spread      0     0  1000  1585  2000  2322       its values
//!   and more    0     0  1000  1585  2000  2322       the least price of so many replies or more
//! ```
//!
//! The second row says how many replies a move may leave at the most where a line has so much left: a move of more is too dear, whatever their
//! number is, so that they need not be counted to the end.

use adv_chess::{Color, Position};
use adv_module::{FnId, Frame, Op, PrimId, Who};

use crate::env::Env;
use crate::limits::Stop;
use crate::machine::window;
use crate::profile::Unseen;
use crate::run::Run;
use crate::search::by_replies::LARGEST;
use crate::search::costs::price_of;
use crate::search::keys::{Input, input_of};

/// The numbers of replies that tables are made of: those of a byte.
pub(super) const MOST: usize = 256;

/// No side has so many moves, on whatever board: a square is the target of at most sixteen men and four kinds of pawns' moves, and eight are
/// promotions.
const NEVER: i64 = 1 << 11;

/// The side whose moves in the new position a function counts, where its value depends on that number and on nothing else.
pub(crate) fn replies_of(code: &[Op]) -> Option<Who> {
    let [Op::Side { dst: side, who }, count, rest @ ..] = code else {
        return None;
    };
    match *count {
        Op::Prim {
            base,
            frame: Frame::New,
            prim: PrimId::LegalMoves,
            ..
        } if base == *side => {}
        _ => return None,
    }
    let is_target = |op: &Op| matches!(op, Op::To { .. });
    let depends_on_numbers = input_of(rest) == Some(Input::Nothing) && !rest.iter().any(is_target);
    depends_on_numbers.then_some(*who)
}

/// One function.
pub(super) struct RepliesTable {
    /// Its values by the number of replies.
    values: Vec<i64>,
    /// The least price that it sets on so many replies or more.
    least: Vec<u32>,
    /// All values may be packed with a number of replies.
    pub(super) is_small: bool,
}

impl RepliesTable {
    /// Makes the table of a function with these values.
    pub(super) fn of(value: impl FnMut(i64) -> Result<i64, Stop>) -> Result<RepliesTable, Stop> {
        let values: Result<Vec<i64>, Stop> = (0..NEVER).map(value).collect();
        let mut values = values?;
        let mut least = vec![u32::MAX; MOST];
        let mut lowest = u32::MAX;
        for (number, value) in values.iter().enumerate().rev() {
            lowest = lowest.min(price_of(*value));
            if let Some(there) = least.get_mut(number) {
                *there = lowest;
            }
        }
        values.truncate(MOST);
        let is_small = values.iter().all(|value| value.saturating_abs() <= LARGEST);
        Ok(RepliesTable {
            values,
            least,
            is_small,
        })
    }

    /// Its value for so many replies.
    pub(super) fn value(&self, replies: u8) -> i64 {
        let value = self.values.get(usize::from(replies));
        value.copied().unwrap_or_default()
    }

    /// The most replies that a move may leave for which a line pays that has so much left; those of a larger number are all too dear. The
    /// largest byte where nothing is known of that.
    pub(super) fn most_within(&self, left: u32) -> u8 {
        let first_too_dear = self.least.partition_point(|price| *price <= left);
        // Where already none are too dear the whole node is: it is as if one reply were one too many.
        u8::try_from(first_too_dear.saturating_sub(1)).unwrap_or(u8::MAX)
    }
}

/// The tables of such functions, by function; empty until they are needed.
#[derive(Default)]
pub(crate) struct RepliesTables(Vec<Option<RepliesTable>>);

impl RepliesTables {
    /// Puts the table of a function into its place.
    fn put(&mut self, function: FnId, table: RepliesTable) {
        if self.0.len() <= function.index() {
            self.0.resize_with(function.index() + 1, || None);
        }
        if let Some(there) = self.0.get_mut(function.index()) {
            *there = Some(table);
        }
    }

    pub(super) fn get(&self, function: FnId) -> Option<&RepliesTable> {
        self.0.get(function.index())?.as_ref()
    }
}

impl Run<'_> {
    /// Makes the table of a function, unless there is one. False where the function has none. It costs no fuel.
    pub(super) fn make_replies_table(&mut self, function: FnId) -> Result<bool, Stop> {
        if self.caches.replies.get(function).is_some() {
            return Ok(true);
        }
        let own = self.module.functions.get(function.index());
        let Some([_, Op::Prim { dst, .. }, ..]) = own.map(|own| own.code.as_slice()) else {
            return Ok(false);
        };
        let env = Env::single(&Position::EMPTY, Color::White);
        let fuel = std::mem::replace(&mut self.meter.context.fuel, u64::MAX);
        let table = RepliesTable::of(|replies| {
            // As if the moves had just been counted.
            if let Some(counted) = window(&mut self.registers, self.top).get_mut(dst.index()) {
                *counted = replies.cast_unsigned();
            }
            let value = self.interpret_from::<Unseen>(function, &env, self.top, 2);
            value.map(u64::cast_signed)
        });
        self.meter.context.fuel = fuel;
        self.caches.replies.put(function, table?);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use adv_module::Reg;
    use adv_primitives::pure;

    use super::*;

    const R0: Reg = Reg(0);

    fn table(value: impl Fn(i64) -> i64) -> RepliesTable {
        RepliesTable::of(|replies| Ok(value(replies))).expect("nothing stops it")
    }

    fn spread(replies: i64) -> i64 {
        let bits = pure(PrimId::Bits, [replies.cast_unsigned(), 0, 0]);
        bits.expect("a value").cast_signed()
    }

    #[test]
    fn what_is_left_says_how_many_replies_may_be_left() {
        let table = table(spread);
        assert_eq!(
            [0, 1, 2, 3, 32].map(|n| table.value(n)),
            [0, 0, 1000, 1585, 5000]
        );
        let within = [0, 999, 1000, 4999, 5000, 7993, 7994, u32::MAX];
        let most = within.map(|left| table.most_within(left));
        assert_eq!(most, [1, 1, 2, 31, 32, 254, 255, 255]);
    }

    #[test]
    fn a_price_that_falls_again_leaves_nothing_out_below_it() {
        // Ten replies cost nothing, and every other number a thousand.
        let table = table(|replies| if replies == 10 { 0 } else { 1000 });
        assert_eq!([9, 10, 11].map(|n| table.value(n)), [1000, 0, 1000]);
        assert_eq!(table.most_within(999), 10);
        assert_eq!(table.most_within(1000), u8::MAX);
    }

    #[test]
    fn what_only_a_very_large_number_pays_for_is_seen() {
        // From 300 replies on it costs nothing.
        let table = table(|replies| 300 - replies);
        assert_eq!(table.most_within(0), u8::MAX);
        assert!(table.is_small);
    }

    #[test]
    fn what_asks_for_more_is_no_such_function() {
        let code = |rest: Op| {
            [
                Op::Side {
                    dst: R0,
                    who: Who::Them,
                },
                Op::Prim {
                    dst: R0,
                    base: R0,
                    frame: Frame::New,
                    prim: PrimId::LegalMoves,
                },
                rest,
                Op::Return { src: R0 },
            ]
        };
        assert_eq!(replies_of(&code(Op::To { dst: R0 })), None);
        let plain = Op::Number { dst: R0, value: 3 };
        assert_eq!(replies_of(&code(plain)), Some(Who::Them));
    }
}
