//! The library keeps what its tests say, the examples as well, and every word of the library has a test.

use crate::common::{examples, failures, libraries};
use adv_compiler::Library;
use adv_vm::{Engine, Limits};

/// A module of the library, as a program of its own: compiled against the modules before it, linked with them.
fn library_engine(index: usize) -> (String, Engine) {
    let (name, _) = adv_stdlib::MODULES[index];
    let library = libraries()
        .get(index)
        .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let linked = libraries()
        .before(index)
        .link(library.module().clone())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    (name.to_owned(), Engine::new(linked, Limits::default()))
}

#[test]
fn every_test_of_the_library_passes() {
    let mut wrong = Vec::new();
    for index in 0..adv_stdlib::MODULES.len() {
        let (path, mut engine) = library_engine(index);
        let tests = engine.module().tests.clone();
        assert!(!tests.is_empty(), "{path} has no test");
        for test in &tests {
            wrong.extend(
                failures(&mut engine, test)
                    .into_iter()
                    .map(|w| format!("{path}: {w}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_test_of_the_examples_passes() {
    let mut wrong = Vec::new();
    for (name, text) in examples() {
        let mut engine = crate::common::engine(&name, &text);
        for test in engine.module().tests.clone() {
            wrong.extend(
                failures(&mut engine, &test)
                    .into_iter()
                    .map(|w| format!("{name}: {w}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_word_of_the_library_is_mentioned_in_a_test() {
    let mut untested = Vec::new();
    for (name, text) in adv_stdlib::MODULES {
        let tests: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("test "))
            .collect();
        let exports = libraries().named(name).map_or(&[][..], Library::exports);
        assert!(!exports.is_empty(), "{name} exports nothing");
        for export in exports {
            let mentions = |line: &&str| words(line).any(|word| word == export.name);
            if !tests.iter().any(mentions) {
                untested.push(format!("{name}: {}", export.name));
            }
        }
    }
    assert!(untested.is_empty(), "{untested:?}");
}

/// The names of a line: letters, digits and inner hyphens.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
}
