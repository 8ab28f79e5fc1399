//! The moves of a game as markup: the main line in rows, comments between them, variations set in.

use std::fmt::Write as _;

use adv_chess::Color;

use super::AnnotatedGame;
use crate::explanation::said_in;
use crate::svg::escaped;
use crate::text::move_number;

/// Markup of all moves of a game with their comments and variations, in the language with this code.
pub(super) fn notation(game: &AnnotatedGame, below: &[Vec<usize>], language: &str) -> String {
    let mut writer = Writer {
        game,
        below,
        language,
        out: comment(&game.opening, true),
    };
    writer.line(None, 0, true);
    writer.out
}

struct Writer<'a> {
    game: &'a AnnotatedGame,
    below: &'a [Vec<usize>],
    language: &'a str,
    out: String,
}

impl<'a> Writer<'a> {
    fn after(&self, last: Option<usize>) -> &'a [usize] {
        let list = self.below.get(last.map_or(0, |last| last + 1));
        list.map_or(&[], Vec::as_slice)
    }

    /// Writes the moves after `last` with their variations. A move of Black has its number if `is_begun`: where it does not follow one of
    /// White on the page. The PGN reader limits the depth of variations, and with it this recursion.
    fn line(&mut self, last: Option<usize>, depth: usize, mut is_begun: bool) {
        let mut at = last;
        let mut is_open = false;
        while let Some((first, others)) = self.after(at).split_first() {
            if depth == 0 && !is_open {
                self.out.push_str("<p class=\"main\">");
                is_open = true;
            }
            is_begun = self.one(*first, depth, is_begun, &mut is_open);
            if !others.is_empty() {
                self.close(depth, &mut is_open);
                for other in others {
                    self.variation(*other, depth + 1);
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

    /// Writes a variation. Other moves beside its first one belong to the line that it leaves.
    fn variation(&mut self, first: usize, depth: usize) {
        self.out.push_str("<div class=\"variation\">");
        let is_begun = self.one(first, depth, true, &mut false);
        self.line(Some(first), depth, is_begun);
        self.out.push_str("</div>\n");
    }

    /// Writes a move with its comments; returns true if the next move begins anew and so needs its number.
    fn one(&mut self, place: usize, depth: usize, is_begun: bool, is_open: &mut bool) -> bool {
        let Some(of) = self.game.moves.get(place) else {
            return is_begun;
        };
        let lead = comment(&of.lead, false);
        self.out.push_str(&lead);
        let number = match is_begun || !lead.is_empty() || of.before.turn() == Color::White {
            true => format!("<span class=\"num\">{}</span>", move_number(&of.before)),
            false => String::new(),
        };
        let _ = write!(
            self.out,
            "<button type=\"button\" class=\"move\" data-node=\"{place}\" data-uci=\"{}\"{}{}>{number}{}{}</button>",
            of.mv,
            of.parent
                .map_or_else(String::new, |parent| format!(" data-parent=\"{parent}\"")),
            marked(&of.comment),
            escaped(&said_in(self.language, &of.before, of.mv)),
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

/// Squares (`Ga1`) and arrows (`Ga1b2`) that a comment marks on the board, each with the letter of its colour, with blanks between them.
pub(super) fn marks(text: &str) -> String {
    let mut marks = Vec::new();
    for part in parts(text) {
        let length = match part {
            Part::Command("csl", _) => 3,
            Part::Command("cal", _) => 5,
            _ => continue,
        };
        let (Part::Command(_, list) | Part::Text(list)) = part;
        let list = list.split(',').map(str::trim);
        marks.extend(list.filter(|of| is_mark(of, length)));
    }
    marks.join(" ")
}

/// Attribute with the marks of a comment; empty for a comment without marks.
fn marked(text: &str) -> String {
    match marks(text) {
        marks if marks.is_empty() => marks,
        marks => format!(" data-marks=\"{marks}\""),
    }
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
        assert_eq!(marks(text), "Ga1 Ga1b2 Yh8a1");
        assert_eq!(
            comment(text, false),
            " <span class=\"comment\">good <span class=\"command\">clk 0:05</span> &lt;b&gt;[%open</span> "
        );
        assert_eq!(comment("[%csl Ga1] ", true), "");
    }
}
