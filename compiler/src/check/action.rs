//! Actions: the record of advice for a line `action NAME (in-class, out-class) …`.
//!
//! ```text
//!   action LINE (any, N.CUT ≠ ∅)   us K, R   holding ¬rook-lost   within 3 plies   prefer (replies, dist(TO, B.K))
//!                │    │            │         │                    │                │
//!                │    better-goal, only      holding-goal         depth bound      order of our moves at each node
//!                │    after our moves        (or the file's default)
//!                evaluated at the action
//! ```
//!
//! Rulings: `us` defaults to any, `holding` to true or the file's `default holding`, `within` to 1 ply; them-moves are all; each
//! clause once. In the out-class no prefix is the position before our last move; in `holding` it is the node, as in a
//! piece-of-advice. The default for `holding` is the file's sentence and its bare letters the file's.

use super::Checker;
use super::advice::any_moves;
use super::frame::Place;
use super::params::Scope;
use super::records::ActionForm;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expr, When, Who};
use crate::source::Span;
use crate::syntax::ast::{ActionClause, ActionClauseKind, ActionDef};

impl Checker<'_> {
    /// An action of a strategy, apart from its in-class and `otherwise`.
    pub(super) fn action(
        &mut self,
        strategy: usize,
        def: &ActionDef,
        span: Span,
    ) -> Option<ActionForm> {
        let mut scope = Scope::of_strategy(self.records.strategies[strategy].material);
        let side = self.side_of_strategy(strategy);
        let our = match side {
            Some(color @ (Who::White | Who::Black)) => color,
            _ => Who::Us,
        };
        let out_class = &def.out_class;
        let better = self.goal_at(
            &mut scope,
            Place::OutClass,
            When::AfterUs,
            out_class,
            out_class.span,
        );
        let (mut holding, mut us, mut within) = (None, None, None);
        let (mut prefer, mut prefer_locals) = (Some(Vec::new()), 0);
        let mut because = Vec::new();
        let mut us_span = def.name.span;
        let mut seen: Vec<(&'static str, Span)> = Vec::new();
        let mut fine = true;
        for clause in &def.clauses {
            let Some(word) = self.clause_once(clause, &seen) else {
                fine = false;
                continue;
            };
            seen.push((word, clause.keyword));
            match &clause.kind {
                ActionClauseKind::Us(spec) => {
                    us_span = clause.span;
                    us = self.mover_spec(&mut scope, spec, our, Who::Us);
                }
                ActionClauseKind::Holding(expr) => {
                    let goal =
                        self.goal_at(&mut scope, Place::Goal, When::Always, expr, clause.span);
                    holding = goal;
                }
                ActionClauseKind::Within(expr) => {
                    let mut cx = self.scope_cx(Place::Constant, &scope);
                    let bound = self.depth_bound(&mut cx, expr, "the bound");
                    let name = &def.name.node;
                    within = bound.and_then(|bound| self.within_value(&bound, name));
                }
                ActionClauseKind::Prefer(keys) => {
                    let mut cx = self.scope_cx(Place::Prefer, &scope);
                    let message = "the preference is the same for all moves";
                    let keys: Vec<Option<Expr>> = keys
                        .iter()
                        .map(|key| self.ordering(&mut cx, key, message))
                        .collect();
                    (prefer, prefer_locals) = (keys.into_iter().collect(), cx.next);
                }
                ActionClauseKind::Because(text) => {
                    let mut cx = self.scope_cx(Place::Because, &scope);
                    because = self.template(&mut cx, text);
                }
                ActionClauseKind::Error => fine = false,
            }
        }
        let given = |word: &str| seen.iter().any(|(other, _)| *other == word);
        if !given("holding") {
            holding = self.holding_not_given();
        }
        if !given("us") {
            us = Some(any_moves(def.name.span));
        }
        if !given("within") {
            within = Some(1);
        }
        self.broken |= !fine;
        let (better, holding, us, within, prefer) = (better?, holding?, us?, within?, prefer?);
        fine.then(|| ActionForm {
            name: def.name.clone(),
            side,
            better,
            holding,
            us,
            us_span,
            within,
            because,
            prefer,
            prefer_locals,
            span,
        })
    }

    /// The word of a clause, unless it was given before or could not be read.
    fn clause_once(
        &mut self,
        clause: &ActionClause,
        seen: &[(&'static str, Span)],
    ) -> Option<&'static str> {
        let word = match &clause.kind {
            ActionClauseKind::Us(_) => "us",
            ActionClauseKind::Holding(_) => "holding",
            ActionClauseKind::Within(_) => "within",
            ActionClauseKind::Prefer(_) => "prefer",
            ActionClauseKind::Because(_) => "because",
            ActionClauseKind::Error => return None,
        };
        let Some((_, first)) = seen.iter().find(|(other, _)| *other == word) else {
            return Some(word);
        };
        self.report(
            Diagnostic::new(Code::ClauseTwice, format!("`{word}` is given twice"))
                .with_label(clause.keyword, "given again here")
                .with_secondary(*first, "given first here"),
        );
        None
    }
}
