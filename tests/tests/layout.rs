//! Generated programs, formatted: the formatter keeps the tree and the comments of every one of them, in each way of writing signs, and
//! formatting twice is formatting once. `ADV_FORMAT_PROGRAMS` sets how many.

use adv::analysis::ast::Item;
use adv::{Signs, format_source};
use adv_compiler::syntax::parse;
use adv_reference::generate::{
    Numbers, program, program_with_patterns, program_with_taken, strategic,
};

/// How many programs are tried every day.
const USUAL: u64 = 300;

/// The tree of a text without the places, item by item.
fn tree(text: &str) -> Vec<String> {
    let without_places = |item: &Item| {
        let printed = format!("{item:?}");
        let mut parts = printed.split("Place {");
        let mut out = parts.next().unwrap_or("").to_owned();
        for part in parts {
            out += part.split_once('}').map_or(part, |(_, rest)| rest);
        }
        out
    };
    parse(text).file.items.iter().map(without_places).collect()
}

/// The comments of a text, in order.
fn comments(text: &str) -> Vec<String> {
    let comments = parse(text).trivia.comments;
    let written = comments
        .iter()
        .map(|comment| text[comment.span.start as usize..comment.span.end as usize].to_owned());
    written.collect()
}

/// The text with a comment before some of its lines and at the ends of others, and with blanks that count for nothing.
fn remarked(text: &str, seed: u64) -> String {
    let mut numbers = Numbers::new(seed);
    let mut out = String::new();
    for (at, line) in text.lines().enumerate() {
        match numbers.below(6) {
            0 => out += &format!("  // before {at}\n{line}\n"),
            1 => out += &format!("{line}   // beside {at}\n"),
            2 => out += &format!("\n{line}  \n"),
            _ => out += &format!("{line}\n"),
        }
    }
    out
}

#[test]
fn generated_programs_are_kept() {
    let set = std::env::var("ADV_FORMAT_PROGRAMS").ok();
    let programs = set
        .and_then(|text| text.parse().ok())
        .unwrap_or(adv_testkit::sized(USUAL / 24, USUAL));
    for seed in 0..programs {
        let generated = match seed % 4 {
            0 => program(seed),
            1 => program_with_taken(seed),
            2 => program_with_patterns(seed),
            _ => strategic(seed),
        };
        let text = remarked(&generated.source(), seed);
        let items = tree(&text);
        for signs in [Signs::Keep, Signs::Unicode, Signs::Ascii] {
            let place = || format!("seed {seed}, {signs:?}\n{text}");
            let formatted =
                format_source(&text, signs).unwrap_or_else(|error| panic!("{error}: {}", place()));
            assert!(tree(&formatted) == items, "another tree: {}", place());
            assert!(
                comments(&formatted) == comments(&text),
                "other comments: {}",
                place()
            );
            let again = format_source(&formatted, signs);
            assert!(
                again.is_ok_and(|again| again == formatted),
                "twice is another text: {}\n{formatted}",
                place()
            );
        }
    }
}
