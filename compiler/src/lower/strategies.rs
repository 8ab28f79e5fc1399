//! Strategies: nested statements become a list with jumps, as [`adv_module::program::Strategy`] draws it.
//!
//! ```text
//!   if a then                0  If a         else →1        labels, known when they are bound
//!     action X otherwise     1  Action X     then →2  failed 2
//!       stop                 2  Stop
//!   else               →2    3  Jump →3
//!     …                →1    4  …
//!   end-if             →3
//! ```
//!
//! Pending work is on a stack of its own, so the depth of the nesting does not matter here.

use super::context::Lowering;
use super::records::{At, Made};
use crate::hir::{self, AdviceKind, Expr};
use crate::source::Span;
use adv_module::program::{Statement, StatementKind, Strategy};
use adv_module::{AdviceId, FnId};
use std::collections::BTreeSet;

/// What the names of the functions of each piece-of-advice begin with: its own name, which for an action need not be the only one
/// of its kind and then gets a number.
pub(super) fn advice_names(advice: &[hir::Advice]) -> Vec<String> {
    let named = |advice: &&hir::Advice| advice.kind != AdviceKind::Action;
    let names = advice.iter().filter(named).map(|of| of.name.node.clone());
    let mut taken: BTreeSet<String> = names.collect();
    let name = |advice: &hir::Advice| {
        if advice.kind != AdviceKind::Action {
            return advice.name.node.clone();
        }
        let mut name = advice.name.node.clone();
        let mut number = 1;
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{}.{number}", advice.name);
        }
        name
    };
    advice.iter().map(name).collect()
}

/// A statement that is not known yet where the jump to it is written.
#[derive(Clone, Copy)]
struct StatementLabel(u32);

/// What is still to be written.
enum Task<'h> {
    /// Statements.
    Statements(&'h [hir::Statement]),
    /// The branches that are left, the statements of `else`, and the end of the whole.
    Branches(
        &'h [(Expr, Vec<hir::Statement>, Span)],
        &'h [hir::Statement],
        StatementLabel,
    ),
    /// One statement of the list.
    Write(StatementKind, Span),
    /// The label is the next statement.
    Bind(StatementLabel),
}

/// A body while it is being made. Targets are numbers of labels until it is finished.
struct StrategyBuilder<'b, 'a, 'h> {
    low: &'b mut Lowering<'a>,
    /// The strategy's name.
    name: &'h str,
    /// The names of the pieces-of-advice.
    names: &'b [String],
    list: Vec<Statement>,
    labels: Vec<u32>,
    tasks: Vec<Task<'h>>,
    ifs: u32,
    whiles: u32,
}

impl Lowering<'_> {
    /// A strategy; `names` are those of [`advice_names`].
    pub(super) fn strategy(
        &mut self,
        strategy: &hir::Strategy,
        names: &[String],
    ) -> Made<Strategy> {
        let name = &strategy.name.node;
        let (in_class, out_class) = (strategy.in_class.as_ref(), strategy.out_class.as_ref());
        Ok(Strategy {
            name: name.clone(),
            side: strategy.side,
            material: strategy.material,
            in_class: self.optional(in_class, &format!("{name}.in-class"), At::Position)?,
            in_class_place: self.place(strategy.in_class_place),
            out_class: self.optional(out_class, &format!("{name}.out-class"), At::After)?,
            compares: strategy.compares,
            out_class_place: self.place(strategy.out_class_place),
            body: StrategyBuilder {
                low: self,
                name,
                names,
                list: Vec::new(),
                labels: Vec::new(),
                tasks: vec![Task::Statements(&strategy.body)],
                ifs: 0,
                whiles: 0,
            }
            .made()?,
            doc: strategy.doc.clone(),
            place: self.place(strategy.place),
        })
    }
}

impl<'h> StrategyBuilder<'_, '_, 'h> {
    fn made(mut self) -> Made<Vec<Statement>> {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Statements(list) => {
                    if let Some((first, rest)) = list.split_first() {
                        self.tasks.push(Task::Statements(rest));
                        self.statement(first)?;
                    }
                }
                Task::Branches(branches, other, end) => self.branches(branches, other, end)?,
                Task::Write(kind, span) => self.write(kind, span),
                Task::Bind(label) => self.bind(label),
            }
        }
        let labels = self.labels;
        for statement in &mut self.list {
            statement
                .kind
                .retarget(&mut |label| labels.get(label as usize).copied().unwrap_or(u32::MAX));
        }
        Ok(self.list)
    }

    fn label(&mut self) -> StatementLabel {
        self.labels.push(u32::MAX);
        StatementLabel(u32::try_from(self.labels.len() - 1).unwrap_or(u32::MAX))
    }

    fn bind(&mut self, label: StatementLabel) {
        if let Some(at) = self.labels.get_mut(label.0 as usize) {
            *at = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        }
    }

    fn write(&mut self, kind: StatementKind, span: Span) {
        let place = self.low.place(span);
        self.list.push(Statement { kind, place });
    }

    fn condition(&mut self, condition: &Expr, what: &str, number: u32) -> Made<FnId> {
        let name = format!("{}.{what}.{number}", self.name);
        self.low.value(condition, &name, At::Position)
    }

    fn statement(&mut self, statement: &'h hir::Statement) -> Made<()> {
        let span = statement.span;
        match &statement.kind {
            hir::StatementKind::Action(index, in_class, otherwise) => {
                let name = self.names.get(*index).map_or("?", String::as_str);
                let class = format!("{name}.in-class");
                let in_class = self.low.optional(in_class.as_ref(), &class, At::Position)?;
                let (then, failed) = self.otherwise(otherwise.as_deref());
                let advice = AdviceId::at(*index);
                let kind = StatementKind::Action {
                    advice,
                    in_class,
                    then,
                    failed,
                };
                self.played(kind, span, failed);
            }
            hir::StatementKind::Consult(what, otherwise) => {
                let what = what.clone();
                let (then, failed) = self.otherwise(otherwise.as_deref());
                self.played(StatementKind::Consult { what, then, failed }, span, failed);
            }
            hir::StatementKind::DoWhile(condition, body) => {
                self.whiles += 1;
                let condition = self.condition(condition, "while", self.whiles)?;
                let (head, end) = (self.label(), self.label());
                self.bind(head);
                let kind = StatementKind::While {
                    condition,
                    end: end.0,
                };
                self.write(kind, span);
                self.tasks.push(Task::Bind(end));
                self.tasks
                    .push(Task::Write(StatementKind::Again(head.0), span));
                self.tasks.push(Task::Statements(body));
            }
            hir::StatementKind::If(branches, other) => {
                let end = self.label();
                self.tasks.push(Task::Bind(end));
                self.tasks.push(Task::Branches(branches, other, end));
            }
            hir::StatementKind::Apply(index, otherwise) => {
                let (then, failed) = self.otherwise(otherwise.as_deref());
                let kind = StatementKind::Apply {
                    strategy: *index,
                    then: failed.map(|_| then),
                };
                self.played(kind, span, failed);
            }
            hir::StatementKind::Stop(reason) => {
                self.write(StatementKind::Stop(reason.clone()), span);
            }
        }
        Ok(())
    }

    /// Where it goes on, and where on failure. The statement for failure is still to be written, so that it comes directly after.
    fn otherwise(&mut self, otherwise: Option<&'h hir::Statement>) -> (u32, Option<u32>) {
        let then = self.label();
        self.tasks.push(Task::Bind(then));
        let failed = otherwise.map(|statement| {
            self.tasks
                .push(Task::Statements(std::slice::from_ref(statement)));
            self.label()
        });
        (then.0, failed.map(|failed| failed.0))
    }

    /// Writes a statement that plays; on failure the next one runs.
    fn played(&mut self, kind: StatementKind, span: Span, failed: Option<u32>) {
        self.write(kind, span);
        if let Some(failed) = failed {
            self.bind(StatementLabel(failed));
        }
    }

    fn branches(
        &mut self,
        branches: &'h [(Expr, Vec<hir::Statement>, Span)],
        other: &'h [hir::Statement],
        end: StatementLabel,
    ) -> Made<()> {
        let Some(((condition, body, span), rest)) = branches.split_first() else {
            self.tasks.push(Task::Statements(other));
            return Ok(());
        };
        self.ifs += 1;
        let condition = self.condition(condition, "if", self.ifs)?;
        let next = self.label();
        let kind = StatementKind::If {
            condition,
            otherwise: next.0,
        };
        self.write(kind, *span);
        self.tasks.push(Task::Branches(rest, other, end));
        self.tasks.push(Task::Bind(next));
        // The last branch of all is followed by the end.
        if !rest.is_empty() || !other.is_empty() {
            self.tasks
                .push(Task::Write(StatementKind::Jump(end.0), *span));
        }
        self.tasks.push(Task::Statements(body));
        Ok(())
    }
}
