//! The primitives' Rust side: one arm for each entry of the table, in its order.
//!
//! Every primitive is a pure function of its arguments and one position, and total but for the tablebase words, which ask the one who
//! knows what positions are worth.

use adv_chess::geometry;
use adv_chess::{Color, LegalInfo, Position, Role};
use adv_module::PrimId;

use crate::limits::Stop;
use crate::oracle::{Oracle, Outcome, Worth};

/// The colour and role 0..6 of a designation.
#[inline(always)]
pub(crate) fn designation(word: u64) -> (Color, u8) {
    let color = if word & 8 == 0 {
        Color::White
    } else {
        Color::Black
    };
    (color, (word & 7) as u8)
}

fn color(word: u64) -> Color {
    if word & 1 == 0 {
        Color::White
    } else {
        Color::Black
    }
}

/// The roles that a designation means: one, or all for 6.
fn roles(role: u8) -> &'static [Role] {
    let role = usize::from(role);
    Role::ALL.get(role..=role).unwrap_or(&Role::ALL)
}

fn number(n: impl Into<i64>) -> u64 {
    n.into() as u64
}

fn line_number(word: u64) -> Option<u8> {
    u8::try_from(word as i64).ok().filter(|n| *n < 8)
}

/// Steps and shifts off the board are all the same.
fn small(word: u64) -> i32 {
    (word as i64).clamp(-8, 8) as i32
}

/// What `dtm` answers where neither side wins.
const NEVER: u64 = 1000;

/// What a position is worth, if anybody knows.
fn worth(oracle: Option<&dyn Oracle>, position: &Position) -> Result<Worth, Stop> {
    let known = oracle.and_then(|oracle| oracle.worth(position));
    known.ok_or(Stop::NoValue)
}

/// The side that wins with best play, if any does.
fn winner(oracle: Option<&dyn Oracle>, position: &Position) -> Result<Option<Color>, Stop> {
    Ok(match worth(oracle, position)?.outcome {
        Outcome::Win => Some(position.turn()),
        Outcome::Draw => None,
        Outcome::Loss => Some(!position.turn()),
    })
}

/// Plies to mate. Who knows the result need not know the distance.
fn distance(oracle: Option<&dyn Oracle>, position: &Position) -> Result<u64, Stop> {
    let worth = worth(oracle, position)?;
    match (worth.outcome, worth.plies) {
        (Outcome::Draw, _) => Ok(NEVER),
        (_, Some(plies)) => Ok(u64::from(plies)),
        (_, None) => Err(Stop::NoValue),
    }
}

/// Calls a primitive. Arguments that it does not take are ignored.
///
/// # Errors
/// [`Stop::NoValue`] where a tablebase word is asked and nobody knows.
#[inline(never)]
pub(crate) fn call(
    prim: PrimId,
    position: &Position,
    [a, b, c]: [u64; 3],
    oracle: Option<&dyn Oracle>,
) -> Result<u64, Stop> {
    Ok(match prim {
        PrimId::Count => u64::from(a.count_ones()),
        PrimId::File => number(geometry::file(a)),
        PrimId::Rank => number(geometry::rank(a)),
        PrimId::Dist => number(geometry::dist(a, b)),
        PrimId::Manhattan => number(geometry::manhattan(a, b)),
        PrimId::Abs => number((a as i64).saturating_abs()),
        PrimId::Sign => number((a as i64).signum()),
        PrimId::FilesOf | PrimId::LinesOf => geometry::files(a),
        PrimId::RanksOf | PrimId::RowsOf => geometry::ranks(a),
        PrimId::Diagonals => geometry::diagonals(a),
        PrimId::Antidiagonals => geometry::antidiagonals(a),
        PrimId::FileAt => line_number(a).map_or(0, |n| 0x0101_0101_0101_0101 << n),
        PrimId::RankAt => line_number(a).map_or(0, |n| 0xff << (8 * n)),
        PrimId::SquareAt => match (line_number(a), line_number(b)) {
            (Some(file), Some(rank)) => 1 << (8 * rank + file),
            _ => 0,
        },
        PrimId::Between => geometry::between(a, b),
        PrimId::Rectangle => {
            if a == 0 || b == 0 {
                0
            } else {
                geometry::rectangle(a, b)
            }
        }
        PrimId::FilesBetween => geometry::strip_files(a, b),
        PrimId::RanksBetween => geometry::strip_ranks(a, b),
        PrimId::Around => geometry::neighbours(a),
        PrimId::Shift => geometry::shift(a, small(b), small(c)),
        PrimId::Reach => geometry::reach(a, b, None),
        PrimId::ReachWithin => {
            let within = (c as i64).clamp(0, 64) as u32;
            // Fewer than no steps reach nothing, not even the start.
            if (c as i64) < 0 {
                0
            } else {
                geometry::reach(a, b, Some(within))
            }
        }
        PrimId::Steps => number(geometry::steps(a, b, c)),
        PrimId::Map => {
            let (color, role) = designation(a);
            match Role::ALL.get(role as usize) {
                Some(role) => number(geometry::map(*role, color, b, c)),
                None => number(
                    Role::ALL
                        .into_iter()
                        .map(|role| geometry::map(role, color, b, c))
                        .min()
                        .unwrap_or(99),
                ),
            }
        }
        PrimId::Moves => {
            let (color, role) = designation(a);
            let info = LegalInfo::for_side(position, color);
            roles(role).iter().fold(0, |set, role| {
                set | info.legal_destinations(position, *role)
            })
        }
        PrimId::Step => {
            let (color, role) = designation(a);
            roles(role)
                .iter()
                .fold(0, |set, role| set | position.steps_of(color, *role))
        }
        PrimId::AttacksPiece => {
            let (color, role) = designation(a);
            roles(role).iter().fold(0, |set, role| {
                set | position.attacks_from_piece(color, *role)
            })
        }
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
        PrimId::Won => u64::from(winner(oracle, position)? == Some(color(a))),
        PrimId::Lost => u64::from(winner(oracle, position)? == Some(!color(a))),
        PrimId::Drawn => u64::from(winner(oracle, position)?.is_none()),
        PrimId::Dtm => distance(oracle, position)?,
    })
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
