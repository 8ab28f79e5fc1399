//! `adv explain WORD`, and the page with every word of the library.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use adv::analysis::{Group, SYMBOLS, library_modules, library_text, words};
use adv_testkit::fresh;

use crate::book::PRINTED;
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

/// A cell of a table.
fn cell(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join(" ").trim().replace('|', "\\|")
}

/// The chapter of the book that is printed from the tables: keywords and signs by what they are for, primitives, words of the library, codes.
fn reference() -> String {
    use adv::diagnostics::Code;
    let mut page = format!(
        "{PRINTED} the tables of the compiler and from the library's own texts; a test keeps it in step. What each construct means is in [grammar/reference.md](../../../grammar/reference.md); \
         `adv explain NAME` tells any line of this chapter with an example.\n\n## Keywords and signs\n"
    );
    let groups: BTreeSet<_> = SYMBOLS.iter().map(|row| row.group).collect();
    for group in groups {
        let _ = writeln!(
            page,
            "\n### {}\n\n| word | means |\n| --- | --- |",
            title(group)
        );
        for row in SYMBOLS.iter().filter(|row| row.group == group) {
            let all: Vec<String> = row
                .spellings
                .iter()
                .map(|text| format!("`{}`", cell(text)))
                .collect();
            let _ = writeln!(page, "| {} | {} |", all.join(" "), cell(row.meaning));
        }
    }
    page += "\n## Words that are always there\n\n| word | is |\n| --- | --- |\n";
    for word in words().iter().filter(|word| word.module.is_none()) {
        let _ = writeln!(
            page,
            "| `{}` | {} |",
            cell(&word.signature()),
            cell(&word.doc)
        );
    }
    page += "\n## The library\n";
    for module in library_modules() {
        let own: Vec<_> = words()
            .iter()
            .filter(|word| word.module == Some(module))
            .collect();
        if own.is_empty() {
            continue;
        }
        let _ = writeln!(page, "\n### {module}\n\n| word | is |\n| --- | --- |");
        for word in own {
            let _ = writeln!(
                page,
                "| `{}` | {} |",
                cell(&word.signature()),
                cell(&word.doc)
            );
        }
    }
    page += "\n## Codes of messages\n\n| code | says |\n| --- | --- |\n";
    for code in Code::ALL {
        let _ = writeln!(page, "| {} | {} |", code.as_str(), cell(code.title()));
    }
    page
}

/// What a group of words is called.
fn title(group: Group) -> &'static str {
    match group {
        Group::Item => "Items",
        Group::End => "Ends",
        Group::Clause => "Clauses of advice",
        Group::Detail => "In heads and clauses",
        Group::Head => "In the head of a strategy",
        Group::Statement => "Statements of a strategy",
        Group::ActionClause => "Clauses of an action",
        Group::Rule => "Rules of a table",
        Group::Modifier => "Moves",
        Group::Claim => "Tests and claims",
        Group::Expression => "Choices",
        Group::Operator => "Operators",
        Group::Operand => "Operands",
        Group::Sign => "Signs that join",
        Group::Letter => "Letters of pieces",
        Group::Side => "Sides",
        Group::Contextual => "Words at their places only",
    }
}

#[test]
fn the_reference_of_the_book_is_printed_from_the_tables() {
    fresh("docs/book/src/reference.md", &reference());
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
fn words_of_chess_lead_to_words_recipes_and_programs() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a file");
    let (glossary, cookbook) = (
        read("docs/glossary.md"),
        read("docs/cookbook.md").to_lowercase(),
    );
    for line in glossary
        .lines()
        .filter_map(|line| line.strip_prefix("Words: "))
    {
        let words = line.split(". ").next().unwrap_or_default();
        for word in words.split('`').skip(1).step_by(2) {
            assert!(adv::pages::about(word).is_some(), "{word}");
        }
        for link in line.split("](cookbook.md#").skip(1) {
            let recipe = link.split(')').next().unwrap_or_default().replace('-', " ");
            assert!(cookbook.contains(&format!("\n## {recipe}\n")), "{recipe}");
        }
        for path in line.split(' ').filter(|word| word.starts_with("examples/")) {
            assert!(
                root.join(path.trim_end_matches(['.', ',', ';'])).is_file(),
                "{path}"
            );
        }
    }
    let desk = Desk::new();
    for name in [
        &["fortress"][..],
        &["back", "rank"],
        &["Zugzwang"],
        &["key-squares"],
        &["forks"],
        &["knight"],
    ] {
        let told = desk.adv(&[&["explain"][..], name].concat());
        assert_eq!(told.code, 0, "{name:?}: {}", told.all());
        assert!(
            told.out.ends_with("\nPage: docs/glossary.md\n"),
            "{name:?}: {}",
            told.out
        );
    }
    assert!(
        desk.adv(&["explain", "zugzwnag"])
            .err
            .contains("did you mean `zugzwang`")
    );
    assert!(
        desk.adv(&["explain", "root"])
            .out
            .starts_with("root.  in the position")
    );
}

#[test]
fn every_word_and_sign_has_a_page() {
    let desk = Desk::new();
    let symbols = SYMBOLS.iter().filter_map(|row| row.spellings.first());
    let names: BTreeSet<&str> = symbols
        .copied()
        .chain(words().iter().map(|word| word.name.as_str()))
        .collect();
    // Each costs a process, so some are asked. A dash begins an option, so `--` stands before them.
    for name in names.iter().step_by(adv_testkit::sized(61, 7)) {
        let told = desk.adv(&["explain", "--", name]);
        assert_eq!(told.code, 0, "{name}: {}", told.all());
        assert!(told.out.contains("\nPage: "), "{name}: {}", told.out);
    }
}
