//! `any-choice` and `TAKEN`: whether every satisfying move may be taken where later classes depend on what has failed.
//!
//! A claim with `any-choice` is about all trees of a piece. A class that speaks of `TAKEN` is generated after failures, so which moves
//! there are depends on the order in which others were tried, and there is no set of all trees.

use std::collections::BTreeSet;

use super::Checker;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::parts::class_exprs;
use crate::hir::{ClaimSubject, Consulted, Entry, Hir, Needs, Statement, StatementKind, Successor};

/// What a claim may play, found from its subject.
#[derive(Default)]
struct Played {
    advice: BTreeSet<usize>,
    tables: BTreeSet<usize>,
    strategies: BTreeSet<usize>,
}

impl Played {
    fn table(&mut self, program: &Hir, index: usize) {
        let Some(table) = program.tables.get(index) else {
            return;
        };
        if !self.tables.insert(index) {
            return;
        }
        table.rules.iter().for_each(|rule| self.list(&rule.list));
        for successor in &table.beyond {
            match *successor {
                Successor::Table(next) => self.table(program, next.index()),
                Successor::Strategy(next) => self.strategy(program, next.index()),
            }
        }
    }

    fn strategy(&mut self, program: &Hir, index: usize) {
        let Some(strategy) = program.strategies.get(index) else {
            return;
        };
        if self.strategies.insert(index) {
            self.statements(program, &strategy.body);
        }
    }

    fn statements(&mut self, program: &Hir, statements: &[Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Action(advice, ..) => {
                    self.advice.insert(*advice);
                }
                StatementKind::Consult(Consulted::Table(table), _) => {
                    self.table(program, table.index());
                }
                StatementKind::Consult(Consulted::List(list), _) => self.list(list),
                StatementKind::Apply(strategy, _) => self.strategy(program, strategy.index()),
                StatementKind::DoWhile(..) | StatementKind::If(..) | StatementKind::Stop(_) => {}
            }
            for inner in statement.bodies() {
                self.statements(program, inner);
            }
        }
    }

    fn list(&mut self, list: &[Entry]) {
        let advice = list.iter().flat_map(Entry::advice);
        self.advice.extend(advice.map(|id| id.index()));
    }
}

impl Checker<'_> {
    /// Refuses `any-choice` where what is played may need `TAKEN`.
    pub(super) fn choices_fit(&mut self, program: &Hir) {
        let chosen = program.claims.iter().filter(|claim| claim.any_choice);
        for claim in chosen {
            let mut played = Played::default();
            match &claim.subject {
                ClaimSubject::Advice(advice) => {
                    played.advice.insert(advice.index());
                }
                ClaimSubject::Table(table) => played.table(program, table.index()),
                ClaimSubject::Strategy(strategy) => played.strategy(program, strategy.index()),
                ClaimSubject::Evaluation(_) | ClaimSubject::Descriptor { .. } => {}
            }
            let mut pieces = played
                .advice
                .iter()
                .filter_map(|at| program.advice.get(*at));
            let found = pieces.find_map(|advice| {
                let of = [&advice.us, &advice.them].into_iter();
                let mut classes = of.flat_map(|spec| spec.classes());
                let class = classes.find(|class| {
                    class_exprs(class).any(|expr| self.needs_of(expr).has(Needs::TAKEN))
                })?;
                Some((advice.name.clone(), class.place))
            });
            let Some((name, class)) = found else {
                continue;
            };
            self.enter_at(claim.place);
            self.fail(
                Diagnostic::new(
                    Code::ClaimMode,
                    format!("`any-choice` takes all moves that are satisfying, and in `{name}` later ones depend on failures"),
                )
                .with_label(claim.place, "asks for every choice")
                .with_secondary(class, "speaks of `TAKEN`")
                .with_help("leave `any-choice` out: the claim is about the move that the piece chooses"),
            );
        }
    }
}
