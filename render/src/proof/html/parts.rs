//! Smaller parts of a report's page: the numbers at its top, lengths, perfect play; and the page of a claim without play.

use std::fmt::Write as _;

use adv_prover::moves;

use super::boards::{BoardViews, Walk};
use super::failing::marked;
use super::{Page, chart, rules, written};
use crate::place;
use crate::proof::accuracy;
use crate::proof::numbers::{many, mean, percent};
use crate::proof::scan::{Scanned, headline, worth_sentence};
use crate::proof::spoken::zones_small;
use crate::proof::text::fifty_sentence;
use crate::proof::{Proof, grounds, weighed, words};
use crate::svg::escaped;
use crate::text::thousands;

/// One number with its name, and a remark under it.
fn tile(text: &mut String, name: &str, number: &str, remark: &str, class: &str) {
    let _ = write!(
        text,
        "<div{}><dt>{}</dt><dd>{}",
        if class.is_empty() {
            String::new()
        } else {
            format!(" class=\"{class}\"")
        },
        marked(name),
        escaped(number)
    );
    if !remark.is_empty() {
        let _ = write!(text, " <small>{}</small>", escaped(remark));
    }
    text.push_str("</dd></div>\n");
}

/// The counts.
pub(super) fn numbers(proof: &Proof<'_>) -> String {
    let report = proof.report;
    let mut text = String::from("<dl class=\"tiles\">\n");
    tile(&mut text, "positions", &thousands(report.roots), "", "");
    let held = percent(report.held, report.roots);
    tile(&mut text, "hold", &thousands(report.held), &held, "good");
    let fail = report.roots.saturating_sub(report.held);
    let share = percent(fail, report.roots);
    let class = if fail > 0 { "bad" } else { "" };
    tile(&mut text, "fail", &thousands(fail), &share, class);
    if report.late > 0 {
        let late = report.late;
        let share = percent(late, report.roots);
        tile(&mut text, "take too long", &thousands(late), &share, "bad");
    }
    if let Some(lengths) = &report.lengths {
        let worst = moves(lengths.worst).to_string();
        tile(&mut text, "worst case", &worst, "moves", "");
        let mean = mean(lengths.moves, report.reached);
        tile(&mut text, "mean", &mean, "moves", "");
    }
    text.push_str("</dl>\n");
    let _ = writeln!(
        text,
        "<p class=\"remark\">{} consulted, {} followed</p>",
        many(report.states, "state", "states"),
        many(report.replies, "reply", "replies")
    );
    for sentence in accuracy::sentences(report) {
        let _ = writeln!(
            text,
            "<p class=\"remark\">first moves: {}</p>",
            escaped(&sentence)
        );
    }
    if let Some(searched) = &report.searched {
        let told = accuracy::searched(searched);
        let _ = writeln!(
            text,
            "<p class=\"remark\">positions searched: {}</p>",
            escaped(&told)
        );
    }
    if let Some(sizes) = &report.sizes {
        let _ = writeln!(
            text,
            "<p class=\"remark\">p-strategies: {}</p>",
            escaped(&accuracy::sizes(sizes))
        );
    }
    if let Some(fifty) = &report.fifty {
        let warn = if fifty.roots > 0 { " warn" } else { "" };
        let _ = writeln!(
            text,
            "<p class=\"remark{warn}\">{}</p>",
            escaped(&fifty_sentence(fifty))
        );
    }
    text.push_str(&grounds::html(&report.rests_on));
    text
}

/// The lengths, and the hardest positions.
pub(super) fn lengths(proof: &Proof<'_>, shown: &mut BoardViews) -> String {
    let Some(lengths) = &proof.report.lengths else {
        return String::new();
    };
    let mut text = String::from(
        "<section id=\"lengths\" aria-labelledby=\"h-lengths\">\n<h2 id=\"h-lengths\">How long it takes</h2>\n",
    );
    text.push_str(&chart::histogram(&lengths.histogram));
    let longest = many(u64::from(moves(lengths.worst)), "move", "moves");
    let so_many = many(
        lengths.hardest,
        "position that holds takes",
        "positions that hold take",
    );
    let _ = writeln!(text, "<div class=\"hardest\">\n<p>{so_many} {longest}.</p>");
    for (index, example) in lengths.examples.iter().enumerate() {
        let has_line = index == 0 && !lengths.line.plies.is_empty();
        let line = shown.add(
            example,
            &Walk {
                title: if has_line {
                    format!("the longest line, {longest}")
                } else {
                    format!("a position that takes {longest}")
                },
                line: has_line.then_some((proof.module, &lengths.line)),
                ..Walk::default()
            },
        );
        let caption = if has_line {
            "the longest line from here".to_owned()
        } else {
            longest.clone()
        };
        text.push_str(&shown.figure(example, None, (line, 0), &caption, &[]));
        if index == 0 {
            text.push_str("</div>\n<div class=\"boards rest\">\n");
        }
    }
    text.push_str("</div>\n</section>\n");
    text
}

/// Against perfect play.
pub(super) fn perfect(proof: &Proof<'_>, shown: &mut BoardViews) -> String {
    let report = proof.report;
    let Some(perfect) = &report.perfect else {
        return String::new();
    };
    let here = report.lengths.as_ref();
    let worst = |plies: u32| moves(plies).to_string();
    let kept = perfect.lost.positions.saturating_sub(perfect.lost.wins);
    let mut text = String::from(
        "<section id=\"perfect\" aria-labelledby=\"h-perfect\">\n<h2 id=\"h-perfect\">Against perfect play</h2>\n<div class=\"wide\">\n\
         <table class=\"narrow\">\n<thead><tr><td></td><th scope=\"col\" class=\"n\">perfect</th><th scope=\"col\" class=\"n\">here</th></tr></thead>\n<tbody>\n",
    );
    let rows = [
        (
            "positions won",
            thousands(perfect.won),
            thousands(perfect.won.saturating_sub(perfect.missed)),
        ),
        (
            "moves, worst",
            worst(perfect.worst),
            here.map_or_else(String::new, |lengths| worst(lengths.worst)),
        ),
        (
            "moves, mean",
            mean(perfect.moves, perfect.won),
            here.map_or_else(String::new, |lengths| mean(lengths.moves, report.reached)),
        ),
    ];
    for (what, best, here) in rows {
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{what}</th><td class=\"n\">{best}</td><td class=\"n\">{here}</td></tr>"
        );
    }
    let _ = writeln!(
        text,
        "</tbody>\n</table>\n</div>\n<p>First moves lose {} moves on average, at most {}, are optimal in {} of the positions, and give the win away in {}.</p>",
        mean(perfect.lost.plies.div_ceil(2), kept),
        moves(perfect.lost.worst_plies),
        escaped(&percent(perfect.lost.optimal, perfect.won)),
        many(perfect.lost.wins, "position", "positions")
    );
    if let Some((position, here, best)) = &perfect.slowest {
        let told = format!("{} moves where {} are enough", moves(*here), moves(*best));
        let line = shown.add(
            position,
            &Walk {
                title: "slowest against perfect play".to_owned(),
                sentence: told.clone(),
                ..Walk::default()
            },
        );
        text.push_str("<div class=\"boards\">\n");
        let caption = format!("slowest: {told}");
        text.push_str(&shown.figure(position, None, (line, 0), &caption, &[]));
        text.push_str("</div>\n");
    }
    text.push_str("</section>\n");
    text
}

/// Which moves keep what a position is worth.
pub(super) fn kept(proof: &Proof<'_>) -> String {
    let rows = accuracy::rows(proof.report);
    if rows.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "<section id=\"kept\" aria-labelledby=\"h-kept\">\n<h2 id=\"h-kept\">Moves that keep a win or a draw</h2>\n<div class=\"wide\">\n\
         <table class=\"narrow\">\n<thead><tr><td></td><th scope=\"col\" class=\"n\">of</th><th scope=\"col\" class=\"n\">kept</th>\
         <th scope=\"col\" class=\"n\">share</th></tr></thead>\n<tbody>\n",
    );
    for row in &rows {
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            escaped(row.what.trim_start()),
            thousands(row.of),
            thousands(row.kept),
            escaped(&percent(row.kept, row.of))
        );
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
    let remark = accuracy::remark(proof.report);
    if !remark.is_empty() {
        let _ = writeln!(text, "<p class=\"remark\">{}</p>", escaped(&remark));
    }
    text.push_str("</section>\n");
    text
}

/// A claim without play that is settled, as a page.
pub fn scan(scanned: &Scanned<'_>) -> String {
    let scan = scanned.scan;
    let mut shown = BoardViews::default();
    let mut body = String::from("<dl class=\"tiles\">\n");
    let rows = scanned.rows();
    for (index, (what, number, share)) in rows.iter().enumerate() {
        // What is proved or refuted is the last; of a share nothing is good or bad.
        let class = match index + 1 == rows.len() && !scanned.claim.share {
            true if scan.broken > 0 => "bad",
            true => "good",
            false => "",
        };
        tile(&mut body, what.trim(), &thousands(*number), share, class);
    }
    body.push_str("</dl>\n");
    body.push_str(&grounds::html(&scan.rests_on));
    if let Some(weighed) = &scan.weighed {
        body.push_str(&weighed::html(weighed));
    }
    if !scan.examples.is_empty() {
        let head = match scan.weighed {
            Some(_) => "Where the total says something else than the table",
            None => "Where it is false",
        };
        let _ = writeln!(
            body,
            "<section id=\"examples\" aria-labelledby=\"h-examples\">\n<h2 id=\"h-examples\">{head}</h2>\n<div class=\"boards\">"
        );
        for (index, (position, worth)) in scan.examples.iter().enumerate() {
            let zones = scan.zones.get(index).map(Vec::as_slice).unwrap_or_default();
            let ways = zones_small(position, zones, shown.flipped);
            let told = worth
                .as_ref()
                .map_or_else(String::new, |worth| worth_sentence(position, worth));
            let line = shown.add(
                position,
                &Walk {
                    title: format!("{} to move", position.turn()),
                    sentence: told.clone(),
                    zones: vec![crate::spoken::page(position, zones, None)],
                    ..Walk::default()
                },
            );
            let caption = format!("{} to move{}", position.turn(), or_dash(&told));
            body.push_str(&shown.figure_with(&ways, position, None, (line, 0), &caption));
        }
        body.push_str("</div>\n</section>\n");
    }
    if let Some(claim) = rules::block(scanned.module, "the claim", scanned.claim.place) {
        let _ = writeln!(
            body,
            "<section id=\"source\" aria-labelledby=\"h-source\">\n<h2 id=\"h-source\">The source</h2>\n{claim}</section>"
        );
    }
    let claim = words::claim_text(scanned.claim);
    let at = place::claim_place(scanned.module, scanned.claim.place);
    let below = format!(
        "<p><code>{}</code></p>\n<p>{}</p>",
        escaped(&claim),
        at.map_or_else(String::new, |at| escaped(&at))
    );
    written(&Page {
        title: &claim,
        headline: &headline(scanned),
        below: &below,
        body: &body,
        data: &shown.data(),
    })
}

fn or_dash(told: &str) -> String {
    match told {
        "" => String::new(),
        told => format!(" – {}", escaped(told)),
    }
}
