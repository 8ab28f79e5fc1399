//! `adv explain`: the page on a code or a word, what adv has for a word of the field, the list of all codes, or the list of all words.

use std::fmt::Write as _;

use adv::diagnostics::{Code, did_you_mean, suggest};
use adv::pages;
use clap::Args;

use crate::{Exit, Outcome, io};

/// Arguments of `adv explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// The code, in upper or lower case; a word, a sign or a module of the library; or a word of chess, such as fortress or back rank
    #[arg(value_name = "NAME")]
    pub name: Vec<String>,
    /// List the words that are always there and those of the library, with their signatures
    #[arg(long, conflicts_with = "name")]
    pub words: bool,
}

/// Most message codes that are suggested for one that does not exist.
const MOST: usize = 3;

/// `adv explain`: prints the page on a code or a word, or a list where nothing is named; for an unknown name, the nearest ones.
pub fn explain(args: &ExplainArgs) -> Outcome {
    let name = &args.name.join(" ");
    let page = match name.is_empty() {
        true if args.words => Some(pages::list()),
        true => Some(list()),
        false => pages::about(name).or_else(|| of_chess(name)),
    };
    if let Some(page) = page {
        io::print(&page)?;
        return Ok(Exit::Done);
    }
    let (kind, near, all) = if is_code(name) {
        ("code", nearest(name), "`adv explain` lists all codes")
    } else {
        let terms = sections().flat_map(|(head, _)| head.split(", "));
        let near = suggest(
            name,
            None,
            pages::names().chain(terms).map(|name| (name, ())),
        );
        (
            "word",
            near,
            "`adv explain --words` lists the words of the library",
        )
    };
    trouble!("there is no {kind} `{name}`")
        .help(match did_you_mean(&near) {
            Some(near) => format!("{near} {all}"),
            None => all.to_owned(),
        })
        .tell();
    Ok(Exit::Wrong)
}

/// Page of the words that chess books use.
const GLOSSARY: &str = include_str!("../../../docs/glossary.md");

/// Sections of the glossary: all names of a term, and the text.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    GLOSSARY
        .split("\n## ")
        .skip(1)
        .filter_map(|section| section.split_once('\n'))
}

/// Section of the glossary that has this name; capitals, hyphens and a plural do not matter.
fn of_chess(name: &str) -> Option<String> {
    let plain = |name: &str| name.to_lowercase().replace('-', " ");
    let wanted = plain(name);
    let is_it =
        |term: &str| plain(term) == wanted || wanted.strip_suffix('s') == Some(&plain(term));
    let (head, text) = sections().find(|(head, _)| head.split(", ").any(is_it))?;
    Some(format!(
        "{head}\n\n{}\n\nPage: docs/glossary.md\n",
        text.trim()
    ))
}

/// True where a word has the shape of a message code: a letter, then a digit, and at most six bytes in all.
fn is_code(name: &str) -> bool {
    matches!(name.as_bytes(), [b'A'..=b'Z' | b'a'..=b'z', b'0'..=b'9', ..] if name.len() <= 6)
}

/// Message codes near to a word: those with nearly its letters, else those of its family with the nearest numbers.
fn nearest(name: &str) -> Vec<&'static str> {
    let near = suggest(name, None, Code::ALL.iter().map(|code| (code.as_str(), ())));
    let number = |code: &str| code.get(1..)?.parse::<u32>().ok();
    let Some(wanted) = number(name).filter(|_| near.is_empty()) else {
        return near;
    };
    let family = name.get(..1).unwrap_or("").to_ascii_uppercase();
    let codes = Code::ALL.iter().map(|code| code.as_str());
    let mut codes: Vec<&str> = codes.filter(|code| code.starts_with(&family)).collect();
    codes.sort_by_key(|code| number(code).unwrap_or(0).abs_diff(wanted));
    codes.truncate(MOST);
    codes
}

fn list() -> String {
    let mut text = String::new();
    for code in Code::ALL {
        let _ = writeln!(
            text,
            "{code}  {:7}  {}",
            code.severity().as_str(),
            code.title()
        );
    }
    text
}
