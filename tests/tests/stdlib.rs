//! The library keeps what its tests say, the examples as well, and every word of the library has a test.
//!
//! A word that compares with the root, or that weighs a move, has no value in a position; a test of it needs a piece-of-advice. Those pieces
//! are of no use to programs, so they are not in the library but in `tests/cases/library`, a program for each such module.

use crate::common::{compile, examples, failures, file_name, files, libraries, read, report};
use adv_compiler::Library;
use adv_compiler::syntax::ast::ItemKind;
use adv_compiler::syntax::parse;
use adv_vm::{Engine, Limits};
use std::path::Path;

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
        // What plans do is in `tests/cases/library/plans.txt`; a translation says nothing that a position could test.
        let is_elsewhere = path == "std.plans" || path.starts_with("std.texts-");
        assert!(!tests.is_empty() || is_elsewhere, "{path} has no test");
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

/// The programs of the words that need a piece-of-advice: the module's name, and the text.
fn companions() -> Vec<(String, String)> {
    let paths = files("tests/cases/library", "adv");
    let module = |path: &Path| format!("std.{}", file_name(path).trim_end_matches(".adv"));
    paths
        .iter()
        .map(|path| (module(path), read(path)))
        .collect()
}

#[test]
fn every_test_with_a_piece_of_its_own_passes() {
    let companions = companions();
    assert_eq!(companions.len(), 3);
    for (module, text) in companions {
        // A file is not to have the name of a module.
        let name = format!("{module}.adv");
        let (source, compiled) = compile(&name, &text);
        assert!(
            compiled.diagnostics.is_empty(),
            "{}",
            report(&source, &compiled.diagnostics)
        );
        let mut engine = crate::common::engine(&name, &text);
        let tests = engine.module().tests.clone();
        let wrong: Vec<String> = tests
            .iter()
            .flat_map(|test| failures(&mut engine, test))
            .collect();
        assert!(wrong.is_empty(), "{name}: {}", wrong.join("\n"));
    }
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
fn a_table_of_the_library_is_there_where_a_program_comes_to_it() {
    let program = |beyond: &str| {
        let text = format!(
            "material W: K, R;  B: K
             use std.solve
             table krk for W
               otherwise mate-in(2)
               {beyond}
             end-table"
        );
        crate::common::module("krk.adv", &text)
    };
    let names = |beyond: &str| -> Vec<String> {
        let program = program(beyond);
        program
            .tables
            .iter()
            .map(|table| table.name.clone())
            .collect()
    };
    assert_eq!(names(""), ["krk"]);
    assert_eq!(names("beyond solve"), ["krk", "solve"]);
}

#[test]
fn every_word_of_the_library_is_mentioned_in_a_test() {
    let mut untested = Vec::new();
    let companions = companions();
    let cases = read(crate::plans::CASES);
    for (name, text) in adv_stdlib::MODULES {
        let own = text.lines().filter(|line| line.starts_with("test "));
        let others = companions.iter().filter(|(module, _)| module == name);
        let cases = cases.lines().filter(|_| *name == "std.plans");
        let tests: Vec<&str> = others
            .flat_map(|(_, program)| program.lines())
            .chain(own)
            .chain(cases)
            .collect();
        let exports = libraries().named(name).map_or(&[][..], Library::exports);
        let functions = exports.iter().map(|export| export.name.clone());
        let items = parse(text).file.items;
        // A plan is no subject of a test; its pieces are.
        let brought = items.iter().filter_map(|item| match &item.kind {
            ItemKind::Moves(def) => Some(def.name.node.clone()),
            ItemKind::Advice(def) => Some(def.name.node.clone()),
            ItemKind::Table(def) => Some(def.name.node.clone()),
            ItemKind::Pattern(def) => Some(def.name.node.clone()),
            _ => None,
        });
        let names: Vec<String> = functions.chain(brought).collect();
        let translates = items
            .iter()
            .any(|item| matches!(item.kind, ItemKind::Texts(_)));
        assert!(!names.is_empty() || translates, "{name} brings nothing");
        for name_of_word in names {
            let mentions = |line: &&str| words(line).any(|word| word == name_of_word);
            if !tests.iter().any(mentions) {
                untested.push(format!("{name}: {name_of_word}"));
            }
        }
    }
    assert!(untested.is_empty(), "{untested:?}");
}

/// The names of a line: letters, digits and inner hyphens.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
}
