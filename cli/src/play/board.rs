//! Board drawings as a player sees them: pieces, the last move, and a set of squares.
//!
//! ```text
//! 8  .  .  .  .  .  .  .  .       [x]  left or reached by the last move
//! 7  .  .  .  . (.)(.)(.) .       (x)  of the set of squares that is shown
//! 6  .  .  . [.](K) .  .  .       {x}  both
//!    a  b  c  d  e  f  g  h
//! ```
//!
//! On a terminal with colours the squares are coloured instead, and both sides have full figures, for an outlined one would let the
//! square show through.

use std::fmt::Write as _;

use adv::chess::{Color, Move, Position, bit, fen_letter, figure};
use clap::builder::styling::{Ansi256Color, Reset};

use crate::args::MenArg;
use crate::{io, messages};

/// Appearance of drawn boards: colours, figures, and the side at the bottom.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// True for boards drawn in colours.
    pub color: bool,
    /// True for chess figures as pieces, false for letters.
    pub figures: bool,
    /// True for boards with Black's side at the bottom.
    pub flipped: bool,
}

impl Look {
    /// Appearance of boards on standard output, by the options and the terminal.
    pub fn of(men: MenArg, flipped: bool) -> Look {
        let terminal = io::stdout_is_terminal();
        Look {
            color: messages::has_colours(terminal),
            figures: match men {
                MenArg::Figures => true,
                MenArg::Letters => false,
                MenArg::Auto => terminal && !io::is_dumb() && speaks_unicode(),
            },
            flipped,
        }
    }
}

/// True where the terminal shows more than ASCII, by the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set.
fn speaks_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(io::variable);
    match locale {
        Some(name) => {
            let name = name.to_string_lossy().to_ascii_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        }
        // Outside Unix the variables say nothing.
        None => cfg!(not(unix)),
    }
}

/// Marks on a drawn board: the last move and a set of squares.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// Last move, whose two squares are marked; `None` where there is none.
    pub last: Option<Move>,
    /// Squares to mark, one bit each; 0 for none.
    pub set: u64,
}

/// Backgrounds of light and dark squares, as numbers of a terminal's 256 colours: plain, last move, set, both.
const BACKGROUNDS: [[u8; 2]; 4] = [[180, 137], [186, 143], [117, 74], [114, 71]];
const WHITE_MEN: Ansi256Color = Ansi256Color(231);
const BLACK_MEN: Ansi256Color = Ansi256Color(16);

/// Draws a position as text. Every line ends with a line feed, the last as well.
pub fn draw(position: &Position, look: Look, marks: Marks) -> String {
    let last = marks.last.map_or(0, |m| bit(m.from) | bit(m.to));
    let mut text = String::new();
    let order: Vec<u8> = if look.flipped {
        (0..8).collect()
    } else {
        (0..8).rev().collect()
    };
    for &rank in &order {
        let _ = write!(text, " {} ", rank + 1);
        for &file in order.iter().rev() {
            let square = rank * 8 + file;
            let state = usize::from(last & bit(square) != 0)
                + 2 * usize::from(marks.set & bit(square) != 0);
            let man = position.piece_at(square);
            if look.color {
                let dark = usize::from((rank + file) % 2 == 0);
                let back = Ansi256Color(BACKGROUNDS[state][dark]);
                let front = match man {
                    Some((Color::Black, _)) => BLACK_MEN,
                    _ => WHITE_MEN,
                };
                // Both sides have full figures, which the colour tells apart.
                let shown = man.map_or(' ', |(color, role)| match look.figures {
                    true => figure(Color::Black, role),
                    false => fen_letter(color, role),
                });
                let _ = write!(text, "{} {shown} ", front.on(back));
            } else {
                let (open, close) = [(' ', ' '), ('[', ']'), ('(', ')'), ('{', '}')][state];
                let shown = match (man, look.figures) {
                    (Some((color, role)), true) => figure(color, role),
                    (Some((color, role)), false) => fen_letter(color, role),
                    (None, true) => '·',
                    (None, false) => '.',
                };
                let _ = write!(text, "{open}{shown}{close}");
            }
        }
        if look.color {
            let _ = write!(text, "{Reset}");
        }
        end_line(&mut text);
    }
    text.push_str("   ");
    for &file in order.iter().rev() {
        let _ = write!(text, " {} ", char::from(b'a' + file));
    }
    end_line(&mut text);
    text
}

/// Removes the blanks at the end of a text, and adds a line feed.
fn end_line(text: &mut String) {
    let shorter = text.trim_end().len();
    text.truncate(shorter);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv::chess::{parse_fen, parse_move};

    #[test]
    fn marks_are_seen_from_both_sides() {
        let position = parse_fen("8/8/8/4k3/8/3R4/8/2K5 w - - 0 1").unwrap_or_default();
        let last = parse_move(&position, "Rd6").ok();
        let after = last.map_or(position, |m| position.play(m));
        let plain = Look {
            color: false,
            figures: false,
            flipped: false,
        };
        let marks = Marks {
            last,
            set: 0xff << 40,
        };
        let drawn = " 8  .  .  .  .  .  .  .  .
 7  .  .  .  .  .  .  .  .
 6 (.)(.)(.){R}(.)(.)(.)(.)
 5  .  .  .  .  k  .  .  .
 4  .  .  .  .  .  .  .  .
 3  .  .  . [.] .  .  .  .
 2  .  .  .  .  .  .  .  .
 1  .  .  K  .  .  .  .  .
    a  b  c  d  e  f  g  h
";
        assert_eq!(draw(&after, plain, marks), drawn);
        let flipped = Look {
            flipped: true,
            figures: true,
            ..plain
        };
        let text = draw(&after, flipped, Marks::default());
        assert!(text.starts_with(" 1  ·  ·  ·  ·  ·  ♔  ·  ·\n"), "{text}");
        assert!(text.ends_with("    h  g  f  e  d  c  b  a\n"), "{text}");
        let colored = Look {
            color: true,
            ..flipped
        };
        assert!(draw(&after, colored, marks).contains("\u{1b}[38;5;231m\u{1b}[48;5;71m ♜ "));
    }
}
