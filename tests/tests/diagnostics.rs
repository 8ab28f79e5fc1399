//! What an author reads after a mistake: a folder of small wrong programs, each with its report as a snapshot.
//!
//! The first line of a case says which codes it reports, nothing more and nothing less. Snapshots hold program and report, so
//! that both are read together:
//!
//! ```text
//! ----- SOURCE
//! // expected: E0201
//! descriptor narrow = Room < 6
//! ----- DIAGNOSTICS
//! error[E0201]: unknown name `Room`
//! ```

use crate::common::{codes, compile, file_name, files, read, report};
use adv_compiler::diagnostics::Severity;
use adv_compiler::diagnostics::style::complaint;

/// The codes that the head of a case names.
fn expected(text: &str) -> Vec<&str> {
    let head = text.lines().next().unwrap_or("");
    let Some(list) = head.strip_prefix("// expected: ") else {
        panic!("a case begins with `// expected: CODES` or `// expected: nothing`, found `{head}`");
    };
    let mut codes: Vec<&str> = list.split(", ").filter(|code| *code != "nothing").collect();
    codes.sort_unstable();
    codes
}

#[test]
fn every_case_reads_as_its_snapshot() {
    insta::glob!("../cases/diagnostics", "**/*.adv", |path| {
        let text = read(path);
        let (source, compilation) = compile(&file_name(path), &text);
        let told = report(&source, &compilation.diagnostics);
        let told = if told.is_empty() {
            "none\n".to_owned()
        } else {
            told
        };
        insta::with_settings!({
            snapshot_path => "../cases/snapshots",
            prepend_module_to_snapshot => true,
            omit_expression => true,
        }, {
            insta::assert_snapshot!("case", format!("----- SOURCE\n{text}\n----- DIAGNOSTICS\n{told}"));
        });
    });
}

#[test]
fn every_case_reports_the_codes_in_its_head() {
    let cases = files("tests/cases/diagnostics", "adv");
    assert!(cases.len() >= 75, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for path in cases {
        let text = read(&path);
        let (_, compilation) = compile(&file_name(&path), &text);
        let (expected, found) = (expected(&text), codes(&compilation.diagnostics));
        if expected != found {
            wrong.push(format!(
                "{}: expected {expected:?}, found {found:?}",
                path.display()
            ));
        }
        let errors = compilation
            .diagnostics
            .iter()
            .any(|d| d.severity == Severity::Error);
        assert_eq!(
            errors,
            compilation.module.is_none(),
            "{}: a module exactly without errors",
            path.display()
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_message_keeps_the_style() {
    let mut wrong = Vec::new();
    for path in files("tests/cases/diagnostics", "adv") {
        let (_, compilation) = compile(&file_name(&path), &read(&path));
        for d in &compilation.diagnostics {
            let labels = d
                .labels
                .iter()
                .map(|l| &l.text)
                .filter(|text| !text.is_empty());
            for text in [&d.message]
                .into_iter()
                .chain(&d.help)
                .chain(&d.notes)
                .chain(labels)
            {
                // The names of the sides are capitalised everywhere.
                let text = text
                    .strip_prefix("White ")
                    .or_else(|| text.strip_prefix("Black "))
                    .unwrap_or(text);
                if let Some(complaint) = complaint(text) {
                    wrong.push(format!("{}: {complaint}: {text}", path.display()));
                }
            }
            assert!(
                d.primary_span().is_some(),
                "{}: {} marks no place",
                path.display(),
                d.code
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
