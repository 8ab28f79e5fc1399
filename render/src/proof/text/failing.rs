//! What breaks a claim, for people: failures grouped by cause and choice, and the smallest cycle.

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_prover::{Consulted, Failing};

use super::super::choice::Chosen;
use super::super::compared::{comparisons, text as compared_text};
use super::super::numbers::{many, percent};
use super::super::{Proof, ended, spoken, steps, words};
use crate::text::thousands;

/// The most failures that are shown in full; the others take one line each.
const FULL: usize = 4;

/// The failures in the order of the report: the one with the shortest line first, then as they are.
pub(crate) fn in_order<'r>(proof: &Proof<'r>) -> Vec<&'r Failing> {
    let report = proof.report;
    let first = report.shortest.and_then(|index| report.failures.get(index));
    let others = report.failures.iter().enumerate();
    let others = others.filter(|(index, _)| Some(*index) != report.shortest);
    first
        .into_iter()
        .chain(others.map(|(_, failing)| failing))
        .collect()
}

/// Why it happens, in a sentence: `Black is stalemated`, `action LINE has no p-strategy`.
pub(crate) fn sentence(proof: &Proof<'_>, failing: &Failing) -> String {
    let chosen = failing.choice.map(|c| Chosen::new(proof.module, c));
    let action = chosen.filter(|_| words::is_of_action(failing.cause));
    words::cause_sentence(
        proof.module,
        proof.claim,
        proof.report.played.us,
        action.map(Chosen::advice),
        failing.cause,
    )
}

/// What was being played when it happened, where the sentence does not say so.
pub(crate) fn played(proof: &Proof<'_>, failing: &Failing) -> Option<String> {
    let choice = failing.choice?;
    let title = Chosen::new(proof.module, choice).title();
    (!words::is_of_action(failing.cause)).then_some(title)
}

/// Every failure: cause, choice with its lines, counts, the shortest line and the board at its end.
pub(super) fn failures(proof: &Proof<'_>) -> String {
    let mut text = String::new();
    let failures = in_order(proof);
    if failures.is_empty() {
        return text;
    }
    let noun = if super::is_judged(proof.report.verdict) {
        "what breaks the claim"
    } else {
        "what happens in the other positions"
    };
    let ways = many(failures.len() as u64, "way", "ways");
    let order = match failures.len() {
        1 => "",
        _ => ", the shortest line first",
    };
    let _ = writeln!(text, "\n{noun}: {ways}{order}");
    if failures.len() > 1 {
        text.push_str(&summary(proof, &failures));
    }
    for (number, failing) in failures.iter().enumerate() {
        text.push('\n');
        text.push_str(&failure(proof, failing, number));
    }
    text
}

/// One row for each way.
fn summary(proof: &Proof<'_>, failures: &[&Failing]) -> String {
    let mut text = String::from("\n");
    for (number, failing) in failures.iter().enumerate() {
        let row = format!(
            "{:>3}. {:>13}  {:>8}  {}{}",
            number + 1,
            thousands(failing.roots),
            percent(failing.roots, proof.report.roots),
            sentence(proof, failing),
            played(proof, failing).map_or_else(String::new, |title| format!(" – {title}"))
        );
        let _ = writeln!(text, "{row}");
    }
    text
}

fn failure(proof: &Proof<'_>, failing: &Failing, number: usize) -> String {
    let report = proof.report;
    let mut text = format!("{:>3}. {}", number + 1, sentence(proof, failing));
    let chosen = failing.choice.map(|c| Chosen::new(proof.module, c));
    if let Some(title) = played(proof, failing) {
        let _ = write!(text, ", while `{title}` is played");
    }
    text.push('\n');
    let _ = writeln!(
        text,
        "     from {} ({}), in {}",
        many(failing.roots, "position", "positions"),
        percent(failing.roots, report.roots),
        many(failing.states, "state", "states")
    );
    let quotes = chosen.map(Chosen::quotes).unwrap_or_default();
    let width = crate::text::widest(quotes.iter().map(|(at, _)| at.as_str()));
    for (at, line) in &quotes {
        let _ = writeln!(text, "     {at:width$}  {line}");
    }
    for (what, row) in ended::rows(proof, failing).iter().filter(|_| number < FULL) {
        // A command is copied, and so stays on one line.
        let words: Vec<String> = row.split(' ').map(str::to_owned).collect();
        let rows = match *what {
            "see" => vec![row.clone()],
            _ => steps::folded(&words, steps::WIDTH - 12),
        };
        for (at, row) in rows.iter().enumerate() {
            let what = if at == 0 { *what } else { "" };
            let _ = writeln!(text, "     {what:5}  {row}");
        }
    }
    if number >= FULL {
        let _ = writeln!(
            text,
            "     shortest line, {}: from {}",
            many(steps::our_moves(&failing.line), "move", "moves"),
            fen(&failing.line.start)
        );
        return text;
    }
    text.push('\n');
    if failing.line.plies.is_empty() {
        text.push_str(&steps::board(&failing.line.start, 5));
        text.push_str(&spoken_rows(failing));
        return text;
    }
    let _ = writeln!(
        text,
        "     shortest line, {}, from {}",
        many(steps::our_moves(&failing.line), "move", "moves"),
        fen(&failing.line.start)
    );
    text.push_str(&steps::text(proof.module, &failing.line, 5));
    text.push('\n');
    text.push_str(&steps::board(&failing.line.end(), 5));
    text.push_str(&spoken_rows(failing));
    text
}

/// The zones at the end of a line, below its board.
fn spoken_rows(failing: &Failing) -> String {
    let mut text = String::new();
    for (what, row) in spoken::rows(failing) {
        let words: Vec<String> = row.split(' ').map(str::to_owned).collect();
        for (at, row) in steps::folded(&words, steps::WIDTH - 12).iter().enumerate() {
            let what = if at == 0 { what } else { "" };
            let _ = writeln!(text, "     {what:5}  {row}");
        }
    }
    text
}

/// What the reader of a cycle has to know of one of its pieces: that nothing in its goal gets less.
pub(crate) fn remark(consulted: &Consulted, compares: bool) -> Option<&'static str> {
    match (consulted.lowers_nothing, compares) {
        (false, _) => None,
        (true, true) => Some("lowers nothing: no number of its goal is less than before"),
        (true, false) => Some("lowers nothing: its goal compares no numbers"),
    }
}

/// Which pieces of a cycle lower nothing, each once, as a sentence.
pub(crate) fn idle_sentence(proof: &Proof<'_>, consultations: &[Consulted]) -> Option<String> {
    let mut idle: Vec<&str> = Vec::new();
    let mut busy: Vec<&str> = Vec::new();
    for consulted in consultations {
        let name = Chosen::new(proof.module, consulted.choice).advice();
        let names = if consulted.lowers_nothing {
            &mut idle
        } else {
            &mut busy
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let quoted = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    match (idle.as_slice(), busy.as_slice()) {
        ([], []) => None,
        ([], _) => Some(
            "every piece in it lowers a number, but no number is lowered by all of them".to_owned(),
        ),
        ([one], _) => Some(format!(
            "{} lowers nothing, so that play can come back to where it was",
            quoted(&[*one])
        )),
        (several, _) => Some(format!(
            "{} lower nothing, so that play can come back to where it was",
            quoted(several)
        )),
    }
}

/// The smallest cycle: the way to it, its moves, and each consultation with what it compares.
pub(super) fn cycle(proof: &Proof<'_>) -> String {
    let Some(cycle) = &proof.report.cycle else {
        return String::new();
    };
    let module = proof.module;
    let mut text = format!(
        "\n{}: {}, {}\n",
        if cycle.smallest {
            "smallest cycle"
        } else {
            "smallest cycle found"
        },
        many(steps::our_moves(&cycle.round), "move", "moves"),
        many(
            cycle.consultations.len() as u64,
            "consultation",
            "consultations"
        )
    );
    text.push('\n');
    text.push_str(&steps::board(&cycle.round.start, 2));
    text.push('\n');
    text.push_str(&steps::text(module, &cycle.round, 2));
    text.push_str("  and again\n");
    for (number, consulted) in cycle.consultations.iter().enumerate() {
        let chosen = Chosen::new(module, consulted.choice);
        let _ = writeln!(
            text,
            "\n{:>3}. {}  {}",
            number + 1,
            chosen.title(),
            fen(&consulted.position)
        );
        let compared = comparisons(module, consulted);
        for comparison in &compared {
            let _ = writeln!(text, "     `{}`", compared_text(comparison));
        }
        if let Some(remark) = remark(consulted, !compared.is_empty()) {
            let _ = writeln!(text, "     {remark}");
        }
    }
    if let Some(sentence) = idle_sentence(proof, &cycle.consultations) {
        let _ = writeln!(text, "\n  {sentence}");
    }
    match steps::our_moves(&cycle.way) {
        0 => text.push_str("  it begins in a position of the claim\n"),
        way => {
            let _ = writeln!(
                text,
                "  reached in {} from {}",
                many(way, "move", "moves"),
                fen(&cycle.way.start)
            );
            text.push_str(&steps::text(module, &cycle.way, 4));
        }
    }
    text
}

/// `48 of 175,168`.
pub(crate) fn of(part: u64, whole: u64) -> String {
    format!("{} of {}", thousands(part), thousands(whole))
}
