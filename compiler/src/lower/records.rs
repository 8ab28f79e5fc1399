//! Pieces-of-advice, tables and tests: records that point to functions.
//!
//! A goal is a function, and so is each of its conjuncts and each side of a conjunct that compares numbers, so that an explanation
//! can say which conjunct failed and with what numbers:
//!
//! ```text
//!   better  room < root.room ∧ divides
//!     test      squeeze.better
//!     part 1    squeeze.better.1      left: room    right: squeeze.better.1.right
//!     part 2    divides               a definition's own function does
//! ```

use super::build::{Build, TermScope};
use super::context::Lowering;
use super::emit::Keeping;
use super::error::LowerError;
use super::term::{TermId, Terms};
use crate::check::walk::{Merge, same};
use crate::hir::{self, AdviceKind, Callee, Expr, ExprKind, Frame, Needs};
use adv_module::FnId;
use adv_module::program::{
    Advice, Class, Compare, Cost, Expect, ExpectKind, Goal, GoalPart, MoveSpec, Rule, Table, Test,
    TextPart,
};

pub(super) type Made<T> = Result<T, LowerError>;

/// Which positions an expression can speak of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// A goal: the new position is the node.
    Node,
    /// An action's out-class: the current position is the one before our last move, the new one is the node.
    After,
    /// As `After`, where our last move was the tree's first: the current position is the root.
    AfterFirst,
    /// A move clause.
    Move,
    /// A move clause of the tree's first move: the current position is the root.
    FirstMove,
    /// The squares that the tree's first move comes from or goes to.
    FirstSquares,
    /// A rule, a condition of a strategy, a test, a claim: there is one position.
    Position,
}

impl At {
    /// The same where our last move need not have been the first.
    fn general(self) -> Option<At> {
        match self {
            At::AfterFirst => Some(At::After),
            At::FirstMove | At::FirstSquares => Some(At::Move),
            At::Node | At::After | At::Move | At::Position => None,
        }
    }
}

/// The key of a class, where it is the only one and says what a move costs.
fn is_key(cost: &Expr, class: &hir::Class, made: &Class) -> Option<FnId> {
    match (class.keys.as_slice(), made.keys.as_slice()) {
        ([key], &[id]) if same(key, cost, Merge::Nothing) => Some(id),
        _ => None,
    }
}

/// The function that orders our moves by what they cost, where a class has it: it is made like that of a cost.
fn key_of_cost(cost: &Expr, us: &hir::MoveSpec, made: &MoveSpec) -> Option<FnId> {
    let mut classes = us.every.iter().zip(&made.every);
    classes.find_map(|(class, made)| is_key(cost, class, made))
}

/// The one number of a name's part, or several.
fn numbered(name: &str, count: usize, index: usize) -> String {
    if count == 1 {
        name.to_owned()
    } else {
        format!("{name}.{index}")
    }
}

impl Lowering<'_> {
    /// The functions of an expression's components: the definition's own where it is no more than its name.
    pub(super) fn values(&mut self, expr: &Expr, name: &str, at: At) -> Made<Vec<FnId>> {
        if let Some(elsewhere) = at.general() {
            if self.passes.origin
                && let Some(ids) = self.values_at_root(expr, name, at)?
            {
                return Ok(ids);
            }
            return self.values(expr, name, elsewhere);
        }
        if let ExprKind::Call(callee @ Callee::Own(_), frame, args) = &expr.kind
            && args.is_empty()
            && (*frame == Frame::Current || *frame == Frame::New && at == At::Node)
        {
            let ids: Vec<FnId> = (0..super::context::width(expr.ty))
                .map(|index| self.callee(*callee, index))
                .collect();
            // In a move clause the definition's `new.` is the position after the move, whatever frame it is called in.
            if at != At::Position || ids.iter().all(|&id| self.needs(id) == Needs::NONE) {
                return Ok(ids);
            }
        }
        let mut build = Build::new(self, name, true);
        let roots = build.components(expr, &mut TermScope::new(at == At::Node))?;
        let terms = build.terms;
        self.components(&terms, roots, expr, name)
    }

    /// The functions of an expression where the current position is the root; `None` if no part of it is worth caching. Squares
    /// that moves come from or go to are evaluated once.
    fn values_at_root(&mut self, expr: &Expr, name: &str, at: At) -> Made<Option<Vec<FnId>>> {
        let mut build = Build::new(self, name, true);
        let mut scope = TermScope::within(Frame::Root, Frame::New);
        let roots = build.components(expr, &mut scope)?;
        let terms = build.terms;
        let once = at == At::FirstSquares;
        if !roots.iter().any(|&root| terms.keeps(root, once)) {
            return Ok(None);
        }
        self.components(&terms, roots, expr, name).map(Some)
    }

    fn components(
        &mut self,
        terms: &Terms,
        roots: Vec<TermId>,
        expr: &Expr,
        name: &str,
    ) -> Made<Vec<FnId>> {
        let count = roots.len();
        let make = |(index, root)| {
            self.extra(
                numbered(name, count, index),
                Vec::new(),
                terms,
                root,
                Keeping::All,
                expr.span,
            )
        };
        roots.into_iter().enumerate().map(make).collect()
    }

    pub(super) fn value(&mut self, expr: &Expr, name: &str, at: At) -> Made<FnId> {
        let ids = self.values(expr, name, at)?;
        Ok(ids.first().copied().unwrap_or(FnId(u32::MAX)))
    }

    /// The function of an expression where there is one.
    pub(super) fn optional(
        &mut self,
        expr: Option<&Expr>,
        name: &str,
        at: At,
    ) -> Made<Option<FnId>> {
        expr.map(|expr| self.value(expr, name, at)).transpose()
    }

    /// Both sides of a comparison of numbers, also under a negation, and where it is the only one of several conditions of which one
    /// is enough: `mate ∨ room < root.room`.
    fn compared(&mut self, expr: &Expr, name: &str, at: At) -> Made<Option<Compare>> {
        match &expr.kind {
            ExprKind::Not(inner) => self.compared(inner, name, at),
            ExprKind::Compare(_, left, right) => Ok(Some(Compare {
                left: self.values(left, &format!("{name}.left"), at)?,
                right: self.values(right, &format!("{name}.right"), at)?,
                left_place: self.place(left.span),
                right_place: self.place(right.span),
            })),
            ExprKind::Or(parts) => {
                let mut comparing = parts.iter().filter(|part| compares(part));
                match (comparing.next(), comparing.next()) {
                    (Some(one), None) => self.compared(one, name, at),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// A goal; `drawn`: explanations show its boards.
    pub(super) fn goal(&mut self, goal: &hir::Goal, name: &str, at: At, drawn: bool) -> Made<Goal> {
        let place = self.place(goal.place);
        let mut conjuncts = Vec::new();
        if !matches!(goal.test.kind, ExprKind::Truth(true)) {
            flatten(&goal.test, &mut conjuncts);
        }
        let test = Some(&goal.test).filter(|_| !conjuncts.is_empty());
        let test = self.optional(test, name, at)?;
        // Parts are evaluated for explanations only.
        let at = at.general().unwrap_or(at);
        let mut parts = Vec::with_capacity(conjuncts.len());
        for (index, &part) in conjuncts.iter().enumerate() {
            let name = format!("{name}.{}", index + 1);
            let whole = test.filter(|_| conjuncts.len() == 1);
            parts.push(GoalPart {
                place: self.place(part.span),
                test: match whole {
                    Some(test) => test,
                    None => self.value(part, &name, at)?,
                },
                compare: self.compared(part, &name, at)?,
                boards: if drawn {
                    self.boards(part, &name, at)
                } else {
                    Vec::new()
                },
                zones: Vec::new(),
                cases: Vec::new(),
            });
            if let Some(made) = parts.last_mut().filter(|_| drawn) {
                self.spoken(part, made, &name, at);
            }
        }
        Ok(Goal {
            when: goal.when,
            test,
            parts,
            place,
        })
    }

    /// Keys by which moves are ordered.
    fn keys(&mut self, exprs: &[Expr], name: &str, at: At) -> Made<Vec<FnId>> {
        let mut keys = Vec::new();
        for (index, key) in exprs.iter().enumerate() {
            keys.extend(self.values(key, &format!("{name}.{}", index + 1), at)?);
        }
        Ok(keys)
    }

    fn class(&mut self, class: &hir::Class, name: &str, at: At) -> Made<Class> {
        let keys = self.keys(&class.keys, &format!("{name}.by"), at)?;
        let squares = match at {
            At::FirstMove => At::FirstSquares,
            _ => at,
        };
        let mut one = |expr: &Option<Expr>, what: &str, at: At| {
            self.optional(expr.as_ref(), &format!("{name}.{what}"), at)
        };
        Ok(Class {
            roles: class.roles,
            who: class.who,
            from: one(&class.from, "from", squares)?,
            to: one(&class.to, "to", squares)?,
            filter: one(&class.filter, "where", at)?,
            toward: class.toward.clone(),
            promote: class.promote.map(|role| role as u8),
            keys,
            zones: Vec::new(),
            place: self.place(class.place),
        })
    }

    fn classes(&mut self, classes: &[hir::Class], name: &str, at: At) -> Made<Vec<Class>> {
        let of = |(index, class)| self.class(class, &format!("{name}.{}", index + 1), at);
        classes.iter().enumerate().map(of).collect()
    }

    /// Moves by ply; `every` holds the classes without a ply.
    fn moves(&mut self, spec: &hir::MoveSpec, name: &str, every: At) -> Made<MoveSpec> {
        let every = self.classes(&spec.every, name, every)?;
        let mut phases = Vec::with_capacity(spec.phases.len());
        for (plies, classes) in &spec.phases {
            let first = plies.first().copied().unwrap_or(0);
            let at = match plies[..] {
                [0] => At::FirstMove,
                _ => At::Move,
            };
            phases.push((
                plies.clone(),
                self.classes(classes, &format!("{name}.at-{first}"), at)?,
            ));
        }
        Ok(MoveSpec { every, phases })
    }

    /// A piece-of-advice; `name` is what the names of its functions begin with.
    pub(super) fn advice(&mut self, advice: &hir::Advice, name: &str) -> Made<Advice> {
        let (better, at) = match advice.kind {
            AdviceKind::Piece | AdviceKind::Either | AdviceKind::Both => ("better", At::Node),
            AdviceKind::Action | AdviceKind::Item if advice.depth == 1 => {
                ("out-class", At::AfterFirst)
            }
            AdviceKind::Action | AdviceKind::Item => ("out-class", At::After),
        };
        let ours = if advice.depth == 1 {
            At::FirstMove
        } else {
            At::Move
        };
        // The advice for a nested search is not explained.
        let drawn = !advice.kind.is_hidden();
        let in_class = advice.in_class.as_ref();
        let in_class = self.optional(in_class, &format!("{name}.in-class"), At::Position)?;
        // In this order: functions are numbered as they are made.
        let better = self.goal(&advice.better, &format!("{name}.{better}"), at, drawn)?;
        let holding = self.goal(&advice.holding, &format!("{name}.holding"), At::Node, drawn)?;
        let mut us = self.moves(&advice.us, &format!("{name}.us"), ours)?;
        let mut them = self.moves(&advice.them, &format!("{name}.them"), At::Move)?;
        if drawn {
            self.zones_of_classes(&advice.us, &mut us, &format!("{name}.us"));
            self.zones_of_classes(&advice.them, &mut them, &format!("{name}.them"));
        }
        let cost = match &advice.cost {
            None => None,
            Some(cost) => {
                let of_move = match key_of_cost(&cost.of_move, &advice.us, &us) {
                    Some(key) => key,
                    None => self.value(&cost.of_move, &format!("{name}.cost"), ours)?,
                };
                if ours == At::Move {
                    // One function for the keys of both sides and the cost: what orders a move has weighed it.
                    for (class, made) in advice.them.every.iter().zip(&mut them.every) {
                        if is_key(&cost.of_move, class, made).is_some() {
                            made.keys = vec![of_move];
                        }
                    }
                }
                Some(Cost {
                    when: cost.when,
                    of_move,
                    effort: cost.effort,
                    place: self.place(cost.place),
                })
            }
        };
        Ok(Advice {
            name: advice.name.node.clone(),
            side: advice.side,
            better,
            holding,
            us,
            them,
            depth: advice.depth,
            mode: advice.mode,
            cost,
            because: self.text(&advice.because, &format!("{name}.because"), At::Node)?,
            doc: advice.doc.clone(),
            place: self.place(advice.place),
            kind: advice.kind,
            prefer: self.keys(&advice.prefer, &format!("{name}.prefer"), ours)?,
            in_class,
        })
    }

    /// A table.
    pub(super) fn table(&mut self, table: &hir::Table) -> Made<Table> {
        let mut rules = Vec::with_capacity(table.rules.len());
        for (index, rule) in table.rules.iter().enumerate() {
            let name = format!("{}.rule.{}", table.name.node, index + 1);
            rules.push(Rule {
                condition: self.optional(rule.condition.as_ref(), &name, At::Position)?,
                list: rule.list.clone(),
                place: self.place(rule.place),
            });
        }
        Ok(Table {
            name: table.name.node.clone(),
            side: table.side,
            material: table.material,
            rules,
            beyond: table.beyond.clone(),
            leaves: table.leaves,
            doc: table.doc.clone(),
            place: self.place(table.place),
        })
    }

    /// A test; `number` counts from 1.
    pub(super) fn test(&mut self, test: &hir::Test, number: usize) -> Made<Test> {
        let mut expect = Vec::with_capacity(test.expect.len());
        for (index, expected) in test.expect.iter().enumerate() {
            let kind = match &expected.kind {
                hir::ExpectKind::Move(text) => ExpectKind::Move(text.clone()),
                hir::ExpectKind::OnlyMove(text) => ExpectKind::OnlyMove(text.clone()),
                hir::ExpectKind::Advice(id) => ExpectKind::Advice(*id),
                hir::ExpectKind::Action(name) => ExpectKind::Action(name.clone()),
                hir::ExpectKind::Satisfied => ExpectKind::Satisfied,
                hir::ExpectKind::Tree => ExpectKind::Tree,
                hir::ExpectKind::MateWithin(moves) => ExpectKind::MateWithin(*moves),
                hir::ExpectKind::Explains(pattern, side) => ExpectKind::Explains(*pattern, *side),
                hir::ExpectKind::Forced(id) => ExpectKind::Forced(*id),
                hir::ExpectKind::Possible(id) => ExpectKind::Possible(*id),
                hir::ExpectKind::Refuted(id) => ExpectKind::Refuted(*id),
                hir::ExpectKind::Total(total) => ExpectKind::Total(*total),
                hir::ExpectKind::Explanation => ExpectKind::Explanation,
                hir::ExpectKind::Value { test: expr, .. } => {
                    let name = format!("test.{number}.expect.{}", index + 1);
                    ExpectKind::Value {
                        test: self.value(expr, &name, At::Position)?,
                        compare: self.compared(expr, &name, At::Position)?,
                    }
                }
            };
            expect.push(Expect {
                negated: expected.negated,
                kind,
                place: self.place(expected.place),
            });
        }
        Ok(Test {
            name: test.name.node.clone(),
            subject: test.subject,
            fen: test.fen.clone(),
            expect,
            needs_values: test.needs_values,
            place: self.place(test.place),
        })
    }
}

/// True of a comparison of numbers, also under a negation or as one of several conditions of which one is enough.
fn compares(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(inner) => compares(inner),
        ExprKind::Compare(..) => true,
        ExprKind::Or(parts) => parts.iter().any(compares),
        _ => false,
    }
}

/// The conjuncts of a goal, in the order of the source.
fn flatten<'e>(expr: &'e Expr, conjuncts: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::And(parts) => parts.iter().for_each(|part| flatten(part, conjuncts)),
        _ => conjuncts.push(expr),
    }
}

/// A value in a text; a tuple as `(1, 2)`.
pub(super) fn tuple_text(values: &[FnId], reason: &mut Vec<TextPart>) {
    let text = |text: &str| TextPart::Text(text.to_owned());
    if let &[value] = values {
        return reason.push(TextPart::Value(value));
    }
    for (index, &value) in values.iter().enumerate() {
        reason.push(text(if index == 0 { "(" } else { ", " }));
        reason.push(TextPart::Value(value));
    }
    reason.push(text(")"));
}
