//! Programs of great depth and length, compiled on a small stack: brackets, operators, chains and rings of definitions.

use crate::common::{compile, has_errors};

/// Runs on a stack of 2 MiB, the least that a thread gets by default.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(work)
        .expect("a thread can be started");
    thread.join().expect("the work comes to its end");
}

#[test]
fn nesting_thousands_deep_is_answered() {
    let many = adv_testkit::sized(2_500, 10_000);
    let deep = move |open: &str, middle: &str, close: &str| {
        [open.repeat(many), middle.to_owned(), close.repeat(many)].concat()
    };
    let values = [
        ("parentheses", "number", deep("(", "1", ")")),
        ("open parentheses", "number", deep("(", "1", "")),
        ("braces", "board", deep("{", "a1", "}")),
        ("open braces", "board", deep("{", "a1", "")),
        ("comprehensions", "board", deep("{x in ", "any", " : mate}")),
        ("negations", "descriptor", deep("¬", "mate", "")),
        ("words of negation", "descriptor", deep("not ", "mate", "")),
        ("complements", "board", deep("~", "a1", "")),
        ("minus signs", "number", deep("- ", "1", "")),
        ("prefixes", "number", deep("root.", "file(R)", "")),
        (
            "prefixes with parentheses",
            "number",
            deep("root.(", "file(R)", ")"),
        ),
        ("new positions", "number", deep("new.(", "file(R)", ")")),
        ("turned", "descriptor", deep("turned ", "mate", "")),
        (
            "conditions",
            "number",
            deep("if mate then 1 else ", "1", ""),
        ),
        (
            "conditions in conditions",
            "number",
            deep("if ", "mate", " then 1 else 2"),
        ),
        (
            "conditions in branches",
            "number",
            deep("if mate then ", "1", " else 2"),
        ),
        (
            "quantifiers",
            "descriptor",
            deep("exists x in any : ", "mate", ""),
        ),
        (
            "ranges of quantifiers",
            "descriptor",
            deep("all x in {y in any : ", "mate", "} : mate"),
        ),
        ("folds", "number", deep("min x in any : ", "1", "")),
        ("calls", "number", deep("abs(", "1", ")")),
        ("calls of two", "number", deep("min(1, ", "1", ")")),
        ("sums to the right", "number", deep("1 + (", "1", ")")),
        ("sums to the left", "number", deep("", "1", " + 1")),
        ("products", "number", deep("", "2", " * 2")),
        ("unions", "board", deep("", "a1", " ∪ b2")),
        ("conjunctions", "descriptor", deep("", "mate", " ∧ check")),
        ("disjunctions", "descriptor", deep("", "mate", " ∨ check")),
        ("relations", "descriptor", deep("", "1", " < 2")),
        ("equalities", "descriptor", deep("", "mate", " = mate")),
        ("tuples", "descriptor", deep("(1, ", "2", ")")),
        (
            "long tuple",
            "descriptor",
            format!("(1{}) < (1, 2)", ", 1".repeat(many)),
        ),
        (
            "long set",
            "board",
            format!("{{a1{}}}", ", b2".repeat(many)),
        ),
        ("commas", "number", deep("min(,", "1", ")")),
        ("mixed", "number", deep("(- ", "file(R)", ") * 2")),
    ];
    let mut programs: Vec<(String, String)> = values
        .into_iter()
        .map(|(name, kind, value)| {
            (
                name.to_owned(),
                format!("material W: K, R; B: K\n{kind} deep = {value}\n"),
            )
        })
        .collect();
    let advice = |clauses: &str| {
        format!(
            "material W: K, R; B: K\nadvice a\n{clauses}\nend-advice\ntable t\notherwise a\nend-table\n"
        )
    };
    let more = [
        (
            "classes",
            advice(&format!(
                "better mate us K{} depth 1",
                " then R".repeat(many)
            )),
        ),
        (
            "modifiers",
            advice(&format!(
                "better mate us K{} depth 1",
                " where check".repeat(many)
            )),
        ),
        (
            "keys",
            advice(&format!(
                "better mate us K by 1{} depth 1",
                " then by rank(TO)".repeat(many)
            )),
        ),
        (
            "phases",
            advice(&format!(
                "better mate us at 0: K{} depth 1",
                "; at 2: R".repeat(many)
            )),
        ),
        (
            "plies",
            advice(&format!(
                "better mate us at 0{}: K depth 1",
                ", 2".repeat(many)
            )),
        ),
        ("clauses", advice(&"better mate ".repeat(many))),
        (
            "lists",
            advice("better mate depth 1")
                .replace("otherwise a", &format!("otherwise a{}", ", a".repeat(many))),
        ),
        (
            "rules",
            advice("better mate depth 1").replace("otherwise a", &"if check then a ".repeat(many)),
        ),
        (
            "groups",
            advice("better mate depth 1").replace(
                "otherwise a",
                &format!("otherwise {}a", "shortest 3 (".repeat(many)),
            ),
        ),
        ("open advice", "advice a ".repeat(many)),
        ("open tables", "table t ".repeat(many)),
        (
            "braces in a text",
            advice(&format!(
                "better mate depth 1 because \"{}\"",
                "{".repeat(many)
            )),
        ),
        (
            "nested text",
            advice(&format!(
                "better mate depth 1 because \"{}\"",
                "{file(R)}".repeat(many)
            )),
        ),
        (
            "parameters",
            format!("number n(a: number{}) = 1\n", ", a: number".repeat(many)),
        ),
        ("points", format!("number n = {}\n", "W.".repeat(many))),
        ("quotes", "\"".repeat(many + 1)),
        ("comments", "/*".repeat(many)),
        ("doc comments", "/// text\n".repeat(many)),
        (
            "library names",
            format!("use std{}\n", ".geometry".repeat(many)),
        ),
        (
            "one name",
            format!("number {} = 1\n", "n".repeat(10 * many)),
        ),
        (
            "one number",
            format!("number n = {}\n", "9".repeat(10 * many)),
        ),
        (
            "hyphens",
            format!("number n = a{}\n", "-a".repeat(5 * many)),
        ),
        ("errors", "number = ".repeat(2 * many)),
        (
            "errors in brackets",
            format!("number n = {}\n", "( + ".repeat(many)),
        ),
    ];
    programs.extend(more.into_iter().map(|(name, text)| (name.to_owned(), text)));
    on_a_small_stack(move || {
        for (name, text) in programs {
            // Shown with `--nocapture`: a stack that overflows leaves no other trace.
            println!("{name}");
            let short: String = text.chars().take(120).collect();
            let (source, compilation) = compile("deep.adv", &text);
            assert!(
                compilation.diagnostics.len() <= 210,
                "{name}: {} messages for {short}",
                compilation.diagnostics.len()
            );
            let told = crate::common::report(&source, &compilation.diagnostics);
            assert!(
                told.len() < 1 << 20,
                "{name}: {} bytes of messages",
                told.len()
            );
            if let Some(module) = compilation.module {
                adv_module::verify(module.into_program())
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    });
}

#[test]
fn a_chain_of_ten_thousand_definitions_is_answered() {
    on_a_small_stack(|| {
        let chain = |uses: &dyn Fn(usize) -> String| {
            let lines: Vec<String> = (0..10_000)
                .map(|i| format!("number n{i} = {}\n", uses(i)))
                .collect();
            lines.concat()
        };
        let programs = [
            chain(&|i| {
                if i == 0 {
                    "file(W.R)".to_owned()
                } else {
                    format!("n{} + 1", i - 1)
                }
            }),
            chain(&|i| {
                if i == 9_999 {
                    "file(W.R)".to_owned()
                } else {
                    format!("n{} + 1", i + 1)
                }
            }),
            chain(&|i| {
                if i == 0 {
                    "1".to_owned()
                } else {
                    format!("n{} + 1", i - 1)
                }
            }),
            // A ring through all of them, and a chain in which each needs all before it twice.
            chain(&|i| format!("n{} + 1", (i + 1) % 10_000)),
            chain(&|i| {
                if i == 0 {
                    "file(W.R)".to_owned()
                } else {
                    format!("n{} * n{}", i - 1, i / 2)
                }
            }),
        ];
        for text in programs {
            let (_, compilation) = compile("chain.adv", &text);
            if let Some(module) = compilation.module {
                adv_module::verify(module.into_program()).unwrap_or_else(|error| panic!("{error}"));
            }
        }
        // Advice and plans in rings and chains.
        let mut text = String::new();
        for i in 0..2_000 {
            let next = (i + 1) % 2_000;
            text += &format!(
                "advice a{i}\n better satisfiable(a{next})\n depth 1\nend-advice\nplan p{i} = p{next}, a{i}\n"
            );
        }
        let (_, compilation) = compile("rings.adv", &text);
        assert!(has_errors(&compilation.diagnostics));
        // Plans that double: every one lists the one before it twice.
        let mut text = String::from("advice a\n better mate\n depth 1\nend-advice\nplan p0 = a\n");
        for i in 1..64 {
            text += &format!("plan p{i} = p{}, p{}\n", i - 1, i - 1);
        }
        text += "table t\n otherwise p63\nend-table\n";
        let _ = compile("doubling.adv", &text);
    });
}
