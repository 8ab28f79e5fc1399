//! Whether what a claim says fits together, and the claim as the program keeps it.

use super::Said;
use crate::check::Checker;
use crate::check::instances::Instances;
use crate::check::walk::asks_values;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Bound, Claim, ClaimSubject, Expr};
use crate::source::Span;
use crate::syntax::ast::{self, GoalWord};
use adv_module::format::{MAX_BOUND, MAX_GOALS};

/// The first goal that is to be reached.
fn reached<'a>(said: &Said<'a>) -> Option<&'a ast::Expr> {
    let mut goals = said.goals.iter();
    goals
        .find(|(word, _)| *word == GoalWord::Reaches)
        .map(|(_, goal)| goal)
}

/// The mode of this name among those seen.
fn mode_of<'a>(seen: &[&'a ast::Name], word: &str) -> Option<&'a ast::Name> {
    seen.iter().find(|of| of.node == word).copied()
}

impl Checker<'_> {
    fn goal_error(&mut self, message: impl Into<String>, span: Span, label: &str, help: &str) {
        self.report(
            Diagnostic::new(Code::ClaimGoals, message)
                .with_label(span, label)
                .with_help(help),
        );
    }

    /// What plays has goals, one of them to reach at most; what is only true has none.
    pub(super) fn goals_fit(&mut self, played: bool, said: &Said<'_>) {
        let Some((first, goal)) = said.goals.first() else {
            if played {
                self.goal_error(
                    "the claim does not say what comes true",
                    said.about,
                    "does what?",
                    "say it after the positions: `reaches mate`, `keeps d` or `never d`",
                );
            }
            return;
        };
        if !played {
            self.goal_error(
                format!(
                    "`{}` is said of play, and this claim is about a descriptor",
                    first.word()
                ),
                goal.span,
                "nothing is played here",
                "name a strategy, a table or a piece-of-advice, or write `prove a ⇒ b`",
            );
            return;
        }
        if said.goals.len() > MAX_GOALS {
            self.goal_error(
                format!(
                    "a claim has at most {MAX_GOALS} goals, found {}",
                    said.goals.len()
                ),
                said.about,
                "too many goals",
                "join some of them with `∧`",
            );
        }
        let mut others = said
            .goals
            .iter()
            .filter(|(word, _)| *word == GoalWord::Reaches);
        if let (Some((_, first)), Some((_, second))) = (others.next(), others.next()) {
            self.report(
                Diagnostic::new(Code::ClaimGoals, "a claim has one goal to reach, found two")
                    .with_label(second.span, "a second one")
                    .with_secondary(first.span, "the first one")
                    .with_help("join them with `∧` or `∨`, or write two claims"),
            );
        }
    }

    /// The bound. The outer `None`: it is in error.
    pub(super) fn claim_bound(
        &mut self,
        played: Option<bool>,
        said: &Said<'_>,
    ) -> Option<Option<Bound>> {
        let Some((count, unit)) = said.within else {
            return Some(None);
        };
        let plies = *unit == ast::Unit::Plies;
        let mut wrong = |message: String, label: &str, help: Option<&str>| {
            self.refuse(
                Diagnostic::new(Code::ClaimBound, message)
                    .with_label(count.span, label)
                    .with_help_if(help),
            )
        };
        if played == Some(false) {
            return wrong(
                "`within` bounds play, and this claim is about a descriptor".to_owned(),
                "nothing is played here",
                Some("leave the bound out"),
            );
        }
        if reached(said).is_none() {
            return wrong(
                "`within` bounds the way to a goal, and nothing is to be reached".to_owned(),
                "bounds nothing",
                Some("add `reaches d`, or leave the bound out"),
            );
        }
        match u32::try_from(count.node) {
            Ok(count) if (1..=MAX_BOUND).contains(&count) => Some(Some(Bound { count, plies })),
            _ => {
                let unit = if plies { "plies" } else { "moves" };
                let found = count.node;
                wrong(
                    format!("expected a bound of 1 to {MAX_BOUND} {unit}, found {found}"),
                    "no such bound",
                    None,
                )
            }
        }
    }

    /// Whether it is `weak`, `any-choice` and `fifty-moves`; `None` where that is in error.
    pub(super) fn modes(&mut self, played: Option<bool>, said: &Said<'_>) -> Option<[bool; 3]> {
        let mut fine = true;
        let mut seen: Vec<&ast::Name> = Vec::new();
        for mode in said.modes {
            let name = mode.node.as_str();
            let other = match name {
                "weak" => mode_of(&seen, "strong"),
                "strong" => mode_of(&seen, "weak"),
                _ => None,
            };
            let wrong = if let Some(first) = mode_of(&seen, name) {
                Diagnostic::new(Code::ClauseTwice, format!("`{name}` is given twice"))
                    .with_label(mode.span, "again here")
                    .with_secondary(first.span, "given first here")
            } else if let Some(other) = other {
                Diagnostic::new(
                    Code::ClaimMode,
                    "play is either `weak` or `strong`, found both",
                )
                .with_label(mode.span, "the other way")
                .with_secondary(other.span, "one way")
                .with_help("leave one out; without either play is strong")
            } else if played == Some(false) {
                Diagnostic::new(
                    Code::ClaimMode,
                    format!("`{name}` is said of play, and this claim is about a descriptor"),
                )
                .with_label(mode.span, "nothing is played here")
                .with_help("leave it out")
            } else if name == "fifty-moves" && reached(said).is_none() {
                Diagnostic::new(
                    Code::ClaimMode,
                    "`fifty-moves` counts on the way to a goal, and nothing is to be reached",
                )
                .with_label(mode.span, "any play without end breaks this")
                .with_help("add `reaches d`, or leave it out")
            } else {
                seen.push(mode);
                continue;
            };
            self.report(wrong);
            fine = false;
        }
        let has = |word: &str| mode_of(&seen, word).is_some();
        fine.then(|| ["weak", "any-choice", "fifty-moves"].map(has))
    }

    /// The claims of the program, in the order of the source; their advice is numbered with the rest.
    pub(in crate::check) fn build_claims(&mut self, found: &mut Instances) -> Vec<Claim> {
        let mut claims = std::mem::take(&mut self.records.claims);
        for claim in &mut claims {
            self.resolve_claim(claim, found);
        }
        claims
    }

    fn resolve_claim(&mut self, claim: &mut Claim, found: &mut Instances) {
        let mut exprs: Vec<&mut Expr> = claim.from.condition.iter_mut().collect();
        exprs.extend(claim.goals.iter_mut().map(|of| &mut of.goal.test));
        if let ClaimSubject::Descriptor {
            premise,
            conclusion,
        } = &mut claim.subject
        {
            exprs.extend(premise.iter_mut().chain([conclusion]));
        }
        for expr in exprs {
            claim.needs_values |= asks_values(expr);
            self.resolve(expr, &[], found);
        }
        if let ClaimSubject::Advice(id) = &mut claim.subject {
            self.number_named(id, claim.place, found);
        }
    }
}
