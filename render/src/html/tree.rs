//! Pages of one consultation, and of a played game.

use maud::{Markup, html};

use adv_chess::Color;
use adv_module::Program;
use adv_module::program::{Place, StatementKind};
use adv_record::node::Node;

use super::BoardPage;
use crate::attempts::class_words;
use crate::block::html::PageText;
use crate::drawing::{Explained, lines, rule_place, statement, statement_words};
use crate::game::Played;
use crate::text::{
    advice_name, classes, effort_sentence, left_out_sentence, many, plies, positions, thousands,
};
use crate::zone_words::{self, MoveAlong};
use crate::{json, place, refutation, text};

/// Most moves (nodes) of a page.
const NODES: usize = 20_000;
/// Most lines of one block of source on a page.
const SOURCE_LINES: usize = 40;

/// Page to walk through the tree of a consultation or p-strategy. Of more than 20,000 moves only the first are shown, and the page says so.
pub fn page(explained: &Explained<'_>) -> String {
    let answer = explained.answer;
    let mut record = json::explained(explained, false);
    let count = record.nodes.len();
    let left_out = shorten(explained, &mut record.nodes, NODES);
    // The list of nodes says all that the nested tree says.
    record.tree = None;
    let about = html! {
        @if let Some(tree) = &answer.tree {
            @if let Some(text) = effort_sentence(explained.module, answer) { p.remark { (PageText(text)) } }
            @if tree.is_conditional() { (warning(&left_out_sentence(tree))) }
            @if left_out > 0 {
                (warning(&format!("only the first {} of {} moves are on this page", thousands(NODES as u64), thousands(count as u64))))
            }
        } @else {
            (warning("nothing is satisfied here"))
        }
        @if answer.mirrored { p.remark { "the colours were exchanged to fit the program, and back again here" } }
    };
    let plain = text::consultation(explained.module, answer, text::Extras::default());
    let page = BoardPage {
        title: &explained.title(),
        below: &explained.source_line(),
        plain: &plain,
        view: "tree",
        about,
        plans: vec![plan(explained)],
        flipped: answer.us == Color::Black,
        data: json::value(&record),
    };
    page.written()
}

/// Page to walk through a played game: each of our moves with the p-strategy that it belongs to.
pub fn game(played: &Played<'_>) -> String {
    let mut record = json::game_record(played);
    let (mut room, mut left_out) = (NODES.saturating_sub(record.moves.len()), 0);
    let plans = record.plans.iter_mut().zip(&played.plans);
    let plans = plans.map(|(of, plan_of)| {
        let shown = played.explained(plan_of);
        left_out += shorten(&shown, &mut of.nodes, room);
        room -= of.nodes.len();
        plan(&shown)
    });
    let plans: Vec<Markup> = plans.collect();
    let about = html! {
        p.remark.warn[played.goal() == Some(false)] { (PageText(played.end_sentence())) }
        @if left_out > 0 {
            @let verb = if left_out == 1 { "is" } else { "are" };
            (warning(&format!("{} of the p-strategies {verb} not on this page", many(left_out, "move", "moves"))))
        }
    };
    let [white, black] = played.names();
    let page = BoardPage {
        title: &format!("{white} – {black}, {}", played.result()),
        below: &played.end_sentence(),
        plain: &text::game(played),
        view: "tree",
        about,
        plans,
        flipped: played.us == Color::Black,
        data: json::value(&record),
    };
    page.written()
}

fn warning(text: &str) -> Markup {
    html! { p.remark.warn { (PageText(text)) } }
}

/// Keeps at most `most` nodes, and adds the words and drawings that pages have. Returns the number of nodes that it drops.
fn shorten(explained: &Explained<'_>, nodes: &mut Vec<Node>, most: usize) -> u64 {
    let left_out = nodes.len().saturating_sub(most);
    nodes.truncate(most);
    let lines = explained.answer.tree.as_ref().map(lines);
    for (index, (node, line)) in nodes.iter_mut().zip(lines.unwrap_or_default()).enumerate() {
        let Some(facts) = explained.facts_at(index) else {
            continue;
        };
        let moved = MoveAlong {
            before: &line.before,
            mv: line.mv,
            zones: &facts.along,
        };
        node.drawn = zone_words::page(&line.after, zone_words::of_node(facts), Some(moved));
        if let (Some(class), Some(id), Some(by)) =
            (&mut node.class, explained.answer.advice, &facts.selected)
        {
            class.says = Some(class_words(explained.module, id, by));
        }
    }
    left_out as u64
}

/// Markup of the notes on a plan: its reason and source in words, and what was tried, brought and quoted for it.
fn plan(explained: &Explained<'_>) -> Markup {
    let (module, answer) = (explained.module, explained.answer);
    let origin = explained.origin.as_ref();
    let statement = origin.and_then(|origin| statement(module, origin));
    let is_action = statement.is_some_and(|of| matches!(of.kind, StatementKind::Action { .. }));
    let (in_class, out_class) = origin.map_or((None, None), |of| classes(module, of));
    let record = answer.advice.and_then(|id| module.advice.get(id.index()));
    let within = record
        .filter(|_| is_action)
        .map(|record| plies(record.depth));
    let in_class = is_action.then(|| in_class.unwrap_or_else(|| "any".to_owned()));
    let named = [
        ("in-class", in_class),
        ("out-class", out_class),
        ("within", within),
    ];
    let is_vain = answer.tried.iter().any(|tried| !tried.satisfied);
    html! {
        div {
            div {
                @if let Some(because) = &answer.because { p.because { (PageText(because)) } }
                p.where { (PageText(explained.source_line())) }
                @for (name, text) in &named {
                    @if let Some(text) = text { p.remark { (name) " " code { (PageText(text)) } } }
                }
            }
            div {
                @if let Some(brought) = &explained.brought { (brought) }
                @if !answer.tried.is_empty() {
                    div.tests.vain[is_vain] {
                        h3 { "Tried" }
                        table.tried {
                            @for tried in &answer.tried {
                                tr {
                                    th scope="row" { (PageText(advice_name(module, tried.advice))) }
                                    td { (if tried.satisfied { "satisfied" } else { "not satisfied" }) }
                                    td.n { (positions(tried.positions)) }
                                }
                                @if let Some(line) = tried.refuted.as_ref().and_then(|line| refutation::line(module, tried.advice, line)) {
                                    tr.refuted { td colspan="3" { "refuted: " (PageText(line)) } }
                                }
                            }
                        }
                    }
                }
                (sources(explained, is_action))
            }
        }
    }
}

/// Markup of the source lines that explain the answer: the statement's, the rule's, and the piece-of-advice's.
fn sources(explained: &Explained<'_>, is_action: bool) -> Markup {
    let (module, answer) = (explained.module, explained.answer);
    let statement = explained.origin.as_ref().map(|origin| {
        let words = statement(module, origin).map(|s| statement_words(module, s));
        (words.unwrap_or_else(|| "statement".into()), origin.place)
    });
    let rule = answer
        .rule
        .and_then(|rule| Some((format!("rule {}", rule + 1), rule_place(module, answer)?)));
    let advice = answer.advice.filter(|_| !is_action).and_then(|id| {
        let record = module.advice.get(id.index())?;
        Some((format!("advice {}", advice_name(module, id)), record.place))
    });
    let mut parts: Vec<(String, Place)> = Vec::new();
    for (title, at) in [statement, rule, advice].into_iter().flatten() {
        if !parts.iter().any(|(_, known)| *known == at) {
            parts.push((title, at));
        }
    }
    let listings = parts.into_iter();
    let listings: Vec<Markup> = listings
        .filter_map(|(title, at)| listing(module, &title, at))
        .collect();
    html! {
        @if !listings.is_empty() { details open { summary { "Source" } @for one in &listings { (one) } } }
    }
}

/// Markup of the first lines of an item, of which the first is marked; `None` without a source.
fn listing(module: &Program, title: &str, at: Place) -> Option<Markup> {
    let title = format!("{title}, {}", place::file_of(module, at)?);
    let listing = place::listing(module, at, SOURCE_LINES)?;
    let lines = listing.lines.iter().zip(listing.first..);
    Some(html! {
        p.where { (PageText(&title)) }
        pre.source aria-label=(PageText(&title)) {
            @for (line, number) in lines {
                div data-line=(number) class=[(number == listing.first).then_some("hit")] {
                    span.no { (number) }
                    span { (PageText(line)) }
                }
            }
        }
    })
}
