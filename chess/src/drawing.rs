//! Boards as text, for terminals, messages and transcripts.

use std::fmt::Write as _;

use crate::piece::{Color, Role};
use crate::position::Position;

/// Draws the position with the names of ranks and files; from Black's side when `flipped`, with
/// chess figures instead of letters when `unicode`. Lines end with a line feed, the last as well.
///
/// ```
/// use adv_chess::{drawing::board_text, notation::parse_fen};
/// let position = parse_fen("8/8/8/4k3/8/3R4/8/2K5 w - - 0 1")?;
/// let drawn = "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . k . . .
/// 4 . . . . . . . .
/// 3 . . . R . . . .
/// 2 . . . . . . . .
/// 1 . . K . . . . .
///   a b c d e f g h
/// ";
/// assert_eq!(board_text(&position, false, false), drawn);
/// assert!(board_text(&position, true, true).starts_with("1 . . . . . ♔ . .\n"));
/// # Ok::<(), adv_chess::notation::FenError>(())
/// ```
pub fn board_text(position: &Position, flipped: bool, unicode: bool) -> String {
    let mut text = String::with_capacity(192);
    let from_left = |i: u8| if flipped { 7 - i } else { i };
    for row in 0..8 {
        let rank = 7 - from_left(row);
        text.push(char::from(b'1' + rank));
        for column in 0..8 {
            let square = rank * 8 + from_left(column);
            let mark = position.piece_at(square).map_or('.', |(color, role)| {
                if unicode {
                    figure(color, role)
                } else {
                    fen_letter(color, role)
                }
            });
            // Writing to a string cannot fail.
            let _ = write!(text, " {mark}");
        }
        text.push('\n');
    }
    text.push(' ');
    for column in 0..8 {
        let _ = write!(text, " {}", char::from(b'a' + from_left(column)));
    }
    text.push('\n');
    text
}

/// The letter of a man as FEN has it: capitals for White.
pub const fn fen_letter(color: Color, role: Role) -> char {
    match color {
        Color::White => role.letter(),
        Color::Black => role.letter().to_ascii_lowercase(),
    }
}

/// The chess figure of a man.
pub const fn figure(color: Color, role: Role) -> char {
    const FIGURES: [[char; 6]; 2] = [
        ['♔', '♕', '♖', '♗', '♘', '♙'],
        ['♚', '♛', '♜', '♝', '♞', '♟'],
    ];
    FIGURES[color.index()][role.index()]
}
