//! Geometry on sets of squares: distances, lines, regions and ways over the board.
//!
//! Every function takes whole sets and has an answer for every set, also for the empty one: a
//! distance to nothing is [`FAR`], the file or rank of nothing is -1, a set made from nothing is
//! empty. Of several squares a number is the smallest over them. The first member of a set decides
//! nothing, so no answer depends on an order.

mod distance;
mod lines;
mod regions;
mod spread;
mod ways;

pub use distance::{FAR, dist, file, manhattan, rank};
pub use lines::{antidiagonals, between, diagonals, files, range_of_line, ranks};
pub use regions::{neighbours, rectangle, shift, strip_files, strip_ranks};
pub use spread::spread;
pub use ways::{map, reach, steps};

use crate::squares::{bit, each, file_of, rank_of};

/// The 28 squares at the edge of the board.
pub const EDGE: u64 = 0xff81_8181_8181_81ff;
/// a1, h1, a8 and h8.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;
/// d4, e4, d5 and e5.
pub const CENTRE: u64 = 0x0000_0018_1800_0000;
/// The light squares: h1, a8 and all that a bishop reaches from there.
pub const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
/// The dark squares: a1, h8 and all that a bishop reaches from there.
pub const DARK: u64 = !LIGHT;

/// The name of a square, `a1` to `h8`; only the low six bits of the number count.
///
/// ```
/// use adv_chess::geometry::{parse_square, square_name};
/// assert_eq!(square_name(4), "e1");
/// assert_eq!(parse_square("h8"), Some(63));
/// ```
pub fn square_name(square: u8) -> String {
    format!(
        "{}{}",
        char::from(b'a' + file_of(square)),
        rank_of(square) + 1
    )
}

/// The square of a name in small letters, `None` for any other text.
pub fn parse_square(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + (file - b'a')),
        _ => None,
    }
}

/// The names of a set's squares in the language's order, as messages print a board: `{a1, c2}`.
///
/// ```
/// assert_eq!(adv_chess::geometry::set_names(0b110 | 1 << 8), "{a2, b1, c1}");
/// ```
pub fn set_names(set: u64) -> String {
    let names: Vec<String> = crate::squares::file_major(set).map(square_name).collect();
    format!("{{{}}}", names.join(", "))
}

/// Reads a set of squares from a drawing of the board: eight lines from the eighth rank down, a dot
/// for each square outside the set, any other character for a member. `None` when the drawing does
/// not have eight rows of eight.
///
/// ```
/// use adv_chess::geometry::{EDGE, parse_drawing};
/// let ring = "X X X X X X X X
///             X . . . . . . X
///             X . . . . . . X
///             X . . . . . . X
///             X . . . . . . X
///             X . . . . . . X
///             X . . . . . . X
///             X X X X X X X X";
/// assert_eq!(parse_drawing(ring), Some(EDGE));
/// ```
pub fn parse_drawing(drawing: &str) -> Option<u64> {
    let marks: Vec<char> = drawing.chars().filter(|c| !c.is_whitespace()).collect();
    if marks.len() != 64 {
        return None;
    }
    let upside_down = marks
        .iter()
        .zip(0u8..)
        .filter(|(mark, _)| **mark != '.')
        .fold(0, |set, (_, square)| set | bit(square));
    Some(u64::swap_bytes(upside_down))
}

/// Draws a set of squares as [`parse_drawing`] reads it: eight lines, `X` for a member.
pub fn drawing(set: u64) -> String {
    let mut text = String::with_capacity(128);
    for square in each(!0).map(|square| square ^ 56) {
        text.push(if set & bit(square) != 0 { 'X' } else { '.' });
        text.push(if file_of(square) == 7 { '\n' } else { ' ' });
    }
    text
}

/// The files that a set touches, bit 0 for the a-file.
#[inline]
pub(crate) const fn file_bits(set: u64) -> u64 {
    let half = set | set >> 32;
    let quarter = half | half >> 16;
    (quarter | quarter >> 8) & 0xff
}

/// The ranks that a set touches, bit 0 for the first rank.
#[inline]
pub(crate) const fn rank_bits(set: u64) -> u64 {
    let pairs = set | (set >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
    let quads = pairs | (pairs >> 2 & 0x3f3f_3f3f_3f3f_3f3f);
    let lowest = (quads | (quads >> 4)) & crate::rays::FILE_A;
    // Gathers the eight bits 0, 8, 16, … into the top byte.
    lowest.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The whole files of these file bits.
#[inline]
pub(crate) const fn files_of_bits(bits: u64) -> u64 {
    (bits & 0xff) * crate::rays::FILE_A
}

/// The whole ranks of these rank bits.
#[inline]
pub(crate) const fn ranks_of_bits(bits: u64) -> u64 {
    // Spreads bit r to bit 8r, then fills each byte.
    let spread = (bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & crate::rays::FILE_A;
    (spread | (bits & 0x80) << 49) * 0xff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_files_and_ranks_go_both_ways() {
        for bits in 0..256u64 {
            assert_eq!(file_bits(files_of_bits(bits)), bits);
            assert_eq!(rank_bits(ranks_of_bits(bits)), bits);
            assert_eq!(
                ranks_of_bits(bits),
                crate::squares::transpose(files_of_bits(bits))
            );
        }
        for square in 0..64 {
            assert_eq!(file_bits(bit(square)), 1 << file_of(square));
            assert_eq!(rank_bits(bit(square)), 1 << rank_of(square));
        }
    }

    #[test]
    fn drawings_and_names_go_both_ways() {
        let set = 0x0123_4567_89ab_cdef;
        assert_eq!(parse_drawing(&drawing(set)), Some(set));
        assert_eq!(parse_drawing("X . X"), None);
        for square in 0..64 {
            assert_eq!(parse_square(&square_name(square)), Some(square));
        }
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert_eq!(parse_square(text), None, "{text}");
        }
    }

    #[test]
    fn the_named_sets_have_their_sizes() {
        assert_eq!(EDGE.count_ones(), 28);
        assert_eq!((CORNERS & EDGE).count_ones(), 4);
        assert_eq!(set_names(CENTRE), "{d4, d5, e4, e5}");
        assert_eq!(DARK & bit(0), 1);
        assert_eq!((LIGHT.count_ones(), LIGHT & DARK), (32, 0));
    }
}
