//! Forcing-trees as text: small programs, each consulted in the positions of its tests, with the answers as a snapshot.

use std::fmt::Write as _;

use crate::common::{consulted, engine, failures, file_name, files, read};
use adv_render::text::{Extras, consultation};
use adv_vm::{Options, Replies};

#[test]
fn every_program_answers_as_its_snapshot() {
    insta::glob!("../cases/trees", "*.adv", |path| {
        let text = read(path);
        let mut engine = engine(&file_name(path), &text);
        let tests = engine.module().tests.clone();
        assert!(!tests.is_empty(), "{} asks nothing", path.display());
        let options = Options {
            replies: Replies::TestedFirst,
            why: true,
            uncounted: false,
        };
        let mut told = String::new();
        for test in &tests {
            let _ = writeln!(told, "----- {}", test.name);
            match consulted(&mut engine, test, &options) {
                None => told.push_str("no subject\n"),
                Some(Err(failure)) => {
                    let _ = writeln!(told, "{failure}");
                }
                Some(Ok(answer)) => {
                    told.push_str(&consultation(
                        engine.module(),
                        &answer,
                        Extras {
                            stats: true,
                            why: true,
                        },
                    ));
                }
            }
        }
        insta::with_settings!({
            snapshot_path => "../cases/snapshots",
            omit_expression => true,
        }, {
            insta::assert_snapshot!("tree", format!("----- SOURCE\n{text}\n{told}"));
        });
    });
}

#[test]
fn every_expectation_of_the_programs_is_met() {
    let mut wrong = Vec::new();
    for path in files("tests/cases/trees", "adv") {
        let mut engine = engine(&file_name(&path), &read(&path));
        for test in engine.module().tests.clone() {
            wrong.extend(
                failures(&mut engine, &test)
                    .into_iter()
                    .map(|w| format!("{}: {w}", file_name(&path))),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
