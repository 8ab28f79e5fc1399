//! Sentences about the steps of a run, for the lines of a game.

use adv_module::Program;
use adv_vm::{PStrategy, Stuck, StuckCause, Tried};

use crate::Explained;
use crate::drawing::rule_place;
use crate::place;
use crate::text::{self, advice_name, joined, positions};

/// Source of a p-strategy: `line 12, action LINE`; with its kind and name if it is no strategy's: `table krk, rule 2, line 44, advice
/// squeeze`.
pub fn headline(module: &Program, p_strategy: &PStrategy) -> String {
    Explained::of_p_strategy(module, p_strategy).source_in_strategy()
}

/// Sentence about why a run cannot go on, without a full stop.
pub fn stuck(module: &Program, stuck: &Stuck) -> String {
    if stuck.origin.strategy.is_some() {
        return text::stuck_sentence(module, stuck);
    }
    // A table or a piece-of-advice by itself has no statement to be stuck at.
    match &stuck.cause {
        StuckCause::Failure(failure) => failure.to_string(),
        _ if stuck.tried.is_empty() => "no advice applies: no rule holds".to_owned(),
        _ => format!(
            "no advice applies; tried were {}",
            list(module, &stuck.tried)
        ),
    }
}

/// Names of the pieces-of-advice tried, each with the number of positions that its search tested.
pub fn list<'t>(module: &Program, tried: impl IntoIterator<Item = &'t Tried>) -> String {
    let words = |t: &Tried| {
        let name = advice_name(module, t.advice);
        format!("{name} ({})", positions(t.positions))
    };
    joined(tried.into_iter().map(words), ", ")
}

/// Source line of a p-strategy, from 1: the statement's, else the rule's, else that of the piece-of-advice; `None` without a source.
pub fn line(module: &Program, p_strategy: &PStrategy) -> Option<u32> {
    let answer = &p_strategy.consultation;
    let own = || Some(module.advice.get(answer.advice?.index())?.place);
    place::line(module, p_strategy.origin.place)
        .or_else(|| place::line(module, rule_place(module, answer)?))
        .or_else(|| place::line(module, own()?))
}
