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

use adv_module::{FnId, Frame, Op, PrimId, Program, Who};
use adv_primitives::pure;

use crate::search::by_replies::LARGEST;
use crate::search::costs::price_of;

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
    let depends_on_numbers = |op: &Op| {
        matches!(
            op,
            Op::Number { .. }
                | Op::Truth { .. }
                | Op::Move { .. }
                | Op::Add { .. }
                | Op::Sub { .. }
                | Op::Mul { .. }
                | Op::AddImm { .. }
                | Op::MulImm { .. }
                | Op::Neg { .. }
                | Op::Abs { .. }
                | Op::Min { .. }
                | Op::Max { .. }
                | Op::Lt { .. }
                | Op::Le { .. }
                | Op::EqImm { .. }
                | Op::LtImm { .. }
                | Op::GtImm { .. }
                | Op::Not { .. }
                | Op::Jump { .. }
                | Op::JumpIf { .. }
                | Op::JumpIfNot { .. }
                | Op::Return { .. }
                | Op::Prim {
                    prim: PrimId::Bits,
                    ..
                }
        )
    };
    rest.iter().all(depends_on_numbers).then_some(*who)
}

/// The value of such a function where the side has so many moves; `None` for code that is not one.
fn value_at(code: &[Op], replies: i64) -> Option<u64> {
    let mut registers = [0u64; 256];
    let mut at = 0;
    // Jumps lead forward, so that no instruction comes twice.
    for _ in code {
        let word = |reg: adv_module::Reg| registers.get(usize::from(reg.0)).copied().unwrap_or(0);
        let number = |reg| word(reg).cast_signed();
        let op = *code.get(at)?;
        at += 1;
        let value = match op {
            Op::Return { src } => return Some(word(src)),
            Op::Jump { to } => {
                at = to as usize;
                continue;
            }
            Op::JumpIf { a, to } | Op::JumpIfNot { a, to } => {
                if (word(a) != 0) == matches!(op, Op::JumpIf { .. }) {
                    at = to as usize;
                }
                continue;
            }
            Op::Side { .. } => 0,
            Op::Prim {
                prim: PrimId::LegalMoves,
                ..
            } => replies,
            Op::Prim {
                base,
                prim: PrimId::Bits,
                ..
            } => pure(PrimId::Bits, [word(base), 0, 0])?.cast_signed(),
            Op::Number { value, .. } => i64::from(value),
            Op::Truth { value, .. } => i64::from(value),
            Op::Move { src, .. } => number(src),
            Op::Add { a, b, .. } => number(a).saturating_add(number(b)),
            Op::Sub { a, b, .. } => number(a).saturating_sub(number(b)),
            Op::Mul { a, b, .. } => number(a).saturating_mul(number(b)),
            Op::AddImm { a, value, .. } => number(a).saturating_add(i64::from(value)),
            Op::MulImm { a, value, .. } => number(a).saturating_mul(i64::from(value)),
            Op::Neg { a, .. } => number(a).saturating_neg(),
            Op::Abs { a, .. } => number(a).saturating_abs(),
            Op::Min { a, b, .. } => number(a).min(number(b)),
            Op::Max { a, b, .. } => number(a).max(number(b)),
            Op::Lt { a, b, .. } => i64::from(number(a) < number(b)),
            Op::Le { a, b, .. } => i64::from(number(a) <= number(b)),
            Op::EqImm { a, value, .. } => i64::from(number(a) == i64::from(value)),
            Op::LtImm { a, value, .. } => i64::from(number(a) < i64::from(value)),
            Op::GtImm { a, value, .. } => i64::from(number(a) > i64::from(value)),
            Op::Not { a, .. } => i64::from(word(a) == 0),
            _ => return None,
        };
        let there = registers.get_mut(usize::from(op.destination()?.0))?;
        *there = value.cast_unsigned();
    }
    None
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
    fn of(code: &[Op]) -> Option<RepliesTable> {
        replies_of(code)?;
        let values: Option<Vec<i64>> = (0..NEVER)
            .map(|replies| value_at(code, replies).map(u64::cast_signed))
            .collect();
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
        Some(RepliesTable {
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
    /// Makes the table of a function, unless there is one. False where the function has none.
    pub(super) fn make(&mut self, module: &Program, function: FnId) -> bool {
        if self.get(function).is_some() {
            return true;
        }
        let code = module.functions.get(function.index());
        let Some(table) = code.and_then(|function| RepliesTable::of(&function.code)) else {
            return false;
        };
        if self.0.len() <= function.index() {
            self.0.resize_with(function.index() + 1, || None);
        }
        if let Some(there) = self.0.get_mut(function.index()) {
            *there = Some(table);
        }
        true
    }

    pub(super) fn get(&self, function: FnId) -> Option<&RepliesTable> {
        self.0.get(function.index())?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use adv_module::Reg;

    use super::*;

    const R0: Reg = Reg(0);
    const R1: Reg = Reg(1);

    /// The number of their replies in the first register, and then this.
    fn of_replies(rest: &[Op]) -> Vec<Op> {
        let mut code = vec![
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
        ];
        code.extend(rest);
        code
    }

    fn spread() -> Vec<Op> {
        of_replies(&[
            Op::Prim {
                dst: R0,
                base: R0,
                frame: Frame::Current,
                prim: PrimId::Bits,
            },
            Op::Return { src: R0 },
        ])
    }

    #[test]
    fn what_is_left_says_how_many_replies_may_be_left() {
        let table = RepliesTable::of(&spread()).expect("a function of that number");
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
        let code = of_replies(&[
            Op::EqImm {
                dst: R1,
                a: R0,
                value: 10,
            },
            Op::JumpIf { a: R1, to: 6 },
            Op::Number {
                dst: R0,
                value: 1000,
            },
            Op::Return { src: R0 },
            Op::Number { dst: R0, value: 0 },
            Op::Return { src: R0 },
        ]);
        let table = RepliesTable::of(&code).expect("a function of that number");
        assert_eq!([9, 10, 11].map(|n| table.value(n)), [1000, 0, 1000]);
        assert_eq!(table.most_within(999), 10);
        assert_eq!(table.most_within(1000), u8::MAX);
    }

    #[test]
    fn what_only_a_very_large_number_pays_for_is_seen() {
        // 300 less the number: from 300 replies on it costs nothing.
        let code = of_replies(&[
            Op::Number {
                dst: R1,
                value: 300,
            },
            Op::Sub {
                dst: R0,
                a: R1,
                b: R0,
            },
            Op::Return { src: R0 },
        ]);
        let table = RepliesTable::of(&code).expect("a function of that number");
        assert_eq!(table.most_within(0), u8::MAX);
        assert!(table.is_small);
    }

    #[test]
    fn what_asks_for_more_is_no_such_function() {
        let code = of_replies(&[Op::To { dst: R0 }, Op::Return { src: R0 }]);
        assert!(RepliesTable::of(&code).is_none());
        assert_eq!(replies_of(&spread()), Some(Who::Them));
    }
}
