//! What breaks a claim, on the page: failures with their boards, the cycle consultation by consultation.

use std::fmt::Write as _;

use adv_prover::{Cycle, Failing, Line};

use super::boards::{BoardViews, Walk};
use crate::proof::choice::Chosen;
use crate::proof::compared::{comparisons, text as compared_text};
use crate::proof::numbers::{many, percent};
use crate::proof::spoken::by_ply;
use crate::proof::steps::{our_moves, steps};
use crate::proof::text::failing::{idle_sentence, in_order, played, remark, sentence};
use crate::proof::{Proof, ended, words};
use crate::svg::escaped;
use crate::text::capital;

/// The failures, the one with the shortest line first; empty where there are none.
pub(super) fn failures(proof: &Proof<'_>, shown: &mut BoardViews) -> String {
    let failures = in_order(proof);
    if failures.is_empty() {
        return String::new();
    }
    let head = match proof.report.verdict {
        adv_prover::Verdict::Measured => "What happens in the other positions",
        _ => "What breaks the claim",
    };
    let mut text = format!(
        "<section id=\"failures\" aria-labelledby=\"h-failures\">\n<h2 id=\"h-failures\">{head}</h2>\n<ol class=\"failures\">\n"
    );
    for failing in failures {
        text.push_str(&failure(proof, failing, shown));
    }
    text.push_str("</ol>\n</section>\n");
    text
}

fn failure(proof: &Proof<'_>, failing: &Failing, shown: &mut BoardViews) -> String {
    let why = sentence(proof, failing);
    let chosen = failing.choice.map(|c| Chosen::new(proof.module, c));
    let mut text = format!(
        "<li>\n<p class=\"why\">{}</p>\n<p class=\"remark\">",
        marked(&why)
    );
    if let Some(title) = played(proof, failing) {
        let _ = write!(text, "while <code>{}</code> is played · ", escaped(&title));
    }
    let _ = writeln!(
        text,
        "{} ({}), {}</p>",
        many(failing.roots, "position", "positions"),
        escaped(&percent(failing.roots, proof.report.roots)),
        many(failing.states, "state", "states")
    );
    if let Some(chosen) = chosen {
        text.push_str(&quotes(&chosen.quotes()));
    }
    let rows = ended::rows(proof, failing);
    let rows: Vec<(String, String)> = rows
        .into_iter()
        .map(|(what, row)| (what.to_owned(), row))
        .collect();
    text.push_str(&quotes(&rows));
    text.push_str("<div class=\"boards\">\n");
    let moves = many(our_moves(&failing.line), "move", "moves");
    let told = steps(&failing.line);
    let spoken = by_ply(&failing.zones, &told);
    let ends = told.iter().map(|(step, _)| &step.after);
    let positions = std::iter::once(&failing.line.start).chain(ends);
    let zones = spoken.iter().zip(positions);
    let line = shown.add(
        &failing.line.start,
        &Walk {
            title: format!("the shortest line, {moves}"),
            sentence: why.clone(),
            line: Some((proof.module, &failing.line)),
            zones: zones.map(|(at, position)| at.page(position)).collect(),
            ..Walk::default()
        },
    );
    let last = failing.line.plies.last().map(|ply| ply.mv);
    let caption = match told.last() {
        Some((step, _)) => {
            // The number stays with its move.
            let last = escaped(&step.numbered()).replace(' ', "&#160;");
            format!("shortest line, {moves}: …&#160;{last}")
        }
        None => "a position of the claim".to_owned(),
    };
    let end = failing.line.end();
    let ways = spoken.last().map(|at| at.small(&end, shown.flipped));
    text.push_str(&shown.figure_with(
        &ways.unwrap_or_default(),
        &end,
        last,
        (line, failing.line.plies.len()),
        &caption,
    ));
    // What the line goes through need not be shown again.
    let mut passed = vec![failing.line.start.without_clocks()];
    passed.extend(told.iter().map(|(step, _)| step.after.without_clocks()));
    for example in &failing.examples {
        if passed.contains(&example.without_clocks()) {
            continue;
        }
        let line = shown.add(
            example,
            &Walk {
                title: "a position in which it happens".to_owned(),
                sentence: why.clone(),
                ..Walk::default()
            },
        );
        let caption = format!("{} to move", example.turn());
        text.push_str(&shown.figure(example, None, (line, 0), &caption, &[]));
    }
    text.push_str("</div>\n</li>\n");
    text
}

/// A sentence whose backticks become code.
pub(super) fn marked(sentence: &str) -> String {
    let parts = escaped(sentence);
    let parts = parts.split('`').enumerate();
    parts
        .map(|(index, part)| match index % 2 {
            0 => part.to_owned(),
            _ => format!("<code>{part}</code>"),
        })
        .collect()
}

/// Lines of the source with their places.
pub(super) fn quotes(quotes: &[(String, String)]) -> String {
    if quotes.is_empty() {
        return String::new();
    }
    let mut text = String::from("<dl class=\"quotes\">\n");
    for (at, line) in quotes {
        let _ = writeln!(
            text,
            "<div><dt>{}</dt><dd><code>{}</code></dd></div>",
            escaped(at),
            escaped(line)
        );
    }
    text.push_str("</dl>\n");
    text
}

/// The cycle; empty where there is none.
pub(super) fn cycle(proof: &Proof<'_>, shown: &mut BoardViews) -> String {
    let Some(cycle) = &proof.report.cycle else {
        return String::new();
    };
    let head = if cycle.smallest {
        "The smallest cycle"
    } else {
        "The smallest cycle found"
    };
    let whole = whole(cycle);
    let way = cycle.way.plies.len();
    let line = shown.add(
        &whole.start,
        &Walk {
            title: format!(
                "a cycle of {}",
                many(our_moves(&cycle.round), "move", "moves")
            ),
            sentence: words::cause_sentence(
                proof.module,
                proof.claim,
                proof.report.played.us,
                None,
                adv_prover::Cause::Endless,
            ),
            notes: notes(proof, cycle),
            round: Some(way),
            line: Some((proof.module, &whole)),
            ..Walk::default()
        },
    );
    let mut text = format!(
        "<section id=\"cycle\" aria-labelledby=\"h-cycle\">\n<h2 id=\"h-cycle\">{head}</h2>\n<p>{}, {}.",
        many(our_moves(&cycle.round), "move", "moves"),
        many(
            cycle.consultations.len() as u64,
            "consultation",
            "consultations"
        )
    );
    if let Some(sentence) = idle_sentence(proof, &cycle.consultations) {
        let _ = write!(text, " {}.", capital(&marked(&sentence)));
    }
    text.push_str("</p>\n<ol class=\"consultations\">\n");
    let begins = begins(&cycle.round);
    for (number, consulted) in cycle.consultations.iter().enumerate() {
        let chosen = Chosen::new(proof.module, consulted.choice);
        let from = begins.get(number).copied().unwrap_or(0);
        let to = begins.get(number + 1).copied();
        let to = to.unwrap_or(cycle.round.plies.len());
        let all = steps(&cycle.round);
        let moves = all.get(from..to).unwrap_or_default();
        let moves = crate::proof::steps::movetext(moves.iter().map(|(step, _)| step)).join(" ");
        text.push_str("<li>\n");
        text.push_str(&shown.figure(
            &consulted.position,
            None,
            (line, way + from),
            &escaped(&moves),
            &[],
        ));
        let _ = write!(
            text,
            "<div>\n<p class=\"why\"><code>{}</code></p>\n",
            escaped(&chosen.title())
        );
        let compared = comparisons(proof.module, consulted);
        for comparison in &compared {
            let _ = writeln!(
                text,
                "<p class=\"compared\"><code>{}</code></p>",
                escaped(&compared_text(comparison))
            );
        }
        if let Some(remark) = remark(consulted, !compared.is_empty()) {
            let _ = writeln!(text, "<p class=\"remark warn\">{remark}</p>");
        }
        text.push_str("</div>\n</li>\n");
    }
    text.push_str("</ol>\n</section>\n");
    text
}

/// The way to the cycle and the cycle as one line.
fn whole(cycle: &Cycle) -> Line {
    let way = cycle.way.plies.iter();
    let start = if cycle.way.plies.is_empty() {
        cycle.round.start
    } else {
        cycle.way.start
    };
    Line {
        start,
        plies: way.chain(&cycle.round.plies).cloned().collect(),
    }
}

/// The plies of the cycle that its consultations begin with.
fn begins(round: &Line) -> Vec<usize> {
    let plies = round.plies.iter().enumerate();
    let begins = plies.filter(|(_, ply)| ply.choice.is_some());
    begins.map(|(index, _)| index).collect()
}

/// What the consultations compare, by the ply of the whole line that they begin with.
fn notes(proof: &Proof<'_>, cycle: &Cycle) -> Vec<(usize, Vec<String>)> {
    let begins = begins(&cycle.round);
    begins
        .iter()
        .zip(&cycle.consultations)
        .map(|(ply, consulted)| {
            let compared = comparisons(proof.module, consulted);
            let mut notes: Vec<String> = compared.iter().map(compared_text).collect();
            notes.extend(remark(consulted, !compared.is_empty()).map(str::to_owned));
            (cycle.way.plies.len() + ply, notes)
        })
        .collect()
}
