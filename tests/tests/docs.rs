//! The programs in the manual are programs: every fenced `adv` block checks without an error, every `adv-fail` block does not.

mod common;

use common::{compile, engine, failures, fenced, has_errors, read, report};

/// The pages whose programs are tried.
const PAGES: [&str; 2] = ["grammar/reference.md", "README.md"];

#[test]
fn programs_in_the_pages_are_right_where_they_say_so() {
    let mut tried = 0;
    let mut wrong = Vec::new();
    for page in PAGES {
        let text = read(page);
        for (line, program) in fenced(&text, "adv") {
            tried += 1;
            let (source, compilation) = compile(&format!("{page}:{line}"), &program);
            if has_errors(&compilation.diagnostics) {
                wrong.push(format!(
                    "{page}, line {line}:\n{}",
                    report(&source, &compilation.diagnostics)
                ));
            }
        }
        for (line, program) in fenced(&text, "adv-fail") {
            tried += 1;
            let (_, compilation) = compile(&format!("{page}:{line}"), &program);
            if !has_errors(&compilation.diagnostics) {
                wrong.push(format!("{page}, line {line}: this compiles:\n{program}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 0, "no page has a program");
}

#[test]
fn tests_in_the_pages_programs_pass() {
    let mut wrong = Vec::new();
    for page in PAGES {
        for (line, program) in fenced(&read(page), "adv") {
            let name = format!("{page}:{line}");
            let mut engine = engine(&name, &program);
            for test in engine.module().tests.clone() {
                wrong.extend(
                    failures(&mut engine, &test)
                        .into_iter()
                        .map(|w| format!("{name}: {w}")),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
