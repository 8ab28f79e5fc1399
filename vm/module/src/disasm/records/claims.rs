//! Claims, a line for each part.
//!
//! ```text
//! claim prove krk from all positions where near reaches mate within 34 moves weak
//!   about    t0 krk
//!   from     all positions where f4 near
//!   reaches  f9 claim.1.reaches   mate
//!            ∧ f9 claim.1.reaches
//!   within   34 moves
//!   weak, needs values
//! ```

use super::{Names, goal, line};
use crate::program::{Claim, ClaimSubject, FromSet};

/// One claim.
pub(super) fn claim(out: &mut String, names: &Names<'_>, claim: &Claim) {
    // A claim may be written over several lines.
    let text: Vec<_> = claim.text.split_whitespace().collect();
    line!(out, "claim {}", text.join(" "));
    let subject = match claim.subject {
        ClaimSubject::Strategy(id) => names.strategy(id),
        ClaimSubject::Table(id) => names.table(id),
        ClaimSubject::Advice(id) => names.advice(id),
        ClaimSubject::Evaluation(id) => names.evaluation(id),
        ClaimSubject::Descriptor {
            premise: None,
            conclusion,
        } => names.function(conclusion),
        ClaimSubject::Descriptor {
            premise: Some(premise),
            conclusion,
        } => {
            let (premise, conclusion) = (names.function(premise), names.function(conclusion));
            format!("{premise} ⇒ {conclusion}")
        }
    };
    line!(out, "  about    {subject}");
    let mut set = claim.from.set.words();
    if let FromSet::Random(_) = claim.from.set {
        set.push_str(&format!(" seed {}", claim.from.seed));
    }
    let condition = claim.from.condition.map_or_else(String::new, |condition| {
        format!(" where {}", names.function(condition))
    });
    line!(out, "  from     {set}{condition}");
    for spoken in &claim.zones {
        line!(out, "           zone {}", names.spoken(spoken));
    }
    for of in &claim.goals {
        goal(out, names, of.word.name(), &of.goal);
        if of.mate {
            line!(out, "           mate");
        }
    }
    if let Some(bound) = claim.within {
        let unit = if bound.plies { "plies" } else { "moves" };
        line!(out, "  within   {} {unit}", bound.count);
    }
    let flags = [
        (claim.weak, "weak"),
        (claim.any_choice, "any-choice"),
        (claim.fifty_moves, "fifty-moves"),
        (claim.share, "share"),
        (claim.needs_values, "needs values"),
    ];
    let flags: Vec<_> = flags
        .iter()
        .filter(|(set, _)| *set)
        .map(|(_, word)| *word)
        .collect();
    if !flags.is_empty() {
        line!(out, "  {}", flags.join(", "));
    }
}
