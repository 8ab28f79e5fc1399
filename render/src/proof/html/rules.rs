//! The table of choices with their counts, and the listing of the source that it links to.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use adv_module::Program;
use adv_module::program::Place;
use adv_prover::{Choice, Use, moves};

use crate::place;
use crate::proof::Proof;
use crate::proof::choice::Chosen;
use crate::proof::numbers::percent;
use crate::proof::text::lost_mean;
use crate::svg::escaped;
use crate::text::thousands;

/// The most lines of one block of the source.
const LINES: usize = 60;

/// The table, whose lines lead into the source's listing; empty where nothing was consulted.
pub(super) fn table(proof: &Proof<'_>, source: &str) -> String {
    let uses = &proof.report.uses;
    if uses.is_empty() {
        return String::new();
    }
    let loses = uses.iter().any(|used| used.lost.is_some());
    let columns = if loses { 8 } else { 5 };
    let mut text = String::from(
        "<section id=\"rules\" aria-labelledby=\"h-rules\">\n<h2 id=\"h-rules\">What was chosen</h2>\n<div class=\"wide\">\n<table>\n<thead>\
         <tr><th scope=\"col\">choice</th><th scope=\"col\" class=\"n\">line</th><th scope=\"col\" class=\"n\">positions</th>\
         <th scope=\"col\" class=\"n\">share</th><th scope=\"col\" class=\"n\">states</th>",
    );
    if loses {
        text.push_str(
            "<th scope=\"col\" class=\"n\" title=\"moves lost against perfect play, the mean\">moves lost</th>\
             <th scope=\"col\" class=\"n\" title=\"the most moves that one choice loses\">most</th>\
             <th scope=\"col\" class=\"n\" title=\"positions in which a win is given away\">wins given</th>",
        );
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    let mut group_before: Option<String> = None;
    for used in uses {
        let chosen = Chosen::new(proof.module, used.choice);
        let group = chosen.group();
        if group != group_before {
            if let Some(group) = &group {
                let _ = writeln!(
                    text,
                    "<tr class=\"group\"><th scope=\"rowgroup\">{}</th><td class=\"n\">{}</td><td colspan=\"{}\"></td></tr>",
                    escaped(group),
                    line(chosen.group_line(), source),
                    columns - 2
                );
            }
            group_before = group;
        }
        text.push_str(&row(proof, chosen, used, source, loses));
    }
    text.push_str("</tbody>\n</table>\n</div>\n</section>\n");
    text
}

/// A line's number, which leads to the listing where it begins a block there.
fn line(number: Option<u32>, source: &str) -> String {
    match number {
        Some(n) if source.contains(&format!(" id=\"l{n}\">")) => {
            format!("<a href=\"#l{n}\">{n}</a>")
        }
        Some(n) => n.to_string(),
        None => String::new(),
    }
}

fn row(proof: &Proof<'_>, chosen: Chosen<'_>, used: &Use, source: &str, loses: bool) -> String {
    let never = used.states == 0;
    let roots = proof.report.roots.max(1);
    let tenths = u128::from(used.roots) * 1000 / u128::from(roots);
    let mut text = format!(
        "<tr{}><th scope=\"row\">{}{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td>\
         <td class=\"n share\"><span class=\"meter\" style=\"width:{}.{}%\"></span><span>{}</span></td><td class=\"n\">{}</td>",
        if never { " class=\"never\"" } else { "" },
        escaped(&chosen.name()),
        if never {
            " <span class=\"chip\">never used</span>"
        } else {
            ""
        },
        line(chosen.at_line(), source),
        thousands(used.roots),
        tenths / 10,
        tenths % 10,
        escaped(&percent(used.roots, proof.report.roots)),
        thousands(used.states)
    );
    if loses {
        match used.lost {
            Some(lost) => {
                let _ = write!(
                    text,
                    "<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>",
                    lost_mean(used).unwrap_or_default(),
                    moves(lost.worst_plies),
                    thousands(lost.wins)
                );
            }
            None => text.push_str("<td></td><td></td><td></td>"),
        }
    }
    text.push_str("</tr>\n");
    text
}

/// The source: the claim and the rules that its failures speak of, then the other ones folded; empty where the source is gone.
pub(super) fn source(proof: &Proof<'_>) -> String {
    let report = proof.report;
    let failing = report.failures.iter().filter_map(|f| f.choice);
    let cycle = report.cycle.iter().flat_map(|c| &c.consultations);
    let never = report.uses.iter().filter(|used| used.states == 0);
    let asked: Vec<Choice> = failing
        .chain(cycle.map(|consulted| consulted.choice))
        .chain(never.map(|used| used.choice))
        .collect();
    let places = |choices: &mut dyn Iterator<Item = Choice>| {
        // By the line that a block begins on, which is its name.
        let mut found: BTreeMap<u32, (String, Place)> = BTreeMap::new();
        for choice in choices {
            for (title, at) in Chosen::new(proof.module, choice).places() {
                if let Some(begin) = place::line_column(proof.module, at) {
                    found.entry(begin.line).or_insert((title, at));
                }
            }
        }
        found
    };
    let first = places(&mut asked.into_iter());
    let others = places(&mut report.uses.iter().map(|used| used.choice));
    let claim = block(proof.module, "the claim", proof.claim.place);
    // A claim that is not in the file has no lines of it.
    if claim.is_none() && first.is_empty() && others.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "<section id=\"source\" aria-labelledby=\"h-source\">\n<h2 id=\"h-source\">The source</h2>\n",
    );
    text.push_str(&claim.unwrap_or_default());
    for (title, at) in first.values() {
        text.push_str(&block(proof.module, title, *at).unwrap_or_default());
    }
    let others: Vec<String> = others
        .iter()
        .filter(|(key, _)| !first.contains_key(key))
        .filter_map(|(_, (title, at))| block(proof.module, title, *at))
        .collect();
    if !others.is_empty() {
        let head = if first.is_empty() {
            "The rules"
        } else {
            "The other rules"
        };
        let _ = write!(
            text,
            "<details>\n<summary>{head}</summary>\n{}</details>\n",
            others.concat()
        );
    }
    text.push_str("</section>\n");
    text
}

/// Some lines of the source; the first one can be linked to.
pub(super) fn block(module: &Program, title: &str, at: Place) -> Option<String> {
    let file = place::file_of(module, at)?;
    let listing = place::listing(module, at, LINES)?;
    let mut text = format!(
        "<p class=\"remark\">{}, {}</p>\n<pre class=\"source\" id=\"l{}\">",
        escaped(title),
        escaped(&file),
        listing.first
    );
    for (line, number) in listing.lines.iter().zip(listing.first..) {
        let _ = write!(
            text,
            "<div><span class=\"no\">{number}</span><span>{}</span></div>",
            escaped(line)
        );
    }
    text.push_str("</pre>\n");
    Some(text)
}
