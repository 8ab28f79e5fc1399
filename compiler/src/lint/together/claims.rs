//! Claims whose goals exclude each other, and claims that another one contains.

use super::goals::contains_span;
use super::{Lint, part};
use crate::check::walk::{Merge, both_same, conjuncts, same};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Claim, ClaimSubject, Expr, GoalWord};
use crate::lint::facts::Part;
use crate::lint::sides::sides;

impl<'p> Lint<'_, '_, 'p> {
    pub(super) fn claim(&mut self, claim: &'p Claim) {
        let program = self.program;
        let premise = match &claim.subject {
            ClaimSubject::Descriptor { premise, .. } => premise.as_ref(),
            _ => None,
        };
        let mut told = false;
        for condition in claim.from.condition.iter().chain(premise) {
            told |= self.scan(condition, Merge::Nothing);
        }
        if let (
            ClaimSubject::Descriptor {
                premise: Some(premise),
                conclusion,
            },
            false,
        ) = (&claim.subject, told || claim.share)
        {
            // A look asks it in positions, but not what they are worth.
            told = match claim.needs_values {
                true => self.scan(conclusion, Merge::Nothing),
                false => self.never(conclusion, false, Merge::Nothing),
            };
            let parts = conjuncts(premise).iter().map(|test| part(test, true));
            let mut parts: Vec<Part<'p>> = parts.collect();
            parts.push(part(conclusion, false));
            let cases = self.cases(&[0, 1], Merge::Nothing, &parts);
            if !told && self.refuted(&cases, None) {
                let text = self.checker.slice(conclusion.span);
                let message = format!("{text} says nothing beside the premise");
                let mut diagnostic = Diagnostic::new(Code::ConstantDescriptor, message).with_label(
                    conclusion.span,
                    "true wherever the premise is, without a proof",
                );
                for of in self.core(&cases, &parts).iter().filter(|of| of.value) {
                    diagnostic = diagnostic.with_secondary(of.test.span, "for this says so");
                }
                let help =
                    "conclude what the premise does not say, as `won(W)` or a smaller number";
                self.checker.report(diagnostic.with_help(help));
            }
        }
        let side = match claim.subject {
            ClaimSubject::Table(index) => program.tables.get(index.index()).and_then(|of| of.side),
            ClaimSubject::Strategy(index) => {
                program.strategies.get(index.index()).and_then(|of| of.side)
            }
            ClaimSubject::Advice(index) => program.advice.get(index.index()).and_then(|of| of.side),
            _ => None,
        };
        let mut all = Vec::new();
        let mut reaches = false;
        for of in &claim.goals {
            reaches |= of.word == GoalWord::Reaches;
            match of.word {
                GoalWord::Never => all.push(part(&of.goal.test, false)),
                _ => all.extend(conjuncts(&of.goal.test).iter().map(|test| part(test, true))),
            }
        }
        let kept = claim.goals.iter().filter(|of| of.word != GoalWord::Reaches);
        let kept = kept.map(|of| part(&of.goal.test, of.word == GoalWord::Keeps));
        let roots = claim.from.condition.iter().flat_map(conjuncts);
        let roots: Vec<Part<'p>> = roots.map(|test| part(test, true)).chain(kept).collect();
        // A side's claim begins where it is to move.
        self.mover = side.map(|_| true);
        let cases = self.cases(&sides(side), Merge::Nothing, &roots);
        self.mover = None;
        if !told && (side.is_some() || claim.from.condition.is_some()) && self.refuted(&cases, None)
        {
            let core = self.core(&cases, &roots);
            let is_kept = |of: &Part<'_>| {
                let mut goals = claim.goals.iter().map(|goal| &goal.goal.test);
                goals.any(|goal| contains_span(goal.span, of.test.span))
            };
            let (message, note) = match core.iter().any(is_kept) {
                true => (
                    "no position of this claim keeps what it says",
                    "`keeps` and `never` speak of the position where it begins, too",
                ),
                false => (
                    "no position fulfils the condition of this claim",
                    "play begins where the side that is played is to move",
                ),
            };
            let mut diagnostic = self.excluded(&core, message.to_owned());
            diagnostic.code = Code::GoalsExclude;
            self.checker.report(diagnostic.with_note(note));
        }
        let cases = self.cases(&sides(side), Merge::Nothing, &all);
        if reaches && self.refuted(&cases, None) {
            let core = self.core(&cases, &all);
            let message = "the goals of this claim exclude each other".to_owned();
            let mut diagnostic = self.excluded(&core, message);
            diagnostic.code = Code::GoalsExclude;
            let note = "`keeps` and `never` speak of the position that is reached, too";
            self.checker.report(diagnostic.with_note(note));
        }
    }

    /// Reports the claims of the program that another one contains.
    pub(super) fn contained(&mut self) {
        let claims = &self.program.claims;
        for (number, weak) in claims.iter().enumerate() {
            let contains = |&(other, strong): &(usize, &Claim)| {
                other != number
                    && follows(weak, strong)
                    && (other < number || !follows(strong, weak))
            };
            if let Some((_, strong)) = claims.iter().enumerate().find(contains) {
                self.checker.report(
                    Diagnostic::new(Code::ClaimContained, "this claim follows from another one")
                        .with_label(weak.place, "true wherever the other one is")
                        .with_secondary(strong.place, "the other one")
                        .with_help("leave it out, or correct its positions, goals or bound"),
                );
            }
        }
    }
}

/// Whether a claim is true wherever another one is.
fn follows(weak: &Claim, strong: &Claim) -> bool {
    let is = |a: &Expr, b: &Expr| same(a, b, Merge::Nothing);
    let subject = match (&weak.subject, &strong.subject) {
        (
            ClaimSubject::Descriptor {
                premise,
                conclusion,
            },
            ClaimSubject::Descriptor {
                premise: other,
                conclusion: last,
            },
        ) => both_same(premise.as_ref(), other.as_ref()) && is(conclusion, last),
        (ClaimSubject::Strategy(a), ClaimSubject::Strategy(b)) => a == b,
        (ClaimSubject::Table(a), ClaimSubject::Table(b)) => a == b,
        (ClaimSubject::Advice(a), ClaimSubject::Advice(b)) => a == b,
        (ClaimSubject::Evaluation(a), ClaimSubject::Evaluation(b)) => a == b,
        _ => false,
    };
    let bound = match (weak.within, strong.within) {
        (Some(a), Some(b)) if strong.share => a.in_plies() == b.in_plies(),
        (Some(a), Some(b)) => b.in_plies() <= a.in_plies(),
        // A share within a bound is another figure.
        (weak, bound) => weak.is_none() && (bound.is_none() || !strong.share),
    };
    let goals = weak.goals.iter().zip(&strong.goals);
    let mut goals = goals.map(|(a, b)| a.word == b.word && is(&a.goal.test, &b.goal.test));
    subject
        && bound
        && weak.share == strong.share
        && weak.weak == strong.weak
        && weak.any_choice == strong.any_choice
        && (strong.fifty_moves == weak.fifty_moves || strong.fifty_moves && !strong.share)
        && weak.from.set == strong.from.set
        && weak.from.seed == strong.from.seed
        && both_same(weak.from.condition.as_ref(), strong.from.condition.as_ref())
        && weak.goals.len() == strong.goals.len()
        && goals.all(|same| same)
}
