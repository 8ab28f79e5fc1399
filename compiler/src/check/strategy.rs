//! Strategies: the head, and what becomes of the body.
//!
//! ```text
//!   strat K-R-VS-K (in-class: figures - W: K, R; B: K; descr - any; out-class: mate)   for W
//!                             │                              │                  │        │
//!                             bare letters, consult, apply   tested once, at    tested at
//!                                                            the beginning      the end
//! ```
//!
//! Rulings: the head says its figures (or the file has a material), then `descr`, then `out-class`, each once; a head without an
//! out-class is a warning, for nothing tells whether the strategy has done its work. `descr` speaks of the current position. So does an
//! out-class without `new.`, at the end; with `new.` that is the end, and plain words speak of the position where the strategy began, as
//! `root.` does in both. A strategy without a statement is an error.

use super::Checker;
use super::frame::{Cx, Place};
use super::material::exchanged;
use super::records::{NamedAdvice, StrategyForm};
use super::walk::place_of;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Needs, Strategy, Type, Who};
use crate::source::Span;
use crate::syntax::ast::{self, HeadPartKind};

/// The parts of a head in their order, with the words that messages use.
const PARTS: [&str; 3] = ["figures", "descr", "out-class"];

impl<'a> Checker<'a> {
    /// A strategy, those that it applies having been checked before.
    pub(super) fn strategy(&mut self, index: usize) {
        let def: &'a ast::StrategyDef = self.records.strategies[index].def;
        let head = self.head_of_strategy(index);
        let mut named = NamedAdvice::default();
        let body = self.statements(index, &mut named, &def.body);
        if def.body.is_empty() {
            self.broken = true;
            let name = &def.name.node;
            self.report(
                Diagnostic::new(
                    Code::EmptyStrategy,
                    format!("strategy `{name}` has no statements"),
                )
                .with_label(def.name.span, "does nothing")
                .with_help("write at least one `action`, `consult` or `apply`"),
            );
        }
        self.idle_loops(&def.body);
        self.records.strategies[index].acts = self.may_act(&def.body);
        let state = &self.records.strategies[index];
        let form = head
            .zip(body)
            .map(|((in_class, out_class), body)| StrategyForm {
                strategy: Strategy {
                    name: def.name.clone(),
                    side: self.side_of_strategy(index),
                    material: state.material,
                    in_class_place: place_of(in_class.as_ref()),
                    in_class,
                    compares: out_class
                        .as_ref()
                        .is_some_and(|class| self.needs_of(class).has(Needs::NEW)),
                    out_class_place: place_of(out_class.as_ref()),
                    out_class,
                    body,
                    doc: state.doc.clone(),
                    place: state.span,
                },
                named,
            });
        self.broken |= form.is_none();
        self.records.strategies[index].form = form;
    }

    /// In-class and out-class.
    fn head_of_strategy(&mut self, index: usize) -> Option<(Option<Expr>, Option<Expr>)> {
        let def: &'a ast::StrategyDef = self.records.strategies[index].def;
        let name = &def.name;
        let mut seen: [Option<Span>; 3] = [None; 3];
        let mut latest: Option<(usize, Span)> = None;
        let (mut in_class, mut out_class) = (None, None);
        let mut fine = true;
        for part in &def.parts {
            let (number, expr) = match &part.kind {
                HeadPartKind::Figures(_) => (0, None),
                HeadPartKind::Descr(expr) => (1, Some(expr)),
                HeadPartKind::OutClass(expr) => (2, Some(expr)),
                HeadPartKind::Error => {
                    // Which part was meant is not known; none counts as missing.
                    fine = false;
                    continue;
                }
            };
            let word = PARTS[number];
            if let Some(first) = seen[number] {
                fine = false;
                self.given_twice(word, [part.keyword, first], None);
                continue;
            }
            seen[number] = Some(part.keyword);
            match latest {
                Some((before, span)) if before > number => {
                    fine = false;
                    let message = format!("`{word}` comes after `{}` in the head", PARTS[before]);
                    self.report(
                        Diagnostic::new(Code::ClauseOutOfPlace, message)
                            .with_label(part.keyword, "comes too late")
                            .with_secondary(span, "comes before it")
                            .with_help(
                                "a head says `in-class: figures`, then `descr`, then `out-class`",
                            ),
                    );
                }
                _ => latest = Some((number, part.keyword)),
            }
            if let Some(expr) = expr {
                let place = match number {
                    1 => Place::Head,
                    _ => Place::Reached,
                };
                let found = self.condition(index, place, expr);
                fine &= found.is_some();
                *(if number == 1 {
                    &mut in_class
                } else {
                    &mut out_class
                }) = found;
            }
        }
        let readable = !def
            .parts
            .iter()
            .any(|part| matches!(part.kind, HeadPartKind::Error));
        if readable && seen[0].is_none() && self.records.strategies[index].material.is_none() {
            fine = false;
            self.report(
                Diagnostic::new(
                    Code::MissingFigures,
                    format!("strategy `{}` does not say its figures", name.node),
                )
                .with_label(name.span, "of which men?")
                .with_help("begin the head with `(in-class: figures - W: K, R; B: K;`"),
            );
        }
        if readable && seen[2].is_none() {
            self.report(
                Diagnostic::new(
                    Code::MissingOutClass,
                    format!("strategy `{}` has no out-class", name.node),
                )
                .with_label(name.span, "does not say what it reaches")
                .with_help("end the head with `out-class: mate`, or whatever it is to reach"),
            );
        }
        if let (Some(span), Some(own), Some(file)) = (
            seen[0],
            self.records.strategies[index].material,
            self.material,
        ) && exchanged(&own, &file)
            && !file.mirrored
        {
            self.report(
                Diagnostic::new(
                    Code::FiguresExchanged,
                    format!(
                        "the figures of `{}` are the file's with the colours exchanged",
                        name.node
                    ),
                )
                .with_label(span, "the other way round")
                .with_help("exchange the two lists, or write `mirrored` after the file's material"),
            );
        }
        self.broken |= !fine;
        let written = |condition: &Expr| !matches!(condition.kind, ExprKind::Truth(true));
        fine.then(|| (in_class.filter(written), out_class))
    }

    /// A descriptor of the current position in a strategy.
    pub(super) fn condition(
        &mut self,
        strategy: usize,
        place: Place,
        expr: &ast::Expr,
    ) -> Option<Expr> {
        let mut cx = Cx::new(place, self.records.strategies[strategy].material);
        let test = self.expect(&mut cx, expr, Type::Truth);
        self.broken |= test.is_none();
        test
    }

    /// The side that a strategy plays for.
    pub(super) fn side_of_strategy(&self, index: usize) -> Option<Who> {
        let side = self.records.strategies[index].def.side.as_ref();
        side.map(|side| side.node)
    }
}
