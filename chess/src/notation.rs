//! Positions and moves in and out of text: FEN, lists of men, SAN and the moves of the Universal Chess Interface.
//!
//! shakmaty decides which notation is valid; this module adds the sentence that says what is wrong and
//! what to do about it. No text makes any of these functions panic, whatever its length.

mod fen;
mod fen_error;
mod men;
mod san;

pub use crate::drawing::board_text;
pub use fen::{fen, parse_fen};
pub use fen_error::{FenError, FenErrorKind};
pub use men::{parse_men, parse_position};
pub use san::{MoveError, parse_move, san};

/// Text beyond this many bytes is neither FEN nor a move, and messages do not repeat it.
const LONGEST_TEXT: usize = 200;

/// User text for a message: in backticks, cut after 40 characters, without control characters.
fn quoted(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(40)
        .map(|c| if c.is_control() { '�' } else { c })
        .collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
