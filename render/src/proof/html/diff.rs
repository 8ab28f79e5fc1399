//! The page that compares two programs: counts, pairs of choices, boards with both first moves as arrows.

use std::fmt::Write as _;

use adv_chess::Move;

use super::boards::{BoardViews, Walk};
use super::{Page, written};
use crate::proof::diff::text::{does, sections, with_line};
use crate::proof::diff::{Diff, Example, headline, names};
use crate::proof::numbers::{mean, percent, signed_mean};
use crate::svg::escaped;
use crate::text::thousands;

/// The most pairs of choices on a page.
const PAIRS: usize = 60;

/// Two programs over the same positions, as a page.
pub fn diff(diff: &Diff<'_>) -> String {
    let first = sections(diff.tally)
        .into_iter()
        .find_map(|(_, list)| list.first());
    let mut shown = BoardViews::from(first.map(|example| example.position.turn()));
    let body = [counts(diff), pairs(diff), examples(diff, &mut shown)];
    let [a, b] = names(diff);
    let below = format!(
        "<p><code>{}</code></p>\n<p><b class=\"side a\">A</b> {}, {} · <b class=\"side b\">B</b> {}, {}</p>",
        escaped(diff.claim),
        escaped(&a),
        escaped(diff.a.subject),
        escaped(&b),
        escaped(diff.b.subject)
    );
    written(&Page {
        title: &format!("{a} – {b}"),
        headline: &headline(diff),
        below: &below,
        body: &body.concat(),
        data: &shown.data(),
    })
}

fn counts(diff: &Diff<'_>) -> String {
    let tally = diff.tally;
    let all = tally.positions;
    let different = tally.different();
    let mut text = String::from("<dl class=\"tiles\">\n");
    let mut tile = |name: &str, count: u64, whole: u64| {
        let share = match count == whole && name == "positions" {
            true => String::new(),
            false => format!(" <small>{}</small>", escaped(&percent(count, whole))),
        };
        let _ = writeln!(
            text,
            "<div><dt>{name}</dt><dd>{}{share}</dd></div>",
            thousands(count)
        );
    };
    tile("positions", all, all);
    tile("same first move", tally.same, all);
    tile("different first moves", different, all);
    tile("… A is shorter", tally.a_shorter, different);
    tile("… B is shorter", tally.b_shorter, different);
    tile("… equally long", tally.equal, different);
    tile("only A holds", tally.only_a, all);
    tile("only B holds", tally.only_b, all);
    tile("neither holds", tally.neither, all);
    text.push_str("</dl>\n<table class=\"narrow\">\n<thead><tr><td></td><th scope=\"col\" class=\"n\">A</th><th scope=\"col\" class=\"n\">B</th></tr></thead>\n<tbody>\n");
    let both = tally.both();
    let rows = [
        (
            "moves, worst",
            tally.a_worst.to_string(),
            tally.b_worst.to_string(),
        ),
        (
            "moves, mean",
            mean(tally.a_moves, both),
            mean(tally.b_moves, both),
        ),
    ];
    for (what, a, b) in rows {
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{what}</th><td class=\"n\">{a}</td><td class=\"n\">{b}</td></tr>"
        );
    }
    let _ = writeln!(
        text,
        "</tbody>\n</table>\n<p class=\"remark\">of the {} positions in which both hold</p>",
        thousands(both)
    );
    text
}

fn pairs(diff: &Diff<'_>) -> String {
    let pairs = diff.tally.differing();
    if pairs.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "<section id=\"rules\" aria-labelledby=\"h-rules\">\n<h2 id=\"h-rules\">What they choose where they differ</h2>\n<div class=\"wide\">\n<table>\n\
         <thead><tr><th scope=\"col\">A (line)</th><th scope=\"col\">B (line)</th><th scope=\"col\" class=\"n\">they differ</th>\
         <th scope=\"col\" class=\"n\" title=\"B's length less A's, the mean in moves\">B − A</th></tr></thead>\n<tbody>\n",
    );
    for ((a, b), pair) in pairs.iter().take(PAIRS) {
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            escaped(&with_line(&diff.a, *a)),
            escaped(&with_line(&diff.b, *b)),
            thousands(pair.different),
            signed_mean(pair.difference, pair.both)
        );
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
    if pairs.len() > PAIRS {
        let _ = writeln!(
            text,
            "<p class=\"remark\">and {} other pairs</p>",
            pairs.len() - PAIRS
        );
    }
    text.push_str("</section>\n");
    text
}

fn examples(diff: &Diff<'_>, shown: &mut BoardViews) -> String {
    let mut text = String::new();
    for (head, examples) in sections(diff.tally) {
        if examples.is_empty() {
            continue;
        }
        let _ = write!(text, "<h3>{head}</h3>\n<div class=\"boards pairs\">\n");
        for example in examples {
            text.push_str(&one(diff, head, example, shown));
        }
        text.push_str("</div>\n");
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "<section id=\"examples\" aria-labelledby=\"h-examples\">\n<h2 id=\"h-examples\">Positions</h2>\n{text}</section>\n"
    )
}

fn one(diff: &Diff<'_>, head: &str, example: &Example, shown: &mut BoardViews) -> String {
    let sides = [
        ("a", "A", does(&diff.a, example, &example.a)),
        ("b", "B", does(&diff.b, example, &example.b)),
    ];
    let arrows: Vec<(Move, &'static str)> = [("a", &example.a), ("b", &example.b)]
        .into_iter()
        .filter_map(|(class, fate)| Some((fate.first?.0, class)))
        .collect();
    let mut caption = String::new();
    let mut sentences: Vec<String> = Vec::new();
    for (class, letter, [mv, length, by]) in sides {
        let _ = write!(
            caption,
            "<span class=\"of\"><b class=\"side {class}\">{letter}</b> {} · {} <small>{}</small></span>",
            escaped(&mv),
            escaped(&length),
            escaped(&by)
        );
        sentences.push(format!("{letter}: {mv}, {length}, {by}"));
    }
    let line = shown.add(
        &example.position,
        &Walk {
            title: head.to_owned(),
            sentence: sentences.join("\n"),
            arrows: arrows.clone(),
            ..Walk::default()
        },
    );
    shown.figure(&example.position, None, (line, 0), &caption, &arrows)
}
