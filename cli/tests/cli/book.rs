//! The book is walked as a reader walks it: every file written, every change made, every command run in a folder of its own.
//!
//! A block of a chapter says after a comma which file it speaks of. `adv,krk.adv` is the whole file; `diff,krk.adv` changes it
//! where its lines stand, once; `adv,=krk.adv` is the file as it must have become. A block `console` holds commands, each after
//! `$ `, with what they print, both streams as they come on a terminal; `…` leaves lines out, and blanks
//! at the ends of lines do not count. `rust,examples/x.rs` shows that file. A chapter begins in an empty folder.

use std::collections::BTreeSet;
use std::fs::{self, File};

use adv_testkit::{Size, fresh, size};

use crate::desk::Desk;
use crate::readme::missing;

/// The folder of the chapters.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/book/src");

/// The beginning of a chapter that is printed from the tables.
pub const PRINTED: &str = "# Reference\n\nPrinted from";

/// One fenced block of a chapter.
struct Block<'a> {
    /// Its language.
    kind: &'a str,
    /// The file that it speaks of, or nothing.
    file: &'a str,
    text: String,
}

fn read(name: &str) -> String {
    fs::read_to_string(format!("{SOURCES}/{name}"))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The chapters in the order of the summary.
fn chapters() -> Vec<String> {
    let summary = read("SUMMARY.md");
    let links = summary.split("](").skip(1);
    let names = links.map(|link| link.split(')').next().unwrap_or_default().to_owned());
    names.collect()
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(tag) = line.strip_prefix("```") else {
            continue;
        };
        let (kind, file) = tag.split_once(',').unwrap_or((tag, ""));
        let body = lines.by_ref().take_while(|line| *line != "```");
        let text = body.flat_map(|line| [line, "\n"]).collect();
        blocks.push(Block { kind, file, text });
    }
    blocks
}

/// The text after the change, whose lines begin with a blank, `-` or `+`. The lines that stay or go must stand in it once.
fn changed(text: &str, change: &str) -> Result<String, String> {
    let only = |left_out: char| -> String {
        let kept = change.lines().filter(|line| !line.starts_with(left_out));
        let kept = kept.map(|line| line.get(1..).unwrap_or_default());
        kept.flat_map(|line| [line, "\n"]).collect()
    };
    let (old, new) = (only('+'), only('-'));
    match text.matches(&old).count() {
        1 => Ok(text.replacen(&old, &new, 1)),
        found => Err(format!(
            "{found} places for the change\n{change}\nin\n{text}"
        )),
    }
}

/// The words of a command; quotes hold words together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in command.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// What a command prints on both streams.
fn printed(desk: &Desk, words: &[String]) -> String {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let path = desk.path("printed");
    let file = File::create(&path).expect("a file can be made");
    let both = file.try_clone().expect("a file can be shared");
    let status = desk.command(&words).stdout(file).stderr(both).status();
    status.expect("the binary runs");
    fs::read_to_string(&path).expect("what was printed is text")
}

/// The chapter whose proofs the short size makes; the others' are made in the long one.
const PROVED: &str = "claims.md";

/// Runs the commands of a block and holds each against the lines under it.
fn walk(desk: &Desk, chapter: &str, block: &str) -> usize {
    let mut ran = 0;
    for session in format!("\n{block}").split("\n$ adv ").skip(1) {
        let (command, lines) = session.split_once('\n').unwrap_or((session, ""));
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        assert!(!lines.is_empty(), "`adv {command}` shows nothing");
        ran += 1;
        if command.starts_with("prove") && chapter != PROVED && size() == Size::Short {
            continue;
        }
        let out = printed(desk, &words(command));
        let output: Vec<&str> = out.lines().map(str::trim_end).collect();
        if let Some(missing) = missing(&lines, &output) {
            panic!("`adv {command}` does not print:\n{missing}\n\nbut:\n{out}");
        }
    }
    ran
}

#[test]
fn a_reader_of_the_book_sees_what_it_prints() {
    let chapters = chapters();
    assert!(!chapters.is_empty(), "the book has no chapter");
    for chapter in chapters {
        let page = read(&chapter);
        let desk = Desk::new();
        for name in ["kings.adv", "queen.adv", "pawn.adv"] {
            fs::remove_file(desk.path(name)).expect("a program that the reader has not");
        }
        let mut ran = 0;
        let mut programs = BTreeSet::new();
        for Block { kind, file, text } in blocks(&page) {
            match (kind, file.strip_prefix('=')) {
                ("console", _) => ran += walk(&desk, &chapter, &text),
                ("adv", Some(file)) => {
                    assert_eq!(desk.text(file), text, "{chapter}: {file}");
                }
                ("adv", None) => {
                    assert!(!file.is_empty(), "{chapter}: a program without a file");
                    desk.put(file, text);
                    programs.insert(file.to_owned());
                }
                ("diff", _) => {
                    let text = changed(&desk.text(file), &text);
                    desk.put(
                        file,
                        text.unwrap_or_else(|wrong| panic!("{chapter}: {wrong}")),
                    );
                }
                // A program in another language is the file of the project that it names.
                ("rust", None) => {
                    let path = adv_testkit::root().join(file);
                    let there = fs::read_to_string(path).expect("the file that is shown");
                    assert_eq!(there, text, "{chapter}: {file}");
                }
                _ => panic!("{chapter}: the block `{kind}` is no program, change or session"),
            }
        }
        // What is printed from the tables is held to them by its own test.
        let is_printed = page.starts_with(PRINTED);
        assert!(is_printed || ran > 0, "{chapter} runs no command");
        // The gallery of the studio's page has the programs as the chapter leaves them.
        for program in programs.iter().filter(|name| name.ends_with(".adv")) {
            let folder = chapter.trim_end_matches(".md");
            fresh(
                &format!("studio/book/{folder}/{program}"),
                &desk.text(program),
            );
        }
    }
}

#[test]
fn every_chapter_is_in_the_summary_and_its_links_lead_somewhere() {
    let chapters = chapters();
    for entry in fs::read_dir(SOURCES).expect("the chapters are there") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        let listed = name == "SUMMARY.md" || chapters.iter().any(|chapter| *chapter == name);
        assert!(listed, "{name} is not in SUMMARY.md");
    }
    for chapter in &chapters {
        for link in read(chapter).split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap_or_default();
            let outside = target.is_empty() || target.starts_with("https://");
            let there = outside || fs::exists(format!("{SOURCES}/{target}")).unwrap_or(false);
            assert!(there, "{chapter} leads to {target}, which is not there");
        }
    }
}

#[test]
fn a_change_is_made_in_one_place_only() {
    assert_eq!(changed("a\nb\n", " a\n-b\n+c\n"), Ok("a\nc\n".to_owned()));
    assert!(changed("a\na\n", "-a\n+b\n").is_err());
    assert!(changed("a\n", "-b\n+c\n").is_err());
    assert_eq!(
        words("board a.adv \"MV( K )\" x"),
        ["board", "a.adv", "MV( K )", "x"]
    );
}
