//! Small programs through the real parser, and the codes that they give.

mod claims;
mod errors;
mod pages;
mod programs;
mod strategies;
mod warnings;

use adv_module::program::{Export, Program};
use adv_module::{FnId, Needs, Ty};

use crate::analysis::{Analysis, analyse};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::style::complaint;
use crate::hir::Checked;
use crate::source::Source;

/// A stand-in for the library module, with what the sample programs use of it.
pub(crate) fn geometry() -> Program {
    let export = |name: &str, params: &[Ty], result| Export {
        name: name.to_owned(),
        params: params.iter().map(|ty| ("x".to_owned(), *ty)).collect(),
        result,
        functions: vec![FnId(0)],
        needs: Needs::NONE,
        doc: String::new(),
    };
    Program {
        name: "std.geometry".to_owned(),
        version: "1".to_owned(),
        exports: vec![
            export("between", &[Ty::Number; 3], Ty::Truth),
            export("toward", &[Ty::Number; 2], Ty::Number),
            export("aligned", &[Ty::Board; 2], Ty::Truth),
            export("EDGE", &[], Ty::Board),
        ],
        ..Program::default()
    }
}

/// What the parser and the check say of a text, and the program.
pub(super) fn run_with(text: &str, libraries: &[&Program]) -> (Vec<Diagnostic>, Option<Checked>) {
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
    run_with(text, &[&geometry()])
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
