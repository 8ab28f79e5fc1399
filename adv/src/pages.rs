//! The pages of `adv explain` on a code or a word: a word of the library, a primitive, a keyword, a sign, or a module of the library.
//!
//! Nothing is written here that is not in the tables: signatures and doc comments are those of the library and of the primitives,
//! meanings those of the table of symbols, and examples are items of the library.

use std::fmt::Write as _;

use adv_compiler::diagnostics::Code;
use adv_compiler::symbols::{Group, SYMBOLS, Symbol};

use crate::words::{LibraryWord, library_modules, library_text, words as library};

/// Maximum number of lines of an example on a page.
const LONGEST: usize = 14;
/// Path of the reference with all keywords and signs.
const SYMBOL_PAGE: &str = "grammar/symbols.md";
/// Address of the files of the repository.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main");
/// Path of the reference with the words that are always there.
const REFERENCE: &str = "grammar/reference.md";
/// Path of the reference with all words of the library.
const LIBRARY_PAGE: &str = "docs/library.md";

/// Words that are always there and are no primitives, each with the head of its definition and its meaning.
pub const ALWAYS: &[(&str, &str)] = &[
    ("descriptor mate", "they are mated: `mated(them)`"),
    ("descriptor check", "they are in check: `in-check(them)`"),
    (
        "descriptor stalemate",
        "they are stalemated: `stalemated(them)`",
    ),
    (
        "descriptor draw",
        "stalemate, or too few men on both sides: `insufficient`",
    ),
    ("descriptor us-to-move", "we are to move"),
    ("descriptor them-to-move", "they are to move"),
    ("descriptor white-to-move", "White is to move"),
    ("descriptor black-to-move", "Black is to move"),
    (
        "number replies",
        "how many legal moves they have: `legal-moves(them)`",
    ),
    ("descriptor true", "true in every position"),
    ("descriptor false", "true in no position"),
    (
        "board SQ(piece, ...)",
        "the squares of a piece, or of several: `SQ(W.R, W.N)`",
    ),
    (
        "descriptor disjoint(board, board)",
        "two boards have no square in common",
    ),
];

/// Writes the page on a code of a diagnostic or on a word: all that has this name; `None` where nothing has it. Keywords may be in either
/// case.
pub fn about(name: &str) -> Option<String> {
    if let Some(code) = Code::parse(name) {
        return Some(code.explanation().to_owned());
    }
    let mut parts = Vec::new();
    parts.extend(
        SYMBOLS
            .iter()
            .filter(|row| {
                row.spellings
                    .iter()
                    .any(|of| of.strip_suffix('.').unwrap_or(of) == name || *of == name)
            })
            .map(of_symbol),
    );
    parts.extend(
        library()
            .iter()
            .filter(|word| word.name == name)
            .map(of_word),
    );
    let always = ALWAYS.iter().filter(|(head, _)| named(head) == name);
    parts.extend(always.map(|(head, doc)| {
        let example =
            anywhere(name, head.contains('(')).map_or(String::new(), |text| format!("\n{text}"));
        format!("{head}\n\n{doc}\n\nIt is always there.\n{example}\nPage: {REFERENCE}\n")
    }));
    parts.extend(of_module(name));
    if parts.is_empty() {
        // What another language writes for a sign, which adv reads as meant.
        let mut rows = SYMBOLS.iter();
        let row = rows.find(|row| row.read_as_meant.contains(&name))?;
        let sign = row.spellings.first()?;
        parts.push(format!("{name}  is read as `{sign}`\n\n{}", of_symbol(row)));
    }
    Some(parts.join("\n"))
}

/// All names that [`about`] knows, without the twins of keywords and signs, and without codes.
pub fn names() -> impl Iterator<Item = &'static str> {
    let symbols = SYMBOLS
        .iter()
        .filter_map(|row| row.spellings.first().copied());
    let words = library().iter().map(|word| word.name.as_str());
    let always = ALWAYS.iter().map(|(head, _)| named(head));
    words.chain(symbols).chain(always).chain(library_modules())
}

/// Writes a list with a line for each word of the library and each primitive: its module and its signature.
pub fn list() -> String {
    let mut text = String::new();
    for (head, _) in ALWAYS {
        let _ = writeln!(text, "{:<17} {head}", "always there");
    }
    for word in library() {
        let module = word.module.unwrap_or("always there");
        let _ = writeln!(text, "{module:<17} {}", word.signature());
    }
    text
}

fn of_symbol(row: &Symbol) -> String {
    let (first, twins) = row.spellings.split_first().unwrap_or((&"", &[]));
    let mut text = format!("{first}  {}\n\n{}\n", row.meaning, place(row.group));
    if !twins.is_empty() {
        let _ = writeln!(text, "Also written: {}", twins.join("  "));
    }
    if !row.read_as_meant.is_empty() {
        let _ = writeln!(text, "Read as meant: {}", row.read_as_meant.join("  "));
    }
    if let Some(example) = example(row) {
        let _ = write!(text, "\n{example}");
    }
    let _ = writeln!(text, "\nPage: {SYMBOL_PAGE}");
    text
}

fn of_word(word: &LibraryWord) -> String {
    let mut text = format!("{}\n\n", word.signature());
    if !word.doc.trim().is_empty() {
        let _ = writeln!(text, "{}\n", word.doc.trim());
    }
    let example = match word.module {
        None => {
            text += "It is always there.\n";
            anywhere(&word.name, !word.params.is_empty())
        }
        // It is there without a `use` line.
        Some("std.sdl") => {
            text += "It is always there, after a program's own words.\n";
            tested("std.sdl", &word.name, !word.params.is_empty())
        }
        Some(module) => {
            let _ = writeln!(text, "use {module}");
            tested(module, &word.name, !word.params.is_empty())
        }
    };
    if let Some(example) = example {
        let _ = write!(text, "\n{example}");
    }
    let page = match word.module {
        None => REFERENCE,
        Some(_) => LIBRARY_PAGE,
    };
    let _ = writeln!(text, "\nPage: {page}");
    text
}

fn of_module(name: &str) -> Option<String> {
    let text = library_text(name)?;
    let mut page = format!("use {name}\n\n");
    for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
        let _ = writeln!(page, "{}", line.trim());
    }
    page += "\n";
    for word in library().iter().filter(|word| word.module == Some(name)) {
        let _ = writeln!(page, "{}", word.signature());
    }
    let _ = writeln!(page, "\nPage: {LIBRARY_PAGE}");
    Some(page)
}

/// Sentence on the place of a keyword in a program.
fn place(group: Group) -> &'static str {
    match group {
        Group::Item => "It begins a definition.",
        Group::End => "It ends a definition or a block.",
        Group::Clause => "It begins a clause of a piece-of-advice or an action.",
        Group::Detail => "It stands in a clause or a head.",
        Group::Head => "It stands in the head of a strategy.",
        Group::Statement => "It begins a statement of a strategy.",
        Group::ActionClause => "It begins a clause of an action.",
        Group::Rule => "It begins a rule of a table.",
        Group::Modifier => "It stands in moves.",
        Group::Claim => "It stands in tests and claims.",
        Group::Expression => "It stands in conditions.",
        Group::Operator => "It is an operator.",
        Group::Operand => "It is a value, or begins one.",
        Group::Sign => "It is a sign.",
        Group::Letter => "It is the letter of a piece.",
        Group::Side => "It is the letter of a side.",
        Group::Contextual => "It is a word at its place only, and may be a name elsewhere.",
    }
}

/// Splits a module's text into items: each begins at the margin and goes on to an empty line or to the next at the margin, a line `end-…`
/// taken with it. Comments are left out.
fn items(text: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let is_comment = line.trim_start().starts_with("//");
        if line.trim().is_empty() || (is_comment && !line.starts_with(' ')) {
            is_open = false;
        } else if (line.starts_with(' ') || line.starts_with("end-")) && is_open {
            if let Some(item) = items.last_mut() {
                let _ = writeln!(item, "{line}");
            }
            is_open = line.starts_with(' ');
        } else {
            items.push(format!("{line}\n"));
            is_open = true;
        }
    }
    items
}

/// True where a text has a word, not part of a longer one, with arguments after it if it is called. Quoted texts and comments at
/// ends of lines do not count.
fn has(text: &str, word: &str, is_called: bool) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let is_word = word.starts_with(is_part);
    text.lines().any(|line| {
        let line = line.split("//").next().unwrap_or("");
        line.split('"').step_by(2).any(|part| {
            part.match_indices(word).any(|(at, found)| {
                let before = part.get(..at).and_then(|part| part.chars().next_back());
                let after = part
                    .get(at + found.len()..)
                    .and_then(|part| part.chars().next());
                let fits = !is_called || after == Some('(');
                fits && (!is_word || !before.is_some_and(is_part) && !after.is_some_and(is_part))
            })
        })
    })
}

/// Finds an example of a word in a module: the shortest test that uses it, else the shortest other item, but not its definition.
fn tested(module: &str, word: &str, is_called: bool) -> Option<String> {
    let items = items(library_text(module)?);
    let defines = |item: &&String| named(item) == word;
    let fits = |item: &&String| item.lines().count() <= LONGEST && has(item, word, is_called);
    let mut fitting: Vec<&String> = items
        .iter()
        .filter(fits)
        .filter(|item| !defines(item))
        .collect();
    fitting.sort_by_key(|item| (!item.starts_with("test"), item.len()));
    fitting.first().map(|item| (*item).clone())
}

/// The name in a definition: its second word, without parameters.
fn named(definition: &str) -> &str {
    let mut words = definition
        .split([' ', '(', '\n'])
        .filter(|word| !word.is_empty());
    words.nth(1).unwrap_or_default()
}

/// An example of a keyword or a sign out of the library; `None` where the library does not use it.
pub fn example(row: &Symbol) -> Option<String> {
    row.spellings.iter().find_map(|word| anywhere(word, false))
}

/// The title and the address of the chapter of the reference that says what a keyword means.
pub fn chapter(row: &Symbol) -> (&'static str, String) {
    use adv_compiler::symbols::Token;
    let title = match row.token {
        Token::Material | Token::Example | Token::Use | Token::Default => "A file",
        Token::Board | Token::Number | Token::Descriptor => "Values",
        Token::Moves | Token::Toward | Token::Along => "Moves",
        Token::Zone => "Zones",
        Token::Plan | Token::Table => "Tables",
        Token::Strat => "Strategies",
        Token::Test | Token::Expect | Token::Move | Token::Position | Token::Only => "Tests",
        Token::Prove | Token::Measure => "Claims",
        Token::Pattern | Token::Evaluation | Token::Texts => "Patterns",
        Token::Shortest | Token::Easiest | Token::Cheapest | Token::Cost | Token::Effort => {
            "Advice"
        }
        Token::New | Token::Root => "Positions",
        Token::EndTable => "Tables",
        Token::EndAdvice => "Advice",
        Token::EndPattern | Token::EndEvaluation | Token::EndTexts => "Patterns",
        _ => match row.group {
            Group::Item | Group::Clause | Group::Detail => "Advice",
            Group::End | Group::Head | Group::Statement | Group::ActionClause => "Strategies",
            Group::Rule => "Tables",
            Group::Modifier => "Moves",
            Group::Claim => "Claims",
            Group::Contextual if row.token as usize >= Token::Fact as usize => "Patterns",
            Group::Contextual => "Claims",
            Group::Expression | Group::Operator | Group::Operand | Group::Sign => "Expressions",
            Group::Letter | Group::Side => "Values",
        },
    };
    let anchor = title.to_ascii_lowercase().replace(' ', "-");
    (title, format!("{REPOSITORY}/{REFERENCE}#{anchor}"))
}

/// Finds an example of a word in the first module that has one.
fn anywhere(word: &str, is_called: bool) -> Option<String> {
    library_modules().find_map(|module| tested(module, word, is_called))
}
