//! Text that is safe to show: what comes from a program, a module, a file name or an engine, without the characters that steer a terminal.
//!
//! A program is written by one person and read by another. Its reasons, comments and names reach terminals, logs and pages, and may
//! hold escape sequences, a carriage return that overwrites a line, or marks that turn the direction of writing. Everything that writes
//! such text passes it through [`lines`] or [`line`]; formats with escapes of their own ask [`steers`].
//!
//! ```
//! use adv_module::visible::{line, lines};
//!
//! assert_eq!(lines("the rook\ncuts \u{1b}[31mhim off"), "the rook\ncuts \u{fffd}[31mhim off");
//! assert_eq!(line("two\nlines"), "two\u{fffd}lines");
//! ```

use std::borrow::Cow;

/// What is shown in the place of a character that is not: one for one, so that columns stay aligned.
pub const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// True for control characters (C0, DEL and C1), line and paragraph separators, the marks that turn the direction of writing, and the
/// byte order mark. Line feeds and tabs are among them.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
        )
}

/// A text of several lines; line feeds and tabs remain, every other character that [`steers`] is replaced.
pub fn lines(text: &str) -> Cow<'_, str> {
    replaced(text, |c| steers(c) && c != '\n' && c != '\t')
}

/// A text as one line: line feeds and tabs are replaced too.
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, steers)
}

fn replaced(text: &str, is_replaced: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_replaced) {
        return Cow::Borrowed(text);
    }
    let shown = text
        .chars()
        .map(|c| if is_replaced(c) { REPLACEMENT } else { c });
    Cow::Owned(shown.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One character of each kind that is replaced, as a terminal would obey it.
    const HOSTILE: &str = "\u{1b}[2J \u{9b}31m \u{1b}]0;title\u{7} a\rb \u{8} \u{7f} \u{85} \u{61c} \u{200e} \u{200f} \u{202e}x\u{202c} \u{2066} \u{2069} \u{2028} \u{2029} \u{feff} \u{fff9}";

    #[test]
    fn what_steers_a_terminal_is_replaced_one_for_one() {
        for shown in [lines(HOSTILE), line(HOSTILE)] {
            assert!(!shown.contains(steers), "{shown:?}");
            assert_eq!(shown.chars().count(), HOSTILE.chars().count());
        }
    }

    #[test]
    fn everything_else_remains() {
        let plain = "Kc2: ∅ ⊆ ä 王 🙂\n\ta\u{200d}b – „quoted“";
        assert!(matches!(lines(plain), Cow::Borrowed(text) if text == plain));
        assert_eq!(line("a\tb\nc"), "a\u{fffd}b\u{fffd}c");
        assert_eq!(line(""), "");
    }
}
