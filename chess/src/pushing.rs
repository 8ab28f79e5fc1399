//! The moves of one man to a set of squares, put onto a list in the fixed order.
//!
//! A king and a knight have at most eight, known for each square. Which of them are legal is too irregular to be foreseen, so all eight are written,
//! each behind the last that stays: no branch depends on the squares.

use crate::moves::Move;
use crate::piece::Role;
use crate::squares::{bit, file_major};

/// The moves of a man from each square. A move that would leave the board leads to the square itself, where no man can go.
type Steps = [[Move; 8]; 64];

/// A file and a rank, each with what a step adds to it, in the order of the squares that are reached: file first.
type Offsets = [(i8, i8); 8];

static KING: Steps = steps(
    Role::King,
    [
        (-1, -1),
        (-1, 0),
        (-1, 1),
        (0, -1),
        (0, 1),
        (1, -1),
        (1, 0),
        (1, 1),
    ],
);

static KNIGHT: Steps = steps(
    Role::Knight,
    [
        (-2, -1),
        (-2, 1),
        (-1, -2),
        (-1, 2),
        (1, -2),
        (1, 2),
        (2, -1),
        (2, 1),
    ],
);

const fn steps(role: Role, offsets: Offsets) -> Steps {
    let mut all = [[Move::new(role, 0, 0); 8]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let (file, rank) = (from as i8 % 8 + offsets[i].0, from as i8 / 8 + offsets[i].1);
            let stays = (file | rank) & !7 == 0;
            let to = if stays { (8 * rank + file) as u8 } else { from };
            all[from as usize][i] = Move::new(role, from, to);
            i += 1;
        }
        from += 1;
    }
    all
}

/// Pushes the moves of a man that is no pawn to squares that he reaches, in the fixed order. None of them castles.
#[inline(never)]
pub fn push_man(role: Role, from: u8, squares: u64, out: &mut Vec<Move>) {
    match role {
        Role::King => push_king_steps(from, squares, out),
        Role::Knight => push_knight_steps(from, squares, out),
        _ => push_plain(role, from, squares, out),
    }
}

/// Pushes plain moves of one man. Their number is told before, so that room is made for all of them at once.
#[inline(always)]
pub(crate) fn push_plain(role: Role, from: u8, squares: u64, out: &mut Vec<Move>) {
    if squares == 0 {
        return;
    }
    let mut left = file_major(squares);
    let numbered = 0..squares.count_ones();
    out.extend(numbered.map(|_| Move::new(role, from, left.take_one())));
}

/// Pushes a king's moves to squares among his steps, in the fixed order.
#[inline(always)]
pub(crate) fn push_king_steps(from: u8, squares: u64, out: &mut Vec<Move>) {
    push(&KING[usize::from(from & 63)], squares, out);
}

/// The same of a knight.
#[inline(always)]
pub(crate) fn push_knight_steps(from: u8, squares: u64, out: &mut Vec<Move>) {
    push(&KNIGHT[usize::from(from & 63)], squares, out);
}

#[inline(always)]
fn push(steps: &[Move; 8], squares: u64, out: &mut Vec<Move>) {
    let begin = out.len();
    out.extend_from_slice(steps);
    let kept = match out.last_chunk_mut::<8>() {
        Some(places) => write(steps, squares, places),
        None => 0,
    };
    out.truncate(begin + kept);
}

/// Writes those steps that go to some squares to the first places, and says how many they are. `N` is a power of two, 8 or more.
#[inline(always)]
fn write<const N: usize>(steps: &[Move; 8], squares: u64, places: &mut [Move; N]) -> usize {
    let mut kept = 0;
    for step in steps {
        places[kept & (N - 1)] = *step;
        kept += usize::from(squares & bit(step.to) != 0);
    }
    kept
}

/// Room for the moves of one man: a queen has 27.
pub const MAN_MOVES: usize = 32;

/// As [`push_man`], to the first places of an array: how many moves they are.
#[inline(always)]
pub fn write_man(role: Role, from: u8, squares: u64, places: &mut [Move; MAN_MOVES]) -> usize {
    match role {
        Role::King => write(&KING[usize::from(from & 63)], squares, places),
        Role::Knight => write(&KNIGHT[usize::from(from & 63)], squares, places),
        _ => {
            let mut count = 0;
            for to in file_major(squares) {
                places[count & (MAN_MOVES - 1)] = Move::new(role, from, to);
                count += 1;
            }
            count.min(MAN_MOVES)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::empty_board_targets;

    #[test]
    fn steps_are_pushed_in_the_fixed_order() {
        for from in 0..64 {
            for squares in [!0, 0, 0x00ff_00ff_00ff_00ff, 0x3c7e_dbff_1842_9966] {
                for role in [Role::King, Role::Knight] {
                    let squares = squares & empty_board_targets(role, from);
                    let before = Move::new(Role::Rook, 0, 1);
                    let mut moves = vec![before];
                    match role {
                        Role::King => push_king_steps(from, squares, &mut moves),
                        _ => push_knight_steps(from, squares, &mut moves),
                    }
                    let listed = file_major(squares).map(|to| Move::new(role, from, to));
                    let expected: Vec<Move> = std::iter::once(before).chain(listed).collect();
                    assert_eq!(moves, expected, "{from} {squares:x}");
                    let mut places = [before; MAN_MOVES];
                    let count = write_man(role, from, squares, &mut places);
                    assert_eq!(places[..count], expected[1..]);
                }
            }
        }
    }
}
