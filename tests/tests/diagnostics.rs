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

/// The second line of a case may say what its message leads to: ``// repair: `old` → `new` ``. The message offers what is new, and with it in the
/// place of what is old the program has none of the case's codes and no error.
#[test]
fn every_repair_compiles() {
    let mut wrong = Vec::new();
    let mut repairs = 0;
    for path in files("tests/cases/diagnostics", "adv") {
        let text = read(&path);
        let mut parts = text.splitn(3, '\n');
        let (Some(head), Some(repair), Some(program)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let Some(repair) = repair.strip_prefix("// repair: ") else {
            continue;
        };
        repairs += 1;
        let quoted: Vec<&str> = repair.split('`').collect();
        let [_, old, _, new, _] = quoted[..] else {
            panic!("{}: {repair}", path.display());
        };
        let (_, before) = compile(&file_name(&path), &text);
        let help: String = before
            .diagnostics
            .iter()
            .flat_map(|d| d.help.iter().chain([&d.message]))
            .cloned()
            .collect();
        let words = |text: &str| -> Vec<String> {
            let is_word = |c: char| c.is_alphanumeric();
            text.split(|c: char| !is_word(c))
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let added = words(new)
            .into_iter()
            .filter(|word| !words(old).contains(word));
        let missing: Vec<String> = added.filter(|word| !words(&help).contains(word)).collect();
        let mended = program.replacen(old, new, 1);
        let (_, after) = compile(&file_name(&path), &mended);
        let left: Vec<&str> = codes(&after.diagnostics)
            .into_iter()
            .filter(|code| head.contains(code) || code.starts_with('E'))
            .collect();
        if !missing.is_empty() || !left.is_empty() || mended == program {
            wrong.push(format!(
                "{}: not offered {missing:?}, left {left:?}",
                path.display()
            ));
        }
    }
    assert!(repairs >= 40, "{repairs} repairs");
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
