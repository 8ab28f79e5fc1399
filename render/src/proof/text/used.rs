//! How often each choice was made, the choices never made, and the moves that choices lose against perfect play.
//!
//! ```text
//! used                       line     positions     share        states   moves lost
//! krk, rule 1                  92
//!   mate-in-2                  41         8,120     4.6 %         9,004        0.120
//!   squeeze                    48        36,004    20.6 %        41,300        1.004
//! krk, rule 2                  93
//!   …
//! never used: rook-safe-small-boards (krk.adv:120)
//! ```

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_prover::{Use, moves};

use super::super::choice::Chosen;
use super::super::numbers::{mean, percent};
use super::super::{Proof, accuracy};
use super::failing::of;
use crate::proof::steps::{WIDTH, folded};
use crate::text::{thousands, widest};

/// The choices that were never made, in no state.
pub(crate) fn never<'r>(proof: &Proof<'r>) -> Vec<&'r Use> {
    let uses = proof.report.uses.iter();
    uses.filter(|used| used.states == 0).collect()
}

/// Moves lost by the choices on average, of the positions that they are made in and that stay won.
pub(crate) fn lost_mean(used: &Use) -> Option<String> {
    let lost = used.lost?;
    let kept = lost.positions.saturating_sub(lost.wins);
    Some(mean(lost.plies.div_ceil(2), kept))
}

/// The table of choices, and the rules never used.
pub(super) fn uses(proof: &Proof<'_>) -> String {
    let report = proof.report;
    if report.uses.is_empty() {
        return String::new();
    }
    let chosen: Vec<(Chosen<'_>, &Use)> = report
        .uses
        .iter()
        .map(|used| (Chosen::new(proof.module, used.choice), used))
        .collect();
    let names = chosen.iter().map(|(chosen, _)| {
        let name = format!("  {}", chosen.name()).chars().count();
        let group = chosen.group().map_or(0, |group| group.chars().count());
        name.max(group)
    });
    let width = names.max().unwrap_or(0).clamp(24, 48);
    let loses = report.uses.iter().any(|used| used.lost.is_some());
    let lost_head = if loses { "moves lost" } else { "" };
    let head = format!(
        "{:width$}  {:>5}  {:>13}  {:>8}  {:>13}  {lost_head:>10}",
        "used", "line", "positions", "share", "states"
    );
    let mut text = format!("\n{}\n", head.trim_end());
    let line = |line: Option<u32>| line.map_or_else(String::new, |line| line.to_string());
    let mut group_before: Option<String> = None;
    for (chosen, used) in &chosen {
        let group = chosen.group();
        if group != group_before {
            if let Some(group) = &group {
                let row = format!("{group:width$}  {:>5}", line(chosen.group_line()));
                let _ = writeln!(text, "{}", row.trim_end());
            }
            group_before.clone_from(&group);
        }
        let name = match group {
            Some(_) => format!("  {}", chosen.name()),
            None => chosen.name(),
        };
        let lost = lost_mean(used).unwrap_or_default();
        let row = format!(
            "{name:width$}  {:>5}  {:>13}  {:>8}  {:>13}  {lost:>10}",
            line(chosen.at_line()),
            thousands(used.roots),
            percent(used.roots, report.roots),
            thousands(used.states)
        );
        let _ = writeln!(text, "{}", row.trim_end());
    }
    let never = never(proof);
    if !never.is_empty() {
        let mut names: Vec<String> = Vec::new();
        for used in &never {
            let name = never_words(proof, used);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let last = names.len() - 1;
        let names = names.iter().enumerate().map(|(index, name)| {
            let comma = if index < last { "," } else { "" };
            format!("{name}{comma}")
        });
        let names: Vec<String> = names.collect();
        let head = "never used: ";
        text.push('\n');
        for (index, row) in folded(&names, WIDTH - head.len()).iter().enumerate() {
            let head = if index == 0 { head } else { "" };
            let _ = writeln!(text, "{head:12}{row}");
        }
    }
    text
}

/// `rook-safe-small-boards (krk.adv:120)`, with its rule where another one uses the same piece.
fn never_words(proof: &Proof<'_>, used: &Use) -> String {
    let chosen = Chosen::new(proof.module, used.choice);
    let uses = proof.report.uses.iter();
    let mut same = uses.filter(|other| other.choice.advice == used.choice.advice);
    let elsewhere = same.any(|other| other.states > 0);
    let name = if elsewhere {
        chosen.title()
    } else {
        chosen.name()
    };
    match chosen.file_line() {
        Some(at) => format!("{name} ({at})"),
        None => name,
    }
}

/// The moves lost against perfect play, in total and by choice.
pub(super) fn perfect(proof: &Proof<'_>) -> String {
    let report = proof.report;
    let Some(perfect) = &report.perfect else {
        return String::new();
    };
    let mut text = String::from("\nagainst perfect play");
    let _ = writeln!(text, "{:>15}  {:>13}", "perfect", "here");
    let mut row = |what: &str, best: &str, here: &str| {
        let row = format!("{what:20}{best:>15}  {here:>13}");
        let _ = writeln!(text, "{}", row.trim_end());
    };
    row(
        "positions won",
        &thousands(perfect.won),
        &thousands(perfect.won.saturating_sub(perfect.missed)),
    );
    let worst = |plies: u32| thousands(u64::from(moves(plies)));
    let here = report.lengths.as_ref();
    row(
        "moves, worst",
        &worst(perfect.worst),
        &here.map_or_else(String::new, |lengths| worst(lengths.worst)),
    );
    row(
        "moves, mean",
        &mean(perfect.moves, perfect.won),
        &here.map_or_else(String::new, |lengths| mean(lengths.moves, report.reached)),
    );
    let lost = perfect.lost;
    let kept = lost.positions.saturating_sub(lost.wins);
    let _ = writeln!(
        text,
        "first moves lose {} moves on average, at most {}, are optimal in {} of the positions,",
        mean(lost.plies.div_ceil(2), kept),
        moves(lost.worst_plies),
        percent(lost.optimal, perfect.won)
    );
    let _ = writeln!(
        text,
        "and give the win away in {} positions",
        of(lost.wins, perfect.won)
    );
    if let Some((position, here, best)) = &perfect.slowest {
        let _ = writeln!(
            text,
            "slowest against perfect play: {} moves where {} are enough, {}",
            moves(*here),
            moves(*best),
            fen(position)
        );
    }
    let mut losing: Vec<(&Use, u64)> = report
        .uses
        .iter()
        .filter_map(|used| Some((used, used.lost?.plies)))
        .filter(|(used, plies)| *plies > 0 || used.lost.is_some_and(|lost| lost.wins > 0))
        .collect();
    // What loses most comes first; the order of the source breaks ties.
    losing.sort_by_key(|(_, plies)| std::cmp::Reverse(*plies));
    if losing.is_empty() {
        return text;
    }
    let names: Vec<String> = losing
        .iter()
        .map(|(used, _)| Chosen::new(proof.module, used.choice).title())
        .collect();
    let width = widest(names.iter().map(String::as_str)).max(24);
    let _ = writeln!(
        text,
        "\n{:width$}  {:>13}  {:>9}  {:>6}  {:>8}  {:>10}",
        "moves lost by", "all", "mean", "most", "optimal", "wins given"
    );
    for ((used, plies), name) in losing.iter().zip(&names) {
        let lost = used.lost.unwrap_or_default();
        let _ = writeln!(
            text,
            "{name:width$}  {:>13}  {:>9}  {:>6}  {:>8}  {:>10}",
            thousands(plies.div_ceil(2)),
            lost_mean(used).unwrap_or_default(),
            moves(lost.worst_plies),
            percent(lost.optimal, lost.positions),
            thousands(lost.wins)
        );
    }
    text
}

/// Which moves keep what a position is worth.
pub(super) fn kept(proof: &Proof<'_>) -> String {
    let rows = accuracy::rows(proof.report);
    if rows.is_empty() {
        return String::new();
    }
    let head = "moves that keep a win or a draw";
    let width = widest(rows.iter().map(|row| row.what.as_str())).max(head.chars().count());
    let mut text = format!(
        "\n{head:width$}  {:>13}  {:>13}  {:>8}\n",
        "of", "kept", "share"
    );
    for row in &rows {
        let _ = writeln!(
            text,
            "{:width$}  {:>13}  {:>13}  {:>8}",
            row.what,
            thousands(row.of),
            thousands(row.kept),
            percent(row.kept, row.of)
        );
    }
    let remark = accuracy::remark(proof.report);
    if !remark.is_empty() {
        let _ = writeln!(text, "{remark}");
    }
    text
}
