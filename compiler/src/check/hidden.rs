//! The hidden advice for `satisfiable(a or b)` and `satisfiable(a and b)`: one tree whose leaves meet either, or both.
//!
//! | | `or` | `and` |
//! | --- | --- | --- |
//! | better-goal, holding-goal | one of them | both |
//! | us-moves | those of a, then those of b | the same |
//! | them-moves | those that either considers | the same |
//! | depth, effort | the larger | the sum, at most the largest that may be written |
//!
//! Rulings: both play for one side and ask their goals at the same time; a move costs the same in both. An action joins nothing: its
//! out-class compares with the position before the move, and its in-class is tested once.

use adv_module::format::MAX_PLIES;

use super::Checker;
use super::walk::{next_local, node, same_class, substitute};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Advice, AdviceKind, ExprKind, Goal, SearchMode, Type, Who};
use crate::source::Span;

impl Checker<'_> {
    /// The error for pieces that one `satisfiable` cannot join.
    pub(super) fn not_joined<T>(
        &mut self,
        message: String,
        (span, label): (Span, &str),
        both: bool,
    ) -> Option<T> {
        self.refuse(
            Diagnostic::new(Code::SatisfiableNeedsAdvice, message)
                .with_label(span, label)
                .with_help(apart(both)),
        )
    }

    /// One advice in place of several; with `both` its leaves meet all of them.
    pub(super) fn hidden(
        &mut self,
        advice: &[Advice],
        both: bool,
        refs: &[usize],
        span: Span,
    ) -> Option<Advice> {
        if let Some(action) = refs
            .iter()
            .filter_map(|index| advice.get(*index))
            .find(|advice| advice.kind.is_action())
        {
            let message = format!("the action `{}` cannot be joined with others", action.name);
            return self.not_joined(message, (span, "no common tree"), both);
        }
        let (first, rest) = refs.split_first()?;
        let mut joined = advice.get(*first)?.clone();
        // Which tree is found does not matter here, but what is easy to prove may be out of reach otherwise.
        let mode = match joined.mode {
            SearchMode::Easiest => SearchMode::Easiest,
            _ => SearchMode::Within,
        };
        let kind = match both {
            true => AdviceKind::Both,
            false => AdviceKind::Either,
        };
        joined.name.span = span;
        joined.place = span;
        (joined.kind, joined.mode, joined.because, joined.doc) =
            (kind, mode, Vec::new(), String::new());
        for index in rest {
            let other = advice.get(*index)?;
            if other.side != joined.side {
                let word = |side: Option<Who>| side.map_or("the side that moves", Who::word);
                return self.refuse(
                    Diagnostic::new(
                        Code::AdviceForOtherSide,
                        format!(
                            "`{}` plays for {}, `{}` for {}",
                            joined.name,
                            word(joined.side),
                            other.name,
                            word(other.side)
                        ),
                    )
                    .with_label(span, "one tree has one side")
                    .with_help(apart(both)),
                );
            }
            if other.better.when != joined.better.when || other.holding.when != joined.holding.when
            {
                let message = format!(
                    "`{}` and `{}` ask their goals at different times and cannot be joined",
                    joined.name, other.name
                );
                return self.not_joined(message, (span, "no common tree"), both);
            }
            if other.mode == SearchMode::Easiest {
                joined.mode = SearchMode::Easiest;
            }
            joined.cost = self.joined_cost(&joined, other, both, span).ok()?;
            joined.better = joined_goal(&joined.better, &other.better, both);
            joined.holding = joined_goal(&joined.holding, &other.holding, both);
            joined.us = joined.us.joined(&other.us, same_class);
            joined.them = joined.them.joined(&other.them, same_class);
            (joined.depth, joined.name.node) = match both {
                true => (
                    (joined.depth + other.depth).min(MAX_PLIES),
                    format!("{} and {}", joined.name, other.name),
                ),
                false => (
                    joined.depth.max(other.depth),
                    format!("{} or {}", joined.name, other.name),
                ),
            };
        }
        Some(joined)
    }
}

/// What to write instead of one tree.
const fn apart(both: bool) -> &'static str {
    match both {
        true => "ask for each by itself: `satisfiable(a) ∧ satisfiable(b)`",
        false => "ask for each by itself: `satisfiable(a) ∨ satisfiable(b)`",
    }
}

/// A goal that either fulfils, or both. The variables of the second are numbered after those of the first.
fn joined_goal(a: &Goal, b: &Goal, both: bool) -> Goal {
    let second = substitute(&b.test, &[], &mut next_local(&a.test));
    let span = a.place;
    // A goal that was not written is true.
    let test = match (&a.test.kind, &second.kind, both) {
        (ExprKind::Truth(true), _, true) | (_, ExprKind::Truth(true), false) => second,
        (_, ExprKind::Truth(true), true) | (ExprKind::Truth(true), _, false) => a.test.clone(),
        _ => {
            let parts = vec![a.test.clone(), second];
            let kind = match both {
                true => ExprKind::And(parts),
                false => ExprKind::Or(parts),
            };
            node(kind, Type::Truth, span)
        }
    };
    Goal::of(a.when, test, span)
}
