//! Who uses whom: the order in which definitions are checked, rings, and chains that are too long.
//!
//! One graph holds boards, numbers, descriptors, moves, advice, plans and tables. A depth-first walk on a stack of its own (a
//! hostile file can chain ten thousand definitions) gives callees before callers; an edge back to a definition on the stack
//! closes a ring.
//!
//! ```text
//! table krk ──▶ plan rest ──▶ advice squeeze ──▶ moves rook
//!                                     └─────▶ number room ──▶ number side
//! ```
//!
//! Rulings: rings are errors, one for each, with every use on the ring as a label; texts of `because` may use anything and make
//! no ring, since nothing depends on their values.

use super::Checker;
use super::scope::Def;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{
    self, AdviceClauseKind, Expr, ExprKind, ItemKind, ListEntry, MoveHead, MoveMod, MoveSeq,
    MoveSpec,
};

/// The longest chain of definitions that use one another.
const DEEPEST_CHAIN: u32 = 150;
/// How deep advice may stand inside one another.
const DEEPEST_NESTING: u32 = 16;

/// The uses of every definition, by [`Checker::node`].
#[derive(Default)]
pub(crate) struct Graph {
    /// For each definition whom it uses and where.
    pub(crate) edges: Vec<Vec<(Def, Span)>>,
    /// What tests and claims use.
    pub(crate) roots: Vec<Def>,
}

/// What is on the way in the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

impl Checker<'_> {
    /// The number of a definition among all.
    pub(crate) fn node(&self, def: Def) -> usize {
        let functions = self.functions.len();
        let moves = functions + self.moves.len();
        let advice = moves + self.advice.len();
        let plans = advice + self.plans.len();
        match def {
            Def::Function(index) => index,
            Def::Moves(index) => functions + index,
            Def::Advice(index) => moves + index,
            Def::Plan(index) => advice + index,
            Def::Table(index) => plans + index,
        }
    }

    /// Fills the graph and gives all definitions, callees first; `None` where a ring makes further work pointless for the
    /// definitions on it (they are marked, and the others are checked all the same).
    pub(super) fn order(&mut self) -> Option<Vec<Def>> {
        let mut defs: Vec<Def> = Vec::new();
        defs.extend((0..self.functions.len()).map(Def::Function));
        defs.extend((0..self.moves.len()).map(Def::Moves));
        defs.extend((0..self.advice.len()).map(Def::Advice));
        defs.extend((0..self.plans.len()).map(Def::Plan));
        defs.extend((0..self.tables.len()).map(Def::Table));
        self.graph.edges = defs.iter().map(|&def| self.uses_of(def)).collect();
        self.graph.roots = self.uses_of_claims();

        let mut marks = vec![Mark::New; defs.len()];
        let mut on_ring = vec![false; defs.len()];
        let mut order = Vec::with_capacity(defs.len());
        // The definitions on the way with the number of the next use to follow.
        let mut stack: Vec<(Def, usize)> = Vec::new();
        for &start in &defs {
            if marks[self.node(start)] != Mark::New {
                continue;
            }
            marks[self.node(start)] = Mark::Open;
            stack.push((start, 0));
            while let Some((def, next)) = stack.last_mut() {
                let from = self.node(*def);
                let Some(&(target, _)) = self.graph.edges[from].get(*next) else {
                    marks[from] = Mark::Done;
                    order.push(*def);
                    stack.pop();
                    continue;
                };
                *next += 1;
                let to = self.node(target);
                match marks[to] {
                    Mark::New => {
                        marks[to] = Mark::Open;
                        stack.push((target, 0));
                    }
                    Mark::Open => {
                        let begin = stack
                            .iter()
                            .position(|(def, _)| *def == target)
                            .unwrap_or(0);
                        let ring: Vec<(Def, Span)> = stack[begin..]
                            .iter()
                            .map(|(def, next)| {
                                (*def, self.graph.edges[self.node(*def)][next - 1].1)
                            })
                            .collect();
                        self.ring(&ring, &mut on_ring);
                    }
                    Mark::Done => {}
                }
            }
        }
        // A number on a ring has no known width: whoever uses it is silent.
        for &def in &defs {
            if let Def::Function(index) = def
                && on_ring[self.node(def)]
            {
                self.functions[index].result = None;
                self.broken = true;
            }
        }
        if !self.sink.has_errors() {
            self.depths(&order);
        }
        Some(order)
    }

    /// One error for a ring, unless it shares a definition with one reported before.
    fn ring(&mut self, ring: &[(Def, Span)], on_ring: &mut [bool]) {
        self.broken = true;
        let known = ring.iter().any(|(def, _)| on_ring[self.node(*def)]);
        for (def, _) in ring {
            on_ring[self.node(*def)] = true;
        }
        let Some(&(first, first_use)) = ring.first() else {
            return;
        };
        if known {
            return;
        }
        let name = self.name_of(first);
        let mut names: Vec<String> = ring
            .iter()
            .map(|(def, _)| format!("`{}`", self.name_of(*def)))
            .collect();
        names.push(format!("`{name}`"));
        if names.len() > 8 {
            let left_out = names.len() - 6;
            names.splice(3..names.len() - 3, [format!("… {left_out} more …")]);
        }
        let chain = names.join(" → ");
        let advice = ring.iter().any(|(def, _)| matches!(def, Def::Advice(_)));
        let plan = ring.iter().any(|(def, _)| matches!(def, Def::Plan(_)));
        let (code, verb, help) = match (advice, plan) {
            (true, _) => (
                Code::AdviceRing,
                "needs",
                "let one of them have a goal of its own",
            ),
            (_, true) => (
                Code::PlanRing,
                "contains",
                "take one of the plans out of the ring",
            ),
            _ => (
                Code::DefinitionRing,
                "needs",
                "a fixpoint over squares is `REACH(from, through)` or `steps(from, to, through)`",
            ),
        };
        let target = |index: usize| self.name_of(ring[(index + 1) % ring.len()].0);
        let mut diagnostic = Diagnostic::new(code, format!("`{name}` {verb} itself: {chain}"))
            .with_label(first_use, format!("`{name}` uses `{}`", target(0)));
        for (index, (def, span)) in ring.iter().enumerate().skip(1) {
            diagnostic = diagnostic.with_secondary(
                *span,
                format!("`{}` uses `{}`", self.name_of(*def), target(index)),
            );
        }
        self.report(diagnostic.with_help(help));
    }

    /// Chains of calls and of nested advice, in the order of [`Checker::order`].
    fn depths(&mut self, order: &[Def]) {
        let mut calls = vec![0u32; order.len()];
        let mut nesting = vec![0u32; order.len()];
        let mut too_deep: Vec<(Code, Def)> = Vec::new();
        for &def in order {
            let at = self.node(def);
            let (mut call, mut nest) = (0, 0);
            for (target, _) in &self.graph.edges[at] {
                let to = self.node(*target);
                if matches!(target, Def::Function(_)) {
                    call = call.max(calls[to] + 1);
                }
                nest = nest.max(nesting[to]);
            }
            if matches!(def, Def::Advice(_)) {
                nest += 1;
            }
            if call > DEEPEST_CHAIN && calls_below(call) {
                too_deep.push((Code::ChainTooDeep, def));
            }
            // One more than the limit is reported; what builds on it is not.
            calls[at] = call.min(DEEPEST_CHAIN + 1);
            if nest > DEEPEST_NESTING + 1 && matches!(def, Def::Advice(_)) {
                too_deep.push((Code::NestedAdviceTooDeep, def));
                nest = DEEPEST_NESTING + 1;
            }
            nesting[at] = nest;
        }
        // Everything above the first definition that is too deep has the same cause.
        too_deep.dedup_by_key(|(code, _)| *code);
        for (code, def) in too_deep.iter().take(2) {
            let (name, span) = (self.name_of(*def), self.name_span(*def));
            let diagnostic = match code {
                Code::ChainTooDeep => Diagnostic::new(
                    *code,
                    format!("`{name}` stands on a chain of more than {DEEPEST_CHAIN} definitions"),
                )
                .with_help("write some of the definitions out where they are used"),
                _ => Diagnostic::new(
                    *code,
                    format!("`{name}` nests searches more than {DEEPEST_NESTING} deep"),
                )
                .with_help(
                    "let one of the pieces-of-advice search deeper itself, by a larger `depth`",
                ),
            };
            self.report(diagnostic.with_label(span, "too deep"));
        }
    }

    fn uses_of(&self, def: Def) -> Vec<(Def, Span)> {
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
        }
        uses.found
    }

    fn uses_of_claims(&self) -> Vec<Def> {
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
                    uses.expr(&measure.share.1);
                }
                _ => {}
            }
        }
        uses.found.into_iter().map(|(def, _)| def).collect()
    }
}

/// The first definition that passes the limit, and not each that builds on it.
const fn calls_below(depth: u32) -> bool {
    depth == DEEPEST_CHAIN + 1
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
        if let Some(&def) = self.names.get(name) {
            self.found.push((def, span));
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
            ExprKind::Tuple(parts) | ExprKind::Set(parts) | ExprKind::MinMax(_, parts) => {
                self.exprs(parts)
            }
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
