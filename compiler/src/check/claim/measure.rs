//! `measure`: the share of positions in which play comes to a goal, in which a descriptor holds where another one does, or an evaluation
//! against the tables.

use super::Said;
use crate::check::Checker;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Claim, ClaimSubject};
use crate::source::Span;
use crate::syntax::ast;
use adv_module::EvaluationId;

impl Checker<'_> {
    /// A `measure` item: play, a descriptor by another one, or an evaluation.
    pub(super) fn measure(&mut self, measure: &ast::MeasureDef, span: Span) -> Option<Claim> {
        let about = measure.subject.span;
        let mut said = Said {
            goals: &measure.goals,
            within: measure.within.as_ref(),
            modes: &measure.modes,
            about,
        };
        if let Some(evaluation) = self.measured(measure) {
            (said.goals, said.within, said.modes) = (&[], None, &[]);
            return self.said(span, Some(evaluation), Some(&measure.from), &said);
        }
        let player = self.player(&measure.subject);
        let subject = match (player, &measure.share) {
            (None, Some(share)) => {
                let premise = self.claim_truth(self.material, &measure.subject);
                let conclusion = self.claim_truth(self.material, share);
                premise
                    .zip(conclusion)
                    .map(|(premise, conclusion)| ClaimSubject::Descriptor {
                        premise: Some(premise),
                        conclusion,
                    })
            }
            (Some(_), Some(share)) => {
                return self.refuse(
                    Diagnostic::new(
                        Code::ClaimGoals,
                        "what plays is measured by a goal, found a descriptor",
                    )
                    .with_label(about, "plays")
                    .with_secondary(share.span, "no goal")
                    .with_help("write `share of reaches d`, `keeps d` or `never d`"),
                );
            }
            (Some(reference), None) => self.claimed(&reference),
            (None, None) => {
                return self.refuse(
                    Diagnostic::new(
                        Code::ClaimGoals,
                        "a descriptor is measured by the share of another",
                    )
                    .with_label(about, "a descriptor")
                    .with_help("write `measure d from … share of e`, such as `share of won(W)`"),
                );
            }
        };
        let state = self.said(span, subject, Some(&measure.from), &said)?;
        Some(Claim {
            share: true,
            ..state
        })
    }

    /// The evaluation that is measured; `None` where something else is, or a share is wanted.
    fn measured(&mut self, measure: &ast::MeasureDef) -> Option<ClaimSubject> {
        let ast::ExprKind::Name(name) = &measure.subject.kind else {
            return None;
        };
        let evaluation = self.evaluation_named(name)?;
        let plain = measure.goals.is_empty()
            && measure.share.is_none()
            && measure.within.is_none()
            && measure.modes.is_empty();
        if !plain {
            self.fail(
                Diagnostic::new(
                    Code::ClaimGoals,
                    "an evaluation is measured against the tables alone",
                )
                .with_label(measure.subject.span, "an evaluation")
                .with_help("write `measure NAME from …` and nothing more"),
            );
        }
        Some(ClaimSubject::Evaluation(EvaluationId::at(evaluation)))
    }
}
