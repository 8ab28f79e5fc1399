//! Texts and JSON of the facts that a move brings and gives up by force, beside the other reasons of a strategy's move.

use std::fmt::Write as _;

use adv_chess::geometry::square_name;
use adv_chess::{Color, squares};
use adv_explain::{Brought, BroughtFact};
use adv_module::program::Program;
use adv_record::gains as record;
use maud::{Markup, PreEscaped, Render, html};

use super::program_texts::say;
use super::words::words;
use crate::block::html::PageText;
use crate::json::side;
use crate::text::joined;

/// Text of the facts that a move brings and gives up, a line each; `us` is the side whose move it is.
pub fn brought_text(program: &Program, brought: &Brought, us: Color, language: &str) -> String {
    let common = words(language);
    let mut text = String::new();
    if brought.brings.is_empty() && brought.gives_up.is_empty() {
        let _ = writeln!(text, "patterns: {}", common.brings_nothing);
        return text;
    }
    if brought.conditional {
        let _ = writeln!(text, "{}", common.of(&common.on_condition, !us));
    }
    for (head, facts) in [
        (common.brings, &brought.brings),
        (common.gives_up, &brought.gives_up),
    ] {
        if !facts.is_empty() {
            let _ = writeln!(text, "{head}");
        }
        for of in facts {
            let side = common.of(&common.sides, of.fact.side);
            let called = say(program, &of.called, common);
            let begun = format!("  {side:<9}{called}");
            let value = common.pawns(of.fact.value());
            let _ = writeln!(text, "{begun:<72}  {value:>7}");
        }
    }
    text
}

/// Markup for a page of the facts that a move brings and gives up by force, with texts in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroughtOnPage(String);

impl BroughtOnPage {
    /// Converts the facts that the patterns of a program found; `us` is the side whose move it is. Each fact has its squares, by which the
    /// script of the page shades them.
    pub fn new(program: &Program, brought: &Brought, us: Color, language: &str) -> BroughtOnPage {
        let common = words(language);
        let groups = [
            (common.brings, &brought.brings),
            (common.gives_up, &brought.gives_up),
        ];
        let squares =
            |of: &BroughtFact| joined(squares::file_major(of.fact.squares).map(square_name), " ");
        let is_empty = groups.iter().all(|(_, facts)| facts.is_empty());
        let markup = html! {
            div.gains {
                @if is_empty {
                    p.remark { (common.brings_nothing) }
                } @else if brought.conditional {
                    p.remark.warn { (common.of(&common.on_condition, !us)) }
                }
                @for (head, facts) in groups.iter().filter(|(_, facts)| !facts.is_empty()) {
                    h3 { (head) }
                    ul.brought {
                        @for of in facts.iter() {
                            li data-squares=(squares(of)) {
                                span.side { (common.of(&common.sides, of.fact.side)) }
                                span { (PageText(say(program, &of.called, common))) }
                                span.value { (common.pawns(of.fact.value())) }
                            }
                        }
                    }
                }
            }
        };
        BroughtOnPage(markup.into_string())
    }
}

impl Render for &BroughtOnPage {
    fn render(&self) -> Markup {
        PreEscaped(self.0.clone())
    }
}

/// Record for tools of the facts that a move brings and gives up by force.
pub fn brought_json(program: &Program, brought: &Brought, language: &str) -> record::Brought {
    let list = |facts: &[BroughtFact]| {
        let facts = facts.iter().map(|of| record::BroughtFact {
            pattern: program
                .patterns
                .get(of.fact.pattern.index())
                .map(|of| of.name.clone()),
            side: side(of.fact.side),
            squares: squares::file_major(of.fact.squares)
                .map(square_name)
                .collect(),
            worth: of.fact.worth,
            value: of.fact.value(),
            called: say(program, &of.called, words(language)),
        });
        facts.collect()
    };
    record::Brought {
        brings: list(&brought.brings),
        gives_up: list(&brought.gives_up),
        conditional: brought.conditional,
        leaves: brought.leaves,
    }
}
