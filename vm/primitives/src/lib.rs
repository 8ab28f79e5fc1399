//! What the primitives answer. The table of `adv-module` says how each is spelt and typed; here is what each of them means, once.
//!
//! ```text
//!   pure       words alone                 the compiler folds constants with it; native code calls it
//!   on_board   words and one position      the machine asks it, of pure ones too
//!   ways       men, targets, one position  trajectories and zones; the answer says what it costs
//!   (none)     the tablebase words         the machine asks an oracle
//! ```
//!
//! Operands are words as registers hold them: boards as sets with a1 = bit 0, numbers in two's complement, designations and sides as
//! [`adv_module::Ty`] says. Every function here is total.
//!
//! Architecture invariant: this crate knows words and positions, and neither programs nor searching. The reference evaluator of the
//! tests has definitions of its own and does not use it, so that the two can disagree.

mod men;
mod numbers;
pub mod way_facts;
pub mod ways;
pub mod zone_facts;

pub use men::{Kind, Men};

use adv_chess::position::{
    CASTLE_BLACK_KING, CASTLE_BLACK_QUEEN, CASTLE_WHITE_KING, CASTLE_WHITE_QUEEN,
};
use adv_chess::{Color, LegalInfo, Position, Role, geometry};
use adv_module::PrimId;

/// The squares of the a-file.
const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of the first rank.
const RANK_1: u64 = 0xff;

/// The side that a word means.
#[inline(always)]
pub const fn color(word: u64) -> Color {
    if word & 1 == 0 {
        Color::White
    } else {
        Color::Black
    }
}

/// The colour and role of a designation; 6 stands for all roles.
#[inline(always)]
pub const fn designation(word: u64) -> (Color, u8) {
    (color(word >> 3), (word & 7) as u8)
}

/// The castling rights of a side.
const fn rights_of(color: Color) -> u8 {
    match color {
        Color::White => CASTLE_WHITE_KING | CASTLE_WHITE_QUEEN,
        Color::Black => CASTLE_BLACK_KING | CASTLE_BLACK_QUEEN,
    }
}

/// How far a word shifts a board. Shifts off the board are all the same.
#[inline(always)]
pub fn shift_steps(word: u64) -> i32 {
    word.cast_signed().clamp(-8, 8) as i32
}

/// The roles that a designation means: one, or all for 6.
fn roles(role: u8) -> &'static [Role] {
    let at = usize::from(role);
    Role::ALL.get(at..=at).unwrap_or(&Role::ALL)
}

fn number(n: impl Into<i64>) -> u64 {
    n.into().cast_unsigned()
}

/// The number 0 to 7 of a file or rank.
fn line(word: u64) -> Option<u64> {
    (word < 8).then_some(word)
}

/// The value of a primitive that looks at nothing but its operands; `None` for all others. Operands that it does not take are
/// ignored.
#[inline(always)]
pub fn pure(prim: PrimId, [a, b, c]: [u64; 3]) -> Option<u64> {
    Some(match prim {
        PrimId::Count => u64::from(a.count_ones()),
        PrimId::File => number(geometry::file(a)),
        PrimId::Rank => number(geometry::rank(a)),
        PrimId::Dist => number(geometry::dist(a, b)),
        PrimId::Manhattan => number(geometry::manhattan(a, b)),
        PrimId::Abs => number(a.cast_signed().saturating_abs()),
        PrimId::Sign => number(a.cast_signed().signum()),
        PrimId::FilesOf | PrimId::LinesOf => geometry::files(a),
        PrimId::RanksOf | PrimId::RowsOf => geometry::ranks(a),
        PrimId::Diagonals => geometry::diagonals(a),
        PrimId::Antidiagonals => geometry::antidiagonals(a),
        PrimId::FileAt => line(a).map_or(0, |n| FILE_A << n),
        PrimId::RankAt => line(a).map_or(0, |n| RANK_1 << (8 * n)),
        PrimId::SquareAt => match (line(a), line(b)) {
            (Some(file), Some(rank)) => 1 << (8 * rank + file),
            _ => 0,
        },
        PrimId::Between => geometry::between(a, b),
        PrimId::Rectangle if a == 0 || b == 0 => 0,
        PrimId::Rectangle => geometry::rectangle(a, b),
        PrimId::FilesBetween => geometry::strip_files(a, b),
        PrimId::RanksBetween => geometry::strip_ranks(a, b),
        PrimId::Around => geometry::neighbours(a),
        PrimId::Shift => geometry::shift(a, shift_steps(b), shift_steps(c)),
        PrimId::Reach => geometry::reach(a, b, None),
        // Fewer than no steps reach nothing, not even the start.
        PrimId::ReachWithin if c.cast_signed() < 0 => 0,
        PrimId::ReachWithin => geometry::reach(a, b, Some(c.min(64) as u32)),
        PrimId::Steps => number(geometry::steps(a, b, c)),
        PrimId::Map => {
            let (color, role) = designation(a);
            let needed = roles(role)
                .iter()
                .map(|role| geometry::map(*role, color, b, c));
            number(needed.min().unwrap_or(geometry::FAR))
        }
        PrimId::Bits => number(numbers::bits(a.cast_signed())),
        PrimId::Div => number(numbers::div(a.cast_signed(), b.cast_signed())),
        _ => return None,
    })
}

/// The value of a primitive on a position; `None` for the tablebase words, which ask an oracle, and for the words of [`ways`].
#[inline(always)]
pub fn on_board(prim: PrimId, position: &Position, args: [u64; 3]) -> Option<u64> {
    if let Some(word) = pure(prim, args) {
        return Some(word);
    }
    let a = args[0];
    Some(match prim {
        PrimId::Moves => {
            let (color, role) = designation(a);
            let info = LegalInfo::for_side(position, color);
            sum(role, |role| info.legal_destinations(position, role))
        }
        PrimId::Step => {
            let (color, role) = designation(a);
            sum(role, |role| position.steps_of(color, role))
        }
        PrimId::AttacksPiece => {
            let (color, role) = designation(a);
            sum(role, |role| position.attacks_from_piece(color, role))
        }
        PrimId::AttacksFrom => {
            let (color, role) = designation(a);
            sum(role, |role| position.attacks_from(color, role, args[1]))
        }
        PrimId::MayCastle => u64::from(position.castling() & rights_of(color(a)) != 0),
        PrimId::AttacksSide => position.attacked_by(color(a)),
        PrimId::Guard => position.guard(color(a)),
        PrimId::InCheck => u64::from(position.in_check(color(a))),
        PrimId::Mated => u64::from(position.turn() == color(a) && position.is_mated(color(a))),
        PrimId::Stalemated => {
            u64::from(position.turn() == color(a) && position.is_stalemated(color(a)))
        }
        PrimId::LegalMoves => {
            u64::from(LegalInfo::for_side(position, color(a)).count_legal(position))
        }
        PrimId::Insufficient => u64::from(insufficient(position)),
        _ => return None,
    })
}

/// The squares of a designation's roles together.
fn sum(role: u8, squares: impl Fn(Role) -> u64) -> u64 {
    roles(role).iter().fold(0, |set, role| set | squares(*role))
}

/// Neither side could mate even with the other's help: bare kings, one minor piece, or bishops of one square colour only.
fn insufficient(position: &Position) -> bool {
    let [_, queens, rooks, bishops, knights, pawns] = position.by_role;
    if queens | rooks | pawns != 0 {
        return false;
    }
    let minors = bishops | knights;
    let one_colour = bishops & geometry::LIGHT == 0 || bishops & geometry::DARK == 0;
    minors.count_ones() <= 1 || (knights == 0 && one_colour)
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_module::{Primitive, primitive::Basis};

    const FULL: u64 = u64::MAX;
    const ONE_LESS: u64 = u64::MAX;

    fn one(prim: PrimId, args: &[u64]) -> Option<u64> {
        let arg = |at: usize| args.get(at).copied().unwrap_or(0);
        pure(prim, [arg(0), arg(1), arg(2)])
    }

    #[test]
    fn each_primitive_looks_at_what_the_table_says() {
        for entry in Primitive::ALL {
            let (words, board) = (
                pure(entry.id, [1, 2, 4]),
                on_board(entry.id, &Position::EMPTY, [1, 2, 4]),
            );
            assert_eq!(
                words.is_some(),
                entry.basis == Basis::Words,
                "{:?}",
                entry.id
            );
            assert_eq!(
                board.is_none(),
                entry.basis == Basis::Worth || entry.id.is_of_ways(),
                "{:?}",
                entry.id
            );
        }
    }

    #[test]
    fn answers_on_squares() {
        let (a1, e4, h8) = (1, 1 << 28, 1 << 63);
        assert_eq!(one(PrimId::Dist, &[a1, h8]), Some(7));
        assert_eq!(one(PrimId::Dist, &[a1, 0]), Some(99));
        assert_eq!(one(PrimId::File, &[e4]), Some(4));
        assert_eq!(one(PrimId::Rank, &[0]), Some(ONE_LESS));
        assert_eq!(one(PrimId::FilesOf, &[a1]), Some(FILE_A));
        assert_eq!(one(PrimId::RankAt, &[7]), Some(0xff << 56));
        assert_eq!(one(PrimId::FileAt, &[8]), Some(0));
        assert_eq!(one(PrimId::FileAt, &[ONE_LESS]), Some(0));
        assert_eq!(one(PrimId::SquareAt, &[4, 3]), Some(e4));
        assert_eq!(one(PrimId::SquareAt, &[4, 9]), Some(0));
        assert_eq!(
            one(PrimId::Abs, &[i64::MIN.cast_unsigned()]),
            Some(i64::MAX.cast_unsigned())
        );
    }

    #[test]
    fn unusual_operands_have_answers_too() {
        assert_eq!(one(PrimId::Shift, &[1, 99, 0]), Some(0));
        assert_eq!(one(PrimId::Steps, &[1, 2, 4]), Some(99));
        assert_eq!(one(PrimId::ReachWithin, &[1, FULL, 0]), Some(1));
        assert_eq!(one(PrimId::ReachWithin, &[1, FULL, ONE_LESS]), Some(0));
        assert_eq!(one(PrimId::Reach, &[1, 0b111]), Some(0b111));
        assert_eq!(one(PrimId::Map, &[2, 1, 1 << 63]), Some(2));
        assert_eq!(one(PrimId::Map, &[6, 1, 1 << 63]), Some(1));
    }
}
