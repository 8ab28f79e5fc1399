//! The walk over lists, statements, moves and expressions.

use super::Resolver;
use crate::check::names::Def;
use crate::index::DefinitionKind;
use crate::syntax::ast::{
    self, AdviceClause, AdviceClauseKind, ListEntry, MoveHead, MoveMod, MoveSeq, Owner, Template,
    TemplatePart,
};

impl<'a> Resolver<'_, 'a> {
    pub(super) fn reference(&mut self, reference: &'a ast::Ref) {
        self.name(&reference.name.node, reference.name.span);
        self.exprs(&reference.args);
    }

    pub(super) fn list(&mut self, entries: &'a [ListEntry]) -> bool {
        for entry in entries {
            match entry {
                ListEntry::Ref(reference) => self.reference(reference),
                ListEntry::Shortest { plies, entries, .. } => {
                    self.expr(plies);
                    entries.iter().for_each(|entry| self.reference(entry));
                }
                ListEntry::Error => {}
            }
        }
        false
    }

    pub(super) fn template(&mut self, text: &'a Template) {
        self.in_text = true;
        for part in &text.parts {
            match part {
                TemplatePart::Text(_) => {}
                TemplatePart::Value(expr)
                | TemplatePart::Choice(expr, ..)
                | TemplatePart::Board(expr, _) => self.expr(expr),
            }
        }
        self.in_text = false;
    }

    /// A pattern uses what its fact, its `where` and its worth name. Its plans and texts are no part of what it means.
    pub(super) fn pattern(&mut self, def: &'a ast::PatternDef) -> bool {
        use ast::PatternClauseKind as P;
        for clause in &def.clauses {
            match &clause.kind {
                P::Fact {
                    fact, condition, ..
                } => {
                    self.expr(fact);
                    condition.iter().for_each(|condition| self.expr(condition));
                }
                P::Worth(worth) => self.expr(worth),
                P::Called(text) | P::Belief(text) => self.template(text),
                P::For(_, parts) => parts.iter().for_each(|part| self.view_part(part)),
                P::Excludes(_) | P::Error => {}
            }
        }
        self.end_name(def.end_name.as_ref());
        false
    }

    fn view_part(&mut self, part: &'a ast::ViewPart) {
        match part {
            ast::ViewPart::Purpose(text) => self.template(text),
            ast::ViewPart::Plan(refs, _) => {
                // A plan may ask for patterns, this one among them.
                let uses = std::mem::take(&mut self.uses);
                refs.iter()
                    .for_each(|(reference, _)| self.reference(reference));
                self.uses = uses;
            }
        }
    }

    pub(super) fn evaluation(&mut self, def: &'a ast::EvaluationDef) -> bool {
        use ast::EvaluationClauseKind as E;
        for clause in &def.clauses {
            match &clause.kind {
                E::Stage(expr) => self.expr(expr),
                E::Worth(name, expr) => {
                    self.name(&name.node, name.span);
                    self.expr(expr);
                }
                E::Of(_) | E::Tell(_) | E::Similarity(_) | E::Error => {}
            }
        }
        self.end_name(def.end_name.as_ref());
        false
    }

    /// The uses of statements; true where an action takes the default for its holding-goal.
    pub(super) fn statements(&mut self, body: &'a [ast::Statement]) -> bool {
        let mut default = false;
        for statement in body {
            default |= self.statement(statement);
        }
        default
    }

    pub(super) fn statement(&mut self, statement: &'a ast::Statement) -> bool {
        match &statement.kind {
            ast::StatementKind::Action(action) => {
                let default = if self.is_action(&action.name.node) {
                    // Two constants of an action of the file read as two classes.
                    self.name(&action.name.node, action.name.span);
                    self.expr(&action.in_class);
                    self.expr(&action.out_class);
                    false
                } else {
                    let id = self.inner(DefinitionKind::Action, &action.name, statement.span);
                    self.actions.push((0, &action.name.node, id));
                    self.action(&action.in_class, &action.out_class, &action.clauses)
                };
                let otherwise = action.otherwise.as_deref();
                default | otherwise.is_some_and(|otherwise| self.statement(otherwise))
            }
            ast::StatementKind::ActionUse(action) => {
                self.reference(&action.reference);
                let otherwise = action.otherwise.as_deref();
                otherwise.is_some_and(|otherwise| self.statement(otherwise))
            }
            ast::StatementKind::DoWhile(condition, body, _) => {
                self.expr(condition);
                self.statements(body)
            }
            ast::StatementKind::If(branches, last) => {
                let mut default = false;
                for (condition, body) in branches {
                    self.expr(condition);
                    default |= self.statements(body);
                }
                default | last.as_ref().is_some_and(|body| self.statements(body))
            }
            ast::StatementKind::Consult(entries, otherwise) => {
                self.list(entries);
                let otherwise = otherwise.as_deref();
                otherwise.is_some_and(|otherwise| self.statement(otherwise))
            }
            ast::StatementKind::Apply(reference, otherwise) => {
                let name = &reference.name;
                self.name(&name.node, name.span);
                if let Some(&def @ Def::Strategy(_)) = self.names.own.get(name.node.as_str()) {
                    self.uses.push((def, name.span));
                }
                let otherwise = otherwise.as_deref();
                otherwise.is_some_and(|otherwise| self.statement(otherwise))
            }
            ast::StatementKind::Stop(_) | ast::StatementKind::Error => false,
        }
    }

    /// Whether a name is that of an action outside of strategies.
    fn is_action(&self, name: &str) -> bool {
        match self.names.own.get(name) {
            Some(&Def::Advice(index)) => self.of_file.get(index).copied().unwrap_or(false),
            _ => false,
        }
    }

    /// The classes and clauses of an action; true where it takes the default for its holding-goal.
    pub(super) fn action(
        &mut self,
        in_class: &'a ast::Expr,
        out_class: &'a ast::Expr,
        clauses: &'a [AdviceClause],
    ) -> bool {
        self.expr(in_class);
        self.expr(out_class);
        self.clauses(clauses)
    }

    /// The clauses of advice or an action; true where the holding-goal is not among them.
    pub(super) fn clauses(&mut self, clauses: &'a [AdviceClause]) -> bool {
        let mut default = true;
        for clause in clauses {
            match &clause.kind {
                AdviceClauseKind::Better(_, expr)
                | AdviceClauseKind::Depth(expr, _)
                | AdviceClauseKind::Within(expr)
                | AdviceClauseKind::Cost(_, expr)
                | AdviceClauseKind::Effort(expr, _) => self.expr(expr),
                AdviceClauseKind::Holding(_, expr) => {
                    default = false;
                    self.expr(expr);
                }
                AdviceClauseKind::Us(spec) | AdviceClauseKind::Them(spec) => {
                    self.moves(spec);
                }
                AdviceClauseKind::Prefer(keys) => self.exprs(keys),
                AdviceClauseKind::Because(text) => self.template(text),
                AdviceClauseKind::Error => {}
            }
        }
        default
    }

    pub(super) fn moves(&mut self, spec: &'a ast::MoveSpec) -> bool {
        match spec {
            ast::MoveSpec::Seq(seq) => self.sequence(seq),
            ast::MoveSpec::Phases(phases) => {
                phases.iter().for_each(|phase| self.sequence(&phase.seq))
            }
        }
        false
    }

    pub(super) fn sequence(&mut self, seq: &'a MoveSeq) {
        for class in &seq.classes {
            match &class.head {
                MoveHead::Name(reference) => self.reference(reference),
                MoveHead::Pieces(pieces) => self.exprs(pieces),
                MoveHead::Any(_) | MoveHead::None(_) => {}
            }
            for modifier in &class.mods {
                match modifier {
                    MoveMod::Where(expr)
                    | MoveMod::By { key: expr, .. }
                    | MoveMod::To(expr)
                    | MoveMod::From(expr)
                    | MoveMod::Along(expr) => {
                        self.expr(expr);
                    }
                    MoveMod::Toward(_) | MoveMod::As(_) => {}
                }
            }
        }
    }

    pub(super) fn exprs(&mut self, exprs: &'a [ast::Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    pub(super) fn bound(&mut self, name: &'a ast::Name, range: &'a ast::Expr, body: &'a ast::Expr) {
        self.expr(range);
        let id = self.inner(DefinitionKind::Variable, name, name.span);
        self.bound.push((&name.node, Some(id)));
        self.expr(body);
        self.bound.pop();
    }

    pub(super) fn expr(&mut self, expr: &'a ast::Expr) {
        let mut expr = expr;
        // A row of operators leans to the left and may be very long.
        while let ast::ExprKind::Binary(_, left, right) = &expr.kind {
            self.expr(right);
            expr = left;
        }
        match &expr.kind {
            ast::ExprKind::Name(name) => self.name(name, expr.span),
            ast::ExprKind::Call(name, args) => {
                self.name(&name.node, name.span);
                self.exprs(args);
            }
            ast::ExprKind::Prefix(_, inner)
            | ast::ExprKind::Turned(inner)
            | ast::ExprKind::Unary(_, inner) => self.expr(inner),
            ast::ExprKind::Tuple(parts)
            | ast::ExprKind::Set(parts)
            | ast::ExprKind::MinMax(_, parts)
            | ast::ExprKind::Zone(parts)
            | ast::ExprKind::Junction(_, parts) => self.exprs(parts),
            ast::ExprKind::Fold(_, name, range, body) => self.bound(name, range, body),
            ast::ExprKind::If(arms, last) => {
                for (condition, branch) in arms {
                    self.expr(condition);
                    self.expr(branch);
                }
                self.expr(last);
            }
            ast::ExprKind::Piece(owner, _) => {
                if let Owner::Name(name) = &owner.node {
                    self.name(name, owner.span);
                }
            }
            ast::ExprKind::Satisfiable(_, refs) => {
                refs.iter().for_each(|reference| self.reference(reference))
            }
            _ => {}
        }
    }
}
