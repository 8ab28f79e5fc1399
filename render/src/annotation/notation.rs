//! The moves of a game as markup: the main line in rows, comments between them, variations set in.

use std::fmt::Write as _;

use adv_chess::Color;

use super::words::WalkWords;
use super::{AnnotatedGame, AnnotatedMove, Below};
use crate::svg::escaped;

/// Markup of all moves of a game with their comments and variations.
pub(super) fn notation(game: &AnnotatedGame, below: &Below, words: &WalkWords) -> String {
    let mut out = String::new();
    out.push_str(&comment(&game.opening, true));
    let mut writer = Writer {
        game,
        below,
        words,
        out,
    };
    writer.line(None, 0);
    writer.out
}

struct Writer<'a> {
    game: &'a AnnotatedGame,
    below: &'a Below,
    words: &'a WalkWords,
    out: String,
}

impl Writer<'_> {
    /// Writes the moves after `last` with their variations. The PGN reader limits the depth of variations, and with it this recursion.
    fn line(&mut self, last: Option<usize>, depth: usize) {
        let mut at = last;
        // A move of Black has its number where it does not follow one of White on the page.
        let mut is_begun = true;
        let mut is_open = false;
        while let Some((first, others)) = self.below.of(at).split_first() {
            if depth == 0 && !is_open {
                self.out.push_str("<p class=\"main\">");
                is_open = true;
            }
            is_begun = self.one(*first, depth, is_begun, &mut is_open);
            if !others.is_empty() {
                self.close(depth, &mut is_open);
                for other in others {
                    self.variation(*other, depth);
                }
                is_begun = true;
            }
            at = Some(*first);
        }
        self.close(depth, &mut is_open);
    }

    fn close(&mut self, depth: usize, is_open: &mut bool) {
        if depth == 0 && *is_open {
            self.out.push_str("</p>\n");
            *is_open = false;
        }
    }

    fn variation(&mut self, first: usize, depth: usize) {
        self.out.push_str("<div class=\"variation\">");
        let mut is_open = false;
        let is_begun = self.one(first, depth + 1, true, &mut is_open);
        // What varies from its own first move belongs to the line that it leaves.
        self.rest(first, depth + 1, is_begun);
        self.out.push_str("</div>\n");
    }

    /// Writes the moves after the first move of a variation; other moves at a branch become variations of their own.
    fn rest(&mut self, first: usize, depth: usize, is_begun: bool) {
        let mut is_begun = is_begun;
        let mut is_open = false;
        let mut at = first;
        while let Some((next, others)) = self.below.of(Some(at)).split_first() {
            is_begun = self.one(*next, depth, is_begun, &mut is_open);
            for other in others {
                self.variation(*other, depth);
                is_begun = true;
            }
            at = *next;
        }
    }

    /// Writes a move with its comments; returns true if the next move begins anew and so needs its number.
    fn one(&mut self, place: usize, depth: usize, is_begun: bool, is_open: &mut bool) -> bool {
        let Some(of) = self.game.moves.get(place) else {
            return is_begun;
        };
        let lead = comment(&of.lead, false);
        self.out.push_str(&lead);
        let number = match (of.before.turn(), is_begun || !lead.is_empty()) {
            (Color::White, _) => format!("{}.", of.before.fullmoves()),
            (Color::Black, true) => format!("{}...", of.before.fullmoves()),
            (Color::Black, false) => String::new(),
        };
        let number = match number.is_empty() {
            true => number,
            false => format!("<span class=\"num\">{number}</span>"),
        };
        let _ = write!(
            self.out,
            "<button type=\"button\" class=\"move\" data-node=\"{place}\">{number}{}{}</button>",
            escaped(&self.words.said(&of.before, of.mv)),
            glyphs(&of.glyphs)
        );
        let text = comment(&of.comment, depth == 0);
        if text.is_empty() {
            return false;
        }
        self.close(depth, is_open);
        self.out.push_str(&text);
        true
    }
}

/// Text of a move with its number and signs, for the line under the board.
pub(super) fn label(of: &AnnotatedMove, words: &WalkWords) -> String {
    let dots = match of.before.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    let signs: String = of.glyphs.iter().map(|glyph| sign(*glyph)).collect();
    format!(
        "{}{dots} {}{signs}",
        of.before.fullmoves(),
        words.said(&of.before, of.mv)
    )
}

/// Markup of the signs that follow a move, such as `!`, from the numbers of its glyphs.
fn glyphs(glyphs: &[u32]) -> String {
    let mut out = String::new();
    for glyph in glyphs {
        let class = match glyph {
            2 | 4 | 6 => " bad",
            1 | 3 | 5 => " good",
            _ => "",
        };
        let _ = write!(
            out,
            "<span class=\"glyph{class}\">{}</span>",
            escaped(&sign(*glyph))
        );
    }
    out
}

/// Symbol that books print for a glyph; `$` and its number if it has no symbol.
fn sign(glyph: u32) -> String {
    let sign = match glyph {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        7 => " □",
        10..=12 => " =",
        13 => " ∞",
        14 => " +=",
        15 => " =+",
        16 => " ±",
        17 => " ∓",
        18 => " +-",
        19 => " -+",
        22 | 23 => " ⨀",
        36 | 37 => " ↑",
        40 | 41 => " →",
        132 | 133 => " ⇆",
        138 | 139 => " ⊕",
        146 => " N",
        other => return format!(" ${other}"),
    };
    sign.to_owned()
}

/// Markup of a comment; empty for one that only marks squares. Commands of other programs, such as `[%clk 0:05:00]`, are set small.
fn comment(text: &str, is_block: bool) -> String {
    let mut inner = String::new();
    for part in parts(text) {
        match part {
            Part::Text(text) => inner.push_str(&escaped(text)),
            Part::Command("csl" | "cal", _) => {}
            Part::Command(name, value) => {
                let _ = write!(
                    inner,
                    "<span class=\"command\">{} {}</span>",
                    escaped(name),
                    escaped(value)
                );
            }
        }
    }
    let inner = inner.trim();
    match (inner.is_empty(), is_block) {
        (true, _) => String::new(),
        (false, true) => format!("<p class=\"comment\">{inner}</p>\n"),
        (false, false) => format!(" <span class=\"comment\">{inner}</span> "),
    }
}

/// Squares (`Ga1`) and arrows (`Ga1b2`) that a comment marks on the board, each with the letter of its colour.
pub(super) fn marks(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut squares, mut arrows) = (Vec::new(), Vec::new());
    for part in parts(text) {
        let Part::Command(name, value) = part else {
            continue;
        };
        let (list, length) = match name {
            "csl" => (&mut squares, 3),
            "cal" => (&mut arrows, 5),
            _ => continue,
        };
        let all = value.split(',').map(str::trim);
        list.extend(all.filter(|of| is_mark(of, length)).map(str::to_owned));
    }
    (squares, arrows)
}

/// True for a mark of this length: a letter for its colour, then one square or two that differ.
fn is_mark(text: &str, length: usize) -> bool {
    let bytes = text.as_bytes();
    let Some((b'R' | b'G' | b'Y' | b'B', squares)) = bytes.split_first() else {
        return false;
    };
    let is_square = |square: &[u8]| matches!(square, [file, rank] if (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank));
    bytes.len() == length
        && squares.chunks(2).all(is_square)
        && squares.get(..2) != squares.get(2..4)
}

/// Piece of a comment: plain text, or a command in brackets.
#[derive(Debug, PartialEq)]
enum Part<'t> {
    Text(&'t str),
    /// Command with its name and value, written `[%name value]`.
    Command(&'t str, &'t str),
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, opened)) = rest.split_once("[%") {
        let Some((command, after)) = opened.split_once(']') else {
            break;
        };
        if !before.is_empty() {
            found.push(Part::Text(before));
        }
        let (name, value) = command
            .split_once(char::is_whitespace)
            .unwrap_or((command, ""));
        found.push(Part::Command(name, value.trim()));
        rest = after;
    }
    if !rest.is_empty() {
        found.push(Part::Text(rest));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_parted_into_marks_and_text() {
        let text = "[%csl Ga1,Rz9,Xb2] [%cal Ga1b2,Gc3c3,Yh8a1]good [%clk 0:05] <b>[%open";
        let (squares, arrows) = marks(text);
        assert_eq!(squares, ["Ga1"]);
        assert_eq!(arrows, ["Ga1b2", "Yh8a1"]);
        assert_eq!(
            comment(text, false),
            " <span class=\"comment\">good <span class=\"command\">clk 0:05</span> &lt;b&gt;[%open</span> "
        );
        assert_eq!(comment("[%csl Ga1] ", true), "");
    }
}
