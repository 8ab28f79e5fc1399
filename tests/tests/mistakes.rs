//! Mistakes of authors by kind: each is a correct program of the examples or exercises with one place written otherwise. What is told of it
//! says the codes and the words in `tests/cases/mistakes.txt`, no more and no less.
//!
//! ```text
//! # A word of another kind
//!
//! == examples/endgames/krk.adv
//! - then mate-soon, halve      what the file has
//! + then mate, halve           what stands there by mistake
//! E0209 list a piece-of-advice that has it as its goal
//! ```
//!
//! Words are those of the first help of a message, or of the message where it has none.

use adv::diagnostics::{Diagnostic, Severity};
use adv::{Effort, Examination, MaterialLook};

use crate::common::read;

/// One row: a file, the places and what is written there, what is told.
struct Mistake<'t> {
    file: &'t str,
    places: Vec<[String; 2]>,
    told: Vec<&'t str>,
}

fn mistakes(text: &str) -> Vec<Mistake<'_>> {
    let rows = text.split("\n== ").skip(1);
    let row = |row: &'_ str| -> (Vec<[String; 2]>, Vec<usize>) {
        let mut places: Vec<[Vec<&str>; 2]> = Vec::new();
        let mut told = Vec::new();
        let mut is_new = false;
        for (number, line) in row.lines().enumerate().skip(1) {
            if let Some(old) = line.strip_prefix("- ") {
                if is_new || places.is_empty() {
                    places.push([Vec::new(), Vec::new()]);
                }
                is_new = false;
                places.last_mut().expect("a place")[0].push(old);
            } else if let Some(new) = line.strip_prefix("+ ") {
                is_new = true;
                places.last_mut().expect("a place")[1].push(new);
            } else if !line.is_empty() && !line.starts_with('#') {
                told.push(number);
            }
        }
        let joined = |lines: [Vec<&str>; 2]| lines.map(|lines| lines.join("\n"));
        (places.into_iter().map(joined).collect(), told)
    };
    rows.map(|text| {
        let (places, told) = row(text);
        let lines: Vec<&str> = text.lines().collect();
        Mistake {
            file: lines[0],
            places,
            told: told.into_iter().map(|number| lines[number]).collect(),
        }
    })
    .collect()
}

/// Messages on a program; those of a look at positions too, where they are wanted.
fn told(file: &str, text: &str, looks: bool) -> Vec<Diagnostic> {
    let examined = Examination::of_text(file, text);
    if examined.module.is_none() {
        return examined.complete().0;
    }
    let mut all = examined.diagnostics.clone();
    let source = examined.source.clone();
    let rulebook = examined.into_rulebook().expect("a module");
    if let Some(look) = MaterialLook::new(rulebook.program()).filter(|_| looks) {
        let found = look.run(&rulebook, Effort::BRIEF, (&all, &source), |_| ());
        all.extend(found.expect("nothing stops it"));
    }
    all
}

#[test]
fn every_mistake_is_told_as_it_is_written() {
    let text = read("tests/cases/mistakes.txt");
    let rows = mistakes(&text);
    assert!(rows.len() >= 230, "{} mistakes", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let mut program = read(row.file);
        for [old, new] in &row.places {
            assert!(
                program.contains(old.as_str()),
                "{} has no `{old}`",
                row.file
            );
            program = program.replacen(old.as_str(), new, 1);
        }
        let looks = row
            .told
            .iter()
            .any(|told| told.starts_with("W08") || told.starts_with("W0509"));
        let mut found: Vec<String> = Vec::new();
        let told = told(row.file, &program, looks);
        for of in told.iter().filter(|of| of.severity != Severity::Note) {
            let words = of.help.first().unwrap_or(&of.message);
            let line = format!("{} {words}", of.code.as_str());
            if !found.contains(&line) {
                found.push(line);
            }
        }
        found.sort_unstable();
        let mut expected = row.told.clone();
        expected.sort_unstable();
        if found != expected {
            let new = &row.places[0][1];
            wrong.push(format!(
                "{}: {new}\n    expected {expected:#?}\n    found {found:#?}",
                row.file
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_programs_without_the_mistakes_are_clean() {
    let text = read("tests/cases/mistakes.txt");
    let mut files: Vec<&str> = mistakes(&text).iter().map(|row| row.file).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        let found = told(file, &read(file), false);
        assert!(found.is_empty(), "{file}: {found:?}");
    }
}
