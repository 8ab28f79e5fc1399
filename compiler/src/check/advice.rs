//! Definitions and pieces-of-advice: bodies, goals, clauses, and questions whether other advice is satisfiable.
//!
//! Rulings: `holding`, `us` and `them` default to true (or the file's `default holding`), any and any; `better` and `depth` must
//! be there; each clause once. A piece-of-advice with parameters is checked once as written and made an instance for each list
//! of constants it is used with. `satisfiable` is allowed in goals, rules, `where` and `by`, tests and definitions; not where a
//! board or number must be known before the moves are (`to`, `from`, constants).

use super::Checker;
use super::bound::DEPTH;
use super::frame::{Cx, Place};
use super::names::{Def, Kind};
use super::params::Scope;
use super::records::{MovesForm, Nested};
use super::walk::{node, truth};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{AdviceKind, Class, Expr, ExprKind, Goal, SearchMode, Type, When, Who};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Ref};

/// How many pieces-of-advice one `satisfiable` joins.
const MOST_ASKED: usize = 64;

impl Checker<'_> {
    /// A piece-of-advice, its parameters left open.
    pub(super) fn advice_definition(&mut self, index: usize) {
        let def = self.records.advice[index].def;
        if def.action.is_some() {
            self.action_definition(index);
            return;
        }
        let types = self.records.advice[index].params.clone();
        def.params
            .iter()
            .for_each(|of| self.shadows("parameter", &of.name));
        let mut scope = Scope::new(&def.params, &types, true);
        let side = def.side.as_ref().map(|side| side.node);
        let mut read = self.clauses(&mut scope, (side, &def.name), &def.clauses);
        if !read.has("better") {
            self.missing(
                Code::MissingBetterGoal,
                def,
                "has no better-goal",
                "add a line `better …`",
            );
        }
        if !read.has("depth") {
            self.missing(
                Code::MissingDepth,
                def,
                "has no depth bound",
                "add a line such as `depth 3`, counted in plies",
            );
        }
        self.records.advice[index].unused_params = scope.unused();
        if let (Some(depth), true) = (&read.bound, def.params.is_empty()) {
            self.plies(&DEPTH, depth, &[], &def.name.node, None);
        }
        let cheapest = read.costs.cheapest();
        read.trees
            .extend(cheapest.map(|span| (SearchMode::Cheapest, span)));
        if let [first, second, ..] = read.trees[..] {
            self.two_trees_wanted(first, second);
        }
        let mode = read
            .trees
            .first()
            .map_or(SearchMode::Within, |(mode, _)| *mode);
        let cost = match read.is_unread() {
            true => Err(()),
            false => self.cost_form(&def.name, std::mem::take(&mut read.costs)),
        };
        if let (Ok((_, Some(effort))), true) = (&cost, def.params.is_empty()) {
            self.effort(effort, &[], &def.name.node, None);
        }
        if mode == SearchMode::Easiest
            && let (Some(us), Some(them)) = (&read.us, &read.them)
            && let Some((_, at)) = read.trees.first()
        {
            self.taken_in_order([us, them], "`easiest` takes the easiest first", *at);
        }
        let head = (&def.name, side, AdviceKind::Piece);
        let form = cost.ok().and_then(|cost| read.form(head, mode, cost));
        self.broken |= form.is_none();
        self.records.advice[index].form = form;
    }

    /// The moves of one side, where a piece may be owned by a word of the clause or by a colour.
    pub(super) fn mover_spec(
        &mut self,
        scope: &mut Scope<'_>,
        spec: &ast::MoveSpec,
        color: Who,
        word: Who,
    ) -> Option<MovesForm> {
        let form = self.move_spec(scope, spec, Some(word))?;
        self.taken_in_first(&form);
        self.passes_fit(&form.spec, word)?;
        if color != word {
            let other = match color {
                Who::White => Who::Black,
                _ => Who::White,
            };
            let classes = form.spec.classes();
            let wrong: Vec<Span> = classes
                .filter(|class| class.who == Some(other))
                .map(|class| class.place)
                .collect();
            for span in wrong {
                self.report(
                    Diagnostic::new(
                        Code::MoverOfOtherSide,
                        format!(
                            "a piece of `{}` cannot move among the moves of `{}`",
                            other.word(),
                            color.word()
                        ),
                    )
                    .with_label(span, "the other side's piece")
                    .with_help("write the letter alone"),
                );
            }
        }
        Some(form)
    }

    /// The holding-goal where none is written: the file's default, or true.
    pub(super) fn holding_not_given(&mut self) -> Option<Goal> {
        match self.default_holding {
            Some(expr) => {
                let mut none = Scope::new(&[], &[], true);
                self.goal_at(&mut none, Place::Goal, When::Always, expr, expr.span)
            }
            None => {
                let test = truth(true, Span::default());
                Some(Goal::of(When::Always, test, Span::default()))
            }
        }
    }

    fn missing(&mut self, code: Code, def: &ast::AdviceDef, what: &str, help: &str) {
        self.fail(
            Diagnostic::new(code, format!("`{}` {what}", def.name.node))
                .with_label(def.name.span, what)
                .with_help(help),
        );
    }

    /// A goal, or an out-class.
    pub(super) fn goal_at(
        &mut self,
        scope: &mut Scope<'_>,
        place: Place,
        when: When,
        expr: &ast::Expr,
        span: Span,
    ) -> Option<Goal> {
        let mut cx = self.scope_cx(place, scope);
        let test = self.expect(&mut cx, expr, Type::Truth);
        scope.note(&cx);
        Some(Goal::of(when, test?, span))
    }

    /// Says that a search begins here, where none may.
    pub(super) fn search_begins(&mut self, cx: &mut Cx, name: &str, span: Span) {
        cx.searches = true;
        if matches!(
            cx.place,
            Place::MoveBoard
                | Place::Along
                | Place::Constant
                | Place::Fact
                | Place::Stage
                | Place::Pattern
                | Place::Told
        ) {
            let noun = cx.place.noun();
            let message = match name {
                "" => format!("`satisfiable` is not allowed in {noun}"),
                _ => format!("`{name}` asks what is `satisfiable`, which is not allowed in {noun}"),
            };
            self.fail(
                Diagnostic::new(Code::SatisfiableNotAllowed, message)
                    .with_label(span, "begins a search")
                    .with_help("use it in a goal, in a rule or after `where`"),
            );
        }
    }

    /// `satisfiable(a or b)`, `satisfiable(a and b)`.
    pub(super) fn satisfiable(
        &mut self,
        cx: &mut Cx,
        join: BinaryOp,
        refs: &[Ref],
        span: Span,
    ) -> Option<Expr> {
        self.search_begins(cx, "", span);
        cx.reads = true;
        if refs.len() > MOST_ASKED {
            self.too_large(
                &format!("`satisfiable` of more than {MOST_ASKED} pieces-of-advice"),
                span,
            );
            return None;
        }
        let found: Vec<Option<(usize, Vec<Expr>)>> = refs
            .iter()
            .map(|reference| self.nested_advice(cx, reference))
            .collect();
        let refs = found.into_iter().collect::<Option<Vec<_>>>()?;
        let both = join == BinaryOp::And;
        self.records.nested.push(Nested { refs, both, span });
        Some(node(
            ExprKind::Satisfiable(cx.frame, self.records.nested.len() - 1),
            Type::Truth,
            span,
        ))
    }

    fn nested_advice(&mut self, cx: &mut Cx, reference: &Ref) -> Option<(usize, Vec<Expr>)> {
        let name = &reference.name;
        match self.names.own.get(name.node.as_str()) {
            Some(&Def::Advice(index)) => {
                Some((index, self.advice_arguments(cx, reference, index)?))
            }
            Some(Def::Unread(_)) => None,
            Some(&def) => {
                let found = self.records.kind_of(def).noun();
                let defined = self.records.name_span(def);
                self.refuse(
                    Diagnostic::new(
                        Code::SatisfiableNeedsAdvice,
                        format!("`{}` is {found}, not a piece-of-advice", name.node),
                    )
                    .with_label(name.span, "expected a piece-of-advice")
                    .with_secondary(defined, "defined here"),
                )
            }
            None => {
                let word = super::word::words().find(|(word, _)| *word == name.node);
                match word {
                    Some((_, kind)) => self.report(
                        Diagnostic::new(
                            Code::SatisfiableNeedsAdvice,
                            format!("`{}` is {}, not a piece-of-advice", name.node, kind.noun()),
                        )
                        .with_label(name.span, "expected a piece-of-advice")
                        .with_help(format!(
                            "a descriptor is used by its name alone: `{}`",
                            name.node
                        )),
                    ),
                    None => self.unknown_name(&name.node, name.span, Some(Kind::Advice), None),
                }
                None
            }
        }
    }

    /// The arguments of a piece-of-advice, which are constants.
    pub(super) fn advice_arguments(
        &mut self,
        cx: &mut Cx,
        reference: &Ref,
        index: usize,
    ) -> Option<Vec<Expr>> {
        let def = self.records.advice[index].def;
        let types = self.records.advice[index].params.clone();
        let name = &def.name.node;
        if types.len() != reference.args.len() {
            let (wanted, found) = (types.len(), reference.args.len());
            let message = match wanted {
                0 => format!("`{name}` takes no arguments"),
                1 => format!("`{name}` takes 1 argument, found {found}"),
                _ => format!("`{name}` takes {wanted} arguments, found {found}"),
            };
            let mut diagnostic = Diagnostic::new(Code::ArgumentCount, message)
                .with_label(reference.span, "wrong number of arguments")
                .with_secondary(def.name.span, "defined here");
            if wanted > 0 {
                diagnostic.notes = self.signature_notes(name);
            }
            return self.refuse(diagnostic);
        }
        let values: Vec<Option<Expr>> = reference
            .args
            .iter()
            .zip(types)
            .map(|(arg, ty)| self.constant(cx, arg, ty?, name))
            .collect();
        values.into_iter().collect()
    }
}

/// `any`.
pub(super) fn any_moves(span: Span) -> MovesForm {
    MovesForm::every(vec![Class {
        place: span,
        ..Class::of(63)
    }])
}
