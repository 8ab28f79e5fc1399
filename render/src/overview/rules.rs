//! The rules of a program: the pieces-of-advice and actions that a claim's subject can choose from, each counted once as written. One
//! that is in several rules, or has several lists of constants, is written once; one that is used in goals only is no rule.

use std::collections::BTreeSet;

use adv_module::program::{Claim, ClaimSubject, Consulted, Entry, Place, StatementKind, Successor};
use adv_module::{AdviceId, Program, StrategyId, TableId};
use adv_prover::Report;

/// Identity of a rule: the offset at which it is written, with 0; without a place 0 with its number, so that each instance counts.
type Key = (u32, u16);

fn key(module: &Program, advice: u16) -> Key {
    let record = module.advice.get(usize::from(advice));
    match record.map(|record| record.place) {
        Some(place) if place != Place::default() => (place.start, 0),
        _ => (0, advice),
    }
}

/// Number of rules that a claim's subject can choose from; `None` for a claim without play.
pub(super) fn written(module: &Program, claim: &Claim) -> Option<u64> {
    let mut found = Found {
        module,
        keys: BTreeSet::new(),
        tables: Vec::new(),
        strategies: Vec::new(),
    };
    match claim.subject {
        ClaimSubject::Advice(id) => found.advice(id),
        ClaimSubject::Table(id) => found.table(id),
        ClaimSubject::Strategy(id) => found.strategy(id),
        ClaimSubject::Evaluation(_) | ClaimSubject::Descriptor { .. } => return None,
    }
    Some(found.keys.len() as u64)
}

/// Number of rules, each counted once as written, that were chosen in some state of the report.
pub(super) fn used(module: &Program, report: &Report) -> u64 {
    let used = report.uses.iter().filter(|used| used.states > 0);
    let keys: BTreeSet<Key> = used.map(|used| key(module, used.choice.advice)).collect();
    keys.len() as u64
}

/// Rules found so far from a claim's subject; each table and strategy is visited once.
struct Found<'m> {
    module: &'m Program,
    keys: BTreeSet<Key>,
    tables: Vec<TableId>,
    strategies: Vec<StrategyId>,
}

impl Found<'_> {
    fn advice(&mut self, id: AdviceId) {
        self.keys.insert(key(self.module, id.0));
    }

    fn list(&mut self, list: &[Entry]) {
        let advice = list.iter().flat_map(Entry::advice);
        advice.for_each(|id| self.advice(*id));
    }

    /// Collects the rules of a table, and of the tables and strategies that it names as `beyond`.
    fn table(&mut self, id: TableId) {
        if self.tables.contains(&id) {
            return;
        }
        self.tables.push(id);
        let Some(table) = self.module.tables.get(id.index()) else {
            return;
        };
        for rule in &table.rules {
            self.list(&rule.list);
        }
        for beyond in &table.beyond {
            match beyond {
                Successor::Table(id) => self.table(*id),
                Successor::Strategy(id) => self.strategy(*id),
            }
        }
    }

    /// Collects the rules of a strategy, and of the tables and strategies that it uses.
    fn strategy(&mut self, id: StrategyId) {
        if self.strategies.contains(&id) {
            return;
        }
        self.strategies.push(id);
        let Some(strategy) = self.module.strategies.get(id.index()) else {
            return;
        };
        for statement in &strategy.body {
            match &statement.kind {
                StatementKind::Action { advice, .. } => self.advice(*advice),
                StatementKind::Consult { what, .. } => match what {
                    Consulted::Table(table) => self.table(*table),
                    Consulted::List(list) => self.list(list),
                },
                StatementKind::Apply { strategy, .. } => self.strategy(*strategy),
                _ => {}
            }
        }
    }
}
