//! Constant folding: what operations answer on words that are known when the program is compiled.
//!
//! Every answer here is the machine's answer, on all operands. [`crate::lower`] applies these while it builds a definition's terms,
//! and knows the laws of sets, truths and numbers besides.
//!
//! ```text
//!   {a1, b1} ∪ c1     becomes   {a1, b1, c1}
//!   dist(a1, h8) - 1  becomes   6
//!   FILE(e4) ∩ ∅      becomes   ∅
//! ```

use adv_chess::{Color, Role, geometry};

use crate::hir::PrimId;

/// The board of all squares.
pub const FULL: u64 = u64::MAX;
/// The distance to nothing, and the smallest of nothing.
pub const FAR: i64 = geometry::FAR as i64;
/// The largest of nothing.
pub const NOTHING: i64 = -1;

/// A truth as a word.
pub const fn truth(value: bool) -> u64 {
    value as u64
}

/// The square of a number below 64 as a board, such as 28 for e4.
const fn square(number: i64) -> u64 {
    1 << (number & 63)
}

/// The number 0..=7 of a file or rank.
fn line(word: u64) -> Option<i64> {
    let number = word as i64;
    (0..8).contains(&number).then_some(number)
}

/// The value of a primitive that does not look at the position; `None` where it is left to the machine. The operands are words
/// as they stand in registers.
pub fn primitive(prim: PrimId, args: &[u64]) -> Option<u64> {
    let number = |value: i32| Some(i64::from(value) as u64);
    match (prim, args) {
        (PrimId::Count, &[a]) => Some(u64::from(a.count_ones())),
        (PrimId::File, &[a]) => number(geometry::file(a)),
        (PrimId::Rank, &[a]) => number(geometry::rank(a)),
        (PrimId::Dist, &[a, b]) => number(geometry::dist(a, b)),
        (PrimId::Manhattan, &[a, b]) => number(geometry::manhattan(a, b)),
        (PrimId::Abs, &[a]) => Some((a as i64).saturating_abs() as u64),
        (PrimId::Sign, &[a]) => Some((a as i64).signum() as u64),
        (PrimId::FilesOf | PrimId::LinesOf, &[a]) => Some(geometry::files(a)),
        (PrimId::RanksOf | PrimId::RowsOf, &[a]) => Some(geometry::ranks(a)),
        (PrimId::Diagonals, &[a]) => Some(geometry::diagonals(a)),
        (PrimId::Antidiagonals, &[a]) => Some(geometry::antidiagonals(a)),
        (PrimId::FileAt, &[n]) => Some(line(n).map_or(0, |n| geometry::files(square(n)))),
        (PrimId::RankAt, &[n]) => Some(line(n).map_or(0, |n| geometry::ranks(square(8 * n)))),
        (PrimId::SquareAt, &[f, r]) => {
            Some(line(f).zip(line(r)).map_or(0, |(f, r)| square(f + 8 * r)))
        }
        (PrimId::Between, &[a, b]) => Some(geometry::between(a, b)),
        (PrimId::Rectangle, &[a, b]) if a == 0 || b == 0 => Some(0),
        (PrimId::Rectangle, &[a, b]) => Some(geometry::rectangle(a, b)),
        (PrimId::FilesBetween, &[a, b]) => Some(geometry::strip_files(a, b)),
        (PrimId::RanksBetween, &[a, b]) => Some(geometry::strip_ranks(a, b)),
        (PrimId::Around, &[a]) => Some(geometry::neighbours(a)),
        (PrimId::Shift, &[a, x, y]) => {
            // Shifts off the board are all the same.
            let small = |word: u64| (word as i64).clamp(-8, 8) as i32;
            Some(geometry::shift(a, small(x), small(y)))
        }
        (PrimId::Reach, &[a, through]) => Some(geometry::reach(a, through, None)),
        (PrimId::ReachWithin, &[_, _, n]) if (n as i64) < 0 => Some(0),
        (PrimId::ReachWithin, &[a, through, n]) => {
            let within = (n as i64).min(64) as u32;
            Some(geometry::reach(a, through, Some(within)))
        }
        (PrimId::Steps, &[a, b, through]) => number(geometry::steps(a, b, through)),
        (PrimId::Map, &[piece, a, b]) => number(map(piece, a, b)),
        _ => None,
    }
}

/// Moves that a piece needs, of all roles the fewest where its designation means all men of a side.
fn map(piece: u64, from: u64, to: u64) -> i32 {
    let color = if piece & 8 == 0 {
        Color::White
    } else {
        Color::Black
    };
    let needed = |role: Role| geometry::map(role, color, from, to);
    match Role::ALL.get((piece & 7) as usize) {
        Some(&role) => needed(role),
        None => Role::ALL
            .into_iter()
            .map(needed)
            .min()
            .unwrap_or(geometry::FAR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primitives_on_squares() {
        let (a1, e4, h8) = (1, 1 << 28, 1 << 63);
        assert_eq!(primitive(PrimId::Dist, &[a1, h8]), Some(7));
        assert_eq!(primitive(PrimId::Dist, &[a1, 0]), Some(99));
        assert_eq!(primitive(PrimId::File, &[e4]), Some(4));
        assert_eq!(primitive(PrimId::Rank, &[0]), Some(-1_i64 as u64));
        assert_eq!(
            primitive(PrimId::FilesOf, &[a1]),
            Some(0x0101_0101_0101_0101)
        );
        assert_eq!(primitive(PrimId::RankAt, &[7]), Some(0xff << 56));
        assert_eq!(primitive(PrimId::FileAt, &[8]), Some(0));
        assert_eq!(primitive(PrimId::FileAt, &[u64::MAX]), Some(0));
        assert_eq!(primitive(PrimId::SquareAt, &[4, 3]), Some(e4));
        assert_eq!(primitive(PrimId::SquareAt, &[4, 9]), Some(0));
        assert_eq!(
            primitive(PrimId::Abs, &[i64::MIN as u64]),
            Some(i64::MAX as u64)
        );
    }

    #[test]
    fn unusual_operands_have_answers_too() {
        assert_eq!(primitive(PrimId::Shift, &[1, 99, 0]), Some(0));
        assert_eq!(primitive(PrimId::Steps, &[1, 2, 4]), Some(99));
        assert_eq!(primitive(PrimId::ReachWithin, &[1, FULL, 0]), Some(1));
        assert_eq!(
            primitive(PrimId::ReachWithin, &[1, FULL, -1_i64 as u64]),
            Some(0)
        );
        assert_eq!(primitive(PrimId::Reach, &[1, 0b111]), Some(0b111));
        assert_eq!(primitive(PrimId::Map, &[2, 1, 1 << 63]), Some(2));
        assert_eq!(primitive(PrimId::Map, &[6, 1, 1 << 63]), Some(1));
    }

    #[test]
    fn what_looks_at_the_position_is_left_to_the_machine() {
        assert_eq!(primitive(PrimId::Moves, &[0]), None);
    }
}
