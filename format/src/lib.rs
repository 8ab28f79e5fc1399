//! The formatter: a source text in one style.
//!
//! ```text
//!   text ──parse──▶ tokens, comments ──pieces──▶ lines of pieces ──layout──▶ text ──verify──▶ the answer
//!                └▶ tree ──structure──▶ where items, clauses and statements begin
//! ```
//!
//! Everything that is printed is a token or a comment of the text, in the order of the text; the tree only says how far a line is
//! indented. So no text that an author wrote can be lost, and syntax that is new to this crate is printed as it stands, each line
//! moved with its item. The answer is read once more, and it is given only if it has the same tokens and comments.
//!
//! The author decides where lines end. The style decides the blanks: the indentation of items, clauses, rules and statements, the
//! column of the clauses' values, and the blanks beside signs. [`layout`] has the rules.
//!
//! Architecture invariant: this crate knows what is written and not what it means. No file, no terminal.

mod layout;
mod pieces;
mod signs;
mod spacing;
mod structure;
mod verify;

use std::fmt;

use adv_compiler::diagnostics::{Diagnostic, Severity};
use adv_compiler::syntax::parse;

/// How signs with several spellings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signs {
    /// As the author wrote them.
    #[default]
    Keep,
    /// As signs: `∧` for `and`, `≤` for `<=`. `+` and `*` stay, because they are sums and products of numbers as well.
    Unicode,
    /// As their twins in ASCII: `and` for `∧`, `<=` for `⊆`. `⊄` has none and stays.
    Ascii,
}

/// Why a text is not formatted.
#[derive(Clone, Debug)]
pub enum FormatError {
    /// It has errors of syntax: the messages of the parser, notes included.
    Syntax(Vec<Diagnostic>),
    /// The formatted text would not read as the text does. This is a mistake of the formatter.
    Changed,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FormatError::Syntax(_) => "the text has errors of syntax",
            FormatError::Changed => {
                "the formatted text would not have the same words (a mistake of the formatter)"
            }
        })
    }
}

impl std::error::Error for FormatError {}

/// How often a text is laid out at most. A pass can only lose columns that no neighbouring line has any more, so a few are enough.
const MAX_PASSES: usize = 32;

/// Formats a source text. A text that is formatted already is returned as it is.
///
/// # Errors
///
/// [`FormatError::Syntax`] for a text with errors of syntax. [`FormatError::Changed`] never, as far as the tests know.
pub fn format(text: &str, signs: Signs) -> Result<String, FormatError> {
    let parsed = parse(text);
    if parsed
        .diagnostics
        .iter()
        .any(|told| told.severity == Severity::Error)
    {
        return Err(FormatError::Syntax(parsed.diagnostics));
    }
    let mut formatted = layout::lay_out(text, &parsed, signs);
    for _ in 0..MAX_PASSES {
        let again = parse(&formatted);
        if !verify::same_words((text, &parsed), (&formatted, &again), signs) {
            return Err(FormatError::Changed);
        }
        let next = layout::lay_out(&formatted, &again, signs);
        if next == formatted {
            return Ok(formatted);
        }
        formatted = next;
    }
    Err(FormatError::Changed)
}
