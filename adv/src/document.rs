//! The page of documentation on a program's file: its items with their text, boards drawn where they mean something, a position in which
//! each piece-of-advice is chosen, and the results of tests and claims.
//!
//! ```text
//!   text ──analyse──▶ items, comments, references ──▶ code.rs     the text in coloured and linked pieces
//!        ──compile──▶ program ───────────────────▶ values.rs   boards and numbers: in the example, or where a test asks for them
//!                                                 ├▶ choices.rs  a position for each piece-of-advice
//!                                                 └▶ verdicts    by `Rulebook::run_test` and `Rulebook::settle_claim`
//! ```
//!
//! The same text gives the same page: positions are drawn by a fixed seed, and every search has a limit that is no time.

mod choices;
mod code;
mod values;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use adv_compiler::Analysis;
use adv_compiler::index::{Definition, DefinitionKind};
use adv_compiler::source::{Source, Span};
use adv_compiler::syntax::ast::{Item, ItemKind};
use adv_render::document::{DocCode, DocItem, DocPage, DocShown, DocWord};
use adv_render::text::joined;
use adv_vm::Limits;

use crate::analysis::analyse;
use crate::chess::parse_position;
use crate::expression::Expression;
use crate::load::{Examination, Rulebook};
use crate::perfect::PerfectPlay;
use crate::proof::Watch;
use crate::verdict::ItemVerdict;

pub use adv_render::document::{DocEntry, DocIndex};

/// Options for making a page of documentation.
pub struct DocOptions<'a> {
    /// Title of the page.
    pub name: &'a str,
    /// Relative path from this page to the folder of all pages: empty, or `../` once for each folder between.
    pub root: &'a str,
    /// Returns the path of the page of a file or of a library module; `None` where it has no page.
    pub link: &'a dyn Fn(DocTarget<'_>) -> Option<String>,
    /// True to settle the program's claims, within the limits of the watch; false to note on the page that they were not settled.
    pub prove: bool,
    /// Tables of perfect play, extended as tests and claims ask for them.
    pub values: &'a RefCell<Arc<PerfectPlay>>,
    /// Stop signal for tests and proofs, with the limits of proofs.
    pub watch: &'a Watch,
}

/// Page that a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocTarget<'a> {
    /// A file that the program uses, by its path from the folder of the program's own file.
    File(&'a str),
    /// A module of the library, by its name, such as `std.patterns`.
    Library(&'a str),
}

/// Search limits for one value or one consultation on the page.
fn limits() -> Limits {
    Limits {
        fuel: 50_000_000,
        positions: 50_000,
        ..Limits::default()
    }
}

/// Makes the page of documentation on a program's own file.
///
/// # Errors
/// [`Examination`] with its diagnostics where the text is in error.
pub fn document(
    examined: Examination,
    options: &DocOptions<'_>,
) -> Result<DocPage, Box<Examination>> {
    let source = examined.source.clone();
    if examined.module.is_none() {
        return Err(Box::new(examined));
    }
    let analysis = analyse(&source);
    let rulebook = examined.into_rulebook().map_err(|refusal| {
        Box::new(Examination {
            source: refusal.source,
            diagnostics: refusal.diagnostics,
            module: None,
        })
    })?;
    let mut maker = PageMaker {
        source: &source,
        analysis: &analysis,
        rulebook: &rulebook,
        options,
        calls: BTreeMap::new(),
    };
    maker.calls = maker.compiled_calls();
    Ok(maker.page())
}

/// State for making a page: the program's text, analysis and compiled form.
struct PageMaker<'a> {
    source: &'a Source,
    analysis: &'a Analysis,
    rulebook: &'a Rulebook,
    options: &'a DocOptions<'a>,
    /// Compiled calls of definitions, by their kinds and texts.
    calls: BTreeMap<(&'static str, String), Expression>,
}

impl PageMaker<'_> {
    fn page(&self) -> DocPage {
        let program = self.rulebook.program();
        let example = program.example.as_deref();
        let example = example.and_then(|text| parse_position(text).ok());
        let own: Vec<&Item> = self.items().collect();
        let uses = own.iter().filter_map(|item| match &item.kind {
            ItemKind::Use(parts) => {
                let name = joined(parts.node.iter().map(|part| &part.node), ".");
                let href = (self.options.link)(DocTarget::Library(&name));
                Some((name, href))
            }
            ItemKind::UseFile(path) => {
                let href = (self.options.link)(DocTarget::File(&path.node));
                Some((path.node.clone(), href))
            }
            _ => None,
        });
        let uses = uses.collect();
        let material = own.iter().find_map(|item| match &item.kind {
            ItemKind::Material(of) => Some(self.source.slice(of.span).trim().to_owned()),
            _ => None,
        });
        let chosen = choices::of_program(self.rulebook, example.as_ref());
        let (mut tests, mut claims) = (0, 0);
        let mut items = Vec::new();
        for item in own {
            let number = match &item.kind {
                ItemKind::Use(_)
                | ItemKind::UseFile(_)
                | ItemKind::Material(_)
                | ItemKind::Example(_)
                | ItemKind::Error(_) => continue,
                ItemKind::Test(_) => {
                    tests += 1;
                    tests
                }
                ItemKind::Prove(_) | ItemKind::Measure(_) => {
                    claims += 1;
                    claims
                }
                _ => items.len() + 1,
            };
            items.push(self.item(item, number, example.as_ref(), &chosen));
        }
        DocPage {
            name: self.options.name.to_owned(),
            root: self.options.root.to_owned(),
            doc: self.analysis.tree.doc.join("\n"),
            material,
            example: example.map(|position| (position, "the example".to_owned())),
            uses,
            items,
        }
    }

    /// The items of the program's own file.
    fn items(&self) -> impl Iterator<Item = &Item> {
        let items = self.analysis.tree.items.iter();
        items.filter(|item| self.source.file_at(item.span.start) == 0)
    }

    /// Looks up the definition of an item in the index of the analysis; `None` for an item without a name.
    fn definition(&self, item: &Item) -> Option<&Definition> {
        let mut definitions = self.analysis.index.definitions().iter();
        definitions.find(|one| {
            one.span == item.span && one.parent.is_none() && one.kind != DefinitionKind::Module
        })
    }

    fn item(
        &self,
        item: &Item,
        number: usize,
        example: Option<&crate::Position>,
        chosen: &choices::AllChosen,
    ) -> DocItem {
        let definition = self.definition(item);
        let anchor = |kind: &str| format!("{kind}-{number}");
        let (kind, name, anchor) = match &item.kind {
            ItemKind::Test(test) => ("test", test.name.node.clone(), anchor("test")),
            ItemKind::Prove(_) | ItemKind::Measure(_) => {
                ("claim", format!("claim {number}"), anchor("claim"))
            }
            ItemKind::DefaultHolding(_) => {
                let kind = "default holding";
                (kind, kind.to_owned(), kind.replace(' ', "-"))
            }
            ItemKind::Texts(of) => ("texts", of.language.node.clone(), anchor("texts")),
            _ => {
                let name = definition.map(|definition| definition.name.clone());
                let name = name.unwrap_or_else(|| format!("item {number}"));
                let word = definition.map_or("item", |definition| definition.kind.word());
                let kind = if word == "strat" { "strategy" } else { word };
                (kind, name.clone(), name)
            }
        };
        let signature = match (kind, definition) {
            ("test", _) => format!("test \"{name}\""),
            ("texts", _) => format!("texts {name}"),
            ("claim" | "default holding", _) | (_, None) => name.clone(),
            (_, Some(definition)) => definition.signature(),
        };
        DocItem {
            kind,
            anchor,
            signature,
            doc: item.doc.join("\n"),
            code: self.code(item.span),
            line: self.source.line_column(item.span.start).line,
            shown: self.shown(item, &name, definition, example, chosen),
            name,
        }
    }

    fn shown(
        &self,
        item: &Item,
        name: &str,
        definition: Option<&Definition>,
        example: Option<&crate::Position>,
        chosen: &choices::AllChosen,
    ) -> Vec<DocShown> {
        match &item.kind {
            ItemKind::Define(_) => definition.map_or_else(Vec::new, |of| self.values(of, example)),
            ItemKind::Advice(advice) if advice.action.is_none() => {
                let rows = advice.clauses.iter().map(|clause| {
                    let rest = Span::new(clause.keyword.end, clause.span.end);
                    (self.code(clause.keyword), self.code(rest))
                });
                let rows = DocShown::Rows {
                    heads: ["clause", "says"],
                    rows: rows.collect(),
                };
                let mut shown = vec![rows];
                shown.extend(chosen.of_advice(name, advice.params.is_empty()));
                shown
            }
            ItemKind::Table(table) => {
                let rows = table.rules.iter().map(|rule| {
                    let end = rule.condition.as_ref().map(|condition| condition.span.end);
                    self.rule(rule.span, end)
                });
                let also = table.also.iter();
                let also = also.map(|of| (word("also"), self.code(of.span)));
                let beyond = table.beyond.iter();
                let beyond = beyond.map(|of| (word("beyond"), self.code(of.span)));
                let rows = rows.chain(also).chain(beyond);
                let rows = DocShown::Rows {
                    heads: ["where", "list"],
                    rows: rows.collect(),
                };
                let mut shown = vec![rows];
                shown.extend(chosen.of_subject(name));
                shown
            }
            ItemKind::Strategy(_) => chosen.of_subject(name).into_iter().collect(),
            ItemKind::Test(_) => vec![self.test(item.span)],
            ItemKind::Prove(_) | ItemKind::Measure(_) => vec![self.claim(item.span)],
            _ => Vec::new(),
        }
    }

    /// Splits a rule of a table into two columns: its condition, and its list of pieces-of-advice.
    fn rule(&self, span: Span, condition: Option<u32>) -> (Vec<DocCode>, Vec<DocCode>) {
        let tokens = self.analysis.tokens.iter();
        let mut tokens = tokens.filter(|token| span.start <= token.start && token.end <= span.end);
        let code = |from, to| self.code(Span::new(from, to));
        match condition {
            // `if condition then list`: the word between is the head of the second column.
            Some(end) => {
                let then = tokens.find(|token| token.start >= end);
                let list = then.map_or(end, |then| then.end);
                (code(span.start, end), code(list, span.end))
            }
            // `otherwise list`
            None => {
                let first = tokens.next().map_or(span.start, |first| first.end);
                (code(span.start, first), code(first, span.end))
            }
        }
    }

    fn test(&self, span: Span) -> DocShown {
        let mut tests = self.rulebook.program().tests.iter();
        let test = tests.find(|test| span.contains(test.place.start));
        let ran = test.map(|test| {
            let mut values = self.options.values.borrow_mut();
            let watch = self.options.watch;
            let ran = self.rulebook.run_test(test, &mut values, watch);
            ran.map(|verdict| ItemVerdict {
                text: String::new(),
                ..verdict
            })
        });
        verdict(ran, "it was not run")
    }

    fn claim(&self, span: Span) -> DocShown {
        let claims = self.rulebook.program().claims.iter().enumerate();
        let mut claims = claims.filter(|(_, claim)| span.contains(claim.place.start));
        if !self.options.prove {
            return verdict(None, "it was not settled for this page");
        }
        let settled = claims.next().map(|(index, claim)| {
            let mut values = self.options.values.borrow_mut();
            let watch = self.options.watch;
            self.rulebook.settle_claim(index, claim, &mut values, watch)
        });
        verdict(settled, "it was not settled")
    }
}

/// Code of a single keyword, shown as the head of a row, such as `also`.
fn word(text: &str) -> Vec<DocCode> {
    vec![DocCode {
        text: text.to_owned(),
        kind: DocWord::Keyword,
        href: None,
    }]
}

/// Verdict on a test or a claim as a page shows it; `without` says why there is none.
fn verdict(ran: Option<Result<ItemVerdict, String>>, without: &str) -> DocShown {
    let (is_good, headline, report) = match ran {
        Some(Ok(of)) if !of.is_interrupted => (Some(of.is_good), of.headline, of.text),
        Some(Err(sentence)) => (None, sentence, String::new()),
        _ => (None, without.to_owned(), String::new()),
    };
    DocShown::Verdict {
        is_good,
        headline,
        report,
    }
}
