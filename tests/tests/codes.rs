//! Every diagnostic code: its page's example gives it, and something in the suite reports it.

use std::collections::BTreeSet;

use crate::common::{codes, compile, fenced, file_name, files, read, report};
use adv_compiler::diagnostics::{Code, Severity};
use adv_compiler::source::{MAX_SOURCE_BYTES, Source};
use adv_testkit::{fresh, is_blessing};

/// Codes whose situation is not one of compiling a program; their pages' programs only have to compile.
const LATER: &[(&str, &str)] = &[
    ("S0001", "a run stops"),
    ("W0701", "a tablebase judges the test's move"),
    ("W0702", "the test is played"),
    ("W0703", "a tablebase judges the test's explanation"),
    ("W0801", "the positions of the material are looked at"),
    ("W0802", "the positions of the material are looked at"),
    ("W0803", "the positions of the material are looked at"),
    ("W0804", "the positions of the material are looked at"),
    ("N0103", "a case file speaks of the pattern"),
    ("N0104", "a module is loaded"),
];

/// Codes that no program can get out of this version, with the reason.
const UNREACHED: &[(&str, &str)] = &[
    (
        "E0212",
        "it needs two files, and the compiler's own tests have them",
    ),
    ("E0606", "a file of that size has a test of its own"),
    (
        "E0603",
        "the order of evaluation keeps expressions of the allowed depth within the registers",
    ),
];

fn is_about_a_program(code: Code) -> bool {
    matches!(code.as_str().as_bytes().first(), Some(b'E' | b'W' | b'N'))
}

fn listed(list: &[(&str, &str)], code: Code) -> bool {
    list.iter().any(|(c, _)| *c == code.as_str())
}

/// The example of a code's page, where it is a program.
fn example(code: Code) -> Option<String> {
    fenced(code.explanation(), "adv")
        .into_iter()
        .next()
        .map(|(_, text)| text)
}

#[test]
fn the_example_of_every_page_gives_its_code() {
    let mut wrong = Vec::new();
    for &code in Code::ALL {
        let Some(program) = example(code) else {
            continue;
        };
        let (source, compilation) = compile(&format!("{code}.adv"), &program);
        let found = codes(&compilation.diagnostics);
        let told = report(&source, &compilation.diagnostics);
        if listed(LATER, code) {
            if compilation.module.is_none() {
                wrong.push(format!("{code}: the example does not compile\n{told}"));
            }
        } else if !found.contains(&code.as_str()) {
            wrong.push(format!("{code}: the example gives {found:?}\n{told}"));
        } else if code.severity() == Severity::Error
            && found
                .iter()
                .any(|c| c.starts_with('E') && *c != code.as_str())
        {
            wrong.push(format!(
                "{code}: the example gives further errors, {found:?}\n{told}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_message_of_every_page_is_the_one_that_is_given() {
    let mut wrong = Vec::new();
    for &code in Code::ALL {
        if listed(LATER, code) {
            continue;
        }
        let Some(program) = example(code) else {
            continue;
        };
        let (source, compilation) = compile(&format!("{code}.adv"), &program);
        let given = compilation.diagnostics.iter().find(|d| d.code == code);
        let Some(given) = given else { continue };
        let page = fenced(code.explanation(), "text")
            .into_iter()
            .next_back()
            .map_or_else(String::new, |(_, text)| text);
        let mut wanted = page.lines();
        let head = format!("{}[{code}]: {}", given.severity.as_str(), given.message);
        let help: Vec<String> = given
            .help
            .iter()
            .map(|help| format!("  = help: {help}"))
            .collect();
        if wanted.next() != Some(&head) || !wanted.all(|line| help.iter().any(|h| h == line)) {
            if is_blessing() {
                bless(code, &page, &[&[head][..], &help[..]].concat().join("\n"));
                continue;
            }
            let told = report(&source, &compilation.diagnostics);
            wrong.push(format!(
                "{code}: the page says\n{page}and the compiler\n{told}"
            ));
        }
    }
    let told = wrong.join("\n");
    assert!(wrong.is_empty(), "`cargo bless` writes the pages\n{told}");
}

/// Writes the message of a page anew.
fn bless(code: Code, old: &str, new: &str) {
    let path = format!("compiler/docs/codes/{code}.md");
    let fence = |text: &str| format!("```text\n{}\n```", text.trim_end());
    let page = read(&path).replace(&fence(old), &fence(new));
    fresh(&path, &page);
}

#[test]
fn every_code_is_reported_somewhere() {
    let mut reported: BTreeSet<&str> = BTreeSet::new();
    for path in files("tests/cases/diagnostics", "adv") {
        let (_, compilation) = compile(&file_name(&path), &read(&path));
        reported.extend(codes(&compilation.diagnostics));
    }
    for (name, program) in generated() {
        let (_, compilation) = compile(name, &program);
        reported.extend(codes(&compilation.diagnostics));
    }
    let missing: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| {
            is_about_a_program(**code)
                && !listed(LATER, **code)
                && !listed(UNREACHED, **code)
                && !Code::RETIRED.contains(code)
        })
        .map(|code| code.as_str())
        .filter(|code| !reported.contains(code))
        .collect();
    assert!(missing.is_empty(), "no case reports {missing:?}");
    let retired = Code::RETIRED
        .iter()
        .find(|code| reported.contains(code.as_str()));
    assert_eq!(retired, None, "a retired code is reported");
    let gone: Vec<&&str> = reported
        .iter()
        .filter(|c| UNREACHED.iter().any(|(u, _)| u == *c))
        .collect();
    assert!(gone.is_empty(), "these are reached after all: {gone:?}");
}

/// Programs that only a machine writes: each passes one limit.
fn generated() -> Vec<(&'static str, String)> {
    let head = "material  W: K, R;  B: K\n";
    let mut chain = format!("{head}number n0 = file(R)\n");
    for i in 1..400 {
        chain += &format!("number n{i} = n{} + 1\n", i - 1);
    }
    let book: Vec<String> = (0..30_000)
        .map(|i| format!("FILE-AT(rank(R) * {} + {i})", i % 7 + 2))
        .collect();
    let many: String = (0..70_000)
        .map(|i| format!("number n{i} = {i}\n"))
        .collect();
    let wrong: String = (0..130)
        .map(|i| format!("number n{i} = unknown-{i}\n"))
        .collect();
    vec![
        ("chain", chain),
        (
            "nested",
            format!(
                "{head}number n = {}file(R){}\n",
                "(".repeat(2_000),
                ")".repeat(2_000)
            ),
        ),
        (
            "large",
            format!("{head}board book = {{\n  {}}}\n", book.join(",\n  ")),
        ),
        ("many", format!("{head}{many}")),
        ("wrong", format!("{head}{wrong}")),
    ]
}

#[test]
fn each_limit_is_told_with_its_number() {
    let limits = [
        ("chain", Code::ChainTooDeep),
        ("nested", Code::NestingTooDeep),
        ("large", Code::ExpressionTooLarge),
        ("many", Code::TooManyDefinitions),
        ("wrong", Code::TooManyReports),
    ];
    let programs = generated();
    for (name, code) in limits {
        let (_, program) = programs
            .iter()
            .find(|(n, _)| *n == name)
            .expect("the program is in the list");
        let (source, compilation) = compile(name, program);
        let found: Vec<_> = compilation
            .diagnostics
            .iter()
            .filter(|d| d.code == code)
            .collect();
        let told = report(
            &source,
            &compilation.diagnostics[..compilation.diagnostics.len().min(5)],
        );
        assert!(!found.is_empty(), "{name}: no {code}\n{told}");
        assert!(compilation.module.is_none(), "{name} has a module");
    }
}

#[test]
fn a_file_above_the_largest_size_is_refused() {
    let text = "// ".to_owned() + &"x".repeat(MAX_SOURCE_BYTES);
    let source = Source::new("large.adv", text);
    let compilation = adv_compiler::compile(&source, "large", "", adv_compiler::Libraries::NONE);
    assert_eq!(codes(&compilation.diagnostics), ["E0606"]);
}
