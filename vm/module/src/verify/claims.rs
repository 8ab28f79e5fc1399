//! Claims: their subject can be played or evaluated, and their parts fit together.
//!
//! ```text
//!   subject            goals                         within          weak, any-choice, fifty-moves
//!   something played   one or more, one `reaches`    with `reaches`  as the author likes
//!   a descriptor       none                          none            none of them
//!   an evaluation      none                          none            none of them
//! ```
//!
//! With `any-choice` nothing that may be played has a class that speaks of `TAKEN` (`choices.rs`).

use super::patterns::no_here;
use super::records::{goal, shown, wrong};
use super::{Verified, choices};
use crate::program::{Claim, ClaimSubject, FromSet, GoalWord, Program};
use crate::types::When;

/// Checks every claim.
pub(super) fn check(module: &Program) -> Verified {
    (1..)
        .zip(&module.claims)
        .try_for_each(|(number, of)| claim(module, &format!("claim {number}"), of))
}

fn claim(module: &Program, at: &str, claim: &Claim) -> Verified {
    if let ClaimSubject::Advice(id) = claim.subject {
        shown(module, at, id)?;
        no_here(module, at, id)?;
    }
    for of in &claim.goals {
        goal(at, &of.goal)?;
        if of.goal.test.is_none() {
            return wrong(at, "a goal without a descriptor");
        }
        if of.goal.when != When::Always {
            return wrong(at, "a goal that is not evaluated in every position");
        }
    }
    let reached = claim.goals.iter();
    let reached = reached.filter(|of| of.word == GoalWord::Reaches).count();
    let played = !matches!(
        claim.subject,
        ClaimSubject::Descriptor { .. } | ClaimSubject::Evaluation(_)
    );
    let of_two = matches!(
        claim.subject,
        ClaimSubject::Descriptor {
            premise: Some(_),
            ..
        }
    );
    let sentence = if reached > 1 {
        "more than one goal is to be reached"
    } else if claim.within.is_some() && reached == 0 {
        "a bound, and nothing that is to be reached within it"
    } else if played && claim.goals.is_empty() {
        "play without a goal"
    } else if !played && !claim.goals.is_empty() {
        "goals, and nothing that plays"
    } else if !played && (claim.weak || claim.any_choice || claim.fifty_moves) {
        "a way of playing, and nothing that plays"
    } else if claim.fifty_moves && reached == 0 {
        "the fifty-move rule, and nothing that is to be reached before it"
    } else if matches!(claim.from.set, FromSet::One(_)) && claim.from.condition.is_some() {
        "a condition on a single position"
    } else if matches!(&claim.from.set, FromSet::List(fens) if fens.len() < 2) {
        "a list of fewer than two positions"
    } else if claim.share && claim.goals.is_empty() && !of_two {
        "a share of something else than a goal or a descriptor where another holds"
    } else {
        return choices::check(module, at, claim);
    };
    wrong(at, sentence)
}
