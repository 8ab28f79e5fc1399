//! `adv explain WORD`, and the page with every word of the library.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use adv::analysis::{SYMBOLS, library_modules, library_text, words};
use adv_testkit::fresh;

use crate::desk::Desk;

/// The page with every word of the library.
const PAGE: &str = "docs/library.md";

/// The text of the page, from the library and the table of primitives.
fn page() -> String {
    let mut page = String::from(
        "# The words of the library\n\nPrinted from the library's own texts; a test keeps the two in step. `adv explain WORD` tells one of them with an example, and \
         `use std.room` brings the words of a module. The words that are always there are in the\n[reference](../grammar/reference.md#words-that-are-always-there), the keywords and signs in \
         [symbols.md](../grammar/symbols.md).\n",
    );
    for module in library_modules() {
        let text = library_text(module).expect("the library has its modules");
        let about = text.lines().map_while(|line| line.strip_prefix("//!"));
        let about: Vec<&str> = about.map(str::trim).collect();
        let _ = write!(page, "\n## {module}\n\n{}\n", about.join("\n"));
        let own: Vec<_> = words()
            .iter()
            .filter(|word| word.module == Some(module))
            .collect();
        if own.is_empty() {
            continue;
        }
        page += "\n| word | is |\n| --- | --- |\n";
        for word in own {
            let doc: Vec<&str> = word.doc.lines().map(str::trim).collect();
            let doc = doc.join(" ").trim().replace('|', "\\|");
            let _ = writeln!(page, "| `{}` | {doc} |", word.signature());
        }
    }
    page
}

#[test]
fn the_page_has_every_word_of_the_library() {
    fresh(PAGE, &page());
}

#[test]
fn a_word_of_the_library_is_told_with_its_module_and_an_example() {
    let told = Desk::new().adv(&["explain", "rook-area"]);
    assert_eq!(told.code, 0, "{}", told.all());
    let lines: Vec<&str> = told.out.lines().collect();
    assert_eq!(lines.first(), Some(&"number rook-area(r: board, k: board)"));
    assert!(lines.contains(&"use std.room"), "{}", told.out);
    assert!(
        told.out.contains("expect rook-area(W.R, B.K) = 36"),
        "{}",
        told.out
    );
    assert_eq!(lines.last(), Some(&"Page: docs/library.md"));
}

#[test]
fn primitives_keywords_signs_and_modules_are_told() {
    let desk = Desk::new();
    for (word, begins, has) in [
        ("dist", "number dist(board, board)", "It is always there."),
        (
            "holding",
            "holding  the holding-goal",
            "Also written: HOLDING",
        ),
        ("⊆", "≤  is at most", "Read as meant: =<"),
        ("&&", "&&  is read as `∧`", "∧  and"),
        ("std.room", "use std.room", "number pen(s: side)"),
    ] {
        let told = desk.adv(&["explain", word]);
        assert_eq!(told.code, 0, "{word}: {}", told.all());
        assert!(told.out.starts_with(begins), "{word}: {}", told.out);
        assert!(told.out.contains(has), "{word}: {}", told.out);
    }
    // A word that two modules define is told twice.
    let twice = desk.adv(&["explain", "mate-in"]);
    assert!(twice.out.contains("use std.mating"), "{}", twice.out);
    assert!(twice.out.contains("use std.solve"), "{}", twice.out);
}

#[test]
fn a_word_that_is_none_names_the_nearest() {
    let desk = Desk::new();
    let told = desk.adv(&["explain", "rookarea"]);
    assert_eq!((told.code, told.out.as_str()), (1, ""));
    assert!(
        told.err.contains("there is no word `rookarea`"),
        "{}",
        told.err
    );
    assert!(
        told.err.contains("did you mean `rook-area`"),
        "{}",
        told.err
    );
    let list = desk.adv(&["explain", "--words"]);
    assert_eq!(list.code, 0);
    assert!(list.out.lines().count() > words().len());
}

#[test]
fn every_word_and_sign_has_a_page() {
    let desk = Desk::new();
    let symbols = SYMBOLS.iter().filter_map(|row| row.spellings.first());
    let names: BTreeSet<&str> = symbols
        .copied()
        .chain(words().iter().map(|word| word.name.as_str()))
        .collect();
    // Each costs a process, so every seventh is asked. A dash begins an option, so `--` stands before them.
    for name in names.iter().step_by(7) {
        let told = desk.adv(&["explain", "--", name]);
        assert_eq!(told.code, 0, "{name}: {}", told.all());
        assert!(told.out.contains("\nPage: "), "{name}: {}", told.out);
    }
}
