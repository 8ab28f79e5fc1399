//! Scalable drawings: a board with sets of squares on it.
//!
//! A drawing is one element without outside parts: men are paths, there is no picture and no style sheet elsewhere. Words use
//! whatever sans-serif there is. [`Theme::Auto`] follows the reader's preference for light or dark where the viewer knows it.

mod arrows;
mod board;
mod contour;
mod men;

pub(crate) use arrows::small_ways;
pub use arrows::{Arrow, ArrowStyle, KeySign, StopMark, Ways};
pub use board::{BoardOptions, Overlay, board, board_of, overlays};
pub use men::men_style;

use crate::visible::steers;

pub(crate) use contour::cell_of;
pub(crate) use men::{definitions, id as man_id};

/// Colours of a drawing: light, dark, or whichever the reader prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark lines on a light ground, as in books.
    #[default]
    Light,
    /// Light lines on a dark ground.
    Dark,
    /// Colours of `Dark` where the reader's system prefers dark, else those of `Light`.
    Auto,
}

/// Colours of overlays in their order. They differ in lightness as well as in hue, and each overlay has its own inset, so that
/// none is recognised by its colour alone.
pub(crate) const OVERLAY_COLOURS: [&str; 8] = [
    "#1667b0", "#c8402f", "#1b8a4b", "#8a3ab9", "#d07a00", "#00808a", "#b8256f", "#6a5a2a",
];

const LIGHT: &str = ".adv-page{fill:#fffdf8}.adv-l{fill:#f3ecdd}.adv-d{fill:#c3b294}.adv-frame{fill:none;stroke:#4a4335}\
.adv-text{fill:#2a261f}.adv-soft{fill:#6b6250}.adv-last{fill:#e3b505;fill-opacity:.42}.adv-us{fill:#f6ecd3;stroke:#8a7748}\
.adv-them{fill:#e3e9ee;stroke:#6f8291}.adv-edge{fill:none;stroke:#978c77}";

const DARK: &str = ".adv-page{fill:#1e1c19}.adv-l{fill:#b3a68c}.adv-d{fill:#796d58}.adv-frame{fill:none;stroke:#b9ad96}\
.adv-text{fill:#efe8da}.adv-soft{fill:#b3a994}.adv-last{fill:#f2cf3a;fill-opacity:.42}.adv-us{fill:#40371f;stroke:#b9a25f}\
.adv-them{fill:#28323a;stroke:#7d95a6}.adv-edge{fill:none;stroke:#857b68}";

/// Opening of a drawing in SVG, with its title for screen readers, its style and the men's definitions.
pub(crate) fn opening(width: f64, height: f64, theme: Theme, title: &str) -> String {
    let style = match theme {
        Theme::Light => LIGHT.to_owned(),
        Theme::Dark => DARK.to_owned(),
        Theme::Auto => format!("{LIGHT}@media (prefers-color-scheme:dark){{{DARK}}}"),
    };
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         font-family=\"Helvetica Neue,Helvetica,Arial,Liberation Sans,sans-serif\">\n<title>{title}</title>\n<style>{style}</style>\n\
         <defs>{}</defs>\n<rect class=\"adv-page\" width=\"{width}\" height=\"{height}\"/>\n",
        definitions()
    )
}

/// Text for an element or attribute of SVG, with entities for `&`, `<` and the like. Characters that no such text may have become blanks.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            c if steers(c) => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Lines of a text, at most `width` characters each, broken at blanks, and inside a word where it is longer than a line.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(width.max(1)) {
            let gap = usize::from(length > 0);
            if length > 0 && length + gap + piece.len() > width {
                lines.push(std::mem::take(&mut line));
                length = 0;
            } else if gap == 1 {
                line.push(' ');
                length += 1;
            }
            line.extend(piece);
            length += piece.len();
        }
    }
    if length > 0 {
        lines.push(line);
    }
    lines
}
