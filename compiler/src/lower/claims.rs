//! Claims: records that name what plays and point to the functions of what is to be true.

use super::context::Lowering;
use super::records::{At, Made};
use crate::hir;
use adv_module::program::{Claim, ClaimFrom, ClaimGoal, ClaimSubject};

impl Lowering<'_> {
    /// A claim; `number` counts from 1.
    pub(super) fn claim(&mut self, claim: &hir::Claim, number: usize) -> Made<Claim> {
        let name = format!("claim.{number}");
        let subject = match &claim.subject {
            hir::ClaimSubject::Strategy(id) => ClaimSubject::Strategy(*id),
            hir::ClaimSubject::Table(id) => ClaimSubject::Table(*id),
            hir::ClaimSubject::Advice(id) => ClaimSubject::Advice(*id),
            hir::ClaimSubject::Evaluation(id) => ClaimSubject::Evaluation(*id),
            hir::ClaimSubject::Descriptor {
                premise,
                conclusion,
            } => ClaimSubject::Descriptor {
                premise: self.optional(
                    premise.as_ref(),
                    &format!("{name}.premise"),
                    At::Position,
                )?,
                conclusion: self.value(conclusion, &format!("{name}.conclusion"), At::Position)?,
            },
        };
        let mut zones = Vec::new();
        let mut spoken = vec![("where", claim.from.condition.as_ref())];
        if let hir::ClaimSubject::Descriptor {
            premise,
            conclusion,
        } = &claim.subject
        {
            spoken.push(("premise", premise.as_ref()));
            spoken.push(("conclusion", Some(conclusion)));
        }
        for (what, condition) in spoken {
            if let Some(condition) = condition {
                let name = format!("{name}.{what}");
                zones.extend(self.zones(condition, &name, At::Position));
            }
        }
        let condition = claim.from.condition.as_ref();
        let condition = self.optional(condition, &format!("{name}.where"), At::Position)?;
        let mut goals = Vec::with_capacity(claim.goals.len());
        for (index, of) in claim.goals.iter().enumerate() {
            let word = of.word.word();
            let name = format!("{name}.{}.{word}", index + 1);
            let mut goal = self.goal(&of.goal, &name, At::Position, true)?;
            // A goal that is `true` has no function elsewhere; here it needs one.
            if goal.test.is_none() {
                goal.test = Some(self.value(&of.goal.test, &name, At::Position)?);
            }
            goals.push(ClaimGoal {
                word: of.word,
                goal,
                mate: of.mate,
            });
        }
        Ok(Claim {
            text: claim.text.clone(),
            place: self.place(claim.place),
            subject,
            from: ClaimFrom {
                set: claim.from.set.clone(),
                condition,
                condition_place: self.place(claim.from.condition_place),
                seed: claim.from.seed,
            },
            goals,
            within: claim.within,
            weak: claim.weak,
            any_choice: claim.any_choice,
            fifty_moves: claim.fifty_moves,
            share: claim.share,
            needs_values: claim.needs_values,
            zones,
        })
    }
}
