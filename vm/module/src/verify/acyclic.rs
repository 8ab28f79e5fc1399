//! Acyclic: no function, no piece-of-advice and no strategy reaches itself, so every evaluation ends.
//!
//! ```text
//!   function ──call, kept, turned──▶ function
//!   function ──satisfiable──▶ advice ──goals, classes, reasons──▶ function
//! ```
//!
//! The walk keeps its own stack: a chain of calls in a made-up file may be as long as the file.

use super::{Verified, about, fail};
use crate::data::each_function;
use crate::error::Property;
use crate::format::{MAX_APPLIED, MAX_CALL_DEPTH, MAX_NESTED_ADVICE};
use crate::ids::{AdviceId, FnId, Id, StrategyId};
use crate::op::Op;
use crate::program::{Consulted, Program, StatementKind, Strategy};

/// Checks the module, and gives its own functions in an order in which callees come before callers, as places in
/// [`Program::functions`].
pub(super) fn check(module: &Program) -> Verified<Vec<usize>> {
    let graph = Graph::of(module);
    let order = match graph.order() {
        Ok(order) => order,
        Err(ring) => {
            let names: Vec<_> = ring.iter().map(|&node| graph.name(module, node)).collect();
            let at = names.first().cloned().unwrap_or_default();
            let sentence = format!("it reaches itself: {}", names.join(" -> "));
            let first = graph.id(ring.first().copied().unwrap_or_default());
            return about(first, fail(Property::Acyclic, at, sentence));
        }
    };
    graph.depths(module, &order)?;
    strategies(module)?;
    let own = module.imports.len()..graph.functions;
    Ok(order
        .into_iter()
        .filter(|node| own.contains(node))
        .map(|node| node - own.start)
        .collect())
}

/// The strategies that a strategy applies, and those that take over from tables which it consults.
fn applied(module: &Program, strategy: &Strategy) -> Vec<usize> {
    let mut applied = Vec::new();
    for statement in &strategy.body {
        match statement.kind {
            StatementKind::Apply { strategy, .. } => applied.push(strategy.index()),
            StatementKind::Consult {
                what: Consulted::Table(table),
                ..
            } => applied.extend(module.strategies_beyond(table).iter().map(|id| id.index())),
            _ => {}
        }
    }
    applied
}

/// Settles things of which each uses others: a thing is settled when all that it uses are. Returns for each how many of those are not
/// settled at the end, which is 0 but for what is in a ring or leads to one, and its depth, one more than that of the deepest it uses.
#[expect(
    clippy::indexing_slicing,
    reason = "the vectors have an entry for each thing, and `get_mut` has refused other numbers"
)]
pub fn settle(count: usize, uses: impl Fn(usize) -> Vec<usize>) -> (Vec<usize>, Vec<u32>) {
    let (mut users, mut open) = (vec![Vec::new(); count], vec![0usize; count]);
    for (index, open) in open.iter_mut().enumerate() {
        for used in uses(index) {
            if let Some(of) = users.get_mut(used) {
                of.push(index);
                *open += 1;
            }
        }
    }
    let mut depths = vec![1u32; count];
    let mut settled: Vec<usize> = (0..count).filter(|&index| open[index] == 0).collect();
    let mut at = 0;
    while let Some(&index) = settled.get(at) {
        at += 1;
        for &user in &users[index] {
            depths[user] = depths[user].max(depths[index].saturating_add(1));
            open[user] -= 1;
            if open[user] == 0 {
                settled.push(user);
            }
        }
    }
    (open, depths)
}

/// Checks that no strategies apply each other in a ring, and how many are in one chain.
#[expect(
    clippy::indexing_slicing,
    reason = "the vectors have an entry for each strategy, and `get_mut` has refused other numbers"
)]
fn strategies(module: &Program) -> Verified {
    let count = module.strategies.len();
    let (open, depths) = settle(count, |index| {
        let strategy = module.strategies.get(index);
        strategy.map_or_else(Vec::new, |of| applied(module, of))
    });
    let name = |index: usize| format!("strategy `{}`", module.strategies[index].name);
    let part = |index: usize| Id::Strategy(StrategyId::at(index));
    if let Some(start) = (0..count).find(|&index| open[index] > 0) {
        // Whatever is left applies something that is left, so this way comes back to itself.
        let next = |index: usize| {
            let mut applied = applied(module, &module.strategies[index]).into_iter();
            applied.find(|&applied| open.get(applied).is_some_and(|&open| open > 0))
        };
        let mut way = vec![start];
        let back = loop {
            let Some(next) = way.last().and_then(|&last| next(last)) else {
                break 0;
            };
            let met = way.iter().position(|&index| index == next);
            way.push(next);
            if let Some(met) = met {
                break met;
            }
        };
        let names: Vec<_> = way.iter().skip(back).map(|&index| name(index)).collect();
        let at = names.first().cloned().unwrap_or_default();
        let sentence = format!("it applies itself: {}", names.join(" -> "));
        let first = way.get(back).copied().unwrap_or(start);
        return about(part(first), fail(Property::Acyclic, at, sentence));
    }
    match (0..count).find(|&index| depths[index] > MAX_APPLIED) {
        Some(index) => {
            let sentence = format!(
                "strategies apply each other {} deep, at most {MAX_APPLIED} are allowed",
                depths[index]
            );
            about(part(index), fail(Property::Acyclic, name(index), sentence))
        }
        None => Ok(()),
    }
}

/// Functions, imports first, and after them the pieces-of-advice, each a node; and for each node the nodes it uses.
struct Graph {
    functions: usize,
    /// Where each node's edges begin in `edges`, and last where they end.
    starts: Vec<usize>,
    edges: Vec<usize>,
}

impl Graph {
    fn of(module: &Program) -> Graph {
        let functions = module.function_count();
        let function_node = |function: FnId| function.index();
        let advice_node = |advice: AdviceId| functions + advice.index();
        let mut starts = vec![0; module.imports.len()];
        let mut edges = Vec::new();
        for function in &module.functions {
            starts.push(edges.len());
            edges.extend(function.code.iter().filter_map(|op| match op {
                Op::Satisfiable { advice, .. } => Some(advice_node(*advice)),
                op => op.callee().map(function_node),
            }));
        }
        for advice in &module.advice {
            starts.push(edges.len());
            each_function(advice, |function| edges.push(function_node(function)));
        }
        starts.push(edges.len());
        Graph {
            functions,
            starts,
            edges,
        }
    }

    fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    fn uses(&self, node: usize) -> &[usize] {
        match self.starts.get(node..=node + 1) {
            Some(&[start, end]) => self.edges.get(start..end).unwrap_or(&[]),
            _ => &[],
        }
    }

    fn name(&self, module: &Program, node: usize) -> String {
        let id = self.id(node);
        let what = match id {
            Id::Function(_) => "function",
            _ => "advice",
        };
        format!("{what} `{}`", id.name(module))
    }

    fn id(&self, node: usize) -> Id {
        match node.checked_sub(self.functions) {
            None => Id::Function(FnId::at(node)),
            Some(index) => Id::Advice(AdviceId::at(index)),
        }
    }

    /// All nodes, those used before those that use them; or a ring, its first node repeated at its end.
    #[expect(
        clippy::indexing_slicing,
        reason = "there is a mark for each node, and bounds were checked before: only nodes are used"
    )]
    fn order(&self) -> Result<Vec<usize>, Vec<usize>> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.nodes()];
        let mut order = Vec::with_capacity(self.nodes());
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for root in 0..self.nodes() {
            if marks[root] != Mark::New {
                continue;
            }
            marks[root] = Mark::Open;
            stack.push((root, 0));
            while let Some((node, next)) = stack.last_mut() {
                let node = *node;
                let Some(&used) = self.uses(node).get(*next) else {
                    marks[node] = Mark::Done;
                    order.push(node);
                    stack.pop();
                    continue;
                };
                *next += 1;
                match marks[used] {
                    Mark::Done => {}
                    Mark::New => {
                        marks[used] = Mark::Open;
                        stack.push((used, 0));
                    }
                    Mark::Open => {
                        let on_stack = stack.iter().map(|&(node, _)| node);
                        let mut ring: Vec<_> = on_stack.skip_while(|&node| node != used).collect();
                        ring.push(used);
                        return Err(ring);
                    }
                }
            }
        }
        Ok(order)
    }

    /// Checks how many functions can be in one chain of calls, and how many pieces-of-advice in one chain of `satisfiable`.
    #[expect(
        clippy::indexing_slicing,
        reason = "both vectors have an entry for each node, and `order` holds nodes only"
    )]
    fn depths(&self, module: &Program, order: &[usize]) -> Verified {
        let mut calls = vec![0u32; self.nodes()];
        let mut nested = vec![0u32; self.nodes()];
        for &node in order {
            let is_function = node < self.functions;
            let used = self.uses(node).iter();
            nested[node] =
                used.clone().map(|&used| nested[used]).max().unwrap_or(0) + u32::from(!is_function);
            if is_function {
                let callees = used.filter(|&&used| used < self.functions);
                calls[node] = callees.map(|&used| calls[used]).max().unwrap_or(0) + 1;
            }
            for (what, depth, most) in [
                ("calls go", calls[node], MAX_CALL_DEPTH),
                (
                    "pieces-of-advice are nested",
                    nested[node],
                    MAX_NESTED_ADVICE,
                ),
            ] {
                if depth > most {
                    let sentence = format!("{what} {depth} deep, at most {most} are allowed");
                    let at = self.name(module, node);
                    return about(self.id(node), fail(Property::Acyclic, at, sentence));
                }
            }
        }
        Ok(())
    }
}
