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
use crate::data::{Data, Field, each_id};
use crate::ids::{AdviceId, Id};
use crate::program::{Claim, Program, Successor};

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
    /// Notes what a table or a strategy plays.
    fn plays(&mut self, of: &dyn Data) {
        each_id(of, Field::WHOLE, |_, id| match id {
            Id::Advice(advice) => {
                self.advice.insert(advice.0);
            }
            Id::Table(table) => self.waiting.push(Successor::Table(table)),
            Id::Strategy(strategy) => self.waiting.push(Successor::Strategy(strategy)),
            Id::Function(_) | Id::Pattern(_) | Id::Evaluation(_) => {}
        });
    }

    fn visit_all(&mut self) {
        let module = self.module;
        while let Some(next) = self.waiting.pop() {
            match next {
                Successor::Table(id) if self.tables.insert(id.0) => {
                    let table = module.tables.get(id.index());
                    table.into_iter().for_each(|table| self.plays(table));
                }
                Successor::Strategy(id) if self.strategies.insert(id.0) => {
                    let strategy = module.strategies.get(id.index());
                    strategy
                        .into_iter()
                        .for_each(|strategy| self.plays(strategy));
                }
                Successor::Table(_) | Successor::Strategy(_) => {}
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
    played.plays(&claim.subject);
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
