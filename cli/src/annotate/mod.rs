//! Annotation of games: a PGN is read, and comments, glyphs and variations are written into it.
//!
//! ```text
//!   bytes ──movetext::read──▶ games with the places of their moves ──notes::notes──▶ insertions ──written──▶ bytes
//!                                                                                                          └──tree::tree──▶ a game for a page
//! ```
//!
//! The input stays whole: tags, moves, comments, variations and glyphs are copied byte for byte.

mod movetext;
mod notes;
mod tree;

pub use movetext::{Read, place, read};
pub use notes::{Insertion, NoteOptions, notes};
pub use tree::tree;

/// Copies the bytes `from..to` of a PGN text, with each insertion written at its byte offset.
pub fn written(text: &[u8], from: usize, to: usize, insertions: &mut [Insertion]) -> Vec<u8> {
    // Stable: what belongs to one place stays in its order.
    insertions.sort_by_key(|insertion| insertion.at);
    let mut out = Vec::with_capacity(to.saturating_sub(from) + 64 * insertions.len());
    let mut at = from;
    for insertion in insertions {
        let place = insertion.at.clamp(at, to);
        out.extend_from_slice(text.get(at..place).unwrap_or_default());
        // An empty line would end the game for some readers.
        let mut words = insertion.text.as_str();
        if out.ends_with(b"\n") {
            words = words.strip_prefix('\n').unwrap_or(words);
        }
        let rest = text.get(place..).unwrap_or_default();
        let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        if matches!(next, Some(b'\n' | b'\r')) {
            words = words.strip_suffix('\n').unwrap_or(words);
        }
        out.extend_from_slice(words.as_bytes());
        at = place;
    }
    out.extend_from_slice(text.get(at..to).unwrap_or_default());
    out
}
