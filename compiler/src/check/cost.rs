//! What moves cost: the clauses `cost` and `effort` of a piece-of-advice or an action.
//!
//! ```text
//!   cost    after-us bits(new.replies)     a number for each move, in thousandths; the place is that of a move clause
//!   effort  e cheapest                     a constant in wholes: no line costs more than 1000 * e
//! ```
//!
//! Rulings: each needs the other; an effort lies from 1 to 1,000,000; of `shortest`, `easiest` and `cheapest` one at most. A cost that is the same for
//! all moves of a node is a depth in disguise and a warning, unless a library defines it. Of `satisfiable(a or b)` both have the same
//! cost, and the effort is the larger.

use adv_module::format::MAX_EFFORT;

use super::Checker;
use super::bound::BoundWords;
use super::constant::Const;
use super::frame::Place;
use super::params::Scope;
use super::walk::{Merge, contains, same};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Advice, Callee, Cost, Expr, ExprKind, SearchMode, Type, When};
use crate::source::Span;
use crate::syntax::ast;

const EFFORT: BoundWords = BoundWords {
    code: Code::BadEffort,
    noun: "effort",
    found: "effort {n}",
    smallest: "the smallest effort is 1, which pays for costs of 1000 in all",
    largest: "the largest effort is",
    most: MAX_EFFORT as i64,
    unit: "",
    write: "write a number",
    label: "a line may cost 1000 times this",
    of: "of",
};

/// The bound of an effort, and where it says `cheapest`.
type Effort = (Expr, Option<Span>);

/// The two clauses as far as they have been read, with their places. A clause in error is there and has no value.
#[derive(Default)]
pub(super) struct CostClauses {
    cost: Option<(Span, Option<Cost>)>,
    effort: Option<(Span, Option<Effort>)>,
}

impl CostClauses {
    /// Where it says `cheapest`.
    pub(super) fn cheapest(&self) -> Option<Span> {
        let (_, effort) = self.effort.as_ref()?;
        effort.as_ref()?.1
    }
}

impl Checker<'_> {
    /// `cost [after-us|after-them] n`
    pub(super) fn cost_clause(
        &mut self,
        scope: &mut Scope<'_>,
        clauses: &mut CostClauses,
        when: When,
        expr: &ast::Expr,
        (keyword, span): (Span, Span),
    ) {
        let mut cx = self.scope_cx(Place::Cost, scope);
        let value = self.expect(&mut cx, expr, Type::Number(1));
        scope.note(&cx);
        let clause = value.map(|value| {
            let of_library =
                |part: &Expr| matches!(part.kind, ExprKind::Call(Callee::Library(_), ..));
            if !self.mentions_the_move(&value) && !contains(&value, &mut |part| of_library(part)) {
                self.cost_without_move(expr.span);
            }
            Cost {
                when,
                of_move: value,
                effort: 0,
                place: span,
            }
        });
        clauses.cost = Some((keyword, clause));
    }

    /// `effort e [cheapest]`
    pub(super) fn effort_clause(
        &mut self,
        scope: &mut Scope<'_>,
        clauses: &mut CostClauses,
        expr: &ast::Expr,
        cheapest: Option<Span>,
        keyword: Span,
    ) {
        let mut cx = self.scope_cx(Place::Constant, scope);
        let bound = self.constant_bound(&mut cx, expr, Code::BadEffort, "the effort", "number");
        scope.note(&cx);
        clauses.effort = Some((keyword, bound.map(|bound| (bound, cheapest))));
    }

    /// The cost and its effort, both or neither; the error is an `Err` that has been reported.
    pub(super) fn cost_form(
        &mut self,
        name: &ast::Name,
        clauses: CostClauses,
    ) -> Result<(Option<Cost>, Option<Expr>), ()> {
        let (keyword, cost, (effort, cheapest)) = match (clauses.cost, clauses.effort) {
            (None, None) => return Ok((None, None)),
            (Some((keyword, cost)), Some((_, effort))) => {
                (keyword, cost.ok_or(())?, effort.ok_or(())?)
            }
            (Some((keyword, _)), None) => {
                let message = format!("`{}` has a cost and no effort", name.node);
                let help =
                    "add a line such as `effort 3`: what the moves of a line may cost in all";
                return self.one_alone(message, keyword, "what may be spent is not said", help);
            }
            (None, Some((keyword, _))) => {
                let message = format!("`{}` has an effort and no cost", name.node);
                let help = "add a line such as `cost after-us bits(new.replies)`, in thousandths";
                return self.one_alone(message, keyword, "no move costs anything", help);
            }
        };
        if let Some(word) = cheapest
            && cost.when == When::AfterThem
        {
            self.report(
                Diagnostic::new(
                    Code::CheapestOfFree,
                    format!("all our moves are free in `{}`", name.node),
                )
                .with_label(word, "each bound tries all our moves again")
                .with_secondary(keyword, "charges their replies alone")
                .with_help("leave `cheapest` out, or charge our moves: `cost after-us …`"),
            );
        }
        Ok((Some(cost), Some(effort)))
    }

    fn one_alone<T>(
        &mut self,
        message: String,
        keyword: Span,
        label: &str,
        help: &str,
    ) -> Result<T, ()> {
        self.report(
            Diagnostic::new(Code::CostAndEffort, message)
                .with_label(keyword, label)
                .with_help(help),
        );
        Err(())
    }

    /// Two of the words `shortest`, `easiest` and `cheapest` together.
    pub(super) fn two_trees_wanted(
        &mut self,
        (first, at_first): (SearchMode, Span),
        (second, at_second): (SearchMode, Span),
    ) {
        let (one, other) = (first.word(), second.word());
        let (message, help) = match first == second {
            true => (
                format!("`{one}` is written twice"),
                "leave one of the two out",
            ),
            false => (
                format!("the {one} tree and the {other} one are not the same"),
                "leave one of the two words out; both bounds hold in any case",
            ),
        };
        self.report(
            Diagnostic::new(Code::TwoTreesWanted, message)
                .with_label(at_second, format!("the {other} is looked for here"))
                .with_secondary(at_first, format!("the {one} is looked for here"))
                .with_help(help),
        );
    }

    fn cost_without_move(&mut self, span: Span) {
        let help = self
            .words(span)
            .filter(|words| words.starts_with(|c: char| c.is_alphabetic()) && !words.contains(' '))
            .map(|words| format!("did you mean `new.{words}`?"));
        let otherwise =
            "`depth` bounds the number of plies; `new.` speaks of the position after the move";
        self.report(
            Diagnostic::new(
                Code::CostWithoutMove,
                "this cost is the same for all moves of a node",
            )
            .with_label(span, "does not mention the move")
            .with_help_if(help.or_else(|| Some(otherwise.to_owned()))),
        );
    }

    /// The effort with constants in the place of parameters.
    pub(super) fn effort(
        &mut self,
        effort: &Expr,
        consts: &[Const],
        name: &str,
        used: Option<Span>,
    ) -> Option<u32> {
        let effort = self.bound_value(&EFFORT, effort, consts, name, used)?;
        u32::try_from(effort).ok()
    }

    /// The cost of a tree that leads to the goal of either or both of two pieces; `Err` where a line would have two prices.
    pub(super) fn joined_cost(
        &mut self,
        a: &Advice,
        b: &Advice,
        both: bool,
        span: Span,
    ) -> Result<Option<Cost>, ()> {
        match (&a.cost, &b.cost) {
            (None, None) => Ok(None),
            (Some(one), Some(other))
                if one.when == other.when && same(&one.of_move, &other.of_move, Merge::Nothing) =>
            {
                let effort = match both {
                    true => one.effort.saturating_add(other.effort).min(MAX_EFFORT),
                    false => one.effort.max(other.effort),
                };
                Ok(Some(Cost {
                    effort,
                    ..one.clone()
                }))
            }
            _ => {
                let message = format!(
                    "moves cost one thing in `{}` and another in `{}`, so the two cannot be joined",
                    a.name, b.name
                );
                self.not_joined(message, (span, "a line of one tree has one price"), both)
                    .ok_or(())
            }
        }
    }
}
