//! The library keeps what its tests say, the examples as well, and every word of the library has a test.

use crate::common::{examples, failures, libraries, read, report};
use adv_compiler::source::Source;
use adv_module::{Linked, Module, Program};
use adv_vm::{Engine, Limits};

/// A module of the library, as a program of its own: compiled against the modules before it, linked with them.
fn library_engine(index: usize) -> (String, Engine) {
    let (name, stem) = adv_stdlib::MODULES[index];
    let path = format!("stdlib/lib/{stem}.adv");
    let source = Source::new(format!("{name}.adv"), read(&path));
    let before: Vec<&Program> = libraries()[..index].iter().map(|m| m.program()).collect();
    let compilation = adv_compiler::compile(&source, name, adv_stdlib::VERSION, &before);
    let Some(module) = compilation.module else {
        panic!("{path}:\n{}", report(&source, &compilation.diagnostics));
    };
    let linked: Linked = adv_module::link(module, &libraries()[..index])
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    (path, Engine::new(linked, Limits::default()))
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
    for (name, stem) in adv_stdlib::MODULES {
        let text = read(format!("stdlib/lib/{stem}.adv"));
        let tests: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("test "))
            .collect();
        let module = libraries().into_iter().find(|m| m.program().name == *name);
        let exports = module
            .map(Module::program)
            .map_or(&[][..], |m| m.exports.as_slice());
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
