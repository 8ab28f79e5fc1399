//! The sessions in README are real: every command in them prints the lines that follow it.
//!
//! A block marked `console` holds commands, each after `$ `, and the lines of their standard output. `…` on a line of its own
//! leaves lines out; all others must follow one another as printed.

use std::fs;

use adv_testkit::{Size, runs_in};

use crate::desk::Desk;

/// The project's root folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The line that leaves lines out.
const GAP: &str = "…";

/// The commands of the page with the lines printed under each.
fn sessions(page: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let mut sessions: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ adv ") {
                let words = command.split_whitespace().map(str::to_owned);
                sessions.push((words.collect(), Vec::new()));
            } else if let Some((_, lines)) = sessions.last_mut() {
                lines.push(line.to_owned());
            }
        }
    }
    sessions
}

/// The first run of lines of the page that the output does not have, after those before it.
pub fn missing(lines: &[String], output: &[&str]) -> Option<String> {
    let mut rest = output;
    let mut may_skip = false;
    for run in lines.split_inclusive(|line| line == GAP) {
        let gap = run.last().is_some_and(|line| line == GAP);
        let wanted = &run[..run.len() - usize::from(gap)];
        if !wanted.is_empty() {
            let at = rest.windows(wanted.len()).position(|have| have == wanted);
            match at {
                Some(at) if may_skip || at == 0 => rest = &rest[at + wanted.len()..],
                _ => return Some(wanted.join("\n")),
            }
        }
        may_skip = gap;
    }
    (!may_skip && !rest.is_empty()).then(|| format!("(the end; the output goes on)\n{}", rest[0]))
}

#[test]
fn the_commands_in_the_readme_print_what_it_shows() {
    let page = fs::read_to_string(format!("{ROOT}/README.md")).expect("README.md can be read");
    let sessions = sessions(&page);
    assert!(sessions.len() >= 4, "README.md shows too few commands");
    let desk = Desk::new();
    for (words, lines) in sessions {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // Proofs of whole classes; in the short size the table of endgames has one of them.
        if words[0] == "prove" && words.len() == 2 && !runs_in(Size::Long, &words.join(" ")) {
            continue;
        }
        let ran = desk
            .command(&words)
            .current_dir(ROOT)
            .output()
            .expect("the binary runs");
        let out = String::from_utf8_lossy(&ran.stdout);
        let output: Vec<&str> = out.lines().collect();
        assert!(!lines.is_empty(), "adv {words:?} shows nothing");
        if let Some(missing) = missing(&lines, &output) {
            panic!("adv {words:?} does not print:\n{missing}\n\nbut:\n{out}");
        }
    }
}

#[test]
fn the_diff_in_the_readme_is_the_one_of_the_two_programs() {
    let read = |path: &str| fs::read_to_string(format!("{ROOT}/{path}")).expect("a file");
    let page = read("README.md");
    let (old, new) = (
        read("examples/krk-advice.adv"),
        read("examples/endgames/krk-advice-fixed.adv"),
    );
    let shown = page.split("```diff\n").nth(1).unwrap_or_default();
    let shown = shown.split("```").next().unwrap_or_default();
    let marked = |mark: char| -> Vec<&str> {
        let lines = shown.lines().filter(|line| line.starts_with(mark));
        lines.map(|line| &line[1..]).collect()
    };
    // The lines of one program that the other has not, comments, tests and claims left aside.
    let only = |one: &str, other: &str| -> Vec<String> {
        let rules = |line: &&str| line.trim_start().starts_with("better");
        let lines = one.lines().filter(rules);
        let lines = lines.filter(|line| !other.lines().any(|has| has == *line));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(marked('-'), only(&old, &new));
    assert_eq!(marked('+'), only(&new, &old));
    assert!(!marked('+').is_empty(), "README.md shows no diff");
}
