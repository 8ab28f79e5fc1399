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

pub use allow::looked_for;
use std::collections::BTreeSet;

use crate::check::{self, Checker};
use crate::diagnostics::{Code, Diagnostic, Severity, Sink};
use crate::hir::{Checked, Hir};
use crate::index::Index;
use crate::library::Libraries;
use crate::lint;
use crate::source::{MAX_SOURCE_BYTES, Source, Span};
use crate::syntax::ast::File;
use crate::syntax::{Lexeme, Parsed, Trivia, parse, with_used};

mod allow;
mod echo;

#[cfg(test)]
mod tests;

/// What is known of a source text.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The tree, with `Error` nodes where the text could not be read. The items of used files follow those of the program's own; the
    /// place of each says which file it belongs to ([`Source::file_at`]).
    pub tree: File,
    /// The tokens as they are written, in the order of the files.
    pub tokens: Vec<Lexeme>,
    /// The comments.
    pub trivia: Trivia,
    /// What the files define and name, and the types of their expressions. A definition in a used file has its place there.
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
    analyse_for(source, libraries, lint::lint)
}

/// Looks for warnings in a program without errors.
pub(crate) type Lint = fn(&mut Checker<'_>, &Hir);

/// Analyses a library module for the programs that use it, which are told its errors and not its warnings.
pub(crate) fn analyse_module(source: &Source, libraries: Libraries<'_>) -> Analysis {
    analyse_for(source, libraries, |_, _| {})
}

fn analyse_for(source: &Source, libraries: Libraries<'_>, lint: Lint) -> Analysis {
    match too_long(source) {
        Some(error) => Analysis {
            diagnostics: vec![error],
            ..Analysis::default()
        },
        None => from_parsed(parse(source.file_text(0)), source, libraries, lint),
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
        .with_help("`adv new NAME --material KRvK` writes a first program")
}

/// Checks all files. What a program without errors does not need of the files that it uses is then left out of it, by a second check without
/// these items; what is told of them stays told.
fn checked(
    tree: &File,
    source: &Source,
    libraries: Libraries<'_>,
    lint: Lint,
    sink: &mut Sink,
) -> (Index, Option<Hir>) {
    let nothing = BTreeSet::new();
    let (mut checker, program) = check::check(tree, source, libraries, &nothing, sink);
    let unneeded = program.as_ref().map(|_| checker.unneeded());
    let unneeded = unneeded.unwrap_or_default();
    if unneeded.is_empty() {
        if let Some(program) = &program {
            lint(&mut checker, program);
        }
        return (checker.into_index(), program);
    }
    let index = checker.into_index();
    let (mut checker, program) = check::check(tree, source, libraries, &unneeded, sink);
    if let Some(program) = &program {
        lint(&mut checker, program);
    }
    (index, program)
}

/// The stages after the parser. `own` is what the parser makes of the program's own file.
pub(crate) fn from_parsed(
    own: Parsed,
    source: &Source,
    libraries: Libraries<'_>,
    lint: Lint,
) -> Analysis {
    let is_empty = own.file.items.is_empty();
    let Parsed {
        file: tree,
        tokens,
        trivia,
        diagnostics,
    } = with_used(own, source);
    let text = source.text();
    let mut sink = Sink::new();
    let echoes = echo::of(&diagnostics, &tree.items, text);
    for diagnostic in diagnostics {
        sink.report(diagnostic);
    }
    sink.silence(echoes);
    let allows = allow::read(text, &trivia, &tokens, &tree.items);
    sink.allow(allows.places());
    let (index, program) = checked(&tree, source, libraries, lint, &mut sink);
    if is_empty && !sink.has_errors() {
        sink.report(empty(text));
    }
    let used = sink.allowed();
    for diagnostic in allows.complaints(&used, program.is_some()) {
        // Some warnings on a used file are given only where that file is checked by itself.
        let place = diagnostic.primary_span().unwrap_or_default();
        if source.file_at(place.start) == 0 {
            sink.report(diagnostic);
        }
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
