//! The clauses of a piece-of-advice or an action, each given once.
//!
//! Rulings: `holding`, `us` and `them` default to true (or the file's `default holding`), any and any. Which clause could not be read is not
//! known, so none counts as missing then.

use super::Checker;
use super::advice::any_moves;
use super::cost::CostClauses;
use super::frame::Place;
use super::params::Scope;
use super::records::{AdviceForm, MovesForm};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Advice, AdviceKind, Cost, Expr, Goal, SearchMode, TextPart, Who};
use crate::source::Span;
use crate::syntax::ast::{self, AdviceClause, AdviceClauseKind};

/// The clauses as far as they have been read. One in error is given and has no value.
pub(super) struct Clauses {
    /// The words with their places; of a clause that could not be read the word is empty.
    seen: Vec<(&'static str, Span)>,
    pub(super) better: Option<Goal>,
    pub(super) holding: Option<Goal>,
    pub(super) us: Option<MovesForm>,
    pub(super) them: Option<MovesForm>,
    /// The whole `us` clause, or the name where there is none.
    pub(super) us_span: Span,
    /// `depth`, or `within`.
    pub(super) bound: Option<Expr>,
    /// The words after `depth`.
    pub(super) trees: Vec<(SearchMode, Span)>,
    pub(super) costs: CostClauses,
    /// The word after `effort`.
    pub(super) cheapest: Option<Span>,
    pub(super) because: Vec<TextPart>,
    pub(super) prefer: Option<Vec<Expr>>,
    /// No clause is given twice.
    pub(super) fine: bool,
}

impl Clauses {
    /// The place of a clause.
    pub(super) fn place(&self, word: &str) -> Option<Span> {
        let mut seen = self.seen.iter();
        seen.find(|(other, _)| *other == word)
            .map(|(_, span)| *span)
    }

    /// Whether a clause could not be read.
    pub(super) fn is_unread(&self) -> bool {
        self.place("").is_some()
    }

    /// Whether a clause is there, or may be the one that could not be read.
    pub(super) fn has(&self, word: &str) -> bool {
        self.place(word).is_some() || self.is_unread()
    }

    /// The piece-of-advice or action of this name, side and kind; `None` where a clause is missing or in error.
    pub(super) fn form(
        self,
        (name, side, kind): (&ast::Name, Option<Who>, AdviceKind),
        mode: SearchMode,
        (cost, effort): (Option<Cost>, Option<Expr>),
    ) -> Option<AdviceForm> {
        let (us, them) = (self.us?, self.them?);
        let advice = Advice {
            name: name.clone(),
            side,
            better: self.better?,
            holding: self.holding?,
            us: us.spec,
            them: them.spec,
            depth: 0,
            mode,
            cost,
            because: self.because,
            doc: String::new(),
            place: Span::default(),
            kind,
            prefer: self.prefer?,
            in_class: None,
        };
        Some(AdviceForm {
            advice,
            plies: [us.plies, them.plies],
            us_span: self.us_span,
            depth: self.bound?,
            effort,
        })
    }
}

impl Checker<'_> {
    /// Reads the clauses of a piece-of-advice or an action of this side and name.
    pub(super) fn clauses(
        &mut self,
        scope: &mut Scope<'_>,
        (side, name): (Option<Who>, &ast::Name),
        clauses: &[AdviceClause],
    ) -> Clauses {
        let (our, their) = match side {
            Some(Who::White) => (Who::White, Who::Black),
            Some(Who::Black) => (Who::Black, Who::White),
            _ => (Who::Us, Who::Them),
        };
        let mut read = Clauses {
            seen: Vec::new(),
            better: None,
            holding: None,
            us: None,
            them: None,
            us_span: name.span,
            bound: None,
            trees: Vec::new(),
            costs: CostClauses::default(),
            cheapest: None,
            because: Vec::new(),
            prefer: Some(Vec::new()),
            fine: true,
        };
        for clause in clauses {
            let Some(word) = clause.kind.word() else {
                self.broken = true;
                read.seen.push(("", clause.keyword));
                continue;
            };
            if let Some(first) = read.place(word) {
                self.given_twice(word, [clause.keyword, first], None);
                read.fine = false;
                continue;
            }
            read.seen.push((word, clause.keyword));
            match &clause.kind {
                AdviceClauseKind::Better(when, expr) => {
                    read.better = self.goal_at(scope, Place::Goal, *when, expr, clause.span);
                }
                AdviceClauseKind::Holding(when, expr) => {
                    read.holding = self.goal_at(scope, Place::Goal, *when, expr, clause.span);
                }
                AdviceClauseKind::Us(spec) => {
                    read.us_span = clause.span;
                    read.us = self.mover_spec(scope, spec, our, Who::Us);
                }
                AdviceClauseKind::Them(spec) => {
                    read.them = self.mover_spec(scope, spec, their, Who::Them);
                }
                AdviceClauseKind::Depth(expr, trees) => {
                    read.trees.extend_from_slice(trees);
                    read.bound = self.bound_clause(scope, expr, "the depth bound");
                }
                AdviceClauseKind::Within(expr) => {
                    read.bound = self.bound_clause(scope, expr, "the bound");
                }
                AdviceClauseKind::Prefer(keys) => {
                    let mut cx = self.scope_cx(Place::Prefer, scope);
                    let message = "the preference is the same for all moves";
                    let keys: Vec<Option<Expr>> = keys
                        .iter()
                        .map(|key| self.ordering(&mut cx, key, message))
                        .collect();
                    scope.note(&cx);
                    read.prefer = keys.into_iter().collect();
                }
                AdviceClauseKind::Cost(when, expr) => {
                    let places = (clause.keyword, clause.span);
                    self.cost_clause(scope, &mut read.costs, *when, expr, places);
                }
                AdviceClauseKind::Effort(expr, cheapest) => {
                    read.cheapest = *cheapest;
                    self.effort_clause(scope, &mut read.costs, expr, *cheapest, clause.keyword);
                }
                AdviceClauseKind::Because(text) => {
                    let mut cx = self.scope_cx(Place::Because, scope);
                    read.because = self.template(&mut cx, text);
                    scope.note(&cx);
                }
                AdviceClauseKind::Error => {}
            }
        }
        if !read.has("holding") {
            read.holding = self.holding_not_given();
        }
        if !read.has("us") {
            read.us = Some(any_moves(name.span));
        }
        if !read.has("them") {
            read.them = Some(any_moves(name.span));
        }
        read
    }

    /// The error for a clause or part of a head that was given before, in the item of this name.
    pub(super) fn given_twice(
        &mut self,
        word: &str,
        [again, first]: [Span; 2],
        item: Option<&str>,
    ) {
        let (message, labels) = match item {
            Some(item) => (
                format!("`{word}` is given twice in `{item}`"),
                ["again here", "first here"],
            ),
            None => (
                format!("`{word}` is given twice"),
                ["given again here", "given first here"],
            ),
        };
        self.report(
            Diagnostic::new(Code::ClauseTwice, message)
                .with_label(again, labels[0])
                .with_secondary(first, labels[1])
                .with_help_if(
                    matches!(word, "better" | "holding").then_some("join both goals by `∧`"),
                ),
        );
    }

    fn bound_clause(
        &mut self,
        scope: &mut Scope<'_>,
        expr: &ast::Expr,
        what: &str,
    ) -> Option<Expr> {
        let mut cx = self.scope_cx(Place::Constant, scope);
        let bound = self.depth_bound(&mut cx, expr, what);
        scope.note(&cx);
        bound
    }
}
