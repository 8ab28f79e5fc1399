//! `any-choice` and `TAKEN`: a claim about every choice has a set of all choices.
//!
//! ```text
//!   claim ── subject ──▶ tables, what takes over from them, strategies, what these apply ──▶ every piece-of-advice that may play
//!                                                                   none of them has a class that speaks of `TAKEN`
//! ```
//!
//! Such a class is generated after the moves before it have failed, so which moves there are depends on the order of the search. The
//! search refuses to list them (S0008); a verified module never comes to ask it.

use std::collections::BTreeSet;

use super::Verified;
use super::records::wrong;
use crate::ids::{AdviceId, StrategyId, TableId};
use crate::program::{Claim, ClaimSubject, Consulted, Entry, Program, StatementKind, Successor};
use crate::walk::look;

/// What a claim may play, found from its subject; each table and strategy is visited once.
struct Played<'p> {
    module: &'p Program,
    advice: BTreeSet<u16>,
    tables: BTreeSet<u16>,
    strategies: BTreeSet<u16>,
    /// Tables and strategies that have not been visited yet.
    waiting: Vec<Successor>,
}

impl Played<'_> {
    fn list(&mut self, list: &[Entry]) {
        look::list_advice(list, &mut |advice| {
            self.advice.insert(advice.0);
        });
    }

    fn table(&mut self, id: TableId) {
        let Some(table) = self.module.tables.get(id.index()) else {
            return;
        };
        if self.tables.insert(id.0) {
            table.rules.iter().for_each(|rule| self.list(&rule.list));
            self.waiting.extend(&table.beyond);
        }
    }

    fn strategy(&mut self, id: StrategyId) {
        let Some(strategy) = self.module.strategies.get(id.index()) else {
            return;
        };
        if !self.strategies.insert(id.0) {
            return;
        }
        for statement in &strategy.body {
            match &statement.kind {
                StatementKind::Action { advice, .. } => {
                    self.advice.insert(advice.0);
                }
                StatementKind::Consult { what, .. } => match what {
                    Consulted::Table(table) => self.waiting.push(Successor::Table(*table)),
                    Consulted::List(list) => self.list(list),
                },
                StatementKind::Apply { strategy, .. } => {
                    self.waiting.push(Successor::Strategy(*strategy));
                }
                _ => {}
            }
        }
    }

    fn visit_all(&mut self) {
        while let Some(next) = self.waiting.pop() {
            match next {
                Successor::Table(table) => self.table(table),
                Successor::Strategy(strategy) => self.strategy(strategy),
            }
        }
    }
}

/// Checks that a claim with `any-choice` plays no piece-of-advice whose later classes depend on failures.
pub(super) fn check(module: &Program, at: &str, claim: &Claim) -> Verified {
    if !claim.any_choice {
        return Ok(());
    }
    let mut played = Played {
        module,
        advice: BTreeSet::new(),
        tables: BTreeSet::new(),
        strategies: BTreeSet::new(),
        waiting: Vec::new(),
    };
    match claim.subject {
        ClaimSubject::Advice(advice) => {
            played.advice.insert(advice.0);
        }
        ClaimSubject::Table(table) => played.waiting.push(Successor::Table(table)),
        ClaimSubject::Strategy(strategy) => played.waiting.push(Successor::Strategy(strategy)),
        ClaimSubject::Descriptor { .. } | ClaimSubject::Evaluation(_) => {}
    }
    played.visit_all();
    for advice in played.advice {
        if module.advice_needs_taken(AdviceId(advice)) {
            let name = module.advice.get(usize::from(advice));
            let name = name.map_or("", |advice| advice.name.as_str());
            let sentence =
                format!("every choice is asked for, and a class of `{name}` speaks of `TAKEN`");
            return wrong(at, sentence);
        }
    }
    Ok(())
}
