//! Moves of a problem in words, numbered from its diagram: `1.Ra5`, `4…Kc8`.

use adv_chess::Color;
use adv_vm::Tree;

use crate::json::moves_of;
use crate::text::{joined, longest_line};

/// SAN of a move with its number in a problem: `first` is the side that moves first in the line, `ply` counts from 0.
pub fn numbered(first: Color, ply: usize, san: &str) -> String {
    let (number, dots) = match first {
        Color::White => (ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "…" }),
        Color::Black => (
            ply.div_ceil(2) + 1,
            if ply.is_multiple_of(2) { "…" } else { "." },
        ),
    };
    format!("{number}{dots}{san}")
}

/// Moves of a line in SAN with numbers before White's moves and before the first one; `from` is the ply of the first, counted from 0.
pub fn numbered_line(first: Color, from: usize, sans: &[String]) -> String {
    let words = sans.iter().enumerate().map(|(index, san)| {
        let ply = from + index;
        let white = (first == Color::White) == ply.is_multiple_of(2);
        match white || index == 0 {
            true => numbered(first, ply, san),
            false => san.clone(),
        }
    });
    joined(words, " ")
}

/// Longest line of a tree as moves in SAN, the first of those that are equally long.
pub fn deepest_line(tree: &Tree) -> Vec<String> {
    let moves = moves_of(*tree.root(), longest_line(tree));
    moves.into_iter().map(|mv| mv.san).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_from_the_diagram() {
        assert_eq!(numbered(Color::White, 0, "Ra6"), "1.Ra6");
        assert_eq!(numbered(Color::White, 7, "Kc8"), "4…Kc8");
        assert_eq!(numbered(Color::Black, 0, "Ra6"), "1…Ra6");
        assert_eq!(numbered(Color::Black, 1, "Kc8"), "2.Kc8");
        let line = ["Qb6+", "axb6", "Bxb6+"].map(str::to_owned);
        assert_eq!(numbered_line(Color::White, 0, &line), "1.Qb6+ axb6 2.Bxb6+");
        assert_eq!(numbered_line(Color::Black, 0, &line), "1…Qb6+ 2.axb6 Bxb6+");
        assert_eq!(numbered_line(Color::White, 1, &line[..2]), "1…Qb6+ 2.axb6");
    }
}
