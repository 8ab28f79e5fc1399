//! Strategies: nested statements become a list with jumps, as [`adv_module::program::Strategy`] draws it.
//!
//! ```text
//!   if a then                0  If a         else 4        written again when the last branch is there
//!     action X otherwise     1  Action X     then 3  failed 2
//!       stop                 2  Stop
//!   else                     3  Jump 5
//!     …                      4  …
//!   end-if
//! ```
//!
//! The parser bounds the nesting of statements.

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

/// A body while it is being made.
struct StrategyBuilder<'b, 'a> {
    low: &'b mut Lowering<'a>,
    /// The strategy's name.
    name: &'b str,
    /// The names of the pieces-of-advice.
    names: &'b [String],
    list: Vec<Statement>,
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
                ifs: 0,
                whiles: 0,
            }
            .made(&strategy.body)?,
            doc: strategy.doc.clone(),
            place: self.place(strategy.place),
        })
    }
}

impl StrategyBuilder<'_, '_> {
    fn made(mut self, body: &[hir::Statement]) -> Made<Vec<Statement>> {
        self.statements(body)?;
        Ok(self.list)
    }

    fn statements(&mut self, list: &[hir::Statement]) -> Made<()> {
        list.iter()
            .try_for_each(|statement| self.statement(statement))
    }

    /// The number of the next statement.
    fn next(&self) -> u32 {
        u32::try_from(self.list.len()).unwrap_or(u32::MAX)
    }

    /// Writes a statement. Where it names later ones, [`StrategyBuilder::set`] writes it again once they are there.
    fn write(&mut self, kind: StatementKind, span: Span) -> usize {
        let place = self.low.place(span);
        self.list.push(Statement { kind, place });
        self.list.len() - 1
    }

    fn set(&mut self, at: usize, kind: StatementKind) {
        if let Some(statement) = self.list.get_mut(at) {
            statement.kind = kind;
        }
    }

    fn condition(&mut self, condition: &Expr, what: &str, number: u32) -> Made<FnId> {
        let name = format!("{}.{what}.{number}", self.name);
        self.low.value(condition, &name, At::Position)
    }

    fn statement(&mut self, statement: &hir::Statement) -> Made<()> {
        let span = statement.span;
        match &statement.kind {
            hir::StatementKind::Action(index, in_class, otherwise) => {
                let name = self.names.get(*index).map_or("?", String::as_str);
                let class = format!("{name}.in-class");
                let in_class = self.low.optional(in_class.as_ref(), &class, At::Position)?;
                let advice = AdviceId::at(*index);
                self.played(span, otherwise.as_deref(), |then, failed| {
                    StatementKind::Action {
                        advice,
                        in_class,
                        then,
                        failed,
                    }
                })
            }
            hir::StatementKind::Consult(what, otherwise) => {
                let what = what.clone();
                self.played(span, otherwise.as_deref(), |then, failed| {
                    StatementKind::Consult { what, then, failed }
                })
            }
            hir::StatementKind::Apply(strategy, otherwise) => {
                let strategy = *strategy;
                self.played(span, otherwise.as_deref(), |then, failed| {
                    let then = failed.map(|_| then);
                    StatementKind::Apply { strategy, then }
                })
            }
            hir::StatementKind::DoWhile(condition, body) => {
                self.whiles += 1;
                let condition = self.condition(condition, "while", self.whiles)?;
                let head = self.next();
                let at = self.write(StatementKind::While { condition, end: 0 }, span);
                self.statements(body)?;
                self.write(StatementKind::Again(head), span);
                let end = self.next();
                self.set(at, StatementKind::While { condition, end });
                Ok(())
            }
            hir::StatementKind::If(branches, other) => self.branches(branches, other),
            hir::StatementKind::Stop(reason) => {
                self.write(StatementKind::Stop(reason.clone()), span);
                Ok(())
            }
        }
    }

    /// Writes a statement that plays, and directly after it the one that runs where it fails.
    fn played(
        &mut self,
        span: Span,
        otherwise: Option<&hir::Statement>,
        kind: impl FnOnce(u32, Option<u32>) -> StatementKind,
    ) -> Made<()> {
        let at = self.write(StatementKind::Stop(None), span);
        let failed = otherwise.map(|_| self.next());
        self.statements(otherwise.map_or(&[], std::slice::from_ref))?;
        let kind = kind(self.next(), failed);
        self.set(at, kind);
        Ok(())
    }

    fn branches(
        &mut self,
        branches: &[(Expr, Vec<hir::Statement>, Span)],
        other: &[hir::Statement],
    ) -> Made<()> {
        let mut jumps = Vec::new();
        for (index, (condition, body, span)) in (1..).zip(branches) {
            self.ifs += 1;
            let condition = self.condition(condition, "if", self.ifs)?;
            let otherwise = 0;
            let at = self.write(
                StatementKind::If {
                    condition,
                    otherwise,
                },
                *span,
            );
            self.statements(body)?;
            // The last branch of all is followed by the end.
            if index < branches.len() || !other.is_empty() {
                jumps.push(self.write(StatementKind::Jump(0), *span));
            }
            let otherwise = self.next();
            self.set(
                at,
                StatementKind::If {
                    condition,
                    otherwise,
                },
            );
        }
        self.statements(other)?;
        let end = self.next();
        for jump in jumps {
            self.set(jump, StatementKind::Jump(end));
        }
        Ok(())
    }
}
