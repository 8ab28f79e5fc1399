//! The rules of a program: the pieces-of-advice and actions that a claim's subject can choose from, each counted once as written. One
//! that is in several rules, or has several lists of constants, is written once; one that is used in goals only is no rule.

use std::collections::BTreeSet;

use adv_module::Program;
use adv_module::program::{Claim, Place};
use adv_prover::{Report, choices};
use adv_vm::Subject;

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
    let choices = choices(module, Subject::of_claim(claim)?);
    let keys: BTreeSet<Key> = choices.iter().map(|of| key(module, of.advice)).collect();
    Some(keys.len() as u64)
}

/// Number of rules, each counted once as written, that were chosen in some state of the report.
pub(super) fn used(module: &Program, report: &Report) -> u64 {
    let used = report.uses.iter().filter(|used| used.states > 0);
    let keys: BTreeSet<Key> = used.map(|used| key(module, used.choice.advice)).collect();
    keys.len() as u64
}
