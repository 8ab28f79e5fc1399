//! Which definitions a tree names: the edges of the graph in [`super::order`].
//!
//! Parameters and bound variables hide definitions of the same name, as they do in the check.

use super::Checker;
use super::scope::Def;
use crate::source::Span;
use crate::syntax::ast::{
    self, ActionClauseKind, AdviceClauseKind, Expr, ExprKind, HeadPartKind, ItemKind, ListEntry,
    MoveHead, MoveMod, MoveSeq, MoveSpec, Statement, StatementKind,
};

impl Checker<'_> {
    pub(super) fn uses_of(&self, def: Def) -> Vec<(Def, Span)> {
        let mut uses = Uses {
            names: &self.names.own,
            found: Vec::new(),
            bound: Vec::new(),
        };
        let bind = |uses: &mut Uses<'_>, params: &[ast::Param]| {
            uses.bound
                .extend(params.iter().map(|param| param.name.node.clone()));
        };
        match def {
            Def::Function(index) => {
                let def = self.functions[index].def;
                bind(&mut uses, &def.params);
                uses.expr(&def.body);
            }
            Def::Moves(index) => {
                let def = self.moves[index].def;
                bind(&mut uses, &def.params);
                uses.moves(&def.spec);
            }
            Def::Advice(index) => {
                let def = self.advice[index].def;
                bind(&mut uses, &def.params);
                let mut holding = false;
                for clause in &def.clauses {
                    match &clause.kind {
                        AdviceClauseKind::Better(_, expr) | AdviceClauseKind::Depth(expr, _) => {
                            uses.expr(expr)
                        }
                        AdviceClauseKind::Holding(_, expr) => {
                            holding = true;
                            uses.expr(expr);
                        }
                        AdviceClauseKind::Us(spec) | AdviceClauseKind::Them(spec) => {
                            uses.moves(spec)
                        }
                        AdviceClauseKind::Because(_) | AdviceClauseKind::Error => {}
                    }
                }
                if !holding && let Some(default) = self.default_holding {
                    uses.expr(default);
                }
            }
            Def::Plan(index) => uses.list(&self.plans[index].def.entries),
            Def::Table(index) => {
                let def = self.tables[index].def;
                for rule in &def.rules {
                    if let Some(condition) = &rule.condition {
                        uses.expr(condition);
                    }
                    uses.list(&rule.list);
                }
                for also in &def.also {
                    uses.list(&also.node);
                }
            }
            Def::Strategy(index) => {
                let def = self.strategies[index].def;
                for part in &def.parts {
                    match &part.kind {
                        HeadPartKind::Descr(expr) | HeadPartKind::OutClass(expr) => uses.expr(expr),
                        HeadPartKind::Figures(_) | HeadPartKind::Error => {}
                    }
                }
                if uses.statements(&def.body)
                    && let Some(default) = self.default_holding
                {
                    uses.expr(default);
                }
            }
        }
        uses.found
    }

    pub(super) fn uses_of_claims(&self) -> Vec<Def> {
        let mut uses = Uses {
            names: &self.names.own,
            found: Vec::new(),
            bound: Vec::new(),
        };
        for item in &self.file.items {
            match &item.kind {
                ItemKind::Test(test) => {
                    if let Some(subject) = &test.subject {
                        uses.reference(subject);
                    }
                    for expectation in &test.expectations {
                        match &expectation.kind {
                            ast::ExpectationKind::Advice(reference) => uses.reference(reference),
                            ast::ExpectationKind::Value(expr) => uses.expr(expr),
                            _ => {}
                        }
                    }
                }
                ItemKind::Prove(prove) => {
                    let condition = prove.from.as_ref().and_then(|from| from.condition.as_ref());
                    let goals = prove.goals.iter().map(|(_, goal)| goal);
                    let exprs = [Some(&prove.subject), prove.implies.as_ref(), condition];
                    exprs
                        .into_iter()
                        .flatten()
                        .chain(goals)
                        .for_each(|expr| uses.expr(expr));
                }
                ItemKind::Measure(measure) => {
                    uses.reference(&measure.subject);
                    measure
                        .from
                        .condition
                        .iter()
                        .for_each(|expr| uses.expr(expr));
                    for (_, goal) in &measure.goals {
                        uses.expr(goal);
                    }
                }
                _ => {}
            }
        }
        uses.found.into_iter().map(|(def, _)| def).collect()
    }
}

/// Collects the definitions that a tree names.
struct Uses<'u> {
    names: &'u std::collections::HashMap<&'u str, Def>,
    found: Vec<(Def, Span)>,
    /// Parameters and bound variables, which hide definitions.
    bound: Vec<String>,
}

impl Uses<'_> {
    fn name(&mut self, name: &str, span: Span) {
        if self.bound.iter().any(|bound| bound == name) {
            return;
        }
        match self.names.get(name) {
            // Only `apply` uses a strategy; elsewhere its name is another mistake.
            Some(Def::Strategy(_)) | None => {}
            Some(&def) => self.found.push((def, span)),
        }
    }

    fn reference(&mut self, reference: &ast::Ref) {
        self.name(&reference.name.node, reference.name.span);
        self.exprs(&reference.args);
    }

    fn list(&mut self, entries: &[ListEntry]) {
        for entry in entries {
            match entry {
                ListEntry::Ref(reference) => self.reference(reference),
                ListEntry::Shortest { plies, entries, .. } => {
                    self.expr(plies);
                    entries.iter().for_each(|entry| self.reference(entry));
                }
            }
        }
    }

    /// The uses of statements; true where an action takes the default for its holding-goal.
    fn statements(&mut self, body: &[Statement]) -> bool {
        let mut default = false;
        for statement in body {
            default |= self.statement(statement);
        }
        default
    }

    fn statement(&mut self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Action(action) => {
                self.expr(&action.in_class);
                self.expr(&action.out_class);
                let mut default = true;
                for clause in &action.clauses {
                    match &clause.kind {
                        ActionClauseKind::Us(spec) => self.moves(spec),
                        ActionClauseKind::Holding(expr) => {
                            default = false;
                            self.expr(expr);
                        }
                        ActionClauseKind::Within(expr) => self.expr(expr),
                        ActionClauseKind::Prefer(keys) => self.exprs(keys),
                        ActionClauseKind::Because(_) | ActionClauseKind::Error => {}
                    }
                }
                let otherwise = action.otherwise.as_deref();
                default | otherwise.is_some_and(|otherwise| self.statement(otherwise))
            }
            StatementKind::DoWhile(condition, body, _) => {
                self.expr(condition);
                self.statements(body)
            }
            StatementKind::If(branches, last) => {
                let mut default = false;
                for (condition, body) in branches {
                    self.expr(condition);
                    default |= self.statements(body);
                }
                default | last.as_ref().is_some_and(|body| self.statements(body))
            }
            StatementKind::Consult(entries, otherwise) => {
                self.list(entries);
                let otherwise = otherwise.as_deref();
                otherwise.is_some_and(|otherwise| self.statement(otherwise))
            }
            StatementKind::Apply(reference) => {
                let name = &reference.name;
                if let Some(&def @ Def::Strategy(_)) = self.names.get(name.node.as_str()) {
                    self.found.push((def, name.span));
                }
                false
            }
            StatementKind::Stop(_) | StatementKind::Error => false,
        }
    }

    fn moves(&mut self, spec: &MoveSpec) {
        match spec {
            MoveSpec::Seq(seq) => self.sequence(seq),
            MoveSpec::Phases(phases) => phases.iter().for_each(|phase| self.sequence(&phase.seq)),
        }
    }

    fn sequence(&mut self, seq: &MoveSeq) {
        for class in &seq.classes {
            if let MoveHead::Name(reference) = &class.head {
                self.reference(reference);
            }
            for modifier in &class.mods {
                match modifier {
                    MoveMod::Where(expr)
                    | MoveMod::By { key: expr, .. }
                    | MoveMod::To(expr)
                    | MoveMod::From(expr) => {
                        self.expr(expr);
                    }
                    MoveMod::Toward(_) | MoveMod::As(_) => {}
                }
            }
        }
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    fn bound(&mut self, name: &ast::Name, range: &Expr, body: &Expr) {
        self.expr(range);
        self.bound.push(name.node.clone());
        self.expr(body);
        self.bound.pop();
    }

    fn expr(&mut self, expr: &Expr) {
        let mut expr = expr;
        // A row of operators leans to the left and may be very long.
        while let ExprKind::Binary(_, left, right) = &expr.kind {
            self.expr(right);
            expr = left;
        }
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Call(name, args) => {
                self.name(&name.node, name.span);
                self.exprs(args);
            }
            ExprKind::Prefix(_, inner) | ExprKind::Turned(inner) | ExprKind::Unary(_, inner) => {
                self.expr(inner)
            }
            ExprKind::Tuple(parts)
            | ExprKind::Set(parts)
            | ExprKind::MinMax(_, parts)
            | ExprKind::Junction(_, parts) => self.exprs(parts),
            ExprKind::Comprehension(name, range, body)
            | ExprKind::Quantified(_, name, range, body)
            | ExprKind::Fold(_, name, range, body) => self.bound(name, range, body),
            ExprKind::If(arms, last) => {
                for (condition, branch) in arms {
                    self.expr(condition);
                    self.expr(branch);
                }
                self.expr(last);
            }
            ExprKind::Satisfiable(refs) => {
                refs.iter().for_each(|reference| self.reference(reference))
            }
            _ => {}
        }
    }
}
