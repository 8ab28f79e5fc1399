//! What the actions of claims do: their parts come in any order, and each has its place.

use super::{ClaimPart, TreeBuilder};
use crate::diagnostics::Code;
use crate::source::Spanned;
use crate::syntax::ast::{Expr, FromPart, GoalWord, ItemKind, MeasureDef, Name, ProveDef, Unit};

/// The parts of a claim by their kinds.
#[derive(Default)]
struct Parts {
    from: Option<FromPart>,
    goals: Vec<(GoalWord, Expr)>,
    within: Option<(Spanned<i64>, Unit)>,
    modes: Vec<Name>,
}

impl TreeBuilder<'_> {
    /// Puts the parts of a `prove` item into their places.
    pub fn prove(
        &mut self,
        subject: Expr,
        implies: Option<Expr>,
        parts: Vec<(u32, ClaimPart, u32)>,
    ) -> ItemKind {
        let Parts {
            from,
            goals,
            within,
            modes,
        } = self.parts(parts);
        ItemKind::Prove(ProveDef {
            subject,
            implies,
            from,
            goals,
            within,
            modes,
        })
    }

    /// Puts the parts of a `measure` item into their places; the grammar lets no second `from` in.
    pub fn measure(
        &mut self,
        subject: Expr,
        from: FromPart,
        share: Option<Expr>,
        goal: Option<(GoalWord, Expr)>,
        parts: Vec<(u32, ClaimPart, u32)>,
    ) -> ItemKind {
        let Parts {
            mut goals,
            within,
            modes,
            ..
        } = self.parts(parts);
        goals.splice(0..0, goal);
        ItemKind::Measure(MeasureDef {
            subject,
            from,
            share,
            goals,
            within,
            modes,
        })
    }

    fn parts(&mut self, list: Vec<(u32, ClaimPart, u32)>) -> Parts {
        let mut parts = Parts::default();
        for (start, part, end) in list {
            let twice = match part {
                ClaimPart::From(from) => parts.from.replace(from).is_some().then_some("from"),
                ClaimPart::Goal(word, goal) => {
                    parts.goals.push((word, goal));
                    None
                }
                ClaimPart::Within(count, unit) => parts
                    .within
                    .replace((count, unit))
                    .is_some()
                    .then_some("within"),
                ClaimPart::Mode(mode) => {
                    parts.modes.push(mode);
                    None
                }
            };
            if let Some(word) = twice {
                self.error(
                    Code::ClauseTwice,
                    format!("`{word}` is given twice"),
                    start,
                    end,
                    "again here",
                );
            }
        }
        parts
    }
}
