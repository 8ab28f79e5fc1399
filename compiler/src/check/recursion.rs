//! Advice that asks for itself with other constants: does it end?
//!
//! ```text
//! better  after-them (satisfiable(checks) ∨ n > 1 ∧ satisfiable(squeeze(n - 1)))
//!
//! squeeze(3) ──▶ squeeze(2) ──▶ squeeze(1): 1 > 1 is false, and the recursion ends
//! ```
//!
//! Rulings: a condition on constants is evaluated before the uses of advice beside it, on whichever side it is written; the
//! instances that are left may be nested [`DEEPEST_NESTING`] deep, and none may use itself.

use super::constant::Bodies;
use super::instances::{Instances, instance_name};
use super::order::DEEPEST_NESTING;
use super::order::shortened;
use super::walk::contains;
use super::{Checker, Const, eval};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::parts::{class_exprs, each_child};
use crate::hir::{Advice, Callee, Expr, ExprKind};

/// How many names of an endless way a message shows.
const TOLD: usize = 4;

/// Leaves out a use of advice that a constant beside it has settled; of two branches, the one that is not taken.
pub(super) fn settle<B: Bodies + ?Sized>(expr: &mut Expr, bodies: &B) {
    let known = |expr: &Expr| match eval(expr, &[], bodies) {
        Some(Const::Truth(truth)) => Some(truth),
        _ => None,
    };
    match &mut expr.kind {
        ExprKind::And(parts) | ExprKind::Or(parts) if !parts.iter().any(asks) => {}
        ExprKind::And(parts) => {
            if let Some(settled) = joined(parts, false, known) {
                expr.kind = settled;
                settle(expr, bodies);
            }
        }
        ExprKind::Or(parts) => {
            if let Some(settled) = joined(parts, true, known) {
                expr.kind = settled;
                settle(expr, bodies);
            }
        }
        ExprKind::If(condition, then, otherwise) if asks(then) || asks(otherwise) => {
            let taken = match known(condition) {
                Some(true) => then,
                Some(false) => otherwise,
                None => return,
            };
            let span = taken.span;
            let nothing = Const::Truth(false).expr(span);
            *expr = std::mem::replace(taken, nothing);
            settle(expr, bodies);
        }
        _ => {}
    }
}

/// What is left of several conditions of which one that is `decisive` decides: those that are known not to be are left out. `None`
/// where they are still several.
fn joined(
    parts: &mut Vec<Expr>,
    decisive: bool,
    known: impl Fn(&Expr) -> Option<bool>,
) -> Option<ExprKind> {
    if parts.iter().any(|part| known(part) == Some(decisive)) {
        return Some(ExprKind::Truth(decisive));
    }
    parts.retain(|part| known(part).is_none());
    match parts.as_mut_slice() {
        [] => Some(ExprKind::Truth(!decisive)),
        [one] => Some(std::mem::replace(&mut one.kind, ExprKind::Truth(true))),
        _ => None,
    }
}

/// True where an expression asks what is satisfiable, in its own text.
fn asks(expr: &Expr) -> bool {
    contains(expr, &mut |part| {
        matches!(part.kind, ExprKind::Satisfiable(..))
    })
}

impl Checker<'_> {
    /// Reports an instance that is nested too deep in those that use it.
    pub(super) fn never_ends(&mut self, found: &Instances, index: usize) -> bool {
        let way = found.way_to(index);
        if way.len() <= DEEPEST_NESTING as usize {
            return false;
        }
        self.broken = true;
        let names: Vec<String> = way
            .iter()
            .filter_map(|at| found.key(*at))
            .map(|(of, consts)| instance_name(&self.records.advice[*of].def.name.node, consts))
            .collect();
        let Some(&(of, _)) = way.first().and_then(|at| found.key(*at)) else {
            return true;
        };
        let def = self.records.advice[of].def;
        let quoted: Vec<String> = names.iter().take(TOLD).map(|n| format!("`{n}`")).collect();
        let mut diagnostic = Diagnostic::new(
            Code::NestedAdviceTooDeep,
            format!(
                "`{}` nests searches more than {DEEPEST_NESTING} deep",
                names[0]
            ),
        )
        .with_label(def.name.span, format!("{} → …", quoted.join(" → ")));
        let number = def.params.first().map(|param| &param.name.node);
        if let Some(n) = number.filter(|_| names.len() > 1) {
            diagnostic = diagnostic.with_help(format!(
                "let the questions end, as in `{n} > 1 ∧ satisfiable({}({n} - 1))`",
                def.name.node
            ));
        }
        self.report(diagnostic);
        true
    }

    /// Reports advice that uses itself with the same constants, or is nested too deep; true if neither is so.
    pub(super) fn questions_end(&mut self, advice: &[Advice], found: &Instances) -> bool {
        let uses = Uses::of(self, advice, found);
        match uses.ring_or_depth() {
            None => return true,
            Some(Fault::Ring(ring)) => {
                let names: Vec<String> = ring
                    .iter()
                    .chain(ring.first())
                    .map(|at| format!("`{}`", self.named(advice, *at)))
                    .collect();
                let first = ring.iter().filter_map(|at| advice.get(*at)).next();
                let span = first.map_or_else(Default::default, |advice| advice.name.span);
                let message = format!("{} needs itself: {}", names[0].clone(), shortened(names));
                self.report(
                    Diagnostic::new(Code::AdviceRing, message)
                        .with_label(span, "asks for itself with the same arguments")
                        .with_help("let the argument get less with each question"),
                );
            }
            Some(Fault::Deep(at)) => {
                let (name, span) = match advice.get(at) {
                    Some(advice) => (advice.name.node.clone(), advice.name.span),
                    None => (self.named(advice, at), Default::default()),
                };
                self.report(
                    Diagnostic::new(
                        Code::NestedAdviceTooDeep,
                        format!("`{name}` nests searches more than {DEEPEST_NESTING} deep"),
                    )
                    .with_label(span, "too deep")
                    .with_help(
                        "let one of the pieces-of-advice search deeper itself, by a larger `depth`",
                    ),
                );
            }
        }
        self.broken = true;
        false
    }

    /// The name of a node of [`Uses`].
    fn named(&self, advice: &[Advice], at: usize) -> String {
        match advice.get(at) {
            Some(advice) => advice.name.node.clone(),
            None => {
                let function = self.records.functions.get(at - advice.len());
                function.map_or_else(String::new, |f| f.def.name.node.clone())
            }
        }
    }
}

/// Which uses which: instances of advice first, then definitions.
struct Uses {
    edges: Vec<Vec<usize>>,
    advice: usize,
}

enum Fault {
    /// These ask for one another.
    Ring(Vec<usize>),
    /// Too much is nested in this.
    Deep(usize),
}

impl Uses {
    fn of(checker: &Checker<'_>, advice: &[Advice], found: &Instances) -> Uses {
        let collect = |expr: &Expr, uses: &mut Vec<usize>| collect(expr, advice.len(), found, uses);
        let mut edges: Vec<Vec<usize>> = Vec::with_capacity(advice.len());
        for piece in advice {
            let mut of_one = Vec::new();
            collect(&piece.better.test, &mut of_one);
            collect(&piece.holding.test, &mut of_one);
            if let Some(cost) = &piece.cost {
                collect(&cost.of_move, &mut of_one);
            }
            for spec in [&piece.us, &piece.them] {
                for class in spec.classes() {
                    class_exprs(class).for_each(|expr| collect(expr, &mut of_one));
                }
            }
            edges.push(of_one);
        }
        for function in &checker.records.functions {
            let mut of_one = Vec::new();
            if let Some(body) = &function.body {
                collect(body, &mut of_one);
            }
            edges.push(of_one);
        }
        Uses {
            edges,
            advice: advice.len(),
        }
    }

    /// The first fault of a walk from each, on a stack of its own.
    fn ring_or_depth(&self) -> Option<Fault> {
        // How deep advice is nested in each, once known.
        let mut nested: Vec<Option<u32>> = vec![None; self.edges.len()];
        let mut open = vec![false; self.edges.len()];
        for start in 0..self.edges.len() {
            if nested[start].is_some() {
                continue;
            }
            let mut stack = vec![(start, 0)];
            open[start] = true;
            while let Some((at, next)) = stack.last_mut() {
                let at = *at;
                if let Some(&to) = self.edges[at].get(*next) {
                    *next += 1;
                    if open.get(to).copied().unwrap_or(false) {
                        let ring = stack.iter().map(|(at, _)| *at);
                        return Some(Fault::Ring(ring.skip_while(|at| *at != to).collect()));
                    }
                    if nested.get(to).is_some_and(Option::is_none) {
                        open[to] = true;
                        stack.push((to, 0));
                    }
                    continue;
                }
                let deepest = self.edges[at].iter().filter_map(|to| *nested.get(*to)?);
                let own = u32::from(at < self.advice);
                let depth = deepest.max().unwrap_or(0) + own;
                if depth > DEEPEST_NESTING {
                    return Some(Fault::Deep(at));
                }
                nested[at] = Some(depth);
                open[at] = false;
                stack.pop();
            }
        }
        None
    }
}

/// What an expression asks for and calls. A question about several pieces asks for each.
fn collect(expr: &Expr, advice: usize, found: &Instances, uses: &mut Vec<usize>) {
    match &expr.kind {
        ExprKind::Satisfiable(_, asked) if *asked < advice => uses.push(*asked),
        ExprKind::Satisfiable(_, asked) => uses.extend(found.together(*asked)),
        ExprKind::Call(Callee::Own(index), _, _) => uses.push(advice + *index),
        _ => {}
    }
    each_child(expr, &mut |child| collect(child, advice, found, uses));
}
