//! Tests: what they expect fits what they consult.

use super::records::{compare, first, shown, wrong};
use super::{Verified, patterns};
use crate::data::each_advice;
use crate::program::{ExpectKind, Program, Subject, Test};
use crate::types::Who;

/// Checks every test.
pub(super) fn check(module: &Program) -> Verified {
    module.tests.iter().try_for_each(|of| test(module, of))
}

fn test(module: &Program, test: &Test) -> Verified {
    let at = format!("test `{}`", test.name);
    let mut verdict = Ok(());
    each_advice(test, |id| first(&mut verdict, || shown(module, &at, id)));
    verdict?;
    let explains = matches!(test.subject, Subject::Evaluation(_));
    if let Subject::Advice(id) = test.subject {
        patterns::no_here(module, &at, id)?;
    }
    for expect in &test.expect {
        match &expect.kind {
            ExpectKind::Value {
                compare: Some(sides),
                ..
            } => compare(&at, sides)?,
            ExpectKind::Value { compare: None, .. } => {}
            ExpectKind::Explains(_, Who::Us | Who::Them) => {
                return wrong(&at, "it expects a fact of a side without a colour");
            }
            ExpectKind::Explains(..)
            | ExpectKind::Forced(_)
            | ExpectKind::Possible(_)
            | ExpectKind::Refuted(_)
            | ExpectKind::Total(_)
            | ExpectKind::Explanation
                if explains => {}
            ExpectKind::Explains(..)
            | ExpectKind::Forced(_)
            | ExpectKind::Possible(_)
            | ExpectKind::Refuted(_)
            | ExpectKind::Total(_)
            | ExpectKind::Explanation => {
                return wrong(&at, "it expects an explanation, and asks for no evaluation");
            }
            _ if explains => {
                return wrong(&at, "it asks for an evaluation, and expects something else");
            }
            ExpectKind::Action(_) if !matches!(test.subject, Subject::Strategy(_)) => {
                return wrong(&at, "it expects an action, and consults no strategy");
            }
            _ if test.subject == Subject::None => {
                return wrong(&at, "it consults nothing, and expects more than values");
            }
            _ => {}
        }
    }
    Ok(())
}
