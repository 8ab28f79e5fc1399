//! Actions: the record of advice for `action NAME (in-class, out-class) …`, in a strategy or as a definition of the file.
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
//! clause once; `cost` and `effort` are those of a piece-of-advice (`cost.rs`). In the out-class no prefix is the position before our
//! last move; in `holding` it is the node, as in a piece-of-advice. The default for `holding` is the file's sentence and its bare
//! letters the file's. An action of the file is a piece-of-advice: its parameters are constants, its bare letters the file's, and it
//! plays for the side that uses it, unless it says `for W` or `for B`. Where the file has an action of a name, `action NAME` in a
//! strategy uses it, and no strategy defines another.

use super::Checker;
use super::bound::WITHIN;
use super::frame::Place;
use super::names::Def;
use super::params::Scope;
use super::records::{AdviceForm, Key};
use super::walk::node;
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{AdviceKind, ExprKind, SearchMode, Type, When, Who};
use crate::source::Span;
use crate::syntax::ast::{self, ActionDef, AdviceClause, Ref};

impl Checker<'_> {
    /// An action of a strategy, apart from its in-class and `otherwise`.
    pub(super) fn action(
        &mut self,
        strategy: usize,
        def: &ActionDef,
        span: Span,
    ) -> Option<AdviceForm> {
        let mut scope = Scope::of_strategy(self.records.strategies[strategy].material);
        let side = self.side_of_strategy(strategy);
        let head = (&def.name, side, AdviceKind::Action);
        let mut form = self.action_form(&mut scope, head, &def.out_class, &def.clauses)?;
        self.plies(&WITHIN, &form.depth, &[], &def.name.node, None)?;
        form.advice.place = span;
        Some(form)
    }

    /// An action of the file, its parameters left open.
    pub(super) fn action_definition(&mut self, index: usize) {
        let def = self.records.advice[index].def;
        let Some(action) = &def.action else { return };
        let types = self.records.advice[index].params.clone();
        def.params
            .iter()
            .for_each(|of| self.shadows("parameter", &of.name));
        let mut scope = Scope::new(&def.params, &types, true);
        let side = def.side.as_ref().map(|side| side.node);
        let mut cx = self.scope_cx(Place::InClass, &scope);
        let in_class = self.expect(&mut cx, &action.in_class, Type::Truth);
        scope.note(&cx);
        let (out_class, clauses) = (&action.out_class, &action.clauses);
        let head = (&def.name, side, AdviceKind::Item);
        let form = self.action_form(&mut scope, head, out_class, clauses);
        self.records.advice[index].unused_params = scope.unused();
        let form = in_class.zip(form).and_then(|(in_class, mut form)| {
            if def.params.is_empty() {
                self.plies(&WITHIN, &form.depth, &[], &def.name.node, None)?;
                if let Some(effort) = &form.effort {
                    self.effort(effort, &[], &def.name.node, None);
                }
            }
            let written = !matches!(in_class.kind, ExprKind::Truth(true));
            form.advice.in_class = Some(in_class).filter(|_| written);
            Some(form)
        });
        self.broken |= form.is_none();
        self.records.advice[index].form = form;
    }

    /// The out-class and the clauses of an action; without a bound it has 1 ply.
    fn action_form(
        &mut self,
        scope: &mut Scope<'_>,
        (name, side, kind): (&ast::Name, Option<Who>, AdviceKind),
        out_class: &ast::Expr,
        clauses: &[AdviceClause],
    ) -> Option<AdviceForm> {
        let (place, when) = (Place::OutClass, When::AfterUs);
        let better = self.goal_at(scope, place, when, out_class, out_class.span);
        let mut read = self.clauses(scope, (side, name), clauses);
        if let Some(word) = read.cheapest {
            read.fine = false;
            self.cheapest_action(word);
        }
        if let (Some(at), Some(us)) = (read.place("prefer"), &read.us) {
            read.fine &= self.taken_in_order([us, us], "`prefer` orders all of them together", at);
        }
        let bounded = read.has("within");
        let cost = match read.fine {
            true => self.cost_form(name, std::mem::take(&mut read.costs)),
            false => Err(()),
        };
        self.broken |= cost.is_err();
        if !bounded {
            read.bound = Some(node(ExprKind::Number(1), Type::Number(1), name.span));
        }
        read.better = better;
        read.form((name, side, kind), SearchMode::Shortest, cost.ok()?)
    }

    /// `cheapest` in an action.
    fn cheapest_action(&mut self, word: Span) {
        self.report(
            Diagnostic::new(
                Code::ClauseOutOfPlace,
                "an action looks for the shortest tree, so `cheapest` does not belong here",
            )
            .with_label(word, "does not belong here")
            .with_help("leave the word out; each bound in plies has the whole effort"),
        );
    }

    /// Whether a name is that of an action outside of strategies.
    pub(super) fn is_action(&self, name: &str) -> bool {
        match self.names.own.get(name) {
            Some(&Def::Advice(index)) => self.records.advice[index].def.action.is_some(),
            _ => false,
        }
    }

    /// A local action that has the name of one of the file: with two parameters the constants of a use, else a second definition.
    pub(super) fn action_of_file(&mut self, strategy: usize, def: &ActionDef) -> Option<Key> {
        let name = &def.name;
        let own = self.names.own.get(name.node.as_str()).copied();
        if let Some(Def::Advice(index)) = own
            && self.records.advice[index].def.params.len() != 2
        {
            let first = self.records.name_span(Def::Advice(index));
            return self.fail_value(
                Diagnostic::new(
                    Code::DefinedTwice,
                    format!("`{}` is an action of the file already", name.node),
                )
                .with_label(name.span, "defined again here")
                .with_secondary(first, "defined first here")
                .with_help(format!(
                    "write `action {}` to use it, or give this action another name",
                    name.node
                )),
            );
        }
        let reference = Ref {
            name: name.clone(),
            args: vec![def.in_class.clone(), def.out_class.clone()],
            span: name.span.join(def.out_class.span),
        };
        self.used_action(strategy, &reference, &def.clauses)
    }

    /// An action of the file that a strategy uses by its name.
    pub(super) fn used_action(
        &mut self,
        strategy: usize,
        reference: &Ref,
        clauses: &[AdviceClause],
    ) -> Option<Key> {
        let name = &reference.name;
        let index = match self.names.own.get(name.node.as_str()) {
            Some(&Def::Advice(index)) if self.records.advice[index].def.action.is_some() => index,
            Some(&def) => {
                let help = match def {
                    Def::Advice(_) | Def::Plan(_) | Def::Table(_) => {
                        Some(format!("write `consult {}`", name.node))
                    }
                    Def::Strategy(_) => Some(format!("write `apply {}`", name.node)),
                    _ => None,
                };
                self.wrong_kind(&name.node, name.span, def, "an action", help);
                return None;
            }
            None => {
                self.no_such_action(reference);
                return None;
            }
        };
        if let Some(clause) = clauses.first() {
            let word = self.words(clause.keyword).unwrap_or_default();
            let defined = self.records.name_span(Def::Advice(index));
            return self.fail_value(
                Diagnostic::new(
                    Code::ClauseOutOfPlace,
                    format!(
                        "`{word}` is a clause of a definition, and `{}` is used here",
                        name.node
                    ),
                )
                .with_label(clause.keyword, "does not belong here")
                .with_secondary(defined, "its clauses are here")
                .with_help("take the clause away, or define another action with it"),
            );
        }
        let side = self.records.advice[index].def.side.as_ref();
        self.same_side(strategy, name, side);
        self.advice_key(reference)
    }

    fn no_such_action(&mut self, reference: &Ref) {
        self.broken = true;
        let name = &reference.name;
        let label = match reference.args.is_empty() {
            true => "no such action, and no classes after it",
            false => "no such action, and not the two classes of one",
        };
        let names = self.names.own.keys().copied();
        let mut known: Vec<&str> = names.filter(|name| self.is_action(name)).collect();
        known.sort_unstable();
        let near = suggest(&name.node, None, known.into_iter().map(|name| (name, ())));
        let help = did_you_mean(&near).unwrap_or_else(|| {
            format!(
                "write `action {} (in-class, out-class)`, or define it outside of the strategy",
                name.node
            )
        });
        self.report(
            Diagnostic::new(
                Code::UnknownName,
                format!("the file has no action `{}`", name.node),
            )
            .with_label(name.span, label)
            .with_help(help),
        );
    }
}
