//! An explanation as a page of its own: the facts to point at, their squares and the arrows of their plans on the board, and the moves
//! of each plan after it.
//!
//! The text of the facts is markup, which a reader without scripts has too; `explanation.js` draws the record.

use adv_chess::Color;
use adv_chess::notation::fen;
use adv_explain::{Explanation, Saying, ToldFact, Verdict};
use adv_module::program::Program;
use adv_record::node::Node;
use maud::{Markup, html};

use super::cases;
use super::json::record;
use super::text::{Shown, Telling, text};
use super::words::Words;
use crate::block::html::PageText;
use crate::drawing::{Line, lines};
use crate::html::{Frame, board, flip, heading, theme};
use crate::json::{node, value};

/// Most moves of one plan's tree on the page.
const PLAN_NODES: usize = 300;

/// Page of an explanation, in the language of `shown`.
pub fn html(program: &Program, explanation: &Explanation, shown: &Shown<'_>) -> String {
    let telling = Telling::new(program, explanation, shown);
    let words = &telling.words;
    let tools = html! { (flip(words.flip)) (theme(words.theme)) };
    let [fact, moves, back, turned] = words.keys;
    let has_plans = explanation.told.iter().any(|told| !told.plan.is_empty());
    let body = html! {
        (heading(words.page_title, &telling.sides(), &tools, &text(program, explanation, shown)))
        main.two {
            section id="boardside" aria-label=(words.board) {
                (board(words.board))
                p.headline { (PageText(telling.headline())) }
                @for line in cases::head(explanation, words) { p.key { (PageText(line)) } }
                p.at id="at" aria-live="polite" {}
                @if has_plans { p.key { @for arrow in words.arrows { (arrow) br; } } }
                p.mono.fen { (fen(&explanation.position)) }
            }
            section id="facts" aria-label=(words.facts) { (telling.facts()) }
        }
        footer.ui {
            span.keys {
                kbd { "1" } "–" kbd { "9" } " " (fact) ", " kbd { "←" } " " kbd { "→" } " " (moves) ", " kbd { "Esc" } " " (back) ", "
                kbd { "f" } " " (turned)
            }
        }
    };
    let mut of = record(program, explanation, shown);
    for (told, of) in explanation.told.iter().zip(&mut of.told) {
        let results = of.plan.iter_mut().map(|piece| &mut piece.result);
        let results = results.chain(&mut of.together);
        let verdicts = told.plan.iter().map(|piece| &piece.verdict);
        for (verdict, result) in verdicts.chain(&told.together).zip(results) {
            result.nodes = nodes(explanation, verdict, words);
        }
    }
    let frame = Frame {
        language: words.code,
        title: words.page_title,
        view: Some("explanation"),
        flipped: explanation.viewer == Color::Black,
        data: value(&of),
        ..Frame::of(body)
    };
    frame.written()
}

/// Markup of the told facts with their plans, and of the sentences after them.
impl Telling<'_> {
    fn facts(&self) -> Markup {
        let told = &self.explanation.told;
        html! {
            @if let Some(first) = self.first() { p.served { (PageText(first)) } }
            ol { @for (number, told) in (1..).zip(told) { (self.item((number, told))) } }
            @if self.explanation.end.is_none() {
                @if let Some(served) = self.served() { p.served { (PageText(served)) } }
                p.remark { (PageText(self.closing(self.words.facts_hidden, None))) }
            }
        }
    }

    fn item(&self, (number, told): (usize, &ToldFact)) -> Markup {
        let words = &self.words;
        let [why, purpose, plan] = words.heads;
        let line = |head: &str, of: &Option<Saying>| {
            html! { @if let Some(of) = of { dt { (PageText(head)) } dd { (PageText(self.say(of))) } } }
        };
        html! {
            li.fact {
                h2 {
                    button type="button" aria-pressed="false" {
                        span.no { (number) }
                        span.side { (words.of(&words.sides, told.fact.side)) } " "
                        span.called { (PageText(self.say(&told.called))) } " "
                        span.value { (PageText(words.worth(told))) }
                    }
                }
                dl {
                    (line(why, &told.belief))
                    (line(purpose, &told.purpose))
                    @if let Some(case) = cases::of_fact(told, words) { dt {} dd { em { (PageText(case)) } } }
                    @for (place, (verdict, sentence)) in self.verdicts(told).iter().enumerate() {
                        dt { @if place == 0 { (PageText(plan)) } }
                        dd {
                            span class={ "mark " (verdict.word()) } aria-hidden="true" { (mark(verdict)) }
                            (PageText(sentence))
                            @if let Some(tree) = verdict.tree() { (moves(tree.nodes().len(), place, words)) }
                        }
                    }
                }
            }
        }
    }
}

/// Markup around the moves of a plan, which the script lists when a reader opens them.
fn moves(count: usize, place: usize, words: &Words) -> Markup {
    let more = count.saturating_sub(PLAN_NODES);
    html! {
        details data-plan=(place) {
            summary { (words.plan_moves) }
            div.moves {
                button.start type="button" { (words.position) }
                ul {}
                @if more > 0 { p { (words.moves_hidden.replace("{}", &more.to_string())) } }
            }
        }
    }
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

/// Records of the first moves of a plan's tree, with the moves in the language of the page; none without a tree.
fn nodes(explanation: &Explanation, verdict: &Verdict, words: &Words) -> Vec<Node> {
    let Some(tree) = verdict.tree() else {
        return Vec::new();
    };
    let lines = lines(tree).into_iter().take(PLAN_NODES).enumerate();
    let node = |(index, line): (usize, Line)| {
        let mut node = node(tree, index, &line, explanation.viewer);
        node.mv.san = match line.mv.is_pass() {
            true => format!("({})", words.pass),
            false => words.san(&line.san),
        };
        node
    };
    lines.map(node).collect()
}
