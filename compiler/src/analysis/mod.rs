//! Everything that can be said of a source text, whether it is a program or not.
//!
//! ```text
//!   text ──syntax──▶ tree, tokens, trivia ──check──▶ index, Hir ──lint──▶ warnings
//!                         │                    │                  (only of a program without errors)
//!                         └ errors of syntax   └ errors of names, types, positions, structure
//! ```
//!
//! A part that cannot be read is an `Error` node, and the check goes on around it: a mistake in one item hides nothing in another, and
//! what follows from a mistake is not reported. [`compile`](crate::compile()) is [`analyse`] and lowering.

use crate::check;
use crate::diagnostics::{Code, Diagnostic, Severity, Sink};
use crate::hir::Checked;
use crate::index::Index;
use crate::library::Libraries;
use crate::lint;
use crate::source::{MAX_SOURCE_BYTES, Source, Span};
use crate::syntax::ast::File;
use crate::syntax::{Lexeme, Parsed, Trivia, parse};

mod allow;
mod echo;

#[cfg(test)]
mod tests;

/// What is known of a source text.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The tree, with `Error` nodes where the text could not be read.
    pub tree: File,
    /// The tokens as they are written.
    pub tokens: Vec<Lexeme>,
    /// The comments.
    pub trivia: Trivia,
    /// What the file defines and names, and the types of its expressions.
    pub index: Index,
    /// Errors, warnings and notes of all stages in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The checked program, exactly where no diagnostic is an error.
    pub checked: Option<Checked>,
}

impl Analysis {
    /// Whether one of the diagnostics is an error.
    pub fn has_errors(&self) -> bool {
        let mut diagnostics = self.diagnostics.iter();
        diagnostics.any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Analyses a source text against the library modules that its `use` lines may name.
///
/// There is an analysis for every text. One above [`MAX_SOURCE_BYTES`] is not read: it has an empty tree and one error.
pub fn analyse(source: &Source, libraries: Libraries<'_>) -> Analysis {
    match too_long(source) {
        Some(error) => Analysis {
            diagnostics: vec![error],
            ..Analysis::default()
        },
        None => from_parsed(parse(source.text()), source.text(), libraries),
    }
}

/// The error for a text that is too long.
pub(crate) fn too_long(source: &Source) -> Option<Diagnostic> {
    (source.text().len() > MAX_SOURCE_BYTES).then(|| {
        Diagnostic::new(Code::FileTooLarge, "the file is too large").with_label(
            Span::new(0, 0),
            format!("a file may have {MAX_SOURCE_BYTES} bytes"),
        )
    })
}

/// The warning for a file without items.
fn empty(text: &str) -> Diagnostic {
    let label = if text.trim().is_empty() {
        "the file is empty"
    } else {
        "comments only"
    };
    Diagnostic::new(Code::EmptyFile, "the file defines nothing")
        .with_label(Span::new(0, 0), label)
        .with_help("`adv new NAME` writes a first program")
}

/// The stages after the parser.
pub(crate) fn from_parsed(parsed: Parsed, text: &str, libraries: Libraries<'_>) -> Analysis {
    let Parsed {
        file: tree,
        tokens,
        trivia,
        diagnostics,
    } = parsed;
    let mut sink = Sink::new();
    let echoes = echo::of(&diagnostics, &tree.items, text);
    for diagnostic in diagnostics {
        sink.report(diagnostic);
    }
    sink.silence(echoes);
    let allows = allow::read(text, &trivia, &tokens, &tree.items);
    sink.allow(allows.places());
    let (mut checker, program) = check::check(&tree, text, libraries, &mut sink);
    if let Some(program) = &program {
        lint::lint(&mut checker, program);
    }
    let index = checker.into_index();
    if tree.items.is_empty() && !sink.has_errors() {
        sink.report(empty(text));
    }
    let used = sink.allowed();
    for diagnostic in allows.complaints(&used, program.is_some()) {
        sink.report(diagnostic);
    }
    Analysis {
        tree,
        tokens,
        trivia,
        index,
        diagnostics: sink.into_sorted(),
        checked: program.map(|program| Checked { program }),
    }
}
