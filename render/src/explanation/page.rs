//! An explanation as a page of its own: the facts to point at, their squares and the arrows of their plans on the board, and the moves
//! of each plan behind it.
//!
//! ```text
//! { "fen", "viewer": 0, "start", "more", "facts": [{ "side": 0, "squares": [8], "plans": [
//!     { "steps": [[from, to, side, level, "1"], …], "nodes": [[ply, text, uci, fen], …], "more": 0 }] }] }
//! ```
//!
//! The text of the facts is markup, which a reader without scripts has too; the script draws the data. `page.js` and `page.css` beside this
//! file are copied into the page.

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_chess::{Color, squares};
use adv_explain::{Explanation, Passed, ToldFact, Verdict};
use adv_module::program::Program;
use serde_json::{Value, json};

use super::cases;
use super::page_words::{PageWords, page_words};
use super::picture::{steps, verdicts};
use super::program_texts::say;
use super::text::{Shown, first, headline, said, served, stage, text};
use super::words::{Words, words};
use crate::drawing::lines;
use crate::html::{Frame, board, framed_in, heading, lines_escaped, page_uci, theme};
use crate::svg::escaped;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Most moves of one plan's tree on the page.
const PLAN_NODES: usize = 300;

/// Page of an explanation, in the language of `shown`.
pub fn html(program: &Program, explanation: &Explanation, shown: &Shown<'_>) -> String {
    let (words, page) = (words(shown.language), page_words(shown.language));
    let title = escaped(page.title);
    let body = format!(
        "{}<section id=\"facts\" aria-label=\"{}\">\n{}</section>\n</main>\n{}",
        top(program, explanation, shown),
        escaped(page.facts),
        facts(program, explanation, shown),
        foot(page)
    );
    let frame = Frame {
        title: &title,
        style: STYLE,
        body: &body,
        data: &data(program, explanation, shown),
        script: SCRIPT,
    };
    framed_in(words.code, &frame)
}

/// Markup of the heading, and of the board with the button that turns it.
fn top(program: &Program, explanation: &Explanation, shown: &Shown<'_>) -> String {
    let (words, page) = (words(shown.language), page_words(shown.language));
    let turn = words.of(&words.to_move, explanation.position.turn());
    let stage = stage(program, explanation)
        .map_or_else(String::new, |name| format!(", {}", words.stage(&name)));
    let seen = words.of(&words.seen_by, explanation.viewer);
    let below = escaped(&format!("{turn}{stage}; {seen}"));
    let plain = lines_escaped(&text(program, explanation, shown));
    let light_or_dark = escaped(page.theme);
    let theme = theme(&light_or_dark, &light_or_dark);
    let board_word = escaped(page.board);
    let board = board(&board_word);
    let (flip, title) = (escaped(page.flip), escaped(page.title));
    let headline = escaped(&headline(program, explanation, words));
    let cases: Vec<String> = cases::head(explanation, words)
        .iter()
        .map(|line| format!("<p class=\"key\">{}</p>\n", escaped(line)))
        .collect();
    let cases = cases.concat();
    let arrows = page.arrows.map(escaped).join("<br>");
    let arrows = match explanation.told.iter().any(|told| !told.plan.is_empty()) {
        true => format!("<p class=\"key\">{arrows}</p>\n"),
        false => String::new(),
    };
    let tools = format!(
        r##"<button type="button" id="flip" aria-label="{flip}" aria-keyshortcuts="f" title="{flip} (f)"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4"/></svg></button>
{theme}"##
    );
    let heading = heading(&title, &below, &tools, &plain);
    format!(
        r##"{heading}
<main>
<section id="boardside" aria-label="{board_word}">
{board}
<p class="headline">{headline}</p>
{cases}<p class="at" id="at" aria-live="polite"></p>
{arrows}<p class="mono fen">{fen}</p>
</section>
"##,
        fen = escaped(&fen(&explanation.position)),
    )
}

/// Markup of the told facts with their plans, and of the sentences after them.
fn facts(program: &Program, explanation: &Explanation, shown: &Shown<'_>) -> String {
    let (words, page) = (words(shown.language), page_words(shown.language));
    let mut out = String::new();
    if let Some(first) = first(explanation, words) {
        let _ = writeln!(out, "<p class=\"served\">{}</p>", escaped(&first));
    }
    out.push_str("<ol>\n");
    for (number, told) in explanation.told.iter().enumerate() {
        out.push_str(&fact(program, explanation, shown, (number, told)));
    }
    out.push_str("</ol>\n");
    if explanation.end.is_some() {
        return out;
    }
    if let Some(served) = served(explanation, words) {
        let _ = writeln!(out, "<p class=\"served\">{}</p>", escaped(&served));
    }
    let _ = writeln!(
        out,
        "<p class=\"tail\">{}</p>",
        escaped(&tail(explanation, words, page))
    );
    out
}

/// Sentences that close the page: the sum, the number of facts left out, and a missing table of perfect play.
fn tail(explanation: &Explanation, words: &Words, page: &PageWords) -> String {
    let begun = if explanation.told.is_empty() {
        words.nothing
    } else {
        words.sum
    };
    let mut sentences = vec![begun.to_owned()];
    let enough = |passed: &&Option<Passed>| **passed == Some(Passed::Enough);
    let others = explanation.passed.iter().filter(enough).count();
    if others > 0 {
        sentences.push(page.others.replace("{}", &others.to_string()));
    }
    if explanation.worth.is_none() {
        let men = explanation.position.occupied().count_ones();
        sentences.push(words.no_table.replace("{}", &men.to_string()));
    }
    sentences.join(" ")
}

fn fact(
    program: &Program,
    explanation: &Explanation,
    shown: &Shown<'_>,
    (number, told): (usize, &ToldFact),
) -> String {
    let (words, page) = (words(shown.language), page_words(shown.language));
    let side = escaped(words.of(&words.sides, told.fact.side));
    let called = escaped(&say(program, &told.called, words));
    let value = escaped(&words.worth(told));
    let mut out = format!(
        "<li class=\"fact\" data-fact=\"{number}\"><h2><button type=\"button\" aria-pressed=\"false\"><span class=\"no\">{}</span>\
         <span class=\"side\">{side}</span> <span class=\"called\">{called}</span> <span class=\"value\">{value}</span></button></h2>\n<dl>\n",
        number + 1
    );
    let [why, purpose, plan] = words.heads;
    let mut line = |head: &str, markup: &str| {
        let _ = writeln!(out, "<dt>{}</dt><dd>{markup}</dd>", escaped(head));
    };
    if let Some(belief) = &told.belief {
        line(why, &escaped(&say(program, belief, words)));
    }
    if let Some(of) = &told.purpose {
        line(purpose, &escaped(&say(program, of, words)));
    }
    if let Some(case) = cases::of_fact(told, words) {
        line("", &format!("<em>{}</em>", escaped(&case)));
    }
    for (place, (verdict, sentence)) in verdicts(program, explanation, told, shown)
        .into_iter()
        .enumerate()
    {
        let sentence = escaped(&sentence);
        let mark = mark(verdict);
        let moves = match verdict.tree() {
            Some(_) => format!(
                "<details data-plan=\"{place}\"><summary>{}</summary></details>",
                escaped(page.moves)
            ),
            None => String::new(),
        };
        let markup = format!(
            "<span class=\"mark {}\" aria-hidden=\"true\">{mark}</span>{sentence}{moves}",
            verdict.word()
        );
        line(if place == 0 { plan } else { "" }, &markup);
    }
    out.push_str("</dl></li>\n");
    out
}

/// Sign for the outcome of a plan, such as `✓` for a forced one. The sentence beside it says the same in words.
const fn mark(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Done | Verdict::Forced(_) => "✓",
        Verdict::Possible { .. } | Verdict::Idea => "~",
        Verdict::Refuted => "✗",
        Verdict::Unsettled(_) => "?",
    }
}

fn foot(page: &PageWords) -> String {
    let [fact, moves, back, turn] = page.keys.map(escaped);
    format!(
        "<footer class=\"ui\"><span class=\"keys\"><kbd>1</kbd>–<kbd>9</kbd> {fact}, <kbd>←</kbd> <kbd>→</kbd> {moves}, <kbd>Esc</kbd> {back}, \
         <kbd>f</kbd> {turn}</span></footer>\n"
    )
}

/// Data for the script of the page: side, squares and plans of each fact.
fn data(program: &Program, explanation: &Explanation, shown: &Shown<'_>) -> Value {
    let page = page_words(shown.language);
    let told = explanation.told.iter().map(|told| {
        let plans = verdicts(program, explanation, told, shown)
            .into_iter()
            .map(|(verdict, _)| plan(explanation, verdict, shown));
        json!({
            "side": told.fact.side.index(),
            "squares": squares::file_major(told.fact.squares).collect::<Vec<_>>(),
            "plans": plans.collect::<Vec<_>>(),
        })
    });
    json!({
        "fen": fen(&explanation.position),
        "viewer": explanation.viewer.index(),
        "start": page.start,
        "more": page.more,
        "facts": told.collect::<Vec<_>>(),
    })
}

/// Data for the script on one plan: its arrows and the moves of its tree.
fn plan(explanation: &Explanation, verdict: &Verdict, shown: &Shown<'_>) -> Value {
    let (words, page) = (words(shown.language), page_words(shown.language));
    let arrows = steps(explanation, verdict).into_iter().map(|step| {
        let style = step.arrow.style;
        let number = step.number.map(|number| number.to_string());
        json!([
            step.arrow.from,
            step.arrow.to,
            style.color.index(),
            style.level,
            number
        ])
    });
    let arrows: Vec<Value> = arrows.collect();
    let Some(tree) = verdict.tree() else {
        return json!({ "steps": arrows, "nodes": [], "more": 0 });
    };
    let late = usize::from(tree.root().turn() == Color::Black);
    let lines = lines(tree);
    let nodes = lines
        .iter()
        .zip(tree.nodes())
        .take(PLAN_NODES)
        .map(|(line, node)| {
            // Moves are counted from the position, as the sentences count them.
            let half = usize::from(node.ply).saturating_sub(1) + late;
            let dots = if half % 2 == 0 { "." } else { "..." };
            let mv = match line.mv.is_pass() {
                true => format!("({})", page.pass),
                false => said(&line.before, line.mv, words),
            };
            let text = format!("{}{dots} {mv}", half / 2 + 1);
            json!([node.ply, text, page_uci(line.mv), fen(&line.after)])
        });
    json!({
        "steps": arrows,
        "nodes": nodes.collect::<Vec<_>>(),
        "more": lines.len().saturating_sub(PLAN_NODES),
    })
}
