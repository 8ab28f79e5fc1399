//! The pairs of squares that two kings may stand on, numbered.

use crate::rays::king_distance;

/// Pairs of squares on which two kings stand without touching.
pub(super) const KING_PAIRS: usize = 3612;
/// Kings that touch.
pub(super) const NO_PAIR: u16 = u16::MAX;

/// The squares of the white and the black king by number, and the number by their squares.
pub(super) struct Kings {
    pub(super) squares: [(u8, u8); KING_PAIRS],
    pub(super) number: [[u16; 64]; 64],
}

/// All pairs.
pub(super) static KINGS: Kings = {
    let mut kings = Kings {
        squares: [(0, 0); KING_PAIRS],
        number: [[NO_PAIR; 64]; 64],
    };
    let mut next = 0;
    let mut white = 0;
    while white < 64 {
        let mut black = 0;
        while black < 64 {
            if king_distance(white, black) > 1 {
                kings.squares[next] = (white, black);
                kings.number[white as usize][black as usize] = next as u16;
                next += 1;
            }
            black += 1;
        }
        white += 1;
    }
    kings
};

/// The place of a pair of kings, `None` where they touch.
#[inline]
pub(super) fn king_pair(white: u8, black: u8) -> Option<u64> {
    let pair = KINGS.number[usize::from(white & 63)][usize::from(black & 63)];
    (pair != NO_PAIR).then_some(u64::from(pair))
}
