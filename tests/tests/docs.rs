//! The programs in the manual are programs: every fenced `adv` block checks without an error, every `adv-fail` block does not.

use crate::common::{compile, engine, failures, fenced, has_errors, position, read, report, root};
use adv_vm::Options;

/// The pages whose programs are tried.
const PAGES: [&str; 5] = [
    "grammar/reference.md",
    "README.md",
    "docs/cookbook.md",
    "docs/geometry.md",
    "docs/refutations.md",
];

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

/// The pages that are read first, and the most bytes that they may have.
const LENGTHS: [(&str, usize); 3] = [
    ("README.md", 9 << 10),
    ("ARCHITECTURE.md", 16 << 10),
    ("docs/performance.md", 12 << 10),
];

#[test]
fn the_first_pages_stay_short() {
    for (page, most) in LENGTHS {
        let found = read(page).len();
        assert!(found <= most, "{page} has {found} bytes, {most} at most");
    }
}

#[test]
fn the_readme_prints_an_example_whole() {
    let page = read("README.md");
    let program = read("examples/queen.adv");
    let blocks = fenced(&page, "adv");
    assert!(
        blocks.iter().any(|(_, block)| *block == program),
        "README.md does not print examples/queen.adv as it is"
    );
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

#[test]
fn every_recipe_of_the_cookbook_plays_its_example_and_tests_itself() {
    let page = read("docs/cookbook.md");
    let recipes = fenced(&page, "adv");
    assert_eq!(recipes.len(), 17);
    for (line, program) in recipes {
        let mut engine = engine(&format!("cookbook:{line}"), &program);
        let module = engine.module();
        assert!(!module.tests.is_empty(), "line {line} has no test");
        let example = module.example.as_deref().map(position);
        let example = example.unwrap_or_else(|| panic!("line {line} has no example"));
        // A recipe is one piece-of-advice; of an instance with constants the first one is it.
        let advice = adv_module::AdviceId(0);
        let answer = engine.try_advice(advice, &example, &Options::default());
        let answer = answer.unwrap_or_else(|failure| panic!("line {line}: {failure}"));
        assert!(answer.first_move().is_some(), "line {line} finds no move");
        assert!(answer.because.is_some(), "line {line} says no reason");
    }
}

#[test]
fn the_cookbook_links_to_programs_that_are_there() {
    let page = read("docs/cookbook.md");
    let mut links = 0;
    for link in page.split("](../").skip(1) {
        let path = link.split(')').next().unwrap_or_default();
        assert!(root().join(path).is_file(), "{path} is not there");
        links += 1;
    }
    assert!(links >= 14, "{links} links");
}

/// The page of the rules, each with the test that holds it.
const RULES: &str = "docs/semantics.md";

#[test]
fn every_test_that_holds_a_rule_is_there() {
    let page = read(RULES);
    let named = page.split('`').filter(|word| word.contains(".rs::"));
    let mut found = 0;
    for named in named {
        let (file, test) = named.split_once("::").unwrap_or_default();
        let place = format!("#[test]\nfn {test}()");
        assert!(read(file).contains(&place), "{RULES}: no test `{named}`");
        found += 1;
    }
    assert!(found >= 30, "{RULES} names {found} tests");
}
