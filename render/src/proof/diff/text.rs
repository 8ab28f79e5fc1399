//! Two programs against each other, for people.
//!
//! ```text
//! `old.adv` and `new.adv` play different first moves in 12,004 of 175,168 positions (6.9 %); …
//!
//!                                  A            B
//! moves, worst                    33           32
//! …
//! ```

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_prover::{Choice, Fate};

use super::{Contender, Diff, DiffTally, Example, chosen_words, fate_words, headline, names};
use crate::proof::choice::Chosen;
use crate::proof::numbers::{mean, percent, signed_mean};
use crate::text::{numbered, thousands, widest};

/// The most pairs of choices that are listed.
const PAIRS: usize = 20;

/// The report. Lines end with a line feed, the last as well.
pub fn text(diff: &Diff<'_>) -> String {
    let tally = diff.tally;
    let [a, b] = names(diff);
    let mut text = format!(
        "{}\nA  {a}, {}\nB  {b}, {}\n{}\n\n",
        headline(diff),
        diff.a.subject,
        diff.b.subject,
        diff.claim
    );
    text.push_str(&counts(tally));
    text.push_str(&pairs(diff));
    for (head, examples) in sections(tally) {
        if examples.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{head}");
        for (number, example) in examples.iter().enumerate() {
            text.push('\n');
            text.push_str(&one(diff, number, example));
        }
    }
    text
}

/// The lists of examples with their headings.
pub(crate) fn sections(tally: &DiffTally) -> [(&'static str, &[Example]); 4] {
    [
        ("only A holds", &tally.a_only),
        ("only B holds", &tally.b_only),
        ("A is shorter by most", &tally.a_best),
        ("B is shorter by most", &tally.b_best),
    ]
}

fn counts(tally: &DiffTally) -> String {
    let mut text = String::new();
    let mut row = |what: &str, count: u64, whole: u64| {
        let row = format!(
            "{what:26}{:>13}  {:>8}",
            thousands(count),
            percent(count, whole)
        );
        let _ = writeln!(text, "{}", row.trim_end());
    };
    let all = tally.positions;
    let different = tally.different();
    row("positions", all, all);
    row("  same first move", tally.same, all);
    row("  different first moves", different, all);
    row("    A is shorter", tally.a_shorter, different);
    row("    B is shorter", tally.b_shorter, different);
    row("    equally long", tally.equal, different);
    row("both hold", tally.both(), all);
    row("only A holds", tally.only_a, all);
    row("only B holds", tally.only_b, all);
    row("neither holds", tally.neither, all);
    let both = tally.both();
    let _ = write!(
        text,
        "\n{:26}{:>13}  {:>8}\n{:26}{:>13}  {:>8}\n{:26}{:>13}  {:>8}\n",
        "where both hold",
        "A",
        "B",
        "  moves, worst",
        tally.a_worst,
        tally.b_worst,
        "  moves, mean",
        mean(tally.a_moves, both),
        mean(tally.b_moves, both)
    );
    text
}

/// A choice with its line.
pub(crate) fn with_line(program: &Contender<'_>, choice: Option<Choice>) -> String {
    let words = chosen_words(program, choice);
    let line = choice.and_then(|choice| Chosen::new(program.module, choice).at_line());
    line.map_or_else(|| words.clone(), |line| format!("{words} ({line})"))
}

fn pairs(diff: &Diff<'_>) -> String {
    let pairs = diff.tally.differing();
    if pairs.is_empty() {
        return String::new();
    }
    let names: Vec<[String; 2]> = pairs
        .iter()
        .take(PAIRS)
        .map(|((a, b), _)| [with_line(&diff.a, *a), with_line(&diff.b, *b)])
        .collect();
    let width = |side: usize| {
        let names = names.iter().filter_map(|pair| pair.get(side));
        widest(names.map(String::as_str)).max(16)
    };
    let (left, right) = (width(0), width(1));
    let mut text = format!(
        "\n{:left$}  {:right$}  {:>12}  {:>10}\n",
        "A chooses (line)", "B chooses (line)", "they differ", "B − A"
    );
    for ([a, b], (_, pair)) in names.iter().zip(&pairs) {
        let _ = writeln!(
            text,
            "{a:left$}  {b:right$}  {:>12}  {:>10}",
            thousands(pair.different),
            signed_mean(pair.difference, pair.both)
        );
    }
    if pairs.len() > PAIRS {
        let _ = writeln!(text, "and {} other pairs", pairs.len() - PAIRS);
    }
    text
}

/// What a program does in a position: `1. Ra3  17 moves  krk, rule 2: squeeze, line 48`.
pub(crate) fn does(program: &Contender<'_>, example: &Example, fate: &Fate) -> [String; 3] {
    let first = fate.first.map(|(mv, _)| numbered(&example.position, mv));
    let choice = fate.first.map(|(_, choice)| choice);
    let mut by = chosen_words(program, choice);
    let line = choice.and_then(|choice| Chosen::new(program.module, choice).at_line());
    if let Some(line) = line {
        let _ = write!(by, ", line {line}");
    }
    [
        first.unwrap_or_else(|| "no move".to_owned()),
        fate_words(fate),
        by,
    ]
}

fn one(diff: &Diff<'_>, number: usize, example: &Example) -> String {
    let mut text = format!("{:>3}. {}\n", number + 1, fen(&example.position));
    for (letter, program, fate) in [("A", &diff.a, &example.a), ("B", &diff.b, &example.b)] {
        let [mv, length, by] = does(program, example, fate);
        let _ = writeln!(text, "     {letter}  {mv:12}  {length:10}  {by}");
    }
    text
}
