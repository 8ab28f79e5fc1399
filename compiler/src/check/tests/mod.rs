//! Small programs through the real parser, and the codes that they give.

mod claims;
mod deep;
mod errors;
mod files;
mod pages;
mod patterns;
mod programs;
mod strategies;
mod warnings;

use crate::analysis::{Analysis, analyse};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::style::complaint;
use crate::hir::Checked;
use crate::library::{Libraries, LibrarySet};
use crate::source::Source;

/// A part of the library module, with what the sample programs use of it.
pub(crate) const GEOMETRY: &str = "
descriptor between(a: number, x: number, b: number) = a < x ∧ x < b ∨ b < x ∧ x < a
number toward(x: number, goal: number) = if goal < x then x - 1 else x + 1
descriptor aligned(a: board, b: board) = file(a) = file(b) ∨ rank(a) = rank(b)
board EDGE = a1..h1 ∪ a8..h8 ∪ a1..a8 ∪ h1..h8
";

/// What the parser and the check say of a text, and the program.
pub(super) fn run_with(text: &str, libraries: Libraries<'_>) -> (Vec<Diagnostic>, Option<Checked>) {
    let Analysis {
        diagnostics,
        checked,
        ..
    } = analyse(&Source::new("test.adv", text), libraries);
    for diagnostic in &diagnostics {
        let labels = diagnostic
            .labels
            .iter()
            .filter(|label| !label.text.is_empty());
        let lines = diagnostic
            .help
            .iter()
            .chain(&diagnostic.notes)
            .chain(std::iter::once(&diagnostic.message));
        for line in lines.map(String::as_str) {
            assert_eq!(complaint(line), None, "{line}");
        }
        for label in labels {
            // A label may repeat the sentence of another crate, which may begin with a side's name.
            assert!(!label.text.ends_with('.'), "{}", label.text);
            assert!(
                text.get(label.span.start as usize..label.span.end as usize)
                    .is_some(),
                "{}",
                label.text
            );
        }
    }
    (diagnostics, checked)
}

pub(super) fn run(text: &str) -> (Vec<Diagnostic>, Option<Checked>) {
    let set = LibrarySet::new("1", [("std.geometry", GEOMETRY)]);
    run_with(text, set.libraries())
}

/// The codes of a text, by place.
pub(super) fn codes(text: &str) -> Vec<&'static str> {
    run(text)
        .0
        .iter()
        .map(|diagnostic| diagnostic.code.as_str())
        .collect()
}

/// The codes below the head that most programs share.
pub(super) fn krk(text: &str) -> Vec<&'static str> {
    codes(&format!("material W: K, R;  B: K\n{text}"))
}

/// All messages, helps and labels of a text.
pub(super) fn words(text: &str) -> String {
    let mut all = String::new();
    for diagnostic in run(text).0 {
        let labels = diagnostic.labels.iter().map(|label| label.text.as_str());
        for line in [diagnostic.message.as_str()]
            .into_iter()
            .chain(diagnostic.help.iter().map(String::as_str))
            .chain(labels)
        {
            all.push_str(line);
            all.push('\n');
        }
    }
    all
}
